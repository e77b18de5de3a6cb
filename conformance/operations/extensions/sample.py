"""The sample extension ``org.nn_conformance.sample``: unsigned 16-bit integers that saturate.

Vendors define their own extensions; this one exists so that the suite can test what the contract
states about all of them. The reference driver lists it. It has one operand type and three
operations, whose results are exact:

- TENSOR_UINT16: a tensor of unsigned 16-bit integers;
- FROM_INT32: each element of a TENSOR_INT32, clamped to 0 to 65535;
- TO_INT32: each element as a TENSOR_INT32;
- SATURATING_ADD: the sum of two tensors of the same shape, at most 65535.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.definition.extension import ExtensionType, VendorExtension

EXTENSION: Final = VendorExtension(
    "org.nn_conformance.sample",
    prefix=0x4E4E,
    operand_types={"TENSOR_UINT16": ExtensionType(0, "<u2")},
    operations={"FROM_INT32": 0, "TO_INT32": 1, "SATURATING_ADD": 2},
)

_UINT16: Final = EXTENSION.operand_types["TENSOR_UINT16"]
_INT32: Final = op.OperandType.TENSOR_INT32
_LARGEST: Final = 65535


def _from_int32(inputs: Sequence[op.Array | None]) -> tuple[op.Array]:
    (values,) = inputs
    assert values is not None
    return (np.clip(values, 0, _LARGEST).astype(np.uint16),)


def _to_int32(inputs: Sequence[op.Array | None]) -> tuple[op.Array]:
    (values,) = inputs
    assert values is not None
    return (values.astype(np.int32),)


def _saturating_add(inputs: Sequence[op.Array | None]) -> tuple[op.Array]:
    one, other = inputs
    assert one is not None
    assert other is not None
    total = one.astype(np.uint32) + other
    return (np.minimum(total, _LARGEST).astype(np.uint16),)


def _range(low: float, high: float) -> tuple[float, float]:
    return min(max(low, 0.0), _LARGEST), min(max(2 * high, 0.0), _LARGEST)


@op.condition("both inputs have the same shape")
def _same_shape(call: op.Call) -> str | None:
    one, other = call.view("input").shape, call.view("other").shape
    return None if one == other else f"the shapes are {one} and {other}; they must be equal"


def _definition(
    name: str,
    kernel: op.Kernel,
    input_type: op.OperandType,
    output_type: op.OperandType,
    *more_inputs: op.OperandSpec,
    conditions: tuple[op.Condition, ...] = (),
    doc: str,
) -> op.OperationDefinition:
    return op.OperationDefinition(
        type=EXTENSION.operations[name],
        properties=op.Properties(
            op.IntervalBehavior(
                op.IntervalRule.MONOTONE, op.Precision.EXACT, integers_are_data=True
            ),
            op.sample_unary(_range),
            op.Cost.LOW,
        ),
        types={input_type: op.Version.V1_2},
        forms=op.one_form(op.tensor("input"), *more_inputs),
        outputs=(op.tensor("output", op.only(output_type)),),
        compile=lambda _call: kernel,
        conditions=conditions,
        doc=doc,
    )


EXTENSION.define(
    _definition(
        "FROM_INT32", _from_int32, _INT32, _UINT16, doc="output = input, clamped to 0 to 65535"
    ),
    _definition("TO_INT32", _to_int32, _UINT16, _INT32, doc="output = input"),
    _definition(
        "SATURATING_ADD",
        _saturating_add,
        _UINT16,
        _UINT16,
        op.tensor("other"),
        conditions=(_same_shape,),
        doc="output = input + other, at most 65535",
    ),
)
