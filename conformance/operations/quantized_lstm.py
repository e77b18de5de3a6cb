"""QUANTIZED_LSTM: one step of an LSTM with signed 8-bit operands and a 16-bit cell state.

The contract prescribes intermediates by naming their scales. A gate's sum is rounded to 16 bits at
the gate's intermediate scale, once for the input's part and again, saturating, with each further
part. Where it is normalized, that is rounded to 10 bits behind the point, weighted, and rounded to
12 bits behind it. Gates and activations have 15 bits behind the point; the hidden state is rounded
to its own scale and zero point, and projected from there.

What the text leaves open follows the published examples. Without a projection the codes of the
hidden state are the output, whatever the output's own scale. A bias has the scale of what it is
added to: input scale x weights scale without layer normalization, 2^-10 x the scale of the
normalization weights with it; the operand's own scale is not read. Clipping keeps the codes that
lie within the real bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log2

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.definition import (
    Array,
    Condition,
    Form,
    OperandSpec,
    OperationDefinition,
    Presence,
    Shape,
    only,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.fixed_point import (
    FRACTION,
    GATE_SUM,
    next_cell_state,
    saturated,
    sigmoid_code,
    tanh_code,
)
from conformance.operations.lstm_operands import (
    GATES,
    PEEPHOLE_GATES,
    cell_conditions,
    cell_sizes,
    widened,
)
from conformance.operations.named_sizes import size, sizes_agree
from conformance.operations.numerics import F64Array, round_half_away

_NORM_STEP = 2.0**-10
_SIZES = {"input": ("batch", "input size"), **cell_sizes()}
_OUTPUT_STATE_OUT, _CELL_STATE_OUT, _OUTPUT = range(3)


def _state_quantization(call: Call) -> str | None:
    for name, source, index in (
        ("output_state_out", "output_state_in", _OUTPUT_STATE_OUT),
        ("cell_state_out", "cell_state_in", _CELL_STATE_OUT),
        ("output", "output_state_in", _OUTPUT),
    ):
        before, after = call.view(source), call.output(index)
        if not before.same_quantization(after):
            return (
                f"{name} has scale {after.scale!r} and zero point {after.zero_point}, {source} "
                f"has {before.scale!r} and {before.zero_point}: they must be the same"
            )
    return None


def _shapes(call: Call) -> tuple[Shape, Shape, Shape]:
    batch = size(call, "input", 0)
    output = (batch, size(call, "output_state_in", 1))
    return output, (batch, size(call, "cell_state_in", 1)), output


def _clip(call: Call, name: str) -> float:
    return float(call.scalar(name)) if call.present(name) else 0.0


def _standardized_code(codes: F64Array) -> F64Array:
    """Each row standardized, with 10 bits behind the point; mean and variance are cut to whole
    steps of 2^-10 and 1, and the variance is at least 1.
    """
    units = codes.shape[1]
    mean = np.trunc(codes.sum(1, keepdims=True) / (units * _NORM_STEP))
    squares = (codes * codes).sum(1, keepdims=True) / units
    variance = np.trunc(squares - (mean * _NORM_STEP) ** 2)
    return round_half_away((codes / _NORM_STEP - mean) / np.sqrt(np.maximum(variance, 1.0)))


class _Arrays:
    """A call's inputs by name, in double precision."""

    def __init__(self, at: dict[str, int], inputs: Sequence[Array | None]) -> None:
        self._at, self._inputs = at, inputs

    def optional(self, name: str) -> F64Array | None:
        return widened(self._inputs[self._at[name]])

    def required(self, name: str) -> F64Array:
        array = self.optional(name)
        assert array is not None
        return array


