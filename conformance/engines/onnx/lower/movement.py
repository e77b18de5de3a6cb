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


def reshape(lowering: Lowering) -> None:
    """Lower any operation that only changes the shape."""
    lowering.set_stored_output(
        0, lowering.reshape(lowering.stored_input("input"), lowering.output_shape())
    )


def transpose(lowering: Lowering) -> None:
    """Lower TRANSPOSE."""
    if lowering.call.present("perm"):
        order = lowering.call.value("perm").tolist()
    else:
        order = list(range(lowering.call.rank("input")))[::-1]
    lowering.set_stored_output(0, lowering.transpose(lowering.stored_input("input"), order))


def _join(lowering: Lowering, values: list[str], positions: range, axis: int) -> None:
    """Join inputs; if their quantizations differ from the output's, join them as real numbers."""
    output = lowering.call.output()
    views = [lowering.call.inputs[position] for position in positions]
    if is_quantized(output) and not all(view.same_quantization(output) for view in views):
        reals = [
            lowering.dequantize(value, view) for value, view in zip(values, views, strict=True)
        ]
        lowering.set_real_output(0, lowering.add_node("Concat", reals, axis=axis))
    else:
        lowering.set_stored_output(0, lowering.add_node("Concat", values, axis=axis))


def concatenation(lowering: Lowering) -> None:
    """Lower CONCATENATION."""
    positions = lowering.call.repeated("input_i")
    values = [lowering.stored_input_at(position) for position in positions]
    _join(lowering, values, positions, lowering.scalar("axis"))


def pack(lowering: Lowering) -> None:
    """Lower PACK."""
    positions = lowering.call.repeated("input_i")
    rank = len(lowering.call.inputs[positions[0]].shape) + 1
    axis = lowering.scalar("axis") % rank
    axes = lowering.int64_constant([axis])
    values = [
        lowering.add_node("Unsqueeze", [lowering.stored_input_at(position), axes])
        for position in positions
    ]
    _join(lowering, values, positions, axis)


def split(lowering: Lowering) -> None:
    """Lower SPLIT."""
    count = len(lowering.call.outputs)
    axis = lowering.scalar("axis")
    parts = lowering.add_nodes(
        "Split", [lowering.stored_input("input")], count, axis=axis, num_outputs=count
    )
    for number, part in enumerate(parts):
        lowering.set_stored_output(number, part)


def slice_(lowering: Lowering) -> None:
    """Lower SLICE."""
    begin, size = (lowering.call.value(name).astype(np.int64) for name in ("begin", "size"))
    end = np.where(size == -1, _LAST, begin + size)
    lowering.set_stored_output(
        0,
        lowering.add_node(
            "Slice",
            [
                lowering.stored_input("input"),
                lowering.int64_constant(begin),
                lowering.int64_constant(end),
            ],
        ),
    )


def strided_slice(lowering: Lowering) -> None:
    """Lower STRIDED_SLICE to ONNX's Slice and a reshape that drops the shrunk dimensions.

    Positions have the same meaning in ONNX.
    """
    begin, end, strides = (
        lowering.call.value(name).astype(np.int64) for name in ("begin", "end", "strides")
    )
    axes = np.arange(len(strides))
    last = np.where(strides > 0, _LAST, -_LAST)
    begin = np.where(
        lowering.scalar("begin_mask") >> axes & 1, np.where(strides > 0, 0, _LAST), begin
    )
    end = np.where(lowering.scalar("end_mask") >> axes & 1, last, end)
    bounds = [lowering.int64_constant(values) for values in (begin, end, axes, strides)]
    value = lowering.add_node("Slice", [lowering.stored_input("input"), *bounds])
    lowering.set_stored_output(0, lowering.reshape(value, lowering.output_shape()))


def reverse(lowering: Lowering) -> None:
    """Lower REVERSE."""
    axes = lowering.int64_constant(lowering.call.value("axis").ravel())
    bounds = [
        lowering.int64_constant([-1]),
        lowering.int64_constant([-_LAST]),
        axes,
        lowering.int64_constant([-1]),
    ]
    lowering.set_stored_output(
        0, lowering.add_node("Slice", [lowering.stored_input("input"), *bounds])
    )


def tile(lowering: Lowering) -> None:
    """Lower TILE."""
    multiples = lowering.int64_constant(lowering.call.value("multiples"))
    lowering.set_stored_output(
        0, lowering.add_node("Tile", [lowering.stored_input("input"), multiples])
    )


def _pad(lowering: Lowering, value: str, paddings: list[list[int]], border: str) -> str:
    pairs = np.array(paddings).T.ravel()
    return lowering.add_node("Pad", [value, lowering.int64_constant(pairs), border])


