"""The custom operator TFLite_Detection_PostProcess, which becomes DETECTION_POSTPROCESSING.

The classes of ``flatbuffers.flexbuffers`` follow offsets and lengths without a check. This reader
therefore limits the sizes, reads single numbers only, and treats every exception as a damaged file.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping
from typing import Any, Final

from conformance.engines.tflite.lift.context import (
    Converter,
    NotExpressibleError,
    OperatorContext,
    is_static,
)
from conformance.engines.tflite.lift.model_builder import OperandDraft
from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.hal import OperandType, OperationType

_MAX_BYTES: Final = 1 << 16
_MAX_ENTRIES: Final = 128
_WIDTHS: Final = (1, 2, 4, 8)


class OptionsError(ValueError):
    """The options of a custom operator are damaged; the message states the reason."""


def read_number_map(content: bytes) -> Mapping[str, int | float | bool]:
    """Return the numbers of a map by their keys; entries of other types are left out.

    Raise ``OptionsError`` if the content is not a flexbuffer, or if its root is not a map.
    """
    if not 3 <= len(content) <= _MAX_BYTES:
        raise OptionsError(
            f"the options have {len(content)} bytes; a flexbuffer of 3 to {_MAX_BYTES} bytes was "
            "expected"
        )
    if content[-1] not in _WIDTHS:
        raise OptionsError(f"the root of a flexbuffer has 1, 2, 4 or 8 bytes, not {content[-1]}")
    try:
        return _numbers(importlib.import_module("flatbuffers.flexbuffers").GetRoot(content))
    except OptionsError:
        raise
    except Exception as error:  # the accessors raise arbitrary exceptions for damaged data
        raise OptionsError(f"a damaged flexbuffer ({type(error).__name__}: {error})") from error


def _numbers(root: Any) -> dict[str, int | float | bool]:
    if not root.IsMap:
        raise OptionsError("the root of the flexbuffer is not a map")
    entries = root.AsMap
    keys, values, count = entries.Keys, entries.Values, len(entries)
    if count > _MAX_ENTRIES or len(keys) != count:
        raise OptionsError(f"a map of {count} values and {len(keys)} keys")
    numbers = {}
    for position in range(count):
        value = values[position]
        name = keys[position].AsKey
        number: int | float | bool
        if value.IsBool:
            number = value.AsBool
        elif value.IsInt:
            number = value.AsInt
        elif value.IsFloat:
            number = value.AsFloat
            if not math.isfinite(number):
                raise OptionsError(f"{name} is {number}")
        else:
            continue
        numbers[name] = number
    return numbers


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
            op.subgraph.origin, f"custom options of {op.operator.builtin}", str(error)
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
