"""Checks of executions whose inputs and outputs are driver-managed buffers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from conformance.checks import domain_buffers as domain
from conformance.checks.check_context import CheckContext, skip_if_lacking_resources
from conformance.checks.domain_buffers import DomainCase, domain_cases
from conformance.checks.registration import check
from conformance.hal import ErrorStatus, MeasureTiming, PreparedModel, Request, SyncFence, Version
from conformance.harness.calls import fenced_execution

_ROLES: Final = "Drivers: Memory domains (only the roles of the allocation); Request.pools: token"
_STATES: Final = "IDevice.allocate: states of a buffer"
_RESULTS: Final = "Drivers: Memory domains; IPreparedModel.execute"
_FENCE_SECONDS: Final = 0.02
_UNKNOWN_TOKENS: Final = (0, 100, (1 << 32) - 1)


@check(_RESULTS, since=Version.V1_3)
def values(context: CheckContext) -> Iterator[str]:
    """Executions with driver-managed buffers as inputs, as outputs and as both answer NONE and the
    expected values; input buffers keep their content, and shared memory around the other arguments
    keeps its own.
    """
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks):
        source, target = (checks.both_roles(case.prepared) for _ in range(2))
        if source is None or target is None:
            continue
        for problem in _value_problems(case, source, target):
            yield problem
            break


def _value_problems(
    case: DomainCase, source: domain.ManagedBuffer, target: domain.ManagedBuffer
) -> Iterator[str]:
    context, model = case.checks.context, case.model
    first, second, third = (model.data(seed) for seed in (1, 2, 3))
    if problem := domain.initialize(context, source, first):
        yield f"{case.what}: {problem}"
    one, two = 1, 2  # the number of executions that the expected values went through
    executions: tuple[tuple[list[domain.Argument], list[domain.Argument], str, bytes, int], ...] = (
        ([source], [model.size], "from a buffer to shared memory", first, one),
        ([second], [target], "from shared memory to a buffer", second, one),
        ([source], [target], "from a buffer to a buffer", first, one),
        ([target], [model.size], "from a buffer that an execution wrote", first, two),
        ([third], [source], "to a buffer that has a content", third, one),
        ([source], [target], "from the new content of a buffer", third, two),
    )
    for inputs, outputs, stimulus, expected, count in executions:
        problem, request = case.run(inputs, outputs, stimulus=stimulus)
        if not problem:
            output = outputs[0]
            if isinstance(output, domain.ManagedBuffer):
                request.memory.fill()
            problem = (
                domain.content_problem(context, output, expected, model.type, operations=count)
                if isinstance(output, domain.ManagedBuffer)
                else domain.result_difference(
                    "the output", request.output(), expected, model.type, operations=count
                )
            )
            problem = problem and f"{case.what}: after the execution {stimulus}, {problem}"
        if problem:
            yield problem
    for what, managed, expected in (
        ("executions that read the buffer", source, third),
        ("an execution that wrote another buffer from the same input", target, third),
    ):
        problem = domain.content_problem(context, managed, expected, model.type, operations=two)
        if problem:
            yield f"{case.what}: after {what}, {problem}"
    if problem := domain.initialize(context, source, first) or domain.content_problem(
        context, target, third, model.type, operations=two
    ):
        yield f"{case.what}: after the source of an output has changed, {problem}"


@check(_RESULTS, since=Version.V1_3)
def several_buffers(context: CheckContext) -> Iterator[str]:
    """An execution with several buffers, in any order of the pools and together with arguments in
    shared memory, answers NONE, and each argument is in its own buffer.
    """
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks, copies=2):
        roles = tuple((domain.role(number),) for number in range(2))
        sources = [checks.allocate(domain.AllocationArguments((case.prepared,), r)) for r in roles]
        targets = [
            checks.allocate(domain.AllocationArguments((case.prepared,), (), r)) for r in roles
        ]
        first, second = case.model.data(1), case.model.data(2)
        buffers = [*sources, *targets]
        if None in buffers:
            continue
        one, two, three, four = (managed for managed in buffers if managed is not None)
        problem = domain.initialize(context, one, first) or domain.initialize(context, two, second)
        size = case.model.size
        uses: tuple[tuple[list[domain.Argument], list[domain.Argument]], ...] = (
            ([one, two], [three, four]),
            ([one, second], [three, size]),
            ([first, two], [size, four]),
        )
        for turn, (inputs, outputs) in enumerate(uses):
            problem = problem or _pool_order_problem(case, inputs, outputs, (first, second), turn)
        if problem:
            yield f"{case.what}: {problem}"


def _pool_order_problem(
    case: DomainCase,
    inputs: list[domain.Argument],
    outputs: list[domain.Argument],
    expected: tuple[bytes, bytes],
    turn: int,
) -> str:
    """Execute with the pools in reverse order in even turns; describe a wrong result."""
    context = case.checks.context
    built = domain.DomainRequest(context, inputs, outputs)
    request = built.request if turn % 2 else domain.with_reversed_pools(built.request)
    outcome = case.execute(case.prepared, request)
    problem = domain.execution_problem(
        "the execution with several buffers", outcome, (domain.NONE,)
    )
    for number, (output, right) in enumerate(zip(outputs, expected, strict=True)):
        if problem:
            return problem
        what = f"output {number}"
        problem = (
            domain.content_problem(context, output, right, case.model.type)
            if isinstance(output, domain.ManagedBuffer)
            else domain.result_difference(what, built.output(number), right, case.model.type)
        )
        problem = problem and f"after an execution with several buffers, {what}: {problem}"
    return problem


@check("IPreparedModel.executeFenced; Drivers: Memory domains", since=Version.V1_3)
def output_after_fence(context: CheckContext) -> Iterator[str]:
    """An executeFenced that waits for a fence and writes a buffer answers NONE; after its sync
    fence has signaled, the buffer has the output.
    """
    checks = domain.DomainChecks(context)
    limit = context.options.callback_timeout
    for model in checks.models():
        prepared = context.prepare(model.build())
        managed = checks.both_roles(prepared)
        if managed is None:
            continue
        fence, data = SyncFence(), model.data(3)
        context.add_cleanup(fence.close)
        request = domain.DomainRequest(context, [data], [managed]).request
        with context.signal_later(fence, _FENCE_SECONDS):
            launched = fenced_execution.launch_fenced(
                prepared, request, MeasureTiming.NO, wait_for=[fence]
            )
        status = fenced_execution.finish_fenced(launched, limit).status
        skip_if_lacking_resources(status, "executeFenced")
        problem = "" if status == domain.NONE else f"it ended with {status.name}; NONE was expected"
        problem = problem or domain.content_problem(context, managed, data, model.type)
        if problem:
            yield f"{model.type.name}: an executeFenced that waited for a fence: {problem}"


@check(f"{_RESULTS}Fenced, waitFor", since=Version.V1_3)
def input_after_fence(context: CheckContext) -> Iterator[str]:
    """Of two chained executeFenced, the second, which reads a buffer and waits for the sync fence
    of the first, reads what the first writes, and not the earlier content of the buffer.
    """
    checks = domain.DomainChecks(context)
    for model in checks.models():
        prepared = context.prepare(model.build())
        managed = checks.both_roles(prepared)
        if managed is None:
            continue
        if problem := domain.initialize(context, managed, model.data(1)):
            yield f"{model.type.name}: {problem}"
            continue
        data = model.data(3)
        writing = domain.DomainRequest(context, [data], [managed])
        reading = domain.DomainRequest(context, [managed], [model.size])
        for name, status in _chained_ends(context, prepared, writing.request, reading.request):
            skip_if_lacking_resources(status, "executeFenced")
            if status != domain.NONE:
                yield f"{model.type.name}: the {name} ended with {status.name}; NONE was expected"
        output = "the output of the second of two chained executeFenced"
        problem = domain.result_difference(output, reading.output(), data, model.type, operations=2)
        if problem:
            yield f"{model.type.name}: {problem}"


def _chained_ends(
    context: CheckContext, prepared: PreparedModel, first: Request, second: Request
) -> list[tuple[str, ErrorStatus]]:
    """Execute a request after a fence and another one after the first; return how each ended."""
    fence, limit = SyncFence(), context.options.callback_timeout
    context.add_cleanup(fence.close)
    with context.signal_later(fence, _FENCE_SECONDS):
        writing = fenced_execution.launch_fenced(
            prepared, first, MeasureTiming.NO, wait_for=[fence]
        )
        reading = fenced_execution.launch_fenced(
            prepared,
            second,
            MeasureTiming.NO,
            wait_for=[] if writing.fence is None else [writing.fence],
        )
    return [
        (name, fenced_execution.finish_fenced(launch, limit).status)
        for name, launch in (("writing execution", writing), ("reading execution", reading))
    ]


@check(_ROLES, since=Version.V1_3)
def unknown_token(context: CheckContext) -> Iterator[str]:
    """An execution with a token that identifies no buffer, such as 0, answers INVALID_ARGUMENT."""
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks):
        live = checks.both_roles(case.prepared)
        data, size = case.model.data(1), case.model.size
        for token in _UNKNOWN_TOKENS:
            if live is None or token == live.token:
                continue
            unknown = domain.ForeignToken(token)
            yield from case.refused([unknown], [size], f"with token {token} as input")
            yield from case.refused([data], [unknown], f"with token {token} as output")


@check(_ROLES, since=Version.V1_3)
def other_prepared_model(context: CheckContext) -> Iterator[str]:
    """An execution with a buffer that was allocated for another prepared model answers
    INVALID_ARGUMENT, even if both were prepared from the same model.
    """
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks):
        other = context.prepare(case.model.build())
        managed = checks.both_roles(other)
        if managed is None:
            continue
        data, size = case.model.data(1), case.model.size
        if problem := domain.initialize(context, managed, data):
            yield f"{case.what}: {problem}"
        stimulus = "with a buffer of another prepared model as"
        yield from case.refused([managed], [size], f"{stimulus} input")
        yield from case.refused([data], [managed], f"{stimulus} output")


@check(_ROLES, since=Version.V1_3)
def other_index(context: CheckContext) -> Iterator[str]:
    """An execution with a buffer as an input or output whose index is in none of its roles answers
    INVALID_ARGUMENT.
    """
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks, copies=2):
        for index in range(2):
            yield from _other_index_problems(case, index)


def _other_index_problems(case: DomainCase, index: int) -> Iterator[str]:
    """Use buffers for input and output ``index`` of a model with two of each as the other ones."""
    checks, roles, other = case.checks, (domain.role(index),), 1 - index
    reads, writes = case.allocate_for(roles)
    data, size = case.model.data(1), case.model.size

    def placed(managed: domain.ManagedBuffer, fill: domain.Argument) -> list[domain.Argument]:
        return [managed, fill] if other == 0 else [fill, managed]

    if reads is not None:
        if problem := domain.initialize(checks.context, reads, data):
            yield f"{case.what}: {problem}"
        stimulus = f"with a buffer for input {index} as"
        yield from case.refused(placed(reads, data), [size, size], f"{stimulus} input {other}")
        yield from case.refused([data, data], placed(reads, size), f"{stimulus} output {other}")
    if writes is not None:
        stimulus = f"with a buffer for output {index} as"
        yield from case.refused([data, data], placed(writes, size), f"{stimulus} output {other}")


@check(_ROLES, since=Version.V1_3)
def other_kind_of_role(context: CheckContext) -> Iterator[str]:
    """An execution that uses a buffer of an input role as output, or a buffer of an output role as
    input, answers INVALID_ARGUMENT.
    """
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks):
        reads, writes = case.allocate_for((domain.role(),))
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
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks):
        managed = checks.both_roles(case.prepared)
        if managed is None:
            continue
        data, size = case.model.data(2), case.model.size
        executions: tuple[tuple[domain.Argument, domain.Argument, ErrorStatus, str], ...] = (
            (managed, size, domain.FAILURE, "with an uninitialized buffer as input"),
            (data, managed, domain.NONE, "with an uninitialized buffer as output"),
            (managed, size, domain.NONE, "with a buffer as input that an execution wrote"),
        )
        for argument, output, expected, stimulus in executions:
            problem, request = case.run([argument], [output], expected, stimulus=stimulus)
            if not problem and output is size and expected is domain.NONE:
                problem = domain.result_difference(
                    "the output", request.output(), data, case.model.type, operations=2
                )
            if problem:
                yield problem
                break


@check("IDevice.allocate: one buffer in several roles of one request", since=Version.V1_3)
def several_roles_in_one_request(context: CheckContext) -> Iterator[str]:
    """An execution with the same buffer as input and output, or as two outputs, answers
    INVALID_ARGUMENT; with the same initialized buffer as two inputs it answers NONE.
    """
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks, copies=2):
        managed = checks.both_roles(case.prepared, copies=2)
        if managed is None:
            continue
        data, size = case.model.data(3), case.model.size
        if problem := domain.initialize(context, managed, data):
            yield f"{case.what}: {problem}"
            continue
        stimuli: tuple[tuple[list[domain.Argument], list[domain.Argument], str], ...] = (
            ([managed, data], [managed, size], "input 0 and output 0"),
            ([managed, data], [size, managed], "input 0 and output 1"),
            ([data, data], [managed, managed], "both outputs"),
        )
        for inputs, outputs, what in stimuli:
            yield from case.refused(inputs, outputs, f"with one buffer as {what}")
        if problem := domain.initialize(context, managed, data):
            yield f"{case.what}: {problem}"
            continue
        problem, request = case.run(
            [managed, managed], [size, size], stimulus="with one buffer as both inputs"
        )
        for number in range(2):
            problem = problem or domain.result_difference(
                f"output {number}", request.output(number), data, case.model.type
            )
        if problem:
            yield problem


@check(f"{_ROLES}; IDevice.allocate: several prepared models", since=Version.V1_3)
def roles_of_several_models(context: CheckContext) -> Iterator[str]:
    """A buffer with roles of several prepared models takes the output of one as the input of
    another, and each use that is not in its roles answers INVALID_ARGUMENT.
    """
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks):
        other, third = (context.prepare(case.model.build()) for _ in range(2))
        managed = checks.allocate(
            domain.AllocationArguments(
                (case.prepared, other), (domain.role(model_index=1),), (domain.role(),)
            )
        )
        if managed is None:
            continue
        data, size = case.model.data(4), case.model.size
        problem, _ = case.run([data], [managed], stimulus="that writes the buffer")
        if not problem:
            problem, request = case.run(
                [managed], [size], stimulus="of a second model that reads it", prepared=other
            )
            problem = problem or domain.result_difference(
                "the output", request.output(), data, case.model.type, operations=2
            )
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
        if problem := domain.content_problem(context, managed, data, case.model.type):
            yield f"{case.what}: after refused executions, {problem}"


@check("Request.pools: token; DataLocation", since=Version.V1_3)
def location_in_buffer(context: CheckContext) -> Iterator[str]:
    """An execution whose argument in a driver-managed buffer has an offset or a length above 0
    answers INVALID_ARGUMENT: a buffer is always used as a whole.
    """
    checks = domain.DomainChecks(context)
    for case in domain_cases(checks):
        source, target = (checks.both_roles(case.prepared) for _ in range(2))
        if source is None or target is None:
            continue
        if problem := domain.initialize(context, source, case.model.data(1)):
            yield f"{case.what}: {problem}"
            continue
        for kind in ("inputs", "outputs"):
            for offset, length in ((0, case.model.size), (4, 0)):
                request = domain.DomainRequest(context, [source], [target]).request
                (argument,) = getattr(request, kind)
                location = replace(argument.location, offset=offset, length=length)
                changed = replace(request, **{kind: (replace(argument, location=location),)})
                outcome = case.execute(case.prepared, changed)
                problem = domain.execution_problem(
                    f"{case.what}: the execution with offset {offset} and length {length} of an "
                    f"{kind[:-1]} in a buffer",
                    outcome,
                    (domain.INVALID,),
                )
                if problem:
                    yield problem
