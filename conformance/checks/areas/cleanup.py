"""Checks that a driver releases everything that an operation uses.

The resources are those of the driver's process: open descriptors, threads, processes, mappings,
memory, shared-memory files and temporary files. Without ``--isolate`` this is the process of the
suite.
"""

from __future__ import annotations

import gc
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from typing import Final

from conformance.bursts import BurstController
from conformance.checks.check_context import CheckContext, SkipCheck, expect, require
from conformance.checks.domain_buffers import DOMAIN_DECLINED, role
from conformance.checks.execution_modes import execution_modes
from conformance.checks.fenced_launches import launch_on_thread
from conformance.checks.growth import GrowthMeter
from conformance.checks.registration import Check, check
from conformance.checks.sample_models import addition_model, sum_and_product_model
from conformance.checks.sample_requests import AdditionRequest, execute_request
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
from conformance.harness.supervision.wait_policy import limit_wait
from conformance.verdicts import Finding, VerdictKind

_SECTION: Final = "Drivers: Cleanup"
_NO: Final = MeasureTiming.NO
_POLL_SECONDS: Final = 0.002
_CONSTANT_ELEMENTS: Final = 1 << 12
_BUFFER_ELEMENTS: Final = 1 << 12
_RESULT_ELEMENTS: Final = 1 << 14
"""Elements of a vector of 16 pages, so that kept results show as growth at once."""


_Operation = Callable[[], object]


def _leak_check(
    subject: str,
    section: str = _SECTION,
    *,
    slow: bool = False,
    small: int = 0,
    **versions: Version,
) -> Callable[[Callable[[CheckContext], _Operation]], Check]:
    """Return a decorator for a check that an operation, which ``subject`` names, leaks nothing.

    The decorated function returns the operation, which is repeated. With ``small`` the check looks
    for small objects only, in blocks of so many operations.
    """

    def decorate(prepare: Callable[[CheckContext], _Operation]) -> Check:
        def scenario(context: CheckContext) -> Iterator[Finding]:
            meter = GrowthMeter(context, prepare(context), slow=slow)
            yield from meter.small_leaks(subject, small) if small else meter.leaks(subject)

        scenario.__name__, scenario.__doc__ = prepare.__name__, prepare.__doc__
        return check(section, **versions)(scenario)

    return decorate


def _addition_in_mode(context: CheckContext, mode: str) -> _Operation:
    """Return the execution of an addition in a mode of ``execution_modes``."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    execute = execution_modes(context)[mode]
    return lambda: addition.run(prepared, execute)


@_leak_check("executeSynchronously", since=Version.V1_2)
def synchronous_executions(context: CheckContext) -> _Operation:
    """Each IPreparedModel::executeSynchronously releases all resources that it uses."""
    return _addition_in_mode(context, "synchronous")


@_leak_check("an execution with large vectors")
def large_results(context: CheckContext) -> _Operation:
    """After an execution, the driver keeps no copy of the inputs and outputs, of 64 KiB each."""
    prepared = context.prepare(addition_model(_RESULT_ELEMENTS))
    addition = AdditionRequest(context, elements=_RESULT_ELEMENTS)
    return lambda: require(addition.problem(execute_request(context, prepared, addition.request)))


@_leak_check("execute", until=Version.V1_3)
def asynchronous_executions(context: CheckContext) -> _Operation:
    """Each IPreparedModel::execute releases all resources that it uses after its callback."""
    return _addition_in_mode(context, "asynchronous")


@_leak_check("executeFenced", since=Version.V1_3)
def fenced_executions(context: CheckContext) -> _Operation:
    """Each IPreparedModel::executeFenced releases all resources that it uses, including the fences
    for which it waits, after its sync fence has signaled.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    limit = context.options.callback_timeout

    def execute() -> None:
        with closing(SyncFence.signaled()) as first, closing(SyncFence.signaled()) as second:
            launched = fenced_execution.launch_fenced(
                prepared, addition.request, _NO, wait_for=(first, second)
            )
            require(addition.problem(fenced_execution.outcome_of_launch(launched, limit)[0]))

    return execute


