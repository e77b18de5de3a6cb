"""Drivers with one planted fault each, and the size of the smallest case that shows it.

Each driver is the reference except for one kernel or the way in which it runs. Because the location
of the fault is known, the expected result of a campaign is known too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, Kernel
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.reference.device import ReferenceDevice

_O = OperationType
_T = OperandType
KernelChange = Callable[[Call, Kernel], Kernel]


@dataclass(frozen=True)
class PlantedFault:
    """A fault: the changed kernel, and the size of the smallest case that shows it."""

    name: str
    kernel_change: KernelChange
    operations: int = 1
    elements: int = 64


class PlantedDevice(ReferenceDevice):
    """The reference with one fault."""

    def __init__(self, fault: PlantedFault, **more: Any) -> None:
        super().__init__(**more)
        self._fault = fault

    def compile_call(self, call: Call) -> Kernel:
        return self._fault.kernel_change(call, super().compile_call(call))


Results = Sequence[Array]
Change = Callable[[Call, Sequence[Array | None], list[Array]], list[Array]]


def fault_on(*operations: OperationType) -> Callable[[Change], KernelChange]:
    """Return a decorator that applies a change to the results of these operations."""

    def made(change: Change) -> KernelChange:
        def twist(call: Call, kernel: Kernel) -> Kernel:
            if call.definition.type not in operations:
                return kernel
            return lambda inputs: change(call, inputs, [np.array(a) for a in kernel(inputs)])

        return twist

    return made


def _first(change: Callable[[Call, Sequence[Array | None], Array], Array]) -> Change:
    def whole(call: Call, inputs: Sequence[Array | None], out: list[Array]) -> list[Array]:
        return [
            np.asarray(change(call, inputs, out[0]), out[0].dtype).reshape(out[0].shape),
            *out[1:],
        ]

    return whole


def _off_by(amount: float) -> Change:
    def change(call: Call, inputs: Sequence[Array | None], out: Array) -> Array:
        if out.dtype.kind == "b":
            return ~out
        if out.dtype.kind in "iu":
            info = np.iinfo(out.dtype)
            return np.clip(out.astype(np.int64) + 3, info.min, info.max)
        return out + np.asarray(amount, out.dtype)

    return _first(change)


def _when(test: Callable[[Call, Sequence[Array | None], Array], bool], change: Change) -> Change:
    def maybe(call: Call, inputs: Sequence[Array | None], out: list[Array]) -> list[Array]:
        return change(call, inputs, out) if out[0].size and test(call, inputs, out[0]) else out

    return maybe


def _of_type(*types: OperandType) -> Callable[[Call, Sequence[Array | None], Array], bool]:
    return lambda call, inputs, out: call.primary.type in types


def _scalar(inputs: Sequence[Array | None], call: Call, name: str) -> Any:
    position = call.position(name)
    if position is None or inputs[position] is None:
        return call.form.default(name)
    return np.asarray(inputs[position]).item()


def _roll(call: Call, inputs: Sequence[Array | None], out: Array) -> Array:
    return np.roll(out.reshape(-1), 1)


def _last_lost(call: Call, inputs: Sequence[Array | None], out: Array) -> Array:
    flat = out.reshape(-1).copy()
    flat[-1:] = call.output().zero_point if is_quantized(call.output()) else 0
    return flat


def _tail_of_four_lost(call: Call, inputs: Sequence[Array | None], out: Array) -> Array:
    flat = out.reshape(-1).copy()
    flat[len(flat) // 4 * 4 :] = call.output().zero_point if is_quantized(call.output()) else 0
    return flat


def _before_the_last_tie(call: Call, inputs: Sequence[Array | None], out: Array) -> Array:
    values, axis = np.asarray(inputs[0]), _scalar(inputs, call, "axis")
    largest = np.flip(values == values.max(axis=axis, keepdims=True), axis=axis)
    last = values.shape[axis] - 1 - largest.argmax(axis=axis).reshape(out.shape)
    return np.where(last > out, last - 1, out)


def _one_index_for_equal_values(
    call: Call, inputs: Sequence[Array | None], out: list[Array]
) -> list[Array]:
    values, indexes = out
    for rank in range(1, values.shape[-1]):
        same = values[..., rank] == values[..., rank - 1]
        indexes[..., rank] = np.where(same, indexes[..., rank - 1], indexes[..., rank])
    return [values, indexes]


_FLOAT = _of_type(_T.TENSOR_FLOAT32)
_HALF = _of_type(_T.TENSOR_FLOAT16)
_SIGNED = _of_type(_T.TENSOR_QUANT8_ASYMM_SIGNED)
_INT = _of_type(_T.TENSOR_INT32)


def _fusion(first: OperationType, second: OperationType) -> KernelChange:
    """Return a fault that occurs only if the second operation reads the first one's output."""
    state: dict[str, int] = {}

    def twist(call: Call, kernel: Kernel) -> Kernel:
        code = call.definition.type

        def run(inputs: Sequence[Array | None]) -> Sequence[Array]:
            if code == second and inputs[0] is not None and state.get("made") == id(inputs[0]):
                out = [np.array(a) for a in kernel(inputs)]
                return _off_by(0.5)(call, inputs, out)
            results = kernel(inputs)
            if code == first:
                state["made"] = id(results[0])
                state["kept"] = results[0]  # type: ignore[assignment]
            return results

        return run

    return twist


