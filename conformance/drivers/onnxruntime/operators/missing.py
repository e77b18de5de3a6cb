"""Operations that ONNX lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.hal import OperationType

_Op = OperationType

_FIXED_POINT: Final = "ONNX's LSTM has no fixed-point arithmetic, which the contract prescribes"

WITHOUT_OPERATOR: Final[Mapping[OperationType, str]] = {
    _Op.AXIS_ALIGNED_BBOX_TRANSFORM: "ONNX has no operator that moves boxes by deltas",
    _Op.BOX_WITH_NMS_LIMIT: ("ONNX's NonMaxSuppression is hard only and has no limit over classes"),
    _Op.DETECTION_POSTPROCESSING: "ONNX's NonMaxSuppression does not decode boxes from anchors",
    _Op.GENERATE_PROPOSALS: "ONNX has no operator that makes region proposals",
    _Op.HASHTABLE_LOOKUP: "ONNX has no operator that looks keys up",
    _Op.HEATMAP_MAX_KEYPOINT: "ONNX has no operator that finds keypoints in heatmaps",
    _Op.LSH_PROJECTION: "ONNX has no operator that hashes",
    _Op.OEM_OPERATION: "it means what one vendor says it means",
    _Op.QUANTIZED_16BIT_LSTM: _FIXED_POINT,
    _Op.QUANTIZED_LSTM: _FIXED_POINT,
    _Op.SVDF: "ONNX has no operator with a memory of its own",
}
"""What ONNX itself lacks, each with what exactly."""


def why_missing(code: int) -> str:
    """Why no call of an operation is translated."""
    if code not in OperationType.__members__.values():
        return "ONNX has no operator for an operation of an extension"
    return WITHOUT_OPERATOR[OperationType(code)]
