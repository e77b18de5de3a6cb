"""UNIDIRECTIONAL_SEQUENCE_RNN and BIDIRECTIONAL_SEQUENCE_RNN: a basic RNN layer over a sequence.

States are kept in double precision between steps; outputs are rounded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import cast

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.families.sequences import (
    AUX_SIZES,
    INPUT_SIZES,
    State,
    Step,
    batch_size,
    bidirectional_shapes,
    float64_reader,
    is_parallel_linking,
    leading_sizes,
    linking_conditions,
    output_count,
    state_output,
    time_first,
    unroll,
)
from conformance.operations.kernels.cell_activation import ACTIVATIONS, cell_activation_code
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.kernels.numerics import F64Array, store
from conformance.operations.model.call import Call
from conformance.operations.model.definition import (
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
from conformance.operations.model.named_sizes import size, sizes_agree
from conformance.operations.model.properties import CELL, Cost, Properties, Sampling
from conformance.operations.rnn import RnnCell

_TYPES = {
    OperandType.TENSOR_FLOAT32: Version.V1_2,
    OperandType.TENSOR_FLOAT16: Version.V1_2,
}
_ACTIVATION = cell_activation_code(
    ACTIVATIONS, "activation is 0 (none), 1 (RELU), 2 (RELU1), 3 (RELU6), 4 (tanh) or 6 (sigmoid)"
)
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


def _cell_operands(prefix: str) -> tuple[OperandSpec, ...]:
    return tuple(tensor(prefix + n, ranks=ranks(1 if n == "bias" else 2)) for n in _CELL)


def _stepper(cell: RnnCell) -> Step:
    def step(driven: F64Array, state: State) -> State:
        return (cell.step(driven, state[0]),)

    return step


def _time_major_code(call: Call) -> str | None:
    value = call.scalar("time_major")
    return None if value in (0, 1) else f"time_major is {value}, but must be 0 or 1"


# ------------------------------------------------------------------------------- one direction


def _unidirectional_shapes(call: Call) -> list[Shape]:
    units = size(call, "weights", 0)
    shapes: list[Shape] = [(*leading_sizes(call), units)]
    if len(call.outputs) > 1:
        shapes.append((size(call, "hidden_state_in", 0), units))
    return shapes


def _compile_unidirectional(call: Call) -> Kernel:
    activation, time_major = call.scalar("activation"), bool(call.scalar("time_major"))
    read, views = float64_reader(call, range(1, 5)), call.outputs

    @without_fp_warnings
    def kernel(inputs: Sequence[Array | None]) -> list[Array]:
        weights, recurrent, bias, state = cast("list[F64Array]", read(inputs))
        cell = RnnCell(weights, recurrent, bias, activation)
        source = time_first(inputs[0], time_major)
        out, last = unroll(cell.project_inputs, _stepper(cell), source, (state,))
        results = [out if time_major else out.swapaxes(0, 1), *last]
        return [store(r, view) for r, view in zip(results, views, strict=False)]

    return kernel


# ------------------------------------------------------------------------------ two directions

_FW, _BW = "fw_aux_weights", "bw_aux_weights"
_STATES = ("fw_hidden_state_in", "bw_hidden_state_in")


def _compile_bidirectional(call: Call) -> Kernel:
    activation, time_major = call.scalar("activation"), call.scalar("time_major")
    merged, states = call.scalar("merge_outputs"), len(call.outputs) > 2
    parallel_linked = is_parallel_linking(call, _FW)
    cross_linked = call.present(_FW)
    read, views = float64_reader(call, range(1, 12)), call.outputs

    @without_fp_warnings
    def kernel(inputs: Sequence[Array | None]) -> list[Array]:
        source = time_first(inputs[0], time_major)
        wide = read(inputs)
        aux_weights = wide[9:11]
        reads = [source, source]
        if parallel_linked:
            reads[1] = time_first(inputs[9], time_major)
        elif cross_linked:
            reads = [np.concatenate([source, time_first(inputs[9], time_major)], axis=2)] * 2
        outs: list[F64Array] = []
        lasts: list[F64Array] = []
        for direction in (0, 1):
            weights, recurrent, bias, state = [
                a for a in wide[direction * 4 : direction * 4 + 4] if a is not None
            ]
            extra = aux_weights[direction]
            if cross_linked and extra is not None:
                weights = np.concatenate([weights, extra], axis=1)
            cell = RnnCell(weights, recurrent, bias, activation)
            out, last = unroll(
                cell.project_inputs,
                _stepper(cell),
                reads[direction],
                (state,),
                backward=direction == 1,
            )
            outs.append(out if time_major else out.swapaxes(0, 1))
            lasts += last
        if merged:
            outs = [np.concatenate(outs, axis=2)]
        results = outs + lasts if states else outs
        return [store(r, view) for r, view in zip(results, views, strict=True)]

    return kernel


_optional = partial(tensor, presence=Presence.OMITTABLE)
_output3 = partial(tensor, ranks=ranks(3))
_CONDITIONS: tuple[Condition, ...] = (
    sizes_agree(
        {
            "input": INPUT_SIZES,
            **_cell_sizes("fw_", "input size"),
            **_cell_sizes("bw_", "bw_input size"),
            "aux_input": AUX_SIZES,
            _FW: ("fw_units", "aux input size"),
            _BW: ("bw_units", "aux input size"),
        },
        _AGREE,
    ),
    batch_size(*_STATES),
    *linking_conditions(_FW, _BW, ("bw_weights",)),
    output_count(2),
    _ACTIVATION,
)

DEFINITIONS = (
    OperationDefinition(
        type=OperationType.UNIDIRECTIONAL_SEQUENCE_RNN,
        properties=Properties(CELL, Sampling("recurrent.sequence_rnn"), Cost.HIGHEST),
        since=Version.V1_2,
        primary="input",
        types=_TYPES,
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(3)),
                    *_cell_operands(""),
                    scalar("activation", OperandType.INT32),
                    scalar("time_major", OperandType.INT32),
                ),
                (7,),
            ),
        ),
        outputs=(_output3("output"), state_output("state_out")),
        shapes=_unidirectional_shapes,
        compile=_compile_unidirectional,
        conditions=(
            sizes_agree({"input": INPUT_SIZES, **_cell_sizes("", "input size")}, _AGREE),
            batch_size("hidden_state_in"),
            _ACTIVATION,
            Condition("time_major_code", _time_major_code, "time_major is 0 or 1"),
        ),
        doc="output[t] = state = activation(input[t] * weights^T + state * recurrent^T + bias)",
    ),
    OperationDefinition(
        type=OperationType.BIDIRECTIONAL_SEQUENCE_RNN,
        properties=Properties(
            CELL,
            Sampling("recurrent.bidirectional_rnn"),
            Cost.HIGHEST,
            mutation_examples=("bidirectional_sequence_rnn_ends_single_all_tensors_as_inputs",),
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
                    _optional("aux_input", ranks=ranks(3)),
                    _optional(_FW, ranks=ranks(2)),
                    _optional(_BW, ranks=ranks(2)),
                    scalar("activation", OperandType.INT32),
                    scalar("time_major", OperandType.BOOL),
                    scalar("merge_outputs", OperandType.BOOL),
                ),
                (15,),
            ),
        ),
        outputs=(
            _output3("fw_output"),
            _output3("bw_output", presence=Presence.TRAILING),
            state_output("fw_state_out"),
            state_output("bw_state_out"),
        ),
        output_lists=(
            ("fw_output",),
            ("fw_output", "bw_output"),
            ("fw_output", "fw_state_out", "bw_state_out"),
            ("fw_output", "bw_output", "fw_state_out", "bw_state_out"),
        ),
        shapes=lambda call: bidirectional_shapes(call, _STATES, _STATES),
        compile=_compile_bidirectional,
        conditions=_CONDITIONS,
        doc="two RNN layers over time; the backward layer runs from the last step to the first",
    ),
)
