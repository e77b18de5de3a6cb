"""Checks of calls that overlap and end differently: each call has its own end."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import contains
from typing import Any, Final, NamedTuple

from conformance import hal
from conformance.bursts import MemorySlots
from conformance.checks.burst_requests import open_burst, run_in_burst
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    Turns,
    Violation,
    described,
    expect,
    require,
    run_concurrently,
)
from conformance.checks.execution_modes import ExecutionLimits, execution_modes
from conformance.checks.fenced_launches import (
    PendingExecution,
    completion_problem,
    fenced_launches,
    require_waiting,
)
from conformance.checks.pool_requests import Pools
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    addition_model,
    loop_model,
    sum_and_product_model,
    with_operands,
)
from conformance.checks.sample_requests import (
    AdditionRequest,
    LoopRequest,
    SampleRequest,
    client_view,
    decline_unknown_dimensions,
    reported_shapes,
    superfluous_result,
)
from conformance.harness.calls import buffer_calls, driver_calls
from conformance.harness.calls.recording_callbacks import (
    RecordingExecutionCallback,
    RecordingPreparedModelCallback,
)
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES

_AT_ONCE: Final = "Drivers: Execution (several requests at once on one prepared model)"
_FENCED: Final = "IPreparedModel.executeFenced, waitFor, deadline, duration"
_TURNS: Final = 4
_DELAY_SECONDS: Final = 0.001
"""Seconds between the starts of overlapping executions."""

_LARGE: Final = 1 << 13
"""Number of elements for which an execution takes long enough to overlap with others."""


class _Fate(NamedTuple):
    """An execution of an overlap: its request and limits, and the statuses that it may have."""

    what: str
    request: SampleRequest
    shapes: Sequence[tuple[tuple[int, ...], bool]]
    limits: ExecutionLimits = ExecutionLimits()
    statuses: tuple[hal.ErrorStatus, ...] = (hal.ErrorStatus.NONE,)


def _fates_of_known_shapes(context: CheckContext, mode: str) -> Iterator[_Fate]:
    shapes, measured = [((6,), True)] * 2, ExecutionLimits(hal.MeasureTiming.YES)
    for seed in (1, 2):
        yield _Fate("valid", AdditionRequest(context, seed, 6, outputs=2), shapes)
    yield _Fate("measured", AdditionRequest(context, 3, 6, outputs=2), shapes, measured)
    refused = AdditionRequest(context, 4, 6, outputs=2)
    refused.request = refused.without_last_arguments(outputs=1)
    yield _Fate("refused", refused, [], statuses=(hal.ErrorStatus.INVALID_ARGUMENT,))
    if context.version >= hal.Version.V1_3 and mode != "burst":
        permitted = hal.ErrorStatus.NONE, *MISSED_DEADLINE_STATUSES
        late = AdditionRequest(context, 5, 6, outputs=2)
        yield _Fate("late", late, shapes, ExecutionLimits(seconds=0.0), permitted)


def _fates_of_open_shapes(context: CheckContext, mode: str) -> Iterator[_Fate]:
    assert "fenced" not in mode, "executeFenced refuses outputs of unknown dimensions"
    for elements in (4, 64, 9):
        dimensions = [(elements,)] * 2
        request = AdditionRequest(context, elements, elements, outputs=2, dimensions=dimensions)
        yield _Fate(f"of {elements} elements", request, [((elements,), True)] * 2)
    lengths, dimensions = (64, 60), [(16,)] * 2
    small = AdditionRequest(context, 4, 16, lengths=lengths, dimensions=dimensions)
    statuses, shapes = (hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE,), [((16,), True), ((16,), False)]
    yield _Fate("of a too small buffer", small, shapes, statuses=statuses)


def _fates_of_loops(context: CheckContext, mode: str) -> Iterator[_Fate]:
    if context.version < hal.Version.V1_3 or mode == "burst":
        return
    for start in (-100, -150):
        yield _Fate("short", LoopRequest(context, start, 20), [((1,), True)])
    endless, limit = LoopRequest(context, -(2**30)), ExecutionLimits(loop_timeout=1_000_000)
    yield _Fate("longer than its timeout", endless, [], limit, tuple(MISSED_DEADLINE_STATUSES))


def _fate_problem(fate: _Fate, outcome: driver_calls.ExecutionOutcome) -> str:
    expect(outcome.status, "it", *fate.statuses)
    if outcome.status not in (hal.ErrorStatus.NONE, hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE):
        return superfluous_result(outcome)
    shapes = reported_shapes(outcome)
    if outcome.status == hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE:  # dimensions may be unknown
        permitted = [(each, ((0,) * len(each[0]), each[1])) for each in fate.shapes]
        are_right = len(shapes) == len(permitted) and all(map(contains, permitted, shapes))
    else:
        are_right = not shapes or shapes == fate.shapes
    if not are_right:
        return f"it reported the shapes {shapes}; {fate.shapes} was expected"
    if fate.limits.measure == hal.MeasureTiming.NO and outcome.timing != hal.Timing():
        return f"it reported {outcome.timing}; no timing (UINT64_MAX) was expected"
    return fate.request.problem(outcome) if outcome.status == hal.ErrorStatus.NONE else ""


def _run_fates(
    context: CheckContext,
    prepared: hal.PreparedModel,
    fates_of: Callable[[CheckContext, str], Iterator[_Fate]],
    modes: Sequence[str] = (),
) -> None:
    """Run the executions of each mode at the same time, in as many turns; each starts last once."""
    for mode in modes or execution_modes(context):
        fates = list(fates_of(context, mode))

        def run(number: int, fate: _Fate, turns: Turns, mode: str = mode) -> None:
            count = turns.threads
            for turn in range(count):
                execute = execution_modes(context, fate.limits, names=(mode,))[mode]
                fate.request.reset()
                turns.wait()
                time.sleep((number + turn) % count * _DELAY_SECONDS)
                with described(f"{mode}, the execution {fate.what} beside others"):
                    require(_fate_problem(fate, execute(prepared, fate.request.request)))

        works = [partial(run, number, fate) for number, fate in enumerate(fates)]
        run_concurrently(context, works)


@check(f"{_AT_ONCE}; OutputShape; Timing", since=hal.Version.V1_2)
def different_ends(context: CheckContext) -> None:
    """Simultaneous executions of one prepared model, some of which are valid, measured, refused or
    later than their deadline, each have their own status, values, shapes and timing, on every path.
    """
    _run_fates(context, context.prepare(sum_and_product_model(6)), _fates_of_known_shapes)


@check(f"{_AT_ONCE}; OutputShape", since=hal.Version.V1_2)
def different_shapes(context: CheckContext) -> None:
    """Simultaneous executions of one prepared model with inputs of different dimensions, and with a
    too small output buffer, each have their own status, values and shapes, on every path.
    """
    model = with_operands(sum_and_product_model(open_outputs=True), (0, 1), dimensions=(0,))
    prepared = context.prepare(model)
    sample = AdditionRequest(context, outputs=2, dimensions=[(4,)] * 2)
    modes = []
    for mode, execute in execution_modes(context).items():
        outcome = execute(prepared, sample.request)
        if outcome.status == hal.ErrorStatus.NONE:
            modes.append(mode)
        elif not modes:
            decline_unknown_dimensions(outcome, "inputs and outputs of unknown dimensions")
    _run_fates(context, prepared, _fates_of_open_shapes, modes)


@check(f"{_AT_ONCE}; loopTimeoutDuration", since=hal.Version.V1_3)
def different_loop_timeouts(context: CheckContext) -> None:
    """Simultaneous executions of one prepared model with a loop, one of which exceeds its loop
    timeout, each have their own status and values, on every path.
    """
    _run_fates(context, context.prepare(loop_model(20)), _fates_of_loops)


@check("Request.pools; Drivers: Execution")
def writes_of_the_client(context: CheckContext) -> None:
    """While an execution runs or waits for a fence, the client may write to its pool beside the
    arguments: the driver writes nothing but the outputs, on every execution path, whether the pool
    has all arguments or only the output.
    """
    prepared = context.prepare(addition_model(_LARGE))
    ashmem, file = hal.MemoryKind.ASHMEM, hal.MemoryKind.MMAP_FD
    for kind, shared in ((ashmem, True), (file, True), (ashmem, False)):
        addition = AdditionRequest(context, 1, _LARGE)
        memory = Pools(context).of_kind(kind, addition.memory.size)
        request = replace(addition.request, pools=(memory,))
        if not shared:
            output = request.outputs[0]
            own = replace(output, location=replace(output.location, pool_index=1))
            request = replace(request, outputs=(own,), pools=(addition.memory, memory))
        for mode, execute in execution_modes(context).items():
            _copy(addition.memory, memory)
            ended = threading.Event()
            works = [
                partial(_execute_repeatedly, partial(execute, prepared, request), ended),
                partial(_write_repeatedly, memory, ended),
            ]
            run_concurrently(context, works)
            with context.case(f"{mode}, {kind}, {len(request.pools)} pools"):
                _copy(memory, addition.memory)
                require(addition.first_difference())
    if context.version < hal.Version.V1_3:
        return
    pending = PendingExecution(context, prepared, 2, _LARGE)
    pending.wait_for_launch()
    with pending.addition.memory.view() as view:
        view[-1] = 1
    with context.case("an execution that waited for a fence"):
        pending.signal_and_complete()
        with pending.addition.memory.view() as view:
            if view[-1] != 1:
                raise Violation("a byte that the client wrote meanwhile was changed")


def _copy(source: hal.Memory, target: hal.Memory) -> None:
    with client_view(source) as read, client_view(target) as written:
        written[:] = read


def _execute_repeatedly(
    execute: Callable[[], driver_calls.ExecutionOutcome], ended: threading.Event, turns: Turns
) -> None:
    try:
        turns.wait()
        for _ in range(_TURNS):
            expect(execute().status, "the execution")
    finally:
        ended.set()


def _write_repeatedly(memory: hal.Memory, ended: threading.Event, turns: Turns) -> None:
    """Write to the last byte until the executions have ended; it keeps each value."""
    number = 0
    with client_view(memory) as view:
        turns.wait()
        while not ended.is_set():
            if number and view[-1] != number % 256:
                raise Violation("a byte that the client wrote meanwhile was changed")
            number += 1
            view[-1] = number % 256


@check(f"{_FENCED}; Drivers: Fenced execution", since=hal.Version.V1_3)
def different_fences(context: CheckContext) -> None:
    """Of pending fenced executions of one prepared model, one whose wait fence enters the error
    state, one of a deadline and one of a duration that passes end differently; the others end with
    NONE and the expected values, and only that with MeasureTiming.YES may report a timing.
    """
    prepared = context.prepare(addition_model())
    measured = fenced_launches(context, hal.ExecutionConfig(measure=hal.MeasureTiming.YES))
    for name, launch in fenced_launches(context).items():
        failing = PendingExecution(context, prepared, 1, launch=launch)
        short = PendingExecution(context, prepared, 2, launch=launch, duration=1)
        soon = time.monotonic_ns() + 20_000_000
        late = PendingExecution(context, prepared, 3, launch=launch, deadline=soon)
        valid = []
        for seed in (4, 5, 6):
            call = launch if seed == 5 else measured[name]
            valid.append(PendingExecution(context, prepared, seed, launch=call))
            valid[-1].wait_for_launch(0.01)
        for each in (failing, short, late, *valid):
            each.wait_for_launch()
        failing.wait_fences[0].fail()
        with context.case(f"{name}, the execution whose wait fence fails"):
            if failing.finish().status == hal.ErrorStatus.NONE:
                raise Violation("it ended with NONE; an error was expected")
        for each in valid:
            with context.case(f"{name}, another pending execution"):
                require_waiting(each.addition, each.wait_for_launch(0.01), "meanwhile")
        for each, what in ((short, "a duration of 1 ns"), (late, "a deadline in 20 ms")):
            each.signal()
            with context.case(f"{name}, the execution with {what}"):
                permitted = hal.ErrorStatus.NONE, *MISSED_DEADLINE_STATUSES
                expect(each.finish().status, "it", *permitted)
        time.sleep(max(0.0, (soon - time.monotonic_ns()) / 1e9))
        for each in valid:
            each.signal()
            with context.case(f"{name}, a valid execution beside others that fail"):
                end = each.finish()
                require(completion_problem(end, each.addition))
                times = end.timing, end.since_fence
                if each is valid[1] and times != (hal.Timing(),) * 2:
                    raise Violation(f"it reported {times}; no timing (UINT64_MAX) was expected")


@check(
    f"{_FENCED}; IPreparedModel.createReusableExecution; Drivers: Cleanup", since=hal.Version.V1_3
)
def released_while_pending(context: CheckContext) -> None:
    """A fenced execution that is pending when the client releases the prepared model and, from
    AIDL_V4 on, the reusable execution, ends with NONE and the expected values after its fence.
    """
    for name, launch in fenced_launches(context).items():
        pending = PendingExecution(context, context.prepare(addition_model()), 6, launch=launch)
        if pending.wait_for_launch() is not None:
            gc.collect()
        with context.case(f"{name}, after the release"):
            pending.signal_and_complete()


class _Calls:
    """Replaces a method of a callback: makes calls of the driver, once, and keeps their problem."""

    def __init__(self, callback: object, method: str, calls: Callable[..., object]) -> None:
        self.problem, self._calls = "they were not made", [calls]
        self._method = getattr(callback, method)
        setattr(callback, method, self)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Make the calls, which never raise into the driver, and call the method."""
        if self._calls:
            try:
                self._calls.pop()(*arguments, *named.values())
                self.problem = ""
            except driver_calls.DriverCallError as error:
                self.problem = error.finding.reason
            except (SkipCheck, Violation) as error:
                self.problem = str(error)
        return self._method(*arguments, **named)


