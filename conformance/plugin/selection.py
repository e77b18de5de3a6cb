"""Selection of the cases of a session by argument, pattern, list and shard."""

from __future__ import annotations

import fnmatch
import os
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from conformance.cases import SpecError, bundled_specs
from conformance.cases.sources import (
    SPEC_SUFFIX,
    WILDCARD,
    CaseRef,
    CaseSource,
    can_match,
    case_id_of,
)
from conformance.files import read_file
from conformance.plugin.items import SESSION, CaseItem, SourceCases, SourceFile
from conformance.run.session import Session
from conformance.text import is_same_name, similar_names, suggest, to_printable
from nn_conformance_options import CASE_LIST, SETTINGS, Settings

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
        self._wild = [text for text in texts if WILDCARD.search(text)]
        self._ids: list[str] = []

    def matches(self, ref: CaseRef) -> bool:
        """Return whether any pattern selects the case, and record which patterns have a match."""
        case_id = ref.case_id
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
        if ref.stands_for:
            for text in self._exact:
                if may_match(ref.stands_for, text):
                    is_selected = True
                    self.unmatched.pop(text, None)
        return is_selected

    def complaints(self, others: Iterable[str] = ()) -> list[str]:
        """Return one sentence for each unmatched pattern; the first few suggest similar ids.

        ``others`` are the ids of cases that were not collected.
        """
        known = list(dict.fromkeys([*self._ids, *others]))
        lines = []
        for number, (text, origin) in enumerate(self.unmatched.items()):
            near = _suggestion(text, known) if number < _SUGGESTED_FOR else ""
            lines.append(f"{origin}: no collected case matches {text}{near}")
        return lines


def may_match(folder: str, pattern: str) -> bool:
    """Return whether the pattern can match an id that is ``folder`` followed by an example's name.

    The name is unknown but contains no slash.
    """
    starts = (pattern[:at] for at in range(len(pattern) + 1) if "/" not in pattern[at:])
    return any(fnmatch.fnmatchcase(folder, start) for start in starts)


def _suggestion(text: str, known: Sequence[str]) -> str:
    """Return the end of a sentence that suggests similar case ids; empty if there are none."""
    if WILDCARD.search(text):
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


@dataclass(slots=True)
class NamedFile:
    """A bundled spec file that an argument names, and the names of its cases; empty for all."""

    path: Path
    names: list[str]


