"""Checks of quality of service: priorities, deadlines and loop timeouts."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Final

from conformance.hal import (
    DataLocation,
    ErrorStatus,
    MeasureTiming,
    PreparedModel,
    Priority,
    Request,
    RequestArgument,
    SharedMemory,
    Timing,
    Version,
)
from conformance.harness import Finding, Kind, calls, fenced
from conformance.harness.callbacks import ExecutionRecord, PreparedModelRecord
from conformance.harness.judgement import MISSED_DEADLINE
from conformance.suite.bench import Bench
from conformance.suite.check import check
from conformance.suite.stock import addition, loop
from conformance.suite.sums import Sum, execute, shapes_of, trouble, wrong

_PREPARE = "IDevice.prepareModel_1_3, deadline; Drivers: Quality of service"
_EXECUTE = "IPreparedModel.execute_1_3, deadline; Drivers: Quality of service"
_LOOP = "IPreparedModel.execute_1_3, loopTimeoutDuration; types.hal LoopTimeoutDurationNs"
_FAR: Final = 2**63 - 1
"""The latest time of the client's clock, in nanoseconds."""

_MAY_MISS: Final = frozenset({ErrorStatus.NONE}) | MISSED_DEADLINE
_MILLISECOND: Final = 1_000_000


def _deadlines() -> Iterator[tuple[str, int, bool]]:
    """Yield name and monotonic time of each deadline, and whether a driver may miss it."""
    now = time.monotonic_ns()
    yield "now", now, True
    yield "in 5 ms", now + 5 * _MILLISECOND, True
    yield "at the latest possible time", _FAR, False


@check("IDevice.prepareModel_1_3, priority; types.hal Priority", since=Version.V1_3)
def priorities(bench: Bench) -> Iterator[str]:
    """IDevice::prepareModel answers NONE for every value of Priority, and the prepared model
    executes with NONE and the expected values.
    """
    for priority in Priority:
        prepared = bench.prepare(addition(), priority=priority)
        problem = trouble(bench, prepared, Sum(bench, int(priority)))
        if problem:
            yield f"priority {priority.name}: {problem}"


@check(_PREPARE, since=Version.V1_3)
def preparing(bench: Bench) -> Iterator[str]:
    """IDevice::prepareModel with a deadline answers NONE and notifies its callback of NONE with a
    prepared model, or, only if the deadline is near, of a missed deadline without one.
    """
    bench.prepare(addition())
    limit = bench.options.callback_timeout
    for name, deadline, may_miss in _deadlines():
        record = PreparedModelRecord()
        medium = Priority.MEDIUM
        end = calls.prepare(bench.device, addition(), 1, limit, record, medium, deadline)
        if end.launch != ErrorStatus.NONE:
            yield (f"deadline {name}: prepare_model answered {end.launch.name}; NONE was expected")
        if end.status not in (_MAY_MISS if may_miss else {ErrorStatus.NONE}):
            yield (
                f"deadline {name}: prepare_model notified its callback of {end.status.name}; "
                f"{_expected(may_miss)} was expected"
            )
        if (end.model is None) == (end.status == ErrorStatus.NONE):
            model = "no prepared model" if end.model is None else "a prepared model"
            yield (
                f"deadline {name}: prepare_model notified its callback of {end.status.name} and "
                f"{model}; a prepared model was expected with NONE, and only with NONE"
            )
        if end.model is not None:
            problem = trouble(bench, end.model, Sum(bench))
            if problem:
                yield f"deadline {name}: {problem}"


def _expected(may_miss: bool) -> str:
    """Name the statuses that a call with a deadline may end with."""
    return "NONE or a missed-deadline status" if may_miss else "NONE"


