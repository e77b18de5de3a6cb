"""Memory that the client and the driver share.

A memory is a real, mapped file descriptor, as on a device: the client can pass the descriptor to a
driver in another process, and each mapping sees the writes of the others.
"""

import contextlib
import fcntl
import mmap
import os
from abc import ABC, abstractmethod
from dataclasses import dataclass

# Without the seals, a driver that receives the descriptor could truncate the file under our
# mapping, and our next access would raise SIGBUS.
_FIXED_SIZE = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL


class Memory(ABC):
    """A named block of bytes; two memories are equal only if they are the same object."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Kind of the memory by its HIDL name: ``ashmem``, ``mmap_fd``, ..."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Size in bytes."""

    @abstractmethod
    def view(self) -> memoryview:
        """Return a writable view of all bytes, without a copy.

        The caller must release the view before ``close``. Otherwise ``close`` raises
        ``BufferError``, because unmapping would leave a dangling pointer.
        """

    @abstractmethod
    def fileno(self) -> int:
        """Return the file descriptor of the memory, which the memory continues to own."""

    @abstractmethod
    def close(self) -> None:
        """Unmap the memory and close its descriptor; a second call does nothing."""


class SharedMemory(Memory):
    """Anonymous shared memory (``memfd``), created at the first access.

    ``initial`` holds the first bytes; the others up to ``size`` are zero. A memory of size 0 can be
    created but not mapped, as in the contract.
    """

    __slots__ = ("_fd", "_initial", "_map", "_name", "_size")

    def __init__(
        self, size: int | None = None, *, initial: bytes = b"", name: str = "ashmem"
    ) -> None:
        self._size = len(initial) if size is None else size
        self._initial: bytes | None = initial
        self._name = name
        self._fd = -1
        self._map: mmap.mmap | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def size(self) -> int:
        return self._size

    def _mapped(self) -> mmap.mmap:
        if self._map is None:
            if self._initial is None:
                raise ValueError(f"{self._name} memory of {self._size} bytes is closed")
            fd = os.memfd_create("nn-conformance", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
            try:
                os.ftruncate(fd, self._size)
                fcntl.fcntl(fd, fcntl.F_ADD_SEALS, _FIXED_SIZE)
                mapped = mmap.mmap(fd, self._size)
            except (OSError, ValueError):
                os.close(fd)
                raise
            mapped[: len(self._initial)] = self._initial
            self._fd, self._map = fd, mapped
        return self._map

    def view(self) -> memoryview:
        return memoryview(self._mapped())

    def fileno(self) -> int:
        self._mapped()
        return self._fd

    def close(self) -> None:
        if self._map is not None:
            self._map.close()
            os.close(self._fd)
            self._map, self._fd = None, -1
        self._initial = None

    def __del__(self) -> None:
        mapped, fd = getattr(self, "_map", None), getattr(self, "_fd", -1)
        if mapped is not None:
            # A live view keeps the mapping until it is released; the descriptor is closed now.
            with contextlib.suppress(BufferError):
                mapped.close()
            os.close(fd)

    def __repr__(self) -> str:
        return f"SharedMemory({self._name}, {self._size} bytes)"


@dataclass(frozen=True, slots=True)
class BufferToken:
    """A pool of a request that is a driver-managed buffer, by its token (1.3); 0 is invalid."""

    token: int


MemoryPool = Memory | BufferToken
"""One pool of a request."""
