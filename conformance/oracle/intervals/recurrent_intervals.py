"""Intervals of the recurrent operations and of the layers over sequences.

The formula of each operation is evaluated on intervals, step by step and gate by gate. Activations
are monotone; the operands of a product or sum are assumed to vary independently. A driver may add
the terms of a sum in any order, in float32 or float16, and round the state after each step.

The contract specifies the formats of intermediate values, but not how sigmoid and tanh are
evaluated in 16 bits. The intervals allow the error of the evaluation that matches the published
examples (``conformance.operations.kernels.fixed_point``). In the cell state, this error is a few of
the 65536 codes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from conformance.operations import Call
from conformance.operations.families.lstm_operands import cell_reader
from conformance.operations.families.sequences import is_parallel_linking
from conformance.operations.kernels.numerics import REAL_BOUNDS, F64Array
from conformance.operations.kernels.recurrent_cell import ACTIVATIONS, LstmGate, logistic
from conformance.oracle.intervals.real_interval import (
    RealInterval,
    concatenate,
    deviations,
    hull,
    matmul,
    standardized,
)

_State = tuple[RealInterval, ...]
_Step = Callable[[RealInterval, _State], _State]
_Inputs = Sequence[RealInterval | None]


def _required_input(given: _Inputs, position: int | None) -> RealInterval:
    """Return the intervals of an input that is not omitted."""
    bounds = None if position is None else given[position]
    assert bounds is not None
    return bounds


def _inputs_by_name(call: Call, given: _Inputs, *names: str) -> list[RealInterval]:
    """Return the intervals of the inputs with these names, none of which is omitted."""
    return [_required_input(given, call.position(name)) for name in names]


# ------------------------------------------------------------------------------------ LSTM


_LAYER_NORM_EPSILON: Final = 1e-8
"""The number that an implementation may add to the variance in layer normalization.

The contract refers to a paper whose formula adds nothing. Implementations add a small number to
avoid a division by 0; the public CPU implementation adds this one. No public example distinguishes
the two formulas, so the intervals cover both.
"""


def _optional_interval(low: F64Array | None, high: F64Array | None) -> RealInterval | None:
    return None if low is None or high is None else RealInterval(low, high)


class IntervalGate:
    """A gate of an LSTM whose weights are intervals; ``low`` and ``high`` hold their ends."""

    def __init__(self, low: LstmGate, high: LstmGate, unit: float) -> None:
        self._unit = unit
        self._from_input = RealInterval(low.from_input, high.from_input)
        self._from_output = RealInterval(low.from_output, high.from_output)
        self._bias = RealInterval(low.bias, high.bias)
        self._from_cell = _optional_interval(low.from_cell, high.from_cell)
        self._norm = _optional_interval(low.norm, high.norm)

    def __call__(self, x: RealInterval, h: RealInterval, c: RealInterval) -> RealInterval:
        """Return the gate's sum, before its activation, for input, output state and cell state."""
        unit = self._unit
        total = matmul(x, self._from_input, unit) + matmul(h, self._from_output, unit)
        if self._from_cell is not None:
            total = total + c * self._from_cell
        if self._norm is not None:
            rounded = total.with_rounding_error(unit)
            ends = (standardized(rounded, 1, addend) for addend in (0.0, _LAYER_NORM_EPSILON))
            total = hull(*ends) * self._norm
        return (total + self._bias).with_rounding_error(unit)


