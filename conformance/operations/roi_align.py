"""ROI_ALIGN: regions of a feature map, resampled to one size by averaging interpolated points.

A region is at least one position wide and high. It is divided into equal bins, and each bin into
equal cells. The sampling points are the centres of the cells, interpolated between the four
positions around them; beyond the last position, the edge of the map is repeated. Intermediate
results are not rounded: a quantized result is the exact average, rounded once with ties away from
zero.

The points of a region form a grid, so the rows are interpolated and added up before the columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import regions as region_family
from conformance.operations.families import window


class _Points:
    """The sampling points of a region along one axis: neighbouring positions and weights.

    ``span`` is the range of positions that the points need; ``lower`` and ``upper`` are relative to
    it.
    """

    __slots__ = ("bins", "lower", "lower_weight", "number", "span", "upper", "upper_weight")

    def __init__(self, start: float, length: float, bins: int, number: int, size: int) -> None:
        self.bins, self.number = bins, number
        cells = bins * number
        centres = start + length * (2 * np.arange(cells) + 1) / (2 * cells)
        positions = np.clip(centres, 0, size - 1)
        lower = positions.astype(np.intp)
        self.span = slice(int(lower[0]), min(int(lower[-1]) + 2, size))
        self.upper_weight = positions - lower
        self.lower_weight = 1 - self.upper_weight
        self.lower = lower - lower[0]
        self.upper = np.minimum(lower + 1, size - 1) - lower[0]

    def sums(self, part: op.F64Array, axis: int) -> op.F64Array:
        """Return the sums of an image's interpolated values by bin, along one axis.

        ``part`` has the dimensions [rows, columns, channels].
        """
        weights = [1, 1, 1]
        weights[axis] = -1
        values: op.F64Array = part.take(self.lower, axis)
        values *= self.lower_weight.reshape(weights)
        values += part.take(self.upper, axis) * self.upper_weight.reshape(weights)
        if self.number == 1:
            return values
        shape = (*part.shape[:axis], self.bins, self.number, *part.shape[axis + 1 :])
        out: op.F64Array = values.reshape(shape).sum(axis + 1)
        return out


_PointCount = Callable[[region_family.Region], tuple[int, int]]


def _points_per_bin(
    call: op.Call, row_error: float = 0.0, column_error: float = 0.0
) -> _PointCount:
    """Return a function that returns the numbers of points per bin, in rows and columns.

    The errors are those of the positions of a region's last row and column, relative to them.
    """
    bins = call.scalar("out_height"), call.scalar("out_width")
    samples = call.scalar("height_samples"), call.scalar("width_samples")
    exact = region_family.has_exact_strides(call)

    def counts(region: region_family.Region) -> tuple[int, int]:
        errors = row_error * region.bottom, column_error * region.right
        found = []
        for extent, number, given, error in zip(
            _extents(region), bins, samples, errors, strict=True
        ):
            quotient = extent / number
            if not (exact and quotient.is_integer()):
                quotient += error / number
            found.append(given or region_family.whole_above(quotient, call))
        return found[0], found[1]

    return counts


def _extents(region: region_family.Region) -> tuple[float, float]:
    return max(region.bottom - region.top, 1.0), max(region.right - region.left, 1.0)


def _alternatives(call: op.Call) -> Sequence[op.Kernel]:
    """Return kernels with other adaptive numbers of points per bin.

    The number is a quotient rounded up. If the quotient is next to an integer, the arithmetic of
    the driver decides.
    """
    if call.scalar("height_samples") and call.scalar("width_samples"):
        return []
    found = region_family.regions(call, call.value("rois"), call.value("batch_index"))
    exact, error = _points_per_bin(call), region_family.position_error(call)
    kernels = []
    for signs in product((1, -1), repeat=2):
        counts = _points_per_bin(call, *(sign * error for sign in signs))
        if any(counts(region) != exact(region) for region in found):
            kernels.append(_compile(call, counts))
    return kernels


def _compile(call: op.Call, counts: _PointCount | None = None) -> op.Kernel:
    region_family.region_shapes(call)
    call.scalar("width_stride"), call.scalar("height_stride")  # may raise Unknown; kernels must not
    nchw, output, view = window.is_nchw(call), call.output(), call.primary
    height, width = window.image_size(call, "height"), window.image_size(call, "width")
    out_height, out_width = call.scalar("out_height"), call.scalar("out_width")
    points_per_bin = _points_per_bin(call) if counts is None else counts
    quantized = op.is_quantized(view)
    ratio = view.scale / output.scale if quantized else 1.0

    def points(region: region_family.Region) -> tuple[_Points, _Points]:
        (tall, wide), (rows, columns) = _extents(region), points_per_bin(region)
        return (
            _Points(region.top, tall, out_height, rows, height),
            _Points(region.left, wide, out_width, columns, width),
        )

    def pooled(
        image: op.Array, rois: op.Array, batch_index: op.Array, *_scalars: op.Array
    ) -> op.Array:
        maps = window.nhwc(image, nchw)
        out = np.empty((len(rois), out_height, out_width, maps.shape[3]))
        for patch, region in zip(out, region_family.regions(call, rois, batch_index), strict=True):
            rows, columns = points(region)
            part = maps[region.batch, rows.span, columns.span].astype(np.float64)
            if quantized:
                part -= view.zero_point
            sums = columns.sums(rows.sums(part, 0), 1)
            # A single division of an exact sum keeps ties exact.
            np.divide(sums * ratio, rows.number * columns.number, out=patch)
        if not quantized:
            return window.from_nhwc(op.store(out, output), nchw)
        assert output.info is not None
        low, high = output.info.code_range
        codes = np.clip(op.round_half_away(out) + output.zero_point, low, high)
        return window.from_nhwc(codes.astype(output.info.dtype), nchw)

    return op.from_inputs(op.without_fp_warnings(pooled))


DEFINITION = op.OperationDefinition(
    type=op.OperationType.ROI_ALIGN,
    properties=op.properties(
        op.IntervalBehavior(op.IntervalRule.REGION_AVERAGE),
        "regions.roi_align",
        op.Cost.HIGHEST,
        zero_size_input=False,
    ).with_examples("roi_align_later_images_quant8"),
    types=op.TYPES_1_2,
    forms=op.one_form(
        *region_family.REGION_OPERANDS,
        op.int32("height_samples", "points per bin; 0: adaptive"),
        op.int32("width_samples", "points per bin; 0: adaptive"),
        op.boolean("layout", "true: input and output are NCHW"),
    ),
    outputs=op.IMAGE_OUTPUT,
    shapes=region_family.region_shapes,
    compile=_compile,
    conditions=(
        *region_family.region_conditions(),
        op.at_least("height_samples", 0),
        op.at_least("width_samples", 0),
    ),
    zero_size=op.ZeroSize(op.Version.V1_2, "number of regions"),
    alternatives=_alternatives,
    doc="output = average of interpolated points in each of out_height x out_width bins",
)
