"""Sets of cells (operation and type) as text: the value of the profile parameter ``cells``.

A short set lists its members: ``FLOOR:TENSOR_FLOAT32+RELU:TENSOR_FLOAT32``. A longer set is a bit
mask over all operations and types, in base64 without padding, of at most 69 characters. Both forms
are independent of the driver.
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