class _Step:
    """The scales of one call, applied to arrays."""

    def __init__(self, call: Call) -> None:
        self._at = {spec.name: index for index, spec in enumerate(call.form.inputs)}
        self._scale = {name: call.view(name).scale for name in self._at}
        self._input_zero = call.view("input").zero_point
        self._state_zero = call.view("output_state_in").zero_point
        self._cell_clip = _clip(call, "cell_clip")
        self._projection_clip = _clip(call, "projection_clip")
        self._sums = {
            gate: float(call.scalar(f"{gate}_intermediate_scale"))
            for gate in GATES
            if gate != "input" or call.present("input_to_input_weights")
        }
        self._state_bits = min(max(round(log2(self._scale["cell_state_in"])) + 15, 0), 6)
        self._hidden_scale = float(call.scalar("hidden_state_scale"))
        self._hidden_zero = int(call.scalar("hidden_state_zero_point"))

    def _gate(self, gate: str, arrays: _Arrays, x: F64Array, h: F64Array, c: F64Array) -> F64Array:
        """The code that enters the gate's function."""
        scale, unit = self._scale, self._sums[gate]
        to_gate, back = f"input_to_{gate}_weights", f"recurrent_to_{gate}_weights"
        bias, norm_name = arrays.required(f"{gate}_gate_bias"), f"{gate}_layer_norm_weights"
        norm = arrays.optional(norm_name)
        total = x @ arrays.required(to_gate).T
        if norm is None:
            total += bias
        total = saturated(total * (scale["input"] * scale[to_gate] / unit))
        part = h @ arrays.required(back).T * (scale["output_state_in"] * scale[back] / unit)
        total = saturated(total + round_half_away(part))
        if gate in PEEPHOLE_GATES:
            peephole = arrays.optional(f"cell_to_{gate}_weights")
            if peephole is not None:
                ratio = scale["cell_state_in"] * scale[f"cell_to_{gate}_weights"] / unit
                total = saturated(total + round_half_away(c * peephole * ratio))
        if norm is None:
            return saturated(total * (unit / GATE_SUM))
        normal = _standardized_code(total)
        scaled = round_half_away((normal * norm + bias) * _NORM_STEP)
        return saturated(scaled * (scale[norm_name] / GATE_SUM))

    def __call__(self, inputs: Sequence[Array | None]) -> tuple[Array, Array, Array]:
        arrays = _Arrays(self._at, inputs)
        x = arrays.required("input") - self._input_zero
        h = arrays.required("output_state_in") - self._state_zero
        c = arrays.required("cell_state_in")
        unit = self._scale["cell_state_in"]
        forget = sigmoid_code(self._gate("forget", arrays, x, h, c))
        if "input" in self._sums:
            admit = sigmoid_code(self._gate("input", arrays, x, h, c))
        else:
            admit = FRACTION - 1.0 - forget
        offered = tanh_code(self._gate("cell", arrays, x, h, c))
        cell = next_cell_state(forget, c, admit, offered, unit)
        if self._cell_clip > 0.0:
            bound = floor(self._cell_clip / unit)
            cell = np.clip(cell, -bound, bound)
        leave = sigmoid_code(self._gate("output", arrays, x, h, cell))
        shown = saturated(cell * (unit * 2.0 ** (15 - self._state_bits)))
        reals = leave * tanh_code(shown, self._state_bits) / (FRACTION * FRACTION)
        hidden = self._signed8(reals / self._hidden_scale + self._hidden_zero)
        output = self._project(arrays, hidden).astype(np.int8)
        return output, cell.astype(np.int16), output

    @staticmethod
    def _signed8(codes: F64Array) -> F64Array:
        result: F64Array = np.clip(round_half_away(codes), -128.0, 127.0)
        return result

    def _project(self, arrays: _Arrays, hidden: F64Array) -> F64Array:
        weights = arrays.optional("projection_weights")
        if weights is None:
            return hidden
        bias = arrays.optional("projection_bias")
        sums = (hidden - self._hidden_zero) @ weights.T
        if bias is not None:
            sums += bias
        unit, zero = self._scale["output_state_in"], self._state_zero
        ratio = self._hidden_scale * self._scale["projection_weights"] / unit
        output = np.clip(round_half_away(sums * ratio) + zero, -128.0, 127.0)
        if self._projection_clip > 0.0:
            bound = floor(self._projection_clip / unit)
            output = np.clip(output, zero - bound, zero + bound)
        return output


def _operand(name: str) -> OperandSpec:
    gate = name.split("_", maxsplit=1)[0]
    if name.endswith("bias"):
        types = only(OperandType.TENSOR_INT32)
    elif gate == "cell" or name.endswith("layer_norm_weights"):
        types = only(OperandType.TENSOR_QUANT16_SYMM)
    else:
        types = only(OperandType.TENSOR_QUANT8_SYMM)
    needed = not name.startswith(("cell_to", "projection", "input_gate")) and not name.endswith(
        ("to_input_weights", "layer_norm_weights")
    )
    presence = Presence.REQUIRED if needed else Presence.OMITTABLE
    return tensor(name, types, ranks=ranks(len(_SIZES[name])), presence=presence)


_FLOAT = OperandType.FLOAT32
_CELL = only(OperandType.TENSOR_QUANT16_SYMM)
_INPUTS = (
    tensor("input", ranks=ranks(2)),
    *(_operand(f"input_to_{gate}_weights") for gate in GATES),
    *(_operand(f"recurrent_to_{gate}_weights") for gate in GATES),
    *(_operand(f"cell_to_{gate}_weights") for gate in PEEPHOLE_GATES),
    *(_operand(f"{gate}_gate_bias") for gate in GATES),
    _operand("projection_weights"),
    _operand("projection_bias"),
    tensor("output_state_in", ranks=ranks(2)),
    tensor("cell_state_in", _CELL, ranks=ranks(2)),
    *(_operand(f"{gate}_layer_norm_weights") for gate in GATES),
    scalar("cell_clip", _FLOAT, presence=Presence.OMITTABLE),
    scalar("projection_clip", _FLOAT, presence=Presence.OMITTABLE),
    *(scalar(f"{gate}_intermediate_scale", _FLOAT) for gate in GATES),
    scalar("hidden_state_zero_point", OperandType.INT32),
    scalar("hidden_state_scale", _FLOAT),
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
            tensor("cell_state_out", _CELL, ranks=ranks(2)),
            tensor("output", ranks=ranks(2)),
        ),
        shapes=_shapes,
        compile=lambda call: _Step(call),
        conditions=(
            sizes_agree(
                _SIZES, "inputs: batchSize, inputSize, numUnits and outputSize are one number each"
            ),
            *cell_conditions(),
            Condition(
                "state_quantization",
                _state_quantization,
                "outputs: the states after the step, as the states before it",
            ),
        ),
        doc="LSTM step on quantized operands, with rounded intermediates of given scales",
    ),
)
