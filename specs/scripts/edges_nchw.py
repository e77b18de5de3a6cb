"""NCHW images with padding, strides and an activation at once.

There is one channel, so that each result is a short sum in exact fractions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from specs.scripts._spec_writer import F16, F32, Q8, Q8S, SpecCase, GeneratedSpecFile, collect_files
from specs.scripts.edges_computed import IN, bias, typed, weights

SOURCE = "specs/scripts/edges_nchw.py (sums and means over the windows in exact fractions)."
IMAGE = (1, 1, 3, 3)
TAPS = ((0, 0, 1), (0, 1, -1), (1, 0, 2), (1, 1, 3))
"""Row, column and weight of the elements of a 2 x 2 filter."""


def nchw(operation: str) -> Iterator[SpecCase]:
    """Return cases with one NCHW channel.

    They have 2 x 2 windows, padding on two sides, strides 1 and 2, and RELU.
    """
    pool = operation.endswith("POOL_2D")

    def window(v: list[Fraction], i: int, j: int) -> list[tuple[Fraction, int]]:
        """Return elements and weights of the window whose result is at row ``i`` and column ``j``.
        """
        found = []
        for down, right, weight in TAPS:
            row, column = 2 * i + down - 1, j + right
            if 0 <= row < 3 and column < 3:
                found.append((v[3 * row + column], weight))
        return found

    def result(window: list[tuple[Fraction, int]]) -> Any:
        elements = [element for element, _ in window]
        if operation == "MAX_POOL_2D":
            return max(elements)
        if operation == "AVERAGE_POOL_2D":
            return sum(elements) / len(elements)
        if operation == "L2_POOL_2D":
            return math.sqrt(sum(e * e for e in elements) / len(elements))
        return sum(element * weight for element, weight in window) + 1

    def rule(v: list[Fraction]) -> list[Any]:
        return [max(result(window(v, i, j)), Fraction(0)) for i in (0, 1) for j in (0, 1, 2)]

    around, strides = [0, 1, 1, 0], [1, 2]
    for type_ in (F32, Q8, F16, Q8S):
        if operation == "L2_POOL_2D" and type_ not in (F32, F16):
            continue
        x: list[Any] = [1.5, -2.25, 0.125, 3.0, -0.5, 6.0, -4.0, 2.0, -1.0]
        if type_ in (Q8, Q8S):
            shift = 128 if type_ == Q8S else 0
            x = [code - shift for code in (252, 0, 132, 96, 104, 92, 8, 12, 248)]
        arguments: list[object] = [*around, *strides, 2, 2, 1, True]
        target = IN if operation == "MAX_POOL_2D" else (0.83, 60)
        if not pool:
            extra = {"DEPTHWISE_CONV_2D": [1], "GROUPED_CONV_2D": [1]}.get(operation, [])
            filter_ = weights(type_, (1, 2, 2, 1), [weight for _, _, weight in TAPS])
            arguments = [filter_, bias(type_, 1), *around, *strides, *extra, 1, True]
            target = (2.3, 60)
        elif operation == "AVERAGE_POOL_2D":
            target = IN  # an average must have the scale of its input
        yield typed(operation, type_, "V1_2", IMAGE, (1, 1, 2, 3), arguments, rule,
                    target=target, x=x)  # fmt: skip


def transposed_nchw(operation: str) -> Iterator[SpecCase]:
    """Return a case with one NCHW channel, the first row removed, RELU."""

    def rule(v: list[Fraction]) -> list[Fraction]:
        rows = [[2 * b - a + 1 for a, b in zip(v[:3], v[3:], strict=True)], [1 - b for b in v[3:]]]
        return [max(e, Fraction(0)) for row in rows for e in row]

    for type_ in (F32, Q8, F16, Q8S):
        arguments = [weights(type_, (1, 2, 1, 1), [2, -1]), bias(type_, 1),
                     0, 0, 1, 0, 1, 1, 1, True]  # fmt: skip
        yield typed(operation, type_, "V1_2", (1, 1, 2, 3), (1, 1, 2, 3), arguments, rule,
                    target=(2.3, 60))  # fmt: skip


NCHW: Mapping[str, str] = {
    "AVERAGE_POOL_2D": "V1_0", "MAX_POOL_2D": "V1_0", "L2_POOL_2D": "V1_0", "CONV_2D": "V1_0",
    "DEPTHWISE_CONV_2D": "V1_0", "GROUPED_CONV_2D": "V1_2", "TRANSPOSE_CONV_2D": "V1_2",
}  # fmt: skip


def files() -> Mapping[str, str]:
    """Return the spec files by path."""
    specs = []
    for operation, folder in NCHW.items():
        description = f"{operation}: NCHW with padding, strides and an activation, all types."
        spec = GeneratedSpecFile(f"{folder}/{operation.lower()}_nchw.mod.py", description, SOURCE)
        maker = transposed_nchw if operation == "TRANSPOSE_CONV_2D" else nchw
        spec.add(*maker(operation))
        specs.append(spec)
    return collect_files(*specs)
