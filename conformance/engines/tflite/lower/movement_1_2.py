"""Operations of HAL 1.2 and later that split, join, select and rearrange tensors."""

from __future__ import annotations

from typing import Final

from conformance.engines.bridge import grouped_channels
from conformance.engines.protocol import Declined
from conformance.engines.tflite.lower.direct import direct_operator, flag, scalar_tensor
from conformance.engines.tflite.lower.movement import resize_operator
from conformance.engines.tflite.lowering import Lowering
from conformance.hal import OperandType, OperationType


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


def channel_shuffle(lowering: Lowering) -> None:
    """Lower CHANNEL_SHUFFLE by swapping the groups with the channels of each group."""
    grouped_shape, order = grouped_channels(lowering.call)
    transposed_shape = tuple(grouped_shape[axis_index] for axis_index in order)
    target = lowering.reshape_into(lowering.output_tensor(), transposed_shape)
    source = lowering.reshape(lowering.input_named("input"), grouped_shape)
    lowering.add_operator(
        "TRANSPOSE", [source, lowering.constant_tensor(order)], [target], "TransposeOptions"
    )


def batch_matmul(lowering: Lowering) -> None:
    """Lower BATCH_MATMUL."""
    if lowering.view("lhs").type == OperandType.TENSOR_INT32:
        raise Declined("BATCH_MATMUL does not support int32 tensors")
    direct_operator(
        "BATCH_MATMUL",
        "lhs",
        "rhs",
        options="BatchMatMulOptions",
        adjX=flag("adj_x"),
        adjY=flag("adj_y"),
    )(lowering)


CONVERTERS: Final = {
    OperationType.BATCH_MATMUL: batch_matmul,
    OperationType.CHANNEL_SHUFFLE: channel_shuffle,
    OperationType.EXPAND_DIMS: direct_operator(
        "EXPAND_DIMS", "input", scalar_tensor("axis"), options="ExpandDimsOptions"
    ),
    OperationType.GATHER: direct_operator(
        "GATHER", "input", "indices", options="GatherOptions", axis="axis"
    ),
    OperationType.MIRROR_PAD: direct_operator(
        "MIRROR_PAD", "input", "paddings", options="MirrorPadOptions", mode="mode"
    ),
    OperationType.PACK: pack,
    OperationType.RESIZE_NEAREST_NEIGHBOR: resize_operator(
        "RESIZE_NEAREST_NEIGHBOR", "ResizeNearestNeighborOptions"
    ),
    OperationType.REVERSE: direct_operator(
        "REVERSE_V2", "input", "axis", options="ReverseV2Options"
    ),
    OperationType.SLICE: direct_operator("SLICE", "input", "begin", "size", options="SliceOptions"),
    OperationType.SPLIT: direct_operator(
        "SPLIT", scalar_tensor("axis"), "input", options="SplitOptions", numSplits="num_splits"
    ),
    OperationType.TILE: direct_operator("TILE", "input", "multiples", options="TileOptions"),
    OperationType.TOPK_V2: direct_operator(
        "TOPK_V2", "input", scalar_tensor("k"), options="TopKV2Options"
    ),
}
