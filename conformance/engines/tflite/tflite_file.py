"""The content of a ``.tflite`` file as plain data, and the reader.

The schema classes of ``ai_edge_litert`` decode the file and raise an exception for an offset that
leads out of it. The reader checks what they do not: every index refers to an existing element, and
the data of a constant have the size of its shape and type.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np

from conformance.files import open_file, read_file

_INSTALL: Final = "reading .tflite files needs ai-edge-litert: pip install nn-conformance[litert]"
_IDENTIFIER: Final = b"TFL3"
_MAX_FILE_SIZE: Final = 1 << 31
"""Offsets of a flatbuffer have 32 bits, of which the format uses 31."""
_MAX_ELEMENTS: Final = 1 << 31
_MAX_RANK: Final = 32
_FORMAT_VERSION: Final = 3

ITEM_TYPES: Final[Mapping[str, str]] = {
    "FLOAT32": "<f4",
    "FLOAT16": "<f2",
    "FLOAT64": "<f8",
    "INT64": "<i8",
    "INT32": "<i4",
    "UINT32": "<u4",
    "INT16": "<i2",
    "UINT16": "<u2",
    "INT8": "i1",
    "UINT8": "u1",
    "BOOL": "?",
}
"""The NumPy data type of the elements, by tensor type; other types are refused when used."""


class ModelFileError(Exception):
    """A model file is damaged, too large or inconsistent.

    Attributes:
        origin: The path of the file.
        place: The table or element of the file, for example ``Model.subgraphs[0].tensors[3]``.
        message: The reason.

    """

    def __init__(self, origin: str, place: str, message: str) -> None:
        super().__init__(origin, place, message)
        self.origin = origin
        self.place = place
        self.message = message

    def __str__(self) -> str:
        return f"{self.origin}: {self.place}: {self.message}"


@dataclass(frozen=True, slots=True)
class Quantization:
    """Scales and zero points; with more than one scale, one for each index of ``axis``."""

    scales: tuple[float, ...]
    zero_points: tuple[int, ...]
    axis: int = 0

    @property
    def per_channel(self) -> bool:
        """Whether each index of the axis has its own scale."""
        return len(self.scales) > 1

    def with_zero_point(self, offset: int) -> Quantization:
        """Return the quantization of the same real numbers when every code is ``offset`` larger."""
        shifted = tuple(point + offset for point in self.zero_points)
        return Quantization(self.scales, shifted, self.axis)


@dataclass(frozen=True, slots=True)
class FileTensor:
    """One tensor; ``data`` is the value of a constant, and ``None`` for a computed tensor.

    ``shape`` has a 0 for a size that is known only during the run. It is empty if the rank is 0, or
    if the rank is known only during the run; ``has_rank`` is false in the second case. ``type`` is
    a name in the schema's ``TensorType``. ``is_dense`` is false for a sparse constant, whose data
    the reader does not decode.
    """

    name: str
    type: str
    shape: tuple[int, ...]
    quantization: Quantization | None = None
    data: np.ndarray[Any, np.dtype[Any]] | None = None
    is_variable: bool = False
    is_dense: bool = True
    has_rank: bool = True


@dataclass(frozen=True, slots=True)
class FileOperator:
    """One operator; an input of -1 is omitted.

    ``builtin`` is a name in the schema's ``BuiltinOperator``; a custom operator has the name
    ``CUSTOM:`` and its code. ``options`` are the attributes by the name of their accessor; it is
    empty if the file has none or the reader does not know their table.
    """

    builtin: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    intermediates: tuple[int, ...] = ()
    custom_options: bytes = b""


@dataclass(frozen=True, slots=True)
class FileSubgraph:
    """One subgraph; inputs and outputs are indexes of tensors."""

    name: str
    tensors: tuple[FileTensor, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    operators: tuple[FileOperator, ...]


@dataclass(frozen=True, slots=True)
class TfliteFile:
    """The content of a file; an interpreter runs the first subgraph."""

    origin: str
    subgraphs: tuple[FileSubgraph, ...]


@cache
def _schema() -> ModuleType:
    """Return the schema classes; raise ``ImportError`` with the command that installs them."""
    try:
        return importlib.import_module("ai_edge_litert.schema_py_generated")
    except ImportError as error:
        raise ImportError(f"{_INSTALL} ({error})") from error


@cache
def _names(enum: str) -> dict[int, str]:
    """Return the names of an enumeration of the schema by code."""
    values = vars(getattr(_schema(), enum))
    return {code: name for name, code in values.items() if isinstance(code, int)}


def read_tflite(path: Path) -> TfliteFile:
    """Return the content of a file; raise ``ModelFileError`` if it is not a valid model."""
    try:
        size = path.stat().st_size
        if size > _MAX_FILE_SIZE:
            raise ModelFileError(
                str(path), "file", f"{size} bytes; the format allows {_MAX_FILE_SIZE}"
            )
        with open_file(path) as file:
            if file.read(8)[4:] != _IDENTIFIER:
                raise ModelFileError(str(path), "file", "it is not a TensorFlow Lite model")
        content = read_file(path)
    except OSError as error:
        raise ModelFileError(str(path), "file", str(error)) from error
    return decode_tflite(content, str(path))


def decode_tflite(content: bytes, origin: str) -> TfliteFile:
    """Return the model that a file content represents; see ``read_tflite``."""
    schema = _schema()
    if content[4:8] != _IDENTIFIER:
        raise ModelFileError(origin, "file", "it is not a TensorFlow Lite model")
    try:
        return _Reader(content, origin).read(schema.Model.GetRootAs(content, 0))
    except ModelFileError:
        raise
    except Exception as error:  # the schema classes check nothing, so that many are possible
        message = f"it is damaged ({type(error).__name__}: {error})"
        raise ModelFileError(origin, "file", message) from error


class _Reader:
    """Converts the accessor objects of a file to plain data."""

    def __init__(self, content: bytes, origin: str) -> None:
        self._content = content
        self._origin = origin
        self._buffers: list[np.ndarray[Any, np.dtype[Any]]] = []
        self._builtins: list[str] = []
        self._subgraph_count = 0

    def _error(self, place: str, message: str) -> ModelFileError:
        return ModelFileError(self._origin, place, message)

    def read(self, model: Any) -> TfliteFile:
        """Return the content of the file."""
        if model.Version() != _FORMAT_VERSION:
            raise self._error(
                "Model.Version", f"{model.Version()}; only version {_FORMAT_VERSION} is supported"
            )
        self._buffers = [
            self._read_buffer(model.Buffers(number), f"Model.Buffers[{number}]")
            for number in range(model.BuffersLength())
        ]
        self._builtins = [
            self._read_builtin(model.OperatorCodes(number), f"Model.OperatorCodes[{number}]")
            for number in range(model.OperatorCodesLength())
        ]
        self._subgraph_count = model.SubgraphsLength()
        if not self._subgraph_count:
            raise self._error("Model.Subgraphs", "the file has no subgraph")
        return TfliteFile(
            self._origin,
            tuple(
                self._read_subgraph(
                    model.Subgraphs(number), f"Model.Subgraphs[{number}]", is_main=number == 0
                )
                for number in range(self._subgraph_count)
            ),
        )

    def _read_buffer(self, buffer: Any, place: str) -> np.ndarray[Any, np.dtype[Any]]:
        """Return the bytes of a buffer; large files store them after the flatbuffer."""
        offset, size = buffer.Offset(), buffer.Size()
        if offset > 1:
            if offset + size > len(self._content):
                raise self._error(
                    place,
                    f"{size} bytes at byte {offset} are outside the file of "
                    f"{len(self._content)} bytes",
                )
            return np.frombuffer(self._content, np.uint8, size, offset)
        data = buffer.DataAsNumpy() if buffer.DataLength() else b""
        return np.frombuffer(data, np.uint8)

    def _read_builtin(self, code: Any, place: str) -> str:
        number = max(code.DeprecatedBuiltinCode(), code.BuiltinCode())
        name = _names("BuiltinOperator").get(number)
        if name is None:
            raise self._error(place, f"unknown builtin operator {number}")
        return f"CUSTOM:{_text(code.CustomCode())}" if name == "CUSTOM" else name

    def _read_subgraph(self, subgraph: Any, place: str, *, is_main: bool) -> FileSubgraph:
        count = subgraph.TensorsLength()
        inputs = self._indexes(subgraph, "Inputs", count, place)
        # An interpreter starts with the stored shape if a size of an input of main is open.
        is_open = is_main and any(
            min(_vector(subgraph.Tensors(index), "ShapeSignature"), default=0) < 0
            for index in inputs
        )
        tensors = tuple(
            self._read_tensor(
                subgraph.Tensors(number),
                f"{place}.Tensors[{number}]",
                stored_shape=is_open,
                is_main_input=is_main and number in inputs,
            )
            for number in range(count)
        )
        return FileSubgraph(
            _text(subgraph.Name()),
            tensors,
            inputs,
            self._indexes(subgraph, "Outputs", count, place),
            tuple(
                self._read_operator(
                    subgraph.Operators(number), count, f"{place}.Operators[{number}]"
                )
                for number in range(subgraph.OperatorsLength())
            ),
        )

    def _indexes(
        self, table: Any, name: str, count: int, place: str, *, optional: bool = False
    ) -> tuple[int, ...]:
        """Return a vector of tensor indexes; -1 is permitted if they are ``optional``."""
        values = _vector(table, name)
        for value in values:
            if not (0 <= value < count or (optional and value == -1)):
                raise self._error(
                    f"{place}.{name}", f"tensor {value}, but the subgraph has {count} tensors"
                )
        return values

    def _read_tensor(
        self, tensor: Any, place: str, *, stored_shape: bool, is_main_input: bool
    ) -> FileTensor:
        type_ = _names("TensorType").get(tensor.Type())
        if type_ is None:
            raise self._error(f"{place}.Type", f"unknown tensor type {tensor.Type()}")
        shape, signature = _vector(tensor, "Shape"), _vector(tensor, "ShapeSignature")
        if len(shape) > _MAX_RANK or math.prod(max(size, 1) for size in shape) > _MAX_ELEMENTS:
            raise self._error(f"{place}.Shape", f"{list(shape[:_MAX_RANK])} is too large")
        if any(size < 0 for size in shape):
            raise self._error(f"{place}.Shape", f"{list(shape)} has a negative size")
        if len(signature) == len(shape) and not stored_shape:
            shape = tuple(
                0 if stated < 0 else size for size, stated in zip(shape, signature, strict=True)
            )
        is_dense = tensor.Sparsity() is None
        data = None
        buffer = tensor.Buffer()
        if buffer >= len(self._buffers) and buffer:
            raise self._error(
                f"{place}.Buffer", f"buffer {buffer}, but the file has {len(self._buffers)}"
            )
        if buffer and len(self._buffers[buffer]) and is_dense:
            data = self._constant(type_, shape, self._buffers[buffer], place)
        quantization = self._read_quantization(tensor.Quantization(), shape, place)
        return FileTensor(
            _text(tensor.Name()),
            type_,
            shape,
            quantization,
            data,
            bool(tensor.IsVariable()),
            is_dense,
            # An interpreter starts with the stored shape of an input and of a variable.
            bool(shape or data is not None or is_main_input)
            or bool(tensor.HasRank() or tensor.IsVariable()),
        )

    def _constant(
        self,
        type_: str,
        shape: tuple[int, ...],
        data: np.ndarray[Any, np.dtype[Any]],
        place: str,
    ) -> np.ndarray[Any, np.dtype[Any]]:
        """Return the value of a constant as an array; raw bytes for a type that is not known."""
        item = ITEM_TYPES.get(type_)
        if item is None:
            return data
        dtype = np.dtype(item)
        expected = math.prod(shape) * dtype.itemsize
        if len(data) != expected:
            raise self._error(
                f"{place}.Buffer",
                f"{len(data)} bytes, but {type_} {list(shape)} needs {expected}",
            )
        if type_ == "BOOL" and data.max(initial=0) > 1:
            raise self._error(f"{place}.Buffer", "a boolean value is neither 0 nor 1")
        return data.view(dtype).reshape(shape)

    def _read_quantization(
        self, parameters: Any, shape: tuple[int, ...], place: str
    ) -> Quantization | None:
        """Return scales and zero points; ``None`` if the tensor has none."""
        if parameters is None or not parameters.ScaleLength():
            return None
        place = f"{place}.Quantization"
        if parameters.DetailsType():
            raise self._error(place, f"unknown kind of quantization {parameters.DetailsType()}")
        scales = tuple(float(scale) for scale in _vector(parameters, "Scale"))
        points = _vector(parameters, "ZeroPoint") or (0,) * len(scales)
        axis = parameters.QuantizedDimension()
        if not all(math.isfinite(scale) and scale >= 0 for scale in scales):
            raise self._error(place, "a scale is negative or not finite")
        if any(not -(1 << 31) <= point < 1 << 31 for point in points):
            raise self._error(place, "a zero point does not fit into 32 bits")
        if len(points) == 1:
            points *= len(scales)
        if len(points) != len(scales):
            raise self._error(place, f"{len(scales)} scales, but {len(points)} zero points")
        if len(scales) > 1 and not (0 <= axis < len(shape) and shape[axis] == len(scales)):
            raise self._error(
                place, f"{len(scales)} scales for dimension {axis} of shape {list(shape)}"
            )
        return Quantization(scales, points, axis)

    def _read_operator(self, operator: Any, tensors: int, place: str) -> FileOperator:
        opcode = operator.OpcodeIndex()
        if opcode >= len(self._builtins):
            raise self._error(
                f"{place}.OpcodeIndex",
                f"operator code {opcode}, but the file has {len(self._builtins)}",
            )
        options = self._read_options(operator)
        for name in ("ThenSubgraphIndex", "ElseSubgraphIndex", *_LOOP_SUBGRAPHS):
            index = options.get(name, 0)
            if not 0 <= index < self._subgraph_count:
                raise self._error(
                    f"{place}.BuiltinOptions.{name}",
                    f"subgraph {index}, but the file has {self._subgraph_count}",
                )
        return FileOperator(
            self._builtins[opcode],
            self._indexes(operator, "Inputs", tensors, place, optional=True),
            self._indexes(operator, "Outputs", tensors, place),
            options,
            self._indexes(operator, "Intermediates", tensors, place, optional=True),
            operator.CustomOptionsAsNumpy().tobytes() if operator.CustomOptionsLength() else b"",
        )

    def _read_options(self, operator: Any) -> dict[str, Any]:
        table = _names("BuiltinOptions").get(operator.BuiltinOptionsType(), "")
        content = operator.BuiltinOptions()
        if content is None or not hasattr(_schema(), f"{table}T"):
            return {}
        accessor = getattr(_schema(), table)()
        accessor.Init(content.Bytes, content.Pos)
        options = vars(getattr(_schema(), f"{table}T").InitFromObj(accessor))
        return {name[:1].upper() + name[1:]: _plain(value) for name, value in options.items()}


_LOOP_SUBGRAPHS: Final = ("CondSubgraphIndex", "BodySubgraphIndex")


def _text(value: bytes | None) -> str:
    return (value or b"").decode("utf-8", "backslashreplace")


def _plain(value: Any) -> Any:
    """Return the value of a field: a number, or a tuple for a vector."""
    if value is None:
        return ()
    return tuple(value.tolist()) if isinstance(value, np.ndarray) else value


def _vector(table: Any, name: str) -> tuple[Any, ...]:
    """Return the numbers of a vector; none if the field is absent."""
    if not getattr(table, f"{name}Length")():
        return ()
    values: Sequence[Any] = getattr(table, f"{name}AsNumpy")().tolist()
    return tuple(values)
