"""Operations that move values: shapes, slices, borders, blocks, joins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.drivers.onnxruntime.operators.windows import image, put_image
from conformance.drivers.onnxruntime.site import Site, dtype_of, is_quantized
from conformance.hal import OperationType
from conformance.operations.mirror_pad import REFLECT

_LAST: Final = 2**31 - 1
"""An end beyond every dimension."""


def reshape(site: Site) -> None:
    """Any operation that only gives the values another shape."""
    site.put(0, site.reshaped(site.stored("input"), site.output_shape()))


def transpose(site: Site) -> None:
    """TRANSPOSE."""
    if site.call.present("perm"):
        order = site.call.value("perm").tolist()
    else:
        order = list(range(site.call.rank("input")))[::-1]
    site.put(0, site.transposed(site.stored("input"), order))


def _joined(site: Site, values: list[str], positions: range, axis: int) -> None:
    """Join inputs; codes of other quantizations than the output's as real numbers."""
    output = site.call.output()
    views = [site.call.inputs[position] for position in positions]
    if is_quantized(output) and not all(view.same_quantization(output) for view in views):
        reals = [site.real_of(value, view) for value, view in zip(values, views, strict=True)]
        site.put_real(0, site.node("Concat", reals, axis=axis))
    else:
        site.put(0, site.node("Concat", values, axis=axis))


def concatenation(site: Site) -> None:
    """CONCATENATION."""
    positions = site.call.repeated("input_i")
    values = [site.stored_at(position) for position in positions]
    _joined(site, values, positions, site.scalar("axis"))


def pack(site: Site) -> None:
    """PACK."""
    positions = site.call.repeated("input_i")
    rank = len(site.call.inputs[positions[0]].shape) + 1
    axis = site.scalar("axis") % rank
    axes = site.whole([axis])
    values = [site.node("Unsqueeze", [site.stored_at(place), axes]) for place in positions]
    _joined(site, values, positions, axis)


def split(site: Site) -> None:
    """SPLIT."""
    count = len(site.call.outputs)
    axis = site.scalar("axis")
    parts = site.nodes("Split", [site.stored("input")], count, axis=axis, num_outputs=count)
    for number, part in enumerate(parts):
        site.put(number, part)


def slice_(site: Site) -> None:
    """SLICE."""
    begin, size = (site.call.value(name).astype(np.int64) for name in ("begin", "size"))
    end = np.where(size == -1, _LAST, begin + size)
    site.put(0, site.node("Slice", [site.stored("input"), site.whole(begin), site.whole(end)]))


def strided_slice(site: Site) -> None:
    """STRIDED_SLICE; positions mean the same in ONNX, a dropped dimension is one of size 1."""
    begin, end, strides = (
        site.call.value(name).astype(np.int64) for name in ("begin", "end", "strides")
    )
    axes = np.arange(len(strides))
    far = np.where(strides > 0, _LAST, -_LAST)
    begin = np.where(site.scalar("begin_mask") >> axes & 1, np.where(strides > 0, 0, _LAST), begin)
    end = np.where(site.scalar("end_mask") >> axes & 1, far, end)
    places = [site.whole(values) for values in (begin, end, axes, strides)]
    value = site.node("Slice", [site.stored("input"), *places])
    site.put(0, site.reshaped(value, site.output_shape()))


def reverse(site: Site) -> None:
    """REVERSE."""
    axes = site.whole(site.call.value("axis").ravel())
    places = [site.whole([-1]), site.whole([-_LAST]), axes, site.whole([-1])]
    site.put(0, site.node("Slice", [site.stored("input"), *places]))


def tile(site: Site) -> None:
    """TILE."""
    multiples = site.whole(site.call.value("multiples"))
    site.put(0, site.node("Tile", [site.stored("input"), multiples]))


def _padded(site: Site, value: str, paddings: list[list[int]], border: str) -> str:
    pairs = np.array(paddings).T.ravel()
    return site.node("Pad", [value, site.whole(pairs), border])


def _zero(site: Site) -> str:
    view = site.view("input")
    return site.constant(view.zero_point if is_quantized(view) else 0, dtype_of(view))


