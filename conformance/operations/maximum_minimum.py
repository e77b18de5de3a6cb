"""MAXIMUM, MINIMUM: the larger or smaller of two elements, with broadcasting.

The three quantizations may differ. Rounding preserves order, so it is correct to convert both codes
to the output's quantization first (ties away from zero, clamped) and to compare the results.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.operations import toolkit as op

_NEGATIVE_INFINITY: Final = -0x7C01
_NAN: Final = 0x7C01
"""The ``sortable_bits`` of minus infinity and of the smallest positive NaN."""


def _float16_function(ufunc: np.ufunc, least: int) -> Callable[[op.Array, op.Array], op.Array]:
    """Return the function for float16 values, by comparing their bits as integers.

    The integers are ordered upwards from ``least`` with wrap-around, so that a NaN of either sign
    is selected.
    """

    def sort_keys(values: op.Array) -> op.Array:
        found = op.sortable_bits(values.view(np.int16))
        found -= least
        return found.view(np.uint16)

    def function(first: op.Array, second: op.Array) -> op.Array:
        selected = ufunc(sort_keys(first), sort_keys(second)).view(np.int16)
        selected += least
        return op.sortable_bits(selected).view(np.float16)

    return function


def _compile(ufunc: np.ufunc) -> Callable[[op.Call], op.Kernel]:
    by_value = op.binary(op.without_fp_warnings(lambda left, right: np.asarray(ufunc(left, right))))
    for_float16 = op.binary(
        _float16_function(ufunc, _NEGATIVE_INFINITY if ufunc is np.maximum else _NAN)
    )

    def compile_(call: op.Call) -> op.Kernel:
        if call.primary.type == op.OperandType.TENSOR_FLOAT16:
            return for_float16
        if not op.is_quantized(call.primary):
            return by_value
        output = call.output()
        first = op.make_recoder(call.view("input0"), output)
        second = op.make_recoder(call.view("input1"), output)
        return op.binary(lambda left, right: np.asarray(ufunc(first(left), second(right))))

    return compile_


def _definition(
    type_: op.OperationType, properties: op.Properties, ufunc: np.ufunc, doc: str
) -> op.OperationDefinition:
    return op.OperationDefinition(
        type=type_,
        properties=properties,
        primary="input0",
        types=op.FLOAT16_FIRST_AND_INT32,
        forms=op.one_form(op.tensor("input0"), op.tensor("input1")),
        conditions=(op.compatible_shapes("input0", "input1"),),
        shapes=op.broadcast_of("input0", "input1"),
        compile=_compile(ufunc),
        doc=doc,
    )


DEFINITIONS = (
    _definition(
        op.OperationType.MAXIMUM,
        op.properties(op.MONOTONE, "elementwise.maximum", op.Cost.AVERAGE),
        np.maximum,
        "output = max(input0, input1)",
    ),
    _definition(
        op.OperationType.MINIMUM,
        op.properties(op.MONOTONE, "elementwise.minimum", op.Cost.AVERAGE),
        np.minimum,
        "output = min(input0, input1)",
    ),
)
