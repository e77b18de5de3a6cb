"""Hypothesis strategies for tensors, models, requests and mutants, which shrink well.

A graph is a function of the random numbers that its constructors request. Here hypothesis draws
them, so that it can shrink a failing graph by shrinking the numbers: fewer operations, smaller
sizes, simpler values. Needs ``hypothesis``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeVar

from hypothesis import strategies as st

from conformance.hal import (
    INFO,
    DataLocation,
    Memory,
    Model,
    OperandType,
    OperationType,
    Request,
    RequestArgument,
    SharedMemory,
    Version,
)
from conformance.specfile.example import Example
from conformance.validation import Violation, first_request_violation, first_violation
from generators import values
from generators.draws import Draws
from generators.generate import Cell, build, cells, graph_of
from generators.graph import Graph
from generators.knobs import profile_of
from generators.model import Generated, assemble
from generators.mutations import FAMILIES, UNDECIDED, Mutation
from generators.mutations.requests import RequestMutation
from generators.mutations.requests import request_mutations as all_request_mutations
from generators.oracle import example_of
from generators.profiles import PROFILES, Profile

_T = TypeVar("_T")
_SMALL: Final = replace(PROFILES["default"], name="small", fewest=1, most=4)
_WINDOWS: Final = 1 << 10
_PLACES: Final = 1 << 12
"""Number of mutations among which the first is drawn; in longer lists not all can be first."""
_ALIGNMENT: Final = 8
"""Alignment of request arguments in bytes."""


@cache
def _up_to(limit: int) -> st.SearchStrategy[int]:
    """Return a strategy for numbers below a limit, cached because creating one is slow."""
    return st.integers(0, limit - 1)


class HypothesisDraws(Draws):
    """A random source whose numbers hypothesis draws; smaller numbers are simpler."""

    __slots__ = ("_data",)

    def __init__(self, draw: st.DrawFn) -> None:
        self._data = draw

    def below(self, limit: int) -> int:
        if limit > _WINDOWS:  # the exact start of a data window is irrelevant
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
    """Return a strategy for the tensor types of a version, except per-channel and OEM types."""
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
    """Return type, shape and data of a tensor."""
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
    """Return a valid model with input values, restricted to ``operations`` if there are any."""
    if operations:
        profile = replace(profile, operations=frozenset(operations))
    graph = graph_of(HypothesisDraws(draw), profile, version)
    return assemble(graph)


def single_operations(
    operation: OperationType, version: Version = Version.AIDL_V3
) -> st.SearchStrategy[Generated]:
    """Return a strategy for valid models of one operation.

    A model has one call of it, and rarely further calls that compute its operands.
    """
    profile = replace(PROFILES["default"], name="single", fewest=1, most=1, control_flow=0)
    return models(profile, version, (operation,))


def seeded_models(
    profile: str = "default", version: Version = Version.AIDL_V3
) -> st.SearchStrategy[Generated]:
    """Return the fast generator's models by seed; this is much faster, but they do not shrink."""
    chosen = profile_of(profile)
    return st.integers(0, 2**32).map(lambda seed: assemble(build(chosen, seed, version)))


@st.composite
def examples(
    draw: st.DrawFn, profile: Profile = _SMALL, version: Version = Version.AIDL_V3
) -> Example:
    """Return a model with inputs and the reference's results as expected outputs."""
    return example_of(draw(models(profile, version)), profile.name, 0, version)


@dataclass(frozen=True, slots=True)
class Requested:
    """A valid request for the model of an example, in memory that holds the example's inputs."""

    example: Example
    request: Request

    def results(self) -> tuple[bytes, ...]:
        """Return the bytes at the outputs' locations, in order."""
        found = []
        for argument in self.request.outputs:
            at = argument.location
            pool = self.request.pools[at.pool_index]
            assert isinstance(pool, Memory)
            with pool.view() as view:
                found.append(bytes(view[at.offset : at.offset + at.length]))
        return tuple(found)


