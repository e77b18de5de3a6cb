"""Messages between the harness and a driver's process, and the sockets that carry them.

On the first connection, calls of the harness and answers of the process alternate strictly. A
notification that the driver makes during a call on the answering thread travels with the answer;
others use a second connection, and an answer states how many were sent there before it. Calls that
several threads of the harness make at the same time use further connections, which the harness
opens through the second one. The harness assigns the ids of memories, models and callbacks, the
process those of objects. Callbacks and objects are common to all connections of a client; each
connection has its own memories and model.

Messages are encoded as MessagePack by msgspec, which checks the types of all fields. Each is one
packet of a Unix socket, with file descriptors; a message that is too long for a packet is written
to a ``memfd``, whose descriptor is sent instead.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import stat
import time
from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final, Union

import msgspec

from conformance import hal
from conformance.drivers.foreign_objects import ExceptionText
from conformance.hal.calls import CALLS, HalCall


class MemoryDescription(msgspec.Struct, array_like=True, frozen=True):
    """A memory that is new to the process; if ``mapped``, its descriptor is attached."""

    id: int
    size: int
    name: str
    mapped: bool
    protection: int
    offset: int
    description: hal.HardwareBufferDescription | None


def describe_memory(number: int, memory: hal.Memory, mapped: bool) -> MemoryDescription:
    """Return the description of a memory; ``number`` is its id."""
    place = memory.protection, memory.offset, memory.description
    return MemoryDescription(number, memory.size, memory.name, mapped, *place)


class MappedMemory(hal.DescriptorMemory):
    """A memory of the harness, mapped into this process through a shared descriptor.

    It is mapped at once, so that the number of descriptors in use does not depend on the driver.
    """

    def __init__(self, fd: int, shared: MemoryDescription) -> None:
        place = shared.protection, shared.offset, shared.description
        super().__init__(fd, shared.size, shared.name, *place)
        self.map()

    def __repr__(self) -> str:
        kind = "SharedMemory" if self.kind is hal.MemoryKind.ASHMEM else "ClientMemory"
        return f"{kind}({self.name}, {self.size} bytes)"


class MemoryReply(msgspec.Struct, array_like=True):
    """The answer to a call of ``get_memories``; the memories' descriptors are attached."""

    status: int
    memories: tuple[MemoryDescription, ...]


class WireModel(msgspec.Struct, array_like=True, frozen=True):
    """A model; ``pools`` holds ids of memories."""

    main: hal.Subgraph
    referenced: tuple[hal.Subgraph, ...]
    operand_values: bytes
    pools: tuple[int, ...]
    relaxed: bool
    extensions: dict[str, int]


class WireRequest(msgspec.Struct, array_like=True, frozen=True):
    """A request; ``pools`` holds ids of memories, and buffer tokens."""

    inputs: tuple[hal.RequestArgument, ...]
    outputs: tuple[hal.RequestArgument, ...]
    pools: tuple[int | hal.BufferToken, ...]


class Message(msgspec.Struct, array_like=True):
    """The fields of every call.

    Before the call, the process maps ``memories`` and releases the memories and the objects whose
    ids are in ``dropped`` and ``freed``.
    """

    number: int
    memories: tuple[MemoryDescription, ...]
    dropped: tuple[int, ...]
    freed: tuple[int, ...]


class Start(Message, tag=0):
    """Open ``driver``; ``path`` is ``sys.path``; ``memory`` and ``files`` are resource limits."""

    driver: str
    path: list[str]
    memory: int | None
    files: int | None


class Free(Message, tag=1):
    """Release the objects and memories that the message names; return the answering thread.

    With ``collect``, reference cycles and the free memory of the heap are released, too.
    """

    collect: bool = False


class Stop(Message, tag=2):
    """Release all objects and end the process."""


class Connect(Message, tag=3):
    """Serve a further client; the message's descriptors are its two connections."""


FOREIGN_MODEL: Final = 0
"""Number sent for a prepared model that the driver did not create; no object has it."""

NO_MODEL: Final = -1
"""Number sent for a missing prepared model, ``nullptr`` in the contract."""

FORMS: Final[dict[Any, tuple[str, Any]]] = {
    hal.Model: ("model", tuple[WireModel | None, int]),
    hal.Request: ("request", WireRequest),
    hal.Memory: ("memory", int),
    hal.PreparedModelCallback: ("preparation_callback", int),
    hal.ExecutionCallback: ("execution_callback", int),
    hal.BurstCallback: ("burst_callback", int),
    Sequence[hal.PreparedModel]: ("models", tuple[int, ...]),
    Sequence[hal.Fence]: ("fences", tuple[int, ...]),
    Sequence[hal.CacheHandle]: ("caches", tuple[hal.CacheHandle, ...]),
    hal.PrepareModelConfig: ("config", hal.PrepareModelConfig),
    hal.MQDescriptor: ("queue", hal.MQDescriptor),
}
"""How an argument is sent, by its type in the interface: the name of the form, and its type in a
message. The methods ``send_NAME`` and ``receive_NAME`` of the two sides convert it; arguments of
other types are sent as they are.

A model is sent as its content and number, without the content if the process has it already. An
object is sent as its number, a fence of the driver as the negative number. A descriptor is sent as
its position among those that are attached to the message after those of memories; -1 if it is not
open.
"""

