"""Specs of GROUPED_CONV_2D and TRANSPOSE_CONV_2D.

The expected values of GROUPED_CONV_2D come from ``_sliding_windows.conv2d``, group by group; those
of TRANSPOSE_CONV_2D from a loop that adds each pixel's filter to the output at the pixel's
position. All are computed in exact fractions. Inputs, weights and biases are on grids that every type of a
case represents exactly, and no quantized result is near a rounding tie, except where a case on
codes says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
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
    WrittenOperand,
    PerChannelScales,
    GeneratedSpecFile,
    DataTypeVariation,
    Variation,
    require_beyond_float16,
    bool_scalar,
    collect_files,
    float32,
    int32_scalar,
    int32_vector,
    output,
    parameter,
    quantize,
    tensor_input,
)
from specs.scripts._sliding_windows import SAME, VALID, Dims, Padding, Pair, flat_index, clamp, conv2d, require_activation_spread

SOURCE = (
    "specs/scripts/conv_groups_transpose.py, sums in exact fractions in plain loops (rounded half "
    "away from zero where quantized); checked against PyTorch{more}."
)
ALL = ("float32", RELAXED, "quant8", FLOAT16, "channel", "signed", "signed_channel")
SHORT = ("float32", "quant8", "signed")
NONE = 0
"""The padding scheme that the contract lists beside SAME and VALID."""

INPUT, FILTER = (0.5, 121), (0.25, 131)
FINER = 0.125
"""Scale of every second channel of a per-channel filter."""


@dataclass(frozen=True)
class GroupedOrTransposedCase:
    """One convolution. ``kernel`` is (height, width), ``stride`` (width, height).

    A transposed convolution has ``out``, the output's (height, width); otherwise ``groups``
    applies. ``padding`` is a scheme or (left, right, top, bottom).
    """

    name: str
    description: str
    image: Dims
    kernel: Pair
    channels: int
    padding: Padding
    stride: Pair
    groups: int = 0
    out: Pair = (0, 0)
    layout: bool = False
    types: Sequence[str] = SHORT
    seed: int = 1
    out_scale: float = 0.375
    out_zero: int = 120
    activation: int = 0
    all_activations: bool = False
    fine: bool = False

    @property
    def filter_dims(self) -> Dims:
        """The dimensions of the filter operand."""
        return (self.channels, *self.kernel, self.image[3] // (self.groups or 1))


def grouped(
    conv: GroupedOrTransposedCase, x: Sequence[float], weights: Sequence[float], bias: Sequence[float]
) -> tuple[Dims, list[Fraction]]:
    """Return a convolution of each group of channels with its part of the filters."""
    units, depth = conv.channels // conv.groups, conv.filter_dims[3]
    per_unit = prod(conv.filter_dims[1:])
    parts = []
    for g in range(conv.groups):
        pixels = [x[i : i + conv.image[3]] for i in range(0, len(x), conv.image[3])]
        own = [value for pixel in pixels for value in pixel[g * depth : (g + 1) * depth]]
        filters = weights[g * units * per_unit : (g + 1) * units * per_unit]
        dims, values = conv2d(
            own, (*conv.image[:3], depth), filters, (units, *conv.filter_dims[1:]),
            bias[g * units : (g + 1) * units], conv.padding, conv.stride,
        )  # fmt: skip
        parts.append([values[i : i + units] for i in range(0, len(values), units)])
    together = [v for group in zip(*parts, strict=True) for share in group for v in share]
    return (*dims[:3], conv.channels), together


def transposed(
    conv: GroupedOrTransposedCase, x: Sequence[float], weights: Sequence[float], bias: Sequence[float]
) -> tuple[Dims, list[Fraction]]:
    """Return the sum of all pixels' filters, placed ``stride`` apart."""
    dims = (conv.image[0], *conv.out, conv.channels)
    head = _head(conv)
    out = [Fraction(bias[i % conv.channels]) for i in range(prod(dims))]
    for n, y, x_, unit in product(*map(range, (*conv.image[:3], conv.channels))):
        for ky, kx in product(*map(range, conv.kernel)):
            row = y * conv.stride[1] + ky - head[0]
            column = x_ * conv.stride[0] + kx - head[1]
            if 0 <= row < conv.out[0] and 0 <= column < conv.out[1]:
                for k in range(conv.image[3]):
                    out[flat_index(dims, n, row, column, unit)] += Fraction(
                        x[flat_index(conv.image, n, y, x_, k)]
                    ) * Fraction(weights[flat_index(conv.filter_dims, unit, ky, kx, k)])
    return dims, out


