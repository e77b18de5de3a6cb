"""ONNX graphs as plain data, their serialization, and the lowering of one operation to nodes."""

from __future__ import annotations

import importlib
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from conformance.engines.bridge import CallLowering
from conformance.engines.protocol import Declined
from conformance.hal import (
    INFO,
    FusedActivation,
    OperandType,
    Operation,
    SymmPerChannelQuantParams,
    name_of,
)
from conformance.operations import Call, OperandView
from conformance.operations.definition.definition import PartialShape
from conformance.operations.definition.operands import Array, Shape

OMITTED: Final = ""
"""The name of an optional input without a value."""

_OPERATOR_SET: Final = 21
_FORMAT: Final = 10


@dataclass(frozen=True, slots=True)
class OnnxNode:
    """An ONNX operator; ``owner`` is the number of the HAL operation that it was created for."""

    owner: int
    operator: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OnnxValue:
    """An input or output of a graph; ``dims`` are the dimensions as far as they are known."""

    name: str
    dtype: np.dtype[Any]
    dims: PartialShape | None = None


@dataclass(slots=True)
class OnnxGraph:
    """An ONNX graph under construction, with its nodes in execution order.

    A nested graph can read the values of its enclosing graph, so both draw names from the same
    counter. An attribute of a node may be a graph (a branch, or the body of a loop) or a NumPy data
    type.
    """

    nodes: list[OnnxNode] = field(default_factory=list)
    constants: dict[str, Array] = field(default_factory=dict)
    inputs: list[OnnxValue] = field(default_factory=list)
    outputs: list[OnnxValue] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def new_name(self) -> str:
        """Return an unused name."""
        return f"v{next(self.numbers)}"

    def nested_graph(self) -> OnnxGraph:
        """Return an empty nested graph, which can read the values of this one."""
        return OnnxGraph(numbers=self.numbers)

    def add_constant(self, array: Array) -> str:
        """Add a constant and return its name."""
        name = self.new_name()
        self.constants[name] = array
        return name

    def add_input(self, dtype: DTypeLike, dims: PartialShape | None) -> str:
        """Add an input and return its name."""
        name = self.new_name()
        self.inputs.append(OnnxValue(name, np.dtype(dtype), dims))
        return name

    def add_node(
        self, owner: int, operator: str, inputs: Sequence[str], outputs: int, **attributes: Any
    ) -> tuple[str, ...]:
        """Add an operator and return the names of its outputs."""
        names = tuple(self.new_name() for _ in range(outputs))
        self.nodes.append(OnnxNode(owner, operator, tuple(inputs), names, attributes))
        return names


OWNED_NODE: Final = re.compile(r"operation_(\d+)_node_\d+")
"""The name of a node, which identifies the HAL operation in messages of the engine."""


def serialize(graph: OnnxGraph) -> bytes:
    """Serialize a graph as an ``.onnx`` file."""
    helper = importlib.import_module("onnx.helper")
    model = helper.make_model(
        _proto(graph),
        opset_imports=[helper.make_opsetid("", _OPERATOR_SET)],
        ir_version=_FORMAT,
        producer_name="nn-conformance",
    )
    data: bytes = model.SerializeToString()
    return data


def _proto(graph: OnnxGraph) -> Any:
    helper = importlib.import_module("onnx.helper")
    numpy_helper = importlib.import_module("onnx.numpy_helper")
    read = {*_values_read(graph), *(output.name for output in graph.outputs)}
    return helper.make_graph(
        [_node_proto(node, number) for number, node in enumerate(graph.nodes)],
        "main",
        [_value_proto(value) for value in graph.inputs],
        [_value_proto(value) for value in graph.outputs],
        [
            numpy_helper.from_array(array, name)
            for name, array in graph.constants.items()
            if name in read
        ],
    )


def _values_read(graph: OnnxGraph) -> Iterator[str]:
    """Yield the names that the nodes of a graph and of its nested graphs read."""
    for node in graph.nodes:
        yield from node.inputs
        for value in node.attributes.values():
            if isinstance(value, OnnxGraph):
                yield from _values_read(value)


def _node_proto(node: OnnxNode, number: int) -> Any:
    helper = importlib.import_module("onnx.helper")
    return helper.make_node(
        node.operator,
        node.inputs,
        node.outputs,
        name=f"operation_{node.owner}_node_{number}",
        **{name: _attribute(value) for name, value in node.attributes.items()},
    )


def _attribute(value: Any) -> Any:
    if isinstance(value, OnnxGraph):
        return _proto(value)
    if isinstance(value, np.dtype):
        return _element_type(value)
    return value


def _element_type(dtype: np.dtype[Any]) -> int:
    helper = importlib.import_module("onnx.helper")
    code: int = helper.np_dtype_to_tensor_dtype(dtype)
    return code


def _value_proto(value: OnnxValue) -> Any:
    helper = importlib.import_module("onnx.helper")
    return helper.make_tensor_value_info(value.name, _element_type(value.dtype), value.dims)


