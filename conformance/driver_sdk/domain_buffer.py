"""One driver-managed buffer: its content, and the copies from and to memories."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import NamedTuple

from conformance.driver_sdk.binding import DriverError
from conformance.driver_sdk.buffer_properties import (
    BufferProperties,
    BufferRoleKey,
    merge_dimensions,
)
from conformance.driver_sdk.memories import content_size, read_memory, write_memory
from conformance.driver_sdk.vlog import VlogTag, vlog
from conformance.hal import INFO, Buffer, ErrorStatus, Memory
from conformance.validation.operands import dimensions_problem

log = logging.getLogger(__name__)


class BufferContent(NamedTuple):
    """The bytes of an initialized buffer and the dimensions of this content."""

    data: bytes
    dimensions: tuple[int, ...]


class DomainBuffer(Buffer):
    """A buffer that holds its content as immutable bytes, which writes replace as a whole.

    Concurrent reads therefore need no lock, and a read concurrent with a write sees either the old
    or the new content.
    """

    def __init__(
        self, token: int, properties: BufferProperties, roles: frozenset[BufferRoleKey]
    ) -> None:
        self.token = token
        self.properties = properties
        self.roles = roles
        self._content: BufferContent | None = None

    @property
    def content(self) -> BufferContent | None:
        """The current content; ``None`` while the buffer is uninitialized."""
        return self._content

    def initialize(self, data: bytes, dimensions: tuple[int, ...]) -> None:
        """Set the content; ``dimensions`` must be compatible with those of the buffer."""
        self._content = BufferContent(data, dimensions)

    def invalidate(self) -> None:
        """Return to the uninitialized state."""
        self._content = None

    def copy_to(self, dst: Memory) -> ErrorStatus:
        """Copy the content; a wrong size is INVALID_ARGUMENT, no content GENERAL_FAILURE."""
        try:
            content, size = self.content, self.properties.byte_size
            if size is None and content is not None:
                size = len(content.data)
            if size is not None:
                _check_size(dst, size)
            if content is None:
                raise DriverError(ErrorStatus.GENERAL_FAILURE, "the buffer is uninitialized")
            write_memory(dst, content.data)
        except Exception as error:
            return _failure("copy_to", error)
        return ErrorStatus.NONE

    def copy_from(self, src: Memory, dimensions: Sequence[int]) -> ErrorStatus:
        """Replace the content; after a failure the buffer is uninitialized."""
        try:
            shape = self._content_dimensions(tuple(dimensions))
            size = self.properties.byte_size_of(shape)
            if size is None:
                raise DriverError(ErrorStatus.GENERAL_FAILURE, "the size of the type is unknown")
            _check_size(src, size)
            content = BufferContent(read_memory(src), shape)
        except Exception as error:
            self._content = None
            return _failure("copy_from", error)
        self._content = content
        return ErrorStatus.NONE

    def _content_dimensions(self, dimensions: tuple[int, ...]) -> tuple[int, ...]:
        """Return the dimensions of a new content; raise ``DriverError`` if they are invalid."""
        own, info = self.properties.dimensions, INFO.get(self.properties.type)
        if info is not None and not info.tensor:
            if dimensions:
                raise _invalid(f"a scalar has dimensions {list(dimensions)}; must have none")
            return ()
        if dimensions:
            if (problem := dimensions_problem(dimensions)) is not None:
                raise _invalid(str(problem))
            if 0 in dimensions:
                raise _invalid(f"dimensions {list(dimensions)} are not fully specified")
        merged = merge_dimensions(own, dimensions)
        if merged is None:
            raise _invalid(f"dimensions {list(dimensions)} conflict with {list(own)} of the buffer")
        if not merged or 0 in merged:
            raise _invalid(f"the buffer has dimensions {list(own)}; the call must specify all")
        return merged


def _check_size(memory: Memory, size: int) -> None:
    if (found := content_size(memory)) != size:
        raise _invalid(f"the memory has {found} bytes; must have {size}")


def _invalid(reason: str) -> DriverError:
    return DriverError(ErrorStatus.INVALID_ARGUMENT, reason)


def _failure(call: str, error: Exception) -> ErrorStatus:
    """Return the status for an exception: its own, or GENERAL_FAILURE for an unusable memory."""
    vlog(VlogTag.MEMORY, "%s failed: %s", call, error)
    if isinstance(error, DriverError):
        return error.status
    if isinstance(error, MemoryError):
        return ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT
    if not isinstance(error, (OSError, ValueError, TypeError, BufferError)):
        log.error("%s failed", call, exc_info=error)
    return ErrorStatus.GENERAL_FAILURE
