"""Checks of two clients that use the driver, each with separate models and requests.

With ``--isolate`` the second client is a process with a separate connection to the driver,
otherwise a thread.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Final

from conformance.checks.check_context import CheckContext
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import AdditionRequest, execution_problem
from conformance.checks.secondary_client import (
    ClientCommands,
    SecondaryClient,
    start_secondary_client,
)
from conformance.hal import ErrorStatus, MeasureTiming, SyncFence, Version
from conformance.harness.calls import driver_calls, fenced_execution
from conformance.harness.supervision.wait_policy import measure_driver_time
from conformance.verdicts import Finding

_SECTION = "Drivers: Execution (m1, m2, r1 on m1, r2 on m2, r3 on m1, r4 on m2)"
_CLEANUP = "Drivers: Cleanup; IPreparedModel"
_QUERIES = "Drivers: Initialization"
_BURSTS = "IPreparedModel.configureExecutionBurst; IBurstCallback.getMemories"
_FENCED = "IPreparedModel.executeFenced"

_M1: Final = {"elements": 24, "steps": 1}
_M2: Final = {"elements": 40, "steps": 3}
_ROUNDS: Final = 6
_PENDING_SECONDS: Final = 0.2
"""Seconds for which an execution waits for its fence before the second client executes."""

_EXECUTION_TIMEOUT: Final = 10.0
"""Seconds within which three small executions end, unless they are blocked."""


def _start_two_clients(context: CheckContext) -> tuple[ClientCommands, SecondaryClient]:
    """Return two clients: the first runs in this thread and has prepared m1, the second m2."""
    first = ClientCommands(context)
    first.prepare("m1", **_M1)  # ends the check if the driver declines the model
    second = start_secondary_client(context)
    second.run_command("prepare", model="m2", **_M2)
    return first, second


def _client_problems(first: str, second: str) -> Iterator[str]:
    """Yield the problems of the two clients, prefixed with the client."""
    for name, problem in (("first", first), ("second", second)):
        if problem:
            yield f"{name} of two clients: {problem}"


@check(_QUERIES)
def stable_queries(context: CheckContext) -> Iterator[str]:
    """The queries of IDevice return the same answers to two clients that call them at the same
    time, and while the other client executes.
    """
    first, second = _start_two_clients(context)
    before = first.answers()
    seen = {before}
    for _ in range(_ROUNDS):
        second.send_command("answers")
        seen.add(first.answers())
        seen.add(second.receive_answer())
        second.send_command("execute", model="m2", seeds=[1, 2])
        seen.add(first.answers())
        yield from _client_problems("", second.receive_answer())
    for changed in sorted(seen - {before}):
        yield (
            f"the queries answered {before}, but {changed} while another client used the driver; "
            "the same answers were expected"
        )
        return


@check(_SECTION)
def interleaved_requests(context: CheckContext) -> Iterator[str]:
    """Alternating executions of two clients, each on its own prepared model, each answer NONE and
    the expected values.
    """
    first, second = _start_two_clients(context)
    for turn in range(_ROUNDS):
        first_seeds, second_seeds = [turn, turn + 2], [turn + 1, turn + 3]
        for first_seed, second_seed in zip(first_seeds, second_seeds, strict=True):
            problem = first.execute("m1", [first_seed])
            answer = second.run_command("execute", model="m2", seeds=[second_seed])
            problems = list(_client_problems(problem, answer))
            yield from problems
            if problems:
                return


@check(_SECTION)
def simultaneous_executions(context: CheckContext) -> Iterator[str]:
    """Simultaneous executions of two clients, each on its own prepared model, each answer NONE and
    the expected values.
    """
    first, second = _start_two_clients(context)
    seeds = list(range(20))
    second.send_command("execute", model="m2", seeds=seeds)
    problem = first.execute("m1", seeds)
    yield from _client_problems(problem, second.receive_answer())


@check(_SECTION, until=Version.V1_3)
def interleaved_launches(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::execute calls that two clients launch alternately each notify their callback
    of NONE with the expected values, in whatever order the clients wait for them.
    """
    first, second = _start_two_clients(context)
    finish_order: Sequence[tuple[str, str]]
    for finish_order in ((("r1", "r2"), ("r3", "r4")), (("r3", "r4"), ("r1", "r2"))):
        for number, (ours, theirs) in enumerate((("r1", "r2"), ("r3", "r4"))):
            first.launch(ours, "m1", number)
            second.run_command("launch", request=theirs, model="m2", seed=number + 3)
        for ours, theirs in finish_order:
            yield from _client_problems(
                first.finish(ours), second.run_command("finish", request=theirs)
            )


@check(_SECTION)
def preparation_during_execution(context: CheckContext) -> Iterator[str]:
    """IDevice::prepareModel calls of one client, simultaneous with executions of another client,
    all succeed, and the executions answer NONE and the expected values.
    """
    first, second = _start_two_clients(context)
    second.send_command("compile", times=_ROUNDS)
    problem = first.execute("m1", list(range(3 * _ROUNDS)))
    yield from _client_problems(problem, second.receive_answer())
    second.send_command("execute", model="m2", seeds=list(range(3 * _ROUNDS)))
    problem = first.compile(_ROUNDS)
    yield from _client_problems(problem, second.receive_answer())


