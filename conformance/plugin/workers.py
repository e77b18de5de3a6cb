"""The processes of a session: stuck cases, the driver's time, and the workers of xdist.

With ``--isolate`` the driver runs in a separate process, which is restarted after a crash or a
hang. Without it, a watchdog ends the pytest process if a case does not return.

The limits of single cases and calls are in ``harness.supervision`` and ``drivers.own_process``.
"""

from __future__ import annotations

import hashlib
import math
import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from conformance.drivers import DriverLoadError
from conformance.harness.supervision.watchdog import CaseWatchdog
from conformance.parent_process import EXIT_ENDED, record_activity
from conformance.plugin.items import CaseItem, format_verdict
from conformance.processes import exhausted_files
from conformance.run.session import Session
from conformance.verdicts import Verdict
from nn_conformance_options import Settings

_FOLDER_KEY: Final = "nn_stuck_folder"
_GIVEN_UP_KEY: Final = "nn_given_up"
_START_FAILURE_FILE: Final = "no-start.txt"
_TIME_USED: Final = "nn_time_used"


def report_start_failure(config: pytest.Config, error: DriverLoadError) -> None:
    """Write the reason why this xdist worker cannot start to a file for the controller.

    Without the file the controller would not know the reason, and xdist would start workers again.
    """
    worker: Mapping[str, Any] | None = getattr(config, "workerinput", None)
    if worker is not None:
        with suppress(OSError):
            (Path(worker[_FOLDER_KEY]) / _START_FAILURE_FILE).write_text(
                str(error), encoding="utf-8"
            )


class IsolationPlugin:
    """The hooks that end a session that cannot continue, and report the reason.

    A session cannot continue if a case is stuck in the pytest process, if the driver's process
    cannot be restarted, if a driver in the pytest process has used up its files, or if the driver
    has used up its time (``--limit driver=N``). Under xdist a worker writes the reason to a file in
    a common folder, because the file remains when the worker's process ends; the controller reads
    it.
    """

    def __init__(
        self,
        config: pytest.Config,
        run: Session,
        stop: Callable[[str], None],
        write_event: Callable[[Verdict], None],
    ) -> None:
        """``stop`` ends the session with a reason; ``write_event`` adds a verdict to its stream."""
        self._config, self._run = config, run
        self._stop, self._write_event = stop, write_event
        self._driver = run.driver
        self._driver_time = run.driver_time
        self._given_up = ""
        self._lost = ""
        self._collected = False
        self._restarts = 0
        self._watchdog: CaseWatchdog | None = None
        self._item: CaseItem | None = None
        self._folder: Path | None = None
        worker: Mapping[str, Any] | None = getattr(self._config, "workerinput", None)
        if worker is not None:
            self._folder = Path(worker[_FOLDER_KEY])
            self._driver_time.used += worker[_TIME_USED]
            self._driver_time.used = max(self._driver_time.used, *_times_used(self._folder))
        elif self._config.getoption("dist", "no") != "no":
            self._folder = Path(tempfile.mkdtemp(prefix="nn-conformance-stuck-"))
        if self._driver.process is None:
            limit = Settings.read(self._config.getoption).case_limit
            self._watchdog = CaseWatchdog(limit, self._report_stuck_case, self._driver_time)
        run.shared_folder = self._folder

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Send a worker the folder for stuck cases, and the time that the driver took to start."""
        node.workerinput[_FOLDER_KEY] = str(self._folder)
        node.workerinput[_TIME_USED] = self._driver_time.used

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run the case under the watchdog."""
        record_activity(f"running {item.nodeid}")
        if not isinstance(item, CaseItem) or self._watchdog is None or item.source.limits_itself:
            return (yield)
        self._item = item
        self._watchdog.begin(item.case_id)
        try:
            return (yield)
        finally:
            self._watchdog.end()

    def pytest_enter_pdb(self) -> None:
        """Stop watching the case: a debugging session has no time limit."""
        if self._watchdog is not None:
            self._watchdog.end()

    def _report_stuck_case(self, verdict: Verdict) -> str:
        """Record the verdict on a case that does not return, and return the text to print.

        An xdist worker writes the verdict and its driver time to files; the controller reads them
        and dumps the case. Without xdist, this process writes the event and the dump itself.
        """
        item, dumped = self._item, ""
        if self._folder is not None:
            left = _stuck_file(self._folder, verdict.case_id)
            left.write_bytes(msgspec.json.encode(verdict))
            used = self._driver_time.under_way()
            (self._folder / f"{_TIME_USED}{os.getpid()}").write_text(f"{used:.3f}")
        else:
            self._write_event(verdict)
            with suppress(Exception):  # the verdict is recorded, and the process is about to end
                if item is not None:
                    _, dump = self._run.runner.dump_crash(item.source, item.ref, self._run, verdict)
                    dumped = dump.describe() if dump is not None else ""
        lines = [
            "",
            "=" * 30 + " a case is stuck, the run ends " + "=" * 30,
            format_verdict(verdict),
            dumped,
            "With --isolate a run continues after a stuck case.",
            "",
        ]
        return "\n".join(lines)

    def read_stuck_verdict(self, case_id: str) -> Verdict | None:
        """Return the verdict on a stuck case whose worker left it in a file and ended."""
        if self._folder is not None:
            with suppress(OSError, msgspec.MsgspecError):
                left = _stuck_file(self._folder, case_id)
                return msgspec.json.decode(left.read_bytes(), type=Verdict)
        return None

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """Stop the session if the driver cannot be restarted, or has used up its time or files."""
        driver_time, process = self._driver_time, self._driver.process
        given_up = exhausted_files() if process is None else process.give_up_reason
        if driver_time.used_up:
            given_up = (
                f"the driver's calls have taken {driver_time.used:.0f} s, the limit is "
                f"{driver_time.limit:g} s (--limit driver=SECONDS; 0: no limit); with --events, "
                "--resume continues from here"
            )
        if given_up and not self._given_up:
            self._given_up = given_up
            self._stop(given_up.partition("\n")[0])

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Count a worker's restarts of the driver; stop the session if it could not continue."""
        output = getattr(node, "workeroutput", None) or {}
        given_up, restarts = output.get(_GIVEN_UP_KEY, ("", 0))
        if not output and self._folder is not None:
            with suppress(OSError):
                given_up = (self._folder / _START_FAILURE_FILE).read_text(encoding="utf-8")
            # xdist would start other workers, and would then report that there are no tests.
            if not (given_up or self._collected or self._lost):
                self._lost = f"the process of worker {node.gateway.id} ended at its start"
                self._stop_workers(self._lost)
        self._restarts += restarts
        if given_up and not self._given_up:
            self._given_up = given_up
            self._stop_workers(given_up.partition("\n")[0])

    def _stop_workers(self, reason: str) -> None:
        self._stop(reason)
        self._config.pluginmanager.getplugin("dsession").shouldstop = reason

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self) -> None:
        """Note that a worker has collected the tests."""
        self._collected = True

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Close the driver, report to the controller, and set the exit status of a partial run.

        A run that could not continue has pytest's exit status for a usage error (4), because its
        result is partial.
        """
        if (process := self._driver.process) is not None:
            self._restarts += process.restarts
        self._driver.close()
        if self._watchdog is not None:
            self._watchdog.stop()
        if hasattr(self._config, "workerinput"):
            output = self._config.workeroutput  # type: ignore[attr-defined]
            output[_GIVEN_UP_KEY] = (self._given_up, self._restarts)
            return
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._given_up:
            session.exitstatus = pytest.ExitCode.USAGE_ERROR
        elif self._lost:
            session.exitstatus = EXIT_ENDED

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the number of restarts of the driver's process, and why the run ended early."""
        if self._restarts:
            times = "once" if self._restarts == 1 else f"{self._restarts} times"
            terminalreporter.write_line(f"the driver's process was started again {times}")
        if self._lost:
            terminalreporter.write_line(f"ENDED EARLY: {self._lost}", red=True)
        if self._given_up:
            terminalreporter.write_line(f"ENDED EARLY: {self._given_up}", red=True)


