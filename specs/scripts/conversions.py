"""SELECT, CAST, QUANTIZE, FILL and RANK, computed in plain Python.

CAST truncates (``int``), clamps to 0 to 255 for TENSOR_QUANT8_ASYMM and ignores scales and zero
points. QUANTIZE and quantized SELECT round the exact real value to nearest, ties away from zero,
and clamp.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

from specs.scripts import _litert_runner
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
    Step,
    DataTypeVariation,
    Variation,
    collect_files,
    dequantize,
    float16,
    float32,
    float32_scalar,
    int32_scalar,
    internal,
    output,
    parameter,
    quantize,
    tensor_input,
)

SOURCE = "specs/scripts/conversions.py (exact arithmetic in plain Python)."
Q16 = "TENSOR_QUANT16_ASYMM"
Q16_SYMM = "TENSOR_QUANT16_SYMM"
SHAPES = {1: (5,), 2: (3, 4), 3: (2, 1, 5), 4: (2, 3, 1, 3), 5: (1, 2, 2, 1, 3)}
Versions = Mapping[str, Sequence[Variation]]
Feed = Mapping[str, Sequence[object]]


def source(
    name: str, type_: str, dims: Sequence[int], scale: float = 0.0, zero_point: int = 0
) -> WrittenOperand:
    """Return a model input; at most four dimensions may become internal, as ADD takes no more."""
    return WrittenOperand(
        "Input", name, type_, tuple(dims), scale, zero_point, never_internal=len(dims) > 4
    )


# ---------------------------------------------------------------------------------------- SELECT


def select_types() -> Versions:
    """Return float and quantized types, with one quantization for all operands and with three."""
    versions: dict[str, list[Variation]] = {"V1_2": [DEFAULT, RELAXED, FLOAT16], "V1_3": []}
    for version, suffix, type_, shift in (("V1_2", "", Q8, 0), ("V1_3", "_signed", Q8S, 128)):
        same = dict.fromkeys("aby", (type_, 0.5, 100 - shift))
        other = {
            "a": (type_, 0.5, 100 - shift),
            "b": (type_, 0.25, 127 - shift),
            "y": (type_, 0.125, 120 - shift),
        }
        versions[version].append(DataTypeVariation(f"quant8{suffix}", same))
        versions[version].append(DataTypeVariation(f"quant8_mixed{suffix}", other))
    return versions


def select_case(
    name: str,
    dims: Sequence[int],
    type_: str,
    a: Sequence[Any],
    b: Sequence[Any],
    versions: Versions,
) -> SpecCase:
    """Return a case with both values of the mask."""
    mask = [bool(value) for value in LinearCongruentialGenerator(4000 + len(a)).integers(len(a), 0, 1)]
    mask[0] = not mask[-1]
    y = [one if chosen else other for chosen, one, other in zip(mask, a, b, strict=True)]
    inputs = [source("mask", BOOL8, dims), source("a", type_, dims), source("b", type_, dims)]
    step = ("SELECT", inputs, [output("y", type_, dims)])
    return SpecCase(name, [step], [{"mask": mask, "a": a, "b": b, "y": y}], versions)


def select_codes(type_: str) -> SpecCase:
    """Return a case with different quantizations, all codes, and results that saturate."""
    shift = 128 if type_ == Q8S else 0
    scales = {"a": (0.151, 113 - shift), "b": (0.397, 64 - shift), "y": (0.1213, 131 - shift)}
    random = LinearCongruentialGenerator(4100)
    mask = [bool(value) for value in random.integers(32, 0, 1)]
    codes = {name: [c - shift for c in random.integers(32, 0, 255)] for name in "ab"}
    codes["a"][:2], codes["b"][2:4] = [-shift, 255 - shift], [-shift, 255 - shift]
    mask[:4] = [True, True, False, False]
    y = []
    for chosen, one, other in zip(mask, codes["a"], codes["b"], strict=True):
        real = dequantize(one, *scales["a"]) if chosen else dequantize(other, *scales["b"])
        y.append(quantize(real, type_, *scales["y"]))
    inputs = [tensor_input("mask", BOOL8, (2, 16))]
    inputs += [tensor_input(name, type_, (2, 16), *scales[name]) for name in "ab"]
    step = ("SELECT", inputs, [output("y", type_, (2, 16), *scales["y"])])
    signed = "_signed" if shift else ""
    version = "V1_3" if shift else "V1_2"
    feed: Feed = {"mask": mask, **codes, "y": y}
    return SpecCase(f"mixed_scales{signed}", [step], [feed], {version: [DEFAULT]})


def select_cases() -> Iterator[SpecCase]:
    """Return cases with every rank up to 5, in all types."""
    for rank, dims in SHAPES.items():
        random = LinearCongruentialGenerator(4000 + rank)
        a, b = random.grid(prod(dims), -6, 6, 0.5), random.grid(prod(dims), -6, 6, 0.5)
        yield select_case(f"rank_{rank}", dims, F32, a, b, select_types())
    large = [1.0e20, -3.0e-30, 123456.789, 0.1, -0.3, 1.0001]
    a = [float32(value) for value in large]
    b = [float32(-1.7 * value) for value in large]
    yield select_case("full_precision", (2, 3), F32, a, b, {"V1_2": [DEFAULT]})
    whole = [2**31 - 1, -(2**31), 16777217, -16777219, 5, 0]
    others = [7, 8, 9, 10, -(2**31), 2**31 - 1]
    yield select_case("int32", (6,), I32, whole, others, {"V1_2": [DEFAULT]})
    yield select_codes(Q8)
    yield select_codes(Q8S)


# ------------------------------------------------------------------------------------------ CAST

CONVERTIBLE = {"float32": F32, "float16": F16, "int32": I32, "quant8": Q8}
TO_THEMSELVES: dict[str, tuple[str, float, list[Any]]] = {
    "bool8": (BOOL8, 0.0, [False, True, True, False, True, False]),
    "quant16": (Q16, 0.5, [0, 1, 255, 256, 32768, 65535]),
    "quant16_symm": (Q16_SYMM, 0.5, [0, 1, -1, 32767, -32768, 300]),
    "quant8_signed": (Q8S, 0.5, [0, 1, -1, 127, -128, 60]),
    "quant8_symm": (Q8_SYMM, 0.5, [0, 1, -1, 127, -128, 60]),
}


def cast(value: Any, to: str) -> Any:
    """Return a single number converted to another type."""
    if to == F32:
        return float32(value)
    if to == F16:
        return float16(value) if abs(value) < 65520 else math.copysign(math.inf, value)
    return max(0, min(255, int(value))) if to == Q8 else int(value)


def cast_case(
    name: str,
    x: Sequence[Any],
    from_: str,
    to: str,
    version: str = "V1_2",
    dims: Sequence[int] = (2, 3),
    description: str = "",
) -> SpecCase:
    """Return a case of two types; scales and zero points must be ignored."""
    first = source("x", from_, dims, *((0.25, 77) if from_ == Q8 else ()))
    second = output("y", to, dims, *((4.0, 9) if to == Q8 else ()))
    feed = {"x": list(x), "y": [cast(value, to) for value in x]}
    variations: list[Variation] = [DEFAULT]
    if (from_ == F32 and max(map(abs, x)) <= 65504) or to == F32:
        variations.append(RELAXED)
    step = ("CAST", [first], [second])
    return SpecCase(name, [step], [feed], {version: variations}, description)


def cast_cases() -> Iterator[SpecCase]:
    """Return cases with every pair of types, fractions, and numbers outside the target's range."""
    for first, from_ in CONVERTIBLE.items():
        for second, to in CONVERTIBLE.items():
            x: list[Any] = [0, 1, 100, 128, 254, 255]
            if from_ in (F32, F16):
                x = [float(value) for value in x]
            yield cast_case(f"{first}_to_{second}", x, from_, to)
    fractions = [0.5, 0.9375, 1.5, 2.75, 100.5, 254.875]
    for first in ("float32", "float16"):
        mixed = [value * (-1) ** i for i, value in enumerate(fractions)]
        yield cast_case(f"{first}_fractions_to_int32", mixed, CONVERTIBLE[first], I32)
        yield cast_case(f"{first}_fractions_to_quant8", fractions, CONVERTIBLE[first], Q8)
        description = "Clamped to 0 and 255."
        far = [-1.0, -300.5, 256.0, 1000.0, 30000.0, -0.5]
        yield cast_case(f"{first}_saturates_quant8", far, CONVERTIBLE[first], Q8, description=description)
        far = [70000.0, -70000.0, 65280.5, -65281.0, 3.0e9, 7.0]
        if first == "float32":
            yield cast_case("float32_far_beyond_quant8", far, F32, Q8, description=description)
            huge = [2.0**31 - 128, -(2.0**31), 2.0**30, -(2.0**24) - 2, 65537.0, -3.5]
            yield cast_case("float32_large_to_int32", huge, F32, I32)
    half = [65504.0, -65504.0, 40000.0, -32800.0, 2050.0, -1.5]
    yield cast_case("float16_large_to_int32", half, F16, I32)
    yield cast_case("float16_large_to_float32", half, F16, F32)
    for first, from_ in (("int32", I32), ("float32", F32)):
        large = [70000, -70000, 2**31 - 128, -(2**31), 131072, 65504]
        yield cast_case(
            f"{first}_beyond_float16", [*map(float, large)] if from_ == F32 else large, from_, F16,
            description="Infinite beyond the range of float16.",
        )  # fmt: skip
    far = [-1, -(2**31), 256, 2**31 - 1, 65536, -255]
    yield cast_case("int32_saturates_quant8", far, I32, Q8, description="Clamped to 0 and 255.")
    large = [16777217, -16777219, 2**31 - 1, -(2**31), 123456789, 3]
    yield cast_case("int32_large_to_float32", large, I32, F32, description="Rounded to even.")
    large = [2049, -2051, 4099, 65504, -65504, 3]
    yield cast_case("int32_large_to_float16", large, I32, F16, description="Rounded to even.")
    x = [float32(value) for value in (0.1, -1.0001, 2049.0, -2051.0, 65500.0, 1.0e-6)]
    yield cast_case("float32_rounded_to_float16", x, F32, F16)
    for rank, dims in SHAPES.items():
        x = LinearCongruentialGenerator(4200 + rank).grid(prod(dims), -100, 100, 0.25)
        yield cast_case(f"rank_{rank}", x, F32, I32, dims=dims)
    for name, (type_, scale, values) in TO_THEMSELVES.items():
        y = output("y", type_, (2, 3), scale)
        step = ("CAST", [tensor_input("x", type_, (2, 3), scale)], [y])
        feed = {"x": values, "y": values}
        yield SpecCase(f"{name}_to_itself", [step], [feed], {"V1_3": [DEFAULT]})
    yield cast_then_multiply()


