"""Defines ``ExecutionPath``: mode, preference, timing, output form, variant, memory and quality.

A case runs along several paths. Each path has a text id, which verdicts and options use.
``mode_outcomes`` and ``EXECUTION_VARIANTS`` state the required outcome of each mode, and where each
variant applies. ``execution.executor`` executes them.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Final
from zlib import crc32

from conformance.driver_sdk.prepared_models import MAXIMUM_LOOP_TIMEOUT
from conformance.hal import ExecutionPreference, MeasureTiming, MemoryKind, Priority, Version
from conformance.harness.calls.modes import MODES
from conformance.text import did_you_mean


class QualityOfService(StrEnum):
    """The priority and the deadlines with which the client prepares a model and executes it."""

    DEFAULT = ""
    LOW_PRIORITY = "low_priority"
    HIGH_PRIORITY = "high_priority"
    FAR_DEADLINE = "far_deadline"
    """Preparation and execution have the latest possible deadline, which no driver misses."""
    FAR_PREPARATION = "far_preparation"
    """The preparation has the latest possible deadline; the execution has none."""
    LONG_LOOP_TIMEOUT = "long_loop_timeout"
    """The request states the longest loop timeout."""
    NEAR_DEADLINE = "near_deadline"
    """The execution has a deadline in 5 ms; a fenced one has a duration of 5 ms instead."""
    PAST_DEADLINE = "past_deadline"
    """The deadline of the execution passes when the call begins."""
    LATE_PREPARATION = "late_preparation"
    """The deadline of the preparation passes when the call begins; the execution has none."""


QUALITY_SINCE: Final = Version.V1_3

_NOW: Final = 0
_NEAR: Final = 5_000_000
_FAR: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class QualityLimits:
    """The priority and limits of a path; deadlines are nanoseconds after the start of the call.

    Attributes:
        priority: the priority of the model; ``None`` is that of the run.
        preparation, execution: the deadlines of the preparation and of the execution.
        duration: the longest duration of a fenced execution once its fences have signaled.
        loop_timeout: the loop timeout of the request in nanoseconds.

    """

    priority: Priority | None = None
    preparation: int | None = None
    execution: int | None = None
    duration: int | None = None
    loop_timeout: int | None = None

    @property
    def concerns_preparation(self) -> bool:
        """Whether the model is prepared otherwise than without a quality."""
        return self.priority is not None or self.preparation is not None

    @property
    def fits_burst(self) -> bool:
        """Whether the quality applies to bursts, whose requests have no field for a limit."""
        return self.execution is None and self.loop_timeout is None

    @property
    def may_miss_preparation(self) -> bool:
        """Whether a preparation may end with a missed deadline."""
        return self.preparation == _NOW

    @property
    def may_miss_execution(self) -> bool:
        """Whether an execution may end with a missed deadline."""
        return self.execution in (_NOW, _NEAR)

    @property
    def fenced_execution(self) -> int | None:
        """The deadline of a fenced execution; a near one is a duration instead."""
        return None if self.execution == _NEAR else self.execution


QUALITY_LIMITS: Final[Mapping[QualityOfService, QualityLimits]] = MappingProxyType(
    {
        QualityOfService.DEFAULT: QualityLimits(),
        QualityOfService.LOW_PRIORITY: QualityLimits(Priority.LOW),
        QualityOfService.HIGH_PRIORITY: QualityLimits(Priority.HIGH),
        QualityOfService.FAR_DEADLINE: QualityLimits(None, _FAR, _FAR, _FAR),
        QualityOfService.FAR_PREPARATION: QualityLimits(None, _FAR),
        QualityOfService.LONG_LOOP_TIMEOUT: QualityLimits(loop_timeout=MAXIMUM_LOOP_TIMEOUT),
        QualityOfService.NEAR_DEADLINE: QualityLimits(execution=_NEAR, duration=_NEAR),
        QualityOfService.PAST_DEADLINE: QualityLimits(execution=_NOW),
        QualityOfService.LATE_PREPARATION: QualityLimits(preparation=_NOW),
    }
)


def deadline_after(nanoseconds: int | None) -> int | None:
    """Return the deadline of a call that starts now; ``None`` without a limit."""
    return None if nanoseconds is None else min(time.monotonic_ns() + nanoseconds, _FAR)


class ExecutionMode(StrEnum):
    """The interface through which the client requests an execution."""

    SYNC = "sync"
    ASYNC = "async"
    FENCED = "fenced"
    BURST = "burst"
    SYNC_REUSABLE = "sync_reusable"
    """A reusable execution, executed synchronously."""
    FENCED_REUSABLE = "fenced_reusable"
    """A reusable execution, executed fenced."""


class OutputForm(StrEnum):
    """The output shapes that model and request specify, and the sizes of the buffers.

    In all forms except FULL, STATIC_UNDERSIZED and STATIC_OVERSIZED the model leaves every extent
    of its output tensors unspecified.
    """

    FULL = ""
    """The example's own model, and buffers of exactly the outputs' sizes."""
    SHAPE_IN_REQUEST = "shape_in_request"
    """The request specifies the dimensions that the model does not specify."""
    UNKNOWN_DIMENSIONS = "unknown_dimensions"
    """Neither model nor request specifies the extents; the buffers have exactly the size needed."""
    UNKNOWN_RANK = "unknown_rank"
    """As UNKNOWN_DIMENSIONS, and the model does not specify the rank either."""
    OVERSIZED = "oversized"
    """The buffers are larger than needed."""
    UNDERSIZED = "undersized"
    """The last output's buffer is a byte too small."""
    EACH_UNDERSIZED = "each_undersized"
    """One execution for each output, in which that output's buffer is a byte too small."""
    ZERO_LENGTH = "zero_length"
    """The last output's buffer has a length of 0 bytes."""
    STATIC_UNDERSIZED = "static_undersized"
    """The model specifies the shapes; the last output's buffer is a byte too small."""
    STATIC_OVERSIZED = "static_oversized"
    """The model specifies the shapes; the last output's buffer is a byte too large."""


