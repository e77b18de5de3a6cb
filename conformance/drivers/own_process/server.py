"""The program of the driver process, which makes the calls of the harness's messages.

``DriverProcess`` calls ``main`` in a new Python process with the arguments CALLS, NOTES, TRACE
(inherited descriptors: the connections for calls and for notifications, the file for stack traces)
and PARENT, the process id of the harness. The process ends when it receives ``Stop`` or the harness
closes the connection. The module imports as little as possible, because every restart after a
crash imports it again.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import itertools
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from conformance import hal, tracing
from conformance.driver_sdk.throttle import ALLOWED, pause_superfluous
from conformance.drivers.answer_codec import pack
from conformance.drivers.crash_stacks.handler import restore_preload, start_writing
from conformance.drivers.foreign_objects import ExceptionText, describe_exception
from conformance.drivers.own_process import wire
from conformance.drivers.own_process.wire import close_all
from conformance.drivers.registry import DriverLoadError, open_driver
from conformance.hal.calls import CALL_BY_NAME, DeviceDiagnostics, phase_of_call
from conformance.operations import definitions, restore_enums
from conformance.processes import die_with_parent, release_free_memory
from conformance.tracing import TraceLayer


class _JudgeCallback:
    """Forwards notifications to the harness's callback ``number``.

    ``notify`` gets the number, the arguments and the count of notifications so far. When the driver
    no longer references the callback, its finalizer calls ``forget`` with the number.
    """

    def __init__(
        self,
        number: int,
        notify: Callable[[int, tuple[Any, ...], int], None],
        forget: Callable[[int], None],
    ) -> None:
        self._number = number
        self._notify = notify
        self._forget = forget
        self._count = 0

    def _carry(self, *arguments: Any) -> None:
        self._count += 1
        self._notify(self._number, arguments, self._count)

    def __del__(self) -> None:
        self._forget(self._number)


# The class names equal those of the harness's own callbacks, so that a driver that passes wrong
# arguments gets the same exception text as without ``--isolate``.


class RecordingPreparedModelCallback(_JudgeCallback, hal.PreparedModelCallback):
    """Callback of a preparation.

    After the first notification its cache descriptors can no longer be used, because the client may
    close its own then. They are closed when the driver releases the callback: until then, their
    numbers must not refer to other files.
    """

    def __init__(self, *reports: Any, caches: Sequence[int] = ()) -> None:
        super().__init__(*reports)
        self._caches = caches

    def notify(self, status: hal.ErrorStatus, prepared_model: hal.PreparedModel | None) -> None:
        self._carry(status, prepared_model)
        if self._caches and self._count == 1:
            disable_descriptors(self._caches)

    def __del__(self) -> None:
        close_all(self._caches)
        super().__del__()


class RecordingExecutionCallback(_JudgeCallback, hal.ExecutionCallback):
    """Callback of an execution."""

    def notify(
        self, status: hal.ErrorStatus, output_shapes: Sequence[hal.OutputShape], timing: hal.Timing
    ) -> None:
        self._carry(status, output_shapes, timing)


class RemoteBurstCallback(hal.BurstCallback):
    """Callback of a burst, which sends ``get_memories`` to the harness over a socket of its own."""

    def __init__(self, fd: int) -> None:
        self._channel = wire.Channel(socket.socket(fileno=fd))
        self._lock = threading.Lock()

    def get_memories(self, slots: Sequence[int]) -> tuple[hal.ErrorStatus, Sequence[hal.Memory]]:
        """Return the harness's answer, or GENERAL_FAILURE if the harness closed the socket."""
        with self._lock:
            try:
                self._channel.send(tuple(slots))
                packet = self._channel.receive()
            except OSError:
                packet = None
        if packet is None:
            return hal.ErrorStatus.GENERAL_FAILURE, ()
        data, fds = packet
        reply = msgspec.msgpack.decode(data, type=wire.MemoryReply)
        return hal.ErrorStatus(reply.status), list(map(wire.MappedMemory, fds, reply.memories))

    def __del__(self) -> None:
        self._channel.close()


