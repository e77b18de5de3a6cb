"""A compilation of a library as a prepared model of the contract, and its bursts."""

from __future__ import annotations

import logging
import queue
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Final

from conformance import hal
from conformance.bursts import BurstAnswer, BurstExecutor, BurstRequest
from conformance.driver_sdk import DriverError
from conformance.driver_sdk.fenced import LaunchResult
from conformance.driver_sdk.prepared_models import ExecutionCall, PreparedModelSkeleton, Result
from conformance.drivers.native.codes import (
    PLAIN_TIMES,
    BrokenInterfaceError,
    CallFailedError,
    InexpressibleError,
    ResultCode,
    check,
    operand_type,
    remaining_time,
    result,
    unsigned,
)
from conformance.drivers.native.fenced import FinishedExecutionInfo, has_fences, launch
from conformance.drivers.native.interface import FULL_NAMES, LibraryFunctions, ffi
from conformance.drivers.native.memories import BufferRegistry, NativeRole, native_memory
from conformance.validation import first_request_violation

Compute = Callable[[Any], int]
"""Function that computes a native execution and returns the library's result code."""


class NativeBurst(BurstExecutor):
    """Keeps the library's memories between executions and computes with its burst object.

    With a library that lacks bursts, it computes with the plain function. Raises
    ``CallFailedError`` if the library fails to create its burst object.
    """

    def __init__(
        self, model: NativePreparedModel, functions: LibraryFunctions, compilation: Any
    ) -> None:
        self._model = model  # keeps the compilation alive
        self._functions = functions
        self._memories: dict[int, hal.Memory] = {}
        self._native: dict[int, tuple[Any, ExitStack]] = {}
        stack = ExitStack()
        self._compute: Compute = functions.Execution_compute
        bursts = functions.Burst_create, functions.Burst_free, functions.Execution_burstCompute
        if None not in bursts:
            new_burst = ffi.new("ANeuralNetworksBurst **")
            check("Burst_create", functions.Burst_create(compilation, new_burst))
            burst = new_burst[0]
            stack.callback(functions.Burst_free, burst)
            self._compute = lambda execution: int(
                functions.Execution_burstCompute(execution, burst)
            )
        stack.callback(_free_all, self._native)
        # No finalization at interpreter exit: the burst's thread may still be in the driver then.
        weakref.finalize(self, stack.close).atexit = False

    def has_memory(self, slot: int) -> bool:
        return slot in self._memories

    def add_memory(self, slot: int, memory: hal.Memory) -> None:
        self._memories[slot] = memory

    def remove_memory(self, slot: int) -> None:
        self._memories.pop(slot, None)
        _, stack = self._native.pop(slot, (None, None))
        if stack is not None:
            stack.close()

    def execute(self, request: BurstRequest) -> BurstAnswer:
        memories = self._memories
        if not all(slot in memories for slot in request.slots):
            return hal.ErrorStatus.INVALID_ARGUMENT, (), hal.Timing()
        hal_request = hal.Request(
            request.inputs, request.outputs, tuple([memories[slot] for slot in request.slots])
        )
        return self._model.run_in_burst(
            hal_request,
            request.measure,
            lambda: [self._native_memory(slot) for slot in request.slots],
            self._compute,
        )

    def _native_memory(self, slot: int) -> Any:
        entry = self._native.get(slot)
        if entry is None:
            stack = ExitStack()
            memory = native_memory(self._functions, self._memories[slot], "request.pool", stack)
            entry = self._native[slot] = memory, stack
        return entry[0]


def _free_all(native: dict[int, tuple[Any, ExitStack]]) -> None:
    for _, stack in native.values():
        stack.close()
    native.clear()


log = logging.getLogger(__name__)

NativeMemories = Callable[[], Sequence[Any]]
"""Function that returns the native memories of a request's pools."""

_MAX_DIMENSIONS: Final = 64
_HAS_SHAPES: Final = (ResultCode.NO_ERROR, ResultCode.OUTPUT_INSUFFICIENT_SIZE)


