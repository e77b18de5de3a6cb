"""Checks of memory pools that a driver must refuse: protection, size, truncated file, handle.

The page on memory pools recommends GENERAL_FAILURE for a handle that a driver cannot decode;
INVALID_ARGUMENT is accepted too. After each refusal the driver must still execute a valid model.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final

from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    expect,
)
from conformance.checks.pool_requests import (
    PAGE,
    REFUSALS,
    SLICE,
    Pools,
    model_with_constants,
    refuse,
)
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import HealthCheck
from conformance.hal import (
    PROT_NONE,
    PROT_READ,
    PROT_WRITE,
    BufferFormat,
    DataLocation,
    DescriptorMemory,
    ErrorStatus,
    HardwareBufferDescription,
    Memory,
    MemoryKind,
    PreparedModel,
    Request,
    RequestArgument,
    Version,
)
from conformance.harness.calls import driver_calls
from conformance.verdicts import VerdictKind

_HANDLES: Final = "memory pools: the driver decodes the hidl_handle; recommended GENERAL_FAILURE"
_PROTECTION: Final = "memory pools: mmap_fd; ANeuralNetworksMemory_createFromFd, protect"

_INPUT_PLACES: Final = ((0, 0, SLICE), (1, 64, SLICE), (1, 128, SLICE))
_OUTPUT_PLACES: Final = ((1, 64, SLICE), (1, 128, SLICE), (0, 0, SLICE))


def _refuse_execution(
    context: CheckContext,
    prepared: PreparedModel,
    memory: Memory,
    places: Sequence[tuple[int, int, int]],
    what: str,
) -> None:
    """Execute with ``memory`` as pool 0; record a problem unless every mode refuses it.

    The other pool and the health of the driver are checked too. An output there is undefined after
    GENERAL_FAILURE, which a failed execution may answer.
    """
    health_check = HealthCheck(context)
    other = Pools(context).ashmem(PAGE)
    arguments = [RequestArgument(location=DataLocation(*place)) for place in places]
    request = Request(tuple(arguments[:2]), (arguments[2],), (memory, other))
    answers = set()
    for status in refuse(context, prepared, request, what):
        answers.add(status)
        context.report(health_check.find_problem())
    with other.view() as view:
        content = bytearray(view)
    output, offset, length = places[2]
    if output and ErrorStatus.GENERAL_FAILURE in answers:
        content[offset : offset + length] = bytes(length)
    if any(content):
        context.report(f"{what}: the driver wrote to another pool of the request, which it refused")


def _refuse_preparation(context: CheckContext, memory: Memory, what: str, offset: int = 0) -> None:
    """Prepare a model with a constant in ``memory``; record a problem unless it is refused.

    A driver that detects the problem late may prepare the model, but then every execution fails.
    """
    health_check = HealthCheck(context)
    model = model_with_constants([(0, offset)], [memory])
    status, _ = driver_calls.get_supported_operations(context.device, model)
    with context.case(what):
        expect(status, "get_supported_operations", ErrorStatus.NONE, *REFUSALS)
    end, _ = context.try_to_prepare(model)
    if end.model is not None and end.status == ErrorStatus.NONE:
        pool = Pools(context).ashmem(PAGE)
        places = [DataLocation(0, 0, SLICE), DataLocation(0, 64, SLICE)]
        first, second = (RequestArgument(location=place) for place in places)
        request = Request((first,), (second,), (pool,))
        list(refuse(context, end.model, request, f"{what}, which prepare_model accepted"))
    else:
        with context.case(what):
            expect(end.status, "prepare_model", *REFUSALS)
    context.report(health_check.find_problem())


@check(_PROTECTION)
def forbidden_access(context: CheckContext) -> None:
    """IPreparedModel::execute fails with GENERAL_FAILURE or INVALID_ARGUMENT if the protection of
    an mmap_fd pool forbids to read an input or to write an output, and writes nothing but outputs.
    """
    pools, prepared = Pools(context), context.prepare(addition_model())
    for protection, places, what in (
        (PROT_READ, _OUTPUT_PLACES, "an output in a read-only pool"),
        (PROT_NONE, _INPUT_PLACES, "an input in a pool of PROT_NONE"),
        (PROT_NONE, _OUTPUT_PLACES, "an output in a pool of PROT_NONE"),
        (PROT_WRITE, _INPUT_PLACES, "an input in a pool of PROT_WRITE"),
    ):
        memory = pools.mmap_fd(PAGE, protection=protection)
        memory.fill(bytes(range(256)) * (PAGE // 256))
        before = memory.content()
        _refuse_execution(context, prepared, memory, places, what)
        if memory.content() != before:
            context.report(f"{what}: the driver changed the memory")


@check(_PROTECTION)
def read_only_output_among_inputs(context: CheckContext) -> None:
    """A read-only mmap_fd pool that holds the inputs and the output of a request is refused, and
    the same request with the output in another pool is executed.
    """
    pools, prepared = Pools(context), context.prepare(addition_model())
    memory = pools.mmap_fd(PAGE, protection=PROT_READ)
    places = [(0, 0, SLICE), (0, 64, SLICE), (0, 128, SLICE)]
    what = "inputs and the output in one read-only pool"
    _refuse_execution(context, prepared, memory, places, what)
    places[2] = (1, 128, SLICE)
    pools.run([memory, pools.ashmem(PAGE)], places)


@check(_PROTECTION)
def forbidden_constants(context: CheckContext) -> None:
    """A model whose constants are in an mmap_fd pool that forbids reading is refused by
    prepareModel, or at the latest by its executions.
    """
    context.prepare(addition_model())
    for protection in (PROT_NONE, PROT_WRITE):
        memory = Pools(context).mmap_fd(PAGE, protection=protection)
        what = f"a constant in a pool of protection {protection}"
        _refuse_preparation(context, memory, what)


@check("types.hal: Request.pools, Model.pools; hidl_memory.size")
def size_zero(context: CheckContext) -> None:
    """A request or a model whose memory pool has 0 bytes is refused with GENERAL_FAILURE or
    INVALID_ARGUMENT.
    """
    pools, prepared = Pools(context), context.prepare(addition_model())
    for memory in (pools.ashmem(0), pools.mmap_fd(0), pools.mmap_fd(0, file_size=PAGE)):
        for length in (0, SLICE):
            for number, places in enumerate((_INPUT_PLACES, _OUTPUT_PLACES)):
                changed = [(pool, at, length if pool == 0 else SLICE) for pool, at, _ in places]
                what = f"{memory.name} of 0 bytes for {('an input', 'the output')[number]}"
                _refuse_execution(context, prepared, memory, changed, what)
        _refuse_preparation(context, memory, f"a constant in {memory.name} of 0 bytes")


@check("types.hal: DataLocation; hidl_memory.size")
def past_the_end(context: CheckContext) -> None:
    """An argument or a constant that is not inside the size of its pool is refused, also if the
    mapped pages or the file of the pool continue behind it.
    """
    pools, prepared = Pools(context), context.prepare(addition_model())
    for memory in (
        pools.ashmem(100),
        pools.mmap_fd(100, file_size=2 * PAGE),
        pools.mmap_fd(PAGE, file_size=2 * PAGE),
    ):
        for offset in (memory.size - SLICE + 1, memory.size, 2**32 - SLICE, 2**32 - 4):
            for number, places in enumerate((_INPUT_PLACES, _OUTPUT_PLACES)):
                changed = [(pool, at if pool else offset, SLICE) for pool, at, _ in places]
                what = f"{('an input', 'the output')[number]} at offset {offset} of {memory}"
                _refuse_execution(context, prepared, memory, changed, what)
            what = f"a constant at offset {offset} of {memory}"
            _refuse_preparation(context, memory, what, offset)


def _require_isolation(context: CheckContext) -> None:
    """End the check unless the driver has its own process, which a truncated file may end."""
    if context.driver.process is None:
        reason = (
            "an access to a truncated file ends the process with SIGBUS; run the suite with "
            "--isolate"
        )
        raise SkipCheck(VerdictKind.NOT_APPLICABLE, reason)


@check("memory pools: mmap_fd; security: the driver validates what a client passes")
def truncated_file(context: CheckContext) -> None:
    """A driver does not crash if the file of an mmap_fd pool is shorter than the pool, before the
    first execution or since the previous one; the execution fails.
    """
    _require_isolation(context)
    pools, prepared = Pools(context), context.prepare(addition_model())
    inputs = ((0, PAGE, SLICE), (1, 64, SLICE), (1, 128, SLICE))
    output = ((1, 64, SLICE), (1, 128, SLICE), (0, PAGE, SLICE))
    for used_before in (False, True):
        for places, what in ((inputs, "an input"), (output, "the output")):
            memory = pools.mmap_fd(2 * PAGE)
            if used_before:
                pools.run([memory, pools.ashmem(PAGE)], places)
            memory.truncate(PAGE)
            when = "since the previous execution" if used_before else "before the first execution"
            text = f"{what} behind the end of a file that was truncated {when}"
            _refuse_execution(context, prepared, memory, places, text)


@check("memory pools: mmap_fd; security: the driver validates what a client passes")
def truncated_constants(context: CheckContext) -> None:
    """A driver does not crash if the file of an mmap_fd pool with constants is shorter than the
    pool; prepareModel fails, or at the latest the executions.
    """
    _require_isolation(context)
    context.prepare(addition_model())
    for remaining in (0, PAGE):
        memory = Pools(context).mmap_fd(2 * PAGE)
        memory.truncate(remaining)
        what = f"a constant behind the end of a file of {remaining} bytes"
        _refuse_preparation(context, memory, what, PAGE)


_BLOB: Final = HardwareBufferDescription(PAGE)
_IMAGE: Final = HardwareBufferDescription(4, 1, 1, BufferFormat.R8G8B8A8_UNORM, stride=8)


def _pipe() -> int:
    reader, writer = os.pipe2(os.O_CLOEXEC)
    os.close(writer)
    return reader


def _file() -> int:
    fd = os.memfd_create("nn-conformance", os.MFD_CLOEXEC)
    os.ftruncate(fd, 2 * PAGE)
    return fd


def _undecodable(version: Version) -> Iterator[tuple[str, Memory]]:
    """Yield memories whose handles cannot be decoded, each with a description."""
    memories: list[tuple[str, Memory]] = []
    for kind in (MemoryKind.ASHMEM, MemoryKind.MMAP_FD):
        memories += [
            (f"{kind} without a descriptor", DescriptorMemory(-1, PAGE, kind)),
            (f"{kind} whose descriptor is a pipe", DescriptorMemory(_pipe(), PAGE, kind)),
        ]
    null = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)
    folder = os.open("/", os.O_RDONLY | os.O_CLOEXEC)
    memories += [
        ("mmap_fd whose descriptor is /dev/null", DescriptorMemory(null, PAGE, "mmap_fd")),
        ("mmap_fd whose descriptor is a folder", DescriptorMemory(folder, PAGE, "mmap_fd", 1)),
        ("memory of an unknown kind", DescriptorMemory(_file(), PAGE, "vendor.secret")),
        ("memory without a name", DescriptorMemory(_file(), PAGE, "")),
    ]
    if version >= Version.V1_2:
        blob = MemoryKind.HARDWARE_BUFFER_BLOB
        memories += [
            ("a blob without a descriptor", _buffer(blob, _BLOB, -1)),
            ("a blob without a description", _buffer(blob, None)),
        ]
    yield from memories


def _buffer(
    kind: MemoryKind, description: HardwareBufferDescription | None, fd: int | None = None
) -> DescriptorMemory:
    size = PAGE if kind is MemoryKind.HARDWARE_BUFFER_BLOB else 0
    return DescriptorMemory(_file() if fd is None else fd, size, kind, description=description)


@check(_HANDLES)
def undecodable_pools(context: CheckContext) -> None:
    """IPreparedModel::execute fails with GENERAL_FAILURE or INVALID_ARGUMENT if the handle of a
    pool with an input or output cannot be decoded or mapped.
    """
    prepared = context.prepare(addition_model())
    for number, (what, memory) in enumerate(_undecodable(context.version)):
        context.add_cleanup(memory.close)
        places = (_INPUT_PLACES, _OUTPUT_PLACES)[number % 2]
        _refuse_execution(context, prepared, memory, places, what)


@check(_HANDLES)
def undecodable_constants(context: CheckContext) -> None:
    """A model with constants in a pool whose handle cannot be decoded or mapped is refused by
    prepareModel, or at the latest by its executions.
    """
    context.prepare(addition_model())
    for what, memory in _undecodable(context.version):
        context.add_cleanup(memory.close)
        _refuse_preparation(context, memory, f"a constant in {what}")


@check("memory pools: hardware_buffer, at model execution only", since=Version.V1_2)
def images_as_constants(context: CheckContext) -> None:
    """A model with constants in a hardware buffer of another format than BLOB is refused by
    prepareModel, or at the latest by its executions.
    """
    context.prepare(addition_model())
    memory = Pools(context).image(_IMAGE)
    memory.fill(bytes(SLICE))
    _refuse_preparation(context, memory, "a constant in a hardware_buffer")
    named = DescriptorMemory(_file(), PAGE, MemoryKind.HARDWARE_BUFFER, description=_IMAGE)
    context.add_cleanup(named.close)
    what = "a constant in a hardware_buffer that states a size"
    _refuse_preparation(context, named, what)