ForeignPreparedModel: Any = type("ForeignPreparedModel", (hal.PreparedModel,), {})
ForeignPreparedModel.__abstractmethods__ = frozenset()
"""A prepared model that the driver did not create; no client executes it."""


def disable_descriptors(fds: Sequence[int]) -> None:
    """Make every read and write on open descriptors fail, without freeing their numbers."""
    unusable = os.open("/", os.O_PATH | os.O_CLOEXEC)
    for fd in fds:
        with contextlib.suppress(OSError):
            os.dup2(unusable, fd, inheritable=False)
    os.close(unusable)


def channel_of(fd: int) -> wire.Channel:
    """Return the end of a connection whose descriptor is ``fd``."""
    os.set_inheritable(fd, False)
    return wire.Channel(socket.socket(fileno=fd))


class ClientSession:
    """The objects and notifications of one client; several threads may use it.

    ``first`` states whether this client opened the driver, and ``objects`` are those that it refers
    to by number. ``notifications_lock`` is held while a notification is sent and counted. ``trace``
    is the file for stack traces, which only the first client reads.
    """

    def __init__(
        self, notifications: wire.Channel, device: hal.Device | None = None, trace: int = -1
    ) -> None:
        self.device = device
        self.first = device is None
        self.objects: dict[int, Any] = {}
        self.notifications_sent = 0
        self.notifications_lock = threading.Lock()
        self.notifications = notifications
        self.trace = trace
        self._numbers = itertools.count(1)

    def register_object(self, _: str, value: Any) -> int:
        """Store an object that the driver returned; return the number by which to refer to it."""
        number = next(self._numbers)
        self.objects[number] = value
        return number

    def send_notification(self, notification: wire.WireNotification) -> None:
        """Send a notification on the second connection, unless the client has disconnected."""
        with self.notifications_lock:
            try:
                self.notifications.send(notification)
            except OSError:
                if self.first:
                    raise
                return  # the client has gone; the driver must not get an exception for that
            self.notifications_sent += 1

    def release(self) -> None:
        """Release everything after the client has disconnected."""
        self.objects.clear()
        self.device = None
        with self.notifications_lock:
            # Without the shutdown, the accepting thread would not notice that the socket is closed.
            with contextlib.suppress(OSError):
                self.notifications.socket.shutdown(socket.SHUT_RDWR)
            self.notifications.close()


class CallRefused(Exception):  # noqa: N818 - an answer, not an error
    """The call cannot be made, for example because the model is unknown; states the reason."""


