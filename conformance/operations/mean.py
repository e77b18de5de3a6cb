"""MEAN: the arithmetic mean over the given axes.

Floating-point sums are accumulated in double precision and the mean is rounded once. A quantized
mean is exact and rounded once, ties away from the zero point.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.operations import toolkit as op


def _shapes(call: op.Call) -> Sequence[op.Shape]:
    keep = call.scalar("keep_dims") > 0
    return (op.reduced_shape(call.shape("input"), op.reduced_axes(call), keep),)


def _compile(call: op.Call) -> op.Kernel:
    axes, keep = op.reduced_axes(call), call.scalar("keep_dims") > 0
    to_one_element = len(axes) == call.rank("input")
    dtype = call.primary.dtype
    quantized, zero_point = op.is_quantized(call.primary), call.primary.zero_point

    @op.without_fp_warnings
    def function(values: op.Array) -> op.Array:
        count = 1
        for axis in axes:
            count *= values.shape[axis]
        result: op.Array
        if quantized:
            total = np.add.reduce(values, axis=axes, dtype=np.int64, keepdims=True)
            # The sum is an exact integer relative to real zero, so ties are recognized exactly and
            # rounded away from it. The mean of no elements is undefined; the result is real zero.
            steps = op.round_half_away((total - count * zero_point) / max(count, 1))
            result = (steps + zero_point).astype(dtype)
        else:
            sums = np.add.reduce(values, axis=axes, dtype=np.float64, keepdims=True)
            result = np.divide(sums, count).astype(dtype)
        if keep:
            return result
        return result.reshape(1) if to_one_element else result.squeeze(axes)

    return op.unary(function)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.MEAN,
    properties=op.properties(op.AVERAGE, "movement.reduction", op.Cost.AVERAGE, mobile_weight=24),
    types=op.TYPES_1_1,
    forms=op.one_form(
        op.tensor("input", ranks=op.up_to(4)),
        op.int32_vector("axes"),
        op.int32("keep_dims", "positive: keep reduced dimensions with size 1"),
    ),
    conditions=(op.AXES_IN_RANGE, op.same_quantization("input")),
    shapes=_shapes,
    compile=_compile,
    doc="output = mean of input over axes; empty axes reduce no dimension",
)
