"""Elementwise operations: arithmetic, functions, comparisons, logic, type conversions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.engines.onnx.graphs import Lowering, dtype_of, is_quantized
from conformance.hal import OperandType, OperationType

Translator = Callable[[Lowering], None]

_INTEGERS: Final = OperandType.TENSOR_INT32


def arithmetic(operator: str) -> Translator:
    """Return a lowering for ADD, SUB or MUL; int32 wraps around in the contract and in ONNX."""

    def translate(op: Lowering) -> None:
        activation = op.scalar("activation")
        value = op.add_node(operator, [op.number_input("input0"), op.number_input("input1")])
        op.set_number_output(op.apply_activation(value, activation))

    return translate


def div(op: Lowering) -> None:
    """Lower DIV; integer quotients round down, computed as the Floor of a floating-point Div.

    In double precision the quotient of two int32 values never rounds to an integer unless it is
    one.
    """
    activation = op.scalar("activation")
    if op.call.primary.type == _INTEGERS:
        wide = [op.cast(op.stored_input(name), np.float64) for name in ("input0", "input1")]
        lower = op.add_node("Floor", [op.add_node("Div", wide)])
        op.set_stored_output(op.cast(lower, np.int32))
        return
    value = op.add_node("Div", [op.real_input("input0"), op.real_input("input1")])
    op.set_real_output(op.apply_activation(value, activation))


def function(*operators: str) -> Translator:
    """Return a lowering that applies functions of one number in sequence."""

    def translate(op: Lowering) -> None:
        value = op.number_input("input")
        for operator in operators:
            value = op.add_node(operator, [value])
        op.set_number_output(value)

    return translate


def bounded_relu(low: float, high: float) -> Translator:
    """Return a lowering for RELU, RELU1 or RELU6."""
    return lambda op: op.set_real_output(op.clip(op.real_input("input"), low, high))


def elu(op: Lowering) -> None:
    """Lower ELU.

    For a negative alpha the contract's sum differs from ONNX's definition by cases.
    """
    alpha = float(op.scalar("alpha"))
    value = op.real_input("input")
    if alpha >= 0:
        op.set_real_output(op.add_node("Elu", [value], alpha=alpha))
        return
    one_value, factor, zero = (op.constant(number, np.float32) for number in (1, alpha, 0))
    negative_part = op.add_node(
        "Mul", [op.add_node("Sub", [op.add_node("Exp", [value]), one_value]), factor]
    )
    terms = [op.add_node("Relu", [value]), op.add_node("Min", [negative_part, zero])]
    op.set_real_output(op.add_node("Add", terms))


def pow_(op: Lowering) -> None:
    """Lower POW."""
    op.set_real_output(op.add_node("Pow", [op.real_input("base"), op.real_input("exponent")]))


def prelu(op: Lowering) -> None:
    """Lower PRELU; ONNX broadcasts only the slopes, so the input is expanded first."""
    value, slopes = op.real_input("input"), op.real_input("alpha")
    shape = op.output_shape()
    if shape != op.call.shape("input"):
        value = op.add_node("Expand", [value, op.int64_constant(shape)])
    op.set_real_output(op.add_node("PRelu", [value, slopes]))


def _comparable(op: Lowering) -> list[str]:
    """Return the two inputs in a type that ONNX compares."""
    view = op.call.primary
    if is_quantized(view) or view.type in (OperandType.TENSOR_FLOAT16, OperandType.TENSOR_FLOAT32):
        return [op.real_input("input0"), op.real_input("input1")]
    names = [op.stored_input("input0"), op.stored_input("input1")]
    if view.type == OperandType.TENSOR_BOOL8:
        return [op.cast(name, np.int32) for name in names]
    return names


def compare(operator: str, negated: bool = False) -> Translator:
    """Return a lowering for a comparison."""

    def translate(op: Lowering) -> None:
        value = op.add_node(operator, _comparable(op))
        op.set_stored_output(op.add_node("Not", [value]) if negated else value)

    return translate


def maximum_minimum(operator: str) -> Translator:
    """Return a lowering for MAXIMUM or MINIMUM."""
    return lambda op: op.set_number_output(op.add_node(operator, _comparable(op)))


def stored_function(operator: str, *names: str) -> Translator:
    """Return a lowering to an operator on the stored values of these inputs."""
    return lambda op: op.set_stored_output(
        op.add_node(operator, [op.stored_input(name) for name in names])
    )


def select(op: Lowering) -> None:
    """Lower SELECT; codes of one quantization are selected without conversion."""
    views = [op.view("input1"), op.view("input2"), op.call.output()]
    if all(view.same_quantization(views[2]) for view in views):
        names = [op.stored_input(name) for name in ("condition", "input1", "input2")]
        op.set_stored_output(op.add_node("Where", names))
        return
    names = [op.stored_input("condition"), op.real_input("input1"), op.real_input("input2")]
    op.set_real_output(op.add_node("Where", names))


def cast(op: Lowering) -> None:
    """Lower CAST; the codes of a quantized tensor are converted as plain integers.

    ONNX does not define the result for values out of range; the contract requires the nearest
    value.
    """
    source, target = dtype_of(op.view("input")), dtype_of(op.call.output())
    value = op.stored_input("input")
    if target.kind in "iu":
        limits = np.iinfo(target.str)
        if source.kind == "f":
            # the largest float32 below 2**31
            high = float(min(limits.max, 2147483520))
            value = op.clip(op.cast(value, np.float32), float(limits.min), high)
        elif source.kind in "iu" and np.iinfo(source.str).max > limits.max:
            value = op.clip(op.cast(value, np.int32), int(limits.min), int(limits.max), np.int32)
        elif source.kind == "i" and limits.min == 0:
            value = op.clip(op.cast(value, np.int32), 0, 2147483647, np.int32)
    op.set_stored_output(op.cast(value, target))


def random_multinomial(op: Lowering) -> None:
    """Lower RANDOM_MULTINOMIAL; the two seeds are combined into ONNX's single seed."""
    first, second = op.call.value("seeds").tolist()
    value = op.add_node(
        "Multinomial",
        [op.real_input("logits")],
        sample_size=op.scalar("sample_count"),
        seed=float(first * 1000003 + second),
        dtype=np.dtype(np.int32),
    )
    op.set_stored_output(value)


