"""The custom operator TFLite_Detection_PostProcess, which becomes DETECTION_POSTPROCESSING."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.engines.tflite.lift.context import (
    Converter,
    NotExpressibleError,
    OperatorContext,
    is_static,
)
from conformance.engines.tflite.lift.custom_options import OptionsError, read_number_map
from conformance.engines.tflite.lift.model_builder import OperandDraft
from conformance.engines.tflite.model_file.errors import ModelFileError
from conformance.hal import OperandType, OperationType

_T: Final = OperationType
_FLOAT: Final = OperandDraft(OperandType.TENSOR_FLOAT32)
_INT: Final = OperandDraft(OperandType.TENSOR_INT32)
_BOXES, _CLASSES, _SCORES, _COUNT = range(4)
_DEFAULTS: Final = {"detections_per_class": 100, "use_regular_nms": False}


def _options(op: OperatorContext) -> dict[str, int | float | bool]:
    """Return the options by name; raise ``ModelFileError`` if the file is damaged."""
    try:
        return {**_DEFAULTS, **read_number_map(op.operator.custom_options)}
    except OptionsError as error:
        raise ModelFileError(
            op.subgraph.origin, f"custom options of {op.operator.builtin}", None, str(error)
        ) from error


class _Options:
    """The options of the operator; reading a missing one raises ``NotExpressibleError``."""

    def __init__(self, op: OperatorContext) -> None:
        self._values = _options(op)

    def number(self, name: str) -> float:
        if name not in self._values:
            raise NotExpressibleError(f"option {name} is missing")
        return self._values[name]

    def integer(self, name: str) -> int:
        value = self.number(name)
        if value != int(value):
            raise NotExpressibleError(f"option {name} is {value}, not an integer")
        return int(value)


def _detection_postprocess(op: OperatorContext) -> None:
    """Convert the operator; labels and counts, which are integers in the contract, become real."""
    options = _Options(op)
    deltas, scores, anchors = (op.as_float(position) for position in range(3))
    shape = op.operand(scores).dimensions
    if len(shape) != 3 or not is_static(shape) or shape[0] != 1:
        raise NotExpressibleError(f"scores of shape {list(shape)}, not of one image")
    classes, boxes = options.integer("num_classes"), options.integer("max_detections")
    regular = bool(options.number("use_regular_nms"))
    per_box = options.integer("max_classes_per_detection")
    if not 1 <= per_box <= classes:
        raise NotExpressibleError(f"{per_box} classes per detection, of {classes} classes")
    if regular and per_box != 1:
        raise NotExpressibleError("more than one class per detection with the regular algorithm")
    if shape[2] == classes:
        scores = _with_background(op, scores, shape)
    elif shape[2] != classes + 1:
        raise NotExpressibleError(f"{shape[2]} scores for each box, but {classes} classes")
    entries = boxes * per_box
    inputs = [scores, deltas, anchors]
    inputs += [op.float32(options.number(f"{side}_scale")) for side in "yxhw"]
    inputs += [op.boolean(regular), op.int32(boxes), op.int32(per_box)]
    inputs.append(op.int32(options.integer("detections_per_class")))
    inputs += [op.float32(options.number(f"nms_{kind}_threshold")) for kind in ("score", "iou")]
    inputs.append(op.boolean(False))
    labels, count = op.temporary(_INT, (1, entries)), op.temporary(_INT, (1,))
    op.emit(
        _T.DETECTION_POSTPROCESSING,
        inputs,
        [op.output(_SCORES), op.output(_BOXES), labels, count],
    )
    op.emit(_T.CAST, [labels], op.output(_CLASSES))
    if per_box == 1:
        op.emit(_T.CAST, [count], op.output(_COUNT))
        return
    # The file counts boxes, the contract counts pairs of a box and a class.
    pairs = op.temporary(_FLOAT, (1,))
    op.emit(_T.CAST, [count], pairs)
    divisor = op.filled(_FLOAT, (1,), per_box)
    op.emit(_T.DIV, [pairs, divisor, op.int32(0)], op.output(_COUNT))


def _with_background(op: OperatorContext, scores: int, shape: tuple[int, ...]) -> int:
    """Append scores of 0 for the background, class 0 of the contract; return the result."""
    background = op.filled(_FLOAT, (*shape[:2], 1), 0)
    joined = op.temporary(_FLOAT, (*shape[:2], shape[2] + 1))
    op.emit(_T.CONCATENATION, [background, scores, op.int32(2)], joined)
    return joined


CONVERTERS: Final[Mapping[str, Converter]] = {
    "CUSTOM:TFLite_Detection_PostProcess": _detection_postprocess
}
"""The converters of custom operators, by name."""
