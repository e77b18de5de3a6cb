"""A prepared model that runs a program: checks of requests, executions, bursts, threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Final

from conformance.bursts import BurstAnswer, BurstExecutor, PreparedModelExecutor
from conformance.driver_sdk.binding import Array, DriverError, input_arrays, write_outputs
from conformance.driver_sdk.fenced import LaunchResult
from conformance.driver_sdk.last_error import LastError
from conformance.driver_sdk.memory_domains import BufferTracker
from conformance.driver_sdk.request_buffers import RequestBuffers, uses_buffers
from conformance.driver_sdk.skeletons import ExecutionCall, PreparedModelSkeleton, Result
from conformance.driver_sdk.tracing import TraceLayer, TracePhase, trace
from conformance.driver_sdk.vlog import VlogTag
from conformance.hal import (
    BufferToken,
    ErrorStatus,
    ExecutionCallback,
    Fence,
    MeasureTiming,
    MemoryKind,
    MemoryPool,
    Model,
    Request,
    Timing,
    Version,
)
from conformance.validation import first_request_violation

Program = Callable[[Sequence[Array | None]], Sequence[Array]]
"""Function from the model's inputs, in order, to its outputs; ``None`` is an omitted input.

It may raise ``DriverError``. The inputs are read-only views that must not be kept.
"""

_MEASURES = tuple(MeasureTiming)


def unsupported_kind(pools: Sequence[MemoryPool], supported: frozenset[MemoryKind]) -> str:
    """Return the name of the first memory whose kind is not supported; empty if there is none."""
    for pool in pools:
        if not isinstance(pool, BufferToken) and pool.kind not in supported:
            return pool.name
    return ""


class ProgramModel(PreparedModelSkeleton):
    """A prepared model that runs a program; it keeps no state between executions."""

    memory_kinds: frozenset[MemoryKind] = frozenset(MemoryKind)
    """The kinds of memory that the device supports."""
    last_error: LastError
    """The text about the last failed call; the device replaces it by its own."""
    _buffers: BufferTracker | None = None

    def __init__(self, model: Model, program: Program, version: Version) -> None:
        super().__init__(model, version)
        self._program = program
        self.last_error = LastError()

    def use_buffers(self, tracker: BufferTracker) -> None:
        """Accept the tracker's driver-managed buffers in requests."""
        self._buffers = tracker

    def submit(self, job: Callable[[], None]) -> None:
        _worker().submit(job)

    def burst_executor(self) -> BurstExecutor:
        # A subclass with its own synchronous execution must be used through that method.
        overridden = type(self).execute_synchronously is not ProgramModel.execute_synchronously
        return PreparedModelExecutor(self) if overridden else _ProgramBurst(self)

    def refusal(
        self, request: Request, measure: int, *, unspecified_outputs: bool = True
    ) -> ErrorStatus | None:
        """Return the status that refuses the call's arguments, or ``None`` if they are valid."""
        if measure not in _MEASURES:
            return ErrorStatus.INVALID_ARGUMENT
        violation = first_request_violation(
            request,
            self._model,
            allow_unspecified_outputs=unspecified_outputs,
            version=self._version,
        )
        if violation is not None:
            self.last_error.log(VlogTag.EXECUTION, f"request refused: {violation}")
            return ErrorStatus.INVALID_ARGUMENT
        if kind := unsupported_kind(request.pools, self.memory_kinds):
            self.last_error.log(VlogTag.MEMORY, f"request refused: a pool of the kind {kind}")
            return ErrorStatus.GENERAL_FAILURE
        if uses_buffers(request):
            # An execution that waits for fences reads its buffers only after they have signaled.
            return self._buffer_refusal(request, contents=unspecified_outputs)
        return None

    def _buffer_refusal(self, request: Request, *, contents: bool) -> ErrorStatus | None:
        """Return INVALID_ARGUMENT if the request uses a buffer in a way that is not permitted.

        An uninitialized input buffer is not refused here: the execution fails.
        """
        try:
            self._request_buffers(request).check(self._model.main, contents=contents)
        except DriverError as error:
            self.last_error.log(VlogTag.MEMORY, f"request refused: {error}")
            if error.status is ErrorStatus.INVALID_ARGUMENT:
                return error.status
        return None

    def _request_buffers(self, request: Request) -> RequestBuffers:
        if self._buffers is None:
            raise DriverError(ErrorStatus.INVALID_ARGUMENT, "the driver has allocated no buffer")
        return self._buffers.buffers_of(request, self)

    def launch(self, call: ExecutionCall, callback: ExecutionCallback) -> ErrorStatus:
        return super().launch(self._with_buffers(call), callback)

    def launch_fenced(
        self, call: ExecutionCall, wait_for: Sequence[Fence], duration: int | None
    ) -> LaunchResult:
        return super().launch_fenced(self._with_buffers(call), wait_for, duration)

    def _with_buffers(self, call: ExecutionCall) -> ExecutionCall:
        """Return the call with its buffers, so that they exist until the execution has ended."""
        if not uses_buffers(call.request):
            return call
        return call._replace(buffers=self._request_buffers(call.request))

    def compute(
        self,
        inputs: Sequence[Array | None],
        loop_timeout_duration: int | None,  # noqa: ARG002 - for programs that have loops
    ) -> Sequence[Array]:
        """Run the program; a subclass with loops overrides this method to enforce their time limit.

        ``loop_timeout_duration`` is in nanoseconds.
        """
        return self._program(inputs)

    def compute_until(
        self,
        inputs: Sequence[Array | None],
        loop_timeout_duration: int | None,
        deadline: int | None,  # noqa: ARG002 - for programs that can be aborted
    ) -> Sequence[Array]:
        """Run the program; a subclass may abort it when the deadline has passed.

        ``deadline`` is a time of the monotonic clock in nanoseconds. To abort, raise
        ``DriverError`` with MISSED_DEADLINE_TRANSIENT. By default the program runs to its end.
        """
        return self.compute(inputs, loop_timeout_duration)

    def run(self, call: ExecutionCall) -> Result:
        """Run a valid request; every failure becomes a status, never an exception."""
        if not uses_buffers(call.request):
            return self._run(call, None)
        buffers = call.buffers
        try:
            if buffers is None:
                buffers = self._request_buffers(call.request)
        except DriverError as error:  # freed since the request was checked
            return error.status, (), Timing()
        result = self._run(call, buffers)
        if result[0] is not ErrorStatus.NONE:
            buffers.invalidate_outputs()
        return result

    def _run(self, call: ExecutionCall, buffers: RequestBuffers | None) -> Result:
        request, deadline = call.request, call.deadline
        self.last_error.clear()
        started = time.monotonic_ns()
        if deadline is not None and started > deadline:
            return ErrorStatus.MISSED_DEADLINE_PERSISTENT, (), Timing()
        try:
            main = self._model.main
            with trace(TraceLayer.DRIVER, TracePhase.INPUTS_AND_OUTPUTS, "input_arrays"):
                if buffers is not None:
                    buffers.check(main)
                    request = buffers.with_input_contents()
                inputs = input_arrays(request, main)
            compute_started = time.monotonic_ns()
            with trace(TraceLayer.DRIVER, TracePhase.COMPUTATION, "compute"):
                outputs = self.compute_until(inputs, call.loop_timeout, deadline)
            compute_ended = time.monotonic_ns()
            if deadline is not None and compute_ended > deadline:
                return ErrorStatus.MISSED_DEADLINE_TRANSIENT, (), Timing()
            with trace(TraceLayer.DRIVER, TracePhase.RESULTS, "write_outputs"):
                if buffers is None:
                    status, shapes = write_outputs(request, main, outputs)
                else:
                    buffers.check_results(outputs)
                    status, shapes = write_outputs(request, main, outputs, buffers.outputs)
                    if status is ErrorStatus.NONE:
                        buffers.store_outputs(outputs)
        except DriverError as error:
            self.last_error.log(VlogTag.EXECUTION, str(error), "execution failed")
            return error.status, (), Timing()
        except MemoryError:
            return ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT, (), Timing()
        except Exception as error:
            self.last_error.set_exception(error, "the execution")
            return ErrorStatus.GENERAL_FAILURE, (), Timing()
        timing = _UNMEASURED
        if call.measure == MeasureTiming.YES and status is ErrorStatus.NONE:
            unit = self.timing_unit
            timing = Timing(
                (compute_ended - compute_started) // unit, (time.monotonic_ns() - started) // unit
            )
        return status, shapes, timing


class _ProgramBurst(PreparedModelExecutor):
    """A burst on a program; a repeated request is not validated again."""

    def __init__(self, model: ProgramModel) -> None:
        super().__init__(model)
        self._model = model
        self._refusal: ErrorStatus | None = None

    def run(self, request: Request, measure: int, *, again: bool) -> BurstAnswer:
        if not again:
            self._refusal = self._model.refusal(request, measure)
        if self._refusal is not None:
            return self._refusal, (), Timing()
        return self._model.run(ExecutionCall(request, measure, None, None))


_UNMEASURED: Final = Timing()
_pool: ThreadPoolExecutor | None = None
_pool_lock = threading.Lock()


def _worker() -> Executor:
    """Return the threads for asynchronous executions, which all devices of the process share."""
    global _pool
    with _pool_lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(2, thread_name_prefix="nn-driver")
        return _pool
