"""Detections, which TFLite has as a custom operator."""

from __future__ import annotations

from typing import Final

import numpy as np

from conformance.drivers.litert.graph import Tensor
from conformance.drivers.litert.site import DeclinedError, Site
from conformance.hal import OperationType
from conformance.operations.definition import Array

_CUSTOM: Final = "TFLite_Detection_PostProcess"


def detection_postprocessing(site: Site) -> None:
    """DETECTION_POSTPROCESSING, image by image.

    Labels start at 0 there, and places beyond the last detection are not written: the contract has
    0 in them. With more classes wanted for a box than there are, each box would be followed by a
    gap; so it is asked for those that there are, and the places that are left come at the end.
    """
    overlap = float(site.scalar("iou_threshold"))
    if not 0.0 < overlap <= 1.0:
        raise DeclinedError(f"{_CUSTOM} takes no iou_threshold of {overlap:g}")
    images, anchors, classes = site.call.shape("scores")
    regular = bool(site.scalar("use_regular_nms"))
    wanted = 1 if regular else site.scalar("max_classes_per_detection")
    per_box = min(wanted, classes - 1)
    boxes_out = site.scalar("max_num_detections")
    written, places = boxes_out * per_box, boxes_out * wanted
    width = site.call.shape("deltas")[2]
    scores, deltas = (
        _apart(site, site.tensor(name), images, (1, anchors, size))
        for name, size in (("scores", classes), ("deltas", width))
    )
    found: list[list[int]] = []
    for one_scores, one_deltas in zip(scores, deltas, strict=True):
        parts = [_floats(site, 1, *shape) for shape in ((written, 4), (written,), (written,), ())]
        site.run(
            _CUSTOM,
            [one_deltas, one_scores, site.tensor("anchors")],
            parts,
            max_detections=boxes_out,
            max_classes_per_detection=per_box,
            detections_per_class=site.scalar("max_detections_per_class"),
            use_regular_nms=regular,
            num_classes=classes - 1,
            nms_score_threshold=float(site.scalar("score_threshold")),
            nms_iou_threshold=overlap,
            y_scale=float(site.scalar("scale_y")),
            x_scale=float(site.scalar("scale_x")),
            h_scale=float(site.scalar("scale_h")),
            w_scale=float(site.scalar("scale_w")),
        )
        if site.scalar("is_bg_in_label"):
            parts[1] = _after(site, "ADD", "AddOptions", parts[1], np.ones(1))
        ends = parts[3]
        if per_box > 1:
            ends = _after(site, "MUL", "MulOptions", ends, np.full(1, per_box))
        filled = [_padded(site, _filled(site, part, ends), places) for part in parts[:3]]
        found.append([*filled, parts[3]])
    boxes, labels, best, counts = zip(*found, strict=True)
    _together(site, best, site.result(0))
    _together(site, boxes, site.result(1))
    for tensors, shape, output in ((labels, (places,), 2), (counts, (), 3)):
        whole = _floats(site, images, *shape)
        _together(site, tensors, whole)
        site.run("CAST", [whole], [site.result(output)], "CastOptions", inDataType=0, outDataType=2)


def _floats(site: Site, *shape: int) -> int:
    return site.graph.add(Tensor("FLOAT32", shape))


def _after(site: Site, builtin: str, options: str, tensor: int, other: Array) -> int:
    new = site.like(tensor, site.shape(tensor))
    site.run(builtin, [tensor, site.constant(other, "FLOAT32")], [new], options)
    return new


def _filled(site: Site, tensor: int, count: int) -> int:
    """The first ``count`` places, and 0 in the others."""
    shape = site.shape(tensor) or ()
    places = (*shape[:2], *(1 for _ in shape[2:]))
    order = site.constant(np.arange(shape[1]).reshape(places), "FLOAT32")
    within = site.graph.add(Tensor("BOOL", places))
    site.run("LESS", [order, count], [within], "LessOptions")
    new = site.like(tensor, shape)
    zero = site.constant(np.zeros(1), "FLOAT32")
    site.run("SELECT_V2", [within, tensor, zero], [new], "SelectV2Options")
    return new


def _padded(site: Site, tensor: int, places: int) -> int:
    """So many places, those that are added with 0."""
    shape = site.shape(tensor) or ()
    if shape[1] == places:
        return tensor
    added = [(0, places - size if axis == 1 else 0) for axis, size in enumerate(shape)]
    new = site.like(tensor, (shape[0], places, *shape[2:]))
    site.run("PAD", [tensor, site.constant(added)], [new], "PadOptions")
    return new


def _apart(site: Site, tensor: int, images: int, shape: tuple[int, ...]) -> list[int]:
    """A tensor for each image."""
    if images == 1:
        return [tensor]
    parts = [site.like(tensor, shape) for _ in range(images)]
    site.run("SPLIT", [site.constant(0), tensor], parts, "SplitOptions", numSplits=images)
    return parts


def _together(site: Site, tensors: tuple[int, ...], target: int) -> None:
    site.run("CONCATENATION", tensors, [target], "ConcatenationOptions", axis=0)


CONVERTERS: Final = {OperationType.DETECTION_POSTPROCESSING: detection_postprocessing}
