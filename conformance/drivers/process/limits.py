"""Limits on what a driver's process may take: time by stage, restarts, memory, files, CPU."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

STAGES: Final = ("start", "query", "prepare", "execute", "free")
"""Stages of a driver's work, each with a limit of its own."""

_MOST_SECONDS: Final = 30 * 24 * 3600.0
_MOST_BYTES: Final = 1 << 50
_MOST_DIGITS: Final = 20
_UNITS: Final = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds by stage, and bounds on the process; ``None`` leaves the system's own bound.

    ``memory`` bounds private writable memory in bytes, ``files`` open descriptors, ``cpu`` seconds
    of processor time for one case. ``starts`` is how often in a row starting may fail.
    """

    start: float = 60.0
    query: float = 10.0
    prepare: float = 60.0
    execute: float = 30.0
    free: float = 10.0
    restarts: int = 2000
    starts: int = 3
    memory: int | None = None
    files: int | None = None
    cpu: float | None = None

    def of(self, stage: str) -> float:
        """Seconds that a call of ``stage`` may take."""
        seconds: float = getattr(self, stage)
        return seconds

    def changed(self, **changes: Any) -> Limits:
        """These limits with some fields replaced."""
        return replace(self, **changes)

    def with_stages(self, texts: Iterable[str]) -> Limits:
        """These limits with ``STAGE=SECONDS`` applied; ``ValueError`` says what is wrong."""
        limits = self
        for text in texts:
            stage, equals, number = text.partition("=")
            if not equals or stage not in STAGES:
                raise ValueError(f"{text!r}: expected STAGE=SECONDS, STAGE one of {_stages()}")
            change: dict[str, Any] = {stage: parse_seconds(number)}
            limits = replace(limits, **change)
        return limits


def _stages() -> str:
    return ", ".join(STAGES)


def parse_seconds(text: str) -> float:
    """A positive number of seconds, at most 30 days."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= _MOST_SECONDS:
        raise ValueError(
            f"{text!r}: expected a positive number of seconds, at most {_MOST_SECONDS:g}"
        )
    return seconds


def parse_size(text: str) -> int:
    """A size in bytes with an optional unit: ``512M``, ``2G``, ``1048576``."""
    number = text.strip().lower().removesuffix("ib").removesuffix("b")
    unit = number[-1:] if number[-1:].isalpha() else ""
    digits = number.removesuffix(unit)
    if unit in _UNITS and digits.isdecimal() and len(digits) < _MOST_DIGITS:
        size = int(digits) * _UNITS[unit]
        if 0 < size <= _MOST_BYTES:
            return size
    raise ValueError(f"{text!r}: expected a size such as 512M or 2G")
