"""Checks of IBuffer::copyTo and IBuffer::copyFrom."""

from __future__ import annotations

import mmap
from typing import Final

from conformance import hal
from conformance.checks.check_context import Violation, expect, skip_if_lacking_resources
from conformance.checks.domain_buffers import (
    COPY_FROM,
    COPY_TO,
    FAILURE,
    INVALID,
    NONE,
    DomainCase,
    ManagedBuffer,
    SharedBytes,
    domain_check,
    executors,
    expect_bytes,
    role,
)
from conformance.checks.sample_models import DIMENSIONS, addition_with_scalar_input, is_supported
from conformance.harness.calls import buffer_calls

_STATES: Final = "IDevice.allocate: states of a buffer; "
_SIZE: Final = "INVALID_ARGUMENT for a memory of another size"
_SHAPE: Final = f"{COPY_FROM}: dimensions"
_KINDS: Final = f"{COPY_FROM}, {COPY_TO}; Drivers: Memory pools"
_ANY_BATCH: Final = (0, *DIMENSIONS[1:])
_TWO: Final = (2, *DIMENSIONS[1:])
_BLANK: Final = 0xA5


@domain_check(f"{COPY_FROM}: {_SIZE}", executes=False)
def copy_from_size(case: DomainCase) -> None:
    """IBuffer::copyFrom answers INVALID_ARGUMENT if the memory is smaller or larger than the
    buffer's content.
    """
    managed, size = case.buffer(), case.model.size
    for wrong in (size // 2, size * 2, size - 1, size + 1):
        case.copy_from(managed, wrong, (), INVALID)
        case.copy_from(managed, wrong, DIMENSIONS, INVALID)
    case.copy_from(managed, size, ())


@domain_check(f"{COPY_FROM}: {_SIZE}", executes=False, dimensions=_ANY_BATCH)
def copy_from_size_of_unknown_dimensions(case: DomainCase) -> None:
    """IBuffer::copyFrom to a buffer with an unknown dimension answers INVALID_ARGUMENT if the
    memory has not the size that the call's dimensions require.
    """
    managed, size = case.buffer(), case.model.size
    case.copy_from(managed, size // 2, DIMENSIONS, INVALID)
    case.copy_from(managed, size * 2, DIMENSIONS, INVALID)
    case.copy_from(managed, size, DIMENSIONS)
    case.copy_from(managed, size, _TWO, INVALID)
    case.copy_from(managed, size * 2, _TWO)


@domain_check(_SHAPE, executes=False)
def copy_from_dimensions(case: DomainCase) -> None:
    """IBuffer::copyFrom to a buffer of known dimensions answers INVALID_ARGUMENT for dimensions of
    another rank, with another extent or with an extent of 0, and NONE for the buffer's own
    dimensions or none.
    """
    managed, size = case.buffer(), case.model.size
    other_extents = [
        (*DIMENSIONS[:axis], extent, *DIMENSIONS[axis + 1 :])
        for axis in range(len(DIMENSIONS))
        for extent in (0, DIMENSIONS[axis] + 1)
    ]
    for wrong in (DIMENSIONS[1:], (*DIMENSIONS, 1), (size,), *other_extents):
        case.copy_from(managed, size, wrong, INVALID)
    case.copy_from(managed, size, ())
    case.copy_from(managed, size, DIMENSIONS)


@domain_check(f"{COPY_FROM}, {COPY_TO}: scalars", executes=False)
def scalars(case: DomainCase) -> None:
    """The buffer of a scalar input has the size of the scalar: IBuffer::copyFrom and copyTo answer
    INVALID_ARGUMENT for another size or for dimensions, and an execution reads the scalar.
    """
    addition = addition_with_scalar_input(case.model.type)
    if not is_supported(case.context, addition):
        return
    case.prepared = case.context.prepare(addition)
    managed = case.allocate((role(2),), ())
    case.copy_to(managed, 4, FAILURE)
    for size in (2, 8):
        case.copy_from(managed, size, (), INVALID)
    case.copy_from(managed, 4, (1,), INVALID)
    managed.initialize(bytes(4))
    for size in (2, 8):
        case.copy_to(managed, size, INVALID)
    zero = bytes(case.model.size)
    for mode, execute in executors(case.context):
        case.execute = execute
        with case.context.case(f"{case.what}, {mode}"):
            case.run([zero, zero, managed], [zero], "with a scalar in a buffer")


@domain_check(_SHAPE, executes=False, dimensions=_ANY_BATCH)
def copy_from_dimensions_of_unknown_dimensions(case: DomainCase) -> None:
    """IBuffer::copyFrom to a buffer with an unknown dimension answers INVALID_ARGUMENT for
    dimensions of another rank, with another extent, with an extent of 0 or without any, and NONE
    for complete dimensions.
    """
    managed, size = case.buffer(), case.model.size
    conflicting = (2, *DIMENSIONS[1:-1], DIMENSIONS[-1] // 2)
    for wrong in (DIMENSIONS[1:], conflicting, (*DIMENSIONS[:3], 0), ()):
        case.copy_from(managed, size, wrong, INVALID)
    case.copy_from(managed, size, DIMENSIONS)


@domain_check(f"{COPY_TO}: GENERAL_FAILURE; {_STATES}uninitialized", executes=False)
def copy_to_uninitialized(case: DomainCase) -> None:
    """IBuffer::copyTo of a buffer that nothing has initialized answers GENERAL_FAILURE."""
    managed = case.buffer()
    for _ in range(2):
        case.copy_to(managed, case.model.size, FAILURE)


@domain_check(f"{COPY_TO}: {_SIZE}", executes=False)
def copy_to_size(case: DomainCase) -> None:
    """IBuffer::copyTo answers INVALID_ARGUMENT if the memory is smaller or larger than the content,
    and the content remains.
    """
    _check_copy_to_size(case)


@domain_check(f"{COPY_TO}: {_SIZE}", executes=False, dimensions=_ANY_BATCH)
def copy_to_size_of_unknown_dimensions(case: DomainCase) -> None:
    """IBuffer::copyTo of a buffer with an unknown dimension answers INVALID_ARGUMENT if the memory
    is smaller or larger than the current content, and the content remains.
    """
    _check_copy_to_size(case)


def _check_copy_to_size(case: DomainCase) -> None:
    managed, size, data = case.buffer(), case.model.size, case.model.data(5)
    managed.initialize(data, DIMENSIONS)
    for wrong in (size // 2, size * 2, size - 1, size + 1):
        case.copy_to(managed, wrong, INVALID)
    managed.expect_content(data)


@domain_check(f"{COPY_FROM}, {COPY_TO}: content", executes=False)
def independent_content(case: DomainCase) -> None:
    """A buffer has its own content: IBuffer::copyTo returns what was copied last, also after the
    source has changed, and neither source nor earlier destinations change.
    """
    managed, first, second = case.buffer(), case.model.data(1), case.model.data(2)
    source, earlier = (SharedBytes(case.context, data) for data in (first, case.model.size))
    expect(buffer_calls.copy_from(managed.buffer, source), "copy_from")
    with source.view() as view:
        view[:] = second
    managed.expect_content(first)
    expect(buffer_calls.copy_to(managed.buffer, earlier), "copy_to")
    expect(buffer_calls.copy_from(managed.buffer, source, DIMENSIONS), "copy_from")
    managed.expect_content(second)
    expect_bytes("the source", source.content, second)
    expect_bytes("an earlier destination", earlier.content, first)


@domain_check(f"{_STATES}{COPY_FROM}", executes=False)
def failed_copy_from(case: DomainCase) -> None:
    """After a failed IBuffer::copyFrom the buffer is uninitialized: copyTo answers
    GENERAL_FAILURE.
    """
    managed, size = case.buffer(), case.model.size
    for failing, dimensions in ((size // 2, ()), (size, _TWO)):
        managed.initialize(case.model.data(4))
        case.copy_from(managed, failing, dimensions, INVALID)
        case.copy_to(managed, size, FAILURE)


@domain_check(f"{COPY_FROM}, {COPY_TO}; Drivers: Memory pools, Memory domains", executes=False)
def every_kind_of_memory(case: DomainCase) -> None:
    """IBuffer::copyFrom and copyTo support the memories ashmem, mmap_fd and hardware_buffer_blob;
    for a hardware_buffer of another format they may answer GENERAL_FAILURE.
    """
    managed, seed = case.buffer(), 0
    for source_kind in hal.MemoryKind:
        for target_kind in hal.MemoryKind:
            seed += 1
            with case.context.case(case.what):
                _copy_between(case, managed, case.model.data(seed), source_kind, target_kind)


def _copy_between(
    case: DomainCase,
    managed: ManagedBuffer,
    data: bytes,
    source_kind: hal.MemoryKind,
    target_kind: hal.MemoryKind,
) -> None:
    source = hal.create_memory(source_kind, len(data), initial=data)
    target = hal.create_memory(target_kind, len(data), initial=bytes([_BLANK]) * len(data))
    for memory in (source, target):
        case.context.add_cleanup(memory.close)
    for call, kind, status in (
        ("copy_from", source_kind, buffer_calls.copy_from(managed.buffer, source)),
        ("copy_to", target_kind, buffer_calls.copy_to(managed.buffer, target)),
    ):
        if status == FAILURE and kind is hal.MemoryKind.HARDWARE_BUFFER:
            return  # and after a failed copy_from, copy_to has nothing to copy
        expect(status, f"{call} of {kind} memory")
    what = f"the {target_kind} memory after copy_from of {source_kind} memory and copy_to"
    expect_bytes(what, hal.content_of(target), data)


@domain_check(_KINDS, executes=False)
def parts_of_files(case: DomainCase) -> None:
    """IBuffer::copyFrom and copyTo access exactly the bytes of an mmap_fd memory that is a part of
    a larger file, and copyTo answers an error for a memory that does not permit writing.
    """
    managed, page, size = case.buffer(), mmap.PAGESIZE, case.model.size
    first, second, file_size = case.model.data(1), case.model.data(2), 3 * page + size
    source = hal.mmap_fd_memory(
        size, initial=first, offset=page, file_size=file_size, protection=hal.PROT_READ
    )
    target = hal.mmap_fd_memory(size, initial=second, offset=2 * page, file_size=file_size)
    for memory in (source, target):
        case.context.add_cleanup(memory.close)
    expect(buffer_calls.copy_from(managed.buffer, source), "copy_from of a part of a file")
    expect(buffer_calls.copy_to(managed.buffer, target), "copy_to of a part of a file")
    expect_bytes("the part of the file", target.content(), first)
    if buffer_calls.copy_to(managed.buffer, source) == NONE:
        raise Violation(
            "copy_to of a memory without PROT_WRITE returned NONE; an error was expected"
        )


@domain_check(_KINDS, executes=False)
def unusable_memory(case: DomainCase) -> None:
    """IBuffer::copyFrom and copyTo answer an error for a memory that the driver cannot map; after
    the failed copyFrom the buffer is uninitialized.
    """
    managed, size = case.buffer(case.model.data(1)), case.model.size
    unknown = hal.memory_with_name("unknown_memory", size)
    closed = hal.DescriptorMemory(-1, size, hal.MemoryKind.MMAP_FD)
    for what, memory in (("of an unknown name", unknown), ("without descriptor", closed)):
        case.context.add_cleanup(memory.close)
        for call, copy in (
            ("copy_to", buffer_calls.copy_to),
            ("copy_from", buffer_calls.copy_from),
        ):
            status = copy(managed.buffer, memory)
            skip_if_lacking_resources(status, call)
            if status == NONE:
                case.context.report(
                    f"{case.what}: {call} of a memory {what} returned NONE; an error was expected"
                )
    case.copy_to(managed, size, FAILURE)
