"""Checks that a driver releases everything that an operation uses.

The resources are those of the driver's process: open descriptors, threads, processes, mappings,
memory, shared-memory files and temporary files. Without ``--isolate`` this is the process of the
suite.
"""

from __future__ import annotations

import gc
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from conformance.bursts import BurstController
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    skip_if_lacking_resources,
)
from conformance.checks.domain_buffers import DOMAIN_DECLINED, role
from conformance.checks.growth import GrowthMeter
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_model, sum_and_product_model
from conformance.checks.sample_requests import (
    AdditionRequest,
    execute_request,
    execution_problem,
    outcome_problem,
)
from conformance.drivers.own_process import ConnectedDevice, IsolatedDevice
from conformance.hal import (
    BufferDesc,
    ErrorStatus,
    ExecutionConfig,
    MeasureTiming,
    Model,
    OperandLifeTime,
    PreparedModel,
    Request,
    SharedMemory,
    SyncFence,
    Version,
)
from conformance.harness.calls import (
    buffer_calls,
    burst_execution,
    driver_calls,
    fenced_execution,
    reusable_execution,
)
from conformance.harness.calls.recording_callbacks import RecordingExecutionCallback
from conformance.harness.supervision.wait_policy import limit_wait
from conformance.verdicts import Finding, VerdictKind

_SECTION: Final = "Drivers: Cleanup"
_NO: Final = MeasureTiming.NO
_POLL_SECONDS: Final = 0.002
_CONSTANT_ELEMENTS: Final = 1 << 12
_BUFFER_ELEMENTS: Final = 1 << 12
_RESULT_ELEMENTS: Final = 1 << 14
"""Elements of a vector of 16 pages, so that kept results show as growth at once."""


def _require_success(problem: str) -> None:
    """End the check as failed if an operation that is repeated did not succeed."""
    if problem:
        raise SkipCheck(VerdictKind.FAILED, problem)


@check(_SECTION, since=Version.V1_2)
def synchronous_executions(context: CheckContext) -> Iterator[Finding]:
    """Each IPreparedModel::executeSynchronously releases all resources that it uses."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)

    def execute() -> None:
        _require_success(execution_problem(context, prepared, addition))

    yield from GrowthMeter(context, execute).leaks("executeSynchronously")


@check(_SECTION)
def large_results(context: CheckContext) -> Iterator[Finding]:
    """After an execution, the driver keeps no copy of the inputs and outputs, of 64 KiB each."""
    prepared = context.prepare(addition_model(_RESULT_ELEMENTS))
    addition = AdditionRequest(context, elements=_RESULT_ELEMENTS)

    def execute() -> None:
        _require_success(
            outcome_problem(execute_request(context, prepared, addition.request), addition)
        )

    yield from GrowthMeter(context, execute).leaks("an execution with large vectors")


@check(_SECTION, until=Version.V1_3)
def asynchronous_executions(context: CheckContext) -> Iterator[Finding]:
    """Each IPreparedModel::execute releases all resources that it uses after its callback."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    limit = context.options.callback_timeout

    def execute() -> None:
        outcome = driver_calls.execute_asynchronously(
            prepared, addition.request, _NO, limit, RecordingExecutionCallback()
        )
        _require_success(outcome_problem(outcome, addition))

    yield from GrowthMeter(context, execute).leaks("execute")


@check(_SECTION, since=Version.V1_3)
def fenced_executions(context: CheckContext) -> Iterator[Finding]:
    """Each IPreparedModel::executeFenced releases all resources that it uses, including the fences
    for which it waits, after its sync fence has signaled.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    limit = context.options.callback_timeout

    def execute() -> None:
        with _closing(SyncFence.signaled()) as first, _closing(SyncFence.signaled()) as second:
            launched = fenced_execution.launch_fenced(
                prepared, addition.request, _NO, wait_for=(first, second)
            )
            end = fenced_execution.finish_fenced(launched, limit)
        outcome = driver_calls.ExecutionOutcome(end.status, (), end.since_launch)
        _require_success(outcome_problem(outcome, addition))

    yield from GrowthMeter(context, execute).leaks("executeFenced")


class _closing:  # noqa: N801 - a function in use
    """Closes a fence at the end of the block."""

    def __init__(self, fence: SyncFence) -> None:
        self._fence = fence

    def __enter__(self) -> SyncFence:
        return self._fence

    def __exit__(self, *error: object) -> None:
        self._fence.close()


@check(_SECTION, since=Version.V1_2)
def burst_executions(context: CheckContext) -> Iterator[Finding]:
    """Each execution through a burst releases all resources that it uses."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    with burst_execution.open_burst(prepared, context.options.callback_timeout) as controller:

        def execute() -> None:
            result = driver_calls.call_driver("a burst", controller.execute, addition.request, _NO)
            _require_success(outcome_problem(burst_execution.burst_outcome(result), addition))

        yield from GrowthMeter(context, execute).leaks("an execution through a burst")


