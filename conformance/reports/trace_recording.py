"""Records the trace of a block of code and writes it to a file."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from conformance.output_files import write_atomically
from conformance.reports.trace_file import read_processes, summary_table, trace_document
from conformance.tracing import start_recording, stop_recording


class TraceRecording:
    """A trace that is recorded in a temporary folder from its creation to ``finish``."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="nn-trace-"))
        start_recording(self._folder)

    def finish(self, target: Path) -> str:
        """Write the trace and return the summary table; raise ``OSError``."""
        stop_recording()
        try:
            processes = read_processes(self._folder)
            write_atomically(target, trace_document(processes))
            return summary_table(processes)
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def discard(self) -> None:
        """End the recording without a file; it has no effect after ``finish``."""
        stop_recording()
        shutil.rmtree(self._folder, ignore_errors=True)