def _dequantize(codes: Array, scale: Array, *zero_point: Array, axis: int = 1) -> Array:
    shape = [-1 if scale.ndim and number == axis else 1 for number in range(codes.ndim)]
    values = codes.astype(np.int32)
    for zero in zero_point:
        values = values - zero.astype(np.int32).reshape(shape if zero.ndim else ())
    return values.astype(np.float32) * (scale.reshape(shape) if scale.ndim else scale)


_FOLDED: Final[Mapping[str, Callable[..., Array]]] = {
    "Cast": lambda value, to: value.astype(to),
    "Concat": lambda *values, axis: np.concatenate(values, axis),
    "DequantizeLinear": _dequantize,
    "Div": np.divide,
    "Expand": lambda value, shape: value * np.ones(shape, value.dtype),
    "Less": np.less,
    "Mul": np.multiply,
    "Neg": np.negative,
    "Reshape": lambda value, shape, allowzero: value.reshape(shape),  # noqa: ARG005
    "Sub": np.subtract,
    "Transpose": lambda value, perm: value.transpose(perm),
    "Unsqueeze": lambda value, axes: np.expand_dims(value, tuple(axes)),
    "Where": np.where,
}
"""The operators that the lowering computes itself if all their inputs are constants."""


_BOUNDS: Final = {
    FusedActivation.RELU: (0.0, np.inf),
    FusedActivation.RELU1: (-1.0, 1.0),
    FusedActivation.RELU6: (0.0, 6.0),
}
"""The lower and upper bound of each fused activation."""


@dataclass(slots=True)
class SubgraphScope:
    """The operands of a subgraph in an ONNX graph.

    ``names`` maps an operand's index to the name of its value. ``input_operands`` holds the
    operands that are inputs of the graph, in order. With ``qdq``, convolutions and products of
    quantized values are operators on real numbers between DequantizeLinear and QuantizeLinear.
    """

    graph: OnnxGraph
    constants: Sequence[Array | None]
    qdq: bool = False
    names: dict[int, str] = field(default_factory=dict)
    input_operands: list[int] = field(default_factory=list)

    def operand_value(self, index: int, view: OperandView) -> str:
        """Return the value of an operand that an operation reads.

        At first use, the operand becomes a constant or an input of the graph.
        """
        if index not in self.names:
            value = self.constants[index]
            if value is None:
                self.names[index] = self.graph.add_input(dtype_of(view), view.dims)
                self.input_operands.append(index)
            else:
                self.names[index] = self.graph.add_constant(value)
        return self.names[index]


def dtype_of(view: OperandView) -> np.dtype[Any]:
    """Return the NumPy data type in which an operand is stored."""
    if view.info is None or view.type not in INFO:
        raise Declined(f"ONNX has no {name_of(OperandType, view.type)}")
    return np.dtype(view.info.dtype)


def is_quantized(view: OperandView) -> bool:
    """Return whether an operand stores quantized values."""
    return view.info is not None and view.info.quantized


