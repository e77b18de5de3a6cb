"""Specs of CONV_2D and DEPTHWISE_CONV_2D stated in codes.

The expected values are the window sum of the dequantized codes in exact fractions
(``conv2d`` and ``depthwise_conv2d`` of ``_sliding_windows``), divided by the output's scale and
rounded to nearest with ties away from zero.
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
    I32,
    Q8,
    Q8S,
    RANGES,
    Argument,
    SpecCase,
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    collect_files,
    float32,
    output,
    parameter,
    quantize,
    tensor_input,
)
from specs.scripts._sliding_windows import (
    SAME,
    VALID,
    Dims,
    Padding,
    Pair,
    clamp,
    conv2d,
    depthwise_conv2d,
)
from specs.scripts.conv import litert

SOURCE = (
    "specs/scripts/conv_quant8.py, the window sum of the dequantized codes in exact fractions in "
    "plain loops, rounded half away from zero; checked against LiteRT's reference kernels."
)


@dataclass(frozen=True)
class QuantizedConvolutionCase:
    """A quantized convolution given by its stored codes."""

    name: str
    description: str
    image: Dims
    filter_dims: Dims
    padding: Padding
    stride: Pair
    x: list[int]
    weights: list[int]
    bias: list[int]
    scales: tuple[float, float, float]
    """Of input, filter and output."""
    zeros: tuple[int, int, int]
    type_: str = Q8
    depthwise: bool = False
    activation: int = 0
    version: str = "V1_0"
    must_hold: Sequence[int] = ()
    """Codes that the result must contain, so that a case keeps showing what it is for."""
    beyond: int = 0
    """The magnitude that every sum must exceed without saturating the output."""

    def results(self) -> tuple[Dims, list[int]]:
        """Return the formula's results for the dequantized codes, quantized."""
        scales = [Fraction(float32(s)) for s in self.scales]
        x = [code - self.zeros[0] for code in self.x]
        weights = [code - self.zeros[1] for code in self.weights]
        formula = depthwise_conv2d if self.depthwise else conv2d
        dims, sums = formula(
            x, self.image, weights, self.filter_dims, self.bias, self.padding, self.stride
        )
        if self.beyond and any(abs(value) <= self.beyond for value in sums):
            raise ValueError(f"{self.name}: every sum must exceed {self.beyond}")
        real = clamp([value * scales[0] * scales[1] for value in sums], self.activation)
        scale = float32(self.scales[2])
        low, high = RANGES[self.type_]
        if self.activation:
            # a bound of an activation may be a tie of the output's quantization
            ends = clamp([Fraction(-(10**9)), Fraction(10**9)], self.activation)
            bounds = {v: quantize(v, self.type_, scale, self.zeros[2], allow_tie=True)
                      for v in ends}  # fmt: skip
        else:
            bounds = {}
        codes = [
            bounds[v] if v in bounds else quantize(v, self.type_, scale, self.zeros[2])
            for v in real
        ]
        if not (set(self.must_hold) <= set(codes) and all(low <= c <= high for c in codes)):
            raise ValueError(f"{self.name}: {sorted(set(codes))} lacks {self.must_hold}")
        if self.beyond and not set(codes).isdisjoint((low, high)):
            raise ValueError(f"{self.name}: {sorted(set(codes))} are saturated")
        return dims, codes

    def case(self) -> SpecCase:
        """Return the spec case."""
        dims, codes = self.results()
        (sx, sw, sy), (zx, zw, zy) = self.scales, self.zeros
        x = tensor_input("x", self.type_, self.image, sx, zx)
        weights = parameter("weights", self.type_, self.filter_dims, self.weights, sw, zw)
        bias_scale = float32(float32(sx) * float32(sw))
        bias = parameter("bias", I32, (len(self.bias),), self.bias, bias_scale)
        y = output("y", self.type_, dims, sy, zy)
        inputs: list[Argument] = [x, weights, bias]
        inputs += list(self.padding) if isinstance(self.padding, tuple) else [self.padding]
        inputs += self.stride
        if self.depthwise:
            inputs.append(self.filter_dims[3] // self.image[3])
        inputs.append(self.activation)
        operation = "DEPTHWISE_CONV_2D" if self.depthwise else "CONV_2D"
        return SpecCase(
            self.name, [(operation, inputs, [y])], [{"x": self.x, "y": codes}],
            {self.version: [DEFAULT]}, self.description,
        )  # fmt: skip


def _long_sum(type_: str) -> QuantizedConvolutionCase:
    """Return a case with 650 products per result.

    Partial sums exceed 2^24, and the bias brings the total back into range.
    """
    low, high = RANGES[type_]
    draw = LinearCongruentialGenerator(81)
    image, kernel = (1, 5, 5, 26), (2, 5, 5, 26)
    zero_x, zero_w = low + 3, low + 5
    x = [high - draw.integer(0, 9) for _ in range(prod(image))]
    weights = [high - draw.integer(0, 9) for _ in range(prod(kernel))]
    sums = [
        sum((a - zero_x) * (b - zero_w) for a, b in zip(x, weights[i : i + 650], strict=True))
        for i in (0, 650)
    ]
    bias = [-sums[0] + 101, -sums[1] - 67]
    return QuantizedConvolutionCase(
        "long_sum" if type_ == Q8 else "long_sum_signed",
        "650 products of nearly the largest size: the sum passes 2^25 before the bias brings it "
        "back near zero, so that a sum kept in float32 or in 16 bits is wrong by many steps.",
        image, kernel, VALID, (1, 1), x, weights, bias, (0.5, 0.25, 0.1269),
        (zero_x, zero_w, low + 128), type_, version="V1_0" if type_ == Q8 else "V1_3",
    )  # fmt: skip


def _wide_sum(type_: str) -> QuantizedConvolutionCase:
    """Return a case with nine products per result; units alternate large weights of either sign."""
    low, high = RANGES[type_]
    draw = LinearCongruentialGenerator(84)
    image, kernel = (1, 4, 5, 2), (1, 3, 3, 4)
    x = [high - draw.integer(0, 60) for _ in range(prod(image))]
    weights = [
        high - draw.integer(0, 9) if unit % 2 else low + draw.integer(0, 9)
        for _ in range(9)
        for unit in range(4)
    ]
    return QuantizedConvolutionCase(
        "wide_sum" if type_ == Q8 else "wide_sum_signed",
        "Every sum is three times as large as 16 bits can represent, and no result saturates.",
        image, kernel, VALID, (1, 1), x, weights, draw.integers(4, -9000, 9000),
        (0.0078, 0.011, 0.22), (low + 3, low + 128, low + 127), type_, depthwise=True,
        version="V1_0" if type_ == Q8 else "V1_3", beyond=3 * 32768,
    )  # fmt: skip


def _codes(type_: str, depthwise: bool) -> list[QuantizedConvolutionCase]:
    shift = 0 if type_ == Q8 else 128
    version = "V1_0" if type_ == Q8 else "V1_3"
    suffix = "" if type_ == Q8 else "_signed"
    low, high = RANGES[type_]
    out = [_wide_sum(type_) if depthwise else _long_sum(type_)]
    draw = LinearCongruentialGenerator(82 + depthwise)
    image = (1, 3, 4, 2)
    dims = (1, 2, 2, 4) if depthwise else (3, 2, 2, 2)
    channels = dims[3] if depthwise else dims[0]
    x = draw.integers(prod(image), 0, 255)
    weights = draw.integers(prod(dims), 0, 255)
    bias = draw.integers(channels, -9000, 9000)

    def codes(values: Sequence[int]) -> list[int]:
        return [value - shift for value in values]

    zeros = (100 - shift, 140 - shift, 90 - shift)

    def case(name: str, description: str, scales: tuple[float, float, float], **more: object) -> QuantizedConvolutionCase:
        settings: dict[str, object] = {
            "padding": VALID, "stride": (1, 1), "zeros": zeros, "version": version,
        } | more  # fmt: skip
        return QuantizedConvolutionCase(
            name + suffix, description, image, dims, x=codes(x), weights=codes(weights), bias=bias,
            scales=scales, type_=type_, depthwise=depthwise, **settings,  # type: ignore[arg-type]
        )  # fmt: skip

    bounds = (low, high)
    out += [
        case("saturation", "Results beyond both ends of the output's range saturate.",
             (0.125, 0.0625, 0.3), must_hold=bounds),
        case("zero_point_padding", "Padding has the real value 0, which is the input's zero point.",
             (0.0078, 0.011, 0.013), padding=(1, 1, 1, 1), stride=(2, 1)),
        case("relu6", "RELU6 on codes: below the zero point, and above 6.",
             (0.0078, 0.055, 0.037), activation=3, padding=SAME,
             must_hold=(zeros[2], zeros[2] + 162)),
        case("relu1", "RELU1 on codes.", (0.0078, 0.011, 0.0234), activation=2,
             must_hold=(zeros[2] - 43, zeros[2] + 43)),
        case("extreme_zero_points", "Zero points at the ends of the range.",
             (0.004, 0.006, 0.0047), zeros=(low, high, low), stride=(2, 1)),
    ]  # fmt: skip
    if type_ == Q8:
        out += [
            case("scale_equal", "The output's scale equals the product of the other two: legal "
                 "only since HAL 1.2.", (0.125, 0.0625, 0.0078125), version="V1_2",
                 must_hold=bounds),
            case("scale_below", "The output's scale is below the product of the other two, so "
                 "sums are multiplied by more than 1.", (0.125, 0.0625, 0.0033), version="V1_2",
                 must_hold=bounds),
        ]  # fmt: skip
    return out


CODES = {
    depthwise: [*_codes(Q8, depthwise), *_codes(Q8S, depthwise)] for depthwise in (False, True)
}


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    out = []
    for depthwise, stem in ((False, "conv_2d"), (True, "depthwise_conv_2d")):
        spec = GeneratedSpecFile(
            f"V1_0/{stem}_quant8.mod.py",
            f"{stem.upper()} on codes: saturation, zero points, activations, the rule on the "
            "output's scale, and " + ("wide sums." if depthwise else "exact accumulation."), SOURCE,
        )  # fmt: skip
        spec.add(*(codes.case() for codes in CODES[depthwise]))
        out.append(spec)
    return collect_files(*out)


def cross_check() -> str:
    """Compare the results with LiteRT's reference kernels."""
    tally, tensor, skipped = _litert_runner.ComparisonTally(), _litert_runner.LitertTensor, 0
    for depthwise, cases in CODES.items():
        for c in cases:
            if isinstance(c.padding, tuple) or c.type_ != Q8:
                skipped += 1  # LiteRT has no explicit padding, and its signed filters are symmetric
                continue
            dims, expected = c.results()
            scales, zeros = c.scales, c.zeros
            actual = litert(
                depthwise, c.padding, c.stride, (1, 1), dims[3] // c.image[3], c.activation,
                [tensor(c.image, "uint8", scales[0], zeros[0], np.array(c.x)),
                 tensor(c.filter_dims, "uint8", scales[1], zeros[1], np.array(c.weights), True),
                 tensor((len(c.bias),), "int32", scales[0] * scales[1], 0, np.array(c.bias), True)],
                tensor(dims, "uint8", scales[2], zeros[2]),
            )  # fmt: skip
            tally.codes(c.name, expected, actual)
    return f"{tally}; {skipped} cases without a counterpart"
