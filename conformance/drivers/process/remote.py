"""What a driver sees in its own process: memories, callbacks and fences of the judge."""

from __future__ import annotations

import contextlib
import mmap
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

from conformance.drivers.process.transport import close_all
from conformance.hal import (
    ErrorStatus,
    ExecutionCallback,
    Fence,
    FenceStatus,
    Memory,
    OutputShape,
    PreparedModel,
    PreparedModelCallback,
    Timing,
)


class MappedMemory(Memory):
    """The judge's memory, mapped here."""

    def __init__(self, fd: int, size: int, name: str) -> None:
        self._fd = fd
        self._size = size
        self._name = name
        self._map: mmap.mmap | None = None
        self._problem = f"{name} memory of {size} bytes has no descriptor"
        if fd >= 0:
            try:
                self._map = mmap.mmap(fd, size)
            except (OSError, ValueError) as error:
                self._problem = str(error)

    @property
    def name(self) -> str:
        return self._name

    @property
    def size(self) -> int:
        return self._size

    def view(self) -> memoryview:
        if self._map is None:
            raise ValueError(self._problem)
        return memoryview(self._map)

    def fileno(self) -> int:
        if self._fd < 0:
            raise ValueError(self._problem)
        return self._fd

    def close(self) -> None:
        if self._map is not None:
            self._map.close()
            self._map = None
            self._problem = f"{self._name} memory of {self._size} bytes is closed"
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __del__(self) -> None:
        with contextlib.suppress(BufferError, OSError, AttributeError):
            self.close()

    def __repr__(self) -> str:
        return f"SharedMemory({self._name}, {self._size} bytes)"


Notify = Callable[[int, tuple[Any, ...], int], None]
"""Carries a notification to the judge: number of the callback, arguments, how many there were."""

Forget = Callable[[int], None]


class _Callback:
    """Number of a callback of the judge, which is told when the driver lets go of it."""

    def __init__(self, number: int, notify: Notify, forget: Forget) -> None:
        self._number = number
        self._notify = notify
        self._forget = forget
        self._count = 0

    def _carry(self, *arguments: Any) -> None:
        self._count += 1
        self._notify(self._number, arguments, self._count)

    def __del__(self) -> None:
        self._forget(self._number)


# The names are those of the judge's own classes: a driver that calls them wrongly gets the same
# message as in the judge's process.
class PreparedModelRecord(_Callback, PreparedModelCallback):
    """Callback of a preparation, which may come with cache files to close afterwards."""

    def __init__(
        self, number: int, notify: Notify, forget: Forget, caches: Sequence[int] = ()
    ) -> None:
        super().__init__(number, notify, forget)
        self._caches = caches

    def notify(self, status: ErrorStatus, prepared_model: PreparedModel | None) -> None:
        self._carry(status, prepared_model)

    def __del__(self) -> None:
        close_all(self._caches)
        super().__del__()


class ExecutionRecord(_Callback, ExecutionCallback):
    """Callback of an execution."""

    def notify(
        self, status: ErrorStatus, output_shapes: Sequence[OutputShape], timing: Timing
    ) -> None:
        self._carry(status, output_shapes, timing)


def bridge(fence: Fence) -> int:
    """A descriptor that ``PolledFence`` understands, fed by a thread that waits for ``fence``."""
    reader, writer = os.pipe2(os.O_CLOEXEC)

    def wait() -> None:
        try:
            if fence.wait(-1) == FenceStatus.SIGNALED:
                os.write(writer, b"\x01")
        finally:
            os.close(writer)

    threading.Thread(target=wait, name="nn-fence", daemon=True).start()
    return reader
