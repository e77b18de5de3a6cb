"""FULLY_CONNECTED against plain sums, and its conditions."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType, Version
from conformance.operations import OperandView, find_definition
from tests.operations.op_runner import broken, given, out, output_shapes, run
from tests.operations.window_formulas import bias_reals, check, operand, reals, stored

T = OperandType
OP = OperationType.FULLY_CONNECTED
U8, I8 = T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED
TYPES = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, U8, I8)


def case(type_: OperandType, shape: tuple[int, ...] = (3, 5)):
    quantized = type_ in (U8, I8)
    return (
        operand(type_, shape, 1),
        operand(type_, (4, 5), 2, scale=0.125),
        operand(T.TENSOR_INT32 if quantized else type_, (4,), 3, scale=0.25 * 0.125),
        out(type_, scale=3.0 if quantized else 0.0, zero_point=20 if quantized else 0),
    )


def loops(source, weights, bias, target, activation: int = 0) -> np.ndarray:
    rows = reals(source).reshape(-1, weights.value.shape[1])
    matrix, offsets = reals(weights), bias_reals(bias, source, weights)
    result = np.empty((len(rows), len(matrix)), object)
    for index in np.ndindex(result.shape):
        total = sum(a * b for a, b in zip(rows[index[0]], matrix[index[1]], strict=True))
        result[index] = stored(total + offsets[index[1]], target, activation)
    return result


@pytest.mark.parametrize("shape", [(3, 5), (2, 10), (1, 15), (2, 3, 5), (2, 1, 5, 3), (5, 4)])
@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_every_type_and_rank(type_: OperandType, shape: tuple[int, ...]) -> None:
    source, weights, bias, target = case(type_, shape)
    (result,) = run(OP, [source, weights, bias, given(T.INT32, 0)], [target])
    assert result.shape == (int(np.prod(shape)) // 5, 4)
    check(result, loops(source, weights, bias, target), type_)


@pytest.mark.parametrize("activation", [1, 2, 3])
@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_activation(type_: OperandType, activation: int) -> None:
    source, weights, bias, target = case(type_)
    if type_ in (U8, I8):
        target = out(type_, scale=0.07, zero_point=20)
    (result,) = run(OP, [source, weights, bias, given(T.INT32, activation)], [target])
    check(result, loops(source, weights, bias, target, activation), type_)


@pytest.mark.parametrize("type_", TYPES, ids=lambda t: t.name)
def test_zero_batch(type_: OperandType) -> None:
    _, weights, bias, target = case(type_)
    source = operand(type_, (0, 5), 1)
    (result,) = run(OP, [source, weights, bias, given(T.INT32, 0)], [target])
    assert result.shape == (0, 4)


def test_agrees_with_torch() -> None:
    torch = pytest.importorskip("torch")
    random = np.random.default_rng(5)
    rows, matrix = (random.normal(size=s).astype(np.float32) for s in ((70, 300), (90, 300)))
    bias = random.normal(size=90).astype(np.float32)
    inputs = [given(T.TENSOR_FLOAT32, v) for v in (rows, matrix, bias)]
    (result,) = run(OP, [*inputs, given(T.INT32, 0)], [out(T.TENSOR_FLOAT32)])
    expected = torch.nn.functional.linear(
        *(torch.from_numpy(v.astype(np.float64)) for v in (rows, matrix, bias))
    )
    np.testing.assert_allclose(result, expected.numpy(), rtol=2e-7, atol=1e-6)


def test_batch_size_follows_from_the_elements() -> None:
    source, weights, bias, target = case(T.TENSOR_FLOAT32, (2, 2, 5))
    assert output_shapes(OP, [source, weights, bias, given(T.INT32, 0)], [target]) == [(4, 4)]


def breaking() -> dict[str, list[OperandView]]:
    source, weights, bias, _ = case(U8)
    none = given(T.INT32, 0)
    short = operand(T.TENSOR_INT32, (3,), 1, scale=0.03125)
    return {
        "weights_sizes": [source, given(U8, [], shape=(4, 0), scale=0.125), bias, none],
        "input_divides": [operand(U8, (2, 7), 1), weights, bias, none],
        "bias_length": [source, weights, short, none],
        "bias_quantization": [source, weights, operand(T.TENSOR_INT32, (4,), 1, scale=1.0), none],
        "activation_code": [source, weights, bias, given(T.INT32, -1)],
    }


@pytest.mark.parametrize("name", breaking())
def test_each_condition_has_a_message(name: str) -> None:
    assert broken(OP, breaking()[name], [case(U8)[3]]) == [name]


def test_every_condition_is_broken_by_one_call() -> None:
    names = {condition.name for condition in find_definition(OP).conditions}
    assert names == {*breaking(), "output_scale_exceeds_product"}


def test_output_scale_was_restricted_before_1_2() -> None:
    source, weights, bias, _ = case(U8)
    inputs = [source, weights, bias, given(T.INT32, 0)]
    target = out(U8, scale=0.03125)
    assert broken(OP, inputs, [target], Version.V1_1) == ["output_scale_exceeds_product"]
    assert broken(OP, inputs, [target], Version.V1_2) == []


def test_no_per_channel_weights() -> None:
    table = find_definition(OP).forms[0].inputs[1].types
    assert [legal for legal, _ in table.legal(I8)] == [I8]
