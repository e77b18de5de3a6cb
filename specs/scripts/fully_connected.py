"""Specs of FULLY_CONNECTED.

y[n, u] = activation(bias[u] + sum over k of x[n, k] * weights[u, k]), in exact fractions. The input
is read as rows of the length of a weight row, whatever its rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    I32,
    Q8,
    Q8S,
    RANGES,
    RELAXED,
    SpecCase,
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    DataTypeVariation,
    Variation,
    require_beyond_float16,
    collect_files,
    float32,
    int32_scalar,
    output,
    parameter,
    quantize,
    tensor_input,
)
from specs.scripts._sliding_windows import Dims, Values, clamp, require_activation_spread

SOURCE = (
    "specs/scripts/fully_connected.py, sums in exact fractions in plain loops (rounded half away "
    "from zero where quantized); checked against LiteRT's reference kernels."
)
ALL = ("float32", RELAXED, "quant8", FLOAT16, "signed")
SHORT = ("float32", "quant8")
X_SCALE, X_ZERO, W_SCALE, W_ZERO, Y_SCALE, Y_ZERO = 0.25, 119, 0.125, 134, 0.15625, 126


def fully_connected(x: Values, weights: Values, units: int, bias: Values) -> list[Fraction]:
    """Return the sums, row by row."""
    size = len(weights) // units
    out = []
    for start in range(0, len(x), size):
        for u in range(units):
            total = Fraction(bias[u])
            for k in range(size):
                total += Fraction(x[start + k]) * Fraction(weights[u * size + k])
            out.append(total)
    return out


@dataclass(frozen=True)
class DenseCase:
    """One layer in real numbers.

    ``fine`` draws numbers with more bits than float16 has, but few enough that float32 represents
    every sum.
    """

    name: str
    description: str
    dims: Dims
    units: int
    size: int
    types: Sequence[str] = SHORT
    seed: int = 1
    all_activations: bool = False
    span: float = 2.0
    fine: bool = False

    def numbers(self) -> tuple[list[float], list[float], list[float], list[Fraction]]:
        """Return input, weights, bias and results."""
        draw = LinearCongruentialGenerator(self.seed)
        steps = (2.0**-10, 2.0**-8, 2.0**-18) if self.fine else (0.25, 0.125, 0.125)
        x = draw.grid(prod(self.dims), -self.span, self.span, steps[0])
        weights = draw.grid(self.units * self.size, -1.5, 1.5, steps[1])
        bias = draw.grid(self.units, -2.0, 2.0, steps[2])
        return x, weights, bias, fully_connected(x, weights, self.units, bias)

    @property
    def out_dims(self) -> Dims:
        """The output's dimensions, [rows, units]."""
        return (prod(self.dims) // self.size, self.units)


CASES = [
    DenseCase("batches", "Two rows of five, three units.", (2, 5), 3, 5, ALL, 1),
    DenseCase("square", "As many units as inputs: transposed weights show.", (1, 4), 4, 4,
          ("float32", "quant8"), 2),
    DenseCase("one_row", "A single row and many units.", (1, 3), 17, 3, ("float32", "quant8", FLOAT16),
          3),
    DenseCase("one_unit", "A single unit.", (3, 7), 1, 7, ("float32", "quant8", "signed"), 4),
    DenseCase("one_input", "Rows of one element.", (4, 1), 3, 1, SHORT, 5),
    DenseCase("rank3", "A rank 3 input whose last dimension is not the row length: it is flattened "
          "and cut into rows of 8.", (2, 3, 4), 2, 8, ALL, 6),
    DenseCase("rank4", "A rank 4 input, each batch flattened to a row.", (2, 1, 3, 2), 3, 6, ALL, 7),
    DenseCase("rank4_rows", "A rank 4 input whose last dimension is the row.", (1, 2, 2, 3), 2, 3,
          ("float32", "quant8", "signed"), 8),
    DenseCase("activation", "Every fused activation; results spread beyond all bounds.",
          (3, 4), 4, 4, ALL, 9, all_activations=True, span=6.0),
    DenseCase("fine", "Inputs, biases and results that float32 represents and float16 does not.",
          (2, 5), 4, 5, ("float32",), 10, fine=True, span=4.0),
]  # fmt: skip


def case(dense: DenseCase) -> SpecCase:
    """Return the spec case of a layer."""
    x_values, w_values, b_values, results = dense.numbers()
    x = tensor_input("x", F32, dense.dims)
    weights = parameter("weights", F32, (dense.units, dense.size), w_values)
    bias = parameter("bias", F32, (dense.units,), b_values)
    y = output("y", F32, dense.out_dims)
    act = int32_scalar("act", 0) if dense.all_activations else 0
    if dense.fine:
        require_beyond_float16(dense.name, results)
    for value in results:
        if float32(value) != value:
            raise ValueError(f"{dense.name}: {value} is not a float32")
        if not dense.fine:
            quantize(value, Q8, Y_SCALE, Y_ZERO)
    first = {"float32": "V1_0", RELAXED: "V1_0", "quant8": "V1_0", FLOAT16: "V1_2",
             "signed": "V1_3"}  # fmt: skip
    plain = {"float32": DEFAULT, RELAXED: RELAXED, FLOAT16: FLOAT16}
    versions: dict[str, list[Variation]] = {}
    for kind in dense.types:
        variation: Variation | None = plain.get(kind)
        if variation is None:
            type_, shift = (Q8S, 128) if kind == "signed" else (Q8, 0)
            variation = DataTypeVariation(
                "quant8_signed" if shift else "quant8",
                {
                    "x": (type_, X_SCALE, X_ZERO - shift),
                    "weights": (type_, W_SCALE, W_ZERO - shift),
                    "bias": (I32, X_SCALE * W_SCALE, 0),
                    "y": (type_, Y_SCALE, Y_ZERO - shift),
                },
            )
        versions.setdefault(first[kind], []).append(variation)
    groups = []
    if dense.all_activations:
        require_activation_spread(dense.name, results)
        groups = ["AddAllActivations(y, act)", "DisableLifeTimeVariation()"]
    return SpecCase(
        dense.name, [("FULLY_CONNECTED", [x, weights, bias, act], [y])],
        [{"x": x_values, "y": results}], dict(sorted(versions.items())), dense.description, groups,
    )  # fmt: skip


@dataclass(frozen=True)
class QuantizedDenseCase:
    """A quantized layer given by its stored codes."""

    name: str
    description: str
    rows: int
    x: list[int]
    weights: list[int]
    bias: list[int]
    scales: tuple[float, float, float]
    zeros: tuple[int, int, int]
    type_: str = Q8
    activation: int = 0
    version: str = "V1_0"
    must_hold: Sequence[int] = ()

    def results(self) -> list[int]:
        """Return the formula's results for the dequantized codes, quantized."""
        sx, sw, sy = (Fraction(float32(s)) for s in self.scales)
        x = [code - self.zeros[0] for code in self.x]
        weights = [code - self.zeros[1] for code in self.weights]
        sums = fully_connected(x, weights, len(self.bias), self.bias)
        real = clamp([value * sx * sw for value in sums], self.activation)
        codes = [quantize(v, self.type_, float(sy), self.zeros[2]) for v in real]
        if not set(self.must_hold) <= set(codes):
            raise ValueError(f"{self.name}: {sorted(set(codes))} lacks {self.must_hold}")
        return codes

    def case(self) -> SpecCase:
        """Return the spec case."""
        (sx, sw, sy), (zx, zw, zy) = self.scales, self.zeros
        units, size = len(self.bias), len(self.weights) // len(self.bias)
        x = tensor_input("x", self.type_, (self.rows, size), sx, zx)
        weights = parameter("weights", self.type_, (units, size), self.weights, sw, zw)
        bias_scale = float32(float32(sx) * float32(sw))
        bias = parameter("bias", I32, (units,), self.bias, bias_scale)
        y = output("y", self.type_, (self.rows, units), sy, zy)
        return SpecCase(
            self.name, [("FULLY_CONNECTED", [x, weights, bias, self.activation], [y])],
            [{"x": self.x, "y": self.results()}], {self.version: [DEFAULT]}, self.description,
        )  # fmt: skip


def _codes(type_: str) -> list[QuantizedDenseCase]:
    low, high = RANGES[type_]
    suffix, version = ("", "V1_0") if type_ == Q8 else ("_signed", "V1_3")
    draw = LinearCongruentialGenerator(21)
    long_x = [high - v for v in draw.integers(600, 0, 9)]
    long_w = [high - v for v in draw.integers(3 * 600, 0, 9)]
    sums = fully_connected(
        [v - low - 3 for v in long_x], [v - low - 5 for v in long_w], 3, [0, 0, 0]
    )
    back = [-int(v) + offset for v, offset in zip(sums, (88, -130, 27), strict=True)]
    x = [low + v for v in draw.integers(12, 0, 255)]
    weights = [low + v for v in draw.integers(24, 0, 255)]
    bias = draw.integers(4, -9000, 9000)
    zeros = (low + 100, low + 140, low + 90)

    def codes(
        name: str, description: str, scales: tuple[float, float, float], activation: int = 0,
        must_hold: Sequence[int] = (), needs: str = version, at: tuple[int, int, int] = zeros,
    ) -> QuantizedDenseCase:  # fmt: skip
        return QuantizedDenseCase(
            name + suffix, description, 2, x, weights, bias, scales, at, type_, activation, needs,
            must_hold,
        )  # fmt: skip

    out = [
        QuantizedDenseCase("long_sum" + suffix, "600 products of nearly the largest size: the sum passes 2^25 "
              "before the bias brings it back near zero, so that a sum kept in float32 or in 16 "
              "bits is wrong by many steps.", 1, long_x, long_w, back,
              (0.5, 0.25, 0.1269), (low + 3, low + 5, low + 128), type_, version=version),
        codes("saturation", "Results beyond both ends of the output's range saturate.",
              (0.125, 0.0625, 0.3), must_hold=(low, high)),
        codes("relu6", "RELU6 on codes.", (0.0078, 0.11, 0.037), 3,
              (zeros[2], zeros[2] + 162)),
        codes("relu1", "RELU1 on codes.", (0.0078, 0.027, 0.0234), 2,
              (zeros[2] - 43, zeros[2] + 43)),
        codes("extreme_zero_points", "Zero points at the ends of the range.",
              (0.004, 0.006, 0.0047), at=(low, high, high)),
    ]  # fmt: skip
    if type_ == Q8:
        out += [
            codes("scale_equal", "The output's scale equals the product of the other two: legal "
                  "only since HAL 1.2.", (0.125, 0.0625, 0.0078125), 0, (low, high), "V1_2"),
            codes("scale_below", "The output's scale lies below the product of the other two, so "
                  "sums are multiplied by more than 1.", (0.125, 0.0625, 0.0033), 0, (low, high),
                  "V1_2"),
        ]  # fmt: skip
    return out


CODES = [*_codes(Q8), *_codes(Q8S)]


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    spec = GeneratedSpecFile(
        "V1_0/fully_connected.mod.py",
        "FULLY_CONNECTED: ranks 2 to 4, how the input is cut into rows, every fused activation, "
        "every data type.", SOURCE,
    )  # fmt: skip
    spec.add(*map(case, CASES))
    quantized = GeneratedSpecFile(
        "V1_0/fully_connected_quant8.mod.py",
        "FULLY_CONNECTED on codes: exact accumulation, saturation, activations, zero points, the "
        "rule on the output's scale.", SOURCE,
    )  # fmt: skip
    quantized.add(*(codes.case() for codes in CODES))
    return collect_files(spec, quantized)


def cross_check() -> str:
    """Compare the results with LiteRT's reference kernels."""
    tally, tensor, skipped = _litert_runner.ComparisonTally(), _litert_runner.LitertTensor, 0

    def run(inputs: list[_litert_runner.LitertTensor], y: _litert_runner.LitertTensor, activation: int = 0) -> np.ndarray:
        values: dict[str, object] = {"fusedActivationFunction": activation}
        return _litert_runner.run_operation("FULLY_CONNECTED", inputs, [y], "FullyConnectedOptions", values)[0]

    for dense in CASES:
        x, weights, bias, results = dense.numbers()
        shape = (dense.units, dense.size)
        y = run(
            [tensor(dense.dims, data=np.array(x)),
             tensor(shape, data=np.array(weights), constant=True),
             tensor((dense.units,), data=np.array(bias), constant=True)], tensor(dense.out_dims),
        )  # fmt: skip
        tally.floats(dense.name, [float(v) for v in results], y)
        if dense.fine:
            continue
        x_codes = [quantize(v, Q8, X_SCALE, X_ZERO) for v in x]
        w_codes = [quantize(v, Q8, W_SCALE, W_ZERO) for v in weights]
        b_codes = np.array(bias) / (X_SCALE * W_SCALE)
        y = run(
            [tensor(dense.dims, "uint8", X_SCALE, X_ZERO, np.array(x_codes)),
             tensor(shape, "uint8", W_SCALE, W_ZERO, np.array(w_codes), True),
             tensor((dense.units,), "int32", X_SCALE * W_SCALE, 0, b_codes, True)],
            tensor(dense.out_dims, "uint8", Y_SCALE, Y_ZERO),
        )  # fmt: skip
        tally.codes(dense.name, [quantize(v, Q8, Y_SCALE, Y_ZERO) for v in results], y)
    for c in CODES:
        if c.type_ != Q8:
            skipped += 1  # LiteRT requires zero point 0 for signed weights
            continue
        units = len(c.bias)
        size = len(c.weights) // units
        (sx, sw, sy), (zx, zw, zy) = c.scales, c.zeros
        y = run(
            [tensor((c.rows, size), "uint8", sx, zx, np.array(c.x)),
             tensor((units, size), "uint8", sw, zw, np.array(c.weights), True),
             tensor((units,), "int32", sx * sw, 0, np.array(c.bias), True)],
            tensor((c.rows, units), "uint8", sy, zy), c.activation,
        )  # fmt: skip
        tally.codes(c.name, c.results(), y)
    return f"{tally}; {skipped} signed code cases without a counterpart"