def _verdict(outcome: calls.Outcome, sum_: Sum, may_miss: bool) -> str:
    """Describe what is wrong with an execution with a deadline; empty if nothing is."""
    if outcome.launch not in (None, ErrorStatus.NONE):
        return f"execute answered {outcome.launch.name}; NONE was expected"
    if outcome.status not in (_MAY_MISS if may_miss else {ErrorStatus.NONE}):
        return f"the execution ended with {outcome.status.name}; {_expected(may_miss)} was expected"
    if outcome.timing != Timing():
        return (
            f"the execution answered {outcome.timing} with MeasureTiming.NO; no timing "
            "(UINT64_MAX) was expected"
        )
    if outcome.status == ErrorStatus.NONE:
        reported = shapes_of(outcome)
        if reported and reported != [((4,), True)]:
            return f"the output shapes {reported} are reported; [((4,), True)] was expected"
        return wrong(outcome, sum_)
    if outcome.output_shapes:
        return (
            f"the execution ended with {outcome.status.name} and {len(outcome.output_shapes)} "
            "output shapes; no output shapes were expected"
        )
    return ""


@check(_EXECUTE, since=Version.V1_3)
def executing(bench: Bench) -> Iterator[str]:
    """An execution with a deadline answers NONE and the expected values, or, only if the deadline
    is near, a missed deadline without output shapes and timing.
    """
    prepared = bench.prepare(addition())
    for name, deadline, may_miss in _deadlines():
        sum_ = Sum(bench, 2)
        outcome = execute(bench, prepared, sum_.request, deadline=deadline)
        problem = _verdict(outcome, sum_, may_miss)
        if problem:
            yield f"deadline {name}: {problem}"
    problem = trouble(bench, prepared, Sum(bench, 3))
    if problem:
        yield f"execution without a deadline, after ones with a deadline: {problem}"


@check(_EXECUTE, since=Version.V1_3, until=Version.V1_3)
def executing_asynchronously(bench: Bench) -> Iterator[str]:
    """IPreparedModel::execute with a deadline answers NONE and notifies its callback of NONE, or,
    only if the deadline is near, of a missed deadline.
    """
    prepared = bench.prepare(addition())
    no, limit = MeasureTiming.NO, bench.options.callback_timeout
    for name, deadline, may_miss in _deadlines():
        sum_ = Sum(bench, 2)
        outcome = calls.execute(
            prepared, sum_.request, no, limit, ExecutionRecord(), deadline=deadline
        )
        problem = _verdict(outcome, sum_, may_miss)
        if problem:
            yield f"deadline {name}: {problem}"


@check(_EXECUTE, since=Version.V1_3)
def overrun(bench: Bench) -> Iterator[Finding]:
    """An execution with a deadline ends at most 100 ms after it, or, if an execution without a
    deadline takes longer than 50 ms, at most twice this time after it.
    """
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    durations = []
    for _ in range(3):
        start = time.monotonic()
        execute(bench, prepared, sum_.request)
        durations.append(time.monotonic() - start)
    allowed = max(0.1, 2 * median(durations))
    late = []
    for _ in range(3):  # a busy machine may delay some calls, but not all
        start = time.monotonic()
        deadline = time.monotonic_ns() + 5 * _MILLISECOND
        execute(bench, prepared, sum_.request, deadline=deadline)
        late.append(time.monotonic() - start - 0.005)
    if min(late) > allowed:
        reason = (
            f"3 executions with a deadline in 5 ms ended {min(late):.3g} s or more after it; at "
            f"most {allowed:.3g} s was expected"
        )
        yield Finding(Kind.QUALITY_WARNING, "", reason)


class _Count:
    """A request for the loop model: start value as input, final count as output."""

    def __init__(self, bench: Bench, start: int = 0) -> None:
        self.memory = SharedMemory(192)
        bench.at_end(self.memory.close)
        places = [RequestArgument(location=DataLocation(0, at, 4)) for at in (64, 128)]
        self.request = Request((places[0],), (places[1],), (self.memory,))
        with self.memory.view() as view:
            view[64:68] = struct.pack("<i", start)

    @property
    def result(self) -> int:
        """Return the number in the output buffer."""
        with self.memory.view() as view:
            return int(struct.unpack("<i", view[128:132])[0])


