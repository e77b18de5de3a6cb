"""RANK: the number of dimensions of a tensor, as a scalar."""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op

DEFINITION = op.OperationDefinition(
    type=op.OperationType.RANK,
    properties=op.properties(op.COPIES, "elementwise.rank", op.Cost.LOW),
    types=op.types_since(
        op.Version.V1_3,
        op.OperandType.TENSOR_FLOAT16,
        op.OperandType.TENSOR_FLOAT32,
        op.OperandType.TENSOR_INT32,
        op.OperandType.TENSOR_QUANT8_ASYMM,
        op.OperandType.TENSOR_QUANT16_SYMM,
        op.OperandType.TENSOR_BOOL8,
        op.OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL,
        op.OperandType.TENSOR_QUANT16_ASYMM,
        op.OperandType.TENSOR_QUANT8_SYMM,
        op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
    ),
    forms=op.one_form(op.tensor("input")),
    outputs=(op.scalar("output", op.only(op.OperandType.INT32)),),
    shapes=lambda _call: ((),),
    compile=lambda _call: op.unary(lambda values: np.array(values.ndim, np.int32)),
    doc="output = number of dimensions of input",
)
