"""Prepared models: the call sequences that drivers share, and a prepared model that runs a program.

``DeviceSkeleton`` and ``PreparedModelSkeleton`` implement the calls of the contract on top of a few
methods, which a subclass implements for its engine. ``BaseDevice`` and the adapter for native
libraries derive from them.
"""

from __future__ import annotations

import logging
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, NamedTuple

from conformance import hal
from conformance.bursts import BurstAnswer, BurstExecutor, PreparedModelExecutor, configure_burst
from conformance.driver_sdk.binding import Array, DriverError, input_arrays, write_outputs
from conformance.driver_sdk.buffers import BufferTracker, RequestBuffers, uses_buffers
from conformance.driver_sdk.fenced import LaunchResult, execute_fenced
from conformance.driver_sdk.last_error import LastError
from conformance.driver_sdk.vlog import VlogTag
from conformance.tracing import TraceLayer, TracePhase, span
from conformance.validation import first_request_violation

DEFAULT_LOOP_TIMEOUT: Final = 2_000_000_000
MAXIMUM_LOOP_TIMEOUT: Final = 15_000_000_000
"""Time limits of a WHILE in nanoseconds: the default, and the maximum that a request can set."""


def loop_timeout(requested: int | None) -> int:
    """Return the time limit in nanoseconds for each WHILE loop of an execution.

    ``requested`` is the request's limit; ``None`` selects the default. Values above the maximum are
    reduced to it.
    """
    return DEFAULT_LOOP_TIMEOUT if requested is None else min(requested, MAXIMUM_LOOP_TIMEOUT)


@dataclass(eq=False, repr=False)
class ReusableExecution(hal.Execution):
    """Executes one request by the prepared model's own calls, which check it each time.

    It keeps no state between executions and ignores all hints, as the contract permits.
    """

    _prepared_model: hal.PreparedModel
    _request: hal.Request
    _config: hal.ExecutionConfig

    def execute_synchronously(
        self, deadline: int | None
    ) -> tuple[hal.ErrorStatus, Sequence[hal.OutputShape], hal.Timing]:
        config = self._config
        return self._prepared_model.execute_synchronously(
            self._request, config.measure, deadline, config.loop_timeout_duration
        )

    def execute_fenced(
        self, wait_for: Sequence[hal.Fence], deadline: int | None, duration: int | None
    ) -> tuple[hal.ErrorStatus, hal.Fence | None, hal.FencedExecutionCallback | None]:
        config = self._config
        return self._prepared_model.execute_fenced(
            self._request,
            wait_for,
            config.measure,
            deadline,
            config.loop_timeout_duration,
            duration,
        )


log = logging.getLogger(__name__)

Result = tuple[hal.ErrorStatus, tuple[hal.OutputShape, ...], hal.Timing]
"""The answer of an execution."""

_MISSED_DEADLINE = (
    hal.ErrorStatus.MISSED_DEADLINE_TRANSIENT,
    hal.ErrorStatus.MISSED_DEADLINE_PERSISTENT,
)


class ExecutionCall(NamedTuple):
    """The arguments of an execution; ``deadline`` and ``loop_timeout`` may be ``None``.

    ``buffers`` keeps the driver-managed buffers of the request until the execution has ended.
    """

    request: hal.Request
    measure: int
    deadline: int | None
    loop_timeout: int | None
    buffers: RequestBuffers | None = None


