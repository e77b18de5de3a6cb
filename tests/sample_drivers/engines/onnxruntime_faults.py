"""The causes of the findings on ONNX Runtime, as faults of the reference driver."""

from unittest import mock

import numpy as np

from conformance.hal import OperandType, OperationType, SymmPerChannelQuantParams
from conformance.operations import roi_align
from conformance.operations.families import window
from conformance.operations.kernels.numerics import activated_range
from tests.sample_drivers.engines.litert_faults import smaller_index_first


def zero_beyond(call, kernel, original_init=roi_align._Points.__init__):
    """Make sampling points past the map's size count 0."""

    def points(self, start, length, bins, number, size):
        original_init(self, start, length, bins, number, size)
        cells = bins * number
        centers = start + length * (2 * np.arange(cells) + 1) / (2 * cells)
        inside = (centers >= -1) & (centers <= size)
        self.lower_weight, self.upper_weight = (
            weight * inside for weight in (self.lower_weight, self.upper_weight)
        )

    def faulty(inputs):
        with mock.patch.object(roi_align._Points, "__init__", points):
            return kernel(inputs)

    return faulty


def _saturated_sums(rows, weights):
    """Return the products of uint8 rows and int8 weights, with pairs limited to 16 bits.

    A single last product needs no partner: 255 * 128 is less than 2^15.
    """
    if rows.shape[-1] % 2:
        rows, weights = (
            np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, 1)]) for array in (rows, weights)
        )
    products = rows[..., None, :] * weights
    pairs = products.reshape(*products.shape[:-1], -1, 2).sum(axis=-1)
    return np.clip(pairs, -(2**15), 2**15 - 1).sum(axis=-1)


def saturated_pairs(call, kernel):
    """Limit the sum of two products to 16 bits before it is added to the total.

    The pairs are formed over the window's rows, columns and channels, in this order. Groups with
    one input and one output channel have a kernel of their own, whose sums are exact.
    """
    source, target, filter_view = call.view("input"), call.output(), call.view("filter")
    params = filter_view.extra_params
    if source.type != OperandType.TENSOR_QUANT8_ASYMM or not isinstance(
        params, SymmPerChannelQuantParams
    ):
        return kernel
    depthwise = call.definition.type == OperationType.DEPTHWISE_CONV_2D
    nchw = window.is_nchw(call)
    height, width = window.axes_of(call, window.filter_shape)

    def faulty(inputs):
        image = window.nhwc(inputs[0].astype(np.int64), nchw)
        weights = inputs[call.position("filter")].astype(np.int64)
        if depthwise:
            weights = weights.transpose(3, 1, 2, 0)
        padded = window.padded(image, height, width, source.zero_point)
        windows = window.patches(padded, height, width)
        depth, groups = weights.shape[3], image.shape[3] // weights.shape[3]
        units = len(weights) // groups
        if depth == units == 1:
            return kernel(inputs)
        sums = []
        for group in range(groups):
            rows = windows[..., group * depth : (group + 1) * depth]
            matrix = weights[group * units : (group + 1) * units].reshape(units, -1)
            raw = _saturated_sums(rows.reshape(*rows.shape[:3], -1), matrix)
            sums.append(raw - source.zero_point * matrix.sum(axis=1))
        total = np.concatenate(sums, axis=-1) + inputs[call.position("bias")]
        real = total * (source.scale * np.array(params.scales))
        low, high = activated_range(call.scalar("activation"), -np.inf, np.inf)
        codes = np.rint(np.clip(real, low, high) / target.scale) + target.zero_point
        return (window.from_nhwc(np.clip(codes, 0, 255).astype(np.uint8), nchw),)

    return faulty


FAULT_BY_FINDING = {
    "topk-smaller-index-first": (OperationType.TOPK_V2, smaller_index_first),
    "roi-align-zero-beyond-the-map": (OperationType.ROI_ALIGN, zero_beyond),
    "conv-saturated-pairs": (OperationType.CONV_2D, saturated_pairs),
    "depthwise-conv-saturated-pairs": (OperationType.DEPTHWISE_CONV_2D, saturated_pairs),
    "grouped-conv-saturated-pairs": (OperationType.GROUPED_CONV_2D, saturated_pairs),
}
"""The fault of each finding whose results can be compared."""
