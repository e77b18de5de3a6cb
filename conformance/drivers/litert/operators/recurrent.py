"""Recurrent cells and lookups.

TFLite keeps a cell's state in a variable tensor, which is set before a run and read afterwards.
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
LSTM_NORMS: Final = tuple(
    f"{gate}_layer_norm_weights" for gate in ("input", "forget", "cell", "output")
)

_BASIC: Final = 1
"""``LSTMKernelType``."""
_TANH: Final = 4
_SUM_UNIT: Final = 2.0**-12
"""Of a gate's sum without layer normalization."""
_BASIC_GATES: Final = ("input", "cell", "forget", "output")


def room_for_projection(site: Site, prefix: str = "") -> None:
    """Decline an output wider than the cell: TFLite writes behind its scratch memory then."""
    widths = [site.call.shape(f"{prefix}{kind}_state_in")[1] for kind in ("output", "cell")]
    if widths[0] > widths[1]:
        raise DeclinedError("scratch memory has no room for a projection wider than the cell")


def lstm(site: Site) -> None:
    """LSTM; the scratch output is made up."""
    activation = cell_activation(site)
    room_for_projection(site)
    inputs = [
        site.optional(name) if may_be_omitted else site.tensor(name)
        for name, may_be_omitted in LSTM_TENSORS
    ]
    site.made_up(0, tuple(site.call.definition.shapes(site.call)[0]))
    inputs += [site.state("output_state_in", 1), site.state("cell_state_in", 2)]
    if site.call.form.name == "layer_norm":
        inputs += [site.optional(name) for name in LSTM_NORMS]
    site.run(
        "LSTM",
        inputs,
        [site.result(3)],
        "LSTMOptions",
        fusedActivationFunction=activation,
        cellClip=float(site.scalar("cell_clip")),
        projClip=float(site.scalar("proj_clip")),
    )


def _copied(site: Site, name: str) -> int:
    """A tensor of its own: that kernel takes the memory of its states, which others may read."""
    source = site.tensor(name)
    copy = site.like(source, site.call.shape(name))
    site.run("CONCATENATION", [source], [copy], "ConcatenationOptions", axis=0)
    return copy


def quantized_16bit_lstm(site: Site) -> None:
    """QUANTIZED_16BIT_LSTM: TFLite's basic kernel, which has the weights in one tensor.

    The columns of a gate's recurrent weights come first there, as in the contract's own example.
    """
    batches, outputs = site.call.shape("prev_output")
    width = site.call.shape("input")[1] + outputs
    parts = [
        site.tensor(f"{source}_to_{gate}_weights")
        for gate in _BASIC_GATES
        for source in ("recurrent", "input")
    ]
    rows = [site.like(parts[0], (outputs, width)) for _ in _BASIC_GATES]
    for number, row in enumerate(rows):
        pair = parts[2 * number : 2 * number + 2]
        site.run("CONCATENATION", pair, [row], "ConcatenationOptions", axis=1)
    weights = site.like(parts[0], (4 * outputs, width))
    site.run("CONCATENATION", rows, [weights], "ConcatenationOptions", axis=0)
    biases = [site.tensor(f"{gate}_gate_bias") for gate in _BASIC_GATES]
    bias = site.like(biases[0], (4 * outputs,))
    site.run("CONCATENATION", biases, [bias], "ConcatenationOptions", axis=0)
    cell, output = site.result(0), site.result(1)
    read = site.like(output, (batches, width))
    sums = site.like(cell, (batches, 4 * outputs))
    before, state = (
        _copied(site, name) if site.view(name).value is None else site.state(name, None)
        for name in ("prev_output", "prev_cell_state")
    )
    site.run(
        "LSTM",
        [site.tensor("input"), before, weights, bias, state],
        [output, cell, read, sums],
        "LSTMOptions",
        kernelType=_BASIC,
        fusedActivationFunction=_TANH,
    )


