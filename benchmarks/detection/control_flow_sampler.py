"""Models with one IF or WHILE, for witnesses of faults in control flow."""

from __future__ import annotations

import struct

import numpy as np

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

Case = tuple[Model, tuple[bytes | None, ...]]
_F, _I, _B = OperandType.TENSOR_FLOAT32, OperandType.TENSOR_INT32, OperandType.TENSOR_BOOL8
_IN, _OUT = OperandLifeTime.SUBGRAPH_INPUT, OperandLifeTime.SUBGRAPH_OUTPUT


def _constant(type_: OperandType, shape: tuple[int, ...], offset: int, length: int) -> Operand:
    life = OperandLifeTime.CONSTANT_COPY
    return Operand(type_, shape, 1, lifetime=life, location=DataLocation(0, offset, length))


def _reference(index: int) -> Operand:
    life = OperandLifeTime.SUBGRAPH
    return Operand(OperandType.SUBGRAPH, (), 1, lifetime=life, location=DataLocation(0, index, 0))


def _branch(kinds: tuple[OperationType, OperationType], results: int, size: int) -> Subgraph:
    """Return a subgraph with one or two results of two inputs."""
    value = Operand(_F, (size,), 2, lifetime=_IN)
    activation = _constant(OperandType.INT32, (), 0, 4)
    result = Operand(_F, (size,), 0, lifetime=_OUT)
    operations = [Operation(kinds[number], (0, 1, 2), (3 + number,)) for number in range(results)]
    outputs = tuple(range(3, 3 + results))
    return Subgraph(
        (value, value, activation, *[result] * results), tuple(operations), (0, 1), outputs
    )


def if_model(random: np.random.Generator) -> Case:
    """Return an IF on two vectors; its condition is a model input or a constant."""
    size, results = int(random.integers(1, 6)), int(random.integers(1, 3))
    taken, constant = bool(random.integers(2)), bool(random.random() < 0.4)
    op = OperationType
    branches = (_branch((op.ADD, op.MUL), results, size), _branch((op.SUB, op.ADD), results, size))
    condition = Operand(_B, (1,), 1, lifetime=_IN)
    if constant:
        condition = _constant(_B, (1,), 4, 1)
    vector = Operand(_F, (size,), 1, lifetime=_IN)
    result = Operand(_F, (size,), 0, lifetime=_OUT)
    operands = (condition, _reference(0), _reference(1), vector, vector, *[result] * results)
    outputs = tuple(range(5, 5 + results))
    operation = Operation(op.IF, (0, 1, 2, 3, 4), outputs)
    entering = (3, 4) if constant else (0, 3, 4)
    main = Subgraph(operands, (operation,), entering, outputs)
    data = [random.uniform(-5, 5, size).astype(np.float32).tobytes() for _ in range(2)]
    inputs = data if constant else [bytes([taken]), *data]
    return Model(main, branches, struct.pack("<i?", 0, taken)), tuple(inputs)


def while_model(random: np.random.Generator) -> Case:
    """Return a WHILE that counts and computes (a, b) = (b, a + b) in each turn."""
    turns = int(random.integers(0, 9))
    size, op = int(random.integers(1, 5)), OperationType
    number = Operand(_I, (1,), 1, lifetime=_IN)
    vector = Operand(_F, (size,), 1, lifetime=_IN)
    bound = _constant(_I, (1,), 0, 4)
    holds = Operand(_B, (1,), 0, lifetime=_OUT)
    condition = Subgraph(
        (number, vector, vector, bound, holds), (Operation(op.LESS, (0, 3), (4,)),), (0, 1, 2), (4,)
    )
    one, none = _constant(_I, (1,), 4, 4), _constant(OperandType.INT32, (), 8, 4)
    zero = _constant(_F, (1,), 12, 4)
    count, result = Operand(_I, (1,), 0, lifetime=_OUT), Operand(_F, (size,), 0, lifetime=_OUT)
    body = Subgraph(
        (number, vector, vector, one, none, zero, count, result, result),
        (
            Operation(op.ADD, (0, 3, 4), (6,)),
            Operation(op.ADD, (2, 5, 4), (7,)),
            Operation(op.ADD, (1, 2, 4), (8,)),
        ),
        (0, 1, 2),
        (6, 7, 8),
    )
    operands = (_reference(0), _reference(1), number, vector, vector, count, result, result)
    main = Subgraph(
        operands, (Operation(op.WHILE, (0, 1, 2, 3, 4), (5, 6, 7)),), (2, 3, 4), (5, 6, 7)
    )
    data = [random.uniform(-2, 2, size).astype(np.float32).tobytes() for _ in range(2)]
    return (
        Model(main, (condition, body), struct.pack("<iiif", turns, 1, 0, 0.0)),
        (struct.pack("<i", 0), *data),
    )
