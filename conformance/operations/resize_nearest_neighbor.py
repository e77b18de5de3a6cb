"""RESIZE_NEAREST_NEIGHBOR: images resized by repeating or omitting pixels; values are copied.

Positions are computed with integers only. Where a position is exactly between two pixels or on a
pixel's edge, the rounding error of a scale therefore cannot change the result.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ZeroSize,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.elementwise import unary
from conformance.operations.properties import COPIES, Cost, Properties, Sampling
from conformance.operations.resize_bilinear import (
    RESIZE_CONDITIONS,
    RESIZE_FORMS,
    image_axes,
    resized_shape,
)


def _with_layout(form: Form) -> Form:
    """Return the form with a layout operand that is required."""
    layout = scalar("layout", OperandType.BOOL, doc="true: NCHW")
    inputs = tuple(layout if spec.name == "layout" else spec for spec in form.inputs)
    return replace(form, inputs=inputs, counts=(4, 5, 6))


def _sources(call: Call, old: int, new: int) -> Array:
    """Return the input pixel that each output pixel copies."""
    index = np.arange(new, dtype=np.int64)
    if call.scalar("half_pixel_centers"):
        nearest = (2 * index + 1) * old // (2 * new)
    elif call.scalar("align_corners") and new > 1:
        # ties away from zero: floor(position + 1/2), as positions are not negative
        nearest = (2 * index * (old - 1) + (new - 1)) // (2 * (new - 1))
    else:
        nearest = index * old // new
    return np.minimum(nearest, old - 1)


def _compile(call: Call) -> Kernel:
    old, new = call.shape("input"), resized_shape(call)
    height, width = image_axes(call)
    rows = _sources(call, old[height], new[height])
    columns = _sources(call, old[width], new[width])
    return unary(lambda image: image.take(rows, height).take(columns, width))


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.RESIZE_NEAREST_NEIGHBOR,
        properties=Properties(COPIES, Sampling("images.resize"), Cost.ABOVE_AVERAGE),
        since=Version.V1_2,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=tuple(_with_layout(form) for form in RESIZE_FORMS),
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=lambda call: (resized_shape(call),),
        compile=_compile,
        conditions=RESIZE_CONDITIONS,
        zero_size=ZeroSize(Version.V1_2, "batch of input"),
        doc="each output pixel is a copy of the input pixel at its position",
    ),
)
