"""Drivers that compute quantized operations with the arithmetic of integer engines.

``legal_drivers.py`` lists them. Every result is at most one code from the exact one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, Kernel, OperandView
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import IntervalRule
from conformance.operations.kernels.numerics import code_bounds, real
from conformance.oracle.intervals.sum_intervals import float32_call
from conformance.reference import ReferenceDevice
from tests.sample_drivers.graphs.other_choices import Choosing, Inputs

_O: Final = OperationType
_F: Final = np.float32
_TWO_INPUTS: Final = (_O.ADD, _O.SUB, _O.MUL)


def fixed_point(values: Any, factor: float) -> Array:
    """Return integers times a factor, which has 31 fraction bits, rounded twice."""
    mantissa, exponent = np.frexp(np.float64(factor))
    multiplier = int(np.round(mantissa * 2**31))
    if multiplier == 2**31:
        multiplier, exponent = 2**30, exponent + 1
    wide = np.asarray(values, np.int64)
    if exponent > 0:
        wide = wide << int(exponent)
    product = wide * multiplier
    high = (product + np.where(product >= 0, 2**30, 1 - 2**30)) // 2**31
    shift = max(0, -int(exponent))
    half = (1 << shift) >> 1
    magnitude = (np.abs(high) + half) >> shift
    return np.asarray(np.sign(high) * magnitude)


def _clipped(codes: Array, view: OperandView, activation: int) -> Array:
    return np.clip(codes, *code_bounds(view, activation)).astype(view.dtype)


def _activation(call: Call) -> int:
    return 0 if call.position("activation") is None else int(call.scalar("activation"))


class FixedPointRequantization(Choosing):
    """Scales the integer sums of convolutions and matrix products by a factor of 31 bits."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        rule, output = call.definition.properties.intervals.rule, call.output()
        if rule is not IntervalRule.LINEAR_SUM or not is_quantized(output):
            return kernel(inputs)
        twin, positions = float32_call(call)
        views = [call.inputs[position] for position in positions]
        if any(view.extra_params is not None or not view.scale for view in views):
            return kernel(inputs)
        unit = np.float64(_F(views[0].scale)) * np.float64(_F(views[1].scale))
        arrays = list(inputs)
        for position, view in zip(positions, views, strict=True):
            codes = inputs[position]
            assert codes is not None
            whole = codes.astype(np.int64)
            if view.type != OperandType.TENSOR_INT32:
                whole = whole - view.zero_point
            if np.abs(whole).max(initial=0) > 2**20:
                return kernel(inputs)
            arrays[position] = whole.astype(_F)
        sums = np.asarray(twin.definition.compile(twin)(arrays)[0])
        if np.abs(sums).max(initial=0) > 2**23 or unit / output.scale > 2**20:
            return kernel(inputs)
        codes = fixed_point(np.rint(sums), unit / output.scale) + output.zero_point
        return [_clipped(codes, output, _activation(call))]


class AddsInFixedPoint(Choosing):
    """Computes ADD, SUB and MUL of codes with integers and factors of 31 bits."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        code, output = call.definition.type, call.output()
        first, second = (*inputs, None)[:2]
        if code not in _TWO_INPUTS or not is_quantized(output) or first is None or second is None:
            return kernel(inputs)
        views = call.inputs[:2]
        left, right = (
            array.astype(np.int64) - view.zero_point
            for array, view in zip((first, second), views, strict=True)
        )
        if code == _O.MUL:
            factor = views[0].scale * views[1].scale / output.scale
            if factor > 2**10:
                return kernel(inputs)
            codes = fixed_point(left * right, factor)
        else:
            twice = 2 * max(views[0].scale, views[1].scale)
            if twice / output.scale > 2**10:
                return kernel(inputs)
            left, right = (
                fixed_point(part << 20, view.scale / twice)
                for part, view in zip((left, right), views, strict=True)
            )
            total = left + right if code == _O.ADD else left - right
            codes = fixed_point(total, twice / output.scale / 2**20)
        return [_clipped(codes + output.zero_point, output, _activation(call))]


class QuantizedInFloat32(Choosing):
    """Dequantizes, computes in float32 and quantizes again, with halves rounded to even."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        output, first = call.output(), inputs[0]
        if not is_quantized(output) or first is None:
            return kernel(inputs)
        values = _single_result(call, inputs)
        if values is None:
            return kernel(inputs)
        codes = np.rint(values * (_F(1) / _F(output.scale))) + _F(output.zero_point)
        return [
            _clipped(
                np.clip(codes, -(2.0**24), 2.0**24).astype(np.int64), output, _activation(call)
            )
        ]


