"""RESIZE_BILINEAR: images resized by interpolation between the four nearest pixels.

Positions are rational numbers with integer numerator and denominator, so a quantized result is the
exact value, rounded once with ties away from zero. float32 is computed in double precision and
rounded once, float16 in float32.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from conformance.operations import toolkit as op

_EXACT: Final = 1 << 14
"""Up to this denominator, float32 represents weighted sums of codes exactly and distinguishes their
quotients from ties."""


def _operands(target: op.TypeRule) -> tuple[op.OperandSpec, ...]:
    return (
        op.image("input"),
        op.scalar("width", target),
        op.scalar("height", target),
        op.trailing("layout", op.OperandType.BOOL, False, op.Version.V1_2, "true: NCHW"),
        op.trailing("align_corners", op.OperandType.BOOL, False, op.Version.V1_3),
        op.trailing("half_pixel_centers", op.OperandType.BOOL, False, op.Version.V1_3),
    )


RESIZE_FORMS = (
    op.form("by_size", *_operands(op.only(op.OperandType.INT32))),
    op.Form("by_scale", _operands(op.FLOAT_SCALAR), (3, 4, 5, 6), op.Version.V1_2),
)
"""Operand lists of the operations that resize images."""


def image_axes(call: op.Call) -> tuple[int, int]:
    """Return the axes of height and width."""
    return (2, 3) if call.scalar("layout") else (1, 2)


def target_size(call: op.Call, name: str, pixels: int) -> int | None:
    """Return the new height or width; ``None`` if scaling gives no finite number.

    The size is given, or it is the floor of the scaled size. The product is rounded to float32
    before the floor is taken, so that ten pixels scaled by the float32 nearest to 0.7 are seven.
    """
    requested = call.scalar(name)
    if call.form.name == "by_size":
        return int(requested)
    scaled = np.float32(pixels) * np.float32(requested)
    return int(np.floor(scaled)) if np.isfinite(scaled) else None


def has_open_size(call: op.Call) -> bool:
    """Return whether the arithmetic of the product decides the size of an output image.

    Exact products, products in float32 and products in the type of the factor are permitted. This
    is false for every operation without the form ``by_scale`` of RESIZE_FORMS.
    """
    if call.form.name != "by_scale":
        return False
    for axis, name in zip(image_axes(call), ("height", "width"), strict=True):
        factor, pixels = call.value(name).reshape(()), call.shape("input")[axis]
        with np.errstate(all="ignore"):
            products = (
                np.float64(pixels) * np.float64(factor),  # exact: 24 bits times at most 29 bits
                np.float32(pixels) * np.float32(factor),
                factor.dtype.type(pixels) * factor,
            )
            if len({float(np.floor(product)) for product in products}) > 1:
                return True
    return False


def _target_is_positive(name: str) -> op.Condition:
    def check(call: op.Call) -> str | None:
        pixels = 0
        if call.form.name == "by_scale":
            pixels = op.size(call, "input", image_axes(call)[name == "width"])
        new = target_size(call, name, pixels)
        if new is not None and new > 0:
            return None
        return f"the output {name} is {new}, but must be greater than 0"

    return op.Condition(
        f"{name}_is_positive", check, f"the output {name}, given or scaled, is greater than 0"
    )


@op.condition("no size of input except the batch is 0")
def _image_not_empty(call: op.Call) -> str | None:
    for axis in (1, 2, 3):
        if op.size(call, "input", axis) == 0:
            return f"dimension {axis} of input is 0; only the batch may be 0"
    return None


@op.condition("align_corners and half_pixel_centers are not both true")
def _one_mode(call: op.Call) -> str | None:
    if call.scalar("align_corners") and call.scalar("half_pixel_centers"):
        return "align_corners and half_pixel_centers are both true; at most one may be"
    return None


RESIZE_CONDITIONS = (
    _target_is_positive("width"),
    _target_is_positive("height"),
    _image_not_empty,
    _one_mode,
    op.same_quantization("input"),
)
"""Conditions that the operations that resize images share."""


def resized_shape(call: op.Call) -> op.Shape:
    """Return the shape of the output image."""
    shape = list(call.shape("input"))
    for axis, name in zip(image_axes(call), ("height", "width"), strict=True):
        new = target_size(call, name, shape[axis])
        assert new is not None
        shape[axis] = new
    return tuple(shape)


class _Taps(NamedTuple):
    """The two input pixels and weights of each output pixel along one axis.

    Output i = (lower_weight x input[lower] + upper_weight x input[upper]) / denominator.
    """

    lower: op.Array
    upper: op.Array
    lower_weight: op.Array
    upper_weight: op.Array
    denominator: int


def _taps(call: op.Call, old: int, new: int) -> _Taps:
    index = np.arange(new, dtype=np.int64)
    if call.scalar("half_pixel_centers"):
        numerator, denominator = (2 * index + 1) * old - new, 2 * new
    elif call.scalar("align_corners") and new > 1:
        numerator, denominator = index * (old - 1), new - 1
    else:
        numerator, denominator = index * old, new
    # beyond the outermost pixel centres, edge pixels are repeated
    numerator = np.maximum(numerator, 0)
    common = math.gcd(denominator, *numerator.tolist())
    numerator, denominator = numerator // common, denominator // common
    lower, upper_weight = np.divmod(numerator, denominator)
    upper = np.minimum(lower + 1, old - 1)
    return _Taps(lower, upper, denominator - upper_weight, upper_weight, denominator)


def _compile(call: op.Call) -> op.Kernel:
    view, old, new = call.view("input"), call.shape("input"), resized_shape(call)
    (height, width), dtype = image_axes(call), view.dtype
    # rows of pixels with ``depth`` elements each; with NCHW, each channel is an image of depth 1
    depth = old[3] if width == 2 else 1
    images = old[0] if width == 2 else old[0] * old[1]
    rows, columns = _taps(call, old[height], new[height]), _taps(call, old[width], new[width])
    denominator = rows.denominator * columns.denominator
    half, quantized = view.type == op.OperandType.TENSOR_FLOAT16, op.is_quantized(view)
    narrow = half or (quantized and denominator <= _EXACT)
    wide = np.float32 if narrow else np.float64

    def weights(taps: _Taps) -> list[op.Array]:
        divisor = 1 if quantized else taps.denominator
        pair = taps.lower_weight, taps.upper_weight
        return [(weight / divisor).astype(wide)[:, None, None] for weight in pair]

    above, below = weights(rows)
    left, right = (weight[:, 0] for weight in weights(columns))

    def function(source: op.Array) -> op.Array:
        pixels: op.Array = source.astype(wide).reshape(images, old[height], old[width], depth)
        if view.zero_point:
            pixels -= view.zero_point
        lines: op.Array = (
            pixels.take(columns.lower, 2) * left + pixels.take(columns.upper, 2) * right
        )
        sums: op.Array = lines.take(rows.lower, 1) * above + lines.take(rows.upper, 1) * below
        if quantized:
            sums /= denominator
            sums += np.copysign(0.5, sums, dtype=sums.dtype)
            # The weights add up to 1, so a result is within the codes of its pixels: no clamping.
            sums = sums.astype(np.int16) + view.zero_point
        return sums.astype(dtype).reshape(new)

    return op.unary(op.without_fp_warnings(function))


DEFINITION = op.OperationDefinition(
    type=op.OperationType.RESIZE_BILINEAR,
    properties=op.properties(
        op.IntervalBehavior(op.IntervalRule.INTERPOLATION),
        "images.resize",
        op.Cost.HIGH,
        mobile_weight=24,
    ).with_examples("resize_bilinear_centers_half_pixel_down_nchw_all_inputs_as_internal"),
    types=op.QUANT8_SINCE_1_2,
    forms=RESIZE_FORMS,
    outputs=op.IMAGE_OUTPUT,
    shapes=lambda call: (resized_shape(call),),
    compile=_compile,
    conditions=RESIZE_CONDITIONS,
    zero_size=op.ZeroSize(op.Version.V1_2, "batch of input"),
    doc="each output pixel is interpolated from the four input pixels around its position",
)
