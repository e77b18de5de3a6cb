"""Drivers of AIDL_V4 whose reusable executions and bursts differ as the contract permits.

``tests/sample_drivers/values/legal_drivers.py`` lists them.
"""

from __future__ import annotations

import mmap
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from conformance.hal import (
    INFO,
    BufferToken,
    ErrorStatus,
    Execution,
    ExecutionConfig,
    Fence,
    Memory,
    MemoryPool,
    Request,
    Subgraph,
    Version,
)
from conformance.reference import ReferenceDevice
from conformance.support.burst import PreparedModelExecutor, configure_burst
from tests.sample_drivers.forwarding import ForwardingDevice, ForwardingPreparedModel


class _NewestDevice(ForwardingDevice):
    """The reference driver of AIDL_V4, with prepared models of another class."""

    def __init__(self) -> None:
        super().__init__(Version.AIDL_V4)


class _ForwardingExecution(Execution):
    """Forwards each call to ``right``, a reusable execution of the reference driver."""

    def __init__(self, right: Execution, request: Request) -> None:
        self.right = right
        self.request = request

    def execute_synchronously(self, deadline: int | None) -> Any:
        return self.right.execute_synchronously(deadline)

    def execute_fenced(
        self, wait_for: Sequence[Fence], deadline: int | None, duration: int | None
    ) -> Any:
        return self.right.execute_fenced(wait_for, deadline, duration)


def _is_specified(main: Subgraph, request: Request) -> bool:
    """Return whether model and request state the shape of every output."""
    for argument, index in zip(request.outputs, main.output_indexes, strict=True):
        operand = main.operands[index]
        dimensions = argument.dimensions or operand.dimensions
        if 0 in dimensions or (INFO[operand.type].tensor and not dimensions):
            return False
    return True


class _SpecifiedOnly(ForwardingPreparedModel):
    def create_reusable_execution(self, request: Request, config: ExecutionConfig) -> Any:
        status, execution = self.right.create_reusable_execution(request, config)
        if execution is not None and not _is_specified(self.model.main, request):
            return ErrorStatus.GENERAL_FAILURE, None
        return status, execution


class DeclinesOpenReusables(_NewestDevice):
    """Declines only reusable executions whose outputs have no specified dimensions."""

    prepared = _SpecifiedOnly


def _mappings(pools: Iterable[MemoryPool]) -> list[mmap.mmap]:
    return [
        mmap.mmap(pool.fileno(), 0, access=mmap.ACCESS_READ)
        for pool in pools
        if not isinstance(pool, BufferToken)
    ]


class _MappedExecution(_ForwardingExecution):
    """Keeps the memories of its request mapped until it is released."""

    def __init__(self, right: Execution, request: Request) -> None:
        super().__init__(right, request)
        self.mappings = _mappings(request.pools)


class _MappedBurst(PreparedModelExecutor):
    """Keeps the memory of each slot mapped until the client frees it."""

    def __init__(self, prepared: ForwardingPreparedModel) -> None:
        super().__init__(prepared)
        self.mappings: dict[int, list[mmap.mmap]] = {}

    def add_memory(self, slot: int, memory: Memory) -> None:
        super().add_memory(slot, memory)
        self.mappings[slot] = _mappings([memory])

    def remove_memory(self, slot: int) -> None:
        super().remove_memory(slot)
        self.mappings.pop(slot, None)


class _KeepsMapped(ForwardingPreparedModel):
    def create_reusable_execution(self, request: Request, config: ExecutionConfig) -> Any:
        status, execution = self.right.create_reusable_execution(request, config)
        return status, None if execution is None else _MappedExecution(execution, request)

    def configure_execution_burst(self, *arguments: Any) -> Any:
        return configure_burst(*arguments, _MappedBurst(self))


class KeepsMemoriesMapped(_NewestDevice):
    """Keeps memories mapped as long as a reusable execution or the slot of a burst needs them."""

    prepared = _KeepsMapped


class _OneAtATime(ForwardingPreparedModel):
    live: weakref.ref[Execution] | None = None

    def create_reusable_execution(self, request: Request, config: ExecutionConfig) -> Any:
        status, execution = self.right.create_reusable_execution(request, config)
        if execution is None:
            return status, None
        if self.live is not None and self.live() is not None:
            return ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT, None
        own = _ForwardingExecution(execution, request)
        self.live = weakref.ref(own)
        return status, own


class HasOneReusable(_NewestDevice):
    """Has resources for one reusable execution of each prepared model."""

    prepared = _OneAtATime


REUSABLE_DRIVERS: Final[dict[str, Callable[[], ReferenceDevice]]] = {
    kind.__name__: kind for kind in (DeclinesOpenReusables, KeepsMemoriesMapped, HasOneReusable)
}
"""The drivers by name; each call creates a new one."""
