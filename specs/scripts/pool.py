"""Specs of AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D.

A result is the mean, the maximum, or the root mean square of the window's elements that are inside
the image; padding is not included. Means are exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod, sqrt

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    Q8,
    Q8S,
    RANGES,
    RELAXED,
    Argument,
    SpecCase,
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    DataTypeVariation,
    Variation,
    bool_scalar,
    collect_files,
    int32_scalar,
    output,
    quantize,
    round_half_away,
    tensor_input,
)
from specs.scripts._sliding_windows import SAME, VALID, Dims, Padding, Pair, clamp, pool2d, require_activation_spread

SOURCE = (
    "specs/scripts/pool.py, the mean, largest element or root mean square of the window's "
    "elements inside the image, in plain loops; checked against LiteRT's reference kernels and "
    "PyTorch."
)


def mean(seen: list[Fraction]) -> Fraction:
    """Return the mean of the image elements; padding is neither added nor counted."""
    return sum(seen, Fraction(0)) / len(seen)


def root_mean_square(seen: list[Fraction]) -> Fraction:
    """Return the root of the mean of squares, as the nearest double."""
    return Fraction(sqrt(sum((v * v for v in seen), Fraction(0)) / len(seen)))


REDUCTIONS: dict[str, Callable[[list[Fraction]], Fraction]] = {
    "AVERAGE_POOL_2D": mean, "MAX_POOL_2D": max, "L2_POOL_2D": root_mean_square,
}  # fmt: skip
ALL = ("float32", RELAXED, "quant8", FLOAT16, "signed")
SHORT = ("float32", "quant8")
STEP = 0.5
"""Grid of the real inputs."""


@dataclass(frozen=True)
class PoolingCase:
    """One pooling; ``window`` and ``stride`` are (width, height)."""

    name: str
    description: str
    image: Dims
    window: Pair
    padding: Padding
    stride: Pair
    types: Sequence[str] = SHORT
    layout: bool = False
    all_activations: bool = False
    span: float = 4.0
    scale: float = 0.0625
    zero: int = 119


CASES = [
    PoolingCase("same", "SAME on odd, non-square sizes; window, strides and sizes differ on both axes,"
         " so that swapped ones show, and padding is excluded from a mean.",
         (1, 5, 7, 3), (2, 3), SAME, (3, 2), ALL),
    PoolingCase("same_end", "SAME where the odd padding goes to the end.",
         (1, 4, 6, 2), (4, 2), SAME, (1, 1)),
    PoolingCase("same_overlap", "Overlapping windows, stride 2, all padding at the end.",
         (1, 6, 8, 1), (3, 3), SAME, (2, 2)),
    PoolingCase("valid_batches", "VALID; two images; a row and a column stay unused.",
         (2, 6, 5, 2), (2, 3), VALID, (3, 2), ("float32", "quant8", FLOAT16)),
    PoolingCase("explicit", "Explicit padding, different on all four sides.",
         (1, 4, 5, 2), (3, 4), (2, 0, 1, 3), (1, 1), ALL),
    PoolingCase("explicit_stride", "Explicit padding on the right and at the top only.",
         (1, 5, 4, 3), (3, 2), (0, 2, 1, 0), (2, 3), ("float32", "quant8", "signed")),
    PoolingCase("whole_image", "The window is the image: global pooling.",
         (2, 4, 3, 5), (3, 4), VALID, (1, 1), ("float32", "quant8", FLOAT16)),
    PoolingCase("window_beyond_image", "SAME with a window larger than the image.",
         (1, 2, 3, 2), (7, 5), SAME, (1, 1)),
    PoolingCase("window_beyond_image_explicit", "A window that only fits with explicit padding.",
         (1, 1, 2, 2), (4, 3), (1, 2, 2, 1), (1, 1)),
    PoolingCase("stride_beyond_window", "Strides larger than the window skip elements.",
         (1, 7, 9, 1), (2, 1), VALID, (4, 3)),
    PoolingCase("unit_window", "A 1x1 window copies.", (1, 3, 2, 4), (1, 1), SAME, (1, 1)),
    PoolingCase("single_row", "Height 1.", (1, 1, 9, 2), (3, 1), SAME, (2, 1)),
    PoolingCase("single_column", "Width 1.", (1, 9, 1, 1), (1, 4), VALID, (1, 2)),
    PoolingCase("activation", "Every fused activation; results spread beyond the bounds.",
         (1, 3, 5, 3), (2, 1), VALID, (1, 1), ALL, all_activations=True, span=12.0, scale=0.125),
]  # fmt: skip
LAYOUT = [
    PoolingCase("layout_same", "Both layouts under SAME; height, width and channels all differ.",
         (1, 4, 5, 3), (3, 2), SAME, (2, 1), ALL, layout=True),
    PoolingCase("layout_explicit", "Both layouts with explicit, uneven padding and two images.",
         (2, 3, 4, 2), (3, 2), (2, 1, 0, 1), (1, 2), ("float32", "quant8", FLOAT16, "signed"),
         layout=True),
]  # fmt: skip


@dataclass(frozen=True)
class PoolingValues:
    """Real input and results."""

    x: list[float]
    dims: Dims
    y: list[Fraction]


def _near_tie(value: Fraction, scale: float) -> bool:
    steps = value / Fraction(scale)
    return abs(abs(steps - (steps.numerator // steps.denominator)) - Fraction(1, 2)) < 1e-6


def pooling_values(operation: str, pool: PoolingCase) -> PoolingValues:
    """Return the case's data and the formula's results.

    The elements are multiples of 8 codes (4 in the activation case), and no window's element count
    has a larger power of 2 as a factor, so that no mean is on a rounding tie.
    """
    x = LinearCongruentialGenerator(3).grid(prod(pool.image), -pool.span, pool.span, STEP)
    dims, y = pool2d(x, pool.image, pool.window, pool.padding, pool.stride, REDUCTIONS[operation])
    if operation != "L2_POOL_2D" and any(_near_tie(value, pool.scale) for value in y):
        raise ValueError(f"{pool.name}: a result is on a rounding tie")
    return PoolingValues(x, dims, y)


def case(operation: str, pool: PoolingCase) -> SpecCase:
    """Return the spec case of a pooling."""
    n = pooling_values(operation, pool)
    x, y = tensor_input("x", F32, pool.image), output("y", F32, n.dims)
    inputs: list[Argument] = [x]
    inputs += list(pool.padding) if isinstance(pool.padding, tuple) else [pool.padding]
    inputs += [*pool.stride, *pool.window]
    inputs.append(int32_scalar("act", 0) if pool.all_activations else 0)
    groups = []
    if pool.all_activations and operation != "L2_POOL_2D":  # L2 results are never negative
        require_activation_spread(pool.name, n.y)
    if pool.layout:
        inputs.append(bool_scalar("layout", False))
        groups.append("AddNchw(x, y, layout)")
    if pool.all_activations:
        groups += ["AddAllActivations(y, act)", "DisableLifeTimeVariation()"]
    first = {"float32": "V1_0", RELAXED: "V1_0", "quant8": "V1_0", FLOAT16: "V1_2",
             "signed": "V1_3"}  # fmt: skip
    plain = {"float32": DEFAULT, RELAXED: RELAXED, FLOAT16: FLOAT16}
    versions: dict[str, list[Variation]] = {}
    for kind in pool.types:
        if operation == "L2_POOL_2D" and kind not in plain:
            continue
        version = max(first[kind], "V1_2") if pool.layout else first[kind]
        variation: Variation | None = plain.get(kind)
        if variation is None:
            type_, shift = (Q8S, 128) if kind == "signed" else (Q8, 0)
            target = (type_, pool.scale, pool.zero - shift)
            name = "quant8_signed" if kind == "signed" else "quant8"
            variation = DataTypeVariation(name, {"x": target, "y": target})
        versions.setdefault(version, []).append(variation)
    return SpecCase(
        pool.name, [(operation, inputs, [y])], [{"x": n.x, "y": n.y}],
        dict(sorted(versions.items())), pool.description, groups,
    )  # fmt: skip


# -------------------------------------------------------------------- cases stated in codes


@dataclass(frozen=True)
class QuantizedPoolingCase:
    """A quantized pooling given by its stored codes."""

    operation: str
    name: str
    description: str
    image: Dims
    window: Pair
    padding: Padding
    stride: Pair
    x: list[int]
    scale: float
    zero: int
    type_: str = Q8
    activation: int = 0
    ties: bool = False
    groups: Sequence[str] = field(default=())

    def results(self) -> tuple[Dims, list[int]]:
        """Return the reduced codes; a tie is rounded away from the zero point."""
        steps = [code - self.zero for code in self.x]
        dims, y = pool2d(
            steps, self.image, self.window, self.padding, self.stride, REDUCTIONS[self.operation]
        )
        low, high = RANGES[self.type_]
        bounds = clamp([Fraction(-(10**9)), Fraction(10**9)], self.activation)
        scale = Fraction(self.scale)
        if self.activation:
            low = max(low, self.zero + round_half_away(bounds[0] / scale))
            high = min(high, self.zero + round_half_away(bounds[1] / scale))
        codes = []
        for value in y:
            if not self.ties and _near_tie(value, 1.0):
                raise ValueError(f"{self.name}: tie")
            codes.append(max(low, min(high, round_half_away(value) + self.zero)))
        return dims, codes

    def case(self) -> SpecCase:
        """Return the spec case."""
        dims, codes = self.results()
        x = tensor_input("x", self.type_, self.image, self.scale, self.zero)
        y = output("y", self.type_, dims, self.scale, self.zero)
        inputs: list[Argument] = [x]
        inputs += list(self.padding) if isinstance(self.padding, tuple) else [self.padding]
        inputs += [*self.stride, *self.window, self.activation]
        version = "V1_0" if self.type_ == Q8 else "V1_3"
        return SpecCase(
            self.name, [(self.operation, inputs, [y])], [{"x": self.x, "y": codes}],
            {version: [DEFAULT]}, self.description, self.groups,
        )  # fmt: skip


def _codes(operation: str, type_: str) -> list[QuantizedPoolingCase]:
    suffix = "" if type_ == Q8 else "_signed"
    low, high = RANGES[type_]
    draw = LinearCongruentialGenerator(7)
    wide = [low + v for v in draw.integers(23 * 23, 200, 255)]
    if operation == "AVERAGE_POOL_2D" and sum(wide) * 2 % 529 == 529:
        raise ValueError("tie")
    out = [
        QuantizedPoolingCase(operation, "large_window" + suffix,
              "529 large codes in one window: their sum does not fit 16 bits.",
              (1, 23, 23, 1), (23, 23), VALID, (1, 1), wide, 0.5, low + 7, type_),
        QuantizedPoolingCase(operation, "ends" + suffix, "All elements at one end of the range; padding, which "
              "is not an element, must not change them.",
              (1, 3, 3, 2), (3, 3), (2, 2, 2, 2), (2, 2), [low, high] * 9, 0.5, low + 77, type_),
        QuantizedPoolingCase(operation, "relu6" + suffix, "RELU6 on codes: bounds at the zero point and at 6.",
              (1, 2, 6, 1), (1, 2), VALID, (1, 1),
              [low + v for v in (0, 250, 60, 91, 110, 130, 4, 254, 62, 87, 112, 134)],
              0.1, low + 60, type_, activation=3),
    ]  # fmt: skip
    if operation == "AVERAGE_POOL_2D":
        out.append(
            QuantizedPoolingCase(operation, "ties" + suffix, "Means that lie exactly between two codes, on both "
                  "sides of the zero point; either neighbour is within the tolerance.",
                  (1, 1, 8, 1), (2, 1), VALID, (2, 1),
                  [low + v for v in (128, 129, 127, 126, 0, 1, 255, 254)], 1.0, low + 128, type_,
                  ties=True)
        )  # fmt: skip
    return out


CODES = {
    operation: [*_codes(operation, Q8), *_codes(operation, Q8S)]
    for operation in ("AVERAGE_POOL_2D", "MAX_POOL_2D")
}


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    out = []
    for operation in REDUCTIONS:
        stem = operation.lower()
        spec = GeneratedSpecFile(
            f"V1_0/{stem}.mod.py",
            f"{operation}: padding schemes and forms, strides, windows and image sizes, every "
            "fused activation, every data type, both layouts.", SOURCE,
        )  # fmt: skip
        spec.add(*(case(operation, pool) for pool in CASES + LAYOUT))
        out.append(spec)
        if operation in CODES:
            quantized = GeneratedSpecFile(
                f"V1_0/{stem}_quant8.mod.py",
                f"{operation} on codes: wide sums, ends of the range, activations, rounding.",
                SOURCE,
            )
            quantized.add(*(codes.case() for codes in CODES[operation]))
            out.append(quantized)
    return collect_files(*out)


# ---------------------------------------------------------------------------- cross-check


def _litert(
    operation: str, padding: int, stride: Pair, window: Pair, activation: int,
    x: _litert_runner.LitertTensor, y: _litert_runner.LitertTensor,
) -> np.ndarray:  # fmt: skip
    values: dict[str, object] = {
        "padding": 0 if padding == SAME else 1, "strideW": stride[0], "strideH": stride[1],
        "filterWidth": window[0], "filterHeight": window[1],
        "fusedActivationFunction": activation,
    }  # fmt: skip
    version = 1 if operation == "L2_POOL_2D" else 2
    return _litert_runner.run_operation(operation, [x], [y], "Pool2DOptions", values, version)[0]


def _torch_valid(operation: str, pool: PoolingCase, n: PoolingValues) -> np.ndarray:
    """Return PyTorch's result on a padded image; a pooled mask of ones gives the divisors."""
    import torch

    left, right, top, bottom = pool.padding  # type: ignore[misc]
    x = torch.tensor(n.x, dtype=torch.float64).reshape(pool.image).permute(0, 3, 1, 2)
    frame = (left, right, top, bottom)
    window, stride = pool.window[::-1], pool.stride[::-1]
    pooled = torch.nn.functional
    if operation == "MAX_POOL_2D":
        y = pooled.max_pool2d(pooled.pad(x, frame, value=-np.inf), window, stride)
    else:
        power = 2 if operation == "L2_POOL_2D" else 1
        ones = pooled.pad(torch.ones_like(x), frame)
        y = pooled.avg_pool2d(pooled.pad(x**power, frame), window, stride)
        y = (y / pooled.avg_pool2d(ones, window, stride)) ** (1 / power if power > 1 else 1)
    return y.permute(0, 2, 3, 1).numpy()


