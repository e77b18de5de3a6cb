"""``register``, and the hooks of a session with a driver: collection, reports and exit status.

The hooks collect spec files and checks, send verdicts from xdist's workers to the controller, write
the event stream, and set the exit status.
"""

from __future__ import annotations

import gc
import os
import secrets
import signal
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import pytest

from conformance import __version__
from conformance.cases.sources import SPEC_SUFFIX, CaseRef, case_id_of, load_sources
from conformance.drivers import DriverLoadError
from conformance.drivers.registry import is_engine
from conformance.failures.failure_dump import is_dumped_spec
from conformance.gate.baseline import Baseline, missing_text
from conformance.gate.policy import find_policy
from conformance.hal import Version
from conformance.hard_limit import TERMINAL
from conformance.parent_process import record_activity
from conformance.plugin.items import (
    SESSION,
    CaseFailed,
    CaseItem,
    SourceFile,
    attach_results,
    attach_to_report,
    decode_verdicts,
    encode_verdicts,
    format_verdict,
    format_verdicts,
)
from conformance.plugin.progress import register_progress
from conformance.plugin.selection import (
    CaseArguments,
    CaseSelectionPlugin,
    case_patterns,
    displayed_node_id,
    spec_path,
)
from conformance.plugin.stream import RunEventStream, check_files, is_complete, run_header
from conformance.plugin.summary import (
    DumpPlugin,
    RunCauses,
    SummaryPlugin,
    attach_dumps,
    plain_causes,
)
from conformance.plugin.trace import register_trace
from conformance.plugin.workers import (
    IsolationPlugin,
    driver_time_limit,
    drop_report,
    report_start_failure,
    shorten_output,
)
from conformance.processes import adopt_orphans, child_processes, process_name
from conformance.results.event_stream import RunHeader
from conformance.results.policy_check import unmet_requirements
from conformance.results.run_difference import lowered
from conformance.results.run_statistics import RunStatistics
from conformance.run.precision import FLOAT32_BITS, measured_bits, precision_text
from conformance.run.session import Session
from conformance.text import format_count, terminal_text, to_printable
from conformance.verdicts import Verdict, VerdictKind
from nn_conformance import configured_driver
from nn_conformance_options import SETTINGS, Settings, join_added_options, join_values


def register(config: pytest.Config) -> None:
    """Open the driver and register the plugin's hooks.

    Raise ``pytest.UsageError`` if the driver cannot be opened, if an option or the policy is
    invalid, or if the driver declares another HAL version than the policy requires.
    """
    record_activity("loading the driver")
    _check_options(config)
    start = Path(config.invocation_params.dir)
    policy, policy_file = find_policy(start)
    settings = Settings.read(config.getoption, policy, policy_file and policy_file.parent)
    config.stash[SETTINGS] = settings = replace(settings, driver=configured_driver(config))
    check_files(config, settings)
    TERMINAL.keep()
    TERMINAL.timer = not (
        config.pluginmanager.hasplugin("faulthandler")
        and float(config.getini("faulthandler_timeout") or 0)
    )
    register_trace(config, settings.trace_file)
    worker = getattr(config, "workerinput", None)
    alone = worker is None and config.getoption("dist", "no") == "no"
    token = secrets.token_hex(8) if worker is None else worker[_DUMP_TOKEN]
    try:
        run = Session(
            settings,
            policy,
            load_sources(),
            start,
            controller=worker is None,
            token=token,
            alone=alone,
        )
    except ImportError as error:
        raise pytest.UsageError(str(error)) from error
    except DriverLoadError as error:
        report_start_failure(config, error)
        raise pytest.UsageError(str(error)) from error
    if policy.hal and Version.parse(policy.hal) != run.driver.version:
        raise pytest.UsageError(
            f"the policy requires a driver of HAL {policy.hal}, but {run.driver.identity.name} "
            f"declares HAL {run.driver.version}"
        )
    config.stash[SESSION] = run
    if run.driver.process is not None:
        adopt_orphans()
    run.patterns = tuple(case_patterns(settings) or ())
    arguments = CaseArguments(config, run)
    try:
        run.facts = arguments.facts() if worker is None else worker[_FACTS]
    except ValueError as error:
        raise pytest.UsageError(str(error)) from error
    session = ConformancePlugin(config, arguments, policy_file)
    dumps = DumpPlugin(config, session.causes)
    isolation = IsolationPlugin(config, run, session.stop, session.write_event)
    session.read_stuck_verdict = isolation.read_stuck_verdict
    session.selection = selection = CaseSelectionPlugin(config, arguments, session.finished_cases)
    plugins = {"session": session, "dumps": dumps, "isolation": isolation, "selection": selection}
    for name, plugin in plugins.items():
        config.pluginmanager.register(plugin, f"nn_conformance_{name}")
    if not session.worker:
        summary = SummaryPlugin(
            config, session.statistics, session.notices, session.missed, session.causes, dumps
        )
        config.pluginmanager.register(summary, "nn_conformance_summary")
        register_progress(config)


