"""``IsolatedDevice``: a device whose driver runs in a child process, and its further clients."""

from __future__ import annotations

import contextlib
import resource
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from conformance.drivers.foreign_objects import RemoteError
from conformance.drivers.own_process import wire
from conformance.drivers.own_process.child import DriverProcess
from conformance.drivers.own_process.connection import (
    CONVERSIONS,
    CallTimeoutError,
    Connection,
    ConnectionEndedError,
    DriverProxy,
    ViolationError,
    forwarding_methods,
)
from conformance.drivers.own_process.crash_report import (
    crash_error,
    hang_error,
    present_trace,
    start_failure,
)
from conformance.drivers.own_process.limits import (
    CrashError,
    ProcessError,
    ProcessLimits,
    UnavailableError,
    UnsendableValueError,
)
from conformance.drivers.registry import DriverLoadError
from conformance.hal import Device
from conformance.hal.calls import DeviceDiagnostics, HalCall
from conformance.processes import ResourceUsage, processor_seconds, resource_usage

_RESTART_DELAY: Final = 0.2
"""Seconds to wait before the first retry of a failed start; each further retry waits longer."""

_FORWARDED: Final = forwarding_methods(Device, DeviceDiagnostics)
_ForwardedDevice: Any = type("_ForwardedDevice", (Device,), _FORWARDED)


