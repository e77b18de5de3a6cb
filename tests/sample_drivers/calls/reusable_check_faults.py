"""Faults of reusable executions that the checks of their area find."""

from __future__ import annotations

import time
import weakref
from collections.abc import Sequence
from typing import Any

from conformance.hal import (
    ErrorStatus,
    ExecutionConfig,
    FenceStatus,
    MeasureTiming,
    Request,
    SharedMemory,
    Timing,
)
from conformance.support.reusable import ReusableExecution
from tests.sample_drivers.calls.driver_fault import FAILURE, INVALID, NONE, FaultyPreparedModel
from tests.sample_drivers.calls.reusable_faults import (
    CountingExecution,
    contents,
    overwrite,
    reusable_fault,
)

AREA = "reusable_executions."


def inputs_of(request: Request) -> list[bytes]:
    """Return the content of each input of a request."""
    memory = contents(request, 0)
    locations = [argument.location for argument in request.inputs]
    return [memory[where.offset : where.offset + where.length] for where in locations]


def with_inputs(request: Request, values: Sequence[bytes]) -> None:
    """Replace the content of the inputs of a request."""
    content = bytearray(contents(request, 0))
    for argument, data in zip(request.inputs, values, strict=True):
        where = argument.location
        content[where.offset : where.offset + where.length] = data
    overwrite(request, 0, bytes(content))


class OwnInputs(CountingExecution):
    """Executes with the inputs ``kept`` instead of those in the memory, which it restores."""

    kept: Sequence[bytes]

    def executed(self, call: Any, *arguments: Any) -> Any:
        current = inputs_of(self._request)
        with_inputs(self._request, self.kept)
        answer = call(*arguments)
        with_inputs(self._request, current)
        return answer


@reusable_fault(AREA + "changing_inputs")
class InputsOfFirst(OwnInputs):
    """Computes every result of a reusable execution from its first inputs."""

    kept = ()

    def run(self, deadline: int | None) -> Any:
        self.kept = self.kept or inputs_of(self._request)
        return self.executed(super().run, deadline)


@reusable_fault(AREA + "changing_inputs")
class InputsOfLastSynchronous(OwnInputs):
    """Computes fenced results from the inputs of the last synchronous execution."""

    kept = ()

    def run(self, deadline: int | None) -> Any:
        self.kept = inputs_of(self._request)
        return super().run(deadline)

    def launch(self, *arguments: Any) -> Any:
        if not self.kept:
            return super().launch(*arguments)
        return self.executed(super().launch, *arguments)


@reusable_fault(AREA + "changing_inputs")
class WritesBesideOutput(CountingExecution):
    """Writes after the output buffer from the third execution on."""

    def run(self, deadline: int | None) -> Any:
        answer = super().run(deadline)
        if self.number >= 2:
            content = bytearray(contents(self._request, 0))
            where = self._request.outputs[0].location
            content[where.offset + where.length] ^= 1
            overwrite(self._request, 0, bytes(content))
        return answer


@reusable_fault(AREA + "creation_executes_nothing")
class ExecutesAtCreation(CountingExecution):
    """Executes when a reusable execution is created."""

    def __init__(self, prepared: Any, request: Request, config: ExecutionConfig) -> None:
        super().__init__(prepared, request, config)
        self.execute_synchronously(None)


@reusable_fault(AREA + "creation_executes_nothing")
class ReadsAtCreation(OwnInputs):
    """Reads the inputs of the first execution when the reusable execution is created."""

    def __init__(self, prepared: Any, request: Request, config: ExecutionConfig) -> None:
        super().__init__(prepared, request, config)
        self.kept = inputs_of(request)

    def run(self, deadline: int | None) -> Any:
        return super().run(deadline) if self.number else self.executed(super().run, deadline)


@reusable_fault(AREA + "several_objects")
class OneRequest(ReusableExecution):
    """Executes the request of the prepared model's newest reusable execution."""

    def __init__(self, prepared: Any, request: Request, config: ExecutionConfig) -> None:
        super().__init__(prepared, request, config)
        prepared.newest = request

    def execute_synchronously(self, deadline: int | None) -> Any:
        return self._prepared_model.execute_synchronously(
            self._prepared_model.newest,  # type: ignore[attr-defined]
            self._config.measure,
            deadline,
            None,
        )


@reusable_fault(AREA + "several_objects")
class SixteenObjects(FaultyPreparedModel):
    """Creates at most sixteen reusable executions of one prepared model."""

    created = 0

    def create_reusable_execution(self, request: Request, config: ExecutionConfig) -> Any:
        self.created += 1
        if self.created > 16:
            return FAILURE, None
        return super().create_reusable_execution(request, config)


@reusable_fault(AREA + "concurrent_objects")
class SharedScratch(CountingExecution):
    """Keeps the inputs of all reusable executions of a prepared model in one place."""

    def run(self, deadline: int | None) -> Any:
        model: Any = self._prepared_model
        model.scratch = inputs_of(self._request)
        time.sleep(0.002)
        current = inputs_of(self._request)
        with_inputs(self._request, model.scratch)
        answer = super().run(deadline)
        with_inputs(self._request, current)
        return answer


