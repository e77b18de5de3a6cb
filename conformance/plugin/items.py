"""The pytest nodes of cases: their collectors, and one kind of item for the cases of all sources.

A run collects thousands of items, so an item holds only the reference to its case. The case is
loaded when the item runs. Cases without a file have no file node either: their node id is the case
id.

The verdicts on a case are attributes of pytest's report of it, which xdist sends from a worker to
the controller. They include verdicts on cases that pytest ended, for example by a skip marker of a
``conftest.py``, a fixture that fails, or the time limit of pytest-timeout: without a verdict, such
a case would be missing from the event stream.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from _pytest.outcomes import Skipped  # pytest.skip.Exception, as a type

from conformance.cases.sources import CaseRef, CaseSource
from conformance.drivers.foreign_objects import describe_exception, raised_by_signal_handler
from conformance.failures.failure_dump import DumpResult
from conformance.results.event_stream import encode_event
from conformance.results.run_statistics import is_failure
from conformance.run.session import Session
from conformance.text import terminal_text, to_printable
from conformance.verdicts import Verdict, VerdictKind

SESSION: pytest.StashKey[Session] = pytest.StashKey()
"""The session with the driver, in the stash of pytest's configuration."""
_FILE_NAME: Final = pytest.StashKey[str]()


class CaseFailed(Exception):  # noqa: N818 - reports verdicts, not an error of the suite
    """Raised to make pytest report an item as failed; the text is the report of its verdicts."""


class CaseSkipped(Skipped):
    """Raised to make pytest report an item as skipped because of its verdicts."""


class SourceFile(pytest.File):
    """A file of a source, such as a spec file.

    The names of the examples of a spec file are read from the index, which executes the file only
    if the file has no current entry.
    """

    def __init__(
        self, *, source: CaseSource, names: Sequence[str] | None = None, **more: Any
    ) -> None:
        """Collect all cases of the file, or those with these ``names``."""
        super().__init__(**more)
        self.source = source
        self.names = names

    def collect(self) -> Iterable[pytest.Item]:
        """Yield an item for each case, in the order of the file."""
        for ref in self.source.refs(self.path, self.config.stash[SESSION]):
            if self.names is None or ref.name in self.names:
                yield CaseItem.from_parent(self, name=ref.name, ref=ref, source=self.source)


class SourceCases(pytest.Collector):
    """The cases of a source that have no file."""

    def __init__(self, *, source: CaseSource, refs: Sequence[CaseRef], **more: Any) -> None:
        super().__init__(**more)
        self.source = source
        self.refs = refs

    def collect(self) -> Iterable[pytest.Item]:
        """Yield an item for each case, whose node id is the case id."""
        for ref in self.refs:
            yield CaseItem.from_parent(
                self, name=ref.name, nodeid=ref.case_id, ref=ref, source=self.source
            )


class CaseItem(pytest.Item):
    """A case as a test, with its verdicts, dumps and a short report.

    ``late_verdicts`` are verdicts on findings after the end of the case, for example a late write
    of the driver; ``late_dumps`` are their dumps.
    """

    verdicts: Sequence[Verdict] = ()
    late_verdicts: Sequence[Verdict] = ()
    dump: DumpResult | None = None
    late_dumps: Sequence[DumpResult] = ()

    def __init__(self, *, ref: CaseRef, source: CaseSource, **more: Any) -> None:
        super().__init__(**more)
        self.ref = ref
        self.source = source

    @property
    def case_id(self) -> str:
        """The case id; it does not depend on the machine or the current directory."""
        return self.ref.case_id

    def runtest(self) -> None:
        """Run the case; the verdicts decide whether the item passes, is skipped or fails."""
        session = self.config.stash[SESSION]
        self.verdicts, self.dump = session.runner.run(self.source, self.ref, session)
        report_outcome(self.verdicts, self.dump)

    def forget_results(self) -> None:
        """Remove the verdicts and dumps of an earlier run of the case."""
        self.verdicts = self.late_verdicts = ()
        self.dump, self.late_dumps = None, ()

    @cached_property
    def location(self) -> tuple[str, int | None, str]:
        """File, line and id; the file's name is printable, so that every report can hold it."""
        if self.ref.path is None:
            return self.case_id, None, self.case_id
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
    for name, heading, part in _EXCERPTS:
        lines = details.get(name)
        if isinstance(lines, list | tuple) and lines:
            more += [f"{heading}:", *(f"  {line}" for line in lines[part])]
    return "\n".join([terminal_text(line) for line in (head, rule, verdict.reason, *more) if line])


