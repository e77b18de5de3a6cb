"""Checks of dimensions that the model leaves unknown, and of output buffers of any length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from conformance.checks.check_context import CheckContext, SkipCheck
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    addition_model,
    addition_model_with_shapes,
    sum_and_product_model,
)
from conformance.checks.sample_requests import (
    AdditionRequest,
    decline_unknown_dimensions,
    execute_request,
    execution_problem,
    outcome_problem,
    reported_shapes,
    wrong_status,
)
from conformance.hal import ErrorStatus, Version
from conformance.harness.calls import driver_calls

_SHAPES = "OutputShape; Drivers: Output shape"
_DIMENSIONS = "RequestArgument.dimensions; Operand.dimensions"
_INSUFFICIENT_SIZE: Final = ErrorStatus.OUTPUT_INSUFFICIENT_SIZE


def _insufficient_size_problem(outcome: driver_calls.ExecutionOutcome, what: str) -> str:
    """Describe a status other than OUTPUT_INSUFFICIENT_SIZE; empty if it is this one.

    ``SkipCheck`` ends the check if the driver declines models with unknown dimensions.
    """
    decline_unknown_dimensions(outcome, what)
    if outcome.status != _INSUFFICIENT_SIZE:
        return (
            f"{what}: the execution answered {outcome.status.name}; OUTPUT_INSUFFICIENT_SIZE was "
            "expected"
        )
    return ""


@check(_SHAPES, since=Version.V1_2)
def undersized_buffers(context: CheckContext) -> Iterator[str]:
    """An execution with too small buffers for outputs of unknown dimensions answers
    OUTPUT_INSUFFICIENT_SIZE; OutputShape.isSufficient is false for exactly these outputs, and the
    dimensions are the actual ones or unknown.
    """
    prepared = context.prepare(sum_and_product_model(open_outputs=True))
    for too_short in ((True, False), (False, True), (True, True)):
        lengths = [15 if short else 16 for short in too_short]
        addition = AdditionRequest(context, 2, outputs=2, lengths=lengths)
        outcome = execute_request(context, prepared, addition.request)
        what = f"buffers of {lengths} bytes for outputs of 16 bytes each"
        problem = _insufficient_size_problem(outcome, what)
        reported = reported_shapes(outcome)
        flags = [sufficient for _, sufficient in reported]
        expected = [not short for short in too_short]
        if not problem and flags != expected:
            problem = (
                f"{what}: the execution reported is_sufficient {flags}; {expected} was expected"
            )
        if not problem and any(shape not in ((4,), (0,)) for shape, _ in reported):
            shapes = [shape for shape, _ in reported]
            problem = (
                f"{what}: the execution reported the dimensions {shapes}; (4,) or (0,) was expected"
            )
        if problem:
            yield problem
        if not addition.memory_intact:
            yield f"{what}: the driver wrote outside the output buffers, or to the inputs"


@check(_SHAPES, since=Version.V1_2)
def retry_with_reported_shape(context: CheckContext) -> Iterator[str]:
    """After an execution answered OUTPUT_INSUFFICIENT_SIZE, the execution with buffers of
    sufficient length ends with NONE, the expected values and the actual dimensions.
    """
    prepared = context.prepare(sum_and_product_model(open_outputs=True))
    problem = _insufficient_size_problem(
        execute_request(
            context, prepared, AdditionRequest(context, 2, outputs=2, lengths=[16, 4]).request
        ),
        "a buffer of 4 bytes for an output of 16 bytes",
    )
    sufficient = AdditionRequest(context, 3, outputs=2)
    outcome = execute_request(context, prepared, sufficient.request)
    decline_unknown_dimensions(outcome, "outputs of unknown dimensions")
    problem = problem or outcome_problem(outcome, sufficient)
    if not problem and reported_shapes(outcome) != [((4,), True), ((4,), True)]:
        problem = (
            f"the execution with sufficient buffers reported the shapes {reported_shapes(outcome)};"
            " [((4,), True), ((4,), True)] was expected"
        )
    if problem:
        yield problem


@check(_SHAPES, since=Version.V1_2)
def shapes_of_current_execution(context: CheckContext) -> Iterator[str]:
    """Consecutive executions with input dimensions that differ from request to request each answer
    NONE, the expected values and the dimensions of their own outputs.
    """
    prepared = context.prepare(addition_model_with_shapes(((0,), (0,), (0,))))
    for elements in (4, 6, 2, 6):
        shape = (elements,)
        addition = AdditionRequest(context, elements, elements, dimensions=[shape, shape])
        outcome = execute_request(context, prepared, addition.request)
        decline_unknown_dimensions(outcome, "an input whose dimensions only the request specifies")
        problem = outcome_problem(outcome, addition)
        if not problem and reported_shapes(outcome) != [(shape, True)]:
            problem = (
                f"the execution reported the shapes {reported_shapes(outcome)}; {[(shape, True)]} "
                "was expected"
            )
        if problem:
            yield f"{elements} elements, after executions with other dimensions: {problem}"
            return


@check(_SHAPES, since=Version.V1_2)
def oversized_buffers(context: CheckContext) -> Iterator[str]:
    """An execution whose buffers are larger than the outputs of unknown dimensions answers NONE,
    the expected values, the actual dimensions and OutputShape.isSufficient true.
    """
    prepared = context.prepare(sum_and_product_model(open_outputs=True))
    addition = AdditionRequest(context, 2, outputs=2, lengths=[20, 400])
    outcome = execute_request(context, prepared, addition.request)
    decline_unknown_dimensions(outcome, "outputs of unknown dimensions")
    problem = outcome_problem(outcome, addition)
    if not problem and reported_shapes(outcome) != [((4,), True), ((4,), True)]:
        problem = (
            "buffers of 20 and 400 bytes: the execution reported the shapes "
            f"{reported_shapes(outcome)}; [((4,), True), ((4,), True)] was expected"
        )
    if problem:
        yield problem


_MATRIX_ROWS: Final = 3
_DIMENSION_SOURCES: Final = (
    "specified by model and request",
    "specified by the model",
    "specified by the request",
    "specified differently by the request",
)
"""How model and request specify one extent."""


def _model_and_request_dimensions(levels: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the dimensions of a 3x3 matrix in the model and in the request, by level."""
    model = tuple(_MATRIX_ROWS if level < 2 else 0 for level in levels)
    request = tuple(
        {1: _MATRIX_ROWS, 3: _MATRIX_ROWS + 1}.get(level, _MATRIX_ROWS) for level in levels
    )
    return model, () if set(levels) <= {1} else request


