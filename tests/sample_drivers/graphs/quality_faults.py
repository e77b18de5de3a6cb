"""Drivers that are wrong only with a priority, a deadline or a loop timeout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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

    def observe(self, mode: str, **limits: int | None) -> None:
        self.executions += 1
        self.device.begin_execution(
            Circumstances(
                mode, self.priority, self.preparation_deadline, number=self.executions, **limits
            )
        )

    def execute(
        self, request: Any, measure: Any, deadline: Any, loop_timeout: Any, callback: Any
    ) -> Any:
        self.observe("async", deadline=deadline, loop_timeout=loop_timeout)
        return self.right.execute(request, measure, deadline, loop_timeout, callback)

    def execute_synchronously(
        self, request: Any, measure: Any, deadline: Any, loop_timeout: Any
    ) -> Any:
        self.observe("sync", deadline=deadline, loop_timeout=loop_timeout)
        return self.right.execute_synchronously(request, measure, deadline, loop_timeout)

    def execute_fenced(
        self, request: Any, fences: Any, measure: Any, deadline: Any, loop: Any, duration: Any
    ) -> Any:
        self.observe("fenced", deadline=deadline, loop_timeout=loop, duration=duration)
        return self.right.execute_fenced(request, fences, measure, deadline, loop, duration)

    def executor(self) -> BurstExecutor:
        return PreparedModelExecutor(_OtherMode(self, "burst"))

    def reusable(self, request: Request, config: ExecutionConfig) -> Execution:
        return ReusableExecution(_OtherMode(self, "sync_reusable"), request, config)


class _OtherMode(FaultyPreparedModel):
    """Executes for a burst or a reusable execution, and reports this mode to the device."""

    def __init__(self, observed: _ObservedModel, mode: str) -> None:
        super().__init__(observed.right, observed.model)
        self._observed, self._mode = observed, mode

    def execute_synchronously(
        self, request: Any, measure: Any, deadline: Any, loop_timeout: Any
    ) -> Any:
        self._observed.observe(self._mode, deadline=deadline, loop_timeout=loop_timeout)
        return self.right.execute_synchronously(request, measure, deadline, loop_timeout)


class QualityFaultDevice(FaultyDevice):
    """The reference driver, wrong in executions for which ``is_wrong`` returns True.

    The first element of each floating-point result is then off by one; with ``raises``, an
    exception ends the execution.
    """

    def __init__(
        self, is_wrong: IsWrong, version: Version = Version.V1_3, *, raises: bool = False
    ) -> None:
        super().__init__(version)
        self._is_wrong, self._raises = is_wrong, raises
        self._wrong_now = False

    def prepare_model(self, model: Any, preference: Any, priority: Any, *more: Any) -> Any:
        attributes = {"device": self, "priority": priority, "preparation_deadline": more[0]}
        self.prepared = type("Observed", (_ObservedModel,), attributes)
        return super().prepare_model(model, preference, priority, *more)

    def begin_execution(self, circumstances: Circumstances) -> None:
        """Decide whether the results of the execution that starts now are wrong."""
        self._wrong_now = self._is_wrong(circumstances)
        if self._wrong_now and self._raises:
            raise RuntimeError("the driver cannot execute this")

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
