"""Faults in limits that outlast their call, and in several fences and pending executions."""

from __future__ import annotations

import threading
import time
from typing import Any, ClassVar

from conformance.hal import SyncFence
from tests.sample_drivers.calls.driver_fault import (
    INVALID,
    FaultyDevice,
    FaultyPreparedModel,
    fault,
)


@fault("qos.execution_deadline")
class MinutesAreNear(FaultyPreparedModel):
    """The driver computes with a deadline in microseconds, so that one in 60 s counts as past."""

    def execute_synchronously(self, request, measure, deadline, loop):
        if deadline is not None and deadline < time.monotonic_ns() + 1_800_000_000_000:
            deadline //= 1000
        return self.right.execute_synchronously(request, measure, deadline, loop)


@fault("qos.preparation_deadline")
class PreparationDeadlineSticks(FaultyDevice):
    """The deadline of the preparation also applies to the executions of the prepared model."""

    def prepare_model(self, model, preference, priority, deadline, *more):
        device_deadline = deadline

        class Limited(FaultyPreparedModel):
            def execute_synchronously(self, request, measure, deadline, loop):
                return self.right.execute_synchronously(request, measure, device_deadline, loop)

        self.prepared = Limited
        return super().prepare_model(model, preference, priority, deadline, *more)


class Sticky(FaultyPreparedModel):
    """A prepared model that keeps the limits of an execution for later ones."""

    kept: Any = None


@fault("qos.limits_of_one_execution")
class StickyDeadline(Sticky):
    """A fenced execution without a deadline has that of the previous one."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        self.kept = self.kept if deadline is None else deadline
        return self.right.execute_fenced(request, wait_for, measure, self.kept, loop, duration)


@fault("qos.limits_of_one_execution")
class StickyDuration(Sticky):
    """A synchronous execution has the duration of an earlier fenced one."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        self.kept = self.kept if duration is None else duration
        return self.right.execute_fenced(request, wait_for, measure, deadline, loop, duration)

    def execute_synchronously(self, request, measure, deadline, loop):
        if deadline is None and self.kept is not None:
            deadline = time.monotonic_ns() + self.kept
        return self.right.execute_synchronously(request, measure, deadline, loop)


@fault("qos.limits_of_one_execution")
class StickyLoopTimeout(Sticky):
    """An asynchronous execution without a loop timeout has that of the previous one."""

    def execute(self, request, measure, deadline, loop, callback):
        self.kept = self.kept if loop is None else loop
        return self.right.execute(request, measure, deadline, self.kept, callback)


@fault("fences_several.many_fences")
class SixteenFences(FaultyPreparedModel):
    """The driver waits for the first 16 fences only."""

    def execute_fenced(self, request, wait_for, *more):
        return self.right.execute_fenced(request, wait_for[:16], *more)


@fault("fences_several.many_fences")
class FewFences(FaultyPreparedModel):
    """The driver refuses more than 32 wait fences."""

    def execute_fenced(self, request, wait_for, *more):
        if len(wait_for) > 32:
            return INVALID, None, None
        return self.right.execute_fenced(request, wait_for, *more)


@fault("fences_several.equal_fences")
class EqualFencesRefused(FaultyPreparedModel):
    """The driver refuses a fence that is listed twice."""

    def execute_fenced(self, request, wait_for, *more):
        if len({fence.fileno() for fence in wait_for}) < len(wait_for):
            return INVALID, None, None
        return self.right.execute_fenced(request, wait_for, *more)


@fault("fences_several.equal_fences", "fence.signal")
class EqualFencesCounted(FaultyPreparedModel):
    """The driver waits for one signal for each time that a fence is listed."""

    def execute_fenced(self, request, wait_for, *more):
        if len({fence.fileno() for fence in wait_for}) < len(wait_for):
            wait_for = [SyncFence()]
        return self.right.execute_fenced(request, wait_for, *more)


@fault("fences_several.independent_executions")
class SharedGate(FaultyPreparedModel):
    """The signal of one wait fence starts all pending executions of the prepared model."""

    gate: ClassVar[list[SyncFence]] = []

    def execute_fenced(self, request, wait_for, *more):
        if not wait_for:
            return self.right.execute_fenced(request, wait_for, *more)
        gate = SyncFence()
        self.gate.append(gate)

        def wait() -> None:
            wait_for[0].wait(5000)
            for each in self.gate:
                each.signal()

        threading.Thread(target=wait, daemon=True).start()
        return self.right.execute_fenced(request, [gate], *more)


@fault("fences_several.independent_executions")
class InOrder(FaultyPreparedModel):
    """An execution waits for all executions that were launched before it."""

    earlier: ClassVar[list[Any]] = []

    def execute_fenced(self, request, wait_for, *more):
        answer = self.right.execute_fenced(request, [*wait_for, *self.earlier], *more)
        if answer[1] is not None:
            self.earlier[:] = [answer[1]]
        return answer


@fault("fences_several.released_while_pending")
class ReleasedModel(FaultyPreparedModel):
    """A pending execution fails when the client releases the prepared model."""

    def __init__(self, right: Any, model: Any) -> None:
        super().__init__(right, model)
        self.gates: list[SyncFence] = []

    def execute_fenced(self, request, wait_for, *more):
        if not wait_for:
            return self.right.execute_fenced(request, wait_for, *more)
        gate = SyncFence()
        self.gates.append(gate)
        return self.right.execute_fenced(request, [*wait_for, gate], *more)

    def __del__(self) -> None:
        for gate in self.gates:
            gate.fail()
