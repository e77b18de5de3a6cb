"""AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D: one value for each window of each channel.

All three reduce along the height first, then along the width; padding is not included. Sums are
accumulated in double precision and rounded once.

A quantized mean is the mean of the real values, with ties rounded away from the zero point.
Published software rounds the mean of the raw codes instead, with ties away from code 0. That
alternative was rejected because the unsigned and the signed form of a model, whose codes represent
the same values, would then differ by one code. No published example has such a tie, and both
results are within the tolerance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from conformance.operations import toolkit as op
from conformance.operations.families import window


def _window(call: op.Call) -> tuple[int, int]:
    return call.scalar("filter_height"), call.scalar("filter_width")


def _shapes(call: op.Call) -> tuple[op.Shape, ...]:
    height, width = window.axes_of(call, _window)
    batch, channels = window.image_size(call, "batch"), window.image_size(call, "channels")
    return (window.image_shape(call, batch, height.outputs, width.outputs, channels),)


def _reduce_along(
    ufunc: np.ufunc, start: float, image: op.Array, axis: window.WindowAxis, dimension: int
) -> op.Array:
    """Return every window reduced along one dimension (1: height, 2: width) of an NHWC image."""
    if axis.is_single_element:
        return image
    shape = list(image.shape)
    shape[dimension] = axis.outputs
    before: tuple[Any, ...] = (slice(None),) * dimension
    out = np.full(shape, start, image.dtype)
    for index in range(axis.filter):
        outputs, inputs = axis.tap(index)
        target = out[(*before, outputs)]
        ufunc(target, image[(*before, inputs)], out=target)
    return out


class _Pool(NamedTuple):
    """The windows of a call along height and width, its output operand, and the activation."""

    height: window.WindowAxis
    width: window.WindowAxis
    view: op.OperandView
    activation: int

    def reduced(self, ufunc: np.ufunc, start: float, image: op.Array) -> op.Array:
        """Return every window of an NHWC image reduced to one value for each channel."""
        return _reduce_along(
            ufunc, start, _reduce_along(ufunc, start, image, self.height, 1), self.width, 2
        )

    def counts(self) -> op.Array:
        """Return the number of image elements in each window."""
        return np.outer(self.height.counts(), self.width.counts())[:, :, None]


Combine = Callable[[op.Array, _Pool], op.Array]
"""Returns the pooled image of an NHWC image."""


def _average(image: op.Array, pool: _Pool) -> op.Array:
    counts, view = pool.counts(), pool.view
    sums: op.F64Array = pool.reduced(np.add, 0, image.astype(np.float64))
    if not op.is_quantized(view):
        return op.store(np.divide(sums, counts, out=sums), view, pool.activation)
    # Sums of codes are exact in double precision, so ties of the quotient are recognized exactly.
    codes = op.round_half_away((sums - view.zero_point * counts) / counts) + view.zero_point
    return np.clip(codes, *op.code_bounds(view, pool.activation)).astype(view.dtype)


def _root_mean_square(image: op.Array, pool: _Pool) -> op.Array:
    means = pool.reduced(np.add, 0, np.square(image, dtype=np.float64))
    np.divide(means, pool.counts(), out=means)
    return op.store(np.sqrt(means, out=means), pool.view, pool.activation)


def _maximum(image: op.Array, pool: _Pool) -> op.Array:
    if op.is_quantized(pool.view):
        bounds: tuple[float, float] = op.code_bounds(pool.view, pool.activation)
        lowest: float = np.iinfo(image.dtype).min
    else:
        bounds = op.REAL_BOUNDS[pool.activation]
        lowest = -np.inf
    maxima = pool.reduced(np.maximum, lowest, op.to_float32(image))
    return np.clip(maxima, *bounds).astype(image.dtype, copy=False)


def _compiler(combine: Combine) -> Callable[[op.Call], op.Kernel]:
    def compile_(call: op.Call) -> op.Kernel:
        nchw = window.is_nchw(call)
        pool = _Pool(*window.axes_of(call, _window), call.output(), call.scalar("activation"))

        def pooled(image: op.Array) -> op.Array:
            return window.from_nhwc(combine(window.nhwc(image, nchw), pool), nchw)

        return op.unary(op.without_fp_warnings(pooled))

    return compile_


_ALL = {
    **op.FLOAT_TYPES_1_0,
    op.OperandType.TENSOR_QUANT8_ASYMM: op.Version.V1_0,
    op.OperandType.TENSOR_QUANT8_ASYMM_SIGNED: op.Version.V1_3,
}


def _pool(
    type_: op.OperationType,
    properties: op.Properties,
    combine: Combine,
    doc: str,
    *,
    quantized: bool = True,
) -> op.OperationDefinition:
    extra_conditions: tuple[op.Condition, ...] = (
        (op.same_quantization("input"),) if quantized else ()
    )
    return op.OperationDefinition(
        type=type_,
        properties=properties,
        types=_ALL if quantized else op.FLOAT_TYPES_1_0,
        forms=window.window_forms(
            (op.IMAGE_INPUT,),
            (op.int32("filter_width", "window width"), op.int32("filter_height", "window height")),
            dilated=False,
        ),
        outputs=op.IMAGE_OUTPUT,
        shapes=_shapes,
        compile=_compiler(combine),
        conditions=(
            op.at_least("filter_width", 1),
            op.at_least("filter_height", 1),
            *window.window_conditions(_window, dilated=False),
            op.fused_activation(),
            *extra_conditions,
        ),
        zero_size=op.ZeroSize(op.Version.V1_2, "batch of the input"),
        doc=doc,
    )


DEFINITIONS = (
    _pool(
        op.OperationType.AVERAGE_POOL_2D,
        op.properties(op.AVERAGE, "images.pool", op.Cost.HIGH, mobile_weight=48),
        _average,
        "output = activation(mean of the image elements in the window)",
    ),
    _pool(
        op.OperationType.L2_POOL_2D,
        op.Properties(
            op.IntervalBehavior(op.IntervalRule.ROOT_MEAN_SQUARE),
            op.Sampling(
                "images.pool", lambda low, high: (0.0, max(-low, high)), op.Values.POSITIVE
            ),
            op.Cost.HIGH,
        ),
        _root_mean_square,
        "output = activation(square root of the mean of squares of the image elements in the "
        "window)",
        quantized=False,
    ),
    _pool(
        op.OperationType.MAX_POOL_2D,
        op.properties(op.SELECTS, "images.pool", op.Cost.HIGH, mobile_weight=32),
        _maximum,
        "output = activation(maximum of the image elements in the window)",
    ),
)
