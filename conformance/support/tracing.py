"""Tracing of a driver's phases, readable in Perfetto and in Chrome's ``about:tracing``.

A trace is a set of nested spans, each in a bucket of a layer and a phase, as NNAPI's own traces
are. A driver marks its work, whoever wants a trace records it::

    with trace(Layer.DRIVER, Phase.EXECUTION, "execute"):
        with trace(Layer.DRIVER, Phase.INPUTS_AND_OUTPUTS):
            ...

    with recording() as spans:
        ...
    Path("trace.json").write_text(trace_json(spans))
    print(summary(spans))

Nothing is recorded, and next to nothing is paid, outside of ``recording``.
"""

from __future__ import annotations

import os
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec


class Layer(StrEnum):
    """Who works; the value is the code in a label."""

    APPLICATION = "LA"
    RUNTIME = "LR"
    IPC = "LI"
    DRIVER = "LD"
    CPU = "LC"
    OTHER = "LO"
    UTILITY = "LU"


class Phase(StrEnum):
    """What for; the last four but two are parts of an execution."""

    OVERALL = "PO"
    WARM_UP = "PWU"
    BENCHMARK = "PBM"
    INITIALIZATION = "PI"
    PREPARATION = "PP"
    COMPILATION = "PC"
    EXECUTION = "PE"
    INPUTS_AND_OUTPUTS = "PIO"
    TRANSFORMATION = "PTR"
    COMPUTATION = "PCO"
    RESULTS = "PR"
    TERMINATION = "PT"
    UNSPECIFIED = "PU"


@dataclass(frozen=True, slots=True)
class Span:
    """One piece of work: times in nanoseconds of the monotonic clock, ``depth`` within its thread.

    ``inner`` is the time that spans inside of it took.
    """

    layer: Layer
    phase: Phase
    detail: str
    thread: int
    start: int
    duration: int
    depth: int
    inner: int

    @property
    def label(self) -> str:
        """``[NN_LD_PE]execute``."""
        return f"[NN_{self.layer}_{self.phase}]{self.detail}"

    @property
    def own(self) -> int:
        """Nanoseconds outside of inner spans."""
        return self.duration - self.inner


class _Open(threading.local):
    """The spans that are open on a thread: layer, phase, and the time of what they held so far."""

    def __init__(self) -> None:
        self.stack: list[list[int]] = []
        self.buckets: list[tuple[Layer, Phase]] = []


_open: Final = _Open()
_spans: list[Span] | None = None
_recording: Final = threading.Lock()


class _Trace:
    """One span on its way; entered and left once."""

    __slots__ = ("_detail", "_held", "_layer", "_phase", "_spans", "_start")

    def __init__(self, spans: list[Span], layer: Layer, phase: Phase, detail: str) -> None:
        self._spans, self._layer, self._phase, self._detail = spans, layer, phase, detail
        self._held = [0]
        self._start = 0

    def __enter__(self) -> None:
        if self._phase is Phase.UNSPECIFIED and _open.buckets:
            self._phase = _open.buckets[-1][1]
        _open.stack.append(self._held)
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
            Span(
                self._layer,
                self._phase,
                self._detail,
                threading.get_native_id(),
                self._start,
                duration,
                depth,
                self._held[0],
            )
        )


_IDLE: Final = nullcontext()


def trace(
    layer: Layer, phase: Phase = Phase.UNSPECIFIED, detail: str = ""
) -> AbstractContextManager[None]:
    """The work inside belongs to this bucket; an unspecified phase is the surrounding one's."""
    spans = _spans
    return _IDLE if spans is None else _Trace(spans, layer, phase, detail)


@contextmanager
def recording() -> Iterator[list[Span]]:
    """Record what all threads trace, into the list that comes back; one recording at a time."""
    global _spans
    if not _recording.acquire(blocking=False):
        raise RuntimeError("a trace is being recorded already: end that recording first")
    spans: list[Span] = []
    _spans = spans
    try:
        yield spans
    finally:
        _spans = None
        _recording.release()


def trace_json(spans: Iterable[Span]) -> str:
    """Spans in the JSON form that Perfetto and Chrome read; times in microseconds."""
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


_COLUMNS: Final[tuple[tuple[str, tuple[Phase, ...]], ...]] = (
    ("initialization", (Phase.INITIALIZATION,)),
    ("preparation", (Phase.PREPARATION,)),
    ("compilation", (Phase.COMPILATION,)),
    ("i/o", (Phase.INPUTS_AND_OUTPUTS, Phase.TRANSFORMATION)),
    ("compute", (Phase.COMPUTATION,)),
    ("results", (Phase.RESULTS,)),
    (
        "execution",
        (
            Phase.EXECUTION,
            Phase.INPUTS_AND_OUTPUTS,
            Phase.TRANSFORMATION,
            Phase.COMPUTATION,
            Phase.RESULTS,
        ),
    ),
    ("termination", (Phase.TERMINATION,)),
)


def summary(spans: Iterable[Span]) -> str:
    """A table of own times in milliseconds: a row for each layer, a column for each phase."""
    times: dict[Layer, dict[Phase, int]] = defaultdict(lambda: defaultdict(int))
    for span in spans:
        times[span.layer][span.phase] += span.own
    heads = ["layer", *(name for name, _ in _COLUMNS), "total"]
    met = [layer for layer in Layer if layer in times]
    rows = [heads, *([layer.name.lower(), *_cells(times[layer])] for layer in met)]
    together: dict[Phase, int] = defaultdict(int)
    for by_phase in times.values():
        for phase, spent in by_phase.items():
            together[phase] += spent
    rows.append(["total", *_cells(together)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _cells(by_phase: dict[Phase, int]) -> list[str]:
    sums = [sum(by_phase.get(phase, 0) for phase in phases) for _, phases in _COLUMNS]
    met = [any(phase in by_phase for phase in phases) for _, phases in _COLUMNS]
    cells = [f"{spent / 1e6:.3f}" if any_ else "n/a" for spent, any_ in zip(sums, met, strict=True)]
    return [*cells, f"{sum(by_phase.values()) / 1e6:.3f}"]
