"""Checks of the memory pools of requests: kinds, places of the arguments, and several pools.

The pages on memory pools require every driver to map ``ashmem`` and ``mmap_fd``, and from HAL 1.3
``hardware_buffer_blob``. An argument is at any offset of a pool: the contract states no alignment.
"""

from __future__ import annotations

import gc
import os
import re
import time
from contextlib import suppress
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Final

import numpy as np

from conformance import hal
from conformance.checks.check_context import (
    CheckContext,
    Turns,
    Violation,
    described,
    require,
    run_concurrently,
)
from conformance.checks.pool_requests import (
    PAGE,
    SLICE,
    Place,
    PooledAddition,
    Pools,
    decline_optional,
    pool_check,
)
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import FILL_BYTE, SampleRequest, execute_request
from conformance.harness.calls import driver_calls

_KINDS: Final = "memory pools: names of hidl_memory"
_PLACES: Final = "types.hal: DataLocation.poolIndex, offset, length"
_POOLS: Final = "types.hal: Request.pools; memory pools"


def _in_pool(*offsets: int, pool: int = 0) -> list[Place]:
    return [(pool, offset, SLICE) for offset in offsets]


def _check_kind(pools: Pools, kind: hal.MemoryKind, *, optional: bool = False) -> None:
    size, large = 4 * PAGE, PAGE + 512
    if optional:
        first = PooledAddition(pools.context, [pools.of_kind(kind, size)], _in_pool(0, 64, 128))
        decline_optional(pools, first, kind)
    for what, kinds, places in (
        ("inputs and output", (kind,), _in_pool(64, 128, 192)),
        ("inputs", (kind, hal.MemoryKind.ASHMEM), [*_in_pool(64, 128), (1, 64, SLICE)]),
        ("output", (hal.MemoryKind.ASHMEM, kind), [*_in_pool(64, 128), (1, 64, SLICE)]),
        ("the pages after the first", (kind,), _in_pool(PAGE + 64, 2 * PAGE - 8, size - SLICE)),
        ("more than a page each", (kind,), [(0, at * large, large) for at in (2, 0, 1)]),
    ):
        memories = [pools.of_kind(each, size) for each in kinds]
        pools.run(memories, places, f"{kind} for {what}")


@pool_check(_KINDS)
def ashmem(pools: Pools) -> None:
    """IPreparedModel::execute reads its inputs from, and writes its outputs to, ashmem pools."""
    _check_kind(pools, hal.MemoryKind.ASHMEM)


@pool_check(_KINDS)
def mmap_fd(pools: Pools) -> None:
    """IPreparedModel::execute reads its inputs from, and writes its outputs to, mmap_fd pools."""
    _check_kind(pools, hal.MemoryKind.MMAP_FD)


@pool_check(_KINDS, since=hal.Version.V1_2)
def hardware_buffer_blob(pools: Pools) -> None:
    """IPreparedModel::execute reads its inputs from, and writes its outputs to,
    hardware_buffer_blob pools. A driver of HAL 1.2 may refuse them.
    """
    optional = pools.context.version < hal.Version.V1_3
    _check_kind(pools, hal.MemoryKind.HARDWARE_BUFFER_BLOB, optional=optional)


@pool_check("memory pools: mmap_fd; ANeuralNetworksMemory_createFromFd, offset")
def file_offset(pools: Pools) -> None:
    """A driver maps an mmap_fd pool from the offset in the file that its handle states, also above
    4 GiB, and changes no other byte of the file.
    """
    for offset in (PAGE, 3 * PAGE, 1 << 20, (1 << 32) + PAGE):
        places, end = _in_pool(0, 100, PAGE + 20), offset + 4 * PAGE
        _run_in_file(pools, 2 * PAGE, places, offset, end, f"offset {offset} in the file")


def _run_in_file(
    pools: Pools, size: int, places: list[Place], offset: int, end: int, what: str
) -> None:
    """Execute with a memory in a file; up to 4 pages before it and all bytes behind are kept."""
    start = max(0, offset - 4 * PAGE)
    memory = pools.mmap_fd(size, offset=offset, file_size=end)
    fd, before, behind = memory.fileno(), offset - start, end - offset - size
    os.pwrite(fd, b"\xa5" * before, start)
    os.pwrite(fd, b"\xa5" * behind, offset + size)
    pools.run([memory], places, what)
    around = os.pread(fd, before, start) + os.pread(fd, behind, offset + size)
    if around != b"\xa5" * (before + behind):
        pools.context.report(f"{what}: the driver changed bytes of the file outside the memory")


@pool_check("memory pools: mmap_fd; ANeuralNetworksMemory_createFromFd, size")
def file_longer_than_memory(pools: Pools) -> None:
    """A driver accepts an mmap_fd pool whose size is not a multiple of the page size and smaller
    than its file, and does not change the rest of the file.
    """
    for size in (3 * SLICE, 3 * SLICE + 1, PAGE - 4, PAGE + 100):
        places = _in_pool(0, SLICE, size - SLICE)
        _run_in_file(pools, size, places, 0, 4 * PAGE, f"memory of {size} bytes")


@pool_check("memory pools: mmap_fd; ANeuralNetworksMemory_createFromFd, protect")
def read_only_inputs(pools: Pools) -> None:
    """A driver reads inputs from an mmap_fd pool whose protection permits reading only."""
    memories = [pools.mmap_fd(PAGE, protection=hal.PROT_READ), pools.ashmem(PAGE)]
    pools.run(memories, [*_in_pool(64, 200), (1, 32, SLICE)])