@check(_SECTION, since=Version.V1_2)
def bursts(context: CheckContext) -> Iterator[Finding]:
    """The release of a burst releases its queues, its thread and its memories; so does the refusal
    of a queue without an event flag.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    limit = context.options.callback_timeout

    def execute() -> None:
        outcome = burst_execution.execute_through_burst(prepared, addition.request, _NO, limit)
        _require_success(outcome_problem(outcome, addition))
        try:
            burst_execution.open_burst(prepared, limit, event_flags=(False, True)).close()
        except driver_calls.DriverCallError as error:
            if error.finding.rule not in burst_execution.REFUSAL_RULES:
                raise

    yield from GrowthMeter(context, execute).leaks("a burst")


@check("IBurstContext; " + _SECTION, since=Version.V1_2)
def burst_contexts(context: CheckContext) -> Iterator[Finding | str]:
    """The release of a burst's IBurstContext ends the burst: the driver closes its side of the
    queues and releases its threads and mappings, although the client keeps its side.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    limit = context.options.callback_timeout
    late: list[str] = []

    def execute() -> None:
        with burst_execution.open_burst(prepared, limit) as controller:
            result = driver_calls.call_driver("a burst", controller.execute, addition.request, _NO)
            _require_success(outcome_problem(burst_execution.burst_outcome(result), addition))
            controller.context = None
            if not late and not _ends(context, controller, limit):
                late.append(f"{limit:g} s")

    yield from GrowthMeter(context, execute).leaks("the release of an IBurstContext")
    if late:
        yield (
            f"the driver's side of a burst's queues was still open {late[0]} after the release of "
            "its IBurstContext; the end of the burst was expected"
        )


def _ends(context: CheckContext, controller: BurstController, seconds: float) -> bool:
    """Return whether the driver closes its side of a burst within ``seconds``."""
    device = context.device
    if isinstance(device, IsolatedDevice):
        driver_calls.call_driver("free", device.collect_garbage)
    deadline = time.monotonic() + limit_wait(seconds)
    while not controller.requests.peer_gone():
        if time.monotonic() > deadline:
            return False
        gc.collect()
        time.sleep(_POLL_SECONDS)
    return True


@check("IBurstContext.freeMemory; " + _SECTION, since=Version.V1_2)
def freed_burst_memories(context: CheckContext) -> Iterator[Finding]:
    """After IBurstContext::freeMemory, the driver holds no descriptor and no mapping of the memory,
    although the burst continues.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    with burst_execution.open_burst(prepared, context.options.callback_timeout) as controller:

        def execute() -> None:
            with addition.memory.view() as view:
                memory = SharedMemory(initial=bytes(view))
            request = replace(addition.request, pools=(memory,))
            result = driver_calls.call_driver("a burst", controller.execute, request, _NO)
            driver_calls.call_driver("free_memory", controller.free, memory)
            with suppress(BufferError):  # the driver still holds a view
                memory.close()
            outcome = burst_execution.burst_outcome(result)
            if outcome.status != ErrorStatus.NONE:
                _require_success(outcome_problem(outcome, addition))

        yield from GrowthMeter(context, execute).leaks("freeMemory of a burst's memory")


@check("IBurstContext; " + _SECTION, since=Version.V1_2)
def interrupted_bursts(context: CheckContext) -> Iterator[Finding]:
    """If the client ends a burst while the driver executes its request, the driver releases
    everything that the burst uses.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    limit = context.options.callback_timeout

    def execute() -> None:
        controller = burst_execution.open_burst(prepared, limit)
        packet = controller.packet_of(addition.request, _NO)
        driver_calls.call_driver("a burst", controller.requests.write, packet)
        controller.close()

    yield from GrowthMeter(context, execute).leaks("the end of a burst during a request")
    if problem := execution_problem(context, prepared, addition):
        yield Finding(VerdictKind.FAILED, "", f"an execution after bursts were ended: {problem}")


@check(_SECTION)
def preparations(context: CheckContext) -> Iterator[Finding]:
    """The release of a prepared model releases everything that its preparation and execution
    allocated.
    """
    addition = AdditionRequest(context, elements=_CONSTANT_ELEMENTS)
    request = replace(addition.request, inputs=addition.request.inputs[:1])

    def prepare() -> None:
        prepared = context.prepare(_model_with_constants())
        outcome = execute_request(context, prepared, request)
        if outcome.status != ErrorStatus.NONE:
            _require_success(outcome_problem(outcome, addition))

    yield from GrowthMeter(context, prepare).leaks("prepareModel")


