"""Checks of hardware buffers of other formats than BLOB, which a driver may refuse.

The contract does not state how a tensor is stored in an image. The checks use the model of
``conformance.hal.memory``: the bytes of the pixels, row by row, without the padding of the
rows. A driver that refuses such memories is declined.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conformance.checks.check_context import CheckContext, Violation, expect
from conformance.checks.pool_requests import (
    PAGE,
    REFUSALS,
    SLICE,
    PooledAddition,
    Pools,
    decline_optional,
    refuse,
)
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import HealthCheck
from conformance.hal import (
    CPU_READ_WRITE,
    BufferFormat,
    BufferUsage,
    ClientMemory,
    HardwareBufferDescription,
    MemoryKind,
    PreparedModel,
    Version,
)

_IMAGES: Final = "memory pools: AHardwareBuffer, hardware_buffer"
_LOCKS: Final = "AHardwareBuffer_lock, AHardwareBuffer_unlock"
_KIND: Final = MemoryKind.HARDWARE_BUFFER
_WHOLE: Final = (0, 0)

# All have pixels of 16 bytes in all; the stride of some is larger than the width.
_FORMS: Final = (
    HardwareBufferDescription(16, 1, 1, BufferFormat.R8_UNORM, stride=16),
    HardwareBufferDescription(4, 4, 1, BufferFormat.R8_UNORM, stride=5),
    HardwareBufferDescription(2, 2, 1, BufferFormat.R8G8B8A8_UNORM, stride=2),
    HardwareBufferDescription(2, 2, 1, BufferFormat.R8G8B8A8_UNORM, stride=64),
    HardwareBufferDescription(1, 4, 1, BufferFormat.R10G10B10A2_UNORM, stride=3),
    HardwareBufferDescription(4, 2, 1, BufferFormat.R5G6B5_UNORM, stride=7),
    HardwareBufferDescription(1, 2, 1, BufferFormat.R16G16B16A16_FLOAT, stride=4),
)


def _prepare(context: CheckContext) -> PreparedModel:
    """Return a prepared model; end the check as declined if the driver refuses images."""
    prepared = context.prepare(addition_model())
    image = Pools(context).image(_FORMS[0])
    decline_optional(context, prepared, _addition(context, [image], (0,)), _KIND)
    return prepared


def _addition(
    context: CheckContext, images: Sequence[ClientMemory], roles: Sequence[int]
) -> PooledAddition:
    """Return a request whose arguments with these numbers are images, the others in ashmem."""
    places = [(0, 64 * (number + 1), SLICE) for number in range(3)]
    for pool, role in enumerate(roles, start=1):
        places[role] = (pool, *_WHOLE)
    return PooledAddition([Pools(context).ashmem(PAGE), *images], places)


@check(_IMAGES, since=Version.V1_2)
def formats_and_strides(context: CheckContext) -> None:
    """A driver that accepts hardware buffers of other formats than BLOB reads inputs from, and
    writes outputs to, the pixels of each row, and does not change the padding of the rows.
    """
    prepared, pools = _prepare(context), Pools(context)
    for form in _FORMS:
        size = f"{form.width}x{form.height}, stride {form.stride}"
        what = f"{BufferFormat(form.format).name} of {size}"
        for roles in ((0,), (1,), (2,), (0, 1, 2)):
            images = [pools.image(form) for _ in roles]
            arguments = ", ".join(("input 0", "input 1", "the output")[role] for role in roles)
            addition = _addition(context, images, roles)
            addition.run(context, prepared, f"{what} for {arguments}")


@check(_LOCKS, since=Version.V1_2)
def unlocked_after_execution(context: CheckContext) -> None:
    """When an execution has ended, the driver has unlocked the hardware buffers of its request;
    while another reader has locked an input, the execution succeeds.
    """
    prepared, pools = _prepare(context), Pools(context)
    images = [pools.image(_FORMS[1]) for _ in range(3)]
    addition = _addition(context, images, (0, 1, 2))
    addition.run(context, prepared)
    for number, image in enumerate(images):
        if image.locks:
            raise Violation(f"hardware buffer {number} still has {image.locks} locks")
    view = images[0].lock(BufferUsage.CPU_READ_OFTEN)
    addition.run(context, prepared, "an input that another reader has locked")
    view.release()
    images[0].unlock()


@check(_LOCKS, since=Version.V1_2)
def usage(context: CheckContext) -> None:
    """A driver locks a hardware buffer only for the CPU usages for which it was allocated: an
    input for reading, an output for writing.
    """
    prepared, pools = _prepare(context), Pools(context)
    read, write = BufferUsage.CPU_READ_OFTEN, BufferUsage.CPU_WRITE_OFTEN
    images = [
        pools.image(HardwareBufferDescription(4, 4, 1, BufferFormat.R8_UNORM, flags, 6))
        for flags in (read, read | BufferUsage.GPU_SAMPLED_IMAGE, write)
    ]
    addition = _addition(context, images, (0, 1, 2))
    addition.run(context, prepared, "inputs for reading only, the output for writing")


@check(_LOCKS, since=Version.V1_2)
def buffers_without_access(context: CheckContext) -> None:
    """An execution with a hardware buffer that its usage or its layers make inaccessible to the
    driver fails with GENERAL_FAILURE or INVALID_ARGUMENT, or returns the right values.
    """
    prepared, pools, health_check = _prepare(context), Pools(context), HealthCheck(context)
    read, write = BufferUsage.CPU_READ_OFTEN, BufferUsage.CPU_WRITE_OFTEN
    for role, flags, layers, what in (
        (0, BufferUsage.GPU_DATA_BUFFER, 1, "an input without CPU usage"),
        (0, write, 1, "an input for writing only"),
        (2, read, 1, "an output for reading only"),
        (0, CPU_READ_WRITE, 2, "an input of 2 layers"),
    ):
        width = 4 // layers
        image = pools.image(
            HardwareBufferDescription(width, 4, layers, BufferFormat.R8_UNORM, flags, 6)
        )
        addition = _addition(context, [image], (role,))
        for mode, outcome in addition.outcomes(context, prepared):
            # A driver with other hardware than a CPU may have access.
            with context.case(f"{mode}, {what}"):
                if outcome.status not in REFUSALS and addition.problem():
                    expect(outcome.status, "the execution", *REFUSALS)
        context.report(health_check.find_problem())


@check("types.hal: DataLocation in a hardware_buffer: offset and length 0", since=Version.V1_2)
def whole_buffer(context: CheckContext) -> None:
    """An argument in a hardware buffer of another format than BLOB uses the whole buffer: an offset
    or length other than 0, and a buffer smaller than the input, are refused.
    """
    prepared, pools = _prepare(context), Pools(context)
    for place in ((1, 4, 0), (1, 0, SLICE), (1, 4, 4)):
        places = [place, (0, 64, SLICE), (0, 128, SLICE)]
        addition = PooledAddition([pools.ashmem(PAGE), pools.image(_FORMS[0])], places)
        for mode, outcome in addition.outcomes(context, prepared):
            with context.case(f"{mode}, offset {place[1]} and length {place[2]}"):
                expect(outcome.status, "the execution", *REFUSALS)
    small = HardwareBufferDescription(3, 4, 1, BufferFormat.R8_UNORM, stride=4)
    addition = _addition(context, [pools.image(small)], (0,))
    what = "an input of 16 bytes in an image of 12 bytes"
    list(refuse(context, prepared, addition.request, what))
