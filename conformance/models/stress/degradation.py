"""The mode that compares the latency without and with simultaneous compilations."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from conformance.hal import Device
from conformance.models.inference import InferenceSession, compile_model, opened_session
from conformance.models.stress.context import ModeContext
from conformance.models.stress.models import ModelCheck
from conformance.operations.definition.operands import Array

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
    def means(self) -> tuple[float, float]:
        """Return the mean seconds of an execution without and with simultaneous compilations."""
        return (
            float(np.concatenate(self.alone).mean()),
            float(np.concatenate(self.with_compilations).mean()),
        )

    @property
    def pair_ratios(self) -> Array:
        """Return the slowdown in each pair."""
        pairs = zip(self.alone, self.with_compilations, strict=True)
        return np.array([np.mean(second) / np.mean(first) for first, second in pairs])

    def mean_ratio(self) -> float:
        """Return the ratio of the means, or the median of the pairs if that is smaller.

        A single disturbance increases only one of them.
        """
        alone, with_compilations = self.means
        return min(with_compilations / alone, float(np.median(self.pair_ratios)))

    def decile_ratio(self) -> float:
        """Return the ratio of the lowest deciles, which waiting for a processor affects least.

        If even the shortest compilation takes longer than the pauses, only the executions during
        one compilation are used, because executions in the pauses would hide a part of the
        slowdown. During shorter compilations, an execution mainly waits for a processor.
        """
        with_compilations = np.concatenate(self.with_compilations)
        long = bool(self.compilations) and min(self.compilations) >= PAUSE_SECONDS
        if long and len(self.during_one_compilation) >= _MIN_EXECUTIONS:
            with_compilations = np.array(self.during_one_compilation)
        alone = np.quantile(np.concatenate(self.alone), _QUANTILE)
        return float(np.quantile(with_compilations, _QUANTILE) / alone)


def _lower_bound(ratios: Array) -> float:
    """Return the lower confidence bound of the geometric mean of ratios, by bootstrap."""
    logs = np.log(ratios)
    picks = np.random.default_rng(0).integers(0, len(logs), (_RESAMPLES, len(logs)))
    return float(np.exp(np.quantile(logs[picks].mean(axis=1), 1 - _CONFIDENCE)))


def is_slower(measurements: Sequence[Latencies], limit: float) -> bool:
    """Return whether all measurements show a slowdown by more than ``limit``.

    All ratios of deciles must exceed the limit, or all ratios of means. Few slow executions can
    increase the means. Therefore the lower confidence bound of all pairs must then exceed the limit
    too.
    """
    if min(one.decile_ratio() for one in measurements) > limit:
        return True
    if min(one.mean_ratio() for one in measurements) <= limit:
        return False
    return _lower_bound(np.concatenate([one.pair_ratios for one in measurements])) > limit


class _Compiler(threading.Thread):
    """A thread that compiles a model repeatedly while no other thread holds ``lock``.

    One thread serves a whole measurement: each thread opens a connection to the driver, and the
    executions that run meanwhile would count as executions during a compilation.
    """

    def __init__(self, context: ModeContext, device: Device, check: ModelCheck) -> None:
        super().__init__(daemon=True)
        self._context, self._device, self._check = context, device, check
        self.lock, self.end = threading.Lock(), threading.Event()
        self.running: int | None = None
        """Number of the running compilation; ``None`` during a pause."""
        self.durations: list[float] = []

    def run(self) -> None:
        """Compile until ``end`` is set."""
        tally, timeout = self._context.tally, self._context.settings.limits.prepare
        while not self.end.wait(PAUSE_SECONDS):
            with self.lock:
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
    """Measure a model; if it may be too slow, measure it again and record the failure."""
    measured = [_measure(context, device, check, seconds)]
    if max(measured[0].decile_ratio(), measured[0].mean_ratio()) > _MAX_SLOWDOWN:
        measured.append(_measure(context, device, check, seconds))
    latencies = measured[-1]
    alone, with_compilations = (1e3 * mean for mean in latencies.means)
    mean_ratio, decile_ratio = latencies.mean_ratio(), latencies.decile_ratio()
    context.tally.values |= {
        f"{check.name}/alone_ms": alone,
        f"{check.name}/beside_ms": with_compilations,
        f"{check.name}/mean_ratio": mean_ratio,
        f"{check.name}/decile_ratio": decile_ratio,
    }
    if len(measured) > 1 and is_slower(measured, _MAX_SLOWDOWN):
        context.tally.fail(
            f"{check.name}: an execution takes {with_compilations:.3g} ms while another thread "
            f"compiles the model repeatedly, and {alone:.3g} ms alone. The ratio of the means is "
            f"{mean_ratio:.2f}, that of the lowest deciles {decile_ratio:.2f}; at most "
            f"{_MAX_SLOWDOWN:.2f} was expected. A first measurement had a similar result"
        )


def _measure(context: ModeContext, device: Device, check: ModelCheck, seconds: float) -> Latencies:
    latencies = Latencies()
    compiler = _Compiler(context, device, check)
    part = seconds / (2 * _PAIRS)
    timeout = context.settings.limits.execute
    with opened_session(device, check.model, timeout=timeout) as session:
        try:
            with compiler.lock:
                compiler.start()
                _executions(context, session, check, part)  # warm-up
            for _ in range(_PAIRS):
                with compiler.lock:
                    latencies.alone.append(_executions(context, session, check, part))
                found = _executions(context, session, check, part, compiler, latencies)
                latencies.with_compilations.append(found)
                context.end_if_failed()
        finally:
            compiler.end.set()
            compiler.join(context.settings.limits.prepare)
    latencies.compilations = compiler.durations
    return latencies


def _executions(
    context: ModeContext,
    session: InferenceSession,
    check: ModelCheck,
    seconds: float,
    compiler: _Compiler | None = None,
    latencies: Latencies | None = None,
) -> list[float]:
    """Execute for a time and return the seconds of each execution; compare all results.

    The executions during one compilation of ``compiler`` are also added to ``latencies``.
    """
    clock = time.perf_counter
    durations: list[float] = []
    end = clock() + seconds
    example = check.examples[0]
    session.load(example.inputs)
    while clock() < end or len(durations) < _MIN_EXECUTIONS:
        session.overwrite_outputs(0x55)
        compilation = None if compiler is None else compiler.running
        start = clock()
        session.execute()
        durations.append(clock() - start)
        if compiler is None or latencies is None:
            pass
        elif compilation is not None and compiler.running == compilation:
            latencies.during_one_compilation.append(durations[-1])
        context.tally.add("executions")
        if problem := example.problem(session.results()):
            context.tally.fail(f"{check.name} with simultaneous compilations: {problem}")
            break
    return durations
