"""Faults in times and in fenced execution."""

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
from tests.suite.faulty import FAILURE, INVALID, MISSED, NONE, Wrong, fault

YES = MeasureTiming.YES


class Info(FencedExecutionCallback):
    """Tells what it was given, in order; the last again and again."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def get_execution_info(self):
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def info(status=NONE, launched=None, fenced=None):
    return status, launched or Timing(), fenced or Timing()


class Timed(Wrong):
    """Reports what ``told`` makes of the times."""

    def execute_synchronously(self, request, measure, *more):
        status, shapes, timing = self.right.execute_synchronously(request, measure, *more)
        return status, shapes, self.told(status, measure, timing)

    def told(self, status, measure, timing):
        return timing


@fault("timing.unmeasured")
class Always(Timed):
    """Times come though none was asked for."""

    def told(self, status, measure, timing):
        return Timing(1, 2) if status == NONE else timing


@fault("timing.on_error")
class WithErrors(Timed):
    """Times come with errors."""

    def told(self, status, measure, timing):
        return Timing(1, 2) if status != NONE and measure == YES else timing


@fault("timing.order")
class DeviceAboveDriver(Timed):
    """The device takes longer than the driver around it."""

    def told(self, status, measure, timing):
        return Timing(3, 2) if status == NONE and measure == YES else timing


@fault("timing.plausible")
class Nanoseconds(Timed):
    """Times come in nanoseconds instead of microseconds."""

    def told(self, status, measure, timing):
        if timing == Timing():
            return timing
        return Timing(timing.time_on_device * 1000, timing.time_in_driver * 1000)


@fault("sync-fast-timed", "timing.plausible")
class Seconds(Timed):
    """Times of seconds, seen along the synchronous path."""

    def told(self, status, measure, timing):
        return timing if timing == Timing() else Timing(1, 5_000_000)


class FencedTimes(Wrong):
    """Tells other times of fenced executions."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        if callback is None:
            return status, fence, callback
        return status, fence, self.changed(callback)

    def changed(self, callback):
        def told():
            status, launched, fenced = callback.get_execution_info()
            known = launched.time_in_driver != NO_TIMING
            return (status, *(self.times(launched, fenced) if known else (launched, fenced)))

        class Changed(FencedExecutionCallback):
            def get_execution_info(self):
                return told()

        return Changed()

    def times(self, launched, fenced):
        return launched, fenced


@fault("timing.since_fences")
class Swapped(FencedTimes):
    """The time since the fences is longer than the time since launch."""

    def times(self, launched, fenced):
        return launched, Timing(fenced.time_on_device, launched.time_in_driver + 1)


@fault("timing.since_fences")
class DeviceSinceFencesLonger(FencedTimes):
    """The time on the device since the fences exceeds that since launch, without driver times."""

    def times(self, launched, fenced):
        return Timing(5, NO_TIMING), Timing(6, NO_TIMING)


@fault("timing.since_fences")
class DriverSinceFencesLonger(FencedTimes):
    """The time in the driver since the fences exceeds that since launch, without device times."""

    def times(self, launched, fenced):
        return Timing(NO_TIMING, 5), Timing(NO_TIMING, 6)


@fault("timing.since_fences")
class DeviceAboveDriverSinceFences(FencedTimes):
    """Since the fences signalled, the device takes longer than the driver around it."""

    def times(self, launched, fenced):
        return Timing(), Timing(3, 2)


class AlwaysSinceFences(Wrong):
    """Reports times since the fences without being asked for, and none since launch."""

    def execute_fenced(self, request, wait_for, measure, *more):
        status, fence, callback = self.right.execute_fenced(request, wait_for, measure, *more)
        asked = measure == YES
        return status, fence, callback if asked else callback and Info(info(fenced=Timing(1, 2)))


@fault("timing.since_fences")
class UnmeasuredSinceFences(AlwaysSinceFences):
    """Times since the fences come though none was asked for, and none since launch."""


@fault("fenced-fast", "timing.unmeasured")
class UnmeasuredSinceFencesOnPath(AlwaysSinceFences):
    """Times since the fences come though none was asked for, seen along the fenced path."""


@fault("fenced-fast-timed", "timing.fenced")
class SwappedOnPath(FencedTimes):
    """The time since the fences is longer than that since launch, seen along the fenced path."""

    def times(self, launched, fenced):
        return Timing(NO_TIMING, 5), Timing(NO_TIMING, 6)


