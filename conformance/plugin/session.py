"""The plugin proper, registered once a driver is named."""

from __future__ import annotations

import fnmatch
import shlex
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

from conformance import __version__
from conformance.drivers import DriverLoadError
from conformance.harness import Kind
from conformance.harness.events import EventWriter, Header, to_dict
from conformance.plugin.items import (
    SPEC_SUFFIX,
    BrokenSpec,
    CaseFailed,
    SpecFile,
    SpecItem,
    describe,
)
from conformance.plugin.run import RUN, Run
from conformance.plugin.tally import COLUMNS, Tally
from conformance.specfile import bundled_specs
from nn_conformance import driver_text

_SHOWN_FAILURES = 20


def register(config: pytest.Config) -> None:
    """Open the driver and take part in the session; without it, a usage error."""
    try:
        config.stash[RUN] = Run(config, driver_text(config) or "")
    except DriverLoadError as error:
        raise pytest.UsageError(str(error)) from error
    config.args = _arguments(config)
    config.pluginmanager.register(ConformanceSession(config), "nn_conformance_session")


def _arguments(config: pytest.Config) -> list[str]:
    """Where to collect: case ids become spec files, and the bundled specs are the default."""
    arguments = [_case_argument(argument) or argument for argument in config.args]
    if config.args_source is pytest.Config.ArgsSource.INVOCATION_DIR:
        arguments.append(str(bundled_specs()))
    return arguments


def _case_argument(argument: str) -> str | None:
    """The pytest argument that a typed case id of a bundled spec stands for."""
    parts = argument.split("/")
    if len(parts) != 3 or Path(argument.partition("::")[0]).exists():
        return None
    folder, spec, example = parts
    path = bundled_specs() / folder / f"{spec}{SPEC_SUFFIX}"
    return f"{path}::{example}" if path.is_file() else None


