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

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call, OperandView
from conformance.operations.conditions import at_least, fused_activation, same_quantization
from conformance.operations.definition import (
    Array,
    Condition,
    Kernel,
    OperationDefinition,
    Shape,
    ZeroSize,
    ranks,
    scalar,
    tensor,
)
from conformance.operations.fast_paths import to_float32
from conformance.operations.matmul import scratch
from conformance.operations.numerics import (
    REAL_BOUNDS,
    F64Array,
    code_bounds,
    is_quantized,
    round_half_away,
    store,
)
from conformance.operations.properties import (
    AVERAGE,
    SELECTS,
    Cost,
    IntervalBehavior,
    IntervalRule,
    Properties,
    Sampling,
    Values,
)
from conformance.operations.window import (
    WindowAxis,
    axes_of,
    from_nhwc,
    image_shape,
    image_size,
    is_nchw,
    nhwc,
    window_conditions,
    window_forms,
)

Combine = Callable[[Array, WindowAxis, WindowAxis, OperandView, int], Array]
"""Returns the pooled image of an NHWC image, height, width, output operand and activation."""


def _window(call: Call) -> tuple[int, int]:
    return call.scalar("filter_height"), call.scalar("filter_width")


def _shapes(call: Call) -> tuple[Shape, ...]:
    height, width = axes_of(call, _window)
    batch, channels = image_size(call, "batch"), image_size(call, "channels")
    return (image_shape(call, batch, height.outputs, width.outputs, channels),)


_MAX_KEPT_BYTES: Final = 1 << 20
"""Maximum number of elements of a work array that a thread keeps."""


def _work_array(purpose: str, shape: Sequence[int], dtype: DTypeLike) -> Array:
    """Return work memory for an intermediate result.

    It is kept for the next call unless it is large, because allocating it again takes longer.
    """
    kept = math.prod(shape) <= _MAX_KEPT_BYTES
    return scratch.take(purpose, shape, dtype) if kept else np.empty(shape, dtype)


def _reduce_along(
    ufunc: np.ufunc, start: float, image: Array, axis: WindowAxis, dimension: int
) -> Array:
    """Return every window reduced along one dimension (1: height, 2: width) of an NHWC image."""
    if axis.is_single_element:
        return image
    shape = list(image.shape)
    shape[dimension] = axis.outputs
    before: tuple[Any, ...] = (slice(None),) * dimension
    if axis.outputs < axis.filter:
        out = _work_array(f"windows {dimension}", shape, image.dtype)
        for index in range(axis.outputs):
            ufunc.reduce(
                image[(*before, axis.inside(index))], axis=dimension, out=out[(*before, index)]
            )
        return out
    out = _work_array(f"windows {dimension}", shape, image.dtype)
    out.fill(start)
    for index in range(axis.filter):
        outputs, inputs = axis.tap(index)
        target = out[(*before, outputs)]
        ufunc(target, image[(*before, inputs)], out=target)
    return out


def _window_sums(image: Array, height: WindowAxis, width: WindowAxis) -> Array:
    return _reduce_along(np.add, 0, _reduce_along(np.add, 0, image, height, 1), width, 2)


def _counts(height: WindowAxis, width: WindowAxis) -> Array:
    return np.outer(height.counts(), width.counts())[:, :, None]


def _average(
    image: Array, height: WindowAxis, width: WindowAxis, view: OperandView, activation: int
) -> Array:
    counts = _counts(height, width)
    wide = _work_array("wide image", image.shape, np.float64)
    np.copyto(wide, image)
    sums: F64Array = _window_sums(wide, height, width)
    if not is_quantized(view):
        return store(np.divide(sums, counts, out=sums), view, activation)
    assert view.info is not None
    # Sums of codes are exact in double precision, so ties of the quotient are recognized exactly.
    codes = round_half_away((sums - view.zero_point * counts) / counts) + view.zero_point
    return np.clip(codes, *code_bounds(view, activation)).astype(view.info.dtype)


