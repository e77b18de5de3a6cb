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

    def translate(lowering: Lowering) -> None:
        activation = lowering.scalar("activation")
        if lowering.call.primary.type == _INTEGERS:
            lowering.set_stored_output(
                0,
                lowering.add_node(
                    operator, [lowering.stored_input("input0"), lowering.stored_input("input1")]
                ),
            )
            return
        value = lowering.add_node(
            operator, [lowering.real_input("input0"), lowering.real_input("input1")]
        )
        lowering.set_real_output(0, lowering.apply_activation(value, activation))

    return translate


def div(lowering: Lowering) -> None:
    """Lower DIV; integer quotients round down, computed as the Floor of a floating-point Div.

    In double precision the quotient of two int32 values never rounds to an integer unless it is
    one.
    """
    activation = lowering.scalar("activation")
    if lowering.call.primary.type == _INTEGERS:
        wide = [
            lowering.cast(lowering.stored_input(name), np.float64) for name in ("input0", "input1")
        ]
        lower = lowering.add_node("Floor", [lowering.add_node("Div", wide)])
        lowering.set_stored_output(0, lowering.cast(lower, np.int32))
        return
    value = lowering.add_node("Div", [lowering.real_input("input0"), lowering.real_input("input1")])
    lowering.set_real_output(0, lowering.apply_activation(value, activation))


def real_function(*operators: str) -> Translator:
    """Return a lowering that applies functions of one real number in sequence."""

    def translate(lowering: Lowering) -> None:
        if lowering.call.primary.type == _INTEGERS:
            value = lowering.stored_input("input")
            for operator in operators:
                value = lowering.add_node(operator, [value])
            lowering.set_stored_output(0, value)
            return
        value = lowering.real_input("input")
        for operator in operators:
            value = lowering.add_node(operator, [value])
        lowering.set_real_output(0, value)

    return translate


def bounded_relu(low: float, high: float) -> Translator:
    """Return a lowering for RELU, RELU1 or RELU6."""
    return lambda lowering: lowering.set_real_output(
        0, lowering.clip(lowering.real_input("input"), low, high)
    )


def elu(lowering: Lowering) -> None:
    """Lower ELU.

    For a negative alpha the contract's sum differs from ONNX's definition by cases.
    """
    alpha = float(lowering.scalar("alpha"))
    value = lowering.real_input("input")
    if alpha >= 0:
        lowering.set_real_output(0, lowering.add_node("Elu", [value], alpha=alpha))
        return
    one_value, factor, zero = (lowering.constant(number, np.float32) for number in (1, alpha, 0))
    negative_part = lowering.add_node(
        "Mul", [lowering.add_node("Sub", [lowering.add_node("Exp", [value]), one_value]), factor]
    )
    terms = [lowering.add_node("Relu", [value]), lowering.add_node("Min", [negative_part, zero])]
    lowering.set_real_output(0, lowering.add_node("Add", terms))


def pow_(lowering: Lowering) -> None:
    """Lower POW."""
    lowering.set_real_output(
        0, lowering.add_node("Pow", [lowering.real_input("base"), lowering.real_input("exponent")])
    )


def prelu(lowering: Lowering) -> None:
    """Lower PRELU; ONNX broadcasts only the slopes, so the input is expanded first."""
    value, slopes = lowering.real_input("input"), lowering.real_input("alpha")
    shape = lowering.output_shape()
    if shape != lowering.call.shape("input"):
        value = lowering.add_node("Expand", [value, lowering.int64_constant(shape)])
    lowering.set_real_output(0, lowering.add_node("PRelu", [value, slopes]))


def _comparable(lowering: Lowering) -> list[str]:
    """Return the two inputs in a type that ONNX compares."""
    view = lowering.call.primary
    if is_quantized(view) or view.type in (OperandType.TENSOR_FLOAT16, OperandType.TENSOR_FLOAT32):
        return [lowering.real_input("input0"), lowering.real_input("input1")]
    names = [lowering.stored_input("input0"), lowering.stored_input("input1")]
    if view.type == OperandType.TENSOR_BOOL8:
        return [lowering.cast(name, np.int32) for name in names]
    return names


def compare(operator: str, negated: bool = False) -> Translator:
    """Return a lowering for a comparison."""

    def translate(lowering: Lowering) -> None:
        value = lowering.add_node(operator, _comparable(lowering))
        lowering.set_stored_output(0, lowering.add_node("Not", [value]) if negated else value)

    return translate


def maximum_minimum(operator: str) -> Translator:
    """Return a lowering for MAXIMUM or MINIMUM."""

    def translate(lowering: Lowering) -> None:
        value = lowering.add_node(operator, _comparable(lowering))
        if lowering.call.primary.type == _INTEGERS:
            lowering.set_stored_output(0, value)
        else:
            lowering.set_real_output(0, value)

    return translate


def logical(operator: str) -> Translator:
    """Return a lowering for LOGICAL_AND or LOGICAL_OR."""
    return lambda lowering: lowering.set_stored_output(
        0,
        lowering.add_node(
            operator, [lowering.stored_input("input0"), lowering.stored_input("input1")]
        ),
    )


