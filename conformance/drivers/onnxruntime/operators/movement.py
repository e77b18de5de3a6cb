"""Operations that move values: shapes, slices, padding, blocks, joins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.drivers.onnxruntime.operators.windows import image, put_image
from conformance.drivers.onnxruntime.site import Site, dtype_of, is_quantized
from conformance.hal import OperationType
from conformance.operations.mirror_pad import REFLECT

_LAST: Final = 2**31 - 1
"""An end past every dimension."""


def reshape(lowering: Site) -> None:
    """Lower any operation that only changes the shape."""
    lowering.put(0, lowering.reshaped(lowering.stored("input"), lowering.output_shape()))


def transpose(lowering: Site) -> None:
    """Lower TRANSPOSE."""
    if lowering.call.present("perm"):
        order = lowering.call.value("perm").tolist()
    else:
        order = list(range(lowering.call.rank("input")))[::-1]
    lowering.put(0, lowering.transposed(lowering.stored("input"), order))


def _joined(lowering: Site, values: list[str], positions: range, axis: int) -> None:
    """Join inputs; if their quantizations differ from the output's, join them as real numbers."""
    output = lowering.call.output()
    views = [lowering.call.inputs[position] for position in positions]
    if is_quantized(output) and not all(view.same_quantization(output) for view in views):
        reals = [lowering.real_of(value, view) for value, view in zip(values, views, strict=True)]
        lowering.put_real(0, lowering.node("Concat", reals, axis=axis))
    else:
        lowering.put(0, lowering.node("Concat", values, axis=axis))


def concatenation(lowering: Site) -> None:
    """Lower CONCATENATION."""
    positions = lowering.call.repeated("input_i")
    values = [lowering.stored_at(position) for position in positions]
    _joined(lowering, values, positions, lowering.scalar("axis"))


def pack(lowering: Site) -> None:
    """Lower PACK."""
    positions = lowering.call.repeated("input_i")
    rank = len(lowering.call.inputs[positions[0]].shape) + 1
    axis = lowering.scalar("axis") % rank
    axes = lowering.whole([axis])
    values = [
        lowering.node("Unsqueeze", [lowering.stored_at(position), axes]) for position in positions
    ]
    _joined(lowering, values, positions, axis)


def split(lowering: Site) -> None:
    """Lower SPLIT."""
    count = len(lowering.call.outputs)
    axis = lowering.scalar("axis")
    parts = lowering.nodes("Split", [lowering.stored("input")], count, axis=axis, num_outputs=count)
    for number, part in enumerate(parts):
        lowering.put(number, part)


def slice_(lowering: Site) -> None:
    """Lower SLICE."""
    begin, size = (lowering.call.value(name).astype(np.int64) for name in ("begin", "size"))
    end = np.where(size == -1, _LAST, begin + size)
    lowering.put(
        0,
        lowering.node(
            "Slice", [lowering.stored("input"), lowering.whole(begin), lowering.whole(end)]
        ),
    )


def strided_slice(lowering: Site) -> None:
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
    places = [lowering.whole(values) for values in (begin, end, axes, strides)]
    value = lowering.node("Slice", [lowering.stored("input"), *places])
    lowering.put(0, lowering.reshaped(value, lowering.output_shape()))


def reverse(lowering: Site) -> None:
    """Lower REVERSE."""
    axes = lowering.whole(lowering.call.value("axis").ravel())
    places = [lowering.whole([-1]), lowering.whole([-_LAST]), axes, lowering.whole([-1])]
    lowering.put(0, lowering.node("Slice", [lowering.stored("input"), *places]))


def tile(lowering: Site) -> None:
    """Lower TILE."""
    multiples = lowering.whole(lowering.call.value("multiples"))
    lowering.put(0, lowering.node("Tile", [lowering.stored("input"), multiples]))


def _padded(lowering: Site, value: str, paddings: list[list[int]], border: str) -> str:
    pairs = np.array(paddings).T.ravel()
    return lowering.node("Pad", [value, lowering.whole(pairs), border])


def _zero(lowering: Site) -> str:
    view = lowering.view("input")
    return lowering.constant(view.zero_point if is_quantized(view) else 0, dtype_of(view))


def pad(lowering: Site) -> None:
    """Lower PAD."""
    paddings = lowering.call.value("paddings").tolist()
    lowering.put(0, _padded(lowering, lowering.stored("input"), paddings, _zero(lowering)))


def pad_v2(lowering: Site) -> None:
    """Lower PAD_V2; the padding value of a quantized tensor is a code."""
    dtype = dtype_of(lowering.view("input"))
    value = lowering.scalar("pad_value")
    border = np.int64(value).astype(dtype) if dtype.kind in "iu" else dtype.type(value)
    paddings = lowering.call.value("paddings").tolist()
    lowering.put(
        0, _padded(lowering, lowering.stored("input"), paddings, lowering.constant(border, dtype))
    )


