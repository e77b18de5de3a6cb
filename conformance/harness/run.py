"""Judging: one example, one driver, along several paths; every end is a verdict."""

import time
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from conformance.hal import (
    Device,
    ErrorStatus,
    OperandType,
    PreparedModel,
    Priority,
)
from conformance.harness import calls, check
from conformance.harness.callbacks import ExecutionRecord, PreparedModelRecord
from conformance.harness.case import Case
from conformance.harness.failure import Attempt, Failure, FailureHook
from conformance.harness.memory import Noise, Slot
from conformance.harness.path import Execution, Path
from conformance.harness.supervision import Supervision
from conformance.harness.verdict import Finding, JSONValue, Kind, Verdict, from_findings
from conformance.specfile.example import Example

REFUSALS: Final = frozenset({ErrorStatus.INVALID_ARGUMENT, ErrorStatus.GENERAL_FAILURE})
"""With these an example that must fail may be refused."""

MISSED_DEADLINE: Final = frozenset(
    {ErrorStatus.MISSED_DEADLINE_TRANSIENT, ErrorStatus.MISSED_DEADLINE_PERSISTENT}
)
ENDLESS_LOOP_TIMEOUT: Final = 1_000_000
"""Loop timeout in nanoseconds for an example whose loop never ends."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a driver is judged.

    The limit on callbacks in seconds, the seed of the noise, how many mutants of an operation's
    valid models a driver is asked to refuse.
    """

    callback_timeout: float = 60.0
    seed: int = 0
    priority: Priority = Priority.MEDIUM
    mutants: int = 300


@dataclass(slots=True)
class _Watch:
    """A callback whose notifications are counted once the case is through."""

    record: PreparedModelRecord | ExecutionRecord
    what: str
    path: str


@dataclass(slots=True)
class _Result:
    """What one path brought so far."""

    path: str
    findings: list[Finding] = field(default_factory=list)
    durations: dict[str, float] = field(default_factory=dict)
    note: str = ""
    outputs: tuple[bytes, ...] | None = None
    outcome: calls.Outcome | None = None

    def attempt(self, verdict: Verdict) -> Attempt:
        """The path with what it left behind."""
        shapes = None if self.outcome is None else self.outcome.output_shapes
        return Attempt(verdict, self.outputs, shapes)


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


class _NotPreparedError(Exception):
    """The model was not prepared; carries what that means for every path."""

    def __init__(self, findings: list[Finding], note: str = "") -> None:
        super().__init__(note)
        self.findings = findings
        self.note = note


SecondLook = Callable[[Example, Sequence[bytes], Sequence[Finding]], list[Finding]]


