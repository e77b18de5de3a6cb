"""Bursts on a compilation of a library, which use the library's burst object if it has one."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from conformance.bursts import BurstAnswer, BurstExecutor, BurstRequest
from conformance.drivers.native.codes import check
from conformance.drivers.native.interface import LibraryFunctions, ffi
from conformance.drivers.native.memories import native_memory
from conformance.hal import ErrorStatus, Memory, Request, Timing

if TYPE_CHECKING:
    from conformance.drivers.native.execution import NativePreparedModel

Compute = Callable[[Any], int]
"""Function that computes a native execution and returns the library's result code."""


class NativeBurst(BurstExecutor):
    """Keeps the library's memories between executions and computes with its burst object.

    With a library that lacks bursts, it computes with the plain function. Raises
    ``CallFailedError`` if the library fails to create its burst object.
    """

    def __init__(
        self, model: NativePreparedModel, functions: LibraryFunctions, compilation: Any
    ) -> None:
        self._model = model  # keeps the compilation alive
        self._functions = functions
        self._memories: dict[int, Memory] = {}
        self._native: dict[int, tuple[Any, ExitStack]] = {}
        stack = ExitStack()
        self._compute: Compute = functions.Execution_compute
        bursts = functions.Burst_create, functions.Burst_free, functions.Execution_burstCompute
        if None not in bursts:
            new_burst = ffi.new("ANeuralNetworksBurst **")
            check("Burst_create", functions.Burst_create(compilation, new_burst))
            burst = new_burst[0]
            stack.callback(functions.Burst_free, burst)
            self._compute = lambda execution: int(
                functions.Execution_burstCompute(execution, burst)
            )
        stack.callback(_free_all, self._native)
        # No finalization at interpreter exit: the burst's thread may still be in the driver then.
        weakref.finalize(self, stack.close).atexit = False

    def has_memory(self, slot: int) -> bool:
        return slot in self._memories

    def add_memory(self, slot: int, memory: Memory) -> None:
        self._memories[slot] = memory

    def remove_memory(self, slot: int) -> None:
        self._memories.pop(slot, None)
        _, stack = self._native.pop(slot, (None, None))
        if stack is not None:
            stack.close()

    def execute(self, request: BurstRequest) -> BurstAnswer:
        memories = self._memories
        if not all(slot in memories for slot in request.slots):
            return ErrorStatus.INVALID_ARGUMENT, (), Timing()
        hal_request = Request(
            request.inputs, request.outputs, tuple([memories[slot] for slot in request.slots])
        )
        return self._model.run_in_burst(
            hal_request,
            request.measure,
            lambda: [self._native_memory(slot) for slot in request.slots],
            self._compute,
        )

    def _native_memory(self, slot: int) -> Any:
        entry = self._native.get(slot)
        if entry is None:
            stack = ExitStack()
            memory = native_memory(self._functions, self._memories[slot], "request.pool", stack)
            entry = self._native[slot] = memory, stack
        return entry[0]


def _free_all(native: dict[int, tuple[Any, ExitStack]]) -> None:
    for _, stack in native.values():
        stack.close()
    native.clear()
