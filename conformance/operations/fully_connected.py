"""FULLY_CONNECTED: input rows times transposed weights, plus bias, with a fused activation.

Floating-point sums are accumulated in double precision and rounded once. Quantized results are
exact sums of products, rounded once with ties away from zero and clamped.
"""

from __future__ import annotations

import math

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import linear_layer
from conformance.operations.kernels import matmul


def _shapes(call: op.Call) -> tuple[op.Shape, ...]:
    depth = op.size(call, "weights", 1)
    return ((math.prod(call.shape("input")) // depth, op.size(call, "weights", 0)),)


@op.condition(
    "the number of input elements is a multiple of weights[1]: input is reshaped to "
    "[batch_size, input_size]"
)
def _input_divides(call: op.Call) -> str | None:
    depth = op.size(call, "weights", 1)
    shape = call.shape("input")
    if depth == 0 or math.prod(shape) % depth == 0:
        return None
    return f"input has shape {shape}: its {math.prod(shape)} elements do not form rows of {depth}"


def _compile(call: op.Call) -> op.Kernel:
    ((rows, units),) = _shapes(call)
    depth, dtype = op.size(call, "weights", 1), call.output().dtype

    def prepare(matrix: op.Array, bias: op.Array) -> matmul.Product:
        layer = linear_layer.LinearLayer(call, matrix, bias, "weights")
        return matmul.Product(matrix, layer.weight_zero_point, layer.dtype, layer.finish)

    def run(product: matmul.Product, source: op.Array) -> op.Array:
        out = np.empty((rows, units), dtype)
        product.run(source.reshape(rows, 1, depth), out)
        return out

    return linear_layer.layer_kernel(call, prepare, run, "weights")


DEFINITION = op.OperationDefinition(
    type=op.OperationType.FULLY_CONNECTED,
    properties=op.properties(
        op.LINEAR_SUM, "images.fully_connected", op.Cost.HIGH, mobile_weight=64
    ),
    types=op.TYPES_1_0,
    forms=op.one_form(
        op.tensor("input", ranks=op.ranks(2, 3, 4), doc="reshaped to [batch, input size]"),
        op.matrix("weights", doc="[units, input size]"),
        linear_layer.BIAS,
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
)