class ExecutionVariant(StrEnum):
    """The number and order of executions of a request, and the source of its prepared model."""

    SINGLE = ""
    CONCURRENT = "concurrent"
    """Twice at the same time, each with its own memory."""
    TWICE = "twice"
    """Twice, one after the other."""
    CACHED = "cached"
    """Once, on a prepared model from the compilation cache."""


class DriverMemory(StrEnum):
    """Memory that the driver allocates."""

    DOMAIN = "domain"
    """Driver-managed buffers (1.3): each argument that has data is in its own buffer."""


PathMemory = MemoryKind | DriverMemory
"""Where the arguments of a path's requests are."""


class RequiredOutcome(StrEnum):
    """The required end of an execution."""

    VALUES = "values"
    """NONE and the expected values."""
    INSUFFICIENT_SIZE = "too small"
    """OUTPUT_INSUFFICIENT_SIZE, and output shapes that mark the buffers that are too small."""
    INVALID_ARGUMENT = "refused"
    """INVALID_ARGUMENT."""
    INVALID_OR_INSUFFICIENT = "refused or too small"
    """INVALID_ARGUMENT or OUTPUT_INSUFFICIENT_SIZE: the contract's texts contradict each other."""
    UNAVAILABLE = "-"
    """No requirement: drivers of this version do not have the path."""