class Judge:
    """Judges cases on one device, one after the other; not for use from several threads."""

    def __init__(
        self,
        device: Device,
        options: Options | None = None,
        on_failure: FailureHook | None = None,
    ) -> None:
        self.device = device
        self._on_failure = on_failure
        self.observer: Callable[[str, tuple[bytes, ...]], object] | None = None
        """Told the bytes of all outputs after each execution, with the path's text id."""
        self.second_look: SecondLook | None = None
        """May lift findings of a path: called with the example, the outputs' bytes, the findings."""
        self.options = Options() if options is None else options
        self._noise = Noise(self.options.seed)
        self._slots = (Slot(), Slot())
        self._owners: list[tuple[Case, str] | None] = [None, None]
        self._turn = 0
        self._supervision = Supervision(device)
        self._current: tuple[Case | Scenario, str] | None = None
        self._late: deque[tuple[Case | Scenario, Verdict]] = deque()

    def judge(self, example: Example, case_id: str, paths: Sequence[Path]) -> list[Verdict]:
        """One verdict for each of ``paths``, in order; never raises but for the user's interrupt.

        Paths of one preference share a compilation. What turns out late about earlier cases waits
        in ``take_late``.
        """
        try:
            case = Case.of(example, case_id)
            findings = self._supervision.begin(case_id)
            self._current = self._current or (case, "")
            self._report(findings)
            self._current = case, ""
            results = self._run(case, paths)
            self._supervision.end([result.findings for result in results])
            verdicts = [
                from_findings(
                    result.findings,
                    case_id,
                    result.path,
                    case.operations,
                    {**case.durations, **result.durations},
                    result.note,
                )
                for result in results
            ]
            self._merge_late(verdicts)
            if any(verdict.kind.blames_driver for verdict in verdicts):
                pairs = zip(results, verdicts, strict=True)
                self._tell(case, tuple(result.attempt(verdict) for result, verdict in pairs))
            return verdicts
        except Exception as error:
            return [_internal(case_id, str(path), error) for path in paths]

    def play(self, scenario: Scenario) -> list[Verdict]:
        """The verdict on a scenario, under the same care as an example; never raises."""
        case_id = scenario.case_id
        try:
            findings = self._supervision.begin(case_id)
            self._current = self._current or (scenario, "")
            self._report(findings)
            self._current = scenario, ""
            found: list[Finding] = []
            try:
                found.extend(scenario.run())
            except calls.BadAnswerError as bad:
                found.append(bad.finding)
            self._supervision.end([found])
            verdict = from_findings(found, case_id, "", scenario.operations, {})
            verdicts = [replace(verdict, details={**scenario.details, **verdict.details})]
            self._merge_late(verdicts)
            example = scenario.evidence() if verdicts[0].kind.blames_driver else None
            if example is not None and self._on_failure is not None:
                self._on_failure(Failure(case_id, example, (Attempt(verdicts[0]),)))
            return verdicts
        except Exception as error:
            return [_internal(case_id, "", error)]

    def take_late(self) -> list[Verdict]:
        """Verdicts on earlier cases that came to light since the last call, each told once."""
        late = []
        while self._late:
            case, verdict = self._late.popleft()
            late.append(verdict)
            self._tell(case, (Attempt(verdict),), late=True)
        return late

    def close(self) -> list[Verdict]:
        """Look at the memory of the last execution once more and give all back; late verdicts."""
        for number in (0, 1):
            self._check_late(number)
        for slot in self._slots:
            slot.close()
        self._report(self._supervision.close())
        return self.take_late()

    def _report(self, findings: Sequence[Finding]) -> None:
        """Blame what befell the driver's process between cases on the case before."""
        for finding in findings:
            if self._current is not None:
                case, path = self._current
                verdict = _late_verdict(case, path, finding.rule, finding.reason, finding.details)
                self._late.append((case, replace(verdict, kind=finding.kind)))

    def _tell(
        self, case: Case | Scenario, attempts: tuple[Attempt, ...], late: bool = False
    ) -> None:
        """Hand a failure on; a hook that raises costs no verdict."""
        if self._on_failure is None or isinstance(case, Scenario):
            return
        try:
            self._on_failure(Failure(case.case_id, case.example, attempts, late))
        except Exception as error:
            text = f"{case.case_id}: the failure could not be handed on: {error!r}"
            warnings.warn(text, stacklevel=2)

    def _run(self, case: Case, paths: Sequence[Path]) -> list[_Result]:
        results = [_Result(str(path)) for path in paths]
        watches: list[_Watch] = []
        try:
            self._ask_supported(case)
        except _NotPreparedError as end:
            for result in results:
                result.findings, result.note = list(end.findings), end.note
            return results
        compiled: dict[int, PreparedModel | _NotPreparedError] = {}
        stuck: dict[int, tuple[str, str]] = {}
        for path, result in zip(paths, results, strict=True):
            self._current = case, result.path
            self._supervision.path(result.path)
            if path.preference not in compiled:
                compiled[path.preference] = self._prepare(case, path, watches)
            prepared = compiled[path.preference]
            if isinstance(prepared, _NotPreparedError):
                result.findings, result.note = list(prepared.findings), prepared.note
            elif path.preference in stuck:
                before, rule = stuck[path.preference]
                reason = f"not executed: {before} did not return before"
                result.findings.append(Finding(Kind.HANG, rule, reason))
            else:
                last = result is results[-1]
                self._execute(case, prepared, path, result, watches, thorough=last)
                for finding in result.findings:
                    if finding.kind == Kind.HANG:
                        stuck[path.preference] = result.path, finding.rule
            if self._supervision.lost():
                compiled = {
                    preference: end
                    for preference, end in compiled.items()
                    if preference in stuck or isinstance(end, _NotPreparedError)
                }
        self._settle(case, results, watches)
        return results

    def _ask_supported(self, case: Case) -> None:
        start = time.perf_counter()
        try:
            status, flags = calls.ask_supported(self.device, case.example.model)
        except calls.BadAnswerError as bad:
            raise _NotPreparedError([bad.finding]) from None
        finally:
            case.durations["supported"] = time.perf_counter() - start
        if status != ErrorStatus.NONE:
            if case.example.expect_failure and not case.endless:
                if status == ErrorStatus.INVALID_ARGUMENT:
                    note = f"refused by get_supported_operations with {status.name}"
                    raise _NotPreparedError(case.changes(), note)
                reason = f"get_supported_operations answered {status.name} for an invalid model"
                raise _NotPreparedError([Finding(Kind.FAILED, "refusal.status", reason)])
            reason = f"get_supported_operations answered {status.name} for a valid model"
            raise _NotPreparedError([Finding(Kind.FAILED, "supported.status", reason)])
        count = len(case.example.model.main.operations)
        if len(flags) != count:
            reason = f"get_supported_operations gave {len(flags)} answers for {count} operations"
            raise _NotPreparedError([Finding(Kind.FAILED, "supported.count", reason)])
        case.flags = flags

    def _prepare(
        self, case: Case, path: Path, watches: list[_Watch]
    ) -> PreparedModel | _NotPreparedError:
        record = PreparedModelRecord()
        watches.append(_Watch(record, "prepare_model", ""))
        start = time.perf_counter()
        try:
            end = calls.prepare(
                self.device,
                case.example.model,
                path.preference,
                self.options.callback_timeout,
                record,
                self.options.priority,
            )
        except calls.BadAnswerError as bad:
            return _NotPreparedError([bad.finding])
        finally:
            case.durations["prepare"] = time.perf_counter() - start
        changes = case.changes()
        if changes:
            return _NotPreparedError(changes)
        try:
            return _check_preparation(case, end, self.device)
        except calls.BadAnswerError as bad:
            return _NotPreparedError([bad.finding])

    def _execute(
        self,
        case: Case,
        prepared: PreparedModel,
        path: Path,
        result: _Result,
        watches: list[_Watch],
        *,
        thorough: bool,
    ) -> None:
        noise, turn = self._noise, self._turn
        noise.start_execution()
        slot = self._slots[turn]
        prefills = [
            noise.prefill(output.data, length, operand.type in _TRUTH_VALUES)
            for output, (_, length), operand in zip(
                case.example.outputs,
                case.layout.output_spans,
                case.expectation.operands,
                strict=True,
            )
        ]
        request = slot.load(case.layout, case.example.inputs, prefills, noise)
        self._owners[turn] = (case, result.path)
        loop_timeout = ENDLESS_LOOP_TIMEOUT if case.endless else None
        outcome, bad = None, None
        start = time.perf_counter()
        try:
            if path.execution == Execution.SYNC:
                outcome = calls.execute_synchronously(prepared, request, path.measure, loop_timeout)
            else:
                record = ExecutionRecord()
                watches.append(_Watch(record, "execute", result.path))
                outcome = calls.execute(
                    prepared,
                    request,
                    path.measure,
                    self.options.callback_timeout,
                    record,
                    loop_timeout,
                )
        except calls.BadAnswerError as error:
            bad = error.finding
        result.durations["execute"] = time.perf_counter() - start
        data, inputs_overwritten, outputs_overwritten = slot.collect()
        found = result.findings
        if bad is not None:
            found.append(bad)
        found.extend(case.overwritten(outputs_overwritten, inputs_overwritten))
        found.extend(case.changes(thorough=thorough))
        if outcome is not None:
            if case.example.expect_failure:
                note = _check_refusal(case, outcome, found)
            else:
                note = ""
                _check_success(case, outcome, path, data, prefills, found)
                if found and self.second_look is not None:
                    found[:] = self.second_look(case.example, data, found)
            result.note = note
        if found or self.observer is not None:
            sizes = case.expectation.sizes
            outputs = tuple(d[:size] for d, size in zip(data, sizes, strict=True))
            if self.observer is not None:
                self.observer(result.path, outputs)
        if found:
            result.outputs = outputs
            result.outcome = outcome
        if bad is not None and bad.kind == Kind.HANG:
            slot.forget()
            self._owners[turn] = None
        self._turn = 1 - turn
        self._check_late(self._turn)

    def _check_late(self, turn: int) -> None:
        owner = self._owners[turn]
        if owner is None:
            return
        self._owners[turn] = None
        inputs_overwritten, outputs_overwritten = self._slots[turn].late()
        if not inputs_overwritten and not outputs_overwritten:
            return
        case, path = owner
        found = case.overwritten(outputs_overwritten, inputs_overwritten)
        reason = f"after the execution had ended: {found[0].reason}"
        verdict = _late_verdict(case, path, "late.write", reason, found[0].details)
        self._late.append((case, verdict))

    def _settle(self, case: Case, results: list[_Result], watches: list[_Watch]) -> None:
        for watch in watches:

            def listener(watch: _Watch = watch) -> None:
                count = len(watch.record.notifications)
                reason = f"{watch.what} notified its callback {count} times, the last time late"
                verdict = _late_verdict(case, watch.path, "callback.once", reason, {})
                self._late.append((case, verdict))

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
        """Let what came late about these very verdicts replace those that found no fault."""
        case_id = verdicts[0].case_id if verdicts else None
        others = []
        while self._late:
            case, late = self._late.popleft()
            if late.case_id != case_id:
                others.append((case, late))
                continue
            for number, verdict in enumerate(verdicts):
                if late.path in ("", verdict.path) and not verdict.kind.blames_driver:
                    verdicts[number] = replace(late, path=verdict.path, durations=verdict.durations)
        self._late.extend(others)


