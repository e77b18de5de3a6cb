"""Checks of the dimensions of driver-managed buffers in executions, and of failed executions."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final

from conformance.checks import domain_buffers as domain
from conformance.checks.check_context import CheckContext, SkipCheck
from conformance.checks.domain_buffers import DomainCase, domain_cases
from conformance.checks.registration import check
from conformance.checks.sample_models import DIMENSIONS
from conformance.hal import Version
from conformance.harness.calls import buffer_calls, driver_calls
from conformance.verdicts import VerdictKind

_STATES: Final = "IDevice.allocate: states of a buffer"
_DIMENSIONS: Final = "IDevice.allocate: dimensions of the buffer; RequestArgument.dimensions"
_ANY_BATCH: Final = (0, *DIMENSIONS[1:])
_ANY_IMAGE: Final = (0, 0, 0, DIMENSIONS[3])
_EQUAL_SIZES: Final = ((1, 4, 9, 4), DIMENSIONS, (2, 6, 3, 4))
"""Dimensions with the same number of elements."""


@check(_DIMENSIONS, since=Version.V1_3)
def request_dimensions(context: CheckContext) -> Iterator[str]:
    """An execution whose request specifies other dimensions than a buffer has answers
    INVALID_ARGUMENT; if only the computed output does not fit its buffer, GENERAL_FAILURE.
    """
    checks = domain.DomainChecks(context)
    two = (2, *DIMENSIONS[1:])
    for case in domain_cases(checks, dimensions=_ANY_BATCH, fenced=False):
        managed = checks.both_roles(case.prepared, DIMENSIONS)
        if managed is None:
            continue
        data, double = case.model.data(1), case.model.data(2, two)
        if problem := domain.initialize(context, managed, data):
            yield f"{case.what}: {problem}"
            continue
        what = f"with a buffer {list(DIMENSIONS)}"
        yield from case.refused(
            [managed],
            [len(double)],
            f"{what} and dimensions {list(two)} as input",
            dimensions=(two, two),
        )
        yield from case.refused(
            [double],
            [managed],
            f"{what} and dimensions {list(two)} as output",
            dimensions=(two, two),
        )
        problem, _ = case.run(
            [double],
            [managed],
            domain.FAILURE,
            stimulus=f"{what} for a result {list(two)}",
            dimensions=(two, ()),
        )
        if problem:
            yield problem


@check(_DIMENSIONS, since=Version.V1_3)
def merged_dimensions(context: CheckContext) -> Iterator[str]:
    """The dimensions of a buffer are those of all its roles together: copyFrom needs none if one of
    two models specifies them, and the other model's input of other dimensions answers
    INVALID_ARGUMENT.
    """
    checks = domain.DomainChecks(context)
    two = (2, *DIMENSIONS[1:])
    for case in domain_cases(checks, dimensions=_ANY_BATCH, fenced=False):
        known = context.prepare(case.model.build())
        roles = (domain.role(), domain.role(model_index=1))
        for models in ((case.prepared, known), (known, case.prepared)):
            managed = checks.allocate(domain.AllocationArguments(models, roles))
            if managed is None:
                continue
            data = case.model.data(1)
            problem = domain.initialize(context, managed, data) or domain.content_problem(
                context, managed, data
            )
            if problem:
                yield f"{case.what}: {problem}"
                continue
            yield from case.refused(
                [managed],
                [2 * case.model.size],
                f"with an input {list(two)} in a buffer {list(DIMENSIONS)}",
                dimensions=(two, two),
            )


@check(_DIMENSIONS, since=Version.V1_3)
def shapes_in_turn(context: CheckContext) -> Iterator[str]:
    """One buffer of an unknown dimension takes outputs of different shapes in turn: each execution
    answers NONE, copyTo returns exactly the new output, and an input has its dimensions.
    """
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks, dimensions=_ANY_BATCH, fenced=False, open_outputs=True):
        managed = checks.both_roles(case.prepared)
        if managed is None:
            continue
        for batch in (2, 1, 3, 1):
            shape = (batch, *DIMENSIONS[1:])
            data = case.model.data(batch, shape)
            problem = _shape_problem(case, managed, data, shape)
            if problem:
                yield problem
                break


def _shape_problem(
    case: DomainCase, managed: domain.ManagedBuffer, data: bytes, shape: tuple[int, ...]
) -> str:
    context, what = case.checks.context, f"of dimensions {list(shape)}"
    problem, _ = case.run(
        [data], [managed], stimulus=f"with an output {what} in a buffer", dimensions=(shape, ())
    )
    if problem:
        return problem
    if problem := domain.content_problem(context, managed, data, case.model.type):
        return f"{case.what}: after an output {what}, {problem}"
    return _input_problem(case, managed, data, shape, (shape[0] + 1, *shape[1:]))


def _input_problem(
    case: DomainCase,
    managed: domain.ManagedBuffer,
    data: bytes,
    shape: tuple[int, ...],
    wrong: tuple[int, ...],
) -> str:
    """Describe what is wrong with executions that read a buffer whose content is ``data``.

    An execution may have computed the content.

    The first execution states the dimensions ``wrong`` and must be refused.
    """
    what = f"of dimensions {list(shape)}"
    problem, _ = case.run(
        [managed],
        [len(data) * prod(wrong) // prod(shape)],
        domain.INVALID,
        stimulus=f"with an input {list(wrong)} in a buffer {what}",
        dimensions=(wrong, wrong),
    )
    if problem:
        return problem
    problem, request = case.run(
        [managed],
        [len(data)],
        stimulus=f"with an input {what} in a buffer",
        dimensions=(shape, shape),
    )
    return problem or domain.result_difference(
        "the output", request.output(), data, case.model.type, operations=2
    )


@check(_DIMENSIONS, since=Version.V1_3)
def equal_sizes_in_turn(context: CheckContext) -> Iterator[str]:
    """One buffer of unknown dimensions takes contents of one size and different dimensions in turn,
    by copyFrom and as an output: an input has the dimensions of the latest content, and an
    execution that states those of the content before answers INVALID_ARGUMENT.
    """
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks, dimensions=_ANY_IMAGE, fenced=False):
        managed = checks.both_roles(case.prepared)
        if managed is None:
            continue
        before = _EQUAL_SIZES[-1]
        for number, shape in enumerate(_EQUAL_SIZES * 2):
            data = case.model.data(number, shape)
            if number % 2:
                problem, _ = case.run(
                    [data],
                    [managed],
                    stimulus=f"with an output {list(shape)} in a buffer",
                    dimensions=(shape, shape),
                )
            else:
                problem = domain.initialize(context, managed, data, shape)
            problem = problem or _input_problem(case, managed, data, shape, before)
            if problem:
                yield problem
                break
            before = shape


@check(f"{_STATES}: failed execution", since=Version.V1_3)
def failed_execution(context: CheckContext) -> Iterator[str]:
    """After a failed execution the buffers of its outputs are uninitialized: copyTo answers
    GENERAL_FAILURE.
    """
    checks = domain.DomainChecks(context)
    two = (2, *DIMENSIONS[1:])
    failures = 0
    for case in domain_cases(checks, dimensions=_ANY_BATCH, fenced=False, open_outputs=True):
        managed = checks.both_roles(case.prepared, DIMENSIONS)
        if managed is None:
            continue
        if problem := domain.initialize(context, managed, case.model.data(1)):
            yield f"{case.what}: {problem}"
            continue
        request = domain.DomainRequest(context, [case.model.data(2, two)], [managed], (two, ()))
        outcome = case.execute(case.prepared, request.request)
        if outcome.status in (domain.NONE, domain.INVALID):
            continue  # ``request_dimensions`` reports a success; a refusal is not an execution
        failures += 1
        status = buffer_calls.copy_to(managed.buffer, domain.SharedBytes(context, case.model.size))
        if status != domain.FAILURE:
            yield (
                f"{case.what}: after an execution that answered {outcome.status.name}, copy_to of "
                f"its output buffer answered {status.name}; GENERAL_FAILURE was expected"
            )
    if not failures:
        reason = "no execution with a driver-managed output failed"
        raise SkipCheck(VerdictKind.NOT_APPLICABLE, reason)


@check("OutputShape; Drivers: Memory domains", since=Version.V1_3)
def output_shapes(context: CheckContext) -> Iterator[str]:
    """A successful execution reports the actual dimensions of each output in a driver-managed
    buffer as sufficient; only if model and request specify all dimensions it may report none.
    """
    checks = domain.DomainChecks(context)
    for dimensions in (DIMENSIONS, _ANY_BATCH):
        for case in domain_cases(checks, dimensions=dimensions, fenced=False, open_outputs=True):
            managed = checks.both_roles(case.prepared)
            if managed is None:
                continue
            request = domain.DomainRequest(
                context, [case.model.data(1)], [managed], (DIMENSIONS, ())
            )
            outcome = case.execute(case.prepared, request.request)
            what = f"{case.what}: the execution of a model with output {list(dimensions)}"
            yield from _output_shape_problems(what, outcome, required=0 in dimensions)


def _output_shape_problems(
    what: str, outcome: driver_calls.ExecutionOutcome, *, required: bool
) -> Iterator[str]:
    if problem := domain.execution_problem(what, outcome, (domain.NONE,)):
        yield problem
        return
    reported = [(shape.dimensions, shape.is_sufficient) for shape in outcome.output_shapes]
    if reported != [(DIMENSIONS, True)] and (required or reported):
        yield f"{what} reported the output shapes {reported}; [({DIMENSIONS}, True)] was expected"
