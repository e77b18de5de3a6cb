"""HEATMAP_MAX_KEYPOINT: the peak of each heatmap, refined to fractions of a cell.

Around the first largest cell the map is approximated by its Taylor polynomial of degree 2. Gradient
and second derivatives are differences in the 3 x 3 neighbourhood, mirrored at the map's borders.
The peak moves to where the polynomial's gradient is 0, by at most 1.5 cells along either axis (both
coordinates are scaled down together), and the score is the polynomial's value there. Everything is
computed in double precision and rounded once.

The contract does not state when the map is too flat for that point to exist. Like the platform's
CPU implementation, this module decides so if the determinant of the second derivatives is below e +
e * (product of the two unmixed second derivatives), with e = 1e-3 for float16 and 1e-5 otherwise;
the peak then stays in its cell.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations.families.boxes import (
    BOX_TYPES,
    TYPES,
    grid_quantization,
    output_grid_quantization,
    real_boxes,
    sizes_are,
    valid_boxes,
)
from conformance.operations.families.window import image_size, is_nchw
from conformance.operations.kernels.numerics import F64Array, real, store
from conformance.operations.model.call import Call
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.model.named_sizes import size
from conformance.operations.model.properties import (
    Cost,
    IntervalBehavior,
    IntervalRule,
    Properties,
    Sampling,
)

_FARTHEST = 1.5
"""Maximum distance, in cells, by which a peak moves along an axis."""


def _shapes(call: Call) -> tuple[Shape, ...]:
    boxes, keypoints = size(call, "heatmap", 0), image_size(call, "channels", "heatmap")
    return (boxes, keypoints), (boxes, keypoints, 2)


def _square(call: Call) -> str | None:
    height, width = (image_size(call, dimension, "heatmap") for dimension in ("height", "width"))
    if height == width >= 2:
        return None
    return f"heatmap is {height} x {width}, but must be square and at least 2 x 2"


def _refined(grid: F64Array, flat: float) -> tuple[F64Array, F64Array]:
    """Return moves (x, y) and scores of peaks, from neighbourhoods [3 rows, 3 columns, peaks].

    ``flat`` is the limit e of the module's docstring.
    """
    top, middle, bottom = grid
    centre = middle[1]
    slope = np.stack([middle[2] - middle[0], bottom[1] - top[1]]) / 2
    xx = middle[0] - 2 * centre + middle[2]
    yy = top[1] - 2 * centre + bottom[1]
    xy = (bottom[2] - bottom[0] - top[2] + top[0]) / 4
    determinant = xx * yy - xy * xy
    curved = np.abs(determinant) >= flat + flat * xx * yy
    move = np.stack([xy * slope[1] - yy * slope[0], xy * slope[0] - xx * slope[1]])
    move = np.divide(move, determinant, out=np.zeros_like(move), where=curved)
    farthest = np.abs(move).max(axis=0)
    too_far = farthest > _FARTHEST
    move *= np.divide(_FARTHEST, farthest, out=np.ones_like(farthest), where=too_far)
    x, y = move
    score = centre + slope[0] * x + slope[1] * y + (xx * x * x + 2 * xy * x * y + yy * y * y) / 2
    return move, score


def _compile(call: Call) -> Kernel:
    _shapes(call)
    nchw, cells = is_nchw(call), image_size(call, "height", "heatmap")
    heatmap_view, boxes_view = call.view("heatmap"), call.view("boxes")
    flat = 1e-3 if heatmap_view.type == OperandType.TENSOR_FLOAT16 else 1e-5
    steps = np.arange(-1, 2)

    def neighbours(peak: Array) -> Array:
        near = np.abs(steps[:, None] + peak)
        mirrored: Array = np.where(near >= cells, cells - 2, near)
        return mirrored

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, Array]:
        heatmap, boxes = inputs[:2]
        assert heatmap is not None
        assert boxes is not None
        maps = heatmap if nchw else heatmap.transpose(0, 3, 1, 2)
        count, keypoints = maps.shape[:2]
        maps = np.ascontiguousarray(maps).reshape(-1, cells * cells)
        peaks = maps.argmax(axis=1)
        rows, columns = np.divmod(peaks, cells)
        near = neighbours(rows)[:, None] * cells + neighbours(columns)
        grid = real(maps[np.arange(len(maps)), near], heatmap_view)
        with np.errstate(invalid="ignore", over="ignore"):
            move, score = _refined(grid, flat)
        points_in_map = (np.stack([columns, rows]) + move + 0.5) / cells
        corners = real_boxes(boxes, boxes_view)[:, None]
        points_in_map = points_in_map.T.reshape(count, keypoints, 2)
        points_in_image = corners[..., :2] + points_in_map * (corners[..., 2:] - corners[..., :2])
        return (
            store(score.reshape(count, keypoints), call.output(0)),
            store(points_in_image, call.output(1)),
        )

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.HEATMAP_MAX_KEYPOINT,
        properties=Properties(
            IntervalBehavior(IntervalRule.SELECTED_PEAK), Sampling("images.heatmap"), Cost.HIGHEST
        ),
        since=min(TYPES.values()),
        primary="heatmap",
        types=TYPES,
        forms=(
            Form(
                "default",
                (
                    tensor("heatmap", ranks=ranks(4), doc="[boxes, size, size, keypoints] or NCHW"),
                    tensor("boxes", BOX_TYPES, ranks=ranks(2), doc="[boxes, 4]: x1, y1, x2, y2"),
                    scalar("layout", OperandType.BOOL, doc="true: the heatmap is NCHW"),
                ),
                (3,),
            ),
        ),
        outputs=(
            tensor("scores", ranks=ranks(2)),
            tensor("keypoints", BOX_TYPES, ranks=ranks(3)),
        ),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition(
                "heatmap_square",
                _square,
                "heatmap has equal height and width, of at least 2",
            ),
            sizes_are(
                "boxes",
                (("heatmap", 0), 4),
                "boxes has shape [num_boxes, 4], with one row for each heatmap",
            ),
            grid_quantization("boxes"),
            output_grid_quantization(1),
            valid_boxes("boxes"),
        ),
        doc="score and image coordinates of each heatmap's peak, by a quadratic approximation",
    ),
)
