"""A worker pool on a Dask cluster, which checks the chunks of a campaign; needs ``distributed``.

Each thread of a Dask worker owns one worker process of ``generators.campaigns.worker_pool``. A
crash or hang of the driver therefore becomes a verdict, as it does without a cluster. If a Dask
worker is lost, another one checks its chunks again.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, Final

from conformance import __version__
from conformance.drivers import DriverLoadError
from generators.campaigns.campaign_tally import CHUNKS_PER_ROUND
from generators.campaigns.worker_pool import ChunkResults, LocalWorkerPool
from generators.campaigns.worker_process import JudgeTask, SeedChunk
from generators.generate import GENERATOR_VERSION

LOCAL: Final = "local"
"""The address that requests a temporary cluster on this machine."""
_CONNECT_TIMEOUT: Final = 10.0
_RECONNECT_TIMEOUT: Final = 15.0
_NO_WORKERS_TIMEOUT: Final = 60.0
"""Seconds until a missing scheduler, a silent scheduler, or a lack of workers is an error."""
_CHECK_INTERVAL: Final = 2.0
_POLL_INTERVAL: Final = 0.2
_SHUTDOWN_TIMEOUT: Final = 5.0
_DASK_SETTINGS: Final = {"distributed.worker.profile.enabled": False}
"""Disable Dask's sampling profiler (100 samples a second): the workers only wait for a process."""
_CALLS_PER_THREAD: Final = 2
"""Number of calls submitted per thread, the running one included."""
_TARGET_CALL_SECONDS: Final = 0.3
"""Target duration of a call in seconds: the overhead of a call is about that of ten graphs."""
_MAX_LOSSES: Final = 3
_RESUME_HINT: Final = (
    "; the results so far are stored: to continue, repeat the command, with or without a scheduler"
)
_VERSIONS: Final = f"nn-conformance {__version__}, generator {GENERATOR_VERSION}"


class ClusterError(Exception):
    """Raised if the cluster cannot be used; the text states the reason and what to do."""


_pools_by_thread: dict[int, tuple[tuple[JudgeTask, float], LocalWorkerPool]] = {}
"""In a Dask worker: the settings and the worker process of each thread, by thread id."""


def judge_chunks(
    task: JudgeTask, chunks: list[SeedChunk], graph_limit: float, versions: str
) -> dict[str, Any]:
    """Check chunks in a Dask worker.

    Return a dictionary with ``results`` and the ``seconds`` that they took, or with an ``error``.
    ``versions`` is the text that the worker's own version must equal.
    """
    if versions != _VERSIONS:
        return {"error": f"the worker runs {_VERSIONS}, but the campaign requires {versions}"}
    thread, key = threading.get_ident(), (task, graph_limit)
    started = _pools_by_thread.get(thread)
    if started is None or started[0] != key:
        if started is not None:
            started[1].close()
        started = _pools_by_thread[thread] = key, LocalWorkerPool(task, 1, graph_limit)
    start = time.monotonic()
    try:
        results = [result for result in started[1].run(iter(chunks), _never) if result is not None]
        return {"results": results, "seconds": time.monotonic() - start}
    except DriverLoadError as error:
        close_pools()
        return {"error": str(error)}


def close_pools() -> None:
    """Terminate the worker processes that a Dask worker has started."""
    while _pools_by_thread:
        with contextlib.suppress(KeyError):
            _pools_by_thread.popitem()[1][1].close()


def _never() -> bool:
    return False


def connect(address: str, count: int) -> tuple[Any, Any]:
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


def disconnect(client: Any, cluster: Any) -> None:
    """Close a client and its cluster, if it started one; the scheduler may be gone already."""
    for end in (client, cluster):
        if end is not None:
            with contextlib.suppress(Exception):
                end.close(timeout=_SHUTDOWN_TIMEOUT)