_TRUTH_VALUES: Final = frozenset({int(OperandType.BOOL), int(OperandType.TENSOR_BOOL8)})


def _check_preparation(
    case: Case, end: calls.Preparation, device: Device
) -> PreparedModel | _NotPreparedError:
    """The prepared model, or what a preparation that ended so means for the paths."""
    status = end.status
    if (end.model is None) == (status == ErrorStatus.NONE):
        what = "no prepared model" if end.model is None else "a prepared model"
        reason = f"prepare_model told its callback {status.name} with {what}"
        return _NotPreparedError([Finding(Kind.FAILED, "prepare.model", reason)])
    if end.launch not in (ErrorStatus.NONE, status):
        reason = f"prepare_model answered {end.launch.name}, its callback was told {status.name}"
        return _NotPreparedError([Finding(Kind.FAILED, "prepare.launch", reason)])
    if end.model is not None:
        return end.model
    unsupported = case.unsupported()
    if case.example.expect_failure and not case.endless:
        invalid = status == ErrorStatus.INVALID_ARGUMENT
        if status in REFUSALS and (invalid or not unsupported):
            return _NotPreparedError([], f"refused by prepare_model with {status.name}")
        if not unsupported:
            reason = f"prepare_model refused with {status.name}; {_permitted(REFUSALS)}"
            return _NotPreparedError([Finding(Kind.FAILED, "refusal.status", reason)])
    lack = check.lacking(status, "prepare_model")
    if lack is not None:
        return _NotPreparedError([lack])
    if not unsupported:
        reason = (
            f"every operation was reported supported, and prepare_model refused with {status.name}"
        )
        return _NotPreparedError([Finding(Kind.FAILED, "prepare.status", reason)])
    reason = f"unsupported: {', '.join(unsupported)}; prepare_model refused with {status.name}"
    details: dict[str, Any] = {
        "unsupported": unsupported,
        "supported": case.supported(),
        "status": status.name,
    }
    if end.launch != ErrorStatus.NONE:
        details["note"] = f"the launch was refused too ({end.launch.name})"
    told = calls.decline_reasons(device, case.example.model)
    if told:
        details["reasons"] = told
        reason = f"{reason} ({'; '.join(dict.fromkeys(told))})"
    return _NotPreparedError([Finding(Kind.DECLINED, "prepare.declined", reason, details)])