def _times_used(folder: Path) -> list[float]:
    """Return the driver times, in seconds, of the workers that ended because a case was stuck.

    The worker that replaces such a worker continues to count from the largest of them.
    """
    used = [0.0]
    for file in folder.glob(f"{_TIME_USED}*"):
        with suppress(OSError, ValueError):
            used.append(float(file.read_text()))
    return used


def _stuck_file(folder: Path, case_id: str) -> Path:
    return folder / (hashlib.sha256(case_id.encode()).hexdigest()[:32] + ".json")


PLAIN_RUN: Final = 400.0
"""Seconds that a driver may take in all in a run with default options."""

_PLAIN_CASES: Final = 25_000
_SECONDS_A_CASE: Final = 10.0
"""Additional seconds for each case of a run that has other cases or more work than by default."""

_OUTPUT: Final = 1 << 14
"""Number of characters, from the end, that a report keeps of each captured output."""


def driver_time_limit(settings: Settings, cases: int, *, selected: bool) -> float:
    """Return the limit in seconds on the driver's total time in a run of ``cases`` cases.

    ``selected`` states whether arguments select the cases.

    ``--limit driver=N`` sets the limit (0: no limit), and ``--limit run`` replaces it. Otherwise it
    depends on the options: a run with more work than the default run has additional time for each
    case.
    """
    if settings.driver_time is not None or settings.run_time:
        return settings.driver_time or math.inf
    plain = (
        not selected
        and cases <= _PLAIN_CASES
        and settings.mutants <= _DEFAULTS.mutants
        and settings.cache_corruptions <= _DEFAULTS.cache_corruptions
        and (settings.graph_count or 0) <= _RANDOM_GRAPHS
        and settings.paths == "default"
        and not (settings.mutants_per_case or settings.retries or settings.coupling == "all")
    )
    return PLAIN_RUN if plain else PLAIN_RUN + _SECONDS_A_CASE * cases


_DEFAULTS: Final = Settings()
_RANDOM_GRAPHS: Final = 100


def drop_report(reporter: Any, report: pytest.TestReport) -> None:
    """Drop the report of a setup or teardown that passed without output.

    pytest's terminal reporter stores them without a category and searches all of them again for
    each failure in its summary. With 20,000 failures that search takes longer than the run.
    """
    if report.when == "call" or not report.passed or report.sections:
        return
    uncounted = getattr(reporter, "stats", {}).get("")
    if uncounted and uncounted[-1] is report:
        uncounted.pop()


def shorten_output(item: CaseItem, report: pytest.TestReport) -> None:
    """Keep only the end of long captured output in the report of a case.

    pytest keeps all reports until it ends, so the output of many cases could fill the memory.
    """
    if any(len(text) > _OUTPUT for _, text in report.sections):
        report.sections = [(name, _end(text)) for name, text in report.sections]
    kept: list[tuple[str, str, str]] = getattr(item, "_report_sections", [])
    for number, (when, name, text) in enumerate(kept):
        if len(text) > _OUTPUT:
            kept[number] = (when, name, _end(text))


def _end(text: str) -> str:
    """Return the text, or its last characters and a note if it is too long."""
    if len(text) <= _OUTPUT:
        return text
    return f"[{len(text) - _OUTPUT} characters omitted]\n{text[-_OUTPUT:]}"
