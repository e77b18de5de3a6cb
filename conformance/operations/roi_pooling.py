"""ROI_POOLING: the maximum in each bin of regions of a feature map; values are copied.

The corners of a region are rounded to integer positions, ties upwards, and the region includes both
ends. Bin i of n ranges from floor(i * length / n) to ceil((i + 1) * length / n), so neighbouring
bins may share a position. A bin without a position on the map gives 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.boxes import TYPES
from conformance.operations.families.regions import (
    REGION_OPERANDS,
    region_conditions,
    region_shapes,
    regions,
)
from conformance.operations.families.window import from_nhwc, image_size, is_nchw, nhwc
from conformance.operations.kernels.numerics import is_quantized
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.model.properties import (
    Cost,
    IntervalBehavior,
    IntervalRule,
    Precision,
    Properties,
    Sampling,
)


def _bins(first: float, last: float, count: int, size: int) -> list[slice]:
    """Return the positions of each bin of a region along one axis of the map."""
    start, length = int(first), int(last) - int(first) + 1
    return [
        slice(start + i * length // count, min(start - (-(i + 1) * length // count), size))
        for i in range(count)
    ]


def _maxima(values: Array, bins: Sequence[slice], empty: int) -> Array:
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


def _compile(call: Call) -> Kernel:
    region_shapes(call)
    call.scalar("width_stride"), call.scalar("height_stride")  # may raise Unknown; kernels must not
    nchw, view = is_nchw(call), call.primary
    height, width = image_size(call, "height"), image_size(call, "width")
    out_height, out_width = call.scalar("out_height"), call.scalar("out_width")
    empty = view.zero_point if is_quantized(view) else 0

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        image, rois, batch_index = inputs[:3]
        assert image is not None
        assert rois is not None
        assert batch_index is not None
        maps = nhwc(image, nchw)
        out = np.empty((len(rois), out_height, out_width, maps.shape[3]), maps.dtype)
        for patch, region in zip(out, regions(call, rois, batch_index, rounded=True), strict=True):
            rows = _bins(region.top, region.bottom, out_height, height)
            columns = _bins(region.left, region.right, out_width, width)
            part = maps[
                region.batch, rows[0].start : rows[-1].stop, columns[0].start : columns[-1].stop
            ]
            row_maxima = _maxima(part, rows, empty)
            patch[...] = _maxima(row_maxima.swapaxes(0, 1), columns, empty).swapaxes(0, 1)
        return (from_nhwc(out, nchw),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.ROI_POOLING,
        properties=Properties(
            IntervalBehavior(IntervalRule.MONOTONE_IN_FIRST_INPUT, Precision.EXACT),
            Sampling("images.roi_pooling"),
            Cost.HIGHEST,
        ),
        since=Version.V1_2,
        primary="input",
        types=TYPES,
        forms=(
            Form(
                "default",
                (
                    *REGION_OPERANDS,
                    scalar("layout", OperandType.BOOL, doc="true: input and output are NCHW"),
                ),
                (8,),
            ),
        ),
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=region_shapes,
        compile=_compile,
        conditions=(*region_conditions(), same_quantization("input")),
        doc="output = maximum in each of the out_height x out_width bins of every region",
    ),
)
