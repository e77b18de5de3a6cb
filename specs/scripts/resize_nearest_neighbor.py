"""Specs of RESIZE_NEAREST_NEIGHBOR.

Output pixel i is a copy of input pixel floor(i * in / out); with half-pixel centres of floor((i +
1/2) * in / out); with aligned corners of i * (in - 1) / (out - 1), rounded to nearest with ties
upwards. Positions are exact fractions; sizes for which float32 arithmetic would select another
pixel are refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, prod

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    Q8,
    Q8S,
    RELAXED,
    Argument,
    SpecCase,
    GeneratedSpecFile,
    DataTypeVariation,
    Variation,
    bool_scalar,
    collect_files,
    float32_scalar,
    output,
    tensor_input,
)
from specs.scripts._data_movement import Index, apply_source
from specs.scripts._sliding_windows import Dims, Pair

SOURCE = (
    "specs/scripts/resize_nearest_neighbor.py, positions in exact fractions; checked against "
    "LiteRT's reference kernels and, where it has the mode, PyTorch."
)
HALF = Fraction(1, 2)


def pixel(i: int, size: int, out: int, align: bool, half: bool) -> int:
    """Return the input pixel that output pixel ``i`` copies."""
    step = Fraction(size - 1, out - 1) if align and out > 1 else Fraction(size, out)
    where = i * step + (step / 2 if half else 0)
    found = floor(where + HALF) if align else floor(where)
    single = np.float32(i + 0.5 if half else i) * np.float32(step)
    if found != floor(single + np.float32(0.5) if align else single):
        raise ValueError(f"pixel {i} of {size} resized to {out}: float32 arithmetic selects "
            "another pixel")
    return min(found, size - 1)


@dataclass(frozen=True)
class NearestResizeCase:
    """One call. ``to`` is (width, height), or two factors if they are floats."""

    name: str
    description: str
    image: Dims
    to: tuple[int, int] | tuple[float, float]
    flags: int = 1
    """How many of layout, align_corners and half_pixel_centers are given."""
    align: bool = False
    half: bool = False

    @property
    def size(self) -> Pair:
        """The output's width and height."""
        width, height = self.to
        if isinstance(width, float):
            return floor(self.image[2] * width), floor(self.image[1] * height)
        return int(width), int(height)

    def numbers(self) -> tuple[list[float], Dims, list[float]]:
        """Return input and result."""
        width, height = self.size
        dims = (self.image[0], height, width, self.image[3])

        def source(index: Index) -> Index:
            n, row, column, channel = index
            return (
                n,
                pixel(row, self.image[1], height, self.align, self.half),
                pixel(column, self.image[2], width, self.align, self.half),
                channel,
            )

        x = [float(1 + i) for i in range(prod(self.image))]
        return x, dims, apply_source(x, self.image, dims, source)


PLAIN = [
    NearestResizeCase("up", "Enlarging by different factors on the axes: width and height swapped show.",
           (1, 2, 3, 2), (5, 3)),
    NearestResizeCase("up_integer", "Enlarging by integer factors: every pixel is repeated equally often.",
           (1, 2, 2, 1), (6, 4)),
    NearestResizeCase("down", "Shrinking: pixels are omitted.", (1, 7, 5, 2), (2, 3)),
    NearestResizeCase("mixed", "Wider and lower, two images.", (2, 6, 3, 1), (5, 4)),
    NearestResizeCase("same_size", "The same size copies.", (1, 3, 4, 3), (4, 3)),
    NearestResizeCase("to_one_pixel", "To a single pixel: the first one.", (1, 3, 4, 2), (1, 1)),
    NearestResizeCase("from_one_pixel", "From a single pixel.", (1, 1, 1, 3), (3, 2)),
    NearestResizeCase("single_row", "Height 1 stays 1.", (1, 1, 5, 1), (7, 1)),
    NearestResizeCase("factors", "By factors: the size is rounded down, and the sampling follows the ratio "
           "of the sizes and not the factor.", (1, 5, 3, 2), (1.5, 0.75)),
    NearestResizeCase("factors_two_images", "By factors, two images.", (2, 3, 5, 2), (0.5, 2.25)),
    NearestResizeCase("factors_one", "Factors of 1 copy.", (1, 2, 3, 1), (1.0, 1.0)),
]  # fmt: skip
CENTERS = [
    NearestResizeCase("align_corners_up", "Aligned corners, enlarging.", (1, 3, 4, 2), (6, 5), 2, align=True),
    NearestResizeCase("align_corners_ties", "Aligned corners; exactly between two pixels, the later one is "
        "copied.",
           (1, 2, 3, 1), (5, 3), 2, align=True),
    NearestResizeCase("align_corners_down", "Aligned corners, shrinking.", (1, 7, 6, 1), (4, 3), 2,
           align=True),
    NearestResizeCase("align_corners_one", "Aligned corners with an output of width 1: the first pixel.",
           (1, 3, 4, 1), (1, 5), 3, align=True),
    NearestResizeCase("half_pixel_up", "Half pixel centres, enlarging.", (1, 3, 2, 2), (5, 7), 3, half=True),
    NearestResizeCase("half_pixel_down", "Half pixel centres, shrinking.", (1, 7, 6, 1), (4, 3), 3,
           half=True),
    NearestResizeCase("half_pixel_one", "Half pixel centres, to a single pixel: the middle one.",
           (1, 5, 3, 2), (1, 1), 3, half=True),
    NearestResizeCase("half_pixel_factors", "Half pixel centres, by factors.", (1, 4, 3, 2), (1.75, 0.75), 3,
           half=True),
    NearestResizeCase("align_corners_factors", "Aligned corners, by factors.", (1, 4, 3, 2), (1.75, 0.75), 3,
           align=True),
    NearestResizeCase("both_off", "Both flags given and off.", (1, 3, 4, 1), (3, 5), 3),
]  # fmt: skip