@check(_DIMENSIONS, since=Version.V1_0)
def unknown_dimensions(context: CheckContext) -> Iterator[str]:
    """An execution answers NONE if the request specifies the dimensions that the model leaves
    unknown, and an error if the request contradicts known dimensions, for each input and output.
    """
    full = (_MATRIX_ROWS, _MATRIX_ROWS)
    declined: SkipCheck | None = None
    for argument in range(3):
        for levels in product(range(4), repeat=2):
            model_shape, request_shape = _model_and_request_dimensions(levels)
            shapes: list[tuple[int, ...]] = [full, full, full]
            shapes[argument] = model_shape
            prepared = context.prepare(
                addition_model_with_shapes((shapes[0], shapes[1], shapes[2]))
            )
            dimensions: list[tuple[int, ...]] = [(), (), ()]
            dimensions[argument] = request_shape
            addition = AdditionRequest(
                context, 1, _MATRIX_ROWS * _MATRIX_ROWS, dimensions=dimensions
            )
            outcome = execute_request(context, prepared, addition.request)
            rows, columns = (_DIMENSION_SOURCES[level] for level in levels)
            what = f"argument {argument} with rows {rows}, columns {columns}"
            if 3 in levels:
                if outcome.status == ErrorStatus.NONE:
                    yield (
                        f"{what}: the execution answered NONE for dimensions {list(request_shape)} "
                        "in the request and a buffer of 36 bytes; an error was expected"
                    )
                continue
            if 0 in model_shape:
                try:
                    decline_unknown_dimensions(outcome, what)
                except SkipCheck as skipped:
                    declined = declined or skipped
                    continue
            if problem := outcome_problem(outcome, addition):
                yield f"{what}: {problem}"
    if declined is not None:
        raise declined


