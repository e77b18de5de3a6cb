"""Limits the time that a ``Judge`` waits for its driver, per wait and in total.

Circuit breakers shorten waits for answers that the driver often fails to give. ``current_policy()``
returns the policy of the judge that runs on this thread. Code that waits for a driver requests the
permitted seconds of each wait from the policy and reports how the wait ended.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar, Token
from typing import Final, TypeVar

from conformance.drivers.own_process import HangError
from conformance.harness.supervision.circuit_breaker import Allowance, CircuitBreaker, ShortWait
from conformance.verdicts import Finding, VerdictKind

_T = TypeVar("_T")

_GRACE_SECONDS: Final = 5.0
"""Minimum limit in seconds of a wait, even if the driver's time is used up."""


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

    def measured(self) -> AbstractContextManager[None]:
        """Count the duration of the block."""
        return _MeasuredBlock(self)

    def finding(self) -> Finding:
        """Return the finding on a case that cannot be completed because the time is used up."""
        reason = (
            f"not run to its end: the driver's calls have taken {self.used:.0f} s in this run; "
            f"the limit is {self.limit:g} s (--driver-time SECONDS; 0: no limit)"
        )
        return Finding(VerdictKind.INTERNAL_ERROR, "driver.time", reason)


class _MeasuredBlock:
    """The context manager of ``DriverTime.measured``: a class, because each case enters several."""

    __slots__ = ("_driver_time", "_outermost")

    def __init__(self, driver_time: DriverTime) -> None:
        self._driver_time = driver_time
        self._outermost = False

    def __enter__(self) -> None:
        self._outermost = self._driver_time.begin()

    def __exit__(self, *_: object) -> None:
        if self._outermost:
            self._driver_time.end()


class WaitPolicy:
    """The circuit breakers of one judge, and the time that its driver has taken.

    ``group`` is the group of the case that runs now; a breaker distinguishes groups.
    """

    def __init__(self, driver_time: DriverTime | None = None) -> None:
        self.driver_time = DriverTime() if driver_time is None else driver_time
        self.calls = CallLimits(self)
        self._callback_timeout = 0.0
        self.group: Hashable = ()
        self._breakers: dict[str, CircuitBreaker] = {}
        # Calls of several threads overlap, so each thread has its own allowance.
        self._allowed: dict[tuple[str, int], tuple[Allowance, float]] = {}

    def case(self, group: Hashable, callback_timeout: float) -> AbstractContextManager[None]:
        """Make this the thread's current policy during the block, in which a case runs."""
        return _CurrentBlock(self, group, callback_timeout)

    def begin(self, group: Hashable, callback_timeout: float) -> None:
        """Set the group of the case that runs next, and the limit of its callbacks in seconds."""
        self.group, self._callback_timeout = group, callback_timeout

    def breaker(self, subject: str, *, costly: bool = False) -> CircuitBreaker:
        """Return the breaker of a kind of wait; create it if there is none yet."""
        breaker = self._breakers.get(subject)
        if breaker is None:
            breaker = self._breakers[subject] = CircuitBreaker(subject, costly=costly)
        return breaker

    def counts(self, seconds: float) -> bool:
        """Return whether a wait of ``seconds`` is subject to a circuit breaker.

        It is if the driver must answer. Shorter waits are used by checks that expect no answer;
        for them a time-out is the correct result.
        """
        return seconds >= min(1.0, self._callback_timeout)

    def allow(self, subject: str, limit: float, *, costly: bool = False) -> float:
        """Return the seconds that the wait for ``subject`` that starts now may take."""
        allowance = self.breaker(subject, costly=costly).allowance(self.group, limit)
        self._allowed[subject, threading.get_ident()] = allowance, time.monotonic()
        return allowance.seconds

    def answered(self, subject: str) -> None:
        """Record that the wait for ``subject`` ended with an answer."""
        key = subject, threading.get_ident()
        allowance, start = self._allowed.pop(key, (None, 0.0))
        if allowance is not None:
            seconds = time.monotonic() - start
            self.breaker(subject).answered(self.group, allowance, seconds)

    def missed(self, subject: str) -> ShortWait | None:
        """Record that the wait for ``subject`` ended without an answer.

        Return a description of the wait if a breaker had shortened it, and ``None`` otherwise.
        """
        allowance, _ = self._allowed.pop((subject, threading.get_ident()), (None, 0.0))
        if allowance is None:
            return None
        return self.breaker(subject).missed(self.group, allowance)

    def wait(
        self, subject: str, limit: float, ask: Callable[[float], _T | None]
    ) -> tuple[_T | None, ShortWait | None]:
        """Call ``ask`` with the permitted seconds and return its answer, ``None`` if there is none.

        The second value describes the wait if there is no answer and a breaker had shortened it.
        """
        seconds = self.allow(subject, limit)
        answer = ask(seconds)
        if answer is None:
            return None, self.missed(subject)
        self.answered(subject)
        return answer, None


