"""Checks of calls that report their result through a callback: preparations and executions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from conformance.checks.check_context import CheckContext, Violation, expect, require
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model, loop_model, sum_and_product_model
from conformance.checks.sample_requests import (
    AdditionRequest,
    LoopRequest,
)
from conformance.hal import ErrorStatus, MeasureTiming, PreparedModel, Request, Version
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import (
    RecordingExecutionCallback,
    RecordingPreparedModelCallback,
)

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
            self.outputs_were_correct = not self._addition.first_difference()
        super().record(*arguments)


def _execute(
    context: CheckContext,
    prepared: PreparedModel,
    request: Request,
    record: RecordingExecutionCallback | None = None,
    *,
    measure: MeasureTiming = _NO,
    **limits: Any,
) -> driver_calls.ExecutionOutcome:
    record = RecordingExecutionCallback() if record is None else record
    limit = context.options.callback_timeout
    return driver_calls.execute_asynchronously(prepared, request, measure, limit, record, **limits)


def _require_one_notification(
    records: dict[str, RecordingExecutionCallback] | dict[str, RecordingPreparedModelCallback],
) -> None:
    time.sleep(_SETTLE_SECONDS)
    for call, record in records.items():
        if (count := len(record.notifications)) != 1:
            raise Violation(
                f"{call} notified its callback {count} times; exactly one notification was expected"
            )


@check(_EXECUTE, until=Version.V1_3)
def single_notification(context: CheckContext) -> None:
    """IPreparedModel::execute of a valid request notifies its callback exactly once."""
    prepared = context.prepare(addition_model())
    records = {f"execute of valid request {n}": RecordingExecutionCallback() for n in range(3)}
    for seed, record in enumerate(records.values()):
        addition = AdditionRequest(context, seed)
        with context.case():
            require(addition.problem(_execute(context, prepared, addition.request, record)))
    _require_one_notification(records)


@check(_EXECUTE, until=Version.V1_3)
def single_notification_on_refusal(context: CheckContext) -> None:
    """IPreparedModel::execute of an invalid request notifies its callback exactly once."""
    prepared, record = context.prepare(addition_model()), RecordingExecutionCallback()
    request = AdditionRequest(context).without_last_arguments(outputs=1)
    _execute(context, prepared, request, record)
    _require_one_notification({"execute of a request without an output": record})


@check(_EXECUTE, since=Version.V1_2, until=Version.V1_3)
def single_notification_of_failure(context: CheckContext) -> None:
    """IPreparedModel::execute of a valid request whose execution fails notifies its callback
    exactly once: with an output buffer that is too small, after a deadline that has passed and
    after a loop timeout.
    """
    open_outputs = context.prepare(sum_and_product_model(open_outputs=True))
    records = {}

    def launch(what: str, prepared: PreparedModel, request: Request, **limits: Any) -> None:
        record = records[f"execute {what}"] = RecordingExecutionCallback()
        _execute(context, prepared, request, record, **limits)

    short = AdditionRequest(context, outputs=2, lengths=(15, 15)).request
    launch("with too small output buffers", open_outputs, short)
    if context.version >= Version.V1_3:
        addition, past = context.prepare(addition_model()), time.monotonic_ns() - 1
        launch("after its deadline", addition, AdditionRequest(context).request, deadline=past)
        if (loop := context.try_to_prepare(loop_model())[0].model) is not None:
            endless, what = (
                LoopRequest(context).request,
                "of an endless loop with a timeout of 1 ms",
            )
            launch(what, loop, endless, loop_timeout=1_000_000)
    _require_one_notification(records)


@check(_EXECUTE, until=Version.V1_3)
def refusal_statuses_agree(context: CheckContext) -> None:
    """IPreparedModel::execute of a request that lacks an input or output answers INVALID_ARGUMENT
    and notifies its callback of INVALID_ARGUMENT.
    """
    prepared, invalid = context.prepare(addition_model()), ErrorStatus.INVALID_ARGUMENT
    for what, missing in (("input", {"inputs": 1}), ("output", {"outputs": 1})):
        request = AdditionRequest(context).without_last_arguments(**missing)
        outcome = _execute(context, prepared, request)
        if (outcome.launch, outcome.status) != (invalid, invalid):
            launch = "nothing" if outcome.launch is None else outcome.launch.name
            context.report(
                f"execute of a request without an {what} returned {launch} and notified its "
                f"callback of {outcome.status.name}; INVALID_ARGUMENT was expected from both"
            )


@check(_EXECUTE, until=Version.V1_3)
def outputs_before_notification(context: CheckContext) -> None:
    """IPreparedModel::execute writes all outputs to memory before it notifies its callback."""
    prepared = context.prepare(addition_model(4096))
    for seed in range(10):
        addition = AdditionRequest(context, seed, 4096)
        record = _OutputCheckingCallback(addition)
        outcome = _execute(context, prepared, addition.request, record)
        if outcome.status == ErrorStatus.NONE and not record.outputs_were_correct:
            raise Violation(
                "execute notified its callback of NONE before the expected values were in the "
                "output buffers"
            )


def launch_all(
    prepared: PreparedModel, additions: Sequence[AdditionRequest]
) -> list[RecordingExecutionCallback]:
    """Launch an execution of each request without waiting; return the records of the callbacks."""
    records = [RecordingExecutionCallback() for _ in additions]
    for addition, record in zip(additions, records, strict=True):
        arguments = addition.request, _NO, None, None, record
        answer = driver_calls.call_driver("execute", prepared.execute, *arguments)
        expect(driver_calls.to_status("execute", answer), "execute")
    return records


def check_ends(
    context: CheckContext,
    additions: Sequence[AdditionRequest],
    records: Sequence[RecordingExecutionCallback],
) -> None:
    """Wait for the ends of launched executions; record each without NONE and the expected values.

    Stop at the first callback that is not notified, because each one takes the whole time limit.
    """
    limit = context.options.callback_timeout
    for number, (addition, record) in enumerate(zip(additions, records, strict=True)):
        if (first := record.wait(limit)) is None:
            raise Violation(f"execute {number} did not notify its callback within {limit:g} s")
        status = driver_calls.to_status("the callback of execute", first.arguments[0])
        with context.case():
            expect(status, f"the callback of execution {number} of {len(records)}")
            require(addition.first_difference())


@check(_EXECUTE, until=Version.V1_3)
def overlapping_executions(context: CheckContext) -> None:
    """Several IPreparedModel::execute calls launched without waiting for each other each notify
    their callback of NONE, and each computes its own outputs.
    """
    additions = [AdditionRequest(context, seed, 64) for seed in range(8)]
    prepared = context.prepare(addition_model(64))
    check_ends(context, additions, launch_all(prepared, additions))


@check(f"{_EXECUTE}; Drivers: Cleanup", until=Version.V1_3)
def released_while_executing(context: CheckContext) -> None:
    """Asynchronous executions that are in progress when the client releases the prepared model
    still notify their callbacks of NONE, with the expected values.
    """
    additions = [AdditionRequest(context, seed, 4096) for seed in range(4)]
    records = launch_all(context.prepare(addition_model(4096)), additions)
    check_ends(context, additions, records)


@check(_PREPARE)
def single_preparation_notification(context: CheckContext) -> None:
    """IDevice::prepareModel of a valid model notifies its callback exactly once."""
    context.prepare(addition_model())
    _, record = context.try_to_prepare(addition_model())
    _require_one_notification({"prepare_model of a valid model": record})


@check(_PREPARE, since=Version.V1_3)
def single_notification_after_deadline(context: CheckContext) -> None:
    """IDevice::prepareModel of a valid model with a deadline that has passed notifies its callback
    exactly once, whether it prepares the model or answers a missed deadline.
    """
    context.prepare(addition_model())
    _, record = context.try_to_prepare(addition_model(), deadline=time.monotonic_ns() - 1)
    _require_one_notification({"prepare_model after its deadline": record})


@check(_PREPARE)
def refused_preparation(context: CheckContext) -> None:
    """IDevice::prepareModel of an invalid model answers INVALID_ARGUMENT and notifies its callback
    exactly once, of INVALID_ARGUMENT and no prepared model.
    """
    model, invalid = addition_model(), ErrorStatus.INVALID_ARGUMENT
    end, record = context.try_to_prepare(
        replace(model, main=replace(model.main, output_indexes=(9,)))
    )
    if end.model is not None or (end.launch, end.status) != (invalid, invalid):
        context.report(
            f"prepare_model of a model with an output index out of range returned "
            f"{end.launch.name} and notified its callback of {end.status.name} and "
            f"{'no' if end.model is None else 'a'} prepared model; INVALID_ARGUMENT from both and "
            "no prepared model were expected"
        )
    _require_one_notification({"prepare_model of an invalid model": record})
