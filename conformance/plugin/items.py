"""The pytest nodes: the files that the suite collects and their items.

A run collects thousands of items, so an item holds only the id of its example. The model is loaded
from the index when the item runs.

The import of models is loaded only if a model file is collected.

A source is a subclass of ``CaseSource`` that an entry point of the group
``nn_conformance.case_sources`` names. pytest collects items only from files, so the cases of a
source belong to the file of its module.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from _pytest.outcomes import Skipped  # pytest.skip.Exception, as a type

from conformance.cases import ExampleInfo, SpecError
from conformance.cases.casefile import CASE_SUFFIX, CaseError, CaseFile, read_case
from conformance.cases.sources import SPEC_SUFFIX, case_id_of
from conformance.checks import Check, area_module, checks_of
from conformance.entry_points import load, offered
from conformance.failures.failure_dump import DumpResult
from conformance.hal import Version
from conformance.run.case_runner import model_case_id
from conformance.run.session import run_context_of
from conformance.text import terminal_text, to_printable
from conformance.verdicts import Verdict, VerdictKind

if TYPE_CHECKING:
    from conformance.run.session import RunContext

_FILE_NAME: Final = pytest.StashKey[str]()


class CaseFailed(Exception):  # noqa: N818 - reports verdicts, not an error of the suite
    """Raised to make pytest report an item as failed; the text is the report of its verdicts."""


class CaseSkipped(Skipped):
    """Raised to make pytest report an item as skipped because of its verdicts."""


class SpecFile(pytest.File):
    """A ``.mod.py`` file.

    The names of its examples are read from the index, which executes the file only if the file has
    no current entry.
    """

    def collect(self) -> Iterable[pytest.Item]:
        """Yield one item for each example and variation, in the order of the file.

        Yield a single failing item if the file cannot be read or declares no example.
        """
        try:
            infos = run_context_of(self.config).index.names(self.path)
        except SpecError as error:
            rule = "spec.unreadable"
            yield UnreadableItem.from_parent(self, name="unreadable", rule=rule, problem=str(error))
            return
        if not infos:
            problem = f"{self.path}: the file declares no Example, so it contains no case"
            yield UnreadableItem.from_parent(self, name="empty", rule="spec.empty", problem=problem)
        for info in infos:
            yield SpecItem.from_parent(self, name=info.name, info=info)


class CaseItem(pytest.Item):
    """Base class of the suite's pytest items, with a case id, verdicts, dumps and a short report.

    ``late_verdicts`` are verdicts on findings after the end of the case, for example a late write
    of the driver; ``late_dumps`` are their dumps.
    """

    verdicts: Sequence[Verdict] = ()
    late_verdicts: Sequence[Verdict] = ()
    limits_itself: bool = False
    """Whether the case has time limits of its own, so that ``--case-limit`` does not apply."""
    stands_for: str = ""
    """For the only item of an unreadable file: the common prefix of its case ids; else empty."""
    dump: DumpResult | None = None
    late_dumps: Sequence[DumpResult] = ()

    @cached_property
    def case_id(self) -> str:
        """``folder/spec/example``; it does not depend on the machine or the current directory."""
        return case_id_of(self.path, self.name)

    def forget_results(self) -> None:
        """Remove the verdicts and dumps of an earlier run of the case."""
        self.verdicts = self.late_verdicts = ()
        self.dump, self.late_dumps = None, ()

    @cached_property
    def location(self) -> tuple[str, int | None, str]:
        """File, line and id; the file's name is printable, so that every report can hold it."""
        # pytest derives the name of the file again for each of its items.
        siblings = self.stash if self.parent is None else self.parent.stash
        file = siblings.get(_FILE_NAME, None)
        if file is None:
            file = siblings[_FILE_NAME] = to_printable(super().location[0])
        _, line, name = self.reportinfo()
        return file, line, name

    def reportinfo(self) -> tuple[Path, int, str]:
        # pytest needs a line number for a case that a marker skips.
        return self.path, 0, self.case_id

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None
    ) -> str | Any:
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class SpecItem(CaseItem):
    """One example of a spec file, in one variation."""

    def __init__(self, *, info: ExampleInfo, **more: Any) -> None:
        super().__init__(**more)
        self.info = info

    def runtest(self) -> None:
        """Run the example; the verdicts decide whether the item passes, is skipped or fails."""
        run = run_context_of(self.config)
        self.verdicts, self.dump = run.judge_example(self.path, self.name, self.case_id)
        report_outcome(self.verdicts, self.dump)


