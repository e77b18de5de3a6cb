"""The history of benchmark runs: a file of JSON lines, and the comparison with earlier runs."""

from __future__ import annotations

import errno
import math
import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import scipy  # type: ignore[import-untyped] # it imports scipy.stats at its first use

from conformance.files import read_file
from conformance.models.benchmark.report import BenchmarkReport
from conformance.models.latency.statistics import CONFIDENCE, MARGIN
from conformance.text import encodable

MIN_RUNS: Final = 3
"""Smallest number of earlier runs from which a change has an interval."""

_SCHEMA: Final = 1
_LARGEST_LOGARITHM: Final = 700.0
"""A number whose exponential is finite; it limits the interval for times that differ extremely."""


class HistoryEntry(msgspec.Struct, frozen=True):
    """One driver on one model in one run; times are medians in seconds, by mode.

    ``accuracy`` has the metrics.
    """

    driver: str
    model: str
    outcome: str
    median: dict[str, float] = {}
    compilation: float | None = None
    accuracy: dict[str, float] = {}


class HistoryRun(msgspec.Struct, frozen=True):
    """One line of the file: a run on one machine."""

    started: str
    machine: str
    entries: tuple[HistoryEntry, ...]
    schema: int = _SCHEMA


@dataclass(frozen=True, slots=True)
class Change:
    """The change of a latency since earlier runs on the same machine.

    ``ratio`` is the latency divided by the geometric mean of ``runs`` earlier ones. ``interval`` is
    the prediction interval of the ratio if nothing has changed; it is ``None`` for fewer than
    ``MIN_RUNS`` earlier runs.
    """

    runs: int
    ratio: float
    interval: tuple[float, float] | None

    @property
    def different(self) -> bool:
        """Return whether the ratio is outside the interval and differs from 1 by more than 1 %."""
        if self.interval is None or 1 / (1 + MARGIN) < self.ratio < 1 + MARGIN:
            return False
        low, high = self.interval
        return not low <= self.ratio <= high

    @property
    def text(self) -> str:
        """Return the change in words."""
        percent = (self.ratio - 1) * 100
        size = f"{abs(percent):.1f} % {'slower' if percent > 0 else 'faster'}"
        runs = f"{self.runs} earlier run{'s' * (self.runs > 1)}"
        if self.interval is None:
            return f"{size} than {runs} (an interval needs {MIN_RUNS} runs)"
        low, high = ((bound - 1) * 100 for bound in self.interval)
        usual = f"usual: {low:+.1f} % to {high:+.1f} %"
        if self.different:
            return f"{size} than {runs} ({usual})"
        return f"no change shown against {runs} ({percent:+.1f} %; {usual})"


@dataclass(frozen=True, slots=True)
class History:
    """The runs of a history file, and a sentence for each line that cannot be read."""

    runs: tuple[HistoryRun, ...]
    damaged: tuple[str, ...]


def machine_description() -> str:
    """Return the processor model and the number of processors; only equal machines are compared."""
    model = platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} processors"


def history_run(report: BenchmarkReport) -> HistoryRun:
    """Return the line of the history file for a report."""
    return HistoryRun(
        report.started,
        machine_description(),
        tuple(
            HistoryEntry(
                result.driver,
                result.model,
                result.outcome.value,
                {mode.value: latency.statistics.median for mode, latency in result.latency.items()},
                None if result.compilation is None else result.compilation.without_cache.median,
                {} if result.evaluation is None else dict(result.evaluation.values),
            )
            for result in report.results
        ),
    )


def read_history(path: Path) -> History:
    """Return the runs of a file; a file that does not exist has none. Raise ``OSError``.

    A line that cannot be read stays in the file, and ``damaged`` names it.
    """
    try:
        lines = read_file(path).split(b"\n")
    except FileNotFoundError:
        return History((), ())
    runs, damaged = [], []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            run = msgspec.json.decode(line, type=HistoryRun)
            _check_run(run)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            damaged.append(f"{path}, line {number}: {error}; the line is kept, but not used")
            continue
        runs.append(run)
    return History(tuple(runs), tuple(damaged))


def _check_run(run: HistoryRun) -> None:
    """Raise ``ValueError`` if a run has another form or an impossible time."""
    if run.schema != _SCHEMA:
        raise ValueError(f"the schema is {run.schema}, {_SCHEMA} was expected")
    for entry in run.entries:
        for mode, seconds in entry.median.items():
            if not (math.isfinite(seconds) and seconds > 0):
                raise ValueError(f"{entry.model} on {entry.driver}: {mode} took {seconds} s")


def append_run(path: Path, run: HistoryRun) -> None:
    """Append a run as one line; an incomplete last line of the file is not joined with it."""
    line = msgspec.json.encode(encodable(msgspec.to_builtins(run))) + b"\n"
    # One write to a file in append mode: simultaneous runs do not mix their lines.
    with path.open("ab+", buffering=0) as file:
        end = file.seek(0, os.SEEK_END)
        if end:
            file.seek(end - 1)
            if file.read(1) != b"\n":
                line = b"\n" + line
        written = file.write(line)
        if written < len(line):  # the disk is full
            file.truncate(end)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def changes(history: History, run: HistoryRun) -> dict[tuple[str, str, str], Change]:
    """Return the change of each (driver, model, mode) of a run that earlier runs have too.

    Earlier runs of another machine are not compared.
    """
    earlier = [old for old in history.runs if old.machine == run.machine]
    changes_by_key = {}
    for entry in run.entries:
        for mode, seconds in entry.median.items():
            past = list(_past_times(earlier, entry, mode))
            if past:
                changes_by_key[entry.driver, entry.model, mode] = compare_with_past(seconds, past)
    return changes_by_key


def _past_times(runs: Sequence[HistoryRun], entry: HistoryEntry, mode: str) -> Iterable[float]:
    for run in runs:
        for old in run.entries:
            if (old.driver, old.model) == (entry.driver, entry.model) and mode in old.median:
                yield old.median[mode]


def compare_with_past(seconds: float, past: Sequence[float]) -> Change:
    """Return the change of a median against those of earlier runs.

    The interval is the prediction interval of the t distribution for the logarithm of one more run:
    it contains the differences between runs, which no interval of a single run shows.
    """
    logarithms = np.log(past)
    count = len(past)
    logarithm = math.log(seconds) - float(logarithms.mean())
    ratio = math.exp(max(-_LARGEST_LOGARITHM, min(logarithm, _LARGEST_LOGARITHM)))
    if count < MIN_RUNS:
        return Change(count, ratio, None)
    deviation = logarithms.std(ddof=1) * math.sqrt(1 + 1 / count)
    half = float(scipy.stats.t.ppf((1 + CONFIDENCE) / 2, count - 1) * deviation)
    half = min(half, _LARGEST_LOGARITHM)
    return Change(count, ratio, (math.exp(-half), math.exp(half)))
