"""Faults in the copies from and to driver-managed buffers."""

from __future__ import annotations

from typing import Any

from conformance.hal import MemoryKind, SharedMemory
from conformance.support.domain_buffer import DomainBuffer
from tests.sample_drivers.calls.domain_devices import domain_fault
from tests.sample_drivers.calls.driver_fault import FAILURE, INVALID, NONE


def bytes_of(memory: Any) -> bytes:
    with memory.view() as view:
        return bytes(view)


@domain_fault("copy.copy_from_size")
class PaddedSource(DomainBuffer):
    """copy_from accepts a memory that is too small."""

    def copy_from(self, src, dimensions):
        size = self.properties.byte_size
        if size is not None and src.size < size:
            src = SharedMemory(size, initial=bytes_of(src))
        return super().copy_from(src, dimensions)


@domain_fault("copy.copy_from_size")
class TruncatedSource(DomainBuffer):
    """copy_from accepts a memory that is too large."""

    def copy_from(self, src, dimensions):
        size = self.properties.byte_size
        if size is not None and src.size > size:
            src = SharedMemory(initial=bytes_of(src)[:size])
        return super().copy_from(src, dimensions)


@domain_fault("copy.copy_from_size_of_unknown_dimensions")
class AnyDynamicSize(DomainBuffer):
    """copy_from to a buffer of an unknown dimension does not check the size of the memory."""

    def copy_from(self, src, dimensions):
        if self.properties.byte_size is None and dimensions and 0 not in dimensions:
            self.initialize(bytes_of(src), dimensions)
            return NONE
        return super().copy_from(src, dimensions)


@domain_fault("copy.copy_from_dimensions")
class AnySourceDimensions(DomainBuffer):
    """copy_from ignores its dimensions if those of the buffer are known."""

    def copy_from(self, src, dimensions):
        return super().copy_from(src, () if self.properties.byte_size else dimensions)


@domain_fault("copy.copy_from_dimensions")
class ZeroMeansKnown(DomainBuffer):
    """copy_from accepts an extent of 0 in a dimension that the buffer knows."""

    def copy_from(self, src, dimensions):
        own = self.properties.dimensions
        if len(own) == len(dimensions):
            dimensions = tuple(d or o for d, o in zip(dimensions, own, strict=True))
        return super().copy_from(src, dimensions)


@domain_fault("copy.scalars")
class ScalarOfRankOne(DomainBuffer):
    """copy_from accepts the dimensions [1] for a scalar."""

    def copy_from(self, src, dimensions):
        return super().copy_from(src, () if dimensions == (1,) else dimensions)


@domain_fault("copy.scalars")
class PaddedScalar(DomainBuffer):
    """The buffer of a scalar accepts a memory of 8 bytes."""

    def copy_to(self, dst):
        if self.content is not None and len(self.content.data) == 4 and dst.size == 8:
            return NONE
        return super().copy_to(dst)


@domain_fault("copy.copy_from_dimensions")
class RequiredDimensions(DomainBuffer):
    """copy_from requires dimensions also if those of the buffer are known."""

    def copy_from(self, src, dimensions):
        return super().copy_from(src, dimensions) if dimensions else INVALID


@domain_fault("copy.copy_from_dimensions_of_unknown_dimensions")
class GuessedBatch(DomainBuffer):
    """copy_from derives missing dimensions from the size of the memory."""

    def copy_from(self, src, dimensions):
        own = self.properties.dimensions
        if not dimensions and own[0] == 0:
            dimensions = (1, *own[1:])
        return super().copy_from(src, dimensions)


@domain_fault("copy.copy_to_uninitialized")
class ZerosWithoutContent(DomainBuffer):
    """copy_to of an uninitialized buffer writes zeros."""

    def copy_to(self, dst):
        if self.content is None and dst.size == self.properties.byte_size:
            with dst.view() as view:
                view[:] = bytes(len(view))
            return NONE
        return super().copy_to(dst)


@domain_fault("copy.copy_to_uninitialized")
class InvalidWithoutContent(DomainBuffer):
    """copy_to of an uninitialized buffer answers INVALID_ARGUMENT."""

    def copy_to(self, dst):
        return INVALID if self.content is None else super().copy_to(dst)


