"""Where one HAL operation is written down as ONNX operators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from conformance.drivers.onnxruntime.graph import OMITTED, Graph
from conformance.hal import (
    INFO,
    FusedActivation,
    OperandType,
    Operation,
    SymmPerChannelQuantParams,
    name_of,
)
from conformance.operations import Call, OperandView
from conformance.operations.definition import Array, Shape

_BOUNDS: Final = {
    FusedActivation.RELU: (0.0, np.inf),
    FusedActivation.RELU1: (-1.0, 1.0),
    FusedActivation.RELU6: (0.0, 6.0),
}


class DeclinedError(Exception):
    """ONNX has nothing equal; the message names the operator or the attribute that is missing."""


@dataclass(slots=True)
class Scope:
    """A subgraph's operands in an ONNX graph: ``names`` holds the value of each that has one.

    ``feeds`` are the operands that are the graph's inputs, in order.
    """

    graph: Graph
    constants: Sequence[Array | None]
    names: dict[int, str] = field(default_factory=dict)
    feeds: list[int] = field(default_factory=list)

    def operand(self, index: int, view: OperandView) -> str:
        """The value that an operation reads; a constant or an input when it is read first."""
        if index not in self.names:
            value = self.constants[index]
            if value is None:
                self.names[index] = self.graph.input(dtype_of(view), view.dims)
                self.feeds.append(index)
            else:
                self.names[index] = self.graph.constant(value)
        return self.names[index]


def dtype_of(view: OperandView) -> np.dtype[Any]:
    """The element type of an operand's storage."""
    if view.info is None or view.type not in INFO:
        raise DeclinedError(f"ONNX has no {name_of(OperandType, view.type)}")
    return np.dtype(view.info.dtype)


def is_quantized(view: OperandView) -> bool:
    """Whether codes stand for real numbers."""
    return view.info is not None and view.info.quantized


class Site:
    """One operation: its call, and the operators that are made for it.

    Data movements work on stored values (``stored``, ``put``). What computes on real numbers does
    so in float32 (``real``, ``put_real``): float16 is widened before and rounded after, codes are
    dequantized before and quantized after. The contract allows the wider arithmetic.
    """

    def __init__(self, scope: Scope, call: Call, operation: Operation, owner: int) -> None:
        self.scope = scope
        self.graph = scope.graph
        self.call = call
        self._operation = operation
        self._owner = owner
        self._made: set[str] = set()

    def scalar(self, name: str) -> Any:
        """A parameter's value."""
        return self.call.scalar(name)

    def view(self, name: str) -> OperandView:
        """What is known of an input."""
        return self.call.view(name)

    def stored(self, name: str) -> str:
        """An input as it is stored."""
        position = self.call.position(name)
        assert position is not None
        return self.stored_at(position)

    def stored_at(self, position: int) -> str:
        """The input at a position as it is stored."""
        index = self._operation.inputs[position]
        return self.scope.operand(index, self.call.inputs[position])

    def real(self, name: str) -> str:
        """An input as real numbers, in float32."""
        position = self.call.position(name)
        assert position is not None
        return self.real_at(position)

    def real_at(self, position: int) -> str:
        """The input at a position as real numbers, in float32."""
        return self.real_of(self.stored_at(position), self.call.inputs[position])

    def optional(self, name: str) -> str:
        """An input that may be omitted, as real numbers."""
        return self.real(name) if self.call.present(name) else OMITTED

    def real_of(self, value: str, view: OperandView) -> str:
        """Stored values of this kind of operand as real numbers, in float32."""
        if not is_quantized(view):
            return value if dtype_of(view) == np.float32 else self.cast(value, np.float32)
        extra = view.extra_params
        if isinstance(extra, SymmPerChannelQuantParams):
            scales = np.array(extra.scales, np.float32)
            zeros = np.zeros(len(scales), np.int8)
            inputs = [value, self.constant(scales), self.constant(zeros)]
            return self.node("DequantizeLinear", inputs, axis=extra.channel_dim)
        return self.node("DequantizeLinear", [value, *self._quantization(view)])

    def quantized(self, value: str, view: OperandView) -> str:
        """Real numbers as the codes of this kind of operand."""
        return self.node("QuantizeLinear", [value, *self._quantization(view)])

    def put(self, position: int, value: str) -> None:
        """The output at a position is this, as it is to be stored."""
        if value not in self._made:  # an operand of its own, whatever else has this value
            value = self.node("Identity", [value])
        self._made.discard(value)
        self.scope.names[self._operation.outputs[position]] = value

    def put_real(self, position: int, value: str) -> None:
        """The output at a position is this real number, in float32."""
        view = self.call.outputs[position]
        if is_quantized(view):
            value = self.quantized(value, view)
        elif dtype_of(view) != np.float32:
            value = self.cast(value, dtype_of(view))
        self.put(position, value)

    def output_shape(self, position: int = 0) -> Shape:
        """The sizes of an output, which may follow from the inputs only."""
        return tuple(self.call.definition.shapes(self.call)[position])

    def node(self, operator: str, inputs: Sequence[str], **attributes: Any) -> str:
        """Add an operator with one result."""
        return self.nodes(operator, inputs, 1, **attributes)[0]

    def nodes(
        self, operator: str, inputs: Sequence[str], outputs: int, **attributes: Any
    ) -> tuple[str, ...]:
        """Add an operator with so many results."""
        names = self.graph.node(self._owner, operator, inputs, outputs, **attributes)
        self._made.update(names)
        return names

    def constant(self, values: ArrayLike, dtype: DTypeLike | None = None) -> str:
        """A constant."""
        return self.graph.constant(np.asarray(values, dtype))

    def whole(self, values: ArrayLike) -> str:
        """Sizes, axes or positions as ONNX wants them: int64."""
        return self.constant(values, np.int64)

    def cast(self, value: str, dtype: DTypeLike) -> str:
        """The values in another type."""
        return self.node("Cast", [value], to=np.dtype(dtype))

    def reshaped(self, value: str, shape: Shape) -> str:
        """The values in another shape; sizes of 0 are sizes."""
        return self.node("Reshape", [value, self.whole(shape)], allowzero=1)

    def transposed(self, value: str, order: Sequence[int]) -> str:
        """The values with their dimensions in another order."""
        return self.node("Transpose", [value], perm=list(order))

    def clipped(self, value: str, low: float, high: float, dtype: DTypeLike = np.float32) -> str:
        """The values within bounds."""
        return self.node("Clip", [value, self.constant(low, dtype), self.constant(high, dtype)])

    def activated(self, value: str, code: int) -> str:
        """Real numbers after a fused activation."""
        if code == FusedActivation.NONE:
            return value
        low, high = _BOUNDS[FusedActivation(code)]
        return self.clipped(value, low, high)

    def _quantization(self, view: OperandView) -> tuple[str, str]:
        return (
            self.constant(view.scale, np.float32),
            self.constant(view.zero_point, dtype_of(view)),
        )
