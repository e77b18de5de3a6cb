"""Drivers with one fault in their use of the memory pools of requests."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from conformance.hal import (
    PROT_READ_WRITE,
    DataLocation,
    DescriptorMemory,
    FencedExecutionCallback,
    Memory,
    MemoryKind,
    Request,
    RequestArgument,
    SharedMemory,
    Timing,
    content_of,
)
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    NONE,
    FaultyPreparedModel,
    answered,
    fault,
)

PAGE = 4096


class RewritingModel(FaultyPreparedModel):
    """Executes ``changed(request)`` in every mode, and calls ``after`` when it has ended."""

    def changed(self, request: Request) -> Request:
        return request

    def after(self, request: Request) -> None:
        """Act when the execution of a request has ended."""

    def answer(self, request: Request, *more: Any) -> Any:
        answer = self.right.execute_synchronously(self.changed(request), *more)
        self.after(request)
        return answer

    def execute_synchronously(self, request: Request, *more: Any) -> Any:
        return self.answer(request, *more)

    def execute(self, request: Request, *more: Any) -> Any:
        status, shapes, timing = self.answer(request, *more[:-1])
        more[-1].notify(status, shapes, timing)
        return status

    def execute_fenced(self, request: Request, fences: Any, *more: Any) -> Any:
        status, _, timing = self.answer(request, *more[:-1])
        if status != NONE:
            return status, None, None
        return status, None, ExecutionInfo(timing)


class ExecutionInfo(FencedExecutionCallback):
    """The callback of a fenced execution that has succeeded."""

    def __init__(self, timing: Timing) -> None:
        self.timing = timing

    def get_execution_info(self) -> Any:
        return NONE, self.timing, self.timing


def reopened(memory: Memory, **changes: Any) -> DescriptorMemory:
    """Return the memory through a new descriptor for reading and writing, with other fields."""
    fd = os.open(f"/proc/self/fd/{memory.fileno()}", os.O_RDWR | os.O_CLOEXEC)
    fields = {
        "size": memory.size,
        "name": memory.name,
        "protection": memory.protection,
        "offset": memory.offset,
        "description": memory.description,
        **changes,
    }
    return DescriptorMemory(fd, **fields)


def with_places(
    request: Request, place: Callable[[DataLocation], DataLocation], outputs: bool = True
) -> Request:
    """Return the request with the locations of its arguments changed."""

    def moved(arguments: tuple[RequestArgument, ...]) -> tuple[RequestArgument, ...]:
        return tuple(replace(each, location=place(each.location)) for each in arguments)

    after = moved(request.outputs) if outputs else request.outputs
    return Request(moved(request.inputs), after, request.pools)


def places_fault(
    by: str, description: str, place: Callable[[DataLocation], DataLocation], outputs: bool = True
) -> None:
    """Register a driver that changes the locations of arguments."""

    class MovesArguments(RewritingModel):
        def changed(self, request: Request) -> Request:
            return with_places(request, place, outputs)

    MovesArguments.__doc__ = description
    fault(by)(MovesArguments)


def rounded(by: int) -> Callable[[DataLocation], DataLocation]:
    return lambda at: replace(at, offset=at.offset // by * by)


places_fault(
    "memory_pools.slices", "Input offsets are ignored", lambda at: replace(at, offset=0), False
)
places_fault("memory_pools.unaligned_slices", "Offsets are rounded down to 4", rounded(4))
places_fault("memory_pools.slices", "Offsets are rounded down to 64", rounded(64))
places_fault("memory_pools.slices", "Offsets are rounded down to a page", rounded(PAGE), False)
places_fault(
    "memory_pools.mmap_fd",
    "Only the first page of a pool is mapped",
    lambda at: replace(at, offset=at.offset % PAGE),
)
places_fault(
    "memory_pools.several_pools",
    "Every argument is in the first pool",
    lambda at: replace(at, pool_index=0),
)
places_fault(
    "memory_pools.several_pools",
    "The pool index is one too small",
    lambda at: replace(at, pool_index=max(0, at.pool_index - 1)),
)
places_fault(
    "memory_pools.many_pools",
    "The pool index has four bits",
    lambda at: replace(at, pool_index=at.pool_index % 16),
)
places_fault(
    "memory_pools.large_pool",
    "Offsets have 22 bits",
    lambda at: replace(at, offset=at.offset % (1 << 22)),
)
places_fault(
    "memory_pools_refused.past_the_end",
    "Offsets behind the end are wrapped",
    lambda at: replace(at, offset=at.offset % 64),
)


@fault("memory_pools.slices")
class OutputOffsetIgnored(RewritingModel):
    """The offset of an output is ignored."""

    def changed(self, request):
        outputs = tuple(
            replace(each, location=replace(each.location, offset=0)) for each in request.outputs
        )
        return replace(request, outputs=outputs)


@fault("memory_pools.unused_pools")
class UnusedPoolsDropped(RewritingModel):
    """Unused pools are dropped without a change of the pool indexes."""

    def changed(self, request):
        used = {each.location.pool_index for each in (*request.inputs, *request.outputs)}
        kept = tuple(pool for index, pool in enumerate(request.pools) if index in used)
        return replace(request, pools=kept + request.pools[-1:] * (len(request.pools) - len(kept)))


class ReplacingModel(RewritingModel):
    """Executes with ``other(pool)`` in place of each pool."""

    def other(self, pool: Memory) -> Memory:
        return pool

    def changed(self, request):
        return replace(request, pools=tuple(self.other(pool) for pool in request.pools))


@fault("memory_pools.file_offset")
class FileOffsetIgnored(ReplacingModel):
    """The offset of mmap_fd memory in its file is ignored."""

    def other(self, pool):
        return reopened(pool, offset=0) if pool.offset else pool


@fault("memory_pools.file_offset")
class FileOffsetOf32Bits(ReplacingModel):
    """The offset of mmap_fd memory in its file has 32 bits."""

    def other(self, pool):
        return reopened(pool, offset=pool.offset % (1 << 32)) if pool.offset >> 32 else pool


class RefusingModel(RewritingModel):
    """Answers GENERAL_FAILURE for requests that ``refuses``."""

    def refuses(self, request: Request) -> bool:
        raise NotImplementedError

    def answer(self, request, *more):
        if self.refuses(request):
            return answered(FAILURE)
        return super().answer(request, *more)


@fault("memory_pools.mmap_fd")
class NoFiles(RefusingModel):
    """Requests with mmap_fd memory are refused."""

    def refuses(self, request):
        return any(pool.kind is MemoryKind.MMAP_FD for pool in request.pools)


@fault("memory_pools.hardware_buffer_blob")
class NoBlobs(RefusingModel):
    """Requests with hardware_buffer_blob memory are refused by a driver of HAL 1.3."""

    def refuses(self, request):
        return any(pool.kind is MemoryKind.HARDWARE_BUFFER_BLOB for pool in request.pools)


@fault("memory_pools.mixed_kinds")
class OneKindOnly(RefusingModel):
    """Requests with memories of different kinds are refused."""

    def refuses(self, request):
        return len({pool.kind for pool in request.pools}) > 1


@fault("memory_pools.read_only_inputs")
class MapsForWriting(RefusingModel):
    """Every pool is mapped for writing, which fails for a read-only file."""

    def refuses(self, request):
        return any(pool.protection != PROT_READ_WRITE for pool in request.pools)


@fault("memory_pools.file_longer_than_memory")
class WholePagesOnly(RefusingModel):
    """Memory whose size is not a multiple of the page size is refused."""

    def refuses(self, request):
        return any(pool.size % PAGE for pool in request.pools)


@fault("memory_pools.file_longer_than_memory")
class ClearsLastPage(RewritingModel):
    """The rest of the last page behind a memory is cleared."""

    def after(self, request):
        for pool in request.pools:
            if pool.kind is MemoryKind.MMAP_FD and pool.size % PAGE:
                rest = PAGE - pool.size % PAGE
                other = reopened(pool)
                os.pwrite(other.fileno(), bytes(rest), pool.offset + pool.size)


def write(request: Request, argument: RequestArgument, shift: int, data: bytes) -> None:
    pool, place = request.pools[argument.location.pool_index], argument.location
    with pool.view() as view:
        start = place.offset + shift
        view[start : start + len(data)] = data[: max(0, len(view) - start)]


@fault("memory_pools.slices")
class WritesInputs(RewritingModel):
    """The input is used as scratch memory."""

    def after(self, request):
        write(request, request.inputs[0], 0, b"\x11")


@fault("memory_pools.slices")
class WritesBehindOutput(RewritingModel):
    """Sixteen bytes behind the output are written."""

    def after(self, request):
        write(request, request.outputs[0], 16, bytes(16))


@fault("memory_pools.unused_pools")
class ClearsUnusedPools(RewritingModel):
    """The last pool is used as scratch memory, even if it holds no argument."""

    def after(self, request):
        with request.pools[-1].view() as view:
            view[-1] ^= 0xFF


@fault("memory_pools.overlapping_inputs")
class MovesFirstInput(RewritingModel):
    """The first input is moved away, and its place is cleared before the second one is read."""

    def changed(self, request):
        first, second = request.inputs
        own = SharedMemory(initial=content_of(request.pools[first.location.pool_index]))
        source = SharedMemory(initial=content_of(request.pools[second.location.pool_index]))
        if first.location.pool_index == second.location.pool_index:
            with source.view() as view:
                start, length = first.location.offset, first.location.length
                view[start : start + length] = bytes(length)
        pools = (*request.pools, own, source)
        count = len(request.pools)
        places = (
            replace(first.location, pool_index=count),
            replace(second.location, pool_index=count + 1),
        )
        inputs = tuple(RequestArgument(location=place) for place in places)
        return Request(inputs, request.outputs, pools)


@fault("memory_pools.pool_of_two_executions")
class CachesInputsByPool(RewritingModel):
    """The inputs of a pool are cached and used for other places in the same pool."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.places: dict[int, Any] = {}

    def changed(self, request):
        inputs = self.places.setdefault(id(request.pools[0]), request.inputs)
        return replace(request, inputs=inputs)


