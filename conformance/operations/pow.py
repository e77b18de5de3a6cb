"""POW: base to the power of exponent, element by element with broadcasting.

Computed in double precision and rounded once. Special cases are those of C's ``pow``: any base to
the power of 0 is 1, and a negative base with a fractional exponent gives NaN.
"""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.broadcasting import binary, broadcast_of, compatible_shapes
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.model.call import Call
from conformance.operations.model.definition import Array, Form, Kernel, OperationDefinition, tensor
from conformance.operations.model.properties import Cost, Properties, Sampling, Undefined, corners


def _compile(call: Call) -> Kernel:
    assert call.primary.info is not None
    dtype = call.primary.info.dtype

    @without_fp_warnings
    def power(base: Array, exponent: Array) -> Array:
        return np.asarray(np.power(base, exponent, dtype=np.float64)).astype(dtype)

    return binary(power)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.POW,
        properties=Properties(
            corners(Undefined.NONPOSITIVE_BASE), Sampling("elementwise.power"), Cost.AVERAGE
        ),
        since=Version.V1_2,
        primary="base",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
        },
        forms=(Form("default", (tensor("base"), tensor("exponent")), (2,)),),
        outputs=(tensor("output"),),
        conditions=(compatible_shapes("base", "exponent"),),
        shapes=broadcast_of("base", "exponent"),
        compile=_compile,
        doc="output = base^exponent",
    ),
)
