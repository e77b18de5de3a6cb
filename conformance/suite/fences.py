"""Fenced execution: what it waits for, what it hands out, and what it tells."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence

from conformance.drivers.process import IsolatedDevice
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    Fence,
    FenceStatus,
    MeasureTiming,
    PreparedModel,
    Request,
    RequestArgument,
    SyncFence,
    Version,
)
from conformance.harness import Finding, Kind, calls, fenced
from conformance.harness.judgement import MISSED_DEADLINE, permitted
from conformance.harness.wait_policy import measured
from conformance.suite.bench import Bench, SetAsideError
from conformance.suite.check import check
from conformance.suite.stock import addition
from conformance.suite.sums import Sum, trouble

_SECTION = "IPreparedModel.executeFenced; Drivers: Fenced execution"
_INFO = "IFencedExecutionCallback.getExecutionInfo"
_NO = MeasureTiming.NO
_WHILE = 0.03
"""Seconds for which a fence stays pending while something must not happen."""
_AFTER_DEADLINE = 2.0
"""Seconds in which a driver that aborts executions at their deadline has done so."""


class _Launching:
    """A launch on a thread of its own: a driver may wait within the call, its client must not."""

    def __init__(
        self,
        bench: Bench,
        prepared: PreparedModel,
        request: Request,
        wait_for: Sequence[Fence | None],
        *,
        deadline: int | None = None,
        duration: int | None = None,
    ) -> None:
        self._limit = bench.options.callback_timeout
        self._launch: fenced.Launch | None = None
        self._error: Exception | None = None

        def body() -> None:
            try:
                self._launch = fenced.launch(
                    prepared, request, _NO, wait_for=wait_for, deadline=deadline, duration=duration
                )
            except Exception as error:
                self._error = error

        self._thread = threading.Thread(target=body, name="nn-launch", daemon=True)
        self._thread.start()

    def returned(self, seconds: float) -> fenced.Launch | None:
        """What the call answered, when it does so in time."""
        with measured():
            self._thread.join(seconds)
        if self._error is not None:
            raise self._error
        return self._launch

    def ended_within(self, seconds: float) -> bool:
        """Return whether the execution ends within so many seconds."""
        until = time.monotonic() + seconds
        launch = self.returned(seconds)
        if launch is None:
            return False
        if launch.fence is None:
            return True
        left = max(0.0, until - time.monotonic())
        return fenced.state(launch.fence, left) is not FenceStatus.ACTIVE

    def end(self) -> fenced.FencedOutcome:
        """Return how the execution ended."""
        launch = self.returned(self._limit)
        if launch is None:
            reason = f"execute_fenced did not return within {self._limit:g} s"
            raise calls.BadAnswerError(Finding(Kind.HANG, "fence.signal", reason))
        return fenced.settle(launch, self._limit)


def _pending(bench: Bench, count: int = 1) -> list[SyncFence]:
    fences = [SyncFence() for _ in range(count)]
    for fence in fences:
        bench.at_end(fence.fail)
    return fences


def _began(sum_: Sum, launch: fenced.Launch | None) -> str:
    """What shows that an execution did not wait; empty when nothing does."""
    if not sum_.untouched:
        return "the outputs were written"
    if launch is None or launch.status != ErrorStatus.NONE:
        return ""
    if launch.fence is None:
        return "the execution was said to have ended"
    if fenced.state(launch.fence, 0) is FenceStatus.SIGNALED:
        return "the returned fence signalled"
    return ""


def _end_trouble(end: fenced.FencedOutcome, sum_: Sum) -> str:
    if end.status != ErrorStatus.NONE:
        return f"the execution ended with {end.status.name}"
    return "" if sum_.right else "the result is wrong"


@check(_SECTION, since=Version.V1_3)
def plain(bench: Bench) -> Iterator[str]:
    """Without fences to wait for, the outputs are right once the execution has ended."""
    prepared = bench.prepare(addition(4096))
    for seed in range(10):
        sum_ = Sum(bench, seed, 4096)
        end = fenced.settle(
            fenced.launch(prepared, sum_.request, _NO), bench.options.callback_timeout
        )
        problem = _end_trouble(end, sum_)
        if problem:
            yield problem
            return


@check(_SECTION, since=Version.V1_3)
def signalled(bench: Bench) -> Iterator[str]:
    """A fence that has signalled already is not waited for."""
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    end = _Launching(bench, prepared, sum_.request, [SyncFence.signaled()]).end()
    problem = _end_trouble(end, sum_)
    if problem:
        yield problem


@check(_SECTION, since=Version.V1_3)
def waits(bench: Bench) -> Iterator[str]:
    """Nothing is executed before the fence to wait for has signalled, and then it is."""
    prepared = bench.prepare(addition())
    (gate,) = _pending(bench)
    sum_ = Sum(bench)
    launching = _Launching(bench, prepared, sum_.request, [gate])
    launch = launching.returned(_WHILE)
    time.sleep(_WHILE)
    early = _began(sum_, launch)
    if early:
        yield f"{early} while the fence to wait for was pending"
    gate.signal()
    problem = _end_trouble(launching.end(), sum_)
    if problem:
        yield problem


@check(_SECTION, since=Version.V1_3)
def waits_for_all(bench: Bench) -> Iterator[str]:
    """Of several fences all are waited for, in whichever order they signal."""
    prepared = bench.prepare(addition())
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        gates = _pending(bench, 3)
        sum_ = Sum(bench, order[0])
        launching = _Launching(bench, prepared, sum_.request, gates)
        launch = launching.returned(_WHILE)
        for number in order[:2]:
            gates[number].signal()
        time.sleep(_WHILE)
        early = _began(sum_, launch)
        if early:
            yield f"{early} while fence {order[2]} of 3 was pending"
        gates[order[2]].signal()
        problem = _end_trouble(launching.end(), sum_)
        if problem:
            yield problem


@check(_SECTION, since=Version.V1_3)
def complete(bench: Bench) -> Iterator[str]:
    """The outputs are in memory when the returned fence signals."""
    prepared = bench.prepare(addition(65536))
    for seed in range(6):
        (gate,) = _pending(bench)
        sum_ = Sum(bench, seed, 65536)
        launching = _Launching(bench, prepared, sum_.request, [gate])
        launching.returned(0.01)
        gate.signal()
        end = launching.end()
        if end.status == ErrorStatus.NONE and not sum_.right:
            yield "the returned fence signalled before the outputs were right"
            return


@check(_SECTION, since=Version.V1_3)
def chained(bench: Bench) -> Iterator[str]:
    """An execution that waits for another one's fence sees its outputs."""
    prepared = bench.prepare(addition())
    (gate,) = _pending(bench)
    first = Sum(bench, 3)
    # The second adds the first one's output to itself, in the same memory.
    output = first.request.outputs[0]
    far = RequestArgument(location=DataLocation(1, 64, 16))
    second = Sum(bench, 5)
    request = Request((output, output), (far,), (first.memory, second.memory))
    launch = _Launching(bench, prepared, first.request, [gate]).returned(_WHILE)
    if launch is None or launch.fence is None:
        gate.signal()
        return  # a driver that waits within the call has nothing to chain
    chain = _Launching(bench, prepared, request, [launch.fence])
    chain.returned(_WHILE)
    gate.signal()
    end = chain.end()
    if end.status != ErrorStatus.NONE:
        yield f"the second execution ended with {end.status.name}"
        return
    with second.memory.view() as view:
        got = bytes(view[64:80])
    if got != second_of(first):
        yield "the second execution did not work with the outputs of the first"


