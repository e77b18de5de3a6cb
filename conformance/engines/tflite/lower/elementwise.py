"""Elementwise operations, normalizations, reductions, comparisons and FULLY_CONNECTED."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from conformance.engines.protocol import Declined
from conformance.engines.tflite.lower.direct import (
    Converter,
    direct_operator,
    fused_activation,
    last_axis_tensors,
    scalar_tensor,
)
from conformance.engines.tflite.lower.movement import output_of_rank, reduction
from conformance.engines.tflite.lower.windows import conv_2d, kernel_type, recode, recode_output
from conformance.engines.tflite.lowering import Lowering
from conformance.hal import OperandType, OperationType
from conformance.operations import Unknown


def _binary_operator(builtin: str) -> Converter:
    """Return a lowering for a builtin with two inputs and a fused activation."""
    return direct_operator(builtin, "input0", "input1", fusedActivationFunction=fused_activation)


def div(op: Lowering) -> None:
    """Lower DIV; integer quotients round down, which TFLite has as a separate builtin."""
    if op.view("input0").type == OperandType.TENSOR_INT32:
        fused_activation(op)
        direct_operator("FLOOR_DIV", "input0", "input1")(op)
    else:
        _binary_operator("DIV")(op)


def apply_along_last_axis(op: Lowering, builtin: str, **attributes: Any) -> None:
    """Add an operator for the last dimension, between transpositions for any other axis."""
    source, target = last_axis_tensors(op)
    op.add_operator(builtin, [source], [target], **attributes)


def softmax(op: Lowering) -> None:
    """Lower SOFTMAX."""
    apply_along_last_axis(op, "SOFTMAX", beta=float(op.scalar("beta")))


def l2_normalization(op: Lowering) -> None:
    """Lower L2_NORMALIZATION."""
    apply_along_last_axis(op, "L2_NORMALIZATION")


def local_response_normalization(op: Lowering) -> None:
    """Lower LOCAL_RESPONSE_NORMALIZATION.

    Lower ranks are reshaped to rank 4, the only one TFLite takes.
    """
    source, target = last_axis_tensors(op)
    rank = op.call.rank("input")
    if rank < 4:
        op.call.shape("input")  # raises Unknown unless all sizes are known
        shape = op.shape_of(source)
        assert shape is not None
        shape_of_rank_4 = (1,) * (4 - rank) + shape
        source, target = (
            op.reshape(source, shape_of_rank_4),
            op.reshape_into(target, shape_of_rank_4),
        )
    op.add_operator(
        "LOCAL_RESPONSE_NORMALIZATION",
        [source],
        [target],
        radius=op.scalar("radius"),
        bias=float(op.scalar("bias")),
        alpha=float(op.scalar("alpha")),
        beta=float(op.scalar("beta")),
    )


def fully_connected(op: Lowering) -> None:
    """Lower FULLY_CONNECTED."""
    activation = fused_activation(op)
    type_ = kernel_type(op, "weights")
    inputs = [
        recode(op, op.input_named("input"), type_),
        recode(op, op.input_named("weights"), type_),
        op.input_named("bias"),
    ]
    target = recode_output(op, op.output_tensor(), type_)
    op.add_operator("FULLY_CONNECTED", inputs, [target], fusedActivationFunction=activation)


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

    def convert(op: Lowering) -> None:
        if ordered and op.view("input0").type == OperandType.TENSOR_BOOL8:
            raise Declined(f"{builtin} does not support bool tensors")
        inputs = [op.input_named("input0"), op.input_named("input1")]
        first, second = (op.graph.tensors[tensor].quantization for tensor in inputs)
        if first != second or (first is not None and max(first.scales) >= 1.0):
            inputs = [op.dequantize(tensor) for tensor in inputs]
        op.add_operator(builtin, inputs, [op.output_tensor()])

    return convert


def _selection_operator(builtin: str, *names: str) -> Converter:
    """Return a lowering for a builtin that copies codes of its inputs to its output.

    Inputs are requantized to the quantization of the output, because TFLite copies the codes.
    """

    def convert(op: Lowering) -> None:
        target = op.output_tensor()
        quantization = op.graph.tensors[target].quantization
        inputs = []
        for name in names:
            tensor = op.input_named(name)
            input_quantization = op.graph.tensors[tensor].quantization
            if input_quantization is not None and input_quantization != quantization:
                tensor = op.requantize(tensor, quantization)
            inputs.append(tensor)
        op.add_operator(builtin, inputs, [target])

    return convert


def _arg_extremum_operator(builtin: str) -> Converter:
    return direct_operator(
        builtin,
        "input",
        scalar_tensor("axis"),
        output=lambda op: output_of_rank(op, op.call.rank("input") - 1),
        outputType=lambda _: _TYPE_CODES["INT32"],
    )


def log_softmax(op: Lowering) -> None:
    """Lower LOG_SOFTMAX; TFLite has no ``beta``, so the input is multiplied by it first."""
    beta = float(op.scalar("beta"))
    source, target = last_axis_tensors(op)
    if beta != 1.0:
        scaled = op.new_tensor_like(source, op.shape_of(source))
        op.add_operator("MUL", [source, op.constant_tensor(beta, "FLOAT32")], [scaled])
        source = scaled
    op.add_operator("LOG_SOFTMAX", [source], [target])


def elu(op: Lowering) -> None:
    """Lower ELU; TFLite's ELU has no ``alpha``."""
    if op.view("alpha").value is None:
        raise Declined("EluOptions has no alpha, but the operation has it as an input")
    alpha = float(op.scalar("alpha"))
    if alpha != 1.0:
        raise Declined(f"EluOptions has no alpha, but the operation requires alpha {alpha:g}")
    direct_operator("ELU", "input")(op)


