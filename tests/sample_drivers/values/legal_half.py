"""Drivers that compute the inside of operations in float16 if the model is relaxed.

``legal_drivers.py`` lists them. Inputs, results and all intermediate values have float16's
precision; an operation with a value beyond float16's range is computed in float32.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from conformance.hal import OperationType
from conformance.operations import Call, Kernel, rnn
from conformance.operations.definition.operands import Array
from conformance.operations.kernels import recurrent_cell
from conformance.operations.kernels.recurrent_cell import ACTIVATIONS, logistic
from conformance.reference import ReferenceDevice
from tests.sample_drivers.graphs.other_choices import Choosing, Inputs, replaced
from tests.sample_drivers.values.legal_float32 import normalized_instance, normalized_response

_O: Final = OperationType
_H: Final = np.float16


class _InHalf(Choosing):
    """Computes some operations of relaxed models in float16."""

    types: tuple[OperationType, ...] = ()

    def computed(self, call: Call, x: Array, inputs: Inputs) -> Sequence[Array]:
        """Return the results for the first input ``x`` in float16."""
        raise NotImplementedError

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        x = inputs[0]
        if not self.relaxed or call.definition.type not in self.types:
            return kernel(inputs)
        if x is None or x.dtype != np.float32:
            return kernel(inputs)
        results = self.computed(call, x.astype(_H), inputs)
        if all(np.isfinite(result).all() for result in results):
            return [np.asarray(result).astype(np.float32) for result in results]
        return kernel(inputs)


class SoftmaxInHalf(_InHalf):
    """Computes SOFTMAX and LOG_SOFTMAX of relaxed models in float16."""

    types = (_O.SOFTMAX, _O.LOG_SOFTMAX)

    def computed(self, call: Call, x: Array, inputs: Inputs) -> Sequence[Array]:
        axis = int(call.scalar("axis"))
        scaled = (x - x.max(axis, keepdims=True, initial=-np.inf)) * _H(call.scalar("beta"))
        powers = np.exp(scaled)
        total = np.add.reduce(powers, axis=axis, keepdims=True, dtype=_H)
        return [
            scaled - np.log(total) if call.definition.type == _O.LOG_SOFTMAX else powers / total
        ]


class NormalizesInHalf(_InHalf):
    """Computes the instance and local response normalizations of relaxed models in float16."""

    types = (_O.INSTANCE_NORMALIZATION, _O.LOCAL_RESPONSE_NORMALIZATION)

    def computed(self, call: Call, x: Array, inputs: Inputs) -> Sequence[Array]:
        if call.definition.type == _O.INSTANCE_NORMALIZATION:
            return [normalized_instance(call, x)]
        return [normalized_response(call, x)]


class FunctionsInHalf(_InHalf):
    """Computes functions of one number in relaxed models in float16, with powers of two."""

    FUNCTIONS: Mapping[OperationType, Callable[[Array], Array]] = {
        _O.EXP: lambda x: np.exp2(x * _H(np.log2(np.e))),
        _O.LOG: lambda x: np.log2(x) * _H(np.log(2)),
        _O.LOGISTIC: lambda x: _H(1) / (_H(1) + np.exp(-x)),
        _O.TANH: lambda x: _H(1) - _H(2) / (np.exp(_H(2) * x) + _H(1)),
        _O.RSQRT: lambda x: _H(1) / np.sqrt(x),
        _O.HARD_SWISH: lambda x: x * np.clip(x + _H(3), _H(0), _H(6)) / _H(6),
    }
    types = tuple(FUNCTIONS)

    def computed(self, call: Call, x: Array, inputs: Inputs) -> Sequence[Array]:
        return [self.FUNCTIONS[call.definition.type](x)]


# ---------------------------------------------------------------------------------------- cells


def half(values: Any) -> Any:
    """Return numbers of double precision rounded to float16; beyond its range they are infinite."""
    return np.asarray(values).astype(_H).astype(np.float64)


def _gate(self: Any, sums: Any, c: Any) -> Any:
    total = sums[:, self.columns]
    if self.from_cell is not None:
        total = half(total + half(c * self.from_cell))
    if self.norm is not None:
        total = half(half(recurrent_cell._standardized(total)) * self.norm)
    return half(total + self.bias)


def _lstm_step(self: Any, x: Any, h: Any, c: Any) -> tuple[Any, Any]:
    act, sums = _CELL_FUNCTIONS[self.activation], half(self.sums(x, h))
    forget = half(logistic(self.forget_gate(sums, c)))
    admit = half(1.0 - forget if self.input_gate is None else logistic(self.input_gate(sums, c)))
    cell = half(half(forget * c) + half(admit * act(self.cell_gate(sums, c))))
    if self.cell_clip > 0.0:
        cell = np.clip(cell, -self.cell_clip, self.cell_clip)
    output = half(half(logistic(self.output_gate(sums, cell))) * act(cell))
    if self.projection is not None:
        output = half(output @ self.projection.T)
        if self.projection_bias is not None:
            output = half(output + self.projection_bias)
        if self.proj_clip > 0.0:
            output = np.clip(output, -self.proj_clip, self.proj_clip)
    return output, cell


def _rnn_step(self: Any, driven: Any, state: Any) -> Any:
    total = half(half(driven) + half(state @ self.recurrent_weights.T))
    return (_CELL_FUNCTIONS[self.activation](total),)


_CELL_FUNCTIONS: Final = {
    code: lambda values, function=function: half(function(values))
    for code, function in ACTIVATIONS.items()
}
_CELLS: Final = (
    *(_O.LSTM, _O.UNIDIRECTIONAL_SEQUENCE_LSTM, _O.BIDIRECTIONAL_SEQUENCE_LSTM),
    *(_O.RNN, _O.UNIDIRECTIONAL_SEQUENCE_RNN, _O.BIDIRECTIONAL_SEQUENCE_RNN),
)


class CellsInHalf(Choosing):
    """Rounds every value inside the recurrent cells of relaxed models to float16."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        if not self.relaxed or call.definition.type not in _CELLS:
            return kernel(inputs)
        given = [
            array.astype(_H).astype(np.float32)
            if array is not None and array.ndim and array.dtype == np.float32
            else array
            for array in inputs
        ]
        with replaced(
            (recurrent_cell.LstmGate, "__call__", _gate),
            (recurrent_cell.LstmCell, "step", _lstm_step),
            (rnn.RnnCell, "step", _rnn_step),
        ):
            results = call.definition.compile(call)(given)
        if all(np.isfinite(array).all() for array in results):
            return [np.asarray(array).astype(_H).astype(array.dtype) for array in results]
        return kernel(inputs)


HALF_DRIVERS: Final[dict[str, Callable[[], ReferenceDevice]]] = {
    kind.__name__: kind for kind in (SoftmaxInHalf, NormalizesInHalf, FunctionsInHalf, CellsInHalf)
}
"""The drivers by name; each call creates a new one."""
