"""The state of one mode: driver, supported models, load, and resources that are not released."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, NamedTuple

from conformance.checks.check_context import SkipCheck
from conformance.checks.growth import settled_resources
from conformance.drivers.driver import Driver
from conformance.hal import Device
from conformance.models.inference import ModelDeclinedError, opened_session
from conformance.models.stress.load import StressSettings, Work, execute_examples, run_threads
from conformance.models.stress.models import ModelCheck
from conformance.models.stress.tally import NotRunError, Tally, problem_of
from conformance.processes import ResourceCounts
from conformance.verdicts import VerdictKind

_LEAKS: Final = (
    ("descriptors", 1, 1, 0.05, 0.5),
    ("threads", 1, 1, 0.05, 0.5),
    ("memory", 4096, 256, 0.5, 16),
)
"""Resource, its unit, and the growth in units in one round from which it counts as a leak: at
least, and for each operation or for each compilation."""

_ROUNDS: Final = 4
"""Number of parts of a load, after each of which the idle driver is measured."""

_MIN_OPERATIONS: Final = 4
"""Smallest number of operations in a round for which growth is examined."""

_IDLE_SECONDS: Final = 0.2
"""Seconds without a call at the end of a mode, in which a late death of the driver is noticed."""

_SHOWN_NAMES: Final = 5


class ModeEndedError(Exception):
    """Raised after a problem was recorded that ends the mode."""


@dataclass(slots=True)
class ModeContext:
    """The state of one mode.

    Attributes:
        driver: the driver as on the command line.
        progress: is called after each step of a mode in a process of its own.
        models, declined: names of the models that the driver executed or does not support.
        expected_deaths: how often the mode itself has ended the driver's process.
        opened: the driver while the mode runs.

    """

    driver: str
    settings: StressSettings
    checks: Sequence[ModelCheck]
    tally: Tally
    progress: Callable[[], None] = lambda: None
    models: list[str] = field(default_factory=list)
    declined: list[str] = field(default_factory=list)
    expected_deaths: int = 0
    opened: Driver = field(init=False)

    @contextmanager
    def isolated_driver(self) -> Iterator[Device]:
        """Open the driver in a separate process; at the end, check that it is still alive."""
        self.opened = Driver.open(self.driver, self.settings.limits, isolate=True)
        try:
            yield self.opened.device
            self.end_if_failed()
            self._check_alive()
        except NotRunError:
            raise  # the driver works, so that its end is tested too
        except BaseException:
            self.opened.kill()  # the process may not answer
            raise
        finally:
            self.tally.add("driver_starts", self.opened.own_process.process_number)
            error = self.opened.close()
            if error is not None and not error.reported and not self.tally.problems:
                self.tally.report(problem_of(error, "at the end", self.tally.driver))

    @contextmanager
    def clients(self, count: int) -> Iterator[list[Device]]:
        """Connect further clients of this process to the driver's process."""
        opened: list[Driver] = []
        try:
            while len(opened) < count:
                opened.append(self.opened.second_client())
            yield [client.device for client in opened]
        finally:
            for client in opened:
                client.kill()  # ends its connection only

    def _check_alive(self) -> None:
        """Record a death of the driver that no call has reported, and starts that failed."""
        time.sleep(_IDLE_SECONDS)
        process, expected = self.opened.own_process, 1 + self.expected_deaths
        error = process.take_late_error()
        if error is not None:
            self.tally.report(problem_of(error, "after the load", self.tally.driver))
        elif process.process_number != expected:
            self.tally.fail(
                f"the driver's process was started {process.process_number} times; {expected} "
                "were expected"
            )

    def supported_models(self, device: Device) -> list[ModelCheck]:
        """Return the models that the driver supports, after executing each without load.

        Raise ``NotRunError`` if there is none, and ``ModeEndedError`` if the driver fails or its
        results are wrong without load already.
        """
        supported = []
        for check in self.checks:
            try:
                self._execute_alone(device, check, "is wrong without load already")
                supported.append(check)
            except ModelDeclinedError:
                self.declined.append(check.name)
            except Exception as error:
                self.tally.report_error(error, f"{check.name} without load")
            self.end_if_failed()
            self.progress()
        if not supported:
            names = ", ".join(self.declined[:_SHOWN_NAMES])
            raise NotRunError(
                f"the driver executes none of the {len(self.checks)} models ({names})",
                VerdictKind.DECLINED,
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
            try:
                self._execute_alone(device, check, when)
            except Exception as error:
                self.tally.report(problem_of(error, f"{check.name} {when}", self.tally.driver))
            self.end_if_failed()

    def end_if_failed(self) -> None:
        """Raise ``ModeEndedError`` if a problem was recorded."""
        if self.tally.problems:
            raise ModeEndedError

    def run_threads(self, works: Sequence[Work], seconds: float, grace: float, least: int) -> None:
        """Run threads as ``run_threads`` does; raise ``ModeEndedError`` if there is a problem.

        The problems of a driver that hangs then have its stack traces.
        """
        ended = run_threads(works, self.tally, seconds, grace, least)
        if not ended and self.opened.process is not None:
            trace = tuple(self.opened.process.thread_traces()[:16])
            self.tally.problems[:] = [
                replace(problem, details=problem.details or trace)
                for problem in self.tally.problems
            ]
        self.end_if_failed()

    def run_load(
        self,
        works: Callable[[], Sequence[Work]],
        *,
        detect_leaks: bool = True,
        may_do_nothing: bool = False,
    ) -> None:
        """Run threads for the duration of the mode; with ``detect_leaks``, in rounds.

        The idle driver is measured after each round; growth in each of them is a FAILURE. Unless
        ``may_do_nothing``, a load without a successful operation is a FAILURE, too.
        """
        rounds = _ROUNDS if detect_leaks else 1
        seconds = self.settings.seconds / rounds
        measured: list[_Measurement] = []
        for number in range(rounds + 1):
            if number:
                least = _MIN_OPERATIONS if detect_leaks else 0
                self.run_threads(works(), seconds, self.settings.grace, least)
            self.progress()
            if detect_leaks:
                counts = self.idle_resources(measured[-1].counts if measured else None)
                compilations = self.tally.counts.get("compilations", 0)
                measured.append(_Measurement(self.tally.operations, compilations, counts))
        if not self.tally.operations and not may_do_nothing:
            counted = self.tally.counts
            if counted.keys() & {"not_applicable", "declined"}:
                raise NotRunError(self.tally.note)
            self.tally.fail(f"no execution succeeded: {counted}; {self.tally.note}")
        for reason in _leaks(measured):
            self.tally.fail(reason)

    def idle_resources(self, before: ResourceCounts | None = None) -> ResourceCounts:
        """Return the resources of the idle driver; raise the error of a process that has ended."""
        process = self.opened.process
        if process is not None and (error := process.end_case()) is not None:
            raise error
        try:
            return settled_resources(self.opened, before)
        except SkipCheck:  # the process has ended meanwhile
            if process is not None and (error := process.take_late_error()) is not None:
                raise error from None
            raise


class _Measurement(NamedTuple):
    """The resources after a round, and all operations and compilations until then."""

    operations: int
    compilations: int
    counts: ResourceCounts


def _leaks(measured: Sequence[_Measurement]) -> Iterator[str]:
    """Yield a reason for each resource that grew in each round except the first.

    The first round fills caches. Rounds with few operations show nothing.
    """
    rounds = list(pairwise(measured))[1:]
    if not rounds or any(
        after.operations - before.operations < _MIN_OPERATIONS for before, after in rounds
    ):
        return
    first, last = rounds[0][0], rounds[-1][1]
    for name, unit, minimum, per_operation, per_compilation in _LEAKS:
        for before, after in rounds:
            grown = (getattr(after.counts, name) - getattr(before.counts, name)) / unit
            operations = after.operations - before.operations
            compilations = after.compilations - before.compilations
            enough = grown >= per_operation * operations or (
                compilations > 0 and grown >= per_compilation * compilations
            )
            if grown < minimum or not enough:
                break
        else:
            grown = getattr(last.counts, name) - getattr(first.counts, name)
            amount = f"{grown >> 10} KiB of memory" if unit > 1 else f"{grown} {name}"
            yield (
                f"after {last.operations - first.operations} executions and compilations the idle "
                f"driver's process has {amount} more than before, and grew in each of "
                f"{len(rounds)} rounds; everything that an operation uses must be released after it"
            )
