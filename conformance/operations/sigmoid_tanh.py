"""LOGISTIC and TANH, element by element; the quantization of the output is prescribed.

LOGISTIC is computed in double precision, TANH in the operand's precision (float16 in float32).
Quantized results are rounded once, ties away from zero.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from conformance.operations import toolkit as op


def _logistic(x: op.F64Array) -> op.F64Array:
    np.exp(np.negative(x, out=x), out=x)
    x += 1.0
    return np.divide(1.0, x, out=x)


def _definition(
    type_: op.OperationType,
    properties: op.Properties,
    types: Mapping[op.OperandType, op.Version],
    quantization: Mapping[op.OperandType, tuple[float, int]],
    compile_: op.Compile,
    doc: str,
) -> op.OperationDefinition:
    return op.OperationDefinition(
        type=type_,
        properties=properties,
        types=types,
        forms=op.one_form(op.tensor("input", ranks=op.up_to(4))),
        conditions=(op.fixed_quantization(quantization),),
        zero_size=op.ZeroSize(op.Version.V1_2, "any dimension"),
        compile=compile_,
        doc=doc,
    )


DEFINITIONS = (
    _definition(
        op.OperationType.LOGISTIC,
        op.properties(op.MONOTONE, "elementwise.logistic", op.Cost.AVERAGE, mobile_weight=32),
        op.TYPES_1_0,
        op.UNIT_QUANTIZATION,
        op.in_double(_logistic),
        "output = 1 / (1 + exp(-input))",
    ),
    _definition(
        op.OperationType.TANH,
        op.properties(op.MONOTONE, "elementwise.tanh", op.Cost.AVERAGE, mobile_weight=32),
        op.QUANT8_SINCE_1_2,
        op.SYMMETRIC_QUANTIZATION,
        # Results are in [-1, 1]: errors in the last places of float32 are far below tolerances.
        op.in_single(np.tanh),
        "output = tanh(input)",
    ),
)
