"""Bursts: requests over fast message queues, memories by slot."""

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
"""Seconds after which what a driver still does has been done."""

_NO, _YES = MeasureTiming.NO, MeasureTiming.YES


def _burst(bench: Bench, prepared: PreparedModel, **options: Any) -> BurstController:
    """A burst that ends with the check."""
    controller = burst.configure(prepared, bench.options.callback_timeout, **options)
    bench.at_end(controller.close)
    return controller


def _run(controller: BurstController, sum_: Sum, measure: MeasureTiming = _NO) -> str:
    """What is wrong with a sum through a burst; empty when nothing is."""
    sum_.blank()
    return wrong(_outcome(controller, sum_, measure), sum_)


def _outcome(controller: BurstController, sum_: Sum, measure: MeasureTiming = _NO) -> calls.Outcome:
    result = calls.call("a burst", controller.execute, sum_.request, measure)
    return burst.outcome(result)


def _bare(result: BurstResult) -> str:
    """What comes along with an error and must not; empty when nothing does."""
    if result.problem is not None:
        raise calls.BadAnswerError(burst.finding(result.problem))
    if result.status == ErrorStatus.NONE:
        return "was executed"
    if result.output_shapes:
        return f"brought {len(result.output_shapes)} output shapes with {result.status.name}"
    return "" if result.timing == Timing() else f"brought a time with {result.status.name}"


@check(_SECTION, since=Version.V1_2)
def configured(bench: Bench) -> Iterator[str]:
    """A burst is set up for a prepared model, and executes."""
    prepared = bench.prepare(addition())
    problem = _run(_burst(bench, prepared), Sum(bench))
    if problem:
        yield problem


@check(_SECTION, since=Version.V1_2)
def one_after_the_other(bench: Bench) -> Iterator[str]:
    """A burst executes any number of requests, with old and new memories."""
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    sums = [Sum(bench, seed) for seed in range(4)]
    for turn in range(12):
        problem = _run(controller, sums[(turn * turn) % len(sums)])
        if problem:
            yield f"request {turn} of a burst: {problem}"
            return


@check(_SECTION, since=Version.V1_2)
def one_result(bench: Bench) -> Iterator[str]:
    """A request has one result."""
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    problem = _run(controller, Sum(bench))
    time.sleep(_AFTERWARDS)
    more = len(controller.unasked()) // DATUM_SIZE
    if more:
        problem = f"{more} datums came after the result"
    if problem:
        yield problem


@check(_SECTION, since=Version.V1_2)
def like_other_ways(bench: Bench) -> Iterator[str]:
    """A burst reports the statuses and shapes that other ways to execute do."""
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    controller = _burst(bench, prepared)
    for lengths in ([16, 16], [16, 12], [64, 64]):
        sum_ = Sum(bench, 2, outputs=2, lengths=lengths)
        plain = calls.execute_synchronously(prepared, sum_.request, _NO)
        through = _outcome(controller, sum_)
        if (through.status, shapes_of(through)) != (plain.status, shapes_of(plain)):
            yield (
                f"buffers of {lengths} bytes: {through.status.name} {shapes_of(through)}, "
                f"synchronously {plain.status.name} {shapes_of(plain)}"
            )


@check(_SECTION, since=Version.V1_2)
def dimensions(bench: Bench) -> Iterator[str]:
    """Dimensions in a request reach the driver through a burst."""
    prepared = bench.prepare(shaped_addition(((0, 0), (2, 3), (2, 3))))
    controller = _burst(bench, prepared)
    settled = Sum(bench, 1, 6, dimensions=[(2, 3)])
    outcome = _outcome(controller, settled)
    decline_open(outcome, "an input whose shape the request settles")
    problem = wrong(outcome, settled)
    if problem:
        yield f"an input settled by the request: {problem}"
    outcome = _outcome(controller, Sum(bench, 1, 6, dimensions=[(3, 2)]))
    if outcome.status == ErrorStatus.NONE:
        yield "an input settled as [3, 2] was added to one of [2, 3]"


@check(_SLOTS, since=Version.V1_2)
def memory_asked_once(bench: Bench) -> Iterator[Finding | str]:
    """A driver asks its client for the memories that a burst uses, ideally once for each slot.

    To keep a memory between two requests is an optimisation that a burst allows, not a duty.
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
        reason = f"{len(asked)} memories were asked for in 6 requests that use {len(set(asked))}"
        yield Finding(Kind.QUALITY_WARNING, "", reason)


@check(_SLOTS, since=Version.V1_2)
def freed_slot(bench: Bench) -> Iterator[str]:
    """A freed slot's memory is forgotten: the memory that has the slot next is asked for."""
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    first, second = Sum(bench, 1), Sum(bench, 5)
    for name, sum_ in (("first", first), ("second", second)):
        problem = _run(controller, sum_)
        if problem:
            yield f"the {name} memory of a slot: {problem}"
        calls.call("free_memory", controller.free, sum_.memory)
    problem = _run(controller, first)
    if problem:
        yield f"the first memory, back in its slot: {problem}"


