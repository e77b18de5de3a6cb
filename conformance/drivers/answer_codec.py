"""Conversion of a driver's answers, valid or not, to plain data and back.

A driver may return an object of any type, and an invalid answer must lead to a verdict and not to
an error of the suite. Values of the contract's types are kept. Any other object is replaced by an
``UnknownObject``. It has the same type name and ``repr``, the attributes that the harness reads
and, if the object is iterable, its items, but it runs no code of the driver. Answers from a driver
process (``pack`` and ``unpack``) and answers of a driver in this process (``received``) are
converted in the same way, so that both lead to the same verdicts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Final

import numpy as np

from conformance.drivers.foreign_objects import (
    call_or_default,
    describe_exception,
    is_instance,
    is_user_interrupt,
    remote_error,
    text_or_none,
    type_name,
)
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
    Execution,
    Extension,
    ExtensionOperandType,
    Fence,
    FencedExecutionCallback,
    FenceStatus,
    OperandPerformance,
    OperandType,
    OutputShape,
    PerformanceInfo,
    PreparedModel,
    Timing,
    Version,
)

_ENUMS: Final = (ErrorStatus, DeviceStatus, DeviceType, Version, OperandType, FenceStatus)
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
_NUMPY_SCALARS: Final = tuple(
    np.dtype(code).type for code in ("?", *"bBhHiIlLqQ", "e", "f", "d", "g")
)

# Types are looked up by identity, because the metaclass of a driver's class can define ``__eq__``
# and ``__hash__`` such that the class equals any other.
_ENUM_NUMBERS: Final[dict[int, int]] = {id(enum): n for n, enum in enumerate(_ENUMS)}
_RECORD_NUMBERS: Final[dict[int, int]] = {id(kind): n for n, kind in enumerate(_RECORD_KINDS)}
_SCALARS: Final = frozenset(map(id, (type(None), bool, float, bytes)))
_LISTS: Final = frozenset(map(id, (tuple, list)))
_NUMPY: Final = frozenset(map(id, _NUMPY_SCALARS))

_DUCK_TYPED_FIELDS: Final = (
    "dimensions",
    "is_sufficient",
    "time_on_device",
    "time_in_driver",
    "name",
    "operand_types",
)
_MAX_DEPTH: Final = 8
_MAX_ITEMS: Final = 1 << 18
"""Maximum number of values in one answer; a longer one, such as an endless iterator, is cut."""

_FOREIGN_OBJECT_COST: Final = 256
"""Number of values that one foreign object counts as, because reading it runs driver code."""

_MAX_SHOWN: Final = 200

Register = Callable[[str, Any], Any]
"""Maps the kind (``prepared_model``, ``buffer``, ...) and an object of the driver to a number."""


def pack(value: Any, register: Register) -> Any:
    """Return ``value`` as data that MessagePack can encode and ``unpack`` can read.

    The only exception that a hostile ``value`` can cause is the user's interrupt.
    """
    if type(value) is tuple and len(value) == 3 and type(value[2]) is Timing:
        short = call_or_default(_pack_result, *value, default=None)
        if short is not None:
            return short
    packer = _Packer(register)
    try:
        return packer.pack(value, 0)
    except BaseException as error:
        if is_user_interrupt(error):
            raise
        return packer.foreign_object(value, _MAX_DEPTH)


class _Packer:
    """Packs one answer; counts its values, so that an endless answer is truncated."""

    def __init__(self, register: Register) -> None:
        self._register = register
        self._left = _MAX_ITEMS

    def pack(self, value: Any, depth: int) -> Any:
        """Return one value of the answer as data."""
        self._left -= 1
        kind = type(value)
        if id(kind) in _SCALARS:
            return value
        if kind is int:
            return value if -(1 << 63) <= value < 1 << 64 else ["i", f"{value:x}"]
        if kind is str:
            return _text(value)
        if depth >= _MAX_DEPTH or self._left <= 0:
            return self.foreign_object(value, _MAX_DEPTH)
        if kind is tuple or kind is list:
            return self._list("t" if kind is tuple else "l", value, depth)
        number = _ENUM_NUMBERS.get(id(kind))
        if number is not None:
            return ["e", number, int(value)]
        number = _RECORD_NUMBERS.get(id(kind))
        if number is not None:
            return self._record(number, value, depth)
        if id(kind) in _NUMPY:
            return ["n", value.dtype.str, value.tobytes()]
        return self._subclass(value, depth)

    def _list(self, tag: str, value: Any, depth: int) -> Any:
        if len(value) > self._left:
            return self.foreign_object(value, _MAX_DEPTH)
        if _SCALARS.issuperset(map(id, map(type, value))):
            self._left -= len(value)
            return [tag, list(value)]
        return [tag, [self.pack(item, depth + 1) for item in value]]

    def _record(self, number: int, value: Any, depth: int) -> Any:
        try:
            fields = [getattr(value, field) for field in _RECORDS[_RECORD_KINDS[number]]]
        except BaseException as error:  # a field without a value, or a property that raises
            if is_user_interrupt(error):
                raise
            return self.foreign_object(value, depth)
        return ["r", number, [self.pack(field, depth + 1) for field in fields]]

    def _subclass(self, value: Any, depth: int) -> Any:
        """Return an object of the interface, or an instance of a subclass of a plain type, as data.

        The value is read with a method of the plain type, because the subclass may override it.
        """
        kind = type(value)
        if issubclass(kind, int):
            return self.pack(int.__int__(value), depth)
        if issubclass(kind, float):
            return float.__float__(value)
        if issubclass(kind, str):
            return _text(str.__str__(value))
        if issubclass(kind, bytes):
            return bytes.__getitem__(value, slice(None))
        if issubclass(kind, tuple):
            return self._list("t", tuple(tuple.__iter__(value)), depth)
        if issubclass(kind, list):
            return self._list("l", list(list.__iter__(value)), depth)
        for number, record in enumerate(_RECORD_KINDS):
            if issubclass(kind, record):
                return self._record(number, value, depth)
        name = object_kind(value)
        if name:
            return ["o", name, self._register(name, value)]
        return self.foreign_object(value, depth)

    def foreign_object(self, value: Any, depth: int) -> Any:
        """Return the data from which ``unpack`` creates the substitute for a foreign object.

        The data contains type name, ``repr``, known attributes and items of the object.
        """
        self._left -= _FOREIGN_OBJECT_COST
        shown = _repr_text(value)
        attributes: dict[str, Any] = {}
        # At the limit of depth or of values, the object is not iterated.
        if depth >= _MAX_DEPTH:
            return self._described(value, shown, attributes, None, None)
        for name in _DUCK_TYPED_FIELDS:
            try:
                attribute = getattr(value, name)
            except BaseException as error:
                if is_user_interrupt(error):
                    raise
                continue
            attributes[name] = self.pack(attribute, depth + 1)
        if not is_instance(value, Iterable):
            return self._described(value, shown, attributes, None, None)
        items = []
        try:
            for item in islice(value, max(self._left, 0) + 1):
                if self._left <= 0:
                    raise ValueError(f"the answer has more than {_MAX_ITEMS} values")
                items.append(self.pack(item, depth + 1))
        except BaseException as error:
            if is_user_interrupt(error):
                raise
            raised = describe_exception(error)
            data = [raised.name, raised.message, list(raised.lines)]
            return self._described(value, shown, attributes, False, data)
        return self._described(value, shown, attributes, True, items)

    @staticmethod
    def _described(
        value: Any, shown: str | None, attributes: dict[str, Any], complete: bool | None, items: Any
    ) -> Any:
        text = None if shown is None else _text(shown[:_MAX_SHOWN])
        return ["x", type_name(value), text, attributes, complete, items]


def _pack_result(status: Any, shapes: Any, timing: Timing) -> list[Any] | None:
    """Return an execution result in a form that is quick to decode.

    Return ``None`` if a value of the result has not exactly the type that the interface requires.
    """
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


_SIZED_TYPES: Final = frozenset(map(id, (tuple, list, dict, set, frozenset, bytearray)))


def _repr_text(value: Any) -> str | None:
    """Return the ``repr`` of a value, or the type and length of a large container."""
    kind = type(value)
    if id(kind) in _SIZED_TYPES and len(value) > _MAX_SHOWN:
        return f"a {kind.__name__} of {len(value)} items"
    return text_or_none(value, repr)


_OBJECTS: Final[tuple[tuple[type, str], ...]] = (
    (PreparedModel, "prepared_model"),
    (Execution, "execution"),
    (Fence, "fence"),
    (FencedExecutionCallback, "execution_info"),
    (Buffer, "buffer"),
    (BurstContext, "burst"),
)


INTERFACES: Final = {name: type_.__name__ for type_, name in _OBJECTS}
"""Maps each kind of object to the name of its interface."""


def stand_in_for(kind: str) -> Any:
    """Return a substitute for an object of the interface that is not valid at this position."""
    name = INTERFACES.get(kind, "object")
    substitute: Any = type(name, (UnknownObject,), {})()
    substitute.shown = f"a {name}"
    return substitute


def object_kind(value: Any) -> str:
    """Return of which interface class ``value`` is an instance; empty if of none."""
    return next((name for type_, name in _OBJECTS if is_instance(value, type_)), "")


def _text(value: str) -> Any:
    """Return a text as data.

    A text with lone surrogates becomes bytes, because MessagePack cannot encode it as text.
    """
    try:
        value.encode()
    except UnicodeEncodeError:
        return ["s", value.encode("utf-8", "surrogatepass")]
    return value


_ADDRESS: Final = re.compile(r"0x[0-9a-f]+")


class UnknownObject:
    """A substitute for an object of the driver whose type is not part of the interface.

    Two substitutes are equal if their type names, their ``repr`` texts without addresses, their
    attributes and their items are equal.
    """

    shown: str | None

    def __repr__(self) -> str:
        if self.shown is None:
            raise ValueError("the __repr__ of the original object raised")
        return self.shown

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UnknownObject) or type(self).__name__ != type(other).__name__:
            return False
        own, others = dict(vars(self)), dict(vars(other))
        shown = [_ADDRESS.sub("", attributes.pop("shown") or "") for attributes in (own, others)]
        return shown[0] == shown[1] and own == others

    def __hash__(self) -> int:
        return hash(type(self).__name__)


class UnknownIterable(UnknownObject):
    """A substitute for an iterable object.

    ``raises`` is set if the iteration of the original raised an exception; that of the substitute
    then raises too.
    """

    items: list[Any]
    raises: tuple[str, str, list[str]] | None

    def __iter__(self) -> Any:
        if self.raises is not None:
            raise remote_error(*self.raises)
        return iter(self.items)


Resolve = Callable[[str, int], Any]
"""Maps kind and number of an object in the driver process to the harness's proxy for it."""


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
    if tag == "i":
        return int(data[1], 16)
    if tag == "s":
        return data[1].decode("utf-8", "surrogatepass")
    if tag == "x":
        return _unpack_unknown(data, resolve)
    raise ValueError(f"a value has the unknown tag {tag!r}")


