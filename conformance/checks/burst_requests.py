"""Requests of the addition model through a burst that stays open, for the checks of bursts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from conformance.bursts import BurstController, BurstResult, datums_of
from conformance.checks.check_context import CheckContext, Violation, described, require
from conformance.checks.sample_models import addition_model, addition_model_with_shapes
from conformance.checks.sample_requests import (
    AdditionRequest,
    decline_unknown_dimensions,
    superfluous_result,
)
from conformance.hal import ErrorStatus, MeasureTiming, PreparedModel
from conformance.harness.calls import burst_execution, driver_calls
from conformance.harness.calls.burst_execution import execute_in_burst


def open_burst(context: CheckContext, prepared: PreparedModel, **options: Any) -> BurstController:
    """Configure a burst that is closed at the end of the check."""
    controller = burst_execution.open_burst(prepared, context.options.callback_timeout, **options)
    context.add_cleanup(controller.close)
    return controller


def addition_burst(
    context: CheckContext, **options: Any
) -> tuple[BurstController, AdditionRequest]:
    """Return a burst of the addition model and a request for it."""
    controller = open_burst(context, context.prepare(addition_model()), **options)
    return controller, AdditionRequest(context)


def run_in_burst(
    controller: BurstController,
    addition: AdditionRequest,
    measure: MeasureTiming = MeasureTiming.NO,
) -> None:
    """Execute a request through a burst; raise ``Violation`` if something is wrong."""
    addition.reset()
    require(addition.problem(execute_in_burst(controller, addition.request, measure)))


def error_answer_problem(call: Callable[..., BurstResult], *arguments: Any) -> str:
    """Describe why a call's result is not an error without shapes and timing; empty if it is."""
    result: BurstResult = driver_calls.call_driver("a burst", call, *arguments)
    if result.problem is not None:
        raise driver_calls.DriverCallError(burst_execution.burst_finding(result.problem))
    if result.status == ErrorStatus.NONE:
        return "was answered with NONE; an error was expected"
    problem = superfluous_result(result)
    return f"was answered with {problem}" if problem else ""


def require_error(call: Callable[..., BurstResult], *arguments: Any) -> None:
    """Raise ``Violation`` unless a request is answered with an error without shapes and timing."""
    if problem := error_answer_problem(call, *arguments):
        raise Violation(f"the request {problem}")


def check_malformed_packets(
    context: CheckContext, variants: Callable[[list[bytes]], Iterable[tuple[str, list[bytes]]]]
) -> None:
    """Send malformed variants of a valid packet; record a problem for each that is not refused.

    ``variants`` returns them from the datums of the valid packet. Each must be answered with an
    error, and the valid request must still execute.
    """
    prepared = context.prepare(addition_model_with_shapes(((0, 0), (2, 2), (2, 2))))
    controller = open_burst(context, prepared)
    addition = AdditionRequest(context, 1, 4, dimensions=[(2, 2)])
    valid = datums_of(controller.packet_of(addition.request, MeasureTiming.YES))
    outcome = execute_in_burst(controller, addition.request, MeasureTiming.YES)
    decline_unknown_dimensions(outcome, "an input whose dimensions only the request specifies")
    require(addition.problem(outcome))
    for name, datums in variants(valid):
        with context.case(f"a packet {name}"):
            require_error(controller.exchange, b"".join(datums))
        with described(f"the request after a packet {name}"):
            run_in_burst(controller, addition)