def _head(conv: GroupedOrTransposedCase) -> Pair:
    """Return the rows and columns removed before the output.

    SAME has the padding that an ordinary convolution from the output to the input would have.
    """
    if conv.padding != SAME:
        pads = conv.padding if isinstance(conv.padding, tuple) else (0, 0, 0, 0)
        whole = [
            (conv.image[1 + side] - 1) * conv.stride[1 - side] + conv.kernel[side]
            for side in (0, 1)
        ]
        if conv.out != (whole[0] - pads[2] - pads[3], whole[1] - pads[0] - pads[1]):
            raise ValueError(f"{conv.name}: {conv.out} is not the size that remains of {whole}")
        return pads[2], pads[0]
    heads = []
    for side in (0, 1):
        stride, size = conv.stride[1 - side], conv.out[side]
        windows = -(-size // stride)
        if windows != conv.image[1 + side]:
            raise ValueError(f"{conv.name}: {size} is not a possible SAME output of {conv.image}")
        heads.append(max(0, (windows - 1) * stride + conv.kernel[side] - size) // 2)
    return heads[0], heads[1]


@dataclass(frozen=True)
class GroupedOrTransposedValues:
    """Real inputs and results of a convolution."""

    x: list[float]
    weights: list[float]
    bias: list[float]
    dims: Dims
    y: list[Fraction]


def case_values(conv: GroupedOrTransposedCase) -> GroupedOrTransposedValues:
    """Return the case's data, drawn from its seed, and the formula's results."""
    draw = LinearCongruentialGenerator(conv.seed)
    steps = (2.0**-10, 2.0**-8, 2.0**-18) if conv.fine else (0.5, 0.25, 0.25)
    x = draw.grid(prod(conv.image), -4.0, 4.0, steps[0])
    weights = draw.grid(prod(conv.filter_dims), -2.0, 2.0, steps[1])
    bias = draw.grid(conv.channels, -3.0, 3.0, steps[2])
    dims, y = (grouped if conv.groups else transposed)(conv, x, weights, bias)
    return GroupedOrTransposedValues(x, weights, bias, dims, clamp(y, conv.activation))


def _typed(conv: GroupedOrTransposedCase, kind: str) -> DataTypeVariation:
    """Return a quantized variation; signed zero points are the unsigned ones minus 128."""
    signed = kind.startswith("signed")
    type_, shift = (Q8S, 128) if signed else (Q8, 0)
    x = (type_, INPUT[0], INPUT[1] - shift)
    y = (type_, conv.out_scale, conv.out_zero - shift)
    if "channel" not in kind:
        weights: tuple[object, ...] = (type_, FILTER[0], FILTER[1] - shift)
        bias: tuple[object, ...] = (I32, INPUT[0] * FILTER[0], 0)
        name = "quant8_signed" if signed else "quant8"
    else:
        scales = [FILTER[0] if c % 2 == 0 else FINER for c in range(conv.channels)]
        weights = (Q8_PER_CHANNEL, 0.0, 0, PerChannelScales(0, scales))
        effective = [INPUT[0] * scale for scale in scales]
        bias = (I32, 0.0, 0, PerChannelScales(0, effective, hide=True))
        name = "channel_quant8_signed" if signed else "channel_quant8"
    return DataTypeVariation(name, {"x": x, "weights": weights, "bias": bias, "y": y})


def _versions(conv: GroupedOrTransposedCase) -> dict[str, list[Variation]]:
    plain = {"float32": DEFAULT, RELAXED: RELAXED, FLOAT16: FLOAT16}
    out: dict[str, list[Variation]] = {}
    for kind in conv.types:
        version = "V1_3" if kind.startswith("signed") else "V1_2"
        out.setdefault(version, []).append(plain.get(kind) or _typed(conv, kind))
    return dict(sorted(out.items()))


def arguments(conv: GroupedOrTransposedCase, tensors: Sequence[WrittenOperand]) -> list[Argument]:
    """Return the operands after the tensors; the layout flag is named if a case has both layouts.
    """
    inputs: list[Argument] = list(tensors)
    if conv.groups == 0 and not isinstance(conv.padding, tuple):
        dims = (conv.image[0], *conv.out, conv.channels)
        inputs.append(int32_vector("shape", dims))
    inputs += list(conv.padding) if isinstance(conv.padding, tuple) else [conv.padding]
    inputs += conv.stride
    if conv.groups:
        inputs.append(conv.groups)
    inputs.append(int32_scalar("act", conv.activation) if conv.all_activations else conv.activation)
    inputs.append(bool_scalar("layout", False) if conv.layout else False)
    return inputs


def case(conv: GroupedOrTransposedCase) -> SpecCase:
    """Return the spec case of a convolution."""
    n = case_values(conv)
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
    # the output shape operand is in the call's layout, too
    shape = "" if conv.groups or isinstance(conv.padding, tuple) else "shape, "
    groups = [f"AddNchw(x, y, {shape}layout)"] if conv.layout else []
    if conv.all_activations:
        groups += ["AddAllActivations(y, act)", "DisableLifeTimeVariation()"]
    operation = "GROUPED_CONV_2D" if conv.groups else "TRANSPOSE_CONV_2D"
    step = (operation, arguments(conv, [x, weights, bias]), [y])
    return SpecCase(
        conv.name, [step], [{"x": n.x, "y": n.y}], _versions(conv), conv.description, groups
    )  # fmt: skip


GROUPED = [
    GroupedOrTransposedCase("same", "SAME with odd sizes, a non-square filter and different strides; two groups of "
         "three channels, two filters each; both layouts.",
         (1, 5, 7, 6), (3, 2), 4, SAME, (2, 1), 2, layout=True, types=ALL, seed=111),
    GroupedOrTransposedCase("explicit", "Explicit padding, different on all four sides; three groups; both layouts.",
         (1, 4, 5, 3), (3, 4), 6, (2, 0, 1, 2), (1, 1), 3, layout=True, types=ALL, seed=112),
    GroupedOrTransposedCase("valid_batches", "VALID with two images and a stride that leaves a row unused.",
         (2, 6, 4, 4), (3, 2), 2, VALID, (1, 2), 2, types=("float32", "quant8", FLOAT16),
         seed=113),
    GroupedOrTransposedCase("one_group", "One group is an ordinary convolution.",
         (1, 4, 3, 2), (2, 2), 3, SAME, (1, 1), 1, types=(*SHORT, "channel"), seed=114),
    GroupedOrTransposedCase("as_many_groups", "As many groups as channels, two filters each.",
         (1, 4, 4, 4), (2, 3), 8, VALID, (1, 2), 4, types=(*SHORT, "signed_channel"), seed=115),
    GroupedOrTransposedCase("pointwise", "A 1x1 filter; strides larger than the filter.",
         (1, 5, 6, 4), (1, 1), 4, (0, 0, 0, 0), (4, 2), 2, types=("float32", "quant8"), seed=116),
    GroupedOrTransposedCase("filter_beyond_image", "SAME with a filter larger than the image on both axes.",
         (1, 2, 3, 4), (5, 7), 2, SAME, (1, 1), 2, seed=117),
    GroupedOrTransposedCase("one_pixel", "Everything but the channels has size 1.",
         (1, 1, 1, 4), (1, 1), 2, NONE, (1, 1), 2, types=("float32",), seed=118),
    GroupedOrTransposedCase("activation", "Every fused activation; results spread beyond both bounds of each.",
         (1, 3, 4, 4), (2, 2), 4, VALID, (1, 1), 2, types=ALL, seed=119, all_activations=True),
    GroupedOrTransposedCase("fine", "Inputs, biases and results that float32 represents and float16 does not.",
         (1, 3, 4, 4), (2, 2), 2, SAME, (1, 1), 2, types=("float32",), seed=120, fine=True),
]  # fmt: skip
TRANSPOSED = [
    GroupedOrTransposedCase("explicit", "Explicit padding, different on all four sides, removed from the output; "
                     "strides 2 "
         "and 1; both layouts.",
         (1, 3, 4, 2), (3, 4), 3, (1, 2, 0, 1), (2, 1), out=(4, 7), layout=True, types=ALL,
         seed=131),
    GroupedOrTransposedCase("same", "SAME, both layouts; the odd element is removed at the end.",
         (1, 3, 4, 2), (4, 3), 3, SAME, (2, 2), out=(6, 8), layout=True, types=ALL, seed=132),
    GroupedOrTransposedCase("same_odd", "SAME with odd output sizes, one less on each axis, which have the same "
                     "input size.",
         (1, 3, 4, 2), (4, 3), 2, SAME, (2, 2), out=(5, 7), seed=133),
    GroupedOrTransposedCase("same_stride_beyond_filter", "SAME with strides larger than the filter: what no filter "
         "reaches holds the bias, at the end too.",
         (1, 2, 3, 2), (1, 2), 2, SAME, (3, 4), out=(8, 9), types=(*SHORT, "channel"), seed=134),
    GroupedOrTransposedCase("valid_batches", "VALID with two images: the whole output.",
         (2, 2, 3, 2), (2, 3), 3, VALID, (1, 2), out=(4, 5), types=("float32", "quant8", FLOAT16),
         seed=135),
    GroupedOrTransposedCase("none", "The padding scheme NONE removes nothing.",
         (1, 2, 2, 1), (3, 2), 2, NONE, (2, 2), out=(5, 4), types=("float32",), seed=136),
    GroupedOrTransposedCase("stride_beyond_filter", "Explicit zero padding and strides larger than the filter.",
         (1, 3, 2, 1), (1, 2), 2, (0, 0, 0, 0), (3, 2), out=(5, 5), seed=137),
    GroupedOrTransposedCase("pointwise", "A 1x1 filter mixes channels only.",
         (1, 2, 3, 5), (1, 1), 3, (0, 0, 0, 0), (1, 1), out=(2, 3),
         types=(*SHORT, "signed_channel"), seed=138),
    GroupedOrTransposedCase("one_pixel", "A single pixel gives one filter, of which padding leaves the middle.",
         (1, 1, 1, 2), (3, 5), 1, (1, 2, 1, 1), (2, 2), out=(1, 2), types=("float32", "quant8"),
         seed=139),
    GroupedOrTransposedCase("overlaps", "A filter of size 5 with stride 1: up to 25 filters overlap.",
         (1, 5, 5, 1), (5, 5), 1, SAME, (1, 1), out=(5, 5), out_scale=1.125, seed=140),
    GroupedOrTransposedCase("activation", "Every fused activation; results spread beyond both bounds of each.",
         (1, 2, 3, 2), (2, 2), 3, VALID, (1, 1), out=(3, 4), types=ALL, seed=141,
         all_activations=True),
    GroupedOrTransposedCase("fine", "Inputs, biases and results that float32 represents and float16 does not.",
         (1, 2, 3, 2), (2, 2), 2, VALID, (2, 2), out=(4, 6), types=("float32",), seed=142,
         fine=True),
]  # fmt: skip


def _codes(conv: GroupedOrTransposedCase, type_: str, scales: tuple[float, float, float], *, tie: bool) -> SpecCase:
    """Return a case stated in codes, with saturation or ties."""
    low = 0 if type_ == Q8 else -128
    zeros = (low + 128, low + 120, low + 100)
    draw = LinearCongruentialGenerator(conv.seed + low)
    x = draw.integers(prod(conv.image), low, low + 255)
    weights = draw.integers(prod(conv.filter_dims), low, low + 255)
    if tie:
        # products are multiples of 1/2, so every odd sum is a tie
        x = [zeros[0] + draw.integer(-3, 3) for _ in x]
        weights = [zeros[1] + draw.integer(-2, 2) for _ in weights]
    bias = draw.integers(conv.channels, -3, 3)
    reals = [[Fraction(c - z) for c in codes] for codes, z in ((x, zeros[0]), (weights, zeros[1]))]
    dims, sums = (grouped if conv.groups else transposed)(
        conv, reals[0], reals[1], bias  # type: ignore[arg-type]
    )  # fmt: skip
    step = Fraction(scales[0]) * Fraction(scales[1])
    y = [quantize(v * step, type_, scales[2], zeros[2], allow_tie=tie) for v in sums]
    if tie:
        halves = [v * step / Fraction(scales[2]) for v in sums]
        if not ({-1, 1} <= {1 if v > 0 else -1 for v in halves if v.denominator == 2}):
            raise ValueError(f"{conv.name}: no tie on both sides")
    elif not {low, low + 255} <= set(y):
        raise ValueError(f"{conv.name}: does not saturate")
    bias_scale = scales[0] * scales[1]
    tensors = [
        tensor_input("x", type_, conv.image, scales[0], zeros[0]),
        parameter("weights", type_, conv.filter_dims, weights, scales[1], zeros[1]),
        parameter("bias", I32, (conv.channels,), bias, bias_scale),
    ]
    operation = "GROUPED_CONV_2D" if conv.groups else "TRANSPOSE_CONV_2D"
    target = output("y", type_, dims, scales[2], zeros[2])
    version = "V1_2" if type_ == Q8 else "V1_3"
    step_ = (operation, arguments(conv, tensors), [target])
    name = conv.name if type_ == Q8 else f"{conv.name}_signed"
    return SpecCase(name, [step_], [{"x": x, "y": y}], {version: [DEFAULT]}, conv.description)


def _on_codes(groups: int) -> list[SpecCase]:
    shape: dict[str, object] = {"groups": groups} if groups else {"out": (5, 8)}
    padding: Padding = SAME if groups else (0, 0, 0, 0)
    out = []
    for type_ in (Q8, Q8S):
        for name, description, scales, tie in (
            ("saturated", "Results beyond both ends of the output's range.", (0.5, 0.25, 2.3),
             False),
            ("ties", "Sums halfway between two codes are rounded away from "
                     "zero.", (0.5, 0.5, 0.5), True),
        ):  # fmt: skip
            conv = GroupedOrTransposedCase(
                name, description, (1, 3, 4, 4), (3, 2), 2, padding, (2, 1),
                seed=150 + groups, **shape,  # type: ignore[arg-type]
            )  # fmt: skip
            out.append(_codes(conv, type_, scales, tie=tie))
    return out


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    groups = GeneratedSpecFile(
        "V1_2/grouped_conv_2d.mod.py",
        "GROUPED_CONV_2D: padding schemes and forms, strides, numbers of groups, layouts, every "
        "fused activation, every data type.", SOURCE.format(more=""),
    )  # fmt: skip
    groups.add(*map(case, GROUPED), *_on_codes(2))
    spreading = GeneratedSpecFile(
        "V1_2/transpose_conv_2d.mod.py",
        "TRANSPOSE_CONV_2D: padding schemes and forms, output sizes, strides, layouts, every fused "
        "activation, every data type.", SOURCE.format(more=" and LiteRT's reference kernels"),
    )  # fmt: skip
    spreading.add(*map(case, TRANSPOSED), *_on_codes(0))
    return collect_files(groups, spreading)


# ---------------------------------------------------------------------------- cross-check


def _torch(conv: GroupedOrTransposedCase, n: GroupedOrTransposedValues) -> np.ndarray:
    import torch  # noqa: PLC0415 - optional

    x = torch.tensor(n.x, dtype=torch.float64).reshape(conv.image).permute(0, 3, 1, 2)
    weights = torch.tensor(n.weights, dtype=torch.float64).reshape(conv.filter_dims)
    bias = torch.tensor(n.bias, dtype=torch.float64)
    stride = conv.stride[::-1]
    if conv.groups:
        pads = conv.padding
        if not isinstance(pads, tuple):
            pads = (0, 0, 0, 0)
            if conv.padding == SAME:
                heads = []
                for side in (1, 0):
                    size, step = conv.image[1 + side], stride[side]
                    total = max(0, (-(-size // step) - 1) * step + conv.kernel[side] - size)
                    heads += [total // 2, total - total // 2]
                pads = tuple(heads)  # type: ignore[assignment]
        padded = torch.nn.functional.pad(x, pads)
        y = torch.nn.functional.conv2d(
            padded, weights.permute(0, 3, 1, 2), bias, stride, groups=conv.groups
        )
    else:
        whole = torch.nn.functional.conv_transpose2d(x, weights.permute(3, 0, 1, 2), None, stride)
        head = _head(conv)
        missing = [max(0, head[k] + conv.out[k] - whole.shape[2 + k]) for k in (0, 1)]
        whole = torch.nn.functional.pad(whole, (0, missing[1], 0, missing[0]))
        cut = whole[:, :, head[0] : head[0] + conv.out[0], head[1] : head[1] + conv.out[1]]
        y = cut + bias[:, None, None]
    return y.permute(0, 2, 3, 1).numpy()


def cross_check() -> str:
    """Compare with PyTorch, and TRANSPOSE_CONV_2D also with LiteRT's reference kernels."""
    tally, tensor = _litert_runner.ComparisonTally(), _litert_runner.LitertTensor
    for conv in (*GROUPED, *TRANSPOSED):
        n = case_values(conv)
        tally.floats(conv.name, [float(v) for v in n.y], _torch(conv, n))
        if conv.groups or isinstance(conv.padding, tuple) or conv.padding == NONE:
            continue
        options = {
            "padding": 0 if conv.padding == SAME else 1, "strideW": conv.stride[0],
            "strideH": conv.stride[1],
        }  # fmt: skip
        shape = tensor((4,), "int32", data=np.array(n.dims), constant=True)
        kinds = ["float32"] if conv.fine else ["float32", "uint8"]
        for kind in kinds:
            scales = (*INPUT, *FILTER, conv.out_scale, conv.out_zero)
            if kind == "float32":
                scales = (0.0, 0, 0.0, 0, 0.0, 0)
                data = [np.array(n.x), np.array(n.weights), np.array(n.bias)]
            else:
                data = [
                    np.array([quantize(v, Q8, *INPUT) for v in n.x]),
                    np.array([quantize(v, Q8, *FILTER) for v in n.weights]),
                    np.array(n.bias) / (INPUT[0] * FILTER[0]),
                ]
            kinds_of_bias = "float32" if kind == "float32" else "int32"
            product_ = 0.0 if kind == "float32" else INPUT[0] * FILTER[0]
            got = _litert_runner.run_operation(
                "TRANSPOSE_CONV",
                [shape, tensor(conv.filter_dims, kind, scales[2], scales[3], data[1], True),
                 tensor(conv.image, kind, scales[0], scales[1], data[0]),
                 tensor((conv.channels,), kinds_of_bias, product_, 0, data[2], True)],
                [tensor(n.dims, kind, scales[4], scales[5])], "TransposeConvOptions", options, 3,
            )[0]  # fmt: skip
            if kind == "float32":
                tally.floats(conv.name, [float(v) for v in n.y], got)
            else:
                codes = [quantize(v, Q8, conv.out_scale, conv.out_zero) for v in n.y]
                tally.codes(conv.name, codes, got)
    return str(tally)
