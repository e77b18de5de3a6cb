"""Small models and requests that are valid as they stand, and short ways to break them."""

from dataclasses import replace
from typing import Any

import numpy as np

from conformance.hal import (
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    Request,
    RequestArgument,
    SharedMemory,
    Subgraph,
)

T = OperandType
L = OperandLifeTime
SHAPE = (1, 2, 2, 1)
OPAQUE = OperationType.OEM_OPERATION
"""An operation without definition: whatever it takes and gives is the vendor's affair."""


def floats(lifetime: int, consumers: int = 0, **more: Any) -> Operand:
    """A TENSOR_FLOAT32 of shape [1, 2, 2, 1]."""
    return replace(Operand(T.TENSOR_FLOAT32, SHAPE, consumers, lifetime=lifetime), **more)


def constant(type_: int, dimensions: tuple[int, ...], offset: int, length: int) -> Operand:
    """A CONSTANT_COPY operand with one consumer."""
    return Operand(
        type_, dimensions, 1, lifetime=L.CONSTANT_COPY, location=DataLocation(0, offset, length)
    )


def add_relu() -> Model:
    """input 0 + constant 1 (activation 2) -> temporary 3 -> RELU -> output 4; valid from 1.0 on."""
    values = np.array([1, 2, 3, 4], "<f4").tobytes() + np.array([0], "<i4").tobytes()
    operands = (
        floats(L.SUBGRAPH_INPUT, 1),
        constant(T.TENSOR_FLOAT32, SHAPE, 0, 16),
        constant(T.INT32, (), 16, 4),
        floats(L.TEMPORARY_VARIABLE, 1),
        floats(L.SUBGRAPH_OUTPUT),
    )
    operations = (
        Operation(OperationType.ADD, (0, 1, 2), (3,)),
        Operation(OperationType.RELU, (3,), (4,)),
    )
    return Model(Subgraph(operands, operations, (0,), (4,)), operand_values=values)


def one_operation(
    type_: int,
    inputs: tuple[Operand, ...],
    outputs: tuple[Operand, ...],
    operand_values: bytes = b"",
    **more: Any,
) -> Model:
    """One operation over its own operands; consumers are counted, index lists filled."""
    operands = tuple(replace(operand, number_of_consumers=1) for operand in inputs) + outputs
    ends = [
        tuple(i for i, operand in enumerate(operands) if operand.lifetime == lifetime)
        for lifetime in (L.SUBGRAPH_INPUT, L.SUBGRAPH_OUTPUT)
    ]
    indexes = tuple(range(len(operands)))
    operation = Operation(type_, indexes[: len(inputs)], indexes[len(inputs) :])
    main = Subgraph(operands, (operation,), ends[0], ends[1])
    return Model(main, operand_values=operand_values, **more)


def with_operand(model: Model, index: int, **changes: Any) -> Model:
    """The model with one operand of the main subgraph changed."""
    operands = list(model.main.operands)
    operands[index] = replace(operands[index], **changes)
    return replace(model, main=replace(model.main, operands=tuple(operands)))


def with_operation(model: Model, index: int, **changes: Any) -> Model:
    """The model with one operation of the main subgraph changed."""
    operations = list(model.main.operations)
    operations[index] = replace(operations[index], **changes)
    return replace(model, main=replace(model.main, operations=tuple(operations)))


def with_main(model: Model, **changes: Any) -> Model:
    """The model with fields of the main subgraph changed."""
    return replace(model, main=replace(model.main, **changes))


def with_extra_operands(model: Model, *operands: Operand) -> Model:
    """The model with operands appended to the main subgraph."""
    return with_main(model, operands=model.main.operands + operands)


def subgraph(operation: int, outputs: tuple[Operand, ...], *inputs: Operand) -> Subgraph:
    """A subgraph of one operation over all its inputs."""
    return one_operation(operation, inputs, outputs).main


BOOL1 = Operand(T.TENSOR_BOOL8, (1,))
CONDITION = replace(BOOL1, lifetime=L.SUBGRAPH_INPUT)


def reference(index: int) -> Operand:
    """A SUBGRAPH operand."""
    return Operand(T.SUBGRAPH, lifetime=L.SUBGRAPH, location=DataLocation(0, index, 0))


def relu_subgraph(**changes: Any) -> Subgraph:
    """[1, 2, 2, 1] -> RELU -> [1, 2, 2, 1]."""
    return subgraph(
        OperationType.RELU, (floats(L.SUBGRAPH_OUTPUT),), floats(L.SUBGRAPH_INPUT, **changes)
    )


def condition_subgraph() -> Subgraph:
    """[1, 2, 2, 1] -> an operation without definition -> TENSOR_BOOL8 [1]."""
    return subgraph(OPAQUE, (replace(BOOL1, lifetime=L.SUBGRAPH_OUTPUT),), floats(L.SUBGRAPH_INPUT))


def if_model() -> Model:
    """IF(condition 0, then 1, else 2, value 3) -> output 4; both branches RELU."""
    return one_operation(
        OperationType.IF,
        (CONDITION, reference(0), reference(1), floats(L.SUBGRAPH_INPUT)),
        (floats(L.SUBGRAPH_OUTPUT),),
        referenced=(relu_subgraph(), relu_subgraph()),
    )


def while_model() -> Model:
    """WHILE(condition 0, body 1, value 2) -> output 3."""
    return one_operation(
        OperationType.WHILE,
        (reference(0), reference(1), floats(L.SUBGRAPH_INPUT)),
        (floats(L.SUBGRAPH_OUTPUT),),
        referenced=(condition_subgraph(), relu_subgraph()),
    )


def with_referenced(model: Model, index: int, changed: Subgraph) -> Model:
    """The model with one referenced subgraph replaced."""
    referenced = list(model.referenced)
    referenced[index] = changed
    return replace(model, referenced=tuple(referenced))


def argument(offset: int = 0, length: int = 16, pool: int = 0, **more: Any) -> RequestArgument:
    """An argument in a pool."""
    return RequestArgument(location=DataLocation(pool, offset, length), **more)


def add_relu_request() -> Request:
    """A valid request for ``add_relu``."""
    return Request((argument(0),), (argument(16),), (SharedMemory(32),))
