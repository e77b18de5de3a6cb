"""Proxies: objects of the harness that represent objects in the driver process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from conformance.drivers.answer_codec import stand_in_for, unpack
from conformance.drivers.foreign_objects import remote_error
from conformance.drivers.process import messages as m
from conformance.drivers.process.bursts import serve_memory_questions, with_descriptor_positions
from conformance.drivers.process.errors import CrashError, UnsendableValueError
from conformance.drivers.process.judge_objects import FenceTrouble
from conformance.hal import (
    Buffer,
    BurstCallback,
    BurstContext,
    ErrorStatus,
    ExecutionCallback,
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
    from conformance.drivers.process.device import IsolatedDevice


class DriverProxy:
    """Represents object ``number`` of one process; ``life`` is the number of that process."""

    def __init__(self, device: IsolatedDevice, life: int, number: int) -> None:
        self.device = device
        self.process_number = life
        self.number = number

    def number_for_call(self, what: str) -> int:
        """Return the object's number, which the call ``what`` sends to the process.

        Raises ``CrashError`` if the object's process has ended, and ``UnsendableValueError`` if the
        object was freed.
        """
        if self.process_number != self.device.process_number:
            raise CrashError(f"{what}: the process that made this object is gone")
        if not self.device.holds_object(self.number):
            raise UnsendableValueError(f"{what}: the object was freed when its case had ended")
        return self.number

    def __repr__(self) -> str:
        return f"a {type(self).__bases__[-1].__name__}"

    def __del__(self) -> None:
        # No call is made here: a finalizer can run at any time. The next call frees the object.
        self.device.unused_objects.append((self.process_number, self.number))


class RemotePreparedModel(DriverProxy, PreparedModel):
    """A prepared model in the driver process."""

    def execute(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
        callback: ExecutionCallback,
    ) -> ErrorStatus:
        device = self.device
        with device.rpc("execute", "execute") as crossing:
            wire = crossing.encode_request(request)
            number = crossing.register_callback(callback)
            status: ErrorStatus = crossing.call(
                m.Execute(
                    *crossing.message_header(),
                    self.number_for_call("execute"),
                    wire,
                    measure,
                    deadline,
                    loop_timeout_duration,
                    number,
                )
            )
            return status

    def execute_synchronously(
        self,
        request: Request,
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
    ) -> tuple[ErrorStatus, Sequence[OutputShape], Timing]:
        with self.device.rpc("execute", "execute_synchronously") as crossing:
            wire = crossing.encode_request(request)
            answer: tuple[ErrorStatus, Sequence[OutputShape], Timing] = crossing.call(
                m.Execute(
                    *crossing.message_header(),
                    self.number_for_call("execute_synchronously"),
                    wire,
                    measure,
                    deadline,
                    loop_timeout_duration,
                    None,
                )
            )
            return answer

    def execute_fenced(
        self,
        request: Request,
        wait_for: Sequence[Fence],
        measure: int,
        deadline: int | None,
        loop_timeout_duration: int | None,
        duration: int | None,
    ) -> tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]:
        with self.device.rpc("execute", "execute_fenced") as crossing:
            wire = crossing.encode_request(request)
            answer: tuple[ErrorStatus, Fence | None, FencedExecutionCallback | None]
            answer = crossing.call(
                m.ExecuteFenced(
                    *crossing.message_header(),
                    self.number_for_call("execute_fenced"),
                    wire,
                    len(wait_for),
                    measure,
                    deadline,
                    loop_timeout_duration,
                    duration,
                ),
                [fence.fileno() for fence in wait_for],
            )
            return answer

    def configure_execution_burst(
        self,
        callback: BurstCallback,
        request_channel: MQDescriptor,
        result_channel: MQDescriptor,
    ) -> tuple[ErrorStatus, BurstContext | None]:
        what = "configure_execution_burst"
        with self.device.rpc("execute", what) as crossing:
            if not all(type(one) is MQDescriptor for one in (request_channel, result_channel)):
                raise UnsendableValueError(
                    f"{what}: what is no descriptor of a queue cannot be sent"
                )
            fds: list[int] = []
            requests, results = (
                with_descriptor_positions(request_channel, fds),
                with_descriptor_positions(result_channel, fds),
            )
            line = serve_memory_questions(callback)
            try:
                answer: tuple[ErrorStatus, BurstContext | None] = crossing.call(
                    m.ConfigureBurst(
                        *crossing.message_header(), self.number_for_call(what), requests, results
                    ),
                    [*fds, line],
                )
            finally:
                os.close(line)
            return answer


class RemoteBurst(DriverProxy, BurstContext):
    """A burst in the driver process."""

    def free_memory(self, slot: int) -> None:
        what = "free_memory"
        with self.device.rpc("execute", what) as crossing:
            crossing.call(m.FreeSlot(*crossing.message_header(), self.number_for_call(what), slot))


class RemoteBuffer(DriverProxy, Buffer):
    """A driver-managed buffer in the driver process."""

    def copy_to(self, dst: Memory) -> ErrorStatus:
        return self._copy("copy_to", dst, None)

    def copy_from(self, src: Memory, dimensions: Sequence[int]) -> ErrorStatus:
        return self._copy("copy_from", src, tuple(dimensions))

    def _copy(self, what: str, memory: Memory, dimensions: tuple[int, ...] | None) -> ErrorStatus:
        with self.device.rpc("execute", what) as crossing:
            number = crossing.memory_id(memory)
            status: ErrorStatus = crossing.call(
                m.Copy(*crossing.message_header(), self.number_for_call(what), number, dimensions)
            )
            return status


class RemoteExecutionInfo(DriverProxy, FencedExecutionCallback):
    """The callback from which clients query the status and timing of a fenced execution."""

    def get_execution_info(self) -> tuple[ErrorStatus, Timing, Timing]:
        what = "get_execution_info"
        with self.device.rpc("execute", what) as crossing:
            answer: tuple[ErrorStatus, Timing, Timing] = crossing.call(
                m.ExecutionInfo(*crossing.message_header(), self.number_for_call(what))
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
            trouble = self._trouble("wait")
            if trouble is not None:
                answered: FenceStatus = _repeated(trouble)
                return answered
        return status

    def fileno(self) -> int:
        trouble = self._trouble("fileno")
        if trouble is None:
            return super().fileno()
        answered: int = _repeated(trouble)
        return answered

    def _trouble(self, method: str) -> FenceTrouble | None:
        """Return the recorded fault of the method in the driver process, or ``None``."""
        if self._file < 0:
            return None
        data = os.pread(self._file, _LARGEST, 0)
        try:
            trouble = msgspec.msgpack.decode(data, type=FenceTrouble) if data else None
        except msgspec.MsgspecError as error:
            text = f"the fence's trouble is unreadable: {error}"
            raise remote_error("ValueError", text, []) from None
        return trouble if trouble is not None and trouble.method == method else None

    def close(self) -> None:
        super().close()
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


_LARGEST: Final = 1 << 20


def _repeated(trouble: FenceTrouble) -> Any:
    if trouble.raised is not None:
        raise remote_error(*trouble.raised)
    return unpack(trouble.answer, lambda kind, _: stand_in_for(kind))


PROXIES: dict[str, type[DriverProxy]] = {
    "prepared_model": RemotePreparedModel,
    "buffer": RemoteBuffer,
    "burst": RemoteBurst,
    "execution_info": RemoteExecutionInfo,
}
