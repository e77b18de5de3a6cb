"""Checks of executions whose inputs and outputs are driver-managed buffers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from conformance import hal
from conformance.checks.check_context import CheckContext, require
from conformance.checks.domain_buffers import (
    FAILURE,
    INVALID,
    AllocationArguments,
    Argument,
    DomainCase,
    ManagedBuffer,
    domain_check,
    expect_outcome,
    role,
    with_reversed_pools,
)
from conformance.checks.sample_requests import ForeignToken, SampleRequest
from conformance.harness.calls import fenced_execution

_ROLES: Final = "Drivers: Memory domains (only the roles of the allocation); Request.pools: token"
_STATES: Final = "IDevice.allocate: states of a buffer"
_RESULTS: Final = "Drivers: Memory domains; IPreparedModel.execute"
_FENCE_SECONDS: Final = 0.02
_UNKNOWN_TOKENS: Final = (0, 100, (1 << 32) - 1)


@domain_check(_RESULTS)
def values(case: DomainCase) -> None:
    """Executions with driver-managed buffers as inputs, as outputs and as both answer NONE and the
    expected values; input buffers keep their content, and shared memory around the other arguments
    keeps its own.
    """
    first, second, third = (case.model.data(seed) for seed in (1, 2, 3))
    source, target = case.buffer(first), case.buffer()
    case.run([source], [first], "from a buffer to shared memory")
    case.run([second], [target], "from shared memory to a buffer")
    target.expect_content(second, "after that execution", operations=1)
    case.run([source], [target], "from a buffer to a buffer")
    target.expect_content(first, "after that execution", operations=1)
    case.run([target], [first], "from a buffer that an execution wrote", operations=2)
    case.run([third], [source], "to a buffer that has a content")
    source.expect_content(third, "after that execution", operations=1)
    case.run([source], [target], "from the new content of a buffer")
    target.expect_content(third, "after that execution", operations=2)
    when = "after executions that read the buffer"
    source.expect_content(third, when, operations=2)
    source.initialize(first)
    when = "after the source of an output has changed"
    target.expect_content(third, when, operations=2)


@domain_check(_RESULTS, copies=2)
def several_buffers(case: DomainCase) -> None:
    """An execution with several buffers, in any order of the pools and together with arguments in
    shared memory, answers NONE, and each argument is in its own buffer.
    """
    one, two = (case.allocate((role(number),), ()) for number in range(2))
    three, four = (case.allocate((), (role(number),)) for number in range(2))
    first, second = case.model.data(1), case.model.data(2)
    one.initialize(first)
    two.initialize(second)
    uses: tuple[tuple[list[bytes | ForeignToken], list[bytes | ForeignToken]], ...] = (
        ([one, two], [three, four]),
        ([one, second], [three, second]),
        ([first, two], [first, four]),
    )
    what = "the execution with several buffers"
    for turn, (inputs, outputs) in enumerate(uses):
        built = SampleRequest(case.context, inputs, outputs, type_=case.model.type)
        request = built.request if turn % 2 else with_reversed_pools(built.request)
        outcome = case.execute(case.prepared, request)
        expect_outcome(what, outcome)
        require(built.first_difference())
        for number, (output, right) in enumerate(zip(outputs, (first, second), strict=True)):
            if isinstance(output, ManagedBuffer):
                when = f"after {what}, output {number}"
                output.expect_content(right, when, operations=1)


def _chained_ends(
    context: CheckContext, prepared: hal.PreparedModel, first: hal.Request, second: hal.Request
) -> list[hal.ErrorStatus]:
    fence, limit = hal.SyncFence(), context.options.callback_timeout
    context.add_cleanup(fence.close)
    launch, no = fenced_execution.launch_fenced, hal.MeasureTiming.NO
    with context.signal_later(fence, _FENCE_SECONDS):
        writing = launch(prepared, first, no, wait_for=[fence])
        fences = [] if writing.fence is None else [writing.fence]
        reading = launch(prepared, second, no, wait_for=fences)
    return [fenced_execution.finish_fenced(each, limit).status for each in (writing, reading)]


@domain_check(_ROLES)
def unknown_token(case: DomainCase) -> None:
    """An execution with a token that identifies no buffer, such as 0, answers INVALID_ARGUMENT."""
    live, data, size = case.buffer(), case.model.data(1), case.model.size
    for token in _UNKNOWN_TOKENS:
        if token != live.token:
            unknown = ForeignToken(token)
            case.refuse([unknown], [size], f"with token {token} as input")
            case.refuse([data], [unknown], f"with token {token} as output")


@domain_check(_ROLES)
def other_prepared_model(case: DomainCase) -> None:
    """An execution with a buffer that was allocated for another prepared model answers
    INVALID_ARGUMENT, even if both were prepared from the same model.
    """
    data, size = case.model.data(1), case.model.size
    other = case.context.prepare(case.model.build())
    managed = case.buffer(data, prepared=other)
    case.refuse([managed], [size], "with a buffer of another prepared model as input")
    case.refuse([data], [managed], "with a buffer of another prepared model as output")


@domain_check(_ROLES, copies=2)
def other_index(case: DomainCase) -> None:
    """An execution with a buffer as an input or output whose index is in none of its roles answers
    INVALID_ARGUMENT.
    """
    data, size = case.model.data(1), case.model.size
    for index in range(2):
        other = 1 - index

        def placed(managed: ManagedBuffer, fill: Argument, position: int = other) -> list[Argument]:
            return [fill, managed] if position else [managed, fill]

        reads, writes = _allocate_for(case, role(index))
        if reads is not None:
            reads.initialize(data)
            stimulus = f"with a buffer for input {index} as"
            case.refuse(placed(reads, data), [size, size], f"{stimulus} input {other}")
            case.refuse([data, data], placed(reads, size), f"{stimulus} output {other}")
        if writes is not None:
            stimulus = f"with a buffer for output {index} as"
            case.refuse([data, data], placed(writes, size), f"{stimulus} output {other}")


def _allocate_for(
    case: DomainCase, used: hal.BufferRole
) -> tuple[ManagedBuffer | None, ManagedBuffer | None]:
    """Allocate a buffer with a role of an input, and one with it of an output."""
    models, roles = (case.prepared,), (used,)
    reads = case.checks.allocate(AllocationArguments(models, roles))
    return reads, case.checks.allocate(AllocationArguments(models, (), roles))


@domain_check(_ROLES)
def other_kind_of_role(case: DomainCase) -> None:
    """An execution that uses a buffer of an input role as output, or a buffer of an output role as
    input, answers INVALID_ARGUMENT.
    """
    reads, writes = _allocate_for(case, role())
    data, size = case.model.data(1), case.model.size
    if reads is not None:
        case.refuse([data], [reads], "with a buffer of an input role as output")
    if writes is not None:
        with case.context.case(case.what):
            case.run([data], [writes], "with a buffer of an output role")
        case.refuse([writes], [size], "with a buffer of an output role as input")


@domain_check(f"{_STATES}: uninitialized")
def uninitialized_buffer(case: DomainCase) -> None:
    """An execution with an uninitialized buffer as input answers GENERAL_FAILURE; used as output
    of a successful execution, the buffer becomes initialized and may be an input.
    """
    managed, data = case.buffer(), case.model.data(2)
    case.run([managed], [data], "with an uninitialized buffer as input", FAILURE)
    case.run([data], [managed], "with an uninitialized buffer as output")
    case.run([managed], [data], "with a buffer that an execution wrote", operations=2)


@domain_check("IDevice.allocate: one buffer in several roles of one request", copies=2)
def several_roles_in_one_request(case: DomainCase) -> None:
    """An execution with the same buffer as input and output, or as two outputs, answers
    INVALID_ARGUMENT; with the same initialized buffer as two inputs it answers NONE.
    """
    data, size = case.model.data(3), case.model.size
    managed = case.buffer(data, copies=2)
    case.refuse([managed, data], [managed, size], "with one buffer as input 0 and output 0")
    case.refuse([managed, data], [size, managed], "with one buffer as input 0 and output 1")
    case.refuse([data, data], [managed, managed], "with one buffer as both outputs")
    managed.initialize(data)
    case.run([managed, managed], [data, data], "with one buffer as both inputs")


@domain_check(f"{_ROLES}; IDevice.allocate: several prepared models")
def roles_of_several_models(case: DomainCase) -> None:
    """A buffer with roles of several prepared models takes the output of one as the input of
    another, and each use that is not in its roles answers INVALID_ARGUMENT.
    """
    other, third = (case.context.prepare(case.model.build()) for _ in range(2))
    managed = case.allocate((role(model_index=1),), (role(),), case.prepared, other)
    data, size = case.model.data(4), case.model.size
    case.run([data], [managed], "that writes the buffer")
    stimulus = "of a second model that reads it"
    case.run([managed], [data], stimulus, prepared=other, operations=2)
    case.refuse([managed], [size], "with an output-only buffer as input")
    stimulus = "of a second model with an input-only buffer as output"
    case.refuse([data], [managed], stimulus, prepared=other)
    case.refuse([managed], [size], "of a third model without a role", prepared=third)
    managed.expect_content(data, "after refused executions", operations=1)


@domain_check("Request.pools: token; DataLocation")
def location_in_buffer(case: DomainCase) -> None:
    """An execution whose argument in a driver-managed buffer has an offset or a length above 0
    answers INVALID_ARGUMENT: a buffer is always used as a whole.
    """
    source, target = case.buffer(case.model.data(1)), case.buffer()
    for kind in ("inputs", "outputs"):
        for offset, length in ((0, case.model.size), (4, 0)):
            request = SampleRequest(case.context, [source], [target]).request
            (argument,) = getattr(request, kind)
            location = replace(argument.location, offset=offset, length=length)
            changed = replace(request, **{kind: (replace(argument, location=location),)})
            with case.context.case(case.what):
                what = f"the execution with offset {offset} and length {length} of the {kind}"
                outcome = case.execute(case.prepared, changed)
                expect_outcome(what, outcome, INVALID)
