"""Specs of ROI_ALIGN and ROI_POOLING.

The expected values come from ``_boxes.roi_align`` and ``_boxes.roi_pooling`` in exact fractions.
Maps are on grids that every type represents exactly, regions on multiples of 1/8; no quantized
result is near a rounding tie, except where a case on codes says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._box_types import Q16, flat, fractions, nested, require_on_grid, versions
from specs.scripts._boxes import roi_align, roi_pooling
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    I32,
    Q8,
    Q8S,
    Argument,
    SpecCase,
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    require_beyond_float16,
    bool_scalar,
    collect_files,
    internal,
    output,
    parameter,
    quantize,
    round_half_away,
    tensor_input,
)
from specs.scripts._sliding_windows import Dims, Pair

SOURCE = (
    "specs/scripts/regions.py, {what} in exact fractions in plain loops (rounded half away from "
    "zero where quantized); checked against PyTorch."
)
MAP = (0.25, 121)
"""Scale and zero point of quantized maps."""


@dataclass(frozen=True)
class RegionsCase:
    """One call; pairs are (height, width). Without ``samples`` it is ROI_POOLING."""

    name: str
    description: str
    image: Dims
    rois: Sequence[Sequence[float]]
    images: Sequence[int]
    out: Pair
    strides: tuple[float, float] = (1.0, 1.0)
    samples: Pair | None = (2, 2)
    layout: bool = False
    all_types: bool = True
    seed: int = 1
    target: tuple[float, int] = (0.19, 130)
    fed: bool = False
    """Regions are model inputs, unknown before the request."""
    fine: bool = False

    @property
    def dims(self) -> Dims:
        """The dimensions of the output."""
        return (len(self.rois), *self.out, self.image[3])

    def maps(self) -> list[float]:
        """Return the feature maps, drawn from the seed."""
        if self.fine:
            return LinearCongruentialGenerator(self.seed).grid(prod(self.image), -3.0, 3.0, 2.0**-16)
        return LinearCongruentialGenerator(self.seed).grid(prod(self.image), -16.0, 16.0, 0.25)

    def results(self) -> list[Any]:
        """Return the results of the formula."""
        require_on_grid(self.name, flat(self.rois))
        maps = fractions(nested(self.maps(), self.image))
        strides = Fraction(self.strides[0]), Fraction(self.strides[1])
        rois = fractions(self.rois)
        if self.samples is None:
            return roi_pooling(maps, rois, self.images, self.out, strides)
        return roi_align(maps, rois, self.images, self.out, strides, self.samples)

    def case(self) -> SpecCase:
        """Return the spec case."""
        y_values = self.results()
        target = self.target if self.samples is not None else MAP
        if self.fine:
            require_beyond_float16(self.name, y_values)
        elif self.all_types:
            for value in y_values:
                quantize(value, Q8, *target)
        x, y = tensor_input("x", F32, self.image), output("y", F32, self.dims)
        rois_dims, images_dims = (len(self.rois), 4), (len(self.rois),)
        feed = {"x": self.maps(), "y": y_values}
        if self.fed:
            rois = tensor_input("rois", F32, rois_dims)
            images = tensor_input("images", I32, images_dims)
            feed |= {"rois": flat(self.rois), "images": list(self.images)}
        else:
            rois = parameter("rois", F32, rois_dims, flat(self.rois))
            images = parameter("images", I32, images_dims, list(self.images))
        inputs: list[Argument] = [x, rois, images, *self.out, *self.strides]
        inputs += self.samples or ()
        inputs.append(bool_scalar("layout", False) if self.layout else False)
        operation = "ROI_POOLING" if self.samples is None else "ROI_ALIGN"
        types = versions({"x": MAP, "y": target}, ["rois"], quantized=not self.fine)
        if not self.all_types:
            types = {"V1_2": [DEFAULT]}
        groups = ["AddNchw(x, y, layout)"] if self.layout else []
        step = (operation, inputs, [y])
        return SpecCase(self.name, [step], [feed], types, self.description, groups)


ALIGN = [
    RegionsCase("two_points", "Two points each way in a bin, ratios 2 and 4, two images; both layouts.",
            (2, 4, 5, 2), [[0, 0, 6, 5], [4.5, 1, 18.5, 7.5], [2, 2, 10, 6]], [0, 0, 1], (2, 3),
            (2.0, 4.0), layout=True, seed=201),
    RegionsCase("as_many_as_needed", "As many points as positions in a bin, rounded up, which differs "
            "by region and axis; both layouts.",
            (1, 6, 7, 1), [[0, 0, 7, 6], [1.25, 0.5, 3.5, 5.75], [0.5, 1, 5.375, 2.125]],
            [0, 0, 0], (2, 2), samples=(0, 0), layout=True, seed=202),
    RegionsCase("one_axis_as_needed", "A number of points for rows, as many as needed for columns.",
            (1, 4, 6, 2), [[0, 0.5, 5.5, 3], [0.25, 0.25, 2.25, 4]], [0, 0], (1, 2),
            samples=(3, 0), seed=203),
    RegionsCase("other_axis_as_needed", "As many as needed for rows, a number for columns.",
            (1, 6, 4, 2), [[0.5, 0, 3, 5.5]], [0], (2, 1), samples=(0, 3), seed=204),
    RegionsCase("small", "Regions below one position are one position long, from their first corner.",
            (1, 4, 4, 1), [[1, 1, 1, 1], [2.25, 1.5, 2.5, 1.625], [0.5, 1, 0.75, 3]], [0, 0, 0],
            (2, 2), samples=(1, 1), seed=205),
    RegionsCase("edge", "Points beyond the last position take the edge; a region up to the corner.",
            (1, 3, 4, 1), [[2, 1, 4, 3], [4, 3, 4, 3], [3, 0, 4, 3]], [0, 0, 0], (2, 2), seed=206),
    RegionsCase("more_bins_than_positions", "An output larger than the map.",
            (1, 2, 2, 1), [[0, 0, 2, 2]], [0], (3, 5), samples=(1, 1), target=(0.21, 131),
            seed=207),
    RegionsCase("one_pixel", "A map of one position.", (1, 1, 1, 3), [[0, 0, 1, 1], [0.5, 0, 1, 0.5]],
            [0, 0], (2, 1), seed=208),
    RegionsCase("ratio_below_one", "A map that is larger than the image.",
            (1, 4, 6, 1), [[0, 0, 3, 1], [1, 0.5, 2.5, 1]], [0, 0], (2, 2), (0.25, 0.5),
            samples=(0, 0), seed=209),
    RegionsCase("later_images", "Images in any order and not all of them; regions come with the "
            "request.",
            (3, 3, 3, 2), [[0, 0, 3, 3], [1, 0, 2.5, 2], [0.5, 1.5, 3, 3]], [2, 0, 0], (2, 2),
            fed=True, seed=210),
    RegionsCase("fine", "Maps and results that float32 holds and float16 does not.",
            (1, 4, 4, 1), [[0, 0, 3, 3]], [0], (2, 2), seed=211, fine=True),
]  # fmt: skip
POOL = [
    RegionsCase("two_images", "Ratios 2 and 4, two images; both layouts.",
            (2, 4, 5, 2), [[0, 0, 6, 5], [4.5, 1, 17.5, 6.5], [2, 2, 10, 6]], [0, 0, 1], (2, 3),
            (2.0, 4.0), None, layout=True, seed=221),
    RegionsCase("shared_positions", "Bins that share positions, because 7 x 5 positions are no "
            "multiple of 3 x 2; both layouts.",
            (1, 6, 8, 1), [[0, 0, 6, 4]], [0], (2, 3), samples=None, layout=True, seed=222),
    RegionsCase("rounded", "Corners are rounded to positions, halves up, and both belong to the "
            "region.",
            (1, 6, 6, 1), [[0.5, 1.5, 2.5, 3.5], [0.375, 1.25, 2.375, 3.375], [2, 2, 2, 2]],
            [0, 0, 0], (2, 2), samples=None, seed=223),
    RegionsCase("edge", "Regions up to the corner of the map.",
            (1, 4, 5, 2), [[3, 2, 4, 3], [0, 0, 4.375, 3.25], [4, 3, 4, 3]], [0, 0, 0], (2, 1),
            samples=None, seed=224),
    RegionsCase("more_bins_than_positions", "An output larger than the region.",
            (1, 3, 3, 1), [[0, 0, 1, 1], [1, 1, 1, 1]], [0, 0], (3, 5), samples=None, seed=225),
    RegionsCase("one_pixel", "A map of one position.", (1, 1, 1, 3), [[0, 0, 0, 0]], [0], (2, 1),
            samples=None, seed=226),
    RegionsCase("ratio_below_one", "A map that is larger than the image.",
            (1, 4, 6, 1), [[0, 0, 2.5, 0.75], [0.5, 0.25, 2, 0.5]], [0, 0], (2, 2), (0.25, 0.5),
            None, seed=227),
    RegionsCase("later_images", "Images in any order and not all of them; regions come with the "
            "request.",
            (3, 3, 3, 2), [[0, 0, 2, 2], [1, 0, 2, 1], [0, 1, 2, 2]], [2, 0, 0], (2, 2),
            samples=None, fed=True, seed=228),
    RegionsCase("fine", "Maps and results that float32 holds and float16 does not.",
            (1, 4, 4, 1), [[0, 0, 3, 3]], [0], (2, 2), samples=None, seed=229, fine=True),
]  # fmt: skip


def _ties(type_: str) -> SpecCase:
    """Return averages of two neighbouring codes, which are halfway between codes."""
    low = 0 if type_ == Q8 else -128
    zero = low + 100
    steps = [0, 1, 0, -1, 1, 1, -1, -1, 0]
    pairs = [(0, 1), (1, 2), (2, 3), (5, 6), (3, 4), (7, 8)]
    halves = [Fraction(steps[i] + steps[j], 2) for i, j in pairs]
    if not {Fraction(1, 2), Fraction(-1, 2)} <= set(halves):
        raise ValueError(f"no ties on both sides: {halves}")
    x = tensor_input("x", type_, (1, 1, 9, 1), 0.5, zero)
    # one point in the middle between two neighbours; 16-bit coordinates have units of 1/8
    rois = [code for i, j in pairs for code in (8 * i, 0, 8 * j, 0)]
    operand = parameter("rois", Q16, (len(pairs), 4), rois, 0.125)
    images = parameter("images", I32, (len(pairs),), [0] * len(pairs))
    y = output("y", type_, (len(pairs), 1, 1, 1), 0.5, zero)
    return SpecCase(
        "ties" if type_ == Q8 else "ties_signed",
        [("ROI_ALIGN", [x, operand, images, 1, 1, 1.0, 1.0, 1, 1, False], [y])],
        [{"x": [step + zero for step in steps], "y": [round_half_away(v) + zero for v in halves]}],
        {"V1_2" if type_ == Q8 else "V1_3": [DEFAULT]},
        "Averages halfway between two codes are rounded away from zero.",
    )


def _saturated(type_: str) -> SpecCase:
    """Return a case whose output scale is below the map's, so that both ends saturate."""
    low = 0 if type_ == Q8 else -128
    dims = (1, 2, 4, 1)
    codes = [low, low, low + 255, low + 255] * 2
    x = tensor_input("x", type_, dims, 0.5, low + 128)
    maps = nested([Fraction(c - low - 128, 2) for c in codes], dims)
    values = roi_align(maps, [[0, 0, 4, 2]], [0], (2, 4), (Fraction(1), Fraction(1)), (1, 1))
    y = [quantize(v, type_, 0.13, low + 90) for v in values]
    if not {low, low + 255} <= set(y):
        raise ValueError(f"not saturated: {y}")
    operand = parameter("rois", Q16, (1, 4), [0, 0, 32, 16], 0.125)
    images = parameter("images", I32, (1,), [0])
    target = output("y", type_, dims, 0.13, low + 90)
    return SpecCase(
        "saturated" if type_ == Q8 else "saturated_signed",
        [("ROI_ALIGN", [x, operand, images, 2, 4, 1.0, 1.0, 1, 1, False], [target])],
        [{"x": codes, "y": y}],
        {"V1_2" if type_ == Q8 else "V1_3": [DEFAULT]},
        "Another output scale and zero point; results beyond both ends of the range.",
    )


