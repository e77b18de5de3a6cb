"""Checks of the memory pools of requests: kinds, places of the arguments, and several pools.

The pages on memory pools require every driver to map ``ashmem`` and ``mmap_fd``, and from HAL 1.3
``hardware_buffer_blob``. An argument is at any offset of a pool: the contract states no alignment.
"""

from __future__ import annotations

import gc
import os
import time
from contextlib import suppress
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from conformance.checks.check_context import (
    CheckContext,
    Turns,
    Violation,
    expect,
    run_concurrently,
)
from conformance.checks.pool_requests import (
    PAGE,
    SLICE,
    Place,
    PooledAddition,
    Pools,
    decline_optional,
)
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import FILL_BYTE
from conformance.hal import (
    PROT_READ,
    DataLocation,
    MeasureTiming,
    Memory,
    MemoryKind,
    OperandType,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
    Version,
)
from conformance.harness.calls import driver_calls
from conformance.oracle.accuracy import describe_difference
from conformance.verdicts import Finding

_KINDS: Final = "memory pools: names of hidl_memory"
_PLACES: Final = "types.hal: DataLocation.poolIndex, offset, length"
_POOLS: Final = "types.hal: Request.pools; memory pools"


def _in_pool(*offsets: int, pool: int = 0) -> list[Place]:
    """Return places of arguments in one pool, at these offsets."""
    return [(pool, offset, SLICE) for offset in offsets]


def _check_kind(context: CheckContext, kind: MemoryKind, *, optional: bool = False) -> None:
    """Execute with inputs, the output, and both in memories of one kind."""
    pools, size = Pools(context), 3 * PAGE
    if optional:
        first = PooledAddition([pools.of_kind(kind, size)], _in_pool(0, 64, 128))
        decline_optional(context, pools.prepared, first, kind)
    for what, kinds, places in (
        ("inputs and output", (kind,), _in_pool(64, 128, 192)),
        ("inputs", (kind, MemoryKind.ASHMEM), [*_in_pool(64, 128), (1, 64, SLICE)]),
        ("output", (MemoryKind.ASHMEM, kind), [*_in_pool(64, 128), (1, 64, SLICE)]),
        ("the second and third page", (kind,), _in_pool(PAGE + 64, 2 * PAGE - 8, 3 * PAGE - 16)),
    ):
        memories = [pools.of_kind(each, size) for each in kinds]
        pools.run(memories, places, f"{kind} for {what}")


@check(_KINDS)
def ashmem(context: CheckContext) -> None:
    """IPreparedModel::execute reads its inputs from, and writes its outputs to, ashmem pools."""
    _check_kind(context, MemoryKind.ASHMEM)


@check(_KINDS)
def mmap_fd(context: CheckContext) -> None:
    """IPreparedModel::execute reads its inputs from, and writes its outputs to, mmap_fd pools."""
    _check_kind(context, MemoryKind.MMAP_FD)


@check(_KINDS, since=Version.V1_2)
def hardware_buffer_blob(context: CheckContext) -> None:
    """IPreparedModel::execute reads its inputs from, and writes its outputs to,
    hardware_buffer_blob pools. A driver of HAL 1.2 may refuse them.
    """
    optional = context.version < Version.V1_3
    _check_kind(context, MemoryKind.HARDWARE_BUFFER_BLOB, optional=optional)


@check("memory pools: mmap_fd; ANeuralNetworksMemory_createFromFd, offset")
def file_offset(context: CheckContext) -> None:
    """A driver maps an mmap_fd pool from the offset in the file that its handle states, also above
    4 GiB, and changes no other byte of the file.
    """
    for offset in (PAGE, 3 * PAGE, 1 << 20, (1 << 32) + PAGE):
        places, end = _in_pool(0, 100, PAGE + 20), offset + 4 * PAGE
        _run_in_file(context, 2 * PAGE, places, offset, end, f"offset {offset} in the file")


