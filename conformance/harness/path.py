"""A path: the way a case takes through a driver. A value, not a copy of the test."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final
from zlib import crc32

from conformance.hal import ExecutionPreference, MeasureTiming, Version


class Execution(StrEnum):
    """How an execution is asked for."""

    SYNC = "sync"
    ASYNC = "async"


_PREFERENCES: Final = tuple(ExecutionPreference)
_PREFERENCE: Final = {
    ExecutionPreference.LOW_POWER: "low",
    ExecutionPreference.FAST_SINGLE_ANSWER: "fast",
    ExecutionPreference.SUSTAINED_SPEED: "sustained",
}
_TIMED: Final = "timed"


@dataclass(frozen=True, slots=True)
class Path:
    """One way through the driver; its text id is ``sync-fast``, ``async-low-timed``, ..."""

    execution: Execution = Execution.SYNC
    preference: ExecutionPreference = ExecutionPreference.FAST_SINGLE_ANSWER
    measure: MeasureTiming = MeasureTiming.NO

    def __str__(self) -> str:
        timed = f"-{_TIMED}" if self.measure == MeasureTiming.YES else ""
        return f"{self.execution}-{_PREFERENCE[self.preference]}{timed}"

    @classmethod
    def parse(cls, text: str) -> "Path":
        """The path with this text id; ``ValueError`` when there is none."""
        for path in ALL_PATHS:
            if str(path) == text:
                return path
        known = ", ".join(str(path) for path in ALL_PATHS)
        raise ValueError(f"unknown path {text!r}: expected one of {known}")


ALL_PATHS: Final = tuple(
    Path(execution, preference, measure)
    for execution in Execution
    for preference in ExecutionPreference
    for measure in MeasureTiming
)
"""Every path there is."""


def suits(path: Path, version: Version) -> bool:
    """Whether drivers of ``version`` have such a path."""
    if version < Version.V1_2:
        return path.execution == Execution.ASYNC and path.measure == MeasureTiming.NO
    return version <= Version.V1_3 or path.execution == Execution.SYNC


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
    """The paths on which a driver of ``version`` is judged.

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
