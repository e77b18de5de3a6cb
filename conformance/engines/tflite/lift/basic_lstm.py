"""The basic kernel of LSTM with 8-bit data, which becomes QUANTIZED_16BIT_LSTM."""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.engines.tflite.lift.context import NotExpressibleError, OperatorContext, is_static
from conformance.engines.tflite.lift.model_builder import OperandDraft
from conformance.hal import OperationType

_T: Final = OperationType
_INPUT, _OUTPUT_STATE, _WEIGHTS, _BIAS, _CELL_STATE = range(5)
_GATES: Final = ("input", "cell", "forget", "output")
"""The order of the gates in the file's tensors."""
_OPERATION_GATES: Final = ("input", "forget", "cell", "output")
"""The order of the gates among the operation's inputs."""


def convert_basic_lstm(op: OperatorContext) -> None:
    """Append one step; the file has all weights in one tensor, the contract in eight.

    In each row of the file, the first columns are the contract's recurrent weights.
    """
    if op.input_tensor(_INPUT).type != "UINT8":
        raise NotExpressibleError("the basic kernel of floating-point data")
    state = op.state(_CELL_STATE)
    shape = op.operand(state).dimensions
    if len(shape) != 2 or not is_static(shape):
        raise NotExpressibleError(f"a cell state of shape {list(shape)}")
    units = shape[1]
    weights, bias = op.input(_WEIGHTS), op.input(_BIAS)
    rows = op.operand(weights).dimensions
    if len(rows) != 2 or rows[0] != 4 * units or op.operand(bias).dimensions != (4 * units,):
        raise NotExpressibleError(f"weights of shape {list(rows)} for {units} units")
    parts = {}
    for number, gate in enumerate(_GATES):
        first = number * units
        parts[f"recurrent {gate}"] = _part(op, weights, (first, 0), (units, units))
        parts[f"input {gate}"] = _part(op, weights, (first, units), (units, rows[1] - units))
        parts[f"bias {gate}"] = _part(op, bias, (first,), (units,))
    inputs = [op.input(_INPUT)]
    inputs += [parts[f"{k} {g}"] for k in ("input", "recurrent", "bias") for g in _OPERATION_GATES]
    inputs += [state, op.state(_OUTPUT_STATE)]
    results = []
    for output, position in ((1, _CELL_STATE), (0, _OUTPUT_STATE)):
        if op.input_tensor(position).is_variable:
            results.append(op.state_after(position))
            op.alias_output(results[-1], output)
        else:
            results.append(op.output(output))
    op.subgraph.unspecified.update(op.operator.outputs[2:])
    op.emit(_T.QUANTIZED_16BIT_LSTM, inputs, results)


def _part(op: OperatorContext, operand: int, begin: tuple[int, ...], size: tuple[int, ...]) -> int:
    """Return a part of a constant as a constant, or of a computed tensor as a SLICE."""
    source = op.operand(operand)
    value = op.constant_or_none(_WEIGHTS if len(begin) == 2 else _BIAS)
    if value is not None:
        area = tuple(slice(start, start + count) for start, count in zip(begin, size, strict=True))
        scale = source.scale if len(size) == 2 else _bias_scale(op)
        like = OperandDraft(source.type, size, scale, source.zero_point)
        return op.builder.add_array(value[area].copy(), like)
    part = op.temporary(source, size)
    if len(size) == 1:
        op.operand(part).scale = _bias_scale(op)
    op.emit(_T.SLICE, [operand, op.int32_tensor(begin), op.int32_tensor(size)], part)
    return part


def _bias_scale(op: OperatorContext) -> float:
    """Return the scale that the contract requires of a bias."""
    scales = [op.operand(op.input(position)).scale for position in (_INPUT, _WEIGHTS)]
    return float(np.float32(np.float32(scales[0]) * np.float32(scales[1])))
