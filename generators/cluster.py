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
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, Final

from conformance import __version__
from conformance.drivers import DriverLoadError
from generators.generate import GENERATOR_VERSION
from generators.tally import CHUNKS_A_ROUND
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
_QUIET: Final = {"distributed.worker.profile.enabled": False}
"""Dask looks a hundred times a second where its workers are; ours wait for another process."""
_AHEAD: Final = 2
"""Calls that a thread has before it, the one at hand included."""
_CALL: Final = 0.3
"""Seconds that a call should take: Dask's own work for one is that of some ten graphs."""
_MOST_LOSSES: Final = 3
_KEPT: Final = (
    "; what was judged is stored, the same command goes on, with another scheduler or none"
)
_VERSIONS: Final = f"nn-conformance {__version__}, generator {GENERATOR_VERSION}"


class ClusterError(Exception):
    """The cluster cannot be used any more; the text says why and what to do."""


_judging: dict[int, tuple[tuple[Task, float], Workers]] = {}
"""In a Dask worker: the process that judges, by the thread that uses it."""


def judge(task: Task, chunks: list[Chunk], graph_limit: float, versions: str) -> dict[str, Any]:
    """``results`` of chunks and the ``seconds`` they took, in a Dask worker; or an ``error``."""
    if versions != _VERSIONS:
        return {"error": f"the worker has {_VERSIONS}, the campaign {versions}"}
    thread, wanted = threading.get_ident(), (task, graph_limit)
    known = _judging.get(thread)
    if known is None or known[0] != wanted:
        if known is not None:
            known[1].close()
        known = _judging[thread] = wanted, Workers(task, 1, graph_limit)
    start = time.monotonic()
    try:
        results = [result for result in known[1].run(iter(chunks), _never) if result is not None]
        return {"results": results, "seconds": time.monotonic() - start}
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
                with import_module("dask").config.set(_QUIET):
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
        self._under_way: dict[Any, list[Chunk]] = {}
        self._chunk_seconds = _CALL
        self._losses: Counter[int] = Counter()
        self._threads = 0
        self._looked = self._heard = self._manned = time.monotonic()
        self._look()

    def run(self, chunks: Iterator[Chunk | None], stop: Callable[[], bool]) -> Results:
        """See ``Pool``; ``ClusterError``, ``DriverLoadError`` when it cannot go on."""
        while True:
            while len(self._under_way) < _AHEAD * max(self._threads, 1) and not stop():
                some: list[Chunk] = []
                for chunk in islice(chunks, self._at_once()):
                    if chunk is None:
                        break
                    some.append(chunk)
                if not some:
                    break
                self._submit(some)
            if not self._under_way:
                return
            with contextlib.suppress(Empty):
                results = self._results(self._ended.get(timeout=_TURN))
                if results:
                    yield from results
                    continue
            if time.monotonic() - self._looked > _LOOK:
                self._look()
            yield None

    def _at_once(self) -> int:
        """How many chunks a call gets: all threads must have some of a round."""
        most = CHUNKS_A_ROUND // (_AHEAD * max(self._threads, 1))
        return max(1, min(most, int(_CALL / self._chunk_seconds)))

    def _submit(self, chunks: list[Chunk]) -> None:
        future = self._client.submit(
            judge, self._task, chunks, self._limit, _VERSIONS, pure=False, retries=0
        )
        self._under_way[future] = chunks
        future.add_done_callback(self._ended.put)

    def _results(self, future: Any) -> list[dict[str, Any]]:
        """What came of some chunks; lost with their worker, each is handed out again, alone."""
        chunks = self._under_way.pop(future)
        if future.status == "finished":
            answer: dict[str, Any] = future.result()
            if "error" in answer:
                raise DriverLoadError(f"on a worker of {self._address}: {answer['error']}")
            self._chunk_seconds = max(answer["seconds"] / len(chunks), _CALL / CHUNKS_A_ROUND)
            results: list[dict[str, Any]] = answer["results"]
            return results
        self._look()
        for chunk in chunks:
            self._losses[chunk.number] += 1
            if self._losses[chunk.number] > _MOST_LOSSES:
                cause = future.exception() if future.status == "error" else future.status
                raise ClusterError(
                    f"--scheduler {self._address}: a chunk of graphs was lost "
                    f"{self._losses[chunk.number]} times, at last with: {cause}; has every worker "
                    f"this {_VERSIONS}?{_KEPT}"
                )
            self._submit([chunk])
        return []

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
