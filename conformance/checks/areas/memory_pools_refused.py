"""Checks of memory pools that a driver must refuse: protection, size, truncated file, handle.

The page on memory pools recommends GENERAL_FAILURE for a handle that a driver cannot decode;
INVALID_ARGUMENT is accepted too. After each refusal the driver must still execute a valid model.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from conformance import hal
from conformance.checks.check_context import CheckContext, expect, not_applicable
from conformance.checks.pool_requests import (
    PAGE,
    REFUSALS,
    SLICE,
    Place,
    PooledAddition,
    Pools,
    model_with_constant,
    pool_check,
    refuse,
)
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import HealthCheck
from conformance.harness.calls import driver_calls

_HANDLES: Final = "memory pools: the driver decodes the hidl_handle; recommended GENERAL_FAILURE"
_PROTECTION: Final = "memory pools: mmap_fd; ANeuralNetworksMemory_createFromFd, protect"

_INPUT_PLACES: Final = ((0, 0, SLICE), (1, 64, SLICE), (1, 128, SLICE))
_OUTPUT_PLACES: Final = ((1, 64, SLICE), (1, 128, SLICE), (0, 0, SLICE))


def _refuse_execution(pools: Pools, memory: hal.Memory, places: Sequence[Place], what: str) -> None:
    """Execute with ``memory`` as pool 0; record a problem unless every mode refuses it.

    The other pool and the health of the driver are checked too. An output there is undefined after
    GENERAL_FAILURE, which a failed execution may answer.
    """
    context, other = pools.context, pools.ashmem(PAGE)
    health_check = HealthCheck(context)
    request = PooledAddition(context, (memory, other), places).request
    answers = set()
    for status in refuse(context, pools.prepared, request, what):
        answers.add(status)
        context.report(health_check.find_problem())
    with other.view() as view:
        content = bytearray(view)
    output, offset, length = places[2]
    if output and hal.ErrorStatus.GENERAL_FAILURE in answers:
        content[offset : offset + length] = bytes(length)
    if any(content):
        context.report(f"{what}: the driver wrote to another pool of the request, which it refused")


def _refuse_preparation(pools: Pools, memory: hal.Memory, what: str, offset: int = 0) -> None:
    """Prepare a model with a constant in ``memory``; record a problem unless it is refused.

    A driver that detects the problem late may prepare the model, but then every execution fails.
    """
    context = pools.context
    health_check = HealthCheck(context)
    model = model_with_constant([memory], offset)
    status, _ = driver_calls.get_supported_operations(context.device, model)
    with context.case(what):
        expect(status, "get_supported_operations", hal.ErrorStatus.NONE, *REFUSALS)
    end, _ = context.try_to_prepare(model)
    if end.model is not None and end.status == hal.ErrorStatus.NONE:
        places = [(0, 0, SLICE), (0, 64, SLICE)]
        request = PooledAddition(context, [pools.ashmem(PAGE)], places).request
        list(refuse(context, end.model, request, f"{what}, which prepare_model accepted"))
    else:
        with context.case(what):
            expect(end.status, "prepare_model", *REFUSALS)
    context.report(health_check.find_problem())


@pool_check(_PROTECTION)
def forbidden_access(pools: Pools) -> None:
    """IPreparedModel::execute fails with GENERAL_FAILURE or INVALID_ARGUMENT if the protection of
    an mmap_fd pool forbids to read an input or to write an output, and writes nothing but outputs.
    """
    for protection, places, what in (
        (hal.PROT_READ, _OUTPUT_PLACES, "an output in a read-only pool"),
        (hal.PROT_NONE, _INPUT_PLACES, "an input in a pool of PROT_NONE"),
        (hal.PROT_NONE, _OUTPUT_PLACES, "an output in a pool of PROT_NONE"),
        (hal.PROT_WRITE, _INPUT_PLACES, "an input in a pool of PROT_WRITE"),
    ):
        memory = pools.mmap_fd(PAGE, protection=protection)
        memory.fill(bytes(range(256)) * (PAGE // 256))
        before = memory.content()
        _refuse_execution(pools, memory, places, what)
        if memory.content() != before:
            pools.context.report(f"{what}: the driver changed the memory")


@pool_check(_PROTECTION)
def read_only_output_among_inputs(pools: Pools) -> None:
    """A read-only mmap_fd pool that holds the inputs and the output of a request is refused, and
    the same request with the output in another pool is executed.
    """
    memory = pools.mmap_fd(PAGE, protection=hal.PROT_READ)
    places = [(0, 0, SLICE), (0, 64, SLICE), (0, 128, SLICE)]
    what = "inputs and the output in one read-only pool"
    _refuse_execution(pools, memory, places, what)
    places[2] = (1, 128, SLICE)
    pools.run([memory, pools.ashmem(PAGE)], places)


@pool_check(_PROTECTION)
def forbidden_constants(pools: Pools) -> None:
    """A model whose constants are in an mmap_fd pool that forbids reading is refused by
    prepareModel, or at the latest by its executions.
    """
    pools.context.prepare(addition_model())
    for protection in (hal.PROT_NONE, hal.PROT_WRITE):
        memory = pools.mmap_fd(PAGE, protection=protection)
        what = f"a constant in a pool of protection {protection}"
        _refuse_preparation(pools, memory, what)


@pool_check("types.hal: Request.pools, Model.pools; hidl_memory.size")
def size_zero(pools: Pools) -> None:
    """A request or a model whose memory pool has 0 bytes is refused with GENERAL_FAILURE or
    INVALID_ARGUMENT.
    """
    for memory in (pools.ashmem(0), pools.mmap_fd(0), pools.mmap_fd(0, file_size=PAGE)):
        for length in (0, SLICE):
            for number, places in enumerate((_INPUT_PLACES, _OUTPUT_PLACES)):
                changed = [(pool, at, length if pool == 0 else SLICE) for pool, at, _ in places]
                what = f"{memory.name} of 0 bytes for {('an input', 'the output')[number]}"
                _refuse_execution(pools, memory, changed, what)
        _refuse_preparation(pools, memory, f"a constant in {memory.name} of 0 bytes")


@pool_check("types.hal: DataLocation; hidl_memory.size")
def past_the_end(pools: Pools) -> None:
    """An argument or a constant that is not inside the size of its pool is refused, also if the
    mapped pages or the file of the pool continue behind it.
    """
    for memory in (
        pools.ashmem(100),
        pools.mmap_fd(100, file_size=2 * PAGE),
        pools.mmap_fd(PAGE, file_size=2 * PAGE),
    ):
        for offset in (memory.size - SLICE + 1, memory.size, 2**32 - SLICE, 2**32 - 4):
            for number, places in enumerate((_INPUT_PLACES, _OUTPUT_PLACES)):
                changed = [(pool, at if pool else offset, SLICE) for pool, at, _ in places]
                what = f"{('an input', 'the output')[number]} at offset {offset} of {memory}"
                _refuse_execution(pools, memory, changed, what)
            what = f"a constant at offset {offset} of {memory}"
            _refuse_preparation(pools, memory, what, offset)


def _require_isolation(context: CheckContext) -> None:
    """End the check unless the driver has its own process, which a truncated file may end."""
    if context.driver.process is None:
        reason = (
            "an access to a truncated file ends the process with SIGBUS; run the suite with "
            "--isolate"
        )
        not_applicable(reason)


@pool_check("memory pools: mmap_fd; security: the driver validates what a client passes")
def truncated_file(pools: Pools) -> None:
    """A driver does not crash if the file of an mmap_fd pool is shorter than the pool, before the
    first execution or since the previous one; the execution fails.
    """
    _require_isolation(pools.context)
    inputs = ((0, PAGE, SLICE), (1, 64, SLICE), (1, 128, SLICE))
    output = ((1, 64, SLICE), (1, 128, SLICE), (0, PAGE, SLICE))
    for used_before in (False, True):
        for places, what in ((inputs, "an input"), (output, "the output")):
            memory = pools.mmap_fd(2 * PAGE, can_shrink=True)
            if used_before:
                pools.run([memory, pools.ashmem(PAGE)], places)
            memory.truncate(PAGE)
            when = "since the previous execution" if used_before else "before the first execution"
            text = f"{what} behind the end of a file that was truncated {when}"
            _refuse_execution(pools, memory, places, text)


@pool_check("memory pools: mmap_fd; security: the driver validates what a client passes")
def truncated_constants(pools: Pools) -> None:
    """A driver does not crash if the file of an mmap_fd pool with constants is shorter than the
    pool; prepareModel fails, or at the latest the executions.
    """
    _require_isolation(pools.context)
    pools.context.prepare(addition_model())
    for remaining in (0, PAGE):
        memory = pools.mmap_fd(2 * PAGE, can_shrink=True)
        memory.truncate(remaining)
        what = f"a constant behind the end of a file of {remaining} bytes"
        _refuse_preparation(pools, memory, what, PAGE)


_BLOB: Final = hal.HardwareBufferDescription(PAGE)
_IMAGE: Final = hal.HardwareBufferDescription(4, 1, 1, hal.BufferFormat.R8G8B8A8_UNORM, stride=8)


def _pipe() -> int:
    reader, writer = os.pipe2(os.O_CLOEXEC)
    os.close(writer)
    return reader


def _file() -> int:
    fd = os.memfd_create("nn-conformance", os.MFD_CLOEXEC)
    os.ftruncate(fd, 2 * PAGE)
    return fd


def _undecodable(pools: Pools) -> list[tuple[str, hal.Memory]]:
    ashmem, mmap_fd, blob = (
        hal.MemoryKind.ASHMEM,
        hal.MemoryKind.MMAP_FD,
        hal.MemoryKind.HARDWARE_BUFFER_BLOB,
    )
    null = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)
    folder = os.open("/", os.O_RDONLY | os.O_CLOEXEC)
    memories = [
        ("ashmem without a descriptor", hal.DescriptorMemory(-1, PAGE, ashmem)),
        ("ashmem whose descriptor is a pipe", hal.DescriptorMemory(_pipe(), PAGE, ashmem)),
        ("mmap_fd without a descriptor", hal.DescriptorMemory(-1, PAGE, mmap_fd)),
        ("mmap_fd whose descriptor is a pipe", hal.DescriptorMemory(_pipe(), PAGE, mmap_fd)),
        ("mmap_fd whose descriptor is /dev/null", hal.DescriptorMemory(null, PAGE, mmap_fd)),
        ("mmap_fd whose descriptor is a folder", hal.DescriptorMemory(folder, PAGE, mmap_fd, 1)),
        ("memory of an unknown kind", hal.DescriptorMemory(_file(), PAGE, "vendor.secret")),
        ("memory without a name", hal.DescriptorMemory(_file(), PAGE, "")),
    ]
    if pools.context.version >= hal.Version.V1_2:
        without_descriptor = hal.DescriptorMemory(-1, PAGE, blob, description=_BLOB)
        memories += [
            ("a blob without a descriptor", without_descriptor),
            ("a blob without a description", hal.DescriptorMemory(_file(), PAGE, blob)),
        ]
    return [(what, pools.kept(memory)) for what, memory in memories]


@pool_check(_HANDLES)
def undecodable_pools(pools: Pools) -> None:
    """IPreparedModel::execute fails with GENERAL_FAILURE or INVALID_ARGUMENT if the handle of a
    pool with an input or output cannot be decoded or mapped.
    """
    for number, (what, memory) in enumerate(_undecodable(pools)):
        places = (_INPUT_PLACES, _OUTPUT_PLACES)[number % 2]
        _refuse_execution(pools, memory, places, what)


@pool_check(_HANDLES)
def undecodable_constants(pools: Pools) -> None:
    """A model with constants in a pool whose handle cannot be decoded or mapped is refused by
    prepareModel, or at the latest by its executions.
    """
    pools.context.prepare(addition_model())
    for what, memory in _undecodable(pools):
        _refuse_preparation(pools, memory, f"a constant in {what}")


@pool_check("memory pools: hardware_buffer, at model execution only", since=hal.Version.V1_2)
def images_as_constants(pools: Pools) -> None:
    """A model with constants in a hardware buffer of another format than BLOB is refused by
    prepareModel, or at the latest by its executions.
    """
    pools.context.prepare(addition_model())
    memory = pools.image(_IMAGE)
    memory.fill(bytes(SLICE))
    _refuse_preparation(pools, memory, "a constant in a hardware_buffer")
    kind = hal.MemoryKind.HARDWARE_BUFFER
    named = pools.kept(hal.DescriptorMemory(_file(), PAGE, kind, description=_IMAGE))
    what = "a constant in a hardware_buffer that states a size"
    _refuse_preparation(pools, named, what)
