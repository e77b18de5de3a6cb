"""The pytest hooks for case files and dumps: they collect, report and summarize them."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pytest

from conformance.cases.casefile import CASE_SUFFIX
from conformance.failures.failure_dump import DumpResult
from conformance.plugin.context.run_context import RUN_CONTEXT_KEY
from conformance.plugin.nodes.case_file_items import CaseFileCollector, is_part_of_dump
from conformance.plugin.nodes.items import CaseFailed, CaseItem
from conformance.plugin.session.run_causes import RunCauses

_FEW: Final = 10
"""Up to this number of dumps, none is removed at the end of a run."""


class DumpPlugin:
    """The hooks that collect case files as cases and report which dumps were written.

    Under xdist the worker writes a dump and attaches its description to the test report, which
    xdist sends to the controller. Only the controller counts dumps and prints the summary.
    """

    def __init__(self, config: pytest.Config, causes: RunCauses) -> None:
        self._causes = causes
        self._collector = config.stash[RUN_CONTEXT_KEY].dump_collector
        self._worker = hasattr(config, "workerinput")
        self._earlier = _earlier_dumps(config, self._collector.folder)
        self._folders: set[str] = set()
        self._folder_by_case: dict[str, str] = {}
        self._over_limit = 0
        self._same_cause = 0
        self._problems: list[str] = []

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Skip the dumps of earlier runs, unless an argument names their folder or one of them."""
        return True if self._earlier and collection_path == self._collector.folder else None

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Collect case files; skip the spec file of a dump unless it is named on the command line.

        The spec file and the case file of a dump describe the same case, which would run twice.
        """
        collectors = yield
        if file_path.suffix == CASE_SUFFIX:
            return [*collectors, CaseFileCollector.from_parent(parent, path=file_path)]
        if is_part_of_dump(file_path) and not parent.session.isinitpath(file_path):
            return []
        return collectors

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, None, None]:
        """Dump the cases whose failures were found after their end, and report these dumps."""
        try:
            yield
        except CaseFailed as failed:
            if not isinstance(item, CaseItem):
                raise
            item.late_verdicts, item.late_dumps = self._collector.dump_late_failures(
                item.late_verdicts
            )
            texts = [dump.describe() for dump in item.late_dumps]
            raise CaseFailed("\n\n".join([str(failed), *texts])) from None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Send the name of the dump counter to an xdist worker, so that all share the limit."""
        self._collector.configure_worker(node.workerinput)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the dumps that were written, omitted or failed (on the controller only)."""
        if self._worker:
            return
        for plain in getattr(report, "nn_dumps", ()):
            dump = DumpResult(**plain)
            if dump.folder:
                self._folders.add(dump.folder)
                self._folder_by_case[dump.case_id] = dump.folder
            self._same_cause += dump.same_cause
            self._over_limit += dump.over_limit
            if dump.problem:
                self._problems.append(dump.problem)

    def pytest_sessionfinish(self) -> None:
        """Remove the workers' counter file and superfluous dumps (on the controller only)."""
        if self._worker:
            return
        self._collector.finish()
        self._folders = {folder for folder in self._folders if self._collector.exists(folder)}
        if len(self._folders) > _FEW:
            self._keep_smallest()

    def _keep_smallest(self) -> None:
        """Keep the dumps of the smallest cases of each cause only."""
        for cause in self._causes.found:
            folders = [self._folder_by_case.get(case_id, "") for case_id in cause.cases]
            dumped = [folder for folder in dict.fromkeys(folders) if folder in self._folders]
            removed = self._collector.keep_smallest(dumped)
            self._folders.difference_update(removed)
            self._same_cause += len(removed)

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the folder of the dumps, and how many dumps are missing and why."""
        for line in self.summary_lines():
            terminalreporter.write_line(line)

    def summary_lines(self) -> list[str]:
        """Return the lines for the summary; none without a dump."""
        lines = []
        if self._earlier:
            name = self._collector.folder.name
            lines.append(
                f"dumps: {_format_count(self._earlier, 'case')} of earlier runs in {name} did not"
                f" run; the argument {name} runs them"
            )
        if self._folders:
            folder = Path(min(self._folders)).parent
            lines.append(f"dumps: {_format_count(len(self._folders), 'failing case')} in {folder}")
        if self._same_cause:
            cases = _format_count(self._same_cause, "failing case")
            lines.append(
                f"dumps: {cases} not kept, because {self._collector.per_cause} smaller ones of the "
                "same cause are (--dumps-per-cause)"
            )
        if self._over_limit:
            cases = _format_count(self._over_limit, "failing case")
            limit = self._collector.limit
            lines.append(f"dumps: {cases} not written, the limit is {limit} (--max-dumps)")
        if self._problems:
            count = _format_count(len(self._problems), "dump")
            lines.append(f"WARNING: {count} could not be written: {self._problems[0]}")
            lines.append(
                "  (no verdict is lost; --dump FOLDER writes elsewhere, --no-dump nowhere)"
            )
        return lines


def attach_dumps(item: CaseItem, report: pytest.TestReport) -> None:
    """Attach the dumps of a failing case to its report."""
    if report.when == "call":
        dumps = [] if item.dump is None else [item.dump]
    else:  # late failures are found during teardown, after pytest created the report on the call
        dumps = [] if report.when == "setup" else list(item.late_dumps)
    if dumps:
        # Plain data: xdist sends the attributes of a report to the controller.
        report.nn_dumps = [asdict(dump) for dump in dumps]  # type: ignore[attr-defined]


def _earlier_dumps(config: pytest.Config, folder: Path) -> int:
    """Return the number of dumps in the folder; 0 if an argument names it or one of them."""
    start = Path(config.invocation_params.dir)
    arguments = [start / argument.partition("::")[0] for argument in config.args]
    if any(argument.resolve().is_relative_to(folder.resolve()) for argument in arguments):
        return 0
    try:
        return sum(1 for _ in folder.glob(f"*/*{CASE_SUFFIX}"))
    except OSError:
        return 0


def _format_count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
