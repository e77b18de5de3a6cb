"""LOGISTIC and TANH against ``math``."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import Unknown, find_definition
from tests.operations.op_runner import (
    broken,
    code_of,
    given,
    out,
    output_shapes,
    reals_of,
    run,
    unknown,
)


def logistic(x: float) -> float:
    return math.exp(x) / (1 + math.exp(x)) if x < 0 else 1 / (1 + math.exp(-x))


EXACT = {Op.LOGISTIC: logistic, Op.TANH: math.tanh}
PARAMETERS = {
    (Op.LOGISTIC, T.TENSOR_QUANT8_ASYMM): (1 / 256, 0),
    (Op.LOGISTIC, T.TENSOR_QUANT8_ASYMM_SIGNED): (1 / 256, -128),
    (Op.TANH, T.TENSOR_QUANT8_ASYMM): (1 / 128, 128),
    (Op.TANH, T.TENSOR_QUANT8_ASYMM_SIGNED): (1 / 128, 0),
}


@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
@pytest.mark.parametrize("op", EXACT)
def test_floats(op: Op, type_: T) -> None:
    values = [-700.0, -30.0, -4.0, -1.0, -0.1, 0.0, 1e-4, 0.5, 1.0, 3.0, 20.0, 700.0]
    x = given(type_, values, shape=(3, 4))
    got = run(op, [x], [out(type_)])[0]
    expected = np.array([EXACT[op](v) for v in x.value.ravel().tolist()]).astype(got.dtype)
    # Double arithmetic rounded once: at most the neighbouring number, and only next to a rounding
    # tie.
    np.testing.assert_array_max_ulp(got.ravel(), expected, 1)


@pytest.mark.parametrize("op", EXACT)
def test_special_values(op: Op) -> None:
    x = given(T.TENSOR_FLOAT32, [float("inf"), -float("inf"), float("nan"), -3e38])
    low = 0.0 if op == Op.LOGISTIC else -1.0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = run(op, [x], [out(T.TENSOR_FLOAT32)])[0]
    np.testing.assert_array_equal(got, [1.0, low, float("nan"), low])


@pytest.mark.parametrize(("scale", "shift"), [(0.05, 128), (0.5, 3), (1e-4, 250), (40.0, 90)])
@pytest.mark.parametrize(("op", "type_"), PARAMETERS)
def test_quantized(op: Op, type_: T, scale: float, shift: int) -> None:
    low = 0 if type_ == T.TENSOR_QUANT8_ASYMM else -128
    codes = np.arange(low, low + 256).reshape(16, 1, 16)
    x = given(type_, codes, scale=scale, zero_point=low + shift)
    out_scale, zero_point = PARAMETERS[op, type_]
    target = out(type_, scale=out_scale, zero_point=zero_point)
    expected = [code_of(EXACT[op](max(-700.0, float(v))), target) for v in reals_of(x)]
    assert run(op, [x], [target])[0].ravel().tolist() == expected


def test_hand_computed_codes() -> None:
    x = given(T.TENSOR_QUANT8_ASYMM_SIGNED, [[0, 1, -1]], scale=1.0)
    # 0.5, 0.7310586, 0.2689414 times 256 minus 128; 0, 0.7615942, -0.7615942 times 128.
    logistic_out = out(T.TENSOR_QUANT8_ASYMM_SIGNED, scale=1 / 256, zero_point=-128)
    assert run(Op.LOGISTIC, [x], [logistic_out])[0].tolist() == [[0, 59, -59]]
    tanh_out = out(T.TENSOR_QUANT8_ASYMM_SIGNED, scale=1 / 128)
    assert run(Op.TANH, [x], [tanh_out])[0].tolist() == [[0, 97, -97]]


@pytest.mark.parametrize(("op", "type_"), PARAMETERS)
def test_conditions(op: Op, type_: T) -> None:
    x = given(type_, np.ones((0, 2)), scale=0.5)
    scale, zero_point = PARAMETERS[op, type_]
    assert run(op, [x], [out(type_, scale=scale, zero_point=zero_point)])[0].shape == (0, 2)
    for wrong in [(scale * 2, zero_point), (scale, zero_point - 1), (scale, zero_point + 1)]:
        target = out(type_, scale=wrong[0], zero_point=wrong[1])
        assert broken(op, [x], [target]) == ["output_quantization"]
    assert broken(op, [given(T.TENSOR_FLOAT32, [1])], [out(T.TENSOR_FLOAT32)]) == []
    with pytest.raises(Unknown):
        output_shapes(op, [unknown(type_, (2, None))], [out(type_)])


def test_type_versions() -> None:
    logistic_types, tanh_types = find_definition(Op.LOGISTIC).types, find_definition(Op.TANH).types
    assert logistic_types[T.TENSOR_QUANT8_ASYMM] == Version.V1_0
    assert tanh_types[T.TENSOR_QUANT8_ASYMM] == Version.V1_2
