"""Strategies of hypothesis for what a driver is handed: the same graphs, shrinking well.

A graph is a function of the numbers that its constructors draw. Here hypothesis draws them, so that
it can shrink a failing graph by shrinking them: fewer operations, smaller sizes, plainer choices.
Needs ``hypothesis``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final, TypeVar

from hypothesis import strategies as st

from conformance.hal import INFO, OperandType, OperationType, Version
from conformance.specfile.example import Example
from generators import values
from generators.draws import Draws
from generators.generate import Cell, build, cells, graph_of
from generators.graph import Graph
from generators.knobs import profile_of
from generators.model import Generated, assemble
from generators.oracle import example_of
from generators.profiles import PROFILES, Profile

_T = TypeVar("_T")
_SMALL: Final = replace(PROFILES["default"], name="small", fewest=1, most=4)
_WINDOWS: Final = 1 << 10


@cache
def _up_to(limit: int) -> st.SearchStrategy[int]:
    """Numbers below a limit, of which there are few: making a strategy takes longer than a draw."""
    return st.integers(0, limit - 1)


class HypothesisDraws(Draws):
    """Draws that hypothesis makes; smaller numbers are simpler."""

    __slots__ = ("_data",)

    def __init__(self, draw: st.DrawFn) -> None:
        self._data = draw

    def below(self, limit: int) -> int:
        if limit > _WINDOWS:  # where a table's window begins tells nothing
            limit = _WINDOWS
        return self._data(_up_to(limit)) if limit > 1 else 0

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def chance(self, part: int, whole: int = 16) -> bool:
        return whole - 1 - self.below(whole) < part if part < whole else True

    def weighted(self, cumulative: Sequence[int]) -> int:
        return self.below(len(cumulative))

    def pick(self, choices: Sequence[_T]) -> _T:
        return choices[self.below(len(choices))]


def tensor_types(version: Version = Version.AIDL_V3) -> st.SearchStrategy[OperandType]:
    """Tensor types of a version (per-channel ones and OEM ones excepted)."""
    left_out = (OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL, OperandType.TENSOR_OEM_BYTE)
    return st.sampled_from(
        [
            info.type
            for info in INFO.values()
            if info.tensor and info.since <= version and info.type not in left_out
        ]
    )


@st.composite
def tensors(
    draw: st.DrawFn,
    type_: OperandType | None = None,
    most_rank: int = 4,
    profile: Profile = _SMALL,
) -> tuple[OperandType, tuple[int, ...], bytes]:
    """Type, shape and data of a tensor."""
    chosen = draw(tensor_types()) if type_ is None else type_
    draws = HypothesisDraws(draw)
    graph = Graph(draws, profile, profile.version)
    value = graph.fresh(chosen, graph.dims(draws.between(1, most_rank)), kind=values.ANY)
    assert value.data is not None
    return chosen, value.shape, value.data


@st.composite
def models(
    draw: st.DrawFn,
    profile: Profile = _SMALL,
    version: Version = Version.AIDL_V3,
    operations: Sequence[OperationType] = (),
) -> Generated:
    """Legal models with values for their inputs; only of ``operations``, where given."""
    if operations:
        profile = replace(profile, operations=frozenset(operations))
    graph = graph_of(HypothesisDraws(draw), profile, version)
    return assemble(graph)


def single_operations(
    operation: OperationType, version: Version = Version.AIDL_V3
) -> st.SearchStrategy[Generated]:
    """Legal models of one call of the operation (sometimes with what makes its operands)."""
    profile = replace(PROFILES["default"], name="single", fewest=1, most=1, control_flow=0)
    return models(profile, version, (operation,))


def seeded_models(
    profile: str = "default", version: Version = Version.AIDL_V3
) -> st.SearchStrategy[Generated]:
    """The fast generator's graphs by their seeds: many times faster, and they do not shrink."""
    chosen = profile_of(profile)
    return st.integers(0, 2**32).map(lambda seed: assemble(build(chosen, seed, version)))


@st.composite
def examples(
    draw: st.DrawFn, profile: Profile = _SMALL, version: Version = Version.AIDL_V3
) -> Example:
    """Requests: models with inputs, and what the reference says must come out."""
    return example_of(draw(models(profile, version)), profile.name, 0, version)


def operation_cells(
    profile: Profile = _SMALL, version: Version = Version.AIDL_V3
) -> st.SearchStrategy[Cell]:
    """Operations with their primary types."""
    return st.sampled_from(cells(profile, version))
