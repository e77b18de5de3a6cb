"""Faults in timings and in fenced execution."""

from __future__ import annotations

import os
import threading
import time
from typing import Any

from conformance.hal import (
    NO_TIMING,
    FencedExecutionCallback,
    FenceStatus,
    MeasureTiming,
    PolledFence,
    SyncFence,
    Timing,
)
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    INVALID,
    MISSED_DEADLINE,
    NONE,
    FaultyPreparedModel,
    fault,
)

YES = MeasureTiming.YES


class Info(FencedExecutionCallback):
    """A fenced-execution callback that returns the given answers in order and repeats the last."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def get_execution_info(self):
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def info(status=NONE, launched=None, fenced=None):
    """Return an answer of getExecutionInfo: status, timings since launch and since the fences."""
    return status, launched or Timing(), fenced or Timing()


class Timed(FaultyPreparedModel):
    """A prepared model that reports the timing ``reported(status, measure, timing)``."""

    def execute_synchronously(self, request, measure, *more):
        status, shapes, timing = self.right.execute_synchronously(request, measure, *more)
        return status, shapes, self.reported(status, measure, timing)

    def reported(self, status, measure, timing):
        """Return the timing to report."""
        return timing


@fault("timing.unmeasured")
class Always(Timed):
    """The driver reports a timing with MeasureTiming.NO."""

    def reported(self, status, measure, timing):
        return Timing(1, 2) if status == NONE else timing


@fault("timing.no_timing_on_error")
class WithErrors(Timed):
    """The driver reports a timing with an error."""

    def reported(self, status, measure, timing):
        return Timing(1, 2) if status != NONE and measure == YES else timing


@fault("timing.device_within_driver")
class DeviceAboveDriver(Timed):
    """The time on the device is longer than the time in the driver."""

    def reported(self, status, measure, timing):
        return Timing(3, 2) if status == NONE and measure == YES else timing


@fault("timing.plausible")
class Nanoseconds(Timed):
    """The driver reports times in nanoseconds; the contract specifies microseconds."""

    def reported(self, status, measure, timing):
        if timing == Timing():
            return timing
        return Timing(timing.time_on_device * 1000, timing.time_in_driver * 1000)


@fault("sync-fast-timed", "timing.plausible")
class Seconds(Timed):
    """The driver reports five seconds for a short execution, on the synchronous path."""

    def reported(self, status, measure, timing):
        return timing if timing == Timing() else Timing(1, 5_000_000)


class FencedTimes(FaultyPreparedModel):
    """A prepared model whose fenced executions report the timings ``times(launched, fenced)``."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        if callback is None:
            return status, fence, callback
        return status, fence, self.changed(callback)

    def changed(self, callback):
        """Return a callback that reports changed timings once the timings are known."""

        def reported():
            status, launched, fenced = callback.get_execution_info()
            known = launched.time_in_driver != NO_TIMING
            return (status, *(self.times(launched, fenced) if known else (launched, fenced)))

        class Changed(FencedExecutionCallback):
            def get_execution_info(self):
                return reported()

        return Changed()

    def times(self, launched, fenced):
        """Return the timings to report, since launch and since the fences."""
        return launched, fenced


@fault("timing.fence_time_within_launch_time")
class Swapped(FencedTimes):
    """The time since the fences is longer than the time since launch."""

    def times(self, launched, fenced):
        return launched, Timing(fenced.time_on_device, launched.time_in_driver + 1)


@fault("timing.fence_time_within_launch_time")
class DeviceSinceFencesLonger(FencedTimes):
    """The time on the device since the fences exceeds that since launch, without driver times."""

    def times(self, launched, fenced):
        return Timing(5, NO_TIMING), Timing(6, NO_TIMING)


@fault("timing.fence_time_within_launch_time")
class DriverSinceFencesLonger(FencedTimes):
    """The time in the driver since the fences exceeds that since launch, without device times."""

    def times(self, launched, fenced):
        return Timing(NO_TIMING, 5), Timing(NO_TIMING, 6)


