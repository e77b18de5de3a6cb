"""Drivers that compute whole operations in float32, with the algorithms of real engines.

``legal_drivers.py`` lists them. ``legal_float_functions.py`` has functions of one number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import Call, Kernel, detection_postprocessing, heatmap_max_keypoint
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import IntervalRule
from conformance.operations.families import boxes, window
from conformance.operations.kernels.numerics import real, store
from conformance.reference import ReferenceDevice
from tests.sample_drivers.graphs.other_choices import Choosing, Inputs, replaced
from tests.sample_drivers.graphs.rounding_variants import (
    BOUNDS,
    ConformingVariantDevice,
    added_in_parts,
)

_O: Final = OperationType
_F: Final = np.float32


def narrow(array: Any) -> Array:
    """Return an array in float32."""
    return np.asarray(array, _F)


# ---------------------------------------------------------------------------------- linear layers


class SequentialSums(ConformingVariantDevice):
    """Adds the products of convolutions and matrix products in up to 16 parts, from the last on."""

    parts = 16

    def compile_call(self, call: Call) -> Kernel:
        kernel = ReferenceDevice.compile_call(self, call)
        rule, type_ = call.definition.properties.intervals.rule, call.output().type
        floats = (OperandType.TENSOR_FLOAT32, OperandType.TENSOR_FLOAT16)
        if rule is not IntervalRule.LINEAR_SUM or type_ not in floats:
            return kernel
        return added_in_parts(call, self._in_parts)

    def _in_parts(self, weights: Array) -> tuple[Array, Iterable[int]]:
        parts = max(1, min(self.parts, weights.size))
        return np.arange(weights.size).reshape(weights.shape) % parts, reversed(range(parts))


class FusedMultiplyAdds(Choosing):
    """Computes FULLY_CONNECTED and BATCH_MATMUL with one rounding for each product and sum."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        code, first, second = call.definition.type, inputs[0], inputs[1] if inputs[1:] else None
        known = code in (_O.FULLY_CONNECTED, _O.BATCH_MATMUL)
        if not known or first is None or second is None or first.dtype != _F:
            return kernel(inputs)
        if second.dtype != _F:
            return kernel(inputs)
        if code == _O.FULLY_CONNECTED:
            bias = inputs[2]
            assert bias is not None
            total = _fused(first.reshape(-1, second.shape[1]), second.T, bias)
            total = np.clip(total, *map(_F, BOUNDS[int(call.scalar("activation"))]))
        else:
            left = first.swapaxes(-1, -2) if call.scalar("adj_x") else first
            right = second.swapaxes(-1, -2) if call.scalar("adj_y") else second
            total = _fused(left, right, _F(0))
        return [total.reshape(kernel(inputs)[0].shape).astype(_F)]


def _fused(left: Array, right: Array, start: Any) -> Array:
    """Return ``start + left @ right``, rounded to float32 after each product is added."""
    shape = (*left.shape[:-1], right.shape[-1])
    total = np.broadcast_to(narrow(start), shape).astype(np.float64)
    for n in range(left.shape[-1]):
        product = left[..., n : n + 1].astype(np.float64) * right[..., n : n + 1, :]
        total = (total + product).astype(_F).astype(np.float64)
    return total.astype(_F)


_INPUT_TRANSFORM: Final = narrow([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]])
_FILTER_TRANSFORM: Final = narrow([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]])
_OUTPUT_TRANSFORM: Final = narrow([[1, 1, 1, 0], [0, 1, -1, -1]])


