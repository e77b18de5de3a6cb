"""Limits the time that a judge waits for its driver: circuit breakers, and a total time limit.

``current()`` returns the policy of the judge that runs on this thread. Code that waits for a driver
asks the policy for the time of each wait and reports how the wait ended.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

from conformance.drivers.process import HangError
from conformance.harness.circuit_breaker import Allowance, CircuitBreaker, ShortWait
from conformance.harness.verdict import Finding, Kind

_T = TypeVar("_T")

_GRACE: Final = 5.0
"""Seconds that a wait of a check gets in any case."""


class DriverTime:
    """Measures the time that driver calls and waits take in all, and bounds it by ``limit`` s.

    Time that one call spends inside another is counted once. ``used`` may start above zero: time
    that the driver took before.
    """

    def __init__(self, limit: float = math.inf, used: float = 0.0) -> None:
        self.limit = limit
        self.used = used
        self._lock = threading.Lock()
        self._since: dict[int, float] = {}

    @property
    def used_up(self) -> bool:
        """Whether the driver has taken all the time that it may take."""
        return self.used > self.limit

    def left(self) -> float:
        """Seconds that the driver may still take."""
        return max(self.limit - self.under_way(), 0.0)

    def under_way(self) -> float:
        """Seconds used, those of calls that have not returned included."""
        since = list(self._since.values())
        return self.used + (time.monotonic() - min(since) if since else 0.0)

    def begin(self) -> bool:
        """A call or wait begins; false when this thread is inside another one already."""
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
        """Count the time of the block."""
        outermost = self.begin()
        try:
            yield
        finally:
            if outermost:
                self.end()

    def finding(self) -> Finding:
        """The finding on a case that is not checked to its end because the time is used up."""
        reason = (
            f"not checked to its end: the driver's calls have taken {self.used:.0f} s in this run, "
            f"the limit is {self.limit:g} s (--driver-time SECONDS; 0: no limit)"
        )
        return Finding(Kind.INTERNAL_ERROR, "driver.time", reason)


class WaitPolicy:
    """The circuit breakers of one judge, and the time that its driver has taken."""

    def __init__(self, driver_time: DriverTime | None = None) -> None:
        self.driver_time = DriverTime() if driver_time is None else driver_time
        self.calls = CallLimits(self)
        self._callback_timeout = 0.0
        self.group: Hashable = ()
        self._breakers: dict[str, CircuitBreaker] = {}
        self._allowed: dict[str, tuple[Allowance, float]] = {}

    @contextmanager
    def case(self, group: Hashable, callback_timeout: float) -> Iterator[None]:
        """Make this the current policy while a case of ``group`` runs."""
        self.group, self._callback_timeout = group, callback_timeout
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)

    def breaker(self, subject: str, *, costly: bool = False) -> CircuitBreaker:
        """The breaker of a kind of wait."""
        breaker = self._breakers.get(subject)
        if breaker is None:
            breaker = self._breakers[subject] = CircuitBreaker(subject, costly=costly)
        return breaker

    def counts(self, seconds: float) -> bool:
        """Whether a wait of ``seconds`` is one for an answer that must come.

        Checks also wait for less, to see that nothing comes.
        """
        return seconds >= min(1.0, self._callback_timeout)

    def allow(self, subject: str, limit: float, *, costly: bool = False) -> float:
        """Seconds that the next wait for ``subject`` may take."""
        allowance = self.breaker(subject, costly=costly).allowance(self.group, limit)
        self._allowed[subject] = allowance, time.monotonic()
        return allowance.seconds

    def answered(self, subject: str) -> None:
        """The wait for ``subject`` ended with an answer."""
        allowance, start = self._allowed.pop(subject, (None, 0.0))
        if allowance is not None:
            seconds = time.monotonic() - start
            self.breaker(subject).answered(self.group, allowance, seconds)

    def missed(self, subject: str) -> ShortWait | None:
        """The wait for ``subject`` ended without an answer; what was short about it, if it was."""
        allowance, _ = self._allowed.pop(subject, (None, 0.0))
        if allowance is None:
            return None
        return self.breaker(subject).missed(self.group, allowance)

    def wait(
        self, subject: str, limit: float, ask: Callable[[float], _T | None]
    ) -> tuple[_T | None, ShortWait | None]:
        """Call ``ask`` with the seconds allowed and return its answer.

        The second value is set if there is no answer and a breaker had shortened the wait.
        """
        seconds = self.allow(subject, limit)
        answer = ask(seconds)
        if answer is None:
            return None, self.missed(subject)
        self.answered(subject)
        return answer, None


class CallLimits:
    """The limits on calls into a driver's process, shortened by circuit breakers.

    A process that does not return from a call has to be replaced. So a call that is known to hang
    for this group of cases is not made while its breaker is open.
    """

    def __init__(self, policy: WaitPolicy) -> None:
        self._policy = policy

    def before(self, what: str, limit: float) -> float:
        """Return the seconds that a call may take; raise ``HangError`` if it must not be made."""
        seconds = self._policy.allow(_return_of(what), limit, costly=True)
        if seconds > 0:
            return seconds
        short = self._policy.missed(_return_of(what))
        if short is None:
            return limit
        raise HangError(
            f"{what} was not called: {short.time_outs} calls before did not return within "
            f"{limit:g} s (circuit breaker)",
            {**short.details, "call": what, "limit": limit},
        )

    def returned(self, what: str) -> None:
        """A call returned."""
        self._policy.answered(_return_of(what))

    def hung(self, what: str, error: HangError) -> None:
        """A call did not return: add to the error that its limit was short, if it was."""
        short = self._policy.missed(_return_of(what))
        if short is not None:
            error.reason = f"{error.reason}; {short.reason}"
            error.details = {**error.details, **short.details}

    def refused(self, what: str, limit: float) -> HangError | None:
        """Return an error if the case needs a call that is known to hang, ``None`` otherwise."""
        breaker = self._policy.breaker(_return_of(what), costly=True)
        if not breaker.refuses(self._policy.group):
            return None
        try:
            self.before(what, limit)
        except HangError as error:
            return error
        return None


def _return_of(what: str) -> str:
    return f"the return of {what}"


_CURRENT: Final[ContextVar[WaitPolicy | None]] = ContextVar("nn_wait_policy", default=None)


def current() -> WaitPolicy | None:
    """The policy of the judge at work on this thread; ``None`` where no judge is."""
    return _CURRENT.get()


def waited(
    subject: str, limit: float, ask: Callable[[float], _T | None]
) -> tuple[_T | None, ShortWait | None]:
    """``WaitPolicy.wait`` under the current policy; the whole limit where there is none."""
    policy = current()
    if policy is None or not policy.counts(limit):
        return ask(limit), None
    with policy.driver_time.measured():
        return policy.wait(subject, limit, ask)


def at_most(seconds: float) -> float:
    """``seconds``, or less where the driver's time in this run is nearly used up."""
    policy = current()
    return seconds if policy is None else min(seconds, policy.driver_time.left() + _GRACE)


@contextmanager
def measured() -> Iterator[None]:
    """Count the time of the block as the driver's."""
    policy = current()
    if policy is None:
        yield
        return
    with policy.driver_time.measured():
        yield