def mirror_pad(lowering: Site) -> None:
    """Lower MIRROR_PAD; symmetric padding uses Gather because ONNX's Pad lacks that mode."""
    paddings = lowering.call.value("paddings")
    value = lowering.stored("input")
    if lowering.scalar("mode") == REFLECT:
        lowering.put(
            0, lowering.node("Pad", [value, lowering.whole(paddings.T.ravel())], mode="reflect")
        )
        return
    for axis, (size, pair) in enumerate(
        zip(lowering.call.shape("input"), paddings.tolist(), strict=True)
    ):
        places = lowering.whole(np.pad(np.arange(size), pair, mode="symmetric"))
        value = lowering.node("Gather", [value, places], axis=axis)
    lowering.put(0, value)


def _blocks(operator: str, **attributes: str) -> Callable[[Site], None]:
    """Return a lowering for DEPTH_TO_SPACE or SPACE_TO_DEPTH.

    The ONNX operators lack int8, whose values float32 represents exactly.
    """

    def translate(lowering: Site) -> None:
        size = lowering.scalar("block_size")
        dtype = dtype_of(lowering.view("input"))
        value = image(lowering, lowering.cast(lowering.stored("input"), np.float32))
        value = lowering.node(operator, [value], blocksize=size, **attributes)
        put_image(lowering, lowering.cast(value, dtype), real=False)

    return translate


def batch_to_space_nd(lowering: Site) -> None:
    """Lower BATCH_TO_SPACE_ND to reshapes and a transposition."""
    block_height, block_width = lowering.call.value("block_shape").tolist()
    value = image(lowering, lowering.stored("input"))
    batch, channels, height, width = _image_shape(lowering)
    value = lowering.reshaped(
        value,
        (block_height, block_width, batch // (block_height * block_width), channels, height, width),
    )
    value = lowering.transposed(value, (2, 3, 4, 0, 5, 1))
    value = lowering.reshaped(
        value,
        (
            batch // (block_height * block_width),
            channels,
            height * block_height,
            width * block_width,
        ),
    )
    put_image(lowering, value, real=False)


def space_to_batch_nd(lowering: Site) -> None:
    """Lower SPACE_TO_BATCH_ND to padding, reshapes and a transposition."""
    block_height, block_width = lowering.call.value("block_shape").tolist()
    (top, bottom), (left, right) = lowering.call.value("paddings").tolist()
    batch, channels, height, width = _image_shape(lowering)
    value = image(lowering, lowering.stored("input"))
    paddings = [[0, 0], [0, 0], [top, bottom], [left, right]]
    value = _padded(lowering, value, paddings, _zero(lowering))
    rows, columns = (height + top + bottom) // block_height, (width + left + right) // block_width
    value = lowering.reshaped(value, (batch, channels, rows, block_height, columns, block_width))
    value = lowering.transposed(value, (3, 5, 0, 1, 2, 4))
    value = lowering.reshaped(value, (batch * block_height * block_width, channels, rows, columns))
    put_image(lowering, value, real=False)


def _image_shape(lowering: Site) -> tuple[int, int, int, int]:
    """Return the batch, channels, height and width of the input."""
    first, second, third, fourth = lowering.call.shape("input")
    if lowering.scalar("layout"):
        return first, second, third, fourth
    return first, fourth, second, third


def channel_shuffle(lowering: Site) -> None:
    """Lower CHANNEL_SHUFFLE by swapping the groups with the channels of each group."""
    shape, groups = lowering.call.shape("input"), lowering.scalar("num_groups")
    axis = lowering.scalar("axis") % len(shape)
    grouped_shape = (*shape[:axis], groups, shape[axis] // groups, *shape[axis + 1 :])
    order = list(range(len(grouped_shape)))
    order[axis], order[axis + 1] = axis + 1, axis
    value = lowering.transposed(lowering.reshaped(lowering.stored("input"), grouped_shape), order)
    lowering.put(0, lowering.reshaped(value, shape))


_Op = OperationType

TRANSLATORS: Final = {
    _Op.BATCH_TO_SPACE_ND: batch_to_space_nd,
    _Op.CHANNEL_SHUFFLE: channel_shuffle,
    _Op.CONCATENATION: concatenation,
    _Op.DEPTH_TO_SPACE: _blocks("DepthToSpace", mode="DCR"),
    _Op.EXPAND_DIMS: reshape,
    _Op.MIRROR_PAD: mirror_pad,
    _Op.PACK: pack,
    _Op.PAD: pad,
    _Op.PAD_V2: pad_v2,
    _Op.RESHAPE: reshape,
    _Op.REVERSE: reverse,
    _Op.SLICE: slice_,
    _Op.SPACE_TO_BATCH_ND: space_to_batch_nd,
    _Op.SPACE_TO_DEPTH: _blocks("SpaceToDepth"),
    _Op.SPLIT: split,
    _Op.SQUEEZE: reshape,
    _Op.STRIDED_SLICE: strided_slice,
    _Op.TILE: tile,
    _Op.TRANSPOSE: transpose,
}
