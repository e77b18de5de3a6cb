"""Recurrent cells, lookups and LSH_PROJECTION.

TFLite keeps a cell's state in a variable tensor, which is set before a run and read after it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.engines.protocol import Declined
from conformance.engines.tflite.lower.direct import cell_activation, fused_activation
from conformance.engines.tflite.lowering import Lowering
from conformance.engines.tflite.tflite_file import Quantization
from conformance.engines.tflite.tflite_graph import OMITTED, TfliteTensor
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


def check_projection_width(op: Lowering, prefix: str = "") -> None:
    """Decline an LSTM whose output is wider than its cell.

    TFLite would write past the end of its scratch memory.
    """
    widths = [op.call.shape(f"{prefix}{kind}_state_in")[1] for kind in ("output", "cell")]
    if widths[0] > widths[1]:
        raise Declined("TFLite's scratch memory is too small for a projection wider than the cell")


def lstm(op: Lowering) -> None:
    """Lower LSTM; the scratch output is filled with zeros."""
    activation = cell_activation(op)
    check_projection_width(op)
    inputs = [
        op.optional_input(name) if may_be_omitted else op.input_named(name)
        for name, may_be_omitted in LSTM_TENSORS
    ]
    op.zero_output(0, tuple(op.call.definition.shapes(op.call)[0]))
    inputs += [op.state_tensor("output_state_in", 1), op.state_tensor("cell_state_in", 2)]
    if op.call.form.name == "layer_norm":
        inputs += [op.optional_input(name) for name in LSTM_NORMS]
    op.add_operator(
        "LSTM",
        inputs,
        [op.output_tensor(3)],
        fusedActivationFunction=activation,
        cellClip=float(op.scalar("cell_clip")),
        projClip=float(op.scalar("proj_clip")),
    )


def _copy_of_input(op: Lowering, name: str) -> int:
    """Return a copy of an input, because the basic kernel overwrites the memory of its states."""
    source = op.input_named(name)
    copy = op.new_tensor_like(source, op.call.shape(name))
    op.add_operator("CONCATENATION", [source], [copy], axis=0)
    return copy


def quantized_16bit_lstm(op: Lowering) -> None:
    """Lower QUANTIZED_16BIT_LSTM to TFLite's basic kernel, which has all weights in one tensor.

    In each row the recurrent weights precede the input weights, as in the contract's own example.
    """
    batches, outputs = op.call.shape("prev_output")
    width = op.call.shape("input")[1] + outputs
    parts = [
        op.input_named(f"{source}_to_{gate}_weights")
        for gate in _BASIC_GATES
        for source in ("recurrent", "input")
    ]
    rows = [op.concatenate(parts[first : first + 2], 1) for first in range(0, len(parts), 2)]
    weights = op.concatenate(rows, 0)
    biases = [op.input_named(f"{gate}_gate_bias") for gate in _BASIC_GATES]
    bias = op.concatenate(biases, 0)
    cell, output = op.output_tensor(0), op.output_tensor(1)
    input_and_output = op.new_tensor_like(output, (batches, width))
    sums = op.new_tensor_like(cell, (batches, 4 * outputs))
    output_before, state = (
        _copy_of_input(op, name) if op.view(name).value is None else op.state_tensor(name, None)
        for name in ("prev_output", "prev_cell_state")
    )
    op.add_operator(
        "LSTM",
        [op.input_named("input"), output_before, weights, bias, state],
        [output, cell, input_and_output, sums],
        kernelType=_BASIC,
        fusedActivationFunction=_TANH,
    )


def quantized_lstm(op: Lowering) -> None:
    """Lower QUANTIZED_LSTM to TFLite's LSTM with 8-bit weights, which it reads at preparation.

    TFLite's peepholes read as many weights as there are outputs.
    """
    states = [op.call.shape(f"{kind}_state_in") for kind in ("output", "cell")]
    peephole = op.view("cell_to_forget_weights")
    if peephole.omitted is not True and peephole.dims == states[1][1:] != states[0][1:]:
        raise Declined("TFLite's 8-bit LSTM reads one peephole weight for each output")
    weights = [op.constant_input(name) for name, _ in LSTM_TENSORS if name != "input"]
    norms = [op.constant_input(name) for name in LSTM_NORMS]
    normalized = norms[1] != OMITTED
    intermediates = [
        TfliteTensor("INT16", (1,), Quantization((float(scale),), (0,)))
        for scale in (
            op.scalar(f"{gate}_intermediate_scale") if normalized else _SUM_UNIT
            for gate in ("input", "forget", "cell", "output")
        )
    ]
    hidden = float(op.scalar("hidden_state_scale")), int(op.scalar("hidden_state_zero_point"))
    intermediates.append(TfliteTensor("INT8", (1,), Quantization((hidden[0],), (hidden[1],))))
    clips = [
        float(op.scalar(name)) if op.call.present(name) else 0.0
        for name in ("cell_clip", "projection_clip")
    ]
    inputs = [op.input_named("input"), *weights]
    inputs += [op.state_tensor("output_state_in", 0), op.state_tensor("cell_state_in", 1)]
    op.add_operator(
        "LSTM",
        [*inputs, *(norms if normalized else ())],
        [op.output_tensor(2)],
        intermediates=[op.graph.add_tensor(intermediate) for intermediate in intermediates],
        fusedActivationFunction=_TANH,
        cellClip=clips[0],
        projClip=clips[1],
    )


def rnn(op: Lowering) -> None:
    """Lower RNN."""
    activation = cell_activation(op)
    inputs = [op.input_named(name) for name in ("input", "weights", "recurrent_weights", "bias")]
    inputs.append(op.state_tensor("hidden_state_in", 0))
    op.add_operator("RNN", inputs, [op.output_tensor(1)], fusedActivationFunction=activation)


def svdf(op: Lowering) -> None:
    """Lower SVDF.

    HAL shifts the state at the end of a step, TFLite at the start of the next one. The conversions
    of the state compensate for this.
    """
    activation = fused_activation(op)
    memory = op.call.shape("weights_time")[1]

    def by_feature(array: Array) -> Array:
        return array.reshape(-1, memory)

    def before(array: Array) -> Array:
        return np.roll(by_feature(array), 1, axis=1).reshape(array.shape)

    def after(array: Array) -> Array:
        shifted = np.roll(by_feature(array), -1, axis=1)
        shifted[:, -1] = 0
        return shifted.reshape(array.shape)

    inputs = [op.input_named(name) for name in ("input", "weights_feature", "weights_time")]
    inputs += [op.optional_input("bias"), op.state_tensor("state_in", 0, before, after)]
    op.add_operator(
        "SVDF",
        inputs,
        [op.output_tensor(1)],
        rank=op.scalar("rank"),
        fusedActivationFunction=activation,
    )


def embedding_lookup(op: Lowering) -> None:
    """Lower EMBEDDING_LOOKUP."""
    inputs = [op.input_named("lookups"), op.input_named("values")]
    op.add_operator("EMBEDDING_LOOKUP", inputs, [op.output_tensor()])


def hashtable_lookup(op: Lowering) -> None:
    """Lower HASHTABLE_LOOKUP."""
    inputs = [op.input_named(name) for name in ("lookups", "keys", "values")]
    op.add_operator("HASHTABLE_LOOKUP", inputs, [op.output_tensor(0), op.output_tensor(1)])


_SPARSE, _DENSE = 1, 2
"""``LSHProjectionType``; SPARSE adds to each hash function's result the start of its own range."""


def lsh_projection(op: Lowering) -> None:
    """Lower LSH_PROJECTION; the deprecated sparse type subtracts the starts of the ranges again."""
    kind = ProjectionType(op.scalar("type"))
    position = op.call.position("input")
    assert position is not None
    # The operator hashes the bytes of the input, so a float16 input must not be widened.
    inputs = [op.input_named("hash"), op.raw_input(position)]
    if op.call.present("weight"):
        inputs.append(op.input_named("weight"))
    target = projected = op.output_tensor()
    if kind == ProjectionType.SPARSE_DEPRECATED:
        projected = op.new_tensor_like(target, op.shape_of(target))
    op.add_operator(
        "LSH_PROJECTION",
        inputs,
        [projected],
        type=_DENSE if kind == ProjectionType.DENSE else _SPARSE,
    )
    if kind == ProjectionType.SPARSE_DEPRECATED:
        functions, bits = op.call.shape("hash")
        starts = op.constant_tensor((np.arange(functions) << bits).astype(np.int32))
        op.add_operator("SUB", [projected, starts], [target])


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
