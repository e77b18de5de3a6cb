"""The fast generator, which builds the random graph and the model of a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from itertools import accumulate
from typing import Final, NamedTuple

from conformance.cases.random_source import RandomSource
from conformance.hal import (
    CONTROL_FLOW,
    INFO,
    OperandType,
    OperationType,
    Version,
    is_extension_code,
)
from conformance.operations import definitions, find_definition, vendor_extensions
from conformance.operations.definition.properties import DEFAULT_WEIGHT
from generators.construction.graph_builder import GraphBuilder, primary_ranks
from generators.construction.model_assembly import GeneratedModel, assemble_model
from generators.construction.profiles import Profile
from generators.construction.tensor_values import FINITE_RANGES
from generators.constructors import find_constructor
from generators.constructors.control_flow import STATE_TYPES
from generators.constructors.movement import SLICING, empty_slice
from generators.patterns.motifs import MOTIFS, Motif, add_motif
from generators.patterns.pair_graphs import add_chains
from generators.patterns.pair_plan import pair_graph_plan
from generators.profile_parameters import parse_profile

GENERATOR_VERSION: Final = 13
"""Incremented whenever the same seed generates a different graph."""


_SPECIAL_SHARE: Final = 6
"""Probability, in sixteenths, of special values in a tensor of a graph that has any."""


class OperationCell(NamedTuple):
    """An operation with one of its primary types; the unit in which coverage is counted."""

    operation: OperationType
    type: OperandType

    def __str__(self) -> str:
        return f"{self.operation.name}/{self.type.name}"


class _AvailableCells(NamedTuple):
    """The cells that a profile and version allow, with cumulative weights for a random choice.

    ``members`` holds the codes of all cells. ``by_type`` holds, for each primary type, its cells
    and their cumulative weights.
    """

    cells: tuple[OperationCell, ...]
    members: frozenset[tuple[int, int]]
    cumulative_weights: tuple[int, ...]
    by_type: Mapping[OperandType, tuple[tuple[OperationCell, ...], tuple[int, ...]]]


def allowed_cells(profile: Profile, version: Version) -> tuple[OperationCell, ...]:
    """Return every operation with every primary type that the profile and the version allow."""
    return _available_cells(profile, version).cells


@cache
def _available_cells(profile: Profile, version: Version) -> _AvailableCells:
    found: list[OperationCell] = []
    defined = dict(definitions())
    for name in sorted(profile.extensions):
        defined.update(vendor_extensions()[name].definitions)
    for code, definition in defined.items():
        operation = OperationType(code)
        if definition.since > version:
            continue
        found += [
            OperationCell(operation, type_)
            for type_, since in sorted(definition.types.items())
            if since <= version
        ]
    if profile.control_flow and version >= Version.V1_3:
        found += [OperationCell(op, type_) for op in CONTROL_FLOW for type_ in STATE_TYPES]
    found = [
        cell
        for cell in found
        if (not profile.operations or cell.operation in profile.operations)
        and (not profile.types or cell.type in profile.types or not INFO[cell.type].tensor)
        and (profile.cells is None or cell in profile.cells)
    ]
    totals = _cumulative_weights(found, profile.weights)
    by_type = {}
    for type_ in {cell.type for cell in found}:
        own = tuple(cell for cell in found if cell.type is type_)
        by_type[type_] = own, _cumulative_weights(own, profile.weights)
    return _AvailableCells(tuple(found), frozenset(found), totals, by_type)


def _cumulative_weights(
    found: Sequence[OperationCell], weights: Mapping[OperationType, int]
) -> tuple[int, ...]:
    # The weight of an operation is divided among its types, so that operations with many types
    # are not generated more often.
    types: dict[OperationType, int] = {}
    for cell in found:
        types[cell.operation] = types.get(cell.operation, 0) + 1
    each = (weights.get(c.operation, DEFAULT_WEIGHT) * 64 // types[c.operation] for c in found)
    return tuple(accumulate(each))


_NUMBER_BITS: Final = 40
_TYPE_BITS: Final = 4
_CELL_BITS: Final = 12
_PAIR_MARK: Final = 1
"""The bits above the number in the seed of a pair graph; they are no code of a cell."""


def encode_seed(number: int, focus: Sequence[OperationCell] = ()) -> int:
    """Return the seed of graph ``number``; the graph contains the cells of ``focus`` (at most two).

    The seed and the profile determine the graph completely. The low 40 bits of a seed hold the
    number, and 12 bits follow for each cell. They are too few for a cell of a vendor extension,
    which is left out.
    """
    seed = number
    cells = (cell for cell in focus if not is_extension_code(cell.operation))
    for position, cell in enumerate(cells):
        code = (cell.operation + 1) << _TYPE_BITS | cell.type
        seed |= code << _NUMBER_BITS + _CELL_BITS * position
    return seed


def encode_pair_seed(number: int) -> int:
    """Return the seed of pair graph ``number`` (``generators.patterns.pair_plan``)."""
    return number | _PAIR_MARK << _NUMBER_BITS


def is_pair_seed(seed: int) -> bool:
    """Return whether a seed names a pair graph."""
    return seed >> _NUMBER_BITS == _PAIR_MARK


def decode_focus(seed: int) -> tuple[tuple[int, int], ...]:
    """Return the operation and type codes of the cells that a seed requires."""
    rest = seed >> _NUMBER_BITS
    found = []
    while rest:
        code = rest & (1 << _CELL_BITS) - 1
        found.append(((code >> _TYPE_BITS) - 1, code & (1 << _TYPE_BITS) - 1))
        rest >>= _CELL_BITS
    return tuple(found)


def generate(profile: Profile | str, seed: int, version: Version | None = None) -> GeneratedModel:
    """Return the model that a seed generates, which is the same on every machine.

    ``version`` limits the operations and types (default: the profile's version). Raise
    ``ValueError`` if the profile and version allow no operation or if the seed is negative.
    """
    chosen = parse_profile(profile) if isinstance(profile, str) else profile
    return assemble_model(build_graph(chosen, seed, chosen.version if version is None else version))


def build_graph(profile: Profile, seed: int, version: Version) -> GraphBuilder:
    """Return the graph of a seed, not yet assembled into a model."""
    if seed < 0:
        raise ValueError(f"the seed is {seed}, but it must not be negative")
    random = RandomSource(entropy_of(profile.name, seed))
    if is_pair_seed(seed):
        graphs = pair_graph_plan(allowed_cells(profile, version), version).graphs
        if graphs:
            number = seed & (1 << _NUMBER_BITS) - 1
            graph = GraphBuilder(random, profile, version)
            graph.relaxed = version >= Version.V1_1 and random.chance(1)
            graph.special_values = 0
            members = _available_cells(profile, version).members
            add_chains(graph, graphs[number % len(graphs)], members)
            return graph
    return build_graph_from(random, profile, version, decode_focus(seed))


def entropy_of(name: str, seed: int) -> int:
    """Return the 128 bits that initialise the random stream for a profile's name and a seed.

    The bits are a hash, because a name can be arbitrarily long. A colon separates the seed's
    decimal digits from the name, so that different pairs are hashed as different bytes.
    """
    return int.from_bytes(blake2b(f"{seed}:{name}".encode(), digest_size=16).digest(), "little")


def build_graph_from(
    random: RandomSource,
    profile: Profile,
    version: Version,
    required_cells: Sequence[tuple[int, int]] = (),
) -> GraphBuilder:
    """Return a graph built from the random numbers of ``random``.

    ``required_cells`` are codes of operations and types that the graph must contain, except cells
    that the profile or the version does not allow. They are added in a row at a random position.
    """
    available = _available_cells(profile, version)
    if not available.cells:
        raise ValueError(
            f"profile {profile.name}: it allows no operation of HAL {version}; "
            "allow more operations or types"
        )
    graph = GraphBuilder(random, profile, version)
    graph.relaxed = version >= Version.V1_1 and random.chance(1)
    if profile.special_graphs and random.chance(profile.special_graphs, 64):
        graph.special_values = max(graph.special_values, _SPECIAL_SHARE)
    if profile.value_ranges and not profile.value_range and random.chance(profile.value_ranges, 64):
        graph.value_range = random.choice(FINITE_RANGES)
    if profile.large_shapes and not profile.large_form:
        graph.large_shapes = random.chance(profile.large_shapes, 64)
    count = random.between(profile.min_operations, profile.max_operations)
    focus = [cell for cell in required_cells if cell in available.members]
    motif = None if focus else _choose_motif(graph, count)
    length = len(focus) if motif is None else len(motif.steps)
    first = random.below(max(1, count - length + 1)) if length else -1
    while len(graph.operations) < count or first >= 0:
        if first >= 0 and len(graph.operations) >= first:
            if motif is None:
                _add_focus(
                    graph, [OperationCell(OperationType(o), OperandType(t)) for o, t in focus]
                )
            else:
                add_motif(graph, motif, available.members, list(available.by_type))
            first = -1
            continue
        cell = _choose_cell(graph, available)
        more_than_one_left = count - len(graph.operations) > 1
        if (
            more_than_one_left
            and _accepts_zero_size(cell, version)
            and (SLICING, cell.type) in available.members
            and random.chance(profile.zero_size, 64)
        ):
            ranks = sorted(primary_ranks(cell.operation)) or (1, 2, 3, 4)
            graph.preferred_inputs = [empty_slice(graph, graph.get_tensor(cell.type, ranks))]
        _add_operation(graph, cell)
        graph.preferred_inputs = []
    if random.chance(profile.unused_operand, 64):
        type_ = random.choice((OperandType.TENSOR_FLOAT32, OperandType.TENSOR_INT32))
        graph.new_tensor(type_, graph.random_dims(random.between(1, 3)), constant=True)
    return graph


def _choose_motif(graph: GraphBuilder, count: int) -> Motif | None:
    """Return, with the profile's probability, a pattern of at most ``count`` operations."""
    share = graph.profile.motifs
    if not share or not graph.random.chance(share, 64):
        return None
    motif = graph.random.choice(MOTIFS)
    return motif if len(motif.steps) <= count else None


def _add_focus(graph: GraphBuilder, focus: Sequence[OperationCell]) -> None:
    """Add these operations in order; each reads an output of its predecessor if possible."""
    for position, cell in enumerate(focus):
        if position + 1 < len(focus):
            graph.preferred_ranks = primary_ranks(focus[position + 1].operation)
        _add_operation(graph, cell)
        graph.preferred_ranks = frozenset()
        accepts_zero_size = any(
            _accepts_zero_size(later, graph.version) for later in focus[position + 1 :]
        )
        outputs = graph.operations[-1].outputs
        graph.preferred_inputs = [value for value in outputs if value.readable or accepts_zero_size]
    graph.preferred_inputs = []


@cache
def _accepts_zero_size(cell: OperationCell, version: Version) -> bool:
    """Return whether an operation accepts a zero-size tensor that SLICE can produce."""
    definition, slices = find_definition(cell.operation), definitions()[SLICING]
    return (
        definition is not None
        and definition.zero_size is not None
        and definition.properties.sampling.zero_size_input
        and definition.zero_size.since <= version
        and max(slices.since, slices.types.get(cell.type, Version.AIDL_V4)) <= version
    )


def _add_operation(graph: GraphBuilder, cell: OperationCell) -> None:
    find_constructor(cell.operation)(graph, cell.operation, cell.type)
    graph.cells.append(cell)


def _choose_cell(graph: GraphBuilder, available: _AvailableCells) -> OperationCell:
    """Return the cell to generate next.

    With probability ``reuse`` its primary type is that of an output of the last two operations,
    so that it can read this output. Otherwise any available cell is chosen.
    """
    random = graph.random
    if graph.operations and random.chance(graph.profile.reuse):
        outputs = graph.operations[-1 - random.below(min(2, len(graph.operations)))].outputs
        suitable = available.by_type.get(random.choice(outputs).type)
        if suitable is not None:
            own, totals = suitable
            return own[random.weighted_index(totals)]
    return available.cells[random.weighted_index(available.cumulative_weights)]
