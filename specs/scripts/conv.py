"""Specs of CONV_2D and DEPTHWISE_CONV_2D.

The expected values come from ``conv2d`` and ``depthwise_conv2d`` of ``_sliding_windows``: the sum
over the window in exact fractions. Real inputs, weights and biases are on grids that every type of
a case represents exactly, so that one list of real results serves all variations; scales are chosen
so that no quantized result is near a rounding tie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
    Q8_PER_CHANNEL,
    Q8S,
    RELAXED,
    Argument,
    SpecCase,
    LinearCongruentialGenerator,
    PerChannelScales,
    GeneratedSpecFile,
    DataTypeVariation,
    Variation,
    require_beyond_float16,
    bool_scalar,
    collect_files,
    float32,
    int32_scalar,
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
    require_activation_spread,
)

SOURCE = (
    "specs/scripts/conv.py, the window sum in exact fractions in plain loops (rounded half away "
    "from zero where quantized); checked against LiteRT's reference kernels and PyTorch."
)
ALL = ("float32", RELAXED, "quant8", FLOAT16, "channel", "signed", "signed_channel")
SHORT = ("float32", "quant8")


@dataclass(frozen=True)
class ConvolutionCase:
    """One convolution: shapes, window geometry and quantization.

    ``kernel`` is (height, width). If ``dilation`` is None, the dilation operands are left out;
    ``layout`` states whether the layout flag is present (both need HAL 1.2). ``fine`` draws numbers
    with more bits than float16 has, but few enough that float32 represents every sum.
    """

    name: str
    description: str
    image: Dims
    kernel: Pair
    channels: int
    padding: Padding
    stride: Pair
    dilation: Pair | None = None
    layout: bool = False
    depthwise: bool = False
    types: Sequence[str] = SHORT
    seed: int = 1
    step: float = 0.5
    span: float = 4.0
    out_scale: float = 0.375
    out_zero: int = 120
    activation: int = 0
    all_activations: bool = False
    fine: bool = False
    groups: Sequence[str] = field(default=())

    @property
    def filter_dims(self) -> Dims:
        """The dimensions of the filter operand."""
        if self.depthwise:
            return (1, *self.kernel, self.channels)
        return (self.channels, *self.kernel, self.image[3])

    @property
    def operation(self) -> str:
        """The operation's name."""
        return "DEPTHWISE_CONV_2D" if self.depthwise else "CONV_2D"


@dataclass(frozen=True)
class ConvolutionValues:
    """Real inputs and results of a convolution."""

    x: list[float]
    weights: list[float]
    bias: list[float]
    dims: Dims
    y: list[Fraction]


INPUT_SCALE, INPUT_ZERO = 0.5, 121
FILTER_SCALE, FILTER_ZERO = 0.25, 131
FINER = 0.125
"""Scale of every second channel of a per-channel filter."""


def convolution_values(conv: ConvolutionCase) -> ConvolutionValues:
    """Return the case's data, drawn from its seed, and the formula's results."""
    draw = LinearCongruentialGenerator(conv.seed)
    steps = (2.0**-10, 2.0**-8, 2.0**-18) if conv.fine else (conv.step, 0.25, 0.25)
    x = draw.grid(prod(conv.image), -conv.span, conv.span, steps[0])
    weights = draw.grid(prod(conv.filter_dims), -2.0, 2.0, steps[1])
    bias = draw.grid(conv.channels, -3.0, 3.0, steps[2])
    formula = depthwise_conv2d if conv.depthwise else conv2d
    dims, y = formula(
        x, conv.image, weights, conv.filter_dims, bias, conv.padding, conv.stride,
        conv.dilation or (1, 1),
    )  # fmt: skip
    return ConvolutionValues(x, weights, bias, dims, clamp(y, conv.activation))


def _channel_scales(conv: ConvolutionCase) -> list[float]:
    return [FILTER_SCALE if c % 2 == 0 else FINER for c in range(conv.channels)]


def _typed(conv: ConvolutionCase, kind: str) -> DataTypeVariation:
    """Return a quantized variation; signed zero points are the unsigned ones minus 128."""
    signed = kind.startswith("signed")
    type_, shift = (Q8S, 128) if signed else (Q8, 0)
    x = (type_, INPUT_SCALE, INPUT_ZERO - shift)
    y = (type_, conv.out_scale, conv.out_zero - shift)
    if "channel" not in kind:
        weights: tuple[object, ...] = (type_, FILTER_SCALE, FILTER_ZERO - shift)
        bias: tuple[object, ...] = (I32, INPUT_SCALE * FILTER_SCALE, 0)
        name = "quant8_signed" if signed else "quant8"
    else:
        scales = _channel_scales(conv)
        axis = 3 if conv.depthwise else 0
        weights = (Q8_PER_CHANNEL, 0.0, 0, PerChannelScales(axis, scales))
        effective = [INPUT_SCALE * scale for scale in scales]
        bias = (I32, 0.0, 0, PerChannelScales(0, effective, hide=True))
        name = "channel_quant8_signed" if signed else "channel_quant8"
    return DataTypeVariation(name, {"x": x, "weights": weights, "bias": bias, "y": y})


