"""Arithmetic, activations, normalizations and FULLY_CONNECTED."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from conformance.drivers.litert.operators.parameters import axis_last, fused_activation
from conformance.drivers.litert.operators.windows import kernel_type, recoded, recoded_result
from conformance.drivers.litert.site import Site
from conformance.hal import OperandType, OperationType


def unary(builtin: str) -> Callable[[Site], None]:
    """Return a lowering for a builtin with one input and no parameters."""

    def convert(lowering: Site) -> None:
        lowering.run(builtin, [lowering.tensor("input")], [lowering.result()])

    return convert


def _binary(builtin: str, options: str) -> Callable[[Site], None]:
    """Return a lowering for a builtin with two inputs and a fused activation."""

    def convert(lowering: Site) -> None:
        activation = fused_activation(lowering)
        inputs = [lowering.tensor("input0"), lowering.tensor("input1")]
        lowering.run(
            builtin, inputs, [lowering.result()], options, fusedActivationFunction=activation
        )

    return convert


def div(lowering: Site) -> None:
    """Lower DIV; integer quotients round down, which TFLite has as a separate builtin."""
    if lowering.view("input0").type == OperandType.TENSOR_INT32:
        fused_activation(lowering)
        lowering.run(
            "FLOOR_DIV", [lowering.tensor("input0"), lowering.tensor("input1")], [lowering.result()]
        )
    else:
        _binary("DIV", "DivOptions")(lowering)


def along_last_axis(lowering: Site, builtin: str, options: str, **attributes: Any) -> None:
    """Add an operator for the last dimension, between transpositions for any other axis."""
    order = axis_last(lowering)
    source, target = lowering.tensor("input"), lowering.result()
    if order is not None:
        source, target = lowering.transposed(source, order), lowering.transposed_into(target, order)
    lowering.run(builtin, [source], [target], options, **attributes)


def softmax(lowering: Site) -> None:
    """Lower SOFTMAX."""
    along_last_axis(lowering, "SOFTMAX", "SoftmaxOptions", beta=float(lowering.scalar("beta")))


def l2_normalization(lowering: Site) -> None:
    """Lower L2_NORMALIZATION."""
    along_last_axis(lowering, "L2_NORMALIZATION", "L2NormOptions")


def local_response_normalization(lowering: Site) -> None:
    """Lower LOCAL_RESPONSE_NORMALIZATION.

    Lower ranks are reshaped to rank 4, the only one TFLite takes.
    """
    order = axis_last(lowering)
    source, target = lowering.tensor("input"), lowering.result()
    if order is not None:
        source, target = lowering.transposed(source, order), lowering.transposed_into(target, order)
    rank = lowering.call.rank("input")
    if rank < 4:
        lowering.call.shape("input")  # raises Unknown unless all sizes are known
        shape = lowering.shape(source)
        assert shape is not None
        shape_of_rank_4 = (1,) * (4 - rank) + shape
        source, target = (
            lowering.reshaped(source, shape_of_rank_4),
            lowering.reshaped_into(target, shape_of_rank_4),
        )
    lowering.run(
        "LOCAL_RESPONSE_NORMALIZATION",
        [source],
        [target],
        "LocalResponseNormalizationOptions",
        radius=lowering.scalar("radius"),
        bias=float(lowering.scalar("bias")),
        alpha=float(lowering.scalar("alpha")),
        beta=float(lowering.scalar("beta")),
    )


def fully_connected(lowering: Site) -> None:
    """Lower FULLY_CONNECTED."""
    activation = fused_activation(lowering)
    type_ = kernel_type(lowering, "weights")
    inputs = [
        recoded(lowering, lowering.tensor("input"), type_),
        recoded(lowering, lowering.tensor("weights"), type_),
        lowering.tensor("bias"),
    ]
    target = recoded_result(lowering, lowering.result(), type_)
    lowering.run(
        "FULLY_CONNECTED",
        inputs,
        [target],
        "FullyConnectedOptions",
        fusedActivationFunction=activation,
    )


CONVERTERS: Final = {
    OperationType.ADD: _binary("ADD", "AddOptions"),
    OperationType.SUB: _binary("SUB", "SubOptions"),
    OperationType.MUL: _binary("MUL", "MulOptions"),
    OperationType.DIV: div,
    OperationType.FLOOR: unary("FLOOR"),
    OperationType.LOGISTIC: unary("LOGISTIC"),
    OperationType.RELU: unary("RELU"),
    OperationType.RELU1: unary("RELU_N1_TO_1"),
    OperationType.RELU6: unary("RELU6"),
    OperationType.TANH: unary("TANH"),
    OperationType.DEQUANTIZE: unary("DEQUANTIZE"),
    OperationType.SOFTMAX: softmax,
    OperationType.L2_NORMALIZATION: l2_normalization,
    OperationType.LOCAL_RESPONSE_NORMALIZATION: local_response_normalization,
    OperationType.FULLY_CONNECTED: fully_connected,
}
