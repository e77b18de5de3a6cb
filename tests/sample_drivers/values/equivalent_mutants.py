"""Equivalent mutants, that is mutants whose results conform to the contract, with the reasons.

The keys of ``EQUIVALENT`` are patterns of the form ``OPERATION: mutant``, in which ``*`` matches
any text. Two tests keep the list correct: they fail if a bundled spec detects a listed mutant, and
if a pattern matches no mutant.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

SHAPE = (
    "only the output's shape depends on it; a wrong shape breaks the rules output_shape.*, for "
    "which faults of the contract are planted"
)
FORCED = "the other operands leave no second legal value"
FIXED = "the contract fixes the zero point to 0"
ORDER = "the order of numbers does not depend on their scale or zero point"
SET = "axes are a set: their order has no effect"
SINGLE = "it has a single element, or all elements are equal"
NO_RESULT = "the number has no result of the type, whatever a driver answers is right"
NONE_ONLY = "integers take no fused activation"
ILLEGAL = "the contract takes no such size"
CHANCE = "draws are independent: other seeds, another order and another number of them are as good"
BYTES = "what is hashed are bytes, and the type's zero point is 0 here"
CANCELS = (
    "layer normalization takes a common factor out again, and codes are read with the zero point "
    "that they are stored with; only rounding and saturation would show"
)

EQUIVALENT: dict[str, str] = {
    "ADD: wrong for INT32 with activation set": NONE_ONLY,
    "SUB: wrong for INT32 with activation set": NONE_ONLY,
    "MUL: wrong for INT32 with activation set": NONE_ONLY,
    "DIV: wrong for INT32 with activation set": NONE_ONLY,
    "DEPTHWISE_CONV_2D: depth_multiplier *": FORCED,
    "DEPTHWISE_CONV_2D: stride_height and depth_multiplier exchanged": FORCED,
    "GROUPED_CONV_2D: num_groups *": FORCED,
    "GROUPED_CONV_2D: stride_height and num_groups exchanged": FORCED,
    "SPLIT: num_splits *": FORCED,
    "SPLIT: axis and num_splits exchanged": FORCED,
    "EMBEDDING_LOOKUP: wrong for * of rank 1": ILLEGAL,
    "AXIS_ALIGNED_BBOX_TRANSFORM: wrong for * that ends on a single element": ILLEGAL,
    "BOX_WITH_NMS_LIMIT: wrong for * that ends on a single element": ILLEGAL,
    "DETECTION_POSTPROCESSING: wrong for * that ends on a single element": ILLEGAL,
    "AXIS_ALIGNED_BBOX_TRANSFORM: rois zero point ignored": FIXED,
    "AXIS_ALIGNED_BBOX_TRANSFORM: image_info zero point ignored": FIXED,
    "AXIS_ALIGNED_BBOX_TRANSFORM: result zero point ignored": FIXED,
    "BOX_WITH_NMS_LIMIT: rois zero point ignored": FIXED,
    "GENERATE_PROPOSALS: image_info zero point ignored": FIXED,
    "HEATMAP_MAX_KEYPOINT: boxes zero point ignored": FIXED,
    "ROI_ALIGN: rois zero point ignored": FIXED,
    "ROI_POOLING: rois zero point ignored": FIXED,
    "LSH_PROJECTION: input zero point ignored": BYTES,
    "RESHAPE: shape *": SHAPE,
    "EXPAND_DIMS: axis *": SHAPE,
    "SQUEEZE: axes *": SHAPE,
    "STRIDED_SLICE: shrink_axis_mask *": SHAPE,
    "*: keep_dims *": SHAPE,
    "BIDIRECTIONAL_SEQUENCE_*: merge_outputs *": FORCED,
    "BIDIRECTIONAL_SEQUENCE_LSTM: merge_outputs and time_major exchanged": FORCED,
    "BIDIRECTIONAL_SEQUENCE_RNN: time_major and merge_outputs exchanged": FORCED,
    "FILL: dims one element off": SHAPE,
    "TRANSPOSE_CONV_2D: output_shape ignored": SHAPE,
    "TRANSPOSE_CONV_2D: padding_scheme ignored": FORCED,
    "TRANSPOSE_CONV_2D: padding_scheme one off": FORCED,
    "MEAN: axes one element off": SET,
    "REDUCE_*: axes one element off": SET,
    "REVERSE: axis one element off": SINGLE,
    "FILL: result *": SINGLE,
    "RANK: result last axes exchanged": SINGLE,
    "ABS: lowest code of input misread": NO_RESULT,
    "NEG: lowest code of input misread": NO_RESULT,
    "RSQRT: lowest code of input misread": NO_RESULT,
    "ARGMAX: input zero point ignored": ORDER,
    "QUANTIZED_LSTM: *_intermediate_scale and *_intermediate_scale exchanged": CANCELS,
    "RANDOM_MULTINOMIAL: sample_count one off": CHANCE,
    "RANDOM_MULTINOMIAL: seeds *": CHANCE,
    "RANDOM_MULTINOMIAL: result one element off": CHANCE,
}


def reason(operation: str, mutant: str) -> str | None:
    """Return the reason why a mutant conforms to the contract; ``None`` for a fault."""
    full = f"{operation}: {mutant}"
    return next((why for pattern, why in EQUIVALENT.items() if fnmatchcase(full, pattern)), None)
