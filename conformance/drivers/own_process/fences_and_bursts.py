"""Fences and bursts of a driver in a child process, which the two processes use directly.

A fence is a pipe. The message queues of a burst are sent to the process as descriptors; each burst
has a separate socket over which the driver calls ``get_memories``. A thread of the harness answers
these calls, because they may occur at any time, also while no call of the harness is running.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import msgspec

from conformance.drivers.answer_codec import pack, received, stand_in_for, unpack
from conformance.drivers.foreign_objects import describe_exception, remote_error
from conformance.drivers.own_process.wire import (
    MAX_FDS,
    Channel,
    MalformedError,
    MemoryDescription,
    close_all,
    describe_memory,
)
from conformance.hal import (
    BurstCallback,
    DescriptorMemory,
    ErrorStatus,
    Fence,
    FenceStatus,
    Memory,
    MemoryKind,
    MQDescriptor,
    PolledFence,
)


class MappedMemory(DescriptorMemory):
    """A memory of the harness, mapped into this process through a shared descriptor.

    It is mapped at once, so that the number of descriptors in use does not depend on the driver.
    """

    def __init__(self, fd: int, shared: MemoryDescription) -> None:
        super().__init__(
            fd, shared.size, shared.name, shared.protection, shared.offset, shared.description
        )
        self.map()

    def __repr__(self) -> str:
        kind = "SharedMemory" if self.kind is MemoryKind.ASHMEM else "ClientMemory"
        return f"{kind}({self.name}, {self.size} bytes)"


def bridge_fence(fence: Fence) -> tuple[int, int]:
    """Start a thread that waits for ``fence``; return two descriptors for a ``RemoteFence``.

    The first descriptor is a pipe in the format that ``PolledFence`` reads. The second is a file:
    it holds a ``FenceFault`` if a method of the fence raises or returns an invalid value.
    """
    reader, writer = os.pipe2(os.O_CLOEXEC)
    file = os.memfd_create("nn-conformance-fence", os.MFD_CLOEXEC)
    fault = _descriptor_fault(fence)
    if fault is not None:
        os.pwrite(file, msgspec.msgpack.encode(fault), 0)
        os.close(writer)
        return reader, file
    own = os.dup(file)

    def wait() -> None:
        with suppress(OSError):  # the harness has closed its end
            feed()

    def feed() -> None:
        try:
            fault, status = _outcome("wait", fence.wait, -1)
            if fault is None and status == FenceStatus.SIGNALED:
                os.write(writer, b"\x01")
            elif fault is not None or status != FenceStatus.ERROR:
                recorded = fault or FenceFault("wait", pack(status, _no_object))
                os.pwrite(own, msgspec.msgpack.encode(recorded), 0)
        finally:
            os.close(writer)
            os.close(own)

    threading.Thread(target=wait, name="nn-fence", daemon=True).start()
    return reader, file


class FenceFault(msgspec.Struct, array_like=True):
    """A fence method that raised or returned an invalid value.

    It holds the exception, or the invalid answer as packed by ``answer_codec.pack``.
    """

    method: str
    answer: Any
    raised: tuple[str, str, list[str]] | None = None


def _no_object(kind: str, value: object) -> int:  # noqa: ARG001
    return 0


def _outcome(method: str, function: Callable[..., Any], *arguments: Any) -> tuple[Any, Any]:
    """Call a fence's method; return a ``FenceFault`` or ``None``, and the answer or ``None``."""
    try:
        return None, received(function(*arguments))
    except BaseException as error:
        text = describe_exception(error, 1)
        raised = text.name, text.message, list(text.lines)
        return FenceFault(method, None, raised), None


def _descriptor_fault(fence: Fence) -> FenceFault | None:
    """Return the fault of a fence's descriptor, which clients poll, or ``None``."""
    fault, descriptor = _outcome("fileno", lambda: fence.fileno())
    if fault is not None:
        return fault  # type: ignore[no-any-return]
    if type(descriptor) is not int or descriptor >> 31:
        return FenceFault("fileno", pack(descriptor, _no_object))
    try:
        os.fstat(descriptor)
    except OSError:
        return FenceFault("fileno", -1)
    return None


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


class MemoryQuestion(msgspec.Struct, array_like=True):
    """A call of ``get_memories``, sent by the driver process."""

    slots: tuple[int, ...]


