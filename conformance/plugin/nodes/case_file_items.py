"""The pytest nodes of case files (``.case``)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from conformance.cases.casefile import CASE_SUFFIX, CaseError, read_case
from conformance.plugin.context.case_ids import SPEC_SUFFIX
from conformance.plugin.context.run_context import run_context_of
from conformance.plugin.nodes.items import CaseItem, UnreadableItem, report_outcome


class CaseFileCollector(pytest.File):
    """A ``.case`` file, which holds one case."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield one item, named after the case's example; a failing one for an unreadable file."""
        try:
            case = read_case(self.path)
        except CaseError as error:
            yield UnreadableCaseItem.from_parent(self, name="unreadable", problem=str(error))
            return
        name = case.example.name or "case"
        yield CaseFileItem.from_parent(self, name=name, stored_id=case.case_id)


class CaseFileItem(CaseItem):
    """The item of the case in a case file; its id is the one that the file records."""

    def __init__(self, *, stored_id: str, **more: Any) -> None:
        super().__init__(**more)
        self.stored_id = stored_id

    @cached_property
    def case_id(self) -> str:
        """The case id that is recorded in the file."""
        return self.stored_id

    def runtest(self) -> None:
        """Run the case along the paths that the file names, and report the verdicts."""
        self.verdicts, self.dump = run_context_of(self.config).judge_case_file(
            self.path, self.stored_id
        )
        report_outcome(self.verdicts, self.dump)


class UnreadableCaseItem(UnreadableItem):
    """An item for a case file that cannot be read."""

    def __init__(self, **more: Any) -> None:
        super().__init__(rule="case.unreadable", **more)
        self.stands_for = self.path.stem.replace(".", "/")  # as a dump names its files

    @cached_property
    def case_id(self) -> str:
        """An id derived from the file's name, because the recorded id cannot be read."""
        return f"{self.path.parent.name}/{self.path.name}/unreadable"


def is_part_of_dump(path: Path) -> bool:
    """Return whether ``path`` is a spec file with a case file in the same folder.

    The case file describes the same case with all details, so the spec file need not run.
    """
    return path.name.endswith(SPEC_SUFFIX) and any(path.parent.glob(f"*{CASE_SUFFIX}"))
