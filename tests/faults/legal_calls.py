"""Drivers whose calls differ from the reference's as the contract permits.

``tests/sample_drivers/values/legal_drivers.py`` lists them with the drivers of other results.
"""

from __future__ import annotations

import mmap
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final

import numpy as np

from conformance import hal
from conformance.bursts import BurstServer, PreparedModelExecutor, configure_burst
from conformance.driver_sdk import argument_bytes
from conformance.driver_sdk.buffers import uses_buffers
from conformance.driver_sdk.capabilities import non_extension_performance, uniform_capabilities
from conformance.driver_sdk.prepared_models import ReusableExecution
from conformance.operations import find_definition
from conformance.reference import ReferenceDevice
from tests.faults.drivers import (
    FAILURE,
    INVALID,
    NONE,
    changed,
    device,
    fixed,
    model,
    result,
    state,
)
from tests.faults.row import LegalDriver
from tests.sample_drivers.forwarding import ForwardingDevice, ForwardingPreparedModel

_O: Final = hal.OperationType
_S: Final = hal.ErrorStatus
_CONSTANTS: Final = (hal.OperandLifeTime.CONSTANT_COPY, hal.OperandLifeTime.CONSTANT_REFERENCE)
_MISSED: Final = (_S.MISSED_DEADLINE_TRANSIENT, _S.MISSED_DEADLINE_PERSISTENT)
_LAYERS: Final = (
    *(_O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.GROUPED_CONV_2D, _O.TRANSPOSE_CONV_2D),
    _O.FULLY_CONNECTED,
)


def prepared(base: type = ForwardingDevice, **members: Any) -> type:
    """Return the reference driver with changed members of its prepared models."""
    return device(base, prepared=model(ForwardingPreparedModel, **members))


def executing(execute: Callable[..., Any], /, **members: Any) -> type:
    """Return a driver with this ``execute_synchronously``."""
    return prepared(execute_synchronously=execute, **members)


def timed(change: Callable[[hal.Timing], hal.Timing], /, **members: Any) -> type:
    """Return a driver that reports other timings of synchronous executions."""
    return executing(
        result(lambda status, shapes, timing: (status, shapes, change(timing))), **members
    )


def reference(**members: Any) -> type:
    """Return the reference driver with changed members."""
    return changed(ReferenceDevice, **members)


# ------------------------------------------------------------------------ callbacks and fences


def later(call: Callable[..., object], *arguments: Any) -> None:
    """Make a call in a new thread, after a short time."""

    def run() -> None:
        time.sleep(0.002)
        call(*arguments)

    threading.Thread(target=run, daemon=True).start()


class NotifyingCallback:
    """A callback with another way of notifications."""

    def __init__(self, notify: Callable[..., None]) -> None:
        self.notify = notify


def notifies_later(me: Any, right: Any, *arguments: Any) -> Any:
    notify = arguments[-1].notify
    return right(*arguments[:-1], NotifyingCallback(lambda *more: later(notify, *more)))


def notifies_in_call(me: Any, right: Any, *arguments: Any) -> Any:
    answer = me.right.execute_synchronously(*arguments[:-1])
    arguments[-1].notify(*answer)
    return INVALID if answer[0] == INVALID else NONE


def signals_later(status: Any, fence: Any, callback: Any) -> Any:
    if status == NONE and fence is None:
        fence = hal.SyncFence()
        later(fence.signal)
    return status, fence, callback


def waits_in_call(status: Any, fence: Any, callback: Any) -> Any:
    if status != NONE or fence is None:
        return status, fence, callback
    if fence.wait(-1) is hal.FenceStatus.SIGNALED:
        return status, None, callback
    return callback.get_execution_info()[0], None, None


# ------------------------------------------------------------------------------- times and limits


def measures_at_times(me: Any, right: Any, request: Any, measure: int, *more: Any) -> Any:
    """Measure every second execution."""
    me.number += 1
    return right(request, measure if me.number % 2 else hal.MeasureTiming.NO, *more)


def saves_usual_models(
    me: Any, right: Any, asked: Any, preference: Any, priority: Any, deadline: Any, cache: Any
) -> Any:
    """Save only models of usual priority and precision."""
    usual = priority == hal.Priority.MEDIUM and not asked.relax_computation_float32_to_float16
    return right(asked, preference, priority, deadline, cache if usual else hal.CacheArguments())


