"""FULLY_CONNECTED: input rows times transposed weights, plus bias, with a fused activation.

Floating-point sums are accumulated in double precision and rounded once. Quantized results are
exact sums of products, rounded once with ties away from zero and clamped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.linear_layer import (
    BIAS_TYPES,
    TYPES,
    LinearLayer,
    bias_quantization,
    equal_sizes,
    not_empty,
    output_scale,
)
from conformance.operations.families.window import size_of
from conformance.operations.kernels.matmul import Product, Weights
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import fused_activation
from conformance.operations.model.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    ZeroSize,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.model.properties import LINEAR_SUM, Cost, Properties, Sampling


def _shapes(call: Call) -> tuple[Shape, ...]:
    depth = size_of(call, "weights", 1)
    return ((math.prod(call.shape("input")) // depth, size_of(call, "weights", 0)),)


def _divisible(call: Call) -> str | None:
    depth = size_of(call, "weights", 1)
    shape = call.shape("input")
    if depth == 0 or math.prod(shape) % depth == 0:
        return None
    return f"input has shape {shape}: its {math.prod(shape)} elements do not form rows of {depth}"


def _filler(rows: Array) -> Callable[[Array, int, int], None]:
    def fill(target: Array, start: int, stop: int) -> None:
        np.copyto(target, rows[start:stop], casting="safe")

    return fill


def _compile(call: Call) -> Kernel:
    ((rows, units),) = _shapes(call)
    call.scalar("activation")  # raises Unknown here if it is unknown; a kernel cannot defer
    dtype = call.output().info.dtype  # type: ignore[union-attr]

    def prepare(matrix: Array, bias: Array) -> Product:
        layer = LinearLayer(call, matrix, bias, "weights")
        weights = Weights(matrix, layer.weight_zero_point, layer.dtype)
        return Product(weights, layer.dtype, layer.finish)

    matrix, bias = call.constant("weights"), call.constant("bias")
    ready = None
    if matrix is not None and bias is not None:
        ready = prepare(matrix, bias)

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        image, matrix, bias = inputs[:3]
        assert image is not None
        assert matrix is not None
        assert bias is not None
        out = np.empty((rows, units), dtype)
        product = ready or prepare(matrix, bias)
        product.run(_filler(image.reshape(rows, matrix.shape[1])), rows, 1, out)
        return (out,)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.FULLY_CONNECTED,
        properties=Properties(
            LINEAR_SUM, Sampling("images.fully_connected", mobile_weight=64), Cost.HIGH
        ),
        since=Version.V1_0,
        primary="input",
        types=TYPES,
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(2, 3, 4), doc="reshaped to [batch, input size]"),
                    tensor("weights", ranks=ranks(2), doc="[units, input size]"),
                    tensor("bias", BIAS_TYPES, ranks=ranks(1), doc="[units]"),
                    scalar("activation", OperandType.INT32, doc="FusedActivationFunc code"),
                ),
                (4,),
            ),
        ),
        outputs=(tensor("output", ranks=ranks(2)),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            not_empty("weights"),
            Condition(
                "input_divides",
                _divisible,
                "the number of input elements is a multiple of weights[1]: input is reshaped to "
                "[batch_size, input_size]",
            ),
            equal_sizes("bias_length", ("bias", 0), ("weights", 0)),
            bias_quantization("weights"),
            output_scale("weights"),
            fused_activation(),
        ),
        zero_size=ZeroSize(Version.V1_2, "batch of the input"),
        doc="output = activation(input * transposed weights + bias)",
    ),
)
