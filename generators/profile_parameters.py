"""Names of profiles with parameters, such as ``default,operations=CONV_2D+RELU,count=1-3``.

The parameter ``cells`` names a set of cells (operation and type). A short set lists its members:
``FLOOR:TENSOR_FLOAT32+RELU:TENSOR_FLOAT32``. A longer set is a bit mask over all operations and
types, in base64 without padding, of at most 69 characters. Both forms are independent of the
driver.

A name determines its profile completely, so a case id refers to the same graph on every machine.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from enum import IntEnum
from functools import cache
from typing import Any, Final, TypeVar

from conformance.hal import OperandType, OperationType, Version
from conformance.operations import definitions, vendor_extensions
from conformance.text import did_you_mean
from generators.construction.profiles import LARGE_FORMS, PROFILES, Profile
from generators.construction.tensor_values import VALUE_RANGES
from generators.constructors.control_flow import STATE_TYPES

_LISTED: Final = 3
"""Sets with at most this many members list them by name."""


def text_of(cells: Collection[tuple[int, int]]) -> str:
    """Return the set as text; ``ValueError`` if it is empty or has a pair that does not exist."""
    bits = _places()
    unknown = [cell for cell in cells if (int(cell[0]), int(cell[1])) not in bits]
    if unknown or not cells:
        raise ValueError(f"{unknown[0]} is not an operation with a type" if unknown else "no cells")
    ordered = sorted((int(operation), int(type_)) for operation, type_ in cells)
    if len(ordered) <= _LISTED:
        return "+".join(f"{OperationType(o).name}:{OperandType(t).name}" for o, t in ordered)
    mask = sum(1 << bits[cell] for cell in ordered)
    data = mask.to_bytes((mask.bit_length() + 7) // 8, "little")
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def cells_of(text: str) -> frozenset[tuple[int, int]]:
    """Return the set that a text denotes; ``ValueError`` if the text is invalid."""
    if ":" in text:
        return frozenset(map(_pair, text.split("+")))
    try:
        if not text.isascii():
            raise ValueError
        data = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        data = b""
    mask = int.from_bytes(data, "little")
    if not mask or mask.bit_length() > len(_places()):
        raise ValueError(
            f"{text!r} is not a set of operations with types: expected OPERATION:TYPE, joined by "
            "+, or the text from the id of a random graph"
        )
    return frozenset(cell for cell, bit in _places().items() if mask >> bit & 1)


def _pair(text: str) -> tuple[int, int]:
    operation, _, type_ = text.partition(":")
    if operation not in OperationType.__members__ or type_ not in OperandType.__members__:
        raise ValueError(f"{text!r} is not OPERATION:TYPE, such as FLOOR:TENSOR_FLOAT32")
    return int(OperationType[operation]), int(OperandType[type_])


@cache
def _places() -> dict[tuple[int, int], int]:
    """Return the bit number of each operation with each of its types, ordered by their codes."""
    found = {
        (int(code), int(type_))
        for code, definition in definitions().items()
        for type_ in definition.types
    }
    found |= {
        (int(operation), int(type_))
        for operation in (OperationType.IF, OperationType.WHILE)
        for type_ in STATE_TYPES
    }
    return {cell: bit for bit, cell in enumerate(sorted(found))}


_E = TypeVar("_E", bound=IntEnum)

_MAX_OPERATIONS: Final = 1000
_MAX_ELEMENTS: Final = 1 << 24
_MAX_WEIGHT: Final = 1 << 16
_SIXTEENTHS: Final = ("reuse", "reuse_newest", "constant", "special_values")
_SIXTY_FOURTHS: Final = (
    *("constant_reference", "unknown_shape", "unused_operand", "zero_size"),
    *("special_graphs", "large_shapes", "motifs", "value_ranges"),
)


@cache
def parse_profile(name: str) -> Profile:
    """Return the profile of a name, cached; raise ``ValueError`` if the name is invalid."""
    base, *parameters = name.split(",")
    if base not in PROFILES:
        near = did_you_mean(base, PROFILES, 1)
        raise ValueError(f"{base!r} is not a profile: expected one of {', '.join(PROFILES)}{near}")
    changes: dict[str, Any] = {}
    for parameter in parameters:
        key, _, text = parameter.partition("=")
        parse = PROFILE_PARAMETERS.get(key)
        if parse is None:
            known = ", ".join(PROFILE_PARAMETERS)
            raise ValueError(
                f"{parameter!r} is not a profile parameter: expected PARAMETER=VALUE, PARAMETER "
                f"one of {known}{did_you_mean(key, PROFILE_PARAMETERS, 1)}"
            )
        try:
            fields = parse(text)
        except ValueError as error:
            raise ValueError(f"{parameter}: {error}") from None
        if not changes.keys().isdisjoint(fields):
            raise ValueError(f"{parameter}: {key} is specified twice")
        changes |= fields
    profile = PROFILES[base]
    if not parameters:
        return profile
    if "sizes" in changes and "max_elements" not in changes:
        changes["max_elements"] = max(profile.max_elements, *changes["sizes"])
    return replace(profile, name=name, **changes)


def with_parameter(name: str, parameter: str, text: str) -> str:
    """Return the profile's name with one parameter added or replaced."""
    base, *parameters = name.split(",")
    kept = [existing for existing in parameters if existing.partition("=")[0] != parameter]
    return ",".join([base, *kept, f"{parameter}={text}"])