class DeviceSkeleton(hal.Device):
    """A device without extensions and driver-managed buffers.

    It has no compilation caching either, unless a subclass overrides
    ``get_number_of_cache_files_needed`` and ``prepare_from_cache`` and saves in ``prepare``.
    """

    @abstractmethod
    def prepare(
        self,
        model: hal.Model,
        preference: int,
        priority: int,
        deadline: int | None,
        cache: hal.CacheArguments,
    ) -> tuple[hal.ErrorStatus, hal.PreparedModel | None]:
        """Prepare a model in the caller's thread; every failure becomes a status.

        Errors in ``cache`` do not affect the result.
        """

    def prepare_from_cache(
        self,
        deadline: int | None,  # noqa: ARG002
        cache: hal.CacheArguments,  # noqa: ARG002
    ) -> tuple[hal.ErrorStatus, hal.PreparedModel | None]:
        """Load a prepared model in the caller's thread; every failure becomes a status.

        A driver without caching returns GENERAL_FAILURE, because nothing is cached.
        """
        return hal.ErrorStatus.GENERAL_FAILURE, None

    def get_status(self) -> hal.DeviceStatus:
        return hal.DeviceStatus.AVAILABLE

    def get_supported_extensions(self) -> tuple[hal.ErrorStatus, Sequence[hal.Extension]]:
        return hal.ErrorStatus.NONE, ()

    def get_number_of_cache_files_needed(self) -> tuple[hal.ErrorStatus, int, int]:
        return hal.ErrorStatus.NONE, 0, 0

    def prepare_model(
        self,
        model: hal.Model,
        preference: int,
        priority: int,
        deadline: int | None,
        model_cache: Sequence[hal.CacheHandle],
        data_cache: Sequence[hal.CacheHandle],
        token: bytes,
        callback: hal.PreparedModelCallback,
    ) -> hal.ErrorStatus:
        """Prepare in the caller's thread and notify the callback before returning.

        Only the callback receives a missed deadline: the launch itself has succeeded.
        """
        cache = hal.CacheArguments(tuple(model_cache), tuple(data_cache), token)
        status, prepared = self.prepare(model, preference, priority, deadline, cache)
        callback.notify(status, prepared)
        return hal.ErrorStatus.NONE if status in _MISSED_DEADLINE else status

    def prepare_model_from_cache(
        self,
        deadline: int | None,
        model_cache: Sequence[hal.CacheHandle],
        data_cache: Sequence[hal.CacheHandle],
        token: bytes,
        callback: hal.PreparedModelCallback,
    ) -> hal.ErrorStatus:
        """Load in the caller's thread and notify the callback before returning."""
        cache = hal.CacheArguments(tuple(model_cache), tuple(data_cache), token)
        status, prepared = self.prepare_from_cache(deadline, cache)
        callback.notify(status, prepared)
        return hal.ErrorStatus.NONE if status in _MISSED_DEADLINE else status

    def allocate(
        self,
        desc: hal.BufferDesc,  # noqa: ARG002
        prepared_models: Sequence[hal.PreparedModel],  # noqa: ARG002
        input_roles: Sequence[hal.BufferRole],  # noqa: ARG002
        output_roles: Sequence[hal.BufferRole],  # noqa: ARG002
    ) -> tuple[hal.ErrorStatus, hal.Buffer | None, int]:
        """Return GENERAL_FAILURE, as the contract allows without driver-managed buffers."""
        return hal.ErrorStatus.GENERAL_FAILURE, None, 0


