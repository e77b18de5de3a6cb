"""The options of custom operators: a flexbuffer whose root is a map of numbers.

The classes of ``flatbuffers.flexbuffers`` follow offsets and lengths without a check. This reader
therefore limits the sizes, reads single numbers only, and treats every exception as a damaged file.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any, Final

_MAX_BYTES: Final = 1 << 16
_MAX_ENTRIES: Final = 128
_WIDTHS: Final = (1, 2, 4, 8)


class OptionsError(ValueError):
    """The options of a custom operator are damaged; the message states the reason."""


@cache
def _flexbuffers() -> ModuleType:
    return importlib.import_module("flatbuffers.flexbuffers")


def read_number_map(content: bytes) -> Mapping[str, int | float | bool]:
    """Return the numbers of a map by their keys; entries of other types are left out.

    Raise ``OptionsError`` if the content is not a flexbuffer, or if its root is not a map.
    """
    if not 3 <= len(content) <= _MAX_BYTES:
        raise OptionsError(
            f"the options have {len(content)} bytes; a flexbuffer of 3 to {_MAX_BYTES} bytes was "
            "expected"
        )
    if content[-1] not in _WIDTHS:
        raise OptionsError(f"the root of a flexbuffer has 1, 2, 4 or 8 bytes, not {content[-1]}")
    try:
        return _numbers(_flexbuffers().GetRoot(content))
    except OptionsError:
        raise
    except Exception as error:  # the accessors raise arbitrary exceptions for damaged data
        raise OptionsError(f"a damaged flexbuffer ({type(error).__name__}: {error})") from error


def _numbers(root: Any) -> dict[str, int | float | bool]:
    if not root.IsMap:
        raise OptionsError("the root of the flexbuffer is not a map")
    entries = root.AsMap
    keys, values, count = entries.Keys, entries.Values, len(entries)
    if count > _MAX_ENTRIES or len(keys) != count:
        raise OptionsError(f"a map of {count} values and {len(keys)} keys")
    numbers = {}
    for position in range(count):
        value = values[position]
        name = keys[position].AsKey
        number: int | float | bool
        if value.IsBool:
            number = value.AsBool
        elif value.IsInt:
            number = value.AsInt
        elif value.IsFloat:
            number = value.AsFloat
            if not math.isfinite(number):
                raise OptionsError(f"{name} is {number}")
        else:
            continue
        numbers[name] = number
    return numbers