def cross_check() -> str:
    """Compare with LiteRT's reference kernels, and explicit padding with PyTorch."""
    tally, tensor, skipped = _litert_runner.ComparisonTally(), _litert_runner.LitertTensor, 0
    for operation in REDUCTIONS:
        for pool in CASES + LAYOUT:
            n = pooling_values(operation, pool)
            real = [float(v) for v in n.y]
            if isinstance(pool.padding, tuple):
                tally.floats(pool.name, real, _torch_valid(operation, pool, n))
                continue
            args = (operation, pool.padding, pool.stride, pool.window, 0)
            x = tensor(pool.image, data=np.array(n.x))
            tally.floats(pool.name, real, _litert(*args, x, tensor(n.dims)))
            if operation == "L2_POOL_2D":
                continue
            for type_, dtype in ((Q8, "uint8"), (Q8S, "int8")):
                zero = pool.zero - (128 if type_ == Q8S else 0)
                codes = np.array([quantize(v, type_, pool.scale, zero) for v in n.x])
                x = tensor(pool.image, dtype, pool.scale, zero, codes)
                y = tensor(n.dims, dtype, pool.scale, zero)
                expected = [quantize(v, type_, pool.scale, zero) for v in n.y]
                tally.codes(pool.name, expected, _litert(*args, x, y))
    for operation, cases in CODES.items():
        for c in cases:
            if isinstance(c.padding, tuple):
                skipped += 1
                continue
            dtype = "uint8" if c.type_ == Q8 else "int8"
            dims, expected = c.results()
            actual = _litert(
                operation, c.padding, c.stride, c.window, c.activation,
                tensor(c.image, dtype, c.scale, c.zero, np.array(c.x)),
                tensor(dims, dtype, c.scale, c.zero),
            )  # fmt: skip
            tally.codes(c.name, expected, actual)
    return f"{tally}; {skipped} code cases with explicit padding have no counterpart"
