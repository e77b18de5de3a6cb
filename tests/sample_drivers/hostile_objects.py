"""Hostile objects and exceptions, by name, with which a driver can answer."""

from __future__ import annotations

import asyncio
import enum
import itertools
from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from conformance.checks.framework.check_context import SkipCheck
from conformance.drivers.foreign_objects import remote_error
from conformance.drivers.own_process import CrashError, UnsendableValueError
from conformance.hal import (
    Capabilities,
    DeviceStatus,
    ErrorStatus,
    Extension,
    ExtensionOperandType,
    OperandPerformance,
    OutputShape,
    PerformanceInfo,
    Timing,
)
from conformance.harness.calls.driver_calls import DriverCallError
from conformance.harness.execution.not_prepared import NotPreparedError
from conformance.verdicts import Finding, VerdictKind

NONE = ErrorStatus.NONE


class OwnError(BaseException):
    """A ``BaseException`` that is neither an ``Exception`` nor a built-in type."""


def raising(error):
    def method(self, *arguments, **keywords):
        raise error("from a hostile method")

    return method


METHODS = [
    *("__len__", "__str__", "__repr__", "__eq__", "__ne__", "__lt__", "__hash__", "__iter__"),
    *("__bool__", "__getattr__", "__getattribute__", "__index__", "__int__", "__float__"),
    *("__contains__", "__getitem__", "__call__", "__format__", "__array__", "__length_hint__"),
    *("__dir__", "__sizeof__", "__reduce_ex__", "__instancecheck__"),
]


def with_methods(names, error, base=object, value=()):
    """Return an object whose methods ``names`` raise ``error``."""
    methods = {name: raising(error) for name in names}
    if "__hash__" not in methods and "__eq__" in methods:
        methods["__hash__"] = object.__hash__
    methods["__class__"] = property(raising(error)) if "__class__" in names else None
    if methods["__class__"] is None:
        del methods["__class__"]
    return type("Hostile", (base,), methods)(*value)


ALL = (*METHODS, "__class__")


class Meta(type):
    """Metaclass that raises for the class's name and claims to be equal to any type."""

    __name__ = property(raising(RuntimeError))

    def __eq__(cls, other):
        return True

    def __ne__(cls, other):
        return False

    def __hash__(cls):
        return hash(ErrorStatus)

    __instancecheck__ = raising(RuntimeError)
    __subclasscheck__ = raising(RuntimeError)


class HashlessMeta(type):
    __hash__ = raising(SystemExit)
    __eq__ = raising(SystemExit)


class OfMeta(metaclass=Meta):
    pass


class OfHashlessMeta(metaclass=HashlessMeta):
    pass


class Liar:
    """Claims in ``__class__`` to be an ``ErrorStatus``."""

    __class__ = property(lambda self: ErrorStatus)


class Everything:
    """Has every attribute and can be called."""

    def __getattr__(self, name):
        return Everything()

    def __call__(self, *arguments):
        return Everything()


class OddText(str):
    encode = isprintable = __len__ = __getitem__ = __str__ = __eq__ = raising(RuntimeError)
    __hash__ = str.__hash__


class OddRepr:
    def __repr__(self):
        return OddText("an odd text")


class Look(enum.IntEnum):
    """A foreign enumeration with the name and number of a member of ``ErrorStatus``."""

    NONE = 0


class NoStatus(enum.Enum):
    NONE = 0


Pair = namedtuple("Pair", "first second")


def forever():
    yield from itertools.count()


def half_way():
    yield True
    raise SystemExit("half way")


def around():
    items: list[Any] = []
    items.append(items)
    return items


def deep():
    items: list[Any] = []
    for _ in range(3000):
        items = [items]
    return items


class Endless:
    """Contains itself endlessly: every item and attribute has the same type."""

    def __iter__(self):
        return itertools.repeat(Endless())

    @property
    def dimensions(self):
        return Endless()

    @property
    def is_sufficient(self):
        return Endless()


class OddTiming(Timing):
    time_on_device = property(raising(KeyError))


class OddShape(OutputShape):
    dimensions = property(raising(GeneratorExit))


