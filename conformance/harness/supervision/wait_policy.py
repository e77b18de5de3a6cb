"""Limits the time that a ``Judge`` waits for its driver, per wait and in total.

Waits of a kind that has ended without an answer three times are short. ``CURRENT_POLICY`` holds
the policy of the judge that runs on this thread. Code that waits for a driver requests the
permitted seconds of each wait from the policy and reports a missing answer.
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from typing import Any, Final, TypeVar

from conformance.drivers.own_process import HangError
from conformance.verdicts import Finding, VerdictKind

_T = TypeVar("_T")

MAX_TIMEOUTS: Final = 3
"""Number of waits of a kind without an answer after which its waits are short."""

SHORT_WAIT: Final = 0.1
"""Length of a short wait in seconds."""

_GRACE_SECONDS: Final = 5.0
"""Minimum limit in seconds of a wait, even if the driver's time is used up."""


@dataclass(slots=True)
class RunningCase:
    """The running case, for the verdict if it does not end.

    Attributes:
        path: the execution path of the case.
        operations: the names of its operations.
        calls: the pending call of the driver, by the identifier of the thread; or empty.

    """

    path: str = ""
    operations: tuple[str, ...] = ()
    calls: dict[int, str] = field(default_factory=dict)


RUNNING: Final = RunningCase()
"""The case that this process runs."""


class DriverTime:
    """Measures the total time of driver calls and waits; its limit is ``limit`` seconds.

    The time of a call inside another one is counted once. ``used`` is the time of calls and waits
    that have ended; its initial value is time that the driver took earlier in the run.
    """

    def __init__(self, limit: float = math.inf, used: float = 0.0) -> None:
        self.limit = limit
        self.used = used
        self._lock = threading.Lock()
        self._since: dict[int, float] = {}

    @property
    def used_up(self) -> bool:
        """Whether the calls and waits that have ended took longer than the limit."""
        return self.used > self.limit

    def left(self) -> float:
        """Return the seconds that remain until the limit."""
        return max(self.limit - self.under_way(), 0.0)

    def under_way(self) -> float:
        """Return the seconds used, including those of calls that have not returned."""
        # Concurrent calls overlap: only the one that started first is counted.
        since = list(self._since.values())
        return self.used + (time.monotonic() - min(since) if since else 0.0)

    def begin(self) -> bool:
        """Start measuring a call or wait on this thread.

        Return False, and measure nothing, if the thread is already inside another one.
        """
        thread = threading.get_ident()
        if thread in self._since:
            return False
        self._since[thread] = time.monotonic()
        return True

    def end(self) -> None:
        """End the measurement of a call or wait for which ``begin`` returned True."""
        start = self._since.pop(threading.get_ident())
        with self._lock:
            self.used += time.monotonic() - start

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Count the duration of the block."""
        outermost = self.begin()
        try:
            yield
        finally:
            if outermost:
                self.end()

    def finding(self) -> Finding:
        """Return the finding on a case that cannot be completed because the time is used up."""
        reason = (
            f"not run to its end: the driver's calls have taken {self.used:.0f} s in this run; "
            f"the limit is {self.limit:g} s (--limit driver=SECONDS; 0: no limit)"
        )
        return Finding(VerdictKind.INTERNAL_ERROR, "driver.time", reason)


@dataclass(frozen=True, slots=True)
class ShortWait:
    """A shortened wait that ended without an answer; times are in seconds."""

    subject: str
    time_outs: int
    limit: float
    waited: float

    @property
    def reason(self) -> str:
        """The part of a verdict's reason that explains the short wait."""
        return (
            f"the wait was short because {self.time_outs} waits for {self.subject} had timed out "
            f"after {self.limit:g} s"
        )

    @property
    def details(self) -> dict[str, Any]:
        """The details of the verdict; reports count the verdicts that have them."""
        return {"breaker": asdict(self)}


