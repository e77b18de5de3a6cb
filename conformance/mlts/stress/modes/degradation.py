"""The mode that compares latency alone with latency beside repeated compilations."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Final

import numpy as np

from conformance.hal import Device
from conformance.mlts.inference import InferenceSession, compile_model, opened_session
from conformance.mlts.stress.context import ModeContext
from conformance.mlts.stress.result_check import ModelCheck

PAUSE_SECONDS: Final = 0.02
"""Pause between two compilations, as in MLTS."""

_PAIRS: Final = 6
"""Number of alternations between executions alone and beside compilations."""

_MIN_EXECUTIONS: Final = 4
"""Smallest number of executions in each part of a pair."""

_CONFIDENCE: Final = 0.95
_QUANTILE: Final = 0.1
_RESAMPLES: Final = 2000

_SWITCH_SECONDS: Final = 0.0005
"""Interval at which the threads of the client give way to each other."""


@dataclass(slots=True)
class Latencies:
    """Seconds of executions: in pairs, and of those that took place during one compilation.

    ``compilations`` are the seconds of each compilation.
    """

    alone: list[list[float]] = field(default_factory=list)
    beside: list[list[float]] = field(default_factory=list)
    during: list[float] = field(default_factory=list)
    compilations: list[float] = field(default_factory=list)

    @property
    def mean_alone(self) -> float:
        """Mean seconds of an execution alone."""
        return fmean(value for part in self.alone for value in part)

    @property
    def mean_beside(self) -> float:
        """Mean seconds of an execution beside compilations."""
        return fmean(value for part in self.beside for value in part)

    @property
    def pair_ratios(self) -> list[float]:
        """The slowdown in each pair."""
        return [
            fmean(beside) / fmean(alone)
            for alone, beside in zip(self.alone, self.beside, strict=True)
        ]

    def mean_ratio(self) -> float:
        """Return the ratio of the means, or the median of the pairs if that is smaller.

        A single disturbance increases only one of them.
        """
        return min(self.mean_beside / self.mean_alone, median(self.pair_ratios))

    def decile_ratio(self) -> float:
        """Return the ratio of the lowest deciles, which waiting for a processor affects least.

        If even the shortest compilation takes longer than the pauses, only the executions during a
        compilation are compared, because the pauses would hide a part of the slowdown. During
        shorter ones, an execution mainly waits for a processor.
        """
        alone = [value for part in self.alone for value in part]
        beside = [value for part in self.beside for value in part]
        long = bool(self.compilations) and min(self.compilations) >= PAUSE_SECONDS
        if long and len(self.during) >= _MIN_EXECUTIONS:
            beside = self.during
        return float(np.quantile(beside, _QUANTILE) / np.quantile(alone, _QUANTILE))


def lower_bound(ratios: Sequence[float]) -> float:
    """Return the lower confidence bound of the geometric mean of ratios, by bootstrap."""
    logs = np.log(ratios)
    picks = np.random.default_rng(0).integers(0, len(logs), (_RESAMPLES, len(logs)))
    means = logs[picks].mean(axis=1)
    return float(np.exp(np.quantile(means, 1 - _CONFIDENCE)))


def may_be_slower(found: Latencies, limit: float) -> bool:
    """Return whether one measurement shows a slowdown by more than ``limit``."""
    return found.decile_ratio() > limit or found.mean_ratio() > limit


def is_slower(first: Latencies, second: Latencies, limit: float) -> bool:
    """Return whether two measurements show a slowdown by more than ``limit``.

    Both ratios of deciles must exceed the limit, or both ratios of means. The means depend on few
    slow executions, so all pairs together must then exclude that the true ratio is within it.
    """
    if min(first.decile_ratio(), second.decile_ratio()) > limit:
        return True
    pooled = lower_bound([*first.pair_ratios, *second.pair_ratios])
    return min(first.mean_ratio(), second.mean_ratio(), pooled) > limit


class _Compiler:
    """A thread that compiles a model repeatedly while it is switched on."""

    def __init__(self, context: ModeContext, device: Device, check: ModelCheck) -> None:
        self._context, self._device, self._check = context, device, check
        self._on, self._end = threading.Event(), threading.Event()
        self.running: int | None = None
        """Number of the compilation that is running."""
        self.durations: list[float] = []
        self._idle = threading.Event()
        self._idle.set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        tally, timeout = self._context.tally, self._context.settings.limits.prepare
        while not self._end.is_set():
            if not self._on.wait(PAUSE_SECONDS):
                continue
            self._idle.clear()
            start = time.perf_counter()
            self.running = len(self.durations)
            try:
                compile_model(self._device, self._check.model, timeout)
                tally.add("compilations")
            except Exception as error:
                tally.report_error(error, f"a compilation of {self._check.name}")
                return
            finally:
                self.running = None
                self.durations.append(time.perf_counter() - start)
                self._idle.set()
            self._end.wait(PAUSE_SECONDS)

    @contextmanager
    def switched_on(self) -> Iterator[None]:
        """Compile repeatedly during the block; at its end, wait for the running compilation."""
        self._on.set()
        try:
            yield
        finally:
            self._on.clear()
            self._idle.wait(self._context.settings.limits.prepare)

    def close(self) -> None:
        """End the thread."""
        self._end.set()
        self._on.set()
        self._thread.join(self._context.settings.limits.prepare)


def run_performance_degradation(context: ModeContext) -> None:
    """Measure each model alone and beside compilations of it; fail if it is too slow twice."""
    settings = context.settings
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        before = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_SECONDS)
        try:
            for check in models:
                _measure_model(context, device, check, settings.seconds / len(models))
                context.end_if_failed()
        finally:
            sys.setswitchinterval(before)


def _measure_model(context: ModeContext, device: Device, check: ModelCheck, seconds: float) -> None:
    """Measure a model; if it is too slow, measure it again and record the failure."""
    values, limit = context.tally.values, context.settings.max_slowdown
    found = _measure(context, device, check, seconds)
    slower = False
    if may_be_slower(found, limit):
        first, found = found, _measure(context, device, check, seconds)
        slower = is_slower(first, found, limit)
    values[f"{check.name}/alone_ms"] = found.mean_alone * 1e3
    values[f"{check.name}/beside_ms"] = found.mean_beside * 1e3
    values[f"{check.name}/mean_ratio"] = found.mean_ratio()
    values[f"{check.name}/decile_ratio"] = found.decile_ratio()
    if slower:
        context.tally.fail(
            f"{check.name}: beside a thread that compiles the model repeatedly, an execution takes "
            f"{found.mean_beside * 1e3:.3g} ms instead of {found.mean_alone * 1e3:.3g} ms; the "
            f"ratio of the means is {found.mean_ratio():.2f} and that of the lowest deciles "
            f"{found.decile_ratio():.2f}, similar to a first measurement; at most {limit:.2f} "
            "was expected"
        )


def _measure(context: ModeContext, device: Device, check: ModelCheck, seconds: float) -> Latencies:
    settings = context.settings
    limit = seconds + 2 * _PAIRS * _MIN_EXECUTIONS * settings.limits.execute
    context.phase(f"the measurement of {check.name}", limit + settings.grace)
    found = Latencies()
    part = seconds / (2 * _PAIRS)
    with opened_session(device, check.model, timeout=settings.limits.execute) as session:
        compiler = _Compiler(context, device, check)
        try:
            _executions(context, session, check, part, found, None)  # warm-up
            for _ in range(_PAIRS):
                found.alone.append(_executions(context, session, check, part, found, None))
                with compiler.switched_on():
                    found.beside.append(_executions(context, session, check, part, found, compiler))
                context.end_if_failed()
        finally:
            compiler.close()
    found.compilations = compiler.durations
    return found


def _executions(
    context: ModeContext,
    session: InferenceSession,
    check: ModelCheck,
    seconds: float,
    found: Latencies,
    compiler: _Compiler | None,
) -> list[float]:
    """Execute for a time and return the seconds of each execution; compare all results."""
    clock = time.perf_counter
    durations: list[float] = []
    end = clock() + seconds
    example = check.examples[0]
    session.load(example.inputs)
    while clock() < end or len(durations) < _MIN_EXECUTIONS:
        session.overwrite_outputs(0x55)
        compilation = compiler.running if compiler is not None else None
        start = clock()
        session.execute()
        durations.append(clock() - start)
        if compilation is not None and compiler is not None and compiler.running == compilation:
            found.during.append(durations[-1])
        context.tally.add("executions")
        if problem := example.problem(session.results()):
            context.tally.fail(f"{check.name} beside compilations: {problem}")
            break
    return durations
