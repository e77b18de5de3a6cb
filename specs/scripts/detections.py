"""Specs of GENERATE_PROPOSALS, DETECTION_POSTPROCESSING and HEATMAP_MAX_KEYPOINT.

The expected values come from ``_boxes.proposals``, ``_boxes.detections`` and ``_boxes.keypoint``.
Scores and deltas are on grids that every type represents exactly; no two scores of an image are
equal, no overlap or size is close to its threshold, and no quantized result is near a rounding tie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import Any

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._box_types import (
    Feed,
    as_floats,
    flat,
    fractions,
    nested,
    refuse_near_ties,
    require_on_grid,
    versions,
)
from specs.scripts._boxes import detections, iou, keypoint, proposals
from specs.scripts._spec_writer import (
    F32,
    I32,
    Q8,
    Argument,
    SpecCase,
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    Step,
    bool_scalar,
    collect_files,
    float32,
    output,
    parameter,
    quantize,
    tensor_input,
)
from specs.scripts._sliding_windows import Dims

SOURCE = "specs/scripts/detections.py, {what} in plain Python{more}."
SCORE = (0.0078125, 10)
DELTA = (0.03125, 120)
CLOSE = 0.015


def _distinct(count: int, seed: int, *, least: int = 0) -> list[float]:
    """Return different multiples of 1/128 over the whole range, in no particular order."""
    draw = LinearCongruentialGenerator(seed)
    values = [least + i * (240 - least) // count for i in range(count)]
    shuffled = []
    while values:
        shuffled.append(values.pop(draw.integer(0, len(values) - 1)) / 128)
    return shuffled


def _apart(name: str, boxes: Sequence[Sequence[float]], threshold: float) -> None:
    for a, b in combinations(boxes, 2):
        if abs(iou(a, b) - threshold) < CLOSE:
            raise ValueError(f"{name}: an overlap of {iou(a, b)}")


# ---------------------------------------------------------------------------- proposals


@dataclass(frozen=True)
class ProposalsCase:
    """One call of GENERATE_PROPOSALS.

    ``map_`` is (images, height, width); strides are (height, width).
    """

    name: str
    description: str
    map_: tuple[int, int, int]
    anchors: Sequence[Sequence[float]]
    sizes: Sequence[Sequence[float]]
    strides: tuple[float, float]
    before: int = -1
    after: int = -1
    iou_threshold: float = 0.5
    least: float = 1.0
    seed: int = 1
    layout: bool = True
    fed: bool = False
    as_floats: bool = False

    @property
    def dims(self) -> Dims:
        """The dimensions of the scores."""
        return (*self.map_, len(self.anchors))

    def numbers(self) -> tuple[list[float], list[float]]:
        """Return scores and deltas."""
        draw = LinearCongruentialGenerator(self.seed)
        deltas = draw.grid(prod(self.dims) * 4, -0.75, 0.75, DELTA[0])
        return _distinct(prod(self.dims), self.seed + 1), deltas

    def results(self) -> list[tuple[Any, list[float], int]]:
        """Return the formula's results, after checking that no comparison is close."""
        require_on_grid(self.name, flat([self.anchors, self.sizes]))
        scores = nested(self.numbers()[0], self.dims)
        deltas = nested(self.numbers()[1], (*self.dims[:3], self.dims[3] * 4))
        all_ = proposals(scores, deltas, self.anchors, self.sizes, self.strides, 0, 0, 1.1, 0.0)
        if len(all_) != prod(self.dims):
            raise ValueError(f"{self.name}: {len(all_)} boxes")
        for image in range(self.map_[0]):
            boxes = [box for _, box, owner in all_ if owner == image]
            _apart(self.name, boxes, self.iou_threshold)
            for box in boxes:
                if abs(min(box[2] - box[0], box[3] - box[1]) - self.least) < 0.05:
                    raise ValueError(f"{self.name}: {box} is close to the minimum size")
        kept = proposals(
            scores, deltas, self.anchors, self.sizes, self.strides, self.before, self.after,
            self.iou_threshold, self.least,
        )  # fmt: skip
        refuse_near_ties(self.name, flat([box for _, box, _ in kept]))
        return kept

    def case(self) -> SpecCase:
        """Return the spec case."""
        scores_values, deltas_values = self.numbers()
        kept = self.results()
        scores = tensor_input("scores", F32, self.dims)
        deltas = tensor_input("deltas", F32, (*self.dims[:3], self.dims[3] * 4))
        feed: Feed = {"scores": scores_values, "deltas": deltas_values}
        anchors_dims, sizes_dims = (len(self.anchors), 4), (len(self.sizes), 2)
        if self.fed:
            anchors = tensor_input("anchors", F32, anchors_dims)
            sizes = tensor_input("sizes", F32, sizes_dims)
            feed |= {"anchors": flat(self.anchors), "sizes": flat(self.sizes)}
        else:
            anchors = parameter("anchors", F32, anchors_dims, flat(self.anchors))
            sizes = parameter("sizes", F32, sizes_dims, flat(self.sizes))
        outputs = [
            output("best_scores", F32, (len(kept),)), output("best_boxes", F32, (len(kept), 4)),
            output("best_images", I32, (len(kept),)),
        ]  # fmt: skip
        feed |= {
            "best_scores": [score for score, _, _ in kept],
            "best_boxes": flat([box for _, box, _ in kept]),
            "best_images": [image for _, _, image in kept],
        }
        layout: Argument = bool_scalar("layout", False) if self.layout else False
        inputs = [
            scores, deltas, anchors, sizes, *self.strides, self.before, self.after,
            self.iou_threshold, self.least, layout,
        ]  # fmt: skip
        types = versions(
            {"scores": SCORE, "best_scores": SCORE, "deltas": DELTA}, ["sizes", "best_boxes"],
            ["anchors"],
        )  # fmt: skip
        groups = ["AddNchw(scores, deltas, layout)"] if self.layout else []
        step: Step = ("GENERATE_PROPOSALS", inputs, outputs)
        steps, feed = as_floats(step, feed) if self.as_floats else ([step], feed)
        return SpecCase(self.name, steps, [feed], types, self.description, groups)


