"""Drivers that are wrong only with a priority, a deadline or a loop timeout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from conformance.bursts import BurstExecutor, PreparedModelExecutor
from conformance.driver_sdk.prepared_models import ReusableExecution
from conformance.hal import Execution, ExecutionConfig, Priority, Request, Version
from conformance.operations import Call, Kernel
from tests.faults.drivers import FaultyDevice, FaultyPreparedModel


@dataclass(frozen=True)
class Circumstances:
    """One execution: its mode, its limits, its number, and how the model was prepared."""

    mode: str
    priority: int
    preparation_deadline: int | None
    deadline: int | None = None
    duration: int | None = None
    loop_timeout: int | None = None
    number: int = 0


IsWrong = Callable[[Circumstances], bool]


class _ObservedModel(FaultyPreparedModel):
    """Reports the circumstances of each execution to the device."""

    device: QualityFaultDevice
    priority: int
    preparation_deadline: int | None
    executions = 0
    synchronous_mode = "sync"

    def observe(self, mode: str, **limits: int | None) -> None:
        self.executions += 1
        self.device.begin_execution(
            Circumstances(
                mode, self.priority, self.preparation_deadline, number=self.executions, **limits
            )
        )

    def execute(self, request: Any, measure: Any, *more: Any) -> Any:
        self.observe("async", deadline=more[0], loop_timeout=more[1])
        return self.right.execute(request, measure, *more)

    def execute_synchronously(self, request: Any, measure: Any, *more: Any) -> Any:
        self.observe(self.synchronous_mode, deadline=more[0], loop_timeout=more[1])
        return self.right.execute_synchronously(request, measure, *more)

    def execute_fenced(self, request: Any, fences: Any, measure: Any, *more: Any) -> Any:
        self.observe("fenced", deadline=more[0], loop_timeout=more[1], duration=more[2])
        return self.right.execute_fenced(request, fences, measure, *more)

    def in_mode(self, mode: str) -> _ObservedModel:
        """Return this prepared model, whose synchronous executions belong to another mode."""
        other = copy(self)
        other.synchronous_mode = mode
        return other

    def executor(self) -> BurstExecutor:
        return PreparedModelExecutor(self.in_mode("burst"))

    def reusable(self, request: Request, config: ExecutionConfig) -> Execution:
        return ReusableExecution(self.in_mode("sync_reusable"), request, config)


class QualityFaultDevice(FaultyDevice):
    """The reference driver, wrong in executions for which ``is_wrong`` returns True.

    The first element of each floating-point result is then off by one.
    """

    def __init__(self, is_wrong: IsWrong, version: Version = Version.V1_3) -> None:
        super().__init__(version)
        self._is_wrong, self._wrong_now = is_wrong, False

    def prepare_model(self, model: Any, preference: Any, priority: Any, *more: Any) -> Any:
        attributes = {"device": self, "priority": priority, "preparation_deadline": more[0]}
        self.prepared = type("Observed", (_ObservedModel,), attributes)
        return super().prepare_model(model, preference, priority, *more)

    def begin_execution(self, circumstances: Circumstances) -> None:
        """Decide whether the results of the execution that starts now are wrong."""
        self._wrong_now = self._is_wrong(circumstances)

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)

        def compute(inputs: Any) -> Any:
            results = kernel(inputs)
            if not self._wrong_now or results[0].dtype.kind != "f":
                return results
            first = np.array(results[0])
            first.reshape(-1)[:1] += 1
            return [first, *results[1:]]

        return compute


WRONG_IF: Mapping[str, IsWrong] = {
    "low_priority": lambda c: c.priority == Priority.LOW,
    "high_priority": lambda c: c.priority == Priority.HIGH,
    "sync-far_deadline": lambda c: c.mode == "sync" and c.deadline is not None,
    "async-far_deadline": lambda c: c.mode == "async" and c.deadline is not None,
    "fenced-far_deadline": lambda c: c.mode == "fenced" and c.deadline is not None,
    "fenced-far_deadline of a duration": lambda c: c.duration is not None,
    "burst-high_priority": lambda c: c.mode == "burst" and c.priority == Priority.HIGH,
    "burst-far_preparation": lambda c: c.mode == "burst" and c.preparation_deadline is not None,
    "sync_reusable-far_deadline": lambda c: c.mode == "sync_reusable" and c.deadline is not None,
    "fenced-long_loop_timeout": lambda c: c.mode == "fenced" and c.loop_timeout is not None,
}
"""The circumstances of the faults; each name has the words that the path must contain."""
