"""Calls for driver-managed buffers: allocation and copies, with checked answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from conformance import hal
from conformance.harness.calls import driver_calls

ALLOCATION_RULE: Final = "buffer.allocation"
"""The rule that the three values of an answer of ``allocate`` agree."""

_MAX_TOKEN: Final = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Allocation:
    """The answer of ``allocate``: a buffer and its token, or a status other than NONE."""

    status: hal.ErrorStatus
    buffer: hal.Buffer | None
    token: int


def allocate(
    device: hal.Device,
    desc: hal.BufferDesc,
    prepared_models: Sequence[hal.PreparedModel | None],
    input_roles: Sequence[hal.BufferRole],
    output_roles: Sequence[hal.BufferRole],
) -> Allocation:
    """Call ``allocate`` and return its answer.

    ``DriverCallError`` is raised for an answer of the wrong form, for NONE without a buffer or a
    positive token, and for any other status with a buffer or a token.
    """
    what = "allocate"
    roles = tuple(input_roles), tuple(output_roles)
    status, buffer, token = driver_calls.call_checked(
        what, device.allocate, desc, tuple(prepared_models), *roles
    )
    succeeded = status == hal.ErrorStatus.NONE
    right = 0 < token <= _MAX_TOKEN if succeeded else token == 0
    if succeeded == (buffer is None) or not right:
        given = "no buffer" if buffer is None else "a buffer"
        wanted = f"a buffer and a token from 1 to {_MAX_TOKEN}"
        driver_calls.raise_failure(
            ALLOCATION_RULE,
            f"{what} answered {status.name} with {given} and token {token}; "
            f"{wanted if succeeded else 'no buffer and token 0'} were expected",
        )
    return Allocation(status, buffer, token)


def copy_to(buffer: hal.Buffer, memory: hal.Memory) -> hal.ErrorStatus:
    """Call ``copy_to`` of a buffer and return its status."""
    return driver_calls.to_status(
        "copy_to", driver_calls.call_driver("copy_to", buffer.copy_to, memory)
    )


def copy_from(
    buffer: hal.Buffer, memory: hal.Memory, dimensions: Sequence[int] = ()
) -> hal.ErrorStatus:
    """Call ``copy_from`` of a buffer and return its status."""
    what = "copy_from"
    answer = driver_calls.call_driver(what, buffer.copy_from, memory, tuple(dimensions))
    return driver_calls.to_status(what, answer)
