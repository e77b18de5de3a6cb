"""QUANTIZED_16BIT_LSTM: one LSTM step on 8-bit values with a 16-bit cell state.

Sums of products are rounded to 16-bit numbers with 12 fraction bits. Gates have 15 fraction bits
(see ``fixed_point``), the cell state 11 and the output 7. The product of input gate and cell gate
is rounded to 15 fraction bits first and then to 11.

The order of the weights follows the published example: each gate's recurrent weights and input
weights are concatenated in this order, and multiplied with the concatenation of input and previous
output. With input size n, the first n columns of the recurrent weights are therefore multiplied
with the input. Taking the weights by their names, as the contract's text has them, gives different
results (cell states up to 241 codes off), so the example was preferred.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import lstm_operands
from conformance.operations.kernels import fixed_point

_WEIGHTS = tuple(
    f"{source}_to_{gate}_weights"
    for source in ("input", "recurrent")
    for gate in lstm_operands.GATES
)
_BIASES = tuple(f"{gate}_gate_bias" for gate in lstm_operands.GATES)
_SIZES = {
    "input": ("batch", "input size"),
    **{f"input_to_{gate}_weights": ("output size", "input size") for gate in lstm_operands.GATES},
    **{
        f"recurrent_to_{gate}_weights": ("output size", "output size")
        for gate in lstm_operands.GATES
    },
    **dict.fromkeys(_BIASES, ("output size",)),
    "prev_cell_state": ("batch", "output size"),
    "prev_output": ("batch", "output size"),
}
_VALUE = (2.0**-7, 128)
_STATE = (2.0**-11, 0)
_SUM_BITS, _STATE_BITS = 12, 11


@op.condition(
    "input and output have scale 1/128 and zero point 128; the cell state has scale "
    "2^-11 and zero point 0"
)
def _fixed_quantization(call: op.Call) -> str | None:
    views = [(name, call.view(name)) for name in ("input", "prev_output", "prev_cell_state")]
    views += [("cell_state_out", call.output(0)), ("output", call.output(1))]
    for name, view in views:
        expected = _STATE if view.type == op.OperandType.TENSOR_QUANT16_SYMM else _VALUE
        if (problem := op.unexpected_quantization(name, view, expected)) is not None:
            return problem
    return None


@op.condition("all weights have the same scale and zero point, and the scale is not 0")
def _weights_quantization(call: op.Call) -> str | None:
    first = call.view(_WEIGHTS[0])
    if first.scale == 0.0:
        return f"{_WEIGHTS[0]} has scale 0, but a scale must be positive"
    for name in _WEIGHTS[1:]:
        problem = op.unequal_quantization(name, call.view(name), _WEIGHTS[0], first)
        if problem is not None:
            return problem
    return None


@op.condition("biases have scale input scale * weights scale and zero point 0")
def _bias_quantization(call: op.Call) -> str | None:
    expected = call.view(_WEIGHTS[0]).scale * _VALUE[0]
    for name in _BIASES:
        view = call.view(name)
        if (view.scale, view.zero_point) != (expected, 0):
            return (
                f"{name} has scale {view.scale!r} and zero point {view.zero_point}, "
                f"but must have scale {expected!r} (input scale * weights scale) and zero point 0"
            )
    return None


def _shapes(call: op.Call) -> tuple[op.Shape, op.Shape]:
    shape = (op.size(call, "input", 0), op.size(call, "prev_output", 1))
    return shape, shape


def _compile(call: op.Call) -> op.Kernel:
    weight_zero_point = call.view(_WEIGHTS[0]).zero_point
    factor = call.view(_WEIGHTS[0]).scale * _VALUE[0] * 2.0**_SUM_BITS
    positions = {spec.name: index for index, spec in enumerate(call.form.inputs)}

    def kernel(inputs: Sequence[op.Array | None]) -> tuple[op.Array, op.Array]:
        def codes(name: str) -> op.F64Array:
            array = lstm_operands.to_float64(inputs[positions[name]])
            assert array is not None
            return array

        input_and_state = np.concatenate([codes("input"), codes("prev_output")], axis=1) - _VALUE[1]

        def total(gate: str) -> op.F64Array:
            pair = [codes(f"{source}_to_{gate}_weights") for source in ("recurrent", "input")]
            sums = input_and_state @ (np.concatenate(pair, axis=1) - weight_zero_point).T + codes(
                f"{gate}_gate_bias"
            )
            return fixed_point.saturate(fixed_point.rescale(sums, factor)) * 2.0**-_SUM_BITS

        admitted = fixed_point.round_half_up_to_bits(
            fixed_point.sigmoid(total("input")) * fixed_point.tanh(total("cell")), 15
        )
        kept = fixed_point.sigmoid(total("forget")) * codes("prev_cell_state") * _STATE[0]
        cell = fixed_point.round_half_away_to_bits(
            admitted, _STATE_BITS
        ) + fixed_point.round_half_up_to_bits(kept, _STATE_BITS)
        state = fixed_point.saturate(cell * 2.0**_STATE_BITS)
        output = fixed_point.round_half_up_to_bits(
            fixed_point.sigmoid(total("output")) * fixed_point.tanh(state * _STATE[0]), 15
        )
        result = (
            fixed_point.saturate(fixed_point.round_half_away_to_bits(output, 7) * 2.0**7, 8)
            + _VALUE[1]
        )
        return state.astype(np.int16), result.astype(np.uint8)

    return kernel


_I32 = op.INT32_TENSOR
_STATE_TYPE = op.only(op.OperandType.TENSOR_QUANT16_SYMM)


def _operand(name: str) -> op.OperandSpec:
    sized = op.ranks(len(_SIZES[name]))
    if name in _BIASES:
        return op.tensor(name, _I32, ranks=sized)
    if name == "prev_cell_state":
        return op.tensor(name, _STATE_TYPE, ranks=sized)
    return op.tensor(name, ranks=sized)


DEFINITION = op.OperationDefinition(
    type=op.OperationType.QUANTIZED_16BIT_LSTM,
    properties=op.properties(
        op.CELL, "recurrent.quantized_16bit_lstm", op.Cost.HIGHEST, op.Trait.UNSIGNED_ONLY
    ),
    types={op.OperandType.TENSOR_QUANT8_ASYMM: op.Version.V1_2},
    forms=op.one_form(*tuple(_operand(name) for name in _SIZES)),
    outputs=(op.tensor("cell_state_out", _STATE_TYPE, ranks=op.ranks(2)), op.matrix("output")),
    shapes=_shapes,
    compile=_compile,
    conditions=(
        op.sizes_agree(_SIZES, "numBatches, inputSize and outputSize are the same in all operands"),
        _fixed_quantization,
        _weights_quantization,
        _bias_quantization,
    ),
    doc="gates = sigmoid(sums); cell = forget * cell + input * tanh(sum); "
    "output = gate * tanh(cell)",
)
