"""The plugin proper, registered once a driver is named."""

from __future__ import annotations

import gc
import itertools
import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from conformance import __version__
from conformance.drivers import DriverLoadError
from conformance.drivers.process import IsolatedDevice
from conformance.hal import OperationType, Version, name_of
from conformance.harness import Kind, Verdict
from conformance.harness.events import EventWriter, Header, read_events
from conformance.plugin.baseline import PYTEST_SELECTION, Baseline, missing_text
from conformance.plugin.dumping import DumpSession
from conformance.plugin.isolation import IsolationSession, leave_word
from conformance.plugin.items import (
    SKIPS,
    SPEC_SUFFIX,
    CaseFailed,
    CaseItem,
    SpecFile,
    describe,
    describe_all,
)
from conformance.plugin.policy import find_policy
from conformance.plugin.random_graphs import (
    CHOSEN,
    PLACE,
    RandomGraphs,
    arguments,
    choose_profile,
)
from conformance.plugin.run import RUN, Run
from conformance.plugin.selection import Selection
from conformance.plugin.suite import SUITE, AreaFile
from conformance.plugin.summary import Summary
from conformance.reports.difference import lowered
from conformance.reports.policy import unmet
from conformance.reports.tally import Tally
from conformance.specfile import SpecError, bundled_specs
from conformance.specfile.casefile import CASE_SUFFIX
from conformance.suite import AREAS, is_area
from nn_conformance import driver_text


def register(config: pytest.Config) -> None:
    """Open the driver and take part in the session; without it, a usage error."""
    policy, folder = find_policy(config.rootpath)
    driver = driver_text(config) or ""
    try:
        run = Run(config, driver, policy, folder)
    except DriverLoadError as error:
        leave_word(config, error)
        raise pytest.UsageError(str(error)) from error
    if policy.hal and Version.parse(policy.hal) != run.version:
        raise pytest.UsageError(
            f"policy demands a driver of HAL {policy.hal}, {run.identity.name} declares "
            f"{run.version}"
        )
    config.stash[RUN] = run
    config.args = arguments(config, _arguments(config))
    choose_profile(config, run)
    session = ConformanceSession(config)
    config.pluginmanager.register(session, "nn_conformance_session")
    config.pluginmanager.register(DumpSession(config), "nn_conformance_dumps")
    config.pluginmanager.register(RandomGraphs(config), "nn_conformance_random_graphs")
    config.pluginmanager.register(IsolationSession(session), "nn_conformance_isolation")
    selection = Selection(config, session.done)
    config.pluginmanager.register(selection, "nn_conformance_selection")
    if not session.worker:
        summary = Summary(config, session, selection)
        config.pluginmanager.register(summary, "nn_conformance_summary")


def _arguments(config: pytest.Config) -> list[str]:
    """Where to collect: case ids become spec files, and the bundled specs are the default."""
    arguments = [_case_argument(argument) or argument for argument in config.args]
    here = config.invocation_params.dir
    # Below this folder (an environment made here) the bundled specs are met on the way.
    met = bundled_specs().resolve().is_relative_to(here.resolve())
    if config.args_source is pytest.Config.ArgsSource.INVOCATION_DIR and not met:
        arguments += [str(bundled_specs()), str(AREAS)]
    return arguments


def _case_argument(argument: str) -> str | None:
    """The pytest argument that a typed case id or node id of a bundled spec stands for."""
    location, colons, name = argument.partition("::")
    if Path(location).exists():
        return None
    if location.endswith(SPEC_SUFFIX):
        path = bundled_specs() / location
        return f"{path}{colons}{name}" if path.is_file() else None
    area = AREAS.parent / location
    if colons and is_area(area) and area.is_file():
        return f"{area}::{name}"
    parts = argument.split("/")
    if len(parts) != 3:
        return None
    folder, spec, example = parts
    if folder == SUITE and (AREAS / f"{spec}.py").is_file():
        return f"{AREAS / spec}.py::{example}"
    path = bundled_specs() / folder / f"{spec}{SPEC_SUFFIX}"
    return f"{path}::{example}" if path.is_file() else None