def _lstm_step(
    call: Call, given: _Inputs, unit: float, prefix: str = "", cross: bool = False
) -> _Step:
    """Return a function that computes one step of an LSTM cell.

    ``prefix`` is that of the cell's operands. With ``cross`` the cell also reads the auxiliary
    input, concatenated with the input.
    """
    read = cell_reader(call, prefix, cross)
    low, high = (
        read([None if b is None else getattr(b, end) for b in given]) for end in ("low", "high")
    )
    gates = [IntervalGate(getattr(low, name), getattr(high, name), unit) for name in _GATES[1:]]
    forget_gate, cell_gate, output_gate = gates
    coupled = low.input_gate is None or high.input_gate is None
    input_gate = None if coupled else IntervalGate(low.input_gate, high.input_gate, unit)  # type: ignore[arg-type]
    projection = _optional_interval(low.projection, high.projection)
    projection_bias = _optional_interval(low.projection_bias, high.projection_bias)

    def step(x: RealInterval, state: _State) -> _State:
        h, c = state
        forget = forget_gate(x, h, c).apply_monotone(logistic)
        proposal = cell_gate(x, h, c).apply_monotone(ACTIVATIONS[low.activation])
        if input_gate is None:
            # Both weights of the mean depend on the forget gate, so intervals that treat them as
            # independent would be too wide. The mean is linear in the gate: its ends suffice.
            cell = hull(*(_weighted_mean(end, c, proposal) for end in (forget.low, forget.high)))
        else:
            cell = forget * c + input_gate(x, h, c).apply_monotone(logistic) * proposal
        cell = _clipped(cell.with_rounding_error(unit), low.cell_clip)
        output_gate_value = output_gate(x, h, cell).apply_monotone(logistic)
        output = (
            output_gate_value * cell.apply_monotone(ACTIVATIONS[low.activation])
        ).with_rounding_error(unit)
        if projection is not None:
            output = matmul(output, projection, unit)
            if projection_bias is not None:
                output = output + projection_bias
            output = _clipped(output, low.proj_clip)
        return output, cell

    return step


_GATES: Final = ("input_gate", "forget_gate", "cell_gate", "output_gate")


def _weighted_mean(part: F64Array, first: RealInterval, second: RealInterval) -> RealInterval:
    """Return the mean of two intervals with the weights ``part`` and ``1 - part``."""
    return RealInterval(
        part * first.low + (1 - part) * second.low, part * first.high + (1 - part) * second.high
    )


def _clipped(values: RealInterval, limit: float) -> RealInterval:
    """Return the intervals clipped to [-limit, limit]; a limit of 0 disables clipping."""
    return values.clipped(-limit, limit) if limit > 0 else values


def lstm_intervals(call: Call, given: _Inputs, unit: float) -> list[RealInterval]:
    """Return the intervals of LSTM."""
    x, h, c = _inputs_by_name(call, given, "input", "output_state_in", "cell_state_in")
    output, cell = _lstm_step(call, given, unit)(x, (h, c))
    units = cell.low.shape[1] * (4 if call.present("input_to_input_weights") else 3)
    scratch = RealInterval.point(np.zeros((cell.low.shape[0], units)))
    return [scratch, output, cell, output]


# ------------------------------------------------------------------------------- sequences


def _time_first(values: RealInterval, time_major: bool) -> RealInterval:
    if time_major:
        return values
    return RealInterval(values.low.swapaxes(0, 1), values.high.swapaxes(0, 1))


def _unroll(
    step: _Step, source: RealInterval, state: _State, time_major: bool, *, backward: bool = False
) -> tuple[RealInterval, _State]:
    """Run a cell over a sequence; return its outputs and the state after the last step.

    ``source`` has time as its first axis. The outputs have the layout that ``time_major`` states.
    """
    if not (steps := len(source.low)):
        empty = np.zeros((0, *state[0].low.shape))
        return _time_first(RealInterval.point(empty), time_major), state
    outputs: list[RealInterval] = []
    for time in reversed(range(steps)) if backward else range(steps):
        state = step(source.select(time), state)
        outputs.append(state[0])
    if backward:
        outputs.reverse()
    out = RealInterval(np.stack([m.low for m in outputs]), np.stack([m.high for m in outputs]))
    return _time_first(out, time_major), state


def _unidirectional(
    call: Call, given: _Inputs, step: _Step, states: Sequence[str]
) -> list[RealInterval]:
    """Return the outputs of a layer with one direction; ``states`` names its state inputs."""
    time_major = bool(call.scalar("time_major"))
    source = _time_first(_required_input(given, 0), time_major)
    out, last = _unroll(step, source, tuple(_inputs_by_name(call, given, *states)), time_major)
    return [out, *last][: len(call.outputs)]


