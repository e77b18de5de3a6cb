"""Specs of BOX_WITH_NMS_LIMIT and AXIS_ALIGNED_BBOX_TRANSFORM.

The expected values come from ``_boxes.box_with_nms_limit`` (in exact fractions, except for the
gaussian kernel) and ``_boxes.transform``. Scores and boxes are on grids that every type represents
exactly; no two scores are equal, and no comparison with a threshold is close.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._box_types import Feed, as_floats, flat, fractions, refuse_near_ties, require_on_grid, versions
from specs.scripts._boxes import GAUSSIAN, HARD, LINEAR, SelectedBox, box_with_nms_limit, iou, transform
from specs.scripts._spec_writer import (
    F32,
    I32,
    Q8,
    SpecCase,
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    Step,
    require_beyond_float16,
    collect_files,
    output,
    parameter,
    quantize,
    tensor_input,
)

SOURCE = "specs/scripts/boxes.py, {what} in plain Python{more}."
SCORE = (0.0078125, 10)
"""Scale and zero point of quantized scores."""
CLOSE = Fraction(1, 50)


@dataclass(frozen=True)
class NmsCase:
    """One call of BOX_WITH_NMS_LIMIT.

    ``scores`` (in units of 1/128) and ``boxes`` are listed by row and class.
    """

    name: str
    description: str
    scores: Sequence[Sequence[int]]
    boxes: Sequence[Sequence[Sequence[float]]]
    images: Sequence[int]
    kernel: int
    most: int = -1
    score_threshold: float = 0.3
    iou_threshold: float = 0.45
    sigma: float = 0.5
    nms_threshold: float = 0.0625
    fed: bool = False
    """Boxes are model inputs, unknown before the request."""
    fine: bool = False
    as_floats: bool = False
    """Classes and images are cast to floats, which are compared more strictly."""

    def real_scores(self) -> list[list[float]]:
        """Return the scores as numbers; with ``fine``, numbers that float16 does not represent."""
        nudge = 2.0**-14 + 2.0**-18 if self.fine else 0.0
        return [[score / 128 + nudge for score in row] for row in self.scores]

    def results(self) -> list[SelectedBox]:
        """Return the formula's results, after checking that no comparison is close."""
        scores, boxes = fractions(self.real_scores()), fractions(self.boxes)
        require_on_grid(self.name, flat(boxes))
        counted = [score for row in scores for score in row[1:]]
        if len(set(counted)) != len(counted):
            raise ValueError(f"{self.name}: equal scores")
        limits = [Fraction(t) for t in (self.score_threshold, self.iou_threshold)]
        if any(abs(score - limits[0]) < Fraction(1, 300) for score in counted):
            raise ValueError(f"{self.name}: a score near the threshold")
        for class_ in range(1, len(scores[0])):
            for a, b in combinations([row[class_] for row in boxes], 2):
                if self.kernel != GAUSSIAN and abs(iou(a, b) - limits[1]) < CLOSE:
                    raise ValueError(f"{self.name}: an overlap near the threshold")
        kept = box_with_nms_limit(
            scores, boxes, self.images, limits[0], self.most, self.kernel, limits[1],
            Fraction(self.sigma), Fraction(self.nms_threshold),
        )  # fmt: skip
        for a, b in combinations([box.score for box in kept], 2):
            if abs(a - b) < Fraction(1, 200):
                raise ValueError(f"{self.name}: scores {float(a)} and {float(b)} are close")
        if any(abs(box.score - Fraction(self.nms_threshold)) < Fraction(1, 100) for box in kept):
            raise ValueError(f"{self.name}: a lowered score near the threshold")
        return kept

    def case(self) -> SpecCase:
        """Return the spec case."""
        kept = self.results()
        for box in kept:
            quantize(box.score, Q8, *SCORE)
        if self.fine:
            require_beyond_float16(self.name, [box.score for box in kept])
        rows, classes, count = len(self.scores), len(self.scores[0]), len(kept)
        scores = tensor_input("scores", F32, (rows, classes))
        boxes_dims, images_dims = (rows, classes * 4), (rows,)
        feed: Feed = {"scores": flat(self.real_scores())}
        if self.fed:
            boxes = tensor_input("boxes", F32, boxes_dims)
            images = tensor_input("images", I32, images_dims)
            feed |= {"boxes": flat(self.boxes), "images": list(self.images)}
        else:
            boxes = parameter("boxes", F32, boxes_dims, flat(self.boxes))
            images = parameter("images", I32, images_dims, list(self.images))
        outputs = [
            output("kept_scores", F32, (count,)), output("kept_boxes", F32, (count, 4)),
            output("kept_classes", I32, (count,)), output("kept_images", I32, (count,)),
        ]  # fmt: skip
        feed |= {
            "kept_scores": [box.score for box in kept],
            "kept_boxes": [c for box in kept for c in box.box],
            "kept_classes": [box.class_ for box in kept],
            "kept_images": [box.image for box in kept],
        }
        inputs = [
            scores, boxes, images, self.score_threshold, self.most, self.kernel,
            self.iou_threshold, self.sigma, self.nms_threshold,
        ]  # fmt: skip
        types = versions(
            {"scores": SCORE, "kept_scores": SCORE}, ["boxes", "kept_boxes"],
            quantized=not self.fine,
        )  # fmt: skip
        step: Step = ("BOX_WITH_NMS_LIMIT", inputs, outputs)
        steps, feed = as_floats(step, feed) if self.as_floats else ([step], feed)
        return SpecCase(self.name, steps, [feed], types, self.description)


