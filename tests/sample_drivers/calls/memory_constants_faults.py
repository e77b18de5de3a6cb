"""Drivers with one fault in their use of the memory pools of models."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from conformance.hal import (
    PROT_READ,
    PROT_READ_WRITE,
    DataLocation,
    ErrorStatus,
    Memory,
    MemoryKind,
    Model,
    Operand,
    OperandLifeTime,
    PreparedModelCallback,
    SharedMemory,
    Timing,
)
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    NONE,
    FaultyDevice,
    FaultyPreparedModel,
    fault,
)
from tests.sample_drivers.calls.memory_pools_faults import PAGE, reopened

REFERENCE = OperandLifeTime.CONSTANT_REFERENCE


class RewritingDevice(FaultyDevice):
    """Prepares ``changed(model)`` in place of each model with pools."""

    def changed(self, model: Model) -> Model:
        return model

    def get_supported_operations(self, model: Model) -> Any:
        return super().get_supported_operations(self.changed(model) if model.pools else model)

    def prepare_model(self, model: Model, *more: Any) -> Any:
        return super().prepare_model(self.changed(model) if model.pools else model, *more)


def with_operands(model: Model, change: Callable[[Operand], Operand]) -> Model:
    """Return the model with each operand in a pool changed."""
    operands = tuple(
        change(operand) if operand.lifetime == REFERENCE else operand
        for operand in model.main.operands
    )
    return replace(model, main=replace(model.main, operands=operands))


def places_fault(by: str, description: str, place: Callable[[DataLocation], DataLocation]) -> None:
    """Register a driver that changes the locations of constants."""

    class MovesConstants(RewritingDevice):
        def changed(self, model: Model) -> Model:
            return with_operands(model, lambda each: replace(each, location=place(each.location)))

    MovesConstants.__doc__ = description
    fault(f"memory_pools_constants.{by}")(MovesConstants)


places_fault("ashmem", "Offsets of constants are ignored", lambda at: replace(at, offset=0))
places_fault(
    "unaligned_slices",
    "Offsets of constants are rounded down to 4",
    lambda at: replace(at, offset=at.offset // 4 * 4),
)
places_fault(
    "shared_by_models",
    "Offsets of constants are rounded down to 8",
    lambda at: replace(at, offset=at.offset // 8 * 8),
)
places_fault(
    "several_pools",
    "Every constant is in the first pool",
    lambda at: replace(at, pool_index=0),
)
places_fault(
    "several_pools",
    "The pool index of constants is one too large",
    lambda at: replace(at, pool_index=at.pool_index + 1),
)
places_fault(
    "large_pool",
    "Offsets of constants have 24 bits",
    lambda at: replace(at, offset=at.offset % (1 << 24)),
)


class ReplacingDevice(RewritingDevice):
    """Prepares models with ``other(pool)`` in place of each pool."""

    def other(self, pool: Memory) -> Memory:
        raise NotImplementedError

    def changed(self, model: Model) -> Model:
        return replace(model, pools=tuple(self.other(pool) for pool in model.pools))


@fault("memory_pools_constants.mmap_fd")
class FileOffsetOfConstantsIgnored(ReplacingDevice):
    """The offset in the file of a pool with constants is ignored."""

    def other(self, pool):
        return reopened(pool, offset=0) if pool.offset else pool


class RefusingDevice(FaultyDevice):
    """Answers GENERAL_FAILURE for models with a pool that ``refuses``."""

    def refuses(self, pool: Memory) -> bool:
        raise NotImplementedError

    def prepare_model(self, model, *more):
        if any(map(self.refuses, model.pools)):
            more[-1].notify(FAILURE, None)
            return FAILURE
        return super().prepare_model(model, *more)


@fault("memory_pools_constants.mmap_fd")
class ReadOnlyConstantsRefused(RefusingDevice):
    """Constants in a read-only file are refused, because the file is mapped for writing."""

    def refuses(self, pool):
        return pool.protection == PROT_READ


@fault("memory_pools_constants.mmap_fd")
class FileConstantsUnsupported(FaultyDevice):
    """Operations are reported as unsupported if constants are in mmap_fd memory."""

    def get_supported_operations(self, model):
        status, flags = super().get_supported_operations(model)
        if any(pool.kind is MemoryKind.MMAP_FD for pool in model.pools):
            flags = [False] * len(flags)
        return status, flags

    def prepare_model(self, model, *more):
        if any(pool.kind is MemoryKind.MMAP_FD for pool in model.pools):
            more[-1].notify(FAILURE, None)
            return FAILURE
        return super().prepare_model(model, *more)


@fault("memory_pools_constants.hardware_buffer_blob")
class BlobConstantsRefused(RefusingDevice):
    """Constants in a hardware buffer of the format BLOB are refused by a driver of HAL 1.3."""

    def refuses(self, pool):
        return pool.kind is MemoryKind.HARDWARE_BUFFER_BLOB


@fault("memory_pools_constants.ashmem")
class ConvertsInPlace(FaultyDevice):
    """Constants are converted in the client's pool."""

    def prepare_model(self, model, *more):
        status = super().prepare_model(model, *more)
        for pool in model.pools:
            with pool.view() as view:
                view[-4:] = b"\0\0\x80\x3f"
        return status