class ConformanceSession:
    """Collection, reports and summary of one session.

    Under xdist the workers judge and the controller counts and writes: verdicts travel with the
    reports.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.run = config.stash[RUN]
        self.tally = Tally()
        self.worker = hasattr(config, "workerinput")
        self.events: EventWriter | None = None
        path = config.getoption("nn_events")
        if path and not self.worker:
            try:
                self.events = EventWriter(Path(path), self._header())
            except OSError as error:
                raise pytest.UsageError(f"--events {path}: {error.strerror or error}") from error

    def _header(self) -> Header:
        identity = self.run.identity
        return Header(
            driver=f"{identity.name} ({self.run.driver})",
            driver_version=identity.version_string,
            hal_version=identity.hal_version,
            suite_version=__version__,
            seed=self.run.seed,
            options={
                "callback_timeout": self.config.getoption("nn_callback_timeout"),
                "case": self.config.getoption("nn_cases"),
                "workers": getattr(self.config.option, "numprocesses", None) or 1,
            },
        )

    def pytest_report_header(self) -> list[str]:
        """Driver, versions, seed, options."""
        identity = self.run.identity
        lines = [
            (
                f"driver: {identity.name} {identity.version_string} "
                f"({identity.device_type}, HAL {identity.hal_version}) from {self.run.driver}"
            ),
            (
                f"nn-conformance {__version__}, seed {self.run.seed}, "
                f"callback timeout {self.config.getoption('nn_callback_timeout'):g} s"
            ),
        ]
        return lines + [f"driver problem: {problem}" for problem in identity.problems]

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Spec files are ours alone: Python's own collector would run them as test modules."""
        collectors = yield
        if file_path.name.endswith(SPEC_SUFFIX):
            return [SpecFile.from_parent(parent, path=file_path)]
        return collectors

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep what ``--case`` asks for."""
        patterns = self.config.getoption("nn_cases")
        if not patterns:
            return
        kept: list[pytest.Item] = []
        dropped: list[pytest.Item] = []
        for item in items:
            wanted = isinstance(item, SpecItem | BrokenSpec) and any(
                fnmatch.fnmatchcase(item.case_id, pattern) for pattern in patterns
            )
            (kept if wanted else dropped).append(item)
        if dropped:
            self.config.hook.pytest_deselected(items=dropped)
            items[:] = kept

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send the verdicts along with the report that they decide."""
        report = yield
        if isinstance(item, SpecItem | BrokenSpec):
            if call.when == "call":
                _send(report, "nn_verdicts", (item.case_id, [to_dict(v) for v in item.verdicts]))
            elif call.when == "teardown" and item.late:
                _send(report, "nn_late", [to_dict(v) for v in item.late])
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, None, None]:
        """Fail on what came to light late about this or an earlier case."""
        yield
        late = self.run.judge.close() if nextitem is None else self.run.judge.take_late()
        if late and isinstance(item, SpecItem | BrokenSpec):
            item.late = late
            raise CaseFailed("\n\n".join(describe(verdict) for verdict in late))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count, and write events (on the controller only)."""
        if self.worker:
            return
        for verdict in getattr(report, "nn_late", ()):
            self.tally.add_late(verdict)
            self._write(verdict)
        found = getattr(report, "nn_verdicts", None)
        if found is not None:
            case_id, verdicts = found
            self.tally.add(case_id, verdicts)
            for verdict in verdicts:
                self._write(verdict)

    def _write(self, verdict: Mapping[str, Any]) -> None:
        if self.events is not None:
            self.events.write(verdict)

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport) -> None:
        """A worker died: the case that it ran gets a verdict all the same."""
        verdict = {
            "case_id": crashitem,
            "path": "",
            "kind": str(Kind.CRASH),
            "rule": "process.alive",
            "reason": "the process that ran the driver died",
            "operations": [],
            "details": {},
            "durations": {},
        }
        _send(report, "nn_verdicts", (crashitem, [verdict]))

    def pytest_report_teststatus(
        self, report: pytest.TestReport
    ) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
        """Declined cases are counted apart from skipped ones."""
        found = getattr(report, "nn_verdicts", None)
        if found is None or not report.skipped:
            return None
        kinds = {verdict["kind"] for verdict in found[1]}
        for kind in (Kind.DECLINED, Kind.DISABLED, Kind.WAIVED):
            if kind in kinds:
                return str(kind), kind[0], (kind.upper(), {"yellow": True})
        return None

    def pytest_sessionfinish(self) -> None:
        """Close the stream: from here on the run counts as complete."""
        if self.events is not None:
            self.events.finish()

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Verdicts by operation, what was declined, what nobody executed, how to reproduce."""
        if self.worker or not self.tally.cases:
            return
        write = terminalreporter.write_line
        terminalreporter.section("conformance of " + self.run.identity.name)
        width = max(len(name) for name in [*self.tally.by_operation, "operation"])
        write(f"{'operation':{width}}" + "".join(f"{column:>10}" for column in COLUMNS))
        for name in sorted(self.tally.by_operation):
            counts = self.tally.by_operation[name]
            write(f"{name:{width}}" + "".join(f"{counts[c] or '':>10}" for c in COLUMNS))
        total = ", ".join(f"{count} {kind}" for kind, count in sorted(self.tally.cases.items()))
        write(f"cases: {total} (a case counts once for each operation in it)")
        self._declined(write)
        for line in self.tally.late:
            write(f"came to light late: {line}")
        if self.tally.never_executed:
            write("reported supported, and never executed: " + ", ".join(self.tally.never_executed))
        if not self.tally.executed:
            write("NOTHING WAS EXECUTED: this run says nothing about the driver's results")
        self._reproduce(write)

    def _declined(self, write: Any) -> None:
        for name, reasons in sorted(self.tally.declined_for.items()):
            reason, _ = reasons.most_common(1)[0]
            write(f"declined for {name}: {sum(reasons.values())} cases, for instance: {reason}")

    def _reproduce(self, write: Any) -> None:
        failures = self.tally.failures
        if not failures:
            return
        driver = shlex.quote(self.run.driver)
        paths = [argument for argument in self.config.args if argument != str(bundled_specs())]
        where = " ".join(shlex.quote(path.partition("::")[0]) for path in paths)
        write("reproduce with:")
        for case_id in failures[:_SHOWN_FAILURES]:
            write(f"  pytest --driver {driver} --case {shlex.quote(case_id)} {where}".rstrip())
        if len(failures) > _SHOWN_FAILURES:
            write(f"  ... and {len(failures) - _SHOWN_FAILURES} more")


def _send(report: pytest.TestReport, name: str, value: object) -> None:
    """Attach plain data to a report; xdist carries a report's attributes to the controller."""
    setattr(report, name, value)
