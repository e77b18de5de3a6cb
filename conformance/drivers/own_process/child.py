"""A driver process as one of its clients sees it: connections, objects, notifications and end."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

from conformance import python_start
from conformance.drivers.answer_codec import unpack
from conformance.drivers.crash_stacks.handler import add_preload
from conformance.drivers.foreign_objects import RemoteError
from conformance.drivers.own_process import wire
from conformance.drivers.own_process.connection import (
    GRACE_SECONDS,
    PROXIES,
    CallTimeoutError,
    Connection,
    ConnectionEndedError,
    ViolationError,
)
from conformance.drivers.own_process.limits import ProcessError
from conformance.drivers.own_process.wire import close_all

_MODULE: Final = "conformance.drivers.own_process.server"
_KEPT_OUTPUT: Final = 1 << 16
_TRACE_SIZE: Final = 1 << 17
_TRACE_SECONDS: Final = 3.0
"""Seconds for a trace that a signal requests: a stopped process writes none."""

_LOCK_SECONDS: Final = 2.0
"""Seconds for a trace whose writer first has to acquire the interpreter's global lock."""

_OUTERMOST_LINES: Final = (" in <module>", "  ...")
"""How the last line of a trace ends: the outermost frame of the main thread, or an omission."""

_MAX_CONNECTIONS: Final = 32
"""Maximum number of connections for calls; further calls wait for the first connection."""

_MAX_CALLBACKS: Final = 10_000
"""Maximum number of registered callbacks; beyond it, the oldest ones are no longer notified."""


