"""The state of one mode: driver, counts, problems, load, unreleased resources, and the verdict."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final, NamedTuple

from conformance.checks.check_context import SkipCheck
from conformance.checks.growth import settled_resources
from conformance.drivers.driver import Driver
from conformance.drivers.own_process import ProcessError, ProcessLimits
from conformance.hal import Device, ErrorStatus
from conformance.harness.calls.driver_calls import DriverCallError
from conformance.harness.supervision.process_supervision import process_finding
from conformance.models.inference import (
    InferenceError,
    InferenceSession,
    ModelDeclinedError,
    opened_session,
)
from conformance.models.stress.models import ModelCheck
from conformance.processes import ResourceCounts
from conformance.verdicts import Finding, Verdict, VerdictKind

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
_OUTCOMES: Final = {
    VerdictKind.CRASH: ("CRASH", "stress.alive"),
    VerdictKind.HANG: ("HANG", "stress.returns"),
    VerdictKind.FAILED: ("FAILURE", "stress.requirements"),
    VerdictKind.PASSED: ("SUCCESS", ""),
    VerdictKind.NOT_APPLICABLE: ("NOT_RUN", "stress.applicable"),
    VerdictKind.DECLINED: ("NOT_RUN", "stress.models"),
}
"""The outcome and the rule of each verdict; a crash outweighs a hang, which outweighs a failure."""

_LEAKS: Final = (
    ("descriptors", 1, 1, 0.05, 0.5),
    ("threads", 1, 1, 0.05, 0.5),
    ("memory", 4096, 256, 0.5, 16),
)
"""Resource, its unit, and the growth in units in one round from which it counts as a leak: at
least, and for each operation or for each compilation."""

_ROUNDS: Final = 4
"""Number of parts of a load, after each of which the idle driver is measured."""

_MIN_OPERATIONS: Final = 4
"""Smallest number of operations in a round for which growth is examined."""

_IDLE_SECONDS: Final = 0.2
"""Seconds without a call at the end of a mode, in which a late death of the driver is noticed."""

_POLL_SECONDS: Final = 0.05
_BLANKS: Final = (0x55, 0xAA)
"""Bytes that fill the outputs before an execution, used alternately."""

_MAX_PROBLEMS: Final = 5
_MAX_DETAILS: Final = 16
_SHOWN_NAMES: Final = 5

# The process that died or stopped answering; the driver may run in the process of its client.
DRIVER: Final = "driver"
CLIENT: Final = "client"
BOTH: Final = "driver and client"

Work = Callable[[], None]
"""Runs on one thread until ``stop`` of the context is set, or until it has a problem."""


@dataclass(frozen=True, slots=True)
class StressSettings:
    """The parameters of one mode.

    Attributes:
        seconds: duration of the load.
        threads: threads of each client.
        processes: client processes that use the driver at the same time.
        graphs: number of random graphs, at most.
        grace: seconds that calls have to end after the load; after that, the mode is a HANG.
        seed: seed of the moments at which processes are killed, and of the random graphs.
        limits: time limits of single calls.

    """

    seconds: float = 5.0
    threads: int = 4
    processes: int = 3
    graphs: int = 100
    grace: float = 20.0
    seed: int = 0
    limits: ProcessLimits = field(default_factory=ProcessLimits)


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


class ModeEndedError(Exception):
    """Raised after a problem was recorded that ends the mode."""


@dataclass(slots=True)
class ModeContext:
    """The state of one mode; several threads may count events and report problems.

    Attributes:
        driver: the driver as on the command line.
        casualty: the process that is affected if the driver dies.
        progress: is called at the first event, and after each step.
        models, declined: names of the models that the driver executed or does not support.
        values: measured values.
        problems: why the mode does not succeed; ``stop`` is set at the first one.
        note: the reason of the last verdict that was not a success.
        expected_deaths: how often the mode itself has ended the driver's process.
        opened: the driver while the mode runs.

    """

    driver: str
    settings: StressSettings
    checks: Sequence[ModelCheck]
    casualty: str = DRIVER
    progress: Callable[[], None] = lambda: None
    models: list[str] = field(default_factory=list)
    declined: list[str] = field(default_factory=list)
    values: dict[str, float] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    note: str = ""
    expected_deaths: int = 0
    opened: Driver = field(init=False)
    _hangs: bool = False
    _counts: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    # Counts and problems.

    def add(self, name: str, number: int = 1) -> None:
        """Count events."""
        with self._lock:
            first = not self._counts
            self._counts[name] += number
        if first:
            self.progress()

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
        """Record a problem, unless it is known, and stop the load.

        After a hang, further problems are ignored: they follow from ending the driver.
        """
        with self._lock:
            if self._hangs:
                return
            is_known = any(problem.reason == earlier.reason for earlier in self.problems)
            if not is_known and len(self.problems) < _MAX_PROBLEMS:
                self.problems.append(problem)
        self.stop.set()

    def fail(self, reason: str) -> None:
        """Record a FAILURE."""
        self.report(Problem(VerdictKind.FAILED, reason))

    def report_error(self, error: Exception, activity: str, *, permitted: bool = True) -> None:
        """Record the problem that an exception describes; ``activity`` names the activity.

        A refusal for lack of resources is only counted, if it is ``permitted``.
        """
        if isinstance(error, InferenceError) and error.status in RESOURCE_STATUSES and permitted:
            self.add("refused_for_resources")
        elif isinstance(error, ProcessError):
            self._report_finding(process_finding(error), activity)
        elif isinstance(error, DriverCallError):
            self._report_finding(error.finding, activity)
        elif isinstance(error, InferenceError | ModelDeclinedError):
            self.fail(f"{activity}: {error}")
        else:
            self.fail(f"{activity}: the suite raised {type(error).__name__}: {error}")

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
            self._report_finding(finding, f"{verdict.case_id} on path {verdict.path}")

    def _report_finding(self, finding: Finding, activity: str) -> None:
        names = ("trace", "traceback", "printed")
        lines = [str(line) for name in names for line in finding.details.get(name, ())]
        kind, casualty = finding.kind, self.casualty
        if finding.rule == "process.start":
            hangs = "did not start within" in finding.reason
            kind = VerdictKind.HANG if hangs else VerdictKind.FAILED
        if kind not in (VerdictKind.CRASH, VerdictKind.HANG):
            kind, casualty = VerdictKind.FAILED, ""
        details = tuple(lines[:_MAX_DETAILS])
        self.report(Problem(kind, f"{activity}: {finding.reason}", casualty, details))

    def end_if_failed(self) -> None:
        """Raise ``ModeEndedError`` if a problem was recorded."""
        if self.problems:
            raise ModeEndedError

    def verdict(self, case_id: str, error: NotRunError | None = None) -> Verdict:
        """Return the verdict; its details are the counts and measured values of the mode."""
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
            "models": self.models,
            "declined_models": self.declined,
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

    # The driver.

    @contextmanager
    def isolated_driver(self) -> Iterator[Device]:
        """Open the driver in a separate process; at the end, check that it is still alive."""
        self.opened = Driver.open(self.driver, self.settings.limits, isolate=True)
        try:
            yield self.opened.device
            self.end_if_failed()
            self._check_alive()
        except NotRunError:
            raise  # the driver works, so that its end is tested too
        except BaseException:
            self.opened.kill()  # the process may not answer
            raise
        finally:
            self.add("driver_starts", self.opened.own_process.process_number)
            error = self.opened.close()
            if error is not None and not error.reported and not self.problems:
                self.report_error(error, "at the end")

    @contextmanager
    def clients(self) -> Iterator[list[Device]]:
        """Connect further clients of this process, one for each thread, to the driver's process."""
        opened: list[Driver] = []
        try:
            while len(opened) < self.settings.threads:
                opened.append(self.opened.second_client())
            yield [client.device for client in opened]
        finally:
            for client in opened:
                client.kill()  # ends its connection only

    def _check_alive(self) -> None:
        """Record a death of the driver that no call has reported, and starts that failed."""
        time.sleep(_IDLE_SECONDS)
        process, expected = self.opened.own_process, 1 + self.expected_deaths
        error = process.take_late_error()
        if error is not None:
            self.report_error(error, "after the load")
        elif process.process_number != expected:
            self.fail(
                f"the driver's process was started {process.process_number} times; {expected} "
                "were expected"
            )

    def supported_models(self, device: Device) -> list[ModelCheck]:
        """Return the models that the driver supports, after executing each without load.

        Raise ``NotRunError`` if there is none, and ``ModeEndedError`` if the driver fails or its
        results are wrong without load already.
        """
        supported = []
        for check in self.checks:
            try:
                with opened_session(
                    device, check.model, timeout=self.settings.limits.execute
                ) as session:
                    self.execute_examples(session, check, "is wrong without load already")
                supported.append(check)
            except ModelDeclinedError:
                self.declined.append(check.name)
            except Exception as error:
                self.report_error(error, f"{check.name} without load")
            self.end_if_failed()
            self.progress()
        if not supported:
            names = ", ".join(self.declined[:_SHOWN_NAMES])
            raise NotRunError(
                f"the driver executes none of the {len(self.checks)} models ({names})",
                VerdictKind.DECLINED,
            )
        self.models = [check.name for check in supported]
        return supported

    def execute(self, session: InferenceSession, check: ModelCheck, turn: int, when: str) -> None:
        """Execute one example of a model; record a wrong result, with ``when`` in its reason."""
        example = check.examples[turn % len(check.examples)]
        session.overwrite_outputs(_BLANKS[turn % 2])
        if problem := example.problem(session.run(example.inputs)):
            self.fail(f"{check.name} {when}: {problem}")

    def execute_examples(self, session: InferenceSession, check: ModelCheck, when: str) -> None:
        """Execute each example of a model once."""
        for turn in range(len(check.examples)):
            self.execute(session, check, turn, when)

    def check_results(self, device: Device, models: Sequence[ModelCheck], when: str) -> None:
        """Execute models and record wrong results; ``when`` completes the reason."""
        timeout = self.settings.limits.execute
        for check in models:
            try:
                with opened_session(device, check.model, timeout=timeout) as session:
                    self.execute_examples(session, check, when)
            except Exception as error:
                self.report_error(error, f"{check.name} {when}", permitted=False)
            self.end_if_failed()

    # The load.

    def run_threads(
        self, works: Sequence[Work], seconds: float, least: int = 0, *, grace: float = 0.0
    ) -> None:
        """Run each work on a thread for ``seconds``, or until all have ended; then stop and wait.

        The time is extended by up to ``grace``, by default that of the settings, until there were
        ``least`` operations. Raise ``ModeEndedError`` if there is a problem; it is a HANG, with the
        driver's stack traces, if threads have not ended ``grace`` seconds later.
        """

        def guarded(work: Work) -> None:
            try:
                work()
            except Exception as error:
                self.report_error(error, "under load")

        grace = grace or self.settings.grace
        if not self.problems:
            self.stop.clear()
        threads = [threading.Thread(target=guarded, args=(work,), daemon=True) for work in works]
        start, first = time.monotonic(), self.operations
        try:
            for thread in threads:
                thread.start()
            while any(map(threading.Thread.is_alive, threads)):
                passed = time.monotonic() - start
                enough = passed >= seconds + grace or self.operations >= first + least
                if (passed >= seconds and enough) or self.stop.wait(min(_POLL_SECONDS, seconds)):
                    break
        finally:
            self.stop.set()
        deadline = time.monotonic() + grace
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        if left := sum(thread.is_alive() for thread in threads):
            reason = (
                f"{left} of {len(threads)} threads were still in a call {grace:g} s after the end "
                "of the load"
            )
            self.report(Problem(VerdictKind.HANG, reason, self.casualty))
            self._hangs = True
            process = self.opened.process
            trace = () if process is None else tuple(process.thread_traces()[:_MAX_DETAILS])
            self.problems = [
                replace(problem, details=problem.details or trace) for problem in self.problems
            ]
        self.end_if_failed()

    def run_load(
        self,
        works: Callable[[], Sequence[Work]],
        *,
        detect_leaks: bool = True,
        may_do_nothing: bool = False,
    ) -> None:
        """Run threads for the duration of the mode; with ``detect_leaks``, in rounds.

        The idle driver is measured after each round; growth in each of them is a FAILURE. Unless
        ``may_do_nothing``, a load without a successful operation is a FAILURE, too.
        """
        rounds = _ROUNDS if detect_leaks else 1
        measured: list[_Measurement] = []
        for number in range(rounds + 1):
            if number:
                least = _MIN_OPERATIONS if detect_leaks else 0
                self.run_threads(works(), self.settings.seconds / rounds, least)
            self.progress()
            if detect_leaks:
                counts = self.idle_resources(measured[-1].counts if measured else None)
                compilations = self.counts.get("compilations", 0)
                measured.append(_Measurement(self.operations, compilations, counts))
        if not self.operations and not may_do_nothing:
            if self.counts.keys() & {"not_applicable", "declined"}:
                raise NotRunError(self.note)
            self.fail(f"no execution succeeded: {self.counts}; {self.note}")
        for reason in _leaks(measured):
            self.fail(reason)

    def idle_resources(self, before: ResourceCounts | None = None) -> ResourceCounts:
        """Return the resources of the idle driver; raise the error of a process that has ended."""
        process = self.opened.process
        if process is not None and (error := process.end_case()) is not None:
            raise error
        try:
            return settled_resources(self.opened, before)
        except SkipCheck:  # the process has ended meanwhile
            if process is not None and (error := process.take_late_error()) is not None:
                raise error from None
            raise


