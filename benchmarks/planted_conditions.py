"""Faults that depend on one parameter of an operation, and drivers that have one of them.

Each fault states its condition as a function of the call, written without the suite's features, and
the text with which an explanation names it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from conformance.driver_sdk import ProgramModel
from conformance.hal import Model, OperandLifeTime, OperandType, OperationType, Version
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.reference import ReferenceDevice

_T = OperandType
_O = OperationType
_CONSTANT: Final = (OperandLifeTime.CONSTANT_COPY, OperandLifeTime.CONSTANT_REFERENCE)


@dataclass(frozen=True, slots=True)
class ExecutedCall:
    """A call with the arrays of its inputs, and whether each input is a constant of the model."""

    call: Call
    arrays: Sequence[Array | None]
    constant: Sequence[bool]

    def array(self, name: str) -> Array | None:
        """Return the value of an input; ``None`` if it is omitted."""
        position = self.call.position(name)
        return None if position is None else self.arrays[position]

    def scalar(self, name: str) -> Any:
        """Return a scalar; ``None`` if the call has none of this name."""
        array = self.array(name)
        return None if array is None else array.item()

    def real(self, name: str) -> Array:
        """Return the real values of an input."""
        position = self.call.position(name)
        assert position is not None
        view, array = self.call.inputs[position], self.arrays[position]
        assert array is not None
        values = array.astype(np.float64)
        if view.info is not None and view.info.quantized:
            values = (values - view.zero_point) * view.scale
        return values


Condition = Callable[[ExecutedCall], bool]


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """A fault of one operation: its condition, and the texts that name the condition exactly.

    With ``ignored``, the driver computes with this value of the scalar ``ignored[0]`` instead of
    the given one. Cases in which both give the same result pass.
    """

    operation: OperationType
    texts: tuple[str, ...]
    condition: Condition
    ignored: tuple[str, float] | None = None

    @property
    def name(self) -> str:
        """The operation and the condition; no other fault has the same name."""
        ignores = f", ignores {self.ignored[0]}" if self.ignored else ""
        return f"{self.operation.name}: {self.texts[0]}{ignores}"


class PlantedFaultDevice(ReferenceDevice):
    """The reference driver with wrong results for the calls of planted faults."""

    name = "planted"

    def __init__(self, *faults: PlantedFault) -> None:
        super().__init__(Version.AIDL_V3)
        self.faults = faults

    def build_prepared_model(self, model: Model) -> ProgramModel:
        """Return a prepared model whose kernels know which operands are constants."""
        return _ModelDevice(self.faults, model).build_prepared_model(model)


class _ModelDevice(ReferenceDevice):
    """The device that compiles one model."""

    def __init__(self, faults: Sequence[PlantedFault], model: Model) -> None:
        super().__init__(Version.AIDL_V3)
        self._faults = faults
        self._model = model

    def compile_call(self, call: Call) -> Kernel:
        """Return the kernel of a call; its results are wrong where a fault's condition holds."""
        faults = [f for f in self._faults if f.operation == call.definition.type]
        for fault in faults:
            if fault.ignored is not None:
                call = _with_scalar(call, *fault.ignored)
        kernel = super().compile_call(call)
        if not any(fault.ignored is None for fault in faults):
            return kernel
        main = self._model.main
        constant = [False] * len(call.inputs)
        for operation in main.operations:
            if operation.type == call.definition.type:
                lifetimes = [main.operands[index].lifetime for index in operation.inputs]
                constant = [lifetime in _CONSTANT for lifetime in lifetimes]
        specs = call.definition.output_specs(len(call.outputs))
        compared = [spec.name not in call.definition.unspecified_outputs for spec in specs]

        def run(arrays: Sequence[Array | None]) -> Sequence[Array]:
            results = kernel(arrays)
            executed = ExecutedCall(call, arrays, constant)
            if not any(fault.ignored is None and fault.condition(executed) for fault in faults):
                return results
            return [
                _wrong(result) if changed else result
                for result, changed in zip(results, compared, strict=True)
            ]

        return run


