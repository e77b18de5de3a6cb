"""Operations that HAL 1.2 and 1.3 added."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from conformance.drivers.litert.operators.elementwise import unary
from conformance.drivers.litert.operators.movement import not_rank_0, reduction
from conformance.drivers.litert.operators.parameters import axis_last
from conformance.drivers.litert.operators.windows import conv_2d
from conformance.drivers.litert.site import DeclinedError, Site
from conformance.hal import OperandType, OperationType
from conformance.operations import Unknown

Converter = Callable[[Site], None]

_TYPE_CODES: Final = {
    "FLOAT32": 0,
    "FLOAT16": 1,
    "INT32": 2,
    "UINT8": 3,
    "BOOL": 6,
    "INT16": 7,
    "INT8": 9,
}
"""``TensorType``."""


def _of(builtin: str, *names: str, options: str = "", **attributes: Any) -> Converter:
    """A builtin that takes these operands and no parameter."""

    def convert(site: Site) -> None:
        inputs = [site.tensor(name) for name in names]
        site.run(builtin, inputs, [site.result()], options, **attributes)

    return convert


def _compare(builtin: str, *, ordered: bool = True) -> Converter:
    """A comparison.

    TFLite compares codes of one quantization with a scale below 1 well, but ends the process for
    others; those are compared in floating point.
    """
    options = "".join(word.capitalize() for word in builtin.split("_")) + "Options"

    def convert(site: Site) -> None:
        if ordered and site.view("input0").type == OperandType.TENSOR_BOOL8:
            raise DeclinedError(f"{builtin} has no bool")
        inputs = [site.tensor("input0"), site.tensor("input1")]
        one, other = (site.graph.tensors[tensor].quantization for tensor in inputs)
        if one != other or (one is not None and max(one.scales) >= 1.0):
            inputs = [site.dequantized(tensor) for tensor in inputs]
        site.run(builtin, inputs, [site.result()], options)

    return convert


def _choose(builtin: str, options: str, *names: str) -> Converter:
    """A builtin that copies some of the operands' codes: all in the result's quantization."""

    def convert(site: Site) -> None:
        target = site.result()
        quantization = site.graph.tensors[target].quantization
        inputs = []
        for name in names:
            tensor = site.tensor(name)
            own = site.graph.tensors[tensor].quantization
            if own is not None and own != quantization:
                tensor = site.requantized(tensor, quantization)
            inputs.append(tensor)
        site.run(builtin, inputs, [target], options)

    return convert


def _arg(builtin: str, options: str) -> Converter:
    def convert(site: Site) -> None:
        inputs = [site.tensor("input"), site.constant(site.scalar("axis"))]
        target = not_rank_0(site, site.call.rank("input") - 1)
        site.run(builtin, inputs, [target], options, outputType=_TYPE_CODES["INT32"])

    return convert


def log_softmax(site: Site) -> None:
    """LOG_SOFTMAX; TFLite has no factor, it becomes an operator in front."""
    beta = float(site.scalar("beta"))
    order = axis_last(site)
    source, target = site.tensor("input"), site.result()
    if order is not None:
        source, target = site.transposed(source, order), site.transposed_into(target, order)
    if beta != 1.0:
        scaled = site.like(source, site.shape(source))
        site.run("MUL", [source, site.constant(beta, "FLOAT32")], [scaled], "MulOptions")
        source = scaled
    site.run("LOG_SOFTMAX", [source], [target], "LogSoftmaxOptions")


def elu(site: Site) -> None:
    """ELU; TFLite's has no alpha."""
    if site.view("alpha").value is None:
        raise DeclinedError("EluOptions has no alpha, here an input")
    alpha = float(site.scalar("alpha"))
    if alpha != 1.0:
        raise DeclinedError(f"EluOptions has no alpha, here {alpha:g}")
    site.run("ELU", [site.tensor("input")], [site.result()])


_FINEST: Final = 128
"""So many times as fine as the input's scale HARD_SWISH's output may be."""


def hard_swish(site: Site) -> None:
    """HARD_SWISH."""
    source, target = site.view("input"), site.call.output()
    if source.scale and source.scale >= _FINEST * target.scale:
        raise DeclinedError(
            f"HARD_SWISH has no output scale that is 1/{_FINEST} of the input's or less"
        )
    unary("HARD_SWISH")(site)


def fill(site: Site) -> None:
    """FILL."""
    target = site.result()
    type_ = site.graph.tensors[target].type
    inputs = [site.tensor("dims"), site.constant(site.scalar("value"), type_)]
    site.run("FILL", inputs, [target], "FillOptions")


