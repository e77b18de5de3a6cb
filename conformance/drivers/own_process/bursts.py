"""Bursts of a driver in a child process, whose memory the two processes use directly.

The message queues of a burst are sent to the process as descriptors; each burst
has a separate socket over which the driver calls ``get_memories``. A thread of the harness answers
these calls, because they may occur at any time, also while no call of the harness is running.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence

import msgspec

from conformance.drivers.own_process.wire import (
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
    Memory,
    MemoryKind,
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


class MemoryQuestion(msgspec.Struct, array_like=True):
    """A call of ``get_memories``, sent by the driver process."""

    slots: tuple[int, ...]


class MemoryReply(msgspec.Struct, array_like=True):
    """The answer to a ``MemoryQuestion``; the descriptors of the memories are attached."""

    status: int
    memories: tuple[MemoryDescription, ...]


class RemoteBurstCallback(BurstCallback):
    """The burst callback that the driver receives; it forwards ``get_memories`` to the harness."""

    def __init__(self, fd: int) -> None:
        self._channel = Channel(socket.socket(fileno=fd))
        self._decoder = msgspec.msgpack.Decoder(MemoryReply)
        self._lock = threading.Lock()

    def get_memories(self, slots: Sequence[int]) -> tuple[ErrorStatus, Sequence[Memory]]:
        """Return the harness's answer, or GENERAL_FAILURE if the harness closed the socket."""
        question = MemoryQuestion(tuple(slots))
        with self._lock:
            try:
                self._channel.send(question)
                packet = self._channel.receive()
            except OSError:
                packet = None
        if packet is None:
            return ErrorStatus.GENERAL_FAILURE, ()
        data, fds = packet
        reply = self._decoder.decode(data)
        memories = [
            MappedMemory(fd, description)
            for fd, description in zip(fds, reply.memories, strict=True)
        ]
        return ErrorStatus(reply.status), memories

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
    channel.send(MemoryReply(int(status), tuple(descriptions)), descriptors)
