"""Judging: one example, one driver, along several paths; every end is a verdict."""

import time
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final
from zlib import crc32

from conformance.drivers.foreign import describe_exception
from conformance.hal import Device, PreparedModel, Priority, Version
from conformance.harness import calls
from conformance.harness.callbacks import PreparedModelRecord
from conformance.harness.case import Case
from conformance.harness.failure import Attempt, Failure, FailureHook
from conformance.harness.late_findings import LateFindings
from conformance.harness.one_execution import Executor, Observer, Result, SecondLook, Watch
from conformance.harness.outcomes import obstacle
from conformance.harness.path import Path
from conformance.harness.preparation import NotPreparedError, ask_supported, prepare
from conformance.harness.supervision import Supervision
from conformance.harness.trial import Shapes, shapes_of, with_shapes
from conformance.harness.verdict import Finding, JSONValue, Kind, Verdict, from_findings
from conformance.harness.wait_policy import WaitPolicy, current
from conformance.specfile.example import Example


@dataclass(frozen=True, slots=True)
class Options:
    """How a driver is judged.

    The limit on callbacks in seconds, the seed of the noise, how many mutants of an operation's
    valid models a driver is asked to refuse, after one case in how many it is waited a while for
    what the driver still does, and in one case in how many the model's own structure is watched.
    """

    callback_timeout: float = 60.0
    seed: int = 0
    priority: Priority = Priority.MEDIUM
    mutants: int = 300
    pause_every: int = 251
    watch_every: int = 1


@dataclass(frozen=True, slots=True)
class Scenario:
    """Work with the driver that is more than one example: what it finds is one verdict.

    ``run`` gives its findings in order; a ``calls.BadAnswerError`` that it lets pass is one too.
    Afterwards ``details`` goes into the verdict whatever it is, and ``evidence`` gives the example
    to write down when the driver is to blame.
    """

    case_id: str
    run: Callable[[], Iterable[Finding]]
    operations: tuple[str, ...] = ()
    details: Mapping[str, JSONValue] = field(default_factory=dict)
    evidence: Callable[[], Example | None] = lambda: None


def version_of(device: Device, default: Version = Version.V1_3) -> Version:
    """Return the version that a driver declares, ``default`` if it declares none that exists."""
    try:
        version = calls.call("version", lambda: device.version)
    except calls.BadAnswerError:
        return default
    return version if isinstance(version, Version) else default


