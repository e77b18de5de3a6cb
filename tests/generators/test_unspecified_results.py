"""Results that the contract leaves unspecified never fail, but faults next to them do.

The clauses are in ``docs/explanation/accuracy.md``.
"""

from __future__ import annotations

import numpy as np
import pytest

from conformance.harness.judge import Judge
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from generators.graph_judge import graph_search, judge_seed
from generators.profile_parameters import parse_profile
from tests.generators.spec_verdicts import SYNC, bundled, judged, written
from tests.sample_drivers.graphs.other_choices import (
    CONFORMING_DEVICES,
    BoxesReversed,
    Choosing,
    LastOfEqual,
    LastPeaks,
    LaterBoxes,
)
from tests.sample_drivers.graphs.wrong_choices import (
    BeforeEdges,
    BoxTwice,
    PeakElsewhere,
    ProposalsMoved,
    ScoresAlone,
    Smallest,
    Ungrouped,
)


@pytest.mark.parametrize(
    ("device", "stem"),
    [
        (LastOfEqual, "argmax"),
        (BoxesReversed, "box_with_nms_limit"),
        (BoxesReversed, "generate_proposals"),
        (LastPeaks, "heatmap_max_keypoint"),
    ],
)
def test_without_the_interval_check_these_drivers_fail(device, stem):
    """Without the interval check some of these examples fail, so the check excuses them."""
    judge = Judge(device())
    verdicts = [judge.judge(example, example.name, SYNC)[0] for example in bundled(stem, 3)]
    kinds = {verdict.kind for verdict in verdicts}
    assert VerdictKind.PASSED in kinds
    assert VerdictKind.FAILED in kinds


@pytest.mark.parametrize(
    ("device", "stem", "least"),
    [
        (Smallest, "argmax", 0.4),
        (ScoresAlone, "box_with_nms_limit", 0.5),
        (BoxTwice, "box_with_nms_limit", 0.5),
        (Ungrouped, "box_with_nms_limit", 0.05),
        (ProposalsMoved, "generate_proposals", 0.5),
        (PeakElsewhere, "heatmap_max_keypoint", 0.7),
    ],
)
def test_a_faulty_driver_fails_the_same_specs(device, stem, least):
    verdicts = [judged(device(), example) for example in bundled(stem, 7)]
    failed = [verdict for verdict in verdicts if verdict.kind is VerdictKind.FAILED]
    assert {verdict.rule for verdict in failed} <= {"values", "values.nan"}
    assert len(failed) >= least * len(verdicts), f"{len(failed)} of {len(verdicts)}"


EQUAL_BEST_SCORES = """
scores = Input("scores", ("TENSOR_FLOAT32", [1, 3, 3]))
deltas = Parameter("deltas", ("TENSOR_FLOAT32", [1, 3, 4]), [0] * 12)
anchors = Parameter(
    "anchors", ("TENSOR_FLOAT32", [3, 4]), [0, 0, 1, 1, 5, 5, 1, 1, 10, 10, 1, 1]
)
outputs = (
    Output("best", ("TENSOR_FLOAT32", [1, 6])),
    Output("boxes", ("TENSOR_FLOAT32", [1, 6, 4])),
    Output("classes", ("TENSOR_INT32", [1, 6])),
    Output("count", ("TENSOR_INT32", [1])),
)
arguments = (1.0, 1.0, 1.0, 1.0, False, 3, 2, 2, 0.2, 0.5, False)
Model().Operation("DETECTION_POSTPROCESSING", scores, deltas, anchors, *arguments).To(*outputs)
first, second, third = ([y - 0.5, y - 0.5, y + 0.5, y + 0.5] for y in (0, 5, 10))
Example({
    scores: [0, 0.75, 0.5, 0, 0.75, 0.25, 0, 0.9, 0.1],
    outputs[0]: [0.9, 0.1, 0.75, 0.5, 0.75, 0.25],
    outputs[1]: [*third, *third, *first, *first, *second, *second],
    outputs[2]: [0, 1] * 3,
    outputs[3]: [6],
})
"""


def test_boxes_with_equal_best_scores_keep_their_other_classes(tmp_path):
    """Of two boxes with equal best scores either may be first; its second class goes with it."""
    example = written(tmp_path, EQUAL_BEST_SCORES)
    assert Judge(LaterBoxes()).judge(example, "", SYNC)[0].kind is VerdictKind.FAILED
    for driver in (ReferenceDevice(), LaterBoxes()):
        assert judged(driver, example).kind is VerdictKind.PASSED
    assert judged(SecondClassFirst(), example).kind is VerdictKind.FAILED


class SecondClassFirst(Choosing):
    """Exchanges the two rows of each box."""

    def chosen(self, call, kernel, inputs):
        *rows, count = kernel(inputs)
        return [*(np.ascontiguousarray(row[:, [1, 0, 3, 2, 5, 4]]) for row in rows), count]


# ------------------------------------------------------------------------------ random graphs

SEEDS = 150


def assert_graphs_pass(device, profile, seeds):
    """Assert that a driver passes the first random graphs of a profile."""
    judge = graph_search(device)
    failed = [
        (seed, record.reason)
        for seed in range(seeds)
        if (record := judge_seed(judge, parse_profile(profile), seed)).kind != VerdictKind.PASSED
    ]
    assert not failed, failed[:3]


@pytest.mark.parametrize("seeds", [SEEDS // 15, pytest.param(SEEDS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("profile", ["default", "special"])
@pytest.mark.parametrize("device", CONFORMING_DEVICES)
def test_conforming_drivers_pass_random_graphs(device, profile, seeds):
    assert_graphs_pass(device(), profile, seeds)


NARROW = "default,operations={},count=1-3"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("device", "profile"),
    [
        (ScoresAlone, NARROW.format("BOX_WITH_NMS_LIMIT")),
        (BoxTwice, NARROW.format("BOX_WITH_NMS_LIMIT")),
        (ProposalsMoved, NARROW.format("GENERATE_PROPOSALS")),
        (PeakElsewhere, NARROW.format("HEATMAP_MAX_KEYPOINT")),
        (BeforeEdges, NARROW.format("RESIZE_NEAREST_NEIGHBOR")),
    ],
)
def test_faulty_drivers_fail_random_graphs(device, profile):
    judge = graph_search(device())
    records = [judge_seed(judge, parse_profile(profile), seed) for seed in range(SEEDS)]
    failed = [record for record in records if record.kind == VerdictKind.FAILED]
    assert len(failed) >= SEEDS // 10, f"{len(failed)} of {SEEDS}"