@fault("timing.fence_time_within_launch_time")
class DeviceAboveDriverSinceFences(FencedTimes):
    """Since the fences were signalled, the time on the device exceeds the time in the driver."""

    def times(self, launched, fenced):
        return Timing(), Timing(3, 2)


class AlwaysSinceFences(FaultyPreparedModel):
    """A prepared model that reports a timing since the fences with MeasureTiming.NO."""

    def execute_fenced(self, request, wait_for, measure, *more):
        status, fence, callback = self.right.execute_fenced(request, wait_for, measure, *more)
        is_measured = measure == YES
        return (
            status,
            fence,
            callback if is_measured else callback and Info(info(fenced=Timing(1, 2))),
        )


@fault("timing.fence_time_within_launch_time")
class UnmeasuredSinceFences(AlwaysSinceFences):
    """The driver reports a timing since the fences with MeasureTiming.NO, and none since launch."""


@fault("fenced-fast", "timing.unmeasured")
class UnmeasuredSinceFencesOnPath(AlwaysSinceFences):
    """The driver reports a timing since the fences with MeasureTiming.NO, on the fenced path."""


@fault("fenced-fast-timed", "timing.fenced_consistent")
class SwappedOnPath(FencedTimes):
    """The time since the fences is longer than that since launch, on the fenced path."""

    def times(self, launched, fenced):
        return Timing(NO_TIMING, 5), Timing(NO_TIMING, 6)


@fault("fenced-fast-timed", "timing.device_within_driver")
class DeviceAboveDriverOnPath(FencedTimes):
    """The time on the device since the fences exceeds that in the driver, on the fenced path."""

    def times(self, launched, fenced):
        return Timing(NO_TIMING, 5), Timing(3, 2)


@fault("timing.fence_wait_excluded")
class WithoutWaiting(FencedTimes):
    """The time since launch does not include the wait for the fences."""

    def times(self, launched, fenced):
        return fenced, fenced


@fault("timing.fence_wait_excluded")
class WithWaiting(FencedTimes):
    """The time since the fences includes the wait for them."""

    def times(self, launched, fenced):
        return launched, launched


@fault("fences.pending_fence")
class DoesNotWait(FaultyPreparedModel):
    """The driver does not wait for the wait fences."""

    def execute_fenced(self, request, wait_for, *more):
        return self.right.execute_fenced(request, (), *more)


@fault("fences.already_signalled", "fence.signal")
class WaitsForChange(FaultyPreparedModel):
    """The driver waits forever for a fence that was signalled before the launch."""

    def execute_fenced(self, request, wait_for, *more):
        changing = [SyncFence() for one in wait_for if one.wait(0) is FenceStatus.SIGNALED]
        return self.right.execute_fenced(request, changing or wait_for, *more)


@fault("fences.all_pending_fences")
class WaitsForFirst(FaultyPreparedModel):
    """The driver waits only for the first fence."""

    def execute_fenced(self, request, wait_for, *more):
        return self.right.execute_fenced(request, wait_for[:1], *more)


@fault("fences.all_pending_fences")
class WaitsForLast(FaultyPreparedModel):
    """The driver waits only for the last fence, as if fences were signalled in order."""

    def execute_fenced(self, request, wait_for, *more):
        return self.right.execute_fenced(request, wait_for[-1:], *more)


@fault("fences.all_pending_fences")
class WaitsForAny(FaultyPreparedModel):
    """The driver executes as soon as one of the wait fences is signalled."""

    def execute_fenced(self, request, wait_for, *more):
        one = SyncFence()

        def wait(fence) -> None:
            if fence.wait(2000) is FenceStatus.SIGNALED:
                one.signal()

        for fence in wait_for:
            threading.Thread(target=wait, args=(fence,)).start()
        return self.right.execute_fenced(request, [one] if wait_for else (), *more)


