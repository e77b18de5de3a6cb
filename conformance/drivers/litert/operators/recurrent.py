"""Recurrent cells, lookups and LSH_PROJECTION.

TFLite keeps a cell's state in a variable tensor, which is set before a run and read after it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.drivers.litert.graph import OMITTED, Quantization, Tensor
from conformance.drivers.litert.operators.parameters import cell_activation, fused_activation
from conformance.drivers.litert.site import DeclinedError, Site
from conformance.hal import OperationType
from conformance.operations.definition import Array
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


def room_for_projection(lowering: Site, prefix: str = "") -> None:
    """Decline an LSTM whose output is wider than its cell.

    TFLite would write past the end of its scratch memory.
    """
    widths = [lowering.call.shape(f"{prefix}{kind}_state_in")[1] for kind in ("output", "cell")]
    if widths[0] > widths[1]:
        raise DeclinedError("scratch memory is too small for a projection wider than the cell")


def lstm(lowering: Site) -> None:
    """Lower LSTM; the scratch output is filled with zeros."""
    activation = cell_activation(lowering)
    room_for_projection(lowering)
    inputs = [
        lowering.optional(name) if may_be_omitted else lowering.tensor(name)
        for name, may_be_omitted in LSTM_TENSORS
    ]
    lowering.made_up(0, tuple(lowering.call.definition.shapes(lowering.call)[0]))
    inputs += [lowering.state("output_state_in", 1), lowering.state("cell_state_in", 2)]
    if lowering.call.form.name == "layer_norm":
        inputs += [lowering.optional(name) for name in LSTM_NORMS]
    lowering.run(
        "LSTM",
        inputs,
        [lowering.result(3)],
        "LSTMOptions",
        fusedActivationFunction=activation,
        cellClip=float(lowering.scalar("cell_clip")),
        projClip=float(lowering.scalar("proj_clip")),
    )


def _copied(lowering: Site, name: str) -> int:
    """Return a copy of an input, because the basic kernel overwrites the memory of its states."""
    source = lowering.tensor(name)
    copy = lowering.like(source, lowering.call.shape(name))
    lowering.run("CONCATENATION", [source], [copy], "ConcatenationOptions", axis=0)
    return copy


def quantized_16bit_lstm(lowering: Site) -> None:
    """Lower QUANTIZED_16BIT_LSTM to TFLite's basic kernel, which has all weights in one tensor.

    In each row the recurrent weights precede the input weights, as in the contract's own example.
    """
    batches, outputs = lowering.call.shape("prev_output")
    width = lowering.call.shape("input")[1] + outputs
    parts = [
        lowering.tensor(f"{source}_to_{gate}_weights")
        for gate in _BASIC_GATES
        for source in ("recurrent", "input")
    ]
    rows = [lowering.like(parts[0], (outputs, width)) for _ in _BASIC_GATES]
    for number, row in enumerate(rows):
        pair = parts[2 * number : 2 * number + 2]
        lowering.run("CONCATENATION", pair, [row], "ConcatenationOptions", axis=1)
    weights = lowering.like(parts[0], (4 * outputs, width))
    lowering.run("CONCATENATION", rows, [weights], "ConcatenationOptions", axis=0)
    biases = [lowering.tensor(f"{gate}_gate_bias") for gate in _BASIC_GATES]
    bias = lowering.like(biases[0], (4 * outputs,))
    lowering.run("CONCATENATION", biases, [bias], "ConcatenationOptions", axis=0)
    cell, output = lowering.result(0), lowering.result(1)
    input_and_output = lowering.like(output, (batches, width))
    sums = lowering.like(cell, (batches, 4 * outputs))
    output_before, state = (
        _copied(lowering, name) if lowering.view(name).value is None else lowering.state(name, None)
        for name in ("prev_output", "prev_cell_state")
    )
    lowering.run(
        "LSTM",
        [lowering.tensor("input"), output_before, weights, bias, state],
        [output, cell, input_and_output, sums],
        "LSTMOptions",
        kernelType=_BASIC,
        fusedActivationFunction=_TANH,
    )


def quantized_lstm(lowering: Site) -> None:
    """Lower QUANTIZED_LSTM to TFLite's LSTM with 8-bit weights, which it reads at preparation.

    TFLite's peepholes read as many weights as there are outputs.
    """
    states = [lowering.call.shape(f"{kind}_state_in") for kind in ("output", "cell")]
    peephole = lowering.view("cell_to_forget_weights")
    if peephole.omitted is not True and peephole.dims == states[1][1:] != states[0][1:]:
        raise DeclinedError("LSTM of 8 bits reads as many peephole weights as outputs")
    weights = [lowering.fixed(name) for name, _ in LSTM_TENSORS if name != "input"]
    norms = [lowering.fixed(name) for name in LSTM_NORMS]
    normalized = norms[1] != OMITTED
    intermediates = [
        Tensor("INT16", (1,), Quantization((float(scale),), (0,)))
        for scale in (
            lowering.scalar(f"{gate}_intermediate_scale") if normalized else _SUM_UNIT
            for gate in ("input", "forget", "cell", "output")
        )
    ]
    hidden = (
        float(lowering.scalar("hidden_state_scale")),
        int(lowering.scalar("hidden_state_zero_point")),
    )
    intermediates.append(Tensor("INT8", (1,), Quantization((hidden[0],), (hidden[1],))))
    clips = [
        float(lowering.scalar(name)) if lowering.call.present(name) else 0.0
        for name in ("cell_clip", "projection_clip")
    ]
    inputs = [lowering.tensor("input"), *weights]
    inputs += [lowering.state("output_state_in", 0), lowering.state("cell_state_in", 1)]
    lowering.run(
        "LSTM",
        [*inputs, *(norms if normalized else ())],
        [lowering.result(2)],
        "LSTMOptions",
        intermediates=[lowering.graph.add(intermediate) for intermediate in intermediates],
        fusedActivationFunction=_TANH,
        cellClip=clips[0],
        projClip=clips[1],
    )


def rnn(lowering: Site) -> None:
    """Lower RNN."""
    activation = cell_activation(lowering)
    inputs = [lowering.tensor(name) for name in ("input", "weights", "recurrent_weights", "bias")]
    inputs.append(lowering.state("hidden_state_in", 0))
    lowering.run(
        "RNN", inputs, [lowering.result(1)], "RNNOptions", fusedActivationFunction=activation
    )


def svdf(lowering: Site) -> None:
    """Lower SVDF.

    HAL shifts the state at the end of a step, TFLite at the start of the next one; the conversions
    of the state make up for this.
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

    inputs = [lowering.tensor(name) for name in ("input", "weights_feature", "weights_time")]
    inputs += [lowering.optional("bias"), lowering.state("state_in", 0, before, after)]
    lowering.run(
        "SVDF",
        inputs,
        [lowering.result(1)],
        "SVDFOptions",
        rank=lowering.scalar("rank"),
        fusedActivationFunction=activation,
    )


