"""Recording of a trace: spans of time, labelled with the layers and phases of NNAPI's traces.

``RECORDER`` is ``None`` if no trace is recorded, so that a span then costs one comparison. Each
process appends its spans to its own file in a common folder. Child processes read the name of the
folder from the environment. ``conformance.reports.trace_file`` joins the files into one.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec


class TraceLayer(StrEnum):
    """The component that does the work; the value is its code in a label."""

    APPLICATION = "LA"
    RUNTIME = "LR"
    IPC = "LI"
    DRIVER = "LD"
    CPU = "LC"
    OTHER = "LO"
    UTILITY = "LU"


class TracePhase(StrEnum):
    """The phase of the work; INPUTS_AND_OUTPUTS to RESULTS are parts of an execution."""

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


def trace_label(layer: str, phase: str, detail: str) -> str:
    """Return the label of a span, such as ``[NN_LD_PE]execute``."""
    return f"[NN_{layer}_{phase}]{detail}"


FOLDER_VARIABLE: Final = "NN_CONFORMANCE_TRACE_FOLDER"
MAX_SPANS: Final = 2_000_000
"""Largest number of spans of one process; further ones are counted, but not recorded."""


class Span(msgspec.Struct, frozen=True, array_like=True):
    """A span of one thread; times are nanoseconds of the monotonic clock."""

    layer: str
    phase: str
    detail: str
    thread: int
    start: int
    duration: int


class ProcessRecord(msgspec.Struct, frozen=True):
    """The first line of a process's file."""

    pid: int
    parent: int
    name: str


class TraceRecorder:
    """Appends the spans of this process to a file; can be used from any thread.

    Every span is written at once, so that the spans of a process that crashes remain.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._encode = msgspec.json.Encoder().encode
        self._pid = -1
        self._file = -1
        self._count = 0
        self._local = threading.local()

    def add(self, layer: TraceLayer, phase: TracePhase, detail: str, start: int) -> None:
        """Record a span that began at ``start`` (``time.monotonic_ns``) and ends now."""
        duration = time.monotonic_ns() - start
        if self._pid != os.getpid():
            self._open()
        self._count += 1
        if self._count > MAX_SPANS:
            return
        thread = threading.get_native_id()
        span = Span(layer.value, phase.value, detail, thread, start, duration)
        os.write(self._file, self._encode(span) + b"\n")

    @contextmanager
    def span(self, layer: TraceLayer, phase: TracePhase, detail: str) -> Iterator[None]:
        """Record the block as a span."""
        start = time.monotonic_ns()
        try:
            yield
        finally:
            self.add(layer, phase, detail, start)

    @property
    def messages(self) -> int:
        """Number of messages that this thread has sent to processes of isolated drivers."""
        return getattr(self._local, "messages", 0)

    def note_message(self) -> None:
        """Count one more message of this thread to the process of an isolated driver."""
        self._local.messages = self.messages + 1

    def add_call(self, call: str, phase: TracePhase, start: int, messages: int) -> None:
        """Record a call of the driver interface that ends now.

        ``messages`` is the number of messages before the call; if the thread has sent one since,
        the layer is IPC.
        """
        layer = TraceLayer.DRIVER if messages == self.messages else TraceLayer.IPC
        self.add(layer, phase, call, start)

    def _open(self) -> None:
        """Open the file of this process; called again in a forked process."""
        self._pid = os.getpid()
        self._count = 0
        path = os.path.join(self._folder, f"{self._pid}-{time.monotonic_ns()}.jsonl")  # noqa: PTH118
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        record = ProcessRecord(self._pid, os.getppid(), Path(sys.argv[0] or "python").name)
        os.write(self._file, self._encode(record) + b"\n")


def _inherited() -> TraceRecorder | None:
    folder = os.environ.get(FOLDER_VARIABLE, "")
    return TraceRecorder(folder) if folder and os.path.isdir(folder) else None  # noqa: PTH112


RECORDER: TraceRecorder | None = _inherited()
"""The recorder of this process, or ``None``."""


def start_recording(folder: Path) -> None:
    """Record the spans of this process, and of the child processes started from now on."""
    global RECORDER
    os.environ[FOLDER_VARIABLE] = str(folder)
    RECORDER = TraceRecorder(str(folder))


def stop_recording() -> None:
    """Record no further spans."""
    global RECORDER
    os.environ.pop(FOLDER_VARIABLE, None)
    RECORDER = None


_IDLE: Final = nullcontext()


def span(
    layer: TraceLayer, phase: TracePhase = TracePhase.UNSPECIFIED, detail: str = ""
) -> AbstractContextManager[None]:
    """Return a context manager that records its block as a span if a trace is recorded.

    An unspecified phase is that of the enclosing span.
    """
    return _IDLE if RECORDER is None else RECORDER.span(layer, phase, detail)
