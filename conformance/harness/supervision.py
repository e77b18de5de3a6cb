"""Supervises a driver that runs in a separate process; has no effect on an in-process driver.

``Supervision`` is called before and after each case. It reports crashes that no call has reported,
frees models, checks the process for leaks, and replaces a process that has died or hangs.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Final

from conformance.drivers.process import (
    CrashError,
    HangError,
    IsolatedDevice,
    ProcessError,
    ProtocolError,
    UnavailableError,
)
from conformance.hal import Device
from conformance.harness.verdict import Finding, Kind
from conformance.harness.wait_policy import CallLimits

_WORDS: Final[dict[type[ProcessError], tuple[Kind, str]]] = {
    CrashError: (Kind.CRASH, "process.alive"),
    HangError: (Kind.HANG, "process.limit"),
    ProtocolError: (Kind.INVALID_ANSWER, "process.protocol"),
    UnavailableError: (Kind.CRASH, "process.start"),
}


def finding_of(error: ProcessError) -> Finding:
    """Return the finding on a failure of the driver's process and mark the error as reported."""
    error.told = True
    kind, rule = _WORDS[type(error)]
    return Finding(kind, rule, error.reason, error.details)


class Supervision:
    """Supervises the driver's process before, during and after each case."""

    def __init__(self, device: Device) -> None:
        self._device = device if isinstance(device, IsolatedDevice) else None
        self._growth = Growth()
        self._leaked = False
        self._cases = 0
        self._life = 0
        self._known_hangs = 0

    def begin(self, case_id: str) -> list[Finding]:
        """Prepare for a case; return the findings on events since the previous one."""
        device = self._device
        if device is None:
            return []
        findings = self._settle(device)
        device.begin_case(case_id)
        self._life = device.life
        return findings

    def _settle(self, device: IsolatedDevice) -> list[Finding]:
        """Return findings on a crash since the last case and on a leak of the process."""
        error = device.settle()
        findings = [] if error is None else [finding_of(error)]
        self._cases += 1
        if self._cases % _EVERY == 0:
            growth = self._growth.add(device.life, *device.usage())
            if growth:
                if not self._leaked:
                    findings.append(Finding(Kind.LEAK, "process.leak", growth))
                self._leaked = True
                device.restart()
        return findings

    def path(self, path: str) -> None:
        """Record the path along which the case runs next, for a report on a crash."""
        if self._device is not None:
            self._device.note.path(path)

    def lost(self) -> bool:
        """Return whether the process that holds the prepared models has ended.

        Each replaced process is reported once.
        """
        device = self._device
        if device is None:
            return False
        gone = device.life != self._life or device.child is None or device.child.ended()
        self._life = device.life
        return gone

    @contextmanager
    def limited(self, limits: CallLimits) -> Iterator[None]:
        """Limit all calls into the driver's process in the block by ``limits``."""
        device = self._device
        if device is None:
            yield
            return
        before, device.call_limits = device.call_limits, limits
        try:
            yield
        finally:
            device.call_limits = before

    def refused(self, limits: CallLimits) -> Finding | None:
        """Return a finding if freeing the case's models is known to hang and must not be tried."""
        if self._device is None:
            return None
        error = limits.refused("free", self._device.limits.free)
        return None if error is None else finding_of(error)

    def end(self, findings: Sequence[list[Finding]]) -> None:
        """End a case and add new findings to ``findings``, which has one list per path.

        A process with a hanging call is replaced at once. If a circuit breaker has shortened the
        wait, the hang is known already, and the process is replaced only after ``_KNOWN_HANGS``
        such waits: to start a new process after each of them would cost too much time.
        """
        device = self._device
        if device is None:
            return
        for path in findings:
            hangs = [finding for finding in path if finding.kind == Kind.HANG]
            self._known_hangs += sum("breaker" in finding.details for finding in hangs)
            if self._known_hangs >= _KNOWN_HANGS or any(
                "breaker" not in finding.details for finding in hangs
            ):
                self._known_hangs = 0
                self._replace_hanging(device, path)
        error = device.end_case()
        if error is not None:
            findings[-1].insert(0, finding_of(error))
        printed = device.output()
        if printed:
            sys.stderr.write(printed)
        device.revive()

    def close(self) -> list[Finding]:
        """End the process after the last case; return findings on a crash or if it does not end."""
        if self._device is None:
            return []
        findings = self._settle(self._device)
        error = self._device.stop()
        if error is not None and not error.told:
            findings.append(finding_of(error))
        return findings

    @staticmethod
    def _replace_hanging(device: IsolatedDevice, findings: list[Finding]) -> None:
        """Add the process's stack trace to the findings on hangs, and restart the process."""
        if device.child is None:
            return
        trace = device.where()
        for number, finding in enumerate(findings):
            if finding.kind == Kind.HANG and trace:
                details = {**finding.details, "trace": trace[:40]}
                findings[number] = replace(finding, details=details)
        device.restart()


