"""The trace of a run as one file for Perfetto."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from conformance.files import write_atomically
from conformance.text import format_count
from conformance.tracing import ProcessRecord, Span, start_recording, stop_recording, trace_label


@dataclass(slots=True)
class TraceProcess:
    """The spans of one process, in the order of their ends."""

    record: ProcessRecord
    spans: list[Span] = field(default_factory=list)


def read_processes(folder: Path) -> list[TraceProcess]:
    """Return the processes that recorded spans in a folder.

    The last line of a process that was killed may be incomplete; such lines are left out.
    """
    processes = []
    decode = msgspec.json.Decoder(Span).decode
    for path in sorted(folder.glob("*.jsonl")):
        first, _, lines = path.read_bytes().partition(b"\n")
        with suppress(msgspec.MsgspecError):
            process = TraceProcess(msgspec.json.decode(first, type=ProcessRecord))
            processes.append(process)
            process.spans.extend(map(decode, filter(None, lines.split(b"\n"))))
    return processes


def trace_document(processes: Sequence[TraceProcess]) -> bytes:
    """Return the trace as JSON in the format of Chrome's traces, which Perfetto reads.

    Times are microseconds since the first span.
    """
    origin = min((span.start for traced in processes for span in traced.spans), default=0)
    events: list[dict[str, Any]] = []
    for process in processes:
        pid = process.record.pid
        name = f"{process.record.name} (process {pid})"
        events.append({"ph": "M", "name": "process_name", "pid": pid, "args": {"name": name}})
        events.extend(
            {
                "ph": "X",
                "name": trace_label(span.layer, span.phase, span.detail),
                "cat": f"NN_{span.layer}_{span.phase}",
                "ts": (span.start - origin) / 1000,
                "dur": span.duration / 1000,
                "pid": pid,
                "tid": span.thread,
            }
            for span in process.spans
        )
    document = {"displayTimeUnit": "ms", "traceEvents": events}
    return msgspec.json.encode(document) + b"\n"


class TraceRecording:
    """A trace that is recorded in a temporary folder from its creation to ``finish``."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="nn-trace-"))
        start_recording(self._folder)

    def finish(self, target: Path) -> str:
        """Write the trace and return a line on it; raise ``OSError``."""
        stop_recording()
        try:
            processes = read_processes(self._folder)
            write_atomically(target, trace_document(processes))
            spans = format_count(sum(len(process.spans) for process in processes), "span")
            return f"trace: {spans} written to {target} (open it in ui.perfetto.dev)"
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def discard(self) -> None:
        """End the recording without a file; it has no effect after ``finish``."""
        stop_recording()
        shutil.rmtree(self._folder, ignore_errors=True)