class MemoryReply(msgspec.Struct, array_like=True):
    """One packet of the answer to a ``MemoryQuestion``: the descriptions of memories.

    The descriptors of the memories are attached. If ``more`` is true, another packet of the same
    answer follows.
    """

    status: int
    memories: tuple[MemoryDescription, ...]
    more: bool


def with_positions(queue: MQDescriptor, attach: Callable[[int], int]) -> MQDescriptor:
    """Return a queue with positions instead of file descriptors.

    ``attach`` adds a descriptor to a message and returns its position.
    """
    numbers = [attach(fd) if fd >= 0 else -1 for fd in (*queue.fds, queue.peer_fd)]
    return replace(queue, fds=tuple(numbers[:-1]), peer_fd=numbers[-1])


def with_descriptors(queue: MQDescriptor, fds: Sequence[int]) -> MQDescriptor:
    """Return a queue with file descriptors instead of their positions in ``fds``.

    This is the inverse of ``with_positions``. An invalid position becomes -1.
    """
    numbers = (*queue.fds, queue.peer_fd)
    *own, peer = (fds[position] if 0 <= position < len(fds) else -1 for position in numbers)
    return replace(queue, fds=tuple(own), peer_fd=peer)


class RemoteBurstCallback(BurstCallback):
    """The burst callback that the driver receives; it forwards ``get_memories`` to the harness."""

    def __init__(self, fd: int) -> None:
        self._channel = Channel(socket.socket(fileno=fd))
        self._decoder = msgspec.msgpack.Decoder(MemoryReply)
        self._lock = threading.Lock()

    def get_memories(self, slots: Sequence[int]) -> tuple[ErrorStatus, Sequence[Memory]]:
        """Return the harness's answer, or GENERAL_FAILURE if the harness closed the socket."""
        question = MemoryQuestion(tuple(slots))
        memories: list[Memory] = []
        with self._lock:
            try:
                self._channel.send(question)
                while True:
                    packet = self._channel.receive()
                    if packet is None:
                        return ErrorStatus.GENERAL_FAILURE, ()
                    data, fds = packet
                    reply = self._decoder.decode(data)
                    memories += [
                        MappedMemory(fd, description)
                        for fd, description in zip(fds, reply.memories, strict=True)
                    ]
                    if not reply.more:
                        return ErrorStatus(reply.status), memories
            except OSError:
                return ErrorStatus.GENERAL_FAILURE, ()

    def __del__(self) -> None:
        channel = getattr(self, "_channel", None)
        if channel is not None:
            channel.close()


def serve_memory_questions(callback: BurstCallback) -> int:
    """Start a thread that answers the driver's questions from ``callback``; return their socket.

    The caller sends the returned descriptor to the driver process and closes it here. The thread
    ends when the driver's end is closed.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    channel = Channel(ours)
    thread = threading.Thread(
        target=_serve, args=(channel, callback), name="nn-burst-memories", daemon=True
    )
    thread.start()
    return theirs.detach()


def _serve(channel: Channel, callback: BurstCallback) -> None:
    decode = msgspec.msgpack.Decoder(MemoryQuestion).decode
    try:
        while (packet := channel.receive()) is not None:
            data, fds = packet
            close_all(fds)
            _send_reply(channel, callback, decode(data).slots)
    except (OSError, MalformedError, msgspec.MsgspecError, RecursionError, ValueError):
        pass  # invalid data or a crash of the driver process: the question gets no answer
    finally:
        channel.close()


def _send_reply(channel: Channel, callback: BurstCallback, slots: Sequence[int]) -> None:
    status, descriptions = ErrorStatus.GENERAL_FAILURE, []
    descriptors: list[int] = []
    try:
        status, memories = callback.get_memories(slots)
        for memory in memories:
            descriptors.append(memory.fileno())
            descriptions.append(describe_memory(0, memory, True))
    except Exception:  # for example a closed memory: the driver gets GENERAL_FAILURE
        status, descriptions, descriptors = ErrorStatus.GENERAL_FAILURE, [], []
    start = 0
    while True:
        end = start + MAX_FDS
        more = end < len(descriptions)
        reply: Any = MemoryReply(int(status), tuple(descriptions[start:end]), more)
        channel.send(reply, descriptors[start:end])
        if not more:
            return
        start = end