ANCHORS = [[-8.0, -8.0, 8.0, 8.0], [-6.0, -16.0, 10.0, 12.5]]
PROPOSALS = [
    ProposalsCase("all_boxes", "No limits; two images of different sizes.", (2, 2, 3), ANCHORS,
              [[40.0, 50.0], [32.5, 61.0]], (16.0, 20.0), seed=401),
    ProposalsCase("best_before", "Only the best seven boxes are candidates.", (1, 2, 4), ANCHORS,
              [[40.0, 70.0]], (16.0, 16.0), before=7, seed=442),
    ProposalsCase("best_after", "Only the best three of each image are returned.", (2, 2, 2), ANCHORS,
              [[40.0, 40.0], [48.0, 36.0]], (20.0, 16.0), after=3, seed=443),
    ProposalsCase("both_limits", "Both limits.", (1, 3, 3), ANCHORS, [[60.0, 60.0]], (20.0, 20.0), 12,
              4, 0.3, seed=404),
    ProposalsCase("large_only", "Narrow and low boxes are dropped.", (1, 3, 3), ANCHORS, [[60.0, 60.0]],
              (20.0, 20.0), least=14.0, seed=405),
    ProposalsCase("images", "The image of each box, compared "
        "exactly.", (3, 1, 2), ANCHORS, [[40.0, 50.0]] * 3,
              (16.0, 20.0), seed=409, as_floats=True),
    ProposalsCase("none", "All boxes are too small.", (1, 1, 2), ANCHORS, [[60.0, 60.0]], (20.0, 20.0),
              least=100.0, seed=406, layout=False),
    ProposalsCase("one_anchor", "One anchor at one position.", (1, 1, 1), ANCHORS[1:], [[60.0, 60.0]],
              (20.0, 20.0), seed=407, layout=False),
    ProposalsCase("zero_limits", "A limit of zero means no limit; anchors and image sizes are "
              "model inputs.",
              (1, 2, 2), ANCHORS, [[40.0, 40.0]], (20.0, 20.0), 0, 0, seed=408, fed=True),
]  # fmt: skip


# ---------------------------------------------------------------------------- detections


