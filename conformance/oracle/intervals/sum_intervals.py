"""Intervals of operations that add or multiply many terms, whose order the driver may choose.

They are convolutions, matrix products, averages, bilinear resizing and REDUCE_PROD.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

import numpy as np

from conformance.hal import FusedActivation, OperandType
from conformance.operations import Call, Kernel, OperandView
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import IntervalRule
from conformance.operations.families.axes import reduced_axes
from conformance.operations.families.regions import regions
from conformance.operations.families.window import from_nhwc, is_nchw, nhwc
from conformance.operations.kernels.numerics import F64Array
from conformance.operations.resize_bilinear import image_axes
from conformance.oracle.intervals.interval import (
    Interval,
    nominal_values,
    run_without_warnings,
    unbounded_at,
    unbounded_interval,
    with_error,
)
from conformance.oracle.intervals.real_interval import (
    RealInterval,
    real_values_of,
    to_stored_interval,
)

_T: Final = OperandType

ADDITION_ERROR: Final = {False: 2.0**-24, True: 2.0**-11}
"""Relative error of one addition: in float32, or in float16 if the model is relaxed (true)."""
_POSITION_ROUNDINGS: Final = 3
"""Number of roundings in the computation of a position between pixels."""
_REGION_ROUNDINGS: Final = 8
"""Number of roundings, relative to the largest value, of a mean of interpolated points."""
_FLOAT32_KERNEL_ERROR: Final = 2.0**-22
"""Maximum error of our own float32 kernels, relative to the sum of the terms' magnitudes."""


# --------------------------------------------------------------- sums of one tensor's elements


def average_interval(
    call: Call, kernel: Kernel, inputs: Sequence[Interval | None], span: Interval, unit: float
) -> Interval:
    """Return the interval of an average or a sum, widened by the rounding error of the additions.

    ``span`` is the interval without this error. It is relative to the sum of magnitudes, which is
    computed by the same kernel from the largest magnitudes of the input.
    """
    source = inputs[0]
    assert source is not None
    farthest = np.maximum(np.abs(source.low), np.abs(source.high))
    magnitudes = run_without_warnings(kernel, [farthest, *nominal_values(inputs[1:])])[0]
    if call.position("filter_width") is None:
        terms = source.nominal.size // max(1, span.nominal.size)
    else:
        terms = call.scalar("filter_width") * call.scalar("filter_height")
    with np.errstate(all="ignore"):
        error = magnitudes.astype(np.float64) * (_effective_roundings(terms, unit) * unit)
    return unbounded_at(with_error(span, error), _opposite_infinities(call, kernel, inputs))


def _opposite_infinities(call: Call, kernel: Kernel, inputs: Sequence[Interval | None]) -> Array:
    """Return where a sum may contain infinities of both signs and therefore be NaN.

    The results at the ends of the intervals do not show this: a fused activation makes an infinite
    sum finite.
    """
    source = inputs[0]
    assert source is not None
    signs = np.isposinf(source.high), np.isneginf(source.low)
    squares = call.definition.properties.intervals.rule is IntervalRule.ROOT_MEAN_SQUARE
    if squares or not (signs[0].any() and signs[1].any()):
        return np.zeros((), np.bool_)
    rest = nominal_values(inputs[1:])
    first, second = (
        run_without_warnings(kernel, [sign.astype(source.nominal.dtype), *rest])[0] > 0
        for sign in signs
    )
    return np.asarray(first & second)


def _effective_roundings(terms: int, unit: float) -> float:
    """Return the number of roundings to assume in a sum of ``terms`` numbers.

    In long sums the errors partly cancel, so the number is limited.
    """
    return float(min(max(1, terms), 2.0 / unit**0.5))


