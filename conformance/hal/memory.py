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
import struct
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from conformance.hal.hardware_buffer import (
    BufferUsage,
    HardwareBufferDescription,
    image_description,
)

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


_KINDS: Final = {kind.value: kind for kind in MemoryKind}


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
        return _KINDS.get(self.name)

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
    """Anonymous shared memory (``memfd``), created at the first access.

    ``initial`` holds the first bytes; the others up to ``size`` are zero. A memory of size 0 can be
    created but not mapped, as in the contract.
    """

    __slots__ = ("_fd", "_file", "_initial", "_map", "_name", "_size")

    def __init__(
        self, size: int | None = None, *, initial: bytes = b"", name: str = MemoryKind.ASHMEM
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
            self._file = os.fstat(fd).st_ino
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
            self._map, fd, self._fd = None, self._fd, -1
            _close_unless_lost(fd, self._file)
        self._initial = None

    def __del__(self) -> None:
        mapped, fd = getattr(self, "_map", None), getattr(self, "_fd", -1)
        if mapped is not None:
            # A live view keeps the mapping until it is released; the descriptor is closed now.
            with contextlib.suppress(BufferError):
                mapped.close()
            _close_unless_lost(fd, self._file)

    def __repr__(self) -> str:
        return f"SharedMemory({self._name}, {self._size} bytes)"


_lost: Final[list[int]] = []


def take_lost_descriptors() -> list[int]:
    """Return the descriptors of shared memories that other code has closed, and forget them.

    They were found when their memory was closed.
    """
    found = _lost[:]
    _lost.clear()
    return found


def _close_unless_lost(fd: int, file: int) -> None:
    """Close a descriptor, unless other code has closed it: then its number may have a new owner."""
    try:
        lost = os.fstat(fd).st_ino != file
    except OSError:
        lost = True
    if lost:
        _lost.append(fd)
    else:
        os.close(fd)


class DescriptorMemory(Memory):
    """A memory of any kind that is mapped through a received descriptor, which it owns.

    Every field is used as it is: a handle that cannot be decoded can be expressed, for example by
    the descriptor -1, an unknown name, or an invalid description. A ``hardware_buffer`` is accessed
    by ``lock`` and ``unlock``.
    """

    name = ""
    size = 0

    def __init__(
        self,
        fd: int,
        size: int,
        name: str = MemoryKind.ASHMEM,
        protection: int = PROT_READ_WRITE,
        offset: int = 0,
        description: HardwareBufferDescription | None = None,
    ) -> None:
        self._fd = fd
        self.size = size
        self.name = name
        self.protection = protection
        self.offset = offset
        self.description = description
        self._map: mmap.mmap | None = None
        self._closed = False

    def map(self) -> None:
        """Map the memory now; if that is impossible, ``view`` and ``lock`` will raise the error."""
        with contextlib.suppress(OSError, ValueError, OverflowError):
            if self.kind is MemoryKind.HARDWARE_BUFFER:
                self._locked_mapping(self._decoded())
            else:
                self._map = self._new_mapping(self.size)

    def view(self) -> memoryview:
        if self.kind is MemoryKind.HARDWARE_BUFFER:
            raise ValueError("a hardware_buffer has no plain view; it must be locked")
        if self._map is None:
            self._map = self._new_mapping(self.size)
        elif self.name == MemoryKind.MMAP_FD:
            # An access behind the end of a file that has become shorter raises SIGBUS.
            self._require_length(self.size)
        return memoryview(self._map)

    def lock(self, usage: int) -> memoryview:
        """Lock a hardware buffer for CPU usages and return a view of all rows with their padding.

        Each lock must be ended with ``unlock``, after the view was released. Raises ``OSError`` or
        ``ValueError`` if the buffer cannot be decoded or its description does not permit the lock.
        """
        description = self._decoded()
        description.check_lock(usage)
        view = memoryview(self._locked_mapping(description))[: description.byte_size]
        _count_lock(self._locked_mapping(description), description, 1)
        return view if usage & BufferUsage.CPU_WRITE_MASK else view.toreadonly()

    def unlock(self) -> None:
        """End one lock; raise ``ValueError`` if the buffer is not locked."""
        description = self._decoded()
        mapped = self._locked_mapping(description)
        if _count_lock(mapped, description, 0) < 1:
            raise ValueError("the hardware buffer is not locked")
        _count_lock(mapped, description, -1)

    @property
    def locks(self) -> int:
        """Number of locks of a hardware buffer in all processes that have not been ended."""
        description = self._decoded()
        return _count_lock(self._locked_mapping(description), description, 0)

    @contextlib.contextmanager
    def locked(self, usage: int) -> Iterator[memoryview]:
        """Lock a hardware buffer for the duration of a ``with`` statement; yield the view."""
        view = self.lock(usage)
        try:
            yield view
        finally:
            view.release()
            self.unlock()

    def _decoded(self) -> HardwareBufferDescription:
        description = self.description
        if self.kind not in _HARDWARE_BUFFERS or description is None:
            raise ValueError(f"{self.name} memory has no description of a hardware buffer")
        if description.problem:
            raise ValueError(f"the hardware buffer cannot be decoded: {description.problem}")
        return description

    def _locked_mapping(self, description: HardwareBufferDescription) -> mmap.mmap:
        if self._map is None:
            length = _lock_position(description) + _LOCK.size
            self._map = self._new_mapping(length, PROT_READ_WRITE)
        return self._map

    def _new_mapping(self, length: int, protection: int | None = None) -> mmap.mmap:
        if self._closed or self._fd < 0:
            state = "is closed" if self._closed else "has no descriptor"
            raise ValueError(f"{self.name} memory of {self.size} bytes {state}")
        if self.kind is None:
            raise ValueError(f"memory of the unknown kind {self.name!r} cannot be mapped")
        if self.kind in _HARDWARE_BUFFERS:
            self._decoded()
        if protection is None:
            protection = self.protection
        if not protection & PROT_READ_WRITE:
            raise ValueError(f"the protection of the {self.name} memory permits no access")
        self._require_length(length)
        return mmap.mmap(self._fd, length, prot=protection, offset=self.offset)

    def _require_length(self, length: int) -> None:
        actual = os.fstat(self._fd).st_size
        if actual < self.offset + length:
            raise ValueError(
                f"the file of the {self.name} memory has {actual} bytes; {length} bytes from "
                f"offset {self.offset} are expected"
            )

    def fileno(self) -> int:
        if self._fd < 0:
            raise ValueError(f"{self.name} memory of {self.size} bytes has no descriptor")
        return self._fd

    def close(self) -> None:
        if self._map is not None:
            self._map.close()
            self._map = None
        self._closed = True
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __del__(self) -> None:
        with contextlib.suppress(BufferError, OSError, AttributeError):
            self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name}, {self.size} bytes)"


