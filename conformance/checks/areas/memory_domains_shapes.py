"""Checks of the dimensions of driver-managed buffers in executions, and of failed executions."""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Final

import numpy as np

from conformance.checks.check_context import (
    CheckContext,
    Violation,
    decline,
    expect,
    not_applicable,
)
from conformance.checks.domain_buffers import (
    DOMAIN_DECLINED,
    FAILURE,
    INVALID,
    NONE,
    AllocationArguments,
    DomainCase,
    ManagedBuffer,
    SharedBytes,
    domain_check,
    executors,
    expect_outcome,
    role,
    run_cases,
)
from conformance.checks.parameter_models import tile_model
from conformance.checks.registration import check
from conformance.checks.sample_models import DIMENSIONS
from conformance.checks.sample_requests import (
    SampleRequest,
    decline_unknown_dimensions,
    reported_shapes,
)
from conformance.hal import Version
from conformance.harness.calls import buffer_calls

_STATES: Final = "IDevice.allocate: states of a buffer"
_DIMENSIONS: Final = "IDevice.allocate: dimensions of the buffer; RequestArgument.dimensions"
_ANY_BATCH: Final = (0, *DIMENSIONS[1:])
_ANY_IMAGE: Final = (0, 0, 0, DIMENSIONS[3])
_TWO: Final = (2, *DIMENSIONS[1:])
_EQUAL_SIZES: Final = ((1, 4, 9, 4), DIMENSIONS, (2, 6, 3, 4))
"""Dimensions with the same number of elements."""


@domain_check(_DIMENSIONS, dimensions=_ANY_BATCH, fenced=False)
def request_dimensions(case: DomainCase) -> None:
    """An execution whose request specifies other dimensions than a buffer has answers
    INVALID_ARGUMENT; if only the computed output does not fit its buffer, GENERAL_FAILURE.
    """
    managed, double = case.buffer(dimensions=DIMENSIONS), case.model.data(2, _TWO)
    managed.initialize(case.model.data(1))
    what, both = f"with a buffer {list(DIMENSIONS)} and dimensions {list(_TWO)}", (_TWO, _TWO)
    case.refuse([managed], [len(double)], f"{what} as input", dimensions=both)
    case.refuse([double], [managed], f"{what} as output", dimensions=both)
    case.run([double], [managed], f"{what} of the result", FAILURE, dimensions=(_TWO, ()))


@domain_check(_DIMENSIONS, dimensions=_ANY_BATCH, fenced=False)
def merged_dimensions(case: DomainCase) -> None:
    """The dimensions of a buffer are those of all its roles together: copyFrom needs none if one of
    two models specifies them, and the other model's input of other dimensions answers
    INVALID_ARGUMENT.
    """
    known = case.context.prepare(case.model.build())
    roles, data = (role(), role(model_index=1)), case.model.data(1)
    for models in ((case.prepared, known), (known, case.prepared)):
        managed = case.allocate(roles, (), *models)
        with case.context.case(case.what):
            managed.initialize(data)
            managed.expect_content(data)
            stimulus = f"with an input {list(_TWO)} in a buffer {list(DIMENSIONS)}"
            case.refuse([managed], [2 * case.model.size], stimulus, dimensions=(_TWO, _TWO))


@domain_check(_DIMENSIONS, dimensions=_ANY_BATCH, fenced=False, open_outputs=True)
def shapes_in_turn(case: DomainCase) -> None:
    """One buffer of an unknown dimension takes contents of different shapes in turn, as outputs and
    by copyFrom: each execution answers NONE, copyTo returns exactly the new content, and an input
    has its dimensions.
    """
    managed = case.buffer()
    for batch, is_output in ((2, 1), (1, 1), (3, 0), (1, 0), (3, 1), (1, 0), (3, 0), (1, 1)):
        shape = (batch, *DIMENSIONS[1:])
        data, what = case.model.data(batch, shape), f"a content of dimensions {list(shape)}"
        if is_output:
            case.run([data], [managed], f"with {what} in a buffer", dimensions=(shape, ()))
        else:
            managed.initialize(data, shape)
        managed.expect_content(data, f"after {what}", operations=is_output)
        _read(case, managed, data, shape, (shape[0] + 1, *shape[1:]))


def _read(
    case: DomainCase,
    managed: ManagedBuffer,
    data: bytes,
    shape: tuple[int, ...],
    wrong: tuple[int, ...],
) -> None:
    """Check executions that read a buffer whose content, which may be computed, is ``data``.

    The first execution states the dimensions ``wrong`` and must be refused.
    """
    size, what = len(data) * prod(wrong) // prod(shape), f"in a buffer {list(shape)}"
    stimulus = f"with an input {list(wrong)} {what}"
    case.run([managed], [size], stimulus, INVALID, dimensions=(wrong, wrong))
    stimulus = f"with the right input {what}"
    case.run([managed], [data], stimulus, dimensions=(shape, shape), operations=2)


