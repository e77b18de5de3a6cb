"""A circuit breaker: bounds the time that is lost on a driver that does not answer.

A driver that never notifies its callback costs the whole callback timeout in every case. After
``TIME_OUTS`` waits of one kind have ended without an answer, the breaker of that kind opens: later
waits of that kind are short. The verdicts that follow from a short wait are failures like any
other; they say that the breaker was open and how many time-outs had opened it.

A driver that was slow only for a while is not condemned. Answers are still taken while the breaker
is open. From time to time one wait gets the whole limit again (a probe), and a series of answers
takes back a time-out; either closes the breaker.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final

TIME_OUTS: Final = 3
"""The breaker opens after this number of waits without an answer."""

SHORT: Final = 0.1
"""Seconds of a wait while the breaker is open, for a group of cases that has not hung yet."""

LONGEST_SHORT: Final = 1.0
"""Upper bound of that wait for a driver whose answers take longer."""

_SLOWER: Final = 4
"""A short wait is at least so many times as long as the slowest answer seen."""

_TINY: Final = 0.001
"""Seconds of a wait for a group that has hung before, once many waits were short in vain."""

_GENEROUS: Final = 40
_GENEROUS_IF_COSTLY: Final = 16
"""So many waits are short and not shorter, whatever group they are for."""

FIRST_PROBE: Final = 16
"""Number of shortened waits after which the first one gets the whole limit again."""

_PROBE_FACTOR: Final = 16
"""Each further probe takes so many times as many shortened waits as the one before."""

FIRST_RECOVERY: Final = 20
"""Number of answers in a row that take back the first time-out."""

_RECOVERY_FACTOR: Final = 4
"""Each further time-out takes so many times as many answers to take back."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How long one wait may take: ``seconds`` of the ordinary ``limit``."""

    seconds: float
    limit: float
    probe: bool = False

    @property
    def whole(self) -> bool:
        """Whether the wait gets the ordinary limit."""
        return self.seconds >= self.limit


@dataclass(frozen=True, slots=True)
class ShortWait:
    """A wait that an open breaker shortened and that ended without an answer."""

    subject: str
    time_outs: int
    allowance: Allowance

    @property
    def reason(self) -> str:
        """The part of a verdict's reason that states the breaker."""
        return (
            f"the wait was short because {self.time_outs} waits for {self.subject} had ended "
            f"after {self.allowance.limit:g} s without one (circuit breaker)"
        )

    @property
    def details(self) -> dict[str, Any]:
        """Details of the verdict; reports count verdicts with them."""
        return {
            "breaker": {
                "subject": self.subject,
                "time_outs": self.time_outs,
                "limit": self.allowance.limit,
                "waited": self.allowance.seconds,
            }
        }


class CircuitBreaker:
    """The state of one kind of wait, named by its ``subject``.

    Cases belong to groups, usually by the names of their operations. While the breaker is
    open, waits are short. After many short waits without an answer a group that has hung gets next
    to none. With ``costly`` waits, where a missing answer costs a new process, it gets none at all:
    an allowance of 0 seconds means that the call is not to be made.
    """

    def __init__(self, subject: str, *, costly: bool = False) -> None:
        self.subject = subject
        self.time_outs = 0
        self.shortened = 0
        self._least = 0.0 if costly else _TINY
        self._generous = _GENEROUS_IF_COSTLY if costly else _GENEROUS
        self._strikes = 0
        self._answers = 0
        self._recovery = FIRST_RECOVERY
        self._next_probe = FIRST_PROBE
        self._slowest = 0.0
        self._hung: set[Hashable] = set()

    @property
    def open(self) -> bool:
        """Whether waits are shortened."""
        return self._strikes >= TIME_OUTS

    def allowance(self, group: Hashable, limit: float) -> Allowance:
        """How long a wait of a case of ``group`` may take, at most ``limit`` seconds."""
        if not self.open:
            return Allowance(limit, limit)
        if group in self._hung:
            if self.shortened >= self._next_probe:
                return Allowance(limit, limit, probe=True)
            if self.shortened >= self._generous:
                return Allowance(min(self._least, limit), limit)
        short = min(max(SHORT, _SLOWER * self._slowest), LONGEST_SHORT)
        return Allowance(min(short, limit), limit)

    def refuses(self, group: Hashable) -> bool:
        """Whether a costly wait of a case of ``group`` is not allowed at all."""
        return self.allowance(group, 1.0).seconds == 0.0

    def answered(self, group: Hashable, allowance: Allowance, seconds: float) -> None:
        """Record an answer that came after ``seconds``."""
        self._slowest = max(self._slowest, seconds)
        self._hung.discard(group)
        if not self._strikes:
            return
        self._answers += 1
        if allowance.probe:
            self._set_next_probe()
            self._strikes = min(self._strikes, TIME_OUTS - 1)
        if self._answers >= self._recovery:
            self._answers = 0
            self._recovery *= _RECOVERY_FACTOR
            self._strikes -= 1

    def missed(self, group: Hashable, allowance: Allowance) -> ShortWait | None:
        """Record that no answer came; where the wait was shortened, what a verdict says of it."""
        self._hung.add(group)
        self._answers = 0
        if allowance.whole:
            self.time_outs += 1
            self._strikes = min(self._strikes + 1, TIME_OUTS)
            if allowance.probe:
                self._set_next_probe()
            return None
        self.shortened += 1
        return ShortWait(self.subject, self.time_outs, allowance)

    def _set_next_probe(self) -> None:
        self._next_probe = max(self._next_probe, self.shortened) * _PROBE_FACTOR
