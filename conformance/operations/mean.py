"""MEAN: the arithmetic mean over the given axes.

Floating-point sums are accumulated in double precision and the mean is rounded once. A quantized
mean is exact and rounded once, ties away from the zero point.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.axes import AXES_IN_RANGE, reduced_axes, reduced_shape
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import is_quantized, round_half_away
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    only,
    ranks,
    scalar,
    tensor,
    up_to,
)
from conformance.operations.model.properties import AVERAGE, Cost, Properties, Sampling


def _shapes(call: Call) -> Sequence[Shape]:
    keep = call.scalar("keep_dims") > 0
    return (reduced_shape(call.shape("input"), reduced_axes(call), keep),)


def _compile(call: Call) -> Kernel:
    axes, keep = reduced_axes(call), call.scalar("keep_dims") > 0
    to_one_element = len(axes) == call.rank("input")
    assert call.primary.info is not None
    dtype = call.primary.info.dtype
    quantized, zero_point = is_quantized(call.primary), call.primary.zero_point

    @without_fp_warnings
    def function(values: Array) -> Array:
        count = 1
        for axis in axes:
            count *= values.shape[axis]
        result: Array
        if quantized:
            total = np.add.reduce(values, axis=axes, dtype=np.int64, keepdims=True)
            # The sum is an exact integer relative to real zero, so ties are recognized exactly and
            # rounded away from it. The mean of no elements is undefined; the result is real zero.
            steps = round_half_away((total - count * zero_point) / max(count, 1))
            result = (steps + zero_point).astype(dtype)
        else:
            sums = np.add.reduce(values, axis=axes, dtype=np.float64, keepdims=True)
            result = np.divide(sums, count).astype(dtype)
        if keep:
            return result
        return result.reshape(1) if to_one_element else result.squeeze(axes)

    return unary(function)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.MEAN,
        properties=Properties(
            AVERAGE, Sampling("movement.reduction", mobile_weight=24), Cost.AVERAGE
        ),
        since=Version.V1_1,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_1,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_1,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=up_to(4)),
                    tensor("axes", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                    scalar(
                        "keep_dims",
                        OperandType.INT32,
                        doc="positive: keep reduced dimensions with size 1",
                    ),
                ),
                (3,),
            ),
        ),
        outputs=(tensor("output"),),
        conditions=(
            AXES_IN_RANGE,
            same_quantization("input"),
        ),
        shapes=_shapes,
        compile=_compile,
        doc="output = mean of input over axes; empty axes reduce no dimension",
    ),
)
