"""Faults that depend on one parameter of an operation, and drivers that have one of them.

Each fault states its condition as an expression of the fault tables
(``benchmarks.detection.expression``), which has none of the suite's features, and the texts with
which an explanation names it.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final

import numpy as np

from benchmarks.detection.alteration import NOT_COMPUTABLE
from benchmarks.detection.expression import CallNames, compile_expression, evaluate
from conformance.driver_sdk import ProgramModel
from conformance.hal import Model, OperandLifeTime, OperationType, Version
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.reference import ReferenceDevice

_CONSTANT: Final = (OperandLifeTime.CONSTANT_COPY, OperandLifeTime.CONSTANT_REFERENCE)


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """A fault of one operation: its condition, and the texts that name the condition exactly.

    With ``ignored``, the driver computes with this value of the scalar ``ignored[0]`` instead of
    the given one. Cases in which both give the same result pass.
    """

    operation: OperationType
    condition: str
    texts: tuple[str, ...]
    ignored: tuple[str, float] | None = None

    @property
    def name(self) -> str:
        """The operation and the condition; no other fault has the same name."""
        ignores = f", ignores {self.ignored[0]}" if self.ignored else ""
        return f"{self.operation.name}: {self.texts[0]}{ignores}"

    def holds(self, call: Call, arrays: Sequence[Array | None], constant: Sequence[bool]) -> bool:
        """Return whether the condition holds; not if the call lacks an operand that it names."""
        if self.ignored is not None:
            return False
        extra = {"const": lambda name: constant[call.places[name]]}
        try:
            names = CallNames(call, list(arrays), extra)
            return bool(evaluate(compile_expression(self.condition), names))
        except NOT_COMPUTABLE:
            return False


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
            if not any(fault.holds(call, arrays, constant) for fault in faults):
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


_TABLE: Final = """\
CONV_2D | activation == 1 | activation = RELU
CONV_2D | activation == 2 | activation = RELU1
CONV_2D | stride_width == 2 | stride_width = 2
CONV_2D | dilation_height == 2 | dilation_height = 2
CONV_2D | padding_scheme == 1 | padding_scheme = SAME
CONV_2D | layout | layout = NCHW
CONV_2D | not const("filter") | source of filter = run time
CONV_2D | H % 2 == 1 | height of input odd
CONV_2D | filter.shape[0] == 1 | dimension 0 of filter = 1
DEPTHWISE_CONV_2D | depth_multiplier == 2 | depth_multiplier = 2
DEPTHWISE_CONV_2D | padding_scheme == 2 | padding_scheme = VALID
DEPTHWISE_CONV_2D | type == "u8" | type = TENSOR_QUANT8_ASYMM
DEPTHWISE_CONV_2D | layout | layout = NCHW
GROUPED_CONV_2D | activation == 3 | activation = RELU6
TRANSPOSE_CONV_2D | stride_height == 2 | stride_height = 2
AVERAGE_POOL_2D | filter_width == 3 | filter_width = 3
AVERAGE_POOL_2D | activation == 1 | activation = RELU
MAX_POOL_2D | stride_width == 1 | stride_width = 1
MAX_POOL_2D | layout | layout = NCHW
L2_POOL_2D | C >= 4 | channels of input >= 4
FULLY_CONNECTED | activation == 2 | activation = RELU1
FULLY_CONNECTED | const("weights") | source of weights = constant
FULLY_CONNECTED | rank == 4 | rank of input = 4
ADD | activation == 3 | activation = RELU6
ADD | DIFFERENT
ADD | type == "f16" | type = TENSOR_FLOAT16
MUL | DIFFERENT
MUL | input1.ndim == 4 | rank of input1 = 4
SUB | const("input1") | source of input1 = constant
DIV | type == "i32" | type = TENSOR_INT32
MAXIMUM | DIFFERENT
MINIMUM | type == "s8" | type = TENSOR_QUANT8_ASYMM_SIGNED
FLOOR | (x < 0).any() | negative values in input: yes
RELU | rank == 1 | rank of input = 1
RELU6 | (x == 0).any() | zeros in input: yes
TANH | type == "u8" | type = TENSOR_QUANT8_ASYMM
LOGISTIC | type in ("u8", "s8") and in_zero == 0 | zero point of input = 0
ABS | not (x < 0).any() | negative values in input: no
NEG | rank == 3 | rank of input = 3
SQRT | rank == 2 | rank of input = 2
SOFTMAX | given("axis") and axis < 0 | axis <= -1
SOFTMAX | beta == 1 | beta = 1
LOG_SOFTMAX | LAST
CONCATENATION | LAST
CONCATENATION | count >= 4 | number of inputs >= 4
ARGMAX | given("axis") and axis < 0 | axis <= -1
ARGMIN | LAST
MEAN | keep_dims > 0 | keep_dims = true
REDUCE_SUM | keep_dims <= 0 | keep_dims = false
REDUCE_MAX | keep_dims > 0 | keep_dims = true
REDUCE_MIN | type == "u8" | type = TENSOR_QUANT8_ASYMM
TRANSPOSE | rank == 4 | rank of input = 4
RESHAPE | shape[0] == 1 | dimension 0 of input = 1
PAD | not const("paddings") | source of paddings = run time
PAD_V2 | rank == 2 | rank of input = 2
SPACE_TO_DEPTH | layout | layout = NCHW
DEPTH_TO_SPACE | block_size == 2 | block_size = 2
GATHER | given("axis") and axis < 0 | axis <= -1
SLICE | type == "i32" | type = TENSOR_INT32
STRIDED_SLICE | begin_mask == 1 | begin_mask = 1
SPLIT | axis == 0 | axis = 0
TOPK_V2 | k == 1 | k = 1
RESIZE_BILINEAR | align_corners | align_corners = true
RESIZE_NEAREST_NEIGHBOR | half_pixel_centers | half_pixel_centers = true
INSTANCE_NORMALIZATION | layout | layout = NCHW
LOCAL_RESPONSE_NORMALIZATION | radius == 1 | radius = 1
PRELU | DIFFERENT
BATCH_MATMUL | adj_x | adj_x = true
CHANNEL_SHUFFLE | shape[0] % 2 == 0 | dimension 0 of input even
EQUAL | DIFFERENT
CAST | type == "f32" | type = TENSOR_FLOAT32
LOGICAL_AND | DIFFERENT
QUANTIZE | type == "f16" | type = TENSOR_FLOAT16
DEQUANTIZE | rank == 2 | rank of input = 2
EXPAND_DIMS | axis == 0 | axis = 0
TILE | shape[0] >= 3 | dimension 0 of input >= 3
"""
"""Operation, condition and the texts that name it; some operations share these conditions:"""
_SHARED: Final = {
    "DIFFERENT": (
        "input_dims(0) != input_dims(1)",
        *(
            f"shapes of {names} = different"
            for names in (
                *("input1 and input2", "input0 and input1", "input and alpha"),
                "base and exponent",
            )
        ),
    ),
    "LAST": (
        'given("axis") and axis % len(input_dims(0)) == len(input_dims(0)) - 1',
        "axis selects the last dimension: yes",
    ),
}


def _read(row: str) -> PlantedFault:
    operation, *cells = row.split(" | ")
    condition, *texts = _SHARED[cells[0]] if len(cells) == 1 else cells
    return PlantedFault(OperationType[operation], condition, tuple(texts))


def _ignored(operation: str, name: str, value: float, *texts: str) -> PlantedFault:
    """Return the fault of a driver that always computes with one value of a scalar."""
    return PlantedFault(OperationType[operation], f"{name} != {value}", texts, (name, value))


_ACTIVATIONS: Final = ("activation one of RELU, RELU1, RELU6", "activation != NONE")
FAULTS: Final = (
    *map(_read, _TABLE.splitlines()),
    _ignored("SOFTMAX", "beta", 1.0, "beta != 1"),
    _ignored("LOG_SOFTMAX", "beta", 1.0, "beta != 1"),
    _ignored("SUB", "activation", 0, *_ACTIVATIONS),
    _ignored("CONV_2D", "activation", 0, *_ACTIVATIONS),
    _ignored("RESIZE_BILINEAR", "align_corners", 0, "align_corners = true"),
)
"""Faults of more than 40 operations."""