def _zero(lowering: Lowering) -> str:
    view = lowering.view("input")
    return lowering.constant(view.zero_point if is_quantized(view) else 0, dtype_of(view))


def pad(lowering: Lowering) -> None:
    """Lower PAD."""
    paddings = lowering.call.value("paddings").tolist()
    lowering.set_stored_output(
        0, _pad(lowering, lowering.stored_input("input"), paddings, _zero(lowering))
    )


def pad_v2(lowering: Lowering) -> None:
    """Lower PAD_V2; the padding value of a quantized tensor is a code."""
    dtype = dtype_of(lowering.view("input"))
    value = lowering.scalar("pad_value")
    border = np.int64(value).astype(dtype) if dtype.kind in "iu" else dtype.type(value)
    paddings = lowering.call.value("paddings").tolist()
    lowering.set_stored_output(
        0,
        _pad(lowering, lowering.stored_input("input"), paddings, lowering.constant(border, dtype)),
    )


def mirror_pad(lowering: Lowering) -> None:
    """Lower MIRROR_PAD; symmetric padding uses Gather because ONNX's Pad lacks that mode."""
    paddings = lowering.call.value("paddings")
    value = lowering.stored_input("input")
    if lowering.scalar("mode") == REFLECT:
        lowering.set_stored_output(
            0,
            lowering.add_node(
                "Pad", [value, lowering.int64_constant(paddings.T.ravel())], mode="reflect"
            ),
        )
        return
    for axis, (size, pair) in enumerate(
        zip(lowering.call.shape("input"), paddings.tolist(), strict=True)
    ):
        indices = lowering.int64_constant(np.pad(np.arange(size), pair, mode="symmetric"))
        value = lowering.add_node("Gather", [value, indices], axis=axis)
    lowering.set_stored_output(0, value)


def _block_operator(operator: str, **attributes: str) -> Callable[[Lowering], None]:
    """Return a lowering for DEPTH_TO_SPACE or SPACE_TO_DEPTH.

    The ONNX operators lack int8, whose values float32 represents exactly.
    """

    def translate(lowering: Lowering) -> None:
        size = lowering.scalar("block_size")
        dtype = dtype_of(lowering.view("input"))
        value = channels_first_image(
            lowering, lowering.cast(lowering.stored_input("input"), np.float32)
        )
        value = lowering.add_node(operator, [value], blocksize=size, **attributes)
        set_image_output(lowering, lowering.cast(value, dtype), real=False)

    return translate


def batch_to_space_nd(lowering: Lowering) -> None:
    """Lower BATCH_TO_SPACE_ND to reshapes and a transposition."""
    block_height, block_width = lowering.call.value("block_shape").tolist()
    value = channels_first_image(lowering, lowering.stored_input("input"))
    batch, channels, height, width = _image_shape(lowering)
    value = lowering.reshape(
        value,
        (block_height, block_width, batch // (block_height * block_width), channels, height, width),
    )
    value = lowering.transpose(value, (2, 3, 4, 0, 5, 1))
    value = lowering.reshape(
        value,
        (
            batch // (block_height * block_width),
            channels,
            height * block_height,
            width * block_width,
        ),
    )
    set_image_output(lowering, value, real=False)


def space_to_batch_nd(lowering: Lowering) -> None:
    """Lower SPACE_TO_BATCH_ND to padding, reshapes and a transposition."""
    block_height, block_width = lowering.call.value("block_shape").tolist()
    (top, bottom), (left, right) = lowering.call.value("paddings").tolist()
    batch, channels, height, width = _image_shape(lowering)
    value = channels_first_image(lowering, lowering.stored_input("input"))
    paddings = [[0, 0], [0, 0], [top, bottom], [left, right]]
    value = _pad(lowering, value, paddings, _zero(lowering))
    rows, columns = (height + top + bottom) // block_height, (width + left + right) // block_width
    value = lowering.reshape(value, (batch, channels, rows, block_height, columns, block_width))
    value = lowering.transpose(value, (3, 5, 0, 1, 2, 4))
    value = lowering.reshape(value, (batch * block_height * block_width, channels, rows, columns))
    set_image_output(lowering, value, real=False)


def _image_shape(lowering: Lowering) -> tuple[int, int, int, int]:
    """Return the batch, channels, height and width of the input."""
    first, second, third, fourth = lowering.call.shape("input")
    if lowering.scalar("layout"):
        return first, second, third, fourth
    return first, fourth, second, third


def channel_shuffle(lowering: Lowering) -> None:
    """Lower CHANNEL_SHUFFLE by swapping the groups with the channels of each group."""
    grouped_shape, order = grouped_channels(lowering.call)
    value = lowering.transpose(
        lowering.reshape(lowering.stored_input("input"), grouped_shape), order
    )
    lowering.set_stored_output(0, lowering.reshape(value, lowering.call.shape("input")))


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
