"""From operators of ONNX to operations of the contract.

Images keep ONNX's order of dimensions (NCHW), which the contract has as a parameter since 1.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from conformance.engines.onnx.lower.elementwise import FUNCTIONS
from conformance.engines.tflite.lift.model_builder import OperandDraft, SubgraphBuilder
from conformance.hal import FusedActivation, OperandType, OperationType, Version
from conformance.operations import OperandView, Unknown, create_call, find_definition
from conformance.operations.definition.operands import Array

_T = OperationType
Shape = tuple[int, ...]


class NotExpressible(Exception):  # noqa: N818 - becomes a refusal
    """The contract, or this import, cannot express an operator; the message is the reason."""


_FLOAT32: Final[np.dtype[Any]] = np.dtype(np.float32)
_TYPES: Final[Mapping[np.dtype[Any], OperandType]] = {
    _FLOAT32: OperandType.TENSOR_FLOAT32,
    np.dtype(np.float16): OperandType.TENSOR_FLOAT16,
    np.dtype(np.int32): OperandType.TENSOR_INT32,
    np.dtype(np.bool_): OperandType.TENSOR_BOOL8,
}
QUANTIZED: Final[Mapping[np.dtype[Any], OperandType]] = {
    np.dtype(np.uint8): OperandType.TENSOR_QUANT8_ASYMM,
    np.dtype(np.int8): OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
}
"""The types of tensors whose scale other inputs of an operator state."""


def _type_of(dtype: np.dtype[Any]) -> OperandType:
    if dtype not in _TYPES:
        raise NotExpressible(f"tensors of type {dtype}")
    return _TYPES[dtype]


@dataclass(slots=True)
class Value:
    """A tensor of the file: a constant ``array``, or an operand.

    ``shape`` is that of the file. The operand may have another shape with the same elements;
    ``operands`` has the operands of each shape.
    """

    name: str
    array: Array | None = None
    dtype: np.dtype[Any] = _FLOAT32
    shape: Shape = ()
    operands: dict[Shape, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.array is not None:
            self.dtype, self.shape = self.array.dtype, self.array.shape

    def defined(self, builder: SubgraphBuilder, dtype: np.dtype[Any], shape: Shape) -> Value:
        """Return the value with a new operand."""
        return self.held(builder, OperandDraft(_type_of(dtype), shape or (1,)), dtype, shape)

    def held(
        self, builder: SubgraphBuilder, draft: OperandDraft, dtype: np.dtype[Any], shape: Shape
    ) -> Value:
        """Return the value with this operand, which has the name of the value."""
        draft.name = self.name
        return Value(self.name, None, dtype, shape, {draft.dimensions: builder.add_operand(draft)})

    def viewed(self, name: str, shape: Shape) -> Value:
        """Return the same elements in another shape; the operands are shared."""
        return replace(self, name=name, shape=shape)

    @property
    def index(self) -> int:
        """The first operand of the value."""
        return next(iter(self.operands.values()))


@dataclass(frozen=True, slots=True)
class Node:
    """An operator of the file: its inputs (``None`` if omitted), attributes and result's name."""

    builder: SubgraphBuilder
    operator: str
    name: str
    inputs: Sequence[Value | None]
    attributes: Mapping[str, Any]
    version: int
    constants: dict[int, Array]
    """The values of constant operands, which the shapes of results may depend on."""

    def __getitem__(self, position: int) -> Value:
        value = self.inputs[position] if position < len(self.inputs) else None
        if value is None:
            raise NotExpressible(f"input {position} is omitted")
        return value

    def attribute(self, name: str, default: Any) -> Any:
        """Return the value of an attribute."""
        return self.attributes.get(name, default)

    def require(self, **values: Any) -> None:
        """Raise ``NotExpressible`` if an attribute has another value; the value is its default."""
        for name, value in values.items():
            if (found := self.attribute(name, value)) != value:
                raise NotExpressible(f"{name} {found}; the contract has {value}")

    def optional(self, position: int, name: str) -> Any:
        """Return a constant input, which was an attribute before, or ``None``."""
        if name in self.attributes:
            return self.attributes[name]
        if position >= len(self.inputs) or self.inputs[position] is None:
            return None
        return self.constant(position, name)

    def constant(self, position: int, name: str) -> Array:
        """Return the value of a constant input."""
        array = self[position].array
        if array is None:
            raise NotExpressible(f"{name} is not constant")
        return array

    def axis(self, default: int) -> int:
        """Return the attribute ``axis``, not negative."""
        return int(self.attribute("axis", default)) % max(1, len(self[0].shape))

    def operand(self, position: int, shape: Shape | None = None) -> int:
        """Return the operand of an input, by default in the shape of the file."""
        value = self[position]
        wanted = value.shape if shape is None else shape
        key = wanted or (1,)
        if key not in value.operands:
            if value.array is not None:
                value.operands[key] = self.add_constant(value.array.reshape(key))
            else:
                value.operands[key] = self.emit(_T.RESHAPE, value.index, self.vector(key)).index
        return value.operands[key]

    def add_constant(self, array: Array, like: OperandDraft | None = None) -> int:
        """Add a constant and return its operand, by default of the type of the array."""
        index = self.builder.add_array(array, like or OperandDraft(_type_of(array.dtype)))
        self.constants[index] = array
        return index

    def integer(self, value: int) -> int:
        """Add an INT32 scalar."""
        index = self.builder.add_scalar(OperandType.INT32, value)
        self.constants[index] = np.array(value, np.int32)
        return index

    def real(self, value: float) -> int:
        """Add a scalar of the type of the first input."""
        if self[0].dtype == np.float16:
            data = np.array(value, np.float16).tobytes()
            return self.builder.add_constant(OperandDraft(OperandType.FLOAT16), data)
        return self.builder.add_scalar(OperandType.FLOAT32, value)

    def flag(self, value: bool) -> int:
        """Add a BOOL scalar."""
        index = self.builder.add_scalar(OperandType.BOOL, value)
        self.constants[index] = np.array(value)
        return index

    def vector(self, values: ArrayLike) -> int:
        """Add a TENSOR_INT32 constant."""
        return self.add_constant(np.asarray(values, np.int32))

    def transposed(self, position: int, order: Sequence[int]) -> int:
        """Return the operand of an input with its dimensions permuted."""
        array = self[position].array
        if array is not None:
            return self.add_constant(np.ascontiguousarray(array.transpose(order)))
        return self.emit(_T.TRANSPOSE, self.operand(position), self.vector(order)).index

    def bias(self, position: int, units: int) -> int:
        """Return a vector that is added to each row; zeros if the input is omitted."""
        if position >= len(self.inputs) or self.inputs[position] is None:
            return self.add_constant(np.zeros(units, self[0].dtype))
        array = self[position].array
        if array is not None and array.size in (1, units) and prod(array.shape[:-1]) == 1:
            return self.add_constant(np.ascontiguousarray(np.broadcast_to(array.ravel(), units)))
        if self[position].shape != (units,):
            raise NotExpressible(f"a bias of shape {self[position].shape} for {units} units")
        return self.operand(position)

    def emit(self, type_: OperationType, *inputs: int, like: OperandDraft | None = None) -> Value:
        """Add an operation and return its result, by default of the type of its first input."""
        definition = find_definition(type_)
        assert definition is not None
        drafts = [self.builder.operands[index] for index in inputs]
        views = [
            OperandView(draft.type, draft.dimensions, value=self.constants.get(index))
            for index, draft in zip(inputs, drafts, strict=True)
        ]
        like = like or drafts[0]
        result = OperandView(like.type, None)
        try:
            call = create_call(definition, views, [result], Version.AIDL_V4)
            (shape,) = definition.shapes(call)
        except (ArithmeticError, LookupError, ValueError, Unknown) as error:
            raise NotExpressible(f"{type_.name} is not valid with these inputs") from error
        types = {**_TYPES, **QUANTIZED}
        dtype = next(one for one, code in types.items() if code == like.type)
        draft = OperandDraft(like.type, tuple(shape), like.scale, like.zero_point)
        value = Value(self.name).held(self.builder, draft, dtype, tuple(shape))
        self.builder.add_operation(type_, inputs, [value.index])
        return value


