"""The conformance section of pytest's summary, the causes of failures, and the dumps.

With it a run ends in at most ``MAX_GREEN`` lines, or in ``MAX_RED`` if cases failed, however many.
``-v`` prints all failing cases, all causes and a table by operation.
"""

from __future__ import annotations

import shlex
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from conformance.cases import Example
from conformance.cases.casefile import CASE_SUFFIX, Case
from conformance.cases.sources import SPEC_SUFFIX, case_id_of
from conformance.drivers import DriverLoadError
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import ProcessLimits
from conformance.failures.explain.explainer import OPTIONS, CauseFinder
from conformance.failures.explain.explanation import Cause, summary_lines
from conformance.failures.explain.run_cases import CaseSource, RunCases
from conformance.failures.failure_dump import DEFAULT_FOLDER, DumpResult, file_stem
from conformance.gate.baseline import RULE_PREFIX
from conformance.harness import quantization_coupling
from conformance.harness.quantization_coupling import COUPLED_NAME_SUFFIX, is_coupled_path
from conformance.plugin.items import SESSION, CaseFailed, CaseItem
from conformance.results.policy_check import refused_text
from conformance.results.reproduction import reproduction
from conformance.results.run_statistics import COLUMNS, NOT_RUN, RunStatistics
from conformance.run.case_runner import CaseRunner
from conformance.run.session import Session
from conformance.text import format_count, list_first, terminal_text
from conformance.verdicts import Verdict, VerdictKind

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
        note: a line that states why the driver ran no generated case or nothing is explained.

    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._start = time.monotonic()
        self.cases = RunCases()
        self.found: list[Cause] = []
        self.note = ""

    def find(self, *, opens_driver: bool) -> None:
        """Find the causes; ``--limit explain`` limits the time, 0 uses only the run's cases.

        They are also used alone unless the driver can be opened again.
        """
        if not self.cases.failures:
            return
        run = self._config.stash[SESSION]
        seconds = run.settings.explain
        total = (
            min(_MOST, _SHARE * (time.monotonic() - self._start)) if seconds is None else seconds
        )
        generates = total >= (_LEAST if seconds is None else OFF) and total > OFF
        driver = self._open(run) if generates and opens_driver else None
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

    def failure(self, case_id: str) -> tuple[Verdict | None, Example | None]:
        """Return the failure of a case and its example, as far as they can be found."""
        failures = (one for group in self.cases.failures.values() for one in group)
        found = next((one for one in failures if one.case_id == case_id), None)
        run = self._config.stash[SESSION]
        source = CaseSource(run.driver.version, self._folders(), run.index)
        signed = found is not None and is_coupled_path(found.path)
        return found, source.load(case_id, signed=signed)

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
    paths: list[str] = []  # the suite's own cases are collected without any
    if config.args_source is not pytest.Config.ArgsSource.INVOCATION_DIR:
        paths = [argument.partition("::")[0] for argument in config.args]
    spec = case_id.rpartition("/")[0]
    fitting = [  # without the spec files that certainly do not contain the case
        path
        for path in paths
        if not path.endswith(SPEC_SUFFIX) or case_id_of(Path(path).absolute(), "") == f"{spec}/"
    ]
    options, where = run.settings.repeated(), fitting or paths
    return shlex.join(reproduction(run.driver.text, case_id, options=options, where=where))


def plain_causes(causes: Sequence[Cause]) -> list[dict[str, Any]]:
    """Return the causes for the footer of the event stream, with at most 50 cases of each."""
    return [
        replace(c, cases=c.cases[:_MAX_CASES], omitted=max(0, c.count - _MAX_CASES)).to_plain()
        for c in causes
    ]


_MAX_CASES: Final = 50


MAX_GREEN: Final = 12
MAX_RED: Final = 40
"""Numbers of lines from the end of the progress display on, without ``-v``."""
_OTHER_LINES: Final = 4
"""Heading, pytest's last line, and lines of other plugins, such as that on restarts."""
_MAX_DETAILS: Final = 20
"""pytest prints the details of failing cases if these have at most this number of lines."""
_MAX_NOTES_RED: Final = 8
_MAX_COMMANDS = 3
_MAX_RULES = 6
_MAX_DECLINED: Final = 3
_MAX_NOTE: Final = 200
_FEW: Final = 10
"""Superfluous dumps are removed if there are more than this number."""
_DEFAULT_CHARS: Final = "wfE"
"""pytest's choice of the reports that its short summary lists."""


