"""Memory that the client and the driver share, and the format of hardware buffers.

The codes of hardware buffers are those of the NDK's ``AHardwareBuffer_Desc``. The contract does not
state how a tensor is stored in an image. In this model, the tensor's bytes are those of the pixels,
row by row and layer by layer, without the padding of the rows.

A memory is a real file descriptor, as on a device: the client can pass the descriptor to a driver
in another process, and each mapping sees the writes of the others. Its kind is the name of the
contract's ``hidl_memory``.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import mmap
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, IntFlag, StrEnum
from typing import Final


class BufferFormat(IntEnum):
    """Pixel formats of a hardware buffer."""

    R8G8B8A8_UNORM = 1
    R8G8B8X8_UNORM = 2
    R8G8B8_UNORM = 3
    R5G6B5_UNORM = 4
    R16G16B16A16_FLOAT = 0x16
    BLOB = 0x21
    R10G10B10A2_UNORM = 0x2B
    R8_UNORM = 0x38


BYTES_PER_PIXEL: Final = {
    BufferFormat.R8G8B8A8_UNORM: 4,
    BufferFormat.R8G8B8X8_UNORM: 4,
    BufferFormat.R8G8B8_UNORM: 3,
    BufferFormat.R5G6B5_UNORM: 2,
    BufferFormat.R16G16B16A16_FLOAT: 8,
    BufferFormat.BLOB: 1,
    BufferFormat.R10G10B10A2_UNORM: 4,
    BufferFormat.R8_UNORM: 1,
}


class BufferUsage(IntFlag):
    """Usages for which a hardware buffer was allocated; a lock states one or both CPU usages."""

    CPU_READ_OFTEN = 3
    CPU_READ_MASK = 0xF
    CPU_WRITE_OFTEN = 3 << 4
    CPU_WRITE_MASK = 0xF << 4
    GPU_SAMPLED_IMAGE = 1 << 8
    GPU_FRAMEBUFFER = 1 << 9
    GPU_DATA_BUFFER = 1 << 24


CPU_READ_WRITE: Final = BufferUsage.CPU_READ_OFTEN | BufferUsage.CPU_WRITE_OFTEN
_CPU_MASK: Final = BufferUsage.CPU_READ_MASK | BufferUsage.CPU_WRITE_MASK


@dataclass(frozen=True, slots=True)
class HardwareBufferDescription:
    """The metadata in the handle of a hardware buffer; ``stride`` is in pixels.

    A buffer of the format BLOB has ``width`` bytes, the height 1 and one layer.
    """

    width: int
    height: int = 1
    layers: int = 1
    format: int = BufferFormat.BLOB
    usage: int = CPU_READ_WRITE
    stride: int = 0

    @property
    def problem(self) -> str:
        """Return why no allocator can have returned this description; empty if one can have."""
        if self.format not in BYTES_PER_PIXEL:
            return f"format {self.format} is unknown"
        for name in ("width", "height", "layers"):
            if getattr(self, name) < 1:
                return f"{name} is {getattr(self, name)}, must be at least 1"
        if self.format == BufferFormat.BLOB:
            if (self.height, self.layers) != (1, 1):
                return (
                    f"a BLOB has the height {self.height} and {self.layers} layers; both must be 1"
                )
            return ""
        if self.stride < self.width:
            return f"stride is {self.stride}, must be at least the width {self.width}"
        return ""

    @property
    def _pixel_bytes(self) -> int:
        return BYTES_PER_PIXEL[BufferFormat(self.format)]

    @property
    def row_bytes(self) -> int:
        """Bytes from the start of a row to the start of the next one, with padding."""
        pixels = self.width if self.format == BufferFormat.BLOB else self.stride
        return pixels * self._pixel_bytes

    @property
    def byte_size(self) -> int:
        """Bytes of all rows of all layers, with padding."""
        return self.row_bytes * self.height * self.layers

    @property
    def content_size(self) -> int:
        """Bytes of the pixels, without the padding of the rows."""
        return self.width * self.height * self.layers * self._pixel_bytes

    def rows(self) -> Iterator[tuple[int, int]]:
        """Yield for each row the first and the last + 1 byte of its pixels."""
        length, row_bytes = self.width * self._pixel_bytes, self.row_bytes
        for row in range(self.height * self.layers):
            yield row * row_bytes, row * row_bytes + length

    def gather(self, locked: memoryview) -> bytes:
        """Return the pixels of a locked buffer without the padding of the rows."""
        if self.row_bytes * self.height * self.layers == self.content_size:
            return bytes(locked[: self.content_size])
        return b"".join(locked[start:end] for start, end in self.rows())

    def scatter(self, locked: memoryview, data: bytes) -> None:
        """Write ``data`` to the first pixels of a buffer that is locked for writing."""
        position = 0
        for start, end in self.rows():
            part = data[position : position + end - start]
            locked[start : start + len(part)] = part
            position += len(part)

    def check_lock(self, usage: int) -> None:
        """Raise ``OSError`` if the buffer cannot be locked for ``usage``.

        ``usage`` must consist of CPU usages for which the buffer was allocated, and the buffer must
        have one layer (NDK, ``AHardwareBuffer_lock``).
        """
        if not usage & _CPU_MASK or usage & ~_CPU_MASK:
            raise OSError(errno.EINVAL, f"a lock for the usage {usage:#x}; CPU usages are required")
        for mask, verb in (
            (BufferUsage.CPU_READ_MASK, "reading"),
            (BufferUsage.CPU_WRITE_MASK, "writing"),
        ):
            if usage & mask and not self.usage & mask:
                raise OSError(
                    errno.EINVAL, f"a lock for {verb}, but the usage is only {self.usage:#x}"
                )
        if self.layers != 1:
            raise OSError(errno.EINVAL, f"a lock of a buffer with {self.layers} layers; 1 required")

    @property
    def protection(self) -> int:
        """The accesses of the CPU that the usage permits, as ``PROT_READ`` and ``PROT_WRITE``."""
        reads = bool(self.usage & BufferUsage.CPU_READ_MASK)
        writes = bool(self.usage & BufferUsage.CPU_WRITE_MASK)
        return reads * _PROT_READ | writes * _PROT_WRITE


_PROT_READ: Final = 1
_PROT_WRITE: Final = 2


def image_description(
    byte_size: int, *, padding: int = 3, usage: int = CPU_READ_WRITE
) -> HardwareBufferDescription:
    """Return an image of one layer whose pixels have ``byte_size`` bytes in all.

    Its rows have ``padding`` more pixels than its width.
    """
    height = next((rows for rows in (4, 3, 2) if byte_size % rows == 0), 1)
    row = byte_size // height
    wide = row % 4 == 0
    width = row // 4 if wide else row
    kind = BufferFormat.R8G8B8A8_UNORM if wide else BufferFormat.R8_UNORM
    return HardwareBufferDescription(width, height, 1, kind, usage, width + padding)


# Without the seals, a driver that receives the descriptor could truncate the file under our
# mapping, and our next access would raise SIGBUS.
FIXED_SIZE: Final = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL

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
                fcntl.fcntl(fd, fcntl.F_ADD_SEALS, FIXED_SIZE)
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
