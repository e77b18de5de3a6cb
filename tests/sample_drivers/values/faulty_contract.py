"""Base classes for faults in anything but the computed values.

``FaultyAnswerDevice`` is a conforming driver whose prepared models are instances of
``FaultyPreparedModel``. A fault replaces a method of one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from conformance import hal
from conformance.driver_sdk import argument_bytes
from conformance.harness.planning.execution_path import ExecutionMode, ExecutionPath
from conformance.reference import ReferenceDevice
from tests.sample_drivers.forwarding import ForwardingPreparedModel

ExecutionAnswer = tuple[hal.ErrorStatus, Sequence[hal.OutputShape], hal.Timing]
"""The answer of an execution."""

SYNC = (ExecutionPath(ExecutionMode.SYNC),)
BOTH_MODES = (ExecutionPath(ExecutionMode.ASYNC), ExecutionPath(ExecutionMode.SYNC))
TIMED = (ExecutionPath(ExecutionMode.SYNC, measure=hal.MeasureTiming.YES),)
PREFERENCES = tuple(
    ExecutionPath(ExecutionMode.SYNC, preference) for preference in hal.ExecutionPreference
)


class CapturingCallback(hal.PreparedModelCallback, hal.ExecutionCallback):
    """A callback that stores the arguments of its last notification in ``arguments``."""

    def __init__(self) -> None:
        self.arguments: tuple[Any, ...] = ()

    def notify(self, *arguments: Any) -> None:
        self.arguments = arguments


class FaultyPreparedModel(ForwardingPreparedModel):
    """A conforming prepared model that forwards to one of the reference driver.

    A fault overrides one method. The synchronous and the asynchronous execution both call
    ``result``; the asynchronous one notifies its callback before it returns.
    """

    def __init__(self, right: hal.PreparedModel, model: hal.Model, preference: int) -> None:
        super().__init__(right, model)
        self.preference = preference

    def result(self, request: hal.Request, measure: int) -> ExecutionAnswer:
        """Execute the request and return the answer, which ``corrupt`` may change."""
        return self.corrupt(request, self.right.execute_synchronously(request, measure, None, None))

    def corrupt(self, request: hal.Request, result: ExecutionAnswer) -> ExecutionAnswer:
        """Return the faulty answer to an execution whose correct answer is ``result``."""
        return result

    def execute_synchronously(
        self, request: hal.Request, measure: int, deadline: int | None, loop: int | None
    ) -> ExecutionAnswer:
        return self.result(request, measure)

    def execute(
        self,
        request: hal.Request,
        measure: int,
        deadline: int | None,
        loop: int | None,
        callback: hal.ExecutionCallback,
    ) -> hal.ErrorStatus:
        callback.notify(*self.result(request, measure))
        return hal.ErrorStatus.NONE


class FaultyAnswerDevice(ReferenceDevice):
    """A conforming driver; ``prepared`` is the class of the prepared models that it returns.

    It declares HAL 1.3, whose executions are synchronous or asynchronous; the AIDL versions have
    no asynchronous execution with a callback.
    """

    name = "crooked"
    prepared: type[FaultyPreparedModel] = FaultyPreparedModel

    def __init__(self) -> None:
        super().__init__(hal.Version.V1_3)

    def prepare_model(self, model: hal.Model, preference: int, *more: Any) -> hal.ErrorStatus:
        captured = CapturingCallback()
        launch = super().prepare_model(model, preference, *more[:-1], captured)
        status, right = captured.arguments
        wrapped = None if right is None else self.prepared(right, model, preference)
        return self.report(more[-1], launch, status, wrapped)

    def report(
        self,
        callback: hal.PreparedModelCallback,
        launch: hal.ErrorStatus,
        status: hal.ErrorStatus,
        prepared: hal.PreparedModel | None,
    ) -> hal.ErrorStatus:
        """Report the end of a preparation to the callback; return the launch status."""
        callback.notify(status, prepared)
        return launch


def output_bytes(request: hal.Request, number: int = 0) -> np.ndarray[Any, Any]:
    """Return a writable view of an output buffer."""
    return np.frombuffer(argument_bytes(request, request.outputs[number]), np.uint8)


def pool_bytes(request: hal.Request, pool: int) -> np.ndarray[Any, Any]:
    """Return a writable view of a whole memory pool."""
    return np.frombuffer(request.pools[pool].view(), np.uint8)  # type: ignore[union-attr]


def start_and_length(request: hal.Request, number: int = 0) -> tuple[int, int]:
    """Return an output's offset in its pool and its length, both in bytes."""
    location = request.outputs[number].location
    return location.offset, location.length
