"""The program of the driver process, with one handler for each type of message.

``DriverProcess`` calls ``main`` in a new Python process with the arguments CALLS, NOTES, TRACE and
PARENT. It opens the driver and answers the harness's calls one after the other on its main
thread, until it receives ``Stop`` or the harness closes the connection. The harness opens further
connections for calls that it makes at the same time; each is answered by its own thread.
CALLS, NOTES and TRACE are inherited descriptors: the connection for calls, the connection for
notifications, and the file for stack traces. PARENT is the process id of the harness. The module
imports as little as possible, because every restart after a crash imports it again.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import resource
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from typing import Any, Final

import msgspec

from conformance import tracing
from conformance.driver_sdk.model_codes import restore_enums
from conformance.driver_sdk.throttle import ALLOWED, THROTTLE
from conformance.drivers.answer_codec import pack
from conformance.drivers.crash_stacks.handler import restore_preload, start_writing
from conformance.drivers.foreign_objects import describe_exception
from conformance.drivers.own_process import messages as m
from conformance.drivers.own_process.bursts import RemoteBurstCallback, with_descriptors
from conformance.drivers.own_process.client_session import ClientSession, channel_of
from conformance.drivers.own_process.judge_objects import (
    ForeignPreparedModel,
    MappedMemory,
    RecordingExecutionCallback,
    RecordingPreparedModelCallback,
    bridge_fence,
)
from conformance.drivers.own_process.private_memory import release_free_memory
from conformance.drivers.own_process.transport import Channel, MalformedError, close_all
from conformance.drivers.registry import DriverLoadError, open_driver
from conformance.hal import (
    BufferToken,
    CacheHandle,
    Device,
    Fence,
    Memory,
    Model,
    PolledFence,
    PrepareModelConfig,
    Request,
)
from conformance.processes import die_with_parent
from conformance.tracing import TraceLayer

_Caches = tuple[CacheHandle, ...]
_PreparationArguments = tuple[int, int, int | None, _Caches, _Caches, bytes]
"""Preference, priority, deadline, handles of model and data cache files, and token."""


class CallRefused(Exception):  # noqa: N818 - an answer, not an error
    """The call cannot be made, for example because the model is unknown; states the reason."""


class CallHandlers(ABC):
    """Makes the calls of a client's messages on the objects of its session.

    ``_fds`` are the descriptors of the message; a handler removes those that it keeps.
    """

    def __init__(self, session: ClientSession) -> None:
        self._session = session
        self._memories: dict[int, Memory] = {}
        self._model: Model | None = None
        self._model_id = -1
        self._objects = session.objects
        self._thread = threading.get_ident()
        self._fds: list[int] = []
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
            m.CreateExecution: self._create_execution,
            m.ExecuteWithConfig: self._execute_with_config,
            m.ExecuteFencedWithConfig: self._execute_fenced_with_config,
            m.PrepareWithConfig: self._prepare_with_config,
            m.Reexecute: self._reexecute,
            m.ReexecuteFenced: self._reexecute_fenced,
            m.CollectGarbage: self._collect_garbage,
        }

    @abstractmethod
    def _notify(self, callback: int, arguments: tuple[Any, ...], count: int) -> None:
        """Report the ``count``-th notification of a callback to the client."""

    @abstractmethod
    def _report_forgotten(self, callback: int) -> None:
        """Report that the driver has released a callback."""

    def _start(self, message: m.Start) -> int:
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
            gc.freeze()  # the loaded modules stay alive, so later collections need not visit them
        except DriverLoadError as error:
            raise CallRefused(str(error)) from error
        return self._thread

    @property
    def device(self) -> Device:
        """The opened device; raises ``CallRefused`` before ``Start``."""
        if self._session.device is None:
            raise CallRefused("the driver is not open")
        return self._session.device

    def _query(self, message: m.Query) -> Any:
        if message.attribute == "get_last_error":  # an optional method of a driver
            optional = getattr(self.device, message.attribute, None)
            return "" if optional is None else optional()
        answer = getattr(self.device, message.attribute)
        return answer() if message.attribute.startswith("get_") else answer

    def _model_of(
        self,
        message: m.GetSupportedOperations | m.Prepare | m.PrepareWithConfig | m.GetDeclineReasons,
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
            raise CallRefused(f"the process has no model {message.model_id}")
        return self._model

    def _supported(self, message: m.GetSupportedOperations) -> Any:
        return self.device.get_supported_operations(self._model_of(message))

    def _decline_reasons(self, message: m.GetDeclineReasons) -> Any:
        model = self._model_of(message)
        decline_reasons = getattr(self.device, "decline_reasons", None)
        return None if decline_reasons is None else decline_reasons(model)

    def _prepare(self, message: m.Prepare) -> Any:
        arguments, callback = self._preparation(message)
        return self.device.prepare_model(self._model_of(message), *arguments, callback)

    def _prepare_with_config(self, message: m.PrepareWithConfig) -> Any:
        arguments, callback = self._preparation(message)
        config = PrepareModelConfig(*arguments, message.hints, message.extensions)
        return self.device.prepare_model_with_config(self._model_of(message), config, callback)

    def _preparation(
        self, message: m.Prepare | m.PrepareWithConfig
    ) -> tuple[_PreparationArguments, RecordingPreparedModelCallback]:
        """Return the arguments of a preparation after the model, and its callback."""
        model_cache, data_cache, callback = self._caches_and_callback(message)
        hints = message.preference, message.priority, message.deadline
        return (*hints, model_cache, data_cache, message.token), callback

    def _prepare_from_cache(self, message: m.PrepareFromCache) -> Any:
        model_cache, data_cache, callback = self._caches_and_callback(message)
        return self.device.prepare_model_from_cache(
            message.deadline, model_cache, data_cache, message.token, callback
        )

    def _caches_and_callback(
        self, message: m.Prepare | m.PrepareWithConfig | m.PrepareFromCache
    ) -> tuple[tuple[CacheHandle, ...], tuple[CacheHandle, ...], RecordingPreparedModelCallback]:
        """Return the handles of model and data cache files, and the callback of a preparation."""
        cache_fds, self._fds = self._fds, []
        count = len(cache_fds)
        model_cache, data_cache = (
            tuple(
                tuple(cache_fds[place] if 0 <= place < count else -1 for place in handle)
                for handle in kind
            )
            for kind in message.caches
        )
        callback = RecordingPreparedModelCallback(
            message.callback, self._notify, self._report_forgotten, cache_fds
        )
        return model_cache, data_cache, callback

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
        prepared, request, fences = self._fenced_request(message)
        limits = message.deadline, message.loop_timeout_duration, message.duration
        return prepared.execute_fenced(request, fences, message.measure, *limits)

    def _fenced_request(
        self, message: m.ExecuteFenced | m.ExecuteFencedWithConfig
    ) -> tuple[Any, Request, list[Fence]]:
        """Return the prepared model, the request and the fences of a fenced execution."""
        fences = self._take_fences(message.fences)
        return self._objects[message.prepared_model], self._request(message.request), fences

    def _take_fences(self, count: int) -> list[Fence]:
        """Return the fences of the message, which are its last ``count`` descriptors."""
        first = len(self._fds) - count
        fences: list[Fence] = [PolledFence(fd) for fd in self._fds[first:]]
        del self._fds[first:]
        return fences

    def _execute_with_config(self, message: m.ExecuteWithConfig) -> Any:
        return self._objects[message.prepared_model].execute_synchronously_with_config(
            self._request(message.request), message.config, message.deadline
        )

    def _execute_fenced_with_config(self, message: m.ExecuteFencedWithConfig) -> Any:
        prepared, request, fences = self._fenced_request(message)
        return prepared.execute_fenced_with_config(
            request, fences, message.config, message.deadline, message.duration
        )

    def _create_execution(self, message: m.CreateExecution) -> Any:
        prepared = self._objects[message.prepared_model]
        return prepared.create_reusable_execution(self._request(message.request), message.config)

    def _reexecute(self, message: m.Reexecute) -> Any:
        return self._objects[message.execution].execute_synchronously(message.deadline)

    def _reexecute_fenced(self, message: m.ReexecuteFenced) -> Any:
        execution, fences = self._objects[message.execution], self._take_fences(message.fences)
        return execution.execute_fenced(fences, message.deadline, message.duration)

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

    def _collect_garbage(self, message: m.CollectGarbage) -> None:  # noqa: ARG002
        release_free_memory()

    def _stop(self, message: m.Stop) -> None:  # noqa: ARG002 - every handler takes its message
        """Release the client's objects; collect reference cycles, so that finalizers run now."""
        self._objects.clear()
        self._memories.clear()
        self._model = None
        self._session.device = None
        gc.collect()


