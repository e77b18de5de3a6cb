"""Functions that lower each HAL operation to ONNX operators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from conformance.engines.onnx.graphs import Lowering
from conformance.engines.onnx.lower import (
    elementwise,
    matrices,
    movement,
    recurrent,
    reductions,
    windows,
)
from conformance.hal import OperationType

_FAMILIES: Final = (elementwise, matrices, movement, recurrent, reductions, windows)
TRANSLATORS: Final[Mapping[OperationType, Callable[[Lowering], None]]] = {
    type_: translate for family in _FAMILIES for type_, translate in family.TRANSLATORS.items()
}
"""The lowering function of each operation, by operation code.

It raises ``Unknown`` if it needs a shape or value that is known only with the request or after an
earlier operation has run.
"""

CHECKS: Final[Mapping[OperationType, Callable[[Lowering], None]]] = {
    **recurrent.CHECKS,
    **reductions.CHECKS,
    **windows.CHECKS,
}
"""The functions that decline calls which ONNX cannot express, by operation code.

They run before the lowering functions, which must not raise ``Declined``.
"""
