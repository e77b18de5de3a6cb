"""Operations that move values: shapes, slices, padding, blocks, concatenation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.engines.bridge import grouped_channels
from conformance.engines.onnx.graphs import Lowering, dtype_of, is_quantized
from conformance.engines.onnx.lower.windows import channels_first_image, set_image_output
from conformance.hal import OperationType
from conformance.operations.mirror_pad import REFLECT

_LAST: Final = 2**31 - 1
"""A position past the end of every dimension."""


def reshape(op: Lowering) -> None:
    """Lower any operation that only changes the shape."""
    op.set_stored_output(op.reshape(op.stored_input("input"), op.output_shape()))


def transpose(op: Lowering) -> None:
    """Lower TRANSPOSE."""
    if op.call.present("perm"):
        order = op.call.value("perm").tolist()
    else:
        order = list(range(op.call.rank("input")))[::-1]
    op.set_stored_output(op.transpose(op.stored_input("input"), order))


def _join(op: Lowering, values: list[str], positions: range, axis: int) -> None:
    """Join inputs; if their quantizations differ from the output's, join them as real numbers."""
    output = op.call.output()
    views = [op.call.inputs[position] for position in positions]
    if is_quantized(output) and not all(view.same_quantization(output) for view in views):
        reals = [op.dequantize(value, view) for value, view in zip(values, views, strict=True)]
        op.set_real_output(op.add_node("Concat", reals, axis=axis))
    else:
        op.set_stored_output(op.add_node("Concat", values, axis=axis))


def concatenation(op: Lowering) -> None:
    """Lower CONCATENATION."""
    positions = op.call.repeated("input_i")
    values = [op.stored_input_at(position) for position in positions]
    _join(op, values, positions, op.scalar("axis"))


def pack(op: Lowering) -> None:
    """Lower PACK."""
    positions = op.call.repeated("input_i")
    rank = len(op.call.inputs[positions[0]].shape) + 1
    axis = op.scalar("axis") % rank
    axes = op.int64_constant([axis])
    values = [
        op.add_node("Unsqueeze", [op.stored_input_at(position), axes]) for position in positions
    ]
    _join(op, values, positions, axis)


def split(op: Lowering) -> None:
    """Lower SPLIT."""
    count = len(op.call.outputs)
    axis = op.scalar("axis")
    parts = op.add_nodes("Split", [op.stored_input("input")], count, axis=axis, num_outputs=count)
    for number, part in enumerate(parts):
        op.set_stored_output(part, number)


def slice_(op: Lowering) -> None:
    """Lower SLICE."""
    begin, size = (op.call.value(name).astype(np.int64) for name in ("begin", "size"))
    end = np.where(size == -1, _LAST, begin + size)
    op.set_stored_output(
        op.add_node(
            "Slice", [op.stored_input("input"), op.int64_constant(begin), op.int64_constant(end)]
        )
    )


def strided_slice(op: Lowering) -> None:
    """Lower STRIDED_SLICE to ONNX's Slice and a reshape that drops the shrunk dimensions.

    Positions have the same meaning in ONNX.
    """
    begin, end, strides = (
        op.call.value(name).astype(np.int64) for name in ("begin", "end", "strides")
    )
    axes = np.arange(len(strides))
    last = np.where(strides > 0, _LAST, -_LAST)
    begin = np.where(op.scalar("begin_mask") >> axes & 1, np.where(strides > 0, 0, _LAST), begin)
    end = np.where(op.scalar("end_mask") >> axes & 1, last, end)
    bounds = [op.int64_constant(values) for values in (begin, end, axes, strides)]
    value = op.add_node("Slice", [op.stored_input("input"), *bounds])
    op.set_stored_output(op.reshape(value, op.output_shape()))


def reverse(op: Lowering) -> None:
    """Lower REVERSE."""
    axes = op.int64_constant(op.call.value("axis").ravel())
    bounds = [op.int64_constant([-1]), op.int64_constant([-_LAST]), axes, op.int64_constant([-1])]
    op.set_stored_output(op.add_node("Slice", [op.stored_input("input"), *bounds]))


def tile(op: Lowering) -> None:
    """Lower TILE."""
    multiples = op.int64_constant(op.call.value("multiples"))
    op.set_stored_output(op.add_node("Tile", [op.stored_input("input"), multiples]))


def _pad(op: Lowering, value: str, paddings: list[list[int]], border: str) -> str:
    pairs = np.array(paddings).T.ravel()
    return op.add_node("Pad", [value, op.int64_constant(pairs), border])


def _zero(op: Lowering) -> str:
    view = op.view("input")
    return op.constant(view.zero_point if is_quantized(view) else 0, dtype_of(view))


def pad(op: Lowering) -> None:
    """Lower PAD."""
    paddings = op.call.value("paddings").tolist()
    op.set_stored_output(_pad(op, op.stored_input("input"), paddings, _zero(op)))