_CALL_OF_MESSAGE: Final[dict[type, str]] = {
    m.Start: "start",
    m.GetSupportedOperations: "get_supported_operations",
    m.Prepare: "prepare_model",
    m.PrepareFromCache: "prepare_model_from_cache",
    m.Allocate: "allocate",
    m.Execute: "execute",
    m.ExecuteFenced: "execute_fenced",
    m.ExecutionInfo: "get_execution_info",
    m.Copy: "copy_to",
    m.Free: "free",
    m.Stop: "free",
    m.GetDeclineReasons: "decline_reasons",
    m.ConfigureBurst: "configure_execution_burst",
    m.FreeSlot: "free_memory",
    m.Connect: "connect",
    m.CreateExecution: "create_reusable_execution",
    m.ExecuteWithConfig: "execute_synchronously_with_config",
    m.ExecuteFencedWithConfig: "execute_fenced_with_config",
    m.PrepareWithConfig: "prepare_model_with_config",
    m.Reexecute: "Execution.execute_synchronously",
    m.ReexecuteFenced: "Execution.execute_fenced",
    m.CollectGarbage: "free",
}
"""The call of the interface, by type of message, for the spans of a trace."""


class RpcServer(CallHandlers):
    """Answers the calls on one connection, one after the other.

    The first client opens the driver, and its first connection is served on the main thread. Every
    further connection and client is served by its own thread. All share the opened device.
    """

    def __init__(self, session: ClientSession, calls: Channel) -> None:
        super().__init__(session)
        self._calls = calls
        self._inline: list[m.WireNotification] | None = None
        self._forgotten: deque[int] = deque()
        self._out: list[int] = []
        self._handlers[m.Connect] = self._connect

    def serve_client(self) -> None:
        """Answer the calls of a client on its first connection, and accept further connections.

        When the first client disconnects, the process exits. Neither the crash of another client
        nor its errors affect the others.
        """
        session = self._session
        session.start_accepting(_serve_connection)
        try:
            stopped = self._serve(spins=True)
        except (OSError, MalformedError):
            if session.first:
                raise
        else:
            if session.first and not stopped:
                # A normal exit would wait for threads that the driver may have left running.
                start_writing(-1)
                os._exit(0)
        finally:
            if not session.first:
                self._release_connection()
                session.release()
                gc.collect()

    def serve_further_connection(self) -> None:
        """Answer the calls on a further connection of a client until the client closes it."""
        with contextlib.suppress(OSError, MalformedError):
            self._calls.send(m.CallsOpened(threading.get_ident()))
            self._serve(spins=False)
        self._release_connection()

    def _serve(self, *, spins: bool) -> bool:
        """Answer calls until ``Stop`` arrives or the connection ends; return whether it stopped.

        ``spins``: poll for the next call for a short time before waiting for it.
        """
        self._thread = threading.get_ident()
        decode = msgspec.msgpack.Decoder(m.AnyMessage).decode
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
                # If the number is readable, the client can match this refusal to its call.
                refused = f"the driver's process cannot decode the call: {error}"
                self._calls.send(m.CallAnswer(_call_number(data, error), None, None, refused))
                continue
            self._map_memories(message)
            if type(message) is m.ShareMemories:
                continue
            answer = self._answer(message)
            self._send_answer(answer)
            close_all(self._out)
            self._out = []
            if type(message) is m.Stop:
                return True

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

    def _release_connection(self) -> None:
        close_all([*self._out, *self._fds])
        self._out, self._fds = [], []
        self._memories.clear()
        self._model = None
        self._calls.close()

    def _answer(self, message: Any) -> m.CallAnswer:
        """Make the call and return its answer, which may be a refusal or an exception."""
        answer = m.CallAnswer(message.number, None)
        self._inline = answer.notified = []
        try:
            value = self._handle(message)
            answer.value = pack(value, self._register)
        except CallRefused as refusal:
            answer.refused = str(refusal)
        except BaseException as error:
            raised = describe_exception(error, 2)
            answer.raised = m.RaisedException(raised.name, raised.message, list(raised.lines))
        finally:
            self._inline = None
            # Read before the count: the notification of a callback that the driver has released is
            # then counted, so that the client delivers it before it forgets the callback.
            forgotten = self._forgotten
            answer.forgotten = [forgotten.popleft() for _ in range(len(forgotten))]
            with self._session.notifications_lock:
                answer.notifications_sent = self._session.notifications_sent
            close_all(self._fds)
            self._fds = []
        return answer

    def _handle(self, message: Any) -> Any:
        """Return the value of a call, which is a span of a recorded trace."""
        recorder = tracing.RECORDER
        if recorder is None:
            return self._handlers[type(message)](message)
        call, start = _CALL_OF_MESSAGE.get(type(message), "other"), time.monotonic_ns()
        if isinstance(message, m.Query):
            call = message.attribute
        elif isinstance(message, m.Execute) and message.callback is None:
            call = "execute_synchronously"
        try:
            return self._handlers[type(message)](message)
        finally:
            recorder.add(TraceLayer.DRIVER, tracing.phase_of_call(call), call, start)

    def _map_memories(self, message: m.Message) -> None:
        """Map the memories of a message, and release those that the client dropped.

        The descriptors of the memories precede the call's own descriptors.
        """
        for number in message.dropped:
            self._memories.pop(number, None)
        for shared in message.memories:
            if shared.mapped and not self._fds:
                raise MalformedError(f"memory {shared.id} is mapped, but has no descriptor")
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
        return self._session.register_object(value)

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
        if self._inline is not None and threading.get_ident() == self._thread:
            if len(self._inline) < ALLOWED:
                self._inline.append(notification)
        else:
            self._session.send_notification(notification)

    def _report_forgotten(self, callback: int) -> None:
        self._forgotten.append(callback)

    def _connect(self, message: m.Connect) -> None:  # noqa: ARG002 - all is in the descriptors
        notifications, calls = self._fds.pop(), self._fds.pop()
        session = ClientSession(channel_of(notifications), self.device)
        server = RpcServer(session, channel_of(calls))
        threading.Thread(target=server.serve_client, name="nn-driver-client", daemon=True).start()


