"""Drivers with one fault in their use of hardware buffers of other formats than BLOB."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.hal import (
    CPU_READ_WRITE,
    BufferUsage,
    DataLocation,
    DescriptorMemory,
    MemoryKind,
    RequestArgument,
    SharedMemory,
    content_of,
)
from tests.sample_drivers.calls.driver_fault import FAILURE, NONE, answered, fault
from tests.sample_drivers.calls.memory_pools_faults import ReplacingModel, RewritingModel, reopened

READ, WRITE = BufferUsage.CPU_READ_OFTEN, BufferUsage.CPU_WRITE_OFTEN


def images(request: Any) -> list[Any]:
    return [pool for pool in request.pools if pool.kind is MemoryKind.HARDWARE_BUFFER]


class OtherStride(ReplacingModel):
    """Uses images with another stride."""

    def stride(self, description: Any) -> int:
        raise NotImplementedError

    def other(self, pool):
        if pool.kind is not MemoryKind.HARDWARE_BUFFER:
            return pool
        description = replace(pool.description, stride=self.stride(pool.description))
        return reopened(pool, protection=3, description=description)


@fault("memory_pools_images.formats_and_strides")
class StrideIgnored(OtherStride):
    """The rows of an image are read and written without padding."""

    def stride(self, description):
        return description.width


@fault("memory_pools_images.formats_and_strides")
class StrideRoundedUp(OtherStride):
    """The stride of an image is rounded up to four pixels."""

    def stride(self, description):
        return -(-description.stride // 4) * 4


@fault("memory_pools_images.formats_and_strides")
class PaddingCleared(RewritingModel):
    """The padding of the rows of an output is cleared."""

    def after(self, request):
        for image in images(request):
            description = image.description
            if not description.problem and description.usage == CPU_READ_WRITE:
                with image.locked(WRITE) as rows:
                    for row in range(description.height):
                        end = row * description.row_bytes + description.row_bytes
                        padding = description.row_bytes - description.content_size // (
                            description.height
                        )
                        rows[end - padding : end] = bytes(padding)


@fault("memory_pools_images.unlocked_after_execution")
class NeverUnlocks(RewritingModel):
    """A hardware buffer remains locked after the execution."""

    def after(self, request):
        for image in images(request):
            if image.description.usage & READ:
                image.lock(READ).release()


@fault("memory_pools_images.unlocked_after_execution")
class ExclusiveLocks(RewritingModel):
    """A hardware buffer that another reader has locked is refused."""

    def answer(self, request, *more):
        if any(image.locks for image in images(request)):
            return answered(FAILURE)
        return super().answer(request, *more)


@fault("memory_pools_images.usage")
class LocksForReadingAndWriting(RewritingModel):
    """Each hardware buffer is locked for reading and writing."""

    def answer(self, request, *more):
        for image in images(request):
            try:
                image.lock(CPU_READ_WRITE).release()
                image.unlock()
            except OSError:
                return answered(FAILURE)
        return super().answer(request, *more)


@fault("memory_pools_images.buffers_without_access")
class UnreadableImagesAreZero(RewritingModel):
    """An input in a hardware buffer that cannot be locked is zero."""

    def changed(self, request):
        pools = list(request.pools)
        inputs = list(request.inputs)
        for number, argument in enumerate(request.inputs):
            pool = pools[argument.location.pool_index]
            if pool.kind is MemoryKind.HARDWARE_BUFFER:
                try:
                    pool.lock(READ).release()
                    pool.unlock()
                except OSError:
                    inputs[number] = RequestArgument(location=DataLocation(len(pools), 0, 16))
                    pools.append(SharedMemory(16))
        return replace(request, inputs=tuple(inputs), pools=tuple(pools))


@fault("memory_pools_images.whole_buffer")
class PartsOfImages(RewritingModel):
    """The offset and length of an argument in a hardware buffer are ignored."""

    def changed(self, request):
        def whole(argument: Any) -> Any:
            pool = request.pools[argument.location.pool_index]
            if pool.kind is not MemoryKind.HARDWARE_BUFFER:
                return argument
            return replace(argument, location=replace(argument.location, offset=0, length=0))

        return replace(
            request,
            inputs=tuple(map(whole, request.inputs)),
            outputs=tuple(map(whole, request.outputs)),
        )


@fault("memory_pools_images.whole_buffer")
class SmallImagesPadded(RewritingModel):
    """An input in a hardware buffer that is too small is padded with zeros."""

    def answer(self, request, *more):
        answer = super().answer(request, *more)
        small = any(
            isinstance(image, DescriptorMemory) and len(content_of(image)) < 16
            for image in images(request)
        )
        return answered(NONE) if small else answer
