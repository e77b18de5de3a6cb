"""FLOOR: the largest integer that is not greater than the element; exact."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.kernels.fast_paths import tabulated_by_pattern
from conformance.operations.model.definition import Form, OperationDefinition, tensor, up_to
from conformance.operations.model.properties import SELECTS, Cost, Properties, Values, sample_unary

DEFINITIONS = (
    OperationDefinition(
        type=OperationType.FLOOR,
        properties=Properties(
            SELECTS,
            sample_unary(lambda low, high: (low - 1, high), values=Values.WIDE, within=(-1e9, 1e9)),
            Cost.LOW,
        ),
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
        },
        forms=(Form("default", (tensor("input", ranks=up_to(4)),), (1,)),),
        outputs=(tensor("output"),),
        shapes=lambda call: (call.shape("input"),),
        compile=lambda _call: unary(tabulated_by_pattern(np.floor)),
        doc="output = floor(input)",
    ),
)
