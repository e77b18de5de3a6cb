"""Operations that TFLite lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.hal import OperationType

_Op = OperationType

WITHOUT_BUILTIN: Final[Mapping[OperationType, str]] = {
    _Op.AXIS_ALIGNED_BBOX_TRANSFORM: "TFLite has no builtin that applies deltas to boxes",
    _Op.BOX_WITH_NMS_LIMIT: (
        "TFLite's NON_MAX_SUPPRESSION builtins take one class and have no limit over classes"
    ),
    _Op.GENERATE_PROPOSALS: "TFLite has no builtin that generates region proposals",
    _Op.HEATMAP_MAX_KEYPOINT: "TFLite has no builtin that finds keypoints in heatmaps",
    _Op.INSTANCE_NORMALIZATION: "TFLite has no builtin for instance normalization",
    _Op.ROI_ALIGN: "TFLite has no builtin that pools regions",
    _Op.ROI_POOLING: "TFLite has no builtin that pools regions",
    _Op.OEM_OPERATION: "the meaning of the operation is specific to one vendor",
}
"""The reason why TFLite cannot express any call of an operation."""
