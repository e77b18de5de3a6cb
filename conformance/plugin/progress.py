"""The progress of a run with time left, in place of pytest's letters and names of files.

In a terminal it is one line that is written again; elsewhere, such as in the log of a CI job, a new
line once a minute. With ``-v`` pytest prints a line for each case instead.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from typing import Any, Final

import pytest

_TERMINAL_INTERVAL: Final = 0.5
_LOG_INTERVAL: Final = 60.0
_LEAST_SHARE: Final = 0.02
"""The time left is not estimated before this share of the cases has run."""


def register_progress(config: pytest.Config) -> None:
    """Show the progress of a session, unless ``-v`` requests pytest's own lines."""
    if config.get_verbosity() <= 0 and config.pluginmanager.hasplugin("terminal"):
        config.pluginmanager.register(ProgressPlugin(), "nn_conformance_progress")


class ProgressPlugin:
    """The hooks that count cases and write the line; they work on the controller of xdist."""

    def __init__(self) -> None:
        self._reporter: Any = None
        self._interval = _LOG_INTERVAL
        self._total = self._done = self._failed = 0
        self._start = self._written = time.monotonic()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Switch off pytest's own letters, names of files and percentages."""
        self._reporter = session.config.pluginmanager.getplugin("terminalreporter")
        self._reporter.showfspath = False
        self._reporter._show_progress_info = False  # noqa: SLF001 - an option needs an ini file
        if self._reporter.isatty:
            self._interval = _TERMINAL_INTERVAL

    def _begin(self, total: int) -> None:
        self._total, self._start = total, time.monotonic()
        self._written = self._start

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Record the number of cases."""
        if session.items:
            self._begin(len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """Record the number of cases; all workers collect the same ones."""
        if not self._total:
            self._begin(len(ids))

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(self) -> Generator[None, Any, Any]:
        """Remove the letter of a report, which pytest would write."""
        category, letter, word = yield
        return category, "" if word else letter, word

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the case, and write the line if it is due."""
        self._failed += report.failed and report.when != "setup"
        if report.when in ("setup", "call"):
            return
        self._done += 1
        now = time.monotonic()
        if now - self._written >= self._interval:
            self._written = now
            self._write(progress_text(self._done, self._total, self._failed, now - self._start))

    def _write(self, text: str) -> None:
        if self._reporter.isatty:
            self._reporter.rewrite(text, erase=True)
        else:
            self._reporter.write_line(text)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Remove the line."""
        if self._reporter.isatty and self._written > self._start:
            self._reporter.rewrite("", erase=True)


def progress_text(done: int, total: int, failed: int, seconds: float) -> str:
    """Return the line: cases done and failed, the time so far and the time left."""
    share = done / total if total else 0.0
    text = f"{done:,} of {total:,} cases ({share:.0%}), {failed:,} failed, {_duration(seconds)}"
    if share < _LEAST_SHARE:
        return text
    return f"{text}, about {_duration(seconds / share - seconds)} left"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
