"""Checks of execution bursts: requests over fast message queues, memories by slot."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any, Final

from conformance.hal import (
    DATUM_SIZE,
    ErrorStatus,
    FmqRequestTag,
    MeasureTiming,
    PreparedModel,
    Timing,
    Version,
    request_datum,
)
from conformance.harness import Finding, Kind, burst, calls
from conformance.suite.bench import Bench
from conformance.suite.check import check
from conformance.suite.stock import addition, shaped_addition, sum_and_product
from conformance.suite.sums import Sum, decline_open, shapes_of, wrong
from conformance.support.burst import (
    BurstController,
    BurstResult,
    MemorySlots,
    datums_of,
    dirty_padding,
    result_size,
)

_SECTION = "IPreparedModel.configureExecutionBurst; Bursts and fast message queues"
_SLOTS = "IBurstCallback.getMemories, IBurstContext.freeMemory"
_PACKETS = "1.2 types.hal FmqRequestDatum, FmqResultDatum"
_AFTERWARDS: Final = 0.05
"""Seconds to wait for late writes of the driver."""

_NO, _YES = MeasureTiming.NO, MeasureTiming.YES


def _burst(bench: Bench, prepared: PreparedModel, **options: Any) -> BurstController:
    """Configure a burst that is closed at the end of the check."""
    controller = burst.configure(prepared, bench.options.callback_timeout, **options)
    bench.at_end(controller.close)
    return controller


def _run(controller: BurstController, sum_: Sum, measure: MeasureTiming = _NO) -> str:
    """Execute a request through a burst; describe what is wrong, empty if nothing is."""
    sum_.blank()
    return wrong(_outcome(controller, sum_, measure), sum_)


def _outcome(controller: BurstController, sum_: Sum, measure: MeasureTiming = _NO) -> calls.Outcome:
    """Execute a request through a burst and return the outcome."""
    result = calls.call("a burst", controller.execute, sum_.request, measure)
    return burst.outcome(result)


def _bare(result: BurstResult) -> str:
    """Describe why a result is not an error without shapes and timing; empty if it is one."""
    if result.problem is not None:
        raise calls.BadAnswerError(burst.finding(result.problem))
    if result.status == ErrorStatus.NONE:
        return "was answered with NONE; an error was expected"
    if result.output_shapes:
        return (
            f"was answered with {result.status.name} and {len(result.output_shapes)} output "
            "shapes; no output shapes were expected"
        )
    if result.timing != Timing():
        return (
            f"was answered with {result.status.name} and {result.timing}; no timing (UINT64_MAX) "
            "was expected"
        )
    return ""


@check(_SECTION, since=Version.V1_2)
def configured(bench: Bench) -> Iterator[str]:
    """IPreparedModel::configureExecutionBurst of a prepared model answers NONE and a burst context,
    and the burst executes a valid request with NONE and the expected values.
    """
    prepared = bench.prepare(addition())
    problem = _run(_burst(bench, prepared), Sum(bench))
    if problem:
        yield problem


@check(_SECTION, since=Version.V1_2)
def one_after_the_other(bench: Bench) -> Iterator[str]:
    """A burst executes consecutive valid requests with NONE and the expected values, with memories
    that it has used before and with new ones.
    """
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    sums = [Sum(bench, seed) for seed in range(4)]
    for turn in range(12):
        problem = _run(controller, sums[(turn * turn) % len(sums)])
        if problem:
            yield f"request {turn + 1} of 12 of a burst: {problem}"
            return


@check(_SECTION, since=Version.V1_2)
def one_result(bench: Bench) -> Iterator[str]:
    """A burst writes exactly one result packet for each request packet."""
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    problem = _run(controller, Sum(bench))
    time.sleep(_AFTERWARDS)
    more = len(controller.unasked()) // DATUM_SIZE
    if more:
        problem = (
            f"the driver wrote {more} more datums after the result packet of the only request; "
            "none were expected"
        )
    if problem:
        yield problem


@check(_SECTION, since=Version.V1_2)
def like_other_ways(bench: Bench) -> Iterator[str]:
    """A burst answers the same status and output shapes as executeSynchronously, also if output
    buffers are too small or too large.
    """
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    controller = _burst(bench, prepared)
    for lengths in ([16, 16], [16, 12], [64, 64]):
        sum_ = Sum(bench, 2, outputs=2, lengths=lengths)
        synchronous = calls.execute_synchronously(prepared, sum_.request, _NO)
        through = _outcome(controller, sum_)
        expected = synchronous.status, shapes_of(synchronous)
        if (through.status, shapes_of(through)) != expected:
            yield (
                f"output buffers of {lengths} bytes: the burst answered {through.status.name} and "
                f"the shapes {shapes_of(through)}; {synchronous.status.name} and "
                f"{shapes_of(synchronous)} were expected, as from execute_synchronously"
            )


@check(_SECTION, since=Version.V1_2)
def dimensions(bench: Bench) -> Iterator[str]:
    """A burst applies the dimensions in the request: they complete an input's unknown dimensions,
    and dimensions that do not match the other input are an error.
    """
    prepared = bench.prepare(shaped_addition(((0, 0), (2, 3), (2, 3))))
    controller = _burst(bench, prepared)
    specified = Sum(bench, 1, 6, dimensions=[(2, 3)])
    outcome = _outcome(controller, specified)
    decline_open(outcome, "an input whose dimensions only the request specifies")
    problem = wrong(outcome, specified)
    if problem:
        yield f"an input whose dimensions only the request specifies: {problem}"
    outcome = _outcome(controller, Sum(bench, 1, 6, dimensions=[(3, 2)]))
    if outcome.status == ErrorStatus.NONE:
        yield (
            "a request that adds an input of [3, 2] to one of [2, 3] was answered with NONE; an "
            "error was expected"
        )


@check(_SLOTS, since=Version.V1_2)
def memory_asked_once(bench: Bench) -> Iterator[Finding | str]:
    """A burst gets the memories of a request with IBurstCallback::getMemories, once for each slot.

    The contract allows, but does not require, that the driver caches memories between requests:
    repeated calls for a slot are a quality warning.
    """
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    sums = [Sum(bench, seed) for seed in range(2)]
    for sum_ in sums * 3:
        problem = _run(controller, sum_)
        if problem:
            yield problem
    asked = [slot for slots in controller.slots.asked for slot in slots]
    if len(asked) != len(set(asked)):
        reason = (
            f"the driver asked for {len(asked)} memories with get_memories in 6 requests that use "
            f"{len(set(asked))} slots; one call for each slot was expected"
        )
        yield Finding(Kind.QUALITY_WARNING, "", reason)


@check(_SLOTS, since=Version.V1_2)
def freed_slot(bench: Bench) -> Iterator[str]:
    """After IBurstContext::freeMemory of a slot, the driver calls IBurstCallback::getMemories for
    the slot again and uses the new memory.
    """
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    first, second = Sum(bench, 1), Sum(bench, 5)
    for name, sum_ in (("first", first), ("second", second)):
        problem = _run(controller, sum_)
        if problem:
            yield f"request with the {name} memory of a slot: {problem}"
        calls.call("free_memory", controller.free, sum_.memory)
    problem = _run(controller, first)
    if problem:
        yield f"request with the first memory, assigned to the slot again: {problem}"


@check(_SLOTS, since=Version.V1_2)
def freed_twice(bench: Bench) -> Iterator[str]:
    """IBurstContext::freeMemory of an unknown or already freed slot has no effect."""
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    sum_ = Sum(bench)
    problem = _run(controller, sum_)
    context = controller.context
    if context is not None:
        slot = controller.slots.known(sum_.memory) or 0
        for freed in (slot + 7, slot, slot, 2**31 - 1, -1):
            calls.call("free_memory", context.free_memory, freed)
    problem = problem or _run(controller, sum_)
    if problem:
        yield f"request around calls of free_memory with unknown and freed slots: {problem}"


@check(_SLOTS, since=Version.V1_2)
def unknown_slot(bench: Bench) -> Iterator[str]:
    """A burst answers a request with a slot that is unknown to the client with an error, without
    output shapes or timing, and executes the next request.
    """
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    sum_ = Sum(bench)
    datums = datums_of(controller.packet_of(sum_.request, _YES))
    datums[-2] = request_datum(FmqRequestTag.POOL_IDENTIFIER, 4711)
    problem = _bare(calls.call("a burst", controller.exchange, b"".join(datums)))
    if problem:
        yield f"a request with the unknown slot 4711 {problem}"
    problem = _run(controller, sum_)
    if problem:
        yield f"the request after one with an unknown slot: {problem}"


class _Stingy(MemorySlots):
    """Memory slots whose ``get_memories`` answers GENERAL_FAILURE."""

    def get_memories(self, slots: Any) -> Any:
        super().get_memories(slots)
        return ErrorStatus.GENERAL_FAILURE, ()


@check(_SLOTS, since=Version.V1_2)
def no_memories(bench: Bench) -> Iterator[str]:
    """If IBurstCallback::getMemories answers an error, the burst answers the request with an error,
    without output shapes or timing, and writes no outputs.
    """
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared, slots=_Stingy())
    sum_ = Sum(bench)
    problem = _bare(calls.call("a burst", controller.execute, sum_.request, _YES))
    if problem:
        yield f"a request for whose memories get_memories answered GENERAL_FAILURE {problem}"
    if not sum_.untouched:
        yield (
            "the driver wrote the outputs although get_memories answered GENERAL_FAILURE; "
            "unchanged outputs were expected"
        )


@check(_SECTION, since=Version.V1_2)
def apart(bench: Bench) -> Iterator[str]:
    """Two bursts of one prepared model share no slots: each calls get_memories of its own
    IBurstCallback, and freeMemory of one burst does not affect the other.
    """
    prepared = bench.prepare(addition())
    bursts = [_burst(bench, prepared) for _ in range(2)]
    sums = [Sum(bench, 1), Sum(bench, 4)]
    for turn in range(2):
        for number, (controller, sum_) in enumerate(zip(bursts, sums, strict=True)):
            problem = _run(controller, sum_)
            if problem:
                yield f"burst {number} of 2, request {turn}: {problem}"
    for number, controller in enumerate(bursts):
        if not controller.slots.asked:
            yield (
                f"burst {number} of 2 never called get_memories of its own callback; at least one "
                "call was expected"
            )
    calls.call("free_memory", bursts[0].free, sums[0].memory)
    problem = _run(bursts[1], sums[1])
    if problem:
        yield f"request after free_memory of the other burst: {problem}"


@check(_SECTION, since=Version.V1_2)
def ended_alone(bench: Bench) -> Iterator[str]:
    """The end of a burst does not affect the prepared model or its other bursts: they still execute
    with NONE and the expected values.
    """
    prepared = bench.prepare(addition())
    first, second = (_burst(bench, prepared) for _ in range(2))
    sums = [Sum(bench, 1), Sum(bench, 2)]
    problem = _run(first, sums[0]) or _run(second, sums[1])
    first.close()
    time.sleep(_AFTERWARDS)
    problem = problem or _run(second, sums[1])
    problem = problem or _run(_burst(bench, prepared), sums[0])
    if problem:
        yield problem


@check("MeasureTiming, Timing; " + _PACKETS, since=Version.V1_2)
def timing(bench: Bench) -> Iterator[str]:
    """A burst answers a request with MeasureTiming::NO without timing (UINT64_MAX), even if the
    previous request was measured.
    """
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    sum_ = Sum(bench)
    for measure in (_YES, _NO, _YES, _NO):
        outcome = _outcome(controller, sum_, measure)
        if measure == _NO and outcome.timing != Timing():
            yield (
                f"the burst answered {outcome.timing} to a request with MeasureTiming.NO; no "
                "timing (UINT64_MAX) was expected"
            )
            return


@check(_PACKETS, since=Version.V1_2)
def padding(bench: Bench) -> Iterator[str]:
    """The padding bytes of operandInformation in the result packet of a burst are zero."""
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    controller = _burst(bench, prepared)
    result = calls.call("a burst", controller.execute, Sum(bench, 1, outputs=2).request, _YES)
    burst.outcome(result)
    dirty = dirty_padding(result.packet)
    if dirty:
        yield dirty


# Replacing a dimension value by another one of the same tag does not make a packet malformed.
_DIMENSION_VALUES: Final = (2, 4)
_BAD: Final = (
    request_datum(FmqRequestTag.PACKET_INFORMATION, 10, 10, 10, 10),
    request_datum(FmqRequestTag.INPUT_OPERAND_INFORMATION, 0, 0, 0, 0, 10),
    request_datum(FmqRequestTag.INPUT_OPERAND_DIMENSION_VALUE, 0),
    request_datum(FmqRequestTag.OUTPUT_OPERAND_INFORMATION, 0, 0, 0, 0, 10),
    request_datum(FmqRequestTag.OUTPUT_OPERAND_DIMENSION_VALUE, 0),
    request_datum(FmqRequestTag.POOL_IDENTIFIER, 2**31 - 1),
    request_datum(FmqRequestTag.MEASURE_TIMING, 1),
)
"""Datums that make a request packet invalid wherever they are inserted."""


def _malformed(
    variants: Iterator[tuple[str, list[bytes]]], burst_: BurstController, sum_: Sum
) -> Iterator[Finding | str]:
    """Send malformed variants of a valid packet; yield a message for each that is not refused.

    Each variant must be answered with an error, and the valid request must still execute.
    """
    outcome = _outcome(burst_, sum_, _YES)
    decline_open(outcome, "an input whose dimensions only the request specifies")
    problem = wrong(outcome, sum_)
    if problem:
        yield f"the valid packet: {problem}"
        return
    for number, (name, datums) in enumerate(variants):
        result = calls.call("a burst", burst_.exchange, b"".join(datums))
        problem = _bare(result)
        if problem:
            yield f"a packet {name} {problem}"
        if number % 10 == 0:
            problem = _run(burst_, sum_)
            if problem:
                yield f"the request after a packet {name}: {problem}"
                return


def _good(bench: Bench) -> tuple[BurstController, Sum, list[bytes]]:
    """Return a burst, a valid request for it and the datums of the request's packet."""
    prepared = bench.prepare(shaped_addition(((0, 0), (2, 2), (2, 2))))
    controller = _burst(bench, prepared)
    sum_ = Sum(bench, 1, 4, dimensions=[(2, 2)])
    return controller, sum_, datums_of(controller.packet_of(sum_.request, _YES))