def _open_burst(context: CheckContext, prepared: PreparedModel) -> BurstController:
    """Return a burst that is closed at the end of the check."""
    controller = burst_execution.open_burst(prepared, context.options.callback_timeout)
    context.add_cleanup(controller.close)
    return controller


def _execute_in_burst(controller: BurstController, addition: AdditionRequest) -> None:
    result = driver_calls.call_driver("a burst", controller.execute, addition.request, _NO)
    require(addition.problem(burst_execution.burst_outcome(result)))


@_leak_check("an execution through a burst", since=Version.V1_2)
def burst_executions(context: CheckContext) -> _Operation:
    """Each execution through a burst releases all resources that it uses."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    controller = _open_burst(context, prepared)
    return lambda: _execute_in_burst(controller, addition)


@_leak_check("a burst", since=Version.V1_2)
def bursts(context: CheckContext) -> _Operation:
    """The release of a burst releases its queues, its thread and its memories; so does the refusal
    of a queue without an event flag.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    limit = context.options.callback_timeout

    def execute() -> None:
        outcome = burst_execution.execute_through_burst(prepared, addition.request, _NO, limit)
        require(addition.problem(outcome))
        try:
            burst_execution.open_burst(prepared, limit, event_flags=(False, True)).close()
        except driver_calls.DriverCallError as error:
            if error.finding.rule not in burst_execution.REFUSAL_RULES:
                raise

    return execute


@_leak_check("the release of an IBurstContext", f"IBurstContext; {_SECTION}", since=Version.V1_2)
def burst_contexts(context: CheckContext) -> _Operation:
    """The release of a burst's IBurstContext ends the burst: the driver closes its side of the
    queues and releases its threads and mappings, although the client keeps its side.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    limit = context.options.callback_timeout

    def execute() -> None:
        with burst_execution.open_burst(prepared, limit) as controller:
            _execute_in_burst(controller, addition)
            controller.context = None
            if not context.problems and not _ends(context, controller, limit):
                context.report(
                    f"the driver's side of a burst's queues was still open {limit:g} s after the "
                    "release of its IBurstContext; the end of the burst was expected"
                )

    return execute


def _ends(context: CheckContext, controller: BurstController, seconds: float) -> bool:
    """Return whether the driver closes its side of a burst within ``seconds``."""
    driver_calls.call_driver("free", context.driver.collect_garbage)
    deadline = time.monotonic() + limit_wait(seconds)
    while not controller.requests.peer_gone():
        if time.monotonic() > deadline:
            return False
        gc.collect()
        time.sleep(_POLL_SECONDS)
    return True


def _copied_memory(stack: ExitStack, addition: AdditionRequest) -> Request:
    """Return the request with a copy of its memory, which the end of the stack closes."""
    with addition.memory.view() as view:
        memory = SharedMemory(initial=bytes(view))

    def close() -> None:
        with suppress(BufferError):  # the driver still holds a view
            memory.close()

    stack.callback(close)
    return replace(addition.request, pools=(memory,))


@_leak_check(
    "freeMemory of a burst's memory", f"IBurstContext.freeMemory; {_SECTION}", since=Version.V1_2
)
def freed_burst_memories(context: CheckContext) -> _Operation:
    """After IBurstContext::freeMemory, the driver holds no descriptor and no mapping of the memory,
    although the burst continues.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    controller = _open_burst(context, prepared)

    def execute() -> None:
        with ExitStack() as stack:
            request = _copied_memory(stack, addition)
            result = driver_calls.call_driver("a burst", controller.execute, request, _NO)
            driver_calls.call_driver("free_memory", controller.free, request.pools[0])
        expect(burst_execution.burst_outcome(result).status, "the execution")

    return execute