def _single_result(call: Call, inputs: Inputs) -> Array | None:
    """Return ADD, SUB, MUL and functions of one number of dequantized inputs in float32."""
    code = call.definition.type
    if code in _TWO_INPUTS:
        rule = {_O.ADD: np.add, _O.SUB: np.subtract, _O.MUL: np.multiply}[code]
        arrays = [
            _dequantized(array, view) for array, view in zip(inputs[:2], call.inputs, strict=False)
        ]
        return np.asarray(rule(*arrays), _F)
    function = _FUNCTIONS.get(code)
    if function is None or not is_quantized(call.inputs[0]):
        return None
    return np.asarray(function(_dequantized(inputs[0], call.inputs[0])), _F)


def _dequantized(array: Array | None, view: OperandView) -> Array:
    assert array is not None
    return np.asarray((array.astype(_F) - _F(view.zero_point)) * _F(view.scale), _F)


_FUNCTIONS: Final[Mapping[OperationType, Callable[[Array], Array]]] = {
    _O.LOGISTIC: lambda x: _F(1) / (_F(1) + np.exp(-x)),
    _O.TANH: np.tanh,
    _O.HARD_SWISH: lambda x: x * np.clip(x + _F(3), _F(0), _F(6)) * _F(1 / 6),
    _O.ELU: lambda x: np.where(x > 0, x, np.expm1(x)),
    _O.RSQRT: lambda x: _F(1) / np.sqrt(x),
}


class QuantizesByReciprocals(Choosing):
    """Computes QUANTIZE as a product with 1 / scale in float32, with halves rounded to even."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        source, output = inputs[0], call.output()
        if call.definition.type != _O.QUANTIZE or source is None:
            return kernel(inputs)
        product = source.astype(_F) * (_F(1) / _F(output.scale))
        codes = np.rint(product) + _F(output.zero_point)
        usual = np.abs(product) < 2**20
        wanted = np.clip(np.where(usual, codes, 0), *code_bounds(output)).astype(output.dtype)
        return [np.where(usual, wanted, kernel(inputs)[0])]


class SoftmaxByTables(Choosing):
    """Computes SOFTMAX of codes with a table of powers that have 16 fraction bits."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        source, output = inputs[0], call.output()
        if call.definition.type != _O.SOFTMAX or source is None or not is_quantized(output):
            return kernel(inputs)
        axis, info = int(call.scalar("axis")), np.iinfo(source.dtype)
        slope = call.primary.scale * call.scalar("beta")
        table = np.rint(np.exp(-np.arange(256) * slope) * 2**16).astype(np.int64)
        peak = source.max(axis, keepdims=True, initial=info.min).astype(np.int64)
        powers = table[np.clip(peak - source, 0, 255)]
        total = np.maximum(powers.sum(axis, keepdims=True), 1)
        codes = (powers * 512 + total) // (2 * total) + output.zero_point
        return [_clipped(codes, output, 0)]


class AveragesOfCodes(Choosing):
    """Rounds AVERAGE_POOL_2D and MEAN of codes to the nearest code, halves upwards."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        results, source, output = kernel(inputs), inputs[0], call.output()
        if call.definition.type != _O.MEAN or source is None or not is_quantized(output):
            return results
        axes = inputs[1]
        if axes is None or not call.inputs[0].same_quantization(output):
            return results
        chosen = tuple({int(axis) % source.ndim for axis in axes.reshape(-1)})
        mean = np.floor(real(source, call.inputs[0]).mean(chosen) / output.scale + 0.5)
        codes = mean + output.zero_point
        return [_clipped(codes.reshape(results[0].shape), output, 0)]


class ImagesReversed(Choosing):
    """Returns the boxes of the last image first."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        outputs = kernel(inputs)
        if call.definition.type not in (_O.BOX_WITH_NMS_LIMIT, _O.GENERATE_PROPOSALS):
            return outputs
        order = np.argsort(-outputs[-1].astype(np.int64), kind="stable")
        return [np.asarray(output)[order] for output in outputs]


CODE_DRIVERS: Final[dict[str, Callable[[], ReferenceDevice]]] = {
    kind.__name__: kind
    for kind in (
        *(FixedPointRequantization, AddsInFixedPoint, QuantizedInFloat32, QuantizesByReciprocals),
        *(SoftmaxByTables, AveragesOfCodes, ImagesReversed),
    )
}
"""The drivers by name; each call creates a new one."""
