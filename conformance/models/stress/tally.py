"""Counts and problems of a stress mode, and the verdict that follows from them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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


# The process that died or stopped answering; the driver may run in the process of its client.
DRIVER: Final = "driver"
CLIENT: Final = "client"
BOTH: Final = "driver and client"

_OUTCOMES: Final = {
    VerdictKind.CRASH: ("CRASH", "stress.alive"),
    VerdictKind.HANG: ("HANG", "stress.returns"),
    VerdictKind.FAILED: ("FAILURE", "stress.requirements"),
    VerdictKind.PASSED: ("SUCCESS", ""),
    VerdictKind.NOT_APPLICABLE: ("NOT_RUN", "stress.applicable"),
    VerdictKind.DECLINED: ("NOT_RUN", "stress.models"),
}
"""The outcome and the rule of each verdict; a crash outweighs a hang, which outweighs a failure."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A reason why a mode did not succeed: a crash, a hang or a failure.

    ``casualty`` is the process that died or stopped answering, and ``details`` are lines of a stack
    trace or of the output of the process that failed.
    """

    kind: VerdictKind
    reason: str
    casualty: str = ""
    details: tuple[str, ...] = ()


class NotRunError(Exception):
    """The mode cannot test the driver; the message states why."""

    def __init__(self, reason: str, kind: VerdictKind = VerdictKind.NOT_APPLICABLE) -> None:
        super().__init__(reason)
        self.kind = kind


class Tally:
    """Counts and problems of one mode; several threads may use it.

    ``driver`` is the casualty if the driver dies. ``stop`` is set at the first problem, and
    ``on_first`` is called at the first event.
    """

    def __init__(self, driver: str = DRIVER, on_first: Callable[[], None] = lambda: None) -> None:
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
        self.report(Problem(VerdictKind.FAILED, reason))

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
        found = {problem.kind: problem for problem in reversed(self.problems)}
        kind = next((one for one in _OUTCOMES if one in found), VerdictKind.PASSED)
        reasons = [problem.reason for problem in self.problems]
        if error is not None and not found:
            kind, reasons = error.kind, [str(error)]
        outcome, rule = _OUTCOMES[kind]
        details: dict[str, Any] = {
            "outcome": outcome,
            "counts": self.counts,
            "values": self.values,
            "models": list(models),
            "declined_models": list(declined),
        }
        deciding = found.get(kind, Problem(kind, ""))
        if deciding.casualty:
            details["casualty"] = deciding.casualty
        if deciding.details:
            name = "trace" if kind is VerdictKind.HANG else "printed"
            details[name] = list(deciding.details)
        reason, *others = reasons or [""]
        if others:
            details["further_findings"] = [{"rule": rule, "reason": other} for other in others]
        return Verdict(case_id, "", kind, rule, reason, (), details)


def problem_of(error: Exception, activity: str, driver: str) -> Problem:
    """Return the problem that an exception describes; ``activity`` names the activity."""
    if isinstance(error, ProcessError):
        return _problem_of_finding(process_finding(error), activity, driver)
    if isinstance(error, DriverCallError):
        return _problem_of_finding(error.finding, activity, driver)
    if isinstance(error, InferenceError | ModelDeclinedError):
        return Problem(VerdictKind.FAILED, f"{activity}: {error}")
    return Problem(
        VerdictKind.FAILED, f"{activity}: the suite raised {type(error).__name__}: {error}"
    )


def _problem_of_finding(finding: Finding, activity: str, driver: str) -> Problem:
    reason = f"{activity}: {finding.reason}"
    names = ("trace", "traceback", "printed")
    lines = [str(line) for name in names for line in finding.details.get(name, ())]
    details = tuple(lines[:_MAX_DETAILS])
    restart = finding.rule == _RESTART_RULE
    if finding.kind is VerdictKind.CRASH and not restart:
        return Problem(VerdictKind.CRASH, reason, driver, details)
    if finding.kind is VerdictKind.HANG or (restart and _NO_START in finding.reason):
        return Problem(VerdictKind.HANG, reason, driver, details)
    return Problem(VerdictKind.FAILED, reason, "", details)
