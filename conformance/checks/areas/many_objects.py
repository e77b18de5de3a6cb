"""Checks with more objects at a time than fixed-size tables of a driver have entries."""

from __future__ import annotations

import gc
import itertools
import struct
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from conformance.bursts import BurstController
from conformance.checks.areas.asynchronous import check_ends, launch_all
from conformance.checks.burst_requests import run_in_burst
from conformance.checks.cache_files import CacheFiles
from conformance.checks.cache_tester import STEPS, CachedModel, CacheTester, caching_check
from conformance.checks.check_context import CheckContext, described
from conformance.checks.domain_buffers import DomainCase, ManagedBuffer, domain_check
from conformance.checks.execution_modes import execution_modes
from conformance.checks.fenced_launches import PENDING_SECONDS, PendingExecution, fenced_launches
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    SUM_CONSTANT,
    addition_chain_model,
    addition_model,
    constant_addition_model,
    sum_chain_model,
    with_operands,
)
from conformance.checks.sample_requests import AdditionRequest, SampleRequest
from conformance.hal import (
    DataLocation,
    Model,
    OperandLifeTime,
    OperandType,
    PreparedModel,
    SharedMemory,
    Version,
)
from conformance.harness.calls import burst_execution

_LIVE: Final = 65
"""More objects at a time than 64 entries; 17 of a kind that needs much."""
_FEW: Final = 17
_ELEMENTS: Final = 1024
_LONG: Final = 64
"""Number of operations of a model whose executions take longer than their launches."""

_Object = TypeVar("_Object")


def _use_many(
    count: int, create: Callable[[int], _Object], use: Callable[[_Object, int], None]
) -> None:
    """Create objects and use each, replace every third, and use all in the reverse order.

    ``use`` raises ``Violation`` if something is wrong with the object of a number.
    """
    objects = {number: create(number) for number in range(count)}
    for number, each in objects.items():
        with described(f"object {number} of {count} of one kind"):
            use(each, number)
    released = list(range(0, count, 3))
    del each
    for number in released:
        del objects[number]
    gc.collect()
    for number in released:
        objects[count + number] = create(count + number)
    for number in reversed(objects):
        with described(f"object {number} of {count}, a third of which replaced others"):
            use(objects[number], number)


def _with_constant(number: int, *, in_pool: bool = False) -> tuple[Model, bytes]:
    """Return ``output = input + constant``, and the constant, which has a special element.

    Models of different numbers have equal constants but for two elements, anywhere.
    """
    model, constant = constant_addition_model(_ELEMENTS)
    at = 4 * (number * 61 % _ELEMENTS)
    constant = constant[:at] + struct.pack("<f", 999) + constant[at + 4 :]
    model = replace(model, operand_values=bytes(4) + constant)
    if in_pool:
        place, lifetime = DataLocation(0, 0, len(constant)), OperandLifeTime.CONSTANT_REFERENCE
        model = with_operands(model, [1], location=place, lifetime=lifetime)
        pools = (SharedMemory(initial=constant),)
        model = replace(model, operand_values=bytes(4), pools=pools)
    return model, constant


@check("IDevice.prepareModel; Drivers: Compilation")
def prepared_models(context: CheckContext) -> None:
    """65 prepared models of one structure with different constants, which exist at the same time,
    each execute with NONE and the values of their own constants, also after some were released and
    others prepared; so do 17 whose constants are in memory pools.
    """
    modes = itertools.cycle(execution_modes(context).items())

    def use(prepared: PreparedModel, number: int) -> None:
        name, execute = next(modes)
        constant = _with_constant(number)[1]
        with described(name):
            SampleRequest(context, [bytes(len(constant))], [constant]).run(prepared, execute)

    _use_many(_LIVE, lambda number: context.prepare(_with_constant(number)[0]), use)
    _use_many(_FEW, lambda number: context.prepare(_with_constant(number, in_pool=True)[0]), use)


@check("IPreparedModel.configureExecutionBurst", since=Version.V1_2)
def bursts(context: CheckContext) -> None:
    """17 bursts of one prepared model, which exist at the same time, each execute with NONE and the
    values of the request in their own memory, also after some ended and others were created.
    """
    prepared, limit = context.prepare(addition_model()), context.options.callback_timeout
    burst_execution.open_burst(prepared, limit).close()

    def create(number: int) -> tuple[BurstController, AdditionRequest]:
        controller = burst_execution.open_burst(prepared, limit)
        context.add_cleanup(controller.close)
        return controller, AdditionRequest(context, number)

    def use(each: tuple[BurstController, AdditionRequest], number: int) -> None:
        each[1].change(number)
        run_in_burst(*each)

    _use_many(_FEW, create, use)