@fault("memory_pools.pool_of_simultaneous_executions")
class PoolsUsedOnce(RewritingModel):
    """A pool that another execution uses at the same time is refused."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.used: set[int] = set()

    def answer(self, request, *more):
        pools = {id(pool) for pool in request.pools}
        if pools & self.used:
            return answered(FAILURE)
        self.used |= pools
        time.sleep(0.002)
        try:
            return super().answer(request, *more)
        finally:
            self.used -= pools


@fault("memory_pools.new_pools_after_unmapping")
class CachesByDescriptor(ReplacingModel):
    """A pool is cached by its descriptor, also after the client has closed it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.cache: dict[int, Memory] = {}

    def other(self, pool):
        if pool.fileno() not in self.cache:
            self.cache[pool.fileno()] = reopened(pool)
        return self.cache[pool.fileno()]


@fault("memory_pools.new_pools_after_unmapping")
class KeepsFirstPools(RewritingModel):
    """The pools of the first request are used for all others."""

    pools: Any = None

    def changed(self, request):
        self.pools = self.pools or tuple(map(reopened, request.pools))
        return replace(request, pools=self.pools)


@fault("memory_pools.unmapped_after_execution")
class KeepsViews(RewritingModel):
    """Views of the pools are kept after the execution."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.views: list[memoryview] = []

    def after(self, request):
        self.views += [pool.view() for pool in request.pools]


@fault("memory_pools.unmapped_after_execution")
class KeepsMappings(RewritingModel):
    """Own mappings of the pools are kept after the execution."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.memories: list[Memory] = []

    def after(self, request):
        for pool in request.pools:
            memory = reopened(pool)
            memory.view().release()
            self.memories.append(memory)


