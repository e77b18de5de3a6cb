"""MEAN and REDUCE_ALL, _ANY, _MAX, _MIN, _PROD and _SUM over the given axes.

Sums and products are computed in double precision and rounded once, and so is the mean of floats. A
quantized mean is exact and rounded once, ties away from the zero point. A NaN among the reduced
elements gives NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np

from conformance.operations import toolkit as op


def _shapes(call: op.Call) -> Sequence[op.Shape]:
    keep = call.scalar("keep_dims") > 0
    return (op.reduced_shape(call.shape("input"), op.reduced_axes(call), keep),)


def _kernel(call: op.Call, reduce: Callable[[op.Array, op.Axes], op.Array]) -> op.Kernel:
    axes, keep, dtype = op.reduced_axes(call), call.scalar("keep_dims") > 0, call.primary.dtype

    @op.without_fp_warnings
    def function(values: op.Array) -> op.Array:
        result = reduce(values, axes).astype(dtype, copy=False)
        return result.reshape(op.reduced_shape(values.shape, axes, keep))

    return op.unary(function)


def _compile_mean(call: op.Call) -> op.Kernel:
    quantized, zero_point = op.is_quantized(call.primary), call.primary.zero_point

    def mean(values: op.Array, axes: op.Axes) -> op.Array:
        count = prod(values.shape[axis] for axis in axes)
        if not quantized:
            return np.asarray(np.divide(np.add.reduce(values, axis=axes, dtype=np.float64), count))
        total = np.asarray(np.add.reduce(values, axis=axes, dtype=np.int64))
        # The sum is an exact integer relative to real zero, so ties are recognized exactly and
        # rounded away from it. The mean of no elements is undefined; the result is real zero.
        steps = op.round_half_away((total - count * zero_point) / max(count, 1))
        return steps + zero_point

    return _kernel(call, mean)


def _in_own_type(ufunc: np.ufunc) -> Callable[[op.Array, op.Axes], op.Array]:
    return lambda values, axes: np.asarray(ufunc.reduce(values, axis=axes))


def _in_double(ufunc: np.ufunc) -> Callable[[op.Array, op.Axes], op.Array]:
    return lambda values, axes: np.asarray(ufunc.reduce(values, axis=axes, dtype=np.float64))


def _of_truth(ufunc: np.ufunc) -> Callable[[op.Array, op.Axes], op.Array]:
    return lambda values, axes: np.asarray(ufunc.reduce(op.as_booleans(values), axis=axes))


def _definition(
    type_: op.OperationType,
    properties: op.Properties,
    types: dict[op.OperandType, op.Version],
    reduce: Callable[[op.Array, op.Axes], op.Array],
    reduction: str,
) -> op.OperationDefinition:
    conditions = [op.AXES_IN_RANGE]
    if op.OperandType.TENSOR_QUANT8_ASYMM in types:
        conditions.append(op.same_quantization("input"))
    return op.OperationDefinition(
        type=type_,
        properties=properties,
        types=types,
        forms=op.one_form(
            op.tensor("input", ranks=op.up_to(4)),
            op.int32_vector("axes"),
            op.boolean("keep_dims", "true: keep reduced dimensions with size 1"),
        ),
        conditions=tuple(conditions),
        shapes=_shapes,
        compile=lambda call: _kernel(call, reduce),
        doc=f"output = {reduction} of input over axes",
    )


_COPIES = op.properties(op.COPIES, "movement.reduction", op.Cost.AVERAGE)
_SELECTS = op.properties(op.SELECTS, "movement.reduction", op.Cost.AVERAGE)

DEFINITIONS = (
    op.OperationDefinition(
        type=op.OperationType.MEAN,
        properties=op.properties(
            op.AVERAGE, "movement.reduction", op.Cost.AVERAGE, mobile_weight=24
        ),
        types=op.TYPES_1_1,
        forms=op.one_form(
            op.tensor("input", ranks=op.up_to(4)),
            op.int32_vector("axes"),
            op.int32("keep_dims", "positive: keep reduced dimensions with size 1"),
        ),
        conditions=(op.AXES_IN_RANGE, op.same_quantization("input")),
        shapes=_shapes,
        compile=_compile_mean,
        doc="output = mean of input over axes; empty axes reduce no dimension",
    ),
    _definition(
        op.OperationType.REDUCE_ALL, _COPIES, op.BOOL8_1_2, _of_truth(np.logical_and), "logical and"
    ),
    _definition(
        op.OperationType.REDUCE_ANY, _COPIES, op.BOOL8_1_2, _of_truth(np.logical_or), "logical or"
    ),
    _definition(
        op.OperationType.REDUCE_MAX, _SELECTS, op.TYPES_1_2, _in_own_type(np.maximum), "maximum"
    ),
    _definition(
        op.OperationType.REDUCE_MIN, _SELECTS, op.TYPES_1_2, _in_own_type(np.minimum), "minimum"
    ),
    _definition(
        op.OperationType.REDUCE_PROD,
        op.properties(
            op.IntervalBehavior(op.IntervalRule.PRODUCT),
            "movement.product_reduction",
            op.Cost.AVERAGE,
        ),
        op.FLOAT_TYPES_1_2,
        _in_double(np.multiply),
        "product",
    ),
    _definition(
        op.OperationType.REDUCE_SUM,
        op.properties(
            op.IntervalBehavior(op.IntervalRule.SUM), "movement.sum_reduction", op.Cost.AVERAGE
        ),
        op.FLOAT_TYPES_1_2,
        _in_double(np.add),
        "sum",
    ),
)
