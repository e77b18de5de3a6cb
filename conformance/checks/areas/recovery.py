"""Checks of the state of a driver after failed calls: each failure concerns its own call only."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from conformance import hal
from conformance.checks.check_context import CheckContext, Violation, expect, require
from conformance.checks.domain_buffers import (
    AllocationArguments,
    DomainCase,
    SharedBytes,
    domain_check,
    executors,
    role,
)
from conformance.checks.execution_modes import ExecutionLimits, execution_modes
from conformance.checks.fenced_launches import PendingExecution
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model, loop_model, sum_and_product_model
from conformance.checks.sample_requests import (
    AdditionRequest,
    LoopRequest,
    SampleRequest,
    execute_request,
)
from conformance.harness.calls import buffer_calls, driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES

_STATUS: Final = "IDevice.getStatus"
_AFTER: Final = "Drivers: Execution (a failed request affects no other); IPreparedModel.execute"
_INVALID, _FAILURE = hal.ErrorStatus.INVALID_ARGUMENT, hal.ErrorStatus.GENERAL_FAILURE
_TIMES: Final = 3
"""How often a call that fails is repeated unchanged."""

_MODELS: Final = 17
"""Number of live prepared models beside which support is queried."""

_IDLE_SECONDS: Final = 1.0
"""Seconds within which a driver without requests is no longer BUSY."""


class _Failure(NamedTuple):
    """Executions that fail: their model and request, a valid request of this model, the limits and
    the permitted statuses.
    """

    what: str
    prepared: hal.PreparedModel
    request: SampleRequest
    valid: SampleRequest
    limits: ExecutionLimits
    statuses: Collection[hal.ErrorStatus]


def _failures(context: CheckContext) -> Iterator[_Failure]:
    none, version = ExecutionLimits(), context.version
    closed, short = context.prepare(addition_model()), AdditionRequest(context)
    short.request = short.without_last_arguments(inputs=1)
    valid = AdditionRequest(context, 4)
    yield _Failure("a request without its second input", closed, short, valid, none, (_INVALID,))
    if version >= hal.Version.V1_2:
        small = AdditionRequest(context, 2, lengths=(16, 12))
        statuses = hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE, _FAILURE, _INVALID
        end, _ = context.try_to_prepare(sum_and_product_model(open_outputs=True))
        if end.model is not None:
            full = AdditionRequest(context, 5, outputs=2, dimensions=[(4,)] * 4)
            yield _Failure("a too small output buffer", end.model, small, full, none, statuses)
    if version >= hal.Version.V1_3:
        past, missed = ExecutionLimits(seconds=0.0), MISSED_DEADLINE_STATUSES
        late, ends = AdditionRequest(context, 3), (hal.ErrorStatus.NONE, *missed)
        yield _Failure("a deadline in the past", closed, late, valid, past, ends)
        end, _ = context.try_to_prepare(loop_model())
        if end.model is not None:
            limits = ExecutionLimits(loop_timeout=1_000_000)
            endless, finite = LoopRequest(context), LoopRequest(context, -1, -1)
            yield _Failure("an endless loop", end.model, endless, finite, limits, missed)


class _Status:
    """The device's status, which a failure of a call does not change."""

    def __init__(self, context: CheckContext) -> None:
        self._device, self._first = context.device, self._ask(context.device)

    @staticmethod
    def _ask(device: hal.Device) -> int:
        return int(driver_calls.call_driver("get_status", device.get_status))

    def require_unchanged(self, *, running: bool = False) -> None:
        """Raise ``Violation`` unless the status is the first one, or BUSY if ``running``.

        BUSY is permitted for a moment: a driver may notify its callback before it is idle.
        """
        deadline = time.monotonic() + _IDLE_SECONDS
        while (status := self._ask(self._device)) == hal.DeviceStatus.BUSY and not running:
            if status == self._first or time.monotonic() > deadline:
                break
            time.sleep(0.005)
        if status not in (self._first, hal.DeviceStatus.BUSY if running else self._first):
            names = [hal.name_of(hal.DeviceStatus, each) for each in (status, self._first)]
            raise Violation(f"get_status returned {names[0]}; {names[1]} was expected, as before")


