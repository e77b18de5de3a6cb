"""Selects the paths that a case runs along: by default few, depending on its id, else as named."""

from collections.abc import Sequence
from functools import cache
from typing import Final
from zlib import crc32

from conformance.hal import ExecutionPreference, MeasureTiming, Version
from conformance.harness.outcomes import obstacle
from conformance.harness.path import (
    ALL_PATHS,
    Execution,
    OutputForm,
    Path,
    default_paths,
    preference_for,
    suits,
)
from conformance.specfile.example import Example

ALL: Final = "all"
DEFAULT: Final = "default"
_ONLY_DEFAULT: Final = (DEFAULT,)


def chosen_paths(
    version: Version, case_id: str, example: Example, wanted: Sequence[str] = _ONLY_DEFAULT
) -> tuple[Path, ...]:
    """Return the paths that one case runs along, without those that the example rules out.

    Each entry of ``wanted`` is ``all``, ``default``, or words of path ids joined by hyphens
    (``burst``, ``fenced-timed``), which select every path with all these words. Unless a word names
    an execution preference, only paths with the case's own preference are selected.
    """
    if wanted == _ONLY_DEFAULT:
        paths = _default(version, case_id)
        if not (example.expect_failure or paths[-1].form):
            return paths
        return tuple(path for path in paths if not obstacle(path, version, example))
    named: dict[Path, None] = {}
    for text in wanted:
        if text == DEFAULT:
            named.update(dict.fromkeys(_default(version, case_id)))
        else:
            words = frozenset(text.split("-")) if text != ALL else frozenset()
            named.update(dict.fromkeys(_with_words(words, version, preference_for(case_id))))
    return tuple(path for path in named if not obstacle(path, version, example))


def check_wanted(wanted: Sequence[str]) -> None:
    """Raise ``ValueError`` if an entry has a word that occurs in no path id."""
    known = {word for path in ALL_PATHS for word in str(path).split("-")}
    for text in wanted:
        unknown = [word for word in text.split("-") if word not in known]
        if unknown and text not in (ALL, DEFAULT):
            words = ", ".join(sorted(known))
            raise ValueError(f"no path is called {text!r}: expected all, default or of {words}")


@cache
def _with_words(
    words: frozenset[str], version: Version, preference: ExecutionPreference
) -> tuple[Path, ...]:
    named = words & {"low", "fast", "sustained"}
    return tuple(
        path
        for path in ALL_PATHS
        if (named or path.preference == preference)
        and suits(path, version)
        and words <= frozenset(str(path).split("-"))
        and (not path.together or not words or "together" in words)
    )


def _default(version: Version, case_id: str) -> tuple[Path, ...]:
    """Return the plain paths and, for some cases, one further path.

    The case's id decides which; over many cases every kind of further path occurs.
    """
    number = crc32(case_id.encode()) // 3
    return _default_of(version, preference_for(case_id), number % _PERIOD)


_FORMS: Final = tuple(form for form in OutputForm if form)
_WAYS: Final = (
    *(Execution.SYNC, Execution.FENCED, Execution.ASYNC) * 3,
    Execution.SYNC,
    Execution.BURST,
)
_TURNS: Final = 64
_PERIOD: Final = _TURNS * len(_FORMS) * len(_WAYS) * 2
_BURST, _TWICE, _IN_FORMS, _FENCED = (0,), range(1, 4), range(28, 34), range(54, 64)
"""The turns of 64 that add a further path of each kind.

A burst and a compilation for another output form cost most time, so they get few turns.
"""


_path: Final = cache(Path)


@cache
def _ways(version: Version) -> tuple[Execution, ...]:
    return tuple(way for way in _WAYS if suits(Path(way), version))


@cache
def _default_of(version: Version, preference: ExecutionPreference, number: int) -> tuple[Path, ...]:
    timed = (MeasureTiming.NO, MeasureTiming.YES)
    turn, number = number % _TURNS, number // _TURNS
    measure, other = timed[number % 2], timed[1 - number % 2]
    modes = tuple(dict.fromkeys(path.execution for path in default_paths(version, "")))
    if version < Version.V1_2:
        chosen = [_path(modes[0], preference)]
    else:
        chosen = [
            _path(mode, preference, when)
            for mode, when in zip(modes, (measure, other), strict=False)
        ]
    further = _further(version, preference, turn, number // 2, measure, modes[-1])
    if further is not None and suits(further, version):
        chosen.append(further)
    elif len(modes) == 1 and version >= Version.V1_2:
        chosen.append(_path(modes[0], preference, other))
    return tuple(chosen)


def _further(
    version: Version,
    preference: ExecutionPreference,
    turn: int,
    number: int,
    measure: MeasureTiming,
    mode: Execution,
) -> Path | None:
    if turn in _FENCED:
        return _path(Execution.FENCED, preference, measure)
    if turn in _IN_FORMS:
        ways = _ways(version)
        way = ways[number // len(_FORMS) % len(ways)]
        return _path(way, preference, form=_FORMS[number % len(_FORMS)])
    if turn in _TWICE:
        return _path(mode, preference, twice=True)
    return _path(Execution.BURST, preference, measure) if turn in _BURST else None
