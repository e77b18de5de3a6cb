"""Small graphs of operations whose formulas are written out in numpy, for ``patterns.py``.

All numbers are multiples of small powers of 2, so that sums and products are exact in double
precision and usually in float32. Nothing of this project is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    RELAXED,
    LinearCongruentialGenerator,
    SpecCase,
    Step,
    Variation,
    WrittenOperand,
    internal,
    parameter,
    quantize,
    tensor_input,
)

EVERYWHERE: Mapping[str, Sequence[Variation]] = {"V1_0": [DEFAULT, RELAXED], "V1_2": [FLOAT16]}
SINCE_1_1: Mapping[str, Sequence[Variation]] = {"V1_1": [DEFAULT, RELAXED], "V1_2": [FLOAT16]}
SINCE_1_2: Mapping[str, Sequence[Variation]] = {"V1_2": [DEFAULT, RELAXED, FLOAT16]}
SINCE_1_3: Mapping[str, Sequence[Variation]] = {"V1_3": [DEFAULT, RELAXED, FLOAT16]}


@dataclass(frozen=True)
class Value:
    """An operand with its real values."""

    operand: WrittenOperand
    real: np.ndarray


class Pattern:
    """A graph under construction: each call adds an operand or an operation."""

    def __init__(self, name: str, seed: int, description: str = "") -> None:
        self.name, self.description = name, description
        self._draw = LinearCongruentialGenerator(seed)
        self._steps: list[Step] = []
        self._constants = 0
        self._feed: dict[str, Sequence[object]] = {}

    def numbers(self, *dims: int, step: float = 0.25, most: float = 2.0) -> np.ndarray:
        """Return random multiples of ``step`` from ``-most`` to ``most``."""
        return np.array(self._draw.grid(int(np.prod(dims)), -most, most, step)).reshape(dims)

    def input(self, real: np.ndarray, type_: str = F32, scale: float = 0.0, zero: int = 0) -> Value:
        """Return a model input with these real values, which the type must represent."""
        operand = tensor_input(f"x{len(self._feed)}", type_, real.shape, scale, zero)
        self._feed[operand.name] = _stored(real, operand)
        return Value(operand, real)

    def constant(
        self, real: np.ndarray, type_: str = F32, scale: float = 0.0, zero: int = 0
    ) -> Value:
        """Return a constant with these real values."""
        self._constants += 1
        name = f"c{self._constants}"
        plain = parameter(name, type_, real.shape, real.ravel().tolist(), scale, zero)
        return Value(replace(plain, value=_stored(real, plain)), real)

    def apply(
        self,
        operation: str,
        arguments: Sequence[object],
        *results: np.ndarray,
        type_: str = F32,
        scale: float = 0.0,
        zero: int = 0,
    ) -> Value:
        """Add an operation; return its first result, whose values are ``results[0]``."""
        values = self.apply_all(operation, arguments, results, type_=type_, scale=scale, zero=zero)
        return values[0]

    def apply_all(
        self,
        operation: str,
        arguments: Sequence[object],
        results: Sequence[np.ndarray],
        *,
        type_: str = F32,
        scale: float = 0.0,
        zero: int = 0,
    ) -> list[Value]:
        """Add an operation with several results of one type; return all of them."""
        names = [f"t{len(self._steps)}_{position}" for position in range(len(results))]
        values = [
            Value(internal(name, type_, real.shape, scale, zero), real)
            for name, real in zip(names, results, strict=True)
        ]
        inputs = [a.operand if isinstance(a, Value) else a for a in arguments]
        self._steps.append((operation, inputs, [value.operand for value in values]))
        return values

    def case(
        self, versions: Mapping[str, Sequence[Variation]] = EVERYWHERE, *outputs: Value
    ) -> SpecCase:
        """Return the spec case; its outputs are ``outputs``."""
        names = {value.operand.name: value for value in outputs}

        def finished(operand: object) -> object:
            if isinstance(operand, WrittenOperand) and operand.name in names:
                return replace(operand, kind="Output")
            return operand

        steps = [
            (operation, list(map(finished, inputs)), list(map(finished, targets)))
            for operation, inputs, targets in self._steps
        ]
        feed = dict(self._feed)
        for name, value in names.items():
            feed[name] = _stored(value.real, value.operand)
        return SpecCase(self.name, steps, [feed], versions, self.description)  # type: ignore[arg-type]


def _stored(real: np.ndarray, operand: WrittenOperand) -> list[object]:
    """Return the real values as the operand stores them: codes for quantized types."""
    if operand.type_.startswith("TENSOR_QUANT8"):
        codes = (quantize(v, operand.type_, operand.scale, operand.zero_point) for v in real.flat)
        return list(codes)
    if operand.type_ == "TENSOR_INT32":
        factor = operand.scale or 1.0
        return [round(v / factor) for v in real.flat]
    if operand.type_ == "TENSOR_BOOL8":
        return [bool(v) for v in real.flat]
    return [float(v) for v in real.flat]


# ---------------------------------------------------------------------------------- formulas


def relu(x: np.ndarray, low: float = 0.0, high: float = np.inf) -> np.ndarray:
    """Return the values limited to an activation's range."""
    return np.clip(x, low, high)


