"""Operands of a graph under construction, and the outputs that constructors request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.hal import INFO, OperandLifeTime, OperandType
from conformance.operations import OperandView
from generators.construction.quantization import fit_quantization, representable_range

Dims = tuple[int, ...]

# Module constants: looking up an enumeration member takes longer than most random draws.
TEMPORARY: Final = OperandLifeTime.TEMPORARY_VARIABLE
MODEL_INPUT: Final = OperandLifeTime.SUBGRAPH_INPUT
MODEL_OUTPUT: Final = OperandLifeTime.SUBGRAPH_OUTPUT
CONSTANT_COPY: Final = OperandLifeTime.CONSTANT_COPY
CONSTANT_REFERENCE: Final = OperandLifeTime.CONSTANT_REFERENCE
NO_VALUE: Final = OperandLifeTime.NO_VALUE
SUBGRAPH: Final = OperandLifeTime.SUBGRAPH

_MAX_EXPECTED: Final = 1e30


class GeneratedOperand(OperandView):
    """An operand of the graph: the view that operation definitions read, and the generator's data.

    Attributes:
        low, high: expected range of the values; for plain integers a strict bound.
        dims: shape; ``None`` if it is known only after execution.
        lifetime: lifetime in the model; assembly changes TEMPORARY_VARIABLE to SUBGRAPH_OUTPUT for
            outputs.
        data: bytes of a model input or a constant, otherwise ``None``.
        stated_dims: dimensions that the model specifies, if they differ from ``dims``.
        contents_unspecified: whether the contract leaves the contents unspecified.
        subgraph_index: index of the subgraph that a SUBGRAPH operand refers to.
        consumer_count: number of operation inputs that refer to the operand.
        index: index of the operand in its subgraph, set by assembly.

    """

    __slots__ = (
        "consumer_count",
        "contents_unspecified",
        "data",
        "high",
        "index",
        "lifetime",
        "low",
        "stated_dims",
        "subgraph_index",
    )

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
        # The fields of the base class are set here too, because calling its ``__init__`` costs
        # noticeable time for the many operands that a campaign creates.
        self.type = type_
        self.info = info = INFO.get(type_)
        self.dims = dims
        self.scale = scale
        self.zero_point = zero_point
        self.extra_params = None
        self.value = None
        self.omitted = lifetime is NO_VALUE
        self.lifetime = lifetime
        self.low = low
        self.high = high
        self.data = data
        if data is not None:
            assert info is not None
            assert dims is not None
            self.value = np.ndarray(dims, info.dtype, data)
        self.stated_dims: Dims | None = None
        self.contents_unspecified = False
        self.subgraph_index = 0
        self.consumer_count = 0
        self.index = -1

    @property
    def readable(self) -> bool:
        """Whether operations may read the operand: its contents are specified and not empty."""
        return not self.contents_unspecified and (self.dims is None or 0 not in self.dims)


@dataclass(slots=True)
class OutputSpec:
    """The type, quantization and expected range that a constructor requests for an output.

    The shape is not part of it, because the operation's definition computes the shape.
    """

    type: OperandType
    scale: float = 0.0
    zero_point: int = 0
    low: float = 0.0
    high: float = 0.0


def output_like(
    value: GeneratedOperand, low: float | None = None, high: float | None = None
) -> OutputSpec:
    """Return an output with the type and quantization of ``value``.

    Its expected range is that of ``value``, unless ``low`` or ``high`` is specified.
    """
    return OutputSpec(
        value.type,
        value.scale,
        value.zero_point,
        value.low if low is None else low,
        value.high if high is None else high,
    )


def output_for_range(type_: OperandType, low: float, high: float, above: float = 0.0) -> OutputSpec:
    """Return an output for values from ``low`` to ``high``.

    A quantized output gets the smallest scale that covers the range and is greater than ``above``.
    """
    low, high = max(low, -_MAX_EXPECTED), min(high, _MAX_EXPECTED)
    if not INFO[type_].quantized:
        return OutputSpec(type_, 0.0, 0, low, high)
    scale, zero_point = fit_quantization(type_, low, high, above)
    least, most = representable_range(type_, scale, zero_point)
    return OutputSpec(type_, scale, zero_point, max(low, least), min(high, most))