def _none() -> SpecCase:
    """Return a case without regions: no score reaches the threshold of BOX_WITH_NMS_LIMIT."""
    scores = tensor_input("scores", F32, (2, 2))
    boxes = parameter("boxes", F32, (2, 8), [0.0, 0.0, 1.0, 1.0] * 4)
    owner = parameter("owner", I32, (2,), [0, 0])
    kept = [
        output("kept_scores", F32, (0,)), internal("kept_boxes", F32, (0, 4)),
        output("kept_classes", I32, (0,)), internal("kept_images", I32, (0,)),
    ]  # fmt: skip
    x, y = tensor_input("x", F32, (1, 2, 3, 2)), output("y", F32, (0, 3, 2, 2))
    layout = bool_scalar("layout", False)
    feed = {
        "scores": [0.0, 0.25, 0.125, 0.375], "x": [0.5 * i for i in range(12)], "y": [],
        "kept_scores": [], "kept_classes": [],
    }  # fmt: skip
    codes = {"scores": (0.125, 3), "kept_scores": (0.125, 3), "x": MAP, "y": (0.3, 7)}
    return SpecCase(
        "no_region",
        [("BOX_WITH_NMS_LIMIT", [scores, boxes, owner, 0.5, -1, 0, 0.5, 1.0, 0.25], kept),
         ("ROI_ALIGN", [x, kept[1], kept[3], 3, 2, 1.0, 1.0, 2, 2, layout], [y])],
        [feed], versions(codes, ["boxes", "kept_boxes"]),
        "No region at all, because the operation before keeps no box.", ["AddNchw(x, y, layout)"],
    )  # fmt: skip


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    align = GeneratedSpecFile(
        "V1_2/roi_align.mod.py",
        "ROI_ALIGN: numbers of points, ratios, regions at the edge and below one position, several "
        "images, none at all, layouts, every data type.",
        SOURCE.format(what="averages of interpolated points"),
    )
    align.add(*(regions.case() for regions in ALIGN), _none())
    align.add(_ties(Q8), _ties(Q8S), _saturated(Q8), _saturated(Q8S))
    pool = GeneratedSpecFile(
        "V1_2/roi_pooling.mod.py",
        "ROI_POOLING: bins that share positions, rounded corners, ratios, regions at the edge, "
        "several images, layouts, every data type.", SOURCE.format(what="maxima over bins"),
    )  # fmt: skip
    pool.add(*(regions.case() for regions in POOL))
    return collect_files(align, pool)


