"""EMBEDDING_LOOKUP: rows of a table, selected by index; values are copied."""

from __future__ import annotations

from conformance.operations import toolkit as op


@op.condition("values has rank 2 or more")
def _values_rank(call: op.Call) -> str | None:
    rank = call.rank("values")
    return None if rank >= 2 else f"values has rank {rank}, but must have at least 2"


@op.condition(
    "each entry of lookups is an index of a row of values; a driver must report an "
    "index out of bounds"
)
def _lookups_in_range(call: op.Call) -> str | None:
    rows = op.size(call, "values", 0)
    outside = op.first_outside(call.value("lookups"), rows)
    return None if outside is None else f"lookups contains {outside}, but must be in [0, {rows})"


def _shapes(call: op.Call) -> tuple[op.Shape]:
    return (call.shape("lookups") + call.shape("values")[1:],)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.EMBEDDING_LOOKUP,
    properties=op.properties(op.COPIES, "movement.embedding_lookup", op.Cost.AVERAGE),
    primary="values",
    types={
        op.OperandType.TENSOR_FLOAT32: op.Version.V1_0,
        op.OperandType.TENSOR_INT32: op.Version.V1_2,
        op.OperandType.TENSOR_QUANT8_ASYMM: op.Version.V1_2,
        op.OperandType.TENSOR_FLOAT16: op.Version.V1_3,
        op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED: op.Version.V1_3,
    },
    forms=op.one_form(op.int32_vector("lookups"), op.tensor("values")),
    shapes=_shapes,
    compile=lambda _call: op.from_inputs(lambda lookups, values: values.take(lookups, 0)),
    conditions=(_values_rank, _lookups_in_range, op.same_quantization("values")),
    doc="output[i] = values[lookups[i]]",
)