def _call_back(context: CheckContext) -> Iterator[tuple[str, _Calls]]:
    """Yield callbacks that have called the driver, each with its name."""
    device, model, no = context.device, addition_model(), hal.MeasureTiming.NO
    limit = context.options.callback_timeout / 2
    roles, usual = [hal.BufferRole(0, 0, 1.0)], hal.ErrorStatus.GENERAL_FAILURE

    def allocate(prepared: hal.PreparedModel) -> hal.ErrorStatus:
        return buffer_calls.allocate(device, hal.BufferDesc(), [prepared], roles, ()).status

    def query(*_: object) -> None:
        for each in (device.get_status, device.get_capabilities, device.get_supported_extensions):
            driver_calls.call_driver("a query", each)
        if not all(context.supported_operations(model)):
            raise Violation("get_supported_operations reported another answer than before")

    def use(prepared: hal.PreparedModel) -> None:
        query()
        if context.version >= hal.Version.V1_3:
            expect(allocate(prepared), "allocate", usual)
        context.prepare(addition_model(6))
        if context.version >= hal.Version.V1_2:
            AdditionRequest(context, 3).run(prepared)

    if context.version >= hal.Version.V1_3:
        usual = allocate(context.prepare(model))
    notified = RecordingPreparedModelCallback()
    calls = _Calls(notified, "notify", lambda _, prepared: use(prepared))
    arguments = hal.ExecutionPreference.FAST_SINGLE_ANSWER, limit, notified, hal.Priority.MEDIUM
    driver_calls.prepare_model(device, model, *arguments)
    yield "IPreparedModelCallback::notify", calls
    prepared, addition = context.prepare(model), AdditionRequest(context, 4)
    if context.version <= hal.Version.V1_3:
        second, ended = AdditionRequest(context, 5), RecordingExecutionCallback()

        def launch(*_: object) -> None:
            query()
            arguments = second.request, no, None, None, ended
            driver_calls.call_driver("execute", prepared.execute, *arguments)

        first = RecordingExecutionCallback()
        calls = _Calls(first, "notify", launch)
        outcome = driver_calls.execute_asynchronously(prepared, addition.request, no, limit, first)
        require(addition.problem(outcome))
        if ended.wait(limit) is None or second.first_difference():
            require("the execution that was launched within the callback of another did not end")
        yield "IExecutionCallback::notify", calls
    if context.version >= hal.Version.V1_2:
        slots = MemorySlots()
        calls = _Calls(slots, "get_memories", lambda _: use(prepared))
        run_in_burst(open_burst(context, prepared, slots=slots), AdditionRequest(context, 6))
        yield "IBurstCallback::getMemories", calls


@check("IPreparedModelCallback.notify, IExecutionCallback.notify, IBurstCallback.getMemories")
def calls_within_callbacks(context: CheckContext) -> None:
    """A client may call the driver while the driver calls its callback: queries, a preparation, an
    allocation and an execution within a callback end as usual.

    IBurstContext::freeMemory within getMemories is not among the calls: drivers may serialize it
    with the request in progress, as the official burst server does
    (``burst_memories.freed_during_request`` calls it on another thread).
    """
    context.prepare(addition_model(6))

    def call_back(_: Turns) -> None:
        for name, calls in _call_back(context):
            if calls.problem:
                context.report(f"calls within {name}: {calls.problem}")

    run_concurrently(context, [call_back])
