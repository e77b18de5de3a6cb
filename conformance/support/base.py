"""A device that is complete but for the computing.

``BaseDevice`` answers every call of the contract; a subclass says which operations it supports and
turns a valid model into a function from input arrays to output arrays.
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
    BYTE_SIZE_OF_CACHE_TOKEN,
    Buffer,
    BufferDesc,
    BufferRole,
    BufferToken,
    BurstCallback,
    BurstContext,
    Capabilities,
    Device,
    DeviceStatus,
    DeviceType,
    ErrorStatus,
    ExecutionCallback,
    ExecutionPreference,
    Extension,
    Fence,
    FencedExecutionCallback,
    MeasureTiming,
    Model,
    MQDescriptor,
    OutputShape,
    PerformanceInfo,
    PreparedModel,
    PreparedModelCallback,
    Priority,
    Request,
    Timing,
    Version,
)
from conformance.support.binding import Array, DriverError, input_arrays, write_outputs
from conformance.support.burst import BurstAnswer, PreparedModelExecutor, configure_burst
from conformance.support.capabilities import uniform_capabilities
from conformance.support.fenced import execute_fenced
from conformance.support.tracing import Layer, Phase, trace
from conformance.support.vlog import VlogTag, vlog
from conformance.validation import (
    JudgedSubgraph,
    first_request_violation,
    first_violation,
    judge_model,
)

log = logging.getLogger(__name__)

Program = Callable[[Sequence[Array | None]], Sequence[Array]]
"""Model inputs in order (``None``: omitted) to model outputs in order. May raise ``DriverError``.
The inputs are read-only views that must not be kept."""

Result = tuple[ErrorStatus, tuple[OutputShape, ...], Timing]

_PREFERENCES = tuple(ExecutionPreference)
_PRIORITIES = tuple(Priority)
_MEASURES = tuple(MeasureTiming)
_SAME_AS_CPU = PerformanceInfo(exec_time=1.0, power_usage=1.0)


class _Look(NamedTuple):
    """A look at a model: what its pools held, whether it was refused, its operations' calls."""

    model: Model
    contents: tuple[bytes, ...]
    refused: bool
    judged: list[JudgedSubgraph]