class Late(FaultyPreparedModel):
    """Prepares its model at the first execution."""

    delegate: Any = None

    def executing(self) -> Any:
        if self.delegate is None:
            record = Record()
            self.device.prepare_now(self.model, record)
            self.delegate = record.prepared
        return self.delegate

    device: Any = None

    def execute_synchronously(self, *arguments):
        if self.executing() is None:
            return FAILURE, (), self.right
        return self.executing().execute_synchronously(*arguments)

    def execute(self, *arguments):
        if self.executing() is None:
            arguments[-1].notify(FAILURE, (), self.right)
            return FAILURE
        return self.executing().execute(*arguments)

    def execute_fenced(self, *arguments):
        if self.executing() is None:
            return FAILURE, None, None
        return self.executing().execute_fenced(*arguments)


class Record(PreparedModelCallback):
    prepared: Any = None

    def notify(self, status: ErrorStatus, prepared_model: Any) -> None:
        self.prepared = prepared_model


@fault("memory_pools_constants.unmapped_after_preparation")
class ReadsConstantsLate(FaultyDevice):
    """Constants are read from the client's memory at the first execution."""

    def prepare_now(self, model: Model, callback: Any) -> None:
        FaultyDevice.prepare_model(self, model, 1, 1, None, (), (), bytes(32), callback)

    def prepare_model(self, model, *more):
        if not model.pools:
            return super().prepare_model(model, *more)
        prepared = Late(Timing(), model)
        prepared.device = self
        more[-1].notify(NONE, prepared)
        return NONE


@fault("memory_pools_constants.shared_by_models")
class CachesConstantsByPool(RewritingDevice):
    """The constants of a pool are cached and used for all places of the pool."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.places: dict[int, DataLocation] = {}

    def changed(self, model):
        key = id(model.pools[0])

        def cached(operand: Operand) -> Operand:
            return replace(operand, location=self.places.setdefault(key, operand.location))

        return with_operands(model, cached)


@fault("memory_pools_constants.copy_and_reference")
class ScalarsMustBeCopied(FaultyDevice):
    """A scalar constant in a memory pool is refused."""

    def prepare_model(self, model, *more):
        for operand in model.main.operands:
            if operand.lifetime == REFERENCE and not operand.dimensions:
                more[-1].notify(FAILURE, None)
                return FAILURE
        return super().prepare_model(model, *more)


@fault("memory_pools_refused.forbidden_constants")
class ProtectionOfConstantsIgnored(ReplacingDevice):
    """The protection of a pool with constants is ignored: the file is opened again."""

    def other(self, pool):
        if pool.protection == PROT_READ_WRITE:
            return pool
        return reopened(pool, protection=PROT_READ_WRITE)


class ZerosInsteadDevice(ReplacingDevice):
    """Prepares models with zeros in place of pools that are ``replaced``."""

    def replaced(self, pool: Memory) -> bool:
        raise NotImplementedError

    def other(self, pool):
        return SharedMemory(8 * PAGE) if self.replaced(pool) else pool


@fault("memory_pools_refused.undecodable_constants")
class UndecodableConstantsAreZero(ZerosInsteadDevice):
    """Constants in a pool that cannot be mapped are zero."""

    def replaced(self, pool):
        try:
            pool.view().release()
        except (OSError, ValueError):
            return True
        return False


@fault("memory_pools_refused.images_as_constants")
class ImagesAcceptedAsConstants(ZerosInsteadDevice):
    """Constants in a hardware buffer of another format than BLOB are accepted."""

    def replaced(self, pool):
        return pool.kind is MemoryKind.HARDWARE_BUFFER


@fault("memory_pools_refused.size_zero")
class EmptyConstantPoolAccepted(ZerosInsteadDevice):
    """Constants in a pool of 0 bytes are accepted."""

    def replaced(self, pool):
        return not pool.size


@fault("memory_pools_refused.past_the_end")
class ConstantsPastTheEnd(RewritingDevice):
    """Constants behind the end of their pool are read from its start."""

    def changed(self, model):
        def clamped(operand: Operand) -> Operand:
            at = operand.location
            inside = at.offset + at.length <= model.pools[at.pool_index].size
            return operand if inside else replace(operand, location=replace(at, offset=0))

        return with_operands(model, clamped)
