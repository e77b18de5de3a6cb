"""Faults in queries, preparations, priorities, deadlines, loop timeouts and resource usage."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from conformance import hal
from conformance.driver_sdk import ProgramModel
from conformance.driver_sdk.capabilities import uniform_capabilities
from tests.faults.calls.outputs import Shaped
from tests.faults.drivers import (
    DONE,
    FAILED,
    FAILURE,
    INVALID,
    MISSED,
    MISSED_DEADLINE,
    NONE,
    FaultyPreparedModel,
    changed,
    device,
    fixed,
    model,
    notified,
    prepared,
    state,
)
from tests.faults.row import table

FAR = 2**62
FAST, MEDIUM = hal.ExecutionPreference.FAST_SINGLE_ANSWER, hal.Priority.MEDIUM

# ----------------------------------------------------------------------------------------- queries

LIKE_CPU, FREE = hal.PerformanceInfo(0.5, 0.5), hal.PerformanceInfo(0.0, 0.5)
NO_NUMBER = hal.PerformanceInfo(float("nan"), 0.5)


def capable(change: Callable[[Any], Any]) -> type:
    """Return a driver that reports other capabilities."""
    return device(get_capabilities=lambda me, right: (NONE, change(right()[1])))


def listing(change: Callable[[Any], Any]) -> type:
    """Return a driver that changes the performance of the operand types."""
    return capable(lambda each: replace(each, operand_performance=change(each.operand_performance)))


def reporting(figures: Any, version: hal.Version = hal.Version.V1_3) -> type:
    """Return a driver of a version that reports these capabilities."""
    return device(
        __init__=lambda me, right: right(version), get_capabilities=fixed((NONE, figures))
    )


def extended(name: str, *types: hal.ExtensionOperandType) -> type:
    """Return a driver with one extension."""
    return device(get_supported_extensions=fixed((NONE, (hal.Extension(name, types),))))


TYPE = hal.ExtensionOperandType(1, True, 4)
HIGH: list[int] = []
MEASURED: list[int] = []


def counts_high(me: Any, right: Any, model: Any, preference: Any, priority: Any, *more: Any) -> Any:
    HIGH.extend([priority] * (priority == hal.Priority.HIGH))
    return right(model, preference, priority, *more)


def counts_measured(me: Any, right: Any, request: Any, measure: Any, *more: Any) -> Any:
    MEASURED.extend([measure] * (measure == hal.MeasureTiming.YES))
    return right(request, measure, *more)


STARTS = itertools.count()


def numbered_start(me: Any, right: Any) -> None:
    right()
    me.version_string = f"1.{next(STARTS)}"


def growing(me: Any, right: Any) -> Any:
    me.count += 1
    return NONE, me.count % 32, 0


# ------------------------------------------------------------------------------------- preparation


def preparing(change: Callable[..., Any], **members: Any) -> type:
    """Return a driver with ``change(right, model, preference, priority, deadline, ...)``."""
    return device(prepare_model=lambda me, right, *more: change(right, *more), **members)


def refusing(is_refused: Callable[..., bool], status: hal.ErrorStatus) -> type:
    """Return a driver that refuses some preparations: ``is_refused(model, preference, ...)``."""
    return preparing(
        lambda right, *more: notified(more[-1], status) if is_refused(*more) else right(*more)
    )


def hand_out(me: Any, model: Any, callback: Any) -> hal.ErrorStatus:
    """Notify the callback of a model that was prepared without validation."""
    callback.notify(NONE, ProgramModel(model, list, me.version))
    return NONE


def lax_when_urgent(
    me: Any, right: Any, model: Any, preference: int, priority: int, *more: Any
) -> Any:
    if priority == hal.Priority.HIGH:
        return hand_out(me, model, more[-1])
    return right(model, preference, priority, *more)


def launched_late(right: Any, model: Any, preference: int, priority: int, *more: Any) -> Any:
    status = right(model, preference, priority, *more)
    return status if priority in set(hal.Priority) else NONE


def remembers(me: Any, right: Any, model: Any, *more: Any) -> Any:
    me.last = model
    return right(model, *more)


def failure_before(me: Any, right: Any, *arguments: Any) -> Any:
    arguments[-1].notify(FAILURE, None)
    return right(*arguments)


def long_token(me: Any, right: Any, *arguments: Any) -> Any:
    *_, token, callback = arguments
    return right(*arguments) if len(token) == 32 else hand_out(me, None, callback)


def maps_carelessly(right: Any, model: Any, *more: Any) -> Any:
    for pool in model.pools:
        pool.view().release()
    return right(model, *more)


FILES = {"get_number_of_cache_files_needed": fixed((NONE, 0, 0))}
"""The member of a driver that needs no cache files."""

# --------------------------------------------------------------------------- priorities and limits


def missed_with_model(right: Any, model: Any, *more: Any) -> Any:
    if more[2] is None or more[2] >= FAR:
        return right(model, *more)
    more[-1].notify(MISSED_DEADLINE, FaultyPreparedModel(None, model))
    return NONE


def late(answer: Any, seconds: float = 0.0) -> type:
    """Return a driver with another answer of executions with a near deadline."""

    def execute(me: Any, right: Any, request: Any, measure: int, deadline: Any, *more: Any) -> Any:
        if deadline is None or deadline >= FAR:
            return right(request, measure, deadline, *more)
        time.sleep(seconds)
        return answer

    return prepared(Shaped, execute_synchronously=execute)


def late_launch(me: Any, right: Any, *arguments: Any) -> Any:
    deadline = arguments[2]
    if deadline is None or deadline >= time.monotonic_ns():
        return right(*arguments)
    arguments[-1].notify(*MISSED)
    return MISSED_DEADLINE


def looping(change: Callable[..., Any]) -> type:
    """Return a driver that reports ``change(loop timeout, status, shapes, timing)``."""

    def execute(me: Any, right: Any, request: Any, measure: int, deadline: Any, loop: Any) -> Any:
        answer = me.right.execute_synchronously(request, measure, deadline, loop)
        return change(loop, *answer)

    return prepared(Shaped, execute_synchronously=execute)


def exceeded(change: Callable[..., Any]) -> type:
    """Return a driver that changes the answers of executions whose loop exceeds its timeout."""
    return looping(
        lambda loop, status, *more: (
            change(status, *more) if status == MISSED_DEADLINE else (status, *more)
        )
    )


# ---------------------------------------------------------------------------------- resource usage

WEIGHT = 80 << 20


def warms_up(me: Any, right: Any, *arguments: Any) -> Any:
    if not me.is_warm:
        time.sleep(0.15)
        me.is_warm = True
    return right(*arguments)


def greedy(me: Any, right: Any, *arguments: Any) -> None:
    right(*arguments)
    me.hoard = bytearray(b"\1") * WEIGHT


def hoarding(me: Any, right: Any, *arguments: Any) -> Any:
    me.hoard.append(bytearray(b"\1") * WEIGHT)
    return right(*arguments)


NotLaunched = refusing(
    lambda model, preference, priority, deadline, *_: (
        deadline is not None and deadline < time.monotonic_ns()
    ),
    MISSED_DEADLINE,
)
"""prepareModel returns an error for a deadline in the past."""
LateNotLaunched = changed(FaultyPreparedModel, execute=late_launch)
"""execute returns an error for a deadline in the past."""

_CAPABILITIES, _EXTENSIONS, _PREFERENCE = (
    "queries.capabilities",
    "queries.extensions",
    "preparation.invalid_preference",
)
_LOOP = "combinations.loop_timeouts"

FAULTS = table(
    ("The driver has no name", "queries.driver_name", device(name="")),
    ("The version string is empty", "queries.version_string", device(version_string="")),
    ("The device's type is a number that DeviceType does not define", "queries.device_type", device(device_type=17)),
    ("getStatus returns BUSY while no request is running", "queries.device_status", device(get_status=fixed(hal.DeviceStatus.BUSY))),
    ("The power usage of WHILE is 0", _CAPABILITIES, capable(lambda each: replace(each, while_performance=hal.PerformanceInfo(1.0, 0.0)))),
    ("The execution time of one operand type is NaN", _CAPABILITIES, listing(lambda listed: (hal.OperandPerformance(listed[0].type, hal.PerformanceInfo(1.0, float("nan"))), *listed[1:]))),
    ("The operand types are listed in descending order", _CAPABILITIES, listing(lambda listed: listed[::-1])),
    ("An operand type is listed twice", _CAPABILITIES, listing(lambda listed: (listed[0], *listed))),
    ("The operand performance lists SUBGRAPH", _CAPABILITIES, listing(lambda listed: tuple(sorted((*listed, hal.OperandPerformance(15, hal.PerformanceInfo(1.0, 1.0))), key=lambda each: each.type)))),
    ("A driver of HAL 1.3 reports capabilities in the form of 1.2", _CAPABILITIES, reporting(hal.CapabilitiesV1_2(LIKE_CPU, LIKE_CPU, ()))),
    ("A driver of HAL 1.2 reports capabilities in the form of 1.1", _CAPABILITIES, reporting(hal.CapabilitiesV1_1(LIKE_CPU, LIKE_CPU, LIKE_CPU), hal.Version.V1_2)),
    ("A driver of HAL 1.1 reports capabilities in the form of 1.0", _CAPABILITIES, reporting(hal.CapabilitiesV1_0(LIKE_CPU, LIKE_CPU), hal.Version.V1_1)),
    ("A driver of HAL 1.0 reports an execution time of 0 for quantized tensors", _CAPABILITIES, reporting(hal.CapabilitiesV1_0(LIKE_CPU, FREE), hal.Version.V1_0)),
    ("A driver of HAL 1.1 reports an execution time of 0 for relaxed models", _CAPABILITIES, reporting(hal.CapabilitiesV1_1(LIKE_CPU, LIKE_CPU, FREE), hal.Version.V1_1)),
    ("A driver of HAL 1.0 reports NaN as execution time", _CAPABILITIES, reporting(hal.CapabilitiesV1_0(NO_NUMBER, LIKE_CPU), hal.Version.V1_0)),
    ("A driver of HAL 1.0 reports a number instead of a PerformanceInfo", _CAPABILITIES, reporting(hal.CapabilitiesV1_0(0.5, LIKE_CPU), hal.Version.V1_0)),
    ("An extension's name has no dot", _EXTENSIONS, extended("Vendor")),
    ("The tensor type of an extension has a byte size of 0", _EXTENSIONS, extended("com.vendor.ext", hal.ExtensionOperandType(1, True, 0))),
    ("An extension's name has no period", _EXTENSIONS, extended("vendor", TYPE)),
    ("An extension's name has capital letters", _EXTENSIONS, extended("com.Example.matrix", TYPE)),
    ("An extension's name has a hyphen", _EXTENSIONS, extended("com.my-company.matrix", TYPE)),
    ("An extension's name is empty", _EXTENSIONS, extended("", TYPE)),
    ('The operand type of an extension named ".vendor" has a byte size of 0', _EXTENSIONS, extended(".vendor", hal.ExtensionOperandType(1, True, 0))),
    ("The driver needs 33 cache files; the contract permits at most 32", "queries.cache_file_counts", device(get_number_of_cache_files_needed=fixed((NONE, 33, 0)))),
    ("The capabilities change with each measured execution", "queries.repeated_queries", device(get_capabilities=lambda me, _: (NONE, uniform_capabilities(hal.PerformanceInfo(1.0 + len(MEASURED), 1.0))), prepared=model(execute_synchronously=counts_measured))),
    ("The number of cache files changes with each query", "queries.repeated_queries", device(count=0, get_number_of_cache_files_needed=growing)),
    ("The version string changes with each start of the driver", "queries.queries_after_restart", device(__init__=numbered_start)),
    # Preparation
    ("The driver ignores the preference and uses FAST_SINGLE_ANSWER", _PREFERENCE, preparing(lambda right, model, _, *more: right(model, FAST, *more)), "prepare.preference"),
    ("The driver returns GENERAL_FAILURE for an invalid preference", _PREFERENCE, refusing(lambda model, preference, *_: preference not in set(hal.ExecutionPreference), FAILURE), "prepare.preference"),
    ("The driver refuses the preference SUSTAINED_SPEED", _PREFERENCE, refusing(lambda model, preference, *_: preference == hal.ExecutionPreference.SUSTAINED_SPEED, INVALID), "prepare.status"),
    ("The driver ignores the priority and uses MEDIUM", "preparation.invalid_priority", preparing(lambda right, model, preference, _, *more: right(model, preference, MEDIUM, *more)), "prepare.priority"),
    ("prepareModel returns NONE for an invalid priority; only the callback reports the error", "preparation.invalid_priority", preparing(launched_late), "prepare.priority"),
    ("The driver does not validate models of high priority", "preparation.invalid_model_with_arguments", device(prepare_model=lax_when_urgent)),
    ("prepareModelFromCache returns INVALID_ARGUMENT although no cache files are needed", "preparation.no_cache_support", device(**FILES, prepare_model_from_cache=lambda me, right, *more: notified(more[-1], INVALID))),
    ("prepareModelFromCache notifies its callback of a failure twice", "preparation.no_cache_support", device(**FILES, prepare_model_from_cache=failure_before)),
    ("prepareModel returns INVALID_ARGUMENT for unneeded cache files", "preparation.wrong_cache_files_on_prepare", refusing(lambda *more: bool(more[4] or more[5]), INVALID)),
    ("prepareModelFromCache delivers the model prepared last instead of reading the cache files", "preparation.wrong_cache_files_on_prepare", device(last=None, prepare_model=remembers, prepare_model_from_cache=lambda me, right, *more: me.prepare_model(me.last, FAST, MEDIUM, None, (), (), *more[-2:]))),
    ("prepareModelFromCache returns OUTPUT_INSUFFICIENT_SIZE for unneeded cache files", "preparation.wrong_cache_files_on_load", device(prepare_model_from_cache=lambda me, right, *more: notified(more[-1], hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE))),
    ("prepareModelFromCache delivers a model for a token of invalid length", "preparation.wrong_token_size", device(__init__=lambda me, right: right(hal.Version.AIDL_V3), prepare_model_from_cache=long_token)),
    ("prepareModel does not map the memory pools of the model", "preparation.unmappable_memory", device(prepare_model=lambda me, right, model, *more: hand_out(me, model, more[-1]) if model.pools else right(model, *more)), "model.pool"),
    ("prepareModel raises an exception for memory that cannot be mapped", "preparation.unmappable_memory", preparing(maps_carelessly), "answer.exception"),
    # Priorities, deadlines and loop timeouts
    ("A preparation of high priority makes the models before it fail", "combinations.synchronous", device(prepare_model=counts_high, prepared=model(seen=state(lambda: len(HIGH)), execute_synchronously=lambda me, right, *more: right(*more) if me.seen == len(HIGH) else FAILED))),
    ("The driver refuses relaxed models of high priority", "combinations.synchronous", refusing(lambda model, preference, priority, *_: model.relax_computation_float32_to_float16 and priority == hal.Priority.HIGH, FAILURE)),
    ("The driver refuses models of high priority", "combinations.synchronous", refusing(lambda model, preference, priority, *_: priority == hal.Priority.HIGH, FAILURE)),
    ("A preparation with a deadline reports that it missed it, however distant the deadline is", "qos.preparation_deadline", preparing(lambda right, model, preference, priority, deadline, *more: right(model, preference, priority, None if deadline is None else 1, *more))),
    ("A preparation that missed its deadline delivers a prepared model", "qos.preparation_deadline", preparing(missed_with_model)),
    ("An execution that missed its deadline returns GENERAL_FAILURE", "combinations.synchronous", late(FAILED)),
    ("An execution that missed its deadline reports output shapes", "combinations.synchronous", late((MISSED_DEADLINE, [hal.OutputShape((4,), True)], hal.Timing()))),
    ("An execution that missed its deadline reports a timing", "combinations.synchronous", late((MISSED_DEADLINE, (), hal.Timing(1, 2)))),
    ("An execution that missed its deadline returns NONE without outputs", "combinations.synchronous", late(DONE)),
    ("execute returns an error for a deadline in the past", "qos.asynchronous_execution_deadline", device(prepared=LateNotLaunched)),
    ("An execution continues long after its deadline", "qos.deadline_overrun", late(MISSED, 0.2)),
    ("An execution whose loop exceeds its timeout returns GENERAL_FAILURE", _LOOP, exceeded(lambda status, *more: (FAILURE, *more))),
    ("An execution whose loop exceeds its timeout reports a timing", _LOOP, exceeded(lambda status, shapes, timing: (status, shapes, hal.Timing(1, 2)))),
    ("An execution whose loop exceeds its timeout reports output shapes", _LOOP, exceeded(lambda status, shapes, timing: (status, [hal.OutputShape((1,), True)], timing))),
    ("The driver ignores the loop timeout of the request and uses 1.1 seconds", "combinations.loop_timeouts", prepared(execute_synchronously=lambda me, right, request, measure, deadline, _: right(request, measure, deadline, 1_100_000_000))),
    ("The loop timeout of the request is lost if the execution waits for a fence", "combinations.loop_timeouts", prepared(execute_fenced=lambda me, right, request, fences, measure, deadline, timeout, duration: right(request, fences, measure, deadline, None if fences else timeout, duration)), "fence.signal"),
    ("Every execution with a loop timeout above 1 ms reports that it was exceeded", "loop_limits.maximum_loop_timeout", looping(lambda loop, *answer: MISSED if loop is not None and loop > 1_000_000 else answer)),
    # Resource usage
    ("The driver of an accelerator computes on the CPU", "resource_usage.cpu_usage", device(device_type=hal.DeviceType.ACCELERATOR)),
    ("The first execution of a prepared model takes 0.15 s longer: it does deferred work", "resource_usage.first_execution_time", prepared(is_warm=False, execute_synchronously=warms_up)),
    ("Each prepared model allocates 80 MiB", "resource_usage.preparation_memory", prepared(__init__=greedy)),
    ("The driver allocates 80 MiB for each prepared model and never frees them", "resource_usage.memory_release", device(hoard=state(list), prepare_model=hoarding)),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
