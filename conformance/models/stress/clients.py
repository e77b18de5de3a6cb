"""Client processes of the driver under test, and the modes in which some of them are killed."""

from __future__ import annotations

import os
import pickle
import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from conformance.cases.example import Example
from conformance.drivers.driver import Driver
from conformance.drivers.own_process.child import python_command, spawn
from conformance.hal import SharedMemory
from conformance.models.stress.context import (
    CLIENT,
    DRIVER,
    ModeContext,
    ModeEndedError,
    Problem,
    StressSettings,
    Work,
)
from conformance.models.stress.load import model_works
from conformance.models.stress.models import ModelCheck
from conformance.processes import ResourceCounts, die_with_parent
from conformance.verdicts import VerdictKind

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

START_SECONDS: Final = 5.0
"""Seconds that a client may take in addition to its task, for its start and end."""

_OUTPUT_BYTES: Final = 4096
_OUTPUT_LINES: Final = 16


# --------------------------------------------------------------------------- processes


class _RequestPickler(pickle.Pickler):
    """Pickles the contents of the memories in which models have their constants."""

    def reducer_override(self, value: object) -> Any:
        if isinstance(value, SharedMemory):
            return partial(SharedMemory, initial=bytes(value.view())), ()
        return NotImplemented


class ChildProcess:
    """A Python process that runs a function with a function for messages and with arguments.

    It is killed when this one ends. ``end`` must be called.
    """

    def __init__(
        self, function: Callable[..., None], *arguments: Any, descriptors: Sequence[int] = ()
    ) -> None:
        """Start the process; it inherits ``descriptors``."""
        self._messages, writing = Pipe(duplex=False)
        self._output = os.memfd_create("nn-stress-output")
        with os.fdopen(os.memfd_create("nn-stress-request"), "w+b") as request, writing:
            _RequestPickler(request).dump(list(sys.path))
            _RequestPickler(request).dump((function, arguments))
            request.seek(0)
            # The group ends at once: killing it also ends what a driver in it started.
            self._process = spawn(
                python_command(__name__, os.getpid(), writing.fileno(), *descriptors),
                stdin=request,
                stdout=self._output,
                stderr=self._output,
                pass_fds=(writing.fileno(), *descriptors),
                start_new_session=True,
            )
        self._pidfd = os.pidfd_open(self._process.pid)

    def receive(self, seconds: float) -> Any:
        """Return the next message.

        Raise ``TimeoutError`` if there is none within ``seconds``, and ``EOFError`` if the process
        has ended.
        """
        ready: list[Any] = wait([self._messages, self._pidfd], seconds)
        if not ready:
            raise TimeoutError
        if self._messages not in ready:
            raise EOFError
        try:
            return self._messages.recv()
        except (EOFError, OSError):
            # The driver may have closed the pipe: only the end of the process counts.
            if not wait([self._pidfd], seconds):
                raise TimeoutError from None
            raise EOFError from None

    def end(self) -> tuple[str, tuple[str, ...]]:
        """Kill the process if it runs; return how it ended, and the last lines of its output."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        status = self._process.wait()
        text = f"exited with status {status}"
        if status < 0:
            known = {number.value: number.name for number in signal.Signals}
            text = f"died of {known.get(-status, f'signal {-status}')}"
        start = max(0, os.fstat(self._output).st_size - _OUTPUT_BYTES)
        lines = os.pread(self._output, _OUTPUT_BYTES, start).decode("utf-8", "replace").splitlines()
        self._messages.close()
        os.close(self._output)
        os.close(self._pidfd)
        return text, tuple(lines[-_OUTPUT_LINES:])


def main() -> None:
    """Run the function of the request."""
    parent, messages, *descriptors = map(int, sys.argv[1:])
    die_with_parent(parent)
    for descriptor in (messages, *descriptors):
        os.set_inheritable(descriptor, False)
    sys.argv[1:] = []
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.path[:] = pickle.load(sys.stdin.buffer)
    function, arguments = pickle.load(sys.stdin.buffer)
    sending = Connection(messages, readable=False)

    def send(message: object) -> None:
        with suppress(OSError):  # the process that reads it has ended
            sending.send(message)

    function(send, *arguments)
    os._exit(0)  # threads that hang do not end


# --------------------------------------------------------------------------- clients


@dataclass(frozen=True, slots=True)
class _ClientTask:
    """The load of one client.

    Attributes:
        models: the name and the examples of each model.
        settings: those of the mode, with the duration of this client's load.
        number: number of the client, from which random values are derived.
        pause: pause between two compilations; ``None`` if the client executes.

    """

    models: tuple[tuple[str, tuple[Example, ...]], ...]
    settings: StressSettings
    number: int
    pause: tuple[float, float] | None


def _run_task(
    send: Callable[[object], None], task: _ClientTask, calls: int, notifications: int
) -> None:
    """Run the load; send ``None`` at the first event, and at the end the problems and counts."""
    settings = task.settings
    checks = [ModelCheck(*model) for model in task.models]
    context = ModeContext("", settings, checks, progress=lambda: send(None))
    context.opened = Driver.connected(calls, notifications, settings.limits)
    works = model_works(
        context,
        context.opened.device,
        checks,
        first=task.number,
        compile_only=task.pause is not None,
        pause=task.pause or (0.0, 0.0),
    )
    with suppress(ModeEndedError):
        context.run_threads(works, settings.seconds)
    send((context.problems, context.counts))


def run_clients(context: ModeContext, kill_rate: int, *, compile_only: bool) -> None:
    """Start clients until the end of the mode, and kill ``kill_rate`` percent of them.

    This process executes the first model meanwhile, and so checks that they do not disturb it.
    """
    settings = context.settings
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        before = context.idle_resources()
        end = time.monotonic() + settings.seconds

        def start_clients(number: int) -> None:
            chosen = random.Random(settings.seed * 1009 + number)
            turn = number
            while not context.stop.is_set() and time.monotonic() < end:
                life = chosen.uniform(*_LIFE) * settings.seconds
                doomed = chosen.random() < kill_rate / 100
                moment = chosen.uniform(*_KILLED) * life
                pause = min(_PAUSE[0], life / 8), min(_PAUSE[1], life / 4)
                task = _task(context, models, life, turn, pause if compile_only else None)
                _run_client(context, task, moment if doomed else None)
                turn += 1

        works: list[Work] = [partial(start_clients, number) for number in range(settings.processes)]
        works += model_works(context, device, models[:1], threads=1)
        grace = 2 * (settings.grace + START_SECONDS) + settings.seconds * max(_LIFE)
        context.run_threads(works, settings.seconds, grace=grace)
        context.check_results(device, models, "after the load")
        _check_released(context, before, context.idle_resources(before))
        if not context.counts.get("clients_started"):
            context.fail("no client could be started")


def run_client_early_termination(context: ModeContext) -> None:
    """Kill a client that compiles all models; the driver must continue to work."""
    settings = context.settings
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        before = context.idle_resources()
        moment = random.Random(settings.seed).uniform(*_EARLY) * settings.seconds
        _run_client(context, _task(context, models, settings.seconds, 0, (0.0, 0.0)), moment)
        context.end_if_failed()
        context.check_results(device, models, "after a client was killed")
        _check_released(context, before, context.idle_resources(before))


def _task(
    context: ModeContext,
    models: Sequence[ModelCheck],
    seconds: float,
    number: int,
    pause: tuple[float, float] | None,
) -> _ClientTask:
    settings = replace(context.settings, seconds=seconds)
    return _ClientTask(tuple(check.source for check in models), settings, number, pause)


def _run_client(context: ModeContext, task: _ClientTask, killed_after: float | None) -> None:
    """Run a client, kill it ``killed_after`` seconds after its start, and record how it ended."""
    start_seconds = context.settings.grace + START_SECONDS
    limit = task.settings.seconds + start_seconds if killed_after is None else killed_after
    descriptors = context.opened.own_process.connect()
    try:
        client = ChildProcess(_run_task, task, *descriptors, descriptors=descriptors)
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
    context.add("clients_started")
    report: tuple[list[Problem], dict[str, int]] | None = None
    started = ended = False
    try:
        report = client.receive(start_seconds)
        started = True
        while report is None:
            report = client.receive(limit)
    except TimeoutError:
        pass
    except EOFError:
        ended = True
    finally:
        status, lines = client.end()
    if report is not None:
        context.add("clients_completed")
        problems, counts = report
        for name, number in counts.items():
            context.add(name, number)
        for problem in problems:
            context.report(problem)
    elif ended:
        reason = f"a client process {status}, and the suite had not ended it"
        context.report(Problem(VerdictKind.CRASH, reason, CLIENT, lines))
    elif not started:
        reason = f"a further client of the driver completed no operation within {start_seconds:g} s"
        context.report(Problem(VerdictKind.HANG, reason, DRIVER))
    elif killed_after is not None:
        context.add("clients_killed")
    else:
        reason = "a client process did not end after its load"
        context.report(Problem(VerdictKind.HANG, reason, CLIENT))


def _check_released(context: ModeContext, before: ResourceCounts, after: ResourceCounts) -> None:
    clients = context.counts.get("clients_started", 0)
    for name in ("descriptors", "threads"):
        grown = getattr(after, name) - getattr(before, name)
        if grown >= max(_MIN_KEPT, clients):
            context.fail(
                f"after {clients} clients have ended, the idle driver's process has {grown} more "
                f"{name} than before; what the driver holds for a client must be released when "
                "the client ends"
            )
