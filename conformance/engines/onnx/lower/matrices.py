"""Matrix products; products of quantized values are accumulated as integers."""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.engines.onnx.graphs import Lowering, dtype_of, is_quantized
from conformance.engines.onnx.lower.windows import filter_quantization
from conformance.hal import OperandType, OperationType, SymmPerChannelQuantParams


def fully_connected(lowering: Lowering) -> None:
    """Lower FULLY_CONNECTED to Gemm, or to MatMulInteger for quantized values."""
    activation = lowering.scalar("activation")
    size = lowering.call.shape("weights")[1]
    rows = (lowering.output_shape()[0], size)
    if not is_quantized(lowering.call.primary) or lowering.scope.qdq:
        value = lowering.reshape(lowering.real_input("input"), rows)
        value = lowering.add_node(
            "Gemm",
            [value, lowering.real_input("weights"), lowering.real_bias("weights")],
            transB=1,
        )
        lowering.set_real_output(0, lowering.apply_activation(value, activation))
        return
    source, weights = lowering.view("input"), lowering.view("weights")
    sums = lowering.add_node(
        "MatMulInteger",
        [
            lowering.reshape(lowering.stored_input("input"), rows),
            lowering.transpose(lowering.stored_input("weights"), (1, 0)),
            lowering.constant(source.zero_point, dtype_of(source)),
            lowering.constant(weights.zero_point, dtype_of(weights)),
        ],
    )
    sums = lowering.add_node("Add", [sums, lowering.stored_input("bias")])
    params = weights.extra_params
    scales = params.scales if isinstance(params, SymmPerChannelQuantParams) else weights.scale
    factors = np.array(scales, np.float64) * source.scale
    value = lowering.add_node(
        "Mul", [lowering.cast(sums, np.float32), lowering.constant(factors, np.float32)]
    )
    lowering.set_real_output(0, lowering.apply_activation(value, activation))


def batch_matmul(lowering: Lowering) -> None:
    """Lower BATCH_MATMUL to MatMul, or to QLinearMatMul for quantized values."""
    type_ = lowering.call.primary.type
    quantized = is_quantized(lowering.call.primary) and not lowering.scope.qdq
    values = []
    for name, flag in (("lhs", "adj_x"), ("rhs", "adj_y")):
        uses_stored = quantized or type_ == OperandType.TENSOR_INT32
        value = lowering.stored_input(name) if uses_stored else lowering.real_input(name)
        if lowering.scalar(flag):
            rank = lowering.call.rank(name)
            value = lowering.transpose(value, (*range(rank - 2), rank - 1, rank - 2))
        values.append(value)
    if quantized:
        target = lowering.call.output()
        operands = [
            values[0],
            *filter_quantization(lowering, "lhs"),
            values[1],
            *filter_quantization(lowering, "rhs"),
            lowering.constant(target.scale, np.float32),
            lowering.constant(target.zero_point, dtype_of(target)),
        ]
        lowering.set_stored_output(0, lowering.add_node("QLinearMatMul", operands))
    elif type_ == OperandType.TENSOR_INT32:
        lowering.set_stored_output(0, lowering.add_node("MatMul", values))
    else:
        lowering.set_real_output(0, lowering.add_node("MatMul", values))


TRANSLATORS: Final = {
    OperationType.BATCH_MATMUL: batch_matmul,
    OperationType.FULLY_CONNECTED: fully_connected,
}