def case(resizing: NearestResizeCase) -> SpecCase:
    """Return the spec case of a call."""
    x_values, dims, y_values = resizing.numbers()
    x, y = tensor_input("x", F32, resizing.image), output("y", F32, dims)
    inputs: list[Argument] = [x, *resizing.to]
    if isinstance(resizing.to[0], float):
        inputs[1:] = [
            float32_scalar("width_factor", resizing.to[0]),
            float32_scalar("height_factor", resizing.to[1]),
        ]
    flags: list[Argument] = [bool_scalar("layout", False), resizing.align, resizing.half]
    inputs += flags[: resizing.flags]
    quant8 = DataTypeVariation("quant8", {"x": (Q8, 0.5, 41), "y": (Q8, 0.5, 41)})
    signed = DataTypeVariation("quant8_signed", {"x": (Q8S, 0.5, -87), "y": (Q8S, 0.5, -87)})
    versions: dict[str, Sequence[Variation]] = {
        "V1_2": [DEFAULT, RELAXED, FLOAT16, quant8],
        "V1_3": [signed],
    }
    if resizing.flags > 1:
        versions = {"V1_3": [DEFAULT, RELAXED, FLOAT16, quant8, signed]}
    return SpecCase(
        resizing.name,
        [("RESIZE_NEAREST_NEIGHBOR", inputs, [y])],
        [{"x": x_values, "y": y_values}],
        versions,
        resizing.description,
        ["AddNchw(x, y, layout)"],
    )


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    modes = "align_corners, half_pixel_centers"
    out = []
    for suffix, description, cases in (
        ("", "by size and by factors, both layouts, every data type.", PLAIN),
        ("_centers", f"{modes} (HAL 1.3), both layouts, every data type.", CENTERS),
    ):
        spec = GeneratedSpecFile(
            f"V1_2/resize_nearest_neighbor{suffix}.mod.py",
            f"RESIZE_NEAREST_NEIGHBOR: {description}",
            SOURCE,
        )
        spec.add(*map(case, cases))
        out.append(spec)
    return collect_files(*out)


def cross_check() -> str:
    """Compare the results with LiteRT's reference kernels and PyTorch."""
    import torch  # noqa: PLC0415 - optional

    tally, tensor = _litert_runner.ComparisonTally(), _litert_runner.LitertTensor
    for resizing in PLAIN + CENTERS:
        x_values, dims, y_values = resizing.numbers()
        size = np.array(resizing.size[::-1])
        values: dict[str, object] = {
            "alignCorners": resizing.align,
            "halfPixelCenters": resizing.half,
        }
        actual = _litert_runner.run_operation(
            "RESIZE_NEAREST_NEIGHBOR",
            [
                tensor(resizing.image, data=np.array(x_values)),
                tensor((2,), "int32", data=size, constant=True),
            ],
            [tensor(dims)],
            "ResizeNearestNeighborOptions",
            values,
            3,
        )[0]
        tally.floats(resizing.name, y_values, actual)
        if not resizing.align:
            x = torch.tensor(x_values).reshape(resizing.image).permute(0, 3, 1, 2)
            mode = "nearest-exact" if resizing.half else "nearest"
            y = torch.nn.functional.interpolate(x, tuple(size.tolist()), mode=mode)
            tally.floats(resizing.name, y_values, y.permute(0, 2, 3, 1).numpy())
    return str(tally)