class UnreadableItem(CaseItem):
    """The failing item of a file that cannot be read or contains no case.

    The cases of the file are unknown, so every pattern that could match one of them selects this
    item.
    """

    def __init__(self, *, rule: str, problem: str, **more: Any) -> None:
        super().__init__(**more)
        self.stands_for = case_id_of(self.path, "")
        self.rule = rule
        self.problem = problem

    def runtest(self) -> None:
        kind = VerdictKind.INTERNAL_ERROR
        self.verdicts = [Verdict(self.case_id, "", kind, self.rule, self.problem)]
        report_outcome(self.verdicts)


def report_outcome(verdicts: Sequence[Verdict], dump: DumpResult | None = None) -> None:
    """Report the verdicts to pytest: return for a pass, else raise a skip or ``CaseFailed``.

    A case fails if any verdict is neither a pass nor of a kind in ``SKIPPED_KINDS``. A path
    that does not apply to the case does not turn a pass along another path into a skip.
    """
    if bad := [v for v in verdicts if v.kind not in _PASSING_KINDS and v.kind not in SKIPPED_KINDS]:
        parts = format_verdicts(bad)
        raise CaseFailed("\n\n".join([*parts, dump.describe()] if dump else parts))
    passed = any(v.kind in _PASSING_KINDS for v in verdicts)
    for verdict in verdicts:
        if verdict.kind in SKIPPED_KINDS and not (
            passed and verdict.kind is VerdictKind.NOT_APPLICABLE
        ):
            raise CaseSkipped(terminal_text(f"{verdict.kind}: {verdict.reason}"))


_PASSING_KINDS = frozenset(
    {VerdictKind.PASSED, VerdictKind.QUALITY_WARNING, VerdictKind.UNEXPECTEDLY_PASSED}
)
SKIPPED_KINDS = (
    VerdictKind.DECLINED,
    VerdictKind.TOO_LARGE,
    VerdictKind.NO_RESOURCES,
    VerdictKind.UNAVAILABLE,
    VerdictKind.NOT_APPLICABLE,
    VerdictKind.DISABLED,
    VerdictKind.WAIVED,
)
"""Kinds of verdict that neither pass nor fail: pytest skips, the summary counts each kind."""


def format_verdicts(verdicts: Sequence[Verdict]) -> list[str]:
    """Return one text for each distinct problem; it names all paths with that problem."""
    paths: dict[tuple[str, VerdictKind, str, str], list[str]] = {}
    for verdict in verdicts:
        key = (verdict.case_id, verdict.kind, verdict.rule, verdict.reason)
        paths.setdefault(key, []).append(verdict.path)
    examples = {(v.case_id, v.kind, v.rule, v.reason): v for v in reversed(verdicts)}
    return [
        format_verdict(examples[key], ", ".join(filter(None, where)))
        for key, where in paths.items()
    ]


def format_verdict(verdict: Verdict, paths: str = "") -> str:
    """Return the text of a verdict: kind, case, paths, rule, reason, and excerpts of the output.

    ``paths`` replaces the path of the verdict if the same problem occurs on several paths.
    """
    where = f" along {paths or verdict.path}" if paths or verdict.path else ""
    head = f"{verdict.kind.upper()} {verdict.case_id}{where}"
    rule = f"rule: {verdict.rule}" if verdict.rule else ""
    details = verdict.details
    more = [f"fault: {details['fault']}"] if isinstance(details.get("fault"), str) else []
    more += _excerpt("NNAPI call", details.get("nnapi_call"), slice(_EXCERPT_LINES))
    more += _excerpt("native stack", details.get("native_stack"), slice(_EXCERPT_LINES))
    more += _excerpt("trace", verdict.details.get("trace"), slice(_EXCERPT_LINES))
    more += _excerpt("printed", verdict.details.get("printed"), slice(-_EXCERPT_LINES, None))
    lines = [terminal_text(line) for line in (head, rule, verdict.reason, *more) if line]
    return "\n".join(lines)


_EXCERPT_LINES = 12


def _excerpt(what: str, lines: object, part: slice) -> list[str]:
    """Return the excerpt ``part`` of a stack trace or of the driver's output, below a heading."""
    if not isinstance(lines, list | tuple) or not lines:
        return []
    return [f"{what}:", *(f"  {line}" for line in lines[part])]


class CaseFileCollector(pytest.File):
    """A ``.case`` file, which holds one case."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield one item, named after the case's example; a failing one for an unreadable file."""
        try:
            case = read_case(self.path)
        except CaseError as error:
            yield UnreadableCaseItem.from_parent(self, name="unreadable", problem=str(error))
            return
        name = case.example.name or "case"
        yield CaseFileItem.from_parent(self, name=name, stored_id=case.case_id)


