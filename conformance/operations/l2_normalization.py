"""L2_NORMALIZATION: each slice along an axis divided by its Euclidean norm.

Quantized results are rounded once, ties away from zero. float32 results have an error below two
units in the last place; float16 is computed in float32.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import Index, nearest_codes, quantizer, unary
from conformance.operations.kernels.fast_paths import round_to, to_float32
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.matmul import EXACT_IN_FLOAT32
from conformance.operations.kernels.numerics import F64Array, is_quantized
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import axis_in_range, fixed_quantization
from conformance.operations.model.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ranks,
    tensor,
    trailing,
)
from conformance.operations.model.properties import SPECIAL, Cost, Properties, Sampling

_LEAST: Final = 1e-30
_MOST: Final = 1e30
"""Norms between these bounds are normal float32 numbers, with full precision."""
_LARGEST: Final = 255
"""The largest possible distance of an 8-bit code from its zero point."""


def _norms(values: Array, axis: int) -> F64Array:
    """Return the norm of each slice; squares are added in the precision of the values.

    The axis is kept with size 1.
    """
    squares = values * values
    if axis % values.ndim == values.ndim - 1:  # BLAS sums along the last axis several times faster
        total = (squares @ np.ones(values.shape[-1], values.dtype))[..., None]
    else:
        total = np.add.reduce(squares, axis=axis, keepdims=True)
    norms: F64Array = np.sqrt(total, dtype=np.float64)
    # A slice of zeros stays zero. HAL 1.3 requires this; older versions leave it undefined.
    norms[norms == 0] = 1
    return norms


@without_fp_warnings
def _normalize_float32(values: Array, axis: int) -> Array:
    # In double precision the squares of float32 values neither overflow nor underflow.
    norms = _norms(values.astype(np.float64), axis)
    single = norms.astype(np.float32)
    if single.min(initial=1) > _LEAST and single.max(initial=1) < _MOST:
        # Quotients are at most 1 in magnitude, and off by less than two units in the last place.
        return np.asarray(values / single)
    return np.divide(values, norms).astype(np.float32)


@without_fp_warnings
def _normalize_float16(values: Array, axis: int) -> Array:
    wide = to_float32(values)
    return round_to(wide / _norms(wide, axis).astype(np.float32), np.float16)


def _codes(call: Call, axis: int) -> Kernel:
    quantize, nearest = quantizer(call.output()), nearest_codes(call.output())
    zero_point, steps_per_unit = np.float32(call.primary.zero_point), 1 / call.output().scale

    def function(codes: Array) -> Array:
        # The input's scale cancels out; with whole numbers the sum of squares is exact.
        centred = codes.astype(np.float32)
        centred -= zero_point
        exact = centred.shape[axis] * _LARGEST**2 < EXACT_IN_FLOAT32
        norms = _norms(centred if exact else centred.astype(np.float64), axis)

        def exactly(index: Index) -> Array:
            return quantize(centred[index] / np.broadcast_to(norms, codes.shape)[index])

        return nearest(centred * (steps_per_unit / norms).astype(np.float32), exactly)

    return unary(function)


def _compile(call: Call) -> Kernel:
    axis = call.scalar("axis")
    if is_quantized(call.primary):
        return _codes(call, axis)
    half = call.primary.type == OperandType.TENSOR_FLOAT16
    normalized = _normalize_float16 if half else _normalize_float32
    return unary(lambda values: normalized(values, axis))


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.L2_NORMALIZATION,
        properties=Properties(SPECIAL, Sampling("elementwise.l2_normalization"), Cost.AVERAGE),
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(4, since={Version.V1_2: (1, 2, 3, 4)})),
                    trailing("axis", OperandType.INT32, -1, Version.V1_2),
                ),
                (1, 2),
            ),
        ),
        outputs=(tensor("output"),),
        conditions=(
            axis_in_range("axis", "input"),
            fixed_quantization(
                {
                    OperandType.TENSOR_QUANT8_ASYMM: (1 / 128, 128),
                    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 128, 0),
                }
            ),
        ),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = input / sqrt(sum(input^2 along axis)); slices of zeros remain zero",
    ),
)
