"""Client processes of the driver under test, and the modes in which some of them are killed."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from conformance.drivers.driver import Driver
from conformance.models.stress.context import ModeContext
from conformance.models.stress.load import (
    Problem,
    StressSettings,
    Tally,
    Work,
    compilation_works,
    inference_works,
    run_threads,
)
from conformance.models.stress.models import ModelCheck, StressModel
from conformance.models.stress.report import Casualty, Outcome
from conformance.models.stress.worker import Worker, end_text, take_request
from conformance.processes import ResourceCounts

_LIFE: Final = (0.25, 0.5)
"""Shortest and longest life of a client, as a share of the duration of the mode."""

_KILLED: Final = (0.1, 0.9)
"""When a client is killed, as a share of its life."""

_EARLY: Final = (0.25, 0.5)
"""When the client of the mode client-early-termination is killed, as a share of the duration."""

_PAUSE: Final = (0.3, 0.8)
"""Shortest and longest pause in seconds between two compilations, as in MLTS."""

_MIN_KEPT: Final = 3
"""Growth by fewer descriptors or threads is not regarded as a leak for each client."""

_START_SECONDS: Final = 5.0
"""Seconds that a client may take in addition to its task, for its start and end."""


@dataclass(frozen=True, slots=True)
class ClientTask:
    """The load of one client.

    Attributes:
        compile_only: whether the threads compile repeatedly instead of executing repeatedly.
        settings: those of the mode, with the duration of this client's load.
        number: number of the client, from which random values are derived.
        pause: shortest and longest pause in seconds between two compilations.

    """

    compile_only: bool
    models: tuple[StressModel, ...]
    settings: StressSettings
    number: int
    pause: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class ClientReport:
    """The result of a client that ended by itself."""

    problems: tuple[Problem, ...]
    counts: dict[str, int]


class ClientProcess:
    """One running client of the driver's process; ``end`` must be called."""

    def __init__(self, driver: Driver, task: ClientTask) -> None:
        descriptors = driver.own_process.connect()
        try:
            self._worker = Worker(__name__, task, descriptors)
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    def wait_for_progress(self, seconds: float) -> bool:
        """Wait until the client has completed an operation or ended; return whether it has."""
        return self._worker.messages.poll(seconds)

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the client; return whether it ended within ``seconds``."""
        with suppress(subprocess.TimeoutExpired):
            self._worker.process.wait(seconds)
            return True
        return False

    def end(self) -> ClientReport | int:
        """Kill the client if it runs; return its report, or the status of its end."""
        self._worker.process.kill()
        status = self._worker.process.wait()
        report: ClientReport | int = status
        with suppress(EOFError, OSError), self._worker.messages as messages:
            while True:
                message = messages.recv()
                report = message or report
        return report


def main() -> None:
    """Run the load of the request; send a message at the first event, and a report."""
    task, messages, (calls, notifications) = take_request()
    settings = task.settings
    device = Driver.connected(calls, notifications, settings.limits).device
    tally = Tally(on_first=lambda: messages.send(None))
    models = list(map(ModelCheck, task.models))
    if task.compile_only:
        works = compilation_works(device, models, tally, settings, task.number, task.pause)
    else:
        works = inference_works(device, models, tally, settings, task.number)
    run_threads(works, tally, settings.seconds, settings.grace)
    messages.send(ClientReport(tuple(tally.problems), tally.counts))
    os._exit(0)  # threads that hang do not end


def run_clients(context: ModeContext, kill_rate: int, *, compile_only: bool) -> None:
    """Start clients until the end of the mode, and kill ``kill_rate`` percent of them.

    This process executes the first model meanwhile, and so checks that they do not disturb it.
    """
    settings, tally = context.settings, context.tally
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        before = context.idle_resources()
        end = time.monotonic() + settings.seconds

        def start_clients(number: int) -> None:
            chosen = random.Random(settings.seed * 1009 + number)
            turn = number
            while not tally.stop.is_set() and time.monotonic() < end:
                life = chosen.uniform(*_LIFE) * settings.seconds
                doomed = chosen.random() < kill_rate / 100
                moment = chosen.uniform(*_KILLED) * life
                pause = min(_PAUSE[0], life / 8), min(_PAUSE[1], life / 4)
                task = _task(context, models, life, turn, pause if compile_only else None)
                _run_client(context, task, moment if doomed else None)
                turn += 1

        works: list[Work] = [partial(start_clients, number) for number in range(settings.processes)]
        works += inference_works(device, models[:1], tally, replace(settings, threads=1))
        grace = 2 * (settings.grace + _START_SECONDS) + settings.seconds * max(_LIFE)
        context.phase("the load", settings.seconds + grace + settings.limits.free)
        if not run_threads(works, tally, settings.seconds, grace):
            context.add_traces()
        context.end_if_failed()
        context.check_results(device, models, "after the load")
        _check_released(context, before, context.idle_resources(before))
        if not tally.counts.get("clients_started"):
            tally.fail("no client could be started")


def run_client_early_termination(context: ModeContext) -> None:
    """Kill a client that compiles all models; the driver must continue to work."""
    settings = context.settings
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        before = context.idle_resources()
        moment = random.Random(settings.seed).uniform(*_EARLY) * settings.seconds
        limit = moment + settings.grace + 2 * _START_SECONDS
        context.phase("the load until the client is killed", limit)
        task = _task(context, models, settings.seconds, 0, (0.0, 0.0))
        _run_client(context, task, moment)
        context.end_if_failed()
        context.check_results(device, models, "after a client was killed")
        _check_released(context, before, context.idle_resources(before))


def _task(
    context: ModeContext,
    models: Sequence[ModelCheck],
    seconds: float,
    number: int,
    pause: tuple[float, float] | None,
) -> ClientTask:
    """Return the load of a client: executions, or with ``pause`` compilations."""
    settings = replace(context.settings, seconds=seconds)
    sources = tuple(check.source for check in models)
    return ClientTask(pause is not None, sources, settings, number, pause or (0.0, 0.0))


def _run_client(context: ModeContext, task: ClientTask, killed_after: float | None) -> None:
    """Run a client, kill it ``killed_after`` seconds after its start, and record how it ended."""
    tally = context.tally
    start_seconds = context.settings.grace + _START_SECONDS
    client = ClientProcess(context.opened, task)
    tally.add("clients_started")
    ended = True
    try:
        if not client.wait_for_progress(start_seconds):
            reason = (
                f"a further client of the driver completed no operation within {start_seconds:g} s"
            )
            tally.report(Problem(Outcome.HANG, reason, Casualty.DRIVER))
        limit = task.settings.seconds + start_seconds
        ended = client.wait(limit if killed_after is None else killed_after)
    finally:
        end = client.end()
    if isinstance(end, ClientReport):
        tally.add("clients_completed")
        for name, number in end.counts.items():
            tally.add(name, number)
        for problem in end.problems:
            tally.report(problem)
    elif ended:
        reason = f"a client process {end_text(end)}, and the suite had not ended it"
        tally.report(Problem(Outcome.CRASH, reason, Casualty.CLIENT))
    elif killed_after is not None:
        tally.add("clients_killed")
    else:
        reason = "a client process did not end after its load"
        tally.report(Problem(Outcome.HANG, reason, Casualty.CLIENT))


def _check_released(context: ModeContext, before: ResourceCounts, after: ResourceCounts) -> None:
    """Record that the driver keeps descriptors or threads for clients that have ended."""
    clients = context.tally.counts.get("clients_started", 0)
    for name in ("descriptors", "threads"):
        grown = getattr(after, name) - getattr(before, name)
        if grown >= max(_MIN_KEPT, clients):
            context.tally.fail(
                f"after {clients} clients have ended, the idle driver's process has {grown} more "
                f"{name} than before; what the driver holds for a client must be released when "
                "the client ends"
            )
