"""Faults in convolutions, fully connected layers and pooling."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from conformance.hal import OperandType, OperationType, SymmPerChannelQuantParams
from conformance.operations import Call, Kernel
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.families.window import PADDINGS, axes_of, filter_shape
from tests.sample_drivers.values.fault_injection import (
    OptionalArrays,
    call_changed,
    changed_output,
    changed_view,
    fitted,
    half_precision,
    input_view,
    misread_input,
    nhwc_for_nchw,
    only_for,
    row,
    scalars,
    stored_by,
    swapped,
    table,
    with_input,
    wrapping,
)

Op, T = OperationType, OperandType

LIMIT_MISSING = "only the limit is missing"

FLOATS = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16)


def with_padding(call: Call, change: Callable[[tuple[int, ...]], tuple[int, ...]]) -> Call:
    """Return the call in the form with explicit paddings, with changed paddings.

    ``change`` receives and returns (left, right, top, bottom).
    """
    size = filter_shape
    if call.position("filter") is None:
        size = lambda c: (c.scalar("filter_height"), c.scalar("filter_width"))  # noqa: E731
    height, width = axes_of(call, size)
    paddings = change((width.head, width.tail, height.head, height.tail))
    explicit = next(form for form in call.definition.forms if form.name == "explicit")
    template = call.view("stride_width")
    views = [changed_view(template, value=np.array(p, np.int32)) for p in paddings]
    first = call.position("padding_scheme")
    if first is None:
        first = call.position(PADDINGS[0])
        inputs = [*call.inputs[:first], *views, *call.inputs[first + 4 :]]
    else:
        inputs = [*call.inputs[:first], *views, *call.inputs[first + 1 :]]
    return Call(call.definition, explicit, inputs, call.outputs, call.version)


def padded(change: Callable[[tuple[int, ...]], tuple[int, ...]]) -> Callable[[Call], Kernel]:
    """Return a fault that uses the paddings ``change((left, right, top, bottom))``."""

    def misbehavior(call: Call) -> Kernel:
        other = with_padding(call, change)
        kernel = other.definition.compile(other)
        tensors = 3 if call.position("filter") is not None else 1

        def run(inputs: OptionalArrays) -> OptionalArrays:
            return kernel([*inputs[:tensors], *[None] * (len(other.inputs) - tensors)])

        return fitted(call, run)

    return misbehavior


OTHER_SIDE = padded(lambda p: (p[1], p[0], p[3], p[2]))

NO_PADDING = padded(lambda p: (0, p[0] + p[1], 0, p[2] + p[3]))


def first_scale(call: Call) -> Call:
    """Return the call with the first channel's scale for all channels of the filter."""
    params = call.view("filter").extra_params
    if not isinstance(params, SymmPerChannelQuantParams):
        return call
    scales = params.scales[:1] * len(params.scales)
    return with_input(
        call, "filter", extra_params=SymmPerChannelQuantParams(scales, params.channel_dim)
    )


def padded_with_code_zero(call: Call) -> Kernel:
    """Pad a quantized image with code 0 instead of the zero point.

    NCHW data stays correct; the padding below is written for NHWC.
    """
    if not is_quantized(call.primary) or call.scalar("layout"):
        return call.definition.compile(call)
    height, width = axes_of(call, filter_shape)
    around = ((0, 0), (height.head, height.tail), (width.head, width.tail), (0, 0))
    shape = tuple(n + a + b for n, (a, b) in zip(call.shape("input"), around, strict=True))
    other = with_input(with_padding(call, lambda p: (0, 0, 0, 0)), "input", dims=shape)
    kernel = other.definition.compile(other)

    def run(inputs: OptionalArrays) -> OptionalArrays:
        image, *more = inputs[:3]
        return kernel([np.pad(image, around), *more, *[None] * (len(other.inputs) - 3)])

    return fitted(call, run)


