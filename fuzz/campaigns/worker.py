"""The processes that run a target with an engine: their supervision, and a pool of them."""

from __future__ import annotations

import contextlib
import itertools
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from conformance.drivers.own_process.child import spawn
from conformance.processes import resource_usage
from conformance.verdicts import VerdictKind
from fuzz.campaigns.corpus_folder import CampaignFolder
from fuzz.core.finding import (
    FuzzFinding,
    KnownFinding,
    is_known,
    make_finding,
    process_end_place,
)
from fuzz.core.instrumentation import DRIVER_VARIABLE, SWITCH
from fuzz.core.run_state import RunState
from fuzz.core.session import ISOLATE_VARIABLE
from fuzz.core.target import EXIT_NOT_WRITTEN, STATE_VARIABLE
from fuzz.engines.engine import MEMORY_LIMIT, PARENT_VARIABLE, RANDOM_ENGINE

_EDGES: Final = re.compile(rb"\bcov: (\d+)")
_REPORT: Final = re.compile(
    r"^.*ERROR: (AddressSanitizer: [\w-]+|UndefinedBehaviorSanitizer: .*)", re.M
)
_FRAME: Final = re.compile(r"^\s*#\d+ 0x[0-9a-f]+ in (\S+) (?!\(<unknown)(\S+)", re.M)
_SANITIZER_FRAMES: Final = ("/compiler-rt/", "libsanitizer", "_interceptors")
_TAIL: Final = 4096
_MAX_LOG: Final = 1 << 20
_GRACE: Final = 2.0
"""Seconds beyond the limit after which an input counts as hung if the engine does not react."""

_KEEP_SIGNALS: Final = tuple(f"-handle_{name}=0" for name in ("segv", "bus", "abrt", "ill", "fpe"))
"""Options with which libFuzzer handles no signals, so that the campaign sees which one it was."""

_TIMEOUT_EXIT: Final = 70
_MEMORY_EXIT: Final = 71
ENGINES: Final = ("auto", "atheris", "random")


@dataclass(frozen=True, slots=True)
class FuzzSettings:
    """The settings of a fuzz campaign.

    ``budget`` is its time in seconds, and ``minimise_budget`` the time for minimising the input of
    one finding. ``engine`` is ``atheris``, ``random`` or ``auto``. An input that takes longer than
    ``input_limit`` seconds counts as a hang, by default that of the target, and one with which the
    process uses more than ``memory`` bytes as a crash. ``known`` are findings that are not
    recorded.
    """

    target: str
    driver: str
    budget: float
    workers: int = 1
    isolate: bool = False
    engine: str = "auto"
    seed: int = 0
    input_limit: float = 0.0
    known: tuple[KnownFinding, ...] = ()
    minimise_budget: float = 10.0
    max_minimised: int = 50
    memory: int = MEMORY_LIMIT << 20


class StorageError(Exception):
    """A worker could not write its results; the text has the end of its output."""


class WorkerStartError(Exception):
    """A worker ended before it ran an input; the text has the end of its output."""


@dataclass(frozen=True, slots=True)
class WorkerEnd:
    """The end of a worker process, and the input that it was running.

    ``killed``: by SIGKILL, which the kernel or another process sends, not the driver.
    """

    finding: FuzzFinding
    data: bytes
    killed: bool = False


