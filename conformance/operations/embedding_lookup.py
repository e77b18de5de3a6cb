"""EMBEDDING_LOOKUP: rows of a table, selected by index; values are copied."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.kernels.fast_paths import first_outside
from conformance.operations.model.call import Call
from conformance.operations.model.conditions import same_quantization
from conformance.operations.model.definition import (
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
from conformance.operations.model.named_sizes import size
from conformance.operations.model.properties import COPIES, Cost, Properties, Sampling


def _values_rank(call: Call) -> str | None:
    rank = call.rank("values")
    return None if rank >= 2 else f"values has rank {rank}, but must have at least 2"


def _lookups_in_range(call: Call) -> str | None:
    rows = size(call, "values", 0)
    outside = first_outside(call.value("lookups"), rows)
    return None if outside is None else f"lookups contains {outside}, but must be in [0, {rows})"


def _shapes(call: Call) -> tuple[Shape]:
    return (call.shape("lookups") + call.shape("values")[1:],)


def _compile(_call: Call) -> Kernel:
    def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
        lookups, values = inputs
        assert lookups is not None
        assert values is not None
        return (values.take(lookups, 0),)

    return kernel


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.EMBEDDING_LOOKUP,
        properties=Properties(COPIES, Sampling("movement.embedding_lookup"), Cost.AVERAGE),
        since=Version.V1_0,
        primary="values",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_INT32: Version.V1_2,
            OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2,
            OperandType.TENSOR_FLOAT16: Version.V1_3,
            OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3,
        },
        forms=(
            Form(
                "default",
                (
                    tensor("lookups", only(OperandType.TENSOR_INT32), ranks=ranks(1)),
                    tensor("values"),
                ),
                (2,),
            ),
        ),
        outputs=(tensor("output"),),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            Condition("values_rank", _values_rank, "values has rank 2 or more"),
            Condition(
                "lookups_in_range",
                _lookups_in_range,
                "each entry of lookups is an index of a row of values; a driver must report an "
                "index out of bounds",
            ),
            same_quantization("values"),
        ),
        doc="output[i] = values[lookups[i]]",
    ),
)
