"""MAXIMUM, MINIMUM: the larger or smaller of two elements, with broadcasting.

The three quantizations may differ. Rounding preserves order, so it is correct to convert both codes
to the output's quantization first (ties away from zero, clamped) and to compare the results.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from conformance.operations import toolkit as op


def _compile(ufunc: np.ufunc) -> Callable[[op.Call], op.Kernel]:
    by_value = op.binary(op.without_fp_warnings(lambda left, right: np.asarray(ufunc(left, right))))

    def compile_(call: op.Call) -> op.Kernel:
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