class FuzzWorker:
    """A worker process, replaced by the caller after it has ended.

    ``folder`` is for its state; the process reads and extends the ``corpus``.
    """

    def __init__(self, settings: FuzzSettings, corpus: Path, folder: Path, seed: int) -> None:
        self._settings = settings
        self._state = RunState.create(folder)
        self._log = folder.with_suffix(".log")
        self._edges = 0
        self._position = 0
        self._process = self._start(corpus, folder, seed)

    def _start(self, corpus: Path, folder: Path, seed: int) -> subprocess.Popen[bytes]:
        settings = self._settings
        environment = {
            **os.environ,
            STATE_VARIABLE: str(folder),
            DRIVER_VARIABLE: settings.driver,
            ISOLATE_VARIABLE: "1" if settings.isolate else "0",
            PARENT_VARIABLE: str(os.getpid()),
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
        command = [sys.executable, "-m", "fuzz.targets", settings.target]
        if settings.engine == "atheris":
            environment.setdefault(SWITCH, "1")
            command += [
                *(f"-seed={seed % (1 << 31) + 1}", "-reload=1"),
                *(f"-artifact_prefix={folder}/", "-print_final_stats=0", "-verbosity=1"),
                *(f"-timeout={max(math.ceil(settings.input_limit), 1)}", *_KEEP_SIGNALS),
                str(corpus),
            ]
        else:
            environment[SWITCH] = "0"
            command += [RANDOM_ENGINE, str(corpus), str(seed)]
        with self._log.open("wb") as log:
            return spawn(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=environment,
                start_new_session=True,
            )

    @property
    def executions(self) -> int:
        """Number of inputs that the process has started."""
        return self._state.current().count

    @property
    def edges(self) -> int:
        """Number of edges that the engine has reported; 0 without coverage."""
        with contextlib.suppress(OSError), self._log.open("rb") as log:
            log.seek(self._position)
            text = log.read()
            end = text.rfind(b"\n") + 1
            self._position += end
            for report in _EDGES.finditer(text[:end]):
                self._edges = max(self._edges, int(report[1]))
        return self._edges

    def take_findings(self) -> list[tuple[FuzzFinding, bytes]]:
        """Return the findings since the last call, with their inputs."""
        return self._state.take_findings()

    def rules(self) -> set[str]:
        """Return the rules that some input broke alone."""
        return self._state.rules()

    def seconds_of_input(self) -> float:
        """Return for how long the current input has been running; 0 between two inputs."""
        started = self._state.current().started_ns
        return (time.monotonic_ns() - started) / 1e9 if started else 0.0

    def poll(self) -> WorkerEnd | None:
        """Return how the process ended; ``None`` while it runs.

        A process that does not react, or uses too much memory, is killed. Raise
        ``WorkerStartError`` if the process ended before it ran an input, and ``StorageError`` if it
        could not write its results.
        """
        code = self._process.poll()
        seconds, limit = self._settings.input_limit, self._settings.memory
        during = self._during()
        if code is None:
            age = self.seconds_of_input()
            if age >= seconds + _GRACE:
                self.stop()
                return self._end(VerdictKind.HANG, f"an input ran for {age:.0f} s{during}")
            used = resource_usage(self._process.pid).private
            if used < limit:
                return None
            self.stop()
            if self.seconds_of_input():
                reason = f"an input needed {used >> 20} MiB of memory{during}"
                return self._end(VerdictKind.CRASH, reason)
            reason = (
                f"the process had {used >> 20} MiB of memory between two inputs: the driver keeps "
                "memory of earlier inputs or allocates it on another thread, or the mutator needs "
                "it"
            )
            return self._end(VerdictKind.CRASH, reason, "memory between inputs")
        if code == EXIT_NOT_WRITTEN:
            text = self._output().strip().rpartition("\n")[2]
            raise StorageError(text or "a worker cannot write to this folder")
        if not self._state.current().count:
            text = self._output().strip() or f"exit code {code}"
            raise WorkerStartError(f"a worker of the target {self._settings.target} ended: {text}")
        if code == _TIMEOUT_EXIT:
            return self._end(VerdictKind.HANG, f"an input ran for more than {seconds:g} s{during}")
        if code == _MEMORY_EXIT:
            reason = f"an input needed more than {limit >> 20} MiB of memory{during}"
            return self._end(VerdictKind.CRASH, reason)
        if (report := sanitizer_report(self._output(_MAX_LOG))) is not None:
            kind, place, text = report
            return self._end(VerdictKind.CRASH, text, f"{kind} {place}".strip())
        how = _signal_name(-code) if code < 0 else f"exit status {code}"
        reason = f"the process ended with {how}{during}"
        return self._end(VerdictKind.CRASH, reason, killed=code == -signal.SIGKILL)

    def _end(
        self, kind: VerdictKind, reason: str, place: str = "", *, killed: bool = False
    ) -> WorkerEnd:
        place = place or process_end_place(reason)
        finding = make_finding(kind, "process.alive", reason, place)
        return WorkerEnd(finding, self._state.current().data, killed)

    def _during(self) -> str:
        call = self._state.last_call()
        return f" during {call}" if call else ""

    def _output(self, size: int = _TAIL) -> str:
        with contextlib.suppress(OSError):
            return self._log.read_bytes()[-size:].decode("utf-8", "replace")
        return ""

    def stop(self) -> None:
        """End the process and those that it started."""
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        """End the process and remove its files."""
        self.stop()
        self._state.close()
        self._log.unlink(missing_ok=True)


def _signal_name(number: int) -> str:
    with contextlib.suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"


def sanitizer_report(output: str) -> tuple[str, str, str] | None:
    """Return the kind of error, the function and the text of a sanitizer's report.

    ``None`` if the output of the process has no report.
    """
    report = _REPORT.search(output)
    if report is None:
        return None
    text = output[report.start() :].partition("\nSHADOW")[0].partition("\nShadow bytes")[0]
    functions = [
        frame[1]
        for frame in _FRAME.finditer(text)
        if not any(part in frame[2] for part in _SANITIZER_FRAMES)
    ]
    return report[1].strip(), functions[0] if functions else "", text.strip()


# ------------------------------------------------------------------------------ the pool

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
    """The processes of a campaign; one that ends is replaced."""

    def __init__(self, settings: FuzzSettings, folder: CampaignFolder, seed: int) -> None:
        self._settings, self._folder, count = settings, folder, settings.workers
        self._seeds = [itertools.count(seed + i * _SEEDS_PER_WORKER) for i in range(count)]
        self._counted = [0] * count
        self._workers: list[FuzzWorker] = []
        for number in range(count):
            self._workers.append(self._start(number))

    def _start(self, number: int) -> FuzzWorker:
        self._counted[number] = 0
        folder = self._folder.workers / str(number)
        return FuzzWorker(self._settings, self._folder.corpus, folder, next(self._seeds[number]))

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
        known = self._settings.known
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
