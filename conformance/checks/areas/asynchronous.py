"""Checks of calls that report their result through a callback: preparations and executions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from conformance.checks.check_context import CheckContext, Violation, expect, require
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import (
    AdditionRequest,
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
