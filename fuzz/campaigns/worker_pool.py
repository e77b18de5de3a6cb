"""The worker processes of a campaign on this machine."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, field
from typing import Final, Protocol

from fuzz.campaigns.corpus_folder import CampaignFolder
from fuzz.campaigns.worker import FuzzWorker, WorkerTask
from fuzz.core.finding import FuzzFinding, is_known

_LONG_INPUT: Final = 1.0
"""Seconds after which an input is awaited at the end, because it may be a hang."""

_POLL: Final = 0.1


@dataclass(slots=True)
class PoolResults:
    """The results of all workers since the last ones.

    ``restarts`` counts processes that ended and were replaced; ``killed`` those of them that were
    ended by SIGKILL. ``edges`` is the highest number that a worker has reported so far.
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


class FuzzPool(Protocol):
    """The interface of the pools, on this machine or on a cluster."""

    def poll(self) -> PoolResults:  # pragma: no cover - a protocol
        """Return the results since the last call, and replace workers that have ended."""

    def finish(self) -> PoolResults:  # pragma: no cover - a protocol
        """Stop the workers and return their last results."""

    def stored(self) -> None:  # pragma: no cover - a protocol
        """Remove the files of findings that were returned; the caller has stored them."""

    def close(self) -> None:  # pragma: no cover - a protocol
        """Stop the workers at once and remove their files, except findings that are not stored."""


class LocalFuzzPool:
    """Worker processes on this machine, which share a corpus."""

    def __init__(self, task: WorkerTask, folder: CampaignFolder, count: int, seed: int) -> None:
        self._task = task
        self._folder = folder
        self._seeds = itertools.count(seed)
        self._workers: list[FuzzWorker] = []
        self._counted: list[int] = []
        try:
            for number in range(count):
                self._workers.append(self._start(number))
                self._counted.append(0)
        except BaseException:
            self.close()
            raise

    def _start(self, number: int) -> FuzzWorker:
        return FuzzWorker(self._task, self._folder.workers / str(number), next(self._seeds))

    def poll(self) -> PoolResults:
        """Return the results since the last call, and replace workers that have ended.

        Raise ``WorkerStartError``, ``StorageError`` or ``OSError``.
        """
        results = PoolResults()
        for number, worker in enumerate(self._workers):
            end = worker.poll()
            if end is not None:
                results.restarts += 1
                results.killed += end.killed
                if not end.killed:
                    self._folder.exclude(end.data)
                if not is_known(end.finding, self._task.known):
                    worker.record(end.finding, end.data)
            self._collect(number, results)
            if end is not None:
                worker.close()
                self._workers[number], self._counted[number] = self._start(number), 0
        return results

    def _collect(self, number: int, results: PoolResults) -> None:
        worker = self._workers[number]
        executions = worker.executions
        results.executions += executions - self._counted[number]
        self._counted[number] = executions
        results.edges = max(results.edges, worker.edges)
        results.rules |= worker.rules()
        results.findings += worker.take_findings()

    def finish(self) -> PoolResults:
        """Stop the workers and return their last results.

        An input that has been running for a second is awaited, up to the time limit of an input.
        """
        results = PoolResults()
        while any(worker.seconds_of_input() > _LONG_INPUT for worker in self._workers):
            results.add(self.poll())
            time.sleep(_POLL)
        for number, worker in enumerate(self._workers):
            worker.stop()
            self._collect(number, results)
        return results

    def stored(self) -> None:
        """Remove the files of findings that were returned; the caller has stored them."""
        for worker in self._workers:
            worker.remove_taken()

    def close(self) -> None:
        """Stop the workers at once and remove their files, except findings that are not stored."""
        for worker in self._workers:
            worker.close()
