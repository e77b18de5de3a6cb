"""``IsolatedDevice``: a device whose driver runs in a supervised child process."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from conformance.drivers.foreign_objects import RemoteError
from conformance.drivers.process import messages as m
from conformance.drivers.process.connection import DriverConnection
from conformance.drivers.process.crash_report import crash_error, hang_error
from conformance.drivers.process.driver_process import (
    DriverProcess,
    processor_seconds,
    resource_usage,
)
from conformance.drivers.process.driver_proxies import RemotePreparedModel
from conformance.drivers.process.errors import (
    HangError,
    ProcessError,
    UnavailableError,
)
from conformance.drivers.process.limits import ProcessLimits
from conformance.drivers.process.rpc_client import RpcClient
from conformance.drivers.process.run_marker import RunMarker
from conformance.drivers.registry import DriverLoadError
from conformance.hal import (
    Buffer,
    BufferDesc,
    BufferRole,
    Capabilities,
    Device,
    DeviceStatus,
    DeviceType,
    ErrorStatus,
    Extension,
    Model,
    PreparedModel,
    PreparedModelCallback,
    Version,
)

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


class IsolatedDevice(Device):
    """A device whose driver runs in a child process, which is restarted after it ends.

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
        self.rpc_lock = threading.RLock()
        self._error_lock = threading.Lock()
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
        self.stage, self.call_name, self.in_call = "start", "start", True
        self.marker.begin_call("start", "start")
        self._rpc_client.reset()
        try:
            self.process = self._start_process()
        except OSError as error:
            raise DriverLoadError(
                f"--driver {self.driver_text}: the driver's process cannot be started: {error}"
            ) from error
        try:
            refusal = self._rpc_client.open_driver(self.driver_text)
        except ProcessError as error:
            self._discard_process()
            raise DriverLoadError(_start_failure(self.driver_text, error)) from error
        except RemoteError as error:
            self._discard_process()
            kind = type(error).__name__
            raise DriverLoadError(
                f"--driver {self.driver_text}: opening the driver raised {kind}: {error}"
            ) from error
        except BaseException:
            self._discard_process()
            raise
        if refusal is not None:
            self._discard_process()
            raise DriverLoadError(refusal)
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
        with self.rpc_lock:
            child = self.process
            if child is None:
                return None
            try:
                if child.has_ended():
                    return self.reap()
                with self.rpc("free", "shutdown") as rpc:
                    rpc.call(m.Stop(*rpc.message_header()))
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
        with self.rpc_lock:
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
        with self.rpc_lock:
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

    # The contract's calls.

    def rpc(self, stage: str, what: str) -> RpcClient:
        """Return the context manager for one call, which ``what`` names in reports.

        ``stage`` selects the call's time limit.
        """
        return self._rpc_client.begin_call(stage, what)

    def _query(self, what: str) -> Any:
        with self.rpc("query", what) as rpc:
            return rpc.call(m.Query(*rpc.message_header(), what))

    @property
    def name(self) -> str:
        name: str = self._query("name")
        return name

    @property
    def version(self) -> Version:
        version: Version = self._query("version")
        return version

    def get_version_string(self) -> tuple[ErrorStatus, str]:
        answer: tuple[ErrorStatus, str] = self._query("get_version_string")
        return answer

    def get_type(self) -> tuple[ErrorStatus, DeviceType]:
        answer: tuple[ErrorStatus, DeviceType] = self._query("get_type")
        return answer

    def get_status(self) -> DeviceStatus:
        answer: DeviceStatus = self._query("get_status")
        return answer

    def get_capabilities(self) -> tuple[ErrorStatus, Capabilities]:
        answer: tuple[ErrorStatus, Capabilities] = self._query("get_capabilities")
        return answer

    def get_supported_extensions(self) -> tuple[ErrorStatus, Sequence[Extension]]:
        answer: tuple[ErrorStatus, Sequence[Extension]] = self._query("get_supported_extensions")
        return answer

    def get_number_of_cache_files_needed(self) -> tuple[ErrorStatus, int, int]:
        answer: tuple[ErrorStatus, int, int] = self._query("get_number_of_cache_files_needed")
        return answer

    def get_supported_operations(self, model: Model) -> tuple[ErrorStatus, Sequence[bool]]:
        with self.rpc("query", "get_supported_operations") as rpc:
            wire, number = rpc.encode_model(model)
            answer: tuple[ErrorStatus, Sequence[bool]] = rpc.call(
                m.GetSupportedOperations(*rpc.message_header(), wire, number)
            )
            return answer

    def decline_reasons(self, model: Model) -> Sequence[str | None]:
        """Return the driver's reasons for declining operations; empty if it gives none."""
        with self.rpc("query", "decline_reasons") as rpc:
            wire, number = rpc.encode_model(model)
            reasons: Sequence[str | None] | None = rpc.call(
                m.GetDeclineReasons(*rpc.message_header(), wire, number)
            )
            return () if reasons is None else reasons

    def prepare_model(
        self,
        model: Model,
        preference: int,
        priority: int,
        deadline: int | None,
        model_cache: Sequence[int],
        data_cache: Sequence[int],
        token: bytes,
        callback: PreparedModelCallback,
    ) -> ErrorStatus:
        with self.rpc("prepare", "prepare_model") as rpc:
            wire, model_id = rpc.encode_model(model)
            caches, fds = _cache_positions(model_cache, data_cache)
            number = rpc.register_callback(callback)
            status: ErrorStatus = rpc.call(
                m.Prepare(
                    *rpc.message_header(),
                    wire,
                    model_id,
                    preference,
                    priority,
                    deadline,
                    caches,
                    token,
                    number,
                ),
                fds,
            )
            return status

    def prepare_model_from_cache(
        self,
        deadline: int | None,
        model_cache: Sequence[int],
        data_cache: Sequence[int],
        token: bytes,
        callback: PreparedModelCallback,
    ) -> ErrorStatus:
        with self.rpc("prepare", "prepare_model_from_cache") as rpc:
            caches, fds = _cache_positions(model_cache, data_cache)
            number = rpc.register_callback(callback)
            status: ErrorStatus = rpc.call(
                m.PrepareFromCache(*rpc.message_header(), deadline, caches, token, number), fds
            )
            return status

    def allocate(
        self,
        desc: BufferDesc,
        prepared_models: Sequence[PreparedModel],
        input_roles: Sequence[BufferRole],
        output_roles: Sequence[BufferRole],
    ) -> tuple[ErrorStatus, Buffer | None, int]:
        with self.rpc("prepare", "allocate") as rpc:
            # A prepared model of another device has no number in this process. The number 0 belongs
            # to no object.
            numbers = tuple(
                model.number_for_call("allocate") if isinstance(model, RemotePreparedModel) else 0
                for model in prepared_models
            )
            answer: tuple[ErrorStatus, Buffer | None, int] = rpc.call(
                m.Allocate(
                    *rpc.message_header(),
                    desc,
                    numbers,
                    tuple(input_roles),
                    tuple(output_roles),
                )
            )
            return answer


def _cache_positions(
    model_cache: Sequence[int], data_cache: Sequence[int]
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], list[int]]:
    """Return the caches as positions in a list of open descriptors, and that list.

    The position is -1 for a value that is not an open descriptor.
    """
    fds: list[int] = []

    def position(fd: int) -> int:
        try:
            os.fstat(fd)
        except (OSError, OverflowError):
            return -1
        fds.append(fd)
        return len(fds) - 1

    model, data = (tuple(position(fd) for fd in kind) for kind in (model_cache, data_cache))
    return (model, data), fds


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
