"""RELU, RELU1, RELU6 against clamping in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import Unknown
from tests.operations.op_runner import (
    broken,
    code_of,
    given,
    out,
    output_shapes,
    run,
    undecided,
    unknown,
)

INF = float("inf")
BOUNDS = {Op.RELU: (0.0, INF), Op.RELU1: (-1.0, 1.0), Op.RELU6: (0.0, 6.0)}


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
@pytest.mark.parametrize("op", BOUNDS)
def test_floats(op: Op, type_: T) -> None:
    values = [-INF, -7.5, -1.0, -0.3, 0.0, 0.7, 1.0, 5.9, 6.0, 6.1, INF, float("nan")]
    low, high = BOUNDS[op]
    x = given(type_, values, shape=(2, 1, 3, 2))
    got = run(op, [x], [out(type_)])[0]
    exact = x.value.ravel().tolist()
    assert got.ravel().tolist()[:-1] == [min(max(v, low), high) for v in exact[:-1]]
    assert np.isnan(got.ravel()[-1])


@pytest.mark.parametrize(
    ("type_", "scale", "zero_point"),
    [
        (T.TENSOR_QUANT8_ASYMM, 0.5, 128),
        (T.TENSOR_QUANT8_ASYMM, 0.4, 0),
        (T.TENSOR_QUANT8_ASYMM, 4.0, 255),
        (T.TENSOR_QUANT8_ASYMM, 1e-3, 100),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, 0.03, -128),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, 2.0, 127),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, 0.7, -3),
    ],
)
@pytest.mark.parametrize("op", BOUNDS)
def test_quantized_bounds_are_codes(op: Op, type_: T, scale: float, zero_point: int) -> None:
    low_code = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    codes = list(range(low_code, low_code + 256))
    x = given(type_, codes, scale=scale, zero_point=zero_point)
    target = out(type_, scale=scale, zero_point=zero_point)
    low, high = BOUNDS[op]
    first = code_of(low, target)
    last = low_code + 255 if high == INF else code_of(high, target)
    assert run(op, [x], [target])[0].tolist() == [min(max(c, first), last) for c in codes]


@pytest.mark.parametrize("op", BOUNDS)
def test_hand_computed_bounds(op: Op) -> None:
    # float32(0.4) is slightly above 0.4: 1 is less than 2.5 units, rounded to 2; 6 is 15 units.
    x = given(
        T.TENSOR_QUANT8_ASYMM, [0, 96, 97, 100, 103, 104, 115, 116], scale=0.4, zero_point=100
    )
    expected = {
        Op.RELU: [100, 100, 100, 100, 103, 104, 115, 116],
        Op.RELU1: [98, 98, 98, 100, 102, 102, 102, 102],
        Op.RELU6: [100, 100, 100, 100, 103, 104, 115, 115],
    }[op]
    target = out(T.TENSOR_QUANT8_ASYMM, scale=0.4, zero_point=100)
    assert run(op, [x], [target])[0].tolist() == expected


@pytest.mark.parametrize("op", BOUNDS)
@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_QUANT8_ASYMM_SIGNED])
def test_zero_size(op: Op, type_: T) -> None:
    x = given(type_, np.ones((0, 3)), scale=1.0)
    assert run(op, [x], [out(type_, scale=1.0)])[0].shape == (0, 3)


@pytest.mark.parametrize("op", BOUNDS)
def test_conditions(op: Op) -> None:
    x = given(T.TENSOR_QUANT8_ASYMM, [1], scale=0.5, zero_point=3)
    same = out(T.TENSOR_QUANT8_ASYMM, scale=0.5, zero_point=3)
    assert broken(op, [x], [same]) == []
    for scale, zero_point in [(0.25, 3), (0.5, 4)]:
        other = out(T.TENSOR_QUANT8_ASYMM, scale=scale, zero_point=zero_point)
        assert broken(op, [x], [other]) == ["output_quantization"]
    with pytest.raises(Unknown):
        output_shapes(op, [unknown(T.TENSOR_FLOAT32, (None, 2))], [out(T.TENSOR_FLOAT32)])
    assert undecided(op, [unknown(T.TENSOR_FLOAT32)], [out(T.TENSOR_FLOAT32)]) == []
