"""The option ``--trace-file``: a trace of the run by layer and phase."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from conformance.files import check_writable
from conformance.reports.trace_file import TraceRecording
from conformance.text import terminal_text
from conformance.tracing import TraceLayer, TracePhase, span


def register_trace(config: pytest.Config, name: str | None) -> None:
    """Start the recording for ``--trace-file``; must be called before the driver is opened.

    The workers of xdist read the folder of the controller's recording from the environment. Raise
    ``pytest.UsageError`` if the file cannot be written.
    """
    if name is None:
        return
    target = config.invocation_params.dir / name
    recording = None
    if not hasattr(config, "workerinput"):
        try:
            check_writable(target)
        except OSError as error:
            raise pytest.UsageError(
                f"--trace-file: {target} cannot be written: {error.strerror}"
            ) from error
        recording = TraceRecording()
    config.pluginmanager.register(TracePlugin(target, recording), "nn_conformance_trace")


class TracePlugin:
    """The hooks that record each case as a span, and write the trace at the end of the session.

    ``recording`` is ``None`` in a worker of xdist.
    """

    def __init__(self, target: Path, recording: TraceRecording | None) -> None:
        self._target = target
        self._recording = recording
        self._summary = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Record the case as a span of the application."""
        with span(
            TraceLayer.APPLICATION, TracePhase.OVERALL, getattr(item, "case_id", item.nodeid)
        ):
            return (yield)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the trace after the workers have ended."""
        if self._recording is None:
            return
        try:
            self._summary = self._recording.finish(self._target)
        except OSError as error:
            self._summary = f"trace: {self._target} cannot be written: {error.strerror}"
            if session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print where the trace is."""
        if self._summary:
            terminalreporter.line(terminal_text(self._summary))

    def pytest_unconfigure(self) -> None:
        """Remove the temporary files, also after a session that did not end."""
        if self._recording is not None:
            self._recording.discard()
