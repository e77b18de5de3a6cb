"""Elementwise operations, reductions and comparisons that HAL 1.2 and 1.3 added."""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.engines.protocol import Declined
from conformance.engines.tflite.lower.direct import (
    Converter,
    direct_operator,
    last_axis_tensors,
    scalar_tensor,
)
from conformance.engines.tflite.lower.movement import output_of_rank, reduction
from conformance.engines.tflite.lower.windows import conv_2d
from conformance.engines.tflite.lowering import Lowering
from conformance.hal import OperandType, OperationType
from conformance.operations import Unknown

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


def _comparison_operator(builtin: str, *, ordered: bool = True) -> Converter:
    """Return a lowering for a comparison.

    TFLite compares codes correctly if both inputs have the same quantization and a scale below 1.
    For other quantizations it ends the process, so those inputs are dequantized first.
    """
    options = "".join(word.capitalize() for word in builtin.split("_")) + "Options"

    def convert(lowering: Lowering) -> None:
        if ordered and lowering.view("input0").type == OperandType.TENSOR_BOOL8:
            raise Declined(f"{builtin} does not support bool tensors")
        inputs = [lowering.input_named("input0"), lowering.input_named("input1")]
        first, second = (lowering.graph.tensors[tensor].quantization for tensor in inputs)
        if first != second or (first is not None and max(first.scales) >= 1.0):
            inputs = [lowering.dequantize(tensor) for tensor in inputs]
        lowering.add_operator(builtin, inputs, [lowering.output_tensor()], options)

    return convert


def _selection_operator(builtin: str, options: str, *names: str) -> Converter:
    """Return a lowering for a builtin that copies codes of its inputs to its output.

    Inputs are requantized to the quantization of the output, because TFLite copies the codes.
    """

    def convert(lowering: Lowering) -> None:
        target = lowering.output_tensor()
        quantization = lowering.graph.tensors[target].quantization
        inputs = []
        for name in names:
            tensor = lowering.input_named(name)
            input_quantization = lowering.graph.tensors[tensor].quantization
            if input_quantization is not None and input_quantization != quantization:
                tensor = lowering.requantize(tensor, quantization)
            inputs.append(tensor)
        lowering.add_operator(builtin, inputs, [target], options)

    return convert


def _arg_extremum_operator(builtin: str, options: str) -> Converter:
    return direct_operator(
        builtin,
        "input",
        scalar_tensor("axis"),
        options=options,
        output=lambda lowering: output_of_rank(lowering, lowering.call.rank("input") - 1),
        outputType=lambda _: _TYPE_CODES["INT32"],
    )


def log_softmax(lowering: Lowering) -> None:
    """Lower LOG_SOFTMAX; TFLite has no ``beta``, so the input is multiplied by it first."""
    beta = float(lowering.scalar("beta"))
    source, target = last_axis_tensors(lowering)
    if beta != 1.0:
        scaled = lowering.new_tensor_like(source, lowering.shape_of(source))
        lowering.add_operator(
            "MUL", [source, lowering.constant_tensor(beta, "FLOAT32")], [scaled], "MulOptions"
        )
        source = scaled
    lowering.add_operator("LOG_SOFTMAX", [source], [target], "LogSoftmaxOptions")


def elu(lowering: Lowering) -> None:
    """Lower ELU; TFLite's ELU has no ``alpha``."""
    if lowering.view("alpha").value is None:
        raise Declined("EluOptions has no alpha, but the operation has it as an input")
    alpha = float(lowering.scalar("alpha"))
    if alpha != 1.0:
        raise Declined(f"EluOptions has no alpha, but the operation requires alpha {alpha:g}")
    direct_operator("ELU", "input")(lowering)


_MAX_SCALE_RATIO: Final = 128
"""Limit for the ratio of HARD_SWISH's input scale to its output scale in TFLite."""


def hard_swish(lowering: Lowering) -> None:
    """Lower HARD_SWISH."""
    source, target = lowering.view("input"), lowering.call.output()
    if source.scale and source.scale >= _MAX_SCALE_RATIO * target.scale:
        raise Declined(
            f"HARD_SWISH requires an output scale above 1/{_MAX_SCALE_RATIO} of the input scale"
        )
    direct_operator("HARD_SWISH", "input")(lowering)


def fill(lowering: Lowering) -> None:
    """Lower FILL."""
    target = lowering.output_tensor()
    type_ = lowering.graph.tensors[target].type
    inputs = [
        lowering.input_named("dims"),
        lowering.constant_tensor(lowering.scalar("value"), type_),
    ]
    lowering.add_operator("FILL", inputs, [target], "FillOptions")


def cast(lowering: Lowering) -> None:
    """Lower CAST; the codes of a quantized tensor are converted as plain integers."""
    source, target = lowering.raw_input(0), lowering.raw_output_tensor(0)
    types = [_TYPE_CODES[lowering.graph.tensors[tensor].type] for tensor in (source, target)]
    lowering.add_operator(
        "CAST", [source], [target], "CastOptions", inDataType=types[0], outDataType=types[1]
    )


