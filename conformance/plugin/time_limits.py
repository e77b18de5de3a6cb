"""Time limits of a pytest session beside those of its cases: the start, the driver, the end."""

from __future__ import annotations

import math
import sys
import threading
import traceback
from collections.abc import Generator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import pytest

from conformance.drivers.process import IsolatedDevice
from conformance.hard_limit import TERMINAL, end_process_after
from conformance.plugin.items import CaseItem

if TYPE_CHECKING:
    from conformance.plugin.run import Run

PLAIN_RUN: Final = 400.0
"""Seconds that a driver may take in all in a run with default options."""

_PLAIN_CASES: Final = 25_000
_SECONDS_A_CASE: Final = 10.0
"""Seconds more for each case where other cases or more work are asked for."""

_OUTPUT: Final = 1 << 14
"""So many characters of what a case printed are kept for its report, the last ones."""

_LINGERING: Final = 60.0


def driver_time_limit(config: pytest.Config, cases: int) -> float:
    """Seconds that the driver may take in all: the option's, or by the work that is asked for."""
    option: float | None = config.getoption("nn_driver_time")
    if option is not None:
        return option or math.inf
    get = config.getoption
    plain = (
        config.args_source is not pytest.Config.ArgsSource.ARGS
        and cases <= _PLAIN_CASES
        and get("nn_mutants") <= _MUTANTS
        and (get("nn_random_graphs") or 0) <= _RANDOM_GRAPHS
        and get("nn_paths") == "default"
        and not (get("nn_mutate") or get("nn_retry") or get("nn_coupling") == "all")
    )
    return PLAIN_RUN if plain else PLAIN_RUN + _SECONDS_A_CASE * cases


_MUTANTS: Final = 300
_RANDOM_GRAPHS: Final = 100


class TimeLimits:
    """Sets the limit on the driver's time, and bounds what a session keeps and how it ends."""

    def __init__(self, config: pytest.Config, run: Run, threads: frozenset[threading.Thread]):
        self._config = config
        self._run = run
        self._threads = threads
        self._session: pytest.Session | None = None

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Remember the session, for its exit status."""
        self._session = session

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Set the limit on the driver's time once the cases are known."""
        cases = sum(isinstance(item, CaseItem) for item in session.items)
        self._run.driver_time.limit = driver_time_limit(self._config, cases)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Keep the end of what a case printed: pytest holds every report to its own end."""
        report = yield
        if isinstance(item, CaseItem):
            if any(len(text) > _OUTPUT for _, text in report.sections):
                report.sections = [(name, _end(text)) for name, text in report.sections]
            kept: list[tuple[str, str, str]] = getattr(item, "_report_sections", [])
            for number, (when, name, text) in enumerate(kept):
                if len(text) > _OUTPUT:
                    kept[number] = (when, name, _end(text))
        return report

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Let go of reports of a set-up or a tear-down in which nothing happened.

        For each failure pytest looks through all reports that it counts under no name. With
        20,000 failures that takes longer than the run.
        """
        if report.when == "call" or not report.passed or report.sections:
            return
        reporter: Any = self._config.pluginmanager.getplugin("terminalreporter")
        uncounted = getattr(reporter, "stats", {}).get("")
        if uncounted and uncounted[-1] is report:
            uncounted.pop()

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        """Bound the end of the process, which waits for every thread that the driver left."""
        if isinstance(self._run.device, IsolatedDevice):
            return
        left = [
            thread
            for thread in threading.enumerate()
            if not thread.daemon
            and thread not in self._threads
            and thread is not threading.current_thread()
        ]
        names = ", ".join(sorted(thread.name for thread in left))
        count = f"{len(left)} thread" + ("s" if len(left) > 1 else "")
        if not _is_command():
            if left:
                TERMINAL.write(
                    f"\nWARNING: the driver or a spec left {count} running ({names}): this process "
                    "does not end before they do\n"
                )
            return
        seconds = self._run.limits.free if left else _LINGERING
        what = f"{count} that the driver or a spec left running ({names})" if left else "its exit"
        status = self._session.exitstatus if self._session is not None else 4

        def last_words() -> str:
            for stream in (sys.stdout, sys.stderr):
                with suppress(Exception):
                    stream.flush()
            return (
                f"\nWARNING: the process waited {seconds:g} s for {what}; it ends without "
                f"(exit status {int(status)})\n"
            )

        end_process_after(seconds, int(status), last_words)


def _is_command() -> bool:
    """Whether this process does nothing after pytest: it was started as the command ``pytest``."""
    return any(
        frame.f_globals.get("__name__") == "_pytest.config"
        and frame.f_code.co_name in ("console_main", "_console_main")
        for frame, _ in traceback.walk_stack(None)
    )


def _end(text: str) -> str:
    """The last characters of a text that is too long."""
    if len(text) <= _OUTPUT:
        return text
    return f"[{len(text) - _OUTPUT} characters left out]\n{text[-_OUTPUT:]}"