class BaseDevice(Device):
    """Everything of a driver but ``supported_operations`` and ``compile``.

    ``name``, ``version``, ``version_string`` and ``device_type`` are class attributes to override.
    Models and requests are validated here; a subclass only ever sees valid ones. Caching
    and driver-managed buffers are answered as a driver without them answers; bursts come with
    ``ProgramModel``.
    """

    name: ClassVar[str] = "driver"
    version: Version = Version.V1_3
    version_string: str = "0"
    device_type: DeviceType = DeviceType.CPU
    tolerated_rules: frozenset[str] = frozenset()
    """Refusal rules that this driver does not apply (names of ``conformance.validation``)."""
    _last: _Look | None = None

    @abstractmethod
    def supported_operations(self, model: Model) -> Sequence[bool]:
        """One answer for each operation of ``model.main``."""

    @abstractmethod
    def compile(self, model: Model) -> Program:
        """Make a fully supported model ready to run."""

    def ready(self, model: Model) -> ProgramModel:
        """The prepared model of a fully supported model."""
        return ProgramModel(model, self.compile(model), self.version)

    def get_version_string(self) -> tuple[ErrorStatus, str]:
        return ErrorStatus.NONE, self.version_string

    def get_type(self) -> tuple[ErrorStatus, DeviceType]:
        return ErrorStatus.NONE, self.device_type

    def get_status(self) -> DeviceStatus:
        return DeviceStatus.AVAILABLE

    def get_capabilities(self) -> tuple[ErrorStatus, Capabilities]:
        """The same speed and power as the CPU for every operand type."""
        return ErrorStatus.NONE, uniform_capabilities(_SAME_AS_CPU)

    def get_supported_extensions(self) -> tuple[ErrorStatus, Sequence[Extension]]:
        return ErrorStatus.NONE, ()

    def get_supported_operations(self, model: Model) -> tuple[ErrorStatus, Sequence[bool]]:
        try:
            if self._refuses(model):
                return ErrorStatus.INVALID_ARGUMENT, ()
            return ErrorStatus.NONE, self.supported_operations(model)
        except Exception:
            log.exception("%s failed to look at a model", self.name)
            return ErrorStatus.GENERAL_FAILURE, ()

    def get_number_of_cache_files_needed(self) -> tuple[ErrorStatus, int, int]:
        return ErrorStatus.NONE, 0, 0

    def prepare_model(
        self,
        model: Model,
        preference: int,
        priority: int,
        deadline: int | None,
        model_cache: Sequence[int],  # noqa: ARG002 - no cache files are asked for
        data_cache: Sequence[int],  # noqa: ARG002
        token: bytes,
        callback: PreparedModelCallback,
    ) -> ErrorStatus:
        """Compile at once, in the caller's thread; the callback is notified before the return.

        A missed deadline is told to the callback alone: the launch itself has succeeded.
        """
        prepared: PreparedModel | None = None
        try:
            if (
                preference not in _PREFERENCES
                or priority not in _PRIORITIES
                or len(token) != BYTE_SIZE_OF_CACHE_TOKEN
                or self._refuses(model)
            ):
                status = ErrorStatus.INVALID_ARGUMENT
            elif deadline is not None and time.monotonic_ns() > deadline:
                status = ErrorStatus.MISSED_DEADLINE_PERSISTENT
            elif not all(self.supported_operations(model)):
                status = ErrorStatus.GENERAL_FAILURE
            else:
                with trace(Layer.DRIVER, Phase.COMPILATION, "prepare_model"):
                    prepared = self.ready(model)
                status = ErrorStatus.NONE
        except DriverError as error:
            vlog(VlogTag.COMPILATION, "model refused: %s", error)
            status = error.status
        except MemoryError:
            status = ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT
        except Exception:
            log.exception("%s failed to compile a model", self.name)
            status = ErrorStatus.GENERAL_FAILURE
        callback.notify(status, prepared)
        missed = status is ErrorStatus.MISSED_DEADLINE_PERSISTENT
        return ErrorStatus.NONE if missed else status

    def prepare_model_from_cache(
        self,
        deadline: int | None,  # noqa: ARG002
        model_cache: Sequence[int],  # noqa: ARG002
        data_cache: Sequence[int],  # noqa: ARG002
        token: bytes,  # noqa: ARG002
        callback: PreparedModelCallback,
    ) -> ErrorStatus:
        """Nothing is ever cached: GENERAL_FAILURE."""
        callback.notify(ErrorStatus.GENERAL_FAILURE, None)
        return ErrorStatus.GENERAL_FAILURE

    def allocate(
        self,
        desc: BufferDesc,  # noqa: ARG002
        prepared_models: Sequence[PreparedModel],  # noqa: ARG002
        input_roles: Sequence[BufferRole],  # noqa: ARG002
        output_roles: Sequence[BufferRole],  # noqa: ARG002
    ) -> tuple[ErrorStatus, Buffer | None, int]:
        """Driver-managed buffers are not offered: GENERAL_FAILURE, as the contract allows."""
        return ErrorStatus.GENERAL_FAILURE, None, 0

    def judged(self, model: Model) -> Sequence[JudgedSubgraph] | None:
        """The calls of the model looked at last; ``None`` for another or a broken one.

        For ``compile`` and ``ready``, which need not work them out again.
        """
        last = self._last
        return (last.judged or None) if last is not None and last.model is model else None

    def _refuses(self, model: Model) -> bool:
        # Clients ask what is supported and then prepare the same model. Models are immutable, only
        # pools can change underneath: one that holds what it held need not be looked at again.
        last, contents = self._last, _contents(model)
        if last is not None and model is last.model and contents == last.contents:
            return last.refused
        tolerated = self.tolerated_rules
        if contents is None:
            self._last = None
            violation = first_violation(model, self.version, tolerated=tolerated)
        else:
            violation, judged = judge_model(model, self.version, tolerated)
            self._last = _Look(model, contents, violation is not None, judged)
        if violation is not None:
            vlog(VlogTag.MODEL, "model refused: %s", violation)
        return violation is not None


_SMALL_POOLS = 1 << 16


def _contents(model: Model) -> tuple[bytes, ...] | None:
    """What the pools of a model hold; ``None`` when that is much, or not to be had."""
    try:
        if sum(pool.size for pool in model.pools) > _SMALL_POOLS:
            return None
        return tuple([bytes(pool.view()) for pool in model.pools])
    except Exception:  # a malformed model: the validator says what is wrong with it
        return None


