"""Checks of the timings that executions report."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from conformance import hal
from conformance.checks.check_context import CheckContext, expect, require
from conformance.checks.execution_modes import ExecutionLimits, execution_modes
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import (
    addition_chain_model,
    addition_model,
)
from conformance.checks.sample_requests import (
    AdditionRequest,
    superfluous_result,
    time_unit,
)
from conformance.harness.answer_checks import (
    check_timing_plausible,
)
from conformance.harness.calls import fenced_execution
from conformance.verdicts import Finding

_TIMING = "MeasureTiming, Timing; Drivers: Timing"
_NO, _YES = hal.MeasureTiming.NO, hal.MeasureTiming.YES
_MEASURED: Final = ExecutionLimits(_YES)


@check("MeasureTiming", since=hal.Version.V1_2, until=hal.Version.V1_3)
def undefined_measure(context: CheckContext) -> Iterator[Finding | str]:
    """An execution with a value outside of MeasureTiming either answers INVALID_ARGUMENT without
    shapes and timing, or executes with NONE and the expected values, on every execution path except
    bursts; the prepared model still executes afterwards.

    The official suite does not pass such values, so NONE is a quality warning.
    """
    prepared, names = context.prepare(addition_model()), ("synchronous", "asynchronous", "fenced")
    for code, name in product((2, -1, 100, 2**31 - 1, -(2**31)), names):
        measure: Any = code
        modes = execution_modes(context, ExecutionLimits(measure), names=(name,))
        if name not in modes:
            continue
        addition = AdditionRequest(context, 5)
        outcome = modes[name](prepared, addition.request)
        what = f"{name}: an execution with the value {code} for measure"
        with context.case():
            expect(outcome.status, what, hal.ErrorStatus.NONE, hal.ErrorStatus.INVALID_ARGUMENT)
            if outcome.status == hal.ErrorStatus.INVALID_ARGUMENT:
                superfluous = superfluous_result(outcome)
                require(superfluous and f"{what} returned {superfluous}")
            else:
                require(addition.problem(outcome))
                yield quality_warning(f"{what} returned NONE; INVALID_ARGUMENT was expected")
        with context.case(f"after {what}"):
            AdditionRequest(context, 6).run(prepared)


@check("MeasureTiming; Drivers: Timing", since=hal.Version.V1_2)
def measurement_penalty(context: CheckContext) -> Iterator[Finding]:
    """Measuring has a small cost, and executions with MeasureTiming::NO do not pay for it: the
    fastest execution with one value takes at most 3 times as long as with the other, plus 5 ms.
    """
    prepared = context.prepare(addition_model(1024))
    request = AdditionRequest(context, 1, 1024).request
    modes = {when: execution_modes(context, ExecutionLimits(when)) for when in (_NO, _YES)}
    for name in modes[_NO]:
        fastest = {_NO: math.inf, _YES: math.inf}
        for number in range(15):  # a busy machine may delay many executions
            for measure, seconds in fastest.items():
                start = time.perf_counter()
                modes[measure][name](prepared, request)
                fastest[measure] = min(seconds, time.perf_counter() - start)
            slow = max(fastest, key=lambda measure: fastest[measure])
            shorter, longer = sorted(fastest.values())
            if number >= 6 and longer <= 3 * shorter + 0.005:
                break
        else:
            yield quality_warning(
                f"{name}: an execution with MeasureTiming.{slow.name} takes {longer * 1e3:.1f} ms, "
                f"one with the other value {shorter * 1e3:.1f} ms; a similar time was expected"
            )


@check(_TIMING + " (microseconds in HIDL, nanoseconds in AIDL)", since=hal.Version.V1_2)
def plausible(context: CheckContext) -> Iterator[str]:
    """With MeasureTiming::YES, no reported time is longer than the time that the client measures
    around the call, on every execution path.
    """
    prepared = context.prepare(addition_chain_model(4096, 16))
    request = AdditionRequest(context, 1, 4096, steps=16).request
    for name, execute in execution_modes(context, _MEASURED).items():
        for _ in range(3):
            start = time.perf_counter()
            outcome = execute(prepared, request)
            passed = time.perf_counter() - start
            findings = check_timing_plausible(outcome.timing, passed, time_unit(context.version))
            if findings:
                yield f"{name}: {findings[0].reason}"
                break


@check("IFencedExecutionCallback.getExecutionInfo; Drivers: Timing", since=hal.Version.V1_3)
def fence_wait_excluded(context: CheckContext) -> Iterator[str]:
    """The timing since launch that IFencedExecutionCallback::getExecutionInfo answers includes the
    wait for fences; the timing since the fences were signalled does not.
    """
    prepared = context.prepare(addition_model())
    addition, fence = AdditionRequest(context), hal.SyncFence()
    context.add_cleanup(fence.fail)
    with context.signal_later(fence, 0.1) as times:
        launch = fenced_execution.launch_fenced(prepared, addition.request, _YES, wait_for=[fence])
        returned = time.monotonic_ns()
    (signalled,) = times
    end = fenced_execution.finish_fenced(launch, context.options.callback_timeout)
    ended = time.monotonic_ns()
    unit = time_unit(context.version) * 1e9
    launched, since_signal = end.timing.time_in_driver, end.since_fence or hal.Timing()
    # The driver's clock started before the call returned, and stopped after the signal.
    shortest = signalled - returned
    if launched != hal.NO_TIMING and (launched + 1) * unit < shortest:
        yield (
            "get_execution_info answered a time_in_driver since launch of "
            f"{launched * unit / 1e6:.3f} ms; {shortest / 1e6:.3f} ms or more was expected, "
            "because the execution waited this long for its fence"
        )
    passed = (ended - signalled) / 1e9
    for finding in check_timing_plausible(since_signal, passed, time_unit(context.version)):
        yield f"timing since the fence was signalled: {finding.reason}"
