"""Intervals of QUANTIZED_LSTM and QUANTIZED_16BIT_LSTM.

The contract specifies the formats of intermediate values, but not how sigmoid and tanh are
evaluated in 16 bits. The intervals allow the error of the evaluation that matches the published
examples (``conformance.operations.fixed_point``). In the cell state, this error is a few of the
65536 codes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from conformance.hal import OperationType
from conformance.operations import Call
from conformance.operations.cell_activation import logistic
from conformance.operations.definition import Array
from conformance.operations.numerics import F64Array
from generators.bounds import Bounds, deviations, hull, joined, matmul, meaning, stored
from generators.spans import Span

_SUM: Final = 2.0**-12
_GATE: Final = 2.0**-15
_SIGMOID: Final = 8 * _GATE
_TANH: Final = 14 * _GATE
"""The maximum errors of a 16-bit evaluation of sigmoid and of tanh."""
_BITS16: Final = 2.0**15
_STEP: Final = 2.0**-10
"""The unit of a layer-normalized value."""

_Values = Mapping[str, Bounds]


def through_quantized_cell(
    call: Call, inputs: Sequence[Span | None], middles: Sequence[Array]
) -> list[Span]:
    """Return the output intervals of QUANTIZED_LSTM or QUANTIZED_16BIT_LSTM."""
    values = {
        spec.name: meaning(span, view)
        for spec, span, view in zip(call.form.inputs, inputs, call.inputs, strict=False)
        if span is not None and spec.ranks
    }
    plain = call.definition.type == OperationType.QUANTIZED_16BIT_LSTM
    with np.errstate(all="ignore"):
        results = _with_16_bits(values) if plain else _with_8_bits(call, values)
    return [stored(b, m, v) for b, m, v in zip(results, middles, call.outputs, strict=True)]


def _sigmoid(sums: Bounds) -> Bounds:
    return sums.through(logistic).plus_or_minus(_SIGMOID).clipped(0.0, 1.0)


def _tanh(sums: Bounds) -> Bounds:
    return sums.through(np.tanh).plus_or_minus(_TANH).clipped(-1.0, 1.0)


def _held(values: Bounds, unit: float) -> Bounds:
    """Return the values after one rounding to signed 16-bit codes, which saturate.

    ``unit`` is the value of one code.
    """
    limit = _BITS16 * unit
    return values.plus_or_minus(unit).clipped(-limit, limit)


# ---------------------------------------------------------------------- QUANTIZED_16BIT_LSTM


def _with_16_bits(values: _Values) -> list[Bounds]:
    state_unit = 2.0**-11
    given = joined([values["input"], values["prev_output"]], 1)

    def total(gate: str) -> Bounds:
        pair = [values[f"{source}_to_{gate}_weights"] for source in ("recurrent", "input")]
        return _held(matmul(given, joined(pair, 1)) + values[f"{gate}_gate_bias"], _SUM)

    admitted = (_sigmoid(total("input")) * _tanh(total("cell"))).plus_or_minus(_GATE)
    kept = _sigmoid(total("forget")) * values["prev_cell_state"]
    state = _held(admitted + kept, state_unit)
    output = (_sigmoid(total("output")) * _tanh(state)).plus_or_minus(_GATE)
    return [state, output]


# -------------------------------------------------------------------------- QUANTIZED_LSTM


def _with_8_bits(call: Call, values: _Values) -> list[Bounds]:
    old, output_view = values["cell_state_in"], call.view("output_state_in")
    state_unit = call.view("cell_state_in").scale
    forget = _sigmoid(_gate(call, values, "forget", old))
    candidate = _tanh(_gate(call, values, "cell", None))
    if "input_to_input_weights" in values:
        cell = forget * old + _sigmoid(_gate(call, values, "input", old)) * candidate
    else:
        ends = [(f, 1.0 - f) for f in (forget.low, forget.high)]
        cell = hull(
            *(
                Bounds(f * old.low + rest * candidate.low, f * old.high + rest * candidate.high)
                for f, rest in ends
            )
        ).plus_or_minus(_GATE)
    cell = _held(cell.plus_or_minus(state_unit), state_unit)
    cell = _limited(cell, _optional(call, "cell_clip"))
    scale, zero = call.scalar("hidden_state_scale"), call.scalar("hidden_state_zero_point")
    hidden = _sigmoid(_gate(call, values, "output", cell)) * _tanh(cell)
    hidden = hidden.plus_or_minus(scale).clipped((-128 - zero) * scale, (127 - zero) * scale)
    if "projection_weights" not in values:
        # The output has the hidden state's codes, whatever its own scale is.
        shift = zero - output_view.zero_point
        output = hidden.times(1.0 / scale).plus(shift).times(output_view.scale)
        return [output, cell, output]
    output = matmul(hidden, values["projection_weights"])
    if "projection_bias" in values:
        output = output + _bias(call, "projection_bias", scale, "projection_weights")
    output = output.plus_or_minus(output_view.scale)
    output = _limited(output, _optional(call, "projection_clip"))
    return [output, cell, output]


def _gate(call: Call, values: _Values, gate: str, cell: Bounds | None) -> Bounds:
    """Return a gate's sum, before its activation.

    ``cell`` is the cell state for the gate's peephole connection; ``None`` for the cell gate, which
    has none.
    """
    norm = f"{gate}_layer_norm_weights"
    unit = call.scalar(f"{gate}_intermediate_scale") if norm in values else _SUM
    sums = matmul(values["input"], values[f"input_to_{gate}_weights"])
    if norm not in values:
        scale = call.view("input").scale
        sums = sums + _bias(call, f"{gate}_gate_bias", scale, f"input_to_{gate}_weights")
    sums = _held(sums, unit)
    recurrent = matmul(values["output_state_in"], values[f"recurrent_to_{gate}_weights"])
    sums = _held(sums + recurrent, unit)
    peephole = f"cell_to_{gate}_weights"
    if cell is not None and peephole in values:
        sums = _held(sums + cell * values[peephole], unit)
    if norm not in values:
        return sums
    weights_unit = call.view(norm).scale
    weighted = _normalized(sums.times(1.0 / unit)) * values[norm]
    weighted = weighted + _bias(call, f"{gate}_gate_bias", _STEP, norm)
    return _held(weighted.plus_or_minus(weights_unit), _SUM)


def _normalized(codes: Bounds) -> Bounds:
    """Return layer-normalized values of 16-bit codes.

    The variance of the codes is rounded down to an integer, which is at least 1.
    """
    centred = deviations(codes, (1,))
    squares = centred.magnitude * centred.magnitude
    variance = squares.through(lambda ends: ends.mean(axis=1, keepdims=True))
    smallest, largest = np.maximum(variance.low - 1.0, 1.0), np.maximum(variance.high, 1.0)
    result = centred * Bounds(1.0 / np.sqrt(largest), 1.0 / np.sqrt(smallest))
    return result.plus_or_minus(2 * _STEP)


def _bias(call: Call, name: str, scale: float, weights: str) -> Bounds:
    """Return a bias as real numbers; unbounded if its codes are not constants of the model.

    Its scale is ``scale`` times that of the operand ``weights``. The bias operand's own scale is
    ignored, as in ``conformance.operations.quantized_lstm``.
    """
    codes = call.constant(name)
    if codes is None:
        return Bounds.exactly(np.full(call.shape(name), np.nan))
    wide: F64Array = codes.astype(np.float64)
    return Bounds.exactly(wide * (scale * call.view(weights).scale))


def _optional(call: Call, name: str) -> float:
    """Return an optional scalar; 0 if it has no value."""
    return float(call.scalar(name)) if call.present(name) else 0.0


def _limited(values: Bounds, limit: float) -> Bounds:
    """Return the intervals clipped to [-limit, limit]; a limit of 0 disables clipping."""
    return values.clipped(-limit, limit) if limit > 0 else values
