"""Runs an example on one driver along several paths and returns one verdict per path.

``Judge`` is the entry point of the harness. However a case ends, the result is a verdict: also
after a crash or a hang of the driver, and after an exception in the suite itself.
"""

import threading
import time
import warnings
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final
from zlib import crc32

from conformance.cases.example import Example
from conformance.drivers.driver import Driver
from conformance.drivers.foreign_objects import describe_exception
from conformance.hal import Device, Priority, Version
from conformance.harness.calls import driver_calls
from conformance.harness.calls.driver_calls import listed_extensions
from conformance.harness.calls.recording_callbacks import CallbackCount
from conformance.harness.execution.executor import Executor, IntervalCheck, OutputObserver, PathRun
from conformance.harness.execution.model_preparation import NotPreparedError, PreparedModels
from conformance.harness.execution.other_data import compared_with_new_model, may_be_wrong_alone
from conformance.harness.execution.outcome_checks import add_driver_error, permit_decline
from conformance.harness.failure import CaseFailure, FailureHook, PathAttempt
from conformance.harness.planning.case_under_test import CaseUnderTest, Scenario
from conformance.harness.planning.execution_path import ExecutionPath, is_memory_optional
from conformance.harness.planning.expectations import reason_not_applicable
from conformance.harness.supervision.process_supervision import (
    MAX_CRASHES_ALONE,
    ProcessSupervisor,
    has_crashed,
    with_result_alone,
)
from conformance.harness.supervision.wait_policy import CURRENT_POLICY, WaitPolicy
from conformance.oracle.other_data import OtherDataSource
from conformance.verdicts import Finding, Verdict, VerdictKind, verdict_from_findings

LateCase = CaseUnderTest | Scenario