def _permitted(statuses: frozenset[ErrorStatus]) -> str:
    return f"permitted: {', '.join(status.name for status in sorted(statuses))}"


def _check_success(
    case: Case,
    outcome: calls.Outcome,
    path: Path,
    data: Sequence[bytes],
    prefills: Sequence[bytes],
    found: list[Finding],
) -> None:
    statuses = check.check_status(outcome)
    if statuses:
        found.extend(statuses)
        return
    found.extend(check.check_timing(outcome.timing, path.measure))
    shapes = check.check_shapes(case.expectation, outcome.output_shapes)
    found.extend(shapes)
    if not shapes:
        found.extend(check.check_values(case.expectation, data, prefills))


def _check_refusal(case: Case, outcome: calls.Outcome, found: list[Finding]) -> str:
    """Findings on the execution of an example that must fail; the note when it was refused."""
    launched = outcome.launch in (None, ErrorStatus.NONE)
    if not launched and outcome.launch != outcome.status:
        found.append(check.launch_finding(outcome))
        return ""
    status = outcome.status
    if status == ErrorStatus.NONE:
        rule = "loop.timeout" if case.endless else "refusal.missing"
        reason = "the example must fail, and was prepared and executed without an error"
        found.append(Finding(Kind.FAILED, rule, reason))
        return ""
    found.extend(check.check_error(outcome))
    if case.endless:
        if status == ErrorStatus.GENERAL_FAILURE:
            reason = f"an endless loop was refused with {status.name} when executing"
            found.append(Finding(Kind.DECLINED, "execute.declined", reason))
        elif status not in MISSED_DEADLINE:
            reason = f"an endless loop ended with {status.name}; {_permitted(MISSED_DEADLINE)}"
            found.append(Finding(Kind.FAILED, "loop.timeout", reason))
    elif status not in REFUSALS:
        reason = f"the execution was refused with {status.name}; {_permitted(REFUSALS)}"
        found.append(Finding(Kind.FAILED, "refusal.status", reason))
    return f"refused by the execution with {status.name}"


def _told(watch: _Watch) -> list[str]:
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
    lines = "".join(traceback.format_exception(error)).splitlines()
    reason = f"the suite itself failed: {type(error).__name__}: {error}"
    details = {"traceback": lines[-20:]}
    return Verdict(case_id, path, Kind.INTERNAL_ERROR, "internal", reason, (), details)
