"""The table of all converters; ``tflite_import`` uses it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.engines.tflite.lift import (
    control_flow,
    detection,
    elementwise,
    layers,
    movement,
    recurrent,
)
from conformance.engines.tflite.lift.context import Converter

CONVERTERS: Final[Mapping[str, Converter]] = {
    **elementwise.CONVERTERS,
    **layers.CONVERTERS,
    **movement.CONVERTERS,
    **recurrent.CONVERTERS,
    **control_flow.CONVERTERS,
    **detection.CONVERTERS,
}
"""The converter of each operator that the contract can express, by builtin or custom name."""
