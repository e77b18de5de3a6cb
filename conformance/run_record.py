"""The record of a run's cases, which the process of the run sends to its parent process.

A driver in the process of the run can write to any object that it finds there. The parent process
therefore keeps its own ledger of selected, finished and failed cases, to which the run can only
add, and accepts exit status 0 only from a ledger in which every selected case has finished and none
has failed (``CaseLedger.problem``). Each entry is authenticated with a key that only functions of
this module hold, so that neither an attribute of a module nor a write to the pipe can add an entry.
"""

from __future__ import annotations

import fcntl
import os
import struct
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import blake2b
from typing import Final

_SELECTED: Final = b"S"
_FINISHED: Final = b"F"
_FAILED: Final = b"X"
_ENDED: Final = b"E"
_STOP: Final = b"."

_ENTRY: Final = struct.Struct(">c16sI")
_CODE: Final = 16
"""Number of bytes of the authentication code after each entry."""
_FRAME: Final = _ENTRY.size + _CODE
_VALUES: Final = 1 << 128
_KEY: Final = 32
_HIGH_DESCRIPTOR: Final = 700
"""Lowest number of the pipe's descriptor; a driver rarely closes descriptors of such numbers."""
_JOIN_SECONDS: Final = 10.0


class CaseLedger:
    """The selected, finished and failed cases of a run, and its exit status.

    Cases are counted, and their names are added as hashes: the sums of the selected and of the
    finished names are equal only if the same cases were selected and finished.

    Attributes:
        status: the exit status that the run recorded at its end; ``None`` if it did not end.

    """

    def __init__(self) -> None:
        self.status: int | None = None
        self._selected = self._finished = self._failed = 0
        self._balance = 0
        self._damaged = False

    def add(self, kind: bytes, value: int, number: int) -> None:
        """Add an entry: its kind, the sum of the hashes of names, and a number or status."""
        if kind == _SELECTED:
            self._selected += number
            self._balance += value
        elif kind == _FINISHED:
            self._finished += number
            self._balance -= value
        elif kind == _FAILED:
            self._failed += 1
        elif kind == _ENDED:
            self.status = number

    def damage(self) -> None:
        """Record that an entry was not written by the run."""
        self._damaged = True

    def problem(self) -> str:
        """Return why exit status 0 would be wrong; an empty text if it is right."""
        if self._damaged:
            return "other code than the suite wrote to the record of the run"
        if self.status is None:
            return "the end of the run is missing in its record"
        if self._failed:
            cases = "verdict is" if self._failed == 1 else "verdicts are"
            return f"{self._failed} {cases} not accepted"
        if self._balance % _VALUES or self._selected != self._finished:
            finished = min(self._finished, self._selected)
            return f"{finished} of {self._selected} selected cases have a verdict"
        return ""


class RunRecord:
    """Adds entries to a ledger, which is in this process or in its parent.

    Finished cases are collected and added at the end of the run: an entry for each case would wake
    the parent process after each case. A run that ends early is not accepted in any case.
    """

    __slots__ = ("_add", "_hash", "_take_finished", "finish")

    def __init__(self, add: Callable[[bytes, int, int], None], key: bytes) -> None:
        def name_hash(name: str) -> int:
            code = blake2b(name.encode("utf-8", "surrogatepass"), key=key, digest_size=_CODE)
            return int.from_bytes(code.digest(), "big")

        finished: list[int] = []
        owner = os.getpid()

        def finish(name: str) -> None:
            """Record that a case has all its verdicts."""
            finished.append(name_hash(name))

        def take_finished() -> list[int]:
            taken, finished[:] = finished[:], ()
            return taken if os.getpid() == owner else []

        self._add = add
        self._hash = name_hash
        self.finish = finish
        self._take_finished = take_finished

    def select(self, names: Iterable[str]) -> None:
        """Record the names of the cases that the run is about to run."""
        hashes = [self._hash(name) for name in names]
        self._add(_SELECTED, sum(hashes) % _VALUES, len(hashes))

    def fail(self, name: str) -> None:
        """Record a verdict on a case that is not accepted."""
        self._add(_FAILED, self._hash(name), 0)

    def end(self, status: int) -> None:
        """Record that the run ended by itself, with this exit status."""
        if finished := self._take_finished():
            self._add(_FINISHED, sum(finished) % _VALUES, len(finished))
        self._add(_ENDED, 0, status & 0xFF or int(status != 0))


