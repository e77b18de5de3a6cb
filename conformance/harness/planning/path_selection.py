"""Selects the paths that a case runs along.

By default, these are few paths that depend on the case's id; the user can name other ones.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final
from zlib import crc32

from conformance.cases.example import Example
from conformance.hal import ExecutionPreference, MeasureTiming, MemoryKind, Version
from conformance.harness.planning.execution_path import (
    ALL_PATHS,
    EXECUTION_VARIANTS,
    MEMORY_FORMS,
    PREFERENCE_WORDS,
    ExecutionMode,
    ExecutionPath,
    ExecutionVariant,
    OutputForm,
    PathMemory,
    QualityOfService,
    RequiredOutcome,
    default_paths,
    has_memory,
    is_path_available,
    preference_for,
)
from conformance.harness.planning.expectations import reason_not_applicable, required_outcome

ALL_KEYWORD: Final = "all"
DEFAULT_KEYWORD: Final = "default"
_DEFAULT_SELECTION: Final = (DEFAULT_KEYWORD,)


def select_paths(
    version: Version, case_id: str, example: Example, wanted: Sequence[str] = _DEFAULT_SELECTION
) -> tuple[ExecutionPath, ...]:
    """Return the paths that one case runs along, without those that the example rules out.

    Each entry of ``wanted`` is ``all``, ``default``, or words of path ids joined by hyphens
    (``burst``, ``fenced-timed``), which select every path with all these words. Unless a word names
    an execution preference, only paths with the case's own preference are selected.
    """
    if wanted == _DEFAULT_SELECTION:
        paths = _default_selection(version, case_id)
        if not (example.expect_failure or paths[-1].output_form):
            return paths
        return tuple(path for path in paths if not reason_not_applicable(path, version, example))
    named: dict[ExecutionPath, None] = {}
    for text in wanted:
        if text == DEFAULT_KEYWORD:
            named.update(dict.fromkeys(_default_selection(version, case_id)))
        else:
            words = frozenset(text.split("-")) if text != ALL_KEYWORD else frozenset()
            named.update(dict.fromkeys(_paths_with_words(words, version, preference_for(case_id))))
    return tuple(path for path in named if not reason_not_applicable(path, version, example))


def check_path_words(wanted: Sequence[str]) -> None:
    """Raise ``ValueError`` if an entry has a word that occurs in no path id."""
    known = {word for path in ALL_PATHS for word in str(path).split("-")}
    for text in wanted:
        unknown = [word for word in text.split("-") if word not in known]
        if unknown and text not in (ALL_KEYWORD, DEFAULT_KEYWORD):
            words = ", ".join(sorted(known))
            raise ValueError(
                f"unknown path {text!r}: expected all, default, or words joined by hyphens, which"
                f" may be {words}"
            )


@cache
def _paths_with_words(
    words: frozenset[str], version: Version, preference: ExecutionPreference
) -> tuple[ExecutionPath, ...]:
    named = words & set(PREFERENCE_WORDS.values())
    return tuple(
        path
        for path in ALL_PATHS
        if (named or path.preference == preference)
        and is_path_available(path, version)
        and words <= frozenset(str(path).split("-"))
        and (
            not words or path.variant in words or not EXECUTION_VARIANTS[path.variant].only_by_name
        )
    )


def _default_selection(version: Version, case_id: str) -> tuple[ExecutionPath, ...]:
    """Return the default paths of a case: one per mode and, for some cases, one additional path.

    A hash of the case's id selects them, so that a large set of cases covers every kind of
    additional path.
    """
    number = crc32(case_id.encode()) // 3
    return _default_selection_for(version, preference_for(case_id), number % _SELECTION_PERIOD)


_OUTPUT_FORMS: Final = tuple(form for form in OutputForm if form)
_EXECUTION_CYCLE: Final = (
    *(ExecutionMode.SYNC, ExecutionMode.FENCED, ExecutionMode.ASYNC) * 3,
    ExecutionMode.SYNC,
    ExecutionMode.BURST,
)
_REUSABLE_MODES: Final = (ExecutionMode.SYNC_REUSABLE, ExecutionMode.FENCED_REUSABLE)
_CYCLE_LENGTH: Final = 64
_SELECTION_PERIOD: Final = _CYCLE_LENGTH * len(_OUTPUT_FORMS) * len(_EXECUTION_CYCLE) * 2
_QUALITY_TURNS: Final = range(8, 12)
_REUSABLE_TURNS = range(12, 18)
_BURST_TURNS, _TWICE_TURNS, _CACHED_TURNS, _MEMORY_TURNS, _OUTPUT_FORM_TURNS, _FENCED_TURNS = (
    (0,),
    range(1, 4),
    range(4, 6),
    range(20, 24),
    range(28, 34),
    range(54, 64),
)
"""The values of the hash modulo 64 (turns) for which a path of each kind is added.

