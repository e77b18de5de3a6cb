"""REDUCE_ALL, REDUCE_ANY, REDUCE_MAX, REDUCE_MIN, REDUCE_PROD, REDUCE_SUM over the given axes.

Sums and products are computed in double precision and rounded once. A NaN among the reduced
elements gives NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.axes import AXES_IN_RANGE, Axes, reduced_axes, reduced_shape
from conformance.operations.kernels.code_tables import as_booleans
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
    FLOATS,
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
from conformance.operations.model.properties import (
    COPIES,
    SELECTS,
    Cost,
    IntervalBehavior,
    IntervalRule,
    Properties,
    Sampling,
)


def _shapes(call: Call) -> Sequence[Shape]:
    return (reduced_shape(call.shape("input"), reduced_axes(call), call.scalar("keep_dims")),)


def _compile(reduce: Callable[[Array, Axes], Array]) -> Callable[[Call], Kernel]:
    def compile_(call: Call) -> Kernel:
        axes, keep = reduced_axes(call), call.scalar("keep_dims")
        assert call.primary.info is not None
        dtype = call.primary.info.dtype

        @without_fp_warnings
        def function(values: Array) -> Array:
            result = reduce(values, axes).astype(dtype, copy=False)
            return result.reshape(reduced_shape(values.shape, axes, keep))

        return unary(function)

    return compile_


def _in_own_type(ufunc: np.ufunc) -> Callable[[Array, Axes], Array]:
    return lambda values, axes: np.asarray(ufunc.reduce(values, axis=axes))


def _in_double(ufunc: np.ufunc) -> Callable[[Array, Axes], Array]:
    return lambda values, axes: np.asarray(ufunc.reduce(values, axis=axes, dtype=np.float64))


def _of_truth(ufunc: np.ufunc) -> Callable[[Array, Axes], Array]:
    return lambda values, axes: np.asarray(ufunc.reduce(as_booleans(values), axis=axes))


_TRUTH = {OperandType.TENSOR_BOOL8: Version.V1_2}
_REAL = dict.fromkeys(FLOATS, Version.V1_2)
_ORDERED = {
    **_REAL,
    OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
}


def _definition(
    type_: OperationType,
    properties: Properties,
    types: dict[OperandType, Version],
    reduce: Callable[[Array, Axes], Array],
    reduction: str,
) -> OperationDefinition:
    conditions = [AXES_IN_RANGE]
    if OperandType.TENSOR_QUANT8_ASYMM in types:
        conditions.append(same_quantization("input"))
    return OperationDefinition(
        type=type_,
        properties=properties,
        since=Version.V1_2,
        primary="input",
        types=types,
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=up_to(4)),
                    tensor("axes", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                    scalar(
                        "keep_dims",
                        OperandType.BOOL,
                        doc="true: keep reduced dimensions with size 1",
                    ),
                ),
                (3,),
            ),
        ),
        outputs=(tensor("output"),),
        conditions=tuple(conditions),
        shapes=_shapes,
        compile=_compile(reduce),
        doc=f"output = {reduction} of input over axes",
    )


_COPIES = Properties(COPIES, Sampling("movement.reduction"), Cost.AVERAGE)
_SELECTS = Properties(SELECTS, Sampling("movement.reduction"), Cost.AVERAGE)

DEFINITIONS = (
    _definition(
        OperationType.REDUCE_ALL, _COPIES, _TRUTH, _of_truth(np.logical_and), "logical and"
    ),
    _definition(OperationType.REDUCE_ANY, _COPIES, _TRUTH, _of_truth(np.logical_or), "logical or"),
    _definition(OperationType.REDUCE_MAX, _SELECTS, _ORDERED, _in_own_type(np.maximum), "maximum"),
    _definition(OperationType.REDUCE_MIN, _SELECTS, _ORDERED, _in_own_type(np.minimum), "minimum"),
    _definition(
        OperationType.REDUCE_PROD,
        Properties(
            IntervalBehavior(IntervalRule.PRODUCT),
            Sampling("movement.product_reduction"),
            Cost.AVERAGE,
        ),
        _REAL,
        _in_double(np.multiply),
        "product",
    ),
    _definition(
        OperationType.REDUCE_SUM,
        Properties(
            IntervalBehavior(IntervalRule.SUM), Sampling("movement.sum_reduction"), Cost.AVERAGE
        ),
        _REAL,
        _in_double(np.add),
        "sum",
    ),
)
