"""Recurrent cells and lookups.

TFLite keeps a cell's state in a variable tensor, which is set before a run and read afterwards.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.drivers.litert.operators.parameters import cell_activation, fused_activation
from conformance.drivers.litert.site import Site
from conformance.hal import OperationType
from conformance.operations.definition import Array
from conformance.operations.lsh_projection import ProjectionType

_LSTM_TENSORS: Final = (
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
_LAYER_NORM: Final = tuple(
    f"{gate}_layer_norm_weights" for gate in ("input", "forget", "cell", "output")
)


def lstm(site: Site) -> None:
    """LSTM; the scratch output is made up."""
    activation = cell_activation(site)
    inputs = [
        site.optional(name) if may_be_omitted else site.tensor(name)
        for name, may_be_omitted in _LSTM_TENSORS
    ]
    site.made_up(0, tuple(site.call.definition.shapes(site.call)[0]))
    inputs += [site.state("output_state_in", 1), site.state("cell_state_in", 2)]
    if site.call.form.name == "layer_norm":
        inputs += [site.optional(name) for name in _LAYER_NORM]
    site.run(
        "LSTM",
        inputs,
        [site.result(3)],
        "LSTMOptions",
        fusedActivationFunction=activation,
        cellClip=float(site.scalar("cell_clip")),
        projClip=float(site.scalar("proj_clip")),
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
    OperationType.LSTM: ("output_state_in", "cell_state_in"),
    OperationType.RNN: ("hidden_state_in",),
    OperationType.SVDF: ("state_in",),
}
"""Inputs that become variable tensors: their values must be there before the run."""

CONVERTERS: Final = {
    OperationType.LSTM: lstm,
    OperationType.RNN: rnn,
    OperationType.SVDF: svdf,
    OperationType.EMBEDDING_LOOKUP: embedding_lookup,
    OperationType.HASHTABLE_LOOKUP: hashtable_lookup,
    OperationType.LSH_PROJECTION: lsh_projection,
}
