"""The workers of a fuzz campaign on a Dask cluster; needs ``distributed``.

Each thread of a Dask worker runs one worker process with its own copy of the corpus. A call lasts a
few seconds: it adds the inputs that other workers have found, and returns new inputs, findings and
counts. If a Dask worker is lost, the campaign loses the results of its last call only.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from conformance import __version__
from fuzz.campaigns.corpus_folder import CampaignFolder
from fuzz.campaigns.worker import StorageError, WorkerStartError, WorkerTask
from fuzz.campaigns.worker_pool import LocalFuzzPool, PoolResults
from fuzz.checks.native_checks import NoLibraryError
from fuzz.core.finding import KnownFinding
from fuzz.core.target_files import load_target
from fuzz.engines.engine import input_name, write_inputs
from fuzz.engines.seeds import input_files, read_folder
from fuzz.inputs.records import FORM_VERSION
from generators.campaigns.dask_pool import ClusterError, connect, disconnect

_TURN: Final = 3.0
"""Seconds of a call."""

_IDLE: Final = 60.0
"""Seconds without a call after which a Dask worker ends its worker process."""

_CHECK_INTERVAL: Final = 2.0
_ANSWER_LIMIT: Final = 15.0
_NO_WORKERS_LIMIT: Final = 60.0
_RESUME: Final = "; the results so far are stored: to continue, repeat the command"
_VERSIONS: Final = f"nn-conformance {__version__}, inputs of version {FORM_VERSION}"


@dataclass(frozen=True, slots=True)
class RemoteTask:
    """The work of the cluster's workers; the driver is opened on their machines."""

    target: str
    driver: str
    isolate: bool
    engine: str
    known: tuple[KnownFinding, ...]
    seconds: float
    versions: str = _VERSIONS


@dataclass(slots=True)
class TurnResults:
    """The results of one call: ``inputs`` are new in the corpus, ``excluded`` end the process."""

    results: PoolResults = field(default_factory=PoolResults)
    inputs: list[bytes] = field(default_factory=list)
    excluded: list[bytes] = field(default_factory=list)
    error: str = ""


# ------------------------------------------------------------------------- in a Dask worker


class _RemotePool:
    """One worker process in a Dask worker, with its folder."""

    def __init__(self, task: RemoteTask, inputs: list[bytes], seed: int) -> None:
        self.folder = CampaignFolder(Path(tempfile.mkdtemp(prefix="nn-fuzz-")))
        self._names: set[str] = set()
        self._excluded: set[str] = set()
        target = load_target(task.target)
        write_inputs(self.folder.corpus, inputs)
        self._names |= {input_name(data) for data in inputs}
        opened = target.opened_driver(task.driver)
        work = WorkerTask(
            *(target, opened, task.isolate, task.engine, self.folder.corpus),
            *(task.known, task.seconds),
        )
        self.pool = LocalFuzzPool(work, self.folder, 1, seed)

    def turn(self, inputs: list[bytes], seconds: float, *, last: bool) -> TurnResults:
        """Add inputs, fuzz for some seconds, and return the results."""
        write_inputs(self.folder.corpus, inputs)
        self._names |= {input_name(data) for data in inputs}
        turn = TurnResults()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.1)
            turn.results.add(self.pool.poll())
        if last:
            turn.results.add(self.pool.finish())
        self.pool.stored()  # the caller has them with the result of this call
        for path in input_files(self.folder.corpus):
            if path.name not in self._names:
                with contextlib.suppress(FileNotFoundError):  # libFuzzer has found a smaller input
                    turn.inputs.append(path.read_bytes())
                    self._names.add(path.name)
        if self.folder.crashes.is_dir():
            found = {input_name(data): data for data in read_folder(self.folder.crashes)}
            turn.excluded = [data for name, data in found.items() if name not in self._excluded]
            self._excluded |= set(found)
        return turn

    def close(self) -> None:
        self.pool.close()
        shutil.rmtree(self.folder.path, ignore_errors=True)


_pools: dict[str, _RemotePool] = {}
_timers: dict[str, threading.Timer] = {}


def fuzz_turn(
    key: str, task: RemoteTask, inputs: list[bytes], seed: int, *, first: bool, last: bool = False
) -> TurnResults:
    """Run the worker process ``key`` of this Dask worker for some seconds.

    ``first`` starts it, and ``last`` ends it.
    """
    if task.versions != _VERSIONS:
        return TurnResults(
            error=f"the worker runs {_VERSIONS}, but the campaign requires {task.versions}"
        )
    if (timer := _timers.pop(key, None)) is not None:
        timer.cancel()
    try:
        if first:
            _pools[key] = _RemotePool(task, inputs, seed)
            inputs = []
        elif key not in _pools:
            return TurnResults()  # it was ended because no call came for a minute
        turn = _pools[key].turn(inputs, 0.0 if last else _TURN, last=last)
    except (WorkerStartError, StorageError, NoLibraryError, OSError) as error:
        close_pool(key)
        return TurnResults(error=str(error) or type(error).__name__)
    if last:
        close_pool(key)
    else:
        timer = _timers[key] = threading.Timer(_IDLE, close_pool, (key,))
        timer.daemon = True
        timer.start()
    return turn


