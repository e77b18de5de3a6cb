"""Tests of calls, constants and the results of checking single operations."""

from dataclasses import replace

import numpy as np
import pytest

from conformance.hal import DataLocation, Model, OperationType, SharedMemory, Version
from conformance.operations import OperandView, Unknown
from conformance.validation import (
    OperationVerdict,
    all_rules,
    build_call,
    check_call,
    constant_values,
    constant_view,
    defined_operations,
    validate_model,
    validate_operations,
)
from tests.validation.builders import (
    OPAQUE,
    SHAPE,
    L,
    T,
    add_relu,
    constant,
    if_model,
    one_operation,
    relu_subgraph,
    with_operand,
    with_operation,
    with_referenced,
)


def test_constants_are_views_of_the_model_bytes() -> None:
    model = add_relu()
    values = constant_values(model, model.main.operands)
    assert [value is None for value in values] == [True, False, False, True, True]
    assert values[1] is not None
    assert values[2] is not None
    assert values[1].dtype == np.float32
    assert values[1].shape == SHAPE
    assert values[1].ravel().tolist() == [1, 2, 3, 4]
    assert values[2].shape == ()
    assert values[2].item() == 0
    assert not values[1].flags.owndata
    assert not values[1].flags.writeable


def test_pool_constants_reflect_later_writes_and_are_read_only() -> None:
    pool = SharedMemory(20)
    operand = replace(
        constant(T.TENSOR_FLOAT32, (2, 2), 0, 16),
        lifetime=L.CONSTANT_REFERENCE,
        location=DataLocation(0, 4, 16),
    )
    value = constant_view(Model(add_relu().main, pools=(pool,)), operand)
    assert value is not None
    with pool.view() as view:
        view[4:8] = np.float32(7).tobytes()
    assert value[0, 0] == 7
    with pytest.raises(ValueError, match="read-only"):
        value[0, 0] = 1


def test_any_non_zero_byte_is_true() -> None:
    model = Model(add_relu().main, operand_values=bytes([0, 1, 2, 255]))
    value = constant_view(model, constant(T.TENSOR_BOOL8, (4,), 0, 4))
    assert value is not None
    assert value.view(np.uint8).tolist() == [0, 1, 1, 1]


def test_pool_that_cannot_be_mapped_is_a_violation() -> None:
    pool = SharedMemory(16)
    model = with_operand(
        add_relu(), 1, lifetime=L.CONSTANT_REFERENCE, location=DataLocation(0, 0, 16)
    )
    model = replace(model, pools=(pool,))
    assert validate_model(model) == ()
    pool.close()
    assert [violation.rule.name for violation in validate_model(model)] == ["model.pool_handle"]


def test_validation_keeps_no_view_of_a_pool() -> None:
    pool = SharedMemory(16)
    model = with_operand(
        add_relu(), 1, lifetime=L.CONSTANT_REFERENCE, location=DataLocation(0, 0, 16)
    )
    assert validate_model(replace(model, pools=(pool,))) == ()
    pool.close()


def test_check_skips_conditions_on_unknown_values() -> None:
    model = with_operand(add_relu(), 1, lifetime=L.SUBGRAPH_INPUT, location=DataLocation())
    main = replace(model.main, input_indexes=(0, 1))
    model = replace(model, main=main)
    call = build_call(main, main.operations[0], constant_values(model, main.operands))
    assert call is not None
    assert check_call(call) is None
    with pytest.raises(Unknown):
        call.value("input0")


def test_check_at_execution_finds_violations_of_unknown_shapes() -> None:
    open_shape = with_operand(add_relu(), 0, dimensions=(0, 2, 2, 1))
    open_shape = with_operand(with_operand(open_shape, 3, dimensions=()), 4, dimensions=())
    assert validate_model(open_shape) == ()
    main = open_shape.main
    call = build_call(main, main.operations[0], constant_values(open_shape, main.operands))
    assert call is not None
    call.inputs[0].omitted = False
    call.inputs[0].dims = (0, 2, 2, 1)
    assert check_call(call) is None
    call.inputs[0].dims = (1, 3, 2, 1)
    found = check_call(call, "here")
    assert found is not None
    assert found.where == "here"
    assert found.rule.name.startswith("ADD.")
    assert found.rule == all_rules()[found.rule.name]
    call.inputs[0].omitted = True
    found = check_call(call)
    assert found is not None
    assert found.rule.name == "operation.required_operand"


