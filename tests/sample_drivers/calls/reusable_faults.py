"""Faults of reusable executions that their paths find: kept data, state and wrong answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from conformance.hal import (
    ErrorStatus,
    Execution,
    ExecutionConfig,
    Memory,
    Request,
    Timing,
    Version,
)
from conformance.support.reusable import ReusableExecution
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    INVALID,
    NONE,
    SMALL,
    FaultyDevice,
    FaultyPreparedModel,
    fault,
)


class NewestDevice(FaultyDevice):
    """A driver of AIDL_V4."""

    def __init__(self) -> None:
        super().__init__(Version.AIDL_V4)


def reusable_fault(by: str, rule: str = "") -> Callable[[type], type]:
    """Register a class of prepared models or reusable executions of a driver of AIDL_V4."""

    def register(kind: type) -> type:
        fault(by, rule)(newest_device(kind))
        return kind

    return register


def newest_device(kind: type) -> type[FaultyDevice]:
    """Return a driver of AIDL_V4 with this class of prepared models or reusable executions."""
    model = kind
    if issubclass(kind, Execution):

        def reusable(self: Any, request: Request, config: ExecutionConfig) -> Execution:
            execution: Execution = kind(self, request, config)
            return execution

        model = type(f"With{kind.__name__}", (FaultyPreparedModel,), {"reusable": reusable})
    members = {"prepared": model, "__doc__": kind.__doc__}
    return type(f"Newest{kind.__name__}", (NewestDevice,), members)


def contents(request: Request, pool: int) -> bytes:
    """Return the content of a pool of a request."""
    memory = request.pools[pool]
    assert isinstance(memory, Memory)
    with memory.view() as view:
        return bytes(view)


def overwrite(request: Request, pool: int, content: bytes) -> None:
    """Replace the content of a pool of a request."""
    memory = request.pools[pool]
    assert isinstance(memory, Memory)
    with memory.view() as view:
        view[:] = content


class CountingExecution(ReusableExecution):
    """Counts its executions; ``number`` is 0 during the first."""

    number = -1

    def execute_synchronously(self, deadline: int | None) -> Any:
        self.number += 1
        return self.run(deadline)

    def execute_fenced(self, wait_for: Any, deadline: int | None, duration: int | None) -> Any:
        self.number += 1
        return self.launch(wait_for, deadline, duration)

    def run(self, deadline: int | None) -> Any:
        return super().execute_synchronously(deadline)

    def launch(self, *arguments: Any) -> Any:
        return super().execute_fenced(*arguments)


@reusable_fault("sync_reusable-fast", "values")
class WritesOnce(CountingExecution):
    """Does not write the results of its second execution."""

    def run(self, deadline: int | None) -> Any:
        if self.number == 1:
            return NONE, (), Timing()
        return super().run(deadline)


@reusable_fault("fenced_reusable-fast", "values")
class WritesOnceFenced(CountingExecution):
    """Does not write the results of its second fenced execution."""

    def launch(self, *arguments: Any) -> Any:
        kept = contents(self._request, 1)
        answer = super().launch(*arguments)
        if self.number == 1:
            overwrite(self._request, 1, kept)
        return answer


@reusable_fault("sync_reusable-fast", "execute.status")
class OnlyOnce(CountingExecution):
    """Refuses its second execution."""

    def run(self, deadline: int | None) -> Any:
        return (INVALID, (), Timing()) if self.number else super().run(deadline)


@reusable_fault("fenced_reusable-fast", "execute.status")
class OnlyOnceFenced(CountingExecution):
    """Refuses its second fenced execution."""

    def launch(self, *arguments: Any) -> Any:
        return (FAILURE, None, None) if self.number else super().launch(*arguments)


@reusable_fault("sync_reusable-fast", "timing.unmeasured")
class AlwaysTimed(CountingExecution):
    """Measures executions whose configuration does not request it."""

    def run(self, deadline: int | None) -> Any:
        status, shapes, _ = super().run(deadline)
        return status, shapes, Timing(1, 2)


@reusable_fault("sync_reusable-fast-far_deadline", "execute.status")
class FarMissed(CountingExecution):
    """Misses every deadline of a reusable execution."""

    def run(self, deadline: int | None) -> Any:
        if deadline is not None:
            return ErrorStatus.MISSED_DEADLINE_TRANSIENT, (), Timing()
        return super().run(deadline)


@reusable_fault("sync_reusable-fast", "late.write")
class WritesLater(CountingExecution):
    """Writes to the output after the execution has ended."""

    def run(self, deadline: int | None) -> Any:
        answer = super().run(deadline)
        if self.number == 1:
            request = self._request

            def write() -> None:
                time.sleep(0.02)
                content = bytearray(contents(request, 1))
                content[request.outputs[0].location.offset] ^= 255
                overwrite(request, 1, bytes(content))

            threading.Thread(target=write).start()
        return answer


@reusable_fault("sync_reusable-fast-unknown_dimensions", "output_shape.dimensions")
class ForgetsShapes(CountingExecution):
    """Does not report the shapes of unspecified outputs a second time."""

    def run(self, deadline: int | None) -> Any:
        status, shapes, timing = super().run(deadline)
        if self.number:
            shapes = tuple(type(shape)((1, 1), True) for shape in shapes)
        return status, shapes, timing


@reusable_fault("sync_reusable-fast-undersized", "output_form.insufficient_size")
class SmallOnce(CountingExecution):
    """Reports an output buffer that is too small once, and then ends with another error."""

    def run(self, deadline: int | None) -> Any:
        return (INVALID, (), Timing()) if self.number else super().run(deadline)


@reusable_fault("fenced_reusable-fast-unknown_dimensions", "output_form.refused")
class FencedUnspecified(ReusableExecution):
    """Executes a request with unspecified outputs fenced."""

    def execute_fenced(self, wait_for: Any, deadline: int | None, duration: int | None) -> Any:
        class Ended:
            def get_execution_info(self) -> Any:
                return NONE, Timing(), Timing()

        return NONE, None, Ended()


class Creation(FaultyPreparedModel):
    """A prepared model whose ``create_reusable_execution`` answers something else."""

    answer: Any = (NONE, None)

    def create_reusable_execution(self, request: Request, config: ExecutionConfig) -> Any:
        return self.answer


@reusable_fault("sync_reusable-fast", "execution.creation")
class NoExecution(Creation):
    """Creates no reusable execution, but answers NONE."""


@reusable_fault("fenced_reusable-fast-unknown_dimensions", "execution.creation")
class ErrorWithExecution(FaultyPreparedModel):
    """Creates a reusable execution and answers an error."""

    def create_reusable_execution(self, request: Request, config: ExecutionConfig) -> Any:
        return INVALID, ReusableExecution(self, request, config)


@reusable_fault("sync_reusable-fast-undersized", "execution.creation")
class SmallAtCreation(Creation):
    """Reports a buffer that is too small when the reusable execution is created."""

    answer = SMALL, None


@reusable_fault("sync_reusable-fast", "execute.status")
class RefusesCreation(Creation):
    """Refuses to create a reusable execution of a valid request."""

    answer = FAILURE, None


@reusable_fault("sync_reusable-fast", "answer.form")
class NotAnExecution(Creation):
    """Answers an object that is not a reusable execution."""

    answer = NONE, "an execution"