def cast_then_multiply() -> SpecCase:
    """Return a case that multiplies the converted integer by ten.

    The comparison accepts a difference of 1 for INT32; ten times the result reveals how a fraction
    is rounded.
    """
    x = [0.5, 0.9375, -0.5, -0.9375, 2.5, -2.5, 7.75, -7.75]
    y = [10 * int(value) for value in x]
    whole = internal("whole", I32, (8,))
    factor = parameter("factor", I32, (1,), [10])
    steps: list[Step] = [
        ("CAST", [tensor_input("x", F32, (8,))], [whole]),
        ("MUL", [whole, factor, 0], [output("y", I32, (8,))]),
    ]
    description = "Ten times the integer: fractions are truncated towards zero."
    return SpecCase(
        "times_ten", steps, [{"x": x, "y": y}], {"V1_3": [DEFAULT, RELAXED, FLOAT16]}, description
    )


# -------------------------------------------------------------------------------------- QUANTIZE


def quantize_case(
    name: str,
    dims: Sequence[int],
    x: Sequence[float],
    type_: str,
    scale: float,
    zero: int,
    *,
    float16_too: bool = True,
    description: str = "",
) -> SpecCase:
    """Return a case of one output type; the zero point is the unsigned one."""
    shift = 128 if type_ == Q8S else 0
    target = output("y", type_, dims, scale, zero - shift)
    y = [quantize(value, type_, scale, zero - shift, allow_tie="ties" in name) for value in x]
    variations: list[Variation] = [DEFAULT, RELAXED, *([FLOAT16] if float16_too else [])]
    signed = "_signed" if shift else ""
    return SpecCase(
        name + signed,
        [("QUANTIZE", [source("x", F32, dims)], [target])],
        [{"x": list(x), "y": y}],
        {"V1_3" if shift else "V1_2": variations if float16_too else [DEFAULT]},
        description,
    )


