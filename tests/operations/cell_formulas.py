"""Recurrent cells and layers in plain Python, element by element: expected values of the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, sqrt, tanh
from typing import Any

ACTIVATIONS: dict[int, Callable[[float], float]] = {
    0: lambda v: v,
    1: lambda v: max(v, 0.0),
    2: lambda v: min(max(v, -1.0), 1.0),
    3: lambda v: min(max(v, 0.0), 6.0),
    4: tanh,
    6: lambda v: 1.0 / (1.0 + exp(-v)),
}
Row = list[float]
Weights = Mapping[str, Any]
"""Operand name (without a direction's prefix) to numbers or nested lists; ``None`` if omitted."""
State = tuple[list[Row], ...]
"""Rows of each state; the first is the output."""


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))


def _limited(values: Row, bound: float) -> Row:
    return [min(max(v, -bound), bound) for v in values] if bound else values


def _gate(w: Weights, name: str, x: Row, h: Row, cell: Row | None, aux: Sequence[float]) -> Row:
    """Return the sum of one gate before the activation."""
    peephole = w.get(f"cell_to_{name}_weights")
    from_aux = w.get(f"aux_{name}_weights")
    units = len(w[f"{name}_gate_bias"])
    sums = []
    for u in range(units):
        total = _dot(w[f"input_to_{name}_weights"][u], x)
        total += _dot(w[f"recurrent_to_{name}_weights"][u], h)
        if from_aux is not None:
            total += _dot(from_aux[u], aux)
        if cell is not None and peephole is not None:
            total += peephole[u] * cell[u]
        sums.append(total)
    norm = w.get(f"{name}_layer_norm_weights")
    if norm is not None:
        mean = sum(sums) / units
        deviation = sqrt(sum((s - mean) ** 2 for s in sums) / units)
        sums = [(s - mean) / deviation * k for s, k in zip(sums, norm, strict=True)]
    return [s + b for s, b in zip(sums, w[f"{name}_gate_bias"], strict=True)]


def lstm_step(w: Weights, x: Row, h: Row, c: Row, aux: Sequence[float] = ()) -> tuple[Row, Row]:
    """Return output state and cell state of one sequence after one step."""
    act, sigmoid = ACTIVATIONS[w["activation"]], ACTIVATIONS[6]
    forget = [sigmoid(v) for v in _gate(w, "forget", x, h, c, aux)]
    if w["input_to_input_weights"] is None:
        admit = [1.0 - f for f in forget]
    else:
        admit = [sigmoid(v) for v in _gate(w, "input", x, h, c, aux)]
    new = [act(v) for v in _gate(w, "cell", x, h, None, aux)]
    cell = [f * old + a * n for f, old, a, n in zip(forget, c, admit, new, strict=True)]
    cell = _limited(cell, w["cell_clip"])
    leave = _gate(w, "output", x, h, cell, aux)
    output = [sigmoid(v) * act(s) for v, s in zip(leave, cell, strict=True)]
    projection = w["projection_weights"]
    if projection is not None:
        bias = w["projection_bias"] or [0.0] * len(projection)
        output = [_dot(row, output) + shift for row, shift in zip(projection, bias, strict=True)]
        output = _limited(output, w["proj_clip"])
    return output, cell


def rnn_step(w: Weights, x: Row, h: Row, aux: Sequence[float] = ()) -> tuple[Row]:
    """Return the state of one sequence, which is also its output, after one step."""
    act, from_aux = ACTIVATIONS[w["activation"]], w.get("aux_weights")
    sums = []
    for u, bias in enumerate(w["bias"]):
        total = _dot(w["weights"][u], x) + _dot(w["recurrent_weights"][u], h) + bias
        sums.append(total + (0.0 if from_aux is None else _dot(from_aux[u], aux)))
    return ([act(v) for v in sums],)


def layer(
    step: Callable[..., tuple[Row, ...]],
    w: Weights,
    source: Sequence[Sequence[Row]],
    state: State,
    aux: Sequence[Sequence[Row]] | None = None,
    *,
    backward: bool = False,
) -> tuple[list[list[Row]], State]:
    """Return outputs ``[time][batch][unit]`` of a cell over ``source``, and its last state."""
    outputs: list[list[Row]] = [[] for _ in source]
    times = range(len(source))
    for t in reversed(times) if backward else times:
        moved = [
            step(w, x, *(rows[b] for rows in state), *(() if aux is None else (aux[t][b],)))
            for b, x in enumerate(source[t])
        ]
        state = tuple([one[part] for one in moved] for part in range(len(state)))
        outputs[t] = state[0]
    return outputs, state