WRONG = {
    **{f"{name} raises": lambda n=name: with_methods([n], RuntimeError) for name in METHODS},
    "__class__ raises": lambda: with_methods(["__class__"], RuntimeError),
    "all raise Exception": lambda: with_methods(ALL, ValueError),
    "all raise SystemExit": lambda: with_methods(ALL, SystemExit),
    "all raise KeyboardInterrupt": lambda: with_methods(ALL, KeyboardInterrupt),
    "all raise GeneratorExit": lambda: with_methods(ALL, GeneratorExit),
    "all raise StopIteration": lambda: with_methods(ALL, StopIteration),
    "all raise AttributeError": lambda: with_methods(ALL, AttributeError),
    "all raise OwnError": lambda: with_methods(ALL, OwnError),
    "of a lying metaclass": OfMeta,
    "of a metaclass without hash": OfHashlessMeta,
    "lies about its class": Liar,
    "repr is an odd str": OddRepr,
    "complex": lambda: 1j,
    "ellipsis": lambda: ...,
    "a module": lambda: itertools.__class__,
    "a type": lambda: ErrorStatus,
    "a function": lambda: print,
    "an exception": lambda: KeyboardInterrupt("not raised"),
    "endless": forever,
    "endless of endless": Endless,
    "ends with SystemExit": half_way,
    "contains itself": around,
    "nested too deep": deep,
    "hostile list": lambda: with_methods(["__len__", "__iter__"], OSError, list, ([1j, 2j],)),
    "hostile tuple": lambda: with_methods(["__len__", "__getitem__"], OSError, tuple, ([1j],)),
    "hostile str": lambda: OddText("text \ud800"),
    "hostile dict": lambda: with_methods(["__iter__", "__repr__"], OSError, dict),
    "hostile bytes": lambda: with_methods(["__len__", "__repr__"], OSError, bytes, (b"ab",)),
    "huge integer": lambda: 1 << 60_000,
    "hostile huge int": lambda: with_methods(["__int__", "__repr__"], OSError, int, (1 << 80,)),
    "surrogates": lambda: "\ud800\udfff\x00\x1b[31m\n",
    "bytes": lambda: b"\xff\x00",
    "array without a shape": lambda: np.array(1j),
    "array of objects": lambda: np.array([with_methods(ALL, RuntimeError)], dtype=object),
    "array of records": lambda: np.zeros(2, "i4,f8"),
    "two-dimensional array": lambda: np.ones((2, 2)),
    "numpy date": lambda: np.datetime64("2020-01-01"),
    "an enumeration's member": lambda: NoStatus.NONE,
    "Timing without values": lambda: object.__new__(Timing),
    "OutputShape without values": lambda: object.__new__(OutputShape),
    "Timing with a property": lambda: object.__new__(OddTiming),
    "OutputShape with a property": lambda: object.__new__(OddShape),
    "Timing of texts": lambda: Timing("no", OddText("no")),
    "OutputShape of anything": lambda: OutputShape(OfMeta(), with_methods(ALL, RuntimeError)),
    "Capabilities of anything": lambda: Capabilities(*[with_methods(ALL, RuntimeError)] * 5),
    "Capabilities of lists": lambda: Capabilities(
        PerformanceInfo("1", None),
        PerformanceInfo(OfMeta(), 1j),
        (OperandPerformance(OddText("type"), None), OperandPerformance([], Liar()), 5),
        None,
        Liar(),
    ),
    "extensions of anything": lambda: [
        Extension(OddText("\ud800"), 5),
        Extension(None, (ExtensionOperandType([], OfMeta(), "1"), None)),
        with_methods(ALL, RuntimeError),
    ],
}
"""Values that are invalid in every answer."""

LOOKALIKES = {
    "numpy integer": lambda: np.int64(0),
    "numpy bool": lambda: np.bool_(True),
    "numpy float": lambda: np.float32(0),
    "array of bool": lambda: np.array([True]),
    "array of zero": lambda: np.array([0]),
    "int subclass": lambda: with_methods(ALL[:-1], RuntimeError, int, (0,)),
    "str subclass": lambda: OddText("plain"),
    "member of another enumeration": lambda: Look.NONE,
    "status of a device": lambda: DeviceStatus.AVAILABLE,
    "named pair": lambda: Pair(NONE, "text"),
    "has everything": Everything,
    "True": lambda: True,
    "0": lambda: 0,
    "None": lambda: None,
    "empty tuple": tuple,
    "NaN": lambda: float("nan"),
}
"""Values that are valid in some answers."""


class OddMessageError(Exception):
    __str__ = __repr__ = raising(SystemExit)