class Judge:
    """Judges cases on one device, one after the other; not for use from several threads."""

    def __init__(
        self,
        device: Device,
        options: Options | None = None,
        on_failure: FailureHook | None = None,
        version: Version | None = None,
    ) -> None:
        """``version`` is the one that the driver has declared; it is asked where none is given."""
        self.device = device
        self._on_failure = on_failure
        self.reopen: Callable[[], Device] | None = None
        """Opens the driver a second time; for scenarios that start it again."""
        self.options = Options() if options is None else options
        self.version = version_of(device) if version is None else version
        """The version that the driver declares."""
        timeout, seed = self.options.callback_timeout, self.options.seed
        self._executor = Executor(self.version, timeout, seed)
        self._supervision = Supervision(device)
        self.waits = current() or WaitPolicy()
        """Bounds the time that is lost on a driver that does not answer."""
        self._current: tuple[Case | Scenario, str] | None = None
        self._late: LateFindings[Case | Scenario] = LateFindings()

    @contextmanager
    def waiting(self, group: Hashable) -> Iterator[None]:
        """Let ``waits`` hold in the block, in which cases of ``group`` are checked."""
        with (
            self.waits.case(group, self.options.callback_timeout),
            self._supervision.limited(self.waits.calls),
        ):
            yield

    @property
    def observer(self) -> Observer | None:
        """Told the bytes of all outputs after each execution, with the path's text id."""
        return self._executor.observer

    @observer.setter
    def observer(self, observer: Observer | None) -> None:
        self._executor.observer = observer

    @property
    def second_look(self) -> SecondLook | None:
        """May lift findings of a path: given the example, the outputs' bytes, the findings."""
        return self._executor.second_look

    @second_look.setter
    def second_look(self, look: SecondLook | None) -> None:
        self._executor.second_look = look

    def judge(self, example: Example, case_id: str, paths: Sequence[Path]) -> list[Verdict]:
        """One verdict for each of ``paths``, in order; never raises but for the user's interrupt.

        Paths of one preference share a compilation, except those that leave outputs open. What
        turns out late about earlier cases waits in ``take_late``.
        """
        try:
            watched = _in_turn(case_id, self.options.watch_every, self.options.seed)
            case = Case.of(example, case_id, watched=watched)
            with self.waiting(case.operations):
                results = self._results(case, paths)
            verdicts = [_verdict(case, result) for result in results]
            self._merge_late(verdicts)
            if any(verdict.kind.blames_driver for verdict in verdicts):
                pairs = zip(results, verdicts, strict=True)
                self._tell(case, tuple(result.attempt(verdict) for result, verdict in pairs))
            return verdicts
        except Exception as error:
            return [_internal(case_id, str(path), error) for path in paths]

    def _results(self, case: Case, paths: Sequence[Path]) -> list[Result]:
        """What each path brought, also when the case is not begun because its driver hangs."""
        barred = self._begin(case)
        if barred is not None:
            return [Result(str(path), [barred]) for path in paths]
        results = self._run(case, paths)
        with self.waits.driver_time.measured():
            self._supervision.end([result.findings for result in results])
        return results

    def _begin(self, case: Case | Scenario) -> Finding | None:
        """Begin a case; the finding on one that is not to be begun."""
        with self.waits.driver_time.measured():
            findings = self._supervision.begin(case.case_id)
        self._current = self._current or (case, "")
        self._report(findings)
        self._current = case, ""
        if self.waits.driver_time.used_up:
            return self.waits.driver_time.finding()
        return self._supervision.refused(self.waits.calls)

    def play(self, scenario: Scenario) -> list[Verdict]:
        """The verdict on a scenario, under the same care as an example; never raises."""
        case_id = scenario.case_id
        try:
            with self.waiting(scenario.operations or case_id):
                found = self._played(scenario)
            verdict = from_findings(found, case_id, "", scenario.operations, {})
            verdicts = [replace(verdict, details={**scenario.details, **verdict.details})]
            self._merge_late(verdicts)
            example = scenario.evidence() if verdicts[0].kind.blames_driver else None
            if example is not None and self._on_failure is not None:
                self._on_failure(Failure(case_id, example, (Attempt(verdicts[0]),), derived=True))
            return verdicts
        except Exception as error:
            return [_internal(case_id, "", error)]

    def _played(self, scenario: Scenario) -> list[Finding]:
        barred = self._begin(scenario)
        if barred is not None:
            return [barred]
        found: list[Finding] = []
        try:
            found.extend(scenario.run())
        except calls.BadAnswerError as bad:
            found.append(bad.finding)
        with self.waits.driver_time.measured():
            self._supervision.end([found])
        return found

    def take_late(self) -> list[Verdict]:
        """Verdicts on earlier cases that came to light since the last call.

        There is one for each case, path and rule in the whole run.
        """
        late = []
        for case, verdict in self._late.take():
            late.append(verdict)
            self._tell(case, (Attempt(verdict),), late=True)
        return late

    def close(self) -> list[Verdict]:
        """Look at the memory of the last execution once more and give all back; late verdicts."""
        self._executor.close()
        self._take_late_writes()
        self._report(self._supervision.close())
        return self.take_late()

    def _report(self, findings: Sequence[Finding]) -> None:
        """Blame what befell the driver's process between cases on the case before."""
        for finding in findings:
            if self._current is not None:
                case, path = self._current
                verdict = _late_verdict(case, path, finding.rule, finding.reason, finding.details)
                self._late.add(case, replace(verdict, kind=finding.kind))

    def _tell(
        self, case: Case | Scenario, attempts: tuple[Attempt, ...], late: bool = False
    ) -> None:
        """Hand a failure on; a hook that raises costs no verdict."""
        if self._on_failure is None or isinstance(case, Scenario):
            return
        try:
            self._on_failure(Failure(case.case_id, case.example, attempts, late))
        except Exception as error:
            said = describe_exception(error).summary
            text = f"{case.case_id}: the failure could not be handed on: {said}"
            warnings.warn(text, stacklevel=2)

    def _run(self, case: Case, paths: Sequence[Path]) -> list[Result]:
        results = [Result(str(path)) for path in paths]
        watches: list[Watch] = []
        cases: dict[Shapes, Case | NotPreparedError] = {}
        compiled: dict[tuple[int, Shapes], PreparedModel | NotPreparedError] = {}
        stuck: dict[tuple[int, Shapes], tuple[str, str]] = {}
        for path, result in zip(paths, results, strict=True):
            self._current = case, result.path
            self._supervision.path(result.path)
            shapes = shapes_of(path.form)
            key = path.preference, shapes
            why = obstacle(path, self.version, case.example)
            if why:
                result.findings.append(Finding(Kind.NOT_APPLICABLE, "path.applicable", why))
                continue
            if shapes not in cases:
                cases[shapes] = self._form(case, shapes)
            form = cases[shapes]
            if isinstance(form, NotPreparedError):
                _not_prepared(path, result, form)
                continue
            result.support = _support(form)
            if key not in compiled:
                compiled[key] = self._prepare(form, path, watches)
            prepared = compiled[key]
            if isinstance(prepared, NotPreparedError):
                _not_prepared(path, result, prepared)
            elif key in stuck:
                before, rule = stuck[key]
                reason = f"not executed: {before} did not return before"
                result.findings.append(Finding(Kind.HANG, rule, reason))
            else:
                last = result is results[-1]
                self._executor.run(form, prepared, path, result, watches, thorough=last)
                self._take_late_writes()
                for finding in result.findings:
                    if finding.kind == Kind.HANG and "breaker" not in finding.details:
                        stuck[key] = result.path, finding.rule
            if self._supervision.lost():
                compiled = {
                    key: end
                    for key, end in compiled.items()
                    if key in stuck or isinstance(end, NotPreparedError)
                }
        if in_sample(case.case_id, self.options):
            time.sleep(_PAUSE)
            self._executor.look_back_at_all()
            self._take_late_writes()
        self._settle(case, results, watches)
        return results

    def _form(self, case: Case, shapes: Shapes) -> Case | NotPreparedError:
        """The case with a model that says that much of its outputs, once it is supported."""
        form = case
        if shapes is not Shapes.KNOWN:
            form = Case.of(with_shapes(case.example, shapes), case.case_id)
        try:
            ask_supported(form, self.device, self.options.callback_timeout)
        except NotPreparedError as end:
            return end
        finally:
            for step, seconds in form.durations.items():
                case.durations.setdefault(step, seconds)
        return form

    def _prepare(
        self, case: Case, path: Path, watches: list[Watch]
    ) -> PreparedModel | NotPreparedError:
        record = PreparedModelRecord()
        watches.append(Watch(record, "prepare_model", ""))
        timeout, priority = self.options.callback_timeout, self.options.priority
        try:
            return prepare(case, self.device, path, timeout, priority, record)
        except NotPreparedError as end:
            return end

    def _take_late_writes(self) -> None:
        late = self._executor.late
        while late:
            one = late.popleft()
            finding = one.finding
            verdict = _late_verdict(
                one.case, one.path, finding.rule, finding.reason, finding.details
            )
            self._late.add(one.case, verdict)

    def _settle(self, case: Case, results: list[Result], watches: list[Watch]) -> None:
        for watch in watches:

            def listener(count: int, what: str = watch.what, path: str = watch.path) -> None:
                reason = f"{what} notified its callback {count} times, the last time late"
                verdict = _late_verdict(case, path, "callback.once", reason, {})
                self._late.add(case, verdict)

            count = watch.record.settle(listener)
            if count > 1:
                reason = f"{watch.what} notified its callback {count} times"
                finding = Finding(
                    Kind.FAILED, "callback.once", reason, {"notifications": _told(watch)}
                )
                for result in results:
                    if watch.path in ("", result.path):
                        result.findings.append(finding)

    def _merge_late(self, verdicts: list[Verdict]) -> None:
        """Replace verdicts that found no fault by what came late about the same case and path."""
        if not verdicts:
            return
        for _, late in self._late.take(verdicts[0].case_id):
            for number, verdict in enumerate(verdicts):
                if late.path in ("", verdict.path) and not verdict.kind.blames_driver:
                    verdicts[number] = replace(late, path=verdict.path, durations=verdict.durations)


