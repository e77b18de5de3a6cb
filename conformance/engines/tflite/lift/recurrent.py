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
from conformance.engines.tflite.lift.model_builder import OperandDraft
from conformance.hal import INFO, OperandType, OperationType

_T: Final = OperationType
_MAX_STEPS: Final = 1024
_INPUT_WEIGHTS: Final = range(1, 5)
_PEEPHOLE_WEIGHTS: Final = range(9, 12)
_BIASES: Final = range(12, 16)
_PROJECTION_BIAS: Final = 17
_OUTPUT_STATE: Final = 18
_CELL_STATE: Final = 19
_LAYER_NORMALIZATION: Final = range(20, 24)
_GATES: Final = 4
_NO_NORMALIZATION_SCALE: Final = 2.0**-12
"""Scale of a gate's sum without layer normalization; the operation does not use it then."""


def convert_quantized_sequence_lstm(op: OperatorContext) -> None:
    """Append the steps of a sequence; the states are chained from step to step."""
    description = op.input_tensor(0)
    shape = op.static_shape(description)
    if description.type != "INT8" or len(shape) != 3:
        raise NotExpressibleError("quantized data of another type than INT8, or not of rank 3")
    time_axis = 0 if op.option("TimeMajor") else 1
    steps = shape[time_axis]
    if steps > _MAX_STEPS:
        raise NotExpressibleError(f"a quantized sequence of more than {_MAX_STEPS} steps")
    weights, states = _cell(op)
    attributes = _attributes(op)
    results = []
    for number, source in enumerate(_split_steps(op, shape, time_axis)):
        last = number == steps - 1
        after = [_next_state(op, k, state, last=last) for k, state in enumerate(states)]
        output = op.operand(states[0])
        results.append(op.temporary(output, output.dimensions))
        inputs = [source, *weights, *states, *_normalization(op), *attributes]
        op.emit(_T.QUANTIZED_LSTM, inputs, [*after, results[-1]])
        states = after
    _join_steps(op, results, time_axis)


def convert_quantized_lstm(op: OperatorContext) -> None:
    """Append one step."""
    if op.input_tensor(0).type != "INT8" or len(op.static_shape(op.input_tensor(0))) != 2:
        raise NotExpressibleError("quantized data of another type than INT8, or not of rank 2")
    weights, states = _cell(op)
    inputs = [op.input(0), *weights, *states, *_normalization(op), *_attributes(op)]
    after = [_next_state(op, k, state, last=True) for k, state in enumerate(states)]
    op.emit(_T.QUANTIZED_LSTM, inputs, [*after, op.output()])


def _cell(op: OperatorContext) -> tuple[list[int], list[int]]:
    """Return the operands of the weights and states."""
    if op.option("FusedActivationFunction") != _TANH:
        raise NotExpressibleError("an activation other than TANH for quantized data")
    weights = _weights(op)
    states = [op.state(_OUTPUT_STATE), op.state(_CELL_STATE)]
    if op.operand(states[0]).type != OperandType.TENSOR_QUANT8_ASYMM_SIGNED:
        raise NotExpressibleError("an output state of another type than INT8")
    return weights, states


_TANH: Final = 4


def _next_state(op: OperatorContext, number: int, state: int, *, last: bool) -> int:
    """Add the operand of a state after a step; the last one is the state after the run."""
    variable = op.input_tensor(_OUTPUT_STATE + number).is_variable
    if last and variable:
        return op.state_after(_OUTPUT_STATE + number)
    return op.temporary(op.operand(state), op.operand(state).dimensions)


def _weights(op: OperatorContext) -> list[int]:
    """Return the operands 1 to 17, which have the same order in file and contract."""
    operands = []
    for position in range(_INPUT_WEIGHTS.start, _PROJECTION_BIAS + 1):
        if position in _PEEPHOLE_WEIGHTS:
            type_ = OperandType.TENSOR_QUANT16_SYMM
        elif position in _BIASES or position == _PROJECTION_BIAS:
            type_ = OperandType.TENSOR_INT32
        else:
            type_ = OperandType.TENSOR_QUANT8_SYMM
        operands.append(_weight(op, position, type_))
    return operands


def _weight(op: OperatorContext, position: int, type_: OperandType) -> int:
    if not op.has_input(position):
        return op.builder.add_omitted(type_)
    quantization = op.input_tensor(position).quantization
    if quantization is None or quantization.per_channel or any(quantization.zero_points):
        raise NotExpressibleError(f"input {position} is not quantized symmetrically by one scale")
    like = OperandDraft(type_, scale=quantization.scales[0], name=op.input_tensor(position).name)
    return op.builder.add_array(op.constant(position), like)


def _normalization(op: OperatorContext) -> list[int]:
    return [
        op.input(position)
        if op.has_input(position)
        else op.builder.add_omitted(OperandType.TENSOR_QUANT16_SYMM)
        for position in _LAYER_NORMALIZATION
    ]


def _attributes(op: OperatorContext) -> list[int]:
    """Return the scalars: limits, the scales of the gates' sums, and the hidden state's codes."""
    tensors = [
        op.subgraph.file.tensors[index] if index >= 0 else None
        for index in op.operator.intermediates
    ]
    if len(tensors) != _GATES + 1:
        raise NotExpressibleError("the quantization of the intermediate results is missing")
    scales = []
    for tensor in tensors[:_GATES]:
        quantization = None if tensor is None else tensor.quantization
        scales.append(quantization.scales[0] if quantization else _NO_NORMALIZATION_SCALE)
    hidden = None if tensors[_GATES] is None else tensors[_GATES].quantization
    if hidden is None:
        raise NotExpressibleError("the quantization of the hidden state is missing")
    clips = [op.float32(op.option(name, 0.0)) for name in ("CellClip", "ProjClip")]
    codes = [op.int32(hidden.zero_points[0]), op.float32(hidden.scales[0])]
    return [*clips, *map(op.float32, scales), *codes]


def _split_steps(op: OperatorContext, shape: tuple[int, ...], time_axis: int) -> list[int]:
    """Append the operations that separate the steps; return the input of each."""
    source = op.operand(op.input(0))
    steps, batch = shape[time_axis], shape[1 - time_axis]
    slab = (1, batch, shape[2]) if time_axis == 0 else (batch, 1, shape[2])
    slabs = [op.temporary(source, slab) for _ in range(steps)]
    op.emit(_T.SPLIT, [op.input(0), op.int32(time_axis), op.int32(steps)], slabs)
    parts = []
    for piece in slabs:
        parts.append(op.temporary(source, (batch, shape[2])))
        op.emit_reshape(piece, parts[-1])
    return parts


def _join_steps(op: OperatorContext, results: list[int], time_axis: int) -> None:
    """Append the operations that join the steps' results to the output."""
    parts = []
    for result in results:
        description = op.operand(result)
        batch, units = description.dimensions
        slab = (1, batch, units) if time_axis == 0 else (batch, 1, units)
        parts.append(op.temporary(description, slab))
        op.emit_reshape(result, parts[-1])
    if len(operand_of(op.output_tensor()).dimensions) != 3:
        raise NotExpressibleError("an output that is not of rank 3")
    op.emit(_T.CONCATENATION, [*parts, op.int32(time_axis)], op.output())


_LSTM_ACTIVATIONS: Final = (0, 1, 3, 4)
"""Activations with the same code in file and contract: none, RELU, RELU6, TANH."""
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
