"""Sync fences: descriptors that tell by ``poll`` alone whether what they stand for is done.

A fence is the reading end of a pipe. A byte in it says signalled; a pipe that was closed without
one says error, so that the fences of a process that dies go into error by themselves.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading

from conformance.hal.device import Fence, FenceStatus


class PolledFence(Fence):
    """A fence by its descriptor, which it owns."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    @property
    def status(self) -> FenceStatus:
        """The present state."""
        return self.wait(0)

    def wait(self, timeout_ms: int) -> FenceStatus:
        """Wait; a fence that was closed is in error."""
        if self._fd < 0:
            return FenceStatus.ERROR
        poll = select.poll()
        poll.register(self._fd, select.POLLIN)
        ready = poll.poll(None if timeout_ms < 0 else timeout_ms)
        if not ready:
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
    """A fence to signal or to fail, once; what comes later changes nothing.

    One that is dropped unsignalled is in error for whoever holds a copy of its descriptor.
    """

    def __init__(self) -> None:
        reader, self._writer = os.pipe2(os.O_CLOEXEC)
        self._lock = threading.Lock()
        super().__init__(reader)

    @classmethod
    def signaled(cls) -> SyncFence:
        """One that has signalled already."""
        fence = cls()
        fence.signal()
        return fence

    @classmethod
    def failed(cls) -> SyncFence:
        """One that is in error already."""
        fence = cls()
        fence.fail()
        return fence

    def signal(self) -> None:
        """Done."""
        with self._lock:
            if self._writer >= 0:
                os.write(self._writer, b"\x01")
                self._settle()

    def fail(self) -> None:
        """It will never be done."""
        with self._lock:
            self._settle()

    def close(self) -> None:
        with self._lock:
            self._settle()
        super().close()

    def _settle(self) -> None:
        writer, self._writer = self._writer, -1
        if writer >= 0:
            os.close(writer)
