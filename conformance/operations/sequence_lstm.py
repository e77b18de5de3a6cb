"""UNIDIRECTIONAL_SEQUENCE_LSTM and BIDIRECTIONAL_SEQUENCE_LSTM: an LSTM layer over a sequence.

States are kept in double precision between steps; outputs are rounded once. In the bidirectional
layer each direction has its own operands, which determine coupling, normalization and projection.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from conformance.operations import toolkit as op
from conformance.operations.families import lstm_operands, sequences

_AGREE = (
    "batch_size, max_time and each direction's input_size, num_units and output_size are the same "
    "in all operands"
)


def _reader(call: op.Call, prefix: str = "", auxiliary: bool = False) -> sequences.CellReader:
    read_cell = lstm_operands.cell_reader(call, prefix, auxiliary)
    states = [call.position(f"{prefix}{name}_state_in") or 0 for name in ("output", "cell")]

    def read(inputs: Sequence[op.Array | None]) -> tuple[sequences.Cell, sequences.State]:
        wide = (lstm_operands.to_float64(inputs[index]) for index in states)
        return read_cell(inputs), tuple(state for state in wide if state is not None)

    return read


# ------------------------------------------------------------------------------- one direction


def _unidirectional_shapes(call: op.Call) -> list[op.Shape]:
    batch, outputs = (op.size(call, "output_state_in", axis) for axis in (0, 1))
    shapes: list[op.Shape] = [(*sequences.leading_sizes(call), outputs)]
    if len(call.outputs) > 1:
        shapes += [(batch, outputs), (batch, op.size(call, "cell_state_in", 1))]
    return shapes


# ------------------------------------------------------------------------------ two directions

_FW, _BW = "fw_aux_forget_weights", "bw_aux_forget_weights"
_STATES = ("fw_output_state_in", "fw_cell_state_in", "bw_output_state_in", "bw_cell_state_in")
_OUTPUT_STATES = ("fw_output_state_in", "bw_output_state_in")


def _compile_bidirectional(call: op.Call) -> op.Kernel:
    readers = [_reader(call, prefix, call.present(_FW)) for prefix in ("fw_", "bw_")]
    return sequences.bidirectional_kernel(call, _FW, readers)


def _aux_weights(prefix: str) -> op.Condition:
    return lstm_operands.gate_weights_rule(
        "aux_weights",
        "aux_{gate}_weights",
        "the auxiliary weights all have values, or none has one; with CIFG, those of the input "
        "gate have none",
        prefix,
    )


_aux_sizes = {
    f"{prefix}aux_{gate}_weights": (f"{prefix}units", "aux input size")
    for prefix in ("fw_", "bw_")
    for gate in lstm_operands.GATES
}
_CONDITIONS = (
    op.sizes_agree(
        {
            "input": sequences.INPUT_SIZES,
            **lstm_operands.cell_sizes("fw_"),
            **lstm_operands.cell_sizes("bw_", "bw_input size"),
            "aux_input": sequences.AUX_SIZES,
            **_aux_sizes,
        },
        _AGREE,
    ),
    *lstm_operands.cell_conditions("fw_"),
    *lstm_operands.cell_conditions("bw_"),
    _aux_weights("fw_"),
    _aux_weights("bw_"),
    sequences.batch_size(*_STATES),
    *sequences.linking_conditions(
        _FW, _BW, [f"bw_input_to_{gate}_weights" for gate in lstm_operands.GATES]
    ),
    sequences.output_count(4),
    *lstm_operands.SCALAR_CONDITIONS,
)

_optional = partial(op.tensor, presence=op.Presence.OMITTABLE)
_TIME_MAJOR = op.boolean("time_major")
_STATE_NAMES = (
    "fw_activation_state_out",
    "fw_cell_state_out",
    "bw_activation_state_out",
    "bw_cell_state_out",
)

DEFINITIONS = (
    op.OperationDefinition(
        type=op.OperationType.UNIDIRECTIONAL_SEQUENCE_LSTM,
        properties=op.properties(
            op.CELL,
            "recurrent.lstm",
            op.Cost.HIGHEST,
            op.Trait.INNER_ACTIVATION,
            mobile_weight=24,
        ).with_examples("unidirectional_sequence_lstm_state_projection_batch_major"),
        types=op.FLOAT_TYPES_1_2,
        forms=op.one_form(
            op.tensor("input", ranks=op.ranks(3)),
            *lstm_operands.weight_operands(),
            *lstm_operands.state_operands(),
            *lstm_operands.CELL_SCALARS,
            _TIME_MAJOR,
            *lstm_operands.norm_operands(),
        ),
        outputs=(
            op.tensor("output", ranks=op.ranks(3)),
            sequences.state_output("output_state_out"),
            sequences.state_output("cell_state_out"),
        ),
        output_lists=(("output",), ("output", "output_state_out", "cell_state_out")),
        shapes=_unidirectional_shapes,
        compile=lambda call: sequences.unidirectional_kernel(call, _reader(call)),
        conditions=(
            op.sizes_agree({"input": sequences.INPUT_SIZES, **lstm_operands.cell_sizes()}, _AGREE),
            *lstm_operands.cell_conditions(),
            sequences.batch_size("output_state_in", "cell_state_in"),
            *lstm_operands.SCALAR_CONDITIONS,
        ),
        doc="an LSTM cell over time: each step starts from the states of the previous step",
    ),
    op.OperationDefinition(
        type=op.OperationType.BIDIRECTIONAL_SEQUENCE_LSTM,
        properties=op.properties(
            op.CELL, "recurrent.bidirectional_lstm", op.Cost.HIGHEST, op.Trait.INNER_ACTIVATION
        ).with_examples(
            "bidirectional_sequence_lstm_sources_forward_bias_all_tensors_as_inputs",
            "bidirectional_sequence_lstm_cross",
        ),
        types=op.FLOAT_TYPES_1_2,
        forms=op.one_form(
            op.tensor("input", ranks=op.ranks(3)),
            *lstm_operands.weight_operands("fw_"),
            *lstm_operands.weight_operands("bw_"),
            *lstm_operands.state_operands("fw_"),
            *lstm_operands.state_operands("bw_"),
            _optional("aux_input", ranks=op.ranks(3)),
            *(_optional(name, ranks=op.ranks(2)) for name in _aux_sizes),
            *lstm_operands.CELL_SCALARS,
            op.boolean("merge_outputs"),
            _TIME_MAJOR,
            *lstm_operands.norm_operands("fw_"),
            *lstm_operands.norm_operands("bw_"),
        ),
        outputs=(
            op.tensor("fw_output", ranks=op.ranks(3)),
            op.tensor("bw_output", ranks=op.ranks(3), presence=op.Presence.TRAILING),
            *(sequences.state_output(name) for name in _STATE_NAMES),
        ),
        output_lists=(
            ("fw_output",),
            ("fw_output", "bw_output"),
            ("fw_output", *_STATE_NAMES),
            ("fw_output", "bw_output", *_STATE_NAMES),
        ),
        shapes=lambda call: sequences.bidirectional_shapes(call, _STATES, _OUTPUT_STATES),
        compile=_compile_bidirectional,
        conditions=_CONDITIONS,
        doc="two LSTM layers over time; the backward layer runs from the last step to the first",
    ),
)