class PreparedModelSkeleton(hal.PreparedModel):
    """A prepared model whose executions of every kind call ``refusal`` and ``run``.

    Attributes:
        timing_unit: nanoseconds per unit of a ``Timing`` in the device's HAL version.
        last_error: the text about the last failed call; the device replaces it by its own.

    """

    def __init__(self, model: hal.Model, version: hal.Version) -> None:
        self._model = model
        self._version = version
        self.timing_unit = 1000 if version < hal.Version.AIDL_V1 else 1
        self.last_error = LastError()

    @abstractmethod
    def refusal(
        self, request: hal.Request, measure: int, *, unspecified_outputs: bool = True
    ) -> hal.ErrorStatus | None:
        """Return the status that refuses the call's arguments, or ``None`` if they are valid.

        Without ``unspecified_outputs``, every output must be fully specified.
        """

    @abstractmethod
    def run(self, call: ExecutionCall) -> Result:
        """Run a request that was not refused."""

    @abstractmethod
    def submit(self, job: Callable[[], None]) -> None:
        """Run ``job``, which does not raise, in another thread."""

    @abstractmethod
    def burst_executor(self) -> BurstExecutor:
        """Return the executor of a new burst; raise ``DriverError`` if there can be none."""

    def run_without_raising(self, call: ExecutionCall) -> Result:
        """Run a request; an exception becomes GENERAL_FAILURE, for threads without a caller."""
        try:
            return self.run(call)
        except Exception as error:
            self.last_error.set_exception(error, "the execution")
            return hal.ErrorStatus.GENERAL_FAILURE, (), hal.Timing()

    def execute(
        self,
        request: hal.Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
        callback: hal.ExecutionCallback,
    ) -> hal.ErrorStatus:
        """Run in another thread; for a refused request, notify the callback before returning."""
        problem = self.refusal(request, measure)
        if problem is not None:
            callback.notify(problem, (), hal.Timing())
            return problem
        return self.launch(
            ExecutionCall(request, measure, deadline, loop_timeout_duration), callback
        )

    def launch(self, call: ExecutionCall, callback: hal.ExecutionCallback) -> hal.ErrorStatus:
        """Launch an asynchronous execution and return the launch status."""
        self.submit(lambda: callback.notify(*self.run_without_raising(call)))
        return hal.ErrorStatus.NONE

    def execute_synchronously(
        self,
        request: hal.Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
    ) -> Result:
        problem = self.refusal(request, measure)
        if problem is not None:
            return problem, (), hal.Timing()
        return self.run(ExecutionCall(request, measure, deadline, loop_timeout_duration))

    def execute_fenced(
        self,
        request: hal.Request,
        wait_for: Sequence[hal.Fence],
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
        duration: int | None,
    ) -> LaunchResult:
        problem = self.refusal(request, measure, unspecified_outputs=False)
        if problem is not None:
            return problem, None, None
        call = ExecutionCall(request, measure, deadline, loop_timeout_duration)
        return self.launch_fenced(call, wait_for, duration)

    def launch_fenced(
        self, call: ExecutionCall, wait_for: Sequence[hal.Fence], duration: int | None
    ) -> LaunchResult:
        """Run at once and return no fence, or run in a thread once all fences have signaled."""

        def run(deadline: int | None) -> Result:
            return self.run_without_raising(call._replace(deadline=deadline))

        return execute_fenced(run, wait_for, call.deadline, duration, self.timing_unit)

    def create_reusable_execution(
        self, request: hal.Request, config: hal.ExecutionConfig
    ) -> tuple[hal.ErrorStatus, hal.Execution | None]:
        """Return an execution that calls this prepared model's own methods with the request.

        A request whose outputs are not fully specified is valid here, because the client may
        execute it synchronously.
        """
        problem = self.refusal(request, config.measure)
        if problem is not None:
            return problem, None
        return hal.ErrorStatus.NONE, ReusableExecution(self, request, config)

    def configure_execution_burst(
        self,
        callback: hal.BurstCallback,
        request_channel: hal.MQDescriptor,
        result_channel: hal.MQDescriptor,
    ) -> tuple[hal.ErrorStatus, hal.BurstContext | None]:
        """Set up a burst, which runs its requests in its own thread."""
        try:
            executor = self.burst_executor()
        except DriverError as error:
            log.info("burst refused: %s", error)
            return error.status, None
        return configure_burst(callback, request_channel, result_channel, executor)


Program = Callable[[Sequence[Array | None]], Sequence[Array]]
"""Function from the model's inputs, in order, to its outputs; ``None`` is an omitted input.

It may raise ``DriverError``. The inputs are read-only views that must not be kept.
"""

_MEASURES = tuple(hal.MeasureTiming)


def unsupported_kind(pools: Sequence[hal.MemoryPool], supported: frozenset[hal.MemoryKind]) -> str:
    """Return the name of the first memory whose kind is not supported; empty if there is none."""
    for pool in pools:
        if not isinstance(pool, hal.BufferToken) and pool.kind not in supported:
            return pool.name
    return ""


