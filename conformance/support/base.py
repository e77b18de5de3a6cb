"""Base classes of a driver that implement everything except the computation.

``BaseDevice`` implements every call of the contract. A subclass states which operations it supports
and compiles a valid model to a function from input arrays to output arrays.
"""

from __future__ import annotations

import logging
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import ClassVar, NamedTuple

from conformance.hal import (
    Buffer,
    BufferDesc,
    BufferRole,
    BufferToken,
    CacheArguments,
    Capabilities,
    DeviceType,
    ErrorStatus,
    ExecutionCallback,
    ExecutionPreference,
    Extension,
    Fence,
    MeasureTiming,
    MemoryKind,
    MemoryPool,
    Model,
    PerformanceInfo,
    PreparedModel,
    Priority,
    Request,
    Timing,
    Version,
)
from conformance.operations import vendor_extensions
from conformance.support.binding import Array, DriverError, input_arrays, write_outputs
from conformance.support.buffer_properties import BufferProperties
from conformance.support.burst import BurstAnswer, BurstExecutor, PreparedModelExecutor
from conformance.support.capabilities import uniform_capabilities
from conformance.support.extensions import with_suite_prefixes
from conformance.support.fenced import LaunchResult
from conformance.support.last_error import LastError
from conformance.support.memory_domains import BufferTracker
from conformance.support.request_buffers import RequestBuffers, uses_buffers
from conformance.support.skeletons import (
    DeviceSkeleton,
    ExecutionCall,
    PreparedModelSkeleton,
    Result,
)
from conformance.support.tracing import TraceLayer, TracePhase, trace
from conformance.support.vlog import VlogTag
from conformance.validation import (
    CheckedSubgraph,
    check_model,
    first_request_violation,
    first_violation,
)

log = logging.getLogger(__name__)

Program = Callable[[Sequence[Array | None]], Sequence[Array]]
"""Function from the model's inputs, in order, to its outputs; ``None`` is an omitted input.

It may raise ``DriverError``. The inputs are read-only views that must not be kept.
"""

_PREFERENCES = tuple(ExecutionPreference)
_PRIORITIES = tuple(Priority)
_MEASURES = tuple(MeasureTiming)
_SAME_AS_CPU = PerformanceInfo(exec_time=1.0, power_usage=1.0)


class _CheckedModel(NamedTuple):
    """Result of a model's check: the contents of its pools, its refusal and its calls.

    ``reason`` is the text about the refusal.
    """

    model: Model
    contents: tuple[bytes, ...]
    refusal: ErrorStatus | None
    reason: str
    subgraphs: list[CheckedSubgraph]


