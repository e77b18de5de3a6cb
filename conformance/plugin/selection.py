"""Selection of the collected cases by argument, pattern, list and shard."""

from __future__ import annotations

import fnmatch
import os
import re
import zlib
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from conformance.cases import bundled_specs
from conformance.cases.casefile import RANDOM_SOURCE
from conformance.cases.sources import SPEC_SUFFIX
from conformance.checks import AREAS_FOLDER, is_area_module
from conformance.files import read_file
from conformance.plugin.items import (
    CASE_SOURCES,
    SUITE_SOURCE,
    AreaFile,
    CaseFileCollector,
    CaseItem,
    ModelFileCollector,
    SourceFile,
    SpecFile,
)
from conformance.results.run_statistics import STRESS
from conformance.text import is_same_name, similar_names, suggest, to_printable
from nn_conformance_options import SETTINGS

OUR_FILES = (*(SpecFile, CaseFileCollector, AreaFile, ModelFileCollector, SourceFile),)

_WILDCARD = re.compile(r"[*?\[]")
_ALL_DONE = "nn_all_done"
_SUGGESTED_FOR = 5


class CasePatterns:
    """The case ids and patterns of a session, each with the option from which it was read.

    In a pattern ``*`` matches anything. ``unmatched`` holds the ids and patterns that no collected
    case has matched so far.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.unmatched = dict(texts)
        self._exact = frozenset(texts)
        self._wild = [text for text in texts if _WILDCARD.search(text)]
        self._ids: list[str] = []

    def matches(self, item: CaseItem) -> bool:
        """Return whether any pattern selects the case, and record which patterns have a match."""
        case_id = item.case_id
        self._ids.append(case_id)
        is_selected = case_id in self._exact
        if is_selected:
            self.unmatched.pop(case_id, None)
        for pattern in self._wild:
            # If a pattern matches, only those that had no match so far still have to be compared.
            if (not is_selected or pattern in self.unmatched) and fnmatch.fnmatchcase(
                case_id, pattern
            ):
                is_selected = True
                self.unmatched.pop(pattern, None)
        if item.stands_for:
            for text in self._exact:
                if may_match(item.stands_for, text):
                    is_selected = True
                    self.unmatched.pop(text, None)
        return is_selected

    def complaints(self) -> list[str]:
        """Return one sentence for each unmatched pattern; the first few suggest similar ids."""
        known = list(dict.fromkeys(self._ids))
        lines = []
        for number, (text, origin) in enumerate(self.unmatched.items()):
            near = _suggestion(text, known) if number < _SUGGESTED_FOR else ""
            lines.append(f"{origin}: no collected case matches {text}{near}")
        return lines


def may_match(folder: str, pattern: str) -> bool:
    """Return whether the pattern can match an id that is ``folder`` followed by an example's name.

    The name is unknown but contains no slash. The pattern is run as an automaton: after each
    character of ``folder``, the function knows all positions of the pattern that can be reached.
    """
    reached = {0}
    for character in folder:
        following: set[int] = set()
        for start in reached:
            at = start
            while at < len(pattern) and pattern[at] == "*":
                following.add(at)  # the star matches this character too
                at += 1
            if at < len(pattern):
                end = _end_of_token(pattern, at)
                if fnmatch.fnmatchcase(character, pattern[at:end]):
                    following.add(end)
        reached = following
    return any("/" not in pattern[at:] for at in reached)


def _end_of_token(pattern: str, at: int) -> int:
    """Return the index after the character or the bracketed set at ``at``."""
    if pattern[at] == "[":
        # As in fnmatch: a bracket that closes at once, or after "!", is a member of the set.
        end = pattern.find("]", at + (3 if pattern[at + 1 : at + 2] == "!" else 2))
        if end >= 0:
            return end + 1
    return at + 1


def _suggestion(text: str, known: Sequence[str]) -> str:
    """Return the end of a sentence that suggests similar case ids; empty if there are none."""
    if text.startswith(f"{RANDOM_SOURCE}/") and not _WILDCARD.search(text):
        return f"; to run a random graph, pass its id as an argument: pytest {text}"
    if text.startswith(STRESS) and not any(case_id.startswith(STRESS) for case_id in known):
        return f"; to run stress modes, add --stress, or pass the id as an argument: pytest {text}"
    if _WILDCARD.search(text):
        places = {case_id.rpartition("/")[0]: None for case_id in known}
        bare = re.sub(r"\[.*?\]|[*?]", "", text.rpartition("/")[0] or text)
        near = [f"{place}/*" for place in similar_names(bare, places)]
    else:
        near = _specs_named(text, known)
        near += [case_id for case_id in known if case_id.endswith(f"/{text}")]
        near = near[:3] or similar_names(text, known)
    return suggest(near)


def _specs_named(text: str, known: Sequence[str]) -> list[str]:
    """Return a pattern for each spec with this name, or with the name of this operation."""
    if "/" in text:
        return []
    places = {case_id.rpartition("/")[0]: None for case_id in known}
    return [f"{place}/*" for place in places if is_same_name(place.rpartition("/")[2], text)][:2]


def parse_shard(text: str) -> Callable[[str], bool]:
    """Return a function that states whether a case id belongs to shard I of N; text is ``I/N``.

    The shard depends only on the case id, so it is the same on every machine and in every run.
    """
    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise pytest.UsageError(f"--shard {text}: expected I/N with I from 1 to N, for example 2/8")
    shard, shards = int(match[1]), int(match[2])
    return lambda case_id: (
        zlib.crc32(case_id.encode("utf-8", "surrogatepass")) % shards + 1 == shard
    )


class CaseSelectionPlugin:
    """The hooks that deselect the cases that no option selects, and the cases in ``done``.

    ``done`` holds the cases that an interrupted run has completed. A pattern without a match is a
    usage error. Patterns are therefore compared with every collected case, also with those of other
    shards, those already done, and those that ``-k`` or ``--lf`` deselects.
    """

    def __init__(self, config: pytest.Config, done: frozenset[str]) -> None:
        settings = config.stash[SETTINGS]
        texts = dict.fromkeys(settings.case, "--case")
        if listed := settings.case_list:
            texts = {**read_case_list(Path(listed)), **texts}
        self.all_done = False
        """Whether every selected case is in ``done``, so that none remains to run."""
        self._patterns = CasePatterns(texts) if texts or listed else None
        self._in_shard = parse_shard(settings.shard) if settings.shard else None
        self._finished_cases = done
        self._skipped_finished = False
        self._config = config
        self._worker = hasattr(config, "workerinput")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Compare the patterns with the cases that ``--lf`` removes from the collection, too."""
        report = yield
        if (
            self._patterns is not None
            and isinstance(collector, OUR_FILES)
            and self._config.getoption("lf", False)
        ):
            for item in collector.collect():
                if isinstance(item, CaseItem):
                    self._patterns.matches(item)
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Deselect cases; deselect other tests only if cases are selected by id or pattern."""
        if self._patterns is None and self._in_shard is None and not self._finished_cases:
            return
        kept: list[pytest.Item] = []
        dropped: list[pytest.Item] = []
        for item in items:
            is_selected = (
                self._is_selected(item) if isinstance(item, CaseItem) else self._patterns is None
            )
            (kept if is_selected else dropped).append(item)
        if self._patterns is not None and self._patterns.unmatched:
            items.clear()  # else pytest lists the collected items even after a usage error
            raise pytest.UsageError("\n".join(self._patterns.complaints()))
        if dropped:
            self._config.hook.pytest_deselected(items=dropped)
            items[:] = kept
        self.all_done = self._skipped_finished and not kept

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Send ``all_done`` to the controller, which collects nothing itself."""
        if self._worker:
            output = self._config.workeroutput  # type: ignore[attr-defined]
            output[_ALL_DONE] = self.all_done

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over ``all_done`` from a worker; all workers collect the same cases."""
        output = getattr(node, "workeroutput", None) or {}
        self.all_done = output.get(_ALL_DONE, self.all_done)

    def _is_selected(self, item: CaseItem) -> bool:
        if self._patterns is not None and not self._patterns.matches(item):
            return False
        if self._in_shard is not None and not self._in_shard(item.case_id):
            return False
        if item.case_id in self._finished_cases:
            self._skipped_finished = True
            return False
        return True


def read_case_list(path: Path) -> dict[str, str]:
    """Return the ids and patterns of a file with one per line, each with its place in the file.

    ``#`` starts a comment. Raises ``pytest.UsageError`` for a file that cannot be read.
    """
    try:
        lines = read_file(path, pipes=True).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise pytest.UsageError(f"--case-list {path}: {error}") from error
    texts: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            texts.setdefault(text, f"--case-list {path}, line {number}")
    return texts


_PACKAGE_FOLDER: Final = AREAS_FOLDER.parent.parent
"""Node ids of checks outside the root directory are relative to this folder."""


def collection_arguments(config: pytest.Config) -> list[str]:
    """Return pytest's arguments with case ids replaced by node ids.

    Without arguments the bundled specs and checks are added.
    """
    arguments = [resolve_case_argument(argument) or argument for argument in config.args]
    folder = config.invocation_params.dir
    # If the bundled specs are in a virtual environment below the current folder, pytest collects
    # them without an argument; with an added argument it would collect them twice.
    is_below = bundled_specs().resolve().is_relative_to(folder.resolve())
    if config.args_source is pytest.Config.ArgsSource.INVOCATION_DIR and not is_below:
        arguments += [str(bundled_specs()), str(AREAS_FOLDER)]
    return arguments


def resolve_case_argument(argument: str) -> str | None:
    """Return the pytest argument for the case id or node id of a bundled spec or check.

    Return ``None`` if ``argument`` is an existing path or not such an id.
    """
    location, colons, name = argument.partition("::")
    if os.path.exists(location):  # noqa: PTH110 - false for a text that cannot be a path
        return None
    if location.endswith(SPEC_SUFFIX):
        path = bundled_specs() / location
        return f"{path}{colons}{name}" if os.path.isfile(path) else None  # noqa: PTH113 - as above
    area = _PACKAGE_FOLDER / location
    if colons and is_area_module(area) and os.path.isfile(area):  # noqa: PTH113 - as above
        return f"{area}::{name}"
    parts = argument.split("/")
    if len(parts) != 3:
        return None
    folder, spec, example = parts
    check, path = AREAS_FOLDER / f"{spec}.py", bundled_specs() / folder / f"{spec}{SPEC_SUFFIX}"
    if folder == SUITE_SOURCE and os.path.isfile(check):  # noqa: PTH113 - as above
        return f"{check}::{example}"
    return f"{path}::{example}" if os.path.isfile(path) else None  # noqa: PTH113 - as above


def displayed_node_id(config: pytest.Config, path: Path) -> str | None:
    """Return a node id that the user can pass to pytest again; ``None`` to keep pytest's own.

    For a file outside the root directory, pytest's own node id is not a valid argument. Characters
    of a file's name that cannot be printed are escaped, because JUnit files cannot hold them.
    """
    if path.is_relative_to(config.rootpath):
        relative = path.relative_to(config.rootpath).as_posix()
        return None if relative.isprintable() else to_printable(relative)
    if path.is_relative_to(bundled_specs()):
        return path.relative_to(bundled_specs()).as_posix()
    if path.is_relative_to(AREAS_FOLDER):
        return path.relative_to(_PACKAGE_FOLDER).as_posix()
    return to_printable(Path(os.path.relpath(path, config.invocation_params.dir)).as_posix())


def spec_path(config: pytest.Config, location: str) -> Path:
    """Return the path of the spec file in a node id."""
    for base in (config.rootpath, config.invocation_params.dir):
        if (base / location).is_file():
            return base / location
    return bundled_specs() / location


def _area_path(config: pytest.Config, location: str) -> Path | None:
    """Return the path of the suite's module in a node id; ``None`` for any other node id."""
    for base in (config.rootpath, config.invocation_params.dir, _PACKAGE_FOLDER):
        path = base / location
        if is_area_module(path) and path.is_file():
            return path
    return None


def case_without_file(config: pytest.Config, location: str, name: str) -> str:
    """Return the case id of a check, random graph or stress mode; empty for any other node id."""
    if (area := _area_path(config, location)) is not None:
        return f"{SUITE_SOURCE}/{area.stem}/{name}"
    prefixes = {source.node_id: source.prefix for source in config.stash[CASE_SOURCES]}
    return f"{prefixes[location]}{name}" if location in prefixes else ""