def _unpack_unknown(data: list[Any], resolve: Resolve) -> UnknownObject:
    _, name, shown, attributes, complete, items = data
    base = UnknownObject if complete is None else UnknownIterable
    substitute: Any = type(unpack(name, resolve), (base,), {})()
    substitute.shown = unpack(shown, resolve)
    for attribute in _DUCK_TYPED_FIELDS:
        if attribute in attributes:
            setattr(substitute, attribute, unpack(attributes[attribute], resolve))
    if complete is not None:
        substitute.items = [unpack(item, resolve) for item in items] if complete else []
        substitute.raises = None if complete else _raised(*items)
    unknown: UnknownObject = substitute
    return unknown


def _raised(name: Any, message: Any, lines: Any) -> tuple[str, str, list[str]]:
    return str(name), str(message), [str(line) for line in lines]


_TRUSTED: Final = frozenset(map(id, (type(None), bool, float, bytes, int, str, *_ENUMS)))
_MAX_PLAIN_ITEMS: Final = 64


def is_plain(value: Any, depth: int = 3) -> bool:
    """Return whether ``value`` consists only of plain types, so that it needs no conversion."""
    kind = type(value)
    if id(kind) in _TRUSTED or id(kind) in _NUMPY:
        return True
    if id(kind) in _LISTS:
        if _TRUSTED.issuperset(map(id, map(type, value))):
            return True
        if depth <= 0 or len(value) > _MAX_PLAIN_ITEMS:
            return False
        for item in value:
            if id(type(item)) not in _TRUSTED and not is_plain(item, depth - 1):
                return False
        return True
    if kind is Timing:
        return type(value.time_on_device) is int and type(value.time_in_driver) is int
    if kind is OutputShape:
        dimensions = value.dimensions
        return (
            type(value.is_sufficient) is bool
            and id(type(dimensions)) in _LISTS
            and _TRUSTED.issuperset(map(id, map(type, dimensions)))
        )
    return issubclass(kind, UnknownObject)


def received(value: Any, wrap: Callable[[str, Any], Any] | None = None) -> Any:
    """Return the answer of a driver in this process, with substitutes for foreign objects.

    An object of the interface, such as a prepared model or a fence, is kept or, if ``wrap`` is
    specified, replaced by ``wrap(kind, object)``. Whatever ``value`` is, the only exception that
    can occur is the user's interrupt.
    """
    try:
        if is_plain(value):
            return value
    except BaseException as error:
        if is_user_interrupt(error):
            raise
    objects: list[Any] = []

    def register(kind: str, driver_object: Any) -> int:
        objects.append(driver_object if wrap is None else wrap(kind, driver_object))
        return len(objects) - 1

    return unpack(pack(value, register), lambda _, number: objects[number])
