"""The access of a converter to the operator that it converts and to the model that it extends."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import numpy as np

from conformance.engines.tflite.lift.model_builder import OperandDraft, SubgraphBuilder
from conformance.engines.tflite.tflite_file import (
    FileOperator,
    FileSubgraph,
    FileTensor,
    ModelFileError,
)
from conformance.hal import (
    INFO,
    OperandLifeTime,
    OperandType,
    OperationType,
    SymmPerChannelQuantParams,
)
from conformance.operations.definition.operands import Array

_MAX_CREATED_ELEMENTS: Final = 1 << 24
"""Limit on constants that a converter creates, such as a bias of zeros."""

_PLAIN_TYPES: Final = {
    "FLOAT32": OperandType.TENSOR_FLOAT32,
    "FLOAT16": OperandType.TENSOR_FLOAT16,
    "INT32": OperandType.TENSOR_INT32,
    "BOOL": OperandType.TENSOR_BOOL8,
}
_QUANTIZED_TYPES: Final = {
    "UINT8": OperandType.TENSOR_QUANT8_ASYMM,
    "INT8": OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
    "INT16": OperandType.TENSOR_QUANT16_SYMM,
}


class NotExpressibleError(Exception):
    """The contract cannot express an operator; the message is the reason."""


def hal_dimensions(shape: Sequence[int]) -> tuple[int, ...]:
    """Return the dimensions of an operand; the contract has no tensors of rank 0."""
    return tuple(shape) or (1,)


def known_rank(dimensions: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dimensions of an operand; raise ``NotExpressibleError`` if its rank is unknown."""
    if not dimensions:
        raise NotExpressibleError("a tensor whose rank is known only during the run")
    return dimensions


def is_static(dimensions: tuple[int, ...]) -> bool:
    """Return whether the rank and all sizes of an operand are known."""
    return bool(dimensions) and 0 not in dimensions


def operand_of(tensor: FileTensor) -> OperandDraft:
    """Return the operand that holds the values of a tensor.

    Raise ``NotExpressibleError`` if the contract has no such type.
    """
    dimensions = hal_dimensions(tensor.shape) if tensor.has_rank else ()
    name = tensor.name
    plain = _PLAIN_TYPES.get(tensor.type)
    if plain is not None:
        return OperandDraft(plain, dimensions, name=name)
    type_ = _QUANTIZED_TYPES.get(tensor.type)
    if type_ is None:
        raise NotExpressibleError(f"tensor type {tensor.type} has no equivalent in the contract")
    quantization = tensor.quantization
    if quantization is None:
        raise NotExpressibleError(f"a tensor of type {tensor.type} has no scale")
    scales = tuple(float(np.float32(scale)) for scale in quantization.scales)
    if not all(scale > 0 for scale in scales):
        raise NotExpressibleError("a scale is 0")
    if quantization.per_channel:
        if tensor.type != "INT8" or any(quantization.zero_points):
            raise NotExpressibleError(
                "per-channel quantization needs type INT8 and zero points of 0"
            )
        params = SymmPerChannelQuantParams(scales, quantization.axis)
        type_ = OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL
        return OperandDraft(type_, dimensions, extra_params=params, name=name)
    zero_point = quantization.zero_points[0]
    low, high = INFO[type_].zero_points
    if not low <= zero_point <= high:
        raise NotExpressibleError(f"zero point {zero_point} is outside [{low}, {high}]")
    return OperandDraft(type_, dimensions, scales[0], zero_point, name=name)


@dataclass(frozen=True, slots=True)
class StateOperand:
    """A variable tensor as a pair of operands of main: its value before and after the run.

    ``after`` is ``None`` if the operation does not return the new value.
    """

    tensor: int
    before: int
    after: int | None


class SubgraphConverter(Protocol):
    """Converts a referenced subgraph; the result is its index in the model."""

    def __call__(
        self, number: int, order: Sequence[int] | None, dropped_outputs: frozenset[int]
    ) -> int:
        """Convert subgraph ``number``.

        ``order`` is the order of its inputs; outputs at the positions ``dropped_outputs`` are left
        out, and the others are in the same order.
        """


