"""L2_NORMALIZATION: each slice along an axis divided by its Euclidean norm.

Quantized results are rounded once, ties away from zero. float32 results have an error below two
units in the last place; float16 is computed in float32.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.operations import toolkit as op

_LEAST: Final = 1e-30
_MOST: Final = 1e30
"""Norms between these bounds are normal float32 numbers, with full precision."""


def _norms(values: op.Array, axis: int) -> op.F64Array:
    """Return the norm of each slice; squares are added in the precision of the values.

    The axis is kept with size 1.
    """
    squares = values * values
    if axis % values.ndim == values.ndim - 1:  # BLAS sums along the last axis several times faster
        total = (squares @ np.ones(values.shape[-1], values.dtype))[..., None]
    else:
        total = np.add.reduce(squares, axis=axis, keepdims=True)
    norms: op.F64Array = np.sqrt(total, dtype=np.float64)
    # A slice of zeros stays zero. HAL 1.3 requires this; older versions leave it undefined.
    norms[norms == 0] = 1
    return norms


@op.without_fp_warnings
def _normalize_float32(values: op.Array, axis: int) -> op.Array:
    # In double precision the squares of float32 values neither overflow nor underflow.
    norms = _norms(values.astype(np.float64), axis)
    single = norms.astype(np.float32)
    if single.min(initial=1) > _LEAST and single.max(initial=1) < _MOST:
        # Quotients are at most 1 in magnitude, and off by less than two units in the last place.
        return np.asarray(values / single)
    return np.divide(values, norms).astype(np.float32)


@op.without_fp_warnings
def _normalize_float16(values: op.Array, axis: int) -> op.Array:
    wide = op.to_float32(values)
    return (wide / _norms(wide, axis).astype(np.float32)).astype(np.float16)


def _codes(call: op.Call, axis: int) -> op.Kernel:
    quantize, zero_point = op.quantizer(call.output()), call.primary.zero_point

    def function(codes: op.Array) -> op.Array:
        centred = codes.astype(np.float64) - zero_point  # the input's scale cancels out
        return quantize(centred / _norms(centred, axis))

    return op.unary(function)


def _compile(call: op.Call) -> op.Kernel:
    axis = call.scalar("axis")
    if op.is_quantized(call.primary):
        return _codes(call, axis)
    half = call.primary.type == op.OperandType.TENSOR_FLOAT16
    normalized = _normalize_float16 if half else _normalize_float32
    return op.unary(lambda values: normalized(values, axis))


DEFINITION = op.OperationDefinition(
    type=op.OperationType.L2_NORMALIZATION,
    properties=op.properties(op.SPECIAL, "normalizations.l2_normalization", op.Cost.AVERAGE),
    types=op.QUANT8_SINCE_1_2,
    forms=op.one_form(
        op.tensor("input", ranks=op.ranks(4, since={op.Version.V1_2: (1, 2, 3, 4)})),
        op.trailing("axis", op.OperandType.INT32, -1, op.Version.V1_2),
    ),
    conditions=(
        op.axis_in_range("axis", "input"),
        op.fixed_quantization(op.SYMMETRIC_QUANTIZATION),
    ),
    compile=_compile,
    doc="output = input / sqrt(sum(input^2 along axis)); slices of zeros remain zero",
)
