"""Executes requests through a burst, with a time limit for each result."""

from typing import Any, Final

from conformance.hal import ErrorStatus, MeasureTiming, PreparedModel, Request
from conformance.harness import calls
from conformance.harness.verdict import Finding, Kind
from conformance.harness.wait_policy import current
from conformance.support.burst import (
    BurstAnswerError,
    BurstController,
    BurstProblem,
    BurstRefusedError,
    BurstResult,
)

_SUBJECT: Final = "the result of a burst"
_TIME_OUT: Final = "burst.timeout"


def configure(prepared: PreparedModel, timeout: float, **options: Any) -> BurstController:
    """Return a burst on a prepared model, which the caller must close.

    Raise ``calls.BadAnswerError`` if the driver refuses it. ``timeout`` is the limit in seconds for
    each result; the circuit breaker for bursts may shorten it.
    """
    what = "configure_execution_burst"
    policy = current()
    if policy is not None and policy.counts(timeout):
        timeout = policy.allow(_SUBJECT, timeout)

    # Errors are returned: ``calls.call`` would report a raised one as an exception of the driver.
    def made() -> BurstController | BurstRefusedError | BurstAnswerError:
        try:
            return BurstController(prepared, timeout=timeout, **options)
        except (BurstRefusedError, BurstAnswerError) as error:
            return error

    controller = calls.call(what, made)
    if isinstance(controller, BurstRefusedError):
        status = controller.status
        reason = f"{what} answered {status.name} for a prepared model"
        raise calls.BadAnswerError(Finding(Kind.FAILED, "burst.configure", reason))
    if isinstance(controller, BurstAnswerError):
        calls.bad(str(controller))
    return controller


def outcome(result: BurstResult) -> calls.Outcome:
    """Return the result as an outcome; raise ``calls.BadAnswerError`` if it has a problem."""
    policy = current()
    if policy is not None and (result.problem is None or result.problem.rule != _TIME_OUT):
        policy.answered(_SUBJECT)
    if result.problem is not None:
        raise calls.BadAnswerError(finding(result.problem))
    if result.fell_back:
        answer = result.status, result.output_shapes, result.timing
        return calls.outcome_of("execute_synchronously", answer)
    return calls.Outcome(ErrorStatus(result.status), tuple(result.output_shapes), result.timing)


def finding(problem: BurstProblem) -> Finding:
    """Return the finding on a problem of a burst; a missing result is a hang."""
    reason = f"burst: {problem.reason}"
    if problem.rule != _TIME_OUT:
        return Finding(Kind.FAILED, problem.rule, reason)
    policy = current()
    short = None if policy is None else policy.missed(_SUBJECT)
    if short is None:
        return Finding(Kind.HANG, problem.rule, reason)
    return Finding(Kind.HANG, problem.rule, f"{reason}; {short.reason}", short.details)


def execute(
    prepared: PreparedModel, request: Request, measure: MeasureTiming, timeout: float
) -> calls.Outcome:
    """Execute a request through a new burst and return the outcome."""
    with configure(prepared, timeout) as controller:
        result = calls.call("a burst", controller.execute, request, measure)
        return outcome(result)