@dataclass(frozen=True)
class DetectionsCase:
    """One call of DETECTION_POSTPROCESSING."""

    name: str
    description: str
    images: int
    classes: int
    regular: bool
    most: int
    per_box: int = 1
    per_class: int = 1
    score_threshold: float = 0.3
    iou_threshold: float = 0.5
    background: bool = False
    encoding: int = 4
    seed: int = 1
    as_floats: bool = False
    scales: tuple[float, ...] = (10.0, 8.0, 5.0, 4.0)
    anchors: Sequence[Sequence[float]] = (
        (0.5, 0.5, 1.0, 1.0), (0.5, 0.625, 1.0, 1.0), (0.5, 2.5, 1.0, 1.5), (2.0, 0.5, 0.75, 0.5),
        (2.0, 2.5, 1.0, 1.0), (2.125, 2.25, 1.0, 1.0),
    )  # fmt: skip

    def numbers(self) -> tuple[list[float], list[float]]:
        """Return scores and deltas."""
        count = self.images * len(self.anchors)
        deltas = LinearCongruentialGenerator(self.seed).grid(count * self.encoding, -2.0, 2.0, 0.25)
        return [s / 2 for s in _distinct(count * self.classes, self.seed + 1, least=2)], deltas

    def case(self) -> SpecCase:
        """Return the spec case."""
        count = len(self.anchors)
        scores_dims = (self.images, count, self.classes)
        deltas_dims = (self.images, count, self.encoding)
        values = self.numbers()
        scores, deltas = nested(values[0], scores_dims), nested(values[1], deltas_dims)
        settings = (
            self.scales, self.regular, self.most, self.per_box, self.per_class,
            self.score_threshold, self.iou_threshold, self.background,
        )  # fmt: skip
        found = detections(scores, deltas, self.anchors, *settings)
        everything = detections(
            scores, deltas, self.anchors, self.scales, False, 99, 1, 1, 0.0, 1.1, False
        )
        for image in everything:
            _apart(self.name, [box for _, box, _ in image], self.iou_threshold)
        if any(abs(score - self.score_threshold) < 0.003 for score in values[0]):
            raise ValueError(f"{self.name}: a score near the threshold")
        places = self.most * (1 if self.regular else self.per_box)

        def filled(rows: Sequence[Sequence[Any]], empty: Sequence[Any]) -> list[Any]:
            return flat([[*row, *[empty] * (places - len(row))] for row in rows])

        outputs = [
            output("best_scores", F32, (self.images, places)),
            output("best_boxes", F32, (self.images, places, 4)),
            output("labels", I32, (self.images, places)),
            output("counts", I32, (self.images,)),
        ]
        feed: Feed = {
            "scores": values[0], "deltas": values[1],
            "best_scores": filled([[score for score, _, _ in row] for row in found], [0.0]),
            "best_boxes": filled([[box for _, box, _ in row] for row in found], [0.0] * 4),
            "labels": filled([[label for _, _, label in row] for row in found], [0]),
            "counts": [len(row) for row in found],
        }  # fmt: skip
        inputs = [
            tensor_input("scores", F32, scores_dims), tensor_input("deltas", F32, deltas_dims),
            parameter("anchors", F32, (count, 4), flat(self.anchors)), *self.scales, self.regular,
            self.most, self.per_box, self.per_class, self.score_threshold, self.iou_threshold,
            self.background,
        ]  # fmt: skip
        types = versions({}, quantized=False)
        step: Step = ("DETECTION_POSTPROCESSING", inputs, outputs)
        steps, feed = as_floats(step, feed) if self.as_floats else ([step], feed)
        return SpecCase(self.name, steps, [feed], types, self.description)


DETECTIONS = [
    DetectionsCase("fast", "Fast NMS over all classes; the best class of each box.", 1, 3, False,
               9, seed=421, score_threshold=0.1, iou_threshold=0.25),
    DetectionsCase("fast_two_classes", "Fast NMS; the two best classes of each box; two "
        "images.", 2, 4, False, 3,
               2, background=True, seed=422),
    DetectionsCase("fast_more_classes_than_there_are", "More classes are requested than exist: the "
               "remaining output elements are 0.", 1, 3, False, 3, 4, seed=423),
    DetectionsCase("regular", "Regular NMS within each class.", 1, 3, True, 12, per_class=9, seed=424,
               score_threshold=0.1, iou_threshold=0.25),
    DetectionsCase("regular_per_class", "One detection for each class at most; two images.", 2, 4, True,
               5, per_class=1, background=True, seed=465),
    DetectionsCase("regular_limited", "The best two over all classes.", 1, 4, True, 2, per_class=3,
               seed=426),
    *(
        DetectionsCase(f"{name}_labels{suffix}", f"Labels and counts ({name}), compared exactly; "
            "labels start "
                   f"at {int(background)}.", 1, 4, regular, 6, 2, 3, background=background,
                   seed=435, as_floats=True, iou_threshold=0.25)
        for name, regular in (("fast", False), ("regular", True))
        for suffix, background in (("", False), ("_with_background", True))
    ),
    DetectionsCase("longer_encoding", "Deltas of six values, of which only the first four are "
        "used.", 1, 2, False, 4,
               encoding=6, seed=427),
    DetectionsCase("none_found", "No score reaches the threshold.", 1, 3, False, 2,
               score_threshold=0.99, seed=428),
    DetectionsCase("none_found_regular", "No score reaches the threshold, class by class.", 1, 3, True,
               2, score_threshold=0.99, seed=429),
    DetectionsCase("no_thresholds", "Thresholds of 0 and nearly 1: every box is "
        "detected.", 1, 2, True, 6,
               per_class=6, score_threshold=0.0, iou_threshold=0.99, seed=434),
    DetectionsCase("single", "One anchor.", 1, 2, False, 1, seed=431, score_threshold=0.05,
               anchors=((1.0, 1.0, 1.5, 2.0),)),
]  # fmt: skip


