"""The reference driver with at most one active fault, and an observer of faults that would show.

While an observer is set and no fault is active, the device computes what the reference computes.
The observer also computes each altered call on the same operands, and records the faults whose
output bytes differ. Only these faults need to be judged in that case.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from benchmarks.detection.alteration import NOT_COMPUTABLE, AlteredCall
from benchmarks.detection.fault import CallFault
from benchmarks.detection.graph_fault import GraphFault
from benchmarks.detection.hole_fault import HoleFault, refused_by
from conformance.driver_sdk import DriverError
from conformance.hal import ErrorStatus, Model, Version
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.reference import ReferenceDevice
from conformance.reference.plan import CallStep, ExecutionLimits, Planner, SubgraphPlan
from conformance.validation import CheckedSubgraph

Fault = CallFault | GraphFault
"""A fault of computation."""
MeasuredFault = Fault | HoleFault
"""A fault that a session on the reference measures."""


class Observer:
    """Finds the faults that change the outputs of an operation in the executions it observes."""

    def __init__(self) -> None:
        self.differing: dict[str, Fault] = {}
        self.seconds = 0.0
        """CPU seconds that the observation took."""
        self._by_operation: dict[int, list[CallFault]] = {}
        self._graph_faults: list[GraphFault] = []
        self._paused = False
        self.refused: set[tuple[str, str]] = set()
        """The rules that alone refused a model in this case, with the type of the operand."""

    def start(self, faults: Iterable[Fault]) -> None:
        """Begin a new case, in which ``faults`` are observed."""
        by_operation = defaultdict(list)
        self._graph_faults = []
        for fault in faults:
            if isinstance(fault, GraphFault):
                self._graph_faults.append(fault)
            else:
                by_operation[int(fault.operation)].append(fault)
        self._by_operation = by_operation
        self.differing = {}
        self.refused = set()
        self.seconds = 0.0

    def watch_refusal(self, model: Model, version: Version, tolerated: frozenset[str]) -> None:
        """Record the rule that alone refuses a model."""
        start = time.process_time()
        rule = refused_by(model, version, tolerated)
        if rule is not None:
            self.refused.add(rule)
        self.seconds += time.process_time() - start

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
            if self._paused:
                return outputs
            start = time.process_time()
            for fault, altered in calls:
                if fault.id in self.differing:
                    continue
                if differs(altered.altered(inputs, outputs), outputs):
                    self.differing[fault.id] = fault
            self.seconds += time.process_time() - start
            return outputs

        return run

    def watch_plan(self, plan: SubgraphPlan) -> SubgraphPlan:
        """Return a plan with the same results that observes the faults between operations."""
        start = time.process_time()
        altered = [(fault, fault.rewrite(plan)) for fault in self._graph_faults]
        found = [(fault, other) for fault, other in altered if other is not None]
        self.seconds += time.process_time() - start
        if not found:
            return plan

        def run(inputs: Sequence[Array | None], limits: ExecutionLimits) -> list[Array]:
            outputs = plan.run(inputs, limits)
            start, self._paused = time.process_time(), True
            for fault, other in found:
                if fault.id not in self.differing and differs(
                    run_altered(plan, other, inputs, limits, outputs), outputs
                ):
                    self.differing[fault.id] = fault
            self._paused = False
            self.seconds += time.process_time() - start
            return outputs

        return replaced_run(plan, run)


def run_altered(
    plan: SubgraphPlan,
    altered: SubgraphPlan,
    inputs: Sequence[Array | None],
    limits: ExecutionLimits,
    outputs: list[Array] | None = None,
) -> list[Array]:
    """Return the outputs of an altered plan, or the right ones if it cannot be executed."""
    try:
        return altered.run(inputs, limits)
    except (*NOT_COMPUTABLE, DriverError):
        return plan.run(inputs, limits) if outputs is None else outputs


class _ReplacedRun(SubgraphPlan):
    """A plan that a function executes; all else, also its saved form, is that of the plan."""

    __slots__ = ("function",)

    def run(self, inputs: Sequence[Array | None], limits: ExecutionLimits) -> list[Array]:
        return self.function(inputs, limits)  # type: ignore[no-any-return, attr-defined]


def replaced_run(
    plan: SubgraphPlan,
    function: Callable[[Sequence[Array | None], ExecutionLimits], list[Array]],
) -> SubgraphPlan:
    """Return the plan with another function in place of ``run``."""
    replaced = _ReplacedRun(
        plan.subgraph, plan.steps, plan.views, plan.initial, plan.required_inputs
    )
    replaced.function = function  # type: ignore[attr-defined]
    return replaced


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

    def __init__(self, active: Fault | None = None) -> None:
        super().__init__()
        self.active = active
        self.observer: Observer | None = None
        self._prepared: dict[int, tuple[object, frozenset[int]]] = {}

    def compile_call(self, call: Call) -> Kernel:
        constants = self._constants(call)
        kernel = super().compile_call(call)
        if isinstance(self.active, CallFault):
            altered = self.active.alter(call, kernel, constants)
            return kernel if altered is None else altered.compute
        if self.active is not None or self.observer is None:
            return kernel
        return self.observer.watch(call, kernel, constants)

    def _planner(self, model: Model, checked: Sequence[CheckedSubgraph] | None) -> Planner:
        return _FaultyPlanner(self, model, checked)

    def plan(self, model: Model) -> SubgraphPlan:
        """Return the plan of a valid model, with the fault or the observer."""
        return _FaultyPlanner(self, model, None).main()

    def changed_plan(self, plan: SubgraphPlan, referenced: Iterable[SubgraphPlan]) -> SubgraphPlan:
        """Return a main plan with the fault between operations, or with the observer."""
        for each in (plan, *referenced):
            for step in each.steps:
                if isinstance(step, CallStep):
                    self._constants(step.call)
        if isinstance(self.active, GraphFault):
            altered = self.active.rewrite(plan)
            if altered is None:
                return plan
            return replaced_run(plan, partial(run_altered, plan, altered))
        if self.active is not None or self.observer is None:
            return plan
        return self.observer.watch_plan(plan)

    def _refusal(self, model: Model) -> ErrorStatus | None:
        status = super()._refusal(model)
        if status is not None and self.observer is not None and self.active is None:
            self.observer.watch_refusal(model, self.version, self.tolerated_rules)
        return status

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


class _FaultyPlanner(Planner):
    """The planner of a faulty device."""

    def __init__(
        self, device: FaultyDevice, model: Model, checked: Sequence[CheckedSubgraph] | None
    ) -> None:
        super().__init__(model, device.version, device.compile_call, checked)
        self._device = device

    def main(self) -> SubgraphPlan:
        plan = super().main()
        return self._device.changed_plan(plan, self.referenced.values())


_CALLS_KEPT: Final = 2000
"""Number of calls whose constants a device remembers."""

DEVICE: Final = FaultyDevice()
"""The device of the measured session; the benchmark sets its fault and its observer."""


def create_device() -> FaultyDevice:
    """Return the device of the measured session, for ``--driver``."""
    return DEVICE
