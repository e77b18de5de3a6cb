"""LOGISTIC and TANH, element by element; the quantization of the output is prescribed.

LOGISTIC is computed in double precision, TANH in the operand's precision (float16 in float32).
Quantized results are rounded once, ties away from zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import by_table, quantizer, unary
from conformance.operations.kernels.fast_paths import (
    in_blocks,
    round_to,
    tabulated_by_pattern,
    to_float32,
)
from conformance.operations.kernels.numerics import F64Array, is_quantized
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import fixed_quantization
from conformance.operations.model.definition import (
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ZeroSize,
    tensor,
    up_to,
)
from conformance.operations.model.properties import MONOTONE, Cost, Properties, Sampling


def _logistic(values: Array) -> F64Array:
    result: F64Array = np.negative(values, dtype=np.float64)
    with np.errstate(over="ignore"):
        np.exp(result, out=result)
    np.add(result, 1.0, out=result)
    return np.divide(1.0, result, out=result)


def _tanh(values: Array) -> Array:
    # Results are in [-1, 1], where errors in the last places of float32 are far below tolerances.
    return np.asarray(np.tanh(to_float32(values)))


def _compile(function: Callable[[Array], Array]) -> Callable[[Call], Kernel]:
    def compile_(call: Call) -> Kernel:
        if is_quantized(call.primary):
            quantize = quantizer(call.output())
            return by_table(call.primary, lambda values: quantize(function(values)))
        assert call.primary.info is not None
        dtype = call.primary.info.dtype
        return unary(
            tabulated_by_pattern(in_blocks(lambda values: round_to(function(values), dtype)))
        )

    return compile_


def _definition(
    type_: OperationType,
    properties: Properties,
    types: Mapping[OperandType, Version],
    quantization: Mapping[OperandType, tuple[float, int]],
    function: Callable[[Array], Array],
    doc: str,
) -> OperationDefinition:
    return OperationDefinition(
        type=type_,
        properties=properties,
        since=Version.V1_0,
        primary="input",
        types=types,
        forms=(Form("default", (tensor("input", ranks=up_to(4)),), (1,)),),
        outputs=(tensor("output"),),
        conditions=(fixed_quantization(quantization),),
        zero_size=ZeroSize(Version.V1_2, "any dimension"),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile(function),
        doc=doc,
    )


DEFINITIONS = (
    _definition(
        OperationType.LOGISTIC,
        Properties(MONOTONE, Sampling("elementwise.logistic", mobile_weight=32), Cost.AVERAGE),
        {
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        {
            OperandType.TENSOR_QUANT8_ASYMM: (1 / 256, 0),
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 256, -128),
        },
        _logistic,
        "output = 1 / (1 + exp(-input))",
    ),
    _definition(
        OperationType.TANH,
        Properties(MONOTONE, Sampling("elementwise.tanh", mobile_weight=32), Cost.AVERAGE),
        {
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        {
            OperandType.TENSOR_QUANT8_ASYMM: (1 / 128, 128),
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 128, 0),
        },
        _tanh,
        "output = tanh(input)",
    ),
)