@_leak_check(
    "the end of a burst during a request", f"IBurstContext; {_SECTION}", since=Version.V1_2
)
def interrupted_bursts(context: CheckContext) -> _Operation:
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

    def execute_afterwards() -> None:
        with context.case("an execution after bursts were ended"):
            addition.run(prepared)

    context.add_cleanup(execute_afterwards)
    return execute


@_leak_check("prepareModel")
def preparations(context: CheckContext) -> _Operation:
    """The release of a prepared model releases everything that its preparation and execution
    allocated.
    """
    request = _request_with_constants(context)
    return lambda: _prepare_and_execute(context, request)


def _request_with_constants(context: CheckContext) -> Request:
    addition = AdditionRequest(context, elements=_CONSTANT_ELEMENTS)
    return replace(addition.request, inputs=addition.request.inputs[:1])


def _prepare_and_execute(context: CheckContext, request: Request) -> PreparedModel:
    prepared = context.prepare(_model_with_constants())
    expect(execute_request(context, prepared, request).status, "the execution")
    return prepared


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


@_leak_check("prepareModel of an invalid model")
def refused_preparations(context: CheckContext) -> _Operation:
    """IDevice::prepareModel releases everything when it refuses a model."""
    model = addition_model()
    operation = replace(model.main.operations[0], inputs=(0, 1, 99))
    invalid = replace(model, main=replace(model.main, operations=(operation,)))
    return lambda: context.try_to_prepare(invalid)


@_leak_check("prepareModel with a deadline in the past", since=Version.V1_3)
def late_preparations(context: CheckContext) -> _Operation:
    """IDevice::prepareModel releases everything when its deadline has passed."""
    model = addition_model()
    return lambda: context.try_to_prepare(model, deadline=time.monotonic_ns() - 1)


@_leak_check("an execution of an invalid request")
def refused_executions(context: CheckContext) -> _Operation:
    """An execution releases everything when the driver refuses its request."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    request = addition.without_last_arguments(inputs=1)
    return lambda: execute_request(context, prepared, request)


@_leak_check("a failed execution", since=Version.V1_2)
def failed_executions(context: CheckContext) -> _Operation:
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

    return execute


@_leak_check("a failed asynchronous execution", until=Version.V1_3)
def failed_asynchronous_executions(context: CheckContext) -> _Operation:
    """IPreparedModel::execute releases everything when it refuses a request and when it reports a
    failure to its callback.
    """
    refused = AdditionRequest(context).without_last_arguments(inputs=1)
    executions = [(context.prepare(addition_model()), refused)]
    if context.version >= Version.V1_2:
        request = AdditionRequest(context, outputs=2, lengths=(15, 15)).request
        executions.append((context.prepare(sum_and_product_model(open_outputs=True)), request))
    asynchronous = execution_modes(context)["asynchronous"]
    return lambda: [asynchronous(prepared, request) for prepared, request in executions]


@_leak_check("a failed fenced execution", since=Version.V1_3)
def failed_fenced_executions(context: CheckContext) -> _Operation:
    """IPreparedModel::executeFenced releases everything when it refuses a request, when a fence for
    which it waits is in the error state, and when its deadline has passed.
    """
    prepared, limit = context.prepare(addition_model()), context.options.callback_timeout
    addition = AdditionRequest(context)
    refused = addition.without_last_arguments(inputs=1)

    def execute() -> None:
        with closing(SyncFence.failed()) as fence:
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

    return execute


@_leak_check("a failed execution through a burst", since=Version.V1_2)
def failed_burst_executions(context: CheckContext) -> _Operation:
    """An execution through a burst releases everything when the request is refused and when an
    output buffer is too small.
    """
    refused = AdditionRequest(context, outputs=2).without_last_arguments(inputs=1)
    failed = AdditionRequest(context, outputs=2, lengths=(15, 15)).request
    controller = _open_burst(context, context.prepare(sum_and_product_model(open_outputs=True)))

    def execute() -> None:
        for request in (refused, failed):
            driver_calls.call_driver("a burst", controller.execute, request, _NO)

    return execute


@_leak_check("an execution with a new memory")
def request_memories(context: CheckContext) -> _Operation:
    """After an execution, the driver holds no descriptor and no mapping of a memory of its request
    that the client has released.
    """
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)

    def execute() -> None:
        with ExitStack() as stack:
            outcome = execute_request(context, prepared, _copied_memory(stack, addition))
        expect(outcome.status, "the execution")

    return execute


@_leak_check(
    "a reusable execution",
    f"{_SECTION}; IPreparedModel.createReusableExecution",
    since=Version.AIDL_V4,
)
def reusable_executions(context: CheckContext) -> _Operation:
    """The release of a reusable execution releases everything while its prepared model lives on."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)

    def execute() -> None:
        status, execution = reusable_execution.create_reusable_execution(
            prepared, addition.request, ExecutionConfig()
        )
        expect(status, "create_reusable_execution")
        if execution is not None:
            require(addition.problem(reusable_execution.execute_synchronously(execution)))

    return execute