def second_of(first: Sum) -> bytes:
    """Twice the first sum, by hand: the bytes of float32 numbers with the exponent one higher."""
    doubled = bytearray(first.expected[0])
    for at in range(0, len(doubled), 4):
        bits = int.from_bytes(doubled[at : at + 4], "little")
        doubled[at : at + 4] = (bits + (1 << 23) if bits else 0).to_bytes(4, "little")
    return bytes(doubled)


@check(_SECTION, since=Version.V1_3)
def failed_before(bench: Bench) -> Iterator[str]:
    """A fence to wait for that is in error already is an error."""
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    end = _Launching(bench, prepared, sum_.request, [SyncFence.failed()]).end()
    if end.status == ErrorStatus.NONE:
        yield "the execution ended with NONE though a fence to wait for was in error"
    if not sum_.untouched:
        yield "the outputs were written though a fence to wait for was in error"


@check(_SECTION, since=Version.V1_3)
def failed_later(bench: Bench) -> Iterator[str]:
    """A fence to wait for that goes into error takes the execution with it."""
    prepared = bench.prepare(addition())
    gates = _pending(bench, 2)
    sum_ = Sum(bench)
    launching = _Launching(bench, prepared, sum_.request, gates)
    launching.returned(_WHILE)
    gates[0].fail()
    gates[1].signal()
    if launching.end().status == ErrorStatus.NONE:
        yield "the execution ended with NONE though a fence to wait for went into error"
    problem = trouble(bench, prepared, Sum(bench, 2))
    if problem:
        yield f"afterwards: {problem}"


@check(_SECTION, since=Version.V1_3)
def never_signalled(bench: Bench) -> Iterator[Finding | str]:
    """An execution whose deadline passes while it waits for a fence misses it, or goes on waiting.

    The contract lets a driver abort an execution at its deadline; it does not demand that.
    """
    prepared = bench.prepare(addition())
    (gate,) = _pending(bench)
    sum_ = Sum(bench)
    deadline = time.monotonic_ns() + 100_000_000
    launching = _Launching(bench, prepared, sum_.request, [gate], deadline=deadline)
    aborted = launching.ended_within(min(bench.options.callback_timeout, _AFTER_DEADLINE))
    if not sum_.untouched:
        yield "the outputs were written though the fence to wait for had not signalled"
    if not aborted:
        gate.signal()
    end = launching.end()
    if aborted or end.status != ErrorStatus.NONE:
        if end.status not in MISSED_DEADLINE:
            yield f"the execution ended with {end.status.name}; {permitted(MISSED_DEADLINE)}"
        return
    problem = _end_trouble(end, sum_)
    if problem:
        yield f"after the deadline the fence signalled: {problem}"
    reason = "an execution waited for a fence beyond its deadline instead of missing it"
    yield Finding(Kind.QUALITY_WARNING, "", reason)


