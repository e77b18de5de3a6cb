"""DETECTION_POSTPROCESSING, which TFLite has as a custom operator."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from conformance.engines.protocol import Declined
from conformance.engines.tflite.lowering import Lowering
from conformance.engines.tflite.tflite_graph import TfliteTensor
from conformance.hal import OperationType
from conformance.operations.definition.operands import Array

_CUSTOM: Final = "TFLite_Detection_PostProcess"


def _detection_attributes(lowering: Lowering) -> dict[str, Any]:
    """Return the attributes that are scalars of the operation."""
    iou_threshold = float(lowering.scalar("iou_threshold"))
    if not 0.0 < iou_threshold <= 1.0:
        raise Declined(f"{_CUSTOM} does not accept an iou_threshold of {iou_threshold:g}")
    return {
        "detections_per_class": lowering.scalar("max_detections_per_class"),
        "nms_score_threshold": float(lowering.scalar("score_threshold")),
        "nms_iou_threshold": iou_threshold,
        **{f"{axis}_scale": float(lowering.scalar(f"scale_{axis}")) for axis in "yxhw"},
    }


def detection_postprocessing(lowering: Lowering) -> None:
    """Lower DETECTION_POSTPROCESSING, one image at a time.

    TFLite numbers labels from 0 and leaves the entries after the last detection unwritten, which
    the contract requires to be 0. If ``max_classes_per_detection`` exceeds the number of classes,
    TFLite would leave a gap after each box. The operator is therefore run with at most the number
    of classes, and the remaining entries are appended at the end.
    """
    attributes = _detection_attributes(lowering)
    images, anchors, classes = lowering.call.shape("scores")
    regular = bool(lowering.scalar("use_regular_nms"))
    requested_classes = 1 if regular else lowering.scalar("max_classes_per_detection")
    per_box = min(requested_classes, classes - 1)
    max_boxes = lowering.scalar("max_num_detections")
    written, entries = max_boxes * per_box, max_boxes * requested_classes
    width = lowering.call.shape("deltas")[2]
    scores, deltas = (
        _split_images(lowering, lowering.input_named(name), images, (1, anchors, size))
        for name, size in (("scores", classes), ("deltas", width))
    )
    results: list[list[int]] = []
    for image_scores, image_deltas in zip(scores, deltas, strict=True):
        outputs = [
            _floats(lowering, 1, *shape) for shape in ((written, 4), (written,), (written,), ())
        ]
        lowering.add_operator(
            _CUSTOM,
            [image_deltas, image_scores, lowering.input_named("anchors")],
            outputs,
            max_detections=max_boxes,
            max_classes_per_detection=per_box,
            use_regular_nms=regular,
            num_classes=classes - 1,
            **attributes,
        )
        if lowering.scalar("is_bg_in_label"):
            outputs[1] = _add_result(lowering, "ADD", "AddOptions", outputs[1], np.ones(1))
        entry_count = outputs[3]
        if per_box > 1:
            entry_count = _add_result(
                lowering, "MUL", "MulOptions", entry_count, np.full(1, per_box)
            )
        image_results = [
            _pad_entries(lowering, _zero_unused(lowering, tensor, entry_count), entries)
            for tensor in outputs[:3]
        ]
        results.append([*image_results, outputs[3]])
    boxes, labels, box_scores, counts = zip(*results, strict=True)
    _join_images(lowering, box_scores, lowering.output_tensor(0))
    _join_images(lowering, boxes, lowering.output_tensor(1))
    for tensors, shape, output in ((labels, (entries,), 2), (counts, (), 3)):
        joined = _floats(lowering, images, *shape)
        _join_images(lowering, tensors, joined)
        lowering.add_operator(
            "CAST",
            [joined],
            [lowering.output_tensor(output)],
            "CastOptions",
            inDataType=0,
            outDataType=2,
        )


def _floats(lowering: Lowering, *shape: int) -> int:
    return lowering.graph.add_tensor(TfliteTensor("FLOAT32", shape))


def _add_result(lowering: Lowering, builtin: str, options: str, tensor: int, operand: Array) -> int:
    result = lowering.new_tensor_like(tensor, lowering.shape_of(tensor))
    lowering.add_operator(
        builtin, [tensor, lowering.constant_tensor(operand, "FLOAT32")], [result], options
    )
    return result


def _zero_unused(lowering: Lowering, tensor: int, count: int) -> int:
    """Return the tensor with 0 in all entries after the first ``count``."""
    shape = lowering.shape_of(tensor) or ()
    mask_shape = (*shape[:2], *(1 for _ in shape[2:]))
    entry_index = lowering.constant_tensor(np.arange(shape[1]).reshape(mask_shape), "FLOAT32")
    is_used = lowering.graph.add_tensor(TfliteTensor("BOOL", mask_shape))
    lowering.add_operator("LESS", [entry_index, count], [is_used], "LessOptions")
    result = lowering.new_tensor_like(tensor, shape)
    zero = lowering.constant_tensor(np.zeros(1), "FLOAT32")
    lowering.add_operator("SELECT_V2", [is_used, tensor, zero], [result], "SelectV2Options")
    return result


def _pad_entries(lowering: Lowering, tensor: int, entries: int) -> int:
    """Return the tensor padded with zeros to this number of entries."""
    shape = lowering.shape_of(tensor) or ()
    if shape[1] == entries:
        return tensor
    paddings = [(0, entries - size if axis == 1 else 0) for axis, size in enumerate(shape)]
    result = lowering.new_tensor_like(tensor, (shape[0], entries, *shape[2:]))
    lowering.add_operator(
        "PAD", [tensor, lowering.constant_tensor(paddings)], [result], "PadOptions"
    )
    return result


def _split_images(
    lowering: Lowering, tensor: int, images: int, shape: tuple[int, ...]
) -> list[int]:
    """Return one tensor per image."""
    if images == 1:
        return [tensor]
    image_tensors = [lowering.new_tensor_like(tensor, shape) for _ in range(images)]
    lowering.add_operator(
        "SPLIT",
        [lowering.constant_tensor(0), tensor],
        image_tensors,
        "SplitOptions",
        numSplits=images,
    )
    return image_tensors


def _join_images(lowering: Lowering, tensors: tuple[int, ...], target: int) -> None:
    lowering.add_operator("CONCATENATION", tensors, [target], "ConcatenationOptions", axis=0)


CONVERTERS: Final = {OperationType.DETECTION_POSTPROCESSING: detection_postprocessing}
