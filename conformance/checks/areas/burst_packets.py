"""Checks of the packets of bursts: changes of single fields, many arguments, the queues' ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from conformance.bursts import BurstController, datums_of
from conformance.checks.burst_requests import (
    check_malformed_packets,
    open_burst,
    require_error,
    run_in_burst,
)
from conformance.checks.check_context import CheckContext, Violation, described
from conformance.checks.mutants.packet_mutations import packet_mutations
from conformance.checks.registration import Check, check
from conformance.checks.sample_models import sum_and_product_model
from conformance.checks.sample_requests import AdditionRequest
from conformance.hal import MeasureTiming, Request, RequestArgument, Version

PACKETS: Final = "1.2 types.hal FmqRequestDatum, FmqResultDatum"
_QUEUES: Final = "Bursts and fast message queues"
_ARGUMENTS: Final = "IPreparedModel.configureExecutionBurst; Request: INVALID_ARGUMENT"
_LARGEST: Final = 2**32 - 1
_LARGEST_RESULT: Final = 6
"""Number of datums of a result packet with the shapes of two vectors."""


def packet_checks(area: str, *rows: tuple[str, ...]) -> tuple[Check, ...]:
    """Return a check of an area for each row: its name, a condition, and kinds of mutations.

    Each packet with a mutation of these kinds must be refused.
    """
    return tuple(
        Check(
            area,
            name,
            f"If {condition}, the burst answers with an error, without output shapes or timing, "
            "and executes the next request",
            PACKETS,
            partial(_check_mutations, kinds),
            Version.V1_2,
        )
        for name, condition, *kinds in rows
    )


def _check_mutations(kinds: Sequence[str], context: CheckContext) -> None:
    check_malformed_packets(
        context,
        lambda valid: [
            (f"whose {mutation.description}", datums_of(mutation.packet))
            for mutation in packet_mutations(b"".join(valid))
            if mutation.kind in kinds
        ],
    )


_COUNTS: Final = (
    "packetSize",
    "numberOfInputOperands",
    "numberOfOutputOperands",
    "numberOfPools",
    "numberOfDimensions",
)
PACKET_CHECKS: Final = packet_checks(
    "burst_packets",
    ("wrong_tag", "only the tag of a datum is wrong", "tag"),
    (
        "wrong_count",
        "only a number of inputs, outputs, pools, dimensions or datums in a packet is wrong",
        *_COUNTS,
    ),
    ("wrong_flag", "hasNoValue is neither 0 nor 1", "hasNoValue"),
    (
        "truncated_packet",
        "a packet ends after any of its datums, also with a packetSize of that length",
        *("truncated", "truncated, packetSize"),
    ),
    (
        "matching_packet_size",
        "a packet lacks a datum or has an additional one, and its packetSize is its actual length",
        *(f"{kind}, packetSize" for kind in ("removed", "repeated", "inserted", "appended")),
    ),
)


@check(_ARGUMENTS, since=Version.V1_2)
def invalid_arguments(context: CheckContext) -> None:
    """A burst answers a request whose arguments do not fit the model or the pools with an error,
    without output shapes or timing, writes nothing, and executes the next request.
    """
    prepared = context.prepare(sum_and_product_model())
    controller = open_burst(context, prepared)
    addition = AdditionRequest(context, 1, outputs=2)
    run_in_burst(controller, addition)
    request = addition.request
    for kind, arguments in (("inputs", request.inputs), ("outputs", request.outputs)):
        for count in (0, 1, 3):
            changed = replace(request, **{kind: (*arguments, arguments[-1])[:count]})  # type: ignore[arg-type]
            _refuse(controller, addition, changed, f"with {count} {kind}")
        for position, argument in enumerate(arguments):
            for what, wrong in _wrong_arguments(argument, addition.memory.size):
                others = (*arguments[:position], wrong, *arguments[position + 1 :])
                changed = replace(request, **{kind: others})  # type: ignore[arg-type]
                what = f"whose argument {position} of the {kind} {what}"
                _refuse(controller, addition, changed, what)


def _wrong_arguments(argument: RequestArgument, size: int) -> Iterator[tuple[str, RequestArgument]]:
    at = argument.location
    for location in (
        replace(at, pool_index=1),
        replace(at, pool_index=_LARGEST),
        replace(at, offset=size - at.length + 1),
        replace(at, offset=size),
        replace(at, offset=_LARGEST - at.length + 1),
        replace(at, offset=_LARGEST),
        replace(at, length=at.length - 1),
        replace(at, length=at.length + 1),
        replace(at, length=0),
        replace(at, length=_LARGEST),
    ):
        yield f"is at {location}", replace(argument, location=location)
    yield "has no value, but a location", replace(argument, has_no_value=True)
    for dimensions in ((3,), (5,), (4, 1), (1, 4), (2, 2), (_LARGEST,), (2**30 + 4,)):
        yield f"has dimensions {list(dimensions)}", replace(argument, dimensions=dimensions)


def _refuse(
    controller: BurstController, addition: AdditionRequest, request: Request, what: str
) -> None:
    """Execute an invalid request through a burst, then the valid one, and record a problem."""
    addition.reset()
    with addition.context.case(f"a request {what}"):
        require_error(controller.execute, request, MeasureTiming.YES)
        if not (addition.memory_intact and addition.outputs_untouched):
            raise Violation("it was refused, but the driver changed its memory")
        run_in_burst(controller, addition)


@check(_QUEUES, since=Version.V1_2)
def across_queue_end(context: CheckContext) -> None:
    """A burst reads request packets and writes result packets, with and without measurement in
    turn, correctly where they fill the queue completely, and where they begin near the end of the
    queue's memory and continue at its start.
    """
    prepared = context.prepare(sum_and_product_model())
    additions = [AdditionRequest(context, seed, outputs=2) for seed in range(3)]
    with open_burst(context, prepared) as probe:
        size = len(datums_of(probe.packet_of(additions[0].request, MeasureTiming.NO)))
    for more in (0, 1, 2, size - 1):
        capacity, result_capacity = size + more, _LARGEST_RESULT + more
        controller = open_burst(
            context, prepared, capacity=capacity, result_capacity=result_capacity
        )
        for number in range(2 * capacity):
            with described(f"request {number} of {size} datums in a queue of {capacity}"):
                run_in_burst(controller, additions[number % 3], MeasureTiming(number % 2))