def _torch(regions: RegionsCase) -> dict[int, np.ndarray]:
    """Return PyTorch's result for each region.

    ROI_ALIGN is computed by grid sampling and averaging, ROI_POOLING by adaptive pooling.
    """
    import torch  # noqa: PLC0415 - optional

    maps = torch.tensor(regions.maps(), dtype=torch.float64).reshape(regions.image)
    maps = maps.permute(0, 3, 1, 2)
    sizes = regions.image[1:3]
    out = {}
    for number, (roi, image) in enumerate(zip(regions.rois, regions.images, strict=True)):
        low = [roi[1] / regions.strides[0], roi[0] / regions.strides[1]]
        high = [roi[3] / regions.strides[0], roi[2] / regions.strides[1]]
        if regions.samples is None:
            first, last = ([int(v + 0.5) for v in corner] for corner in (low, high))
            if last[0] >= sizes[0] or last[1] >= sizes[1]:
                continue  # PyTorch has no counterpart of bins outside the map
            part = maps[image, :, first[0] : last[0] + 1, first[1] : last[1] + 1]
            pooled = torch.nn.functional.adaptive_max_pool2d(part, regions.out)
            out[number] = pooled.permute(1, 2, 0).numpy()
            continue
        axes, counts = [], []
        for k in (0, 1):
            length = max(high[k] - low[k], 1.0)
            count = regions.samples[k] or int(np.ceil(length / regions.out[k]))
            cells = regions.out[k] * count
            places = low[k] + length * (torch.arange(cells, dtype=torch.float64) + 0.5) / cells
            axes.append(places * 2 / max(sizes[k] - 1, 1) - 1)
            counts.append(count)
        y, x = torch.meshgrid(*axes, indexing="ij")
        fine = torch.nn.functional.grid_sample(
            maps[image][None], torch.stack([x, y], dim=-1)[None], "bilinear", "border",
            align_corners=True,
        )  # fmt: skip
        averages = torch.nn.functional.avg_pool2d(fine, counts)[0]
        out[number] = averages.permute(1, 2, 0).numpy()
    return out


def cross_check() -> str:
    """Compare the results with PyTorch."""
    tally = _litert_runner.ComparisonTally()
    for regions in (*ALIGN, *POOL):
        expected = np.array([float(v) for v in regions.results()]).reshape(regions.dims)
        for number, actual in _torch(regions).items():
            tally.floats(regions.name, expected[number], actual)
    return str(tally)