def _run_in_file(
    context: CheckContext, size: int, places: list[Place], offset: int, end: int, what: str
) -> None:
    """Execute with a memory in a file; up to 4 pages before it and all bytes behind are kept."""
    pools, start = Pools(context), max(0, offset - 4 * PAGE)
    memory = pools.mmap_fd(size, offset=offset, file_size=end)
    fd, before, behind = memory.fileno(), offset - start, end - offset - size
    os.pwrite(fd, b"\xa5" * before, start)
    os.pwrite(fd, b"\xa5" * behind, offset + size)
    pools.run([memory], places, what)
    around = os.pread(fd, before, start) + os.pread(fd, behind, offset + size)
    if around != b"\xa5" * (before + behind):
        context.report(f"{what}: the driver changed bytes of the file outside the memory")


@check("memory pools: mmap_fd; ANeuralNetworksMemory_createFromFd, size")
def file_longer_than_memory(context: CheckContext) -> None:
    """A driver accepts an mmap_fd pool whose size is not a multiple of the page size and smaller
    than its file, and does not change the rest of the file.
    """
    for size in (3 * SLICE, 3 * SLICE + 1, PAGE - 4, PAGE + 100):
        places = _in_pool(0, SLICE, size - SLICE)
        _run_in_file(context, size, places, 0, 4 * PAGE, f"memory of {size} bytes")


@check("memory pools: mmap_fd; ANeuralNetworksMemory_createFromFd, protect")
def read_only_inputs(context: CheckContext) -> None:
    """A driver reads inputs from an mmap_fd pool whose protection permits reading only."""
    pools = Pools(context)
    memories = [pools.mmap_fd(PAGE, protection=PROT_READ), pools.ashmem(PAGE)]
    pools.run(memories, [*_in_pool(64, 200), (1, 32, SLICE)])


@check(_PLACES)
def slices(context: CheckContext) -> None:
    """IPreparedModel::execute uses the bytes of each argument at its offset in the pool, in any
    order, next to each other, across a page boundary, and at the end of the pool.
    """
    pools, size = Pools(context), 2 * PAGE
    for offsets in (
        (0, 16, 32),
        (4, 24, 44),
        (68, 100, 132),
        (128, 16, 0),
        (32, 64, 4092),
        (4084, 4100, 20),
        (size - 16, 0, size - 32),
        (60, size - 36, size - 16),
    ):
        for kind in (MemoryKind.ASHMEM, MemoryKind.MMAP_FD):
            memories = [pools.of_kind(kind, size)]
            pools.run(memories, _in_pool(*offsets), f"{kind}, offsets {offsets}")


@check(_PLACES)
def unaligned_slices(context: CheckContext) -> None:
    """IPreparedModel::execute uses the bytes of each argument at its offset in the pool, also if
    the offset is odd: the contract states no alignment of DataLocation.offset.
    """
    pools = Pools(context)
    for offsets in ((1, 33, 65), (2, 18, 34), (7, 51, 4093), (4095, 129, 3)):
        pools.run([pools.ashmem(2 * PAGE)], _in_pool(*offsets), f"offsets {offsets}")


@check(_PLACES)
def overlapping_inputs(context: CheckContext) -> None:
    """Two inputs of a request may be at the same place or at places that overlap."""
    pools = Pools(context)
    for offsets in ((64, 64, 128), (64, 68, 128), (76, 64, 128), (64, 72, 88)):
        pools.run([pools.ashmem(PAGE)], _in_pool(*offsets), f"offsets {offsets}")


@check(_POOLS)
def several_pools(context: CheckContext) -> None:
    """Each argument of a request is in the pool of its poolIndex, in any order of the pools."""
    pools = Pools(context)
    for order in permutations(range(3)):
        memories = [pools.ashmem(PAGE) for _ in range(3)]
        pools.run(memories, [(pool, 32 * pool, SLICE) for pool in order], f"pools {order}")
    twice, places = [pools.ashmem(PAGE)] * 2, [(0, 0, SLICE), (1, 64, SLICE), (1, 128, SLICE)]
    pools.run(twice, places, "one memory as two pools")


