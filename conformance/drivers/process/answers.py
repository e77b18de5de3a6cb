"""Answers of a driver as plain data, the wrong ones included.

An answer may be of any type at all, and that it is a wrong one is a verdict. What the contract
knows crosses as itself; a stranger crosses as a stand-in with the same type name and ``repr``, the
same items when it can be iterated, and the attributes that somebody might look for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Final

import numpy as np

from conformance.hal import (
    Buffer,
    BurstContext,
    Capabilities,
    CapabilitiesV1_0,
    CapabilitiesV1_1,
    CapabilitiesV1_2,
    DeviceStatus,
    DeviceType,
    ErrorStatus,
    Extension,
    ExtensionOperandType,
    Fence,
    FencedExecutionCallback,
    OperandPerformance,
    OperandType,
    OutputShape,
    PerformanceInfo,
    PreparedModel,
    Timing,
    Version,
)

_ENUMS: Final = (ErrorStatus, DeviceStatus, DeviceType, Version, OperandType)
_ENUM_NUMBERS: Final[dict[type, int]] = {enum: number for number, enum in enumerate(_ENUMS)}
_MEMBERS: Final = tuple({int(member): member for member in enum} for enum in _ENUMS)
_RECORDS: Final[dict[type, tuple[str, ...]]] = {
    Timing: ("time_on_device", "time_in_driver"),
    OutputShape: ("dimensions", "is_sufficient"),
    PerformanceInfo: ("exec_time", "power_usage"),
    OperandPerformance: ("type", "info"),
    Capabilities: tuple(Capabilities.__dataclass_fields__),
    CapabilitiesV1_0: tuple(CapabilitiesV1_0.__dataclass_fields__),
    CapabilitiesV1_1: tuple(CapabilitiesV1_1.__dataclass_fields__),
    CapabilitiesV1_2: tuple(CapabilitiesV1_2.__dataclass_fields__),
    Extension: ("name", "operand_types"),
    ExtensionOperandType: ("type", "is_tensor", "byte_size"),
}
_RECORD_KINDS: Final = tuple(_RECORDS)
_RECORD_NUMBERS: Final[dict[type, int]] = {kind: n for n, kind in enumerate(_RECORD_KINDS)}
_LOOKED_FOR: Final = ("dimensions", "is_sufficient", "time_on_device", "time_in_driver")
_DEPTH: Final = 8
_ITEMS: Final = 1 << 20
_SCALARS: Final = (bool, float, bytes)

Register = Callable[[str, Any], int]
"""Gives an object of the driver a number: kind (``prepared_model``, ``buffer``, ...), object."""


def pack(value: Any, register: Register, depth: int = 0) -> Any:
    """``value`` as data that MessagePack can say and ``unpack`` understands; never raises."""
    kind = type(value)
    if kind is tuple and len(value) == 3 and type(value[2]) is Timing:
        short = _short(*value)
        if short is not None:
            return short
    if value is None or kind in _SCALARS:
        return value
    if kind is int:
        return value if -(1 << 63) <= value < 1 << 64 else ["i", f"{value:x}"]
    if kind is str:
        return _text(value)
    if depth < _DEPTH:
        if kind is tuple or kind is list:
            tag = "t" if kind is tuple else "l"
            return [tag, [pack(item, register, depth + 1) for item in value]]
        number = _ENUM_NUMBERS.get(kind)
        if number is not None:
            return ["e", number, int(value)]
        number = _RECORD_NUMBERS.get(kind)
        if number is not None:
            fields = _RECORDS[kind]
            return [
                "r",
                number,
                [pack(getattr(value, field), register, depth + 1) for field in fields],
            ]
        if isinstance(value, np.generic) and value.dtype.kind in "biuf":
            return ["n", value.dtype.str, value.tobytes()]
        if kind is np.ndarray and value.dtype.kind in "biuf":
            return ["a", value.dtype.str, list(value.shape), value.tobytes()]
        for type_, name in _OBJECTS:
            if isinstance(value, type_):
                return ["o", name, register(name, value)]
        if _quacks(value):
            return ["o", "prepared_model", register("prepared_model", value)]
    return _stranger(value, register, depth)


def _short(status: Any, shapes: Any, timing: Timing) -> list[Any] | None:
    """The result of an execution in a form that is quick to read, where all is as it should be."""
    if type(status) is not ErrorStatus or type(shapes) is not tuple:
        return None
    times = timing.time_on_device, timing.time_in_driver
    plain = []
    for shape in shapes:
        if type(shape) is not OutputShape or type(shape.is_sufficient) is not bool:
            return None
        dimensions = shape.dimensions
        if type(dimensions) is not tuple or not all(
            type(size) is int and 0 <= size < 1 << 63 for size in dimensions
        ):
            return None
        plain.append((dimensions, shape.is_sufficient))
    if any(type(time) is not int or not 0 <= time < 1 << 64 for time in times):
        return None
    return ["R", int(status), plain, *times]


_OBJECTS: Final[tuple[tuple[type, str], ...]] = (
    (PreparedModel, "prepared_model"),
    (Fence, "fence"),
    (FencedExecutionCallback, "execution_info"),
    (Buffer, "buffer"),
    (BurstContext, "burst"),
)


def _quacks(value: Any) -> bool:
    try:
        return callable(getattr(value, "execute", None)) and callable(
            getattr(value, "execute_synchronously", None)
        )
    except BaseException:
        return False


def _text(value: str) -> Any:
    try:
        value.encode()
    except UnicodeEncodeError:
        return ["s", value.encode("utf-8", "surrogatepass")]
    return value


def _stranger(value: Any, register: Register, depth: int) -> Any:
    try:
        shown = _text(repr(value)[:200])
    except BaseException:
        shown = None
    attributes = {}
    items: Any = None
    if depth < _DEPTH:
        for name in _LOOKED_FOR:
            try:
                attribute = getattr(value, name)
            except BaseException:
                continue
            attributes[name] = pack(attribute, register, depth + 1)
        if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
            try:
                items = [pack(item, register, depth + 1) for item in islice(value, _ITEMS)]
            except BaseException as error:
                items = [type(error).__name__, str(error)]
                return ["x", _text(type(value).__name__), shown, attributes, False, items]
            return ["x", _text(type(value).__name__), shown, attributes, True, items]
    base = next((one for one in (int, str, bytes) if isinstance(value, one)), None)
    if base is int:
        return pack(int(value), register)
    return ["x", _text(type(value).__name__), shown, attributes, None, None]


class Stranger:
    """Stands in for an object of a type that the interface does not name."""

    shown: str | None

    def __repr__(self) -> str:
        if self.shown is None:
            raise ValueError("the original has no repr")
        return self.shown


class IterableStranger(Stranger):
    """Stands in for one that can be iterated, or raises when it is."""

    items: list[Any]
    raises: tuple[str, str] | None

    def __iter__(self) -> Any:
        if self.raises is not None:
            from conformance.drivers.process.errors import remote_error  # noqa: PLC0415 - rare

            raise remote_error(*self.raises, [": ".join(self.raises)])
        return iter(self.items)


Resolve = Callable[[str, int], Any]
"""Makes the judge's proxy for an object of the process: kind and number."""


