"""Sets of operations with types as text: the value of a profile's knob ``cells``.

A short set lists its members: ``FLOOR:TENSOR_FLOAT32+RELU:TENSOR_FLOAT32``. A long one is a bit
mask over all operations with their types, in base64 without padding: 69 characters at most. Either
form names the set wherever the text is read; no driver is asked.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Collection
from functools import cache
from typing import Final

from conformance.hal import OperandType, OperationType
from conformance.operations import definitions
from generators.constructors.control_flow import STATE_TYPES

_LISTED: Final = 3
"""Up to this many members are listed by name."""


def text_of(cells: Collection[tuple[int, int]]) -> str:
    """The set as text; ``ValueError`` for an empty set or a pair that the contract lacks."""
    places = _places()
    unknown = [cell for cell in cells if (int(cell[0]), int(cell[1])) not in places]
    if unknown or not cells:
        raise ValueError(f"{unknown[0]} is no operation with a type" if unknown else "no cells")
    ordered = sorted((int(operation), int(type_)) for operation, type_ in cells)
    if len(ordered) <= _LISTED:
        return "+".join(f"{OperationType(o).name}:{OperandType(t).name}" for o, t in ordered)
    mask = sum(1 << places[cell] for cell in ordered)
    data = mask.to_bytes((mask.bit_length() + 7) // 8, "little")
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def cells_of(text: str) -> frozenset[tuple[int, int]]:
    """The set that a text names; ``ValueError`` says what is wrong with the text."""
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
            f"{text!r} names no set of operations with types: expected OPERATION:TYPE, joined by "
            "+, or the text from the id of a random graph"
        )
    return frozenset(cell for cell, place in _places().items() if mask >> place & 1)


def _pair(text: str) -> tuple[int, int]:
    operation, _, type_ = text.partition(":")
    if operation not in OperationType.__members__ or type_ not in OperandType.__members__:
        raise ValueError(f"{text!r} is not OPERATION:TYPE, such as FLOOR:TENSOR_FLOAT32")
    return int(OperationType[operation]), int(OperandType[type_])


@cache
def _places() -> dict[tuple[int, int], int]:
    """The bit of each operation with each of its types, in the order of their codes."""
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
    return {cell: place for place, cell in enumerate(sorted(found))}
