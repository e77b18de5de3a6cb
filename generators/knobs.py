"""Names of profiles with parameters, such as ``default,operations=CONV_2D+RELU,count=1-3``.

A name determines its profile completely, so a case id refers to the same graph on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from enum import IntEnum
from functools import cache
from typing import Any, Final, TypeVar

from conformance.hal import OperandType, OperationType, Version
from generators.cell_names import cells_of
from generators.profiles import PROFILES, Profile

_E = TypeVar("_E", bound=IntEnum)

_MOST_OPERATIONS: Final = 1000
_MOST_ELEMENTS: Final = 1 << 24
_MOST_WEIGHT: Final = 1 << 16
_IN_16: Final = ("connect", "recent", "constant", "special")
_IN_64: Final = ("by_reference", "unknown", "unused", "empty")


@cache
def profile_of(name: str) -> Profile:
    """Return the profile of a name, cached; raise ``ValueError`` if the name is invalid."""
    base, *parameters = name.split(",")
    if base not in PROFILES:
        raise ValueError(f"{base!r} is not a profile: expected one of {', '.join(PROFILES)}")
    changes: dict[str, Any] = {}
    for parameter in parameters:
        key, _, text = parameter.partition("=")
        parse = KNOBS.get(key)
        if parse is None:
            known = ", ".join(KNOBS)
            raise ValueError(
                f"{parameter!r} is not a profile parameter: expected PARAMETER=VALUE, PARAMETER "
                f"one of {known}"
            )
        try:
            fields = parse(text)
        except ValueError as error:
            raise ValueError(f"{parameter}: {error}") from None
        if not changes.keys().isdisjoint(fields):
            raise ValueError(f"{parameter}: {key} is given twice")
        changes |= fields
    profile = PROFILES[base]
    if not parameters:
        return profile
    if "sizes" in changes and "most_elements" not in changes:
        changes["most_elements"] = max(profile.most_elements, *changes["sizes"])
    return replace(profile, name=name, **changes)


def with_knob(name: str, parameter: str, text: str) -> str:
    """Return the profile's name with one parameter added or replaced."""
    base, *parameters = name.split(",")
    kept = [existing for existing in parameters if existing.partition("=")[0] != parameter]
    return ",".join([base, *kept, f"{parameter}={text}"])


def _number(text: str, minimum: int, maximum: int) -> int:
    if not (text.isascii() and text.isdigit() and minimum <= int(text) <= maximum):
        raise ValueError(f"{text!r} is not a number from {minimum} to {maximum}")
    return int(text)


def _member(enum: type[_E], text: str) -> _E:
    if text not in enum.__members__:
        near = get_close_matches(text.upper(), enum.__members__, 3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise ValueError(f"{text!r} is not a value of {enum.__name__}{hint}")
    return enum[text]


def _count(text: str) -> dict[str, Any]:
    first, _, last = text.partition("-")
    fewest = _number(first, 1, _MOST_OPERATIONS)
    return {"fewest": fewest, "most": _number(last or first, fewest, _MOST_OPERATIONS)}


def _weights(text: str) -> dict[str, Any]:
    weights = {}
    for part in text.split("+"):
        name, _, weight = part.partition(":")
        weights[_member(OperationType, name)] = _number(weight, 1, _MOST_WEIGHT)
    return {"weights": weights}


def _share(field: str, whole: int) -> Callable[[str], dict[str, Any]]:
    return lambda text: {field: _number(text, 0, whole)}


KNOBS: Final[Mapping[str, Callable[[str], dict[str, Any]]]] = {
    "operations": lambda text: {
        "operations": frozenset(_member(OperationType, name) for name in text.split("+"))
    },
    "types": lambda text: {
        "types": frozenset(_member(OperandType, name) for name in text.split("+"))
    },
    "cells": lambda text: {"cells": cells_of(text)},
    "version": lambda text: {"version": Version.parse(text)},
    "count": _count,
    "sizes": lambda text: {
        "sizes": tuple(_number(size, 1, _MOST_ELEMENTS) for size in text.split("+"))
    },
    "elements": lambda text: {"most_elements": _number(text, 1, _MOST_ELEMENTS)},
    "weights": _weights,
    "control_flow": _share("control_flow", 3),
    **{field: _share(field, 16) for field in _IN_16},
    **{field: _share(field, 64) for field in _IN_64},
}
"""Profile parameters by name, each with the function that parses its value into profile fields."""
