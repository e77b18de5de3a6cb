"""Checks of combinations: each value of a call's arguments and surroundings with each other value.

Most other checks change one thing and leave the others at their usual values. Here the rows of a
table combine the preparation, the arguments of the executions, the kinds of memory, a failure
before and a simultaneous execution, so that each pair of values is in at least one row. Each mode
of execution has a table of its own, so that each pair also occurs in each mode.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from conformance import hal
from conformance.checks.burst_requests import open_burst
from conformance.checks.cache_tester import CacheTester
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    Violation,
    decline,
    described,
    expect,
    require,
    start_thread,
)
from conformance.checks.combination_rows import (
    Beside,
    Combination,
    Failure,
    Limit,
    Place,
    Source,
    Stated,
    Waits,
    covering_rows,
    excluded_pairs,
    values_of_mode,
)
from conformance.checks.domain_buffers import (
    AllocationArguments,
    ManagedBuffer,
    NoBufferError,
    SharedBytes,
    role,
)
from conformance.checks.pool_requests import PAGE
from conformance.checks.registration import Check, check
from conformance.checks.sample_models import is_supported, loop_model
from conformance.checks.sample_requests import (
    GAP_BYTES,
    ForeignToken,
    Hints,
    LoopRequest,
    SampleRequest,
    hints_to_ignore,
    reported_shapes,
    require_right_times,
    superfluous_result,
)
from conformance.harness.calls import buffer_calls, driver_calls
from conformance.harness.calls.burst_execution import execute_in_burst
from conformance.harness.calls.driver_calls import ExecutionOutcome
from conformance.harness.calls.modes import MODES, ExecutionCall, Mode
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.calls.reusable_execution import KeptExecution
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES
from conformance.verdicts import VerdictKind

_NO, _YES = hal.MeasureTiming.NO, hal.MeasureTiming.YES
_NONE, _INVALID, _FAILURE, _SMALL = (
    hal.ErrorStatus.NONE,
    hal.ErrorStatus.INVALID_ARGUMENT,
    hal.ErrorStatus.GENERAL_FAILURE,
    hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE,
)
_SIGNAL_SECONDS: Final = 0.002
"""Seconds after which the fence is signalled for which an execution waits."""

_LATE_SECONDS: Final = 0.004
"""The same for an execution whose deadline is in half of this time."""

_PAUSE_SECONDS: Final = 0.0005
"""Seconds between two calls beside an execution, which may wait for a fence."""

_LIMITS: Final = {Limit.NEAR: 20 * 10**9, Limit.FAR: 3600 * 10**9}
_MORE_BYTES: Final = 20
"""Bytes by which the buffers of outputs of unknown rank are larger than the outputs."""

_UNKNOWN: Final = (Stated.NOWHERE, Stated.NO_RANK)


def _memory(context: CheckContext, kind: str, size: int, *, is_input: bool) -> hal.Memory:
    """Return a memory; a file has an offset, and the driver must not write to one of inputs."""
    if kind == hal.MemoryKind.MMAP_FD:
        protection = hal.PROT_READ if is_input else hal.PROT_READ_WRITE
        memory: hal.Memory = hal.mmap_fd_memory(size, protection=protection, offset=PAGE)
    elif kind == Place.BUFFER:
        memory = hal.SharedMemory(size)
    else:
        memory = hal.create_memory(hal.MemoryKind(kind), size)
    context.add_cleanup(memory.close)
    return memory


class _Request(SampleRequest):
    """A request that copies inputs to outputs, with the memories and buffers of a row."""

    def __init__(
        self, context: CheckContext, row: Combination, prepared: hal.PreparedModel
    ) -> None:
        self.sample = row.model
        size, count = self.sample.size, row.copies

        def allocate(**roles: tuple[hal.BufferRole, ...]) -> ManagedBuffer:
            arguments = AllocationArguments((prepared,), dimensions=row.shape)
            answer = replace(arguments, **roles).allocate(context)  # type: ignore[arg-type]
            expect(answer.status, "allocate for valid arguments", _NONE, _FAILURE)
            if answer.buffer is None:
                raise NoBufferError
            return ManagedBuffer(answer.token, answer.buffer, context, row.copier.type)

        self.source = allocate(inputs=(role(),)) if row.inputs == Place.BUFFER else None
        self.target = allocate(outputs=(role(),)) if row.outputs == Place.BUFFER else None
        contents = [(row.inputs, [*range(count)])]
        if row.inputs == Place.OWN_POOLS:
            contents = [(hal.MemoryKind.ASHMEM, [number]) for number in range(count)]
        if row.outputs == Place.SAME_POOL:
            contents[-1][1].extend(range(count, 2 * count))
        else:
            contents.append((row.outputs, [*range(count, 2 * count)]))
        step = -(-(size + GAP_BYTES) // GAP_BYTES) * GAP_BYTES
        pools, places = [], {}
        for index, (kind, numbers) in enumerate(contents):
            end, only_inputs = GAP_BYTES + step * len(numbers), numbers[-1] < count
            pools.append(_memory(context, kind, end, is_input=only_inputs))
            for at, number in enumerate(numbers):
                more = _MORE_BYTES * (number >= count and row.stated == Stated.NO_RANK)
                places[number] = hal.DataLocation(index, GAP_BYTES + step * at, size + more)
        given: list[bytes | ForeignToken] = [self.sample.data(number) for number in range(count)]
        expected = [*given]
        if self.source is not None:
            given[0] = self.source
            del places[0]
        if self.target is not None:
            expected[0] = self.target
            del places[count]
        stated = [()] * count + [row.shape] * count if row.stated == Stated.BY_REQUEST else []
        super().__init__(
            context,
            given,
            expected,
            dimensions=stated,
            type_=row.copier.type,
            relaxed=row.relaxed,
            pools=pools,
            places=places,
        )

    def fill(self, seed: int, *, early: bool = False) -> None:
        """Write inputs and expect their copies; ``early``: write other inputs, and no buffer."""
        data = [self.sample.data(seed + number) for number in range(self._count)]
        other = [self.sample.data(seed + 50 + number) for number in range(self._count)]
        self._values = dict(enumerate([*(other if early else data), *data]))
        if self.source is not None and not early:
            self.source.initialize(data[0])
        self.reset()

    def require_results(self, outcome: ExecutionOutcome) -> None:
        """Raise ``Violation`` unless a valid execution ended as it must."""
        self.check(outcome)
        if self.target is not None:
            self.target.expect_content(self.expected(), operations=1, relaxed=self._relaxed)

    def require_no_content(self) -> None:
        """Raise ``Violation`` if the output buffer of a failed execution is initialized."""
        if self.target is not None:
            memory = SharedBytes(self.context, self.sample.size)
            status = buffer_calls.copy_to(self.target.buffer, memory)
            expect(status, "copy_to from the output buffer of the failed execution", _FAILURE)

    def with_short_outputs(self) -> hal.Request:
        """Return the request; every second output, from the second on, is a byte too short."""
        outputs = list(self.request.outputs)
        for number in range(1, len(outputs), 2):
            place = replace(outputs[number].location, length=self.sample.size - 1)
            outputs[number] = replace(outputs[number], location=place)
        return replace(self.request, outputs=tuple(outputs))


def _model(row: Combination) -> hal.Model:
    """Return the model of a row, which copies its inputs to its outputs."""
    model = row.model.build()
    if row.stated != Stated.BY_MODEL:
        shape = () if row.stated == Stated.NO_RANK else (0,) * len(row.shape)
        operands = list(model.main.operands)
        for index in model.main.output_indexes:
            operands[index] = replace(operands[index], dimensions=shape)
        model = replace(model, main=replace(model.main, operands=tuple(operands)))
    return replace(model, relax_computation_float32_to_float16=row.relaxed)


def _prepare(
    context: CheckContext, model: hal.Model, row: Combination, files: tuple[int, int]
) -> hal.PreparedModel:
    """Return the prepared model; it is not from the cache if the driver has not saved it.

    ``files`` are the numbers of cache files of the driver.
    """
    if row.source == Source.PREPARED:
        return context.prepare(model, row.preference, row.priority)
    if not is_supported(context, model):
        decline(f"get_supported_operations reports the model as unsupported: {row}")
    limit, record = context.options.callback_timeout, RecordingPreparedModelCallback()
    if row.source == Source.HINTED:
        hints, prefixes = _hints(context)["a hint of an unknown extension"]
        config = hal.PrepareModelConfig(
            row.preference,
            row.priority,
            compilation_hints=hints,
            extension_name_to_prefix=prefixes,
        )
        end = driver_calls.prepare_model_with_config(context.device, model, config, limit, record)
        expect(end.status, "prepare_model_with_config")
        assert end.model is not None
        return end.model
    tester = CacheTester(context, files, row.copier.type)
    saved, token = tester.new_files(), tester.new_token()
    with saved.opened() as handles:
        cache: dict[str, Any] = {"model_cache": handles.model, "data_cache": handles.data}
        end, _ = context.try_to_prepare(model, row.preference, row.priority, **cache, token=token)
        expect(end.status, "prepare_model with cache files")
    with saved.opened() as handles:
        retrieved = driver_calls.prepare_model_from_cache(
            context.device, handles.model, handles.data, token, limit, record
        )
        expect(retrieved.status, "prepare_model_from_cache", _NONE, _FAILURE)
    prepared = retrieved.model or end.model
    assert prepared is not None
    return prepared


def _hints(context: CheckContext) -> dict[str, tuple[Hints, Mapping[str, int]]]:
    return {what: (hints, prefixes) for what, hints, prefixes in hints_to_ignore(context)}


def _executor(
    context: CheckContext, mode: Mode, row: Combination, prepared: hal.PreparedModel
) -> Callable[..., ExecutionOutcome]:
    """Return a function that executes requests, by one burst or one reusable execution."""
    if mode is MODES["burst"]:
        controller = open_burst(context, prepared)
        return lambda request, measure: execute_in_burst(controller, request, measure)
    kept, limit, options = KeptExecution(), context.options.callback_timeout, dict[str, Any]()
    if row.hint:
        options["hints"], options["prefixes"] = _hints(context)[row.hint]

    def execute(
        request: hal.Request, measure: hal.MeasureTiming, **limits: Any
    ) -> ExecutionOutcome:
        call = ExecutionCall(prepared, request, limit, measure, kept=kept, **options, **limits)
        return mode.run(call)

    return execute


class _Trial:
    """The executions of one row."""

    def __init__(
        self, context: CheckContext, mode: Mode, row: Combination, files: tuple[int, int]
    ) -> None:
        self._context, self._mode, self._row = context, mode, row
        self._prepared = _prepare(context, _model(row), row, files)
        self._request = _Request(context, row, self._prepared)
        self._execute = _executor(context, mode, row, self._prepared)
        has_measure = context.version >= hal.Version.V1_2
        self._other_measure = _YES if has_measure and not row.measure else _NO

    def run(self) -> None:
        """Execute, fail, and execute again; raise ``Violation`` if a result is wrong."""
        row = self._row
        with described("the first execution"):
            if not self._succeed(1, row.measure):
                return
        if row.failure != Failure.NONE:
            with described(f"the execution with {row.failure}"):
                self._fail()
        with described("the next execution"), self._company():
            self._succeed(2, row.measure)
        with described(f"the last execution, with MeasureTiming.{self._other_measure.name}"):
            self._succeed(3, self._other_measure)

    def _succeed(self, seed: int, measure: hal.MeasureTiming) -> bool:
        """Execute the valid request and check the outcome; return whether it is not declined."""
        row, mode = self._row, self._mode
        limits: dict[str, Any] = {}
        now, nanoseconds = time.monotonic_ns(), _LIMITS.get(row.limit, 0)
        if nanoseconds:
            limits["deadline"] = now + nanoseconds
        elif row.limit == Limit.LATEST:  # HIDL has unsigned times
            bits = 64 if self._context.version <= hal.Version.V1_3 else 63
            limits["deadline"] = 2**bits - 1
        if row.limit == Limit.FAR:
            limits["loop_timeout"] = nanoseconds
        if row.limit == Limit.DURATION or (row.limit == Limit.FAR and mode.fenced):
            limits["duration"] = nanoseconds or _LIMITS[Limit.NEAR]
        start = time.perf_counter()
        outcome = self._run(seed, measure, row.waits, _SIGNAL_SECONDS, **limits)
        passed = time.perf_counter() - start
        if self._is_declined(outcome):
            return False
        self._request.require_results(outcome)
        shapes, expected = reported_shapes(outcome), [(row.shape, True)] * row.copies
        if shapes != expected and (shapes or row.stated in _UNKNOWN):
            raise Violation(f"it reported the shapes {shapes}; {expected} was expected")
        require_right_times(self._context, outcome, measure, passed)
        return True

    def _is_declined(self, outcome: ExecutionOutcome) -> bool:
        """Return whether the driver does not execute with outputs of unknown dimensions."""
        return self._row.stated in _UNKNOWN and outcome.status == _FAILURE

    def _run(
        self,
        seed: int,
        measure: hal.MeasureTiming,
        fences: Waits,
        seconds: float,
        request: hal.Request | None = None,
        **arguments: Any,
    ) -> ExecutionOutcome:
        """Execute a request; if it waits for a fence, its inputs are written before the signal."""
        request = request or self._request.request
        pending = hal.SyncFence()
        self._context.add_cleanup(pending.fail)
        signalled = [hal.SyncFence.signaled() for _ in range(7)]
        waits = {
            Waits.SIGNALLED: signalled[:1],
            Waits.PENDING: [pending],
            Waits.SEVERAL: [*signalled, pending, pending],
        }
        if fences in waits:
            arguments["wait_for"] = tuple(waits[fences])
        is_pending = fences in (Waits.PENDING, Waits.SEVERAL)
        self._request.fill(seed, early=is_pending)
        if not is_pending:
            return self._execute(request, measure, **arguments)

        def signal() -> bool:
            time.sleep(seconds)
            is_early = not self._request.outputs_untouched
            self._request.fill(seed)
            pending.signal()
            return is_early

        signalling = start_thread(signal, "nn-signal")
        outcome = self._execute(request, measure, **arguments)
        if signalling.result() and outcome.status == _NONE:
            raise Violation("the outputs were written before the fence was signalled")
        return outcome

    def _fail(self) -> None:
        """Execute in the way that must or may fail, with each value of measure, and repeatedly."""
        row, request, failure = self._row, self._request, self._row.failure
        expected: tuple[hal.ErrorStatus, ...] = (_INVALID,)
        tried, fences, arguments = None, Waits.NONE, dict[str, Any]()
        if failure == Failure.SHORT_OUTPUT:
            tried = request.with_short_outputs()
            expected = (_SMALL,) if row.stated in _UNKNOWN else (_INVALID,)
        elif failure == Failure.MISSING_OUTPUT:
            tried = request.without_last_arguments(outputs=1)
        elif failure == Failure.FAILED_FENCE:
            arguments["wait_for"] = (hal.SyncFence.failed(),)
        else:
            expected = (_NONE, *MISSED_DEADLINE_STATUSES)
            late = failure == Failure.DEADLINE_BEFORE_FENCE
            fences = Waits.PENDING if late else Waits.NONE
            ahead = int(_LATE_SECONDS * 5e8) if late else -1
            arguments["deadline"] = time.monotonic_ns() + ahead
        for measure in (self._other_measure, row.measure, row.measure):
            outcome = self._run(7, measure, fences, _LATE_SECONDS, tried, **arguments)
            self._require_failure(outcome, *expected)

    def _require_failure(self, outcome: ExecutionOutcome, *expected: hal.ErrorStatus) -> None:
        """Raise ``Violation`` unless an execution ended with an expected status, and rightly."""
        row, request = self._row, self._request
        expect(outcome.status, "it", *expected)
        if outcome.status == _INVALID and outcome.launch not in (None, _INVALID):
            raise Violation(f"its launch returned {outcome.launch.name}; INVALID_ARGUMENT expected")
        require(request.changed_byte())
        if outcome.status == _NONE:
            request.require_results(outcome)
        elif outcome.status == _SMALL:
            flags = [number % 2 == 0 for number in range(row.copies)]
            shapes = reported_shapes(outcome)
            if [flag for _, flag in shapes] != flags or outcome.timing != hal.Timing():
                raise Violation(f"it reported {shapes} and {outcome.timing}")
            may_be_empty = row.stated == Stated.NO_RANK
            if not all(
                may_be_empty if not dimensions else _may_be(dimensions, row.shape)
                for dimensions, _ in shapes
            ):
                raise Violation(f"it reported {shapes} for outputs of {row.shape}")
            request.require_no_content()
        else:
            require(superfluous_result(outcome))
            if outcome.status == _INVALID and not request.outputs_untouched:
                raise Violation("it was refused, but outputs were written")

    @contextmanager
    def _company(self) -> Iterator[None]:
        """Execute at the same time on the same or another model, if the row has one."""
        context, row, prepared = self._context, self._row, self._prepared
        if row.beside == Beside.NOTHING:
            yield
            return
        if row.beside == Beside.OTHER_PRIORITY:
            prepared = self._prepare_other()
        usual = replace(row, inputs=hal.MemoryKind.ASHMEM, outputs=Place.SAME_POOL)
        request = _Request(context, usual, prepared)
        execute = _executor(context, self._mode, row, prepared)

        def run() -> None:
            request.fill(11)
            outcome = execute(request.request, _NO)
            if not self._is_declined(outcome):
                request.require_results(outcome)

        with _repeated("an execution at the same time", run):
            yield

    def _prepare_other(self) -> hal.PreparedModel:
        """Prepare a model of another priority; others are refused at the same time."""
        context, model = self._context, _model(self._row)
        is_high = self._row.priority == hal.Priority.HIGH
        priority = hal.Priority.LOW if is_high else hal.Priority.HIGH

        def refuse() -> None:
            end, _ = context.try_to_prepare(model, 9)
            expect(end.status, "prepare_model with the preference 9", _INVALID)

        with _repeated("a preparation at the same time", refuse):
            return context.prepare(model, self._row.preference, priority)


@contextmanager
def _repeated(what: str, action: Callable[[], None]) -> Iterator[None]:
    """Repeat an action on another thread until the block ends; raise a problem of it there."""
    ended = threading.Event()

    def repeat() -> None:
        while True:
            action()
            if ended.wait(_PAUSE_SECONDS):
                return

    repeating = start_thread(repeat, "nn-beside")
    try:
        yield
    finally:
        ended.set()
        with described(what):
            repeating.result()


def _may_be(dimensions: tuple[int, ...], actual: tuple[int, ...]) -> bool:
    """Return whether reported dimensions, of which some may be 0, are those of an output."""
    pairs = zip(dimensions, actual, strict=False)
    return len(dimensions) == len(actual) and all(one in (0, right) for one, right in pairs)


def _problem(context: CheckContext, mode: Mode, row: Combination, files: tuple[int, int]) -> str:
    """Run the executions of a row; return what is wrong, empty if nothing is."""
    try:
        with context.cleanup_scope(), described(str(row)):
            _Trial(context, mode, row, files).run()
    except Violation as violation:
        return str(violation)
    except SkipCheck as skipped:
        if skipped.finding.kind == VerdictKind.FAILED:
            return f"{row}: {skipped.finding.reason}"
        if skipped.finding.kind != VerdictKind.DECLINED:
            raise
    except NoBufferError:
        pass
    return ""


def _files(context: CheckContext) -> tuple[int, int]:
    """Return the numbers of model and data cache files that the driver needs."""
    if context.version < hal.Version.V1_2:
        return 0, 0
    _, models, data = driver_calls.get_number_of_cache_files_needed(context.device)
    return models, data


def _check_rows(mode: Mode, context: CheckContext) -> None:
    context.require_concurrent_calls(3)
    files = _files(context)
    values = values_of_mode(context, mode, has_cache=any(files))
    if not values["copier"]:
        decline("get_supported_operations reports RELU and ADD as unsupported")
    usual, *rows = [Combination(**row) for row in covering_rows(values, excluded_pairs(values))]
    for row in (usual, *rows):
        if problem := _problem(context, mode, row, files):
            break
    else:
        return
    for name in values:  # find the values that matter
        simpler = replace(row, **{name: getattr(usual, name)})
        if simpler != row and (simple := _problem(context, mode, simpler, files)):
            row, problem = simpler, simple
    raise Violation(problem)


def _mode_check(mode: Mode) -> Check:
    def scenario(context: CheckContext) -> None:
        _check_rows(mode, context)

    scenario.__name__ = mode.title.replace(" ", "_")
    scenario.__doc__ = f"""Executions along the path {mode.title} end with NONE, the expected values
    and shapes, and a timing only if requested, in each combination of two of: preparation, limits,
    fences, kinds of memory, output dimensions, a failure before, and a simultaneous execution. The
    failure has its own status, and changes nothing but its outputs.
    """
    return check("Drivers: Execution", since=mode.since, until=mode.until)(scenario)


CHECKS: Final = tuple(map(_mode_check, MODES.values()))


@check("IPreparedModel.execute_1_3, loopTimeoutDuration", since=hal.Version.V1_3)
def loop_timeouts(context: CheckContext) -> None:
    """A WHILE loop of 2^30 turns ends at the loop timeout of its request, also of 0, with a missed
    deadline and within 1 s, and the next execution ends with NONE, on each execution path in each
    combination of two of: preparation, measurement, a deadline, hints, and a fence.
    """
    files = _files(context)
    for mode in MODES.values():
        if mode.limited and mode.since <= context.version <= mode.until:
            values = values_of_mode(context, mode, has_cache=any(files))
            names = "source", "preference", "priority", "measure", "hint", "waits"
            kept = {name: values[name] for name in names}
            for row in covering_rows({**kept, "limit": [Limit.NONE, Limit.NEAR, Limit.FAR]}):
                combination = Combination(**row)
                with context.cleanup_scope(), described(f"{mode.title}: {combination}"):
                    _run_loops(context, mode, combination, files)


def _run_loops(context: CheckContext, mode: Mode, row: Combination, files: tuple[int, int]) -> None:
    execute = _executor(context, mode, row, _prepare(context, loop_model(20), row, files))
    endless, short = LoopRequest(context, -(2**30)).request, LoopRequest(context, 17, 20)

    def run(request: hal.Request, loop_timeout: int | None) -> tuple[ExecutionOutcome, float]:
        start, limits = time.monotonic_ns(), dict[str, Any](loop_timeout=loop_timeout)
        if ahead := _LIMITS.get(row.limit):
            limits["deadline"] = start + ahead
        if row.waits == Waits.NONE:
            outcome = execute(request, row.measure, **limits)
        else:
            with context.signal_later(fence := hal.SyncFence(), _SIGNAL_SECONDS):
                outcome = execute(request, row.measure, **limits, wait_for=(fence,))
        return outcome, (time.monotonic_ns() - start) / 1e9

    for timeout in (1_000_000, 1_000_000, 0):
        with described(f"an endless loop with a loop timeout of {timeout} ns"):
            outcome, seconds = run(endless, timeout)
            expect(outcome.status, "it", *MISSED_DEADLINE_STATUSES)
            require(superfluous_result(outcome))
            if seconds > 1.0 and (seconds := min(seconds, run(endless, timeout)[1])) > 1.0:
                raise Violation(f"it took {seconds:.3g} s; less than 1 s was expected")
    for far in (None, _LIMITS[Limit.FAR]):
        with described(f"a short loop after it with a loop timeout of {far} ns"):
            short.reset()
            short.check(run(short.request, far)[0])
