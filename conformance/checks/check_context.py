"""The context of a running check: driver, version, options, cleanup, simultaneous threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn, TypeVar

from conformance import hal
from conformance.cases import Example
from conformance.drivers.driver import Driver
from conformance.harness.answer_checks import resource_finding
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.judge import JudgeOptions
from conformance.harness.supervision.wait_policy import limit_wait, measure_driver_time
from conformance.verdicts import Finding, JSONValue, VerdictKind

_T = TypeVar("_T")


class SkipCheck(Exception):  # noqa: N818 - control flow, not an error
    """Raised to end a check early with a finding that is not a violation of the check's rule.

    For example: the driver declines the model, the check does not apply, or resources are missing.
    """

    def __init__(self, kind: VerdictKind, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.finding = Finding(kind, rule, reason)


def decline(reason: str, rule: str = "prepare.declined") -> NoReturn:
    """End the check: the driver does not support something that the contract leaves optional."""
    raise SkipCheck(VerdictKind.DECLINED, reason, rule)


def not_applicable(reason: str, rule: str = "") -> NoReturn:
    """End the check, which does not apply to this driver or run."""
    raise SkipCheck(VerdictKind.NOT_APPLICABLE, reason, rule)


def skip_if_lacking_resources(status: hal.ErrorStatus, what: str) -> None:
    """Raise ``SkipCheck`` if a status reports an unavailable device or exhausted resources.

    ``what`` names the call that returned the status.
    """
    if (finding := resource_finding(status, what)) is not None:
        raise SkipCheck(finding.kind, finding.reason, finding.rule)


class Violation(Exception):  # noqa: N818 - a finding about the driver, not an error of the suite
    """Raised where the driver violates the rule of the check; it ends the current case."""


def require(problem: str) -> None:
    """Raise ``Violation`` with the description of a problem, unless it is empty."""
    if problem:
        raise Violation(problem)


@contextmanager
def described(what: str) -> Iterator[None]:
    """Add a description of what is checked to a ``Violation`` or to the finding on a call."""
    try:
        yield
    except Violation as violation:
        raise Violation(f"{what}: {violation}") from None
    except driver_calls.DriverCallError as error:
        finding = replace(error.finding, reason=f"{what}: {error.finding.reason}")
        raise driver_calls.DriverCallError(finding) from None


def expect(status: hal.ErrorStatus, what: str, *expected: hal.ErrorStatus) -> None:
    """Raise ``Violation`` unless the call that ``what`` names returned an expected status.

    NONE is expected by default. ``SkipCheck`` ends the check if resources are lacking.
    """
    require(status_problem(status, what, *expected))


def status_problem(status: hal.ErrorStatus, what: str, *expected: hal.ErrorStatus) -> str:
    """Return the description of an unexpected status as in ``expect``; empty if it is expected."""
    skip_if_lacking_resources(status, what)
    if status in (expected or (hal.ErrorStatus.NONE,)):
        return ""
    names = " or ".join(each.name for each in expected or (hal.ErrorStatus.NONE,))
    return f"{what} returned {status.name}; {names} was expected"


class CheckContext:
    """The driver under test and everything else that one run of a check needs.

    Driver calls go through ``harness.calls.driver_calls``: an answer of the wrong type ends the
    check with a finding.
    """

    def __init__(self, driver: Driver | hal.Device, options: JudgeOptions) -> None:
        self.driver = Driver.of(driver)
        self.device = self.driver.device
        self.version = self.driver.version
        self.options = options
        self.details: dict[str, JSONValue] = {}
        """Details for the report, whether the check passes or fails."""
        self.evidence: Example | None = None
        """The example that is written to disk if the check fails."""
        self.problems: list[Finding | str] = []
        """The violations of the rule that were recorded so far."""
        self._cleanups: list[Callable[[], object]] = []

    def report(self, problem: Finding | str | None) -> None:
        """Record a violation of the rule; the check continues. Nothing is no violation."""
        if problem:
            self.problems.append(problem)

    @contextmanager
    def case(self, what: str = "") -> Iterator[None]:
        """Record a ``Violation`` that ends this case of the check, which ``what`` describes."""
        try:
            yield
        except Violation as violation:
            self.report(f"{what}: {violation}" if what else str(violation))

    def prepare(
        self,
        model: hal.Model,
        preference: hal.ExecutionPreference = hal.ExecutionPreference.FAST_SINGLE_ANSWER,
        priority: int = hal.Priority.MEDIUM,
    ) -> hal.PreparedModel:
        """Prepare a valid model and return the prepared model.

        ``SkipCheck`` ends the check: as declined if the driver does not support an operation of
        the model, as failed if it supports all operations but refuses the model.
        """
        flags = self.supported_operations(model)
        end, _ = self.try_to_prepare(model, preference, priority)
        if end.model is not None and end.status == hal.ErrorStatus.NONE:
            return end.model
        skip_if_lacking_resources(end.status, "prepare_model")
        operations = zip(model.main.operations, flags, strict=False)
        unsupported = dict.fromkeys(
            hal.name_of(hal.OperationType, operation.type)
            for operation, flag in operations
            if not flag
        )
        if unsupported:
            reason = (
                f"get_supported_operations reports {', '.join(unsupported)} as unsupported, and "
                f"prepare_model answered {end.status.name}"
            )
            decline(reason)
        reason = (
            f"prepare_model answered {end.status.name} for a model whose operations are all "
            "supported according to get_supported_operations; NONE was expected"
        )
        raise SkipCheck(VerdictKind.FAILED, reason, "prepare.status")

    def supported_operations(self, model: hal.Model) -> Sequence[bool]:
        """Return whether the driver supports each operation of a valid model.

        ``SkipCheck`` ends the check as failed if the driver refuses the model.
        """
        status, flags = driver_calls.get_supported_operations(self.device, model)
        if problem := status_problem(status, "get_supported_operations of a valid model"):
            raise SkipCheck(VerdictKind.FAILED, problem, "supported.status")
        return flags

    def try_to_prepare(
        self,
        model: hal.Model,
        preference: int = hal.ExecutionPreference.FAST_SINGLE_ANSWER,
        priority: int = hal.Priority.MEDIUM,
        **arguments: Any,
    ) -> tuple[driver_calls.PreparationOutcome, RecordingPreparedModelCallback]:
        """Call prepare_model with any arguments; return its outcome and the callback's record."""
        record = RecordingPreparedModelCallback()
        limit = self.options.callback_timeout
        end = driver_calls.prepare_model(
            self.device, model, preference, limit, record, priority, **arguments
        )
        return end, record

    @property
    def join_timeout(self) -> float:
        """Return the seconds to wait for a driver call that runs on another thread.

        A call to an isolated driver ends at the latest when the limit of its stage has expired and
        a new driver process has started.
        """
        seconds = self.options.callback_timeout
        if self.driver.process is not None:
            limits = self.driver.process.limits
            seconds += limits.prepare + limits.execute + limits.start
        return limit_wait(seconds)

    def require_concurrent_calls(self, count: int) -> None:
        """Ensure that the driver receives the calls of ``count`` threads at the same time.

        ``SkipCheck`` ends the check as not applicable if the process of an isolated driver cannot
        answer that many calls at once.
        """
        process = self.driver.process
        if process is None:
            return
        if not driver_calls.call_driver("opening a connection", process.open_connections, count):
            not_applicable(
                f"the driver's process cannot answer {count} calls at the same time, because it "
                "could not open a connection and start a thread for each of them"
            )

    def restarted_driver(self) -> hal.Device:
        """Return the restarted driver: a new process if isolated, otherwise a second device."""
        driver = driver_calls.call_driver("opening the driver again", self.driver.restarted)
        if driver is None:
            not_applicable(
                "the driver cannot be opened a second time; run the suite with --isolate"
            )
        return driver.device

    def updated_driver(self) -> hal.Device:
        """Return a newer build of the driver; end the check as not applicable if none is known."""
        driver = driver_calls.call_driver("opening the updated driver", self.driver.updated)
        if driver is None:
            reason = "no newer build of the driver is known; name one with --updated-driver"
            not_applicable(reason, "caching.updated_driver")
        self.add_cleanup(driver.close)
        return driver.device

    @contextmanager
    def signal_later(self, fence: hal.SyncFence, seconds: float) -> Iterator[list[int]]:
        """Signal a fence from another thread after ``seconds``, and end the context afterwards.

        Yield a list that gets the monotonic time in nanoseconds just before the signal.
        """
        times: list[int] = []

        def signal() -> None:
            times.append(time.monotonic_ns())
            fence.signal()

        timer = threading.Timer(seconds, signal)
        timer.start()
        try:
            yield times
        finally:
            timer.join()

    def add_cleanup(self, action: Callable[[], object]) -> None:
        """Register an action to run at the end of the check; the last registered runs first."""
        self._cleanups.append(action)

    @contextmanager
    def cleanup_scope(self) -> Iterator[None]:
        """Run the cleanup actions that are registered in this scope when the scope is left."""
        outer, self._cleanups = self._cleanups, []
        try:
            yield
        finally:
            self.close()
            self._cleanups = outer

    def close(self) -> None:
        """Run the registered cleanup actions.

        A memory of which a hanging execution still holds a view cannot be closed; it is released
        when the execution ends.
        """
        while self._cleanups:
            with suppress(BufferError):
                self._cleanups.pop()()


