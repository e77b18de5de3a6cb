"""Requests of the addition model through a burst that stays open, for the checks of bursts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from conformance.bursts import BurstController, BurstResult, datums_of
from conformance.checks.check_context import CheckContext
from conformance.checks.sample_models import addition_model, addition_model_with_shapes
from conformance.checks.sample_requests import (
    AdditionRequest,
    decline_unknown_dimensions,
    outcome_problem,
    superfluous_result,
)
from conformance.hal import ErrorStatus, MeasureTiming, PreparedModel
from conformance.harness.calls import burst_execution, driver_calls
from conformance.verdicts import Finding


def open_burst(context: CheckContext, prepared: PreparedModel, **options: Any) -> BurstController:
    """Configure a burst that is closed at the end of the check."""
    controller = burst_execution.open_burst(prepared, context.options.callback_timeout, **options)
    context.add_cleanup(controller.close)
    return controller


def addition_burst(
    context: CheckContext, **options: Any
) -> tuple[BurstController, AdditionRequest]:
    """Return a burst of the addition model and a request for it."""
    return open_burst(context, context.prepare(addition_model()), **options), AdditionRequest(
        context
    )


def burst_problem(
    controller: BurstController,
    addition: AdditionRequest,
    measure: MeasureTiming = MeasureTiming.NO,
) -> str:
    """Execute a request through a burst; return a description of the problem, if any."""
    addition.reset()
    return outcome_problem(execute_addition(controller, addition, measure), addition)


def execute_addition(
    controller: BurstController,
    addition: AdditionRequest,
    measure: MeasureTiming = MeasureTiming.NO,
) -> driver_calls.ExecutionOutcome:
    """Execute a request through a burst and return the outcome."""
    result = driver_calls.call_driver("a burst", controller.execute, addition.request, measure)
    outcome = burst_execution.burst_outcome(result)
    return burst_execution.with_lack_of_resources(controller, addition.request, outcome)


def error_answer_problem(call: Callable[..., BurstResult], *arguments: Any) -> str:
    """Describe why a call's result is not an error without shapes and timing; empty if it is."""
    result: BurstResult = driver_calls.call_driver("a burst", call, *arguments)
    if result.problem is not None:
        raise driver_calls.DriverCallError(burst_execution.burst_finding(result.problem))
    if result.status == ErrorStatus.NONE:
        return "was answered with NONE; an error was expected"
    problem = superfluous_result(result)
    return f"was answered with {problem}" if problem else ""


def check_malformed_packets(
    variants: Iterator[tuple[str, list[bytes]]],
    controller: BurstController,
    addition: AdditionRequest,
) -> Iterator[Finding | str]:
    """Send malformed variants of a valid packet; yield a message for each that is not refused.

    Each variant must be answered with an error, and the valid request must still execute.
    """
    outcome = execute_addition(controller, addition, MeasureTiming.YES)
    decline_unknown_dimensions(outcome, "an input whose dimensions only the request specifies")
    if problem := outcome_problem(outcome, addition):
        yield f"the valid packet: {problem}"
        return
    for name, datums in variants:
        if problem := error_answer_problem(controller.exchange, b"".join(datums)):
            yield f"a packet {name} {problem}"
        if problem := burst_problem(controller, addition):
            yield f"the request after a packet {name}: {problem}"
            return


def valid_packet(context: CheckContext) -> tuple[BurstController, AdditionRequest, list[bytes]]:
    """Return a burst, a valid request for it and the datums of the request's packet."""
    prepared = context.prepare(addition_model_with_shapes(((0, 0), (2, 2), (2, 2))))
    controller = open_burst(context, prepared)
    addition = AdditionRequest(context, 1, 4, dimensions=[(2, 2)])
    return (
        controller,
        addition,
        datums_of(controller.packet_of(addition.request, MeasureTiming.YES)),
    )
