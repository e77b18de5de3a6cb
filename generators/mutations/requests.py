"""Mutations of requests: arguments, their places and dimensions, pools, input values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

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
from generators.mutations.memory import UnmappableMemory
from generators.mutations.mutation import dropped
from generators.mutations.values import alternatives

_HUGE: Final = 2**32 - 1
_UNKNOWN_TOKEN: Final = 0x7FFF_0001


@dataclass(frozen=True, slots=True)
class RequestMutation:
    """One change to one request.

    ``official`` tells that the official suite makes it, and has it refused. ``inputs`` are the
    bytes of the inputs where it is their values that change; the request then stays as it is.
    """

    family: str
    change: str
    make: Callable[[], Request]
    official: bool = False
    inputs: tuple[bytes | None, ...] | None = None

    def __str__(self) -> str:
        return f"{self.family}: {self.change}"


def request_mutations(
    request: Request, model: Model, version: Version
) -> Iterator[RequestMutation]:
    """Every mutation of a valid request but those of values."""
    for name in ("inputs", "outputs"):
        arguments: tuple[RequestArgument, ...] = getattr(request, name)
        kind = name.removesuffix("s")
        indexes = model.main.input_indexes if kind == "input" else model.main.output_indexes
        for position, argument in enumerate(arguments):
            yield _with(
                request, f"request.{kind}_removed", f"{kind} {position} gone", True,
                **{name: dropped(arguments, position)},
            )  # fmt: skip
            shape = model.main.operands[indexes[position]].dimensions
            for change, other in _arguments(argument, request.pools, shape):
                yield _with(
                    request, f"request.{kind}", f"{kind} {position}: {change}", False,
                    **{name: (*arguments[:position], other, *arguments[position + 1 :])},
                )  # fmt: skip
        if arguments:
            more = (*arguments, arguments[-1])
            yield _with(
                request, f"request.{kind}_added", "the last one twice", False, **{name: more}
            )
    yield from _pools(request, version)


def _with(
    request: Request, family: str, change: str, official: bool, **changes: Any
) -> RequestMutation:
    return RequestMutation(family, change, partial(replace, request, **changes), official)


def _arguments(
    argument: RequestArgument, pools: Sequence[MemoryPool], shape: tuple[int, ...]
) -> Iterator[tuple[str, RequestArgument]]:
    at = argument.location
    if argument.has_no_value:
        for location in (DataLocation(1, 0, 0), DataLocation(0, 4, 0), DataLocation(0, 0, 4)):
            yield f"no value at {location}", replace(argument, location=location)
        yield "no value of shape [1]", replace(argument, dimensions=(1,))
        return
    yield "no value, but a place", replace(argument, has_no_value=True)
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
    for dimensions in _dimensions(shape):
        yield f"of shape {list(dimensions)}", replace(argument, dimensions=dimensions)


def _dimensions(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    yield (*shape, 1)
    yield (1, *shape)
    if len(shape) > 1:
        yield shape[1:]
    for axis, size in enumerate(shape):
        for wrong in (size + 1, max(size - 1, 0), 2**16, _HUGE):
            if wrong != size:
                yield (*shape[:axis], wrong, *shape[axis + 1 :])


def _pools(request: Request, version: Version) -> Iterator[RequestMutation]:
    pools = request.pools
    wrong: list[tuple[str, MemoryPool]] = [
        ("no bytes", SharedMemory(0)),
        ("cannot be mapped", UnmappableMemory(4096)),
    ]
    if version >= Version.V1_3:
        wrong += [("token 0", BufferToken(0)), ("an unknown token", BufferToken(_UNKNOWN_TOKEN))]
    for position in range(len(pools)):
        change = f"pool {position} gone"
        yield _with(request, "request.pools", change, False, pools=dropped(pools, position))
        for told, pool in wrong:
            changed = (*pools[:position], pool, *pools[position + 1 :])
            yield _with(request, "request.pools", f"pool {position}: {told}", False, pools=changed)
    twice = (*pools, *pools[-1:])
    yield _with(request, "request.pools", "the last one twice", False, pools=twice)


def value_mutations(
    request: Request, model: Model, inputs: tuple[bytes | None, ...]
) -> Iterator[RequestMutation]:
    """Every input without a value; every input of few integers or one scalar with another one."""
    for position, (index, data) in enumerate(zip(model.main.input_indexes, inputs, strict=True)):
        if not data:
            continue
        without = (*inputs[:position], None, *inputs[position + 1 :])
        change = f"input {position} has no value"
        yield RequestMutation("request.omitted", change, lambda: request, False, without)
        type_ = model.main.operands[index].type
        for element, told, changed in alternatives(type_, data):
            values = (*inputs[:position], changed, *inputs[position + 1 :])
            change = f"input {position}, element {element} -> {told}"
            yield RequestMutation("request.value", change, lambda: request, False, values)
