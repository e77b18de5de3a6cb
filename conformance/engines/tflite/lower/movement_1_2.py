"""Operations of HAL 1.2 and later that split, join, select and rearrange tensors."""

from __future__ import annotations

from typing import Final

from conformance.engines.bridge import grouped_channels
from conformance.engines.protocol import Declined
from conformance.engines.tflite.lower.direct import direct_operator, flag, scalar_tensor
from conformance.engines.tflite.lower.movement import resize_operator
from conformance.engines.tflite.lowering import Lowering
from conformance.hal import OperandType, OperationType


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


CONVERTERS: Final = {
    OperationType.BATCH_MATMUL: batch_matmul,
    OperationType.CHANNEL_SHUFFLE: channel_shuffle,
    OperationType.EXPAND_DIMS: direct_operator("EXPAND_DIMS", "input", scalar_tensor("axis")),
    OperationType.GATHER: direct_operator("GATHER", "input", "indices", axis="axis"),
    OperationType.MIRROR_PAD: direct_operator("MIRROR_PAD", "input", "paddings", mode="mode"),
    OperationType.PACK: pack,
    OperationType.RESIZE_NEAREST_NEIGHBOR: resize_operator("RESIZE_NEAREST_NEIGHBOR"),
    OperationType.REVERSE: direct_operator("REVERSE_V2", "input", "axis"),
    OperationType.SLICE: direct_operator("SLICE", "input", "begin", "size"),
    OperationType.SPLIT: direct_operator(
        "SPLIT", scalar_tensor("axis"), "input", numSplits="num_splits"
    ),
    OperationType.TILE: direct_operator("TILE", "input", "multiples"),
    OperationType.TOPK_V2: direct_operator("TOPK_V2", "input", scalar_tensor("k")),
}