def quantize_cases() -> Iterator[SpecCase]:
    """Return cases with every rank up to 5, coarse and fine scales, saturation, and ties."""
    for type_ in (Q8, Q8S):
        for rank, dims in SHAPES.items():
            x = LinearCongruentialGenerator(4300 + rank).grid(prod(dims), -20, 20, 0.0625)
            yield quantize_case(f"rank_{rank}", dims, x, type_, 0.1713, 120)
        x = LinearCongruentialGenerator(4310).grid(40, -40, 40, 0.125)
        yield quantize_case("saturating", (4, 10), x, type_, 0.0713, 93)
        yield quantize_case("coarse", (4, 10), x, type_, 9.13, 130)
        far = [-60000.0, 60000.0, -0.0625, 0.0625, 0.0, 1.0]
        yield quantize_case("far_outside", (6,), far, type_, 0.013, 255)
        ties = [0.25, -0.25, 0.75, -0.75, 1.25, -1.25, 10.25, -10.25]
        description = (
            "Halfway between two codes: rounded away from zero; a neighbouring code is within the "
            "tolerance."
        )
        yield quantize_case("ties", (2, 4), ties, type_, 0.5, 128, description=description)
        fine = [float32(i * 0.00731 + 1000.0) for i in range(12)]
        yield quantize_case(
            "full_precision", (12,), fine, type_, 4.0, 5, float16_too=False,
            description="Differences that float16 does not represent.",
        )  # fmt: skip


