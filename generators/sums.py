"""Intervals of operations that add or multiply many terms, whose order the driver may choose.

They are convolutions, matrix products, averages, bilinear resizing and REDUCE_PROD.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

import numpy as np

from conformance.hal import FusedActivation, OperandType, OperationType
from conformance.operations import Call, Kernel, OperandView
from conformance.operations.axes import reduced_axes
from conformance.operations.definition import Array
from conformance.operations.numerics import F64Array, is_quantized
from conformance.operations.resize_bilinear import image_axes
from generators.bounds import Bounds, meaning, stored
from generators.spans import Span, middles_of, opened, quietly, sound, unknown

_O: Final = OperationType
_T: Final = OperandType

ADDING: Final = {False: 2.0**-24, True: 2.0**-11}
"""Relative error of one addition: in float32, or in float16 if the model is relaxed (true)."""
_PLACINGS: Final = 3
"""Number of roundings in the computation of a position between pixels."""
_TWIN: Final = 2.0**-22
"""Maximum error of our own float32 kernels, relative to the sum of the terms' magnitudes."""


# --------------------------------------------------------------- sums of one tensor's elements


def averaged(
    call: Call, kernel: Kernel, inputs: Sequence[Span | None], span: Span, unit: float
) -> Span:
    """Return the interval of an average or a sum, widened by the rounding error of the additions.

    ``span`` is the interval without this error. It is relative to the sum of magnitudes, which is
    computed by the same kernel from the largest magnitudes of the input.
    """
    source = inputs[0]
    assert source is not None
    farthest = np.maximum(np.abs(source.low), np.abs(source.high))
    magnitudes = quietly(kernel, [farthest, *middles_of(inputs[1:])])[0]
    window = call.position("filter_width")
    if window is None:
        terms = source.middle.size // max(1, span.middle.size)
    else:
        terms = call.scalar("filter_width") * call.scalar("filter_height")
    with np.errstate(all="ignore"):
        error = magnitudes.astype(np.float64) * (_additions(terms, unit) * unit)
        low = (span.low.astype(np.float64) - error).astype(span.middle.dtype)
        high = (span.high.astype(np.float64) + error).astype(span.middle.dtype)
    return opened(sound(low, span.middle, high), _opposite_infinities(call, kernel, inputs))


def _opposite_infinities(call: Call, kernel: Kernel, inputs: Sequence[Span | None]) -> Array:
    """Return where a sum may contain infinities of both signs and therefore be NaN.

    The results at the ends of the intervals do not show this: a fused activation makes an infinite
    sum finite.
    """
    source = inputs[0]
    assert source is not None
    signs = np.isposinf(source.high), np.isneginf(source.low)
    if call.definition.type == _O.L2_POOL_2D or not (signs[0].any() and signs[1].any()):
        return np.zeros((), np.bool_)
    rest = middles_of(inputs[1:])
    first, second = (
        quietly(kernel, [sign.astype(source.middle.dtype), *rest])[0] > 0 for sign in signs
    )
    return np.asarray(first & second)


def _additions(terms: int, unit: float) -> float:
    """Return the number of roundings to assume in a sum of ``terms`` numbers.

    In long sums the errors partly cancel, so the number is limited.
    """
    return float(min(max(1, terms), 2.0 / unit**0.5))


def placed(call: Call, source: Span, span: Span, unit: float) -> Span:
    """Return the interval of RESIZE_BILINEAR, widened for rounded positions between pixels.

    The scale, its product with an index, and the centre are each rounded once, relative to the
    largest position. The error of a result is the error of its position times the largest
    difference of neighbouring pixels in the same image and channel.
    """
    axes = image_axes(call)
    with np.errstate(all="ignore"):
        low, high = source.low.astype(np.float64), source.high.astype(np.float64)
        error = np.zeros(())
        for axis in axes:
            size = source.middle.shape[axis]
            before, after = (
                [end.take(range(start, start + size - 1), axis) for end in (low, high)]
                for start in (0, 1)
            )
            steps = np.maximum(after[1] - before[0], before[1] - after[0])
            steepest = steps.max(axes, keepdims=True, initial=0.0)
            error = error + steepest * (_PLACINGS * unit * size)
        return sound(
            (span.low - error).astype(span.middle.dtype),
            span.middle,
            (span.high + error).astype(span.middle.dtype),
        )


