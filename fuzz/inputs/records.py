"""The records of a fuzz input: fixed size, one tag each, any bytes are valid.

An input is a header of 8 bytes and records of 24 bytes. The size does not depend on the content, so
a changed byte affects only its own record. Missing bytes of the header and of the last record count
as zeros.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from struct import Struct
from typing import Final, NamedTuple

FORM_VERSION: Final = 1
"""The version that the encoder writes; the decoder reads every input as this version."""

HEADER_SIZE: Final = 8
RECORD_SIZE: Final = 24
MAX_RECORDS: Final = 1 << 16
"""Records beyond this number are ignored."""

TAG_COUNT: Final = 32
"""The tag of a record is its first byte modulo this number; tags without a meaning are skipped."""


class Tag(IntEnum):
    """The kinds of records. Numbers are never used again for another meaning."""

    OPERAND = 0
    DIMENSIONS = 1
    DATA = 2
    LOCATION = 3
    SCALES = 4
    OPAQUE = 5
    OPERATION = 6
    INPUTS = 7
    OUTPUTS = 8
    SUBGRAPH_INPUTS = 9
    SUBGRAPH_OUTPUTS = 10
    SUBGRAPH = 11
    POOL = 12
    EXTENSION = 13
    VALUES = 14
    INPUT = 15
    ARGUMENT = 16
    REQUEST_POOL = 17
    LIMITS = 18
    FENCE = 19


LAYOUT: Final[dict[Tag, Struct]] = {
    Tag.OPERAND: Struct("<BBBbIfi4H"),
    Tag.DIMENSIONS: Struct("<BB2x5I"),
    Tag.DATA: Struct("<BB22s"),
    Tag.LOCATION: Struct("<B3xIII8x"),
    Tag.SCALES: Struct("<BBHI4f"),
    Tag.OPAQUE: Struct("<B23x"),
    Tag.OPERATION: Struct("<BBBxI8H"),
    Tag.INPUTS: Struct("<BB11H"),
    Tag.OUTPUTS: Struct("<BB11H"),
    Tag.SUBGRAPH_INPUTS: Struct("<BB11H"),
    Tag.SUBGRAPH_OUTPUTS: Struct("<BB11H"),
    Tag.SUBGRAPH: Struct("<B23x"),
    Tag.POOL: Struct("<BB2xI16x"),
    Tag.EXTENSION: Struct("<B3xI16x"),
    Tag.VALUES: Struct("<B23x"),
    Tag.INPUT: Struct("<BB22x"),
    Tag.ARGUMENT: Struct("<BBBbiiB5Hx"),
    Tag.REQUEST_POOL: Struct("<BB2xI16x"),
    Tag.LIMITS: Struct("<BB6xqII"),
    Tag.FENCE: Struct("<BB22x"),
}
"""Layout of each record, tag included; all numbers are little-endian."""

OPERAND_EXACT: Final = 0x80
"""Bit in the rank byte of OPERAND: the data is not stretched to the size of the operand."""

SOURCE_OUTPUT: Final = 0x80
"""Bit in the index byte of ARGUMENT: the argument is an output."""

_HEADER: Final = Struct("<6B2x")


class Header(NamedTuple):
    """The header of an input; the fields may have any value of a byte."""

    version: int = FORM_VERSION
    relaxed: int = 0
    preference: int = 1
    priority: int = 1
    mode: int = 0
    measure: int = 0


class Record(NamedTuple):
    """One record: its tag, and its fields without the tag."""

    tag: Tag
    fields: tuple[int | float | bytes, ...]


def split(data: bytes) -> tuple[Header, list[Record]]:
    """Return the header and the records of an input; records with an unused tag are left out."""
    header = Header(*_HEADER.unpack(data[:HEADER_SIZE].ljust(HEADER_SIZE, b"\0")))
    return header, list(_records(data))


def _records(data: bytes) -> Iterator[Record]:
    end = min(len(data), HEADER_SIZE + MAX_RECORDS * RECORD_SIZE)
    for start in range(HEADER_SIZE, end, RECORD_SIZE):
        part = data[start : start + RECORD_SIZE].ljust(RECORD_SIZE, b"\0")
        layout = _LAYOUT_BY_CODE[part[0] % TAG_COUNT]
        if layout is not None:
            tag, form = layout
            yield Record(tag, form.unpack(part)[1:])


_LAYOUT_BY_CODE: Final[list[tuple[Tag, Struct] | None]] = [
    (Tag(code), LAYOUT[Tag(code)]) if code in Tag.__members__.values() else None
    for code in range(TAG_COUNT)
]


def join(header: Header, records: list[Record]) -> bytes:
    """Return the bytes of an input; ``struct.error`` for a field that its record cannot hold."""
    parts = [_HEADER.pack(*header)]
    parts += [LAYOUT[record.tag].pack(record.tag, *record.fields) for record in records]
    return b"".join(parts)


assert all(form.size == RECORD_SIZE for form in LAYOUT.values())