_F: Final = OutputForm
_DYNAMIC_SHAPE_OUTCOMES: Final[Mapping[OutputForm, RequiredOutcome]] = {
    _F.FULL: RequiredOutcome.VALUES,
    _F.SHAPE_IN_REQUEST: RequiredOutcome.VALUES,
    _F.UNKNOWN_DIMENSIONS: RequiredOutcome.VALUES,
    _F.UNKNOWN_RANK: RequiredOutcome.VALUES,
    _F.OVERSIZED: RequiredOutcome.VALUES,
    _F.UNDERSIZED: RequiredOutcome.INSUFFICIENT_SIZE,
    _F.EACH_UNDERSIZED: RequiredOutcome.INSUFFICIENT_SIZE,
    _F.ZERO_LENGTH: RequiredOutcome.INVALID_OR_INSUFFICIENT,
    _F.STATIC_UNDERSIZED: RequiredOutcome.INVALID_ARGUMENT,
    _F.STATIC_OVERSIZED: RequiredOutcome.INVALID_ARGUMENT,
}
_STATIC_SHAPE_OUTCOMES: Final[Mapping[OutputForm, RequiredOutcome]] = {
    form: RequiredOutcome.VALUES
    if form in (_F.FULL, _F.SHAPE_IN_REQUEST)
    else RequiredOutcome.INVALID_ARGUMENT
    for form in _F
}
_OUTCOMES_BEFORE_1_2: Final = {
    **_STATIC_SHAPE_OUTCOMES,
    _F.UNKNOWN_RANK: RequiredOutcome.UNAVAILABLE,
}


_STATIC_SHAPE_MODES: Final = frozenset({ExecutionMode.FENCED, ExecutionMode.FENCED_REUSABLE})


def mode_outcomes(mode: ExecutionMode, version: Version) -> Mapping[OutputForm, RequiredOutcome]:
    """Return the required outcomes of a mode that ``version`` has (``MODES``), by output form."""
    if version < Version.V1_2:
        return _OUTCOMES_BEFORE_1_2
    return _STATIC_SHAPE_OUTCOMES if mode in _STATIC_SHAPE_MODES else _DYNAMIC_SHAPE_OUTCOMES


KEPT_REQUEST_MODES: Final = frozenset({ExecutionMode.SYNC_REUSABLE, ExecutionMode.FENCED_REUSABLE})
"""The modes in which all executions of a path use one request; its memory changes between them."""


@dataclass(frozen=True, slots=True)
class VariantDefinition:
    """The modes to which a variant applies, and the number of executions of its path.

    Attributes:
        modes: the execution modes that have the variant.
        only_by_name: ``--paths`` selects it by its own word and by ``all``, not by other words.
        executions: how often the plan repeats the execution, one after the other.
        since: the first version that has the variant.
        from_cache: the prepared model comes from the compilation cache.

    """

    modes: frozenset[ExecutionMode] = frozenset(ExecutionMode)
    only_by_name: bool = False
    executions: int = 1
    since: Version = Version.V1_0
    from_cache: bool = False


EXECUTION_VARIANTS: Final[Mapping[ExecutionVariant, VariantDefinition]] = MappingProxyType(
    {
        ExecutionVariant.SINGLE: VariantDefinition(),
        ExecutionVariant.CONCURRENT: VariantDefinition(
            modes=frozenset({ExecutionMode.SYNC}), only_by_name=True
        ),
        ExecutionVariant.TWICE: VariantDefinition(executions=2),
        ExecutionVariant.CACHED: VariantDefinition(
            only_by_name=True, since=Version.V1_2, from_cache=True
        ),
    }
)


MEMORY_FORMS: Final[Mapping[PathMemory, frozenset[OutputForm]]] = MappingProxyType(
    {
        MemoryKind.ASHMEM: frozenset(OutputForm),
        MemoryKind.MMAP_FD: frozenset(OutputForm),
        MemoryKind.HARDWARE_BUFFER_BLOB: frozenset(OutputForm),
        # An argument uses a whole image, so its length states nothing about its size.
        MemoryKind.HARDWARE_BUFFER: frozenset(
            {OutputForm.FULL, OutputForm.SHAPE_IN_REQUEST, OutputForm.UNKNOWN_DIMENSIONS}
        ),
        # A buffer is used as a whole; no request states its length.
        DriverMemory.DOMAIN: frozenset(
            {
                OutputForm.FULL,
                OutputForm.SHAPE_IN_REQUEST,
                OutputForm.UNKNOWN_DIMENSIONS,
                OutputForm.UNKNOWN_RANK,
            }
        ),
    }
)
"""The output forms with which each kind of memory is combined.

Paths with another kind than ``ashmem`` have no timing and no variant.
"""

