"""QUANTIZE: real numbers to the nearest codes, halves away from zero, clamped."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperationType, Version
from conformance.operations.call import Call
from conformance.operations.definition import (
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
from conformance.operations.elementwise import quantizer, unary
from conformance.operations.large import in_blocks


def _compile(call: Call) -> Kernel:
    quantize = quantizer(call.output())

    def codes(values: Array) -> Array:
        real = values.astype(np.float64)
        absent = np.isnan(real)
        if absent.any():  # NaN has no code: the zero point stands for it
            real[absent] = 0.0
        return quantize(real)

    return unary(in_blocks(codes))


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.QUANTIZE,
        since=Version.V1_2,
        primary="input",
        types=dict.fromkeys(FLOATS, Version.V1_2),
        forms=(Form("default", (tensor("input"),), (1,)),),
        # The signed type itself needs 1.3.
        outputs=(tensor("output", only(*QUANT8)),),
        zero_size=ZeroSize(Version.V1_2, "any dimension"),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = clamp(round(input / scale) + zeroPoint)",
    ),
)
