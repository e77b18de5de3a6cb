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
from conformance.harness.calls import burst_execution, driver_calls
from conformance.harness.results.verdict import Finding, VerdictKind
from conformance.suite.check import check
from conformance.suite.check_context import CheckContext
from conformance.suite.sample_models import (
    addition_model,
    addition_model_with_shapes,
    sum_and_product_model,
)
from conformance.suite.sample_requests import (
    AdditionRequest,
    decline_open,
    outcome_problem,
    reported_shapes,
)
from conformance.support.burst import (
    BurstController,
    BurstResult,
    MemorySlots,
    datums_of,
    padding_violation,
    result_size,
)

_SECTION = "IPreparedModel.configureExecutionBurst; Bursts and fast message queues"
_SLOTS = "IBurstCallback.getMemories, IBurstContext.freeMemory"
_PACKETS = "1.2 types.hal FmqRequestDatum, FmqResultDatum"
_SETTLE_SECONDS: Final = 0.05
"""Seconds to wait for late writes of the driver."""

_NO, _YES = MeasureTiming.NO, MeasureTiming.YES


def _open_burst(bench: CheckContext, prepared: PreparedModel, **options: Any) -> BurstController:
    """Configure a burst that is closed at the end of the check."""
    controller = burst_execution.open_burst(prepared, bench.options.callback_timeout, **options)
    bench.add_cleanup(controller.close)
    return controller


def _run_through_burst(
    controller: BurstController, sum_: AdditionRequest, measure: MeasureTiming = _NO
) -> str:
    """Execute a request through a burst; describe what is wrong, empty if nothing is."""
    sum_.reset()
    return outcome_problem(_execute_through_burst(controller, sum_, measure), sum_)


def _execute_through_burst(
    controller: BurstController, sum_: AdditionRequest, measure: MeasureTiming = _NO
) -> driver_calls.ExecutionOutcome:
    """Execute a request through a burst and return the outcome."""
    result = driver_calls.call_driver("a burst", controller.execute, sum_.request, measure)
    return burst_execution.burst_outcome(result)


def _error_answer_problem(result: BurstResult) -> str:
    """Describe why a result is not an error without shapes and timing; empty if it is one."""
    if result.problem is not None:
        raise driver_calls.DriverCallError(burst_execution.burst_finding(result.problem))
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
def configuration(bench: CheckContext) -> Iterator[str]:
    """IPreparedModel::configureExecutionBurst of a prepared model answers NONE and a burst context,
    and the burst executes a valid request with NONE and the expected values.
    """
    prepared = bench.prepare(addition_model())
    problem = _run_through_burst(_open_burst(bench, prepared), AdditionRequest(bench))
    if problem:
        yield problem


@check(_SECTION, since=Version.V1_2)
def sequential_requests(bench: CheckContext) -> Iterator[str]:
    """A burst executes consecutive valid requests with NONE and the expected values, with memories
    that it has used before and with new ones.
    """
    prepared = bench.prepare(addition_model())
    controller = _open_burst(bench, prepared)
    sums = [AdditionRequest(bench, seed) for seed in range(4)]
    for turn in range(12):
        problem = _run_through_burst(controller, sums[(turn * turn) % len(sums)])
        if problem:
            yield f"request {turn + 1} of 12 of a burst: {problem}"
            return


@check(_SECTION, since=Version.V1_2)
def single_result(bench: CheckContext) -> Iterator[str]:
    """A burst writes exactly one result packet for each request packet."""
    prepared = bench.prepare(addition_model())
    controller = _open_burst(bench, prepared)
    problem = _run_through_burst(controller, AdditionRequest(bench))
    time.sleep(_SETTLE_SECONDS)
    more = len(controller.take_unexpected()) // DATUM_SIZE
    if more:
        problem = (
            f"the driver wrote {more} more datums after the result packet of the only request; "
            "none were expected"
        )
    if problem:
        yield problem


