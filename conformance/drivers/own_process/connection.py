"""The harness's side of a connection to a driver process, and the proxies of the driver's objects.

A ``Connection`` converts the arguments of a call to a message and the answer back to values. Each
makes one call at a time. The callbacks and objects of a process are common to all of its
connections: ``child.DriverProcess``, which imports this module, has them.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import struct
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from conformance import hal, tracing
from conformance.drivers.answer_codec import interface_of, unpack
from conformance.drivers.foreign_objects import RemoteError
from conformance.drivers.own_process import wire
from conformance.drivers.own_process.limits import CrashError, UnsendableValueError
from conformance.drivers.own_process.wire import Channel, MalformedError, close_all
from conformance.hal.calls import HalCall, calls_of

_POLL_INTERVAL: Final = 0.1
"""Interval in seconds at which a waiting call checks its limit and whether the process runs."""

GRACE_SECONDS: Final = 1.0
"""Seconds to wait for an event that should follow at once, such as the end after a disconnect."""


class ConnectionEndedError(Exception):
    """The process has ended, or it has violated the protocol as the message states."""


class CallTimeoutError(Exception):
    """No answer arrived within the limit."""


class ViolationError(Exception):
    """An answer violates the protocol; states how."""


def serve_memory_questions(callback: hal.BurstCallback) -> int:
    """Start a thread that answers a driver's calls of ``get_memories``; return their socket.

    They may occur at any time, also while no call of the harness is running. The caller sends the
    socket to the driver process and closes it here; the thread ends when the driver closes it.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    channel, decode = Channel(ours), msgspec.msgpack.Decoder(tuple[int, ...]).decode

    def serve() -> None:
        try:
            while (packet := channel.receive()) is not None:
                data, fds = packet
                close_all(fds)
                slots = decode(data)
                try:
                    status, memories = callback.get_memories(slots)
                    descriptors = [memory.fileno() for memory in memories]
                    described = [wire.describe_memory(0, memory, True) for memory in memories]
                except Exception:  # for example a closed memory
                    status, described, descriptors = hal.ErrorStatus.GENERAL_FAILURE, [], []
                channel.send(wire.MemoryReply(int(status), tuple(described)), descriptors)
        except (OSError, MalformedError, msgspec.MsgspecError, RecursionError, ValueError):
            pass  # invalid data or a crash of the driver process: the question gets no answer
        finally:
            channel.close()

    threading.Thread(target=serve, name="nn-burst-memories", daemon=True).start()
    return theirs.detach()


_ANSWERS: Final = msgspec.msgpack.Decoder(wire.Answer)


class ReceivedDescriptor(int):
    """An open descriptor that a driver returned; the receiver owns it."""


