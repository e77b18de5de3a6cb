"""Operations of HAL 1.2 and later that split, join, select and rearrange tensors."""

from __future__ import annotations

from typing import Final

from conformance.drivers.litert.operators.movement import resized_to
from conformance.drivers.litert.operators.windows import image, image_result
from conformance.drivers.litert.site import DeclinedError, Site
from conformance.hal import OperandType, OperationType


def expand_dims(lowering: Site) -> None:
    """Lower EXPAND_DIMS."""
    inputs = [lowering.tensor("input"), lowering.constant(lowering.scalar("axis"))]
    lowering.run("EXPAND_DIMS", inputs, [lowering.result()], "ExpandDimsOptions")


def gather(lowering: Site) -> None:
    """Lower GATHER."""
    inputs = [lowering.tensor("input"), lowering.tensor("indices")]
    axis = lowering.scalar("axis")
    lowering.run("GATHER", inputs, [lowering.result()], "GatherOptions", axis=axis)


def slice_(lowering: Site) -> None:
    """Lower SLICE."""
    inputs = [lowering.tensor(name) for name in ("input", "begin", "size")]
    lowering.run("SLICE", inputs, [lowering.result()], "SliceOptions")


def split(lowering: Site) -> None:
    """Lower SPLIT."""
    inputs = [lowering.constant(lowering.scalar("axis")), lowering.tensor("input")]
    outputs = [lowering.result(position) for position in range(len(lowering.call.outputs))]
    lowering.run("SPLIT", inputs, outputs, "SplitOptions", numSplits=lowering.scalar("num_splits"))


def pack(lowering: Site) -> None:
    """Lower PACK."""
    sources = [lowering.input(position) for position in lowering.call.repeated("input_i")]
    lowering.run(
        "PACK",
        sources,
        [lowering.result()],
        "PackOptions",
        valuesCount=len(sources),
        axis=lowering.scalar("axis"),
    )


def tile(lowering: Site) -> None:
    """Lower TILE."""
    inputs = [lowering.tensor("input"), lowering.tensor("multiples")]
    lowering.run("TILE", inputs, [lowering.result()], "TileOptions")


def reverse(lowering: Site) -> None:
    """Lower REVERSE."""
    inputs = [lowering.tensor("input"), lowering.tensor("axis")]
    lowering.run("REVERSE_V2", inputs, [lowering.result()], "ReverseV2Options")


def mirror_pad(lowering: Site) -> None:
    """Lower MIRROR_PAD; HAL and TFLite use the same codes for the modes."""
    inputs = [lowering.tensor("input"), lowering.tensor("paddings")]
    lowering.run(
        "MIRROR_PAD", inputs, [lowering.result()], "MirrorPadOptions", mode=lowering.scalar("mode")
    )


def topk_v2(lowering: Site) -> None:
    """Lower TOPK_V2."""
    inputs = [lowering.tensor("input"), lowering.constant(lowering.scalar("k"))]
    lowering.run("TOPK_V2", inputs, [lowering.result(0), lowering.result(1)], "TopKV2Options")


def resize_nearest_neighbor(lowering: Site) -> None:
    """Lower RESIZE_NEAREST_NEIGHBOR."""
    lowering.run(
        "RESIZE_NEAREST_NEIGHBOR",
        [image(lowering), lowering.constant(resized_to(lowering))],
        [image_result(lowering)],
        "ResizeNearestNeighborOptions",
        alignCorners=bool(lowering.scalar("align_corners")),
        halfPixelCenters=bool(lowering.scalar("half_pixel_centers")),
    )


def channel_shuffle(lowering: Site) -> None:
    """Lower CHANNEL_SHUFFLE by swapping the groups with the channels of each group."""
    shape, groups = lowering.call.shape("input"), lowering.scalar("num_groups")
    axis = lowering.scalar("axis") % len(shape)
    grouped_shape = (*shape[:axis], groups, shape[axis] // groups, *shape[axis + 1 :])
    order = list(range(len(grouped_shape)))
    order[axis], order[axis + 1] = axis + 1, axis
    transposed_shape = tuple(grouped_shape[axis_index] for axis_index in order)
    target = lowering.reshaped_into(lowering.result(), transposed_shape)
    source = lowering.reshaped(lowering.tensor("input"), grouped_shape)
    lowering.run("TRANSPOSE", [source, lowering.constant(order)], [target], "TransposeOptions")


def batch_matmul(lowering: Site) -> None:
    """Lower BATCH_MATMUL."""
    if lowering.view("lhs").type == OperandType.TENSOR_INT32:
        raise DeclinedError("BATCH_MATMUL has no int32")
    inputs = [lowering.tensor("lhs"), lowering.tensor("rhs")]
    lowering.run(
        "BATCH_MATMUL",
        inputs,
        [lowering.result()],
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
