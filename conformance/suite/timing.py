"""Checks of the timings that executions report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from conformance.hal import (
    NO_TIMING,
    MeasureTiming,
    PreparedModel,
    Request,
    SyncFence,
    Version,
)
from conformance.harness import burst, calls, fenced
from conformance.harness.callbacks import ExecutionRecord
from conformance.harness.check import check_error, check_timing
from conformance.harness.judgement import implausible
from conformance.suite.bench import Bench
from conformance.suite.check import check
from conformance.suite.stock import addition, additions
from conformance.suite.sums import Sum

_TIMING = "MeasureTiming, Timing; Drivers: Timing"
_NO, _YES = MeasureTiming.NO, MeasureTiming.YES

_Way = Callable[[Request, MeasureTiming], calls.Outcome]


def _ways(bench: Bench, prepared: PreparedModel) -> Iterator[tuple[str, _Way]]:
    """Yield name and function of each execution path of the HAL version that reports timing."""
    limit = bench.options.callback_timeout
    yield "synchronous", lambda r, m: calls.execute_synchronously(prepared, r, m)
    if bench.version <= Version.V1_3:
        yield (
            "asynchronous",
            lambda r, m: calls.execute(prepared, r, m, limit, ExecutionRecord()),
        )
    yield "burst", lambda r, m: burst.execute(prepared, r, m, limit)
    if bench.version >= Version.V1_3:
        yield "fenced", lambda r, m: fenced.execute(prepared, r, m, limit)[0]


def unit_of(version: Version) -> float:
    """Return the unit of reported times in seconds: microseconds in HIDL, nanoseconds in AIDL."""
    return 1e-6 if version < Version.AIDL_V1 else 1e-9


@check(_TIMING, since=Version.V1_2)
def unmeasured(bench: Bench) -> Iterator[str]:
    """An execution with MeasureTiming::NO reports no timing (UINT64_MAX), on every execution path,
    even if the previous execution was measured.
    """
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    for name, way in _ways(bench, prepared):
        way(sum_.request, _YES)
        for finding in check_timing(way(sum_.request, _NO).timing, _NO):
            yield f"{name}: {finding.reason}"


@check(_TIMING, since=Version.V1_2)
def on_error(bench: Bench) -> Iterator[str]:
    """An execution that fails reports no timing (UINT64_MAX), on every execution path, even with
    MeasureTiming::YES.
    """
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    for name, way in _ways(bench, prepared):
        way(sum_.request, _YES)
        for finding in check_error(way(sum_.without(outputs=1), _YES)):
            yield f"{name}: {finding.reason}"


@check(_TIMING, since=Version.V1_2)
def order(bench: Bench) -> Iterator[str]:
    """With MeasureTiming::YES, timeOnDevice is not greater than timeInDriver, on every execution
    path, if the driver reports both.
    """
    prepared = bench.prepare(addition(1024))
    sum_ = Sum(bench, 1, 1024)
    for name, way in _ways(bench, prepared):
        for _ in range(5):
            findings = check_timing(way(sum_.request, _YES).timing, _YES)
            if findings:
                yield f"{name}: {findings[0].reason}"
                break


@check(_TIMING + " (microseconds in HIDL, nanoseconds in AIDL)", since=Version.V1_2)
def plausible(bench: Bench) -> Iterator[str]:
    """With MeasureTiming::YES, no reported time is longer than the time that the client measures
    around the call, on every execution path.
    """
    prepared = bench.prepare(additions(4096, 16))
    sum_ = Sum(bench, 1, 4096, steps=16)
    for name, way in _ways(bench, prepared):
        for _ in range(3):
            start = time.perf_counter()
            outcome = way(sum_.request, _YES)
            passed = time.perf_counter() - start
            findings = implausible(outcome.timing, passed, unit_of(bench.version))
            if findings:
                yield f"{name}: {findings[0].reason}"
                break


@check("IFencedExecutionCallback.getExecutionInfo", since=Version.V1_3)
def since_fences(bench: Bench) -> Iterator[str]:
    """IFencedExecutionCallback::getExecutionInfo answers consistent timings: those since the fences
    were signalled are not greater than those since launch, and none is reported unless measured.
    """
    prepared = bench.prepare(addition())
    limit = bench.options.callback_timeout
    for measure in (_YES, _NO, _YES, _YES):
        outcome, since_fence = fenced.execute(prepared, Sum(bench).request, measure, limit)
        for finding in fenced.check_times(outcome.timing, since_fence, measure, outcome.status):
            yield finding.reason
            return


@check("IFencedExecutionCallback.getExecutionInfo; Drivers: Timing", since=Version.V1_3)
def waiting(bench: Bench) -> Iterator[str]:
    """The timing since launch that IFencedExecutionCallback::getExecutionInfo answers includes the
    wait for fences; the timing since the fences were signalled does not.
    """
    prepared = bench.prepare(addition())
    sum_, gate = Sum(bench), SyncFence()
    bench.at_end(gate.fail)
    with bench.signal_later(gate, 0.1) as signalled:
        launch = fenced.launch(prepared, sum_.request, _YES, wait_for=[gate])
        returned = time.monotonic_ns()
    end = fenced.settle(launch, bench.options.callback_timeout)
    ended = time.monotonic_ns()
    unit = unit_of(bench.version) * 1e9
    launched = end.since_launch.time_in_driver
    # The driver's clock started before the call returned, and stopped after the signal.
    shortest = signalled.before - returned
    if launched != NO_TIMING and (launched + 1) * unit < shortest:
        yield (
            "get_execution_info answered a time_in_driver since launch of "
            f"{launched * unit / 1e6:.3f} ms; {shortest / 1e6:.3f} ms or more was expected, "
            "because the execution waited this long for its fence"
        )
    passed = (ended - signalled.before) / 1e9
    for finding in implausible(end.since_fence, passed, unit_of(bench.version)):
        yield f"timing since the fence was signalled: {finding.reason}"
