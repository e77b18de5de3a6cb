"""ROI_ALIGN: regions of a feature map, resampled to one size by averaging interpolated points.

A region is at least one position wide and high. It is divided into equal bins, and each bin into
equal cells. The sampling points are the centres of the cells, interpolated between the four
positions around them; beyond the last position, the edge of the map is repeated. Intermediate
results are not rounded: a quantized result is the exact average, rounded once with ties away from
zero.

The points of a region form a grid, so the rows are interpolated and added up before the columns.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.boxes import TYPES
from conformance.operations.families.regions import (
    REGION_OPERANDS,
    Region,
    region_conditions,
    region_shapes,
    regions,
    whole_above,
)
from conformance.operations.families.window import from_nhwc, image_size, is_nchw, nhwc
from conformance.operations.kernels.numerics import F64Array, is_quantized, round_half_away, store
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import at_least
from conformance.operations.model.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ZeroSize,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.model.properties import (
    Cost,
    IntervalBehavior,
    IntervalRule,
    Properties,
    Sampling,
)


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

    def sums(self, part: F64Array, axis: int) -> F64Array:
        """Return the sums of an image's interpolated values by bin, along one axis.

        ``part`` has the dimensions [rows, columns, channels].
        """
        weights = [1, 1, 1]
        weights[axis] = -1
        values: F64Array = part.take(self.lower, axis)
        values *= self.lower_weight.reshape(weights)
        values += part.take(self.upper, axis) * self.upper_weight.reshape(weights)
        if self.number == 1:
            return values
        shape = (*part.shape[:axis], self.bins, self.number, *part.shape[axis + 1 :])
        out: F64Array = values.reshape(shape).sum(axis + 1)
        return out


def _compile(call: Call) -> Kernel:
    region_shapes(call)
    call.scalar("width_stride"), call.scalar("height_stride")  # may raise Unknown; kernels must not
    nchw, output, view = is_nchw(call), call.output(), call.primary
    height, width = image_size(call, "height"), image_size(call, "width")
    out_height, out_width = call.scalar("out_height"), call.scalar("out_width")
    height_samples, width_samples = call.scalar("height_samples"), call.scalar("width_samples")
    quantized = is_quantized(view)
    ratio = view.scale / output.scale if quantized else 1.0

    def points(region: Region) -> tuple[_Points, _Points]:
        tall = max(region.bottom - region.top, 1.0)
        wide = max(region.right - region.left, 1.0)
        rows = height_samples or whole_above(tall / out_height, call)
        columns = width_samples or whole_above(wide / out_width, call)
        return (
            _Points(region.top, tall, out_height, rows, height),
            _Points(region.left, wide, out_width, columns, width),
        )

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        image, rois, batch_index = inputs[:3]
        assert image is not None
        assert rois is not None
        assert batch_index is not None
        maps = nhwc(image, nchw)
        out = np.empty((len(rois), out_height, out_width, maps.shape[3]))
        with np.errstate(invalid="ignore", over="ignore"):
            for patch, region in zip(out, regions(call, rois, batch_index), strict=True):
                rows, columns = points(region)
                part = maps[region.batch, rows.span, columns.span].astype(np.float64)
                if quantized:
                    part -= view.zero_point
                sums = columns.sums(rows.sums(part, 0), 1)
                # A single division of an exact sum keeps ties exact.
                np.divide(sums * ratio, rows.number * columns.number, out=patch)
        if not quantized:
            return (from_nhwc(store(out, output), nchw),)
        assert output.info is not None
        low, high = output.info.code_range
        codes = np.clip(round_half_away(out) + output.zero_point, low, high)
        return (from_nhwc(codes.astype(output.info.dtype), nchw),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.ROI_ALIGN,
        properties=Properties(
            IntervalBehavior(IntervalRule.MONOTONE_IN_FIRST_INPUT),
            Sampling("images.roi_align", zero_size_input=False),
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
                    scalar("height_samples", OperandType.INT32, doc="points per bin; 0: adaptive"),
                    scalar("width_samples", OperandType.INT32, doc="points per bin; 0: adaptive"),
                    scalar("layout", OperandType.BOOL, doc="true: input and output are NCHW"),
                ),
                (10,),
            ),
        ),
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=region_shapes,
        compile=_compile,
        conditions=(
            *region_conditions(),
            at_least("height_samples", 0),
            at_least("width_samples", 0),
        ),
        zero_size=ZeroSize(Version.V1_2, "number of regions"),
        doc="output = average of interpolated points in each of out_height x out_width bins",
    ),
)
