"""A check of the driver that is no example."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from conformance.cases.example import Example
from conformance.verdicts import Finding, JSONValue


@dataclass(frozen=True, slots=True)
class Scenario:
    """A check that makes several driver calls; all its findings together are one verdict.

    ``run`` returns the findings in order; a ``DriverCallError`` that it raises is recorded as a
    further finding. ``details`` are added to the verdict in any case. ``evidence`` returns the
    example to dump if the verdict blames the driver.
    """

    case_id: str
    run: Callable[[], Iterable[Finding]]
    operations: tuple[str, ...] = ()
    details: Mapping[str, JSONValue] = field(default_factory=dict)
    evidence: Callable[[], Example | None] = lambda: None