@check(_PACKETS, since=Version.V1_2)
def missing_datum(bench: Bench) -> Iterator[Finding | str]:
    """A burst answers a request packet that lacks a datum with an error, without output shapes or
    timing, and executes the next request.
    """
    controller, sum_, valid = _good(bench)
    variants = (
        (f"without datum {at}", valid[:at] + valid[at + 1 :]) for at in range(len(valid)) if at
    )
    yield from _malformed(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def extra_datum(bench: Bench) -> Iterator[Finding | str]:
    """A burst answers a request packet with an additional datum with an error, without output
    shapes or timing, and executes the next request.
    """
    controller, sum_, valid = _good(bench)
    variants = (
        (f"with a {FmqRequestTag(bad[0]).name} before datum {at}", [*valid[:at], bad, *valid[at:]])
        for at in range(len(valid) + 1)
        for bad in _BAD
    )
    yield from _malformed(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def wrong_datum(bench: Bench) -> Iterator[Finding | str]:
    """A burst answers a request packet in which a datum is replaced by another one with an error,
    without output shapes or timing, and executes the next request.
    """
    controller, sum_, valid = _good(bench)
    variants = (
        (
            f"with a {FmqRequestTag(bad[0]).name} as datum {at}",
            [*valid[:at], bad, *valid[at + 1 :]],
        )
        for at, original in enumerate(valid)
        for bad in _BAD
        if bad != original and not (bad[0] == original[0] and bad[0] in _DIMENSION_VALUES)
    )
    yield from _malformed(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def packet_size(bench: Bench) -> Iterator[Finding | str]:
    """A burst answers a request packet whose packetSize differs from its number of datums with an
    error, without output shapes or timing, and executes the next request.
    """
    controller, sum_, valid = _good(bench)
    counts = (2, 1, 1)
    variants = (
        (
            f"of {len(valid)} datums with packetSize {size}",
            [request_datum(FmqRequestTag.PACKET_INFORMATION, size, *counts), *valid[1:]],
        )
        for size in (0, 1, len(valid) - 1, len(valid) + 1, 2**32 - 1)
    )
    yield from _malformed(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def garbage(bench: Bench) -> Iterator[Finding | str]:
    """A burst answers a packet of random bytes with an error, without output shapes or timing, and
    executes the next request.
    """
    controller, sum_, valid = _good(bench)
    generator = random.Random(bench.options.seed)
    variants = (
        ("of random bytes", [generator.randbytes(DATUM_SIZE) for _ in range(1 + turn % 40)])
        for turn in range(100)
    )
    yield from _malformed(iter(variants), controller, sum_)
    problem = _run(controller, sum_)
    if problem:
        yield f"the request after {100 + len(valid)} random packets: {problem}"


@check(_SECTION, since=Version.V1_2)
def small_result_queue(bench: Bench) -> Iterator[str]:
    """A burst answers a request whose result packet does not fit into the result queue with an
    error, without output shapes or timing.
    """
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    sum_ = Sum(bench, 1, outputs=2)
    size = result_size(calls.execute_synchronously(prepared, sum_.request, _NO).output_shapes)
    if size <= 2:
        return
    controller = _burst(bench, prepared, result_capacity=size - 1)
    problem = _bare(calls.call("a burst", controller.execute, sum_.request, _YES))
    if problem:
        yield (
            f"a request whose result has {size} datums, with a result queue of {size - 1} datums, "
            f"{problem}"
        )


@check(_SECTION, since=Version.V1_2)
def full_queue(bench: Bench) -> Iterator[str]:
    """A burst executes requests whose packets fill the request queue completely, with NONE and the
    expected values.
    """
    prepared = bench.prepare(addition())
    sum_ = Sum(bench)
    size = len(datums_of(_burst(bench, prepared).packet_of(sum_.request, _NO)))
    controller = _burst(bench, prepared, capacity=size)
    for turn in range(4):
        problem = _run(controller, sum_)
        if problem:
            yield f"request {turn} of {size} datums in a queue of {size}: {problem}"
            return


@check(_SECTION, since=Version.V1_2)
def event_flag(bench: Bench) -> Iterator[str]:
    """IPreparedModel::configureExecutionBurst with a queue that has no event flag answers an error
    without a burst context, or the burst executes requests by polling the queue.

    The contract allows non-blocking queues; the public burst server refuses them.
    """
    prepared = bench.prepare(addition())
    for lacking in range(2):
        flags = lacking != 0, lacking != 1
        what = f"a {('request', 'result')[lacking]} queue without an event flag"
        try:
            controller = _burst(bench, prepared, event_flags=flags)
        except calls.BadAnswerError as bad:
            if bad.finding.rule != "burst.configure":
                raise
            continue
        problem = _run(controller, Sum(bench, lacking))
        if problem:
            yield f"configure_execution_burst accepted {what}, but: {problem}"
