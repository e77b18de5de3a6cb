"""Supervises a driver that runs in a separate process.

``ProcessSupervisor`` is called before and after each case. It reports crashes that no call has
reported, frees models, checks the process for leaks, and replaces a process that has died or hangs.
For a driver in this process, it only reports a changed treatment of floating-point numbers.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from conformance.drivers.driver import Driver
from conformance.drivers.own_process import (
    CrashError,
    HangError,
    ProcessError,
    ProtocolError,
    UnavailableError,
)
from conformance.drivers.own_process.crash_report import FRAME, without_suite_frames
from conformance.harness.supervision.wait_policy import RUNNING, WaitPolicy
from conformance.verdicts import Finding, Verdict, VerdictKind

_KIND_AND_RULE_BY_ERROR: Final[dict[type[ProcessError], tuple[VerdictKind, str]]] = {
    CrashError: (VerdictKind.CRASH, "process.alive"),
    HangError: (VerdictKind.HANG, "process.limit"),
    ProtocolError: (VerdictKind.INVALID_ANSWER, "process.protocol"),
    UnavailableError: (VerdictKind.CRASH, "process.start"),
}


def process_finding(error: ProcessError) -> Finding:
    """Return the finding on a failure of the driver's process and mark the error as reported."""
    error.reported = True
    kind, rule = _KIND_AND_RULE_BY_ERROR[type(error)]
    return Finding(kind, rule, error.reason, error.details)


class ProcessSupervisor:
    """Supervises the driver's process before, during and after each case."""

    def __init__(self, driver: Driver) -> None:
        self._process = driver.process
        self._leak_detector = LeakDetector()
        self._leak_reported = False
        self._cases = 0
        self._process_generation = 0
        self._known_hangs = 0
        self._arithmetic_reported = False
        self.earlier_executions = 0
        """Executions of earlier cases in the process, when the present case began."""

    def begin_case(self) -> list[Finding]:
        """Prepare for a case; return the findings on events since the previous one."""
        process = self._process
        if process is None:
            return []
        findings = self._check_since_last_case()
        process.begin_case()
        self._process_generation = process.process_number
        self.earlier_executions = process.executions
        return findings

    def _check_since_last_case(self) -> list[Finding]:
        process = self._process
        assert process is not None
        error = process.take_late_error()
        findings = [] if error is None else [process_finding(error)]
        self._cases += 1
        if self._cases % _CASES_PER_SAMPLE == 0:
            growth = self._leak_detector.observe(process.process_number, *process.resource_usage())
            if growth:
                if not self._leak_reported:
                    findings.append(Finding(VerdictKind.LEAK, "process.leak", growth))
                self._leak_reported = True
                process.restart()
        return findings

    def begin_path(self, path: str, operations: tuple[str, ...]) -> None:
        """Record the path along which a case of these operations runs next, for reports."""
        RUNNING.path, RUNNING.operations = path, operations
        if self._process is not None:
            self._process.path = path

    def process_replaced(self) -> bool:
        """Return whether the process that holds the prepared models has ended.

        Each replaced process is reported once.
        """
        process = self._process
        if process is None:
            return False
        has_ended = process.process_number != self._process_generation or process.has_ended()
        self._process_generation = process.process_number
        return has_ended

    @contextmanager
    def limits(self, limits: WaitPolicy) -> Iterator[None]:
        """Limit all calls of the block into a process of the driver's own by ``limits``."""
        process = self._process
        if process is None:
            yield
            return
        before, process.call_limits = process.call_limits, limits
        try:
            yield
        finally:
            process.call_limits = before

    @contextmanager
    def uncounted_restarts(self) -> Iterator[None]:
        """Omit the restarts in the block from the count that is reported and limited.

        The block repeats a case to learn more about a crash that has been counted already.
        """
        process = self._process
        before = 0 if process is None else process.restarts
        try:
            yield
        finally:
            if process is not None:
                process.restarts = before

    def refused(self, limits: WaitPolicy) -> Finding | None:
        """Return a finding if freeing the case's models is known to hang and must not be tried."""
        if self._process is None:
            return None
        error = limits.refused("free", self._process.limits.free)
        return None if error is None else process_finding(error)

    def end_case(self, findings: Sequence[list[Finding]]) -> None:
        """End a case and add new findings to ``findings``, which has one list per path.

        A process with a hanging call is replaced immediately. If the wait was shortened, the hang
        was already known. The process is then replaced only after ``_KNOWN_HANGS`` such waits,
        because each new process takes time to start.
        """
        process = self._process
        if process is None:
            if not self._arithmetic_reported and not _has_default_arithmetic():
                self._arithmetic_reported = True
                findings[-1].append(
                    Finding(VerdictKind.QUALITY_WARNING, "process.state", _CHANGED_ARITHMETIC)
                )
            return
        for path in findings:
            hangs = [finding for finding in path if finding.kind == VerdictKind.HANG]
            self._known_hangs += sum("breaker" in finding.details for finding in hangs)
            if self._known_hangs >= _KNOWN_HANGS or any(
                "breaker" not in finding.details for finding in hangs
            ):
                self._known_hangs = 0
                self._replace_hanging(path)
        error = process.end_case()
        if error is not None:
            findings[-1].insert(0, process_finding(error))
        sys.stderr.write(process.take_output())
        process.ensure_process()

    def close(self) -> list[Finding]:
        """End the process after the last case; return findings on a crash or if it does not end."""
        if self._process is None:
            return []
        findings = self._check_since_last_case()
        error = self._process.close()
        sys.stderr.write(self._process.take_output())
        if error is not None and not error.reported:
            findings.append(process_finding(error))
        return findings

    def _replace_hanging(self, findings: list[Finding]) -> None:
        """Add the process's stack trace to the findings on hangs, and restart the process."""
        process = self._process
        if process is None or not process.pid:
            return
        trace = process.thread_traces()
        for number, finding in enumerate(findings):
            if finding.kind == VerdictKind.HANG and trace:
                details = {**finding.details, "trace": trace[:40]}
                reason = finding.reason
                if places := _places_of_threads(trace):
                    reason = f"{reason}; the driver's threads wait or run in {', '.join(places)}"
                findings[number] = replace(finding, reason=reason, details=details)
        process.restart()