class IsolatedDevice(_ForwardedDevice):  # type: ignore[misc]
    """A device whose driver runs in a child process; makes the calls of the contract there.

    It starts the process, limits the time of all calls, and ends it. A process that has ended is
    started again at the next call. ``text`` names the driver as on the command line. Calls of
    several threads run at the same time, each on its own connection.

    A process can end while no call is running. ``end_case``, ``take_late_error`` and ``close``
    return the error of such an end; if they are not used, the next call raises it.
    ``before_restart`` is called before each restart and may raise ``DriverLoadError``. ``sockets``
    make this the device of a further client: another client started the process, so that this one
    never restarts it, and further calls raise ``UnavailableError`` after the end of the connection.

    Attributes:
        client: the client of the present process; ``None`` if none is running.
        process_number, restarts: number of processes started, and of restart attempts.
        give_up_reason: reason why no further process is started, or empty.
        executions: number of executions that the present process was asked for.
        path: the execution path along which the case runs, for reports.
        call_limits: an object whose ``before`` returns the seconds of each call, and whose ``hung``
            records a call that exceeded them; ``None`` keeps the limits.

    """

    def __init__(
        self,
        text: str,
        limits: ProcessLimits | None = None,
        before_restart: Callable[[], None] | None = None,
        sockets: tuple[socket.socket, socket.socket] | None = None,
    ) -> None:
        self.device = self
        self._sockets = sockets
        self._before_restart = before_restart
        self.driver_text = text
        self.limits = ProcessLimits() if limits is None else limits
        self.process_number = self.restarts = self.executions = 0
        self.path = self.give_up_reason = self._unread_output = ""
        self.call_limits: Any = None
        self.client: DriverProcess | None = None
        # A thread that holds the state lock never waits for the lock of a ``Connection``.
        self._state_lock = threading.RLock()
        self._error_lock = threading.Lock()
        self._stopping: DriverProcess | None = None
        self._start()

    # Calls.

    def make(
        self, call: HalCall, target: IsolatedDevice | DriverProxy, arguments: Sequence[Any]
    ) -> Any:
        """Make a call of this device or of one of its objects; return its answer.

        The errors are those of ``Connection.call``, and a ``ProcessError`` instead of those that
        end the process, also of a process that ended since the last call.
        """
        process, connection = self._begin_call(call.stage, call.name)
        with connection:
            number = target.number_for_call(call.name) if isinstance(target, DriverProxy) else 0
            fields = [number, *arguments]
            for position, convert in CONVERSIONS[call]:
                fields[position + 1] = convert(connection, fields[position + 1])
            return self._exchange(process, connection, wire.MESSAGES[call], fields)

    def _begin_call(self, stage: str, call: str) -> tuple[DriverProcess, Connection]:
        """Return the process, started if none runs, and a connection taken for a call."""
        while True:
            process = self.client
            if process is None or process.ended or not process.opened:
                process = self._running_process()
            connection = process.connections[0]
            if not connection.lock.acquire(blocking=False):
                connection = process.take_connection(self.limits.query)
            if process is self.client:
                break
            connection.lock.release()  # another thread has discarded the process
        self._enter_call(process, connection, stage, call)
        return process, connection

    def _enter_call(
        self, process: DriverProcess, connection: Connection, stage: str, call: str
    ) -> None:
        if len(process.connections) > 1:
            running = [one for one in process.connections if one.in_call and one is not connection]
            connection.calls_beside = len(running)
            for other in running:
                other.calls_beside = max(other.calls_beside, len(running))
        connection.stage, connection.call_name, connection.in_call = stage, call, True
        process.last_called = connection
        self.executions += stage == "execute"

    def _exchange(
        self,
        process: DriverProcess,
        connection: Connection,
        kind: type[wire.Message],
        fields: Sequence[Any],
    ) -> Any:
        limit = getattr(self.limits, connection.stage)
        if self.call_limits is not None and connection.stage != "start":
            limit = self.call_limits.before(connection.call_name, limit)
        try:
            return connection.call(kind, fields, limit)
        except ConnectionEndedError as error:
            process.violation = process.violation or str(error)
            raise self._end_error(process) from None
        except CallTimeoutError:
            limit *= 1 + connection.calls_beside
            raise self._kill_hung_process(process, connection, limit) from None
        except ViolationError as error:
            process.violation = str(error)
            ended = self._end_error(process)
            self._discard_process(process)
            raise ended from error
        except BaseException:
            # For example the user's interrupt: the call's late answer would otherwise be read as
            # the answer to the next call.
            if connection.awaits_answer:
                self.restart()
            raise

    # Starting, restarting and ending the process.

    def _start(self) -> None:
        """Start a process and open the driver in it; raise ``DriverLoadError`` on failure."""
        self.process_number += 1
        self.executions = 0
        driver, limits = self.driver_text, self.limits
        try:
            process = self.client = DriverProcess(self, self._sockets)
        except OSError as error:
            raise DriverLoadError(
                f"--driver {driver}: the driver's process cannot be started: {error}"
            ) from error
        if self._sockets is not None:
            process.opened = True
            return
        first = process.connections[0]
        first.lock.acquire()
        self._enter_call(process, first, "start", "start")
        try:
            with first:
                fields = driver, list(sys.path), limits.memory, limits.files
                first.thread = self._exchange(process, first, wire.Start, fields)
            process.opened = True
        except BaseException as error:
            self._discard_process(process)
            if isinstance(error, UnsendableValueError):
                raise DriverLoadError(str(error)) from None
            if isinstance(error, ProcessError):
                raise DriverLoadError(start_failure(driver, error)) from error
            if isinstance(error, RemoteError):
                raised = f"{type(error).__name__}: {error}"
                raise DriverLoadError(
                    f"--driver {driver}: opening the driver raised {raised}"
                ) from error
            raise

    def _restart(self) -> None:
        problem = ""
        for attempt in range(self.limits.starts):
            if self._sockets is not None:
                self.give_up_reason = "the connection to the driver has ended"
            elif self.restarts >= self.limits.restarts:
                self.give_up_reason = self.give_up_reason or (
                    f"the driver's process was started again {self.restarts} times, which is the "
                    "limit (--limit restarts)"
                )
            if self.give_up_reason:
                break
            if attempt:
                time.sleep(_RESTART_DELAY * attempt)
            self.restarts += 1
            try:
                if self._before_restart is not None:
                    self._before_restart()
                self._start()
            except DriverLoadError as error:
                problem = str(error)
            else:
                return
        else:
            self.give_up_reason = (
                f"the driver's process could not be started again in {self.limits.starts} "
                f"attempts: {problem}"
            )
        raise UnavailableError(self.give_up_reason)

    def _running_process(self) -> DriverProcess:
        """Return a running process; start a new one if none is running.

        An unreported error of the previous process is raised instead: a restart would hide it.
        """
        with self._state_lock:
            if self.client is None or self.client.ended:
                error = self._reap()
                if error is not None:
                    raise error
                self._restart()
            if self.client is None:
                raise UnavailableError(self.give_up_reason)
            return self.client

    def _reap(self) -> ProcessError | None:
        """Release the resources of a process that ended; return its error if not yet reported."""
        process = self.client
        if process is None:
            return None
        error = self._end_error(process)
        self._discard_process(process)
        return None if error.reported else error

    def _end_error(self, process: DriverProcess) -> ProcessError:
        """Return the one error object of the end of a process, which then no longer runs."""
        with self._error_lock:
            if process.error is None:
                process.error = crash_error(process)
            return process.error

    def _kill_hung_process(
        self, process: DriverProcess, connection: Connection, limit: float
    ) -> ProcessError:
        # The process may end by itself at this moment; then its end keeps the error that the
        # reader thread created.
        with self._error_lock:
            error = process.error
            if error is None:
                error = process.error = hang_error(process, connection, limit)
                if connection.stage != "start" and self.call_limits is not None:
                    self.call_limits.hung(connection.call_name, error)
        self._discard_process(process)
        return error

    def process_ended(self, process: DriverProcess) -> None:
        """Wake up all threads that wait for a callback of ``process``, on its reader thread.

        A process that was discarded is ignored, and one that ``close`` ends: an error about its end
        would contain its last output.
        """
        if process is self.client and process is not self._stopping:
            process.abandon_callbacks(self._end_error(process))

    def _discard_process(self, process: DriverProcess) -> None:
        with self._state_lock:
            if process is not self.client:
                return
            self.client = None
        process.close()
        self._unread_output += process.take_output()

    def close(self) -> ProcessError | None:
        """Shut the process down, which a later call starts again; return an error on failure."""
        process = self.client
        if process is None:
            return None
        try:
            if process.has_ended():
                return self._reap()
            self._stopping = process
            process, connection = self._begin_call("free", "shutdown")
            with connection:
                self._exchange(process, connection, wire.Stop, ())
                if not process.await_end(self.limits.free):
                    return self._kill_hung_process(process, connection, self.limits.free)
                return None if process.status() == 0 else self._end_error(process)
        except (ProcessError, RemoteError) as error:
            return error if isinstance(error, ProcessError) else None
        finally:
            self._discard_process(process)

    def restart(self) -> None:
        """Kill a process whose state is unknown; the next call starts a new one."""
        process = self.client
        if process is None:
            return
        with self._error_lock:
            if process.error is None:
                process.error = CrashError("the harness ended the driver's process during the call")
                process.error.reported = True
        self._discard_process(process)

    # Cases.

    def begin_case(self) -> None:
        """Start a process if none runs, and set its limit of processor time for the next case."""
        self.path = ""
        self.ensure_process()
        if self.limits.cpu is not None and self.client is not None:
            used = processor_seconds(self.client.pid)
            # RLIMIT_CPU limits the time since the start of the process, so the time that earlier
            # cases used is added.
            bound = int(used + self.limits.cpu) + 1
            resource.prlimit(self.client.pid, resource.RLIMIT_CPU, (bound, resource.RLIM_INFINITY))

    def ensure_process(self) -> None:
        """Start a process if none is running; on failure ``give_up_reason`` states the reason."""
        with self._state_lock:
            if self.client is None and not self.give_up_reason:
                with contextlib.suppress(UnavailableError):
                    self._restart()

    def end_case(self) -> ProcessError | None:
        """Release the objects of a finished case; return a new error as ``take_late_error``."""
        return self.take_late_error(free=True)

    def take_late_error(self, *, free: bool = False) -> ProcessError | None:
        """Return the error if the process ended and its error was not reported yet.

        After ``end_case``, it belongs to the case before. The calls that still run are awaited.
        Then, if ``free``, a running process releases all objects. An unexpected answer on a
        connection is a violation of the protocol.
        """
        process = self.client
        if process is None:
            return None
        try:
            with contextlib.ExitStack() as taken:
                for connection in tuple(process.connections):
                    taken.enter_context(connection.lock)
                if free and not process.has_ended() and process is self.client:
                    process.free_all()
                    for connection in process.connections:
                        if connection.used:  # the answer also has the callbacks that were released
                            self._enter_call(process, connection, "free", "free")
                            self._exchange(process, connection, wire.Free, ())
                            connection.in_call = connection.used = False
                unexpected = any(one.has_unexpected_data() for one in process.connections)
                if process is self.client and unexpected:
                    process.violation = "the process sent an answer although no call was running"
                    process.kill()
        except ProcessError as error:
            self._reap()
            return None if error.reported else error
        return self._reap() if process is self.client and process.has_ended() else None

    # State of the process.

    @property
    def pid(self) -> int:
        """The id of the present process; 0 if none is running."""
        return 0 if self.client is None else self.client.pid

    def has_ended(self) -> bool:
        """Return whether no process is running, and everything that it sent was delivered."""
        return self.client is None or self.client.has_ended()

    def thread_traces(self) -> list[str]:
        """Return the current stack traces of the driver's threads; empty without a process."""
        return present_trace(self.client) if self.client is not None else []

    def resource_usage(self) -> ResourceUsage:
        """Return the resources that the driver uses, without those of ``resources_of_harness``."""
        if self.client is None:
            return ResourceUsage(0, 0, 0)
        usage = resource_usage(self.client.pid)
        descriptors, _, threads = self.resources_of_harness()
        return usage._replace(
            descriptors=usage.descriptors - descriptors, threads=usage.threads - threads
        )

    def collect_garbage(self) -> int:
        """Make the process release what the client no longer references, reference cycles, and
        the free memory of its heap; return the number of its Python objects then.
        """
        process, connection = self._begin_call("free", "free")
        with connection:
            return int(self._exchange(process, connection, wire.Free, (True,)))

    def resources_of_harness(self) -> tuple[int, int, int]:
        """Return the numbers of descriptors, mappings and threads for memories and connections."""
        process = self.client
        if process is None:
            return 0, 0, 0
        additional = len(process.connections) - 1
        descriptors = sum(connection.mapped_descriptors for connection in process.connections)
        return descriptors + additional, descriptors // 2, additional

    def open_connections(self, count: int) -> bool:
        """Open connections for ``count`` calls at the same time; return whether that succeeds."""
        return self._running_process().open_connections(count, self.limits.query)

    def take_output(self) -> str:
        """Return the output since the previous call, also of processes that ended meanwhile."""
        unread, self._unread_output = self._unread_output, ""
        return unread + (self.client.take_output() if self.client is not None else "")

    def connect(self) -> tuple[int, int]:
        """Open a further connection to the process; return the further client's two descriptors.

        The caller owns them and passes them to ``Driver.connected``, in this or another process, or
        closes them.
        """
        with contextlib.ExitStack() as undo:
            calls, their_calls = wire.socket_pair(undo)
            notifications, their_notifications = wire.socket_pair(undo)
            process, connection = self._begin_call("query", "connect")
            with connection:
                connection.attach(their_calls.fileno())
                connection.attach(their_notifications.fileno())
                self._exchange(process, connection, wire.Connect, ())
            undo.pop_all()
        their_calls.close()
        their_notifications.close()
        return calls.detach(), notifications.detach()
