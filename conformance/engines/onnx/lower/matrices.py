"""Matrix products; products of quantized values are accumulated as integers."""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.engines.onnx.graphs import Lowering, dtype_of, is_quantized
from conformance.engines.onnx.lower.windows import filter_quantization
from conformance.hal import OperationType, SymmPerChannelQuantParams


def fully_connected(op: Lowering) -> None:
    """Lower FULLY_CONNECTED to Gemm, or to MatMulInteger for quantized values."""
    activation = op.scalar("activation")
    size = op.call.shape("weights")[1]
    rows = (op.output_shape()[0], size)
    if not is_quantized(op.call.primary) or op.scope.qdq:
        value = op.reshape(op.real_input("input"), rows)
        value = op.add_node(
            "Gemm", [value, op.real_input("weights"), op.real_bias("weights")], transB=1
        )
        op.set_real_output(op.apply_activation(value, activation))
        return
    source, weights = op.view("input"), op.view("weights")
    sums = op.add_node(
        "MatMulInteger",
        [
            op.reshape(op.stored_input("input"), rows),
            op.transpose(op.stored_input("weights"), (1, 0)),
            op.constant(source.zero_point, dtype_of(source)),
            op.constant(weights.zero_point, dtype_of(weights)),
        ],
    )
    sums = op.add_node("Add", [sums, op.stored_input("bias")])
    params = weights.extra_params
    scales = params.scales if isinstance(params, SymmPerChannelQuantParams) else weights.scale
    factors = np.array(scales, np.float64) * source.scale
    value = op.add_node("Mul", [op.cast(sums, np.float32), op.constant(factors, np.float32)])
    op.set_real_output(op.apply_activation(value, activation))


def batch_matmul(op: Lowering) -> None:
    """Lower BATCH_MATMUL to MatMul, or to QLinearMatMul for quantized values."""
    quantized = is_quantized(op.call.primary) and not op.scope.qdq
    values = []
    for name, flag in (("lhs", "adj_x"), ("rhs", "adj_y")):
        value = op.stored_input(name) if quantized else op.number_input(name)
        if op.scalar(flag):
            rank = op.call.rank(name)
            value = op.transpose(value, (*range(rank - 2), rank - 1, rank - 2))
        values.append(value)
    if quantized:
        target = op.call.output()
        operands = [
            values[0],
            *filter_quantization(op, "lhs"),
            values[1],
            *filter_quantization(op, "rhs"),
            op.constant(target.scale, np.float32),
            op.constant(target.zero_point, dtype_of(target)),
        ]
        op.set_stored_output(op.add_node("QLinearMatMul", operands))
    else:
        op.set_number_output(op.add_node("MatMul", values))


TRANSLATORS: Final = {
    OperationType.BATCH_MATMUL: batch_matmul,
    OperationType.FULLY_CONNECTED: fully_connected,
}
