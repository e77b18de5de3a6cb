"""Checks of two clients that use the driver, each with separate models and requests.

With ``--isolate`` the second client is a process with a separate connection to the driver,
otherwise a thread.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

from conformance.checks.check_context import CheckContext, Violation, described, require
from conformance.checks.fenced_launches import PENDING_SECONDS, PendingExecution
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import AdditionRequest
from conformance.checks.secondary_client import (
    ClientCommands,
    SecondaryClient,
    start_secondary_client,
)
from conformance.hal import Version
from conformance.harness.calls import driver_calls
from conformance.verdicts import Finding

_SECTION = "Drivers: Execution (m1, m2, r1 on m1, r2 on m2, r3 on m1, r4 on m2)"
_CLEANUP = "Drivers: Cleanup; IPreparedModel"
_QUERIES = "Drivers: Initialization"
_BURSTS = "IPreparedModel.configureExecutionBurst; IBurstCallback.getMemories"
_FENCED = "IPreparedModel.executeFenced"

_M1: Final = {"elements": 24, "steps": 1}
_M2: Final = {"elements": 40, "steps": 3}
_ROUNDS: Final = 6
_EXECUTION_TIMEOUT: Final = 10.0
"""Seconds within which three small executions end, unless they are blocked."""


class _TwoClients:
    """Two clients: the first runs in this thread and has prepared m1, the second m2.

    Their problems are recorded.
    """

    def __init__(self, context: CheckContext) -> None:
        self.context = context
        self.first = ClientCommands(context)
        self.first.prepare("m1", **_M1)  # ends the check if the driver declines the model
        self.second: SecondaryClient = start_secondary_client(context)
        self.do_second("prepare", model="m2", **_M2)

    def do_first(self, command: str, **arguments: Any) -> None:
        """Run a command of the first client."""
        with self.context.case("first of two clients"):
            require(self.first.run(command, **arguments))

    def do_second(self, command: str, **arguments: Any) -> None:
        """Run a command of the second client."""
        self.second.send_command(command, **arguments)
        self.end_second()

    def end_second(self) -> None:
        """Wait for the end of a command that the second client runs."""
        with self.context.case("second of two clients"):
            require(self.second.receive_answer())

    def do_both(self, first: str, second: str, ours: Any, theirs: Any) -> None:
        """Run a command of each client at the same time, with these arguments."""
        self.second.send_command(second, **theirs)
        self.do_first(first, **ours)
        self.end_second()


def _on(model: str, *seeds: int) -> dict[str, Any]:
    return {"model": model, "seeds": list(seeds)}


@check(_QUERIES)
def stable_queries(context: CheckContext) -> None:
    """The queries of IDevice return the same answers to two clients that call them at the same
    time, and while the other client executes.
    """
    clients = _TwoClients(context)
    before = clients.first.answers()
    seen = {before}
    for _ in range(_ROUNDS):
        clients.second.send_command("answers")
        seen |= {clients.first.answers(), clients.second.receive_answer()}
        clients.second.send_command("execute", **_on("m2", 1, 2))
        seen.add(clients.first.answers())
        clients.end_second()
    for changed in sorted(seen - {before}):
        raise Violation(
            f"the queries returned {before}, but {changed} while another client used the driver; "
            "the same answers were expected"
        )


@check(_SECTION)
def interleaved_requests(context: CheckContext) -> None:
    """Alternating executions of two clients, each on its own prepared model, each answer NONE and
    the expected values.
    """
    clients = _TwoClients(context)
    for turn in range(_ROUNDS):
        for seed in (turn, turn + 2):
            clients.do_first("execute", **_on("m1", seed))
            clients.do_second("execute", **_on("m2", seed + 1))
            if context.problems:
                return


@check(_SECTION)
def simultaneous_executions(context: CheckContext) -> None:
    """Simultaneous executions of two clients, each on its own prepared model, each answer NONE and
    the expected values.
    """
    seeds = range(20)
    _TwoClients(context).do_both("execute", "execute", _on("m1", *seeds), _on("m2", *seeds))


@check(_SECTION, until=Version.V1_3)
def interleaved_launches(context: CheckContext) -> None:
    """IPreparedModel::execute calls that two clients launch alternately each notify their callback
    of NONE with the expected values, in whatever order the clients wait for them.
    """
    clients, pairs = _TwoClients(context), (("r1", "r2"), ("r3", "r4"))
    for finish_order in (pairs, pairs[::-1]):
        for number, (ours, theirs) in enumerate(pairs):
            clients.do_first("launch", request=ours, model="m1", seed=number)
            clients.do_second("launch", request=theirs, model="m2", seed=number + 3)
        for ours, theirs in finish_order:
            clients.do_first("finish", request=ours)
            clients.do_second("finish", request=theirs)


@check(_SECTION)
def preparation_during_execution(context: CheckContext) -> None:
    """IDevice::prepareModel calls of one client, simultaneous with executions of another client,
    all succeed, and the executions answer NONE and the expected values.
    """
    clients, times = _TwoClients(context), {"times": _ROUNDS}
    clients.second.send_command("compile", **times)
    end = time.monotonic() + _EXECUTION_TIMEOUT
    while not (context.problems or clients.second.wait_for_answer(0) or time.monotonic() > end):
        clients.do_first("execute", **_on("m1", *range(3)))
    clients.end_second()
    clients.do_both("compile", "execute", times, _on("m2", *range(3 * _ROUNDS)))


@check(_SECTION)
def same_model_prepared_twice(context: CheckContext) -> None:
    """Two clients that prepare the same model get independent prepared models: both execute at the
    same time, and one still executes after the other was released.
    """
    clients = _TwoClients(context)
    clients.do_second("prepare", model="m1", **_M1)
    ours, theirs = (_on("m1", *seeds, *seeds) for seeds in ((1, 2, 3), (5, 6, 7)))
    clients.do_both("execute", "execute", ours, theirs)
    clients.first.release("m1")
    clients.do_second("execute", **_on("m1", 4))


@check(_CLEANUP)
def release_by_other_client(context: CheckContext) -> None:
    """The release of a client's prepared model does not affect simultaneous or later executions of
    either client on other prepared models.
    """
    clients = _TwoClients(context)
    clients.first.prepare("more", elements=16, steps=2)
    clients.do_second("prepare", model="more", elements=12, steps=4)
    clients.do_both("release", "execute", {"model": "m1"}, _on("more", 1, 2, 3))
    clients.do_both("execute", "release", _on("more", 1, 2, 3), {"model": "more"})
    clients.do_both("release", "execute", {"model": "more"}, _on("m2", 1, 2, 3))


@check(_BURSTS, since=Version.V1_2)
def separate_burst_slots(context: CheckContext) -> None:
    """Simultaneous bursts of two clients each answer NONE and the expected values: a slot number
    refers to the memories of its own client only.
    """
    clients = _TwoClients(context)
    for turn in range(2):
        ours, theirs = (_on(f"m{n}", *range(first + turn, first + turn + 3))
                        for n, first in ((1, 1), (2, 4)))  # fmt: skip
        clients.do_both("burst", "burst", ours, theirs)


@check(_FENCED, since=Version.V1_3)
def independent_fence_wait(context: CheckContext) -> Iterator[Finding]:
    """While an executeFenced of one client waits for a fence, executions of another client end
    within 2 s, and the waiting execution ends with NONE and the expected values afterwards.
    """
    clients = _TwoClients(context)
    launching = PendingExecution(context, context.prepare(addition_model()))
    launching.wait_for_launch(PENDING_SECONDS)
    clients.second.send_command("execute", **_on("m2", 1, 2, 3))
    limit = min(_EXECUTION_TIMEOUT, context.options.callback_timeout)
    in_time = clients.second.wait_for_answer(limit)
    launching.signal()
    clients.end_second()
    if not in_time:
        yield quality_warning(
            f"3 executions of another client did not end within {_EXECUTION_TIMEOUT:g} s while an"
            " execution of the first client waited for its fence; independent executions were"
            " expected"
        )
    with described("the execution that waited for its fence"):
        launching.complete(launching.addition)


@check(_CLEANUP)
def client_death(context: CheckContext) -> None:
    """After a client is killed during executions, preparations or bursts, executions of another
    client and of a new client answer NONE and the expected values.
    """
    clients = _TwoClients(context)
    prepared = context.prepare(addition_model(512))
    commands: dict[str, dict[str, Any]] = {
        "execute": _on("m2", *range(200)),
        "compile": {"times": 200},
        "burst": _on("m2", *range(40)),
    }
    for name, arguments in commands.items():
        if name == "burst" and context.version < Version.V1_2:
            continue
        clients.second.send_command(name, **arguments)
        with described(f"a client, when another client was killed during {name}"):
            problem = clients.first.run("execute", **_on("m1", 1, 2, 3))
            clients.second.kill()
            require(problem or clients.first.run("execute", **_on("m1", 4, 5, 6)))
            AdditionRequest(context, 2, 512).run(prepared)
        clients.second = start_secondary_client(context)
        with described(f"a new client, after another client was killed during {name}"):
            require(clients.second.run_command("prepare", model="m2", **_M2))
            require(clients.second.run_command("execute", **_on("m2", 7)))
    driver_calls.call_driver("get_status", context.device.get_status)
