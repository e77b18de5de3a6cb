"""QUANTIZED_16BIT_LSTM: one step of an LSTM with 8-bit operands and a 16-bit cell state.

The operation is fixed point by its own account, so intermediates are rounded: each gate's sum to
16 bits with 12 behind the point, gates and activations to 16 bits with 15 behind it, both products
of the new state to that of the cell state, all saturating; the hyperbolic tangent of the new state
sees it held within [-8, 8).

The published results come from a layout that the text does not tell: a gate's weights stand as
[recurrent | input] in a row and are applied to [input | previous output]. It is followed, because
no driver that passes the public examples can do otherwise; where inputs and outputs are of one size
it means that recurrent weights meet the input and input weights the previous output.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call, OperandView
from conformance.operations.definition import (
    Array,
    Condition,
    Form,
    Kernel,
    OperationDefinition,
    Shape,
    only,
    ranks,
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
from conformance.operations.lstm_operands import GATES
from conformance.operations.named_sizes import size, sizes_agree
from conformance.operations.numerics import round_half_away

_OUTPUT = (1.0 / 128, 128)
_STATE = (1.0 / 2048, 0)
_INPUT_WEIGHTS = tuple(f"input_to_{gate}_weights" for gate in GATES)
_RECURRENT_WEIGHTS = tuple(f"recurrent_to_{gate}_weights" for gate in GATES)
_WEIGHTS = _INPUT_WEIGHTS + _RECURRENT_WEIGHTS
_BIASES = tuple(f"{gate}_gate_bias" for gate in GATES)
_SIZES = {
    "input": ("batch", "input size"),
    **dict.fromkeys(_INPUT_WEIGHTS, ("output size", "input size")),
    **dict.fromkeys(_RECURRENT_WEIGHTS, ("output size", "output size")),
    **dict.fromkeys(_BIASES, ("output size",)),
    "prev_cell_state": ("batch", "output size"),
    "prev_output": ("batch", "output size"),
}


def _unlike(name: str, view: OperandView, wanted: tuple[float, int]) -> str | None:
    if (view.scale, view.zero_point) == wanted:
        return None
    return (
        f"{name} has scale {view.scale!r} and zero point {view.zero_point}, must have "
        f"{wanted[0]!r} and {wanted[1]}"
    )


def _fixed(call: Call) -> str | None:
    checks = (
        ("input", call.view("input"), _OUTPUT),
        ("prev_output", call.view("prev_output"), _OUTPUT),
        ("output", call.output(1), _OUTPUT),
        ("prev_cell_state", call.view("prev_cell_state"), _STATE),
        ("cell_state_out", call.output(0), _STATE),
    )
    return next((text for check in checks if (text := _unlike(*check))), None)


def _weights(call: Call) -> str | None:
    first = call.view(_WEIGHTS[0])
    wanted = (first.scale, first.zero_point)
    return next((text for n in _WEIGHTS[1:] if (text := _unlike(n, call.view(n), wanted))), None)


def _biases(call: Call) -> str | None:
    wanted = (call.view(_WEIGHTS[0]).scale / 128, 0)
    return next((text for n in _BIASES if (text := _unlike(n, call.view(n), wanted))), None)


def _shapes(call: Call) -> tuple[Shape, Shape]:
    shape = (size(call, "input", 0), size(call, "prev_cell_state", 1))
    return shape, shape


def _compile(call: Call) -> Kernel:
    weights = call.view(_WEIGHTS[0])
    rescale, zero_point = weights.scale / 128 / GATE_SUM, weights.zero_point

    def kernel(inputs: Sequence[Array | None]) -> tuple[Array, Array]:
        x, *others = (a.astype(np.float64) for a in inputs if a is not None)
        from_input, from_output, biases = others[:4], others[4:8], others[8:12]
        state, previous = others[12], others[13] - 128
        x -= 128
        read = np.concatenate([x, previous], axis=1)
        sums = [
            saturated((read @ (np.concatenate([r, w], axis=1) - zero_point).T + b) * rescale)
            for w, r, b in zip(from_input, from_output, biases, strict=True)
        ]
        admit, forget, leave = (sigmoid_code(sums[i]) for i in (0, 1, 3))
        cell = next_cell_state(forget, state, admit, tanh_code(sums[2]), _STATE[0])
        hidden = saturated(leave * tanh_code(saturated(cell * 2)) / FRACTION)
        output = np.clip(round_half_away(hidden / 256), -128, 127) + 128
        return cell.astype(np.int16), output.astype(np.uint8)

    return kernel


_INT32 = only(OperandType.TENSOR_INT32)
_CELL = only(OperandType.TENSOR_QUANT16_SYMM)

DEFINITIONS = (
    OperationDefinition(
        type=OperationType.QUANTIZED_16BIT_LSTM,
        since=Version.V1_2,
        primary="input",
        types={OperandType.TENSOR_QUANT8_ASYMM: Version.V1_2},
        forms=(
            Form(
                "default",
                (
                    tensor("input", ranks=ranks(2)),
                    *(tensor(name, ranks=ranks(2)) for name in _WEIGHTS),
                    *(tensor(name, _INT32, ranks=ranks(1)) for name in _BIASES),
                    tensor("prev_cell_state", _CELL, ranks=ranks(2)),
                    tensor("prev_output", ranks=ranks(2)),
                ),
                (15,),
            ),
        ),
        outputs=(
            tensor("cell_state_out", _CELL, ranks=ranks(2)),
            tensor("output", ranks=ranks(2)),
        ),
        shapes=_shapes,
        compile=_compile,
        conditions=(
            sizes_agree(_SIZES, "inputs: numBatches, inputSize, outputSize are one number each"),
            Condition(
                "fixed_quantization",
                _fixed,
                "input and output: scale 1/128, zeroPoint 128; cell state: 2^4/32768, 0",
            ),
            Condition(
                "weights_quantization",
                _weights,
                "weights: scale and zero point must be the same across all the weights",
            ),
            Condition(
                "bias_quantization",
                _biases,
                "biases: scale the product of input and weights scales, zeroPoint 0",
            ),
        ),
        doc="LSTM step in 16-bit fixed point; output = round(output gate x tanh(cell state))",
    ),
)
