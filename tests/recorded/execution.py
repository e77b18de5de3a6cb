"""Units, the smallest parts of a recording, and their execution in child processes."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

from tests.recorded.outcomes import outcomes_of
from tests.whole_runs import RunServer

TREE = Path(__file__).parents[2]
"""The tree whose suite runs."""
Outcomes = dict[str, str]
"""For each subject (a case, ``exit``, ``causes``, ``files``), the lines of its outcome."""
DEFAULT_TIMEOUT = 900.0
INHERITED = ("HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "TMPDIR")
"""The environment that a unit inherits; others change outputs (``CI``: pytest crops nothing)."""
TIMED_RUNS = 20
"""Runs of a unit that depends on time, when it is recorded."""


@dataclass(frozen=True)
class Unit:
    """Commands in an empty folder, and what of their results is recorded.

    ``prints`` are the numbers of the commands whose output is recorded, from 1. A unit with
    ``runs`` above 1 depends on time or scheduling: it is recorded as frequencies over these runs.
    """

    name: str
    commands: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    prints: tuple[int, ...] = ()
    file_names: bool = False
    runs: int = 1


@dataclass
class Observation:
    """The outcomes of a unit by subject, with the number of runs that showed each."""

    runs: int
    cpu: float
    subjects: dict[str, Counter[str]]

    @property
    def has_cases(self) -> bool:
        """Whether a case ran."""
        return any("/" in subject for subject in self.subjects)

    def add(self, outcomes: Outcomes) -> None:
        """Count the outcomes of one run."""
        for subject, outcome in outcomes.items():
            self.subjects.setdefault(subject, Counter())[outcome] += 1


class Runner:
    """Runs units in processes forked from one server, which it starts."""

    def __init__(self, catalogues: Sequence[str]) -> None:
        environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
        paths = (str(TREE), *filter(None, [os.environ.get("PYTHONPATH")]))
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
        self.environment = {
            **environment,
            **threads,
            "PYTHONPATH": os.pathsep.join(paths),
            "PYTHONHASHSEED": "0",
            "PYTHONUNBUFFERED": "1",  # standard output and errors in the order of writing
            "COLUMNS": "100",
        }
        self.server = RunServer(self.environment, catalogues)
        os.setpriority(os.PRIO_PROCESS, self.server.process.pid, 10)

    def once(self, unit: Unit) -> tuple[Outcomes, float]:
        """Run a unit once; return its outcomes and its CPU seconds."""
        base = Path(tempfile.mkdtemp(prefix="recorded-"))
        folder, cpu, statuses, outputs = base / "run", 0.0, [], {}
        folder.mkdir()
        try:
            for name, text in unit.files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text, encoding="utf-8")
            for number, command in enumerate(unit.commands, 1):
                request = {
                    "arguments": shlex.split(command),
                    "folder": str(folder),
                    "environment": self.environment,
                    "session": True,
                }
                status, seconds, output = self.server.run(request, DEFAULT_TIMEOUT)
                statuses.append(status)
                cpu += seconds
                outputs[number] = output or ""
            texts = {number: outputs[number] for number in unit.prints}
            if any(status not in (0, 1) for status in statuses) and not unit.prints:
                texts[0] = outputs[len(outputs)][-2000:]
            timed = unit.runs > 1
            return outcomes_of(folder, statuses, texts, TREE, unit.file_names, timed), cpu
        finally:
            shutil.rmtree(base, ignore_errors=True)

    def observe(self, unit: Unit, runs: int) -> Observation:
        """Run a unit ``runs`` times."""
        seen = Observation(runs, 0.0, {})
        for _ in range(runs):
            outcomes, cpu = self.once(unit)
            seen.add(outcomes)
            seen.cpu += cpu
        return seen


def run_units(
    work: Sequence[tuple[Unit, int]],
    catalogues: Sequence[str],
    jobs: int,
    done: Callable[[Unit, Observation], None],
) -> None:
    """Run units, each a number of times; call ``done(unit, observation)`` after each."""
    runners: SimpleQueue[Runner] = SimpleQueue()
    count = min(jobs, len(work))
    for _ in range(count):
        runners.put(Runner(catalogues))

    def observe(unit: Unit, runs: int) -> tuple[Unit, Observation]:
        runner = runners.get()
        try:
            return unit, runner.observe(unit, runs)
        finally:
            runners.put(runner)

    with ThreadPoolExecutor(max(count, 1)) as pool:
        tasks = [pool.submit(observe, *each) for each in work]
        try:
            for task in as_completed(tasks):
                done(*task.result())
        finally:
            pool.shutdown(cancel_futures=True)
            for _ in range(count):
                runners.get().server.close()