@fault("memory_pools_refused.forbidden_access")
class ProtectionIgnored(ReplacingModel):
    """The protection of a pool is ignored: the file is opened again for writing."""

    def other(self, pool):
        if pool.protection == PROT_READ_WRITE:
            return pool
        return reopened(pool, protection=PROT_READ_WRITE)


class SucceedingModel(RewritingModel):
    """Answers NONE without an execution for requests that the reference driver refuses."""

    def answer(self, request, *more):
        answer = super().answer(request, *more)
        return answered(NONE) if answer[0] != NONE and self.succeeds(request) else answer

    def succeeds(self, request: Request) -> bool:
        raise NotImplementedError


@fault("memory_pools_refused.read_only_output_among_inputs")
class ReadOnlyOutputIgnored(SucceedingModel):
    """An output in a read-only pool is silently not written."""

    def succeeds(self, request):
        return any(pool.protection != PROT_READ_WRITE for pool in request.pools)


@fault("memory_pools_refused.size_zero")
class EmptyPoolAccepted(SucceedingModel):
    """A request with a pool of 0 bytes is executed without this pool."""

    def succeeds(self, request):
        return not all(pool.size for pool in request.pools)


@fault("memory_pools_refused.size_zero", "answer.exception")
class DividesBySize(RewritingModel):
    """A pool of 0 bytes raises an exception."""

    def changed(self, request):
        assert all(PAGE // pool.size >= 0 for pool in request.pools if pool.description is None)
        return request


@fault("memory_pools_refused.undecodable_pools")
class UndecodableAccepted(SucceedingModel):
    """A request with a pool that cannot be mapped is reported as executed."""

    def succeeds(self, request):
        return True


@fault("memory_pools_refused.undecodable_pools")
class NameIgnored(ReplacingModel):
    """Every descriptor is mapped as ashmem, whatever the name of the memory is."""

    def other(self, pool):
        return reopened(pool, name="ashmem") if pool.kind is None else pool


@fault("memory_pools_refused.undecodable_pools", "answer.exception")
class UsesDescriptorCarelessly(RewritingModel):
    """A pool without a descriptor raises an exception."""

    def changed(self, request):
        for pool in request.pools:
            pool.fileno()
        return request


@fault("memory_pools_refused.undecodable_pools", "refusal.recovery")
class BrokenAfterRefusal(RewritingModel):
    """After a pool that cannot be mapped, every execution fails."""

    broken = False

    def answer(self, request, *more):
        answer = super().answer(request, *more)
        if answer[0] == FAILURE:
            BrokenAfterRefusal.broken = True
        return answered(FAILURE) if BrokenAfterRefusal.broken else answer
