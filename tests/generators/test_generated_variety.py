"""Random graphs contain the values, sizes, arguments and structures that faults depend on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
import pytest

from conformance.cases.random_source import RandomSource
from conformance.hal import CONTROL_FLOW, OperandType, OperationType, Version
from generators.construction import tensor_values
from generators.construction.graph_builder import GeneratedOperation, GraphBuilder
from generators.construction.operand_builder import MODEL_INPUT, GeneratedOperand
from generators.construction.profiles import PROFILES
from generators.generate import (
    OperationCell,
    allowed_cells,
    encode_seed,
    generate,
)
from generators.patterns.motifs import MOTIFS, Motif, add_motif
from generators.profile_parameters import parse_profile

_O, _T = OperationType, OperandType
NEWEST = Version.AIDL_V3
TRUE = set(tensor_values.TRUE_BYTES)


@pytest.fixture(scope="module")
def graphs() -> list[GraphBuilder]:
    """Return the first graphs of the default profile."""
    found = [generate("default", seed).graph for seed in range(1500)]
    return [graph for graph in found if graph is not None]


def _operations(graph: GraphBuilder) -> Iterator[GeneratedOperation]:
    for one in (graph, *graph.subgraphs):
        yield from one.operations


def _graphs_with(cell: OperationCell, count: int, profile: str = "default") -> list[GraphBuilder]:
    made = [generate(profile, encode_seed(n, [cell])).graph for n in range(count)]
    return [graph for graph in made if graph is not None]


# ---------------------------------------------------------------------------------- values


def test_true_has_several_bytes_in_every_place(graphs: list[GraphBuilder]) -> None:
    seen: defaultdict[str, set[int]] = defaultdict(set)
    for graph in graphs:
        for value in graph.operands:
            if value.type in (_T.TENSOR_BOOL8, _T.BOOL) and value.data is not None:
                kind = "input" if value.lifetime is MODEL_INPUT else "constant"
                seen[f"{value.type.name} {kind}"] |= set(value.data)
        for made in _operations(graph):
            if made.type is _O.IF and made.inputs[0].data is not None:
                seen["condition"] |= set(made.inputs[0].data)
    places = ("TENSOR_BOOL8 input", "TENSOR_BOOL8 constant", "BOOL input", "BOOL constant")
    for place in (*places, "condition"):
        assert seen[place] >= TRUE, place
        assert seen[place] <= {0, *TRUE}, place


def _numbers(value: GeneratedOperand) -> np.ndarray:
    assert value.value is not None
    return np.asarray(value.value, np.float64).reshape(-1)


@pytest.mark.parametrize("name", ["SQRT", "LOG", "RSQRT", "POW"])
def test_operations_of_limited_domain_read_its_ends(name: str) -> None:
    cell = OperationCell(_O[name], _T.TENSOR_FLOAT32)
    seen: set[str] = set()
    for graph in _graphs_with(cell, 120, "special,count=1"):
        for made in graph.operations:
            if made.type is cell.operation and made.inputs[0].data is not None:
                values = _numbers(made.inputs[0])
                assert not (values < 0).any(), "the result would be undefined"
                seen |= {"zero"} if (values == 0).any() else set()
                seen |= {"infinity"} if np.isinf(values).any() else set()
                seen |= {"nan"} if np.isnan(values).any() else set()
                seen |= {"large"} if (values == np.float32(3e38)).any() else set()
    assert seen == {"zero", "infinity", "nan", "large"}


# ------------------------------------------------------------------------------- arguments


def test_every_scalar_takes_several_values_and_differs_from_its_siblings() -> None:
    """Scalars of one type that are always equal would hide that a driver confuses them."""
    cells: defaultdict[OperationType, list[OperationCell]] = defaultdict(list)
    for cell in allowed_cells(PROFILES["default"], NEWEST):
        if cell.operation not in CONTROL_FLOW:
            cells[cell.operation].append(cell)
    wrong = []
    for operation, own in cells.items():
        values: defaultdict[str, set[float]] = defaultdict(set)
        pairs: set[tuple[str, str]] = set()
        different: set[tuple[str, str]] = set()
        for number in range(60):
            if (
                number >= 20
                and pairs == different
                and min(map(len, values.values()), default=2) > 1
            ):
                break
            for made in _graphs_with_seed(number, own):
                scalars = _scalars(made) if made.type is operation else {}
                for name, (_, value) in scalars.items():
                    values[name].add(value)
                for first, second in combinations(scalars, 2):
                    if scalars[first][0] is scalars[second][0]:
                        pairs.add((first, second))
                        if scalars[first][1] != scalars[second][1]:
                            different.add((first, second))
        wrong += [
            f"{operation.name}: {name} is constant" for name in values if len(values[name]) < 2
        ]
        wrong += [f"{operation.name}: {a} equals {b}" for a, b in sorted(pairs - different)]
    assert wrong == []


def _graphs_with_seed(number: int, own: list[OperationCell]) -> list[GeneratedOperation]:
    seed = encode_seed(number, [own[number % len(own)]])
    graph = generate("default,count=1-2", seed).graph
    assert graph is not None
    return graph.operations


def _scalars(made: GeneratedOperation) -> dict[str, tuple[OperandType, float]]:
    assert made.call is not None
    found = {}
    for name, position in made.call.places.items():
        operand = made.inputs[position]
        if operand.info is not None and not operand.info.tensor and operand.value is not None:
            found[name] = operand.type, operand.value.item()
    return found


# ---------------------------------------------------------------------------------- motifs


def _insert(motif: Motif, seed: int) -> GraphBuilder:
    profile = parse_profile("default,control_flow=0")
    graph = GraphBuilder(RandomSource(seed), profile, NEWEST)
    members = frozenset(allowed_cells(profile, NEWEST))
    add_motif(graph, motif, members, sorted({cell.type for cell in members}))
    return graph


@pytest.mark.parametrize("motif", MOTIFS, ids=lambda motif: motif.name)
def test_the_operations_of_a_motif_read_each_other(motif: Motif) -> None:
    complete = 0
    for seed in range(40):
        made = _insert(motif, seed).operations
        assert len(made) <= len(motif.steps)
        linked = (
            any(value in second.inputs for value in first.outputs)
            for first, second in pairwise(made)
        )
        complete += len(made) == len(motif.steps) and all(linked)
    assert complete >= 4
