"""A circuit breaker, which limits the time that is lost on a driver that does not answer.

A driver that never notifies its callback would cost the whole callback timeout in every case. After
``MAX_TIMEOUTS`` waits of one kind have ended without an answer, the breaker of that kind opens:
later waits of that kind are short. A missing answer to a short wait is a failure as well; its
verdict states that the breaker was open and how many time-outs had opened it.

A driver may be slow only for a while. Therefore answers are accepted while the breaker is open.
From time to time one wait gets the whole limit again (a probe): if it is answered, the breaker
closes. A series of answers also closes it, because it cancels one of the time-outs.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final

MAX_TIMEOUTS: Final = 3
"""Number of waits without an answer after which the breaker opens."""

SHORT_WAIT: Final = 0.1
"""Minimum length in seconds of a short wait (a wait while the breaker is open)."""

MAX_SHORT_WAIT: Final = 1.0
"""Maximum length in seconds of a short wait, for a driver whose answers take longer."""

_SLOWER: Final = 4
"""Ratio of a short wait to the slowest answer so far, within the bounds of a short wait."""

_TINY: Final = 0.001
"""Seconds of a minimal wait, for a group that has hung, once many short waits have failed."""

_GENEROUS: Final = 40
_GENEROUS_IF_COSTLY: Final = 16
"""Number of failed short waits after which a group that has hung gets minimal waits only."""

FIRST_PROBE: Final = 16
"""Number of failed short waits before the first probe, which gets the whole limit."""

_PROBE_FACTOR: Final = 16
"""Factor between the numbers of failed short waits before one probe and before the next."""

FIRST_RECOVERY: Final = 20
"""Number of consecutive answers that cancel the first time-out."""

_RECOVERY_FACTOR: Final = 4
"""Factor between the numbers of answers that cancel one time-out and the next."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The permitted length of one wait: ``seconds``, at most the ordinary ``limit``.

    A ``probe`` has the whole limit although the breaker is open.
    """

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
        """The part of a verdict's reason that explains the short wait."""
        return (
            f"the wait was short because {self.time_outs} waits for {self.subject} had timed out "
            f"after {self.allowance.limit:g} s (circuit breaker)"
        )

    @property
    def details(self) -> dict[str, Any]:
        """The verdict's details on the breaker; reports count the verdicts that have them."""
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

    Each case belongs to a group, usually defined by the names of its operations. While the breaker
    is open, waits are short. After many short waits without an answer, a group that has hung gets
    minimal waits. With ``costly`` waits, where each missing answer costs a new driver process, it
    gets none: an allowance of 0 seconds means that the call must not be made.
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
        return self._strikes >= MAX_TIMEOUTS

    def allowance(self, group: Hashable, limit: float) -> Allowance:
        """Return the permitted length of a wait in a case of ``group``; ``limit`` is in seconds."""
        if not self.open:
            return Allowance(limit, limit)
        if group in self._hung:
            if self.shortened >= self._next_probe:
                return Allowance(limit, limit, probe=True)
            if self.shortened >= self._generous:
                return Allowance(min(self._least, limit), limit)
        short = min(max(SHORT_WAIT, _SLOWER * self._slowest), MAX_SHORT_WAIT)
        return Allowance(min(short, limit), limit)

    def refuses(self, group: Hashable) -> bool:
        """Return whether a costly wait in a case of ``group`` is not permitted at all."""
        return self.allowance(group, 1.0).seconds == 0.0

    def answered(self, group: Hashable, allowance: Allowance, seconds: float) -> None:
        """Record an answer that arrived after ``seconds``."""
        self._slowest = max(self._slowest, seconds)
        self._hung.discard(group)
        if not self._strikes:
            return
        self._answers += 1
        if allowance.probe:
            self._set_next_probe()
            self._strikes = min(self._strikes, MAX_TIMEOUTS - 1)
        if self._answers >= self._recovery:
            self._answers = 0
            self._recovery *= _RECOVERY_FACTOR
            self._strikes -= 1

    def missed(self, group: Hashable, allowance: Allowance) -> ShortWait | None:
        """Record that no answer arrived; return a description of the wait if it was shortened."""
        self._hung.add(group)
        self._answers = 0
        if allowance.whole:
            self.time_outs += 1
            self._strikes = min(self._strikes + 1, MAX_TIMEOUTS)
            if allowance.probe:
                self._set_next_probe()
            return None
        self.shortened += 1
        return ShortWait(self.subject, self.time_outs, allowance)

    def _set_next_probe(self) -> None:
        self._next_probe = max(self._next_probe, self.shortened) * _PROBE_FACTOR
