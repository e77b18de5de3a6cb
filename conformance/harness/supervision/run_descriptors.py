"""Restores file descriptors of the run that a driver in the same process closes or replaces.

pytest's capture, the event stream and the connection to xdist need their descriptors. A driver that
closes a descriptor twice, or all descriptors from 3 on, would end the run without a message. Copies
with high numbers are kept; if these are lost too, the process ends with a message that names the
case.
"""

from __future__ import annotations

import fcntl
import os
import resource
import select
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from conformance.hard_limit import TERMINAL
from conformance.open_files import FEWEST_FILES
from conformance.process_guard import EXIT_ENDED
from conformance.run_progress import PROGRESS

_COPIES: Final = 4000
"""Lowest number of a copy, unless the limit on descriptors is lower."""
_RESERVE: Final = 128
"""Number of descriptors, below the limit on them, that copies may use."""

_File = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Protected:
    file: _File
    copy: int
    inheritable: bool
    lasting: bool


class RunDescriptors:
    """The protected descriptors of this process."""

    def __init__(self) -> None:
        self._protected: dict[int, _Protected] = {}
        self._poll = select.poll()
        self._lock = threading.Lock()
        self._of_driver: list[int] = []

    def mark(self) -> None:
        """Exclude the descriptors that are open now from ``protect_new``."""
        self._of_driver = _open_descriptors()

    def protect_new(self) -> None:
        """Protect the descriptors that were opened since ``mark``."""
        self._protect(set(_open_descriptors()).difference(self._of_driver), lasting=False)

    def protect(self, numbers: Iterable[int] | None = None) -> None:
        """Protect these descriptors until ``release``; without numbers, all that are open now.

        Descriptors that are found open are protected as long as the suite leaves them unchanged
        between two cases.
        """
        found = _open_descriptors() if numbers is None else numbers
        self._protect(found, lasting=numbers is not None)

    def _protect(self, numbers: Iterable[int], *, lasting: bool) -> None:
        for number in numbers:
            file = file_of(number)
            if file is None or number in self._protected:
                continue
            if (copy := copy_descriptor(number)) >= 0:
                inheritable = os.get_inheritable(number)
                self._protected[number] = _Protected(file, copy, inheritable, lasting)
                self._poll.register(number, 0)

    def release(self, numbers: Iterable[int] | None = None) -> None:
        """Stop the protection of these descriptors; without numbers, of all."""
        for number in list(self._protected) if numbers is None else numbers:
            if (found := self._protected.pop(number, None)) is not None:
                self._poll.unregister(number)
                if file_of(found.copy) == found.file:
                    os.close(found.copy)

    def begin_case(self) -> None:
        """Stop the protection of descriptors that were closed or replaced between cases."""
        for number, found in list(self._protected.items()):
            if not found.lasting and file_of(number) != found.file:
                self.release([number])

    def restore_closed(self) -> list[str]:
        """Restore the protected descriptors that are closed, and return their names."""
        # A poll object cannot be used by two threads at once; one thread is enough.
        if not self._protected or not self._lock.acquire(blocking=False):
            return []
        try:
            events = self._poll.poll(0)
        finally:
            self._lock.release()
        if not events:
            return []
        return self._restore([number for number, event in events if event & select.POLLNVAL])

    def restore(self) -> list[str]:
        """Restore the protected descriptors that are closed or replaced; return their names."""
        changed = [n for n, found in self._protected.items() if file_of(n) != found.file]
        return self._restore(changed)

    def _restore(self, numbers: list[int]) -> list[str]:
        lost = []
        for number in numbers:
            found = self._protected[number]
            if file_of(found.copy) == found.file:
                os.dup2(found.copy, number, inheritable=found.inheritable)
            else:
                lost.append(number)
        if lost:
            end_process(lost)
        return [f"file descriptors of the run ({_listed(numbers)})"] if numbers else []


RUN_DESCRIPTORS: Final = RunDescriptors()
"""The only instance of a process."""


def file_of(number: int) -> _File | None:
    """Return the device and inode of an open file, and ``None`` for a closed descriptor."""
    try:
        status = os.fstat(number)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _open_descriptors() -> list[int]:
    """Return the numbers of the open descriptors, without the standard ones."""
    numbers: list[int] = []
    with suppress(OSError):
        numbers = [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]
    # The list contains the descriptor by which it was read, which is closed now.
    return [number for number in numbers if number > 2 and file_of(number) is not None]


def copy_descriptor(number: int) -> int:
    """Return a copy of a descriptor with a high number.

    Return -1 if the descriptor is closed or no other one is left.
    """
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    lowest = _COPIES if limit < 0 else max(3, min(_COPIES, limit - _RESERVE))
    try:
        return fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, lowest)
    except OSError:
        return -1


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def end_process(numbers: list[int]) -> None:
    """End the process with a message, because these descriptors cannot be restored."""
    _end(f"file descriptors of the run were closed ({_listed(numbers)})")


def restore_limit(limit: int) -> bool:
    """Restore the limit on open files if it is too low for a run; return whether it was.

    A process without privileges cannot raise a hard limit; the run then ends with a message.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if not 0 <= soft < min(FEWEST_FILES, limit):
        return False
    for wanted in ((limit, hard), (limit, limit)):
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, wanted)
            return True
    _end(f"the limit on open files was lowered to {hard}")
    return True


def _end(cause: str) -> None:
    PROGRESS.record_cause(cause)
    TERMINAL.write(f"\nERROR: {cause} by the driver, and cannot be restored: the run ends now\n")
    os._exit(EXIT_ENDED)