@dataclass(slots=True)
class SubgraphContext:
    """One subgraph of the file, and the operands of those of its tensors that have a value.

    ``operands`` maps a tensor to its operand. ``values`` holds constants that were computed during
    the conversion, by tensor. ``states`` are the variable tensors that operations use, and
    ``cut`` the results of refused operators; both exist only in main. ``unspecified`` are outputs
    with scratch data, which no operator may read.
    """

    file: FileSubgraph
    origin: str
    builder: SubgraphBuilder
    convert_subgraph: SubgraphConverter
    subgraphs: Sequence[FileSubgraph]
    is_main: bool
    unspecified: set[int] = field(default_factory=set)
    operands: dict[int, int] = field(default_factory=dict)
    values: dict[int, Array] = field(default_factory=dict)
    states: list[StateOperand] = field(default_factory=list)
    cut: set[int] = field(default_factory=set)

    def value(self, tensor: int) -> Array | None:
        """Return the value of a constant tensor; ``None`` if the tensor is computed."""
        if tensor in self.values:
            return self.values[tensor]
        description = self.file.tensors[tensor]
        if not description.is_dense:
            raise NotExpressibleError("a sparse constant")
        return description.data

    def define(self, tensor: int, operand: int) -> None:
        """Make an operand the value of a tensor; raise ``ModelFileError`` if it has a value."""
        self.check_undefined(tensor)
        self.operands[tensor] = operand

    def check_undefined(self, tensor: int) -> None:
        """Raise ``ModelFileError`` if the tensor has a value already."""
        constant = self.file.tensors[tensor].data is not None
        if constant or tensor in self.operands or tensor in self.values:
            raise ModelFileError(
                self.origin, f"tensor {tensor}", "the tensor gets a value more than once"
            )

    def operand(self, tensor: int) -> int:
        """Return the operand of a tensor that has a value; a constant is added at first use."""
        if tensor in self.operands:
            return self.operands[tensor]
        value = self.value(tensor)
        description = self.file.tensors[tensor]
        if value is None and tensor in self.cut:
            self.operands[tensor] = self.builder.add_operand(operand_of(description))
            return self.operands[tensor]
        if value is None:
            raise ModelFileError(
                self.origin,
                f"tensor {tensor} ({description.name})",
                "an operator reads the tensor before it has a value",
            )
        if description.type == "INT64":
            value = _narrow(value)
            template = OperandDraft(OperandType.TENSOR_INT32, name=description.name)
        else:
            template = operand_of(description)
        self.operands[tensor] = self.builder.add_array(value, template)
        return self.operands[tensor]


def _narrow(value: Array) -> Array:
    """Return 64-bit integers as 32-bit integers; indexes and sizes fit."""
    narrow = value.astype("<i4")
    if not np.array_equal(narrow, value):
        raise NotExpressibleError("an INT64 constant does not fit into 32 bits")
    return narrow