_EXCERPTS: Final = (
    ("nnapi_call", "NNAPI call", slice(12)),
    ("native_stack", "native stack", slice(12)),
    ("trace", "trace", slice(12)),
    ("printed", "printed", slice(-12, None)),
)
"""The details of which a text has an excerpt, with its heading and its lines."""


def verdict_of_the_runner(
    item: CaseItem, call: pytest.CallInfo[Any], report: pytest.TestReport
) -> Verdict | None:
    """Return the verdict on a case that pytest or a plugin skipped or ended; otherwise ``None``.

    A case that was skipped before it ran is *disabled*: the user excluded it. Any other exception
    is an internal error, except those with which a case reports its own verdicts.
    """
    error = None if call.excinfo is None else call.excinfo.value
    if isinstance(error, CaseFailed | CaseSkipped):
        return None
    if error is None:
        if call.when == "call" and not item.verdicts:
            reason = "pytest or a plugin did not run the case, although it reports a result"
            return _verdict(item, VerdictKind.INTERNAL_ERROR, "run.error", reason)
        return None
    text = describe_exception(error)
    late: dict[str, Any] = {"late": True} if call.when == "teardown" else {}
    began = _began(item, call)
    if (
        report.skipped
        and call.when != "teardown"
        and not began
        and not raised_by_signal_handler(error)
    ):
        message = " ".join(text.message.split())[:_MAX_MESSAGE] or "no reason given"
        reason = f"pytest or a plugin skipped the case: {message}"
        return _verdict(item, VerdictKind.DISABLED, "run.skipped", reason)
    when = {"setup": "before the case ran", "teardown": "after the case"}.get(
        call.when, "during the case" if began else "before or after the case"
    )
    reason = f"pytest, a plugin or a signal handler ended the case: {text.summary} ({when})"
    details = {"traceback": list(text.lines[-_MAX_LINES:]), **late}
    return _verdict(item, VerdictKind.INTERNAL_ERROR, "run.error", reason, details)


_MAX_MESSAGE = 200
_MAX_LINES = 20


def _verdict(
    item: CaseItem, kind: VerdictKind, rule: str, reason: str, details: dict[str, Any] | None = None
) -> Verdict:
    return Verdict(item.case_id, "", kind, rule, reason, (), details or {})


def _began(item: CaseItem, call: pytest.CallInfo[Any]) -> bool:
    """Return whether the exception passed through the code that runs the case."""
    return call.excinfo is not None and any(
        frame.f_code.co_name == "runtest" and frame.f_locals.get("self") is item
        for frame, _ in traceback.walk_tb(call.excinfo.tb)
    )


_DECODER: Final = msgspec.json.Decoder(list[Verdict])


def attach_results(item: CaseItem, call: pytest.CallInfo[None], report: pytest.TestReport) -> None:
    """Attach the verdicts of a case to its report."""
    if call.when == "setup":
        item.forget_results()  # a plugin may run a case several times
    by_runner = verdict_of_the_runner(item, call, report)
    if call.when == "teardown":
        if call.excinfo is not None and isinstance(call.excinfo.value, CaseFailed):
            # pytest would print its own stack; only the text concerns the user.
            report.longrepr = str(call.excinfo.value)
        late = [*item.late_verdicts, *([by_runner] if by_runner else [])]
        if late:
            attach_to_report(report, "nn_late", encode_verdicts(late))
        return
    if by_runner is not None:
        item.verdicts = [*item.verdicts, by_runner]
    if item.verdicts:
        attach_to_report(report, "nn_verdicts", (item.case_id, encode_verdicts(item.verdicts)))
        if report.skipped:
            kinds = {verdict.kind for verdict in item.verdicts}
            shown = next((kind for kind in SKIPPED_KINDS if kind in kinds), None)
            if shown is not None and not any(map(is_failure, kinds)):
                attach_to_report(report, "nn_skip_kind", str(shown))


def attach_to_report(report: pytest.TestReport, name: str, value: object) -> None:
    """Attach plain data to a report; xdist sends a report's attributes to the controller."""
    setattr(report, name, value)


def encode_verdicts(verdicts: Sequence[Verdict]) -> str:
    """Return the verdicts as JSON text.

    xdist can send text. In addition, the garbage collector does not traverse it, as it would lists
    of objects in thousands of reports.
    """
    return f"[{','.join(encode_event(verdict).decode() for verdict in verdicts)}]"


def decode_verdicts(text: str) -> list[Verdict]:
    """Return the verdicts of ``encode_verdicts``."""
    return _DECODER.decode(text)
