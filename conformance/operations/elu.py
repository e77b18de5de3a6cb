"""ELU: x for x >= 0, alpha * (exp(x) - 1) for x < 0; in double precision, rounded once."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.fast_paths import in_blocks, tabulated_by_pattern
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.model.call import Call
from conformance.operations.model.definition import (
    FLOAT_SCALAR,
    FLOATS,
    Array,
    Form,
    Kernel,
    OperationDefinition,
    ZeroSize,
    scalar,
    tensor,
)
from conformance.operations.model.properties import MONOTONE, Cost, Properties, Sampling


def _compile(call: Call) -> Kernel:
    alpha = call.scalar("alpha")
    assert call.primary.info is not None
    dtype = call.primary.info.dtype

    @without_fp_warnings
    def function(values: Array) -> Array:
        if alpha == 0:  # 0 * (exp(inf) - 1) would be NaN
            return np.asarray(np.maximum(values, dtype.type(0)))
        # The formula of the contract: with a negative alpha the second term is not 0 for x > 0.
        low = np.expm1(values, dtype=np.float64)
        low *= alpha
        np.minimum(low, 0.0, out=low)
        low += np.maximum(values, 0.0)
        return low.astype(dtype)

    return unary(tabulated_by_pattern(in_blocks(function)))


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.ELU,
        properties=Properties(MONOTONE, Sampling("elementwise.elu"), Cost.LOW),
        since=Version.V1_3,
        primary="input",
        types=dict.fromkeys(FLOATS, Version.V1_3),
        forms=(Form("default", (tensor("input"), scalar("alpha", FLOAT_SCALAR)), (2,)),),
        outputs=(tensor("output"),),
        zero_size=ZeroSize(Version.V1_3, "any dimension"),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = max(0, input) + min(0, alpha * (exp(input) - 1))",
    ),
)