class BaseDevice(DeviceSkeleton):
    """A driver that lacks only ``supported_operations`` and ``compile``.

    A subclass overrides the class attributes ``name``, ``version``, ``version_string`` and
    ``device_type``. This class validates models and requests; a subclass receives only valid ones.
    It answers calls for caching like a driver without this feature, and those for driver-managed
    buffers too unless ``memory_domains`` is true. ``ProgramModel`` implements bursts.
    """

    name: ClassVar[str] = "driver"
    version: Version = Version.V1_3
    version_string: str = "0"
    device_type: DeviceType = DeviceType.CPU
    tolerated_rules: frozenset[str] = frozenset()
    """Names of rules in ``conformance.validation`` that this driver does not apply."""
    extensions: tuple[str, ...] = ()
    """Names of the vendor extensions that the driver lists, which the suite must define."""
    memory_kinds: frozenset[MemoryKind] = frozenset(MemoryKind)
    """Kinds of memory that this driver supports; a ``hardware_buffer`` is never used for constants.

    The contract requires ``ashmem`` and ``mmap_fd``, and from HAL 1.3 ``hardware_buffer_blob``.
    """
    memory_domains: ClassVar[bool] = False
    """Whether the driver allocates driver-managed buffers (from HAL 1.3 on)."""
    _last_checked: _CheckedModel | None = None
    _buffers: BufferTracker | None = None
    _last_error: LastError | None = None

    def get_last_error(self) -> str:
        """Return the text about the last failed call and remove it; empty if there is none.

        This method is not part of the contract. The suite adds the text to the verdict.
        """
        return self.last_error.take()

    @property
    def last_error(self) -> LastError:
        """The text about the last failed call; a subclass can set it."""
        if self._last_error is None:  # a subclass need not call ``__init__`` of this class
            self._last_error = LastError()
        return self._last_error

    @abstractmethod
    def supported_operations(self, model: Model) -> Sequence[bool]:
        """Return for each operation of ``model.main`` whether it is supported."""

    @abstractmethod
    def compile(self, model: Model) -> Program:
        """Compile a model whose operations are all supported."""

    def build_prepared_model(self, model: Model) -> ProgramModel:
        """Return the prepared model for a model whose operations are all supported."""
        return ProgramModel(model, self.compile(model), self.version)

    def accepts_buffer(self, properties: BufferProperties) -> bool:
        """Return whether the driver allocates a buffer with these properties.

        By default it does, except for buffers of 4 GiB and more.
        """
        size = properties.byte_size
        return size is None or size <= _MAX_BUFFER_BYTES

    def allocate(
        self,
        desc: BufferDesc,
        prepared_models: Sequence[PreparedModel],
        input_roles: Sequence[BufferRole],
        output_roles: Sequence[BufferRole],
    ) -> tuple[ErrorStatus, Buffer | None, int]:
        """Allocate a buffer if the driver has ``memory_domains``, else return GENERAL_FAILURE."""
        if not self.memory_domains or self.version < Version.V1_3:
            return super().allocate(desc, prepared_models, input_roles, output_roles)
        return self._tracker().allocate(
            desc, prepared_models, input_roles, output_roles, self.accepts_buffer
        )

    def enable_buffers(self, prepared: ProgramModel, model: Model) -> None:
        """Let a new prepared model of this device have roles of driver-managed buffers."""
        if self.memory_domains:
            tracker = self._tracker()
            tracker.register(prepared, model.main)
            prepared.use_buffers(tracker)

    def _tracker(self) -> BufferTracker:
        with _tracker_lock:  # a subclass need not call ``__init__`` of this class
            if self._buffers is None:
                self._buffers = BufferTracker()
            return self._buffers

    def get_version_string(self) -> tuple[ErrorStatus, str]:
        return ErrorStatus.NONE, self.version_string

    def get_type(self) -> tuple[ErrorStatus, DeviceType]:
        return ErrorStatus.NONE, self.device_type

    def get_capabilities(self) -> tuple[ErrorStatus, Capabilities]:
        """Return the CPU's speed and power for every operand type."""
        return ErrorStatus.NONE, uniform_capabilities(_SAME_AS_CPU)

    def get_supported_extensions(self) -> tuple[ErrorStatus, Sequence[Extension]]:
        defined = vendor_extensions()
        return ErrorStatus.NONE, tuple([defined[name].declaration() for name in self.extensions])

    def get_supported_operations(self, model: Model) -> tuple[ErrorStatus, Sequence[bool]]:
        self.last_error.clear()
        try:
            model = with_suite_prefixes(model, self.extensions)
            if (refusal := self._refusal(model)) is not None:
                return refusal, ()
            return ErrorStatus.NONE, self.supported_operations(model)
        except Exception as error:
            self.last_error.set_exception(error, "supported_operations")
            return ErrorStatus.GENERAL_FAILURE, ()

    def prepare(
        self,
        model: Model,
        preference: int,
        priority: int,
        deadline: int | None,
        cache: CacheArguments,  # noqa: ARG002 - for subclasses that support caching
    ) -> tuple[ErrorStatus, PreparedModel | None]:
        """Compile in the caller's thread."""
        self.last_error.clear()
        try:
            model = with_suite_prefixes(model, self.extensions)
            if preference not in _PREFERENCES or priority not in _PRIORITIES:
                return ErrorStatus.INVALID_ARGUMENT, None
            if (refusal := self._refusal(model)) is not None:
                return refusal, None
            if deadline is not None and time.monotonic_ns() > deadline:
                return ErrorStatus.MISSED_DEADLINE_PERSISTENT, None
            if not all(self.supported_operations(model)):
                return ErrorStatus.GENERAL_FAILURE, None
            with trace(TraceLayer.DRIVER, TracePhase.COMPILATION, "prepare_model"):
                prepared = self.build_prepared_model(model)
            prepared.memory_kinds = self.memory_kinds
            prepared.last_error = self.last_error
            self.enable_buffers(prepared, model)
            return ErrorStatus.NONE, prepared
        except DriverError as error:
            self.last_error.log(VlogTag.COMPILATION, str(error), "model refused")
            return error.status, None
        except MemoryError:
            return ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT, None
        except Exception as error:
            self.last_error.set_exception(error, "compile")
            return ErrorStatus.GENERAL_FAILURE, None

    def checked_calls(self, model: Model) -> Sequence[CheckedSubgraph] | None:
        """Return the checked calls of the last model, or ``None`` for another or an invalid model.

        ``compile`` and ``build_prepared_model`` can use these calls instead of computing them
        again.
        """
        last_checked = self._last_checked
        return (
            (last_checked.subgraphs or None)
            if last_checked is not None and last_checked.model is model
            else None
        )

    def _refusal(self, model: Model) -> ErrorStatus | None:
        """Return the status that refuses an invalid model; ``None`` for a valid one."""
        # A client queries the supported operations and then prepares the same model. Models are
        # immutable except for their pools, so a model is checked again only if those changed.
        last_checked, contents = self._last_checked, _pool_contents(model)
        if (
            last_checked is not None
            and model is last_checked.model
            and contents == last_checked.contents
        ):
            if last_checked.reason:
                self.last_error.set(last_checked.reason)
            return last_checked.refusal
        tolerated = self.tolerated_rules
        checked: list[CheckedSubgraph] = []
        if contents is None:
            self._last_checked = None
            violation = first_violation(model, self.version, tolerated=tolerated)
        else:
            violation, checked = check_model(model, self.version, tolerated)
        refusal, reason = None, ""
        if violation is not None:
            refusal, reason = violation.rule.status, f"model refused: {violation}"
            self.last_error.log(VlogTag.MODEL, reason)
        elif model.pools and (kind := unsupported_kind(model.pools, self.memory_kinds)):
            refusal = ErrorStatus.GENERAL_FAILURE
            reason = f"model refused: a pool of the kind {kind}"
            self.last_error.log(VlogTag.MEMORY, reason)
        if contents is not None:
            self._last_checked = _CheckedModel(model, contents, refusal, reason, checked)
        return refusal


def unsupported_kind(pools: Sequence[MemoryPool], supported: frozenset[MemoryKind]) -> str:
    """Return the name of the first memory whose kind is not supported; empty if there is none."""
    for pool in pools:
        if not isinstance(pool, BufferToken) and pool.kind not in supported:
            return pool.name
    return ""


_SMALL_POOLS = 1 << 16
_MAX_BUFFER_BYTES = (1 << 32) - 1
_tracker_lock = threading.Lock()


def _pool_contents(model: Model) -> tuple[bytes, ...] | None:
    """Return the contents of a model's pools, or ``None`` if they are large or cannot be read."""
    try:
        if sum(pool.size for pool in model.pools) > _SMALL_POOLS:
            return None
        return tuple([bytes(pool.view()) for pool in model.pools])
    except Exception:  # a malformed model: the validator reports what is invalid
        return None


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
        timing = Timing()
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


_pool: ThreadPoolExecutor | None = None
_pool_lock = threading.Lock()


def _worker() -> Executor:
    """Return the threads for asynchronous executions, which all devices of the process share."""
    global _pool
    with _pool_lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(2, thread_name_prefix="nn-driver")
        return _pool
