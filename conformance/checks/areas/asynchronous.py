"""Checks of calls that report their result through a callback: preparations and executions."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from conformance.checks.check_context import CheckContext, skip_if_lacking_resources
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    addition_model,
    loop_model,
    sum_and_product_model,
)
from conformance.checks.sample_requests import (
    AdditionRequest,
    LoopRequest,
    decline_unknown_dimensions,
    outcome_problem,
)
from conformance.hal import ErrorStatus, MeasureTiming, PreparedModel, Request, Version
from conformance.harness import answer_checks
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback

_SETTLE_SECONDS = 0.05
"""Seconds to wait for a second, unexpected notification."""

_NO = MeasureTiming.NO
_EXECUTE = "IPreparedModel.execute, execute_1_2, execute_1_3"
_PREPARE = "IDevice.prepareModel, IPreparedModelCallback.notify"


class _OutputCheckingCallback(RecordingExecutionCallback):
    """An execution record that compares the outputs at the moment of the first notification."""

    def __init__(self, addition: AdditionRequest) -> None:
        super().__init__()
        self.outputs_were_correct: bool | None = None
        self._addition = addition

    def record(self, *arguments: object) -> None:
        if self.outputs_were_correct is None:
            self.outputs_were_correct = self._addition.outputs_correct
        super().record(*arguments)


@check(_EXECUTE, until=Version.V1_3)
def single_notification(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::execute of a valid request notifies its callback exactly once."""
    prepared = context.prepare(addition_model())
    additions = [AdditionRequest(context, seed) for seed in range(3)]
    records = [RecordingExecutionCallback() for _ in additions]
    limit = context.options.callback_timeout
    for addition, record in zip(additions, records, strict=True):
        problem = outcome_problem(
            driver_calls.execute_asynchronously(prepared, addition.request, _NO, limit, record),
            addition,
        )
        if problem:
            yield problem
    time.sleep(_SETTLE_SECONDS)
    for record in records:
        if len(record.notifications) != 1:
            yield (
                f"execute of a valid request notified its callback {len(record.notifications)} "
                "times; exactly one notification was expected"
            )
            return