_HARDWARE_BUFFERS: Final = (MemoryKind.HARDWARE_BUFFER_BLOB, MemoryKind.HARDWARE_BUFFER)


def has_memory(kind: PathMemory, version: Version) -> bool:
    """Return whether ``version`` of the HAL has this kind of memory."""
    if kind is DriverMemory.DOMAIN:
        return version >= Version.V1_3
    return version >= Version.V1_2 or kind not in _HARDWARE_BUFFERS


def is_memory_optional(kind: PathMemory, version: Version) -> bool:
    """Return whether executions of drivers of ``version`` may refuse memories of this kind.

    A driver refuses driver-managed buffers when they are allocated, not in an execution.
    """
    if kind is MemoryKind.HARDWARE_BUFFER_BLOB:
        return version < Version.V1_3
    return kind is MemoryKind.HARDWARE_BUFFER


_PREFERENCES: Final = tuple(ExecutionPreference)
PREFERENCE_WORDS: Final = {
    ExecutionPreference.LOW_POWER: "low",
    ExecutionPreference.FAST_SINGLE_ANSWER: "fast",
    ExecutionPreference.SUSTAINED_SPEED: "sustained",
}
_TIMED_WORD: Final = "timed"


@dataclass(frozen=True, slots=True)
class ExecutionPath:
    """One way to run a case; ``str`` returns its id, for example ``async-low-timed-oversized``.

    ``memory`` is the kind of the request's pools and of the pool that holds the model's constants.
    ``quality`` is the priority of the model, or the deadline of its preparation and execution.
    """

    mode: ExecutionMode = ExecutionMode.SYNC
    preference: ExecutionPreference = ExecutionPreference.FAST_SINGLE_ANSWER
    measure: MeasureTiming = MeasureTiming.NO
    output_form: OutputForm = OutputForm.FULL
    variant: ExecutionVariant = ExecutionVariant.SINGLE
    memory: PathMemory = MemoryKind.ASHMEM
    quality: QualityOfService = QualityOfService.DEFAULT
    _path_id: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words = (
            self.mode,
            PREFERENCE_WORDS[self.preference],
            _TIMED_WORD if self.measure == MeasureTiming.YES else "",
            self.output_form,
            self.variant,
            "" if self.memory is MemoryKind.ASHMEM else self.memory,
            self.quality,
        )
        object.__setattr__(self, "_path_id", "-".join(word for word in words if word))

    def __str__(self) -> str:
        return self._path_id

    def __hash__(self) -> int:
        return hash(self._path_id)

    @property
    def is_special(self) -> bool:
        """Whether the path has another output form than FULL or other memory than ``ashmem``."""
        return bool(self.output_form) or self.memory is not MemoryKind.ASHMEM

    @classmethod
    def parse(cls, text: str) -> "ExecutionPath":
        """Return the path with this text id; raise ``ValueError`` if there is none."""
        if (path := find_path(text)) is None:
            hint = did_you_mean(text, _paths_by_id())
            raise ValueError(f"unknown path {text!r} (docs/reference/paths.md){hint}")
        return path


def _qualities_of(
    mode: ExecutionMode,
    measure: MeasureTiming,
    form: OutputForm,
    variant: ExecutionVariant,
    memory: PathMemory,
) -> Sequence[QualityOfService]:
    plain = measure == MeasureTiming.NO and memory is MemoryKind.ASHMEM and not (form or variant)
    if not plain:
        return (QualityOfService.DEFAULT,)
    return [
        q
        for q in QualityOfService
        if mode is not ExecutionMode.BURST or QUALITY_LIMITS[q].fits_burst
    ]


