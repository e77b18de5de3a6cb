"""Drivers with one fault each, and the check or path that must detect it.

A faulty driver is the reference driver with one method replaced. Only the check or path for the
rule that it violates runs on it, with short time limits.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.hal import (
    ErrorStatus,
    Execution,
    ExecutionConfig,
    PreparedModel,
    Request,
    Timing,
    Version,
)
from conformance.harness.judge import Judge, JudgeOptions, is_followed_by_pause
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.harness.results.verdict import Verdict
from conformance.reference import ReferenceDevice
from conformance.suite import checks_by_area
from conformance.support.burst import BurstExecutor, PreparedModelExecutor, configure_burst
from conformance.support.reusable import ReusableExecution
from tests.sample_drivers.adder_driver import add_example
from tests.sample_drivers.forwarding import ForwardingDevice, ForwardingPreparedModel

NONE, INVALID, FAILURE, SMALL = (
    ErrorStatus.NONE,
    ErrorStatus.INVALID_ARGUMENT,
    ErrorStatus.GENERAL_FAILURE,
    ErrorStatus.OUTPUT_INSUFFICIENT_SIZE,
)
MISSED_DEADLINE = ErrorStatus.MISSED_DEADLINE_TRANSIENT
NO_TIME = Timing()
OPTIONS = JudgeOptions(callback_timeout=0.4)


class FaultyPreparedModel(ForwardingPreparedModel):
    """A prepared model that a fault changes by overriding one method.

    Bursts and reusable executions call its own methods.
    """

    def configure_execution_burst(self, *arguments: Any) -> Any:
        return configure_burst(*arguments, self.executor())

    def executor(self) -> BurstExecutor:
        return PreparedModelExecutor(self)

    def create_reusable_execution(self, request: Request, config: ExecutionConfig) -> Any:
        status, execution = self.right.create_reusable_execution(request, config)
        return status, None if execution is None else self.reusable(request, config)

    def reusable(self, request: Request, config: ExecutionConfig) -> Execution:
        return ReusableExecution(self, request, config)


class FaultyDevice(ForwardingDevice):
    """A driver of HAL 1.3, unless stated, whose prepared models are instances of ``prepared``."""

    name = "faulty"
    prepared: type[ForwardingPreparedModel] = FaultyPreparedModel

    def __init__(self, version: Version = Version.V1_3) -> None:
        super().__init__(version)


@dataclass(frozen=True)
class DriverFault:
    """A faulty driver and what must detect it.

    ``device`` creates the driver, ``by`` is the check (``area.name``) or path that runs on it, and
    ``rule`` is the rule that the driver violates.
    """

    name: str
    device: Callable[[], ReferenceDevice]
    by: str
    rule: str

    def verdicts(self) -> list[Verdict]:
        """Run the check or the path on the driver and return the verdicts."""
        device = self.device()
        judge = Judge(device, OPTIONS)
        if "." in self.by:
            updated = getattr(self.device, "updated", lambda: None)
            verdicts = CHECKS[self.by].run(judge, device.version, self.device, updated)
        else:
            verdicts = judge.judge(EXAMPLE, CASE_WITH_PAUSE, [ExecutionPath.parse(self.by)])
        return [*verdicts, *judge.close()]


CHECKS = {check.rule: check for area in checks_by_area().values() for check in area}
EXAMPLE = add_example()
CASE_WITH_PAUSE = next(
    name for name in map("add_{}".format, range(9999)) if is_followed_by_pause(name, OPTIONS)
)
"""A case id after which the judge waits to observe late writes and callbacks."""

FAULTS: list[DriverFault] = []


def fault(by: str, rule: str = "", *, faults: list[DriverFault] = FAULTS) -> Callable[[type], type]:
    """Return a decorator that registers a prepared-model or device class as a fault.

    ``by`` is the check or path that must detect the fault; ``rule`` is the violated rule, by
    default the check's. ``faults`` is the list to which it is added; it is in the order of names,
    because each worker of a run imports the modules of the tests in another order.
    """

    def register(kind: type) -> type:
        device = kind
        if issubclass(kind, PreparedModel):
            device = type(f"With{kind.__name__}", (FaultyDevice,), {"prepared": kind})
        description = (kind.__doc__ or kind.__name__).rstrip(".")
        added = DriverFault(description, device, by, rule or by)
        bisect.insort(faults, added, key=lambda known: known.name)
        return kind

    return register


def answered(status: ErrorStatus, shapes: Sequence[Any] = (), timing: Timing = NO_TIME) -> Any:
    """Return the answer of an execution."""
    return status, shapes, timing
