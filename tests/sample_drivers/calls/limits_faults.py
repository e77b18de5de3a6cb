"""Faults in limits of executions, in fences that fail, and in timings with errors."""

from __future__ import annotations

import threading
import time
from typing import Any

from conformance.hal import (
    FencedExecutionCallback,
    FenceStatus,
    MeasureTiming,
    OutputShape,
    Priority,
    SyncFence,
    Timing,
)
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    INVALID,
    MISSED_DEADLINE,
    NONE,
    SMALL,
    FaultyDevice,
    FaultyPreparedModel,
    fault,
)
from tests.sample_drivers.calls.times_and_fences_faults import Info, Timed, info

LONGEST_LOOP = 15_000_000_000


@fault("fences.failed_dependency")
class ErrorIsFailure(FaultyPreparedModel):
    """The driver returns GENERAL_FAILURE for a wait fence that is in error at the launch."""

    def execute_fenced(self, request, wait_for, *more):
        if any(fence.wait(0) is FenceStatus.ERROR for fence in wait_for):
            return FAILURE, None, None
        return self.right.execute_fenced(request, wait_for, *more)


@fault("fences.failed_dependency")
class ErrorAfterLaunch(FaultyPreparedModel):
    """The driver launches an execution whose wait fence is in error and sets its fence to error."""

    def execute_fenced(self, request, wait_for, *more):
        if any(fence.wait(0) is FenceStatus.ERROR for fence in wait_for):
            return NONE, SyncFence.failed(), Info(info(FAILURE))
        return self.right.execute_fenced(request, wait_for, *more)


@fault("fences.failed_dependency")
class FirstFenceOnly(FaultyPreparedModel):
    """The driver examines only the first wait fence at the launch."""

    def execute_fenced(self, request, wait_for, *more):
        if wait_for and wait_for[0].wait(0) is FenceStatus.ERROR:
            return INVALID, None, None
        alive = [fence for fence in wait_for if fence.wait(0) is not FenceStatus.ERROR]
        return self.right.execute_fenced(request, alive, *more)


class _Later(FencedExecutionCallback):
    """The information about an execution that is launched only after its fences have signalled."""

    def __init__(self) -> None:
        self.answer: Any = info(FAILURE)

    def get_execution_info(self):
        return self.answer


@fault("fences.dependency_fails_beside_pending")
class OneAfterTheOther(FaultyPreparedModel):
    """The driver waits for the fences in order, so it notices the error of a later one late."""

    def execute_fenced(self, request, wait_for, *more):
        if all(fence.wait(0) is not FenceStatus.ACTIVE for fence in wait_for):
            return self.right.execute_fenced(request, wait_for, *more)
        own, later = SyncFence(), _Later()

        def run() -> None:
            states = [fence.wait(5000) for fence in wait_for]
            if any(state is not FenceStatus.SIGNALED for state in states):
                own.fail()
                return
            later.answer = info(self.right.execute_fenced(request, (), *more)[0])
            own.signal()

        threading.Thread(target=run, daemon=True).start()
        return NONE, own, later


@fault("fences.dependency_fails_beside_pending")
class AnyFence(FaultyPreparedModel):
    """The driver starts as soon as one wait fence is no longer pending."""

    def execute_fenced(self, request, wait_for, *more):
        if all(fence.wait(0) is not FenceStatus.ACTIVE for fence in wait_for):
            return self.right.execute_fenced(request, wait_for, *more)
        own, later = SyncFence(), _Later()

        def run() -> None:
            end = time.monotonic() + 5
            while time.monotonic() < end and all(
                fence.wait(1) is FenceStatus.ACTIVE for fence in wait_for
            ):
                pass
            later.answer = info(self.right.execute_fenced(request, (), *more)[0])
            own.signal()

        threading.Thread(target=run, daemon=True).start()
        return NONE, own, later


@fault("loop_limits.deadline_in_loop")
class DeadlineIsFailure(FaultyPreparedModel):
    """An execution whose deadline passes during a loop ends with GENERAL_FAILURE."""

    def execute_synchronously(self, request, measure, deadline, loop):
        answer = self.right.execute_synchronously(request, measure, deadline, loop)
        missed = answer[0] == MISSED_DEADLINE and deadline is not None
        return (FAILURE, (), Timing()) if missed else answer


