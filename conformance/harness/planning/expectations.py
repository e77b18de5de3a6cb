"""The executions of a case along a path, and the required end of each.

``mode_outcomes`` returns the required outcomes; docs/reference/paths.md shows them.
``reason_not_applicable`` explains why an example cannot run along a path, for example an endless
loop in a burst, which has no loop timeout.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from math import prod

from conformance.cases.example import Example
from conformance.driver_sdk.queries import has_unspecified_dimensions
from conformance.hal import CONTROL_FLOW, INFO, MeasureTiming, OperationType, Version, is_tensor
from conformance.harness.calls.request_memory import RequestLayout, lay_out_request
from conformance.harness.planning.case_under_test import CaseUnderTest
from conformance.harness.planning.execution_path import (
    EXECUTION_VARIANTS,
    DriverMemory,
    ExecutionMode,
    ExecutionPath,
    OutputForm,
    RequiredOutcome,
    has_memory,
    is_path_available,
    mode_outcomes,
)
from conformance.operations import find_definition


def required_outcome(path: ExecutionPath, version: Version, example: Example) -> RequiredOutcome:
    """Return how an example that must succeed must end along the path, for drivers of ``version``.

    If the example's own model does not specify the shape of an output, the requirement for
    UNKNOWN_DIMENSIONS applies to the FULL form.
    """
    form = path.output_form
    if form is OutputForm.FULL and _has_unknown_output_shape(example):
        form = OutputForm.UNKNOWN_DIMENSIONS
    return _lookup_outcome(path, version, form)


@cache
def _lookup_outcome(path: ExecutionPath, version: Version, form: OutputForm) -> RequiredOutcome:
    if not is_path_available(path, version):
        return RequiredOutcome.UNAVAILABLE
    return mode_outcomes(path.mode, version)[form]


def reason_not_applicable(path: ExecutionPath, version: Version, example: Example) -> str:
    """Return why the example cannot run along the path; empty if it can."""
    if not is_path_available(path, version):
        if version < EXECUTION_VARIANTS[path.variant].since:
            return f"HAL {version} has no variant {path.variant}"
        if not has_memory(path.memory, version):
            return f"HAL {version} has no {path.memory} memory"
        if path.quality:
            return f"HAL {version} has no {path.mode} execution with {path.quality}"
        timing = " with timing" if path.measure == MeasureTiming.YES else ""
        return f"HAL {version} has no {path.mode} execution{timing}"
    if path.memory is DriverMemory.DOMAIN and (reason := _reason_no_buffers(example)):
        return reason
    if not path.output_form and not example.expect_failure:
        return ""
    codes = {
        operation.type
        for subgraph in (example.model.main, *example.model.referenced)
        for operation in subgraph.operations
    }
    if example.expect_failure:
        if path.output_form:
            return "the example must fail with any form of its outputs"
        if path.quality:
            return "the example must fail with any priority and deadline"
        if path.mode is ExecutionMode.BURST and OperationType.WHILE in codes:
            return "a burst request has no field for a loop timeout"
        return ""
    if required_outcome(path, version, example) is RequiredOutcome.UNAVAILABLE:
        return f"HAL {version} does not permit outputs of unknown rank"
    return _reason_form_not_applicable(path.output_form, example, codes)


def _reason_no_buffers(example: Example) -> str:
    """Return why no argument of an example can be in a driver-managed buffer; empty if one can."""
    if example.expect_failure:
        return "the example must fail with any kind of memory"
    if any(example.inputs) or any(output.data for output in example.outputs):
        return ""
    return "no input or output has data"


def _reason_form_not_applicable(form: OutputForm, example: Example, codes: set[int]) -> str:
    if any(map(_is_always_static, codes)):
        return "models with RANK, IF or WHILE always specify their output shapes"
    tensors = _tensor_outputs(example)
    if not tensors:
        return "the model has no tensor among its outputs"
    last = example.outputs[tensors[-1]]
    if form in (OutputForm.STATIC_UNDERSIZED, OutputForm.STATIC_OVERSIZED):
        unspecified = _has_unknown_output_shape(example)
        return "the model does not specify the shapes of all outputs" if unspecified else ""
    if form is OutputForm.SHAPE_IN_REQUEST:
        shapes = [example.outputs[number].dimensions for number in tensors]
        inexpressible = any(not shape or 0 in shape for shape in shapes)
        return (
            "a request cannot specify the shape of an output of rank 0 or with an extent of 0"
            if inexpressible
            else ""
        )
    if (
        form in (OutputForm.UNDERSIZED, OutputForm.EACH_UNDERSIZED)
        and _output_byte_size(example, tensors[-1]) < 2
    ):
        return (
            f"the last output, {list(last.dimensions)}, has too few bytes for an undersized buffer"
        )
    if form is OutputForm.ZERO_LENGTH and not _output_byte_size(example, tensors[-1]):
        return "the last output has no elements"
    return ""


@cache
def _is_always_static(code: int) -> bool:
    """Return whether an operation's outputs are always static: scalars, those of IF and WHILE."""
    definition = find_definition(code)
    if definition is None:
        return code in CONTROL_FLOW
    return any(
        not INFO[type_].tensor for spec in definition.outputs for type_, _ in spec.types.always
    )


def _tensor_outputs(example: Example) -> list[int]:
    main = example.model.main
    types = [main.operands[index].type for index in main.output_indexes]
    return [number for number, code in enumerate(types) if is_tensor(code)]


def _has_unknown_output_shape(example: Example) -> bool:
    operands = example.model.main.operands
    outputs = [operands[index] for index in example.model.main.output_indexes]
    return any(map(has_unspecified_dimensions, outputs))


def _output_byte_size(example: Example, number: int) -> int:
    main = example.model.main
    itemsize = INFO[main.operands[main.output_indexes[number]].type].itemsize
    return itemsize * prod(example.outputs[number].dimensions)


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
    if shapes is DeclaredShapes.KNOWN:
        return example
    main = example.model.main
    operands = list(main.operands)
    for index, output in zip(main.output_indexes, example.outputs, strict=True):
        if is_tensor(operands[index].type):
            rank = len(output.dimensions) if shapes is DeclaredShapes.UNKNOWN_DIMENSIONS else 0
            operands[index] = replace(operands[index], dimensions=(0,) * rank)
    model = replace(example.model, main=replace(main, operands=tuple(operands)))
    return replace(example, model=model)


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
    tensors = _tensor_outputs(case.example)
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
    tensors = set(_tensor_outputs(case.example))
    dimensions = [
        output.dimensions if shapes_in_request and number in tensors else ()
        for number, output in enumerate(case.example.outputs)
    ]
    undersized = frozenset(number for number, change in changes.items() if change < 0)
    return PlannedExecution(
        lay_out_request(case.example.inputs, changed, dimensions), required, undersized
    )
