"""A driver process as its client sees it: connections, notifications, output, traces and end.

``ProcessClient`` suffices for a process that another client started; ``DriverProcess`` is one that
this client starts and ends.
"""

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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import msgspec

import conformance
from conformance import python_start
from conformance.drivers.crash_stacks.handler import add_preload
from conformance.drivers.own_process import wire
from conformance.drivers.own_process.connection import (
    GRACE_SECONDS,
    Connection,
    ProcessObjects,
    RemoteCaller,
)
from conformance.drivers.own_process.limits import ProcessError
from conformance.drivers.own_process.wire import (
    SOCKET_BUFFER_SIZE,
    Channel,
    MalformedError,
    close_all,
    socket_pair,
)

_MODULE: Final = "conformance.drivers.own_process.server"
_KEPT_OUTPUT: Final = 1 << 16
_TRACE_SIZE: Final = 1 << 17
_TRACE_SECONDS: Final = 5.0
"""Seconds for a new trace: a stopped process writes none, and a loaded machine delays it."""

_TRACE_PAUSE: Final = 0.2
"""Seconds: a loaded machine can interrupt the process between two lines of its trace."""

_MAX_CONNECTIONS: Final = 32
"""Maximum number of connections for calls; further calls wait for the first connection."""


class ProcessClient(ProcessObjects):
    """The client's ends of the sockets to a driver process, one of them for notifications.

    A call uses the first connection if that is free. Further connections are opened when calls
    overlap, and are kept. A reader thread delivers notifications and detects the end of the
    process; it then calls ``process_ended`` of the device.

    Attributes:
        pid: process id of the driver; 0 if another client started it.
        connections: all connections for calls, the first one first.
        opened: whether the driver is open.
        serialized: whether the process could not open a further connection, so that calls of
            several threads are made one after the other.
        violation: how the process violated the protocol, or empty.
        error: the error that describes the end of the process, once it has been created.
        stage, call_name: stage and name of the call that began last.

    """

    pid = 0

    def __init__(
        self, device: RemoteCaller, calls: socket.socket, notifications: socket.socket
    ) -> None:
        super().__init__(device)
        self.violation = ""
        self.error: ProcessError | None = None
        self.opened = False
        self.serialized = False
        self.stage, self.call_name = "start", "start"
        self._notification_decoder = msgspec.msgpack.Decoder(wire.WireNotification)
        self._notifications = Channel(notifications)
        self.notifications = notifications
        self.connections = [Connection(calls, self, spins=True)]
        self._opening = threading.Lock()
        self._close_lock = threading.Lock()
        self._quit = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._descriptors = [self._quit]
        self._reader = threading.Thread(target=self._read, name="nn-driver-reader", daemon=True)

    def start(self) -> None:
        """Start the reader thread."""
        self._reader.start()
        self.reader = self._reader.ident

    # The end.

    def has_ended(self) -> bool:
        """Return whether the process has ended and everything it sent has been delivered."""
        return self.ended

    def kill(self) -> None:
        """End the connections; the driver process continues to run for the other clients."""
        if self._quit >= 0:
            os.eventfd_write(self._quit, 1)

    def mark_broken(self) -> None:
        """End the process, or the connection to it, because of an invalid notification."""
        self.kill()

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
            close_all(self._descriptors)
            self._quit = -1

    def status(self) -> int:
        """Return the exit status of an ended process; a negative value is a signal number."""
        return 0

    def read_trace(self, ask: bool) -> list[str]:  # noqa: ARG002
        """Return the lines of the Python trace; with ``ask``, request a new trace first."""
        return []

    def take_output(self) -> str:
        """Return the output since the previous call, at most the last 64 KiB."""
        return ""

    # Connections for calls.

    def take_connection(self, seconds: float) -> Connection:
        """Return a connection whose lock this thread now holds; open one if none is free.

        Wait for the first connection if there are too many, or if no further one can be opened
        within ``seconds``.
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
        """Open a further connection, which the process answers on a separate thread; take it."""
        with contextlib.ExitStack() as undo:
            ours, theirs = socket_pair(undo)
            try:
                self._notifications.send(wire.OpenCalls(), [theirs.fileno()])
            except OSError:
                return None
            undo.pop_all()
        theirs.close()
        connection = Connection(ours, self)
        if not connection.await_confirmation(seconds):
            connection.close()
            return None
        connection.lock.acquire()
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

    # The reader thread.

    def _read(self) -> None:
        """Deliver notifications until the end."""
        poll = select.poll()
        for fd in (self._notifications.socket.fileno(), self._quit):
            poll.register(fd, select.POLLIN)
        while True:
            ready = {fd for fd, _ in poll.poll()}
            if self._quit in ready:
                break
            if not self._take_notification():
                self.violation = self.violation or "the process closed its connection"
                break
        self.announce_end()

    def _take_notification(self, flags: int = 0) -> bool:
        """Deliver one notification; return false if none is available or the connection is over."""
        try:
            packet = self._notifications.receive(flags)
            if packet is None:
                return False
            data, fds = packet
            close_all(fds)
            self.deliver(self._notification_decoder.decode(data))
        except BlockingIOError:
            return False
        except (MalformedError, msgspec.MsgspecError, ValueError, RecursionError) as error:
            self.violation = self.violation or f"invalid notification: {error}"
            self.mark_broken()
            return False
        self.count_notification()
        return True

    def announce_end(self) -> None:
        """Wake up all waiting threads, after everything that the process sent was delivered."""
        super().announce_end()
        self.device.process_ended(self)


class DriverProcess(ProcessClient):
    """A driver process that this client starts and ends, with its output and its trace file."""

    def __init__(self, device: RemoteCaller) -> None:
        self._printed = bytearray()
        self._printed_lock = threading.Lock()
        self._lost = 0
        with contextlib.ExitStack() as undo:
            calls, their_calls = socket_pair(undo)
            notifications, their_notifications = socket_pair(undo)
            super().__init__(device, calls, notifications)
            undo.callback(close_all, [self._quit])
            output, their_output = os.pipe2(os.O_CLOEXEC)
            undo.callback(close_all, [output, their_output])
            trace = os.memfd_create("nn-conformance-trace", os.MFD_CLOEXEC)
            undo.callback(close_all, [trace])
            # A session and process group of its own: Ctrl-C in the terminal does not reach the
            # driver, and killing the group also ends processes that the driver started.
            passed_fds = (their_calls.fileno(), their_notifications.fileno(), trace)
            changed = environment()
            add_preload(changed)
            self._process = spawn(
                python_command(_MODULE, *passed_fds, os.getpid()),
                stdin=subprocess.DEVNULL,
                stdout=their_output,
                stderr=their_output,
                pass_fds=passed_fds,
                start_new_session=True,
                env=changed,
            )
            undo.callback(self._process.kill)
            self.pid = self._process.pid
            self._pidfd = os.pidfd_open(self._process.pid)
            undo.pop_all()
        their_calls.close()
        their_notifications.close()
        os.close(their_output)
        os.set_blocking(output, False)
        self._output, self._trace = output, trace
        self._descriptors += [output, trace, self._pidfd]
        self.start()

    def has_ended(self) -> bool:
        """Return whether the process has ended and everything it sent has been delivered."""
        if not self.ended and _readable(self._pidfd, 0):
            self.await_end(GRACE_SECONDS)
        return self.ended

    def read_trace(self, ask: bool) -> list[str]:
        """Return the last lines of the trace file; with ``ask``, only those of a new trace.

        The handler of SIGUSR1 writes it, also while a call keeps the interpreter's global lock.
        """
        before = os.fstat(self._trace).st_size if ask else 0
        if ask:
            self._request_trace(before)
        end = os.fstat(self._trace).st_size
        start = max(before, end - _TRACE_SIZE)
        return os.pread(self._trace, end - start, start).decode("utf-8", "replace").splitlines()

    def _request_trace(self, before: int) -> None:
        """Send SIGUSR1, and wait until the trace has not grown for ``_TRACE_PAUSE`` seconds."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGUSR1)
        deadline = time.monotonic() + _TRACE_SECONDS
        size, grown = before, time.monotonic()
        while (now := time.monotonic()) < deadline and not self.ended:
            if size > before and now - grown >= _TRACE_PAUSE:
                break
            time.sleep(0.02)
            if (new_size := os.fstat(self._trace).st_size) != size:
                size, grown = new_size, time.monotonic()

    def take_output(self) -> str:
        """Return the output since the previous call, at most the last 64 KiB."""
        if not self._printed:
            return ""
        with self._printed_lock:
            printed, self._printed = self._printed, bytearray()
            lost, self._lost = self._lost, 0
        text = printed.decode("utf-8", "replace")
        return f"[the first {lost} bytes are omitted]\n{text}" if lost else text

    def status(self) -> int:
        """Return the exit status of an ended process; a negative value is a signal number."""
        return self._process.wait(GRACE_SECONDS)

    def kill(self) -> None:
        """Kill the process and its process group, and wait for the end."""
        self._kill_group()
        if threading.current_thread() is not self._reader:
            self.await_end(10.0)

    def mark_broken(self) -> None:
        self._kill_group()

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def _read(self) -> None:
        """Deliver notifications, collect output and detect the end; runs on the reader thread."""
        poll = select.poll()
        notifications = self._notifications.socket.fileno()
        for fd in (notifications, self._output, self._pidfd, self._quit):
            poll.register(fd, select.POLLIN)
        while True:
            ready = {fd for fd, _ in poll.poll()}
            if self._output in ready and not self._drain():
                poll.unregister(self._output)
            if notifications in ready and not self._take_notification():
                # The process normally closes this connection only by ending.
                poll.unregister(notifications)
                if not _readable(self._pidfd, GRACE_SECONDS):
                    self.violation = self.violation or "the process closed its connection"
                    self._kill_group()
            if self._pidfd in ready or self._quit in ready:
                break
        # Kill the group before ``wait`` reaps the process, because its id can be reused then.
        self._kill_group()
        while self._take_notification(socket.MSG_DONTWAIT):
            pass
        for _ in range(SOCKET_BUFFER_SIZE // _KEPT_OUTPUT):
            if not self._drain():
                break
        self._process.wait()
        self.announce_end()

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


_spawner: Final = ThreadPoolExecutor(1, thread_name_prefix="nn-spawner")


def python_command(module: str, *arguments: object) -> list[str]:
    """Return the command that runs the function ``main`` of a module in a new Python process."""
    return [sys.executable, "-P", python_start.__file__, module, *map(str, arguments)]


def spawn(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
    """Start a process that the kernel kills when this process ends.

    The child requests this with PR_SET_PDEATHSIG, which sends the signal when the *thread* that
    started the child ends. If this is not the main thread, a permanent thread starts the child.
    """

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, **options)

    lasts = threading.current_thread() is threading.main_thread()
    return start() if lasts else _spawner.submit(start).result()


def _readable(fd: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def environment() -> dict[str, str]:
    """Return the environment for a driver process, with this package first on PYTHONPATH.

    A second variable holds the user's PYTHONPATH, which the process restores for the driver.
    """
    environment = dict(os.environ)
    inherited = environment.get("PYTHONPATH", "")
    environment["NN_CONFORMANCE_PYTHONPATH"] = inherited
    home = str(Path(conformance.__file__).resolve().parent.parent)
    environment["PYTHONPATH"] = home + (os.pathsep + inherited if inherited else "")
    return environment
