"""Base classes for faults in the answers of a driver; its computations stay correct."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from conformance.hal import (
    Device,
    ErrorStatus,
    ExecutionCallback,
    ExecutionPreference,
    MeasureTiming,
    Model,
    OutputShape,
    PreparedModel,
    PreparedModelCallback,
    Request,
    Timing,
    Version,
)
from conformance.harness import Execution, Path
from conformance.reference import ReferenceDevice
from conformance.support import argument_bytes
from tests.faults.fault import Fault

Result = tuple[ErrorStatus, Sequence[OutputShape], Timing]

SYNC = (Path(Execution.SYNC),)
BOTH_MODES = (Path(Execution.ASYNC), Path(Execution.SYNC))
TIMED = (Path(Execution.SYNC, measure=MeasureTiming.YES),)
PREFERENCES = tuple(Path(Execution.SYNC, preference) for preference in ExecutionPreference)


class Told(PreparedModelCallback, ExecutionCallback):
    """A callback that records its arguments."""

    def __init__(self) -> None:
        self.said: tuple[Any, ...] = ()

    def notify(self, *said: Any) -> None:
        self.said = said


class Between(PreparedModel):
    """A conforming prepared model; a fault overrides the method that it makes wrong.

    The synchronous and the asynchronous execution both call ``result``; the asynchronous one
    calls its callback before it returns.
    """

    def __init__(self, right: PreparedModel, model: Model, preference: int) -> None:
        self.right = right
        self.model = model
        self.preference = preference

    def result(self, request: Request, measure: int) -> Result:
        return self.spoilt(request, self.right.execute_synchronously(request, measure, None, None))

    def spoilt(self, request: Request, result: Result) -> Result:
        return result

    def execute_synchronously(
        self, request: Request, measure: int, deadline: int | None, loop: int | None
    ) -> Result:
        return self.result(request, measure)

    def execute(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop: int | None,
        callback: ExecutionCallback,
    ) -> ErrorStatus:
        callback.notify(*self.result(request, measure))
        return ErrorStatus.NONE

    def execute_fenced(self, *arguments: Any) -> Any:
        return self.right.execute_fenced(*arguments)

    def configure_execution_burst(self, *arguments: Any) -> Any:
        return self.right.configure_execution_burst(*arguments)


class Crooked(ReferenceDevice):
    """A conforming driver; ``prepared`` is the class of the prepared models that it returns."""

    name = "crooked"
    prepared: type[Between] = Between

    def __init__(self) -> None:
        super().__init__(Version.V1_3)

    def prepare_model(self, model: Model, preference: int, *more: Any) -> ErrorStatus:
        told = Told()
        launch = super().prepare_model(model, preference, *more[:-1], told)
        status, right = told.said
        wrapped = None if right is None else self.prepared(right, model, preference)
        return self.report(more[-1], launch, status, wrapped)

    def report(
        self,
        callback: PreparedModelCallback,
        launch: ErrorStatus,
        status: ErrorStatus,
        prepared: PreparedModel | None,
    ) -> ErrorStatus:
        callback.notify(status, prepared)
        return launch


FAULTS: list[Fault] = []


def fault(
    family: str,
    name: str,
    rule: str,
    *says: str,
    paths: tuple[Path, ...] = SYNC,
    specs: tuple[str, ...] = ("floor",),
    **more: Any,
) -> Callable[[type[Device] | type[Between]], Any]:
    """Add a faulty driver, or one whose prepared model is faulty, to the list of faults."""

    def shelve(vice: Any) -> Any:
        def device() -> Device:
            """Return a new driver of a new class, because some faults keep state on their class."""
            fresh = type(vice.__name__, (vice,), {})
            if issubclass(vice, Between):
                return type(vice.__name__, (Crooked,), {"prepared": fresh})()
            return fresh()  # type: ignore[no-any-return]

        FAULTS.append(Fault(name, family, specs, device, says, rule, paths, **more))
        return vice

    return shelve


def output_bytes(request: Request, number: int = 0) -> np.ndarray[Any, Any]:
    return np.frombuffer(argument_bytes(request, request.outputs[number]), np.uint8)


def pool_bytes(request: Request, pool: int) -> np.ndarray[Any, Any]:
    return np.frombuffer(request.pools[pool].view(), np.uint8)  # type: ignore[union-attr]


def start_and_length(request: Request, number: int = 0) -> tuple[int, int]:
    location = request.outputs[number].location
    return location.offset, location.length
