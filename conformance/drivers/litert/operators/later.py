"""Elementwise operations, reductions and comparisons that HAL 1.2 and 1.3 added."""

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
"""``TensorType`` codes by name."""


def _of(builtin: str, *names: str, options: str = "", **attributes: Any) -> Converter:
    """Return a lowering for a builtin with these inputs and constant attributes."""

    def convert(lowering: Site) -> None:
        inputs = [lowering.tensor(name) for name in names]
        lowering.run(builtin, inputs, [lowering.result()], options, **attributes)

    return convert


def _compare(builtin: str, *, ordered: bool = True) -> Converter:
    """Return a lowering for a comparison.

    TFLite compares codes correctly if both inputs have the same quantization and a scale below 1.
    For other quantizations it ends the process, so those inputs are dequantized first.
    """
    options = "".join(word.capitalize() for word in builtin.split("_")) + "Options"

    def convert(lowering: Site) -> None:
        if ordered and lowering.view("input0").type == OperandType.TENSOR_BOOL8:
            raise DeclinedError(f"{builtin} has no bool")
        inputs = [lowering.tensor("input0"), lowering.tensor("input1")]
        first, second = (lowering.graph.tensors[tensor].quantization for tensor in inputs)
        if first != second or (first is not None and max(first.scales) >= 1.0):
            inputs = [lowering.dequantized(tensor) for tensor in inputs]
        lowering.run(builtin, inputs, [lowering.result()], options)

    return convert


def _choose(builtin: str, options: str, *names: str) -> Converter:
    """Return a lowering for a builtin that copies codes of its inputs to its output.

    Inputs are requantized to the quantization of the output, because TFLite copies the codes.
    """

    def convert(lowering: Site) -> None:
        target = lowering.result()
        quantization = lowering.graph.tensors[target].quantization
        inputs = []
        for name in names:
            tensor = lowering.tensor(name)
            input_quantization = lowering.graph.tensors[tensor].quantization
            if input_quantization is not None and input_quantization != quantization:
                tensor = lowering.requantized(tensor, quantization)
            inputs.append(tensor)
        lowering.run(builtin, inputs, [target], options)

    return convert


def _arg(builtin: str, options: str) -> Converter:
    def convert(lowering: Site) -> None:
        inputs = [lowering.tensor("input"), lowering.constant(lowering.scalar("axis"))]
        target = not_rank_0(lowering, lowering.call.rank("input") - 1)
        lowering.run(builtin, inputs, [target], options, outputType=_TYPE_CODES["INT32"])

    return convert


def log_softmax(lowering: Site) -> None:
    """Lower LOG_SOFTMAX; TFLite has no ``beta``, so the input is multiplied by it first."""
    beta = float(lowering.scalar("beta"))
    order = axis_last(lowering)
    source, target = lowering.tensor("input"), lowering.result()
    if order is not None:
        source, target = lowering.transposed(source, order), lowering.transposed_into(target, order)
    if beta != 1.0:
        scaled = lowering.like(source, lowering.shape(source))
        lowering.run("MUL", [source, lowering.constant(beta, "FLOAT32")], [scaled], "MulOptions")
        source = scaled
    lowering.run("LOG_SOFTMAX", [source], [target], "LogSoftmaxOptions")


def elu(lowering: Site) -> None:
    """Lower ELU; TFLite's ELU has no ``alpha``."""
    if lowering.view("alpha").value is None:
        raise DeclinedError("EluOptions has no alpha, and here alpha is an input")
    alpha = float(lowering.scalar("alpha"))
    if alpha != 1.0:
        raise DeclinedError(f"EluOptions has no alpha, and here alpha is {alpha:g}")
    lowering.run("ELU", [lowering.tensor("input")], [lowering.result()])


_FINEST: Final = 128
"""Limit for the ratio of HARD_SWISH's input scale to its output scale in TFLite."""


def hard_swish(lowering: Site) -> None:
    """Lower HARD_SWISH."""
    source, target = lowering.view("input"), lowering.call.output()
    if source.scale and source.scale >= _FINEST * target.scale:
        raise DeclinedError(
            f"HARD_SWISH has no output scale of 1/{_FINEST} of the input scale or less"
        )
    unary("HARD_SWISH")(lowering)


def fill(lowering: Site) -> None:
    """Lower FILL."""
    target = lowering.result()
    type_ = lowering.graph.tensors[target].type
    inputs = [lowering.tensor("dims"), lowering.constant(lowering.scalar("value"), type_)]
    lowering.run("FILL", inputs, [target], "FillOptions")


def cast(lowering: Site) -> None:
    """Lower CAST; the codes of a quantized tensor are converted as plain integers."""
    source, target = lowering.raw(0), lowering.raw_result(0)
    types = [_TYPE_CODES[lowering.graph.tensors[tensor].type] for tensor in (source, target)]
    lowering.run(
        "CAST", [source], [target], "CastOptions", inDataType=types[0], outDataType=types[1]
    )


def prelu(lowering: Site) -> None:
    """Lower PRELU; TFLite broadcasts the slopes to the input, but not the input to the slopes.

    If the input must be broadcast, MAXIMUM with a tensor of the lowest value does it: the reference
    kernels lack BROADCAST_TO.
    """
    source, slopes, target = lowering.tensor("input"), lowering.tensor("alpha"), lowering.result()
    input_shape, output_shape = lowering.shape(source), lowering.shape(target)
    if input_shape is None or output_shape is None:
        raise Unknown
    if input_shape != output_shape:
        broadcast = lowering.like(source, output_shape)
        lowest = lowering.constant(np.full(output_shape, lowering.lowest(source)), like=source)
        lowering.run("MAXIMUM", [source, lowest], [broadcast], "MaximumMinimumOptions")
        source = broadcast
    lowering.run("PRELU", [source, slopes], [target])


def rsqrt(lowering: Site) -> None:
    """Lower RSQRT; TFLite has it only for signed codes."""
    source, target = lowering.tensor("input"), lowering.result()
    if lowering.graph.tensors[source].quantization is not None:
        source, target = lowering.recoded(source, "INT8"), lowering.recoded_into(target, "INT8")
    lowering.run("RSQRT", [source], [target])


def random_multinomial(lowering: Site) -> None:
    """Lower RANDOM_MULTINOMIAL.

    The seeds are attributes, and an interpreter uses them only for its first run; each execution
    therefore needs a new interpreter.
    """
    seeds = lowering.call.value("seeds").tolist()
    count = lowering.constant(lowering.scalar("sample_count"))
    lowering.stage.once = True
    lowering.run(
        "MULTINOMIAL",
        [lowering.tensor("logits"), count],
        [lowering.result()],
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