def _verdict(case: Case, result: Result) -> Verdict:
    """The verdict on a path, with the driver's answer on what it supports where that matters."""
    durations = {**case.durations, **result.durations}
    verdict = from_findings(
        result.findings, case.case_id, result.path, case.operations, durations, result.note
    )
    if not result.support or "supported" not in durations:
        return verdict
    return replace(verdict, details={**result.support, **verdict.details})


def _support(case: Case) -> dict[str, JSONValue]:
    """Names of the operations that the driver supports and lacks; empty if it supports all."""
    if all(case.flags):
        return {}
    return {"unsupported": case.unsupported(), "supported": case.supported()}


_PAUSE: Final = 0.05
"""Seconds that are waited."""


def in_sample(case_id: str, options: Options) -> bool:
    """Whether it is waited a while after the case, to see what its driver still does."""
    return _in_turn(case_id, options.pause_every, options.seed)


def _in_turn(case_id: str, every: int, seed: int) -> bool:
    """One case in so many."""
    return every == 1 or crc32(case_id.encode()) % every == seed % every


def _not_prepared(path: Path, result: Result, end: NotPreparedError) -> None:
    """What it means for a path that there is no prepared model."""
    result.findings, result.note = list(end.findings), end.note
    for number, finding in enumerate(result.findings):
        if path.form and finding.kind is Kind.DECLINED:
            kind, rule = Kind.NOT_APPLICABLE, "path.declined"
            reason = f"{path.form} outputs are declined: {finding.reason}"
            result.findings[number] = Finding(kind, rule, reason, finding.details)


def _told(watch: Watch) -> list[str]:
    return [
        calls.shown(one.arguments[0] if one.arguments else None)
        for one in watch.record.notifications
    ]


def _late_verdict(
    case: Case | Scenario, path: str, rule: str, reason: str, details: Any
) -> Verdict:
    late = {**details, "late": True}
    return Verdict(case.case_id, path, Kind.FAILED, rule, reason, case.operations, late)


def _internal(case_id: str, path: str, error: BaseException) -> Verdict:
    text = describe_exception(error)
    reason = f"the suite itself failed: {text.summary}"
    details = {"traceback": list(text.lines[-20:])}
    return Verdict(case_id, path, Kind.INTERNAL_ERROR, "internal", reason, (), details)