class Connection:
    """Makes calls, one at a time; a context manager that holds its lock around each call.

    A memory is sent only once, and a model not twice in a row.

    Attributes:
        lock: held while a thread makes a call.
        stage, call_name, in_call: stage and name of the last call, and whether it is still running.
        awaits_answer: whether a call was sent whose answer was not read.
        used: whether the present case has made a call.
        calls_beside: the most calls that were running at the same time as the last call. A driver
            may process calls one by one, so each extends the call's time limit.
        thread: identifier of the thread of the process that answers, if known.

    """

    def __init__(self, sock: socket.socket, process: Any, *, spins: bool = False) -> None:
        self.process = process
        self._spins = spins
        self._channel = Channel(sock)
        slice_ = struct.pack("ll", int(_POLL_INTERVAL), int(_POLL_INTERVAL % 1 * 1_000_000))
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, slice_)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, slice_)
        self.lock = threading.Lock()
        self.thread: int | None = None
        self.stage, self.call_name, self.in_call = "start", "start", False
        self.awaits_answer = self.used = False
        self.calls_beside = 0
        self._closed = False
        self._number = 0
        self._ids = 0
        self._memories: weakref.WeakKeyDictionary[hal.Memory, tuple[int, bool]] = (
            weakref.WeakKeyDictionary()
        )
        self._dropped: list[int] = []
        self._model: hal.Model | None = None
        self._model_id = 0
        self._new_memories: list[tuple[hal.Memory, wire.MemoryDescription]] = []
        self._new_descriptors: list[int] = []
        self._attached: list[int] = []
        self._owned: list[int] = []

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        # New memories remain only if no answer arrived, so the process may not have them.
        if self._new_memories:
            for new in self._new_memories:
                self._memories.pop(new[0], None)
            self._new_memories, self._new_descriptors = [], []
        if self._attached:
            close_all(self._owned)
            self._attached, self._owned = [], []
        self.in_call = False
        self.lock.release()
        if self._closed:
            self.close()

    def close(self) -> None:
        """End the connection. A thread that makes a call closes the socket when the call ends."""
        self._closed = True
        with contextlib.suppress(OSError):
            self._channel.socket.shutdown(socket.SHUT_RDWR)
        if self.lock.acquire(blocking=False):
            self._channel.close()
            self.lock.release()

    # Arguments.

    def attach(self, fd: int, *, owned: bool = False) -> int:
        """Send a descriptor with the call and return its position; close it then if ``owned``."""
        if owned:
            self._owned.append(fd)
        self._attached.append(fd)
        return len(self._attached) - 1

    def send_memory(self, memory: hal.Memory) -> int:
        """Return the id of a memory; a memory that the process lacks is sent with the call."""
        known = self._memories.get(memory)
        if known is not None:
            return known[0]
        self._ids += 1
        try:
            fd = memory.fileno()
        except (OSError, ValueError):
            fd = -1  # a closed memory or one without a descriptor: only its fields are sent
        self._new_memories.append((memory, wire.describe_memory(self._ids, memory, fd >= 0)))
        if fd >= 0:
            self._new_descriptors.append(fd)
        self._memories[memory] = self._ids, fd >= 0
        # A finalizer may run in the middle of a call: the next call makes the process release it.
        weakref.finalize(memory, self._dropped.append, self._ids).atexit = False
        return self._ids

    @property
    def mapped_descriptors(self) -> int:
        """Number of descriptors of mapped memories: each one's own, and that of its ``mmap``."""
        return 2 * sum(mapped for _, mapped in self._memories.values())

    def send_model(self, model: hal.Model) -> tuple[wire.WireModel | None, int]:
        """Return the model's content and number, without the content if it was sent last."""
        if model is self._model:
            return None, self._model_id
        content = wire.WireModel(
            model.main,
            model.referenced,
            model.operand_values,
            tuple([self.send_memory(pool) for pool in model.pools]),
            model.relax_computation_float32_to_float16,
            dict(model.extension_name_to_prefix),
        )
        self._model = model
        self._model_id += 1
        return content, self._model_id

    def send_request(self, request: hal.Request) -> wire.WireRequest:
        pools = [
            pool if isinstance(pool, hal.BufferToken) else self.send_memory(pool)
            for pool in request.pools
        ]
        return wire.WireRequest(request.inputs, request.outputs, tuple(pools))

    def send_models(self, models: Sequence[hal.PreparedModel | None]) -> tuple[int, ...]:
        return tuple(
            wire.NO_MODEL
            if model is None
            else model.number_for_call("allocate")
            if isinstance(model, DriverProxy)
            else wire.FOREIGN_MODEL
            for model in models
        )

    def send_fences(self, fences: Sequence[hal.Fence]) -> tuple[int, ...]:
        """Return the numbers of the driver's fences; attach the descriptors of the others."""
        return tuple(
            [
                -fence.number
                if isinstance(fence, RemoteFence) and fence.process is self.process
                else self.attach(fence.fileno())
                for fence in fences
            ]
        )

    def send_caches(self, handles: Sequence[hal.CacheHandle]) -> tuple[hal.CacheHandle, ...]:

        def position(fd: int) -> int:
            try:
                os.fstat(fd)
            except (OSError, OverflowError):
                return -1
            return self.attach(fd)

        return tuple([tuple([position(fd) for fd in handle]) for handle in handles])

    def send_config(self, config: hal.PrepareModelConfig) -> hal.PrepareModelConfig:
        model_cache = self.send_caches(config.model_cache)
        data_cache = self.send_caches(config.data_cache)
        return replace(config, model_cache=model_cache, data_cache=data_cache)

    def send_queue(self, queue: hal.MQDescriptor) -> hal.MQDescriptor:
        if type(queue) is not hal.MQDescriptor:
            raise UnsendableValueError("the channels of a burst must be of type MQDescriptor")
        fds = [self.attach(fd) if fd >= 0 else -1 for fd in (*queue.fds, queue.peer_fd)]
        return replace(queue, fds=tuple(fds[:-1]), peer_fd=fds[-1])

    def send_burst_callback(self, callback: hal.BurstCallback) -> int:
        return self.attach(serve_memory_questions(callback), owned=True)

    def send_preparation_callback(self, callback: Any) -> int:
        number: int = self.process.register_callback(callback)
        return number

    send_execution_callback = send_preparation_callback

    # The call.

    def call(self, kind: type[wire.Message], fields: Sequence[Any], limit: float) -> Any:
        """Make the call whose message has this type and these fields; return its value.

        Raises ``UnsendableValueError`` if the call could not be made, ``RemoteError`` if the driver
        raised, ``CallTimeoutError`` after ``limit`` seconds (as many again for each of
        ``calls_beside``), ``ConnectionEndedError`` if the process ended, and ``ViolationError`` if
        the answer is invalid.
        """
        if tracing.RECORDER is not None:
            tracing.RECORDER.note_message()
        process = self.process
        self._number += 1
        self.used = True
        dropped = tuple(self._dropped)
        del self._dropped[: len(dropped)]
        freed = process.take_unused() if process.unused else ()
        memories = tuple([description for _, description in self._new_memories])
        message = kind(self._number, memories, dropped, freed, *fields)
        try:
            self._channel.send(message, [*self._new_descriptors, *self._attached])
        except OSError as error:
            # The socket is closed if another thread has discarded the process.
            raise ConnectionEndedError from error
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            self._model = None
            self._dropped.extend(dropped)
            process.object_ids.update(freed)
            process.unused.extend(freed)
            raise UnsendableValueError(f"a value cannot be sent: {error}") from error
        self.awaits_answer = True
        data, fds = self._receive_packet(limit)
        self.awaits_answer = False
        try:
            answer = _ANSWERS.decode(data)
            if answer.refused is not None:  # the process may not have read the call's number
                self._model = None
                raise UnsendableValueError(answer.refused)
            if (number := answer.number) != self._number:
                raise ValueError(f"the process answered call {number} instead of {self._number}")
            if self._new_memories:
                self._new_memories, self._new_descriptors = [], []
            for notification in answer.notified:
                process.deliver(notification)
            raised, value = answer.raised, answer.value
            if raised is not None:
                error_raised = RemoteError.of(raised)
            elif fds and type(value) is int:
                value = ReceivedDescriptor(fds.pop())
            else:
                value = unpack(value, process.resolve)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise ViolationError(f"an answer cannot be decoded: {error}") from error
        except ValueError as error:
            raise ViolationError(str(error)) from error
        finally:
            if fds:
                close_all(fds)
        # The two connections have no common order. The answer states how many notifications were
        # sent before it, so that these are delivered before the call returns.
        if process.received < answer.notifications_sent:
            process.await_notifications(answer.notifications_sent)
        # A callback whose notification is late stays registered, so that it is still delivered.
        if answer.forgotten and process.received >= answer.notifications_sent:
            process.forget_callbacks(answer.forgotten)
        if raised is not None:
            raise error_raised
        return value

    def _receive_packet(self, seconds: float) -> tuple[memoryview | bytes, list[int]]:
        started = time.monotonic()
        if self._spins:
            self._channel.spin()
        while True:
            try:
                packet = self._channel.receive()
            except BlockingIOError:
                if self.process.ended:
                    raise ConnectionEndedError from None
                if time.monotonic() > started + seconds * (1 + self.calls_beside):
                    raise CallTimeoutError from None
                continue
            except MalformedError as error:
                raise ConnectionEndedError(str(error)) from error
            except OSError as error:
                raise ConnectionEndedError from error
            if packet is None:
                # The end of the connection normally means that the process ended.
                if not self.process.await_end(GRACE_SECONDS):
                    raise ConnectionEndedError("the process closed its connection")
                raise ConnectionEndedError
            return packet

    def has_unexpected_data(self) -> bool:
        """Return whether an unexpected packet is waiting on the connection."""
        flags = socket.MSG_PEEK | socket.MSG_DONTWAIT | socket.MSG_TRUNC
        try:
            return bool(self._channel.socket.recv(1, flags))
        except OSError:
            return False