@check(_SECTION, since=Version.V1_2)
def agrees_with_synchronous(bench: CheckContext) -> Iterator[str]:
    """A burst answers the same status and output shapes as executeSynchronously, also if output
    buffers are too small or too large.
    """
    prepared = bench.prepare(sum_and_product_model(open_outputs=True))
    controller = _open_burst(bench, prepared)
    for lengths in ([16, 16], [16, 12], [64, 64]):
        sum_ = AdditionRequest(bench, 2, outputs=2, lengths=lengths)
        synchronous = driver_calls.execute_synchronously(prepared, sum_.request, _NO)
        through = _execute_through_burst(controller, sum_)
        expected = synchronous.status, reported_shapes(synchronous)
        if (through.status, reported_shapes(through)) != expected:
            yield (
                f"output buffers of {lengths} bytes: the burst answered {through.status.name} and "
                f"the shapes {reported_shapes(through)}; {synchronous.status.name} and "
                f"{reported_shapes(synchronous)} were expected, as from execute_synchronously"
            )


@check(_SECTION, since=Version.V1_2)
def request_dimensions(bench: CheckContext) -> Iterator[str]:
    """A burst applies the dimensions in the request: they complete an input's unknown dimensions,
    and dimensions that do not match the other input are an error.
    """
    prepared = bench.prepare(addition_model_with_shapes(((0, 0), (2, 3), (2, 3))))
    controller = _open_burst(bench, prepared)
    specified = AdditionRequest(bench, 1, 6, dimensions=[(2, 3)])
    outcome = _execute_through_burst(controller, specified)
    decline_open(outcome, "an input whose dimensions only the request specifies")
    problem = outcome_problem(outcome, specified)
    if problem:
        yield f"an input whose dimensions only the request specifies: {problem}"
    outcome = _execute_through_burst(controller, AdditionRequest(bench, 1, 6, dimensions=[(3, 2)]))
    if outcome.status == ErrorStatus.NONE:
        yield (
            "a request that adds an input of [3, 2] to one of [2, 3] was answered with NONE; an "
            "error was expected"
        )


@check(_SLOTS, since=Version.V1_2)
def memory_requested_once(bench: CheckContext) -> Iterator[Finding | str]:
    """A burst gets the memories of a request with IBurstCallback::getMemories, once for each slot.

    The contract allows, but does not require, that the driver caches memories between requests:
    repeated calls for a slot are a quality warning.
    """
    prepared = bench.prepare(addition_model())
    controller = _open_burst(bench, prepared)
    sums = [AdditionRequest(bench, seed) for seed in range(2)]
    for sum_ in sums * 3:
        problem = _run_through_burst(controller, sum_)
        if problem:
            yield problem
    asked = [slot for slots in controller.slots.asked for slot in slots]
    if len(asked) != len(set(asked)):
        reason = (
            f"the driver asked for {len(asked)} memories with get_memories in 6 requests that use "
            f"{len(set(asked))} slots; one call for each slot was expected"
        )
        yield Finding(VerdictKind.QUALITY_WARNING, "", reason)


@check(_SLOTS, since=Version.V1_2)
def freed_slot_reused(bench: CheckContext) -> Iterator[str]:
    """After IBurstContext::freeMemory of a slot, the driver calls IBurstCallback::getMemories for
    the slot again and uses the new memory.
    """
    prepared = bench.prepare(addition_model())
    controller = _open_burst(bench, prepared)
    first, second = AdditionRequest(bench, 1), AdditionRequest(bench, 5)
    for name, sum_ in (("first", first), ("second", second)):
        problem = _run_through_burst(controller, sum_)
        if problem:
            yield f"request with the {name} memory of a slot: {problem}"
        driver_calls.call_driver("free_memory", controller.free, sum_.memory)
    problem = _run_through_burst(controller, first)
    if problem:
        yield f"request with the first memory, assigned to the slot again: {problem}"


@check(_SLOTS, since=Version.V1_2)
def double_free(bench: CheckContext) -> Iterator[str]:
    """IBurstContext::freeMemory of an unknown or already freed slot has no effect."""
    prepared = bench.prepare(addition_model())
    controller = _open_burst(bench, prepared)
    sum_ = AdditionRequest(bench)
    problem = _run_through_burst(controller, sum_)
    context = controller.context
    if context is not None:
        slot = controller.slots.find_slot(sum_.memory) or 0
        for freed in (slot + 7, slot, slot, 2**31 - 1, -1):
            driver_calls.call_driver("free_memory", context.free_memory, freed)
    problem = problem or _run_through_burst(controller, sum_)
    if problem:
        yield f"request around calls of free_memory with unknown and freed slots: {problem}"


