"""Executions through a burst, in bounded time."""

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
    """A burst on a prepared model, to be closed; a refusal is ``calls.BadAnswerError``.

    The circuit breaker of bursts may shorten ``timeout``.
    """
    what = "configure_execution_burst"
    policy = current()
    if policy is not None and policy.counts(timeout):
        timeout = policy.allow(_SUBJECT, timeout)

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
    """The result as an outcome; a problem is ``calls.BadAnswerError``."""
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
    """What a problem of a burst says of the driver."""
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
    """One execution through a burst of its own."""
    with configure(prepared, timeout) as controller:
        result = calls.call("a burst", controller.execute, request, measure)
        return outcome(result)