@check(_SECTION)
def same_model_prepared_twice(context: CheckContext) -> Iterator[str]:
    """Two clients that prepare the same model get independent prepared models: both execute at the
    same time, and one still executes after the other was released.
    """
    first, second = ClientCommands(context), start_secondary_client(context)
    first.prepare("m", **_M1)
    second.run_command("prepare", model="m", **_M1)
    second.send_command("execute", model="m", seeds=[5, 6, 7, 5, 6, 7])
    yield from _client_problems(first.execute("m", [1, 2, 3, 1, 2, 3]), second.receive_answer())
    first.release("m")
    yield from _client_problems("", second.run_command("execute", model="m", seeds=[4]))


@check(_CLEANUP)
def release_by_other_client(context: CheckContext) -> Iterator[str]:
    """The release of a client's prepared model does not affect simultaneous or later executions of
    either client on other prepared models.
    """
    first, second = _start_two_clients(context)
    first.prepare("more", elements=16, steps=2)
    second.run_command("prepare", model="more", elements=12, steps=4)
    for ours, theirs in (("m1", "more"), ("more", "m2")):
        second.send_command("execute", model=theirs, seeds=[1, 2, 3])
        first.release(ours)
        yield from _client_problems("", second.receive_answer())
        if ours == "m1":
            second.send_command("release", model=theirs)
            problem = first.execute("more", [1, 2, 3])
            yield from _client_problems(problem, second.receive_answer())


@check(_BURSTS, since=Version.V1_2)
def separate_burst_slots(context: CheckContext) -> Iterator[str]:
    """Simultaneous bursts of two clients each answer NONE and the expected values: a slot number
    refers to the memories of its own client only.
    """
    first, second = _start_two_clients(context)
    for turn in range(2):
        second.send_command("burst", model="m2", seeds=[4 + turn, 5 + turn, 6 + turn])
        problem = first.burst("m1", [1 + turn, 2 + turn, 3 + turn])
        yield from _client_problems(problem, second.receive_answer())


@check(_FENCED, since=Version.V1_3)
def independent_fence_wait(context: CheckContext) -> Iterator[Finding | str]:
    """While an executeFenced of one client waits for a fence, executions of another client end
    within 2 s, and the waiting execution ends with NONE and the expected values afterwards.
    """
    _, second = _start_two_clients(context)
    prepared, addition, fence = (
        context.prepare(addition_model()),
        AdditionRequest(context),
        SyncFence(),
    )
    context.add_cleanup(fence.fail)
    ends: list[object] = []

    def launch() -> None:  # on a thread: a driver may wait within the call
        try:
            ends.append(
                fenced_execution.launch_fenced(
                    prepared, addition.request, MeasureTiming.NO, wait_for=[fence]
                )
            )
        except Exception as error:
            ends.append(error)

    thread = threading.Thread(target=launch, name="nn-launch", daemon=True)
    thread.start()
    thread.join(_PENDING_SECONDS)
    second.send_command("execute", model="m2", seeds=[1, 2, 3])
    in_time = second.wait_for_answer(min(_EXECUTION_TIMEOUT, context.options.callback_timeout))
    fence.signal()
    yield from _client_problems("", second.receive_answer())
    limit = context.options.callback_timeout
    with measure_driver_time():
        thread.join(limit)
    if not in_time:
        yield quality_warning(
            f"3 executions of another client did not end within {_EXECUTION_TIMEOUT:g} s while an"
            " execution of the first client waited for its fence; independent executions were"
            " expected"
        )
    for end in ends:
        if isinstance(end, Exception):
            raise end
        if isinstance(end, fenced_execution.FencedLaunch):
            status = fenced_execution.finish_fenced(end, limit).status
            if status != ErrorStatus.NONE or not addition.outputs_correct:
                difference = addition.first_difference() or "the outputs are correct"
                yield (
                    f"the fenced execution that waited for its fence ended with {status.name} "
                    f"({difference}); NONE and the expected values were expected"
                )


@check(_CLEANUP)
def client_death(context: CheckContext) -> Iterator[str]:
    """After a client is killed during executions, preparations or bursts, executions of another
    client and of a new client answer NONE and the expected values.
    """
    first, second = _start_two_clients(context)
    prepared = context.prepare(addition_model(512))
    for command in (
        {"name": "execute", "model": "m2", "seeds": list(range(200))},
        {"name": "compile", "times": 200},
        {"name": "burst", "model": "m2", "seeds": list(range(40))},
    ):
        name = str(command.pop("name"))
        if name == "burst" and context.version < Version.V1_2:
            continue
        second.send_command(name, **command)
        problem = first.execute("m1", [1, 2, 3])
        second.kill()
        problem = problem or first.execute("m1", [4, 5, 6])
        problem = problem or execution_problem(context, prepared, AdditionRequest(context, 2, 512))
        if problem:
            yield f"a client, after another client was killed during {name}: {problem}"
            return
        second = start_secondary_client(context)
        problem = second.run_command("prepare", model="m2", **_M2)
        problem = problem or second.run_command("execute", model="m2", seeds=[7])
        if problem:
            yield f"a new client, after another client was killed during {name}: {problem}"
            return
    driver_calls.call_driver("get_status", context.device.get_status)
