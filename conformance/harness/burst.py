"""Executions through a burst, in bounded time."""

from typing import Any

from conformance.hal import ErrorStatus, MeasureTiming, PreparedModel, Request
from conformance.harness import calls
from conformance.harness.verdict import Finding, Kind
from conformance.support.burst import (
    BurstAnswerError,
    BurstController,
    BurstProblem,
    BurstRefusedError,
    BurstResult,
)


def configure(prepared: PreparedModel, timeout: float, **options: Any) -> BurstController:
    """A burst on a prepared model, to be closed; a refusal is ``calls.BadAnswerError``."""
    what = "configure_execution_burst"

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
    if result.problem is not None:
        raise calls.BadAnswerError(finding(result.problem))
    if result.fell_back:
        answer = result.status, result.output_shapes, result.timing
        return calls.outcome_of("execute_synchronously", answer)
    return calls.Outcome(ErrorStatus(result.status), tuple(result.output_shapes), result.timing)


def finding(problem: BurstProblem) -> Finding:
    """What a problem of a burst says of the driver."""
    kind = Kind.HANG if problem.rule == "burst.timeout" else Kind.FAILED
    return Finding(kind, problem.rule, f"burst: {problem.reason}")


def execute(
    prepared: PreparedModel, request: Request, measure: MeasureTiming, timeout: float
) -> calls.Outcome:
    """One execution through a burst of its own."""
    with configure(prepared, timeout) as controller:
        result = calls.call("a burst", controller.execute, request, measure)
        return outcome(result)
