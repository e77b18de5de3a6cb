"""Memory that the client and the driver share.

A memory is a real file descriptor, as on a device: the client can pass the descriptor to a driver
in another process, and each mapping sees the writes of the others. Its kind is the name of the
contract's ``hidl_memory``.
"""

from __future__ import annotations

import contextlib
import fcntl
import mmap
import os
import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from conformance.hal.hardware_buffer import HardwareBufferDescription

# Without the seals, a driver that receives the descriptor could truncate the file under our
# mapping, and our next access would raise SIGBUS.
_FIXED_SIZE = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL

PROT_NONE: Final = 0
PROT_READ: Final = mmap.PROT_READ
PROT_WRITE: Final = mmap.PROT_WRITE
PROT_READ_WRITE: Final = PROT_READ | PROT_WRITE


class MemoryKind(StrEnum):
    """The kinds of memory that the contract defines, by the name of their ``hidl_memory``."""

    ASHMEM = "ashmem"
    """Anonymous shared memory."""
    MMAP_FD = "mmap_fd"
    """A part of a file, with a protection and an offset."""
    HARDWARE_BUFFER_BLOB = "hardware_buffer_blob"
    """A hardware buffer of the format BLOB (1.2)."""
    HARDWARE_BUFFER = "hardware_buffer"
    """A hardware buffer of another format (1.2), at execution only."""


KINDS: Final = {kind.value: kind for kind in MemoryKind}


class Memory(ABC):
    """A block of bytes; two memories are equal only if they are the same object.

    Attributes:
        protection: the accesses that the client permits to the driver, of ``PROT_READ`` and
            ``PROT_WRITE``.
        offset: first byte of the memory in the file of its descriptor.
        description: format, layers, usage and stride of a hardware buffer.

    """

    protection: int = PROT_READ_WRITE
    offset: int = 0
    description: HardwareBufferDescription | None = None

    @property
    @abstractmethod
    def name(self) -> str:
        """Name of the memory's kind; names that ``MemoryKind`` lacks can be expressed."""

    @property
    def kind(self) -> MemoryKind | None:
        """Kind of the memory; ``None`` if the contract does not define its name."""
        return KINDS.get(self.name)

    @property
    @abstractmethod
    def size(self) -> int:
        """Size in bytes; 0 for a ``hardware_buffer``, whose size its description states."""

    @abstractmethod
    def view(self) -> memoryview:
        """Return a view of all bytes, without a copy; it is read-only without ``PROT_WRITE``.

        The caller must release the view before ``close``. Otherwise ``close`` raises
        ``BufferError``, because unmapping would leave a dangling pointer.

        Raises ``OSError`` or ``ValueError`` if the memory cannot be mapped or is closed, if the
        protection permits no access, and for a ``hardware_buffer``, which must be locked instead.
        """

    @abstractmethod
    def fileno(self) -> int:
        """Return the file descriptor of the memory, which the memory continues to own."""

    @abstractmethod
    def close(self) -> None:
        """Unmap the memory and close its descriptor; a second call does nothing."""


class SharedMemory(Memory):
    """Anonymous shared memory (``memfd``), created at the first access, from whichever thread.

    ``initial`` holds the first bytes; the others up to ``size`` are zero. A memory of size 0 can be
    created but not mapped, as in the contract.
    """

    __slots__ = ("_fd", "_initial", "_lock", "_map", "_name", "_size")

    def __init__(
        self, size: int | None = None, *, initial: bytes = b"", name: str = MemoryKind.ASHMEM
    ) -> None:
        self._size = len(initial) if size is None else size
        self._initial: bytes | None = initial
        self._name = name
        self._fd = -1
        self._map: mmap.mmap | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._name

    @property
    def size(self) -> int:
        return self._size

    def _mapped(self) -> mmap.mmap:
        """Return the mapping; the caller holds the lock."""
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
        with self._lock:
            return memoryview(self._mapped())

    def fileno(self) -> int:
        with self._lock:
            self._mapped()
            return self._fd

    def close(self) -> None:
        with self._lock:
            if self._map is not None:
                self._map.close()
                self._map, fd, self._fd = None, self._fd, -1
                os.close(fd)
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
