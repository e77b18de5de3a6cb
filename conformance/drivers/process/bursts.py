"""Bursts over the process border.

The queues cross as descriptors, and from then on judge and driver talk over them directly. When the
driver asks for memories, the question goes over a line of the burst's own, which a thread of the
judge answers: no call need be under way for that.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from conformance.drivers.process.messages import encoder
from conformance.drivers.process.remote import MappedMemory
from conformance.drivers.process.transport import (
    MAX_FDS,
    Channel,
    MalformedError,
    close_all,
)
from conformance.hal import BurstCallback, ErrorStatus, Memory, MQDescriptor


class Question(msgspec.Struct, array_like=True):
    """``get_memories``."""

    slots: tuple[int, ...]


class Reply(msgspec.Struct, array_like=True):
    """Some of the answer: size and name of memories whose descriptors come along."""

    status: int
    memories: tuple[tuple[int, str], ...]
    more: bool


def numbered(descriptor: MQDescriptor, fds: list[int]) -> MQDescriptor:
    """The descriptor with positions in ``fds`` for its file descriptors, which are put there."""
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
    """The inverse of ``numbered``; a position that is none becomes a bad file descriptor."""
    numbers = (*descriptor.fds, descriptor.peer_fd)
    *own, peer = (fds[one] if 0 <= one < len(fds) else -1 for one in numbers)
    return replace(descriptor, fds=tuple(own), peer_fd=peer)


class RemoteBurstCallback(BurstCallback):
    """What the driver asks for memories: the judge's callback at the other end of a line."""

    def __init__(self, fd: int) -> None:
        self._channel = Channel(socket.socket(fileno=fd), encoder())
        self._decoder = msgspec.msgpack.Decoder(Reply)
        self._lock = threading.Lock()

    def get_memories(self, slots: Sequence[int]) -> tuple[ErrorStatus, Sequence[Memory]]:
        """The judge's answer; GENERAL_FAILURE when the burst has no judge any more."""
        question = Question(tuple(slots))
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
                        MappedMemory(fd, size, name)
                        for fd, (size, name) in zip(fds, reply.memories, strict=True)
                    ]
                    if not reply.more:
                        return ErrorStatus(reply.status), memories
            except OSError:
                return ErrorStatus.GENERAL_FAILURE, ()

    def __del__(self) -> None:
        channel = getattr(self, "_channel", None)
        if channel is not None:
            channel.close()


def answer_questions(callback: BurstCallback) -> int:
    """The driver's end of a line on which a new thread answers for ``callback``.

    The thread ends when the other end, which is the caller's to send and close, is closed.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    channel = Channel(ours, encoder())
    thread = threading.Thread(
        target=_answer, args=(channel, callback), name="nn-burst-memories", daemon=True
    )
    thread.start()
    return theirs.detach()


def _answer(channel: Channel, callback: BurstCallback) -> None:
    decode = msgspec.msgpack.Decoder(Question).decode
    try:
        while (packet := channel.receive()) is not None:
            data, fds = packet
            close_all(fds)
            _reply(channel, callback, decode(data).slots)
    except (OSError, MalformedError, msgspec.MsgspecError):
        pass  # the driver's process wrote nonsense, or is gone: whoever asks gets no answer
    finally:
        channel.close()


def _reply(channel: Channel, callback: BurstCallback, slots: Sequence[int]) -> None:
    status, told = ErrorStatus.GENERAL_FAILURE, []
    descriptors: list[int] = []
    try:
        status, memories = callback.get_memories(slots)
        for memory in memories:
            descriptors.append(memory.fileno())
            told.append((memory.size, memory.name))
    except Exception:  # a memory that was closed: the driver gets none
        status, told, descriptors = ErrorStatus.GENERAL_FAILURE, [], []
    start = 0
    while True:
        end = start + MAX_FDS
        more = end < len(told)
        reply: Any = Reply(int(status), tuple(told[start:end]), more)
        channel.send(reply, descriptors[start:end])
        if not more:
            return
        start = end
