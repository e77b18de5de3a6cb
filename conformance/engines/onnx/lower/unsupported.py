"""Operations that ONNX lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.hal import OperationType

_Op = OperationType

_FIXED_POINT: Final = "ONNX's LSTM has no fixed-point arithmetic, which the contract prescribes"

WITHOUT_OPERATOR: Final[Mapping[OperationType, str]] = {
    _Op.AXIS_ALIGNED_BBOX_TRANSFORM: "ONNX has no operator that applies deltas to boxes",
    _Op.BOX_WITH_NMS_LIMIT: (
        "ONNX's NonMaxSuppression has no soft suppression and no limit over all classes"
    ),
    _Op.DETECTION_POSTPROCESSING: "ONNX's NonMaxSuppression does not decode boxes from anchors",
    _Op.GENERATE_PROPOSALS: "ONNX has no operator that generates region proposals",
    _Op.HASHTABLE_LOOKUP: "ONNX has no operator that looks up keys",
    _Op.HEATMAP_MAX_KEYPOINT: "ONNX has no operator that finds keypoints in heatmaps",
    _Op.LSH_PROJECTION: "ONNX has no operator that hashes",
    _Op.OEM_OPERATION: "the meaning of the operation is specific to one vendor",
    _Op.QUANTIZED_16BIT_LSTM: _FIXED_POINT,
    _Op.QUANTIZED_LSTM: _FIXED_POINT,
    _Op.SVDF: "ONNX has no operator that keeps a memory of earlier steps",
}
"""The reason why ONNX cannot express any call of an operation."""
