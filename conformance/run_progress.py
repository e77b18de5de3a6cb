"""The progress of a run, kept in memory that survives the process.

The process that runs cases records its activity here: reading a spec file, running a case, calling
the driver. A parent process that shares the memory (``conformance.process_guard``) reads it
when the process has ended. ``PROGRESS`` is the only instance of a process.
"""

from __future__ import annotations

import math
import mmap
import os
import struct
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final


class Activity(StrEnum):
    """The activities of a run; the value is the text of messages."""

    STARTING = "starting the run"
    RUNNING = "running the tests"
    READING_SPEC = "reading the spec file"
    RUNNING_CASE = "running the case"
    BETWEEN_CASES = "after the case"
    ENDING = "ending the run"


_SIZE: Final = 9216
_ENDED: Final = slice(0, 1)
_STATUS: Final = slice(1, 5)
_STREAM: Final = slice(5, 6)
_DEADLINE: Final = slice(8, 16)
_CALL: Final = slice(64, 192)
_PATH: Final = slice(192, 320)
_ACTIVITY: Final = slice(320, 448)
_SUBJECT: Final = slice(448, 3584)
_EXIT_CALL: Final = slice(3584, 4096)
_KEPT: Final = slice(4096, 8192)
_CAUSE: Final = slice(8192, 9216)
_STEP: Final = slice(64, 3584)
"""Everything that ``during`` restores."""
_PROCESS_ID: Final = 4


@dataclass(frozen=True, slots=True)
class RunState:
    """What was recorded last; a text is empty if nothing was recorded for it.

    Attributes:
        ended: whether one of its own limits ended the run.
        status: the exit status of a run that such a limit ended.
        stream_open: whether the run has started to write its event stream.
        activity: an ``Activity``.
        subject: the spec file or case id of the activity.
        path: the execution path of the case.
        call: the last call of the driver in this activity.
        exit_call: file and line, separated by a colon, of the Python code that called ``os._exit``.
        cause: why the suite ended the process; a clause.

    """

    ended: bool
    status: int
    stream_open: bool
    activity: str
    subject: str
    path: str
    call: str
    exit_call: str = ""
    cause: str = ""


class RunProgress:
    """Records the progress of this process in shared memory."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _SIZE)
        self._calls: dict[str, bytes] = {}

    def share(self, file: str | os.PathLike[str]) -> None:
        """Record from now on in a new file, which other processes can read (``read_progress``)."""
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            os.ftruncate(descriptor, _SIZE)
            self._memory = mmap.mmap(descriptor, _SIZE)
        finally:
            os.close(descriptor)
        self.begin()

    def begin(self) -> None:
        """Record that a run begins."""
        self._memory[:] = bytes(_SIZE)
        self.record(Activity.STARTING)

    def record(self, activity: str, subject: str = "") -> None:
        """Record an activity and the file or case that it concerns."""
        self._memory[_STEP] = b"".join(
            (
                bytes(_ACTIVITY.start - _STEP.start),
                _fitted(activity, _ACTIVITY),
                _fitted(subject, _SUBJECT),
            )
        )

    @contextmanager
    def during(self, activity: str, subject: str) -> Iterator[None]:
        """Record an activity for the block, and the earlier activity again after it."""
        earlier = self._memory[_STEP]
        self.record(activity, subject)
        try:
            yield
        finally:
            self._memory[_STEP] = earlier

    @contextmanager
    def during_case(self, case_id: str) -> Iterator[None]:
        """Record a case for the block, and after the block that it has ended."""
        self.record(Activity.RUNNING_CASE, case_id)
        try:
            yield
        finally:
            self.change(Activity.BETWEEN_CASES)

    def change(self, activity: str) -> None:
        """Record another activity with the same subject, path and call."""
        self._memory[_ACTIVITY] = _fitted(activity, _ACTIVITY)

    def record_path(self, path: str) -> None:
        """Record the execution path of the running case."""
        self._memory[_PATH] = _fitted(path, _PATH)

    def record_call(self, call: str) -> None:
        """Record the call of the driver that is about to be made."""
        image = self._calls.get(call)
        if image is None:
            image = self._calls[call] = _fitted(call, _CALL)
        self._memory[_CALL] = image

    def record_exit_call(self, place: str) -> None:
        """Record the file and line of the Python code that calls ``os._exit``."""
        size: int = _EXIT_CALL.stop - _EXIT_CALL.start
        self._memory[_EXIT_CALL] = place.encode("utf-8", "replace")[-size:].ljust(size, b"\0")

    def record_cause(self, cause: str) -> None:
        """Record why the suite ends the process, which cannot continue."""
        self._memory[_CAUSE] = _fitted(cause, _CAUSE)

    def record_stream(self) -> None:
        """Record that the event stream of the run is open."""
        self._memory[_STREAM] = b"\1"

    def end(self, status: int) -> None:
        """Record that one of the run's own limits ends the process with this status.

        ``run_record`` records the end of a run that ends by itself.
        """
        self._memory[_STATUS] = (status & 0xFFFFFFFF).to_bytes(4, "little")
        self._memory[_ENDED] = b"\1"

    def set_deadline(self, seconds: float = math.inf) -> None:
        """Record that a timer outside Python ends the process after ``seconds``."""
        self._memory[_DEADLINE] = struct.pack("d", time.monotonic() + seconds)

    def deadline(self) -> float:
        """Return the time on the monotonic clock at which a timer ends the process."""
        deadline: float = struct.unpack("d", self._memory[_DEADLINE])[0]
        return deadline or math.inf

    def keep(self, processes: Iterable[int]) -> None:
        """Record processes that may outlive the run."""
        found = dict.fromkeys([*self.kept(), *processes])
        content = b"".join(process.to_bytes(_PROCESS_ID, "little") for process in found)
        size: int = _KEPT.stop - _KEPT.start
        self._memory[_KEPT] = content[:size].ljust(size, b"\0")

    def kept(self) -> list[int]:
        """Return the processes that may outlive the run."""
        content = self._memory[_KEPT]
        found = (
            int.from_bytes(content[start : start + _PROCESS_ID], "little")
            for start in range(0, len(content), _PROCESS_ID)
        )
        return [process for process in found if process]

    def read(self) -> RunState:
        """Return what was recorded last."""
        return _parse(self._memory[:])


def read_progress(file: str | os.PathLike[str]) -> RunState:
    """Return what another process recorded last in a file.

    Raise ``OSError`` if the file cannot be read, and ``ValueError`` for any other file.
    """
    content = Path(file).read_bytes()
    if len(content) != _SIZE:
        raise ValueError(f"{file} does not hold the progress of a run")
    return _parse(content)


def _parse(memory: bytes) -> RunState:
    return RunState(
        memory[_ENDED] == b"\1",
        int.from_bytes(memory[_STATUS], "little"),
        memory[_STREAM] == b"\1",
        *(_text(memory[part]) for part in (_ACTIVITY, _SUBJECT, _PATH, _CALL, _EXIT_CALL, _CAUSE)),
    )


def _fitted(text: str, part: slice) -> bytes:
    size: int = part.stop - part.start
    return text.encode("utf-8", "replace")[:size].ljust(size, b"\0")


def _text(content: bytes) -> str:
    return content.rstrip(b"\0").decode("utf-8", "replace")


PROGRESS: Final = RunProgress()
