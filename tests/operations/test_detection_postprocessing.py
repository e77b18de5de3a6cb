"""DETECTION_POSTPROCESSING against the contract's text in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.box_samples import F32, flag, floats, ints
from tests.operations.op_runner import given, out, run

OP = Op.DETECTION_POSTPROCESSING


def call(
    primary: T,
    scores: Any,
    deltas: Any,
    anchors: Any,
    *,
    scales: tuple[float, ...] = (8.0, 4.0, 2.0, 2.0),
    regular: bool = False,
    most: int = 5,
    classes: int = 1,
    per_class: int = 3,
    least: float = 0.25,
    overlap: float = 0.5,
    background: bool = False,
) -> list[OperandView]:
    return [
        given(primary, scores),
        given(primary, deltas),
        given(primary, anchors),
        *floats(primary, *scales),
        flag(regular),
        *ints(most, classes, per_class),
        *floats(primary, least, overlap),
        flag(background),
    ]


def outputs(primary: T) -> list[OperandView]:
    return [out(primary), out(primary), out(T.TENSOR_INT32), out(T.TENSOR_INT32)]


def test_values_computed_by_hand() -> None:
    scores = [[[0, 0.5, 0.25], [0.9, 0.125, 0.75], [1, 0.0625, 0]]]
    anchors = [[1, 1, 2, 2], [1, 1.5, 2, 2], [9, 9, 2, 2]]
    deltas = np.zeros((1, 3, 4))
    # the first two overlap by 3/5
    inputs = call(F32, scores, deltas, anchors, overlap=0.5, least=0.0625, classes=2)
    got = run(OP, inputs, outputs(F32))
    assert got[0][0, :4].tolist() == [0.75, 0.125, 0.0625, 0]
    assert got[1][0, :4].tolist() == [[0, 0.5, 2, 2.5]] * 2 + [[8, 8, 10, 10]] * 2
    assert got[2][0, :4].tolist() == [1, 0, 0, 1]
    assert got[3].tolist() == [4]
    inputs = call(F32, scores, deltas, anchors, overlap=0.5, least=0.0625, regular=True)
    got = run(OP, inputs, outputs(F32))
    assert got[0].tolist() == [[0.75, 0.5, 0.0625, 0, 0]]
    assert got[2].tolist() == [[1, 0, 0, 0, 0]]
    assert got[3].tolist() == [3]