class CaseFileItem(CaseItem):
    """The item of the case in a case file; its id is the one that the file records."""

    def __init__(self, *, stored_id: str, **more: Any) -> None:
        super().__init__(**more)
        self.stored_id = stored_id

    @cached_property
    def case_id(self) -> str:
        """The case id that is recorded in the file."""
        return self.stored_id

    def runtest(self) -> None:
        """Run the case along the paths that the file names, and report the verdicts."""
        self.verdicts, self.dump = run_context_of(self.config).judge_case_file(
            self.path, self.stored_id
        )
        report_outcome(self.verdicts, self.dump)


class UnreadableCaseItem(UnreadableItem):
    """An item for a case file that cannot be read."""

    def __init__(self, **more: Any) -> None:
        super().__init__(rule="case.unreadable", **more)
        self.stands_for = self.path.stem.replace(".", "/")  # as a dump names its files

    @cached_property
    def case_id(self) -> str:
        """An id derived from the file's name, because the recorded id cannot be read."""
        return f"{self.path.parent.name}/{self.path.name}/unreadable"


def is_part_of_dump(path: Path) -> bool:
    """Return whether ``path`` is a spec file with a case file in the same folder.

    The case file describes the same case with all details, so the spec file need not run.
    """
    return path.name.endswith(SPEC_SUFFIX) and any(path.parent.glob(f"*{CASE_SUFFIX}"))


SUITE_SOURCE: Final = "suite"
"""First part of a check's case id."""


class AreaFile(pytest.File):
    """A module of ``conformance.checks.areas``, which holds the checks of one area."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield one item for each check, in the order of the module."""
        for check in checks_of(area_module(self.path.stem)):
            yield CheckItem.from_parent(self, name=check.name, check=check)


class CheckItem(CaseItem):
    """One check of the suite."""

    def __init__(self, *, check: Check, **more: Any) -> None:
        super().__init__(**more)
        self.check = check

    @cached_property
    def case_id(self) -> str:
        """``suite/area/name``."""
        return self.check.case_id

    def runtest(self) -> None:
        """Run the check against the driver."""
        run = run_context_of(self.config)
        check = self.check.run(run.judge, run.version, run.reopen, run.open_updated)
        verdicts = run.gate.apply(check)
        self.verdicts, self.dump = run.dump_collector.dump_case(verdicts)
        report_outcome(self.verdicts, self.dump)


class ModelFileCollector(pytest.File):
    """A ``.tflite`` file: the whole model and each of its layers are cases."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield one item for each case; a single one if the file cannot be imported."""
        from conformance.engines.tflite.model_file.flatbuffer import ModelFileError  # noqa: PLC0415 - only for model files
        from conformance.engines.tflite.tflite_import import NotImportableError, Unsupported  # noqa: PLC0415
        from conformance.models.model_cases import case_names  # noqa: PLC0415

        unsupported = Unsupported(run_context_of(self.config).unsupported)
        try:
            names = case_names(self.path, unsupported)
        except NotImportableError as error:
            kind, rule = VerdictKind.NOT_APPLICABLE, "model.expressible"
            problem = f"{error}\n(--model-unsupported cut cuts the model around them)"
        except (ModelFileError, ImportError) as error:
            kind, rule, problem = VerdictKind.INTERNAL_ERROR, "model.unreadable", str(error)
        else:
            for name in names:
                yield ModelCaseItem.from_parent(self, name=name)
            return
        yield RefusedModelItem.from_parent(self, name="not-imported", verdict=(kind, rule, problem))


class ModelCaseItem(CaseItem):
    """One case of a model file."""

    @cached_property
    def case_id(self) -> str:
        """``folder/model.tflite/case``."""
        return model_case_id(self.path, self.name)

    def runtest(self) -> None:
        """Run the case and report the verdicts."""
        from conformance.engines.tflite.model_file.flatbuffer import ModelFileError  # noqa: PLC0415 - only for model files
        from conformance.engines.tflite.tflite_import import NotImportableError  # noqa: PLC0415

        run = run_context_of(self.config)
        try:
            self.verdicts, self.dump = run.judge_model_case(self.path, self.name, self.case_id)
        except (ModelFileError, NotImportableError) as error:
            kind = VerdictKind.INTERNAL_ERROR
            self.verdicts = [Verdict(self.case_id, "", kind, "model.unreadable", str(error))]
        report_outcome(self.verdicts, self.dump)