class CaseArguments:
    """The arguments of a session that name cases, and the cases that it runs without arguments.

    pytest collects the files and folders among the arguments. The bundled specs, whose folder may
    be in a virtual environment, and the cases of sources without files are collected here: bundled
    specs and cases that are named by their ids in the order of the arguments, and all cases of the
    sources that the session runs.

    Attributes:
        texts: the ids and node ids among the arguments, as the user wrote them.

    """

    def __init__(self, config: pytest.Config, session: Session) -> None:
        """Take the ids out of pytest's arguments.

        Raise ``pytest.UsageError`` for an id of no case.
        """
        self.texts: list[str] = []
        self._session = session
        self._typed: list[NamedFile | tuple[CaseSource, list[CaseRef]]] = []
        self._files = next(one for one in session.sources if SPEC_SUFFIX in one.suffixes)
        kinds = pytest.Config.ArgsSource
        session.plain = config.args_source is not kinds.ARGS
        specs, here = bundled_specs().resolve(), config.invocation_params.dir.resolve()
        left = []
        for argument in config.args:
            location = argument.partition("::")[0]
            if os.path.exists(location):  # noqa: PTH110 - false for a text that cannot be a path
                if session.plain and Path(location).resolve() == specs:
                    session.whole = True
                else:
                    left.append(argument)
            elif self._take(argument):
                self.texts.append(argument)
            else:
                left.append(argument)
        config.args = left
        session.whole |= config.args_source is kinds.INVOCATION_DIR
        # pytest finds the specs below the current folder, but not in a virtual environment there.
        prefix = Path(sys.prefix).resolve()
        hidden = specs.is_relative_to(prefix) and prefix.is_relative_to(here)
        met = config.args_source is kinds.INVOCATION_DIR and specs.is_relative_to(here)
        self._collects_specs = session.whole and (hidden or not met)

    def _take(self, argument: str) -> bool:
        """Keep an argument that names cases; return whether it does."""
        for source in self._session.sources:
            if source.prefix and argument.startswith(source.prefix):
                try:
                    self._typed.append((source, source.named(argument, self._session)))
                except ValueError as error:
                    raise pytest.UsageError(f"{argument[:200]}: {error}") from None
                return True
        found = bundled_case(argument)
        if found is None:
            if (
                WILDCARD.search(argument)
                and (bundled_specs() / argument.partition("/")[0]).is_dir()
            ):
                raise pytest.UsageError(f"{argument}: select examples with --case '{argument}'")
            return False
        path, name = found
        names = [name] if name else []
        if name:
            try:
                known = [ref.name for ref in self._files.refs(path, self._session)]
            except SpecError:
                known = names
            if name not in known:
                near = suggest(similar_names(name, known))
                raise pytest.UsageError(f"not found: {argument}: {path} has no such example{near}")
        for one in self._typed:
            if isinstance(one, NamedFile) and one.path == path:
                one.names = [*one.names, name] if name and one.names else []
                return True
        self._typed.append(NamedFile(path, names))
        return True

    def named(self, source: CaseSource) -> list[CaseRef]:
        """Return the cases of a source without files that arguments or ``--case`` name."""
        refs = [
            ref
            for one in self._typed
            if isinstance(one, tuple) and one[0] is source
            for ref in one[1]
        ]
        for text in self._session.patterns:
            if text.startswith(source.prefix) and not (
                WILDCARD.search(text) and source.runs(self._session)
            ):
                try:
                    refs += source.named(text, self._session)
                except ValueError:  # reported as a pattern without a match
                    continue
        return list({ref.case_id: ref for ref in refs}.values())

    def lists(self, source: CaseSource) -> bool:
        """Return whether the session runs cases of a source that are not named by their ids."""
        patterns = self._session.patterns
        return source.runs(self._session) and (
            not patterns
            or any(WILDCARD.search(one) and can_match(source.prefix, one) for one in patterns)
        )

    def facts(self) -> dict[str, Mapping[str, Any]]:
        """Return what each source states at the start of the session, by its prefix."""
        return {
            source.prefix: source.state(
                self._session, self.named(source), listed=self.lists(source)
            )
            for source in self._session.sources
            if source.prefix
        }

    def collectors(self, root: pytest.Session) -> tuple[list[pytest.Collector], ...]:
        """Return the collectors before and after those of pytest's own arguments."""
        before: list[pytest.Collector] = []
        after: list[pytest.Collector] = []
        session, typed = self._session, set()
        for one in self._typed:
            if isinstance(one, NamedFile):
                after.append(self._spec(root, one.path, one.names or None))
            elif not self.lists(one[0]):
                new = [ref for ref in one[1] if ref.case_id not in typed]
                after.append(self._cases(root, one[0], new))
                typed |= {ref.case_id for ref in new}
        if self._collects_specs:
            after += [self._spec(root, path) for path in self._bundled(root)]
        for source in session.sources:
            if not source.prefix:
                continue
            cases = {ref.case_id: ref for ref in self.named(source)}
            if self.lists(source):
                cases |= {ref.case_id: ref for ref in source.refs(None, session)}
            if left := [ref for case_id, ref in cases.items() if case_id not in typed]:
                place = before if source.comes_first(session) else after
                place.append(self._cases(root, source, left))
        return before, after

    def _spec(
        self, root: pytest.Session, path: Path, names: Sequence[str] | None = None
    ) -> pytest.Collector:
        node_id = displayed_node_id(root.config, path)
        return SourceFile.from_parent(
            root, path=path, nodeid=node_id, name=path.name, source=self._files, names=names
        )

    def _cases(
        self, root: pytest.Session, source: CaseSource, refs: list[CaseRef]
    ) -> pytest.Collector:
        name = source.prefix.rstrip("/")
        return SourceCases.from_parent(root, name=name, nodeid=name, source=source, refs=refs)

    def _bundled(self, root: pytest.Session) -> Iterator[Path]:
        """Yield the bundled spec files that can have a selected case and are not ignored."""
        wild = [one for one in self._session.patterns if WILDCARD.search(one)]
        exact = {one.rpartition("/")[0] + "/" for one in self._session.patterns}
        ignored: dict[Path, bool] = {}

        def is_ignored(path: Path) -> bool:
            if path not in ignored:
                ignored[path] = bool(
                    root.ihook.pytest_ignore_collect(collection_path=path, config=root.config)
                )
            return ignored[path]

        for path in sorted(bundled_specs().glob(f"*/*{SPEC_SUFFIX}")):
            spec = case_id_of(path, "")
            if self._session.patterns and not (
                spec in exact or any(may_match(spec, one) for one in wild)
            ):
                continue
            if not is_ignored(path.parent) and not is_ignored(path):
                yield path

    def unlisted(self) -> Iterator[str]:
        """Yield the ids of the cases that were not collected because of ``--case``."""
        session = self._session
        for source in session.sources:
            if source.prefix and source.runs(session) and not self.lists(source):
                yield from (ref.case_id for ref in source.refs(None, session))
        if self._collects_specs and session.patterns:
            for path in sorted(bundled_specs().glob(f"*/*{SPEC_SUFFIX}")):
                yield from (ref.case_id for ref in self._files.refs(path, session))


def bundled_case(argument: str) -> tuple[Path, str] | None:
    """Return the bundled spec file and the example that an id or node id names.

    The name is empty for the file itself. Return ``None`` if there is no such file.
    """
    location, _, name = argument.partition("::")
    if not location.endswith(SPEC_SUFFIX):
        parts = argument.split("/")
        if len(parts) != 3:
            return None
        location, name = f"{parts[0]}/{parts[1]}{SPEC_SUFFIX}", parts[2]
    path = bundled_specs() / location
    return (path, name) if os.path.isfile(path) else None  # noqa: PTH113 - false for any text