def _wrong_on_second_run(*operations: OperationType) -> KernelChange:
    def twist(call: Call, kernel: Kernel) -> Kernel:
        if call.definition.type not in operations:
            return kernel
        runs = [0]

        def run(inputs: Sequence[Array | None]) -> Sequence[Array]:
            runs[0] += 1
            out = [np.array(a) for a in kernel(inputs)]
            return _off_by(0.5)(call, inputs, out) if runs[0] > 1 else out

        return run

    return twist


def _wrong_under_concurrency(*operations: OperationType) -> KernelChange:
    """Return a fault that occurs only while another execution runs the same kernel."""

    def twist(call: Call, kernel: Kernel) -> Kernel:
        if call.definition.type not in operations:
            return kernel
        changed, inside, arrived = threading.Condition(), 0, 0

        def run(inputs: Sequence[Array | None]) -> Sequence[Array]:
            nonlocal inside, arrived
            with changed:
                crowded, arrived, inside = inside > 0, arrived + 1, inside + 1
                mine = arrived
                changed.notify_all()
                # On a busy machine, the concurrent execution may arrive late.
                crowded = crowded or changed.wait_for(lambda: arrived > mine, _OVERLAP_SECONDS)
            out = [np.array(a) for a in kernel(inputs)]
            with changed:
                inside -= 1
            return _off_by(0.5)(call, inputs, out) if crowded else out

        return run

    return twist


def _shared_sum(*operations: OperationType) -> KernelChange:
    """Return a fault in which all executions add their results to one shared buffer."""

    def twist(call: Call, kernel: Kernel) -> Kernel:
        if call.definition.type not in operations:
            return kernel
        buffers: dict[tuple[int, ...], Array] = {}

        def run(inputs: Sequence[Array | None]) -> Sequence[Array]:
            (result,) = kernel(inputs)
            buffer = buffers.setdefault(result.shape, np.zeros_like(result))
            buffer[...] = 0
            time.sleep(_KERNEL_SECONDS)
            with np.errstate(all="ignore"):
                buffer += result
            time.sleep(_KERNEL_SECONDS)
            return [buffer.copy()]

        return run

    return twist


_KERNEL_SECONDS = 0.004
"""Seconds that suffice for another thread to be scheduled."""
_OVERLAP_SECONDS = 0.05
"""Maximum number of seconds that an execution waits for a concurrent one."""


def _wrong_on_aliased_inputs(*operations: OperationType) -> KernelChange:
    """Return a fault that occurs only if both operands are the same tensor."""

    def change(call: Call, inputs: Sequence[Array | None], out: list[Array]) -> list[Array]:
        same = inputs[0] is not None and inputs[0] is inputs[1]
        return _off_by(1.0)(call, inputs, out) if same and out[0].size else out

    return fault_on(*operations)(change)


def _nchw(call: Call, inputs: Sequence[Array | None], out: Array) -> bool:
    return bool(_scalar(inputs, call, "layout"))


def _is(name: str, *numbers: float) -> Callable[[Call, Sequence[Array | None], Array], bool]:
    return lambda call, inputs, out: _scalar(inputs, call, name) in numbers


def _larger_than(size: int) -> Callable[[Call, Sequence[Array | None], Array], bool]:
    return lambda call, inputs, out: out.size > size


def _broadcasts(call: Call, inputs: Sequence[Array | None], out: Array) -> bool:
    return inputs[0] is not None and inputs[1] is not None and inputs[0].shape != inputs[1].shape


def _per_channel(call: Call, inputs: Sequence[Array | None], out: Array) -> bool:
    return call.view("filter").type == _T.TENSOR_QUANT8_SYMM_PER_CHANNEL


def _has_negative(call: Call, inputs: Sequence[Array | None], out: Array) -> bool:
    return bool((np.asarray(inputs[0]) < 0).any())


def _form(name: str) -> Callable[[Call, Sequence[Array | None], Array], bool]:
    return lambda call, inputs, out: call.form.name == name


