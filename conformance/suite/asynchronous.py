"""Calls whose result comes through a callback."""

from __future__ import annotations

import time
from collections.abc import Iterator

from conformance.hal import ErrorStatus, MeasureTiming, Version
from conformance.harness import calls, check
from conformance.harness.callbacks import ExecutionRecord, PreparedModelRecord
from conformance.suite.bench import Bench, set_aside_if_lacking
from conformance.suite.check import check as rule
from conformance.suite.stock import addition
from conformance.suite.sums import Sum, wrong

_AFTERWARDS = 0.05
"""Seconds after which a further notification would have come."""

_NO = MeasureTiming.NO
_EXECUTE = "IPreparedModel.execute, execute_1_2, execute_1_3"
_PREPARE = "IDevice.prepareModel, IPreparedModelCallback.notify"


class _Peek(ExecutionRecord):
    """Looks at the outputs in the very moment of the notification."""

    def __init__(self, sum_: Sum) -> None:
        super().__init__()
        self.right: bool | None = None
        self._sum = sum_

    def add(self, *arguments: object) -> None:
        if self.right is None:
            self.right = self._sum.right
        super().add(*arguments)


@rule(_EXECUTE, until=Version.V1_3)
def once(bench: Bench) -> Iterator[str]:
    """An asynchronous execution notifies its callback exactly once."""
    prepared = bench.prepare(addition())
    sums = [Sum(bench, seed) for seed in range(3)]
    records = [ExecutionRecord() for _ in sums]
    limit = bench.options.callback_timeout
    for sum_, record in zip(sums, records, strict=True):
        problem = wrong(calls.execute(prepared, sum_.request, _NO, limit, record), sum_)
        if problem:
            yield problem
    time.sleep(_AFTERWARDS)
    for record in records:
        if len(record.notifications) != 1:
            yield f"a callback was notified {len(record.notifications)} times"
            return


@rule(_EXECUTE, until=Version.V1_3)
def refused_once(bench: Bench) -> Iterator[str]:
    """A refused execution notifies its callback exactly once too."""
    prepared = bench.prepare(addition())
    record = ExecutionRecord()
    request = Sum(bench).without(outputs=1)
    calls.execute(prepared, request, _NO, bench.options.callback_timeout, record)
    time.sleep(_AFTERWARDS)
    if len(record.notifications) != 1:
        yield f"the callback was notified {len(record.notifications)} times"


@rule(_EXECUTE, until=Version.V1_3)
def refusal_agrees(bench: Bench) -> Iterator[str]:
    """An argument error is INVALID_ARGUMENT for the callback and for the caller."""
    prepared = bench.prepare(addition())
    limit = bench.options.callback_timeout
    for what, missing in (("input", {"inputs": 1}), ("output", {"outputs": 1})):
        request = Sum(bench).without(**missing)
        outcome = calls.execute(prepared, request, _NO, limit, ExecutionRecord())
        told = outcome.status
        if told != ErrorStatus.INVALID_ARGUMENT or outcome.launch != told:
            launch = "nothing" if outcome.launch is None else outcome.launch.name
            yield f"an {what} was missing: execute answered {launch}, the callback {told.name}"


@rule(_EXECUTE, until=Version.V1_3)
def refusal_is_bare(bench: Bench) -> Iterator[str]:
    """A refused execution reports neither output shapes nor times."""
    prepared = bench.prepare(addition())
    request = Sum(bench).without(inputs=1)
    limit = bench.options.callback_timeout
    outcome = calls.execute(prepared, request, MeasureTiming.YES, limit, ExecutionRecord())
    for finding in check.check_error(outcome):
        yield finding.reason


@rule(_EXECUTE, until=Version.V1_3)
def complete(bench: Bench) -> Iterator[str]:
    """The outputs are in memory when the callback is notified."""
    prepared = bench.prepare(addition(4096))
    for seed in range(10):
        sum_ = Sum(bench, seed, 4096)
        record = _Peek(sum_)
        limit = bench.options.callback_timeout
        outcome = calls.execute(prepared, sum_.request, _NO, limit, record)
        if outcome.status == ErrorStatus.NONE and not record.right:
            yield "the callback was notified before the outputs were right"
            return


@rule(_EXECUTE, until=Version.V1_3)
def many(bench: Bench) -> Iterator[str]:
    """Executions launched before the earlier ones have ended each come to their own end."""
    prepared = bench.prepare(addition(64))
    sums = [Sum(bench, seed, 64) for seed in range(8)]
    records = [ExecutionRecord() for _ in sums]
    for sum_, record in zip(sums, records, strict=True):
        calls.call("execute", prepared.execute, sum_.request, _NO, None, None, record)
    for number, (sum_, record) in enumerate(zip(sums, records, strict=True)):
        first = record.wait(bench.options.callback_timeout)
        if first is None:
            yield f"the callback of execution {number} of {len(sums)} was never notified"
            continue
        status = calls.status_of("the callback of execute", first.arguments[0])
        set_aside_if_lacking(status, "the execution")
        if status != ErrorStatus.NONE:
            yield f"execution {number} ended with {status.name}"
        elif not sum_.right:
            yield f"the result of execution {number} of {len(sums)} is wrong"


@rule(_PREPARE)
def prepared_once(bench: Bench) -> Iterator[str]:
    """A preparation notifies its callback exactly once."""
    bench.prepare(addition())
    record = PreparedModelRecord()
    calls.prepare(bench.device, addition(), 1, bench.options.callback_timeout, record)
    time.sleep(_AFTERWARDS)
    if len(record.notifications) != 1:
        yield f"the callback was notified {len(record.notifications)} times"


@rule(_PREPARE)
def refused_preparation(bench: Bench) -> Iterator[str]:
    """A refused preparation tells caller and callback INVALID_ARGUMENT, once, without a model."""
    model = addition()
    broken = type(model)(
        type(model.main)(model.main.operands, model.main.operations, (0, 1), (9,)),
        operand_values=model.operand_values,
    )
    record = PreparedModelRecord()
    end = calls.prepare(bench.device, broken, 1, bench.options.callback_timeout, record)
    if end.model is not None:
        yield f"an invalid model was refused with {end.status.name} and a prepared model"
    invalid = ErrorStatus.INVALID_ARGUMENT
    if (end.launch, end.status) != (invalid, invalid):
        yield (
            f"prepare_model answered {end.launch.name} for an output index that is not there, "
            f"the callback was told {end.status.name}"
        )
    time.sleep(_AFTERWARDS)
    if len(record.notifications) != 1:
        yield f"the callback was notified {len(record.notifications)} times"