def _bidirectional(
    call: Call,
    given: _Inputs,
    steps: Callable[[str, bool], _Step],
    states: Sequence[str],
    aux_weights: str,
) -> list[RealInterval]:
    """Return the outputs of a bidirectional layer.

    ``steps`` returns the step function of a cell for its operand prefix and for whether the cell
    reads the auxiliary input too (cross-linking). ``aux_weights`` is the operand whose presence
    means cross-linking.
    """
    time_major, cross = bool(call.scalar("time_major")), call.present(aux_weights)
    source = _time_first(_required_input(given, 0), time_major)
    reads = [source, source]
    if cross or is_parallel_linking(call, aux_weights):
        aux = _time_first(_required_input(given, call.position("aux_input")), time_major)
        reads = [concatenate([source, aux], 2)] * 2 if cross else [source, aux]
    outs: list[RealInterval] = []
    lasts: list[RealInterval] = []
    for prefix, read in zip(("fw_", "bw_"), reads, strict=True):
        state = tuple(_inputs_by_name(call, given, *(prefix + name for name in states)))
        out, last = _unroll(steps(prefix, cross), read, state, time_major, backward=prefix == "bw_")
        outs.append(out)
        lasts += last
    if call.scalar("merge_outputs"):
        outs = [concatenate(outs, 2)]
    return [*outs, *lasts][: len(call.outputs)]


_LSTM_STATES: Final = ("output_state_in", "cell_state_in")


def sequence_lstm_intervals(call: Call, given: _Inputs, unit: float) -> list[RealInterval]:
    """Return the intervals of UNIDIRECTIONAL_SEQUENCE_LSTM."""
    return _unidirectional(call, given, _lstm_step(call, given, unit), _LSTM_STATES)


def bidirectional_lstm_intervals(call: Call, given: _Inputs, unit: float) -> list[RealInterval]:
    """Return the intervals of BIDIRECTIONAL_SEQUENCE_LSTM."""

    def steps(prefix: str, cross: bool) -> _Step:
        return _lstm_step(call, given, unit, prefix, cross)

    return _bidirectional(call, given, steps, _LSTM_STATES, "fw_aux_forget_weights")


# ------------------------------------------------------------------------------------- RNN


def _rnn_step(
    call: Call, given: _Inputs, unit: float, prefix: str = "", cross: bool = False
) -> _Step:
    names = [prefix + name for name in ("weights", "recurrent_weights", "bias")]
    weights, recurrent, bias = _inputs_by_name(call, given, *names)
    if cross:
        weights = concatenate([weights, *_inputs_by_name(call, given, f"{prefix}aux_weights")], 1)
    activation = ACTIVATIONS[call.scalar("activation")]

    def step(x: RealInterval, state: _State) -> _State:
        total = matmul(x, weights, unit) + matmul(state[0], recurrent, unit) + bias
        return (total.with_rounding_error(unit).apply_monotone(activation),)

    return step


def rnn_intervals(call: Call, given: _Inputs, unit: float) -> list[RealInterval]:
    """Return the intervals of RNN."""
    x, state = _inputs_by_name(call, given, "input", "hidden_state_in")
    return list(_rnn_step(call, given, unit)(x, (state,))) * 2


def sequence_rnn_intervals(call: Call, given: _Inputs, unit: float) -> list[RealInterval]:
    """Return the intervals of UNIDIRECTIONAL_SEQUENCE_RNN."""
    return _unidirectional(call, given, _rnn_step(call, given, unit), ("hidden_state_in",))


def bidirectional_rnn_intervals(call: Call, given: _Inputs, unit: float) -> list[RealInterval]:
    """Return the intervals of BIDIRECTIONAL_SEQUENCE_RNN."""

    def steps(prefix: str, cross: bool) -> _Step:
        return _rnn_step(call, given, unit, prefix, cross)

    return _bidirectional(call, given, steps, ("hidden_state_in",), "fw_aux_weights")


# ------------------------------------------------------------------------------------ SVDF