class ProgramModel(PreparedModelSkeleton):
    """A prepared model that runs a program; it keeps no state between executions."""

    memory_kinds: frozenset[hal.MemoryKind] = frozenset(hal.MemoryKind)
    """The kinds of memory that the device supports."""
    _buffers: BufferTracker | None = None

    def __init__(self, model: hal.Model, program: Program, version: hal.Version) -> None:
        super().__init__(model, version)
        self._program = program

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
        self, request: hal.Request, measure: int, *, unspecified_outputs: bool = True
    ) -> hal.ErrorStatus | None:
        """Return the status that refuses the call's arguments, or ``None`` if they are valid."""
        if measure not in _MEASURES:
            return hal.ErrorStatus.INVALID_ARGUMENT
        violation = first_request_violation(
            request,
            self._model,
            allow_unspecified_outputs=unspecified_outputs,
            version=self._version,
        )
        if violation is not None:
            self.last_error.log(VlogTag.EXECUTION, f"request refused: {violation}")
            return hal.ErrorStatus.INVALID_ARGUMENT
        if kind := unsupported_kind(request.pools, self.memory_kinds):
            self.last_error.log(VlogTag.MEMORY, f"request refused: a pool of the kind {kind}")
            return hal.ErrorStatus.GENERAL_FAILURE
        if uses_buffers(request):
            # An execution that waits for fences reads its buffers only after they have signaled.
            return self._buffer_refusal(request, contents=unspecified_outputs)
        return None

    def _buffer_refusal(self, request: hal.Request, *, contents: bool) -> hal.ErrorStatus | None:
        """Return INVALID_ARGUMENT if the request uses a buffer in a way that is not permitted.

        An uninitialized input buffer is not refused here: the execution fails.
        """
        try:
            self._request_buffers(request).check(self._model.main, contents=contents)
        except DriverError as error:
            self.last_error.log(VlogTag.MEMORY, f"request refused: {error}")
            if error.status is hal.ErrorStatus.INVALID_ARGUMENT:
                return error.status
        return None

    def _request_buffers(self, request: hal.Request) -> RequestBuffers:
        if self._buffers is None:
            raise DriverError(
                hal.ErrorStatus.INVALID_ARGUMENT, "the driver has allocated no buffer"
            )
        return self._buffers.buffers_of(request, self)

    def launch(self, call: ExecutionCall, callback: hal.ExecutionCallback) -> hal.ErrorStatus:
        return super().launch(self._with_buffers(call), callback)

    def launch_fenced(
        self, call: ExecutionCall, wait_for: Sequence[hal.Fence], duration: int | None
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
            return error.status, (), hal.Timing()
        result = self._run(call, buffers)
        if result[0] is not hal.ErrorStatus.NONE:
            buffers.invalidate_outputs()
        return result

    def _run(self, call: ExecutionCall, buffers: RequestBuffers | None) -> Result:
        request, deadline = call.request, call.deadline
        self.last_error.clear()
        started = time.monotonic_ns()
        if deadline is not None and started > deadline:
            return hal.ErrorStatus.MISSED_DEADLINE_PERSISTENT, (), hal.Timing()
        try:
            main = self._model.main
            with span(TraceLayer.DRIVER, TracePhase.INPUTS_AND_OUTPUTS, "input_arrays"):
                if buffers is not None:
                    buffers.check(main)
                    request = buffers.with_input_contents()
                inputs = input_arrays(request, main)
            compute_started = time.monotonic_ns()
            with span(TraceLayer.DRIVER, TracePhase.COMPUTATION, "compute"):
                outputs = self.compute_until(inputs, call.loop_timeout, deadline)
            compute_ended = time.monotonic_ns()
            if deadline is not None and compute_ended > deadline:
                return hal.ErrorStatus.MISSED_DEADLINE_TRANSIENT, (), hal.Timing()
            with span(TraceLayer.DRIVER, TracePhase.RESULTS, "write_outputs"):
                if buffers is None:
                    status, shapes = write_outputs(request, main, outputs)
                else:
                    buffers.check_results(outputs)
                    status, shapes = write_outputs(request, main, outputs, buffers.outputs)
                    if status is hal.ErrorStatus.NONE:
                        buffers.store_outputs(outputs)
        except DriverError as error:
            self.last_error.log(VlogTag.EXECUTION, str(error), "execution failed")
            return error.status, (), hal.Timing()
        except MemoryError:
            return hal.ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT, (), hal.Timing()
        except Exception as error:
            self.last_error.set_exception(error, "the execution")
            return hal.ErrorStatus.GENERAL_FAILURE, (), hal.Timing()
        timing = _UNMEASURED
        if call.measure == hal.MeasureTiming.YES and status is hal.ErrorStatus.NONE:
            unit = self.timing_unit
            timing = hal.Timing(
                (compute_ended - compute_started) // unit, (time.monotonic_ns() - started) // unit
            )
        return status, shapes, timing


class _ProgramBurst(PreparedModelExecutor):
    """A burst on a program; a repeated request is not validated again."""

    def __init__(self, model: ProgramModel) -> None:
        super().__init__(model)
        self._model = model
        self._refusal: hal.ErrorStatus | None = None

    def run(self, request: hal.Request, measure: int, *, again: bool) -> BurstAnswer:
        if not again:
            self._refusal = self._model.refusal(request, measure)
        if self._refusal is not None:
            return self._refusal, (), hal.Timing()
        return self._model.run(ExecutionCall(request, measure, None, None))


_UNMEASURED: Final = hal.Timing()
_pool: ThreadPoolExecutor | None = None
_pool_lock = threading.Lock()


def _worker() -> Executor:
    """Return the threads for asynchronous executions, which all devices of the process share."""
    global _pool
    with _pool_lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(2, thread_name_prefix="nn-driver")
        return _pool