# ---------------------------------------------------------------------------- heatmaps

Grid = Sequence[Sequence[float]]


@dataclass(frozen=True)
class HeatmapsCase:
    """One call of HEATMAP_MAX_KEYPOINT: square maps by box and keypoint, in units of 1/16."""

    name: str
    description: str
    maps: Sequence[Sequence[Grid]]
    boxes: Sequence[Sequence[float]]
    layout: bool = False
    target: tuple[float, int] = (0.011, 20)

    def results(self) -> tuple[list[Any], list[Any]]:
        """Return scores and keypoints.

        Raises ``ValueError`` for maps that are flat only in float16.
        """
        require_on_grid(self.name, flat(self.boxes))
        scores: list[Any] = []
        points: list[Any] = []
        for maps, box in zip(self.maps, self.boxes, strict=True):
            for grid in maps:
                real = fractions([[value / 16 for value in row] for row in grid])
                found = [keypoint(real, fractions(box), Fraction(1, 10**k)) for k in (3, 5)]
                if found[0] != found[1]:
                    raise ValueError(f"{self.name}: nearly flat")
                scores.append(found[0][0])
                points += found[0][1:]
        refuse_near_ties(self.name, points)
        return scores, points

    def case(self) -> SpecCase:
        """Return the spec case."""
        scores, points = self.results()
        for score in scores:
            quantize(score, Q8, *self.target)
        count, keypoints, size = len(self.maps), len(self.maps[0]), len(self.maps[0][0])
        array = np.array(self.maps, dtype=np.float64) / 16
        x = tensor_input("heatmaps", F32, (count, size, size, keypoints))
        feed = {
            "heatmaps": array.transpose(0, 2, 3, 1).ravel().tolist(),
            "scores": [float32(score) for score in scores],
            "points": [float32(point) for point in points],
        }
        boxes = parameter("boxes", F32, (count, 4), flat(self.boxes))
        outputs = [
            output("scores", F32, (count, keypoints)), output("points", F32, (count, keypoints, 2)),
        ]  # fmt: skip
        layout: Argument = bool_scalar("layout", False) if self.layout else False
        types = versions({"heatmaps": (0.0625, 40), "scores": self.target}, ["boxes", "points"])
        groups = ["AddNchw(heatmaps, layout)"] if self.layout else []
        step = ("HEATMAP_MAX_KEYPOINT", [x, boxes, layout], outputs)
        return SpecCase(self.name, [step], [feed], types, self.description, groups)


