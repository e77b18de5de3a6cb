"""A compilation of a library as a prepared model."""

from __future__ import annotations

import logging
import queue
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Final

from conformance.drivers.native.burst import Compute, NativeBurst
from conformance.drivers.native.codes import (
    DURATION_IN_DRIVER,
    DURATION_ON_HARDWARE,
    BrokenInterfaceError,
    CallFailedError,
    ResultCode,
    check,
    result,
)
from conformance.drivers.native.interface import FULL, Interface, ffi
from conformance.drivers.native.models import (
    InexpressibleError,
    native_memory,
    operand_type,
    unsigned,
)
from conformance.hal import (
    BurstCallback,
    BurstContext,
    DataLocation,
    ErrorStatus,
    ExecutionCallback,
    Fence,
    FencedExecutionCallback,
    FenceStatus,
    MeasureTiming,
    Model,
    MQDescriptor,
    Operand,
    OutputShape,
    PreparedModel,
    Request,
    RequestArgument,
    Timing,
    Version,
)
from conformance.support.burst import configure_burst
from conformance.validation import validate_request

log = logging.getLogger(__name__)

Result = tuple[ErrorStatus, tuple[OutputShape, ...], Timing]

Memories = Callable[[], Sequence[Any]]
"""Gives the native memories of a request's pools."""

_MOST_DIMENSIONS: Final = 64
_HAS_SHAPES: Final = (ResultCode.NO_ERROR, ResultCode.OUTPUT_INSUFFICIENT_SIZE)


class _Threads:
    """Threads for asynchronous executions: an idle one is used again, no job ever waits for one.

    They are daemons, so that an execution that never ends does not keep the process alive.
    """

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._idle = 0
        self._lock = threading.Lock()

    def run(self, job: Callable[[], None]) -> None:
        """Do ``job``, which must not raise, in another thread."""
        with self._lock:
            waiting = self._idle > 0
            self._idle -= waiting
        self._jobs.put(job)
        if not waiting:
            threading.Thread(target=self._work, name="nn-native-execution", daemon=True).start()

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            job()
            del job  # it keeps a compilation
            with self._lock:
                self._idle += 1


_threads: Final = _Threads()