def quantized_lstm(site: Site) -> None:
    """QUANTIZED_LSTM: TFLite's LSTM with 8-bit weights, which it reads when it is prepared.

    Its peepholes run over as many weights as there are outputs.
    """
    states = [site.call.shape(f"{kind}_state_in") for kind in ("output", "cell")]
    peephole = site.view("cell_to_forget_weights")
    if peephole.omitted is not True and peephole.dims == states[1][1:] != states[0][1:]:
        raise DeclinedError("LSTM of 8 bits has peepholes of the size of the output")
    weights = [site.fixed(name) for name, _ in LSTM_TENSORS if name != "input"]
    norms = [site.fixed(name) for name in LSTM_NORMS]
    normalized = norms[1] != OMITTED
    between = [
        Tensor("INT16", (1,), Quantization((float(scale),), (0,)))
        for scale in (
            site.scalar(f"{gate}_intermediate_scale") if normalized else _SUM_UNIT
            for gate in ("input", "forget", "cell", "output")
        )
    ]
    hidden = float(site.scalar("hidden_state_scale")), int(site.scalar("hidden_state_zero_point"))
    between.append(Tensor("INT8", (1,), Quantization((hidden[0],), (hidden[1],))))
    clips = [
        float(site.scalar(name)) if site.call.present(name) else 0.0
        for name in ("cell_clip", "projection_clip")
    ]
    inputs = [site.tensor("input"), *weights]
    inputs += [site.state("output_state_in", 0), site.state("cell_state_in", 1)]
    site.run(
        "LSTM",
        [*inputs, *(norms if normalized else ())],
        [site.result(2)],
        "LSTMOptions",
        intermediates=[site.graph.add(one) for one in between],
        fusedActivationFunction=_TANH,
        cellClip=clips[0],
        projClip=clips[1],
    )


def rnn(site: Site) -> None:
    """RNN."""
    activation = cell_activation(site)
    inputs = [site.tensor(n) for n in ("input", "weights", "recurrent_weights", "bias")]
    inputs.append(site.state("hidden_state_in", 0))
    site.run("RNN", inputs, [site.result(1)], "RNNOptions", fusedActivationFunction=activation)


def svdf(site: Site) -> None:
    """SVDF.

    HAL moves a state one place on at the end of a step, TFLite at the start of the next one.
    """
    activation = fused_activation(site)
    memory = site.call.shape("weights_time")[1]

    def places(array: Array) -> Array:
        return array.reshape(-1, memory)

    def before(array: Array) -> Array:
        return np.roll(places(array), 1, axis=1).reshape(array.shape)

    def after(array: Array) -> Array:
        moved = np.roll(places(array), -1, axis=1)
        moved[:, -1] = 0
        return moved.reshape(array.shape)

    inputs = [site.tensor(name) for name in ("input", "weights_feature", "weights_time")]
    inputs += [site.optional("bias"), site.state("state_in", 0, before, after)]
    site.run(
        "SVDF",
        inputs,
        [site.result(1)],
        "SVDFOptions",
        rank=site.scalar("rank"),
        fusedActivationFunction=activation,
    )


def embedding_lookup(site: Site) -> None:
    """EMBEDDING_LOOKUP."""
    inputs = [site.tensor("lookups"), site.tensor("values")]
    site.run("EMBEDDING_LOOKUP", inputs, [site.result()])


def hashtable_lookup(site: Site) -> None:
    """HASHTABLE_LOOKUP."""
    inputs = [site.tensor(name) for name in ("lookups", "keys", "values")]
    site.run("HASHTABLE_LOOKUP", inputs, [site.result(0), site.result(1)])


_SPARSE, _DENSE = 1, 2
"""``LSHProjectionType``; its SPARSE gives each function a range of numbers of its own."""


def lsh_projection(site: Site) -> None:
    """LSH_PROJECTION; of the deprecated sparse form the ranges are taken away again."""
    kind = ProjectionType(site.scalar("type"))
    position = site.call.position("input")
    assert position is not None
    # The bytes are hashed, so a float16 input must stay one.
    inputs = [site.tensor("hash"), site.raw(position)]
    if site.call.present("weight"):
        inputs.append(site.tensor("weight"))
    target = projected = site.result()
    if kind == ProjectionType.SPARSE_DEPRECATED:
        projected = site.like(target, site.shape(target))
    site.run(
        "LSH_PROJECTION",
        inputs,
        [projected],
        "LSHProjectionOptions",
        type=_DENSE if kind == ProjectionType.DENSE else _SPARSE,
    )
    if kind == ProjectionType.SPARSE_DEPRECATED:
        functions, bits = site.call.shape("hash")
        starts = site.constant((np.arange(functions) << bits).astype(np.int32))
        site.run("SUB", [projected, starts], [target], "SubOptions")


STATES: Final = {
    OperationType.QUANTIZED_LSTM: ("output_state_in", "cell_state_in"),
    OperationType.LSTM: ("output_state_in", "cell_state_in"),
    OperationType.RNN: ("hidden_state_in",),
    OperationType.SVDF: ("state_in",),
}
"""Inputs that become variable tensors: their values must be there before the run."""

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
