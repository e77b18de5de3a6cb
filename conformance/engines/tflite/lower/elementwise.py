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


def _binary_operator(builtin: str, options: str) -> Converter:
    """Return a lowering for a builtin with two inputs and a fused activation."""
    return direct_operator(
        builtin, "input0", "input1", options=options, fusedActivationFunction=fused_activation
    )


def div(lowering: Lowering) -> None:
    """Lower DIV; integer quotients round down, which TFLite has as a separate builtin."""
    if lowering.view("input0").type == OperandType.TENSOR_INT32:
        fused_activation(lowering)
        direct_operator("FLOOR_DIV", "input0", "input1")(lowering)
    else:
        _binary_operator("DIV", "DivOptions")(lowering)


def apply_along_last_axis(
    lowering: Lowering, builtin: str, options: str, **attributes: Any
) -> None:
    """Add an operator for the last dimension, between transpositions for any other axis."""
    source, target = last_axis_tensors(lowering)
    lowering.add_operator(builtin, [source], [target], options, **attributes)


def softmax(lowering: Lowering) -> None:
    """Lower SOFTMAX."""
    apply_along_last_axis(
        lowering, "SOFTMAX", "SoftmaxOptions", beta=float(lowering.scalar("beta"))
    )


def l2_normalization(lowering: Lowering) -> None:
    """Lower L2_NORMALIZATION."""
    apply_along_last_axis(lowering, "L2_NORMALIZATION", "L2NormOptions")


def local_response_normalization(lowering: Lowering) -> None:
    """Lower LOCAL_RESPONSE_NORMALIZATION.

    Lower ranks are reshaped to rank 4, the only one TFLite takes.
    """
    source, target = last_axis_tensors(lowering)
    rank = lowering.call.rank("input")
    if rank < 4:
        lowering.call.shape("input")  # raises Unknown unless all sizes are known
        shape = lowering.shape_of(source)
        assert shape is not None
        shape_of_rank_4 = (1,) * (4 - rank) + shape
        source, target = (
            lowering.reshape(source, shape_of_rank_4),
            lowering.reshape_into(target, shape_of_rank_4),
        )
    lowering.add_operator(
        "LOCAL_RESPONSE_NORMALIZATION",
        [source],
        [target],
        "LocalResponseNormalizationOptions",
        radius=lowering.scalar("radius"),
        bias=float(lowering.scalar("bias")),
        alpha=float(lowering.scalar("alpha")),
        beta=float(lowering.scalar("beta")),
    )


def fully_connected(lowering: Lowering) -> None:
    """Lower FULLY_CONNECTED."""
    activation = fused_activation(lowering)
    type_ = kernel_type(lowering, "weights")
    inputs = [
        recode(lowering, lowering.input_named("input"), type_),
        recode(lowering, lowering.input_named("weights"), type_),
        lowering.input_named("bias"),
    ]
    target = recode_output(lowering, lowering.output_tensor(), type_)
    lowering.add_operator(
        "FULLY_CONNECTED",
        inputs,
        [target],
        "FullyConnectedOptions",
        fusedActivationFunction=activation,
    )


CONVERTERS: Final = {
    OperationType.ADD: _binary_operator("ADD", "AddOptions"),
    OperationType.SUB: _binary_operator("SUB", "SubOptions"),
    OperationType.MUL: _binary_operator("MUL", "MulOptions"),
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
