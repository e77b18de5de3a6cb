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

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import boxes as box_family
from conformance.operations.families import window

_FARTHEST = 1.5
"""Maximum distance, in cells, by which a peak moves along an axis."""


def _shapes(call: op.Call) -> tuple[op.Shape, ...]:
    boxes, keypoints = op.size(call, "heatmap", 0), window.image_size(call, "channels", "heatmap")
    return (boxes, keypoints), (boxes, keypoints, 2)


@op.condition("heatmap has equal height and width, of at least 2")
def _heatmap_square(call: op.Call) -> str | None:
    height, width = (
        window.image_size(call, dimension, "heatmap") for dimension in ("height", "width")
    )
    if height == width >= 2:
        return None
    return f"heatmap is {height} x {width}, but must be square and at least 2 x 2"


@op.without_fp_warnings
def _refined(grid: op.F64Array, flat: float) -> tuple[op.F64Array, op.F64Array]:
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


def _compile(call: op.Call) -> op.Kernel:
    _shapes(call)
    nchw, cells = window.is_nchw(call), window.image_size(call, "height", "heatmap")
    heatmap_view, boxes_view = call.view("heatmap"), call.view("boxes")
    flat = 1e-3 if heatmap_view.type == op.OperandType.TENSOR_FLOAT16 else 1e-5
    steps = np.arange(-1, 2)

    def neighbours(peak: op.Array) -> op.Array:
        near = np.abs(steps[:, None] + peak)
        mirrored: op.Array = np.where(near >= cells, cells - 2, near)
        return mirrored

    def kernel(heatmap: op.Array, boxes: op.Array, _layout: op.Array) -> tuple[op.Array, op.Array]:
        maps = heatmap if nchw else heatmap.transpose(0, 3, 1, 2)
        count, keypoints = maps.shape[:2]
        maps = np.ascontiguousarray(maps).reshape(-1, cells * cells)
        peaks = maps.argmax(axis=1)
        rows, columns = np.divmod(peaks, cells)
        near = neighbours(rows)[:, None] * cells + neighbours(columns)
        grid = op.real(maps[np.arange(len(maps)), near], heatmap_view)
        move, score = _refined(grid, flat)
        points_in_map = (np.stack([columns, rows]) + move + 0.5) / cells
        corners = box_family.real_boxes(boxes, boxes_view)[:, None]
        points_in_map = points_in_map.T.reshape(count, keypoints, 2)
        points_in_image = corners[..., :2] + points_in_map * (corners[..., 2:] - corners[..., :2])
        return (
            op.store(score.reshape(count, keypoints), call.output(0)),
            op.store(points_in_image, call.output(1)),
        )

    return op.with_outputs(kernel)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.HEATMAP_MAX_KEYPOINT,
    properties=op.properties(
        op.IntervalBehavior(op.IntervalRule.SELECTED_PEAK), "regions.heatmap", op.Cost.HIGHEST
    ),
    primary="heatmap",
    types=op.TYPES_1_2,
    forms=op.one_form(
        op.image("heatmap", "[boxes, size, size, keypoints] or NCHW"),
        op.tensor(
            "boxes", box_family.BOX_TYPES, ranks=op.ranks(2), doc="[boxes, 4]: x1, y1, x2, y2"
        ),
        op.boolean("layout", "true: the heatmap is NCHW"),
    ),
    outputs=(op.matrix("scores"), op.tensor("keypoints", box_family.BOX_TYPES, ranks=op.ranks(3))),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        _heatmap_square,
        box_family.sizes_are(
            "boxes",
            (("heatmap", 0), 4),
            "boxes has shape [num_boxes, 4], with one row for each heatmap",
        ),
        box_family.grid_quantization("boxes"),
        box_family.output_grid_quantization(1),
        box_family.valid_boxes("boxes"),
    ),
    doc="score and image coordinates of each heatmap's peak, by a quadratic approximation",
)
