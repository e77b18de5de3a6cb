"""RANK: the number of dimensions of a tensor, as a scalar."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.elementwise import unary
from conformance.operations.model.definition import Form, OperationDefinition, only, scalar, tensor
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling

DEFINITIONS = (
    OperationDefinition(
        type=OperationType.RANK,
        properties=Properties(COPIES, Sampling("elementwise.rank"), Cost.LOW),
        since=Version.V1_3,
        primary="input",
        types=dict.fromkeys(
            (
                OperandType.TENSOR_FLOAT16,
                OperandType.TENSOR_FLOAT32,
                OperandType.TENSOR_INT32,
                OperandType.TENSOR_QUANT8_ASYMM,
                OperandType.TENSOR_QUANT16_SYMM,
                OperandType.TENSOR_BOOL8,
                OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL,
                OperandType.TENSOR_QUANT16_ASYMM,
                OperandType.TENSOR_QUANT8_SYMM,
                OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
            ),
            Version.V1_3,
        ),
        forms=(Form("default", (tensor("input"),), (1,)),),
        outputs=(scalar("output", only(OperandType.INT32)),),
        shapes=lambda _call: ((),),
        compile=lambda _call: unary(lambda values: np.array(values.ndim, np.int32)),
        doc="output = number of dimensions of input",
    ),
)
