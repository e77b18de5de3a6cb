"""Operations that the bridge does not translate, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.hal import OperationType

_Op = OperationType

WITHOUT_BUILTIN: Final[Mapping[OperationType, str]] = {
    _Op.AXIS_ALIGNED_BBOX_TRANSFORM: "TFLite has no builtin that moves boxes by deltas",
    _Op.BOX_WITH_NMS_LIMIT: (
        "TFLite's NON_MAX_SUPPRESSION builtins take one class and have no limit over classes"
    ),
    _Op.CHANNEL_SHUFFLE: "TFLite has no builtin that shuffles groups of channels",
    _Op.DETECTION_POSTPROCESSING: "TFLite has it as a custom operator only, not as a builtin",
    _Op.GENERATE_PROPOSALS: "TFLite has no builtin that makes region proposals",
    _Op.HEATMAP_MAX_KEYPOINT: "TFLite has no builtin that finds keypoints in heatmaps",
    _Op.INSTANCE_NORMALIZATION: "TFLite has no builtin for it",
    _Op.ROI_ALIGN: "TFLite has no builtin that pools regions",
    _Op.ROI_POOLING: "TFLite has no builtin that pools regions",
    _Op.OEM_OPERATION: "it means what one vendor says it means",
}
"""What TFLite itself lacks, each with what exactly."""

NOT_TRANSLATED: Final[Mapping[OperationType, str]] = {
    _Op.BIDIRECTIONAL_SEQUENCE_LSTM: "BIDIRECTIONAL_SEQUENCE_LSTM",
    _Op.BIDIRECTIONAL_SEQUENCE_RNN: "BIDIRECTIONAL_SEQUENCE_RNN",
    _Op.IF: "IF",
    _Op.QUANTIZED_16BIT_LSTM: "LSTM",
    _Op.QUANTIZED_LSTM: "LSTM",
    _Op.RANDOM_MULTINOMIAL: "MULTINOMIAL",
    _Op.UNIDIRECTIONAL_SEQUENCE_LSTM: "UNIDIRECTIONAL_SEQUENCE_LSTM",
    _Op.UNIDIRECTIONAL_SEQUENCE_RNN: "UNIDIRECTIONAL_SEQUENCE_RNN",
    _Op.WHILE: "WHILE",
}
"""What TFLite has and the bridge does not write yet, each with TFLite's builtin."""


def why_missing(code: int) -> str:
    """Why no call of an operation is translated."""
    try:
        operation = OperationType(code)
    except ValueError:
        return "TFLite has no builtin for an operation of an extension"
    if operation in WITHOUT_BUILTIN:
        return WITHOUT_BUILTIN[operation]
    builtin = NOT_TRANSLATED.get(operation)
    return f"the bridge does not translate it to TFLite's {builtin} yet"
