"""Checks of execution bursts: requests over fast message queues, memories by slot."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Final

from conformance import hal
from conformance.bursts import padding_violation, result_size
from conformance.checks.areas.burst_packets import PACKETS, packet_checks
from conformance.checks.burst_requests import (
    addition_burst,
    check_malformed_packets,
    open_burst,
    require_error,
    run_in_burst,
)
from conformance.checks.check_context import (
    CheckContext,
    Violation,
    described,
    require,
)
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import (
    addition_model,
    sum_and_product_model,
)
from conformance.checks.sample_requests import (
    AdditionRequest,
)
from conformance.harness.calls import burst_execution, driver_calls
from conformance.verdicts import Finding

_SECTION = "IPreparedModel.configureExecutionBurst; Bursts and fast message queues"
_SLOTS = "IBurstCallback.getMemories, IBurstContext.freeMemory"
_SETTLE_SECONDS: Final = 0.05
"""Seconds to wait for late writes of the driver."""

_NO, _YES = hal.MeasureTiming.NO, hal.MeasureTiming.YES


@check(_SECTION, since=hal.Version.V1_2)
def configuration(context: CheckContext) -> None:
    """IPreparedModel::configureExecutionBurst of a prepared model answers NONE and a burst context,
    and the burst executes a valid request with NONE and the expected values.
    """
    run_in_burst(*addition_burst(context))


@check(_SECTION, since=hal.Version.V1_2)
def single_result(context: CheckContext) -> None:
    """A burst writes exactly one result packet for each request packet."""
    controller, addition = addition_burst(context)
    with context.case():
        run_in_burst(controller, addition)
    time.sleep(_SETTLE_SECONDS)
    if count := len(controller.take_unexpected()) // hal.DATUM_SIZE:
        raise Violation(
            f"the driver wrote {count} datums after the result packet of the only request; "
            "none were expected"
        )


@check(_SLOTS, since=hal.Version.V1_2)
def memory_requested_once(context: CheckContext) -> Iterator[Finding]:
    """A burst gets the memories of a request with IBurstCallback::getMemories, once for each slot.

    The contract allows, but does not require, that the driver caches memories between requests:
    repeated calls for a slot are a quality warning.
    """
    controller = open_burst(context, context.prepare(addition_model()))
    additions = [AdditionRequest(context, seed) for seed in range(2)]
    for addition in additions * 3:
        with context.case():
            run_in_burst(controller, addition)
    requested = [slot for slots in controller.slots.asked for slot in slots]
    if len(requested) != len(set(requested)):
        yield quality_warning(
            f"the driver asked for {len(requested)} memories with get_memories in 6 requests that "
            f"use {len(set(requested))} slots; one call for each slot was expected"
        )


@check(_SLOTS, since=hal.Version.V1_2)
def double_free(context: CheckContext) -> None:
    """IBurstContext::freeMemory of an unknown or already freed slot has no effect."""
    controller, addition = addition_burst(context)
    run_in_burst(controller, addition)
    if (burst_context := controller.context) is not None:
        slot = controller.slots.find_slot(addition.memory) or 0
        for freed in (slot + 7, slot, slot, 2**31 - 1, -1):
            driver_calls.call_driver("free_memory", burst_context.free_memory, freed)
    with described("after free_memory of unknown and freed slots"):
        run_in_burst(controller, addition)


@check(_SECTION, since=hal.Version.V1_2)
def independent_end(context: CheckContext) -> None:
    """The end of a burst does not affect the prepared model or its other bursts: they still execute
    with NONE and the expected values.
    """
    prepared = context.prepare(addition_model())
    first, second = (open_burst(context, prepared) for _ in range(2))
    additions = [AdditionRequest(context, 1), AdditionRequest(context, 2)]
    run_in_burst(first, additions[0])
    run_in_burst(second, additions[1])
    first.close()
    time.sleep(_SETTLE_SECONDS)
    with described("after the end of another burst"):
        run_in_burst(second, additions[1])
        run_in_burst(open_burst(context, prepared), additions[0])


@check(PACKETS, since=hal.Version.V1_2)
def zero_padding(context: CheckContext) -> None:
    """The padding bytes of operandInformation in the result packet of a burst are zero."""
    prepared = context.prepare(sum_and_product_model(open_outputs=True))
    controller, addition = open_burst(context, prepared), AdditionRequest(context, 1, outputs=2)
    result = driver_calls.call_driver("a burst", controller.execute, addition.request, _YES)
    burst_execution.burst_outcome(result)
    require(padding_violation(result.packet) or "")


PACKET_CHECKS: Final = packet_checks(
    "bursts",
    ("missing_datum", "a request packet lacks a datum", "removed", "truncated"),
    ("extra_datum", "a request packet has an additional datum", "inserted", "repeated", "appended"),
    ("wrong_datum", "a datum of a request packet is replaced by another one", "replaced"),
)


@check(PACKETS, since=hal.Version.V1_2)
def random_packets(context: CheckContext) -> None:
    """A burst answers a packet of random bytes with an error, without output shapes or timing, and
    executes the next request.
    """
    generator = random.Random(context.options.seed)
    check_malformed_packets(
        context,
        lambda _valid: [
            (
                "of random bytes",
                [generator.randbytes(hal.DATUM_SIZE) for _ in range(1 + number % 40)],
            )
            for number in range(100)
        ],
    )


@check(_SECTION, since=hal.Version.V1_2)
def small_result_queue(context: CheckContext) -> None:
    """If the result packet of a request does not fit into the result queue, the burst answers with
    an error, without output shapes or timing.
    """
    prepared = context.prepare(sum_and_product_model(open_outputs=True))
    addition = AdditionRequest(context, 1, outputs=2)
    outcome = driver_calls.execute_synchronously(prepared, addition.request, _NO)
    if (size := result_size(outcome.output_shapes)) > 2:
        controller = open_burst(context, prepared, result_capacity=size - 1)
        with described(f"a result of {size} datums for a result queue of {size - 1} datums"):
            require_error(controller.execute, addition.request, _YES)


@check(_SECTION, since=hal.Version.V1_2)
def missing_event_flag(context: CheckContext) -> None:
    """IPreparedModel::configureExecutionBurst with a queue that has no event flag answers an error
    without a burst context, or the burst executes requests by polling the queue.

    The contract allows non-blocking queues; the public burst server refuses them.
    """
    prepared = context.prepare(addition_model())
    for lacking in range(2):
        flags = lacking != 0, lacking != 1
        try:
            controller = open_burst(context, prepared, event_flags=flags)
        except driver_calls.DriverCallError as error:
            if error.finding.rule not in burst_execution.REFUSAL_RULES:
                raise
            continue
        what = f"a burst with a {('request', 'result')[lacking]} queue without an event flag"
        with context.case(what):
            run_in_burst(controller, AdditionRequest(context, lacking))
