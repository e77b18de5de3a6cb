"""ONNX graphs as plain data, and their serialization."""

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
"""The name of an optional input without a value."""

_OPERATOR_SET: Final = 21
_FORMAT: Final = 10


@dataclass(frozen=True, slots=True)
class Node:
    """An ONNX operator; ``owner`` is the number of the HAL operation that it was created for."""

    owner: int
    operator: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Value:
    """An input or output of a graph; ``dims`` are the dimensions as far as they are known."""

    name: str
    dtype: np.dtype[Any]
    dims: PartialShape | None = None


@dataclass(slots=True)
class Graph:
    """An ONNX graph under construction, with its nodes in execution order.

    A nested graph can read the values of its enclosing graph, so both draw names from the same
    counter. An attribute of a node may be a graph (a branch, or the body of a loop) or a NumPy data
    type.
    """

    nodes: list[Node] = field(default_factory=list)
    constants: dict[str, Array] = field(default_factory=dict)
    inputs: list[Value] = field(default_factory=list)
    outputs: list[Value] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def fresh(self) -> str:
        """Return an unused name."""
        return f"v{next(self.numbers)}"

    def body(self) -> Graph:
        """Return an empty nested graph, which can read the values of this one."""
        return Graph(numbers=self.numbers)

    def constant(self, array: Array) -> str:
        """Add a constant and return its name."""
        name = self.fresh()
        self.constants[name] = array
        return name

    def input(self, dtype: DTypeLike, dims: PartialShape | None) -> str:
        """Add an input and return its name."""
        name = self.fresh()
        self.inputs.append(Value(name, np.dtype(dtype), dims))
        return name

    def node(
        self, owner: int, operator: str, inputs: Sequence[str], outputs: int, **attributes: Any
    ) -> tuple[str, ...]:
        """Add an operator and return the names of its outputs."""
        names = tuple(self.fresh() for _ in range(outputs))
        self.nodes.append(Node(owner, operator, tuple(inputs), names, attributes))
        return names


def node_name(owner: int, number: int) -> str:
    """Return the name of a node, which identifies the HAL operation in messages of the runtime."""
    return f"operation_{owner}_node_{number}"


def serialized(graph: Graph) -> bytes:
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
