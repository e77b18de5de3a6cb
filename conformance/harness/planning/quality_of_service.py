"""The quality of service of a path: priority, deadlines and loop timeout (from HAL 1.3 on)."""

import time
from enum import StrEnum
from typing import Final

from conformance.driver_sdk.prepared_models import MAXIMUM_LOOP_TIMEOUT
from conformance.hal import Priority, Version


class QualityOfService(StrEnum):
    """The priority and the deadlines with which the client prepares a model and executes it."""

    DEFAULT = ""
    LOW_PRIORITY = "low_priority"
    HIGH_PRIORITY = "high_priority"
    FAR_DEADLINE = "far_deadline"
    """Preparation and execution have the latest possible deadline, which no driver misses."""
    FAR_PREPARATION = "far_preparation"
    """The preparation has the latest possible deadline; the execution has none."""
    LONG_LOOP_TIMEOUT = "long_loop_timeout"
    """The request states the longest loop timeout."""
    NEAR_DEADLINE = "near_deadline"
    """The execution has a deadline in 5 ms; a fenced one has a duration of 5 ms instead."""
    PAST_DEADLINE = "past_deadline"
    """The deadline of the execution passes when the call begins."""
    LATE_PREPARATION = "late_preparation"
    """The deadline of the preparation passes when the call begins; the execution has none."""


QUALITY_SINCE: Final = Version.V1_3

_FAR: Final = 2**63 - 1
_NEAR_NS: Final = 5_000_000
_PRIORITIES: Final = {
    QualityOfService.LOW_PRIORITY: Priority.LOW,
    QualityOfService.HIGH_PRIORITY: Priority.HIGH,
}
_MISSABLE_EXECUTION: Final = frozenset(
    {QualityOfService.NEAR_DEADLINE, QualityOfService.PAST_DEADLINE}
)
_PREPARED_ALIKE: Final = _MISSABLE_EXECUTION | {QualityOfService.LONG_LOOP_TIMEOUT}
_LIMITED_EXECUTION: Final = _PREPARED_ALIKE | {QualityOfService.FAR_DEADLINE}
_FAR_PREPARATION: Final = frozenset(
    {QualityOfService.FAR_DEADLINE, QualityOfService.FAR_PREPARATION}
)


def preparation_form(quality: QualityOfService) -> QualityOfService:
    """Return the quality that determines the preparation; limits of executions do not."""
    return QualityOfService.DEFAULT if quality in _PREPARED_ALIKE else quality


def priority_of(quality: QualityOfService, default: int) -> int:
    """Return the priority with which the model of a path is prepared."""
    return _PRIORITIES.get(quality, default)


def preparation_deadline(quality: QualityOfService) -> int | None:
    """Return the deadline of a preparation that starts now, in nanoseconds."""
    if quality is QualityOfService.LATE_PREPARATION:
        return time.monotonic_ns()
    return _FAR if quality in _FAR_PREPARATION else None


def execution_deadline(quality: QualityOfService) -> int | None:
    """Return the deadline of an execution that starts now, in nanoseconds."""
    if quality is QualityOfService.FAR_DEADLINE:
        return _FAR
    if quality is QualityOfService.NEAR_DEADLINE:
        return time.monotonic_ns() + _NEAR_NS
    return time.monotonic_ns() if quality is QualityOfService.PAST_DEADLINE else None


def fenced_limits(quality: QualityOfService) -> tuple[int | None, int | None]:
    """Return the deadline and the duration of a fenced execution that starts now."""
    if quality is QualityOfService.NEAR_DEADLINE:
        return None, _NEAR_NS
    duration = _FAR if quality is QualityOfService.FAR_DEADLINE else None
    return execution_deadline(quality), duration


def loop_timeout(quality: QualityOfService, default: int | None) -> int | None:
    """Return the loop timeout of an execution in nanoseconds; ``None`` leaves it to the driver."""
    return MAXIMUM_LOOP_TIMEOUT if quality is QualityOfService.LONG_LOOP_TIMEOUT else default


def may_miss_execution(quality: QualityOfService) -> bool:
    """Return whether an execution may end with a missed deadline."""
    return quality in _MISSABLE_EXECUTION


def may_miss_preparation(quality: QualityOfService) -> bool:
    """Return whether a preparation may end with a missed deadline."""
    return quality is QualityOfService.LATE_PREPARATION


def fits_burst(quality: QualityOfService) -> bool:
    """Return whether the quality applies to bursts, whose requests have no field for a limit."""
    return quality not in _LIMITED_EXECUTION