def unpack(data: Any, resolve: Resolve) -> Any:
    """What ``pack`` was given; ``ValueError`` when ``data`` did not come from there."""
    if not isinstance(data, list):
        if isinstance(data, dict):
            raise ValueError("a bare map")
        return data
    try:
        return _unpack(data, resolve)
    except (TypeError, LookupError, OverflowError, AttributeError, RecursionError) as error:
        raise ValueError(f"a malformed value: {error}") from error


def _unpack(data: list[Any], resolve: Resolve) -> Any:
    tag = data[0]
    if tag == "R":
        _, status, shapes, device, driver = data
        return (
            _MEMBERS[0][status],
            tuple([OutputShape(tuple(sizes), sufficient) for sizes, sufficient in shapes]),
            Timing(device, driver),
        )
    if tag == "t":
        return tuple([unpack(item, resolve) for item in data[1]])
    if tag == "l":
        return [unpack(item, resolve) for item in data[1]]
    if tag == "e":
        return _MEMBERS[data[1]][data[2]]
    if tag == "r":
        return _RECORD_KINDS[data[1]](*[unpack(field, resolve) for field in data[2]])
    if tag == "o":
        return resolve(data[1], data[2])
    if tag == "n":
        return np.frombuffer(data[2], np.dtype(data[1]))[0]
    if tag == "a":
        return np.frombuffer(data[3], np.dtype(data[1])).reshape(data[2])
    if tag == "i":
        return int(data[1], 16)
    if tag == "s":
        return data[1].decode("utf-8", "surrogatepass")
    if tag == "x":
        return _stand_in(data, resolve)
    raise ValueError(f"an unknown tag {tag!r}")


def _stand_in(data: list[Any], resolve: Resolve) -> Stranger:
    _, name, shown, attributes, complete, items = data
    base = Stranger if complete is None else IterableStranger
    made: Any = type(unpack(name, resolve), (base,), {})()
    made.shown = unpack(shown, resolve)
    for attribute in _LOOKED_FOR:
        if attribute in attributes:
            setattr(made, attribute, unpack(attributes[attribute], resolve))
    if complete is not None:
        made.items = [unpack(item, resolve) for item in items] if complete else []
        made.raises = None if complete else (str(items[0]), str(items[1]))
    stranger: Stranger = made
    return stranger


def describe_exception(error: BaseException, skipped: int) -> tuple[str, str, list[str]]:
    """Type name, message and printed lines of an exception, without its first frames."""
    import traceback  # noqa: PLC0415 - a driver that never raises starts without it

    trace = error.__traceback__
    for _ in range(skipped):
        trace = trace.tb_next if trace is not None and trace.tb_next is not None else trace
    try:
        printed = "".join(traceback.format_exception(type(error), error, trace))
    except BaseException:
        printed = type(error).__name__
    try:
        message = str(error)
    except BaseException:
        message = "<exception str() failed>"
    lines = printed.encode("utf-8", "backslashreplace").decode().splitlines()
    name = type(error).__name__
    return name, message.encode("utf-8", "backslashreplace").decode()[:10_000], lines[-60:]