def _has_default_arithmetic() -> bool:
    """Return whether this thread rounds to nearest and keeps denormal numbers."""
    return _ONE + _TINY == _ONE == _ONE - _TINY and sys.float_info.min * _HALF > 0.0


# Python would compute an expression of literals once, when it compiles this module.
_ONE: Final = 1.0
_TINY: Final = 1e-30
_HALF: Final = 0.5
_CHANGED_ARITHMETIC: Final = (
    "the driver changed the rounding mode or the treatment of denormal numbers of the process that "
    "it shares with the suite, as code compiled with -ffast-math does when it is loaded: later "
    "verdicts may be wrong. With --isolate the driver has its own process"
)


_MAX_PLACES: Final = 3
"""Maximum number of threads whose place a reason states."""


def _places_of_threads(trace: Sequence[str]) -> list[str]:
    """Return where the driver's threads are: the innermost frame of the driver in each thread."""
    places: dict[str, None] = {}
    for head, line in pairwise(without_suite_frames(trace)):
        if FRAME.match(head) is None and (frame := FRAME.match(line)) is not None:
            places[f"{frame[3]} ({Path(frame[1]).name}:{frame[2]})"] = None
    return list(places)[:_MAX_PLACES]


_KNOWN_HANGS: Final = 64
"""Number of shortened waits after which the process is replaced."""

_CASES_PER_SAMPLE: Final = 4
"""Number of cases between two measurements of the process; measuring each would take time."""

