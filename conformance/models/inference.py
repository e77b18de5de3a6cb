"""Inferences of a prepared model: arrays in, arrays out, with states between the steps.

Measurements leave the harness's checks of an answer out: they take about 10 microseconds, and those
of fenced answers twice as long.
"""

from __future__ import annotations

import contextlib
import math
import select
import time
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, Final, Self

import numpy as np

from conformance import hal, tracing
from conformance.bursts import BurstController
from conformance.drivers.own_process.connection import RemotePreparedModel
from conformance.engines.tflite.tflite_import import ModelState
from conformance.harness.calls import burst_execution, driver_calls
from conformance.harness.calls.modes import MODES, ExecutionCall
from conformance.harness.calls.recording_callbacks import (
    RecordingPreparedModelCallback,
)
from conformance.operations.definition.operands import Array
from conformance.tracing import TraceLayer, TracePhase


class _CallClock:
    """Forwards calls to an object of the driver; ``seconds`` is the duration of the last one.

    A fenced execution ends when its fence is signalled.
    """

    def __init__(self, target: Any, timeout: float) -> None:
        self._target, self._milliseconds = target, int(timeout * 1000)
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        function = getattr(self._target, name)

        def call(*arguments: Any) -> Any:
            start = time.perf_counter()
            answer = function(*arguments)
            is_fenced = name == "execute_fenced" and isinstance(answer, tuple) and len(answer) == 3
            if is_fenced and answer[1] is not None:
                poll = select.poll()
                poll.register(answer[1].fileno(), select.POLLIN)
                # The harness reports a fence that is not signalled in time.
                poll.poll(self._milliseconds)
            self.seconds = time.perf_counter() - start
            return answer

        return call


_ALIGNMENT: Final = 64


class ModelDeclinedError(Exception):
    """The driver does not support the model; the message names the operations."""


class InferenceError(Exception):
    """The driver failed in a preparation or an inference; the message states how.

    ``status`` is the status that the driver answered, if it answered one.
    """

    def __init__(self, message: str, status: hal.ErrorStatus | None = None) -> None:
        super().__init__(message)
        self.status = status


class ExecutionMode(StrEnum):
    """The call by which a model is executed."""

    SYNCHRONOUS = "sync"
    ASYNCHRONOUS = "async"
    BURST = "burst"
    FENCED = "fenced"


def modes_of(version: hal.Version) -> tuple[ExecutionMode, ...]:
    """Return the modes that drivers of a HAL version have, the usual one first."""
    if version < hal.Version.V1_2:
        return (ExecutionMode.ASYNCHRONOUS,)
    if version < hal.Version.V1_3:
        return ExecutionMode.SYNCHRONOUS, ExecutionMode.BURST
    return ExecutionMode.SYNCHRONOUS, ExecutionMode.BURST, ExecutionMode.FENCED


NO_CACHE: Final = hal.CacheArguments()
"""The cache arguments of a compilation that is not saved."""


def prepare(device: hal.Device, model: hal.Model, timeout: float) -> hal.PreparedModel:
    """Return the prepared model.

    ``timeout`` is the limit for the callback in seconds. Raise ``ModelDeclinedError`` if the driver
    does not support the whole model, ``InferenceError`` if it fails to prepare a model that it
    supports, and ``DriverCallError`` if a call violates the interface.
    """
    status, supported = driver_calls.get_supported_operations(device, model)
    operations = model.main.operations
    if status != hal.ErrorStatus.NONE or len(supported) != len(operations):
        raise InferenceError(
            f"get_supported_operations answered {status.name} and {len(supported)} flags for "
            f"{len(operations)} operations"
        )
    missing = [operations[n].type for n, flag in enumerate(supported) if not flag]
    if missing:
        names = sorted({hal.name_of(hal.OperationType, type_) for type_ in missing})
        raise ModelDeclinedError(
            f"the driver does not support {len(missing)} of {len(operations)} operations: "
            + ", ".join(names)
        )
    return compile_model(device, model, timeout)