@check(_POOLS)
def unused_pools(context: CheckContext) -> None:
    """A request may have pools in which no argument is; the driver does not change them."""
    pools = Pools(context)
    kinds = [MemoryKind.ASHMEM, MemoryKind.MMAP_FD]
    if context.version >= Version.V1_3:
        kinds.append(MemoryKind.HARDWARE_BUFFER_BLOB)
    for kind in kinds:
        for used in ((1, 1, 1), (0, 0, 2), (2, 3, 1)):
            memories = [pools.of_kind(kind, PAGE), *[pools.ashmem(PAGE) for _ in range(3)]]
            memories.append(pools.of_kind(kind, 3 * PAGE))
            places = [(pool, 64 * number, SLICE) for number, pool in enumerate(used)]
            pools.run(memories, places, f"arguments in the pools {used} of 5, {kind}")


@check(_POOLS)
def many_pools(context: CheckContext) -> None:
    """A request may have many pools; each argument is in the pool of its poolIndex."""
    pools = Pools(context)
    memories = [pools.ashmem(64) for _ in range(40)]
    pools.run(memories, [(39, 16, SLICE), (17, 32, SLICE), (38, 0, SLICE)], "40 pools")


@check(_POOLS)
def mixed_kinds(context: CheckContext) -> None:
    """The arguments of one request may be in memories of different kinds."""
    pools, kinds = Pools(context), [MemoryKind.ASHMEM, MemoryKind.MMAP_FD]
    third = MemoryKind.HARDWARE_BUFFER_BLOB if context.version >= Version.V1_3 else kinds[1]
    places = [(0, 20, SLICE), (1, PAGE, SLICE), (2, PAGE + 4, SLICE)]
    for order in permutations((*kinds, third)):
        pools.run([pools.of_kind(kind, 2 * PAGE) for kind in order], places, ", ".join(order))


@check(_POOLS)
def pool_of_two_executions(context: CheckContext) -> None:
    """A pool may hold inputs of several executions, of one prepared model and of several ones."""
    pools, second = Pools(context), context.prepare(addition_model())
    shared = pools.mmap_fd(2 * PAGE)
    additions = [
        PooledAddition([shared, pools.ashmem(PAGE)], [*_in_pool(at, at + 64), (1, at, SLICE)])
        for at in (0, 8, 1024)
    ]
    first = pools.prepared
    for turn, prepared in enumerate((first, first, second, first)):
        addition = additions[turn % len(additions)]
        addition.run(context, prepared, f"execution {turn} with the same input pool")