class DriverProxy:
    """Represents the object ``number`` of a process."""

    def __init__(self, process: Any, number: int) -> None:
        self.process = process
        self.device = process.device
        self.number = number

    def number_for_call(self, what: str) -> int:
        """Return the object's number for the call ``what``; raise an error if it was released."""
        if self.process is not self.device.client:
            raise CrashError(f"{what}: the process of this object has ended")
        if self.number not in self.process.object_ids:
            raise UnsendableValueError(f"{what}: the object was freed at the end of its case")
        return self.number

    def __repr__(self) -> str:
        return f"a {interface_of(self)}"

    def __del__(self) -> None:
        # No call is made here: a finalizer can run at any time. The next call frees the object.
        self.process.unused.append(self.number)


def forwarding_methods(*interfaces: type) -> dict[str, Any]:
    """Return by name methods and properties that make the calls through ``device.make``."""

    def forwarding(call: HalCall) -> Any:
        def forward(self: Any, *arguments: Any) -> Any:
            return self.device.make(call, self, arguments)

        forward.__name__ = call.method
        return property(forward) if call.is_property else forward

    return {call.method: forwarding(call) for call in calls_of(*interfaces)}


def _proxy_class(name: str, interface: type) -> type[DriverProxy]:
    return type(name, (DriverProxy, interface), forwarding_methods(interface))


