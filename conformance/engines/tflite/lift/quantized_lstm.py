"""The 8-bit LSTM: one QUANTIZED_LSTM of the contract for each step of a sequence."""

from __future__ import annotations

from typing import Final

from conformance.engines.tflite.lift.context import NotExpressibleError, OperatorContext, operand_of
from conformance.engines.tflite.lift.model_builder import OperandDraft
from conformance.hal import OperandType, OperationType

_T: Final = OperationType
_MAX_STEPS: Final = 1024
_INPUT_WEIGHTS: Final = range(1, 5)
_RECURRENT_WEIGHTS: Final = range(5, 9)
_PEEPHOLE_WEIGHTS: Final = range(9, 12)
_BIASES: Final = range(12, 16)
_PROJECTION_WEIGHTS: Final = 16
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