def close_pool(key: str) -> None:
    """End a worker process of this Dask worker."""
    if (pool := _pools.pop(key, None)) is not None:
        pool.close()


def close_campaign(campaign: str) -> None:
    """End the worker processes of a campaign in this Dask worker."""
    for key in [key for key in _pools if key.startswith(campaign)]:
        close_pool(key)


# -------------------------------------------------------------------------- in the campaign


@dataclass(slots=True)
class _Slot:
    """One thread of a Dask worker; ``sent`` are the names of the inputs that it has."""

    address: str
    key: str
    sent: set[str] = field(default_factory=set)
    future: Any = None


class DaskFuzzPool:
    """The worker processes on all threads of the workers of a Dask scheduler."""

    def __init__(
        self, task: RemoteTask, folder: CampaignFolder, address: str, count: int, seed: int
    ) -> None:
        self._task, self._folder, self._address, self._seed = task, folder, address, seed
        self._campaign = uuid4().hex
        self._slots: dict[tuple[str, int], _Slot] = {}
        self._checked = 0.0
        self._answered = self._had_workers = time.monotonic()
        self._client, self._cluster = connect(address, count)

    def poll(self) -> PoolResults:
        """Return the results since the last call, and start further calls.

        Raise ``ClusterError`` if the cluster fails, and ``WorkerStartError`` if a worker cannot
        start.
        """
        if time.monotonic() - self._checked > _CHECK_INTERVAL:
            self._check_workers()
        results = self._collect()
        for slot in self._slots.values():
            if slot.future is None:
                self._submit(slot)
        return results

    def _submit(self, slot: _Slot, *, last: bool = False) -> None:
        files = {path.name: path for path in input_files(self._folder.corpus)}
        first = not slot.sent
        inputs = [path.read_bytes() for name, path in files.items() if name not in slot.sent]
        slot.sent |= set(files)
        self._seed += 1
        slot.future = self._client.submit(
            *(fuzz_turn, slot.key, self._task, inputs, self._seed),
            first=first,
            last=last,
            workers=[slot.address],
            allow_other_workers=False,
            pure=False,
            retries=0,
        )

    def _collect(self) -> PoolResults:
        """Take the results of the calls that have ended."""
        total = PoolResults()
        for place, slot in list(self._slots.items()):
            if slot.future is None or not slot.future.done():
                continue
            future, slot.future = slot.future, None
            if future.status != "finished":  # its Dask worker is lost, or runs another version
                del self._slots[place]
                continue
            turn: TurnResults = future.result()
            if turn.error:
                raise WorkerStartError(f"on the worker {slot.address}: {turn.error}")
            write_inputs(self._folder.corpus, turn.inputs)
            slot.sent |= {input_name(data) for data in turn.inputs}
            for data in turn.excluded:
                self._folder.exclude(data)
            total.add(turn.results)
        return total

    def _check_workers(self) -> None:
        """Update the slots; raise ``ClusterError`` if there is no scheduler or no worker."""
        now = self._checked = time.monotonic()
        threads: dict[str, int] = {}
        # A scheduler that is shutting down fails in many ways.
        with contextlib.suppress(Exception):
            if self._client.status == "running":
                threads = dict(self._client.nthreads(callback_timeout=_ANSWER_LIMIT))
                self._answered = time.monotonic()
        if self._client.status == "closed" or now - self._answered > _ANSWER_LIMIT:
            raise ClusterError(
                f"--scheduler {self._address}: the scheduler no longer answers{_RESUME}"
            )
        if threads:
            self._had_workers = now
        elif now - self._had_workers > _NO_WORKERS_LIMIT:
            raise ClusterError(
                f"--scheduler {self._address}: no worker for {_NO_WORKERS_LIMIT:g} s; start some "
                f"with 'dask worker {self._address}'{_RESUME}"
            )
        places = {(name, number) for name, count in threads.items() for number in range(count)}
        for place in places - set(self._slots):
            self._slots[place] = _Slot(place[0], f"{self._campaign}/{place[0]}/{place[1]}")
        for place in set(self._slots) - places:
            del self._slots[place]

    def finish(self) -> PoolResults:
        """Stop the workers and return their last results."""
        total = PoolResults()
        for last in (False, True):
            limit = time.monotonic() + _TURN + self._task.seconds + _ANSWER_LIMIT
            if last:
                for slot in self._slots.values():
                    self._submit(slot, last=True)
            while any(slot.future is not None for slot in self._slots.values()):
                if time.monotonic() > limit:
                    break
                time.sleep(0.1)
                total.add(self._collect())
                self._check_workers()
        return total

    def stored(self) -> None:
        """Do nothing: the findings are not in files here."""

    def close(self) -> None:
        """End the worker processes, and close the client and a local cluster."""
        with contextlib.suppress(Exception):
            if self._client.status == "running":
                self._client.run(close_campaign, self._campaign, wait=False)
        disconnect(self._client, self._cluster)


def remote_task(task: WorkerTask, driver: str) -> RemoteTask:
    """Return the task for other machines; ``driver`` is the driver that the user has named."""
    return RemoteTask(
        *(task.target.name, driver, task.isolate, task.engine, task.known, task.seconds)
    )
