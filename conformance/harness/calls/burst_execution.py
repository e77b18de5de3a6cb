"""Executes requests through a burst, with a time limit for each result."""

from dataclasses import replace
from typing import Any, Final

from conformance.bursts import (
    BurstAnswerError,
    BurstController,
    BurstProblem,
    BurstRefusedError,
    BurstResult,
)
from conformance.hal import ErrorStatus, MeasureTiming, PreparedModel, Request
from conformance.harness.calls import driver_calls
from conformance.harness.supervision.wait_policy import CURRENT_POLICY
from conformance.verdicts import Finding, VerdictKind

_SUBJECT: Final = "the result of a burst"
_TIME_OUT: Final = "burst.timeout"
_UNAVAILABLE: Final = "device.available"
REFUSAL_RULES: Final = frozenset({"burst.configure", _UNAVAILABLE})
"""The rules of the findings with which ``open_burst`` reports a refusal."""
_LACKS: Final = frozenset(
    {
        ErrorStatus.DEVICE_UNAVAILABLE,
        ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT,
        ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT,
    }
)
"""The statuses of executions without a device or resources."""


def open_burst(prepared: PreparedModel, timeout: float, **options: Any) -> BurstController:
    """Return a burst on a prepared model, which the caller must close.

    Raise ``DriverCallError`` if the driver refuses it. The HAL permits two statuses:
    DEVICE_UNAVAILABLE of a busy device, which is no failure, and GENERAL_FAILURE, which is a
    quality warning. ``timeout`` is the limit in seconds for each result; the policy of waits may
    shorten it.
    """
    what = "configure_execution_burst"
    policy = CURRENT_POLICY.get()
    if policy is not None and policy.counts(timeout):
        timeout = policy.allow(_SUBJECT, timeout)

    # Errors are returned: ``call_driver`` would report a raised one as an exception of the driver.
    def create() -> BurstController | BurstRefusedError | BurstAnswerError:
        try:
            return BurstController(prepared, timeout=timeout, **options)
        except (BurstRefusedError, BurstAnswerError) as error:
            return error

    controller = driver_calls.call_driver(what, create)
    if isinstance(controller, BurstRefusedError):
        status = controller.status
        reason = f"{what} answered {status.name} for a prepared model"
        if status == ErrorStatus.DEVICE_UNAVAILABLE:
            driver_calls.raise_failure(_UNAVAILABLE, reason, VerdictKind.UNAVAILABLE)
        kind = VerdictKind.FAILED
        if status == ErrorStatus.GENERAL_FAILURE:
            reason += "; VTS demands NONE, although the HAL permits this status"
            kind = VerdictKind.QUALITY_WARNING
        driver_calls.raise_failure("burst.configure", reason, kind)
    if isinstance(controller, BurstAnswerError):
        driver_calls.raise_invalid_answer(str(controller))
    return controller


def burst_outcome(result: BurstResult) -> driver_calls.ExecutionOutcome:
    """Return the result as an outcome; raise ``DriverCallError`` if it has a problem."""
    if result.problem is not None:
        raise driver_calls.DriverCallError(burst_finding(result.problem))
    if result.fallback_reason:
        answer = result.status, result.output_shapes, result.timing
        return driver_calls.ExecutionOutcome(*driver_calls.checked("execute_synchronously", answer))
    return driver_calls.ExecutionOutcome(
        ErrorStatus(result.status), tuple(result.output_shapes), result.timing
    )


def burst_finding(problem: BurstProblem) -> Finding:
    """Return the finding on a problem of a burst; a missing result is a hang."""
    reason = f"burst: {problem.reason}"
    if problem.rule != _TIME_OUT:
        return Finding(VerdictKind.FAILED, problem.rule, reason)
    policy = CURRENT_POLICY.get()
    short = None if policy is None else policy.missed(_SUBJECT)
    if short is None:
        return Finding(VerdictKind.HANG, problem.rule, reason)
    return Finding(VerdictKind.HANG, problem.rule, f"{reason}; {short.reason}", short.details)


def execute_through_burst(
    prepared: PreparedModel, request: Request, measure: MeasureTiming, timeout: float
) -> driver_calls.ExecutionOutcome:
    """Execute a request through a new burst and return the outcome."""
    with open_burst(prepared, timeout) as controller:
        return execute_in_burst(controller, request, measure)


def execute_in_burst(
    controller: BurstController, request: Request, measure: MeasureTiming = MeasureTiming.NO
) -> driver_calls.ExecutionOutcome:
    """Execute a request through an open burst and return the outcome."""
    result = driver_calls.call_driver("a burst", controller.execute, request, measure)
    return with_lack_of_resources(controller, request, burst_outcome(result))


def with_lack_of_resources(
    controller: BurstController, request: Request, outcome: driver_calls.ExecutionOutcome
) -> driver_calls.ExecutionOutcome:
    """Return the outcome of a burst with the status that its result packet cannot express.

    The packets have the statuses of HAL 1.2, so that exhausted resources become GENERAL_FAILURE.
    After a GENERAL_FAILURE the request is executed synchronously: if resources are exhausted or
    the device is unavailable there, the outcome gets this status.
    """
    if outcome.status != ErrorStatus.GENERAL_FAILURE:
        return outcome
    synchronous = driver_calls.execute_synchronously(
        controller.prepared_model, request, MeasureTiming.NO
    )
    if synchronous.status not in _LACKS:
        return outcome
    return replace(outcome, status=synchronous.status)