@check(f"{_AFTER}; {_STATUS}")
def repeated_failures(context: CheckContext) -> None:
    """A request whose execution fails, repeated unchanged, fails each time with the same status and
    leaves its inputs unchanged, on every execution path. Afterwards IDevice::getStatus answers as
    before, and valid requests on this and other prepared models execute with NONE, the expected
    values and no timing on every path.
    """
    prepared, valid = context.prepare(addition_model(6)), execution_modes(context)
    other = AdditionRequest(context, 4, 6)
    status = _Status(context)
    for failure in _failures(context):
        users = [(prepared, other), (failure.prepared, failure.valid)]
        if execute_request(context, failure.prepared, failure.valid.request).status == _FAILURE:
            del users[1]  # a driver may decline outputs of unknown dimensions
        for mode, execute in execution_modes(context, failure.limits).items():
            what = f"{mode}, {failure.what}"
            permitted = failure.statuses
            for number in range(_TIMES):
                with context.case(f"{what}, execution {number + 1}"):
                    outcome = execute(failure.prepared, failure.request.request)
                    expect(outcome.status, "it", *permitted)
                    if hal.ErrorStatus.NONE not in permitted:
                        permitted = (outcome.status,)
                    if not failure.request.memory_intact:
                        raise Violation("it changed an input or bytes beside the arguments")
            with context.case(f"after {what}"):
                status.require_unchanged()
            for (name, run), (model, request) in product(valid.items(), users):
                with context.case(f"{name}, after {what}"):
                    execute(failure.prepared, failure.request.request)
                    request.reset()
                    outcome = run(model, request.request)
                    require(request.problem(outcome))
                    if outcome.timing != hal.Timing():
                        raise Violation(f"{outcome.timing}; no timing (UINT64_MAX) was expected")


@check("IPreparedModel.executeFenced, waitFor; Drivers: Fenced execution", since=hal.Version.V1_3)
def failed_fences(context: CheckContext) -> None:
    """After an executeFenced whose wait fence enters the error state, which is repeated, the
    inputs are unchanged, IDevice::getStatus answers as before, and valid requests execute on
    every path.
    """
    prepared, status = context.prepare(addition_model()), _Status(context)
    for number in range(_TIMES):
        pending = PendingExecution(context, prepared, number)
        pending.wait_for_launch()
        pending.wait_fences[0].fail()
        with context.case("the fenced execution whose wait fence failed"):
            if pending.finish().status == hal.ErrorStatus.NONE:
                raise Violation("it ended with NONE; an error was expected")
            if not pending.addition.memory_intact:
                raise Violation("it changed an input or bytes beside the arguments")
            status.require_unchanged()
    AdditionRequest(context, 4).run_along_modes(prepared, "after a failed wait fence")