def _shifted(box: Sequence[float], by: float) -> list[float]:
    return [c + by for c in box]


ROW = [[0.0, 0.0, 10.0, 10.0], [0.0, 0.0, 10.0, 4.0], [1.0, 1.0, 11.0, 11.0],
       [2.0, 0.0, 12.5, 8.0], [20.0, 20.0, 30.0, 24.5]]  # fmt: skip
"""Boxes that overlap the first by 0.40, 0.68 and 0.53, and one that overlaps none."""
ONE = [[[0.0, 0.0, 1.0, 1.0], box] for box in (ROW[0], ROW[2], ROW[3], ROW[4])]
ONE_SCORES = [[120, 96], [3, 90], [1, 72], [2, 60]]
BOTH = [[[5.0, 5.0, 5.0, 5.0], box, _shifted(box, 3.5)] for box in ROW]
BOTH_SCORES = [[0, 64, 41], [9, 50, 83], [0, 104, 20], [5, 12, 91], [0, 77, 47]]
IMAGES = [2, 2, 2, 0, 0]
KERNELS = {"hard": HARD, "linear": LINEAR, "gaussian": GAUSSIAN}

NMS = [
    *(
        NmsCase(f"{name}_one_class", f"The {name} kernel, one class, one image.", ONE_SCORES, ONE,
            [0] * 4, kernel)
        for name, kernel in KERNELS.items()
    ),
    *(
        NmsCase(f"{name}_two_images", f"The {name} kernel, two classes, two images not in order.",
            BOTH_SCORES, BOTH, IMAGES, kernel, score_threshold=0.23)
        for name, kernel in KERNELS.items()
    ),
    *(
        NmsCase(f"{name}_limited", f"The {name} kernel, limited to the best two boxes of each image "
            "over all classes.",
            BOTH_SCORES, BOTH, IMAGES, kernel, most=2, score_threshold=0.23)
        for name, kernel in KERNELS.items()
    ),
    NmsCase("limit_not_reached", "A limit larger than the number of "
        "boxes.", ONE_SCORES, ONE, [7] * 4, HARD,
        most=50),
    NmsCase("linear_dropped", "Scores that fall below the second threshold are dropped.", ONE_SCORES,
        ONE, [0] * 4, LINEAR, nms_threshold=0.4),
    NmsCase("gaussian_wide", "A larger sigma reduces scores less.", ONE_SCORES, ONE, [0] * 4, GAUSSIAN,
        sigma=2.5, iou_threshold=0.9),
    NmsCase("gaussian_chain", "A box whose score is reduced twice.", [[0, 120], [0, 110], [0, 100]],
        [[ROW[4], ROW[0]], [ROW[4], ROW[2]], [ROW[4], [2.0, 2.0, 12.0, 12.0]]], [0] * 3, GAUSSIAN),
    NmsCase("hard_chain", "A box that overlaps only a suppressed box is kept.",
        [[0, 120], [0, 110], [0, 100]],
        [[ROW[4], [0.0, 0.0, 10.0, 4.0]], [ROW[4], [4.0, 0.0, 14.0, 4.0]],
         [ROW[4], [8.0, 0.0, 18.0, 4.0]]], [0] * 3, HARD, iou_threshold=0.3),
    NmsCase("touching", "Boxes that only touch, and a box without area inside another, do not overlap.",
        [[0, 120], [0, 110], [0, 100], [0, 90]],
        [[ROW[4], box] for box in ([0.0, 0.0, 4.0, 4.0], [4.0, 0.0, 8.0, 4.0],
                                   [4.0, 4.0, 8.0, 8.0], [1.0, 1.0, 1.0, 3.0])], [0] * 4,
        HARD, iou_threshold=0.05),
    NmsCase("inside", "A box inside another overlaps by the ratio of their areas.",
        [[0, 120], [0, 110], [0, 100]],
        [[ROW[4], box] for box in ([0.0, 0.0, 8.0, 8.0], [0.0, 1.0, 8.0, 7.0],
                                   [2.0, 2.0, 6.0, 6.0])], [0] * 3, HARD, iou_threshold=0.5),
    NmsCase("gaussian_apart", "Boxes above and beside each other do not overlap, even if the product "
        "of the differences is positive.", [[0, 120], [0, 110], [0, 100], [0, 90]],
        [[ROW[4], box] for box in ([0.0, 0.0, 8.0, 4.0], [1.0, 9.0, 7.0, 20.0],
                                   [14.0, 1.0, 40.0, 3.0], [30.0, 30.0, 31.0, 31.0])],
        [0] * 4, GAUSSIAN),
    NmsCase("classes_and_images", "Classes and images of the selected boxes, compared "
        "exactly.", BOTH_SCORES, BOTH,
        IMAGES, HARD, score_threshold=0.23, as_floats=True),
    NmsCase("single", "One box.", [[0, 100]], [[ROW[0], ROW[4]]], [4], LINEAR),
    NmsCase("fed", "Boxes and image indexes are model inputs.", BOTH_SCORES, BOTH, IMAGES, HARD,
        score_threshold=0.23, fed=True),
    NmsCase("empty", "No score reaches the threshold.", ONE_SCORES, ONE, [0] * 4, HARD,
        score_threshold=0.9),
    NmsCase("fine", "Scores that float32 represents and float16 does not.", ONE_SCORES, ONE, [0] * 4,
        LINEAR, fine=True),
]  # fmt: skip


