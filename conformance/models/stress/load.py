"""The load of a mode: parameters, threads that execute and compile models, and problems."""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from conformance.drivers.own_process import ProcessError, ProcessLimits
from conformance.hal import Device, ErrorStatus
from conformance.harness.calls.driver_calls import DriverCallError
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.harness.supervision.process_supervision import process_finding
from conformance.models.inference import (
    ExecutionMode,
    InferenceError,
    InferenceSession,
    ModelDeclinedError,
    compile_model,
    modes_of,
)
from conformance.models.stress.models import ModelCheck
from conformance.models.stress.report import Casualty, Outcome
from conformance.run.case_runner import CaseRunner
from conformance.verdicts import Finding, Verdict, VerdictKind

MIN_SECONDS: Final = 0.2
"""Shortest duration of a mode in seconds."""


@dataclass(frozen=True, slots=True)
class MltsScale:
    """The parameters of a test of MLTS: seconds, threads of each client, and clients."""

    seconds: float
    threads: int = 4
    processes: int = 1


@dataclass(frozen=True, slots=True)
class StressSettings:
    """The parameters of one mode.

    Attributes:
        seconds: duration of the load.
        threads: threads of each client.
        processes: client processes that use the driver at the same time.
        graphs: number of random graphs, at most.
        grace: seconds that calls have to end after the load; after that, the mode is a HANG.
        max_slowdown: permitted ratio of the mean latency with compilations to that without them.
        seed: seed of the moments at which processes are killed, and of the random graphs.
        limits: time limits of single calls.

    """

    seconds: float = 5.0
    threads: int = 4
    processes: int = 3
    graphs: int = 100
    grace: float = 20.0
    max_slowdown: float = 1.5
    seed: int = 0
    limits: ProcessLimits = field(default_factory=ProcessLimits)

    def scaled(self, original: MltsScale, factor: float) -> StressSettings:
        """Return the settings with the duration of MLTS times ``factor``, and its threads."""
        return replace(
            self,
            seconds=max(MIN_SECONDS, original.seconds * factor),
            threads=original.threads,
            processes=max(2, original.processes),
        )


# --------------------------------------------------------------------------- problems

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

    def outcome(self) -> Outcome:
        """Return the outcome: a crash outweighs a hang, which outweighs a failure."""
        outcomes = {problem.outcome for problem in self.problems}
        order = (Outcome.CRASH, Outcome.HANG, Outcome.FAILURE)
        return next((one for one in order if one in outcomes), Outcome.SUCCESS)


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


# --------------------------------------------------------------------------- threads

Work = Callable[[], None]
"""Runs on one thread until the tally's ``stop`` is set, or until it has a problem."""

_POLL_SECONDS: Final = 0.05
_BLANKS: Final = (0x55, 0xAA)
"""Bytes that fill the outputs before an execution, used alternately."""

_MAX_SLICE_SECONDS: Final = 1.0
"""Longest time for which a thread executes one model before it changes to the next."""


def run_threads(
    works: Sequence[Work], tally: Tally, seconds: float, grace: float, least: int = 0
) -> bool:
    """Run each work on a thread for ``seconds``, or until all have ended; then stop them and wait.

    The time is extended by up to ``grace`` until there were ``least`` operations.

    Return whether all threads ended within ``grace`` seconds; a HANG is recorded otherwise.
    """
    if not tally.problems:
        tally.stop.clear()
    threads = [threading.Thread(target=_guarded(work, tally), daemon=True) for work in works]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    first = tally.operations
    while any(map(threading.Thread.is_alive, threads)):
        passed = time.monotonic() - start
        if passed >= seconds and (passed >= seconds + grace or tally.operations >= first + least):
            break
        if tally.stop.wait(min(_POLL_SECONDS, seconds)):
            break
    tally.stop.set()
    deadline = max(time.monotonic(), start) + grace
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    left = sum(thread.is_alive() for thread in threads)
    if left:
        reason = (
            f"{left} of {len(threads)} threads were still in a call {grace:g} s after the end of "
            "the load"
        )
        tally.report(Problem(Outcome.HANG, reason, tally.driver))
        tally.closed = True
    return not left


