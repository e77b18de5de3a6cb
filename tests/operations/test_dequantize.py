"""DEQUANTIZE: every code of every type, exactly."""

from __future__ import annotations

import warnings
from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import Unknown, find_definition
from tests.operations.op_runner import (
    given,
    out,
    output_shapes,
    per_channel,
    reals_of,
    run,
    unknown,
)

FLOATS = {T.TENSOR_FLOAT32: np.float32, T.TENSOR_FLOAT16: np.float16}


@pytest.mark.parametrize("target", FLOATS)
@pytest.mark.parametrize(
    ("type_", "low", "zero_point"),
    [
        (T.TENSOR_QUANT8_ASYMM, 0, 77),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, -128, -77),
        (T.TENSOR_QUANT8_SYMM, -128, 0),
    ],
)
@pytest.mark.parametrize("scale", [0.1, 3.0, 1e-3])
def test_every_code(type_: T, low: int, zero_point: int, scale: float, target: T) -> None:
    codes = np.arange(low, low + 256).reshape(4, 64)
    x = given(type_, codes, scale=scale, zero_point=zero_point)
    got = run(Op.DEQUANTIZE, [x], [out(target)])[0]
    assert got.shape == (4, 64)
    # Code * float32 scale has 33 bits, so a double represents it exactly, to be rounded once.
    assert got.ravel().tolist() == [FLOATS[target](float(v)) for v in reals_of(x)]


@pytest.mark.parametrize("channel_dim", [0, 1, 2])
@pytest.mark.parametrize("target", FLOATS)
def test_per_channel(channel_dim: int, target: T) -> None:
    shape = (2, 3, 4)
    scales = [0.1, 0.25, 3.0, 1.7][: shape[channel_dim]]
    params = per_channel(scales, channel_dim)
    codes = np.arange(24).reshape(shape) * 10 - 128
    x = given(T.TENSOR_QUANT8_SYMM_PER_CHANNEL, codes, extra_params=params)
    got = run(Op.DEQUANTIZE, [x], [out(target)])[0]
    for index in np.ndindex(shape):
        exact = int(codes[index]) * Fraction(params.scales[index[channel_dim]])
        assert got[index] == FLOATS[target](float(exact))


def test_hand_computed_and_overflow() -> None:
    x = given(T.TENSOR_QUANT8_ASYMM, [0, 128, 255], scale=1000.0, zero_point=128)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wide = run(Op.DEQUANTIZE, [x], [out(T.TENSOR_FLOAT32)])[0]
        half = run(Op.DEQUANTIZE, [x], [out(T.TENSOR_FLOAT16)])[0]
    assert wide.tolist() == [-128000.0, 0.0, 127000.0]
    assert half.tolist() == [-float("inf"), 0.0, float("inf")]


def test_zero_size() -> None:
    x = given(T.TENSOR_QUANT8_ASYMM, np.ones((0, 2)), scale=1.0)
    assert run(Op.DEQUANTIZE, [x], [out(T.TENSOR_FLOAT32)])[0].shape == (0, 2)
    params = per_channel([1.0, 2.0], 1)
    y = given(T.TENSOR_QUANT8_SYMM_PER_CHANNEL, np.ones((0, 2)), extra_params=params)
    assert run(Op.DEQUANTIZE, [y], [out(T.TENSOR_FLOAT16)])[0].shape == (0, 2)


def test_versions_and_unknowns() -> None:
    found = find_definition(Op.DEQUANTIZE)
    assert found is not None
    legal = dict(found.outputs[0].types.legal(T.TENSOR_QUANT8_ASYMM))
    assert legal == {T.TENSOR_FLOAT32: Version.V1_0, T.TENSOR_FLOAT16: Version.V1_2}
    assert found.types == {
        T.TENSOR_QUANT8_ASYMM: Version.V1_0,
        T.TENSOR_QUANT8_SYMM: Version.V1_2,
        T.TENSOR_QUANT8_SYMM_PER_CHANNEL: Version.V1_2,
        T.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
    }
    with pytest.raises(Unknown):
        output_shapes(Op.DEQUANTIZE, [unknown(T.TENSOR_QUANT8_ASYMM)], [out(T.TENSOR_FLOAT32)])
