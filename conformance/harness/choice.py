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


def chosen_paths(
    version: Version, case_id: str, example: Example, wanted: Sequence[str] = (DEFAULT,)
) -> tuple[Path, ...]:
    """The paths of one case, all with the case's preference, none that the example rules out.

    ``wanted`` are ``all``, ``default``, or words of path ids (``burst``, ``fenced-timed``): the
    paths that have these words. ``ValueError`` for a word that no path has.
    """
    paths: dict[Path, None] = {}
    for text in wanted:
        if text == DEFAULT:
            paths.update(dict.fromkeys(_default(version, case_id)))
        else:
            words = frozenset(text.split("-")) if text != ALL else frozenset()
            paths.update(dict.fromkeys(_with_words(words, version, preference_for(case_id))))
    return tuple(path for path in paths if not obstacle(path, version, example))


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
    """Two plain paths and one further one; over many cases all further ones have their turn."""
    number = crc32(case_id.encode()) // 3
    return _default_of(version, preference_for(case_id), number % _PERIOD)


_FORMS: Final = tuple(form for form in OutputForm if form)
_WAYS: Final = (Execution.SYNC, Execution.BURST, Execution.FENCED, Execution.ASYNC)
_PERIOD: Final = 8 * len(_FORMS) * len(_WAYS) * 2


@cache
def _default_of(version: Version, preference: ExecutionPreference, number: int) -> tuple[Path, ...]:
    timed = (MeasureTiming.NO, MeasureTiming.YES)
    turn, number = number % 8, number // 8
    measure, other = timed[number % 2], timed[1 - number % 2]
    plain = default_paths(version, "")
    modes = tuple(dict.fromkeys(path.execution for path in plain))
    if version < Version.V1_2:
        chosen = [Path(modes[0], preference)]
    elif len(modes) == 1:
        chosen = [Path(modes[0], preference, both) for both in timed]
    else:
        chosen = [
            Path(mode, preference, when) for mode, when in zip(modes, (measure, other), strict=True)
        ]
    if turn < 3:
        chosen.append(Path(Execution.FENCED, preference, measure))
    elif turn < 5:
        chosen.append(Path(Execution.BURST, preference, measure))
    elif turn < 7:
        form = _FORMS[number // 2 % len(_FORMS)]
        ways = [way for way in _WAYS if suits(Path(way), version)]
        way = ways[number // 2 // len(_FORMS) % len(ways)]
        chosen.append(Path(way, preference, form=form))
    else:
        chosen.append(Path(modes[-1], preference, twice=True))
    return tuple(path for path in chosen if suits(path, version))
