"""Executes prepared cases along a path and checks memory, status, timing and output values.

Two executions run at the same time in one variant. If a driver shares state between executions,
their results are wrong.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from conformance import hal
from conformance.cases.example import Example
from conformance.drivers.own_process.connection import RemotePreparedModel
from conformance.harness.answer_checks import check_elapsed_times
from conformance.harness.calls import driver_calls
from conformance.harness.calls.modes import MODES, ExecutionCall
from conformance.harness.calls.recording_callbacks import CallbackCount, RecordingExecutionCallback
from conformance.harness.calls.request_memory import (
    ExecutionMemory,
    RandomFill,
    RequestContents,
    RequestMemory,
)
from conformance.harness.calls.reusable_execution import KeptExecution
from conformance.harness.execution.buffer_memory import DomainMemory, ImageMemory
from conformance.harness.execution.other_data import other_data_findings, repeated_findings
from conformance.harness.execution.outcome_checks import check_outcome
from conformance.harness.failure import PathAttempt
from conformance.harness.planning.case_under_test import CaseUnderTest
from conformance.harness.planning.execution_path import (
    KEPT_REQUEST_MODES,
    QUALITY_LIMITS,
    ExecutionMode,
    ExecutionPath,
    ExecutionVariant,
    PathMemory,
    RequiredOutcome,
    deadline_after,
)
from conformance.harness.planning.expectations import PlannedExecution, plan_executions
from conformance.harness.supervision.wait_policy import wait_with_policy
from conformance.oracle.other_data import OtherDataSource
from conformance.verdicts import Finding, JSONValue, Verdict, VerdictKind

ENDLESS_LOOP_TIMEOUT: Final = 1_000_000
"""Loop timeout in nanoseconds for the execution of an example with an endless loop."""

_BOOLEAN_TYPES: Final = frozenset({int(hal.OperandType.BOOL), int(hal.OperandType.TENSOR_BOOL8)})

_Result = TypeVar("_Result")

OutputObserver = Callable[[str, tuple[bytes, ...]], object]
IntervalCheck = Callable[[Example, Sequence[bytes], Sequence[Finding]], list[Finding]]


@dataclass(slots=True)
class PathRun:
    """One path of a case, and the findings, durations and outputs so far.

    Attributes:
        callbacks: the callbacks that were passed to the driver, shared by all paths of the case.
        interval_check, observer, other_data: see ``Judge.judge``.
        durations: seconds by step.
        diagnoses: whether findings on wrong values state what indicates the fault.
        kept: the reusable execution that all executions of the path share.
        outputs, outcome: set only if there are findings; outputs only if the execution succeeded.

    """

    path: ExecutionPath
    callbacks: list[CallbackCount] = field(default_factory=list)
    interval_check: IntervalCheck | None = None
    observer: OutputObserver | None = None
    other_data: OtherDataSource | None = None
    diagnoses: bool = True
    kept: KeptExecution = field(default_factory=KeptExecution)
    findings: list[Finding] = field(default_factory=list)
    durations: dict[str, float] = field(default_factory=dict)
    note: str = ""
    outputs: tuple[bytes, ...] | None = None
    outcome: driver_calls.ExecutionOutcome | None = None
    support: Mapping[str, JSONValue] = field(default_factory=lambda: {"supported": []})
    """Names of supported and unsupported operations for the verdict; empty if all are supported."""

    def to_attempt(self, verdict: Verdict) -> PathAttempt:
        """Return the verdict together with the outputs and output shapes of the path."""
        shapes = None if self.outcome is None else self.outcome.output_shapes
        return PathAttempt(verdict, self.outputs, shapes)


class Executor:
    """Runs executions one after another and alternates between two memory slots of each kind.

    After each execution, the slot of the previous one is checked for late writes. ``late`` collects
    these, each with its case and path.
    """

    def __init__(
        self, device: hal.Device, version: hal.Version, callback_timeout: float, seed: int
    ) -> None:
        self._device = device
        self.late: deque[tuple[CaseUnderTest, str, Finding]] = deque()
        self._version = version
        # HIDL drivers report times in microseconds, AIDL drivers in nanoseconds.
        self._time_unit = 1e-6 if version < hal.Version.AIDL_V1 else 1e-9
        self._callback_timeout = callback_timeout
        self._random_fill = RandomFill(seed)
        self._slots: dict[PathMemory, list[_Slot]] = {}
        self._previous: _Slot | None = None

    def run_path(self, case: CaseUnderTest, prepared: hal.PreparedModel, run: PathRun) -> None:
        """Run the executions of a path in order; stop after the first one with findings.

        If the last execution must return values and there are other data for the case, another one
        with these data follows. A mode that keeps its request then executes the example's own data
        once more, so that data which the driver keeps from either execution are found. The results
        are added to ``run``.
        """
        plan = plan_executions(run.path, case, self._version)
        outputs: Sequence[bytes] = ()
        try:
            for planned in plan:
                outputs = self._run_execution(case, prepared, run, planned)
                if run.findings:
                    return
            if run.other_data is not None and plan and not case.example.expect_failure:
                self._run_other_data(case, prepared, run, plan[-1], outputs)
            if plan and not run.findings and run.path.mode in KEPT_REQUEST_MODES:
                self._run_execution(case, prepared, run, plan[-1])
                run.findings[:] = repeated_findings(run.findings)
        finally:
            run.kept.release()

    def _run_other_data(
        self,
        case: CaseUnderTest,
        prepared: hal.PreparedModel,
        run: PathRun,
        planned: PlannedExecution,
        before: Sequence[bytes],
    ) -> None:
        """Run an execution with other data; ``before`` are the outputs of the last execution."""
        source = run.other_data
        if planned.required_outcome is not RequiredOutcome.VALUES or source is None:
            return
        if (data := source()) is None:
            return
        other = case.with_example(case.example.with_data(data.inputs, data.outputs))
        further = PathRun(
            run.path, run.callbacks, data.interval_check, diagnoses=run.diagnoses, kept=run.kept
        )
        after = self._run_execution(other, prepared, further, planned)
        case.constants_checksum = other.constants_checksum
        run.durations["execute"] = run.durations["execute"] + further.durations.get("execute", 0.0)
        run.findings.extend(other_data_findings(further.findings, before, after))

    def _run_execution(
        self,
        case: CaseUnderTest,
        prepared: hal.PreparedModel,
        run: PathRun,
        planned: PlannedExecution,
    ) -> Sequence[bytes]:
        """Run one execution; add its findings, duration and outputs to ``run``; return the outputs.

        The result is the content of the output buffers after the execution.
        """
        random_fill = self._random_fill
        random_fill.start_execution()
        slot = self._next_slot(run)
        memory = slot.memory
        prefills = self._prefills(case, planned)
        request = memory.load(
            RequestContents(planned.layout, case.example.inputs, prefills), random_fill
        )
        outcome, call_finding = None, None
        sizes = case.expectation.byte_sizes
        is_executed = False
        start = time.perf_counter()
        try:
            request = memory.move_to_driver(
                self._device, prepared, request, case.example.inputs, sizes
            )
            is_executed = True
            call = ExecutionCall(
                prepared,
                request,
                self._callback_timeout,
                run.path.measure,
                loop_timeout=QUALITY_LIMITS[run.path.quality].loop_timeout
                or (ENDLESS_LOOP_TIMEOUT if case.is_endless_loop else None),
                kept=run.kept,
            )
            outcome = execute_request(run.path, call, run.callbacks)
            if outcome.status == hal.ErrorStatus.NONE:
                memory.read_from_driver(sizes)
        except driver_calls.DriverCallError as error:
            call_finding = error.finding
        elapsed = time.perf_counter() - start
        if is_executed:  # A case counts as executed if it has this duration.
            run.durations["execute"] = run.durations.get("execute", 0.0) + elapsed
        data, inputs_overwritten, outputs_overwritten = memory.collect()
        # From here on a change of the memory is late, and is attributed to this execution.
        slot.owner = (case, str(run.path))
        findings = run.findings
        if call_finding is not None:
            findings.append(call_finding)
        findings.extend(case.overwrite_findings(outputs_overwritten, inputs_overwritten))
        findings.extend(case.check_constants_unchanged())
        if outcome is not None:
            run.note = check_outcome(
                case,
                run.path,
                planned,
                outcome,
                data,
                prefills if run.diagnoses else None,
                findings,
                self._version,
            )
            if not findings:
                measure, unit = run.path.measure, self._time_unit
                findings.extend(check_elapsed_times(outcome, measure, elapsed, unit))
            if findings and run.interval_check is not None:
                findings[:] = run.interval_check(case.example, data, findings)
        _record_outputs(case, run, planned, outcome, data)
        if call_finding is not None and call_finding.kind == VerdictKind.HANG:
            # The hanging execution may still write to this memory, so it must not be used again.
            memory.abandon()
            slot.owner = None
        # The next execution with this kind of memory overwrites the memory of the previous one.
        if self._previous is not None and self._previous is not slot:
            self._check_late_writes(self._previous)
        self._previous = slot
        return data

    def _prefills(self, case: CaseUnderTest, planned: PlannedExecution) -> list[bytes]:
        return [
            self._random_fill.prefill(output.data, length, operand.type in _BOOLEAN_TYPES)
            for output, (_, length), operand in zip(
                case.example.outputs,
                planned.layout.output_spans,
                case.expectation.operands,
                strict=True,
            )
        ]

    def _next_slot(self, run: PathRun) -> "_Slot":
        """Return the slot for the next execution: the one that was not used last.

        It is the same one, which is checked for late writes now, if the path keeps its request.
        """
        kind = run.path.memory
        slots = self._slots.get(kind)
        if slots is None:
            slots = self._slots[kind] = [_Slot(_new_memory(kind)) for _ in range(2)]
        if run.kept.is_created:
            self._check_late_writes(slots[0])
        else:
            slots.reverse()
        return slots[0]

    def _check_late_writes(self, slot: "_Slot") -> None:
        owner, slot.owner = slot.owner, None
        if owner is None:
            return
        inputs_overwritten, outputs_overwritten = slot.memory.late_overwrites()
        if not inputs_overwritten and not outputs_overwritten:
            return
        case, path = owner
        finding = case.overwrite_findings(outputs_overwritten, inputs_overwritten)[0]
        reason = f"after the execution had ended, {finding.reason}"
        late_write = Finding(VerdictKind.FAILED, "late.write", reason, finding.details)
        self.late.append((case, path, late_write))

    def check_all_late_writes(self) -> None:
        """Check all slots for late writes and record them in ``late``."""
        for slots in self._slots.values():
            for slot in slots:
                self._check_late_writes(slot)

    def close(self) -> None:
        """Check all slots for late writes and release their memory."""
        self.check_all_late_writes()
        for slots in self._slots.values():
            for slot in slots:
                slot.memory.close()


@dataclass(slots=True)
class _Slot:
    """Memory for one execution at a time; ``owner`` is its case and path until it was checked."""

    memory: ExecutionMemory
    owner: tuple[CaseUnderTest, str] | None = None


def _record_outputs(
    case: CaseUnderTest,
    run: PathRun,
    planned: PlannedExecution,
    outcome: driver_calls.ExecutionOutcome | None,
    data: Sequence[bytes],
) -> None:
    """Pass the outputs to the observer of ``run``; store them in ``run`` if it has findings.

    An execution that ended with an error has no outputs: its buffers hold what they held before.
    """
    # Where values are required, a missed deadline and a declined form of outputs or memory are
    # permitted all the same; the buffers then hold what they held before.
    returned = outcome is not None and outcome.status == hal.ErrorStatus.NONE
    required = planned.required_outcome is RequiredOutcome.VALUES
    observer = run.observer if returned and required else None
    if not run.findings and observer is None:
        return
    sizes = case.expectation.byte_sizes
    outputs = tuple(content[:size] for content, size in zip(data, sizes, strict=True))
    if observer is not None:
        observer(str(run.path), outputs)
    if run.findings:
        run.outputs = outputs if returned else None
        run.outcome = outcome


def _new_memory(kind: PathMemory) -> ExecutionMemory:
    if not isinstance(kind, hal.MemoryKind):
        return DomainMemory()
    return ImageMemory() if kind is hal.MemoryKind.HARDWARE_BUFFER else RequestMemory(kind)


def execute_concurrently(
    request: hal.Request, execute: Callable[[hal.Request], _Result], timeout: float
) -> _Result:
    """Return the result of ``execute`` while a second execution runs with copies of the pools.

    The outcome of the second execution is ignored. Its end is awaited for at most ``timeout``
    seconds.
    """
    copies = [
        hal.SharedMemory(initial=hal.content_of(pool)) if isinstance(pool, hal.Memory) else pool
        for pool in request.pools
    ]
    second_request = replace(request, pools=tuple(copies))
    barrier = threading.Barrier(2)

    def execute_second() -> None:
        with suppress(Exception):
            barrier.wait(timeout)
            execute(second_request)

    thread = threading.Thread(target=execute_second, daemon=True)
    thread.start()
    with suppress(threading.BrokenBarrierError):
        barrier.wait(timeout)
    try:
        return execute(request)
    finally:
        wait_with_policy(
            "the second of two concurrent executions", timeout, lambda s: _ended(thread, s)
        )
        if not thread.is_alive():
            for copy in copies:
                if isinstance(copy, hal.SharedMemory):
                    with suppress(BufferError):  # The driver still has a view of the memory.
                        copy.close()


def _ended(thread: threading.Thread, seconds: float) -> bool | None:
    thread.join(seconds)
    return None if thread.is_alive() else True


def execute_request(
    path: ExecutionPath, call: ExecutionCall, callbacks: list[CallbackCount]
) -> driver_calls.ExecutionOutcome:
    """Execute a request along a path; raise ``DriverCallError`` for an answer that is invalid.

    The path gives ``call`` its deadlines; ``callbacks`` receives each callback that is passed to
    the driver.
    """
    if path.variant is not ExecutionVariant.CONCURRENT:
        return _execute(path, call, callbacks)
    prepared = call.prepared
    if isinstance(prepared, RemotePreparedModel) and not driver_calls.call_driver(
        "opening a connection", prepared.device.open_connections, 2
    ):
        reason = "the driver's process cannot answer two calls at the same time"
        driver_calls.raise_failure("path.applicable", reason, VerdictKind.NOT_APPLICABLE)
    return execute_concurrently(
        call.request,
        lambda request: _execute(path, replace(call, request=request), callbacks),
        call.timeout,
    )


def _execute(
    path: ExecutionPath, call: ExecutionCall, callbacks: list[CallbackCount]
) -> driver_calls.ExecutionOutcome:
    if path.mode is ExecutionMode.ASYNC:
        call.record = RecordingExecutionCallback()
        callbacks.append(CallbackCount(call.record, "execute", str(path)))
    limits = QUALITY_LIMITS[path.quality]
    if path.mode in _FENCED:
        call.deadline, call.duration = deadline_after(limits.fenced_execution), limits.duration
    else:
        call.deadline = deadline_after(limits.execution)
    return MODES[path.mode].run(call)


_FENCED: Final = frozenset({ExecutionMode.FENCED, ExecutionMode.FENCED_REUSABLE})