class OddFieldsError(Exception):
    """Raises when printed and when any attribute that a traceback needs is read."""

    __cause__ = __context__ = __suppress_context__ = property(raising(RuntimeError))
    __traceback__ = __notes__ = args = property(raising(RuntimeError))
    __str__ = raising(KeyboardInterrupt)


class Interrupts(KeyboardInterrupt):
    """An interrupt whose class is not the built-in one."""


def circle():
    first, second = ValueError("first"), ValueError("second")
    first.__cause__, second.__cause__ = second, first
    return first


def long_chain():
    last = error = ValueError("link")
    for _ in range(20_000):
        error.__context__ = ValueError("link")
        error = error.__context__
    return last


def deep_group():
    error: BaseException = OddMessageError()
    for _ in range(500):
        error = BaseExceptionGroup("group", [error, SystemExit(3)])
    return error


def with_notes():
    error = ValueError("noted")
    error.__notes__ = [with_methods(ALL, RuntimeError), 5]
    return error


def odd_syntax_error():
    error = SyntaxError("odd")
    error.filename, error.lineno, error.offset = OddText("file"), OddRepr(), "five"
    error.text, error.end_lineno, error.msg = 5, Liar(), with_methods(ALL, RuntimeError)
    return error


def thrown():
    """Raise a ``KeyboardInterrupt`` without a ``raise`` statement, through a generator."""

    def generator():
        yield

    generator().throw(KeyboardInterrupt("thrown"))


def too_deep():
    return too_deep() + 1


def finding():
    return DriverCallError(Finding(VerdictKind.PASSED, "", "all is well"))


ERRORS = {
    "message raises": OddMessageError,
    "fields raise": OddFieldsError,
    "name of control characters": lambda: type("Bad\n\x1b[31mName", (Exception,), {})("odd"),
    "empty name": lambda: type("", (Exception,), {})(),
    "name of the metaclass raises": lambda: NamedBadlyError("odd"),
    "surrogates in the message": lambda: ValueError("\ud800 \x00 \x1b]0;title\x07 \u202e"),
    "huge message": lambda: ValueError("x" * 20_000_000),
    "many lines": lambda: ValueError("line\n" * 100_000),
    "hostile arguments": lambda: ValueError(with_methods(ALL, SystemExit)),
    "odd text as the message": lambda: ValueError(OddText("odd")),
    "odd syntax error": odd_syntax_error,
    "key error": lambda: KeyError(OddRepr()),
    "decoding": lambda: UnicodeDecodeError("utf-8", b"\xff" * 100, 0, 1, "odd \ud800"),
    "circle of causes": circle,
    "long chain": long_chain,
    "deep group": deep_group,
    "odd notes": with_notes,
    "SystemExit": lambda: SystemExit(0),
    "SystemExit of an object": lambda: SystemExit(with_methods(ALL, RuntimeError)),
    "KeyboardInterrupt": lambda: KeyboardInterrupt("raised by the driver"),
    "subclass of KeyboardInterrupt": lambda: Interrupts("raised by the driver"),
    "thrown KeyboardInterrupt": thrown,
    "GeneratorExit": GeneratorExit,
    "StopIteration": lambda: StopIteration(5),
    "StopAsyncIteration": StopAsyncIteration,
    "CancelledError": asyncio.CancelledError,
    "OwnError": lambda: OwnError("own"),
    "MemoryError": MemoryError,
    "RecursionError": too_deep,
    "pytest skips": lambda: pytest.skip.Exception("skipped by the driver"),
    "pytest fails": lambda: pytest.fail.Exception("failed by the driver"),
    "pytest exits": lambda: pytest.exit.Exception("exited by the driver"),
    "our CrossingError": lambda: UnsendableValueError("not ours"),
    "our CrashError": lambda: CrashError("not ours"),
    "our RemoteError": lambda: remote_error("Odd", "not ours", [5, OfMeta()]),
    "our BadAnswerError": finding,
    "our SetAsideError": lambda: SkipCheck(VerdictKind.PASSED, "set aside by the driver"),
    "our NotPreparedError": lambda: NotPreparedError([]),
}


class NamedBadlyError(Exception, metaclass=Meta):
    """An exception whose class raises when its name is read."""


@dataclass
class Raise:
    """An exception to raise in place of an answer."""

    error: Any


OBJECTS: dict[str, Any] = {**WRONG, **LOOKALIKES}
NAMES = [*OBJECTS, *ERRORS]
OBJECTS |= {name: lambda make=make: Raise(make) for name, make in ERRORS.items()}
