"""A driver's access to the client's memories of every kind.

Errors are raised as ``DriverError`` with the status that the contract recommends.
"""

from __future__ import annotations

from typing import TypeGuard

from conformance.hal import (
    BufferUsage,
    DescriptorMemory,
    ErrorStatus,
    Memory,
    MemoryKind,
    SharedMemory,
)


class DriverError(Exception):
    """A preparation or execution has failed; ``status`` is the status for the client."""

    def __init__(self, status: ErrorStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def is_image(pool: object) -> TypeGuard[DescriptorMemory]:
    """Return whether a pool is a hardware buffer of another format than BLOB."""
    # Most pools are of this type, and ``isinstance`` with an abstract class takes longer.
    if type(pool) is SharedMemory:
        return False
    return isinstance(pool, DescriptorMemory) and pool.kind is MemoryKind.HARDWARE_BUFFER


def content_size(memory: Memory) -> int:
    """Return the size of the content in bytes, for an image that of its pixels.

    The size is 0 for an image that cannot be decoded.
    """
    if not is_image(memory):
        return memory.size
    description = memory.description
    return 0 if description is None or description.problem else description.content_size


def map_memory(memory: Memory) -> memoryview:
    """Return the view of a memory other than an image; GENERAL_FAILURE if it cannot be mapped."""
    try:
        return memory.view()
    except (OSError, ValueError) as error:
        raise _failure(memory, "mapped", error) from error


def read_memory(memory: Memory) -> bytes:
    """Return a copy of the content, for an image that of its pixels without padding.

    GENERAL_FAILURE if the memory cannot be mapped, decoded or locked for reading.
    """
    if not is_image(memory):
        with map_memory(memory) as view:
            return bytes(view)
    try:
        with memory.locked(BufferUsage.CPU_READ_OFTEN) as rows:
            assert memory.description is not None
            return memory.description.gather(rows)
    except (OSError, ValueError) as error:
        raise _failure(memory, "locked for reading", error) from error


def write_memory(memory: Memory, data: bytes) -> None:
    """Write ``data`` to the start of a memory, for an image to its first pixels.

    GENERAL_FAILURE if the memory cannot be mapped, decoded or locked for writing.
    """
    if not is_image(memory):
        with map_memory(memory) as view:
            if view.readonly:
                error = ValueError("its protection does not permit writing")
                raise _failure(memory, "written", error)
            view[: len(data)] = data
        return
    try:
        with memory.locked(BufferUsage.CPU_WRITE_OFTEN) as rows:
            assert memory.description is not None
            memory.description.scatter(rows, data)
    except (OSError, ValueError) as error:
        raise _failure(memory, "locked for writing", error) from error


def _failure(memory: Memory, action: str, error: Exception) -> DriverError:
    return DriverError(
        ErrorStatus.GENERAL_FAILURE, f"{memory.name} memory cannot be {action}: {error}"
    )
