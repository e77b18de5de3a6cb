"""EQUAL, NOT_EQUAL, GREATER, GREATER_EQUAL, LESS, LESS_EQUAL: comparison with broadcasting.

Quantized tensors are compared by the exact real values of their codes. A driver that compares
values rounded to float32 can answer differently if two values differ by less than that rounding.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from conformance.operations import toolkit as op


def _compile(compare: np.ufunc) -> Callable[[op.Call], op.Kernel]:
    @op.without_fp_warnings
    def compare_values(first: op.Array, second: op.Array) -> op.Array:
        return np.asarray(compare(op.to_float32(first), op.to_float32(second)))

    by_value = op.binary(compare_values)
    by_truth = op.binary(
        lambda first, second: np.asarray(compare(op.as_booleans(first), op.as_booleans(second)))
    )

    def compile_(call: op.Call) -> op.Kernel:
        if call.primary.type == op.OperandType.TENSOR_BOOL8:
            return by_truth
        left, right = call.view("input0"), call.view("input1")
        if not op.is_quantized(call.primary) or left.same_quantization(right):
            return by_value
        first, second = op.real_by_code(left), op.real_by_code(right)
        return op.binary(
            lambda left, right: np.asarray(
                compare(first.take(left.view(np.uint8)), second.take(right.view(np.uint8)))
            )
        )

    return compile_


def _definition(
    type_: op.OperationType, intervals: op.IntervalBehavior, compare: np.ufunc, sign: str
) -> op.OperationDefinition:
    return op.OperationDefinition(
        type=type_,
        properties=op.properties(intervals, "elementwise.comparison", op.Cost.AVERAGE),
        primary="input0",
        types={**op.BOOL8_1_2, **op.FLOAT16_FIRST_AND_INT32},
        forms=op.one_form(op.tensor("input0"), op.tensor("input1")),
        outputs=(op.tensor("output", op.only(op.OperandType.TENSOR_BOOL8)),),
        conditions=(op.compatible_shapes("input0", "input1"),),
        shapes=op.broadcast_of("input0", "input1"),
        compile=_compile(compare),
        doc=f"output = input0 {sign} input1",
    )


DEFINITIONS = (
    _definition(op.OperationType.EQUAL, op.EQUALITY, np.equal, "=="),
    _definition(op.OperationType.NOT_EQUAL, op.EQUALITY, np.not_equal, "!="),
    _definition(op.OperationType.GREATER, op.COMPARES, np.greater, ">"),
    _definition(op.OperationType.GREATER_EQUAL, op.COMPARES, np.greater_equal, ">="),
    _definition(op.OperationType.LESS, op.COMPARES, np.less, "<"),
    _definition(op.OperationType.LESS_EQUAL, op.COMPARES, np.less_equal, "<="),
)
