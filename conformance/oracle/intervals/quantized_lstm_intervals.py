"""Intervals of QUANTIZED_LSTM and QUANTIZED_16BIT_LSTM.

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
from conformance.operations.definition.definition import Array
from conformance.operations.kernels.cell_activation import logistic
from conformance.operations.kernels.numerics import F64Array
from conformance.oracle.intervals.interval import Interval
from conformance.oracle.intervals.real_interval import (
    RealInterval,
    concatenate,
    deviations,
    hull,
    matmul,
    real_values_of,
    to_stored_interval,
)

_SUM_UNIT: Final = 2.0**-12
_GATE_UNIT: Final = 2.0**-15
_SIGMOID_ERROR: Final = 8 * _GATE_UNIT
_TANH_ERROR: Final = 14 * _GATE_UNIT
"""The maximum errors of a 16-bit evaluation of sigmoid and of tanh."""
_BITS16: Final = 2.0**15
_NORM_UNIT: Final = 2.0**-10
"""The unit of a layer-normalized value."""

_Values = Mapping[str, RealInterval]
QuantizedFormula = Callable[[Call, _Values], list[RealInterval]]


def quantized_cell_output_intervals(
    formula: QuantizedFormula,
    call: Call,
    inputs: Sequence[Interval | None],
    middles: Sequence[Array],
) -> list[Interval]:
    """Return the output intervals of a call by the formula of its operation."""
    values = {
        spec.name: real_values_of(span, view)
        for spec, span, view in zip(call.form.inputs, inputs, call.inputs, strict=False)
        if span is not None and spec.ranks
    }
    with np.errstate(all="ignore"):
        results = formula(call, values)
    return [
        to_stored_interval(b, m, v) for b, m, v in zip(results, middles, call.outputs, strict=True)
    ]


def _sigmoid(sums: RealInterval) -> RealInterval:
    return sums.apply_monotone(logistic).widened_by(_SIGMOID_ERROR).clipped(0.0, 1.0)


def _tanh(sums: RealInterval) -> RealInterval:
    return sums.apply_monotone(np.tanh).widened_by(_TANH_ERROR).clipped(-1.0, 1.0)


def _rounded_to_16_bits(values: RealInterval, unit: float) -> RealInterval:
    """Return the values after one rounding to signed 16-bit codes, which saturate.

    ``unit`` is the value of one code.
    """
    limit = _BITS16 * unit
    return values.widened_by(unit).clipped(-limit, limit)


# ---------------------------------------------------------------------- QUANTIZED_16BIT_LSTM


def quantized_16bit_lstm_intervals(_call: Call, values: _Values) -> list[RealInterval]:
    """Return the intervals of QUANTIZED_16BIT_LSTM."""
    state_unit = 2.0**-11
    given = concatenate([values["input"], values["prev_output"]], 1)

    def total(gate: str) -> RealInterval:
        pair = [values[f"{source}_to_{gate}_weights"] for source in ("recurrent", "input")]
        return _rounded_to_16_bits(
            matmul(given, concatenate(pair, 1)) + values[f"{gate}_gate_bias"], _SUM_UNIT
        )

    admitted = (_sigmoid(total("input")) * _tanh(total("cell"))).widened_by(_GATE_UNIT)
    kept = _sigmoid(total("forget")) * values["prev_cell_state"]
    state = _rounded_to_16_bits(admitted + kept, state_unit)
    output = (_sigmoid(total("output")) * _tanh(state)).widened_by(_GATE_UNIT)
    return [state, output]


# -------------------------------------------------------------------------- QUANTIZED_LSTM


def quantized_lstm_intervals(call: Call, values: _Values) -> list[RealInterval]:
    """Return the intervals of QUANTIZED_LSTM."""
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
                RealInterval(
                    f * old.low + rest * candidate.low, f * old.high + rest * candidate.high
                )
                for f, rest in ends
            )
        ).widened_by(_GATE_UNIT)
    cell = _rounded_to_16_bits(cell.widened_by(state_unit), state_unit)
    cell = _clipped(cell, _optional(call, "cell_clip"))
    scale, zero = call.scalar("hidden_state_scale"), call.scalar("hidden_state_zero_point")
    hidden = _sigmoid(_gate(call, values, "output", cell)) * _tanh(cell)
    hidden = hidden.widened_by(scale).clipped((-128 - zero) * scale, (127 - zero) * scale)
    if "projection_weights" not in values:
        # The output has the hidden state's codes, whatever its own scale is.
        shift = zero - output_view.zero_point
        output = hidden.scaled(1.0 / scale).shifted(shift).scaled(output_view.scale)
        return [output, cell, output]
    output = matmul(hidden, values["projection_weights"])
    if "projection_bias" in values:
        output = output + _bias(call, "projection_bias", scale, "projection_weights")
    output = output.widened_by(output_view.scale)
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
    return _rounded_to_16_bits(weighted.widened_by(weights_unit), _SUM_UNIT)


def _normalized(codes: RealInterval) -> RealInterval:
    """Return layer-normalized values of 16-bit codes.

    The variance of the codes is rounded down to an integer, which is at least 1.
    """
    centred = deviations(codes, (1,))
    squares = centred.magnitude * centred.magnitude
    variance = squares.apply_monotone(lambda ends: ends.mean(axis=1, keepdims=True))
    smallest, largest = np.maximum(variance.low - 1.0, 1.0), np.maximum(variance.high, 1.0)
    result = centred * RealInterval(1.0 / np.sqrt(largest), 1.0 / np.sqrt(smallest))
    return result.widened_by(2 * _NORM_UNIT)


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


def _clipped(values: RealInterval, limit: float) -> RealInterval:
    """Return the intervals clipped to [-limit, limit]; a limit of 0 disables clipping."""
    return values.clipped(-limit, limit) if limit > 0 else values