class ProgramModel(PreparedModel):
    """A program that runs requests; it keeps no state between executions."""

    def __init__(self, model: Model, program: Program, version: Version) -> None:
        self._model = model
        self._program = program
        self._version = version
        self._unit = 1000 if version < Version.AIDL_V1 else 1

    def execute(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
        callback: ExecutionCallback,
    ) -> ErrorStatus:
        """Run in another thread; a refused request is notified before the return."""
        problem = self.refusal(request, measure)
        if problem is not None:
            callback.notify(problem, (), Timing())
            return problem
        _worker().submit(
            lambda: callback.notify(*self.run(request, measure, deadline, loop_timeout_duration))
        )
        return ErrorStatus.NONE

    def execute_synchronously(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
    ) -> Result:
        problem = self.refusal(request, measure)
        if problem is not None:
            return problem, (), Timing()
        return self.run(request, measure, deadline, loop_timeout_duration)

    def execute_fenced(
        self,
        request: Request,
        wait_for: Sequence[Fence],
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
        duration: int | None,
    ) -> tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]:
        """Run at once and return no fence, or in a thread while a fence to wait for is pending."""
        problem = self.refusal(request, measure, unspecified_outputs=False)
        if problem is not None:
            return problem, None, None
        return execute_fenced(
            lambda limit: self.run(request, measure, limit, loop_timeout_duration),
            wait_for,
            deadline,
            duration,
            self._unit,
        )

    def configure_execution_burst(
        self,
        callback: BurstCallback,
        request_channel: MQDescriptor,
        result_channel: MQDescriptor,
    ) -> tuple[ErrorStatus, BurstContext | None]:
        """A burst whose requests run as synchronous executions, in a thread of its own."""
        own = type(self).execute_synchronously is not ProgramModel.execute_synchronously
        executor = self if own else _ProgramBurst(self)
        return configure_burst(callback, request_channel, result_channel, executor)

    def refusal(
        self, request: Request, measure: int, *, unspecified_outputs: bool = True
    ) -> ErrorStatus | None:
        """Status that refuses the call's arguments, or ``None``."""
        if measure not in _MEASURES:
            return ErrorStatus.INVALID_ARGUMENT
        violation = first_request_violation(
            request,
            self._model,
            allow_unspecified_outputs=unspecified_outputs,
            version=self._version,
        )
        if violation is not None:
            vlog(VlogTag.EXECUTION, "request refused: %s", violation)
            return ErrorStatus.INVALID_ARGUMENT
        for pool in request.pools:
            if isinstance(pool, BufferToken):
                vlog(VlogTag.MEMORY, "request refused: no buffer was ever handed out")
                return ErrorStatus.INVALID_ARGUMENT
        return None

    def compute(
        self,
        inputs: Sequence[Array | None],
        loop_timeout_duration: int | None,  # noqa: ARG002 - for programs that have loops
    ) -> Sequence[Array]:
        """Run the program; the place for one that minds the loop timeout (nanoseconds)."""
        return self._program(inputs)

    def run(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
    ) -> Result:
        """Run a valid request; any failure inside is a status, never an exception."""
        started = time.monotonic_ns()
        if deadline is not None and started > deadline:
            return ErrorStatus.MISSED_DEADLINE_PERSISTENT, (), Timing()
        try:
            main = self._model.main
            with trace(Layer.DRIVER, Phase.INPUTS_AND_OUTPUTS, "input_arrays"):
                inputs = input_arrays(request, main)
            running = time.monotonic_ns()
            with trace(Layer.DRIVER, Phase.COMPUTATION, "compute"):
                outputs = self.compute(inputs, loop_timeout_duration)
            ran = time.monotonic_ns()
            if deadline is not None and ran > deadline:
                return ErrorStatus.MISSED_DEADLINE_TRANSIENT, (), Timing()
            with trace(Layer.DRIVER, Phase.RESULTS, "write_outputs"):
                status, shapes = write_outputs(request, main, outputs)
        except DriverError as error:
            vlog(VlogTag.EXECUTION, "execution failed: %s", error)
            return error.status, (), Timing()
        except MemoryError:
            return ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT, (), Timing()
        except Exception:
            log.exception("an operation failed")
            return ErrorStatus.GENERAL_FAILURE, (), Timing()
        timing = Timing()
        if measure == MeasureTiming.YES and status is ErrorStatus.NONE:
            unit = self._unit
            timing = Timing((ran - running) // unit, (time.monotonic_ns() - started) // unit)
        return status, shapes, timing


class _ProgramBurst(PreparedModelExecutor):
    """A burst on a program: a request that comes again is not judged again."""

    def __init__(self, model: ProgramModel) -> None:
        super().__init__(model)
        self._model = model
        self._refusal: ErrorStatus | None = None

    def run(self, request: Request, measure: int, *, again: bool) -> BurstAnswer:
        if not again:
            self._refusal = self._model.refusal(request, measure)
        if self._refusal is not None:
            return self._refusal, (), Timing()
        return self._model.run(request, measure, None, None)


_pool: ThreadPoolExecutor | None = None
_pool_lock = threading.Lock()


def _worker() -> Executor:
    """Threads for asynchronous executions, shared by all devices of the process."""
    global _pool
    with _pool_lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(2, thread_name_prefix="nn-driver")
        return _pool
