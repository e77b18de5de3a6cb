"""QUANTIZED_LSTM: one LSTM step on signed 8-bit values with 8-bit weights and a 16-bit cell state.

The formats in between, each saturating:

- A gate's sum has 16 bits. With layer normalization its unit is the gate's intermediate scale,
  without it 2^-12 (the scale is not used then). Products with the input (with the bias, unless
  there is layer normalization), the output state and the cell state enter it one after the other.
- Layer normalization takes the codes' variance as a whole number, at least 1, and a normalized
  value in steps of 2^-10, which is rounded once before, to 2^k-th parts, 4^(k+2) being the largest
  power of 4 in the variance (k is not negative). Bias: 2^-10 x the weights' scale. The sum is
  rounded to the weights' scale and then to 2^-12.
- Gates have 15 fraction bits (``fixed_point``); the coupled input gate is 1 - 2^-15 - forget gate.
- Both addends of the cell state are rounded to its scale.
- The hidden state is 8 bits wide, with its own scale and zero point. Without projection its codes
  are the output, whatever the output's scale.

Products with a scale are rounded as ``fixed_point.rescaled`` says. Rounding the normalized value
once, the variance not at all, or evaluating sigmoid and tanh exactly contradicts the published
examples (2, 2 and 6 codes off, 1 allowed). A bias has the scale that the text names, input scale x
weights scale, without layer normalization only: with it the examples need the one above. The scale
that a bias operand itself carries is not looked at: the examples leave it 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite, log2

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperandSpec,
    OperationDefinition,
    Presence,
    Shape,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.fixed_point import ALMOST_ONE, rescaled, saturated, sigmoid, tanh
from conformance.operations.lstm_operands import GATES, cell_conditions, cell_sizes, widened
from conformance.operations.named_sizes import size, sizes_agree
from conformance.operations.numerics import F64Array, round_half_away

_SIZES = {"input": ("batch", "input size"), **cell_sizes()}
_SUM_UNIT = 2.0**-12
_STATE_BITS = range(9, 16)


def _state_bits(call: Call) -> int | None:
    """Fraction bits of the cell state; ``None`` for a scale that is no power of two in range."""
    scale = call.view("cell_state_in").scale
    if not (scale > 0.0 and isfinite(scale)):
        return None
    exact = -log2(scale)
    bits = round(exact)
    # published examples write 3.05176e-05 for 2^-15
    return bits if abs(exact - bits) < 1e-3 and bits in _STATE_BITS else None


def _cell_state_scale(call: Call) -> str | None:
    if _state_bits(call) is not None:
        return None
    scale = call.view("cell_state_in").scale
    return f"cell_state_in has scale {scale!r}, must have a power of two from 2^-15 to 2^-9"


def _state_quantization(call: Call) -> str | None:
    for name, index in (("output_state_in", 0), ("cell_state_in", 1), ("output_state_in", 2)):
        source, target = call.view(name), call.output(index)
        if not source.same_quantization(target):
            return (
                f"output {index} has scale {target.scale!r} and zero point {target.zero_point}, "
                f"{name} has {source.scale!r} and {source.zero_point}: they must be the same"
            )
    return None


def _number(call: Call, name: str) -> float:
    """An optional scalar; 0 where it has no value."""
    value: float = call.scalar(name) if call.present(name) else 0.0
    return value


def _not_negative(name: str) -> Condition:
    def check(call: Call) -> str | None:
        value = _number(call, name)
        return None if value >= 0.0 else f"{name} is {value}, must be at least 0"

    return Condition(f"{name}_range", check, f"{name}: values are clipped by it; 0 is none")


def _positive(value: float, name: str) -> str | None:
    if value > 0.0 and isfinite(value):
        return None
    return f"{name} is {value}, a scale must be positive"


def _intermediate_scale(gate: str) -> Condition:
    name = f"{gate}_intermediate_scale"

    def check(call: Call) -> str | None:
        if not call.present(f"{gate}_layer_norm_weights"):
            return None
        return _positive(call.scalar(name), name)

    return Condition(f"{name}_range", check, f"{name}: scale of the input to layer normalization")


def _hidden_scale(call: Call) -> str | None:
    return _positive(call.scalar("hidden_state_scale"), "hidden_state_scale")


def _hidden_zero_point(call: Call) -> str | None:
    value = call.scalar("hidden_state_zero_point")
    return None if -128 <= value <= 127 else f"hidden_state_zero_point is {value}, no 8-bit code"


def _shapes(call: Call) -> tuple[Shape, Shape, Shape]:
    batch, units = size(call, "input", 0), size(call, "input_to_output_weights", 0)
    output = (batch, size(call, "output_state_in", 1))
    return output, (batch, units), output


def _normalized(sums: F64Array, weights: F64Array, bias: F64Array, scale: float) -> F64Array:
    """Layer normalization of a gate's sums; codes of 2^-12."""
    units = sums.shape[1]
    total = np.add.reduce(sums, 1, keepdims=True)
    squares = np.add.reduce(sums * sums, 1, keepdims=True)
    # whole numbers, below 2^53 for up to 2048 units: the floor is exact
    variance = np.maximum(np.floor_divide(units * squares - total * total, float(units) ** 2), 1.0)
    parts = 2.0 ** np.maximum(np.floor(np.log2(variance) / 2.0) - 2.0, 0.0)
    exact = 1024.0 * (units * sums - total) / (units * np.sqrt(variance))
    steps = round_half_away(round_half_away(exact * parts) / parts)
    weighted = round_half_away((steps * weights + bias) / 1024.0)
    return saturated(rescaled(weighted, scale / _SUM_UNIT))