class RefusedModelItem(CaseItem):
    """The item of a model file that cannot be imported.

    A damaged file fails; a model that the contract cannot express is not applicable.
    """

    def __init__(self, *, verdict: tuple[VerdictKind, str, str], **more: Any) -> None:
        super().__init__(**more)
        self.stands_for = model_case_id(self.path, "")
        self._verdict = verdict

    @cached_property
    def case_id(self) -> str:
        """``folder/model.tflite/not-imported``."""
        return model_case_id(self.path, self.name)

    def runtest(self) -> None:
        kind, rule, problem = self._verdict
        self.verdicts = [Verdict(self.case_id, "", kind, rule, problem)]
        report_outcome(self.verdicts)


GROUP: Final = "nn_conformance.case_sources"


class CaseSource:
    """A source of cases, whose ids are ``prefix`` and a name.

    A simple source overrides ``refs`` and ``load``. All its cases are part of a plain run, and an
    id on the command line selects one. Other sources override further methods.
    """

    prefix: str = ""
    """The start of the ids, with a slash at its end."""
    records_cases: bool = False
    """Whether ``recorded`` names the selected cases; else the header has pytest's arguments."""

    @cached_property
    def file(self) -> Path:
        """The file below which pytest collects the cases."""
        return Path(str(sys.modules[type(self).__module__].__file__))

    @cached_property
    def node_id(self) -> str:
        """The file in node ids, the same on all machines."""
        return type(self).__module__.replace(".", "/") + ".py"

    def refs(self, config: pytest.Config) -> Iterable[str]:
        """Return the names of the cases of the session."""
        raise NotImplementedError

    def load(self, name: str, version: Version) -> CaseFile:
        """Return the case of this name for a driver of a HAL version."""
        raise NotImplementedError

    def item(self, parent: pytest.File, name: str) -> CaseItem:
        """Return the pytest item of a case."""
        item: CaseItem = LoadedCaseItem.from_parent(parent, name=name)
        return item

    def arguments(self, config: pytest.Config, given: Sequence[str]) -> list[str]:
        """Return pytest's arguments, with ids of this source replaced by node ids."""
        out = [self.resolved(argument) or argument for argument in given]
        if config.args_source is not pytest.Config.ArgsSource.ARGS:
            out.append(str(self.file))
        return out

    def resolved(self, argument: str) -> str | None:
        """Return the argument for the id or node id of a case; ``None`` for any other."""
        for start in (self.prefix, f"{self.node_id}::"):
            if argument.startswith(start) and not os.path.exists(argument):  # noqa: PTH110 - any text
                return f"{self.file}::{argument.removeprefix(start)}"
        return None

    def prepare(self, config: pytest.Config, run: RunContext) -> None:
        """Do what needs the driver, before the collection."""

    def configure_worker(self, config: pytest.Config, workerinput: dict[str, Any]) -> None:
        """Add what a worker of xdist must know."""

    def recorded(self, config: pytest.Config) -> dict[str, Any]:  # noqa: ARG002 - for subclasses
        """Return what the header of the event stream states, as JSON data."""
        return {}

    def note(self, config: pytest.Config) -> str:  # noqa: ARG002 - for subclasses
        """Return a line for the summary; empty if there is none."""
        return ""


class SourceFile(pytest.File):
    """The parent node of the cases of a source."""

    def __init__(self, *, source: CaseSource, **more: Any) -> None:
        super().__init__(**more)
        self.source = source

    def collect(self) -> Iterator[pytest.Item]:
        """Yield an item for each case of the session."""
        for name in self.source.refs(self.config):
            yield self.source.item(self, name)


class LoadedCaseItem(CaseItem):
    """A case that its source loads when it runs."""

    @property
    def source(self) -> CaseSource:
        """The source of the case."""
        assert isinstance(self.parent, SourceFile)
        return self.parent.source

    @cached_property
    def case_id(self) -> str:
        """The prefix of the source and the name."""
        return f"{self.source.prefix}{self.name}"

    def runtest(self) -> None:
        """Run the case along the selected paths and report the verdicts."""
        run = run_context_of(self.config)
        self.verdicts, self.dump = run.judge_loaded(
            lambda: self.source.load(self.name, run.version).example, self.case_id, self.case_id
        )
        report_outcome(self.verdicts, self.dump)


CASE_SOURCES: pytest.StashKey[tuple[CaseSource, ...]] = pytest.StashKey()


def load_case_sources(config: pytest.Config) -> tuple[CaseSource, ...]:
    """Load the sources that installed packages offer, and keep them in the stash.

    Raise ``pytest.UsageError`` for a source that cannot be loaded.
    """
    sources = []
    for name, place in offered(GROUP).items():
        try:
            sources.append(load(GROUP, name)())
        except Exception as error:
            problem = f"the case source {name} ({place}) cannot be loaded: {error}"
            raise pytest.UsageError(problem) from error
    config.stash[CASE_SOURCES] = tuple(sources)
    return config.stash[CASE_SOURCES]
