"""Operations on one element at a time: arithmetic, functions, comparisons, logic, types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from conformance.drivers.onnxruntime.site import Site, dtype_of, is_quantized
from conformance.hal import OperandType, OperationType

Translator = Callable[[Site], None]

_INTEGERS: Final = OperandType.TENSOR_INT32


def arithmetic(operator: str) -> Translator:
    """ADD, SUB or MUL; integers wrap around in both worlds."""

    def translate(site: Site) -> None:
        activation = site.scalar("activation")
        if site.call.primary.type == _INTEGERS:
            site.put(0, site.node(operator, [site.stored("input0"), site.stored("input1")]))
            return
        value = site.node(operator, [site.real("input0"), site.real("input1")])
        site.put_real(0, site.activated(value, activation))

    return translate


def div(site: Site) -> None:
    """DIV; integer quotients are rounded down, which Div of floats with Floor does.

    In double precision the quotient of two int32 that is no whole number never rounds to one.
    """
    activation = site.scalar("activation")
    if site.call.primary.type == _INTEGERS:
        wide = [site.cast(site.stored(name), np.float64) for name in ("input0", "input1")]
        lower = site.node("Floor", [site.node("Div", wide)])
        site.put(0, site.cast(lower, np.int32))
        return
    value = site.node("Div", [site.real("input0"), site.real("input1")])
    site.put_real(0, site.activated(value, activation))


def function(*operators: str) -> Translator:
    """Functions of one real number, one after the other."""

    def translate(site: Site) -> None:
        if site.call.primary.type == _INTEGERS:
            value = site.stored("input")
            for operator in operators:
                value = site.node(operator, [value])
            site.put(0, value)
            return
        value = site.real("input")
        for operator in operators:
            value = site.node(operator, [value])
        site.put_real(0, value)

    return translate


def bounded(low: float, high: float) -> Translator:
    """RELU and its relatives."""
    return lambda site: site.put_real(0, site.clipped(site.real("input"), low, high))


def elu(site: Site) -> None:
    """ELU; with a negative alpha the contract's sum is not ONNX's distinction of cases."""
    alpha = float(site.scalar("alpha"))
    value = site.real("input")
    if alpha >= 0:
        site.put_real(0, site.node("Elu", [value], alpha=alpha))
        return
    one, factor, zero = (site.constant(number, np.float32) for number in (1, alpha, 0))
    below = site.node("Mul", [site.node("Sub", [site.node("Exp", [value]), one]), factor])
    terms = [site.node("Relu", [value]), site.node("Min", [below, zero])]
    site.put_real(0, site.node("Add", terms))


def pow_(site: Site) -> None:
    """POW."""
    site.put_real(0, site.node("Pow", [site.real("base"), site.real("exponent")]))


def prelu(site: Site) -> None:
    """PRELU; ONNX stretches the slopes only, so the input is stretched before."""
    value, slopes = site.real("input"), site.real("alpha")
    shape = site.output_shape()
    if shape != site.call.shape("input"):
        value = site.node("Expand", [value, site.whole(shape)])
    site.put_real(0, site.node("PRelu", [value, slopes]))


def _comparable(site: Site) -> list[str]:
    """The two inputs in a type that ONNX compares."""
    view = site.call.primary
    if is_quantized(view) or view.type in (OperandType.TENSOR_FLOAT16, OperandType.TENSOR_FLOAT32):
        return [site.real("input0"), site.real("input1")]
    names = [site.stored("input0"), site.stored("input1")]
    if view.type == OperandType.TENSOR_BOOL8:
        return [site.cast(name, np.int32) for name in names]
    return names


def compare(operator: str, negated: bool = False) -> Translator:
    """A comparison."""

    def translate(site: Site) -> None:
        value = site.node(operator, _comparable(site))
        site.put(0, site.node("Not", [value]) if negated else value)

    return translate


def extremum(operator: str) -> Translator:
    """MAXIMUM or MINIMUM."""

    def translate(site: Site) -> None:
        value = site.node(operator, _comparable(site))
        if site.call.primary.type == _INTEGERS:
            site.put(0, value)
        else:
            site.put_real(0, value)

    return translate


def logical(operator: str) -> Translator:
    """LOGICAL_AND or LOGICAL_OR."""
    return lambda site: site.put(
        0, site.node(operator, [site.stored("input0"), site.stored("input1")])
    )


def logical_not(site: Site) -> None:
    """LOGICAL_NOT."""
    site.put(0, site.node("Not", [site.stored("input")]))


def select(site: Site) -> None:
    """SELECT; codes of one quantization are chosen as they are."""
    views = [site.view("input1"), site.view("input2"), site.call.output()]
    if all(view.same_quantization(views[2]) for view in views):
        names = [site.stored(name) for name in ("condition", "input1", "input2")]
        site.put(0, site.node("Where", names))
        return
    names = [site.stored("condition"), site.real("input1"), site.real("input2")]
    site.put_real(0, site.node("Where", names))


def cast(site: Site) -> None:
    """CAST; codes are numbers here. ONNX leaves open what becomes of numbers out of range, the
    contract takes the nearest.
    """
    source, target = dtype_of(site.view("input")), dtype_of(site.call.output())
    value = site.stored("input")
    if target.kind in "iu":
        limits = np.iinfo(target.str)
        if source.kind == "f":
            # the largest float32 below 2**31
            high = float(min(limits.max, 2147483520))
            value = site.clipped(site.cast(value, np.float32), float(limits.min), high)
        elif source.kind in "iu" and np.iinfo(source.str).max > limits.max:
            value = site.clipped(
                site.cast(value, np.int32), int(limits.min), int(limits.max), np.int32
            )
        elif source.kind == "i" and limits.min == 0:
            value = site.clipped(site.cast(value, np.int32), 0, 2147483647, np.int32)
    site.put(0, site.cast(value, target))


def quantize(site: Site) -> None:
    """QUANTIZE."""
    site.put_real(0, site.real("input"))


def dequantize(site: Site) -> None:
    """DEQUANTIZE."""
    site.put_real(0, site.real("input"))


def random_multinomial(site: Site) -> None:
    """RANDOM_MULTINOMIAL; two seeds become ONNX's one."""
    first, second = site.call.value("seeds").tolist()
    value = site.node(
        "Multinomial",
        [site.real("logits")],
        sample_size=site.scalar("sample_count"),
        seed=float(first * 1000003 + second),
        dtype=np.dtype(np.int32),
    )
    site.put(0, value)


def fill(site: Site) -> None:
    """FILL."""
    value = site.constant(site.call.value("value"))
    site.put(0, site.node("Expand", [value, site.whole(site.call.value("dims"))]))


def rank(site: Site) -> None:
    """RANK."""
    shape = site.node("Shape", [site.stored("input")])
    site.put(0, site.cast(site.node("Size", [shape]), np.int32))


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
