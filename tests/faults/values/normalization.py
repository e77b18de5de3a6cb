"""Faults in softmax and the normalizations."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call
from conformance.operations.definition.operands import Array
from tests.sample_drivers.values.fault_injection import (
    call_changed,
    changed_output,
    half_precision,
    misread_input,
    only_for,
    output_view,
    replaced_computation,
    row,
    scalars,
    stored_by,
    table,
    with_input,
    with_scalars,
)

Op, T = OperationType, OperandType

FLOAT32, FLOAT16 = T.TENSOR_FLOAT32, T.TENSOR_FLOAT16


def without_peak(call: Call, array: Array, *_: Array) -> Array:
    """Return softmax without subtracting the maximum, which overflows for large inputs."""
    axis = call.scalar("axis")
    powers = np.exp(array * array.dtype.type(call.scalar("beta")))
    return powers / powers.sum(axis=axis, keepdims=True)


def positive_axis(axis: Array) -> Array:
    """Return the axis, with a negative one counted from the front: -1 becomes 0."""
    return np.where(axis < 0, -axis - 1, axis)


def not_normalized(call: Call, array: Array, *_: Array) -> Array:
    """Return the exponentials of softmax without dividing them by their sum."""
    axis, beta = call.scalar("axis"), call.scalar("beta")
    return np.exp(beta * (array - array.max(axis=axis, keepdims=True)).astype(np.float64))


def square_sums(call: Call, array: Array) -> Array:
    """Return the sums of squares along the axis."""
    return (array.astype(np.float64) ** 2).sum(axis=call.scalar("axis"), keepdims=True)


def without_tail(call: Call, array: Array) -> Array:
    """Return the input with 0 after the first 256 elements of an axis that is not the last."""
    axis = np.ravel(call.value("axes" if call.position("axes") is not None else "axis"))[0]
    changed = array.copy()
    if axis % array.ndim != array.ndim - 1:
        np.moveaxis(changed, axis, 0)[256:] = call.primary.zero_point
    return changed


SHORT_AXIS = misread_input("input", without_tail)


def half_squares(call: Call, array: Array) -> Array:
    """Return results that are infinite where their square leaves the range of float16."""
    return np.where(np.abs(array) > 255, np.copysign(np.inf, array), array)


LRN = Op.LOCAL_RESPONSE_NORMALIZATION

NORMALIZATION = table(
    "softmax and normalization",
    row(Op.SOFTMAX, "beta ignored", scalars(beta=1.0)),
    row(Op.SOFTMAX, "axis ignored", scalars(axis=-1)),
    row(Op.SOFTMAX, "negative axis counted from the front", scalars(axis=positive_axis)),
    row(Op.SOFTMAX, "largest value not taken off first", only_for(replaced_computation(without_peak), FLOAT32), "NaN", rule="values.nan", additional_rules=("values",)),
    row(Op.SOFTMAX, "not divided by the sum", only_for(replaced_computation(not_normalized), FLOAT32)),
    row(Op.SOFTMAX, "float32 computed as float16", only_for(changed_output(half_precision), FLOAT32), "float16 precision", unaffected_cases=("relaxed", "float16", "quant8")),
    row(Op.SOFTMAX, "signed output stored with zero point 0", only_for(output_view(zero_point=0), T.TENSOR_QUANT8_ASYMM_SIGNED), "SIGNED"),
    row(Op.SOFTMAX, "input scale ignored", call_changed(lambda c: with_input(c, "input", scale=1.0) if c.primary.scale else c), unaffected_cases=("float16", "relaxed")),
    row(Op.L2_NORMALIZATION, "axis ignored", scalars(axis=-1)),
    row(Op.L2_NORMALIZATION, "negative axis counted from the front", scalars(axis=positive_axis)),
    row(Op.L2_NORMALIZATION, "square root forgotten", only_for(replaced_computation(lambda c, a, *_: a / square_sums(c, a)), FLOAT32, FLOAT16), additional_rules=("values.nan",)),
    row(Op.L2_NORMALIZATION, "zero slice divided by zero", only_for(replaced_computation(lambda c, a, *_: a / np.sqrt(square_sums(c, a))), FLOAT32), "NaN", rule="values.nan"),
    row(Op.L2_NORMALIZATION, "input zero point ignored", call_changed(lambda c: with_input(c, "input", zero_point=0)), "QUANT8"),
    row(Op.L2_NORMALIZATION, "every code two off", stored_by(lambda c, codes: np.clip(np.rint(codes) + 2, *c.output().info.code_range)), "+2 off"),
    row(LRN, "radius taken for the whole window", scalars(radius=lambda r: r // 2)),
    row(LRN, "axis ignored", scalars(axis=-1)),
    row(LRN, "beta ignored", scalars(beta=0.5)),
    row(LRN, "bias ignored", scalars(bias=1.0)),
    row(LRN, "alpha divided by the window's size", call_changed(lambda c: with_scalars(c, alpha=c.scalar("alpha") / (2 * c.scalar("radius") + 1)))),
    row(LRN, "alpha and beta exchanged", call_changed(lambda c: with_scalars(c, alpha=c.value("beta"), beta=c.value("alpha")))),
    *(row(op, "only 256 elements along another axis than the last", SHORT_AXIS, specs=("long_axes",)) for op in (Op.L2_NORMALIZATION, Op.SOFTMAX, Op.LOG_SOFTMAX, Op.MEAN, Op.REDUCE_SUM, Op.REDUCE_MAX, Op.REDUCE_MIN, Op.ARGMAX, Op.ARGMIN, Op.GATHER)),
    row(Op.L2_POOL_2D, "squares overflow in float16", only_for(changed_output(half_squares), FLOAT16), specs=("l2_pool_2d_special",)),
    row(LRN, "squares overflow in float16", only_for(changed_output(lambda c, a: a * 0), FLOAT16), specs=("local_response_normalization_special",)),
    row(LRN, "float32 computed as float16", only_for(changed_output(half_precision), FLOAT32), "precision", unaffected_cases=("relaxed", "float16")),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
