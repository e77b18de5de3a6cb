"""Small models that most drivers can run, for checks that are not about arithmetic."""

from __future__ import annotations

from conformance.hal import (
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    Subgraph,
)


def addition(elements: int = 4) -> Model:
    """``output = input 0 + input 1`` on float32 vectors of ``elements``."""
    tensor = OperandType.TENSOR_FLOAT32
    operands = (
        Operand(tensor, (elements,), 1, lifetime=OperandLifeTime.SUBGRAPH_INPUT),
        Operand(tensor, (elements,), 1, lifetime=OperandLifeTime.SUBGRAPH_INPUT),
        Operand(
            OperandType.INT32,
            (),
            1,
            lifetime=OperandLifeTime.CONSTANT_COPY,
            location=DataLocation(0, 0, 4),
        ),
        Operand(tensor, (elements,), 0, lifetime=OperandLifeTime.SUBGRAPH_OUTPUT),
    )
    operation = Operation(OperationType.ADD, (0, 1, 2), (3,))
    return Model(Subgraph(operands, (operation,), (0, 1), (3,)), operand_values=bytes(4))