def _parse_number(text: str, minimum: int, maximum: int) -> int:
    if not (text.isascii() and text.isdigit() and minimum <= int(text) <= maximum):
        raise ValueError(f"{text!r} is not a number from {minimum} to {maximum}")
    return int(text)


def _parse_member(enum: type[_E], text: str) -> _E:
    if text not in enum.__members__:
        near = did_you_mean(text, enum.__members__)
        raise ValueError(f"{text!r} is not a value of {enum.__name__}{near}")
    return enum[text]


def _parse_count(text: str) -> dict[str, Any]:
    first, _, last = text.partition("-")
    minimum = _parse_number(first, 1, _MAX_OPERATIONS)
    maximum = _parse_number(last or first, minimum, _MAX_OPERATIONS)
    return {"min_operations": minimum, "max_operations": maximum}


def _parse_weights(text: str) -> dict[str, Any]:
    weights = {}
    for part in text.split("+"):
        name, _, weight = part.partition(":")
        weights[_parse_member(OperationType, name)] = _parse_number(weight, 1, _MAX_WEIGHT)
    return {"weights": weights}


def _name_parser(field: str, names: Collection[str]) -> Callable[[str], dict[str, Any]]:
    def parse(text: str) -> dict[str, Any]:
        if text not in names:
            near = did_you_mean(text, names)
            raise ValueError(f"{text!r} is not one of {', '.join(names)}{near}")
        return {field: text}

    return parse


def _parse_extension(name: str) -> str:
    known = vendor_extensions()
    if name not in known:
        raise ValueError(
            f"{name!r} is not a vendor extension with a definition: expected one of "
            f"{', '.join(known)}"
        )
    return name


def _share_parser(field: str, whole: int) -> Callable[[str], dict[str, Any]]:
    return lambda text: {field: _parse_number(text, 0, whole)}


PROFILE_PARAMETERS: Final[Mapping[str, Callable[[str], dict[str, Any]]]] = {
    "operations": lambda text: {
        "operations": frozenset(_parse_member(OperationType, name) for name in text.split("+"))
    },
    "types": lambda text: {
        "types": frozenset(_parse_member(OperandType, name) for name in text.split("+"))
    },
    "cells": lambda text: {"cells": cells_of(text)},
    "extensions": lambda text: {
        "extensions": frozenset(_parse_extension(name) for name in text.split("+"))
    },
    "version": lambda text: {"version": Version.parse(text)},
    "count": _parse_count,
    "sizes": lambda text: {
        "sizes": tuple(_parse_number(size, 1, _MAX_ELEMENTS) for size in text.split("+"))
    },
    "elements": lambda text: {"max_elements": _parse_number(text, 1, _MAX_ELEMENTS)},
    "weights": _parse_weights,
    "values": _name_parser("value_range", VALUE_RANGES),
    "large": _name_parser("large_form", LARGE_FORMS),
    "control_flow": _share_parser("control_flow", 3),
    **{field: _share_parser(field, 16) for field in _SIXTEENTHS},
    **{field: _share_parser(field, 64) for field in _SIXTY_FOURTHS},
}
"""Profile parameters by name, each with the function that parses its value into profile fields."""
