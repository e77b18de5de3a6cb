"""Specs of RESIZE_BILINEAR.

Output position i corresponds to input position i * in / out; with aligned corners to i * (in - 1) /
(out - 1); with half-pixel centres to (i + 1/2) * in / out - 1/2. Positions are clamped to the
image; the value is interpolated linearly along each axis, in exact fractions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
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
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    DataTypeVariation,
    Variation,
    bool_scalar,
    collect_files,
    float32_scalar,
    output,
    quantize,
    tensor_input,
)
from specs.scripts._sliding_windows import Dims, Pair, flat_index

SOURCE = (
    "specs/scripts/resize_bilinear.py, interpolation in exact fractions in plain loops; checked "
    "against LiteRT's reference kernels and, where it has the mode, PyTorch."
)
SCALE, ZERO = 0.0625, 121
ALL = ("float32", RELAXED, FLOAT16, "quant8", "signed")
SHORT = ("float32",)


def position(i: int, size: int, out: int, align: bool, half: bool) -> Fraction:
    """Return the position of output index ``i`` on the input axis."""
    if align and out > 1:
        where = Fraction(i * (size - 1), out - 1)
    elif half:
        where = Fraction(2 * i + 1, 2) * Fraction(size, out) - Fraction(1, 2)
    else:
        where = Fraction(i * size, out)
    return min(max(where, Fraction(0)), Fraction(size - 1))


def resize(
    x: Sequence[float], image: Dims, size: Pair, align: bool, half: bool
) -> tuple[Dims, list[Fraction]]:
    """Return the resized image; ``size`` is (width, height)."""
    dims = (image[0], size[1], size[0], image[3])
    out = []
    for n, i, j, k in product(*map(range, dims)):
        total = Fraction(0)
        rows = position(i, image[1], size[1], align, half)
        columns = position(j, image[2], size[0], align, half)
        for row in (floor(rows), floor(rows) + 1):
            for column in (floor(columns), floor(columns) + 1):
                weight = (1 - abs(rows - row)) * (1 - abs(columns - column))
                if weight:
                    total += weight * Fraction(x[flat_index(image, n, row, column, k)])
        out.append(total)
    return dims, out


@dataclass(frozen=True)
class BilinearResizeCase:
    """One call. ``to`` is (width, height), or two factors if they are floats."""

    name: str
    description: str
    image: Dims
    to: tuple[int, int] | tuple[float, float]
    types: Sequence[str] = SHORT
    flags: int = 0
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

    def numbers(self) -> tuple[list[float], Dims, list[Fraction]]:
        """Return input and result of the first seed without a result near a rounding tie."""
        for seed in range(1, 100):
            x = LinearCongruentialGenerator(seed).grid(prod(self.image), -6.0, 6.0, 0.5)
            dims, y = resize(x, self.image, self.size, self.align, self.half)
            try:
                for value in y:
                    quantize(value, Q8, SCALE, ZERO)
            except ValueError:
                continue
            return x, dims, y
        raise ValueError(f"{self.name}: every seed gives a result near a rounding tie")


PLAIN = [
    BilinearResizeCase("up", "Enlarging by different factors on the axes: width and height swapped show.",
           (1, 2, 3, 2), (5, 3), ALL),
    BilinearResizeCase("up_integer", "Enlarging by integer factors; beyond the last sample the edge repeats.",
           (1, 2, 2, 1), (6, 4)),
    BilinearResizeCase("down", "Shrinking; only the samples next to each position count.",
           (1, 7, 5, 2), (2, 3), ALL),
    BilinearResizeCase("mixed", "Wider and lower, two images.", (2, 6, 3, 1), (5, 4), ("float32", FLOAT16)),
    BilinearResizeCase("same_size", "The same size copies.", (1, 3, 4, 3), (4, 3), ("float32", "quant8")),
    BilinearResizeCase("to_one_pixel", "To a single pixel: the first one.", (1, 3, 4, 2), (1, 1)),
    BilinearResizeCase("from_one_pixel", "From a single pixel.", (1, 1, 1, 3), (3, 2), ("float32", "signed")),
    BilinearResizeCase("single_row", "Height 1 stays 1.", (1, 1, 5, 1), (7, 1)),
]  # fmt: skip
LAYOUT = [
    BilinearResizeCase("layout", "Both layouts, by size; height, width and channels all differ.",
           (1, 2, 5, 3), (3, 7), ALL, 1),
    BilinearResizeCase("factors", "By factors: the size is rounded down, and the sampling follows the ratio "
           "of the sizes and not the factor.", (1, 5, 3, 2), (1.5, 0.75), ALL, 0),
    BilinearResizeCase("factors_layout", "By factors, in both layouts.", (2, 3, 5, 2), (0.5, 2.25),
           ("float32", RELAXED, FLOAT16, "quant8"), 1),
    BilinearResizeCase("factors_one", "Factors of 1 copy.", (1, 2, 3, 1), (1.0, 1.0), SHORT, 0),
]  # fmt: skip
CENTERS = [
    BilinearResizeCase("align_corners_up", "Aligned corners, enlarging, in both layouts.",
           (1, 3, 4, 2), (6, 5), ALL, 2, align=True),
    BilinearResizeCase("align_corners_down", "Aligned corners, shrinking.",
           (1, 7, 6, 1), (4, 3), ("float32", "quant8"), 2, align=True),
    BilinearResizeCase("align_corners_one", "Aligned corners with an output of width 1.",
           (1, 3, 4, 1), (1, 5), SHORT, 3, align=True),
    BilinearResizeCase("half_pixel_up", "Half pixel centres, enlarging, in both layouts: the edges repeat.",
           (1, 3, 2, 2), (5, 7), ALL, 3, half=True),
    BilinearResizeCase("half_pixel_down", "Half pixel centres, shrinking.",
           (1, 7, 6, 1), (4, 3), ("float32", "quant8", "signed"), 3, half=True),
    BilinearResizeCase("half_pixel_factors", "Half pixel centres, by factors.",
           (1, 4, 3, 2), (1.75, 0.75), ("float32", FLOAT16), 3, half=True),
    BilinearResizeCase("align_corners_factors", "Aligned corners, by factors.",
           (1, 4, 3, 2), (1.75, 0.75), ("float32",), 3, align=True),
    BilinearResizeCase("both_off", "Both flags given and off.", (1, 3, 4, 1), (3, 5),
           ("float32", "quant8"), 3),
]  # fmt: skip


def case(resizing: BilinearResizeCase) -> SpecCase:
    """Return the spec case of a call."""
    x_values, dims, y_values = resizing.numbers()
    x, y = tensor_input("x", F32, resizing.image), output("y", F32, dims)
    inputs: list[Argument] = [x, *resizing.to]
    by_factor = isinstance(resizing.to[0], float)
    if by_factor:
        inputs[1:] = [
            float32_scalar("width_factor", resizing.to[0]),
            float32_scalar("height_factor", resizing.to[1]),
        ]
    flags: list[Argument] = [bool_scalar("layout", False), resizing.align, resizing.half]
    inputs += flags[: resizing.flags]
    base = "V1_0" if not (by_factor or resizing.flags) else "V1_2"
    base = "V1_3" if resizing.flags > 1 else base
    needs = {"float32": base, RELAXED: base, FLOAT16: max(base, "V1_2"),
             "quant8": max(base, "V1_2"), "signed": "V1_3"}  # fmt: skip
    versions: dict[str, list[Variation]] = {}
    for kind in resizing.types:
        variation: Variation = DEFAULT if kind == "float32" else kind
        if kind in ("quant8", "signed"):
            target = (Q8S, SCALE, ZERO - 128) if kind == "signed" else (Q8, SCALE, ZERO)
            name = "quant8_signed" if kind == "signed" else "quant8"
            variation = DataTypeVariation(name, {"x": target, "y": target})
        versions.setdefault(needs[kind], []).append(variation)
    groups = ["AddNchw(x, y, layout)"] if resizing.flags else []
    return SpecCase(
        resizing.name, [("RESIZE_BILINEAR", inputs, [y])], [{"x": x_values, "y": y_values}],
        dict(sorted(versions.items())), resizing.description, groups,
    )  # fmt: skip


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    out = []
    for suffix, description, cases in (
        ("", "RESIZE_BILINEAR by size, with three operands, every data type.", PLAIN),
        ("_layout", "RESIZE_BILINEAR as HAL 1.2 extended it: layout flag, sizes by factors.",
         LAYOUT),
        ("_centers", "RESIZE_BILINEAR as HAL 1.3 extended it: align_corners, half_pixel_centers.",
         CENTERS),
    ):  # fmt: skip
        spec = GeneratedSpecFile(f"V1_0/resize_bilinear{suffix}.mod.py", description, SOURCE)
        spec.add(*map(case, cases))
        out.append(spec)
    return collect_files(*out)


def cross_check() -> str:
    """Compare the results with LiteRT's reference kernels and PyTorch."""
    import torch

    tally, tensor = _litert_runner.ComparisonTally(), _litert_runner.LitertTensor
    for resizing in PLAIN + LAYOUT + CENTERS:
        x_values, dims, y_values = resizing.numbers()
        expected = [float(v) for v in y_values]
        size = np.array(resizing.size[::-1])
        values: dict[str, object] = {
            "alignCorners": resizing.align, "halfPixelCenters": resizing.half,
        }  # fmt: skip
        for type_, dtype in ((F32, "float32"), (Q8, "uint8"), (Q8S, "int8")):
            scale, zero, data = 0.0, 0, np.array(x_values)
            if type_ != F32:
                scale, zero = SCALE, ZERO - (128 if type_ == Q8S else 0)
                data = np.array([quantize(v, type_, scale, zero) for v in x_values])
            actual = _litert_runner.run_operation(
                "RESIZE_BILINEAR",
                [tensor(resizing.image, dtype, scale, zero, data),
                 tensor((2,), "int32", data=size, constant=True)],
                [tensor(dims, dtype, scale, zero)], "ResizeBilinearOptions", values, 3,
            )[0]  # fmt: skip
            if type_ == F32:
                tally.floats(resizing.name, expected, actual)
            else:
                codes = [quantize(v, type_, scale, zero) for v in y_values]
                tally.codes(resizing.name, codes, actual)
        if (resizing.align and 1 not in resizing.size) or resizing.half:
            x = torch.tensor(x_values, dtype=torch.float64).reshape(resizing.image)
            y = torch.nn.functional.interpolate(
                x.permute(0, 3, 1, 2), tuple(int(s) for s in size), mode="bilinear",
                align_corners=resizing.align,
            )  # fmt: skip
            tally.floats(resizing.name, expected, y.permute(0, 2, 3, 1).numpy())
    return str(tally)