class SummaryPlugin:
    """Writes the conformance section; only the controller, which counts the verdicts, has one.

    ``notices`` and ``missed`` return lines about the run and the requirements that it misses,
    ``causes`` are those of its failures.
    """

    def __init__(
        self,
        config: pytest.Config,
        statistics: RunStatistics,
        notices: Callable[[], list[str]],
        missed: Callable[[], list[str]],
        causes: RunCauses,
        dumps: DumpPlugin,
    ) -> None:
        self._config = config
        self._run = config.stash[SESSION]
        self._tally = statistics
        self._notices = notices
        self._missed = missed
        self._causes = causes
        self._dumps = dumps
        self._verbose = config.get_verbosity() > 0
        self._details = 0
        """The number of lines that pytest prints on failing cases."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> Generator[None, None, None]:
        """Omit pytest's own lines on failing cases if they are too many, and its short summary.

        An explicit ``-v``, ``--tb`` or ``-r`` is obeyed. The section follows pytest's lines.
        """
        option, stats = self._config.option, terminalreporter.stats
        kept = {kind: stats.get(kind, []) for kind in ("failed", "error")}
        cases = [report for reports in kept.values() for report in reports if _is_case(report)]
        chars = terminalreporter.reportchars
        self._details = sum(str(report.longrepr).count("\n") + 2 for report in cases)
        if not self._verbose and option.tbstyle == "auto" and set(chars) <= set(_DEFAULT_CHARS):
            if len(cases) > 1 and self._details > _MAX_DETAILS:
                self._details = 0
                for kind, reports in kept.items():
                    stats[kind] = [report for report in reports if not _is_case(report)]
            if len(cases) == sum(map(len, kept.values())):
                terminalreporter.reportchars = "w"
        try:
            return (yield)
        finally:
            terminalreporter.reportchars = chars
            stats.update({kind: reports for kind, reports in kept.items() if reports})
            self._write(terminalreporter)

    def _write(self, terminalreporter: Any) -> None:
        if not self._tally.cases:
            return
        driver = self._run.driver
        relaxed = " with float32=relaxed" if driver.relaxed else ""
        terminalreporter.section(
            f"conformance of {driver.identity.name}{relaxed}: {self._result()}"
        )
        for line in self._lines():
            terminalreporter.write_line(terminal_text(line))

    def _result(self) -> str:
        """Return the result of the run in a few words."""
        tally = self._tally
        failed = len(set(tally.failed_cases))
        ran = sum(n for kind, n in tally.cases.items() if VerdictKind(kind) not in NOT_RUN)
        if failed:
            causes = sum(not cause.consequence for cause in self._causes.found)
            found = f"{format_count(causes, 'cause')}, " if causes else ""
            return f"{found}{failed} of {format_count(max(ran, failed), 'case')} failed"
        if self._missed():
            return "the policy is not met"
        if tally.nothing_executed:
            return "nothing was executed"
        return f"no failure in {format_count(ran, 'case')}"

    def _lines(self) -> list[str]:
        """Return the lines of the section, at most as many as are left for it without ``-v``."""
        failed, notes = bool(self._tally.failed_cases), self._note_lines()
        last = [f"POLICY: {line}" for line in self._missed()] + self._dumps.summary_lines(
            self._tally.case_ids
        )
        if self._verbose:
            table = self._table()
            return [*table, *notes, *self._cause_lines(None), *self._commands(None), *last]
        left = (MAX_RED if failed else MAX_GREEN) - _OTHER_LINES - self._details - len(last)
        notes = _shortened(notes, max(1, min(left, _MAX_NOTES_RED) if failed else left))
        if not failed:
            return [*notes, *last]
        left -= len(notes)
        return [*self._cause_lines(max(1, left)), *self._commands(_MAX_COMMANDS), *notes, *last]

    def _note_lines(self) -> list[str]:
        """Return the lines on parts of the run that need attention or were not executed."""
        tally = self._tally
        counts = (f"{number} {kind}" for kind, number in sorted(tally.cases.items()))
        lines = [f"cases: {', '.join(counts)}"]
        declined = sorted(tally.declined_for.items())
        if len(declined) > _MAX_DECLINED and not self._verbose:
            cases = format_count(tally.cases["declined"], "case")
            lines.append(f"declined: {cases} with {len(declined)} operations (-v lists them)")
            declined = []
        lines += [_instance(f"declined for {name}", reasons) for name, reasons in declined]
        lines += [
            _instance(kind, reasons)
            for kind, reasons in sorted(tally.reasons_by_other_kind.items())
            if not (self._details and kind == VerdictKind.INTERNAL_ERROR)
        ]
        lines += [f"found after the end of the case: {line}" for line in tally.late_findings]
        if tally.flaky_cases:
            lines.append("flaky (failed, then passed): " + ", ".join(tally.flaky_cases))
        lines += tally.short_wait_lines()
        lines += self._run.gate.waiver_notices(tally.failures_by_waiver, tally.passes_by_waiver)
        lines += self._notices()
        if tally.never_executed:
            lines.append(
                "reported supported but never executed: " + ", ".join(tally.never_executed)
            )
        lines += self._mutants()
        lines += self._coupling()
        self._not_run(lines.append)
        return lines

    def _cause_lines(self, most: int | None) -> list[str]:
        """Return the paragraphs of the causes, in at most ``most`` lines; ``None``: all of them."""
        found = self._causes.found
        notes = [self._causes.note] if self._causes.note else []
        if not found:
            return notes
        count = 1 << 20 if most is None else most - len(notes)
        brief = bool(self._details)
        return [*summary_lines(found, count, whole=most is None, brief=brief), *notes]

    def _commands(self, most: int | None) -> list[str]:
        """Return commands that run failing cases again, unless causes or pytest print them."""
        failures = list(dict.fromkeys(self._tally.failed_cases))
        if self._details and not self._verbose:
            # pytest prints the command of a dump.
            failures = [one for one in failures if one not in self._dumps.folder_by_case]
        elif self._causes.found and not self._verbose:
            return []
        shown = failures[:most]
        lines = [f"run: {reproduce_command(self._config, self._run, one)}" for one in shown]
        if left := len(failures) - len(shown):
            lines.append(f"{format_count(left, 'more failing case')} (-v)")
        return lines

    def _table(self) -> list[str]:
        """Return the table by operation; the last line has the totals."""
        tally = self._tally
        width = max(len(name) for name in [*tally.by_operation, "operation"])
        lines = [f"{'operation':{width}}" + "".join(f"{column:>10}" for column in COLUMNS)]
        for name in sorted(tally.by_operation):
            counts = tally.by_operation[name]
            row = "".join(f"{counts[c] or '':>10}" for c in COLUMNS)
            lines.append(f"{name:{width}}{row}")
        return lines

    def _coupling(self) -> list[str]:
        """Return a line on the cases that also ran with signed 8-bit data, if there are any."""
        tally, lines = self._tally, []
        if self._run.settings.coupling == quantization_coupling.OFF:
            return ["no case also ran with signed 8-bit data (--coupling off)"]
        if tally.coupled:
            cases = format_count(tally.coupled, "case")
            lines.append(f"{cases} also ran with signed 8-bit data")
        if tally.uncoupled:
            cases = format_count(tally.uncoupled, "case")
            lines.append(f"declined or refused with signed 8-bit data: {cases}")
        return ["; ".join(lines)] if lines else []

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

    def _mutants(self) -> list[str]:
        tally = self._tally
        if not tally.mutants:
            return []
        rules = {rule for _, rule in tally.mutated_rules}
        line = f"{format_count(tally.mutants, 'invalid model')} passed to the driver, "
        lines = [line + format_count(len(rules), "rule")]
        if self._verbose and (missed := sorted(tally.unmutated_rules - rules)):
            listed = list_first(missed, _MAX_RULES)
            lines.append(f"violated by none: {listed} (docs/generated/rules.md states the reasons)")
        return lines


def _is_case(report: Any) -> bool:
    """Return whether a report is on a case of the suite."""
    return hasattr(report, "nn_verdicts") or hasattr(report, "nn_late")


def _instance(what: str, reasons: Counter[str]) -> str:
    """Return a line with the number of cases and the most frequent reason."""
    reason, _ = reasons.most_common(1)[0]
    return f"{what}: {format_count(sum(reasons.values()), 'case')}, for instance: {reason}"


def _shortened(notes: list[str], most: int) -> list[str]:
    """Return at most ``most`` notes; the last ones state what was not run, so they are kept."""
    kept = notes
    if len(notes) > most:
        first = most // 2
        last = most - first - 1
        left = f"{format_count(len(notes) - first - last, 'more note')} (-v)"
        kept = [*notes[:first], left, *notes[len(notes) - last :]]
    return [textwrap.shorten(line, _MAX_NOTE, placeholder=" …") for line in kept]


class DumpPlugin:
    """The hooks that report which dumps were written.

    Under xdist the worker writes a dump and attaches its description to the test report, which
    xdist sends to the controller. Only the controller counts dumps and prints the summary.
    """

    def __init__(self, config: pytest.Config, causes: RunCauses) -> None:
        self._causes = causes
        self._collector = config.stash[SESSION].dump_collector
        self._dump_folder = config.stash[SESSION].settings.dump_folder
        self._worker = hasattr(config, "workerinput")
        start = Path(config.invocation_params.dir)
        earlier = {
            folder: _earlier_dumps(config, folder)
            for folder in (start / DEFAULT_FOLDER, self._collector.folder)
        }
        self._earlier = earlier[self._collector.folder]
        self._skipped = {folder for folder, dumps in earlier.items() if dumps}
        self._folders: set[str] = set()
        self.folder_by_case: dict[str, str] = {}
        self._over_limit = 0
        self._numbers = 0
        """The number of causes whose number is the name of a dump."""
        self._problems: list[str] = []

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Skip the dumps of earlier runs, unless an argument names their folder or one of them.

        They are in the folder of ``--dump`` and in the default one. The folders of causes are links
        to other dumps.
        """
        if collection_path in self._skipped:
            return True
        folder = self._collector.folder
        return True if collection_path.parent == folder and collection_path.is_symlink() else None

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
                case_id = dump.case_id.removesuffix(COUPLED_NAME_SUFFIX)
                self.folder_by_case.setdefault(case_id, dump.folder)
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
        self._number()

    def _keep_smallest(self) -> None:
        """Keep the dumps of the smallest cases of each cause only."""
        for cause in self._causes.found:
            folders = [self.folder_by_case.get(case_id, "") for case_id in cause.cases]
            dumped = [folder for folder in dict.fromkeys(folders) if folder in self._folders]
            self._folders.difference_update(self._collector.keep_smallest(dumped))

    def _number(self) -> None:
        """Link the number of each cause to the dump of the case that the summary shows."""
        found = [cause for cause in self._causes.found if not cause.consequence]
        dumps = []
        for cause in found:
            folders = [self.folder_by_case.get(case_id, "") for case_id in cause.cases]
            dumped = [folder if folder in self._folders else "" for folder in folders]
            # Another case is linked only if the dump of the shown one cannot be written.
            dumps.append(dumped[0] or self._dump(cause.cases[0]) or max(dumped))
        causes = [f"{cause.title}; {cause.explanation}".removesuffix("; ") for cause in found]
        self._numbers = self._collector.number(dumps, causes)

    def _dump(self, case_id: str) -> str:
        """Dump the shown case of a cause if it is not dumped; return the folder."""
        verdict, example = self._causes.failure(case_id)
        if verdict is None or example is None or verdict.rule.startswith(RULE_PREFIX):
            return ""
        case = Case(case_id, example, (verdict.path,), source=case_id)
        dump = self._collector.dump_crashed_case(verdict, lambda: case)[1]
        if dump is None or not dump.folder:
            return ""
        self._folders.add(dump.folder)
        return dump.folder

    def summary_lines(self, case_ids: Collection[str]) -> list[str]:
        """Return the lines for the summary of a run of these cases; none without a dump."""
        lines = []
        if self._numbers:
            name = self._dump_folder
            where = "" if name == DEFAULT_FOLDER else f" --dump {shlex.quote(name)}"
            lines.append(
                f"next: nn-conformance explain 1{where} (the values of cause 1), replay 1{where} "
                "(after a fix)"
            )
        forms = ("", COUPLED_NAME_SUFFIX)
        ran = {file_stem(f"{case_id}{form}") for case_id in case_ids for form in forms}
        if left := [name for name in self._earlier if name.removesuffix("~late") not in ran]:
            name = self._collector.folder.name
            lines.append(
                f"dumps: {format_count(len(left), 'case')} of earlier runs in {name} did not"
                f" run; the argument {name} runs them"
            )
        if self._folders:
            folder = Path(min(self._folders)).parent
            count = format_count(len(self._folders), "failing case")
            over = f", {self._over_limit} more not written (--dump FOLDER:N)"
            lines.append(f"dumps: {count} in {folder}{over if self._over_limit else ''}")
        if self._problems:
            count = format_count(len(self._problems), "dump")
            lines.append(f"WARNING: {count} could not be written: {self._problems[0]}")
            lines.append(
                "  (no verdict is lost; --dump FOLDER writes elsewhere, --dump :0 nowhere)"
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


def _earlier_dumps(config: pytest.Config, folder: Path) -> list[str]:
    """Return the names of the dumps in the folder; none if an argument names it or one of them."""
    start = Path(config.invocation_params.dir)
    arguments = [start / argument.partition("::")[0] for argument in config.args]
    if any(argument.resolve().is_relative_to(folder.resolve()) for argument in arguments):
        return []
    try:
        files = folder.glob(f"*/*{CASE_SUFFIX}")
        return [file.parent.name for file in files if not file.parent.is_symlink()]
    except OSError:
        return []