@_leak_check(
    "creation and release of a reusable execution",
    f"{_SECTION}; IPreparedModel.createReusableExecution",
    small=2000,
    since=Version.AIDL_V4,
)
def small_objects_of_reusable_executions(context: CheckContext) -> _Operation:
    """Thousands of reusable executions, created and released, leave no small objects."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)

    def create() -> None:
        status, _ = reusable_execution.create_reusable_execution(
            prepared, addition.request, ExecutionConfig()
        )
        expect(status, "create_reusable_execution")

    return create


@_leak_check("execute", small=600, until=Version.V1_3)
def small_objects_of_callbacks(context: CheckContext) -> _Operation:
    """Thousands of IPreparedModel::execute leave no small objects, such as their callbacks."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)
    execute = execution_modes(context, names=("asynchronous",))["asynchronous"]
    return lambda: expect(execute(prepared, addition.request).status, "the callback of execute")


@_leak_check("a pending executeFenced", small=300, since=Version.V1_3)
def small_objects_of_fenced_executions(context: CheckContext) -> _Operation:
    """Thousands of pending fenced executions that ended leave no small objects."""
    prepared, addition = context.prepare(addition_model()), AdditionRequest(context)

    def launch() -> None:
        fence = SyncFence()
        launching = launch_on_thread(context, prepared, addition.request, [fence])
        launching.wait_for_launch(_POLL_SECONDS)
        fence.signal()
        expect(launching.finish().status, "the fenced execution")

    return launch


@_leak_check("allocate", since=Version.V1_3)
def driver_buffers(context: CheckContext) -> _Operation:
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
            reason = f"allocate returned {answer.status.name}; memory domains are optional"
            raise SkipCheck(VerdictKind.DECLINED, reason, DOMAIN_DECLINED)
        for memory in (short, source):  # a failed copy removes the content
            driver_calls.call_driver("copy_from", answer.buffer.copy_from, memory, ())
            driver_calls.call_driver("copy_to", answer.buffer.copy_to, memory)

    return allocate


@_leak_check("the end of a client's connection", slow=True)
def client_death(context: CheckContext) -> _Operation:
    """When a client ends its connection, the driver's process releases all of the client's
    prepared models, bursts and requests.
    """
    if context.driver.process is None:
        raise SkipCheck(
            VerdictKind.NOT_APPLICABLE,
            "a client of a driver in this process cannot die alone; run the suite with --isolate",
        )
    request = _request_with_constants(context)

    def live_and_die() -> None:
        client = driver_calls.call_driver("connect", context.driver.second_client)
        burst: BurstController | None = None
        try:
            own = CheckContext(client, context.options)
            prepared = _prepare_and_execute(own, request)
            if context.version >= Version.V1_2:
                burst = burst_execution.open_burst(prepared, context.options.callback_timeout)
        finally:
            client.kill()
            if burst is not None:
                burst.close()

    return live_and_die