@check(_SLOTS, since=Version.V1_2)
def unknown_slot(bench: CheckContext) -> Iterator[str]:
    """A burst answers a request with a slot that is unknown to the client with an error, without
    output shapes or timing, and executes the next request.
    """
    prepared = bench.prepare(addition_model())
    controller = _open_burst(bench, prepared)
    sum_ = AdditionRequest(bench)
    datums = datums_of(controller.packet_of(sum_.request, _YES))
    datums[-2] = request_datum(FmqRequestTag.POOL_IDENTIFIER, 4711)
    problem = _error_answer_problem(
        driver_calls.call_driver("a burst", controller.exchange, b"".join(datums))
    )
    if problem:
        yield f"a request with the unknown slot 4711 {problem}"
    problem = _run_through_burst(controller, sum_)
    if problem:
        yield f"the request after one with an unknown slot: {problem}"


class _RefusingMemorySlots(MemorySlots):
    """Memory slots whose ``get_memories`` answers GENERAL_FAILURE."""

    def get_memories(self, slots: Any) -> Any:
        super().get_memories(slots)
        return ErrorStatus.GENERAL_FAILURE, ()


@check(_SLOTS, since=Version.V1_2)
def get_memories_failure(bench: CheckContext) -> Iterator[str]:
    """If IBurstCallback::getMemories answers an error, the burst answers the request with an error,
    without output shapes or timing, and writes no outputs.
    """
    prepared = bench.prepare(addition_model())
    controller = _open_burst(bench, prepared, slots=_RefusingMemorySlots())
    sum_ = AdditionRequest(bench)
    problem = _error_answer_problem(
        driver_calls.call_driver("a burst", controller.execute, sum_.request, _YES)
    )
    if problem:
        yield f"a request for whose memories get_memories answered GENERAL_FAILURE {problem}"
    if not sum_.outputs_untouched:
        yield (
            "the driver wrote the outputs although get_memories answered GENERAL_FAILURE; "
            "unchanged outputs were expected"
        )


@check(_SECTION, since=Version.V1_2)
def independent_bursts(bench: CheckContext) -> Iterator[str]:
    """Two bursts of one prepared model share no slots: each calls get_memories of its own
    IBurstCallback, and freeMemory of one burst does not affect the other.
    """
    prepared = bench.prepare(addition_model())
    bursts = [_open_burst(bench, prepared) for _ in range(2)]
    sums = [AdditionRequest(bench, 1), AdditionRequest(bench, 4)]
    for turn in range(2):
        for number, (controller, sum_) in enumerate(zip(bursts, sums, strict=True)):
            problem = _run_through_burst(controller, sum_)
            if problem:
                yield f"burst {number} of 2, request {turn}: {problem}"
    for number, controller in enumerate(bursts):
        if not controller.slots.asked:
            yield (
                f"burst {number} of 2 never called get_memories of its own callback; at least one "
                "call was expected"
            )
    driver_calls.call_driver("free_memory", bursts[0].free, sums[0].memory)
    problem = _run_through_burst(bursts[1], sums[1])
    if problem:
        yield f"request after free_memory of the other burst: {problem}"


@check(_SECTION, since=Version.V1_2)
def independent_end(bench: CheckContext) -> Iterator[str]:
    """The end of a burst does not affect the prepared model or its other bursts: they still execute
    with NONE and the expected values.
    """
    prepared = bench.prepare(addition_model())
    first, second = (_open_burst(bench, prepared) for _ in range(2))
    sums = [AdditionRequest(bench, 1), AdditionRequest(bench, 2)]
    problem = _run_through_burst(first, sums[0]) or _run_through_burst(second, sums[1])
    first.close()
    time.sleep(_SETTLE_SECONDS)
    problem = problem or _run_through_burst(second, sums[1])
    problem = problem or _run_through_burst(_open_burst(bench, prepared), sums[0])
    if problem:
        yield problem


@check("MeasureTiming, Timing; " + _PACKETS, since=Version.V1_2)
def timing_on_request(bench: CheckContext) -> Iterator[str]:
    """A burst answers a request with MeasureTiming::NO without timing (UINT64_MAX), even if the
    previous request was measured.
    """
    prepared = bench.prepare(addition_model())
    controller = _open_burst(bench, prepared)
    sum_ = AdditionRequest(bench)
    for measure in (_YES, _NO, _YES, _NO):
        outcome = _execute_through_burst(controller, sum_, measure)
        if measure == _NO and outcome.timing != Timing():
            yield (
                f"the burst answered {outcome.timing} to a request with MeasureTiming.NO; no "
                "timing (UINT64_MAX) was expected"
            )
            return


