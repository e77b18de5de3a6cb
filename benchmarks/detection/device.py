"""The reference driver with at most one active fault, and an observer of faults that would show.

While an observer is set and no fault is active, the device computes what the reference computes.
The observer also computes each altered call on the same operands, and records the faults whose
output bytes differ. Only these faults need to be judged in that case.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from benchmarks.detection.alteration import AlteredCall
from benchmarks.detection.fault import CallFault
from conformance.operations import Call, Kernel
from conformance.operations.model.definition import Array
from conformance.reference import ReferenceDevice


class Observer:
    """Finds the faults that change the outputs of an operation in the executions it observes."""

    def __init__(self) -> None:
        self.differing: dict[str, CallFault] = {}
        self.seconds = 0.0
        """CPU seconds that the observation took."""
        self._by_operation: dict[int, list[CallFault]] = {}

    def start(self, faults: Iterable[CallFault]) -> None:
        """Begin a new case, in which ``faults`` are observed."""
        by_operation = defaultdict(list)
        for fault in faults:
            by_operation[int(fault.operation)].append(fault)
        self._by_operation = by_operation
        self.differing = {}
        self.seconds = 0.0

    def watch(self, call: Call, kernel: Kernel, constants: frozenset[int]) -> Kernel:
        """Return a kernel with the same results that observes the faults of the call."""
        start = time.process_time()
        calls = []
        for fault in self._by_operation.get(int(call.definition.type), ()):
            altered = fault.alter(call, kernel, constants)
            if altered is not None:
                calls.append((fault, altered))
        self.seconds += time.process_time() - start
        return self._watched(kernel, calls) if calls else kernel

    def _watched(self, kernel: Kernel, calls: list[tuple[CallFault, AlteredCall]]) -> Kernel:
        def run(inputs: Sequence[Array | None]) -> Sequence[Array]:
            outputs = kernel(inputs)
            start = time.process_time()
            for fault, altered in calls:
                if fault.id in self.differing:
                    continue
                if differs(altered.altered(inputs, outputs), outputs):
                    self.differing[fault.id] = fault
            self.seconds += time.process_time() - start
            return outputs

        return run


def differs(first: Sequence[Array], second: Sequence[Array]) -> bool:
    """Return whether two lists of arrays have different bytes."""
    if first is second:
        return False
    return any(
        one is not other and one.tobytes() != other.tobytes()
        for one, other in zip(first, second, strict=True)
    )


class FaultyDevice(ReferenceDevice):
    """The reference driver with the fault ``active``, or without one."""

    name = "detection benchmark"

    def __init__(self, active: CallFault | None = None) -> None:
        super().__init__()
        self.active = active
        self.observer: Observer | None = None
        self._prepared: dict[int, tuple[object, frozenset[int]]] = {}

    def compile_call(self, call: Call) -> Kernel:
        constants = self._constants(call)
        kernel = super().compile_call(call)
        if self.active is not None:
            altered = self.active.alter(call, kernel, constants)
            return kernel if altered is None else altered.compute
        return kernel if self.observer is None else self.observer.watch(call, kernel, constants)

    def _constants(self, call: Call) -> frozenset[int]:
        """Return the inputs that are constants of the model.

        A call that is compiled during an execution has the values of all inputs, so the answer is
        that of the first attempt to compile it; both calls have the same list of outputs.
        """
        known = self._prepared.get(id(call.outputs))
        if known is None or known[0] is not call.outputs:
            found = [index for index, view in enumerate(call.inputs) if view.value is not None]
            known = call.outputs, frozenset(found)
            if len(self._prepared) > _CALLS_KEPT:
                self._prepared.clear()
            self._prepared[id(call.outputs)] = known
        return known[1]


_CALLS_KEPT: Final = 2000
"""Number of calls whose constants a device remembers."""

DEVICE: Final = FaultyDevice()
"""The device of the measured session; the benchmark sets its fault and its observer."""


def create_device() -> FaultyDevice:
    """Return the device of the measured session, for ``--driver``."""
    return DEVICE