RemotePreparedModel: Final = _proxy_class("RemotePreparedModel", hal.PreparedModel)


class RemoteFence(_proxy_class("_RemoteFence", hal.Fence)):  # type: ignore[misc]
    """A fence in the driver process.

    Its descriptor becomes readable when that of the driver's fence does or when the process ends.
    """

    _poller: select.epoll | None = None

    def fileno(self) -> int:
        if self._poller is None:
            answer = super().fileno()
            if not isinstance(answer, ReceivedDescriptor):
                # A number of the driver's process would name another file in this one.
                return -1 if type(answer) is int and answer >= 0 else answer
            self._descriptor = answer
            self._poller = select.epoll()
            events = 0  # the end of the process is reported in any case
            try:
                self._poller.register(answer, select.EPOLLIN)
            except PermissionError:  # a file, which is always readable, as the socket is writable
                events = select.EPOLLOUT
            self._poller.register(self.process.notifications, events)
        return self._poller.fileno()

    def __del__(self) -> None:
        super().__del__()
        if self._poller is not None:
            self._poller.close()
            os.close(self._descriptor)


PROXIES: Final = {
    "PreparedModel": RemotePreparedModel,
    "Execution": _proxy_class("RemoteExecution", hal.Execution),
    "Fence": RemoteFence,
    "Buffer": _proxy_class("RemoteBuffer", hal.Buffer),
    "BurstContext": _proxy_class("RemoteBurst", hal.BurstContext),
    "FencedExecutionCallback": _proxy_class("RemoteExecutionInfo", hal.FencedExecutionCallback),
}


CONVERSIONS: Final = wire.conversions(Connection, "send")
"""The conversions of a call's arguments, by their positions."""