def logical_not(lowering: Lowering) -> None:
    """Lower LOGICAL_NOT."""
    lowering.set_stored_output(0, lowering.add_node("Not", [lowering.stored_input("input")]))


def select(lowering: Lowering) -> None:
    """Lower SELECT; codes of one quantization are selected without conversion."""
    views = [lowering.view("input1"), lowering.view("input2"), lowering.call.output()]
    if all(view.same_quantization(views[2]) for view in views):
        names = [lowering.stored_input(name) for name in ("condition", "input1", "input2")]
        lowering.set_stored_output(0, lowering.add_node("Where", names))
        return
    names = [
        lowering.stored_input("condition"),
        lowering.real_input("input1"),
        lowering.real_input("input2"),
    ]
    lowering.set_real_output(0, lowering.add_node("Where", names))


def cast(lowering: Lowering) -> None:
    """Lower CAST; the codes of a quantized tensor are converted as plain integers.

    ONNX does not define the result for values out of range; the contract requires the nearest
    value.
    """
    source, target = dtype_of(lowering.view("input")), dtype_of(lowering.call.output())
    value = lowering.stored_input("input")
    if target.kind in "iu":
        limits = np.iinfo(target.str)
        if source.kind == "f":
            # the largest float32 below 2**31
            high = float(min(limits.max, 2147483520))
            value = lowering.clip(lowering.cast(value, np.float32), float(limits.min), high)
        elif source.kind in "iu" and np.iinfo(source.str).max > limits.max:
            value = lowering.clip(
                lowering.cast(value, np.int32), int(limits.min), int(limits.max), np.int32
            )
        elif source.kind == "i" and limits.min == 0:
            value = lowering.clip(lowering.cast(value, np.int32), 0, 2147483647, np.int32)
    lowering.set_stored_output(0, lowering.cast(value, target))


def quantize(lowering: Lowering) -> None:
    """Lower QUANTIZE."""
    lowering.set_real_output(0, lowering.real_input("input"))


def dequantize(lowering: Lowering) -> None:
    """Lower DEQUANTIZE."""
    lowering.set_real_output(0, lowering.real_input("input"))


def random_multinomial(lowering: Lowering) -> None:
    """Lower RANDOM_MULTINOMIAL; the two seeds are combined into ONNX's single seed."""
    first, second = lowering.call.value("seeds").tolist()
    value = lowering.add_node(
        "Multinomial",
        [lowering.real_input("logits")],
        sample_size=lowering.scalar("sample_count"),
        seed=float(first * 1000003 + second),
        dtype=np.dtype(np.int32),
    )
    lowering.set_stored_output(0, value)


def fill(lowering: Lowering) -> None:
    """Lower FILL."""
    value = lowering.constant(lowering.call.value("value"))
    lowering.set_stored_output(
        0,
        lowering.add_node("Expand", [value, lowering.int64_constant(lowering.call.value("dims"))]),
    )


def rank(lowering: Lowering) -> None:
    """Lower RANK."""
    shape = lowering.add_node("Shape", [lowering.stored_input("input")])
    lowering.set_stored_output(0, lowering.cast(lowering.add_node("Size", [shape]), np.int32))


_Op = OperationType

TRANSLATORS: Final = {
    _Op.ABS: real_function("Abs"),
    _Op.ADD: arithmetic("Add"),
    _Op.CAST: cast,
    _Op.DEQUANTIZE: dequantize,
    _Op.DIV: div,
    _Op.ELU: elu,
    _Op.EQUAL: compare("Equal"),
    _Op.EXP: real_function("Exp"),
    _Op.FILL: fill,
    _Op.FLOOR: real_function("Floor"),
    _Op.GREATER: compare("Greater"),
    _Op.GREATER_EQUAL: compare("GreaterOrEqual"),
    _Op.HARD_SWISH: real_function("HardSwish"),
    _Op.LESS: compare("Less"),
    _Op.LESS_EQUAL: compare("LessOrEqual"),
    _Op.LOG: real_function("Log"),
    _Op.LOGICAL_AND: logical("And"),
    _Op.LOGICAL_NOT: logical_not,
    _Op.LOGICAL_OR: logical("Or"),
    _Op.LOGISTIC: real_function("Sigmoid"),
    _Op.MAXIMUM: maximum_minimum("Max"),
    _Op.MINIMUM: maximum_minimum("Min"),
    _Op.MUL: arithmetic("Mul"),
    _Op.NEG: real_function("Neg"),
    _Op.NOT_EQUAL: compare("Equal", negated=True),
    _Op.POW: pow_,
    _Op.PRELU: prelu,
    _Op.QUANTIZE: quantize,
    _Op.RANDOM_MULTINOMIAL: random_multinomial,
    _Op.RANK: rank,
    _Op.RELU: bounded_relu(0.0, np.inf),
    _Op.RELU1: bounded_relu(-1.0, 1.0),
    _Op.RELU6: bounded_relu(0.0, 6.0),
    _Op.RSQRT: real_function("Sqrt", "Reciprocal"),
    _Op.SELECT: select,
    _Op.SIN: real_function("Sin"),
    _Op.SQRT: real_function("Sqrt"),
    _Op.SUB: arithmetic("Sub"),
    _Op.TANH: real_function("Tanh"),
}