class NativePreparedModel(PreparedModel):
    """Runs requests on a finished compilation; ``stack`` frees it and what it was made from.

    Executions read and write the request's memory itself, through a mapping of the library's own.
    """

    def __init__(
        self,
        functions: Interface,
        model: Model,
        compilation: Any,
        version: Version,
        stack: ExitStack,
    ) -> None:
        self._functions = functions
        self._model = model
        self._operands = model.main.operands
        self._inputs = model.main.input_indexes
        self._outputs = model.main.output_indexes
        self._compilation = compilation
        self._version = version
        # Not at the interpreter's end: a thread may still be in the driver then.
        weakref.finalize(self, stack.close).atexit = False

    def execute(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
        callback: ExecutionCallback,
    ) -> ErrorStatus:
        """Compute in another thread; one that hangs keeps no other execution waiting."""
        refused = _refusal(request, measure)
        if refused is not None:
            callback.notify(refused, (), Timing())
            return refused

        def run() -> None:
            try:
                answer = self._run(request, measure, deadline, loop_timeout_duration)
            except Exception:
                log.exception("an execution broke the interface")
                answer = ErrorStatus.GENERAL_FAILURE, (), Timing()
            callback.notify(*answer)

        _threads.run(run)
        return ErrorStatus.NONE

    def execute_synchronously(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
    ) -> Result:
        refused = _refusal(request, measure)
        if refused is not None:
            return refused, (), Timing()
        return self._run(request, measure, deadline, loop_timeout_duration)

    def execute_fenced(
        self,
        request: Request,
        wait_for: Sequence[Fence],
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
        duration: int | None,
    ) -> tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]:
        """Wait for the fences, compute, and return no fence: all is done on return.

        The library only sees an ordinary execution, so what a fenced one must not leave open is
        refused here.
        """
        refused = _refusal(request, measure)
        if refused is not None:
            return refused, None, None
        for violation in validate_request(request, self._model, allow_unspecified_outputs=False):
            if violation.rule.name == "request.output_unspecified":
                log.info("request refused: %s", violation)
                return ErrorStatus.INVALID_ARGUMENT, None, None
        for fence in wait_for:
            if fence.wait(-1) is not FenceStatus.SIGNALED:
                return ErrorStatus.GENERAL_FAILURE, None, None
        if duration is not None:
            limit = time.monotonic_ns() + duration
            deadline = limit if deadline is None else min(deadline, limit)
        status, _, timing = self._run(request, measure, deadline, loop_timeout_duration)
        if status is not ErrorStatus.NONE:
            return status, None, None
        return status, None, _Finished(timing)

    def configure_execution_burst(
        self,
        callback: BurstCallback,
        request_channel: MQDescriptor,
        result_channel: MQDescriptor,
    ) -> tuple[ErrorStatus, BurstContext | None]:
        """A burst of the library's behind queues of ours."""
        try:
            executor = NativeBurst(self, self._functions, self._compilation)
        except CallFailedError as error:
            log.info("no burst: %s", error)
            return error.status, None
        return configure_burst(callback, request_channel, result_channel, executor)

    def run_in_burst(
        self, request: Request, measure: int, memories: Memories, compute: Compute
    ) -> Result:
        """Run a request whose native memories somebody else keeps."""
        refused = _refusal(request, measure)
        if refused is not None:
            return refused, (), Timing()
        return self._run(request, measure, None, None, memories, compute)

    def _run(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout: int | None,
        memories: Memories | None = None,
        compute: Compute | None = None,
    ) -> Result:
        """Run a request; its memories are made for it and freed unless ``memories`` has some."""
        functions = self._functions
        try:
            with ExitStack() as stack:
                # Memories come first, so that they outlive the execution that uses them.
                native = (
                    [
                        native_memory(functions, pool, "request.pool", stack)
                        for pool in request.pools
                    ]
                    if memories is None
                    else memories()
                )
                return self._compute(
                    request,
                    measure,
                    deadline,
                    loop_timeout,
                    native,
                    functions.Execution_compute if compute is None else compute,
                    stack,
                )
        except InexpressibleError as error:
            log.info("request refused: %s", error)
            return ErrorStatus.INVALID_ARGUMENT, (), Timing()
        except CallFailedError as error:
            log.info("execution failed: %s", error)
            return error.status, (), Timing()

    def _compute(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout: int | None,
        memories: Sequence[Any],
        compute: Compute,
        stack: ExitStack,
    ) -> Result:
        functions = self._functions
        made = ffi.new("ANeuralNetworksExecution **")
        check("Execution_create", functions.Execution_create(self._compilation, made))
        execution = made[0]
        stack.callback(functions.Execution_free, execution)
        for index, argument in enumerate(request.inputs):
            self._set(execution, index, argument, self._inputs, memories, "Input")
        for index, argument in enumerate(request.outputs):
            self._set(execution, index, argument, self._outputs, memories, "Output")
        measured = measure == MeasureTiming.YES and functions.Execution_setMeasureTiming is not None
        if measured:
            code = functions.Execution_setMeasureTiming(execution, True)
            check("Execution_setMeasureTiming", code)
        if loop_timeout is not None and functions.Execution_setLoopTimeout is not None:
            code = functions.Execution_setLoopTimeout(execution, loop_timeout)
            check("Execution_setLoopTimeout", code)
        if deadline is not None:
            left = deadline - time.monotonic_ns()
            if left <= 0:
                return ErrorStatus.MISSED_DEADLINE_PERSISTENT, (), Timing()
            if functions.Execution_setTimeout is not None:
                check("Execution_setTimeout", functions.Execution_setTimeout(execution, left))
        code = result("Execution_compute", compute(execution))
        if code not in _HAS_SHAPES:
            raise CallFailedError("Execution_compute", code)
        shapes = tuple(self._shape(execution, index) for index in range(len(request.outputs)))
        if code:
            return ErrorStatus.OUTPUT_INSUFFICIENT_SIZE, shapes, Timing()
        return ErrorStatus.NONE, shapes, self._timing(execution) if measured else Timing()

    def _set(
        self,
        execution: Any,
        index: int,
        argument: RequestArgument,
        indexes: Sequence[int],
        memories: Sequence[Any],
        kind: str,
    ) -> None:
        functions, location = self._functions, argument.location
        described: list[Any] = [ffi.NULL]
        if argument.dimensions != ():
            # A position beyond the model's is the library's to refuse, with any type.
            operand = self._operands[indexes[index]] if index < len(indexes) else Operand(0)
            described = operand_type(operand, operand.type, argument.dimensions, "request.field")
        if argument.has_no_value:
            if location.pool_index or location.offset or location.length:
                raise InexpressibleError("request.no_value", f"{kind.lower()} {index}: {location}")
            name = f"Execution_set{kind}"
            function = getattr(functions, name)
            check(name, function(execution, index, described[0], ffi.NULL, 0))
            return
        pool = unsigned(location.pool_index, "request.field", "a pool index")
        if pool >= len(memories):
            raise InexpressibleError("request.pool_index", f"{kind.lower()} {index}: {location}")
        name = f"Execution_set{kind}FromMemory"
        code = getattr(functions, name)(
            execution,
            index,
            described[0],
            memories[pool],
            unsigned(location.offset, "request.field", "an offset"),
            unsigned(location.length, "request.field", "a length"),
        )
        check(name, code)

    def _shape(self, execution: Any, index: int) -> OutputShape:
        functions = self._functions
        rank = ffi.new("uint32_t *")
        name = "Execution_getOutputOperandRank"
        code = result(name, functions.Execution_getOutputOperandRank(execution, index, rank))
        if code not in _HAS_SHAPES or rank[0] > _MOST_DIMENSIONS:
            raise BrokenInterfaceError(f"{FULL[name]} gave {code.name} and rank {rank[0]}")
        if rank[0] == 0:
            return OutputShape((), code is ResultCode.NO_ERROR)
        sizes = ffi.new("uint32_t[]", rank[0])
        name = "Execution_getOutputOperandDimensions"
        of_sizes = result(
            name, functions.Execution_getOutputOperandDimensions(execution, index, sizes)
        )
        if of_sizes is not code:
            raise BrokenInterfaceError(f"{FULL[name]} gave {of_sizes.name}, the rank {code.name}")
        return OutputShape(tuple(sizes), code is ResultCode.NO_ERROR)

    def _timing(self, execution: Any) -> Timing:
        functions = self._functions
        if functions.Execution_getDuration is None:
            return Timing()
        times = []
        for kind in (DURATION_ON_HARDWARE, DURATION_IN_DRIVER):
            duration = ffi.new("uint64_t *")
            code = functions.Execution_getDuration(execution, kind, duration)
            check("Execution_getDuration", code)
            times.append(int(duration[0]))
        if self._version >= Version.AIDL_V1:
            return Timing(*times)
        unknown = Timing()
        return Timing(
            times[0] // 1000 if times[0] != unknown.time_on_device else times[0],
            times[1] // 1000 if times[1] != unknown.time_in_driver else times[1],
        )


def _refusal(request: object, measure: object) -> ErrorStatus | None:
    """What no library can be asked: fields of no legal kind."""
    good = (
        measure in MeasureTiming.__members__.values()
        and isinstance(request, Request)
        and all(isinstance(x, tuple) for x in (request.inputs, request.outputs, request.pools))
        and all(
            isinstance(argument, RequestArgument)
            and isinstance(argument.location, DataLocation)
            and isinstance(argument.dimensions, tuple)
            for argument in (*request.inputs, *request.outputs)
        )
    )
    return None if good else ErrorStatus.INVALID_ARGUMENT


class _Finished(FencedExecutionCallback):
    """Information on a fenced execution that has ended."""

    def __init__(self, timing: Timing) -> None:
        self._timing = timing

    def get_execution_info(self) -> tuple[ErrorStatus, Timing, Timing]:
        return ErrorStatus.NONE, self._timing, self._timing
