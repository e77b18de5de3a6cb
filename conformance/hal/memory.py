"""Memory that client and driver share.

A memory is a real, mapped file descriptor, as on a device: a driver in another process can be
handed the descriptor, and two mappings see each other's writes.
"""

import contextlib
import fcntl
import mmap
import os
from abc import ABC, abstractmethod
from dataclasses import dataclass

# Whoever gets the descriptor could otherwise cut the file short under our mapping.
_FIXED_SIZE = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL


class Memory(ABC):
    """A named block of bytes; two memories are equal only if they are the same object."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Kind as HIDL names it: ``ashmem``, ``mmap_fd``, ``hardware_buffer_blob``, ..."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Size in bytes."""

    @abstractmethod
    def view(self) -> memoryview:
        """A writable view of all bytes, without a copy.

        The view must be released before ``close``; a view that is still alive makes ``close``
        raise ``BufferError`` rather than leave a dangling pointer.
        """

    @abstractmethod
    def fileno(self) -> int:
        """The file descriptor behind the memory; it stays owned by the memory."""

    @abstractmethod
    def close(self) -> None:
        """Unmap and close; later calls do nothing."""


class SharedMemory(Memory):
    """Anonymous shared memory (``memfd``), made when it is first looked at.

    ``initial`` are the first bytes; the rest up to ``size`` is zero. A size of 0 is legal to say
    and illegal to map, as in the contract.
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
            # A live view keeps the mapping; the descriptor goes now all the same.
            with contextlib.suppress(BufferError):
                mapped.close()
            os.close(fd)

    def __repr__(self) -> str:
        return f"SharedMemory({self._name}, {self._size} bytes)"


@dataclass(frozen=True, slots=True)
class BufferToken:
    """A driver-managed buffer in a request's pools, named by its token (1.3); 0 is illegal."""

    token: int


MemoryPool = Memory | BufferToken
"""One pool of a request."""