def _with_scalar(call: Call, name: str, value: float) -> Call:
    """Return the call with another value of a scalar, if it has the scalar."""
    position = call.position(name)
    if position is None:
        return call
    view, inputs = copy(call.inputs[position]), list(call.inputs)
    assert view.info is not None
    view.value = np.array(value, view.info.dtype)
    inputs[position] = view
    changed = Call(call.definition, call.form, inputs, call.outputs, call.version)
    changed.settled_shapes = call.settled_shapes
    return changed


def _wrong(array: Array) -> Array:
    """Return values that no tolerance accepts."""
    if array.dtype.kind == "b":
        return ~array
    with np.errstate(all="ignore"):
        if array.dtype.kind == "f":
            return np.asarray(np.where(array == 0, 8, array * -1.5 - 8), array.dtype)
        return np.asarray(array + array.dtype.type(37), array.dtype)


# ------------------------------------------------------------------------------ kinds of conditions


def scalar(operation: OperationType, name: str, value: float, label: str = "") -> PlantedFault:
    """Return a fault with one value of a scalar."""
    text = f"{name} = {label or value}"
    return PlantedFault(operation, (text,), lambda call: call.scalar(name) == value)


def flag(operation: OperationType, name: str, value: bool) -> PlantedFault:
    """Return a fault with one value of a boolean or of an integer that is used as one."""

    def condition(call: ExecutedCall) -> bool:
        found = call.scalar(name)
        return found is not None and (found > 0) == value

    return PlantedFault(operation, (f"{name} = {str(value).lower()}",), condition)


def ignored(operation: OperationType, name: str, value: float, *texts: str) -> PlantedFault:
    """Return the fault of a driver that always computes with one value of a scalar."""
    return PlantedFault(operation, texts, lambda call: call.scalar(name) != value, (name, value))


def layout(operation: OperationType) -> PlantedFault:
    """Return a fault with the layout NCHW."""
    return PlantedFault(operation, ("layout = NCHW",), lambda call: bool(call.scalar("layout")))


def type_(operation: OperationType, operand_type: OperandType) -> PlantedFault:
    """Return a fault with one type of the primary operand."""
    text = f"type = {operand_type.name}"
    return PlantedFault(operation, (text,), lambda call: call.call.primary.type == operand_type)


def rank(operation: OperationType, number: int, name: str = "input") -> PlantedFault:
    """Return a fault with one rank of an input."""

    def condition(call: ExecutedCall) -> bool:
        array = call.array(name)
        return array is not None and array.ndim == number

    return PlantedFault(operation, (f"rank of {name} = {number}",), condition)


def size(
    operation: OperationType, axis: int, name: str, text: str, test: Callable[[int], bool]
) -> PlantedFault:
    """Return a fault with some sizes of one dimension; NHWC for operations with a layout."""

    def condition(call: ExecutedCall) -> bool:
        array = call.array(name)
        position = axis
        if array is None or array.ndim <= axis:
            return False
        if call.scalar("layout"):
            position = {0: 0, 1: 2, 2: 3, 3: 1}[axis]
        return test(array.shape[position])

    return PlantedFault(operation, (text,), condition)


def constant(operation: OperationType, name: str, is_constant: bool) -> PlantedFault:
    """Return a fault with an input that is, or is not, a constant of the model."""

    def condition(call: ExecutedCall) -> bool:
        position = call.call.position(name)
        return position is not None and call.constant[position] == is_constant

    word = "constant" if is_constant else "run time"
    return PlantedFault(operation, (f"source of {name} = {word}",), condition)


def values(
    operation: OperationType, name: str, text: str, test: Callable[[Array], bool]
) -> PlantedFault:
    """Return a fault with some values of an input."""
    return PlantedFault(operation, (text,), lambda call: test(call.real(name)))


