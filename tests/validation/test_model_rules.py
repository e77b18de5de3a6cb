"""Tests of each structural rule of a model, with models that break exactly that rule."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conformance import hal
from conformance.validation import GENERAL_RULES, RefusalStage, first_violation, validate_model
from tests.validation.builders import (
    BOOL1,
    CONDITION,
    OPAQUE,
    SHAPE,
    L,
    T,
    add_relu,
    constant,
    floats,
    if_model,
    one_operation,
    reference,
    relu_subgraph,
    subgraph,
    while_model,
    with_extra_operands,
    with_main,
    with_operand,
    with_operation,
    with_referenced,
)

V = hal.Version
CASES: list[Any] = []


def breaks(rule: str, model: Any, version: hal.Version = V.V1_3, why: str = "") -> None:
    CASES.append(pytest.param(rule, model, version, id=f"{rule}-{why}" if why else rule))


def unused(operand: hal.Operand) -> hal.Model:
    """Return the base model with one more operand, which no operation reads."""
    return with_extra_operands(add_relu(), operand)


def quantized(**changes: Any) -> hal.Model:
    tensor = hal.Operand(T.TENSOR_QUANT8_ASYMM, SHAPE, scale=0.5, lifetime=L.SUBGRAPH_INPUT)
    return one_operation(
        hal.OperationType.RELU,
        (replace(tensor, **changes),),
        (replace(tensor, lifetime=L.SUBGRAPH_OUTPUT),),
    )


def per_channel(**changes: Any) -> hal.Model:
    operand = constant(T.TENSOR_QUANT8_SYMM_PER_CHANNEL, (2, 1, 1, 2), 0, 4)
    extra = hal.SymmPerChannelQuantParams((0.5, 0.25), 0)
    return unused(replace(operand, number_of_consumers=0, extra_params=extra, **changes))


EXTENSION = {"com.example.ext": 1}


def extension_model(type_: int = 0x1_0002, operation: int = 0x1_0001, **changes: Any) -> hal.Model:
    mapping = changes.pop("mapping", EXTENSION)
    operand = replace(hal.Operand(type_, (2,), lifetime=L.SUBGRAPH_INPUT), **changes)
    return one_operation(
        operation,
        (operand,),
        (floats(L.SUBGRAPH_OUTPUT),),
        extension_name_to_prefix=mapping,
    )


def pooled(**location: int) -> hal.Model:
    place = hal.DataLocation(**{"pool_index": 0, "offset": 0, "length": 16, **location})
    model = with_operand(add_relu(), 1, lifetime=L.CONSTANT_REFERENCE, location=place)
    return replace(model, pools=(hal.SharedMemory(16),))


def swapped() -> hal.Model:
    model = add_relu()
    return with_main(model, operations=model.main.operations[::-1])


def circle() -> hal.Model:
    """Return a model with two referenced subgraphs, each with an IF that runs the other."""
    inner = [
        subgraph(
            hal.OperationType.IF,
            (floats(L.SUBGRAPH_OUTPUT),),
            CONDITION,
            reference(other),
            reference(other),
        )
        for other in (1, 0)
    ]
    return replace(add_relu(), referenced=tuple(inner))


FIELD_VALUES: list[tuple[int, dict[str, Any]]] = [
    (0, {"type": None}),
    (0, {"type": 3.5}),
    (0, {"dimensions": None}),
    (0, {"dimensions": [1, 2, 2, 1]}),
    (0, {"dimensions": (1, -2, 2, 1)}),
    (0, {"dimensions": (1, 2.0, 2, 1)}),
    (0, {"dimensions": (1, 2**32, 2, 1)}),
    (0, {"number_of_consumers": -1}),
    (0, {"number_of_consumers": "1"}),
    (0, {"scale": "0"}),
    (0, {"zero_point": 2**31}),
    (0, {"zero_point": None}),
    (0, {"lifetime": "input"}),
    (0, {"location": None}),
    (1, {"location": hal.DataLocation(0, -4, 16)}),
    (1, {"location": hal.DataLocation(0, 2**32, 16)}),
    (1, {"location": hal.DataLocation(0, 0, None)}),  # type: ignore[arg-type]
]
for number, (index, changes) in enumerate(FIELD_VALUES):
    breaks("model.field", with_operand(add_relu(), index, **changes), why=f"{number}")
breaks("model.field", None, why="no_model")
breaks("model.field", replace(add_relu(), main=None), why="main")  # type: ignore[arg-type]
breaks("model.field", replace(add_relu(), operand_values="text"), why="values")  # type: ignore[arg-type]
breaks("model.field", replace(add_relu(), referenced=(1,)), why="referenced")  # type: ignore[arg-type]
breaks("model.field", with_main(add_relu(), operations=(None,)), why="operation")
breaks("model.field", with_operation(add_relu(), 0, inputs=[0, 1, 2]), why="list")
breaks("model.field", with_operation(add_relu(), 0, inputs=(0, 1.0, 2)), why="index")
breaks("model.field", with_main(add_relu(), input_indexes=(0, None)), why="end")
breaks("model.field", with_main(add_relu(), operands=(1, 2)), why="operand")
breaks("model.pool", replace(add_relu(), pools=(hal.SharedMemory(0),)), why="empty")
IMAGE = hal.hardware_buffer(hal.image_description(16))
breaks("model.pool_handle", replace(add_relu(), pools=(IMAGE,)), why="image")
breaks("model.pool", replace(add_relu(), pools=(b"bytes",)), why="no_memory")  # type: ignore[arg-type]
breaks("model.subgraph_cycle", circle())
breaks("extension.name", extension_model(mapping={"Vendor": 1}))
breaks("extension.prefix", extension_model(mapping={"a.b": 1, "a.c": 1}), why="twice")
breaks("extension.prefix", extension_model(mapping={"a.b": 1, "a.c": 0}), why="zero")
breaks("extension.prefix_declared", extension_model(mapping={"a.b": 2}, type_=0x2_0001))
breaks(
    "extension.prefix_declared",
    extension_model(type_=0xFFFFFFFF),
    why="all_ones",
)
breaks("subgraph.operands", with_main(add_relu(), operands=()))
breaks("subgraph.operations", with_main(add_relu(), operations=()))
breaks("subgraph.input_index", with_main(add_relu(), input_indexes=(0, 5)))
breaks("subgraph.input_lifetime", with_main(add_relu(), input_indexes=(0, 1)))
breaks("subgraph.input_duplicate", with_main(add_relu(), input_indexes=(0, 0)))
breaks("subgraph.input_unlisted", with_main(add_relu(), input_indexes=()))
breaks("subgraph.output_index", with_main(add_relu(), output_indexes=(4, -1)))
breaks("subgraph.output_lifetime", with_main(add_relu(), output_indexes=(4, 3)))
breaks("subgraph.output_duplicate", with_main(add_relu(), output_indexes=(4, 4)))
breaks("subgraph.output_unlisted", with_main(add_relu(), output_indexes=()))
for code in (-1, 16, 9999, 10002):
    breaks("operand.type", with_operand(add_relu(), 0, type=code), why=str(code))
breaks("operand.lifetime", with_operand(add_relu(), 3, lifetime=7))
breaks("operand.scalar_dimensions", with_operand(add_relu(), 2, dimensions=(1,)))
breaks("operand.size", with_operand(add_relu(), 0, dimensions=(65536, 65536, 1, 1)))
breaks("operand.constant_rank", with_operand(add_relu(), 1, dimensions=()))
breaks("operand.constant_dimensions", with_operand(add_relu(), 1, dimensions=(1, 0, 2, 1)))
breaks("operand.scale", with_operand(add_relu(), 0, scale=1.0), why="float")
for bad in (0.0, -1.0, float("nan"), float("inf"), 1e-50):
    breaks("operand.scale", quantized(scale=bad), why=f"quantized_{bad}")
breaks(
    "operand.scale",
    unused(hal.Operand(T.TENSOR_INT32, (1,), scale=-1.0, lifetime=L.NO_VALUE)),
    why="int32",
)
for point in (-1, 256):
    breaks("operand.zero_point", quantized(zero_point=point), why=str(point))
for type_, points in {
    T.TENSOR_QUANT8_SYMM: (-129, -1, 1, 128),
    T.TENSOR_QUANT16_ASYMM: (-1, 65536),
    T.TENSOR_QUANT16_SYMM: (-32769, -1, 1, 32768),
    T.TENSOR_QUANT8_ASYMM_SIGNED: (-129, 128),
}.items():
    for point in points:
        tensor = hal.Operand(type_, (1,), scale=1.0, zero_point=point, lifetime=L.NO_VALUE)
        breaks("operand.zero_point", unused(tensor), why=f"{type_.name}_{point}")
breaks("operand.extra_params", with_operand(add_relu(), 0, extra_params=b"x"))
breaks(
    "operand.extra_params",
    unused(hal.Operand(T.TENSOR_QUANT8_SYMM_PER_CHANNEL, (1,), lifetime=L.NO_VALUE)),
    why="channels",
)
breaks("operand.location", with_operand(add_relu(), 0, location=hal.DataLocation(0, 0, 16)))
breaks("operand.constant_pool", with_operand(add_relu(), 1, location=hal.DataLocation(1, 0, 16)))
breaks("operand.constant_range", with_operand(add_relu(), 1, location=hal.DataLocation(0, 5, 16)))
breaks(
    "operand.constant_range",
    with_operand(add_relu(), 1, location=hal.DataLocation(0, 2**32 - 8, 16)),
    why="wraps",
)
breaks("operand.pool_index", pooled(pool_index=1))
breaks("operand.pool_range", pooled(offset=4))
breaks("operand.pool_range", pooled(offset=2**32 - 16), why="wraps")
for length in (0, 12):
    breaks(
        "operand.constant_length",
        with_operand(add_relu(), 1, location=hal.DataLocation(0, 0, length)),
        why=str(length),
    )
for count in (0, 2):
    breaks(
        "operand.consumers",
        with_operand(add_relu(), 3, number_of_consumers=count),
        why=str(count),
    )
for channel, dims in ((4, (2, 1, 1, 2)), (1, (2, 0, 1, 2))):
    operand = hal.Operand(
        T.TENSOR_QUANT8_SYMM_PER_CHANNEL,
        dims,
        lifetime=L.NO_VALUE,
        extra_params=hal.SymmPerChannelQuantParams((0.5, 0.25), channel),
    )
    breaks("operand.channel_dim", unused(operand), why=str(channel))
for scales in ((0.5,), (0.5, 0.25, 0.125), (0.5, 0.0), (0.5, -1.0)):
    operand = hal.Operand(
        T.TENSOR_QUANT8_SYMM_PER_CHANNEL,
        (2, 1, 1, 2),
        lifetime=L.NO_VALUE,
        extra_params=hal.SymmPerChannelQuantParams(scales, 0),
    )
    breaks("operand.channel_scales", unused(operand), why=str(scales))
breaks("operand.subgraph_lifetime", with_operand(add_relu(), 0, lifetime=L.SUBGRAPH))
breaks("operand.subgraph_index", with_operand(if_model(), 1, location=hal.DataLocation(0, 2, 0)))
breaks("operand.subgraph_index", unused(reference(0)), why="none_there")
breaks("order.read_before_write", swapped())
breaks(
    "order.write_constant",
    with_main(
        add_relu(),
        operations=(*add_relu().main.operations, hal.Operation(hal.OperationType.RELU, (3,), (0,))),
        operands=tuple(
            replace(o, number_of_consumers=2) if i == 3 else o
            for i, o in enumerate(add_relu().main.operands)
        ),
    ),
)
breaks(
    "order.written_twice",
    with_operand(
        with_main(
            add_relu(),
            operations=(
                *add_relu().main.operations,
                hal.Operation(hal.OperationType.RELU, (3,), (4,)),
            ),
        ),
        3,
        number_of_consumers=2,
    ),
)
breaks("order.never_written", unused(floats(L.TEMPORARY_VARIABLE)))
for code in (-1, 106, 9999, 10001):
    breaks("operation.known", with_operation(add_relu(), 1, type=code), why=str(code))
breaks("operation.input_index", with_operation(add_relu(), 0, inputs=(0, 5, 2)))
breaks("operation.input_index", with_operation(add_relu(), 0, inputs=(0, -1, 2)), why="-1")
breaks("operation.output_index", with_operation(add_relu(), 0, outputs=(5,)))


def add(*inputs: hal.Operand, output: hal.Operand = floats(L.SUBGRAPH_OUTPUT)) -> hal.Model:  # noqa: B008
    return one_operation(hal.OperationType.ADD, inputs, (output,), bytes(16))


INPUT = floats(L.SUBGRAPH_INPUT)
ACTIVATION = constant(T.INT32, (), 0, 4)
breaks("operation.input_count", add(INPUT, INPUT))
breaks(
    "operation.output_count",
    one_operation(hal.OperationType.RELU, (INPUT,), (floats(L.SUBGRAPH_OUTPUT),) * 2),
)
breaks("operation.input_type", add(INPUT, replace(INPUT, type=T.TENSOR_INT32), ACTIVATION))
breaks(
    "operation.input_type",
    add(*[replace(INPUT, type=T.TENSOR_BOOL8)] * 2, ACTIVATION),
    why="primary",
)
breaks(
    "operation.output_type",
    add(INPUT, INPUT, ACTIVATION, output=floats(L.SUBGRAPH_OUTPUT, type=T.TENSOR_FLOAT16)),
)
breaks(
    "operation.rank",
    add(
        *[replace(INPUT, dimensions=(1, 1, 1, 1, 1))] * 2,
        ACTIVATION,
        output=floats(L.SUBGRAPH_OUTPUT, dimensions=(1, 1, 1, 1, 1)),
    ),
)
breaks("operation.required_operand", add(INPUT, floats(L.NO_VALUE), ACTIVATION))
breaks(
    "operation.output_shape",
    with_operand(add_relu(), 4, dimensions=(1, 2, 2, 2)),
)
SIGNED = hal.Operand(T.TENSOR_QUANT8_ASYMM_SIGNED, SHAPE, scale=1.0, lifetime=L.NO_VALUE)
breaks("version.operand_type", unused(SIGNED), V.V1_2)
breaks("version.operation", with_operation(add_relu(), 1, type=hal.OperationType.ABS), V.V1_1)
breaks(
    "version.operation",
    one_operation(
        hal.OperationType.SUB, (INPUT, INPUT, ACTIVATION), (floats(L.SUBGRAPH_OUTPUT),), bytes(4)
    ),
    V.V1_0,
    why="defined",
)
breaks(
    "version.operation",
    one_operation(
        hal.OperationType.PACK,
        (constant(T.INT32, (), 0, 4), INPUT, INPUT),
        (floats(L.SUBGRAPH_OUTPUT, dimensions=(2, *SHAPE)),),
        bytes(4),
    ),
    V.V1_3,
    why="aidl",
)
INT32 = hal.Operand(T.TENSOR_INT32, SHAPE, lifetime=L.SUBGRAPH_INPUT)
breaks(
    "version.signature",
    add(INT32, INT32, ACTIVATION, output=replace(INT32, lifetime=L.SUBGRAPH_OUTPUT)),
    V.V1_2,
)
breaks("version.unknown_rank", with_operand(add_relu(), 3, dimensions=()), V.V1_1)
breaks("version.extension", replace(add_relu(), extension_name_to_prefix=EXTENSION), V.V1_1)
breaks("version.extension", with_operand(add_relu(), 0, type=0x1_0001), V.V1_1, "type")
breaks("version.extension", with_operation(add_relu(), 1, type=0x1_0001), V.V1_1, "operation")
breaks("version.subgraph", replace(add_relu(), referenced=(relu_subgraph(),)), V.V1_2)
breaks(
    "version.relaxed",
    replace(add_relu(), relax_computation_float32_to_float16=True),
    V.V1_0,
)


def ends(model: hal.Model, inputs: tuple[hal.Operand, ...]) -> hal.Model:
    operation = model.main.operations[0]
    outputs = model.main.operands[len(operation.inputs) :]
    return one_operation(operation.type, inputs, outputs, referenced=model.referenced)


def double_output() -> hal.Model:
    extra = floats(L.SUBGRAPH_OUTPUT)
    model = if_model()
    inputs = model.main.operands[:4]
    return one_operation(hal.OperationType.IF, inputs, (extra, extra), referenced=model.referenced)


breaks("if.input_count", ends(if_model(), if_model().main.operands[:2]))
breaks(
    "if.output_count",
    one_operation(
        hal.OperationType.IF, if_model().main.operands[:4], (), referenced=if_model().referenced
    ),
)
breaks("if.condition", with_operand(if_model(), 0, dimensions=(2,)))
breaks("if.condition", with_operand(if_model(), 0, type=T.TENSOR_FLOAT32), why="type")
breaks(
    "if.branch",
    ends(if_model(), (CONDITION, reference(0), floats(L.SUBGRAPH_INPUT), INPUT)),
)
breaks("if.branch_inputs", ends(if_model(), if_model().main.operands[:3]))
breaks("if.branch_outputs", double_output())
breaks("if.branch_operand", with_operand(if_model(), 3, dimensions=(1, 2, 2, 2)))
breaks("if.branch_operand", with_operand(if_model(), 4, dimensions=(4,)), why="output_rank")
breaks("while.input_count", ends(while_model(), while_model().main.operands[:2]))
breaks(
    "while.output_count",
    one_operation(
        hal.OperationType.WHILE,
        while_model().main.operands[:3],
        (),
        referenced=while_model().referenced,
    ),
)
breaks("while.subgraph", ends(while_model(), (INPUT, reference(1), INPUT)))
breaks("while.condition_inputs", ends(while_model(), (*while_model().main.operands[:3], INPUT)))
breaks(
    "while.condition_outputs",
    with_referenced(
        while_model(),
        0,
        subgraph(OPAQUE, (replace(BOOL1, lifetime=L.SUBGRAPH_OUTPUT),) * 2, INPUT),
    ),
)
breaks("while.condition_result", with_referenced(while_model(), 0, relu_subgraph()))
breaks(
    "while.body_inputs",
    with_referenced(
        while_model(),
        1,
        subgraph(OPAQUE, (floats(L.SUBGRAPH_OUTPUT),), INPUT, INPUT),
    ),
)
breaks(
    "while.body_outputs",
    with_referenced(
        while_model(),
        1,
        subgraph(OPAQUE, (floats(L.SUBGRAPH_OUTPUT),) * 2, INPUT),
    ),
)
breaks("while.operand", with_operand(while_model(), 3, dimensions=(1, 2, 2, 2)))
breaks("while.unknown_size", with_operand(while_model(), 2, dimensions=(1, 0, 2, 1)))


OTHER = (1, 2, 2, 2)


def loop_of(condition: Any = SHAPE, *, body: Any = SHAPE, next_: Any = SHAPE) -> hal.Model:
    """Return the WHILE with these shapes of the condition's and body's inputs and of the result."""
    first = subgraph(
        OPAQUE,
        (replace(BOOL1, lifetime=L.SUBGRAPH_OUTPUT),),
        floats(L.SUBGRAPH_INPUT, dimensions=condition),
    )
    result = floats(L.SUBGRAPH_OUTPUT, dimensions=next_)
    second = subgraph(OPAQUE, (result,), floats(L.SUBGRAPH_INPUT, dimensions=body))
    model = with_operand(while_model(), 3, dimensions=next_)
    return replace(model, referenced=(first, second))


breaks("while.operand", loop_of(OTHER), why="condition")
breaks("while.operand", loop_of(body=OTHER, next_=OTHER), why="body_input")
breaks("while.operand", loop_of(next_=OTHER), why="next_state")


@pytest.mark.parametrize(("rule", "model", "version"), CASES)
def test_model_that_breaks_one_rule_is_refused(
    rule: str, model: hal.Model, version: hal.Version
) -> None:
    found = validate_model(model, version)
    assert {violation.rule.name for violation in found} == {rule}, [str(v) for v in found]
    assert str(first_violation(model, version)) == str(found[0])


@pytest.mark.parametrize("model", [add_relu, if_model, while_model, extension_model, quantized])
def test_base_models_are_valid(model: Callable[[], hal.Model]) -> None:
    for version in (V.V1_3, V.AIDL_V4):
        assert [str(v) for v in validate_model(model(), version)] == []


def test_base_model_is_valid_in_every_version() -> None:
    assert all(validate_model(add_relu(), version) == () for version in hal.Version)


@pytest.mark.parametrize(
    "model",
    [
        pytest.param(pooled(), id="constant_reference"),
        pytest.param(with_operand(add_relu(), 3, dimensions=()), id="unknown_rank"),
        pytest.param(with_operand(add_relu(), 3, dimensions=(0, 2, 2, 0)), id="unknown_size"),
        pytest.param(per_channel(), id="per_channel"),
        pytest.param(
            unused(hal.Operand(T.TENSOR_INT32, (1,), scale=0.5, lifetime=L.NO_VALUE)),
            id="int32_with_scale",
        ),
        pytest.param(extension_model(extra_params=b"vendor"), id="extension_extra_params"),
        pytest.param(with_operation(add_relu(), 1, type=OPAQUE), id="oem_operation"),
        pytest.param(with_operation(add_relu(), 1, type=hal.OperationType.ABS), id="operation_1_2"),
        pytest.param(replace(add_relu(), referenced=(relu_subgraph(),)), id="unused_subgraph"),
        pytest.param(with_operand(if_model(), 3, dimensions=()), id="if_of_unknown_rank"),
    ],
)
def test_unusual_but_legal_model_is_valid(model: hal.Model) -> None:
    assert [str(v) for v in validate_model(model, V.V1_3)] == []


def test_consumer_counts_are_not_checked_for_aidl() -> None:
    model = with_operand(add_relu(), 3, number_of_consumers=7)
    assert validate_model(model, V.AIDL_V1) == ()


def test_every_structural_rule_of_a_model_has_a_case() -> None:
    covered = {case.values[0] for case in CASES}
    wanted = {
        name
        for name, rule in GENERAL_RULES.items()
        if rule.stage is RefusalStage.PREPARE and not name.startswith("prepare.")
    }
    assert covered == wanted


def test_each_violated_rule_applies_in_the_checked_version() -> None:
    for case in CASES:
        _, model, version = case.values
        for violation in validate_model(model, version):
            rule = violation.rule
            assert rule.holds_in(version)


def test_message_states_place_found_value_and_legal_value() -> None:
    model = add(INPUT, replace(INPUT, type=T.TENSOR_INT32), ACTIVATION)
    assert str(first_violation(model)) == (
        "main, operation 0 (ADD), input 1 (input1, operand 1): is TENSOR_INT32, must be "
        "TENSOR_FLOAT32 when input0 is TENSOR_FLOAT32 [operation.input_type]"
    )
