"""Checks of dimensions that the model leaves unknown, and of output buffers of any length."""

from __future__ import annotations

import math
from itertools import product
from typing import Final

from conformance.checks.check_context import CheckContext, Violation, expect, require
from conformance.checks.execution_modes import execution_modes
from conformance.checks.parameter_models import run_with_shapes, tile_model
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model_with_shapes
from conformance.checks.sample_requests import (
    AdditionRequest,
    decline_unknown_dimensions,
    execute_request,
    reported_shapes,
)
from conformance.hal import ErrorStatus, Version
from conformance.harness.calls import driver_calls
from conformance.harness.calls.modes import MODES

_SHAPES = "OutputShape; Drivers: Output shape"
_DIMENSIONS = "RequestArgument.dimensions; Operand.dimensions"
_INVALID: Final = ErrorStatus.INVALID_ARGUMENT
_OPEN_MODES: Final = tuple(mode.title for mode in MODES.values() if not mode.fenced)
"""The modes that execute requests with outputs of unknown dimensions."""
_MATRICES: Final = ((2, 2), (2, 3), (3, 2), (1, 2), (1, 6), (2, 3))
"""Dimensions of consecutive executions, some with an equal number of elements."""


@check(_SHAPES, since=Version.V1_2)
def shapes_of_current_execution(context: CheckContext) -> None:
    """Consecutive executions with input dimensions that differ from request to request each answer
    NONE, the expected values and the dimensions of their own outputs, on every execution path;
    fenced executions without the dimensions of the output are refused.
    """
    prepared = context.prepare(addition_model_with_shapes(((0, 0), (0, 0), (0, 0))))
    for mode, execute in execution_modes(context).items():
        fenced = "fenced" in mode
        if fenced:
            request = AdditionRequest(context, dimensions=[_MATRICES[0]] * 2).request
            with context.case(f"{mode}, an output of unknown dimensions"):
                status = execute(prepared, request).status
                expect(status, "the execution", _INVALID, ErrorStatus.GENERAL_FAILURE)
        for turn, shape in enumerate(_MATRICES):
            # Fenced executions, which report no shapes, require the output's dimensions.
            dimensions = [shape] * (3 if fenced else 2)
            addition = AdditionRequest(context, turn, math.prod(shape), dimensions=dimensions)
            outcome = execute(prepared, addition.request)
            if fenced and outcome.status == ErrorStatus.GENERAL_FAILURE and turn == 0:
                break  # the first execution: the driver declines unknown dimensions of inputs
            with context.case(f"{mode}, inputs of dimensions {list(shape)}"):
                if not fenced:
                    what = "dimensions that the model does not specify"
                    decline_unknown_dimensions(outcome, what)
                require(addition.problem(outcome))
                reported, expected = reported_shapes(outcome), [] if fenced else [(shape, True)]
                if reported != expected:
                    raise Violation(f"it reported the shapes {reported}, not {expected}")


@check(_SHAPES, since=Version.V1_2)
def shapes_from_data(context: CheckContext) -> None:
    """Executions of one request whose output dimensions depend on the values of an input each
    answer the values and the dimensions for the values that its memory has then, or
    OUTPUT_INSUFFICIENT_SIZE, on every execution path.
    """
    sample = tile_model()
    run_with_shapes(context, context.prepare(sample.model), sample)


_MATRIX_ROWS: Final = 3
_DIMENSION_SOURCES: Final = (
    "specified by model and request",
    "specified by the model",
    "specified by the request",
    "specified differently by the request",
)
"""How model and request specify one extent."""


@check(_DIMENSIONS, since=Version.V1_0)
def unknown_dimensions(context: CheckContext) -> None:
    """An execution answers NONE if the request specifies the dimensions that the model leaves
    unknown, and an error if the request contradicts known dimensions, for each input and output.
    """
    full = (_MATRIX_ROWS, _MATRIX_ROWS)
    declined: list[tuple[driver_calls.ExecutionOutcome, str]] = []
    for argument in range(3):
        for levels in product(range(4), repeat=2):
            model_shape = tuple(_MATRIX_ROWS if level < 2 else 0 for level in levels)
            request_shape = tuple(_MATRIX_ROWS + (level == 3) for level in levels)
            first, second, result = (model_shape if argument == at else full for at in range(3))
            prepared = context.prepare(addition_model_with_shapes((first, second, result)))
            dimensions = _dimensions_of(argument, () if levels == (1, 1) else request_shape)
            addition = AdditionRequest(context, 1, _MATRIX_ROWS**2, dimensions=dimensions)
            outcome = execute_request(context, prepared, addition.request)
            rows, columns = (_DIMENSION_SOURCES[level] for level in levels)
            what = f"argument {argument} with rows {rows}, columns {columns}"
            if 3 in levels:
                if outcome.status == ErrorStatus.NONE:
                    context.report(
                        f"{what}: the execution returned NONE for dimensions {list(request_shape)} "
                        "in the request and a buffer of 36 bytes; an error was expected"
                    )
                continue
            if 0 in model_shape and outcome.status == ErrorStatus.GENERAL_FAILURE:
                declined.append((outcome, what))
                continue
            with context.case(what):
                require(addition.problem(outcome))
    for outcome, what in declined:
        decline_unknown_dimensions(outcome, what)


def _dimensions_of(argument: int, shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [shape if number == argument else () for number in range(3)]


@check(_DIMENSIONS, since=Version.V1_0)
def unknown_input_shape(context: CheckContext) -> None:
    """If neither model nor request specifies an input's dimensions, the execution answers
    INVALID_ARGUMENT; a request with the dimensions executes afterwards. Before HAL 1.2 an execution
    does not end with NONE either if neither specifies an output's dimensions.
    """
    if context.version < Version.V1_2:
        outputs = context.prepare(addition_model_with_shapes(((4,), (4,), (0,))))
        with context.case():
            status = execute_request(context, outputs, AdditionRequest(context).request).status
            what = "the execution with an output of unknown dimensions"
            expect(status, what, _INVALID, ErrorStatus.GENERAL_FAILURE)
    prepared = context.prepare(addition_model_with_shapes(((0,), (4,), (4,))))
    with context.case():
        status = execute_request(context, prepared, AdditionRequest(context).request).status
        expect(status, "the execution with an input of unknown dimensions", _INVALID)
    specified = AdditionRequest(context, 2, dimensions=[(4,)])
    outcome = execute_request(context, prepared, specified.request)
    decline_unknown_dimensions(outcome, "an input whose dimensions only the request specifies")
    with context.case("the next execution, with dimensions in the request"):
        require(specified.problem(outcome))
