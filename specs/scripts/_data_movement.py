"""Shared parts of the operations that only move elements.

Each output element names the input element that it copies. The values are numbered, so that every
incorrect move changes the result.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod

from specs.scripts._spec_writer import (
    F32,
    SpecCase,
    GeneratedSpecFile,
    Variation,
    all_types,
    bool_scalar,
    collect_files,
    output,
    tensor_input,
)

Index = tuple[int, ...]
Source = Callable[[Index], Index | None]


def numbered(count: int, first: float = 0.5) -> list[float]:
    """Return first, first + 0.5, ...; exact in every type used here."""
    return [first + 0.5 * i for i in range(count)]


def apply_source(
    x: Sequence[float], dims: Sequence[int], out: Sequence[int], source: Source, fill: float = 0.0
) -> list[float]:
    """Return the row-major output; elements whose ``source`` is ``None`` have the fill value."""
    y = []
    for index in itertools.product(*map(range, out)):
        where = source(index)
        flat = 0
        for size, i in zip(dims, where or (), strict=where is not None):
            flat = flat * size + i
        y.append(fill if where is None else x[flat])
    return y


def typed(since: str, zero_point: int = 0, quant8_since: str = "") -> dict[str, list[Variation]]:
    """Return all types with the same scale and zero point for x and y."""
    pair = [tensor_input("x", F32, ()), output("y", F32, ())]
    return all_types(pair, 0.5, zero_point, since, quant8_since=quant8_since)


def typed_since_1_2(zero_point: int) -> dict[str, list[Variation]]:
    """Return all types of operands that need 1.2."""
    return typed("V1_2", zero_point)


def case(
    operation: str,
    name: str,
    dims: Sequence[int],
    out: Sequence[int],
    source: Source,
    arguments: Sequence[object],
    versions: Mapping[str, Sequence[Variation]],
    description: str = "",
    groups: Sequence[str] = (),
) -> SpecCase:
    """Return a case with one input and one output."""
    x = numbered(prod(dims))
    y = apply_source(x, dims, out, source)
    step = (operation, [tensor_input("x", F32, dims), *arguments], [output("y", F32, out)])
    return SpecCase(name, [step], [{"x": x, "y": y}], versions, description, groups)


NCHW = "AddNchw(x, y, layout)"


def layout() -> object:
    """Return the flag that AddNchw sets."""
    return bool_scalar("layout", False)


def quantized_only(zero_point: int) -> dict[str, list[Variation]]:
    """Return the quantized variations, for operands that need 1.2."""
    versions = typed_since_1_2(zero_point)
    return {"V1_2": [versions["V1_2"][-1]], "V1_3": versions["V1_3"]}


Family = Mapping[str, tuple[str, Callable[[], Iterator[SpecCase]], str]]


def write(family: Family, source: str) -> dict[str, str]:
    """Return one file per operation, from its folder, its cases and what they test."""
    specs = []
    for operation, (since, cases, description) in family.items():
        path = f"{since}/{operation.lower()}.mod.py"
        spec = GeneratedSpecFile(path, f"{operation}: {description}", source)
        spec.add(*cases())
        specs.append(spec)
    return collect_files(*specs)