@fault("fenced-fast-timed", "timing.order")
class DeviceAboveDriverOnPath(FencedTimes):
    """The device takes longer than the driver since the fences, seen along the fenced path."""

    def times(self, launched, fenced):
        return Timing(NO_TIMING, 5), Timing(3, 2)


@fault("timing.waiting")
class WithoutWaiting(FencedTimes):
    """The time since launch leaves out the wait for the fences."""

    def times(self, launched, fenced):
        return fenced, fenced


@fault("timing.waiting")
class WithWaiting(FencedTimes):
    """The time since the fences contains the wait for them."""

    def times(self, launched, fenced):
        return launched, launched


@fault("fences.waits")
class DoesNotWait(Wrong):
    """The fences to wait for are not waited for."""

    def execute_fenced(self, request, wait_for, *more):
        return self.right.execute_fenced(request, (), *more)


@fault("fences.signalled", "fence.signal")
class WaitsForChange(Wrong):
    """A fence that has signalled before the launch is waited for."""

    def execute_fenced(self, request, wait_for, *more):
        changing = [SyncFence() for one in wait_for if one.wait(0) is FenceStatus.SIGNALED]
        return self.right.execute_fenced(request, changing or wait_for, *more)


@fault("fences.waits_for_all")
class WaitsForFirst(Wrong):
    """Only the first fence is waited for."""

    def execute_fenced(self, request, wait_for, *more):
        return self.right.execute_fenced(request, wait_for[:1], *more)


@fault("fences.waits_for_all")
class WaitsForLast(Wrong):
    """Only the last fence is waited for: the order of fences is taken for granted."""

    def execute_fenced(self, request, wait_for, *more):
        return self.right.execute_fenced(request, wait_for[-1:], *more)


@fault("fences.waits_for_all")
class WaitsForAny(Wrong):
    """One of the fences is enough."""

    def execute_fenced(self, request, wait_for, *more):
        one = SyncFence()

        def wait(fence) -> None:
            if fence.wait(2000) is FenceStatus.SIGNALED:
                one.signal()

        for fence in wait_for:
            threading.Thread(target=wait, args=(fence,)).start()
        return self.right.execute_fenced(request, [one] if wait_for else (), *more)


def early(self, arguments, delay):
    """Signals when the fences to wait for do, and executes after that."""
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


@fault("fences.complete")
class SignalsEarly(Wrong):
    """The returned fence signals before the outputs are written."""

    def execute_fenced(self, *arguments):
        return early(self, arguments, 0.01)


@fault("fences.chained")
class ChainBroken(Wrong):
    """The returned fence signals along with those that were waited for."""

    def execute_fenced(self, *arguments):
        return early(self, arguments, 0.03)


@fault("fences.plain")
class EmptyEarly(Wrong):
    """No fence says that all is done, and nothing is."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        work = lambda: self.right.execute_synchronously(request, measure, deadline, loop)  # noqa: E731
        threading.Timer(0.01, work).start()
        return NONE, None, Info(info())


@fault("fences.failed_before")
class IgnoresErrors(Wrong):
    """A fence in error counts as signalled."""

    def execute_fenced(self, request, wait_for, *more):
        alive = [fence for fence in wait_for if fence.wait(0) is not FenceStatus.ERROR]
        return self.right.execute_fenced(request, alive, *more)


@fault("fences.failed_later")
class AnyEnd(Wrong):
    """A fence that goes into error counts as signalled."""

    def execute_fenced(self, request, wait_for, *more):
        gate = SyncFence()

        def wait() -> None:
            for fence in wait_for:
                fence.wait(2000)
            gate.signal()

        threading.Thread(target=wait).start()
        return self.right.execute_fenced(request, [gate], *more)


@fault("fences.never_signalled")
class NoDeadline(Wrong):
    """A deadline does not end the wait for fences."""

    def execute_fenced(self, request, wait_for, measure, deadline, *more):
        return self.right.execute_fenced(request, wait_for, measure, None, *more)


def ending(self, arguments, instead):
    """Missed deadlines end with another status."""
    status, fence, callback = self.right.execute_fenced(*arguments)
    if callback is None:
        return (instead if "MISSED" in status.name else status), fence, callback

    class Changed(FencedExecutionCallback):
        def get_execution_info(self):
            told, *times = callback.get_execution_info()
            return (instead if "MISSED" in told.name else told, *times)

    return status, fence, Changed()


@fault("fences.never_signalled")
class WritesAtDeadline(Wrong):
    """A deadline that passes during the wait for fences starts the execution."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        if deadline is None:
            return self.right.execute_fenced(request, wait_for, measure, deadline, loop, duration)
        gate = SyncFence()
        threading.Timer(0.15, gate.signal).start()
        return self.right.execute_fenced(request, [gate], measure, None, loop, None)