def _model_with_constants() -> Model:
    """Return a new ADD model whose second input is a constant of several pages."""
    model = addition_model(_CONSTANT_ELEMENTS)
    size = 4 * _CONSTANT_ELEMENTS
    operands = list(model.main.operands)
    activation = operands[2]
    operands[1] = replace(
        operands[1],
        lifetime=OperandLifeTime.CONSTANT_COPY,
        location=replace(activation.location, offset=4, length=size),
    )
    main = replace(model.main, operands=tuple(operands), input_indexes=(0,))
    values = struct.pack("<i", 0) + struct.pack("<f", 1.0) * _CONSTANT_ELEMENTS
    return replace(model, main=main, operand_values=values)


@check(_SECTION)
def refused_preparations(context: CheckContext) -> Iterator[Finding]:
    """IDevice::prepareModel releases everything when it refuses a model."""
    model = addition_model()
    operation = replace(model.main.operations[0], inputs=(0, 1, 99))
    invalid = replace(model, main=replace(model.main, operations=(operation,)))

    def prepare() -> None:
        context.try_to_prepare(invalid)

    yield from GrowthMeter(context, prepare).leaks("prepareModel of an invalid model")


@check(_SECTION, since=Version.V1_3)
def late_preparations(context: CheckContext) -> Iterator[Finding]:
    """IDevice::prepareModel releases everything when its deadline has passed."""
    model = addition_model()

    def prepare() -> None:
        context.try_to_prepare(model, deadline=time.monotonic_ns() - 1)

    yield from GrowthMeter(context, prepare).leaks("prepareModel with a deadline in the past")


@check(_SECTION)
def refused_executions(context: CheckContext) -> Iterator[Finding]:
    """An execution releases everything when the driver refuses its request."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    request = addition.without_last_arguments(inputs=1)

    def execute() -> None:
        execute_request(context, prepared, request)

    yield from GrowthMeter(context, execute).leaks("an execution of an invalid request")


@check(_SECTION, since=Version.V1_2)
def failed_executions(context: CheckContext) -> Iterator[Finding]:
    """An execution of a valid request releases everything when it fails: because an output buffer
    is too small or, from HAL 1.3 on, because its deadline has passed.
    """
    prepared = context.prepare(sum_and_product_model(open_outputs=True))
    request = AdditionRequest(context, outputs=2, lengths=(15, 15)).request
    late, addition = context.prepare(addition_model()), AdditionRequest(context)

    def execute() -> None:
        execute_request(context, prepared, request)
        if context.version >= Version.V1_3:
            past = time.monotonic_ns() - 1
            execute_request(context, late, addition.request, deadline=past)

    yield from GrowthMeter(context, execute).leaks("a failed execution")


@check(_SECTION, until=Version.V1_3)
def failed_asynchronous_executions(context: CheckContext) -> Iterator[Finding]:
    """IPreparedModel::execute releases everything when it refuses a request and when it reports a
    failure to its callback.
    """
    prepared, limit = context.prepare(addition_model()), context.options.callback_timeout
    addition = AdditionRequest(context)
    refused = addition.without_last_arguments(inputs=1)
    failed: tuple[PreparedModel, Request] | None = None
    if context.version >= Version.V1_2:
        model = sum_and_product_model(open_outputs=True)
        request = AdditionRequest(context, outputs=2, lengths=(15, 15)).request
        failed = context.prepare(model), request

    def execute() -> None:
        for other, request in filter(None, ((prepared, refused), failed)):
            driver_calls.execute_asynchronously(
                other, request, _NO, limit, RecordingExecutionCallback()
            )

    yield from GrowthMeter(context, execute).leaks("a failed asynchronous execution")


@check(_SECTION, since=Version.V1_3)
def failed_fenced_executions(context: CheckContext) -> Iterator[Finding]:
    """IPreparedModel::executeFenced releases everything when it refuses a request, when a fence for
    which it waits is in the error state, and when its deadline has passed.
    """
    prepared, limit = context.prepare(addition_model()), context.options.callback_timeout
    addition = AdditionRequest(context)
    refused = addition.without_last_arguments(inputs=1)

    def execute() -> None:
        with _closing(SyncFence.failed()) as fence:
            for request, wait_for, deadline in (
                (refused, (), None),
                (addition.request, (fence,), None),
                (addition.request, (), time.monotonic_ns() - 1),
            ):
                launched = fenced_execution.launch_fenced(
                    prepared, request, _NO, wait_for=wait_for, deadline=deadline
                )
                if launched.status == ErrorStatus.NONE:
                    fenced_execution.finish_fenced(launched, limit)

    yield from GrowthMeter(context, execute).leaks("a failed fenced execution")


@check(_SECTION, since=Version.V1_2)
def failed_burst_executions(context: CheckContext) -> Iterator[Finding]:
    """An execution through a burst releases everything when the request is refused and when an
    output buffer is too small.
    """
    prepared = context.prepare(sum_and_product_model(open_outputs=True))
    limit = context.options.callback_timeout
    refused = AdditionRequest(context, outputs=2).without_last_arguments(inputs=1)
    failed = AdditionRequest(context, outputs=2, lengths=(15, 15)).request
    with burst_execution.open_burst(prepared, limit) as controller:

        def execute() -> None:
            for request in (refused, failed):
                driver_calls.call_driver("a burst", controller.execute, request, _NO)

        yield from GrowthMeter(context, execute).leaks("a failed execution through a burst")


@check(_SECTION)
def request_memories(context: CheckContext) -> Iterator[Finding]:
    """After an execution, the driver holds no descriptor and no mapping of a memory of its request
    that the client has released.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)

    def execute() -> None:
        with addition.memory.view() as view:
            memory = SharedMemory(initial=bytes(view))
        outcome = execute_request(context, prepared, replace(addition.request, pools=(memory,)))
        with suppress(BufferError):  # the driver still holds a view
            memory.close()
        if outcome.status != ErrorStatus.NONE:
            _require_success(outcome_problem(outcome, addition))

    yield from GrowthMeter(context, execute).leaks("an execution with a new memory")


