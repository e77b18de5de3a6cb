"""Drivers that compute float functions in float32 or float16, as straightforward kernels do.

``legal_drivers.py`` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from conformance.hal import OperationType
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.operations.families.axes import reduced_axes
from conformance.reference import ReferenceDevice
from tests.sample_drivers.graphs.other_choices import Choosing, Inputs, flushed

_O: Final = OperationType
Function = Callable[[Array], Array]


def _one(like: Array) -> Any:
    return like.dtype.type(1)


FUNCTIONS: Final[Mapping[OperationType, Function]] = {
    _O.EXP: np.exp,
    _O.LOG: np.log,
    _O.SQRT: np.sqrt,
    _O.RSQRT: lambda x: _one(x) / np.sqrt(x),
    _O.SIN: np.sin,
    _O.TANH: np.tanh,
    _O.LOGISTIC: lambda x: _one(x) / (_one(x) + np.exp(-x)),
    _O.HARD_SWISH: lambda x: (
        x * np.minimum(np.maximum(x + x.dtype.type(3), 0), x.dtype.type(6)) / x.dtype.type(6)
    ),
}
"""Functions of one number; the arithmetic is that of the type of the argument."""


class FunctionsInOwnType(Choosing):
    """Computes functions of one number with the arithmetic of their type, step by step."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        function, source = FUNCTIONS.get(call.definition.type), inputs[0]
        if function is None or source is None or source.dtype.kind != "f":
            return kernel(inputs)
        return [function(source).astype(source.dtype)]


class SoftmaxInFloat32(Choosing):
    """Computes SOFTMAX and LOG_SOFTMAX in float32, with the sum from the last element on."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        source, log = inputs[0], call.definition.type == _O.LOG_SOFTMAX
        if source is None or source.dtype != np.float32:
            return kernel(inputs)
        if not log and call.definition.type != _O.SOFTMAX:
            return kernel(inputs)
        axis = int(call.scalar("axis")) if call.position("axis") is not None else -1
        scaled = (source - source.max(axis, keepdims=True)) * np.float32(call.scalar("beta"))
        powers = np.exp(scaled)
        total = np.flip(powers, axis).sum(axis, keepdims=True, dtype=np.float32)
        return [np.asarray(scaled - np.log(total) if log else powers / total, np.float32)]


class ReductionsInFloat32(Choosing):
    """Adds and multiplies in float32, from the first element to the last."""

    RULES: Mapping[OperationType, Any] = {
        _O.MEAN: np.add,
        _O.REDUCE_SUM: np.add,
        _O.REDUCE_PROD: np.multiply,
    }

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        rule, source = self.RULES.get(call.definition.type), inputs[0]
        if rule is None or source is None or source.dtype != np.float32 or not source.size:
            return kernel(inputs)
        axes = tuple(reduced_axes(call))
        kept = tuple(axis for axis in range(source.ndim) if axis not in axes)
        rows = source.transpose(*kept, *axes).reshape(*(source.shape[n] for n in kept), -1)
        total = rule.accumulate(rows, axis=-1, dtype=np.float32)[..., -1]
        if call.definition.type == _O.MEAN:
            total = total / np.float32(rows.shape[-1])
        shape = [int(n or 0) for n in call.definition.known_shapes(call)[0]]
        return [np.asarray(total, np.float32).reshape(shape)]


class SquaresInFloat32(Choosing):
    """Computes L2_NORMALIZATION in float32, where large squares are infinite."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        source = inputs[0]
        if call.definition.type != _O.L2_NORMALIZATION or source is None:
            return kernel(inputs)
        if source.dtype != np.float32:
            return kernel(inputs)
        axis = int(call.scalar("axis")) if call.position("axis") is not None else -1
        total = np.sqrt((source * source).sum(axis, keepdims=True, dtype=np.float32))
        return [np.where(total == 0, np.float32(0), source / total).astype(np.float32)]


class FlushesComparedNumbers(Choosing):
    """Reads subnormal numbers as 0 where numbers are compared or limited."""

    COMPARES = frozenset(
        {
            *(_O.EQUAL, _O.NOT_EQUAL, _O.LESS, _O.LESS_EQUAL, _O.GREATER, _O.GREATER_EQUAL),
            *(_O.ARGMAX, _O.ARGMIN, _O.MAXIMUM, _O.MINIMUM, _O.RELU, _O.RELU1, _O.RELU6),
            *(_O.MAX_POOL_2D, _O.REDUCE_MAX, _O.REDUCE_MIN, _O.ABS, _O.NEG, _O.FLOOR),
        }
    )

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        if call.definition.type not in self.COMPARES:
            return kernel(inputs)
        return kernel([flushed(array) for array in inputs])


FUNCTION_DRIVERS: dict[str, Callable[[], ReferenceDevice]] = {
    kind.__name__: kind
    for kind in (
        *(FunctionsInOwnType, SoftmaxInFloat32, ReductionsInFloat32, SquaresInFloat32),
        FlushesComparedNumbers,
    )
}
"""The drivers by name; each call creates a new one."""
