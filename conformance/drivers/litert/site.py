"""State and building blocks for lowering one HAL operation to TFLite operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from conformance.drivers.litert.graph import (
    ITEM_TYPES,
    OMITTED,
    TENSOR_TYPES,
    Graph,
    Part,
    Quantization,
    Tensor,
    flatbuffer,
    tensor_of,
)
from conformance.hal import OperandType, Operation, name_of
from conformance.operations import Call, OperandView, Unknown
from conformance.operations.definition import Array, Shape

Adapt = Callable[[Array], Array]
"""Function that converts a tensor's value, for instance to another element type."""

COMPUTED_ATTRIBUTE: Final = "attributes are constants in TFLite, but another operation computes one"
"""Reason for declining an operation whose parameter is known only during the run."""


class DeclinedError(Exception):
    """TFLite has no equivalent; the message names the missing builtin or attribute."""


def same(array: Array) -> Array:
    """Return the array unchanged."""
    return array


@dataclass(frozen=True, slots=True)
class Feed:
    """Sets a tensor to the converted value of an operand before a run."""

    operand: int
    tensor: int
    adapt: Adapt = same


@dataclass(frozen=True, slots=True)
class Preset:
    """Sets a variable tensor to a constant before a run."""

    tensor: int
    value: Array


@dataclass(frozen=True, slots=True)
class Fetch:
    """Reads an operand from the converted value of a tensor after a run.

    Without a tensor, ``adapt`` receives an empty array and returns a placeholder for an output
    whose contents the contract leaves unspecified.
    """

    tensor: int | None
    adapt: Adapt = same


@dataclass(slots=True)
class Stage:
    """The TFLite graph of a sequence of operations, and the binding of its tensors to operands.

    ``tensors`` maps an operand's index to its tensor, ``written`` holds the operands that the
    operations write. The operands in ``kept`` can be read only after the run: a state, which is
    then the value of a variable tensor, or an output whose contents the contract leaves
    unspecified.

    ``parts`` holds the further subgraphs of the file. With ``once``, each run needs a new
    interpreter. With ``by_value``, requests share a graph only if their inputs have the same
    values; otherwise the same shapes and parameters suffice. ``rounds`` is the tensor with the
    number of rounds that loops have left, ``rounds_given`` the input tensor with the number at the
    start of a run.
    """

    constants: Sequence[Array | None]
    graph: Graph = field(default_factory=Graph)
    tensors: dict[int, int] = field(default_factory=dict)
    written: set[int] = field(default_factory=set)
    feeds: list[Feed] = field(default_factory=list)
    presets: list[Preset] = field(default_factory=list)
    kept: dict[int, Fetch] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    once: bool = False
    by_value: bool = False
    rounds: int | None = None
    rounds_given: int | None = None

    def rounds_left(self) -> int:
        """Return the tensor with the number of remaining rounds; create it at first use."""
        if self.rounds is None:
            self.rounds = self.rounds_given = self.graph.add(Tensor("INT32", (1,)))
        return self.rounds

    def operand(self, index: int, view: OperandView) -> int:
        """Return the tensor of an operand that an operation reads; create it at first use."""
        if index not in self.tensors:
            value = self.constants[index]
            self.tensors[index] = self.graph.add(tensor_of(view, value))
            if value is None:
                self.feeds.append(Feed(index, self.tensors[index]))
        return self.tensors[index]

    def state(
        self, index: int, view: OperandView, before: Adapt, after: Adapt, output_index: int | None
    ) -> int:
        """Add a variable tensor and return its index.

        It is set from operand ``index`` before a run and, unless ``out`` is ``None``, read as
        operand ``out`` after it.
        """
        template = tensor_of(view)
        type_ = "FLOAT32" if template.type == "FLOAT16" else template.type
        tensor = self.graph.add(Tensor(type_, view.shape, template.quantization, variable=True))
        value = self.constants[index]
        if value is None:
            self.feeds.append(Feed(index, tensor, before))
        else:
            self.presets.append(Preset(tensor, before(value)))
        if output_index is not None:
            self.kept[output_index] = Fetch(tensor, after)
        return tensor

    def fetch(self, index: int) -> Fetch:
        """Return how to read an operand that the graph writes."""
        return self.kept[index] if index in self.kept else Fetch(self.tensors[index])

    def flatbuffer(self, results: Sequence[int]) -> bytes:
        """Serialize the graph as a ``.tflite`` file whose outputs are these operands."""
        tensors = self.graph.tensors
        inputs = [feed.tensor for feed in self.feeds if not tensors[feed.tensor].variable]
        outputs = [self.tensors[index] for index in results if index not in self.kept]
        if self.rounds is not None and self.rounds_given is not None:
            inputs.append(self.rounds_given)
            outputs.append(self.rounds)
        return flatbuffer([Part(self.graph, inputs, outputs), *self.parts])


