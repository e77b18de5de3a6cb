"""QUANTIZED_LSTM: one LSTM step on signed 8-bit values with 8-bit weights and a 16-bit cell state.

Intermediate formats, all of which saturate:

- A gate's sum has 16 bits. Its unit is the gate's intermediate scale with layer normalization,
  and 2^-12 without (the intermediate scale is unused then). The products with the input (plus the
  bias, unless there is layer normalization), the output state and the cell state are added one by
  one.
- Layer normalization uses the codes' variance as a whole number of at least 1. The normalized
  value has units of 2^-10, but is first rounded to multiples of 2^-k of them, where 4^(k+2) is
  the largest power of 4 in the variance and k is not negative. The bias has units of 2^-10 x the
  weights' scale. The sum is rounded to the weights' scale and then to 2^-12.
- Gates have 15 fraction bits (see ``fixed_point``); a coupled input gate is
  1 - 2^-15 - forget gate.
- Both addends of the cell state are rounded to its scale.
- The hidden state has 8 bits and its own scale and zero point. Without projection its codes are
  the output, whatever the output's scale.

Products with a scale are rounded as ``fixed_point.rescale`` describes. Alternatives contradict the
published examples, which allow a difference of 1 code: rounding the normalized value once (2 codes
off), not rounding the variance (2 codes), evaluating sigmoid and tanh exactly (6 codes). The bias
scale that the contract's text states, input scale x weights scale, holds only without layer
normalization; with it, the examples require the scale above. The scale of a bias operand is
ignored, because the examples leave it 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite, log2

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import lstm_operands
from conformance.operations.kernels import fixed_point

_SIZES = {"input": ("batch", "input size"), **lstm_operands.cell_sizes()}
_SUM_UNIT = 2.0**-12
_STATE_BITS = range(9, 16)


def _state_bits(call: op.Call) -> int | None:
    """Return the number of fraction bits of the cell state.

    Return ``None`` if its scale is not a legal power of two.
    """
    scale = call.view("cell_state_in").scale
    if not (scale > 0.0 and isfinite(scale)):
        return None
    exact = -log2(scale)
    bits = round(exact)
    # published examples round 2^-15 to 3.05176e-05, so the power of two need not be exact
    return bits if abs(exact - bits) < 1e-3 and bits in _STATE_BITS else None


@op.condition(
    "the scale of cell_state_in is a power of two from 2^-15 to 2^-9 (0 to 6 integer bits)"
)
def _cell_state_scale(call: op.Call) -> str | None:
    if _state_bits(call) is not None:
        return None
    scale = call.view("cell_state_in").scale
    return f"cell_state_in has scale {scale!r}, but must have a power of two from 2^-15 to 2^-9"


@op.condition(
    "each output state has the scale and zero point of its input state; the output, "
    "those of output_state_in"
)
def _state_quantization(call: op.Call) -> str | None:
    for name, index in (("output_state_in", 0), ("cell_state_in", 1), ("output_state_in", 2)):
        problem = op.unequal_quantization(
            f"output {index}", call.output(index), name, call.view(name)
        )
        if problem is not None:
            return problem
    return None


def _number(call: op.Call, name: str) -> float:
    """Return an optional scalar; 0 if it has no value."""
    value: float = call.scalar(name) if call.present(name) else 0.0
    return value


def _not_negative(name: str) -> op.Condition:
    def check(call: op.Call) -> str | None:
        value = _number(call, name)
        return None if value >= 0.0 else f"{name} is {value}, but must be at least 0"

    return op.Condition(f"{name}_range", check, f"{name} is at least 0; 0 disables clipping")


def _positive(value: float, name: str) -> str | None:
    if value > 0.0 and isfinite(value):
        return None
    return f"{name} is {value}, but must be positive and finite"


def _intermediate_scale(gate: str) -> op.Condition:
    name = f"{gate}_intermediate_scale"

    def check(call: op.Call) -> str | None:
        if not call.present(f"{gate}_layer_norm_weights"):
            return None
        return _positive(call.scalar(name), name)

    return op.Condition(
        f"{name}_range", check, f"with layer normalization, {name} is positive and finite"
    )


@op.condition("hidden_state_scale is positive and finite")
def _hidden_state_scale_range(call: op.Call) -> str | None:
    return _positive(call.scalar("hidden_state_scale"), "hidden_state_scale")


@op.condition("hidden_state_zero_point is in [-128, 127]")
def _hidden_state_zero_point_range(call: op.Call) -> str | None:
    value = call.scalar("hidden_state_zero_point")
    return (
        None
        if -128 <= value <= 127
        else f"hidden_state_zero_point is {value}, but must be in [-128, 127]"
    )


def _shapes(call: op.Call) -> tuple[op.Shape, op.Shape, op.Shape]:
    batch, units = op.size(call, "input", 0), op.size(call, "input_to_output_weights", 0)
    output = (batch, op.size(call, "output_state_in", 1))
    return output, (batch, units), output


def _normalized(
    sums: op.F64Array, weights: op.F64Array, bias: op.F64Array, scale: float
) -> op.F64Array:
    """Return a gate's sums after layer normalization, as codes with unit 2^-12."""
    units = sums.shape[1]
    total = np.add.reduce(sums, 1, keepdims=True)
    squares = np.add.reduce(sums * sums, 1, keepdims=True)
    # the operands are integers, below 2^53 for up to 2048 units, so the floor is exact
    variance = np.maximum(np.floor_divide(units * squares - total * total, float(units) ** 2), 1.0)
    parts = 2.0 ** np.maximum(np.floor(np.log2(variance) / 2.0) - 2.0, 0.0)
    exact = 1024.0 * (units * sums - total) / (units * np.sqrt(variance))
    steps = op.round_half_away(op.round_half_away(exact * parts) / parts)
    weighted = op.round_half_away((steps * weights + bias) / 1024.0)
    return fixed_point.saturate(fixed_point.rescale(weighted, scale / _SUM_UNIT))


