"""LOGICAL_AND, LOGICAL_OR (with broadcasting) and LOGICAL_NOT on TENSOR_BOOL8.

Every byte except 0 means true, in the inputs; outputs are 0 or 1.
"""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.broadcasting import binary, broadcast_of, compatible_shapes
from conformance.operations.kernels.elementwise import unary
from conformance.operations.model.definition import Form, Kernel, OperationDefinition, tensor
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling, sample_unary

_BOOL8 = {OperandType.TENSOR_BOOL8: Version.V1_2}


def _of_bytes(ufunc: np.ufunc) -> Kernel:
    """Return a kernel that applies a logical function to bytes; every byte except 0 means true."""
    return binary(lambda left, right: np.asarray(ufunc(left.view(np.uint8), right.view(np.uint8))))


def _definition(type_: OperationType, kernel: Kernel, operator: str) -> OperationDefinition:
    return OperationDefinition(
        type=type_,
        properties=Properties(COPIES, Sampling("elementwise.logical"), Cost.LOW),
        since=Version.V1_2,
        primary="input0",
        types=_BOOL8,
        forms=(Form("default", (tensor("input0"), tensor("input1")), (2,)),),
        outputs=(tensor("output"),),
        conditions=(compatible_shapes("input0", "input1"),),
        shapes=broadcast_of("input0", "input1"),
        compile=lambda _call: kernel,
        doc=f"output = input0 {operator} input1",
    )


DEFINITIONS = (
    _definition(
        OperationType.LOGICAL_AND,
        _of_bytes(np.logical_and),
        "and",
    ),
    _definition(
        OperationType.LOGICAL_OR,
        _of_bytes(np.logical_or),
        "or",
    ),
    OperationDefinition(
        type=OperationType.LOGICAL_NOT,
        properties=Properties(COPIES, sample_unary(lambda low, high: (low, high)), Cost.LOW),
        since=Version.V1_2,
        primary="input",
        types=_BOOL8,
        forms=(Form("default", (tensor("input"),), (1,)),),
        outputs=(tensor("output"),),
        shapes=lambda call: (call.shape("input"),),
        compile=lambda _call: unary(lambda values: values.view(np.uint8) == 0),
        doc="output = not input",
    ),
)
