"""The row of the fault tables: a driver with one fault, and the check or path that must detect it.

Only the check or path for the rule that the driver violates runs on it, with short time limits.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from conformance.checks import checks_by_area
from conformance.drivers.driver import Driver
from conformance.harness.judge import Judge, JudgeOptions, is_followed_by_pause
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.reference import ReferenceDevice
from conformance.verdicts import Verdict
from tests.sample_drivers.adder_driver import add_example

OPTIONS = JudgeOptions(callback_timeout=0.4)
CHECKS = {check.rule: check for area in checks_by_area().values() for check in area}
EXAMPLE = add_example()
CASE_WITH_PAUSE = next(
    name for name in map("add_{}".format, range(9999)) if is_followed_by_pause(name, OPTIONS)
)
"""A case id after which the judge waits to observe late writes and callbacks."""


@dataclass(frozen=True)
class DriverFault:
    """A faulty driver and what must detect it.

    Attributes:
        name: What the driver does wrong, as a sentence without a period.
        by: The check (``area.name``) or path that runs on the driver.
        device: Creates the driver.
        rule: The rule that the driver violates; empty for the check itself.
    """

    name: str
    by: str
    device: Callable[[], ReferenceDevice]
    rule: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rule", self.rule or self.by)

    @property
    def id(self) -> str:
        """The name as a Python identifier."""
        return identifier(self.name)

    @property
    def clause(self) -> str:
        """The section of the contract that states the rule."""
        return CHECKS[self.by].contract_section if "." in self.by else "IPreparedModel"

    def verdicts(self) -> list[Verdict]:
        """Run the check or the path on the driver and return the verdicts."""
        device = self.device()
        updated = getattr(self.device, "updated", lambda: None)
        judge = Judge(Driver(device, reopen=self.device, open_updated=updated), OPTIONS)
        if "." in self.by:
            verdicts = CHECKS[self.by].run(judge)
        else:
            verdicts = judge.judge(EXAMPLE, CASE_WITH_PAUSE, [ExecutionPath.parse(self.by)])
        return [*verdicts, *judge.close()]


@dataclass(frozen=True)
class LegalDriver:
    """A driver that differs from the reference, and what permits it: no check may blame it."""

    name: str
    permitted: str
    device: Callable[[], ReferenceDevice]

    @property
    def id(self) -> str:
        """The name as a Python identifier."""
        return identifier(self.name)


def identifier(name: str) -> str:
    """Return a name as a Python identifier."""
    return re.sub(r"\W+", "_", name).strip("_")


def table(*rows: tuple) -> tuple[DriverFault, ...]:
    """Return the faults of a table whose rows are: name, check or path, driver[, rule]."""
    return tuple(DriverFault(*row) for row in rows)
