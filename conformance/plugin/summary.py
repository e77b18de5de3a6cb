"""The conformance section of pytest's summary, the causes of failures, and the dumps.

It lists counts by operation, late findings, parts of the run without results, the causes of
failures, unmet policy requirements, and commands that reproduce the failures. In a run with
failures it is shortened to the number of lines that pytest's own output leaves of 60; ``-v`` prints
all of it.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from conformance.cases.casefile import CASE_SUFFIX
from conformance.cases.sources import SPEC_SUFFIX, case_id_of
from conformance.drivers import DriverLoadError
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import ProcessLimits
from conformance.failures.explain.experiments import OPTIONS
from conformance.failures.explain.explainer import CauseFinder
from conformance.failures.explain.explanation import Cause, summary_lines
from conformance.failures.explain.run_cases import CaseSource, RunCases
from conformance.failures.failure_dump import DumpResult
from conformance.hal import Version
from conformance.harness import quantization_coupling
from conformance.plugin.items import (
    SESSION,
    CaseFailed,
    CaseItem,
)
from conformance.results.policy_check import refused_text
from conformance.results.reproduction import reproduction
from conformance.results.run_statistics import COLUMNS, RunStatistics
from conformance.run.case_runner import CaseRunner
from conformance.run.session import Session
from conformance.text import format_count, list_first, terminal_text

MAX_LINES: Final = 60
"""Number of lines after the progress display of a run with many failures, without ``-v``."""
_OWN_LINES: Final = 4
"""Headings and the last line."""
_FEW: Final = 10
"""pytest prints the details of at most this number of failing cases without ``-v``."""
_DEFAULT_CHARS: Final = "wfE"
"""pytest's choice of the reports that its short summary lists."""


class FailureOutputPlugin:
    """Omits pytest's own lines on failing cases if they are too many; ``-v`` prints all of them.

    ``omitted`` states whether the details of failing cases are omitted.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self.omitted = False

    @property
    def budget(self) -> int | None:
        """The lines that are left for the conformance section; ``None`` if they are unlimited."""
        if self._config.get_verbosity() > 0:
            return None
        return MAX_LINES - _OWN_LINES

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> Generator[None, None, None]:
        """Remove pytest's sections on failures if more than ``_FEW`` cases fail.

        An explicit ``--tb`` or ``-r`` is obeyed.
        """
        option, stats = self._config.option, terminalreporter.stats
        reports = [report for kind in ("failed", "error") for report in stats.get(kind, ())]
        style, chars, errors = option.tbstyle, terminalreporter.reportchars, None
        if len(reports) > _FEW and self._config.get_verbosity() <= 0:
            if set(chars) <= set(_DEFAULT_CHARS):
                terminalreporter.reportchars = "w"
            if style == "auto":
                option.tbstyle, self.omitted = "no", True
                errors = stats.pop("error", None)  # pytest prints these in any style
        try:
            return (yield)
        finally:
            option.tbstyle, terminalreporter.reportchars = style, chars
            if errors:
                stats["error"] = errors


OFF: Final = 0.0
_SHARE: Final = 0.5
_MOST: Final = 60.0
_LEAST: Final = 3.0
"""Without an option, a shorter time is not used for generated cases."""
_PER_CAUSE: Final = 10.0
_LIMITS: Final = ProcessLimits(start=20.0, query=5.0, prepare=10.0, execute=10.0, restarts=40)


class RunCauses:
    """The failures and the passing cases of a session, and the causes of its failures.

    Attributes:
        found: the causes, after ``find``.
        note: a line that states why no generated case was run; empty if some were.

    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._start = time.monotonic()
        self.cases = RunCases()
        self.found: list[Cause] = []
        self.note = ""

    def find(self) -> None:
        """Find the causes; ``--limit explain`` limits the time, 0 uses only the run's cases."""
        if not self.cases.failures:
            return
        run = self._config.stash[SESSION]
        seconds = run.settings.explain
        total = (
            min(_MOST, _SHARE * (time.monotonic() - self._start)) if seconds is None else seconds
        )
        generates = total >= (_LEAST if seconds is None else OFF) and total > OFF
        driver = self._open(run) if generates else None
        if seconds is None and not generates:
            self.note = (
                "explanations compare the cases of this run only; --limit explain=30 also runs "
                "generated cases"
            )
        finder = CauseFinder(
            self.cases,
            CaseSource(run.driver.version, self._folders(), run.index),
            lambda case_id: reproduce_command(self._config, run, case_id),
            None if driver is None else partial(CaseRunner, driver, OPTIONS),
            _PER_CAUSE,
            max(total, _LEAST),
        )
        try:
            self.found = finder.find()
        except Exception as error:  # an explanation must not change the result of a run
            self.note = f"the failures could not be explained: {type(error).__name__}: {error}"
        finally:
            if driver is not None:
                driver.close()

    def _open(self, run: Session) -> Driver | None:
        """Open the driver again in a process of its own, which may crash or hang."""
        try:
            return Driver.open(run.driver.text, _LIMITS, isolate=True)
        except DriverLoadError as error:
            reason = str(error).partition("\n")[0]
            self.note = f"no generated case was run: the driver cannot be opened twice: {reason}"
            return None

    def _folders(self) -> list[Path]:
        paths = (Path(argument.partition("::")[0]) for argument in self._config.args)
        return [path for path in paths if path.exists()]


