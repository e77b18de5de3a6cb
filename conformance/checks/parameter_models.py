"""Models whose parameters are model inputs, and executions with several values of a parameter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance import hal
from conformance.checks.check_context import CheckContext, skip_if_lacking_resources
from conformance.checks.execution_modes import execution_modes
from conformance.checks.sample_requests import FILL_BYTE
from conformance.harness.calls import driver_calls
from conformance.oracle.accuracy import describe_difference

_INPUT, _OUTPUT = hal.OperandLifeTime.SUBGRAPH_INPUT, hal.OperandLifeTime.SUBGRAPH_OUTPUT
_TENSOR: Final = hal.OperandType.TENSOR_FLOAT32
_OFFSETS: Final = (64, 192, 320)
"""Offsets of the tensor, the parameter and the result in the memory of a request."""

_Tensor = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ParameterModel:
    """A model with a float32 tensor and a parameter as inputs.

    Attributes:
        name: name of the parameter in messages.
        model: the model; its inputs are the tensor and the parameter.
        tensor: the values of the tensor.
        cases: values of the parameter, ``None`` if it is omitted, each with the expected output.

    """

    name: str
    model: hal.Model
    tensor: _Tensor
    cases: tuple[tuple[tuple[float, ...] | None, _Tensor], ...]


def activation_model() -> ParameterModel:
    """Return ``y = activation(x + x)``."""
    x = hal.Operand(_TENSOR, (4,), 2, lifetime=_INPUT)
    activation = hal.Operand(hal.OperandType.INT32, (), 1, lifetime=_INPUT)
    y = hal.Operand(_TENSOR, (4,), 0, lifetime=_OUTPUT)
    add = hal.Operation(hal.OperationType.ADD, (0, 0, 1), (2,))
    model = hal.Model(hal.Subgraph((x, activation, y), (add,), (0, 1), (2,)))
    none, relu, relu1, relu6 = hal.FusedActivation
    return ParameterModel(
        "activation",
        model,
        (-2.0, -0.25, 2.0, 4.0),
        (
            ((none,), (-4.0, -0.5, 4.0, 8.0)),
            ((relu6,), (0.0, 0.0, 4.0, 6.0)),
            ((none,), (-4.0, -0.5, 4.0, 8.0)),
            ((relu1,), (-1.0, -0.5, 1.0, 1.0)),
            ((relu,), (0.0, 0.0, 4.0, 8.0)),
        ),
    )


def permutation_model() -> ParameterModel:
    """Return ``y = transpose(x, permutation)`` on a square matrix."""
    x = hal.Operand(_TENSOR, (2, 2), 1, lifetime=_INPUT)
    permutation = hal.Operand(hal.OperandType.TENSOR_INT32, (2,), 1, lifetime=_INPUT)
    y = hal.Operand(_TENSOR, (2, 2), 0, lifetime=_OUTPUT)
    transpose = hal.Operation(hal.OperationType.TRANSPOSE, (0, 1), (2,))
    model = hal.Model(hal.Subgraph((x, permutation, y), (transpose,), (0, 1), (2,)))
    same, exchanged = (1.0, 2.0, 3.0, 4.0), (1.0, 3.0, 2.0, 4.0)
    cases = (
        ((0, 1), same),
        (None, exchanged),
        ((0, 1), same),
        ((1, 0), exchanged),
        ((0, 1), same),
    )
    return ParameterModel("permutation", model, same, cases)


def pad_value_model() -> ParameterModel:
    """Return ``y = (value, x[0], x[1], value)``, by PAD_V2."""
    x = hal.Operand(_TENSOR, (2,), 1, lifetime=_INPUT)
    value = hal.Operand(hal.OperandType.FLOAT32, (), 1, lifetime=_INPUT)
    paddings = hal.Operand(
        hal.OperandType.TENSOR_INT32,
        (1, 2),
        1,
        lifetime=hal.OperandLifeTime.CONSTANT_COPY,
        location=hal.DataLocation(0, 0, 8),
    )
    y = hal.Operand(_TENSOR, (4,), 0, lifetime=_OUTPUT)
    pad = hal.Operation(hal.OperationType.PAD_V2, (0, 2, 1), (3,))
    model = hal.Model(
        hal.Subgraph((x, value, paddings, y), (pad,), (0, 1), (3,)),
        operand_values=np.array((1, 1), "<i4").tobytes(),
    )
    values = (0.5, -3.0, 0.0, 0.5, 2.0)
    cases = tuple(((one,), (one, 7.0, 9.0, one)) for one in values)
    return ParameterModel("padding value", model, (7.0, 9.0), cases)


class _ParameterRequest:
    """A request for a parameter model; the parameter is the one given last."""

    def __init__(self, context: CheckContext, sample: ParameterModel) -> None:
        operands, inputs = sample.model.main.operands, sample.model.main.input_indexes
        is_float = operands[inputs[1]].type == hal.OperandType.FLOAT32
        self._type = "<f4" if is_float else "<i4"
        self._sizes = 4 * len(sample.tensor), 4 * len(sample.cases[0][1])
        self._memory = hal.SharedMemory(448)
        context.add_cleanup(self._memory.close)
        self._write(0, np.array(sample.tensor, "<f4").tobytes())

    def with_parameter(self, values: tuple[float, ...] | None) -> hal.Request:
        """Return the request with a value of the parameter, or without a value."""
        parameter = hal.RequestArgument(has_no_value=True)
        if values is not None:
            data = np.array(values, self._type).tobytes()
            self._write(1, data)
            parameter = hal.RequestArgument(False, hal.DataLocation(0, _OFFSETS[1], len(data)))
        self._write(2, bytes([FILL_BYTE]) * self._sizes[1])
        tensor, result = (
            hal.RequestArgument(False, hal.DataLocation(0, offset, size))
            for offset, size in zip((_OFFSETS[0], _OFFSETS[2]), self._sizes, strict=True)
        )
        return hal.Request((tensor, parameter), (result,), (self._memory,))

    @property
    def result(self) -> bytes:
        """The values in the output's buffer."""
        with self._memory.view() as view:
            return bytes(view[_OFFSETS[2] : _OFFSETS[2] + self._sizes[1]])

    def _write(self, number: int, data: bytes) -> None:
        with self._memory.view() as view:
            view[_OFFSETS[number] : _OFFSETS[number] + len(data)] = data


def parameter_problems(
    context: CheckContext, prepared: hal.PreparedModel, sample: ParameterModel
) -> Iterator[str]:
    """Execute a prepared model with each value of its parameter, along every execution path.

    Yield a text for the first execution of each path that ends incorrectly.
    """
    for path, execute in execution_modes(context).items():
        request = _ParameterRequest(context, sample)
        previous = "no other execution"
        for values, expected in sample.cases:
            outcome = execute(prepared, request.with_parameter(values))
            stated = "without a value" if values is None else f"with {list(values)}"
            if problem := _problem(outcome, request, expected):
                yield f"{path}: {sample.name} {stated}, after {previous}: {problem}"
                break
            previous = f"an execution {stated}"


def _problem(
    outcome: driver_calls.ExecutionOutcome, request: _ParameterRequest, expected: _Tensor
) -> str:
    skip_if_lacking_resources(outcome.status, "the execution")
    if outcome.status != hal.ErrorStatus.NONE:
        return f"the execution answered {outcome.status.name}; NONE was expected"
    difference = describe_difference(np.array(expected, "<f4").tobytes(), request.result, _TENSOR)
    return f"in the output, {difference}" if difference else ""
