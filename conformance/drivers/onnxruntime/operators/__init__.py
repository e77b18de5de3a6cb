"""How each HAL operation is written with ONNX's operators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from conformance.drivers.onnxruntime.operators import (
    elementwise,
    matrices,
    movement,
    recurrent,
    reductions,
    windows,
)
from conformance.drivers.onnxruntime.site import Site
from conformance.hal import OperationType

__all__ = ["CHECKS", "TRANSLATORS"]

TRANSLATORS: Final[Mapping[OperationType, Callable[[Site], None]]] = {
    **elementwise.TRANSLATORS,
    **matrices.TRANSLATORS,
    **movement.TRANSLATORS,
    **recurrent.TRANSLATORS,
    **reductions.TRANSLATORS,
    **windows.TRANSLATORS,
}
"""By operation code. A translator may raise ``Unknown`` where it has to know what only the request
or an earlier operation brings."""

CHECKS: Final[Mapping[OperationType, Callable[[Site], None]]] = {
    **recurrent.CHECKS,
    **reductions.CHECKS,
    **windows.CHECKS,
}
"""What may raise ``DeclinedError`` has to do so here, where it is asked before all else."""
