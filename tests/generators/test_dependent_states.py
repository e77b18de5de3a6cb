"""Generated loops and branches find drivers that compute the next states one after the other."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.detection.device import FaultyDevice
from benchmarks.detection.graph_fault import GraphFault
from conformance.hal import OperandType, OperationType
from conformance.verdicts import VerdictKind
from generators.generate import build_graph, generate
from generators.graph_judge import graph_search, judge_seed
from generators.oracle import compute_outputs
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


def test_some_models_have_two_loops_or_branches_of_equal_operands() -> None:
    for profile in (LOOPS, BRANCHES):
        equal = 0
        for seed in range(40):
            made = build_graph(profile, seed, profile.version).operations
            operands = [
                sorted(str((value.type, value.dims)) for value in each.inputs if value.dims)
                for each in made
                if each.type in (OperationType.WHILE, OperationType.IF)
            ]
            equal += len(operands) == 2 and operands[0] == operands[1]
        assert equal >= 4


def test_operands_of_subgraphs_are_numbered_in_any_order() -> None:
    inputs = outputs = 0
    for seed in range(40):
        for subgraph in generate(LOOPS, seed).model.referenced:
            inputs += list(subgraph.input_indexes) != sorted(subgraph.input_indexes)
            outputs += list(subgraph.output_indexes) != sorted(subgraph.output_indexes)
    assert inputs > 20
    assert outputs > 20


def test_integers_of_loops_exceed_16_and_24_bits() -> None:
    profile = parse_profile("default,operations=WHILE,types=TENSOR_INT32,count=1")
    largest = 0
    for seed in range(40):
        graph = generate(profile, seed).graph
        assert graph is not None
        compute_outputs(graph)
        for operation in graph.operations:
            for value in operation.outputs:
                assert value.value is not None
                largest = max(largest, int(np.abs(value.value.astype(np.int64)).max()))
    assert largest > 2**24