def _check_options(config: pytest.Config) -> None:
    """Raise ``pytest.UsageError`` for options under which a run would end green without judging."""
    for name, option in (("setupplan", "--setup-plan"), ("setuponly", "--setup-only")):
        if config.getoption(name, False):
            raise pytest.UsageError(
                f"{option} runs no case of a driver: use --collect-only to list the cases"
            )
    for name, option in (("reruns", "--reruns"), ("force_flaky", "--force-flaky")):
        if config.getoption(name, None):
            raise pytest.UsageError(
                f"{option} would hide a driver that fails now and then: use --limit retries=N, "
                "which runs a failed case again and still reports it"
            )


def _worker_died_verdict(case_id: str, operations: tuple[str, ...]) -> Verdict:
    reason = "the process that ran the driver died"
    return Verdict(case_id, "", VerdictKind.CRASH, "process.alive", reason, operations)


class ConformancePlugin:
    """The hooks for collection, reports, event stream and exit status of one session.

    Under xdist the workers run the cases, and the controller counts the verdicts and writes the
    events. A worker sends the verdicts as attributes of its test reports.
    """

    def __init__(
        self, config: pytest.Config, arguments: CaseArguments, policy_file: Path | None
    ) -> None:
        self.config = config
        self._policy_file = policy_file
        self.run = config.stash[SESSION]
        self._arguments = arguments
        self.statistics = RunStatistics()
        self.causes = RunCauses(config)
        self.worker = hasattr(config, "workerinput")
        self.finished_cases: frozenset[str] = frozenset()
        self.stream: RunEventStream | None = None
        self.selection: CaseSelectionPlugin | None = None
        self.read_stuck_verdict: Callable[[str], Verdict | None] = lambda _: None
        """Returns the verdict on the case with this id that an ended worker wrote, if any."""
        self._run_header: RunHeader | None = None
        self._pytest: pytest.Session | None = None
        self._stopped = ""
        self._began = time.monotonic()
        self._earlier_processes: frozenset[int] = frozenset()
        """The children of this process when the first case began."""
        self._unfinished: set[str] = set()
        """Node ids of selected items without a result yet (on the controller only)."""
        self._workers_collected = False
        self._worker_error = ""
        self._worker_status = pytest.ExitCode.OK
        self._warnings: list[str] = []
        if self.worker:
            self.finished_cases = frozenset(config.workerinput["nn_finished_cases"])  # type: ignore[attr-defined]
        else:
            self.stream = RunEventStream(config, self._header, self.statistics)
            self.finished_cases = self.stream.done
            self.causes.cases.add(self.stream.kept)

    def stop(self, reason: str) -> None:
        """End the session after the current case; its event stream gets no footer."""
        self._stopped = reason
        if self._pytest is not None:
            self._pytest.shouldstop = reason

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Keep pytest's session object, and measure the precision while the driver is open."""
        self._pytest = session
        if not self.worker:
            _ = self.float32_bits

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """End the session after the time of ``--limit run`` (on the controller only)."""
        limit = self.run.settings.run_time
        if limit and self._unfinished and time.monotonic() - self._began > limit:
            plugin = self.config.pluginmanager.getplugin
            for one in filter(None, (self._pytest, plugin("dsession"))):
                one.shouldstop = f"the time of --limit run has passed ({limit:g} s)"

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        """Start the event stream before collection, and collect without garbage collections.

        A session that fails earlier, for example on an invalid option, leaves the file unchanged.
        Each garbage collection would traverse all items in vain.
        """
        if self.stream is not None:
            self.stream.open()
        collects_garbage = gc.isenabled()
        gc.disable()
        try:
            return (yield)
        except pytest.UsageError as error:
            self._worker_error = "\n".join(map(str, error.args))
            raise
        finally:
            if collects_garbage:
                gc.enable()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Record a worker's exit status and usage error, because xdist reports neither."""
        output = getattr(node, "workeroutput", None) or {}
        self._worker_error = output.get("nn_usage_error") or self._worker_error
        status = output.get("exitstatus", pytest.ExitCode.OK)
        if not is_complete(status):
            self._worker_status = pytest.ExitCode(status)

    def pytest_keyboard_interrupt(self) -> None:
        """Record that the run was interrupted, whatever exit status ``pytest.exit`` sets."""
        self._stopped = self._stopped or _INTERRUPTED

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self) -> None:
        """Send the workers options in the form ``--option=value``.

        A worker would take ``run.jsonl`` in ``--events run.jsonl`` for a path to test, because the
        file exists by then.
        """
        join_added_options()
        given = self.config.invocation_params
        arguments = join_values(map(str, given.args))
        self.config.invocation_params = pytest.Config.InvocationParams(
            args=arguments, plugins=given.plugins, dir=given.dir
        )

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Send a worker what it cannot find out, such as the cases that are completed."""
        node.workerinput["nn_finished_cases"] = sorted(self.finished_cases)
        node.workerinput[_FACTS] = self.run.facts
        node.workerinput[_DUMP_TOKEN] = self.run.dump_collector.token

    def _header(self) -> RunHeader:
        """Return the header, which is created once: the files that it describes may change."""
        if self._run_header is None:
            self._run_header = run_header(
                self.config, self.run, self._arguments.texts, self.float32_bits
            )
        return self._run_header

    @cached_property
    def float32_bits(self) -> Mapping[str, int]:
        """The measured precision of an engine in its own process, by operation."""
        driver = self.run.driver
        if driver.process is None or not is_engine(driver.text):
            return {}
        if self.config.getoption("collectonly"):
            return {}
        return measured_bits(self.run.cases)

    def pytest_report_header(self) -> list[str]:
        """Return the lines of the header: driver, versions, seed and notes on the event stream."""
        identity = self.run.driver.identity
        lines = [
            (
                f"driver: {identity.name} {identity.version_string} "
                f"({identity.device_type}, HAL {identity.hal_version}) from "
                f"{self.run.driver.text}, {self.run.driver.place}"
            ),
            (
                f"nn-conformance {__version__}, seed {self.run.seed}, "
                f"callback timeout {self.run.settings.callback_timeout:g} s"
            ),
            f"policy: {self._policy_file or 'default, no [tool.nn-conformance] found'}",
        ]
        lines += [f"driver problem: {problem}" for problem in identity.problems]
        lines += [precision_text(self.float32_bits)] if self.float32_bits else []
        lines += self.stream.notes if self.stream is not None else []
        return list(map(terminal_text, lines))

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Collect the files of sources, and replace pytest's collectors.

        pytest's Python collector would import spec files as test modules. The spec file of a dump
        is skipped unless it is named on the command line: it describes the same case as the case
        file beside it.
        """
        collectors = yield
        source = self.run.source_of(file_path)
        if source is None:
            return collectors
        if (
            file_path.name.endswith(SPEC_SUFFIX)
            and not parent.session.isinitpath(file_path)
            # The folder can be the link of a cause.
            and is_dumped_spec(file_path.parent.resolve() / file_path.name)
        ):
            return []
        nodeid, name = displayed_node_id(self.config, file_path), to_printable(file_path.name)
        return [
            SourceFile.from_parent(parent, path=file_path, nodeid=nodeid, name=name, source=source)
        ]

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        """Record which file is read, for a message if it ends the process."""
        record_activity(f"reading {collector.nodeid}")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Record which items will run, and set the limit on the driver's time by their number.

        The items exist until the end of the session. They are excluded from garbage collection,
        because each full one would traverse them in vain.
        """
        cases = sum(isinstance(item, CaseItem) for item in session.items)
        selected = self.config.args_source is pytest.Config.ArgsSource.ARGS
        limit = driver_time_limit(self.run.settings, cases, selected=selected)
        self.run.driver_time.limit = limit
        self._earlier_processes = frozenset(child_processes(os.getpid()))
        if not self.worker:
            self._unfinished = {item.nodeid for item in session.items}
        gc.freeze()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """Record which items will run; all workers collect the same items."""
        if not self._workers_collected:
            self._workers_collected = True
            self._unfinished = set(ids)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Attach verdicts and dumps of a case to its report, and shorten the captured output."""
        report = yield
        if isinstance(item, CaseItem):
            attach_results(item, call, report)
            attach_dumps(item, report)
            shorten_output(item, report)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, None, None]:
        """Raise ``CaseFailed`` for failures that were found after the end of their case.

        An example is a write to output memory after the execution has completed.
        """
        yield
        if nextitem is None:
            late = [*self.run.runner.close(), *self._processes_left(item)]
        else:
            late = self.run.cases.take_late_verdicts()
        if late and isinstance(item, CaseItem):
            item.late_verdicts = late
            raise CaseFailed("\n\n".join(format_verdicts(late)))

    def _processes_left(self, item: pytest.Item) -> list[Verdict]:
        """Return the verdict on processes that an isolated driver detached, and kill them."""
        if self.run.driver.process is None or not isinstance(item, CaseItem):
            return []
        deadline = time.monotonic() + _PROCESS_GRACE
        while left := [p for p in child_processes(os.getpid()) if p not in self._earlier_processes]:
            if time.monotonic() > deadline:
                break
            time.sleep(0.02)
        if not left:
            return []
        names = ", ".join(f"{process} ({to_printable(process_name(process))})" for process in left)
        for process in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        reason = f"at the end of the run these processes still run without a parent: {names}"
        details = {"late": True, "processes": left}
        kind, rule = VerdictKind.LEAK, "process.left_running"
        return [Verdict(item.case_id, "", kind, rule, reason, (), details)]

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the verdicts and write them to the event stream (on the controller only)."""
        if self.worker:
            return
        recorded: list[Verdict] = []
        if (late := getattr(report, "nn_late", None)) is not None:
            recorded += decode_verdicts(late)
            self.causes.cases.add(recorded)
            for verdict in recorded:
                self.statistics.add_late(verdict)
                self.write_event(verdict)
        if (found := getattr(report, "nn_verdicts", None)) is not None:
            case_id, encoded = found
            verdicts = decode_verdicts(encoded)
            self.statistics.add(case_id, verdicts)
            recorded += verdicts
            self.causes.cases.add(verdicts)
            for verdict in verdicts:
                self.write_event(verdict)
            # pytest keeps all reports until it ends; drop the verdicts to limit the memory.
            attach_to_report(report, "nn_verdicts", None)
        for verdict in recorded:
            if verdict.rule == "process.state":
                self._warnings.append(f"{verdict.case_id}: {verdict.reason}")
        # A teardown is the last report on an item; the report on a dead worker is the only one.
        if report.when not in ("setup", "call"):
            self._unfinished.discard(report.nodeid)
        drop_report(self.config.pluginmanager.getplugin("terminalreporter"), report)

    def write_event(self, verdict: Verdict) -> None:
        """Append a verdict to the event stream; a write error does not change the verdict."""
        if self.stream is not None:
            self.stream.write(verdict)

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport) -> None:
        """Attach a verdict to the report on a case whose worker ended, and dump the case.

        If the worker wrote a verdict before it ended, this is used; otherwise it is a crash.
        """
        location, colons, name = crashitem.partition("::")
        if not colons:
            verdict = self.read_stuck_verdict(crashitem) or _worker_died_verdict(crashitem, ())
            report.longrepr = format_verdict(verdict)
            attach_to_report(report, "nn_verdicts", (crashitem, encode_verdicts([verdict])))
            return
        path = spec_path(self.config, location)
        if (source := self.run.source_of(path)) is None:
            return
        ref = next((ref for ref in source.refs(path, self.run) if ref.name == name), None)
        if ref is None:  # a file that changed since the worker read it
            ref = CaseRef(case_id_of(path, name), name, path)
        known = self.read_stuck_verdict(ref.case_id)
        verdict = known or _worker_died_verdict(ref.case_id, ())
        if not verdict.operations:
            verdict = replace(verdict, operations=ref.operations)
        if known is not None:
            report.longrepr = format_verdict(verdict)
        verdict, dump = self.run.runner.dump_crash(source, ref, self.run, verdict)
        attach_to_report(report, "nn_verdicts", (ref.case_id, encode_verdicts([verdict])))
        if dump is not None:
            attach_to_report(report, "nn_dumps", [asdict(dump)])
            report.longrepr = f"{report.longrepr}\n{dump.describe()}"

    def pytest_report_teststatus(
        self, report: pytest.TestReport
    ) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
        """Return the kind of verdict as pytest's category for a declined, waived or skipped case.

        pytest then counts these kinds separately from each other and from skipped tests.
        """
        kind = getattr(report, "nn_skip_kind", None)
        return None if kind is None else (kind, kind[0], (kind.upper(), {"yellow": True}))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Set the exit status and close the event stream, with a footer if the run is complete."""
        if self.stream is None:
            output = self.config.workeroutput  # type: ignore[attr-defined]
            output["nn_usage_error"] = self._worker_error
            return
        session.exitstatus = self._exit_status(session)
        if self._stopped != _INTERRUPTED:
            self.causes.find(opens_driver=not self._stopped)
        complete = not self._cut_off() and is_complete(session.exitstatus)
        self.stream.close(complete=complete, causes=plain_causes(self.causes.found))
        if self.stream.broken and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _exit_status(self, session: pytest.Session) -> int:
        """Return pytest's exit status, or another one for conditions that pytest does not know.

        These conditions are failures in the resumed part of a run or found late, unmet requirements
        of the policy, the exit status of a worker, and the end before all cases ran.
        """
        status, selection = session.exitstatus, self.selection
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return status
        if self._worker_status != pytest.ExitCode.OK:
            return self._worker_status
        if self.statistics.failed_cases or self.missed():
            return pytest.ExitCode.TESTS_FAILED
        if self._stopped or (self._unfinished and not self.config.getoption("collectonly")):
            return pytest.ExitCode.INTERRUPTED
        if status == pytest.ExitCode.NO_TESTS_COLLECTED and selection and selection.all_done:
            return pytest.ExitCode.OK
        return status

    def missed(self) -> list[str]:
        """Return one sentence for each requirement of policy or baseline that the run violates."""
        lines = unmet_requirements(self.run.demands, self.statistics)
        if (baseline := self.run.gate.baseline) is None:
            return lines
        if self.run.demands["forbid_newly_declined"]:
            older = lowered(baseline.header.version, self.run.driver.version)
            lines += [f"{older} (in the baseline)"] if older else []
        missing = baseline.missing(self.statistics.case_ids)
        if missing and self.run.demands["forbid_vanished"] and self._is_comparable(baseline):
            lines.append(missing_text(missing))
        return lines

    def notices(self) -> list[str]:
        """Return the summary's lines on changed arithmetic and on the baseline.

        They do not fail the run.
        """
        lines = list(self._warnings)
        if self.run.settings.run_time and self._unfinished:
            left = format_count(len(self._unfinished), "case")
            lines.append(f"not run within --limit run: {left} (--events with --resume runs them)")
        reduced = {name: bits for name, bits in self.float32_bits.items() if bits < FLOAT32_BITS}
        if reduced and not self.run.driver.relaxed:
            lines.append(
                f"{precision_text(reduced)}, but the contract requires {FLOAT32_BITS} unless a "
                "model is relaxed: --driver X,float32=relaxed runs all models as relaxed ones"
            )
        if (baseline := self.run.gate.baseline) is None:
            return lines
        lines += baseline.other_driver(self.run.driver.identity.name)
        missing = baseline.missing(self.statistics.case_ids)
        fails = self.run.demands["forbid_vanished"] and self._is_comparable(baseline)
        return lines + ([missing_text(missing)] if missing and not fails else [])

    def _is_comparable(self, baseline: Baseline) -> bool:
        """Return whether the run is complete and selects the same cases as the baseline's run.

        Only then is it an error if a case of the baseline is missing in this run.
        """
        return not self._cut_off() and baseline.comparable(self._header())

    def _cut_off(self) -> bool:
        session = self._pytest
        return bool(
            session is None
            or self._stopped
            or session.shouldstop
            or session.shouldfail
            or self._unfinished
            or not is_complete(session.exitstatus)
        )

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the notes on the event stream and the usage error of a worker."""
        if self._worker_status == pytest.ExitCode.USAGE_ERROR:
            terminalreporter.write_line(f"ERROR: {self._worker_error}", red=True)
        if self.stream is not None:
            for note in self.stream.notes:
                terminalreporter.write_line(note)
            if self.stream.broken:
                terminalreporter.write_line(f"WARNING: {self.stream.broken}", red=True)


_FACTS: Final = "nn_facts"
_DUMP_TOKEN: Final = "nn_dump_token"
_INTERRUPTED: Final = "interrupted"
_PROCESS_GRACE: Final = 3.0
"""Seconds that processes which the driver left have to end. Those that were killed with the driver
need more than half a second on a busy machine."""
