"""An assertion that two examples are equal in every bit, including NaNs and memory contents."""

from __future__ import annotations

import struct
from dataclasses import fields, is_dataclass
from typing import Any

from conformance.cases import Example
from conformance.hal import Memory, Model, content_of


def plain(value: Any) -> Any:
    """Return the value as nested tuples of comparable values.

    Floats are replaced by their bits, so that NaN equals NaN, and memories by their contents.
    """
    if isinstance(value, Memory):
        return "memory", value.name, value.size, content_of(value)
    if isinstance(value, Model):
        pools = [next(i for i, p in enumerate(value.pools) if p is pool) for pool in value.pools]
        return "model", tuple(pools), _fields(value)
    if is_dataclass(value) and not isinstance(value, type):
        return type(value).__name__, _fields(value)
    if isinstance(value, float):
        return "float", struct.pack(">d", value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, dict):
        return tuple((key, plain(item)) for key, item in value.items())
    if isinstance(value, tuple | list):
        return tuple(plain(item) for item in value)
    return value


def _fields(value: Any) -> tuple[Any, ...]:
    return tuple((field.name, plain(getattr(value, field.name))) for field in fields(value))


def assert_same(first: Example, second: Example) -> None:
    """Fail with the name of the first field that differs."""
    for field in fields(first):
        name = field.name
        assert plain(getattr(first, name)) == plain(getattr(second, name)), name
