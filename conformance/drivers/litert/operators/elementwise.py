"""Arithmetic, activations, normalizations, and what else keeps the shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from conformance.drivers.litert.operators.parameters import axis_last, fused_activation
from conformance.drivers.litert.operators.windows import kernel_type, recoded, recoded_result
from conformance.drivers.litert.site import Site
from conformance.hal import OperandType, OperationType


def unary(builtin: str) -> Callable[[Site], None]:
    """A builtin that takes the input and no parameter."""

    def convert(site: Site) -> None:
        site.run(builtin, [site.tensor("input")], [site.result()])

    return convert


def _binary(builtin: str, options: str) -> Callable[[Site], None]:
    def convert(site: Site) -> None:
        activation = fused_activation(site)
        inputs = [site.tensor("input0"), site.tensor("input1")]
        site.run(builtin, inputs, [site.result()], options, fusedActivationFunction=activation)

    return convert


def div(site: Site) -> None:
    """DIV; whole numbers are rounded down, which is another builtin."""
    if site.view("input0").type == OperandType.TENSOR_INT32:
        fused_activation(site)
        site.run("FLOOR_DIV", [site.tensor("input0"), site.tensor("input1")], [site.result()])
    else:
        _binary("DIV", "DivOptions")(site)


def along_last_axis(site: Site, builtin: str, options: str, **attributes: Any) -> None:
    """An operator that works along the last dimension, between transpositions if need be."""
    order = axis_last(site)
    source, target = site.tensor("input"), site.result()
    if order is not None:
        source, target = site.transposed(source, order), site.transposed_into(target, order)
    site.run(builtin, [source], [target], options, **attributes)


def softmax(site: Site) -> None:
    """SOFTMAX."""
    along_last_axis(site, "SOFTMAX", "SoftmaxOptions", beta=float(site.scalar("beta")))


def l2_normalization(site: Site) -> None:
    """L2_NORMALIZATION."""
    along_last_axis(site, "L2_NORMALIZATION", "L2NormOptions")


def local_response_normalization(site: Site) -> None:
    """LOCAL_RESPONSE_NORMALIZATION; TFLite takes rank 4 only."""
    order = axis_last(site)
    source, target = site.tensor("input"), site.result()
    if order is not None:
        source, target = site.transposed(source, order), site.transposed_into(target, order)
    rank = site.call.rank("input")
    if rank < 4:
        site.call.shape("input")  # asks for all sizes
        shape = site.shape(source)
        assert shape is not None
        whole = (1,) * (4 - rank) + shape
        source, target = site.reshaped(source, whole), site.reshaped_into(target, whole)
    site.run(
        "LOCAL_RESPONSE_NORMALIZATION",
        [source],
        [target],
        "LocalResponseNormalizationOptions",
        radius=site.scalar("radius"),
        bias=float(site.scalar("bias")),
        alpha=float(site.scalar("alpha")),
        beta=float(site.scalar("beta")),
    )


def fully_connected(site: Site) -> None:
    """FULLY_CONNECTED."""
    activation = fused_activation(site)
    type_ = kernel_type(site, "weights")
    inputs = [
        recoded(site, site.tensor("input"), type_),
        recoded(site, site.tensor("weights"), type_),
        site.tensor("bias"),
    ]
    target = recoded_result(site, site.result(), type_)
    site.run(
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
