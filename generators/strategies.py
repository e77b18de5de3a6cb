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

from conformance.cases.example import Example
from conformance.cases.random_source import RandomSource
from conformance.hal import (
    CONTRACT_INFO,
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
from conformance.validation import Violation, first_request_violation, first_violation
from conformance.validation.mutations import FAMILIES, UNDECIDED_RULES, ModelMutation
from conformance.validation.mutations.requests import RequestMutation
from conformance.validation.mutations.requests import request_mutations as all_request_mutations
from generators.construction import tensor_values
from generators.construction.graph_builder import GraphBuilder
from generators.construction.model_assembly import GeneratedModel, assemble_model
from generators.construction.profiles import PROFILES, Profile
from generators.generate import OperationCell, allowed_cells, build_graph, build_graph_from
from generators.oracle import to_example
from generators.profile_parameters import parse_profile

_T = TypeVar("_T")
_SMALL: Final = replace(PROFILES["default"], name="small", min_operations=1, max_operations=4)
_WINDOW_RANGE: Final = 1 << 10
_POSITION_RANGE: Final = 1 << 12
"""Number of mutations among which the first is drawn; in longer lists not all can be first."""
_ALIGNMENT: Final = 8
"""Alignment of request arguments in bytes."""


@cache
def _integers_below(limit: int) -> st.SearchStrategy[int]:
    """Return a strategy for numbers below a limit, cached because creating one is slow."""
    return st.integers(0, limit - 1)


class HypothesisSource(RandomSource):
    """A random source whose numbers hypothesis draws; smaller numbers are simpler."""

    __slots__ = ("_data",)

    def __init__(self, draw: st.DrawFn) -> None:
        self._data = draw

    def below(self, limit: int) -> int:
        if limit > _WINDOW_RANGE:  # the exact start of a data window is irrelevant
            limit = _WINDOW_RANGE
        return self._data(_integers_below(limit)) if limit > 1 else 0

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def chance(self, part: int, whole: int = 16) -> bool:
        return whole - 1 - self.below(whole) < part if part < whole else True

    def weighted_index(self, cumulative: Sequence[int]) -> int:
        return self.below(len(cumulative))

    def choice(self, choices: Sequence[_T]) -> _T:
        return choices[self.below(len(choices))]


def tensor_types(version: Version = Version.AIDL_V3) -> st.SearchStrategy[OperandType]:
    """Return a strategy for the tensor types of a version, except per-channel and OEM types."""
    left_out = (OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL, OperandType.TENSOR_OEM_BYTE)
    return st.sampled_from(
        [
            info.type
            for info in CONTRACT_INFO.values()
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
    random = HypothesisSource(draw)
    graph = GraphBuilder(random, profile, profile.version)
    value = graph.new_tensor(
        chosen, graph.random_dims(random.between(1, most_rank)), kind=tensor_values.ANY
    )
    assert value.data is not None
    return chosen, value.shape, value.data


@st.composite
def models(
    draw: st.DrawFn,
    profile: Profile = _SMALL,
    version: Version = Version.AIDL_V3,
    operations: Sequence[OperationType] = (),
) -> GeneratedModel:
    """Return a valid model with input values, restricted to ``operations`` if there are any."""
    if operations:
        profile = replace(profile, operations=frozenset(operations))
    graph = build_graph_from(HypothesisSource(draw), profile, version)
    return assemble_model(graph)


def single_operations(
    operation: OperationType, version: Version = Version.AIDL_V3
) -> st.SearchStrategy[GeneratedModel]:
    """Return a strategy for valid models of one operation.

    A model has one call of it, and rarely further calls that compute its operands.
    """
    profile = replace(
        PROFILES["default"], name="single", min_operations=1, max_operations=1, control_flow=0
    )
    return models(profile, version, (operation,))


def seeded_models(
    profile: str = "default", version: Version = Version.AIDL_V3
) -> st.SearchStrategy[GeneratedModel]:
    """Return the fast generator's models by seed; this is much faster, but they do not shrink."""
    chosen = parse_profile(profile)
    return st.integers(0, 2**32).map(
        lambda seed: assemble_model(build_graph(chosen, seed, version))
    )


@st.composite
def examples(
    draw: st.DrawFn, profile: Profile = _SMALL, version: Version = Version.AIDL_V3
) -> Example:
    """Return a model with inputs and the reference's results as expected outputs."""
    return to_example(draw(models(profile, version)), profile.name, 0, version)


@dataclass(frozen=True, slots=True)
class RequestExample:
    """A valid request for the model of an example, in memory that holds the example's inputs."""

    example: Example
    request: Request

    def read_outputs(self) -> tuple[bytes, ...]:
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
) -> RequestExample:
    """Return a request whose arguments are at random locations in one to three pools.

    Some arguments specify their shapes. Outputs have exactly the bytes that they need, but at least
    one.
    """
    example = draw(examples(profile, version))
    random = HypothesisSource(draw)
    pools = [bytearray() for _ in range(random.between(1, 3))]

    def placed(data: bytes) -> DataLocation:
        number = random.below(len(pools))
        pool = pools[number]
        pool += bytes(-len(pool) % _ALIGNMENT + _ALIGNMENT * random.below(3))
        location = DataLocation(number, len(pool), len(data))
        pool += data
        return location

    main = example.model.main
    inputs = []
    for index, value in zip(main.input_indexes, example.inputs, strict=True):
        if not value:
            inputs.append(RequestArgument(has_no_value=True))
        else:
            dimensions = main.operands[index].dimensions if random.chance(4) else ()
            inputs.append(RequestArgument(False, placed(value), dimensions))
    outputs = []
    for output in example.outputs:
        dimensions = output.dimensions if random.chance(4) and 0 not in output.dimensions else ()
        outputs.append(RequestArgument(False, placed(bytes(len(output.data) or 1)), dimensions))
    memories = tuple([SharedMemory(initial=bytes(pool) or b"\0") for pool in pools])
    return RequestExample(example, Request(tuple(inputs), tuple(outputs), memories))


@dataclass(frozen=True, slots=True)
class ModelMutant:
    """An invalid model, the valid model it was derived from, the mutation, and the broken rule."""

    valid: GeneratedModel
    mutation: ModelMutation
    model: Model
    violation: Violation


@st.composite
def model_mutants(
    draw: st.DrawFn, profile: Profile = _SMALL, version: Version = Version.AIDL_V3
) -> ModelMutant:
    """Return a model with one invalid change, which a driver of ``version`` must refuse."""
    # The mutation is drawn before the model, so that the model can shrink around it.
    family, place = draw(_integers_below(len(FAMILIES))), draw(_integers_below(_POSITION_RANGE))
    valid = draw(models(profile, version))
    for candidate in (*FAMILIES[family:], *FAMILIES[:family]):
        for mutation in _rotated(place, list(candidate.mutations_in(valid.model, version))):
            model = mutation.build()
            violation = first_violation(model, version, valid.model, UNDECIDED_RULES)
            if violation is not None:  # some mutants are still valid
                return ModelMutant(valid, mutation, model, violation)
    raise AssertionError("no mutation of the model is invalid")


def _rotated(place: int, found: list[_T]) -> list[_T]:
    """Return the items, rotated; positions count from the end, whose items shrink last."""
    first = len(found) - 1 - place % max(1, len(found))
    return [*found[first:], *found[:first]]


@dataclass(frozen=True, slots=True)
class RequestMutant:
    """An invalid request, the valid one it was derived from, the mutation, and the broken rule."""

    valid: RequestExample
    mutation: RequestMutation
    request: Request
    violation: Violation


@st.composite
def request_mutants(
    draw: st.DrawFn, profile: Profile = _SMALL, version: Version = Version.AIDL_V3
) -> RequestMutant:
    """Return a request with one invalid change, which a driver of ``version`` must refuse."""
    place = draw(_integers_below(_POSITION_RANGE))
    valid = draw(requests(profile, version))
    model = valid.example.model
    for mutation in _rotated(place, list(all_request_mutations(valid.request, model, version))):
        request = mutation.build()
        violation = first_request_violation(request, model, version=version)
        if violation is not None:
            return RequestMutant(valid, mutation, request, violation)
    raise AssertionError("no mutation of the request is invalid")


def operation_cells(
    profile: Profile = _SMALL, version: Version = Version.AIDL_V3
) -> st.SearchStrategy[OperationCell]:
    """Return a strategy for operations with their primary types."""
    return st.sampled_from(allowed_cells(profile, version))