class OperatorContext:
    """One operator of the file: its tensors, attributes, and the operations that replace it."""

    def __init__(self, subgraph: SubgraphContext, operator: FileOperator) -> None:
        self.subgraph = subgraph
        self.operator = operator
        self.builder = subgraph.builder

    # ---------------------------------------------------------------------- tensors of the file

    def has_input(self, position: int) -> bool:
        """Return whether the operator has a value for input ``position``."""
        inputs = self.operator.inputs
        return position < len(inputs) and inputs[position] >= 0

    def _tensor_index(self, position: int) -> int:
        if not self.has_input(position):
            raise NotExpressibleError(f"input {position} is missing")
        return self.operator.inputs[position]

    def _output_index(self, position: int) -> int:
        if position >= len(self.operator.outputs):
            raise NotExpressibleError(f"output {position} is missing")
        return self.operator.outputs[position]

    def input_tensor(self, position: int) -> FileTensor:
        """Return the description of input ``position``."""
        return self.subgraph.file.tensors[self._tensor_index(position)]

    def output_tensor(self, position: int = 0) -> FileTensor:
        """Return the description of output ``position``."""
        return self.subgraph.file.tensors[self._output_index(position)]

    def constant(self, position: int) -> Array:
        """Return the value of an input that must be a constant."""
        value = self.subgraph.value(self._tensor_index(position))
        if value is None:
            raise NotExpressibleError(f"input {position} is computed, but must be a constant")
        if self.input_tensor(position).type == "INT64":
            value = _narrow(value)
        return value

    def constant_or_none(self, position: int) -> Array | None:
        """Return the value of an input, or ``None`` if it is computed."""
        return self.subgraph.value(self._tensor_index(position))

    def integers(self, position: int) -> list[int]:
        """Return the elements of a constant integer input."""
        value = self.constant(position)
        if value.dtype.kind not in "iu":
            raise NotExpressibleError(f"input {position} has type {value.dtype}, not an integer")
        return [int(element) for element in value.reshape(-1)]

    def static_shape(self, tensor: FileTensor) -> tuple[int, ...]:
        """Return the shape of a tensor; it must be known."""
        if 0 in tensor.shape or not tensor.has_rank:
            raise NotExpressibleError("a shape is known only during the run")
        return tensor.shape

    def option(self, name: str, default: Any = 0) -> Any:
        """Return an attribute; a file without attributes has the schema's default."""
        return self.operator.options.get(name, default)

    def activation(self) -> int:
        """Return the contract's code of the fused activation."""
        code = int(self.option("FusedActivationFunction"))
        if not 0 <= code <= _RELU6:
            raise NotExpressibleError(f"fused activation {code}")
        return code

    # --------------------------------------------------------------- operands of the new model

    def input(self, position: int) -> int:
        """Return the operand of input ``position``."""
        return self.subgraph.operand(self._tensor_index(position))

    def input_or_omitted(self, position: int) -> int:
        """Return the operand of input ``position``, or an omitted operand if it has no value."""
        return self.input(position) if self.has_input(position) else self.builder.add_omitted()

    def inputs(self) -> list[int]:
        """Return the operands of all inputs."""
        return [self.input(position) for position in range(len(self.operator.inputs))]

    def operand(self, index: int) -> OperandDraft:
        """Return the description of an operand."""
        return self.builder.operands[index]

    def output(self, position: int = 0) -> int:
        """Add the operand of output ``position`` and return its index."""
        operand = self.builder.add_operand(operand_of(self.output_tensor(position)))
        self.alias_output(operand, position)
        return operand

    def alias_output(self, operand: int, position: int = 0) -> None:
        """Make an existing operand the value of output ``position``."""
        self.subgraph.define(self._output_index(position), operand)

    def fold_output(self, value: Array, position: int = 0) -> None:
        """Make a value that is known now the value of output ``position``."""
        self.subgraph.check_undefined(self._output_index(position))
        self.subgraph.values[self._output_index(position)] = value

    def temporary(self, like: OperandDraft, dimensions: Sequence[int]) -> int:
        """Add an intermediate operand of the type and quantization of ``like``.

        ``dimensions`` are empty for an unknown rank.
        """
        return self.builder.add_operand(
            OperandDraft(like.type, tuple(dimensions), like.scale, like.zero_point)
        )

    def int32(self, value: int) -> int:
        """Add a constant INT32 scalar."""
        if not -(1 << 31) <= value < 1 << 31:
            raise NotExpressibleError(f"attribute {value} does not fit into 32 bits")
        return self.builder.add_scalar(OperandType.INT32, value)

    def float32(self, value: float) -> int:
        """Add a constant FLOAT32 scalar."""
        return self.builder.add_scalar(OperandType.FLOAT32, value)

    def boolean(self, value: object) -> int:
        """Add a constant BOOL scalar."""
        return self.builder.add_scalar(OperandType.BOOL, bool(value))

    def int32_tensor(self, values: Sequence[int]) -> int:
        """Add a constant vector of 32-bit integers."""
        if any(not -(1 << 31) <= value < 1 << 31 for value in values):
            raise NotExpressibleError("an attribute does not fit into 32 bits")
        return self.builder.add_int32_tensor(values)

    def filled(self, like: OperandDraft, shape: Sequence[int], value: float) -> int:
        """Add a constant of the type of ``like`` whose elements are all ``value`` (as stored)."""
        if math.prod(shape) > _MAX_CREATED_ELEMENTS:
            raise NotExpressibleError(f"a constant of shape {list(shape)} is too large")
        return self.builder.add_array(np.full(shape, value, INFO[like.type].dtype), like)

    def emit(
        self, type_: OperationType, inputs: Sequence[int], outputs: Sequence[int] | int
    ) -> None:
        """Append an operation."""
        results = [outputs] if isinstance(outputs, int) else outputs
        self.builder.add_operation(type_, inputs, results)

    def as_float(self, position: int) -> int:
        """Return an input as a floating-point operand; a quantized one is dequantized."""
        operand = self.input(position)
        description = self.operand(operand)
        if not INFO[description.type].quantized:
            return operand
        real = self.temporary(OperandDraft(OperandType.TENSOR_FLOAT32), description.dimensions)
        self.emit(OperationType.DEQUANTIZE, [operand], real)
        return real

    def output_from_float(self, emit: Callable[[int], None]) -> None:
        """Let ``emit`` write a floating-point result, and quantize it if the output is quantized.

        The result is the real result, rounded once to the output's codes.
        """
        description = operand_of(self.output_tensor())
        if not INFO[description.type].quantized:
            emit(self.output())
            return
        real = self.temporary(OperandDraft(OperandType.TENSOR_FLOAT32), description.dimensions)
        emit(real)
        self.emit(OperationType.QUANTIZE, [real], self.output())

    def emit_reshape(self, source: int, target: int) -> None:
        """Append a RESHAPE to the dimensions of ``target``, which are known except for one."""
        sizes = [size or -1 for size in known_rank(self.operand(target).dimensions)]
        if sizes.count(-1) > 1:
            raise NotExpressibleError("a shape is known only during the run")
        self.emit(OperationType.RESHAPE, [source, self.int32_tensor(sizes)], target)

    def reshaped(self, operand: int, dimensions: tuple[int, ...]) -> int:
        """Append a RESHAPE to dimensions; one of them may be 0 (unknown). Return the result."""
        result = self.temporary(self.operand(operand), dimensions)
        self.emit_reshape(operand, result)
        return result

    def output_in_shape(self, dimensions: Sequence[int], emit: Callable[[int], None]) -> None:
        """Let ``emit`` write the output with these dimensions, then reshape it if they differ."""
        description = operand_of(self.output_tensor())
        if tuple(dimensions) == description.dimensions:
            emit(self.output())
            return
        result = self.temporary(description, dimensions)
        emit(result)
        self.emit_reshape(result, self.output())

    def state(self, position: int) -> int:
        """Return the operand with the value of a variable tensor before the run."""
        tensor = self._tensor_index(position)
        description = self.input_tensor(position)
        if not description.is_variable:
            return self.input(position)
        if not self.subgraph.is_main:
            raise NotExpressibleError("a variable tensor in a referenced subgraph")
        self.static_shape(description)
        if any(state.tensor == tensor for state in self.subgraph.states):
            raise NotExpressibleError("two operators use the same variable tensor")
        operand = operand_of(description)
        operand.lifetime = OperandLifeTime.SUBGRAPH_INPUT
        before = self.builder.add_operand(operand)
        self.subgraph.states.append(StateOperand(tensor, before, None))
        return before

    def state_after(self, position: int) -> int:
        """Add the operand with the value of a state after the run and return its index."""
        tensor = self._tensor_index(position)
        operand = operand_of(self.input_tensor(position))
        operand.name = f"{operand.name} (after)" if operand.name else ""
        after = self.builder.add_operand(operand)
        states = self.subgraph.states
        for number, state in enumerate(states):
            if state.tensor == tensor:
                states[number] = StateOperand(tensor, state.before, after)
        return after


_RELU6: Final = 3
"""Largest code of a fused activation; the codes 0 to 3 are those of the contract."""

Converter = Callable[[OperatorContext], None]
"""Appends the operations that compute the results of an operator."""


def direct(type_: OperationType, *, activation: bool = False) -> Converter:
    """Return a converter for an operator whose inputs and outputs are those of an operation."""

    def convert(op: OperatorContext) -> None:
        inputs = op.inputs()
        if activation:
            inputs.append(op.int32(op.activation()))
        op.emit(type_, inputs, [op.output(k) for k in range(len(op.operator.outputs))])

    return convert


def refused(reason: str) -> Converter:
    """Return a converter that always refuses, with the reason."""

    def convert(_: OperatorContext) -> None:
        raise NotExpressibleError(reason)

    return convert
