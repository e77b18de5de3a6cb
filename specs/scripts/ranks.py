"""Every rank that the contract allows, for types that the other scripts test in one shape only.

The formulas are those of the other scripts, applied to one element at a time; moves of elements are
index arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any

from specs.scripts import arithmetic, binary_elementwise, conversions, reductions, unary_math
from specs.scripts._spec_writer import (
    BOOL8,
    DEFAULT,
    F16,
    F32,
    FLOAT16,
    I32,
    Q8,
    Q8_PER_CHANNEL,
    Q8_SYMM,
    Q8S,
    RELAXED,
    SpecCase,
    LinearCongruentialGenerator,
    WrittenOperand,
    PerChannelScales,
    GeneratedSpecFile,
    DataTypeVariation,
    Variation,
    collect_files,
    dequantize,
    int32_vector,
    output,
    parameter,
    quantize,
    tensor_input,
)
from specs.scripts._data_movement import Index, apply_source
from specs.scripts.indexing import reverse_cases, versions_of, whole, x_operand

SOURCE = "specs/scripts/ranks.py ({how})."
SHAPES: Mapping[int, tuple[int, ...]] = {1: (5,), 2: (3, 4), 3: (2, 1, 5), 4: (2, 3, 1, 3)}


def _integers(count: int, seed: int) -> list[int]:
    """Return whole numbers of both signs, a few of them beyond 16 bits; never 0."""
    values = [v or 3 for v in LinearCongruentialGenerator(seed).integers(count, -40, 40)]
    values[0] = 70001
    return values


def _pair(operation: str, rank: int, type_: str) -> SpecCase:
    """Return a case with two operands of the same shape."""
    dims = SHAPES[rank]
    count = prod(dims)
    if type_ == BOOL8:
        a, b = ([bool(v) for v in LinearCongruentialGenerator(seed + rank).integers(count, 0, 1)] for seed in (5100, 5200))
    else:
        a, b = _integers(count, 5300 + rank), _integers(count, 5400 + rank)
        b[0], b[1] = 30011, a[1]  # products fit into INT32, and comparisons get equal numbers
    version, extra = "V1_2", []
    if operation in arithmetic.SINCE:
        version, extra = "V1_3", [0]
        exact = [
            arithmetic.EXACT[operation](Fraction(x), Fraction(z)) for x, z in zip(a, b, strict=True)
        ]
        y: list[Any] = [value.numerator // value.denominator for value in exact]
    else:
        y = [binary_elementwise.RULE[operation](x, z) for x, z in zip(a, b, strict=True)]
    operands = [tensor_input("a", type_, dims), tensor_input("b", type_, dims)]
    result = output("y", BOOL8 if operation in binary_elementwise.COMPARISONS else type_, dims)
    step = (operation, [*operands, *extra], [result])
    name = f"{'bool8' if type_ == BOOL8 else 'int32'}_rank_{rank}"
    return SpecCase(name, [step], [{"a": a, "b": b, "y": y}], {version: [DEFAULT]})


def _pairs(operation: str) -> Iterator[SpecCase]:
    types = [I32, BOOL8] if operation in binary_elementwise.COMPARISONS else [I32]
    for type_ in types:
        for rank in SHAPES:
            yield _pair(operation, rank, type_)


def _one_input(operation: str) -> Iterator[SpecCase]:
    """Return ABS and NEG cases of INT32."""
    for rank, dims in SHAPES.items():
        x = _integers(prod(dims), 5500 + rank)
        y = [int(unary_math.FORMULA[operation](value)) for value in x]
        step = (operation, [tensor_input("x", I32, dims)], [output("y", I32, dims)])
        version = "V1_3" if operation == "ABS" else "V1_2"
        yield SpecCase(f"int32_rank_{rank}", [step], [{"x": x, "y": y}], {version: [DEFAULT]})


def _rsqrt() -> Iterator[SpecCase]:
    """Return quantized RSQRT cases; the codes avoid 0, which has no result."""
    for type_, shift in ((Q8, 0), (Q8S, 128)):
        for rank in (1, 2, 3):
            dims = SHAPES[rank]
            x = [code - shift for code in LinearCongruentialGenerator(5600 + rank).integers(prod(dims), 10, 255)]
            y = [
                quantize(
                    unary_math.FORMULA["RSQRT"](float(dequantize(code, 0.0213, -shift))),
                    type_, 0.0371, 3 - shift,
                )
                for code in x
            ]  # fmt: skip
            operands = [tensor_input("x", type_, dims, 0.0213, -shift)]
            step = ("RSQRT", operands, [output("y", type_, dims, 0.0371, 3 - shift)])
            name = f"quant8{'_signed' if shift else ''}_rank_{rank}"
            yield SpecCase(name, [step], [{"x": x, "y": y}], {"AIDL_V3": [DEFAULT]})


def _places(operation: str) -> Iterator[SpecCase]:
    for rank in (2, 3, 4):
        dims = SHAPES[rank]
        x = list(range(-7, prod(dims) - 7))
        random = LinearCongruentialGenerator(5700 + rank)
        for i in range(len(x) - 1, 0, -1):
            j = random.integer(0, i)
            x[i], x[j] = x[j], x[i]
        name = f"int32_rank_{rank}"
        yield reductions.place_case(operation, name, dims, rank // 2, x, I32)


def _select() -> Iterator[SpecCase]:
    for rank in (2, 3, 4):
        dims = SHAPES[rank]
        a, b = _integers(prod(dims), 5800 + rank), _integers(prod(dims), 5900 + rank)
        versions: dict[str, list[Variation]] = {"V1_2": [DEFAULT]}
        yield conversions.select_case(f"int32_rank_{rank}", dims, I32, a, b, versions)


def _cast() -> Iterator[SpecCase]:
    for name, from_ in conversions.CONVERTIBLE.items():
        for rank in (1, 2, 3, 4):
            dims = SHAPES[rank]
            x: list[Any] = LinearCongruentialGenerator(6000 + rank).integers(prod(dims), 0, 200)
            if from_ in (F32, F16):
                x = [value + 0.5 for value in x]
            to = F32 if from_ == I32 else I32
            yield conversions.cast_case(f"{name}_rank_{rank}", x, from_, to, dims=dims)
    for name, (type_, scale, values) in conversions.TO_THEMSELVES.items():
        for rank, dims in ((1, (3,)), (3, (2, 1, 3)), (4, (1, 3, 2, 1))):
            x = values[: prod(dims)]
            tensors = tensor_input("x", type_, dims, scale), output("y", type_, dims, scale)
            step = ("CAST", [tensors[0]], [tensors[1]])
            yield SpecCase(f"{name}_rank_{rank}", [step], [{"x": x, "y": x}], {"V1_3": [DEFAULT]})


def _rank() -> Iterator[SpecCase]:
    scalar = output("y", "INT32", ())
    for name, (type_, scale, zero_point) in conversions.ANY_TYPE.items():
        for rank in (1, 2, 3):
            dims = (2, 1, 1)[:rank]
            values: list[Any] = [False, True] if type_ == BOOL8 else [0, 1]
            step = ("RANK", [conversions.source("x", type_, dims, scale, zero_point)], [scalar])
            feed = {"x": values, "y": [rank]}
            yield SpecCase(f"{name}_rank_{rank}", [step], [feed], {"V1_3": [DEFAULT]})
    for rank in (1, 2, 4):
        dims = (2, 1, 1, 1)[:rank]
        extra = PerChannelScales(0, [0.5, 0.25])
        x = WrittenOperand("Input", "x", Q8_PER_CHANNEL, dims, extra=extra, never_internal=True)
        feed = {"x": [3, -4], "y": [rank]}
        name = f"quant8_per_channel_rank_{rank}"
        yield SpecCase(name, [("RANK", [x], [scalar])], [feed], {"V1_3": [DEFAULT]})


def _reverse() -> Iterator[SpecCase]:
    """Return cases of ranks 5 to 7: those of rank 8 without their leading sizes."""
    for dims in ((2, 1, 2, 1, 3), (1, 2, 1, 2, 1, 3), (2, 1, 1, 2, 1, 1, 3)):
        for axis in (0, len(dims) - 1):

            def source(index: Index, axis: int = axis, dims: Index = dims) -> Index:
                return (*index[:axis], dims[axis] - 1 - index[axis], *index[axis + 1 :])

            x = whole(prod(dims))
            arguments = [x_operand(dims), parameter("axis", I32, (1,), (axis,))]
            step = ("REVERSE", arguments, [output("y", F32, dims)])
            feed = {"x": x, "y": apply_source(x, dims, dims, source)}
            versions = versions_of(("x", "y"), "AIDL_V3")
            yield SpecCase(f"rank_{len(dims)}_axis_{axis}", [step], [feed], versions)


def _reverse_fed() -> Iterator[SpecCase]:
    """Return cases where the axis is a model input."""
    for case in reverse_cases():
        if case.name == "rank_2_size_3_axis_1":
            (name, items, outputs), feed = case.steps[0], case.feeds[0]
            axis = tensor_input("axis", I32, (1,))
            step = (name, [items[0], axis], outputs)
            yield replace(case, name="fed", steps=[step], feeds=[{**feed, "axis": [1]}])


def _dequantize() -> Iterator[SpecCase]:
    """Return cases with powers of 2 as scales, so that the products are exact in float16, too."""
    entries = (
        ("symmetric", "V1_2", Q8_SYMM, 0.125, 0, (1, 3, 4)),
        ("signed", "V1_3", Q8S, 0.5, -10, (1, 4)),
    )
    for name, version, type_, scale, zero_point, ranks in entries:
        for rank in ranks:
            dims = SHAPES[rank]
            x = LinearCongruentialGenerator(6100 + rank).integers(prod(dims), -128, 127)
            y = [float(dequantize(code, scale, zero_point)) for code in x]
            operand = tensor_input("x", type_, dims, scale, zero_point)
            step = ("DEQUANTIZE", [operand], [output("y", F32, dims)])
            half = DataTypeVariation("to_float16", {"y": (F16,)})
            versions: dict[str, list[Variation]] = {version: [DEFAULT, RELAXED, half]}
            yield SpecCase(f"{name}_rank_{rank}", [step], [{"x": x, "y": y}], versions)
    scales = [0.5, 2.0, 0.25]
    x = WrittenOperand(
        "Input", "x", Q8_PER_CHANNEL, (3,), extra=PerChannelScales(0, scales), never_internal=True
    )
    codes = [-127, 3, 5]
    feed = {"x": codes, "y": [code * scale for code, scale in zip(codes, scales, strict=True)]}
    half = DataTypeVariation("to_float16", {"y": (F16,)})
    step = ("DEQUANTIZE", [x], [output("y", F32, (3,))])
    yield SpecCase("per_channel_rank_1", [step], [feed], {"V1_2": [DEFAULT, RELAXED, half]})


def _squeeze() -> Iterator[SpecCase]:
    """Return a case with a vector, and cases whose axes are model inputs.

    The vector stays as it is: only a vector with a single element can be squeezed.
    """
    for name, dims, axes, out in (
        ("vector", (3,), None, (3,)),
        ("fed", (1, 3, 1), [0, -1], (3,)),
        ("fed_rank_4", (2, 1, 3, 1), [1], (2, 3, 1)),
    ):
        x = [1.25, -2.5, 0.0, 9.75, 3.5, 7.0][: prod(dims)]
        feed: dict[str, Sequence[object]] = {"x": x, "y": x}
        given = parameter("axes", I32, (0,), None)
        if axes is not None:
            given = tensor_input("axes", I32, (len(axes),))
            feed["axes"] = axes
        step = ("SQUEEZE", [tensor_input("x", F32, dims), given], [output("y", F32, out)])
        yield SpecCase(name, [step], [feed], _coarse("V1_1"))


def _coarse(since: str) -> Mapping[str, Sequence[Variation]]:
    """Return all types; a scale of 0.25 represents the values exactly."""
    out: dict[str, list[Variation]] = {since: [DEFAULT, RELAXED], "V1_2": [FLOAT16]}
    for name, version, type_, zero_point in (
        ("quant8", since, Q8, 40),
        ("quant8_signed", "V1_3", Q8S, -40),
    ):
        target = (type_, 0.25, zero_point)
        out.setdefault(version, []).append(DataTypeVariation(name, {"x": target, "y": target}))
    return out


def _reshape() -> Iterator[SpecCase]:
    """Return INT32 cases of every rank (AIDL), and cases of all types with fed shapes."""
    shapes: tuple[tuple[Index, Index], ...] = (
        ((6,), (2, 3)), ((3, 4), (12,)), ((2, 1, 3), (3, 2)), ((1, 2, 2, 3), (4, 3)),
    )  # fmt: skip
    for dims, out in shapes:
        x = _integers(prod(dims), 6200 + len(dims))
        for name, shape in (
            ("", int32_vector("shape", out)),
            ("_fed", tensor_input("shape", I32, (len(out),))),
        ):
            feed = {"x": x, "y": x, **({"shape": list(out)} if name else {})}
            step = ("RESHAPE", [tensor_input("x", I32, dims), shape], [output("y", I32, out)])
            title = f"int32_rank_{len(dims)}{name}"
            yield SpecCase(title, [step], [feed], {"AIDL_V2": [DEFAULT]})
    real = [1.25, -2.5, 0.0, 9.75, 3.5, 7.0]
    shape = tensor_input("shape", I32, (3,))
    step = ("RESHAPE", [tensor_input("x", F32, (6,)), shape], [output("y", F32, (1, 3, 2))])
    yield SpecCase("fed", [step], [{"x": real, "shape": [1, -1, 2], "y": real}], _coarse("V1_0"))


def _embedding() -> Iterator[SpecCase]:
    """Return cases where the rows are a constant of the model."""
    table = [0.5 * i for i in range(8)]
    y = [*table[6:8], *table[0:2], *table[6:8]]
    versions: dict[str, list[Variation]] = {
        "V1_0": [DEFAULT, RELAXED],
        "V1_2": [DataTypeVariation("int32", {"values": (I32,), "y": (I32,)}), *_tables("quant8", Q8, 60)],
        "V1_3": [FLOAT16, *_tables("quant8_signed", Q8S, -60)],
    }
    lookups = parameter("lookups", I32, (3,), [3, 0, 3])
    step = (
        "EMBEDDING_LOOKUP",
        [lookups, tensor_input("values", F32, (4, 2))],
        [output("y", F32, (3, 2))],
    )
    whole_numbers = [2 * value for value in table], [2 * value for value in y]
    feed = {"values": whole_numbers[0], "y": whole_numbers[1]}
    yield SpecCase("constant_lookups", [step], [feed], versions)


def _tables(name: str, type_: str, zero_point: int) -> list[Variation]:
    target = (type_, 0.5, zero_point)
    return [DataTypeVariation(name, {"values": target, "y": target})]


def _hashtable() -> Iterator[SpecCase]:
    """Return tables of rank 1 and 4, with keys and lookups as constants of the model."""
    versions: dict[str, list[Variation]] = {
        "V1_0": [
            DEFAULT,
            RELAXED,
            DataTypeVariation("int32", {"values": (I32,), "y": (I32,)}),
            *_tables("quant8", Q8, 0),
        ]
    }
    wanted, keys, hits = [30, 7, 10], [10, 20, 30], [1, 0, 1]
    for name, row in (("rank_1", ()), ("rank_4", (2, 1, 2)), ("constants", (2,))):
        size = prod(row)
        table = [float(1 + i) for i in range(3 * size)]
        y = [*table[2 * size :], *[0.0] * size, *table[:size]]
        feed: dict[str, Sequence[object]] = {"values": table, "y": y, "hits": hits}
        if name == "constants":
            looked = [parameter("lookups", I32, (3,), wanted), parameter("keys", I32, (3,), keys)]
        else:
            looked = [tensor_input("lookups", I32, (3,)), tensor_input("keys", I32, (3,))]
            feed |= {"lookups": wanted, "keys": keys}
        step = (
            "HASHTABLE_LOOKUP",
            [*looked, tensor_input("values", F32, (3, *row))],
            [output("y", F32, (3, *row)), output("hits", Q8, (3,), 1.0)],
        )
        yield SpecCase(name, [step], [feed], versions)


CaseMaker = Callable[[], Iterator[SpecCase]]
_INT32 = "INT32 of every rank."
FAMILY: Mapping[str, tuple[str, CaseMaker, str, str]] = {
    **{
        operation: (
            arithmetic.SINCE.get(operation, "V1_2"),
            lambda operation=operation: _pairs(operation),  # type: ignore[misc]
            "INT32 and BOOL8 of every rank." if operation in binary_elementwise.COMPARISONS else _INT32,
            "one element at a time",
        )
        for operation in (*arithmetic.SINCE, "MAXIMUM", "MINIMUM", *binary_elementwise.COMPARISONS)
    },
    **{
        operation: (
            "V1_2",
            lambda operation=operation: _one_input(operation),  # type: ignore[misc]
            _INT32,
            "one element at a time",
        )
        for operation in ("ABS", "NEG")
    },
    "RSQRT": ("V1_2", _rsqrt, "quantized tensors of ranks 1 to 3.", "closed formula in float64"),
    "ARGMAX": ("V1_2", lambda: _places("ARGMAX"), _INT32, "plain loops"),
    "ARGMIN": ("V1_2", lambda: _places("ARGMIN"), _INT32, "plain loops"),
    "SELECT": ("V1_2", _select, _INT32, "one element at a time"),
    "CAST": ("V1_2", _cast, "every type of every rank.", "one element at a time"),
    "RANK": ("V1_3", _rank, "every type of ranks 1 to 4.", "the rank of the case"),
    "REVERSE": ("AIDL_V3", _reverse, "ranks 5 to 7, all types.", "index arithmetic"),
    "REVERSE_FED": ("AIDL_V3", _reverse_fed, "an axis that is a model input.", "index arithmetic"),
    "DEQUANTIZE": (
        "V1_0",
        _dequantize,
        "ranks of the types introduced after 1.0.",
        "exact products",
    ),
    "SQUEEZE": ("V1_1", _squeeze, "a vector; axes as model inputs.", "a copy of the input"),
    "RESHAPE": ("V1_0", _reshape, "INT32; shapes as model inputs.", "a copy of the input"),
    "EMBEDDING_LOOKUP": ("V1_0", _embedding, "constant lookups.", "copies of the rows"),
    "HASHTABLE_LOOKUP": (
        "V1_0",
        _hashtable,
        "tables of rank 1 and 4, constant keys and lookups.",
        "copies of the rows",
    ),
}


def files() -> dict[str, str]:
    """Return the spec files by path, one for each operation."""
    specs = []
    for operation, (folder, cases, description, how) in FAMILY.items():
        stem = operation.lower()
        name = stem if operation == "REVERSE_FED" else f"{stem}_ranks"
        spec = GeneratedSpecFile(f"{folder}/{name}.mod.py", f"{operation}: {description}", SOURCE.format(how=how))
        spec.add(*cases())
        specs.append(spec)
    return collect_files(*specs)
