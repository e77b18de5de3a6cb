"""Measure the overhead of the latency measurement, and how often its comparisons are right.

1. Overhead: the median of a model that computes nothing, as ``nn-conformance measure models``
   measures it, beside a bare loop around the driver's call. Goal: at most 5 % or 10 microseconds
   more.
2. ``--comparisons N``: N comparisons of two equal drivers, and N of a driver with a planted
   slowdown of 5 %. Both drivers execute a MobileNet ten times on XNNPACK, which takes about 5 ms.
   Goal of 100: at most 8 differences of equal drivers, at least 90 slowdowns.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from conformance.harness.calls.driver_objects import unwrap_driver_object

from benchmarks.ratio_table import RatioRow, print_ratios
from conformance.bursts import BurstController
from conformance.drivers import open_driver
from conformance.hal import (
    Device,
    ErrorStatus,
    Fence,
    FencedExecutionCallback,
    MeasureTiming,
    Model,
    PreparedModel,
    PreparedModelCallback,
    Request,
    Timing,
)
from conformance.models.accuracy.built_in_tasks import acoustic_tasks, mobilenet_tasks
from conformance.models.accuracy.evaluators import AccuracyTask
from conformance.models.benchmark.run import ModeMeasurement
from conformance.models.inference import ExecutionMode, InferenceSession, prepare
from conformance.models.latency.measurement import MeasurementLimits, measure_in_turns
from conformance.reference import ReferenceDevice

ROUNDS, REPETITIONS = 4000, 10
MODEL = "mobilenet_v1_0.25_128"
MOST_MICROSECONDS, MOST_SHARE = 10.0, 1.05


class _WrappedDevice(ReferenceDevice):
    """A driver that passes every preparation to ``inner`` and wraps the prepared model."""

    def __init__(self, inner: Device, wrap: Callable[[PreparedModel], PreparedModel]) -> None:
        super().__init__()
        self._inner, self._wrap = inner, wrap

    def get_supported_operations(self, model: Model) -> Any:
        return self._inner.get_supported_operations(model)

    def prepare_model(self, model: Model, *arguments: Any) -> ErrorStatus:
        callback, wrap = arguments[-1], self._wrap

        class Callback(PreparedModelCallback):
            def notify(self, status: ErrorStatus, prepared_model: PreparedModel | None) -> None:
                callback.notify(status, prepared_model and wrap(prepared_model))

        return self._inner.prepare_model(model, *arguments[:-1], Callback())


class _Idle(PreparedModel):
    """A prepared model whose executions compute nothing."""

    def __init__(self, inner: PreparedModel) -> None:
        self._inner = inner

    def execute(self, *arguments: Any) -> Any:
        return self._inner.execute(*arguments)

    def execute_synchronously(self, *_: Any) -> Any:
        return ErrorStatus.NONE, [], Timing()

    def execute_fenced(self, *_: Any) -> Any:
        return ErrorStatus.NONE, None, _Done()

    def configure_execution_burst(self, *arguments: Any) -> Any:
        return self._inner.configure_execution_burst(*arguments)


class _Done(FencedExecutionCallback):
    def get_execution_info(self) -> Any:
        return ErrorStatus.NONE, Timing(), Timing()


class _Repeating(_Idle):
    """A prepared model that executes several times, and then waits for a share of that time."""

    def __init__(self, inner: PreparedModel, slowdown: float) -> None:
        super().__init__(inner)
        self._slowdown = slowdown

    def execute_synchronously(self, *arguments: Any) -> Any:
        start = time.perf_counter()
        for _ in range(REPETITIONS):
            answer = self._inner.execute_synchronously(*arguments)
        end = time.perf_counter()
        end += (end - start) * self._slowdown
        while time.perf_counter() < end:
            pass
        return answer


def _bare_call(mode: ExecutionMode, prepared: PreparedModel, request: Request) -> Any:
    """Return a function that makes only the driver's call of a mode."""
    if mode is ExecutionMode.SYNCHRONOUS:
        return lambda: prepared.execute_synchronously(request, MeasureTiming.NO, None, None)
    if mode is ExecutionMode.BURST:
        burst = BurstController(prepared, timeout=20)
        return lambda: burst.execute(request, MeasureTiming.NO)

    def fenced() -> None:
        no_fences: tuple[Fence, ...] = ()
        answer = prepared.execute_fenced(request, no_fences, MeasureTiming.NO, None, None, None)
        answer[2].get_execution_info()

    return fenced