def turned(call: Call, array: Array) -> Array:
    """Return the filter rotated by 180 degrees.

    NNAPI specifies a cross-correlation; the rotation turns it into a mathematical convolution.
    """
    return array[:, ::-1, ::-1, :]


def short_sums(call: Call, codes: Array) -> Array:
    """Return the codes for an accumulator that saturates at 16 bits."""
    view, filter_ = call.output(), call.inputs[1]
    low, high = view.info.code_range
    if not filter_.scale:
        return np.clip(np.rint(codes), low, high)
    step = call.primary.scale * filter_.scale / view.scale
    sums = np.clip((codes - view.zero_point) / step, -32768, 32767)
    return np.clip(np.rint(sums * step + view.zero_point), low, high)


def as_unsigned(call: Call) -> Kernel:
    """Compute the maximum of signed codes as if they were unsigned."""
    kernel = call.definition.compile(call)

    def run(inputs: OptionalArrays) -> OptionalArrays:
        image = inputs[0]
        assert image is not None
        (found,) = kernel([image ^ np.int8(-128), *inputs[1:]])
        return [found ^ np.int8(-128)]

    return run


def other_order_of_units(call: Call, array: Array) -> Array:
    """Order depthwise output channels by multiplier, then channel, instead of the reverse."""
    multiplier = call.scalar("depth_multiplier")
    axis = 1 if call.scalar("layout") else 3
    shape = array.shape
    split = array.reshape(*shape[:axis], -1, multiplier, *shape[axis + 1 :])
    return np.swapaxes(split, axis, axis + 1).reshape(shape)


FC = ("fully_connected", "fully_connected_*")


def pool_zero(call: Call, array: Array) -> Array:
    """Return the maximum of each result and 0, as if the padding took part as the value 0.

    For simplicity this concerns all elements of an output that has any padding.
    """
    zero = call.primary.zero_point
    height, width = axes_of(call, lambda c: (c.scalar("filter_height"), c.scalar("filter_width")))
    if not any((height.head, height.tail, width.head, width.tail)):
        return array
    return np.maximum(array, zero)


def whole_window(call: Call, array: Array) -> Array:
    """Return averages divided by the full size of the window, including the padding."""
    height, width = axes_of(call, lambda c: (c.scalar("filter_height"), c.scalar("filter_width")))
    share = np.outer(height.counts() / height.filter, width.counts() / width.filter)
    share = share[None, None] if call.scalar("layout") else share[None, :, :, None]
    if not is_quantized(call.primary):
        return array * share
    zero = call.primary.zero_point
    return np.rint((array.astype(np.float64) - zero) * share) + zero