def notifies_untimed(me: Any, right: Any, *arguments: Any) -> Any:
    notify = arguments[-1].notify
    untimed = NotifyingCallback(lambda status, shapes, _: notify(status, shapes, hal.Timing()))
    return right(*arguments[:-1], untimed)


def locked(lock: Any) -> Callable[..., Any]:
    """Return a method that runs once at a time."""

    def method(me: Any, right: Any, *arguments: Any) -> Any:
        with lock:
            return right(*arguments)

    return method


def other_missed(status: Any, *more: Any) -> Any:
    return _MISSED[1 - _MISSED.index(status)] if status in _MISSED else status, *more


def whole_milliseconds(timing: hal.Timing) -> hal.Timing:
    times = (timing.time_on_device, timing.time_in_driver)
    return hal.Timing(*(t if t == hal.NO_TIMING else t // 1_000_000 * 1_000_000 for t in times))


def gives_up_early(me: Any, right: Any, *arguments: Any) -> Any:
    deadline = arguments[2]
    if deadline is not None and deadline < time.monotonic_ns() + 50_000_000:
        return _S.MISSED_DEADLINE_TRANSIENT, (), hal.Timing()
    return right(*arguments)


# -------------------------------------------------------------------------------------- bursts


def served(executor: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return a ``configure_execution_burst`` with another executor."""

    def configure(me: Any, right: Any, *arguments: Any) -> Any:
        try:
            return NONE, BurstServer(*arguments, executor(me))
        except Exception:
            return right(*arguments)

    return configure


FORGETS = changed(PreparedModelExecutor, has_memory=fixed(False))

# --------------------------------------------------------------------- declarations and refusals


def with_figures(me: Any, right: Any) -> Any:
    status, known = right()
    table = tuple(
        type(entry)(entry.type, hal.PerformanceInfo(0.01 * (n + 1), 0.5 / (n + 1)))
        for n, entry in enumerate(non_extension_performance(hal.PerformanceInfo(1, 1)))
    )
    return status, replace(known, operand_performance=table)


def float32_figures(me: Any, right: Any) -> Any:
    status, known = right()
    entries = non_extension_performance(hal.PerformanceInfo(0.5, 0.5))
    types = (hal.OperandType.FLOAT32, hal.OperandType.TENSOR_FLOAT32)
    table = tuple(entry for entry in entries if entry.type in types)
    return status, replace(known, operand_performance=table)


def unknown_if_small(status: Any, shapes: Any, timing: Any) -> Any:
    """Report no dimensions if an output buffer is too small."""
    if status is hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE:
        shapes = [replace(each, dimensions=(0,) * len(each.dimensions)) for each in shapes]
    return status, shapes, timing


def unknown_where_small(status: Any, shapes: Any, timing: Any) -> Any:
    """Report no dimensions of the outputs whose buffers are too small."""
    unknown = unknown_if_small(status, shapes, timing)[1]
    pairs = zip(shapes, unknown, strict=True)
    return status, [shape if shape.is_sufficient else other for shape, other in pairs], timing


LOG: Final = deque[bytes](maxlen=1000)


def logged(me: Any, right: Any, *more: Any) -> Any:
    """Keep 120 bytes for each of the last 1000 executions."""
    LOG.append(bytes(120))
    return right(*more)


def at_times(status: hal.ErrorStatus, every: int) -> dict[str, Any]:
    """Return the executions of a driver of which each ``every``-th has a status."""
    executions = [0]

    def is_concerned(request: Any) -> bool:
        if uses_buffers(request):  # a failed execution would have to invalidate its buffers
            return False
        executions[0] += 1
        return executions[0] % every == 0

    def execute(me: Any, right: Any, *arguments: Any) -> Any:
        if not is_concerned(arguments[0]):
            return right(*arguments)
        arguments[-1].notify(status, (), hal.Timing())
        return status

    def method(answer: Any) -> Callable[..., Any]:
        return lambda me, right, *more: answer if is_concerned(more[0]) else right(*more)

    return {
        "execute": execute,
        "execute_synchronously": method((status, (), hal.Timing())),
        "execute_fenced": method((status, None, None)),
    }


# ------------------------------------------------------------------------------ refused operations

FAMILIES: Final[dict[str, Sequence[hal.OperationType]]] = {
    "convolutions": (
        *(_O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.GROUPED_CONV_2D, _O.TRANSPOSE_CONV_2D),
        *(_O.FULLY_CONNECTED, _O.BATCH_MATMUL),
    ),
    "arithmetic": (_O.ADD, _O.SUB, _O.MUL, _O.DIV, _O.MAXIMUM, _O.MINIMUM, _O.POW),
    "activations": (_O.RELU, _O.RELU1, _O.RELU6, _O.TANH, _O.LOGISTIC, _O.ELU, _O.HARD_SWISH),
    "shapes": (
        *(_O.RESHAPE, _O.TRANSPOSE, _O.SQUEEZE, _O.EXPAND_DIMS, _O.CONCATENATION, _O.SPLIT),
        *(_O.SLICE, _O.STRIDED_SLICE, _O.PAD, _O.PAD_V2, _O.GATHER, _O.TILE),
    ),
    "cells": (_O.LSTM, _O.RNN, _O.SVDF, _O.UNIDIRECTIONAL_SEQUENCE_LSTM, _O.QUANTIZED_LSTM),
    "boxes": (_O.BOX_WITH_NMS_LIMIT, _O.GENERATE_PROPOSALS, _O.DETECTION_POSTPROCESSING),
}
"""Operations that a driver may not support."""


def uses_float32(_operation: Any, operands: Sequence[Any]) -> bool:
    """Return whether an operation has an operand of float32."""
    return any(
        one.type in (hal.OperandType.TENSOR_FLOAT32, hal.OperandType.FLOAT32) for one in operands
    )


def has_unknown_sizes(_operation: Any, operands: Sequence[Any]) -> bool:
    """Return whether the model does not state the shape of an operand."""
    return any(
        one.type in hal.INFO
        and hal.INFO[one.type].tensor
        and one.lifetime != hal.OperandLifeTime.NO_VALUE
        and (not one.dimensions or 0 in one.dimensions)
        for one in operands
    )


def has_batches(operation: Any, operands: Sequence[Any]) -> bool:
    """Return whether the first input of a layer has more than one image or row."""
    first = operands[0].dimensions
    return operation.type in _LAYERS and bool(first) and first[0] != 1


def has_other_layout(operation: Any, operands: Sequence[Any]) -> bool:
    """Return whether an operation on images has an operand for their layout."""
    found = find_definition(operation.type)
    return (
        found is not None
        and any(spec.name == "layout" for form in found.forms for spec in form.inputs)
        and any(one.type == hal.OperandType.BOOL for one in operands)
    )


REFUSALS: Final[dict[str, Callable[[Any, Sequence[Any]], bool]]] = {
    "unknown sizes": has_unknown_sizes,
    "computed weights": lambda operation, operands: (
        operation.type in _LAYERS and any(one.lifetime not in _CONSTANTS for one in operands[1:3])
    ),
    "omitted operands": lambda _, operands: any(
        one.lifetime == hal.OperandLifeTime.NO_VALUE for one in operands
    ),
    "scales of channels": lambda _, operands: any(
        one.type == hal.OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL for one in operands
    ),
    "constants in pools": lambda _, operands: any(
        one.lifetime == hal.OperandLifeTime.CONSTANT_REFERENCE for one in operands
    ),
    "batches": has_batches,
    "layouts": has_other_layout,
}
"""Conditions under which a driver does not support an operation, by the name of the driver."""


def prepares_small_models(me: Any, right: Any, made: Any, *more: Any) -> Any:
    status, found = right(made, *more)
    large = status == NONE and len(made.main.operations) > 2
    return (FAILURE, None) if large else (status, found)


def supports_small_models(me: Any, right: Any, made: Any) -> Any:
    known = right(made)
    return known if len(known) <= 2 else [False] * len(known)


# ------------------------------------------------------------------------- executions and buffers


def shapes_if_needed(me: Any, right: Any, *arguments: Any) -> Any:
    status, shapes, timing = right(*arguments)
    outputs = [me.model.main.operands[index] for index in me.model.main.output_indexes]
    stated = all(one.dimensions and 0 not in one.dimensions for one in outputs)
    return status, () if status == NONE and stated else shapes, timing


def writes_twice(me: Any, right: Any, request: Any, *more: Any) -> Any:
    if not uses_buffers(request):
        right(request, *more)
    return right(request, *more)


def fills_after_errors(me: Any, right: Any, request: Any, *more: Any) -> Any:
    answer = right(request, *more)
    if answer[0] in (*_MISSED, _S.OUTPUT_INSUFFICIENT_SIZE) and not uses_buffers(request):
        for argument in request.outputs:
            if not argument.has_no_value:
                np.frombuffer(argument_bytes(request, argument), np.uint8)[:] = 0xA5
    return answer


WORKER = ThreadPoolExecutor(1)


def prepares_slowly(me: Any, right: Any, *arguments: Any) -> Any:
    time.sleep(0.01)
    return right(*arguments)


def compiles_at_first(me: Any, right: Any, *arguments: Any) -> Any:
    with me.lock:
        if not me.is_compiled:
            time.sleep(0.005)
            me.is_compiled = True
    return right(*arguments)


def one_role(me: Any, right: Any, desc: Any, models: Any, inputs: Any, outputs: Any) -> Any:
    answer = right(desc, models, inputs, outputs)
    several = answer[0] == NONE and len(inputs) + len(outputs) > 1
    return (FAILURE, None, 0) if several else answer


# ----------------------------------------------------------------------------- reusable executions

NEWEST = device(ForwardingDevice, __init__=lambda me, right: right(hal.Version.AIDL_V4))


class ForwardingExecution(hal.Execution):
    """Forwards each call to ``right``, a reusable execution of the reference driver."""

    def __init__(self, right: hal.Execution, request: Any) -> None:
        self.right, self.request = right, request

    def execute_synchronously(self, deadline: int | None) -> Any:
        return self.right.execute_synchronously(deadline)

    def execute_fenced(self, *arguments: Any) -> Any:
        return self.right.execute_fenced(*arguments)


def mappings(pools: Iterable[hal.MemoryPool]) -> list[mmap.mmap]:
    """Return own mappings of memories."""
    return [
        mmap.mmap(pool.fileno(), 0, access=mmap.ACCESS_READ)
        for pool in pools
        if not isinstance(pool, hal.BufferToken)
    ]


def is_specified(main: Any, request: Any) -> bool:
    """Return whether model and request state the shape of every output."""
    for argument, index in zip(request.outputs, main.output_indexes, strict=True):
        operand = main.operands[index]
        dimensions = argument.dimensions or operand.dimensions
        is_tensor = operand.type not in hal.INFO or hal.INFO[operand.type].tensor
        if 0 in dimensions or (is_tensor and not dimensions):
            return False
    return True


def declines_unspecified(me: Any, right: Any, request: Any, config: Any) -> Any:
    status, execution = right(request, config)
    if execution is not None and not is_specified(me.model.main, request):
        return FAILURE, None
    return status, execution


def keeps_mapped(me: Any, right: Any, request: Any, config: Any) -> Any:
    status, execution = right(request, config)
    if execution is None:
        return status, None
    own = ForwardingExecution(execution, request)
    own.mappings = mappings(request.pools)
    return status, own


def maps_slot(me: Any, right: Any, slot: int, memory: Any) -> None:
    right(slot, memory)
    me.mappings[slot] = mappings([memory])


def unmaps_slot(me: Any, right: Any, slot: int) -> None:
    right(slot)
    me.mappings.pop(slot, None)


MAPPED_BURST = changed(
    PreparedModelExecutor, mappings=state(dict), add_memory=maps_slot, remove_memory=unmaps_slot
)


def one_at_a_time(me: Any, right: Any, request: Any, config: Any) -> Any:
    status, execution = right(request, config)
    if execution is None:
        return status, None
    if me.live is not None and me.live() is not None:
        return _S.RESOURCE_EXHAUSTED_TRANSIENT, None
    own = ForwardingExecution(execution, request)
    me.live = weakref.ref(own)
    return status, own


def refuses_unlisted(me: Any, right: Any, asked: Any, *arguments: Any) -> Any:
    if asked.extension_name_to_prefix.keys() <= {
        one.name for one in me.get_supported_extensions()[1]
    }:
        return right(asked, *arguments)
    if not arguments:
        return INVALID, ()
    arguments[-1].notify(INVALID, None)
    return INVALID


def omits_time_since_fences(status: Any, fence: Any, callback: Any) -> Any:
    if callback is None:
        return status, fence, callback
    return status, fence, OmitsTimes(callback)


class OmitsTimes(hal.FencedExecutionCallback):
    """Reports no time since the fences were signalled."""

    def __init__(self, right: hal.FencedExecutionCallback) -> None:
        self.right = right

    def get_execution_info(self) -> Any:
        return *self.right.get_execution_info()[:2], hal.Timing()


ExhaustedAtTimes = prepared(**at_times(_S.RESOURCE_EXHAUSTED_TRANSIENT, 5))
"""Reports for one execution in five that resources are exhausted for the moment.

Bursts are excepted, because their packets cannot express this status.
"""
UnavailableAtTimes = prepared(
    **at_times(_S.DEVICE_UNAVAILABLE, 7), configure_execution_burst=served(PreparedModelExecutor)
)
"""Reports for one execution in seven that the device is not available."""

_ASYNC, _FENCED = (
    "IPreparedModel.execute: launched asynchronously",
    "executeFenced: a fence or none",
)
_TIME, _ABORT = (
    "Timing: any time may be UINT64_MAX",
    "execute: the execution may be aborted at its deadline",
)
_SUPPORT, _ANY = "getSupportedOperations: any set of operations", "no clause forbids it"

LEGAL_CALLS = (
    LegalDriver("NotifiesLater", _ASYNC, device(ForwardingDevice, prepared=model(ForwardingPreparedModel, execute=notifies_later), prepare_model=notifies_later, prepare_model_from_cache=notifies_later)),
    LegalDriver("NotifiesInCall", _ASYNC, prepared(execute=notifies_in_call)),
    LegalDriver("SignalsLater", _FENCED, prepared(execute_fenced=result(signals_later))),
    LegalDriver("WaitsForFences", _FENCED, prepared(execute_fenced=result(waits_in_call))),
    LegalDriver("MeasuresNothing", _TIME, timed(lambda _: hal.Timing(), execute=notifies_untimed)),
    LegalDriver("MeasuresDeviceOnly", _TIME, timed(lambda timing: hal.Timing(timing.time_on_device))),
    LegalDriver("MeasuresDriverOnly", _TIME, timed(lambda timing: hal.Timing(time_in_driver=timing.time_in_driver))),
    LegalDriver("MeasuresAtTimes", _TIME, executing(measures_at_times, number=0)),
    LegalDriver("SavesUsualModels", "prepareModel: the driver may choose not to save", reference(prepare=saves_usual_models)),
    LegalDriver("OneAtATime", _ANY, executing(locked(threading.Lock()))),
    LegalDriver("OtherMissedDeadline", "ErrorStatus: MISSED_DEADLINE_*", executing(result(other_missed))),
    LegalDriver("AsksForMemoriesAgain", "IBurstCallback.getMemories", prepared(configure_execution_burst=served(lambda me: FORGETS(me.right)))),
    LegalDriver("RefusesImages", "types.hal Request.pools", reference(memory_kinds=frozenset(hal.MemoryKind) - {hal.MemoryKind.HARDWARE_BUFFER})),
    LegalDriver("RefusesHardwareBuffers", "1.2 types.hal Request.pools", reference(memory_kinds=frozenset({hal.MemoryKind.ASHMEM, hal.MemoryKind.MMAP_FD}), __init__=lambda me, right: right(hal.Version.V1_2))),
    LegalDriver("IsAccelerator", "getType, getCapabilities", reference(device_type=hal.DeviceType.ACCELERATOR, get_capabilities=with_figures)),
    LegalDriver("IsTiny", "getCapabilities", reference(device_type=hal.DeviceType.OTHER, get_capabilities=fixed((NONE, uniform_capabilities(hal.PerformanceInfo(1.18e-38, 1.18e-38)))))),
    LegalDriver("ExhaustedAtTimes", "ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT", ExhaustedAtTimes),
    LegalDriver("UnavailableAtTimes", "ErrorStatus.DEVICE_UNAVAILABLE", UnavailableAtTimes),
    LegalDriver("CoarseTimes", _TIME, timed(whole_milliseconds)),
    LegalDriver("GivesUpEarly", _ABORT, executing(gives_up_early)),
    LegalDriver("DeclinesLargeModels", _SUPPORT, reference(supported_operations=supports_small_models, prepare=prepares_small_models)),
    LegalDriver("OmitsStatedShapes", "OutputShape: may be omitted if all are stated", executing(shapes_if_needed)),
    LegalDriver("ReportsNoDimensionsIfSmall", "OutputShape: dimensions may be unknown", executing(result(unknown_if_small))),
    LegalDriver("ReportsNoDimensionsWhereSmall", "OutputShape: dimensions may be unknown", executing(result(unknown_where_small))),
    LegalDriver("KeepsLog", _ANY, executing(logged)),
    LegalDriver("WritesTwice", _ANY, executing(writes_twice)),
    LegalDriver("FillsOutputsAfterErrors", "execute: outputs are undefined after an error", executing(fills_after_errors)),
    LegalDriver("ExecutesInOneWorker", _ANY, executing(lambda me, right, *more: WORKER.submit(right, *more).result())),
    LegalDriver("IgnoresDeadlines", _ABORT, executing(lambda me, right, request, measure, _, *more: right(request, measure, None, *more))),
    LegalDriver("MeasuresEqualTimes", _TIME, timed(lambda timing: hal.Timing(timing.time_in_driver, timing.time_in_driver))),
    LegalDriver("PreparesSlowly", _ANY, reference(prepare=prepares_slowly)),
    LegalDriver("CompilesAtFirstExecution", _ANY, executing(compiles_at_first, lock=state(threading.Lock), is_compiled=False)),
    LegalDriver("DeclaresFloat32Only", "Capabilities.operandPerformance", reference(get_capabilities=float32_figures)),
    LegalDriver("RefusesBursts", "configureExecutionBurst: GENERAL_FAILURE", prepared(configure_execution_burst=fixed((FAILURE, None)))),
    LegalDriver("IgnoresFencedLimits", _ABORT, prepared(execute_fenced=lambda me, right, *more: right(*more[:3], None, more[4], None))),
    LegalDriver("OmitsTimesSinceFences", _TIME, prepared(execute_fenced=result(omits_time_since_fences))),
    LegalDriver("RefusesUnlistedExtensions", "getSupportedOperations: INVALID_ARGUMENT", reference(get_supported_operations=refuses_unlisted, prepare_model=refuses_unlisted)),
    LegalDriver("LimitsBuffers", "IDevice.allocate: may fail", reference(allocate=one_role)),
)  # fmt: skip
"""Drivers with other calls than the reference, and what permits them."""

LEGAL_REUSABLE = (
    LegalDriver("DeclinesOpenReusables", "createReusableExecution: GENERAL_FAILURE", prepared(NEWEST, create_reusable_execution=declines_unspecified)),
    LegalDriver("VerifiesAtExecution", "createReusableExecution: INVALID_ARGUMENT there or of the executions", prepared(NEWEST, create_reusable_execution=lambda me, _, *more: (NONE, ReusableExecution(me, *more)))),
    LegalDriver("KeepsMemoriesMapped", "IExecution: memories may stay mapped", prepared(NEWEST, create_reusable_execution=keeps_mapped, configure_execution_burst=lambda me, _, *more: configure_burst(*more, MAPPED_BURST(me)))),
    LegalDriver("HasOneReusable", "ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT", prepared(NEWEST, live=None, create_reusable_execution=one_at_a_time)),
)  # fmt: skip
"""Drivers of AIDL_V4 whose reusable executions and bursts differ."""

REUSABLE_DRIVERS = {driver.name: driver.device for driver in LEGAL_REUSABLE}
CALL_DRIVERS = {driver.name: driver.device for driver in LEGAL_CALLS}
"""The drivers by name; each call creates a new one."""
# ruff: noqa: E501 - tables with one driver a row
