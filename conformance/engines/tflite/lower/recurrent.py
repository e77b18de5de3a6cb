"""Recurrent cells, lookups and LSH_PROJECTION.

TFLite keeps a cell's state in a variable tensor, which is set before a run and read after it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.engines.protocol import Declined
from conformance.engines.tflite.lower.direct import cell_activation, fused_activation
from conformance.engines.tflite.lowering import Lowering
from conformance.engines.tflite.tflite_graph import OMITTED, Quantization, TfliteTensor
from conformance.hal import OperationType
from conformance.operations.definition.operands import Array
from conformance.operations.lsh_projection import ProjectionType

LSTM_TENSORS: Final = (
    ("input", False),
    ("input_to_input_weights", True),
    ("input_to_forget_weights", False),
    ("input_to_cell_weights", False),
    ("input_to_output_weights", False),
    ("recurrent_to_input_weights", True),
    ("recurrent_to_forget_weights", False),
    ("recurrent_to_cell_weights", False),
    ("recurrent_to_output_weights", False),
    ("cell_to_input_weights", True),
    ("cell_to_forget_weights", True),
    ("cell_to_output_weights", True),
    ("input_gate_bias", True),
    ("forget_gate_bias", False),
    ("cell_gate_bias", False),
    ("output_gate_bias", False),
    ("projection_weights", True),
    ("projection_bias", True),
)
"""The inputs of an LSTM in TFLite's order, each with whether it may be omitted."""
LSTM_NORMS: Final = tuple(
    f"{gate}_layer_norm_weights" for gate in ("input", "forget", "cell", "output")
)

_BASIC: Final = 1
"""``LSTMKernelType.BASIC``."""
_TANH: Final = 4
_SUM_UNIT: Final = 2.0**-12
"""Scale of the sum of a gate that has no layer normalization."""
_BASIC_GATES: Final = ("input", "cell", "forget", "output")
"""The order of the gates in the basic kernel."""


def check_projection_width(lowering: Lowering, prefix: str = "") -> None:
    """Decline an LSTM whose output is wider than its cell.

    TFLite would write past the end of its scratch memory.
    """
    widths = [lowering.call.shape(f"{prefix}{kind}_state_in")[1] for kind in ("output", "cell")]
    if widths[0] > widths[1]:
        raise Declined("TFLite's scratch memory is too small for a projection wider than the cell")


def lstm(lowering: Lowering) -> None:
    """Lower LSTM; the scratch output is filled with zeros."""
    activation = cell_activation(lowering)
    check_projection_width(lowering)
    inputs = [
        lowering.optional_input(name) if may_be_omitted else lowering.input_named(name)
        for name, may_be_omitted in LSTM_TENSORS
    ]
    lowering.zero_output(0, tuple(lowering.call.definition.shapes(lowering.call)[0]))
    inputs += [
        lowering.state_tensor("output_state_in", 1),
        lowering.state_tensor("cell_state_in", 2),
    ]
    if lowering.call.form.name == "layer_norm":
        inputs += [lowering.optional_input(name) for name in LSTM_NORMS]
    lowering.add_operator(
        "LSTM",
        inputs,
        [lowering.output_tensor(3)],
        "LSTMOptions",
        fusedActivationFunction=activation,
        cellClip=float(lowering.scalar("cell_clip")),
        projClip=float(lowering.scalar("proj_clip")),
    )


def _copy_of_input(lowering: Lowering, name: str) -> int:
    """Return a copy of an input, because the basic kernel overwrites the memory of its states."""
    source = lowering.input_named(name)
    copy = lowering.new_tensor_like(source, lowering.call.shape(name))
    lowering.add_operator("CONCATENATION", [source], [copy], "ConcatenationOptions", axis=0)
    return copy