def svdf_intervals(call: Call, given: _Inputs, unit: float) -> list[RealInterval]:
    """Return the intervals of SVDF."""
    names = ("input", "weights_feature", "weights_time", "state_in")
    source, by_feature, by_time, state = _inputs_by_name(call, given, *names)
    rank = call.scalar("rank")
    filters, memory = by_time.low.shape
    batch = source.low.shape[0]
    newest = matmul(source, by_feature, unit)

    def pushed(end: str) -> F64Array:
        old = getattr(state, end).reshape(batch, filters, memory)[:, :, :-1]
        whole: F64Array = np.concatenate([old, getattr(newest, end)[:, :, None]], axis=2)
        return whole

    memories = RealInterval(pushed("low"), pushed("high"))
    terms = memories * by_time

    def summed(values: F64Array) -> F64Array:
        total: F64Array = values.sum(axis=2).reshape(batch, filters // rank, rank).sum(axis=2)
        return total

    sizes = summed(terms.magnitude.high)
    result = terms.apply_monotone(summed).widened(sizes * (unit * (rank * memory + 1)))
    position = call.position("bias")
    bias = None if position is None else given[position]
    if bias is not None:
        result = result + bias

    def moved(values: F64Array) -> F64Array:
        shifted = np.concatenate([values[:, :, 1:], np.zeros_like(values[:, :, :1])], axis=2)
        return shifted.reshape(batch, -1)

    return [memories.apply_monotone(moved), result.clipped(*REAL_BOUNDS[call.scalar("activation")])]


_SUM_UNIT: Final = 2.0**-12
_GATE_UNIT: Final = 2.0**-15
_SIGMOID_ERROR: Final = 8 * _GATE_UNIT
_TANH_ERROR: Final = 14 * _GATE_UNIT
"""The maximum errors of a 16-bit evaluation of sigmoid and of tanh."""
_BITS16: Final = 2.0**15
_NORM_UNIT: Final = 2.0**-10
"""The unit of a layer-normalized value."""

_Values = Mapping[str, RealInterval]


def _values_by_name(call: Call, given: _Inputs) -> _Values:
    named = zip(call.form.inputs, given, strict=False)
    return {spec.name: values for spec, values in named if values is not None}


def _sigmoid(sums: RealInterval) -> RealInterval:
    return sums.apply_monotone(logistic).widened(_SIGMOID_ERROR).clipped(0.0, 1.0)


def _tanh(sums: RealInterval) -> RealInterval:
    return sums.apply_monotone(np.tanh).widened(_TANH_ERROR).clipped(-1.0, 1.0)


def _rounded_to_16_bits(values: RealInterval, unit: float) -> RealInterval:
    """Return the values after one rounding to signed 16-bit codes, which saturate.

    ``unit`` is the value of one code.
    """
    limit = _BITS16 * unit
    return values.widened(unit).clipped(-limit, limit)


# ---------------------------------------------------------------------- QUANTIZED_16BIT_LSTM


def quantized_16bit_lstm_intervals(call: Call, inputs: _Inputs, _unit: float) -> list[RealInterval]:
    """Return the intervals of QUANTIZED_16BIT_LSTM."""
    state_unit, values = 2.0**-11, _values_by_name(call, inputs)
    given = concatenate([values["input"], values["prev_output"]], 1)

    def total(gate: str) -> RealInterval:
        pair = [values[f"{source}_to_{gate}_weights"] for source in ("recurrent", "input")]
        return _rounded_to_16_bits(
            matmul(given, concatenate(pair, 1)) + values[f"{gate}_gate_bias"], _SUM_UNIT
        )

    admitted = (_sigmoid(total("input")) * _tanh(total("cell"))).widened(_GATE_UNIT)
    kept = _sigmoid(total("forget")) * values["prev_cell_state"]
    state = _rounded_to_16_bits(admitted + kept, state_unit)
    output = (_sigmoid(total("output")) * _tanh(state)).widened(_GATE_UNIT)
    return [state, output]


# -------------------------------------------------------------------------- QUANTIZED_LSTM


def quantized_lstm_intervals(call: Call, given: _Inputs, _unit: float) -> list[RealInterval]:
    """Return the intervals of QUANTIZED_LSTM."""
    values = _values_by_name(call, given)
    old, output_view = values["cell_state_in"], call.view("output_state_in")
    state_unit = call.view("cell_state_in").scale
    forget = _sigmoid(_gate(call, values, "forget", old))
    candidate = _tanh(_gate(call, values, "cell", None))
    if "input_to_input_weights" in values:
        cell = forget * old + _sigmoid(_gate(call, values, "input", old)) * candidate
    else:
        means = (_weighted_mean(end, old, candidate) for end in (forget.low, forget.high))
        cell = hull(*means).widened(_GATE_UNIT)
    cell = _rounded_to_16_bits(cell.widened(state_unit), state_unit)
    cell = _clipped(cell, _optional(call, "cell_clip"))
    scale, zero = call.scalar("hidden_state_scale"), call.scalar("hidden_state_zero_point")
    hidden = _sigmoid(_gate(call, values, "output", cell)) * _tanh(cell)
    hidden = hidden.widened(scale).clipped((-128 - zero) * scale, (127 - zero) * scale)
    if "projection_weights" not in values:
        # The output has the hidden state's codes, whatever its own scale is.
        shift = zero - output_view.zero_point
        output = hidden.scaled(1.0 / scale).shifted(shift).scaled(output_view.scale)
        return [output, cell, output]
    output = matmul(hidden, values["projection_weights"])
    if "projection_bias" in values:
        output = output + _bias(call, "projection_bias", scale, "projection_weights")
    output = output.widened(output_view.scale)
    output = _clipped(output, _optional(call, "projection_clip"))
    return [output, cell, output]


def _gate(call: Call, values: _Values, gate: str, cell: RealInterval | None) -> RealInterval:
    """Return a gate's sum, before its activation.

    ``cell`` is the cell state for the gate's peephole connection; ``None`` for the cell gate, which
    has none.
    """
    norm = f"{gate}_layer_norm_weights"
    unit = call.scalar(f"{gate}_intermediate_scale") if norm in values else _SUM_UNIT
    sums = matmul(values["input"], values[f"input_to_{gate}_weights"])
    if norm not in values:
        scale = call.view("input").scale
        sums = sums + _bias(call, f"{gate}_gate_bias", scale, f"input_to_{gate}_weights")
    sums = _rounded_to_16_bits(sums, unit)
    recurrent = matmul(values["output_state_in"], values[f"recurrent_to_{gate}_weights"])
    sums = _rounded_to_16_bits(sums + recurrent, unit)
    peephole = f"cell_to_{gate}_weights"
    if cell is not None and peephole in values:
        sums = _rounded_to_16_bits(sums + cell * values[peephole], unit)
    if norm not in values:
        return sums
    weights_unit = call.view(norm).scale
    weighted = _normalized(sums.scaled(1.0 / unit)) * values[norm]
    weighted = weighted + _bias(call, f"{gate}_gate_bias", _NORM_UNIT, norm)
    return _rounded_to_16_bits(weighted.widened(weights_unit), _SUM_UNIT)


def _normalized(codes: RealInterval) -> RealInterval:
    """Return layer-normalized values of 16-bit codes.

    The variance of the codes is rounded down to an integer, which is at least 1.
    """
    centred = deviations(codes, (1,))
    squares = centred.magnitude * centred.magnitude
    variance = squares.apply_monotone(lambda ends: ends.mean(axis=1, keepdims=True))
    smallest, largest = np.maximum(variance.low - 1.0, 1.0), np.maximum(variance.high, 1.0)
    result = centred * RealInterval(1.0 / np.sqrt(largest), 1.0 / np.sqrt(smallest))
    return result.widened(2 * _NORM_UNIT)


def _bias(call: Call, name: str, scale: float, weights: str) -> RealInterval:
    """Return a bias as real numbers; unbounded if its codes are not constants of the model.

    Its scale is ``scale`` times that of the operand ``weights``. The bias operand's own scale is
    ignored, as in ``conformance.operations.quantized_lstm``.
    """
    if (codes := call.constant(name)) is None:
        return RealInterval.point(np.full(call.shape(name), np.nan))
    wide: F64Array = codes.astype(np.float64)
    return RealInterval.point(wide * (scale * call.view(weights).scale))


def _optional(call: Call, name: str) -> float:
    """Return an optional scalar; 0 if it has no value."""
    return float(call.scalar(name)) if call.present(name) else 0.0
