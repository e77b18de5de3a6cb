"""The mode that compares latency alone with latency beside repeated compilations."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Final

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

_MIN_SHARE: Final = 0.5
"""Share of time with a compilation from which executions during compilations are compared alone.

The pauses would otherwise hide a slowdown. With a smaller share, an execution that overlaps with a
compilation mainly waits for a processor.
"""

_SWITCH_SECONDS: Final = 0.0005
"""Interval at which the threads of the client give way to each other."""


@dataclass(slots=True)
class Latencies:
    """Seconds of executions: in pairs, and of those that overlapped with a compilation."""

    alone: list[list[float]] = field(default_factory=list)
    beside: list[list[float]] = field(default_factory=list)
    overlapping: list[float] = field(default_factory=list)
    compiling_share: float = 0.0

    @property
    def mean_alone(self) -> float:
        """Mean seconds of an execution alone."""
        return fmean(value for part in self.alone for value in part)

    @property
    def mean_beside(self) -> float:
        """Mean seconds of an execution beside compilations."""
        return fmean(value for part in self.beside for value in part)

    def ratio(self) -> float:
        """Return the slowdown: the smaller of the ratio of means and of the median of the pairs.

        A single disturbance increases only one of them.
        """
        pairs = [
            fmean(beside) / fmean(alone)
            for alone, beside in zip(self.alone, self.beside, strict=True)
        ]
        found = min(self.mean_beside / self.mean_alone, median(pairs))
        if self.compiling_share >= _MIN_SHARE and len(self.overlapping) >= _MIN_EXECUTIONS:
            found = max(found, fmean(self.overlapping) / self.mean_alone)
        return found


class _Compiler:
    """A thread that compiles a model repeatedly while it is switched on."""

    def __init__(self, context: ModeContext, device: Device, check: ModelCheck) -> None:
        self._context, self._device, self._check = context, device, check
        self._on, self._end = threading.Event(), threading.Event()
        self.compiling = False
        self.seconds = 0.0
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
            self.compiling = True
            try:
                compile_model(self._device, self._check.model, timeout)
                tally.add("compilations")
            except Exception as error:
                tally.report_error(error, f"a compilation of {self._check.name}")
                return
            finally:
                self.compiling = False
                self.seconds += time.perf_counter() - start
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
    settings, tally = context.settings, context.tally
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        before = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_SECONDS)
        try:
            for check in models:
                found = _measure(context, device, check, settings.seconds / len(models))
                if found.ratio() > settings.max_slowdown:
                    found = _measure(context, device, check, settings.seconds / len(models))
                _record(context, check, found)
                context.end_if_failed()
        finally:
            sys.setswitchinterval(before)
        tally.values["slowdown_ratio"] = max(
            value for name, value in tally.values.items() if name.endswith("/slowdown_ratio")
        )


def _record(context: ModeContext, check: ModelCheck, found: Latencies) -> None:
    values, ratio, limit = context.tally.values, found.ratio(), context.settings.max_slowdown
    values[f"{check.name}/alone_ms"] = found.mean_alone * 1e3
    values[f"{check.name}/beside_ms"] = found.mean_beside * 1e3
    values[f"{check.name}/compiling_share"] = found.compiling_share
    values[f"{check.name}/slowdown_ratio"] = ratio
    if ratio > limit:
        context.tally.fail(
            f"{check.name}: an execution takes {found.mean_alone * 1e3:.3g} ms alone and "
            f"{found.mean_beside * 1e3:.3g} ms beside a thread that compiles the model repeatedly: "
            f"{ratio:.2f} times as long, in each of two measurements; at most {limit:.2f} times "
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
        compiling = measured = 0.0
        try:
            _executions(context, session, check, part, found, None)  # warm-up
            for _ in range(_PAIRS):
                found.alone.append(_executions(context, session, check, part, found, None))
                before, start = compiler.seconds, time.perf_counter()
                with compiler.switched_on():
                    found.beside.append(_executions(context, session, check, part, found, compiler))
                measured += time.perf_counter() - start
                compiling += compiler.seconds - before
                context.end_if_failed()
        finally:
            compiler.close()
    found.compiling_share = compiling / measured
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
    clock, durations = time.perf_counter, []
    end = clock() + seconds
    example = check.examples[0]
    session.load(example.inputs)
    while clock() < end or len(durations) < _MIN_EXECUTIONS:
        session.overwrite_outputs(0x55)
        compiling = compiler is not None and compiler.compiling
        start = clock()
        session.execute()
        durations.append(clock() - start)
        if compiling and compiler is not None and compiler.compiling:
            found.overlapping.append(durations[-1])
        context.tally.add("executions")
        if problem := example.problem(session.results()):
            context.tally.fail(f"{check.name} beside compilations: {problem}")
            break
    return durations