def multiplied(call: Call, source: Span, middle: Array, unit: float) -> Span:
    """Return the interval of REDUCE_PROD; the factors may be multiplied in any order."""
    axes = reduced_axes(call)
    kept = [axis for axis in range(source.middle.ndim) if axis not in axes]
    count = prod(source.middle.shape[axis] for axis in axes)

    def rows(ends: Array) -> F64Array:
        wide: F64Array = ends.transpose(*kept, *axes).reshape(middle.size, count).astype(np.float64)
        return wide

    with np.errstate(all="ignore"):
        factors = Bounds(rows(source.low), rows(source.high))
        total = Bounds.exactly(np.ones(middle.size))
        for position in range(count):
            total = total * factors.at((slice(None), position))
        total = total.wider(total.magnitude.high * (_additions(count, unit) * unit))
    return stored(total, middle, call.output())


# --------------------------------------------------------------------- sums of products


def added_up(call: Call, inputs: Sequence[Span | None], middle: Array, unit: float) -> Span:
    """Return the interval of a convolution or matrix product with inexact inputs and weights.

    An input is a centre and a radius. The radius of the result follows from the same operation,
    applied to radii and magnitudes: ``|x| * s + r * (|w| + s)`` for an input x with radius r and
    weights w with radius s. Terms may be added in any order, with a relative error of ``unit`` for
    each addition.
    """
    output = call.output()
    if middle.dtype.kind in "iu" and not is_quantized(output):
        return unknown(middle)
    twin, positions = float_twin(call)
    kernel = twin.definition.compile(twin)
    first, second = positions[:2]
    plain = list(middles_of(inputs))
    centres: dict[int, Array] = {}
    radii: dict[int, Array] = {}
    with np.errstate(all="ignore"):
        for position in positions:
            span = inputs[position]
            assert span is not None
            view = call.inputs[position]
            bounds = meaning(span, view)
            centre = meaning(Span.exactly(span.middle), view).low
            farther = np.maximum(bounds.high - centre, centre - bounds.low)
            centres[position] = centre.astype(np.float32)
            # Enlarge the radius so that the float32 rounding does not shrink the interval.
            radii[position] = (farther * (1 + _TWIN)).astype(np.float32)
    sizes = {position: np.abs(centre) for position, centre in centres.items()}

    def through(left: Array, right: Array, rest: Array | None) -> F64Array:
        """Return the operation's results for this input, these weights and this bias."""
        arrays = list(plain)
        arrays[first], arrays[second] = left, right
        if len(positions) > 2:
            third = positions[2]
            arrays[third] = np.zeros_like(centres[third]) if rest is None else rest
        wide: F64Array = quietly(kernel, arrays)[0].astype(np.float64)
        return wide

    rest = positions[2] if len(positions) > 2 else None
    first_size, second_size = sizes[first], sizes[second]
    radius = through(
        radii[first], second_size + radii[second], None if rest is None else radii[rest]
    )
    radius += through(first_size, radii[second], None)
    if is_quantized(output):
        codes = np.ceil(np.nan_to_num(radius / output.scale, nan=np.inf, posinf=1e9) - 1e-6)
        info = np.iinfo(middle.dtype)
        low = np.clip(middle - codes, info.min, info.max).astype(middle.dtype)
        high = np.clip(middle + codes, info.min, info.max).astype(middle.dtype)
        return Span(low, middle, high)
    with np.errstate(all="ignore"):
        size = through(
            first_size + radii[first],
            second_size + radii[second],
            None if rest is None else sizes[rest] + radii[rest],
        )
        terms = _terms(call, centres[first].shape, centres[second].shape)
        radius += size * (_additions(terms, unit) * unit + _TWIN)
        total = through(centres[first], centres[second], None if rest is None else centres[rest])
    name = call.position("activation")
    activation = FusedActivation.NONE if name is None else call.scalar("activation")
    return stored(Bounds(total - radius, total + radius), middle, output, activation)


def _terms(call: Call, left: Sequence[int], weights: Sequence[int]) -> int:
    """Return the number of terms that are added for one output element, including the bias."""
    operation = call.definition.type
    if operation is _O.BATCH_MATMUL:
        return left[-2 if call.scalar("adj_x") else -1]
    return 1 + prod(weights[1:3] if operation is _O.DEPTHWISE_CONV_2D else weights[1:])


_Twin = tuple[Call, tuple[int, ...]]


def float_twin(call: Call) -> _Twin:
    """Return the same call in float32 without activation, and the positions of its tensors.

    The tensors are input, weights and, if the operation has one, bias, in this order.
    """
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