def _root_mean_square(
    image: Array, height: WindowAxis, width: WindowAxis, view: OperandView, activation: int
) -> Array:
    squares = _work_array("wide image", image.shape, np.float64)
    np.square(image, dtype=np.float64, out=squares)
    means = _window_sums(squares, height, width)
    np.divide(means, _counts(height, width), out=means)
    return store(np.sqrt(means, out=means), view, activation)


def _maximum(
    image: Array, height: WindowAxis, width: WindowAxis, view: OperandView, activation: int
) -> Array:
    if is_quantized(view):
        bounds: tuple[float, float] = code_bounds(view, activation)
        lowest: float = np.iinfo(image.dtype).min
    else:
        bounds = REAL_BOUNDS[activation]
        lowest = -np.inf
    wide = to_float32(image)
    maxima = _reduce_along(
        np.maximum, lowest, _reduce_along(np.maximum, lowest, wide, height, 1), width, 2
    )
    return np.clip(maxima, *bounds).astype(image.dtype, copy=False)


def _compiler(
    combine: Combine,
) -> Callable[[Call], Kernel]:
    def compile_(call: Call) -> Kernel:
        height, width = axes_of(call, _window)
        nchw, view, activation = is_nchw(call), call.output(), call.scalar("activation")

        def kernel(inputs: Sequence[Array | None]) -> tuple[Array]:
            image = inputs[0]
            assert image is not None
            with np.errstate(invalid="ignore"):
                pooled = combine(nhwc(image, nchw), height, width, view, activation)
            return (from_nhwc(pooled, nchw),)

        return kernel

    return compile_


_SIGNED = OperandType.TENSOR_QUANT8_ASYMM_SIGNED
_FLOATS = {
    OperandType.TENSOR_FLOAT32: Version.V1_0,
    OperandType.TENSOR_FLOAT16: Version.V1_2,
}
_ALL = {
    **_FLOATS,
    OperandType.TENSOR_QUANT8_ASYMM: Version.V1_0,
    _SIGNED: Version.V1_3,
}


def _pool(
    type_: OperationType,
    properties: Properties,
    combine: Combine,
    doc: str,
    *,
    quantized: bool = True,
) -> OperationDefinition:
    extra_conditions: tuple[Condition, ...] = (same_quantization("input"),) if quantized else ()
    return OperationDefinition(
        type=type_,
        properties=properties,
        since=Version.V1_0,
        primary="input",
        types=_ALL if quantized else _FLOATS,
        forms=window_forms(
            (tensor("input", ranks=ranks(4), doc="[batch, height, width, channels] or NCHW"),),
            (
                scalar("filter_width", OperandType.INT32, doc="window width"),
                scalar("filter_height", OperandType.INT32, doc="window height"),
            ),
            dilated=False,
        ),
        outputs=(tensor("output", ranks=ranks(4)),),
        shapes=_shapes,
        compile=_compiler(combine),
        conditions=(
            at_least("filter_width", 1),
            at_least("filter_height", 1),
            *window_conditions(_window, dilated=False),
            fused_activation(),
            *extra_conditions,
        ),
        zero_size=ZeroSize(Version.V1_2, "batch of the input"),
        doc=doc,
    )


DEFINITIONS = (
    _pool(
        OperationType.AVERAGE_POOL_2D,
        Properties(AVERAGE, Sampling("images.pool", mobile_weight=48), Cost.HIGH),
        _average,
        "output = activation(mean of the image elements in the window)",
    ),
    _pool(
        OperationType.L2_POOL_2D,
        Properties(
            IntervalBehavior(IntervalRule.ROOT_MEAN_SQUARE),
            Sampling("images.pool", lambda low, high: (0.0, max(-low, high)), Values.POSITIVE),
            Cost.HIGH,
        ),
        _root_mean_square,
        "output = activation(square root of the mean of squares of the image elements in the "
        "window)",
        quantized=False,
    ),
    _pool(
        OperationType.MAX_POOL_2D,
        Properties(SELECTS, Sampling("images.pool", mobile_weight=32), Cost.HIGH),
        _maximum,
        "output = activation(maximum of the image elements in the window)",
    ),
)
