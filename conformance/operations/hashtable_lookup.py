"""HASHTABLE_LOOKUP: rows of a table, selected by key.

Values are copied; a key that is not found yields zeros.
"""

from __future__ import annotations

import numpy as np

from conformance.operations import toolkit as op


def _shapes(call: op.Call) -> tuple[op.Shape, op.Shape]:
    lookups = call.shape("lookups")
    return lookups + call.shape("values")[1:], lookups


def _found(lookups: op.Array, keys: op.Array, values: op.Array) -> tuple[op.Array, op.Array]:
    # The contract requires sorted keys. Sorting them again is cheap and makes the result well
    # defined for unsorted keys, too.
    order = keys.argsort(kind="stable")
    places = np.searchsorted(keys[order], lookups).clip(max=len(keys) - 1)
    rows = order[places]
    hits = keys[rows] == lookups
    found = values.take(rows, 0)
    found[~hits] = 0
    return found, hits.astype(np.uint8)


_QUANT_HITS = op.fixed_quantization({op.OperandType.TENSOR_QUANT8_ASYMM: (1.0, 0)}, output=1)

DEFINITION = op.OperationDefinition(
    type=op.OperationType.HASHTABLE_LOOKUP,
    properties=op.properties(
        op.COPIES,
        "movement.hashtable_lookup",
        op.Cost.HIGHEST,
        op.Trait.CODES_ARE_INTEGERS,
        op.Trait.FLAGS,
    ),
    primary="values",
    types={
        op.OperandType.TENSOR_FLOAT32: op.Version.V1_0,
        op.OperandType.TENSOR_INT32: op.Version.V1_0,
        op.OperandType.TENSOR_QUANT8_ASYMM: op.Version.V1_0,
    },
    forms=op.one_form(op.int32_vector("lookups"), op.int32_vector("keys"), op.tensor("values")),
    outputs=(
        op.tensor("output"),
        op.tensor("hits", op.only(op.OperandType.TENSOR_QUANT8_ASYMM), ranks=op.ranks(1)),
    ),
    shapes=_shapes,
    compile=lambda _call: op.with_outputs(_found),
    conditions=(
        op.sizes_agree(
            {"keys": ("rows",), "values": ("rows",)},
            "values and keys have the same first dimension",
        ),
        op.same_quantization("values"),
        op.Condition("hits_quantization", _QUANT_HITS.check, "hits has scale 1.0 and zero point 0"),
    ),
    doc=(
        "output[i] = values[j] with keys[j] == lookups[i], and hits[i] = 1; if there is no "
        "such key, output[i] is all zero bytes and hits[i] = 0"
    ),
)
