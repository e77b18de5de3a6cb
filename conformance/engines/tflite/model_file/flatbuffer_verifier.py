"""Verification of a flatbuffer before its accessors are used.

The accessors of the generated schema classes follow every offset without a check. In a damaged
file, they may raise arbitrary exceptions, read other data, or allocate memory for a vector that is
longer than the file. The verifier therefore visits the same fields first and checks that each
table, vtable, vector and string is inside the file.
"""

from __future__ import annotations

import struct
from typing import Final

from conformance.engines.tflite.model_file.errors import ModelFileError
from conformance.engines.tflite.model_file.flatbuffer_schema import (
    BUILTIN_OPTIONS,
    TABLES,
    Field,
    Scalar,
    ScalarVector,
    String,
    TableReference,
    TableVector,
    Union,
)

IDENTIFIER: Final = b"TFL3"
_HEADER_SIZE: Final = 8
MAX_FILE_SIZE: Final = 1 << 31
"""Offsets of a flatbuffer have 32 bits, of which the format uses 31."""
MAX_TABLES: Final = 2_000_000
"""Limit on the number of visited tables."""
_VISITED_BYTES_PER_FILE_BYTE: Final = 2
_VISITED_BYTES_FREE: Final = 1 << 16
"""Limit on visited bytes. A writer may share vectors, but a file whose tables refer to the same
large vectors again and again would take unlimited time."""

_U16: Final = struct.Struct("<H")
_U32: Final = struct.Struct("<I")
_I32: Final = struct.Struct("<i")


class FlatbufferVerifier:
    """Checks one file; the time is proportional to the file's size.

    The nesting depth is limited by the schema, whose tables are not recursive.
    """

    def __init__(self, content: bytes, origin: str, option_tables: dict[int, str]) -> None:
        """Create a verifier.

        ``option_tables`` maps the codes of the schema's union ``BuiltinOptions`` to table names.
        """
        self._content = content
        self._origin = origin
        self._option_tables = option_tables
        self._remaining_bytes = _VISITED_BYTES_PER_FILE_BYTE * len(content) + _VISITED_BYTES_FREE
        self._remaining_tables = MAX_TABLES

    def verify(self) -> None:
        """Raise ``ModelFileError`` if any field that the reader visits is not inside the file."""
        size = len(self._content)
        if size > MAX_FILE_SIZE:
            raise self._error("file", None, f"{size} bytes; the format allows {MAX_FILE_SIZE}")
        if size < _HEADER_SIZE:
            raise self._error("file", None, f"{size} bytes are too few for a header")
        identifier = self._content[4:_HEADER_SIZE]
        if identifier != IDENTIFIER:
            raise self._error(
                "file",
                4,
                f"not a .tflite file: identifier {identifier!r} instead of {IDENTIFIER!r}",
            )
        self._verify_table(self._target(0, "Model"), "Model", "Model")

    def _error(self, place: str, offset: int | None, message: str) -> ModelFileError:
        return ModelFileError(self._origin, place, offset, message)

    def _require(self, offset: int, size: int, place: str, item: str) -> None:
        """Check that ``size`` bytes at ``offset`` are inside the file, and count them."""
        if offset < 0 or offset + size > len(self._content):
            raise self._error(
                place,
                offset,
                f"{item} of {size} bytes is outside the file of {len(self._content)} bytes",
            )
        self._remaining_bytes -= size
        if self._remaining_bytes < 0:
            raise self._error(
                place, offset, "the tables refer to more data than the file can hold: parts overlap"
            )

    def _target(self, offset: int, place: str) -> int:
        """Return the position that the unsigned offset stored at ``offset`` refers to."""
        distance: int = _U32.unpack_from(self._content, offset)[0]
        target = offset + distance
        if not distance or target + 4 > len(self._content):
            raise self._error(
                place,
                offset,
                f"offset {distance} refers to byte {target} of {len(self._content)}",
            )
        return target

    def _verify_table(self, start: int, table: str, place: str) -> None:
        self._remaining_tables -= 1
        if self._remaining_tables < 0:
            raise self._error(place, start, f"the file has more than {MAX_TABLES} tables")
        self._require(start, 4, place, "table")
        vtable = start - _I32.unpack_from(self._content, start)[0]
        if vtable < 0 or vtable + 4 > len(self._content):
            raise self._error(place, start, f"its vtable at byte {vtable} is outside the file")
        vtable_size: int = _U16.unpack_from(self._content, vtable)[0]
        table_size: int = _U16.unpack_from(self._content, vtable + 2)[0]
        if vtable_size < 4 or vtable_size % 2 or vtable + vtable_size > len(self._content):
            raise self._error(place, vtable, f"invalid vtable size {vtable_size}")
        if table_size < 4:
            raise self._error(place, vtable, f"invalid table size {table_size}")
        self._require(start, table_size, place, "table")
        positions: dict[int, int] = {}
        for name, (slot, field) in TABLES[table].items():
            entry = 4 + 2 * slot
            if entry + 2 > vtable_size:
                continue
            inline: int = _U16.unpack_from(self._content, vtable + entry)[0]
            if not inline:
                continue
            size = field.size if isinstance(field, Scalar) else 4
            if inline < 4 or inline + size > table_size:
                raise self._error(
                    f"{place}.{name}",
                    vtable + entry,
                    f"field offset {inline} is outside the table of {table_size} bytes",
                )
            positions[slot] = start + inline
            if not isinstance(field, Scalar):
                self._verify_reference(field, start + inline, positions, f"{place}.{name}")

    def _verify_reference(
        self, field: Field, at: int, positions: dict[int, int], place: str
    ) -> None:
        """Verify the data of a field that is stored outside its table; the offset is at ``at``."""
        if isinstance(field, Union):
            code = self._content[positions[field.type_slot]] if field.type_slot in positions else 0
            table = self._option_tables.get(code, "")
            if table in BUILTIN_OPTIONS:
                self._verify_table(self._target(at, place), table, place)
            return
        target = self._target(at, place)
        match field:
            case TableReference(table):
                self._verify_table(target, table, place)
            case ScalarVector(size):
                self._vector_length(target, size, place)
            case String():
                end = target + 4 + self._vector_length(target, 1, place)
                if end >= len(self._content) or self._content[end]:
                    raise self._error(place, end, "the string has no terminating zero byte")
            case TableVector(table):
                for number in range(self._vector_length(target, 4, place)):
                    item = f"{place}[{number}]"
                    self._verify_table(self._target(target + 4 + 4 * number, item), table, item)

    def _vector_length(self, start: int, element_size: int, place: str) -> int:
        """Return the number of elements of the vector at ``start``, which is inside the file."""
        self._require(start, 4, place, "length of a vector")
        length: int = _U32.unpack_from(self._content, start)[0]
        self._require(start + 4, length * element_size, place, f"vector of {length} elements")
        return length
