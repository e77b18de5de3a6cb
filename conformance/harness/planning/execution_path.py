"""Defines ``ExecutionPath``: execution mode, preference, timing and output form of an execution.

A case runs along several paths. Each path has a text id, which verdicts and options use.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from typing import Final
from zlib import crc32

from conformance.hal import ExecutionPreference, MeasureTiming, Version


class ExecutionMode(StrEnum):
    """The interface through which the client requests an execution."""

    SYNC = "sync"
    ASYNC = "async"
    FENCED = "fenced"
    BURST = "burst"


class OutputForm(StrEnum):
    """How much model and request specify of the output shapes, and the sizes of the buffers.

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


_PREFERENCES: Final = tuple(ExecutionPreference)
_PREFERENCE_WORDS: Final = {
    ExecutionPreference.LOW_POWER: "low",
    ExecutionPreference.FAST_SINGLE_ANSWER: "fast",
    ExecutionPreference.SUSTAINED_SPEED: "sustained",
}
_TIMED_WORD: Final = "timed"
_TWICE_WORD: Final = "twice"
_CONCURRENT_WORD: Final = "concurrent"


@dataclass(frozen=True, slots=True)
class ExecutionPath:
    """One way to run a case; ``str`` returns its id, for example ``async-low-timed-oversized``.

    ``twice``: execute the same request twice, one after the other. ``concurrent``: execute it twice
    at the same time.
    """

    mode: ExecutionMode = ExecutionMode.SYNC
    preference: ExecutionPreference = ExecutionPreference.FAST_SINGLE_ANSWER
    measure: MeasureTiming = MeasureTiming.NO
    output_form: OutputForm = OutputForm.FULL
    twice: bool = False
    concurrent: bool = False
    _path_id: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words = (
            self.mode,
            _PREFERENCE_WORDS[self.preference],
            _TIMED_WORD if self.measure == MeasureTiming.YES else "",
            self.output_form,
            _TWICE_WORD if self.twice else "",
            _CONCURRENT_WORD if self.concurrent else "",
        )
        object.__setattr__(self, "_path_id", "-".join(word for word in words if word))

    def __str__(self) -> str:
        return self._path_id

    def __hash__(self) -> int:
        return hash(self._path_id)

    @classmethod
    def parse(cls, text: str) -> "ExecutionPath":
        """Return the path with this text id; raise ``ValueError`` if there is none."""
        path = _paths_by_id().get(text)
        if path is None:
            known = ", ".join(
                str(path) for path in ALL_PATHS if path.output_form is OutputForm.FULL
            )
            raise ValueError(
                f"unknown path {text!r}: expected one of {known}; or one of these, except -twice "
                f"and -concurrent, followed by "
                f"{', '.join(f'-{form}' for form in OutputForm if form)}"
            )
        return path


ALL_PATHS: Final = tuple(
    ExecutionPath(mode, preference, measure, form, twice, concurrent)
    for mode in ExecutionMode
    for preference in ExecutionPreference
    for measure in MeasureTiming
    for form in OutputForm
    for twice in (False, True)
    for concurrent in (False, True)
    if not (form and (twice or concurrent))
    if not concurrent or (mode is ExecutionMode.SYNC and not twice)
)
"""All paths, of all HAL versions."""


@cache
def _paths_by_id() -> dict[str, ExecutionPath]:
    return {str(path): path for path in ALL_PATHS}


_VERSION_RANGES: Final = {
    ExecutionMode.SYNC: (Version.V1_2, max(Version)),
    ExecutionMode.ASYNC: (Version.V1_0, Version.V1_3),
    ExecutionMode.FENCED: (Version.V1_3, max(Version)),
    ExecutionMode.BURST: (Version.V1_2, max(Version)),
}
"""First and last HAL version of each execution mode."""


def is_path_available(path: ExecutionPath, version: Version) -> bool:
    """Return whether drivers of ``version`` have the path's execution mode and, if set, timing."""
    first, last = _VERSION_RANGES[path.mode]
    if version < Version.V1_2 and path.measure == MeasureTiming.YES:
        return False
    return first <= version <= last


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


def quick_paths(
    version: Version, *, timed: bool = True, concurrent: bool = True
) -> list[ExecutionPath]:
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
        paths.append(replace(plain, concurrent=True))
    return paths


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
