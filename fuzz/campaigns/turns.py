"""The work of a fuzz campaign in turns of some seconds, on this machine or on a Dask cluster.

Each worker runs one process with its own copy of the corpus, also between two turns. A turn adds
the inputs that other workers have found, and returns new inputs, findings and counts. If a worker
is lost, the campaign loses the results of its last turn only.
"""

from __future__ import annotations

import contextlib
import itertools
import shutil
import tempfile
import threading
import time
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final
from uuid import uuid4

from fuzz.campaigns.corpus_folder import CampaignFolder
from fuzz.campaigns.worker import FuzzTask, FuzzWorker, StorageError, WorkerStartError
from fuzz.core.finding import FuzzFinding, is_known
from fuzz.engines.engine import input_name, write_inputs
from fuzz.engines.seeds import input_files
from fuzz.inputs.records import FORM_VERSION
from generators.campaigns.workers import ClusterError, WorkerPool

_TURN: Final = 1.0
"""Seconds of a turn."""

_IDLE: Final = 60.0
"""Seconds without a turn after which the process of a worker is ended."""

_LONG_INPUT: Final = 1.0
"""Seconds after which an input is awaited at the end, because it may be a hang."""

_POLL: Final = 0.1
_SEEDS_PER_WORKER: Final = 100
_ANSWER_LIMIT: Final = 15.0


@dataclass(slots=True)
class TurnResults:
    """The results of turns.

    ``restarts`` counts processes that ended and were replaced; ``killed`` those of them that were
    ended by SIGKILL. ``edges`` is the highest number that a process has reported so far. ``inputs``
    are new in the corpus, and ``excluded`` end the process.
    """

    executions: int = 0
    restarts: int = 0
    killed: int = 0
    edges: int = 0
    rules: set[str] = field(default_factory=set)
    findings: list[tuple[FuzzFinding, bytes]] = field(default_factory=list)
    inputs: list[bytes] = field(default_factory=list)
    excluded: list[bytes] = field(default_factory=list)

    def add(self, other: TurnResults) -> None:
        """Add later results, without their inputs."""
        self.executions += other.executions
        self.restarts += other.restarts
        self.killed += other.killed
        self.edges = max(self.edges, other.edges)
        self.rules |= other.rules
        self.findings += other.findings


# ------------------------------------------------------------------------------ in a worker


class _Run:
    """The process of one worker, with its copy of the corpus."""

    def __init__(self, task: FuzzTask, seed: int) -> None:
        self._task = task
        self._seeds = itertools.count(seed)
        self._names: set[str] = set()
        self._counted = 0
        self._worker: FuzzWorker | None = None
        folder = tempfile.mkdtemp(prefix="nn-fuzz-", dir=task.folder or None)
        self._folder = CampaignFolder(Path(folder))
        self._timer = threading.Timer(0.0, self.close)

    def turn(self, inputs: list[bytes], seconds: float, last: bool) -> TurnResults:
        """Add inputs, fuzz for some seconds, and return the results.

        In the last turn, an input that has been running for a second is awaited.
        """
        self._timer.cancel()
        write_inputs(self._folder.corpus, inputs)
        self._names |= {input_name(data) for data in inputs}
        if self._worker is None:
            self._start()
        results = TurnResults()
        end = time.monotonic() + seconds
        while time.monotonic() < end or (last and self._process.seconds_of_input() > _LONG_INPUT):
            time.sleep(_POLL)
            self._poll(results)
        if last:
            self._process.stop()
        self._collect(results)
        for path in input_files(self._folder.corpus):
            if path.name not in self._names:
                with contextlib.suppress(FileNotFoundError):  # libFuzzer has found a smaller input
                    results.inputs.append(path.read_bytes())
                    self._names.add(path.name)
        self._timer = threading.Timer(_IDLE, self.close)
        self._timer.daemon = True
        self._timer.start()
        return results

    @property
    def _process(self) -> FuzzWorker:
        assert self._worker is not None
        return self._worker

    def _start(self) -> None:
        folder, seed = self._folder.workers / "0", next(self._seeds)
        self._worker = FuzzWorker(self._task, self._folder.corpus, folder, seed)
        self._counted = 0

    def _poll(self, results: TurnResults) -> None:
        """Replace the process if it has ended, and record how."""
        worker = self._process
        if (end := worker.poll()) is None:
            return
        results.restarts += 1
        results.killed += end.killed
        if not end.killed:
            self._folder.exclude(end.data)
            results.excluded.append(end.data)
        self._collect(results)
        self._record(results, [(end.finding, end.data)])
        worker.close()
        self._start()

    def _collect(self, results: TurnResults) -> None:
        executions = self._process.executions
        results.executions += executions - self._counted
        self._counted = executions
        results.edges = max(results.edges, self._process.edges)
        results.rules |= self._process.rules()
        self._record(results, self._process.take_findings())

    def _record(self, results: TurnResults, findings: list[tuple[FuzzFinding, bytes]]) -> None:
        known = self._task.known
        results.findings += [found for found in findings if not is_known(found[0], known)]

    def close(self) -> None:
        """End the process and remove its files."""
        self._timer.cancel()
        if self._worker is not None:
            self._worker.close()
        shutil.rmtree(self._folder.path, ignore_errors=True)


