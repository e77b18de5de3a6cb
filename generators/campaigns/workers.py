"""The workers of campaigns: processes of this machine, or those of a Dask cluster.

Both are executors of ``concurrent.futures``. If a worker process of this machine ends while it runs
a call, the calls of all workers are lost, and the next call starts new processes. The scheduler of
Dask itself repeats the calls of workers that it has lost.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import active_children, get_context
from typing import Any, Final, TypeVar

from conformance import __version__
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
"""Disable Dask's sampling profiler: it takes 100 samples a second."""
_RESUME_HINT: Final = (
    "; the results so far are stored: to continue, repeat the command, with or without a scheduler"
)
_VERSIONS: Final = f"nn-conformance {__version__}, generator {GENERATOR_VERSION}"

_T = TypeVar("_T")


class ClusterError(Exception):
    """Raised if workers cannot be used; the text states the reason and what to do."""


def _local_executor(count: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, get_context("spawn"), _start_worker, (os.getpid(),))


def _start_worker(parent: int) -> None:
    """Let this process ignore Ctrl-C, which the campaign handles, and end with the campaign."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent(parent)


class WorkerPool:
    """The workers of a campaign.

    With the address of a ``scheduler`` they are all threads of its Dask workers; for ``LOCAL`` a
    cluster of ``count`` workers is started. Without it they are ``count`` workers on this machine.
    A call on this machine may end its process.
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
            self._executor = _local_executor(count)
        self._threads = count
        self._last_check = float("-inf")
        self._last_answer = self._last_workers = time.monotonic()

    def submit(self, function: Callable[..., _T], *arguments: Any) -> Future[_T]:
        """Run a function of a module on a worker."""
        if self._client is None:
            try:
                return self._executor.submit(function, *arguments)
            except BrokenProcessPool:
                self._executor = _local_executor(self._threads)
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

    def close(self, clean_up: Callable[[], object]) -> None:
        """End the calls and the workers that were started; ``clean_up`` is run on Dask workers."""
        if self._client is None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.kill()
            return
        with contextlib.suppress(Exception):  # the scheduler may be gone already
            self._executor.shutdown(wait=False)
            if self._client.status == "running":
                self._client.run(clean_up, wait=False)
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


def _call_on_cluster(versions: str, function: Callable[..., _T], *arguments: Any) -> _T:
    """Run a call in a Dask worker; ``versions`` must be those that the worker itself has."""
    if versions != _VERSIONS:
        raise ClusterError(f"a worker runs {_VERSIONS}, but the campaign requires {versions}")
    return function(*arguments)
