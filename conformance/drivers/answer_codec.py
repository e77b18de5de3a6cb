"""Conversion of a driver's answers, valid or not, to plain data and back.

A driver process sends each answer as data. Values of the contract's types arrive unchanged. Any
other object arrives as an ``UnknownObject`` with the same type name and text, the attributes that
the harness reads and, if it is iterable, its items, so that it leads to the same verdict as in the
process of the suite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from itertools import islice
from typing import Any, Final

import numpy as np

from conformance import hal
from conformance.drivers.foreign_objects import is_instance, repr_of, type_name

_ENUMS: Final = (
    hal.ErrorStatus,
    hal.DeviceStatus,
    hal.DeviceType,
    hal.Version,
    hal.OperandType,
    hal.FenceStatus,
)
_RECORDS: Final[tuple[type, ...]] = (
    hal.Timing,
    hal.OutputShape,
    hal.PerformanceInfo,
    hal.OperandPerformance,
    *hal.CAPABILITIES_FORMS,
    hal.Extension,
    hal.ExtensionOperandType,
)
_NUMBERS: Final = {kind: number for number, kind in enumerate((*_ENUMS, *_RECORDS))}
_KINDS: Final = tuple(_NUMBERS)
_FIELDS: Final = {kind: tuple(field.name for field in fields(kind)) for kind in _RECORDS}
_SCALARS: Final = frozenset({type(None), bool, float, bytes})
_BASES: Final = (int, float, str, bytes, tuple, list)
_READ_ATTRIBUTES: Final = (
    "dimensions",
    "is_sufficient",
    "time_on_device",
    "time_in_driver",
    "name",
    "operand_types",
)
_MAX_DEPTH: Final = 8
_MAX_ITEMS: Final = 1 << 18
_INTERFACES: Final = (
    hal.PreparedModel,
    hal.Execution,
    hal.Fence,
    hal.FencedExecutionCallback,
    hal.Buffer,
    hal.BurstContext,
)

Register = Callable[[str, Any], Any]
"""Maps an object of the driver and its interface's name to a number."""

Resolve = Callable[[str, Any], Any]
"""Maps an interface's name and a number to the harness's proxy for the object."""


def interface_of(value: Any) -> str:
    """Return the name of the interface of which ``value`` is an instance; empty if of none."""
    return next((kind.__name__ for kind in _INTERFACES if is_instance(value, kind)), "")


def pack(value: Any, register: Register, depth: int = _MAX_DEPTH) -> Any:
    """Return ``value`` as data that MessagePack can encode and ``unpack`` can read.

    An instance of a subclass is sent as one of its base. An exception of the value's methods is
    raised, and ``ValueError`` for an answer without end.
    """
    kind = type(value)
    if kind in _SCALARS or (kind is int and -(1 << 63) <= value < 1 << 64):
        return value
    if kind is str:  # lone surrogates cannot be sent
        return value.encode(errors="backslashreplace").decode()
    if depth > 0 and (kind is tuple or kind is list):
        return ["t" if kind is tuple else "l", [pack(item, register, depth - 1) for item in value]]
    number = _NUMBERS.get(kind)
    if number is not None and kind in _FIELDS:
        return _pack_record(value, kind, register, depth)
    if number is not None:
        return ["e", number, int(value)]
    if name := interface_of(value):
        return ["o", name, register(name, value)]
    if isinstance(value, np.generic) and value.dtype.kind in "biuf":
        return ["n", value.dtype.str, value.tobytes()]
    for base in _BASES:
        if isinstance(value, base) and kind is not base:
            return pack(base(value), register, depth)  # type: ignore[arg-type]
    for record in _RECORDS:
        if isinstance(value, record):
            return _pack_record(value, record, register, depth)
    return _pack_unknown(value, register, depth)


def _pack_record(value: Any, kind: type, register: Register, depth: int) -> Any:
    values = [getattr(value, name, None) for name in _FIELDS[kind]]
    return ["r", _NUMBERS[kind], [pack(item, register, depth - 1) for item in values]]


def _pack_unknown(value: Any, register: Register, depth: int) -> Any:
    attributes: dict[str, Any] = {}
    items = None
    if depth > 0:
        for name in _READ_ATTRIBUTES:
            if hasattr(value, name):
                attributes[name] = pack(getattr(value, name), register, depth - 1)
        if isinstance(value, Iterable):
            items = [pack(item, register, depth - 1) for item in islice(value, _MAX_ITEMS)]
            if len(items) == _MAX_ITEMS:
                raise ValueError(f"the answer has {_MAX_ITEMS} values or more")
    return ["x", type_name(value), repr_of(value), attributes, items]


class UnknownObject:
    """A substitute for an object of the driver whose type is not part of the interface."""

    shown: str

    def __repr__(self) -> str:
        return self.shown

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnknownObject) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


class UnknownIterable(UnknownObject):
    """A substitute for an iterable object."""

    items: list[Any]

    def __iter__(self) -> Any:
        return iter(self.items)


def unpack(data: Any, resolve: Resolve) -> Any:
    """Return the value that ``pack`` converted; ``ValueError`` if ``pack`` cannot produce ``data``.

    ``resolve`` supplies the objects of the interface.
    """
    if not isinstance(data, list):
        if isinstance(data, dict):
            raise ValueError("a value is a map without a tag")
        return data
    try:
        return _unpack(data, resolve)
    except (TypeError, LookupError, OverflowError, AttributeError, RecursionError) as error:
        raise ValueError(f"a value is malformed: {error}") from error


def _unpack(data: list[Any], resolve: Resolve) -> Any:
    tag, *rest = data
    if tag == "t":
        return tuple([unpack(item, resolve) for item in rest[0]])
    if tag == "l":
        return [unpack(item, resolve) for item in rest[0]]
    if tag == "e":
        return _KINDS[rest[0]](rest[1])
    if tag == "r":
        return _KINDS[rest[0]](*[unpack(item, resolve) for item in rest[1]])
    if tag == "o":
        return resolve(*rest)
    if tag == "n":
        return np.frombuffer(rest[1], np.dtype(rest[0]))[0]
    if tag == "x":
        name, shown, attributes, items = rest
        base = UnknownObject if items is None else UnknownIterable
        substitute: Any = type(str(name), (base,), {})()
        substitute.shown = str(shown)
        for attribute, value in attributes.items():
            setattr(substitute, attribute, unpack(value, resolve))
        if items is not None:
            substitute.items = [unpack(item, resolve) for item in items]
        return substitute
    raise ValueError(f"a value has the unknown tag {tag!r}")
