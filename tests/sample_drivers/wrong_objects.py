"""Objects of wrong type or shape, and exceptions, by name, with which a driver can answer."""

from __future__ import annotations

import enum
import itertools
from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import numpy as np

from conformance.hal import (
    Capabilities,
    ErrorStatus,
    Extension,
    OutputShape,
    PerformanceInfo,
    Timing,
)

NONE = ErrorStatus.NONE


class Look(enum.IntEnum):
    """A foreign enumeration with the name and number of a member of ``ErrorStatus``."""

    NONE = 0


class NoStatus(enum.Enum):
    NONE = 0


Pair = namedtuple("Pair", "first second")


class Unprintable:
    def __repr__(self):
        raise RuntimeError("no text")


class OwnError(BaseException):
    """A ``BaseException`` that is neither an ``Exception`` nor a built-in type."""


class UnprintableError(Exception):
    def __str__(self):
        raise RuntimeError("no text")


def circle():
    first, second = ValueError("first"), ValueError("second")
    first.__cause__, second.__cause__ = second, first
    return first


def too_deep():
    return too_deep() + 1


WRONG = {
    "object": object,
    "unprintable": Unprintable,
    "complex": lambda: 1j,
    "endless": itertools.count,
    "huge integer": lambda: 1 << 60_000,
    "surrogates": lambda: "\ud800\udfff\x00\x1b[31m\n",
    "array of objects": lambda: np.array([object()], dtype=object),
    "an enumeration's member": lambda: NoStatus.NONE,
    "Timing without values": lambda: object.__new__(Timing),
    "OutputShape of anything": lambda: OutputShape(object(), 1j),
    "Capabilities of lists": lambda: Capabilities(PerformanceInfo("1", None), [], [5], None, 1j),
    "extensions of anything": lambda: [Extension("\ud800", 5), Extension(None, (None,)), 1j],
}
"""Values that are invalid in every answer."""

POSSIBLE = {
    "numpy integer": lambda: np.int64(0),
    "numpy bool": lambda: np.bool_(True),
    "array of bool": lambda: np.array([True]),
    "member of another enumeration": lambda: Look.NONE,
    "named pair": lambda: Pair(NONE, "text"),
    "True": lambda: True,
    "0": lambda: 0,
    "None": lambda: None,
    "NaN": lambda: float("nan"),
}
"""Values that are valid in some answers."""

ERRORS = {
    "message raises": UnprintableError,
    "name of control characters": lambda: type("Bad\n\x1b[31mName", (Exception,), {})("odd"),
    "surrogates in the message": lambda: ValueError("\ud800 \x00 \x1b]0;title\x07 \u202e"),
    "huge message": lambda: ValueError("x" * 20_000_000),
    "circle of causes": circle,
    "SystemExit": lambda: SystemExit(0),
    "KeyboardInterrupt": lambda: KeyboardInterrupt("raised by the driver"),
    "OwnError": lambda: OwnError("own"),
    "RecursionError": too_deep,
}


@dataclass
class Raise:
    """An exception to raise in place of an answer."""

    error: Any


OBJECTS: dict[str, Any] = {**WRONG, **POSSIBLE}
NAMES = [*OBJECTS, *ERRORS]
OBJECTS |= {name: lambda make=make: Raise(make) for name, make in ERRORS.items()}
