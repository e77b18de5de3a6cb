"""Small models that most drivers support, for checks that do not test arithmetic."""

from __future__ import annotations

import struct
from dataclasses import replace

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


def addition_model(elements: int = 4) -> Model:
    """Return the model ``output = input 0 + input 1`` on float32 vectors of ``elements``."""
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


def sum_and_product_model(elements: int = 4, *, open_outputs: bool = False) -> Model:
    """Return the model ``output 0 = a + b, output 1 = a * b`` on float32 vectors of ``elements``.

    With ``open_outputs`` the model leaves the extent of both outputs unknown.
    """
    tensor = OperandType.TENSOR_FLOAT32
    result = (0,) if open_outputs else (elements,)
    operands = (
        Operand(tensor, (elements,), 2, lifetime=OperandLifeTime.SUBGRAPH_INPUT),
        Operand(tensor, (elements,), 2, lifetime=OperandLifeTime.SUBGRAPH_INPUT),
        Operand(
            OperandType.INT32,
            (),
            2,
            lifetime=OperandLifeTime.CONSTANT_COPY,
            location=DataLocation(0, 0, 4),
        ),
        Operand(tensor, result, 0, lifetime=OperandLifeTime.SUBGRAPH_OUTPUT),
        Operand(tensor, result, 0, lifetime=OperandLifeTime.SUBGRAPH_OUTPUT),
    )
    operations = (
        Operation(OperationType.ADD, (0, 1, 2), (3,)),
        Operation(OperationType.MUL, (0, 1, 2), (4,)),
    )
    return Model(Subgraph(operands, operations, (0, 1), (3, 4)), operand_values=bytes(4))


def addition_model_with_shapes(
    shapes: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]],
) -> Model:
    """Return ``addition_model()`` with other dimensions; 0: unknown extent, (): unknown rank."""
    model = addition_model()
    operands = list(model.main.operands)
    for index, shape in zip((0, 1, 3), shapes, strict=True):
        operands[index] = replace(operands[index], dimensions=shape)
    return replace(model, main=replace(model.main, operands=tuple(operands)))


def addition_chain_model(elements: int, steps: int) -> Model:
    """Return the model ``output = input 0 + steps * input 1``, computed by a chain of ADDs."""
    tensor = OperandType.TENSOR_FLOAT32
    last = steps + 2
    operands = [
        Operand(tensor, (elements,), 1, lifetime=OperandLifeTime.SUBGRAPH_INPUT),
        Operand(tensor, (elements,), steps, lifetime=OperandLifeTime.SUBGRAPH_INPUT),
        Operand(
            OperandType.INT32,
            (),
            steps,
            lifetime=OperandLifeTime.CONSTANT_COPY,
            location=DataLocation(0, 0, 4),
        ),
    ]
    for index in range(3, last + 1):
        output = index == last
        life = OperandLifeTime.SUBGRAPH_OUTPUT if output else OperandLifeTime.TEMPORARY_VARIABLE
        operands.append(Operand(tensor, (elements,), 0 if output else 1, lifetime=life))
    operations = tuple(
        Operation(OperationType.ADD, (step + 2 if step else 0, 1, 2), (step + 3,))
        for step in range(steps)
    )
    return Model(Subgraph(tuple(operands), operations, (0, 1), (last,)), operand_values=bytes(4))


def loop_model(turns: int | None = None) -> Model:
    """Return a WHILE model that counts its int32 input up to ``turns``; ``None``: endless loop."""
    tensor, copy = OperandType.TENSOR_INT32, OperandLifeTime.CONSTANT_COPY
    state = Operand(tensor, (1,), 1, lifetime=OperandLifeTime.SUBGRAPH_INPUT)
    bound = Operand(tensor, (1,), 1, lifetime=copy, location=DataLocation(0, 0, 4))
    comparison = OperationType.LESS if turns is not None else OperationType.GREATER_EQUAL
    condition = Subgraph(
        (
            state,
            bound,
            Operand(OperandType.TENSOR_BOOL8, (1,), 0, lifetime=OperandLifeTime.SUBGRAPH_OUTPUT),
        ),
        (Operation(comparison, (0, 1), (2,)),),
        (0,),
        (2,),
    )
    body = Subgraph(
        (
            state,
            Operand(tensor, (1,), 1, lifetime=copy, location=DataLocation(0, 4, 4)),
            Operand(OperandType.INT32, (), 1, lifetime=copy, location=DataLocation(0, 8, 4)),
            Operand(tensor, (1,), 0, lifetime=OperandLifeTime.SUBGRAPH_OUTPUT),
        ),
        (Operation(OperationType.ADD, (0, 1, 2), (3,)),),
        (0,),
        (3,),
    )
    graph, output = OperandLifeTime.SUBGRAPH, OperandLifeTime.SUBGRAPH_OUTPUT
    main = Subgraph(
        (
            Operand(OperandType.SUBGRAPH, (), 1, lifetime=graph, location=DataLocation(0, 0, 0)),
            Operand(OperandType.SUBGRAPH, (), 1, lifetime=graph, location=DataLocation(0, 1, 0)),
            state,
            Operand(tensor, (1,), 0, lifetime=output),
        ),
        (Operation(OperationType.WHILE, (0, 1, 2), (3,)),),
        (2,),
        (3,),
    )
    # The endless loop adds 0 and continues as long as the count is at least 0.
    numbers = (turns, 1, 0) if turns is not None else (0, 0, 0)
    return Model(main, (condition, body), struct.pack("<3i", *numbers))