class DriverProcess:
    """A driver process, the client's sockets to it, and its callbacks and objects.

    Without ``sockets``, it is a new process with its output and its trace file; with those that
    ``IsolatedDevice.connect`` returned, a process of another client, which this one never ends.
    Further connections are opened when calls overlap, and are kept. A reader thread delivers
    notifications, collects output and detects the end; it then calls ``device.process_ended``.

    Attributes:
        pid: process id of the driver; 0 if another client started it.
        opened: whether the driver is open.
        serialized: whether the process could not open a further connection, so that calls of
            several threads are made one after the other.
        last_called: the connection on which the last call was made.
        violation: how the process violated the protocol, or empty.
        error: the error that describes the end of the process, once it has been created.
        object_ids: numbers of the objects that the process returned and that are not yet freed.
        unused: numbers of the objects whose proxies the harness no longer references.
        received: number of notifications delivered on the second connection.
        ended: whether the process has ended, and everything that it sent has been delivered.

    """

    def __init__(
        self, device: Any, sockets: tuple[socket.socket, socket.socket] | None = None
    ) -> None:
        self.device = device
        self.violation = ""
        self.error: ProcessError | None = None
        self.opened = self.serialized = self.ended = False
        self._lock = threading.Lock()
        self._last_callback = 0
        self._callbacks: OrderedDict[int, Any] = OrderedDict()
        self._notified: set[int] = set()
        self._unnotified: list[Any] = []
        self.object_ids: set[int] = set()
        self.unused: deque[int] = deque()
        self.received = 0
        self._arrived = threading.Condition()
        self._opening = threading.Lock()
        self._close_lock = threading.Lock()
        self._printed, self._lost = bytearray(), 0
        self._printed_lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._output = self._trace = self._pidfd = -1
        self._quit = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        calls, self.notifications = self._start_process() if sockets is None else sockets
        self.pid = 0 if self._child is None else self._child.pid
        self._notifications = wire.Channel(self.notifications)
        self.connections = [Connection(calls, self, spins=True)]
        self.last_called = self.connections[0]
        self._reader = threading.Thread(target=self._read, name="nn-driver-reader", daemon=True)
        self._reader.start()

    def _start_process(self) -> tuple[socket.socket, socket.socket]:
        with contextlib.ExitStack() as undo:
            undo.callback(os.close, self._quit)
            calls, their_calls = wire.socket_pair(undo)
            notifications, their_notifications = wire.socket_pair(undo)
            self._output, their_output = os.pipe2(os.O_CLOEXEC)
            undo.callback(close_all, [self._output, their_output])
            self._trace = os.memfd_create("nn-conformance-trace", os.MFD_CLOEXEC)
            undo.callback(os.close, self._trace)
            # A session and process group of its own: Ctrl-C in the terminal does not reach the
            # driver, and killing the group also ends processes that the driver started.
            passed_fds = (their_calls.fileno(), their_notifications.fileno(), self._trace)
            environment = dict(os.environ)
            add_preload(environment)
            self._child = spawn(
                python_command(_MODULE, *passed_fds, os.getpid()),
                stdin=subprocess.DEVNULL,
                stdout=their_output,
                stderr=their_output,
                pass_fds=passed_fds,
                start_new_session=True,
                env=environment,
            )
            undo.callback(self._child.kill)
            self._pidfd = os.pidfd_open(self._child.pid)
            undo.pop_all()
        their_calls.close()
        their_notifications.close()
        os.close(their_output)
        os.set_blocking(self._output, False)
        return calls, notifications

    # The driver's objects.

    def resolve(self, kind: str, number: int) -> Any:
        """Return an object's proxy; raise ``ValueError`` for an invalid number."""
        if type(number) is not int or number <= 0:
            raise ValueError(f"an object has the invalid number {number!r}")
        if kind not in PROXIES:
            raise ValueError(f"an object has the unknown kind {kind!r}")
        self.object_ids.add(number)
        return PROXIES[kind](self, number)

    def take_unused(self) -> tuple[int, ...]:
        """Return the objects whose proxies were garbage-collected; the next call frees them."""
        with self._lock:
            numbers = {self.unused.popleft() for _ in range(len(self.unused))} & self.object_ids
            self.object_ids -= numbers
        return tuple(numbers)

    def free_all(self) -> None:
        """Let the next call free every object, and forget the callbacks without a notification."""
        self._unnotified.clear()
        with self._lock:
            self.unused.clear()
            self.unused.extend(self.object_ids)

    # Callbacks.

    def register_callback(self, callback: Any) -> int:
        """Register ``callback`` and return the number under which the process notifies it."""
        with self._lock:
            self._last_callback += 1
            self._callbacks[self._last_callback] = callback
            if len(self._callbacks) > _MAX_CALLBACKS:
                self._notified.discard(self._callbacks.popitem(last=False)[0])
            return self._last_callback

    def deliver(self, notification: wire.WireNotification) -> None:
        """Deliver a notification to its callback.

        Raises ``ValueError`` for an unknown callback number or malformed arguments.
        """
        if notification.callback > self._last_callback:
            raise ValueError(f"no callback has the number {notification.callback}")
        callback = self._callbacks.get(notification.callback)
        if callback is not None:
            self._notified.add(notification.callback)
            arguments = [unpack(argument, self.resolve) for argument in notification.arguments]
            try:
                callback.notify(*arguments)
            except TypeError as error:
                raise ValueError(f"invalid arguments: {error}") from error

    def await_notifications(self, count: int) -> None:
        """Wait until ``count`` notifications have been delivered, or the process has ended.

        The wait is limited to ``GRACE_SECONDS``, because the process may report a wrong count. A
        callback that makes a call does not wait for the end of its own notification.
        """
        if threading.current_thread() is not self._reader:
            with self._arrived:
                self._arrived.wait_for(lambda: self.received >= count or self.ended, GRACE_SECONDS)

    def forget_callbacks(self, numbers: Sequence[int]) -> None:
        """Remove callbacks that the driver no longer references."""
        for number in numbers:
            callback = self._callbacks.pop(number, None)
            # The driver released this callback without notifying it. It is kept for
            # ``abandon_callbacks``: its waiting thread has to be woken up if the process ends.
            if callback is not None and number not in self._notified:
                self._unnotified.append(callback)
            self._notified.discard(number)

    def abandon_callbacks(self, error: ProcessError) -> None:
        """Pass ``error`` to each callback with a ``fail_waiting`` method: the process ended."""
        for callback in [*self._callbacks.values(), *self._unnotified]:
            fail_waiting = getattr(callback, "fail_waiting", None)
            if fail_waiting is not None:
                fail_waiting(error)

    def has_pending_callback(self) -> bool:
        """Return whether any registered callback has not been notified yet."""
        return bool(self._unnotified) or any(
            number not in self._notified for number in list(self._callbacks)
        )

    # Connections for calls.

    def take_connection(self, seconds: float) -> Connection:
        """Return a connection whose lock this thread now holds.

        If none is free and none can be opened within ``seconds``, wait for the first one.
        """
        taken = self._try_to_take(seconds)
        if taken is None:
            taken = self.connections[0]
            taken.lock.acquire()
        return taken

    def _try_to_take(self, seconds: float) -> Connection | None:
        with self._opening:
            for connection in self.connections:
                if connection.lock.acquire(blocking=False):
                    return connection
            if len(self.connections) >= _MAX_CONNECTIONS or self.serialized:
                return None
            opened = self._open_connection(seconds)
            if opened is None:
                self.serialized = not self.ended
            return opened

    def _open_connection(self, seconds: float) -> Connection | None:
        """Open and take a further connection; its first call returns the thread that serves it."""
        with contextlib.ExitStack() as undo:
            ours, theirs = wire.socket_pair(undo)
            try:
                socket.send_fds(self.notifications, [wire.OPEN_CALLS], [theirs.fileno()])
            except OSError:
                return None
            undo.pop_all()
        theirs.close()
        connection = Connection(ours, self)
        connection.lock.acquire()
        try:
            connection.thread = connection.call(wire.Free, (), seconds)
        except (CallTimeoutError, ConnectionEndedError, ViolationError, RemoteError):
            connection.lock.release()
            connection.close()
            return None
        self.connections.append(connection)
        return connection

    def open_connections(self, count: int, seconds: float) -> bool:
        """Open connections for ``count`` calls at the same time; return whether that succeeds."""
        with contextlib.ExitStack() as stack:
            for _ in range(count):
                connection = self._try_to_take(seconds)
                if connection is None:
                    break
                stack.callback(connection.lock.release)
        return not self.serialized

    # Output and trace.

    def take_output(self) -> str:
        """Return the output since the previous call, at most the last 64 KiB."""
        if not self._printed:
            return ""
        with self._printed_lock:
            printed, self._printed = self._printed, bytearray()
            lost, self._lost = self._lost, 0
        text = printed.decode("utf-8", "replace")
        return f"[the first {lost} bytes are omitted]\n{text}" if lost else text

    def read_trace(self, start: int = 0) -> list[str]:
        """Return the last lines of the trace file that follow the position ``start``."""
        if self._child is None:
            return []
        end = os.fstat(self._trace).st_size
        start = max(start, end - _TRACE_SIZE)
        return os.pread(self._trace, end - start, start).decode("utf-8", "replace").splitlines()

    def new_trace(self) -> list[str]:
        """Return a new trace of all threads of the process.

        A thread that holds the interpreter's global lock writes it: without the lock, the frames of
        the other threads change while they are read, which can end the process. The handler of
        SIGUSR1 writes it while a call keeps the lock.
        """
        if self._child is None:
            return []
        start = os.fstat(self._trace).st_size
        with contextlib.suppress(OSError):
            self.notifications.send(wire.WRITE_TRACE, socket.MSG_DONTWAIT)
        trace = self._await_trace(start, wire.TRACE_END, _LOCK_SECONDS)
        if wire.TRACE_END not in trace:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGUSR1)
            trace = self._await_trace(start, _OUTERMOST_LINES, _TRACE_SECONDS)
        return [line for line in trace if line != wire.TRACE_END]

    def _await_trace(self, start: int, end: str | tuple[str, ...], seconds: float) -> list[str]:
        """Return the trace once its last line ends with ``end``, or after ``seconds``."""
        deadline = time.monotonic() + seconds
        while True:
            trace = self.read_trace(start)
            if (trace and trace[-1].endswith(end)) or self.ended or time.monotonic() > deadline:
                return trace
            time.sleep(0.01)

    # The end.

    def has_ended(self) -> bool:
        """Return whether the process has ended and everything it sent has been delivered."""
        if not self.ended and self._child is not None and _readable(self._pidfd, 0):
            self.await_end(GRACE_SECONDS)
        return self.ended

    def await_end(self, seconds: float) -> bool:
        """Wait up to ``seconds`` for the end of the process; return whether it has ended."""
        with self._arrived:
            return self._arrived.wait_for(lambda: self.ended, seconds)

    def status(self) -> int:
        """Return the exit status of an ended process; a negative value is a signal number."""
        return 0 if self._child is None else self._child.wait(GRACE_SECONDS)

    def kill(self) -> None:
        """Kill the process and its process group, or end the connections; wait for the end."""
        self._begin_end()
        if threading.current_thread() is not self._reader:
            self.await_end(10.0)

    def _begin_end(self) -> None:
        if self._child is None:
            if self._quit >= 0:
                os.eventfd_write(self._quit, 1)
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def close(self) -> None:
        """End the connections, and the process if it is this client's; release everything."""
        with self._close_lock:
            if self._quit < 0:
                return
            self.kill()
            os.eventfd_write(self._quit, 1)
            if threading.current_thread() is not self._reader:
                self._reader.join(10.0)
            for connection in self.connections:
                connection.close()
            self._notifications.close()
            close_all([self._quit, self._output, self._trace, self._pidfd])
            self._quit = -1
            for references in (self._callbacks, self._notified, self._unnotified, self.object_ids):
                references.clear()

    # The reader thread.

    def _read(self) -> None:
        """Deliver notifications, collect output and detect the end; runs on the reader thread."""
        poll = select.poll()
        notifications = self.notifications.fileno()
        for fd in (notifications, self._quit, self._output, self._pidfd):
            if fd >= 0:
                poll.register(fd, select.POLLIN)
        while True:
            ready = {fd for fd, _ in poll.poll()}
            if self._output in ready and not self._drain():
                poll.unregister(self._output)
            if notifications in ready and not self._take_notification():
                # The process normally closes this connection only by ending.
                poll.unregister(notifications)
                if self._child is None or not _readable(self._pidfd, GRACE_SECONDS):
                    self.violation = self.violation or "the process closed its connection"
                    self._begin_end()
            if self._pidfd in ready or self._quit in ready:
                break
        if self._child is not None:
            # Kill the group before ``wait`` reaps the process: its id can be reused then.
            self._begin_end()
            while self._take_notification(socket.MSG_DONTWAIT):
                pass
            for _ in range(wire.SOCKET_BUFFER_SIZE // _KEPT_OUTPUT):
                if not self._drain():
                    break
            self._child.wait()
        with self._arrived:
            self.ended = True
            self._arrived.notify_all()
        self.device.process_ended(self)

    def _take_notification(self, flags: int = 0) -> bool:
        """Deliver one notification; return false if none is available or the connection is over."""
        try:
            packet = self._notifications.receive(flags)
            if packet is None:
                return False
            data, fds = packet
            close_all(fds)
            self.deliver(_NOTIFICATIONS.decode(data))
        except BlockingIOError:
            return False
        except (wire.MalformedError, msgspec.MsgspecError, ValueError, RecursionError) as error:
            self.violation = self.violation or f"invalid notification: {error}"
            self._begin_end()
            return False
        with self._arrived:
            self.received += 1
            self._arrived.notify_all()
        return True

    def _drain(self) -> bool:
        """Read the available output and keep the last 64 KiB; return false at its end."""
        try:
            part = os.read(self._output, _KEPT_OUTPUT)
        except BlockingIOError:
            return True
        with self._printed_lock:
            self._printed += part
            excess = len(self._printed) - _KEPT_OUTPUT
            if excess > 0:
                del self._printed[:excess]
                self._lost += excess
        return bool(part)


_NOTIFICATIONS: Final = msgspec.msgpack.Decoder(wire.WireNotification)
_spawner: Final = ThreadPoolExecutor(1, thread_name_prefix="nn-spawner")


def python_command(module: str, *arguments: object) -> list[str]:
    """Return the command that runs the function ``main`` of a module in a new Python process."""
    return [sys.executable, "-P", python_start.__file__, module, *map(str, arguments)]


def spawn(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
    """Start a process that the kernel kills when this process ends.

    The child requests this with PR_SET_PDEATHSIG, which sends the signal when the *thread* that
    started the child ends. If this is not the main thread, a permanent thread starts the child.
    """
    if threading.current_thread() is threading.main_thread():
        return subprocess.Popen(command, **options)
    return _spawner.submit(lambda: subprocess.Popen(command, **options)).result()


def _readable(fd: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(seconds * 1000))
