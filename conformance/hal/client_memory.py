"""Memories of all kinds that are mapped through a descriptor: received ones and a client's own."""

from __future__ import annotations

import contextlib
import fcntl
import mmap
import os
import struct
import threading
from collections.abc import Iterator
from typing import Final

from conformance.hal.memory import (
    FIXED_SIZE,
    KINDS,
    PROT_READ_WRITE,
    PROT_WRITE,
    BufferUsage,
    HardwareBufferDescription,
    Memory,
    MemoryKind,
    SharedMemory,
    image_description,
)


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
        self._map_lock = threading.Lock()
        self._closed = False

    def map(self) -> None:
        """Map the memory now; if that is impossible, ``view`` and ``lock`` will raise the error."""
        with contextlib.suppress(OSError, ValueError, OverflowError):
            if self.kind is MemoryKind.HARDWARE_BUFFER:
                self._locked_mapping(self._decoded())
            else:
                self.view().release()

    def view(self) -> memoryview:
        if self.kind is MemoryKind.HARDWARE_BUFFER:
            raise ValueError("a hardware_buffer has no plain view; it must be locked")
        with self._map_lock:
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
        with self._map_lock:
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
        with self._map_lock:
            if self._map is not None:
                self._map.close()
                self._map = None
            self._closed = True
            if self._fd >= 0:
                os.close(self._fd)
                self._fd = -1

    def __del__(self) -> None:
        # A live view keeps the mapping until it is released; the descriptor is closed now.
        self._map = None
        with contextlib.suppress(OSError, AttributeError):
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

    The client's own view is writable, whatever the protection is. Only a file that ``can_shrink``
    can become shorter, by ``truncate`` or by the driver. ``file_size`` (default: as much as needed)
    is the size of the file. ``initial`` holds the first bytes of the memory; the others are zero.
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
        can_shrink: bool = False,
        description: HardwareBufferDescription | None = None,
    ) -> None:
        super().__init__(-1, size, name, protection, offset, description)
        self._length = description.byte_size if description is not None else size
        self._own_map: mmap.mmap | None = None
        self._own = -1
        needed = offset + size
        if description is not None:
            needed = offset + _lock_position(description) + _LOCK.size
        self._own = os.memfd_create("nn-conformance", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(self._own, needed if file_size is None else file_size)
        fcntl.fcntl(self._own, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SEAL if can_shrink else FIXED_SIZE)
        # The driver gets a descriptor with which it cannot map the file for writing. An image also
        # has the number of its locks, which readers change.
        read_only = not protection & PROT_WRITE and name != MemoryKind.HARDWARE_BUFFER
        mode = os.O_RDONLY if read_only else os.O_RDWR
        self._fd = os.open(f"/proc/self/fd/{self._own}", mode | os.O_CLOEXEC)
        if initial:
            self.fill(initial)

    def client_view(self) -> memoryview:
        """Return the client's writable view, for an image with the padding of its rows.

        The caller must release it before ``close``.
        """
        with self._map_lock:
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
        """Change the size of a file that ``can_shrink``, in bytes from its start.

        An access behind the end of a shorter file, through any mapping, raises SIGBUS.
        """
        os.ftruncate(self._own, file_size)

    def close(self) -> None:
        with self._map_lock:
            if self._own_map is not None:
                self._own_map.close()
                self._own_map = None
            if self._own >= 0:
                os.close(self._own)
                self._own = -1
        super().close()

    def __del__(self) -> None:
        self._own_map = None
        super().__del__()


def mmap_fd_memory(
    size: int,
    *,
    initial: bytes = b"",
    protection: int = PROT_READ_WRITE,
    offset: int = 0,
    file_size: int | None = None,
    can_shrink: bool = False,
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
        can_shrink=can_shrink,
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
    kind = KINDS.get(name)
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