def local_record(ledger: CaseLedger) -> RunRecord:
    """Return a record that adds to a ledger in this process."""
    owner = os.getpid()

    def add(kind: bytes, value: int, number: int) -> None:
        if os.getpid() == owner:
            ledger.add(kind, value, number)

    return RunRecord(add, os.urandom(_KEY))


class RecordPipe:
    """A pipe on which a child process records its run for its parent.

    Create it before the fork; call ``record`` in the child, or ``read`` and later ``stop`` in the
    parent.
    """

    def __init__(self) -> None:
        self._key = os.urandom(_KEY)
        self._input, self._output = os.pipe()
        with suppress(OSError):  # the limit on descriptors may be lower
            high = fcntl.fcntl(self._output, fcntl.F_DUPFD_CLOEXEC, _HIGH_DESCRIPTOR)
            os.close(self._output)
            self._output = high
        self._ledger = CaseLedger()
        self._thread = threading.Thread(target=self._read, name="nn-run-record", daemon=True)

    def record(self) -> RunRecord:
        """Return the record of this process; the key is then not in this object any more."""
        os.close(self._input)
        key, self._key = self._key, b""
        return RunRecord(_sender(self._output, key), key)

    def read(self) -> None:
        """Start to read entries on another thread."""
        self._thread.start()

    def stop(self) -> CaseLedger:
        """Return the ledger after the end of the child process."""
        frame = _frame(self._key, b"", _STOP, 0, 0)
        with suppress(OSError):
            os.write(self._output, frame)
        self._thread.join(_JOIN_SECONDS)
        return self._ledger

    def _read(self) -> None:
        key, code, pending, intact = self._key, b"", b"", True
        stop = _frame(key, b"", _STOP, 0, 0)
        while part := os.read(self._input, 1 << 16):
            pending += part
            content, stopped, _ = pending.partition(stop)
            while intact and len(content) >= _FRAME:
                frame, content = content[:_FRAME], content[_FRAME:]
                kind, value, number = _ENTRY.unpack_from(frame)
                intact = frame == _frame(key, code, kind, int.from_bytes(value, "big"), number)
                if intact:
                    code = frame[_ENTRY.size :]
                    self._ledger.add(kind, int.from_bytes(value, "big"), number)
            if not intact or (stopped and content):
                self._ledger.damage()
            if stopped:
                return
            pending = content if intact else pending[-_FRAME:]


def _frame(key: bytes, before: bytes, kind: bytes, value: int, number: int) -> bytes:
    """Return the bytes of an entry, with a code that also depends on the code ``before``."""
    entry = _ENTRY.pack(kind, value.to_bytes(_CODE, "big"), number)
    return entry + blake2b(before + entry, key=key, digest_size=_CODE).digest()


def _sender(descriptor: int, key: bytes) -> Callable[[bytes, int, int], None]:
    """Return a function that writes entries to a pipe, in this process only."""
    owner = os.getpid()
    status = os.fstat(descriptor)
    code = b""

    def add(kind: bytes, value: int, number: int) -> None:
        nonlocal code
        if os.getpid() != owner:
            return
        frame = _frame(key, code, kind, value, number)
        with suppress(OSError):  # without the entry, the parent does not accept exit status 0
            now = os.fstat(descriptor)  # a driver may have closed the pipe and opened a file
            if (now.st_dev, now.st_ino) == (status.st_dev, status.st_ino):
                os.write(descriptor, frame)
                code = frame[_ENTRY.size :]

    return add