@check(_DIMENSIONS, since=Version.V1_0)
def unknown_input_shape(context: CheckContext) -> Iterator[str]:
    """If neither model nor request specifies an input's dimensions, the execution answers
    INVALID_ARGUMENT; a request with the dimensions executes afterwards.
    """
    prepared = context.prepare(addition_model_with_shapes(((0,), (4,), (4,))))
    outcome = execute_request(context, prepared, AdditionRequest(context).request)
    what = "the execution with an input of unknown dimensions answered"
    yield from wrong_status(what, outcome.status, ErrorStatus.INVALID_ARGUMENT)
    specified = AdditionRequest(context, 2, dimensions=[(4,)])
    outcome = execute_request(context, prepared, specified.request)
    decline_unknown_dimensions(outcome, "an input whose dimensions only the request specifies")
    if problem := outcome_problem(outcome, specified):
        yield f"the next execution, with dimensions in the request: {problem}"


@check(_DIMENSIONS, since=Version.V1_0)
def contradicting_dimensions(context: CheckContext) -> Iterator[str]:
    """An execution answers INVALID_ARGUMENT if the request's dimensions of an input or output
    contradict the model's; a valid request executes afterwards.
    """
    prepared = context.prepare(addition_model())
    for contradicting in ((5,), (2, 2), (3,)):
        for number in range(3):
            dimensions: list[tuple[int, ...]] = [(), (), ()]
            dimensions[number] = contradicting
            outcome = execute_request(
                context, prepared, AdditionRequest(context, dimensions=dimensions).request
            )
            what = (
                f"argument {number} has dimensions [4] in the model and {list(contradicting)} in "
                "the request: the execution answered"
            )
            yield from wrong_status(what, outcome.status, ErrorStatus.INVALID_ARGUMENT)
    if problem := execution_problem(context, prepared, AdditionRequest(context, 5)):
        yield f"after requests with contradicting dimensions: {problem}"


@check("RequestArgument.location; Drivers: Output shape", since=Version.V1_0)
def static_buffer_length(context: CheckContext) -> Iterator[str]:
    """An execution answers INVALID_ARGUMENT, and writes nothing outside the buffers, if the length
    of an argument's buffer differs from the byte size of its fully specified dimensions.
    """
    prepared = context.prepare(addition_model())
    for size in (12, 15, 17, 32):
        addition = AdditionRequest(context, 1, lengths=[size])
        outcome = execute_request(context, prepared, addition.request)
        what = f"a buffer of {size} bytes for an output of 16 bytes"
        answered = f"{what}: the execution answered"
        yield from wrong_status(answered, outcome.status, ErrorStatus.INVALID_ARGUMENT)
        if not addition.memory_intact:
            yield f"{what}: the driver wrote outside the buffer, or to the inputs"


@check(_SHAPES, since=Version.V1_2)
def unknown_rank(context: CheckContext) -> Iterator[str]:
    """An execution with an output of unknown rank answers NONE, the expected values and the actual
    dimensions.
    """
    prepared = context.prepare(addition_model_with_shapes(((2, 3), (2, 3), ())))
    addition = AdditionRequest(context, 1, 6)
    outcome = execute_request(context, prepared, addition.request)
    decline_unknown_dimensions(outcome, "an output of unknown rank")
    problem = outcome_problem(outcome, addition)
    if not problem and reported_shapes(outcome) != [((2, 3), True)]:
        problem = (
            f"the execution reported the shapes {reported_shapes(outcome)}; [((2, 3), True)] was"
            " expected"
        )
    if problem:
        yield problem
