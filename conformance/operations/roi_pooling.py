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


def _bins(first: float, last: float, count: int, size: int) -> list[slice]:
    """Return the positions of each bin of a region along one axis of the map."""
    start, length = int(first), int(last) - int(first) + 1
    return [
        slice(start + i * length // count, min(start - (-(i + 1) * length // count), size))
        for i in range(count)
    ]


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


def _compile(call: op.Call) -> op.Kernel:
    region_family.region_shapes(call)
    call.scalar("width_stride"), call.scalar("height_stride")  # may raise Unknown; kernels must not
    nchw, view = window.is_nchw(call), call.primary
    height, width = window.image_size(call, "height"), window.image_size(call, "width")
    out_height, out_width = call.scalar("out_height"), call.scalar("out_width")
    empty = view.zero_point if op.is_quantized(view) else 0

    def pooled(
        image: op.Array, rois: op.Array, batch_index: op.Array, *_scalars: op.Array
    ) -> op.Array:
        maps = window.nhwc(image, nchw)
        out = np.empty((len(rois), out_height, out_width, maps.shape[3]), maps.dtype)
        for patch, region in zip(
            out, region_family.regions(call, rois, batch_index, rounded=True), strict=True
        ):
            rows = _bins(region.top, region.bottom, out_height, height)
            columns = _bins(region.left, region.right, out_width, width)
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
        "images.roi_pooling",
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
    doc="output = maximum in each of the out_height x out_width bins of every region",
)