_SEQUENCES: Final = {
    Sequence[hal.BufferRole]: tuple[hal.BufferRole, ...],
    Sequence[int]: tuple[int, ...],
}


def _message_of(tag: int, call: HalCall) -> type[Message]:
    """Return the message of a call: the object's number, which is 0 for the device; arguments."""
    arguments = [
        (name, FORMS[hint][1] if hint in FORMS else _SEQUENCES.get(hint, hint))
        for name, hint in call.arguments.items()
    ]
    return msgspec.defstruct(  # type: ignore[return-value]
        call.name, [("target", int), *arguments], bases=(Message,), tag=tag, array_like=True
    )


MESSAGES: Final = {call: _message_of(tag, call) for tag, call in enumerate(CALLS, 5)}
"""The message of each call of the interface."""


def conversions(side: type, prefix: str) -> dict[HalCall, list[tuple[int, Callable[..., Any]]]]:
    """Return for each call the positions of its converted arguments, and the methods of ``side``.

    ``prefix`` is ``send`` or ``receive``.
    """
    return {
        call: [
            (position, getattr(side, f"{prefix}_{FORMS[hint][0]}"))
            for position, hint in enumerate(call.arguments.values())
            if hint in FORMS
        ]
        for call in MESSAGES
    }


AnyMessage: Final = Union[(Start, Free, Stop, Connect, *MESSAGES.values())]


OPEN_CALLS: Final = b"calls"
"""A packet on the second connection: open the one for calls that is attached to it."""

WRITE_TRACE: Final = b"trace"
"""A packet on the second connection: write the traces of all threads, and ``TRACE_END``."""

TRACE_END: Final = "trace-end"
"""The line after a trace that was requested by ``WRITE_TRACE``."""


class WireNotification(msgspec.Struct, array_like=True):
    """A notification of a callback; ``arguments`` are packed by ``answer_codec.pack``."""

    callback: int
    arguments: list[Any]


class Answer(msgspec.Struct, array_like=True):
    """The fields of the answer to call ``number``.

    ``refused`` is the reason why the call could not be made. ``notified`` are the notifications
    made on the answering thread during the call, ``notifications_sent`` is the number of those sent
    so far on the second connection, and ``forgotten`` are ids of callbacks that the driver no
    longer references. ``value`` is packed by ``answer_codec.pack``.
    """

    number: int
    raised: ExceptionText | None = None
    refused: str | None = None
    notified: list[WireNotification] = []
    notifications_sent: int = 0
    forgotten: list[int] = []
    value: Any = None


def _encode_other(value: object) -> Any:
    item = getattr(value, "item", None)
    if item is None:
        raise TypeError(f"a value of type {type(value).__qualname__} cannot be sent")
    return item()


def encoder() -> msgspec.msgpack.Encoder:
    """Return an encoder of messages; a scalar of numpy becomes a plain number."""
    return msgspec.msgpack.Encoder(enc_hook=_encode_other)


SOCKET_BUFFER_SIZE: Final = 1 << 18
"""Size of a socket's send buffer in bytes."""

MAX_PACKET_SIZE: Final = 1 << 15
"""Largest message in bytes that is sent inside the packet; a longer one is sent by ``memfd``."""

MAX_MESSAGE_SIZE: Final = 1 << 28
"""Largest message in bytes that is read; a longer one is a protocol violation."""

MAX_PACKET_FDS: Final = 250
"""Most descriptors of a packet, besides that of a long message; the kernel's limit is 253."""

_IN_MEMFD: Final = b"\x01"
"""The packet of a long message."""

_CLOSE_ON_EXEC: Final = int(socket.MSG_CMSG_CLOEXEC)
_TRUNCATED: Final = int(socket.MSG_TRUNC | socket.MSG_CTRUNC)
_ANCILLARY: Final = socket.CMSG_SPACE(4 * 253)


# Polling would take the processor from the other process if each worker had fewer than two, one for
# the harness and one for the driver process.
_PROCESSES: Final = 2 * int(os.environ.get("PYTEST_XDIST_WORKER_COUNT") or 1)
_SPIN_SECONDS: Final = 200e-6 if len(os.sched_getaffinity(0)) >= _PROCESSES else 0.0
"""Seconds for which to poll before a read blocks."""

_UNPOLLED_PACKETS: Final = 64
"""Number of packets that are awaited without polling after polling in vain."""


class MalformedError(Exception):
    """The received packet does not follow the protocol."""


