"""MEAN over any axes, in exact rational arithmetic."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    Q8,
    Q8S,
    SpecCase,
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    all_types,
    collect_files,
    dequantize,
    float32,
    int32_vector,
    output,
    quantize,
    tensor_input,
)

SOURCE = "specs/scripts/mean.py (exact rational arithmetic)."

SETTINGS: dict[str, tuple[tuple[int, ...], tuple[int, ...], int]] = {
    "rank_1": ((4,), (0,), 0),
    "rank_1_keep": ((4,), (0,), 1),
    "rank_2_rows": ((3, 2), (0,), 0),
    "rank_2_columns": ((3, 2), (1,), 0),
    "rank_2_columns_keep": ((2, 5), (-1,), 1),
    "rank_2_all": ((2, 3), (0, 1), 0),
    "rank_2_all_keep": ((2, 3), (0, 1), 1),
    "rank_3_middle": ((2, 3, 2), (1,), 0),
    "rank_3_outer": ((2, 3, 2), (0, 2), 0),
    "rank_3_negative": ((2, 3, 2), (-2, -3), 1),
    "rank_3_unsorted": ((2, 2, 3), (2, 0), 0),
    "rank_3_repeated": ((2, 2, 3), (1, 1, -2), 0),
    "rank_4_spatial": ((2, 3, 2, 2), (1, 2), 0),
    "rank_4_spatial_keep": ((2, 3, 2, 2), (1, 2), 1),
    "rank_4_all": ((1, 2, 2, 3), (0, 1, 2, 3), 0),
    "size_1_axis": ((2, 1, 3, 1), (1, -1), 0),
}


def mean(
    x: Sequence[Fraction], dims: Sequence[int], axes: Sequence[int], keep: int
) -> tuple[list[int], list[Fraction]]:
    """Return output dimensions and values; repeated axes count once."""
    reduced = {axis % len(dims) for axis in axes}
    groups: dict[tuple[int, ...], list[Fraction]] = {}
    for value, index in zip(x, itertools.product(*map(range, dims)), strict=True):
        kept = tuple(i for axis, i in enumerate(index) if axis not in reduced)
        groups.setdefault(kept, []).append(value)
    out = [1 if axis in reduced else size for axis, size in enumerate(dims)]
    if not keep:
        out = [size for axis, size in enumerate(dims) if axis not in reduced] or [1]
    return out, [sum(group, Fraction(0)) / len(group) for group in groups.values()]


def real_case(name: str, dims: tuple[int, ...], axes: tuple[int, ...], keep: int) -> SpecCase:
    """Return a case in all types, with the first seed that has no mean halfway between two codes.
    """
    for seed in itertools.count(600):
        x = LinearCongruentialGenerator(seed).grid(prod(dims), -8, 8, 0.5)
        out, exact = mean([Fraction(value) for value in x], dims, axes, keep)
        try:
            for value in exact:
                quantize(value, Q8, 0.5, 100)
        except ValueError:
            continue
        break
    tensors = [tensor_input("x", F32, dims), output("y", F32, out)]
    step = ("MEAN", [tensors[0], int32_vector("axes", axes), keep], [tensors[1]])
    y = [float32(value) for value in exact]
    return SpecCase(name, [step], [{"x": x, "y": y}], all_types(tensors, 0.5, 100, "V1_1"))


def code_case(type_: str) -> SpecCase:
    """Return a case with codes over the whole range and many summands."""
    dims, axes = (2, 5, 6, 3), (1, 2)
    low = -128 if type_ == Q8S else 0
    scale, zero = 0.8, 5 if low else 133
    x = [low + code for code in LinearCongruentialGenerator(660).integers(prod(dims), 0, 255)]
    x[::6] = [low + 255] * len(x[::6])
    out, exact = mean([dequantize(code, scale, zero) for code in x], dims, axes, 0)
    y = [quantize(value, type_, scale, zero) for value in exact]
    operands = [tensor_input("x", type_, dims, scale, zero), int32_vector("axes", axes), 0]
    signed = "_signed" if low else ""
    step = ("MEAN", operands, [output("y", type_, out, scale, zero)])
    return SpecCase(
        f"codes{signed}",
        [step],
        [{"x": x, "y": y}],
        {"V1_3" if low else "V1_1": [DEFAULT]},
        "Sums that need far more than 8 bits.",
    )


def cases() -> Iterator[SpecCase]:
    """Return all cases."""
    for name, (dims, axes, keep) in SETTINGS.items():
        yield real_case(name, dims, axes, keep)
    yield code_case(Q8)
    yield code_case(Q8S)


def files() -> dict[str, str]:
    """Return the spec files by path."""
    spec = GeneratedSpecFile(
        "V1_1/mean.mod.py",
        "MEAN: one, several and all axes, negative, repeated and unsorted ones, kept and removed "
        "dimensions, all types.",
        SOURCE,
    )
    spec.add(*cases())
    return collect_files(spec)


def cross_check() -> str:
    """Compare the expected values with LiteRT."""
    tally = _litert_runner.ComparisonTally()
    for case in cases():
        operand = next(item for item in case.operands() if item.name == "axes")
        axes = np.array(operand.value)
        keep = bool(case.steps[0][1][2])
        _litert_runner.check_case(
            tally, case, "MEAN", "ReducerOptions", {"keepDims": keep}, tensors=["x", axes]
        )
    return str(tally)
