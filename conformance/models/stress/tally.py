"""Counts and problems of a stress mode, and the verdict that follows from them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from conformance.drivers.own_process import ProcessError
from conformance.hal import ErrorStatus
from conformance.harness.calls.driver_calls import DriverCallError
from conformance.harness.supervision.process_supervision import process_finding
from conformance.models.inference import InferenceError, ModelDeclinedError
from conformance.verdicts import Finding, Verdict, VerdictKind

_MAX_PROBLEMS: Final = 5
_MAX_DETAILS: Final = 16

RESOURCE_STATUSES: Final = (
    ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT,
    ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT,
    ErrorStatus.DEVICE_UNAVAILABLE,
)
"""Statuses by which a driver may refuse a valid request under load."""

_RESOURCE_KINDS: Final = (
    VerdictKind.NO_RESOURCES,
    VerdictKind.TOO_LARGE,
    VerdictKind.UNAVAILABLE,
)
_RESTART_RULE: Final = "process.start"
_NO_START: Final = "did not start within"
"""Part of the reason why a process that hangs at its start cannot be used."""


class Outcome(StrEnum):
    """The outcome of a mode; a crash outweighs a hang, which outweighs a failure."""

    CRASH = "CRASH"
    """The process of the driver or of a client died, and the suite had not ended it."""
    HANG = "HANG"
    """A call, or a process of the mode, did not end within its time limit."""
    FAILURE = "FAILURE"
    """The driver returned errors or wrong results, its resources grew, or it was too slow.

    It is also the outcome if the driver did not start again.
    """
    NOT_RUN = "NOT_RUN"
    """Nothing was tested; the reason states why. This is never a success."""
    SUCCESS = "SUCCESS"
    """The load ran to its end and every requirement was met."""


class Casualty(StrEnum):
    """The process that died (outcome CRASH) or stopped answering (outcome HANG)."""

    DRIVER = "driver"
    CLIENT = "client"
    BOTH = "driver and client"
    """The driver ran in the process of its client."""


_VERDICTS: Final = {
    Outcome.SUCCESS: (VerdictKind.PASSED, ""),
    Outcome.FAILURE: (VerdictKind.FAILED, "stress.requirements"),
    Outcome.HANG: (VerdictKind.HANG, "stress.returns"),
    Outcome.CRASH: (VerdictKind.CRASH, "stress.alive"),
    Outcome.NOT_RUN: (VerdictKind.NOT_APPLICABLE, "stress.applicable"),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A reason why a mode did not succeed."""

    outcome: Outcome
    reason: str
    casualty: Casualty | None = None
    details: tuple[str, ...] = ()


class NotRunError(Exception):
    """The mode cannot test the driver; the message states why."""

    def __init__(self, reason: str, *, lacks_models: bool = False) -> None:
        super().__init__(reason)
        self.lacks_models = lacks_models


