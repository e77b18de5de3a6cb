"""Tables whose rows combine the arguments and the surroundings of executions, pair by pair."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import IntEnum, StrEnum
from functools import partial
from itertools import combinations
from typing import Any, Final

from conformance import hal
from conformance.checks.check_context import CheckContext
from conformance.checks.sample_models import CopyModel, is_supported
from conformance.checks.sample_requests import hints_to_ignore
from conformance.harness.calls.modes import Mode

Pair = frozenset[tuple[str, Any]]
"""Two values, each with its name."""


class Source(StrEnum):
    """The call from which the prepared model is; its value is a phrase, as in all enumerations."""

    PREPARED = "prepared by prepareModel"
    HINTED = "prepared by prepareModelWithConfig with a hint"
    CACHED = "retrieved from the cache"


class Limit(StrEnum):
    """The limits of the executions."""

    NONE = "no limit"
    NEAR = "a deadline in 20 s"
    FAR = "a deadline and a loop timeout of an hour"
    LATEST = "the latest deadline"
    DURATION = "a duration of 20 s"


class Waits(StrEnum):
    """The fences for which an execution waits; its inputs are written before the signal."""

    NONE = "no fence"
    SIGNALLED = "a signalled fence"
    PENDING = "a pending fence"
    SEVERAL = "nine fences, one of which is pending"


class Place(StrEnum):
    """Where arguments are, in addition to the kinds of memory."""

    BUFFER = "a driver-managed buffer"
    SAME_POOL = "the pool of the inputs"
    OWN_POOLS = "a pool for each"


class Stated(StrEnum):
    """Where the dimensions of the outputs are stated."""

    BY_MODEL = "output dimensions in the model"
    BY_REQUEST = "output dimensions only in the request"
    NOWHERE = "unknown output dimensions"
    NO_RANK = "outputs of unknown rank"


class Failure(StrEnum):
    """An execution that fails, or may fail, before the second valid one."""

    NONE = "no failure"
    MISSING_OUTPUT = "a missing output"
    SHORT_OUTPUT = "too small output buffers"
    PAST_DEADLINE = "a deadline in the past"
    DEADLINE_BEFORE_FENCE = "a deadline before its fence"
    FAILED_FENCE = "a failed fence"


class Beside(StrEnum):
    """What is executed at the same time as the second valid execution."""

    NOTHING = "nothing else"
    SAME_MODEL = "another execution of the model"
    OTHER_PRIORITY = "an execution of a model of another priority"


FLOAT_RELU: Final = CopyModel(hal.OperandType.TENSOR_FLOAT32, hal.OperationType.RELU)


@dataclass(frozen=True, slots=True)
class Combination:
    """One row of a table: how a model is prepared and executed. The defaults are usual values.

    Attributes:
        copier: the operation and the type of the model.
        shape: the dimensions of each input and output; CAST copies those of a rank above 4.
        copies: the number of inputs, and of outputs.
        hint: the description of hints that a driver ignores, if any.

    """

    copier: CopyModel = FLOAT_RELU
    shape: tuple[int, ...] = (5,)
    copies: int = 2
    source: Source = Source.PREPARED
    preference: hal.ExecutionPreference = hal.ExecutionPreference.FAST_SINGLE_ANSWER
    priority: hal.Priority = hal.Priority.MEDIUM
    relaxed: bool = False
    measure: hal.MeasureTiming = hal.MeasureTiming.NO
    limit: Limit = Limit.NONE
    hint: str = ""
    waits: Waits = Waits.NONE
    inputs: hal.MemoryKind | Place = hal.MemoryKind.ASHMEM
    outputs: hal.MemoryKind | Place = Place.SAME_POOL
    stated: Stated = Stated.BY_MODEL
    failure: Failure = Failure.NONE
    beside: Beside = Beside.NOTHING

    @property
    def model(self) -> CopyModel:
        """The model with the dimensions and the number of inputs of this row."""
        large = len(self.shape) > 4
        operation = hal.OperationType.CAST if large else self.copier.operation
        return replace(self.copier, operation=operation, dimensions=self.shape, copies=self.copies)

    def __str__(self) -> str:
        usual = Combination()
        changed = {
            each.name: value.name if isinstance(value, IntEnum) else value
            for each in fields(self)
            if (value := getattr(self, each.name)) != getattr(usual, each.name)
        }
        return (
            ", ".join(_TEXTS.get(name, "{}").format(changed[name]) for name in changed)
            or "usual arguments"
        )


_TEXTS: Final = {
    "copier": "{0.operation.name} of {0.type.name}",
    "shape": "dimensions {}",
    "copies": "{} inputs",
    "preference": "preference {}",
    "priority": "priority {}",
    "relaxed": "relaxed precision",
    "measure": "MeasureTiming.{}",
    "waits": "wait for {}",
    "inputs": "inputs in {}",
    "outputs": "outputs in {}",
    "failure": "after {}",
    "beside": "beside {}",
}


def values_of_mode(
    context: CheckContext, mode: Mode, *, has_cache: bool
) -> dict[str, Sequence[Any]]:
    """Return the values of each field of ``Combination`` that a mode of the HAL version has.

    The first ones are usual. ``has_cache`` is whether the driver supports compilation caching.
    """
    version = context.version
    is_1_2, is_1_3 = version >= hal.Version.V1_2, version >= hal.Version.V1_3
    newest, limited = version >= hal.Version.AIDL_V4, is_1_3 and mode.limited
    has_configuration = mode.since == hal.Version.AIDL_V4
    hints = [what for what, *_ in hints_to_ignore(context)] if has_configuration else []
    kinds: list[hal.MemoryKind | Place] = [hal.MemoryKind.ASHMEM, hal.MemoryKind.MMAP_FD]
    kinds += [hal.MemoryKind.HARDWARE_BUFFER_BLOB] * is_1_3 + [Place.BUFFER] * limited
    power, fast, sustained = hal.ExecutionPreference
    unknown = Stated.NOWHERE, Stated.NO_RANK
    failures = Failure.MISSING_OUTPUT, Failure.SHORT_OUTPUT
    fenced_failures = Failure.DEADLINE_BEFORE_FENCE, Failure.FAILED_FENCE
    return {
        "copier": list(_supported_copiers(context)),
        "shape": [(5,), (1, 30, 50), _large_rank(context)],
        "copies": [2, 1, 9],
        "source": [Source.PREPARED, *[Source.HINTED] * newest, *[Source.CACHED] * has_cache],
        "preference": [fast, power, sustained],
        "priority": [hal.Priority.MEDIUM, *[hal.Priority.LOW, hal.Priority.HIGH] * is_1_3],
        "relaxed": [False, *[True] * (version >= hal.Version.V1_1)],
        "measure": [hal.MeasureTiming.NO, *[hal.MeasureTiming.YES] * is_1_2],
        "limit": [
            *(Limit.NONE, *[Limit.NEAR, Limit.FAR, Limit.LATEST] * limited),
            *[Limit.DURATION] * mode.fenced,
        ],
        "hint": ["", *hints],
        "waits": [*Waits] if mode.fenced else [Waits.NONE],
        "inputs": [*kinds, Place.OWN_POOLS],
        "outputs": [Place.SAME_POOL, *kinds],
        "stated": [
            Stated.BY_MODEL,
            *[Stated.BY_REQUEST] * is_1_2,
            *unknown * (is_1_2 and not mode.fenced),
        ],
        "failure": [
            *(Failure.NONE, *failures),
            *[Failure.PAST_DEADLINE] * limited,
            *fenced_failures * mode.fenced,
        ],
        "beside": [
            *(Beside.NOTHING, Beside.SAME_MODEL),
            *[Beside.OTHER_PRIORITY] * is_1_3,
        ],
    }


def _large_rank(context: CheckContext) -> tuple[int, ...]:
    """Return dimensions of rank 5 if the driver supports CAST, which other operations lack."""
    large = (2, 1, 3, 1, 2)
    is_large = context.version >= hal.Version.V1_2 and is_supported(
        context, Combination(shape=large).model.build()
    )
    return large if is_large else (2, 3, 4)


def _supported_copiers(context: CheckContext) -> Iterator[CopyModel]:
    """Yield a model for each type that all HAL versions have, with a supported operation."""
    for type_ in (hal.OperandType.TENSOR_FLOAT32, hal.OperandType.TENSOR_QUANT8_ASYMM):
        for operation in (hal.OperationType.RELU, hal.OperationType.ADD):
            if is_supported(context, (copier := CopyModel(type_, operation)).build()):
                yield copier
                break


def excluded_pairs(values: Mapping[str, Sequence[Any]]) -> set[Pair]:
    """Return the pairs with which a value would have no effect.

    The second output has a too small buffer, which is possible only if the dimensions are unknown.
    A model from the cache need not have a priority.
    """
    short, cached = ("failure", Failure.SHORT_OUTPUT), ("source", Source.CACHED)
    pairs: list[tuple[Any, Any]] = [(short, ("copies", 1))]
    pairs.append((cached, ("beside", Beside.OTHER_PRIORITY)))
    if Stated.NOWHERE in values["stated"]:
        pairs += [(short, ("stated", each)) for each in (Stated.BY_MODEL, Stated.BY_REQUEST)]
    return {frozenset(pair) for pair in pairs}


def covering_rows(
    values: Mapping[str, Sequence[Any]], excluded: Collection[Pair] = ()
) -> list[dict[str, Any]]:
    """Return rows with one value of each name, so that each pair of values is in some row.

    No row has one of the ``excluded`` pairs. The first one has the first value of each name. The
    rows are the same for the same arguments.
    """
    source = random.Random(1)
    cells = [(name, value) for name in values for value in values[name]]
    order = {cell: number for number, cell in enumerate(cells)}
    missing = {
        frozenset(pair)
        for pair in combinations(cells, 2)
        if pair[0][0] != pair[1][0] and frozenset(pair) not in excluded
    }
    rows, row = [], {name: values[name][0] for name in values}
    while True:
        missing.difference_update(map(frozenset, combinations(row.items(), 2)))
        rows.append(row)
        if not missing:
            return rows
        chosen = dict(min(missing, key=lambda pair: sorted(order[cell] for cell in pair)))
        others = [name for name in values if name not in chosen]
        for name in source.sample(others, len(others)):
            shuffled = source.sample(values[name], len(values[name]))
            chosen[name] = max(shuffled, key=partial(_gain, missing, excluded, chosen, name))
        row = {name: chosen[name] for name in values}


def _gain(
    missing: set[Pair], excluded: Collection[Pair], chosen: Mapping[str, Any], name: str, value: Any
) -> int:
    """Return how many missing pairs a value adds to a row, or -1 if it adds an excluded pair."""
    pairs = [frozenset((cell, (name, value))) for cell in chosen.items()]
    if any(pair in excluded for pair in pairs):
        return -1
    return sum(pair in missing for pair in pairs)