@domain_check("IDevice.allocate; IBuffer.copyFrom", executes=False)
def refused_buffer_calls(case: DomainCase) -> None:
    """After an allocation or a copyFrom that is refused, earlier and new buffers have different
    tokens, and each keeps its own content for copies and executions.
    """
    data = [case.model.data(seed) for seed in range(5)]
    buffers = [case.buffer(data[0]), case.buffer(data[1])]
    refusals = {"an allocation without roles": (), "an allocation for output 9": (role(9),)}
    for number, (what, roles) in enumerate(refusals.items(), start=2):
        AllocationArguments((case.prepared,), (), roles).allocate(case.context)
        buffers.append(case.buffer(data[number]))
        short = SharedBytes(case.context, case.model.size // 2)
        buffer_calls.copy_from(case.buffer().buffer, short, ())
        tokens = [each.token for each in buffers]
        if len({*tokens}) < len(tokens):
            raise Violation(f"after {what}, the tokens of live buffers are {tokens}")
        for managed, content in zip(buffers, data, strict=False):
            managed.expect_content(content, f"after {what}")
            case.run([managed], [content], f"with a buffer after {what}")


@domain_check("Drivers: Memory domains; IPreparedModel.execute")
def inputs_of_failed_execution(case: DomainCase) -> None:
    """A failed execution leaves the buffers of its inputs unchanged and initialized, and the next
    valid execution, along any path, answers NONE and the expected values.
    """
    first, second = case.model.data(1), case.model.data(2)
    pair = replace(case.model, copies=2)
    prepared = case.context.prepare(pair.build())
    source = case.buffer(first, prepared=prepared)
    empty = case.buffer(prepared=prepared, copies=2)
    for number in range(_TIMES):
        stimulus = f"{number + 1} with an uninitialized buffer as input 1"
        outputs = [case.model.size] * 2
        case.run([source, empty], outputs, stimulus, _FAILURE, prepared=prepared)
        source.expect_content(first, f"after execution {stimulus}")
    for mode, execute in executors(case.context):
        case.run([source, empty], outputs, stimulus, _FAILURE, prepared=prepared)
        valid = replace(case, execute=execute)
        valid.run([source, second], [first, second], f"along {mode} after it", prepared=prepared)


def _refused_calls(context: CheckContext) -> Iterator[tuple[str, Callable[[], object]]]:
    device, valid = context.device, addition_model()
    invalid = replace(valid, main=replace(valid.main, output_indexes=(9,)))
    yield (
        "a query of an invalid model",
        lambda: driver_calls.get_supported_operations(device, invalid),
    )
    yield "the preparation of an invalid model", lambda: context.try_to_prepare(invalid)
    if context.version >= hal.Version.V1_1:
        yield "a preparation with the preference 9", lambda: context.try_to_prepare(valid, 9)
    if context.version >= hal.Version.V1_2:
        yield (
            "a retrieval without files",
            lambda: driver_calls.prepare_model_from_cache(
                device,
                (),
                (),
                bytes(32),
                context.options.callback_timeout,
                RecordingPreparedModelCallback(),
            ),
        )
    if context.version >= hal.Version.V1_3:
        yield (
            "a preparation after its deadline",
            lambda: context.try_to_prepare(valid, deadline=time.monotonic_ns() - 1),
        )
        yield (
            "an allocation without roles",
            lambda: buffer_calls.allocate(device, hal.BufferDesc(()), (), (), ()),
        )


@check(f"IDevice.prepareModel, getSupportedOperations, allocate; {_STATUS}")
def refused_device_calls(context: CheckContext) -> None:
    """After a call of IDevice that fails, twice in a row, IDevice::getStatus answers as before,
    IDevice::getSupportedOperations and prepareModel of a valid model answer as before, and earlier
    and new prepared models execute with NONE and the expected values.
    """
    earlier, other = context.prepare(addition_model(5)), sum_and_product_model(7)
    status = _Status(context)
    supported = context.supported_operations(other)
    context.prepare(other)
    for what, call in _refused_calls(context):
        for turn in range(2):
            call()
            call()
            with context.case(f"after {what}"):
                status.require_unchanged()
                if turn == 0 and context.supported_operations(other) != supported:
                    raise Violation("get_supported_operations returned another answer than before")
                AdditionRequest(context, 2, 7, outputs=2).run(context.prepare(other))
                AdditionRequest(context, 3, 5).run(earlier)


@check(f"IDevice.getSupportedOperations; {_STATUS}")
def queries_during_use(context: CheckContext) -> None:
    """IDevice::getSupportedOperations answers the same, and getStatus the same or BUSY, while 17
    prepared models exist and, from HAL 1.3 on, a fenced execution waits.
    """
    model, status = sum_and_product_model(), _Status(context)
    first = driver_calls.get_supported_operations(context.device, model)
    prepared = [context.prepare(addition_model(4 + number)) for number in range(_MODELS)]
    pending = []
    if context.version >= hal.Version.V1_3:
        pending.append(PendingExecution(context, prepared[0]))
        pending[0].wait_for_launch()
    with context.case(f"with {_MODELS} prepared models and {len(pending)} pending executions"):
        status.require_unchanged(running=True)
        again = driver_calls.get_supported_operations(context.device, model)
        if again != first:
            raise Violation(f"get_supported_operations returned {again}; {first} was expected")
    for each in pending:
        with context.case("the pending execution"):
            each.signal_and_complete()
    status.require_unchanged()
