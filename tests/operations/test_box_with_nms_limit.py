"""BOX_WITH_NMS_LIMIT against the contract's text in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from tests.operations.box_samples import (
    F32,
    boxes_of,
    floats,
    indexes,
    ints,
    like,
    tensor_of,
)
from tests.operations.op_runner import out, run

OP = Op.BOX_WITH_NMS_LIMIT


def call(
    primary: T,
    scores: Any,
    boxes: Any,
    images: Any,
    *,
    least: float = 0.3,
    most: int = -1,
    kernel: int = 0,
    overlap: float = 0.4,
    sigma: float = 0.5,
    dropped: float = 0.1,
) -> list[OperandView]:
    return [
        tensor_of(primary, scores),
        boxes_of(primary, boxes),
        indexes(images),
        *floats(primary, least),
        *ints(most, kernel),
        *floats(primary, overlap, sigma, dropped),
    ]


def outputs(inputs: list[OperandView]) -> list[OperandView]:
    scale = inputs[1].scale
    int32 = T.TENSOR_INT32
    return [like(inputs[0]), out(inputs[1].type, scale=scale), out(int32), out(int32)]


def results(inputs: list[OperandView]) -> list[np.ndarray]:
    return run(OP, inputs, outputs(inputs))


CORNERS = [[0, 0, 4, 4], [0, 0, 4, 2], [8, 8, 9, 9], [0, 0, 4, 4]]
"""Overlaps with the first: 1/2, 0, 1."""


def one_class(scores: list[float], **settings: Any) -> list[OperandView]:
    rows = [[0.0, score] for score in scores]
    return call(F32, rows, [[0, 0, 0, 0, *box] for box in CORNERS], [0] * 4, **settings)


def test_hard_kernel_keeps_suppressed_boxes_with_score_zero_if_the_threshold_permits() -> None:
    scores, rois, _, _ = results(one_class([0.75, 0.625, 0.5, 0.25], overlap=0.5, dropped=0.0))
    assert scores.tolist() == [0.75, 0.5, 0.0]
    assert rois[2].tolist() == [0, 0, 4, 2]
