"""Element-wise operators: arithmetic, comparison, activation and conversion of types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from conformance.engines.tflite.lift.broadcasting import convert_select
from conformance.engines.tflite.lift.context import (
    Converter,
    NotExpressibleError,
    OperatorContext,
    direct,
    operand_of,
)
from conformance.engines.tflite.lift.model_builder import OperandDraft
from conformance.engines.tflite.lower.elementwise import FUNCTIONS
from conformance.hal import INFO, OperandType, OperationType

_T: Final = OperationType


def _add_n(op: OperatorContext) -> None:
    operands = op.inputs()
    if not operands:
        raise NotExpressibleError("no input")
    if len(operands) == 1:
        op.alias_output(operands[0])
        return
    result = operands[0]
    for number, operand in enumerate(operands[1:], 2):
        last = number == len(operands)
        target = op.output() if last else _temporary_output(op)
        op.emit(_T.ADD, [result, operand, op.int32(0)], target)
        result = target


def _temporary_output(op: OperatorContext) -> int:
    description = operand_of(op.output_tensor())
    return op.temporary(description, description.dimensions)


def _square(op: OperatorContext) -> None:
    op.emit(_T.MUL, [op.input(0), op.input(0), op.int32(0)], op.output())


def _squared_difference(op: OperatorContext) -> None:
    """Convert to SUB and MUL; quantized data are dequantized first."""
    left, right = op.as_float(0), op.as_float(1)
    template = OperandDraft(op.operand(left).type)
    difference = op.temporary(template, operand_of(op.output_tensor()).dimensions)
    op.emit(_T.SUB, [left, right, op.int32(0)], difference)
    op.output_from_float(
        lambda result: op.emit(_T.MUL, [difference, difference, op.int32(0)], result)
    )


def _elu(op: OperatorContext) -> None:
    op.emit(_T.ELU, [op.input(0), op.float32(1.0)], op.output())


def _leaky_relu(op: OperatorContext) -> None:
    """Convert to PRELU with one alpha; a quantized alpha is the code 1 with the scale alpha."""
    alpha = float(np.float32(op.option("Alpha", 0.0)))
    source = op.operand(op.input(0))
    rank = max(len(source.dimensions), 1)
    if not INFO[source.type].quantized:
        slope = op.filled(OperandDraft(source.type), (1,) * rank, alpha)
    else:
        zero_point = 1 if alpha < 0 else 0
        like = OperandDraft(source.type, scale=abs(alpha) or 1.0, zero_point=zero_point)
        slope = op.filled(like, (1,) * rank, 1 - zero_point if alpha else 0)
    op.emit(_T.PRELU, [op.input(0), slope], op.output())


def _relu_0_to_1(op: OperatorContext) -> None:
    source = op.as_float(0)
    like = OperandDraft(op.operand(source).type)
    dimensions = op.operand(source).dimensions
    zero, one = (op.filled(like, (1,) * len(dimensions), limit) for limit in (0.0, 1.0))
    positive = op.temporary(like, dimensions)
    op.emit(_T.MAXIMUM, [source, zero], positive)
    op.output_from_float(lambda result: op.emit(_T.MINIMUM, [positive, one], result))


def _softmax(op: OperatorContext) -> None:
    op.emit(_T.SOFTMAX, [op.input(0), op.float32(op.option("Beta", 0.0))], op.output())


def _log_softmax(op: OperatorContext) -> None:
    op.emit(_T.LOG_SOFTMAX, [op.input(0), op.float32(1.0), op.int32(-1)], op.output())


def _cast(op: OperatorContext) -> None:
    """Convert CAST; booleans, which the contract's CAST lacks, to SELECT or NOT_EQUAL."""
    source, target = op.operand(op.input(0)), operand_of(op.output_tensor())
    if source.type == target.type or OperandType.TENSOR_BOOL8 not in (source.type, target.type):
        op.emit(_T.CAST, [op.input(0)], op.output())
        return
    if target.type == OperandType.TENSOR_BOOL8:
        zero = op.filled(OperandDraft(source.type), (1,) * len(source.dimensions), 0)
        op.emit(_T.NOT_EQUAL, [op.input(0), zero], op.output())
        return
    shape = op.static_shape(op.output_tensor()) or (1,)
    if INFO[target.type].quantized:
        raise NotExpressibleError("from BOOL to a quantized type")
    one, zero = (op.filled(OperandDraft(target.type), shape, value) for value in (1, 0))
    op.emit(_T.SELECT, [op.input(0), one, zero], op.output())


def _quantize(op: OperatorContext) -> None:
    """Convert QUANTIZE; between quantized types to DEQUANTIZE and QUANTIZE, as NNAPI clients do."""
    source = op.operand(op.input(0))
    value = op.input(0)
    if INFO[source.type].quantized:
        real = op.temporary(OperandDraft(OperandType.TENSOR_FLOAT32), source.dimensions)
        op.emit(_T.DEQUANTIZE, [value], real)
        value = real
    op.emit(_T.QUANTIZE, [value], op.output())


def _dequantize(op: OperatorContext) -> None:
    """Convert DEQUANTIZE; float16 weights become float32 constants, which is exact."""
    if op.input_tensor(0).type == "FLOAT16":
        value = op.constant_or_none(0)
        if value is not None and op.output_tensor().type == "FLOAT32":
            op.fold_output(value.astype("<f4"))
            return
        op.emit(_T.CAST, [op.input(0)], op.output())
        return
    op.emit(_T.DEQUANTIZE, [op.input(0)], op.output())


