"""Functions that lower each HAL operation to TFLite operators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from conformance.engines.tflite.lower import (
    detections,
    elementwise,
    movement,
    recurrent,
    sequences,
    windows,
)
from conformance.engines.tflite.lowering import Lowering
from conformance.hal import OperationType

_FAMILIES: Final = (detections, elementwise, movement, recurrent, sequences, windows)
CONVERTERS: Final[Mapping[OperationType, Callable[[Lowering], None]]] = {
    type_: convert for family in _FAMILIES for type_, convert in family.CONVERTERS.items()
}
"""The lowering function of each operation, by operation code.

It raises ``Declined`` for what TFLite cannot express, and ``Unknown`` if it needs a shape or
value that is known only with the request.
"""

STATES: Final = {**recurrent.STATES, **sequences.STATES}
"""The inputs of each operation that become variable tensors, which are set before the run."""
