"""For reports on a driver process: the running case and call, and the stacks of its threads.

The harness maps the marker, a file of fixed size; the driver process has no access to it. After a
crash of either process the file still states which case was running and which call it was making.
"""

from __future__ import annotations

import mmap
import os
import sys
import tempfile
import threading
import time
import weakref
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final, Self

from conformance.drivers.crash_stacks.handler import is_watching

_MAGIC: Final = b"NNRUN\x00\x00\x01"
_SLOTS: Final = {"case": (64, 576), "path": (576, 640), "stage": (640, 656), "call": (656, 720)}
_SIZE: Final = 1024
_START_TIME: Final = slice(8, 16)


@dataclass(frozen=True, slots=True)
class RunState:
    """The content of a run marker; a text is empty if nothing was recorded for it.

    ``path`` is the execution path; ``seconds`` is the time since the case began.
    """

    case_id: str
    path: str
    stage: str
    call: str
    seconds: float


class RunMarker:
    """Writes a run marker to the file ``path``, or to a temporary file that ``close`` deletes."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        if path is None:
            fd, name = tempfile.mkstemp(prefix="nn-conformance-running-")
            self.file, self._kept = Path(name), False
        else:
            self.file, self._kept = Path(path), True
            flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
            fd = os.open(self.file, flags, 0o644)
        try:
            os.ftruncate(fd, _SIZE)
            self._map = mmap.mmap(fd, _SIZE)
        finally:
            os.close(fd)
        self._map[: len(_MAGIC)] = _MAGIC
        self._known: dict[tuple[str, str], bytes] = {}
        remove = () if self._kept else (self.file,)
        self._finalizer = weakref.finalize(self, _remove, *remove)

    @classmethod
    def in_memory(cls) -> Self:
        """Return a marker without a file in the file system, which would remain after a kill."""
        file = os.memfd_create("nn-conformance-running", os.MFD_CLOEXEC)
        try:
            return cls(f"/proc/self/fd/{file}")
        finally:
            os.close(file)

    def begin_case(self, case_id: str) -> None:
        """Record that a case begins."""
        self._map[_START_TIME] = time.time_ns().to_bytes(8, "little")
        self._write_slot("case", case_id.encode("utf-8", "replace"))
        self.begin_path("")
        self.begin_call("", "")

    def begin_path(self, path: str) -> None:
        """Record the execution path along which the case continues."""
        self._write_slot("path", path.encode("utf-8", "replace"))

    def begin_call(self, stage: str, call: str) -> None:
        """Record the call that is about to be made."""
        start, end = _SLOTS["stage"][0], _SLOTS["call"][1]
        image = self._known.get((stage, call))
        if image is None:
            image = stage.encode()[:16].ljust(16, b"\0") + call.encode()[:64].ljust(64, b"\0")
            self._known[stage, call] = image
        self._map[start:end] = image

    def _write_slot(self, slot: str, text: bytes) -> None:
        start, end = _SLOTS[slot]
        self._map[start:end] = text[: end - start].ljust(end - start, b"\0")

    def read(self) -> RunState:
        """Return the current content."""
        return _parse(self._map[:])

    def close(self) -> None:
        """End a regular run: unmap the file, and delete it if it is temporary."""
        if not self._map.closed:
            self._map.close()
        self._finalizer()


def _remove(*files: Path) -> None:
    for file in files:
        file.unlink(missing_ok=True)


def read_run_marker(path: str | os.PathLike[str]) -> RunState:
    """Return the content of a marker that a run left behind; ``ValueError`` for any other file."""
    content = Path(path).read_bytes()
    if len(content) != _SIZE or not content.startswith(_MAGIC):
        raise ValueError(f"{path} is not a run marker")
    return _parse(content)


def _parse(content: bytes) -> RunState:
    texts = {
        name: content[start:end].rstrip(b"\0").decode("utf-8", "replace")
        for name, (start, end) in _SLOTS.items()
    }
    begun = int.from_bytes(content[_START_TIME], "little")
    seconds = max(0.0, (time.time_ns() - begun) / 1e9) if begun else 0.0
    return RunState(texts["case"], texts["path"], texts["stage"], texts["call"], seconds)


TRACE_END: Final = "End of the stack traces"
"""The line after a complete trace."""

_MAX_FRAMES: Final = 100


def write_thread_traces(descriptor: int) -> None:
    """Write the stack traces of all threads but the calling one, in the form of ``faulthandler``.

    The main thread is called the current thread. No thread can change its frames while this one
    reads them, because this one holds the interpreter's global lock. ``faulthandler`` reads them
    in a signal handler without the lock, so another running thread can crash the process.
    """
    main = threading.main_thread().ident
    frames = sys._current_frames()  # noqa: SLF001 - documented
    lines: list[str] = []
    for thread, frame in sorted(frames.items(), key=lambda one: one[0] != main):
        if thread != threading.get_ident() and not is_watching(thread):
            name = "Current thread" if thread == main else "Thread"
            lines += [f"{name} 0x{thread:016x} (most recent call first):", *_frame_lines(frame), ""]
    text = "\n".join([*lines, TRACE_END, ""])
    os.write(descriptor, text.encode("utf-8", "backslashreplace"))


def _frame_lines(frame: FrameType | None) -> list[str]:
    lines: list[str] = []
    while frame is not None and len(lines) < _MAX_FRAMES:
        code = frame.f_code
        lines.append(f'  File "{code.co_filename}", line {frame.f_lineno} in {code.co_name}')
        frame = frame.f_back
    return lines