@check(_EXECUTE, until=Version.V1_3)
def single_notification_on_refusal(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::execute of an invalid request notifies its callback exactly once."""
    prepared = context.prepare(addition_model())
    record = RecordingExecutionCallback()
    request = AdditionRequest(context).without_last_arguments(outputs=1)
    driver_calls.execute_asynchronously(
        prepared, request, _NO, context.options.callback_timeout, record
    )
    time.sleep(_SETTLE_SECONDS)
    if len(record.notifications) != 1:
        yield (
            f"execute of a request without an output notified its callback "
            f"{len(record.notifications)} times; exactly one notification was expected"
        )


@check(_EXECUTE, since=Version.V1_2, until=Version.V1_3)
def single_notification_of_failure(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::execute of a valid request whose execution fails notifies its callback
    exactly once: with an output buffer that is too small, after a deadline that has passed and
    after a loop timeout.
    """
    launches: dict[str, tuple[PreparedModel, Request, int | None, int | None]] = {}
    open_outputs = context.prepare(sum_and_product_model(open_outputs=True))
    short = AdditionRequest(context, outputs=2, lengths=(15, 15))
    launches["with too small output buffers"] = open_outputs, short.request, None, None
    if context.version >= Version.V1_3:
        addition = context.prepare(addition_model())
        past = time.monotonic_ns() - 1
        launches["after its deadline"] = addition, AdditionRequest(context).request, None, past
        if (loop := context.try_to_prepare(loop_model())[0].model) is not None:
            endless = LoopRequest(context).request
            launches["of an endless loop with a timeout of 1 ms"] = loop, endless, 1_000_000, None
    records = {what: RecordingExecutionCallback() for what in launches}
    for what, (prepared, request, loop_timeout, deadline) in launches.items():
        driver_calls.execute_asynchronously(
            prepared,
            request,
            _NO,
            context.options.callback_timeout,
            records[what],
            loop_timeout,
            deadline,
        )
    time.sleep(_SETTLE_SECONDS)
    for what, record in records.items():
        if len(record.notifications) != 1:
            yield (
                f"execute {what} notified its callback {len(record.notifications)} times; exactly "
                "one notification was expected"
            )


@check(_EXECUTE, until=Version.V1_3)
def refusal_statuses_agree(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::execute of a request that lacks an input or output answers INVALID_ARGUMENT
    and notifies its callback of INVALID_ARGUMENT.
    """
    prepared = context.prepare(addition_model())
    limit = context.options.callback_timeout
    for what, missing in (("input", {"inputs": 1}), ("output", {"outputs": 1})):
        request = AdditionRequest(context).without_last_arguments(**missing)
        outcome = driver_calls.execute_asynchronously(
            prepared, request, _NO, limit, RecordingExecutionCallback()
        )
        status = outcome.status
        if status != ErrorStatus.INVALID_ARGUMENT or outcome.launch != status:
            launch = "nothing" if outcome.launch is None else outcome.launch.name
            yield (
                f"execute of a request without an {what} answered {launch} and notified its "
                f"callback of {status.name}; INVALID_ARGUMENT was expected from both"
            )


@check(_EXECUTE, until=Version.V1_3)
def refusal_without_results(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::execute of an invalid request notifies its callback without output shapes and
    without timing (UINT64_MAX), even with MeasureTiming.YES.
    """
    prepared = context.prepare(addition_model())
    request = AdditionRequest(context).without_last_arguments(inputs=1)
    limit = context.options.callback_timeout
    outcome = driver_calls.execute_asynchronously(
        prepared, request, MeasureTiming.YES, limit, RecordingExecutionCallback()
    )
    for finding in answer_checks.check_error_answer(outcome):
        yield finding.reason


@check(_EXECUTE, until=Version.V1_3)
def outputs_before_notification(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::execute writes all outputs to memory before it notifies its callback."""
    prepared = context.prepare(addition_model(4096))
    for seed in range(10):
        addition = AdditionRequest(context, seed, 4096)
        record = _OutputCheckingCallback(addition)
        limit = context.options.callback_timeout
        outcome = driver_calls.execute_asynchronously(
            prepared, addition.request, _NO, limit, record
        )
        if outcome.status == ErrorStatus.NONE and not record.outputs_were_correct:
            yield (
                "execute notified its callback of NONE before the expected values were in the "
                "output buffers"
            )
            return


def _launch(
    prepared: PreparedModel, additions: Sequence[AdditionRequest]
) -> list[RecordingExecutionCallback]:
    """Launch an execution of each request without waiting; return the records of the callbacks."""
    records = [RecordingExecutionCallback() for _ in additions]
    for addition, record in zip(additions, records, strict=True):
        driver_calls.call_driver(
            "execute", prepared.execute, addition.request, _NO, None, None, record
        )
    return records


def _problems_of_ends(
    context: CheckContext,
    additions: Sequence[AdditionRequest],
    records: Sequence[RecordingExecutionCallback],
    expected: Sequence[ErrorStatus],
) -> Iterator[str]:
    """Wait for the ends of launched executions; yield what is wrong with each.

    Stop at the first callback that is not notified, because each one takes the whole time limit.
    """
    limit = context.options.callback_timeout
    for number, (addition, record) in enumerate(zip(additions, records, strict=True)):
        name = f"execution {number} of {len(additions)}"
        if (first := record.wait(limit)) is None:
            yield f"execute did not notify the callback of {name} within {limit:g} s"
            return
        status = driver_calls.to_status("the callback of execute", first.arguments[0])
        skip_if_lacking_resources(status, "the execution")
        if status != expected[number]:
            yield (
                f"execute notified the callback of {name} of {status.name}; "
                f"{expected[number].name} was expected"
            )
        elif status == ErrorStatus.NONE and not addition.outputs_correct:
            yield f"{name} computed wrong values: {addition.first_difference()}"


@check(_EXECUTE, until=Version.V1_3)
def overlapping_executions(context: CheckContext) -> Iterator[str]:
    """Several IPreparedModel::execute calls launched without waiting for each other each notify
    their callback of NONE, and each computes its own outputs.
    """
    additions = [AdditionRequest(context, seed, 64) for seed in range(8)]
    prepared = context.prepare(addition_model(64))
    records = _launch(prepared, additions)
    yield from _problems_of_ends(context, additions, records, [ErrorStatus.NONE] * 8)


@check(_EXECUTE, since=Version.V1_2, until=Version.V1_3)
def overlapping_failures(context: CheckContext) -> Iterator[str]:
    """Of several IPreparedModel::execute calls launched without waiting for each other, those with
    a too small output buffer notify their own callback of OUTPUT_INSUFFICIENT_SIZE, the others of
    NONE.
    """
    prepared = context.prepare(sum_and_product_model(64, open_outputs=True))
    limit = context.options.callback_timeout
    decline_unknown_dimensions(
        driver_calls.execute_asynchronously(
            prepared,
            AdditionRequest(context, 0, 64, outputs=2).request,
            _NO,
            limit,
            RecordingExecutionCallback(),
        ),
        "outputs of unknown dimensions",
    )
    lengths = [(256, 256 - 4 * (number % 2)) for number in range(8)]
    additions = [
        AdditionRequest(context, seed, 64, lengths=pair) for seed, pair in enumerate(lengths)
    ]
    small = ErrorStatus.OUTPUT_INSUFFICIENT_SIZE
    expected = [ErrorStatus.NONE if pair == (256, 256) else small for pair in lengths]
    yield from _problems_of_ends(context, additions, _launch(prepared, additions), expected)


@check(f"{_EXECUTE}; Drivers: Cleanup", until=Version.V1_3)
def released_while_executing(context: CheckContext) -> Iterator[str]:
    """Asynchronous executions that are in progress when the client releases the prepared model
    still notify their callbacks of NONE, with the expected values.
    """
    additions = [AdditionRequest(context, seed, 4096) for seed in range(4)]
    records = _launch(context.prepare(addition_model(4096)), additions)
    for problem in _problems_of_ends(context, additions, records, [ErrorStatus.NONE] * 4):
        yield f"after the release of the prepared model: {problem}"


@check(_PREPARE)
def single_preparation_notification(context: CheckContext) -> Iterator[str]:
    """IDevice::prepareModel of a valid model notifies its callback exactly once."""
    context.prepare(addition_model())
    _, record = context.try_to_prepare(addition_model())
    time.sleep(_SETTLE_SECONDS)
    if len(record.notifications) != 1:
        yield (
            f"prepare_model of a valid model notified its callback "
            f"{len(record.notifications)} times; exactly one notification was expected"
        )


@check(_PREPARE, since=Version.V1_3)
def single_notification_after_deadline(context: CheckContext) -> Iterator[str]:
    """IDevice::prepareModel of a valid model with a deadline that has passed notifies its callback
    exactly once, whether it prepares the model or answers a missed deadline.
    """
    context.prepare(addition_model())
    _, record = context.try_to_prepare(addition_model(), deadline=time.monotonic_ns() - 1)
    time.sleep(_SETTLE_SECONDS)
    if len(record.notifications) != 1:
        yield (
            f"prepare_model after its deadline notified its callback {len(record.notifications)} "
            "times; exactly one notification was expected"
        )


@check(_PREPARE)
def refused_preparation(context: CheckContext) -> Iterator[str]:
    """IDevice::prepareModel of an invalid model answers INVALID_ARGUMENT and notifies its callback
    exactly once, of INVALID_ARGUMENT and no prepared model.
    """
    model = addition_model()
    invalid_model = type(model)(
        type(model.main)(model.main.operands, model.main.operations, (0, 1), (9,)),
        operand_values=model.operand_values,
    )
    end, record = context.try_to_prepare(invalid_model)
    if end.model is not None:
        yield (
            f"prepare_model of an invalid model notified its callback of {end.status.name} and a "
            "prepared model; no prepared model was expected"
        )
    invalid = ErrorStatus.INVALID_ARGUMENT
    if (end.launch, end.status) != (invalid, invalid):
        yield (
            f"prepare_model of a model with an output index out of range answered "
            f"{end.launch.name} and notified its callback of {end.status.name}; INVALID_ARGUMENT "
            "was expected from both"
        )
    time.sleep(_SETTLE_SECONDS)
    if len(record.notifications) != 1:
        yield (
            f"prepare_model of an invalid model notified its callback "
            f"{len(record.notifications)} times; exactly one notification was expected"
        )