def broadcast(operation: OperationType) -> PlantedFault:
    """Return a fault with inputs of different shapes."""

    def condition(call: ExecutedCall) -> bool:
        first, second = call.arrays[:2]
        return first is not None and second is not None and first.shape != second.shape

    names = ("input1 and input2", "input0 and input1", "input and alpha", "base and exponent")
    return PlantedFault(operation, tuple(f"shapes of {n} = different" for n in names), condition)


def last_axis(operation: OperationType, name: str = "axis") -> PlantedFault:
    """Return a fault with an axis that is the last dimension."""

    def condition(call: ExecutedCall) -> bool:
        axis, array = call.scalar(name), call.arrays[0]
        return axis is not None and array is not None and axis % array.ndim == array.ndim - 1

    return PlantedFault(operation, (f"{name} selects the last dimension: yes",), condition)


def negative_axis(operation: OperationType, name: str = "axis") -> PlantedFault:
    """Return a fault with a negative axis."""
    return PlantedFault(
        operation,
        (f"{name} <= -1",),
        lambda call: call.scalar(name) is not None and call.scalar(name) < 0,
    )


def inputs(operation: OperationType, text: str, test: Callable[[int], bool]) -> PlantedFault:
    """Return a fault with some numbers of inputs."""
    return PlantedFault(operation, (text,), lambda call: test(len(call.arrays)))


def zero_point(operation: OperationType, name: str = "input") -> PlantedFault:
    """Return a fault with a zero point of 0."""

    def condition(call: ExecutedCall) -> bool:
        view = call.call.view(name)
        return (
            view.type in (_T.TENSOR_QUANT8_ASYMM, _T.TENSOR_QUANT8_ASYMM_SIGNED)
            and view.zero_point == 0
        )

    return PlantedFault(operation, (f"zero point of {name} = 0",), condition)


def _even(number: int) -> bool:
    return number % 2 == 0


def _odd(number: int) -> bool:
    return number % 2 == 1


_ACTIVATIONS: Final = ("activation one of RELU, RELU1, RELU6", "activation != NONE")

