"""What a failing case leaves in the judge's hands, for whoever writes it down."""

from collections.abc import Callable
from dataclasses import dataclass

from conformance.hal import OutputShape
from conformance.harness.verdict import Verdict
from conformance.specfile.example import Example


@dataclass(frozen=True, slots=True)
class Attempt:
    """One path of a failing case.

    ``outputs`` are the bytes found in the outputs' buffers and ``output_shapes`` what the driver
    reported; both ``None`` where nothing came back or nothing was wrong.
    """

    verdict: Verdict
    outputs: tuple[bytes, ...] | None = None
    output_shapes: tuple[OutputShape, ...] | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A case of which at least one verdict blames the driver.

    ``attempts`` are all its paths in order. A ``late`` failure came to light after the case had its
    verdicts, and tells of one path only. ``example`` is the one that was handed to the driver: what
    the driver changed in it is changed. A ``derived`` one was made for the driver: it is not the
    case's own example.
    """

    case_id: str
    example: Example
    attempts: tuple[Attempt, ...]
    late: bool = False
    derived: bool = False


FailureHook = Callable[[Failure], None]
"""Called by the judge for each failing case, after the case's last path."""
