"""A pool of worker processes on this machine, which check chunks of seeds.

If a worker crashes or hangs, the graph that it was checking gets the verdict crash or hang. Another
worker then checks the whole chunk again, without executing that graph, so the results do not depend
on which worker checked which part.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing import connection
from typing import Any, Final, Protocol

from conformance.drivers import DriverLoadError
from conformance.drivers.own_process.child import python_command, spawn
from conformance.verdicts import VerdictKind
from generators.campaigns.worker_process import NO_SEED, JudgeTask, SeedChunk

ChunkResults = Iterator[dict[str, Any] | None]
_POLL_INTERVAL: Final = 0.2
"""Interval in seconds at which the pool checks for stuck workers."""
_TERMINATION_GRACE: Final = 2.0
"""Seconds that a process may take to terminate."""
_MODULE: Final = "generators.campaigns.worker_process"


class WorkerPool(Protocol):
    """The interface of the worker pools that check the chunks of a campaign."""

    def run(
        self, chunks: Iterator[SeedChunk | None], stop: Callable[[], bool]
    ) -> ChunkResults:  # pragma: no cover - a protocol
        """Yield the result of each chunk when it arrives, and ``None`` at times in between.

        ``chunks`` yields ``None`` while the next chunk depends on results that are not available
        yet. After ``stop`` has returned true, no further chunk is started. The generator ends when
        all started chunks are done.
        """

    def close(self) -> None:  # pragma: no cover - a protocol
        """Stop all workers."""


class _WorkerProcess:
    """A worker process and the chunk that it is checking; ``ready`` once its driver is open."""

    def __init__(self, task: JudgeTask) -> None:
        ours, theirs = socket.socketpair()
        memory = os.memfd_create("nn-conformance-seed", os.MFD_CLOEXEC)
        os.ftruncate(memory, 8)
        self._current_seed = memoryview(mmap.mmap(memory, 8)).cast("q")
        self._current_seed[0] = NO_SEED
        given = (theirs.fileno(), memory)
        self.process = spawn(
            python_command(_MODULE, *given, os.getpid()),
            stdin=subprocess.DEVNULL,
            pass_fds=given,
        )
        theirs.close()
        os.close(memory)
        self.pipe = connection.Connection(ours.detach())
        self._send((sys.path, task))
        self.chunk: SeedChunk | None = None
        self.ready = False
        self._seen = NO_SEED
        self._since = time.monotonic()

    @property
    def seed(self) -> int:
        """The seed that the process is checking, or ``NO_SEED``."""
        return self._current_seed[0]

    def assign(self, chunk: SeedChunk) -> None:
        """Send a chunk to the process."""
        self.chunk = chunk
        self._seen, self._since = NO_SEED, time.monotonic()
        self._send(chunk)

    def _send(self, message: object) -> None:
        # If the process has ended, ``recv`` detects that later.
        with contextlib.suppress(ConnectionError):
            self.pipe.send(message)

    def is_stuck(self, limit: float) -> bool:
        """Return whether the current seed takes longer than ``limit`` seconds.

        The time is measured from the first call that sees the seed.
        """
        seed, now = self.seed, time.monotonic()
        if seed != self._seen:
            self._seen, self._since = seed, now
        return seed != NO_SEED and now - self._since > limit

    def terminate(self) -> int:
        """Terminate the process and return its exit code."""
        self.pipe.close()
        for stop in (self.process.terminate, self.process.kill):
            stop()
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self.process.wait(_TERMINATION_GRACE)
        return self.process.wait()


class LocalWorkerPool:
    """A pool of worker processes on this machine."""

    def __init__(self, task: JudgeTask, count: int, graph_limit: float) -> None:
        self._task = task
        self._limit = graph_limit
        self._workers = [_WorkerProcess(task) for _ in range(count)]

    def run(self, chunks: Iterator[SeedChunk | None], stop: Callable[[], bool]) -> ChunkResults:
        """Check chunks as ``WorkerPool.run`` specifies.

        Raise ``DriverLoadError`` if a worker cannot open the driver.
        """
        again: deque[SeedChunk] = deque()
        while True:
            for worker in self._workers:
                if worker.chunk is None:
                    chunk = again.popleft() if again else (None if stop() else next(chunks, None))
                    if chunk is None:
                        break
                    worker.assign(chunk)
            if not (busy := [worker for worker in self._workers if worker.chunk is not None]):
                return
            ready = connection.wait([worker.pipe for worker in busy], timeout=_POLL_INTERVAL)
            for number, worker in enumerate(self._workers):
                if worker.chunk is None:
                    continue
                if worker.pipe in ready:
                    try:
                        result: dict[str, Any] | str = worker.pipe.recv()
                    except (EOFError, OSError):
                        again.append(self._replace_worker(number, str(VerdictKind.CRASH)))
                        continue
                    if isinstance(result, str):
                        if result:
                            raise DriverLoadError(result)
                        worker.ready = True
                        continue
                    worker.chunk = None
                    yield result
                elif worker.is_stuck(self._limit):
                    again.append(self._replace_worker(number, str(VerdictKind.HANG)))
            yield None

    def _replace_worker(self, number: int, kind: str) -> SeedChunk:
        """Replace a worker that crashed or hung; return its chunk, which records the lost seed."""
        worker = self._workers[number]
        chunk, seed = worker.chunk, worker.seed
        assert chunk is not None
        if kind == VerdictKind.CRASH:
            with contextlib.suppress(subprocess.TimeoutExpired):
                worker.process.wait(_TERMINATION_GRACE)
        code = worker.terminate()
        if not worker.ready:
            raise DriverLoadError(
                f"{self._task.driver}: a worker ended with exit code {code} before the driver was "
                "open; see its output for the cause"
            )
        if seed == NO_SEED:
            seed = next(seed for seed in chunk.seeds if seed not in chunk.process_failures)
        reason = (
            f"no answer within {self._limit:g} s"
            if kind == VerdictKind.HANG
            else f"the process ended with exit code {code}"
        )
        chunk.process_failures[seed] = kind, reason
        self._workers[number] = _WorkerProcess(self._task)
        return chunk

    def close(self) -> None:
        """Terminate all processes."""
        for worker in self._workers:
            worker.terminate()
