"""``ProcessLifecycle``: start, calls, restart and end of the driver process of a device."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from conformance.drivers.foreign_objects import RemoteError
from conformance.drivers.own_process import messages as m
from conformance.drivers.own_process.call_connections import CallConnections
from conformance.drivers.own_process.client_records import ClientRecords
from conformance.drivers.own_process.connection import (
    CallTimeoutError,
    ConnectionEndedError,
    DriverConnection,
)
from conformance.drivers.own_process.crash_report import crash_error, hang_error, start_failure
from conformance.drivers.own_process.driver_process import (
    DriverProcess,
    ResourceUsage,
    processor_seconds,
    resource_usage,
)
from conformance.drivers.own_process.limits import (
    CallLimits,
    CrashError,
    ProcessError,
    ProcessLimits,
    ProtocolError,
    UnavailableError,
    UnsendableValueError,
)
from conformance.drivers.own_process.rpc_client import RpcClient
from conformance.drivers.own_process.run_marker import RunMarker
from conformance.drivers.own_process.transport import close_all
from conformance.drivers.registry import DriverLoadError

if sys.platform == "linux":
    import resource

_RESTART_DELAY: Final = 0.2
"""Seconds to wait before the first retry of a failed start; each further retry waits longer."""


class ProcessLifecycle:
    """A driver process: its start, calls with time limits, crashes, hangs, restarts and end.

    All state of the process is kept here, and all calls to it are made through ``rpc``. A process
    that has ended is started again at the next call.

    ``text`` names the driver as on the command line. Calls from several threads run at the
    same time, each on its own connection.

    A process can end while no call is running. ``end_case``, ``take_late_error`` and ``stop``
    return the error of such an end; if they are not used, the next call raises it.
    ``before_restart`` is called before each restart and may raise ``DriverLoadError``.

    Attributes:
        process_number: number of processes started so far; identifies the process that owns a
            proxy.
        restarts: number of restart attempts.
        give_up_reason: reason why no further process is started, or empty.
        unused_objects: (process number, object number) of each proxy that the harness no longer
            references.
        stage, call_name: stage and name of the call that began last.
        executions: number of executions that the present process was asked for.

    """

    def __init__(
        self,
        text: str,
        limits: ProcessLimits | None = None,
        marker: RunMarker | None = None,
        before_restart: Callable[[], None] | None = None,
    ) -> None:
        self._before_restart = before_restart
        self.driver_text = text
        self.limits = ProcessLimits() if limits is None else limits
        self.marker = RunMarker() if marker is None else marker
        self.process_number = 0
        self.restarts = 0
        self.executions = 0
        self.give_up_reason = ""
        self.unused_objects: deque[tuple[int, int]] = deque()
        self.call_limits: CallLimits | None = None
        """Shortens the time limits for a driver that hangs repeatedly; ``None`` keeps them."""
        self.stage, self.call_name = "start", "start"
        self.process: DriverConnection | None = None
        self._records = ClientRecords(self, 0)
        self._connections: CallConnections | None = None
        # A thread that holds the state lock never waits for the lock of an ``RpcClient``.
        self._state_lock = threading.RLock()
        self._error_lock = threading.Lock()
        self._decoder = msgspec.msgpack.Decoder(m.CallAnswer)
        self._stopping: DriverConnection | None = None
        self._unread_output = ""
        try:
            self._start()
        except BaseException:
            self.marker.close()
            raise

    # Starting, restarting and ending the process.

    def _start(self) -> None:
        """Start a process and open the driver in it; raise ``DriverLoadError`` on failure."""
        self.process_number += 1
        self.executions = 0
        self._records = ClientRecords(self, self.process_number)
        self.enter_call("start", "start")
        driver, limits = self.driver_text, self.limits
        try:
            self.process = self._start_process()
        except OSError as error:
            raise DriverLoadError(
                f"--driver {driver}: the driver's process cannot be started: {error}"
            ) from error
        connections = CallConnections(self, self.process, self._records)
        first = connections.first
        first.lock.acquire()
        first.begin_call("start", "start")
        try:
            with first:
                first.channel.thread = first.call(
                    m.Start, driver, list(sys.path), limits.memory, limits.files
                )
        except BaseException as error:
            self._discard_process(first.connection)
            if isinstance(error, UnsendableValueError):
                raise DriverLoadError(str(error)) from None
            if isinstance(error, ProcessError):
                raise DriverLoadError(start_failure(driver, error)) from error
            if isinstance(error, RemoteError):
                kind = type(error).__name__
                raise DriverLoadError(
                    f"--driver {driver}: opening the driver raised {kind}: {error}"
                ) from error
            raise
        self._connections = connections

    def _start_process(self) -> DriverConnection:
        """Start a process and return the connection to it, without waiting for an answer."""
        return DriverProcess(self._records.deliver_notification, self._on_process_end)

    def _restart(self) -> None:
        """Start a new process; on failure set ``give_up_reason`` and raise ``UnavailableError``."""
        problem = ""
        for attempt in range(self.limits.starts):
            if self.give_up_reason:
                raise UnavailableError(self.give_up_reason)
            if self.restarts >= self.limits.restarts:
                self.give_up_reason = (
                    f"the driver's process was started again {self.restarts} times, which is the "
                    "limit (--max-restarts)"
                )
                continue
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
        if not self.give_up_reason:
            self.give_up_reason = (
                f"the driver's process could not be started again in {self.limits.starts} "
                f"attempts: {problem}"
            )
        raise UnavailableError(self.give_up_reason)

    def running_process(self) -> CallConnections:
        """Return the connections to a running process; start a new process if none is running.

        If the previous process ended and its error was not reported yet, raise that error instead:
        it belongs to an earlier call, and a restart would hide it.
        """
        with self._state_lock:
            process, connections = self.process, self._connections
            if process is not None and connections is not None and not process.seen_ended:
                return connections
            error = self.reap()
            if error is not None:
                raise error
            self._restart()
            if self._connections is None:
                raise UnavailableError(self.give_up_reason)
            return self._connections

    def reap(self) -> ProcessError | None:
        """Release the resources of a process that ended.

        Return its error, or ``None`` if the error was reported already.
        """
        process = self.process
        if process is None:
            return None
        error = self.end_error(process)
        self._discard_process(process)
        return None if error.reported else error

    def end_error(self, process: DriverConnection) -> ProcessError:
        """Return the error that describes the end of a process.

        Each end has a single error object, which the first call creates. Afterwards the process no
        longer runs.
        """
        with self._error_lock:
            if process.error is None:
                process.error = crash_error(process, self)
            return process.error

    def kill_hung_process(self, rpc: RpcClient, limit: float) -> ProcessError:
        """Kill the process because the call of ``rpc`` exceeded ``limit``; return the error."""
        process = rpc.connection
        # The process may end by itself at this moment; then its end keeps the error that the
        # reader thread created.
        with self._error_lock:
            if process.error is None:
                hang = hang_error(process, self, rpc, limit)
                if rpc.stage != "start" and self.call_limits is not None:
                    self.call_limits.hung(rpc.call_name, hang)
                process.error = hang
        error = self.end_error(process)
        self._discard_process(process)
        return error

    def has_pending_callback(self) -> bool:
        """Return whether a callback of the present process has not been notified yet."""
        return self._records.has_pending_callback()

    def thread_traces(self) -> list[str]:
        """Return the current stack traces of the driver's threads; empty without a process."""
        return self.process.read_trace(ask=True) if self.process is not None else []

    def _on_process_end(self, process: DriverConnection) -> None:
        """Wake up all threads that wait for a callback of ``process``, which has ended.

        ``process`` calls this on its reader thread. A process that was discarded is ignored, and
        one that ``stop`` ends: an error about its end would contain its last output.
        """
        if process is self.process and process is not self._stopping:
            self._records.abandon_callbacks(self.end_error(process))

    def _discard_process(self, process: DriverConnection) -> None:
        with self._state_lock:
            if process is self.process:
                self.process = self._connections = None
                records = self._records
            else:
                return
        process.close()
        self._unread_output += process.take_output()
        records.clear()

    def stop(self) -> ProcessError | None:
        """Shut the process down; return an error if that fails.

        A later call on the device starts a new process.
        """
        process = self.process
        if process is None:
            return None
        try:
            if process.has_ended():
                return self.reap()
            self._stopping = process
            with self.rpc("free", "shutdown") as rpc:
                rpc.call(m.Stop)
                if not process.await_end(self.limits.free):
                    return self.kill_hung_process(rpc, self.limits.free)
                return None if process.status() == 0 else self.end_error(process)
        except (ProcessError, RemoteError) as error:
            return error if isinstance(error, ProcessError) else None
        finally:
            self._discard_process(process)

    def restart(self) -> None:
        """Kill a process whose state is unknown; the next call starts a new one."""
        process = self.process
        if process is None:
            return
        with self._error_lock:
            if process.error is None:
                process.error = CrashError("the harness ended the driver's process during the call")
                process.error.reported = True
        self._discard_process(process)

    def close(self) -> ProcessError | None:
        """Shut the process down and close the marker; return an error if the shutdown fails."""
        error = self.stop()
        self.marker.close()
        return error

    def holds_object(self, number: int) -> bool:
        """Return whether ``number`` is an object of the present process that is not yet freed."""
        return number in self._records.object_ids

    # Cases.

    def begin_case(self, case_id: str) -> None:
        """Prepare for a case: record its id, start a process if none runs, set the CPU limit.

        Call ``take_late_error`` first, so that a crash of the previous case is reported for that
        case.
        """
        self.marker.begin_case(case_id)
        self.ensure_process()
        if self.limits.cpu is not None and self.process is not None:
            used = processor_seconds(self.process.pid)
            # RLIMIT_CPU limits the time since the start of the process, so the time that earlier
            # cases used is added.
            bound = int(used + self.limits.cpu) + 1
            resource.prlimit(self.process.pid, resource.RLIMIT_CPU, (bound, resource.RLIM_INFINITY))

    def ensure_process(self) -> None:
        """Start a process if none is running; on failure ``give_up_reason`` states the reason."""
        with self._state_lock:
            if self.process is None and not self.give_up_reason:
                with contextlib.suppress(UnavailableError):
                    self._restart()

    def end_case(self) -> ProcessError | None:
        """Release the objects of a finished case.

        Return the error if the process ended and its error was not reported yet.
        """
        return self._unreported_error(free=True)

    def take_late_error(self) -> ProcessError | None:
        """Return the error if the process ended since ``end_case``; it belongs to that case."""
        return self._unreported_error(free=False)

    def _unreported_error(self, *, free: bool) -> ProcessError | None:
        """Return the error of the process if it ended and its error was not reported yet.

        Wait for the calls that are still running. Then, if ``free``, make a running process release
        all objects. An unexpected answer on a connection is a violation of the protocol.
        """
        process, connections = self.process, self._connections
        if process is None or connections is None:
            return None
        try:
            with connections.all_taken():
                if free and not process.has_ended() and process is self.process:
                    connections.free_objects()
                if process is self.process and connections.has_unexpected_data():
                    process.violation = "the process sent an answer although no call was running"
                    process.kill()
        except ProcessError as error:
            self.reap()
            return None if error.reported else error
        return self.reap() if process is self.process and process.has_ended() else None

    def resource_usage(self) -> ResourceUsage:
        """Return the resources that the driver uses; zeros without a process.

        Memories and connections of the harness that the process holds are not counted.
        """
        if self.process is None:
            return ResourceUsage(0, 0, 0)
        usage = resource_usage(self.process.pid)
        descriptors, _, threads = self.resources_of_harness()
        return usage._replace(
            descriptors=usage.descriptors - descriptors, threads=usage.threads - threads
        )

    def collect_garbage(self) -> None:
        """Make the process release what the client no longer references, reference cycles, and
        the free memory of its heap.
        """
        with self.rpc("free", "free") as rpc:
            rpc.call(m.CollectGarbage)

    def resources_of_harness(self) -> tuple[int, int, int]:
        """Return the numbers of descriptors, mappings and threads that are not the driver's.

        The process has them for memories of the harness and for its connections.
        """
        connections = self._connections
        if connections is None:
            return 0, 0, 0
        additional, descriptors = connections.additional, connections.mapped_descriptors
        return descriptors + additional, descriptors // 2, additional

    def open_connections(self, count: int) -> bool:
        """Return whether ``count`` calls of different threads can run at the same time.

        The connections for them are opened, so that the calls need not wait for that.
        """
        connections = self.running_process()
        connections.open(count)
        return not connections.serialized

    def take_output(self) -> str:
        """Return the driver's output since the previous call, at most the last 64 KiB of a process.

        It includes the output of processes that have ended in the meantime.
        """
        unread, self._unread_output = self._unread_output, ""
        return unread + (self.process.take_output() if self.process is not None else "")

    # Calls.

    def rpc(self, stage: str, call: str) -> RpcClient:
        """Return the context manager for one call, which ``call`` names in reports.

        ``stage`` selects the call's time limit. A process is started if none is running, and
        unused objects are freed. If the process ended since the last call, that error is raised
        instead.
        """
        while True:
            process, connections = self.process, self._connections
            if process is None or connections is None or process.seen_ended:
                connections = self.running_process()
            rpc = connections.first
            if not rpc.lock.acquire(blocking=False):
                rpc = connections.take_free()
            if connections is self._connections:
                break
            rpc.lock.release()  # another thread has discarded the process
        try:
            if self.unused_objects:
                rpc.free_unused()
            rpc.begin_call(stage, call)
        except BaseException:
            rpc.lock.release()
            raise
        return rpc

    def enter_call(self, stage: str, call: str) -> None:
        """Record which call began last."""
        self.stage, self.call_name = stage, call
        self.executions += stage == "execute"
        self.marker.begin_call(stage, call)

    def time_limit(self, rpc: RpcClient) -> float:
        """Return the seconds that the running call of ``rpc`` may take.

        ``call_limits`` may shorten the limit or prevent the call with ``HangError``. The limit is
        multiplied if other calls are running, because a driver may process calls one by one.
        """
        limit, limits = self.limits.seconds_for(rpc.stage), self.call_limits
        if limits is not None and rpc.stage != "start":
            limit = limits.before(rpc.call_name, limit)
        return limit * (1 + rpc.calls_ahead) if rpc.calls_ahead else limit

    def send(self, rpc: RpcClient, message: m.Message, fds: Sequence[int]) -> None:
        """Send the message of a call.

        Raises ``UnsendableValueError`` for a value that cannot be encoded, and the error of a
        process that has ended.
        """
        try:
            rpc.channel.send(message, fds)
        except ConnectionEndedError:
            raise self.end_error(rpc.connection) from None
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise UnsendableValueError(f"a value cannot be sent: {error}") from error

    def receive(self, rpc: RpcClient, number: int, limit: float) -> tuple[m.CallAnswer, list[int]]:
        """Return the answer to call ``number`` and its descriptors, which the caller owns.

        Raises ``ProcessError`` if the process crashed, violated the protocol or did not answer
        within ``limit`` seconds.
        """
        try:
            data, fds = rpc.channel.receive(limit)
        except ConnectionEndedError:
            raise self.end_error(rpc.connection) from None
        except CallTimeoutError:
            raise self.kill_hung_process(rpc, limit) from None
        except BaseException:
            # For example the user's interrupt: the call's late answer would otherwise be read as
            # the answer to the next call.
            self.restart()
            raise
        problem = ""
        try:
            answer = self._decoder.decode(data)
            if answer.number != number:
                problem = f"the process answered call {answer.number} instead of call {number}"
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            problem = f"an answer cannot be decoded: {error}"
        if problem:
            close_all(fds)
            raise self.protocol_error(rpc, problem)
        if self.call_limits is not None and rpc.stage != "start":
            self.call_limits.returned(rpc.call_name)
        return answer, fds

    def protocol_error(self, rpc: RpcClient, violation: str) -> ProcessError:
        """Kill the process because of a protocol violation; return the error to raise."""
        process = rpc.connection
        process.violation = violation
        error = self.end_error(process)
        self._discard_process(process)
        return error if isinstance(error, ProtocolError) else ProtocolError(violation)