@pool_check(_PLACES)
def overlapping_inputs(pools: Pools) -> None:
    """Two inputs of a request may be at the same place or at places that overlap."""
    for offsets in ((64, 64, 128), (64, 68, 128), (76, 64, 128), (64, 72, 88)):
        pools.run([pools.ashmem(PAGE)], _in_pool(*offsets), f"offsets {offsets}")


@pool_check(_POOLS)
def several_pools(pools: Pools) -> None:
    """Each argument of a request is in the pool of its poolIndex, in any order of the pools."""
    for order in permutations(range(3)):
        memories = [pools.ashmem(PAGE) for _ in range(3)]
        pools.run(memories, [(pool, 32 * pool, SLICE) for pool in order], f"pools {order}")
    twice, places = [pools.ashmem(PAGE)] * 2, [(0, 0, SLICE), (1, 64, SLICE), (1, 128, SLICE)]
    pools.run(twice, places, "one memory as two pools")


@pool_check(_POOLS)
def many_pools(pools: Pools) -> None:
    """A request may have many pools; each argument is in the pool of its poolIndex."""
    memories = [pools.ashmem(64) for _ in range(40)]
    pools.run(memories, [(39, 16, SLICE), (17, 32, SLICE), (38, 0, SLICE)], "40 pools")


@pool_check(_POOLS)
def pool_of_two_executions(pools: Pools) -> None:
    """A pool may hold inputs of several executions, of one prepared model and of several ones."""
    first, second = pools.prepared, pools.context.prepare(addition_model())
    shared = pools.mmap_fd(2 * PAGE)
    additions = [
        PooledAddition(
            pools.context, [shared, pools.ashmem(PAGE)], [*_in_pool(at, at + 64), (1, at, SLICE)]
        )
        for at in (0, 8, 1024)
    ]
    for turn, prepared in enumerate((first, first, second, first)):
        addition = additions[turn % len(additions)]
        addition.run_along_modes(prepared, f"execution {turn} with the same input pool")


@pool_check(_POOLS, since=hal.Version.V1_2)
def pool_of_simultaneous_executions(pools: Pools) -> None:
    """A pool may hold inputs of several executions at the same time."""
    context, values = pools.context, np.arange(PAGE // 4, dtype="<f4")
    shared = pools.mmap_fd(PAGE)
    shared.fill(values.tobytes())
    prepared = pools.prepared

    def execute(thread: int, turns: Turns) -> None:
        first, output = 64 * (thread + 1), pools.ashmem(SLICE)
        a, b = values[first : first + 4], values[first + 100 : first + 104]
        places = [(0, 4 * first, SLICE), (0, 4 * (first + 100), SLICE), (1, 0, SLICE)]
        addition = SampleRequest(
            context,
            [a.tobytes(), b.tobytes()],
            [(a + b).tobytes()],
            pools=(shared, output),
            places={number: hal.DataLocation(*place) for number, place in enumerate(places)},
        )
        for _ in range(16):
            with output.view() as view:
                view[:] = bytes([FILL_BYTE]) * SLICE
            turns.wait()
            outcome = execute_request(context, prepared, addition.request)
            with described("an execution whose input pool is used by other executions"):
                require(addition.problem(outcome))

    run_concurrently(context, [partial(execute, thread) for thread in range(4)])
    if shared.content() != values.tobytes():
        context.report("the pool of the inputs was changed")


@pool_check(_POOLS)
def new_pools_after_unmapping(pools: Pools) -> None:
    """After an execution, the client may unmap its pools; an execution with new pools, which may
    have the descriptors and addresses of the old ones, uses the new ones.
    """
    for turn in range(6):
        kind = (hal.MemoryKind.ASHMEM, hal.MemoryKind.MMAP_FD)[turn % 2]
        memory = pools.of_kind(kind, PAGE)
        pools.run([memory], _in_pool(0, 16 * (turn + 1), 128), f"new pool {turn}", seed=turn)
        with suppress(BufferError):
            memory.close()


@pool_check("memory pools: hidl_memory is mapped for the call; IPreparedModel.execute")
def unmapped_after_execution(pools: Pools) -> None:
    """When an execution has ended and the client has unmapped its memory, the driver does not keep
    the memory mapped.
    """
    context = pools.context
    for kind in (hal.MemoryKind.ASHMEM, hal.MemoryKind.MMAP_FD):
        known = len(context.problems)
        with context.cleanup_scope():
            memory = pools.of_kind(kind, 5 * PAGE)
            inode = os.fstat(memory.fileno()).st_ino
            pools.run([memory], _in_pool(0, 64, 128), str(kind))
        del memory  # the process of a driver unmaps what the client no longer has
        if len(context.problems) == known and not _is_unmapped(context, inode):
            raise Violation(
                f"{kind}: the memory of an execution that has ended is still mapped by the driver "
                "after the client has unmapped it"
            )


def _is_unmapped(context: CheckContext, inode: int) -> bool:
    maps = Path(f"/proc/{context.driver.pid or os.getpid()}/maps")
    until = time.monotonic() + 5.0
    while time.monotonic() <= until:
        gc.collect()
        # The next call releases the memories that the client has dropped.
        driver_calls.call_driver("get_status", context.device.get_status)
        with suppress(OSError):
            if not re.search(rf" {inode} +/memfd:nn-conformance", maps.read_text()):
                return True
        time.sleep(0.02)
    return False


@pool_check(_PLACES)
def large_pool(pools: Pools) -> None:
    """Arguments may be anywhere in a large pool, also behind its first 4 MiB."""
    size = (1 << 22) + 2 * PAGE
    places = _in_pool(size - PAGE, 64, size - SLICE)
    for kind in (hal.MemoryKind.ASHMEM, hal.MemoryKind.MMAP_FD):
        pools.run([pools.of_kind(kind, size)], places, f"{kind} of {size} bytes")
