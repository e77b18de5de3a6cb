"""The table of all converters, which ``tflite_import`` uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.mlts.conversion import control_flow, elementwise, layers, movement, recurrent
from conformance.mlts.conversion.context import Converter

CONVERTERS: Final[Mapping[str, Converter]] = {
    **elementwise.CONVERTERS,
    **layers.CONVERTERS,
    **movement.CONVERTERS,
    **recurrent.CONVERTERS,
    **control_flow.CONVERTERS,
}
"""The converter of each builtin that the contract can express."""