def test_zero_size_is_refused_where_the_operation_does_not_support_it() -> None:
    tensor = OperandView(T.TENSOR_FLOAT32, (0, 2))
    operand = replace(constant(T.TENSOR_FLOAT32, (), 0, 0), lifetime=L.SUBGRAPH_INPUT)
    out = replace(operand, lifetime=L.SUBGRAPH_OUTPUT, number_of_consumers=0)
    for operation, version, refused in (
        (OperationType.FLOOR, Version.AIDL_V4, True),
        (OperationType.RELU, Version.V1_2, False),
        (OperationType.RELU, Version.V1_1, True),
    ):
        main = one_operation(operation, (operand,), (out,)).main
        call = build_call(main, main.operations[0], [None, None], version)
        assert call is not None
        call.inputs = [tensor]
        found = check_call(call)
        assert (found is not None) == refused
        if found is not None:
            assert found.rule.name == "operation.zero_size"


def test_build_call_returns_none_for_unknown_operations_and_illegal_types() -> None:
    model = with_operation(add_relu(), 1, type=OPAQUE)
    values = constant_values(model, model.main.operands)
    assert build_call(model.main, model.main.operations[1], values) is None
    model = with_operand(add_relu(), 0, type=T.TENSOR_BOOL8)
    assert build_call(model.main, model.main.operations[0], values) is None


def test_verdict_of_each_operation() -> None:
    valid, violations, unknown = (
        OperationVerdict.VALID,
        OperationVerdict.VIOLATIONS,
        OperationVerdict.NO_DEFINITION,
    )

    def verdicts(model: Model) -> list[OperationVerdict]:
        return [finding.verdict for finding in validate_operations(model)]

    assert verdicts(add_relu()) == [valid, valid]
    undefined = with_operation(add_relu(), 1, type=OPAQUE)
    assert verdicts(undefined) == [valid, unknown]
    assert defined_operations(undefined) == (True, False)
    extension = with_operation(undefined, 1, type=0x1_0001)
    extension = replace(extension, extension_name_to_prefix={"com.example.ext": 1})
    assert verdicts(extension)[1] is unknown
    assert verdicts(with_operation(add_relu(), 1, type=OperationType.ABS)) == [valid, valid]
    wrong_shape = with_operand(add_relu(), 4, dimensions=(9,))
    assert verdicts(wrong_shape) == [valid, violations]
    broken = validate_operations(with_operand(add_relu(), 0, scale=1.0))
    assert [finding.verdict for finding in broken] == [violations, violations]
    assert broken[0].violation is not None
    assert broken[0].violation.rule.name == "operand.scale"


def test_if_gets_the_verdict_of_its_branches() -> None:
    assert defined_operations(if_model()) == (True,)
    unknown = relu_subgraph()
    unknown = replace(unknown, operations=(replace(unknown.operations[0], type=OPAQUE),))
    model = with_referenced(if_model(), 1, unknown)
    assert validate_operations(model)[0].verdict is OperationVerdict.NO_DEFINITION
    assert defined_operations(model) == (False,)
    wrong = replace(unknown, operations=(replace(unknown.operations[0], type=OperationType.ADD),))
    finding = validate_operations(with_referenced(if_model(), 1, wrong))[0]
    assert finding.verdict is OperationVerdict.VIOLATIONS
    assert finding.violation is not None
    assert finding.violation.where == "subgraph 1, operation 0 (ADD)"


def test_every_rule_is_described() -> None:
    for name, rule in all_rules().items():
        assert name == rule.name
        assert name.count(".") == 1
        assert rule.source
        assert rule.summary
        assert rule.until is None or rule.since < rule.until
