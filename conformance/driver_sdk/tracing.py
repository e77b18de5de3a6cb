"""Tracing of a driver's phases, for Perfetto and Chrome's ``about:tracing``.

A trace is a set of nested spans, each with a layer and a phase, as in NNAPI's own traces. A driver
marks its work, and any client can record a trace::

    with trace(TraceLayer.DRIVER, TracePhase.EXECUTION, "execute"):
        with trace(TraceLayer.DRIVER, TracePhase.INPUTS_AND_OUTPUTS):
            ...

    with recording() as spans:
        ...
    Path("trace.json").write_text(trace_json(spans))
    print(summary(spans))

As in NNAPI, a span can be a switch (label ``[SW]...``), where a function ends one phase and begins
another, and it can be subtracted (label ``[SUB]...``), where a lower layer does work of a layer
above. The time of both counts for their own layer and phase, and not for those of the span around
them::

    with trace(TraceLayer.CPU, TracePhase.TRANSFORMATION, "concatenation"):
        ...
        with trace(TraceLayer.CPU, TracePhase.COMPUTATION, "copy", TraceForm.SWITCH):
            ...

Outside of ``recording`` the spans go into the trace of the run (``--trace-file``); without one,
nothing is recorded, and the cost is negligible.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Final

import msgspec

from conformance import tracing
from conformance.tracing import TraceForm, TraceLayer, TracePhase, time_table, trace_label

__all__ = [
    "TraceForm",
    "TraceLayer",
    "TracePhase",
    "TraceSpan",
    "recording",
    "summary",
    "trace",
    "trace_json",
]


@dataclass(frozen=True, slots=True)
class TraceSpan:
    """One piece of work; times are in nanoseconds of the monotonic clock.

    ``depth`` is the nesting depth within its thread, ``inner_duration`` the total duration
    of its inner spans.
    """

    layer: TraceLayer
    phase: TracePhase
    detail: str
    thread: int
    start: int
    duration: int
    depth: int
    inner_duration: int
    form: TraceForm = TraceForm.NESTED

    @property
    def label(self) -> str:
        """Return the label, such as ``[NN_LD_PE]execute``."""
        return trace_label(self.layer, self.phase, self.detail, self.form)

    @property
    def own_duration(self) -> int:
        """Return the time outside of inner spans, in nanoseconds."""
        return self.duration - self.inner_duration


class _OpenSpans(threading.local):
    """The open spans of a thread: the inner duration, layer and phase of each."""

    def __init__(self) -> None:
        self.stack: list[list[int]] = []
        self.buckets: list[tuple[TraceLayer, TracePhase]] = []


_open: Final = _OpenSpans()
_spans: list[TraceSpan] | None = None
_recording: Final = threading.Lock()


class _SpanRecorder:
    """Context manager that records one span; it can be used once."""

    __slots__ = ("_detail", "_form", "_inner_times", "_layer", "_phase", "_spans", "_start")

    def __init__(
        self,
        spans: list[TraceSpan],
        layer: TraceLayer,
        phase: TracePhase,
        detail: str,
        form: TraceForm,
    ) -> None:
        self._form = form
        self._spans, self._layer, self._phase, self._detail = spans, layer, phase, detail
        self._inner_times = [0]
        self._start = 0

    def __enter__(self) -> None:
        if self._phase is TracePhase.UNSPECIFIED and _open.buckets:
            self._phase = _open.buckets[-1][1]
        _open.stack.append(self._inner_times)
        _open.buckets.append((self._layer, self._phase))
        self._start = time.monotonic_ns()

    def __exit__(self, *_: object) -> None:
        duration = time.monotonic_ns() - self._start
        _open.stack.pop()
        _open.buckets.pop()
        depth = len(_open.stack)
        if _open.stack:
            _open.stack[-1][0] += duration
        self._spans.append(
            TraceSpan(
                self._layer,
                self._phase,
                self._detail,
                threading.get_native_id(),
                self._start,
                duration,
                depth,
                self._inner_times[0],
                self._form,
            )
        )


_IDLE: Final = nullcontext()


def trace(
    layer: TraceLayer,
    phase: TracePhase = TracePhase.UNSPECIFIED,
    detail: str = "",
    form: TraceForm = TraceForm.NESTED,
) -> AbstractContextManager[None]:
    """Return a context manager that marks its body as work of this layer and phase.

    An unspecified phase is that of the enclosing span.
    """
    spans = _spans
    if spans is not None:
        return _SpanRecorder(spans, layer, phase, detail, form)
    return _IDLE if tracing.RECORDER is None else tracing.span(layer, phase, detail, form)


@contextmanager
def recording() -> Iterator[list[TraceSpan]]:
    """Record the spans of all threads in the returned list; only one recording can be active."""
    global _spans
    if not _recording.acquire(blocking=False):
        raise RuntimeError("a trace is already being recorded: end that recording first")
    spans: list[TraceSpan] = []
    _spans = spans
    try:
        yield spans
    finally:
        _spans = None
        _recording.release()


def trace_json(spans: Iterable[TraceSpan]) -> str:
    """Return spans in the JSON format that Perfetto and Chrome read, with times in microseconds."""
    process = os.getpid()
    events = [
        {
            "name": span.label,
            "cat": f"{span.layer.name},{span.phase.name}".lower(),
            "ph": "X",
            "ts": span.start / 1000,
            "dur": span.duration / 1000,
            "pid": process,
            "tid": span.thread,
        }
        for span in sorted(spans, key=lambda span: (span.start, -span.duration))
    ]
    return msgspec.json.encode({"traceEvents": events, "displayTimeUnit": "ns"}).decode()


def summary(spans: Iterable[TraceSpan]) -> str:
    """Return a table of own times in milliseconds, with layers as rows and phases as columns."""
    own_times: Counter[tuple[str, str]] = Counter()
    for span in spans:
        own_times[span.layer, span.phase] += span.own_duration
    return time_table(own_times)
