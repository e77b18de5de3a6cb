"""A TFLite graph as plain data, and its serialization as a flatbuffer."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any, Final

import numpy as np

from conformance.engines.tflite.tflite_file import ITEM_TYPES, Quantization
from conformance.hal import INFO, OperandType, SymmPerChannelQuantParams
from conformance.operations import OperandView
from conformance.operations.definition.definition import PartialShape
from conformance.operations.definition.operands import Array, Shape

OMITTED: Final = -1
"""Tensor index of an optional operand without a value."""

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
"""The TFLite tensor type that stores the same values, by operand type."""


@dataclass(frozen=True, slots=True)
class TfliteTensor:
    """A tensor of a TFLite graph.

    ``shape`` is ``None`` if it is not known; ``partial_shape`` then has the rank and the sizes that
    are known, if the rank is known. ``data`` is the value of a constant. A ``variable`` tensor
    keeps its value between runs, as TFLite's recurrent operators require of their state.
    """

    type: str
    shape: Shape | None
    quantization: Quantization | None = None
    data: Array | None = None
    variable: bool = False
    partial_shape: PartialShape | None = None


def tensor_of(view: OperandView, data: Array | None = None) -> TfliteTensor:
    """Return the tensor for an operand; raise ``KeyError`` for a type that TFLite lacks.

    ``data`` is the value of a constant; its shape takes precedence over the view's.
    """
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
    partial = dims if shape is None else None
    return TfliteTensor(TENSOR_TYPES[view.type], shape, quantization, data, partial_shape=partial)


@dataclass(frozen=True, slots=True)
class TfliteNode:
    """A TFLite operator; ``owner`` is the number of the HAL operation that it was created for.

    ``builtin`` is a name in the schema's ``BuiltinOperator`` or the name of a custom operator.
    ``options`` names the schema's table of the attributes; without it, the table is that of the
    builtin, if it has one.
    """

    builtin: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    options: str
    attributes: Mapping[str, Any]
    owner: int
    intermediates: tuple[int, ...] = ()


@dataclass(slots=True)
class TfliteGraph:
    """A TFLite subgraph under construction."""

    tensors: list[TfliteTensor] = field(default_factory=list)
    nodes: list[TfliteNode] = field(default_factory=list)

    def add_tensor(self, tensor: TfliteTensor) -> int:
        """Add a tensor and return its index."""
        self.tensors.append(tensor)
        return len(self.tensors) - 1

    def add_node(
        self,
        owner: int,
        builtin: str,
        inputs: Sequence[int],
        outputs: Sequence[int],
        options: str = "",
        intermediates: Sequence[int] = (),
        **attributes: Any,
    ) -> None:
        """Add an operator; ``options`` names the table of its attributes, by default its own.

        Only the type and the quantization of the ``intermediates`` matter.
        """
        node = TfliteNode(
            builtin, tuple(inputs), tuple(outputs), options, attributes, owner, tuple(intermediates)
        )
        self.nodes.append(node)

    def add_int32_vector(self, values: Sequence[int]) -> int:
        """Add a constant int32 vector and return its tensor index."""
        data = np.array(values, ITEM_TYPES["INT32"])
        return self.add_tensor(TfliteTensor("INT32", data.shape, data=data))


@dataclass(frozen=True, slots=True)
class TfliteSubgraph:
    """A graph with its input and output tensors: one subgraph of a ``.tflite`` file."""

    graph: TfliteGraph
    inputs: Sequence[int]
    outputs: Sequence[int]


def single_operator_file(builtin: str) -> bytes | None:
    """Return a ``.tflite`` file that declares an operator without using it.

    Return ``None`` for an operator that is not in the schema. An interpreter refuses such a file if
    its kernels lack the operator.
    """
    schema = importlib.import_module("ai_edge_litert.schema_py_generated")
    if _is_custom(schema, builtin):
        return None
    return _serialize(
        schema.ModelT(
            version=3,
            operatorCodes=[_code_table(schema, builtin)],
            subgraphs=[schema.SubGraphT(tensors=[], inputs=[], outputs=[], operators=[])],
            buffers=[schema.BufferT()],
        )
    )


def _serialize(model: Any, size: int = 0) -> bytes:
    """Serialize a model; ``size`` is the approximate size of its constants in bytes."""
    builder = importlib.import_module("flatbuffers").Builder(4096 + size)
    builder.Finish(model.Pack(builder), file_identifier=b"TFL3")
    return bytes(builder.Output())


def flatbuffer(subgraphs: Sequence[TfliteSubgraph]) -> bytes:
    """Return the content of a ``.tflite`` file; an interpreter runs the first subgraph."""
    schema = importlib.import_module("ai_edge_litert.schema_py_generated")
    builtins = list(
        dict.fromkeys(node.builtin for subgraph in subgraphs for node in subgraph.graph.nodes)
    )
    buffers = [schema.BufferT()]
    subgraph_tables = [
        schema.SubGraphT(
            tensors=[
                _tensor_table(schema, tensor, tensor_name(index), buffers)
                for index, tensor in enumerate(subgraph.graph.tensors)
            ],
            inputs=list(subgraph.inputs),
            outputs=list(subgraph.outputs),
            operators=[_operator_table(schema, node, builtins) for node in subgraph.graph.nodes],
            name=f"subgraph {number}" if number else "main",
        )
        for number, subgraph in enumerate(subgraphs)
    ]
    inputs, outputs = (
        [schema.TensorMapT(name=tensor_name(index), tensorIndex=index) for index in indexes]
        for indexes in (dict.fromkeys(subgraphs[0].inputs), dict.fromkeys(subgraphs[0].outputs))
    )
    model = schema.ModelT(
        version=3,
        operatorCodes=[_code_table(schema, builtin) for builtin in builtins],
        subgraphs=subgraph_tables,
        signatureDefs=[
            schema.SignatureDefT(
                inputs=inputs, outputs=outputs, signatureKey="serving_default", subgraphIndex=0
            )
        ],
        buffers=buffers,
    )
    constants = [
        entry.data
        for subgraph in subgraphs
        for entry in subgraph.graph.tensors
        if entry.data is not None
    ]
    return _serialize(model, sum(data.nbytes for data in constants))


_LAST_OLD_CODE: Final = 127
"""Largest operator code of the schema's deprecated one-byte field.