_runs: dict[str, _Run] = {}
"""The runs in this process, by the keys of their workers."""


def fuzz_turn(
    form: int, key: str, task: FuzzTask, inputs: list[bytes], seed: int, *, first: bool, last: bool
) -> TurnResults:
    """Run the process of the worker ``key`` for some seconds.

    ``first`` starts it, and ``last`` ends it. ``form`` must be the version of the inputs that this
    suite has.
    """
    if form != FORM_VERSION:
        raise ClusterError(f"a worker has inputs of version {FORM_VERSION}; required is {form}")
    if first:
        _runs[key] = _Run(task, seed)
    elif key not in _runs:
        return TurnResults()  # it was ended because no turn came for a minute
    ended = last
    try:
        return _runs[key].turn(inputs, 0.0 if last else _TURN, last)
    except BaseException:
        ended = True
        raise
    finally:
        if ended:
            close_runs(key)


def close_runs(prefix: str) -> None:
    """End the processes of the workers whose keys start with a text."""
    for key in [key for key in _runs if key.startswith(prefix)]:
        with contextlib.suppress(KeyError):
            _runs.pop(key).close()


# -------------------------------------------------------------------------- in the campaign


@dataclass(slots=True)
class _Slot:
    """One worker; ``sent`` are the names of the inputs that it has."""

    address: str
    key: str
    seed: int
    started: bool = False
    sent: set[str] = field(default_factory=set)
    future: Future[TurnResults] | None = None


class FuzzPool:
    """The workers of a campaign: threads on this machine, or all threads of a Dask cluster."""

    def __init__(
        self, task: FuzzTask, folder: CampaignFolder, count: int, scheduler: str, seed: int
    ) -> None:
        self._task, self._folder = task, folder
        self._seeds = itertools.count(seed, _SEEDS_PER_WORKER)
        self._campaign = uuid4().hex
        self._slots: dict[tuple[str, int], _Slot] = {}
        self._pool = WorkerPool(count, scheduler, processes=False)

    def poll(self) -> TurnResults:
        """Return the results of the turns that have ended, and start further turns.

        Raise ``ClusterError``, ``WorkerStartError`` or ``StorageError``.
        """
        threads = self._pool.threads().items()
        places = {(name, number) for name, count in threads for number in range(count)}
        for place in places - set(self._slots):
            key = f"{self._campaign}/{place[0]}/{place[1]}"
            self._slots[place] = _Slot(place[0], key, next(self._seeds))
        for place in set(self._slots) - places:
            del self._slots[place]
        results = self._collect()
        for slot in self._slots.values():
            if slot.future is None:
                self._submit(slot, last=False)
        return results

    def _submit(self, slot: _Slot, *, last: bool) -> None:
        files = {path.name: path for path in input_files(self._folder.corpus)}
        inputs = [path.read_bytes() for name, path in files.items() if name not in slot.sent]
        turn = partial(fuzz_turn, first=not slot.started, last=last)
        slot.started = True
        slot.sent |= set(files)
        arguments = FORM_VERSION, slot.key, self._task, inputs, slot.seed
        slot.future = self._pool.submit(turn, *arguments, worker=slot.address)

    def _collect(self) -> TurnResults:
        """Take the results of the turns that have ended."""
        total = TurnResults()
        for place, slot in list(self._slots.items()):
            if slot.future is None or not slot.future.done():
                continue
            future, slot.future = slot.future, None
            try:
                results = future.result()
            except (ClusterError, WorkerStartError, StorageError, OSError):
                raise
            except Exception:
                if not self._pool.address:
                    raise
                del self._slots[place]  # its Dask worker is lost
                continue
            write_inputs(self._folder.corpus, results.inputs)
            slot.sent |= {input_name(data) for data in results.inputs}
            for data in results.excluded:
                self._folder.exclude(data)
            total.add(results)
        return total

    def finish(self, *, last: bool = True) -> TurnResults:
        """Wait for the turns and return their results; with ``last``, stop the workers.

        An input that has been running for a second is then awaited, up to the limit of an input.
        """
        total = TurnResults()
        limit = time.monotonic() + _TURN + self._task.seconds + _ANSWER_LIMIT
        while turns := [slot.future for slot in self._slots.values() if slot.future]:
            if time.monotonic() > limit:
                break
            wait(turns, _POLL)
            total.add(self._collect())
            self._pool.threads()
        if last:
            for slot in self._slots.values():
                self._submit(slot, last=True)
            total.add(self.finish(last=False))
        return total

    def close(self) -> None:
        """End the processes and the workers."""
        self._pool.close(partial(close_runs, self._campaign))
