"""RESIZE_NEAREST_NEIGHBOR: images resized by repeating or omitting pixels; values are copied.

Positions are computed with integers only. Where a position is exactly between two pixels or on a
pixel's edge, the rounding error of a scale therefore cannot change the result.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.resize_bilinear import (
    RESIZE_CONDITIONS,
    RESIZE_FORMS,
    image_axes,
    resized_shape,
)


def _with_layout(form: op.Form) -> op.Form:
    """Return the form with a layout operand that is required."""
    layout = op.boolean("layout", "true: NCHW")
    inputs = tuple(layout if spec.name == "layout" else spec for spec in form.inputs)
    return replace(form, inputs=inputs, counts=(4, 5, 6))


def _sources(call: op.Call, old: int, new: int) -> op.Array:
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


def _compile(call: op.Call) -> op.Kernel:
    old, new = call.shape("input"), resized_shape(call)
    height, width = image_axes(call)
    rows = _sources(call, old[height], new[height])
    columns = _sources(call, old[width], new[width])
    return op.unary(lambda image: image.take(rows, height).take(columns, width))


DEFINITION = op.OperationDefinition(
    type=op.OperationType.RESIZE_NEAREST_NEIGHBOR,
    properties=op.properties(op.COPIES, "images.resize", op.Cost.ABOVE_AVERAGE),
    types=op.TYPES_1_2,
    forms=tuple(_with_layout(form) for form in RESIZE_FORMS),
    outputs=op.IMAGE_OUTPUT,
    shapes=lambda call: (resized_shape(call),),
    compile=_compile,
    conditions=RESIZE_CONDITIONS,
    zero_size=op.ZeroSize(op.Version.V1_2, "batch of input"),
    doc="each output pixel is a copy of the input pixel at its position",
)
