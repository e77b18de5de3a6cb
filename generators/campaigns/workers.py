"""The workers of campaigns and fuzzing: processes of this machine, or those of a Dask cluster.

Both are executors of ``concurrent.futures``. A worker process that ends while it runs a call is
replaced, and the future of the call has a ``LostWorkerError``. The Dask scheduler itself repeats
the calls of Dask workers that it has lost.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, Final, ParamSpec, TypeVar

from conformance import __version__
from conformance.drivers.own_process.child import python_command, spawn
from conformance.processes import die_with_parent
from generators.generate import GENERATOR_VERSION

LOCAL: Final = "local"
"""The address that requests a temporary cluster on this machine."""
_CONNECT_TIMEOUT: Final = 10.0
_SILENCE_TIMEOUT: Final = 15.0
_NO_WORKERS_TIMEOUT: Final = 60.0
"""Seconds until a missing scheduler, a silent scheduler, or a lack of workers is an error."""
_CHECK_INTERVAL: Final = 2.0
_SHUTDOWN_TIMEOUT: Final = 5.0
_DASK_SETTINGS: Final = {"distributed.worker.profile.enabled": False}
"""Disable Dask's sampling profiler (100 samples a second): the workers only wait for a process."""
_RESUME_HINT: Final = (
    "; the results so far are stored: to continue, repeat the command, with or without a scheduler"
)
_VERSIONS: Final = f"nn-conformance {__version__}, generator {GENERATOR_VERSION}"

_P = ParamSpec("_P")
_T = TypeVar("_T")


class ClusterError(Exception):
    """Raised if workers cannot be used; the text states the reason and what to do."""


class LostWorkerError(Exception):
    """Raised by a call whose process ended before it returned."""


# --------------------------------------------------------------------- processes of this machine


