"""HARD_SWISH: x * clamp(x + 3, 0, 6) / 6, element by element.

Quantized results are computed in double precision and rounded once, ties away from zero. Floats are
computed in float32.
"""

from __future__ import annotations

from conformance.operations import toolkit as op


def _hard_swish(x: op.F64Array) -> op.F64Array:
    return (x + 3.0).clip(0.0, 6.0) * x / 6.0


def _single_hard_swish(x: op.Array) -> op.Array:
    # The error is at most 3 units in the last place, and results are exact for inputs from 3 on and
    # below -3.
    factor = x + 3
    factor.clip(0, 6, out=factor)
    factor *= 1 / 6
    factor *= x
    return factor


DEFINITION = op.OperationDefinition(
    type=op.OperationType.HARD_SWISH,
    properties=op.Properties(
        op.IntervalBehavior(op.IntervalRule.MONOTONE, turning_points=(-1.5, -3.0)),
        op.sample_unary(
            lambda low, high: (-0.5 if low < 0 else 0.0, max(high, 0.0)), mobile_weight=48
        ),
        op.Cost.AVERAGE,
    ),
    types=op.types_since(op.Version.V1_3, *op.TYPES_1_2),
    forms=op.one_form(op.tensor("input")),
    zero_size=op.ZeroSize(op.Version.V1_3, "any dimension"),
    compile=op.in_single(_single_hard_swish, of_codes=_hard_swish),
    doc="output = input * max(0, min(6, input + 3)) / 6",
)
