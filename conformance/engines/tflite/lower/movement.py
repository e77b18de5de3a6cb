"""Operations that move, select, repeat or average values: shapes, slices, blocks, padding."""

from __future__ import annotations

from functools import partial
from itertools import starmap
from typing import Final

from conformance.engines.bridge import grouped_channels
from conformance.engines.protocol import Declined
from conformance.engines.tflite.lower.direct import Converter, direct_operator, flag, scalar_tensor
from conformance.engines.tflite.lower.windows import image_input, image_output
from conformance.engines.tflite.lowering import COMPUTED_ATTRIBUTE, Lowering
from conformance.hal import OperandType, OperationType
from conformance.operations.definition.operands import Shape


def _output_shape(op: Lowering) -> Shape:
    shape = op.call.output().dims
    if shape is None or None in shape:
        return tuple(op.call.definition.shapes(op.call)[0])
    return shape  # type: ignore[return-value]


def output_of_rank(op: Lowering, rank: int) -> int:
    """Return the tensor to write if TFLite's result has this rank.

    HAL has (1,) instead of rank 0.
    """
    target = op.output_tensor()
    return op.reshape_into(target, ()) if rank == 0 else target


def concatenation(op: Lowering) -> None:
    """Lower CONCATENATION; TFLite requires the same quantization of all int8 tensors."""
    sources = [op.input_at(position) for position in op.call.repeated("input_i")]
    target = op.output_tensor()
    output_tensor = op.graph.tensors[target]
    if output_tensor.type == "INT8":
        sources = [
            tensor
            if op.graph.tensors[tensor].quantization == output_tensor.quantization
            else op.requantize(tensor, output_tensor.quantization)
            for tensor in sources
        ]
    op.add_operator("CONCATENATION", sources, [target], axis=op.scalar("axis"))


def squeeze(op: Lowering) -> None:
    """Lower SQUEEZE; TFLite has the axes as an attribute."""
    if op.call.position("axes") is not None:
        axes_view = op.view("axes")
        if axes_view.value is None and axes_view.omitted is False:
            raise Declined(COMPUTED_ATTRIBUTE)
    axes = op.call.value("axes").tolist() if op.call.present("axes") else []
    shape = op.call.shape("input")
    if axes:
        dropped = {axis % len(shape) for axis in axes}
    else:
        if op.call.present("axes"):
            raise Declined("SqueezeOptions.squeeze_dims: an empty list selects every dimension")
        dropped = {axis for axis, size in enumerate(shape) if size == 1}
    target = output_of_rank(op, len(shape) - len(dropped))
    op.add_operator("SQUEEZE", [op.input_named("input")], [target], squeezeDims=axes)


def transpose(op: Lowering) -> None:
    """Lower TRANSPOSE."""
    source = op.input_named("input")
    if op.call.present("perm"):
        order = op.input_named("perm")
    else:
        order = op.constant_tensor(range(op.call.rank("input") - 1, -1, -1))
    op.add_operator("TRANSPOSE", [source, order], [op.output_tensor()])


def strided_slice(op: Lowering) -> None:
    """Lower STRIDED_SLICE."""
    shrunk = op.scalar("shrink_axis_mask")
    rank = op.call.rank("input")
    kept = sum(not shrunk >> axis & 1 for axis in range(rank))
    inputs = [op.input_named(name) for name in ("input", "begin", "end", "strides")]
    op.add_operator(
        "STRIDED_SLICE",
        inputs,
        [output_of_rank(op, kept)],
        beginMask=op.scalar("begin_mask"),
        endMask=op.scalar("end_mask"),
        shrinkAxisMask=shrunk,
    )


def reduction(builtin: str) -> Converter:
    """Return a lowering for a builtin that reduces some dimensions."""

    def convert(op: Lowering) -> None:
        keep = op.scalar("keep_dims") > 0
        inputs = [op.input_named("input"), op.input_named("axes")]
        if keep:
            target = op.output_tensor()
        elif op.view("axes").value is None:
            # The axes are computed by another operation. With keepDims, it does not matter here
            # whether all dimensions are reduced.
            target, keep = op.reshape_into(op.output_tensor(), None), True
        else:
            rank = op.call.rank("input")
            reduced = {axis % rank for axis in op.call.value("axes").ravel().tolist()}
            target = output_of_rank(op, rank - len(reduced))
        op.add_operator(builtin, inputs, [target], keepDims=keep)

    return convert


def pad_v2(op: Lowering) -> None:
    """Lower PAD_V2; the padding value is a scalar in HAL and a tensor in TFLite."""
    value = op.scalar("pad_value")
    source = op.input_named("input")
    if op.graph.tensors[source].quantization is not None:
        value &= 255
        if op.graph.tensors[source].type == "INT8" and value > 127:
            value -= 256
    inputs = [source, op.input_named("paddings"), op.constant_tensor([value], like=source)]
    op.add_operator("PADV2", inputs, [op.output_tensor()])


def resized_to(op: Lowering) -> Shape:
    """Return the new height and width, which may be given as scale factors."""
    shape = _output_shape(op)
    return shape[2:] if op.scalar("layout") else shape[1:3]


_UNITS_PER_PIXEL: Final = 1 << 10
"""Number of units per pixel in which TFLite measures positions in images of signed codes."""


