"""Start, monitor and end one driver process; read its traces, output and resource usage."""

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
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

import conformance
from conformance import python_start
from conformance.drivers.crash_stacks.handler import add_preload
from conformance.drivers.own_process import messages as m
from conformance.drivers.own_process.connection import (
    GRACE_SECONDS,
    SOCKET_BUFFER_SIZE,
    DriverConnection,
    socket_pair,
)
from conformance.drivers.own_process.private_memory import private_memory
from conformance.drivers.own_process.run_marker import TRACE_END
from conformance.drivers.own_process.transport import close_all

_MODULE: Final = "conformance.drivers.own_process.rpc_server"
_KEPT_OUTPUT: Final = 1 << 16
_TRACE_SIZE: Final = 1 << 17
_TRACE_SECONDS: Final = 0.5
"""Seconds for the answer to a request for a trace; then no thread can run Python code."""

_TRACE_PAUSE: Final = 0.2
"""Seconds: a loaded machine can interrupt the process between two lines of its trace."""


class DriverProcess(DriverConnection):
    """A driver process with its two connections, its output and its trace file.

    A reader thread delivers notifications, collects output and detects the end of the process.
    ``close`` releases all resources.
    """

    def __init__(
        self,
        on_notification: Callable[[m.WireNotification], None],
        on_end: Callable[[DriverConnection], None],
    ) -> None:
        self._printed = bytearray()
        self._printed_lock = threading.Lock()
        self._lost = 0
        with contextlib.ExitStack() as undo:
            calls, their_calls = socket_pair(undo)
            notifications, their_notifications = socket_pair(undo)
            super().__init__(calls, notifications, on_notification, on_end)
            undo.callback(close_all, [self._quit])
            output, their_output = os.pipe2(os.O_CLOEXEC)
            undo.callback(close_all, [output, their_output])
            trace = os.memfd_create("nn-conformance-trace", os.MFD_CLOEXEC)
            undo.callback(close_all, [trace])
            # A session and process group of its own: Ctrl-C in the terminal does not reach the
            # driver, and killing the group also ends processes that the driver started.
            passed_fds = (their_calls.fileno(), their_notifications.fileno(), trace)
            self._process = spawn(
                python_command(_MODULE, *passed_fds, os.getpid()),
                stdin=subprocess.DEVNULL,
                stdout=their_output,
                stderr=their_output,
                pass_fds=passed_fds,
                start_new_session=True,
                env=environment_with_native_stacks(),
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
        if not self._ended.is_set() and _readable(self._pidfd, 0):
            self._ended.wait(GRACE_SECONDS)
        return self._ended.is_set()

    def read_trace(self, ask: bool) -> list[str]:
        """Return the last lines of the trace file; with ``ask``, only those of a new trace.

        A thread of the process writes the trace. If no thread can, because a call keeps the
        interpreter's global lock, the handler of SIGUSR1 that ``faulthandler`` registered does.
        """
        before = os.fstat(self._trace).st_size
        if ask and not self._request_trace(before):
            self._request_trace_by_signal(before)
        return self._trace_lines(before if ask else 0)

    def _trace_lines(self, start: int) -> list[str]:
        """Return the lines of the trace file from ``start`` on, at most the last 128 KiB."""
        end = os.fstat(self._trace).st_size
        start = max(start, end - _TRACE_SIZE)
        return os.pread(self._trace, end - start, start).decode("utf-8", "replace").splitlines()

    def _request_trace(self, before: int) -> bool:
        """Request a trace, and return whether it is complete within ``_TRACE_SECONDS``."""
        try:
            self._notifications.send(m.WriteTraces())
        except OSError:
            return False
        deadline = time.monotonic() + _TRACE_SECONDS
        while time.monotonic() < deadline and not self._ended.is_set():
            if TRACE_END in self._trace_lines(before)[-1:]:
                return True
            time.sleep(0.01)
        return False

    def _request_trace_by_signal(self, before: int) -> None:
        """Send SIGUSR1, and wait until the trace has not grown for ``_TRACE_PAUSE`` seconds."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGUSR1)
        deadline = time.monotonic() + GRACE_SECONDS
        size, grown = before, time.monotonic()
        while (now := time.monotonic()) < deadline and not self._ended.is_set():
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
            self._ended.wait(10.0)

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
        self._announce_end()

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


def environment_with_native_stacks() -> dict[str, str]:
    """Return the environment for a driver process that writes the native stack of a crash."""
    changed = environment()
    add_preload(changed)
    return changed


class ResourceUsage(NamedTuple):
    """The number of open descriptors, the private resident bytes and the number of threads."""

    descriptors: int
    private: int
    threads: int


def resource_usage(pid: int) -> ResourceUsage:
    """Return the resources that a process uses; zeros if it has ended."""
    try:
        descriptors = len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208 - half the time
        threads = len(os.listdir(f"/proc/{pid}/task"))  # noqa: PTH208
        return ResourceUsage(descriptors, private_memory(pid), threads)
    except OSError:
        return ResourceUsage(0, 0, 0)


def processor_seconds(pid: int) -> float:
    """Return the processor seconds that a process has used so far; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