class _Measurement(NamedTuple):
    """The resources after a round, and all operations and compilations until then."""

    operations: int
    compilations: int
    counts: ResourceCounts


def _leaks(measured: Sequence[_Measurement]) -> Iterator[str]:
    """Yield a reason for each resource that grew in each round except the first.

    The first round fills caches. Rounds with few operations show nothing.
    """
    rounds = list(pairwise(measured))[1:]
    if not rounds or any(
        after.operations - before.operations < _MIN_OPERATIONS for before, after in rounds
    ):
        return
    first, last = rounds[0][0], rounds[-1][1]
    for name, unit, minimum, per_operation, per_compilation in _LEAKS:
        for before, after in rounds:
            grown = (getattr(after.counts, name) - getattr(before.counts, name)) / unit
            operations = after.operations - before.operations
            compilations = after.compilations - before.compilations
            enough = grown >= per_operation * operations or (
                compilations > 0 and grown >= per_compilation * compilations
            )
            if grown < minimum or not enough:
                break
        else:
            grown = getattr(last.counts, name) - getattr(first.counts, name)
            amount = f"{grown >> 10} KiB of memory" if unit > 1 else f"{grown} {name}"
            yield (
                f"after {last.operations - first.operations} executions and compilations the idle "
                f"driver's process has {amount} more than before, and grew in each of "
                f"{len(rounds)} rounds; everything that an operation uses must be released after it"
            )
