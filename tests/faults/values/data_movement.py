"""Faults in operations that move data, resize images or reduce tensors."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from tests.sample_drivers.values.fault_injection import (
    OptionalArrays,
    call_changed,
    changed_output,
    changed_view,
    fitted,
    half_precision,
    misread_input,
    nhwc_for_nchw,
    only_for,
    replaced_computation,
    row,
    scalars,
    swapped,
    table,
    with_input,
    with_scalars,
)

Op, T = OperationType, OperandType

SIGNED, UNSIGNED = T.TENSOR_QUANT8_ASYMM_SIGNED, T.TENSOR_QUANT8_ASYMM

RESIZE = ("resize_bilinear", "resize_bilinear_*")


def nearest(call: Call, image: Array, *_: Array) -> Array:
    """Return the pixel at the coordinates rounded down, instead of interpolating."""
    (_, *out), nchw = call.definition.shapes(call)[0], call.scalar("layout")
    height, width = (out[1], out[2]) if nchw else (out[0], out[1])
    first = 2 if nchw else 1
    rows = np.arange(height) * image.shape[first] // height
    columns = np.arange(width) * image.shape[first + 1] // width
    return image.take(rows, first).take(columns, first + 1)


def sides_exchanged(call: Call) -> Kernel:
    """Resize to the output's size with width and height exchanged."""
    other = swapped(call, "width", "height")
    return fitted(call, other.definition.compile(other))


def reduced(function: object, *, negative: bool = True, repeat: bool = False) -> object:
    """Return a fault that reduces with ``function`` over the set of axes.

    With ``negative=False`` the signs of the axes are ignored.
    """

    def compute(call: Call, array: Array, axes: Array, _keep: Array) -> Array:
        rank = array.ndim
        chosen = {int(a) % rank if negative else abs(int(a)) % rank for a in axes}
        return function(array.astype(np.float64), axis=tuple(chosen))  # type: ignore[operator]

    return replaced_computation(compute)


def divided_for_each_axis(call: Call, array: Array, axes: Array, _keep: Array) -> Array:
    """Divide by the sizes of all entries of ``axes``, so that a repeated axis counts twice."""
    rank, count = array.ndim, 1
    for axis in axes:
        count *= array.shape[int(axis) % rank]
    chosen = tuple({int(a) % rank for a in axes})
    return array.astype(np.float64).sum(axis=chosen) / count


FLOATS = (T.TENSOR_FLOAT32, T.TENSOR_FLOAT16)


def reversed_inputs(call: Call) -> Kernel:
    """Concatenate the inputs in reverse order."""
    count = len(call.repeated("input_i"))
    inputs = [*call.inputs[:count][::-1], *call.inputs[count:]]
    other = Call(call.definition, call.form, inputs, call.outputs, call.version)
    kernel = other.definition.compile(other)
    return fitted(call, lambda arrays: kernel([*arrays[:count][::-1], *arrays[count:]]))


def joined_flat(call: Call, *arrays: Array) -> Array:
    """Concatenate the raw data, which is correct only for the first axis."""
    return np.concatenate([a.reshape(-1) for a in arrays[:-1]])


def codes_copied(call: Call) -> Kernel:
    """Concatenate the codes of quantized inputs without requantizing them to the output's scale."""
    view = call.output()
    count = len(call.repeated("input_i"))
    inputs = [
        changed_view(v, scale=view.scale, zero_point=view.zero_point) if i < count else v
        for i, v in enumerate(call.inputs)
    ]
    other = Call(call.definition, call.form, inputs, call.outputs, call.version)
    return fitted(call, other.definition.compile(other))


