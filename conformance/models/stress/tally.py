"""The events, problems and measured values of one mode, and the messages that report them."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final

import msgspec

from conformance.drivers.own_process import ProcessError
from conformance.hal import ErrorStatus
from conformance.harness.calls.driver_calls import DriverCallError
from conformance.harness.supervision.process_supervision import process_finding
from conformance.models.inference import InferenceError, ModelDeclinedError
from conformance.models.stress.report import Casualty, GrowthSample, ModeResult, Outcome
from conformance.verdicts import Finding, Verdict, VerdictKind


class PhaseStarted(msgspec.Struct, tag="phase", frozen=True):
    """A phase begins; the mode is a HANG if no other message arrives within ``limit`` seconds."""

    name: str
    limit: float


class DriverStarted(msgspec.Struct, tag="driver", frozen=True):
    """The driver's process has this id, which is also the id of its process group."""

    pid: int


class Sampled(msgspec.Struct, tag="sample", frozen=True):
    """A sample of the driver's process."""

    sample: GrowthSample


class Finished(msgspec.Struct, tag="finished", frozen=True):
    """The result of the mode, without the samples; the last message."""

    result: ModeResult
    lacks_models: bool = False


Event = PhaseStarted | DriverStarted | Sampled | Finished
_PART_BYTES: Final = 1 << 16
_MAX_PARTS: Final = 64
"""Largest number of parts that are read at once, so that endless data cannot stop the reader."""

_decoder: Final = msgspec.json.Decoder(Event)


class EventSender:
    """The writing end of a pipe; several threads may use it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def send(self, event: Event) -> None:
        """Send one message; ignore that the supervising process has ended."""
        line = memoryview(msgspec.json.encode(event) + b"\n")
        with self._lock:
            try:
                while line:
                    line = line[os.write(self._descriptor, line) :]
            except OSError:
                return


class EventReader:
    """The reading end of a pipe, which does not block."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pending = b""
        os.set_blocking(descriptor, False)

    def read(self) -> tuple[list[Event], bool]:
        """Return the complete messages that have arrived, and whether the pipe has ended.

        Lines that are no messages are skipped: a driver in the process of the mode may write to a
        descriptor that is not its own.
        """
        ended = False
        for _ in range(_MAX_PARTS):
            try:
                part = os.read(self._descriptor, _PART_BYTES)
            except BlockingIOError:
                break
            if not part:
                ended = True
                break
            self._pending += part
        *lines, self._pending = self._pending.split(b"\n")
        self._pending = self._pending[-_MAX_PARTS * _PART_BYTES :]
        return list(_decoded(lines)), ended


def _decoded(lines: Iterable[bytes]) -> Iterator[Event]:
    for line in lines:
        with suppress(msgspec.MsgspecError):
            yield _decoder.decode(line)


MAX_PROBLEMS: Final = 5
_MAX_DETAILS: Final = 16

RESOURCE_STATUSES: Final = (
    ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT,
    ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT,
    ErrorStatus.DEVICE_UNAVAILABLE,
)
"""Statuses by which a driver may refuse a valid request under load."""

_RESTART_RULE: Final = "process.start"
_NO_START: Final = "did not start within"
"""Part of the reason why a process that hangs at its start cannot be used."""

_RESOURCE_KINDS: Final = (
    VerdictKind.NO_RESOURCES,
    VerdictKind.TOO_LARGE,
    VerdictKind.UNAVAILABLE,
)


class Problem(msgspec.Struct, frozen=True):
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
        self._closed = False
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def add(self, name: str, number: int = 1) -> None:
        """Count events."""
        with self._lock:
            first = not self._counts
            self._counts[name] += number
        if first:
            self._on_first()

    def add_all(self, counts: dict[str, int]) -> None:
        """Count the events that another process counted."""
        with self._lock:
            self._counts.update(counts)

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
            if self._closed:
                return
            is_known = any(problem.reason == earlier.reason for earlier in self.problems)
            if not is_known and len(self.problems) < MAX_PROBLEMS:
                self.problems.append(problem)
        self.stop.set()

    def close(self) -> None:
        """Ignore further problems: they are consequences of ending a driver that hangs."""
        with self._lock:
            self._closed = True

    def fail(self, reason: str) -> None:
        """Record a FAILURE."""
        self.report(Problem(Outcome.FAILURE, reason))

    def hang(self, reason: str, casualty: Casualty, details: tuple[str, ...] = ()) -> None:
        """Record a HANG."""
        self.report(Problem(Outcome.HANG, reason, casualty, details[:_MAX_DETAILS]))

    def report_error(self, error: Exception, activity: str) -> None:
        """Record the problem that an exception describes; ``activity`` names the activity.

        A refusal for lack of resources is only counted.
        """
        status = getattr(error, "status", None)
        if isinstance(error, InferenceError) and status in RESOURCE_STATUSES:
            self.add("refused_for_resources")
            return
        self.report(problem_of(error, activity, self.driver))

    def report_verdict(self, verdict: Verdict) -> None:
        """Count a verdict of the judge; record its problem if it blames the driver."""
        kind = verdict.kind
        self.note = verdict.reason
        if kind in _RESOURCE_KINDS:
            self.add("refused_for_resources")
        elif kind is VerdictKind.INTERNAL_ERROR or kind.blames_driver:
            finding = Finding(kind, verdict.rule, verdict.reason, verdict.details)
            self.report(
                _problem_of_finding(
                    finding, f"{verdict.case_id} on path {verdict.path}", self.driver
                )
            )

    def outcome(self) -> Outcome:
        """Return the outcome: a crash outweighs a hang, which outweighs a failure."""
        outcomes = {problem.outcome for problem in self.problems}
        for outcome in (Outcome.CRASH, Outcome.HANG, Outcome.FAILURE):
            if outcome in outcomes:
                return outcome
        return Outcome.SUCCESS


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
    details = tuple(
        str(line)
        for name in ("trace", "traceback", "printed")
        for line in finding.details.get(name, ())
    )[:_MAX_DETAILS]
    restart = finding.rule == _RESTART_RULE
    if finding.kind is VerdictKind.CRASH and not restart:
        return Problem(Outcome.CRASH, reason, driver, details)
    if finding.kind is VerdictKind.HANG or (restart and _NO_START in finding.reason):
        return Problem(Outcome.HANG, reason, driver, details)
    return Problem(Outcome.FAILURE, reason, None, details)
