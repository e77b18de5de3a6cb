"""Checks of buffers that several threads or clients use, and of the end of their life."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from conformance.checks.check_context import (
    CheckContext,
    Turns,
    Violation,
    require,
    run_concurrently,
)
from conformance.checks.domain_buffers import (
    NONE,
    AllocationArguments,
    DomainCase,
    ManagedBuffer,
    SharedBytes,
    domain_check,
    executors,
    refuse_token,
    role,
    run_cases,
)
from conformance.checks.registration import check
from conformance.checks.sample_requests import ForeignToken, SampleRequest
from conformance.checks.secondary_client import start_secondary_client
from conformance.hal import OperandType, Version
from conformance.harness.calls import buffer_calls

_CONCURRENCY: Final = "Drivers: Memory domains (concurrent access to a buffer)"
_TOKENS: Final = "Drivers: Memory domains (buffers of other processes); Request.pools: token"
_LIFETIME: Final = "Drivers: Memory domains; Cleanup"
_TURNS: Final = 6
_RELEASE_SECONDS: Final = 5.0
"""Seconds within which the token of a released buffer becomes invalid."""

_SHAPE: Final = (1, 16, 16, 8)
_Work = Callable[[DomainCase, ManagedBuffer, int], Any]


def _in_turns(work: _Work, case: DomainCase, managed: ManagedBuffer, turns: Turns) -> None:
    for turn in range(_TURNS):
        turns.wait()
        work(case, managed, turn)


def _run_at_once(case: DomainCase, managed: ManagedBuffer, *works: _Work) -> None:
    functions = [partial(_in_turns, work, case, managed) for work in works]
    run_concurrently(case.context, functions)


def _larger(case: DomainCase) -> DomainCase:
    model = replace(case.model, dimensions=_SHAPE)
    return replace(case, model=model, prepared=case.context.prepare(model.build()))


def _read(case: DomainCase, managed: ManagedBuffer, _turn: int = 0) -> None:
    case.run([managed], [case.model.data(1)], "that reads the buffer")


def _copy(case: DomainCase, managed: ManagedBuffer, _turn: int) -> None:
    managed.expect_content(case.model.data(1))


@domain_check(_CONCURRENCY, executes=False)
def concurrent_reads(case: DomainCase) -> None:
    """Simultaneous executions and copies that read one buffer all end with NONE and its content."""
    case = _larger(case)
    _run_at_once(case, case.buffer(case.model.data(1)), _read, _copy, _read, _copy)


def _write(case: DomainCase, managed: ManagedBuffer, turn: int) -> None:
    request = SampleRequest(case.context, [case.model.data(turn)], [managed])
    case.execute(case.prepared, request.request)


def _copy_from(case: DomainCase, managed: ManagedBuffer, turn: int) -> None:
    buffer_calls.copy_from(managed.buffer, SharedBytes(case.context, case.model.data(turn)))


def _copy_to(case: DomainCase, managed: ManagedBuffer, _turn: int) -> None:
    buffer_calls.copy_to(managed.buffer, SharedBytes(case.context, case.model.size))


@domain_check(_CONCURRENCY, executes=False)
def concurrent_writes(case: DomainCase) -> None:
    """Simultaneous writes to one buffer may fail or leave any content, but all calls return, the
    driver survives, and a later write succeeds.
    """
    case = _larger(case)
    managed, data = case.buffer(), case.model.data(9)
    _run_at_once(case, managed, _write, _copy_from, _write, _copy_to)
    managed.initialize(data)
    managed.expect_content(data, "after simultaneous writes")


@check(_TOKENS, since=Version.V1_3)
def token_of_another_client(context: CheckContext) -> None:
    """An execution with the token of a buffer that another client allocated answers
    INVALID_ARGUMENT.
    """
    client = start_secondary_client(context)

    def use_token(case: DomainCase) -> None:
        model, data = case.model, case.model.data(1)
        managed = case.buffer(data)
        problem = client.run_command("use_token", model=model, token=managed.token)
        with context.case("a token of the first client in a second client"):
            require(problem)
        managed.expect_content(data, "after a second client used its token")

    run_cases(context, use_token, executes=False)


@domain_check(_LIFETIME, executes=False)
def buffers_of_a_killed_client(case: DomainCase) -> None:
    """After a client that holds buffers is killed, the buffers of another client keep their content
    and may be used and allocated.
    """
    model, data = case.model, case.model.data(1)
    managed = case.buffer(data)
    if model.type != OperandType.TENSOR_FLOAT32:
        return
    client = start_secondary_client(case.context)
    problem = client.run_command("hold_buffers", model=model, count=20)
    client.kill()
    event = "after another client with 20 buffers was killed"
    with case.context.case(event):
        require(problem and f"in that client: {problem}")
        managed.expect_content(data)
        _read(case, managed)
    arguments = AllocationArguments((case.prepared,), (role(),), (role(),))
    deadline = time.monotonic() + _RELEASE_SECONDS
    while case.checks.allocate(arguments) is None:
        if time.monotonic() > deadline:
            raise Violation(
                f"{_RELEASE_SECONDS:g} s {event}, allocate returned GENERAL_FAILURE; NONE as "
                "before was expected"
            )
        time.sleep(0.02)


@domain_check(f"{_LIFETIME}; Request.pools: token", executes=False)
def released_buffer(case: DomainCase) -> None:
    """The token of a buffer that the client has released is refused with INVALID_ARGUMENT."""
    data = case.model.data(2)
    kept, released = case.buffer(data), case.buffer(data)
    token = released.token
    del released
    gc.collect()
    seconds = min(_RELEASE_SECONDS, case.context.options.callback_timeout)
    deadline = time.monotonic() + seconds
    while _accepts(case, token):
        if time.monotonic() > deadline:
            raise Violation(
                f"{seconds:g} s after the release of a buffer, an execution with its token "
                "returned NONE; INVALID_ARGUMENT was expected"
            )
        time.sleep(0.02)
    refuse_token(case.context, case.model, token, case.prepared)
    kept.expect_content(data)


def _accepts(case: DomainCase, token: int) -> bool:
    request = SampleRequest(case.context, [case.model.data(1)], [ForeignToken(token)])
    return case.execute(case.prepared, request.request).status == NONE


@domain_check(_LIFETIME, executes=False)
def release_of_one_prepared_model(case: DomainCase) -> None:
    """A buffer with roles of two prepared models keeps its content and its other roles when the
    client releases one of them.
    """
    first, second = (case.context.prepare(case.model.build()) for _ in range(2))
    managed, data = (
        case.allocate((role(model_index=1),), (role(),), first, second),
        case.model.data(1),
    )
    case.run([data], [managed], "that writes the buffer", prepared=first)
    case.prepared = second
    del first
    gc.collect()
    when = "after the release of a prepared model"
    managed.expect_content(data, when, operations=1)
    for mode, execute in executors(case.context):
        case.execute = execute
        case.run([managed], [data], f"along {mode} {when}", operations=2)
