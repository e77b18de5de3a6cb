"""Products of matrices; those of codes are added up as integers."""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.drivers.onnxruntime.operators.windows import filter_quantization
from conformance.drivers.onnxruntime.site import Site, dtype_of, is_quantized
from conformance.hal import OperandType, OperationType, SymmPerChannelQuantParams


def fully_connected(site: Site) -> None:
    """FULLY_CONNECTED: Gemm, of codes MatMulInteger."""
    activation = site.scalar("activation")
    size = site.call.shape("weights")[1]
    rows = (site.output_shape()[0], size)
    if not is_quantized(site.call.primary):
        value = site.reshaped(site.real("input"), rows)
        value = site.node("Gemm", [value, site.real("weights"), site.real("bias")], transB=1)
        site.put_real(0, site.activated(value, activation))
        return
    source, weights = site.view("input"), site.view("weights")
    sums = site.node(
        "MatMulInteger",
        [
            site.reshaped(site.stored("input"), rows),
            site.transposed(site.stored("weights"), (1, 0)),
            site.constant(source.zero_point, dtype_of(source)),
            site.constant(weights.zero_point, dtype_of(weights)),
        ],
    )
    sums = site.node("Add", [sums, site.stored("bias")])
    extra = weights.extra_params
    scales = extra.scales if isinstance(extra, SymmPerChannelQuantParams) else weights.scale
    factors = np.array(scales, np.float64) * source.scale
    value = site.node("Mul", [site.cast(sums, np.float32), site.constant(factors, np.float32)])
    site.put_real(0, site.activated(value, activation))


def batch_matmul(site: Site) -> None:
    """BATCH_MATMUL: MatMul, of codes QLinearMatMul."""
    type_ = site.call.primary.type
    quantized = is_quantized(site.call.primary)
    values = []
    for name, flag in (("lhs", "adj_x"), ("rhs", "adj_y")):
        whole = quantized or type_ == OperandType.TENSOR_INT32
        value = site.stored(name) if whole else site.real(name)
        if site.scalar(flag):
            rank = site.call.rank(name)
            value = site.transposed(value, (*range(rank - 2), rank - 1, rank - 2))
        values.append(value)
    if quantized:
        target = site.call.output()
        operands = [
            values[0],
            *filter_quantization(site, "lhs"),
            values[1],
            *filter_quantization(site, "rhs"),
            site.constant(target.scale, np.float32),
            site.constant(target.zero_point, dtype_of(target)),
        ]
        site.put(0, site.node("QLinearMatMul", operands))
    elif type_ == OperandType.TENSOR_INT32:
        site.put(0, site.node("MatMul", values))
    else:
        site.put_real(0, site.node("MatMul", values))


TRANSLATORS: Final = {
    OperationType.BATCH_MATMUL: batch_matmul,
    OperationType.FULLY_CONNECTED: fully_connected,
}
