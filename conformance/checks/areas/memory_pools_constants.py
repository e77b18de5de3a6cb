"""Checks of constants: CONSTANT_COPY, and CONSTANT_REFERENCE in memory pools of every kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from conformance import hal
from conformance.checks.check_context import SkipCheck, decline
from conformance.checks.pool_requests import (
    ELEMENTS,
    PAGE,
    REFUSALS,
    SLICE,
    PooledAddition,
    Pools,
    model_with_constant,
    pool_check,
)
from conformance.checks.registration import quality_warning
from conformance.checks.sample_models import (
    addition_model,
    constant_addition_model,
    is_supported,
    with_operands,
)
from conformance.checks.sample_requests import client_view
from conformance.verdicts import VerdictKind

_KINDS: Final = "memory pools: names of hidl_memory; CONSTANT_REFERENCE"
_PLACES: Final = "types.hal: Operand.location, OperandLifeTime.CONSTANT_REFERENCE"
_POOLS: Final = "types.hal: Model.pools; memory pools"
_REQUEST_PLACES: Final = ((0, 64, SLICE), (0, 128, SLICE))


def _values(number: int) -> bytes:
    """Return the bytes of constant ``number``: small whole numbers that differ from the others."""
    return (np.arange(ELEMENTS) * 3 + 100 * number + 5).astype("<f4").tobytes()


def _fill(memory: hal.Memory, places: Sequence[int]) -> None:
    """Fill a pool with values that no constant has, and write the constants at these offsets."""
    with client_view(memory) as view:
        other = np.full(len(view) // 4 + 1, -77.0, "<f4").tobytes()
        view[:] = other[: len(view)]
        for number, offset in enumerate(places):
            view[offset : offset + SLICE] = _values(number)


def _check_model(pools: Pools, model: hal.Model, constants: Sequence[bytes], what: str) -> None:
    """Prepare a model with one constant and execute it in every mode.

    A driver that declines the model, but not the same constant in operandValues, gets a warning.
    """
    context = pools.context
    try:
        prepared = context.prepare(model)
    except SkipCheck as skipped:
        declined = skipped.finding.kind == VerdictKind.DECLINED
        if not declined and skipped.finding.kind != VerdictKind.FAILED:
            raise
        if declined and not is_supported(context, constant_addition_model(ELEMENTS)[0]):
            raise
        text = f"{what}: {skipped.finding.reason}"
        # A driver may decline any operation, but runtimes pass large constants in pools only.
        context.report(quality_warning(text) if declined else text)
        return
    _run(pools, prepared, constants, what)


def _run(pools: Pools, prepared: hal.PreparedModel, constants: Sequence[bytes], what: str) -> None:
    addition = PooledAddition(
        pools.context, [pools.ashmem(PAGE)], _REQUEST_PLACES, constants=constants
    )
    addition.run_along_modes(prepared, what)


def _check_places(pools: Pools, memory: hal.Memory, offset: int, what: str) -> None:
    """Execute a model with a constant at an offset of a pool, which must remain unchanged."""
    _fill(memory, [offset])
    with client_view(memory) as view:
        before = bytes(view)
    model = model_with_constant([memory], offset)
    _check_model(pools, model, [_values(0)], what)
    with client_view(memory) as view:
        changed = bytes(view) != before
    if changed:
        pools.context.report(f"{what}: the driver changed the pool of the constants")


def _check_kind(pools: Pools, kind: hal.MemoryKind) -> None:
    for offset in (0, 16, 100, PAGE - 8, 2 * PAGE - SLICE):
        memory = pools.of_kind(kind, 2 * PAGE)
        _check_places(pools, memory, offset, f"a constant at {offset} of {kind}")


@pool_check(_KINDS)
def ashmem(pools: Pools) -> None:
    """IDevice::prepareModel uses constants in ashmem pools, at their offset, and does not change
    the pool.
    """
    _check_kind(pools, hal.MemoryKind.ASHMEM)


@pool_check(_KINDS)
def mmap_fd(pools: Pools) -> None:
    """IDevice::prepareModel uses constants in mmap_fd pools, at their offset, also in a read-only
    file and behind the start of the file, and does not change the file.
    """
    _check_kind(pools, hal.MemoryKind.MMAP_FD)
    for offset in (0, PAGE, (1 << 32) + PAGE):
        memory = pools.mmap_fd(PAGE + 100, offset=offset, protection=hal.PROT_READ)
        what = f"a constant in a read-only file, from offset {offset}"
        _check_places(pools, memory, PAGE + 20, what)


@pool_check(_KINDS, since=hal.Version.V1_2)
def hardware_buffer_blob(pools: Pools) -> None:
    """IDevice::prepareModel uses constants in hardware_buffer_blob pools. A driver of HAL 1.2 may
    refuse them.
    """
    kind = hal.MemoryKind.HARDWARE_BUFFER_BLOB
    if pools.context.version < hal.Version.V1_3:
        memory = pools.of_kind(kind, PAGE)
        _fill(memory, [0])
        end, _ = pools.context.try_to_prepare(model_with_constant([memory], 0))
        if end.status in REFUSALS:
            pools.context.prepare(addition_model())
            reason = (
                "prepare_model with a constant in hardware_buffer_blob memory, which is optional "
                f"in HAL 1.2, answered {end.status.name}"
            )
            decline(reason, "memory.declined")
    _check_kind(pools, kind)


@pool_check("types.hal: OperandLifeTime.CONSTANT_COPY, CONSTANT_REFERENCE")
def copy_and_reference(pools: Pools) -> None:
    """A constant in operandValues (CONSTANT_COPY) and the same constant in a memory pool
    (CONSTANT_REFERENCE), alone and together in one model, have the same effect.
    """
    memory = pools.ashmem(PAGE)
    _fill(memory, [32])
    reference = model_with_constant([memory], 32)
    _check_model(pools, reference, [_values(0)], "CONSTANT_REFERENCE")
    copied, constant = constant_addition_model(ELEMENTS)
    _check_model(pools, copied, [constant], "CONSTANT_COPY")
    with_pool = replace(copied, pools=(memory,))
    _check_model(pools, with_pool, [constant], "CONSTANT_COPY, and an unused pool")
    with client_view(memory) as view:
        view[400:404] = bytes(4)
    place, life = hal.DataLocation(0, 400, 4), hal.OperandLifeTime.CONSTANT_REFERENCE
    model = with_operands(reference, (2,), lifetime=life, location=place)
    _check_model(pools, replace(model, operand_values=b""), [_values(0)], "a scalar in a pool")


@pool_check(_POOLS)
def several_pools(pools: Pools) -> None:
    """Each constant of a model is in the pool of its poolIndex; pools without constants, of any
    kind, change nothing.
    """
    for kind in pools.kinds:
        for used in range(4):
            memories = [pools.of_kind(kind, PAGE) for _ in range(4)]
            for memory in memories:
                _fill(memory, [])
            with client_view(memories[used]) as view:
                view[48 : 48 + SLICE] = _values(0)
            model = model_with_constant(memories, 48, used)
            what = f"a constant in pool {used} of 4, {kind}"
            _check_model(pools, model, [_values(0)], what)


@pool_check(_PLACES)
def shared_by_models(pools: Pools) -> None:
    """One pool may hold constants of several models, at places that overlap, and inputs of their
    executions.
    """
    memory = pools.ashmem(PAGE)
    _fill(memory, [1024])
    with client_view(memory) as view:
        view[1040:1056] = _values(1)
        content = bytes(view)
    prepared = []
    for offset in (1024, 1028, 1040):
        model = model_with_constant([memory], offset)
        prepared.append((pools.context.prepare(model), content[offset : offset + SLICE], offset))
    for model_of, constant, offset in prepared:
        _run(pools, model_of, [constant], f"a constant at {offset} of a shared pool")


@pool_check("memory pools: a hidl_memory is passed by handle and mapped by the driver")
def unmapped_after_preparation(pools: Pools) -> None:
    """After prepareModel, the client may unmap the pools of the constants and close their
    descriptors: the driver has copied the constants or has its own mapping.
    """
    makers: list[Callable[[], hal.Memory]] = [
        partial(pools.of_kind, kind, 2 * PAGE) for kind in pools.kinds
    ]
    makers.append(partial(pools.mmap_fd, 2 * PAGE, protection=hal.PROT_READ))
    for make in makers:
        memory = make()
        _fill(memory, [PAGE])
        prepared = pools.context.prepare(model_with_constant([memory], PAGE))
        with suppress(BufferError):  # a driver in this process has a view: its own mapping
            memory.close()
        _fill(make(), [])  # may have the descriptor and the address of the closed memory
        _run(pools, prepared, [_values(0)], f"{memory.name} closed after prepare_model")


@pool_check("types.hal: Model.pools; IDevice.prepareModel")
def large_pool(pools: Pools) -> None:
    """A constant may be anywhere in a large pool, also behind its first 16 MiB."""
    size = (1 << 24) + 2 * PAGE
    memory = pools.mmap_fd(size)
    offset = size - SLICE
    with client_view(memory) as view:
        view[offset:] = _values(0)
    model = model_with_constant([memory], offset)
    _check_model(pools, model, [_values(0)], f"a pool of {size} bytes")
