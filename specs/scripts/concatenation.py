"""CONCATENATION: rows joined; inputs with different quantizations are requantized exactly.

A requantized code is the exact real value in the output's quantization, rounded to nearest with
ties away from zero, and clamped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    Q8,
    Q8S,
    SpecCase,
    all_types,
    dequantize,
    output,
    quantize,
    tensor_input,
)
from specs.scripts._data_movement import (
    Family,
    Index,
    numbered,
    write,
)

SOURCE = "specs/scripts/concatenation.py (index arithmetic)."


def concatenation_cases() -> Iterator[SpecCase]:
    """Return cases with every axis of every rank, one to four inputs, and different quantizations.
    """

    def joined(shapes: Sequence[Index], axis: int, data: Sequence[Sequence[float]]) -> list[float]:
        outer = prod(shapes[0][:axis])
        out: list[float] = []
        for row in range(outer):
            for dims, values in zip(shapes, data, strict=True):
                size = prod(dims[axis:])
                out += values[row * size : (row + 1) * size]
        return out

    settings: dict[str, tuple[tuple[Index, ...], int]] = {
        "rank_1": (((2,), (3,)), 0),
        "one_input": (((2, 2),), 1),
        "rank_2_axis_0": (((1, 3), (2, 3), (1, 3)), 0),
        "rank_2_axis_1": (((2, 1), (2, 3)), 1),
        "rank_3_axis_1": (((2, 1, 2), (2, 2, 2)), 1),
        "rank_3_axis_2": (((2, 2, 1), (2, 2, 1), (2, 2, 2), (2, 2, 1)), 2),
        "rank_4_axis_0": (((1, 1, 2, 2), (2, 1, 2, 2)), 0),
        "rank_4_axis_1": (((1, 2, 1, 3), (1, 1, 1, 3)), 1),
        "rank_4_axis_2": (((2, 1, 1, 2), (2, 1, 2, 2)), 2),
        "rank_4_axis_3": (((1, 2, 2, 1), (1, 2, 2, 2)), 3),
    }
    for name, (shapes, axis) in settings.items():
        data = [numbered(prod(dims), -3.0 + 10 * i) for i, dims in enumerate(shapes)]
        inputs = [tensor_input(f"x{i}", F32, dims) for i, dims in enumerate(shapes)]
        out = list(shapes[0])
        out[axis] = sum(dims[axis] for dims in shapes)
        y = output("y", F32, out)
        feed: dict[str, Sequence[float]] = {f"x{i}": x for i, x in enumerate(data)}
        feed["y"] = joined(shapes, axis, data)
        yield SpecCase(
            name,
            [("CONCATENATION", [*inputs, axis], [y])],
            [feed],
            all_types([*inputs, y], 0.5, 100, "V1_0"),
        )

    for type_, shift in ((Q8, 0), (Q8S, 128)):
        quants = [(0.5, 128 - shift), (0.25, 3 - shift), (1.7, 200 - shift)]
        to = (0.5, 128 - shift)
        codes = [[0, 1, 127, 128, 200, 255], [0, 3, 7, 100, 253, 255], [0, 150, 199, 201, 230, 255]]
        shifted = [[code - shift for code in row] for row in codes]
        real = [
            [quantize(dequantize(code, *quant), type_, *to, allow_tie=True) for code in row]
            for row, quant in zip(shifted, quants, strict=True)
        ]
        inputs = [tensor_input(f"x{i}", type_, (2, 3), *quants[i]) for i in range(3)]
        feed = {f"x{i}": row for i, row in enumerate(shifted)}
        feed["y"] = joined([(2, 3)] * 3, 1, real)
        signed = "_signed" if shift else ""
        step = ("CONCATENATION", [*inputs, 1], [output("y", type_, (2, 9), *to)])
        yield SpecCase(
            f"mixed_quantization{signed}",
            [step],
            [feed],
            {"V1_3" if shift else "V1_2": [DEFAULT]},
            "Each input has its own scale; the first has the output's. Includes exact ties "
            "and values beyond the output's range.",
        )


FAMILY: Family = {
    "CONCATENATION": (
        "V1_0",
        concatenation_cases,
        (
            "every axis of every rank, one to four inputs, all types, inputs with their own "
            "quantization (1.2)."
        ),
    ),
}


def files() -> dict[str, str]:
    """Return the spec files by path."""
    return write(FAMILY, SOURCE)


def cross_check() -> str:
    """Compare the expected values with LiteRT."""
    tally = _litert_runner.ComparisonTally()
    for made in concatenation_cases():
        if made.name == "mixed_quantization_signed":
            continue  # LiteRT joins int8 tensors only if their scales are equal
        table = ("ConcatenationOptions", {"axis": made.steps[0][1][-1]})
        _litert_runner.check_case(tally, made, "CONCATENATION", *table)
    return str(tally)
