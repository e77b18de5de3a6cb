"""Generated loops and branches find drivers that compute the next states one after the other."""

from __future__ import annotations

import pytest

from benchmarks.detection.device import FaultyDevice
from benchmarks.detection.graph_fault import GraphFault
from conformance.verdicts import VerdictKind
from generators.graph_judge import graph_search, judge_seed
from generators.profile_parameters import parse_profile

LOOPS = parse_profile("default,operations=WHILE,count=1")
BRANCHES = parse_profile("default,operations=IF,count=1")


@pytest.mark.parametrize(
    ("pattern", "condition", "alteration"),
    [
        ("WHILE", "states > 2 and results > 2", "sequential"),
        ("WHILE", "-", "at most"),
        ("WHILE", "-", "one more"),
        ("WHILE", "states > 3", "initial state"),
        ("IF", "results > 1", "swap results"),
        ("IF", "results > 1", "other branch"),
    ],
)
def test_a_wrong_loop_or_branch_is_found(pattern: str, condition: str, alteration: str) -> None:
    fault = GraphFault(pattern, condition.strip("-"), alteration, "", "")
    judge = graph_search(FaultyDevice(fault))
    profile = LOOPS if pattern == "WHILE" else BRANCHES
    kinds = [judge_seed(judge, profile, seed).kind for seed in range(24)]
    assert VerdictKind.FAILED in kinds
