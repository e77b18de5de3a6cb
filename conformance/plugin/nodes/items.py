"""The pytest nodes of spec files and their examples, and the base class of the suite's items.

A run collects thousands of items, so an item holds only the id of its example. The model is loaded
from the index when the item runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.outcomes import Skipped  # pytest.skip.Exception, as a type

from conformance.cases import ExampleInfo, SpecError
from conformance.failures.failure_dump import DumpResult
from conformance.plugin.context.case_ids import case_id_of
from conformance.plugin.context.run_context import run_context_of
from conformance.text import terminal_text, to_printable
from conformance.verdicts import Verdict, VerdictKind

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
