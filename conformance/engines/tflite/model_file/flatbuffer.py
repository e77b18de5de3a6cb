"""The tables of a ``.tflite`` file, and the verification of a flatbuffer before it is used.

The verifier needs this information before it can call the schema classes of ``ai_edge_litert``,
which check nothing. A test compares it with these classes.

The accessors of the generated schema classes follow every offset without a check. In a damaged
file, they may raise arbitrary exceptions, read other data, or allocate memory for a vector that is
longer than the file. The verifier therefore visits the same fields first and checks that each
table, vtable, vector and string is inside the file.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


class ModelFileError(Exception):
    """A model file is damaged, too large or inconsistent.

    Attributes:
        origin: The path of the file.
        place: The table or element of the file, for example ``Model.subgraphs[0].tensors[3]``.
        offset: The position in the file in bytes; ``None`` if the error has no single position.
        message: The reason.

    """

    def __init__(self, origin: str, place: str, offset: int | None, message: str) -> None:
        super().__init__(origin, place, offset, message)
        self.origin = origin
        self.place = place
        self.offset = offset
        self.message = message

    def __str__(self) -> str:
        at = "" if self.offset is None else f" at byte {self.offset}"
        return f"{self.origin}: {self.place}{at}: {self.message}"


@dataclass(frozen=True, slots=True)
class _Numbers:
    size: int


@dataclass(frozen=True, slots=True)
class _Tables:
    table: str


class Scalar(_Numbers):
    """A number stored in the table; ``size`` in bytes."""


class ScalarVector(_Numbers):
    """A vector of numbers or bytes; ``size`` is the size of an element in bytes."""


@dataclass(frozen=True, slots=True)
class String:
    """A string with a terminating zero byte."""


class TableReference(_Tables):
    """A table; ``table`` is the name of its schema."""


class TableVector(_Tables):
    """A vector of tables; ``table`` is the name of their schema."""


@dataclass(frozen=True, slots=True)
class Union:
    """A table whose schema is given by the one-byte field in slot ``type_slot``.

    Only the table types in ``BUILTIN_OPTIONS`` are visited.
    """

    type_slot: int


Field = Scalar | ScalarVector | String | TableReference | TableVector | Union


def _options(first_slot: int = 0, /, **fields: int | ScalarVector) -> dict[str, tuple[int, Field]]:
    """Return the fields of a table of attributes, whose slots are consecutive."""
    return {
        name: (slot, Scalar(kind) if isinstance(kind, int) else kind)
        for slot, (name, kind) in enumerate(fields.items(), first_slot)
    }


_ACTIVATION: Final = {"FusedActivationFunction": 1}
_WINDOWS: Final = {"Padding": 1, "StrideW": 4, "StrideH": 4}
_DILATION: Final = {"DilationWFactor": 4, "DilationHFactor": 4}
_CELL: Final = {**_ACTIVATION, "CellClip": 4, "ProjClip": 4}
_INT32_VECTOR: Final = ScalarVector(4)

TABLES: Final[Mapping[str, Mapping[str, tuple[int, Field]]]] = {
    "Model": {
        "Version": (0, Scalar(4)),
        "OperatorCodes": (1, TableVector("OperatorCode")),
        "Subgraphs": (2, TableVector("SubGraph")),
        "Buffers": (4, TableVector("Buffer")),
    },
    "OperatorCode": {
        "DeprecatedBuiltinCode": (0, Scalar(1)),
        "CustomCode": (1, String()),
        "Version": (2, Scalar(4)),
        "BuiltinCode": (3, Scalar(4)),
    },
    "SubGraph": {
        "Tensors": (0, TableVector("Tensor")),
        "Inputs": (1, ScalarVector(4)),
        "Outputs": (2, ScalarVector(4)),
        "Operators": (3, TableVector("Operator")),
        "Name": (4, String()),
    },
    "Tensor": {
        "Shape": (0, ScalarVector(4)),
        "Type": (1, Scalar(1)),
        "Buffer": (2, Scalar(4)),
        "Name": (3, String()),
        "Quantization": (4, TableReference("QuantizationParameters")),
        "IsVariable": (5, Scalar(1)),
        "Sparsity": (6, TableReference("SparsityParameters")),
        "ShapeSignature": (7, ScalarVector(4)),
        "HasRank": (8, Scalar(1)),
    },
    "QuantizationParameters": {
        "Scale": (2, ScalarVector(4)),
        "ZeroPoint": (3, ScalarVector(8)),
        "DetailsType": (4, Scalar(1)),
        "QuantizedDimension": (6, Scalar(4)),
    },
    "SparsityParameters": {},
    "Operator": {
        "OpcodeIndex": (0, Scalar(4)),
        "Inputs": (1, ScalarVector(4)),
        "Outputs": (2, ScalarVector(4)),
        "BuiltinOptionsType": (3, Scalar(1)),
        "BuiltinOptions": (4, Union(type_slot=3)),
        "CustomOptions": (5, ScalarVector(1)),
        "Intermediates": (8, ScalarVector(4)),
    },
    "Buffer": {
        "Data": (0, ScalarVector(1)),
        "Offset": (1, Scalar(8)),
        "Size": (2, Scalar(8)),
    },
    "Conv2DOptions": _options(**_WINDOWS, **_ACTIVATION, **_DILATION),
    "DepthwiseConv2DOptions": _options(**_WINDOWS, DepthMultiplier=4, **_ACTIVATION, **_DILATION),
    "Pool2DOptions": _options(**_WINDOWS, FilterWidth=4, FilterHeight=4, **_ACTIVATION),
    "TransposeConvOptions": _options(**_WINDOWS, **_ACTIVATION),
    "FullyConnectedOptions": _options(**_ACTIVATION, WeightsFormat=1, KeepNumDims=1),
    "BatchMatMulOptions": _options(AdjX=1, AdjY=1),
    "AddOptions": _options(**_ACTIVATION),
    "SubOptions": _options(**_ACTIVATION),
    "MulOptions": _options(**_ACTIVATION),
    "DivOptions": _options(**_ACTIVATION),
    "LeakyReluOptions": _options(Alpha=4),
    "GeluOptions": _options(Approximate=1),
    "SoftmaxOptions": _options(Beta=4),
    "L2NormOptions": _options(**_ACTIVATION),
    "LocalResponseNormalizationOptions": _options(Radius=4, Bias=4, Alpha=4, Beta=4),
    "ReducerOptions": _options(KeepDims=1),
    "ArgMaxOptions": _options(OutputType=1),
    "ArgMinOptions": _options(OutputType=1),
    "CastOptions": _options(InDataType=1, OutDataType=1),
    "ConcatenationOptions": _options(Axis=4, **_ACTIVATION),
    "SplitOptions": _options(NumSplits=4),
    "SplitVOptions": _options(NumSplits=4),
    "PackOptions": _options(ValuesCount=4, Axis=4),
    "UnpackOptions": _options(Num=4, Axis=4),
    "ReshapeOptions": _options(NewShape=_INT32_VECTOR),
    "SqueezeOptions": _options(SqueezeDims=_INT32_VECTOR),
    "GatherOptions": _options(Axis=4, BatchDims=4),
    "StridedSliceOptions": _options(
        BeginMask=4, EndMask=4, EllipsisMask=4, NewAxisMask=4, ShrinkAxisMask=4, Offset=1
    ),
    "MirrorPadOptions": _options(Mode=1),
    "SpaceToDepthOptions": _options(BlockSize=4),
    "DepthToSpaceOptions": _options(BlockSize=4),
    "ResizeBilinearOptions": _options(2, AlignCorners=1, HalfPixelCenters=1),
    "ResizeNearestNeighborOptions": _options(AlignCorners=1, HalfPixelCenters=1),
    "SVDFOptions": _options(Rank=4, **_ACTIVATION),
    "RNNOptions": _options(**_ACTIVATION),
    "SequenceRNNOptions": _options(TimeMajor=1, **_ACTIVATION),
    "LSTMOptions": _options(**_CELL, KernelType=1),
    "UnidirectionalSequenceLSTMOptions": _options(
        **_CELL, TimeMajor=1, AsymmetricQuantizeInputs=1, DiagonalRecurrentTensors=1
    ),
    "BidirectionalSequenceLSTMOptions": _options(
        **_CELL, MergeOutputs=1, TimeMajor=1, AsymmetricQuantizeInputs=1
    ),
    "BidirectionalSequenceRNNOptions": _options(
        TimeMajor=1, **_ACTIVATION, MergeOutputs=1, AsymmetricQuantizeInputs=1
    ),
    "LSHProjectionOptions": _options(Type=1),
    "IfOptions": _options(ThenSubgraphIndex=4, ElseSubgraphIndex=4),
    "WhileOptions": _options(CondSubgraphIndex=4, BodySubgraphIndex=4),
}
"""Slot and storage of each field, by table; names as in the accessors of the schema classes."""

BUILTIN_OPTIONS: Final = frozenset(name for name in TABLES if name.endswith("Options"))
"""Tables of attributes of builtin operators that are visited."""


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
