"""The mode that compares the latency without and with simultaneous compilations."""

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
from conformance.models.inference import InferenceSession, compile_model, opened_session
from conformance.models.stress.context import ModeContext
from conformance.models.stress.models import ModelCheck

PAUSE_SECONDS: Final = 0.02
"""Pause between two compilations, as in MLTS."""

_MAX_SLOWDOWN: Final = 1.5
"""Permitted ratio of the latency with compilations to that without them."""

_PAIRS: Final = 6
"""Number of pairs of executions: first without, then with simultaneous compilations."""

_MIN_EXECUTIONS: Final = 4
"""Smallest number of executions in each part of a pair."""

_CONFIDENCE: Final = 0.95
_QUANTILE: Final = 0.1
_RESAMPLES: Final = 2000

_SWITCH_SECONDS: Final = 0.0005
"""Interval at which the threads of the client give way to each other."""


@dataclass(slots=True)
class Latencies:
    """Durations of executions and compilations in seconds.

    Attributes:
        alone: executions without simultaneous compilations, by pair.
        with_compilations: executions while another thread compiles repeatedly, by pair.
        during_one_compilation: those of them that began and ended during the same compilation.
        compilations: the compilations.

    """

    alone: list[list[float]] = field(default_factory=list)
    with_compilations: list[list[float]] = field(default_factory=list)
    during_one_compilation: list[float] = field(default_factory=list)
    compilations: list[float] = field(default_factory=list)

    @property
    def mean_alone(self) -> float:
        """Return the mean seconds of an execution without simultaneous compilations."""
        return fmean(value for part in self.alone for value in part)

    @property
    def mean_with_compilations(self) -> float:
        """Return the mean seconds of an execution with simultaneous compilations."""
        return fmean(value for part in self.with_compilations for value in part)

    @property
    def pair_ratios(self) -> list[float]:
        """Return the slowdown in each pair."""
        return [
            fmean(with_compilations) / fmean(alone)
            for alone, with_compilations in zip(self.alone, self.with_compilations, strict=True)
        ]

    def mean_ratio(self) -> float:
        """Return the ratio of the means, or the median of the pairs if that is smaller.

        A single disturbance increases only one of them.
        """
        return min(self.mean_with_compilations / self.mean_alone, median(self.pair_ratios))

    def decile_ratio(self) -> float:
        """Return the ratio of the lowest deciles, which waiting for a processor affects least.

        If even the shortest compilation takes longer than the pauses, only the executions during
        one compilation are used, because executions in the pauses would hide a part of the
        slowdown. During shorter compilations, an execution mainly waits for a processor.
        """
        alone = [value for part in self.alone for value in part]
        with_compilations = [value for part in self.with_compilations for value in part]
        long = bool(self.compilations) and min(self.compilations) >= PAUSE_SECONDS
        if long and len(self.during_one_compilation) >= _MIN_EXECUTIONS:
            with_compilations = self.during_one_compilation
        return float(np.quantile(with_compilations, _QUANTILE) / np.quantile(alone, _QUANTILE))


def lower_bound(ratios: Sequence[float]) -> float:
    """Return the lower confidence bound of the geometric mean of ratios, by bootstrap."""
    logs = np.log(ratios)
    picks = np.random.default_rng(0).integers(0, len(logs), (_RESAMPLES, len(logs)))
    means = logs[picks].mean(axis=1)
    return float(np.exp(np.quantile(means, 1 - _CONFIDENCE)))


def may_be_slower(latencies: Latencies, limit: float) -> bool:
    """Return whether one measurement shows a slowdown by more than ``limit``."""
    return latencies.decile_ratio() > limit or latencies.mean_ratio() > limit


def is_slower(first: Latencies, second: Latencies, limit: float) -> bool:
    """Return whether two measurements show a slowdown by more than ``limit``.

    Both ratios of deciles must exceed the limit, or both ratios of means. Few slow executions can
    increase the means. Therefore the lower confidence bound of all pairs must then exceed the limit
    too.
    """
    if min(first.decile_ratio(), second.decile_ratio()) > limit:
        return True
    pooled = lower_bound([*first.pair_ratios, *second.pair_ratios])
    return min(first.mean_ratio(), second.mean_ratio(), pooled) > limit


class _Compiler:
    """A thread that compiles a model repeatedly during the block ``switched_on``.

    One thread serves all blocks: each thread opens a connection to the driver, and the executions
    that run meanwhile would count as executions during a compilation.
    """

    def __init__(self, context: ModeContext, device: Device, check: ModelCheck) -> None:
        self._context, self._device, self._check = context, device, check
        self._on, self._end = threading.Event(), threading.Event()
        self.running: int | None = None
        """Number of the running compilation; ``None`` during a pause."""
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
    """Measure each model without and with simultaneous compilations; fail if twice too slow."""
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
    values, limit = context.tally.values, _MAX_SLOWDOWN
    latencies = _measure(context, device, check, seconds)
    slower = False
    if may_be_slower(latencies, limit):
        first, latencies = latencies, _measure(context, device, check, seconds)
        slower = is_slower(first, latencies, limit)
    values[f"{check.name}/alone_ms"] = latencies.mean_alone * 1e3
    values[f"{check.name}/beside_ms"] = latencies.mean_with_compilations * 1e3
    values[f"{check.name}/mean_ratio"] = latencies.mean_ratio()
    values[f"{check.name}/decile_ratio"] = latencies.decile_ratio()
    if slower:
        context.tally.fail(
            f"{check.name}: an execution takes {latencies.mean_with_compilations * 1e3:.3g} ms "
            "while another thread compiles the model repeatedly, and "
            f"{latencies.mean_alone * 1e3:.3g} ms alone. The ratio of the means is "
            f"{latencies.mean_ratio():.2f}, that of the lowest deciles "
            f"{latencies.decile_ratio():.2f}; at most {limit:.2f} was expected. A first "
            "measurement had a similar result"
        )


def _measure(context: ModeContext, device: Device, check: ModelCheck, seconds: float) -> Latencies:
    settings = context.settings
    latencies = Latencies()
    part = seconds / (2 * _PAIRS)
    with opened_session(device, check.model, timeout=settings.limits.execute) as session:
        compiler = _Compiler(context, device, check)
        try:
            _executions(context, session, check, part, latencies, None)  # warm-up
            for _ in range(_PAIRS):
                latencies.alone.append(_executions(context, session, check, part, latencies, None))
                with compiler.switched_on():
                    latencies.with_compilations.append(
                        _executions(context, session, check, part, latencies, compiler)
                    )
                context.end_if_failed()
        finally:
            compiler.close()
    latencies.compilations = compiler.durations
    return latencies


def _executions(
    context: ModeContext,
    session: InferenceSession,
    check: ModelCheck,
    seconds: float,
    latencies: Latencies,
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
            latencies.during_one_compilation.append(durations[-1])
        context.tally.add("executions")
        if problem := example.problem(session.results()):
            context.tally.fail(f"{check.name} with simultaneous compilations: {problem}")
            break
    return durations