class LateFindings:
    """Late verdicts that have not been reported yet: one for each case, path and rule.

    A driver may notify a callback 200,000 times after the verdict. Therefore only the latest
    verdict for a case, path and rule is kept, and ``count`` in its details is the number of all.
    Once it has been taken, further ones are dropped. ``add`` may be called from any thread.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pending: dict[tuple[str, str, str], tuple[LateCase, Verdict, int]] = {}
        self._reported: set[tuple[str, str, str]] = set()

    def add(self, case: LateCase, verdict: Verdict) -> None:
        """Record a late verdict on a case."""
        key = verdict.case_id, verdict.path, verdict.rule
        with self._lock:
            if key not in self._reported:
                first, _, count = self._pending.get(key, (case, verdict, 0))
                self._pending[key] = first, verdict, count + 1

    def take(self, case_id: str | None = None) -> Iterator[tuple[LateCase, Verdict]]:
        """Remove and yield the verdicts on case ``case_id``, or on all cases if it is ``None``."""
        with self._lock:
            keys = [key for key in self._pending if case_id is None or key[0] == case_id]
            taken = [self._pending.pop(key) for key in keys]
            self._reported.update(keys)
        for case, verdict, count in taken:
            yield case, replace(verdict, details={**verdict.details, "count": count})


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """Settings for checking a driver.

    Attributes:
        callback_timeout: seconds to wait for a callback or a sync fence.
        seed: seed of the random guard bytes, and of the choice of cases for ``pause_every``.
        priority: the priority that is passed to ``prepare_model``.
        mutants_per_operation: number of invalid variants of each operation's valid models that the
            driver must refuse.
        cache_corruptions: number of random changes of model cache files, and of data cache files,
            for each data type that is cached.
        pause_every: pause briefly after about every Nth case so that late writes and late
            callbacks of the driver are observed.

    """

    callback_timeout: float = 60.0
    seed: int = 0
    priority: Priority = Priority.MEDIUM
    mutants_per_operation: int = 400
    cache_corruptions: int = 32
    pause_every: int = 251


class Judge:
    """Runs cases on one device, one after another. An instance must not be shared by threads."""

    def __init__(
        self,
        driver: Driver | Device,
        options: JudgeOptions | None = None,
        on_failure: FailureHook | None = None,
        waits: WaitPolicy | None = None,
    ) -> None:
        """Create a judge for ``driver``.

        ``on_failure`` receives each failing case. ``waits`` bounds the time that is lost on a
        driver that does not answer.
        """
        self.driver = Driver.of(driver)
        self.device = device = self.driver.device
        self._on_failure = on_failure
        self.options = JudgeOptions() if options is None else options
        self.version = self.driver.version
        """The version that the driver declares."""
        timeout, seed = self.options.callback_timeout, self.options.seed
        self._executor = Executor(device, self.version, timeout, seed)
        self._supervision = ProcessSupervisor(self.driver)
        self.waits = waits or CURRENT_POLICY.get() or WaitPolicy()
        self.diagnoses = True
        """Whether findings on wrong values state what indicates the fault."""
        self._current: tuple[CaseUnderTest | Scenario, str] | None = None
        self._attempts_alone = 0
        self._extensions: frozenset[str] | None = None
        """Names of the vendor extensions that the driver lists, once a case has needed them."""
        self._late_verdicts: LateFindings = LateFindings()

    @contextmanager
    def waiting(self, group: Hashable) -> Iterator[None]:
        """Apply ``waits`` to all driver calls and waits of the block.

        ``group`` identifies similar cases for the policy of waits, usually by their operations.
        """
        with (
            self.waits.case(group, self.options.callback_timeout),
            self._supervision.limits(self.waits),
        ):
            yield

    def judge(
        self,
        example: Example,
        case_id: str,
        paths: Sequence[ExecutionPath],
        *,
        interval_check: IntervalCheck | None = None,
        observer: OutputObserver | None = None,
        other_data: OtherDataSource | None = None,
    ) -> list[Verdict]:
        """Run the example along each path and return one verdict per path, in order.

        Paths with the same execution preference and the same output shapes in the model share one
        prepared model. Late findings on earlier cases are returned by ``take_late_verdicts``.
        Apart from the user's interrupt no exception leaves this method.

        Args:
            example: the model, its inputs and the expected outputs.
            case_id: the id of the case.
            paths: the execution paths.
            interval_check: may drop findings of an execution. It receives the example, the bytes
                of the outputs and the findings, and returns the findings that remain.
            observer: receives the path's text id and the output bytes after each execution that
                returned values.
            other_data: returns other inputs of the same shapes and their expected outputs; if it
                is set, each path ends with an execution with these data.

        """
        try:
            case = CaseUnderTest.from_example(example, case_id)
            callbacks: list[CallbackCount] = []
            runs = [
                PathRun(path, callbacks, interval_check, observer, other_data, self.diagnoses)
                for path in paths
            ]
            with self._supervised(case, case.operations, [run.findings for run in runs]) as allowed:
                if allowed:
                    self._run_paths(case, runs, callbacks)
                    self._run_other_data_alone(case, runs)
            verdicts = [_verdict(case, run) for run in runs]
            if has_crashed(verdicts):
                verdicts = self._compared_with_case_alone(case, runs, verdicts)
            self._merge_late_verdicts(verdicts)
            if any(verdict.kind.blames_driver for verdict in verdicts):
                pairs = zip(runs, verdicts, strict=True)
                self._report_failure(case, tuple(run.to_attempt(verdict) for run, verdict in pairs))
            return verdicts
        except Exception as error:
            return [_internal_error_verdict(case_id, str(path), error) for path in paths]

    def _run_other_data_alone(self, case: CaseUnderTest, runs: Sequence[PathRun]) -> None:
        """Execute other data that gave wrong values with a newly prepared model.

        The findings then state whether the driver computes wrong values for these data, or keeps
        data of an earlier execution.
        """
        for run in runs:
            source = run.other_data
            if source is None or not may_be_wrong_alone(run.findings):
                continue
            if (data := source()) is None:
                continue
            example = case.example.with_data(data.inputs, data.outputs)
            callbacks: list[CallbackCount] = []
            alone = PathRun(run.path, callbacks, data.interval_check, diagnoses=run.diagnoses)
            other = CaseUnderTest.from_example(example, case.case_id)
            self._run_paths(other, [alone], callbacks)
            run.findings[:] = compared_with_new_model(run.findings, alone.findings)

    def _compared_with_case_alone(
        self, case: CaseUnderTest, runs: Sequence[PathRun], verdicts: list[Verdict]
    ) -> list[Verdict]:
        """Run a case that crashed the driver's process again, in a new process and without others.

        Return the verdicts with the result of this attempt. They are unchanged if the process had
        executed no earlier case, or if this was done for enough crashes of the run.
        """
        if (executions := self._executions_before_crash()) == 0:
            return verdicts
        again = CaseUnderTest.from_example(case.example, case.case_id)
        callbacks: list[CallbackCount] = []
        new_runs = [PathRun(run.path, callbacks, other_data=run.other_data) for run in runs]
        new_findings = [run.findings for run in new_runs]
        with (
            self._supervision.uncounted_restarts(),
            self._supervised(again, again.operations, new_findings) as allowed,
        ):
            if allowed:
                self._run_paths(again, new_runs, callbacks)
        findings = [finding for run in new_runs for finding in run.findings]
        return with_result_alone(verdicts, executions, findings)

    def _executions_before_crash(self) -> int:
        """Return the executions of earlier cases in the crashed process; count the attempt.

        The result is 0 if the case must not be run again.
        """
        if self._attempts_alone >= MAX_CRASHES_ALONE:
            return 0
        executions = self._supervision.earlier_executions
        self._attempts_alone += executions > 0
        return executions

    def run_scenario(self, scenario: Scenario) -> list[Verdict]:
        """Run a scenario with the same supervision as an example and return its one verdict.

        An exception in the suite becomes a verdict as well. A scenario that crashes the driver's
        process is run again like a case, unless it takes long.
        """
        case_id = scenario.case_id
        try:
            start = time.monotonic()
            findings = self._run_supervised(scenario)
            seconds = time.monotonic() - start
            verdict = verdict_from_findings(findings, case_id, "", scenario.operations, {})
            verdicts = [replace(verdict, details={**scenario.details, **verdict.details})]
            short = seconds < _MAX_SCENARIO_SECONDS
            if has_crashed(verdicts) and short and (before := self._executions_before_crash()):
                with self._supervision.uncounted_restarts():
                    again = self._run_supervised(scenario)
                verdicts = with_result_alone(verdicts, before, again)
            self._merge_late_verdicts(verdicts)
            example = scenario.evidence() if verdicts[0].kind.blames_driver else None
            if example is not None and self._on_failure is not None:
                self._on_failure(
                    CaseFailure(case_id, example, (PathAttempt(verdicts[0]),), derived=True)
                )
            return verdicts
        except Exception as error:
            return [_internal_error_verdict(case_id, "", error)]

    def _run_supervised(self, scenario: Scenario) -> list[Finding]:
        findings: list[Finding] = []
        group = scenario.operations or scenario.case_id
        with self._supervised(scenario, group, [findings]) as allowed:
            if allowed:
                try:
                    findings.extend(scenario.run())
                except driver_calls.DriverCallError as bad:
                    findings.append(bad.finding)
        return findings

    @contextmanager
    def _supervised(
        self, case: CaseUnderTest | Scenario, group: Hashable, findings_by_path: list[list[Finding]]
    ) -> Iterator[bool]:
        """Start and end a case under the limits on the driver; yield whether it may be run.

        ``group`` is that of ``waiting``. Findings on the driver's process are added to
        ``findings_by_path``, which has one list for each path.
        """
        with self.waiting(group):
            refusal = self._begin(case)
            if refusal is not None:
                for findings in findings_by_path:
                    findings.append(refusal)
            yield refusal is None
            if refusal is None:
                with self.waits.driver_time.measured():
                    self._supervision.end_case(findings_by_path)

    def _begin(self, case: CaseUnderTest | Scenario) -> Finding | None:
        """Start a case; return a finding if it must not be run, ``None`` otherwise.

        Two reasons forbid a case: the driver has used up its time, or freeing this case's models is
        known to hang.
        """
        with self.waits.driver_time.measured():
            findings = self._supervision.begin_case()
        self._current = self._current or (case, "")
        self._blame_previous_case(findings)
        self._current = case, ""
        if self.waits.driver_time.used_up:
            return self.waits.driver_time.finding()
        return self._supervision.refused(self.waits)

    def take_late_verdicts(self) -> list[Verdict]:
        """Return the late verdicts on earlier cases that were recorded since the last call.

        In the whole run there is at most one for each case, path and rule.
        """
        late = []
        for case, verdict in self._late_verdicts.take():
            late.append(verdict)
            self._report_failure(case, (PathAttempt(verdict),), late=True)
        return late

    def close(self) -> list[Verdict]:
        """Release all memory, end the driver's process and return the remaining late verdicts.

        Before, the memory of the last executions is checked for late writes.
        """
        self._executor.close()
        self._collect_late_writes()
        self._blame_previous_case(self._supervision.close())
        return self.take_late_verdicts()

    def _blame_previous_case(self, findings: Sequence[Finding]) -> None:
        """Record findings on the driver's process between cases as late verdicts on the last case.

        If no case has run yet, they are dropped.
        """
        for finding in findings:
            if self._current is not None:
                case, path = self._current
                verdict = _late_verdict(case, path, finding.rule, finding.reason, finding.details)
                self._late_verdicts.add(case, replace(verdict, kind=finding.kind))

    def _report_failure(
        self, case: CaseUnderTest | Scenario, attempts: tuple[PathAttempt, ...], late: bool = False
    ) -> None:
        """Pass a failure to the hook. If the hook raises, warn and keep the verdicts."""
        if self._on_failure is None or isinstance(case, Scenario):
            return
        try:
            self._on_failure(CaseFailure(case.case_id, case.example, attempts, late))
        except Exception as error:
            summary = describe_exception(error).summary
            text = f"{case.case_id}: the failure hook raised {summary}"
            warnings.warn(text, stacklevel=2)

    def _run_paths(
        self, case: CaseUnderTest, runs: Sequence[PathRun], callbacks: list[CallbackCount]
    ) -> None:
        timeout, priority = self.options.callback_timeout, self.options.priority
        models = PreparedModels(case, self.device, timeout, priority, callbacks)
        for run in runs:
            path = str(run.path)
            self._current = case, path
            self._supervision.begin_path(path, case.operations)
            why = reason_not_applicable(run.path, self.version, case.example)
            why = why or self._unlisted_extension(case.example)
            if why:
                run.findings.append(Finding(VerdictKind.NOT_APPLICABLE, "path.applicable", why))
                continue
            try:
                form = models.case_for(run.path)
            except NotPreparedError as end:
                _add_not_prepared(run, end, self.version)
                continue
            run.support = form.support_details()
            try:
                prepared = models.model_for(run.path)
            except NotPreparedError as end:
                _add_not_prepared(run, end, self.version)
            else:
                self._executor.run_path(form, prepared, run)
                add_driver_error(run.findings, self.device)
                permit_decline(run.findings, form.example.model)
                self._collect_late_writes()
                for finding in run.findings:
                    if finding.kind == VerdictKind.HANG and "breaker" not in finding.details:
                        models.block(run.path, finding.rule)
            if self._supervision.process_replaced():
                models.discard()
        if is_followed_by_pause(case.case_id, self.options):
            time.sleep(_PAUSE_SECONDS)
            self._executor.check_all_late_writes()
            self._collect_late_writes()
        self._check_callback_counts(case, runs, callbacks)

    def _unlisted_extension(self, example: Example) -> str:
        """Return why the driver need not know an extension of the example; empty if it must."""
        used = example.model.extension_name_to_prefix
        if not used or example.expect_failure:
            return ""
        if self._extensions is None:
            self._extensions = frozenset(e.name for e in listed_extensions(self.device))
        unlisted = [name for name in used if name not in self._extensions]
        return f"the driver does not list the vendor extension {unlisted[0]}" if unlisted else ""

    def _collect_late_writes(self) -> None:
        late = self._executor.late
        while late:
            case, path, finding = late.popleft()
            verdict = _late_verdict(case, path, finding.rule, finding.reason, finding.details)
            self._late_verdicts.add(case, verdict)

    def _check_callback_counts(
        self, case: CaseUnderTest, runs: Sequence[PathRun], callbacks: Sequence[CallbackCount]
    ) -> None:
        for watch in callbacks:

            def listener(count: int, call: str = watch.call, path: str = watch.path) -> None:
                reason = f"{call} notified its callback {count} times, the last time after the case"
                verdict = _late_verdict(case, path, "callback.once", reason, {})
                self._late_verdicts.add(case, verdict)

            count = watch.callback.count_and_subscribe(listener)
            if count > 1:
                reason = f"{watch.call} notified its callback {count} times"
                statuses = [
                    driver_calls.short_repr(notification.arguments[0])
                    for notification in watch.callback.notifications
                ]
                details = {"notifications": statuses}
                finding = Finding(VerdictKind.FAILED, "callback.once", reason, details)
                for run in runs:
                    if watch.path in ("", str(run.path)):
                        run.findings.append(finding)

    def _merge_late_verdicts(self, verdicts: list[Verdict]) -> None:
        """Replace verdicts that do not blame the driver by late ones on the same case and path."""
        if not verdicts:
            return
        for _, late in self._late_verdicts.take(verdicts[0].case_id):
            for number, verdict in enumerate(verdicts):
                if late.path in ("", verdict.path) and not verdict.kind.blames_driver:
                    verdicts[number] = replace(late, path=verdict.path, durations=verdict.durations)


def _verdict(case: CaseUnderTest, run: PathRun) -> Verdict:
    """Return a path's verdict; if operations are unsupported, its details list them."""
    durations = {**case.durations, **run.durations}
    verdict = verdict_from_findings(
        run.findings, case.case_id, str(run.path), case.operations, durations, run.note
    )
    if not run.support or "supported" not in durations:
        return verdict
    return replace(verdict, details={**run.support, **verdict.details})


