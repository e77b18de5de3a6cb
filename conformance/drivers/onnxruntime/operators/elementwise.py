"""Elementwise operations: arithmetic, functions, comparisons, logic, type conversions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.drivers.onnxruntime.site import Site, dtype_of, is_quantized
from conformance.hal import OperandType, OperationType

Translator = Callable[[Site], None]

_INTEGERS: Final = OperandType.TENSOR_INT32


def arithmetic(operator: str) -> Translator:
    """Return a lowering for ADD, SUB or MUL; int32 wraps around in the contract and in ONNX."""

    def translate(lowering: Site) -> None:
        activation = lowering.scalar("activation")
        if lowering.call.primary.type == _INTEGERS:
            lowering.put(
                0, lowering.node(operator, [lowering.stored("input0"), lowering.stored("input1")])
            )
            return
        value = lowering.node(operator, [lowering.real("input0"), lowering.real("input1")])
        lowering.put_real(0, lowering.activated(value, activation))

    return translate


def div(lowering: Site) -> None:
    """Lower DIV; integer quotients round down, computed as the Floor of a floating-point Div.

    In double precision the quotient of two int32 values never rounds to an integer unless it is
    one.
    """
    activation = lowering.scalar("activation")
    if lowering.call.primary.type == _INTEGERS:
        wide = [lowering.cast(lowering.stored(name), np.float64) for name in ("input0", "input1")]
        lower = lowering.node("Floor", [lowering.node("Div", wide)])
        lowering.put(0, lowering.cast(lower, np.int32))
        return
    value = lowering.node("Div", [lowering.real("input0"), lowering.real("input1")])
    lowering.put_real(0, lowering.activated(value, activation))


def function(*operators: str) -> Translator:
    """Return a lowering that applies functions of one real number in sequence."""

    def translate(lowering: Site) -> None:
        if lowering.call.primary.type == _INTEGERS:
            value = lowering.stored("input")
            for operator in operators:
                value = lowering.node(operator, [value])
            lowering.put(0, value)
            return
        value = lowering.real("input")
        for operator in operators:
            value = lowering.node(operator, [value])
        lowering.put_real(0, value)

    return translate


def bounded(low: float, high: float) -> Translator:
    """Return a lowering for RELU, RELU1 or RELU6."""
    return lambda lowering: lowering.put_real(
        0, lowering.clipped(lowering.real("input"), low, high)
    )


def elu(lowering: Site) -> None:
    """Lower ELU.

    For a negative alpha the contract's sum differs from ONNX's definition by cases.
    """
    alpha = float(lowering.scalar("alpha"))
    value = lowering.real("input")
    if alpha >= 0:
        lowering.put_real(0, lowering.node("Elu", [value], alpha=alpha))
        return
    one_value, factor, zero = (lowering.constant(number, np.float32) for number in (1, alpha, 0))
    negative_part = lowering.node(
        "Mul", [lowering.node("Sub", [lowering.node("Exp", [value]), one_value]), factor]
    )
    terms = [lowering.node("Relu", [value]), lowering.node("Min", [negative_part, zero])]
    lowering.put_real(0, lowering.node("Add", terms))


def pow_(lowering: Site) -> None:
    """Lower POW."""
    lowering.put_real(0, lowering.node("Pow", [lowering.real("base"), lowering.real("exponent")]))


def prelu(lowering: Site) -> None:
    """Lower PRELU; ONNX broadcasts only the slopes, so the input is expanded first."""
    value, slopes = lowering.real("input"), lowering.real("alpha")
    shape = lowering.output_shape()
    if shape != lowering.call.shape("input"):
        value = lowering.node("Expand", [value, lowering.whole(shape)])
    lowering.put_real(0, lowering.node("PRelu", [value, slopes]))


def _comparable(lowering: Site) -> list[str]:
    """Return the two inputs in a type that ONNX compares."""
    view = lowering.call.primary
    if is_quantized(view) or view.type in (OperandType.TENSOR_FLOAT16, OperandType.TENSOR_FLOAT32):
        return [lowering.real("input0"), lowering.real("input1")]
    names = [lowering.stored("input0"), lowering.stored("input1")]
    if view.type == OperandType.TENSOR_BOOL8:
        return [lowering.cast(name, np.int32) for name in names]
    return names


def compare(operator: str, negated: bool = False) -> Translator:
    """Return a lowering for a comparison."""

    def translate(lowering: Site) -> None:
        value = lowering.node(operator, _comparable(lowering))
        lowering.put(0, lowering.node("Not", [value]) if negated else value)

    return translate


def extremum(operator: str) -> Translator:
    """Return a lowering for MAXIMUM or MINIMUM."""

    def translate(lowering: Site) -> None:
        value = lowering.node(operator, _comparable(lowering))
        if lowering.call.primary.type == _INTEGERS:
            lowering.put(0, value)
        else:
            lowering.put_real(0, value)

    return translate


def logical(operator: str) -> Translator:
    """Return a lowering for LOGICAL_AND or LOGICAL_OR."""
    return lambda lowering: lowering.put(
        0, lowering.node(operator, [lowering.stored("input0"), lowering.stored("input1")])
    )


def logical_not(lowering: Site) -> None:
    """Lower LOGICAL_NOT."""
    lowering.put(0, lowering.node("Not", [lowering.stored("input")]))


def select(lowering: Site) -> None:
    """Lower SELECT; codes of one quantization are selected without conversion."""
    views = [lowering.view("input1"), lowering.view("input2"), lowering.call.output()]
    if all(view.same_quantization(views[2]) for view in views):
        names = [lowering.stored(name) for name in ("condition", "input1", "input2")]
        lowering.put(0, lowering.node("Where", names))
        return
    names = [lowering.stored("condition"), lowering.real("input1"), lowering.real("input2")]
    lowering.put_real(0, lowering.node("Where", names))


def cast(lowering: Site) -> None:
    """Lower CAST; the codes of a quantized tensor are converted as plain integers.

    ONNX does not define the result for values out of range; the contract requires the nearest
    value.
    """
    source, target = dtype_of(lowering.view("input")), dtype_of(lowering.call.output())
    value = lowering.stored("input")
    if target.kind in "iu":
        limits = np.iinfo(target.str)
        if source.kind == "f":
            # the largest float32 below 2**31
            high = float(min(limits.max, 2147483520))
            value = lowering.clipped(lowering.cast(value, np.float32), float(limits.min), high)
        elif source.kind in "iu" and np.iinfo(source.str).max > limits.max:
            value = lowering.clipped(
                lowering.cast(value, np.int32), int(limits.min), int(limits.max), np.int32
            )
        elif source.kind == "i" and limits.min == 0:
            value = lowering.clipped(lowering.cast(value, np.int32), 0, 2147483647, np.int32)
    lowering.put(0, lowering.cast(value, target))


def quantize(lowering: Site) -> None:
    """Lower QUANTIZE."""
    lowering.put_real(0, lowering.real("input"))


def dequantize(lowering: Site) -> None:
    """Lower DEQUANTIZE."""
    lowering.put_real(0, lowering.real("input"))


def random_multinomial(lowering: Site) -> None:
    """Lower RANDOM_MULTINOMIAL; the two seeds are combined into ONNX's single seed."""
    first, second = lowering.call.value("seeds").tolist()
    value = lowering.node(
        "Multinomial",
        [lowering.real("logits")],
        sample_size=lowering.scalar("sample_count"),
        seed=float(first * 1000003 + second),
        dtype=np.dtype(np.int32),
    )
    lowering.put(0, value)


