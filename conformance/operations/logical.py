"""LOGICAL_AND, LOGICAL_OR (with broadcasting) and LOGICAL_NOT on TENSOR_BOOL8.

Every byte except 0 means true, in the inputs; outputs are 0 or 1.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _of_bytes(ufunc: np.ufunc) -> op.Kernel:
    return op.binary(
        lambda left, right: np.asarray(ufunc(left.view(np.uint8), right.view(np.uint8)))
    )


def _definition(
    type_: op.OperationType, kernel: op.Kernel, operator: str
) -> op.OperationDefinition:
    return op.OperationDefinition(
        type=type_,
        properties=op.properties(op.COPIES, "elementwise.comparison", op.Cost.LOW),
        primary="input0",
        types=op.BOOL8_1_2,
        forms=op.one_form(op.tensor("input0"), op.tensor("input1")),
        conditions=(op.compatible_shapes("input0", "input1"),),
        shapes=op.broadcast_of("input0", "input1"),
        compile=lambda _call: kernel,
        doc=f"output = input0 {operator} input1",
    )


DEFINITIONS = (
    _definition(op.OperationType.LOGICAL_AND, _of_bytes(np.logical_and), "and"),
    _definition(op.OperationType.LOGICAL_OR, _of_bytes(np.logical_or), "or"),
    op.OperationDefinition(
        type=op.OperationType.LOGICAL_NOT,
        properties=op.Properties(
            op.COPIES, op.sample_unary(lambda low, high: (low, high)), op.Cost.LOW
        ),
        types=op.BOOL8_1_2,
        forms=op.one_form(op.tensor("input")),
        compile=lambda _call: op.unary(lambda values: values.view(np.uint8) == 0),
        doc="output = not input",
    ),
)