def _node_id(config: pytest.Config, path: Path) -> str | None:
    """A node id that can be typed, where pytest's own could not: outside the root directory."""
    if path.is_relative_to(config.rootpath):
        return None
    if path.is_relative_to(bundled_specs()):
        return path.relative_to(bundled_specs()).as_posix()
    if path.is_relative_to(AREAS):
        return path.relative_to(AREAS.parent).as_posix()
    return Path(os.path.relpath(path, config.invocation_params.dir)).as_posix()


def _spec_of(config: pytest.Config, location: str) -> Path:
    """The spec file that a node id speaks of."""
    for base in (config.rootpath, config.invocation_params.dir):
        if (base / location).is_file():
            return base / location
    return bundled_specs() / location


def _area_of(config: pytest.Config, location: str) -> Path | None:
    """The module of the suite that a node id speaks of, if it does."""
    for base in (config.rootpath, config.invocation_params.dir, AREAS.parent):
        path = base / location
        if is_area(path) and path.is_file():
            return path
    return None


def _died(case_id: str, operations: tuple[str, ...]) -> Verdict:
    reason = "the process that ran the driver died"
    return Verdict(case_id, "", Kind.CRASH, "process.alive", reason, operations)


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
        self.done: frozenset[str] = frozenset()
        self.events: EventWriter | None = None
        self.left_word: Callable[[str], Verdict | None] = lambda _: None
        """Tells what a worker that is gone has left of the case with this id."""
        self._pytest: pytest.Session | None = None
        self._stopped = ""
        self._broken_stream = ""
        if self.worker:
            self.done = frozenset(config.workerinput["nn_done"])  # type: ignore[attr-defined]
            return
        path = config.getoption("nn_events")
        if config.getoption("nn_resume"):
            if not path:
                raise pytest.UsageError("--resume goes on with the run in --events FILE: name it")
            self.events = self._resumed(Path(path))
        elif path:
            self.events = self._writer(Path(path))

    def _writer(self, path: Path) -> EventWriter:
        try:
            return EventWriter(path, self._header())
        except OSError as error:
            raise pytest.UsageError(f"--events {path}: {error.strerror or error}") from error

    def _resumed(self, path: Path) -> EventWriter:
        """A stream that begins with what the interrupted run left, the last case excepted.

        It is written beside the old one and then put in its place, so that nothing can be lost.
        """
        if not path.exists():
            return self._writer(path)
        old = read_events(path)
        if old.header is None:
            raise pytest.UsageError(f"--resume: {path} is no event stream: {old.problems[0]}")
        wanted = self._header()
        for name in ("driver", "driver_version", "suite_version", "seed"):
            before, now = getattr(old.header, name), getattr(wanted, name)
            if before != now:
                raise pytest.UsageError(f"--resume: {path} is of {name} {before}, this run {now}")
        last = old.verdicts[-1].case_id if old.verdicts and old.truncated else None
        partial = path.with_name(path.name + ".part")
        writer = self._writer(partial)
        for case_id, group in itertools.groupby(old.verdicts, key=lambda v: v.case_id):
            if case_id == last:
                continue
            verdicts = list(group)
            self.tally.add(case_id, verdicts)
            for verdict in verdicts:
                writer.write(verdict)
        partial.replace(path)
        self.done = frozenset(v.case_id for v in old.verdicts) - {last}
        return writer

    def stop(self, reason: str) -> None:
        """End the session: nothing can be judged any more, and its stream has no footer."""
        self._stopped = reason
        if self._pytest is not None:
            self._pytest.shouldstop = reason

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Remember pytest's session, to stop it."""
        self._pytest = session

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker which cases an interrupted run has done."""
        node.workerinput["nn_done"] = sorted(self.done)

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
                "coupling": self.config.getoption("nn_coupling"),
                "case": self.config.getoption("nn_cases"),
                "case_list": self.config.getoption("nn_case_list"),
                "pytest": {
                    name: self.config.getoption(name)
                    for name in PYTEST_SELECTION
                    if self.config.getoption(name, None)
                },
                "isolate": isinstance(self.run.device, IsolatedDevice),
                "paths": list(self.run.paths),
                "random_profile": self.config.stash[CHOSEN].profile,
                "random_narrowed": self.config.stash[CHOSEN].note,
                "shard": self.config.getoption("nn_shard"),
                "specs": [a for a in self.config.args if a != str(bundled_specs())],
                "workers": getattr(self.config.option, "numprocesses", None) or 1,
            },
            declared={
                "device_type": identity.device_type,
                "extensions": list(identity.extensions),
            },
            policy=self.run.demands,
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

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Let collection reach what of ours is installed in a virtual environment, and only that.

        pytest itself walks into no environment, not even towards a path that it was given.
        """
        environment = sys.prefix
        if not collection_path.is_relative_to(environment) or self.config.rootpath.is_relative_to(
            environment
        ):
            return None
        ours = [
            path for path in (bundled_specs(), AREAS, PLACE) if path.is_relative_to(environment)
        ]
        return (
            not any(
                path.is_relative_to(collection_path) or collection_path.is_relative_to(path)
                for path in ours
            )
            if ours
            else None
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Spec files are ours alone: Python's own collector would run them as test modules."""
        collectors = yield
        if file_path.name.endswith(SPEC_SUFFIX):
            nodeid = _node_id(self.config, file_path)
            return [SpecFile.from_parent(parent, path=file_path, nodeid=nodeid)]
        if is_area(file_path):
            nodeid = _node_id(self.config, file_path)
            return [AreaFile.from_parent(parent, path=file_path, nodeid=nodeid)]
        return collectors

    def pytest_collection_finish(self) -> None:
        """Items live to the end: the garbage collector need not walk over them with each case."""
        gc.freeze()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send the verdicts along with the report that they decide."""
        report = yield
        if isinstance(item, CaseItem):
            if call.when == "call":
                _send(report, "nn_verdicts", (item.case_id, _encoded(item.verdicts)))
                if report.skipped:
                    kinds = {verdict.kind for verdict in item.verdicts}
                    _send(report, "nn_set_aside", str(next(k for k in SKIPS if k in kinds)))
            elif call.when == "teardown" and item.late:
                _send(report, "nn_late", _encoded(item.late))
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, None, None]:
        """Fail on what came to light late about this or an earlier case."""
        yield
        late = self.run.judge.close() if nextitem is None else self.run.judge.take_late()
        if late and isinstance(item, CaseItem):
            item.late = late
            raise CaseFailed("\n\n".join(describe_all(late)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count, and write events (on the controller only)."""
        if self.worker:
            return
        late = getattr(report, "nn_late", None)
        if late is not None:
            for verdict in _VERDICTS.decode(late):
                self.tally.add_late(verdict)
                self.write(verdict)
        found = getattr(report, "nn_verdicts", None)
        if found is not None:
            case_id, encoded = found
            verdicts = _VERDICTS.decode(encoded)
            self.tally.add(case_id, verdicts)
            for verdict in verdicts:
                self.write(verdict)
            # pytest keeps every report to its end; what is counted and written need not stay.
            _send(report, "nn_verdicts", None)

    def write(self, verdict: Verdict) -> None:
        """Append to the event stream; one that cannot be written costs no verdict."""
        if self.events is not None:
            with self._guarded():
                self.events.write(verdict)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Go on without the stream, and say so, when the disk is full."""
        try:
            yield
        except OSError as error:
            self._broken_stream = (
                f"--events {self.config.getoption('nn_events')}: {error.strerror or error}: the "
                "stream breaks off here and has no footer; what is told above is complete"
            )
            if self.events is not None:
                self.events.close()
                self.events = None

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport) -> None:
        """A worker died: the case that it ran gets a verdict all the same."""
        location, _, name = crashitem.partition("::")
        area = _area_of(self.config, location)
        if area is not None:
            case_id = f"{SUITE}/{area.stem}/{name}"
            verdict = self.left_word(case_id) or _died(case_id, ())
            report.longrepr = describe(verdict)
            _send(report, "nn_verdicts", (case_id, _encoded([verdict])))
            return
        if not location.endswith((SPEC_SUFFIX, CASE_SUFFIX)):
            return
        path = _spec_of(self.config, location)
        case_id = self.run.case_id(path, name)
        told = self.left_word(case_id)
        if told is not None:
            report.longrepr = describe(told)
        verdict = told or _died(case_id, self._operations(path, name))
        verdict, dump = self.run.dump_crash(path, name, verdict)
        _send(report, "nn_verdicts", (case_id, _encoded([verdict])))
        if dump is not None:
            _send(report, "nn_dumps", [asdict(dump)])
            report.longrepr = f"{report.longrepr}\n{dump.describe()}"

    def _operations(self, path: Path, name: str) -> tuple[str, ...]:
        """Names of an example's operations, as far as the index knows them."""
        try:
            infos = self.run.index.names(path)
        except SpecError:
            return ()
        codes = dict.fromkeys(
            c for info in infos if info.name == name for c in info.operation_codes
        )
        return tuple(name_of(OperationType, code) for code in codes)

    def pytest_report_teststatus(
        self, report: pytest.TestReport
    ) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
        """Declined cases are counted apart from skipped ones."""
        kind = getattr(report, "nn_set_aside", None)
        return None if kind is None else (kind, kind[0], (kind.upper(), {"yellow": True}))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Close the stream: from here on the run counts as complete."""
        if self.worker:
            return
        if session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            if self.tally.failures or self.missed():
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
            elif self.done:
                session.exitstatus = pytest.ExitCode.OK
        if self.events is not None:
            if self._cut_off():
                self.events.close()  # no footer: cases are missing, and nobody may overlook it
            else:
                with self._guarded():
                    self.events.finish()
        if self._broken_stream and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def missed(self) -> list[str]:
        """Return one sentence for each demand of policy and baseline that the run does not meet."""
        lines = unmet(self.run.demands, self.tally)
        baseline = self.run.gate.baseline
        if baseline is None:
            return lines
        if self.run.demands["forbid_newly_declined"] and baseline.header is not None:
            older = lowered(baseline.header.hal_version, self.run.identity.hal_version)
            lines += [f"{older} (in the baseline)"] if older else []
        missing = baseline.missing(self.tally.case_ids)
        if missing and self.run.demands["forbid_vanished"] and self._is_comparable(baseline):
            lines.append(missing_text(missing))
        return lines

    def notices(self) -> list[str]:
        """Return sentences on the baseline that do not fail the run."""
        baseline = self.run.gate.baseline
        if baseline is None:
            return []
        lines = baseline.other_driver(self.run.identity.name)
        missing = baseline.missing(self.tally.case_ids)
        fails = self.run.demands["forbid_vanished"] and self._is_comparable(baseline)
        return lines + ([missing_text(missing)] if missing and not fails else [])

    def _is_comparable(self, baseline: Baseline) -> bool:
        """Whether a case of the baseline that is not in this run has vanished."""
        return not self._cut_off() and baseline.comparable(self.config, self._header())

    def _cut_off(self) -> bool:
        """Whether the session ended before all of its cases ran."""
        session = self._pytest
        if session is None or self._stopped or session.shouldstop or session.shouldfail:
            return True
        return session.exitstatus in _CUT_OFF

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Warn of a stream that could not be written."""
        if self._broken_stream:
            terminalreporter.write_line(f"WARNING: {self._broken_stream}", red=True)


_CUT_OFF: Final = (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR)
_ENCODER: Final = msgspec.json.Encoder()
_VERDICTS: Final = msgspec.json.Decoder(list[Verdict])


def _encoded(verdicts: Sequence[Verdict]) -> str:
    """Verdicts as text: what a report carries to the controller, and the collector never walks."""
    return _ENCODER.encode(verdicts).decode()


def _send(report: pytest.TestReport, name: str, value: object) -> None:
    """Attach plain data to a report; xdist carries a report's attributes to the controller."""
    setattr(report, name, value)
