"""Reads the text seeds of Android's fuzz targets: protobuf text files with a ``Test`` message.

The library protobuf parses the text; the message is described here as a table. The constants and
inputs of a seed are a number of four bytes or a seed of random bytes, so a seed has no meaningful
data. Here random bytes are 16 bytes that repeat, which keeps the inputs small; the values differ
from those of the C++ library, whose generator is not standardised.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from conformance.hal import (
    NO_LOCATION,
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    SharedMemory,
    Subgraph,
    SymmPerChannelQuantParams,
    byte_size,
)
from fuzz.inputs.encoder import CannotEncodeError, encode

_PACKAGE: Final = "nn_conformance.text_seeds"
_SUBGRAPH_TYPE: Final = 15
_LAST_OPERATION: Final = 105
_SIZE_MODULUS: Final = 1 << 16
"""The buffer of an operand has its size in bytes modulo this number."""

_PERIOD: Final = 16
_MAX_FILE: Final = 1 << 24

_MESSAGES: Final[dict[str, dict[str, tuple[int, str]]]] = {
    "Empty": {},
    "Buffer": {"empty": (1, "Empty"), "scalar": (2, "uint32"), "random_seed": (3, "uint32")},
    "Scales": {"scale": (1, "float*")},
    "ChannelQuant": {"scales": (1, "Scales"), "channel_dim": (2, "uint32")},
    "Dimensions": {"dimension": (1, "uint32*")},
    "Operand": {
        "type": (1, "OperandType"),
        "dimensions": (2, "Dimensions"),
        "scale": (4, "float"),
        "zero_point": (5, "int32"),
        "lifetime": (6, "OperandLifeTime"),
        "channel_quant": (7, "ChannelQuant"),
        "data": (8, "Buffer"),
    },
    "Operands": {"operand": (1, "Operand*")},
    "Indexes": {"index": (1, "uint32*")},
    "Operation": {
        "type": (1, "OperationType"),
        "inputs": (2, "Indexes"),
        "outputs": (3, "Indexes"),
    },
    "Operations": {"operation": (1, "Operation*")},
    "Subgraph": {
        "operands": (1, "Operands"),
        "operations": (2, "Operations"),
        "input_indexes": (3, "Indexes"),
        "output_indexes": (4, "Indexes"),
    },
    "Subgraphs": {"subgraph": (1, "Subgraph*")},
    "Model": {"main": (1, "Subgraph"), "referenced": (2, "Subgraphs"), "is_relaxed": (3, "bool")},
    "Test": {"model": (1, "Model")},
}
"""The number and the type of each field; ``*`` marks repeated fields."""

_ENUMS: Final[dict[str, dict[str, int]]] = {
    "OperandType": {
        **{e.name: int(e) for e in OperandType if 0 <= e < _SUBGRAPH_TYPE},
        "SUBGRAPH_OPERAND": _SUBGRAPH_TYPE,
    },
    "OperationType": {e.name: int(e) for e in OperationType if 0 <= e <= _LAST_OPERATION},
    "OperandLifeTime": {
        f"{e.name}_LIFETIME" if e == OperandLifeTime.SUBGRAPH else e.name: int(e)
        for e in OperandLifeTime
    },
}


class TextSeedError(ValueError):
    """A text seed cannot be read; the text states why, with the line if the syntax is wrong."""


class NoProtobufError(Exception):
    """The library protobuf is not installed; the text states what to do."""


@dataclass(slots=True)
class ImportedSeeds:
    """The inputs of the seeds in a folder, and the reason for each file that is not one."""

    inputs: list[bytes] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)


def read_text_seeds(folder: Path) -> ImportedSeeds:
    """Return the inputs for all text seeds in a folder and its sub-folders, in order of the names.

    Raise ``OSError`` if the folder cannot be read, and ``NoProtobufError``.
    """
    imported = ImportedSeeds()
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder}: there is no such folder")
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        try:
            if path.stat().st_size > _MAX_FILE:
                raise TextSeedError(f"is larger than {_MAX_FILE >> 20} MiB")
            imported.inputs.append(input_of(path.read_text(encoding="utf-8")))
        except (TextSeedError, UnicodeDecodeError, OSError) as error:
            imported.refused[str(path)] = str(error)
    return imported


def input_of(text: str) -> bytes:
    """Return the fuzz input for one text seed; raise ``TextSeedError`` or ``NoProtobufError``."""
    return _encode(_parse(text).model)


# ------------------------------------------------------------------------------------- syntax


def _parse(text: str) -> Any:
    """Return the message ``Test`` of a text."""
    try:
        text_format: Any = import_module("google.protobuf.text_format")
    except ImportError as error:
        raise NoProtobufError(
            "text seeds need the library protobuf: pip install 'nn-conformance[fuzz]'"
        ) from error
    message = _message_class()()
    try:
        text_format.Parse(text, message)
    except (text_format.ParseError, RecursionError) as error:
        raise TextSeedError(f"no text seed: {error}") from error
    return message


@cache
def _message_class() -> Any:
    """Return the class of the message ``Test``, made from the tables of this module."""
    descriptors: Any = import_module("google.protobuf.descriptor_pb2")
    pool = import_module("google.protobuf.descriptor_pool").DescriptorPool()
    file = descriptors.FileDescriptorProto(
        name="text_seeds.proto", package=_PACKAGE, syntax="proto3"
    )
    for name, values in _ENUMS.items():
        # The scope of an enumeration's values is its parent, and SUBGRAPH is in two of them.
        enum = file.message_type.add(name=f"{name}Scope").enum_type.add(name=name)
        for value, number in values.items():
            enum.value.add(name=value, number=number)
    for name, fields in _MESSAGES.items():
        _add_message(descriptors, file, name, fields)
    pool.Add(file)
    factory: Any = import_module("google.protobuf.message_factory")
    return factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.Test"))


def _add_message(
    descriptors: Any, file: Any, name: str, fields: dict[str, tuple[int, str]]
) -> None:
    kinds = descriptors.FieldDescriptorProto
    message = file.message_type.add(name=name)
    for field_name, (number, text) in fields.items():
        base = text.rstrip("*")
        entry = message.field.add(
            name=field_name,
            number=number,
            label=kinds.LABEL_REPEATED if text.endswith("*") else kinds.LABEL_OPTIONAL,
        )
        if base in _MESSAGES:
            entry.type, entry.type_name = kinds.TYPE_MESSAGE, f".{_PACKAGE}.{base}"
        elif base in _ENUMS:
            entry.type, entry.type_name = kinds.TYPE_ENUM, f".{_PACKAGE}.{base}Scope.{base}"
        else:
            entry.type = getattr(kinds, f"TYPE_{base.upper()}")
    if name == "Buffer":
        message.oneof_decl.add(name="type")
        for entry in message.field:
            entry.oneof_index = 0


# -------------------------------------------------------------------------------------- model


def _encode(model: Any) -> bytes:
    """Return the input for a message ``Model``."""
    values = bytearray()
    pool = bytearray()
    subgraphs = [
        _subgraph(subgraph, values, pool) for subgraph in (model.main, *model.referenced.subgraph)
    ]
    memory = (SharedMemory(initial=bytes(pool)),) if pool else ()
    converted = Model(
        subgraphs[0], tuple(subgraphs[1:]), bytes(values), memory, bool(model.is_relaxed)
    )
    given = list(_inputs(model.main))
    try:
        return encode(converted, given)
    except CannotEncodeError as error:
        raise TextSeedError(str(error)) from error


def _subgraph(subgraph: Any, values: bytearray, pool: bytearray) -> Subgraph:
    operations = tuple(
        Operation(int(entry.type), tuple(entry.inputs.index), tuple(entry.outputs.index))
        for entry in subgraph.operations.operation
    )
    counts = [0] * len(subgraph.operands.operand)
    for operation in operations:
        for index in operation.inputs:
            if index < len(counts):
                counts[index] += 1
    operands = tuple(
        _operand(operand, count, values, pool)
        for operand, count in zip(subgraph.operands.operand, counts, strict=True)
    )
    return Subgraph(
        operands,
        operations,
        tuple(subgraph.input_indexes.index),
        tuple(subgraph.output_indexes.index),
    )


def _operand(operand: Any, consumers: int, values: bytearray, pool: bytearray) -> Operand:
    lifetime = int(operand.lifetime)
    location = NO_LOCATION
    data = _data(operand)
    if lifetime == OperandLifeTime.CONSTANT_COPY:
        location = _placed(values, data)
    elif lifetime == OperandLifeTime.CONSTANT_REFERENCE:
        location = _placed(pool, data)
    elif lifetime == OperandLifeTime.SUBGRAPH:
        location = DataLocation(0, int.from_bytes(data[:4], "little"), 0)
    extra = None
    if operand.type == OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL:
        quant = operand.channel_quant
        extra = SymmPerChannelQuantParams(tuple(quant.scales.scale), quant.channel_dim)
    return Operand(
        int(operand.type),
        tuple(operand.dimensions.dimension),
        consumers,
        float(operand.scale),
        int(operand.zero_point),
        lifetime,
        location,
        extra,
    )


def _placed(area: bytearray, data: bytes) -> DataLocation:
    """Append data at a multiple of four bytes; return its location."""
    area += bytes(-len(area) % 4)
    start = len(area)
    area += data
    return DataLocation(0, start, len(data))


def _data(operand: Any) -> bytes:
    """Return the data of an operand: a number of four bytes, or repeated random bytes."""
    match operand.data.WhichOneof("type"):
        case "scalar":
            number: int = operand.data.scalar
            return number.to_bytes(4, "little")
        case "random_seed":
            size = byte_size(int(operand.type), tuple(operand.dimensions.dimension)) or 0
            size %= _SIZE_MODULUS
            period = random.Random(operand.data.random_seed).randbytes(_PERIOD)
            return (period * (size // _PERIOD + 1))[:size]
    return b""


def _inputs(subgraph: Any) -> Iterator[bytes]:
    """Yield the data of the model inputs."""
    operands = subgraph.operands.operand
    indexes: Iterable[int] = subgraph.input_indexes.index
    for index in indexes:
        yield _data(operands[index])[:_PERIOD] if index < len(operands) else b""
