"""The quality of service of a path: the priority of the model, and deadlines (from HAL 1.3 on)."""

import time
from enum import StrEnum
from typing import Final

from conformance.hal import Priority, Version


class QualityOfService(StrEnum):
    """The priority and the deadlines with which the client prepares a model and executes it."""

    DEFAULT = ""
    LOW_PRIORITY = "low_priority"
    HIGH_PRIORITY = "high_priority"
    FAR_DEADLINE = "far_deadline"
    """Preparation and execution have the latest possible deadline, which no driver misses."""
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
_PREPARED_ALIKE: Final = frozenset({QualityOfService.NEAR_DEADLINE, QualityOfService.PAST_DEADLINE})
_MISSABLE_EXECUTION: Final = _PREPARED_ALIKE
_WITH_DEADLINE: Final = _MISSABLE_EXECUTION | {QualityOfService.FAR_DEADLINE}


def preparation_form(quality: QualityOfService) -> QualityOfService:
    """Return the quality that determines the preparation; deadlines of executions do not."""
    return QualityOfService.DEFAULT if quality in _PREPARED_ALIKE else quality


def priority_of(quality: QualityOfService, default: int) -> int:
    """Return the priority with which the model of a path is prepared."""
    return _PRIORITIES.get(quality, default)


def preparation_deadline(quality: QualityOfService) -> int | None:
    """Return the deadline of a preparation that starts now, in nanoseconds."""
    if quality is QualityOfService.LATE_PREPARATION:
        return time.monotonic_ns()
    return _FAR if quality is QualityOfService.FAR_DEADLINE else None


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


def may_miss_execution(quality: QualityOfService) -> bool:
    """Return whether an execution may end with a missed deadline."""
    return quality in _MISSABLE_EXECUTION


def may_miss_preparation(quality: QualityOfService) -> bool:
    """Return whether a preparation may end with a missed deadline."""
    return quality is QualityOfService.LATE_PREPARATION


def fits_burst(quality: QualityOfService) -> bool:
    """Return whether the quality applies to bursts, whose requests have no field for a deadline."""
    return quality not in _WITH_DEADLINE
