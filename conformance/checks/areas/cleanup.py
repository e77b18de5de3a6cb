"""Checks that a driver releases everything that an operation uses.

The resources are those of the driver's process: open descriptors, threads, processes, mappings,
memory, shared-memory files and temporary files. Without ``--isolate`` this is the process of the
suite.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import cached_property, partial
from typing import Final

from conformance import hal
from conformance.bursts import BurstController
from conformance.checks.burst_requests import open_burst, run_in_burst
from conformance.checks.check_context import (
    CheckContext,
    decline,
    expect,
    not_applicable,
    require,
)
from conformance.checks.domain_buffers import DOMAIN_DECLINED, SharedBytes, role
from conformance.checks.execution_modes import ExecutionLimits, execution_modes
from conformance.checks.fenced_launches import fenced_launches, launch_on_thread
from conformance.checks.growth import GrowthMeter
from conformance.checks.pool_requests import SLICE, Pools, model_with_constant
from conformance.checks.registration import Check, check, check_with
from conformance.checks.sample_models import (
    addition_model,
    constant_addition_model,
    sum_and_product_model,
    with_operation,
)
from conformance.checks.sample_requests import AdditionRequest, execute_request
from conformance.harness.calls import (
    buffer_calls,
    burst_execution,
    driver_calls,
    fenced_execution,
    reusable_execution,
)
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.supervision.wait_policy import limit_wait
from conformance.verdicts import Finding

_SECTION: Final = "Drivers: Cleanup"
_REUSABLE: Final = f"{_SECTION}; IPreparedModel.createReusableExecution"
_NO: Final = hal.MeasureTiming.NO
_POLL_SECONDS: Final = 0.002
_PAGES: Final = 1 << 12
_MANY_PAGES: Final = 1 << 14
"""Elements of vectors of 4 and of 16 pages, so that kept ones show as growth at once."""


class _Fixture:
    """The objects that operations use; each is created when an operation uses it first."""

    def __init__(self, context: CheckContext, elements: int = 4) -> None:
        self.context, self.elements = context, elements
        self.limit = context.options.callback_timeout

    prepared = cached_property(lambda self: self.context.prepare(addition_model(self.elements)))
    addition = cached_property(lambda self: AdditionRequest(self.context, elements=self.elements))
    modes = cached_property(lambda self: execution_modes(self.context))
    burst = cached_property(lambda self: open_burst(self.context, self.prepared))
    without_second_input = cached_property(
        lambda self: self.addition.without_last_arguments(inputs=1)
    )

    open_outputs = cached_property(
        lambda self: self.context.prepare(sum_and_product_model(open_outputs=True))
    )
    """A prepared model with outputs of unknown dimensions."""
    failing_burst = cached_property(lambda self: open_burst(self.context, self.open_outputs))
    small = cached_property(
        lambda self: AdditionRequest(self.context, outputs=2, lengths=(15, 15)).request
    )
    """A request for ``open_outputs`` with too small output buffers."""
    limits = ExecutionLimits(hal.MeasureTiming.YES, 600.0, 10**9)
    limited_modes = cached_property(lambda self: execution_modes(self.context, self.limits))

    @cached_property
    def cache_files(self) -> tuple[Sequence[hal.CacheHandle], Sequence[hal.CacheHandle]]:
        """Empty cache files, as many as the driver needs."""
        query = self.context.device.get_number_of_cache_files_needed
        _, models, data = driver_calls.call_checked("get_number_of_cache_files_needed", query)
        files = [os.memfd_create("nn-cache", os.MFD_CLOEXEC) for _ in range(models + data)]
        handles = hal.cache_handles(files)
        for file in files:
            self.context.add_cleanup(partial(os.close, file))
        return handles[:models], handles[models:]

    def allocate(self, *roles: hal.BufferRole) -> buffer_calls.Allocation:
        """Allocate a buffer with these input roles."""
        device, models = self.context.device, (self.prepared,)
        return buffer_calls.allocate(device, hal.BufferDesc(()), models, roles, ())

    managed = cached_property(lambda self: self.allocate(role()).buffer)
    """A driver-managed buffer; ``None`` if the driver allocates none."""
    short_memory = cached_property(lambda self: SharedBytes(self.context, 8))
    """A memory that is too small for the content of ``managed``."""
    exact_memory = cached_property(lambda self: SharedBytes(self.context, 4 * self.elements))

    def copy(self, buffer: hal.Buffer, memory: hal.Memory) -> None:
        """Copy from a memory to a buffer and back, whatever the statuses are."""
        driver_calls.call_driver("copy_from", buffer.copy_from, memory, ())
        driver_calls.call_driver("copy_to", buffer.copy_to, memory)

    def retrieve(self, token: bytes) -> None:
        """Retrieve from the cache files, whatever the status is."""
        record, retrieve = RecordingPreparedModelCallback(), driver_calls.prepare_model_from_cache
        retrieve(self.context.device, *self.cache_files, token, self.limit, record)

    @contextmanager
    def memory(self, content: bytes) -> Iterator[hal.SharedMemory]:
        """Yield a new memory, which is closed afterwards unless the driver still holds a view."""
        memory = hal.SharedMemory(initial=content)
        try:
            yield memory
        finally:
            with suppress(BufferError):
                memory.close()

    @contextmanager
    def copied_request(self) -> Iterator[hal.Request]:
        """Yield the request of the addition with a copy of its memory."""
        with self.addition.memory.view() as view:
            content = bytes(view)
        with self.memory(content) as memory:
            yield replace(self.addition.request, pools=(memory,))

    def reusable_execution(self) -> hal.Execution | None:
        """Create a reusable execution of the addition."""
        status, execution = reusable_execution.create_reusable_execution(
            self.prepared, self.addition.request, hal.ExecutionConfig()
        )
        expect(status, "create_reusable_execution")
        return execution

    def prepare_with_constant(self, context: CheckContext) -> hal.PreparedModel:
        """Prepare a new ADD model with a constant of several pages, and execute it."""
        prepared = context.prepare(constant_addition_model(self.elements)[0])
        outcome = execute_request(context, prepared, self.without_second_input)
        expect(outcome.status, "the execution")
        return prepared


def _leak_check(
    subject: str,
    section: str = _SECTION,
    *,
    slow: bool = False,
    small: int = 0,
    elements: int = 4,
    **versions: hal.Version,
) -> Callable[[Callable[[_Fixture], object]], Check]:
    """Return a decorator for a check that an operation, which ``subject`` names, leaks nothing.

    The decorated function is the operation, which is repeated; the vectors have so many elements.
    With ``small`` the check looks for small objects only, in blocks of so many operations.
    """

    def run(context: CheckContext, operation: Callable[[_Fixture], object]) -> Iterator[Finding]:
        repeated = partial(operation, _Fixture(context, elements))
        meter = GrowthMeter(context, repeated, slow=slow)
        return meter.small_leaks(subject, small) if small else meter.leaks(subject)

    return check_with(run, section, **versions)


@_leak_check("executeSynchronously", since=hal.Version.V1_2)
def synchronous_executions(fixture: _Fixture) -> None:
    """Each IPreparedModel::executeSynchronously releases all resources that it uses."""
    fixture.addition.run(fixture.prepared, fixture.modes["synchronous"])


@_leak_check("an execution with large vectors", elements=_MANY_PAGES)
def large_results(fixture: _Fixture) -> None:
    """After an execution, the driver keeps no copy of the inputs and outputs, of 64 KiB each."""
    fixture.addition.run(fixture.prepared)


@_leak_check("execute", until=hal.Version.V1_3)
def asynchronous_executions(fixture: _Fixture) -> None:
    """Each IPreparedModel::execute releases all resources that it uses after its callback."""
    fixture.addition.run(fixture.prepared, fixture.modes["asynchronous"])


@_leak_check("executeFenced", since=hal.Version.V1_3)
def fenced_executions(fixture: _Fixture) -> None:
    """Each IPreparedModel::executeFenced releases all resources that it uses, including the fences
    for which it waits, after its sync fence has signaled.
    """
    with closing(hal.SyncFence.signaled()) as first, closing(hal.SyncFence.signaled()) as second:
        launched = fenced_execution.launch_fenced(
            fixture.prepared, fixture.addition.request, _NO, wait_for=(first, second)
        )
        outcome = fenced_execution.finish_fenced(launched, fixture.limit)
        require(fixture.addition.problem(outcome))


@_leak_check("an execution through a burst", since=hal.Version.V1_2)
def burst_executions(fixture: _Fixture) -> None:
    """Each execution through a burst releases all resources that it uses."""
    run_in_burst(fixture.burst, fixture.addition)


@_leak_check("a burst", since=hal.Version.V1_2)
def bursts(fixture: _Fixture) -> None:
    """The release of a burst releases its queues, its thread and its memories; so does the refusal
    of a queue without an event flag.
    """
    prepared, addition, limit = fixture.prepared, fixture.addition, fixture.limit
    outcome = burst_execution.execute_through_burst(prepared, addition.request, _NO, limit)
    require(addition.problem(outcome))
    try:
        burst_execution.open_burst(prepared, limit, event_flags=(False, True)).close()
    except driver_calls.DriverCallError as error:
        if error.finding.rule not in burst_execution.REFUSAL_RULES:
            raise


@_leak_check(
    "the release of an IBurstContext", f"IBurstContext; {_SECTION}", since=hal.Version.V1_2
)
def burst_contexts(fixture: _Fixture) -> None:
    """The release of a burst's IBurstContext ends the burst: the driver closes its side of the
    queues and releases its threads and mappings, although the client keeps its side.
    """
    context, limit = fixture.context, fixture.limit
    with burst_execution.open_burst(fixture.prepared, limit) as controller:
        run_in_burst(controller, fixture.addition)
        controller.context = None
        if not context.problems and not _ends(context, controller, limit):
            context.report(
                f"the driver's side of a burst's queues was still open {limit:g} s after the "
                "release of its IBurstContext; the end of the burst was expected"
            )


def _ends(context: CheckContext, controller: BurstController, seconds: float) -> bool:
    driver_calls.call_driver("free", context.driver.collect_garbage)
    deadline = time.monotonic() + limit_wait(seconds)
    while not controller.requests.peer_gone():
        if time.monotonic() > deadline:
            return False
        gc.collect()
        time.sleep(_POLL_SECONDS)
    return True


@_leak_check(
    "freeMemory of a burst's memory",
    f"IBurstContext.freeMemory; {_SECTION}",
    since=hal.Version.V1_2,
)
def freed_burst_memories(fixture: _Fixture) -> None:
    """After IBurstContext::freeMemory, the driver holds no descriptor and no mapping of the memory,
    although the burst continues.
    """
    with fixture.copied_request() as request:
        result = driver_calls.call_driver("a burst", fixture.burst.execute, request, _NO)
        driver_calls.call_driver("free_memory", fixture.burst.free, request.pools[0])
    expect(burst_execution.burst_outcome(result).status, "the execution")


@check(f"IBurstContext; {_SECTION}", since=hal.Version.V1_2)
def interrupted_bursts(context: CheckContext) -> Iterator[Finding]:
    """If the client ends a burst while the driver executes its request, the driver releases
    everything that the burst uses.
    """
    fixture = _Fixture(context)
    prepared, addition = fixture.prepared, fixture.addition

    def interrupt() -> None:
        controller = burst_execution.open_burst(prepared, fixture.limit)
        packet = controller.packet_of(addition.request, _NO)
        driver_calls.call_driver("a burst", controller.requests.write, packet)
        controller.close()

    def execute_afterwards() -> None:
        with context.case("an execution after bursts were ended"):
            addition.run(prepared)

    context.add_cleanup(execute_afterwards)  # also after a measurement that is not possible
    yield from GrowthMeter(context, interrupt).leaks("the end of a burst during a request")


@_leak_check("prepareModel", elements=_PAGES)
def preparations(fixture: _Fixture) -> None:
    """The release of a prepared model releases everything that its preparation and execution
    allocated.
    """
    fixture.prepare_with_constant(fixture.context)


@_leak_check("prepareModel of an invalid model")
def refused_preparations(fixture: _Fixture) -> None:
    """IDevice::prepareModel releases everything when it refuses a model."""
    fixture.context.try_to_prepare(with_operation(addition_model(), inputs=(0, 1, 99)))


@_leak_check("prepareModel with a deadline in the past", since=hal.Version.V1_3)
def late_preparations(fixture: _Fixture) -> None:
    """IDevice::prepareModel releases everything when its deadline has passed."""
    fixture.context.try_to_prepare(addition_model(), deadline=time.monotonic_ns() - 1)


@_leak_check("an execution of an invalid request")
def refused_executions(fixture: _Fixture) -> None:
    """An execution releases everything when the driver refuses its request."""
    execute_request(fixture.context, fixture.prepared, fixture.without_second_input)


@_leak_check("a failed execution", since=hal.Version.V1_2)
def failed_executions(fixture: _Fixture) -> None:
    """An execution of a valid request releases everything when it fails: because an output buffer
    is too small or, from HAL 1.3 on, because its deadline has passed.
    """
    context, past = fixture.context, time.monotonic_ns() - 1
    execute_request(context, fixture.open_outputs, fixture.small)
    if context.version >= hal.Version.V1_3:
        execute_request(context, fixture.prepared, fixture.addition.request, deadline=past)


@_leak_check("a failed asynchronous execution", until=hal.Version.V1_3)
def failed_asynchronous_executions(fixture: _Fixture) -> None:
    """IPreparedModel::execute releases everything when it refuses a request and when it reports a
    failure to its callback.
    """
    execute = fixture.modes["asynchronous"]
    execute(fixture.prepared, fixture.without_second_input)
    if fixture.context.version >= hal.Version.V1_2:
        execute(fixture.open_outputs, fixture.small)


@_leak_check("a failed fenced execution", since=hal.Version.V1_3)
def failed_fenced_executions(fixture: _Fixture) -> None:
    """IPreparedModel::executeFenced releases everything when it refuses a request, when a fence for
    which it waits is in the error state, and when its deadline has passed.
    """
    valid = fixture.addition.request
    with closing(hal.SyncFence.failed()) as fence:
        for request, wait_for, deadline in (
            (fixture.without_second_input, (), None),
            (valid, (fence,), None),
            (valid, (), time.monotonic_ns() - 1),
        ):
            launched = fenced_execution.launch_fenced(
                fixture.prepared, request, _NO, wait_for=wait_for, deadline=deadline
            )
            if launched.status == hal.ErrorStatus.NONE:
                fenced_execution.finish_fenced(launched, fixture.limit)


@_leak_check("a failed execution through a burst", since=hal.Version.V1_2)
def failed_burst_executions(fixture: _Fixture) -> None:
    """An execution through a burst releases everything when the request is refused and when an
    output buffer is too small.
    """
    for request in (fixture.without_second_input, fixture.small):
        controller = fixture.failing_burst
        driver_calls.call_driver("a burst", controller.execute, request, _NO)


@_leak_check("an execution with a new memory")
def request_memories(fixture: _Fixture) -> None:
    """After an execution, the driver holds no descriptor and no mapping of a memory of its request
    that the client has released.
    """
    with fixture.copied_request() as request:
        outcome = execute_request(fixture.context, fixture.prepared, request)
    expect(outcome.status, "the execution")


@_leak_check("a reusable execution", _REUSABLE, since=hal.Version.AIDL_V4)
def reusable_executions(fixture: _Fixture) -> None:
    """The release of a reusable execution releases everything while its prepared model lives on."""
    if (execution := fixture.reusable_execution()) is not None:
        require(fixture.addition.problem(reusable_execution.execute_synchronously(execution)))


@_leak_check(
    "creation and release of a reusable execution", _REUSABLE, small=2000, since=hal.Version.AIDL_V4
)
def small_objects_of_reusable_executions(fixture: _Fixture) -> None:
    """Thousands of reusable executions, created and released, leave no small objects."""
    fixture.reusable_execution()


@_leak_check("execute", small=600, until=hal.Version.V1_3)
def small_objects_of_callbacks(fixture: _Fixture) -> None:
    """Thousands of IPreparedModel::execute leave no small objects, such as their callbacks."""
    outcome = fixture.modes["asynchronous"](fixture.prepared, fixture.addition.request)
    expect(outcome.status, "the callback of execute")


@_leak_check("a pending executeFenced", small=300, since=hal.Version.V1_3)
def small_objects_of_fenced_executions(fixture: _Fixture) -> None:
    """Thousands of pending fenced executions that ended leave no small objects."""
    request, fence = fixture.addition.request, hal.SyncFence()
    launching = launch_on_thread(fixture.context, fixture.prepared, request, [fence])
    launching.wait_for_launch(_POLL_SECONDS)
    fence.signal()
    expect(launching.finish().status, "the fenced execution")


@_leak_check("an execution along each path, limited and unlimited", small=100)
def small_objects_of_paths(fixture: _Fixture) -> None:
    """Many executions along each path, measured with a deadline and a loop timeout, after fences,
    and with memories of each kind, leave no small objects and no descriptors, threads and mappings.
    """
    prepared, request = fixture.prepared, fixture.addition.request
    for execute in fixture.limited_modes.values():
        expect(execute(prepared, request).status, "the execution")
    for kind in Pools(fixture.context).kinds[1:]:
        memory = hal.create_memory(kind, fixture.addition.memory.size)
        in_memory = replace(request, pools=(memory,))
        for mode in fixture.modes.keys() - {"burst"}:
            fixture.modes[mode](prepared, in_memory)
        if "burst" in fixture.modes:
            driver_calls.call_driver("a burst", fixture.burst.execute, in_memory, _NO)
            driver_calls.call_driver("free_memory", fixture.burst.free, memory)
            fixture.burst.slots.asked.clear()  # a log, which would grow
        with suppress(BufferError):
            memory.close()
    if fixture.context.version >= hal.Version.V1_3:
        for launch in fenced_launches(fixture.context).values():
            with closing(hal.SyncFence.signaled()) as fence:
                launched = launch(prepared, request, (fence,))
                fenced_execution.finish_fenced(launched, fixture.limit)


@_leak_check("each call that the driver refuses", small=100)
def small_objects_of_refusals(fixture: _Fixture) -> None:
    """Many calls that the driver refuses leave no small objects and no descriptors, threads and
    mappings: preparations, support queries, retrievals, allocations, copies, executions.
    """
    context, prepared, past = fixture.context, fixture.prepared, time.monotonic_ns() - 1
    invalid = replace(addition_model(), operand_values=b"")
    context.try_to_prepare(invalid)
    driver_calls.get_supported_operations(context.device, invalid)
    for execute in fixture.modes.values():
        execute(prepared, fixture.without_second_input)
    if context.version >= hal.Version.V1_2:
        fixture.retrieve(bytes(32))
    if context.version >= hal.Version.V1_3:
        fixture.allocate()
        if fixture.managed is not None:
            fixture.copy(fixture.managed, fixture.short_memory)
        with closing(hal.SyncFence.failed()) as fence:
            for launch in fenced_launches(context).values():
                launch(prepared, fixture.addition.request, (fence,))
                launch(prepared, fixture.addition.request, (), deadline=past)


@_leak_check("the creation and release of an object of each kind", small=100)
def small_objects_of_creations(fixture: _Fixture) -> None:
    """Many support queries, prepared models, also with constants in memory pools, bursts, models
    saved to cache and retrieved, and driver-managed buffers with copies leave no small objects and
    no descriptors, threads and mappings after their release.
    """
    context, token = fixture.context, b"\1" * 32
    driver_calls.get_supported_operations(context.device, addition_model())
    for kind in Pools(context).kinds:
        with closing(hal.create_memory(kind, SLICE)) as memory:
            context.try_to_prepare(model_with_constant([memory], 0))
    if context.version < hal.Version.V1_2:
        context.try_to_prepare(addition_model())
        return
    models, data = fixture.cache_files
    context.try_to_prepare(addition_model(), model_cache=models, data_cache=data, token=token)
    fixture.retrieve(token)
    with suppress(driver_calls.DriverCallError):
        burst_execution.open_burst(fixture.prepared, fixture.limit).close()
    if context.version >= hal.Version.V1_3 and (buffer := fixture.allocate(role()).buffer):
        fixture.copy(buffer, fixture.exact_memory)


@_leak_check("allocate", elements=_PAGES, since=hal.Version.V1_3)
def driver_buffers(fixture: _Fixture) -> None:
    """The release of a driver-managed buffer releases its memory and its token; copies and
    allocations that the driver refuses release everything, too.
    """
    fixture.allocate()
    answer = fixture.allocate(role())
    if answer.buffer is None:
        reason = f"allocate returned {answer.status.name}; memory domains are optional"
        decline(reason, DOMAIN_DECLINED)
    for size in (8, 4 * fixture.elements):  # a failed copy removes the content
        with fixture.memory(bytes(size)) as memory:
            fixture.copy(answer.buffer, memory)


@_leak_check("the end of a client's connection", slow=True, elements=_PAGES)
def client_death(fixture: _Fixture) -> None:
    """When a client ends its connection, the driver's process releases all of the client's
    prepared models, bursts and requests.
    """
    context, burst = fixture.context, None
    if context.driver.process is None:
        not_applicable(
            "a client of a driver in this process cannot die alone; run the suite with --isolate"
        )
    client = driver_calls.call_driver("connect", context.driver.second_client)
    try:
        prepared = fixture.prepare_with_constant(CheckContext(client, context.options))
        if context.version >= hal.Version.V1_2:
            burst = burst_execution.open_burst(prepared, fixture.limit)
    finally:
        client.kill()
        if burst is not None:
            burst.close()
