"""Modes with several client processes, some of which are killed at random moments."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Final

from conformance.drivers.own_process import IsolatedDevice
from conformance.models.stress.client_host import (
    ClientHost,
    ClientProcess,
    ClientReport,
    ClientTask,
    client_end_problem,
)
from conformance.models.stress.context import ModeContext, Usage, settled_usage
from conformance.models.stress.load import Work, inference_work, run_threads
from conformance.models.stress.models import ModelCheck
from conformance.models.stress.modes.parallel import slice_seconds
from conformance.models.stress.report import Casualty
from conformance.models.stress.tally import NotRunError, Tally

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


def multi_process_mode(kill_rate: int, *, compile_only: bool) -> Callable[[ModeContext], None]:
    """Return a mode in which ``kill_rate`` percent of the clients are killed."""

    def run(context: ModeContext) -> None:
        _run_clients(context, kill_rate, compile_only=compile_only)

    return run


def _host(context: ModeContext) -> ClientHost:
    if context.host is None:
        raise NotRunError("this mode needs client processes, which were not prepared")
    return context.host


def _run_clients(context: ModeContext, kill_rate: int, *, compile_only: bool) -> None:
    """Start clients until the end of the mode; this process executes the first model meanwhile."""
    host, settings, tally = _host(context), context.settings, context.tally
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        before = settled_usage(device, None)
        end = time.monotonic() + settings.seconds

        def slot(number: int) -> Work:
            clients = _ClientSlot(context, host, device, models, number, compile_only)
            return lambda: clients.run(kill_rate / 100, end)

        # This client executes all the time and so checks that the others do not disturb it.
        works = [slot(number) for number in range(settings.processes)]
        works.append(inference_work(device, models[:1], tally, 0, settings.limits, 1.0))
        _run_slots(context, device, works)
        context.check_results(device, models, "after the load")
        _check_released(context, before, settled_usage(device, before))
        if not tally.counts.get("clients_started"):
            tally.fail("no client could be started")


def _run_slots(context: ModeContext, device: IsolatedDevice, works: Sequence[Work]) -> None:
    settings = context.settings
    grace = 2 * (settings.grace + _START_SECONDS) + settings.seconds * max(_LIFE)
    context.phase("the load", settings.seconds + grace + settings.limits.free)
    if not run_threads(works, context.tally, settings.seconds, grace):
        context.add_traces(device)
    context.end_if_failed()


class _ClientSlot:
    """Starts one client after the other."""

    def __init__(
        self,
        context: ModeContext,
        host: ClientHost,
        device: IsolatedDevice,
        models: Sequence[ModelCheck],
        number: int,
        compile_only: bool,
    ) -> None:
        self._context, self._host, self._device = context, host, device
        self._positions = tuple(context.checks.index(model) for model in models)
        self._number, self._compile_only = number, compile_only
        self._random = random.Random(context.settings.seed * 1009 + number)

    def run(self, kill_share: float, end: float) -> None:
        """Start clients until ``end`` or until a problem is recorded."""
        tally, settings = self._context.tally, self._context.settings
        turn = 0
        while not tally.stop.is_set() and time.monotonic() < end:
            life = self._random.uniform(*_LIFE) * settings.seconds
            doomed = self._random.random() < kill_share
            moment = self._random.uniform(*_KILLED) * life
            client = self._host.start(self._device, self._task(life, turn))
            tally.add("clients_started")
            turn += 1
            ended = True
            try:
                if not client.wait_for_progress(settings.grace + _START_SECONDS):
                    _report_no_progress(self._context)
                if doomed:
                    ended = client.wait(moment)
                else:
                    ended = client.wait(life + settings.grace + _START_SECONDS)
            finally:
                _end_client(tally, client, doomed=doomed, ended=ended)

    def _task(self, seconds: float, turn: int) -> ClientTask:
        settings = self._context.settings
        pause = _PAUSE if self._compile_only else (0.0, 0.0)
        return ClientTask(
            self._compile_only,
            self._positions,
            seconds,
            settings.threads,
            self._number + turn,
            settings.grace,
            slice_seconds(seconds, len(self._positions)),
            (min(pause[0], seconds / 8), min(pause[1], seconds / 4)),
        )


def _end_client(tally: Tally, client: ClientProcess, *, doomed: bool, ended: bool) -> None:
    """End a client, and record how it ended; ``doomed`` is whether the mode is to kill it."""
    end = client.close()
    if isinstance(end, ClientReport):
        tally.add("clients_completed")
        tally.add_all(end.counts)
        for problem in end.problems:
            tally.report(problem)
    elif ended:
        tally.report(client_end_problem(end))
    elif doomed:
        tally.add("clients_killed")
    else:
        tally.hang("a client process did not end after its load", Casualty.CLIENT)


def _report_no_progress(context: ModeContext) -> None:
    context.tally.hang(
        "a further client of the driver completed no operation within "
        f"{context.settings.grace + _START_SECONDS:g} s",
        Casualty.DRIVER,
    )


def _check_released(context: ModeContext, before: Usage, after: Usage) -> None:
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


def run_client_early_termination(context: ModeContext) -> None:
    """Kill a client that compiles all models; the driver must continue to work."""
    host, settings, tally = _host(context), context.settings, context.tally
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        before = settled_usage(device, None)
        moment = random.Random(settings.seed).uniform(*_EARLY) * settings.seconds
        positions = tuple(context.checks.index(model) for model in models)
        task = ClientTask(
            True, positions, settings.seconds, settings.threads, 0, settings.grace, 0.1
        )
        limit = moment + settings.grace + 2 * _START_SECONDS
        context.phase("the load until the client is killed", limit)
        client = host.start(device, task)
        tally.add("clients_started")
        if not client.wait_for_progress(settings.grace + _START_SECONDS):
            _report_no_progress(context)
        _end_client(tally, client, doomed=True, ended=client.wait(moment))
        context.end_if_failed()
        context.check_results(device, models, "after a client was killed")
        _check_released(context, before, settled_usage(device, before))