def _call_number(data: memoryview | bytes, error: Exception) -> int:
    """Return the number of a call that cannot be decoded.

    Raise ``MalformedError``, with the first ``error`` as cause, if the number cannot be read.
    """
    try:
        return _HEAD.decode(data).number
    except (msgspec.MsgspecError, RecursionError, ValueError):
        raise MalformedError(f"a call cannot be decoded: {error}") from error


class _Head(msgspec.Struct, array_like=True):
    """The first items of every call; the others are skipped and not decoded."""

    tag: int
    number: int


_HEAD = msgspec.msgpack.Decoder(_Head)


def _serve_connection(session: ClientSession, calls: Channel) -> None:
    RpcServer(session, calls).serve_further_connection()


def main() -> None:
    """Serve calls on the descriptors given as command-line arguments."""
    calls, notifications, trace, parent = (int(text) for text in sys.argv[1:5])
    die_with_parent(parent)
    os.set_inheritable(trace, False)
    faulthandler.enable(trace)
    faulthandler.register(signal.SIGUSR1, trace, all_threads=True)
    start_writing(trace)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # The driver sees the user's PYTHONPATH, not the one that
    # ``driver_process.environment`` extended.
    original = os.environ.pop("NN_CONFORMANCE_PYTHONPATH", None)
    if original:
        os.environ["PYTHONPATH"] = original
    else:
        os.environ.pop("PYTHONPATH", None)
    restore_preload()
    sys.argv[:] = sys.argv[:1]
    session = ClientSession(channel_of(notifications), trace_file=trace)
    RpcServer(session, channel_of(calls)).serve_client()
    start_writing(-1)
