"""Layers that apply a recurrent cell to a sequence: time and batch order, linking, output lists.

Linking determines what the two cells of a bidirectional layer read. Without an auxiliary input both
read the input. With auxiliary weights both read input and auxiliary input, concatenated
(cross-linking). With the auxiliary input alone, the backward cell reads it instead of the input
(parallel linking, since 1.3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from conformance.hal import Version
from conformance.operations.definition.conditions import size
from conformance.operations.definition.definition import Call, Condition, Kernel
from conformance.operations.definition.operands import (
    Array,
    OperandSpec,
    Presence,
    Shape,
    ranks,
    tensor,
)
from conformance.operations.families.lstm_operands import presence_rule, to_float64
from conformance.operations.kernels.numerics import (
    F64Array,
    store,
    without_fp_warnings,
)

State = tuple[F64Array, ...]
"""The state of a cell; its first element is the output."""


class Cell(Protocol):
    """A recurrent cell with its weights."""

    def project_inputs(self, inputs: F64Array, /) -> F64Array:
        """Return the part of a step that depends on the input only, for many rows at once."""
        ...

    @property
    def step(self) -> Callable[..., State]:
        """Function from a block of rows of ``project_inputs`` and the state to the next state."""
        ...


CellReader = Callable[[Sequence[Array | None]], tuple[Cell, State]]
"""Returns the cell and its first state from the inputs of a call."""


INPUT_SIZES = ("first", "second", "input size")
AUX_SIZES = ("first", "second", "aux input size")


def state_output(name: str) -> OperandSpec:
    """Return the definition of an output for a final state; such outputs exist since 1.3."""
    return tensor(name, ranks=ranks(2), presence=Presence.TRAILING, since=Version.V1_3)


def leading_sizes(call: Call) -> Shape:
    """Return the first two sizes of the input, which are also those of the output."""
    return size(call, "input", 0), size(call, "input", 1)


def batch_size(*states: str) -> Condition:
    """Require that the states have as many rows as the input has sequences."""

    def check(call: Call) -> str | None:
        axis = 1 if call.scalar("time_major") else 0
        batch = size(call, "input", axis)
        for state in states:
            rows = size(call, state, 0)
            if rows != batch:
                return (
                    f"{state} has {rows} rows, but input has batch size {batch} (dimension {axis})"
                )
        return None

    return Condition(
        "batch_size",
        check,
        "the states have one row for each sequence; the batch is dimension 1 of input if "
        "time_major, otherwise dimension 0",
    )


def is_parallel_linking(call: Call, aux_weights: str) -> bool:
    """Return whether the backward cell reads the auxiliary input alone."""
    return call.present("aux_input") and not call.present(aux_weights)


def linking_conditions(
    fw_weights: str, bw_weights: str, bw_reads: Sequence[str]
) -> tuple[Condition, ...]:
    """Return the conditions on the auxiliary operands.

    ``bw_reads`` are the backward cell's weights of the input.
    """

    def newer(call: Call) -> str | None:
        if is_parallel_linking(call, fw_weights):
            return (
                "aux_input has a value, but the auxiliary weights have none; parallel linking "
                "needs HAL 1.3"
            )
        return None

    def backward_size(call: Call) -> str | None:
        name = "aux_input" if is_parallel_linking(call, fw_weights) else "input"
        width = size(call, name, 2)
        for weights in bw_reads:
            if call.present(weights) and size(call, weights, 1) != width:
                return (
                    f"{weights} has width {size(call, weights, 1)}, but the backward cell reads "
                    f"{name} of size {width}"
                )
        return None

    return (
        presence_rule(
            "linking",
            ("aux_input", fw_weights, bw_weights),
            lambda aux, fw, bw: fw == bw and (aux or not fw),
            "of aux_input and the auxiliary weights, none has a value, all have one "
            "(cross-linking), or only aux_input has one (parallel linking)",
        ),
        Condition(
            "parallel_linking",
            newer,
            "before HAL 1.3, aux_input has no value unless the auxiliary weights have one (no "
            "parallel linking)",
            Version.V1_3,
        ),
        Condition(
            "backward_input_size",
            backward_size,
            "the backward weights are as wide as the input that the backward cell reads: "
            "aux_input with parallel linking, otherwise input",
        ),
    )


def _output_count(call: Call, with_states: int) -> str | None:
    merged, count = call.scalar("merge_outputs"), len(call.outputs)
    legal = (1, 1 + with_states) if merged else (2, 2 + with_states)
    if count in legal:
        return None
    return (
        f"merge_outputs is {'true' if merged else 'false'}, which requires {legal[0]} or "
        f"{legal[1]} outputs, but there are {count}"
    )


def output_count(states: int) -> Condition:
    """Require a separate backward output exactly if the outputs are not merged."""
    return Condition(
        "output_count",
        lambda call: _output_count(call, states),
        "the backward output exists if and only if merge_outputs is false",
    )


def bidirectional_shapes(
    call: Call, states: Sequence[str], outputs: tuple[str, str]
) -> list[Shape]:
    """Return the output shapes of a bidirectional layer.

    ``outputs`` names the states whose second size is the forward and the backward output size.
    """
    leading_dims, (fw, bw) = leading_sizes(call), [size(call, name, 1) for name in outputs]
    shapes = (
        [(*leading_dims, fw + bw)]
        if call.scalar("merge_outputs")
        else [(*leading_dims, fw), (*leading_dims, bw)]
    )
    if len(call.outputs) > 2:
        shapes += [(size(call, name, 0), size(call, name, 1)) for name in states]
    return shapes


def time_first(array: Array | None, time_major: bool) -> F64Array:
    """Return a sequence with time as the first axis, in double precision."""
    values = to_float64(array)
    assert values is not None
    return values if time_major else values.swapaxes(0, 1)


def unroll(
    cell: Cell, source: F64Array, state: State, *, backward: bool = False
) -> tuple[F64Array, State]:
    """Return all outputs of the cell in order of time, and its state after the last step.

    With ``backward`` the steps run from the last to the first.
    """
    steps, batch, width = source.shape
    out = np.empty((steps, *state[0].shape))
    rows = cell.project_inputs(source.reshape(steps * batch, width))
    driven = rows.reshape(steps, batch, rows.shape[1])
    for t in reversed(range(steps)) if backward else range(steps):
        state = cell.step(driven[t], *state)
        out[t] = state[0]
    return out, state


def unidirectional_kernel(call: Call, read: CellReader) -> Kernel:
    """Return the kernel of a layer with one cell."""
    time_major, views = bool(call.scalar("time_major")), call.outputs

    @without_fp_warnings
    def kernel(inputs: Sequence[Array | None]) -> list[Array]:
        cell, state = read(inputs)
        out, last = unroll(cell, time_first(inputs[0], time_major), state)
        results = [out if time_major else out.swapaxes(0, 1), *last]
        return [store(r, view) for r, view in zip(results, views, strict=False)]

    return kernel


def bidirectional_kernel(call: Call, fw_weights: str, readers: Sequence[CellReader]) -> Kernel:
    """Return the kernel of a layer with a forward and a backward cell.

    ``fw_weights`` names the forward cell's weights of the auxiliary input.
    """
    time_major, merged = call.scalar("time_major"), call.scalar("merge_outputs")
    parallel_linked, cross_linked = is_parallel_linking(call, fw_weights), call.present(fw_weights)
    aux_position, views = call.position("aux_input") or 0, call.outputs

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
        for direction, read in enumerate(readers):
            cell, state = read(inputs)
            out, last = unroll(cell, reads[direction], state, backward=direction == 1)
            outs.append(out if time_major else out.swapaxes(0, 1))
            lasts += last
        if merged:
            outs = [np.concatenate(outs, axis=2)]
        results = outs + lasts if len(views) > 2 else outs
        return [store(r, view) for r, view in zip(results, views, strict=True)]

    return kernel
