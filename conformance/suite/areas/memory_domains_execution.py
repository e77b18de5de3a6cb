"""Checks of executions whose inputs and outputs are driver-managed buffers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from conformance.hal import ErrorStatus, PreparedModel, Version
from conformance.harness.calls import buffer_calls, driver_calls
from conformance.harness.results.verdict import VerdictKind
from conformance.suite.check import check
from conformance.suite.check_context import CheckContext, SkipCheck
from conformance.suite.copy_models import DIMENSIONS, CopyModel
from conformance.suite.domain_buffers import (
    FAILURE,
    INVALID,
    NONE,
    AllocationArguments,
    Argument,
    DomainChecks,
    DomainRequest,
    Execute,
    ManagedBuffer,
    SharedBytes,
    content_problem,
    difference,
    execution_problem,
    executors,
    initialize,
    role,
)
from conformance.suite.sample_requests import decline_unknown_dimensions

_ROLES: Final = "Drivers: Memory domains (only the roles of the allocation); Request.pools: token"
_STATES: Final = "IDevice.allocate: states of a buffer"
_DIMENSIONS: Final = "IDevice.allocate: dimensions of the buffer; RequestArgument.dimensions"
_RESULTS: Final = "Drivers: Memory domains; IPreparedModel.execute"
_ANY_BATCH: Final = (0, *DIMENSIONS[1:])
_UNKNOWN_TOKENS: Final = (0, 100, (1 << 32) - 1)


@dataclass(slots=True)
class _Case:
    """One operand type and one mode of execution, with the prepared model."""

    checks: DomainChecks
    model: CopyModel
    prepared: PreparedModel
    mode: str
    execute: Execute

    @property
    def what(self) -> str:
        """The operand type and the mode, for messages."""
        return f"{self.model.type.name}, {self.mode}"

    def run(
        self,
        inputs: list[Argument],
        outputs: list[Argument],
        *expected: ErrorStatus,
        stimulus: str,
        prepared: PreparedModel | None = None,
        dimensions: tuple[tuple[int, ...], ...] = (),
    ) -> tuple[str, DomainRequest]:
        """Execute a request; return a description of its problem, or "", and the request."""
        request = DomainRequest(self.checks.context, inputs, outputs, dimensions)
        outcome = self.execute(prepared or self.prepared, request.request)
        problem = execution_problem(
            f"{self.what}: the execution {stimulus}", outcome, expected or (NONE,)
        )
        if not problem and not request.surroundings_intact:
            problem = (
                f"{self.what}: the execution {stimulus} changed the shared memory outside the "
                "outputs"
            )
        return problem, request

    def refused(
        self, inputs: list[Argument], outputs: list[Argument], stimulus: str, **options: object
    ) -> Iterator[str]:
        """Yield a message unless the request is refused with INVALID_ARGUMENT."""
        problem, _ = self.run(inputs, outputs, INVALID, stimulus=stimulus, **options)  # type: ignore[arg-type]
        if problem:
            yield problem


def _cases(
    checks: DomainChecks,
    *,
    dimensions: tuple[int, ...] = DIMENSIONS,
    copies: int = 1,
    fenced: bool = True,
) -> Iterator[_Case]:
    """Yield a case for each operand type and each mode of execution.

    ``SkipCheck`` ends the check as declined if the driver executes no model with unknown
    dimensions, and ``dimensions`` has some.
    """
    for model in checks.models():
        form = replace(model, dimensions=dimensions, copies=copies)
        prepared = checks.context.prepare(form.build())
        for mode, execute in executors(checks.context, fenced=fenced):
            case = _Case(checks, model, prepared, mode, execute)
            if 0 in dimensions:
                shapes = (DIMENSIONS,) * 2
                request = DomainRequest(checks.context, [model.data(1)], [model.size], shapes)
                what = f"{case.what} in shared memory"
                decline_unknown_dimensions(execute(prepared, request.request), what)
            yield case


@check(_RESULTS, since=Version.V1_3)
def values(context: CheckContext) -> Iterator[str]:
    """Executions with driver-managed buffers as inputs, as outputs and as both answer NONE and the
    expected values; input buffers keep their content, and shared memory around the other arguments
    keeps its own.
    """
    checks = DomainChecks(context)
    for case in _cases(checks):
        source, target = (checks.both_roles(case.prepared) for _ in range(2))
        if source is None or target is None:
            continue
        for problem in _value_problems(case, source, target):
            yield problem
            break


def _value_problems(case: _Case, source: ManagedBuffer, target: ManagedBuffer) -> Iterator[str]:
    context, model = case.checks.context, case.model
    first, second, third = (model.data(seed) for seed in (1, 2, 3))
    if problem := initialize(context, source, first):
        yield f"{case.what}: {problem}"
    executions: tuple[tuple[list[Argument], list[Argument], str, bytes], ...] = (
        ([source], [model.size], "from a buffer to shared memory", first),
        ([second], [target], "from shared memory to a buffer", second),
        ([source], [target], "from a buffer to a buffer", first),
        ([target], [model.size], "from a buffer that an execution wrote", first),
        ([third], [source], "to a buffer that has a content", third),
        ([source], [target], "from the new content of a buffer", third),
    )
    for inputs, outputs, stimulus, expected in executions:
        problem, request = case.run(inputs, outputs, stimulus=stimulus)
        if not problem:
            output = outputs[0]
            problem = (
                content_problem(context, output, expected)
                if isinstance(output, ManagedBuffer)
                else difference("the output", request.output(), expected)
            )
            problem = problem and f"{case.what}: after the execution {stimulus}, {problem}"
        if problem:
            yield problem
    if problem := content_problem(context, source, third):
        yield f"{case.what}: after executions that read the buffer, {problem}"


@check(_ROLES, since=Version.V1_3)
def unknown_token(context: CheckContext) -> Iterator[str]:
    """An execution with a token that identifies no buffer, such as 0, answers INVALID_ARGUMENT."""
    checks = DomainChecks(context)
    for case in _cases(checks):
        live = checks.both_roles(case.prepared)
        data, size = case.model.data(1), case.model.size
        for token in _UNKNOWN_TOKENS:
            if live is None or token == live.token:
                continue
            unknown = ManagedBuffer(live.buffer, token)
            yield from case.refused([unknown], [size], f"with token {token} as input")
            yield from case.refused([data], [unknown], f"with token {token} as output")


@check(_ROLES, since=Version.V1_3)
def other_prepared_model(context: CheckContext) -> Iterator[str]:
    """An execution with a buffer that was allocated for another prepared model answers
    INVALID_ARGUMENT, even if both were prepared from the same model.
    """
    checks = DomainChecks(context)
    for case in _cases(checks):
        other = context.prepare(case.model.build())
        managed = checks.both_roles(other)
        if managed is None:
            continue
        data, size = case.model.data(1), case.model.size
        if problem := initialize(context, managed, data):
            yield f"{case.what}: {problem}"
        stimulus = "with a buffer of another prepared model as"
        yield from case.refused([managed], [size], f"{stimulus} input")
        yield from case.refused([data], [managed], f"{stimulus} output")


@check(_ROLES, since=Version.V1_3)
def other_index(context: CheckContext) -> Iterator[str]:
    """An execution with a buffer as an input or output whose index is in none of its roles answers
    INVALID_ARGUMENT.
    """
    checks = DomainChecks(context)
    for case in _cases(checks, copies=2):
        roles = (role(0),)
        reads = checks.allocate(AllocationArguments((case.prepared,), roles))
        writes = checks.allocate(AllocationArguments((case.prepared,), (), roles))
        data, size = case.model.data(1), case.model.size
        if reads is not None:
            if problem := initialize(context, reads, data):
                yield f"{case.what}: {problem}"
            stimulus = "with a buffer for input 0 as"
            yield from case.refused([data, reads], [size, size], f"{stimulus} input 1")
            yield from case.refused([data, data], [size, reads], f"{stimulus} output 1")
        if writes is not None:
            stimulus = "with a buffer for output 0 as"
            yield from case.refused([data, data], [size, writes], f"{stimulus} output 1")


@check(_ROLES, since=Version.V1_3)
def other_kind_of_role(context: CheckContext) -> Iterator[str]:
    """An execution that uses a buffer of an input role as output, or a buffer of an output role as
    input, answers INVALID_ARGUMENT.
    """
    checks = DomainChecks(context)
    for case in _cases(checks):
        roles = (role(),)
        reads = checks.allocate(AllocationArguments((case.prepared,), roles))
        writes = checks.allocate(AllocationArguments((case.prepared,), (), roles))
        data, size = case.model.data(1), case.model.size
        if reads is not None:
            yield from case.refused([data], [reads], "with a buffer of an input role as output")
        if writes is None:
            continue
        problem, _ = case.run([data], [writes], stimulus="with a buffer of an output role")
        if problem:
            yield problem
        yield from case.refused([writes], [size], "with a buffer of an output role as input")


@check(f"{_STATES}: uninitialized", since=Version.V1_3)
def uninitialized_buffer(context: CheckContext) -> Iterator[str]:
    """An execution with an uninitialized buffer as input answers GENERAL_FAILURE; used as output
    of a successful execution, the buffer becomes initialized and may be an input.
    """
    checks = DomainChecks(context)
    for case in _cases(checks):
        managed = checks.both_roles(case.prepared)
        if managed is None:
            continue
        data, size = case.model.data(2), case.model.size
        executions: tuple[tuple[Argument, Argument, ErrorStatus, str], ...] = (
            (managed, size, FAILURE, "with an uninitialized buffer as input"),
            (data, managed, NONE, "with an uninitialized buffer as output"),
            (managed, size, NONE, "with a buffer as input that an execution wrote"),
        )
        for argument, output, expected, stimulus in executions:
            problem, request = case.run([argument], [output], expected, stimulus=stimulus)
            if not problem and output is size and expected is NONE:
                problem = difference("the output", request.output(), data)
            if problem:
                yield problem
                break


@check("IDevice.allocate: one buffer in several roles of one request", since=Version.V1_3)
def several_roles_in_one_request(context: CheckContext) -> Iterator[str]:
    """An execution with the same buffer as input and output, or as two outputs, answers
    INVALID_ARGUMENT; with the same initialized buffer as two inputs it answers NONE.
    """
    checks = DomainChecks(context)
    for case in _cases(checks, copies=2):
        managed = checks.both_roles(case.prepared, copies=2)
        if managed is None:
            continue
        data, size = case.model.data(3), case.model.size
        if problem := initialize(context, managed, data):
            yield f"{case.what}: {problem}"
            continue
        stimuli: tuple[tuple[list[Argument], list[Argument], str], ...] = (
            ([managed, data], [managed, size], "input 0 and output 0"),
            ([managed, data], [size, managed], "input 0 and output 1"),
            ([data, data], [managed, managed], "both outputs"),
        )
        for inputs, outputs, what in stimuli:
            yield from case.refused(inputs, outputs, f"with one buffer as {what}")
        if problem := initialize(context, managed, data):
            yield f"{case.what}: {problem}"
            continue
        problem, request = case.run(
            [managed, managed], [size, size], stimulus="with one buffer as both inputs"
        )
        for number in range(2):
            problem = problem or difference(f"output {number}", request.output(number), data)
        if problem:
            yield problem


@check(_DIMENSIONS, since=Version.V1_3)
def request_dimensions(context: CheckContext) -> Iterator[str]:
    """An execution whose request specifies other dimensions than a buffer has answers
    INVALID_ARGUMENT; if only the computed output does not fit its buffer, GENERAL_FAILURE.
    """
    checks = DomainChecks(context)
    two = (2, *DIMENSIONS[1:])
    for case in _cases(checks, dimensions=_ANY_BATCH, fenced=False):
        managed = checks.both_roles(case.prepared, DIMENSIONS)
        if managed is None:
            continue
        data, double = case.model.data(1), case.model.data(2, two)
        if problem := initialize(context, managed, data):
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
            FAILURE,
            stimulus=f"{what} for a result {list(two)}",
            dimensions=(two, ()),
        )
        if problem:
            yield problem


@check(_DIMENSIONS, since=Version.V1_3)
def shapes_in_turn(context: CheckContext) -> Iterator[str]:
    """One buffer of an unknown dimension takes outputs of different shapes in turn: each execution
    answers NONE, copyTo returns exactly the new output, and an input has its dimensions.
    """
    checks = DomainChecks(context)
    for case in _cases(checks, dimensions=_ANY_BATCH, fenced=False):
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


def _shape_problem(case: _Case, managed: ManagedBuffer, data: bytes, shape: tuple[int, ...]) -> str:
    context, what = case.checks.context, f"of dimensions {list(shape)}"
    problem, _ = case.run(
        [data], [managed], stimulus=f"with an output {what} in a buffer", dimensions=(shape, ())
    )
    if problem:
        return problem
    if problem := content_problem(context, managed, data):
        return f"{case.what}: after an output {what}, {problem}"
    wrong = (shape[0] + 1, *shape[1:])
    size = case.model.size * wrong[0]
    problem, _ = case.run(
        [managed],
        [size],
        INVALID,
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
    return problem or difference("the output", request.output(), data)


@check(f"{_ROLES}; IDevice.allocate: several prepared models", since=Version.V1_3)
def roles_of_several_models(context: CheckContext) -> Iterator[str]:
    """A buffer with roles of several prepared models takes the output of one as the input of
    another, and each use that is not in its roles answers INVALID_ARGUMENT.
    """
    checks = DomainChecks(context)
    for case in _cases(checks):
        other, third = (context.prepare(case.model.build()) for _ in range(2))
        managed = checks.allocate(
            AllocationArguments((case.prepared, other), (role(model_index=1),), (role(),))
        )
        if managed is None:
            continue
        data, size = case.model.data(4), case.model.size
        problem, _ = case.run([data], [managed], stimulus="that writes the buffer")
        if not problem:
            problem, request = case.run(
                [managed], [size], stimulus="of a second model that reads it", prepared=other
            )
            problem = problem or difference("the output", request.output(), data)
        if problem:
            yield problem
            continue
        yield from case.refused([managed], [size], "with an output-only buffer as input")
        yield from case.refused(
            [data],
            [managed],
            "of a second model with an input-only buffer as output",
            prepared=other,
        )
        yield from case.refused(
            [managed], [size], "of a third model without a role", prepared=third
        )
        if problem := content_problem(context, managed, data):
            yield f"{case.what}: after refused executions, {problem}"


@check("Request.pools: token; DataLocation", since=Version.V1_3)
def location_in_buffer(context: CheckContext) -> Iterator[str]:
    """An execution whose argument in a driver-managed buffer has an offset or a length above 0
    answers INVALID_ARGUMENT: a buffer is always used as a whole.
    """
    checks = DomainChecks(context)
    for case in _cases(checks):
        source, target = (checks.both_roles(case.prepared) for _ in range(2))
        if source is None or target is None:
            continue
        if problem := initialize(context, source, case.model.data(1)):
            yield f"{case.what}: {problem}"
            continue
        for kind in ("inputs", "outputs"):
            for offset, length in ((0, case.model.size), (4, 0)):
                request = DomainRequest(context, [source], [target]).request
                (argument,) = getattr(request, kind)
                location = replace(argument.location, offset=offset, length=length)
                changed = replace(request, **{kind: (replace(argument, location=location),)})
                outcome = case.execute(case.prepared, changed)
                problem = execution_problem(
                    f"{case.what}: the execution with offset {offset} and length {length} of an "
                    f"{kind[:-1]} in a buffer",
                    outcome,
                    (INVALID,),
                )
                if problem:
                    yield problem


@check(f"{_STATES}: failed execution", since=Version.V1_3)
def failed_execution(context: CheckContext) -> Iterator[str]:
    """After a failed execution the buffers of its outputs are uninitialized: copyTo answers
    GENERAL_FAILURE.
    """
    checks = DomainChecks(context)
    two = (2, *DIMENSIONS[1:])
    failures = 0
    for case in _cases(checks, dimensions=_ANY_BATCH, fenced=False):
        managed = checks.both_roles(case.prepared, DIMENSIONS)
        if managed is None:
            continue
        if problem := initialize(context, managed, case.model.data(1)):
            yield f"{case.what}: {problem}"
            continue
        request = DomainRequest(context, [case.model.data(2, two)], [managed], (two, ()))
        outcome = case.execute(case.prepared, request.request)
        if outcome.status in (NONE, INVALID):
            continue  # ``request_dimensions`` reports a success; a refusal is not an execution
        failures += 1
        status = buffer_calls.copy_to(managed.buffer, SharedBytes(context, case.model.size))
        if status != FAILURE:
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
    checks = DomainChecks(context)
    for dimensions in (DIMENSIONS, _ANY_BATCH):
        for case in _cases(checks, dimensions=dimensions, fenced=False):
            managed = checks.both_roles(case.prepared)
            if managed is None:
                continue
            request = DomainRequest(context, [case.model.data(1)], [managed], (DIMENSIONS, ()))
            outcome = case.execute(case.prepared, request.request)
            what = f"{case.what}: the execution of a model with output {list(dimensions)}"
            yield from _output_shape_problems(what, outcome, required=0 in dimensions)


def _output_shape_problems(
    what: str, outcome: driver_calls.ExecutionOutcome, *, required: bool
) -> Iterator[str]:
    if problem := execution_problem(what, outcome, (NONE,)):
        yield problem
        return
    reported = [(shape.dimensions, shape.is_sufficient) for shape in outcome.output_shapes]
    if reported != [(DIMENSIONS, True)] and (required or reported):
        yield f"{what} reported the output shapes {reported}; [({DIMENSIONS}, True)] was expected"