@dataclass(frozen=True, slots=True)
class _Codes:
    """The operands of one execution, as doubles that hold their codes less the zero points."""

    call: Call
    values: dict[str, F64Array]

    def scale(self, name: str) -> float:
        return self.call.view(name).scale

    def gate(self, gate: str, state_bits: int, cell: F64Array | None = None) -> F64Array:
        """A gate's sum, real and with 12 fraction bits; ``cell`` is what the peephole sees."""
        v, norm = self.values, f"{gate}_layer_norm_weights"
        unit = self.call.scalar(f"{gate}_intermediate_scale") if norm in v else _SUM_UNIT
        bias = v[f"{gate}_gate_bias"]
        sums = np.zeros(1)
        for source, way in (("input", "input"), ("output_state_in", "recurrent")):
            weights = f"{way}_to_{gate}_weights"
            products = v[source] @ v[weights].T
            if source == "input" and norm not in v:
                products = products + bias
            factor = self.scale(source) * self.scale(weights) / unit
            sums = saturated(sums + rescaled(products, factor))
        peephole = f"cell_to_{gate}_weights"
        if cell is not None and peephole in v:
            factor = 2.0**-state_bits * self.scale(peephole) / unit
            sums = saturated(sums + rescaled(cell * v[peephole], factor))
        if norm in v:
            sums = _normalized(sums, v[norm], bias, self.scale(norm))
        return sums * _SUM_UNIT


def _projection(call: Call) -> Callable[[F64Array, _Codes], F64Array]:
    """From hidden codes less their zero point to output codes; the clip is in real numbers."""
    output, clip = call.view("output_state_in"), _number(call, "projection_clip")
    scale = call.scalar("hidden_state_scale")

    def project(hidden: F64Array, codes: _Codes) -> F64Array:
        sums = hidden @ codes.values["projection_weights"].T
        if "projection_bias" in codes.values:
            sums = sums + codes.values["projection_bias"]
        factor = codes.scale("projection_weights") * scale / output.scale
        result = rescaled(sums, factor)
        if clip > 0.0:
            most = np.floor(clip / output.scale)
            result = np.clip(result, -most, most)
        return saturated(result + output.zero_point, 8)

    return project


def _compile(call: Call) -> Kernel:
    at = {spec.name: index for index, spec in enumerate(call.form.inputs) if spec.ranks}
    bits = _state_bits(call)
    assert bits is not None
    cell_clip, state_scale = _number(call, "cell_clip"), 2.0**-bits
    hidden_zero = call.scalar("hidden_state_zero_point")
    to_hidden = 2.0**-30 / call.scalar("hidden_state_scale")
    for gate in GATES:
        call.scalar(f"{gate}_intermediate_scale")
    project = _projection(call)

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, Array, Array]:
        values = {
            name: array - float(call.inputs[index].zero_point)
            for name, index in at.items()
            if (array := widened(inputs[index])) is not None
        }
        codes = _Codes(call, values)
        old = values["cell_state_in"]
        forget = sigmoid(codes.gate("forget", bits, old))
        if "input_to_input_weights" in values:
            admit = sigmoid(codes.gate("input", bits, old))
        else:
            admit = ALMOST_ONE - forget
        offered = tanh(codes.gate("cell", bits))
        kept = round_half_away(forget * old)
        cell = saturated(kept + round_half_away(admit * offered / state_scale))
        if cell_clip > 0.0:
            most = np.floor(cell_clip / call.view("cell_state_in").scale)
            cell = np.clip(cell, -most, most)
        leave = sigmoid(codes.gate("output", bits, cell))
        product = leave * tanh(cell * state_scale) * 2.0**30
        hidden = saturated(rescaled(product, to_hidden) + hidden_zero, 8)
        output = hidden
        if "projection_weights" in values:
            output = project(hidden - hidden_zero, codes)
        stored = output.astype(np.int8)
        return stored, cell.astype(np.int16), stored.copy()

    return kernel


