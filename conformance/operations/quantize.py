"""QUANTIZE: real numbers rounded to the nearest codes, ties away from zero, and clamped.

NaN has no code and becomes the zero point, which represents 0.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _compile(call: op.Call) -> op.Kernel:
    quantize = op.quantizer(call.output())

    def codes(values: op.Array) -> op.Array:
        real = values.astype(np.float64)
        real[np.isnan(real)] = 0.0
        return quantize(real)

    return op.unary(codes)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.QUANTIZE,
    properties=op.properties(
        op.CONVERTS, "elementwise.quantize", op.Cost.AVERAGE, mobile_weight=24
    ),
    types=op.FLOAT_TYPES_1_2,
    forms=op.one_form(op.tensor("input")),
    # The signed type needs no entry here: the type itself exists only since 1.3.
    outputs=(op.tensor("output", op.only(*op.QUANT8)),),
    zero_size=op.ZeroSize(op.Version.V1_2, "any dimension"),
    compile=_compile,
    doc="output = clamp(round(input / scale) + zeroPoint)",
)
