"""The judge's care for a driver in a process of its own; nothing to do for one in ours.

Around each case: deaths that no call met are told and blamed on the case they belong to, models
are freed, growth is watched, and a process that has died or hangs is replaced before the next case.
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
    """The finding that the end of a driver's process is."""
    error.told = True
    kind, rule = _WORDS[type(error)]
    return Finding(kind, rule, error.reason, error.details)


class Supervision:
    """What a judge does around its cases for the sake of the driver's process."""

    def __init__(self, device: Device) -> None:
        self._device = device if isinstance(device, IsolatedDevice) else None
        self._growth = Growth()
        self._leaked = False
        self._cases = 0
        self._life = 0
        self._known_hangs = 0

    def begin(self, case_id: str) -> list[Finding]:
        """A case begins; what became known of the one before."""
        device = self._device
        if device is None:
            return []
        findings = self._settle(device)
        device.begin_case(case_id)
        self._life = device.life
        return findings

    def _settle(self, device: IsolatedDevice) -> list[Finding]:
        """What befell the process since the last case, and whether it keeps growing."""
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
        """The case goes along ``path`` from now on."""
        if self._device is not None:
            self._device.note.path(path)

    def lost(self) -> bool:
        """True when the process in which the case was prepared is gone; said once for each."""
        device = self._device
        if device is None:
            return False
        gone = device.life != self._life or device.child is None or device.child.ended()
        self._life = device.life
        return gone

    @contextmanager
    def limited(self, limits: CallLimits) -> Iterator[None]:
        """Let ``limits`` shorten the limits of calls in the block."""
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
        """The finding on a case that is not begun, since freeing its models is known to hang."""
        if self._device is None:
            return None
        error = limits.refused("free", self._device.limits.free)
        return None if error is None else finding_of(error)

    def end(self, findings: Sequence[list[Finding]]) -> None:
        """A case has ended: add to ``findings``, a list for each path, what is known now.

        A process with a call that hangs is replaced. While a circuit breaker is open this is done
        after some cases only: what hangs in the process is known.
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
        """The run is through: end the process; how that went wrong, if it did."""
        if self._device is None:
            return []
        findings = self._settle(self._device)
        error = self._device.stop()
        if error is not None and not error.told:
            findings.append(finding_of(error))
        return findings

    @staticmethod
    def _replace_hanging(device: IsolatedDevice, findings: list[Finding]) -> None:
        """A process with a call that never ended is not fit for the next case."""
        if device.child is None:
            return
        trace = device.where()
        for number, finding in enumerate(findings):
            if finding.kind == Kind.HANG and trace:
                details = {**finding.details, "trace": trace[:40]}
                findings[number] = replace(finding, details=details)
        device.restart()


_KNOWN_HANGS: Final = 64
"""After so many waits that an open circuit breaker shortened, the process is replaced."""

_EVERY: Final = 4
"""Looking at a process costs a little: it is done after every fourth case."""

_LOOKS: Final = 32
_GROWING: Final = 24
_DESCRIPTORS: Final = 64
_WINDOW: Final = 4
_WINDOWS: Final = 8
_STEP: Final = 1 << 20
_BYTES: Final = 64 << 20


class Growth:
    """Tells a process that keeps growing from one that warms up, fills caches or has a big case.

    It is looked at after every fourth case, when models have been freed. Descriptors: of 32 looks
    in a row at least 24 found more open than the look before, and the last at least 64 more than
    the first. Memory: of each 4 looks the smallest private memory counts; eight such figures in a
    row were each at least 1 MiB larger than the one before, and the last at least 64 MiB larger
    than the first.
    """

    def __init__(self) -> None:
        self._life = 0
        self._descriptors: list[int] = []
        self._smallest: list[int] = []
        self._window: list[int] = []

    def add(self, life: int, descriptors: int, private: int) -> str:
        """What a process has open and holds at a look; what it leaks, when it does."""
        if life != self._life:
            self.__init__()  # type: ignore[misc]  # a new process starts from nothing
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