_W8 = only(OperandType.TENSOR_QUANT8_SYMM)
_W16 = only(OperandType.TENSOR_QUANT16_SYMM)
_I32 = only(OperandType.TENSOR_INT32)


def _operand(name: str, presence: Presence = Presence.REQUIRED) -> OperandSpec:
    sized = ranks(len(_SIZES[name]))
    if name in ("input", "output_state_in"):
        return tensor(name, ranks=sized, presence=presence)
    if name.endswith("bias"):
        return tensor(name, _I32, ranks=sized, presence=presence)
    if name.startswith("cell_to_") or "layer_norm" in name or name == "cell_state_in":
        return tensor(name, _W16, ranks=sized, presence=presence)
    return tensor(name, _W8, ranks=sized, presence=presence)


def _optional(name: str) -> OperandSpec:
    return _operand(name, Presence.OMITTABLE)


def _clip(name: str) -> OperandSpec:
    return scalar(name, OperandType.FLOAT32, presence=Presence.OMITTABLE)


_INPUTS = (
    _operand("input"),
    _optional("input_to_input_weights"),
    _operand("input_to_forget_weights"),
    _operand("input_to_cell_weights"),
    _operand("input_to_output_weights"),
    _optional("recurrent_to_input_weights"),
    _operand("recurrent_to_forget_weights"),
    _operand("recurrent_to_cell_weights"),
    _operand("recurrent_to_output_weights"),
    _optional("cell_to_input_weights"),
    _optional("cell_to_forget_weights"),
    _optional("cell_to_output_weights"),
    _optional("input_gate_bias"),
    _operand("forget_gate_bias"),
    _operand("cell_gate_bias"),
    _operand("output_gate_bias"),
    _optional("projection_weights"),
    _optional("projection_bias"),
    _operand("output_state_in"),
    _operand("cell_state_in"),
    *(_optional(f"{gate}_layer_norm_weights") for gate in GATES),
    _clip("cell_clip"),
    _clip("projection_clip"),
    *(scalar(f"{gate}_intermediate_scale", OperandType.FLOAT32) for gate in GATES),
    scalar("hidden_state_zero_point", OperandType.INT32),
    scalar("hidden_state_scale", OperandType.FLOAT32),
)

DEFINITIONS = (
    OperationDefinition(
        type=OperationType.QUANTIZED_LSTM,
        since=Version.V1_3,
        primary="input",
        types={OperandType.TENSOR_QUANT8_ASYMM_SIGNED: Version.V1_3},
        forms=(Form("default", _INPUTS, (32,)),),
        outputs=(
            tensor("output_state_out", ranks=ranks(2)),
            tensor("cell_state_out", _W16, ranks=ranks(2)),
            tensor("output", ranks=ranks(2)),
        ),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            sizes_agree(
                _SIZES, "inputs: batchSize, inputSize, numUnits and outputSize, one number each"
            ),
            *cell_conditions(),
            Condition(
                "cell_state_scale",
                _cell_state_scale,
                "cell_state_in: fixed point, 0 to 6 integer bits",
            ),
            Condition(
                "state_quantization",
                _state_quantization,
                "outputs: the output is the next step's output state, the cell state likewise",
            ),
            _not_negative("cell_clip"),
            _not_negative("projection_clip"),
            *(_intermediate_scale(gate) for gate in GATES),
            Condition("hidden_state_scale_range", _hidden_scale, "the scale of the hidden state"),
            Condition(
                "hidden_state_zero_point_range",
                _hidden_zero_point,
                "the zero point of the hidden state",
            ),
        ),
        doc="gates = sigmoid(sums); cell = forget x cell + input x tanh(sum); "
        "output = gate x tanh(cell), projected",
    ),
)
