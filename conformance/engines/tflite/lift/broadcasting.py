"""Broadcasting of operands whose operation requires equal shapes."""

from __future__ import annotations

from typing import Final

from conformance.engines.tflite.lift.context import (
    NotExpressibleError,
    OperatorContext,
    is_static,
    operand_of,
)
from conformance.engines.tflite.lift.model_builder import OperandDraft
from conformance.hal import OperandType, OperationType

_T: Final = OperationType
_BOOLEANS: Final = OperandDraft(OperandType.TENSOR_BOOL8)
_NUMBERS: Final = OperandDraft(OperandType.TENSOR_INT32)


def broadcast(op: OperatorContext, operand: int, target: tuple[int, ...]) -> int:
    """Append the operations that repeat an operand up to a shape; return the result."""
    source = op.operand(operand)
    if source.dimensions == target:
        return operand
    if not is_static(source.dimensions) or not is_static(target):
        raise NotExpressibleError("a broadcast to a shape that is known only during the run")
    shape = (1,) * (len(target) - len(source.dimensions)) + source.dimensions
    if len(shape) != len(target) or any(
        a not in (1, b) for a, b in zip(shape, target, strict=True)
    ):
        raise NotExpressibleError("shapes that do not broadcast")
    if source.type == OperandType.TENSOR_BOOL8:
        result = op.temporary(source, target)
        op.emit(_T.LOGICAL_AND, [operand, op.filled(source, target, 1)], result)
        return result
    if shape != source.dimensions:
        operand = op.reshaped(operand, shape)
    if shape == target:
        return operand
    multiples = [b // a for a, b in zip(shape, target, strict=True)]
    result = op.temporary(source, target)
    op.emit(_T.TILE, [operand, op.int32_tensor(multiples)], result)
    return result


def reshape_booleans(op: OperatorContext, source: int, target: int) -> None:
    """Append a RESHAPE of booleans, which the contract lacks, as one of the numbers 0 and 1."""
    shape = op.operand(source).dimensions
    if not is_static(shape):
        raise NotExpressibleError("a RESHAPE of booleans of unknown shape")
    one, zero = (op.filled(_NUMBERS, shape, value) for value in (1, 0))
    numbers = op.temporary(_NUMBERS, shape)
    op.emit(_T.SELECT, [source, one, zero], numbers)
    reshaped = op.temporary(_NUMBERS, op.operand(target).dimensions)
    op.emit_reshape(numbers, reshaped)
    op.emit(_T.NOT_EQUAL, [reshaped, op.filled(_NUMBERS, (1,), 0)], target)


def convert_select(op: OperatorContext) -> None:
    """Convert SELECT and SELECT_V2, whose inputs may have different shapes, to SELECT.

    In the older operator, a vector of conditions selects rows of the first dimension.
    """
    condition, *values = op.inputs()
    shapes = {op.operand(operand).dimensions for operand in (condition, *values)}
    if len(shapes) == 1 or not all(map(is_static, shapes)):
        op.emit(_T.SELECT, [condition, *values], op.output())
        return
    target = operand_of(op.output_tensor()).dimensions
    rows = op.operand(condition).dimensions
    if op.operator.builtin == "SELECT" and len(rows) == 1 and rows[0] > 1 and len(target) > 1:
        column = op.temporary(_BOOLEANS, (rows[0], *(1 for _ in target[1:])))
        reshape_booleans(op, condition, column)
        condition = column
    inputs = [broadcast(op, operand, target) for operand in (condition, *values)]
    op.emit(_T.SELECT, inputs, op.output())
