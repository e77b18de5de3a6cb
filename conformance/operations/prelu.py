"""PRELU: x for x >= 0, alpha * x for x < 0; alpha is a tensor that broadcasts with x.

Results are the exact product rounded once; quantized ties are rounded away from zero.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


@op.without_fp_warnings
def _float_prelu(values: op.Array, alpha: op.Array) -> op.Array:
    # A single product is correctly rounded in the tensor's width, so doubles are not needed.
    wide = op.to_float32(values)
    product = (wide * op.to_float32(alpha)).astype(values.dtype, copy=False)
    return np.where(wide < 0, product, values)


_BY_VALUE = op.binary(_float_prelu)


def _compile(call: op.Call) -> op.Kernel:
    if not op.is_quantized(call.primary):
        return _BY_VALUE
    real_values = op.real_by_code(call.view("input"))
    real_alpha = op.real_by_code(call.view("alpha"))
    quantize = op.quantizer(call.output())

    def quantized(codes: op.Array, alpha_codes: op.Array) -> op.Array:
        values = real_values.take(codes.view(np.uint8))
        alpha = real_alpha.take(alpha_codes.view(np.uint8))
        return quantize(np.where(values < 0.0, values * alpha, values))

    return op.binary(quantized)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.PRELU,
    properties=op.properties(
        op.IntervalBehavior(op.IntervalRule.EXTREME_AT_CORNERS, turning_points=(0.0,)),
        "elementwise.prelu",
        op.Cost.AVERAGE,
    ),
    types=op.TYPES_1_2,
    forms=op.one_form(op.tensor("input"), op.tensor("alpha")),
    conditions=(op.compatible_shapes("input", "alpha"),),
    shapes=op.broadcast_of("input", "alpha"),
    compile=_compile,
    doc="output = input where input >= 0, else alpha * input",
)
