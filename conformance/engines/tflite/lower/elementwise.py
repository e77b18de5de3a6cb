"""Arithmetic, activations, normalizations and FULLY_CONNECTED."""

from __future__ import annotations

from typing import Any, Final

from conformance.engines.tflite.lower.direct import (
    Converter,
    direct_operator,
    fused_activation,
    last_axis_tensors,
)
from conformance.engines.tflite.lower.windows import kernel_type, recode, recode_output
from conformance.engines.tflite.lowering import Lowering
from conformance.hal import OperandType, OperationType


def _binary_operator(builtin: str) -> Converter:
    """Return a lowering for a builtin with two inputs and a fused activation."""
    return direct_operator(builtin, "input0", "input1", fusedActivationFunction=fused_activation)


def div(op: Lowering) -> None:
    """Lower DIV; integer quotients round down, which TFLite has as a separate builtin."""
    if op.view("input0").type == OperandType.TENSOR_INT32:
        fused_activation(op)
        direct_operator("FLOOR_DIV", "input0", "input1")(op)
    else:
        _binary_operator("DIV")(op)


def apply_along_last_axis(op: Lowering, builtin: str, **attributes: Any) -> None:
    """Add an operator for the last dimension, between transpositions for any other axis."""
    source, target = last_axis_tensors(op)
    op.add_operator(builtin, [source], [target], **attributes)


def softmax(op: Lowering) -> None:
    """Lower SOFTMAX."""
    apply_along_last_axis(op, "SOFTMAX", beta=float(op.scalar("beta")))


def l2_normalization(op: Lowering) -> None:
    """Lower L2_NORMALIZATION."""
    apply_along_last_axis(op, "L2_NORMALIZATION")


def local_response_normalization(op: Lowering) -> None:
    """Lower LOCAL_RESPONSE_NORMALIZATION.

    Lower ranks are reshaped to rank 4, the only one TFLite takes.
    """
    source, target = last_axis_tensors(op)
    rank = op.call.rank("input")
    if rank < 4:
        op.call.shape("input")  # raises Unknown unless all sizes are known
        shape = op.shape_of(source)
        assert shape is not None
        shape_of_rank_4 = (1,) * (4 - rank) + shape
        source, target = (
            op.reshape(source, shape_of_rank_4),
            op.reshape_into(target, shape_of_rank_4),
        )
    op.add_operator(
        "LOCAL_RESPONSE_NORMALIZATION",
        [source],
        [target],
        radius=op.scalar("radius"),
        bias=float(op.scalar("bias")),
        alpha=float(op.scalar("alpha")),
        beta=float(op.scalar("beta")),
    )


def fully_connected(op: Lowering) -> None:
    """Lower FULLY_CONNECTED."""
    activation = fused_activation(op)
    type_ = kernel_type(op, "weights")
    inputs = [
        recode(op, op.input_named("input"), type_),
        recode(op, op.input_named("weights"), type_),
        op.input_named("bias"),
    ]
    target = recode_output(op, op.output_tensor(), type_)
    op.add_operator("FULLY_CONNECTED", inputs, [target], fusedActivationFunction=activation)


CONVERTERS: Final = {
    OperationType.ADD: _binary_operator("ADD"),
    OperationType.SUB: _binary_operator("SUB"),
    OperationType.MUL: _binary_operator("MUL"),
    OperationType.DIV: div,
    OperationType.FLOOR: direct_operator("FLOOR", "input"),
    OperationType.LOGISTIC: direct_operator("LOGISTIC", "input"),
    OperationType.RELU: direct_operator("RELU", "input"),
    OperationType.RELU1: direct_operator("RELU_N1_TO_1", "input"),
    OperationType.RELU6: direct_operator("RELU6", "input"),
    OperationType.TANH: direct_operator("TANH", "input"),
    OperationType.DEQUANTIZE: direct_operator("DEQUANTIZE", "input"),
    OperationType.SOFTMAX: softmax,
    OperationType.L2_NORMALIZATION: l2_normalization,
    OperationType.LOCAL_RESPONSE_NORMALIZATION: local_response_normalization,
    OperationType.FULLY_CONNECTED: fully_connected,
}