FAULTS: Final[tuple[PlantedFault, ...]] = (
    *(scalar(_O.CONV_2D, "activation", code, label) for code, label in ((1, "RELU"), (2, "RELU1"))),
    scalar(_O.CONV_2D, "stride_width", 2),
    scalar(_O.CONV_2D, "dilation_height", 2),
    scalar(_O.CONV_2D, "padding_scheme", 1, "SAME"),
    layout(_O.CONV_2D),
    constant(_O.CONV_2D, "filter", is_constant=False),
    size(_O.CONV_2D, 1, "input", "height of input odd", _odd),
    size(_O.CONV_2D, 0, "filter", "dimension 0 of filter = 1", lambda n: n == 1),
    scalar(_O.DEPTHWISE_CONV_2D, "depth_multiplier", 2),
    scalar(_O.DEPTHWISE_CONV_2D, "padding_scheme", 2, "VALID"),
    type_(_O.DEPTHWISE_CONV_2D, _T.TENSOR_QUANT8_ASYMM),
    layout(_O.DEPTHWISE_CONV_2D),
    scalar(_O.GROUPED_CONV_2D, "activation", 3, "RELU6"),
    scalar(_O.TRANSPOSE_CONV_2D, "stride_height", 2),
    scalar(_O.AVERAGE_POOL_2D, "filter_width", 3),
    scalar(_O.AVERAGE_POOL_2D, "activation", 1, "RELU"),
    scalar(_O.MAX_POOL_2D, "stride_width", 1),
    layout(_O.MAX_POOL_2D),
    size(_O.L2_POOL_2D, 3, "input", "channels of input >= 4", lambda n: n >= 4),
    scalar(_O.FULLY_CONNECTED, "activation", 2, "RELU1"),
    constant(_O.FULLY_CONNECTED, "weights", is_constant=True),
    rank(_O.FULLY_CONNECTED, 4),
    scalar(_O.ADD, "activation", 3, "RELU6"),
    broadcast(_O.ADD),
    type_(_O.ADD, _T.TENSOR_FLOAT16),
    broadcast(_O.MUL),
    rank(_O.MUL, 4, "input1"),
    constant(_O.SUB, "input1", is_constant=True),
    type_(_O.DIV, _T.TENSOR_INT32),
    broadcast(_O.MAXIMUM),
    type_(_O.MINIMUM, _T.TENSOR_QUANT8_ASYMM_SIGNED),
    values(_O.FLOOR, "input", "negative values in input: yes", lambda v: bool((v < 0).any())),
    rank(_O.RELU, 1),
    values(_O.RELU6, "input", "zeros in input: yes", lambda v: bool((v == 0).any())),
    type_(_O.TANH, _T.TENSOR_QUANT8_ASYMM),
    zero_point(_O.LOGISTIC),
    values(_O.ABS, "input", "negative values in input: no", lambda v: not (v < 0).any()),
    rank(_O.NEG, 3),
    rank(_O.SQRT, 2),
    negative_axis(_O.SOFTMAX),
    scalar(_O.SOFTMAX, "beta", 1.0, "1"),
    last_axis(_O.LOG_SOFTMAX),
    last_axis(_O.CONCATENATION),
    inputs(_O.CONCATENATION, "number of inputs >= 4", lambda n: n >= 4),
    negative_axis(_O.ARGMAX),
    last_axis(_O.ARGMIN),
    flag(_O.MEAN, "keep_dims", value=True),
    flag(_O.REDUCE_SUM, "keep_dims", value=False),
    flag(_O.REDUCE_MAX, "keep_dims", value=True),
    type_(_O.REDUCE_MIN, _T.TENSOR_QUANT8_ASYMM),
    rank(_O.TRANSPOSE, 4),
    size(_O.RESHAPE, 0, "input", "dimension 0 of input = 1", lambda n: n == 1),
    constant(_O.PAD, "paddings", is_constant=False),
    rank(_O.PAD_V2, 2),
    layout(_O.SPACE_TO_DEPTH),
    scalar(_O.DEPTH_TO_SPACE, "block_size", 2),
    negative_axis(_O.GATHER),
    type_(_O.SLICE, _T.TENSOR_INT32),
    scalar(_O.STRIDED_SLICE, "begin_mask", 1),
    scalar(_O.SPLIT, "axis", 0),
    scalar(_O.TOPK_V2, "k", 1),
    flag(_O.RESIZE_BILINEAR, "align_corners", value=True),
    flag(_O.RESIZE_NEAREST_NEIGHBOR, "half_pixel_centers", value=True),
    layout(_O.INSTANCE_NORMALIZATION),
    scalar(_O.LOCAL_RESPONSE_NORMALIZATION, "radius", 1),
    broadcast(_O.PRELU),
    flag(_O.BATCH_MATMUL, "adj_x", value=True),
    size(_O.CHANNEL_SHUFFLE, 0, "input", "dimension 0 of input even", _even),
    broadcast(_O.EQUAL),
    type_(_O.CAST, _T.TENSOR_FLOAT32),
    broadcast(_O.LOGICAL_AND),
    type_(_O.QUANTIZE, _T.TENSOR_FLOAT16),
    rank(_O.DEQUANTIZE, 2),
    scalar(_O.EXPAND_DIMS, "axis", 0),
    size(_O.TILE, 0, "input", "dimension 0 of input >= 3", lambda n: n >= 3),
    ignored(_O.SOFTMAX, "beta", 1.0, "beta != 1"),
    ignored(_O.LOG_SOFTMAX, "beta", 1.0, "beta != 1"),
    *(ignored(operation, "activation", 0, *_ACTIVATIONS) for operation in (_O.SUB, _O.CONV_2D)),
    ignored(_O.RESIZE_BILINEAR, "align_corners", 0, "align_corners = true"),
)
"""Faults of more than 40 operations."""
