"""PRELU: x for x >= 0, alpha * x for x < 0; alpha is a tensor that broadcasts with x.

Results are the exact product rounded once; quantized ties are rounded away from zero.
"""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.broadcasting import binary, broadcast_of, compatible_shapes
from conformance.operations.kernels.code_tables import real_by_code
from conformance.operations.kernels.elementwise import quantizer
from conformance.operations.kernels.fast_paths import (
    round_to,
    select_elements,
    tabulated_by_pair,
    to_float32,
)
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import is_quantized
from conformance.operations.model.call import Call
from conformance.operations.model.definition import Array, Form, Kernel, OperationDefinition, tensor
from conformance.operations.model.properties import (
    Cost,
    IntervalBehavior,
    IntervalRule,
    Properties,
    Sampling,
)


@without_fp_warnings
def _float_prelu(values: Array, alpha: Array) -> Array:
    # A single product is correctly rounded in the tensor's width, so doubles are not needed.
    wide = to_float32(values)
    product = round_to(wide * to_float32(alpha), values.dtype)
    negative = wide < 0
    if product.shape != values.shape:
        values = np.broadcast_to(values, product.shape)
        negative = np.broadcast_to(negative, product.shape)
    return select_elements(negative, product, values)


_BY_VALUE = binary(_float_prelu)


def _compile(call: Call) -> Kernel:
    if not is_quantized(call.primary):
        return _BY_VALUE
    real_values, real_alpha = real_by_code(call.view("input")), real_by_code(call.view("alpha"))
    quantize = quantizer(call.output())

    def quantized(codes: Array, alpha_codes: Array) -> Array:
        values = real_values.take(codes.view(np.uint8))
        alpha = real_alpha.take(alpha_codes.view(np.uint8))
        return quantize(np.where(values < 0.0, values * alpha, values))

    return binary(tabulated_by_pair(quantized))


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.PRELU,
        properties=Properties(
            IntervalBehavior(IntervalRule.EXTREME_AT_CORNERS, turning_points=(0.0,)),
            Sampling("elementwise.prelu"),
            Cost.AVERAGE,
        ),
        since=Version.V1_2,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(Form("default", (tensor("input"), tensor("alpha")), (2,)),),
        outputs=(tensor("output"),),
        conditions=(compatible_shapes("input", "alpha"),),
        shapes=broadcast_of("input", "alpha"),
        compile=_compile,
        doc="output = input where input >= 0, else alpha * input",
    ),
)