def _guarded(work: Work, tally: Tally) -> Work:
    def run() -> None:
        try:
            work()
        except Exception as error:
            tally.report_error(error, "under load")

    return run


def inference_works(
    device: Device,
    models: Sequence[ModelCheck],
    tally: Tally,
    settings: StressSettings,
    first: int = 0,
    mode: ExecutionMode | None = None,
) -> list[Work]:
    """Return the work of each thread: compile all models in turn and execute each for a while.

    ``first`` is the number of the first thread. Without ``mode``, the usual one of the driver's HAL
    version is used.
    """
    seconds = min(_MAX_SLICE_SECONDS, settings.seconds / (8 * len(models)))

    def work(number: int) -> None:
        chosen = mode or modes_of(device.version)[0]
        for turn in itertools.count(number):
            if tally.stop.is_set():
                return
            check = models[turn % len(models)]
            _run_model(device, check, tally, turn, settings.limits, seconds, chosen)

    return [partial(work, first + number) for number in range(settings.threads)]


def compilation_works(
    device: Device,
    models: Sequence[ModelCheck],
    tally: Tally,
    settings: StressSettings,
    first: int = 0,
    pause: tuple[float, float] = (0.0, 0.0),
) -> list[Work]:
    """Return the work of each thread: compile all models in turn and execute each once.

    The thread pauses for a random time between the two seconds of ``pause``.
    """

    def work(number: int) -> None:
        source, mode = random.Random(number), modes_of(device.version)[0]
        for turn in itertools.count(number):
            if tally.stop.is_set():
                return
            check = models[turn % len(models)]
            _run_model(device, check, tally, turn, settings.limits, 0.0, mode)
            if pause[1]:
                tally.stop.wait(source.uniform(*pause))

    return [partial(work, first + number) for number in range(settings.threads)]


def _run_model(
    device: Device,
    check: ModelCheck,
    tally: Tally,
    first: int,
    limits: ProcessLimits,
    seconds: float,
    mode: ExecutionMode,
) -> None:
    """Compile a model, execute its examples in turn for a time, and compare the results.

    ``first`` selects the first example. At least one execution is made.
    """
    try:
        prepared = compile_model(device, check.model, limits.prepare)
        tally.add("compilations")
        with InferenceSession(prepared, check.model, mode=mode, timeout=limits.execute) as session:
            end = time.monotonic() + seconds
            for turn in itertools.count(first):
                example = check.examples[turn % len(check.examples)]
                session.overwrite_outputs(_BLANKS[turn % 2])
                problem = example.problem(session.run(example.inputs))
                tally.add("executions")
                if problem:
                    tally.fail(f"{check.name} under load: {problem}")
                if tally.stop.is_set() or time.monotonic() >= end:
                    return
    except Exception as error:
        tally.report_error(error, f"{check.name} under load")


def execute_examples(session: InferenceSession, check: ModelCheck, tally: Tally, when: str) -> None:
    """Execute each example of a model once.

    A wrong result is recorded; ``when`` completes its reason. Raise the errors of the executions.
    """
    for example in check.examples:
        session.overwrite_outputs(_BLANKS[0])
        if problem := example.problem(session.run(example.inputs)):
            tally.fail(f"{check.name} {when}: {problem}")


def judged_work(
    device: Device,
    models: Sequence[ModelCheck],
    tally: Tally,
    number: int,
    path: ExecutionPath,
    timeout: float,
) -> Work:
    """Return the work that runs all models in turn along an execution path of the harness.

    Each thread needs its own device, because the judge releases all objects after each case.
    The work ends when the path applies to none of the models.
    """

    def work() -> None:
        options = JudgeOptions(timeout, pause_every=2039, structure_check_every=8)
        runner = CaseRunner(device, options)
        turn, not_executed = number, 0
        while not tally.stop.is_set() and not_executed < len(models):
            check = models[turn % len(models)]
            example = check.examples[turn % len(check.examples)]
            turn += 1
            (verdict,) = runner.run(
                example.example,
                check.name,
                [path],
                interval_check=example.intervals,
            )
            tally.report_verdict(verdict)
            optional = verdict.kind in (VerdictKind.NOT_APPLICABLE, VerdictKind.DECLINED)
            not_executed = not_executed + 1 if optional else 0

    return work