def resize_bilinear_interval(
    call: Call, inputs: Sequence[Interval | None], span: Interval, unit: float
) -> Interval:
    """Return the interval of RESIZE_BILINEAR, widened for rounded positions between pixels.

    The scale, its product with an index, and the centre are each rounded once, relative to the
    largest position. The error of a result is the error of its position times the largest
    difference of neighbouring pixels in the same image and channel.
    """
    axes, source = image_axes(call), inputs[0]
    assert source is not None
    with np.errstate(all="ignore"):
        low, high = source.low.astype(np.float64), source.high.astype(np.float64)
        error = np.zeros(())
        for axis in axes:
            size = source.nominal.shape[axis]
            before, after = (
                [end.take(range(start, start + size - 1), axis) for end in (low, high)]
                for start in (0, 1)
            )
            steps = np.maximum(after[1] - before[0], before[1] - after[0])
            steepest = steps.max(axes, keepdims=True, initial=0.0)
            error = error + steepest * (_POSITION_ROUNDINGS * unit * size)
    return with_error(span, error)


def region_average_interval(
    call: Call, inputs: Sequence[Interval | None], span: Interval, unit: float
) -> Interval:
    """Return the interval of ROI_ALIGN, widened for rounded positions, weights and sums.

    The error of a position is relative to the last row or column of the region. The error of a
    result is that error times the largest difference of neighbouring values in the same channel,
    and the error of the additions times the largest magnitude in the channel. Positions are in
    float32 in relaxed models, too.
    """
    source, rois, batches = (one for one in inputs[:3] if one is not None)
    found = regions(call, rois.nominal, batches.nominal)
    nchw = is_nchw(call)
    low, high = (nhwc(end, nchw).astype(np.float64) for end in (source.low, source.high))
    lasts = np.array([(one.bottom, one.right) for one in found]).reshape(len(found), 2)
    position_unit = _POSITION_ROUNDINGS * ADDITION_ERROR[False]
    with np.errstate(all="ignore"):
        error = np.maximum(np.abs(low), np.abs(high)).max((0, 1, 2)) * (_REGION_ROUNDINGS * unit)
        for axis in (1, 2):
            pairs = [(slice(None),) * axis + (part,) for part in (slice(1, None), slice(None, -1))]
            after, before = pairs
            steps = np.maximum(high[after] - low[before], high[before] - low[after])
            steepest = steps.max((0, 1, 2), initial=0.0)
            error = error + steepest * (position_unit * lasts[:, axis - 1, None, None, None])
        wide = from_nhwc(np.broadcast_to(error, nhwc(span.nominal, nchw).shape), nchw)
    return with_error(span, wide)


def product_interval(call: Call, source: Interval, middle: Array, unit: float) -> Interval:
    """Return the interval of REDUCE_PROD; the factors may be multiplied in any order."""
    axes = reduced_axes(call)
    kept = [axis for axis in range(source.nominal.ndim) if axis not in axes]
    count = prod(source.nominal.shape[axis] for axis in axes)

    def rows(ends: Array) -> F64Array:
        wide: F64Array = ends.transpose(*kept, *axes).reshape(middle.size, count).astype(np.float64)
        return wide

    with np.errstate(all="ignore"):
        factors = RealInterval(rows(source.low), rows(source.high))
        total = RealInterval.point(np.ones(middle.size))
        for position in range(count):
            total = total * factors.select((slice(None), position))
        total = total.widened(total.magnitude.high * (_effective_roundings(count, unit) * unit))
    return to_stored_interval(total, middle, call.output())


# --------------------------------------------------------------------- sums of products


