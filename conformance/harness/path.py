"""Defines ``Path``: execution mode, preference, timing and form of the outputs of one run.

A path is a value with a text id, so one case runs along any number of paths.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final
from zlib import crc32

from conformance.hal import ExecutionPreference, MeasureTiming, Version


class Execution(StrEnum):
    """The interface through which the client requests an execution."""

    SYNC = "sync"
    ASYNC = "async"
    FENCED = "fenced"
    BURST = "burst"


class OutputForm(StrEnum):
    """How much model and request specify of the output shapes, and the sizes of the buffers.

    In all forms except FULL, CUT and LONG the model leaves every extent of its output tensors
    unspecified.
    """

    FULL = ""
    """The example's own model, and buffers of exactly the outputs' sizes."""
    SETTLED = "settled"
    """The request specifies the dimensions that the model leaves open."""
    OPEN = "open"
    """Neither model nor request specifies the extents; the buffers have exactly the size needed."""
    RANKLESS = "rankless"
    """As OPEN, and the model does not specify the rank either."""
    ROOMY = "roomy"
    """The buffers are larger than needed."""
    SHORT = "short"
    """The last output's buffer is a byte too small."""
    EACH = "each"
    """One execution for each output, in which that output's buffer is a byte too small."""
    EMPTY = "empty"
    """The last output's buffer has a length of 0 bytes."""
    CUT = "cut"
    """The model specifies the shapes; the last output's buffer is a byte too small."""
    LONG = "long"
    """The model specifies the shapes; the last output's buffer is a byte too large."""


_PREFERENCES: Final = tuple(ExecutionPreference)
_PREFERENCE: Final = {
    ExecutionPreference.LOW_POWER: "low",
    ExecutionPreference.FAST_SINGLE_ANSWER: "fast",
    ExecutionPreference.SUSTAINED_SPEED: "sustained",
}
_TIMED: Final = "timed"
_TWICE: Final = "twice"
_TOGETHER: Final = "together"


@dataclass(frozen=True, slots=True)
class Path:
    """One way to run a case; ``str`` gives its id: ``sync-fast``, ``async-low-timed-open``, ...

    ``twice``: execute the same request twice, one after the other. ``together``: execute it twice
    at the same time.
    """

    execution: Execution = Execution.SYNC
    preference: ExecutionPreference = ExecutionPreference.FAST_SINGLE_ANSWER
    measure: MeasureTiming = MeasureTiming.NO
    form: OutputForm = OutputForm.FULL
    twice: bool = False
    together: bool = False
    _text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words = (
            self.execution,
            _PREFERENCE[self.preference],
            _TIMED if self.measure == MeasureTiming.YES else "",
            self.form,
            _TWICE if self.twice else "",
            _TOGETHER if self.together else "",
        )
        object.__setattr__(self, "_text", "-".join(word for word in words if word))

    def __str__(self) -> str:
        return self._text

    def __hash__(self) -> int:
        return hash(self._text)

    @classmethod
    def parse(cls, text: str) -> "Path":
        """Return the path with this text id; raise ``ValueError`` if there is none."""
        path = _by_text().get(text)
        if path is None:
            known = ", ".join(str(path) for path in ALL_PATHS if path.form is OutputForm.FULL)
            raise ValueError(
                f"unknown path {text!r}: expected one of {known}; or one of these followed by "
                f"{', '.join(f'-{form}' for form in OutputForm if form)}"
            )
        return path


ALL_PATHS: Final = tuple(
    Path(execution, preference, measure, form, twice, together)
    for execution in Execution
    for preference in ExecutionPreference
    for measure in MeasureTiming
    for form in OutputForm
    for twice in (False, True)
    for together in (False, True)
    if not (form and (twice or together))
    if not together or (execution is Execution.SYNC and not twice)
)
"""All paths, of all HAL versions."""


@cache
def _by_text() -> dict[str, Path]:
    return {str(path): path for path in ALL_PATHS}


_SPANS: Final = {
    Execution.SYNC: (Version.V1_2, max(Version)),
    Execution.ASYNC: (Version.V1_0, Version.V1_3),
    Execution.FENCED: (Version.V1_3, max(Version)),
    Execution.BURST: (Version.V1_2, max(Version)),
}
"""First and last HAL version that has each kind of execution."""


def suits(path: Path, version: Version) -> bool:
    """Return whether drivers of ``version`` have this kind of execution and timing."""
    first, last = _SPANS[path.execution]
    if version < Version.V1_2 and path.measure == MeasureTiming.YES:
        return False
    return first <= version <= last


def paths_of(version: Version, case_id: str, texts: Sequence[str]) -> tuple[Path, ...]:
    """Return the named paths that exist in ``version``, or the default paths if there are none.

    Raise ``ValueError`` for a text that is no path's id.
    """
    named = tuple(path for path in map(Path.parse, texts) if suits(path, version))
    return named or default_paths(version, case_id)


def preference_for(case_id: str) -> ExecutionPreference:
    """Return the execution preference of a case.

    A hash of its id selects it: it is stable, and many cases use all preferences evenly.
    """
    return _PREFERENCES[crc32(case_id.encode()) % len(_PREFERENCES)]


def default_paths(version: Version, case_id: str) -> tuple[Path, ...]:
    """Return the synchronous and asynchronous paths of ``version`` with the example's own model.

    HAL 1.0 and 1.1 have only asynchronous execution without timing; 1.2 and 1.3 have both modes
    with and without timing; AIDL drivers have no asynchronous execution.
    """
    return _paths(version, preference_for(case_id))


@cache
def _paths(version: Version, preference: ExecutionPreference) -> tuple[Path, ...]:
    if version < Version.V1_2:
        return (Path(Execution.ASYNC, preference),)
    modes = (Execution.SYNC,) if version > Version.V1_3 else (Execution.ASYNC, Execution.SYNC)
    return tuple(Path(mode, preference, measure) for mode in modes for measure in MeasureTiming)