@check(_PACKETS, since=Version.V1_2)
def zero_padding(bench: CheckContext) -> Iterator[str]:
    """The padding bytes of operandInformation in the result packet of a burst are zero."""
    prepared = bench.prepare(sum_and_product_model(open_outputs=True))
    controller = _open_burst(bench, prepared)
    result = driver_calls.call_driver(
        "a burst", controller.execute, AdditionRequest(bench, 1, outputs=2).request, _YES
    )
    burst_execution.burst_outcome(result)
    dirty = padding_violation(result.packet)
    if dirty:
        yield dirty


# Replacing a dimension value by another one of the same tag does not make a packet malformed.
_DIMENSION_VALUES: Final = (2, 4)
_WRONG_DATUMS: Final = (
    request_datum(FmqRequestTag.PACKET_INFORMATION, 10, 10, 10, 10),
    request_datum(FmqRequestTag.INPUT_OPERAND_INFORMATION, 0, 0, 0, 0, 10),
    request_datum(FmqRequestTag.INPUT_OPERAND_DIMENSION_VALUE, 0),
    request_datum(FmqRequestTag.OUTPUT_OPERAND_INFORMATION, 0, 0, 0, 0, 10),
    request_datum(FmqRequestTag.OUTPUT_OPERAND_DIMENSION_VALUE, 0),
    request_datum(FmqRequestTag.POOL_IDENTIFIER, 2**31 - 1),
    request_datum(FmqRequestTag.MEASURE_TIMING, 1),
)
"""Datums that make a request packet invalid wherever they are inserted."""


def _check_malformed_packets(
    variants: Iterator[tuple[str, list[bytes]]], burst_: BurstController, sum_: AdditionRequest
) -> Iterator[Finding | str]:
    """Send malformed variants of a valid packet; yield a message for each that is not refused.

    Each variant must be answered with an error, and the valid request must still execute.
    """
    outcome = _execute_through_burst(burst_, sum_, _YES)
    decline_open(outcome, "an input whose dimensions only the request specifies")
    problem = outcome_problem(outcome, sum_)
    if problem:
        yield f"the valid packet: {problem}"
        return
    for number, (name, datums) in enumerate(variants):
        result = driver_calls.call_driver("a burst", burst_.exchange, b"".join(datums))
        problem = _error_answer_problem(result)
        if problem:
            yield f"a packet {name} {problem}"
        if number % 10 == 0:
            problem = _run_through_burst(burst_, sum_)
            if problem:
                yield f"the request after a packet {name}: {problem}"
                return


def _valid_packet(bench: CheckContext) -> tuple[BurstController, AdditionRequest, list[bytes]]:
    """Return a burst, a valid request for it and the datums of the request's packet."""
    prepared = bench.prepare(addition_model_with_shapes(((0, 0), (2, 2), (2, 2))))
    controller = _open_burst(bench, prepared)
    sum_ = AdditionRequest(bench, 1, 4, dimensions=[(2, 2)])
    return controller, sum_, datums_of(controller.packet_of(sum_.request, _YES))