def _loops(
    bench: Bench, prepared: PreparedModel, limit: int | None
) -> Iterator[tuple[str, calls.Outcome, float]]:
    """Execute an endless loop on every path with a loop timeout; yield path, outcome, seconds."""
    timeout, no = bench.options.callback_timeout, MeasureTiming.NO
    request = _Count(bench).request
    ways: dict[str, Callable[[], calls.Outcome]] = {}
    ways["synchronous"] = lambda: calls.execute_synchronously(prepared, request, no, limit)
    if bench.version <= Version.V1_3:
        ways["asynchronous"] = lambda: calls.execute(
            prepared, request, no, timeout, ExecutionRecord(), limit
        )
    ways["fenced"] = lambda: fenced.execute(prepared, request, no, timeout, limit)[0]
    for name, way in ways.items():
        start = time.monotonic()
        outcome = way()
        yield name, outcome, time.monotonic() - start


def _loop_trouble(outcome: calls.Outcome) -> str:
    """Describe what is wrong with the outcome of an endless loop; empty if nothing is."""
    if outcome.status not in MISSED_DEADLINE:
        return (
            f"the execution of an endless loop ended with {outcome.status.name}; a missed-deadline "
            "status was expected"
        )
    if outcome.output_shapes:
        return (
            f"the execution of an endless loop ended with {outcome.status.name} and "
            f"{len(outcome.output_shapes)} output shapes; no output shapes were expected"
        )
    if outcome.timing != Timing():
        return (
            f"the execution of an endless loop ended with {outcome.status.name} and "
            f"{outcome.timing}; no timing (UINT64_MAX) was expected"
        )
    return ""


@check(_LOOP, since=Version.V1_3)
def endless_loop(bench: Bench) -> Iterator[str]:
    """An execution of an endless WHILE loop with loopTimeoutDuration ends with
    MISSED_DEADLINE_TRANSIENT or MISSED_DEADLINE_PERSISTENT, without output shapes or timing.
    """
    prepared = bench.prepare(loop())
    for name, outcome, _ in _loops(bench, prepared, _MILLISECOND):
        problem = _loop_trouble(outcome)
        if problem:
            yield f"{name}: {problem}"


@check(_LOOP, since=Version.V1_3)
def loop_limit(bench: Bench) -> Iterator[str]:
    """An execution of an endless WHILE loop ends within 1 s if loopTimeoutDuration is 1 ms: the
    request's value overrides the default of 2 s.
    """
    prepared = bench.prepare(loop())
    fastest: dict[str, float] = {}
    for _ in range(2):
        for name, _outcome, seconds in _loops(bench, prepared, _MILLISECOND):
            fastest[name] = min(seconds, fastest.get(name, seconds))
        if max(fastest.values()) < 1.0:
            return
    for name, seconds in fastest.items():
        if seconds >= 1.0:
            yield (
                f"{name}: the execution of an endless loop with a loop timeout of 1 ms took at "
                f"least {seconds:.3g} s; less than 1 s was expected"
            )


@check(_LOOP, since=Version.V1_3)
def ending_loop(bench: Bench) -> Iterator[str]:
    """An execution of a WHILE loop that ends before its loopTimeoutDuration answers NONE and the
    expected value, even after another execution exceeded its loopTimeoutDuration.
    """
    prepared = bench.prepare(loop(20))
    endless = bench.prepare(loop())
    for attempt in ("", ", after another loop exceeded its timeout"):
        count = _Count(bench, 3)
        seconds = 10_000 * _MILLISECOND
        outcome = execute(bench, prepared, count.request, loop_timeout=seconds)
        if outcome.status != ErrorStatus.NONE:
            yield (
                f"a loop of 17 iterations with a timeout of 10 s ended with {outcome.status.name}"
                f"{attempt}; NONE was expected"
            )
        elif count.result != 20:
            yield f"a loop up to 20 computed {count.result}{attempt}; 20 was expected"
        request = _Count(bench).request
        execute(bench, endless, request, loop_timeout=_MILLISECOND)