_MAX_SCALE_RATIO: Final = 128
"""Limit for the ratio of HARD_SWISH's input scale to its output scale in TFLite."""


def hard_swish(op: Lowering) -> None:
    """Lower HARD_SWISH."""
    source, target = op.view("input"), op.call.output()
    if source.scale and source.scale >= _MAX_SCALE_RATIO * target.scale:
        raise Declined(
            f"HARD_SWISH requires an output scale above 1/{_MAX_SCALE_RATIO} of the input scale"
        )
    direct_operator("HARD_SWISH", "input")(op)


def fill(op: Lowering) -> None:
    """Lower FILL."""
    target = op.output_tensor()
    type_ = op.graph.tensors[target].type
    inputs = [op.input_named("dims"), op.constant_tensor(op.scalar("value"), type_)]
    op.add_operator("FILL", inputs, [target])


def cast(op: Lowering) -> None:
    """Lower CAST; the codes of a quantized tensor are converted as plain integers."""
    source, target = op.raw_input(0), op.raw_output_tensor(0)
    types = [_TYPE_CODES[op.graph.tensors[tensor].type] for tensor in (source, target)]
    op.add_operator("CAST", [source], [target], inDataType=types[0], outDataType=types[1])


def prelu(op: Lowering) -> None:
    """Lower PRELU; TFLite broadcasts the slopes to the input, but not the input to the slopes.

    If the input must be broadcast, MAXIMUM with a tensor of the lowest value does it: the reference
    kernels lack BROADCAST_TO.
    """
    source, slopes, target = op.input_named("input"), op.input_named("alpha"), op.output_tensor()
    input_shape, output_shape = op.shape_of(source), op.shape_of(target)
    if input_shape is None or output_shape is None:
        raise Unknown
    if input_shape != output_shape:
        broadcast = op.new_tensor_like(source, output_shape)
        lowest = op.constant_tensor(np.full(output_shape, op.lowest_value(source)), like=source)
        op.add_operator("MAXIMUM", [source, lowest], [broadcast])
        source = broadcast
    op.add_operator("PRELU", [source, slopes], [target])


def rsqrt(op: Lowering) -> None:
    """Lower RSQRT; its quantized kernel takes int8 only, so unsigned codes are recoded."""
    source, target = op.input_named("input"), op.output_tensor()
    if op.graph.tensors[source].quantization is not None:
        source, target = op.recode(source, "INT8"), op.recode_into(target, "INT8")
    op.add_operator("RSQRT", [source], [target])


