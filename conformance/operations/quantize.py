"""QUANTIZE: real numbers rounded to the nearest codes, ties away from zero, and clamped.

NaN has no code and becomes the zero point, which represents 0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from conformance.hal import OperationType, Version
from conformance.operations.kernels.elementwise import nearest_codes, quantizer, unary
from conformance.operations.kernels.fast_paths import MIN_ELEMENTS, tabulated_by_pattern, to_float32
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.model.call import Call, OperandView
from conformance.operations.model.definition import (
    FLOATS,
    QUANT8,
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ZeroSize,
    only,
    tensor,
)
from conformance.operations.model.properties import CONVERTS, Cost, Properties, Sampling


def _through_float32(
    exactly: Callable[[Array], Array], view: OperandView
) -> Callable[[Array], Array]:
    """Return an equivalent, faster function.

    It computes in float32 where the result is certainly the same.
    """
    inverse = without_fp_warnings(lambda scale: np.float32(1) / scale)(np.float32(view.scale))
    nearest = nearest_codes(view)

    @without_fp_warnings
    def codes(values: Array) -> Array:
        if values.size < MIN_ELEMENTS:
            return exactly(values)
        return nearest(to_float32(values) * inverse, lambda doubtful: exactly(values[doubtful]))

    return codes


def _compile(call: Call) -> Kernel:
    quantize = quantizer(call.output())

    def codes(values: Array) -> Array:
        real = values.astype(np.float64)
        is_nan = np.isnan(real)
        if is_nan.any():  # NaN has no code; it becomes the zero point
            real[is_nan] = 0.0
        return quantize(real)

    return unary(tabulated_by_pattern(_through_float32(codes, call.output())))


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.QUANTIZE,
        properties=Properties(
            CONVERTS, Sampling("elementwise.quantize", mobile_weight=24), Cost.AVERAGE
        ),
        since=Version.V1_2,
        primary="input",
        types=dict.fromkeys(FLOATS, Version.V1_2),
        forms=(Form("default", (tensor("input"),), (1,)),),
        # The signed type needs no entry here: the type itself exists only since 1.3.
        outputs=(tensor("output", only(*QUANT8)),),
        zero_size=ZeroSize(Version.V1_2, "any dimension"),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = clamp(round(input / scale) + zeroPoint)",
    ),
)
