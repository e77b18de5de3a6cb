"""Drivers that support less than the reference, or answer calls in other permitted ways.

``tests/sample_drivers/values/legal_drivers.py`` lists them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

import numpy as np

from conformance.hal import (
    INFO,
    Capabilities,
    ErrorStatus,
    Model,
    OperandLifeTime,
    OperandType,
    OperationType,
    PerformanceInfo,
    Timing,
)
from conformance.operations import find_definition
from conformance.reference import ReferenceDevice
from conformance.support import argument_bytes
from conformance.support.capabilities import non_extension_performance
from conformance.support.request_buffers import uses_buffers
from tests.sample_drivers.forwarding import ForwardingDevice, ForwardingPreparedModel

_O: Final = OperationType
_CONSTANTS: Final = (OperandLifeTime.CONSTANT_COPY, OperandLifeTime.CONSTANT_REFERENCE)
_LAYERS: Final = (
    *(_O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.GROUPED_CONV_2D, _O.TRANSPOSE_CONV_2D),
    _O.FULLY_CONNECTED,
)

# ------------------------------------------------------------------------------ refused operations


def has_unknown_sizes(_operation: Any, operands: Sequence[Any]) -> bool:
    """Return whether the model does not state the shape of an operand."""
    return any(
        one.type in INFO
        and INFO[one.type].tensor
        and one.lifetime != OperandLifeTime.NO_VALUE
        and (not one.dimensions or 0 in one.dimensions)
        for one in operands
    )


def has_computed_weights(operation: Any, operands: Sequence[Any]) -> bool:
    """Return whether the weights or the bias of a layer are not constants of the model."""
    return operation.type in _LAYERS and any(
        one.lifetime not in _CONSTANTS for one in operands[1:3]
    )


def has_omitted_operands(_operation: Any, operands: Sequence[Any]) -> bool:
    """Return whether an optional operand is omitted."""
    return any(one.lifetime == OperandLifeTime.NO_VALUE for one in operands)


def has_scales_of_channels(_operation: Any, operands: Sequence[Any]) -> bool:
    """Return whether an operand is quantized with a scale for each channel."""
    return any(one.type == OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL for one in operands)


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
        and any(one.type == OperandType.BOOL for one in operands)
    )


REFUSALS: Final[dict[str, Callable[[Any, Sequence[Any]], bool]]] = {
    "unknown sizes": has_unknown_sizes,
    "computed weights": has_computed_weights,
    "omitted operands": has_omitted_operands,
    "scales of channels": has_scales_of_channels,
    "batches": has_batches,
    "layouts": has_other_layout,
}
"""Conditions under which a driver does not support an operation, by the name of the driver."""


class DeclinesLargeModels(ReferenceDevice):
    """Supports no operation of a model that has more than two."""

    def supported_operations(self, model: Model) -> Sequence[bool]:
        known = super().supported_operations(model)
        return known if len(known) <= 2 else [False] * len(known)

    def prepare(self, model: Model, *more: Any) -> Any:
        status, prepared = super().prepare(model, *more)
        if status == ErrorStatus.NONE and len(model.main.operations) > 2:
            return ErrorStatus.GENERAL_FAILURE, None
        return status, prepared


# ------------------------------------------------------------------------------------- executions


class _ShapesIfNeeded(ForwardingPreparedModel):
    def execute_synchronously(self, *arguments: Any) -> Any:
        status, shapes, timing = self.right.execute_synchronously(*arguments)
        outputs = [self.model.main.operands[index] for index in self.model.main.output_indexes]
        stated = all(one.dimensions and 0 not in one.dimensions for one in outputs)
        if status == ErrorStatus.NONE and stated:
            shapes = ()
        return status, shapes, timing


class OmitsStatedShapes(ForwardingDevice):
    """Reports no output shapes if the model states all of them."""

    prepared = _ShapesIfNeeded


class _WritesTwice(ForwardingPreparedModel):
    def execute_synchronously(self, request: Any, *arguments: Any) -> Any:
        if not uses_buffers(request):
            self.right.execute_synchronously(request, *arguments)
        return self.right.execute_synchronously(request, *arguments)


class WritesTwice(ForwardingDevice):
    """Computes every synchronous execution twice, so that it writes its outputs twice."""

    prepared = _WritesTwice


class _FillsAfterErrors(ForwardingPreparedModel):
    def execute_synchronously(self, request: Any, *arguments: Any) -> Any:
        status, shapes, timing = self.right.execute_synchronously(request, *arguments)
        late = (
            ErrorStatus.MISSED_DEADLINE_TRANSIENT,
            ErrorStatus.MISSED_DEADLINE_PERSISTENT,
            ErrorStatus.OUTPUT_INSUFFICIENT_SIZE,
        )
        if status in late and not uses_buffers(request):
            for argument in request.outputs:
                if not argument.has_no_value:
                    np.frombuffer(argument_bytes(request, argument), np.uint8)[:] = 0xA5
        return status, shapes, timing


class FillsOutputsAfterErrors(ForwardingDevice):
    """Leaves other bytes in the outputs of an execution that misses its deadline or lacks space.

    The contract does not define the contents of outputs after an error.
    """

    prepared = _FillsAfterErrors


class _OneWorker(ForwardingPreparedModel):
    _worker = ThreadPoolExecutor(1)

    def execute_synchronously(self, *arguments: Any) -> Any:
        future: Future[Any] = self._worker.submit(self.right.execute_synchronously, *arguments)
        return future.result()


class ExecutesInOneWorker(ForwardingDevice):
    """Runs all synchronous executions of all models in the same thread."""

    prepared = _OneWorker


class _NoDeadline(ForwardingPreparedModel):
    def execute_synchronously(self, request: Any, measure: int, _: Any, *arguments: Any) -> Any:
        return self.right.execute_synchronously(request, measure, None, *arguments)


class IgnoresDeadlines(ForwardingDevice):
    """Completes synchronous executions whose deadline has passed."""

    prepared = _NoDeadline


class _EqualTimes(ForwardingPreparedModel):
    def execute_synchronously(self, *arguments: Any) -> Any:
        status, shapes, timing = self.right.execute_synchronously(*arguments)
        whole = timing.time_in_driver
        return status, shapes, Timing(time_on_device=whole, time_in_driver=whole)


class MeasuresEqualTimes(ForwardingDevice):
    """Reports the time in the driver as the time on the device too."""

    prepared = _EqualTimes


# ------------------------------------------------------------------- preparation and declarations


class PreparesSlowly(ReferenceDevice):
    """Takes 10 ms longer for each preparation."""

    def prepare(self, *arguments: Any) -> Any:
        time.sleep(0.01)
        return super().prepare(*arguments)


class _CompilesAtFirst(ForwardingPreparedModel):
    def __init__(self, right: Any, model: Model) -> None:
        super().__init__(right, model)
        self._lock = threading.Lock()
        self._is_compiled = False

    def execute_synchronously(self, *arguments: Any) -> Any:
        with self._lock:
            if not self._is_compiled:
                time.sleep(0.005)
                self._is_compiled = True
        return self.right.execute_synchronously(*arguments)


class CompilesAtFirstExecution(ForwardingDevice):
    """Takes 5 ms longer for the first synchronous execution of each prepared model."""

    prepared = _CompilesAtFirst


class DeclaresFloat32Only(ReferenceDevice):
    """Declares performance figures for float32 alone."""

    def get_capabilities(self) -> tuple[ErrorStatus, Capabilities]:
        status, known = super().get_capabilities()
        figures = PerformanceInfo(0.5, 0.5)
        table = tuple(
            entry
            for entry in non_extension_performance(figures)
            if entry.type in (OperandType.FLOAT32, OperandType.TENSOR_FLOAT32)
        )
        fields = {name: getattr(known, name) for name in known.__dataclass_fields__}
        return status, type(known)(**{**fields, "operand_performance": table})


class LimitsBuffers(ReferenceDevice):
    """Refuses driver-managed buffers of more than one role."""

    def allocate(self, desc: Any, prepared_models: Any, inputs: Any, outputs: Any) -> Any:
        status, buffer, token = super().allocate(desc, prepared_models, inputs, outputs)
        if status == ErrorStatus.NONE and len(inputs) + len(outputs) > 1:
            return ErrorStatus.GENERAL_FAILURE, None, 0
        return status, buffer, token


LIMIT_DRIVERS: Final[dict[str, Callable[[], ReferenceDevice]]] = {
    kind.__name__: kind
    for kind in (
        *(DeclinesLargeModels, OmitsStatedShapes, WritesTwice, FillsOutputsAfterErrors),
        *(ExecutesInOneWorker, IgnoresDeadlines, MeasuresEqualTimes, PreparesSlowly),
        *(CompilesAtFirstExecution, DeclaresFloat32Only, LimitsBuffers),
    )
}
"""The drivers by name; each call creates a new one."""