@domain_fault("copy.independent_content")
class PartialCopy(DomainBuffer):
    """copy_to writes only the first half of the content."""

    def copy_to(self, dst):
        before = bytes_of(dst)
        status = super().copy_to(dst)
        with dst.view() as view:
            view[len(view) // 2 :] = before[len(view) // 2 :]
        return status


@domain_fault("copy.copy_to_size")
class SmallTarget(DomainBuffer):
    """copy_to fills a memory that is too small."""

    def copy_to(self, dst):
        if self.content is not None and dst.size < len(self.content.data):
            with dst.view() as view:
                view[:] = self.content.data[: len(view)]
            return NONE
        return super().copy_to(dst)


@domain_fault("copy.copy_to_size")
class LargeTarget(DomainBuffer):
    """copy_to accepts a memory that is too large."""

    def copy_to(self, dst):
        if self.content is not None and dst.size > len(self.content.data):
            with dst.view() as view:
                view[: len(self.content.data)] = self.content.data
            return NONE
        return super().copy_to(dst)


@domain_fault("copy.copy_to_size")
class ForgetfulTarget(DomainBuffer):
    """A refused copy_to makes the buffer uninitialized."""

    def copy_to(self, dst):
        status = super().copy_to(dst)
        if status != NONE:
            self.invalidate()
        return status


@domain_fault("copy.copy_to_size_of_unknown_dimensions")
class AnyDynamicTarget(DomainBuffer):
    """copy_to of a buffer of an unknown dimension accepts any larger memory."""

    def copy_to(self, dst):
        content = self.content
        if self.properties.byte_size is None and content and dst.size > len(content.data):
            return NONE
        return super().copy_to(dst)


@domain_fault("copy.independent_content")
class SharedSource(DomainBuffer):
    """The buffer keeps a view of the memory that copy_from received."""

    def copy_from(self, src, dimensions):
        status = super().copy_from(src, dimensions)
        self.source = src if status == NONE else None
        return status

    def copy_to(self, dst):
        if self.content is not None and self.source is not None:
            self.initialize(bytes_of(self.source), self.content.dimensions)
        return super().copy_to(dst)


@domain_fault("copy.failed_copy_from")
class OldContentRemains(DomainBuffer):
    """A failed copy_from leaves the old content."""

    def copy_from(self, src, dimensions):
        before = self.content
        status = super().copy_from(src, dimensions)
        if status != NONE and before is not None:
            self.initialize(*before)
        return status


@domain_fault("copy.every_kind_of_memory")
class OnlyAshmem(DomainBuffer):
    """Copies support only ashmem."""

    def copy_to(self, dst):
        return super().copy_to(dst) if dst.kind is MemoryKind.ASHMEM else FAILURE


@domain_fault("copy.every_kind_of_memory")
class NoBlobSource(DomainBuffer):
    """copy_from does not support hardware_buffer_blob."""

    def copy_from(self, src, dimensions):
        if src.kind is MemoryKind.HARDWARE_BUFFER_BLOB:
            return FAILURE
        return super().copy_from(src, dimensions)


@domain_fault("copy.parts_of_files")
class OffsetIgnored(DomainBuffer):
    """Copies access a memory from the start of its file."""

    def copy_to(self, dst):
        if dst.offset and self.content is not None:
            with open(f"/proc/self/fd/{dst.fileno()}", "r+b", buffering=0) as file:  # noqa: PTH123
                file.write(self.content.data)
            return NONE
        return super().copy_to(dst)


@domain_fault("copy.parts_of_files")
class ReadOnlyIgnored(DomainBuffer):
    """copy_to answers NONE for a memory that it cannot write."""

    def copy_to(self, dst):
        status = super().copy_to(dst)
        return NONE if status == FAILURE else status


@domain_fault("copy.unusable_memory")
class UnmappedIsEmpty(DomainBuffer):
    """copy_from takes zeros from a memory that cannot be mapped."""

    def copy_from(self, src, dimensions):
        status = super().copy_from(src, dimensions)
        if status == FAILURE:
            self.initialize(bytes(src.size), self.properties.dimensions)
            return NONE
        return status