@st.composite
def requests(
    draw: st.DrawFn, profile: Profile = _SMALL, version: Version = Version.AIDL_V3
) -> Requested:
    """Return a request whose arguments are at random locations in one to three pools.

    Some arguments specify their shapes. Outputs have exactly the bytes that they need, but at least
    one.
    """
    example = draw(examples(profile, version))
    draws = HypothesisDraws(draw)
    pools = [bytearray() for _ in range(draws.between(1, 3))]

    def placed(data: bytes) -> DataLocation:
        number = draws.below(len(pools))
        pool = pools[number]
        pool += bytes(-len(pool) % _ALIGNMENT + _ALIGNMENT * draws.below(3))
        location = DataLocation(number, len(pool), len(data))
        pool += data
        return location

    main = example.model.main
    inputs = []
    for index, value in zip(main.input_indexes, example.inputs, strict=True):
        if not value:
            inputs.append(RequestArgument(has_no_value=True))
        else:
            said = main.operands[index].dimensions if draws.chance(4) else ()
            inputs.append(RequestArgument(False, placed(value), said))
    outputs = []
    for output in example.outputs:
        said = output.dimensions if draws.chance(4) and 0 not in output.dimensions else ()
        outputs.append(RequestArgument(False, placed(bytes(len(output.data) or 1)), said))
    memories = tuple([SharedMemory(initial=bytes(pool) or b"\0") for pool in pools])
    return Requested(example, Request(tuple(inputs), tuple(outputs), memories))


@dataclass(frozen=True, slots=True)
class Mutant:
    """An invalid model, the valid model it was derived from, the mutation, and the broken rule."""

    valid: Generated
    mutation: Mutation
    model: Model
    violation: Violation


@st.composite
def mutations(
    draw: st.DrawFn, profile: Profile = _SMALL, version: Version = Version.AIDL_V3
) -> Mutant:
    """Return a model with one invalid change, which a driver of ``version`` must refuse."""
    # The mutation is drawn before the model, so that the model can shrink around it.
    family, place = draw(_up_to(len(FAMILIES))), draw(_up_to(_PLACES))
    valid = draw(models(profile, version))
    for candidate in (*FAMILIES[family:], *FAMILIES[:family]):
        for mutation in _from(place, list(candidate.of(valid.model, version))):
            model = mutation.make()
            violation = first_violation(model, version, valid.model, UNDECIDED)
            if violation is not None:  # some mutants are still valid
                return Mutant(valid, mutation, model, violation)
    raise AssertionError("no mutation of the model is invalid")


def _from(place: int, found: list[_T]) -> list[_T]:
    """Return the items, rotated; positions count from the end, whose items shrink last."""
    first = len(found) - 1 - place % max(1, len(found))
    return [*found[first:], *found[:first]]


@dataclass(frozen=True, slots=True)
class RequestMutant:
    """An invalid request, the valid one it was derived from, the mutation, and the broken rule."""

    valid: Requested
    mutation: RequestMutation
    request: Request
    violation: Violation


@st.composite
def request_mutations(
    draw: st.DrawFn, profile: Profile = _SMALL, version: Version = Version.AIDL_V3
) -> RequestMutant:
    """Return a request with one invalid change, which a driver of ``version`` must refuse."""
    place = draw(_up_to(_PLACES))
    valid = draw(requests(profile, version))
    model = valid.example.model
    for mutation in _from(place, list(all_request_mutations(valid.request, model, version))):
        request = mutation.make()
        violation = first_request_violation(request, model, version=version)
        if violation is not None:
            return RequestMutant(valid, mutation, request, violation)
    raise AssertionError("no mutation of the request is invalid")


def operation_cells(
    profile: Profile = _SMALL, version: Version = Version.AIDL_V3
) -> st.SearchStrategy[Cell]:
    """Return a strategy for operations with their primary types."""
    return st.sampled_from(cells(profile, version))