Readers that only know this field use the code in it; 127 refers newer readers to ``builtinCode``.
"""


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


def tensor_name(index: int) -> str:
    """Return the name of the tensor with this index in its subgraph."""
    return f"t{index}"


def _tensor_table(schema: ModuleType, tensor: TfliteTensor, name: str, buffers: list[Any]) -> Any:
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
    partial = tensor.partial_shape if tensor.shape is None else None
    shape = tensor.shape or [1 if size is None else size for size in partial or ()]
    return schema.TensorT(
        name=name,
        shape=list(shape),
        shapeSignature=None if partial is None else [-1 if n is None else n for n in partial],
        hasRank=tensor.shape is not None or partial is not None,
        type=getattr(schema.TensorType, tensor.type),
        buffer=buffer,
        quantization=quantization,
        isVariable=tensor.variable,
    )


def _operator_table(schema: ModuleType, node: TfliteNode, builtins: Sequence[str]) -> Any:
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
    elif options := node.options or _options_of(node.builtin):
        table.builtinOptionsType = getattr(schema.BuiltinOptions, options)
        table.builtinOptions = getattr(schema, f"{options}T")(**node.attributes)
    return table


_SHARED_OPTIONS: Final = {
    **dict.fromkeys(("AVERAGE_POOL_2D", "L2_POOL_2D", "MAX_POOL_2D"), "Pool2DOptions"),
    **dict.fromkeys(("MEAN", "SUM", "REDUCE_ALL", "REDUCE_ANY"), "ReducerOptions"),
    **dict.fromkeys(("REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD"), "ReducerOptions"),
    **dict.fromkeys(("MAXIMUM", "MINIMUM"), "MaximumMinimumOptions"),
    "L2_NORMALIZATION": "L2NormOptions",
    "MULTINOMIAL": "RandomOptions",
    "UNIDIRECTIONAL_SEQUENCE_RNN": "SequenceRNNOptions",
}
"""The tables of attributes that do not have the name of their builtin."""


@cache
def _options_of(builtin: str) -> str:
    """Return the schema's table of a builtin's attributes, or an empty text if it has none."""
    names = vars(importlib.import_module("ai_edge_litert.schema_py_generated").BuiltinOptions)
    own = f"{builtin.replace('_', '')}options".lower()
    return _SHARED_OPTIONS.get(builtin) or next((n for n in names if n.lower() == own), "")