A burst, and a further compilation for another output form, for the cache or for another kind of
memory, take the most time and get few turns.
"""
_MEMORY_KINDS: Final = tuple(kind for kind in MEMORY_FORMS if kind is not MemoryKind.ASHMEM)
_FORM_OF_MEMORY_PATH_EVERY: Final = 4
"""Of so many paths with another kind of memory, one has another output form than FULL."""


_cached_path: Final = cache(ExecutionPath)


@cache
def _available_executions(version: Version) -> tuple[ExecutionMode, ...]:
    return tuple(
        mode
        for mode in (*_EXECUTION_CYCLE, *_REUSABLE_MODES)
        if is_path_available(ExecutionPath(mode), version)
    )


@cache
def _default_selection_for(
    version: Version, preference: ExecutionPreference, number: int
) -> tuple[ExecutionPath, ...]:
    timed = (MeasureTiming.NO, MeasureTiming.YES)
    turn, number = number % _CYCLE_LENGTH, number // _CYCLE_LENGTH
    measure, opposite = timed[number % 2], timed[1 - number % 2]
    modes = tuple(dict.fromkeys(path.mode for path in default_paths(version, "")))
    if version < Version.V1_2:
        chosen = [_cached_path(modes[0], preference)]
    else:
        chosen = [
            _cached_path(mode, preference, when)
            for mode, when in zip(modes, (measure, opposite), strict=False)
        ]
    additional = _additional_path(version, preference, turn, number // 2, measure, modes[-1])
    if additional is not None and is_path_available(additional, version):
        chosen.append(additional)
    elif len(modes) == 1 and version >= Version.V1_2:
        chosen.append(_cached_path(modes[0], preference, opposite))
    return tuple(chosen)


def _additional_path(
    version: Version,
    preference: ExecutionPreference,
    turn: int,
    number: int,
    measure: MeasureTiming,
    mode: ExecutionMode,
) -> ExecutionPath | None:
    if turn in _FENCED_TURNS:
        return _cached_path(ExecutionMode.FENCED, preference, measure)
    if turn in _OUTPUT_FORM_TURNS:
        modes = _available_executions(version)
        chosen_mode = modes[number // len(_OUTPUT_FORMS) % len(modes)]
        form = _OUTPUT_FORMS[number % len(_OUTPUT_FORMS)]
        return _cached_path(chosen_mode, preference, output_form=form)
    if turn in _QUALITY_TURNS:
        return _quality_path(version, preference, number + turn - _QUALITY_TURNS[0])
    if turn in _MEMORY_TURNS:
        return memory_path(version, preference, number, _MEMORY_KINDS[turn - _MEMORY_TURNS[0]])
    if turn in _REUSABLE_TURNS:
        return _cached_path(_REUSABLE_MODES[turn % len(_REUSABLE_MODES)], preference, measure)
    if turn in _CACHED_TURNS:
        return _cached_path(mode, preference, variant=ExecutionVariant.CACHED)
    if turn in _TWICE_TURNS:
        return _cached_path(mode, preference, variant=ExecutionVariant.TWICE)
    return _cached_path(ExecutionMode.BURST, preference, measure) if turn in _BURST_TURNS else None


_QUALITIES: Final = tuple(quality for quality in QualityOfService if quality)


def _quality_path(
    version: Version, preference: ExecutionPreference, number: int
) -> ExecutionPath | None:
    """Return a path with a priority or a deadline; ``number`` selects its mode and quality."""
    modes = tuple(dict.fromkeys(_available_executions(version)))
    quality = _QUALITIES[number % len(_QUALITIES)]
    path = _cached_path(modes[number // len(_QUALITIES) % len(modes)], preference, quality=quality)
    if is_path_available(path, version):
        return path
    return _cached_path(modes[0], preference, quality=quality)


def memory_path(
    version: Version, preference: ExecutionPreference, number: int, kind: PathMemory
) -> ExecutionPath:
    """Return a path with a kind of memory; ``number`` selects its mode and output form.

    If the version does not have the kind, it is ``mmap_fd``.
    """
    if not has_memory(kind, version):
        kind = MemoryKind.MMAP_FD
    modes = _available_executions(version)
    turn, form = number // len(_OUTPUT_FORMS), _OUTPUT_FORMS[number % len(_OUTPUT_FORMS)]
    if (turn + number) % _FORM_OF_MEMORY_PATH_EVERY or form not in MEMORY_FORMS[kind]:
        form = OutputForm.FULL
    return _cached_path(modes[turn % len(modes)], preference, output_form=form, memory=kind)


_GRAPH_PATH_EVERY: Final = 32
_REUSABLE_GRAPH: Final = 16
_GRAPH_QUALITY_EVERY, _GRAPH_QUALITY_TURN = 4, 2
"""Run one random graph in four, with other seeds than those of several paths, with a quality."""
_GRAPH_QUALITIES: Final = (
    QualityOfService.FAR_DEADLINE,
    QualityOfService.HIGH_PRIORITY,
    QualityOfService.LOW_PRIORITY,
    QualityOfService.LONG_LOOP_TIMEOUT,
    QualityOfService.FAR_PREPARATION,
)
"""The qualities with which every driver must return the values."""


def graph_quality_path(
    version: Version,
    seed: int,
    example: Example,
    preference: ExecutionPreference = ExecutionPreference.FAST_SINGLE_ANSWER,
) -> ExecutionPath | None:
    """Return a path with a priority, deadline or loop timeout for the random graph of a seed.

    The graph is run along this path instead of another one. The driver must return values along it:
    a graph that does not specify the shapes of its outputs has no fenced execution. The result is
    ``None`` for most seeds and for versions without quality of service.
    """
    number, turn = divmod(seed, _GRAPH_QUALITY_EVERY)
    if turn != _GRAPH_QUALITY_TURN:
        return None
    paths = _paths_with_quality(version, preference)
    first = number % len(paths) if paths else 0
    return next(
        (
            path
            for path in paths[first:] + paths[:first]
            if required_outcome(path, version, example) is RequiredOutcome.VALUES
        ),
        None,
    )


@cache
def _paths_with_quality(
    version: Version, preference: ExecutionPreference
) -> tuple[ExecutionPath, ...]:
    """Return the path of each mode and each of ``_GRAPH_QUALITIES`` that a version has."""
    paths = (
        _cached_path(mode, preference, quality=quality)
        for quality in _GRAPH_QUALITIES
        for mode in dict.fromkeys(_available_executions(version))
    )
    return tuple(path for path in paths if is_path_available(path, version))


def additional_graph_paths(version: Version, seed: int) -> list[ExecutionPath]:
    """Return the additional path along which the random graph of a seed is run.

    Of 32 graphs, one has a path with another kind of memory and, if the version has them, one a
    reusable execution; the list is empty for the others. Seed 0 has the kind ``mmap_fd``.
    """
    number, turn = divmod(seed, _GRAPH_PATH_EVERY)
    if turn == _REUSABLE_GRAPH:
        path = _cached_path(_REUSABLE_MODES[number % len(_REUSABLE_MODES)])
        return [path] if is_path_available(path, version) else []
    if turn:
        return []
    kinds = [kind for kind in _MEMORY_KINDS if has_memory(kind, version)]
    modes = _available_executions(version)
    mode = modes[number // len(kinds) % len(modes)]
    return [_cached_path(mode, memory=kinds[number % len(kinds)])]