BOX = [3.0, 5.0, 17.0, 12.5]
OTHER_BOX = [3.0, 5.0, 16.625, 12.875]
INSIDE = [[1, 3, 2, 0], [4, 9, 11, 3], [2, 8, 14, 5], [0, 3, 6, 1]]
SLOPE = [[0, 1, 2, 3], [1, 2, 4, 6], [2, 4, 7, 11], [3, 6, 11, 18]]
RIDGE = [[0, 2, 9, 2], [1, 3, 10, 3], [0, 3, 13, 4], [1, 2, 8, 2]]
HEATMAPS = [
    HeatmapsCase("inside", "Peaks inside the map; two boxes with two keypoints; both layouts.",
             [[INSIDE, RIDGE], [[row[::-1] for row in INSIDE], INSIDE[::-1]]],
             [BOX, [0.0, 0.0, 9.5, 40.0]], layout=True),
    HeatmapsCase("corner", "Peaks in the four corners: the neighbourhood is mirrored.",
             [[SLOPE, SLOPE[::-1], [row[::-1] for row in SLOPE],
               [row[::-1] for row in SLOPE[::-1]]]], [OTHER_BOX]),
    HeatmapsCase("edge", "Peaks at the edges of the map, not in a corner.",
             [[[[0, 4, 3, 1], [2, 9, 7, 2], [5, 15, 10, 3], [6, 18, 12, 4]],
               [[0, 2, 5, 6], [4, 9, 15, 18], [3, 7, 10, 12], [1, 2, 3, 4]]]], [OTHER_BOX],
             layout=True),
    HeatmapsCase("flat", "A flat map: the peak is its first cell, without refinement.",
             [[[[5] * 3] * 3]], [BOX]),
    HeatmapsCase("first_of_equals", "Of equal cells the first is the peak.",
             [[[[0, 1, 0, 0], [1, 12, 2, 1], [0, 1, 12, 3], [0, 0, 2, 0]]]], [BOX]),
    HeatmapsCase("far", "A peak more than 1.5 cells away is moved closer; both coordinates are "
                    "scaled alike.",
             [[[[9, 2, -16], [3, 11, 7], [-16, 7, 10]]]], [BOX]),
    HeatmapsCase("smallest", "A map of 2 x 2 cells.", [[[[3, 5], [9, 4]]]], [BOX]),
    HeatmapsCase("no_size", "A box without size: every keypoint is its corner.",
             [[INSIDE]], [[4.0, 6.125, 4.0, 6.125]]),
]  # fmt: skip


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    generated = GeneratedSpecFile(
        "V1_2/generate_proposals.mod.py",
        "GENERATE_PROPOSALS: limits, thresholds, images, layouts, every data type. Boxes are "
        "ordered by image and descending score.", SOURCE.format(what="the steps of the "
            "contract's text", more=""),
    )  # fmt: skip
    generated.add(*(entry.case() for entry in PROPOSALS))
    found = GeneratedSpecFile(
        "V1_2/detection_postprocessing.mod.py",
        "DETECTION_POSTPROCESSING: both algorithms, limits, thresholds, labels, images, every data "
        "type. Detections are ordered by descending score (fast NMS: of the boxes).",
        SOURCE.format(what="the steps of the contract's text", more=""),
    )
    found.add(*(entry.case() for entry in DETECTIONS))
    peaks = GeneratedSpecFile(
        "V1_2/heatmap_max_keypoint.mod.py",
        "HEATMAP_MAX_KEYPOINT: peaks inside, at edges and in corners, flat maps, distant peaks, "
        "layouts, every data type.",
        SOURCE.format(
            what="the quadratic approximation in exact fractions",
            more="; checked against NumPy's linear solver",
        ),
    )
    peaks.add(*(entry.case() for entry in HEATMAPS))
    return collect_files(generated, found, peaks)


def cross_check() -> str:
    """Compare peaks inside their maps with a least-squares fit of the polynomial."""
    tally = _litert_runner.ComparisonTally()
    for entry in HEATMAPS:
        scores, points = entry.results()
        grids = [(np.array(g) / 16, box) for maps, box in zip(entry.maps, entry.boxes, strict=True)
                 for g in maps]  # fmt: skip
        for number, (grid, box) in enumerate(grids):
            if np.ptp(grid) == 0:
                continue
            row, column = np.unravel_index(grid.argmax(), grid.shape)
            around = np.pad(grid, 1, mode="reflect")[row : row + 3, column : column + 3]
            gradient = np.gradient(around)
            second = [[np.diff(around[1], 2)[0], 0.0], [0.0, np.diff(around[:, 1], 2)[0]]]
            second[0][1] = second[1][0] = np.gradient(gradient[0], axis=1)[1, 1]
            slope = np.array([gradient[1][1, 1], gradient[0][1, 1]])
            move = np.linalg.solve(second, -slope)
            move /= max(1.0, np.abs(move).max() / 1.5)
            score = around[1, 1] + slope @ move + move @ np.array(second) @ move / 2
            place = (np.array([column, row]) + move + 0.5) / len(grid)
            corner, extent = np.array(box[:2]), np.array(box[2:]) - np.array(box[:2])
            tally.floats(entry.name, float(scores[number]), score)
            wanted = [float(p) for p in points[2 * number : 2 * number + 2]]
            tally.floats(entry.name, wanted, corner + place * extent)
    return str(tally)
