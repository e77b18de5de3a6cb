"""The state of one mode: driver, supported models, load, and resources that are not released."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from conformance.drivers import open_driver
from conformance.drivers.own_process import IsolatedDevice, RunMarker
from conformance.drivers.own_process.device import ConnectedDevice, connect
from conformance.drivers.own_process.driver_process import resource_usage
from conformance.drivers.own_process.private_memory import release_free_memory
from conformance.hal import Device, Version
from conformance.harness.calls import driver_calls
from conformance.models.inference import ModelDeclinedError, opened_session
from conformance.models.stress.client_host import ClientHost
from conformance.models.stress.load import Work, execute_examples, run_threads
from conformance.models.stress.models import INPUTS, ModelCheck
from conformance.models.stress.report import Casualty, GrowthSample
from conformance.models.stress.settings import StressSettings
from conformance.models.stress.tally import (
    DriverStarted,
    EventSender,
    NotRunError,
    PhaseStarted,
    Problem,
    Sampled,
    Tally,
    problem_of,
)

_SAMPLES: Final = 50
"""Number of samples in a mode, about."""

_MIN_INTERVAL: Final = 0.05
_SETTLE_SECONDS: Final = 1.0
"""Seconds for which threads and descriptors of ended calls may still be released."""

_STABLE_SECONDS: Final = 0.2
"""Seconds without a change after which the numbers are regarded as final."""

MIN_OPERATIONS: Final = 4
"""Smallest number of operations in a round for which growth is examined."""


class Usage(NamedTuple):
    """Resources of the driver's process, without those of the suite in it; memory in bytes."""

    descriptors: int
    threads: int
    mappings: int
    memory: int


@dataclass(frozen=True, slots=True)
class _Leak:
    """The growth of a resource in one round from which it counts as a leak.

    It must be at least ``minimum`` units, and ``per_operation`` for each operation or
    ``per_compilation`` for each compilation.
    """

    name: str
    unit: int
    minimum: int
    per_operation: float
    per_compilation: float


_LEAKS: Final = (
    _Leak("descriptors", 1, 1, 0.05, 0.5),
    _Leak("threads", 1, 1, 0.05, 0.5),
    _Leak("memory", 4096, 256, 0.5, 16),
)


def usage_of(device: Device) -> tuple[int, Usage]:
    """Return the number of the driver's process and its resources; zeros if it does not run."""
    number, shares, pid = 1, (0, 0, 0), os.getpid()
    if isinstance(device, IsolatedDevice):
        process, number = device.process, device.process_number
        if process is None:
            return number, Usage(0, 0, 0, 0)
        pid, shares = process.pid, device.resources_of_harness()
    resources = resource_usage(pid)
    try:
        mappings = Path(f"/proc/{pid}/maps").read_bytes().count(b"\n")
    except OSError:
        mappings = 0
    descriptors, harness_mappings, threads = shares
    return number, Usage(
        max(0, resources.descriptors - descriptors),
        max(0, resources.threads - threads),
        max(0, mappings - harness_mappings),
        resources.private,
    )


class Sampler:
    """Samples the driver's process on a thread, and reports the ids of new driver processes."""

    def __init__(self, device: Device, tally: Tally, events: EventSender, seconds: float) -> None:
        self._device, self._tally, self._events = device, tally, events
        self._start = time.monotonic()
        self._interval = max(_MIN_INTERVAL, seconds / _SAMPLES)
        self._pid = 0
        self._end = threading.Event()
        self.report_process()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while not self._end.wait(self._interval):
            self.report_process()
            self.sample()

    def report_process(self) -> None:
        """Report the id of the driver's process if it is new."""
        process = getattr(self._device, "process", None)
        pid = getattr(process, "pid", 0)
        if pid and pid != self._pid:
            self._pid = pid
            self._events.send(DriverStarted(pid))

    def sample(self) -> None:
        """Send one sample; none while the driver's process does not run."""
        number, usage = usage_of(self._device)
        if usage.memory:
            seconds = time.monotonic() - self._start
            sample = GrowthSample(seconds, number, self._tally.operations, *usage)
            self._events.send(Sampled(sample))

    def close(self) -> None:
        """End the thread."""
        self._end.set()


@dataclass(frozen=True, slots=True)
class _Round:
    """The resources after a round, and all operations and compilations until then."""

    operations: int
    compilations: int
    usage: Usage


