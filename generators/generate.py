"""Seeds to models: the fast generator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from itertools import accumulate
from typing import Final, NamedTuple

from conformance.hal import INFO, OperandType, OperationType, Version
from conformance.operations import definitions
from generators.constructors import CONSTRUCTORS
from generators.constructors.control_flow import STATE_TYPES
from generators.constructors.movement import emptied
from generators.draws import Draws
from generators.graph import Graph
from generators.knobs import profile_of
from generators.model import Generated, assemble
from generators.profiles import Profile

GENERATOR_VERSION: Final = 6
"""Counts up whenever the same seed gives another graph."""

_USUAL: Final = 16
_CONTROL_FLOW: Final = (OperationType.IF, OperationType.WHILE)


class Cell(NamedTuple):
    """An operation with one of its primary types."""

    operation: OperationType
    type: OperandType

    def __str__(self) -> str:
        return f"{self.operation.name}/{self.type.name}"


class _Menu(NamedTuple):
    """What may be generated: all cells, and by primary type with running totals of weights."""

    cells: tuple[Cell, ...]
    known: frozenset[tuple[int, int]]
    totals: tuple[int, ...]
    by_type: Mapping[OperandType, tuple[tuple[Cell, ...], tuple[int, ...]]]


def cells(profile: Profile, version: Version) -> tuple[Cell, ...]:
    """Every operation with every primary type that profile and version allow."""
    return _menu(profile, version).cells


@cache
def _menu(profile: Profile, version: Version) -> _Menu:
    found: list[Cell] = []
    for code, definition in definitions().items():
        operation = OperationType(code)
        if operation not in CONSTRUCTORS or definition.since > version:
            continue
        found += [
            Cell(operation, type_)
            for type_, since in sorted(definition.types.items())
            if since <= version
        ]
    if profile.control_flow and version >= Version.V1_3:
        found += [Cell(op, type_) for op in _CONTROL_FLOW for type_ in STATE_TYPES]
    found = [
        cell
        for cell in found
        if (not profile.operations or cell.operation in profile.operations)
        and (not profile.types or cell.type in profile.types or not INFO[cell.type].tensor)
        and (profile.cells is None or cell in profile.cells)
    ]
    totals = _totals(found, profile.weights)
    by_type = {}
    for type_ in {cell.type for cell in found}:
        own = tuple(cell for cell in found if cell.type is type_)
        by_type[type_] = own, _totals(own, profile.weights)
    return _Menu(tuple(found), frozenset(found), totals, by_type)


def _totals(found: Sequence[Cell], weights: Mapping[OperationType, int]) -> tuple[int, ...]:
    # An operation weighs the same however many types it has.
    types: dict[OperationType, int] = {}
    for cell in found:
        types[cell.operation] = types.get(cell.operation, 0) + 1
    each = (weights.get(c.operation, _USUAL) * 64 // types[c.operation] for c in found)
    return tuple(accumulate(each))


_NUMBER_BITS: Final = 40
_TYPE_BITS: Final = 4
_CELL_BITS: Final = 12


def seed_of(number: int, focus: Sequence[Cell] = ()) -> int:
    """The seed of graph ``number`` that contains these (at most two) cells for sure.

    A seed says all of a graph: its number in the low 40 bits, then 12 bits for each cell.
    """
    seed = number
    for place, cell in enumerate(focus):
        code = (cell.operation + 1) << _TYPE_BITS | cell.type
        seed |= code << _NUMBER_BITS + _CELL_BITS * place
    return seed


def focus_of(seed: int) -> tuple[tuple[int, int], ...]:
    """Codes of the operations and types that a seed asks for."""
    rest = seed >> _NUMBER_BITS
    found = []
    while rest:
        code = rest & (1 << _CELL_BITS) - 1
        found.append(((code >> _TYPE_BITS) - 1, code & (1 << _TYPE_BITS) - 1))
        rest >>= _CELL_BITS
    return tuple(found)


def generate(profile: Profile | str, seed: int, version: Version | None = None) -> Generated:
    """The graph of a seed: the same on every machine.

    ``version`` limits what is used (the profile's own by default). ``ValueError`` when nothing may
    be generated or the seed is negative.
    """
    chosen = profile_of(profile) if isinstance(profile, str) else profile
    return assemble(build(chosen, seed, chosen.version if version is None else version))


def build(profile: Profile, seed: int, version: Version) -> Graph:
    """The graph before it is put together."""
    if seed < 0:
        raise ValueError(f"the seed is {seed}, must not be negative")
    draws = Draws(entropy_of(profile.name, seed))
    return graph_of(draws, profile, version, focus_of(seed))


def entropy_of(name: str, seed: int) -> int:
    """Return the 128 bits that the random stream of a profile's name and a seed starts from.

    A hash of both, because names are longer than any fixed number of bits. The decimal digits of
    the seed end at the first colon, so no two pairs of seed and name are hashed as the same bytes.
    """
    return int.from_bytes(blake2b(f"{seed}:{name}".encode(), digest_size=16).digest(), "little")


def graph_of(
    draws: Draws, profile: Profile, version: Version, wanted: Sequence[tuple[int, int]] = ()
) -> Graph:
    """A graph of the draws, which contains the wanted operations with their types."""
    menu = _menu(profile, version)
    if not menu.cells:
        raise ValueError(
            f"profile {profile.name}: no operation is left for HAL {version}; "
            "widen its operations or types"
        )
    graph = Graph(draws, profile, version)
    graph.relaxed = version >= Version.V1_1 and draws.chance(1)
    count = draws.between(profile.fewest, profile.most)
    focus = [cell for cell in wanted if cell in menu.known]
    first = draws.below(max(1, count - len(focus) + 1)) if focus else -1
    while len(graph.operations) < count or first >= 0:
        if first >= 0 and len(graph.operations) >= first:
            _add_focus(graph, [Cell(OperationType(o), OperandType(t)) for o, t in focus])
            first = -1
            continue
        cell = _next(graph, menu)
        room = count - len(graph.operations) > 1
        if room and _takes_none(cell, version) and (_SLICE, cell.type) in menu.known:
            _add_emptied(graph, cell)
        else:
            _add(graph, cell)
    _unused(graph)
    return graph


def _add_focus(graph: Graph, focus: Sequence[Cell]) -> None:
    """These operations one after the other, each reading the one before where it can."""
    for place, cell in enumerate(focus):
        if place + 1 < len(focus):
            graph.wished = _ranks_read(focus[place + 1].operation)
        _add(graph, cell)
        graph.wished = frozenset()
        takes_none = any(_takes_none(after, graph.version) for after in focus[place + 1 :])
        outputs = graph.operations[-1].outputs
        graph.urged = [value for value in outputs if value.readable or takes_none]
    graph.urged = []


_SLICE: Final = OperationType.SLICE
_OF_REGIONS: Final = (
    OperationType.ROI_ALIGN,
    OperationType.AXIS_ALIGNED_BBOX_TRANSFORM,
    OperationType.BOX_WITH_NMS_LIMIT,
)
"""These take no regions, but no images or scores without elements."""


@cache
def _takes_none(cell: Cell, version: Version) -> bool:
    """Whether an operation takes tensors without elements, which SLICE can make of the type."""
    definition, slices = definitions().get(cell.operation), definitions()[OperationType.SLICE]
    zero_size = None if definition is None else definition.zero_size
    return (
        zero_size is not None
        and cell.operation not in _OF_REGIONS
        and max(zero_size.since, slices.since) <= version
        and slices.types.get(cell.type, Version.AIDL_V4) <= version
    )


def _add_emptied(graph: Graph, cell: Cell) -> None:
    """An operation that may take a tensor without elements: now and then it is given one."""
    if graph.draws.chance(graph.profile.empty, 64):
        source = graph.tensor(cell.type, sorted(_ranks_read(cell.operation)) or (1, 2, 3, 4))
        graph.urged = [emptied(graph, source)]
        graph.cells.append((OperationType.SLICE, cell.type))
    _add(graph, cell)
    graph.urged = []


def _ranks_read(operation: OperationType) -> frozenset[int]:
    """Ranks that an operation's main tensor may have; empty where any may be."""
    definition = definitions().get(operation)
    if definition is None:
        return frozenset()
    for spec in definition.forms[0].inputs:
        if spec.name == definition.primary and spec.ranks is not None:
            return spec.ranks[max(spec.ranks)]
    return frozenset()


def _add(graph: Graph, cell: Cell) -> None:
    CONSTRUCTORS[cell.operation](graph, cell.operation, cell.type)
    graph.cells.append(cell)


def _next(graph: Graph, menu: _Menu) -> Cell:
    """An operation for one of the newest results, or any operation."""
    draws = graph.draws
    if graph.operations and draws.chance(graph.profile.connect):
        outputs = graph.operations[-1 - draws.below(min(2, len(graph.operations)))].outputs
        suitable = menu.by_type.get(draws.pick(outputs).type)
        if suitable is not None:
            own, totals = suitable
            return own[draws.weighted(totals)]
    return menu.cells[draws.weighted(menu.totals)]


def _unused(graph: Graph) -> None:
    """Operands that nothing reads."""
    if graph.draws.chance(graph.profile.unused, 64):
        type_ = graph.draws.pick((OperandType.TENSOR_FLOAT32, OperandType.TENSOR_INT32))
        graph.fresh(type_, graph.dims(graph.draws.between(1, 3)), constant=True)
