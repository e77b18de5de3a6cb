"""Faults in arithmetic, activations and dequantization."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.numerics import real
from tests.sample_drivers.values.fault_injection import (
    KernelFault,
    call_changed,
    changed_output,
    half_precision,
    input_view,
    misread_input,
    only_for,
    output_view,
    replaced_computation,
    row,
    scalars,
    stored_by,
    table,
    with_input,
    wrapping,
)

Op, T = OperationType, OperandType

LIMIT_MISSING = "only the limit is missing"


def broadcast_from_the_left(function: Any) -> Any:
    """Return a fault that aligns an operand of lower rank at the first dimension, not the last.

    Shapes that are incompatible in this alignment use only the first element of each operand: the
    fault must return wrong values, not fail.
    """

    def compute(call: Call, first: Array, second: Array, *_: Array) -> Array:
        rank = max(first.ndim, second.ndim)
        wide = [real(a, v) for a, v in zip((first, second), call.inputs, strict=False)]
        wide = [a.reshape(a.shape + (1,) * (rank - a.ndim)) for a in wide]
        try:
            return function(*wide)
        except ValueError:
            return function(*(a.reshape(-1)[:1] for a in wide))

    return only_for(replaced_computation(compute), T.TENSOR_FLOAT32)


def first_row_only(call: Call, array: Array) -> Array:
    """Return the array with every element equal to the first one."""
    return np.full_like(array, array.reshape(-1)[0])


QUANTIZED = (T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED)

LOWEST_CODE_IS_ZERO = only_for(
    call_changed(lambda c: with_input(c, "input", zero_point=c.primary.info.code_range[0])),
    *QUANTIZED,
)


def hard_sigmoid(call: Call, array: Array) -> Array:
    """Return a piecewise linear approximation of the logistic function."""
    return np.clip(array.astype(np.float64) * 0.2 + 0.5, 0, 1)


def naive_sigmoid(call: Call, array: Array) -> Array:
    """Return exp(x) / (1 + exp(x)), which overflows to NaN for large x."""
    power = np.exp(array.astype(array.dtype))
    return power / (1 + power)


def naive_tanh(call: Call, array: Array) -> Array:
    """Return tanh from exp(x) and exp(-x), which overflow to NaN for large magnitudes."""
    up, down = np.exp(array), np.exp(-array)
    return (up - down) / (up + down)


FLOATS = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16)


def positive_constant(name: str) -> KernelFault:
    """Return a fault that takes the magnitudes of a constant input."""
    return misread_input(name, lambda c, a: a if c.view(name).value is None else np.abs(a))


def first_scale(call: Call) -> Call:
    """Return the call with the first channel's scale for every channel."""
    params = call.primary.extra_params
    if params is None:
        return call
    scales = params.scales[:1] * len(params.scales)
    return with_input(call, "input", extra_params=type(params)(scales, params.channel_dim))


def last_axis(call: Call, array: Array) -> Array:
    """Dequantize as if the last axis were the channel dimension."""
    params = call.primary.extra_params
    scales = np.resize(np.array(params.scales), array.shape[-1])
    return array * scales


ARITHMETIC = table(
    "arithmetic",
    row(Op.ADD, "activation ignored", scalars(activation=0), LIMIT_MISSING),
    row(Op.ADD, "RELU1 taken for RELU6", scalars(activation=lambda a: 3 if a == 2 else a)),
    row(Op.ADD, "broadcast from the left", broadcast_from_the_left(np.add)),
    row(Op.ADD, "zero point of input 1 ignored", input_view("input1", zero_point=0)),
    row(Op.ADD, "scale of input 0 used for both", call_changed(lambda call: with_input(call, "input1", scale=call.inputs[0].scale)), unaffected_cases=("float16", "relaxed")),
    row(Op.ADD, "sums wrap instead of saturating", stored_by(wrapping), "QUANT8"),
    row(Op.ADD, "float32 computed as float16", only_for(changed_output(half_precision), T.TENSOR_FLOAT32), unaffected_cases=("relaxed", "float16", "quant8")),
    row(Op.ADD, "int32 sums two off", only_for(changed_output(lambda c, a: a + 2), T.TENSOR_INT32), "+2 off"),
    row(Op.SUB, "operands exchanged", replaced_computation(lambda c, a, b, *_: real(b, c.inputs[1]) - real(a, c.inputs[0])), "opposite sign"),
    row(Op.SUB, "zero point of the output ignored", output_view(zero_point=0), "every code is"),
    row(Op.SUB, "activation ignored", scalars(activation=0), LIMIT_MISSING),
    row(Op.MUL, "every code two off", only_for(changed_output(lambda c, a: np.clip(a.astype(int) + 2, 0, 255)), T.TENSOR_QUANT8_ASYMM), "+2 off"),
    row(Op.MUL, "one operand's first element used throughout", misread_input("input1", first_row_only)),
    row(Op.MUL, "products wrap instead of saturating", stored_by(wrapping), "QUANT8"),
    row(Op.MUL, "signed codes read as unsigned", only_for(misread_input("input1", lambda c, a: a.astype(np.int16) ^ 0x80), T.TENSOR_QUANT8_ASYMM_SIGNED), "SIGNED"),
    row(Op.DIV, "operands exchanged", replaced_computation(lambda c, a, b, *_: b / a)),
    row(Op.DIV, "broadcast from the left", broadcast_from_the_left(np.divide)),
    row(Op.DIV, "by way of a reciprocal in float16", only_for(replaced_computation(lambda c, a, b, *_: a * (np.float32(1) / b).astype(np.float16).astype(np.float32)), T.TENSOR_FLOAT32), "looks computed in lower precision"),
    row(Op.DIV, "activation ignored", scalars(activation=0), LIMIT_MISSING),
    *(row(op, "negative constant read as positive", only_for(positive_constant(name), T.TENSOR_FLOAT16), specs=("constant_operands",)) for op, name in ((Op.DIV, "input1"), (Op.SUB, "input0"), (Op.MUL, "input1"), (Op.PRELU, "alpha"), (Op.POW, "exponent"))),
)  # fmt: skip