class RpcServer:
    """Answers the calls on one connection, one after the other.

    Each connection is served by its own thread, the first one by the main thread. ``_fds`` are the
    descriptors of the present message; a call removes those that it keeps.
    """

    def __init__(self, session: ClientSession, calls: wire.Channel) -> None:
        self._session = session
        self._calls = calls
        self._memories: dict[int, hal.Memory] = {}
        self._model: hal.Model | None = None
        self._model_id = -1
        self._objects = session.objects
        self._thread = threading.get_ident()
        self._fds: list[int] = []
        self._out: list[int] = []
        self._inline: list[wire.WireNotification] | None = None
        self._forgotten: deque[int] = deque()

    # Calls.

    def _make(self, message: Any) -> Any:
        for number in message.freed:
            self._objects.pop(number, None)
        row = _CALLS.get(type(message))
        if row is None:
            return _CONTROL[type(message)][1](self, message)
        call, conversions = row
        _, _, _, _, target, *arguments = msgspec.structs.astuple(message)
        driver_object: Any = self._objects[target] if target else self.device
        for position, convert in conversions:
            arguments[position] = convert(self, arguments[position])
        if call.is_property:
            return getattr(driver_object, call.method)
        if call.optional and not hasattr(driver_object, call.method):
            driver_object = DeviceDiagnostics()
        return getattr(driver_object, call.method)(*arguments)

    @property
    def device(self) -> hal.Device:
        """The opened device; raises ``CallRefused`` before ``Start``."""
        if self._session.device is None:
            raise CallRefused("the driver is not open")
        return self._session.device

    def _start(self, message: wire.Start) -> int:
        """Open the driver; return the identifier of the thread that answers the calls."""
        if self._session.device is not None:
            raise CallRefused("the driver is already open")
        sys.path[:] = message.path
        for limit, value in (
            (resource.RLIMIT_DATA, message.memory),
            (resource.RLIMIT_NOFILE, message.files),
        ):
            if value is not None:
                hard = resource.getrlimit(limit)[1]
                bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
                resource.setrlimit(limit, (bound, bound))
        try:
            self._session.device = open_driver(message.driver)
            definitions()  # loaded before the first call, whose time is limited
            gc.freeze()  # the loaded modules stay alive, so later collections need not visit them
        except DriverLoadError as error:
            raise CallRefused(str(error)) from error
        return self._thread

    def _free(self, message: wire.Free) -> int:
        """Return this thread's number; if the message collects, that of all Python objects."""
        if not message.collect:
            return self._thread
        release_free_memory()
        return sys.getallocatedblocks()

    def _stop(self, message: wire.Stop) -> None:  # noqa: ARG002
        """Release the client's objects; collect reference cycles, so that finalizers run now."""
        self._objects.clear()
        self._memories.clear()
        self._model = None
        self._session.device = None
        gc.collect()

    def _connect(self, message: wire.Connect) -> None:  # noqa: ARG002 - all is in the descriptors
        notifications, calls = self._fds.pop(), self._fds.pop()
        session = ClientSession(channel_of(notifications), self.device)
        server = RpcServer(session, channel_of(calls))
        threading.Thread(target=server.serve_client, name="nn-driver-client", daemon=True).start()

    # Arguments.

    def receive_model(self, sent: tuple[wire.WireModel | None, int]) -> hal.Model:
        """Return a model; without content, it is the last one sent."""
        content, number = sent
        if content is not None:
            for subgraph in (content.main, *content.referenced):
                restore_enums(subgraph)
            self._model = hal.Model(
                content.main,
                content.referenced,
                content.operand_values,
                tuple(self._memories[pool] for pool in content.pools),
                content.relaxed,
                content.extensions,
            )
            self._model_id = number
        if self._model is None or self._model_id != number:
            raise CallRefused(f"the process has no model {number}")
        return self._model

    def receive_request(self, sent: wire.WireRequest) -> hal.Request:
        pools = tuple(
            pool if isinstance(pool, hal.BufferToken) else self._memories[pool]
            for pool in sent.pools
        )
        return hal.Request(sent.inputs, sent.outputs, pools)

    def receive_memory(self, number: int) -> hal.Memory:
        return self._memories[number]

    def receive_models(self, numbers: Sequence[int]) -> list[Any]:
        others = {wire.NO_MODEL: None, wire.FOREIGN_MODEL: ForeignPreparedModel()}
        return [others[n] if n in others else self._objects[n] for n in numbers]

    def receive_fences(self, positions: Sequence[int]) -> list[hal.Fence]:
        return [
            self._objects[-number] if number < 0 else hal.PolledFence(self._take(number))
            for number in positions
        ]

    def receive_caches(self, handles: Sequence[hal.CacheHandle]) -> tuple[hal.CacheHandle, ...]:
        """Return handles of cache files; the callback of the preparation owns the descriptors."""
        fds = self._fds
        return tuple(
            tuple(fds[position] if 0 <= position < len(fds) else -1 for position in handle)
            for handle in handles
        )

    def receive_config(self, config: hal.PrepareModelConfig) -> hal.PrepareModelConfig:
        model_cache = self.receive_caches(config.model_cache)
        data_cache = self.receive_caches(config.data_cache)
        return replace(config, model_cache=model_cache, data_cache=data_cache)

    def receive_queue(self, queue: hal.MQDescriptor) -> hal.MQDescriptor:
        *own, peer = self.receive_caches([(*queue.fds, queue.peer_fd)])[0]
        return replace(queue, fds=tuple(own), peer_fd=peer)

    def receive_preparation_callback(self, number: int) -> RecordingPreparedModelCallback:
        fds, self._fds = self._fds, []
        return RecordingPreparedModelCallback(
            number, self._notify, self._forgotten.append, caches=fds
        )

    def receive_execution_callback(self, number: int) -> RecordingExecutionCallback:
        return RecordingExecutionCallback(number, self._notify, self._forgotten.append)

    def receive_burst_callback(self, position: int) -> RemoteBurstCallback:
        return RemoteBurstCallback(self._take(position))

    def _take(self, position: int) -> int:
        """Return a descriptor of the message, which the caller then owns."""
        if not 0 <= position < len(self._fds) or self._fds[position] < 0:
            raise CallRefused(f"the call has no descriptor {position}")
        fd, self._fds[position] = self._fds[position], -1
        return fd

    # The connection.

    def serve_client(self) -> None:
        """Answer a client on its first connection, and accept further connections.

        The process exits when its first client disconnects; others affect only themselves.
        """
        threading.Thread(target=self._accept, name="nn-driver-connections", daemon=True).start()
        if not self._session.first:
            self.serve_further_connection()
            self._session.release()
            gc.collect()
            return
        status = 0
        try:
            if self._serve(spins=True):
                return
        except (OSError, wire.MalformedError) as error:
            # The driver has closed or replaced a descriptor of the process, or has used up all.
            text = f"the process cannot use its connection to the suite: {error}\n"
            with contextlib.suppress(OSError):
                os.write(2, text.encode())
            status = 1
        # A normal exit would wait for threads that the driver may have left running.
        start_writing(-1)
        os._exit(status)

    def _accept(self) -> None:
        """Serve each further connection of the client by a thread of its own; write traces."""
        while True:
            try:
                packet = self._session.notifications.receive()
            except (OSError, wire.MalformedError):
                return
            if packet is None:
                return
            if packet[0] == wire.WRITE_TRACE:
                with contextlib.suppress(OSError, ValueError):
                    faulthandler.dump_traceback(self._session.trace)
                    os.write(self._session.trace, f"{wire.TRACE_END}\n".encode())
            for fd in packet[1]:
                channel = channel_of(fd)
                server = RpcServer(self._session, channel)
                try:
                    threading.Thread(target=server.serve_further_connection, daemon=True).start()
                except (RuntimeError, MemoryError):  # the client notices that the socket is closed
                    channel.close()

    def serve_further_connection(self) -> None:
        """Answer the calls on a further connection of a client until the client closes it."""
        try:
            with contextlib.suppress(OSError, wire.MalformedError):
                self._serve(spins=False)
        finally:
            close_all(self._fds)
            self._memories.clear()
            self._model = None
            self._calls.close()

    def _serve(self, *, spins: bool) -> bool:
        """Answer calls until ``Stop`` arrives or the connection ends; return whether it stopped."""
        self._thread = threading.get_ident()
        decode = msgspec.msgpack.Decoder(wire.AnyMessage).decode
        while True:
            if spins:
                self._calls.spin()
            packet = self._calls.receive()
            if packet is None:
                return False
            data, self._fds = packet
            try:
                message: Any = decode(data)
            except (msgspec.MsgspecError, RecursionError, ValueError) as error:
                close_all(self._fds)
                self._fds = []
                refused = f"the driver's process cannot decode the call: {error}"
                self._calls.send(wire.Answer(0, None, refused))
                continue
            if message.memories or message.dropped:
                self._map_memories(message)
            # Kept until the next answer: two objects of the driver with the same address would have
            # the same text, which stands for them at the harness.
            answer = self._answer(message)
            self._send_answer(answer)
            if type(message) is wire.Stop:
                return True

    def _send_answer(self, answer: wire.Answer) -> None:
        """Send an answer; if it cannot be encoded, send an exception that says so instead."""
        try:
            self._calls.send(answer, self._out)
        except (TypeError, ValueError, OverflowError, RecursionError, MemoryError) as error:
            reason = f"the answer cannot be sent: {error}"
            raised = ExceptionText(type(error).__name__, reason, ())
            sent, forgotten = answer.notifications_sent, answer.forgotten
            self._calls.send(wire.Answer(answer.number, raised, None, [], sent, forgotten))
        finally:
            if self._out:
                close_all(self._out)
                self._out = []

    def _answer(self, message: Any) -> wire.Answer:
        notified: list[wire.WireNotification] = []
        self._inline = notified
        value, raised, refused = None, None, None
        try:
            recorder = tracing.RECORDER
            value = self._make(message) if recorder is None else self._traced(recorder, message)
            if type(message) is _FILENO and type(value) is int and value >= 0:
                with contextlib.suppress(OSError, OverflowError):  # it is not open
                    self._out.append(os.dup(value))
            value = pack(value, self._session.register_object)
        except CallRefused as refusal:
            value, refused = None, str(refusal)
        except BaseException as error:
            value, raised = None, describe_exception(error, 2)
        self._inline = None
        # Read before the count: the notification of a callback that the driver has released is
        # then counted, so that the client delivers it before it forgets the callback.
        forgotten = [self._forgotten.popleft() for _ in range(len(self._forgotten))]
        with self._session.notifications_lock:
            sent = self._session.notifications_sent
        if self._fds:
            close_all(self._fds)
            self._fds = []
        return wire.Answer(message.number, raised, refused, notified, sent, forgotten, value)

    def _traced(self, recorder: tracing.TraceRecorder, message: Any) -> Any:
        row = _CALLS.get(type(message))
        name = _CONTROL[type(message)][0] if row is None else row[0].name
        start = time.monotonic_ns()
        try:
            return self._make(message)
        finally:
            recorder.add(TraceLayer.DRIVER, phase_of_call(name), name, start)

    def _map_memories(self, message: wire.Message) -> None:
        """Release the dropped memories, and map new ones, whose descriptors are the first ones."""
        for number in message.dropped:
            self._memories.pop(number, None)
        for shared in message.memories:
            if shared.mapped and not self._fds:
                raise wire.MalformedError(f"memory {shared.id} is mapped, but has no descriptor")
            fd = self._fds.pop(0) if shared.mapped else -1
            self._memories[shared.id] = wire.MappedMemory(fd, shared)

    def _notify(self, callback: int, arguments: tuple[Any, ...], count: int) -> None:
        """Report the ``count``-th notification of a callback to the client.

        A notification that the driver makes on the answering thread during a call is sent with the
        answer, so it is delivered before the call returns. Those of other threads are sent over the
        second connection.
        """
        # A driver that notifies without end is slowed down, or its notifications are dropped.
        if threading.get_ident() != self._thread:
            pause_superfluous(count)
        notification = wire.WireNotification(
            callback, [pack(argument, self._session.register_object) for argument in arguments]
        )
        if self._inline is not None and threading.get_ident() == self._thread:
            if len(self._inline) < ALLOWED:
                self._inline.append(notification)
        else:
            self._session.send_notification(notification)


