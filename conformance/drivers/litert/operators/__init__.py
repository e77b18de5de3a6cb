"""How each HAL operation is written with TFLite's builtin operators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from conformance.drivers.litert.operators import (
    detections,
    elementwise,
    later,
    movement,
    rearranging,
    recurrent,
    sequences,
    windows,
)
from conformance.drivers.litert.site import Site
from conformance.hal import OperationType

__all__ = ["CONVERTERS", "STATES"]

CONVERTERS: Final[Mapping[OperationType, Callable[[Site], None]]] = {
    **detections.CONVERTERS,
    **elementwise.CONVERTERS,
    **later.CONVERTERS,
    **movement.CONVERTERS,
    **rearranging.CONVERTERS,
    **recurrent.CONVERTERS,
    **sequences.CONVERTERS,
    **windows.CONVERTERS,
}
"""By operation code. A converter may raise ``DeclinedError``, or ``Unknown`` where it has to know
what only the request brings."""

STATES: Final = {**recurrent.STATES, **sequences.STATES}
"""Inputs that become variable tensors: their values must be there before the run."""
