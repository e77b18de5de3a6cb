"""Client processes of the driver under test, which a small parent process forks on request.

The parent process is forked before the driver is opened, so that a client has no threads and no
objects of another client. It already holds the loaded models, so that a client starts within
milliseconds.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from conformance.drivers.own_process import IsolatedDevice, ProcessLimits
from conformance.drivers.own_process.device import ConnectedDevice, connect
from conformance.models.stress.load import compilation_work, inference_work, run_threads
from conformance.models.stress.models import ModelCheck
from conformance.models.stress.report import Casualty, Outcome
from conformance.models.stress.tally import Problem, Tally
from conformance.processes import die_with_parent

_MESSAGE_BYTES: Final = 1 << 12
_REPORT_BYTES: Final = 1 << 16

_PROGRESS: Final = b"."
"""The byte that a client sends when it has completed its first operation, before its report."""


class ClientTask(msgspec.Struct, frozen=True):
    """The load of one client.

    Attributes:
        compile_only: whether the threads compile repeatedly instead of executing repeatedly.
        models: positions of the models.
        number: number of the client, from which random values are derived.
        pause: shortest and longest pause in seconds between two compilations.

    """

    compile_only: bool
    models: tuple[int, ...]
    seconds: float
    threads: int
    number: int
    grace: float
    slice_seconds: float
    pause: tuple[float, float] = (0.0, 0.0)


class ClientReport(msgspec.Struct, frozen=True):
    """The result of a client that ended by itself."""

    problems: tuple[Problem, ...] = ()
    counts: dict[str, int] = {}


class _Request(msgspec.Struct, frozen=True):
    """A request to the parent process: start a client, or wait for the end of one."""

    task: ClientTask | None = None
    wait: int = 0


class ClientHost:
    """The parent process of all clients. Create it before any thread is started."""

    def __init__(self, checks: Sequence[ModelCheck], limits: ProcessLimits) -> None:
        self._lock = threading.Lock()
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        parent = os.getpid()
        if os.fork() == 0:
            try:
                self._socket.close()
                die_with_parent(parent)
                _serve(theirs, checks, limits)
            finally:
                os._exit(0)
        theirs.close()

    def start(self, device: IsolatedDevice, task: ClientTask) -> ClientProcess:
        """Start a client of the driver process of ``device``."""
        calls, notifications = connect(device)
        reading, writing = os.pipe2(os.O_CLOEXEC)
        try:
            pid = self._ask(_Request(task), [calls, notifications, writing])
        except BaseException:
            os.close(reading)
            raise
        finally:
            for descriptor in (calls, notifications, writing):
                os.close(descriptor)
        return ClientProcess(pid, reading, lambda: self._ask(_Request(wait=pid), []))

    def _ask(self, request: _Request, descriptors: list[int]) -> int:
        with self._lock:
            socket.send_fds(self._socket, [msgspec.json.encode(request)], descriptors)
            answer = self._socket.recv(_MESSAGE_BYTES)
        return int(answer)


class ClientProcess:
    """One running client; ``close`` must be called."""

    def __init__(self, pid: int, reading: int, wait_status: Callable[[], int]) -> None:
        self.pid = pid
        self._reading = reading
        self._wait_status = wait_status
        self._data = b""
        self._closed = False

    def wait_for_progress(self, seconds: float) -> bool:
        """Wait until the client has completed an operation or ended; return whether it has."""
        return self._wait(seconds, progress=True)

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the client; return whether it ended within ``seconds``."""
        return self._wait(seconds, progress=False)

    def _wait(self, seconds: float, *, progress: bool) -> bool:
        deadline = time.monotonic() + seconds
        poll = select.poll()
        poll.register(self._reading, select.POLLIN)
        while not (progress and self._data):
            remaining = deadline - time.monotonic()
            if not poll.poll(max(0.0, remaining) * 1000):
                return False
            part = os.read(self._reading, _REPORT_BYTES)
            if not part:
                return True
            self._data += part
        return True

    def kill(self) -> None:
        """Send SIGKILL; the id of the process stays valid until ``close``."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def close(self) -> ClientReport | int:
        """Kill the client if it runs; return its report, or the signal or status of its end."""
        self.kill()
        self.wait(5.0)
        os.close(self._reading)
        status = self._wait_status()
        if self._data.endswith(b"\n"):
            return msgspec.json.decode(self._data.removeprefix(_PROGRESS), type=ClientReport)
        return status


def client_end_problem(status: int) -> Problem:
    """Return the problem of a client that died although the suite had not ended it."""
    code = os.waitstatus_to_exitcode(status)
    how = f"died of {signal.Signals(-code).name}" if code < 0 else f"exited with status {code}"
    return Problem(
        Outcome.CRASH, f"a client process {how}, and the suite had not ended it", Casualty.CLIENT
    )


def _serve(requests: socket.socket, checks: Sequence[ModelCheck], limits: ProcessLimits) -> None:
    """Answer requests until the other end is closed."""
    while True:
        data, descriptors, _, _ = socket.recv_fds(requests, _MESSAGE_BYTES, 3)
        if not data:
            return
        request = msgspec.json.decode(data, type=_Request)
        if request.task is None:
            _, status = os.waitpid(request.wait, 0)
            requests.send(str(status).encode())
            continue
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            try:
                requests.close()
                die_with_parent(parent)
                _run_client(request.task, checks, limits, descriptors)
                os._exit(0)
            finally:
                os._exit(1)
        for descriptor in descriptors:
            os.close(descriptor)
        requests.send(str(pid).encode())


def _write_progress(descriptor: int) -> None:
    os.write(descriptor, _PROGRESS)


def _run_client(
    task: ClientTask, checks: Sequence[ModelCheck], limits: ProcessLimits, descriptors: list[int]
) -> None:
    calls, notifications, writing = descriptors
    device = ConnectedDevice(calls, notifications, limits)
    tally = Tally(on_first=lambda: _write_progress(writing))
    models = [checks[number] for number in task.models]
    works = []
    for number in range(task.threads):
        first = task.number + number
        if task.compile_only:
            work = compilation_work(device, models, tally, first, limits, task.pause)
        else:
            work = inference_work(device, models, tally, first, limits, task.slice_seconds)
        works.append(work)
    run_threads(works, tally, task.seconds, task.grace)
    report = ClientReport(tuple(tally.problems), tally.counts)
    os.write(writing, msgspec.json.encode(report) + b"\n")
