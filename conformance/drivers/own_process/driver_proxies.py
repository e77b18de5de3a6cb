"""Proxies: objects of the harness that represent objects in the driver process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from conformance.drivers.answer_codec import stand_in_for, unpack
from conformance.drivers.foreign_objects import remote_error
from conformance.drivers.own_process import messages as m
from conformance.drivers.own_process.bursts import serve_memory_questions, with_descriptor_positions
from conformance.drivers.own_process.judge_objects import FenceFault
from conformance.drivers.own_process.limits import CrashError, UnsendableValueError
from conformance.hal import (
    Buffer,
    BurstCallback,
    BurstContext,
    ErrorStatus,
    Execution,
    ExecutionConfig,
    Fence,
    FencedExecutionCallback,
    FenceStatus,
    Memory,
    MQDescriptor,
    OutputShape,
    PolledFence,
    PreparedModel,
    Request,
    Timing,
)

if TYPE_CHECKING:
    from conformance.drivers.own_process.lifecycle import ProcessLifecycle


class DriverProxy:
    """Represents the object ``number`` of the process ``process_number``."""

    def __init__(self, device: ProcessLifecycle, process_number: int, number: int) -> None:
        self.device = device
        self.process_number = process_number
        self.number = number

    def number_for_call(self, what: str) -> int:
        """Return the object's number, which the call ``what`` sends to the process.

        Raises ``CrashError`` if the object's process has ended, and ``UnsendableValueError`` if the
        object was freed.
        """
        if self.process_number != self.device.process_number:
            raise CrashError(f"{what}: the process of this object has ended")
        if not self.device.holds_object(self.number):
            raise UnsendableValueError(f"{what}: the object was freed at the end of its case")
        return self.number

    def __repr__(self) -> str:
        return f"a {type(self).__bases__[-1].__name__}"

    def __del__(self) -> None:
        # No call is made here: a finalizer can run at any time. The next call frees the object.
        self.device.unused_objects.append((self.process_number, self.number))


class RemotePreparedModel(DriverProxy, PreparedModel):
    """A prepared model in the driver process."""

    def execute(self, request: Request, *arguments: Any) -> ErrorStatus:
        *options, callback = arguments
        with self.device.rpc("execute", "execute") as rpc:
            fields = rpc.encode_request(request), *options, rpc.register_callback(callback)
            status: ErrorStatus = rpc.call(m.Execute, self.number_for_call("execute"), *fields)
            return status

    def execute_synchronously(
        self, request: Request, *options: Any
    ) -> tuple[ErrorStatus, Sequence[OutputShape], Timing]:
        return self._execute(m.Execute, "execute_synchronously", request, *options, None)

    def execute_fenced(
        self, request: Request, wait_for: Sequence[Fence], *options: Any
    ) -> tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]:
        return self._execute_fenced(m.ExecuteFenced, "execute_fenced", request, wait_for, *options)

    def _execute(
        self,
        message: type[m.Execute | m.ExecuteWithConfig],
        what: str,
        request: Request,
        *more: Any,
    ) -> tuple[ErrorStatus, Sequence[OutputShape], Timing]:
        """Send a synchronous execution; ``more`` are the fields after the request."""
        with self.device.rpc("execute", what) as rpc:
            fields = rpc.encode_request(request), *more
            answer: tuple[ErrorStatus, Sequence[OutputShape], Timing] = rpc.call(
                message, self.number_for_call(what), *fields
            )
            return answer

    def _execute_fenced(
        self,
        message: type[m.ExecuteFenced | m.ExecuteFencedWithConfig],
        what: str,
        request: Request,
        wait_for: Sequence[Fence],
        *more: Any,
    ) -> tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]:
        """Send a fenced execution; ``more`` are the fields after the number of fences."""
        with self.device.rpc("execute", what) as rpc:
            fields = rpc.encode_request(request), len(wait_for), *more
            number, fds = self.number_for_call(what), [fence.fileno() for fence in wait_for]
            answer: tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]
            answer = rpc.call(message, number, *fields, fds=fds)
            return answer

    def configure_execution_burst(
        self, callback: BurstCallback, *channels: MQDescriptor
    ) -> tuple[ErrorStatus, BurstContext | None]:
        what = "configure_execution_burst"
        with self.device.rpc("execute", what) as rpc:
            if not all(type(channel) is MQDescriptor for channel in channels):
                raise UnsendableValueError(
                    f"{what}: request_channel and result_channel must be of type MQDescriptor"
                )
            fds: list[int] = []
            queues = [with_descriptor_positions(channel, fds) for channel in channels]
            memory_socket = serve_memory_questions(callback)
            try:
                number = self.number_for_call(what)
                answer: tuple[ErrorStatus, BurstContext | None] = rpc.call(
                    m.ConfigureBurst, number, *queues, fds=[*fds, memory_socket]
                )
            finally:
                os.close(memory_socket)
            return answer

    def execute_synchronously_with_config(
        self, request: Request, config: ExecutionConfig, deadline: int | None
    ) -> tuple[ErrorStatus, Sequence[OutputShape], Timing]:
        what = "execute_synchronously_with_config"
        return self._execute(m.ExecuteWithConfig, what, request, config, deadline)

    def execute_fenced_with_config(
        self, request: Request, wait_for: Sequence[Fence], *arguments: Any
    ) -> tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]:
        what = "execute_fenced_with_config"
        return self._execute_fenced(m.ExecuteFencedWithConfig, what, request, wait_for, *arguments)

    def create_reusable_execution(
        self, request: Request, config: ExecutionConfig
    ) -> tuple[ErrorStatus, Execution | None]:
        what = "create_reusable_execution"
        with self.device.rpc("execute", what) as rpc:
            fields = rpc.encode_request(request), config
            answer: tuple[ErrorStatus, Execution | None] = rpc.call(
                m.CreateExecution, self.number_for_call(what), *fields
            )
            return answer


class RemoteExecution(DriverProxy, Execution):
    """A reusable execution in the driver process."""

    def execute_synchronously(
        self, deadline: int | None
    ) -> tuple[ErrorStatus, Sequence[OutputShape], Timing]:
        what = "Execution.execute_synchronously"
        with self.device.rpc("execute", what) as rpc:
            answer: tuple[ErrorStatus, Sequence[OutputShape], Timing] = rpc.call(
                m.Reexecute, self.number_for_call(what), deadline
            )
            return answer

    def execute_fenced(
        self, wait_for: Sequence[Fence], *limits: int | None
    ) -> tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]:
        what = "Execution.execute_fenced"
        with self.device.rpc("execute", what) as rpc:
            number, fds = self.number_for_call(what), [fence.fileno() for fence in wait_for]
            answer: tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]
            answer = rpc.call(m.ReexecuteFenced, number, len(fds), *limits, fds=fds)
            return answer


class RemoteBurst(DriverProxy, BurstContext):
    """A burst in the driver process."""

    def free_memory(self, slot: int) -> None:
        what = "free_memory"
        with self.device.rpc("execute", what) as rpc:
            rpc.call(m.FreeSlot, self.number_for_call(what), slot)


class RemoteBuffer(DriverProxy, Buffer):
    """A driver-managed buffer in the driver process."""

    def copy_to(self, dst: Memory) -> ErrorStatus:
        return self._copy("copy_to", dst, None)

    def copy_from(self, src: Memory, dimensions: Sequence[int]) -> ErrorStatus:
        return self._copy("copy_from", src, tuple(dimensions))

    def _copy(self, what: str, memory: Memory, dimensions: tuple[int, ...] | None) -> ErrorStatus:
        with self.device.rpc("execute", what) as rpc:
            number = rpc.memory_id(memory)
            status: ErrorStatus = rpc.call(m.Copy, self.number_for_call(what), number, dimensions)
            return status


class RemoteExecutionInfo(DriverProxy, FencedExecutionCallback):
    """The callback from which clients query the status and timing of a fenced execution."""

    def get_execution_info(self) -> tuple[ErrorStatus, Timing, Timing]:
        what = "get_execution_info"
        with self.device.rpc("execute", what) as rpc:
            answer: tuple[ErrorStatus, Timing, Timing] = rpc.call(
                m.ExecutionInfo, self.number_for_call(what)
            )
            return answer


class RemoteFence(PolledFence):
    """A fence in the driver process, represented by a pipe and a file.

    The pipe is signalled like the fence. The file describes methods that raised or returned an
    invalid value there; the same methods then do the same here.
    """

    def __init__(self, fd: int, file: int) -> None:
        super().__init__(fd)
        self._file = file

    def __repr__(self) -> str:
        return "a Fence"

    def wait(self, timeout_ms: int) -> FenceStatus:
        status = super().wait(timeout_ms)
        if status is FenceStatus.ERROR:
            fault = self._fault("wait")
            if fault is not None:
                answer: FenceStatus = _repeated(fault)
                return answer
        return status

    def fileno(self) -> int:
        fault = self._fault("fileno")
        if fault is None:
            return super().fileno()
        answer: int = _repeated(fault)
        return answer

    def _fault(self, method: str) -> FenceFault | None:
        """Return the recorded fault of the method in the driver process, or ``None``."""
        if self._file < 0:
            return None
        data = os.pread(self._file, _MAX_FAULT_BYTES, 0)
        try:
            fault = msgspec.msgpack.decode(data, type=FenceFault) if data else None
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            text = f"the recorded fault of the fence cannot be decoded: {error}"
            raise remote_error("ValueError", text, []) from None
        return fault if fault is not None and fault.method == method else None

    def close(self) -> None:
        super().close()
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


_MAX_FAULT_BYTES: Final = 1 << 20


def _repeated(fault: FenceFault) -> Any:
    if fault.raised is not None:
        raise remote_error(*fault.raised)
    return unpack(fault.answer, lambda kind, _: stand_in_for(kind))


PROXIES: dict[str, type[DriverProxy]] = {
    "prepared_model": RemotePreparedModel,
    "execution": RemoteExecution,
    "buffer": RemoteBuffer,
    "burst": RemoteBurst,
    "execution_info": RemoteExecutionInfo,
}
