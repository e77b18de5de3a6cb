"""Checks of IBuffer::copyTo and IBuffer::copyFrom."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from conformance.checks import domain_buffers as domain
from conformance.checks.check_context import CheckContext, skip_if_lacking_resources
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    DIMENSIONS,
    CopyModel,
    addition_with_scalar_input,
    is_supported,
)
from conformance.hal import (
    PROT_READ,
    DescriptorMemory,
    ErrorStatus,
    MemoryKind,
    Version,
    content_of,
    create_memory,
    memory_with_name,
    mmap_fd_memory,
)
from conformance.harness.calls import buffer_calls

_STATES: Final = "IDevice.allocate: states of a buffer; "
_SIZE: Final = "INVALID_ARGUMENT for a memory of another size"
_SHAPE: Final = f"{domain.COPY_FROM}: dimensions"
_ANY_BATCH: Final = (0, *DIMENSIONS[1:])
_BLANK: Final = 0xA5


def _buffers(
    checks: domain.DomainChecks, dimensions: tuple[int, ...] = DIMENSIONS
) -> Iterator[tuple[CopyModel, domain.ManagedBuffer]]:
    """Yield each copy model, and a buffer for its input and output if the driver allocates one.

    ``dimensions`` are those of the model that is prepared; the model yielded has DIMENSIONS.
    """
    for model in checks.models():
        prepared = checks.context.prepare(replace(model, dimensions=dimensions).build())
        managed = checks.both_roles(prepared)
        if managed is not None:
            yield model, managed


class _Copies:
    """The copies of one check from and to one buffer; it describes each wrong status."""

    def __init__(
        self, context: CheckContext, model: CopyModel, managed: domain.ManagedBuffer
    ) -> None:
        self._context = context
        self._model = model
        self._buffer = managed.buffer

    def copy_from(
        self, size: int, dimensions: tuple[int, ...], expected: ErrorStatus
    ) -> Iterator[str]:
        data = (self._model.data(3) * 2)[:size]
        source = domain.SharedBytes(self._context, data)
        status = buffer_calls.copy_from(self._buffer, source, dimensions)
        skip_if_lacking_resources(status, "copy_from")
        if status != expected:
            yield (
                f"{self._what}: copy_from {size} bytes with dimensions {list(dimensions)} answered "
                f"{status.name}; {expected.name} was expected"
            )

    def copy_to(self, size: int, expected: ErrorStatus) -> Iterator[str]:
        status = buffer_calls.copy_to(self._buffer, domain.SharedBytes(self._context, size))
        skip_if_lacking_resources(status, "copy_to")
        if status != expected:
            yield (
                f"{self._what}: copy_to {size} bytes answered {status.name}; {expected.name} was "
                "expected"
            )

    @property
    def _what(self) -> str:
        return f"{self._model.type.name} {list(DIMENSIONS)}, {self._model.size} bytes"


@check(f"{domain.COPY_FROM}: {_SIZE}", since=Version.V1_3)
def copy_from_size(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyFrom answers INVALID_ARGUMENT if the memory is smaller or larger than the
    buffer's content.
    """
    checks = domain.DomainChecks(context)
    for model, managed in _buffers(checks):
        copies, size = _Copies(context, model, managed), model.size
        for wrong in (size // 2, size * 2, size - 1, size + 1):
            yield from copies.copy_from(wrong, (), domain.INVALID)
            yield from copies.copy_from(wrong, DIMENSIONS, domain.INVALID)
        yield from copies.copy_from(size, (), domain.NONE)


@check(f"{domain.COPY_FROM}: {_SIZE}", since=Version.V1_3)
def copy_from_size_of_unknown_dimensions(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyFrom to a buffer with an unknown dimension answers INVALID_ARGUMENT if the
    memory has not the size that the call's dimensions require.
    """
    checks = domain.DomainChecks(context)
    for model, managed in _buffers(checks, _ANY_BATCH):
        copies, size = _Copies(context, model, managed), model.size
        yield from copies.copy_from(size // 2, DIMENSIONS, domain.INVALID)
        yield from copies.copy_from(size * 2, DIMENSIONS, domain.INVALID)
        yield from copies.copy_from(size, DIMENSIONS, domain.NONE)
        yield from copies.copy_from(size, (2, *DIMENSIONS[1:]), domain.INVALID)
        yield from copies.copy_from(size * 2, (2, *DIMENSIONS[1:]), domain.NONE)


@check(_SHAPE, since=Version.V1_3)
def copy_from_dimensions(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyFrom to a buffer of known dimensions answers INVALID_ARGUMENT for dimensions of
    another rank, with another extent or with an extent of 0, and NONE for the buffer's own
    dimensions or none.
    """
    checks = domain.DomainChecks(context)
    for model, managed in _buffers(checks):
        copies, size = _Copies(context, model, managed), model.size
        axes = range(len(DIMENSIONS))
        other_extents = [
            (*DIMENSIONS[:axis], extent, *DIMENSIONS[axis + 1 :])
            for axis in axes
            for extent in (0, DIMENSIONS[axis] + 1)
        ]
        for wrong in (DIMENSIONS[1:], (*DIMENSIONS, 1), (size,), *other_extents):
            yield from copies.copy_from(size, wrong, domain.INVALID)
        yield from copies.copy_from(size, (), domain.NONE)
        yield from copies.copy_from(size, DIMENSIONS, domain.NONE)


@check(f"{domain.COPY_FROM}, {domain.COPY_TO}: scalars", since=Version.V1_3)
def scalars(context: CheckContext) -> Iterator[str]:
    """The buffer of a scalar input has the size of the scalar: IBuffer::copyFrom and copyTo answer
    INVALID_ARGUMENT for another size or for dimensions, and an execution reads the scalar.
    """
    checks = domain.DomainChecks(context)
    for model in checks.models():
        addition = addition_with_scalar_input(model.type)
        if not is_supported(context, addition):
            continue
        prepared = context.prepare(addition)
        managed = checks.allocate(domain.AllocationArguments((prepared,), (domain.role(2),)))
        if managed is None:
            continue
        copies = _Copies(context, model, managed)
        yield from copies.copy_to(4, domain.FAILURE)
        for size in (2, 8):
            yield from copies.copy_from(size, (), domain.INVALID)
        yield from copies.copy_from(4, (1,), domain.INVALID)
        if problem := domain.initialize(context, managed, bytes(4)):
            yield f"INT32: {problem}"
            continue
        for size in (2, 8):
            yield from copies.copy_to(size, domain.INVALID)
        zero = bytes(model.size)
        for mode, execute in domain.executors(context):
            request = domain.DomainRequest(context, [zero, zero, managed], [model.size])
            what = f"{model.type.name}, {mode}: the execution with a scalar in a buffer"
            problem = domain.execution_problem(
                what, execute(prepared, request.request), (domain.NONE,)
            )
            problem = problem or domain.result_difference(
                "the output", request.output(), zero, model.type
            )
            if problem:
                yield problem


@check(_SHAPE, since=Version.V1_3)
def copy_from_dimensions_of_unknown_dimensions(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyFrom to a buffer with an unknown dimension answers INVALID_ARGUMENT for
    dimensions of another rank, with another extent, with an extent of 0 or without any, and NONE
    for complete dimensions.
    """
    checks = domain.DomainChecks(context)
    for model, managed in _buffers(checks, _ANY_BATCH):
        copies, size = _Copies(context, model, managed), model.size
        conflicting = (2, *DIMENSIONS[1:-1], DIMENSIONS[-1] // 2)
        for wrong in (DIMENSIONS[1:], conflicting, (*DIMENSIONS[:3], 0), ()):
            yield from copies.copy_from(size, wrong, domain.INVALID)
        yield from copies.copy_from(size, DIMENSIONS, domain.NONE)


@check(f"{domain.COPY_TO}: GENERAL_FAILURE; {_STATES}uninitialized", since=Version.V1_3)
def copy_to_uninitialized(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyTo of a buffer that nothing has initialized answers GENERAL_FAILURE."""
    checks = domain.DomainChecks(context)
    for model, managed in _buffers(checks):
        copies = _Copies(context, model, managed)
        for _ in range(2):
            yield from copies.copy_to(model.size, domain.FAILURE)


@check(f"{domain.COPY_TO}: {_SIZE}", since=Version.V1_3)
def copy_to_size(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyTo answers INVALID_ARGUMENT if the memory is smaller or larger than the content,
    and the content remains.
    """
    yield from _check_copy_to_size(context, DIMENSIONS)


@check(f"{domain.COPY_TO}: {_SIZE}", since=Version.V1_3)
def copy_to_size_of_unknown_dimensions(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyTo of a buffer with an unknown dimension answers INVALID_ARGUMENT if the memory
    is smaller or larger than the current content, and the content remains.
    """
    yield from _check_copy_to_size(context, _ANY_BATCH)


def _check_copy_to_size(context: CheckContext, dimensions: tuple[int, ...]) -> Iterator[str]:
    checks = domain.DomainChecks(context)
    for model, managed in _buffers(checks, dimensions):
        copies, size, data = _Copies(context, model, managed), model.size, model.data(5)
        problem = domain.initialize(context, managed, data, DIMENSIONS)
        if not problem:
            for wrong in (size // 2, size * 2, size - 1, size + 1):
                yield from copies.copy_to(wrong, domain.INVALID)
            problem = domain.content_problem(context, managed, data)
        if problem:
            yield f"{model.type.name}: {problem}"


@check(f"{domain.COPY_FROM}, {domain.COPY_TO}: content", since=Version.V1_3)
def independent_content(context: CheckContext) -> Iterator[str]:
    """A buffer has its own content: IBuffer::copyTo returns what was copied last, also after the
    source has changed, and neither source nor earlier destinations change.
    """
    checks = domain.DomainChecks(context)
    for model, managed in _buffers(checks):
        first, second = model.data(1), model.data(2)
        source = domain.SharedBytes(context, first)
        problem = _copy_problem(buffer_calls.copy_from(managed.buffer, source), "copy_from")
        with source.view() as view:
            view[:] = second
        problem = problem or domain.content_problem(context, managed, first)
        earlier = domain.SharedBytes(context, model.size)
        problem = problem or _copy_problem(buffer_calls.copy_to(managed.buffer, earlier), "copy_to")
        problem = problem or _copy_problem(
            buffer_calls.copy_from(managed.buffer, source, DIMENSIONS), "copy_from"
        )
        problem = problem or domain.content_problem(context, managed, second)
        problem = problem or domain.difference("the source", source.content, second)
        problem = problem or domain.difference("an earlier destination", earlier.content, first)
        if problem:
            yield f"{model.type.name}: {problem}"


@check(f"{_STATES}{domain.COPY_FROM}", since=Version.V1_3)
def failed_copy_from(context: CheckContext) -> Iterator[str]:
    """After a failed IBuffer::copyFrom the buffer is uninitialized: copyTo answers
    GENERAL_FAILURE.
    """
    checks = domain.DomainChecks(context)
    for model, managed in _buffers(checks):
        for size, dimensions in ((model.size // 2, ()), (model.size, (2, *DIMENSIONS[1:]))):
            problem = domain.initialize(context, managed, model.data(4))
            if problem:
                yield f"{model.type.name}: {problem}"
                break
            copies = _Copies(context, model, managed)
            yield from copies.copy_from(size, dimensions, domain.INVALID)
            for message in copies.copy_to(model.size, domain.FAILURE):
                yield f"after a failed copy_from, {message}"


@check(
    f"{domain.COPY_FROM}, {domain.COPY_TO}; Drivers: Memory pools, Memory domains",
    since=Version.V1_3,
)
def every_kind_of_memory(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyFrom and copyTo support the memories ashmem, mmap_fd and hardware_buffer_blob;
    for a hardware_buffer of another format they may answer GENERAL_FAILURE.
    """
    checks = domain.DomainChecks(context)
    for model, managed in _buffers(checks):
        seed = 0
        for source_kind in MemoryKind:
            for target_kind in MemoryKind:
                seed += 1
                problem = _kind_problem(
                    context, managed, model.data(seed), source_kind, target_kind
                )
                if problem:
                    yield f"{model.type.name}: {problem}"


def _kind_problem(
    context: CheckContext,
    managed: domain.ManagedBuffer,
    data: bytes,
    source_kind: MemoryKind,
    target_kind: MemoryKind,
) -> str:
    """Copy from one memory and to another; describe what is wrong, or return an empty text."""
    source = create_memory(source_kind, len(data), initial=data)
    target = create_memory(target_kind, len(data), initial=bytes([_BLANK]) * len(data))
    context.add_cleanup(partial(domain.release_memories, source, target))
    for call, kind, status in (
        ("copy_from", source_kind, buffer_calls.copy_from(managed.buffer, source)),
        ("copy_to", target_kind, buffer_calls.copy_to(managed.buffer, target)),
    ):
        if status == domain.FAILURE and kind is MemoryKind.HARDWARE_BUFFER:
            return ""  # and after a failed copy_from, copy_to has nothing to copy
        if problem := _copy_problem(status, f"{call} of {kind} memory"):
            return problem
    what = f"the {target_kind} memory after copy_from of {source_kind} memory and copy_to"
    return domain.difference(what, content_of(target), data)


@check(f"{domain.COPY_FROM}, {domain.COPY_TO}; Drivers: Memory pools", since=Version.V1_3)
def parts_of_files(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyFrom and copyTo access exactly the bytes of an mmap_fd memory that is a part of
    a larger file, and copyTo answers an error for a memory that does not permit writing.
    """
    checks = domain.DomainChecks(context)
    page = mmap.PAGESIZE
    for model, managed in _buffers(checks):
        first, second = model.data(1), model.data(2)
        size, file_size = model.size, 3 * page + model.size
        source = mmap_fd_memory(
            size, initial=first, offset=page, file_size=file_size, protection=PROT_READ
        )
        target = mmap_fd_memory(size, initial=second, offset=2 * page, file_size=file_size)
        context.add_cleanup(partial(domain.release_memories, source, target))
        problem = _copy_problem(
            buffer_calls.copy_from(managed.buffer, source),
            "copy_from of a part of a file",
        )
        problem = problem or _copy_problem(
            buffer_calls.copy_to(managed.buffer, target), "copy_to of a part of a file"
        )
        problem = problem or domain.difference("the part of the file", target.content(), first)
        if not problem:
            status = buffer_calls.copy_to(managed.buffer, source)
            if status == domain.NONE:
                problem = (
                    "copy_to of a memory without PROT_WRITE answered NONE; an error was expected"
                )
        if problem:
            yield f"{model.type.name}: {problem}"


@check(f"{domain.COPY_FROM}, {domain.COPY_TO}; Drivers: Memory pools", since=Version.V1_3)
def unusable_memory(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyFrom and copyTo answer an error for a memory that the driver cannot map; after
    the failed copyFrom the buffer is uninitialized.
    """
    checks = domain.DomainChecks(context)
    for model, managed in _buffers(checks):
        if problem := domain.initialize(context, managed, model.data(1)):
            yield f"{model.type.name}: {problem}"
            continue
        unknown = memory_with_name("unknown_memory", model.size)
        closed = DescriptorMemory(-1, model.size, MemoryKind.MMAP_FD)
        context.add_cleanup(partial(domain.release_memories, unknown, closed))
        for what, memory in (("of an unknown name", unknown), ("without descriptor", closed)):
            calls: tuple[tuple[str, Callable[[], ErrorStatus]], ...] = (
                ("copy_to", partial(buffer_calls.copy_to, managed.buffer, memory)),
                ("copy_from", partial(buffer_calls.copy_from, managed.buffer, memory)),
            )
            for call, function in calls:
                status = function()
                skip_if_lacking_resources(status, call)
                if status == domain.NONE:
                    yield (
                        f"{model.type.name}: {call} of a memory {what} answered NONE; an error was "
                        "expected"
                    )
        for message in _Copies(context, model, managed).copy_to(model.size, domain.FAILURE):
            yield f"after a failed copy_from, {message}"


def _copy_problem(status: ErrorStatus, call: str) -> str:
    skip_if_lacking_resources(status, call)
    return "" if status == domain.NONE else f"{call} answered {status.name}; NONE was expected"
