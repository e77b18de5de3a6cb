"""Calls for driver-managed buffers: allocation and copies, with checked answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from conformance.hal import (
    Buffer,
    BufferDesc,
    BufferRole,
    Device,
    ErrorStatus,
    Memory,
    PreparedModel,
)
from conformance.harness.calls import driver_calls
from conformance.verdicts import Finding, VerdictKind

ALLOCATION_RULE: Final = "buffer.allocation"
"""The rule that the three values of an answer of ``allocate`` agree."""

_MAX_TOKEN: Final = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Allocation:
    """The answer of ``allocate``: a buffer and its token, or a status other than NONE."""

    status: ErrorStatus
    buffer: Buffer | None
    token: int


def allocate(
    device: Device,
    desc: BufferDesc,
    prepared_models: Sequence[PreparedModel | None],
    input_roles: Sequence[BufferRole],
    output_roles: Sequence[BufferRole],
) -> Allocation:
    """Call ``allocate`` and return its answer.

    ``DriverCallError`` is raised for an answer of the wrong form, for NONE without a buffer or a
    positive token, and for any other status with a buffer or a token.
    """
    what = "allocate"
    answer: Any = driver_calls.call_driver(
        what, device.allocate, desc, tuple(prepared_models), tuple(input_roles), tuple(output_roles)
    )
    form = "a tuple (ErrorStatus, Buffer or None, int)"
    status, buffer, token = driver_calls.unpack_answer(what, answer, 3, form)
    status = driver_calls.to_status(what, status)
    if buffer is not None and not isinstance(buffer, Buffer):
        driver_calls.raise_invalid_answer(
            f"{what} answered {driver_calls.short_repr(buffer)} as the buffer; a Buffer was"
            " expected"
        )
    if not driver_calls.is_integer(token):
        driver_calls.raise_invalid_answer(
            f"{what} answered token {driver_calls.short_repr(token)}; an integer was expected"
        )
    number = int(token)
    if status == ErrorStatus.NONE and (buffer is None or not 0 < number <= _MAX_TOKEN):
        given = "no buffer" if buffer is None else "a buffer"
        _raise_failure(
            f"{what} answered NONE with {given} and token {number}; a buffer and a token from 1 to "
            f"{_MAX_TOKEN} were expected"
        )
    if status != ErrorStatus.NONE and (buffer is not None or number):
        given = "no buffer" if buffer is None else "a buffer"
        _raise_failure(
            f"{what} answered {status.name} with {given} and token {number}; no buffer and token 0 "
            "were expected"
        )
    return Allocation(status, buffer, number)


def copy_to(buffer: Buffer, memory: Memory) -> ErrorStatus:
    """Call ``copy_to`` of a buffer and return its status."""
    return driver_calls.to_status(
        "copy_to", driver_calls.call_driver("copy_to", buffer.copy_to, memory)
    )


def copy_from(buffer: Buffer, memory: Memory, dimensions: Sequence[int] = ()) -> ErrorStatus:
    """Call ``copy_from`` of a buffer and return its status."""
    what = "copy_from"
    answer = driver_calls.call_driver(what, buffer.copy_from, memory, tuple(dimensions))
    return driver_calls.to_status(what, answer)


def _raise_failure(reason: str) -> None:
    raise driver_calls.DriverCallError(Finding(VerdictKind.FAILED, ALLOCATION_RULE, reason))
