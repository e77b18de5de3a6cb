"""Data types of the operations on boxes: which variation gives which operand which type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from specs.scripts._emit import (
    DEFAULT,
    F32,
    FLOAT16,
    I32,
    Q8,
    Q8S,
    RELAXED,
    Operand,
    Step,
    Typed,
    Variation,
    internal,
    output,
)

Q16 = "TENSOR_QUANT16_ASYMM"
Q16_SYMM = "TENSOR_QUANT16_SYMM"
GRID = 8
"""Quantized positions are multiples of 1/8."""


def versions(
    codes: Mapping[str, tuple[float, int]],
    boxes: Sequence[str] = (),
    anchors: Sequence[str] = (),
    *,
    quantized: bool = True,
    floats: bool = True,
) -> dict[str, list[Variation]]:
    """Every type: ``codes`` maps operands of 8 bits to scale and unsigned zero point.

    ``boxes`` are operands of 16 bits beside them, ``anchors`` symmetric ones.
    """
    wide: dict[str, tuple[object, ...]] = dict.fromkeys(boxes, (Q16, 1 / GRID, 0))
    wide |= dict.fromkeys(anchors, (Q16_SYMM, 1 / GRID, 0))
    unsigned = {name: (Q8, scale, zero) for name, (scale, zero) in codes.items()}
    signed = {name: (Q8S, scale, zero - 128) for name, (scale, zero) in codes.items()}
    out: dict[str, list[Variation]] = {"V1_2": [DEFAULT, RELAXED, FLOAT16] if floats else []}
    if quantized:
        out["V1_2"].append(Typed("quant8", {**unsigned, **wide}))
        out["V1_3"] = [Typed("quant8_signed", {**signed, **wide})]
    return out


Feed = dict[str, Sequence[Any]]


def as_floats(step: Step, feed: Feed) -> tuple[list[Step], Feed]:
    """The step with a CAST of each INT32 output: integers are compared to within 1, floats more
    strictly.
    """
    operation, inputs, outputs = step
    steps: list[Step] = []
    made: list[Operand] = []
    fed = dict(feed)
    for item in outputs:
        if item.type_ != I32:
            made.append(item)
            continue
        made.append(internal(item.name, I32, item.dims))
        name = f"{item.name}_as_floats"
        steps.append(("CAST", [made[-1]], [output(name, F32, item.dims)]))
        fed[name] = [float(value) for value in fed.pop(item.name)]
    return [(operation, inputs, made), *steps], fed


def flat(values: Any) -> list[Any]:
    """A nested list flattened."""
    if isinstance(values, list | tuple):
        return [leaf for value in values for leaf in flat(value)]
    return [values]


def nested(values: Sequence[Any], dims: Sequence[int]) -> Any:
    """A row-major list as nested lists."""
    if len(dims) <= 1:
        return list(values)
    step = len(values) // dims[0]
    parts = [values[i * step : (i + 1) * step] for i in range(dims[0])]
    return [nested(part, dims[1:]) for part in parts]


def fractions(values: Any) -> Any:
    """The same nested numbers as fractions."""
    if isinstance(values, list | tuple):
        return [fractions(value) for value in values]
    return Fraction(values)


def on_grid(name: str, values: Iterable[Any]) -> None:
    """Refuse given positions that 16 bits cannot hold."""
    for value in values:
        if (Fraction(value) * GRID).denominator != 1:
            raise ValueError(f"{name}: {value} is no multiple of 1/{GRID}")


def off_ties(name: str, values: Iterable[Any]) -> None:
    """Refuse computed positions near a tie between two codes of 16 bits."""
    for value in values:
        steps = Fraction(value) * GRID
        if abs(steps - floor(steps) - Fraction(1, 2)) < Fraction(1, 500):
            raise ValueError(f"{name}: {float(value)} is near a rounding tie")
