"""QUANTIZE: real numbers to the nearest codes, halves away from zero, clamped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.hal import OperationType, Version
from conformance.operations.call import Call, OperandView
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
from conformance.operations.elementwise import ieee, quantizer, unary
from conformance.operations.large import FEW, widened

_CLEAR: Final = 0.4999
"""A float32 number of steps that is this near to a whole one is so for certain, up to 256 steps."""


def _faster(exactly: Callable[[Array], Array], view: OperandView) -> Callable[[Array], Array]:
    """The same codes by way of float32; what is near the middle of two, or NaN, is done exactly."""
    assert view.info is not None
    dtype, zero_point = view.info.dtype, np.float32(view.zero_point)
    lowest, highest = (bound - view.zero_point for bound in view.info.code_range)
    with ieee():
        inverse = np.float32(1.0) / np.float32(view.scale)

    def codes(values: Array) -> Array:
        if values.size < FEW:
            return exactly(values)
        with ieee():
            steps = widened(values) * inverse
            steps.clip(lowest, highest, out=steps)
            nearest = np.rint(steps)
            steps -= nearest
            doubtful = ~(np.absolute(steps, out=steps) <= _CLEAR)
            nearest += zero_point
            found = nearest.astype(dtype)
        if doubtful.any():
            found[doubtful] = exactly(values[doubtful])
        return found

    return codes


def _compile(call: Call) -> Kernel:
    quantize = quantizer(call.output())

    def codes(values: Array) -> Array:
        real = values.astype(np.float64)
        absent = np.isnan(real)
        if absent.any():  # NaN has no code: the zero point stands for it
            real[absent] = 0.0
        return quantize(real)

    return unary(_faster(codes, call.output()))


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