def fill(op: Lowering) -> None:
    """Lower FILL."""
    value = op.constant(op.call.value("value"))
    op.set_stored_output(op.add_node("Expand", [value, op.int64_constant(op.call.value("dims"))]))


def rank(op: Lowering) -> None:
    """Lower RANK."""
    shape = op.add_node("Shape", [op.stored_input("input")])
    op.set_stored_output(op.cast(op.add_node("Size", [shape]), np.int32))


_Op = OperationType

FUNCTIONS: Final = {
    "Abs": _Op.ABS,
    "Exp": _Op.EXP,
    "Floor": _Op.FLOOR,
    "HardSwish": _Op.HARD_SWISH,
    "Log": _Op.LOG,
    "Neg": _Op.NEG,
    "Sigmoid": _Op.LOGISTIC,
    "Sin": _Op.SIN,
    "Sqrt": _Op.SQRT,
    "Tanh": _Op.TANH,
}
"""The functions of one number that ONNX and the contract have, by operator."""

TRANSLATORS: Final = {
    **{type_: function(operator) for operator, type_ in FUNCTIONS.items()},
    _Op.ADD: arithmetic("Add"),
    _Op.CAST: cast,
    _Op.DEQUANTIZE: function(),
    _Op.DIV: div,
    _Op.ELU: elu,
    _Op.EQUAL: compare("Equal"),
    _Op.FILL: fill,
    _Op.GREATER: compare("Greater"),
    _Op.GREATER_EQUAL: compare("GreaterOrEqual"),
    _Op.LESS: compare("Less"),
    _Op.LESS_EQUAL: compare("LessOrEqual"),
    _Op.LOGICAL_AND: stored_function("And", "input0", "input1"),
    _Op.LOGICAL_NOT: stored_function("Not", "input"),
    _Op.LOGICAL_OR: stored_function("Or", "input0", "input1"),
    _Op.MAXIMUM: maximum_minimum("Max"),
    _Op.MINIMUM: maximum_minimum("Min"),
    _Op.MUL: arithmetic("Mul"),
    _Op.NOT_EQUAL: compare("Equal", negated=True),
    _Op.POW: pow_,
    _Op.PRELU: prelu,
    _Op.QUANTIZE: function(),
    _Op.RANDOM_MULTINOMIAL: random_multinomial,
    _Op.RANK: rank,
    _Op.RELU: bounded_relu(0.0, np.inf),
    _Op.RELU1: bounded_relu(-1.0, 1.0),
    _Op.RELU6: bounded_relu(0.0, 6.0),
    _Op.RSQRT: function("Sqrt", "Reciprocal"),
    _Op.SELECT: select,
    _Op.SUB: arithmetic("Sub"),
}