def fill(lowering: Site) -> None:
    """Lower FILL."""
    value = lowering.constant(lowering.call.value("value"))
    lowering.put(0, lowering.node("Expand", [value, lowering.whole(lowering.call.value("dims"))]))


def rank(lowering: Site) -> None:
    """Lower RANK."""
    shape = lowering.node("Shape", [lowering.stored("input")])
    lowering.put(0, lowering.cast(lowering.node("Size", [shape]), np.int32))


_Op = OperationType

TRANSLATORS: Final = {
    _Op.ABS: function("Abs"),
    _Op.ADD: arithmetic("Add"),
    _Op.CAST: cast,
    _Op.DEQUANTIZE: dequantize,
    _Op.DIV: div,
    _Op.ELU: elu,
    _Op.EQUAL: compare("Equal"),
    _Op.EXP: function("Exp"),
    _Op.FILL: fill,
    _Op.FLOOR: function("Floor"),
    _Op.GREATER: compare("Greater"),
    _Op.GREATER_EQUAL: compare("GreaterOrEqual"),
    _Op.HARD_SWISH: function("HardSwish"),
    _Op.LESS: compare("Less"),
    _Op.LESS_EQUAL: compare("LessOrEqual"),
    _Op.LOG: function("Log"),
    _Op.LOGICAL_AND: logical("And"),
    _Op.LOGICAL_NOT: logical_not,
    _Op.LOGICAL_OR: logical("Or"),
    _Op.LOGISTIC: function("Sigmoid"),
    _Op.MAXIMUM: extremum("Max"),
    _Op.MINIMUM: extremum("Min"),
    _Op.MUL: arithmetic("Mul"),
    _Op.NEG: function("Neg"),
    _Op.NOT_EQUAL: compare("Equal", negated=True),
    _Op.POW: pow_,
    _Op.PRELU: prelu,
    _Op.QUANTIZE: quantize,
    _Op.RANDOM_MULTINOMIAL: random_multinomial,
    _Op.RANK: rank,
    _Op.RELU: bounded(0.0, np.inf),
    _Op.RELU1: bounded(-1.0, 1.0),
    _Op.RELU6: bounded(0.0, 6.0),
    _Op.RSQRT: function("Sqrt", "Reciprocal"),
    _Op.SELECT: select,
    _Op.SIN: function("Sin"),
    _Op.SQRT: function("Sqrt"),
    _Op.SUB: arithmetic("Sub"),
    _Op.TANH: function("Tanh"),
}
