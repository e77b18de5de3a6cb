"""HASHTABLE_LOOKUP: rows of a table, selected by key.

Values are copied; a key that is not found yields zeros.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.conditions import fixed_quantization, same_quantization
from conformance.operations.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    only,
    ranks,
    tensor,
)
from conformance.operations.named_sizes import sizes_agree
from conformance.operations.properties import COPIES, Cost, Properties, Sampling, Trait


def _shapes(call: Call) -> tuple[Shape, Shape]:
    lookups = call.shape("lookups")
    return lookups + call.shape("values")[1:], lookups


def _compile(_call: Call) -> Kernel:
    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, Array]:
        lookups, keys, values = inputs
        assert lookups is not None
        assert keys is not None
        assert values is not None
        # The contract requires sorted keys. Sorting them again is cheap and makes the result
        # well defined for unsorted keys, too.
        order = keys.argsort(kind="stable")
        places = np.searchsorted(keys[order], lookups).clip(max=len(keys) - 1)
        rows = order[places]
        hits = keys[rows] == lookups
        found = values.take(rows, 0)
        found[~hits] = 0
        return found, hits.astype(np.uint8)

    return kernel


_QUANT_HITS = fixed_quantization({OperandType.TENSOR_QUANT8_ASYMM: (1.0, 0)}, output=1)

DEFINITIONS = (
    OperationDefinition(
        type=OperationType.HASHTABLE_LOOKUP,
        properties=Properties(
            COPIES,
            Sampling("movement.hashtable_lookup"),
            Cost.HIGHEST,
            traits=(Trait.CODES_ARE_INTEGERS,),
        ),
        since=Version.V1_0,
        primary="values",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_INT32: Version.V1_0,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_0,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("lookups", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                    tensor("keys", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                    # The contract documents rank 2 or more, but published examples use rank 1.
                    tensor("values"),
                ),
                (3,),
            ),
        ),
        outputs=(
            tensor("output"),
            tensor("hits", only(OperandType.TENSOR_QUANT8_ASYMM), ranks=ranks(1)),
        ),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            sizes_agree(
                {"keys": ("rows",), "values": ("rows",)},
                "values and keys have the same first dimension",
            ),
            same_quantization("values"),
            Condition(
                "hits_quantization", _QUANT_HITS.check, "hits has scale 1.0 and zero point 0"
            ),
        ),
        doc=(
            "output[i] = values[j] with keys[j] == lookups[i], and hits[i] = 1; if there is no "
            "such key, output[i] is all zero bytes and hits[i] = 0"
        ),
    ),
)
