"""Time limits of a pytest session as a whole: total driver time and the exit of the process.

The limits of single cases and calls are in ``process_isolation`` and in ``drivers.process``.
"""

from __future__ import annotations

import atexit
import math
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pytest

from conformance.drivers.own_process import IsolatedDevice
from conformance.hard_limit import TERMINAL, end_process_after
from conformance.plugin.nodes.items import CaseItem
from conformance.process_guard import started_as_command

if TYPE_CHECKING:
    from conformance.plugin.context.run_context import RunContext

PLAIN_RUN: Final = 400.0
"""Seconds that a driver may take in all in a run with default options."""

_PLAIN_CASES: Final = 25_000
_SECONDS_A_CASE: Final = 10.0
"""Additional seconds for each case of a run that has other cases or more work than by default."""

_OUTPUT: Final = 1 << 14
"""Number of characters, from the end, that a report keeps of each captured output."""

_LINGERING: Final = 60.0
_WORKER_EXIT: Final = 5.0
"""Seconds for the exit of a worker; xdist kills it, without a message, after 10 s."""


def driver_time_limit(config: pytest.Config, cases: int) -> float:
    """Return the limit in seconds on the driver's total time in a run of ``cases`` cases.

    The option ``--driver-time`` sets the limit (0: no limit). Without it the limit depends on the
    other options: a run with more work than the default run has additional time for each case.
    """
    option: float | None = config.getoption("nn_driver_time")
    if option is not None:
        return option or math.inf
    get = config.getoption
    plain = (
        config.args_source is not pytest.Config.ArgsSource.ARGS
        and cases <= _PLAIN_CASES
        and get("nn_mutants") <= _MUTANTS
        and get("nn_cache_corruptions") <= _CACHE_CORRUPTIONS
        and (get("nn_random_graphs") or 0) <= _RANDOM_GRAPHS
        and get("nn_paths") == "default"
        and not (get("nn_mutants_per_case") or get("nn_retry") or get("nn_coupling") == "all")
    )
    return PLAIN_RUN if plain else PLAIN_RUN + _SECONDS_A_CASE * cases


_MUTANTS: Final = 300
_CACHE_CORRUPTIONS: Final = 32
_RANDOM_GRAPHS: Final = 100


@dataclass(frozen=True, slots=True)
class ProcessContent:
    """The threads of this process, and the number of its exit handlers (``atexit``)."""

    threads: frozenset[threading.Thread]
    exit_handlers: int

    @classmethod
    def now(cls) -> ProcessContent:
        """Return what exists now."""
        return cls(frozenset(threading.enumerate()), atexit._ncallbacks())  # noqa: SLF001


class TimeLimits:
    """The hooks that limit the driver's total time, the size of reports and the time of the exit.

    ``before`` is what existed before the driver was loaded; threads and exit handlers that are
    later belong to the driver or to a spec.
    """

    def __init__(self, config: pytest.Config, run: RunContext, before: ProcessContent):
        self._config = config
        self._run = run
        self._before = before
        self._session: pytest.Session | None = None

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Keep pytest's session object for its exit status."""
        self._session = session

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Set the limit on the driver's time, which depends on the number of cases."""
        cases = sum(isinstance(item, CaseItem) for item in session.items)
        self._run.driver_time.limit = driver_time_limit(self._config, cases)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Drop reports of a setup or teardown that passed without output.

        pytest stores them without a category and searches all of them again for each failure in
        its summary. With 20,000 failures that search takes longer than the run.
        """
        if report.when == "call" or not report.passed or report.sections:
            return
        reporter: Any = self._config.pluginmanager.getplugin("terminalreporter")
        uncounted = getattr(reporter, "stats", {}).get("")
        if uncounted and uncounted[-1] is report:
            uncounted.pop()

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        """Limit the time of the process's exit, which waits for every thread that still runs.

        A process that only runs the command ``pytest`` ends after the limit, with a warning. A
        program that calls pytest is not ended; the warning names the threads.
        """
        if isinstance(self._run.device, IsolatedDevice):
            return
        now = ProcessContent.now()
        left = [
            thread
            for thread in now.threads - self._before.threads - {threading.current_thread()}
            if not thread.daemon
        ]
        names = ", ".join(sorted(thread.name for thread in left))
        running = f"{_count(len(left), 'thread')} that the driver or a spec left running ({names})"
        handlers = now.exit_handlers - self._before.exit_handlers
        registered = f"{_count(handlers, 'exit handler')} (atexit) registered during the run"
        if hasattr(self._config, "workerinput"):
            # Only the exit counts: this worker may wait for others before.
            atexit.register(_limit_exit_of_worker, min(self._run.limits.free, _WORKER_EXIT))
            return
        if not started_as_command():
            if left:
                TERMINAL.write(
                    f"\nWARNING: the driver or a spec left {_count(len(left), 'thread')} running "
                    f"({names}): this process does not end before they do\n"
                )
            return
        seconds = self._run.limits.free if left or handlers > 0 else _LINGERING
        what = running if left else registered if handlers > 0 else "its exit"
        status = self._session.exitstatus if self._session is not None else 4

        def exit_message() -> str:
            for stream in (sys.stdout, sys.stderr):
                with suppress(Exception):
                    stream.flush()
            return (
                f"\nWARNING: the process waited {seconds:g} s for {what}; it ends now without "
                f"waiting any longer (exit status {int(status)})\n"
            )

        end_process_after(seconds, int(status), exit_message)


def _count(number: int, name: str) -> str:
    return f"{number} {name}" + ("s" if number != 1 else "")


def _limit_exit_of_worker(seconds: float) -> None:
    """End the exiting process of an xdist worker after ``seconds``, with a message."""
    text = (
        f"\nWARNING: the process of a worker waited {seconds:g} s for its exit handlers "
        "(atexit) and threads; it ends now without waiting any longer\n"
    )
    end_process_after(seconds, 0, lambda: text)


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