class Winograd(Choosing):
    """Computes CONV_2D of relaxed models with filters of 3 x 3 by Winograd's F(2 x 2, 3 x 3).

    The transforms and products are in float32. The sums of a tile include pixels beside the window
    of a result, so the results are within the tolerance of relaxed models only.
    """

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        image, weights, bias = (*inputs, None, None)[:3]
        if call.definition.type != _O.CONV_2D or not self.relaxed:
            return kernel(inputs)
        if image is None or weights is None or bias is None or image.dtype != _F:
            return kernel(inputs)
        axes = window.axes_of(call, window.filter_shape)
        if any((axis.filter, axis.stride, axis.dilation) != (3, 1, 1) for axis in axes):
            return kernel(inputs)
        nchw = window.is_nchw(call)
        source = window.padded(window.nhwc(image, nchw), *axes, 0.0)
        rows, columns = (axis.outputs for axis in axes)
        even = np.zeros(
            (len(source), rows + 2 + rows % 2, columns + 2 + columns % 2, source.shape[3]), _F
        )
        even[:, : source.shape[1], : source.shape[2]] = source[:, : rows + 2, : columns + 2]
        out = _by_tiles(even, weights)[:, :rows, :columns] + bias
        limits = BOUNDS[int(call.scalar("activation"))]
        return [window.from_nhwc(narrow(np.clip(out, *map(_F, limits))), nchw)]


def _by_tiles(image: Array, weights: Array) -> Array:
    """Return the convolution of an image of even size, one tile of 2 x 2 results at a time."""
    batch, height, width, _ = image.shape
    out = np.zeros((batch, height - 2, width - 2, len(weights)), _F)
    filters = np.einsum("ai,oijc,bj->oabc", _FILTER_TRANSFORM, weights, _FILTER_TRANSFORM)
    for row in range(0, height - 2, 2):
        for column in range(0, width - 2, 2):
            tile = image[:, row : row + 4, column : column + 4]
            tile = np.einsum("ai,nijc,bj->nabc", _INPUT_TRANSFORM, tile, _INPUT_TRANSFORM)
            product = np.einsum("nabc,oabc->nabo", tile, filters)
            out[:, row : row + 2, column : column + 2] = np.einsum(
                "ia,nabo,jb->nijo", _OUTPUT_TRANSFORM, product, _OUTPUT_TRANSFORM
            )
    return out


# --------------------------------------------------------------------- divisions, roots, functions


def _estimated_root(x: Array) -> Array:
    """Return 1 / sqrt(x) from an estimate of 12 bits and two Newton steps."""
    start = (_F(1) / np.sqrt(x)).astype(_F)
    estimate = (start.view(np.uint32) & np.uint32(0xFFFFF000)).view(_F)
    for _ in range(2):
        refined = estimate * (_F(1.5) - _F(0.5) * x * estimate * estimate)
        estimate = np.where(np.isfinite(refined), refined, start)
    return np.where((x > 0) & np.isfinite(x), estimate, start).astype(_F)


class RootsByEstimates(Choosing):
    """Computes RSQRT, SQRT and norms from an estimate of 1 / sqrt(x) and Newton steps."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        code, x = call.definition.type, inputs[0]
        if x is None or x.dtype != _F or not x.ndim:
            return kernel(inputs)
        if code == _O.RSQRT:
            return [_estimated_root(x)]
        if code == _O.SQRT:
            return [np.where((x == 0) | np.isinf(x), np.sqrt(x), x * _estimated_root(x))]
        if code == _O.L2_NORMALIZATION:
            total = (x * x).sum(int(call.scalar("axis")), keepdims=True, dtype=_F)
            usual = (total > 1e-30) & (total < 1e30)
            return [np.where(usual, x * _estimated_root(total), kernel(inputs)[0]).astype(_F)]
        return kernel(inputs)


class DividesByReciprocals(Choosing):
    """Computes DIV as the product with a rounded reciprocal, and means with one of the count."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        code, x, y = call.definition.type, inputs[0], inputs[1] if inputs[1:] else None
        if code != _O.DIV or x is None or y is None or x.dtype != _F:
            return kernel(inputs)
        reciprocal = (_F(1) / y).astype(_F)
        finite = np.isfinite(reciprocal) & (np.abs(reciprocal) > np.finfo(_F).smallest_normal)
        limits = BOUNDS[int(call.scalar("activation"))]
        product = np.clip(x * reciprocal, *map(_F, limits))
        return [np.where(finite, product, kernel(inputs)[0]).astype(_F)]