CONVOLUTION = table(
    "convolution and fully connected",
    *(each for op, files in ((Op.CONV_2D, ("conv_2d", "conv_2d_*")), (Op.DEPTHWISE_CONV_2D, ("depthwise_conv_2d", "depthwise_conv_2d_*"))) for each in (
        row(op, "strides exchanged", call_changed(lambda c: swapped(c, "stride_width", "stride_height")), specs=files),
        row(op, "activation ignored", scalars(activation=0), LIMIT_MISSING, specs=files),
        row(op, "dilation ignored", scalars(dilation_width=1, dilation_height=1), specs=files),
        row(op, "dilations exchanged", call_changed(lambda c: swapped(c, "dilation_width", "dilation_height")), specs=files),
        row(op, "padding on the wrong side", OTHER_SIDE, specs=files),
        row(op, "padding all after the image", NO_PADDING, specs=files),
        row(op, "NCHW taken for NHWC", nhwc_for_nchw, specs=files),
        row(op, "first channel's scale for all", call_changed(first_scale), specs=files, unaffected_cases=("relaxed", "float16")),
        row(op, "filter zero point ignored", input_view("filter", zero_point=0), "QUANT8", specs=files),
        row(op, "padding is code 0, not the zero point", padded_with_code_zero, "QUANT8", specs=files),
        row(op, "sums saturate at 16 bits", stored_by(short_sums), "QUANT8", specs=files),
        row(op, "bias ignored", misread_input("bias", lambda c, a: a * 0), specs=files),
        row(op, "filter turned", misread_input("filter", turned), specs=files),
        row(op, "results wrap instead of saturating", stored_by(wrapping), "QUANT8", specs=files),
        row(op, "float32 computed as float16", only_for(changed_output(half_precision), T.TENSOR_FLOAT32), "precision", specs=files, unaffected_cases=("relaxed", "float16", "quant8")),
        row(op, "every code two off", stored_by(lambda c, codes: np.clip(np.rint(codes) + 2, *c.output().info.code_range)), "+2 off", specs=files),
    )),
    row(Op.DEPTHWISE_CONV_2D, "units ordered by multiplier first", changed_output(other_order_of_units)),
    row(Op.FULLY_CONNECTED, "weights transposed", misread_input("weights", lambda c, a: a.T), specs=FC),
    row(Op.FULLY_CONNECTED, "activation ignored", scalars(activation=0), LIMIT_MISSING, specs=FC),
    row(Op.FULLY_CONNECTED, "bias ignored", misread_input("bias", lambda c, a: a * 0), specs=FC),
    row(Op.FULLY_CONNECTED, "weights zero point ignored", input_view("weights", zero_point=0), "QUANT8", specs=FC),
    row(Op.FULLY_CONNECTED, "input zero point ignored", input_view("input", zero_point=0), "QUANT8", specs=FC),
    row(Op.FULLY_CONNECTED, "sums saturate at 16 bits", stored_by(short_sums), "QUANT8", specs=FC),
    row(Op.FULLY_CONNECTED, "results wrap instead of saturating", stored_by(wrapping), "QUANT8", specs=FC),
    row(Op.FULLY_CONNECTED, "only the first batch computed", changed_output(lambda c, a: np.broadcast_to(a[:1], a.shape)), specs=FC),
    row(Op.FULLY_CONNECTED, "float32 computed as float16", only_for(changed_output(half_precision), T.TENSOR_FLOAT32), "precision", specs=FC, unaffected_cases=("relaxed", "float16", "quant8")),
)  # fmt: skip


POOLING = table(
    "pooling",
    *(each for op, name in ((Op.AVERAGE_POOL_2D, "average_pool_2d"), (Op.MAX_POOL_2D, "max_pool_2d"), (Op.L2_POOL_2D, "l2_pool_2d")) for files in [(name, f"{name}_*")] for each in (
        row(op, "strides exchanged", call_changed(lambda c: swapped(c, "stride_width", "stride_height")), specs=files),
        row(op, "window turned", call_changed(lambda c: swapped(c, "filter_width", "filter_height")), specs=files, additional_rules=("execute.status",)),
        row(op, "activation ignored", scalars(activation=0), LIMIT_MISSING, specs=files),
        row(op, "NCHW taken for NHWC", nhwc_for_nchw, specs=files),
        row(op, "padding on the wrong side", OTHER_SIDE, specs=files),
    )),
    row(Op.AVERAGE_POOL_2D, "padding counted in the mean", changed_output(whole_window), specs=("average_pool_2d", "average_pool_2d_*")),
    row(Op.AVERAGE_POOL_2D, "every code two off", only_for(changed_output(lambda c, a: np.minimum(a.astype(int) + 2, 255)), T.TENSOR_QUANT8_ASYMM), "+2 off", specs=("average_pool_2d*",)),
    row(Op.MAX_POOL_2D, "padding counted as zero", changed_output(pool_zero), specs=("max_pool_2d", "max_pool_2d_*")),
    row(Op.MAX_POOL_2D, "signed codes compared as unsigned", only_for(as_unsigned, T.TENSOR_QUANT8_ASYMM_SIGNED), "SIGNED", specs=("max_pool_2d",)),
    row(Op.L2_POOL_2D, "square root forgotten", changed_output(lambda c, a: np.square(a)), specs=("l2_pool_2d",)),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
