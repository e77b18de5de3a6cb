"""Data on a failing case, which the judge passes to the code that writes dumps."""

from collections.abc import Callable
from dataclasses import dataclass

from conformance.cases.example import Example
from conformance.hal import OutputShape
from conformance.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class PathAttempt:
    """One path of a failing case.

    ``outputs`` are the bytes in the output buffers, ``output_shapes`` the shapes that the driver
    reported. Both are ``None`` if the execution has no outcome or no findings.
    """

    verdict: Verdict
    outputs: tuple[bytes, ...] | None = None
    output_shapes: tuple[OutputShape, ...] | None = None


@dataclass(frozen=True, slots=True)
class CaseFailure:
    """A case with at least one verdict that blames the driver.

    ``attempts`` are all its paths in order. A ``late`` failure was detected after the case's
    verdicts and has one attempt only. ``example`` is the object that was passed to the driver, so
    it includes any changes that the driver made. ``derived`` is set if a check generated the
    example, so that it cannot be loaded again by the case's id.
    """

    case_id: str
    example: Example
    attempts: tuple[PathAttempt, ...]
    late: bool = False
    derived: bool = False


FailureHook = Callable[[CaseFailure], None]
"""Called by the judge for each failing case, after the case's last path."""