class LeakDetector:
    """Compares the resources of an idle driver after each round of a load."""

    def __init__(self, device: Device, tally: Tally) -> None:
        self._device, self._tally = device, tally
        self._rounds: list[_Round] = []

    def measure(self) -> None:
        """Measure the idle driver after it has released the objects that its clients dropped."""
        compilations = self._tally.counts.get("compilations", 0)
        usage = settled_usage(self._device, self._rounds[-1].usage if self._rounds else None)
        self._rounds.append(_Round(self._tally.operations, compilations, usage))

    def leaks(self) -> list[str]:
        """Return a reason for each resource that grew in each round except the first.

        The first round fills caches. Rounds with few operations show nothing.
        """
        steps = list(pairwise(self._rounds))[1:]
        if len(steps) < 2 or any(
            after.operations - before.operations < MIN_OPERATIONS for before, after in steps
        ):
            return []
        return [
            self._reason(leak, steps)
            for leak in _LEAKS
            if all(_is_leak(leak, before, after) for before, after in steps)
        ]

    def _reason(self, leak: _Leak, steps: Sequence[tuple[_Round, _Round]]) -> str:
        first, last = steps[0][0], steps[-1][1]
        grown = getattr(last.usage, leak.name) - getattr(first.usage, leak.name)
        amount = f"{grown >> 10} KiB of memory" if leak.unit > 1 else f"{grown} {leak.name}"
        return (
            f"after {last.operations - first.operations} executions and compilations the idle "
            f"driver's process has {amount} more than before, and grew in each of {len(steps)} "
            "rounds; everything that an operation uses must be released after it"
        )


def _is_leak(leak: _Leak, before: _Round, after: _Round) -> bool:
    grown = (getattr(after.usage, leak.name) - getattr(before.usage, leak.name)) / leak.unit
    operations = after.operations - before.operations
    compilations = after.compilations - before.compilations
    enough = grown >= leak.per_operation * operations or (
        compilations > 0 and grown >= leak.per_compilation * compilations
    )
    return grown >= leak.minimum and enough


def settled_usage(device: Device, before: Usage | None) -> Usage:
    """Return the resources after waiting for those above ``before`` to be released."""
    _collect(device)
    usage = usage_of(device)[1]
    deadline = time.monotonic() + _SETTLE_SECONDS
    changed = time.monotonic()
    while before is not None and time.monotonic() < deadline:
        if usage.descriptors <= before.descriptors and usage.threads <= before.threads:
            break
        if time.monotonic() - changed > _STABLE_SECONDS:
            break
        time.sleep(_STABLE_SECONDS / 4)
        _collect(device)
        latest = usage_of(device)[1]
        if latest[:2] != usage[:2]:
            changed = time.monotonic()
        usage = latest
    return usage


def _collect(device: Device) -> None:
    """Make the driver release the objects that its client no longer uses, and free memory.

    Raise the error of a process that has ended.
    """
    release_free_memory()
    if isinstance(device, IsolatedDevice):
        error = device.end_case()
        if error is not None:
            raise error
        driver_calls.call_driver("free", device.collect_garbage)


ROUNDS: Final = 4
"""Number of parts of a load, after each of which the idle driver is measured."""

_IDLE_SECONDS: Final = 0.2
"""Seconds without a call at the end of a mode, in which a late death of the driver is noticed."""

_CHECK_SECONDS: Final = 20.0
"""Seconds that the suite may take to compare the results of one model."""

_SHOWN_NAMES: Final = 5


class ModeEndedError(Exception):
    """Raised after a problem was recorded that ends the mode."""


