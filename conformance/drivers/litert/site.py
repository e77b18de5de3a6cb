"""Where one HAL operation is written down as TFLite operators."""

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


class DeclinedError(Exception):
    """TFLite has nothing equal; the message names the builtin or the attribute that is missing."""


def same(array: Array) -> Array:
    """The array as it is."""
    return array


@dataclass(frozen=True, slots=True)
class Feed:
    """Before a run: an operand's value, adapted, is the tensor's."""

    operand: int
    tensor: int
    adapt: Adapt = same


@dataclass(frozen=True, slots=True)
class Preset:
    """Before a run: a constant is the value of a variable tensor."""

    tensor: int
    value: Array


@dataclass(frozen=True, slots=True)
class Fetch:
    """After a run: the tensor's value, adapted, is an operand's.

    Without a tensor ``adapt`` is given an empty array and makes up what the contract leaves open.
    """

    tensor: int | None
    adapt: Adapt = same


@dataclass(slots=True)
class Stage:
    """The graph of some successive operations and how its ends meet the model's operands.

    ``tensors`` holds the tensor of each operand that has one, ``written`` the operands that its
    operations write. Those in ``kept`` can be read only when the run is over: a state is the value
    of a variable tensor then, what the contract leaves open is made up.

    ``parts`` are the further subgraphs of the file. With ``once`` each run needs an interpreter of
    its own; with ``by_value`` only requests of the same values share a graph, otherwise those of
    the same shapes do. ``rounds`` is the tensor that says how many rounds loops have left,
    ``rounds_given`` the one where a run starts with that number.
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
        """The tensor of the rounds that are left; made when it is asked for first."""
        if self.rounds is None:
            self.rounds = self.rounds_given = self.graph.add(Tensor("INT32", (1,)))
        return self.rounds

    def operand(self, index: int, view: OperandView) -> int:
        """The tensor that an operation reads; made when it is read first."""
        if index not in self.tensors:
            value = self.constants[index]
            self.tensors[index] = self.graph.add(tensor_of(view, value))
            if value is None:
                self.feeds.append(Feed(index, self.tensors[index]))
        return self.tensors[index]

    def state(
        self, index: int, view: OperandView, before: Adapt, after: Adapt, out: int | None
    ) -> int:
        """A variable tensor that is set from operand ``index`` and read as operand ``out``, if
        there is one.
        """
        model = tensor_of(view)
        type_ = "FLOAT32" if model.type == "FLOAT16" else model.type
        tensor = self.graph.add(Tensor(type_, view.shape, model.quantization, variable=True))
        value = self.constants[index]
        if value is None:
            self.feeds.append(Feed(index, tensor, before))
        else:
            self.presets.append(Preset(tensor, before(value)))
        if out is not None:
            self.kept[out] = Fetch(tensor, after)
        return tensor

    def fetch(self, index: int) -> Fetch:
        """How to read an operand that the stage writes."""
        return self.kept[index] if index in self.kept else Fetch(self.tensors[index])

    def flatbuffer(self, results: Sequence[int]) -> bytes:
        """The graph as a ``.tflite`` file whose outputs are these operands."""
        tensors = self.graph.tensors
        inputs = [feed.tensor for feed in self.feeds if not tensors[feed.tensor].variable]
        outputs = [self.tensors[index] for index in results if index not in self.kept]
        if self.rounds is not None and self.rounds_given is not None:
            inputs.append(self.rounds_given)
            outputs.append(self.rounds)
        return flatbuffer([Part(self.graph, inputs, outputs), *self.parts])


class Site:
    """One operation: its call, and the tensors and operators that are made for it.

    Float16 operands are widened to float32 on the way in and rounded on the way out, because TFLite
    computes float16 in few operators only; the contract allows the wider arithmetic.
    """

    def __init__(self, stage: Stage, call: Call, operation: Operation, owner: int) -> None:
        self.stage = stage
        self.graph = stage.graph
        self.call = call
        self._operation = operation
        self._owner = owner
        self._after: list[tuple[str, list[int], int, str, dict[str, Any]]] = []

    def scalar(self, name: str) -> Any:
        """A parameter's value."""
        return self.call.scalar(name)

    def view(self, name: str) -> OperandView:
        """What is known of an input."""
        return self.call.view(name)

    def tensor(self, name: str) -> int:
        """The tensor of an input."""
        position = self.call.position(name)
        assert position is not None
        return self.input(position)

    def input(self, position: int) -> int:
        """The tensor of the input at a position."""
        return self.widened(self.raw(position))

    def raw(self, position: int) -> int:
        """The tensor of the input at a position, float16 as it is."""
        view = self.call.inputs[position]
        if view.type not in TENSOR_TYPES:
            raise DeclinedError(f"TFLite has no {name_of(OperandType, view.type)}")
        return self.stage.operand(self._operation.inputs[position], view)

    def optional(self, name: str) -> int:
        """The tensor of an input that may be omitted."""
        return self.tensor(name) if self.call.present(name) else OMITTED

    def fixed(self, name: str) -> int:
        """The tensor of an input that has to be a constant, or ``OMITTED``.

        A value that comes with the request is made one then.
        """
        if not self.call.present(name):
            return OMITTED
        view = self.view(name)
        if view.value is None:
            if view.omitted is False:
                raise DeclinedError("weights are constants in TFLite, another operation makes them")
            self.stage.by_value = True
            raise Unknown
        return self.graph.add(tensor_of(view, view.value))

    def result(self, position: int = 0) -> int:
        """The tensor that the operator has to write."""
        tensor = self.raw_result(position)
        if self.graph.tensors[tensor].type != "FLOAT16":
            return tensor
        wide = self.graph.add(Tensor("FLOAT32", self.shape(tensor)))
        self._later("CAST", [wide], tensor, "CastOptions", **_cast("FLOAT32", "FLOAT16"))
        return wide

    def raw_result(self, position: int) -> int:
        """The tensor of the output at a position, float16 as it is."""
        view = self.call.outputs[position]
        if view.type not in TENSOR_TYPES:
            raise DeclinedError(f"TFLite has no {name_of(OperandType, view.type)}")
        index = self._operation.outputs[position]
        tensor = self.stage.tensors[index] = self.graph.add(tensor_of(view))
        return tensor

    def state(
        self, name: str, position: int | None, before: Adapt = same, after: Adapt = same
    ) -> int:
        """The variable tensor that input ``name`` sets and output ``position``, if any, reads."""
        where = self.call.position(name)
        assert where is not None
        view = self.call.inputs[where]
        assert view.info is not None
        out: int | None = None
        within = np.dtype(
            np.float32 if view.type == OperandType.TENSOR_FLOAT16 else view.info.dtype
        )
        dtype = within
        if position is not None:
            info = self.call.outputs[position].info
            assert info is not None
            dtype, out = info.dtype, self._operation.outputs[position]
        return self.stage.state(
            self._operation.inputs[where],
            view,
            lambda array: before(array.astype(within)),
            lambda array: after(array).astype(dtype),
            out,
        )

    def made_up(self, position: int, shape: Shape) -> None:
        """An output whose contents the contract leaves open: zeros."""
        info = self.call.outputs[position].info
        assert info is not None
        zeros = np.zeros(shape, info.dtype)
        self.stage.kept[self._operation.outputs[position]] = Fetch(None, lambda _: zeros)

    def shape(self, tensor: int) -> Shape | None:
        """A tensor's shape, if known."""
        return self.graph.tensors[tensor].shape

    def like(self, tensor: int, shape: Shape | None) -> int:
        """A new tensor with another's type and quantization."""
        model = self.graph.tensors[tensor]
        return self.graph.add(Tensor(model.type, shape, model.quantization))

    def constant(self, values: Any, type_: str = "INT32", like: int | None = None) -> int:
        """A constant tensor; ``like`` lends type and quantization."""
        quantization: Quantization | None = None
        if like is not None:
            type_ = self.graph.tensors[like].type
            quantization = self.graph.tensors[like].quantization
        data = np.asarray(values, ITEM_TYPES[type_])
        return self.graph.add(Tensor(type_, data.shape, quantization, data))

    def lowest(self, tensor: int) -> float:
        """The lowest value that a tensor can hold, as a code of an 8-bit tensor."""
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
        """Add what has to follow the operation's own operator."""
        for builtin, inputs, output, options, attributes in reversed(self._after):
            self.run(builtin, inputs, [output], options, **attributes)
        self._after.clear()

    def _later(
        self, builtin: str, inputs: list[int], output: int, options: str, **attributes: Any
    ) -> None:
        self._after.append((builtin, inputs, output, options, attributes))

    def widened(self, tensor: int) -> int:
        """A float16 tensor as float32; others as they are."""
        model = self.graph.tensors[tensor]
        if model.type != "FLOAT16":
            return tensor
        if model.data is not None:
            return self.constant(model.data, "FLOAT32")
        wide = self.graph.add(Tensor("FLOAT32", model.shape))
        self.run("CAST", [tensor], [wide], "CastOptions", **_cast("FLOAT16", "FLOAT32"))
        return wide

    def recoded(self, tensor: int, type_: str) -> int:
        """An 8-bit tensor with the codes of the other signedness, for the same real numbers."""
        model = self.graph.tensors[tensor]
        if model.type == type_:
            return tensor
        assert model.quantization is not None
        offset = 128 if type_ == "UINT8" else -128
        target = replace(
            model, type=type_, quantization=model.quantization.with_zero_point(offset), data=None
        )
        if model.data is not None:
            codes = model.data.astype(np.int16) + offset
            return self.graph.add(replace(target, data=codes.astype(ITEM_TYPES[type_])))
        new = self.graph.add(target)
        self.run("QUANTIZE", [tensor], [new])
        return new

    def recoded_into(self, tensor: int, type_: str) -> int:
        """A tensor of the other signedness whose value is recoded into ``tensor`` afterwards."""
        model = self.graph.tensors[tensor]
        if model.type == type_:
            return tensor
        assert model.quantization is not None
        offset = 128 if type_ == "UINT8" else -128
        source = self.graph.add(
            replace(model, type=type_, quantization=model.quantization.with_zero_point(offset))
        )
        self._later("QUANTIZE", [source], tensor, "")
        return source

    def dequantized(self, tensor: int) -> int:
        """The real numbers behind codes, as float32."""
        new = self.graph.add(Tensor("FLOAT32", self.shape(tensor)))
        self.run("DEQUANTIZE", [tensor], [new])
        return new

    def requantized(self, tensor: int, quantization: Quantization | None) -> int:
        """The tensor with another scale and zero point."""
        model = self.graph.tensors[tensor]
        new = self.graph.add(Tensor(model.type, model.shape, quantization))
        self.run("QUANTIZE", [tensor], [new])
        return new

    def transposed(self, tensor: int, order: Sequence[int]) -> int:
        """The tensor with its dimensions in another order."""
        shape = self.shape(tensor)
        new = self.like(tensor, None if shape is None else tuple(shape[axis] for axis in order))
        self.run("TRANSPOSE", [tensor, self.constant(order)], [new], "TransposeOptions")
        return new

    def transposed_into(self, tensor: int, order: Sequence[int]) -> int:
        """A tensor that is written first and transposed by ``order`` into ``tensor`` then."""
        shape = self.shape(tensor)
        source_shape = None
        if shape is not None:
            source_shape = tuple(shape[order.index(axis)] for axis in range(len(order)))
        source = self.like(tensor, source_shape)
        self._later("TRANSPOSE", [source, self.constant(order)], tensor, "TransposeOptions")
        return source

    def reshaped(self, tensor: int, shape: Shape) -> int:
        """The tensor in another shape."""
        new = self.like(tensor, shape)
        self.run("RESHAPE", [tensor, self.constant(shape)], [new], "ReshapeOptions")
        return new

    def reshaped_into(self, tensor: int, source_shape: Shape | None) -> int:
        """A tensor of ``source_shape`` that is reshaped into ``tensor`` afterwards."""
        shape = self.shape(tensor)
        if shape is None:
            raise Unknown
        source = self.like(tensor, source_shape)
        self._later("RESHAPE", [source, self.constant(shape)], tensor, "ReshapeOptions")
        return source


def _cast(source: str, target: str) -> dict[str, int]:
    return {"inDataType": _CAST_CODES[source], "outDataType": _CAST_CODES[target]}


_CAST_CODES: Final = {"FLOAT32": 0, "FLOAT16": 1}