@fault("fences.never_signalled", "fence.signal")
class DeafAfterDeadline(Wrong):
    """After its deadline an execution never ends, not even when the fence signals."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        gates = wait_for if deadline is None else [SyncFence()]
        return self.right.execute_fenced(request, gates, measure, None, loop, duration)


@fault("fences.never_signalled")
class VagueDeadline(Wrong):
    """A deadline that passes during the wait is a general failure."""

    def execute_fenced(self, *arguments):
        return ending(self, arguments, FAILURE)


@fault("fences.past_deadline")
class PastIsInvalid(Wrong):
    """A deadline that has passed is an invalid argument."""

    def execute_fenced(self, *arguments):
        return ending(self, arguments, INVALID)


@fault("fences.duration")
class DurationFromLaunch(Wrong):
    """A duration counts from the launch."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        if duration is not None:
            deadline = time.monotonic_ns() + duration
        return self.right.execute_fenced(request, wait_for, measure, deadline, loop, None)


@fault("fences.info_before")
class DoneAtOnce(Wrong):
    """The execution's information says NONE before it has ended."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        return status, fence, callback and Info(info())


@fault("fences.info_after", "fence.agrees")
class NeverInformed(Wrong):
    """The execution's information stays a failure after its end."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        return status, fence, callback and Info(info(FAILURE))


@fault("fences.info_after")
class Forgetful(Wrong):
    """The execution's information can be asked for but a few times."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        return status, fence, callback and Info(info(), info(), info(MISSED))


@fault("fences.waits", "fence.signal")
class NeverSignals(Wrong):
    """The returned fence never signals."""

    def execute_fenced(self, *arguments):
        status, _, callback = self.right.execute_fenced(*arguments)
        return status, SyncFence(), callback


@fault("fences.failed_later", "fence.agrees")
class AlwaysSignals(Wrong):
    """The returned fence signals for executions that fail."""

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


@fault("fences.missing_fence")
class NullIsNothing(Wrong):
    """A null handle among the fences is left out."""

    def execute_fenced(self, request, wait_for, *more):
        return self.right.execute_fenced(request, [f for f in wait_for if f is not None], *more)


@fault("fences.refusal", "fence.launch")
class RefusalWithCallback(Wrong):
    """A refused execution hands out a callback."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        return status, fence, callback or Info(info(status))


@fault("fences.plain", "fence.launch")
class NoCallback(Wrong):
    """A launched execution has no callback."""

    def execute_fenced(self, *arguments):
        status, fence, _ = self.right.execute_fenced(*arguments)
        return status, fence, None


@fault("fences.refusal")
class VagueRefusal(Wrong):
    """A missing argument is a general failure."""

    def execute_fenced(self, *arguments):
        status, fence, callback = self.right.execute_fenced(*arguments)
        return FAILURE if status == INVALID else status, fence, callback


@fault("fences.fences_stay")
class ClosesFences(Wrong):
    """The fences to wait for are closed by the driver, whose they are not."""

    def execute_fenced(self, request, wait_for, *more):
        copies = [os.dup(fence.fileno()) for fence in wait_for]
        answer = self.right.execute_fenced(request, [PolledFence(fd) for fd in copies], *more)
        for fence in wait_for:
            os.close(fence.fileno())
            fence._fd = -1  # or its number would be closed again when it is another's
        return answer


@fault("fenced-fast-open", "form.refused")
class FencedOpen(Wrong):
    """A fenced execution takes outputs that are not fully specified."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        status, *_ = self.right.execute_synchronously(request, measure, deadline, loop)
        return (status, None, Info(info())) if status == NONE else (status, None, None)
