"""A TFLite graph as plain data, and its bytes as a flatbuffer."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Final

import numpy as np

from conformance.hal import INFO, OperandType, SymmPerChannelQuantParams
from conformance.operations import OperandView
from conformance.operations.definition import Array, Shape

OMITTED: Final = -1
"""Tensor index of an optional operand that has no value."""

TENSOR_TYPES: Final[Mapping[int, str]] = {
    OperandType.TENSOR_FLOAT32: "FLOAT32",
    OperandType.TENSOR_FLOAT16: "FLOAT16",
    OperandType.TENSOR_INT32: "INT32",
    OperandType.INT32: "INT32",
    OperandType.TENSOR_QUANT8_ASYMM: "UINT8",
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: "INT8",
    OperandType.TENSOR_QUANT8_SYMM: "INT8",
    OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL: "INT8",
    OperandType.TENSOR_QUANT16_SYMM: "INT16",
    OperandType.TENSOR_BOOL8: "BOOL",
}
"""The TFLite tensor type that stores the same numbers."""

ITEM_TYPES: Final[Mapping[str, str]] = {
    "FLOAT32": "<f4",
    "FLOAT16": "<f2",
    "INT32": "<i4",
    "UINT8": "u1",
    "INT8": "i1",
    "INT16": "<i2",
    "BOOL": "?",
}


@dataclass(frozen=True, slots=True)
class Quantization:
    """Scales and zero points; several belong to the indexes of dimension ``axis``."""

    scales: tuple[float, ...]
    zero_points: tuple[int, ...]
    axis: int = 0

    def with_zero_point(self, offset: int) -> Quantization:
        """The same real numbers for codes that are all ``offset`` larger."""
        shifted = tuple(point + offset for point in self.zero_points)
        return Quantization(self.scales, shifted, self.axis)


@dataclass(frozen=True, slots=True)
class Tensor:
    """One tensor; ``shape`` is ``None`` where it is not known, ``data`` the value of a constant.

    A ``variable`` keeps its value between runs: TFLite's recurrent operators want their state so.
    """

    type: str
    shape: Shape | None
    quantization: Quantization | None = None
    data: Array | None = None
    variable: bool = False


def tensor_of(view: OperandView, data: Array | None = None) -> Tensor:
    """The tensor that stands for an operand; ``KeyError`` for a type that TFLite lacks."""
    dims = view.dims if data is None else data.shape
    shape: Shape | None = None
    if dims is not None and None not in dims:
        shape = dims  # type: ignore[assignment]
    quantization = None
    info = INFO[view.type]
    if isinstance(view.extra_params, SymmPerChannelQuantParams):
        scales = view.extra_params.scales
        quantization = Quantization(scales, (0,) * len(scales), view.extra_params.channel_dim)
    elif info.quantized or view.scale:
        quantization = Quantization((view.scale,), (view.zero_point,))
    return Tensor(TENSOR_TYPES[view.type], shape, quantization, data)


@dataclass(frozen=True, slots=True)
class Node:
    """One operator; ``owner`` is the number of the HAL operation that it is a part of."""

    builtin: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    options: str
    attributes: Mapping[str, Any]
    owner: int


@dataclass(slots=True)
class Graph:
    """One subgraph that grows operator by operator."""

    tensors: list[Tensor] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)

    def add(self, tensor: Tensor) -> int:
        """Add a tensor; its index."""
        self.tensors.append(tensor)
        return len(self.tensors) - 1

    def node(
        self,
        owner: int,
        builtin: str,
        inputs: Sequence[int],
        outputs: Sequence[int],
        options: str = "",
        **attributes: Any,
    ) -> None:
        """Add an operator; ``options`` is the schema's table of its attributes."""
        self.nodes.append(Node(builtin, tuple(inputs), tuple(outputs), options, attributes, owner))

    def flatbuffer(self, inputs: Sequence[int], outputs: Sequence[int]) -> bytes:
        """The graph as the content of a ``.tflite`` file."""
        schema = importlib.import_module("ai_edge_litert.schema_py_generated")
        flatbuffers = importlib.import_module("flatbuffers")
        builtins = list(dict.fromkeys(node.builtin for node in self.nodes))
        buffers = [schema.BufferT()]
        tensors = []
        for tensor in self.tensors:
            buffer = 0
            if tensor.data is not None:
                buffer = len(buffers)
                content = np.frombuffer(tensor.data.tobytes(), np.uint8)
                buffers.append(schema.BufferT(data=content))
            tensors.append(_tensor_table(schema, tensor, buffer))
        operators = [_operator_table(schema, node, builtins) for node in self.nodes]
        subgraph = schema.SubGraphT(
            tensors=tensors,
            inputs=list(inputs),
            outputs=list(outputs),
            operators=operators,
            name="main",
        )
        model = schema.ModelT(
            version=3,
            operatorCodes=[_code_table(schema, builtin) for builtin in builtins],
            subgraphs=[subgraph],
            buffers=buffers,
        )
        size = sum(0 if t.data is None else t.data.nbytes for t in self.tensors)
        builder = flatbuffers.Builder(4096 + size)
        builder.Finish(model.Pack(builder), file_identifier=b"TFL3")
        return bytes(builder.Output())


_LAST_OLD_CODE: Final = 127
"""Readers older than this field take the code from one byte, and 127 says: look further."""


def _code_table(schema: ModuleType, builtin: str) -> Any:
    code = getattr(schema.BuiltinOperator, builtin)
    return schema.OperatorCodeT(
        builtinCode=code, deprecatedBuiltinCode=min(code, _LAST_OLD_CODE), version=1
    )


def _tensor_table(schema: ModuleType, tensor: Tensor, buffer: int) -> Any:
    quantization = None
    if tensor.quantization is not None:
        quantization = schema.QuantizationParametersT(
            scale=list(tensor.quantization.scales),
            zeroPoint=list(tensor.quantization.zero_points),
            quantizedDimension=tensor.quantization.axis,
        )
    return schema.TensorT(
        shape=list(tensor.shape or ()),
        type=getattr(schema.TensorType, tensor.type),
        buffer=buffer,
        quantization=quantization,
        isVariable=tensor.variable,
    )


def _operator_table(schema: ModuleType, node: Node, builtins: Sequence[str]) -> Any:
    table = schema.OperatorT(
        opcodeIndex=builtins.index(node.builtin),
        inputs=list(node.inputs),
        outputs=list(node.outputs),
    )
    if node.options:
        table.builtinOptionsType = getattr(schema.BuiltinOptions, node.options)
        table.builtinOptions = getattr(schema, f"{node.options}T")(**node.attributes)
    return table
