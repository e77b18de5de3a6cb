"""EQUAL, NOT_EQUAL, GREATER, GREATER_EQUAL, LESS, LESS_EQUAL: comparison with broadcasting.

Quantized tensors are compared by the exact real values of their codes. A driver that compares
values rounded to float32 can answer differently if two values differ by less than that rounding.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.broadcasting import binary, broadcast_of, compatible_shapes
from conformance.operations.kernels.code_tables import as_booleans, real_by_code
from conformance.operations.kernels.fast_paths import to_float32
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import is_quantized
from conformance.operations.model.call import Call, OperandView
from conformance.operations.model.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    only,
    tensor,
)
from conformance.operations.model.properties import (
    COMPARES,
    EQUALITY,
    Cost,
    IntervalBehavior,
    Properties,
    Sampling,
)


def _compile(compare: np.ufunc) -> Callable[[Call], Kernel]:
    @without_fp_warnings
    def compare_values(first: Array, second: Array) -> Array:
        return np.asarray(compare(to_float32(first), to_float32(second)))

    by_value = binary(compare_values)
    by_truth = binary(
        lambda first, second: np.asarray(compare(as_booleans(first), as_booleans(second)))
    )

    def compile_(call: Call) -> Kernel:
        if call.primary.type == OperandType.TENSOR_BOOL8:
            return by_truth
        left, right = call.view("input0"), call.view("input1")
        if not is_quantized(call.primary) or left.same_quantization(right):
            return by_value
        first, second = _places(
            (left.type, left.scale, left.zero_point), (right.type, right.scale, right.zero_point)
        )
        return binary(
            lambda left, right: np.asarray(
                compare(first.take(left.view(np.uint8)), second.take(right.view(np.uint8)))
            )
        )

    return compile_


@lru_cache(maxsize=64)
def _places(
    left: tuple[OperandType, float, int], right: tuple[OperandType, float, int]
) -> NDArray[np.int16]:
    """Return the rank of each code of two quantizations in the order of all their real values.

    Ranks compare exactly as the real values do. The shape is [2, 256], indexed by the codes' bytes.
    """
    values = [
        real_by_code(OperandView(type_, (), scale=scale, zero_point=zero_point))
        for type_, scale, zero_point in (left, right)
    ]
    _, places = np.unique(np.concatenate(values), return_inverse=True)
    return np.asarray(places.astype(np.int16).reshape(2, 256))


def _definition(
    type_: OperationType, intervals: IntervalBehavior, compare: np.ufunc, sign: str
) -> OperationDefinition:
    return OperationDefinition(
        type=type_,
        properties=Properties(intervals, Sampling("elementwise.comparison"), Cost.AVERAGE),
        since=Version.V1_2,
        primary="input0",
        types={
            OperandType.TENSOR_BOOL8: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_INT32: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(Form("default", (tensor("input0"), tensor("input1")), (2,)),),
        outputs=(tensor("output", only(OperandType.TENSOR_BOOL8)),),
        conditions=(compatible_shapes("input0", "input1"),),
        shapes=broadcast_of("input0", "input1"),
        compile=_compile(compare),
        doc=f"output = input0 {sign} input1",
    )


DEFINITIONS = (
    _definition(OperationType.EQUAL, EQUALITY, np.equal, "=="),
    _definition(OperationType.NOT_EQUAL, EQUALITY, np.not_equal, "!="),
    _definition(OperationType.GREATER, COMPARES, np.greater, ">"),
    _definition(OperationType.GREATER_EQUAL, COMPARES, np.greater_equal, ">="),
    _definition(OperationType.LESS, COMPARES, np.less, "<"),
    _definition(OperationType.LESS_EQUAL, COMPARES, np.less_equal, "<="),
)