def _unary(type_: OperationType, node: Node) -> Value:
    return node.emit(type_, node.operand(0))


def _binary(type_: OperationType, node: Node) -> Value:
    """Lift operators of two or more inputs; a chain of operations computes more than two."""
    if type_ is _T.DIV and node[0].dtype.kind == "i":
        raise NotExpressible("a division of integers rounds to 0; the contract rounds down")
    activated = type_ in (_T.ADD, _T.SUB, _T.MUL, _T.DIV)
    result = node.operand(0)
    for position in range(1, len(node.inputs)):
        activation = [node.integer(FusedActivation.NONE)] if activated else []
        value = node.emit(type_, result, node.operand(position), *activation)
        result = value.index
    return value if len(node.inputs) > 1 else node[0]


def _reduction(type_: OperationType, node: Node) -> Value:
    node.require(noop_with_empty_axes=0)
    given = node.optional(1, "axes")
    rank = len(node[0].shape)
    axes = range(rank) if given is None or not len(given) else np.ravel(given) % rank
    keep = bool(node.attribute("keepdims", 1))
    flag = node.integer(keep) if type_ is _T.MEAN else node.flag(keep)
    return node.emit(type_, node.operand(0), node.vector(list(axes)), flag)


def _global_pool(type_: OperationType, node: Node) -> Value:
    axes = node.vector(range(2, len(node[0].shape)))
    flag = node.integer(1) if type_ is _T.MEAN else node.flag(True)
    return node.emit(type_, node.operand(0), axes, flag)


