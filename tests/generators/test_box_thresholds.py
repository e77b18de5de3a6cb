"""Boxes at a threshold may be kept or dropped; other boxes must be as the threshold requires.

Scores, overlaps and sizes are simple fractions, from which the expected boxes follow by hand.
"""

from __future__ import annotations

import numpy as np
import pytest

from conformance.operations.definition.operands import Array
from conformance.verdicts import VerdictKind
from tests.generators.spec_verdicts import judged, written
from tests.sample_drivers.values.legal_arithmetic import (
    DropsBoxesAtThresholds,
    DropsBoxesOfMinimumSize,
    KeepsBoxesAtOverlap,
    MovesThresholds,
)

PROPOSALS = """
scores = Input("scores", ("TENSOR_FLOAT32", [1, 1, 1, 2]))
deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 1, 1, 8]))
anchors = Parameter("anchors", ("TENSOR_FLOAT32", [2, 4]), [0, 0, 4, 4, 16, 16, 28, 28])
sizes = Parameter("sizes", ("TENSOR_FLOAT32", [1, 2]), [32, 32])
outs = [Output("best", ("TENSOR_FLOAT32", [2])), Output("kept", ("TENSOR_FLOAT32", [2, 4])),
        Output("images", ("TENSOR_INT32", [2]))]
model = Model("m").IntroducedIn("V1_2").Operation("GENERATE_PROPOSALS", scores, deltas, anchors,
    sizes, 4.0, 4.0, -1, -1, 0.5, {}, False).To(*outs)
Example(dict(zip([scores, deltas, *outs], [[0.5, 0.75], [0] * 8, [0.75, 0.5],
    [16, 16, 28, 28, 0, 0, 4, 4], [0, 0]])), model=model)
"""
"""Boxes of 4 x 4 and 12 x 12; the parameter is the minimum size."""

NMS = """
scores = Input("scores", ("TENSOR_FLOAT32", [2, 2]))
rois = Input("rois", ("TENSOR_FLOAT32", [2, 8]))
owners = Int32Vector("owners", [0, 0])
outs = [Output("best", ("TENSOR_FLOAT32", [{1}])), Output("kept", ("TENSOR_FLOAT32", [{1}, 4])),
        Output("classes", ("TENSOR_INT32", [{1}])), Output("images", ("TENSOR_INT32", [{1}]))]
model = Model("m").IntroducedIn("V1_2").Operation("BOX_WITH_NMS_LIMIT", scores, rois, owners,
    {0}).To(*outs)
Example(dict(zip([scores, rois, *outs], [[0, 0.75, 0, 0.5], [0, 0, 4, 4] * 2 + [0, 0, 4, 2] * 2,
    [0.75, 0.5][:{1}], [0, 0, 4, 4, 0, 0, 4, 2][:4 * {1}], [1] * {1}, [0] * {1}])), model=model)
"""
"""Boxes of 4 x 4 and 4 x 2 with an overlap of 1/2; the parameters are thresholds and the count."""


class DoublesThresholds(MovesThresholds):
    """Compares with the double thresholds."""

    thresholds = ("min_size", "iou_threshold", "score_threshold")

    def moved(self, value: Array) -> Array:
        return np.asarray(value * 2, value.dtype)


@pytest.mark.parametrize(
    ("driver", "at_threshold", "elsewhere"),
    [
        (DropsBoxesOfMinimumSize, PROPOSALS.format("4.0"), PROPOSALS.format("3.0")),
        (
            KeepsBoxesAtOverlap,
            NMS.format("0.25, -1, 0, 0.5, 1.0, 0.125", 1),
            NMS.format("0.125, -1, 0, 0.375, 1.0, 0.125", 1),
        ),
        (
            DropsBoxesAtThresholds,
            NMS.format("0.5, -1, 0, 0.75, 1.0, 0.125", 2),
            NMS.format("0.375, -1, 0, 0.75, 1.0, 0.125", 2),
        ),
    ],
    ids=["size", "overlap", "score"],
)
def test_a_box_at_a_threshold_may_be_kept_or_dropped(tmp_path, driver, at_threshold, elsewhere):
    example = written(tmp_path, at_threshold)
    assert judged(driver(), example).kind is VerdictKind.PASSED
    example = written(tmp_path, elsewhere)
    assert judged(driver(), example).kind is VerdictKind.PASSED
    verdict = judged(DoublesThresholds(), example)
    assert verdict.kind is VerdictKind.FAILED, verdict
