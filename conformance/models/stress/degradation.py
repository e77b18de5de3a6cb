"""The mode that compares the latency without and with simultaneous compilations."""

from __future__ import annotations

import sys
import threading
import time
from typing import Final

import numpy as np

from conformance.hal import Device
from conformance.models.inference import InferenceSession, compile_model, opened_session
from conformance.models.latency import MIN_ROUNDS, compare_latency
from conformance.models.stress.context import ModeContext
from conformance.models.stress.models import ModelCheck

_PAUSE_SECONDS: Final = 0.02
"""Pause between two compilations, as in MLTS."""

_MAX_SLOWDOWN: Final = 1.5
"""Permitted ratio of the latency with compilations to that without them."""

_MIN_EXECUTIONS: Final = 4
"""Smallest number of executions in each part of a pair."""

_SWITCH_SECONDS: Final = 0.0005
"""Interval at which the threads of the client give way to each other."""


class _Compiler(threading.Thread):
    """A thread that compiles a model repeatedly while no other thread holds ``lock``.

    One thread serves a whole measurement, because each thread opens a connection to the driver.
    """

    def __init__(self, context: ModeContext, device: Device, check: ModelCheck) -> None:
        super().__init__(daemon=True)
        self._context, self._device, self._check = context, device, check
        self.lock, self.end = threading.Lock(), threading.Event()

    def run(self) -> None:
        """Compile until ``end`` is set."""
        context, timeout = self._context, self._context.settings.limits.prepare
        while not self.end.wait(_PAUSE_SECONDS):
            with self.lock:
                try:
                    compile_model(self._device, self._check.model, timeout)
                    context.add("compilations")
                except Exception as error:
                    context.report_error(error, f"a compilation of {self._check.name}")
                    return


def run_performance_degradation(context: ModeContext) -> None:
    """Measure each model without and with simultaneous compilations; fail if it is too slow.

    A slowdown must be certain in two measurements.
    """
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        before = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_SECONDS)
        try:
            for check in models:
                seconds = context.settings.seconds / len(models)
                reasons = [_slowdown(context, device, check, seconds)]
                if reasons[0]:
                    reasons.append(_slowdown(context, device, check, seconds))
                if reasons[-1]:
                    context.fail(f"{reasons[-1]}. A first measurement had a similar result")
                context.end_if_failed()
        finally:
            sys.setswitchinterval(before)


def _slowdown(context: ModeContext, device: Device, check: ModelCheck, seconds: float) -> str:
    """Measure pairs of parts, without and with compilations; return why they are too different.

    The values of the mode have the means and their ratio.
    """
    compiler = _Compiler(context, device, check)
    part = seconds / (2 * MIN_ROUNDS)
    limits = context.settings.limits
    pairs: list[tuple[float, float]] = []
    with opened_session(device, check.model, timeout=limits.execute) as session:
        try:
            with compiler.lock:
                compiler.start()
                _mean_seconds(context, session, check, part)  # warm-up
            for _ in range(MIN_ROUNDS):
                with compiler.lock:
                    alone = _mean_seconds(context, session, check, part)
                pairs.append((alone, _mean_seconds(context, session, check, part)))
                context.end_if_failed()
        finally:
            compiler.end.set()
            compiler.join(limits.prepare)
    alone_means, beside_means = np.array(pairs).T
    found = compare_latency(beside_means, alone_means)
    alone, beside = 1e3 * float(alone_means.mean()), 1e3 * float(beside_means.mean())
    context.values |= {
        f"{check.name}/alone_ms": alone,
        f"{check.name}/beside_ms": beside,
        f"{check.name}/ratio": found.ratio,
    }
    if found.interval[0] <= _MAX_SLOWDOWN:
        return ""
    return (
        f"{check.name}: an execution takes {beside:.3g} ms while another thread compiles the model "
        f"repeatedly, and {alone:.3g} ms alone. The ratio is {found.ratio:.2f}, and with 99 % "
        f"confidence at least {found.interval[0]:.2f}; at most {_MAX_SLOWDOWN:.2f} was expected"
    )


def _mean_seconds(
    context: ModeContext, session: InferenceSession, check: ModelCheck, seconds: float
) -> float:
    """Execute for a time and return the mean duration; compare all results."""
    clock = time.perf_counter
    durations: list[float] = []
    end = clock() + seconds
    example = check.examples[0]
    session.load(example.inputs)
    while clock() < end or len(durations) < _MIN_EXECUTIONS:
        session.overwrite_outputs(0x55)
        start = clock()
        session.execute()
        durations.append(clock() - start)
        context.add("executions")
        if problem := example.problem(session.results()):
            context.fail(f"{check.name} with simultaneous compilations: {problem}")
            break
    return sum(durations) / len(durations)