def _versions(conv: ConvolutionCase) -> dict[str, list[Variation]]:
    modern = conv.layout or conv.dilation is not None
    first: dict[str, str] = {"float32": "V1_0", RELAXED: "V1_0", "quant8": "V1_0"}
    first |= {FLOAT16: "V1_2", "channel": "V1_2", "signed": "V1_3", "signed_channel": "V1_3"}
    if conv.out_scale <= INPUT_SCALE * FILTER_SCALE:
        first["quant8"] = "V1_2"
    out: dict[str, list[Variation]] = {}
    for kind in conv.types:
        version = max(first[kind], "V1_2") if modern else first[kind]
        plain = {"float32": DEFAULT, RELAXED: RELAXED, FLOAT16: FLOAT16}
        out.setdefault(version, []).append(plain.get(kind) or _typed(conv, kind))
    return dict(sorted(out.items()))


def case(conv: ConvolutionCase) -> SpecCase:
    """Return the spec case of a convolution."""
    n = convolution_values(conv)
    if conv.fine:
        require_beyond_float16(conv.name, n.y)
    for value in n.y:
        if not conv.fine:
            quantize(value, Q8, conv.out_scale, conv.out_zero)
        if float32(value) != value:
            raise ValueError(f"{conv.name}: {value} is not a float32")
    if conv.all_activations:
        require_activation_spread(conv.name, n.y)
    x = tensor_input("x", F32, conv.image)
    weights = parameter("weights", F32, conv.filter_dims, n.weights)
    bias = parameter("bias", F32, (conv.channels,), n.bias)
    y = output("y", F32, n.dims)
    groups = list(conv.groups)
    inputs: list[Argument] = [x, weights, bias]
    inputs += list(conv.padding) if isinstance(conv.padding, tuple) else [conv.padding]
    inputs += conv.stride
    if conv.depthwise:
        inputs.append(conv.channels // conv.image[3])
    inputs.append(int32_scalar("act", conv.activation) if conv.all_activations else conv.activation)
    if conv.layout or conv.dilation is not None:
        inputs.append(bool_scalar("layout", False))
        groups.append("AddNchw(x, y, layout)")
    if conv.dilation is not None:
        inputs += conv.dilation
    if conv.all_activations:
        groups += ["AddAllActivations(y, act)", "DisableLifeTimeVariation()"]
    return SpecCase(
        conv.name,
        [(conv.operation, inputs, [y])],
        [{"x": n.x, "y": n.y}],
        _versions(conv),
        conv.description,
        groups,
    )


CONV = [
    ConvolutionCase("same", "SAME with an odd, non-square image, a non-square filter and different strides:"
         " swapped widths and heights, and padding on the wrong side, show.",
         (1, 5, 7, 3), (3, 2), 4, SAME, (2, 1), types=ALL, seed=11),
    ConvolutionCase("same_even_filter", "SAME with even filter sizes: the odd padding goes to the end.",
         (1, 4, 6, 2), (2, 4), 3, SAME, (1, 1), seed=12),
    ConvolutionCase("same_even_image", "SAME with stride 2 on even sizes: all padding goes to the end.",
         (1, 6, 8, 2), (3, 3), 2, SAME, (2, 2), types=("float32", "quant8", "signed"), seed=13),
    ConvolutionCase("valid_batches", "VALID with two images and a stride that leaves a row unused.",
         (2, 6, 4, 2), (3, 2), 3, VALID, (1, 2), types=("float32", "quant8", FLOAT16), seed=14),
    ConvolutionCase("explicit", "Explicit padding, different on all four sides.",
         (1, 4, 5, 2), (4, 3), 3, (2, 0, 1, 3), (1, 1), types=ALL, seed=15),
    ConvolutionCase("explicit_stride", "Explicit padding on the right and at the top, strides 2 and 3.",
         (1, 6, 4, 3), (3, 2), 2, (0, 1, 2, 0), (2, 3), types=("float32", "quant8", "channel"),
         seed=16),
    ConvolutionCase("pointwise", "A 1x1 filter mixes channels only; three images.",
         (3, 2, 3, 5), (1, 1), 2, VALID, (1, 1), types=("float32", "quant8", "signed_channel"),
         seed=17),
    ConvolutionCase("pointwise_stride", "A 1x1 filter under SAME with strides larger than itself.",
         (1, 5, 6, 2), (1, 1), 3, SAME, (4, 2), seed=18),
    ConvolutionCase("stride_beyond_filter", "Strides larger than the filter skip pixels.",
         (1, 7, 9, 1), (1, 2), 2, VALID, (4, 3), seed=19),
    ConvolutionCase("filter_beyond_image", "SAME with a filter larger than the image on both axes.",
         (1, 2, 3, 2), (5, 7), 2, SAME, (1, 1), types=("float32", "quant8", FLOAT16, "signed"),
         seed=20),
    ConvolutionCase("filter_beyond_image_explicit", "A filter that only fits with explicit padding.",
         (1, 1, 2, 2), (3, 4), 3, (1, 2, 2, 1), (1, 1), seed=21),
    ConvolutionCase("single_row", "An image of height 1 with one channel.",
         (1, 1, 9, 1), (1, 3), 2, SAME, (2, 1), seed=22),
    ConvolutionCase("single_column", "An image of width 1; the filter is higher than wide.",
         (1, 9, 1, 2), (3, 1), 1, VALID, (1, 2), seed=23),
    ConvolutionCase("one_pixel", "Everything has size 1.", (1, 1, 1, 1), (1, 1), 1, SAME, (1, 1), seed=24),
    ConvolutionCase("activation", "Every fused activation; results spread beyond both bounds of each.",
         (1, 3, 4, 2), (2, 2), 2, VALID, (1, 1), types=ALL, seed=25, all_activations=True),
    ConvolutionCase("fine", "Inputs, biases and results that float32 represents and float16 does not.",
         (1, 3, 4, 2), (2, 2), 2, SAME, (1, 1), types=("float32",), seed=26, fine=True),
]  # fmt: skip
CONV_LAYOUT = [
    ConvolutionCase("layout_same", "Both layouts under SAME; height, width and channels all differ, so that"
         " NCHW taken as NHWC shows.",
         (1, 4, 5, 3), (3, 2), 2, SAME, (2, 1), layout=True, types=ALL, seed=31),
    ConvolutionCase("layout_explicit", "Both layouts with explicit, uneven padding and two images.",
         (2, 3, 4, 2), (2, 3), 3, (2, 1, 0, 1), (1, 2), layout=True,
         types=("float32", "quant8", FLOAT16, "signed"), seed=32),
]  # fmt: skip
CONV_DILATION = [
    ConvolutionCase("dilation_one", "The dilation operands present, with their default values.",
         (1, 3, 4, 2), (2, 3), 2, SAME, (1, 1), (1, 1), seed=41),
    ConvolutionCase("dilation_valid", "A different dilation on each axis, VALID.",
         (1, 7, 6, 2), (3, 2), 2, VALID, (1, 1), (3, 2), types=ALL, seed=42),
    ConvolutionCase("dilation_same", "A dilated filter under SAME: the padding follows the dilated size.",
         (1, 5, 6, 2), (2, 3), 3, SAME, (1, 1), (2, 3),
         types=("float32", "quant8", FLOAT16, "signed_channel"), seed=43),
    ConvolutionCase("dilation_explicit", "Dilation with explicit, uneven padding.",
         (1, 5, 4, 1), (3, 2), 2, (1, 3, 0, 2), (1, 1), (3, 2),
         types=("float32", "quant8", "channel"), seed=44),
    ConvolutionCase("dilation_stride", "Dilation and stride together.",
         (1, 8, 9, 1), (2, 3), 2, (0, 1, 2, 1), (3, 2), (2, 3), types=("float32", "quant8"),
         seed=45),
]  # fmt: skip
DEPTHWISE = [
    ConvolutionCase("same", "SAME, depth multiplier 2, odd and non-square sizes, different strides.",
         (1, 5, 7, 3), (3, 2), 6, SAME, (2, 2), depthwise=True, types=ALL, seed=51),
    ConvolutionCase("same_end", "SAME where all padding goes to the end.",
         (1, 4, 6, 2), (3, 3), 2, SAME, (2, 2), depthwise=True, seed=52),
    ConvolutionCase("valid_batches", "VALID, multiplier 1, two images, different strides.",
         (2, 6, 4, 3), (3, 2), 3, VALID, (1, 2), depthwise=True,
         types=("float32", "quant8", FLOAT16), seed=53),
    ConvolutionCase("explicit", "Explicit padding, different on all four sides; multiplier 3.",
         (1, 4, 5, 2), (4, 3), 6, (2, 0, 1, 3), (1, 1), depthwise=True, types=ALL, seed=54),
    ConvolutionCase("explicit_stride", "Explicit padding with strides 3 and 2.",
         (1, 5, 6, 4), (2, 3), 4, (0, 2, 1, 0), (3, 2), depthwise=True,
         types=("float32", "quant8", "channel"), seed=55),
    ConvolutionCase("one_channel", "One input channel feeding four output channels.",
         (1, 3, 4, 1), (2, 2), 4, VALID, (1, 1), depthwise=True,
         types=("float32", "quant8", "signed"), seed=56),
    ConvolutionCase("pointwise", "A 1x1 filter scales each channel; strides larger than the filter.",
         (3, 3, 5, 2), (1, 1), 4, SAME, (3, 2), depthwise=True,
         types=("float32", "quant8", "signed_channel"), seed=57),
    ConvolutionCase("filter_beyond_image", "SAME with a filter larger than the image on both axes.",
         (1, 2, 3, 2), (5, 7), 2, SAME, (1, 1), depthwise=True, seed=58),
    ConvolutionCase("single_row", "Height 1, filter height 1.",
         (1, 1, 9, 2), (1, 4), 2, SAME, (2, 1), depthwise=True, seed=59),
    ConvolutionCase("one_pixel", "Everything has size 1.",
         (1, 1, 1, 1), (1, 1), 1, VALID, (1, 1), depthwise=True, seed=60),
    ConvolutionCase("many_channels", "More channels than a vector register holds: 19 in, 38 out.",
         (1, 2, 2, 19), (2, 2), 38, VALID, (1, 1), depthwise=True,
         types=("float32", "quant8", "channel"), seed=61),
    ConvolutionCase("activation", "Every fused activation.",
         (1, 3, 4, 2), (2, 2), 4, VALID, (1, 1), depthwise=True, types=ALL, seed=62,
         all_activations=True),
    ConvolutionCase("fine", "Inputs, biases and results that float32 represents and float16 does not.",
         (1, 3, 4, 2), (2, 2), 4, SAME, (1, 1), depthwise=True, types=("float32",), seed=63,
         fine=True),
]  # fmt: skip
DEPTHWISE_LAYOUT = [
    ConvolutionCase("layout_same", "Both layouts under SAME; height, width and channels all differ.",
         (1, 4, 5, 3), (3, 2), 6, SAME, (1, 2), depthwise=True, layout=True, types=ALL, seed=71),
    ConvolutionCase("layout_explicit", "Both layouts with explicit, uneven padding and two images.",
         (2, 3, 4, 2), (2, 3), 2, (2, 1, 0, 1), (1, 1), depthwise=True, layout=True,
         types=("float32", "quant8", FLOAT16, "signed"), seed=72),
    ConvolutionCase("dilation_valid", "A different dilation on each axis, VALID, multiplier 2.",
         (1, 7, 6, 2), (3, 2), 4, VALID, (1, 1), (3, 2), depthwise=True, types=ALL, seed=73),
    ConvolutionCase("dilation_same", "A dilated filter under SAME.",
         (1, 5, 6, 3), (2, 3), 3, SAME, (1, 1), (2, 3), depthwise=True,
         types=("float32", "quant8", FLOAT16, "signed_channel"), seed=74),
    ConvolutionCase("dilation_explicit", "Dilation, stride and explicit, uneven padding together.",
         (1, 6, 7, 2), (3, 2), 4, (1, 3, 0, 2), (2, 3), (3, 2), depthwise=True,
         types=("float32", "quant8", "channel"), seed=75),
]  # fmt: skip


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    out = []
    for depthwise, stem in ((False, "conv_2d"), (True, "depthwise_conv_2d")):
        name = stem.upper()
        spec = GeneratedSpecFile(
            f"V1_0/{stem}.mod.py",
            f"{name}: geometry (padding schemes and forms, strides, filter and image sizes), "
            "every fused activation, every data type.", SOURCE,
        )  # fmt: skip
        spec.add(*map(case, DEPTHWISE if depthwise else CONV))
        modern = GeneratedSpecFile(
            f"V1_0/{stem}_layout_dilation.mod.py",
            f"{name} with the operands that HAL 1.2 added: data layout and dilation.", SOURCE,
        )  # fmt: skip
        modern.add(*map(case, DEPTHWISE_LAYOUT if depthwise else CONV_LAYOUT + CONV_DILATION))
        out += [spec, modern]
    return collect_files(*out)


# ---------------------------------------------------------------------------- cross-check


def _torch(conv: ConvolutionCase, n: ConvolutionValues) -> np.ndarray:
    import torch  # noqa: PLC0415 - optional

    rows, columns = _sides(conv)
    x = torch.tensor(n.x, dtype=torch.float64).reshape(conv.image).permute(0, 3, 1, 2)
    x = torch.nn.functional.pad(x, (*columns, *rows))
    order = (3, 0, 1, 2) if conv.depthwise else (0, 3, 1, 2)
    weights = torch.tensor(n.weights, dtype=torch.float64).reshape(conv.filter_dims)
    y = torch.nn.functional.conv2d(
        x, weights.permute(order), torch.tensor(n.bias, dtype=torch.float64), conv.stride[::-1],
        dilation=(conv.dilation or (1, 1))[::-1], groups=conv.image[3] if conv.depthwise else 1,
    )  # fmt: skip
    return y.permute(0, 2, 3, 1).numpy()


def _sides(conv: ConvolutionCase) -> tuple[Pair, Pair]:
    """Return (top, bottom), (left, right) as the contract's text on SAME defines them."""
    if isinstance(conv.padding, tuple):
        return conv.padding[2:], conv.padding[:2]
    if conv.padding == VALID:
        return (0, 0), (0, 0)
    out = []
    for side in (0, 1):
        step = conv.stride[1 - side]
        dilation = (conv.dilation or (1, 1))[1 - side]
        size, reach = conv.image[1 + side], (conv.kernel[side] - 1) * dilation + 1
        total = max(0, reach - step if size % step == 0 else reach - size % step)
        out.append((total // 2, total - total // 2))
    return out[0], out[1]


def litert(
    depthwise: bool, padding: int, stride: Pair, dilation: Pair, multiplier: int, activation: int,
    tensors: Sequence[_litert_runner.LitertTensor], y: _litert_runner.LitertTensor,
) -> np.ndarray:  # fmt: skip
    """Return one convolution's results from LiteRT's reference kernels."""
    values: dict[str, object] = {
        "padding": 0 if padding == SAME else 1, "strideW": stride[0], "strideH": stride[1],
        "dilationWFactor": dilation[0], "dilationHFactor": dilation[1],
        "fusedActivationFunction": activation,
    }  # fmt: skip
    if depthwise:
        values["depthMultiplier"] = multiplier
    name = "DepthwiseConv2DOptions" if depthwise else "Conv2DOptions"
    operation = "DEPTHWISE_CONV_2D" if depthwise else "CONV_2D"
    return _litert_runner.run_operation(operation, tensors, [y], name, values, 3)[0]


def cross_check() -> str:
    """Compare with PyTorch (real numbers) and LiteRT's reference kernels (real numbers and codes).
    """
    tally = _litert_runner.ComparisonTally()
    geometry = CONV + CONV_LAYOUT + CONV_DILATION + DEPTHWISE + DEPTHWISE_LAYOUT
    for conv in geometry:
        n = convolution_values(conv)
        tally.floats(conv.name, [float(v) for v in n.y], _torch(conv, n))
        if isinstance(conv.padding, tuple):
            continue
        tensor = _litert_runner.LitertTensor
        multiplier = conv.channels // conv.image[3]
        shape = (conv.padding, conv.stride, conv.dilation or (1, 1), multiplier, conv.activation)
        real = litert(
            conv.depthwise, *shape,
            [tensor(conv.image, data=np.array(n.x)),
             tensor(conv.filter_dims, data=np.array(n.weights), constant=True),
             tensor((conv.channels,), data=np.array(n.bias), constant=True)],
            tensor(n.dims),
        )  # fmt: skip
        tally.floats(conv.name, [float(v) for v in n.y], real)
        if conv.fine:
            continue
        product = INPUT_SCALE * FILTER_SCALE
        x = [quantize(v, Q8, INPUT_SCALE, INPUT_ZERO) for v in n.x]
        weights = [quantize(v, Q8, FILTER_SCALE, FILTER_ZERO) for v in n.weights]
        codes = litert(
            conv.depthwise, *shape,
            [tensor(conv.image, "uint8", INPUT_SCALE, INPUT_ZERO, np.array(x)),
             tensor(conv.filter_dims, "uint8", FILTER_SCALE, FILTER_ZERO, np.array(weights), True),
             tensor((conv.channels,), "int32", product, 0, np.array(n.bias) / product, True)],
            tensor(n.dims, "uint8", conv.out_scale, conv.out_zero),
        )  # fmt: skip
        expected = [quantize(v, Q8, conv.out_scale, conv.out_zero) for v in n.y]
        tally.codes(conv.name, expected, codes)
    return str(tally)
