"""Sync fences: file descriptors whose state ``poll`` reports.

A fence is the reading end of a pipe. A byte in the pipe means that the fence is signalled; a pipe
that is closed without a byte means an error. Thus the fences of a process that dies enter the error
state.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading

from conformance.hal.device import Fence, FenceStatus


class PolledFence(Fence):
    """A fence over a descriptor, which it owns."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    @property
    def status(self) -> FenceStatus:
        """The current state."""
        return self.wait(0)

    def wait(self, timeout_ms: int) -> FenceStatus:
        """Wait up to ``timeout_ms`` milliseconds; a closed fence is in error."""
        if self._fd < 0:
            return FenceStatus.ERROR
        poll = select.poll()
        poll.register(self._fd, select.POLLIN)
        if not (ready := poll.poll(None if timeout_ms < 0 else timeout_ms)):
            return FenceStatus.ACTIVE
        return FenceStatus.SIGNALED if ready[0][1] & select.POLLIN else FenceStatus.ERROR

    def fileno(self) -> int:
        return self._fd

    def close(self) -> None:
        """Close the descriptor."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def __del__(self) -> None:
        with contextlib.suppress(OSError, AttributeError):
            self.close()


class SyncFence(PolledFence):
    """A fence that its owner signals or fails once; later calls have no effect.

    If the fence is deleted without a signal, every holder of a duplicate of its descriptor sees the
    error state.
    """

    def __init__(self) -> None:
        reader, self._writer = os.pipe2(os.O_CLOEXEC)
        self._lock = threading.Lock()
        super().__init__(reader)

    @classmethod
    def signaled(cls) -> SyncFence:
        """Return a fence that has already signalled."""
        fence = cls()
        fence.signal()
        return fence

    @classmethod
    def failed(cls) -> SyncFence:
        """Return a fence that is already in error."""
        fence = cls()
        fence.fail()
        return fence

    def signal(self) -> None:
        """Signal the fence."""
        with self._lock:
            if self._writer >= 0:
                os.write(self._writer, b"\x01")
                self._close_writer()

    def fail(self) -> None:
        """Set the fence to the error state."""
        with self._lock:
            self._close_writer()

    def close(self) -> None:
        with self._lock:
            self._close_writer()
        super().close()

    def _close_writer(self) -> None:
        writer, self._writer = self._writer, -1
        if writer >= 0:
            os.close(writer)
