"""Faults in timings, in fenced executions, and in limits of executions."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from conformance import hal
from tests.faults.calls.outputs import fenced_guesses
from tests.faults.drivers import (
    DONE,
    FAILED,
    FAILURE,
    INVALID,
    MISSED,
    MISSED_DEADLINE,
    NONE,
    REFUSED,
    SMALL,
    FaultyPreparedModel,
    Info,
    changed,
    device,
    info,
    notified,
    prepared,
    result,
    state,
)
from tests.faults.row import table

YES = hal.MeasureTiming.YES
LONGEST_LOOP = 15_000_000_000
ACTIVE, ERROR, SIGNALED = hal.FenceStatus.ACTIVE, hal.FenceStatus.ERROR, hal.FenceStatus.SIGNALED


class Timed(FaultyPreparedModel):
    """A prepared model that reports the timing ``reported(status, measure, timing)``."""

    def execute_synchronously(self, request, measure, *more):
        status, shapes, timing = self.right.execute_synchronously(request, measure, *more)
        return status, shapes, self.reported(status, measure, timing)

    def reported(self, status, measure, timing):
        """Return the timing to report."""
        return timing


def timed(change: Callable[[Any, int, hal.Timing], hal.Timing]) -> type:
    """Return a driver that reports the timing ``change(status, measure, timing)``."""
    return prepared(Timed, reported=lambda me, _, *arguments: change(*arguments))


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
            known = launched.time_in_driver != hal.NO_TIMING
            return (status, *(self.times(launched, fenced) if known else (launched, fenced)))

        class Changed(hal.FencedExecutionCallback):
            def get_execution_info(self):
                return reported()

        return Changed()

    def times(self, launched, fenced):
        """Return the timings to report, since launch and since the fences."""
        return launched, fenced


def fenced_times(times: Callable[[hal.Timing, hal.Timing], tuple[hal.Timing, hal.Timing]]) -> type:
    """Return a driver whose fenced executions report ``times(launched, fenced)``."""
    return prepared(FencedTimes, times=lambda me, _, launched, fenced: times(launched, fenced))


def nanoseconds(status: Any, measure: int, timing: hal.Timing) -> hal.Timing:
    if timing == hal.Timing():
        return timing
    return hal.Timing(timing.time_on_device * 1000, timing.time_in_driver * 1000)


def always_since_fences(
    me: Any, right: Any, request: Any, wait_for: Any, measure: int, *more: Any
) -> Any:
    status, fence, callback = right(request, wait_for, measure, *more)
    if measure != YES:
        callback = callback and Info(info(fenced=hal.Timing(1, 2)))
    return status, fence, callback


def fenced(execute: Callable[..., Any], **members: Any) -> type:
    """Return a driver with this ``execute_fenced``."""
    return prepared(execute_fenced=execute, **members)


def waiting(choose: Callable[[Sequence[Any]], Sequence[Any]]) -> type:
    """Return a driver that waits for the fences that ``choose`` returns."""
    return fenced(
        lambda me, right, request, wait_for, *more: right(request, choose(wait_for), *more)
    )


def refusing(is_refused: Callable[[Sequence[Any]], bool], answer: Any) -> type:
    """Return a driver with another answer for some lists of wait fences."""
    return fenced(
        lambda me, right, request, wait_for, *more: (
            answer() if is_refused(wait_for) else right(request, wait_for, *more)
        )
    )


def in_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, daemon=True).start()


def any_of(wait_for: Sequence[Any]) -> Sequence[Any]:
    """Return a fence that is signalled with the first of the fences."""
    one = hal.SyncFence()

    def wait(fence: Any) -> None:
        if fence.wait(2000) is SIGNALED:
            one.signal()

    for fence in wait_for:
        threading.Thread(target=wait, args=(fence,)).start()
    return [one] if wait_for else ()


def early(delay: float) -> Callable[..., Any]:
    """Return an ``execute_fenced`` that signals its fence before it executes, after a delay."""

    def execute(me: Any, right: Any, request: Any, wait_for: Any, *more: Any) -> Any:
        fence = hal.SyncFence()

        def work() -> None:
            for one in wait_for:
                one.wait(2000)
            fence.signal()
            time.sleep(delay)
            me.right.execute_synchronously(request, *more[:-1])

        threading.Thread(target=work).start()
        return NONE, fence, Info(info())

    return execute


def empty_early(me: Any, right: Any, request: Any, wait_for: Any, *more: Any) -> Any:
    threading.Timer(0.01, me.right.execute_synchronously, (request, *more[:-1])).start()
    return NONE, None, Info(info())


def ending(replacement: Any) -> Callable[..., Any]:
    """Return an ``execute_fenced`` with another status of a missed deadline."""

    def execute(me: Any, right: Any, *arguments: Any) -> Any:
        status, fence, callback = right(*arguments)
        if callback is None:
            return (replacement if "MISSED" in status.name else status), fence, callback

        def answer(_: Any, __: Any) -> Any:
            reported, *times = callback.get_execution_info()
            return (replacement if "MISSED" in reported.name else reported, *times)

        return status, fence, changed(Info, get_execution_info=answer)()

    return execute


def deaf_after_deadline(
    me: Any, right: Any, request: Any, wait_for: Any, measure: int, deadline: Any, *more: Any
) -> Any:
    return right(request, wait_for if deadline is None else [hal.SyncFence()], measure, None, *more)


def from_launch(
    me: Any,
    right: Any,
    request: Any,
    wait_for: Any,
    measure: int,
    deadline: Any,
    loop: Any,
    duration: Any,
) -> Any:
    if duration is not None:
        deadline = time.monotonic_ns() + duration
    return right(request, wait_for, measure, deadline, loop, None)


def informing(*answers: Any) -> type:
    """Return a driver whose callbacks of fenced executions return these answers in order."""
    return fenced(
        result(lambda status, fence, callback: (status, fence, callback and Info(*answers)))
    )


def always_signals(status: Any, fence: Any, callback: Any) -> Any:
    if fence is None:
        return status, fence, callback
    other = hal.SyncFence()

    def follow() -> None:
        fence.wait(2000)
        other.signal()

    in_thread(follow)
    return status, other, callback


def closes_fences(me: Any, right: Any, request: Any, wait_for: Any, *more: Any) -> Any:
    copies = [os.dup(fence.fileno()) for fence in wait_for]
    answer = right(request, [hal.PolledFence(fd) for fd in copies], *more)
    for fence in wait_for:
        os.close(fence.fileno())
        fence._fd = -1  # prevents a second close of the descriptor number after its reuse
    return answer


def first_fence_only(me: Any, right: Any, request: Any, wait_for: Any, *more: Any) -> Any:
    if wait_for and wait_for[0].wait(0) is ERROR:
        return INVALID, None, None
    return right(request, [fence for fence in wait_for if fence.wait(0) is not ERROR], *more)


def launching_later(is_ready: Callable[[Sequence[Any]], bool]) -> Callable[..., Any]:
    """Return an ``execute_fenced`` that launches when fences that are pending have ended.

    If ``is_ready(fences)``, which waits, is false, the returned fence enters the error state.
    """

    def execute(me: Any, right: Any, request: Any, wait_for: Any, *more: Any) -> Any:
        if all(fence.wait(0) is not ACTIVE for fence in wait_for):
            return right(request, wait_for, *more)
        own, later = hal.SyncFence(), Info(info(FAILURE))

        def run() -> None:
            if not is_ready(wait_for):
                own.fail()
                return
            later.answers = [info(right(request, (), *more)[0])]
            own.signal()

        in_thread(run)
        return NONE, own, later

    return execute


def all_in_order(wait_for: Sequence[Any]) -> bool:
    return all([fence.wait(5000) is SIGNALED for fence in wait_for])  # noqa: C419 - waits for all


def any_ended(wait_for: Sequence[Any]) -> bool:
    end = time.monotonic() + 5
    while time.monotonic() < end and all(fence.wait(1) is ACTIVE for fence in wait_for):
        pass
    return True


def is_repeated(wait_for: Sequence[Any]) -> bool:
    return len({fence.fileno() for fence in wait_for}) < len(wait_for)


GATES: list[hal.SyncFence] = []


EARLIER: list[Any] = []


def in_order(me: Any, right: Any, request: Any, wait_for: Any, *more: Any) -> Any:
    answer = right(request, [*wait_for, *EARLIER], *more)
    if answer[1] is not None:
        EARLIER[:] = [answer[1]]
    return answer


def with_gate(me: Any, right: Any, request: Any, wait_for: Any, *more: Any) -> Any:
    if not wait_for:
        return right(request, wait_for, *more)
    me.gates.append(hal.SyncFence())
    return right(request, [*wait_for, me.gates[-1]], *more)


def fails_gates(me: Any, _: Any) -> None:
    for gate in me.gates:
        gate.fail()


# ------------------------------------------------------------------------------------------ limits


def limited(execute: Callable[..., Any], **members: Any) -> type:
    """Return a driver with ``execute(right, request, measure, deadline, loop)``, synchronous."""
    return prepared(execute_synchronously=lambda me, right, *more: execute(right, *more), **members)


def on_deadline(is_concerned: Callable[[int], bool], answer: Any) -> type:
    """Return a driver with another answer of synchronous executions with some deadlines."""

    def execute(right: Any, request: Any, measure: int, deadline: Any, loop: Any) -> Any:
        concerned = deadline is not None and is_concerned(deadline)
        return answer if concerned else right(request, measure, deadline, loop)

    return limited(execute)


def deadline_as(change: Callable[[int], int]) -> type:
    """Return a driver that changes the deadlines of synchronous executions."""

    def execute(right: Any, request: Any, measure: int, deadline: Any, loop: Any) -> Any:
        return right(request, measure, deadline if deadline is None else change(deadline), loop)

    return limited(execute)


def on_loop(is_concerned: Callable[[Any, int], bool], answer: Any) -> type:
    """Return a driver with another answer for some models and loop timeouts."""

    def execute(me: Any, right: Any, request: Any, measure: int, deadline: Any, loop: Any) -> Any:
        concerned = loop is not None and is_concerned(me.model, loop)
        return answer if concerned else right(request, measure, deadline, loop)

    return prepared(execute_synchronously=execute)


def deadline_is_failure(right: Any, request: Any, measure: int, deadline: Any, loop: Any) -> Any:
    answer = right(request, measure, deadline, loop)
    return FAILED if answer[0] == MISSED_DEADLINE and deadline is not None else answer


def duration_is_success(me: Any, right: Any, request: Any, wait_for: Any, *more: Any) -> Any:
    for fence in wait_for:
        fence.wait(2000)
    answer = right(request, (), *more)
    missed = answer[0] == MISSED_DEADLINE and more[-1] is not None
    return (NONE, None, Info(info())) if missed else answer


def loop_timeout_refused(me: Any, right: Any, *arguments: Any) -> Any:
    if arguments[3] is None or me.model.referenced:
        return right(*arguments)
    arguments[-1].notify(*REFUSED)
    return INVALID


def measure_sticks(me: Any, right: Any, request: Any, measure: int, *more: Any) -> Any:
    me.broken = me.broken or measure not in (0, 1)
    return REFUSED if me.broken else right(request, measure, *more)


def slow_unmeasured(right: Any, request: Any, measure: int, *more: Any) -> Any:
    if measure == hal.MeasureTiming.NO:
        time.sleep(0.02)
    return right(request, measure, *more)


def late_shapes(me: Any, right: Any, *arguments: Any) -> Any:
    if arguments[2] is None:
        return right(*arguments)
    arguments[-1].notify(MISSED_DEADLINE, [hal.OutputShape((4,), True)], hal.Timing())
    return NONE


def keeps_priority(
    me: Any, right: Any, model_: Any, preference: int, priority: int, *more: Any
) -> Any:
    me.coarse = priority == hal.Priority.HIGH
    return right(model_, preference, priority, *more)


def coarse_kernel(me: Any, right: Any, call: Any) -> Any:
    kernel, coarse = right(call), me.coarse
    return lambda inputs: [each * 1.01 for each in kernel(inputs)] if coarse else kernel(inputs)


def late_preparation(me: Any, right: Any, model_: Any, *more: Any) -> Any:
    late = more[2] is not None and more[2] < time.monotonic_ns()
    return notified(more[-1], NONE) if late else right(model_, *more)


def sticky(position: int) -> Callable[..., Any]:
    """Return an execution that keeps an argument for later executions without it."""

    def execute(me: Any, right: Any, *arguments: Any) -> Any:
        me.kept = me.kept if arguments[position] is None else arguments[position]
        return right(*arguments[:position], me.kept, *arguments[position + 1 :])

    return execute


_LAUNCH, _UNSIGNALLED = "combinations.fenced", "fences.deadline_without_signal"

FAULTS = table(
    # Timing
    ("The driver reports a timing with MeasureTiming.NO", "combinations.synchronous", timed(lambda status, measure, timing: hal.Timing(1, 2) if status == NONE else timing)),
    ("The driver reports a timing with an error", "combinations.synchronous", timed(lambda status, measure, timing: hal.Timing(1, 2) if status != NONE and measure == YES else timing)),
    ("The time on the device is longer than the time in the driver", "combinations.synchronous", timed(lambda status, measure, timing: hal.Timing(3, 2) if status == NONE and measure == YES else timing)),
    ("The driver reports times in nanoseconds; the contract specifies microseconds", "timing.plausible", timed(nanoseconds)),
    ("The driver reports five seconds for a short execution, on the synchronous path", "sync-fast-timed", timed(lambda status, measure, timing: timing if timing == hal.Timing() else hal.Timing(1, 5_000_000)), "timing.plausible"),
    ("The driver reports a timing together with OUTPUT_INSUFFICIENT_SIZE", "combinations.synchronous", timed(lambda status, measure, timing: hal.Timing(1, 2) if status == SMALL and measure == YES else timing)),
    ("The driver reports a negative time, as after a clock was set back", "sync-fast-timed", timed(lambda status, measure, timing: hal.Timing(-5, 3) if measure == YES else timing), "answer.form"),
    ("The driver returns GENERAL_FAILURE for an undefined value of MeasureTiming", "timing.undefined_measure", limited(lambda right, request, measure, *more: right(request, measure, *more) if measure in (0, 1) else FAILED)),
    ("An undefined value of MeasureTiming is an index out of the range of a table", "timing.undefined_measure", limited(lambda right, request, measure, *more: right(request, (0, 1)[measure], *more)), "answer.exception"),
    ("After an undefined value of MeasureTiming, no execution succeeds", "timing.undefined_measure", prepared(broken=False, execute_synchronously=measure_sticks)),
    ("An execution without a measurement waits for the device's timer", "timing.measurement_penalty", limited(slow_unmeasured)),
    ("The time since the fences is longer than the time since launch", _LAUNCH, fenced_times(lambda launched, fenced: (launched, hal.Timing(fenced.time_on_device, launched.time_in_driver + 1)))),
    ("The time on the device since the fences exceeds that since launch, without driver times", _LAUNCH, fenced_times(lambda *_: (hal.Timing(5, hal.NO_TIMING), hal.Timing(6, hal.NO_TIMING)))),
    ("The time in the driver since the fences exceeds that since launch, without device times", _LAUNCH, fenced_times(lambda *_: (hal.Timing(hal.NO_TIMING, 5), hal.Timing(hal.NO_TIMING, 6)))),
    ("Since the fences were signalled, the time on the device exceeds the time in the driver", _LAUNCH, fenced_times(lambda *_: (hal.Timing(), hal.Timing(3, 2)))),
    ("The driver reports a timing since the fences with MeasureTiming.NO, and none since launch", _LAUNCH, fenced(always_since_fences)),
    ("The driver reports a timing since the fences with MeasureTiming.NO, on the fenced path", "fenced-fast", fenced(always_since_fences), "timing.unmeasured"),
    ("The time since the fences is longer than that since launch, on the fenced path", "fenced-fast-timed", fenced_times(lambda *_: (hal.Timing(hal.NO_TIMING, 5), hal.Timing(hal.NO_TIMING, 6))), "timing.fenced_consistent"),
    ("The time on the device since the fences exceeds that in the driver, on the fenced path", "fenced-fast-timed", fenced_times(lambda *_: (hal.Timing(hal.NO_TIMING, 5), hal.Timing(3, 2))), "timing.device_within_driver"),
    ("The time since launch does not include the wait for the fences", "timing.fence_wait_excluded", fenced_times(lambda launched, fenced: (fenced, fenced))),
    ("The time since the fences includes the wait for them", "timing.fence_wait_excluded", fenced_times(lambda launched, fenced: (launched, launched))),
    # Fences
    ("The driver does not wait for the wait fences", "combinations.fenced", waiting(lambda _: ())),
    ("The driver waits forever for a fence that was signalled before the launch", "combinations.fenced", waiting(lambda fences: [hal.SyncFence() for one in fences if one.wait(0) is SIGNALED] or fences), "fence.signal"),
    ("The driver waits only for the first fence", "fences_several.many_fences", waiting(lambda fences: fences[:1])),
    ("The driver waits only for the last fence, as if fences were signalled in order", "fences_several.many_fences", waiting(lambda fences: fences[-1:])),
    ("The driver executes as soon as one of the wait fences is signalled", "fences_several.many_fences", waiting(any_of)),
    ("The driver signals the returned fence before it writes the outputs", "combinations.fenced", fenced(early(0.01))),
    ("The driver signals the returned fence together with the wait fences", "fences.chained_executions", fenced(early(0.03))),
    ("The driver returns no fence before the execution has ended", "fences.no_dependencies", fenced(empty_early)),
    ("The driver treats a fence in the error state as signalled", "fences.failed_dependency", waiting(lambda fences: [fence for fence in fences if fence.wait(0) is not ERROR])),
    ("The driver waits for fences beyond the deadline", _UNSIGNALLED, fenced(lambda me, right, request, wait_for, measure, _, *more: right(request, wait_for, measure, None, *more))),
    ("After its deadline an execution never ends, even if the wait fence is signalled", _UNSIGNALLED, fenced(deaf_after_deadline), "fence.signal"),
    ("The driver returns GENERAL_FAILURE for a deadline that passes during the wait", _UNSIGNALLED, fenced(ending(FAILURE))),
    ("The driver returns INVALID_ARGUMENT for a deadline in the past", "qos.extreme_fenced_limits", fenced(ending(INVALID))),
    ("The timeout duration starts at the launch instead of when all wait fences are signalled", "fences.duration_after_signal", fenced(from_launch)),
    ("getExecutionInfo returns NONE before the execution has ended", "fences.info_before_completion", informing(info())),
    ("getExecutionInfo returns GENERAL_FAILURE after the execution has ended", "fences.info_after_completion", informing(info(FAILURE)), "fence.status"),
    ("getExecutionInfo reports another status from the third call on", "fences.info_after_completion", informing(info(), info(), info(MISSED_DEADLINE))),
    ("The driver never signals the returned fence", "combinations.fenced", fenced(result(lambda status, _, callback: (status, hal.SyncFence(), callback))), "fence.signal"),
    ("The driver signals the returned fence of an execution that failed", "recovery.failed_fences", fenced(result(always_signals)), "fence.status"),
    ("The driver ignores a null handle among the wait fences instead of refusing the launch", "fences.null_fence", waiting(lambda fences: [fence for fence in fences if fence is not None])),
    ("A refused fenced execution returns a callback", "combinations.fenced", fenced(result(lambda status, fence, callback: (status, fence, callback or Info(info(status))))), "fence.launch"),
    ("A launched fenced execution returns no callback", "fences.no_dependencies", fenced(result(lambda status, fence, _: (status, fence, None))), "fence.launch"),
    ("executeFenced returns GENERAL_FAILURE for a missing argument", "combinations.fenced", fenced(result(lambda status, fence, callback: (FAILURE if status == INVALID else status, fence, callback)))),
    ("The driver closes the wait fences, which belong to the client", "fences.client_fences_unchanged", fenced(closes_fences)),
    ("The driver accepts outputs of unknown dimensions in a fenced execution", "fenced-fast-unknown_dimensions", fenced(fenced_guesses), "output_form.refused"),
    ("The driver returns GENERAL_FAILURE for a wait fence that is in error at the launch", "fences.failed_dependency", refusing(lambda fences: any(fence.wait(0) is ERROR for fence in fences), lambda: (FAILURE, None, None))),
    ("The driver launches an execution whose wait fence is in error and sets its fence to error", "fences.failed_dependency", refusing(lambda fences: any(fence.wait(0) is ERROR for fence in fences), lambda: (NONE, hal.SyncFence.failed(), Info(info(FAILURE))))),
    ("The driver examines only the first wait fence at the launch", "fences.failed_dependency", fenced(first_fence_only)),
    ("The driver waits for the fences in order, so it notices the error of a later one late", "fences.dependency_fails_beside_pending", fenced(launching_later(all_in_order))),
    ("The driver starts as soon as one wait fence is no longer pending", "fences.dependency_fails_beside_pending", fenced(launching_later(any_ended))),
    ("The driver waits for the first 16 fences only", "fences_several.many_fences", waiting(lambda fences: fences[:16])),
    ("The driver refuses more than 32 wait fences", "fences_several.many_fences", refusing(lambda fences: len(fences) > 32, lambda: (INVALID, None, None))),
    ("The driver refuses a fence that is listed twice", "combinations.fenced", refusing(is_repeated, lambda: (INVALID, None, None))),
    ("The driver waits for one signal for each time that a fence is listed", "combinations.fenced", waiting(lambda fences: [hal.SyncFence()] if is_repeated(fences) else fences), "fence.signal"),
    ("An execution waits for all executions that were launched before it", "fences_several.independent_executions", fenced(in_order)),
    ("A pending execution fails when the client releases the prepared model", "overlaps.released_while_pending", fenced(with_gate, gates=state(list), __del__=fails_gates)),
    # Limits
    ("An execution whose deadline passes during a loop ends with GENERAL_FAILURE", "loop_limits.deadline_in_loop", limited(deadline_is_failure)),
    ("A fenced execution whose duration passes during a loop ends with NONE", "loop_limits.deadline_in_loop", fenced(duration_is_success)),
    ("The driver applies the loop timeout to the whole execution, also without a loop", "loop_limits.loop_timeout_without_loop", on_loop(lambda _, loop: loop < 100_000, MISSED)),
    ("The driver refuses a loop timeout for a model without loops, in asynchronous executions", "loop_limits.loop_timeout_without_loop", prepared(execute=loop_timeout_refused)),
    ("The driver refuses the longest permitted loop timeout", "loop_limits.maximum_loop_timeout", on_loop(lambda model, loop: loop >= LONGEST_LOOP and model.referenced, REFUSED)),
    ("Without a loop timeout in the request, the driver permits a loop no time at all", "loop_limits.maximum_loop_timeout", limited(lambda right, request, measure, deadline, loop: right(request, measure, deadline, loop or 0))),
    ("The driver keeps the low 32 bits of a deadline, so that the latest one counts as past", "sync-fast-far_deadline", deadline_as(lambda deadline: deadline & 0xFFFFFFFF), "execute.status"),
    ("A fenced execution with a duration ends with GENERAL_FAILURE", "fenced-fast-near_deadline", fenced(lambda me, right, *more: right(*more) if more[-1] is None else (FAILURE, None, None)), "execute.status"),
    ("An asynchronous execution that misses its deadline reports output shapes", "async-fast-past_deadline", prepared(execute=late_shapes), "output_shape.on_error"),
    ("An execution that would miss its deadline returns NONE before the outputs are written", "sync-fast-past_deadline", on_deadline(lambda deadline: deadline < time.monotonic_ns(), DONE), "values"),
    ("Models of high priority are computed with less precision", "burst-fast-high_priority", device(prepare_model=keeps_priority, compile_call=coarse_kernel), "values"),
    ("A preparation that misses its deadline notifies NONE without a prepared model", "sync-fast-late_preparation", device(prepare_model=late_preparation), "prepare.model"),
    ("The driver refuses models of low priority", "sync-fast-low_priority", device(prepare_model=lambda me, right, model, preference, priority, *more: notified(more[-1], INVALID) if priority == hal.Priority.LOW else right(model, preference, priority, *more)), "prepare.status"),
    ("The driver computes with a deadline in microseconds, so that one in 60 s counts as past", "combinations.synchronous", deadline_as(lambda deadline: deadline // 1000 if deadline < time.monotonic_ns() + 1_800_000_000_000 else deadline)),
    ("A fenced execution without a deadline has that of the previous one", "recovery.repeated_failures", fenced(sticky(3), kept=None)),
    ("An asynchronous execution without a loop timeout has that of the previous one", "combinations.loop_timeouts", prepared(kept=None, execute=sticky(3))),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