@dataclass(slots=True)
class ModeContext:
    """The state of one mode.

    Attributes:
        expected_deaths: number of times that the mode itself ended the driver's process.
        models, declined: names of the models that the driver executed or does not support.

    """

    driver: str
    settings: StressSettings
    checks: Sequence[ModelCheck]
    events: EventSender
    tally: Tally
    host: ClientHost | None = None
    expected_deaths: int = 0
    models: list[str] = field(default_factory=list)
    declined: list[str] = field(default_factory=list)

    @property
    def call_seconds(self) -> float:
        """Seconds that the calls for one model may take, and the comparison of its results."""
        limits = self.settings.limits
        return limits.query + limits.prepare + limits.execute * INPUTS + _CHECK_SECONDS

    def phase(self, name: str, limit: float) -> None:
        """Report the start of a phase, which must end within ``limit`` seconds."""
        self.events.send(PhaseStarted(name, limit))

    @contextmanager
    def isolated_driver(self) -> Iterator[IsolatedDevice]:
        """Open the driver in a separate process; at the end, check that it is still alive."""
        limits = self.settings.limits
        self.phase("the start of the driver", limits.start)
        device = IsolatedDevice(self.driver, limits, RunMarker.in_memory())
        sampler = Sampler(device, self.tally, self.events, self.settings.seconds)
        try:
            yield device
            self._check_alive(device)
        finally:
            sampler.close()
            self.phase("the end of the driver", limits.free + _IDLE_SECONDS)
            self._shut_down(device)

    @contextmanager
    def driver_in_this_process(self) -> Iterator[Device]:
        """Open the driver in this process."""
        self.phase("the start of the driver", self.settings.limits.start)
        device = open_driver(self.driver)
        sampler = Sampler(device, self.tally, self.events, self.settings.seconds)
        try:
            yield device
        finally:
            sampler.close()

    @contextmanager
    def clients(self, device: IsolatedDevice, count: int) -> Iterator[list[IsolatedDevice]]:
        """Connect further clients of this process to the driver's process."""
        opened: list[IsolatedDevice] = []
        try:
            while len(opened) < count:
                opened.append(ConnectedDevice(*connect(device), self.settings.limits))
            yield opened
        finally:
            for client in opened:
                client.restart()  # ends its connection only
                client.marker.close()

    def _check_alive(self, device: IsolatedDevice) -> None:
        """Record a death of the driver that no call has reported."""
        if self.tally.problems:
            return
        self.phase("the idle time after the load", _IDLE_SECONDS + self.settings.limits.free)
        time.sleep(_IDLE_SECONDS)
        error = device.take_late_error()
        if error is not None:
            self.tally.report(problem_of(error, "after the load", self.tally.driver))
        elif device.process_number != 1 + self.expected_deaths:
            self.tally.fail(
                f"the driver's process was started {device.process_number} times; "
                f"{1 + self.expected_deaths} were expected"
            )

    def _shut_down(self, device: IsolatedDevice) -> None:
        self.tally.add("driver_starts", device.process_number)
        if self.tally.problems:
            device.restart()  # ends the process, which may not answer
        error = device.close()
        if error is not None and not error.reported and not self.tally.problems:
            self.tally.report(problem_of(error, "at the end", self.tally.driver))

    def supported_models(self, device: Device) -> list[ModelCheck]:
        """Return the models that the driver supports, after executing each without load.

        Raise ``NotRunError`` if there is none, and ``ModeEndedError`` if the driver fails or its
        results are wrong without load already.
        """
        supported = []
        for check in self.checks:
            self.phase(f"{check.name} without load", self.call_seconds)
            try:
                self._execute_alone(device, check, "is wrong without load already")
            except ModelDeclinedError:
                self.declined.append(check.name)
                continue
            except Exception as error:
                self.tally.report_error(error, f"{check.name} without load")
                self.end_if_failed()
                continue
            supported.append(check)
        self.end_if_failed()
        if not supported:
            names = ", ".join(self.declined[:_SHOWN_NAMES])
            raise NotRunError(
                f"the driver executes none of the {len(self.checks)} models ({names})",
                lacks_models=True,
            )
        self.models = [check.name for check in supported]
        return supported

    def _execute_alone(self, device: Device, check: ModelCheck, when: str) -> None:
        timeout = self.settings.limits.execute
        with opened_session(device, check.model, timeout=timeout) as session:
            execute_examples(session, check, self.tally, when)

    def check_results(self, device: Device, models: Sequence[ModelCheck], when: str) -> None:
        """Execute models and record wrong results; ``when`` completes the reason."""
        for check in models:
            self.phase(f"{check.name} {when}", self.call_seconds)
            try:
                self._execute_alone(device, check, when)
            except Exception as error:
                self.tally.report(problem_of(error, f"{check.name} {when}", self.tally.driver))
            self.end_if_failed()

    def require_version(self, device: Device, version: Version, feature: str) -> None:
        """Raise ``NotRunError`` if the driver's version does not have ``feature``."""
        if device.version < version:
            raise NotRunError(f"HAL {device.version} has no {feature}; HAL {version} is needed")

    def end_if_failed(self) -> None:
        """Raise ``ModeEndedError`` if a problem was recorded."""
        if self.tally.problems:
            raise ModeEndedError

    def run_load(
        self,
        device: Device,
        works: Callable[[], Sequence[Work]],
        *,
        detect_leaks: bool = True,
        rounds: int = ROUNDS,
        may_do_nothing: bool = False,
    ) -> None:
        """Run threads for the duration of the mode, in rounds; detect leaks of the driver.

        Unless ``may_do_nothing``, a load without a successful operation is a FAILURE.
        """
        seconds, grace = self.settings.seconds / rounds, self.settings.grace
        leaks = LeakDetector(device, self.tally) if detect_leaks else None
        if leaks is not None:
            leaks.measure()
        for _ in range(rounds):
            self.phase("the load", seconds + 2 * grace + self.settings.limits.free)
            least = 0 if leaks is None else MIN_OPERATIONS
            if not run_threads(works(), self.tally, seconds, grace, least):
                self.add_traces(device)
            self.end_if_failed()
            if leaks is not None:
                leaks.measure()
        if not self.tally.operations and not may_do_nothing:
            counts = self.tally.counts
            if counts.keys() & {"not_applicable", "declined"}:
                raise NotRunError(self.tally.note)
            self.tally.fail(f"no execution succeeded: {counts}; {self.tally.note}")
        if leaks is not None:
            for reason in leaks.leaks():
                self.tally.fail(reason)

    def add_traces(self, device: Device) -> None:
        """Add the stack traces of a driver that does not answer to the problems."""
        if isinstance(device, IsolatedDevice):
            trace = tuple(device.thread_traces()[:16])
            self.tally.problems[:] = [
                Problem(problem.outcome, problem.reason, problem.casualty, problem.details or trace)
                for problem in self.tally.problems
            ]


def casualty_of(*, in_process: bool) -> Casualty:
    """Return the process that is affected if the driver dies."""
    return Casualty.BOTH if in_process else Casualty.DRIVER