_HARDWARE_BUFFERS: Final = (MemoryKind.HARDWARE_BUFFER_BLOB, MemoryKind.HARDWARE_BUFFER)
_LOCK: Final = struct.Struct("<i")
_LOCK_COUNT: Final = threading.Lock()


def _lock_position(description: HardwareBufferDescription) -> int:
    """Return the position of the number of locks, which follows the rows of a hardware buffer."""
    return -(-description.byte_size // 8) * 8


def _count_lock(mapped: mmap.mmap, description: HardwareBufferDescription, change: int) -> int:
    """Add ``change`` to the number of locks and return the result."""
    position = _lock_position(description)
    with _LOCK_COUNT:
        count: int = _LOCK.unpack_from(mapped, position)[0] + change
        if change:
            _LOCK.pack_into(mapped, position, count)
    return count


class ClientMemory(DescriptorMemory):
    """A memory that the client creates, of any kind except ``ashmem``.

    The client's own view is writable, whatever the protection is. The file is not sealed, so that
    ``truncate`` can make it shorter. ``file_size`` (default: as much as needed) is the size of the
    file. ``initial`` holds the first bytes of the memory; the others are zero.
    """

    def __init__(
        self,
        size: int,
        name: str,
        *,
        initial: bytes = b"",
        protection: int = PROT_READ_WRITE,
        offset: int = 0,
        file_size: int | None = None,
        description: HardwareBufferDescription | None = None,
    ) -> None:
        needed = offset + size
        if description is not None:
            needed = offset + _lock_position(description) + _LOCK.size
        self._own = os.memfd_create("nn-conformance", os.MFD_CLOEXEC)
        os.ftruncate(self._own, needed if file_size is None else file_size)
        # The driver gets a descriptor with which it cannot map the file for writing. An image also
        # has the number of its locks, which readers change.
        read_only = not protection & PROT_WRITE and name != MemoryKind.HARDWARE_BUFFER
        mode = os.O_RDONLY if read_only else os.O_RDWR
        fd = os.open(f"/proc/self/fd/{self._own}", mode | os.O_CLOEXEC)
        super().__init__(fd, size, name, protection, offset, description)
        self._length = description.byte_size if description is not None else size
        self._own_map: mmap.mmap | None = None
        if initial:
            self.fill(initial)

    def client_view(self) -> memoryview:
        """Return the client's writable view, for an image with the padding of its rows.

        The caller must release it before ``close``.
        """
        if self._own_map is None:
            if self._own < 0:
                raise ValueError(f"{self.name} memory of {self.size} bytes is closed")
            self._own_map = mmap.mmap(self._own, self._length, offset=self.offset)
        return memoryview(self._own_map)

    def fill(self, data: bytes) -> None:
        """Write the first bytes of the memory, or the first pixels of an image."""
        with self.client_view() as view:
            if self.kind is MemoryKind.HARDWARE_BUFFER and self.description is not None:
                self.description.scatter(view, data)
            else:
                view[: len(data)] = data

    def content(self) -> bytes:
        """Return all bytes, for an image those of its pixels."""
        if not self._length:
            return b""
        with self.client_view() as view:
            if self.kind is MemoryKind.HARDWARE_BUFFER and self.description is not None:
                return self.description.gather(view)
            return bytes(view)

    def truncate(self, file_size: int) -> None:
        """Change the size of the file, in bytes from its start.

        An access behind the end of a shorter file, through any mapping, raises SIGBUS.
        """
        os.ftruncate(self._own, file_size)

    def close(self) -> None:
        if getattr(self, "_own_map", None) is not None:
            self._own_map.close()  # type: ignore[union-attr]
            self._own_map = None
        if getattr(self, "_own", -1) >= 0:
            os.close(self._own)
            self._own = -1
        super().close()


def mmap_fd_memory(
    size: int,
    *,
    initial: bytes = b"",
    protection: int = PROT_READ_WRITE,
    offset: int = 0,
    file_size: int | None = None,
) -> ClientMemory:
    """Return a memory of the kind ``mmap_fd``: ``size`` bytes of a file from ``offset``.

    The contract requires an offset that is a multiple of the page size; others can be expressed.
    """
    return ClientMemory(
        size,
        MemoryKind.MMAP_FD,
        initial=initial,
        protection=protection,
        offset=offset,
        file_size=file_size,
    )


def hardware_buffer_blob(
    size: int, *, initial: bytes = b"", usage: int | None = None
) -> ClientMemory:
    """Return a hardware buffer of the format BLOB with ``size`` bytes."""
    description = (
        HardwareBufferDescription(size, stride=size)
        if usage is None
        else HardwareBufferDescription(size, usage=usage, stride=size)
    )
    return ClientMemory(
        size,
        MemoryKind.HARDWARE_BUFFER_BLOB,
        initial=initial,
        protection=description.protection,
        description=description,
    )


def hardware_buffer(
    description: HardwareBufferDescription, *, initial: bytes = b""
) -> ClientMemory:
    """Return a hardware buffer of another format than BLOB; ``initial`` holds its first pixels."""
    return ClientMemory(
        0,
        MemoryKind.HARDWARE_BUFFER,
        initial=initial,
        protection=description.protection,
        description=description,
    )


def create_memory(kind: MemoryKind, size: int, *, initial: bytes = b"") -> Memory:
    """Return a memory of any kind with ``size`` bytes of content, readable and writable."""
    match kind:
        case MemoryKind.ASHMEM:
            return SharedMemory(size, initial=initial)
        case MemoryKind.MMAP_FD:
            return mmap_fd_memory(size, initial=initial)
        case MemoryKind.HARDWARE_BUFFER_BLOB:
            return hardware_buffer_blob(size, initial=initial)
        case MemoryKind.HARDWARE_BUFFER:
            return hardware_buffer(image_description(size), initial=initial)


def memory_with_name(name: str, size: int, *, initial: bytes = b"") -> Memory:
    """Return a memory with any name; the drivers cannot map one whose kind is not defined.

    ``size`` is the size of the content, also for a ``hardware_buffer``.
    """
    kind = _KINDS.get(name)
    if kind is None:
        return ClientMemory(size, name, initial=initial)
    return create_memory(kind, size, initial=initial)


def content_of(memory: Memory) -> bytes:
    """Return a copy of the bytes of a memory of the client, for an image those of its pixels."""
    if isinstance(memory, ClientMemory):
        return memory.content()
    if not memory.size:
        return b""
    with memory.view() as view:
        return bytes(view)


@dataclass(frozen=True, slots=True)
class BufferToken:
    """A pool of a request that is a driver-managed buffer, by its token (1.3); 0 is invalid."""

    token: int


MemoryPool = Memory | BufferToken
"""One pool of a request."""