def random_multinomial(op: Lowering) -> None:
    """Lower RANDOM_MULTINOMIAL.

    The seeds are attributes, and an interpreter uses them only for its first run; each execution
    therefore needs a new interpreter.
    """
    seeds = op.call.value("seeds").tolist()
    count = op.constant_tensor(op.scalar("sample_count"))
    op.engine_graph.single_use = True
    op.add_operator(
        "MULTINOMIAL",
        [op.input_named("logits"), count],
        [op.output_tensor()],
        seed=seeds[0],
        seed2=seeds[1],
    )


_Op: Final = OperationType

FUNCTIONS: Final = {
    **{name: _Op[name] for name in ("ABS", "EXP", "FLOOR", "LOG", "LOGISTIC", "NEG", "RELU")},
    **{name: _Op[name] for name in ("LOGICAL_NOT", "RELU6", "SIN", "SQRT", "TANH")},
    "RELU_N1_TO_1": _Op.RELU1,
}
"""The functions of one tensor that TFLite and the contract have, by builtin."""

CONVERTERS: Final = {
    **{type_: direct_operator(builtin, "input") for builtin, type_ in FUNCTIONS.items()},
    **{type_: direct_operator(type_.name, "input") for type_ in (_Op.DEQUANTIZE, _Op.QUANTIZE)},
    _Op.LOGICAL_AND: direct_operator("LOGICAL_AND", "input0", "input1"),
    _Op.LOGICAL_OR: direct_operator("LOGICAL_OR", "input0", "input1"),
    _Op.RANK: direct_operator("RANK", "input"),
    _Op.ADD: _binary_operator("ADD"),
    _Op.SUB: _binary_operator("SUB"),
    _Op.MUL: _binary_operator("MUL"),
    _Op.DIV: div,
    _Op.SOFTMAX: softmax,
    _Op.L2_NORMALIZATION: l2_normalization,
    _Op.LOCAL_RESPONSE_NORMALIZATION: local_response_normalization,
    _Op.FULLY_CONNECTED: fully_connected,
    _Op.ARGMAX: _arg_extremum_operator("ARG_MAX"),
    _Op.ARGMIN: _arg_extremum_operator("ARG_MIN"),
    _Op.CAST: cast,
    _Op.ELU: elu,
    _Op.EQUAL: _comparison_operator("EQUAL", ordered=False),
    _Op.FILL: fill,
    _Op.GREATER: _comparison_operator("GREATER"),
    _Op.GREATER_EQUAL: _comparison_operator("GREATER_EQUAL"),
    _Op.GROUPED_CONV_2D: conv_2d,
    _Op.HARD_SWISH: hard_swish,
    _Op.LESS: _comparison_operator("LESS"),
    _Op.LESS_EQUAL: _comparison_operator("LESS_EQUAL"),
    _Op.LOG_SOFTMAX: log_softmax,
    _Op.MAXIMUM: _selection_operator("MAXIMUM", "input0", "input1"),
    _Op.MINIMUM: _selection_operator("MINIMUM", "input0", "input1"),
    _Op.NOT_EQUAL: _comparison_operator("NOT_EQUAL", ordered=False),
    _Op.POW: direct_operator("POW", "base", "exponent"),
    _Op.PRELU: prelu,
    _Op.RANDOM_MULTINOMIAL: random_multinomial,
    _Op.REDUCE_ALL: reduction("REDUCE_ALL"),
    _Op.REDUCE_ANY: reduction("REDUCE_ANY"),
    _Op.REDUCE_MAX: reduction("REDUCE_MAX"),
    _Op.REDUCE_MIN: reduction("REDUCE_MIN"),
    _Op.REDUCE_PROD: reduction("REDUCE_PROD"),
    _Op.REDUCE_SUM: reduction("SUM"),
    _Op.RSQRT: rsqrt,
    _Op.SELECT: _selection_operator("SELECT", "condition", "input1", "input2"),
}
