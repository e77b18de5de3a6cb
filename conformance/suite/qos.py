"""Quality of service: priorities, deadlines, limits on loops."""

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
"""The last moment of the client's clock."""

_MAY_MISS: Final = frozenset({ErrorStatus.NONE}) | MISSED_DEADLINE
_MILLISECOND: Final = 1_000_000


def _deadlines() -> Iterator[tuple[str, int, bool]]:
    """Name, moment, and whether it may be missed."""
    now = time.monotonic_ns()
    yield "one that is past", now, True
    yield "one in 5 ms", now + 5 * _MILLISECOND, True
    yield "one at the end of time", _FAR, False


@check("IDevice.prepareModel_1_3, priority; types.hal Priority", since=Version.V1_3)
def priorities(bench: Bench) -> Iterator[str]:
    """Models of every priority are prepared and execute."""
    for priority in Priority:
        prepared = bench.prepare(addition(), priority=priority)
        problem = trouble(bench, prepared, Sum(bench, int(priority)))
        if problem:
            yield f"priority {priority.name}: {problem}"


@check(_PREPARE, since=Version.V1_3)
def preparing(bench: Bench) -> Iterator[str]:
    """A deadline for preparing may be missed when it is near, never when it is far."""
    bench.prepare(addition())
    limit = bench.options.callback_timeout
    for name, deadline, may_miss in _deadlines():
        record = PreparedModelRecord()
        medium = Priority.MEDIUM
        end = calls.prepare(bench.device, addition(), 1, limit, record, medium, deadline)
        if end.launch != ErrorStatus.NONE:
            yield f"deadline {name}: prepare_model answered {end.launch.name}, not NONE"
        if end.status not in (_MAY_MISS if may_miss else {ErrorStatus.NONE}):
            yield f"deadline {name}: the preparation ended with {end.status.name}"
        if (end.model is None) == (end.status == ErrorStatus.NONE):
            what = "no prepared model" if end.model is None else "a prepared model"
            yield f"deadline {name}: {end.status.name} with {what}"
        if end.model is not None:
            problem = trouble(bench, end.model, Sum(bench))
            if problem:
                yield f"deadline {name}: {problem}"


def _verdict(outcome: calls.Outcome, sum_: Sum, may_miss: bool) -> str:
    if outcome.launch not in (None, ErrorStatus.NONE):
        return f"execute answered {outcome.launch.name}, not NONE"
    if outcome.status not in (_MAY_MISS if may_miss else {ErrorStatus.NONE}):
        return f"the execution ended with {outcome.status.name}"
    if outcome.timing != Timing():
        return f"a time came though none was asked for: {outcome.timing}"
    if outcome.status == ErrorStatus.NONE:
        told = shapes_of(outcome)
        if told and told != [((4,), True)]:
            return f"output shapes {told}"
        return wrong(outcome, sum_)
    return f"{len(outcome.output_shapes)} output shapes" if outcome.output_shapes else ""


@check(_EXECUTE, since=Version.V1_3)
def executing(bench: Bench) -> Iterator[str]:
    """A deadline for executing may be missed when it is near, never when it is far."""
    prepared = bench.prepare(addition())
    for name, deadline, may_miss in _deadlines():
        sum_ = Sum(bench, 2)
        outcome = execute(bench, prepared, sum_.request, deadline=deadline)
        problem = _verdict(outcome, sum_, may_miss)
        if problem:
            yield f"deadline {name}: {problem}"
    problem = trouble(bench, prepared, Sum(bench, 3))
    if problem:
        yield f"without a deadline again: {problem}"


@check(_EXECUTE, since=Version.V1_3, until=Version.V1_3)
def executing_asynchronously(bench: Bench) -> Iterator[str]:
    """An asynchronous execution is launched whatever its deadline, and its callback tells."""
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
    """An execution does not go on long after its deadline."""
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    plain = []
    for _ in range(3):
        start = time.monotonic()
        execute(bench, prepared, sum_.request)
        plain.append(time.monotonic() - start)
    allowed = max(0.1, 2 * median(plain))
    late = []
    for _ in range(3):  # a busy machine delays one call or another, not all
        start = time.monotonic()
        deadline = time.monotonic_ns() + 5 * _MILLISECOND
        execute(bench, prepared, sum_.request, deadline=deadline)
        late.append(time.monotonic() - start - 0.005)
    if min(late) > allowed:
        reason = f"executions ended {min(late):.3g} s or more after their deadline"
        yield Finding(Kind.QUALITY_WARNING, "", reason)


class _Count:
    """A request for the loop: the number it starts from, and the one it ends with."""

    def __init__(self, bench: Bench, start: int = 0) -> None:
        self.memory = SharedMemory(192)
        bench.at_end(self.memory.close)
        places = [RequestArgument(location=DataLocation(0, at, 4)) for at in (64, 128)]
        self.request = Request((places[0],), (places[1],), (self.memory,))
        with self.memory.view() as view:
            view[64:68] = struct.pack("<i", start)

    @property
    def result(self) -> int:
        """The number in the output."""
        with self.memory.view() as view:
            return int(struct.unpack("<i", view[128:132])[0])


def _loops(
    bench: Bench, prepared: PreparedModel, limit: int | None
) -> Iterator[tuple[str, calls.Outcome, float]]:
    """An endless loop in every way that can carry a limit: name, outcome, seconds."""
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
    if outcome.status not in MISSED_DEADLINE:
        return f"an endless loop ended with {outcome.status.name}"
    if outcome.output_shapes:
        return f"{len(outcome.output_shapes)} output shapes came with {outcome.status.name}"
    return "" if outcome.timing == Timing() else f"a time came with {outcome.status.name}"


@check(_LOOP, since=Version.V1_3)
def endless_loop(bench: Bench) -> Iterator[str]:
    """A loop that does not end within its limit is a missed deadline."""
    prepared = bench.prepare(loop())
    for name, outcome, _ in _loops(bench, prepared, _MILLISECOND):
        problem = _loop_trouble(outcome)
        if problem:
            yield f"{name}: {problem}"


@check(_LOOP, since=Version.V1_3)
def loop_limit(bench: Bench) -> Iterator[str]:
    """The request's limit on loops holds, not the default one of 2 s."""
    prepared = bench.prepare(loop())
    fastest: dict[str, float] = {}
    for _ in range(2):
        for name, _outcome, seconds in _loops(bench, prepared, _MILLISECOND):
            fastest[name] = min(seconds, fastest.get(name, seconds))
        if max(fastest.values()) < 1.0:
            return
    for name, seconds in fastest.items():
        if seconds >= 1.0:
            yield f"{name}: a loop with a limit of 1 ms ran for {seconds:.3g} s"


@check(_LOOP, since=Version.V1_3)
def ending_loop(bench: Bench) -> Iterator[str]:
    """A loop that ends is not touched by a limit, nor by a limit that was met before."""
    prepared = bench.prepare(loop(20))
    endless = bench.prepare(loop())
    for attempt in ("", " after another loop met its limit"):
        count = _Count(bench, 3)
        seconds = 10_000 * _MILLISECOND
        outcome = execute(bench, prepared, count.request, loop_timeout=seconds)
        if outcome.status != ErrorStatus.NONE:
            yield f"a loop of 17 turns ended with {outcome.status.name}{attempt}"
        elif count.result != 20:
            yield f"a loop up to 20 gave {count.result}{attempt}"
        request = _Count(bench).request
        execute(bench, endless, request, loop_timeout=_MILLISECOND)