@fault("loop_limits.deadline_in_loop")
class DurationIsSuccess(FaultyPreparedModel):
    """A fenced execution whose duration passes during a loop ends with NONE."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        answer = self.right.execute_fenced(request, wait_for, measure, deadline, loop, duration)
        missed = answer[0] == MISSED_DEADLINE and duration is not None
        return (NONE, None, Info(info())) if missed else answer


@fault("loop_limits.loop_timeout_without_loop")
class TimeoutForAll(FaultyPreparedModel):
    """The driver applies the loop timeout to the whole execution, also without a loop."""

    def execute_synchronously(self, request, measure, deadline, loop):
        if loop is not None and loop < 100_000:
            return MISSED_DEADLINE, (), Timing()
        return self.right.execute_synchronously(request, measure, deadline, loop)


@fault("loop_limits.loop_timeout_without_loop")
class LoopTimeoutRefused(FaultyPreparedModel):
    """The driver refuses a loop timeout for a model without loops, in asynchronous executions."""

    def execute(self, request, measure, deadline, loop, callback):
        if loop is not None and not self.model.referenced:
            callback.notify(INVALID, (), Timing())
            return INVALID
        return self.right.execute(request, measure, deadline, loop, callback)


@fault("loop_limits.maximum_loop_timeout")
class MaximumRefused(FaultyPreparedModel):
    """The driver refuses the longest permitted loop timeout."""

    def execute_synchronously(self, request, measure, deadline, loop):
        if loop is not None and loop >= LONGEST_LOOP and self.model.referenced:
            return INVALID, (), Timing()
        return self.right.execute_synchronously(request, measure, deadline, loop)


@fault("loop_limits.maximum_loop_timeout")
class NoTimeoutIsZero(FaultyPreparedModel):
    """Without a loop timeout in the request, the driver permits a loop no time at all."""

    def execute_synchronously(self, request, measure, deadline, loop):
        limit = 0 if loop is None else loop
        return self.right.execute_synchronously(request, measure, deadline, limit)


@fault("timing.no_timing_with_small_buffers")
class TimedSmall(Timed):
    """The driver reports a timing together with OUTPUT_INSUFFICIENT_SIZE."""

    def reported(self, status, measure, timing):
        return Timing(1, 2) if status == SMALL and measure == MeasureTiming.YES else timing


@fault("timing.undefined_measure")
class VagueMeasure(FaultyPreparedModel):
    """The driver returns GENERAL_FAILURE for an undefined value of MeasureTiming."""

    def execute_synchronously(self, request, measure, *more):
        if measure not in (0, 1):
            return FAILURE, (), Timing()
        return self.right.execute_synchronously(request, measure, *more)


@fault("timing.undefined_measure", "answer.exception")
class MeasureRaises(FaultyPreparedModel):
    """An undefined value of MeasureTiming is an index out of the range of a table."""

    def execute_synchronously(self, request, measure, *more):
        return self.right.execute_synchronously(request, (0, 1)[measure], *more)


@fault("timing.undefined_measure")
class MeasureSticks(FaultyPreparedModel):
    """After an undefined value of MeasureTiming, no execution succeeds."""

    broken = False

    def execute_synchronously(self, request, measure, *more):
        self.broken = self.broken or measure not in (0, 1)
        if self.broken:
            return INVALID, (), Timing()
        return self.right.execute_synchronously(request, measure, *more)


@fault("timing.measurement_penalty")
class AlwaysMeasures(FaultyPreparedModel):
    """An execution without a measurement waits for the device's timer."""

    def execute_synchronously(self, request, measure, *more):
        if measure == MeasureTiming.NO:
            time.sleep(0.02)
        return self.right.execute_synchronously(request, measure, *more)


@fault("sync-fast-timed", "answer.form")
class NegativeTimes(Timed):
    """The driver reports a negative time, as after a clock was set back."""

    def reported(self, status, measure, timing):
        return Timing(-5, 3) if measure == MeasureTiming.YES else timing


@fault("sync-fast-far_deadline", "execute.status")
class ShortClock(FaultyPreparedModel):
    """The driver keeps the low 32 bits of a deadline, so that the latest one counts as past."""

    def execute_synchronously(self, request, measure, deadline, loop):
        if deadline is not None:
            deadline &= 0xFFFFFFFF
        return self.right.execute_synchronously(request, measure, deadline, loop)


@fault("fenced-fast-near_deadline", "execute.status")
class DurationFails(FaultyPreparedModel):
    """A fenced execution with a duration ends with GENERAL_FAILURE."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        if duration is not None:
            return FAILURE, None, None
        return self.right.execute_fenced(request, wait_for, measure, deadline, loop, duration)


@fault("async-fast-past_deadline", "output_shape.on_error")
class LateShapes(FaultyPreparedModel):
    """An asynchronous execution that misses its deadline reports output shapes."""

    def execute(self, request, measure, deadline, loop, callback):
        if deadline is None:
            return self.right.execute(request, measure, deadline, loop, callback)
        callback.notify(MISSED_DEADLINE, [OutputShape((4,), True)], Timing())
        return NONE


@fault("sync-fast-past_deadline", "values")
class LateValues(FaultyPreparedModel):
    """An execution that would miss its deadline returns NONE before the outputs are written."""

    def execute_synchronously(self, request, measure, deadline, loop):
        if deadline is not None and deadline < time.monotonic_ns():
            return NONE, (), Timing()
        return self.right.execute_synchronously(request, measure, deadline, loop)


@fault("burst-fast-high_priority", "values")
class PriorityIsPrecision(FaultyDevice):
    """Models of high priority are computed with less precision."""

    prepared = FaultyPreparedModel

    def prepare_model(self, model, preference, priority, *more):
        self.coarse = priority == Priority.HIGH
        return super().prepare_model(model, preference, priority, *more)

    def compile_call(self, call):
        right, coarse = super().compile_call(call), self.coarse

        def compute(inputs):
            results = right(inputs)
            return [result * 1.01 for result in results] if coarse else results

        return compute


@fault("sync-fast-late_preparation", "prepare.model")
class LatePreparation(FaultyDevice):
    """A preparation that misses its deadline notifies NONE without a prepared model."""

    def prepare_model(self, model, preference, priority, deadline, *more):
        if deadline is not None and deadline < time.monotonic_ns():
            more[-1].notify(NONE, None)
            return NONE
        return super().prepare_model(model, preference, priority, deadline, *more)


@fault("sync-fast-low_priority", "prepare.status")
class NoLowPriority(FaultyDevice):
    """The driver refuses models of low priority."""

    def prepare_model(self, model, preference, priority, *more):
        if priority == Priority.LOW:
            more[-1].notify(INVALID, None)
            return INVALID
        return super().prepare_model(model, preference, priority, *more)