_SAMPLES: Final = 32
_MIN_GROWTH: Final = 64
_LEAKS: Final = {
    "open descriptors": (1, 24, "has {} more open descriptors"),
    "threads": (1, 24, "has {} more threads"),
    "MiB": (4, 8, "holds {} MiB more"),
}
"""The number of measurements of which the smallest counts, and how many of these must increase."""


class LeakDetector:
    """Detects a leak of memory, file descriptors or threads in the driver's process.

    The criteria are strict, so that a process that warms up, fills caches or runs a large case is
    not reported. The process is measured after every fourth case, when models have been freed. It
    leaks descriptors or threads if at least 24 of 32 consecutive measurements are increases, and
    the total growth is at least 64. Memory goes up and down: its smallest value in each 4
    measurements is taken, each of 8 must increase, and the growth is in MiB.
    """

    def __init__(self) -> None:
        self._process_generation = 0
        self._measured = 0
        self._samples: dict[str, list[int]] = {}

    def observe(self, generation: int, descriptors: int, private: int, threads: int = 0) -> str:
        """Add a measurement; return a reason if the process leaks, an empty text otherwise.

        ``descriptors`` is the number of open file descriptors, ``private`` the private memory in
        bytes, 0 if the process has ended, and ``threads`` the number of threads. ``generation``
        identifies the process.
        """
        if generation != self._process_generation:
            self._process_generation, self._measured, self._samples = generation, 0, {}
        if not private:
            return ""
        reason, first = "", self._measured
        self._measured += 1
        for name, value in zip(_LEAKS, (descriptors, threads, private >> 20), strict=True):
            window, increases, text = _LEAKS[name]
            samples, count = self._samples.setdefault(name, []), _SAMPLES // window
            if first % window:
                samples[-1] = min(samples[-1], value)
            else:
                samples.append(value)
            del samples[: -count - 1]
            more = samples[-1] - samples[0]
            grown = sum(after > before for before, after in pairwise(samples))
            is_complete = len(samples) > count and self._measured % window == 0
            if is_complete and more >= _MIN_GROWTH and grown >= increases and not reason:
                cases = _SAMPLES * _CASES_PER_SAMPLE
                reason = (
                    f"the driver's process {text.format(more)} than {cases} cases before, and kept "
                    "growing"
                )
        return reason


MAX_CRASHES_ALONE: Final = 8
"""Number of crashes of a run after which the case is run alone; each takes a restart.

A driver can die after a number of executions, or because an earlier case damaged its memory. The
crash then happens during whichever case runs next.
"""

CRASH_RULE: Final = "process.alive"


def has_crashed(verdicts: Sequence[Verdict]) -> bool:
    """Return whether the driver's process died along one of the paths."""
    return any(_is_crash(verdict.kind, verdict.rule) for verdict in verdicts)


def _is_crash(kind: VerdictKind, rule: str) -> bool:
    return kind is VerdictKind.CRASH and rule == CRASH_RULE


def with_result_alone(
    verdicts: Sequence[Verdict], executions: int, findings: Sequence[Finding]
) -> list[Verdict]:
    """Return the verdicts with the number of earlier executions and the result of the case alone.

    ``executions`` is the number of requests of earlier cases that the process had executed, and
    ``findings`` those of the case alone.
    """
    alone = any(_is_crash(finding.kind, finding.rule) for finding in findings)
    plural = "" if executions == 1 else "s"
    before = f"after {executions} execution{plural} of earlier cases in this process"
    if alone:
        result = "alone in a new process the case crashes too"
    else:
        result = (
            "alone in a new process the case does not crash, so the cause may be an earlier case "
            "or the number of executions"
        )
    details = {"executions_before": executions, "crashes_alone": alone}
    return [
        replace(
            verdict,
            reason=f"{verdict.reason}, {before}; {result}",
            details={**verdict.details, **details},
        )
        if _is_crash(verdict.kind, verdict.rule)
        else verdict
        for verdict in verdicts
    ]