class Site:
    """Lowering of one operation: its call, and the tensors and operators created for it.

    Float16 inputs are widened to float32 and float32 results are rounded to float16, because few
    TFLite operators compute in float16; the contract allows the wider arithmetic.
    """

    def __init__(self, stage: Stage, call: Call, operation: Operation, owner: int) -> None:
        self.stage = stage
        self.graph = stage.graph
        self.call = call
        self._operation = operation
        self._owner = owner
        self._after: list[tuple[str, list[int], int, str, dict[str, Any]]] = []

    def scalar(self, name: str) -> Any:
        """Return the value of a scalar parameter."""
        return self.call.scalar(name)

    def view(self, name: str) -> OperandView:
        """Return what is known about an input."""
        return self.call.view(name)

    def tensor(self, name: str) -> int:
        """Return the tensor of the input with this name, float16 widened to float32."""
        position = self.call.position(name)
        assert position is not None
        return self.input(position)

    def input(self, position: int) -> int:
        """Return the tensor of the input at this position, float16 widened to float32."""
        return self.widened(self.raw(position))

    def raw(self, position: int) -> int:
        """Return the tensor of the input at this position in its own type."""
        view = self.call.inputs[position]
        if view.type not in TENSOR_TYPES:
            raise DeclinedError(f"TFLite has no {name_of(OperandType, view.type)}")
        return self.stage.operand(self._operation.inputs[position], view)

    def optional(self, name: str) -> int:
        """Return the tensor of an input, or ``OMITTED`` if it has no value."""
        return self.tensor(name) if self.call.present(name) else OMITTED

    def fixed(self, name: str) -> int:
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
                raise DeclinedError(
                    "weights are constants in TFLite, but another operation computes them"
                )
            self.stage.by_value = True
            raise Unknown
        return self.graph.add(tensor_of(view, view.value))

    def result(self, position: int = 0) -> int:
        """Return the tensor that the operator must write.

        A float16 output is rounded from float32.
        """
        tensor = self.raw_result(position)
        if self.graph.tensors[tensor].type != "FLOAT16":
            return tensor
        wide = self.graph.add(Tensor("FLOAT32", self.shape(tensor)))
        self._later("CAST", [wide], tensor, "CastOptions", **_cast("FLOAT32", "FLOAT16"))
        return wide

    def raw_result(self, position: int) -> int:
        """Return the tensor of the output at this position in its own type."""
        view = self.call.outputs[position]
        if view.type not in TENSOR_TYPES:
            raise DeclinedError(f"TFLite has no {name_of(OperandType, view.type)}")
        index = self._operation.outputs[position]
        tensor = self.stage.tensors[index] = self.graph.add(tensor_of(view))
        return tensor

    def state(
        self, name: str, position: int | None, before: Adapt = same, after: Adapt = same
    ) -> int:
        """Return a variable tensor that input ``name`` sets and output ``position`` reads.

        ``position`` is ``None`` if no output reads it. ``before`` and ``after`` convert the value.
        """
        input_position = self.call.position(name)
        assert input_position is not None
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
        return self.stage.state(
            self._operation.inputs[input_position],
            view,
            lambda array: before(array.astype(engine_dtype)),
            lambda array: after(array).astype(dtype),
            output_index,
        )

    def made_up(self, position: int, shape: Shape) -> None:
        """Set an output whose contents the contract leaves unspecified to zeros."""
        info = self.call.outputs[position].info
        assert info is not None
        zeros = np.zeros(shape, info.dtype)
        self.stage.kept[self._operation.outputs[position]] = Fetch(None, lambda _: zeros)

    def shape(self, tensor: int) -> Shape | None:
        """Return a tensor's shape, or ``None`` if it is not known."""
        return self.graph.tensors[tensor].shape

    def like(self, tensor: int, shape: Shape | None) -> int:
        """Add a tensor with the type and quantization of ``tensor`` and return its index."""
        template = self.graph.tensors[tensor]
        return self.graph.add(Tensor(template.type, shape, template.quantization))

    def constant(self, values: Any, type_: str = "INT32", like: int | None = None) -> int:
        """Add a constant tensor; its type and quantization are those of ``like``, if given."""
        quantization: Quantization | None = None
        if like is not None:
            type_ = self.graph.tensors[like].type
            quantization = self.graph.tensors[like].quantization
        data = np.asarray(values, ITEM_TYPES[type_])
        return self.graph.add(Tensor(type_, data.shape, quantization, data))

    def lowest(self, tensor: int) -> float:
        """Return the lowest value that a tensor can hold.

        For a quantized tensor, its lowest code.
        """
        dtype = np.dtype(ITEM_TYPES[self.graph.tensors[tensor].type])
        return -np.inf if dtype.kind == "f" else int(np.iinfo(dtype).min)

    def run(
        self,
        builtin: str,
        inputs: Sequence[int],
        outputs: Sequence[int],
        options: str = "",
        **attributes: Any,
    ) -> None:
        """Add an operator."""
        self.graph.node(self._owner, builtin, inputs, outputs, options, **attributes)

    def finish(self) -> None:
        """Add the deferred operators, which follow the operation's own operator."""
        for builtin, inputs, output, options, attributes in reversed(self._after):
            self.run(builtin, inputs, [output], options, **attributes)
        self._after.clear()

    def _later(
        self, builtin: str, inputs: list[int], output: int, options: str, **attributes: Any
    ) -> None:
        """Defer an operator until after the operation's own; the last one deferred runs first."""
        self._after.append((builtin, inputs, output, options, attributes))

    def widened(self, tensor: int) -> int:
        """Return a float16 tensor as float32, and any other tensor unchanged."""
        source = self.graph.tensors[tensor]
        if source.type != "FLOAT16":
            return tensor
        if source.data is not None:
            return self.constant(source.data, "FLOAT32")
        wide = self.graph.add(Tensor("FLOAT32", source.shape))
        self.run("CAST", [tensor], [wide], "CastOptions", **_cast("FLOAT16", "FLOAT32"))
        return wide

    def recoded(self, tensor: int, type_: str) -> int:
        """Return an 8-bit tensor as ``type_``: codes shifted by 128, the same real numbers."""
        source = self.graph.tensors[tensor]
        if source.type == type_:
            return tensor
        assert source.quantization is not None
        offset = 128 if type_ == "UINT8" else -128
        target = replace(
            source, type=type_, quantization=source.quantization.with_zero_point(offset), data=None
        )
        if source.data is not None:
            codes = source.data.astype(np.int16) + offset
            return self.graph.add(replace(target, data=codes.astype(ITEM_TYPES[type_])))
        new = self.graph.add(target)
        self.run("QUANTIZE", [tensor], [new])
        return new

    def recoded_into(self, tensor: int, type_: str) -> int:
        """Return a tensor of ``type_`` that is recoded into ``tensor`` after the operator."""
        written_tensor = self.graph.tensors[tensor]
        if written_tensor.type == type_:
            return tensor
        assert written_tensor.quantization is not None
        offset = 128 if type_ == "UINT8" else -128
        source = self.graph.add(
            replace(
                written_tensor,
                type=type_,
                quantization=written_tensor.quantization.with_zero_point(offset),
            )
        )
        self._later("QUANTIZE", [source], tensor, "")
        return source

    def dequantized(self, tensor: int) -> int:
        """Return the real values of a quantized tensor as float32."""
        new = self.graph.add(Tensor("FLOAT32", self.shape(tensor)))
        self.run("DEQUANTIZE", [tensor], [new])
        return new

    def requantized(self, tensor: int, quantization: Quantization | None) -> int:
        """Return the tensor converted to another scale and zero point."""
        model = self.graph.tensors[tensor]
        new = self.graph.add(Tensor(model.type, model.shape, quantization))
        self.run("QUANTIZE", [tensor], [new])
        return new

    def transposed(self, tensor: int, order: Sequence[int]) -> int:
        """Return the tensor with its dimensions permuted."""
        shape = self.shape(tensor)
        new = self.like(tensor, None if shape is None else tuple(shape[axis] for axis in order))
        self.run("TRANSPOSE", [tensor, self.constant(order)], [new], "TransposeOptions")
        return new

    def transposed_into(self, tensor: int, order: Sequence[int]) -> int:
        """Return a tensor that is permuted by ``order`` into ``tensor`` after the operator."""
        shape = self.shape(tensor)
        source_shape = None
        if shape is not None:
            source_shape = tuple(shape[order.index(axis)] for axis in range(len(order)))
        source = self.like(tensor, source_shape)
        self._later("TRANSPOSE", [source, self.constant(order)], tensor, "TransposeOptions")
        return source

    def reshaped(self, tensor: int, shape: Shape) -> int:
        """Return the tensor with another shape."""
        new = self.like(tensor, shape)
        self.run("RESHAPE", [tensor, self.constant(shape)], [new], "ReshapeOptions")
        return new

    def reshaped_into(self, tensor: int, source_shape: Shape | None) -> int:
        """Return a tensor of ``source_shape`` that is reshaped into ``tensor`` afterwards."""
        shape = self.shape(tensor)
        if shape is None:
            raise Unknown
        source = self.like(tensor, source_shape)
        self._later("RESHAPE", [source, self.constant(shape)], tensor, "ReshapeOptions")
        return source


def _cast(source: str, target: str) -> dict[str, int]:
    return {"inDataType": _CAST_CODES[source], "outDataType": _CAST_CODES[target]}


_CAST_CODES: Final = {"FLOAT32": 0, "FLOAT16": 1}
