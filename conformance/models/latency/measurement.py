"""Alternating measurements of inferences and compilations of several drivers."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from conformance.operations.definition.definition import Array
from conformance.trace_labels import TraceLayer, TracePhase
from conformance.tracing import span

_MAX_ROUNDS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class MeasurementLimits:
    """The length of a measurement.

    Attributes:
        warm_up: seconds of executions before the measurement, for each driver.
        seconds: seconds of measured executions, for each driver.
        rounds: largest number of measured rounds.
        blocks: number of blocks into which the rounds are divided; each has its own sessions.

    """

    warm_up: float = 0.3
    seconds: float = 2.0
    rounds: int = _MAX_ROUNDS
    blocks: int = 20

    def of_block(self) -> MeasurementLimits:
        """Return the limits of one block."""
        count = max(self.blocks, 1)
        rounds = -(-self.rounds // count)
        return replace(
            self, warm_up=self.warm_up / count, seconds=self.seconds / count, rounds=rounds
        )


def measure_in_turns(
    candidates: Mapping[str, Callable[[], object]],
    limits: MeasurementLimits,
    seed: int | None = None,
) -> dict[str, Array]:
    """Return the seconds of each call of each candidate, one call in each round.

    A candidate that returns a float has measured its duration itself.
    The order within a round is random, and that of every second round is reversed, so that no
    candidate always runs after the same other one.
    The rounds end after ``limits.rounds``, or when a candidate had ``limits.seconds`` on average.
    At least one round is measured.
    """
    clock = time.perf_counter
    for name, call in candidates.items():
        with span(TraceLayer.APPLICATION, TracePhase.WARM_UP, name):
            end = clock() + limits.warm_up
            call()
            while clock() < end:
                call()
    order = list(candidates)
    chosen = random.Random(seed)
    durations: dict[str, list[float]] = {name: [] for name in order}
    budget, spent = limits.seconds * len(order), 0.0
    for number in range(max(limits.rounds, 1)):
        if number % 2:
            order.reverse()
        else:
            chosen.shuffle(order)
        for name in order:
            call = candidates[name]
            with span(TraceLayer.APPLICATION, TracePhase.BENCHMARK, name):
                start = clock()
                measured = call()
                duration = clock() - start
            durations[name].append(measured if isinstance(measured, float) else duration)
            spent += duration
        if spent >= budget:
            break
    return {name: np.array(values) for name, values in durations.items()}
