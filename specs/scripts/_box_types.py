"""Data types of the box operations: the type of each operand in each variation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    I32,
    Q8,
    Q8S,
    RELAXED,
    WrittenOperand,
    Step,
    DataTypeVariation,
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
    """Return the variations of every type, by version.

    ``codes`` maps 8-bit operands to their scale and unsigned zero point. ``boxes`` are the
    corresponding 16-bit operands, and ``anchors`` the symmetric ones.
    """
    wide: dict[str, tuple[object, ...]] = dict.fromkeys(boxes, (Q16, 1 / GRID, 0))
    wide |= dict.fromkeys(anchors, (Q16_SYMM, 1 / GRID, 0))
    unsigned = {name: (Q8, scale, zero) for name, (scale, zero) in codes.items()}
    signed = {name: (Q8S, scale, zero - 128) for name, (scale, zero) in codes.items()}
    out: dict[str, list[Variation]] = {"V1_2": [DEFAULT, RELAXED, FLOAT16] if floats else []}
    if quantized:
        out["V1_2"].append(DataTypeVariation("quant8", {**unsigned, **wide}))
        out["V1_3"] = [DataTypeVariation("quant8_signed", {**signed, **wide})]
    return out


Feed = dict[str, Sequence[Any]]


def as_floats(step: Step, feed: Feed) -> tuple[list[Step], Feed]:
    """Return the step followed by a CAST of each INT32 output to float.

    The comparison accepts a difference of 1 for integers, but is stricter for floats.
    """
    operation, inputs, outputs = step
    steps: list[Step] = []
    made: list[WrittenOperand] = []
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
    """Return a nested list flattened."""
    if isinstance(values, list | tuple):
        return [leaf for value in values for leaf in flat(value)]
    return [values]


def nested(values: Sequence[Any], dims: Sequence[int]) -> Any:
    """Return a row-major list as nested lists."""
    if len(dims) <= 1:
        return list(values)
    step = len(values) // dims[0]
    parts = [values[i * step : (i + 1) * step] for i in range(dims[0])]
    return [nested(part, dims[1:]) for part in parts]


def fractions(values: Any) -> Any:
    """Return the same nested numbers as fractions."""
    if isinstance(values, list | tuple):
        return [fractions(value) for value in values]
    return Fraction(values)


def require_on_grid(name: str, values: Iterable[Any]) -> None:
    """Raise ``ValueError`` for given positions that 16 bits cannot represent."""
    for value in values:
        if (Fraction(value) * GRID).denominator != 1:
            raise ValueError(f"{name}: {value} is not a multiple of 1/{GRID}")


def refuse_near_ties(name: str, values: Iterable[Any]) -> None:
    """Raise ``ValueError`` for computed positions near a tie between two 16-bit codes."""
    for value in values:
        steps = Fraction(value) * GRID
        if abs(steps - floor(steps) - Fraction(1, 2)) < Fraction(1, 500):
            raise ValueError(f"{name}: {float(value)} is near a rounding tie")