class DaskWorkerPool:
    """The pool of all workers of a Dask scheduler.

    For the address ``LOCAL`` it starts a cluster with ``count`` workers and closes it at the end.
    """

    def __init__(self, task: JudgeTask, address: str, count: int, graph_limit: float) -> None:
        self._task, self._address, self._limit = task, address, graph_limit
        self._client, self._cluster = connect(address, count)
        self._ended: SimpleQueue[Any] = SimpleQueue()
        self._running: dict[Any, list[SeedChunk]] = {}
        self._chunk_seconds = _TARGET_CALL_SECONDS
        self._losses: Counter[int] = Counter()
        self._threads = 0
        self._last_check_time = self._last_answer_time = self._last_workers_time = time.monotonic()
        self._check_workers()

    def run(self, chunks: Iterator[SeedChunk | None], stop: Callable[[], bool]) -> ChunkResults:
        """Check chunks as ``WorkerPool.run`` specifies.

        Raise ``ClusterError`` if the cluster fails, and ``DriverLoadError`` if a worker cannot open
        the driver.
        """
        while True:
            while len(self._running) < _CALLS_PER_THREAD * max(self._threads, 1) and not stop():
                batch: list[SeedChunk] = []
                for chunk in islice(chunks, self._chunks_per_call()):
                    if chunk is None:
                        break
                    batch.append(chunk)
                if not batch:
                    break
                self._submit(batch)
            if not self._running:
                return
            with contextlib.suppress(Empty):
                if results := self._collect(self._ended.get(timeout=_POLL_INTERVAL)):
                    yield from results
                    continue
            if time.monotonic() - self._last_check_time > _CHECK_INTERVAL:
                self._check_workers()
            yield None

    def _chunks_per_call(self) -> int:
        """Return the number of chunks per call, small enough that all threads get chunks."""
        most = CHUNKS_PER_ROUND // (_CALLS_PER_THREAD * max(self._threads, 1))
        return max(1, min(most, int(_TARGET_CALL_SECONDS / self._chunk_seconds)))

    def _submit(self, chunks: list[SeedChunk]) -> None:
        future = self._client.submit(
            judge_chunks, self._task, chunks, self._limit, _VERSIONS, pure=False, retries=0
        )
        self._running[future] = chunks
        future.add_done_callback(self._ended.put)

    def _collect(self, future: Any) -> list[dict[str, Any]]:
        """Return the results of a completed call.

        If its worker was lost, submit each of its chunks again in a separate call and return none.
        """
        chunks = self._running.pop(future)
        if future.status == "finished":
            answer: dict[str, Any] = future.result()
            if "error" in answer:
                raise DriverLoadError(f"on a worker of {self._address}: {answer['error']}")
            self._chunk_seconds = max(
                answer["seconds"] / len(chunks), _TARGET_CALL_SECONDS / CHUNKS_PER_ROUND
            )
            results: list[dict[str, Any]] = answer["results"]
            return results
        self._check_workers()
        for chunk in chunks:
            self._losses[chunk.number] += 1
            if self._losses[chunk.number] > _MAX_LOSSES:
                cause = future.exception() if future.status == "error" else future.status
                raise ClusterError(
                    f"--scheduler {self._address}: a chunk of graphs was lost "
                    f"{self._losses[chunk.number]} times, most recently because of: {cause}; "
                    f"check that every worker runs {_VERSIONS}{_RESUME_HINT}"
                )
            self._submit([chunk])
        return []

    def _check_workers(self) -> None:
        """Update the number of worker threads.

        Raise ``ClusterError`` if the scheduler does not answer or has had no workers for too long.
        """
        now = self._last_check_time = time.monotonic()
        status = self._client.status
        if status == "running":
            # A scheduler that is shutting down fails in many ways.
            with contextlib.suppress(Exception):
                self._threads = sum(
                    self._client.nthreads(callback_timeout=_CONNECT_TIMEOUT).values()
                )
                self._last_answer_time = time.monotonic()
        if status == "closed" or now - self._last_answer_time > _RECONNECT_TIMEOUT:
            raise ClusterError(
                f"--scheduler {self._address}: the scheduler no longer answers{_RESUME_HINT}"
            )
        if self._threads:
            self._last_workers_time = now
        elif now - self._last_workers_time > _NO_WORKERS_TIMEOUT:
            raise ClusterError(
                f"--scheduler {self._address}: no worker for {_NO_WORKERS_TIMEOUT:g} s; start some"
                f" with 'dask worker {self._address}'{_RESUME_HINT}"
            )

    def close(self) -> None:
        """Terminate the worker processes, close the client and, for ``LOCAL``, the cluster."""
        if self._client.status == "running":
            closing = threading.Thread(target=self._close_remote_pools, daemon=True)
            closing.start()
            closing.join(_SHUTDOWN_TIMEOUT)
        disconnect(self._client, self._cluster)

    def _close_remote_pools(self) -> None:
        with contextlib.suppress(Exception):
            self._client.run(close_pools, wait=False)