def window_operands(node: Node, kernel: Sequence[int]) -> list[int]:
    """Return the operands of paddings (left, right, top, bottom) and strides (width, height)."""
    if len(node[0].shape) != 4:
        raise NotExpressible(f"an input of {len(node[0].shape)} dimensions; the contract has 4")
    strides = node.attribute("strides", [1, 1])
    mode = node.attribute("auto_pad", b"NOTSET")
    pads = node.attribute("pads", [0] * 4) if mode == b"NOTSET" else [0] * 4
    if mode in (b"SAME_UPPER", b"SAME_LOWER"):
        dilations = node.attribute("dilations", [1, 1])
        totals = [
            max(0, (-(-size // stride) - 1) * stride + (taps - 1) * dilation + 1 - size)
            for size, stride, taps, dilation in zip(
                node[0].shape[2:], strides, kernel, dilations, strict=True
            )
        ]
        before = [total // 2 if mode == b"SAME_UPPER" else total - total // 2 for total in totals]
        pads = [*before, *(total - one for total, one in zip(totals, before, strict=True))]
    top, left, bottom, right = pads
    return [node.integer(value) for value in (left, right, top, bottom, *strides[::-1])]


def _convolution(node: Node) -> Value:
    units, depth, *kernel = node[1].shape
    groups, channels = node.attribute("group", 1), node[0].shape[1]
    window = window_operands(node, kernel)
    bias, tail = node.bias(2, units), [node.integer(FusedActivation.NONE), node.flag(True)]
    dilations = node.attribute("dilations", [1, 1])[::-1]
    if groups == 1 or depth == 1:
        tail += [node.integer(value) for value in dilations]
    elif dilations != [1, 1]:
        raise NotExpressible(f"dilations {dilations} of a convolution in groups")
    source = node.operand(0)
    if groups == 1:
        weights = node.transposed(1, (0, 2, 3, 1))
        return node.emit(_T.CONV_2D, source, weights, bias, *window, *tail)
    if depth == 1:
        weights, factor = node.transposed(1, (1, 2, 3, 0)), node.integer(units // channels)
        return node.emit(_T.DEPTHWISE_CONV_2D, source, weights, bias, *window, factor, *tail)
    weights, number = node.transposed(1, (0, 2, 3, 1)), node.integer(groups)
    return node.emit(_T.GROUPED_CONV_2D, source, weights, bias, *window, number, *tail)


def _transposed_convolution(node: Node) -> Value:
    node.require(group=1, dilations=[1, 1], output_padding=[0, 0], auto_pad=b"NOTSET")
    if "output_shape" in node.attributes:
        raise NotExpressible("an output_shape")
    _, units, *kernel = node[1].shape
    window, bias = window_operands(node, kernel), node.bias(2, units)
    tail = [node.integer(FusedActivation.NONE), node.flag(True)]
    weights = node.transposed(1, (1, 2, 3, 0))
    return node.emit(_T.TRANSPOSE_CONV_2D, node.operand(0), weights, bias, *window, *tail)


_RESIZES: Final = {
    (b"nearest", b"asymmetric"): (_T.RESIZE_NEAREST_NEIGHBOR, False, False),
    (b"linear", b"asymmetric"): (_T.RESIZE_BILINEAR, False, False),
    (b"linear", b"align_corners"): (_T.RESIZE_BILINEAR, True, False),
    (b"linear", b"half_pixel"): (_T.RESIZE_BILINEAR, False, True),
}
"""The operation of each mode and place of the points, and its flags for corners and centers."""


def _resize(node: Node) -> Value:
    """Lift Resize, and Upsample, its form before version 10."""
    is_old = node.operator == "Upsample"
    mode = node.attribute("mode", b"nearest")
    points = node.attribute("coordinate_transformation_mode", b"half_pixel")
    place = b"asymmetric" if is_old else points
    if (mode, place) not in _RESIZES:
        raise NotExpressible(f"mode {mode.decode()} with {place.decode()} points")
    if mode == b"nearest" and not is_old:
        node.require(nearest_mode=b"floor")
    scales, sizes = node.optional(1 if is_old else 2, "scales"), node.optional(3, "sizes")
    shape = node[0].shape
    if sizes is None or not len(sizes):
        exact = np.array(shape) * np.asarray(scales, np.float64)
        sizes = [int(size) for size in np.floor(exact + 1e-4)]
        if not np.allclose(sizes, exact, rtol=1e-5):
            raise NotExpressible(f"to sizes {exact.tolist()}; the contract scales by whole sizes")
    if len(shape) != 4 or tuple(sizes[:2]) != shape[:2]:
        raise NotExpressible(f"from shape {shape} to {list(sizes)}")
    type_, *flags = _RESIZES[mode, place]
    width, height = node.integer(int(sizes[3])), node.integer(int(sizes[2]))
    return node.emit(type_, node.operand(0), width, height, *map(node.flag, (True, *flags)))


def _pool(type_: OperationType, node: Node) -> Value:
    node.require(ceil_mode=0, dilations=[1, 1], storage_order=0)
    if any(node.attribute("pads", ())) or b"SAME" in node.attribute("auto_pad", b""):
        node.require(count_include_pad=0)
    kernel = node.attributes["kernel_shape"]
    window = [*window_operands(node, kernel), *(node.integer(size) for size in kernel[::-1])]
    activation = node.integer(FusedActivation.NONE)
    return node.emit(type_, node.operand(0), *window, activation, node.flag(True))


def _softmax(type_: OperationType, node: Node) -> Value:
    """Lift Softmax; before version 13 it flattens its input to two dimensions."""
    flattens = node.version < 13
    axis, shape = node.axis(1 if flattens else -1), node[0].shape
    if flattens and prod(shape[axis + 1 :]) != 1:
        source = node.operand(0, (prod(shape[:axis]), prod(shape[axis:])))
        result = node.emit(type_, source, node.real(1.0), node.integer(1))
        return result.viewed(node.name, shape)
    return node.emit(type_, node.operand(0), node.real(1.0), node.integer(axis))


def _response_normalization(node: Node) -> Value:
    size = node.attributes["size"]
    if size % 2 == 0:
        raise NotExpressible(f"size {size} is even; the contract has a radius")
    factors = [
        node.attribute("bias", 1.0),
        node.attribute("alpha", 1e-4) / size,
        node.attribute("beta", 0.75),
    ]
    scalars = [node.integer(size // 2), *map(node.real, factors), node.integer(1)]
    return node.emit(_T.LOCAL_RESPONSE_NORMALIZATION, node.operand(0), *scalars)


def _batch_normalization(node: Node) -> Value:
    """Lift BatchNormalization with constant parameters to MUL and ADD."""
    node.require(training_mode=0, spatial=1)
    scale, shift, mean, variance = (
        node.constant(position, name).astype(np.float64)
        for position, name in enumerate(("scale", "B", "mean", "var"), 1)
    )
    factor = scale / np.sqrt(variance + node.attribute("epsilon", 1e-5))
    shape = (-1, *(1,) * (len(node[0].shape) - 2))
    factor, offset = (
        node.add_constant(array.astype(node[0].dtype).reshape(shape))
        for array in (factor, shift - mean * factor)
    )
    activations = [node.integer(FusedActivation.NONE) for _ in range(2)]
    product = node.emit(_T.MUL, node.operand(0), factor, activations[0])
    return node.emit(_T.ADD, product.index, offset, activations[1])


def _product(node: Node) -> Value:
    """Lift MatMul and Gemm."""
    is_gemm = node.operator == "Gemm"
    if is_gemm:
        node.require(alpha=1.0, beta=1.0, transA=0)
    elif node[1].array is None or len(node[0].shape) < 2 or len(node[1].shape) != 2:
        flags = node.flag(False), node.flag(False)
        return node.emit(_T.BATCH_MATMUL, node.operand(0), node.operand(1), *flags)
    order = (0, 1) if is_gemm and node.attribute("transB", 0) else (1, 0)
    weights = node.transposed(1, order)
    bias = node.bias(2, node[1].shape[order[0]])
    activation = node.integer(FusedActivation.NONE)
    *rows, depth = node[0].shape
    source = node.operand(0, (prod(rows), depth))
    result = node.emit(_T.FULLY_CONNECTED, source, weights, bias, activation)
    return result.viewed(node.name, (*rows, node[1].shape[order[0]]))


def _gather(node: Node) -> Value:
    axis = node.axis(0)
    indexes, size = node.constant(1, "indices"), node[0].shape[axis]
    if np.any((indexes < -size) | (indexes >= size)):
        raise NotExpressible(f"indices outside the {size} elements of axis {axis}")
    rows = node.vector(np.where(indexes < 0, indexes + size, indexes).reshape(-1))
    result = node.emit(_T.GATHER, node.operand(0), node.integer(axis), rows)
    shape = node[0].shape[:axis] + indexes.shape + node[0].shape[axis + 1 :]
    return result.viewed(node.name, shape)


def _concatenation(node: Node) -> Value:
    operands = [node.operand(position) for position in range(len(node.inputs))]
    return node.emit(_T.CONCATENATION, *operands, node.integer(node.axis(1)))


def _transposition(node: Node) -> Value:
    """Lift Transpose; dimensions that stay together count as one, as the contract has four."""
    shape = node[0].shape
    order = node.attribute("perm", range(len(shape))[::-1])
    runs: list[list[int]] = []
    for axis in order:
        if runs and axis == runs[-1][-1] + 1:
            runs[-1].append(axis)
        else:
            runs.append([axis])
    ranked = sorted(runs)
    source = node.operand(0, tuple(prod(shape[axis] for axis in run) for run in ranked))
    result = node.emit(_T.TRANSPOSE, source, node.vector([ranked.index(run) for run in runs]))
    return result.viewed(node.name, tuple(shape[axis] for axis in order))


def _clip(node: Node) -> Value:
    low, high = node.optional(1, "min"), node.optional(2, "max")
    bounds = tuple(None if one is None else float(one) for one in (low, high))
    if bounds in _ACTIVATIONS:
        return node.emit(_ACTIVATIONS[bounds], node.operand(0))
    value = node[0]
    index = node.operand(0)
    for type_, bound in zip((_T.MAXIMUM, _T.MINIMUM), bounds, strict=True):
        if bound is not None:
            limit = node.add_constant(np.array([bound], node[0].dtype))
            value = node.emit(type_, index, limit)
            index = value.index
    return value


_ACTIVATIONS: Final[Mapping[tuple[float | None, ...], OperationType]] = {
    (0.0, None): _T.RELU,
    (0.0, 6.0): _T.RELU6,
    (-1.0, 1.0): _T.RELU1,
}


def _leaky_relu(node: Node) -> Value:
    slope = np.array([node.attribute("alpha", 0.01)], node[0].dtype)
    return node.emit(_T.PRELU, node.operand(0), node.add_constant(slope))


def _elu(node: Node) -> Value:
    return node.emit(_T.ELU, node.operand(0), node.real(node.attribute("alpha", 1.0)))


def _hard_sigmoid(node: Node) -> Value:
    """Lift HardSigmoid, max(0, min(1, alpha * x + beta)), to a product, a sum and two bounds."""
    constants = (node.attribute("alpha", 0.2), node.attribute("beta", 0.5), 1.0, 0.0)
    value = node.operand(0)
    for type_, constant in zip((_T.MUL, _T.ADD, _T.MINIMUM, _T.MAXIMUM), constants, strict=True):
        inputs = [value, node.add_constant(np.array([constant], node[0].dtype))]
        if type_ in (_T.MUL, _T.ADD):
            inputs.append(node.integer(FusedActivation.NONE))
        result = node.emit(type_, *inputs)
        value = result.index
    return result


def _slice(node: Node) -> Value:
    shape = node[0].shape
    starts, ends = (np.ravel(node.optional(n, name)) for n, name in ((1, "starts"), (2, "ends")))
    axes, steps = node.optional(3, "axes"), node.optional(4, "steps")
    if steps is not None and any(np.ravel(steps) != 1):
        raise NotExpressible(f"steps {np.ravel(steps).tolist()}")
    begin, end = [0] * len(shape), list(shape)
    for axis, first, last in zip(
        range(len(starts)) if axes is None else np.ravel(axes), starts, ends, strict=True
    ):
        begin[axis], end[axis], _ = slice(int(first), int(last)).indices(shape[axis])
    sizes = [max(0, last - first) for first, last in zip(begin, end, strict=True)]
    return node.emit(_T.SLICE, node.operand(0), node.vector(begin), node.vector(sizes))


def _pad(node: Node) -> Value:
    node.require(mode=b"constant")
    if len(node.inputs) > 3:
        raise NotExpressible("axes of the paddings")
    pads = node.optional(1, "pads")
    value = node.optional(2, "value")
    paddings = node.vector(np.reshape(pads, (2, -1)).T)
    if value is None or not float(value):
        return node.emit(_T.PAD, node.operand(0), paddings)
    return node.emit(_T.PAD_V2, node.operand(0), paddings, node.real(float(value)))


LIFTS: Final[Mapping[str, Callable[[Node], Value]]] = {
    **{operator: partial(_unary, type_) for operator, type_ in FUNCTIONS.items()},
    **{
        operator: partial(_binary, type_)
        for operator, type_ in {
            "Add": _T.ADD,
            "Div": _T.DIV,
            "Max": _T.MAXIMUM,
            "Min": _T.MINIMUM,
            "Mul": _T.MUL,
            "Pow": _T.POW,
            "PRelu": _T.PRELU,
            "Sub": _T.SUB,
            "Sum": _T.ADD,
        }.items()
    },
    "AveragePool": partial(_pool, _T.AVERAGE_POOL_2D),
    "BatchNormalization": _batch_normalization,
    "Clip": _clip,
    "Concat": _concatenation,
    "Conv": _convolution,
    "ConvTranspose": _transposed_convolution,
    "Elu": _elu,
    "Gather": _gather,
    "Gemm": _product,
    "GlobalAveragePool": partial(_global_pool, _T.MEAN),
    "GlobalMaxPool": partial(_global_pool, _T.REDUCE_MAX),
    "HardSigmoid": _hard_sigmoid,
    "LeakyRelu": _leaky_relu,
    "LogSoftmax": partial(_softmax, _T.LOG_SOFTMAX),
    "LRN": _response_normalization,
    "MatMul": _product,
    "MaxPool": partial(_pool, _T.MAX_POOL_2D),
    "Pad": _pad,
    "ReduceMax": partial(_reduction, _T.REDUCE_MAX),
    "ReduceMean": partial(_reduction, _T.MEAN),
    "ReduceMin": partial(_reduction, _T.REDUCE_MIN),
    "ReduceSum": partial(_reduction, _T.REDUCE_SUM),
    "Relu": partial(_unary, _T.RELU),
    "Resize": _resize,
    "Slice": _slice,
    "Softmax": partial(_softmax, _T.SOFTMAX),
    "Transpose": _transposition,
    "Upsample": _resize,
}
"""The function of each operator; it returns the result."""