def early(self, arguments, delay):
    """Launch a fenced execution whose fence is signalled ``delay`` seconds before it executes.

    The fence is signalled as soon as the wait fences are.
    """
    request, wait_for, measure, deadline, loop, _ = arguments
    fence = SyncFence()

    def work() -> None:
        for one in wait_for:
            one.wait(2000)
        fence.signal()
        time.sleep(delay)
        self.right.execute_synchronously(request, measure, deadline, loop)

    threading.Thread(target=work).start()
    return NONE, fence, Info(info())


@fault("fences.outputs_before_signal")
class SignalsEarly(FaultyPreparedModel):
    """The driver signals the returned fence before it writes the outputs."""

    def execute_fenced(self, *arguments):
        return early(self, arguments, 0.01)


@fault("fences.chained_executions")
class ChainBroken(FaultyPreparedModel):
    """The driver signals the returned fence together with the wait fences."""

    def execute_fenced(self, *arguments):
        return early(self, arguments, 0.03)


@fault("fences.no_dependencies")
class EmptyEarly(FaultyPreparedModel):
    """The driver returns no fence before the execution has ended."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        work = lambda: self.right.execute_synchronously(request, measure, deadline, loop)  # noqa: E731
        threading.Timer(0.01, work).start()
        return NONE, None, Info(info())


@fault("fences.failed_dependency")
class IgnoresErrors(FaultyPreparedModel):
    """The driver treats a fence in the error state as signalled."""

    def execute_fenced(self, request, wait_for, *more):
        alive = [fence for fence in wait_for if fence.wait(0) is not FenceStatus.ERROR]
        return self.right.execute_fenced(request, alive, *more)


@fault("fences.dependency_fails_during_wait")
class AnyEnd(FaultyPreparedModel):
    """The driver treats a fence that enters the error state as signalled."""

    def execute_fenced(self, request, wait_for, *more):
        gate = SyncFence()

        def wait() -> None:
            for fence in wait_for:
                fence.wait(2000)
            gate.signal()

        threading.Thread(target=wait).start()
        return self.right.execute_fenced(request, [gate], *more)


@fault("fences.deadline_without_signal")
class NoDeadline(FaultyPreparedModel):
    """The driver waits for fences beyond the deadline."""

    def execute_fenced(self, request, wait_for, measure, deadline, *more):
        return self.right.execute_fenced(request, wait_for, measure, None, *more)


def ending(self, arguments, replacement):
    """Launch a fenced execution that reports the status ``replacement`` of a missed deadline."""
    status, fence, callback = self.right.execute_fenced(*arguments)
    if callback is None:
        return (replacement if "MISSED" in status.name else status), fence, callback

    class Changed(FencedExecutionCallback):
        def get_execution_info(self):
            reported, *times = callback.get_execution_info()
            return (replacement if "MISSED" in reported.name else reported, *times)

    return status, fence, Changed()


@fault("fences.deadline_without_signal")
class WritesAtDeadline(FaultyPreparedModel):
    """If there is a deadline, the driver stops waiting for the fences and executes after 0.15 s."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        if deadline is None:
            return self.right.execute_fenced(request, wait_for, measure, deadline, loop, duration)
        gate = SyncFence()
        threading.Timer(0.15, gate.signal).start()
        return self.right.execute_fenced(request, [gate], measure, None, loop, None)