def reproduce_command(config: pytest.Config, run: Session, case_id: str) -> str:
    """Return the command that runs a case of the session again."""
    options = run.settings.repeated()
    where = _paths_of_case(_selected_paths(config), case_id)
    return shlex.join(reproduction(run.driver.text, case_id, options=options, where=where))


def _selected_paths(config: pytest.Config) -> Sequence[str]:
    """Return the paths that the user named; the suite's own cases are collected without them."""
    if config.args_source is pytest.Config.ArgsSource.INVOCATION_DIR:
        return []
    return [argument.partition("::")[0] for argument in config.args]


def _paths_of_case(paths: Sequence[str], case_id: str) -> Sequence[str]:
    """Return the paths without the spec files that certainly do not contain the case."""
    spec = case_id.rpartition("/")[0]
    fitting = [
        path
        for path in paths
        if not path.endswith(SPEC_SUFFIX) or case_id_of(Path(path).absolute(), "") == f"{spec}/"
    ]
    return fitting or paths


def plain_causes(causes: Sequence[Cause]) -> list[dict[str, Any]]:
    """Return the causes for the footer of the event stream, with at most 50 cases of each."""
    return [
        replace(c, cases=c.cases[:_MAX_CASES], omitted=max(0, c.count - _MAX_CASES)).to_plain()
        for c in causes
    ]


_MAX_CASES: Final = 50


_MAX_FAILURES = 20
_MAX_RULES = 6
_MAX_ROWS: Final = 8
_MAX_NOTES: Final = 10
_MIN_CAUSE_LINES: Final = 16
_MAX_NOTE: Final = 200


