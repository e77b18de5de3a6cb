"""L2_NORMALIZATION against its formula in plain Python."""

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

OP = Op.L2_NORMALIZATION
AXES = [((5,), None), ((2, 3), 0), ((2, 3, 4), -2), ((2, 3, 2, 4), None), ((2, 3, 2, 4), 1)]


def inputs_of(x: OperandView, axis: int | None) -> list[OperandView]:
    return [x] if axis is None else [x, given(T.INT32, axis)]


def by_formula(values: np.ndarray, axis: int | None) -> np.ndarray:
    lines = np.moveaxis(values.astype(float), -1 if axis is None else axis, -1)
    expected = np.empty(lines.shape)
    for index in np.ndindex(lines.shape[:-1]):
        line = lines[index].tolist()
        norm = math.sqrt(math.fsum(v * v for v in line)) or 1.0
        expected[index] = [v / norm for v in line]
    return np.moveaxis(expected, -1, -1 if axis is None else axis)


@pytest.mark.parametrize(("shape", "axis"), AXES)
@pytest.mark.parametrize("type_", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
def test_floats(type_: T, shape: tuple[int, ...], axis: int | None) -> None:
    x = given(type_, np.random.default_rng(3).normal(0, 10, shape))
    got = run(OP, inputs_of(x, axis), [out(type_)])[0]
    expected = by_formula(x.value, axis).astype(got.dtype)
    np.testing.assert_array_max_ulp(got, expected, 1)
