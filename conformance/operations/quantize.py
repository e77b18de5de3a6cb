"""QUANTIZE: real numbers rounded to the nearest codes, ties away from zero, and clamped.

NaN has no code and becomes the zero point, which represents 0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from conformance.operations import toolkit as op


def _through_float32(
    exactly: Callable[[op.Array], op.Array], view: op.OperandView
) -> Callable[[op.Array], op.Array]:
    """Return an equivalent, faster function.

    It computes in float32 where the result is certainly the same.
    """
    inverse = op.without_fp_warnings(lambda scale: np.float32(1) / scale)(np.float32(view.scale))
    nearest = op.nearest_codes(view)

    @op.without_fp_warnings
    def codes(values: op.Array) -> op.Array:
        if values.size < op.MIN_ELEMENTS:
            return exactly(values)
        return nearest(op.to_float32(values) * inverse, lambda doubtful: exactly(values[doubtful]))

    return codes


def _compile(call: op.Call) -> op.Kernel:
    quantize = op.quantizer(call.output())

    def codes(values: op.Array) -> op.Array:
        real = values.astype(np.float64)
        is_nan = np.isnan(real)
        if is_nan.any():  # NaN has no code; it becomes the zero point
            real[is_nan] = 0.0
        return quantize(real)

    return op.unary(op.tabulated_by_pattern(_through_float32(codes, call.output())))


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