def _simple(
    name: str, operation: OperationType, test: Any = None, amount: float = 0.5
) -> PlantedFault:
    change = _off_by(amount)
    return PlantedFault(name, fault_on(operation)(_when(test, change) if test else change))


def _moved(name: str, operation: OperationType, how: Any = _roll, test: Any = None) -> PlantedFault:
    change = _first(how)
    return PlantedFault(name, fault_on(operation)(_when(test, change) if test else change))


FAULTS: Sequence[PlantedFault] = (
    *(
        _simple(f"{op.name.lower()} off", op)
        for op in (
            *(_O.ADD, _O.SUB, _O.MUL, _O.MAXIMUM, _O.ABS, _O.EXP, _O.LOG, _O.SQRT, _O.SIN),
            *(_O.TANH, _O.SOFTMAX, _O.CONV_2D, _O.DEPTHWISE_CONV_2D, _O.GROUPED_CONV_2D),
            *(_O.TRANSPOSE_CONV_2D, _O.FULLY_CONNECTED, _O.L2_NORMALIZATION, _O.PRELU),
            *(_O.AVERAGE_POOL_2D, _O.MEAN, _O.REDUCE_SUM, _O.RESIZE_BILINEAR, _O.SVDF, _O.RNN),
            *(_O.UNIDIRECTIONAL_SEQUENCE_LSTM, _O.BATCH_MATMUL, _O.ROI_ALIGN, _O.CAST, _O.QUANTIZE),
        )
    ),
    *(
        _moved(f"{op.name.lower()} shifted", op)
        for op in (
            *(_O.TRANSPOSE, _O.RESHAPE, _O.SPACE_TO_DEPTH, _O.DEPTH_TO_SPACE, _O.GATHER),
            *(_O.CONCATENATION, _O.SLICE, _O.STRIDED_SLICE, _O.PAD, _O.TILE, _O.CHANNEL_SHUFFLE),
            *(_O.REVERSE, _O.SELECT, _O.BATCH_TO_SPACE_ND),
        )
    ),
    _moved("relu loses the tail of 4", _O.RELU, _tail_of_four_lost),
    _moved("add loses the last element", _O.ADD, _last_lost),
    _simple("add relu6 off", _O.ADD, _is("activation", 3)),
    _simple("conv NCHW off", _O.CONV_2D, _nchw),
    _simple("max pool NCHW off", _O.MAX_POOL_2D, _nchw),
    _simple("conv explicit padding off", _O.CONV_2D, _form("explicit")),
    _simple("conv per channel off", _O.CONV_2D, _per_channel),
    _simple("mul broadcast off", _O.MUL, _broadcasts),
    _simple("softmax beta 2 off", _O.SOFTMAX, _is("beta", 2.0)),
    _simple("logistic half off", _O.LOGISTIC, _HALF),
    _simple("maximum signed off", _O.MAXIMUM, _SIGNED),
    _simple("add of integers off", _O.ADD, _INT, 2.0),
    _simple("abs of negative off", _O.ABS, _has_negative),
    _simple("resize with aligned corners off", _O.RESIZE_BILINEAR, _is("align_corners", True)),
    _simple("strided conv off", _O.CONV_2D, _is("stride_width", 2)),
    PlantedFault(
        "minimum of large tensors off",
        fault_on(_O.MINIMUM)(_when(_larger_than(64), _off_by(0.5))),
        1,
        1024,
    ),
    _moved("argmax before the last of its ties", _O.ARGMAX, _before_the_last_tie),
    PlantedFault("argmax off by one", fault_on(_O.ARGMAX)(_first(lambda _, __, out: out + 1)), 2),
    PlantedFault(
        "topk returns one index for equal values", fault_on(_O.TOPK_V2)(_one_index_for_equal_values)
    ),
    PlantedFault("add of one tensor twice off", _wrong_on_aliased_inputs(_O.ADD)),
    PlantedFault("mul of one tensor twice off", _wrong_on_aliased_inputs(_O.MUL)),
    PlantedFault("relu after add off", _fusion(_O.ADD, _O.RELU), 2),
    PlantedFault("reshape after transpose off", _fusion(_O.TRANSPOSE, _O.RESHAPE), 2),
    PlantedFault("tanh off in the second run", _wrong_on_second_run(_O.TANH)),
    PlantedFault("neg off when two run at once", _wrong_under_concurrency(_O.NEG)),
    PlantedFault("floor adds up in a shared buffer", _shared_sum(_O.FLOOR)),
)
"""All planted faults."""

BY_NAME: Mapping[str, PlantedFault] = {fault.name: fault for fault in FAULTS}
