"""ROI_ALIGN: regions of a feature map, resampled to one size by averages of interpolated points.

A region is at least one position wide and high. It is cut into equal bins and each bin into equal
cells; the points lie in the middle of the cells and are interpolated between the four positions
around them, beyond the last position the map continues with its edge. Nothing is rounded on the
way: quantized results are the exact average.

The points of a bin form a grid and interpolation goes by axis, so a patch is a product of three
matrices: weights of rows, the map, weights of columns.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.boxes import TYPES
from conformance.operations.call import Call
from conformance.operations.conditions import at_least
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
from conformance.operations.numerics import F64Array, is_quantized, round_half_away, store
from conformance.operations.regions import (
    REGION_OPERANDS,
    Region,
    region_conditions,
    region_shapes,
    regions,
    whole_above,
)
from conformance.operations.window import from_nhwc, image_size, is_nchw, nhwc


class _Weights:
    """Weights of the positions of one axis in the bins of a region, summed over the points."""

    __slots__ = ("matrix", "points", "span")

    def __init__(self, start: float, length: float, bins: int, points: int, size: int) -> None:
        self.points = points
        cells = bins * points
        middles = start + length * (2 * np.arange(cells) + 1) / (2 * cells)
        places = np.clip(middles, 0, size - 1)
        lower = np.minimum(places.astype(np.intp), max(size - 2, 0))
        upper_weight = places - lower
        first, last = int(lower[0]), min(int(lower[-1]) + 2, size)
        self.span = slice(first, last)
        width = last - first
        bin_of = np.arange(cells) // points * width + (lower - first)
        flat = np.bincount(bin_of, 1 - upper_weight, bins * width + 1)
        flat += np.bincount(bin_of + 1, upper_weight, bins * width + 1)
        self.matrix: F64Array = flat[:-1].reshape(bins, width)


def _compile(call: Call) -> Kernel:
    shape = region_shapes(call)[0]
    nchw, output, view = is_nchw(call), call.output(), call.primary
    height, width = image_size(call, "height"), image_size(call, "width")
    out_height, out_width = call.scalar("out_height"), call.scalar("out_width")
    height_samples, width_samples = call.scalar("height_samples"), call.scalar("width_samples")
    quantized = is_quantized(view)
    ratio = view.scale / output.scale if quantized else 1.0

    def weights(region: Region) -> tuple[_Weights, _Weights]:
        tall = max(region.bottom - region.top, 1.0)
        wide = max(region.right - region.left, 1.0)
        rows = height_samples or whole_above(tall / out_height, call)
        columns = width_samples or whole_above(wide / out_width, call)
        return (
            _Weights(region.top, tall, out_height, rows, height),
            _Weights(region.left, wide, out_width, columns, width),
        )

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        image, rois, batch_index = inputs[:3]
        assert image is not None
        assert rois is not None
        assert batch_index is not None
        maps = nhwc(image, nchw)
        channels = maps.shape[3]
        out = np.empty((len(rois), out_height, out_width, channels))
        with np.errstate(invalid="ignore", over="ignore"):
            for patch, region in zip(out, regions(call, rois, batch_index), strict=True):
                rows, columns = weights(region)
                part = maps[region.batch, rows.span, columns.span].astype(np.float64)
                if quantized:
                    part -= view.zero_point
                narrowed = rows.matrix @ part.reshape(len(part), -1)
                sums = columns.matrix @ narrowed.reshape(out_height, -1, channels)
                np.divide(sums * ratio, rows.points * columns.points, out=patch)
        if not quantized:
            return (from_nhwc(store(out, output), nchw).reshape(_sized(shape, len(rois))),)
        assert output.info is not None
        low, high = output.info.code_range
        codes = np.clip(round_half_away(out) + output.zero_point, low, high)
        return (from_nhwc(codes.astype(output.info.dtype), nchw),)

    return kernel
