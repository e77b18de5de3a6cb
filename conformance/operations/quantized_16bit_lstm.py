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

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperandSpec,
    OperationDefinition,
    Shape,
    only,
    ranks,
    tensor,
)
from conformance.operations.fixed_point import (
    rescale,
    round_half_away_to_bits,
    round_half_up_to_bits,
    saturate,
    sigmoid,
    tanh,
)
from conformance.operations.lstm_operands import GATES, to_float64
from conformance.operations.named_sizes import size, sizes_agree
from conformance.operations.numerics import F64Array
from conformance.operations.properties import CELL, Cost, Properties, Sampling, Trait

_WEIGHTS = tuple(
    f"{source}_to_{gate}_weights" for source in ("input", "recurrent") for gate in GATES
)
_BIASES = tuple(f"{gate}_gate_bias" for gate in GATES)
_SIZES = {
    "input": ("batch", "input size"),
    **{f"input_to_{gate}_weights": ("output size", "input size") for gate in GATES},
    **{f"recurrent_to_{gate}_weights": ("output size", "output size") for gate in GATES},
    **dict.fromkeys(_BIASES, ("output size",)),
    "prev_cell_state": ("batch", "output size"),
    "prev_output": ("batch", "output size"),
}
_VALUE = (2.0**-7, 128)
_STATE = (2.0**-11, 0)
_SUM_BITS, _STATE_BITS = 12, 11


def _fixed_quantization(call: Call) -> str | None:
    views = [(name, call.view(name)) for name in ("input", "prev_output", "prev_cell_state")]
    views += [("cell_state_out", call.output(0)), ("output", call.output(1))]
    for name, view in views:
        expected = _STATE if view.type == OperandType.TENSOR_QUANT16_SYMM else _VALUE
        if (view.scale, view.zero_point) != expected:
            return (
                f"{name} has scale {view.scale!r} and zero point {view.zero_point}, "
                f"but must have scale {expected[0]!r} and zero point {expected[1]}"
            )
    return None


def _weights_quantization(call: Call) -> str | None:
    first = call.view(_WEIGHTS[0])
    if first.scale == 0.0:
        return f"{_WEIGHTS[0]} has scale 0, but a scale must be positive"
    for name in _WEIGHTS[1:]:
        view = call.view(name)
        if not view.same_quantization(first):
            return (
                f"{name} has scale {view.scale!r} and zero point {view.zero_point}, "
                f"but {_WEIGHTS[0]} has {first.scale!r} and {first.zero_point}: they must be equal"
            )
    return None


def _bias_quantization(call: Call) -> str | None:
    expected = call.view(_WEIGHTS[0]).scale * _VALUE[0]
    for name in _BIASES:
        view = call.view(name)
        if (view.scale, view.zero_point) != (expected, 0):
            return (
                f"{name} has scale {view.scale!r} and zero point {view.zero_point}, "
                f"but must have scale {expected!r} (input scale * weights scale) and zero point 0"
            )
    return None


def _shapes(call: Call) -> tuple[Shape, Shape]:
    shape = (size(call, "input", 0), size(call, "prev_output", 1))
    return shape, shape


def _compile(call: Call) -> Kernel:
    weight_zero_point = call.view(_WEIGHTS[0]).zero_point
    factor = call.view(_WEIGHTS[0]).scale * _VALUE[0] * 2.0**_SUM_BITS
    positions = {spec.name: index for index, spec in enumerate(call.form.inputs)}

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, Array]:
        def codes(name: str) -> F64Array:
            array = to_float64(inputs[positions[name]])
            assert array is not None
            return array

        input_and_state = np.concatenate([codes("input"), codes("prev_output")], axis=1) - _VALUE[1]

        def total(gate: str) -> F64Array:
            pair = [codes(f"{source}_to_{gate}_weights") for source in ("recurrent", "input")]
            sums = input_and_state @ (np.concatenate(pair, axis=1) - weight_zero_point).T + codes(
                f"{gate}_gate_bias"
            )
            return saturate(rescale(sums, factor)) * 2.0**-_SUM_BITS

        admitted = round_half_up_to_bits(sigmoid(total("input")) * tanh(total("cell")), 15)
        kept = sigmoid(total("forget")) * codes("prev_cell_state") * _STATE[0]
        cell = round_half_away_to_bits(admitted, _STATE_BITS) + round_half_up_to_bits(
            kept, _STATE_BITS
        )
        state = saturate(cell * 2.0**_STATE_BITS)
        output = round_half_up_to_bits(sigmoid(total("output")) * tanh(state * _STATE[0]), 15)
        result = saturate(round_half_away_to_bits(output, 7) * 2.0**7, 8) + _VALUE[1]
        return state.astype(np.int16), result.astype(np.uint8)

    return kernel


_I32 = only(OperandType.TENSOR_INT32)
_STATE_TYPE = only(OperandType.TENSOR_QUANT16_SYMM)


def _operand(name: str) -> OperandSpec:
    sized = ranks(len(_SIZES[name]))
    if name in _BIASES:
        return tensor(name, _I32, ranks=sized)
    if name == "prev_cell_state":
        return tensor(name, _STATE_TYPE, ranks=sized)
    return tensor(name, ranks=sized)


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.QUANTIZED_16BIT_LSTM,
        properties=Properties(
            CELL,
            Sampling("recurrent.quantized_16bit_lstm"),
            Cost.HIGHEST,
            traits=(Trait.UNSIGNED_ONLY,),
        ),
        since=Version.V1_2,
        primary="input",
        types={OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2},
        forms=(Form("default", tuple(_operand(name) for name in _SIZES), (15,)),),
        outputs=(
            tensor("cell_state_out", _STATE_TYPE, ranks=ranks(2)),
            tensor("output", ranks=ranks(2)),
        ),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            sizes_agree(
                _SIZES, "numBatches, inputSize and outputSize are the same in all operands"
            ),
            Condition(
                "fixed_quantization",
                _fixed_quantization,
                "input and output have scale 1/128 and zero point 128; the cell state has scale "
                "2^-11 and zero point 0",
            ),
            Condition(
                "weights_quantization",
                _weights_quantization,
                "all weights have the same scale and zero point, and the scale is not 0",
            ),
            Condition(
                "bias_quantization",
                _bias_quantization,
                "biases have scale input scale * weights scale and zero point 0",
            ),
        ),
        doc="gates = sigmoid(sums); cell = forget * cell + input * tanh(sum); "
        "output = gate * tanh(cell)",
    ),
)
