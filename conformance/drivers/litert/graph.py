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
    """One operator; ``owner`` is the number of the HAL operation that it is a part of.

    ``builtin`` is a name of the schema, or else a custom operator's, which has no table.
    """

    builtin: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    options: str
    attributes: Mapping[str, Any]
    owner: int
    intermediates: tuple[int, ...] = ()


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
        intermediates: Sequence[int] = (),
        **attributes: Any,
    ) -> None:
        """Add an operator; ``options`` is the schema's table of its attributes.

        Of ``intermediates`` only type and quantization count.
        """
        node = Node(
            builtin, tuple(inputs), tuple(outputs), options, attributes, owner, tuple(intermediates)
        )
        self.nodes.append(node)

    def integers(self, values: Sequence[int]) -> int:
        """Add a constant vector of int32."""
        data = np.array(values, ITEM_TYPES["INT32"])
        return self.add(Tensor("INT32", data.shape, data=data))


@dataclass(frozen=True, slots=True)
class Part:
    """A graph with the tensors that it starts and ends with: a subgraph of a ``.tflite`` file."""

    graph: Graph
    inputs: Sequence[int]
    outputs: Sequence[int]


def code_alone(builtin: str) -> bytes | None:
    """A file that names an operator and does not use it; ``None`` for one that the schema lacks."""
    schema = importlib.import_module("ai_edge_litert.schema_py_generated")
    if _is_custom(schema, builtin):
        return None
    return _file(
        schema.ModelT(
            version=3,
            operatorCodes=[_code_table(schema, builtin)],
            subgraphs=[schema.SubGraphT(tensors=[], inputs=[], outputs=[], operators=[])],
            buffers=[schema.BufferT()],
        )
    )


def _file(model: Any, size: int = 0) -> bytes:
    """A model as bytes; ``size`` is about what its constants take."""
    builder = importlib.import_module("flatbuffers").Builder(4096 + size)
    builder.Finish(model.Pack(builder), file_identifier=b"TFL3")
    return bytes(builder.Output())


def flatbuffer(parts: Sequence[Part]) -> bytes:
    """The content of a ``.tflite`` file; the first part is what an interpreter runs."""
    schema = importlib.import_module("ai_edge_litert.schema_py_generated")
    builtins = list(dict.fromkeys(node.builtin for part in parts for node in part.graph.nodes))
    buffers = [schema.BufferT()]
    subgraphs = [
        schema.SubGraphT(
            tensors=[_tensor_table(schema, tensor, buffers) for tensor in part.graph.tensors],
            inputs=list(part.inputs),
            outputs=list(part.outputs),
            operators=[_operator_table(schema, node, builtins) for node in part.graph.nodes],
            name=f"subgraph {number}" if number else "main",
        )
        for number, part in enumerate(parts)
    ]
    model = schema.ModelT(
        version=3,
        operatorCodes=[_code_table(schema, builtin) for builtin in builtins],
        subgraphs=subgraphs,
        buffers=buffers,
    )
    constants = [t.data for part in parts for t in part.graph.tensors if t.data is not None]
    return _file(model, sum(data.nbytes for data in constants))


_LAST_OLD_CODE: Final = 127
"""Readers older than this field take the code from one byte, and 127 says: look further."""


def _is_custom(schema: ModuleType, builtin: str) -> bool:
    return not hasattr(schema.BuiltinOperator, builtin)


def _code_table(schema: ModuleType, builtin: str) -> Any:
    custom = _is_custom(schema, builtin)
    code = getattr(schema.BuiltinOperator, "CUSTOM" if custom else builtin)
    return schema.OperatorCodeT(
        builtinCode=code,
        deprecatedBuiltinCode=min(code, _LAST_OLD_CODE),
        customCode=builtin if custom else None,
        version=1,
    )


def _tensor_table(schema: ModuleType, tensor: Tensor, buffers: list[Any]) -> Any:
    buffer = 0
    if tensor.data is not None:
        buffer = len(buffers)
        buffers.append(schema.BufferT(data=np.frombuffer(tensor.data.tobytes(), np.uint8)))
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
        intermediates=list(node.intermediates),
    )
    if _is_custom(schema, node.builtin):
        flexbuffers = importlib.import_module("flatbuffers.flexbuffers")
        content = bytes(flexbuffers.Dumps(dict(node.attributes)))
        table.customOptions = np.frombuffer(content, np.uint8)
    elif node.options:
        table.builtinOptionsType = getattr(schema.BuiltinOptions, node.options)
        table.builtinOptions = getattr(schema, f"{node.options}T")(**node.attributes)
    return table
