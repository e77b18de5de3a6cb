"""A campaign's chunks on the workers of a Dask cluster; needs ``distributed``.

Each thread of a Dask worker keeps one process that judges, watched as a local one is: crashes and
hangs are verdicts there too. What a Dask worker had when it was lost is judged again by another.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any, Final

from conformance import __version__
from conformance.drivers import DriverLoadError
from generators.generate import GENERATOR_VERSION
from generators.worker import Chunk, Task
from generators.workers import Results, Workers

LOCAL: Final = "local"
"""The address of a cluster of our own on this machine."""
_CONNECT: Final = 10.0
_SILENT: Final = 15.0
_NO_WORKERS: Final = 60.0
"""Seconds for a scheduler to answer, to come back, and to have a worker."""
_LOOK: Final = 2.0
_TURN: Final = 0.2
_FAREWELL: Final = 5.0
_AHEAD: Final = 2
"""Chunks that a thread has before it, the one at hand included."""
_MOST_LOSSES: Final = 3
_KEPT: Final = (
    "; what was judged is stored, the same command goes on, with another scheduler or none"
)
_VERSIONS: Final = f"nn-conformance {__version__}, generator {GENERATOR_VERSION}"


class ClusterError(Exception):
    """The cluster cannot be used any more; the text says why and what to do."""


_judging: dict[int, tuple[tuple[Task, float], Workers]] = {}
"""In a Dask worker: the process that judges, by the thread that uses it."""


def judge(task: Task, chunk: Chunk, graph_limit: float, versions: str) -> dict[str, Any]:
    """The results of one chunk, in a Dask worker; ``error`` instead when it cannot judge."""
    if versions != _VERSIONS:
        return {"error": f"the worker has {_VERSIONS}, the campaign {versions}"}
    thread, wanted = threading.get_ident(), (task, graph_limit)
    known = _judging.get(thread)
    if known is None or known[0] != wanted:
        if known is not None:
            known[1].close()
        known = _judging[thread] = wanted, Workers(task, 1, graph_limit)
    try:
        return next(result for result in known[1].run(iter([chunk]), _never) if result is not None)
    except DriverLoadError as error:
        let_go()
        return {"error": str(error)}


def let_go() -> None:
    """End the processes that judge, in a Dask worker."""
    while _judging:
        with contextlib.suppress(KeyError):
            _judging.popitem()[1][1].close()


def _never() -> bool:
    return False


class Cluster:
    """The workers behind a scheduler's address; those of ``LOCAL`` are made, and end with it."""

    def __init__(self, task: Task, address: str, count: int, graph_limit: float) -> None:
        try:
            distributed: Any = import_module("distributed")  # only where it is asked for
        except ImportError as error:
            raise ClusterError(
                f"--scheduler {address} needs Dask: pip install 'nn-conformance[dask]'"
            ) from error
        self._task, self._address, self._limit = task, address, graph_limit
        self._own: Any = None
        if address == LOCAL:
            try:
                self._own = distributed.LocalCluster(
                    n_workers=count,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",
                    worker_dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                )
            except (OSError, RuntimeError) as error:
                raise ClusterError(
                    f"--scheduler {LOCAL}: a cluster of {count} workers does not start: {error}; "
                    "--workers alone needs no cluster"
                ) from error
        try:
            self._client: Any = distributed.Client(
                self._own or address, timeout=_CONNECT, set_as_default=False
            )
        except (OSError, ValueError, TypeError) as error:
            raise ClusterError(
                f"--scheduler {address}: no Dask scheduler answers there within {_CONNECT:g} s; "
                "start one with 'dask scheduler', and name it as tcp://HOST:PORT"
            ) from error
        self._ended: SimpleQueue[Any] = SimpleQueue()
        self._under_way: dict[Any, Chunk] = {}
        self._losses: Counter[int] = Counter()
        self._threads = 0
        self._looked = self._heard = self._manned = time.monotonic()
        self._look()

    def run(self, chunks: Iterator[Chunk | None], stop: Callable[[], bool]) -> Results:
        """See ``Pool``; ``ClusterError``, ``DriverLoadError`` when it cannot go on."""
        while True:
            while len(self._under_way) < _AHEAD * max(self._threads, 1) and not stop():
                chunk = next(chunks, None)
                if chunk is None:
                    break
                self._submit(chunk)
            if not self._under_way:
                return
            with contextlib.suppress(Empty):
                result = self._result(self._ended.get(timeout=_TURN))
                if result is not None:
                    yield result
                    continue
            if time.monotonic() - self._looked > _LOOK:
                self._look()
            yield None

    def _submit(self, chunk: Chunk) -> None:
        future = self._client.submit(
            judge, self._task, chunk, self._limit, _VERSIONS, pure=False, retries=0
        )
        self._under_way[future] = chunk
        future.add_done_callback(self._ended.put)

    def _result(self, future: Any) -> dict[str, Any] | None:
        """What came of a chunk; one that was lost with its worker is handed out again."""
        chunk = self._under_way.pop(future)
        if future.status == "finished":
            result: dict[str, Any] = future.result()
            if "error" in result:
                raise DriverLoadError(f"on a worker of {self._address}: {result['error']}")
            return result
        self._look()
        self._losses[chunk.number] += 1
        if self._losses[chunk.number] > _MOST_LOSSES:
            cause = future.exception() if future.status == "error" else future.status
            raise ClusterError(
                f"--scheduler {self._address}: a chunk of graphs was lost "
                f"{self._losses[chunk.number]} times, at last with: {cause}; has every worker "
                f"this {_VERSIONS}?{_KEPT}"
            )
        self._submit(chunk)
        return None

    def _look(self) -> None:
        """See who is there; ``ClusterError`` when nobody is, for a while."""
        now = self._looked = time.monotonic()
        status = self._client.status
        if status == "running":
            # A scheduler that is about to go answers in many ways.
            with contextlib.suppress(Exception):
                self._threads = sum(self._client.nthreads(callback_timeout=_CONNECT).values())
                self._heard = time.monotonic()
        if status == "closed" or now - self._heard > _SILENT:
            raise ClusterError(f"--scheduler {self._address}: the scheduler is gone{_KEPT}")
        if self._threads:
            self._manned = now
        elif now - self._manned > _NO_WORKERS:
            raise ClusterError(
                f"--scheduler {self._address}: no worker for {_NO_WORKERS:g} s; start some with "
                f"'dask worker {self._address}'{_KEPT}"
            )

    def close(self) -> None:
        """Leave the cluster as it was."""
        if self._client.status == "running":
            farewell = threading.Thread(target=self._say_farewell, daemon=True)
            farewell.start()
            farewell.join(_FAREWELL)
        for end in (self._client, self._own):
            if end is not None:
                with contextlib.suppress(Exception):  # what is gone cannot be closed
                    end.close(timeout=_FAREWELL)

    def _say_farewell(self) -> None:
        with contextlib.suppress(Exception):
            self._client.run(let_go, wait=False)