@check(f"{_SECTION}; IPreparedModel.createReusableExecution", since=Version.AIDL_V4)
def reusable_executions(context: CheckContext) -> Iterator[Finding]:
    """The release of a reusable execution releases everything while its prepared model lives on."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)

    def execute() -> None:
        status, execution = reusable_execution.create_reusable_execution(
            prepared, addition.request, ExecutionConfig()
        )
        skip_if_lacking_resources(status, "create_reusable_execution")
        _require_success("" if execution else f"create_reusable_execution answered {status.name}")
        assert execution is not None
        outcome = reusable_execution.execute_synchronously(execution)
        _require_success(outcome_problem(outcome, addition))

    yield from GrowthMeter(context, execute).leaks("a reusable execution")


@check(_SECTION, since=Version.V1_3)
def driver_buffers(context: CheckContext) -> Iterator[Finding]:
    """The release of a driver-managed buffer releases its memory and its token; copies and
    allocations that the driver refuses release everything, too.
    """
    prepared = context.prepare(addition_model(_BUFFER_ELEMENTS))
    source, short = SharedMemory(initial=bytes(4 * _BUFFER_ELEMENTS)), SharedMemory(8)
    context.add_cleanup(source.close)
    context.add_cleanup(short.close)

    def allocate() -> None:
        buffer_calls.allocate(context.device, BufferDesc(()), (prepared,), (), ())
        answer = buffer_calls.allocate(context.device, BufferDesc(()), (prepared,), (role(),), ())
        if answer.buffer is None:
            raise SkipCheck(
                VerdictKind.DECLINED,
                f"allocate answered {answer.status.name}; memory domains are optional",
                DOMAIN_DECLINED,
            )
        for memory in (short, source):  # a failed copy removes the content
            driver_calls.call_driver("copy_from", answer.buffer.copy_from, memory, ())
            driver_calls.call_driver("copy_to", answer.buffer.copy_to, memory)

    yield from GrowthMeter(context, allocate).leaks("allocate")


@check(_SECTION)
def client_death(context: CheckContext) -> Iterator[Finding]:
    """When a client ends its connection, the driver's process releases all of the client's
    prepared models, bursts and requests.
    """
    device = context.device
    if not isinstance(device, IsolatedDevice):
        raise SkipCheck(
            VerdictKind.NOT_APPLICABLE,
            "a client of a driver in this process cannot die alone; run the suite with --isolate",
        )

    addition = AdditionRequest(context, elements=_CONSTANT_ELEMENTS)
    request = replace(addition.request, inputs=addition.request.inputs[:1])

    def live_and_die() -> None:
        descriptors = driver_calls.call_driver("connect", device.connect)
        client = ConnectedDevice(*descriptors, device.limits)
        burst: BurstController | None = None
        try:
            own = CheckContext(client, context.version, context.options)
            prepared = own.prepare(_model_with_constants())
            outcome = execute_request(own, prepared, request)
            if outcome.status != ErrorStatus.NONE:
                _require_success(outcome_problem(outcome, addition))
            if context.version >= Version.V1_2:
                burst = burst_execution.open_burst(prepared, context.options.callback_timeout)
        finally:
            client.restart()  # ends the connection at once, without a message to the driver
            if burst is not None:
                burst.close()

    yield from GrowthMeter(context, live_and_die, slow=True).leaks(
        "the end of a client's connection"
    )