def prelu(lowering: Lowering) -> None:
    """Lower PRELU; TFLite broadcasts the slopes to the input, but not the input to the slopes.

    If the input must be broadcast, MAXIMUM with a tensor of the lowest value does it: the reference
    kernels lack BROADCAST_TO.
    """
    source, slopes, target = (
        lowering.input_named("input"),
        lowering.input_named("alpha"),
        lowering.output_tensor(),
    )
    input_shape, output_shape = lowering.shape_of(source), lowering.shape_of(target)
    if input_shape is None or output_shape is None:
        raise Unknown
    if input_shape != output_shape:
        broadcast = lowering.new_tensor_like(source, output_shape)
        lowest = lowering.constant_tensor(
            np.full(output_shape, lowering.lowest_value(source)), like=source
        )
        lowering.add_operator("MAXIMUM", [source, lowest], [broadcast], "MaximumMinimumOptions")
        source = broadcast
    lowering.add_operator("PRELU", [source, slopes], [target])


def rsqrt(lowering: Lowering) -> None:
    """Lower RSQRT; its quantized kernel takes int8 only, so unsigned codes are recoded."""
    source, target = lowering.input_named("input"), lowering.output_tensor()
    if lowering.graph.tensors[source].quantization is not None:
        source, target = lowering.recode(source, "INT8"), lowering.recode_into(target, "INT8")
    lowering.add_operator("RSQRT", [source], [target])


def random_multinomial(lowering: Lowering) -> None:
    """Lower RANDOM_MULTINOMIAL.

    The seeds are attributes, and an interpreter uses them only for its first run; each execution
    therefore needs a new interpreter.
    """
    seeds = lowering.call.value("seeds").tolist()
    count = lowering.constant_tensor(lowering.scalar("sample_count"))
    lowering.engine_graph.single_use = True
    lowering.add_operator(
        "MULTINOMIAL",
        [lowering.input_named("logits"), count],
        [lowering.output_tensor()],
        "RandomOptions",
        seed=seeds[0],
        seed2=seeds[1],
    )


_Op = OperationType

CONVERTERS: Final = {
    _Op.ABS: direct_operator("ABS", "input"),
    _Op.ARGMAX: _arg_extremum_operator("ARG_MAX", "ArgMaxOptions"),
    _Op.ARGMIN: _arg_extremum_operator("ARG_MIN", "ArgMinOptions"),
    _Op.CAST: cast,
    _Op.ELU: elu,
    _Op.EQUAL: _comparison_operator("EQUAL", ordered=False),
    _Op.EXP: direct_operator("EXP", "input"),
    _Op.FILL: fill,
    _Op.GREATER: _comparison_operator("GREATER"),
    _Op.GREATER_EQUAL: _comparison_operator("GREATER_EQUAL"),
    _Op.GROUPED_CONV_2D: conv_2d,
    _Op.HARD_SWISH: hard_swish,
    _Op.LESS: _comparison_operator("LESS"),
    _Op.LESS_EQUAL: _comparison_operator("LESS_EQUAL"),
    _Op.LOG: direct_operator("LOG", "input"),
    _Op.LOGICAL_AND: direct_operator(
        "LOGICAL_AND", "input0", "input1", options="LogicalAndOptions"
    ),
    _Op.LOGICAL_NOT: direct_operator("LOGICAL_NOT", "input"),
    _Op.LOGICAL_OR: direct_operator("LOGICAL_OR", "input0", "input1", options="LogicalOrOptions"),
    _Op.LOG_SOFTMAX: log_softmax,
    _Op.MAXIMUM: _selection_operator("MAXIMUM", "MaximumMinimumOptions", "input0", "input1"),
    _Op.MINIMUM: _selection_operator("MINIMUM", "MaximumMinimumOptions", "input0", "input1"),
    _Op.NEG: direct_operator("NEG", "input"),
    _Op.NOT_EQUAL: _comparison_operator("NOT_EQUAL", ordered=False),
    _Op.POW: direct_operator("POW", "base", "exponent", options="PowOptions"),
    _Op.PRELU: prelu,
    _Op.QUANTIZE: direct_operator("QUANTIZE", "input"),
    _Op.RANDOM_MULTINOMIAL: random_multinomial,
    _Op.RANK: direct_operator("RANK", "input"),
    _Op.REDUCE_ALL: reduction("REDUCE_ALL"),
    _Op.REDUCE_ANY: reduction("REDUCE_ANY"),
    _Op.REDUCE_MAX: reduction("REDUCE_MAX"),
    _Op.REDUCE_MIN: reduction("REDUCE_MIN"),
    _Op.REDUCE_PROD: reduction("REDUCE_PROD"),
    _Op.REDUCE_SUM: reduction("SUM"),
    _Op.RSQRT: rsqrt,
    _Op.SELECT: _selection_operator("SELECT", "SelectOptions", "condition", "input1", "input2"),
    _Op.SIN: direct_operator("SIN", "input"),
    _Op.SQRT: direct_operator("SQRT", "input"),
}