@domain_check(_DIMENSIONS, dimensions=_ANY_IMAGE, fenced=False)
def equal_sizes_in_turn(case: DomainCase) -> None:
    """One buffer of unknown dimensions takes contents of one size and different dimensions in turn,
    by copyFrom and as an output: an input has the dimensions of the latest content, and an
    execution that states those of the content before answers INVALID_ARGUMENT.
    """
    managed, before = case.buffer(), _EQUAL_SIZES[-1]
    for number, shape in enumerate(_EQUAL_SIZES * 2):
        data = case.model.data(number, shape)
        if number % 2:
            stimulus = f"with an output {list(shape)} in a buffer"
            case.run([data], [managed], stimulus, dimensions=(shape, shape))
        else:
            managed.initialize(data, shape)
        _read(case, managed, data, shape, before)
        before = shape


@check(f"{_STATES}: failed execution", since=Version.V1_3)
def failed_execution(context: CheckContext) -> None:
    """After a failed execution the buffers of its outputs are uninitialized: copyTo answers
    GENERAL_FAILURE.
    """
    failures = []

    def execute(case: DomainCase) -> None:
        managed = case.buffer(dimensions=DIMENSIONS)
        managed.initialize(case.model.data(1))
        double = case.model.data(2, _TWO)
        request = SampleRequest(context, [double], [managed], dimensions=(_TWO, ()))
        outcome = case.execute(case.prepared, request.request)
        if outcome.status in (NONE, INVALID):
            return  # ``request_dimensions`` reports a success; a refusal is not an execution
        failures.append(case.what)
        status = buffer_calls.copy_to(managed.buffer, SharedBytes(context, case.model.size))
        if status != FAILURE:
            raise Violation(
                f"after an execution that returned {outcome.status.name}, copy_to of its output "
                f"buffer returned {status.name}; GENERAL_FAILURE was expected"
            )

    run_cases(context, execute, dimensions=_ANY_BATCH, fenced=False, open_outputs=True)
    if not failures:
        reason = "no execution with a driver-managed output failed"
        not_applicable(reason)


@check("OutputShape; Drivers: Memory domains", since=Version.V1_3)
def output_shapes(context: CheckContext) -> None:
    """A successful execution reports the actual dimensions of each output in a driver-managed
    buffer as sufficient; only if model and request specify all dimensions it may report none.
    """
    for dimensions in (DIMENSIONS, _ANY_BATCH):
        scenario = partial(_check_output_shapes, required=0 in dimensions)
        run_cases(context, scenario, dimensions=dimensions, fenced=False, open_outputs=True)


def _check_output_shapes(case: DomainCase, *, required: bool) -> None:
    managed, data = case.buffer(), case.model.data(1)
    request = SampleRequest(case.context, [data], [managed], dimensions=(DIMENSIONS, ()))
    outcome = case.execute(case.prepared, request.request)
    expect_outcome("the execution", outcome)
    reported = reported_shapes(outcome)
    if reported != [(DIMENSIONS, True)] and (required or reported):
        raise Violation(f"the output shapes are {reported}; [({DIMENSIONS}, True)] was expected")


@check(_DIMENSIONS, since=Version.V1_3)
def shapes_from_data(context: CheckContext) -> None:
    """A buffer of an unknown dimension takes outputs whose dimensions depend on the values of an
    input: each execution answers NONE, and copyTo returns exactly the new output.
    """
    sample = tile_model()
    prepared = context.prepare(sample.model)
    answer = AllocationArguments((prepared,), (), (role(),)).allocate(context)
    if answer.buffer is None:
        expect(answer.status, "allocate", NONE, FAILURE)
        decline("allocate refused the buffer", DOMAIN_DECLINED)
    managed = ManagedBuffer(answer.token, answer.buffer, context)
    tensor, has_executed = np.array(sample.tensor, "<f4").tobytes(), False
    for mode, execute in executors(context, fenced=False):
        for (numbers, values), shape in zip(sample.cases, sample.shapes, strict=True):
            data, expected = np.array(numbers, "<i4").tobytes(), np.array(values, "<f4").tobytes()
            request = SampleRequest(context, [tensor, data], [managed])
            with context.case(f"{mode}: an output of dimensions {list(shape)} in a buffer"):
                outcome = execute(prepared, request.request)
                if not has_executed:
                    decline_unknown_dimensions(outcome, "an output of unknown dimensions")
                expect(outcome.status, "the execution")
                has_executed = True
                managed.expect_content(expected, operations=1)
