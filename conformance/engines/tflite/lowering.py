"""State and building blocks for lowering one HAL operation to TFLite operators."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from conformance.engines.bridge import (
    CallLowering,
    Conversion,
    GraphInput,
    GraphOutput,
    unchanged,
)
from conformance.engines.protocol import Declined, TensorInfo
from conformance.engines.tflite.tflite_file import ITEM_TYPES, Quantization
from conformance.engines.tflite.tflite_graph import (
    OMITTED,
    TENSOR_TYPES,
    TfliteGraph,
    TfliteSubgraph,
    TfliteTensor,
    flatbuffer,
    tensor_name,
    tensor_of,
)
from conformance.hal import OperandType, Operation, name_of
from conformance.operations import Call, OperandView, Unknown
from conformance.operations.definition.operands import Array, Shape

COMPUTED_ATTRIBUTE: Final = "attributes are constants in TFLite, but another operation computes one"
"""Reason for declining an operation whose parameter is known only during the run."""


@dataclass(frozen=True, slots=True)
class InputBinding:
    """Sets a tensor before a run: to the converted value of an operand, or to a constant."""

    operand: int
    tensor: int
    convert: Conversion = unchanged
    value: Array | None = None


@dataclass(frozen=True, slots=True)
class OutputBinding:
    """Reads an operand from the converted value of a tensor after a run, or without a tensor."""

    tensor: int | None
    convert: Conversion = unchanged


@dataclass(slots=True)
class EngineGraph:
    """The TFLite graph of a sequence of operations, and the binding of its tensors to operands.

    ``tensors`` maps an operand's index to its tensor, ``written_operands`` holds the operands that
    the operations write. The operands in ``deferred_outputs`` can be read only after the run: a
    state, which is then the value of a variable tensor, or an output whose contents the contract
    leaves unspecified.

    ``subgraphs`` holds the further subgraphs of the file. With ``single_use``, each run needs a new
    interpreter. With ``limits_rounds``, the number of rounds of loops is limited:
    ``initial_rounds`` is the input tensor with the number at the start of a run, and
    ``remaining_rounds`` the tensor with the number that is left.
    """

    constants: Sequence[Array | None]
    graph: TfliteGraph = field(default_factory=TfliteGraph)
    tensors: dict[int, int] = field(default_factory=dict)
    written_operands: set[int] = field(default_factory=set)
    feeds: list[InputBinding] = field(default_factory=list)
    deferred_outputs: dict[int, OutputBinding] = field(default_factory=dict)
    subgraphs: list[TfliteSubgraph] = field(default_factory=list)
    single_use: bool = False
    limits_rounds: bool = True
    remaining_rounds: int | None = None
    initial_rounds: int | None = None

    def remaining_rounds_tensor(self) -> int:
        """Return the tensor with the number of remaining rounds; create it at first use."""
        if self.remaining_rounds is None:
            self.remaining_rounds = self.initial_rounds = self.graph.add_tensor(
                TfliteTensor("INT32", (1,))
            )
        return self.remaining_rounds

    def operand_tensor(self, index: int, view: OperandView) -> int:
        """Return the tensor of an operand that an operation reads; create it at first use."""
        if index not in self.tensors:
            value = self.constants[index]
            self.tensors[index] = self.graph.add_tensor(tensor_of(view, value))
            if value is None:
                self.feeds.append(InputBinding(index, self.tensors[index]))
        return self.tensors[index]

    def state_tensor(
        self,
        index: int,
        view: OperandView,
        before: Conversion,
        after: Conversion,
        output_index: int | None,
    ) -> int:
        """Add a variable tensor and return its index.

        It is set from operand ``index`` before a run and, unless ``output_index`` is
        ``None``, read as operand ``output_index`` after it.
        """
        template = tensor_of(view)
        type_ = "FLOAT32" if template.type == "FLOAT16" else template.type
        tensor = self.graph.add_tensor(
            TfliteTensor(type_, view.shape, template.quantization, variable=True)
        )
        value = self.constants[index]
        preset = None if value is None else before(value)
        self.feeds.append(InputBinding(index, tensor, before, preset))
        if output_index is not None:
            self.deferred_outputs[output_index] = OutputBinding(tensor, after)
        return tensor

    def inputs(self) -> list[GraphInput]:
        return [
            GraphInput(self._info(feed.tensor), feed.operand, feed.convert, feed.value)
            for feed in self.feeds
        ]

    def output_binding(self, index: int) -> OutputBinding:
        """Return how to read an operand that the graph writes."""
        return self.deferred_outputs.get(index) or OutputBinding(self.tensors[index])

    def outputs(self, results: Sequence[int]) -> list[GraphOutput]:
        bindings = [self.output_binding(index) for index in results]
        return [
            GraphOutput(
                None if binding.tensor is None else self._info(binding.tensor),
                index,
                binding.convert,
            )
            for index, binding in zip(results, bindings, strict=True)
        ]

    def _info(self, index: int) -> TensorInfo:
        tensor = self.graph.tensors[index]
        dtype = np.dtype(ITEM_TYPES[tensor.type])
        return TensorInfo(tensor_name(index), dtype, tensor.shape, tensor.variable)

    @property
    def rounds(self) -> tuple[str, str] | None:
        """The tensors with the number of rounds before and after a run."""
        if self.remaining_rounds is None or self.initial_rounds is None:
            return None
        return tensor_name(self.initial_rounds), tensor_name(self.remaining_rounds)

    def owners(self, nodes: Collection[str]) -> set[int]:
        # The number of a node does not state its subgraph.
        graphs = [self.graph, *(subgraph.graph for subgraph in self.subgraphs)]
        return {
            node.owner
            for graph in graphs
            for number, node in enumerate(graph.nodes)
            if node.builtin in nodes or f"{number} {node.builtin}" in nodes
        }

    def file(self, results: Sequence[int]) -> bytes:
        tensors = self.graph.tensors
        inputs = [feed.tensor for feed in self.feeds if not tensors[feed.tensor].variable]
        outputs = [self.tensors[index] for index in results if index not in self.deferred_outputs]
        if self.remaining_rounds is not None and self.initial_rounds is not None:
            inputs.append(self.initial_rounds)
            outputs.append(self.remaining_rounds)
        return flatbuffer([TfliteSubgraph(self.graph, inputs, outputs), *self.subgraphs])


class Lowering(CallLowering):
    """Lowering of one operation: its call, and the tensors and operators created for it.

    Float16 inputs are widened to float32 and float32 results are rounded to float16, because few
    TFLite operators compute in float16; the contract allows the wider arithmetic.
    """

    def __init__(
        self, engine_graph: EngineGraph, call: Call, operation: Operation, owner: int
    ) -> None:
        super().__init__(call, operation, owner)
        self.engine_graph = engine_graph
        self.graph = engine_graph.graph
        self._deferred: list[tuple[str, list[int], int, dict[str, Any]]] = []

    def input_named(self, name: str) -> int:
        """Return the tensor of the input with this name, float16 widened to float32."""
        return self.input_at(self.position(name))

    def input_at(self, position: int) -> int:
        """Return the tensor of the input at this position, float16 widened to float32."""
        return self.widen(self.raw_input(position))

    def raw_input(self, position: int) -> int:
        """Return the tensor of the input at this position in its own type."""
        view = self.call.inputs[position]
        if view.type not in TENSOR_TYPES:
            raise Declined(f"TFLite has no {name_of(OperandType, view.type)}")
        return self.engine_graph.operand_tensor(self._operation.inputs[position], view)

    def optional_input(self, name: str) -> int:
        """Return the tensor of an input, or ``OMITTED`` if it has no value."""
        return self.input_named(name) if self.call.present(name) else OMITTED

    def constant_input(self, name: str) -> int:
        """Return a constant tensor for an input, or ``OMITTED`` if it has no value.

        For an operator that reads the input when it is prepared. If the value arrives with the
        request, ``Unknown`` is raised, and the graph is built again with that value as the
        constant.
        """
        if not self.call.present(name):
            return OMITTED
        view = self.view(name)
        if view.value is None:
            if view.omitted is False:
                raise Declined(
                    "weights are constants in TFLite, but these are no constants of the model"
                )
            raise Unknown
        return self.graph.add_tensor(tensor_of(view, view.value))

    def output_tensor(self, position: int = 0) -> int:
        """Return the tensor that the operator must write.

        A float16 output is rounded from float32.
        """
        tensor = self.raw_output_tensor(position)
        if self.graph.tensors[tensor].type != "FLOAT16":
            return tensor
        wide = self._float32_tensor_like(tensor)
        self._defer("CAST", [wide], tensor, **_cast_attributes("FLOAT32", "FLOAT16"))
        return wide

    def raw_output_tensor(self, position: int) -> int:
        """Return the tensor of the output at this position in its own type."""
        view = self.call.outputs[position]
        if view.type not in TENSOR_TYPES:
            raise Declined(f"TFLite has no {name_of(OperandType, view.type)}")
        index = self._operation.outputs[position]
        tensor = self.engine_graph.tensors[index] = self.graph.add_tensor(tensor_of(view))
        return tensor

    def state_tensor(
        self,
        name: str,
        position: int | None,
        before: Conversion = unchanged,
        after: Conversion = unchanged,
    ) -> int:
        """Return a variable tensor that input ``name`` sets and output ``position`` reads.

        ``position`` is ``None`` if no output reads it. ``before`` and ``after`` convert the value.
        """
        input_position = self.position(name)
        view = self.call.inputs[input_position]
        assert view.info is not None
        output_index: int | None = None
        engine_dtype = np.dtype(
            np.float32 if view.type == OperandType.TENSOR_FLOAT16 else view.info.dtype
        )
        dtype = engine_dtype
        if position is not None:
            info = self.call.outputs[position].info
            assert info is not None
            dtype, output_index = info.dtype, self._operation.outputs[position]
        return self.engine_graph.state_tensor(
            self._operation.inputs[input_position],
            view,
            lambda array: before(array.astype(engine_dtype)),
            lambda array: after(array).astype(dtype),
            output_index,
        )

    def zero_output(self, position: int, shape: Shape) -> None:
        """Set an output whose contents the contract leaves unspecified to zeros."""
        info = self.call.outputs[position].info
        assert info is not None
        zeros = np.zeros(shape, info.dtype)
        self.engine_graph.deferred_outputs[self._operation.outputs[position]] = OutputBinding(
            None, lambda _: zeros
        )

    def shape_of(self, tensor: int) -> Shape | None:
        """Return a tensor's shape, or ``None`` if it is not known."""
        return self.graph.tensors[tensor].shape

    def new_tensor_like(self, tensor: int, shape: Shape | None) -> int:
        """Add a tensor with the type and quantization of ``tensor`` and return its index."""
        template = self.graph.tensors[tensor]
        return self.graph.add_tensor(TfliteTensor(template.type, shape, template.quantization))

    def constant_tensor(self, values: Any, type_: str = "INT32", like: int | None = None) -> int:
        """Add a constant tensor; its type and quantization are those of ``like``, if given."""
        quantization: Quantization | None = None
        if like is not None:
            type_ = self.graph.tensors[like].type
            quantization = self.graph.tensors[like].quantization
        data = np.asarray(values, ITEM_TYPES[type_])
        return self.graph.add_tensor(TfliteTensor(type_, data.shape, quantization, data))

    def lowest_value(self, tensor: int) -> float:
        """Return the lowest value that a tensor can hold.

        For a quantized tensor, its lowest code.
        """
        dtype = np.dtype(ITEM_TYPES[self.graph.tensors[tensor].type])
        return -np.inf if dtype.kind == "f" else int(np.iinfo(dtype).min)

    def add_operator(
        self,
        builtin: str,
        inputs: Sequence[int],
        outputs: Sequence[int],
        **attributes: Any,
    ) -> None:
        """Add an operator."""
        self.graph.add_node(self._owner, builtin, inputs, outputs, **attributes)

    def add_deferred_operators(self) -> None:
        """Add the deferred operators, which follow the operation's own operator."""
        for builtin, inputs, output, attributes in reversed(self._deferred):
            self.add_operator(builtin, inputs, [output], **attributes)
        self._deferred.clear()

    def _defer(self, builtin: str, inputs: list[int], output: int, **attributes: Any) -> None:
        """Defer an operator until after the operation's own; the last one deferred runs first."""
        self._deferred.append((builtin, inputs, output, attributes))

    def widen(self, tensor: int) -> int:
        """Return a float16 tensor as float32, and any other tensor unchanged."""
        source = self.graph.tensors[tensor]
        if source.type != "FLOAT16":
            return tensor
        if source.data is not None:
            return self.constant_tensor(source.data, "FLOAT32")
        wide = self._float32_tensor_like(tensor)
        self.add_operator("CAST", [tensor], [wide], **_cast_attributes("FLOAT16", "FLOAT32"))
        return wide

    def _float32_tensor_like(self, tensor: int) -> int:
        """Add a float32 tensor with the shape of ``tensor`` and return its index."""
        source = self.graph.tensors[tensor]
        return self.graph.add_tensor(
            TfliteTensor("FLOAT32", source.shape, partial_shape=source.partial_shape)
        )

    def recode(self, tensor: int, type_: str) -> int:
        """Return an 8-bit tensor as ``type_``: codes shifted by 128, the same real numbers."""
        source = self.graph.tensors[tensor]
        if source.type == type_:
            return tensor
        target, offset = _recoded(source, type_)
        if source.data is not None:
            codes = source.data.astype(np.int16) + offset
            return self.graph.add_tensor(replace(target, data=codes.astype(ITEM_TYPES[type_])))
        new = self.graph.add_tensor(target)
        self.add_operator("QUANTIZE", [tensor], [new])
        return new

    def recode_into(self, tensor: int, type_: str) -> int:
        """Return a tensor of ``type_`` that is recoded into ``tensor`` after the operator."""
        written_tensor = self.graph.tensors[tensor]
        if written_tensor.type == type_:
            return tensor
        source = self.graph.add_tensor(_recoded(written_tensor, type_)[0])
        self._defer("QUANTIZE", [source], tensor)
        return source

    def dequantize(self, tensor: int) -> int:
        """Return the real values of a quantized tensor as float32."""
        source = self.graph.tensors[tensor]
        if source.data is not None and source.quantization and len(source.quantization.scales) == 1:
            codes = source.data.astype(np.int32) - source.quantization.zero_points[0]
            return self.constant_tensor(
                codes.astype(np.float32) * np.float32(source.quantization.scales[0]), "FLOAT32"
            )
        new = self._float32_tensor_like(tensor)
        self.add_operator("DEQUANTIZE", [tensor], [new])
        return new

    def requantize(self, tensor: int, quantization: Quantization | None) -> int:
        """Return the tensor converted to another scale and zero point."""
        model = self.graph.tensors[tensor]
        new = self.graph.add_tensor(
            replace(model, quantization=quantization, data=None, variable=False)
        )
        self.add_operator("QUANTIZE", [tensor], [new])
        return new

    def concatenate(self, tensors: Sequence[int], axis: int) -> int:
        """Return the concatenation of tensors."""
        parts = [self.graph.tensors[tensor] for tensor in tensors]
        values = [part.data for part in parts if part.data is not None]
        if len(values) == len(parts):
            return self._moved_constant(parts[0], np.concatenate(values, axis))
        shapes = [part.shape for part in parts if part.shape is not None]
        if len(shapes) < len(parts):
            raise Unknown
        shape = list(shapes[0])
        shape[axis] = sum(part[axis] for part in shapes)
        joined = self.new_tensor_like(tensors[0], tuple(shape))
        self.add_operator("CONCATENATION", tensors, [joined], axis=axis)
        return joined

    def transpose(self, tensor: int, order: Sequence[int]) -> int:
        """Return the tensor with its dimensions permuted."""
        source = self.graph.tensors[tensor]
        if source.data is not None:
            return self._moved_constant(source, source.data.transpose(order))
        shape = source.shape
        new = self.new_tensor_like(
            tensor, None if shape is None else tuple(shape[axis] for axis in order)
        )
        self.add_operator("TRANSPOSE", [tensor, self.constant_tensor(order)], [new])
        return new

    def _moved_constant(self, source: TfliteTensor, data: Array) -> int:
        """Add a constant with the elements of ``source`` in another shape or order."""
        assert source.quantization is None or len(source.quantization.scales) == 1
        return self.graph.add_tensor(replace(source, shape=data.shape, data=data))

    def transpose_into(self, tensor: int, order: Sequence[int]) -> int:
        """Return a tensor that is permuted by ``order`` into ``tensor`` after the operator."""
        shape = self.shape_of(tensor)
        source_shape = None
        if shape is not None:
            source_shape = tuple(shape[order.index(axis)] for axis in range(len(order)))
        source = self.new_tensor_like(tensor, source_shape)
        self._defer("TRANSPOSE", [source, self.constant_tensor(order)], tensor)
        return source

    def reshape(self, tensor: int, shape: Shape) -> int:
        """Return the tensor with another shape."""
        source = self.graph.tensors[tensor]
        if source.data is not None:
            return self._moved_constant(source, source.data.reshape(shape))
        new = self.new_tensor_like(tensor, shape)
        self.add_operator("RESHAPE", [tensor, self.constant_tensor(shape)], [new])
        return new

    def reshape_into(self, tensor: int, source_shape: Shape | None) -> int:
        """Return a tensor of ``source_shape`` that is reshaped into ``tensor`` afterwards."""
        shape = self.shape_of(tensor)
        if shape is None:
            raise Unknown
        source = self.new_tensor_like(tensor, source_shape)
        self._defer("RESHAPE", [source, self.constant_tensor(shape)], tensor)
        return source


def _cast_attributes(source: str, target: str) -> dict[str, int]:
    return {"inDataType": _CAST_CODES[source], "outDataType": _CAST_CODES[target]}


_CAST_CODES: Final = {"FLOAT32": 0, "FLOAT16": 1}


def _recoded(tensor: TfliteTensor, type_: str) -> tuple[TfliteTensor, int]:
    """Return an 8-bit tensor as ``type_``, with the same real numbers, and its codes' offset."""
    assert tensor.quantization is not None
    offset = 128 if type_ == "UINT8" else -128
    quantization = tensor.quantization.with_zero_point(offset)
    return replace(tensor, type=type_, quantization=quantization, data=None), offset
