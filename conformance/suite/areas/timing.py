"""Checks of the timings that executions report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from conformance.hal import NO_TIMING, MeasureTiming, PreparedModel, Request, SyncFence, Version
from conformance.harness.calls import burst_execution, driver_calls, fenced_execution
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.harness.comparison.answer_checks import check_error_answer
from conformance.harness.comparison.timing_checks import (
    check_fenced_timing,
    check_timing,
    check_timing_plausible,
)
from conformance.suite.check import check
from conformance.suite.check_context import CheckContext
from conformance.suite.sample_models import addition_chain_model, addition_model
from conformance.suite.sample_requests import AdditionRequest

_TIMING = "MeasureTiming, Timing; Drivers: Timing"
_NO, _YES = MeasureTiming.NO, MeasureTiming.YES

_ExecuteTimed = Callable[[Request, MeasureTiming], driver_calls.ExecutionOutcome]


def _execution_modes(
    context: CheckContext, prepared: PreparedModel
) -> Iterator[tuple[str, _ExecuteTimed]]:
    """Yield name and function of each execution path of the HAL version that reports timing."""
    limit = context.options.callback_timeout
    yield "synchronous", lambda r, m: driver_calls.execute_synchronously(prepared, r, m)
    if context.version <= Version.V1_3:
        yield (
            "asynchronous",
            lambda r, m: driver_calls.execute_asynchronously(
                prepared, r, m, limit, RecordingExecutionCallback()
            ),
        )
    yield "burst", lambda r, m: burst_execution.execute_through_burst(prepared, r, m, limit)
    if context.version >= Version.V1_3:
        yield "fenced", lambda r, m: fenced_execution.execute_fenced(prepared, r, m, limit)[0]


def time_unit(version: Version) -> float:
    """Return the unit of reported times in seconds: microseconds in HIDL, nanoseconds in AIDL."""
    return 1e-6 if version < Version.AIDL_V1 else 1e-9


@check(_TIMING, since=Version.V1_2)
def unmeasured(context: CheckContext) -> Iterator[str]:
    """An execution with MeasureTiming::NO reports no timing (UINT64_MAX), on every execution path,
    even if the previous execution was measured.
    """
    prepared = context.prepare(addition_model())
    addition = AdditionRequest(context)
    for name, execute in _execution_modes(context, prepared):
        execute(addition.request, _YES)
        for finding in check_timing(execute(addition.request, _NO).timing, _NO):
            yield f"{name}: {finding.reason}"


@check(_TIMING, since=Version.V1_2)
def no_timing_on_error(context: CheckContext) -> Iterator[str]:
    """An execution that fails reports no timing (UINT64_MAX), on every execution path, even with
    MeasureTiming::YES.
    """
    prepared = context.prepare(addition_model())
    addition = AdditionRequest(context)
    for name, execute in _execution_modes(context, prepared):
        execute(addition.request, _YES)
        for finding in check_error_answer(
            execute(addition.without_last_arguments(outputs=1), _YES)
        ):
            yield f"{name}: {finding.reason}"


@check(_TIMING, since=Version.V1_2)
def device_within_driver(context: CheckContext) -> Iterator[str]:
    """With MeasureTiming::YES, timeOnDevice is not greater than timeInDriver, on every execution
    path, if the driver reports both.
    """
    prepared = context.prepare(addition_model(1024))
    addition = AdditionRequest(context, 1, 1024)
    for name, execute in _execution_modes(context, prepared):
        for _ in range(5):
            if findings := check_timing(execute(addition.request, _YES).timing, _YES):
                yield f"{name}: {findings[0].reason}"
                break


@check(_TIMING + " (microseconds in HIDL, nanoseconds in AIDL)", since=Version.V1_2)
def plausible(context: CheckContext) -> Iterator[str]:
    """With MeasureTiming::YES, no reported time is longer than the time that the client measures
    around the call, on every execution path.
    """
    prepared = context.prepare(addition_chain_model(4096, 16))
    addition = AdditionRequest(context, 1, 4096, steps=16)
    for name, execute in _execution_modes(context, prepared):
        for _ in range(3):
            start = time.perf_counter()
            outcome = execute(addition.request, _YES)
            passed = time.perf_counter() - start
            findings = check_timing_plausible(outcome.timing, passed, time_unit(context.version))
            if findings:
                yield f"{name}: {findings[0].reason}"
                break


@check("IFencedExecutionCallback.getExecutionInfo", since=Version.V1_3)
def fence_time_within_launch_time(context: CheckContext) -> Iterator[str]:
    """IFencedExecutionCallback::getExecutionInfo answers consistent timings: those since the fences
    were signalled are not greater than those since launch, and none is reported unless measured.
    """
    prepared = context.prepare(addition_model())
    limit = context.options.callback_timeout
    for measure in (_YES, _NO, _YES, _YES):
        outcome, since_fence = fenced_execution.execute_fenced(
            prepared, AdditionRequest(context).request, measure, limit
        )
        for finding in check_fenced_timing(outcome.timing, since_fence, measure, outcome.status):
            yield finding.reason
            return


@check("IFencedExecutionCallback.getExecutionInfo; Drivers: Timing", since=Version.V1_3)
def fence_wait_excluded(context: CheckContext) -> Iterator[str]:
    """The timing since launch that IFencedExecutionCallback::getExecutionInfo answers includes the
    wait for fences; the timing since the fences were signalled does not.
    """
    prepared = context.prepare(addition_model())
    addition, fence = AdditionRequest(context), SyncFence()
    context.add_cleanup(fence.fail)
    with context.signal_later(fence, 0.1) as signalled:
        launch = fenced_execution.launch_fenced(prepared, addition.request, _YES, wait_for=[fence])
        returned = time.monotonic_ns()
    end = fenced_execution.finish_fenced(launch, context.options.callback_timeout)
    ended = time.monotonic_ns()
    unit = time_unit(context.version) * 1e9
    launched = end.since_launch.time_in_driver
    # The driver's clock started before the call returned, and stopped after the signal.
    shortest = signalled.before_ns - returned
    if launched != NO_TIMING and (launched + 1) * unit < shortest:
        yield (
            "get_execution_info answered a time_in_driver since launch of "
            f"{launched * unit / 1e6:.3f} ms; {shortest / 1e6:.3f} ms or more was expected, "
            "because the execution waited this long for its fence"
        )
    passed = (ended - signalled.before_ns) / 1e9
    for finding in check_timing_plausible(end.since_fence, passed, time_unit(context.version)):
        yield f"timing since the fence was signalled: {finding.reason}"