def pad(site: Site) -> None:
    """PAD."""
    paddings = site.call.value("paddings").tolist()
    site.put(0, _padded(site, site.stored("input"), paddings, _zero(site)))


def pad_v2(site: Site) -> None:
    """PAD_V2; the value of a quantized border is a code."""
    dtype = dtype_of(site.view("input"))
    value = site.scalar("pad_value")
    border = np.int64(value).astype(dtype) if dtype.kind in "iu" else dtype.type(value)
    paddings = site.call.value("paddings").tolist()
    site.put(0, _padded(site, site.stored("input"), paddings, site.constant(border, dtype)))


def mirror_pad(site: Site) -> None:
    """MIRROR_PAD; ONNX's Pad has no mode that repeats the border element, Gather picks it."""
    paddings = site.call.value("paddings")
    value = site.stored("input")
    if site.scalar("mode") == REFLECT:
        site.put(0, site.node("Pad", [value, site.whole(paddings.T.ravel())], mode="reflect"))
        return
    for axis, (size, pair) in enumerate(
        zip(site.call.shape("input"), paddings.tolist(), strict=True)
    ):
        places = site.whole(np.pad(np.arange(size), pair, mode="symmetric"))
        value = site.node("Gather", [value, places], axis=axis)
    site.put(0, value)


def _blocks(operator: str, **attributes: str) -> Callable[[Site], None]:
    """DEPTH_TO_SPACE or SPACE_TO_DEPTH; the operators have no int8, which float32 holds exactly."""

    def translate(site: Site) -> None:
        size = site.scalar("block_size")
        dtype = dtype_of(site.view("input"))
        value = image(site, site.cast(site.stored("input"), np.float32))
        value = site.node(operator, [value], blocksize=size, **attributes)
        put_image(site, site.cast(value, dtype), real=False)

    return translate


def batch_to_space_nd(site: Site) -> None:
    """BATCH_TO_SPACE_ND: as transpositions of the batch's factors."""
    tall, wide = site.call.value("block_shape").tolist()
    value = image(site, site.stored("input"))
    batch, channels, height, width = _image_shape(site)
    value = site.reshaped(value, (tall, wide, batch // (tall * wide), channels, height, width))
    value = site.transposed(value, (2, 3, 4, 0, 5, 1))
    value = site.reshaped(value, (batch // (tall * wide), channels, height * tall, width * wide))
    put_image(site, value, real=False)


def space_to_batch_nd(site: Site) -> None:
    """SPACE_TO_BATCH_ND: as transpositions of the padded image's factors."""
    tall, wide = site.call.value("block_shape").tolist()
    (top, bottom), (left, right) = site.call.value("paddings").tolist()
    batch, channels, height, width = _image_shape(site)
    value = image(site, site.stored("input"))
    paddings = [[0, 0], [0, 0], [top, bottom], [left, right]]
    value = _padded(site, value, paddings, _zero(site))
    rows, columns = (height + top + bottom) // tall, (width + left + right) // wide
    value = site.reshaped(value, (batch, channels, rows, tall, columns, wide))
    value = site.transposed(value, (3, 5, 0, 1, 2, 4))
    value = site.reshaped(value, (batch * tall * wide, channels, rows, columns))
    put_image(site, value, real=False)


def _image_shape(site: Site) -> tuple[int, int, int, int]:
    """Batch, channels, height and width of the input."""
    first, second, third, fourth = site.call.shape("input")
    if site.scalar("layout"):
        return first, second, third, fourth
    return first, fourth, second, third


def channel_shuffle(site: Site) -> None:
    """CHANNEL_SHUFFLE: groups and their channels change places."""
    shape, groups = site.call.shape("input"), site.scalar("num_groups")
    axis = site.scalar("axis") % len(shape)
    apart = (*shape[:axis], groups, shape[axis] // groups, *shape[axis + 1 :])
    order = list(range(len(apart)))
    order[axis], order[axis + 1] = axis + 1, axis
    value = site.transposed(site.reshaped(site.stored("input"), apart), order)
    site.put(0, site.reshaped(value, shape))


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