def compile_model(
    device: hal.Device, model: hal.Model, timeout: float, cache: hal.CacheArguments = NO_CACHE
) -> hal.PreparedModel:
    """Return the prepared model; ``InferenceError`` if the driver fails to prepare it."""
    with tracing.span(TraceLayer.RUNTIME, TracePhase.COMPILATION, "compile_model"):
        outcome = driver_calls.prepare_model(
            device,
            model,
            hal.ExecutionPreference.SUSTAINED_SPEED,
            timeout,
            RecordingPreparedModelCallback(),
            model_cache=cache.model,
            data_cache=cache.data,
            token=cache.token,
        )
    if outcome.model is None or outcome.status != hal.ErrorStatus.NONE:
        raise InferenceError(f"prepare_model answered {outcome.status.name}", outcome.status)
    return outcome.model


class InferenceSession:
    """Runs inferences of one prepared model, with memory that is reused.

    States start with the zero point; ``reset`` starts a new sequence. The session must be closed.
    """

    def __init__(
        self,
        prepared: hal.PreparedModel,
        model: hal.Model,
        states: Sequence[ModelState] = (),
        *,
        mode: ExecutionMode = ExecutionMode.SYNCHRONOUS,
        timeout: float = 60.0,
    ) -> None:
        """Allocate the memory of the requests.

        Raise ``InferenceError`` if the model does not state the shapes of its inputs and outputs,
        and ``DriverCallError`` if a burst is refused.
        """
        main = model.main
        self.inputs = tuple(main.operands[index] for index in main.input_indexes)
        self.outputs = tuple(main.operands[index] for index in main.output_indexes)
        for operand in (*self.inputs, *self.outputs):
            if 0 in operand.dimensions:
                raise InferenceError("the model does not state the shapes of its inputs or outputs")
        self._states = tuple(states)
        self._state_inputs = {state.input for state in states}
        self._state_outputs = {state.output for state in states}
        self._timeout = timeout
        self._clock: _CallClock | None = None
        self._prepared: Any = prepared
        measured = (ExecutionMode.SYNCHRONOUS, ExecutionMode.FENCED)
        if not isinstance(prepared, RemotePreparedModel) and mode in measured:
            self._clock = self._prepared = _CallClock(prepared, timeout)
        self._pools: list[hal.SharedMemory] = []
        input_arguments, self._input_arrays = self._allocate(self.inputs, 0)
        output_arguments, self._output_arrays = self._allocate(self.outputs, 1)
        self.request = hal.Request(input_arguments, output_arguments, tuple(self._pools))
        self._burst: BurstController | None = None
        if mode is ExecutionMode.BURST:
            self._burst = burst_execution.open_burst(prepared, timeout)
            self._clock = _CallClock(self._burst, timeout)
        self._mode = mode
        self.timing = hal.Timing()
        """The timing of the last inference, if ``measure`` was YES."""
        self.measure = hal.MeasureTiming.NO
        self.reset()

    def _allocate(
        self, operands: Sequence[hal.Operand], pool: int
    ) -> tuple[tuple[hal.RequestArgument, ...], list[Array]]:
        """Return the arguments of operands in one new pool, and arrays that view their memory."""
        arguments, offsets, end = [], [], 0
        for operand in operands:
            length = math.prod(operand.dimensions) * hal.INFO[operand.type].itemsize
            arguments.append(hal.RequestArgument(location=hal.DataLocation(pool, end, length)))
            offsets.append(end)
            end = -(-(end + length) // _ALIGNMENT) * _ALIGNMENT
        memory = hal.SharedMemory(max(end, _ALIGNMENT))
        self._pools.append(memory)
        arrays = [
            np.frombuffer(
                memory.view(),
                hal.INFO[operand.type].dtype,
                math.prod(operand.dimensions),
                offset,
            ).reshape(operand.dimensions)
            for operand, offset in zip(operands, offsets, strict=True)
        ]
        return tuple(arguments), arrays

    def reset(self) -> None:
        """Start a new sequence: set each state to its zero point."""
        for state in self._states:
            self._input_arrays[state.input][...] = self.inputs[state.input].zero_point

    def load(self, inputs: Sequence[Array]) -> None:
        """Write the inputs that are not states, in order; ``ValueError`` if they do not fit."""
        places = [
            array
            for number, array in enumerate(self._input_arrays)
            if number not in self._state_inputs
        ]
        if len(inputs) != len(places):
            raise ValueError(f"{len(inputs)} inputs, but the model has {len(places)}")
        with tracing.span(TraceLayer.RUNTIME, TracePhase.INPUTS_AND_OUTPUTS, "load"):
            for place, values in zip(places, inputs, strict=True):
                if place.shape != values.shape or place.dtype != values.dtype:
                    raise ValueError(
                        f"an input is {values.dtype} {list(values.shape)}, but the model has "
                        f"{place.dtype} {list(place.shape)}"
                    )
                place[...] = values

    def execute(self) -> float | None:
        """Execute with the loaded inputs; raise ``InferenceError`` if the status is not NONE.

        Return the seconds from the driver's call to the end of the execution, without the checks of
        the answer. The result is ``None`` if this duration cannot be measured: for bursts, for
        asynchronous executions and for isolated drivers.
        """
        with tracing.span(TraceLayer.RUNTIME, TracePhase.EXECUTION, self._mode.value):
            status = self._execute()
        if status != hal.ErrorStatus.NONE:
            raise InferenceError(f"an execution answered {status.name}", status)
        return None if self._clock is None else self._clock.seconds

    def overwrite_outputs(self, byte: int) -> None:
        """Fill the output memory, so that an earlier result is not mistaken for a new one."""
        for array in self._output_arrays:
            array.reshape(-1).view(np.uint8)[...] = byte

    def results(self) -> list[Array]:
        """Return copies of the outputs that are not states, and pass the states to the next run."""
        for state in self._states:
            if state.output is not None:
                self._input_arrays[state.input][...] = self._output_arrays[state.output]
        return [
            array.copy()
            for number, array in enumerate(self._output_arrays)
            if number not in self._state_outputs
        ]

    def run(self, inputs: Sequence[Array]) -> list[Array]:
        """Run one inference and return the outputs that are not states."""
        self.load(inputs)
        self.execute()
        return self.results()

    def real_values(self, results: Sequence[Array]) -> list[Array]:
        """Return the outputs of ``run`` as real numbers; quantized ones are dequantized."""
        operands = [
            operand
            for number, operand in enumerate(self.outputs)
            if number not in self._state_outputs
        ]
        return [
            dequantized(operand, result) for operand, result in zip(operands, results, strict=True)
        ]

    def _execute(self) -> hal.ErrorStatus:
        if self._burst is None:
            call = ExecutionCall(self._prepared, self.request, self._timeout, self.measure)
            outcome = MODES[self._mode].run(call)
        else:
            assert self._clock is not None
            result = driver_calls.call_driver(
                "a burst", self._clock.execute, self.request, self.measure
            )
            outcome = burst_execution.burst_outcome(result)
        self.timing = outcome.timing
        return outcome.status

    def close(self) -> None:
        """End the burst and release the memory."""
        if self._burst is not None:
            self._burst.close()
        self._clock = self._burst = None
        self._input_arrays, self._output_arrays = [], []
        for memory in self._pools:
            # A driver that still has a view keeps the mapping.
            with contextlib.suppress(BufferError):
                memory.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def dequantized(operand: hal.Operand, values: Array) -> Array:
    """Return an operand's data as real numbers (float64); quantized data is dequantized."""
    real = values.astype(np.float64)
    if hal.INFO[operand.type].quantized and operand.scale:
        return (real - operand.zero_point) * operand.scale
    return real


@contextlib.contextmanager
def opened_session(
    device: hal.Device,
    model: hal.Model,
    states: Sequence[ModelState] = (),
    *,
    mode: ExecutionMode | None = None,
    timeout: float = 60.0,
) -> Iterator[InferenceSession]:
    """Prepare a model and yield a session, which is closed afterwards; errors as ``prepare``.

    Without ``mode``, the usual one of the driver's HAL version is used.
    """
    prepared = prepare(device, model, timeout)
    chosen = modes_of(device.version)[0] if mode is None else mode
    with InferenceSession(prepared, model, states, mode=chosen, timeout=timeout) as session:
        yield session