@check("IPreparedModel.createReusableExecution", since=Version.AIDL_V4)
def reusable_executions(context: CheckContext) -> None:
    """65 reusable executions of two prepared models, which exist at the same time, each end with
    NONE and the values of their own request, also after some were released and others created; so
    do plain executions in between.
    """
    sizes, turns = (4, 9), itertools.cycle((0, 0, 0, 1))
    models = [context.prepare(addition_model(elements)) for elements in sizes]
    names = ("synchronous reusable", "fenced reusable")

    def create(number: int) -> tuple[AdditionRequest, list[object]]:
        addition = AdditionRequest(context, number, sizes[number % 2])
        return addition, list(execution_modes(context, names=names).values())

    def use(each: tuple[AdditionRequest, list[object]], number: int) -> None:
        each[0].change(number)
        each[0].run(models[number % 2], each[1][next(turns)])
        if number % 10 == 0:
            AdditionRequest(context, number + 1).run(models[0])

    _use_many(_LIVE, create, use)


@domain_check("IDevice.allocate; Request.pools: token", executes=False)
def driver_buffers(case: DomainCase) -> None:
    """65 driver-managed buffers, which exist at the same time, each have their own content, also
    after some were released and others allocated.
    """
    if case.model.type != OperandType.TENSOR_FLOAT32:
        case.buffer()
        return

    def use(managed: ManagedBuffer, number: int) -> None:
        data = case.model.data(number)
        managed.expect_content(data)
        if number % 4 == 0:
            case.run([managed], [data], "that reads the buffer")

    _use_many(_LIVE, lambda number: case.buffer(case.model.data(number)), use)


@caching_check("IDevice.prepareModelFromCache; token")
def retrieved_models(tester: CacheTester) -> None:
    """17 models of one structure with different constants, saved with different tokens and then
    retrieved, each compute with their own constants, also after others were saved and retrieved.
    """
    if tester.data_type != OperandType.TENSOR_FLOAT32:
        return

    retrieved = []

    def create(number: int) -> tuple[CachedModel, CacheFiles, bytes]:
        model = sum_chain_model(OperandType.TENSOR_FLOAT32, STEPS)
        values = model.operand_values[:-4] + struct.pack("<f", SUM_CONSTANT + 4 * number)
        model, addend = replace(model, operand_values=values), SUM_CONSTANT * STEPS + 4 * number
        sample = CachedModel(f"sum {number}", model, addend)
        files, token = tester.new_files(), tester.new_token()
        tester.save(f"saving {number}", sample, files, token)
        return sample, files, token

    def use(each: tuple[CachedModel, CacheFiles, bytes], number: int) -> None:
        retrieved.append(tester.retrieve(f"retrieval {number}", *each))

    _use_many(_FEW, create, use)


@check("IPreparedModel.execute, IExecutionCallback.notify", until=Version.V1_3)
def asynchronous_executions(context: CheckContext) -> None:
    """Of 65 executions that IPreparedModel::execute launches on one prepared model without waiting
    for their ends, each notifies its own callback of NONE and ends with the values of its request.
    """
    additions = [AdditionRequest(context, number, steps=_LONG) for number in range(_LIVE)]
    records = launch_all(context.prepare(addition_chain_model(4, _LONG)), additions)
    check_ends(context, additions, records)


@check("IPreparedModel.executeFenced, waitFor", since=Version.V1_3)
def pending_executions(context: CheckContext) -> None:
    """Of 65 pending fenced executions of one prepared model, each ends with NONE and the values of
    its own request after its wait fence is signalled, in the reverse order of the launches.
    """
    prepared = context.prepare(addition_model())
    launches = itertools.cycle(fenced_launches(context).values())
    pending = [
        PendingExecution(context, prepared, number, launch=next(launches))
        for number in range(_LIVE)
    ]
    latest = time.monotonic() + PENDING_SECONDS
    for each in pending:  # a driver may wait for the fences within the call
        each.wait_for_launch(max(0.002, latest - time.monotonic()))
    for each in reversed(pending):
        each.signal()
    for number, each in enumerate(pending):
        with context.case(f"execution {number} of {_LIVE} that were pending at the same time"):
            each.complete(each.addition)
