"""Which paths a case is judged along: few by default, chosen by its id; all of them when asked."""

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
    """The paths of one case, all with the case's preference, none that the example rules out.

    ``wanted`` are ``all``, ``default``, or words of path ids (``burst``, ``fenced-timed``): the
    paths that have these words. ``ValueError`` for a word that no path has.
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
    """``ValueError`` for what names no path."""
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
    )


def _default(version: Version, case_id: str) -> tuple[Path, ...]:
    """Plain paths and often a further one; over many cases all further ones have their turn."""
    number = crc32(case_id.encode()) // 3
    return _default_of(version, preference_for(case_id), number % _PERIOD)


_FORMS: Final = tuple(form for form in OutputForm if form)
_WAYS: Final = (
    *(Execution.SYNC, Execution.FENCED, Execution.ASYNC) * 2,
    Execution.SYNC,
    Execution.BURST,
)
_TURNS: Final = 32
_PERIOD: Final = _TURNS * len(_FORMS) * len(_WAYS) * 2
_FENCED, _IN_FORMS, _TWICE, _BURST = range(8), range(8, 14), (14, 15), (16,)
"""Turns of 32 with a further path; setting up a burst costs most."""


@cache
def _default_of(version: Version, preference: ExecutionPreference, number: int) -> tuple[Path, ...]:
    timed = (MeasureTiming.NO, MeasureTiming.YES)
    turn, number = number % _TURNS, number // _TURNS
    measure, other = timed[number % 2], timed[1 - number % 2]
    plain = default_paths(version, "")
    modes = tuple(dict.fromkeys(path.execution for path in plain))
    if version < Version.V1_2:
        chosen = [Path(modes[0], preference)]
    else:
        chosen = [
            Path(mode, preference, when)
            for mode, when in zip(modes, (measure, other), strict=False)
        ]
    further = _further(version, preference, turn, number // 2, measure, modes[-1])
    if further is not None:
        chosen.append(further)
    elif len(modes) == 1 and version >= Version.V1_2:
        chosen.append(Path(modes[0], preference, other))
    return tuple(chosen)


def _further(
    version: Version,
    preference: ExecutionPreference,
    turn: int,
    number: int,
    measure: MeasureTiming,
    mode: Execution,
) -> Path | None:
    path = None
    if turn in _FENCED:
        path = Path(Execution.FENCED, preference, measure)
    elif turn in _IN_FORMS:
        ways = [way for way in _WAYS if suits(Path(way), version)]
        way = ways[number // len(_FORMS) % len(ways)]
        path = Path(way, preference, form=_FORMS[number % len(_FORMS)])
    elif turn in _TWICE:
        path = Path(mode, preference, twice=True)
    elif turn in _BURST:
        path = Path(Execution.BURST, preference, measure)
    return path if path is not None and suits(path, version) else None