def quantized_16bit_lstm(lowering: Lowering) -> None:
    """Lower QUANTIZED_16BIT_LSTM to TFLite's basic kernel, which has all weights in one tensor.

    In each row the recurrent weights precede the input weights, as in the contract's own example.
    """
    batches, outputs = lowering.call.shape("prev_output")
    width = lowering.call.shape("input")[1] + outputs
    parts = [
        lowering.input_named(f"{source}_to_{gate}_weights")
        for gate in _BASIC_GATES
        for source in ("recurrent", "input")
    ]
    rows = [lowering.concatenate(parts[first : first + 2], 1) for first in range(0, len(parts), 2)]
    weights = lowering.concatenate(rows, 0)
    biases = [lowering.input_named(f"{gate}_gate_bias") for gate in _BASIC_GATES]
    bias = lowering.concatenate(biases, 0)
    cell, output = lowering.output_tensor(0), lowering.output_tensor(1)
    input_and_output = lowering.new_tensor_like(output, (batches, width))
    sums = lowering.new_tensor_like(cell, (batches, 4 * outputs))
    output_before, state = (
        _copy_of_input(lowering, name)
        if lowering.view(name).value is None
        else lowering.state_tensor(name, None)
        for name in ("prev_output", "prev_cell_state")
    )
    lowering.add_operator(
        "LSTM",
        [lowering.input_named("input"), output_before, weights, bias, state],
        [output, cell, input_and_output, sums],
        "LSTMOptions",
        kernelType=_BASIC,
        fusedActivationFunction=_TANH,
    )


def quantized_lstm(lowering: Lowering) -> None:
    """Lower QUANTIZED_LSTM to TFLite's LSTM with 8-bit weights, which it reads at preparation.

    TFLite's peepholes read as many weights as there are outputs.
    """
    states = [lowering.call.shape(f"{kind}_state_in") for kind in ("output", "cell")]
    peephole = lowering.view("cell_to_forget_weights")
    if peephole.omitted is not True and peephole.dims == states[1][1:] != states[0][1:]:
        raise Declined("TFLite's 8-bit LSTM reads one peephole weight for each output")
    weights = [lowering.constant_input(name) for name, _ in LSTM_TENSORS if name != "input"]
    norms = [lowering.constant_input(name) for name in LSTM_NORMS]
    normalized = norms[1] != OMITTED
    intermediates = [
        TfliteTensor("INT16", (1,), Quantization((float(scale),), (0,)))
        for scale in (
            lowering.scalar(f"{gate}_intermediate_scale") if normalized else _SUM_UNIT
            for gate in ("input", "forget", "cell", "output")
        )
    ]
    hidden = (
        float(lowering.scalar("hidden_state_scale")),
        int(lowering.scalar("hidden_state_zero_point")),
    )
    intermediates.append(TfliteTensor("INT8", (1,), Quantization((hidden[0],), (hidden[1],))))
    clips = [
        float(lowering.scalar(name)) if lowering.call.present(name) else 0.0
        for name in ("cell_clip", "projection_clip")
    ]
    inputs = [lowering.input_named("input"), *weights]
    inputs += [
        lowering.state_tensor("output_state_in", 0),
        lowering.state_tensor("cell_state_in", 1),
    ]
    lowering.add_operator(
        "LSTM",
        [*inputs, *(norms if normalized else ())],
        [lowering.output_tensor(2)],
        "LSTMOptions",
        intermediates=[lowering.graph.add_tensor(intermediate) for intermediate in intermediates],
        fusedActivationFunction=_TANH,
        cellClip=clips[0],
        projClip=clips[1],
    )


def rnn(lowering: Lowering) -> None:
    """Lower RNN."""
    activation = cell_activation(lowering)
    inputs = [
        lowering.input_named(name) for name in ("input", "weights", "recurrent_weights", "bias")
    ]
    inputs.append(lowering.state_tensor("hidden_state_in", 0))
    lowering.add_operator(
        "RNN", inputs, [lowering.output_tensor(1)], "RNNOptions", fusedActivationFunction=activation
    )


