"""Operations of HAL 1.2 and later that split, join, select and rearrange tensors."""

from __future__ import annotations

from typing import Final

from conformance.drivers.bridge import DeclinedError
from conformance.drivers.litert.graphs.lowering import Lowering
from conformance.drivers.litert.operators.movement import resized_to
from conformance.drivers.litert.operators.windows import image_input, image_output
from conformance.hal import OperandType, OperationType


def expand_dims(lowering: Lowering) -> None:
    """Lower EXPAND_DIMS."""
    inputs = [lowering.input_named("input"), lowering.constant_tensor(lowering.scalar("axis"))]
    lowering.add_operator("EXPAND_DIMS", inputs, [lowering.output_tensor()], "ExpandDimsOptions")


def gather(lowering: Lowering) -> None:
    """Lower GATHER."""
    inputs = [lowering.input_named("input"), lowering.input_named("indices")]
    axis = lowering.scalar("axis")
    lowering.add_operator("GATHER", inputs, [lowering.output_tensor()], "GatherOptions", axis=axis)


def slice_(lowering: Lowering) -> None:
    """Lower SLICE."""
    inputs = [lowering.input_named(name) for name in ("input", "begin", "size")]
    lowering.add_operator("SLICE", inputs, [lowering.output_tensor()], "SliceOptions")


def split(lowering: Lowering) -> None:
    """Lower SPLIT."""
    inputs = [lowering.constant_tensor(lowering.scalar("axis")), lowering.input_named("input")]
    outputs = [lowering.output_tensor(position) for position in range(len(lowering.call.outputs))]
    lowering.add_operator(
        "SPLIT", inputs, outputs, "SplitOptions", numSplits=lowering.scalar("num_splits")
    )


def pack(lowering: Lowering) -> None:
    """Lower PACK."""
    sources = [lowering.input_at(position) for position in lowering.call.repeated("input_i")]
    lowering.add_operator(
        "PACK",
        sources,
        [lowering.output_tensor()],
        "PackOptions",
        valuesCount=len(sources),
        axis=lowering.scalar("axis"),
    )


def tile(lowering: Lowering) -> None:
    """Lower TILE."""
    inputs = [lowering.input_named("input"), lowering.input_named("multiples")]
    lowering.add_operator("TILE", inputs, [lowering.output_tensor()], "TileOptions")


def reverse(lowering: Lowering) -> None:
    """Lower REVERSE."""
    inputs = [lowering.input_named("input"), lowering.input_named("axis")]
    lowering.add_operator("REVERSE_V2", inputs, [lowering.output_tensor()], "ReverseV2Options")


def mirror_pad(lowering: Lowering) -> None:
    """Lower MIRROR_PAD; HAL and TFLite use the same codes for the modes."""
    inputs = [lowering.input_named("input"), lowering.input_named("paddings")]
    lowering.add_operator(
        "MIRROR_PAD",
        inputs,
        [lowering.output_tensor()],
        "MirrorPadOptions",
        mode=lowering.scalar("mode"),
    )


def topk_v2(lowering: Lowering) -> None:
    """Lower TOPK_V2."""
    inputs = [lowering.input_named("input"), lowering.constant_tensor(lowering.scalar("k"))]
    lowering.add_operator(
        "TOPK_V2", inputs, [lowering.output_tensor(0), lowering.output_tensor(1)], "TopKV2Options"
    )


def resize_nearest_neighbor(lowering: Lowering) -> None:
    """Lower RESIZE_NEAREST_NEIGHBOR."""
    lowering.add_operator(
        "RESIZE_NEAREST_NEIGHBOR",
        [image_input(lowering), lowering.constant_tensor(resized_to(lowering))],
        [image_output(lowering)],
        "ResizeNearestNeighborOptions",
        alignCorners=bool(lowering.scalar("align_corners")),
        halfPixelCenters=bool(lowering.scalar("half_pixel_centers")),
    )


def channel_shuffle(lowering: Lowering) -> None:
    """Lower CHANNEL_SHUFFLE by swapping the groups with the channels of each group."""
    shape, groups = lowering.call.shape("input"), lowering.scalar("num_groups")
    axis = lowering.scalar("axis") % len(shape)
    grouped_shape = (*shape[:axis], groups, shape[axis] // groups, *shape[axis + 1 :])
    order = list(range(len(grouped_shape)))
    order[axis], order[axis + 1] = axis + 1, axis
    transposed_shape = tuple(grouped_shape[axis_index] for axis_index in order)
    target = lowering.reshape_into(lowering.output_tensor(), transposed_shape)
    source = lowering.reshape(lowering.input_named("input"), grouped_shape)
    lowering.add_operator(
        "TRANSPOSE", [source, lowering.constant_tensor(order)], [target], "TransposeOptions"
    )


def batch_matmul(lowering: Lowering) -> None:
    """Lower BATCH_MATMUL."""
    if lowering.view("lhs").type == OperandType.TENSOR_INT32:
        raise DeclinedError("BATCH_MATMUL does not support int32 tensors")
    inputs = [lowering.input_named("lhs"), lowering.input_named("rhs")]
    lowering.add_operator(
        "BATCH_MATMUL",
        inputs,
        [lowering.output_tensor()],
        "BatchMatMulOptions",
        adjX=bool(lowering.scalar("adj_x")),
        adjY=bool(lowering.scalar("adj_y")),
    )


CONVERTERS: Final = {
    OperationType.BATCH_MATMUL: batch_matmul,
    OperationType.CHANNEL_SHUFFLE: channel_shuffle,
    OperationType.EXPAND_DIMS: expand_dims,
    OperationType.GATHER: gather,
    OperationType.MIRROR_PAD: mirror_pad,
    OperationType.PACK: pack,
    OperationType.RESIZE_NEAREST_NEIGHBOR: resize_nearest_neighbor,
    OperationType.REVERSE: reverse,
    OperationType.SLICE: slice_,
    OperationType.SPLIT: split,
    OperationType.TILE: tile,
    OperationType.TOPK_V2: topk_v2,
}
