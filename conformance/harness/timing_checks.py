"""Checks of the times that a driver reports for an execution."""

from collections.abc import Sequence
from typing import Final

from conformance.hal import NO_TIMING, ErrorStatus, MeasureTiming, Timing
from conformance.harness.calls.driver_calls import ExecutionOutcome
from conformance.verdicts import Finding, VerdictKind

_CLOCK_TOLERANCE_FACTOR: Final = 1.1
_CLOCK_TOLERANCE_SECONDS: Final = 0.001


def check_timing(timing: Timing, measure: MeasureTiming) -> list[Finding]:
    """Return findings on the timing of a successful execution.

    If no measurement was requested, both times must be ``NO_TIMING``. Otherwise the time on the
    device must not exceed the time in the driver.
    """
    device, driver = timing.time_on_device, timing.time_in_driver
    if measure == MeasureTiming.NO:
        if is_unmeasured(timing):
            return []
        reason = f"the driver reported {format_timing(timing)} although MeasureTiming was NO"
        return [Finding(VerdictKind.FAILED, "timing.unmeasured", reason)]
    if NO_TIMING not in (device, driver) and device > driver:
        reason = (
            f"the reported time on the device, {device}, exceeds the time in the driver, {driver}"
        )
        return [Finding(VerdictKind.FAILED, "timing.device_within_driver", reason)]
    return []


def is_unmeasured(timing: Timing) -> bool:
    """Return whether a timing holds no time."""
    return timing.time_on_device == NO_TIMING and timing.time_in_driver == NO_TIMING


def format_timing(timing: Timing) -> str:
    """Return the two times of a timing for a reason's text."""
    return f"a timing (device {timing.time_on_device}, driver {timing.time_in_driver})"


def check_fenced_timing(
    since_launch: Timing,
    since_fence: Timing,
    measure: int,
    status: ErrorStatus = ErrorStatus.NONE,
) -> list[Finding]:
    """Return a finding if the two timings of a fenced execution violate the contract.

    According to IFencedExecutionCallback.getExecutionInfo, the driver reports no timing unless it
    was requested and the execution succeeded. Otherwise the driver may omit any of the four times.
    Of those that it reports, the time on the device must not exceed the time in the driver, and the
    time since the fences signalled must not exceed the time since launch.
    """
    if measure == MeasureTiming.NO or status != ErrorStatus.NONE:
        if since_fence == Timing():
            return []
        requested = measure != MeasureTiming.NO
        why = f"together with {status.name}" if requested else "although MeasureTiming was NO"
        reason = f"the driver reported {since_fence} since the fences signalled {why}"
        return [Finding(VerdictKind.FAILED, "timing.unmeasured", reason)]
    findings = check_timing(since_fence, MeasureTiming.YES)
    if findings:
        reason = f"since the fences signalled: {findings[0].reason}"
        return [Finding(VerdictKind.FAILED, "timing.device_within_driver", reason)]
    for where, whole, part in (
        ("on the device", since_launch.time_on_device, since_fence.time_on_device),
        ("in the driver", since_launch.time_in_driver, since_fence.time_in_driver),
    ):
        if NO_TIMING not in (whole, part) and part > whole:
            reason = (
                f"the reported time {where} since the fences signalled, {part}, exceeds the time "
                f"since launch, {whole}"
            )
            return [Finding(VerdictKind.FAILED, "timing.fenced_consistent", reason)]
    return []


def check_timing_plausible(timing: Timing, seconds: float, unit: float) -> list[Finding]:
    """Return a finding if a reported time exceeds the ``seconds`` measured by the client.

    ``unit`` is the unit of ``timing`` in seconds. The client measures from before the call until
    its result, so a longer reported time is incorrect or in another unit. The limit is the client's
    time plus 10 % plus 1 ms.
    """
    limit = seconds * _CLOCK_TOLERANCE_FACTOR + _CLOCK_TOLERANCE_SECONDS
    for name, time in (("device", timing.time_on_device), ("driver", timing.time_in_driver)):
        if time != NO_TIMING and time * unit > limit:
            reason = (
                f"the reported time in the {name} is {time} ({time * unit:.6g} s), "
                f"but the client waited only {seconds:.6g} s"
            )
            return [Finding(VerdictKind.FAILED, "timing.plausible", reason)]
    return []


def check_elapsed_times(
    outcome: ExecutionOutcome,
    since_fence: Sequence[Timing],
    measure: MeasureTiming,
    passed: float,
    unit: float,
) -> list[Finding]:
    """Return findings on implausible times of an execution.

    A reported time must not exceed the ``passed`` seconds that the client measured. ``since_fence``
    holds the second timing of a fenced execution, if there is one; it is also compared with the
    first. ``unit`` is the unit of the driver's times in seconds.
    """
    for timing in (outcome.timing, *since_fence):
        findings = check_timing_plausible(timing, passed, unit)
        if findings:
            return findings
    for timing in since_fence:
        return check_fenced_timing(outcome.timing, timing, measure, outcome.status)
    return []
