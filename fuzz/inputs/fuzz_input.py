"""``FuzzInput``: a model, its inputs, and the changes that make its request unusual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from conformance.hal import Model
from fuzz.inputs.records import Header

POOL_NAMES: Final = ("ashmem", "mmap_fd", "hardware_buffer_blob", "hardware_buffer")
"""The memory names that a POOL record can state, by number."""


@dataclass(frozen=True, slots=True)
class ArgumentChange:
    """A change of one argument of the request.

    ``offset`` and ``length`` are added to those of a correct argument, ``pool`` to its pool index.
    ``dimensions`` replaces the argument's dimensions unless it is ``None``.
    """

    output: bool
    index: int
    no_value: bool = False
    removed: bool = False
    repeated: bool = False
    pool: int = 0
    offset: int = 0
    length: int = 0
    dimensions: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class RequestPool:
    """A further pool of the request: a memory of ``number`` bytes, or a buffer token."""

    is_token: bool
    number: int


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of an execution in nanoseconds; ``deadline`` counts from the call."""

    deadline: int | None = None
    loop_timeout: int | None = None
    duration: int | None = None


@dataclass(frozen=True, slots=True)
class FuzzInput:
    """A decoded input.

    ``inputs`` holds the given bytes of the first model inputs; ``None`` is an omitted input. The
    request stretches the bytes to the size of the operand. ``fences`` holds the kind of each fence
    that the execution waits for.
    """

    header: Header
    model: Model
    inputs: tuple[bytes | None, ...] = ()
    changes: tuple[ArgumentChange, ...] = ()
    pools: tuple[RequestPool, ...] = ()
    limits: Limits = Limits()
    fences: tuple[int, ...] = ()


def stretch(data: bytes, size: int) -> bytes:
    """Return the first ``size`` bytes of the endless repetition of ``data``; zeros if empty."""
    if len(data) >= size:
        return data[:size]
    if not data:
        return bytes(size)
    return (data * (size // len(data) + 1))[:size]