@dataclass(frozen=True)
class BboxTransformCase:
    """One call of AXIS_ALIGNED_BBOX_TRANSFORM; ``deltas`` are in units of 1/32."""

    name: str
    description: str
    rois: Sequence[Sequence[float]]
    deltas: Sequence[Sequence[int]]
    images: Sequence[int]
    sizes: Sequence[Sequence[float]]
    fed: bool = False

    def results(self) -> list[float]:
        """Return the results of the formula."""
        require_on_grid(self.name, flat([self.rois, self.sizes]))
        out: list[float] = []
        for roi, row, image in zip(self.rois, self.deltas, self.images, strict=True):
            for start in range(0, len(row), 4):
                delta = [d / 32 for d in row[start : start + 4]]
                out += transform(roi, delta, *self.sizes[image])
        refuse_near_ties(self.name, out)
        return out

    def case(self) -> SpecCase:
        """Return the spec case."""
        rows, columns = len(self.rois), len(self.deltas[0])
        rois = tensor_input("rois", F32, (rows, 4))
        deltas = tensor_input("deltas", F32, (rows, columns))
        images_dims, sizes_dims = (rows,), (len(self.sizes), 2)
        values = [d / 32 for d in flat(self.deltas)]
        feed: dict[str, Sequence[Any]] = {
            "rois": flat(self.rois), "deltas": values, "y": self.results(),
        }  # fmt: skip
        if self.fed:
            images = tensor_input("images", I32, images_dims)
            sizes = tensor_input("sizes", F32, sizes_dims)
            feed |= {"images": list(self.images), "sizes": flat(self.sizes)}
        else:
            images = parameter("images", I32, images_dims, list(self.images))
            sizes = parameter("sizes", F32, sizes_dims, flat(self.sizes))
        y = output("y", F32, (rows, columns))
        types = versions({"deltas": (0.03125, 120)}, ["rois", "sizes", "y"])
        step = ("AXIS_ALIGNED_BBOX_TRANSFORM", [rois, deltas, images, sizes], [y])
        return SpecCase(self.name, [step], [feed], types, self.description)


def _drawn(rows: int, classes: int, seed: int) -> list[list[int]]:
    draw = LinearCongruentialGenerator(seed)
    return [draw.integers(4 * classes, -24, 24) for _ in range(rows)]


ROIS = [[10.0, 12.5, 30.0, 20.0], [4.125, 3.0, 9.0, 40.5], [0.0, 0.0, 50.0, 45.0],
        [33.0, 8.0, 33.0, 8.0]]  # fmt: skip
