"""The causes of the findings on ONNX Runtime, as faults of the reference driver."""

from unittest import mock

import numpy as np

from conformance.hal import OperationType
from conformance.operations import roi_align
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


FAULT_BY_FINDING = {
    "topk-smaller-index-first": (OperationType.TOPK_V2, smaller_index_first),
    "roi-align-zero-beyond-the-map": (OperationType.ROI_ALIGN, zero_beyond),
}
"""The fault of each finding whose results can be compared."""