ALL_PATHS: Final = tuple(
    ExecutionPath(mode, preference, measure, form, variant, memory, quality)
    for mode in ExecutionMode
    for preference in ExecutionPreference
    for measure in MeasureTiming
    for form in OutputForm
    for variant, definition in EXECUTION_VARIANTS.items()
    if mode in definition.modes and not (form and variant)
    for memory, forms in MEMORY_FORMS.items()
    if memory is MemoryKind.ASHMEM
    or (form in forms and measure == MeasureTiming.NO and not variant)
    for quality in _qualities_of(mode, measure, form, variant, memory)
)
"""All paths, of all HAL versions."""


@cache
def _paths_by_id() -> dict[str, ExecutionPath]:
    return {str(path): path for path in ALL_PATHS}


def find_path(text: str) -> ExecutionPath | None:
    """Return the path with this text id, or ``None`` if there is none, as for a signed form."""
    return _paths_by_id().get(text)


def is_path_available(path: ExecutionPath, version: Version) -> bool:
    """Return whether ``version`` has everything that the path specifies."""
    if path.quality and (
        version < QUALITY_SINCE
        or (path.mode is ExecutionMode.BURST and not QUALITY_LIMITS[path.quality].fits_burst)
    ):
        return False
    if version < EXECUTION_VARIANTS[path.variant].since or not has_memory(path.memory, version):
        return False
    mode = MODES[path.mode]
    if version < Version.V1_2 and path.measure == MeasureTiming.YES:
        return False
    return mode.since <= version <= mode.until


def resolve_paths(
    version: Version, case_id: str, texts: Sequence[str]
) -> tuple[ExecutionPath, ...]:
    """Return the named paths that exist in ``version``, or the default paths if there are none.

    Raise ``ValueError`` for a text that is not the id of a path.
    """
    named = tuple(
        path for path in map(ExecutionPath.parse, texts) if is_path_available(path, version)
    )
    return named or default_paths(version, case_id)


def preference_for(case_id: str) -> ExecutionPreference:
    """Return the execution preference of a case.

    A hash of the id selects it, so that a case always has the same preference and a large set of
    cases covers all preferences evenly.
    """
    return _PREFERENCES[crc32(case_id.encode()) % len(_PREFERENCES)]


def default_paths(version: Version, case_id: str) -> tuple[ExecutionPath, ...]:
    """Return the synchronous and asynchronous paths of ``version`` with the example's own model.

    HAL 1.0 and 1.1 have only asynchronous execution without timing; 1.2 and 1.3 have both modes
    with and without timing; AIDL drivers have no asynchronous execution.
    """
    return _plain_paths(version, preference_for(case_id))


@cache
def quick_paths(
    version: Version, *, timed: bool = True, concurrent: bool = True
) -> tuple[ExecutionPath, ...]:
    """Return the path of one plain execution, and further ones of the same prepared model.

    ``timed`` adds an execution with measured timing if the version has it, else a second plain one.
    ``concurrent`` adds two executions at the same time if the version has synchronous execution.
    """
    synchronous = version >= Version.V1_2
    plain = ExecutionPath(ExecutionMode.SYNC if synchronous else ExecutionMode.ASYNC)
    paths = [plain]
    if timed:
        measured = replace(plain, measure=MeasureTiming.YES)
        paths.append(measured if is_path_available(measured, version) else plain)
    if concurrent and synchronous:
        paths.append(replace(plain, variant=ExecutionVariant.CONCURRENT))
    return tuple(paths)


@cache
def _plain_paths(version: Version, preference: ExecutionPreference) -> tuple[ExecutionPath, ...]:
    if version < Version.V1_2:
        return (ExecutionPath(ExecutionMode.ASYNC, preference),)
    modes = (
        (ExecutionMode.SYNC,)
        if version > Version.V1_3
        else (ExecutionMode.ASYNC, ExecutionMode.SYNC)
    )
    return tuple(
        ExecutionPath(mode, preference, measure) for mode in modes for measure in MeasureTiming
    )
