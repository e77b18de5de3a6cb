"""LOGISTIC and TANH, element by element; the quantization of the output is prescribed.

LOGISTIC is computed in double precision, TANH in the operand's precision (float16 in float32).
Quantized results are rounded once, ties away from zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from conformance.operations import toolkit as op


def _logistic(values: op.Array) -> op.F64Array:
    result: op.F64Array = np.negative(values, dtype=np.float64)
    with np.errstate(over="ignore"):
        np.exp(result, out=result)
    np.add(result, 1.0, out=result)
    return np.divide(1.0, result, out=result)


def _tanh(values: op.Array) -> op.Array:
    # Results are in [-1, 1], where errors in the last places of float32 are far below tolerances.
    return np.asarray(np.tanh(op.to_float32(values)))


def _compile(function: Callable[[op.Array], op.Array]) -> Callable[[op.Call], op.Kernel]:
    def compile_(call: op.Call) -> op.Kernel:
        if op.is_quantized(call.primary):
            quantize = op.quantizer(call.output())
            return op.by_table(call.primary, lambda values: quantize(function(values)))
        dtype = call.primary.dtype
        return op.unary(
            op.tabulated_by_pattern(
                op.in_blocks(lambda values: op.round_to(function(values), dtype))
            )
        )

    return compile_


def _definition(
    type_: op.OperationType,
    properties: op.Properties,
    types: Mapping[op.OperandType, op.Version],
    quantization: Mapping[op.OperandType, tuple[float, int]],
    function: Callable[[op.Array], op.Array],
    doc: str,
) -> op.OperationDefinition:
    return op.OperationDefinition(
        type=type_,
        properties=properties,
        types=types,
        forms=op.one_form(op.tensor("input", ranks=op.up_to(4))),
        conditions=(op.fixed_quantization(quantization),),
        zero_size=op.ZeroSize(op.Version.V1_2, "any dimension"),
        compile=_compile(function),
        doc=doc,
    )


DEFINITIONS = (
    _definition(
        op.OperationType.LOGISTIC,
        op.Properties(
            op.MONOTONE, op.Sampling("elementwise.logistic", mobile_weight=32), op.Cost.AVERAGE
        ),
        op.TYPES_1_0,
        {
            op.OperandType.TENSOR_QUANT8_ASYMM: (1 / 256, 0),
            op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 256, -128),
        },
        _logistic,
        "output = 1 / (1 + exp(-input))",
    ),
    _definition(
        op.OperationType.TANH,
        op.Properties(
            op.MONOTONE, op.Sampling("elementwise.tanh", mobile_weight=32), op.Cost.AVERAGE
        ),
        op.QUANT8_SINCE_1_2,
        {
            op.OperandType.TENSOR_QUANT8_ASYMM: (1 / 128, 128),
            op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED: (1 / 128, 0),
        },
        _tanh,
        "output = tanh(input)",
    ),
)
