"""Faults in lookups, hashing and recurrent cells."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from tests.sample_drivers.values.fault_injection import (
    OptionalArrays,
    changed_output,
    half_precision,
    misread_input,
    omitted,
    only_for,
    replaced_computation,
    row,
    scalars,
    table,
)

Op, T = OperationType, OperandType

LSTM = ("lstm", "lstm_*")

PEEPHOLES = ("cell_to_input_weights", "cell_to_forget_weights", "cell_to_output_weights")

NORMS = tuple(f"{gate}_layer_norm_weights" for gate in ("input", "forget", "cell", "output"))


def gates_exchanged(call: Call) -> Kernel:
    """Exchange the weights and biases of the forget gate and the output gate."""
    kernel = call.definition.compile(call)
    place = {spec.name: index for index, spec in enumerate(call.form.inputs)}
    pairs = [
        (place[name], place[name.replace("forget", "output")])
        for name in ("input_to_forget_weights", "recurrent_to_forget_weights", "forget_gate_bias")
    ]

    def run(inputs: OptionalArrays) -> OptionalArrays:
        changed = list(inputs)
        for first, second in pairs:
            changed[first], changed[second] = changed[second], changed[first]
        return kernel(changed)

    return run


def nothing(call: Call, array: Array) -> Array:
    """Return zeros in place of the data."""
    return array * 0


def aged_the_other_way(call: Call, array: Array) -> Array:
    """Return the state with the memory of each filter in reverse order."""
    memory = call.shape("weights_time")[1]
    return array.reshape(-1, memory)[:, ::-1].reshape(array.shape)


LOOKUP = table(
    "look-up and hashing",
    row(Op.EMBEDDING_LOOKUP, "rows in table order", replaced_computation(lambda c, rows, table: table[np.arange(len(rows)) % len(table)])),
    row(Op.EMBEDDING_LOOKUP, "next row", replaced_computation(lambda c, rows, table: table[(rows + 1) % len(table)])),
    row(Op.EMBEDDING_LOOKUP, "rows transposed", replaced_computation(lambda c, rows, table: table[rows].reshape(len(rows), -1).T)),
    row(Op.EMBEDDING_LOOKUP, "signed rows read as unsigned", only_for(replaced_computation(lambda c, rows, table: np.maximum(table[rows], 0)), T.TENSOR_QUANT8_ASYMM_SIGNED), "SIGNED"),
    row(Op.HASHTABLE_LOOKUP, "misses give the first row", changed_output(lambda c, a: np.where(a == 0, a.reshape(-1)[0] + 1, a))),
    row(Op.HASHTABLE_LOOKUP, "every hit missed", changed_output(lambda c, a: a * 0), "every element is zero"),
    row(Op.HASHTABLE_LOOKUP, "hits inverted", changed_output(lambda c, a: 1 - a, 1), seen_at=Op.RELU1),
    row(Op.HASHTABLE_LOOKUP, "hits written as 255", changed_output(lambda c, a: a * 255, 1)),
    row(Op.LSH_PROJECTION, "dense bits inverted", changed_output(lambda c, a: 1 - a if c.scalar("type") == 2 else a), seen_at=Op.EMBEDDING_LOOKUP),
    row(Op.LSH_PROJECTION, "dense bits in reverse order", changed_output(lambda c, a: a[::-1] if c.scalar("type") == 2 else a), seen_at=Op.EMBEDDING_LOOKUP),
    row(Op.LSH_PROJECTION, "sparse bits in reverse order", misread_input("hash", lambda c, a: a[:, ::-1] if c.scalar("type") != 2 else a)),
    row(Op.LSH_PROJECTION, "weights ignored", omitted("weight")),
    row(Op.LSH_PROJECTION, "sparse results without their offsets", scalars(type=lambda t: np.where(t == 3, 1, t))),
    row(Op.LSH_PROJECTION, "sparse results with offsets in the deprecated form", scalars(type=lambda t: np.where(t == 1, 3, t))),
    row(Op.LSH_PROJECTION, "only the first input element hashed", misread_input("input", lambda c, a: np.broadcast_to(a[:1], a.shape))),
)  # fmt: skip


RECURRENT = table(
    "recurrent",
    row(Op.LSTM, "peepholes ignored", omitted(*PEEPHOLES), specs=LSTM),
    row(Op.LSTM, "projection bias ignored", omitted("projection_bias"), specs=LSTM),
    row(Op.LSTM, "cell clip ignored", scalars(cell_clip=0), specs=LSTM),
    row(Op.LSTM, "projection clip ignored", scalars(proj_clip=0), specs=LSTM),
    row(Op.LSTM, "activation is always tanh", scalars(activation=4), specs=LSTM),
    row(Op.LSTM, "layer normalization ignored", omitted(*NORMS), specs=LSTM),
    row(Op.LSTM, "forget and output gate exchanged", gates_exchanged, specs=LSTM),
    row(Op.LSTM, "output state ignored", misread_input("output_state_in", nothing), specs=LSTM),
    row(Op.LSTM, "cell state ignored", misread_input("cell_state_in", nothing), specs=LSTM),
    row(Op.LSTM, "cell state not updated", changed_output(lambda c, a: a * 0, 2), specs=LSTM),
    row(Op.LSTM, "float32 computed as float16", only_for(changed_output(half_precision, 3), T.TENSOR_FLOAT32), "precision", specs=LSTM, unaffected_cases=("relaxed", "float16")),
    row(Op.RNN, "hidden state ignored", misread_input("hidden_state_in", nothing)),
    row(Op.RNN, "activation ignored", scalars(activation=0)),
    row(Op.RNN, "recurrent weights transposed", misread_input("recurrent_weights", lambda c, a: a.T)),
    row(Op.RNN, "bias ignored", misread_input("bias", nothing)),
    row(Op.RNN, "hidden state not updated", changed_output(lambda c, a: a * 0, 0)),
    row(Op.RNN, "float32 computed as float16", only_for(changed_output(half_precision, 1), T.TENSOR_FLOAT32), unaffected_cases=("relaxed", "float16")),
    row(Op.SVDF, "state ignored", misread_input("state_in", nothing)),
    row(Op.SVDF, "state in reverse order", misread_input("state_in", aged_the_other_way)),
    row(Op.SVDF, "new state in reverse order", changed_output(aged_the_other_way, 0)),
    row(Op.SVDF, "bias ignored", omitted("bias")),
    row(Op.SVDF, "activation ignored", scalars(activation=0)),
    row(Op.SVDF, "time filter reversed", misread_input("weights_time", lambda c, a: a[:, ::-1])),
    row(Op.SVDF, "float32 computed as float16", only_for(changed_output(half_precision, 1), T.TENSOR_FLOAT32), "precision", unaffected_cases=("relaxed", "float16")),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
