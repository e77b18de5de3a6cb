"""UNIDIRECTIONAL_SEQUENCE_RNN and BIDIRECTIONAL_SEQUENCE_RNN: a basic RNN layer over a sequence.

States are kept in double precision between steps; outputs are rounded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import cast

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import sequences
from conformance.operations.rnn import ACTIVATION_CODE, RnnCell

_AGREE = "batch size, time steps, input sizes and numbers of units are the same in all operands"
_CELL = ("weights", "recurrent_weights", "bias", "hidden_state_in")


def _cell_sizes(prefix: str, input_size: str) -> dict[str, tuple[str, ...]]:
    units = f"{prefix}units"
    return {
        f"{prefix}weights": (units, input_size),
        f"{prefix}recurrent_weights": (units, units),
        f"{prefix}bias": (units,),
        f"{prefix}hidden_state_in": ("batch", units),
    }


def _cell_operands(prefix: str) -> tuple[op.OperandSpec, ...]:
    return tuple(op.tensor(prefix + n, ranks=op.ranks(1 if n == "bias" else 2)) for n in _CELL)


def _reader(call: op.Call, prefix: str = "", aux_weights: str = "") -> sequences.CellReader:
    """Return the reader of a cell; with ``aux_weights`` it reads the auxiliary input, too."""
    activation = call.scalar("activation")
    names = [prefix + name for name in _CELL] + [aux_weights] * bool(aux_weights)
    positions = [call.position(name) or 0 for name in names]

    def cell(inputs: Sequence[op.Array | None]) -> tuple[RnnCell, sequences.State]:
        weights, recurrent, bias, state, *extra = (
            cast("op.Array", inputs[index]).astype(np.float64) for index in positions
        )
        if extra:
            weights = np.concatenate([weights, *extra], axis=1)
        return RnnCell(weights, recurrent, bias, activation), (state,)

    return cell


@op.condition("time_major is 0 or 1")
def _time_major_code(call: op.Call) -> str | None:
    value = call.scalar("time_major")
    return None if value in (0, 1) else f"time_major is {value}, but must be 0 or 1"


# ------------------------------------------------------------------------------- one direction


def _unidirectional_shapes(call: op.Call) -> list[op.Shape]:
    units = op.size(call, "weights", 0)
    shapes: list[op.Shape] = [(*sequences.leading_sizes(call), units)]
    if len(call.outputs) > 1:
        shapes.append((op.size(call, "hidden_state_in", 0), units))
    return shapes


# ------------------------------------------------------------------------------ two directions

_FW, _BW = "fw_aux_weights", "bw_aux_weights"
_STATES = ("fw_hidden_state_in", "bw_hidden_state_in")


def _compile_bidirectional(call: op.Call) -> op.Kernel:
    aux_weights = (_FW, _BW) if call.present(_FW) else ("", "")
    readers = [_reader(call, *names) for names in zip(("fw_", "bw_"), aux_weights, strict=True)]
    return sequences.bidirectional_kernel(call, _FW, readers)


_optional = partial(op.tensor, presence=op.Presence.OMITTABLE)
_output3 = partial(op.tensor, ranks=op.ranks(3))
_CONDITIONS: tuple[op.Condition, ...] = (
    op.sizes_agree(
        {
            "input": sequences.INPUT_SIZES,
            **_cell_sizes("fw_", "input size"),
            **_cell_sizes("bw_", "bw_input size"),
            "aux_input": sequences.AUX_SIZES,
            _FW: ("fw_units", "aux input size"),
            _BW: ("bw_units", "aux input size"),
        },
        _AGREE,
    ),
    sequences.batch_size(*_STATES),
    *sequences.linking_conditions(_FW, _BW, ("bw_weights",)),
    sequences.output_count(2),
    ACTIVATION_CODE,
)

DEFINITIONS = (
    op.OperationDefinition(
        type=op.OperationType.UNIDIRECTIONAL_SEQUENCE_RNN,
        properties=op.properties(op.CELL, "recurrent.sequence_rnn", op.Cost.HIGHEST),
        types=op.FLOAT_TYPES_1_2,
        forms=op.one_form(
            op.tensor("input", ranks=op.ranks(3)),
            *_cell_operands(""),
            op.int32("activation"),
            op.int32("time_major"),
        ),
        outputs=(_output3("output"), sequences.state_output("state_out")),
        shapes=_unidirectional_shapes,
        compile=lambda call: sequences.unidirectional_kernel(call, _reader(call)),
        conditions=(
            op.sizes_agree(
                {"input": sequences.INPUT_SIZES, **_cell_sizes("", "input size")}, _AGREE
            ),
            sequences.batch_size("hidden_state_in"),
            ACTIVATION_CODE,
            _time_major_code,
        ),
        doc="output[t] = state = activation(input[t] * weights^T + state * recurrent^T + bias)",
    ),
    op.OperationDefinition(
        type=op.OperationType.BIDIRECTIONAL_SEQUENCE_RNN,
        properties=op.properties(
            op.CELL, "recurrent.bidirectional_rnn", op.Cost.HIGHEST
        ).with_examples("bidirectional_sequence_rnn_ends_single_all_tensors_as_inputs"),
        types=op.FLOAT_TYPES_1_2,
        forms=op.one_form(
            op.tensor("input", ranks=op.ranks(3)),
            *_cell_operands("fw_"),
            *_cell_operands("bw_"),
            _optional("aux_input", ranks=op.ranks(3)),
            _optional(_FW, ranks=op.ranks(2)),
            _optional(_BW, ranks=op.ranks(2)),
            op.int32("activation"),
            op.boolean("time_major"),
            op.boolean("merge_outputs"),
        ),
        outputs=(
            _output3("fw_output"),
            _output3("bw_output", presence=op.Presence.TRAILING),
            sequences.state_output("fw_state_out"),
            sequences.state_output("bw_state_out"),
        ),
        output_lists=(
            ("fw_output",),
            ("fw_output", "bw_output"),
            ("fw_output", "fw_state_out", "bw_state_out"),
            ("fw_output", "bw_output", "fw_state_out", "bw_state_out"),
        ),
        shapes=lambda call: sequences.bidirectional_shapes(call, _STATES, _STATES),
        compile=_compile_bidirectional,
        conditions=_CONDITIONS,
        doc="two RNN layers over time; the backward layer runs from the last step to the first",
    ),
)