_CONTROL: Final[dict[type, tuple[str, Callable[[RpcServer, Any], Any]]]] = {
    wire.Start: ("start", RpcServer._start),  # noqa: SLF001
    wire.Free: ("free", RpcServer._free),  # noqa: SLF001
    wire.Stop: ("free", RpcServer._stop),  # noqa: SLF001
    wire.Connect: ("connect", RpcServer._connect),  # noqa: SLF001
}
"""The name in traces and the function of each message that is no call of the interface."""

_CONVERSIONS: Final = wire.conversions(RpcServer, "receive")
_CALLS: Final = {message: (call, _CONVERSIONS[call]) for call, message in wire.MESSAGES.items()}
"""The call of each message, and the conversions of its arguments by their position."""

_FILENO: Final = wire.MESSAGES[CALL_BY_NAME["fileno of the sync fence"]]


def main() -> None:
    """Serve calls on the descriptors given as command-line arguments."""
    calls, notifications, trace, parent = (int(text) for text in sys.argv[1:5])
    die_with_parent(parent)
    os.set_inheritable(trace, False)
    faulthandler.enable(trace)
    faulthandler.register(signal.SIGUSR1, trace, all_threads=True)
    start_writing(trace)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    restore_preload()
    sys.argv[:] = sys.argv[:1]
    session = ClientSession(channel_of(notifications), trace=trace)
    RpcServer(session, channel_of(calls)).serve_client()
    start_writing(-1)
