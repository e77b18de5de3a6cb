"""Case files and dumps in a pytest session: collection, reports, summary."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from conformance.harness.dump import Dump
from conformance.plugin.casefiles import CaseFileNode, is_part_of_dump
from conformance.plugin.items import CaseFailed, CaseItem
from conformance.plugin.run import RUN
from conformance.specfile.casefile import CASE_SUFFIX


class DumpSession:
    """Takes case files in, and tells of the dumps that were written.

    Under xdist a dump travels with the report of its case, as the verdicts do.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._dumps = config.stash[RUN].dumps
        self._worker = hasattr(config, "workerinput")
        self._made: set[str] = set()
        self._over_limit = 0
        self._problems: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Case files are cases; the spec file of a dump only where it is asked for by name."""
        collectors = yield
        if file_path.suffix == CASE_SUFFIX:
            return [*collectors, CaseFileNode.from_parent(parent, path=file_path)]
        if is_part_of_dump(file_path) and not parent.session.isinitpath(file_path):
            return []
        return collectors

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send the dumps along with the report of the failure."""
        report = yield
        if isinstance(item, CaseItem) and call.when != "setup":
            dumps = [item.dump] if call.when == "call" else item.late_dumps
            told = [asdict(dump) for dump in dumps if dump is not None]
            if told:
                _attach(report, told)
        return report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, None, None]:
        """Write down what came to light late."""
        try:
            yield
        except CaseFailed as failed:
            if not isinstance(item, CaseItem):
                raise
            item.late, item.late_dumps = self._dumps.settle_late(item.late)
            texts = [dump.describe() for dump in item.late_dumps]
            raise CaseFailed("\n\n".join([str(failed), *texts])) from None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Let xdist's workers share the limit on dumps."""
        self._dumps.tell_worker(node.workerinput)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count what became of the dumps (on the controller only)."""
        if self._worker:
            return
        for plain in getattr(report, "nn_dumps", ()):
            dump = Dump(**plain)
            if dump.folder:
                self._made.add(dump.folder)
            self._over_limit += dump.over_limit
            if dump.problem:
                self._problems.append(dump.problem)

    def pytest_sessionfinish(self) -> None:
        """Remove what the workers counted in."""
        if not self._worker:
            self._dumps.finish()

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Where the dumps lie, and which there are not."""
        for line in self.lines():
            terminalreporter.write_line(line)

    def lines(self) -> list[str]:
        """Lines for the summary; none when nothing failed."""
        lines = []
        if self._made:
            folder = Path(min(self._made)).parent
            lines.append(f"dumps: {_count(len(self._made), 'failing case')} in {folder}")
        if self._over_limit:
            cases = _count(self._over_limit, "failing case")
            limit = self._dumps.limit
            lines.append(f"dumps: {cases} not written, the limit is {limit} (--max-dumps)")
        if self._problems:
            count = _count(len(self._problems), "dump")
            lines.append(f"WARNING: {count} could not be written: {self._problems[0]}")
            lines.append(
                "  (no verdict is lost; --dump FOLDER writes elsewhere, --no-dump nowhere)"
            )
        return lines


def _attach(report: pytest.TestReport, dumps: list[dict[str, Any]]) -> None:
    """A report's attributes are what xdist carries to the controller."""
    report.nn_dumps = dumps  # type: ignore[attr-defined]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
