"""Models whose parameters are model inputs, and executions with several values of a parameter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from conformance import hal
from conformance.checks.check_context import CheckContext, Violation, decline, expect
from conformance.checks.execution_modes import execution_modes
from conformance.checks.sample_models import subgraph
from conformance.checks.sample_requests import (
    SampleRequest,
    decline_unknown_dimensions,
    reported_shapes,
)
from conformance.driver_sdk.last_error import DECLINED_WITH_REQUEST
from conformance.harness.calls import driver_calls

_TENSOR: Final = hal.OperandType.TENSOR_FLOAT32
_Tensor = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ParameterModel:
    """A model with a float32 tensor and a parameter as inputs.

    Attributes:
        name: name of the parameter in messages.
        model: the model; its inputs are the tensor and the parameter.
        tensor: the values of the tensor.
        cases: values of the parameter, ``None`` if it is omitted, each with the expected output.
        shapes: the dimensions of the outputs of the cases, if they depend on the parameter.

    """

    name: str
    model: hal.Model
    tensor: _Tensor
    cases: tuple[tuple[tuple[float, ...] | None, _Tensor], ...]
    shapes: tuple[tuple[int, ...], ...] = ()


def activation_model() -> ParameterModel:
    """Return ``y = activation(x + x)``."""
    vector = hal.Operand(_TENSOR, (4,))
    add = hal.Operation(hal.OperationType.ADD, (0, 0, 1), (2,))
    main = subgraph((vector, hal.Operand(hal.OperandType.INT32), vector), (add,), (0, 1), (2,))
    none, relu, relu1, relu6 = hal.FusedActivation
    return ParameterModel(
        "activation",
        hal.Model(main),
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
    matrix, order = hal.Operand(_TENSOR, (2, 2)), hal.Operand(hal.OperandType.TENSOR_INT32, (2,))
    transpose = hal.Operation(hal.OperationType.TRANSPOSE, (0, 1), (2,))
    main = subgraph((matrix, order, matrix), (transpose,), (0, 1), (2,))
    same, exchanged = (1.0, 2.0, 3.0, 4.0), (1.0, 3.0, 2.0, 4.0)
    cases = (
        ((0, 1), same),
        (None, exchanged),
        ((0, 1), same),
        ((1, 0), exchanged),
        ((0, 1), same),
    )
    return ParameterModel("permutation", hal.Model(main), same, cases)


def pad_value_model() -> ParameterModel:
    """Return ``y = (value, x[0], x[1], value)``, by PAD_V2."""
    paddings = hal.Operand(
        hal.OperandType.TENSOR_INT32,
        (1, 2),
        lifetime=hal.OperandLifeTime.CONSTANT_COPY,
        location=hal.DataLocation(0, 0, 8),
    )
    value = hal.Operand(hal.OperandType.FLOAT32)
    operands = hal.Operand(_TENSOR, (2,)), value, paddings, hal.Operand(_TENSOR, (4,))
    pad = hal.Operation(hal.OperationType.PAD_V2, (0, 2, 1), (3,))
    main = subgraph(operands, (pad,), (0, 1), (3,))
    model = hal.Model(main, operand_values=np.array((1, 1), "<i4").tobytes())
    values = (0.5, -3.0, 0.0, 0.5, 2.0)
    cases = tuple(((one,), (one, 7.0, 9.0, one)) for one in values)
    return ParameterModel("padding value", model, (7.0, 9.0), cases)


def tile_model() -> ParameterModel:
    """Return ``y = tile(x, multiples)`` on a vector of two; the multiples, 1 to 4, are an input."""
    x, multiples = hal.Operand(_TENSOR, (2,)), hal.Operand(hal.OperandType.TENSOR_INT32, (1,))
    tile = hal.Operation(hal.OperationType.TILE, (0, 1), (2,))
    main = subgraph((x, multiples, hal.Operand(_TENSOR, (0,))), (tile,), (0, 1), (2,))
    numbers = (1, 3, 2, 4, 3, 1)
    cases = tuple(((number,), (5.0, -7.0) * number) for number in numbers)
    shapes = tuple((2 * number,) for number in numbers)
    return ParameterModel("multiples", hal.Model(main), (5.0, -7.0), cases, shapes)


def run_with_parameters(
    context: CheckContext, prepared: hal.PreparedModel, sample: ParameterModel
) -> None:
    """Execute a prepared model with each value of its parameter, in every mode of execution.

    The first execution of each mode that ends incorrectly is recorded.
    """
    operands, inputs = sample.model.main.operands, sample.model.main.input_indexes
    dtype = "<f4" if operands[inputs[1]].type == hal.OperandType.FLOAT32 else "<i4"
    tensor = np.array(sample.tensor, "<f4").tobytes()
    cases = [
        (values, np.array(() if values is None else values, dtype).tobytes(), expected)
        for values, expected in sample.cases
    ]
    for path, execute in execution_modes(context).items():
        request = SampleRequest(
            context, [tensor, cases[0][1]], [np.array(cases[0][2], "<f4").tobytes()]
        )
        given = request.request.inputs[0], hal.RequestArgument(has_no_value=True)
        omitted = replace(request.request, inputs=given)
        previous = "no other execution"
        for values, data, expected in cases:
            request.write([tensor, data][: 1 + bool(data)], [np.array(expected, "<f4").tobytes()])
            outcome = execute(prepared, omitted if values is None else request.request)
            stated = "without a value" if values is None else f"with {list(values)}"
            _end_if_declined(context, outcome.status)
            if problem := request.problem(outcome):
                context.report(f"{path}: {sample.name} {stated}, after {previous}: {problem}")
                break
            previous = f"an execution {stated}"


def _end_if_declined(context: CheckContext, status: hal.ErrorStatus) -> None:
    """End the check as declined if the driver's text states that it declines the request.

    Only the request states the parameter, so the driver could not decline the operation before.
    """
    if status == hal.ErrorStatus.GENERAL_FAILURE:
        text = driver_calls.get_last_error(context.device)
        if text.startswith(DECLINED_WITH_REQUEST):
            decline(text, "execute.declined")


def run_with_shapes(
    context: CheckContext, prepared: hal.PreparedModel, sample: ParameterModel
) -> None:
    """Execute requests of one memory whose outputs have shapes that depend on the input's values.

    The buffer is too small for the largest output. The requests of fenced executions state the
    dimensions of the output. The first problem of each mode is recorded.
    """
    tensor = np.array(sample.tensor, "<f4").tobytes()
    values = [
        (np.array(parameter, "<i4").tobytes(), np.array(expected, "<f4").tobytes(), shape)
        for (parameter, expected), shape in zip(sample.cases, sample.shapes, strict=True)
    ]
    declined: list[driver_calls.ExecutionOutcome] = []
    unknown = [((0,), False)]
    largest, size = sorted({len(expected) for _, expected, _ in values}, reverse=True)[:2]
    for path, execute in execution_modes(context).items():
        kept = SampleRequest(context, [tensor, values[0][0]], [size])
        for number, (data, expected, shape) in enumerate(values):
            request = kept
            if "fenced" in path:
                dimensions = [(), (), shape]
                request = SampleRequest(context, [tensor, data], [expected], dimensions=dimensions)
            request.write([tensor, data], [expected])
            outcome = execute(prepared, request.request)
            if not number and request is kept and outcome.status == hal.ErrorStatus.GENERAL_FAILURE:
                declined.append(outcome)
                break
            what = f"{path}: an output of dimensions {list(shape)}, execution {number + 1}"
            if request is kept and len(expected) == largest:
                with context.case(f"{what}, in a buffer of {size} bytes"):
                    expect(outcome.status, "it", hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE)
                    if (shapes := reported_shapes(outcome)) not in ([(shape, False)], unknown):
                        raise Violation(f"it reported the shapes {shapes}")
                continue
            shapes = reported_shapes(outcome)
            problem = request.problem(outcome)
            if not problem and shapes != [(shape, True)] and (shapes or request is kept):
                problem = f"it reported the shapes {shapes}"
            if problem:
                context.report(f"{what}: {problem}")
                break
    for outcome in declined:
        decline_unknown_dimensions(outcome, "an output of unknown dimensions")