def _ceil(op: OperatorContext) -> None:
    """Convert CEIL: the negated floor of the negated value."""
    like = op.operand(op.input(0))
    negative, floor = (op.temporary(like, like.dimensions) for _ in range(2))
    op.emit(_T.NEG, [op.input(0)], negative)
    op.emit(_T.FLOOR, [negative], floor)
    op.emit(_T.NEG, [floor], op.output())


def _is_integer(op: OperatorContext) -> bool:
    return op.operand(op.input(0)).type == OperandType.TENSOR_INT32


def _integer_quotient(op: OperatorContext) -> tuple[list[int], int]:
    """Append the quotient of the inputs, rounded down as in the contract; return both."""
    if op.activation():
        raise NotExpressibleError("a fused activation of integers")
    inputs, quotient = op.inputs(), _temporary_output(op)
    op.emit(_T.DIV, [*inputs, op.int32(0)], quotient)
    return inputs, quotient


def _emit_remainder(op: OperatorContext, inputs: list[int], quotient: int, remainder: int) -> None:
    """Append the remainder of a quotient that is rounded down."""
    like = op.operand(remainder)
    product = op.temporary(like, like.dimensions)
    op.emit(_T.MUL, [quotient, inputs[1], op.int32(0)], product)
    op.emit(_T.SUB, [inputs[0], product, op.int32(0)], remainder)


def _div(op: OperatorContext) -> None:
    """Convert DIV; integers are rounded towards zero in the file, and down in the contract."""
    if not _is_integer(op):
        direct(_T.DIV, activation=True)(op)
        return
    inputs, quotient = _integer_quotient(op)
    like, booleans = op.operand(quotient), OperandDraft(OperandType.TENSOR_BOOL8)
    remainder, next_ = (op.temporary(like, like.dimensions) for _ in range(2))
    inexact, negative, wrong = (op.temporary(booleans, like.dimensions) for _ in range(3))
    zero, one = (op.filled(like, (1,), value) for value in (0, 1))
    _emit_remainder(op, inputs, quotient, remainder)
    op.emit(_T.NOT_EQUAL, [remainder, zero], inexact)
    op.emit(_T.LESS, [quotient, zero], negative)
    op.emit(_T.LOGICAL_AND, [inexact, negative], wrong)
    op.emit(_T.ADD, [quotient, one, op.int32(0)], next_)
    op.emit(_T.SELECT, [wrong, next_, quotient], op.output())


def _floor_div(op: OperatorContext) -> None:
    """Convert FLOOR_DIV: DIV of integers, or the floor of a real quotient."""
    if _is_integer(op):
        op.emit(_T.DIV, [*op.inputs(), op.int32(0)], op.output())
        return
    quotient = _temporary_output(op)
    op.emit(_T.DIV, [*op.inputs(), op.int32(0)], quotient)
    op.emit(_T.FLOOR, [quotient], op.output())


def _floor_mod(op: OperatorContext) -> None:
    """Convert FLOOR_MOD of integers; the remainder of real numbers would be inexact."""
    if not _is_integer(op):
        raise NotExpressibleError("the remainder of real numbers")
    inputs, quotient = _integer_quotient(op)
    _emit_remainder(op, inputs, quotient, op.output())


_FUSED: Final = {
    "ADD": _T.ADD,
    "SUB": _T.SUB,
    "MUL": _T.MUL,
    "STABLEHLO_ADD": _T.ADD,
    "STABLEHLO_SUBTRACT": _T.SUB,
    "STABLEHLO_MULTIPLY": _T.MUL,
}
_DIRECT: Final = {
    **FUNCTIONS,
    **{name: _T[name] for name in ("MAXIMUM", "MINIMUM", "POW", "PRELU", "RSQRT", "HARD_SWISH")},
    **{name: _T[name] for name in ("EQUAL", "NOT_EQUAL", "GREATER", "GREATER_EQUAL", "LESS")},
    **{name: _T[name] for name in ("LESS_EQUAL", "LOGICAL_AND", "LOGICAL_OR")},
    "STABLEHLO_EXPONENTIAL": _T.EXP,
    "STABLEHLO_NEGATE": _T.NEG,
    "STABLEHLO_POWER": _T.POW,
    "STABLEHLO_AND": _T.LOGICAL_AND,
    "STABLEHLO_OR": _T.LOGICAL_OR,
    **{f"STABLEHLO_{name}": _T[name] for name in ("MAXIMUM", "MINIMUM", "ABS", "FLOOR", "LOG")},
    **{f"STABLEHLO_{name}": _T[name] for name in ("RSQRT", "TANH", "LOGISTIC")},
}

CONVERTERS: Final[Mapping[str, Converter]] = {
    **{name: direct(type_, activation=True) for name, type_ in _FUSED.items()},
    **{name: direct(type_) for name, type_ in _DIRECT.items()},
    "SELECT": convert_select,
    "SELECT_V2": convert_select,
    "STABLEHLO_SELECT": convert_select,
    "STABLEHLO_CONVERT": _cast,
    "STABLEHLO_DIVIDE": _div,
    "DIV": _div,
    "FLOOR_DIV": _floor_div,
    "FLOOR_MOD": _floor_mod,
    "ADD_N": _add_n,
    "CEIL": _ceil,
    "SQUARE": _square,
    "SQUARED_DIFFERENCE": _squared_difference,
    "ELU": _elu,
    "LEAKY_RELU": _leaky_relu,
    "RELU_0_TO_1": _relu_0_to_1,
    "SOFTMAX": _softmax,
    "LOG_SOFTMAX": _log_softmax,
    "CAST": _cast,
    "QUANTIZE": _quantize,
    "DEQUANTIZE": _dequantize,
}
"""The converters of element-wise operators, by builtin."""
