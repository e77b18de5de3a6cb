"""FULLY_CONNECTED: input rows times transposed weights, plus bias, with a fused activation.

Floating-point sums are accumulated in double precision and rounded once. Quantized results are
exact sums of products, rounded once with ties away from zero and clamped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import linear_layer, window
from conformance.operations.kernels import matmul


def _shapes(call: op.Call) -> tuple[op.Shape, ...]:
    depth = window.size_of(call, "weights", 1)
    return ((math.prod(call.shape("input")) // depth, window.size_of(call, "weights", 0)),)


@op.condition(
    "the number of input elements is a multiple of weights[1]: input is reshaped to "
    "[batch_size, input_size]"
)
def _input_divides(call: op.Call) -> str | None:
    depth = window.size_of(call, "weights", 1)
    shape = call.shape("input")
    if depth == 0 or math.prod(shape) % depth == 0:
        return None
    return f"input has shape {shape}: its {math.prod(shape)} elements do not form rows of {depth}"


def _filler(rows: op.Array) -> Callable[[op.Array, int, int], None]:
    def fill(target: op.Array, start: int, stop: int) -> None:
        np.copyto(target, rows[start:stop], casting="safe")

    return fill


def _compile(call: op.Call) -> op.Kernel:
    ((rows, units),) = _shapes(call)
    call.scalar("activation")  # raises Unknown here if it is unknown; a kernel cannot defer
    dtype = call.output().dtype

    def prepare(matrix: op.Array, bias: op.Array) -> matmul.Product:
        layer = linear_layer.LinearLayer(call, matrix, bias, "weights")
        weights = matmul.Weights(matrix, layer.weight_zero_point, layer.dtype)
        return matmul.Product(weights, layer.dtype, layer.finish)

    matrix, bias = call.constant("weights"), call.constant("bias")
    ready = None
    if matrix is not None and bias is not None:
        ready = prepare(matrix, bias)

    def kernel(inputs: Sequence[op.Array | None]) -> tuple[op.Array]:
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
    op.OperationDefinition(
        type=op.OperationType.FULLY_CONNECTED,
        properties=op.properties(
            op.LINEAR_SUM, "images.fully_connected", op.Cost.HIGH, mobile_weight=64
        ),
        types=linear_layer.TYPES,
        forms=op.one_form(
            op.tensor("input", ranks=op.ranks(2, 3, 4), doc="reshaped to [batch, input size]"),
            op.matrix("weights", doc="[units, input size]"),
            op.tensor("bias", linear_layer.BIAS_TYPES, ranks=op.ranks(1), doc="[units]"),
            op.int32("activation", "FusedActivationFunc code"),
        ),
        outputs=(op.matrix("output"),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            linear_layer.not_empty("weights"),
            _input_divides,
            linear_layer.equal_sizes("bias_length", ("bias", 0), ("weights", 0)),
            linear_layer.bias_quantization("weights"),
            linear_layer.output_scale("weights"),
            op.fused_activation(),
        ),
        zero_size=op.ZeroSize(op.Version.V1_2, "batch of the input"),
        doc="output = activation(input * transposed weights + bias)",
    ),
)