def case_patterns(settings: Settings) -> dict[str, str] | None:
    """Return the ids and patterns of ``--case`` and of its files, each with its origin.

    Return ``None`` without the option.
    """
    if not settings.case:
        return None
    texts = {text: "--case" for text in settings.case if not text.startswith(CASE_LIST)}
    for file in settings.case_lists:
        texts = {**read_case_list(Path(file)), **texts}
    return texts


class CaseSelectionPlugin:
    """The hooks that add the cases that pytest does not collect, and deselect cases.

    They deselect the cases that no option selects, and those in ``done``.

    ``done`` holds the cases that an interrupted run has completed. A pattern without a match is a
    usage error. Patterns are therefore compared with every collected case, also with those of other
    shards, those already done, and those that ``-k`` or ``--lf`` deselects.
    """

    def __init__(
        self, config: pytest.Config, arguments: CaseArguments, done: frozenset[str]
    ) -> None:
        settings = config.stash[SETTINGS]
        texts = case_patterns(settings)
        self._arguments = arguments
        self.all_done = False
        """Whether every selected case is in ``done``, so that none remains to run."""
        self._patterns = None if texts is None else CasePatterns(texts)
        self._in_shard = parse_shard(settings.shard) if settings.shard else None
        self._finished_cases = done
        self._skipped_finished = False
        self._config = config
        self._suffixes = config.stash[SESSION].suffixes
        self._worker = hasattr(config, "workerinput")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the cases that pytest does not collect.

        It omits dangling links, pipes and devices without a message, for example the links of a
        checkout that lacks the large files of git-annex. Each becomes a case that cannot be read.

        Compare the patterns also with the cases that ``--lf`` removes from the collection.
        """
        report = yield
        if isinstance(collector, pytest.Directory) and report.passed:
            hook, config = collector.ihook, collector.config
            for path in sorted(collector.path.iterdir()):
                if not path.name.endswith(self._suffixes) or path.is_file() or path.is_dir():
                    continue
                if not hook.pytest_ignore_collect(collection_path=path, config=config):
                    for found in hook.pytest_collect_file(file_path=path, parent=collector):
                        report.result += found if isinstance(found, list) else [found]
        if isinstance(collector, pytest.Session) and report.passed:
            before, after = self._arguments.collectors(collector)
            report.result = [*before, *report.result, *after]
        if (
            self._patterns is not None
            and isinstance(collector, SourceFile | SourceCases)
            and self._config.getoption("lf", False)
        ):
            for item in collector.collect():
                if isinstance(item, CaseItem):
                    self._patterns.matches(item.ref)
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Deselect cases; deselect other tests only if cases are selected by id or pattern.

        With ``--limit run`` the cases of all operations run in turns.
        """
        if self._config.stash[SETTINGS].run_time:
            items[:] = in_turns(items)
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
            others = self._arguments.unlisted()
            items.clear()  # else pytest lists the collected items even after a usage error
            raise pytest.UsageError("\n".join(self._patterns.complaints(others)))
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
        if self._patterns is not None and not self._patterns.matches(item.ref):
            return False
        if self._in_shard is not None and not self._in_shard(item.case_id):
            return False
        if item.case_id in self._finished_cases:
            self._skipped_finished = True
            return False
        return True


def in_turns(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return the items in the order for a run that may end early.

    The operations take turns, and so do the files of an operation. Short names run first: they are
    those of examples without variations.
    """
    ordered = sorted(items, key=lambda item: len(item.name))
    for group in (_file, _operation):
        turns: Counter[str] = Counter()
        ranks = []
        for item in ordered:
            turns[group(item)] += 1
            ranks.append(turns[group(item)])
        ordered = [ordered[n] for n in sorted(range(len(ordered)), key=ranks.__getitem__)]
    return ordered


def _file(item: pytest.Item) -> str:
    case_id = item.case_id if isinstance(item, CaseItem) else item.nodeid
    return case_id.rpartition("/")[0]


def _operation(item: pytest.Item) -> str:
    operations = item.ref.operations if isinstance(item, CaseItem) else ()
    return "+".join(operations) or _file(item)


def read_case_list(path: Path) -> dict[str, str]:
    """Return the ids and patterns of a file with one per line, each with its place in the file.

    ``#`` starts a comment. Raises ``pytest.UsageError`` for a file that cannot be read.
    """
    try:
        lines = read_file(path, pipes=True).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise pytest.UsageError(f"--case @{path}: {error}") from error
    texts: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            texts.setdefault(text, f"--case @{path}, line {number}")
    return texts


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
    return to_printable(Path(os.path.relpath(path, config.invocation_params.dir)).as_posix())


def spec_path(config: pytest.Config, location: str) -> Path:
    """Return the path of the spec file in a node id."""
    for base in (config.rootpath, config.invocation_params.dir):
        if (base / location).is_file():
            return base / location
    return bundled_specs() / location