def other_channel_order(call: Call) -> Kernel:
    """Order the output channels by input channel, then block position, instead of the reverse."""
    size, nchw = call.scalar("block_size"), call.scalar("layout")
    area = size * size
    to_depth = call.definition.type == Op.SPACE_TO_DEPTH
    kernel = call.definition.compile(call)
    axis = 1 if nchw else 3

    def reorder(array: Array, first: int, second: int) -> Array:
        shape = array.shape
        split = array.reshape(*shape[:axis], first, second, *shape[axis + 1 :])
        return np.ascontiguousarray(np.swapaxes(split, axis, axis + 1).reshape(shape))

    def run(inputs: OptionalArrays) -> OptionalArrays:
        image = inputs[0]
        assert image is not None
        channels = image.shape[axis]
        if to_depth:
            return [reorder(kernel(inputs)[0], area, channels)]
        return kernel([reorder(image, channels // area, area), *inputs[1:]])

    return run


def by_columns(call: Call, array: Array) -> Array:
    """Order the batches by column within the block, then by row, instead of the reverse."""
    height, width = call.value("block_shape").tolist()
    if call.definition.type == Op.BATCH_TO_SPACE_ND:
        height, width = width, height
    split = array.reshape(height, width, -1, *array.shape[1:])
    return np.swapaxes(split, 0, 1).reshape(array.shape)


def batch_order(call: Call, array: Array) -> Array:
    """Order the batches as (image, block position) instead of (block position, image)."""
    area = int(np.prod(call.value("block_shape")))
    split = array.reshape(area, -1, *array.shape[1:])
    return np.swapaxes(split, 0, 1).reshape(array.shape)


def image_order(call: Call, array: Array) -> Array:
    """Order the batches as (block position, image) instead of (image, block position)."""
    area = int(np.prod(call.value("block_shape")))
    split = array.reshape(-1, area, *array.shape[1:])
    return np.swapaxes(split, 0, 1).reshape(array.shape)


RESIZING = table(
    "resize",
    row(Op.RESIZE_BILINEAR, "nearest pixel", replaced_computation(nearest), specs=RESIZE),
    row(Op.RESIZE_BILINEAR, "width and height exchanged", sides_exchanged, specs=RESIZE),
    row(Op.RESIZE_BILINEAR, "align_corners ignored", scalars(align_corners=False), specs=RESIZE),
    row(Op.RESIZE_BILINEAR, "half_pixel_centers ignored", scalars(half_pixel_centers=False), specs=RESIZE),
    row(Op.RESIZE_BILINEAR, "corners always aligned", call_changed(lambda c: with_scalars(c, align_corners=True) if not c.scalar("half_pixel_centers") else c), specs=RESIZE),
    row(Op.RESIZE_BILINEAR, "NCHW taken for NHWC", nhwc_for_nchw, specs=RESIZE),
    row(Op.RESIZE_BILINEAR, "float32 computed as float16", only_for(changed_output(half_precision), T.TENSOR_FLOAT32), "precision", specs=RESIZE, unaffected_cases=("relaxed", "float16", "quant8")),
)  # fmt: skip


MEANS = table(
    "mean",
    row(Op.MEAN, "sum instead of mean", only_for(reduced(np.sum), *FLOATS)),
    row(Op.MEAN, "minus sign of an axis ignored", only_for(reduced(np.mean, negative=False), *FLOATS)),
    row(Op.MEAN, "repeated axes counted twice", only_for(replaced_computation(divided_for_each_axis), *FLOATS)),
    row(Op.MEAN, "always over the first axis", misread_input("axes", lambda c, a: a * 0)),
    row(Op.MEAN, "8-bit sums", only_for(replaced_computation(lambda c, a, x, k: ((s := a.sum(axis=tuple(set((x % a.ndim).tolist())), dtype=np.uint8)) // max(1, a.size // s.size))), UNSIGNED), "QUANT8"),
)  # fmt: skip


MOVES = table(
    "data movement",
    row(Op.CONCATENATION, "inputs in reverse order", reversed_inputs),
    row(Op.CONCATENATION, "axis ignored", only_for(replaced_computation(joined_flat), *FLOATS), unaffected_cases=("quant8",)),
    row(Op.CONCATENATION, "inputs not brought to the output's scale", codes_copied, "QUANT8", specs=("concatenation", "concatenation_*")),
    row(Op.RESHAPE, "column by column", replaced_computation(lambda c, a, *_: a.reshape(-1, order="F"))),
    row(Op.RESHAPE, "last element left behind", changed_output(lambda c, a: np.concatenate([a.reshape(-1)[:-1], a.reshape(-1)[:1]]).reshape(a.shape))),
    row(Op.SQUEEZE, "column by column", replaced_computation(lambda c, a, *_: a.reshape(-1, order="F"))),
    row(Op.SQUEEZE, "8-bit data read as if they were 16-bit", only_for(replaced_computation(lambda c, a, *_: np.repeat(a.reshape(-1)[::2], 2)), UNSIGNED, SIGNED)),
    row(Op.TRANSPOSE, "inverse permutation", misread_input("perm", lambda c, p: np.argsort(p))),
    row(Op.TRANSPOSE, "nothing moved", replaced_computation(lambda c, a, *_: a)),
    row(Op.TRANSPOSE, "permutation ignored, axes reversed", replaced_computation(lambda c, a, *_: a.T)),
    *(row(op, "padding before and after exchanged", misread_input("paddings", lambda c, p: p[:, ::-1])) for op in (Op.PAD, Op.SPACE_TO_BATCH_ND)),
    row(Op.PAD, "pads with code 0 instead of the zero point", call_changed(lambda c: with_input(c, "input", zero_point=0)), "QUANT8"),
    row(Op.PAD, "pads with the nearest element", replaced_computation(lambda c, a, p: np.pad(a, [tuple(row) for row in p.tolist()], mode="edge"))),
    row(Op.STRIDED_SLICE, "begin mask ignored", scalars(begin_mask=0)),
    row(Op.STRIDED_SLICE, "end mask ignored", scalars(end_mask=0)),
    row(Op.STRIDED_SLICE, "strides ignored", misread_input("strides", lambda c, s: np.sign(s))),
    row(Op.STRIDED_SLICE, "sign of the strides ignored", replaced_computation(lambda c, a, b, e, s, *_: a[tuple(slice(None, None, abs(int(x))) for x in s)]), specs=("strided_slice",)),
    row(Op.STRIDED_SLICE, "begin of the wrong dimension", misread_input("begin", lambda c, b: np.roll(b, 1)), additional_rules=("execute.status",)),
    *(each for op in (Op.DEPTH_TO_SPACE, Op.SPACE_TO_DEPTH) for each in (
        row(op, "channels in the other order", other_channel_order),
        row(op, "NCHW taken for NHWC", nhwc_for_nchw),
    )),
    *(row(op, "NCHW taken for NHWC", nhwc_for_nchw) for op in (Op.BATCH_TO_SPACE_ND, Op.SPACE_TO_BATCH_ND)),
    row(Op.SPACE_TO_BATCH_ND, "blocks by column", changed_output(by_columns)),
    row(Op.BATCH_TO_SPACE_ND, "blocks by column", misread_input("input", by_columns)),
    row(Op.SPACE_TO_BATCH_ND, "batches in the other order", changed_output(batch_order)),
    row(Op.BATCH_TO_SPACE_ND, "batches in the other order", misread_input("input", image_order)),
    row(Op.SPACE_TO_BATCH_ND, "pads with code 0 instead of the zero point", call_changed(lambda c: with_input(c, "input", zero_point=0)), "QUANT8"),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
