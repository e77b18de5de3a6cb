"""Faults in the use of memory: pools of requests and models, hardware buffers, and layouts."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from conformance import hal
from tests.faults.drivers import (
    DONE,
    FAILED,
    FAILURE,
    INVALID,
    NONE,
    FaultyPreparedModel,
    Info,
    answered,
    device,
    model,
    notified,
    prepared,
    state,
)
from tests.faults.row import table

PAGE = 4096
COPY, REFERENCE = hal.OperandLifeTime.CONSTANT_COPY, hal.OperandLifeTime.CONSTANT_REFERENCE
IMAGE, BLOB = hal.MemoryKind.HARDWARE_BUFFER, hal.MemoryKind.HARDWARE_BUFFER_BLOB
READ, WRITE = hal.BufferUsage.CPU_READ_OFTEN, hal.BufferUsage.CPU_WRITE_OFTEN

# ------------------------------------------------------------------------------- pools of requests


class RewritingModel(FaultyPreparedModel):
    """Executes ``changed(request)`` in every mode, and calls ``after`` when it has ended."""

    def changed(self, request: hal.Request) -> hal.Request:
        return request

    def after(self, request: hal.Request) -> None:
        """Act when the execution of a request has ended."""

    def answer(self, request: hal.Request, *more: Any) -> Any:
        answer = self.right.execute_synchronously(self.changed(request), *more)
        self.after(request)
        return answer

    def execute_synchronously(self, request: hal.Request, *more: Any) -> Any:
        return self.answer(request, *more)

    def execute(self, request: hal.Request, *more: Any) -> Any:
        status, shapes, timing = self.answer(request, *more[:-1])
        more[-1].notify(status, shapes, timing)
        return status

    def execute_fenced(self, request: hal.Request, fences: Any, *more: Any) -> Any:
        status, _, timing = self.answer(request, *more[:-1])
        return status, None, Info((NONE, timing, timing)) if status == NONE else None


class SucceedingModel(RewritingModel):
    """Answers NONE without an execution for requests that the reference driver refuses."""

    def answer(self, request, *more):
        answer = super().answer(request, *more)
        return answered(NONE) if answer[0] != NONE and self.succeeds(request) else answer

    def succeeds(self, request: hal.Request) -> bool:
        raise NotImplementedError


def rewriting(change: Callable[[hal.Request], hal.Request]) -> type:
    """Return a driver that executes ``change(request)``."""
    return prepared(RewritingModel, changed=lambda me, _, request: change(request))


def after(act: Callable[[hal.Request], Any]) -> type:
    """Return a driver that calls ``act(request)`` after each execution."""
    return prepared(RewritingModel, after=lambda me, _, request: act(request))


def refusing(is_refused: Callable[[hal.Request], bool]) -> type:
    """Return a driver that answers GENERAL_FAILURE for some requests."""
    return prepared(
        RewritingModel,
        answer=lambda me, right, request, *more: (
            FAILED if is_refused(request) else right(request, *more)
        ),
    )


def refusing_pool(is_refused: Callable[[Any], bool]) -> type:
    """Return a driver that answers GENERAL_FAILURE for requests with some pools."""
    return refusing(lambda request: any(map(is_refused, request.pools)))


def succeeding(succeeds: Callable[[hal.Request], bool]) -> type:
    """Return a driver that answers NONE for some requests that must be refused."""
    return prepared(SucceedingModel, succeeds=lambda me, _, request: succeeds(request))


def replacing(other: Callable[[Any], Any]) -> type:
    """Return a class of prepared models with ``other(pool)`` in place of each pool."""
    return model(RewritingModel, changed=lambda me, _, request: with_pools(request, other))


def with_pools(owner: Any, other: Callable[[Any], Any]) -> Any:
    return replace(owner, pools=tuple(map(other, owner.pools)))


def reopened(memory: hal.Memory, **changes: Any) -> hal.DescriptorMemory:
    """Return the memory through a new descriptor for reading and writing, with other fields."""
    fd = os.open(f"/proc/self/fd/{memory.fileno()}", os.O_RDWR | os.O_CLOEXEC)
    names = ("size", "name", "protection", "offset", "description")
    return hal.DescriptorMemory(fd, **{name: getattr(memory, name) for name in names} | changes)


def moved(
    arguments: tuple[hal.RequestArgument, ...], place: Callable[[hal.DataLocation], Any]
) -> Any:
    return tuple(replace(each, location=place(each.location)) for each in arguments)


def places(place: Callable[[hal.DataLocation], hal.DataLocation], outputs: bool = True) -> type:
    """Return a driver that changes the locations of arguments."""

    def change(request: hal.Request) -> hal.Request:
        kept = moved(request.outputs, place) if outputs else request.outputs
        return hal.Request(moved(request.inputs, place), kept, request.pools)

    return rewriting(change)


def rounded(by: int) -> Callable[[hal.DataLocation], hal.DataLocation]:
    return lambda at: replace(at, offset=at.offset // by * by)


def at_start(at: hal.DataLocation) -> hal.DataLocation:
    return replace(at, offset=0)


def without_unused_pools(request: hal.Request) -> hal.Request:
    used = {each.location.pool_index for each in (*request.inputs, *request.outputs)}
    kept = tuple(pool for index, pool in enumerate(request.pools) if index in used)
    return replace(request, pools=kept + request.pools[-1:] * (len(request.pools) - len(kept)))


def clears_last_page(request: hal.Request) -> None:
    for pool in request.pools:
        if pool.kind is hal.MemoryKind.MMAP_FD and pool.size % PAGE:
            rest, other = PAGE - pool.size % PAGE, reopened(pool)
            os.pwrite(other.fileno(), bytes(rest), pool.offset + pool.size)


def write(request: hal.Request, argument: hal.RequestArgument, shift: int, data: bytes) -> None:
    pool, place = request.pools[argument.location.pool_index], argument.location
    with pool.view() as view:
        start = place.offset + shift
        view[start : start + len(data)] = data[: max(0, len(view) - start)]


def changes_last_pool(request: hal.Request) -> None:
    with request.pools[-1].view() as view:
        view[-1] ^= 0xFF


def moves_first_input(request: hal.Request) -> hal.Request:
    first, second = request.inputs
    own = hal.SharedMemory(initial=hal.content_of(request.pools[first.location.pool_index]))
    source = hal.SharedMemory(initial=hal.content_of(request.pools[second.location.pool_index]))
    if first.location.pool_index == second.location.pool_index:
        with source.view() as view:
            start, length = first.location.offset, first.location.length
            view[start : start + length] = bytes(length)
    count = len(request.pools)
    locations = (
        replace(each.location, pool_index=count + n) for n, each in enumerate((first, second))
    )
    inputs = tuple(hal.RequestArgument(location=location) for location in locations)
    return hal.Request(inputs, request.outputs, (*request.pools, own, source))


def pools_used_once(me: Any, right: Any, request: hal.Request, *more: Any) -> Any:
    pools = {id(pool) for pool in request.pools}
    if pools & me.used:
        return FAILED
    me.used |= pools
    time.sleep(0.002)
    try:
        return right(request, *more)
    finally:
        me.used -= pools


def caches_by_descriptor(me: Any, _: Any, request: hal.Request) -> hal.Request:
    return with_pools(
        request,
        lambda pool: (
            me.cache.get(pool.fileno()) or me.cache.setdefault(pool.fileno(), reopened(pool))
        ),
    )


def keeps_first_pools(me: Any, _: Any, request: hal.Request) -> hal.Request:
    me.pools = me.pools or tuple(map(reopened, request.pools))
    return replace(request, pools=me.pools)


def keeps_views(me: Any, _: Any, request: hal.Request) -> None:
    me.kept += [pool.view() for pool in request.pools]


def keeps_mappings(me: Any, _: Any, request: hal.Request) -> None:
    for pool in request.pools:
        me.kept.append(reopened(pool))
        me.kept[-1].view().release()


def protection_ignored(pool: Any) -> Any:
    return (
        pool
        if pool.protection == hal.PROT_READ_WRITE
        else reopened(pool, protection=hal.PROT_READ_WRITE)
    )


def divides_by_size(request: hal.Request) -> hal.Request:
    assert all(PAGE // pool.size >= 0 for pool in request.pools if pool.description is None)
    return request


def needs_descriptors(request: hal.Request) -> hal.Request:
    for pool in request.pools:
        pool.fileno()
    return request


def broken_after_refusal(me: Any, right: Any, *arguments: Any) -> Any:
    answer = right(*arguments)
    if answer[0] == FAILURE:
        type(me).is_broken = True
    return FAILED if me.is_broken else answer


# --------------------------------------------------------------------------------- pools of models


def rewriting_models(change: Callable[[hal.Model], Any]) -> type:
    """Return a driver that prepares ``change(model)`` in place of each model with pools."""
    method = lambda me, right, made, *more: right(change(made) if made.pools else made, *more)  # noqa: E731 - for two calls
    return device(get_supported_operations=method, prepare_model=method)


def with_operands(
    made: hal.Model, change: Callable[[hal.Operand], hal.Operand], lifetime: Any = REFERENCE
) -> hal.Model:
    """Return the model with each operand of a lifetime changed."""
    operands = tuple(change(o) if o.lifetime == lifetime else o for o in made.main.operands)
    return replace(made, main=replace(made.main, operands=operands))


def constant_places(place: Callable[[hal.DataLocation], hal.DataLocation]) -> type:
    """Return a driver that changes the locations of constants."""
    return rewriting_models(
        lambda made: with_operands(made, lambda each: replace(each, location=place(each.location)))
    )


def constant_pools(other: Callable[[Any], Any]) -> type:
    """Return a driver that prepares models with ``other(pool)`` in place of each pool."""
    return rewriting_models(lambda made: with_pools(made, other))


def zeros_if(is_replaced: Callable[[Any], bool]) -> type:
    """Return a driver that takes zeros for the constants in some pools."""
    return constant_pools(lambda pool: hal.SharedMemory(8 * PAGE) if is_replaced(pool) else pool)


def refusing_models(is_refused: Callable[[hal.Model], bool], **members: Any) -> type:
    """Return a driver that answers GENERAL_FAILURE for some models."""
    return device(
        prepare_model=lambda me, right, made, *more: (
            notified(more[-1], FAILURE) if is_refused(made) else right(made, *more)
        ),
        **members,
    )


def has_files(made: hal.Model) -> bool:
    return any(pool.kind is hal.MemoryKind.MMAP_FD for pool in made.pools)


def unsupported_files(me: Any, right: Any, made: hal.Model) -> Any:
    status, flags = right(made)
    return status, [False] * len(flags) if has_files(made) else flags


def converts_in_place(me: Any, right: Any, made: hal.Model, *more: Any) -> Any:
    status = right(made, *more)
    for pool in made.pools:
        with pool.view() as view:
            view[-4:] = b"\0\0\x80\x3f"
    return status


class Late(FaultyPreparedModel):
    """Prepares its model at the first execution, with ``prepare(callback)``."""

    def __init__(
        self, prepare: Callable[[hal.PreparedModelCallback], Any], made: hal.Model
    ) -> None:
        super().__init__(None, made)
        self.prepare = prepare

    def notify(self, status: Any, prepared_model: Any) -> None:
        self.right = prepared_model

    def executing(self) -> Any:
        if self.right is None:
            self.prepare(self)
        return self.right

    def execute_synchronously(self, *arguments):
        return FAILED if self.executing() is None else super().execute_synchronously(*arguments)

    def execute(self, *arguments):
        if self.executing() is not None:
            return super().execute(*arguments)
        arguments[-1].notify(*FAILED)
        return FAILURE

    def execute_fenced(self, *arguments):
        if self.executing() is None:
            return FAILURE, None, None
        return super().execute_fenced(*arguments)


def reads_constants_late(me: Any, right: Any, made: hal.Model, *more: Any) -> Any:
    if not made.pools:
        return right(made, *more)
    more[-1].notify(
        NONE, Late(lambda callback: right(made, 1, 1, None, (), (), bytes(32), callback), made)
    )
    return NONE


def caches_constants(me: Any, right: Any, made: hal.Model, *more: Any) -> Any:
    if made.pools:
        key = id(made.pools[0])
        cached = lambda each: replace(each, location=me.places.setdefault(key, each.location))  # noqa: E731 - one change
        made = with_operands(made, cached)
    return right(made, *more)


def is_unmappable(pool: Any) -> bool:
    try:
        pool.view().release()
    except (OSError, ValueError):
        return True
    return False


def inside(made: hal.Model) -> hal.Model:
    def clamped(operand: hal.Operand) -> hal.Operand:
        at = operand.location
        fits = at.offset + at.length <= made.pools[at.pool_index].size
        return operand if fits else replace(operand, location=at_start(at))

    return with_operands(made, clamped)


# -------------------------------------------------------------------------------- hardware buffers


def images(request: Any) -> list[Any]:
    return [pool for pool in request.pools if pool.kind is IMAGE]


def striding(stride: Callable[[Any], int]) -> Callable[[Any], Any]:
    """Return a replacement of pools that changes the stride of images."""

    def other(pool: Any) -> Any:
        if pool.kind is not IMAGE:
            return pool
        description = replace(pool.description, stride=stride(pool.description))
        return reopened(pool, protection=3, description=description)

    return other


def clears_padding(request: hal.Request) -> None:
    for image in images(request):
        description = image.description
        if description.problem or description.usage != hal.CPU_READ_WRITE:
            continue
        padding = description.row_bytes - description.content_size // description.height
        with image.locked(WRITE) as rows:
            for row in range(description.height):
                end = (row + 1) * description.row_bytes
                rows[end - padding : end] = bytes(padding)


def stays_locked(request: hal.Request) -> None:
    for image in images(request):
        if image.description.usage & READ:
            image.lock(READ).release()


def cannot_lock(image: Any, usage: Any) -> bool:
    try:
        image.lock(usage).release()
        image.unlock()
    except OSError:
        return True
    return False


def unreadable_as_zeros(request: hal.Request) -> hal.Request:
    pools, inputs = list(request.pools), list(request.inputs)
    for number, argument in enumerate(request.inputs):
        pool = pools[argument.location.pool_index]
        if pool.kind is IMAGE and cannot_lock(pool, READ):
            inputs[number] = hal.RequestArgument(location=hal.DataLocation(len(pools), 0, 16))
            pools.append(hal.SharedMemory(16))
    return replace(request, inputs=tuple(inputs), pools=tuple(pools))


def small_images_padded(me: Any, right: Any, request: hal.Request, *more: Any) -> Any:
    answer = right(request, *more)
    small = any(
        isinstance(each, hal.DescriptorMemory) and len(hal.content_of(each)) < 16
        for each in images(request)
    )
    return DONE if small else answer


StrideIgnored = replacing(striding(lambda description: description.width))
"""The rows of an image are read and written without padding."""
PaddingCleared = model(RewritingModel, after=lambda me, _, request: clears_padding(request))
"""The padding of the rows of an output is cleared."""
FileOffsetIgnored = replacing(lambda pool: reopened(pool, offset=0) if pool.offset else pool)
"""The offset of mmap_fd memory in its file is ignored."""
FileOffsetOfConstantsIgnored = constant_pools(
    lambda pool: reopened(pool, offset=0) if pool.offset else pool
)
"""The offset in the file of a pool with constants is ignored."""
NoFiles = model(
    RewritingModel,
    answer=lambda me, right, request, *more: (
        FAILED if has_files(request) else right(request, *more)
    ),
)
"""Requests with mmap_fd memory are refused."""

# ----------------------------------------------------------------------------------------- layouts


def changing(change: Callable[[Any], Any]) -> type:
    """Return a driver that executes ``change(request)``; ``None`` is answered with GENERAL_FAILURE."""

    def method(failure: Any, launch: Any = None) -> Callable[..., Any]:
        def execute(me: Any, right: Any, request: Any, *more: Any) -> Any:
            changed = change(request)
            if changed is not None:
                return right(changed, *more)
            if launch is None:
                return failure
            more[-1].notify(*failure)
            return launch

        return execute

    return prepared(
        execute=method(FAILED, FAILURE),
        execute_synchronously=method(FAILED),
        execute_fenced=method((FAILURE, None, None)),
    )


def outputs_together(request: Any) -> Any:
    first = request.outputs[0].location.pool_index
    return replace(
        request, outputs=moved(request.outputs, lambda at: replace(at, pool_index=first))
    )


def pools_of(arguments: Any) -> set[int]:
    return {argument.location.pool_index for argument in arguments}


def changing_constants(change: Callable[[hal.Model], Any]) -> type:
    """Return a driver that prepares ``change(model)``; ``None`` is refused with INVALID_ARGUMENT."""

    def supported(me: Any, right: Any, made: hal.Model) -> Any:
        changed = change(made)
        return (INVALID, []) if changed is None else right(changed)

    def prepare(me: Any, right: Any, made: hal.Model, *more: Any) -> Any:
        changed = change(made)
        return notified(more[-1], INVALID) if changed is None else right(changed, *more)

    return device(get_supported_operations=supported, prepare_model=prepare)


def vectors(made: hal.Model, lifetime: hal.OperandLifeTime) -> Iterator[hal.DataLocation]:
    """Return the places of the vectors with a lifetime."""
    return (o.location for o in made.main.operands if o.lifetime == lifetime and o.dimensions)


def with_vectors(
    made: hal.Model, lifetime: hal.OperandLifeTime, place: Callable[[hal.DataLocation], Any]
) -> hal.Model:
    """Return the model with the vectors of a lifetime at other places."""
    return with_operands(
        made,
        lambda each: replace(each, location=place(each.location)) if each.dimensions else each,
        lifetime,
    )


def overlaps(made: hal.Model) -> bool:
    return any(
        first.pool_index == second.pool_index and second.offset < first.offset + first.length
        for lifetime in (COPY, REFERENCE)
        for first, second in pairwise(
            sorted(vectors(made, lifetime), key=lambda at: (at.pool_index, at.offset))
        )
    )


_UNDECODABLE = "memory_pools_refused.undecodable_pools"
_CONSTANTS, _IMAGES = "memory_pools_constants", "memory_pools_images"
_ARGUMENTS, _VALUES = "memory_layouts.random_arguments", "memory_layouts.random_constants"

FAULTS = table(
    ("Input offsets are ignored", "memory_layouts.random_arguments", places(at_start, outputs=False)),
    ("Offsets are rounded down to 4", "memory_layouts.random_arguments", places(rounded(4))),
    ("Offsets are rounded down to 64", "memory_layouts.random_arguments", places(rounded(64))),
    ("Offsets are rounded down to a page", "memory_layouts.random_arguments", places(rounded(PAGE), outputs=False)),
    ("Only the first page of a pool is mapped", "memory_pools.mmap_fd", places(lambda at: replace(at, offset=at.offset % PAGE))),
    ("Every argument is in the first pool", "memory_pools.several_pools", places(lambda at: replace(at, pool_index=0))),
    ("The pool index is one too small", "memory_pools.several_pools", places(lambda at: replace(at, pool_index=max(0, at.pool_index - 1)))),
    ("The pool index has four bits", "memory_pools.many_pools", places(lambda at: replace(at, pool_index=at.pool_index % 16))),
    ("Offsets have 22 bits", "memory_pools.large_pool", places(lambda at: replace(at, offset=at.offset % (1 << 22)))),
    ("Offsets behind the end are wrapped", "memory_pools_refused.past_the_end", places(lambda at: replace(at, offset=at.offset % 64))),
    ("The offset of an output is ignored", "memory_layouts.random_arguments", rewriting(lambda request: replace(request, outputs=moved(request.outputs, at_start)))),
    ("Unused pools are dropped without a change of the pool indexes", "memory_layouts.random_arguments", rewriting(without_unused_pools)),
    ("The offset of mmap_fd memory in its file is ignored", "memory_pools.file_offset", device(prepared=FileOffsetIgnored)),
    ("The offset of mmap_fd memory in its file has 32 bits", "memory_pools.file_offset", device(prepared=replacing(lambda pool: reopened(pool, offset=pool.offset % (1 << 32)) if pool.offset >> 32 else pool))),
    ("Requests with mmap_fd memory are refused", "memory_pools.mmap_fd", device(prepared=NoFiles)),
    ("Requests with hardware_buffer_blob memory are refused by a driver of HAL 1.3", "memory_pools.hardware_buffer_blob", refusing_pool(lambda pool: pool.kind is BLOB)),
    ("Requests with memories of different kinds are refused", "memory_layouts.random_arguments", refusing(lambda request: len({pool.kind for pool in request.pools}) > 1)),
    ("Every pool is mapped for writing, which fails for a read-only file", "memory_pools.read_only_inputs", refusing_pool(lambda pool: pool.protection != hal.PROT_READ_WRITE)),
    ("Memory whose size is not a multiple of the page size is refused", "memory_pools.file_longer_than_memory", refusing_pool(lambda pool: bool(pool.size % PAGE))),
    ("The rest of the last page behind a memory is cleared", "memory_pools.file_longer_than_memory", after(clears_last_page)),
    ("The input is used as scratch memory", "memory_layouts.random_arguments", after(lambda request: write(request, request.inputs[0], 0, b"\x11"))),
    ("Sixteen bytes behind the output are written", "memory_layouts.random_arguments", after(lambda request: write(request, request.outputs[0], 16, bytes(16)))),
    ("The last pool is used as scratch memory, even if it holds no argument", "memory_layouts.random_arguments", after(changes_last_pool)),
    ("The first input is moved away, and its place is cleared before the second one is read", "memory_pools.overlapping_inputs", rewriting(moves_first_input)),
    ("The inputs of a pool are cached and used for other places in the same pool", "memory_pools.pool_of_two_executions", prepared(RewritingModel, places=state(dict), changed=lambda me, _, request: replace(request, inputs=me.places.setdefault(id(request.pools[0]), request.inputs)))),
    ("A pool that another execution uses at the same time is refused", "memory_pools.pool_of_simultaneous_executions", prepared(RewritingModel, used=state(set), answer=pools_used_once)),
    ("A pool is cached by its descriptor, also after the client has closed it", "memory_pools.new_pools_after_unmapping", prepared(RewritingModel, cache=state(dict), changed=caches_by_descriptor)),
    ("The pools of the first request are used for all others", "memory_pools.new_pools_after_unmapping", prepared(RewritingModel, pools=None, changed=keeps_first_pools)),
    ("Views of the pools are kept after the execution", "memory_pools.unmapped_after_execution", prepared(RewritingModel, kept=state(list), after=keeps_views)),
    ("Own mappings of the pools are kept after the execution", "memory_pools.unmapped_after_execution", prepared(RewritingModel, kept=state(list), after=keeps_mappings)),
    ("The protection of a pool is ignored: the file is opened again for writing", "memory_pools_refused.forbidden_access", device(prepared=replacing(protection_ignored))),
    ("An output in a read-only pool is silently not written", "memory_pools_refused.read_only_output_among_inputs", succeeding(lambda request: any(pool.protection != hal.PROT_READ_WRITE for pool in request.pools))),
    ("A request with a pool of 0 bytes is executed without this pool", "memory_pools_refused.size_zero", succeeding(lambda request: not all(pool.size for pool in request.pools))),
    ("A pool of 0 bytes raises an exception", "memory_pools_refused.size_zero", rewriting(divides_by_size), "answer.exception"),
    ("A request with a pool that cannot be mapped is reported as executed", _UNDECODABLE, succeeding(lambda _: True)),
    ("Every descriptor is mapped as ashmem, whatever the name of the memory is", _UNDECODABLE, device(prepared=replacing(lambda pool: reopened(pool, name="ashmem") if pool.kind is None else pool))),
    ("A pool without a descriptor raises an exception", _UNDECODABLE, rewriting(needs_descriptors), "answer.exception"),
    ("After a pool that cannot be mapped, every execution fails", _UNDECODABLE, prepared(RewritingModel, is_broken=False, answer=broken_after_refusal), "refusal.recovery"),
    # Pools of models
    ("Offsets of constants are ignored", f"{_CONSTANTS}.ashmem", constant_places(at_start)),
    ("Offsets of constants are rounded down to 4", "memory_layouts.random_constants", constant_places(rounded(4))),
    ("Offsets of constants are rounded down to 8", f"{_CONSTANTS}.shared_by_models", constant_places(rounded(8))),
    ("Every constant is in the first pool", f"{_CONSTANTS}.several_pools", constant_places(lambda at: replace(at, pool_index=0))),
    ("The pool index of constants is one too large", f"{_CONSTANTS}.several_pools", constant_places(lambda at: replace(at, pool_index=at.pool_index + 1))),
    ("Offsets of constants have 24 bits", f"{_CONSTANTS}.large_pool", constant_places(lambda at: replace(at, offset=at.offset % (1 << 24)))),
    ("The offset in the file of a pool with constants is ignored", f"{_CONSTANTS}.mmap_fd", FileOffsetOfConstantsIgnored),
    ("Constants in a read-only file are refused, because the file is mapped for writing", f"{_CONSTANTS}.mmap_fd", refusing_models(lambda made: any(pool.protection == hal.PROT_READ for pool in made.pools))),
    ("Operations are reported as unsupported if constants are in mmap_fd memory", f"{_CONSTANTS}.mmap_fd", refusing_models(has_files, get_supported_operations=unsupported_files)),
    ("Constants in a hardware buffer of the format BLOB are refused by a driver of HAL 1.3", f"{_CONSTANTS}.hardware_buffer_blob", refusing_models(lambda made: any(pool.kind is BLOB for pool in made.pools))),
    ("Constants are converted in the client's pool", f"{_CONSTANTS}.ashmem", device(prepare_model=converts_in_place)),
    ("Constants are read from the client's memory at the first execution", f"{_CONSTANTS}.unmapped_after_preparation", device(prepare_model=reads_constants_late)),
    ("The constants of a pool are cached and used for all places of the pool", f"{_CONSTANTS}.shared_by_models", device(places=state(dict), get_supported_operations=caches_constants, prepare_model=caches_constants)),
    ("A scalar constant in a memory pool is refused", f"{_CONSTANTS}.copy_and_reference", refusing_models(lambda made: any(o.lifetime == REFERENCE and not o.dimensions for o in made.main.operands))),
    ("The protection of a pool with constants is ignored: the file is opened again", "memory_pools_refused.forbidden_constants", constant_pools(protection_ignored)),
    ("Constants in a pool that cannot be mapped are zero", "memory_pools_refused.undecodable_constants", zeros_if(is_unmappable)),
    ("Constants in a hardware buffer of another format than BLOB are accepted", "memory_pools_refused.images_as_constants", zeros_if(lambda pool: pool.kind is IMAGE)),
    ("Constants in a pool of 0 bytes are accepted", "memory_pools_refused.size_zero", zeros_if(lambda pool: not pool.size)),
    ("Constants behind the end of their pool are read from its start", "memory_pools_refused.past_the_end", rewriting_models(inside)),
    # Hardware buffers
    ("The rows of an image are read and written without padding", f"{_IMAGES}.formats_and_strides", device(prepared=StrideIgnored)),
    ("The stride of an image is rounded up to four pixels", f"{_IMAGES}.formats_and_strides", device(prepared=replacing(striding(lambda description: -(-description.stride // 4) * 4)))),
    ("A hardware buffer remains locked after the execution", f"{_IMAGES}.unlocked_after_execution", after(stays_locked)),
    ("A hardware buffer that another reader has locked is refused", f"{_IMAGES}.unlocked_after_execution", refusing(lambda request: any(image.locks for image in images(request)))),
    ("Each hardware buffer is locked for reading and writing", f"{_IMAGES}.usage", refusing(lambda request: any(cannot_lock(image, hal.CPU_READ_WRITE) for image in images(request)))),
    ("An input in a hardware buffer that cannot be locked is zero", f"{_IMAGES}.buffers_without_access", rewriting(unreadable_as_zeros)),
    ("An input in a hardware buffer that is too small is padded with zeros", f"{_IMAGES}.whole_buffer", prepared(RewritingModel, answer=small_images_padded)),
    # Layouts
    ("All outputs are written to the memory of the first output", _ARGUMENTS, changing(outputs_together)),
    ("Requests whose inputs are in more than two memories are refused", _ARGUMENTS, changing(lambda request: request if len(pools_of(request.inputs)) <= 2 else None)),
    ("The offsets of outputs after the first one are rounded down to a multiple of 4", _ARGUMENTS, changing(lambda request: replace(request, outputs=(request.outputs[0], *moved(request.outputs[1:], rounded(4)))))),
    ("Requests with an input in the memory of an output are refused", _ARGUMENTS, changing(lambda request: None if pools_of(request.inputs) & pools_of(request.outputs) else request)),
    ("The offsets of constants in operandValues are rounded down to a multiple of 4", _VALUES, changing_constants(lambda made: with_vectors(made, COPY, rounded(4)))),
    ("Models with constants in operandValues at odd offsets are refused", _VALUES, changing_constants(lambda made: None if any(at.offset % 4 for at in vectors(made, COPY)) else made), "supported.status"),
    ("Models with two constants at the same place are refused", _VALUES, changing_constants(lambda made: None if len({*vectors(made, REFERENCE)}) < len([*vectors(made, REFERENCE)]) else made), "supported.status"),
    ("Models with a memory without constants are refused", _VALUES, changing_constants(lambda made: made if {at.pool_index for at in vectors(made, REFERENCE)} == set(range(len(made.pools))) else None), "supported.status"),
    ("Constants of all memories behind the second are read from the second", _VALUES, changing_constants(lambda made: with_vectors(made, REFERENCE, lambda at: replace(at, pool_index=min(at.pool_index, 1))))),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