class WaitPolicy:
    """The waits of one judge for its driver, and the time that the driver has taken.

    After ``MAX_TIMEOUTS`` waits of one kind, its ``subject``, have ended without an answer, later
    waits of that kind last ``SHORT_WAIT`` seconds. ``group`` is the group of the case that runs
    now, usually the names of its operations.
    """

    def __init__(self, driver_time: DriverTime | None = None) -> None:
        self.driver_time = DriverTime() if driver_time is None else driver_time
        self._callback_timeout = 0.0
        self.group: Hashable = ()
        self._time_outs: Counter[str] = Counter()
        self._hung: set[tuple[str, Hashable]] = set()
        # Calls of several threads overlap, so each thread has its own wait.
        self._waits: dict[tuple[str, int], tuple[float, float]] = {}

    @contextmanager
    def case(self, group: Hashable, callback_timeout: float) -> Iterator[None]:
        """Make this the thread's current policy during the block, in which a case runs.

        ``group`` is the case's group, and ``callback_timeout`` the limit of its callbacks.
        """
        self.group, self._callback_timeout = group, callback_timeout
        token = CURRENT_POLICY.set(self)
        try:
            yield
        finally:
            CURRENT_POLICY.reset(token)

    def counts(self, seconds: float) -> bool:
        """Return whether a wait of ``seconds`` may be shortened, because the driver must answer.

        Checks that expect no answer use shorter waits.
        """
        return seconds >= min(1.0, self._callback_timeout)

    def allow(self, subject: str, limit: float) -> float:
        """Return the seconds that the wait for ``subject`` that starts now may take."""
        short = self._time_outs.get(subject, 0) >= MAX_TIMEOUTS
        seconds = min(SHORT_WAIT, limit) if short else limit
        self._waits[subject, threading.get_ident()] = seconds, limit
        return seconds

    def missed(self, subject: str) -> ShortWait | None:
        """Record that a wait ended without an answer; return it if it was shortened."""
        seconds, limit = self._waits.pop((subject, threading.get_ident()), (0.0, 0.0))
        self._hung.add((subject, self.group))
        if seconds < limit:
            return ShortWait(subject, self._time_outs[subject], limit, seconds)
        self._time_outs[subject] += limit > 0
        return None

    # Calls into a driver's process. A process that does not return from a call must be replaced,
    # which is expensive. Therefore a call that is known to hang for a group is not made again.

    def before(self, call: str, limit: float) -> float:
        """Return the permitted seconds of a call; raise ``HangError`` if it is known to hang."""
        subject = _return_of(call)
        if subject in self._time_outs and (error := self.refused(call, limit)) is not None:
            raise error
        return self.allow(subject, limit)

    def hung(self, call: str, error: HangError) -> None:
        """Record that a call did not return; if its limit was shortened, state so in ``error``."""
        short = self.missed(_return_of(call))
        if short is not None:
            error.reason = f"{error.reason}; {short.reason}"
            error.details = {**error.details, **short.details}

    def refused(self, call: str, limit: float) -> HangError | None:
        """Return an error if the call is known to hang for this group, and ``None`` otherwise."""
        subject = _return_of(call)
        time_outs = self._time_outs[subject]
        if time_outs < MAX_TIMEOUTS or (subject, self.group) not in self._hung:
            return None
        return HangError(
            f"{call} was not called, because {time_outs} earlier calls did not return within "
            f"{limit:g} s",
            {**ShortWait(subject, time_outs, limit, 0.0).details, "call": call, "limit": limit},
        )


def _return_of(what: str) -> str:
    return f"the return of {what}"


CURRENT_POLICY: Final[ContextVar[WaitPolicy | None]] = ContextVar("nn_wait_policy", default=None)
"""The policy of the judge that runs a case on this thread, ``None`` without one."""


def wait_with_policy(
    subject: str, limit: float, ask: Callable[[float], _T | None]
) -> tuple[_T | None, ShortWait | None]:
    """Call ``ask`` with the permitted seconds and return its answer, ``None`` if there is none.

    The second value describes the wait if there is no answer and it was shortened. Without a
    current policy, and for waits that may not be shortened, the whole limit is permitted.
    """
    policy = CURRENT_POLICY.get()
    if policy is None or not policy.counts(limit):
        return ask(limit), None
    with policy.driver_time.measured():
        answer = ask(policy.allow(subject, limit))
        return answer, policy.missed(subject) if answer is None else None


def limit_wait(seconds: float) -> float:
    """Return ``seconds``, or less if the driver's time in this run is nearly used up."""
    policy = CURRENT_POLICY.get()
    return seconds if policy is None else min(seconds, policy.driver_time.left() + _GRACE_SECONDS)


@contextmanager
def measure_driver_time() -> Iterator[None]:
    """Count the duration of the block as driver time."""
    policy = CURRENT_POLICY.get()
    with nullcontext() if policy is None else policy.driver_time.measured():
        yield
