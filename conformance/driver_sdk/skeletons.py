"""The call sequences that drivers share: argument checks, launches and notifications.

``DeviceSkeleton`` and ``PreparedModelSkeleton`` implement the calls of the contract on top of a few
methods, which a subclass implements for its engine. ``BaseDevice`` and the adapter for native
libraries derive from them.
"""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from conformance import hal
from conformance.bursts import BurstExecutor, configure_burst
from conformance.driver_sdk.binding import DriverError
from conformance.driver_sdk.fenced import LaunchResult, execute_fenced
from conformance.driver_sdk.request_buffers import RequestBuffers
from conformance.driver_sdk.reusable import ReusableExecution

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

    """

    def __init__(self, model: hal.Model, version: hal.Version) -> None:
        self._model = model
        self._version = version
        self.timing_unit = 1000 if version < hal.Version.AIDL_V1 else 1

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
        except Exception:
            log.exception("an execution raised an exception")
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
