"""UNIDIRECTIONAL_SEQUENCE_LSTM and BIDIRECTIONAL_SEQUENCE_LSTM: an LSTM layer over a sequence.

States are kept in double precision between steps; outputs are rounded once. In the bidirectional
layer each direction has its own operands, which determine coupling, normalization and projection.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.cell_activation import cell_activation_code
from conformance.operations.conditions import at_least
from conformance.operations.definition import (
    FLOAT_SCALAR,
    Array,
    Condition,
    Form,
    Kernel,
    OperandSpec,
    OperationDefinition,
    Presence,
    Shape,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.fp_warnings import without_fp_warnings
from conformance.operations.lstm_cell import LstmCell
from conformance.operations.lstm_operands import (
    GATES,
    LSTM_ACTIVATIONS,
    PEEPHOLE_GATES,
    cell_conditions,
    cell_sizes,
    prepared_cell_reader,
    presence_rule,
    to_float64,
)
from conformance.operations.named_sizes import size, sizes_agree
from conformance.operations.numerics import F64Array, store
from conformance.operations.properties import CELL, Cost, Properties, Sampling, Trait
from conformance.operations.sequences import (
    AUX_SIZES,
    INPUT_SIZES,
    State,
    Step,
    batch_size,
    bidirectional_shapes,
    is_parallel_linking,
    leading_sizes,
    linking_conditions,
    output_count,
    state_output,
    time_first,
    unroll,
)

_TYPES = {
    OperandType.TENSOR_FLOAT32: Version.V1_2,
    OperandType.TENSOR_FLOAT16: Version.V1_2,
}
_SCALARS = (
    cell_activation_code(
        LSTM_ACTIVATIONS, "activation is 0 (none), 1 (RELU), 3 (RELU6), 4 (tanh) or 6 (sigmoid)"
    ),
    at_least("cell_clip", 0),
    at_least("proj_clip", 0),
)
_AGREE = (
    "batch_size, max_time and each direction's input_size, num_units and output_size are the same "
    "in all operands"
)


def _stepper(cell: LstmCell) -> Step:
    def step(driven: F64Array, state: State) -> State:
        return cell.step(driven, *state)

    return step


def _state(inputs: Sequence[Array | None], positions: Sequence[int]) -> State:
    return tuple(wide for index in positions if (wide := to_float64(inputs[index])) is not None)


# ------------------------------------------------------------------------------- one direction


def _unidirectional_shapes(call: Call) -> list[Shape]:
    batch, outputs = (size(call, "output_state_in", axis) for axis in (0, 1))
    shapes: list[Shape] = [(*leading_sizes(call), outputs)]
    if len(call.outputs) > 1:
        shapes += [(batch, outputs), (batch, size(call, "cell_state_in", 1))]
    return shapes


def _compile_unidirectional(call: Call) -> Kernel:
    prepared, time_major = prepared_cell_reader(call), call.scalar("time_major")
    positions = [call.position(name) or 0 for name in ("output_state_in", "cell_state_in")]
    views = call.outputs

    @without_fp_warnings
    def kernel(inputs: Sequence[Array | None]) -> list[Array]:
        cell, state = prepared(inputs), _state(inputs, positions)
        source = time_first(inputs[0], time_major)
        out, last = unroll(cell.project_inputs, _stepper(cell), source, state)
        results = [out if time_major else out.swapaxes(0, 1), *last]
        return [store(r, view) for r, view in zip(results, views, strict=False)]

    return kernel


# ------------------------------------------------------------------------------ two directions

_FW, _BW = "fw_aux_forget_weights", "bw_aux_forget_weights"
_STATES = ("fw_output_state_in", "fw_cell_state_in", "bw_output_state_in", "bw_cell_state_in")
_OUTPUT_STATES = ("fw_output_state_in", "bw_output_state_in")


def _compile_bidirectional(call: Call) -> Kernel:
    time_major, merged = call.scalar("time_major"), call.scalar("merge_outputs")
    states = len(call.outputs) > 2
    parallel_linked, cross_linked = is_parallel_linking(call, _FW), call.present(_FW)
    cells = [prepared_cell_reader(call, prefix, cross_linked) for prefix in ("fw_", "bw_")]
    state_positions = [call.position(name) or 0 for name in _STATES]
    aux_position = call.position("aux_input") or 0
    views = call.outputs

    @without_fp_warnings
    def kernel(inputs: Sequence[Array | None]) -> list[Array]:
        source = time_first(inputs[0], time_major)
        reads = [source, source]
        if parallel_linked:
            reads[1] = time_first(inputs[aux_position], time_major)
        elif cross_linked:
            aux = time_first(inputs[aux_position], time_major)
            reads = [np.concatenate([source, aux], axis=2)] * 2
        outs: list[F64Array] = []
        lasts: list[F64Array] = []
        for direction, prepared in enumerate(cells):
            cell, state = (
                prepared(inputs),
                _state(inputs, state_positions[2 * direction : 2 * direction + 2]),
            )
            out, last = unroll(
                cell.project_inputs,
                _stepper(cell),
                reads[direction],
                state,
                backward=direction == 1,
            )
            outs.append(out if time_major else out.swapaxes(0, 1))
            lasts += last
        if merged:
            outs = [np.concatenate(outs, axis=2)]
        results = outs + lasts if states else outs
        return [store(r, view) for r, view in zip(results, views, strict=True)]

    return kernel


def _aux_weights(prefix: str) -> Condition:
    return presence_rule(
        "aux_weights",
        (
            "aux_forget_weights",
            "aux_cell_weights",
            "aux_output_weights",
            "aux_input_weights",
            "input_to_input_weights",
        ),
        lambda forget, cell, output, input_, gate: (
            forget == cell == output and input_ == (forget and gate)
        ),
        "the auxiliary weights all have values, or none has one; with CIFG, those of the input "
        "gate have none",
        prefix,
    )


_aux_sizes = {
    f"{prefix}aux_{gate}_weights": (f"{prefix}units", "aux input size")
    for prefix in ("fw_", "bw_")
    for gate in GATES
}
_CONDITIONS = (
    sizes_agree(
        {
            "input": INPUT_SIZES,
            **cell_sizes("fw_"),
            **cell_sizes("bw_", "bw_input size"),
            "aux_input": AUX_SIZES,
            **_aux_sizes,
        },
        _AGREE,
    ),
    *cell_conditions("fw_"),
    *cell_conditions("bw_"),
    _aux_weights("fw_"),
    _aux_weights("bw_"),
    batch_size(*_STATES),
    *linking_conditions(_FW, _BW, [f"bw_input_to_{gate}_weights" for gate in GATES]),
    output_count(4),
    *_SCALARS,
)

# ----------------------------------------------------------------------------------- operands


def _cell_operands(prefix: str) -> tuple[OperandSpec, ...]:
    """Return weights and biases in the order of the operand list."""
    sizes = cell_sizes(prefix)
    names = [f"input_to_{gate}_weights" for gate in GATES]
    names += [f"recurrent_to_{gate}_weights" for gate in GATES]
    names += [f"cell_to_{gate}_weights" for gate in PEEPHOLE_GATES]
    names += [f"{gate}_gate_bias" for gate in GATES]
    names += ["projection_weights", "projection_bias"]
    needed = {
        name
        for gate in ("forget", "cell", "output")
        for name in (
            f"input_to_{gate}_weights",
            f"recurrent_to_{gate}_weights",
            f"{gate}_gate_bias",
        )
    }
    return tuple(
        tensor(
            prefix + name,
            ranks=ranks(len(sizes[prefix + name])),
            presence=Presence.REQUIRED if name in needed else Presence.OMITTABLE,
        )
        for name in names
    )


_optional = partial(tensor, presence=Presence.OMITTABLE)


def _states(prefix: str) -> tuple[OperandSpec, ...]:
    return tuple(tensor(f"{prefix}{name}_state_in", ranks=ranks(2)) for name in ("output", "cell"))


def _norms(prefix: str) -> tuple[OperandSpec, ...]:
    return tuple(_optional(f"{prefix}{gate}_layer_norm_weights", ranks=ranks(1)) for gate in GATES)


_CELL_SCALARS = (
    scalar("activation", OperandType.INT32),
    scalar("cell_clip", FLOAT_SCALAR),
    scalar("proj_clip", FLOAT_SCALAR),
)
_TIME_MAJOR = scalar("time_major", OperandType.BOOL)
_STATE_NAMES = (
    "fw_activation_state_out",
    "fw_cell_state_out",
    "bw_activation_state_out",
    "bw_cell_state_out",
)

DEFINITIONS = (
    OperationDefinition(
        type=OperationType.UNIDIRECTIONAL_SEQUENCE_LSTM,
        properties=Properties(
            CELL,
            Sampling("recurrent.lstm", mobile_weight=24),
            Cost.HIGHEST,
            traits=(Trait.INNER_ACTIVATION,),
            mutation_examples=("unidirectional_sequence_lstm_state_projection_batch_major",),
        ),
        since=Version.V1_2,
        primary="input",
        types=_TYPES,
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(3)),
                    *_cell_operands(""),
                    *_states(""),
                    *_CELL_SCALARS,
                    _TIME_MAJOR,
                    *_norms(""),
                ),
                (28,),
            ),
        ),
        outputs=(
            tensor("output", ranks=ranks(3)),
            state_output("output_state_out"),
            state_output("cell_state_out"),
        ),
        output_lists=(("output",), ("output", "output_state_out", "cell_state_out")),
        shapes=_unidirectional_shapes,
        compile=_compile_unidirectional,
        conditions=(
            sizes_agree({"input": INPUT_SIZES, **cell_sizes()}, _AGREE),
            *cell_conditions(),
            batch_size("output_state_in", "cell_state_in"),
            *_SCALARS,
        ),
        doc="an LSTM cell over time: each step starts from the states of the previous step",
    ),
    OperationDefinition(
        type=OperationType.BIDIRECTIONAL_SEQUENCE_LSTM,
        properties=Properties(
            CELL,
            Sampling("recurrent.bidirectional_lstm"),
            Cost.HIGHEST,
            traits=(Trait.INNER_ACTIVATION,),
            mutation_examples=(
                "bidirectional_sequence_lstm_sources_forward_bias_all_tensors_as_inputs",
            ),
        ),
        since=Version.V1_2,
        primary="input",
        types=_TYPES,
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(3)),
                    *_cell_operands("fw_"),
                    *_cell_operands("bw_"),
                    *_states("fw_"),
                    *_states("bw_"),
                    _optional("aux_input", ranks=ranks(3)),
                    *(_optional(name, ranks=ranks(2)) for name in _aux_sizes),
                    *_CELL_SCALARS,
                    scalar("merge_outputs", OperandType.BOOL),
                    _TIME_MAJOR,
                    *_norms("fw_"),
                    *_norms("bw_"),
                ),
                (61,),
            ),
        ),
        outputs=(
            tensor("fw_output", ranks=ranks(3)),
            tensor("bw_output", ranks=ranks(3), presence=Presence.TRAILING),
            *(state_output(name) for name in _STATE_NAMES),
        ),
        output_lists=(
            ("fw_output",),
            ("fw_output", "bw_output"),
            ("fw_output", *_STATE_NAMES),
            ("fw_output", "bw_output", *_STATE_NAMES),
        ),
        shapes=lambda call: bidirectional_shapes(call, _STATES, _OUTPUT_STATES),
        compile=_compile_bidirectional,
        conditions=_CONDITIONS,
        doc="two LSTM layers over time; the backward layer runs from the last step to the first",
    ),
)
