"""Random calls of single operations, from which witnesses of faults are chosen.

The sampler is independent of the suite's specs and of its random graphs. It knows the operands of
each operation from the contract, draws shapes, attributes and values widely, and leaves it to the
validator to reject illegal calls.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from conformance.hal import INFO, SymmPerChannelQuantParams
from conformance.hal import OperandType as T
from conformance.operations.definition.operands import Array

CODE_TYPES: Final = (T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED)


@dataclass
class SampledOperand:
    """One operand of a sampled call; ``array`` is ``None`` for an omitted operand."""

    type: T
    array: Array | None
    scale: float = 0.0
    zero_point: int = 0
    constant: bool = False
    extra: SymmPerChannelQuantParams | None = None


@dataclass(frozen=True)
class ForcedInput:
    """The properties of an operand that an earlier operation computes."""

    type: T
    shape: tuple[int, ...]
    scale: float
    zero_point: int


@dataclass
class CallSampler:
    """Draws the operands of one call; the methods append operands in the contract's order."""

    random: np.random.Generator
    type: T
    operation: str = ""
    forced: ForcedInput | None = None
    forced_index: int | None = None
    operands: list[SampledOperand] = field(default_factory=list)
    results: list[tuple[float, int]] = field(default_factory=list)
    """Scale and zero point of each output, if the operation prescribes them or has several."""

    @property
    def quantized(self) -> bool:
        return self.type in CODE_TYPES

    def chance(self, share: float) -> bool:
        return bool(self.random.random() < share)

    def pick(self, *values: Any) -> Any:
        return values[int(self.random.integers(len(values)))]

    def size(self, low: int = 1, high: int = 7) -> int:
        """Return a size; now and then a long one."""
        if self.chance(0.12):
            return int(self.pick(9, 10, 13, 16, 17, 33, 40, 65))
        return int(self.random.integers(low, high + 1))

    def shape(self, low: int = 1, high: int = 4) -> tuple[int, ...]:
        """Return a shape of a random rank."""
        if self.forced is not None and self.forced_index is None:
            if not low <= len(self.forced.shape) <= high:
                raise ValueError("the operation has no such rank")
            return self.forced.shape
        rank = int(self.random.integers(low, high + 1))
        shape = tuple(self.size(high=9 if rank < 3 else 5) for _ in range(rank))
        if self.chance(0.06):
            long = int(self.pick(257, 300, 1025))
            shape = (*(1 for _ in shape[1:]), long) if shape else shape
        return shape if math.prod(shape) <= 6000 else self.shape(low, high)

    def quantization(self, type_: T) -> tuple[float, int]:
        """Return a random scale and zero point."""
        info = INFO[type_]
        if not info.quantized:
            return 0.0, 0
        low, high = info.zero_points
        ends = (low, high, (low + high + 1) // 2)
        zero = int(self.pick(*ends, *self.random.integers(low, high + 1, 3)))
        scale = float(np.float32(self.pick(0.5, 0.1, 0.02, 1.0, 0.007, 2.5)))
        return scale, zero

    def values(self, shape: tuple[int, ...], type_: T, low: float = -6, high: float = 6) -> Array:
        """Return random values: codes over the whole range, reals sometimes large or special."""
        dtype = INFO[type_].dtype
        if dtype.kind == "b":
            return self.random.integers(0, 2, shape).astype(dtype)
        if dtype.kind in "iu" and INFO[type_].quantized:
            codes = np.iinfo(dtype)
            return self.random.integers(codes.min, codes.max + 1, shape).astype(dtype)
        if dtype.kind in "iu":
            most = self.pick(10, 10, 100, 2**30)
            return self.random.integers(-most, most + 1, shape).astype(dtype)
        values = self.random.uniform(low, high, shape)
        if (low, high) != (-6, 6):
            return values.astype(dtype)
        region = self.random.random()
        if region < 0.15:
            values *= self.pick(20, 50, 1000)
        elif region < 0.2:
            values = np.trunc(values)
        elif region < 0.4:
            special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-5, 6e4, -6e4, 0.5, -0.5])
            values = np.where(
                self.random.random(shape) < 0.4, self.random.choice(special, shape), values
            )
        return values.astype(dtype)

    def tensor(
        self,
        shape: tuple[int, ...],
        type_: T | None = None,
        *,
        low: float = -6,
        high: float = 6,
        array: Array | None = None,
        quantization: tuple[float, int] | None = None,
        constant: float = 0.25,
    ) -> SampledOperand:
        """Append a tensor of random values, or with the values of ``array``."""
        kind = type_ or self.type
        forced = self.forced
        if forced is not None and self.forced_index is None and kind == forced.type:
            if shape != forced.shape:
                raise ValueError("the operation has no operand of this shape")
            self.forced_index = len(self.operands)
            quantization, constant = (forced.scale, forced.zero_point), 0.0
        if array is None:
            array = self.values(shape, kind, low, high)
        scale, zero = quantization or self.quantization(kind)
        operand = SampledOperand(
            kind, array.astype(INFO[kind].dtype), scale, zero, self.chance(constant)
        )
        self.operands.append(operand)
        return operand

    def like(self, other: SampledOperand, shape: tuple[int, ...]) -> SampledOperand:
        """Append a tensor of the type and quantization of another one."""
        return self.tensor(shape, other.type, quantization=(other.scale, other.zero_point))

    def ints(self, values: Any, constant: float = 0.75) -> None:
        """Append a TENSOR_INT32."""
        array = np.array(values, np.int32)
        self.tensor(array.shape, T.TENSOR_INT32, array=array, constant=constant)

    def scalars(self, *values: Any) -> None:
        """Append constant scalars: BOOL, INT32, or a real number of the tensor's width."""
        for value in values:
            kind = T.FLOAT16 if self.type in (T.TENSOR_FLOAT16, T.FLOAT16) else T.FLOAT32
            if isinstance(value, bool | np.bool_):
                kind = T.BOOL
            elif isinstance(value, int | np.integer):
                kind = T.INT32
            array = np.array(value, INFO[kind].dtype)
            self.operands.append(SampledOperand(kind, array, constant=True))

    def omitted(self, count: int = 1) -> None:
        """Append operands without a value."""
        for _ in range(count):
            self.operands.append(SampledOperand(self.type, None))

    def axis(self, rank: int) -> int:
        return int(self.random.integers(-rank, rank))

    def optional(self, *values: Any) -> None:
        """Append trailing scalars, or stop somewhere: the rest has its default."""
        count = int(self.random.integers(0, len(values) + 1))
        self.scalars(*values[:count])


Template = Callable[[CallSampler], None]
TEMPLATES: Final[dict[str, Template]] = {}
"""The function that draws a call's operands, by the name of the operation."""


def template(*names: str) -> Callable[[Template], Template]:
    """Return a decorator that registers the template of these operations."""

    def register(function: Template) -> Template:
        for name in names:
            TEMPLATES[name] = function
        return function

    return register
