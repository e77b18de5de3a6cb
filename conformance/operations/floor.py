"""FLOOR: the largest integer that is not greater than the element; exact."""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op

DEFINITION = op.OperationDefinition(
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
)
