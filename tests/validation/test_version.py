"""Tests of ``minimum_version`` with hand-derived versions, and agreement with the validator."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from conformance.hal import Model, Operand, OperationType, Version
from conformance.validation import minimum_version, validate_model, version_reasons
from tests.validation.builders import (
    OPAQUE,
    L,
    T,
    add_relu,
    constant,
    floats,
    if_model,
    one_operation,
    relu_subgraph,
    while_model,
    with_operand,
    with_operation,
)

V = Version


def unary(type_: int, tensor: Operand) -> Model:
    return one_operation(
        type_,
        (replace(tensor, lifetime=L.SUBGRAPH_INPUT),),
        (replace(tensor, lifetime=L.SUBGRAPH_OUTPUT),),
    )


def typed(type_: int, operation: int = OperationType.RELU, scale: float = 0.0) -> Model:
    return unary(operation, Operand(type_, (1, 2), scale=scale))


def softmax(*more: Operand, dimensions: tuple[int, ...] = (1, 2)) -> Model:
    tensor = Operand(T.TENSOR_FLOAT32, dimensions)
    values = np.array([1.0], "<f4").tobytes() + np.array([-1], "<i4").tobytes()
    return one_operation(
        OperationType.SOFTMAX,
        (
            replace(tensor, lifetime=L.SUBGRAPH_INPUT),
            constant(T.FLOAT32, (), 0, 4),
            *more,
        ),
        (replace(tensor, lifetime=L.SUBGRAPH_OUTPUT),),
        values,
    )


def binary(operation: int, tensor: Operand) -> Model:
    return one_operation(
        operation,
        (
            replace(tensor, lifetime=L.SUBGRAPH_INPUT),
            replace(tensor, lifetime=L.SUBGRAPH_INPUT),
            constant(T.INT32, (), 0, 4),
        ),
        (replace(tensor, lifetime=L.SUBGRAPH_OUTPUT),),
        bytes(4),
    )


def rank_of() -> Model:
    scalar = Operand(T.INT32, lifetime=L.SUBGRAPH_OUTPUT)
    return one_operation(OperationType.RANK, (floats(L.SUBGRAPH_INPUT),), (scalar,))


def pack() -> Model:
    return one_operation(
        OperationType.PACK,
        (constant(T.INT32, (), 0, 4), *[replace(FLOAT, lifetime=L.SUBGRAPH_INPUT)] * 2),
        (replace(FLOAT, dimensions=(2, 2), lifetime=L.SUBGRAPH_OUTPUT),),
        bytes(4),
    )


def reverse() -> Model:
    return one_operation(
        OperationType.REVERSE,
        (replace(FLOAT, lifetime=L.SUBGRAPH_INPUT), constant(T.TENSOR_INT32, (1,), 0, 4)),
        (replace(FLOAT, lifetime=L.SUBGRAPH_OUTPUT),),
        bytes(4),
    )


FLOAT = Operand(T.TENSOR_FLOAT32, (2,))
CASES = [
    pytest.param(add_relu, V.V1_0, id="plain"),
    pytest.param(
        lambda: replace(add_relu(), relax_computation_float32_to_float16=True),
        V.V1_1,
        id="relaxed",
    ),
    pytest.param(lambda: binary(OperationType.SUB, FLOAT), V.V1_1, id="operation_1_1"),
    pytest.param(lambda: typed(T.TENSOR_FLOAT16), V.V1_2, id="primary_type_float16"),
    pytest.param(
        lambda: typed(T.TENSOR_QUANT8_ASYMM_SIGNED, scale=0.5), V.V1_3, id="primary_type_signed"
    ),
    pytest.param(
        lambda: binary(OperationType.ADD, Operand(T.TENSOR_INT32, (2,))), V.V1_3, id="add_int32"
    ),
    pytest.param(lambda: with_operand(add_relu(), 3, dimensions=()), V.V1_2, id="unknown_rank"),
    pytest.param(
        lambda: with_operand(add_relu(), 3, dimensions=(0, 2, 0, 1)), V.V1_0, id="unknown_size"
    ),
    pytest.param(softmax, V.V1_0, id="softmax_rank_2"),
    pytest.param(lambda: softmax(dimensions=(1, 2, 2)), V.V1_2, id="softmax_rank_3"),
    pytest.param(lambda: softmax(constant(T.INT32, (), 4, 4)), V.V1_2, id="softmax_axis"),
    pytest.param(
        lambda: with_operation(add_relu(), 1, type=OperationType.ABS), V.V1_2, id="operation_1_2"
    ),
    pytest.param(rank_of, V.V1_3, id="operation_1_3"),
    pytest.param(pack, V.AIDL_V2, id="operation_aidl_v2"),
    pytest.param(reverse, V.AIDL_V3, id="operation_aidl_v3"),
    pytest.param(lambda: with_operation(add_relu(), 1, type=OPAQUE), V.V1_0, id="no_definition"),
    pytest.param(if_model, V.V1_3, id="if"),
    pytest.param(while_model, V.V1_3, id="while"),
    pytest.param(
        lambda: replace(add_relu(), referenced=(relu_subgraph(),)), V.V1_3, id="referenced"
    ),
    pytest.param(
        lambda: replace(add_relu(), extension_name_to_prefix={"a.b": 1}), V.V1_2, id="extension"
    ),
    pytest.param(
        lambda: one_operation(
            0x1_0001,
            (floats(L.SUBGRAPH_INPUT),),
            (floats(L.SUBGRAPH_OUTPUT),),
            extension_name_to_prefix={"a.b": 1},
        ),
        V.V1_2,
        id="extension_operation",
    ),
]


@pytest.mark.parametrize(("model", "version"), CASES)
def test_minimum_version(model: Callable[[], Model], version: Version) -> None:
    assert minimum_version(model()) == version, version_reasons(model())


@pytest.mark.parametrize(("model", "version"), CASES)
def test_validator_accepts_the_model_from_that_version_on(
    model: Callable[[], Model], version: Version
) -> None:
    for candidate in Version:
        found = [str(violation) for violation in validate_model(model(), candidate)]
        assert (found == []) == (candidate >= version), (candidate, found)


def test_version_reasons_state_place_and_feature() -> None:
    reasons = version_reasons(softmax(constant(T.INT32, (), 4, 4), dimensions=(1, 2, 2)))
    assert (V.V1_2, "main, operation 0 (SOFTMAX): SOFTMAX has input 2 (axis)") in reasons
    assert any("rank 3" in text and "operand 0" in text for _, text in reasons)
    assert version_reasons(add_relu()) == ()
