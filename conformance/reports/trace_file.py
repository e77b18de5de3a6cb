"""The trace of a run as one file for Perfetto, and its summary by layer and phase."""

from __future__ import annotations

import shutil
import tempfile
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from conformance.files import write_atomically
from conformance.tracing import (
    ProcessRecord,
    Span,
    TraceLayer,
    TracePhase,
    start_recording,
    stop_recording,
    time_table,
    trace_label,
)


@dataclass(slots=True)
class TraceProcess:
    """The spans of one process, in the order of their ends."""

    record: ProcessRecord
    spans: list[Span] = field(default_factory=list)
    damaged: int = 0


def read_processes(folder: Path) -> list[TraceProcess]:
    """Return the processes that recorded spans in a folder.

    The last line of a process that was killed may be incomplete. Such lines are left out, and
    ``damaged`` is their number.
    """
    processes = []
    decode = msgspec.json.Decoder(Span).decode
    for path in sorted(folder.glob("*.jsonl")):
        first, _, lines = path.read_bytes().partition(b"\n")
        try:
            process = TraceProcess(msgspec.json.decode(first, type=ProcessRecord))
        except msgspec.MsgspecError:
            continue
        for line in filter(None, lines.split(b"\n")):
            try:
                process.spans.append(decode(line))
            except msgspec.MsgspecError:
                process.damaged += 1
        processes.append(process)
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
                "name": trace_label(span.layer, span.phase, span.detail, span.form),
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


@dataclass(slots=True)
class _Node:
    """A span, and the total duration of the spans that are nested in it."""

    span: Span
    layer: str
    phase: str
    children: int = 0
    """Duration of the nested spans in nanoseconds."""

    @property
    def own(self) -> int:
        return max(self.span.duration - self.children, 0)


def self_times(processes: Sequence[TraceProcess]) -> dict[tuple[str, str], int]:
    """Return the nanoseconds by layer and phase, without the time of nested spans.

    A span of the phase PU (unspecified) counts for the phase of the span around it. The spans of a
    driver's process are nested in the IPC spans of the process that called it.
    """
    nodes: dict[int, list[_Node]] = {}
    roots: dict[int, list[_Node]] = {}
    for process in processes:
        inner, outer = _nest(process.spans)
        pid = process.record.pid
        nodes.setdefault(pid, []).extend(inner)
        roots.setdefault(pid, []).extend(outer)
    for process in processes:
        callers = [
            node
            for node in nodes.get(process.record.parent, ())
            if node.layer == TraceLayer.IPC and process.record.parent != process.record.pid
        ]
        _subtract_from_callers(callers, roots[process.record.pid])
    totals: Counter[tuple[str, str]] = Counter()
    for of_process in nodes.values():
        for node in of_process:
            totals[node.layer, node.phase] += node.own
    return dict(totals)


def _nest(spans: Iterable[Span]) -> tuple[list[_Node], list[_Node]]:
    """Return the nodes of all spans, and those that no span of their thread contains."""
    threads: dict[int, list[Span]] = defaultdict(list)
    for span in spans:
        threads[span.thread].append(span)
    nodes, roots = [], []
    for of_thread in threads.values():
        stack: list[_Node] = []
        # The outer one of two spans that begin at the same time is the longer one.
        for span in sorted(of_thread, key=lambda candidate: (candidate.start, -candidate.duration)):
            while stack and stack[-1].span.start + stack[-1].span.duration <= span.start:
                stack.pop()
            phase = span.phase
            if phase == TracePhase.UNSPECIFIED and stack:
                phase = stack[-1].phase
            node = _Node(span, span.layer, phase)
            if stack:
                stack[-1].children += span.duration
            else:
                roots.append(node)
            stack.append(node)
            nodes.append(node)
    return nodes, roots


def _subtract_from_callers(callers: Sequence[_Node], roots: Sequence[_Node]) -> None:
    """Subtract the spans of a driver's process from the IPC spans that contain their start."""
    ordered = sorted(callers, key=lambda node: node.span.start)
    starts = [node.span.start for node in ordered]
    for root in roots:
        position = bisect_right(starts, root.span.start) - 1
        if position < 0:
            continue
        caller = ordered[position]
        end = caller.span.start + caller.span.duration
        caller.children += max(min(root.span.start + root.span.duration, end) - root.span.start, 0)


def summary_table(processes: Sequence[TraceProcess]) -> str:
    """Return the time in milliseconds by layer (rows) and phase (columns).

    Nested time is counted once, in the inner span. Times of threads that run at the same time add
    up.
    """
    table = time_table(self_times(processes))
    damaged = sum(process.damaged for process in processes)
    return f"{table}\n{damaged} lines of the trace cannot be read" if damaged else table


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