class Channel:
    """One end of a ``SOCK_SEQPACKET`` connection; one thread may send while another receives."""

    def __init__(self, sock: socket.socket) -> None:
        self.socket = sock
        self._encoder = encoder()
        self._out = bytearray()
        self._in = bytearray(2 * MAX_PACKET_SIZE)
        self._view = memoryview(self._in)
        self._buffers = [self._in]
        self._unpolled = 0
        self._received = 0.0
        self._poll = select.poll()
        self._poll.register(sock.fileno(), select.POLLIN)

    def send(self, message: Any, fds: Sequence[int] = ()) -> None:
        """Send one message with descriptors, which the caller keeps and has to close.

        Raises ``ValueError`` for more than ``MAX_PACKET_FDS`` descriptors.
        """
        self._encoder.encode_into(message, self._out)
        if len(fds) > MAX_PACKET_FDS:
            raise ValueError(
                f"{len(fds)} descriptors at once; at most {MAX_PACKET_FDS} are possible"
            )
        if len(self._out) <= MAX_PACKET_SIZE:
            if fds:
                socket.send_fds(self.socket, [self._out], list(fds))
            else:
                self.socket.send(self._out)
            return
        fd = os.memfd_create("nn-conformance-message", os.MFD_CLOEXEC)
        try:
            os.write(fd, self._out)
            socket.send_fds(self.socket, [_IN_MEMFD], [*fds, fd])
        finally:
            os.close(fd)
            self._out = bytearray()

    def spin(self) -> None:
        """Poll until a packet arrives, for at most 200 microseconds.

        Waking up a sleeping processor takes longer than a short call, so polling halves the cost of
        a loop of such calls. Outside a loop, when this side has worked longer than that since the
        last packet, and soon after polling in vain, it would only take processor time.
        """
        now = time.perf_counter()
        if self._unpolled > 0 or now > self._received + _SPIN_SECONDS:
            self._unpolled -= 1
            return
        arrived, until = self._poll.poll, now + _SPIN_SECONDS
        while not arrived(0):
            if time.perf_counter() > until:
                self._unpolled = _UNPOLLED_PACKETS
                break
            os.sched_yield()

    def receive(self, flags: int = 0) -> tuple[memoryview | bytes, list[int]] | None:
        """Return the next message's bytes, valid until the next call, and its descriptors.

        The caller owns the descriptors. The result is ``None`` at the end of the connection.
        Raises ``BlockingIOError`` when the socket's timeout expires, and ``MalformedError`` for an
        invalid packet, whose descriptors are closed.
        """
        try:
            count, ancillary, what, _ = self.socket.recvmsg_into(
                self._buffers, _ANCILLARY, _CLOSE_ON_EXEC | flags
            )
        except ConnectionError:
            count, ancillary, what = 0, [], 0
        if count > 1 and not (ancillary or what & _TRUNCATED):
            self._received = time.perf_counter()
            return self._view[:count], []
        fds = _descriptors(ancillary)
        if what & _TRUNCATED:
            close_all(fds)
            if what & socket.MSG_TRUNC:
                raise MalformedError("a packet is too long")
            raise MalformedError("not all descriptors of a packet could be received")
        if count == 0:
            close_all(fds)
            return None
        if count == 1 and self._in[0] == _IN_MEMFD[0]:
            if not fds:
                raise MalformedError("a packet announces a long message but has no descriptor")
            content = fds.pop()
            try:
                return _content(content), fds
            except (OSError, MalformedError, MemoryError) as error:
                close_all(fds)
                raise MalformedError(f"a long message cannot be read: {error}") from error
            finally:
                os.close(content)
        return self._view[:count], fds

    def close(self) -> None:
        """Close this end."""
        self.socket.close()


def _descriptors(ancillary: Sequence[tuple[int, int, bytes]]) -> list[int]:
    fds = array("i")
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            fds.frombytes(data[: len(data) - len(data) % fds.itemsize])
    return fds.tolist()


def _content(fd: int) -> bytes:
    # The file is not mapped, because the sender could truncate it and so cause SIGBUS here.
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode):
        raise MalformedError("its descriptor is not a regular file")
    if status.st_size > MAX_MESSAGE_SIZE:
        raise MalformedError(
            f"it has {status.st_size} bytes; at most {MAX_MESSAGE_SIZE} are permitted"
        )
    return os.pread(fd, status.st_size, 0)


def close_all(fds: Sequence[int]) -> None:
    """Close all descriptors and ignore the invalid ones."""
    for fd in fds:
        with contextlib.suppress(OSError):
            os.close(fd)


def socket_pair(undo: contextlib.ExitStack) -> tuple[socket.socket, socket.socket]:
    """Return two connected packet sockets; ``undo`` closes them unless the caller cancels it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    undo.callback(ours.close)
    undo.callback(theirs.close)
    for end in (ours, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BUFFER_SIZE)
    return ours, theirs
