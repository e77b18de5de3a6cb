"""ROI_POOLING: the maximum in each bin of regions of a feature map; values are copied.

The corners of a region are rounded to integer positions, ties upwards, and the region includes both
ends. Bin i of n ranges from floor(i * length / n) to ceil((i + 1) * length / n), so neighbouring
bins may share a position. A bin without a position on the map gives 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import regions as region_family
from conformance.operations.families import window


def _bins(first: float, last: float, count: int, size: int, *, single: bool) -> list[slice]:
    """Return the positions of each bin of a region along one axis of the map.

    With ``single``, the size of a bin and its products are rounded to float32.
    """
    start, length = int(first), int(last) - int(first) + 1
    if single:
        edges = np.arange(count + 1, dtype=np.float32) * (np.float32(length) / np.float32(count))
        lower, upper = np.floor(edges[:-1]).astype(int), np.ceil(edges[1:]).astype(int)
        ends = zip(lower.tolist(), upper.tolist(), strict=True)
        return [slice(start + low, min(start + high, size)) for low, high in ends]
    return [
        slice(start + i * length // count, min(start - (-(i + 1) * length // count), size))
        for i in range(count)
    ]


_CORNERS = ((1, 1, 1, 1), (-1, -1, -1, -1), (1, 1, -1, -1), (-1, -1, 1, 1))
"""Directions in which the corners x1, y1, x2 and y2 of a region are moved."""


def _alternatives(call: op.Call) -> Sequence[op.Kernel]:
    """Return kernels with other integer corners of regions, and with other ends of bins.

    Where a position is next to the middle of two integers, the arithmetic of the driver decides.
    The ends of bins may be computed in float32: 3 / 21 * 21 is greater than 3 there.
    """
    given = (call.value("rois"), call.value("batch_index"))
    error = region_family.position_error(call)
    exact = region_family.regions(call, *given, rounded=True)
    kernels = []
    for signs in _CORNERS:
        errors = [sign * error for sign in signs]
        if region_family.regions(call, *given, rounded=True, errors=errors) != exact:
            kernels.append(_compile(call, errors))
    if any(_axes(call, one, single=True) != _axes(call, one) for one in exact):
        kernels.append(_compile(call, single=True))
    return kernels


def _axes(
    call: op.Call, region: region_family.Region, *, single: bool = False
) -> tuple[list[slice], list[slice]]:
    """Return the bins of a region along the rows and along the columns."""
    height, width = window.image_size(call, "height"), window.image_size(call, "width")
    return (
        _bins(region.top, region.bottom, call.scalar("out_height"), height, single=single),
        _bins(region.left, region.right, call.scalar("out_width"), width, single=single),
    )


def _maxima(values: op.Array, bins: Sequence[slice], empty: int) -> op.Array:
    """Return the maximum over each bin along the first axis of ``values``.

    Element 0 of ``values`` is the first position of the first bin. ``empty`` is the value of a bin
    without positions.
    """
    origin = bins[0].start
    out = np.empty((len(bins), *values.shape[1:]), values.dtype)
    for target, span in zip(out, bins, strict=True):
        if span.start < span.stop:
            np.maximum.reduce(values[span.start - origin : span.stop - origin], out=target)
        else:
            target[...] = empty
    return out


def _compile(
    call: op.Call, errors: Sequence[float] = (0.0, 0.0, 0.0, 0.0), *, single: bool = False
) -> op.Kernel:
    region_family.region_shapes(call)
    call.scalar("width_stride"), call.scalar("height_stride")  # may raise Unknown; kernels must not
    nchw, view = window.is_nchw(call), call.primary
    window.image_size(call, "height"), window.image_size(call, "width")  # these may, too
    out_height, out_width = call.scalar("out_height"), call.scalar("out_width")
    empty = view.zero_point if op.is_quantized(view) else 0

    def pooled(
        image: op.Array, rois: op.Array, batch_index: op.Array, *_scalars: op.Array
    ) -> op.Array:
        maps = window.nhwc(image, nchw)
        out = np.empty((len(rois), out_height, out_width, maps.shape[3]), maps.dtype)
        found = region_family.regions(call, rois, batch_index, rounded=True, errors=errors)
        for patch, region in zip(out, found, strict=True):
            rows, columns = _axes(call, region, single=single)
            part = maps[
                region.batch, rows[0].start : rows[-1].stop, columns[0].start : columns[-1].stop
            ]
            row_maxima = _maxima(part, rows, empty)
            patch[...] = _maxima(row_maxima.swapaxes(0, 1), columns, empty).swapaxes(0, 1)
        return window.from_nhwc(out, nchw)

    return op.from_inputs(pooled)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.ROI_POOLING,
    properties=op.properties(
        op.IntervalBehavior(op.IntervalRule.MONOTONE_IN_FIRST_INPUT, op.Precision.EXACT),
        "regions.roi_pooling",
        op.Cost.HIGHEST,
    ),
    types=op.TYPES_1_2,
    forms=op.one_form(
        *region_family.REGION_OPERANDS, op.boolean("layout", "true: input and output are NCHW")
    ),
    outputs=op.IMAGE_OUTPUT,
    shapes=region_family.region_shapes,
    compile=_compile,
    conditions=(*region_family.region_conditions(), op.same_quantization("input")),
    alternatives=_alternatives,
    doc="output = maximum in each of the out_height x out_width bins of every region",
)
