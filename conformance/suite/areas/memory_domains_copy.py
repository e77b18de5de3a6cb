"""Checks of IBuffer::copyTo and IBuffer::copyFrom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from conformance.hal import ErrorStatus, Version
from conformance.harness.calls import buffer_calls
from conformance.suite.check import check
from conformance.suite.check_context import CheckContext, skip_if_lacking_resources
from conformance.suite.copy_models import DIMENSIONS, CopyModel
from conformance.suite.domain_buffers import (
    COPY_FROM,
    COPY_TO,
    FAILURE,
    INVALID,
    NONE,
    DomainChecks,
    ManagedBuffer,
    SharedBytes,
    content_problem,
    difference,
    initialize,
)

_STATES: Final = "IDevice.allocate: states of a buffer; "
_SIZE: Final = "INVALID_ARGUMENT for a memory of another size"
_SHAPE: Final = f"{COPY_FROM}: dimensions"
_ANY_BATCH: Final = (0, *DIMENSIONS[1:])


def _buffers(
    checks: DomainChecks, dimensions: tuple[int, ...] = DIMENSIONS
) -> Iterator[tuple[CopyModel, ManagedBuffer]]:
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

    def __init__(self, context: CheckContext, model: CopyModel, managed: ManagedBuffer) -> None:
        self._context = context
        self._model = model
        self._buffer = managed.buffer

    def copy_from(
        self, size: int, dimensions: tuple[int, ...], expected: ErrorStatus
    ) -> Iterator[str]:
        data = (self._model.data(3) * 2)[:size]
        source = SharedBytes(self._context, data)
        status = buffer_calls.copy_from(self._buffer, source, dimensions)
        skip_if_lacking_resources(status, "copy_from")
        if status != expected:
            yield (
                f"{self._what}: copy_from {size} bytes with dimensions {list(dimensions)} answered "
                f"{status.name}; {expected.name} was expected"
            )

    def copy_to(self, size: int, expected: ErrorStatus) -> Iterator[str]:
        status = buffer_calls.copy_to(self._buffer, SharedBytes(self._context, size))
        skip_if_lacking_resources(status, "copy_to")
        if status != expected:
            yield (
                f"{self._what}: copy_to {size} bytes answered {status.name}; {expected.name} was "
                "expected"
            )

    @property
    def _what(self) -> str:
        return f"{self._model.type.name} {list(DIMENSIONS)}, {self._model.size} bytes"


@check(f"{COPY_FROM}: {_SIZE}", since=Version.V1_3)
def copy_from_size(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyFrom answers INVALID_ARGUMENT if the memory is smaller or larger than the
    buffer's content.
    """
    checks = DomainChecks(context)
    for model, managed in _buffers(checks):
        copies, size = _Copies(context, model, managed), model.size
        for wrong in (size // 2, size * 2, size - 1, size + 1):
            yield from copies.copy_from(wrong, (), INVALID)
            yield from copies.copy_from(wrong, DIMENSIONS, INVALID)
        yield from copies.copy_from(size, (), NONE)


@check(f"{COPY_FROM}: {_SIZE}", since=Version.V1_3)
def copy_from_size_of_unknown_dimensions(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyFrom to a buffer with an unknown dimension answers INVALID_ARGUMENT if the
    memory has not the size that the call's dimensions require.
    """
    checks = DomainChecks(context)
    for model, managed in _buffers(checks, _ANY_BATCH):
        copies, size = _Copies(context, model, managed), model.size
        yield from copies.copy_from(size // 2, DIMENSIONS, INVALID)
        yield from copies.copy_from(size * 2, DIMENSIONS, INVALID)
        yield from copies.copy_from(size, DIMENSIONS, NONE)
        yield from copies.copy_from(size, (2, *DIMENSIONS[1:]), INVALID)
        yield from copies.copy_from(size * 2, (2, *DIMENSIONS[1:]), NONE)


@check(_SHAPE, since=Version.V1_3)
def copy_from_dimensions(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyFrom to a buffer of known dimensions answers INVALID_ARGUMENT for dimensions of
    another rank, with another extent or with an extent of 0, and NONE for the buffer's own
    dimensions or none.
    """
    checks = DomainChecks(context)
    for model, managed in _buffers(checks):
        copies, size = _Copies(context, model, managed), model.size
        for wrong in (DIMENSIONS[1:], (2, *DIMENSIONS[1:]), (0, *DIMENSIONS[1:]), (size,)):
            yield from copies.copy_from(size, wrong, INVALID)
        yield from copies.copy_from(size, (), NONE)
        yield from copies.copy_from(size, DIMENSIONS, NONE)


@check(_SHAPE, since=Version.V1_3)
def copy_from_dimensions_of_unknown_dimensions(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyFrom to a buffer with an unknown dimension answers INVALID_ARGUMENT for
    dimensions of another rank, with another extent, with an extent of 0 or without any, and NONE
    for complete dimensions.
    """
    checks = DomainChecks(context)
    for model, managed in _buffers(checks, _ANY_BATCH):
        copies, size = _Copies(context, model, managed), model.size
        conflicting = (2, *DIMENSIONS[1:-1], DIMENSIONS[-1] // 2)
        for wrong in (DIMENSIONS[1:], conflicting, (*DIMENSIONS[:3], 0), ()):
            yield from copies.copy_from(size, wrong, INVALID)
        yield from copies.copy_from(size, DIMENSIONS, NONE)


@check(f"{COPY_TO}: GENERAL_FAILURE; {_STATES}uninitialized", since=Version.V1_3)
def copy_to_uninitialized(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyTo of a buffer that nothing has initialized answers GENERAL_FAILURE."""
    checks = DomainChecks(context)
    for model, managed in _buffers(checks):
        copies = _Copies(context, model, managed)
        for _ in range(2):
            yield from copies.copy_to(model.size, FAILURE)


@check(f"{COPY_TO}: {_SIZE}", since=Version.V1_3)
def copy_to_size(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyTo answers INVALID_ARGUMENT if the memory is smaller or larger than the content,
    and the content remains.
    """
    yield from _check_copy_to_size(context, DIMENSIONS)


@check(f"{COPY_TO}: {_SIZE}", since=Version.V1_3)
def copy_to_size_of_unknown_dimensions(context: CheckContext) -> Iterator[str]:
    """IBuffer::copyTo of a buffer with an unknown dimension answers INVALID_ARGUMENT if the memory
    is smaller or larger than the current content, and the content remains.
    """
    yield from _check_copy_to_size(context, _ANY_BATCH)


def _check_copy_to_size(context: CheckContext, dimensions: tuple[int, ...]) -> Iterator[str]:
    checks = DomainChecks(context)
    for model, managed in _buffers(checks, dimensions):
        copies, size, data = _Copies(context, model, managed), model.size, model.data(5)
        problem = initialize(context, managed, data, DIMENSIONS)
        if not problem:
            for wrong in (size // 2, size * 2, size - 1, size + 1):
                yield from copies.copy_to(wrong, INVALID)
            problem = content_problem(context, managed, data)
        if problem:
            yield f"{model.type.name}: {problem}"


@check(f"{COPY_FROM}, {COPY_TO}: content", since=Version.V1_3)
def independent_content(context: CheckContext) -> Iterator[str]:
    """A buffer has its own content: IBuffer::copyTo returns what was copied last, also after the
    source has changed, and neither source nor earlier destinations change.
    """
    checks = DomainChecks(context)
    for model, managed in _buffers(checks):
        first, second = model.data(1), model.data(2)
        source = SharedBytes(context, first)
        problem = _copy_problem(buffer_calls.copy_from(managed.buffer, source), "copy_from")
        with source.view() as view:
            view[:] = second
        problem = problem or content_problem(context, managed, first)
        earlier = SharedBytes(context, model.size)
        problem = problem or _copy_problem(buffer_calls.copy_to(managed.buffer, earlier), "copy_to")
        problem = problem or _copy_problem(
            buffer_calls.copy_from(managed.buffer, source, DIMENSIONS), "copy_from"
        )
        problem = problem or content_problem(context, managed, second)
        problem = problem or difference("the source", source.content, second)
        problem = problem or difference("an earlier destination", earlier.content, first)
        if problem:
            yield f"{model.type.name}: {problem}"


@check(f"{_STATES}{COPY_FROM}", since=Version.V1_3)
def failed_copy_from(context: CheckContext) -> Iterator[str]:
    """After a failed IBuffer::copyFrom the buffer is uninitialized: copyTo answers
    GENERAL_FAILURE.
    """
    checks = DomainChecks(context)
    for model, managed in _buffers(checks):
        for size, dimensions in ((model.size // 2, ()), (model.size, (2, *DIMENSIONS[1:]))):
            problem = initialize(context, managed, model.data(4))
            if problem:
                yield f"{model.type.name}: {problem}"
                break
            copies = _Copies(context, model, managed)
            yield from copies.copy_from(size, dimensions, INVALID)
            for message in copies.copy_to(model.size, FAILURE):
                yield f"after a failed copy_from, {message}"


def _copy_problem(status: ErrorStatus, call: str) -> str:
    skip_if_lacking_resources(status, call)
    return "" if status == NONE else f"{call} answered {status.name}; NONE was expected"
