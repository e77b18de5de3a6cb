"""Plans the executions of a case along a path: the model, the buffers and the required ending."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from conformance.cases.example import Example
from conformance.hal import INFO, Model, Version
from conformance.harness.calls.request_memory import RequestLayout, lay_out_request
from conformance.harness.planning.case_under_test import CaseUnderTest
from conformance.harness.planning.execution_path import (
    EXECUTION_VARIANTS,
    ExecutionPath,
    OutputForm,
    RequiredOutcome,
)
from conformance.harness.planning.expectations import required_outcome


class DeclaredShapes(IntEnum):
    """The part of its outputs' shapes that a model specifies: all, only the rank, or nothing."""

    KNOWN = 0
    UNKNOWN_DIMENSIONS = 1
    UNKNOWN_RANK = 2


def declared_shapes_of(form: OutputForm) -> DeclaredShapes:
    """Return how much the model specifies of its outputs' shapes for an output form."""
    if form in (OutputForm.FULL, OutputForm.STATIC_UNDERSIZED, OutputForm.STATIC_OVERSIZED):
        return DeclaredShapes.KNOWN
    return (
        DeclaredShapes.UNKNOWN_RANK
        if form is OutputForm.UNKNOWN_RANK
        else DeclaredShapes.UNKNOWN_DIMENSIONS
    )


def with_declared_shapes(example: Example, shapes: DeclaredShapes) -> Example:
    """Return the example with the dimensions of its model's output tensors reduced to ``shapes``.

    An unspecified extent is 0, an unspecified rank an empty list of dimensions.
    """
    return (
        example
        if shapes is DeclaredShapes.KNOWN
        else replace(example, model=_model_with_declared_shapes(example, shapes))
    )


def _model_with_declared_shapes(example: Example, shapes: DeclaredShapes) -> Model:
    main = example.model.main
    operands = list(main.operands)
    for index, output in zip(main.output_indexes, example.outputs, strict=True):
        info = INFO.get(operands[index].type)
        if info is not None and info.tensor:
            rank = len(output.dimensions) if shapes is DeclaredShapes.UNKNOWN_DIMENSIONS else 0
            operands[index] = replace(operands[index], dimensions=(0,) * rank)
    return replace(example.model, main=replace(main, operands=tuple(operands)))


@dataclass(frozen=True, slots=True)
class PlannedExecution:
    """One execution: the layout of its request and how it must end.

    ``undersized_outputs`` holds the numbers of the outputs whose buffers are too small.
    """

    layout: RequestLayout
    required_outcome: RequiredOutcome
    undersized_outputs: frozenset[int] = frozenset()


def plan_executions(
    path: ExecutionPath, case: CaseUnderTest, version: Version
) -> Sequence[PlannedExecution]:
    """Return the executions of a case along a path, in order."""
    required = required_outcome(path, version, case.example)
    form = path.output_form
    if form is OutputForm.FULL:
        executions = EXECUTION_VARIANTS[path.variant].executions
        return (PlannedExecution(case.layout, required),) * executions
    tensors = _tensor_outputs(case)
    last = tensors[-1]
    lengths = [max(size, 1) for size in case.expectation.byte_sizes]
    if form is OutputForm.EACH_UNDERSIZED:
        reducible = [number for number in tensors if lengths[number] > 1]
        return [_plan_execution(case, lengths, {number: -1}, required) for number in reducible]
    changes = {
        OutputForm.OVERSIZED: {number: 4 + number for number in tensors},
        OutputForm.UNDERSIZED: {last: -1},
        OutputForm.ZERO_LENGTH: {last: -lengths[last]},
        OutputForm.STATIC_UNDERSIZED: {last: -1},
        OutputForm.STATIC_OVERSIZED: {last: 1},
    }.get(form, {})
    shapes_in_request = form is OutputForm.SHAPE_IN_REQUEST
    return (_plan_execution(case, lengths, changes, required, shapes_in_request=shapes_in_request),)


def _plan_execution(
    case: CaseUnderTest,
    lengths: Sequence[int],
    changes: dict[int, int],
    required: RequiredOutcome,
    *,
    shapes_in_request: bool = False,
) -> PlannedExecution:
    """Return an execution whose buffer lengths, in bytes, are ``lengths`` plus ``changes``.

    ``changes`` holds the differences by output number.
    """
    changed = [length + changes.get(number, 0) for number, length in enumerate(lengths)]
    tensors = set(_tensor_outputs(case))
    dimensions = [
        output.dimensions if shapes_in_request and number in tensors else ()
        for number, output in enumerate(case.example.outputs)
    ]
    undersized = frozenset(number for number, change in changes.items() if change < 0)
    return PlannedExecution(
        lay_out_request(case.example.inputs, changed, dimensions), required, undersized
    )


def _tensor_outputs(case: CaseUnderTest) -> list[int]:
    return [
        number
        for number, operand in enumerate(case.expectation.operands)
        if (info := INFO.get(operand.type)) is not None and info.tensor
    ]
