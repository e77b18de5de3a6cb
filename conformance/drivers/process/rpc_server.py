"""The program of the driver process.

``DriverProcess`` starts it as ``python -m conformance.drivers.process.rpc_server CALLS NOTES TRACE
PARENT``. It opens the driver and answers the harness's calls one after the other on its main
thread, until it receives ``Stop`` or the harness closes the connection.
CALLS, NOTES and TRACE are inherited descriptors: the connection for calls, the connection for
notifications, and the file for stack traces. PARENT is the process id of the harness. The module
imports as little as possible, because every restart after a crash imports it again.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import os
import resource
import signal
import socket
import sys
import threading
from typing import Any

import msgspec

from conformance.drivers.answer_codec import pack
from conformance.drivers.foreign_objects import describe_exception
from conformance.drivers.process import messages as m
from conformance.drivers.process.bursts import RemoteBurstCallback, with_descriptors
from conformance.drivers.process.judge_objects import (
    ForeignPreparedModel,
    MappedMemory,
    RecordingExecutionCallback,
    RecordingPreparedModelCallback,
    bridge_fence,
)
from conformance.drivers.process.transport import Channel, MalformedError, close_all
from conformance.drivers.registry import DriverLoadError, open_driver
from conformance.hal import (
    BufferToken,
    CacheHandle,
    Device,
    Fence,
    Memory,
    Model,
    PolledFence,
    Request,
)
from conformance.support.decoded_codes import restore_enums
from conformance.support.throttle import ALLOWED, THROTTLE

_PR_SET_PARENT_DEATH_SIGNAL = 1


class _CallRefused(Exception):  # noqa: N818 - an answer, not an error
    """The call cannot be made, for example because the model is unknown; states the reason."""


class RpcServer:
    """Answers the calls of one client and holds the objects that the client refers to by number.

    The first client opens the driver and is served on the main thread. Every further client is
    served by its own thread and shares the opened ``device``.
    """

    def __init__(
        self, calls: Channel, notifications: Channel, device: Device | None = None
    ) -> None:
        self._calls = calls
        self._notifications = notifications
        self._notifications_lock = threading.Lock()
        self._device = device
        self._first = device is None
        self._memories: dict[int, Memory] = {}
        self._model: Model | None = None
        self._model_id = -1
        self._objects: dict[int, Any] = {}
        self._last_object = 0
        self._inline: list[m.WireNotification] | None = None
        self._thread = threading.get_ident()
        self._sent = 0
        self._gone = False
        self._forgotten: list[int] = []
        self._fds: list[int] = []
        self._out: list[int] = []
        self._handlers: dict[type, Any] = {
            m.Start: self._start,
            m.Query: self._query,
            m.GetSupportedOperations: self._supported,
            m.Prepare: self._prepare,
            m.PrepareFromCache: self._prepare_from_cache,
            m.Allocate: self._allocate,
            m.Execute: self._execute,
            m.ExecuteFenced: self._execute_fenced,
            m.ExecutionInfo: self._execution_info,
            m.Copy: self._copy,
            m.Free: self._free,
            m.Stop: self._stop,
            m.GetDeclineReasons: self._decline_reasons,
            m.ConfigureBurst: self._configure_burst,
            m.FreeSlot: self._free_slot,
            m.Connect: self._connect,
        }

    def serve(self) -> None:
        """Answer calls until ``Stop`` arrives or the client disconnects.

        When the first client disconnects, the process exits.
        """
        self._thread = threading.get_ident()
        decode = msgspec.msgpack.Decoder(m.AnyMessage).decode
        head = msgspec.msgpack.Decoder(list[Any]).decode
        while True:
            self._calls.spin()
            packet = self._calls.receive()
            if packet is None:
                self._release_client()
                return
            data, self._fds = packet
            try:
                message: Any = decode(data)
            except (msgspec.MsgspecError, RecursionError) as error:
                close_all(self._fds)
                # The number is still readable, so the client can match this refusal to its call.
                refused = f"the driver's process cannot decode the call: {error}"
                self._calls.send(m.CallAnswer(int(head(data)[1]), None, None, refused))
                continue
            self._map_memories(message)
            if type(message) is m.ShareMemories:
                continue
            answer = self._answer(message)
            self._send_answer(answer)
            close_all(self._out)
            self._out = []
            if type(message) is m.Stop:
                return

    def _send_answer(self, answer: m.CallAnswer) -> None:
        """Send an answer; if it cannot be encoded, send an exception that says so instead."""
        try:
            self._calls.send(answer, self._out)
        except (TypeError, ValueError, OverflowError, RecursionError, MemoryError) as error:
            text = describe_exception(error)
            raised = m.RaisedException(text.name, f"the answer cannot be sent: {text.message}", [])
            self._calls.send(
                m.CallAnswer(
                    answer.number, None, raised, notifications_sent=answer.notifications_sent
                )
            )

    def _serve_additional_client(self) -> None:
        """Answer the calls of a further client until it disconnects.

        Neither its crash nor its errors affect the other clients.
        """
        try:
            self.serve()
        except (OSError, MalformedError):
            pass  # the client crashed or sent an invalid message
        finally:
            self._release_client()

    def _release_client(self) -> None:
        """Release the client's objects and connections; exit if it was the first client."""
        if self._first:
            # A normal exit would wait for threads that the driver may have left running.
            os._exit(0)
        close_all([*self._out, *self._fds])
        self._out, self._fds = [], []
        self._drop_objects()
        with self._notifications_lock:
            self._gone = True
            self._calls.close()
            self._notifications.close()

    def _answer(self, message: Any) -> m.CallAnswer:
        """Make the call and return its answer, which may be a refusal or an exception."""
        answer = m.CallAnswer(message.number, None)
        self._inline = answer.notified = []
        try:
            value = self._handlers[type(message)](message)
            answer.value = pack(value, self._register)
        except _CallRefused as refusal:
            answer.refused = str(refusal)
        except BaseException as error:
            raised = describe_exception(error, 2)
            answer.raised = m.RaisedException(raised.name, raised.message, list(raised.lines))
        finally:
            with self._notifications_lock:
                self._inline = None
                answer.notifications_sent = self._sent
            close_all(self._fds)
            self._fds = []
        if self._forgotten:
            answer.forgotten, self._forgotten = self._forgotten, []
        return answer

    def _map_memories(self, message: m.Message) -> None:
        """Map the memories of a message, and release those that the client dropped.

        The descriptors of the memories precede the call's own descriptors.
        """
        for number in message.dropped:
            self._memories.pop(number, None)
        for shared in message.memories:
            fd = self._fds.pop(0) if shared.mapped else -1
            self._memories[shared.id] = MappedMemory(fd, shared)

    def _register(self, kind: str, value: Any) -> Any:
        """Store an object that the driver returned; return the number by which the client names it.

        A fence is not stored. Its two descriptors are sent with the answer, and their positions
        among the answer's descriptors are returned.
        """
        if kind == "fence":
            self._out += bridge_fence(value)
            return [len(self._out) - 2, len(self._out) - 1]
        self._last_object += 1
        self._objects[self._last_object] = value
        return self._last_object

    def _notify(self, callback: int, arguments: tuple[Any, ...], count: int) -> None:
        """Report the ``count``-th notification of a callback to the client.

        A notification that the driver makes on the answering thread during a call is sent with the
        answer, so it is delivered before the call returns. Those of other threads are sent over the
        second connection.
        """
        # A driver that notifies without end is slowed down, or its notifications are dropped.
        if threading.get_ident() != self._thread:
            THROTTLE.pause(count)
        notification = m.WireNotification(
            callback, [pack(argument, self._register) for argument in arguments]
        )
        with self._notifications_lock:
            if self._inline is not None and threading.get_ident() == self._thread:
                if len(self._inline) < ALLOWED:
                    self._inline.append(notification)
                return
            if self._gone:
                return
            try:
                self._notifications.send(notification)
            except OSError:
                if self._first:
                    raise
                return  # the client crashed; the driver must not get an exception for that
            self._sent += 1

    def _report_forgotten(self, callback: int) -> None:
        self._forgotten.append(callback)

    # One handler per message type.

    def _start(self, message: m.Start) -> None:
        if self._device is not None:
            raise _CallRefused("the driver is already open")
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
            self._device = open_driver(message.driver)
            gc.freeze()  # the loaded modules stay alive, so later collections need not visit them
        except DriverLoadError as error:
            raise _CallRefused(str(error)) from error

    @property
    def device(self) -> Device:
        """The opened device; raises ``_CallRefused`` before ``Start``."""
        if self._device is None:
            raise _CallRefused("the driver is not open")
        return self._device

    def _query(self, message: m.Query) -> Any:
        answer = getattr(self.device, message.attribute)
        return answer() if message.attribute.startswith("get_") else answer

    def _model_of(
        self, message: m.GetSupportedOperations | m.Prepare | m.GetDeclineReasons
    ) -> Model:
        """Return the message's model; a message without a model refers to the last one sent."""
        wire = message.model
        if wire is not None:
            for subgraph in (wire.main, *wire.referenced):
                restore_enums(subgraph)
            self._model = Model(
                wire.main,
                wire.referenced,
                wire.operand_values,
                tuple(self._memories[pool] for pool in wire.pools),
                wire.relaxed,
                wire.extensions,
            )
            self._model_id = message.model_id
        if self._model is None or self._model_id != message.model_id:
            raise _CallRefused(f"the process has no model {message.model_id}")
        return self._model

    def _supported(self, message: m.GetSupportedOperations) -> Any:
        return self.device.get_supported_operations(self._model_of(message))

    def _decline_reasons(self, message: m.GetDeclineReasons) -> Any:
        model = self._model_of(message)
        decline_reasons = getattr(self.device, "decline_reasons", None)
        return None if decline_reasons is None else decline_reasons(model)

    def _prepare(self, message: m.Prepare) -> Any:
        model_cache, data_cache, cache_fds = self._caches(message.caches)
        callback = RecordingPreparedModelCallback(
            message.callback, self._notify, self._report_forgotten, cache_fds
        )
        return self.device.prepare_model(
            self._model_of(message),
            message.preference,
            message.priority,
            message.deadline,
            model_cache,
            data_cache,
            message.token,
            callback,
        )

    def _prepare_from_cache(self, message: m.PrepareFromCache) -> Any:
        model_cache, data_cache, cache_fds = self._caches(message.caches)
        callback = RecordingPreparedModelCallback(
            message.callback, self._notify, self._report_forgotten, cache_fds
        )
        return self.device.prepare_model_from_cache(
            message.deadline, model_cache, data_cache, message.token, callback
        )

    def _caches(
        self, caches: tuple[m.CachePositions, m.CachePositions]
    ) -> tuple[tuple[CacheHandle, ...], tuple[CacheHandle, ...], list[int]]:
        """Return the handles of model and data cache files, and all their descriptors."""
        cache_fds, self._fds = self._fds, []
        count = len(cache_fds)
        model_cache, data_cache = (
            tuple(
                tuple(cache_fds[place] if 0 <= place < count else -1 for place in handle)
                for handle in kind
            )
            for kind in caches
        )
        return model_cache, data_cache, cache_fds

    def _allocate(self, message: m.Allocate) -> Any:
        models = [self._prepared_model(number) for number in message.prepared_models]
        return self.device.allocate(message.desc, models, message.input_roles, message.output_roles)

    def _prepared_model(self, number: int) -> Any:
        if number == m.NO_MODEL:
            return None
        return ForeignPreparedModel() if number == m.FOREIGN_MODEL else self._objects[number]

    def _request(self, wire: m.WireRequest) -> Request:
        pools = tuple(
            BufferToken(wire.tokens[position]) if position in wire.tokens else self._memories[pool]
            for position, pool in enumerate(wire.pools)
        )
        return Request(wire.inputs, wire.outputs, pools)

    def _execute(self, message: m.Execute) -> Any:
        prepared = self._objects[message.prepared_model]
        request = self._request(message.request)
        if message.callback is None:
            return prepared.execute_synchronously(
                request, message.measure, message.deadline, message.loop_timeout_duration
            )
        callback = RecordingExecutionCallback(
            message.callback, self._notify, self._report_forgotten
        )
        return prepared.execute(
            request, message.measure, message.deadline, message.loop_timeout_duration, callback
        )

    def _execute_fenced(self, message: m.ExecuteFenced) -> Any:
        first = len(self._fds) - message.fences
        fences: list[Fence] = [PolledFence(fd) for fd in self._fds[first:]]
        del self._fds[first:]
        return self._objects[message.prepared_model].execute_fenced(
            self._request(message.request),
            fences,
            message.measure,
            message.deadline,
            message.loop_timeout_duration,
            message.duration,
        )

    def _configure_burst(self, message: m.ConfigureBurst) -> Any:
        callback = RemoteBurstCallback(self._fds.pop())
        return self._objects[message.prepared_model].configure_execution_burst(
            callback,
            with_descriptors(message.requests, self._fds),
            with_descriptors(message.results, self._fds),
        )

    def _free_slot(self, message: m.FreeSlot) -> Any:
        return self._objects[message.burst].free_memory(message.slot)

    def _execution_info(self, message: m.ExecutionInfo) -> Any:
        return self._objects[message.object].get_execution_info()

    def _copy(self, message: m.Copy) -> Any:
        buffer, memory = self._objects[message.buffer], self._memories[message.memory]
        if message.dimensions is None:
            return buffer.copy_to(memory)
        return buffer.copy_from(memory, message.dimensions)

    def _free(self, message: m.Free) -> None:
        for number in message.objects:
            self._objects.pop(number, None)

    def _connect(self, message: m.Connect) -> None:  # noqa: ARG002 - all is in the descriptors
        notifications, calls = self._fds.pop(), self._fds.pop()
        server = RpcServer(_channel(calls), _channel(notifications), self.device)
        name = "nn-driver-client"
        threading.Thread(target=server._serve_additional_client, name=name, daemon=True).start()

    def _stop(self, message: m.Stop) -> None:  # noqa: ARG002 - every handler takes its message
        self._drop_objects()

    def _drop_objects(self) -> None:
        """Release the client's objects; collect reference cycles, so that finalizers run now."""
        self._objects.clear()
        self._memories.clear()
        self._model = None
        self._device = None
        gc.collect()


def _channel(fd: int) -> Channel:
    os.set_inheritable(fd, False)
    return Channel(socket.socket(fileno=fd), m.encoder())


def main() -> None:
    """Serve calls on the descriptors given as command-line arguments."""
    calls, notifications, trace, parent = (int(text) for text in sys.argv[1:5])
    ctypes.CDLL(None).prctl(_PR_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    # If the harness ended before this call, the kernel sends no signal.
    if os.getppid() != parent:
        os._exit(0)
    os.set_inheritable(trace, False)
    faulthandler.enable(trace)
    faulthandler.register(signal.SIGUSR1, trace, all_threads=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # The driver sees the user's PYTHONPATH, not the one that
    # ``driver_process.environment`` extended.
    original = os.environ.pop("NN_CONFORMANCE_PYTHONPATH", None)
    if original:
        os.environ["PYTHONPATH"] = original
    else:
        os.environ.pop("PYTHONPATH", None)
    sys.argv[:] = sys.argv[:1]
    RpcServer(_channel(calls), _channel(notifications)).serve()


if __name__ == "__main__":
    main()
