"""Bursts (HAL 1.2) of a driver that runs in a child process.

The message queues are sent to the process as descriptors; after that, the harness and the driver
use them directly. Each burst has a separate socket over which the driver calls ``get_memories``. A
thread of the harness answers these calls, because they may occur at any time, also while no call of
the harness is running.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from conformance.drivers.own_process.judge_objects import MappedMemory
from conformance.drivers.own_process.messages import MemoryDescription, describe_memory, encoder
from conformance.drivers.own_process.transport import MAX_FDS, Channel, MalformedError, close_all
from conformance.hal import BurstCallback, ErrorStatus, Memory, MQDescriptor


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


def with_descriptor_positions(descriptor: MQDescriptor, fds: list[int]) -> MQDescriptor:
    """Return a queue descriptor whose file descriptors are replaced by positions in ``fds``.

    The file descriptors are appended to ``fds``.
    """
    first = len(fds)
    sent = [fd for fd in descriptor.fds if fd >= 0]
    fds += sent
    positions = iter(range(first, len(fds)))
    peer = -1
    if descriptor.peer_fd >= 0:
        peer = len(fds)
        fds.append(descriptor.peer_fd)
    numbers = tuple(next(positions) if fd >= 0 else -1 for fd in descriptor.fds)
    return replace(descriptor, fds=numbers, peer_fd=peer)


def with_descriptors(descriptor: MQDescriptor, fds: Sequence[int]) -> MQDescriptor:
    """Return a queue descriptor whose positions are replaced by the file descriptors of ``fds``.

    This is the inverse of ``with_descriptor_positions``. An invalid position becomes -1.
    """
    numbers = (*descriptor.fds, descriptor.peer_fd)
    *own, peer = (fds[position] if 0 <= position < len(fds) else -1 for position in numbers)
    return replace(descriptor, fds=tuple(own), peer_fd=peer)


class RemoteBurstCallback(BurstCallback):
    """The burst callback that the driver receives; it forwards ``get_memories`` to the harness."""

    def __init__(self, fd: int) -> None:
        self._channel = Channel(socket.socket(fileno=fd), encoder())
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
    channel = Channel(ours, encoder())
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
