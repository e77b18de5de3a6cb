"""The common part of the translations to ONNX and TFLite: graphs, and lowering of operations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from conformance.driver_sdk import DriverError
from conformance.driver_sdk.binding import require_legal
from conformance.engines.protocol import Declined, TensorInfo
from conformance.hal import (
    CONTROL_FLOW,
    ErrorStatus,
    Model,
    Operation,
    OperationType,
    Subgraph,
    Version,
    name_of,
)
from conformance.operations import Call, OperandView, create_call, find_definition
from conformance.operations.definition.operands import Array, Shape

Conversion = Callable[[Array], Array]
"""Function that converts a tensor's value, for instance to another element type."""


def unchanged(array: Array) -> Array:
    """Return the array unchanged."""
    return array


@dataclass(frozen=True, slots=True)
class GraphInput:
    """An input of a graph: the converted value of an operand, or a constant ``value``."""

    tensor: TensorInfo
    operand: int
    convert: Conversion = unchanged
    value: Array | None = None

    def read(self, values: Mapping[int, Array | None]) -> Array:
        """Return the value of the input."""
        return self.convert(value_of(values, self.operand)) if self.value is None else self.value


@dataclass(frozen=True, slots=True)
class GraphOutput:
    """An operand that is the converted value of an output.

    Without a tensor, ``convert`` receives an empty array and returns a placeholder for an output
    whose contents the contract leaves unspecified.
    """

    tensor: TensorInfo | None
    operand: int
    convert: Conversion = unchanged


class Graph(Protocol):
    """A graph in the format of an engine.

    With ``single_use``, each run needs a new program. ``rounds`` names an input with the number of
    rounds that loops may make and the output with the number that is left, if a graph has them.
    """

    single_use: bool

    @property
    def rounds(self) -> tuple[str, str] | None: ...

    def file(self, results: Sequence[int]) -> bytes:
        """Return the content of a file whose outputs are these operands."""

    def inputs(self) -> list[GraphInput]:
        """Return the inputs of the file."""

    def outputs(self, results: Sequence[int]) -> list[GraphOutput]:
        """Return the outputs for these operands."""

    def owners(self, nodes: Collection[str]) -> set[int]:
        """Return the operations for which these nodes were created."""


@dataclass(frozen=True, slots=True)
class Translation:
    """Result of translating consecutive operations of a model.

    ``reasons`` states for each operation why the format cannot express it, or is ``None``.
    ``stop`` is the first operation that needs a shape or value not yet known, or the end.
    ``results`` holds for each graph the operands that later graphs and operations, or the client,
    read.
    """

    graphs: Sequence[Graph]
    results: Sequence[Sequence[int]]
    reasons: tuple[str | None, ...]
    stop: int


def operands_read(model: Model, stop: int) -> set[int]:
    """Return the operands that the client and the operations from ``stop`` on read."""
    operations = model.main.operations[stop:]
    return {*model.main.output_indexes, *(index for op in operations for index in op.inputs)}


def value_of(values: Mapping[int, Array | None], index: int) -> Array:
    """Return the value of an operand; raise ``DriverError`` if the request has none."""
    array = values.get(index)
    if array is None:
        raise DriverError(
            ErrorStatus.INVALID_ARGUMENT, f"the request has no value for operand {index}"
        )
    return array


def set_value(view: OperandView, array: Array | None) -> None:
    """Record the value of an operand; ``None`` means that it is omitted."""
    view.omitted, view.value = array is None, array
    if array is not None:
        view.dims = array.shape


def subgraph_views(subgraph: Subgraph, constants: Sequence[Array | None]) -> list[OperandView]:
    """Return what the model states about each operand of a subgraph."""
    return [
        OperandView.of(operand, value)
        for operand, value in zip(subgraph.operands, constants, strict=True)
    ]