# ------------------------------------------------------------------------------------------ FILL


def fill_cases() -> Iterator[SpecCase]:
    """Return cases with every rank up to 6, all three types, and constant or fed dimensions."""
    for dims in ((1,), (5,), (2, 3), (2, 1, 3), (2, 2, 1, 3), (1, 2, 1, 2, 2), (1, 1, 2, 1, 2, 1)):
        for name, shape in (
            ("", parameter("dims", I32, (len(dims),), dims)),
            ("_at_run_time", tensor_input("dims", I32, (len(dims),))),
        ):
            value = float32_scalar("value", -2.5)
            feed = {"y": [-2.5] * prod(dims)}
            if name:
                feed["dims"] = list(dims)
            yield SpecCase(
                "x".join(map(str, dims)) + name,
                [("FILL", [shape, value], [output("y", F32, dims)])],
                [feed],
                {"V1_3": [DEFAULT, RELAXED, FLOAT16]},
            )
    for name, number in (("largest", 2**31 - 1), ("smallest", -(2**31)), ("odd", 16777217)):
        value = int32_scalar("value", number)
        step = ("FILL", [parameter("dims", I32, (2,), (2, 3)), value], [output("y", I32, (2, 3))])
        yield SpecCase(f"int32_{name}", [step], [{"y": [number] * 6}], {"V1_3": [DEFAULT]})
    precise = float32(123456.789)
    step = (
        "FILL",
        [parameter("dims", I32, (1,), (4,)), float32_scalar("value", precise)],
        [output("y", F32, (4,))],
    )
    yield SpecCase("full_precision", [step], [{"y": [precise] * 4}], {"V1_3": [DEFAULT]})


# ------------------------------------------------------------------------------------------ RANK

ANY_TYPE: dict[str, tuple[str, float, int]] = {
    "float32": (F32, 0.0, 0),
    "float16": (F16, 0.0, 0),
    "int32": (I32, 0.0, 0),
    "bool8": (BOOL8, 0.0, 0),
    "quant8": (Q8, 0.5, 7),
    "quant8_signed": (Q8S, 0.5, -7),
    "quant8_symm": (Q8_SYMM, 0.5, 0),
    "quant16": (Q16, 0.5, 7),
    "quant16_symm": (Q16_SYMM, 0.5, 0),
}


