"""``ProcessLifecycle``: start, calls, restart and end of the driver process of a device."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import msgspec

from conformance.drivers.foreign_objects import RemoteError
from conformance.drivers.process import messages as m
from conformance.drivers.process.connection import (
    CallTimeoutError,
    ConnectionEndedError,
    DriverConnection,
)
from conformance.drivers.process.crash_report import crash_error, hang_error
from conformance.drivers.process.driver_process import (
    DriverProcess,
    processor_seconds,
    resource_usage,
)
from conformance.drivers.process.errors import (
    HangError,
    ProcessError,
    ProtocolError,
    UnavailableError,
    UnsendableValueError,
)
from conformance.drivers.process.limits import ProcessLimits
from conformance.drivers.process.rpc_client import RpcClient
from conformance.drivers.process.run_marker import RunMarker
from conformance.drivers.process.transport import close_all
from conformance.drivers.registry import DriverLoadError

if sys.platform == "linux":
    import resource

_RESTART_DELAY: Final = 0.2
"""Seconds to wait before the first retry of a failed start; each further retry waits longer."""


class CallLimits(Protocol):
    """An object that sets the time limit of each call and is notified of how the call ended."""

    def before(self, what: str, limit: float) -> float:
        """Return the seconds that the call ``what`` may take; raise ``HangError`` to prevent it.

        ``limit`` is the limit of the call's stage.
        """

    def returned(self, what: str) -> None:
        """Record that a call returned."""

    def hung(self, what: str, error: HangError) -> None:
        """Record that a call exceeded its limit; the caller then raises ``error``."""


class ProcessLifecycle:
    """A driver process: its start, calls with time limits, crashes, hangs, restarts and end.

    All state of the process is kept here, and all calls to it are made through ``rpc``. A process
    that has ended is started again at the next call.

    ``driver_text`` names the driver as on the command line. Calls from several threads are
    serialized.

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
        error: error of the latest process, once it has ended.
        stage, call_name, in_call: stage and name of the last call, and whether it is still running.

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
        self.give_up_reason = ""
        self.unused_objects: deque[tuple[int, int]] = deque()
        self.error: ProcessError | None = None
        self.call_limits: CallLimits | None = None
        """Shortens the time limits for a driver that hangs repeatedly; ``None`` keeps them."""
        self.stage, self.call_name, self.in_call = "start", "start", False
        self.process: DriverConnection | None = None
        self._rpc_lock = threading.RLock()
        self._error_lock = threading.Lock()
        self._decoder = msgspec.msgpack.Decoder(m.CallAnswer)
        self._rpc_client = RpcClient(self)
        try:
            self._start()
        except BaseException:
            self.marker.close()
            raise

    # Starting, restarting and ending the process.

    def _start(self) -> None:
        """Start a process and open the driver in it; raise ``DriverLoadError`` on failure."""
        self.process_number += 1
        self.error = None
        self.enter_call("start", "start")
        self._rpc_client.reset()
        driver, limits = self.driver_text, self.limits
        try:
            self.process = self._start_process()
        except OSError as error:
            raise DriverLoadError(
                f"--driver {driver}: the driver's process cannot be started: {error}"
            ) from error
        try:
            self._rpc_client.call(m.Start, driver, list(sys.path), limits.memory, limits.files)
        except BaseException as error:
            self._discard_process()
            if isinstance(error, UnsendableValueError):
                raise DriverLoadError(str(error)) from None
            if isinstance(error, ProcessError):
                raise DriverLoadError(_start_failure(driver, error)) from error
            if isinstance(error, RemoteError):
                kind = type(error).__name__
                raise DriverLoadError(
                    f"--driver {driver}: opening the driver raised {kind}: {error}"
                ) from error
            raise
        self.in_call = False

    def _start_process(self) -> DriverConnection:
        """Start a process and return the connection to it, without waiting for an answer."""
        return DriverProcess(self._rpc_client.deliver_notification, self._on_process_end)

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

    def running_process(self) -> DriverConnection:
        """Return the connection to a running process; start a new process if none is running.

        If the previous process ended and its error was not reported yet, raise that error instead:
        it belongs to an earlier call, and a restart would hide it.
        """
        process = self.process
        if process is not None and not process.seen_ended:
            return process
        error = self.reap()
        if error is not None:
            raise error
        self._restart()
        if self.process is None:
            raise UnavailableError(self.give_up_reason)
        return self.process

    def reap(self) -> ProcessError | None:
        """Release the resources of a process that ended.

        Return its error, or ``None`` if the error was reported already.
        """
        if self.process is None:
            return None
        error = self.end_error()
        self._discard_process()
        return None if error.reported else error

    def end_error(self) -> ProcessError:
        """Return the error that describes the end of the process.

        Each end has a single error object, which the first call creates. Afterwards the process no
        longer runs.
        """
        child = self.process
        with self._error_lock:
            if self.error is None:
                if child is None:
                    return UnavailableError(self.give_up_reason or "the driver has no process")
                self.error = crash_error(child, self)
            return self.error

    def kill_hung_process(self, limit: float) -> ProcessError:
        """Kill the process because the running call exceeded ``limit``; return the error."""
        child = self.process
        # The process may end by itself at this moment; then its end keeps the error that the
        # reader thread created.
        with self._error_lock:
            if self.error is None and child is not None:
                self.error = hang_error(child, self, limit)
        error = self.end_error()
        self._discard_process()
        return error

    def has_pending_callback(self) -> bool:
        """Return whether a callback of the present process has not been notified yet."""
        return self._rpc_client.has_pending_callback()

    def thread_traces(self) -> list[str]:
        """Return the current stack traces of the driver's threads; empty without a process."""
        return self.process.read_trace(ask=True) if self.process is not None else []

    def _on_process_end(self, child: DriverConnection) -> None:
        """Wake up all threads that wait for a callback of ``child``, which has ended.

        ``child`` calls this on its reader thread. A process that was discarded is ignored.
        """
        if child is self.process:
            self._rpc_client.abandon_callbacks(self.end_error())

    def _discard_process(self) -> None:
        child, self.process = self.process, None
        if child is not None:
            child.close()
            self._rpc_client.reset()

    def stop(self) -> ProcessError | None:
        """Shut the process down; return an error if that fails.

        A later call on the device starts a new process.
        """
        with self._rpc_lock:
            child = self.process
            if child is None:
                return None
            try:
                if child.has_ended():
                    return self.reap()
                with self.rpc("free", "shutdown") as rpc:
                    rpc.call(m.Stop)
                self.in_call = True
                if not child.await_end(self.limits.free):
                    return self.kill_hung_process(self.limits.free)
                if child.status() == 0:
                    return None
                return self.end_error()
            except (ProcessError, RemoteError) as error:
                return error if isinstance(error, ProcessError) else None
            finally:
                self.in_call = False
                self._discard_process()

    def restart(self) -> None:
        """Kill a process whose state is unknown; the next call starts a new one."""
        with self._rpc_lock:
            self._discard_process()

    def close(self) -> ProcessError | None:
        """Shut the process down and close the marker; return an error if the shutdown fails."""
        error = self.stop()
        self.marker.close()
        return error

    def holds_object(self, number: int) -> bool:
        """Return whether ``number`` is an object of the present process that is not yet freed."""
        return self._rpc_client.holds_object(number)

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
        if self.process is None and not self.give_up_reason:
            with contextlib.suppress(UnavailableError):
                self._restart()

    def end_case(self) -> ProcessError | None:
        """Release the objects of a finished case.

        Return the error if the process ended and its error was not reported yet.
        """
        return self._unreported_error(self._rpc_client.free_all_objects)

    def take_late_error(self) -> ProcessError | None:
        """Return the error if the process ended since ``end_case``; it belongs to that case."""
        return self._unreported_error(None)

    def _unreported_error(self, action: Callable[[], None] | None) -> ProcessError | None:
        """Run ``action`` if the process runs; return its error if that was not reported yet.

        An unexpected answer on the connection is a violation of the protocol.
        """
        with self._rpc_lock:
            if self.process is None:
                return None
            try:
                if action is not None and not self.process.has_ended():
                    action()
                if self.process is not None and self.process.has_unexpected_data():
                    self.process.violation = (
                        "the process sent an answer although no call was running"
                    )
                    self.process.kill()
            except ProcessError as error:
                self.reap()
                return None if error.reported else error
            return self.reap() if self.process is not None and self.process.has_ended() else None

    def resource_usage(self) -> tuple[int, int]:
        """Return the number of open descriptors of the driver and its private resident bytes.

        Descriptors that the process holds for memories of the harness are not counted.
        """
        if self.process is None:
            return 0, 0
        descriptors, private = resource_usage(self.process.pid)
        return descriptors - self._rpc_client.mapped_descriptors, private

    def take_output(self) -> str:
        """Return the driver's output since the previous call, at most the last 64 KiB."""
        return self.process.take_output() if self.process is not None else ""

    # Calls.

    def rpc(self, stage: str, what: str) -> RpcClient:
        """Return the context manager for one call, which ``what`` names in reports.

        ``stage`` selects the call's time limit. A process is started if none is running, and
        unused objects are freed. If the process ended since the last call, that error is raised
        instead. The context manager calls ``end_call``.
        """
        self._rpc_lock.acquire()
        try:
            process = self.process
            if process is None or process.seen_ended:
                self.running_process()
            if self.unused_objects:
                self._rpc_client.free_unused()
            self.enter_call(stage, what)
        except BaseException:
            self._rpc_lock.release()
            raise
        return self._rpc_client

    def enter_call(self, stage: str, what: str) -> None:
        """Record which call is running."""
        self.stage, self.call_name, self.in_call = stage, what, True
        self.marker.begin_call(stage, what)

    def end_call(self) -> None:
        """Record the end of the call that ``rpc`` began."""
        self.in_call = False
        self._rpc_lock.release()

    def time_limit(self) -> float:
        """Return the seconds that the running call may take.

        ``call_limits`` may shorten the limit or prevent the call with ``HangError``.
        """
        limit, limits = self.limits.seconds_for(self.stage), self.call_limits
        if limits is None or self.stage == "start":
            return limit
        return limits.before(self.call_name, limit)

    def send(self, message: m.Message, fds: Sequence[int]) -> None:
        """Send the message of a call.

        Raises ``UnsendableValueError`` for a value that cannot be encoded, and the error of a
        process that has ended.
        """
        if self.process is None:
            raise self.end_error()
        try:
            self.process.send(message, fds)
        except ConnectionEndedError:
            raise self.end_error() from None
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise UnsendableValueError(f"a value cannot be sent: {error}") from error

    def receive(self, number: int, limit: float) -> tuple[m.CallAnswer, list[int]]:
        """Return the answer to call ``number`` and its descriptors, which the caller owns.

        Raises ``ProcessError`` if the process crashed, violated the protocol or did not answer
        within ``limit`` seconds.
        """
        process = self.process
        if process is None:
            raise self.end_error()
        limits = None if self.stage == "start" else self.call_limits
        try:
            data, fds = process.receive(limit)
        except ConnectionEndedError:
            raise self.end_error() from None
        except CallTimeoutError:
            error = self.kill_hung_process(limit)
            if limits is not None and isinstance(error, HangError):
                limits.hung(self.call_name, error)
            raise error from None
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
            raise self.protocol_error(problem)
        if limits is not None:
            limits.returned(self.call_name)
        return answer, fds

    def protocol_error(self, violation: str) -> ProcessError:
        """Kill the process because of a protocol violation; return the error to raise."""
        if self.process is not None:
            self.process.violation = violation
        error = self.end_error()
        self.reap()
        return error if isinstance(error, ProtocolError) else ProtocolError(violation)


def _start_failure(text: str, error: ProcessError) -> str:
    reason = (
        f"the driver did not start within {error.details['limit']:g} s (--limit start=SECONDS)"
        if isinstance(error, HangError)
        else error.reason
    )
    lines = [f"--driver {text}: {reason}"]
    for detail in ("trace", "printed"):
        lines += [f"  {line}" for line in error.details.get(detail, ())[-12:]]
    return "\n".join(lines)
