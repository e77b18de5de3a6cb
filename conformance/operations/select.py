"""SELECT: elements of one of two tensors, selected by a tensor of booleans.

The three quantizations may differ: selected codes are converted to the output's quantization, ties
rounded away from zero, and clamped.
"""

from __future__ import annotations

from collections.abc import Sequence

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.code_tables import as_booleans, make_recoder
from conformance.operations.kernels.fast_paths import select_elements
from conformance.operations.kernels.numerics import is_quantized
from conformance.operations.model.call import Call, Unknown
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    only,
    tensor,
)
from conformance.operations.model.properties import (
    Cost,
    IntervalBehavior,
    IntervalRule,
    Properties,
    Sampling,
)


def _same_shape(call: Call) -> str | None:
    names = ("condition", "input1", "input2")
    shapes = [call.view(name).dims for name in names]
    known = [dims for dims in shapes if dims is not None]
    decided = len(known) == len(shapes)
    equal = len({len(dims) for dims in known}) <= 1
    for sizes in zip(*known, strict=False):
        decided = decided and None not in sizes
        equal = equal and len(set(sizes) - {None}) <= 1
    if not equal:
        found = ", ".join(
            f"{name} {'?' if dims is None else dims}"
            for name, dims in zip(names, shapes, strict=True)
        )
        return f"condition, input1 and input2 must have the same shape, but the shapes are {found}"
    if not decided:
        raise Unknown
    return None


def _compile(call: Call) -> Kernel:
    quantized, output = is_quantized(call.primary), call.output()
    first = make_recoder(call.view("input1"), output) if quantized else None
    second = make_recoder(call.view("input2"), output) if quantized else None

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        condition, from_first, from_second = inputs[0], inputs[1], inputs[2]
        assert condition is not None
        assert from_first is not None
        assert from_second is not None
        if first is not None and second is not None:
            from_first, from_second = first(from_first), second(from_second)
        return (select_elements(as_booleans(condition), from_first, from_second),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.SELECT,
        properties=Properties(
            IntervalBehavior(IntervalRule.EXTREME_AT_CORNERS, integers_are_data=True),
            Sampling("elementwise.select"),
            Cost.AVERAGE,
        ),
        since=Version.V1_2,
        primary="input1",
        types={
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_INT32: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("condition", only(OperandType.TENSOR_BOOL8)),
                    tensor("input1"),
                    tensor("input2"),
                ),
                (3,),
            ),
        ),
        outputs=(tensor("output"),),
        conditions=(
            Condition(
                "same_shape", _same_shape, "condition, input1 and input2 have the same shape"
            ),
        ),
        shapes=lambda call: (call.shape("input1"),),
        compile=_compile,
        doc="output = condition ? input1 : input2",
    ),
)
