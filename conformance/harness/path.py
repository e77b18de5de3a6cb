"""A path: the way a case takes through a driver. A value, not a copy of the test."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final
from zlib import crc32

from conformance.hal import ExecutionPreference, MeasureTiming, Version


class Execution(StrEnum):
    """How an execution is asked for."""

    SYNC = "sync"
    ASYNC = "async"
    FENCED = "fenced"
    BURST = "burst"


class OutputForm(StrEnum):
    """What model and request say of the outputs, and how large their buffers are.

    In all but FULL, CUT and LONG the model leaves every extent of its output tensors open.
    """

    FULL = ""
    """As the example has it: shapes in the model, buffers of exactly their size."""
    SETTLED = "settled"
    """The request says what the model leaves open."""
    OPEN = "open"
    """Nobody says; the buffers have exactly the right size."""
    RANKLESS = "rankless"
    """The same, and the model does not even say the rank."""
    ROOMY = "roomy"
    """The buffers are larger than needed."""
    SHORT = "short"
    """The last output's buffer is a byte too small."""
    EACH = "each"
    """Each output's buffer in turn is a byte too small."""
    EMPTY = "empty"
    """The last output's buffer has no byte at all."""
    CUT = "cut"
    """The shape is fully known, and the last output's buffer a byte too small for it."""
    LONG = "long"
    """The shape is fully known, and the last output's buffer a byte too large for it."""


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
    """One way through the driver; its text id is ``sync-fast``, ``async-low-timed-open``, ...

    ``twice``: two executions of the same request, one after the other; ``together``: two at once.
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
        """The path with this text id; ``ValueError`` when there is none."""
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
"""Every path there is."""


@cache
def _by_text() -> dict[str, Path]:
    return {str(path): path for path in ALL_PATHS}


_SPANS: Final = {
    Execution.SYNC: (Version.V1_2, max(Version)),
    Execution.ASYNC: (Version.V1_0, Version.V1_3),
    Execution.FENCED: (Version.V1_3, max(Version)),
    Execution.BURST: (Version.V1_2, max(Version)),
}
"""First and last version that has a way to execute."""


def suits(path: Path, version: Version) -> bool:
    """Whether drivers of ``version`` have such a path."""
    first, last = _SPANS[path.execution]
    if version < Version.V1_2 and path.measure == MeasureTiming.YES:
        return False
    return first <= version <= last


def paths_of(version: Version, case_id: str, texts: Sequence[str]) -> tuple[Path, ...]:
    """The named paths that suit ``version``, or the default ones where none does.

    ``ValueError`` for a name that no path has.
    """
    named = tuple(path for path in map(Path.parse, texts) if suits(path, version))
    return named or default_paths(version, case_id)


def preference_for(case_id: str) -> ExecutionPreference:
    """The preference a case runs with: stable for the case, in turn over many cases."""
    return _PREFERENCES[crc32(case_id.encode()) % len(_PREFERENCES)]


def default_paths(version: Version, case_id: str) -> tuple[Path, ...]:
    """The plain ways on which a driver of ``version`` is judged, outputs fully known.

    HAL 1.0 and 1.1 know asynchronous execution without timing only; 1.2 and 1.3 both modes with
    and without timing; AIDL drivers have no asynchronous execution.
    """
    return _paths(version, preference_for(case_id))


@cache
def _paths(version: Version, preference: ExecutionPreference) -> tuple[Path, ...]:
    if version < Version.V1_2:
        return (Path(Execution.ASYNC, preference),)
    modes = (Execution.SYNC,) if version > Version.V1_3 else (Execution.ASYNC, Execution.SYNC)
    return tuple(Path(mode, preference, measure) for mode in modes for measure in MeasureTiming)