def rank_cases() -> Iterator[SpecCase]:
    """Return cases with every rank up to 6 and every tensor type, including sizes of 1."""
    shapes = {**SHAPES, 6: (1, 2, 1, 1, 2, 1)}
    for rank, dims in shapes.items():
        feed: Feed = {"x": [0.5 * i for i in range(prod(dims))], "y": [rank]}
        step = ("RANK", [source("x", F32, dims)], [output("y", "INT32", ())])
        yield SpecCase(f"rank_{rank}", [step], [feed], {"V1_3": [DEFAULT, RELAXED]})
    step = ("RANK", [tensor_input("x", F32, (1, 1, 1))], [output("y", "INT32", ())])
    yield SpecCase("ones", [step], [{"x": [7.0], "y": [3]}], {"V1_3": [DEFAULT]})
    for name, (type_, scale, zero_point) in ANY_TYPE.items():
        values: list[Any] = [False, True] if type_ == BOOL8 else [0, 1]
        x = source("x", type_, (1, 2, 1, 1), scale, zero_point)
        step = ("RANK", [x], [output("y", "INT32", ())])
        yield SpecCase(name, [step], [{"x": values, "y": [4]}], {"V1_3": [DEFAULT]})
    channels = PerChannelScales(1, [0.5, 0.25])
    x = WrittenOperand("Input", "x", Q8_PER_CHANNEL, (1, 2, 1), extra=channels, never_internal=True)
    step = ("RANK", [x], [output("y", "INT32", ())])
    yield SpecCase("quant8_per_channel", [step], [{"x": [3, -4], "y": [3]}], {"V1_3": [DEFAULT]})
    yield rank_times_ten()


def rank_times_ten() -> SpecCase:
    """Return a case where ten times the rank is the output.

    The scalar is internal to the model, and the factor makes a rank that is one off exceed the
    tolerance.
    """
    rank, many = internal("rank", "INT32", ()), internal("many", I32, (2, 2))
    steps: list[Step] = [
        ("RANK", [tensor_input("x", F32, (1, 2, 1, 2))], [rank]),
        ("FILL", [parameter("dims", I32, (2,), (2, 2)), rank], [many]),
        ("MUL", [many, parameter("factor", I32, (1,), [10]), 0], [output("y", I32, (2, 2))]),
    ]
    feed: Feed = {"x": [0.0, 1.0, 2.0, 3.0], "y": [40] * 4}
    description = "A scalar between two operations, and a rank that is compared exactly."
    return SpecCase("times_ten", steps, [feed], {"V1_3": [DEFAULT]}, description)


FAMILY = {
    "SELECT": ("V1_2", select_cases, "every rank up to 5, all types, different quantizations."),
    "CAST": (
        "V1_2",
        cast_cases,
        "every legal pair of types, fractions, saturation, rounding to float.",
    ),
    "QUANTIZE": ("V1_2", quantize_cases, "both output types, coarse and fine scales, saturation."),
    "FILL": ("V1_3", fill_cases, "every rank up to 6, all types, dimensions constant or not."),
    "RANK": ("V1_3", rank_cases, "every rank up to 6 and every tensor type."),
}


def files() -> dict[str, str]:
    """Return the spec files by path."""
    specs = []
    for operation, (since, cases, description) in FAMILY.items():
        path = f"{since}/{operation.lower()}.mod.py"
        spec = GeneratedSpecFile(path, f"{operation}: {description}", SOURCE)
        spec.add(*cases())
        specs.append(spec)
    return collect_files(*specs)


def cross_check() -> str:
    """Compare with LiteRT (QUANTIZE, SELECT, CAST of float32 and INT32), numpy and PyTorch."""
    import torch  # noqa: PLC0415 - optional

    tally = _litert_runner.ComparisonTally()
    for case in select_cases():
        if all(len(item.dims) < 5 for item in case.operands()) and "scales" not in case.name:
            _litert_runner.check_case(tally, case, "SELECT", quantized=False, code_limit=0)
    for case in quantize_cases():
        limit = 1 if "ties" in case.name else 0
        _litert_runner.check_case(tally, case, "QUANTIZE", quantized=False, code_limit=limit)
    kinds = {F32: torch.float32, F16: torch.float16, I32: torch.int32, Q8: torch.uint8}
    for case in cast_cases():
        if len(case.steps) > 1:
            continue
        x, y = case.operands()
        feed = case.feeds[0]
        if x.type_ not in kinds or "saturates" in case.name:
            continue  # PyTorch wraps around where CAST clamps
        got = torch.tensor(feed["x"], dtype=kinds[x.type_]).to(kinds[y.type_])
        tally.floats(f"CAST {case.name}", feed["y"], got.to(torch.float64).numpy(), 0.0)
    for case in rank_cases():
        if len(case.steps) == 1:
            x = case.operands()[0]
            tally.codes(f"RANK {case.name}", case.feeds[0]["y"], [np.empty(x.dims).ndim], 0)
    return str(tally)
