"""ONNX graphs as plain data, and how they become a serialized model."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike

from conformance.operations.call import PartialShape
from conformance.operations.definition import Array

OMITTED: Final = ""
"""The name that stands for an optional input without a value."""

_OPERATOR_SET: Final = 21
_FORMAT: Final = 10


@dataclass(frozen=True, slots=True)
class Node:
    """An operator; ``owner`` is the HAL operation that it was made for."""

    owner: int
    operator: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Value:
    """A graph's input or output: its name, element type and shape as far as they are known."""

    name: str
    dtype: np.dtype[Any]
    dims: PartialShape | None = None


@dataclass(slots=True)
class Graph:
    """Nodes in order, constants by name, and the ends. Bodies share the names of what they are in.

    An attribute of a node may be a ``Graph`` (a branch, the body of a loop) or a dtype.
    """

    nodes: list[Node] = field(default_factory=list)
    constants: dict[str, Array] = field(default_factory=dict)
    inputs: list[Value] = field(default_factory=list)
    outputs: list[Value] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def fresh(self) -> str:
        """A name that nothing has yet."""
        return f"v{next(self.numbers)}"

    def body(self) -> Graph:
        """An empty graph that may read the values of this one."""
        return Graph(numbers=self.numbers)

    def constant(self, array: Array) -> str:
        """A constant's name."""
        name = self.fresh()
        self.constants[name] = array
        return name

    def input(self, dtype: DTypeLike, dims: PartialShape | None) -> str:
        """A new input's name."""
        name = self.fresh()
        self.inputs.append(Value(name, np.dtype(dtype), dims))
        return name

    def node(
        self, owner: int, operator: str, inputs: Sequence[str], outputs: int, **attributes: Any
    ) -> tuple[str, ...]:
        """Add an operator; the names of its results."""
        names = tuple(self.fresh() for _ in range(outputs))
        self.nodes.append(Node(owner, operator, tuple(inputs), names, attributes))
        return names


def node_name(owner: int, number: int) -> str:
    """What a node is called in the model, so that a message about it tells the operation."""
    return f"operation_{owner}_node_{number}"


def serialized(graph: Graph) -> bytes:
    """The graph as the bytes of an ``.onnx`` file."""
    helper = importlib.import_module("onnx.helper")
    model = helper.make_model(
        _proto(graph),
        opset_imports=[helper.make_opsetid("", _OPERATOR_SET)],
        ir_version=_FORMAT,
        producer_name="nn-conformance",
    )
    data: bytes = model.SerializeToString()
    return data


def _proto(graph: Graph) -> Any:
    helper = importlib.import_module("onnx.helper")
    numpy_helper = importlib.import_module("onnx.numpy_helper")
    return helper.make_graph(
        [_node_proto(node, number) for number, node in enumerate(graph.nodes)],
        "main",
        [_value_proto(value) for value in graph.inputs],
        [_value_proto(value) for value in graph.outputs],
        [numpy_helper.from_array(array, name) for name, array in graph.constants.items()],
    )


def _node_proto(node: Node, number: int) -> Any:
    helper = importlib.import_module("onnx.helper")
    return helper.make_node(
        node.operator,
        node.inputs,
        node.outputs,
        name=node_name(node.owner, number),
        **{name: _attribute(value) for name, value in node.attributes.items()},
    )


def _attribute(value: Any) -> Any:
    if isinstance(value, Graph):
        return _proto(value)
    if isinstance(value, np.dtype):
        return _element_type(value)
    return value


def _element_type(dtype: np.dtype[Any]) -> int:
    helper = importlib.import_module("onnx.helper")
    code: int = helper.np_dtype_to_tensor_dtype(dtype)
    return code


def _value_proto(value: Value) -> Any:
    helper = importlib.import_module("onnx.helper")
    return helper.make_tensor_value_info(value.name, _element_type(value.dtype), value.dims)