_MAX_SCENARIO_SECONDS: Final = 5.0
"""Scenarios that take longer are not run again after a crash."""

_PAUSE_SECONDS: Final = 0.05
"""Seconds of the pause after every ``JudgeOptions.pause_every``-th case."""


def is_followed_by_pause(case_id: str, options: JudgeOptions) -> bool:
    """Return whether the judge pauses after this case (``JudgeOptions.pause_every``)."""
    every, seed = options.pause_every, options.seed
    return every == 1 or crc32(case_id.encode()) % every == seed % every


def _add_not_prepared(run: PathRun, end: NotPreparedError, version: Version) -> None:
    """Copy the findings of a failed preparation to the path.

    DECLINED becomes NOT_APPLICABLE on some paths: on those with an output form other than FULL,
    because the driver need not support outputs whose shape the model does not specify, and on those
    with another kind of memory than ``ashmem``. A model whose constants are in memory of an
    optional kind may be refused as well.
    """
    run.findings[:], run.note = end.findings, end.note
    path = run.path
    optional = is_memory_optional(path.memory, version)
    subject = f"{path.output_form} outputs" if path.output_form else f"{path.memory} memory"
    for number, finding in enumerate(run.findings):
        declined = finding.kind is VerdictKind.DECLINED and path.is_special
        if declined or (optional and finding.rule in ("supported.status", "prepare.status")):
            kind, rule = VerdictKind.NOT_APPLICABLE, "path.declined"
            reason = f"the driver does not support {subject}: {finding.reason}"
            run.findings[number] = Finding(kind, rule, reason, finding.details)


def _late_verdict(
    case: CaseUnderTest | Scenario, path: str, rule: str, reason: str, details: Any
) -> Verdict:
    late = {**details, "late": True}
    return Verdict(case.case_id, path, VerdictKind.FAILED, rule, reason, case.operations, late)


def _internal_error_verdict(case_id: str, path: str, error: BaseException) -> Verdict:
    text = describe_exception(error)
    reason = f"the test suite itself failed: {text.summary}"
    details = {"traceback": list(text.lines[-20:])}
    return Verdict(case_id, path, VerdictKind.INTERNAL_ERROR, "internal", reason, (), details)