class Tally:
    """Counts and problems of one mode; several threads may use it.

    ``driver`` is the casualty if the driver dies. ``stop`` is set at the first problem, and
    ``on_first`` is called at the first event.
    """

    def __init__(
        self, driver: Casualty = Casualty.DRIVER, on_first: Callable[[], None] = lambda: None
    ) -> None:
        self.driver = driver
        self._on_first = on_first
        self.stop = threading.Event()
        self.values: dict[str, float] = {}
        self.note = ""
        """The reason of the last verdict that was not a success."""
        self.problems: list[Problem] = []
        self.closed = False
        """Whether further problems are ignored: they follow from ending a driver that hangs."""
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def add(self, name: str, number: int = 1) -> None:
        """Count events."""
        with self._lock:
            first = not self._counts
            self._counts[name] += number
        if first:
            self._on_first()

    @property
    def counts(self) -> dict[str, int]:
        """The number of events of each name."""
        with self._lock:
            return dict(self._counts)

    @property
    def operations(self) -> int:
        """Number of executions and compilations."""
        counts = self.counts
        return counts.get("executions", 0) + counts.get("compilations", 0)

    def report(self, problem: Problem) -> None:
        """Record a problem, unless it is known, and stop the load."""
        with self._lock:
            if self.closed:
                return
            is_known = any(problem.reason == earlier.reason for earlier in self.problems)
            if not is_known and len(self.problems) < _MAX_PROBLEMS:
                self.problems.append(problem)
        self.stop.set()

    def fail(self, reason: str) -> None:
        """Record a FAILURE."""
        self.report(Problem(Outcome.FAILURE, reason))

    def report_error(self, error: Exception, activity: str) -> None:
        """Record the problem that an exception describes; ``activity`` names the activity.

        A refusal for lack of resources is only counted.
        """
        if isinstance(error, InferenceError) and error.status in RESOURCE_STATUSES:
            self.add("refused_for_resources")
        else:
            self.report(problem_of(error, activity, self.driver))

    def report_verdict(self, verdict: Verdict) -> None:
        """Count a verdict of the judge; record its problem if it blames the driver."""
        kind = verdict.kind
        if kind in (VerdictKind.PASSED, VerdictKind.QUALITY_WARNING):
            self.add("executions")
            self.add("compilations")
            return
        self.add(kind.value)
        self.note = verdict.reason
        if kind in _RESOURCE_KINDS:
            self.add("refused_for_resources")
        elif kind is VerdictKind.INTERNAL_ERROR or kind.blames_driver:
            finding = Finding(kind, verdict.rule, verdict.reason, verdict.details)
            activity = f"{verdict.case_id} on path {verdict.path}"
            self.report(_problem_of_finding(finding, activity, self.driver))

    def verdict(
        self,
        case_id: str,
        models: Sequence[str],
        declined: Sequence[str],
        error: NotRunError | None,
    ) -> Verdict:
        """Return the verdict; its details are the counts and measured values of the mode.

        ``models`` are the names of the models that the driver executed, and ``declined`` those of
        the models that it does not support.
        """
        found = {problem.outcome: problem for problem in reversed(self.problems)}
        outcome = next((one for one in Outcome if one in found), Outcome.SUCCESS)
        reasons = [problem.reason for problem in self.problems]
        if error is not None and not found:
            outcome, reasons = Outcome.NOT_RUN, [str(error)]
        kind, rule = _VERDICTS[outcome]
        if outcome is Outcome.NOT_RUN and error is not None and error.lacks_models:
            kind, rule = VerdictKind.DECLINED, "stress.models"
        details: dict[str, Any] = {
            "outcome": str(outcome),
            "counts": self.counts,
            "values": self.values,
            "models": list(models),
            "declined_models": list(declined),
        }
        deciding = found.get(outcome, Problem(outcome, ""))
        if deciding.casualty is not None:
            details["casualty"] = str(deciding.casualty)
        if deciding.details:
            details["trace" if outcome is Outcome.HANG else "printed"] = list(deciding.details)
        reason, *others = reasons or [""]
        if others:
            details["further_findings"] = [{"rule": rule, "reason": other} for other in others]
        return Verdict(case_id, "", kind, rule, reason, (), details)


def problem_of(error: Exception, activity: str, driver: Casualty) -> Problem:
    """Return the problem that an exception describes; ``activity`` names the activity."""
    if isinstance(error, ProcessError):
        return _problem_of_finding(process_finding(error), activity, driver)
    if isinstance(error, DriverCallError):
        return _problem_of_finding(error.finding, activity, driver)
    if isinstance(error, InferenceError | ModelDeclinedError):
        return Problem(Outcome.FAILURE, f"{activity}: {error}")
    return Problem(Outcome.FAILURE, f"{activity}: the suite raised {type(error).__name__}: {error}")


def _problem_of_finding(finding: Finding, activity: str, driver: Casualty) -> Problem:
    reason = f"{activity}: {finding.reason}"
    names = ("trace", "traceback", "printed")
    lines = [str(line) for name in names for line in finding.details.get(name, ())]
    details = tuple(lines[:_MAX_DETAILS])
    restart = finding.rule == _RESTART_RULE
    if finding.kind is VerdictKind.CRASH and not restart:
        return Problem(Outcome.CRASH, reason, driver, details)
    if finding.kind is VerdictKind.HANG or (restart and _NO_START in finding.reason):
        return Problem(Outcome.HANG, reason, driver, details)
    return Problem(Outcome.FAILURE, reason, None, details)