def svdf(lowering: Lowering) -> None:
    """Lower SVDF.

    HAL shifts the state at the end of a step, TFLite at the start of the next one. The conversions
    of the state compensate for this.
    """
    activation = fused_activation(lowering)
    memory = lowering.call.shape("weights_time")[1]

    def by_feature(array: Array) -> Array:
        return array.reshape(-1, memory)

    def before(array: Array) -> Array:
        return np.roll(by_feature(array), 1, axis=1).reshape(array.shape)

    def after(array: Array) -> Array:
        shifted = np.roll(by_feature(array), -1, axis=1)
        shifted[:, -1] = 0
        return shifted.reshape(array.shape)

    inputs = [lowering.input_named(name) for name in ("input", "weights_feature", "weights_time")]
    inputs += [lowering.optional_input("bias"), lowering.state_tensor("state_in", 0, before, after)]
    lowering.add_operator(
        "SVDF",
        inputs,
        [lowering.output_tensor(1)],
        "SVDFOptions",
        rank=lowering.scalar("rank"),
        fusedActivationFunction=activation,
    )


def embedding_lookup(lowering: Lowering) -> None:
    """Lower EMBEDDING_LOOKUP."""
    inputs = [lowering.input_named("lookups"), lowering.input_named("values")]
    lowering.add_operator("EMBEDDING_LOOKUP", inputs, [lowering.output_tensor()])


def hashtable_lookup(lowering: Lowering) -> None:
    """Lower HASHTABLE_LOOKUP."""
    inputs = [lowering.input_named(name) for name in ("lookups", "keys", "values")]
    lowering.add_operator(
        "HASHTABLE_LOOKUP", inputs, [lowering.output_tensor(0), lowering.output_tensor(1)]
    )


_SPARSE, _DENSE = 1, 2
"""``LSHProjectionType``; SPARSE adds to each hash function's result the start of its own range."""


def lsh_projection(lowering: Lowering) -> None:
    """Lower LSH_PROJECTION; the deprecated sparse type subtracts the starts of the ranges again."""
    kind = ProjectionType(lowering.scalar("type"))
    position = lowering.call.position("input")
    assert position is not None
    # The operator hashes the bytes of the input, so a float16 input must not be widened.
    inputs = [lowering.input_named("hash"), lowering.raw_input(position)]
    if lowering.call.present("weight"):
        inputs.append(lowering.input_named("weight"))
    target = projected = lowering.output_tensor()
    if kind == ProjectionType.SPARSE_DEPRECATED:
        projected = lowering.new_tensor_like(target, lowering.shape_of(target))
    lowering.add_operator(
        "LSH_PROJECTION",
        inputs,
        [projected],
        "LSHProjectionOptions",
        type=_DENSE if kind == ProjectionType.DENSE else _SPARSE,
    )
    if kind == ProjectionType.SPARSE_DEPRECATED:
        functions, bits = lowering.call.shape("hash")
        starts = lowering.constant_tensor((np.arange(functions) << bits).astype(np.int32))
        lowering.add_operator("SUB", [projected, starts], [target], "SubOptions")


STATES: Final = {
    OperationType.QUANTIZED_LSTM: ("output_state_in", "cell_state_in"),
    OperationType.LSTM: ("output_state_in", "cell_state_in"),
    OperationType.RNN: ("hidden_state_in",),
    OperationType.SVDF: ("state_in",),
}
"""The inputs of each operation that become variable tensors, which are set before the run."""

CONVERTERS: Final = {
    OperationType.LSTM: lstm,
    OperationType.QUANTIZED_16BIT_LSTM: quantized_16bit_lstm,
    OperationType.QUANTIZED_LSTM: quantized_lstm,
    OperationType.RNN: rnn,
    OperationType.SVDF: svdf,
    OperationType.EMBEDDING_LOOKUP: embedding_lookup,
    OperationType.HASHTABLE_LOOKUP: hashtable_lookup,
    OperationType.LSH_PROJECTION: lsh_projection,
}
