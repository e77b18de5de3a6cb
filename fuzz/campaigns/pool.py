"""The worker processes of a campaign, which share its corpus."""

from __future__ import annotations

import itertools
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from fuzz.campaigns.corpus_folder import CampaignFolder
from fuzz.campaigns.worker import FuzzTask, FuzzWorker
from fuzz.core.finding import FuzzFinding, is_known

_LONG_INPUT: Final = 1.0
"""Seconds after which an input is awaited at the end, because it may be a hang."""

_POLL: Final = 0.1
_SEEDS_PER_WORKER: Final = 100


@dataclass(slots=True)
class PoolResults:
    """The results of the workers since the last call.

    ``restarts`` counts processes that ended and were replaced; ``killed`` those of them that were
    ended by SIGKILL. ``edges`` is the highest number that a process has reported so far.
    """

    executions: int = 0
    restarts: int = 0
    killed: int = 0
    edges: int = 0
    rules: set[str] = field(default_factory=set)
    findings: list[tuple[FuzzFinding, bytes]] = field(default_factory=list)

    def add(self, other: PoolResults) -> None:
        """Add later results."""
        self.executions += other.executions
        self.restarts += other.restarts
        self.killed += other.killed
        self.edges = max(self.edges, other.edges)
        self.rules |= other.rules
        self.findings += other.findings


class FuzzPool:
    """``count`` processes; one that ends is replaced."""

    def __init__(self, task: FuzzTask, folder: CampaignFolder, count: int, seed: int) -> None:
        self._task, self._folder = task, folder
        self._seeds = [itertools.count(seed + i * _SEEDS_PER_WORKER) for i in range(count)]
        self._counted = [0] * count
        self._workers: list[FuzzWorker] = []
        for number in range(count):
            self._workers.append(self._start(number))

    def _start(self, number: int) -> FuzzWorker:
        self._counted[number] = 0
        folder = self._folder.workers / str(number)
        return FuzzWorker(self._task, self._folder.corpus, folder, next(self._seeds[number]))

    def poll(self, numbers: Collection[int] | None = None) -> PoolResults:
        """Return the new results, and replace the processes that have ended.

        ``numbers`` are those of the workers, by default all. Raise ``WorkerStartError`` or
        ``StorageError``.
        """
        results = PoolResults()
        for number in range(len(self._workers)) if numbers is None else tuple(numbers):
            worker = self._workers[number]
            end = worker.poll()
            self._collect(number, results)
            if end is None:
                continue
            results.restarts += 1
            results.killed += end.killed
            if not end.killed:
                self._folder.exclude(end.data)
            self._record(results, [(end.finding, end.data)])
            worker.close()
            self._workers[number] = self._start(number)
        return results

    def _collect(self, number: int, results: PoolResults) -> None:
        worker = self._workers[number]
        executions = worker.executions
        results.executions += executions - self._counted[number]
        self._counted[number] = executions
        results.edges = max(results.edges, worker.edges)
        results.rules |= worker.rules()
        self._record(results, worker.take_findings())

    def _record(self, results: PoolResults, findings: list[tuple[FuzzFinding, bytes]]) -> None:
        known = self._task.known
        results.findings += [found for found in findings if not is_known(found[0], known)]

    def finish(self) -> PoolResults:
        """Stop the workers and return the last results.

        A worker whose input has been running for a second is stopped after it, or after the limit
        of an input.
        """
        total = self.poll()
        running = set(range(len(self._workers)))
        while running:
            for number in tuple(running):
                if self._workers[number].seconds_of_input() <= _LONG_INPUT:
                    self._workers[number].stop()
                    self._collect(number, total)
                    running.remove(number)
            if running:
                time.sleep(_POLL)
                total.add(self.poll(running))
        return total

    def close(self) -> None:
        """End the processes and remove their files."""
        for worker in self._workers:
            worker.close()