def start_thread(function: Callable[[], _T], name: str) -> Future[_T]:
    """Call a function on a daemon thread and return its future result."""
    future: Future[_T] = Future()

    def run() -> None:
        try:
            future.set_result(function())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return future


def run_concurrently(
    context: CheckContext, functions: Sequence[Callable[[Turns], str | None]]
) -> None:
    """Run functions on simultaneous threads; record the problems that they return or raise,
    without duplicates.

    Each function calls ``wait`` of its argument before every driver call that must coincide with
    those of the other threads. A thread that does not end is recorded as a hang. An exception that
    does not describe an error of the driver is raised: it is an error of the suite.
    """
    context.require_concurrent_calls(len(functions))
    turns = Turns(len(functions), context.options.callback_timeout)

    def run(function: Callable[[Turns], str | None]) -> Finding | str | None:
        try:
            return function(turns)
        except Violation as violation:
            return str(violation)
        except (driver_calls.DriverCallError, SkipCheck) as error:
            return error.finding
        finally:
            turns.end()

    futures = [start_thread(partial(run, function), "nn-concurrent") for function in functions]
    with measure_driver_time():
        ended, running = wait(futures, context.join_timeout)
    seen: list[Finding | str] = []
    for problem in [future.result() for future in futures if future in ended]:
        if problem and problem not in seen:
            seen.append(problem)
            context.report(problem)
    if running:
        seconds = f"{context.join_timeout:g} s"
        reason = f"{len(running)} of {len(functions)} threads did not end within {seconds}"
        context.report(Finding(VerdictKind.HANG, "", reason))


class Turns:
    """Makes the calls of several threads begin at the same time, turn by turn."""

    def __init__(self, threads: int, limit: float) -> None:
        self.threads = threads
        self._barrier = threading.Barrier(threads)
        self._limit = limit

    def wait(self) -> None:
        """Wait until every thread has reached its next turn, at most for the limit.

        After a thread has ended or the limit has expired once, no thread waits any longer.
        """
        with suppress(threading.BrokenBarrierError):
            self._barrier.wait(self._limit)

    def end(self) -> None:
        """State that the calling thread has no further turn."""
        self._barrier.abort()
