"""Small valid models and requests for the tests, and functions that change parts of them."""

from dataclasses import replace
from typing import Any

import numpy as np

from conformance import hal

T = hal.OperandType
L = hal.OperandLifeTime
SHAPE = (1, 2, 2, 1)
OPAQUE = hal.OperationType.OEM_OPERATION
"""An operation without a definition: the suite permits any inputs and outputs."""


def floats(lifetime: int, consumers: int = 0, **more: Any) -> hal.Operand:
    """Return a TENSOR_FLOAT32 operand of shape [1, 2, 2, 1]."""
    return replace(hal.Operand(T.TENSOR_FLOAT32, SHAPE, consumers, lifetime=lifetime), **more)


def constant(type_: int, dimensions: tuple[int, ...], offset: int, length: int) -> hal.Operand:
    """Return a CONSTANT_COPY operand with one consumer."""
    return hal.Operand(
        type_, dimensions, 1, lifetime=L.CONSTANT_COPY, location=hal.DataLocation(0, offset, length)
    )


def add_relu() -> hal.Model:
    """Return a model that is valid from HAL 1.0 on: RELU(input 0 + constant 1).

    Operand 2 is the activation of the ADD, operand 3 its result and operand 4 the model output.
    """
    values = np.array([1, 2, 3, 4], "<f4").tobytes() + np.array([0], "<i4").tobytes()
    operands = (
        floats(L.SUBGRAPH_INPUT, 1),
        constant(T.TENSOR_FLOAT32, SHAPE, 0, 16),
        constant(T.INT32, (), 16, 4),
        floats(L.TEMPORARY_VARIABLE, 1),
        floats(L.SUBGRAPH_OUTPUT),
    )
    operations = (
        hal.Operation(hal.OperationType.ADD, (0, 1, 2), (3,)),
        hal.Operation(hal.OperationType.RELU, (3,), (4,)),
    )
    return hal.Model(hal.Subgraph(operands, operations, (0,), (4,)), operand_values=values)


def one_operation(
    type_: int,
    inputs: tuple[hal.Operand, ...],
    outputs: tuple[hal.Operand, ...],
    operand_values: bytes = b"",
    **more: Any,
) -> hal.Model:
    """Return a model of one operation, with consumer counts and index lists set."""
    operands = tuple(replace(operand, number_of_consumers=1) for operand in inputs) + outputs
    boundary = [
        tuple(i for i, operand in enumerate(operands) if operand.lifetime == lifetime)
        for lifetime in (L.SUBGRAPH_INPUT, L.SUBGRAPH_OUTPUT)
    ]
    indexes = tuple(range(len(operands)))
    operation = hal.Operation(type_, indexes[: len(inputs)], indexes[len(inputs) :])
    main = hal.Subgraph(operands, (operation,), boundary[0], boundary[1])
    return hal.Model(main, operand_values=operand_values, **more)


def with_operand(model: hal.Model, index: int, **changes: Any) -> hal.Model:
    """Return the model with one operand of the main subgraph changed."""
    operands = list(model.main.operands)
    operands[index] = replace(operands[index], **changes)
    return replace(model, main=replace(model.main, operands=tuple(operands)))


def with_operation(model: hal.Model, index: int, **changes: Any) -> hal.Model:
    """Return the model with one operation of the main subgraph changed."""
    operations = list(model.main.operations)
    operations[index] = replace(operations[index], **changes)
    return replace(model, main=replace(model.main, operations=tuple(operations)))


def with_main(model: hal.Model, **changes: Any) -> hal.Model:
    """Return the model with fields of the main subgraph changed."""
    return replace(model, main=replace(model.main, **changes))


def with_extra_operands(model: hal.Model, *operands: hal.Operand) -> hal.Model:
    """Return the model with operands appended to the main subgraph."""
    return with_main(model, operands=model.main.operands + operands)


def subgraph(
    operation: int, outputs: tuple[hal.Operand, ...], *inputs: hal.Operand
) -> hal.Subgraph:
    """Return a subgraph of one operation."""
    return one_operation(operation, inputs, outputs).main


BOOL1 = hal.Operand(T.TENSOR_BOOL8, (1,))
CONDITION = replace(BOOL1, lifetime=L.SUBGRAPH_INPUT)


def reference(index: int) -> hal.Operand:
    """Return an operand that refers to the referenced subgraph ``index``."""
    return hal.Operand(T.SUBGRAPH, lifetime=L.SUBGRAPH, location=hal.DataLocation(0, index, 0))


def relu_subgraph(**changes: Any) -> hal.Subgraph:
    """Return a subgraph of one RELU on shape [1, 2, 2, 1]; ``changes`` apply to its input."""
    return subgraph(
        hal.OperationType.RELU, (floats(L.SUBGRAPH_OUTPUT),), floats(L.SUBGRAPH_INPUT, **changes)
    )


def condition_subgraph() -> hal.Subgraph:
    """Return a subgraph from shape [1, 2, 2, 1] to a TENSOR_BOOL8 [1], without a definition."""
    return subgraph(OPAQUE, (replace(BOOL1, lifetime=L.SUBGRAPH_OUTPUT),), floats(L.SUBGRAPH_INPUT))


def if_model() -> hal.Model:
    """Return IF(condition 0, then 1, else 2, value 3) -> output 4; both branches are RELU."""
    return one_operation(
        hal.OperationType.IF,
        (CONDITION, reference(0), reference(1), floats(L.SUBGRAPH_INPUT)),
        (floats(L.SUBGRAPH_OUTPUT),),
        referenced=(relu_subgraph(), relu_subgraph()),
    )


def while_model() -> hal.Model:
    """Return WHILE(condition 0, body 1, value 2) -> output 3; the body is RELU."""
    return one_operation(
        hal.OperationType.WHILE,
        (reference(0), reference(1), floats(L.SUBGRAPH_INPUT)),
        (floats(L.SUBGRAPH_OUTPUT),),
        referenced=(condition_subgraph(), relu_subgraph()),
    )


def with_referenced(model: hal.Model, index: int, changed: hal.Subgraph) -> hal.Model:
    """Return the model with one referenced subgraph replaced."""
    referenced = list(model.referenced)
    referenced[index] = changed
    return replace(model, referenced=tuple(referenced))


def argument(offset: int = 0, length: int = 16, pool: int = 0, **more: Any) -> hal.RequestArgument:
    """Return a request argument that refers to data in a pool."""
    return hal.RequestArgument(location=hal.DataLocation(pool, offset, length), **more)


def add_relu_request() -> hal.Request:
    """Return a valid request for the model ``add_relu()``."""
    return hal.Request((argument(0),), (argument(16),), (hal.SharedMemory(32),))