def grouped_channels(call: Call) -> tuple[Shape, list[int]]:
    """Return a shape with an axis for the groups of CHANNEL_SHUFFLE, and the order of its axes.

    The order exchanges the axis of the groups with the next axis, that of the channels of a group.
    """
    shape, groups = call.shape("input"), call.scalar("num_groups")
    axis = call.scalar("axis") % len(shape)
    grouped_shape = (*shape[:axis], groups, shape[axis] // groups, *shape[axis + 1 :])
    order = list(range(len(grouped_shape)))
    order[axis], order[axis + 1] = axis + 1, axis
    return grouped_shape, order


@dataclass(eq=False, repr=False)
class CallLowering:
    """Lowering of one operation: its call, and the operators of the engine created for it."""

    call: Call
    _operation: Operation
    _owner: int

    def scalar(self, name: str) -> Any:
        """Return the value of a scalar parameter."""
        return self.call.scalar(name)

    def view(self, name: str) -> OperandView:
        """Return what is known about an input."""
        return self.call.view(name)

    def position(self, name: str) -> int:
        """Return the position of an input that the operation has."""
        position = self.call.position(name)
        assert position is not None
        return position


class OperationLowering(ABC):
    """Lowers an operation of the main subgraph and the operations that it references.

    ``owner`` is the operation's number. ``request_known``: whether the request is known. If it is,
    an operation that the request makes illegal is refused. A ``target`` is a graph of the engine
    under construction.
    """

    translated: ClassVar[Container[OperationType]]
    """Codes of the operations other than control flow that the bridge translates."""

    missing: ClassVar[Mapping[OperationType, str]]
    """The reason why no call of an operation is translated."""

    no_extensions: ClassVar[str]
    """The reason why no extension operation is translated."""

    def __init__(
        self, model: Model, owner: int, version: Version, *, request_known: bool = False
    ) -> None:
        self.model = model
        self.owner = owner
        self._version = version
        self._request_known = request_known

    @abstractmethod
    def lower_control_flow(
        self, subgraph: Subgraph, target: Any, operation: Operation, views: Sequence[OperandView]
    ) -> None:
        """Lower an IF or WHILE and the subgraphs that it references.

        Raises ``Unknown`` if a shape or parameter of a referenced subgraph is not known yet, and
        ``Declined`` for what the engine cannot express.
        """

    @abstractmethod
    def lower_call(self, target: Any, call: Call, operation: Operation) -> None:
        """Lower the call of an operation other than control flow."""

    @classmethod
    def why_missing(cls, code: int) -> str:
        """Return the reason why no call of the operation with this code is translated."""
        if code not in OperationType.__members__.values():
            return cls.no_extensions
        return cls.missing.get(
            OperationType(code), "this driver has no translation of the operation"
        )

    def create_call(self, operation: Operation, views: Sequence[OperandView]) -> Call:
        """Return the call of an operation; raise ``Declined`` if it is not translated."""
        definition = find_definition(operation.type)
        if definition is None or definition.type not in self.translated:
            raise Declined(self.why_missing(operation.type))
        inputs = [views[index] for index in operation.inputs]
        outputs = [views[index] for index in operation.outputs]
        return create_call(definition, inputs, outputs, self._version)

    def lower(
        self, subgraph: Subgraph, target: Any, operation: Operation, views: Sequence[OperandView]
    ) -> None:
        """Lower one operation of a subgraph; the shapes of its outputs are stored in ``views``."""
        if operation.type in CONTROL_FLOW:
            self.lower_control_flow(subgraph, target, operation, views)
            return
        call = self.create_call(operation, views)
        if self._request_known:
            require_legal(call)
        self.lower_call(target, call, operation)

    def lower_subgraph(self, subgraph: Subgraph, target: Any, views: Sequence[OperandView]) -> None:
        """Lower the operations of a referenced subgraph."""
        for operation in subgraph.operations:
            try:
                self.lower(subgraph, target, operation, views)
            except Declined as error:
                name = name_of(OperationType, operation.type)
                raise Declined(f"within a subgraph, {name}: {error}") from error