@check(_SECTION, since=Version.V1_3)
def past_deadline(bench: Bench) -> Iterator[str]:
    """A deadline that has passed ends the execution as missed, or it is simply done."""
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    deadline = time.monotonic_ns() - 1_000_000
    end = _Launching(bench, prepared, sum_.request, [], deadline=deadline).end()
    if end.status == ErrorStatus.NONE:
        if not sum_.right:
            yield "the execution ended with NONE, and the result is wrong"
    elif end.status not in MISSED_DEADLINE:
        yield f"the execution ended with {end.status.name}; {permitted(MISSED_DEADLINE)}"


@check(_SECTION, since=Version.V1_3)
def duration(bench: Bench) -> Iterator[str]:
    """A duration counts from the last fence's signal, not from the launch."""
    prepared = bench.prepare(addition())
    seen = []
    for attempt in range(5):  # a busy machine may miss a short duration now and then
        (gate,) = _pending(bench)
        sum_ = Sum(bench, attempt)
        launching = _Launching(bench, prepared, sum_.request, [gate], duration=100_000_000)
        launching.returned(0.15)
        time.sleep(0.15)
        gate.signal()
        end = launching.end()
        if end.status == ErrorStatus.NONE:
            if not sum_.right:
                yield "the result is wrong"
            return
        seen.append(end.status.name)
    yield f"a fence that signals after the duration always ends in {', '.join(sorted(set(seen)))}"


@check(_INFO, since=Version.V1_3)
def info_before(bench: Bench) -> Iterator[str]:
    """Before the execution has ended its callback answers GENERAL_FAILURE without times."""
    prepared = bench.prepare(addition())
    (gate,) = _pending(bench)
    launching = _Launching(bench, prepared, Sum(bench).request, [gate])
    launch = launching.returned(_WHILE)
    if launch is not None and launch.info is not None:
        status, *timings = fenced.information(launch.info)
        if status != ErrorStatus.GENERAL_FAILURE:
            yield f"get_execution_info answered {status.name} before the fence had signalled"
        if any(timing != type(timing)() for timing in timings):
            yield "get_execution_info told a time before the execution had ended"
    gate.signal()
    launching.end()


@check(_INFO, since=Version.V1_3)
def info_after(bench: Bench) -> Iterator[str]:
    """After the execution its callback answers the same as often as it is asked."""
    prepared = bench.prepare(addition())
    (gate,) = _pending(bench)
    launching = _Launching(bench, prepared, Sum(bench).request, [gate])
    launching.returned(_WHILE)
    gate.signal()
    launching.end()
    launch = launching.returned(0)
    if launch is None or launch.info is None:
        return
    first = fenced.information(launch.info)
    if first[0] != ErrorStatus.NONE:
        yield f"get_execution_info answered {first[0].name} after the execution"
    if fenced.information(launch.info) != first:
        yield "get_execution_info answered something else when asked again"


@check(_SECTION, since=Version.V1_3, until=Version.V1_3)
def missing_fence(bench: Bench) -> Iterator[str]:
    """A null handle among the fences to wait for is INVALID_ARGUMENT."""
    if isinstance(bench.device, IsolatedDevice):
        raise SetAsideError(Kind.NOT_APPLICABLE, "a null handle does not cross to another process")
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    end = _Launching(bench, prepared, sum_.request, [None]).end()
    if end.status != ErrorStatus.INVALID_ARGUMENT:
        yield f"the execution ended with {end.status.name}"


@check(_SECTION, since=Version.V1_3)
def refusal(bench: Bench) -> Iterator[str]:
    """A missing argument is INVALID_ARGUMENT at launch, with neither fence nor callback."""
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    for what, request in (
        ("input", sum_.without(inputs=1)),
        ("output", sum_.without(outputs=1)),
    ):
        (gate,) = _pending(bench)
        launching = _Launching(bench, prepared, request, [gate])
        launch = launching.returned(_WHILE)
        gate.signal()
        status = (launch or fenced.launch(prepared, request, _NO)).status
        if status != ErrorStatus.INVALID_ARGUMENT:
            yield f"an {what} was missing, and execute_fenced answered {status.name}"


@check(_SECTION, since=Version.V1_3)
def fences_stay(bench: Bench) -> Iterator[str]:
    """The fences handed in stay the client's: open, and in their state."""
    prepared = bench.prepare(addition())
    gates = _pending(bench, 2)
    launching = _Launching(bench, prepared, Sum(bench).request, gates)
    launching.returned(_WHILE)
    for gate in gates:
        gate.signal()
    launching.end()
    for number, gate in enumerate(gates):
        try:
            os.fstat(gate.fileno())
        except OSError:
            yield f"the descriptor of fence {number} was closed"
            continue
        if gate.status is not FenceStatus.SIGNALED:
            yield f"fence {number} is {gate.status.name} after the execution"