ACTIVATIONS = table(
    "activations",
    row(Op.RELU, "does nothing", replaced_computation(lambda c, a: a), LIMIT_MISSING, "below"),
    row(Op.RELU, "clamps at the lowest code, not at the zero point", LOWEST_CODE_IS_ZERO, "QUANT8"),
    row(Op.RELU, "also cuts off at 6", replaced_computation(lambda c, a: np.clip(a, 0, 6)), "limited that should not be limited", additional_rules=("values.nan",)),
    row(Op.RELU1, "clamps to 0..1", only_for(replaced_computation(lambda c, a: np.clip(a, 0, 1)), *FLOATS), "below 0"),
    row(Op.RELU1, "no upper limit", only_for(replaced_computation(lambda c, a: np.maximum(a, -1)), *FLOATS), LIMIT_MISSING, "above 1"),
    row(Op.RELU6, "no upper limit", only_for(replaced_computation(lambda c, a: np.maximum(a, 0)), *FLOATS), LIMIT_MISSING, "above 6"),
    row(Op.RELU6, "clamps at the lowest code, not at the zero point", LOWEST_CODE_IS_ZERO, "QUANT8"),
    row(Op.LOGISTIC, "straight pieces", only_for(replaced_computation(hard_sigmoid), *FLOATS)),
    row(Op.LOGISTIC, "overflow far from zero", only_for(replaced_computation(naive_sigmoid), *FLOATS), "NaN", rule="values.nan"),
    row(Op.LOGISTIC, "output has the zero point of the other 8-bit type", output_view(zero_point=-64), "QUANT8"),
    row(Op.TANH, "float32 computed as float16", only_for(changed_output(half_precision), T.TENSOR_FLOAT32), "float16 precision", unaffected_cases=("relaxed", "float16", "quant8")),
    row(Op.TANH, "signed and unsigned codes mixed up", only_for(changed_output(lambda c, a: a.view(np.uint8) ^ 0x80), T.TENSOR_QUANT8_ASYMM), "signed and unsigned codes look mixed up"),
    row(Op.TANH, "overflow far from zero", only_for(replaced_computation(naive_tanh), *FLOATS), "NaN", rule="values.nan"),
    row(Op.FLOOR, "rounds", replaced_computation(lambda c, a: np.rint(a))),
    row(Op.FLOOR, "truncates toward zero", replaced_computation(lambda c, a: np.trunc(a))),
    row(Op.FLOOR, "goes through int32", replaced_computation(lambda c, a: np.floor(a).astype(np.int32))),
)  # fmt: skip


CONVERSIONS = table(
    "conversions",
    row(Op.CAST, "int32 clamped to the range of float16", only_for(changed_output(lambda c, a: np.clip(a, -65504, 65504) if a.dtype == np.float16 else a), T.TENSOR_INT32)),
    row(Op.DEQUANTIZE, "zero point ignored", input_view("input", zero_point=0)),
    row(Op.DEQUANTIZE, "first channel's scale for all", call_changed(first_scale), unaffected_cases=("signed", "symmetric")),
    row(Op.DEQUANTIZE, "channels always on the last axis", only_for(replaced_computation(last_axis), T.TENSOR_QUANT8_SYMM_PER_CHANNEL)),
    row(Op.DEQUANTIZE, "signed codes read as unsigned", only_for(replaced_computation(lambda c, a: (a.view(np.uint8).astype(float) - c.primary.zero_point) * c.primary.scale), T.TENSOR_QUANT8_ASYMM_SIGNED, T.TENSOR_QUANT8_SYMM)),
    row(Op.DEQUANTIZE, "float32 computed as float16", changed_output(half_precision), "precision"),
)  # fmt: skip


def of_the_call_before() -> Callable[[Array], Array]:
    """Return a function that returns its argument in the call before."""
    values: list[Array] = []

    def read(value: Array) -> Array:
        values.append(value)
        return values[-2:][0]

    return read


PARAMETERS = table(
    "parameters of two operations of a model",
    *(row(op, f"{name} of the operation before", scalars(**{name: of_the_call_before()}), specs=("different_parameters",)) for op, name in ((Op.SOFTMAX, "axis"), (Op.SOFTMAX, "beta"), (Op.L2_NORMALIZATION, "axis"), (Op.ARGMAX, "axis"), (Op.GATHER, "axis"), (Op.MAX_POOL_2D, "layout"), (Op.SPACE_TO_DEPTH, "layout"), (Op.RESIZE_NEAREST_NEIGHBOR, "align_corners"), (Op.SUB, "activation"), (Op.UNIDIRECTIONAL_SEQUENCE_RNN, "time_major"))),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
