"""Layers that apply a recurrent cell to a sequence: order of time and batch, linking, two outputs.

Linking says what the two cells of a bidirectional layer read. Without an auxiliary input both read
the input; with auxiliary weights both read the two side by side (cross-linking); with the auxiliary
input alone the backward cell reads it instead of the input (parallel linking, since 1.3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from conformance.hal import Version
from conformance.operations.call import Call
from conformance.operations.definition import (
    Array,
    Condition,
    OperandSpec,
    Presence,
    Shape,
    ranks,
    tensor,
)
from conformance.operations.lstm_operands import MOST_KEPT, presence_rule, widened
from conformance.operations.named_sizes import size
from conformance.operations.numerics import F64Array

State = tuple[F64Array, ...]
"""What a cell keeps; the first is its output."""
Step = Callable[[F64Array, State], State]

INPUT_SIZES = ("first", "second", "input size")
AUX_SIZES = ("first", "second", "aux input size")


def state_output(name: str) -> OperandSpec:
    """A state after the last step; an output since 1.3."""
    return tensor(name, ranks=ranks(2), presence=Presence.TRAILING, since=Version.V1_3)


def leading(call: Call) -> Shape:
    """The two leading sizes of input and output."""
    return size(call, "input", 0), size(call, "input", 1)


def batch_size(*states: str) -> Condition:
    """The states have as many rows as the input has sequences."""

    def check(call: Call) -> str | None:
        axis = 1 if call.scalar("time_major") else 0
        batch = size(call, "input", axis)
        for state in states:
            rows = size(call, state, 0)
            if rows != batch:
                return f"{state} has {rows} rows, the input has batch size {batch} (axis {axis})"
        return None

    return Condition("batch_size", check, "states: [batch_size, ...], time_major tells the axis")


def parallel(call: Call, aux_weights: str) -> bool:
    """Whether the backward cell reads the auxiliary input alone."""
    return call.present("aux_input") and not call.present(aux_weights)


def linking(fw_weights: str, bw_weights: str, bw_reads: Sequence[str]) -> tuple[Condition, ...]:
    """Rules of the auxiliary operands; ``bw_reads`` are the backward cell's weights."""

    def newer(call: Call) -> str | None:
        if parallel(call, fw_weights):
            return "aux_input has a value and the auxiliary weights have none (parallel linking)"
        return None

    def backward_size(call: Call) -> str | None:
        name = "aux_input" if parallel(call, fw_weights) else "input"
        width = size(call, name, 2)
        for weights in bw_reads:
            if call.present(weights) and size(call, weights, 1) != width:
                return (
                    f"{weights} has width {size(call, weights, 1)}, the backward cell reads "
                    f"{name} of size {width}"
                )
        return None

    return (
        presence_rule(
            "linking",
            ("aux_input", fw_weights, bw_weights),
            lambda aux, fw, bw: fw == bw and (aux or not fw),
            "auxiliary input and weights: none, all (cross-linking) or the input alone (parallel)",
        ),
        Condition(
            "parallel_linking",
            newer,
            "since HAL version 1.3 parallel linking mode is supported",
            Version.V1_3,
        ),
        Condition(
            "backward_input_size",
            backward_size,
            "backward weights: [bw_num_units, size of what the backward cell reads]",
        ),
    )


def _output_count(call: Call, with_states: int) -> str | None:
    merged, count = call.scalar("merge_outputs"), len(call.outputs)
    legal = (1, 1 + with_states) if merged else (2, 2 + with_states)
    if count in legal:
        return None
    return (
        f"merge_outputs is {'true' if merged else 'false'}, so there must be {legal[0]} or "
        f"{legal[1]} outputs, not {count}"
    )


def output_count(states: int) -> Condition:
    """The backward output is there exactly when the outputs are not merged."""
    return Condition(
        "output_count",
        lambda call: _output_count(call, states),
        "output 1: not produced if merge_outputs is true",
    )


def two_way_shapes(call: Call, states: Sequence[str], outputs: tuple[str, str]) -> list[Shape]:
    """Shapes of a bidirectional layer; ``outputs`` are the states that give the output sizes."""
    both, (fw, bw) = leading(call), [size(call, name, 1) for name in outputs]
    shapes = [(*both, fw + bw)] if call.scalar("merge_outputs") else [(*both, fw), (*both, bw)]
    if len(call.outputs) > 2:
        shapes += [(size(call, name, 0), size(call, name, 1)) for name in states]
    return shapes


def wide_reader(
    call: Call, positions: Sequence[int]
) -> Callable[[Sequence[Array | None]], list[F64Array | None]]:
    """Reads these inputs in double precision; constants that are not too large are widened once."""
    ready = {
        at: widened(value)
        for at in positions
        if (value := call.inputs[at].value) is not None and value.size <= MOST_KEPT
    }
    return lambda inputs: [ready[at] if at in ready else widened(inputs[at]) for at in positions]


def time_first(array: Array | None, time_major: bool) -> F64Array:
    """A sequence with time as the first axis, in double precision."""
    values = widened(array)
    assert values is not None
    return values if time_major else values.swapaxes(0, 1)


_ROWS: Final = 256
"""Rows of input that are multiplied by the weights at once: one step alone has few."""


def unroll(
    drive: Callable[[F64Array], F64Array],
    step: Step,
    source: F64Array,
    state: State,
    *,
    backward: bool = False,
) -> tuple[F64Array, State]:
    """All outputs of the cell in the order of time, and its state after the last step.

    ``drive`` is what can be done with rows of the input before the states are known; ``step`` takes
    what it gives.
    """
    steps, batch, width = source.shape
    out = np.empty((steps, *state[0].shape))
    times = range(steps)[::-1] if backward else range(steps)
    together = max(1, _ROWS // max(1, batch))
    for first in range(0, steps, together):
        some = times[first : first + together]
        rows = drive(source[list(some)].reshape(len(some) * batch, width))
        driven = rows.reshape(len(some), batch, rows.shape[1])
        for t, x in zip(some, driven, strict=True):
            state = step(x, state)
            out[t] = state[0]
    return out, state