class _Worker:
    """A worker process; it runs the calls that arrive through the pipe."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        self.process = spawn(
            python_command(__name__, theirs.fileno(), os.getpid()),
            stdin=subprocess.DEVNULL,
            pass_fds=(theirs.fileno(),),
            start_new_session=True,  # Ctrl-C in the terminal reaches the campaign only
        )
        theirs.close()
        self.pipe = Connection(ours.detach())
        self.pipe.send(sys.path)

    def run(self, call: Callable[[], Any]) -> Any:
        try:
            self.pipe.send(call)
            returned, result = self.pipe.recv()
        except (EOFError, OSError) as error:
            self.process.kill()
            code = self.process.wait()
            raise LostWorkerError(f"a worker process ended with exit code {code}") from error
        if not returned:
            raise result
        return result


class ProcessExecutor(Executor):
    """Worker processes on this machine, each of which runs one call at a time."""

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="nn-worker")
        self._lock = threading.Lock()
        self._workers: list[_Worker] = []
        self._idle: list[_Worker] = []
        self._closed = False

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Run a function of a module in a worker process, and return the future of its result."""
        return self._threads.submit(self._run, partial(fn, *args, **kwargs))

    def _run(self, call: Callable[[], _T]) -> _T:
        with self._lock:
            if self._closed:
                raise LostWorkerError("the worker processes have ended")
            worker = self._idle.pop() if self._idle else _Worker()
            if worker not in self._workers:
                self._workers.append(worker)
        try:
            result: _T = worker.run(call)
        finally:
            with self._lock:
                if worker.process.returncode is None:
                    self._idle.append(worker)
                else:
                    self._workers.remove(worker)
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End all worker processes, also those that run a call."""
        self._threads.shutdown(wait=False, cancel_futures=cancel_futures)
        with self._lock:
            self._closed = True
            for worker in self._workers:
                worker.process.kill()
        self._threads.shutdown(wait=wait)
        for worker in self._workers:
            worker.process.wait()
            worker.pipe.close()


def main() -> None:
    """Run calls until the parent process ends.

    The two arguments are the descriptor of the connection and the parent's process id.
    """
    descriptor, parent = (int(text) for text in sys.argv[1:3])
    die_with_parent(parent)
    os.set_inheritable(descriptor, False)
    pipe = Connection(descriptor)
    with contextlib.suppress(EOFError, ConnectionError):
        sys.path[:] = pipe.recv()
        while True:
            call = pipe.recv()
            try:
                answer = True, call()
            except Exception as error:
                answer = False, error
            pipe.send(answer)


# ------------------------------------------------------------------------------ a Dask cluster


class WorkerPool:
    """The workers of a campaign.

    With the address of a ``scheduler`` they are all threads of its Dask workers; for ``LOCAL`` a
    cluster of ``count`` workers is started. Without it they are ``count`` workers on this machine.
    Each call runs in a process of its own, so that it can crash.
    """

    def __init__(self, count: int, scheduler: str = "") -> None:
        self.address = scheduler
        self._client: Any = None
        self._cluster: Any = None
        self._executor: Executor
        if scheduler:
            self._client, self._cluster = _connect(scheduler, count)
            self._executor = self._client.get_executor(pure=False)
        else:
            self._executor = ProcessExecutor(count)
        self._threads = count
        self._last_check = float("-inf")
        self._last_answer = self._last_workers = time.monotonic()

    def submit(self, function: Callable[..., _T], *arguments: Any) -> Future[_T]:
        """Run a function of a module on a worker."""
        if self._client is None:
            return self._executor.submit(function, *arguments)
        try:
            return self._executor.submit(_call_on_cluster, _VERSIONS, function, *arguments)
        except Exception as error:  # the client notices before ``threads`` that it is closed
            raise self._silent_scheduler() from error

    def _silent_scheduler(self) -> ClusterError:
        return ClusterError(
            f"--scheduler {self.address}: the scheduler no longer answers{_RESUME_HINT}"
        )

    def threads(self) -> int:
        """Return how many calls the workers run at the same time.

        Raise ``ClusterError`` if the scheduler does not answer or has had no workers for too long.
        """
        now = time.monotonic()
        if self._client is None or now - self._last_check < _CHECK_INTERVAL:
            return self._threads
        self._last_check = now
        status = self._client.status
        if status == "running":
            # A scheduler that is shutting down fails in many ways.
            with contextlib.suppress(Exception):
                found = self._client.nthreads(callback_timeout=_CONNECT_TIMEOUT)
                self._threads = sum(found.values())
                self._last_answer = time.monotonic()
        if status == "closed" or now - self._last_answer > _SILENCE_TIMEOUT:
            raise self._silent_scheduler()
        if self._threads:
            self._last_workers = now
        elif now - self._last_workers > _NO_WORKERS_TIMEOUT:
            raise ClusterError(
                f"--scheduler {self.address}: no worker for {_NO_WORKERS_TIMEOUT:g} s; start some"
                f" with 'dask worker {self.address}'{_RESUME_HINT}"
            )
        return self._threads

    def close(self) -> None:
        """End the calls and the workers that were started."""
        if self._client is None:
            self._executor.shutdown(cancel_futures=True)
            return
        with contextlib.suppress(Exception):  # the scheduler may be gone already
            self._executor.shutdown(wait=False)
            if self._client.status == "running":
                self._client.run(_close_processes, wait=False)
        for end in (self._client, self._cluster):
            if end is not None:
                with contextlib.suppress(Exception):
                    end.close(timeout=_SHUTDOWN_TIMEOUT)


def _connect(address: str, count: int) -> tuple[Any, Any]:
    """Return a client of the scheduler, and for ``LOCAL`` the started cluster of ``count`` workers.

    Raise ``ClusterError`` if Dask is missing or no scheduler answers.
    """
    try:
        distributed: Any = import_module("distributed")  # an optional dependency
    except ImportError as error:
        raise ClusterError(
            f"--scheduler {address} needs Dask: pip install 'nn-conformance[dask]'"
        ) from error
    cluster: Any = None
    if address == LOCAL:
        try:
            with import_module("dask").config.set(_DASK_SETTINGS):
                cluster = distributed.LocalCluster(
                    n_workers=count,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",
                    worker_dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                )
        except (OSError, RuntimeError) as error:
            raise ClusterError(
                f"--scheduler {LOCAL}: starting a cluster of {count} workers failed: {error}; "
                "use --workers alone, which needs no cluster"
            ) from error
    try:
        client: Any = distributed.Client(
            cluster or address, timeout=_CONNECT_TIMEOUT, set_as_default=False
        )
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(
            f"--scheduler {address}: no Dask scheduler answered within {_CONNECT_TIMEOUT:g} s; "
            "start one with 'dask scheduler' and specify its address as tcp://HOST:PORT"
        ) from error
    return client, cluster


_executors: dict[str, ProcessExecutor] = {}
"""In a Dask worker: the executor of its worker processes."""


def _call_on_cluster(versions: str, function: Callable[..., _T], *arguments: Any) -> _T:
    """Run a call in a Dask worker; ``versions`` must be those that the worker itself has."""
    if versions != _VERSIONS:
        raise ClusterError(f"a worker runs {_VERSIONS}, but the campaign requires {versions}")
    executor = _executors.setdefault("", ProcessExecutor(os.cpu_count() or 1))
    return executor.submit(function, *arguments).result()


def _close_processes() -> None:
    while _executors:
        _executors.popitem()[1].shutdown(wait=False)