class Lowering(CallLowering):
    """Lowering of one operation: its call, and the operators created for it.

    Operations that move data use stored values (``stored_input``, ``set_stored_output``).
    Operations that compute on real numbers do so in float32 (``real_input``, ``set_real_output``):
    float16 inputs are widened and outputs rounded; quantized inputs are dequantized and outputs
    quantized. The contract allows the wider arithmetic.
    """

    def __init__(self, scope: SubgraphScope, call: Call, operation: Operation, owner: int) -> None:
        super().__init__(call, operation, owner)
        self.scope = scope
        self.graph = scope.graph
        self._produced: set[str] = set()
        # An operation on constants only is left to the engine, because the engine is under test.
        self._folds_constants = any(
            scope.constants[index] is None and view.omitted is not True
            for index, view in zip(operation.inputs, call.inputs, strict=True)
        )

    def stored_input(self, name: str) -> str:
        """Return the stored value of the input with this name."""
        return self.stored_input_at(self.position(name))

    def stored_input_at(self, position: int) -> str:
        """Return the stored value of the input at this position."""
        index = self._operation.inputs[position]
        return self.scope.operand_value(index, self.call.inputs[position])

    def real_input(self, name: str) -> str:
        """Return the real value, in float32, of the input with this name."""
        return self.real_input_at(self.position(name))

    def real_input_at(self, position: int) -> str:
        """Return the real value, in float32, of the input at this position."""
        return self.dequantize(self.stored_input_at(position), self.call.inputs[position])

    def number_input(self, name: str) -> str:
        """Return an input as numbers: integers of TENSOR_INT32, and real ones of other types."""
        is_integer = self.view(name).type == OperandType.TENSOR_INT32
        return self.stored_input(name) if is_integer else self.real_input(name)

    def set_number_output(self, value: str) -> None:
        """Set the first output to numbers: integers of TENSOR_INT32, and real ones of others."""
        is_integer = self.call.output().type == OperandType.TENSOR_INT32
        (self.set_stored_output if is_integer else self.set_real_output)(value)

    def real_weights(self, name: str, order: Sequence[int]) -> str:
        """Return the real value of an input with its dimensions permuted."""
        return self.dequantize(
            self.transpose(self.stored_input(name), order), self.view(name), order
        )

    def real_bias(self, weights: str) -> str:
        """Return the bias as real numbers; its scale is the input scale times the weights scale."""
        if not is_quantized(self.call.primary):
            return self.real_input("bias")
        params = self.view(weights).extra_params
        per_channel = isinstance(params, SymmPerChannelQuantParams)
        scales = np.array(params.scales if per_channel else self.view(weights).scale, np.float64)  # type: ignore[union-attr]
        scale = self.constant(scales * self.view("input").scale, np.float32)
        bias = self.stored_input("bias")
        if self.scope.qdq:
            return self.add_node("DequantizeLinear", [bias, scale], axis=0)
        return self.add_node("Mul", [self.cast(bias, np.float32), scale])

    def dequantize(self, value: str, view: OperandView, order: Sequence[int] = ()) -> str:
        """Convert a stored value of this operand, permuted by ``order``, to float32."""
        if not is_quantized(view):
            return value if dtype_of(view) == np.float32 else self.cast(value, np.float32)
        params = view.extra_params
        if isinstance(params, SymmPerChannelQuantParams):
            scales = np.array(params.scales, np.float32)
            zero_points = np.zeros(len(scales), np.int8)
            inputs = [value, self.constant(scales), self.constant(zero_points)]
            axis = list(order).index(params.channel_dim) if order else params.channel_dim
            return self.add_node("DequantizeLinear", inputs, axis=axis)
        return self.add_node("DequantizeLinear", [value, *self._quantization(view)])

    def quantize(self, value: str, view: OperandView) -> str:
        """Convert real numbers to the codes of this operand."""
        return self.add_node("QuantizeLinear", [value, *self._quantization(view)])

    def set_stored_output(self, value: str, position: int = 0) -> None:
        """Set the output at this position to a stored value."""
        if value not in self._produced:  # each operand needs its own value, also if it only copies
            value = self.add_node("Identity", [value])
        self._produced.discard(value)
        self.scope.names[self._operation.outputs[position]] = value

    def set_real_output(self, value: str, position: int = 0) -> None:
        """Set the output at this position to real numbers in float32."""
        view = self.call.outputs[position]
        if is_quantized(view):
            value = self.quantize(value, view)
        elif dtype_of(view) != np.float32:
            value = self.cast(value, dtype_of(view))
        self.set_stored_output(value, position)

    def output_shape(self, position: int = 0) -> Shape:
        """Return the shape of an output, computed from the inputs."""
        return tuple(self.call.definition.shapes(self.call)[position])

    def add_node(self, operator: str, inputs: Sequence[str], **attributes: Any) -> str:
        """Add an operator with one output, or its value if it is constant; return the name."""
        values = [self.graph.constants.get(name) for name in inputs]
        folds = self._folds_constants and not (self.scope.qdq and operator == "DequantizeLinear")
        if operator in _FOLDED and folds and all(v is not None for v in values):
            return self.constant(_FOLDED[operator](*values, **attributes))
        return self.add_nodes(operator, inputs, 1, **attributes)[0]

    def add_nodes(
        self, operator: str, inputs: Sequence[str], outputs: int, **attributes: Any
    ) -> tuple[str, ...]:
        """Add an operator with this number of outputs and return their names."""
        names = self.graph.add_node(self._owner, operator, inputs, outputs, **attributes)
        self._produced.update(names)
        return names

    def constant(self, values: ArrayLike, dtype: DTypeLike | None = None) -> str:
        """Add a constant and return its name."""
        return self.graph.add_constant(np.asarray(values, dtype))

    def int64_constant(self, values: ArrayLike) -> str:
        """Add an int64 constant, the type of ONNX's sizes, axes and positions."""
        return self.constant(values, np.int64)

    def cast(self, value: str, dtype: DTypeLike) -> str:
        """Return the values converted to another data type."""
        return self.add_node("Cast", [value], to=np.dtype(dtype))

    def reshape(self, value: str, shape: Shape) -> str:
        """Return the values in another shape, in which a size of 0 is literal."""
        return self.add_node("Reshape", [value, self.int64_constant(shape)], allowzero=1)

    def transpose(self, value: str, order: Sequence[int]) -> str:
        """Return the values with their dimensions permuted."""
        return self.add_node("Transpose", [value], perm=list(order))

    def clip(self, value: str, low: float, high: float, dtype: DTypeLike = np.float32) -> str:
        """Return the values limited to the range [low, high]."""
        return self.add_node("Clip", [value, self.constant(low, dtype), self.constant(high, dtype)])

    def apply_activation(self, value: str, code: int) -> str:
        """Return real numbers after a fused activation."""
        if code == FusedActivation.NONE:
            return value
        low, high = _BOUNDS[FusedActivation(code)]
        return self.clip(value, low, high)

    def _quantization(self, view: OperandView) -> tuple[str, str]:
        return (
            self.constant(view.scale, np.float32),
            self.constant(view.zero_point, dtype_of(view)),
        )
