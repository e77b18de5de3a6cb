"""Intervals through sums: convolutions, products of matrices, averages, shares of a sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, Kernel, OperandView
from conformance.operations.definition import Array
from conformance.operations.numerics import is_quantized, real
from generators.spans import Span, middles_of, quietly, sound, unknown

_O: Final = OperationType
_T: Final = OperandType


# ----------------------------------------------------------- shares of a sum along an axis


def normalized(call: Call, inputs: Sequence[Span | None], middle: Array) -> Span:
    """SOFTMAX, LOG_SOFTMAX and L2_NORMALIZATION, which every element along the axis moves."""
    span, view, output = inputs[0], call.inputs[0], call.output()
    assert span is not None
    operation = call.definition.type
    axis = call.scalar("axis")
    if operation is _O.SOFTMAX and call.position("axis") is None:
        axis = -1
    with np.errstate(all="ignore"):
        low, high = real(span.low, view), real(span.high, view)
        centre = real(span.middle, view)
        if operation is _O.L2_NORMALIZATION:
            nearest = np.where((low <= 0) & (high >= 0), 0.0, np.minimum(abs(low), abs(high)))
            farthest = np.maximum(abs(low), abs(high))
            norms = [np.sqrt((n * n).sum(axis=axis, keepdims=True)) for n in (nearest, farthest)]
            ends = [end / norm for end in (low, high) for norm in norms]
            bounds = np.minimum.reduce(ends), np.maximum.reduce(ends)
        else:
            radius = np.maximum(high - centre, centre - low)
            move = call.scalar("beta") * (radius + radius.max(axis=axis, keepdims=True))
            value = real(middle, output)
            half = output.scale / 2
            bounds = value - move, value + move
            if operation is _O.SOFTMAX:
                bounds = (value - half) * np.exp(-move), (value + half) * np.exp(move)
        return _stored(bounds, middle, output)


NORMALIZED: Final = frozenset({_O.SOFTMAX, _O.LOG_SOFTMAX, _O.L2_NORMALIZATION})


def _stored(bounds: tuple[Array, Array], middle: Array, view: OperandView) -> Span:
    """Real bounds as the interval of an output."""
    low, high = bounds
    if is_quantized(view):
        info = np.iinfo(middle.dtype)
        codes = [np.nan_to_num(end / view.scale + view.zero_point, nan=0.0) for end in bounds]
        low = np.clip(np.floor(codes[0]), info.min, info.max).astype(middle.dtype)
        high = np.clip(np.ceil(codes[1]), info.min, info.max).astype(middle.dtype)
        broken = np.isnan(bounds[0]) | np.isnan(bounds[1])
        if broken.any():
            everything = unknown(middle)
            low, high = (
                np.where(broken, everything.low, low),
                np.where(broken, everything.high, high),
            )
        return Span(np.minimum(low, middle), middle, np.maximum(high, middle))
    return sound(low.astype(middle.dtype), middle, high.astype(middle.dtype))


# --------------------------------------------------------------------- sums of products


ADDING: Final = {False: 2.0**-24, True: 2.0**-11}
"""Relative error of one addition."""


def averaged(kernel: Kernel, inputs: Sequence[Span | None], span: Span, unit: float) -> Span:
    """The interval of sums of one tensor's elements, with the error of adding them up."""
    source = inputs[0]
    assert source is not None
    magnitudes = quietly(kernel, [np.abs(source.middle), *middles_of(inputs[1:])])[0]
    terms = max(1, source.middle.size // max(1, span.middle.size))
    with np.errstate(all="ignore"):
        error = magnitudes.astype(np.float64) * (terms * unit)
        low = (span.low.astype(np.float64) - error).astype(span.middle.dtype)
        high = (span.high.astype(np.float64) + error).astype(span.middle.dtype)
    return sound(low, span.middle, high)


def added_up(call: Call, inputs: Sequence[Span | None], middle: Array, unit: float) -> Span:
    """Linear operations: radii go through with the weights' magnitudes.

    Sums are computed in any order with a relative error of ``unit`` an addition.
    """
    twin, positions = float_twin(call)
    kernel = twin.definition.compile(twin)
    first, second = positions[:2]
    reals: list[Array | None] = list(middles_of(inputs))
    radii: dict[int, Array] = {}
    for position in positions:
        span, view = inputs[position], call.inputs[position]
        assert span is not None
        centre, low, high = (_meaning(a, view) for a in (span.middle, span.low, span.high))
        reals[position] = np.abs(centre).astype(np.float32)
        with np.errstate(invalid="ignore"):
            radii[position] = np.maximum(high - centre, centre - low).astype(np.float32)

    def through(one: Array, other: Array, rest: Array | None) -> Array:
        arrays = list(reals)
        arrays[first], arrays[second] = one, other
        if len(positions) > 2:
            arrays[positions[2]] = np.zeros_like(reals[positions[2]]) if rest is None else rest
        return quietly(kernel, arrays)[0].astype(np.float64)

    one, other = reals[first], reals[second]
    assert one is not None
    assert other is not None
    rest = radii[positions[2]] if len(positions) > 2 else None
    radius = through(radii[first], other + radii[second], rest) + through(one, radii[second], None)
    view = call.output()
    if is_quantized(view):
        codes = np.ceil(np.nan_to_num(radius / view.scale, nan=np.inf, posinf=1e9) - 1e-6)
        info = np.iinfo(middle.dtype)
        low = np.clip(middle - codes, info.min, info.max).astype(middle.dtype)
        high = np.clip(middle + codes, info.min, info.max).astype(middle.dtype)
        return Span(low, middle, high)
    if middle.dtype.kind in "iu":
        return unknown(middle)
    with np.errstate(all="ignore"):
        terms = other.size // max(1, middle.shape[-1]) + 1
        radius += through(one, other, rest) * (min(terms, 2.0 / unit**0.5) * unit)
        wide = middle.astype(np.float64)
        ends = (wide - radius).astype(middle.dtype), (wide + radius).astype(middle.dtype)
    return sound(ends[0], middle, ends[1])


def _meaning(array: Array, view: OperandView) -> Array:
    """Real values; a bias beside per-channel scales has none of its own and is exact anyway."""
    if view.type == _T.TENSOR_INT32 and view.scale:
        return array.astype(np.float64) * view.scale
    return real(array, view)


_Twin = tuple[Call, tuple[int, ...]]


def float_twin(call: Call) -> _Twin:
    """The same call in float32 without activation, and the positions of its tensors."""
    names = ("lhs", "rhs") if call.definition.type == _O.BATCH_MATMUL else _OPERANDS
    positions = tuple(position for name in names if (position := call.position(name)) is not None)
    views = []
    activation = call.position("activation")
    for position, view in enumerate(call.inputs):
        if position in positions:
            views.append(OperandView(_T.TENSOR_FLOAT32, view.dims))
        elif position == activation:
            views.append(OperandView(view.type, (), value=np.zeros((), np.int32)))
        else:
            views.append(view)
    out = OperandView(_T.TENSOR_FLOAT32, call.output().dims)
    return Call(call.definition, call.form, views, [out], call.version), positions


_OPERANDS: Final = ("input", "filter", "weights", "bias")