@check(_POOLS, since=Version.V1_2)
def pool_of_simultaneous_executions(context: CheckContext) -> None:
    """A pool may hold inputs of several executions at the same time."""
    pools, values = Pools(context), np.arange(PAGE // 4, dtype="<f4")
    shared = pools.mmap_fd(PAGE)
    shared.fill(values.tobytes())
    functions = [
        partial(_execute_with_shared_input, pools.prepared, shared, values, thread)
        for thread in range(4)
    ]
    for problem in run_concurrently(context, functions):
        context.report(problem)
    if shared.content() != values.tobytes():
        context.report("the pool of the inputs was changed")


def _execute_with_shared_input(
    prepared: PreparedModel,
    shared: Memory,
    values: NDArray[np.float32],
    thread: int,
    turns: Turns,
) -> None:
    """Execute several times with inputs in a shared pool."""
    output = SharedMemory(SLICE)
    first = 64 * (thread + 1)
    inputs = [DataLocation(0, 4 * first, SLICE), DataLocation(0, 4 * (first + 100), SLICE)]
    request = Request(
        tuple(RequestArgument(location=place) for place in inputs),
        (RequestArgument(location=DataLocation(1, 0, SLICE)),),
        (shared, output),
    )
    expected = (values[first : first + 4] + values[first + 100 : first + 104]).tobytes()
    what = "an execution whose input pool is used by other executions"
    for _ in range(16):
        turns.wait()
        outcome = driver_calls.execute_synchronously(prepared, request, MeasureTiming.NO)
        expect(outcome.status, what)
        with output.view() as view:
            if wrong := describe_difference(expected, bytes(view), OperandType.TENSOR_FLOAT32):
                raise Violation(f"{what}: in its output, {wrong}")
            view[:] = bytes([FILL_BYTE]) * SLICE


@check(_POOLS)
def new_pools_after_unmapping(context: CheckContext) -> None:
    """After an execution, the client may unmap its pools; an execution with new pools, which may
    have the descriptors and addresses of the old ones, uses the new ones.
    """
    pools = Pools(context)
    for turn in range(6):
        kind = (MemoryKind.ASHMEM, MemoryKind.MMAP_FD)[turn % 2]
        memory = pools.of_kind(kind, PAGE)
        pools.run([memory], _in_pool(0, 16 * (turn + 1), 128), f"new pool {turn}", seed=turn)
        with suppress(BufferError):
            memory.close()


@check("memory pools: hidl_memory is mapped for the call; IPreparedModel.execute")
def unmapped_after_execution(context: CheckContext) -> None:
    """When an execution has ended and the client has unmapped its memory, the driver does not keep
    the memory mapped.
    """
    prepared = context.prepare(addition_model())
    for kind in (MemoryKind.ASHMEM, MemoryKind.MMAP_FD):
        inode, problems = _execute_and_drop(context, prepared, kind)
        context.problems.extend(problems)
        if not problems and not _is_unmapped(context, inode):
            raise Violation(
                f"{kind}: the memory of an execution that has ended is still mapped by the driver "
                "after the client has unmapped it"
            )


def _execute_and_drop(
    context: CheckContext, prepared: PreparedModel, kind: MemoryKind
) -> tuple[int, list[Finding | str]]:
    """Execute with a new memory and close it; return the inode of its file, and problems."""
    inner = CheckContext(context.driver, context.options)
    pools = Pools(inner)
    memory = pools.of_kind(kind, 5 * PAGE)
    inode = os.fstat(memory.fileno()).st_ino
    try:
        pools.run([memory], _in_pool(0, 64, 128), str(kind), prepared=prepared)
    finally:
        inner.close()
    return inode, inner.problems


def _is_unmapped(context: CheckContext, inode: int) -> bool:
    """Wait up to 5 s until the driver's process has no mapping of a file."""
    pid = context.driver.pid or os.getpid()
    until = time.monotonic() + 5.0
    while True:
        gc.collect()
        # The next call releases the memories that the client has dropped.
        driver_calls.call_driver("get_status", context.device.get_status)
        with suppress(OSError):
            maps = Path(f"/proc/{pid}/maps").read_text()
            if not any(_inode_of(line) == inode for line in maps.splitlines()):
                return True
        if time.monotonic() > until:
            return False
        time.sleep(0.02)


def _inode_of(line: str) -> int:
    """Return the inode in a line of ``/proc/PID/maps``; 0 for a mapping without a file."""
    columns = line.split(maxsplit=5)
    return int(columns[4]) if len(columns) > 5 and "memfd:nn-conformance" in columns[5] else 0


@check(_PLACES)
def large_pool(context: CheckContext) -> None:
    """Arguments may be anywhere in a large pool, also behind its first 4 MiB."""
    pools, size = Pools(context), (1 << 22) + 2 * PAGE
    places = _in_pool(size - PAGE, 64, size - SLICE)
    for kind in (MemoryKind.ASHMEM, MemoryKind.MMAP_FD):
        pools.run([pools.of_kind(kind, size)], places, f"{kind} of {size} bytes")
