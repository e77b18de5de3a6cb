"""RESIZE_NEAREST_NEIGHBOR: images resized by repeating or omitting pixels; values are copied.

Positions are computed with integers only. The contract does not specify the arithmetic: where a
position is exactly on the edge between two pixels, a driver that multiplies by a rounded scale may
take the pixel before the edge (``_alternatives``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.resize_bilinear import (
    RESIZE_CONDITIONS,
    RESIZE_FORMS,
    image_axes,
    resized_shape,
)


def _with_layout(form: op.Form) -> op.Form:
    layout = op.boolean("layout", "true: NCHW")
    inputs = tuple(layout if spec.name == "layout" else spec for spec in form.inputs)
    return replace(form, inputs=inputs, counts=(4, 5, 6))


def _sources(call: op.Call, axis: int, *, before_edges: bool = False) -> op.Array:
    """Return the input pixel that each output pixel copies, along one axis of the image.

    With ``before_edges``, a position on the edge between two pixels takes the pixel before it.
    """
    old, new = call.shape("input")[axis], resized_shape(call)[axis]
    index = np.arange(new, dtype=np.int64)
    if call.scalar("half_pixel_centers"):
        position, unit = (2 * index + 1) * old, 2 * new
    elif call.scalar("align_corners") and new > 1:
        # ties away from zero: floor(position + 1/2), as positions are not negative
        position, unit = 2 * index * (old - 1) + (new - 1), 2 * (new - 1)
    else:
        position, unit = index * old, new
    nearest = position // unit
    if before_edges:
        nearest -= (position % unit == 0) & (nearest > 0)
    return np.minimum(nearest, old - 1)


def _compile(call: op.Call) -> op.Kernel:
    return _copy_pixels(call, *(_sources(call, axis) for axis in image_axes(call)))


def _copy_pixels(call: op.Call, rows: op.Array, columns: op.Array) -> op.Kernel:
    height, width = image_axes(call)
    return op.unary(lambda image: image.take(rows, height).take(columns, width))


def _alternatives(call: op.Call) -> Sequence[op.Kernel]:
    """Return kernels that take the pixel before an edge: for rows, for columns, and for both."""
    pairs = [
        [_sources(call, axis, before_edges=edge) for edge in (False, True)]
        for axis in image_axes(call)
    ]
    differ = [bool((nearest != before).any()) for nearest, before in pairs]
    choices = product(*(range(1 + found) for found in differ))
    return [
        _copy_pixels(call, pairs[0][row], pairs[1][column])
        for row, column in choices
        if row or column
    ]


DEFINITION = op.OperationDefinition(
    type=op.OperationType.RESIZE_NEAREST_NEIGHBOR,
    properties=op.properties(op.COPIES, "images.resize", op.Cost.ABOVE_AVERAGE),
    types=op.TYPES_1_2,
    forms=tuple(_with_layout(form) for form in RESIZE_FORMS),
    outputs=op.IMAGE_OUTPUT,
    shapes=lambda call: (resized_shape(call),),
    compile=_compile,
    conditions=RESIZE_CONDITIONS,
    alternatives=_alternatives,
    zero_size=op.ZeroSize(op.Version.V1_2, "batch of input"),
    doc="each output pixel is a copy of the input pixel at its position",
)
