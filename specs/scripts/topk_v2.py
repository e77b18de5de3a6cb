"""Specs of TOPK_V2: each row sorted in plain Python by (value, index), both descending."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    I32,
    Q8,
    Q8S,
    RELAXED,
    SpecCase,
    WrittenOperand,
    GeneratedSpecFile,
    DataTypeVariation,
    Variation,
    collect_files,
    float32,
    output,
)

SOURCE = (
    "specs/scripts/topk_v2.py (rows sorted in plain Python); values checked against LiteRT, which "
    "orders equal elements the other way."
)


def top_k(x: Sequence[float], dims: Sequence[int], k: int) -> tuple[list[float], list[int]]:
    """Return the k largest elements of each row and their indexes; of equal ones, the later first.
    """
    values: list[float] = []
    indices: list[int] = []
    for first in range(0, len(x), dims[-1]):
        row = x[first : first + dims[-1]]
        order = sorted(range(len(row)), key=lambda i: (row[i], i), reverse=True)[:k]
        values += [row[i] for i in order]
        indices += order
    return values, indices


def typed(name: str, *target: object) -> DataTypeVariation:
    """Return input and values of one type."""
    return DataTypeVariation(name, {"x": target, "values": target})


ALL: Mapping[str, Sequence[Variation]] = {
    "V1_2": [DEFAULT, RELAXED, FLOAT16, typed("quant8", Q8, 0.5, 119), typed("int32", I32)],
    "V1_3": [typed("quant8_signed", Q8S, 0.5, -9)],
}


def case(
    name: str,
    dims: Sequence[int],
    k: int,
    x: Sequence[float],
    description: str = "",
    versions: Mapping[str, Sequence[Variation]] = ALL,
    type_: str = F32,
    *quantization: float,
) -> SpecCase:
    """Return the spec case of one tensor."""
    if len(x) != prod(dims):
        raise ValueError(name)
    out = (*dims[:-1], k)
    values, indices = top_k(x, dims, k)
    scale, zero = quantization or (0.0, 0)
    source = WrittenOperand("Input", "x", type_, tuple(dims), scale, int(zero),
                     never_internal=len(dims) > 4)  # fmt: skip
    results = [output("values", type_, out, scale, int(zero)), output("indices", I32, out)]
    feed = {"x": x, "values": values, "indices": indices}
    return SpecCase(name, [("TOPK_V2", [source, k], results)], [feed], versions, description)


def shuffled_integers(count: int, step: int) -> list[float]:
    """Return different whole numbers in disorder; ``step`` and ``count`` have no common factor."""
    return [float(i * step % count - count // 3) for i in range(count)]


def cases() -> Iterator[SpecCase]:
    """Return all cases."""
    yield case("vector", (7,), 3, shuffled_integers(7, 3))
    yield case("vector_one", (6,), 1, shuffled_integers(6, 5), "Only the largest element.")
    yield case("vector_all", (5,), 5, shuffled_integers(5, 2), "All elements, sorted.")
    yield case("single", (1,), 1, [-4.0])
    yield case("matrix", (3, 4), 2, shuffled_integers(12, 5))
    yield case("matrix_all", (2, 3), 3, shuffled_integers(6, 5))
    yield case("rank_3", (2, 2, 5), 2, shuffled_integers(20, 7))
    yield case("rank_4", (2, 1, 3, 4), 3, shuffled_integers(24, 11))
    yield case("rank_5", (1, 2, 1, 2, 3), 2, shuffled_integers(12, 7))
    yield case("negative", (2, 4), 2, [-9.0, -3.0, -5.0, -4.0, -7.0, -8.0, -2.0, -6.0])
    yield case("ties", (2, 6), 4, [3.0, 1.0, 3.0, 2.0, 3.0, 1.0, 5.0, 5.0, 4.0, 5.0, 4.0, 4.0],
               "Of equal elements the one with the larger index comes first.")  # fmt: skip
    yield case("all_equal", (1, 5), 3, [2.0] * 5, "The last ones, from the end.")
    yield case("tie_at_the_end", (5,), 2, [1.0, 7.0, 1.0, 1.0, 0.0],
               "The tie is at the last returned position: the element with the larger index is "
                   "returned.")  # fmt: skip
    yield case("signed_zeros", (4,), 3, [0.0, -0.0, -1.0, 0.0], "Zeros of both signs are equal.",
               {"V1_2": [DEFAULT, RELAXED, FLOAT16]})  # fmt: skip
    close = [1.0, 1.0000001, 0.99999994, -3.4e38, 3.4e38, 1e-30, -1e-30, 0.0]
    yield case("full_precision", (2, 4), 4, [float32(v) for v in close],
               "Neighbouring numbers that float16 does not "
                   "distinguish.", {"V1_2": [DEFAULT]})  # fmt: skip
    large = [2**31 - 1, -(2**31), 2**31 - 2, 16777217, 16777216, 16777218]
    yield case("int32_large", (6,), 6, large, "Numbers that float32 does not represent.",
               {"V1_2": [DEFAULT]}, I32)  # fmt: skip
    for type_, low, version in ((Q8, 0, "V1_2"), (Q8S, -128, "V1_3")):
        codes = [low + code for code in (0, 255, 128, 127, 254, 1, 255, 90)]
        name = "codes_signed" if low else "codes"
        yield case(name, (8,), 5, codes, "From the smallest code to the largest.",
                   {version: [DEFAULT]}, type_, 0.25, low + 128)  # fmt: skip


def files() -> Mapping[str, str]:
    """Return the spec file."""
    description = "TOPK_V2: ranks 1 to 5, one to all elements, ties, extremes, every data type."
    spec = GeneratedSpecFile("V1_2/topk_v2.mod.py", description, SOURCE)
    spec.add(*cases())
    return collect_files(spec)


def cross_check() -> str:
    """Compare values of all cases with LiteRT, and indexes where no elements are equal."""
    tally, tensor = _litert_runner.ComparisonTally(), _litert_runner.LitertTensor
    dtypes = {F32: "float32", I32: "int32", Q8: "uint8", Q8S: "int8"}
    for made in cases():
        ((_, (x, k), results),) = made.steps
        assert isinstance(x, WrittenOperand)
        feed = made.feeds[0]
        out, dtype = results[0].dims, dtypes[x.type_]
        values, indices = _litert_runner.run_operation(
            "TOPK_V2",
            [
                tensor(x.dims, dtype, x.scale, x.zero_point, feed["x"]),  # type: ignore[arg-type]
                replace(tensor((), "int32", data=k), constant=True),  # type: ignore[arg-type]
            ],
            [tensor(out, dtype, x.scale, x.zero_point), tensor(out, "int32")],
            "TopKV2Options",
            {},
            2,
        )
        tally.floats(made.name, feed["values"], values)
        rows = [feed["x"][i : i + x.dims[-1]] for i in range(0, prod(x.dims), x.dims[-1])]
        if all(len(set(row)) == len(row) for row in rows):
            tally.codes(made.name, feed["indices"], indices, 0)
    return str(tally)
