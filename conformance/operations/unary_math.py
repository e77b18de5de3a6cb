"""ABS, EXP, FLOOR, LOG, NEG, RSQRT, SIN, SQRT: one real function, element by element.

EXP, LOG and RSQRT are computed in double precision and rounded once; ABS, FLOOR, NEG and SQRT are
exact or correctly rounded; SIN is computed in float32. Outside a function's domain results are
those of IEEE 754: the logarithm of 0 is minus infinity, that of a negative number NaN. A quantized
RSQRT (AIDL_V3) returns the largest code for real 0, as clamping infinity does, and the zero point
for a negative real value, which has no result.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from conformance.operations import toolkit as op


def _rsqrt(values: op.F64Array) -> op.F64Array:
    return np.reciprocal(np.sqrt(values))


def _rsqrt_of_codes(values: op.F64Array) -> op.F64Array:
    return np.where(values < 0.0, 0.0, _rsqrt(np.abs(values)))


def _definition(
    type_: op.OperationType,
    properties: op.Properties,
    compile_: Callable[[op.Call], op.Kernel],
    doc: str,
    more_types: dict[op.OperandType, op.Version] | None = None,
) -> op.OperationDefinition:
    return op.OperationDefinition(
        type=type_,
        properties=properties,
        types={**op.FLOAT_TYPES_1_2, **(more_types or {})},
        forms=op.one_form(op.tensor("input")),
        compile=compile_,
        doc=doc,
    )


DEFINITIONS = (
    _definition(
        op.OperationType.ABS,
        op.Properties(
            op.IntervalBehavior(
                op.IntervalRule.MONOTONE,
                turning_points=(0.0,),
                undefined=op.Undefined.SMALLEST_INT32,
            ),
            op.sample_unary(lambda low, high: (max(low, -high, 0.0), max(-low, high))),
            op.Cost.LOW,
        ),
        op.exact(np.absolute),
        "output = |input|; undefined for the smallest INT32",
        {op.OperandType.TENSOR_INT32: op.Version.V1_3},
    ),
    _definition(
        op.OperationType.EXP,
        op.Properties(
            op.MONOTONE,
            op.sample_unary(
                lambda low, high: (
                    2.75 ** max(min(low, 0.0), -40),
                    2.75 ** min(max(high, 0.0), 40),
                ),
                within=(-16.0, 8.0),
            ),
            op.Cost.LOW,
        ),
        op.in_double(np.exp),
        "output = e^input",
    ),
    op.OperationDefinition(
        type=op.OperationType.FLOOR,
        properties=op.Properties(
            op.SELECTS,
            op.sample_unary(
                lambda low, high: (low - 1, high), values=op.Values.WIDE, within=(-1e9, 1e9)
            ),
            op.Cost.LOW,
        ),
        types=op.FLOAT_TYPES_1_0,
        forms=op.one_form(op.tensor("input", ranks=op.up_to(4))),
        compile=op.exact(np.floor),
        doc="output = floor(input)",
    ),
    _definition(
        op.OperationType.LOG,
        op.Properties(
            op.MONOTONE,
            op.sample_unary(
                lambda _low, high: (-4.0, max(high, 1.0)),
                values=op.Values.POSITIVE,
                within=(1e-3, 1e9),
            ),
            op.Cost.LOW,
        ),
        op.in_double(np.log),
        "output = natural logarithm of input",
    ),
    _definition(
        op.OperationType.NEG,
        op.Properties(
            op.IntervalBehavior(op.IntervalRule.MONOTONE, undefined=op.Undefined.SMALLEST_INT32),
            op.sample_unary(lambda low, high: (-high, -low)),
            op.Cost.LOW,
        ),
        op.exact(np.negative),
        "output = -input; undefined for the smallest INT32",
        {op.OperandType.TENSOR_INT32: op.Version.V1_2},
    ),
    _definition(
        op.OperationType.RSQRT,
        op.Properties(
            op.IntervalBehavior(
                op.IntervalRule.MONOTONE,
                turning_points=(0.0,),  # for an end of -0, whose result has the other sign
                undefined=op.Undefined.NEGATIVE_CODE,
            ),
            op.sample_unary(
                lambda low, _high: (0.0, 4.0 if low > 0 else 16.0),
                values=op.Values.POSITIVE,
                within=(1e-3, 1e9),
            ),
            op.Cost.AVERAGE,
        ),
        op.in_double(_rsqrt, of_codes=_rsqrt_of_codes),
        "output = 1 / sqrt(input); if quantized, input and output have separate quantizations",
        {
            op.OperandType.TENSOR_QUANT8_ASYMM: op.Version.AIDL_V3,
            op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED: op.Version.AIDL_V3,
        },
    ),
    _definition(
        op.OperationType.SIN,
        op.Properties(
            op.SPECIAL,
            op.sample_unary(lambda _low, _high: (-1.0, 1.0), within=(-64.0, 64.0)),
            op.Cost.LOW,
        ),
        op.in_single(np.sin),
        "output = sine of input (radians)",
    ),
    _definition(
        op.OperationType.SQRT,
        op.Properties(
            op.MONOTONE,
            op.sample_unary(
                lambda low, high: (min(low, 1.0), max(high, 1.0)),
                values=op.Values.POSITIVE,
                within=(0.0, 1e9),
            ),
            op.Cost.LOW,
        ),
        op.exact(np.sqrt),
        "output = square root of input",
    ),
)
