"""Results that the contract leaves unspecified never fail, but faults next to them do.

The clauses are in ``docs/explanation/accuracy.md``.
"""

from __future__ import annotations

import pytest

from conformance.harness.judge import Judge
from conformance.verdicts import VerdictKind
from generators.graph_judge import graph_search, judge_seed
from generators.profile_parameters import parse_profile
from tests.generators.spec_verdicts import SYNC, bundled, judged
from tests.sample_drivers.graphs.other_choices import (
    CONFORMING_DEVICES,
    BoxesReversed,
    LastOfEqual,
    LastPeaks,
)
from tests.sample_drivers.graphs.wrong_choices import (
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
