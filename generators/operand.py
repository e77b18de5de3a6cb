"""Operands of a graph under construction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.hal import INFO, OperandLifeTime, OperandType
from conformance.operations import OperandView
from generators.quantization import covered, fitted

Dims = tuple[int, ...]

# Module constants: looking up an enumeration member takes longer than most random draws.
TEMPORARY: Final = OperandLifeTime.TEMPORARY_VARIABLE
MODEL_INPUT: Final = OperandLifeTime.SUBGRAPH_INPUT
MODEL_OUTPUT: Final = OperandLifeTime.SUBGRAPH_OUTPUT
COPIED: Final = OperandLifeTime.CONSTANT_COPY
REFERENCED: Final = OperandLifeTime.CONSTANT_REFERENCE
OMITTED: Final = OperandLifeTime.NO_VALUE
NAMED_SUBGRAPH: Final = OperandLifeTime.SUBGRAPH

_HUGE: Final = 1e30


class Value(OperandView):
    """An operand of the graph: the view that operations have of it, and the generator's data.

    - ``low`` and ``high``: expected range of the values; for plain integers a strict bound.
    - ``dims``: the shape; ``None`` if it is known only after execution.
    - ``lifetime``: TEMPORARY_VARIABLE may become SUBGRAPH_OUTPUT during assembly.
    - ``told``: the dimensions that the model states, if they differ from ``dims``.
    - ``open``: whether the contract leaves the contents unspecified.
    - ``target``: the index of the subgraph that a SUBGRAPH operand refers to.
    - ``uses``: the number of inputs that refer to the operand.
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
        # Set all fields of the base class here, without calling it, because this code is hot.
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
        """Whether operations may read it: it is not zero-size and its contents are specified."""
        return not self.open and (self.dims is None or 0 not in self.dims)


@dataclass(slots=True)
class Out:
    """The type, quantization and expected range of an output; its definition computes the shape."""

    type: OperandType
    scale: float = 0.0
    zero_point: int = 0
    low: float = 0.0
    high: float = 0.0


def same(value: Value, low: float | None = None, high: float | None = None) -> Out:
    """Return an output with the type and quantization of the input."""
    return Out(
        value.type,
        value.scale,
        value.zero_point,
        value.low if low is None else low,
        value.high if high is None else high,
    )


def fit(type_: OperandType, low: float, high: float, above: float = 0.0) -> Out:
    """Return an output quantized to fit its range, with a scale greater than ``above``."""
    low, high = max(low, -_HUGE), min(high, _HUGE)
    if not INFO[type_].quantized:
        return Out(type_, 0.0, 0, low, high)
    scale, zero_point = fitted(type_, low, high, above)
    least, most = covered(type_, scale, zero_point)
    return Out(type_, scale, zero_point, max(low, least), min(high, most))
