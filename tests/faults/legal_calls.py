"""Drivers whose calls differ from the reference's as the contract permits.

``tests/sample_drivers/values/legal_drivers.py`` lists them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from conformance.hal import (
    NO_TIMING,
    BurstCallback,
    BurstContext,
    Capabilities,
    DeviceType,
    ErrorStatus,
    ExecutionCallback,
    FenceStatus,
    MemoryKind,
    Model,
    MQDescriptor,
    OperandType,
    OperationType,
    PerformanceInfo,
    PreparedModelCallback,
    Request,
    SyncFence,
    Timing,
    Version,
)
from conformance.reference import ReferenceDevice
from conformance.support.burst import BurstServer, PreparedModelExecutor
from conformance.support.capabilities import non_extension_performance, uniform_capabilities
from conformance.support.request_buffers import uses_buffers
from tests.sample_drivers.forwarding import ForwardingDevice, ForwardingPreparedModel

_O: Final = OperationType
_DELAY: Final = 0.002
_MISSED: Final = (
    ErrorStatus.MISSED_DEADLINE_TRANSIENT,
    ErrorStatus.MISSED_DEADLINE_PERSISTENT,
)


def _later(call: Callable[..., object], *arguments: Any) -> None:
    """Make a call in a new thread, after a short time."""

    def run() -> None:
        time.sleep(_DELAY)
        call(*arguments)

    threading.Thread(target=run, daemon=True).start()


# ------------------------------------------------------------------------ callbacks and fences


class _LateCallback(ExecutionCallback, PreparedModelCallback):
    """Forwards a notification from another thread, after the call has probably returned."""

    def __init__(self, callback: Any) -> None:
        self._callback = callback

    def notify(self, *arguments: Any) -> None:
        _later(self._callback.notify, *arguments)


class _LateExecution(ForwardingPreparedModel):
    def execute(self, *arguments: Any) -> Any:
        return self.right.execute(*arguments[:-1], _LateCallback(arguments[-1]))


class NotifiesLater(ForwardingDevice):
    """Notifies all callbacks from new threads, after the calls have returned."""

    prepared = _LateExecution

    def prepare_model(self, model: Model, *arguments: Any) -> ErrorStatus:
        callback = _LateCallback(arguments[-1])
        return super().prepare_model(model, *arguments[:-1], callback)

    def prepare_model_from_cache(self, *arguments: Any) -> ErrorStatus:
        callback = _LateCallback(arguments[-1])
        return super().prepare_model_from_cache(*arguments[:-1], callback)


class _NotifiesInCall(ForwardingPreparedModel):
    def execute(self, request: Any, *arguments: Any) -> Any:
        *limits, callback = arguments
        answer = self.right.execute_synchronously(request, *limits)
        callback.notify(*answer)
        refused = answer[0] == ErrorStatus.INVALID_ARGUMENT
        return ErrorStatus.INVALID_ARGUMENT if refused else ErrorStatus.NONE


class NotifiesInCall(ForwardingDevice):
    """Executes asynchronous requests within the call."""

    prepared = _NotifiesInCall


class _SignalsLater(ForwardingPreparedModel):
    def execute_fenced(self, *arguments: Any) -> Any:
        status, fence, callback = self.right.execute_fenced(*arguments)
        if status == ErrorStatus.NONE and fence is None:
            fence = SyncFence()
            _later(fence.signal)
        return status, fence, callback


class SignalsLater(ForwardingDevice):
    """Returns a fence of every fenced execution, and signals it later."""

    prepared = _SignalsLater


class _WaitsForFences(ForwardingPreparedModel):
    def execute_fenced(self, request: Any, wait_for: Any, *arguments: Any) -> Any:
        status, fence, callback = self.right.execute_fenced(request, wait_for, *arguments)
        if status != ErrorStatus.NONE or fence is None:
            return status, fence, callback
        if fence.wait(-1) is FenceStatus.SIGNALED:
            return status, None, callback
        failed = callback.get_execution_info()[0]
        return failed, None, None


class WaitsForFences(ForwardingDevice):
    """Waits for all fences within the call and returns none."""

    prepared = _WaitsForFences


# ------------------------------------------------------------------------------- times and limits


class _Unmeasured(ForwardingPreparedModel):
    def execute(self, request: Any, measure: int, *arguments: Any) -> Any:
        *limits, callback = arguments

        class Untimed(ExecutionCallback):
            def notify(self, status: Any, shapes: Any, _timing: Any) -> None:
                callback.notify(status, shapes, Timing())

        return self.right.execute(request, measure, *limits, Untimed())

    def execute_synchronously(self, *arguments: Any) -> Any:
        status, shapes, _ = self.right.execute_synchronously(*arguments)
        return status, shapes, Timing()


class MeasuresNothing(ForwardingDevice):
    """Reports no times, also if the client asks for them."""

    prepared = _Unmeasured


class _NoDeviceTime(ForwardingPreparedModel):
    def execute_synchronously(self, *arguments: Any) -> Any:
        status, shapes, timing = self.right.execute_synchronously(*arguments)
        return status, shapes, Timing(time_in_driver=timing.time_in_driver)


class MeasuresDriverOnly(ForwardingDevice):
    """Reports the time in the driver, but not the time on the device."""

    prepared = _NoDeviceTime


class _OneAtATime(ForwardingPreparedModel):
    _lock = threading.Lock()

    def execute_synchronously(self, *arguments: Any) -> Any:
        with self._lock:
            return self.right.execute_synchronously(*arguments)


class OneAtATime(ForwardingDevice):
    """Runs only one synchronous execution at a time."""

    prepared = _OneAtATime


def _swapped(status: ErrorStatus) -> ErrorStatus:
    return _MISSED[1 - _MISSED.index(status)] if status in _MISSED else status


class _OtherMissed(ForwardingPreparedModel):
    def execute_synchronously(self, *arguments: Any) -> Any:
        status, *rest = self.right.execute_synchronously(*arguments)
        return _swapped(status), *rest


class OtherMissedDeadline(ForwardingDevice):
    """Reports a missed deadline as persistent instead of transient, and conversely."""

    prepared = _OtherMissed


class _CoarseTimes(ForwardingPreparedModel):
    def execute_synchronously(self, *arguments: Any) -> Any:
        status, shapes, timing = self.right.execute_synchronously(*arguments)
        return status, shapes, Timing(*(_whole_milliseconds(time) for time in _times(timing)))


def _times(timing: Timing) -> tuple[int, int]:
    return timing.time_on_device, timing.time_in_driver


def _whole_milliseconds(value: int) -> int:
    return value if value == NO_TIMING else value // 1_000_000 * 1_000_000


class CoarseTimes(ForwardingDevice):
    """Reports times in whole milliseconds, rounded down; short executions take no time."""

    prepared = _CoarseTimes


class _GivesUpEarly(ForwardingPreparedModel):
    def execute_synchronously(self, *arguments: Any) -> Any:
        deadline = arguments[2]
        if deadline is not None and deadline < time.monotonic_ns() + 50_000_000:
            return ErrorStatus.MISSED_DEADLINE_TRANSIENT, (), Timing()
        return self.right.execute_synchronously(*arguments)


class GivesUpEarly(ForwardingDevice):
    """Aborts executions at once whose deadline is within 50 ms."""

    prepared = _GivesUpEarly


# -------------------------------------------------------------------------------------- bursts


class _Forgets(PreparedModelExecutor):
    def has_memory(self, slot: int) -> bool:
        return False


class _AsksAgain(ForwardingPreparedModel):
    polling = 0.0

    def configure_execution_burst(
        self, callback: BurstCallback, requests: MQDescriptor, results: MQDescriptor
    ) -> tuple[ErrorStatus, BurstContext | None]:
        try:
            server = BurstServer(callback, requests, results, self.executor(), polling=self.polling)
        except Exception:
            return self.right.configure_execution_burst(callback, requests, results)
        return ErrorStatus.NONE, server

    def executor(self) -> PreparedModelExecutor:
        """Return the executor of a new burst."""
        return _Forgets(self.right)


class AsksForMemoriesAgain(ForwardingDevice):
    """Requests the memories of a burst again for each packet that differs from the last one."""

    prepared = _AsksAgain


class _Polls(_AsksAgain):
    polling = 0.001

    def executor(self) -> PreparedModelExecutor:
        return PreparedModelExecutor(self.right)


class PollsBursts(ForwardingDevice):
    """Polls the queue of a burst before it waits."""

    prepared = _Polls


# --------------------------------------------------------------------- declarations and refusals


class RefusesImages(ReferenceDevice):
    """Supports no hardware buffers with a format other than BLOB."""

    memory_kinds = frozenset(MemoryKind) - {MemoryKind.HARDWARE_BUFFER}


class RefusesHardwareBuffers(ReferenceDevice):
    """Supports no hardware buffers, as a driver of 1.2 may."""

    memory_kinds = frozenset({MemoryKind.ASHMEM, MemoryKind.MMAP_FD})

    def __init__(self) -> None:
        super().__init__(Version.V1_2)


class IsAccelerator(ReferenceDevice):
    """Is an accelerator, and declares different figures for each type."""

    device_type = DeviceType.ACCELERATOR

    def get_capabilities(self) -> tuple[ErrorStatus, Capabilities]:
        status, known = super().get_capabilities()
        table = [
            type(entry)(entry.type, PerformanceInfo(0.01 * (n + 1), 0.5 / (n + 1)))
            for n, entry in enumerate(non_extension_performance(PerformanceInfo(1, 1)))
        ]
        return status, type(known)(
            **{
                **{name: getattr(known, name) for name in known.__dataclass_fields__},
                "operand_performance": tuple(table),
            }
        )


class IsTiny(ReferenceDevice):
    """Declares the smallest figures that float32 can express without subnormal numbers."""

    device_type = DeviceType.OTHER

    def get_capabilities(self) -> tuple[ErrorStatus, Capabilities]:
        return ErrorStatus.NONE, uniform_capabilities(PerformanceInfo(1.18e-38, 1.18e-38))


class _ExhaustedAtTimes(ForwardingPreparedModel):
    status = ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT
    every = 5
    executions = 0

    def _is_exhausted(self, request: Request) -> bool:
        if uses_buffers(request):  # a failed execution would have to invalidate its buffers
            return False
        _ExhaustedAtTimes.executions += 1
        return _ExhaustedAtTimes.executions % self.every == 0

    def execute(self, *arguments: Any) -> Any:
        if not self._is_exhausted(arguments[0]):
            return self.right.execute(*arguments)
        arguments[-1].notify(self.status, (), Timing())
        return self.status

    def execute_synchronously(self, *arguments: Any) -> Any:
        if self._is_exhausted(arguments[0]):
            return self.status, (), Timing()
        return self.right.execute_synchronously(*arguments)

    def execute_fenced(self, *arguments: Any) -> Any:
        if self._is_exhausted(arguments[0]):
            return self.status, None, None
        return self.right.execute_fenced(*arguments)


class ExhaustedAtTimes(ForwardingDevice):
    """Reports for one execution in five that resources are exhausted for the moment.

    Bursts are excepted, because their packets cannot express this status.
    """

    prepared = _ExhaustedAtTimes


class _UnavailableAtTimes(_ExhaustedAtTimes):
    status = ErrorStatus.DEVICE_UNAVAILABLE
    every = 7

    def configure_execution_burst(self, *arguments: Any) -> Any:
        try:
            return ErrorStatus.NONE, BurstServer(*arguments, PreparedModelExecutor(self))
        except Exception:
            return self.right.configure_execution_burst(*arguments)


class UnavailableAtTimes(ForwardingDevice):
    """Reports for one execution in seven that the device is not available."""

    prepared = _UnavailableAtTimes


FAMILIES: Final[dict[str, Sequence[OperationType]]] = {
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
    return any(one.type in (OperandType.TENSOR_FLOAT32, OperandType.FLOAT32) for one in operands)


CALL_DRIVERS: dict[str, Callable[[], ReferenceDevice]] = {
    kind.__name__: kind
    for kind in (
        *(NotifiesLater, NotifiesInCall, SignalsLater, WaitsForFences, MeasuresNothing),
        *(MeasuresDriverOnly, OneAtATime, OtherMissedDeadline, AsksForMemoriesAgain, PollsBursts),
        *(RefusesImages, RefusesHardwareBuffers, IsAccelerator, IsTiny),
        *(ExhaustedAtTimes, UnavailableAtTimes, CoarseTimes, GivesUpEarly),
    )
}
"""The drivers by name; each call creates a new one."""