@check(_SLOTS, since=Version.V1_2)
def freed_twice(bench: Bench) -> Iterator[str]:
    """Freeing a slot that is unknown, or freed already, does nothing."""
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    sum_ = Sum(bench)
    problem = _run(controller, sum_)
    context = controller.context
    if context is not None:
        slot = controller.slots.known(sum_.memory) or 0
        for one in (slot + 7, slot, slot, 2**31 - 1, -1):
            calls.call("free_memory", context.free_memory, one)
    problem = problem or _run(controller, sum_)
    if problem:
        yield problem


@check(_SLOTS, since=Version.V1_2)
def unknown_slot(bench: Bench) -> Iterator[str]:
    """A slot that the client does not know is an error, and the burst goes on."""
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    sum_ = Sum(bench)
    datums = datums_of(controller.packet_of(sum_.request, _YES))
    datums[-2] = request_datum(FmqRequestTag.POOL_IDENTIFIER, 4711)
    problem = _bare(calls.call("a burst", controller.exchange, b"".join(datums)))
    if problem:
        yield f"a request with an unknown slot {problem}"
    problem = _run(controller, sum_)
    if problem:
        yield f"the next request: {problem}"


class _Stingy(MemorySlots):
    """Refuses to hand out memories."""

    def get_memories(self, slots: Any) -> Any:
        super().get_memories(slots)
        return ErrorStatus.GENERAL_FAILURE, ()


@check(_SLOTS, since=Version.V1_2)
def no_memories(bench: Bench) -> Iterator[str]:
    """A client that cannot hand out the memories gets an error and no execution."""
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared, slots=_Stingy())
    sum_ = Sum(bench)
    problem = _bare(calls.call("a burst", controller.execute, sum_.request, _YES))
    if problem:
        yield f"a request whose memories are not to be had {problem}"
    if not sum_.untouched:
        yield "the outputs were written all the same"


@check(_SECTION, since=Version.V1_2)
def apart(bench: Bench) -> Iterator[str]:
    """Two bursts share nothing: each asks its own client, and frees for itself."""
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
            yield f"burst {number} never asked its client for a memory"
    calls.call("free_memory", bursts[0].free, sums[0].memory)
    problem = _run(bursts[1], sums[1])
    if problem:
        yield f"after the other burst freed a slot: {problem}"


@check(_SECTION, since=Version.V1_2)
def ended_alone(bench: Bench) -> Iterator[str]:
    """A burst that ends leaves the prepared model and other bursts as they were."""
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
    """A time comes only when the packet asks for one."""
    prepared = bench.prepare(addition())
    controller = _burst(bench, prepared)
    sum_ = Sum(bench)
    for measure in (_YES, _NO, _YES, _NO):
        outcome = _outcome(controller, sum_, measure)
        if measure == _NO and outcome.timing != Timing():
            yield f"{outcome.timing} came though no time was asked for"
            return


@check(_PACKETS, since=Version.V1_2)
def padding(bench: Bench) -> Iterator[str]:
    """No stray bytes leave the driver: the padding of operandInformation is zero."""
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    controller = _burst(bench, prepared)
    result = calls.call("a burst", controller.execute, Sum(bench, 1, outputs=2).request, _YES)
    burst.outcome(result)
    dirty = dirty_padding(result.packet)
    if dirty:
        yield dirty


_BAD: Final = (
    request_datum(FmqRequestTag.PACKET_INFORMATION, 10, 10, 10, 10),
    request_datum(FmqRequestTag.INPUT_OPERAND_INFORMATION, 0, 0, 0, 0, 10),
    request_datum(FmqRequestTag.INPUT_OPERAND_DIMENSION_VALUE, 0),
    request_datum(FmqRequestTag.OUTPUT_OPERAND_INFORMATION, 0, 0, 0, 0, 10),
    request_datum(FmqRequestTag.OUTPUT_OPERAND_DIMENSION_VALUE, 0),
    request_datum(FmqRequestTag.POOL_IDENTIFIER, 2**31 - 1),
    request_datum(FmqRequestTag.MEASURE_TIMING, 1),
)
_DIMENSION_VALUES: Final = (2, 4)


