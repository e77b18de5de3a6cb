"""Checks of hardware buffers of other formats than BLOB, which a driver may refuse.

The contract does not state how a tensor is stored in an image. The checks use the model of
``conformance.hal.memory``: the bytes of the pixels, row by row, without the padding of the
rows. A driver that refuses such memories is declined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from conformance import hal
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
from conformance.checks.registration import Check, check_with
from conformance.checks.sample_requests import HealthCheck

_IMAGES: Final = "memory pools: AHardwareBuffer, hardware_buffer"
_LOCKS: Final = "AHardwareBuffer_lock, AHardwareBuffer_unlock"
_KIND: Final = hal.MemoryKind.HARDWARE_BUFFER
_WHOLE: Final = (0, 0)

# All have pixels of 16 bytes in all; the stride of some is larger than the width.
_FORMS: Final = (
    hal.HardwareBufferDescription(16, 1, 1, hal.BufferFormat.R8_UNORM, stride=16),
    hal.HardwareBufferDescription(4, 4, 1, hal.BufferFormat.R8_UNORM, stride=5),
    hal.HardwareBufferDescription(2, 2, 1, hal.BufferFormat.R8G8B8A8_UNORM, stride=2),
    hal.HardwareBufferDescription(2, 2, 1, hal.BufferFormat.R8G8B8A8_UNORM, stride=64),
    hal.HardwareBufferDescription(1, 4, 1, hal.BufferFormat.R10G10B10A2_UNORM, stride=3),
    hal.HardwareBufferDescription(4, 2, 1, hal.BufferFormat.R5G6B5_UNORM, stride=7),
    hal.HardwareBufferDescription(1, 2, 1, hal.BufferFormat.R16G16B16A16_FLOAT, stride=4),
)


def _image_check(section: str) -> Callable[[Callable[[Pools], None]], Check]:
    """Return a decorator for a check, which is declined if the driver refuses images."""

    def run(context: CheckContext, scenario: Callable[[Pools], None]) -> None:
        pools = Pools(context)
        decline_optional(pools, _addition(pools, [pools.image(_FORMS[0])], (0,)), _KIND)
        scenario(pools)

    return check_with(run, section, since=hal.Version.V1_2)


def _addition(
    pools: Pools, images: Sequence[hal.ClientMemory], roles: Sequence[int]
) -> PooledAddition:
    """Return a request whose arguments with these numbers are images, the others in ashmem."""
    places = [(0, 64 * (number + 1), SLICE) for number in range(3)]
    for pool, role in enumerate(roles, start=1):
        places[role] = (pool, *_WHOLE)
    return PooledAddition(pools.context, [pools.ashmem(PAGE), *images], places)


@_image_check(_IMAGES)
def formats_and_strides(pools: Pools) -> None:
    """A driver that accepts hardware buffers of other formats than BLOB reads inputs from, and
    writes outputs to, the pixels of each row, and does not change the padding of the rows.
    """
    for form in _FORMS:
        size = f"{form.width}x{form.height}, stride {form.stride}"
        what = f"{hal.BufferFormat(form.format).name} of {size}"
        for roles in ((0,), (1,), (2,), (0, 1, 2)):
            images = [pools.image(form) for _ in roles]
            arguments = ", ".join(("input 0", "input 1", "the output")[role] for role in roles)
            addition = _addition(pools, images, roles)
            addition.run_along_modes(pools.prepared, f"{what} for {arguments}")


@_image_check(_LOCKS)
def unlocked_after_execution(pools: Pools) -> None:
    """When an execution has ended, the driver has unlocked the hardware buffers of its request;
    while another reader has locked an input, the execution succeeds.
    """
    images = [pools.image(_FORMS[1]) for _ in range(3)]
    addition = _addition(pools, images, (0, 1, 2))
    addition.run_along_modes(pools.prepared)
    for number, image in enumerate(images):
        if image.locks:
            raise Violation(f"hardware buffer {number} still has {image.locks} locks")
    view = images[0].lock(hal.BufferUsage.CPU_READ_OFTEN)
    addition.run_along_modes(pools.prepared, "an input that another reader has locked")
    view.release()
    images[0].unlock()


@_image_check(_LOCKS)
def usage(pools: Pools) -> None:
    """A driver locks a hardware buffer only for the CPU usages for which it was allocated: an
    input for reading, an output for writing.
    """
    read, write = hal.BufferUsage.CPU_READ_OFTEN, hal.BufferUsage.CPU_WRITE_OFTEN
    images = [
        pools.image(hal.HardwareBufferDescription(4, 4, 1, hal.BufferFormat.R8_UNORM, flags, 6))
        for flags in (read, read | hal.BufferUsage.GPU_SAMPLED_IMAGE, write)
    ]
    addition = _addition(pools, images, (0, 1, 2))
    addition.run_along_modes(pools.prepared, "inputs for reading only, the output for writing")


@_image_check(_LOCKS)
def buffers_without_access(pools: Pools) -> None:
    """An execution with a hardware buffer that its usage or its layers make inaccessible to the
    driver fails with GENERAL_FAILURE or INVALID_ARGUMENT, or returns the right values.
    """
    context, health_check = pools.context, HealthCheck(pools.context)
    read, write = hal.BufferUsage.CPU_READ_OFTEN, hal.BufferUsage.CPU_WRITE_OFTEN
    for role, flags, layers, what in (
        (0, hal.BufferUsage.GPU_DATA_BUFFER, 1, "an input without CPU usage"),
        (0, write, 1, "an input for writing only"),
        (2, read, 1, "an output for reading only"),
        (0, hal.CPU_READ_WRITE, 2, "an input of 2 layers"),
    ):
        width = 4 // layers
        image = pools.image(
            hal.HardwareBufferDescription(width, 4, layers, hal.BufferFormat.R8_UNORM, flags, 6)
        )
        addition = _addition(pools, [image], (role,))
        for mode, outcome in addition.outcomes(pools.prepared):
            # A driver with other hardware than a CPU may have access.
            with context.case(f"{mode}, {what}"):
                if addition.first_difference() or addition.changed_byte():
                    expect(outcome.status, "the execution", *REFUSALS)
        context.report(health_check.find_problem())


@_image_check("types.hal: DataLocation in a hardware_buffer: offset and length 0")
def whole_buffer(pools: Pools) -> None:
    """An argument in a hardware buffer of another format than BLOB uses the whole buffer: an offset
    or length other than 0, and a buffer smaller than the input, are refused.
    """
    for place in ((1, 4, 0), (1, 0, SLICE), (1, 4, 4)):
        places = [place, (0, 64, SLICE), (0, 128, SLICE)]
        addition = PooledAddition(
            pools.context, [pools.ashmem(PAGE), pools.image(_FORMS[0])], places
        )
        for mode, outcome in addition.outcomes(pools.prepared):
            with pools.context.case(f"{mode}, offset {place[1]} and length {place[2]}"):
                expect(outcome.status, "the execution", *REFUSALS)
    small = hal.HardwareBufferDescription(3, 4, 1, hal.BufferFormat.R8_UNORM, stride=4)
    addition = _addition(pools, [pools.image(small)], (0,))
    what = "an input of 16 bytes in an image of 12 bytes"
    list(refuse(pools.context, pools.prepared, addition.request, what))