class SoftmaxByPowersOfTwo(Choosing):
    """Computes SOFTMAX, LOGISTIC, TANH and ELU with powers of two in float32."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        code, x = call.definition.type, inputs[0]
        if x is None or x.dtype != _F:
            return kernel(inputs)
        if code == _O.SOFTMAX:
            axis = int(call.scalar("axis"))
            powers = _exp((x - x.max(axis, keepdims=True)) * _F(call.scalar("beta")))
            return [narrow(powers / powers.sum(axis, keepdims=True, dtype=_F))]
        if code == _O.LOGISTIC:
            return [narrow(_F(1) / (_F(1) + _exp(-x)))]
        if code == _O.TANH:
            small = _exp(_F(-2) * np.abs(x))
            return [narrow(np.copysign((_F(1) - small) / (_F(1) + small), x))]
        if code == _O.ELU and call.scalar("alpha") >= 0:
            negative = _F(call.scalar("alpha")) * (_exp(np.minimum(x, 0)) - _F(1))
            return [narrow(np.where(x > 0, x, negative))]
        return kernel(inputs)


def _exp(x: Array) -> Array:
    return narrow(np.exp2(narrow(x * _F(np.log2(np.e)))))


# -------------------------------------------------------------------------------- normalizations


class NormalizesInFloat32(Choosing):
    """Computes the instance, local response and L2 normalizations in float32."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        code, x = call.definition.type, inputs[0]
        if x is None or x.dtype != _F:
            return kernel(inputs)
        if code == _O.INSTANCE_NORMALIZATION:
            return [normalized_instance(call, x)]
        if code == _O.LOCAL_RESPONSE_NORMALIZATION:
            return [normalized_response(call, x)]
        return kernel(inputs)


def normalized_instance(call: Call, x: Array) -> Array:
    """Return INSTANCE_NORMALIZATION with the arithmetic of the type of ``x``."""
    space = (2, 3) if call.scalar("layout") else (1, 2)
    gamma, beta, epsilon = (x.dtype.type(call.scalar(n)) for n in ("gamma", "beta", "epsilon"))
    count = x.dtype.type(x.shape[space[0]] * x.shape[space[1]])
    mean = np.add.reduce(x, axis=space, dtype=x.dtype, keepdims=True) / count
    centred = x - mean
    variance = np.add.reduce(centred * centred, axis=space, dtype=x.dtype, keepdims=True) / count
    return np.asarray(centred * (gamma / np.sqrt(variance + epsilon)) + beta, x.dtype)


def normalized_response(call: Call, x: Array) -> Array:
    """Return LOCAL_RESPONSE_NORMALIZATION with the arithmetic of the type of ``x``."""
    bias, alpha, beta = (x.dtype.type(call.scalar(n)) for n in ("bias", "alpha", "beta"))
    rows, radius = np.moveaxis(x, int(call.scalar("axis")), -1), int(call.scalar("radius"))
    total = np.zeros_like(rows)
    for place in range(rows.shape[-1]):
        near = rows[..., max(0, place - radius) : place + radius + 1]
        total[..., place] = np.add.reduce(near * near, axis=-1, dtype=x.dtype)
    scaled = rows * np.power(bias + alpha * total, -beta)
    return np.asarray(np.moveaxis(scaled, -1, int(call.scalar("axis"))), x.dtype)


# ------------------------------------------------------------------------------- boxes and regions


class BoxesInFloat32(Choosing):
    """Moves, resizes and decodes boxes in float32."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        types = (_O.AXIS_ALIGNED_BBOX_TRANSFORM, _O.GENERATE_PROPOSALS)
        if call.definition.type not in (*types, _O.DETECTION_POSTPROCESSING):
            return kernel(inputs)
        with replaced(
            (boxes, "apply_deltas", _in_float32(boxes.apply_deltas)),
            (detection_postprocessing, "_decoded", _in_float32(detection_postprocessing._decoded)),
        ):
            return call.definition.compile(call)(inputs)


def _in_float32(function: Callable[..., Any]) -> Callable[..., Any]:
    def run(*arrays: Any) -> Any:
        return function(*map(narrow, arrays)).astype(np.float64)

    return run


class KeypointsInFloat32(Choosing):
    """Refines the peaks of heatmaps in float32."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        if call.definition.type != _O.HEATMAP_MAX_KEYPOINT:
            return kernel(inputs)
        refined = heatmap_max_keypoint._refined

        def run(grid: Any, flat: float) -> Any:
            move, score = refined(narrow(grid), flat)
            return move.astype(np.float64), score.astype(np.float64)

        with replaced((heatmap_max_keypoint, "_refined", run)):
            return call.definition.compile(call)(inputs)