def _malformed(
    variants: Iterator[tuple[str, list[bytes]]], burst_: BurstController, sum_: Sum
) -> Iterator[Finding | str]:
    """Each variant of a good packet must be an error, and the burst must survive it."""
    outcome = _outcome(burst_, sum_, _YES)
    decline_open(outcome, "an input whose shape the request settles")
    problem = wrong(outcome, sum_)
    if problem:
        yield f"the good packet: {problem}"
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
    prepared = bench.prepare(shaped_addition(((0, 0), (2, 2), (2, 2))))
    controller = _burst(bench, prepared)
    sum_ = Sum(bench, 1, 4, dimensions=[(2, 2)])
    return controller, sum_, datums_of(controller.packet_of(sum_.request, _YES))


@check(_PACKETS, since=Version.V1_2)
def missing_datum(bench: Bench) -> Iterator[Finding | str]:
    """A packet that lacks a datum is an error without shapes and times, and the burst goes on."""
    controller, sum_, good = _good(bench)
    variants = (
        (f"without datum {at}", good[:at] + good[at + 1 :]) for at in range(len(good)) if at
    )
    yield from _malformed(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def extra_datum(bench: Bench) -> Iterator[Finding | str]:
    """A packet with a datum too many is an error, and the burst goes on."""
    controller, sum_, good = _good(bench)
    variants = (
        (f"with a {FmqRequestTag(bad[0]).name} before datum {at}", [*good[:at], bad, *good[at:]])
        for at in range(len(good) + 1)
        for bad in _BAD
    )
    yield from _malformed(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def wrong_datum(bench: Bench) -> Iterator[Finding | str]:
    """A packet with another datum in place of one is an error, and the burst goes on."""
    controller, sum_, good = _good(bench)
    variants = (
        (
            f"with a {FmqRequestTag(bad[0]).name} as datum {at}",
            [*good[:at], bad, *good[at + 1 :]],
        )
        for at, right in enumerate(good)
        for bad in _BAD
        if bad != right and not (bad[0] == right[0] and bad[0] in _DIMENSION_VALUES)
    )
    yield from _malformed(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def packet_size(bench: Bench) -> Iterator[Finding | str]:
    """A packet whose size is not the one it names is an error, and the burst goes on."""
    controller, sum_, good = _good(bench)
    counts = (2, 1, 1)
    variants = (
        (
            f"of {len(good)} datums that names {size}",
            [request_datum(FmqRequestTag.PACKET_INFORMATION, size, *counts), *good[1:]],
        )
        for size in (0, 1, len(good) - 1, len(good) + 1, 2**32 - 1)
    )
    yield from _malformed(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def garbage(bench: Bench) -> Iterator[Finding | str]:
    """Random bytes are an error, whatever they are, and the burst goes on."""
    controller, sum_, good = _good(bench)
    generator = random.Random(bench.options.seed)
    variants = (
        ("of random bytes", [generator.randbytes(DATUM_SIZE) for _ in range(1 + turn % 40)])
        for turn in range(100)
    )
    yield from _malformed(iter(variants), controller, sum_)
    problem = _run(controller, sum_)
    if problem:
        yield f"the request after {100 + len(good)} random packets: {problem}"


@check(_SECTION, since=Version.V1_2)
def small_result_queue(bench: Bench) -> Iterator[str]:
    """A result that does not fit into its queue is an error of two datums instead."""
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    sum_ = Sum(bench, 1, outputs=2)
    size = result_size(calls.execute_synchronously(prepared, sum_.request, _NO).output_shapes)
    if size <= 2:
        return
    controller = _burst(bench, prepared, result_capacity=size - 1)
    problem = _bare(calls.call("a burst", controller.execute, sum_.request, _YES))
    if problem:
        yield f"a result of {size} datums for a queue of {size - 1} {problem}"


@check(_SECTION, since=Version.V1_2)
def full_queue(bench: Bench) -> Iterator[str]:
    """A request that fills its queue to the last datum is executed."""
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
    """A queue without an event flag is refused without a burst, or polled.

    The contract lets a queue be non-blocking; the public burst server refuses one.
    """
    prepared = bench.prepare(addition())
    for lacking in range(2):
        flags = lacking != 0, lacking != 1
        what = f"a {('request', 'result')[lacking]} queue without event flag"
        try:
            controller = _burst(bench, prepared, event_flags=flags)
        except calls.BadAnswerError as bad:
            if bad.finding.rule != "burst.configure":
                raise
            continue
        problem = _run(controller, Sum(bench, lacking))
        if problem:
            yield f"{what} was accepted: {problem}"
