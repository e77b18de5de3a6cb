"""Executes prepared cases along a path and checks memory, status, timing and output values."""

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from conformance.hal import OperandType, PreparedModel, Request, Timing, Version
from conformance.harness import burst, calls, fenced
from conformance.harness.callbacks import ExecutionRecord, PreparedModelRecord
from conformance.harness.case import Case
from conformance.harness.company import in_company
from conformance.harness.failure import Attempt
from conformance.harness.judgement import implausible, judge_outcome
from conformance.harness.memory import Noise, Slot
from conformance.harness.outcomes import Required
from conformance.harness.path import Execution, Path
from conformance.harness.trial import Trial, trials
from conformance.harness.verdict import Finding, JSONValue, Kind, Verdict
from conformance.specfile.example import Example

ENDLESS_LOOP_TIMEOUT: Final = 1_000_000
"""Loop timeout in nanoseconds for the execution of an example with an endless loop."""

_TRUTH_VALUES: Final = frozenset({int(OperandType.BOOL), int(OperandType.TENSOR_BOOL8)})

Observer = Callable[[str, tuple[bytes, ...]], object]
SecondLook = Callable[[Example, Sequence[bytes], Sequence[Finding]], list[Finding]]


@dataclass(slots=True)
class Watch:
    """A callback whose notifications are counted after the case.

    ``what`` names the call that passed the callback to the driver. ``path`` is empty if the
    callback concerns all paths.
    """

    record: PreparedModelRecord | ExecutionRecord
    what: str
    path: str


@dataclass(slots=True)
class Result:
    """The findings, durations and outputs of one path so far.

    ``durations`` are seconds by step. ``outputs`` and ``outcome`` are set only if there are
    findings.
    """

    path: str
    findings: list[Finding] = field(default_factory=list)
    durations: dict[str, float] = field(default_factory=dict)
    note: str = ""
    outputs: tuple[bytes, ...] | None = None
    outcome: calls.Outcome | None = None
    support: Mapping[str, JSONValue] = field(default_factory=lambda: {"supported": []})
    """Names of supported and unsupported operations for the verdict; empty if all are supported."""

    def attempt(self, verdict: Verdict) -> Attempt:
        """Return the verdict together with the outputs and output shapes of the path."""
        shapes = None if self.outcome is None else self.outcome.output_shapes
        return Attempt(verdict, self.outputs, shapes)


@dataclass(frozen=True, slots=True)
class LateWrite:
    """A finding on a request's memory that changed after the execution had ended."""

    case: Case
    path: str
    finding: Finding


