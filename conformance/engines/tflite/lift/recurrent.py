"""Recurrent operators; their variable tensors become states: inputs and outputs of the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from conformance.engines.tflite.lift.basic_lstm import convert_basic_lstm
from conformance.engines.tflite.lift.context import (
    Converter,
    NotExpressibleError,
    OperatorContext,
    operand_of,
    refused,
)
from conformance.engines.tflite.lift.quantized_lstm import (
    convert_quantized_lstm,
    convert_quantized_sequence_lstm,
)
from conformance.hal import INFO, OperationType

_T: Final = OperationType
_LSTM_ACTIVATIONS: Final = (0, 1, 3, 4)
"""Activations with the same code in file and contract: none, RELU, RELU6, TANH."""
_OUTPUT_STATE: Final = 18
_CELL_STATE: Final = 19
_LAYER_NORMALIZATION: Final = range(20, 24)
_BIDIRECTIONAL_STATES: Final = range(35, 39)
_BIDIRECTIONAL_AUXILIARY: Final = range(39, 48)


def _require_float(op: OperatorContext) -> None:
    if INFO[operand_of(op.output_tensor()).type].quantized:
        raise NotExpressibleError("the contract has this operation for floating-point data only")
    for position in range(len(op.operator.inputs)):
        if op.has_input(position) and op.input_tensor(position).type in ("INT8", "UINT8"):
            raise NotExpressibleError("8-bit weights with floating-point data")


def _cell_activation(op: OperatorContext) -> int:
    code = op.option("FusedActivationFunction")
    if code not in _LSTM_ACTIVATIONS:
        raise NotExpressibleError(f"activation {code}")
    return op.int32(code)


def _lstm_inputs(op: OperatorContext) -> list[int]:
    """Return the first 20 inputs, which have the same order in file and contract."""
    inputs = [op.input_or_omitted(position) for position in range(_OUTPUT_STATE)]
    return [*inputs, op.state(_OUTPUT_STATE), op.state(_CELL_STATE)]


def _lstm_attributes(op: OperatorContext) -> list[int]:
    clips = [op.float32(op.option(name, 0.0)) for name in ("CellClip", "ProjClip")]
    return [_cell_activation(op), *clips]


def _layer_normalization(op: OperatorContext) -> list[int]:
    if not any(op.has_input(position) for position in _LAYER_NORMALIZATION):
        return []
    return [op.input_or_omitted(position) for position in _LAYER_NORMALIZATION]


def _unidirectional_sequence_lstm(op: OperatorContext) -> None:
    if INFO[operand_of(op.output_tensor()).type].quantized:
        convert_quantized_sequence_lstm(op)
        return
    _require_float(op)
    if op.option("DiagonalRecurrentTensors"):
        raise NotExpressibleError("diagonal recurrent weights")
    inputs = [*_lstm_inputs(op), *_lstm_attributes(op), op.boolean(op.option("TimeMajor"))]
    # The contract's list of 28 inputs includes the weights of layer normalization.
    inputs += _layer_normalization(op) or [op.builder.add_omitted() for _ in range(4)]
    outputs = [op.output(), op.state_after(_OUTPUT_STATE), op.state_after(_CELL_STATE)]
    op.emit(_T.UNIDIRECTIONAL_SEQUENCE_LSTM, inputs, outputs)


def _lstm(op: OperatorContext) -> None:
    if op.option("KernelType"):
        convert_basic_lstm(op)
        return
    if INFO[operand_of(op.output_tensor()).type].quantized:
        convert_quantized_lstm(op)
        return
    _require_float(op)
    inputs = [*_lstm_inputs(op), *_lstm_attributes(op), *_layer_normalization(op)]
    cell = op.operand(inputs[_CELL_STATE])
    batch, units = cell.dimensions if len(cell.dimensions) == 2 else (0, 0)
    gates = 4 if op.has_input(1) else 3
    scratch = op.temporary(cell, (batch, units * gates))
    outputs = [scratch, op.state_after(_OUTPUT_STATE), op.state_after(_CELL_STATE), op.output()]
    op.emit(_T.LSTM, inputs, outputs)


def _rnn_inputs(op: OperatorContext) -> list[int]:
    _require_float(op)
    tensors = [op.input(position) for position in range(4)]
    return [*tensors, op.state(4), op.int32(op.activation())]


def _rnn(op: OperatorContext) -> None:
    op.emit(_T.RNN, _rnn_inputs(op), [op.state_after(4), op.output()])


def _unidirectional_sequence_rnn(op: OperatorContext) -> None:
    inputs = [*_rnn_inputs(op), op.int32(int(bool(op.option("TimeMajor"))))]
    op.emit(_T.UNIDIRECTIONAL_SEQUENCE_RNN, inputs, [op.output(), op.state_after(4)])


def _svdf(op: OperatorContext) -> None:
    _require_float(op)
    inputs = [*(op.input(position) for position in range(3)), op.input_or_omitted(3), op.state(4)]
    inputs += [op.int32(op.option("Rank")), op.int32(op.activation())]
    op.emit(_T.SVDF, inputs, [op.state_after(4), op.output()])


def _bidirectional_outputs(op: OperatorContext, states: Sequence[int]) -> list[int]:
    """Add the outputs of both directions, or the merged one, and the states after the run."""
    outputs = [op.output()]
    if not op.option("MergeOutputs"):
        outputs.append(op.output(1))
    if all(op.input_tensor(position).is_variable for position in states):
        outputs += [op.state_after(position) for position in states]
    return outputs


def _bidirectional_sequence_lstm(op: OperatorContext) -> None:
    _require_float(op)
    inputs = [op.input_or_omitted(position) for position in range(_BIDIRECTIONAL_STATES.start)]
    inputs += [op.state(position) for position in _BIDIRECTIONAL_STATES]
    inputs += [op.input_or_omitted(position) for position in _BIDIRECTIONAL_AUXILIARY]
    inputs += _lstm_attributes(op)
    inputs += [op.boolean(op.option(name)) for name in ("MergeOutputs", "TimeMajor")]
    inputs += [op.builder.add_omitted() for _ in range(8)]  # no layer normalization
    outputs = _bidirectional_outputs(op, _BIDIRECTIONAL_STATES)
    op.emit(_T.BIDIRECTIONAL_SEQUENCE_LSTM, inputs, outputs)


def _bidirectional_sequence_rnn(op: OperatorContext) -> None:
    _require_float(op)
    inputs = []
    for start in (1, 5):
        inputs += [*(op.input(start + offset) for offset in range(3)), op.state(start + 3)]
    inputs = [op.input(0), *inputs, *(op.input_or_omitted(position) for position in (9, 10, 11))]
    inputs.append(op.int32(op.activation()))
    inputs += [op.boolean(op.option(name)) for name in ("TimeMajor", "MergeOutputs")]
    op.emit(_T.BIDIRECTIONAL_SEQUENCE_RNN, inputs, _bidirectional_outputs(op, (4, 8)))


CONVERTERS: Final[Mapping[str, Converter]] = {
    "BIDIRECTIONAL_SEQUENCE_LSTM": _bidirectional_sequence_lstm,
    "BIDIRECTIONAL_SEQUENCE_RNN": _bidirectional_sequence_rnn,
    "UNIDIRECTIONAL_SEQUENCE_LSTM": _unidirectional_sequence_lstm,
    "LSTM": _lstm,
    "RNN": _rnn,
    "UNIDIRECTIONAL_SEQUENCE_RNN": _unidirectional_sequence_rnn,
    "SVDF": _svdf,
    **{
        name: refused("variables that outlive a run have no equivalent in the contract")
        for name in ("CALL_ONCE", "VAR_HANDLE", "READ_VARIABLE", "ASSIGN_VARIABLE")
    },
}
"""The converters of recurrent operators and of operators on variables, by builtin."""