class RegionsInFloat32(Choosing):
    """Computes ROI_ALIGN point by point in float32."""

    by_reciprocal = False

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        image, rois, batches = (*inputs, None, None)[:3]
        if call.definition.type != _O.ROI_ALIGN or image is None or rois is None:
            return kernel(inputs)
        if batches is None or call.view("input").type == OperandType.TENSOR_FLOAT16:
            return kernel(inputs)
        nchw = window.is_nchw(call)
        maps = narrow(real(window.nhwc(image, nchw), call.primary))
        corners = narrow(real(rois, call.view("rois")))
        strides = narrow([call.scalar("width_stride"), call.scalar("height_stride")] * 2)
        corners = corners * (_F(1) / strides) if self.by_reciprocal else corners / strides
        parts = [
            self._aligned(call, maps[batch], corner)
            for batch, corner in zip(batches.tolist(), corners, strict=True)
        ]
        if not parts:
            return kernel(inputs)
        out = np.stack(parts).astype(np.float64)
        if is_quantized(call.output()):
            return [window.from_nhwc(store(out, call.output()), nchw)]
        return [window.from_nhwc(narrow(out), nchw)]

    def _aligned(self, call: Call, image: Array, corner: Array) -> Array:
        x1, y1, x2, y2 = corner
        bins = call.scalar("out_height"), call.scalar("out_width")
        samples = call.scalar("height_samples"), call.scalar("width_samples")
        places = []
        for start, end, count, number in zip((y1, x1), (y2, x2), bins, samples, strict=True):
            size = np.maximum(end - start, _F(1)) / _F(count)
            points = number or int(np.ceil(size))
            bin_, point = np.divmod(np.arange(count * points), points)
            share = (narrow(point) + _F(0.5)) * size / _F(points)
            places.append((narrow(start + narrow(bin_) * size + share), count, points))
        (rows, height, tall), (columns, width, wide) = places
        values = _interpolated(image, rows, columns)
        values = values.reshape(height, tall, width, wide, -1)
        return narrow(values.sum((1, 3), dtype=_F) / _F(tall * wide))


def _interpolated(image: Array, rows: Array, columns: Array) -> Array:
    """Return the image at all pairs of positions, interpolated in float32."""
    rows = np.clip(rows, _F(0), _F(image.shape[0] - 1))
    columns = np.clip(columns, _F(0), _F(image.shape[1] - 1))
    top, left = rows.astype(np.intp), columns.astype(np.intp)
    low, right = np.minimum(top + 1, len(image) - 1), np.minimum(left + 1, image.shape[1] - 1)
    down, across = (rows - narrow(top))[:, None, None], (columns - narrow(left))[None, :, None]
    up, back = _F(1) - down, _F(1) - across
    return narrow(
        up * back * image[top][:, left]
        + up * across * image[top][:, right]
        + down * back * image[low][:, left]
        + down * across * image[low][:, right]
    )


FLOAT32_DRIVERS: Final[dict[str, Callable[[], ReferenceDevice]]] = {
    kind.__name__: kind
    for kind in (
        *(SequentialSums, FusedMultiplyAdds, Winograd, RootsByEstimates, DividesByReciprocals),
        *(SoftmaxByPowersOfTwo, NormalizesInFloat32, BoxesInFloat32),
        *(KeypointsInFloat32, RegionsInFloat32),
    )
}
"""The drivers by name; each call creates a new one."""
