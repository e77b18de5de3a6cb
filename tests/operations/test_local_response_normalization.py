"""LOCAL_RESPONSE_NORMALIZATION against its formula in plain Python."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import (
    given,
    out,
    run,
)

OP = Op.LOCAL_RESPONSE_NORMALIZATION


def inputs_of(
    x: OperandView,
    radius: int = 1,
    bias: float = 1.0,
    alpha: float = 0.5,
    beta: float = 0.75,
    axis: int | None = None,
) -> list[OperandView]:
    width = T.FLOAT16 if x.type == T.TENSOR_FLOAT16 else T.FLOAT32
    scalars = [given(width, bias), given(width, alpha), given(width, beta)]
    inputs = [x, given(T.INT32, radius), *scalars]
    return inputs if axis is None else [*inputs, given(T.INT32, axis)]


def by_formula(
    values: np.ndarray, radius: int, bias: float, alpha: float, beta: float, axis: int
) -> np.ndarray:
    lines = np.moveaxis(values.astype(float), axis, -1)
    expected = np.empty(lines.shape)
    for index in np.ndindex(lines.shape[:-1]):
        line = lines[index].tolist()
        expected[index] = [
            v
            / (bias + alpha * math.fsum(w * w for w in line[max(0, d - radius) : d + radius + 1]))
            ** beta
            for d, v in enumerate(line)
        ]
    return np.moveaxis(expected, -1, axis)


@pytest.mark.parametrize("radius", [0, 1, 2, 3, 4, 5, 2**31 - 1])
@pytest.mark.parametrize(
    ("shape", "axis"),
    [((2, 1, 2, 5), None), ((5, 2), 0), ((5,), -1), ((2, 5, 3), 1), ((2, 5, 3, 1), -3)],
)
@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_floats(type_: T, shape: tuple[int, ...], axis: int | None, radius: int) -> None:
    x = given(type_, np.random.default_rng(5).normal(0, 3, shape))
    got = run(OP, inputs_of(x, radius, 2.0, 0.25, 0.5, axis), [out(type_)])[0]
    expected = by_formula(x.value, radius, 2.0, 0.25, 0.5, -1 if axis is None else axis)
    np.testing.assert_array_max_ulp(got, expected.astype(got.dtype), 1)