class _CurrentBlock:
    """The context manager of ``WaitPolicy.case``; a class, as ``_MeasuredBlock``."""

    __slots__ = ("_case", "_policy", "_token")

    def __init__(self, policy: WaitPolicy, group: Hashable, callback_timeout: float) -> None:
        self._policy = policy
        self._case = group, callback_timeout
        self._token: Token[WaitPolicy | None] | None = None

    def __enter__(self) -> None:
        self._policy.begin(*self._case)
        self._token = _CURRENT.set(self._policy)

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _CURRENT.reset(self._token)


class CallLimits:
    """Limits the calls into a driver's process with circuit breakers.

    A process that does not return from a call must be replaced, which is expensive. Therefore a
    call that is known to hang for this group of cases is not made while its breaker is open.
    """

    def __init__(self, policy: WaitPolicy) -> None:
        self._policy = policy

    def before(self, call: str, limit: float) -> float:
        """Return the permitted seconds of a call; raise ``HangError`` if its breaker forbids it."""
        seconds = self._policy.allow(_return_of(call), limit, costly=True)
        if seconds > 0:
            return seconds
        short = self._policy.missed(_return_of(call))
        if short is None:
            return limit
        raise HangError(
            f"{call} was not called, because {short.time_outs} earlier calls did not return within "
            f"{limit:g} s (circuit breaker)",
            {**short.details, "call": call, "limit": limit},
        )

    def returned(self, call: str) -> None:
        """Record that a call returned."""
        self._policy.answered(_return_of(call))

    def hung(self, call: str, error: HangError) -> None:
        """Record that a call did not return.

        If a breaker had shortened the call's limit, state that in ``error``.
        """
        short = self._policy.missed(_return_of(call))
        if short is not None:
            error.reason = f"{error.reason}; {short.reason}"
            error.details = {**error.details, **short.details}

    def refused(self, what: str, limit: float) -> HangError | None:
        """Return an error if the breaker forbids the call for this case, and ``None`` otherwise."""
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


def current_policy() -> WaitPolicy | None:
    """Return the policy of the judge that runs a case on this thread, ``None`` without one."""
    return _CURRENT.get()


def wait_with_policy(
    subject: str, limit: float, ask: Callable[[float], _T | None]
) -> tuple[_T | None, ShortWait | None]:
    """Call ``ask`` with the permitted seconds and return its answer, as ``WaitPolicy.wait`` does.

    Without a current policy, and for waits that are subject to no breaker, the whole limit is
    permitted.
    """
    policy = current_policy()
    if policy is None or not policy.counts(limit):
        return ask(limit), None
    with policy.driver_time.measured():
        return policy.wait(subject, limit, ask)


def limit_wait(seconds: float) -> float:
    """Return ``seconds``, or less if the driver's time in this run is nearly used up."""
    policy = current_policy()
    return seconds if policy is None else min(seconds, policy.driver_time.left() + _GRACE_SECONDS)


@contextmanager
def measure_driver_time() -> Iterator[None]:
    """Count the duration of the block as driver time."""
    policy = current_policy()
    if policy is None:
        yield
        return
    with policy.driver_time.measured():
        yield