def _reads_past_end(op: Lowering, old_size: int, new_size: int) -> bool:
    """Return whether rounding the step to whole units moves a position past the last pixel."""
    align_corners = bool(op.scalar("align_corners")) and new_size > 1
    pixels, steps = (old_size - 1, new_size - 1) if align_corners else (old_size, new_size)
    step = (pixels * _UNITS_PER_PIXEL + steps // 2) // steps
    start = step // 2 - _UNITS_PER_PIXEL // 2 if op.scalar("half_pixel_centers") else 0
    return start + (new_size - 1) * step >= old_size * _UNITS_PER_PIXEL


def resize_operator(builtin: str) -> Converter:
    """Return a lowering for a builtin that resizes images."""
    return direct_operator(
        builtin,
        image_input,
        lambda op: op.constant_tensor(resized_to(op)),
        output=image_output,
        alignCorners=flag("align_corners"),
        halfPixelCenters=flag("half_pixel_centers"),
    )


def resize_bilinear(op: Lowering) -> None:
    """Lower RESIZE_BILINEAR."""
    if op.view("input").type == OperandType.TENSOR_QUANT8_ASYMM_SIGNED:
        shape = op.call.shape("input")
        sizes = shape[2:] if op.scalar("layout") else shape[1:3]
        if any(starmap(partial(_reads_past_end, op), zip(sizes, resized_to(op), strict=True))):
            raise Declined("RESIZE_BILINEAR reads signed codes past the end of the image")
    resize_operator("RESIZE_BILINEAR")(op)


def pack(op: Lowering) -> None:
    """Lower PACK."""
    sources = [op.input_at(position) for position in op.call.repeated("input_i")]
    op.add_operator(
        "PACK", sources, [op.output_tensor()], valuesCount=len(sources), axis=op.scalar("axis")
    )


def channel_shuffle(op: Lowering) -> None:
    """Lower CHANNEL_SHUFFLE by swapping the groups with the channels of each group."""
    grouped_shape, order = grouped_channels(op.call)
    transposed_shape = tuple(grouped_shape[axis_index] for axis_index in order)
    target = op.reshape_into(op.output_tensor(), transposed_shape)
    source = op.reshape(op.input_named("input"), grouped_shape)
    op.add_operator("TRANSPOSE", [source, op.constant_tensor(order)], [target])


def batch_matmul(op: Lowering) -> None:
    """Lower BATCH_MATMUL."""
    if op.view("lhs").type == OperandType.TENSOR_INT32:
        raise Declined("BATCH_MATMUL does not support int32 tensors")
    direct_operator("BATCH_MATMUL", "lhs", "rhs", adjX=flag("adj_x"), adjY=flag("adj_y"))(op)


_Op = OperationType

CONVERTERS: Final = {
    _Op.CONCATENATION: concatenation,
    _Op.RESHAPE: direct_operator("RESHAPE", "input", "shape"),
    _Op.SQUEEZE: squeeze,
    _Op.TRANSPOSE: transpose,
    _Op.STRIDED_SLICE: strided_slice,
    _Op.MEAN: reduction("MEAN"),
    _Op.PAD: direct_operator("PAD", "input", "paddings"),
    _Op.PAD_V2: pad_v2,
    _Op.DEPTH_TO_SPACE: direct_operator(
        "DEPTH_TO_SPACE", image_input, output=image_output, blockSize="block_size"
    ),
    _Op.SPACE_TO_DEPTH: direct_operator(
        "SPACE_TO_DEPTH", image_input, output=image_output, blockSize="block_size"
    ),
    _Op.BATCH_TO_SPACE_ND: direct_operator(
        "BATCH_TO_SPACE_ND",
        image_input,
        "block_shape",
        lambda op: op.constant_tensor([[0, 0], [0, 0]]),  # HAL has no crops
        output=image_output,
    ),
    _Op.SPACE_TO_BATCH_ND: direct_operator(
        "SPACE_TO_BATCH_ND", image_input, "block_shape", "paddings", output=image_output
    ),
    _Op.RESIZE_BILINEAR: resize_bilinear,
    _Op.BATCH_MATMUL: batch_matmul,
    _Op.CHANNEL_SHUFFLE: channel_shuffle,
    _Op.EXPAND_DIMS: direct_operator("EXPAND_DIMS", "input", scalar_tensor("axis")),
    _Op.GATHER: direct_operator("GATHER", "input", "indices", axis="axis"),
    _Op.MIRROR_PAD: direct_operator("MIRROR_PAD", "input", "paddings", mode="mode"),
    _Op.PACK: pack,
    _Op.RESIZE_NEAREST_NEIGHBOR: resize_operator("RESIZE_NEAREST_NEIGHBOR"),
    _Op.REVERSE: direct_operator("REVERSE_V2", "input", "axis"),
    _Op.SLICE: direct_operator("SLICE", "input", "begin", "size"),
    _Op.SPLIT: direct_operator("SPLIT", scalar_tensor("axis"), "input", numSplits="num_splits"),
    _Op.TILE: direct_operator("TILE", "input", "multiples"),
    _Op.TOPK_V2: direct_operator("TOPK_V2", "input", scalar_tensor("k")),
}
