"""LOGICAL_AND, LOGICAL_OR and LOGICAL_NOT on all pairs of booleans.

Bytes other than 0 and 1 are included.
"""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.op_runner import given, out, run

TARGET = [out(T.TENSOR_BOOL8)]
BYTES = [0, 1, 2, 128, 255]


def stored(shape: tuple[int, ...]) -> OperandView:
    return given(T.TENSOR_BOOL8, np.array(BYTES, np.uint8).view(np.bool_), shape=shape)


def test_not() -> None:
    got = run(Op.LOGICAL_NOT, [stored((1, 5, 1, 1, 1))], TARGET)[0]
    assert got.shape == (1, 5, 1, 1, 1)
    assert got.view(np.uint8).ravel().tolist() == [1, 0, 0, 0, 0]
