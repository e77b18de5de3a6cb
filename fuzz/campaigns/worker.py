"""One worker process of a campaign, which runs a target with an engine, and its supervision."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from conformance.harness.results.verdict import VerdictKind
from fuzz.core.finding import FuzzFinding, KnownFinding, make_finding
from fuzz.core.instrumentation import SWITCH
from fuzz.core.run_state import RunState
from fuzz.core.session import DRIVER_VARIABLE, ISOLATE_VARIABLE
from fuzz.core.target import STATE_VARIABLE, Target
from fuzz.core.target_files import module_name

_EDGES: Final = re.compile(rb"\bcov: (\d+)")
_TAIL: Final = 4096
_GRACE: Final = 5.0
"""Seconds beyond the target's limit after which an input counts as hung."""

_TIMEOUT_EXIT: Final = 70
_MEMORY_EXIT: Final = 71
ENGINES: Final = ("auto", "atheris", "random")


@dataclass(frozen=True, slots=True)
class WorkerTask:
    """The work of one worker.

    ``engine`` is ``atheris`` or ``random``. ``corpus`` is the folder that all workers share.
    """

    target: Target
    driver: str
    isolate: bool
    engine: str
    corpus: Path
    known: tuple[KnownFinding, ...] = ()


class WorkerStartError(Exception):
    """A worker ended before it ran an input; the text has the end of its output."""


class FuzzWorker:
    """A worker process, replaced by the caller after it has ended."""

    def __init__(self, task: WorkerTask, folder: Path, seed: int) -> None:
        self._task = task
        self._state = RunState.create(folder, task.known)
        self._log = folder.with_suffix(".log")
        self._edges = 0
        self._position = 0
        self._process = self._start(folder, seed)

    def _start(self, folder: Path, seed: int) -> subprocess.Popen[bytes]:
        task = self._task
        environment = {
            **os.environ,
            STATE_VARIABLE: str(folder),
            DRIVER_VARIABLE: task.driver,
            ISOLATE_VARIABLE: "1" if task.isolate else "0",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
        command = [sys.executable, "-m"]
        if task.engine == "atheris":
            environment.setdefault(SWITCH, "1")
            command += [
                *(module_name(task.target.name), f"-seed={seed % (1 << 31) + 1}", "-reload=1"),
                *(f"-artifact_prefix={folder}/", "-print_final_stats=0", "-verbosity=1"),
                str(task.corpus),
            ]
        else:
            command += ["fuzz.campaigns.random_worker", task.target.name, str(task.corpus)]
            command.append(str(seed))
        with self._log.open("wb") as log:
            return subprocess.Popen(
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
            for found in _EDGES.finditer(text[:end]):
                self._edges = max(self._edges, int(found[1]))
        return self._edges

    def take_findings(self) -> list[tuple[FuzzFinding, bytes]]:
        """Return the findings since the last call, with their inputs."""
        return self._state.take_findings()

    def rules(self) -> set[str]:
        """Return the rules that some input broke alone."""
        return self._state.rules()

    def poll(self) -> tuple[FuzzFinding, bytes] | None:
        """Return the finding and the input that ended the process; ``None`` while it runs.

        A process that does not react is killed. Raise ``WorkerStartError`` if the process ended
        before it ran an input.
        """
        code = self._process.poll()
        current = self._state.current()
        if code is None:
            age = (time.monotonic_ns() - current.started_ns) / 1e9
            if not current.started_ns or age < self._task.target.seconds + _GRACE:
                return None
            self.stop()
            return self._ended(VerdictKind.HANG, f"an input ran for {age:.0f} s"), current.data
        if not current.count:
            text = self._output().strip() or f"exit code {code}"
            raise WorkerStartError(f"a worker of the target {self._task.target.name} ended: {text}")
        if code == _TIMEOUT_EXIT:
            seconds = self._task.target.seconds
            reason = f"an input ran for more than {seconds:g} s"
            return self._ended(VerdictKind.HANG, reason), current.data
        if code == _MEMORY_EXIT:
            return self._ended(VerdictKind.CRASH, "an input exhausted the memory"), current.data
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        if code == 77:  # libFuzzer handles the signal and ends with this code
            how = self._signal_name() or how
        return self._ended(VerdictKind.CRASH, f"the process ended with {how}"), current.data

    def _ended(self, kind: VerdictKind, reason: str) -> FuzzFinding:
        return make_finding(kind, "process.alive", reason)

    def _signal_name(self) -> str:
        found = re.findall(r"deadly signal|AddressSanitizer: [\w-]+|\bSIG[A-Z]+\b", self._output())
        return found[-1] if found else ""

    def _output(self) -> str:
        with contextlib.suppress(OSError):
            return self._log.read_bytes()[-_TAIL:].decode("utf-8", "replace")
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
