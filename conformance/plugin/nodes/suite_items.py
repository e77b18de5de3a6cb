"""The pytest nodes of the suite's checks: a file node per module, an item per check."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final

import pytest

from conformance.checks import Check, area_module, checks_of
from conformance.plugin.context.run_context import run_context_of
from conformance.plugin.nodes.items import CaseItem, report_outcome

SUITE_SOURCE: Final = "suite"
"""First part of a check's case id."""


class AreaFile(pytest.File):
    """A module of ``conformance.checks.areas``, which holds the checks of one area."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield one item for each check, in the order of the module."""
        for check in checks_of(area_module(self.path.stem)):
            yield CheckItem.from_parent(self, name=check.name, check=check)


class CheckItem(CaseItem):
    """One check of the suite."""

    def __init__(self, *, check: Check, **more: Any) -> None:
        super().__init__(**more)
        self.check = check

    @cached_property
    def case_id(self) -> str:
        """``suite/area/name``."""
        return self.check.case_id

    def runtest(self) -> None:
        """Run the check against the driver."""
        run = run_context_of(self.config)
        check = self.check.run(run.judge, run.version, run.reopen, run.open_updated)
        verdicts = run.gate.apply(check)
        self.verdicts, self.dump = run.dump_collector.dump_case(verdicts)
        report_outcome(self.verdicts, self.dump)