def linear_interval(
    call: Call, inputs: Sequence[Interval | None], middle: Array, unit: float
) -> Interval:
    """Return the interval of a convolution or matrix product with inexact inputs and weights.

    An input is a centre and a radius. The radius of the result follows from the same operation,
    applied to radii and magnitudes: ``|x| * s + r * (|w| + s)`` for an input x with radius r and
    weights w with radius s. Terms may be added in any order, with a relative error of ``unit`` for
    each addition.
    """
    output = call.output()
    if middle.dtype.kind in "iu" and not is_quantized(output):
        return unbounded_interval(middle)
    twin, positions = float32_call(call)
    kernel = twin.definition.compile(twin)
    first, second = positions[:2]
    plain = list(nominal_values(inputs))
    centres, radii = _centres_and_radii(call, inputs, positions)
    sizes = {position: np.abs(centre) for position, centre in centres.items()}

    def through(left: Array, right: Array, rest: Array | None) -> F64Array:
        """Return the operation's results for this input, these weights and this bias."""
        arrays = list(plain)
        arrays[first], arrays[second] = left, right
        if len(positions) > 2:
            third = positions[2]
            arrays[third] = np.zeros_like(centres[third]) if rest is None else rest
        wide: F64Array = run_without_warnings(kernel, arrays)[0].astype(np.float64)
        return wide

    rest = positions[2] if len(positions) > 2 else None
    first_size, second_size = sizes[first], sizes[second]
    radius = through(
        radii[first], second_size + radii[second], None if rest is None else radii[rest]
    )
    radius += through(first_size, radii[second], None)
    if is_quantized(output):
        return _interval_of_codes(middle, radius, output)
    with np.errstate(all="ignore"):
        size = through(
            first_size + radii[first],
            second_size + radii[second],
            None if rest is None else sizes[rest] + radii[rest],
        )
        terms = _term_count(call, centres[first].shape, centres[second].shape)
        radius += size * (_effective_roundings(terms, unit) * unit + _FLOAT32_KERNEL_ERROR)
        total = through(centres[first], centres[second], None if rest is None else centres[rest])
    name = call.position("activation")
    activation = FusedActivation.NONE if name is None else call.scalar("activation")
    return to_stored_interval(
        RealInterval(total - radius, total + radius), middle, output, activation
    )


def _centres_and_radii(
    call: Call, inputs: Sequence[Interval | None], positions: Sequence[int]
) -> tuple[dict[int, Array], dict[int, Array]]:
    """Return the centres and radii of the real values of some inputs in float32, by position."""
    centres: dict[int, Array] = {}
    radii: dict[int, Array] = {}
    with np.errstate(all="ignore"):
        for position in positions:
            span = inputs[position]
            assert span is not None
            view = call.inputs[position]
            bounds = real_values_of(span, view)
            centre = real_values_of(Interval.point(span.nominal), view).low
            farther = np.maximum(bounds.high - centre, centre - bounds.low)
            centres[position] = centre.astype(np.float32)
            # Enlarge the radius so that the float32 rounding does not shrink the interval.
            radii[position] = (farther * (1 + _FLOAT32_KERNEL_ERROR)).astype(np.float32)
    return centres, radii


def _interval_of_codes(middle: Array, radius: F64Array, output: OperandView) -> Interval:
    """Return the interval of quantized results; ``radius`` is that of the real results."""
    codes = np.ceil(np.nan_to_num(radius / output.scale, nan=np.inf, posinf=1e9) - 1e-6)
    info, zero = np.iinfo(middle.dtype), output.zero_point
    # Halves are rounded away from the zero point: a result of -0.5 is one code below zero, and
    # 2 more are 1.5, which is two codes above. Across the zero point there is one more code.
    down = codes + ((middle > zero) & (middle - codes <= zero) & (codes > 0))
    up = codes + ((middle < zero) & (middle + codes >= zero) & (codes > 0))
    low = np.clip(middle - down, info.min, info.max).astype(middle.dtype)
    high = np.clip(middle + up, info.min, info.max).astype(middle.dtype)
    return Interval(low, middle, high)


def _term_count(call: Call, left: Sequence[int], weights: Sequence[int]) -> int:
    """Return the number of terms that are added for one output element, including the bias."""
    if call.position("adj_x") is not None:  # a product of two matrices
        return left[-2 if call.scalar("adj_x") else -1]
    depthwise = call.position("depth_multiplier") is not None
    return 1 + prod(weights[1:3] if depthwise else weights[1:])


_Float32Call = tuple[Call, tuple[int, ...]]


def float32_call(call: Call) -> _Float32Call:
    """Return the same call in float32 without activation, and the positions of its tensors.

    The tensors are input, weights and, if the operation has one, bias, in this order.
    """
    found = map(call.position, _TENSOR_OPERANDS)
    positions = tuple(position for position in found if position is not None)
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


_TENSOR_OPERANDS: Final = ("lhs", "rhs", "input", "filter", "weights", "bias")