TRANSFORMS = [
    BboxTransformCase("one_delta", "Each component of a delta alone, within the image.", [ROIS[0]] * 5,
              [[0, 0, 0, 0], [8, 0, 0, 0], [0, -16, 0, 0], [0, 0, 9, 0], [0, 0, 0, -20]], [0] * 5,
              [[60, 80]]),
    BboxTransformCase("two_classes", "Two classes and two images of different sizes.", ROIS[:3],
              _drawn(3, 2, 301), [0, 0, 1], [[60, 80], [44, 52.5]]),
    BboxTransformCase("cut_off", "Boxes beyond each edge of the image, one of them completely outside.",
              [ROIS[2]] * 4 + [ROIS[0]], [[-20, 0, 0, 0], [20, 0, 0, 0], [0, -20, 10, 0],
                                         [0, 20, 0, 10], [96, 96, 0, 0]], [0] * 5, [[46, 51]]),
    BboxTransformCase("no_size", "A box without width and height does not move.", [ROIS[3]],
              [[20, -20, 20, 20]], [0], [[60, 80]]),
    BboxTransformCase("later_images", "Images out of order; image indexes and image sizes are model "
        "inputs.",
              ROIS[:3], _drawn(3, 1, 302), [2, 0, 0], [[60, 80], [1, 1], [20, 25.125]], fed=True),
]  # fmt: skip


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    nms = GeneratedSpecFile(
        "V1_2/box_with_nms_limit.mod.py",
        "BOX_WITH_NMS_LIMIT: kernels, thresholds, limits, classes, images, no box at all, every "
        "data type. Boxes are ordered by image, class and descending score.",
        SOURCE.format(
            what="the selection word by word", more="; checked against LiteRT's reference kernels"
        ),
    )
    nms.add(*(entry.case() for entry in NMS))
    moved = GeneratedSpecFile(
        "V1_2/axis_aligned_bbox_transform.mod.py",
        "AXIS_ALIGNED_BBOX_TRANSFORM: deltas, edges of images, classes, images, every data type.",
        SOURCE.format(what="the formula", more="; checked against PyTorch"),
    )
    moved.add(*(entry.case() for entry in TRANSFORMS))
    return collect_files(nms, moved)


def _litert_nms(entry: NmsCase, class_: int, rows: Sequence[int]) -> dict[int, float]:
    """Return the selected rows of one class of one image, and their scores."""
    tensor = _litert_runner.LitertTensor
    least = Fraction(entry.score_threshold)
    rows = [row for row in rows if Fraction(entry.real_scores()[row][class_]) >= least]
    if not rows:
        return {}
    scores = np.array([entry.real_scores()[row][class_] for row in rows])
    boxes = np.array([entry.boxes[row][class_] for row in rows])[:, [1, 0, 3, 2]]
    soft = entry.kernel == GAUSSIAN
    numbers = [
        tensor((), "int32", data=np.array(len(rows)), constant=True),
        tensor((), data=np.array(1.0 if soft else entry.iou_threshold), constant=True),
        tensor((), data=np.array(entry.nms_threshold), constant=True),
        # LiteRT computes exp(-iou^2 / (2 sigma)), so sigma is halved
        tensor((), data=np.array(entry.sigma / 2 if soft else 0.0), constant=True),
    ]
    index, kept, count = _litert_runner.run_operation(
        "NON_MAX_SUPPRESSION_V5",
        [tensor(boxes.shape, data=boxes), tensor(scores.shape, data=scores), *numbers],
        [tensor((len(rows),), "int32"), tensor((len(rows),)), tensor((), "int32")],
        "NonMaxSuppressionV5Options",
    )  # fmt: skip
    number = int(np.asarray(count).item())
    return {rows[int(i)]: float(s) for i, s in zip(index[:number], kept[:number], strict=True)}


def cross_check() -> str:
    """Compare selections with LiteRT's reference kernels, and transforms with PyTorch."""
    import torch  # noqa: PLC0415 - optional

    tally = _litert_runner.ComparisonTally()
    for entry in NMS:
        if entry.kernel == LINEAR or entry.most >= 0:
            continue  # LiteRT lacks this kernel and a limit over several classes
        expected = {(box.image, box.class_, float(box.score)) for box in entry.results()}
        actual = set()
        for image in set(entry.images):
            rows = [i for i, owner in enumerate(entry.images) if owner == image]
            for class_ in range(1, len(entry.scores[0])):
                kept = _litert_nms(entry, class_, rows)
                actual |= {(image, class_, score) for score in kept.values()}
        left, right = sorted(expected), sorted(actual)
        tally.codes(entry.name, [e[:2] for e in left], [a[:2] for a in right], 0)
        tally.floats(entry.name, [e[2] for e in left], [a[2] for a in right])
    for entry_ in TRANSFORMS:
        rois = torch.tensor(entry_.rois, dtype=torch.float64)[:, None]
        deltas = torch.tensor(entry_.deltas, dtype=torch.float64).reshape(len(rois), -1, 4) / 32
        edges = torch.tensor(entry_.sizes, dtype=torch.float64)[entry_.images][:, None]
        extent = rois[..., 2:] - rois[..., :2]
        centre = torch.lerp(rois[..., :2], rois[..., 2:], 0.5) + deltas[..., :2] * extent
        reach = deltas[..., 2:].exp() * extent
        boxes = torch.cat([centre - reach / 2, centre + reach / 2], dim=-1)
        limits = edges.flip(-1).repeat(1, 1, 2)
        actual_ = torch.minimum(boxes.clamp(min=0), limits)
        tally.floats(entry_.name, entry_.results(), actual_.numpy())
    return str(tally)
