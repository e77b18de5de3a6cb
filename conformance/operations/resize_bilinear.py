"""RESIZE_BILINEAR: images resized by interpolation between the four nearest pixels.

Positions are kept as fractions of whole numbers, so that a quantized result is the exact one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.conditions import same_quantization
from conformance.operations.definition import (
    FLOAT_SCALAR,
    Array,
    Condition,
    Form,
    Kernel,
    OperandSpec,
    OperationDefinition,
    Shape,
    TypeRule,
    ZeroSize,
    only,
    ranks,
    scalar,
    tensor,
    trailing,
)
from conformance.operations.named_sizes import size
from conformance.operations.numerics import F64Array, round_half_away, store


def _operands(target: TypeRule) -> tuple[OperandSpec, ...]:
    return (
        tensor("input", ranks=ranks(4)),
        scalar("width", target),
        scalar("height", target),
        trailing("layout", OperandType.BOOL, False, Version.V1_2, "true: NCHW"),
        trailing("align_corners", OperandType.BOOL, False, Version.V1_3),
        trailing("half_pixel_centers", OperandType.BOOL, False, Version.V1_3),
    )


RESIZE_FORMS = (
    Form("by_size", _operands(only(OperandType.INT32)), (3, 4, 5, 6)),
    Form("by_scale", _operands(FLOAT_SCALAR), (3, 4, 5, 6), Version.V1_2),
)
"""Input lists of the operations that resize images."""


def image_axes(call: Call) -> tuple[int, int]:
    """Indexes of height and width."""
    return (2, 3) if call.scalar("layout") else (1, 2)


def target_size(call: Call, name: str, pixels: int) -> int | None:
    """New height or width: given, or the floor of the scaled size; ``None`` for no number.

    The product is rounded to float32 before the floor is taken, so that ten pixels scaled by the
    float32 nearest to 0.7 are seven.
    """
    wanted = call.scalar(name)
    if call.form.name == "by_size":
        return int(wanted)
    scaled = np.float32(pixels) * np.float32(wanted)
    return int(np.floor(scaled)) if np.isfinite(scaled) else None


def _target_is_positive(name: str) -> Condition:
    def check(call: Call) -> str | None:
        pixels = 0
        if call.form.name == "by_scale":
            pixels = size(call, "input", image_axes(call)[name == "width"])
        new = target_size(call, name, pixels)
        return None if new is not None and new > 0 else f"the new {name} is {new}, must be above 0"

    return Condition(f"{name}_is_positive", check, f"{name}: size or factor of the output image")


def _image_not_empty(call: Call) -> str | None:
    for axis in (1, 2, 3):
        if size(call, "input", axis) == 0:
            return f"dimension {axis} of input is 0, only the batch may be"
    return None


def _one_mode(call: Call) -> str | None:
    if call.scalar("align_corners") and call.scalar("half_pixel_centers"):
        return "align_corners and half_pixel_centers are both true"
    return None


RESIZE_CONDITIONS = (
    _target_is_positive("width"),
    _target_is_positive("height"),
    Condition("image_not_empty", _image_not_empty, "input: zero batches is supported, no other 0"),
    Condition("one_mode", _one_mode, "half_pixel_centers: if true, align_corners must be false"),
    same_quantization("input"),
)
"""Conditions of the operations that resize images."""


def resized_shape(call: Call) -> Shape:
    """Shape of the output image."""
    shape = list(call.shape("input"))
    for axis, name in zip(image_axes(call), ("height", "width"), strict=True):
        new = target_size(call, name, shape[axis])
        assert new is not None
        shape[axis] = new
    return tuple(shape)


class _Interpolation(NamedTuple):
    """Output i = (lower_weight x input[lower] + upper_weight x input[upper]) / denominator."""

    lower: Array
    upper: Array
    lower_weight: F64Array
    upper_weight: F64Array
    denominator: int


def _interpolation(call: Call, old: int, new: int, axis: int) -> _Interpolation:
    index = np.arange(new, dtype=np.int64)
    if call.scalar("half_pixel_centers"):
        numerator, denominator = (2 * index + 1) * old - new, 2 * new
    elif call.scalar("align_corners") and new > 1:
        numerator, denominator = index * (old - 1), new - 1
    else:
        numerator, denominator = index * old, new
    # outside the outermost centres the image continues with its edge pixels
    numerator = np.maximum(numerator, 0)
    lower, upper_weight = np.divmod(numerator, denominator)
    weights = [1] * 4
    weights[axis] = new
    return _Interpolation(
        lower,
        np.minimum(lower + 1, old - 1),
        (denominator - upper_weight).reshape(weights).astype(np.float64),
        upper_weight.reshape(weights).astype(np.float64),
        denominator,
    )


def _compile(call: Call) -> Kernel:
    source_view, output = call.view("input"), call.output()
    old, new = call.shape("input"), resized_shape(call)
    height, width = image_axes(call)
    rows = _interpolation(call, old[height], new[height], height)
    columns = _interpolation(call, old[width], new[width], width)
    denominator = float(rows.denominator * columns.denominator)
    quantized = source_view.info is not None and source_view.info.quantized

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        source = inputs[0]
        assert source is not None
        image = source.astype(np.float64)
        if quantized:
            image -= source_view.zero_point
        tall = image.take(rows.lower, height) * rows.lower_weight
        tall += image.take(rows.upper, height) * rows.upper_weight
        wide = tall.take(columns.lower, width) * columns.lower_weight
        wide += tall.take(columns.upper, width) * columns.upper_weight
        wide /= denominator
        if quantized:
            # weights add up to 1: a result is never outside the codes of its pixels
            return ((round_half_away(wide) + source_view.zero_point).astype(source.dtype),)
        return (store(wide, output),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.RESIZE_BILINEAR,
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=RESIZE_FORMS,
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=lambda call: (resized_shape(call),),
        compile=_compile,
        conditions=RESIZE_CONDITIONS,
        zero_size=ZeroSize(Version.V1_2, "batch of input"),
        doc="each output pixel is interpolated between the four input pixels around its position",
    ),
)
