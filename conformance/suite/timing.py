"""Times that an execution reports."""

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
    """All ways to execute that the driver's version has and that report times."""
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
    """Seconds in one step of a time: microseconds up to 1.3, nanoseconds in AIDL."""
    return 1e-6 if version < Version.AIDL_V1 else 1e-9


@check(_TIMING, since=Version.V1_2)
def unmeasured(bench: Bench) -> Iterator[str]:
    """No time is reported when none is asked for, also after one that was."""
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    for name, way in _ways(bench, prepared):
        way(sum_.request, _YES)
        for finding in check_timing(way(sum_.request, _NO).timing, _NO):
            yield f"{name}: {finding.reason}"


@check(_TIMING, since=Version.V1_2)
def on_error(bench: Bench) -> Iterator[str]:
    """No time is reported with an error, even when it was asked for."""
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    for name, way in _ways(bench, prepared):
        way(sum_.request, _YES)
        for finding in check_error(way(sum_.without(outputs=1), _YES)):
            yield f"{name}: {finding.reason}"


@check(_TIMING, since=Version.V1_2)
def order(bench: Bench) -> Iterator[str]:
    """The time on the device is within the time in the driver."""
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
    """No time is longer than what passed on the client's clock."""
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
    """Of a fenced execution's times, those since the fences are within those since launch."""
    prepared = bench.prepare(addition())
    limit = bench.options.callback_timeout
    for measure in (_YES, _NO, _YES, _YES):
        outcome, since_fence = fenced.execute(prepared, Sum(bench).request, measure, limit)
        for finding in fenced.check_times(outcome.timing, since_fence, measure, outcome.status):
            yield finding.reason
            return


@check("IFencedExecutionCallback.getExecutionInfo; Drivers: Timing", since=Version.V1_3)
def waiting(bench: Bench) -> Iterator[str]:
    """The time since launch contains the wait for fences, the time since the fences does not."""
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
    least = signalled.before - returned
    if launched != NO_TIMING and (launched + 1) * unit < least:
        yield f"since launch {launched * unit / 1e6:.3f} ms, waited {least / 1e6:.3f} ms or longer"
    passed = (ended - signalled.before) / 1e9
    for finding in implausible(end.since_fence, passed, unit_of(bench.version)):
        yield f"since the fence signalled: {finding.reason}"
