"""DEQUANTIZE: the real numbers that codes represent, rounded once to the output's type."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, SymmPerChannelQuantParams, Version
from conformance.operations.kernels.elementwise import by_table, unary
from conformance.operations.kernels.numerics import F64Array
from conformance.operations.model.call import Call, OperandView
from conformance.operations.model.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    TypeRule,
    ZeroSize,
    tensor,
    up_to,
)
from conformance.operations.model.properties import MONOTONE, Cost, Properties, Sampling


def _product(view: OperandView) -> Kernel:
    # The difference of two codes is exact in float32, so only the product is rounded, once.
    zero_point, scale = np.float32(view.zero_point), np.float32(view.scale)

    def function(codes: Array) -> Array:
        result = codes.astype(np.float32)
        result -= zero_point
        result *= scale
        return result

    return unary(function)


def _compile(call: Call) -> Kernel:
    info = call.output().info
    assert info is not None
    dtype = info.dtype

    def narrow(values: F64Array) -> Array:
        with np.errstate(over="ignore"):
            return values.astype(dtype)

    params = call.primary.extra_params
    if not isinstance(params, SymmPerChannelQuantParams):
        return by_table(call.primary, narrow) if dtype == np.float16 else _product(call.primary)
    channel_dim, scales = params.channel_dim, np.array(params.scales, np.float64)

    def per_channel(codes: Array) -> Array:
        inner = codes.ndim - 1 - channel_dim
        return narrow(codes * scales.reshape((-1,) + (1,) * inner))

    return unary(per_channel)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.DEQUANTIZE,
        properties=Properties(
            MONOTONE, Sampling("elementwise.dequantize", mobile_weight=24), Cost.AVERAGE
        ),
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_0,
            OperandType.TENSOR_QUANT8_SYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(Form("default", (tensor("input", ranks=up_to(4)),), (1,)),),
        outputs=(
            tensor(
                "output",
                TypeRule(
                    always=(
                        (OperandType.TENSOR_FLOAT32, Version.V1_0),
                        (OperandType.TENSOR_FLOAT16, Version.V1_2),
                    )
                ),
            ),
        ),
        zero_size=ZeroSize(Version.V1_2, "any dimension"),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = (input - zeroPoint) * scale",
    ),
)