@fault("fences.deadline_without_signal", "fence.signal")
class DeafAfterDeadline(FaultyPreparedModel):
    """After its deadline an execution never ends, even if the wait fence is signalled."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        gates = wait_for if deadline is None else [SyncFence()]
        return self.right.execute_fenced(request, gates, measure, None, loop, duration)


@fault("fences.deadline_without_signal")
class VagueDeadline(FaultyPreparedModel):
    """The driver returns GENERAL_FAILURE for a deadline that passes during the wait."""

    def execute_fenced(self, *arguments):
        return ending(self, arguments, FAILURE)


@fault("fences.past_deadline")
class PastIsInvalid(FaultyPreparedModel):
    """The driver returns INVALID_ARGUMENT for a deadline in the past."""

    def execute_fenced(self, *arguments):
        return ending(self, arguments, INVALID)


@fault("fences.duration_after_signal")
class DurationFromLaunch(FaultyPreparedModel):
    """The timeout duration starts at the launch instead of when all wait fences are signalled."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        if duration is not None:
            deadline = time.monotonic_ns() + duration
        return self.right.execute_fenced(request, wait_for, measure, deadline, loop, None)


@fault("fences.info_before_completion")
class DoneAtOnce(FaultyPreparedModel):
    """getExecutionInfo returns NONE before the execution has ended."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        return status, fence, callback and Info(info())


@fault("fences.info_after_completion", "fence.status")
class NeverInformed(FaultyPreparedModel):
    """getExecutionInfo returns GENERAL_FAILURE after the execution has ended."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        return status, fence, callback and Info(info(FAILURE))


@fault("fences.info_after_completion")
class Forgetful(FaultyPreparedModel):
    """getExecutionInfo reports another status from the third call on."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        return status, fence, callback and Info(info(), info(), info(MISSED_DEADLINE))


@fault("fences.pending_fence", "fence.signal")
class NeverSignals(FaultyPreparedModel):
    """The driver never signals the returned fence."""

    def execute_fenced(self, *arguments):
        status, _, callback = self.right.execute_fenced(*arguments)
        return status, SyncFence(), callback


@fault("fences.dependency_fails_during_wait", "fence.status")
class AlwaysSignals(FaultyPreparedModel):
    """The driver signals the returned fence of an execution that failed."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        if fence is None:
            return status, fence, callback
        other = SyncFence()

        def follow() -> None:
            fence.wait(2000)
            other.signal()

        threading.Thread(target=follow).start()
        return status, other, callback


@fault("fences.null_fence")
class NullIsNothing(FaultyPreparedModel):
    """The driver ignores a null handle among the wait fences instead of refusing the launch."""

    def execute_fenced(self, request, wait_for, *more):
        return self.right.execute_fenced(request, [f for f in wait_for if f is not None], *more)


@fault("fences.invalid_request", "fence.launch")
class RefusalWithCallback(FaultyPreparedModel):
    """A refused fenced execution returns a callback."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        return status, fence, callback or Info(info(status))


@fault("fences.no_dependencies", "fence.launch")
class NoCallback(FaultyPreparedModel):
    """A launched fenced execution returns no callback."""

    def execute_fenced(self, *arguments):
        status, fence, _ = self.right.execute_fenced(*arguments)
        return status, fence, None


@fault("fences.invalid_request")
class VagueRefusal(FaultyPreparedModel):
    """executeFenced returns GENERAL_FAILURE for a missing argument."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        return FAILURE if status == INVALID else status, fence, callback


@fault("fences.client_fences_unchanged")
class ClosesFences(FaultyPreparedModel):
    """The driver closes the wait fences, which belong to the client."""

    def execute_fenced(self, request, wait_for, *more):
        copies = [os.dup(fence.fileno()) for fence in wait_for]
        answer = self.right.execute_fenced(request, [PolledFence(fd) for fd in copies], *more)
        for fence in wait_for:
            os.close(fence.fileno())
            fence._fd = -1  # prevents a second close of the descriptor number after its reuse
        return answer


@fault("fenced-fast-unknown_dimensions", "output_form.refused")
class FencedOpen(FaultyPreparedModel):
    """The driver accepts outputs of unknown dimensions in a fenced execution."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        status, *_ = self.right.execute_synchronously(request, measure, deadline, loop)
        return (status, None, Info(info())) if status == NONE else (status, None, None)