def cast(site: Site) -> None:
    """CAST; codes are taken as the numbers they are."""
    source, target = site.raw(0), site.raw_result(0)
    types = [_TYPE_CODES[site.graph.tensors[tensor].type] for tensor in (source, target)]
    site.run("CAST", [source], [target], "CastOptions", inDataType=types[0], outDataType=types[1])


def prelu(site: Site) -> None:
    """PRELU; TFLite spreads the slopes over the input, not the input over the slopes.

    Where that is needed, the larger of the input and the lowest value in every place does it:
    the reference kernels have no BROADCAST_TO.
    """
    source, slopes, target = site.tensor("input"), site.tensor("alpha"), site.result()
    before, after = site.shape(source), site.shape(target)
    if before is None or after is None:
        raise Unknown
    if before != after:
        spread = site.like(source, after)
        lowest = site.constant(np.full(after, site.lowest(source)), like=source)
        site.run("MAXIMUM", [source, lowest], [spread], "MaximumMinimumOptions")
        source = spread
    site.run("PRELU", [source, slopes], [target])


def rsqrt(site: Site) -> None:
    """RSQRT; TFLite has it for signed codes only."""
    source, target = site.tensor("input"), site.result()
    if site.graph.tensors[source].quantization is not None:
        source, target = site.recoded(source, "INT8"), site.recoded_into(target, "INT8")
    site.run("RSQRT", [source], [target])


def random_multinomial(site: Site) -> None:
    """RANDOM_MULTINOMIAL; the seeds are attributes, an interpreter starts from them only once."""
    seeds = site.call.value("seeds").tolist()
    count = site.constant(site.scalar("sample_count"))
    site.stage.once = True
    site.run(
        "MULTINOMIAL",
        [site.tensor("logits"), count],
        [site.result()],
        "RandomOptions",
        seed=seeds[0],
        seed2=seeds[1],
    )


_Op = OperationType

CONVERTERS: Final = {
    _Op.ABS: unary("ABS"),
    _Op.ARGMAX: _arg("ARG_MAX", "ArgMaxOptions"),
    _Op.ARGMIN: _arg("ARG_MIN", "ArgMinOptions"),
    _Op.CAST: cast,
    _Op.ELU: elu,
    _Op.EQUAL: _compare("EQUAL", ordered=False),
    _Op.EXP: unary("EXP"),
    _Op.FILL: fill,
    _Op.GREATER: _compare("GREATER"),
    _Op.GREATER_EQUAL: _compare("GREATER_EQUAL"),
    _Op.GROUPED_CONV_2D: conv_2d,
    _Op.HARD_SWISH: hard_swish,
    _Op.LESS: _compare("LESS"),
    _Op.LESS_EQUAL: _compare("LESS_EQUAL"),
    _Op.LOG: unary("LOG"),
    _Op.LOGICAL_AND: _of("LOGICAL_AND", "input0", "input1", options="LogicalAndOptions"),
    _Op.LOGICAL_NOT: unary("LOGICAL_NOT"),
    _Op.LOGICAL_OR: _of("LOGICAL_OR", "input0", "input1", options="LogicalOrOptions"),
    _Op.LOG_SOFTMAX: log_softmax,
    _Op.MAXIMUM: _choose("MAXIMUM", "MaximumMinimumOptions", "input0", "input1"),
    _Op.MINIMUM: _choose("MINIMUM", "MaximumMinimumOptions", "input0", "input1"),
    _Op.NEG: unary("NEG"),
    _Op.NOT_EQUAL: _compare("NOT_EQUAL", ordered=False),
    _Op.POW: _of("POW", "base", "exponent", options="PowOptions"),
    _Op.PRELU: prelu,
    _Op.QUANTIZE: unary("QUANTIZE"),
    _Op.RANDOM_MULTINOMIAL: random_multinomial,
    _Op.RANK: unary("RANK"),
    _Op.REDUCE_ALL: reduction("REDUCE_ALL"),
    _Op.REDUCE_ANY: reduction("REDUCE_ANY"),
    _Op.REDUCE_MAX: reduction("REDUCE_MAX"),
    _Op.REDUCE_MIN: reduction("REDUCE_MIN"),
    _Op.REDUCE_PROD: reduction("REDUCE_PROD"),
    _Op.REDUCE_SUM: reduction("SUM"),
    _Op.RSQRT: rsqrt,
    _Op.SELECT: _choose("SELECT", "SelectOptions", "condition", "input1", "input2"),
    _Op.SIN: unary("SIN"),
    _Op.SQRT: unary("SQRT"),
}
