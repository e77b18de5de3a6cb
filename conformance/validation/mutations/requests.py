"""Mutations of requests: arguments, locations, dimensions, pools, memory, and input values."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NoReturn

from conformance.hal import (
    BufferToken,
    DataLocation,
    Memory,
    MemoryPool,
    Model,
    Request,
    RequestArgument,
    SharedMemory,
    Version,
)
from conformance.validation.mutations.mutation import replaced, without_element
from conformance.validation.mutations.operands import alternative_data


class UnmappableMemory(Memory):
    """A memory that claims ``size`` bytes while the file behind its descriptor is empty."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._fd = -1

    @property
    def name(self) -> str:
        return "ashmem"

    @property
    def size(self) -> int:
        return self._size

    def view(self) -> NoReturn:
        """Raise ``OSError``, because the memory cannot be mapped."""
        raise OSError(f"the {self._size} bytes of this memory cannot be mapped")

    def fileno(self) -> int:
        if self._fd < 0:
            self._fd = os.memfd_create("nn-conformance", os.MFD_CLOEXEC)
        return self._fd

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __del__(self) -> None:
        if getattr(self, "_fd", -1) >= 0:
            self.close()


_HUGE: Final = 2**32 - 1
_UNKNOWN_TOKEN: Final = 0x7FFF_0001


@dataclass(frozen=True, slots=True)
class RequestMutation:
    """One change to one request.

    ``official`` is true if the official suite makes the change and expects a refusal. ``inputs``
    are new input bytes if the change concerns the values; the request itself is then unchanged.
    """

    family: str
    description: str
    build: Callable[[], Request]
    official: bool = False
    inputs: tuple[bytes | None, ...] | None = None

    def __str__(self) -> str:
        return f"{self.family}: {self.description}"


def request_mutations(
    request: Request, model: Model, version: Version
) -> Iterator[RequestMutation]:
    """Yield every mutation of a valid request except those of input values."""
    for name in ("inputs", "outputs"):
        arguments: tuple[RequestArgument, ...] = getattr(request, name)
        kind = name.removesuffix("s")
        indexes = model.main.input_indexes if kind == "input" else model.main.output_indexes
        for position, argument in enumerate(arguments):
            fewer = {name: without_element(arguments, position)}
            change = f"{kind} {position} removed"
            yield _request_mutation(request, f"request.{kind}_removed", change, **fewer)
            shape = model.main.operands[indexes[position]].dimensions
            family = f"request.{kind}_without_value" if argument.has_no_value else f"request.{kind}"
            for change, other in _argument_changes(argument, request.pools, shape):
                changed = {name: replaced(arguments, position, other)}
                yield _request_mutation(request, family, f"{kind} {position}: {change}", **changed)
        if arguments:
            more = {name: (*arguments, arguments[-1])}
            change = f"the last {kind} added again"
            yield _request_mutation(request, f"request.{kind}_added", change, **more)
    yield from _pool_mutations(request, version)


def _request_mutation(
    request: Request, family: str, change: str, **changes: Any
) -> RequestMutation:
    # Of these changes, the official suite makes only those that remove an argument.
    official = family in ("request.input_removed", "request.output_removed")
    return RequestMutation(family, change, partial(replace, request, **changes), official)


def _argument_changes(
    argument: RequestArgument, pools: Sequence[MemoryPool], shape: tuple[int, ...]
) -> Iterator[tuple[str, RequestArgument]]:
    at = argument.location
    if argument.has_no_value:
        for location in (DataLocation(1, 0, 0), DataLocation(0, 4, 0), DataLocation(0, 0, 4)):
            yield f"no value, but location {location}", replace(argument, location=location)
        yield "no value, but dimensions [1]", replace(argument, dimensions=(1,))
        return
    yield "no value, but a location", replace(argument, has_no_value=True)
    pool = pools[at.pool_index]
    size = pool.size if isinstance(pool, Memory) else 0
    for location in dict.fromkeys(
        (
            replace(at, pool_index=len(pools)),
            replace(at, pool_index=_HUGE),
            replace(at, offset=size - at.length + 1),
            replace(at, offset=size),
            replace(at, offset=_HUGE - at.length + 1),
            replace(at, offset=_HUGE),
            replace(at, offset=-4),
            replace(at, length=at.length + 1),
            replace(at, length=at.length - 1),
            replace(at, length=0),
            replace(at, length=size + 1),
            replace(at, length=_HUGE),
        )
    ):
        if location != at:
            yield f"at {location}", replace(argument, location=location)
    for dimensions in _dimension_changes(shape):
        yield f"of shape {list(dimensions)}", replace(argument, dimensions=dimensions)


def _dimension_changes(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    yield (*shape, 1)
    yield (1, *shape)
    if len(shape) > 1:
        yield shape[1:]
    for axis, size in enumerate(shape):
        # 2**30 and 2**31 elements more are none if a driver computes the size in 32 bits.
        for wrong in (size + 1, max(size - 1, 0), 2**16, size + 2**30, size + 2**31, _HUGE):
            if wrong != size:
                yield replaced(shape, axis, wrong)


def _pool_mutations(request: Request, version: Version) -> Iterator[RequestMutation]:
    pools = request.pools
    wrong: list[tuple[str, MemoryPool]] = [
        ("empty memory", SharedMemory(0)),
        ("memory that cannot be mapped", UnmappableMemory(4096)),
    ]
    if version >= Version.V1_3:
        wrong += [("token 0", BufferToken(0)), ("an unknown token", BufferToken(_UNKNOWN_TOKEN))]
    for position in range(len(pools)):
        change, fewer = f"pool {position} removed", without_element(pools, position)
        yield _request_mutation(request, "request.pools", change, pools=fewer)
        for description, pool in wrong:
            change, changed = f"pool {position}: {description}", replaced(pools, position, pool)
            yield _request_mutation(request, "request.pools", change, pools=changed)
    twice = (*pools, *pools[-1:])
    yield _request_mutation(request, "request.pools", "the last pool added again", pools=twice)


def value_mutations(
    request: Request, model: Model, inputs: tuple[bytes | None, ...]
) -> Iterator[RequestMutation]:
    """Yield mutations that omit an input or change one element of a small integer input."""
    for position, (index, data) in enumerate(zip(model.main.input_indexes, inputs, strict=True)):
        if not data:
            continue
        without = replaced(inputs, position, None)
        change = f"input {position} has no value"
        yield RequestMutation("request.omitted", change, lambda: request, inputs=without)
        type_ = model.main.operands[index].type
        for element, new_value, changed in alternative_data(type_, data):
            values = replaced(inputs, position, changed)
            change = f"input {position}, element {element} -> {new_value}"
            yield RequestMutation("request.value", change, lambda: request, inputs=values)
