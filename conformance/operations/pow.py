"""POW: base to the power of exponent, element by element with broadcasting.

Computed in double precision and rounded once. Special cases are those of C's ``pow``: any base to
the power of 0 is 1, and a negative base with a fractional exponent gives NaN.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _compile(call: op.Call) -> op.Kernel:
    dtype = call.primary.dtype
    return op.binary(
        op.without_fp_warnings(
            lambda base, exponent: np.asarray(np.power(base, exponent, dtype=np.float64)).astype(
                dtype
            )
        )
    )


DEFINITION = op.OperationDefinition(
    type=op.OperationType.POW,
    properties=op.properties(
        op.corners(op.Undefined.NONPOSITIVE_BASE), "elementwise.power", op.Cost.AVERAGE
    ),
    primary="base",
    types=op.FLOAT_TYPES_1_2,
    forms=op.one_form(op.tensor("base"), op.tensor("exponent")),
    conditions=(op.compatible_shapes("base", "exponent"),),
    shapes=op.broadcast_of("base", "exponent"),
    compile=_compile,
    doc="output = base^exponent",
)