def embedding_lookup(lowering: Site) -> None:
    """Lower EMBEDDING_LOOKUP."""
    inputs = [lowering.tensor("lookups"), lowering.tensor("values")]
    lowering.run("EMBEDDING_LOOKUP", inputs, [lowering.result()])


def hashtable_lookup(lowering: Site) -> None:
    """Lower HASHTABLE_LOOKUP."""
    inputs = [lowering.tensor(name) for name in ("lookups", "keys", "values")]
    lowering.run("HASHTABLE_LOOKUP", inputs, [lowering.result(0), lowering.result(1)])


_SPARSE, _DENSE = 1, 2
"""``LSHProjectionType``; SPARSE adds to each hash function's result the start of its own range."""


def lsh_projection(lowering: Site) -> None:
    """Lower LSH_PROJECTION; the deprecated sparse type subtracts the starts of the ranges again."""
    kind = ProjectionType(lowering.scalar("type"))
    position = lowering.call.position("input")
    assert position is not None
    # The operator hashes the bytes of the input, so a float16 input must not be widened.
    inputs = [lowering.tensor("hash"), lowering.raw(position)]
    if lowering.call.present("weight"):
        inputs.append(lowering.tensor("weight"))
    target = projected = lowering.result()
    if kind == ProjectionType.SPARSE_DEPRECATED:
        projected = lowering.like(target, lowering.shape(target))
    lowering.run(
        "LSH_PROJECTION",
        inputs,
        [projected],
        "LSHProjectionOptions",
        type=_DENSE if kind == ProjectionType.DENSE else _SPARSE,
    )
    if kind == ProjectionType.SPARSE_DEPRECATED:
        functions, bits = lowering.call.shape("hash")
        starts = lowering.constant((np.arange(functions) << bits).astype(np.int32))
        lowering.run("SUB", [projected, starts], [target], "SubOptions")


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