@reusable_fault(AREA + "pending_fences_delay")
class WaitsOnce(CountingExecution):
    """Waits for the fences of the first execution only."""

    def launch(self, wait_for: Any, *limits: Any) -> Any:
        return super().launch(() if self.number else wait_for, *limits)


@reusable_fault(AREA + "pending_fences_delay")
class ReadsAtLaunch(CountingExecution):
    """Reads the inputs of a fenced execution before its wait fences are signalled."""

    def launch(self, wait_for: Any, *limits: Any) -> Any:
        copies = tuple(
            SharedMemory(initial=contents(self._request, number))
            for number in range(len(self._request.pools))
        )
        inputs = Request(
            tuple(
                type(argument)(
                    argument.has_no_value,
                    type(argument.location)(
                        len(copies), argument.location.offset, argument.location.length
                    ),
                    argument.dimensions,
                )
                for argument in self._request.inputs
            ),
            self._request.outputs,
            (*self._request.pools, *copies),
        )
        return self._prepared_model.execute_fenced(
            inputs, wait_for, self._config.measure, limits[0], None, limits[1]
        )


@reusable_fault(AREA + "failed_fences")
class IgnoresFailedFences(CountingExecution):
    """Executes although a wait fence is in the error state."""

    def launch(self, wait_for: Any, *limits: Any) -> Any:
        sound = [fence for fence in wait_for if fence.wait(0) is not FenceStatus.ERROR]
        return super().launch(sound, *limits)


@reusable_fault(AREA + "failed_fences")
class UnusableAfterError(CountingExecution):
    """Refuses every execution after one that failed."""

    broken = False

    def launch(self, *arguments: Any) -> Any:
        if self.broken:
            return FAILURE, None, None
        answer = super().launch(*arguments)
        self.broken = answer[0] is not NONE
        return answer


@reusable_fault(AREA + "past_deadline")
class PastIsInvalid(CountingExecution):
    """Answers INVALID_ARGUMENT for a deadline in the past of a reusable execution."""

    def run(self, deadline: int | None) -> Any:
        past = deadline is not None and deadline < time.monotonic_ns()
        return (INVALID, (), Timing()) if past else super().run(deadline)


@reusable_fault(AREA + "past_deadline")
class DeadlineStays(CountingExecution):
    """Applies the deadline of an execution to the following ones of the object."""

    deadline: int | None = None

    def run(self, deadline: int | None) -> Any:
        self.deadline = self.deadline or deadline
        return super().run(self.deadline)


@reusable_fault(AREA + "past_deadline")
class TimedMiss(CountingExecution):
    """Reports a time with a missed deadline of a reusable execution."""

    def run(self, deadline: int | None) -> Any:
        status, shapes, timing = super().run(deadline)
        return status, shapes, timing if status is NONE else Timing(1, 1)


class LastConfiguration(ReusableExecution):
    """Applies the configuration of the newest reusable execution to all of the prepared model."""

    def __init__(self, prepared: Any, request: Request, config: ExecutionConfig) -> None:
        super().__init__(prepared, request, config)
        prepared.configuration = config

    def execute_synchronously(self, deadline: int | None) -> Any:
        self._config = self._prepared_model.configuration  # type: ignore[attr-defined]
        answer = super().execute_synchronously(deadline)
        if self._config.measure == MeasureTiming.NO:
            return answer
        return *answer[:2], Timing(1, 1)


@reusable_fault(AREA + "measured_by_configuration")
class FirstConfiguration(LastConfiguration):
    """Applies the configuration of the first reusable execution to all of the prepared model."""

    def __init__(self, prepared: Any, request: Request, config: ExecutionConfig) -> None:
        first = getattr(prepared, "configuration", config)
        super().__init__(prepared, request, config)
        prepared.configuration = first


@reusable_fault(AREA + "measured_by_configuration")
class MeasuresFenced(ReusableExecution):
    """Reports a time of every fenced execution of a reusable execution."""

    def execute_fenced(self, *arguments: Any) -> Any:
        status, fence, info = super().execute_fenced(*arguments)

        class Timed:
            def get_execution_info(self) -> Any:
                return info.get_execution_info()[0], Timing(1, 1), Timing(1, 1)

        return status, fence, None if info is None else Timed()


@reusable_fault(AREA + "insufficient_outputs")
class SmallIsNone(CountingExecution):
    """Answers NONE for a second execution whose output buffer is too small."""

    def run(self, deadline: int | None) -> Any:
        status, shapes, timing = super().run(deadline)
        small = status is ErrorStatus.OUTPUT_INSUFFICIENT_SIZE
        return (NONE if small and self.number else status), shapes, timing