def windows(
    x: np.ndarray, height: int, width: int, strides: tuple[int, int] = (1, 1)
) -> np.ndarray:
    """Return the windows of an NHWC image: [batch, row, column, height, width, channel]."""
    rows = range(0, x.shape[1] - height + 1, strides[0])
    columns = range(0, x.shape[2] - width + 1, strides[1])
    return np.array(
        [[[b[r : r + height, c : c + width] for c in columns] for r in rows] for b in x]
    )


def convolution(
    x: np.ndarray, filters: np.ndarray, bias: np.ndarray, strides: tuple[int, int] = (1, 1)
) -> np.ndarray:
    """Return CONV_2D without padding; filters are [out, height, width, in]."""
    parts = windows(x, *filters.shape[1:3], strides)
    return np.asarray(np.einsum("brchwi,ohwi->brco", parts, filters) + bias)


def depthwise(x: np.ndarray, filters: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Return DEPTHWISE_CONV_2D with multiplier 1, without padding."""
    return np.asarray(
        np.einsum("brchwi,hwi->brci", windows(x, *filters.shape[1:3]), filters[0]) + bias
    )


def pooled(x: np.ndarray, height: int, width: int, reduce: Callable[..., np.ndarray]) -> np.ndarray:
    """Return the reduced windows of an image, without padding and with strides of 1."""
    return np.asarray(reduce(windows(x, height, width), axis=(3, 4)))


def padded(x: np.ndarray, top: int, bottom: int, left: int, right: int) -> np.ndarray:
    """Return an NHWC image with zeros around."""
    return np.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)))


def space_to_batch(x: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """Return SPACE_TO_BATCH_ND of an image whose sizes are multiples of the block's."""
    batch, height, width, depth = x.shape
    parts = x.reshape(batch, height // rows, rows, width // columns, columns, depth)
    order = parts.transpose(2, 4, 0, 1, 3, 5)
    return order.reshape(rows * columns * batch, height // rows, width // columns, depth)


def batch_to_space(x: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """Return BATCH_TO_SPACE_ND."""
    batch, height, width, depth = x.shape
    parts = x.reshape(rows, columns, batch // (rows * columns), height, width, depth)
    order = parts.transpose(2, 3, 0, 4, 1, 5)
    return order.reshape(batch // (rows * columns), height * rows, width * columns, depth)


def space_to_depth(x: np.ndarray, block: int) -> np.ndarray:
    """Return SPACE_TO_DEPTH."""
    batch, height, width, depth = x.shape
    parts = x.reshape(batch, height // block, block, width // block, block, depth)
    order = parts.transpose(0, 1, 3, 2, 4, 5)
    return order.reshape(batch, height // block, width // block, depth * block * block)


def logistic(x: np.ndarray) -> np.ndarray:
    """Return 1 / (1 + e^-x)."""
    return np.asarray(1 / (1 + np.exp(-x)))


def softmax(x: np.ndarray) -> np.ndarray:
    """Return e^x divided by the sum along the last axis."""
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))