@dataclass(frozen=True, slots=True)
class _CenteredCodes:
    """The operands of one execution, as doubles that hold codes minus zero points."""

    call: op.Call
    values: dict[str, op.F64Array]

    def scale(self, name: str) -> float:
        return self.call.view(name).scale

    def gate(self, gate: str, state_bits: int, cell: op.F64Array | None = None) -> op.F64Array:
        """Return a gate's sum as real numbers with 12 fraction bits.

        ``cell`` is the cell state that the gate's peephole connection reads, if it has one.
        """
        v, norm = self.values, f"{gate}_layer_norm_weights"
        unit = self.call.scalar(f"{gate}_intermediate_scale") if norm in v else _SUM_UNIT
        bias = v[f"{gate}_gate_bias"]
        sums = np.zeros(1)
        for source, weights_of in (("input", "input"), ("output_state_in", "recurrent")):
            weights = f"{weights_of}_to_{gate}_weights"
            products = v[source] @ v[weights].T
            if source == "input" and norm not in v:
                products = products + bias
            factor = self.scale(source) * self.scale(weights) / unit
            sums = fixed_point.saturate(sums + fixed_point.rescale(products, factor))
        peephole = f"cell_to_{gate}_weights"
        if cell is not None and peephole in v:
            factor = 2.0**-state_bits * self.scale(peephole) / unit
            sums = fixed_point.saturate(sums + fixed_point.rescale(cell * v[peephole], factor))
        if norm in v:
            sums = _normalized(sums, v[norm], bias, self.scale(norm))
        return sums * _SUM_UNIT


def _projection(call: op.Call) -> Callable[[op.F64Array, _CenteredCodes], op.F64Array]:
    """Return a function from hidden codes minus zero point to output codes.

    The clip value is a real number in the contract, so it is converted to codes.
    """
    output, clip = call.view("output_state_in"), _number(call, "projection_clip")
    scale = call.scalar("hidden_state_scale")

    def project(hidden: op.F64Array, codes: _CenteredCodes) -> op.F64Array:
        sums = hidden @ codes.values["projection_weights"].T
        if "projection_bias" in codes.values:
            sums = sums + codes.values["projection_bias"]
        factor = codes.scale("projection_weights") * scale / output.scale
        result = fixed_point.rescale(sums, factor)
        if clip > 0.0:
            maximum = np.floor(clip / output.scale)
            result = np.clip(result, -maximum, maximum)
        return fixed_point.saturate(result + output.zero_point, 8)

    return project