class _ThreadPool:
    """Threads for asynchronous executions.

    A job runs in an idle thread or, if there is none, a new one.

    The threads are daemons, so that an execution that never ends does not keep the process alive.
    """

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._idle = 0
        self._lock = threading.Lock()

    def run(self, job: Callable[[], None]) -> None:
        """Run ``job``, which must not raise, in another thread."""
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
            del job  # the job refers to a compilation, which must not stay alive in an idle thread
            with self._lock:
                self._idle += 1


_threads: Final = _ThreadPool()


class NativePreparedModel(PreparedModelSkeleton):
    """Runs requests on a finished compilation.

    ``stack`` frees the compilation and what it depends on.

    Executions access the request's memory directly, through the library's own mapping of it.
    """

    def __init__(
        self,
        functions: LibraryFunctions,
        model: hal.Model,
        compilation: Any,
        version: hal.Version,
        buffers: BufferRegistry,
        stack: ExitStack,
    ) -> None:
        super().__init__(model, version)
        self._functions = functions
        self._buffers = buffers
        self._operands = model.main.operands
        self._inputs = model.main.input_indexes
        self._outputs = model.main.output_indexes
        self._compilation = compilation
        # No finalization at interpreter exit: a thread may still be in the driver then.
        weakref.finalize(self, stack.close).atexit = False

    def submit(self, job: Callable[[], None]) -> None:
        _threads.run(job)

    def refusal(
        self,
        request: hal.Request,
        measure: int,
        *,
        unspecified_outputs: bool = True,  # noqa: ARG002 - see ``launch_fenced``
    ) -> hal.ErrorStatus | None:
        return _refusal(request, measure)

    def launch(self, call: ExecutionCall, callback: hal.ExecutionCallback) -> hal.ErrorStatus:
        """Compute in another thread, so that a hanging execution does not block other executions.

        A request that breaks a rule is computed in this thread instead, so that the launch status
        is the library's own refusal.
        """
        if not self._is_invalid(call.request):
            return super().launch(call, callback)
        answer = self.run(call)
        callback.notify(*answer)
        # Only argument errors are known at launch; other failures are reported to the callback.
        is_refused = answer[0] is hal.ErrorStatus.INVALID_ARGUMENT
        return answer[0] if is_refused else hal.ErrorStatus.NONE

    def _is_invalid(self, request: hal.Request, *, unspecified_outputs: bool = True) -> bool:
        violation = first_request_violation(
            request,
            self._model,
            allow_unspecified_outputs=unspecified_outputs,
            version=self._version,
        )
        return violation is not None

    def launch_fenced(
        self, call: ExecutionCall, wait_for: Sequence[hal.Fence], duration: int | None
    ) -> LaunchResult:
        """Run a fenced execution of the library, or a plain one behind this adapter's own fences.

        The library cannot detect that a plain execution is fenced. Therefore this method itself
        refuses outputs that are not fully specified, which a fenced execution must not have.
        """
        if has_fences(self._functions):
            return self._launch_fenced(call, wait_for, duration)
        if self._is_invalid(call.request):
            status, _, timing = self.run(call)
            return status, None, None if status else FinishedExecutionInfo(timing)
        if self._is_invalid(call.request, unspecified_outputs=False):
            log.info("request refused: an output of a fenced execution is not fully specified")
            return hal.ErrorStatus.INVALID_ARGUMENT, None, None
        return super().launch_fenced(call, wait_for, duration)

    def _launch_fenced(
        self, call: ExecutionCall, wait_for: Sequence[hal.Fence], duration: int | None
    ) -> LaunchResult:
        """Launch a fenced execution of the library; its resources are kept until it has ended."""
        functions = self._functions
        try:
            with ExitStack() as stack:
                execution = self._create_execution(call, self._request_memories(call, stack), stack)
                measured = call.measure == hal.MeasureTiming.YES

                def times(*codes: int) -> hal.Timing:  # refers to self, which keeps the compilation
                    return self._timing(execution, codes) if measured else hal.Timing()

                fence, execution_info = launch(
                    functions, execution, wait_for, duration, times, stack, _threads.run
                )
                return hal.ErrorStatus.NONE, fence, execution_info
        except DriverError as error:
            log.info("fenced execution refused: %s", error)
            return error.status, None, None

    def burst_executor(self) -> NativeBurst:
        """Return an executor that uses the library's own burst object."""
        return NativeBurst(self, self._functions, self._compilation)

    def run_in_burst(
        self, request: hal.Request, measure: int, memories: NativeMemories, compute: Compute
    ) -> Result:
        """Run a request of a burst, whose native memories the burst keeps."""
        refused = _refusal(request, measure)
        if refused is not None:
            return refused, (), hal.Timing()
        return self._run(ExecutionCall(request, measure, None, None), lambda _: memories(), compute)

    def run(self, call: ExecutionCall) -> Result:
        """Run a request; native memories for its pools are freed after the execution."""
        return self._run(
            call,
            lambda stack: self._request_memories(call, stack),
            self._functions.Execution_compute,
        )

    def _request_memories(self, call: ExecutionCall, stack: ExitStack) -> Sequence[Any]:
        return [
            self._buffers.memory(pool, stack)
            if isinstance(pool, hal.BufferToken)
            else native_memory(self._functions, pool, "request.pool", stack)
            for pool in call.request.pools
        ]

    def is_of(self, buffers: BufferRegistry) -> bool:
        """Return whether the device with these buffers has prepared the model."""
        return buffers is self._buffers

    def role(self, is_input: bool, index: int, frequency: float) -> NativeRole:
        """Return the role of an input or output; the library refuses an index out of range."""
        indexes = self._inputs if is_input else self._outputs
        operand = self._operands[indexes[index]] if index < len(indexes) else None
        return NativeRole(self, self._compilation, is_input, index, frequency, operand)

    def _run(
        self, call: ExecutionCall, memories: Callable[[ExitStack], Sequence[Any]], compute: Compute
    ) -> Result:
        self.last_error.clear()
        try:
            with ExitStack() as stack:
                # The memories are created first: the stack then frees them after the execution
                # that uses them.
                return self._compute(call, memories(stack), compute, stack)
        except DriverError as error:
            log.info("execution failed: %s", error)
            return error.status, (), hal.Timing()

    def _compute(
        self, call: ExecutionCall, memories: Sequence[Any], compute: Compute, stack: ExitStack
    ) -> Result:
        execution = self._create_execution(call, memories, stack)
        code = result("Execution_compute", compute(execution))
        if code not in _HAS_SHAPES:
            raise CallFailedError("Execution_compute", code)
        shapes = tuple(
            self._output_shape(execution, index) for index in range(len(call.request.outputs))
        )
        if code:
            return hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE, shapes, hal.Timing()
        measured = call.measure == hal.MeasureTiming.YES
        timing = self._timing(execution, PLAIN_TIMES) if measured else hal.Timing()
        return hal.ErrorStatus.NONE, shapes, timing

    def _create_execution(
        self, call: ExecutionCall, memories: Sequence[Any], stack: ExitStack
    ) -> Any:
        """Create an execution and set its arguments.

        Raises ``DriverError`` if the deadline has passed.
        """
        functions = self._functions
        new_execution = ffi.new("ANeuralNetworksExecution **")
        check("Execution_create", functions.Execution_create(self._compilation, new_execution))
        execution = new_execution[0]
        stack.callback(functions.Execution_free, execution)
        for index, argument in enumerate(call.request.inputs):
            self._set_argument(execution, index, argument, self._inputs, memories, "Input")
        for index, argument in enumerate(call.request.outputs):
            self._set_argument(execution, index, argument, self._outputs, memories, "Output")
        if (
            call.measure == hal.MeasureTiming.YES
            and functions.Execution_setMeasureTiming is not None
        ):
            code = functions.Execution_setMeasureTiming(execution, True)
            check("Execution_setMeasureTiming", code)
        if call.loop_timeout is not None and functions.Execution_setLoopTimeout is not None:
            code = functions.Execution_setLoopTimeout(execution, call.loop_timeout)
            check("Execution_setLoopTimeout", code)
        if call.deadline is not None:
            remaining_ns = remaining_time(call.deadline)
            if functions.Execution_setTimeout is not None:
                check(
                    "Execution_setTimeout", functions.Execution_setTimeout(execution, remaining_ns)
                )
        return execution

    def _set_argument(
        self,
        execution: Any,
        index: int,
        argument: hal.RequestArgument,
        indexes: Sequence[int],
        memories: Sequence[Any],
        kind: str,
    ) -> None:
        functions, location = self._functions, argument.location
        native_type: list[Any] = [ffi.NULL]
        if argument.dimensions != ():
            # The library must refuse an index past the model's inputs or outputs, whatever the
            # type.
            operand = self._operands[indexes[index]] if index < len(indexes) else hal.Operand(0)
            native_type = operand_type(operand, operand.type, argument.dimensions, "request.field")
        if argument.has_no_value:
            if location.pool_index or location.offset or location.length:
                raise InexpressibleError("request.no_value", f"{kind.lower()} {index}: {location}")
            name = f"Execution_set{kind}"
            function = getattr(functions, name)
            check(name, function(execution, index, native_type[0], ffi.NULL, 0))
            return
        pool = unsigned(location.pool_index, "request.field", "a pool index")
        if pool >= len(memories):
            raise InexpressibleError("request.pool_index", f"{kind.lower()} {index}: {location}")
        name = f"Execution_set{kind}FromMemory"
        code = getattr(functions, name)(
            execution,
            index,
            native_type[0],
            memories[pool],
            unsigned(location.offset, "request.field", "an offset"),
            unsigned(location.length, "request.field", "a length"),
        )
        check(name, code)

    def _output_shape(self, execution: Any, index: int) -> hal.OutputShape:
        functions = self._functions
        rank = ffi.new("uint32_t *")
        name = "Execution_getOutputOperandRank"
        code = result(name, functions.Execution_getOutputOperandRank(execution, index, rank))
        if code not in _HAS_SHAPES or rank[0] > _MAX_DIMENSIONS:
            raise BrokenInterfaceError(
                f"{FULL_NAMES[name]} returned {code.name} with rank {rank[0]}"
            )
        if rank[0] == 0:
            return hal.OutputShape((), code is ResultCode.NO_ERROR)
        sizes = ffi.new("uint32_t[]", rank[0])
        name = "Execution_getOutputOperandDimensions"
        sizes_code = result(
            name, functions.Execution_getOutputOperandDimensions(execution, index, sizes)
        )
        if sizes_code is not code:
            raise BrokenInterfaceError(
                f"{FULL_NAMES[name]} returned {sizes_code.name}, but"
                f" {FULL_NAMES['Execution_getOutputOperandRank']} returned {code.name}"
            )
        return hal.OutputShape(tuple(sizes), code is ResultCode.NO_ERROR)

    def _timing(self, execution: Any, codes: Sequence[int]) -> hal.Timing:
        functions = self._functions
        if functions.Execution_getDuration is None or functions.Execution_setMeasureTiming is None:
            return hal.Timing()
        times = []
        for kind in codes:
            duration = ffi.new("uint64_t *")
            code = functions.Execution_getDuration(execution, kind, duration)
            check("Execution_getDuration", code)
            times.append(int(duration[0]))
        unit = self.timing_unit
        return hal.Timing(*(time if time == hal.NO_TIMING else time // unit for time in times))


def _refusal(request: object, measure: object) -> hal.ErrorStatus | None:
    """Return the status that refuses arguments whose Python types are invalid for any library."""
    is_well_typed = (
        measure in hal.MeasureTiming.__members__.values()
        and isinstance(request, hal.Request)
        and all(
            isinstance(field, tuple) for field in (request.inputs, request.outputs, request.pools)
        )
        and all(
            isinstance(argument, hal.RequestArgument)
            and isinstance(argument.location, hal.DataLocation)
            and isinstance(argument.dimensions, tuple)
            for argument in (*request.inputs, *request.outputs)
        )
    )
    return None if is_well_typed else hal.ErrorStatus.INVALID_ARGUMENT
