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


def _detection_attributes(op: Lowering) -> dict[str, Any]:
    """Return the attributes that are scalars of the operation."""
    iou_threshold = float(op.scalar("iou_threshold"))
    if not 0.0 < iou_threshold <= 1.0:
        raise Declined(f"{_CUSTOM} does not accept an iou_threshold of {iou_threshold:g}")
    return {
        "detections_per_class": op.scalar("max_detections_per_class"),
        "nms_score_threshold": float(op.scalar("score_threshold")),
        "nms_iou_threshold": iou_threshold,
        **{f"{axis}_scale": float(op.scalar(f"scale_{axis}")) for axis in "yxhw"},
    }


def detection_postprocessing(op: Lowering) -> None:
    """Lower DETECTION_POSTPROCESSING, one image at a time.

    TFLite numbers labels from 0 and leaves the entries after the last detection unwritten, which
    the contract requires to be 0. If ``max_classes_per_detection`` exceeds the number of classes,
    TFLite would leave a gap after each box. The operator is therefore run with at most the number
    of classes, and the remaining entries are appended at the end.
    """
    attributes = _detection_attributes(op)
    images, anchors, classes = op.call.shape("scores")
    regular = bool(op.scalar("use_regular_nms"))
    requested_classes = 1 if regular else op.scalar("max_classes_per_detection")
    per_box = min(requested_classes, classes - 1)
    max_boxes = op.scalar("max_num_detections")
    written, entries = max_boxes * per_box, max_boxes * requested_classes
    width = op.call.shape("deltas")[2]
    scores, deltas = (
        _split_images(op, op.input_named(name), images, (1, anchors, size))
        for name, size in (("scores", classes), ("deltas", width))
    )
    results: list[list[int]] = []
    for image_scores, image_deltas in zip(scores, deltas, strict=True):
        outputs = [_floats(op, 1, *shape) for shape in ((written, 4), (written,), (written,), ())]
        op.add_operator(
            _CUSTOM,
            [image_deltas, image_scores, op.input_named("anchors")],
            outputs,
            max_detections=max_boxes,
            max_classes_per_detection=per_box,
            use_regular_nms=regular,
            num_classes=classes - 1,
            **attributes,
        )
        if op.scalar("is_bg_in_label"):
            outputs[1] = _add_result(op, "ADD", outputs[1], np.ones(1))
        entry_count = outputs[3]
        if per_box > 1:
            entry_count = _add_result(op, "MUL", entry_count, np.full(1, per_box))
        image_results = [
            _pad_entries(op, _zero_unused(op, tensor, entry_count), entries)
            for tensor in outputs[:3]
        ]
        results.append([*image_results, outputs[3]])
    boxes, labels, box_scores, counts = zip(*results, strict=True)
    _join_images(op, box_scores, op.output_tensor(0))
    _join_images(op, boxes, op.output_tensor(1))
    for tensors, shape, output in ((labels, (entries,), 2), (counts, (), 3)):
        joined = _floats(op, images, *shape)
        _join_images(op, tensors, joined)
        op.add_operator("CAST", [joined], [op.output_tensor(output)], inDataType=0, outDataType=2)


def _floats(op: Lowering, *shape: int) -> int:
    return op.graph.add_tensor(TfliteTensor("FLOAT32", shape))


def _add_result(op: Lowering, builtin: str, tensor: int, operand: Array) -> int:
    result = op.new_tensor_like(tensor, op.shape_of(tensor))
    op.add_operator(builtin, [tensor, op.constant_tensor(operand, "FLOAT32")], [result])
    return result


def _zero_unused(op: Lowering, tensor: int, count: int) -> int:
    """Return the tensor with 0 in all entries after the first ``count``."""
    shape = op.shape_of(tensor) or ()
    mask_shape = (*shape[:2], *(1 for _ in shape[2:]))
    entry_index = op.constant_tensor(np.arange(shape[1]).reshape(mask_shape), "FLOAT32")
    is_used = op.graph.add_tensor(TfliteTensor("BOOL", mask_shape))
    op.add_operator("LESS", [entry_index, count], [is_used])
    result = op.new_tensor_like(tensor, shape)
    zero = op.constant_tensor(np.zeros(1), "FLOAT32")
    op.add_operator("SELECT_V2", [is_used, tensor, zero], [result])
    return result


def _pad_entries(op: Lowering, tensor: int, entries: int) -> int:
    """Return the tensor padded with zeros to this number of entries."""
    shape = op.shape_of(tensor) or ()
    if shape[1] == entries:
        return tensor
    paddings = [(0, entries - size if axis == 1 else 0) for axis, size in enumerate(shape)]
    result = op.new_tensor_like(tensor, (shape[0], entries, *shape[2:]))
    op.add_operator("PAD", [tensor, op.constant_tensor(paddings)], [result])
    return result


def _split_images(op: Lowering, tensor: int, images: int, shape: tuple[int, ...]) -> list[int]:
    """Return one tensor per image."""
    if images == 1:
        return [tensor]
    image_tensors = [op.new_tensor_like(tensor, shape) for _ in range(images)]
    op.add_operator("SPLIT", [op.constant_tensor(0), tensor], image_tensors, numSplits=images)
    return image_tensors


def _join_images(op: Lowering, tensors: tuple[int, ...], target: int) -> None:
    op.add_operator("CONCATENATION", tensors, [target], axis=0)


CONVERTERS: Final = {OperationType.DETECTION_POSTPROCESSING: detection_postprocessing}
