"""DEQUANTIZE: the real numbers that codes represent, rounded once to the output's type."""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _product(view: op.OperandView) -> op.Kernel:
    # The difference of two codes is exact in float32, so only the product is rounded, once.
    zero_point, scale = np.float32(view.zero_point), np.float32(view.scale)

    def function(codes: op.Array) -> op.Array:
        result = codes.astype(np.float32)
        result -= zero_point
        result *= scale
        return result

    return op.unary(function)


def _compile(call: op.Call) -> op.Kernel:
    info = call.output().info
    assert info is not None
    dtype = info.dtype

    @op.without_fp_warnings
    def narrow(values: op.F64Array) -> op.Array:
        return values.astype(dtype)

    params = call.primary.extra_params
    if not isinstance(params, op.SymmPerChannelQuantParams):
        return op.by_table(call.primary, narrow) if dtype == np.float16 else _product(call.primary)
    channel_dim, scales = params.channel_dim, np.array(params.scales, np.float64)

    def per_channel(codes: op.Array) -> op.Array:
        inner = codes.ndim - 1 - channel_dim
        return narrow(codes * scales.reshape((-1,) + (1,) * inner))

    return op.unary(per_channel)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.DEQUANTIZE,
    properties=op.properties(
        op.MONOTONE, "elementwise.dequantize", op.Cost.AVERAGE, mobile_weight=24
    ),
    types={
        op.OperandType.TENSOR_QUANT8_ASYMM: op.Version.V1_0,
        op.OperandType.TENSOR_QUANT8_SYMM: op.Version.V1_2,
        op.OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL: op.Version.V1_2,
        op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED: op.Version.V1_3,
    },
    forms=op.one_form(op.tensor("input", ranks=op.up_to(4))),
    outputs=(
        op.tensor(
            "output",
            op.TypeRule(
                always=(
                    (op.OperandType.TENSOR_FLOAT32, op.Version.V1_0),
                    (op.OperandType.TENSOR_FLOAT16, op.Version.V1_2),
                )
            ),
        ),
    ),
    zero_size=op.ZeroSize(op.Version.V1_2, "any dimension"),
    compile=_compile,
    doc="output = (input - zeroPoint) * scale",
)
