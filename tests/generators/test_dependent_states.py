"""Generated loops and branches find drivers that compute the next states one after the other."""

from __future__ import annotations

import pytest

from benchmarks.detection.device import FaultyDevice
from benchmarks.detection.graph_fault import GraphFault
from conformance.hal import OperandType, OperationType
from conformance.verdicts import VerdictKind
from generators.generate import build_graph
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


def test_loops_have_states_of_several_types_and_shapes() -> None:
    """The counter is at any place, and some loops have states of different shapes."""
    places, counts, shapes, types = set(), set(), set(), set()
    for seed in range(80):
        graph = build_graph(LOOPS, seed, LOOPS.version)
        loop = graph.operations[-1]
        assert loop.type is OperationType.WHILE
        states = loop.inputs[2:]
        counts.add(len(states))
        types |= {value.type for value in states}
        floats = [v.dims for v in states if v.type is OperandType.TENSOR_FLOAT32]
        shapes.add(len(set(floats)))
        condition = graph.subgraphs[-2]
        assert condition.inputs is not None
        places.add(condition.inputs.index(condition.operations[0].inputs[0]))
    assert counts >= {2, 4, 5}
    assert places >= {0, 1, 2, 3}
    assert 2 in shapes
    assert len(types) >= 6