def overhead() -> bool:
    """Print the overhead of each mode; return whether the goals are met."""
    task = next(iter(acoustic_tasks()))
    device = _WrappedDevice(ReferenceDevice(), _Idle)
    goals_met, rows = True, []
    for mode in (ExecutionMode.SYNCHRONOUS, ExecutionMode.BURST, ExecutionMode.FENCED):
        prepared = prepare(device, task.model, 60.0)
        with InferenceSession(prepared, task.model, task.states, mode=mode) as session:
            session.load(task.data.sequences[0].inputs[0])
            bare = _bare_call(mode, unwrap_driver_object(prepared), session.request)
            limits = MeasurementLimits(0.1, 10.0, ROUNDS)
            times = measure_in_turns({"harness": session.execute, "bare": bare}, limits)
        ours, peer = (float(np.median(times[name])) * 1e6 for name in ("harness", "bare"))
        goal = f"at most {MOST_MICROSECONDS:g} more, or {MOST_SHARE:g}"
        rows.append(RatioRow(f"{mode.value} (peer: bare loop)", ours, peer, goal))
        goals_met = goals_met and (ours - peer <= MOST_MICROSECONDS or ours <= MOST_SHARE * peer)
    print_ratios("median of one execution of a model without computation (microseconds)", rows)
    return goals_met


def comparisons(count: int, seconds: float) -> bool:
    """Print how often equal and slower drivers are called different."""
    task = next(one for one in mobilenet_tasks(all_sizes=False) if one.name == MODEL)
    base = _repeating(0.0)
    goal_met = True
    for title, slowdown, bound in (("equal drivers", 0.0, 0.08), ("5 % slower", 0.05, 0.9)):
        other = _repeating(slowdown)
        ratios, widths, found, start = [], [], 0, time.perf_counter()
        for _ in range(count):
            compared = _compare(task, base, other, seconds)
            found += compared.different and (slowdown == 0.0 or compared.ratio > 1)
            ratios.append(compared.ratio)
            widths.append(np.log(compared.interval[1] / compared.interval[0]))
        share = found / count
        goal_met = goal_met and (share <= bound if slowdown == 0.0 else share >= bound)
        print(
            f"{title}: {found} of {count} called {'slower' if slowdown else 'different'}; ratio "
            f"{np.median(ratios):.4f} (median; {min(ratios):.3f} to {max(ratios):.3f}), interval "
            f"{np.median(widths) * 100:.1f} % wide; {time.perf_counter() - start:.0f} s",
            flush=True,
        )
    return goal_met


def _repeating(slowdown: float) -> Device:
    return _WrappedDevice(open_driver("litert-xnnpack"), lambda inner: _Repeating(inner, slowdown))


def _compare(task: AccuracyTask, base: Device, other: Device, seconds: float) -> Any:
    limits = MeasurementLimits(seconds / 10, seconds)
    measurement = ModeMeasurement(task, ExecutionMode.SYNCHRONOUS, limits, 60.0)
    found = measurement.run({"base": base, "other": other}, "base")
    if measurement.errors:
        raise SystemExit(str(measurement.errors))
    return found["other"].comparison


def main(arguments: Sequence[str] = ()) -> int:
    """Print the tables and return the exit status; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--comparisons", type=int, default=0, metavar="N")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each driver and comparison")
    options = parser.parse_args(arguments)
    goals_met = overhead()
    if options.comparisons:
        goals_met = comparisons(options.comparisons, options.seconds) and goals_met
    return 0 if goals_met else 1


if __name__ == "__main__":
    import sys

    raise SystemExit(main(sys.argv[1:]))