_KNOWN_HANGS: Final = 64
"""Number of waits shortened by an open circuit breaker after which the process is replaced."""

_EVERY: Final = 4
"""Number of cases between two measurements of the process; measuring each would take time."""

# ``Growth`` describes the meaning of these limits.
_LOOKS: Final = 32
_GROWING: Final = 24
_DESCRIPTORS: Final = 64
_WINDOW: Final = 4
_WINDOWS: Final = 8
_STEP: Final = 1 << 20
_BYTES: Final = 64 << 20


class Growth:
    """Detects a leak of memory or file descriptors in the driver's process.

    The criteria are strict, so that a process that warms up, fills caches or runs a large case is
    not reported. The process is measured after every fourth case, when models have been freed. It
    leaks descriptors if at least 24 of 32 consecutive measurements are increases, and at least 64
    more descriptors are open at the end. For memory, the minimum of the private memory in each 4
    measurements is taken. The process leaks memory if 8 consecutive minima each increase by at
    least 1 MiB, and by at least 64 MiB in total.
    """

    def __init__(self) -> None:
        self._life = 0
        self._descriptors: list[int] = []
        self._smallest: list[int] = []
        self._window: list[int] = []

    def add(self, life: int, descriptors: int, private: int) -> str:
        """Add a measurement; return a reason if the process leaks, an empty text otherwise.

        ``descriptors`` is the number of open file descriptors, and ``private`` the private memory
        in bytes, 0 if the process has ended. ``life`` identifies the process.
        """
        if life != self._life:
            self.__init__()  # type: ignore[misc]  # a new process has no earlier measurements
            self._life = life
        if not private:
            return ""
        return self._of_descriptors(descriptors) or self._of_memory(private)

    def _of_descriptors(self, descriptors: int) -> str:
        seen = self._descriptors
        seen.append(descriptors)
        del seen[: -_LOOKS - 1]
        more = seen[-1] - seen[0]
        if len(seen) <= _LOOKS or more < _DESCRIPTORS:
            return ""
        growing = sum(after > before for before, after in pairwise(seen))
        if growing < _GROWING:
            return ""
        return (
            f"the driver's process has {more} more open descriptors than "
            f"{_LOOKS * _EVERY} cases before, and kept opening more"
        )

    def _of_memory(self, private: int) -> str:
        self._window.append(private)
        if len(self._window) < _WINDOW:
            return ""
        floors = self._smallest
        floors.append(min(self._window))
        self._window.clear()
        del floors[: -_WINDOWS - 1]
        rising = all(after >= before + _STEP for before, after in pairwise(floors))
        if len(floors) <= _WINDOWS or not rising or floors[-1] - floors[0] < _BYTES:
            return ""
        return (
            f"the driver's process holds {(floors[-1] - floors[0]) >> 20} MiB more than "
            f"{_WINDOW * _WINDOWS * _EVERY} cases before, and grew all the time"
        )
