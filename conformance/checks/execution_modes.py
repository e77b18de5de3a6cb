"""The ways in which a HAL version executes a request, with deadlines and loop timeouts."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from conformance.bursts import BurstController
from conformance.checks.check_context import CheckContext
from conformance.hal import (
    Fence,
    MeasureTiming,
    PreparedModel,
    Request,
    SyncFence,
    TokenValuePair,
)
from conformance.harness.calls import burst_execution, driver_calls
from conformance.harness.calls.modes import MODES, ExecutionCall, Mode
from conformance.harness.calls.reusable_execution import KeptExecution

Execute = Callable[[PreparedModel, Request], driver_calls.ExecutionOutcome]
"""Function that executes a request on a prepared model and returns the outcome."""


@dataclass(frozen=True, slots=True)
class ExecutionLimits:
    """The arguments of an execution other than its request.

    Attributes:
        measure: the value of MeasureTiming.
        seconds: seconds from the call to the deadline; ``None``: no deadline.
        loop_timeout: loopTimeoutDuration in nanoseconds; ``None``: not specified.
        hints: the hints of a configuration.
        prefixes: the prefixes of the extensions whose hints are used.

    """

    measure: MeasureTiming = MeasureTiming.NO
    seconds: float | None = None
    loop_timeout: int | None = None
    hints: tuple[TokenValuePair, ...] = ()
    prefixes: Mapping[str, int] = field(default_factory=dict)

    @property
    def deadline(self) -> int | None:
        """Return the deadline, if the execution starts now, in nanoseconds."""
        if self.seconds is None:
            return None
        return time.monotonic_ns() + int(self.seconds * 1e9)


_NO_LIMITS: Final = ExecutionLimits()
_FENCE_SECONDS: Final = 0.002
"""Seconds after which a fence is signalled for which an execution waits."""


def execution_modes(
    context: CheckContext,
    limits: ExecutionLimits = _NO_LIMITS,
    *,
    timeout: float | None = None,
    names: Collection[str] | None = None,
) -> dict[str, Execute]:
    """Return the functions that execute along each mode of the HAL version, by its name.

    A burst request has no field for a deadline and a loop timeout, so bursts are included only
    without these. With one of these there is also each fenced mode ``after a fence``, which is
    signalled a moment after the launch; a deadline becomes the duration after it. The modes
    ``synchronous reusable`` and ``fenced reusable`` (AIDL_V4) use one reusable execution as long as
    prepared model and request are the same; ``synchronous with config`` and ``fenced with config``
    pass a configuration. ``burst`` uses one burst as long as the prepared model is the same.
    ``timeout`` is the limit in seconds for callbacks and fences, by default ``--limit callback=N``.
    ``names`` are the names of the modes to return, in the order of the result; by default all.
    """
    limit = context.options.callback_timeout if timeout is None else timeout
    unlimited = limits.seconds is None and limits.loop_timeout is None
    modes: dict[str, Execute] = {}
    for mode in MODES.values():
        if mode.since <= context.version <= mode.until and (mode.limited or unlimited):
            if mode is MODES["burst"]:
                modes[mode.title] = _KeptBursts(limits.measure, limit).execute
                continue
            modes[mode.title] = partial(_execute, mode, limits, limit, None, KeptExecution())
            if mode.fenced and not unlimited:
                duration = None if limits.seconds is None else int(limits.seconds * 1e9)
                after = mode, replace(limits, seconds=None), limit, duration, KeptExecution()
                execute = partial(_execute_after_fence, context, *after)
                modes[f"{mode.title} after a fence"] = execute
    return modes if names is None else {name: modes[name] for name in names if name in modes}


class _KeptBursts:
    """A burst of each thread, which is kept for further executions of the same prepared model."""

    def __init__(self, measure: MeasureTiming, timeout: float) -> None:
        self._measure, self._timeout = measure, timeout
        self._controllers: dict[int, BurstController] = {}
        weakref.finalize(self, _close, self._controllers)

    def execute(self, prepared: PreparedModel, request: Request) -> driver_calls.ExecutionOutcome:
        """Execute a request through the thread's burst and return the outcome."""
        thread = threading.get_ident()
        controller = self._controllers.get(thread)
        if controller is None or controller.prepared_model is not prepared:
            if controller is not None:
                controller.close()
            controller = burst_execution.open_burst(prepared, self._timeout)
            self._controllers[thread] = controller
        return burst_execution.execute_in_burst(controller, request, self._measure)


def _close(controllers: Mapping[int, BurstController]) -> None:
    for controller in controllers.values():
        controller.close()


def _execute(
    mode: Mode,
    limits: ExecutionLimits,
    timeout: float,
    duration: int | None,
    kept: KeptExecution,
    prepared: PreparedModel,
    request: Request,
    *fences: Fence,
) -> driver_calls.ExecutionOutcome:
    call = ExecutionCall(
        prepared,
        request,
        timeout,
        limits.measure,
        limits.deadline,
        limits.loop_timeout,
        duration,
        kept=kept,
        wait_for=fences,
        hints=limits.hints,
        prefixes=limits.prefixes,
    )
    return mode.run(call)


def _execute_after_fence(context: CheckContext, *arguments: Any) -> driver_calls.ExecutionOutcome:
    with context.signal_later(fence := SyncFence(), _FENCE_SECONDS):
        return _execute(*arguments, fence)