class Executor:
    """Runs executions one after another and alternates between two memory slots.

    After each execution, the slot of the previous one is checked for late writes. ``observer``, if
    set, receives the outputs of each execution that must return values. ``second_look``, if set,
    may revise the findings of an execution. ``late`` collects late writes.
    """

    def __init__(self, version: Version, callback_timeout: float, seed: int) -> None:
        self.observer: Observer | None = None
        self.second_look: SecondLook | None = None
        self.late: deque[LateWrite] = deque()
        self._version = version
        # HIDL drivers report times in microseconds, AIDL drivers in nanoseconds.
        self._unit = 1e-6 if version < Version.AIDL_V1 else 1e-9
        self._timeout = callback_timeout
        self._noise = Noise(seed)
        self._slots = (Slot(), Slot())
        self._owners: list[tuple[Case, str] | None] = [None, None]
        self._turn = 0

    def run(
        self,
        case: Case,
        prepared: PreparedModel,
        path: Path,
        result: Result,
        watches: list[Watch],
        *,
        thorough: bool,
    ) -> None:
        """Run the executions of a path in order; stop after the first one with findings.

        The results are added to ``result``, and callbacks to ``watches``. ``thorough``: after the
        last execution, check also whether the driver changed the model's structure.
        """
        every = trials(path, case, self._version)
        for trial in every:
            last = trial is every[-1]
            self._run(case, prepared, path, trial, result, watches, thorough=thorough and last)
            if result.findings:
                break

    def _run(
        self,
        case: Case,
        prepared: PreparedModel,
        path: Path,
        trial: Trial,
        result: Result,
        watches: list[Watch],
        *,
        thorough: bool,
    ) -> None:
        """Run one execution and add its findings, duration and outputs to ``result``."""
        noise, turn = self._noise, self._turn
        noise.start_execution()
        slot = self._slots[turn]
        prefills = [
            noise.prefill(output.data, length, operand.type in _TRUTH_VALUES)
            for output, (_, length), operand in zip(
                case.example.outputs,
                trial.layout.output_spans,
                case.expectation.operands,
                strict=True,
            )
        ]
        request = slot.load(trial.layout, case.example.inputs, prefills, noise)
        self._owners[turn] = (case, result.path)
        outcome, bad = None, None
        times: list[Timing] = []
        start = time.perf_counter()
        try:
            outcome, *times = self._call(prepared, path, request, case, watches)
        except calls.BadAnswerError as error:
            bad = error.finding
        passed = time.perf_counter() - start
        result.durations["execute"] = result.durations.get("execute", 0.0) + passed
        data, inputs_overwritten, outputs_overwritten = slot.collect()
        found = result.findings
        if bad is not None:
            found.append(bad)
        found.extend(case.overwritten(outputs_overwritten, inputs_overwritten))
        found.extend(case.changes(thorough=thorough))
        if outcome is not None:
            result.note = judge_outcome(case, path, trial, outcome, data, prefills, found)
            if not found and (times or outcome.timing != _UNMEASURED):
                found.extend(_check_times(outcome, times, path, passed, self._unit))
            if found and self.second_look is not None:
                found[:] = self.second_look(case.example, data, found)
        observed = self.observer is not None and trial.required is Required.VALUES
        if found or observed:
            sizes = case.expectation.sizes
            outputs = tuple(d[:size] for d, size in zip(data, sizes, strict=True))
            if self.observer is not None and observed:
                self.observer(result.path, outputs)
            if found:
                result.outputs = outputs
                result.outcome = outcome
        if bad is not None and bad.kind == Kind.HANG:
            # The hanging execution may still write to this memory, so it must not be used again.
            slot.forget()
            self._owners[turn] = None
        # The other slot holds the previous execution's memory, which the next one will overwrite.
        self._turn = 1 - turn
        self.look_back(self._turn)

    def _call(
        self,
        prepared: PreparedModel,
        path: Path,
        request: Request,
        case: Case,
        watches: list[Watch],
    ) -> tuple[calls.Outcome, *tuple[Timing, ...]]:
        """Execute the request and return the outcome.

        For a fenced execution, the second timing (from its fences on) may follow.
        """
        loop_timeout = ENDLESS_LOOP_TIMEOUT if case.endless else None
        measure, timeout = path.measure, self._timeout
        if path.execution is Execution.SYNC:
            execute = partial(
                calls.execute_synchronously, prepared, measure=measure, loop_timeout=loop_timeout
            )
            return (in_company(request, execute, timeout) if path.together else execute(request),)
        if path.execution is Execution.FENCED:
            return fenced.execute(prepared, request, measure, timeout, loop_timeout)
        if path.execution is Execution.BURST:
            return (burst.execute(prepared, request, measure, timeout),)
        record = ExecutionRecord()
        watches.append(Watch(record, "execute", str(path)))
        return (calls.execute(prepared, request, measure, timeout, record, loop_timeout),)

    def look_back(self, turn: int) -> None:
        """Check slot ``turn`` for writes after the end of its execution; add them to ``late``."""
        owner = self._owners[turn]
        if owner is None:
            return
        self._owners[turn] = None
        inputs_overwritten, outputs_overwritten = self._slots[turn].late()
        if not inputs_overwritten and not outputs_overwritten:
            return
        case, path = owner
        finding = case.overwritten(outputs_overwritten, inputs_overwritten)[0]
        reason = f"after the execution had ended: {finding.reason}"
        late = Finding(Kind.FAILED, "late.write", reason, finding.details)
        self.late.append(LateWrite(case, path, late))

    def look_back_at_all(self) -> None:
        """Check both slots for late writes and record them in ``late``."""
        for turn in (0, 1):
            self.look_back(turn)

    def close(self) -> None:
        """Check both slots for late writes and release their memory."""
        self.look_back_at_all()
        for slot in self._slots:
            slot.close()


def _check_times(
    outcome: calls.Outcome, since_fence: Sequence[Timing], path: Path, passed: float, unit: float
) -> list[Finding]:
    """Return findings on implausible times of an execution.

    A reported time must not exceed the ``passed`` seconds that the client measured. ``since_fence``
    holds the second timing of a fenced execution, if there is one; it is also compared with the
    first. ``unit`` is the unit of the driver's times in seconds.
    """
    for timing in (outcome.timing, *since_fence):
        found = implausible(timing, passed, unit)
        if found:
            return found
    for timing in since_fence:
        return fenced.check_times(outcome.timing, timing, path.measure, outcome.status)
    return []


_UNMEASURED: Final = Timing()