def pad_v2(op: Lowering) -> None:
    """Lower PAD_V2; the padding value of a quantized tensor is a code."""
    dtype = dtype_of(op.view("input"))
    value = op.scalar("pad_value")
    border = np.int64(value).astype(dtype) if dtype.kind in "iu" else dtype.type(value)
    paddings = op.call.value("paddings").tolist()
    op.set_stored_output(_pad(op, op.stored_input("input"), paddings, op.constant(border, dtype)))


def mirror_pad(op: Lowering) -> None:
    """Lower MIRROR_PAD; symmetric padding uses Gather because ONNX's Pad lacks that mode."""
    paddings = op.call.value("paddings")
    value = op.stored_input("input")
    if op.scalar("mode") == REFLECT:
        op.set_stored_output(
            op.add_node("Pad", [value, op.int64_constant(paddings.T.ravel())], mode="reflect")
        )
        return
    for axis, (size, pair) in enumerate(
        zip(op.call.shape("input"), paddings.tolist(), strict=True)
    ):
        indices = op.int64_constant(np.pad(np.arange(size), pair, mode="symmetric"))
        value = op.add_node("Gather", [value, indices], axis=axis)
    op.set_stored_output(value)


def _block_operator(operator: str, **attributes: str) -> Callable[[Lowering], None]:
    """Return a lowering for DEPTH_TO_SPACE or SPACE_TO_DEPTH.

    The ONNX operators lack int8, whose values float32 represents exactly.
    """

    def translate(op: Lowering) -> None:
        size = op.scalar("block_size")
        dtype = dtype_of(op.view("input"))
        value = channels_first_image(op, op.cast(op.stored_input("input"), np.float32))
        value = op.add_node(operator, [value], blocksize=size, **attributes)
        set_image_output(op, op.cast(value, dtype), real=False)

    return translate


def batch_to_space_nd(op: Lowering) -> None:
    """Lower BATCH_TO_SPACE_ND to reshapes and a transposition."""
    block_height, block_width = op.call.value("block_shape").tolist()
    value = channels_first_image(op, op.stored_input("input"))
    batch, channels, height, width = _image_shape(op)
    value = op.reshape(
        value,
        (block_height, block_width, batch // (block_height * block_width), channels, height, width),
    )
    value = op.transpose(value, (2, 3, 4, 0, 5, 1))
    value = op.reshape(
        value,
        (
            batch // (block_height * block_width),
            channels,
            height * block_height,
            width * block_width,
        ),
    )
    set_image_output(op, value, real=False)


def space_to_batch_nd(op: Lowering) -> None:
    """Lower SPACE_TO_BATCH_ND to padding, reshapes and a transposition."""
    block_height, block_width = op.call.value("block_shape").tolist()
    (top, bottom), (left, right) = op.call.value("paddings").tolist()
    batch, channels, height, width = _image_shape(op)
    value = channels_first_image(op, op.stored_input("input"))
    paddings = [[0, 0], [0, 0], [top, bottom], [left, right]]
    value = _pad(op, value, paddings, _zero(op))
    rows, columns = (height + top + bottom) // block_height, (width + left + right) // block_width
    value = op.reshape(value, (batch, channels, rows, block_height, columns, block_width))
    value = op.transpose(value, (3, 5, 0, 1, 2, 4))
    value = op.reshape(value, (batch * block_height * block_width, channels, rows, columns))
    set_image_output(op, value, real=False)


def _image_shape(op: Lowering) -> tuple[int, int, int, int]:
    """Return the batch, channels, height and width of the input."""
    first, second, third, fourth = op.call.shape("input")
    if op.scalar("layout"):
        return first, second, third, fourth
    return first, fourth, second, third


def channel_shuffle(op: Lowering) -> None:
    """Lower CHANNEL_SHUFFLE by swapping the groups with the channels of each group."""
    grouped_shape, order = grouped_channels(op.call)
    value = op.transpose(op.reshape(op.stored_input("input"), grouped_shape), order)
    op.set_stored_output(op.reshape(value, op.call.shape("input")))


_Op = OperationType

TRANSLATORS: Final = {
    _Op.BATCH_TO_SPACE_ND: batch_to_space_nd,
    _Op.CHANNEL_SHUFFLE: channel_shuffle,
    _Op.CONCATENATION: concatenation,
    _Op.DEPTH_TO_SPACE: _block_operator("DepthToSpace", mode="DCR"),
    _Op.EXPAND_DIMS: reshape,
    _Op.MIRROR_PAD: mirror_pad,
    _Op.PACK: pack,
    _Op.PAD: pad,
    _Op.PAD_V2: pad_v2,
    _Op.RESHAPE: reshape,
    _Op.REVERSE: reverse,
    _Op.SLICE: slice_,
    _Op.SPACE_TO_BATCH_ND: space_to_batch_nd,
    _Op.SPACE_TO_DEPTH: _block_operator("SpaceToDepth"),
    _Op.SPLIT: split,
    _Op.SQUEEZE: reshape,
    _Op.STRIDED_SLICE: strided_slice,
    _Op.TILE: tile,
    _Op.TRANSPOSE: transpose,
}