class SummaryPlugin:
    """Writes the conformance section; only the controller, which counts the verdicts, has one.

    ``notices`` and ``missed`` return lines about the run and the requirements that it misses,
    ``causes`` are those of its failures. ``output`` states how many lines are left.
    """

    def __init__(
        self,
        config: pytest.Config,
        statistics: RunStatistics,
        notices: Callable[[], list[str]],
        missed: Callable[[], list[str]],
        causes: RunCauses,
        output: FailureOutputPlugin,
    ) -> None:
        self._config = config
        self._run = config.stash[SESSION]
        self._tally = statistics
        self._notices = notices
        self._missed = missed
        self._causes = causes
        self._output = output

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Write the section, if any case was judged."""
        tally = self._tally
        if not tally.cases:
            return
        terminalreporter.section("conformance of " + self._run.driver.identity.name)
        for line in self._lines():
            terminalreporter.write_line(terminal_text(line))

    def _lines(self) -> list[str]:
        """Return the lines of the section, shortened to the lines that are left for it."""
        budget, lines = self._output.budget, self._full_lines()
        with_commands = [*lines, *self._reproduce()]
        if not self._tally.failed_cases or budget is None or len(with_commands) <= budget:
            return with_commands
        if len(lines) <= budget:
            return lines
        table, last = self._table(), self._policy_lines()
        rows, notes = self._failed_rows(table[:-1]), self._shortened(self._note_lines())
        left = budget - len(rows) - len(notes) - len(last) - 1
        causes = self._cause_lines(max(left, _MIN_CAUSE_LINES))
        return [*rows, table[-1], *notes, *causes, *last]

    def _full_lines(self) -> list[str]:
        """Return all lines except the commands, which the causes contain as well."""
        table, notes, causes = self._table(), self._note_lines(), self._cause_lines(None)
        return [*table, *notes, *causes, *self._policy_lines()]

    def _note_lines(self) -> list[str]:
        """Return the lines on parts of the run that need attention or were not executed."""
        tally, lines = self._tally, []
        for name, reasons in sorted(tally.declined_for.items()):
            reason, _ = reasons.most_common(1)[0]
            lines.append(
                f"declined for {name}: {sum(reasons.values())} cases, for instance: {reason}"
            )
        for kind, reasons in sorted(tally.reasons_by_other_kind.items()):
            reason, _ = reasons.most_common(1)[0]
            lines.append(f"{kind}: {sum(reasons.values())} cases, for instance: {reason}")
        lines += [f"found after the end of the case: {line}" for line in tally.late_findings]
        if tally.flaky_cases:
            lines.append("flaky (failed, then passed): " + ", ".join(tally.flaky_cases))
        lines += tally.short_waits.lines()
        lines += self._run.gate.waiver_notices(tally.failures_by_waiver, tally.passes_by_waiver)
        lines += self._notices()
        if tally.never_executed:
            lines.append(
                "reported supported but never executed: " + ", ".join(tally.never_executed)
            )
        self._mutants(lines.append)
        self._coupling(lines.append)
        self._not_run(lines.append)
        return lines

    def _policy_lines(self) -> list[str]:
        return [f"POLICY: {line}" for line in self._missed()]

    def _shortened(self, notes: list[str]) -> list[str]:
        """Return the notes with one line for all declined operations, and at most ``_MAX_NOTES``.

        The last notes state what was not run, so they are kept.
        """
        declined = [line for line in notes if line.startswith("declined for ")]
        others = [line for line in notes if not line.startswith("declined for ")]
        if len(declined) > 1:
            counts = self._tally.cases["declined"]
            declined = [
                f"declined: {format_count(counts, 'case')} of {len(declined)} operations (-v)"
            ]
        kept = [*declined, *others]
        if len(kept) > _MAX_NOTES:
            left = len(kept) - _MAX_NOTES
            kept = [*kept[: _MAX_NOTES // 2], f"{left} more notes (-v)", *kept[-_MAX_NOTES // 2 :]]
        return [line if len(line) <= _MAX_NOTE else f"{line[: _MAX_NOTE - 1]}…" for line in kept]

    def _failed_rows(self, rows: list[str]) -> list[str]:
        """Return the rows of the operations with the most failures, and a line on the others."""
        table = self._tally.by_operation
        names = sorted(table, key=lambda name: (-table[name]["failed"], name))
        failed = [name for name in names if table[name]["failed"]][:_MAX_ROWS]
        by_name = {row.partition(" ")[0]: row for row in rows[1:]}
        left = len(rows) - 1 - len(failed)
        return [
            rows[0],
            *(by_name[name] for name in failed),
            f"({format_count(left, 'more operation')}: -v)",
        ]

    def _cause_lines(self, most: int | None) -> list[str]:
        """Return the paragraphs of the causes, in at most ``most`` lines; ``None``: all of them."""
        found = self._causes.found
        notes = [self._causes.note] if self._causes.note else []
        if not found:
            return notes
        number = sum(not cause.consequence for cause in found)
        head = f"{format_count(number, 'cause')} of failures:"
        if self._output.omitted:
            head = (
                f"{format_count(number, 'cause')} of failures (-v prints every failing case; "
                "so do the reports of --events FILE):"
            )
        whole = self._output.budget is None
        count = 1 << 20 if most is None else most - 1 - len(notes)
        return [head, *summary_lines(found, count, whole=whole), *notes]

    def _table(self) -> list[str]:
        """Return the table by operation; the last line has the totals."""
        tally = self._tally
        width = max(len(name) for name in [*tally.by_operation, "operation"])
        lines = [f"{'operation':{width}}" + "".join(f"{column:>10}" for column in COLUMNS)]
        for name in sorted(tally.by_operation):
            counts = tally.by_operation[name]
            row = "".join(f"{counts[c] or '':>10}" for c in COLUMNS)
            lines.append(f"{name:{width}}{row}")
        total = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.cases.items()))
        return [*lines, f"cases: {total} (a case counts once for each operation in it)"]

    def _coupling(self, write: Any) -> None:
        """Write how many cases also ran with signed 8-bit data."""
        mode = self._run.settings.coupling
        chosen = {
            quantization_coupling.DEFAULT: (
                "cases of one operation with unsigned 8-bit data, along one path"
            ),
            quantization_coupling.ALL: "every case with unsigned 8-bit data, along all its paths",
        }
        if not self._tally.by_source["specs"]:
            return
        if mode == quantization_coupling.OFF:
            write("coupling: no case also ran with signed 8-bit data (--coupling off)")
        elif self._run.driver.version < Version.V1_3:
            write(f"coupling: HAL {self._run.driver.version} has no signed 8-bit data")
        else:
            write(
                f"coupling: {format_count(self._tally.coupled, 'case')} also ran with signed 8-bit"
                " data; the driver declined or refused that form of"
                f" {format_count(self._tally.uncoupled, 'case')}"
                f" (--coupling {mode}: {chosen[mode]})"
            )

    def _not_run(self, write: Any) -> None:
        """Write which parts of the run have no results."""
        tally = self._tally
        if tally.nothing_executed:
            write("NOTHING WAS EXECUTED: this run does not test the driver's results")
        for area, counts in sorted(tally.areas.items()):
            if not counts["ran"]:
                kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()) if n)
                write(f"NO CHECK RAN of suite/{area}: {kinds}")
        total = tally.by_source["random"]
        notes = [source.note(self._run) for source in self._run.sources]
        for note in filter(None, notes if total else []):
            write(note)
        if total and not tally.ran["random"]:
            reason, _ = tally.random_reasons.most_common(1)[0]
            write(f"NO RANDOM GRAPH WAS EXECUTED of {total}, for instance: {reason}")
        if text := refused_text(tally.refused.classes()):
            write(f"REFUSED: {text}")

    def _mutants(self, write: Any) -> None:
        tally = self._tally
        if not tally.mutants:
            return
        rules = {rule for _, rule in tally.mutated_rules}
        cells = f"{len(tally.mutated_rules)} pairs of operation and rule, {len(rules)} rules"
        write(f"mutants: {tally.mutants} passed to the driver, {cells}")
        if missed := sorted(tally.unmutated_rules - rules):
            listed = list_first(missed, _MAX_RULES)
            write(f"violated by no mutant: {listed} (docs/generated/rules.md states the reasons)")

    def _reproduce(self) -> list[str]:
        """Return the commands that run the failing cases again."""
        if not (failures := self._tally.failed_cases):
            return []
        shown = failures[:_MAX_FAILURES]
        commands = [reproduce_command(self._config, self._run, case_id) for case_id in shown]
        lines = ["reproduce with:", *(f"  {command}" for command in commands)]
        if len(failures) > _MAX_FAILURES:
            lines.append(f"  ... and {len(failures) - _MAX_FAILURES} more")
        return lines


class DumpPlugin:
    """The hooks that report which dumps were written.

    Under xdist the worker writes a dump and attaches its description to the test report, which
    xdist sends to the controller. Only the controller counts dumps and prints the summary.
    """

    def __init__(self, config: pytest.Config, causes: RunCauses) -> None:
        self._causes = causes
        self._collector = config.stash[SESSION].dump_collector
        self._worker = hasattr(config, "workerinput")
        self._earlier = _earlier_dumps(config, self._collector.folder)
        self._folders: set[str] = set()
        self._folder_by_case: dict[str, str] = {}
        self._over_limit = 0
        self._same_cause = 0
        self._problems: list[str] = []

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Skip the dumps of earlier runs, unless an argument names their folder or one of them."""
        return True if self._earlier and collection_path == self._collector.folder else None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, None, None]:
        """Dump the cases whose failures were found after their end, and report these dumps."""
        try:
            yield
        except CaseFailed as failed:
            if not isinstance(item, CaseItem):
                raise
            item.late_verdicts, item.late_dumps = self._collector.dump_late_failures(
                item.late_verdicts
            )
            texts = [dump.describe() for dump in item.late_dumps]
            raise CaseFailed("\n\n".join([str(failed), *texts])) from None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the dumps that were written, omitted or failed (on the controller only)."""
        if self._worker:
            return
        for plain in getattr(report, "nn_dumps", ()):
            dump = DumpResult(**plain)
            if dump.folder:
                self._folders.add(dump.folder)
                self._folder_by_case[dump.case_id] = dump.folder
            self._same_cause += dump.same_cause
            self._over_limit += dump.over_limit
            if dump.problem:
                self._problems.append(dump.problem)

    def pytest_sessionfinish(self) -> None:
        """Remove the workers' counter file and superfluous dumps (on the controller only)."""
        if self._worker:
            return
        self._collector.finish()
        self._folders = {folder for folder in self._folders if self._collector.exists(folder)}
        if len(self._folders) > _FEW:
            self._keep_smallest()

    def _keep_smallest(self) -> None:
        """Keep the dumps of the smallest cases of each cause only."""
        for cause in self._causes.found:
            folders = [self._folder_by_case.get(case_id, "") for case_id in cause.cases]
            dumped = [folder for folder in dict.fromkeys(folders) if folder in self._folders]
            removed = self._collector.keep_smallest(dumped)
            self._folders.difference_update(removed)
            self._same_cause += len(removed)

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the folder of the dumps, and how many dumps are missing and why."""
        for line in self.summary_lines():
            terminalreporter.write_line(line)

    def summary_lines(self) -> list[str]:
        """Return the lines for the summary; none without a dump."""
        lines = []
        if self._earlier:
            name = self._collector.folder.name
            lines.append(
                f"dumps: {_format_count(self._earlier, 'case')} of earlier runs in {name} did not"
                f" run; the argument {name} runs them"
            )
        if self._folders:
            folder = Path(min(self._folders)).parent
            lines.append(f"dumps: {_format_count(len(self._folders), 'failing case')} in {folder}")
        if self._same_cause:
            cases = _format_count(self._same_cause, "failing case")
            lines.append(
                f"dumps: {cases} not kept, because {self._collector.per_cause} smaller ones of the "
                "same cause are"
            )
        if self._over_limit:
            cases = _format_count(self._over_limit, "failing case")
            limit = self._collector.limit
            lines.append(f"dumps: {cases} not written, the limit is {limit} (--dump FOLDER:N)")
        if self._problems:
            count = _format_count(len(self._problems), "dump")
            lines.append(f"WARNING: {count} could not be written: {self._problems[0]}")
            lines.append(
                "  (no verdict is lost; --dump FOLDER writes elsewhere, --dump=:0 nowhere)"
            )
        return lines


def attach_dumps(item: CaseItem, report: pytest.TestReport) -> None:
    """Attach the dumps of a failing case to its report."""
    if report.when == "call":
        dumps = [] if item.dump is None else [item.dump]
    else:  # late failures are found during teardown, after pytest created the report on the call
        dumps = [] if report.when == "setup" else list(item.late_dumps)
    if dumps:
        # Plain data: xdist sends the attributes of a report to the controller.
        report.nn_dumps = [asdict(dump) for dump in dumps]  # type: ignore[attr-defined]


def _earlier_dumps(config: pytest.Config, folder: Path) -> int:
    """Return the number of dumps in the folder; 0 if an argument names it or one of them."""
    start = Path(config.invocation_params.dir)
    arguments = [start / argument.partition("::")[0] for argument in config.args]
    if any(argument.resolve().is_relative_to(folder.resolve()) for argument in arguments):
        return 0
    try:
        return sum(1 for _ in folder.glob(f"*/*{CASE_SUFFIX}"))
    except OSError:
        return 0


def _format_count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