@reusable_fault(AREA + "insufficient_outputs")
class AllSufficient(CountingExecution):
    """Reports every buffer as large enough with a second OUTPUT_INSUFFICIENT_SIZE."""

    def run(self, deadline: int | None) -> Any:
        status, shapes, timing = super().run(deadline)
        if self.number:
            shapes = tuple(type(shape)(shape.dimensions, True) for shape in shapes)
        return status, shapes, timing


@reusable_fault(AREA + "unspecified_outputs")
class FencedWithoutShapes(ReusableExecution):
    """Executes fenced although no output has specified dimensions."""

    def execute_fenced(self, wait_for: Any, deadline: int | None, duration: int | None) -> Any:
        status, _, _ = super().execute_synchronously(deadline)

        class Ended:
            def get_execution_info(self) -> Any:
                return status, Timing(), Timing()

        return NONE, None, Ended()


@reusable_fault(AREA + "unspecified_outputs")
class RefusesUnspecified(CountingExecution):
    """Refuses unspecified outputs synchronously after a fenced refusal."""

    refused = False

    def launch(self, *arguments: Any) -> Any:
        answer = super().launch(*arguments)
        self.refused |= answer[0] is INVALID
        return answer

    def run(self, deadline: int | None) -> Any:
        return (INVALID, (), Timing()) if self.refused else super().run(deadline)


@reusable_fault(AREA + "released_prepared_model")
class WeakModel(ReusableExecution):
    """Executes only while the client holds the prepared model."""

    def __init__(self, prepared: Any, request: Request, config: ExecutionConfig) -> None:
        super().__init__(prepared.right, request, config)
        self._model = weakref.ref(prepared)

    def execute_synchronously(self, deadline: int | None) -> Any:
        if self._model() is None:
            return FAILURE, (), Timing()
        return super().execute_synchronously(deadline)


@reusable_fault(AREA + "released_execution")
class ReleasesModel(ReusableExecution):
    """Releases the resources of the prepared model with the first reusable execution."""

    def __del__(self) -> None:
        model: Any = self._prepared_model
        model.released = True

    def execute_synchronously(self, deadline: int | None) -> Any:
        if getattr(self._prepared_model, "released", False):
            return FAILURE, (), Timing()
        return super().execute_synchronously(deadline)


@reusable_fault(AREA + "unknown_hints")
class RefusesHints(FaultyPreparedModel):
    """Refuses hints that it does not know."""

    def create_reusable_execution(self, request: Request, config: ExecutionConfig) -> Any:
        if config.execution_hints:
            return INVALID, None
        return super().create_reusable_execution(request, config)


@reusable_fault(AREA + "unknown_hints")
class RefusesPrefixes(FaultyPreparedModel):
    """Refuses the prefix of an extension that it does not support."""

    def create_reusable_execution(self, request: Request, config: ExecutionConfig) -> Any:
        if "org.nn_conformance.unknown" in config.extension_name_to_prefix:
            return FAILURE, None
        return super().create_reusable_execution(request, config)


@reusable_fault(AREA + "unknown_hints")
class HintsChangeResults(ReusableExecution):
    """Does not write the outputs if there are many hints."""

    def execute_synchronously(self, deadline: int | None) -> Any:
        if len(self._config.execution_hints) > 100:
            return NONE, (), Timing()
        return super().execute_synchronously(deadline)


@reusable_fault(AREA + "refused_requests")
class VagueRefusal(FaultyPreparedModel):
    """Answers GENERAL_FAILURE instead of INVALID_ARGUMENT when an invalid request is created."""

    def create_reusable_execution(self, request: Request, config: ExecutionConfig) -> Any:
        status, execution = super().create_reusable_execution(request, config)
        return (FAILURE if status is INVALID else status), execution


class UncheckedCreation(FaultyPreparedModel):
    """Creates reusable executions without a check, as the contract permits."""

    def create_reusable_execution(self, request: Request, config: ExecutionConfig) -> Any:
        return NONE, self.reusable(request, config)


@reusable_fault(AREA + "refused_requests")
class NeverChecked(UncheckedCreation):
    """Checks invalid requests of reusable executions neither at creation nor later."""

    def reusable(self, request: Request, config: ExecutionConfig) -> Any:
        class Unchecked(ReusableExecution):
            def execute_synchronously(self, deadline: int | None) -> Any:
                answer = super().execute_synchronously(deadline)
                return (NONE, (), Timing()) if answer[0] is INVALID else answer

        return Unchecked(self, request, config)


@reusable_fault(AREA + "refused_requests")
class OtherDimensions(UncheckedCreation):
    """Accepts dimensions in a request that are not the model's."""

    def reusable(self, request: Request, config: ExecutionConfig) -> Any:
        if request.outputs and request.outputs[0].dimensions == (5,):
            plain = type(request.outputs[0])(location=request.outputs[0].location)
            request = Request(request.inputs, (plain,), request.pools)
        return ReusableExecution(self, request, config)
