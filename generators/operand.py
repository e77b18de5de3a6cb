"""Operands of a graph while it is being made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.hal import INFO, OperandLifeTime, OperandType
from conformance.operations import OperandView
from generators.quantization import covered, fitted

Dims = tuple[int, ...]

# Names of their own: looking up an enumeration's member costs more than most draws.
TEMPORARY: Final = OperandLifeTime.TEMPORARY_VARIABLE
MODEL_INPUT: Final = OperandLifeTime.SUBGRAPH_INPUT
MODEL_OUTPUT: Final = OperandLifeTime.SUBGRAPH_OUTPUT
COPIED: Final = OperandLifeTime.CONSTANT_COPY
REFERENCED: Final = OperandLifeTime.CONSTANT_REFERENCE
OMITTED: Final = OperandLifeTime.NO_VALUE
NAMED_SUBGRAPH: Final = OperandLifeTime.SUBGRAPH

_HUGE: Final = 1e30


class Value(OperandView):
    """An operand of the graph, as calls of operations see it and with what only the graph knows.

    ``low`` and ``high`` are the values to be expected; for plain integers they are bounds.
    ``dims`` is ``None`` where only an execution tells the shape. ``lifetime`` TEMPORARY_VARIABLE
    may become SUBGRAPH_OUTPUT in the end. ``told`` are the dimensions that the model states, where
    they are not ``dims``. ``open`` says that the contract leaves the contents open. ``target`` is
    the number of the subgraph that a SUBGRAPH operand names.
    """

    __slots__ = ("data", "high", "index", "lifetime", "low", "open", "target", "told", "uses")

    dims: Dims | None

    def __init__(
        self,
        type_: OperandType,
        dims: Dims | None,
        lifetime: OperandLifeTime,
        scale: float = 0.0,
        zero_point: int = 0,
        low: float = 0.0,
        high: float = 0.0,
        data: bytes | None = None,
    ) -> None:
        # All that the base class has, set here: every operand of every graph comes this way.
        self.type = type_
        self.info = info = INFO.get(type_)
        self.dims = dims
        self.scale = scale
        self.zero_point = zero_point
        self.extra_params = None
        self.value = None
        self.omitted = lifetime is OMITTED
        self.lifetime = lifetime
        self.low = low
        self.high = high
        self.data = data
        if data is not None:
            assert info is not None
            assert dims is not None
            self.value = np.ndarray(dims, info.dtype, data)
        self.told: Dims | None = None
        self.open = False
        self.target = 0
        self.uses = 0
        self.index = -1

    @property
    def readable(self) -> bool:
        """Whether any operation may read it: it has elements, and the contract tells them."""
        return not self.open and (self.dims is None or 0 not in self.dims)


@dataclass(slots=True)
class Out:
    """What an output is to be; its shape is the definition's business."""

    type: OperandType
    scale: float = 0.0
    zero_point: int = 0
    low: float = 0.0
    high: float = 0.0


def same(value: Value, low: float | None = None, high: float | None = None) -> Out:
    """An output of the input's type and quantization."""
    return Out(
        value.type,
        value.scale,
        value.zero_point,
        value.low if low is None else low,
        value.high if high is None else high,
    )


def fit(type_: OperandType, low: float, high: float, above: float = 0.0) -> Out:
    """An output with a quantization that suits its range, its scale exceeding ``above``."""
    low, high = max(low, -_HUGE), min(high, _HUGE)
    if not INFO[type_].quantized:
        return Out(type_, 0.0, 0, low, high)
    scale, zero_point = fitted(type_, low, high, above)
    least, most = covered(type_, scale, zero_point)
    return Out(type_, scale, zero_point, max(low, least), min(high, most))