def _compile(call: op.Call) -> op.Kernel:
    positions = {spec.name: index for index, spec in enumerate(call.form.inputs) if spec.ranks}
    bits = _state_bits(call)
    assert bits is not None
    cell_clip, state_scale = _number(call, "cell_clip"), 2.0**-bits
    hidden_zero = call.scalar("hidden_state_zero_point")
    to_hidden = 2.0**-30 / call.scalar("hidden_state_scale")
    for gate in lstm_operands.GATES:
        call.scalar(f"{gate}_intermediate_scale")
    project = _projection(call)

    def kernel(inputs: Sequence[op.Array | None]) -> tuple[op.Array, op.Array, op.Array]:
        values = {
            name: array - float(call.inputs[index].zero_point)
            for name, index in positions.items()
            if (array := lstm_operands.to_float64(inputs[index])) is not None
        }
        codes = _CenteredCodes(call, values)
        old = values["cell_state_in"]
        forget = fixed_point.sigmoid(codes.gate("forget", bits, old))
        if "input_to_input_weights" in values:
            admit = fixed_point.sigmoid(codes.gate("input", bits, old))
        else:
            admit = fixed_point.ALMOST_ONE - forget
        candidate = fixed_point.tanh(codes.gate("cell", bits))
        kept = op.round_half_away(forget * old)
        cell = fixed_point.saturate(kept + op.round_half_away(admit * candidate / state_scale))
        if cell_clip > 0.0:
            maximum = np.floor(cell_clip / call.view("cell_state_in").scale)
            cell = np.clip(cell, -maximum, maximum)
        output_gate = fixed_point.sigmoid(codes.gate("output", bits, cell))
        product = output_gate * fixed_point.tanh(cell * state_scale) * 2.0**30
        hidden = fixed_point.saturate(fixed_point.rescale(product, to_hidden) + hidden_zero, 8)
        output = hidden
        if "projection_weights" in values:
            output = project(hidden - hidden_zero, codes)
        stored = output.astype(np.int8)
        return stored, cell.astype(np.int16), stored.copy()

    return kernel


_W8 = op.only(op.OperandType.TENSOR_QUANT8_SYMM)
_W16 = op.only(op.OperandType.TENSOR_QUANT16_SYMM)


def _types(name: str) -> op.TypeRule:
    if name.endswith("bias"):
        return op.INT32_TENSOR
    return _W16 if name.startswith("cell_to_") else _W8


def _clip(name: str) -> op.OperandSpec:
    return op.scalar(name, op.OperandType.FLOAT32, presence=op.Presence.OMITTABLE)


_INPUTS = (
    op.matrix("input"),
    *lstm_operands.weight_operands(types=_types),
    op.matrix("output_state_in"),
    op.matrix("cell_state_in", types=_W16),
    *lstm_operands.norm_operands(types=_W16),
    _clip("cell_clip"),
    _clip("projection_clip"),
    *(
        op.scalar(f"{gate}_intermediate_scale", op.OperandType.FLOAT32)
        for gate in lstm_operands.GATES
    ),
    op.int32("hidden_state_zero_point"),
    op.scalar("hidden_state_scale", op.OperandType.FLOAT32),
)

DEFINITION = op.OperationDefinition(
    type=op.OperationType.QUANTIZED_LSTM,
    properties=op.properties(op.CELL, "recurrent.quantized_lstm", op.Cost.HIGHEST).with_examples(
        "quantized_lstm_projection_peephole_all_tensors_as_inputs"
    ),
    types={op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED: op.Version.V1_3},
    forms=op.one_form(*_INPUTS),
    outputs=(
        op.matrix("output_state_out"),
        op.tensor("cell_state_out", _W16, ranks=op.ranks(2)),
        op.matrix("output"),
    ),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        op.sizes_agree(
            _SIZES, "batchSize, inputSize, numUnits and outputSize are the same in all operands"
        ),
        *lstm_operands.cell_conditions(),
        _cell_state_scale,
        _state_quantization,
        _not_negative("cell_clip"),
        _not_negative("projection_clip"),
        *(_intermediate_scale(gate) for gate in lstm_operands.GATES),
        _hidden_state_scale_range,
        _hidden_state_zero_point_range,
    ),
    doc="gates = sigmoid(sums); cell = forget * cell + input * tanh(sum); "
    "output = projection of gate * tanh(cell)",
)
