"""Checks of buffers that several threads or clients use, and of the end of their life."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from conformance.checks import domain_buffers as domain
from conformance.checks.check_context import CheckContext, Turns, run_concurrently
from conformance.checks.registration import check
from conformance.checks.sample_models import CopyModel
from conformance.checks.secondary_client import start_secondary_client
from conformance.hal import MeasureTiming, OperandType, PreparedModel, Version
from conformance.harness.calls import buffer_calls, driver_calls
from conformance.verdicts import Finding

_CONCURRENCY: Final = "Drivers: Memory domains (concurrent access to a buffer)"
_TOKENS: Final = "Drivers: Memory domains (buffers of other processes); Request.pools: token"
_LIFETIME: Final = "Drivers: Memory domains; Cleanup"
_READERS: Final = 4
_TURNS: Final = 6
_SHAPE: Final = (1, 16, 16, 8)
_RELEASE_SECONDS: Final = 5.0
"""Seconds within which the token of a released buffer becomes invalid."""


class _SharedBuffer(NamedTuple):
    """A copy model, its prepared model and a buffer for its input and output."""

    context: CheckContext
    model: CopyModel
    prepared: PreparedModel
    managed: domain.ManagedBuffer


def _shared_buffers(checks: domain.DomainChecks) -> Iterator[_SharedBuffer]:
    """Yield a buffer for each copy model."""
    for model in checks.models():
        larger = replace(model, dimensions=_SHAPE)
        prepared = checks.context.prepare(larger.build())
        managed = checks.both_roles(prepared)
        if managed is not None:
            yield _SharedBuffer(checks.context, larger, prepared, managed)


def _read_problem(shared: _SharedBuffer) -> str:
    """Execute with a buffer as input and shared memory as output; describe a wrong result."""
    context, model, prepared, managed = shared
    request = domain.DomainRequest(context, [managed], [model.size])
    outcome = driver_calls.execute_synchronously(prepared, request.request, MeasureTiming.NO)
    what = f"{model.type.name}: the execution that reads the buffer"
    problem = domain.execution_problem(what, outcome, (domain.NONE,))
    return problem or domain.result_difference(
        "the output", request.output(), model.data(1), model.type
    )


@check(_CONCURRENCY, since=Version.V1_3)
def concurrent_reads(context: CheckContext) -> Iterator[Finding | str]:
    """Simultaneous executions and copies that read one buffer all end with NONE and its content."""
    checks = domain.DomainChecks(context)
    for shared in _shared_buffers(checks):
        model, managed = shared.model, shared.managed
        if problem := domain.initialize(context, managed, model.data(1)):
            yield f"{model.type.name}: {problem}"
            continue
        functions = [_execute_in_turns, _copy_in_turns] * (_READERS // 2)
        readers = [partial(read, shared) for read in functions]
        for reported in run_concurrently(context, readers):
            prefix = "with simultaneous reads of one buffer: "
            yield prefix + reported if isinstance(reported, str) else reported


@check(_CONCURRENCY, since=Version.V1_3)
def concurrent_writes(context: CheckContext) -> Iterator[Finding | str]:
    """Simultaneous writes to one buffer may fail or leave any content, but all calls return, the
    driver survives, and a later write succeeds.
    """
    checks = domain.DomainChecks(context)
    for shared in _shared_buffers(checks):
        model, managed = shared.model, shared.managed
        functions = [
            partial(work, shared)
            for work in (_write_by_executions, _write_by_copies, _write_by_executions, _read)
        ]
        yield from run_concurrently(context, functions)
        data = model.data(9)
        problem = domain.initialize(context, managed, data)
        problem = problem or domain.content_problem(context, managed, data)
        if problem:
            yield f"{model.type.name}: after simultaneous writes, {problem}"


def _execute_in_turns(shared: _SharedBuffer, turns: Turns) -> str:
    for _ in range(_TURNS):
        turns.wait()
        if problem := _read_problem(shared):
            return problem
    return ""


def _copy_in_turns(shared: _SharedBuffer, turns: Turns) -> str:
    context, model, _, managed = shared
    for _turn in range(_TURNS):
        turns.wait()
        if problem := domain.content_problem(context, managed, model.data(1)):
            return problem
    return ""


def _write_by_executions(shared: _SharedBuffer, turns: Turns) -> str:
    context, model, prepared, managed = shared
    for seed in range(_TURNS):
        request = domain.DomainRequest(context, [model.data(seed)], [managed])
        turns.wait()
        driver_calls.execute_synchronously(prepared, request.request, MeasureTiming.NO)
    return ""


def _write_by_copies(shared: _SharedBuffer, turns: Turns) -> str:
    context, model, _, managed = shared
    for seed in range(_TURNS):
        source = domain.SharedBytes(context, model.data(seed))
        turns.wait()
        buffer_calls.copy_from(managed.buffer, source)
    return ""


def _read(shared: _SharedBuffer, turns: Turns) -> str:
    context, model, _, managed = shared
    target = domain.SharedBytes(context, model.size)
    for _turn in range(_TURNS):
        turns.wait()
        buffer_calls.copy_to(managed.buffer, target)
    return ""


@check(_TOKENS, since=Version.V1_3)
def token_of_another_client(context: CheckContext) -> Iterator[str]:
    """An execution with the token of a buffer that another client allocated answers
    INVALID_ARGUMENT.
    """
    checks = domain.DomainChecks(context)
    client = start_secondary_client(context)
    for model in checks.models():
        managed = checks.both_roles(context.prepare(model.build()))
        if managed is None:
            continue
        data = model.data(1)
        problem = domain.initialize(context, managed, data)
        problem = problem or client.run_command(
            "use_token",
            token=managed.token,
            type_=int(model.type),
            operation=int(model.operation),
        )
        if problem:
            yield f"a token of the first client in a second client: {problem}"
        if problem := domain.content_problem(context, managed, data):
            yield f"after a second client used its token, {problem}"


@check(_LIFETIME, since=Version.V1_3)
def buffers_of_a_killed_client(context: CheckContext) -> Iterator[str]:
    """After a client that holds buffers is killed, the buffers of another client keep their content
    and may be used and allocated.
    """
    checks = domain.DomainChecks(context)
    for shared in _shared_buffers(checks):
        _, model, prepared, managed = shared
        if model.type != OperandType.TENSOR_FLOAT32:
            continue
        if problem := domain.initialize(context, managed, model.data(1)):
            yield problem
            continue
        client = start_secondary_client(context)
        problem = client.run_command(
            "hold_buffers", type_=int(model.type), operation=int(model.operation), count=20
        )
        client.kill()
        problem = problem and f"a second client: {problem}"
        problem = problem or domain.content_problem(context, managed, model.data(1))
        problem = problem or _read_problem(shared)
        if problem:
            yield f"after another client with 20 buffers was killed, {problem}"
        deadline = time.monotonic() + _RELEASE_SECONDS
        while (allocated := checks.both_roles(prepared)) is None and time.monotonic() < deadline:
            time.sleep(0.02)
        if allocated is None:
            yield (
                f"{_RELEASE_SECONDS:g} s after another client with 20 buffers was killed, allocate "
                "answered GENERAL_FAILURE; NONE as before was expected"
            )


@check(f"{_LIFETIME}; Request.pools: token", since=Version.V1_3)
def released_buffer(context: CheckContext) -> Iterator[str]:
    """The token of a buffer that the client has released is refused with INVALID_ARGUMENT."""
    checks = domain.DomainChecks(context)
    for model in checks.models():
        prepared = context.prepare(model.build())
        kept, released = checks.both_roles(prepared), checks.both_roles(prepared)
        if kept is None or released is None:
            continue
        data = model.data(2)
        problem = domain.initialize(context, kept, data) or domain.initialize(
            context, released, data
        )
        token = released.token
        del released
        gc.collect()
        if not problem and _accepts_until(context, model, prepared, token):
            seconds = min(_RELEASE_SECONDS, context.options.callback_timeout)
            problem = (
                f"{seconds:g} s after the release of a buffer, an execution with its token "
                "answered NONE; INVALID_ARGUMENT was expected"
            )
        problem = problem or next(domain.token_problems(context, model, token, prepared), "")
        problem = problem or domain.content_problem(context, kept, data)
        if problem:
            yield f"{model.type.name}: {problem}"


def _accepts_until(
    context: CheckContext, model: CopyModel, prepared: PreparedModel, token: int
) -> bool:
    """Return whether executions with a token still succeed after the time for its release."""
    deadline = time.monotonic() + min(_RELEASE_SECONDS, context.options.callback_timeout)
    while True:
        request = domain.DomainRequest(context, [model.data(1)], [domain.ForeignToken(token)])
        status = driver_calls.execute_synchronously(
            prepared, request.request, MeasureTiming.NO
        ).status
        if status != domain.NONE:
            return False
        if time.monotonic() > deadline:
            return True
        time.sleep(0.02)


@check(_LIFETIME, since=Version.V1_3)
def release_of_one_prepared_model(context: CheckContext) -> Iterator[str]:
    """A buffer with roles of two prepared models keeps its content and its other roles when the
    client releases one of them.
    """
    checks = domain.DomainChecks(context)
    for model in checks.models():
        first, second = (context.prepare(model.build()) for _ in range(2))
        managed = checks.allocate(
            domain.AllocationArguments(
                (first, second), (domain.role(model_index=1),), (domain.role(),)
            )
        )
        if managed is None:
            continue
        data, what = model.data(1), f"{model.type.name}: after the release of a prepared model"
        request = domain.DomainRequest(context, [data], [managed]).request
        outcome = driver_calls.execute_synchronously(first, request, MeasureTiming.NO)
        problem = domain.execution_problem(
            f"{model.type.name}: the execution", outcome, (domain.NONE,)
        )
        del first
        gc.collect()
        problem = problem or domain.content_problem(context, managed, data, model.type)
        for mode, execute in () if problem else domain.executors(context):
            reading = domain.DomainRequest(context, [managed], [model.size])
            problem = domain.execution_problem(
                mode, execute(second, reading.request), (domain.NONE,)
            )
            problem = problem or domain.result_difference(
                "the output", reading.output(), data, model.type, operations=2
            )
            if problem:
                break
        if problem:
            yield f"{what}, {problem}"
