"""SQUEEZE: the remaining dimensions, and unchanged elements."""

from __future__ import annotations

import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import (
    absent,
    given,
    out,
    run,
)

OP = Op.SQUEEZE
F32, I32 = T.TENSOR_FLOAT32, T.TENSOR_INT32
TYPES = [F32, T.TENSOR_FLOAT16, T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED]


def _axes(*axes: int) -> OperandView:
    return given(I32, axes)


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize(
    ("shape", "axes", "expected"),
    [
        ((1, 3, 1, 2), None, (3, 2)),
        ((1, 3, 1, 2), (0,), (3, 1, 2)),
        ((1, 3, 1, 2), (2, 0), (3, 2)),
        ((1, 3, 1, 2), (-2,), (1, 3, 2)),
        ((1, 6), (0, 0, -2), (6,)),
        ((6,), None, (6,)),
        ((1, 1), None, (1,)),
        ((1, 1), (0, 1), (1,)),
        ((1,), (0,), (1,)),
    ],
)
def test_removes_dimensions(
    type_: T, shape: tuple[int, ...], axes: tuple[int, ...] | None, expected: tuple[int, ...]
) -> None:
    count = 1
    for size in shape:
        count *= size
    scale = 1.5 if "QUANT" in type_.name else 0.0
    source = given(type_, range(count), shape=shape, scale=scale)
    listed = absent(I32) if axes is None else _axes(*axes)
    got = run(OP, [source, listed], [out(type_, scale=scale)])[0]
    assert got.shape == expected
    assert got.ravel().tolist() == list(range(count))