@check(_PACKETS, since=Version.V1_2)
def missing_datum(bench: CheckContext) -> Iterator[Finding | str]:
    """A burst answers a request packet that lacks a datum with an error, without output shapes or
    timing, and executes the next request.
    """
    controller, sum_, valid = _valid_packet(bench)
    variants = (
        (f"without datum {at}", valid[:at] + valid[at + 1 :]) for at in range(len(valid)) if at
    )
    yield from _check_malformed_packets(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def extra_datum(bench: CheckContext) -> Iterator[Finding | str]:
    """A burst answers a request packet with an additional datum with an error, without output
    shapes or timing, and executes the next request.
    """
    controller, sum_, valid = _valid_packet(bench)
    variants = (
        (f"with a {FmqRequestTag(bad[0]).name} before datum {at}", [*valid[:at], bad, *valid[at:]])
        for at in range(len(valid) + 1)
        for bad in _WRONG_DATUMS
    )
    yield from _check_malformed_packets(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def wrong_datum(bench: CheckContext) -> Iterator[Finding | str]:
    """A burst answers a request packet in which a datum is replaced by another one with an error,
    without output shapes or timing, and executes the next request.
    """
    controller, sum_, valid = _valid_packet(bench)
    variants = (
        (
            f"with a {FmqRequestTag(bad[0]).name} as datum {at}",
            [*valid[:at], bad, *valid[at + 1 :]],
        )
        for at, original in enumerate(valid)
        for bad in _WRONG_DATUMS
        if bad != original and not (bad[0] == original[0] and bad[0] in _DIMENSION_VALUES)
    )
    yield from _check_malformed_packets(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def wrong_packet_size(bench: CheckContext) -> Iterator[Finding | str]:
    """A burst answers a request packet whose packetSize differs from its number of datums with an
    error, without output shapes or timing, and executes the next request.
    """
    controller, sum_, valid = _valid_packet(bench)
    counts = (2, 1, 1)
    variants = (
        (
            f"of {len(valid)} datums with packetSize {size}",
            [request_datum(FmqRequestTag.PACKET_INFORMATION, size, *counts), *valid[1:]],
        )
        for size in (0, 1, len(valid) - 1, len(valid) + 1, 2**32 - 1)
    )
    yield from _check_malformed_packets(iter(variants), controller, sum_)


@check(_PACKETS, since=Version.V1_2)
def random_packets(bench: CheckContext) -> Iterator[Finding | str]:
    """A burst answers a packet of random bytes with an error, without output shapes or timing, and
    executes the next request.
    """
    controller, sum_, valid = _valid_packet(bench)
    generator = random.Random(bench.options.seed)
    variants = (
        ("of random bytes", [generator.randbytes(DATUM_SIZE) for _ in range(1 + turn % 40)])
        for turn in range(100)
    )
    yield from _check_malformed_packets(iter(variants), controller, sum_)
    problem = _run_through_burst(controller, sum_)
    if problem:
        yield f"the request after {100 + len(valid)} random packets: {problem}"


@check(_SECTION, since=Version.V1_2)
def small_result_queue(bench: CheckContext) -> Iterator[str]:
    """A burst answers a request whose result packet does not fit into the result queue with an
    error, without output shapes or timing.
    """
    prepared = bench.prepare(sum_and_product_model(open_outputs=True))
    sum_ = AdditionRequest(bench, 1, outputs=2)
    size = result_size(
        driver_calls.execute_synchronously(prepared, sum_.request, _NO).output_shapes
    )
    if size <= 2:
        return
    controller = _open_burst(bench, prepared, result_capacity=size - 1)
    problem = _error_answer_problem(
        driver_calls.call_driver("a burst", controller.execute, sum_.request, _YES)
    )
    if problem:
        yield (
            f"a request whose result has {size} datums, with a result queue of {size - 1} datums, "
            f"{problem}"
        )


@check(_SECTION, since=Version.V1_2)
def exactly_full_request_queue(bench: CheckContext) -> Iterator[str]:
    """A burst executes requests whose packets fill the request queue completely, with NONE and the
    expected values.
    """
    prepared = bench.prepare(addition_model())
    sum_ = AdditionRequest(bench)
    size = len(datums_of(_open_burst(bench, prepared).packet_of(sum_.request, _NO)))
    controller = _open_burst(bench, prepared, capacity=size)
    for turn in range(4):
        problem = _run_through_burst(controller, sum_)
        if problem:
            yield f"request {turn} of {size} datums in a queue of {size}: {problem}"
            return


@check(_SECTION, since=Version.V1_2)
def missing_event_flag(bench: CheckContext) -> Iterator[str]:
    """IPreparedModel::configureExecutionBurst with a queue that has no event flag answers an error
    without a burst context, or the burst executes requests by polling the queue.

    The contract allows non-blocking queues; the public burst server refuses them.
    """
    prepared = bench.prepare(addition_model())
    for lacking in range(2):
        flags = lacking != 0, lacking != 1
        what = f"a {('request', 'result')[lacking]} queue without an event flag"
        try:
            controller = _open_burst(bench, prepared, event_flags=flags)
        except driver_calls.DriverCallError as bad:
            if bad.finding.rule != "burst.configure":
                raise
            continue
        problem = _run_through_burst(controller, AdditionRequest(bench, lacking))
        if problem:
            yield f"configure_execution_burst accepted {what}, but: {problem}"
