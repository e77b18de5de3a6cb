"""Processes that judge chunks of seeds, and the watch over them.

A worker that dies or hangs costs one graph its verdict (it gets one: crash or hang) and its chunk
is begun anew without that graph, so that no result depends on who computed it.
"""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from multiprocessing import connection
from typing import Any, Final

from conformance.drivers import open_driver
from conformance.drivers.process import IsolatedDevice
from conformance.hal import Device
from conformance.harness import Kind, Options
from generators.judging import GraphJudge, Record
from generators.profiles import PROFILES

_CONTEXT: Final = multiprocessing.get_context("spawn")
_IDLE: Final = -1


@dataclass(frozen=True, slots=True)
class Task:
    """How to judge; the same for all chunks of a campaign."""

    driver: str
    profile: str
    isolate: bool = False
    callback_timeout: float = 10.0


@dataclass(slots=True)
class Chunk:
    """Seeds to judge together; ``lost`` tells what became of those that took their worker along."""

    number: int
    seeds: list[int]
    lost: dict[int, tuple[str, str]] = field(default_factory=dict)


def device_of(task: Task) -> Device:
    """The driver of a campaign, in this process or its own; ``DriverLoadError``."""
    return IsolatedDevice(task.driver) if task.isolate else open_driver(task.driver)


def judge_chunk(
    judge: GraphJudge, task: Task, chunk: Chunk, note: Callable[[int], None]
) -> dict[str, Any]:
    """The results of a chunk as JSON values; ``note`` is told each seed beforehand."""
    profile = PROFILES[task.profile]
    counts: dict[str, int] = {}
    cells: dict[str, int] = {}
    pairs: dict[str, int] = {}
    failures: list[dict[str, Any]] = []
    looks = elements = wide = 0
    for seed in chunk.seeds:
        if seed in chunk.lost:
            kind, reason = chunk.lost[seed]
            record = Record(seed, kind, "process.alive", reason, manner=f"{kind} process.alive")
        else:
            note(seed)
            try:
                record = judge.record(profile, seed)
            except Exception as error:  # a graph that cannot be made is ours to repair
                reason = f"the suite failed: {type(error).__name__}: {error}"
                kind = str(Kind.INTERNAL_ERROR)
                record = Record(
                    seed, kind, "internal", reason, manner=f"{kind} {type(error).__name__}"
                )
        counts[record.kind] = counts.get(record.kind, 0) + 1
        for name in record.cells:
            cells[name] = cells.get(name, 0) + 1
        for name in record.pairs:
            pairs[name] = pairs.get(name, 0) + 1
        looks += record.second_look
        elements += record.elements
        wide += record.wide
        if record.manner:
            failure = asdict(record)
            del failure["cells"], failure["pairs"]
            failures.append(failure)
    return {
        "chunk": chunk.number,
        "graphs": len(chunk.seeds),
        "counts": counts,
        "cells": cells,
        "pairs": pairs,
        "records": failures,
        "second_looks": looks,
        "elements": elements,
        "wide": wide,
    }


def _serve(task: Task, pipe: connection.Connection, current: Any) -> None:
    """A worker's life: chunks in, results out."""
    device = device_of(task)
    judge = GraphJudge(device, Options(callback_timeout=task.callback_timeout))

    def note(seed: int) -> None:
        current[0] = seed

    try:
        while True:
            chunk = pipe.recv()
            if chunk is None:
                break
            result = judge_chunk(judge, task, chunk, note)
            current[0] = _IDLE
            pipe.send(result)
    except (EOFError, KeyboardInterrupt):
        pass
    finally:
        if isinstance(device, IsolatedDevice):
            device.close()


class _Worker:
    """A process and the chunk it is at."""

    def __init__(self, task: Task) -> None:
        self.pipe, theirs = _CONTEXT.Pipe()
        self.current = _CONTEXT.Array("q", [_IDLE], lock=False)
        self.process = _CONTEXT.Process(
            target=_serve, args=(task, theirs, self.current), daemon=not task.isolate
        )
        self.process.start()
        theirs.close()
        self.chunk: Chunk | None = None
        self._seen = _IDLE
        self._since = time.monotonic()

    def give(self, chunk: Chunk) -> None:
        """Hand over a chunk."""
        self.chunk = chunk
        self._seen, self._since = _IDLE, time.monotonic()
        self.pipe.send(chunk)

    def stuck(self, limit: float) -> bool:
        """Whether one seed has taken longer than ``limit`` seconds."""
        seed, now = int(self.current[0]), time.monotonic()
        if seed != self._seen:
            self._seen, self._since = seed, now
        return seed != _IDLE and now - self._since > limit

    def end(self) -> None:
        """Stop the process, whatever it does."""
        self.pipe.close()
        if self.process.is_alive():
            self.process.terminate()
            self.process.join(2.0)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()


class Workers:
    """Local processes that judge chunks."""

    def __init__(self, task: Task, count: int, graph_limit: float) -> None:
        self._task = task
        self._limit = graph_limit
        self._workers = [_Worker(task) for _ in range(count)]

    def run(
        self, chunks: Iterator[Chunk], stop: Callable[[], bool]
    ) -> Iterator[dict[str, Any] | None]:
        """Results as they come, ``None`` now and then while there are none; ends when all is done.

        No chunk is begun once ``stop`` says so.
        """
        again: deque[Chunk] = deque()
        while True:
            for number, worker in enumerate(self._workers):
                if worker.chunk is None:
                    chunk = again.popleft() if again else (None if stop() else next(chunks, None))
                    if chunk is not None:
                        self._workers[number].give(chunk)
            busy = [worker for worker in self._workers if worker.chunk is not None]
            if not busy:
                return
            ready = connection.wait([worker.pipe for worker in busy], timeout=0.2)
            for number, worker in enumerate(self._workers):
                if worker.chunk is None:
                    continue
                if worker.pipe in ready:
                    try:
                        result: dict[str, Any] = worker.pipe.recv()
                    except (EOFError, OSError):
                        again.append(self._lost(number, str(Kind.CRASH)))
                        continue
                    worker.chunk = None
                    yield result
                elif worker.stuck(self._limit):
                    again.append(self._lost(number, str(Kind.HANG)))
            yield None

    def _lost(self, number: int, kind: str) -> Chunk:
        """The chunk of a worker that is no more, and a new worker."""
        worker = self._workers[number]
        chunk, seed = worker.chunk, int(worker.current[0])
        assert chunk is not None
        worker.end()
        if seed == _IDLE:
            seed = next(seed for seed in chunk.seeds if seed not in chunk.lost)
        reason = (
            f"no answer within {self._limit:g} s"
            if kind == Kind.HANG
            else f"the process ended with exit code {worker.process.exitcode}"
        )
        chunk.lost[seed] = kind, reason
        self._workers[number] = _Worker(self._task)
        return chunk

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.end()
