"""Formulas for the intervals of single operations, which no general rule covers.

They belong to the operations whose definitions state the rule ``CELL`` or ``SPECIAL``. The formulas
of recurrent cells and normalizations are in modules of their own. ``INTERMEDIATE_MAGNITUDES`` holds
the formulas for values inside an operation that may exceed the range of float16.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Final

import numpy as np

from conformance.hal import Operation, OperationType
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.operations.families.window import is_nchw
from conformance.operations.kernels.numerics import F64Array
from conformance.oracle.intervals.interval import (
    Interval,
    all_lower_and_all_upper,
    enclosing_interval,
    kernel_envelope,
    nominal_values,
    run_without_warnings,
    unbounded_at,
)
from conformance.oracle.intervals.real_interval import (
    RealInterval,
    norm_share,
    real_values_of,
    standardized,
    sums_of_others,
    to_stored_interval,
)
from conformance.oracle.intervals.recurrent_intervals import (
    bidirectional_lstm_intervals,
    bidirectional_rnn_intervals,
    lstm_intervals,
    quantized_16bit_lstm_intervals,
    quantized_lstm_intervals,
    rnn_intervals,
    sequence_lstm_intervals,
    sequence_rnn_intervals,
    svdf_intervals,
)

CellFormula = Callable[[Call, Sequence[RealInterval | None], float], list[RealInterval]]
NormalizationFormula = Callable[[Call, RealInterval], RealInterval]


def log_softmax_interval(call: Call, values: RealInterval) -> RealInterval:
    """Return the interval of LOG_SOFTMAX.

    A result increases with its own element and decreases as the other elements increase, so each
    end follows from one end of each interval.
    """
    axis, scaled = call.scalar("axis"), values.scaled(call.scalar("beta"))
    infinite = np.isposinf(np.maximum.reduce(scaled.high, axis, keepdims=True, initial=-np.inf))
    scaled = scaled.apply_monotone(lambda ends: np.where(infinite, np.nan, ends))

    def end(own: F64Array, others: F64Array) -> F64Array:
        logarithm: F64Array = -np.logaddexp(0.0, sums_of_others(others, axis, np.logaddexp) - own)
        return logarithm

    return RealInterval(end(scaled.low, scaled.high), end(scaled.high, scaled.low))


def instance_normalization_interval(call: Call, values: RealInterval) -> RealInterval:
    """Return the interval of INSTANCE_NORMALIZATION."""
    space = (2, 3) if call.scalar("layout") else (1, 2)
    result = standardized(values, space, call.scalar("epsilon"))
    return result.scaled(call.scalar("gamma")).shifted(call.scalar("beta"))


def local_response_interval(call: Call, values: RealInterval) -> RealInterval:
    """Return the interval of LOCAL_RESPONSE_NORMALIZATION."""
    axis, radius = call.scalar("axis"), call.scalar("radius")
    size = values.magnitude
    squares = (size * size).apply_monotone(lambda ends: np.moveaxis(ends, axis, -1))

    def around(ends: F64Array) -> F64Array:
        """Return the sums over the window around each element of the last axis."""
        depth = ends.shape[-1]
        places = np.abs(np.subtract.outer(np.arange(depth), np.arange(depth))) <= radius
        total: F64Array = np.moveaxis(ends @ places.astype(np.float64), -1, axis)
        return total

    base = squares.apply_monotone(around).scaled(call.scalar("alpha")).shifted(call.scalar("bias"))
    base = RealInterval(np.where(base.low > 0, base.low, np.nan), base.high)
    factors = [np.power(end, -call.scalar("beta")) for end in (base.low, base.high)]
    return values * RealInterval(np.minimum(*factors), np.maximum(*factors))


_O: Final = OperationType
RECURRENT_CELLS: Final[Mapping[OperationType, CellFormula]] = MappingProxyType(
    {
        _O.LSTM: lstm_intervals,
        _O.UNIDIRECTIONAL_SEQUENCE_LSTM: sequence_lstm_intervals,
        _O.BIDIRECTIONAL_SEQUENCE_LSTM: bidirectional_lstm_intervals,
        _O.RNN: rnn_intervals,
        _O.UNIDIRECTIONAL_SEQUENCE_RNN: sequence_rnn_intervals,
        _O.BIDIRECTIONAL_SEQUENCE_RNN: bidirectional_rnn_intervals,
        _O.SVDF: svdf_intervals,
        _O.QUANTIZED_LSTM: quantized_lstm_intervals,
        _O.QUANTIZED_16BIT_LSTM: quantized_16bit_lstm_intervals,
    }
)
NORMALIZATIONS: Final[Mapping[OperationType, NormalizationFormula]] = MappingProxyType(
    {
        _O.SOFTMAX: lambda call, x: log_softmax_interval(call, x).apply_monotone(np.exp),
        _O.LOG_SOFTMAX: log_softmax_interval,
        _O.L2_NORMALIZATION: lambda call, x: norm_share(x, call.scalar("axis")),
        _O.INSTANCE_NORMALIZATION: instance_normalization_interval,
        _O.LOCAL_RESPONSE_NORMALIZATION: local_response_interval,
    }
)


def adds_zeros(operation: Operation, inputs: Sequence[Interval | None]) -> bool:
    """Return whether an operation adds a tensor of zeros to a floating-point tensor.

    The sum of a number and zero is the number itself in any floating-point arithmetic.
    """
    if operation.type != _O.ADD:
        return False
    return any(
        span is not None
        and span.is_point
        and span.nominal.dtype.kind == "f"
        and not span.nominal.any()
        for span in inputs[:2]
    )


def special_intervals(
    call: Call,
    kernel: Kernel,
    inputs: Sequence[Interval | None],
    middles: Sequence[Array],
    unit: float,
) -> list[Interval]:
    """Return the output intervals of an operation with a formula of its own.

    ``middles`` are the nominal results, and ``unit`` is the relative error of one addition. Raise
    ``KeyError`` if this module has no formula for the operation.
    """
    code = call.definition.type
    if code in SINGLE_FORMULAS:
        return [SINGLE_FORMULAS[code](call, kernel, inputs, middles[0])]
    given = [
        None if span is None else real_values_of(span, view)
        for span, view in zip(inputs, call.inputs, strict=True)
    ]
    with np.errstate(all="ignore"):
        if code in NORMALIZATIONS:
            assert given[0] is not None
            results = [NORMALIZATIONS[code](call, given[0])]
        else:
            results = RECURRENT_CELLS[code](call, given, unit)
    return [
        to_stored_interval(bounds, middle, view)
        for bounds, middle, view in zip(results, middles, call.outputs, strict=True)
    ]


def _sine_interval(
    call: Call, _kernel: Kernel, inputs: Sequence[Interval | None], middle: Array
) -> Interval:
    """Return the interval of SIN, which is unbounded where the input may be infinite.

    The slope of SIN is at most 1, so the result differs from the nominal one by at most the radius
    of the input interval.
    """
    source = inputs[0]
    assert source is not None
    with np.errstate(all="ignore"):
        values = real_values_of(source, call.inputs[0])
        centre = source.nominal.astype(np.float64)
        radius = np.maximum(values.high - centre, centre - values.low)
        ends = RealInterval.point(np.sin(centre)).widened(radius)
        endless = np.isinf(values.low) | np.isinf(values.high)
        return unbounded_at(
            to_stored_interval(ends.clipped(-1.0, 1.0), middle, call.output()), endless
        )


def _elu_interval(
    call: Call, kernel: Kernel, inputs: Sequence[Interval | None], middle: Array
) -> Interval:
    """Return the interval of ELU, which has a maximum inside if alpha is between -1 and 0."""
    (span,) = kernel_envelope(call, kernel, inputs, [middle], all_lower_and_all_upper([0]))
    alpha, source = call.scalar("alpha"), inputs[0]
    assert source is not None
    if not -1.0 < alpha < 0.0:
        return span
    peak = np.clip(np.asarray(np.log(-1.0 / alpha), middle.dtype), source.low, source.high)
    (highest,) = run_without_warnings(kernel, [peak, *nominal_values(inputs[1:])])
    return enclosing_interval(middle, [span.low, span.high, highest])


def _box_interval(
    _call: Call, kernel: Kernel, inputs: Sequence[Interval | None], middle: Array
) -> Interval:
    extremes = [run_without_warnings(kernel, a)[0] for a in _extreme_box_inputs(inputs)]
    return enclosing_interval(middle, extremes)


def _extreme_box_inputs(inputs: Sequence[Interval | None]) -> list[list[Array | None]]:
    """Return the inputs at which AXIS_ALIGNED_BBOX_TRANSFORM has its extreme results.

    Each result depends on one number of the first two columns of a box or delta (x1, y1, dx, dy)
    and on one of the last two (x2, y2, dw, dh), and is monotone in each. The two pairs of columns
    are therefore set to their lower or upper ends in every combination.
    """
    rois, deltas, batches, edges = inputs
    assert rois is not None
    assert deltas is not None
    assert batches is not None
    assert edges is not None

    def mixtures(span: Interval) -> list[Array]:
        if span.is_point:
            return [span.nominal]
        front = np.arange(span.nominal.shape[1]) % 4 < 2
        return [
            np.where(front, first, second)
            for first, second in product((span.low, span.high), repeat=2)
        ]

    sizes = [edges.nominal] if edges.is_point else [edges.low, edges.high]
    return [
        [boxes, factors, batches.nominal, size]
        for boxes, factors, size in product(mixtures(rois), mixtures(deltas), sizes)
    ]


_SingleFormula = Callable[[Call, Kernel, Sequence[Interval | None], Array], Interval]
SINGLE_FORMULAS: Final[Mapping[OperationType, _SingleFormula]] = MappingProxyType(
    {_O.ELU: _elu_interval, _O.SIN: _sine_interval, _O.AXIS_ALIGNED_BBOX_TRANSFORM: _box_interval}
)


# ------------------------------------------------------------- values inside an operation

Magnitudes = Sequence[Array | None]


def first_magnitudes(sizes: Magnitudes) -> F64Array:
    """Return the magnitudes of the first input in double precision."""
    first = sizes[0]
    assert first is not None
    return first.astype(np.float64)


def _squares(
    axes: Callable[[Call], int | tuple[int, ...]],
) -> Callable[[Call, Magnitudes], F64Array]:
    """Return a function that bounds the sum of squares along the axes that ``axes`` returns."""

    def inside(call: Call, sizes: Magnitudes) -> F64Array:
        x = first_magnitudes(sizes)
        total = np.add.reduce(np.maximum(x, x * x), axis=axes(call), keepdims=True)
        return np.asarray(np.broadcast_to(total, x.shape))

    return inside


def _exponents(call: Call, sizes: Magnitudes) -> F64Array:
    scaled = first_magnitudes(sizes) * abs(call.scalar("beta"))
    most = np.maximum.reduce(scaled, axis=call.scalar("axis"), keepdims=True, initial=0.0)
    return np.asarray(np.broadcast_to(most, scaled.shape))


def _image_axes(call: Call) -> tuple[int, ...]:
    return (2, 3) if is_nchw(call) else (1, 2)


def _peak_terms(call: Call, sizes: Magnitudes) -> F64Array:
    """Return the largest intermediate value of HEATMAP_MAX_KEYPOINT for each keypoint of a box.

    For values up to m, second differences are up to 4 m, mixed ones up to m, and the determinant is
    up to 16 m^2 + m^2. The extent of a box is up to twice its largest coordinate.
    """
    boxes = sizes[1]
    assert boxes is not None
    maps = np.maximum.reduce(first_magnitudes(sizes), axis=_image_axes(call), initial=0.0)
    values: F64Array = np.maximum(4 * maps, 17 * maps * maps)
    if boxes.dtype.kind != "f":
        return values
    extents = 2 * np.maximum.reduce(boxes.astype(np.float64), axis=1, keepdims=True, initial=0.0)
    return np.asarray(np.maximum(values, extents))


INTERMEDIATE_MAGNITUDES: Final[Mapping[OperationType, Callable[[Call, Magnitudes], F64Array]]] = (
    MappingProxyType(
        {
            _O.L2_NORMALIZATION: _squares(lambda call: call.scalar("axis")),
            _O.LOCAL_RESPONSE_NORMALIZATION: _squares(lambda call: call.scalar("axis")),
            _O.INSTANCE_NORMALIZATION: _squares(_image_axes),
            _O.HEATMAP_MAX_KEYPOINT: _peak_terms,
            _O.ROI_ALIGN: lambda _, sizes: np.asarray(2 * first_magnitudes(sizes).max(initial=0.0)),
            _O.SOFTMAX: _exponents,
            _O.LOG_SOFTMAX: _exponents,
            _O.HARD_SWISH: lambda _, sizes: (
                first_magnitudes(sizes) * np.minimum(first_magnitudes(sizes) + 3, 6)
            ),
        }
    )
)
"""Functions that return the largest intermediate value from the magnitudes of the inputs."""
