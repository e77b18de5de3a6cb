"""ONNX graphs as plain data, and their serialization."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike

from conformance.operations.definition.call import PartialShape
from conformance.operations.definition.definition import Array

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


def node_name(owner: int, number: int) -> str:
    """Return the name of a node, which identifies the HAL operation in messages of the runtime."""
    return f"operation_{owner}_node_{number}"


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
    return helper.make_graph(
        [_node_proto(node, number) for number, node in enumerate(graph.nodes)],
        "main",
        [_value_proto(value) for value in graph.inputs],
        [_value_proto(value) for value in graph.outputs],
        [numpy_helper.from_array(array, name) for name, array in graph.constants.items()],
    )


def _node_proto(node: OnnxNode, number: int) -> Any:
    helper = importlib.import_module("onnx.helper")
    return helper.make_node(
        node.operator,
        node.inputs,
        node.outputs,
        name=node_name(node.owner, number),
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
