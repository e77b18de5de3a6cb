"""REDUCE_*, ARGMAX, ARGMIN, LOG_SOFTMAX and INSTANCE_NORMALIZATION, in plain loops over indexes.

The reductions are exact (rational arithmetic, Python's ``max``, ``all`` ...); the index of the best
element is the first one. LOG_SOFTMAX is beta * x - log(sum(exp(beta * x))) and
INSTANCE_NORMALIZATION (x - mean) * gamma / sqrt(variance + epsilon) + beta, in float64 with exactly
rounded sums.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    BOOL8,
    DEFAULT,
    F32,
    FLOAT16,
    I32,
    Q8,
    Q8S,
    RELAXED,
    SpecCase,
    LinearCongruentialGenerator,
    WrittenOperand,
    GeneratedSpecFile,
    DataTypeVariation,
    Variation,
    all_types,
    require_beyond_float16,
    bool_scalar,
    collect_files,
    float32,
    float32_scalar,
    int32_vector,
    output,
    tensor_input,
)

SOURCE = "specs/scripts/reductions.py (plain loops, exact or in float64)."

Index = tuple[int, ...]
FLOATS: Mapping[str, Sequence[Variation]] = {"V1_2": [DEFAULT, RELAXED, FLOAT16]}

RULE: dict[str, Callable[[Sequence[Any]], Any]] = {
    "REDUCE_ALL": all,
    "REDUCE_ANY": any,
    "REDUCE_MAX": max,
    "REDUCE_MIN": min,
    "REDUCE_PROD": math.prod,
    "REDUCE_SUM": sum,
}
ORDERED = ("REDUCE_MAX", "REDUCE_MIN")
TRUTH = ("REDUCE_ALL", "REDUCE_ANY")
SETTINGS: dict[str, tuple[tuple[int, ...], tuple[int, ...], bool]] = {
    "rank_1": ((4,), (0,), False),
    "rank_1_keep": ((4,), (-1,), True),
    "rank_2_rows": ((3, 2), (0,), False),
    "rank_2_columns": ((3, 2), (1,), False),
    "rank_2_columns_keep": ((2, 5), (-1,), True),
    "rank_2_all": ((2, 3), (0, 1), False),
    "rank_2_all_keep": ((2, 3), (1, 0), True),
    "rank_3_middle": ((2, 3, 2), (1,), False),
    "rank_3_outer": ((2, 3, 2), (0, 2), False),
    "rank_3_negative": ((2, 3, 2), (-2, -3), True),
    "rank_3_repeated": ((2, 2, 3), (1, 1, -2), False),
    "rank_4_spatial": ((2, 3, 2, 2), (1, 2), False),
    "rank_4_spatial_keep": ((2, 3, 2, 2), (2, 1), True),
    "rank_4_all": ((1, 2, 2, 3), (0, 1, 2, 3), False),
    "rank_4_all_negative": ((1, 2, 2, 3), (-4, -1, -3, -2), False),
    "size_1_axis": ((2, 1, 3, 1), (1, -1), False),
}


def grouped(
    x: Sequence[Any], dims: Sequence[int], axes: Sequence[int]
) -> tuple[list[int], list[list[Any]]]:
    """Return the sizes that are not reduced, and the elements of each group, in order."""
    reduced = {axis % len(dims) for axis in axes}
    groups: dict[Index, list[Any]] = {}
    for value, index in zip(x, itertools.product(*map(range, dims)), strict=True):
        kept = tuple(i for axis, i in enumerate(index) if axis not in reduced)
        groups.setdefault(kept, []).append(value)
    left = [size for axis, size in enumerate(dims) if axis not in reduced]
    return left or [1], list(groups.values())


def kept_dims(dims: Sequence[int], axes: Sequence[int]) -> list[int]:
    """Return the shape with size 1 for the reduced dimensions."""
    reduced = {axis % len(dims) for axis in axes}
    return [1 if axis in reduced else size for axis, size in enumerate(dims)]


def reduce_types(operation: str) -> Mapping[str, Sequence[Variation]]:
    """Return all types of a real-valued case."""
    if operation in TRUTH:
        return {"V1_2": [DEFAULT]}
    if operation not in ORDERED:
        return FLOATS
    return all_types([tensor_input("x", F32, ()), output("y", F32, ())], 0.5, 100, "V1_2")


def reduce_values(operation: str, count: int, seed: int) -> list[Any]:
    """Return elements whose products stay within float16's range; truth values are not all equal.
    """
    random = LinearCongruentialGenerator(seed)
    if operation in TRUTH:
        common = operation == "REDUCE_ALL"
        return [common if v else not common for v in random.integers(count, 0, 3)]
    if operation == "REDUCE_PROD":
        return [random.integer(1, 3) * 0.5 * (-1) ** random.integer(0, 1) for _ in range(count)]
    return random.grid(count, -8, 8, 0.5)


def reduce_case(
    operation: str, name: str, dims: Sequence[int], axes: Sequence[int], keep: bool, seed: int
) -> SpecCase:
    """Return a case of one setting, in all types."""
    x = reduce_values(operation, prod(dims), seed)
    out, groups = grouped(x, dims, axes)
    if keep:
        out = kept_dims(dims, axes)
    type_ = BOOL8 if operation in TRUTH else F32
    exact = [RULE[operation](group) for group in groups]
    y = exact if operation in TRUTH else [float32(value) for value in exact]
    tensors = [tensor_input("x", type_, dims), output("y", type_, out)]
    step = (operation, [tensors[0], int32_vector("axes", axes), keep], [tensors[1]])
    return SpecCase(name, [step], [{"x": x, "y": y}], reduce_types(operation))


def reduce_precision(operation: str) -> SpecCase:
    """Return a case with rows of numbers, and results, that float16 does not represent."""
    rows = [
        [0.1, 0.2, 0.3, 1.0001],
        [12345.678, -0.001, 7.7, 33.33],
        [-15000.5, 16001.7, 0.5, 0.1],
        [-0.12345, -0.1234, -0.12346, -0.9],
        [3.3, 123.4567, 0.777, 9.07],
        [-6.543, -1.111, -0.3217, -2.7],
    ]
    rows = [[float32(value) for value in row] for row in rows]
    exact = [float(RULE[operation]([Fraction(value) for value in row])) for row in rows]
    require_beyond_float16(operation, [value for value in exact if abs(value) < 65504])
    step = (
        operation,
        [tensor_input("x", F32, (6, 4)), int32_vector("axes", [1]), False],
        [output("y", F32, (6,))],
    )
    feed = {"x": list(itertools.chain(*rows)), "y": [float32(value) for value in exact]}
    description = "Results that float16 does not represent."
    return SpecCase("full_precision", [step], [feed], {"V1_2": [DEFAULT]}, description)


def reduce_codes(operation: str, type_: str) -> SpecCase:
    """Return a case with codes over the whole range."""
    low = -128 if type_ == Q8S else 0
    dims = (4, 16, 4)
    x = [low + code for code in LinearCongruentialGenerator(3301).integers(prod(dims), 0, 255)]
    x[0], x[7] = low, low + 255
    out, groups = grouped(x, dims, (1,))
    scale, zero = 0.07, 3 if low else 131
    step = (
        operation,
        [tensor_input("x", type_, dims, scale, zero), int32_vector("axes", [1]), False],
        [output("y", type_, out, scale, zero)],
    )
    feed = {"x": x, "y": [RULE[operation](group) for group in groups]}
    signed = "_signed" if low else ""
    return SpecCase(f"codes{signed}", [step], [feed], {"V1_3" if low else "V1_2": [DEFAULT]})


def reduce_cases(operation: str) -> Iterator[SpecCase]:
    """Return all cases of one reduction."""
    for seed, (name, (dims, axes, keep)) in enumerate(SETTINGS.items()):
        yield reduce_case(operation, name, dims, axes, keep, 3200 + seed)
    if operation not in TRUTH:
        yield reduce_precision(operation)
    if operation in ORDERED:
        yield reduce_codes(operation, Q8)
        yield reduce_codes(operation, Q8S)


# ------------------------------------------------------------------------------------- indices

BEST: dict[str, Callable[[Sequence[Any]], Any]] = {"ARGMAX": max, "ARGMIN": min}
PLACES: dict[str, tuple[tuple[int, ...], int]] = {
    "rank_1": ((9,), 0),
    "rank_2_rows": ((7, 3), 0),
    "rank_2_columns": ((3, 8), -1),
    "rank_3_first": ((6, 2, 3), -3),
    "rank_3_middle": ((2, 7, 2), 1),
    "rank_3_last": ((2, 2, 6), 2),
    "rank_4": ((2, 5, 2, 2), -3),
    "rank_5": ((1, 2, 6, 1, 2), 2),
}


def place_types(type_: str = F32) -> Mapping[str, Sequence[Variation]]:
    """Return all types except INT32, which has separate cases."""
    if type_ == I32:
        return {"V1_2": [DEFAULT]}
    return {
        "V1_2": [*FLOATS["V1_2"], DataTypeVariation("quant8", {"x": (Q8, 0.5, 100)})],
        "V1_3": [DataTypeVariation("quant8_signed", {"x": (Q8S, 0.5, -28)})],
    }


def place_case(
    operation: str,
    name: str,
    dims: Sequence[int],
    axis: int,
    x: Sequence[Any],
    type_: str = F32,
    description: str = "",
) -> SpecCase:
    """Return a case that expects the first of the best elements along an axis."""
    out, groups = grouped(x, dims, [axis])
    y = [group.index(BEST[operation](group)) for group in groups]
    tensor = WrittenOperand("Input", "x", type_, tuple(dims), never_internal=len(dims) > 4)
    step = (operation, [tensor, axis], [output("y", I32, out)])
    return SpecCase(name, [step], [{"x": x, "y": y}], place_types(type_), description)


def place_cases(operation: str) -> Iterator[SpecCase]:
    """Return cases with distinct elements, with ties, and with INT32's range.

    Ties are far apart, because the comparison accepts an index that is off by one.
    """
    for seed, (name, (dims, axis)) in enumerate(PLACES.items()):
        order = list(range(prod(dims)))
        random = LinearCongruentialGenerator(3400 + seed)
        for i in range(len(order) - 1, 0, -1):
            j = random.integer(0, i)
            order[i], order[j] = order[j], order[i]
        x = [0.5 * (value - len(order) // 2) for value in order]
        yield place_case(operation, name, dims, axis, x)
    sign = 1.0 if operation == "ARGMAX" else -1.0
    rows = [[3, 1, 3, 0, 3], [0, 2, 1, 1, 2], [-1, -1, -1, -1, -1], [-5, -9, -9, -5, -5]]
    x = [sign * value for row in rows for value in row]
    yield place_case(operation, "ties", (4, 5), 1, x, description="The first of equal elements.")
    large = [5, -(2**31), 2**31 - 1, 0, 16777216, 16777217, -16777216, -16777217]
    yield place_case(operation, "int32", (8,), 0, large, I32)
    near = [16777217, 16777216, 16777216, 16777218, -7, 16777219, -8, -8]
    yield place_case(
        operation, "int32_neighbours", (8,), 0, near, I32, "Neighbouring integers that float32 "
            "does not distinguish."
    )


# ----------------------------------------------------------------------------------- LOG_SOFTMAX


def log_softmax(row: Sequence[float], beta: float) -> list[float]:
    """Return the formula for one row, relative to the largest element to avoid overflow."""
    peak = max(row)
    total = math.log(math.fsum(math.exp(beta * (value - peak)) for value in row))
    return [beta * (value - peak) - total for value in row]


def log_softmax_case(
    name: str,
    dims: Sequence[int],
    beta: float,
    axis: int,
    x: Sequence[float],
    versions: Mapping[str, Sequence[Variation]] = FLOATS,
    description: str = "",
) -> SpecCase:
    """Return a case with one tensor of logits."""
    indexes = list(itertools.product(*map(range, dims)))
    places = grouped(range(len(indexes)), dims, [axis])[1]
    y = [0.0] * len(indexes)
    for group in places:
        for place, value in zip(group, log_softmax([x[i] for i in group], beta), strict=True):
            y[place] = float32(value)
    tensor = WrittenOperand("Input", "x", F32, tuple(dims), never_internal=len(dims) > 4)
    scalar = float32_scalar("beta", beta)
    step = ("LOG_SOFTMAX", [tensor, scalar, axis], [output("y", F32, dims)])
    return SpecCase(name, [step], [{"x": x, "y": y}], versions, description)


def log_softmax_cases() -> Iterator[SpecCase]:
    """Return cases with every rank and axis, several values of beta, and logits far apart."""
    shapes = {1: (5,), 2: (3, 4), 3: (2, 3, 2), 4: (2, 2, 3, 2), 5: (1, 2, 2, 3, 1)}
    for rank, dims in shapes.items():
        for axis in range(rank):
            x = LinearCongruentialGenerator(3500 + 10 * rank + axis).grid(prod(dims), -3, 3, 0.25)
            written = axis - rank if axis % 2 else axis
            name = f"rank_{rank}_axis_{axis}"
            yield log_softmax_case(name, dims, 1.0, written, x)
    x = LinearCongruentialGenerator(3590).grid(12, -3, 3, 0.25)
    yield log_softmax_case("beta_small", (3, 4), 0.125, -1, x)
    yield log_softmax_case("beta_large", (3, 4), 4.0, -1, x)
    yield log_softmax_case("one_class", (3, 1), 1.0, 1, [1.0, -2.0, 0.5])
    far = [120.0, -100.0, 0.0, 119.5, -120.0, -119.0, -119.5, -110.0]
    description = "Exponentials beyond the range of float32."
    yield log_softmax_case("far_apart", (2, 4), 1.0, 1, far, description=description)
    fine = [float32(value) for value in (0.1, 0.2, 0.30001, 1.0001, 12.345, -7.7, 3.14159, 2.71828)]
    versions: dict[str, list[Variation]] = {"V1_2": [DEFAULT]}
    yield log_softmax_case("full_precision", (2, 4), 1.2345, 1, fine, versions)


# ------------------------------------------------------------------------ INSTANCE_NORMALIZATION


def instance_case(
    name: str,
    dims: tuple[int, int, int, int],
    gamma: float,
    beta: float,
    epsilon: float,
    x: Sequence[float],
    versions: Mapping[str, Sequence[Variation]] = FLOATS,
    description: str = "",
) -> SpecCase:
    """Return a case with NHWC images, which the variation converts to NCHW."""
    y = [0.0] * len(x)
    for group in grouped(range(len(x)), dims, [1, 2])[1]:
        plane = [Fraction(x[place]) for place in group]
        mean = sum(plane) / len(plane)
        variance = sum((value - mean) ** 2 for value in plane) / len(plane)
        deviation = math.sqrt(variance + Fraction(epsilon))
        for place, value in zip(group, plane, strict=True):
            y[place] = float32(float(value - mean) * gamma / deviation + beta)
    scalars = [
        float32_scalar("gamma", gamma),
        float32_scalar("beta", beta),
        float32_scalar("epsilon", epsilon),
        bool_scalar("layout", False),
    ]
    step = (
        "INSTANCE_NORMALIZATION",
        [tensor_input("x", F32, dims), *scalars],
        [output("y", F32, dims)],
    )
    nchw = ["AddNchw(x, y, layout)"]
    return SpecCase(name, [step], [{"x": x, "y": y}], versions, description, nchw)


def instance_cases() -> Iterator[SpecCase]:
    """Return cases with several images and channels, both signs of gamma, and constant planes."""
    x = LinearCongruentialGenerator(3600).grid(24, -4, 4, 0.25)
    yield instance_case("plain", (2, 2, 3, 2), 1.0, 0.0, 0.0625, x)
    yield instance_case("scaled", (2, 2, 3, 2), 2.0, 10.0, 0.0625, x)
    yield instance_case("gamma_negative", (2, 2, 3, 2), -0.5, -3.0, 0.25, x)
    yield instance_case("gamma_0", (2, 2, 3, 2), 0.0, 1.5, 0.0625, x)
    yield instance_case("one_channel", (3, 2, 4, 1), 1.5, 0.5, 0.125, x)
    yield instance_case("one_row", (2, 1, 4, 3), 1.0, -1.0, 0.125, x)
    yield instance_case("epsilon_large", (1, 4, 2, 3), 1.0, 0.0, 16.0, x)
    flat = [5.0, 1.0, 5.0, 3.0, 5.0, 1.0, 5.0, 3.0]
    description = "A constant plane gives beta everywhere."
    yield instance_case("constant_plane", (1, 2, 2, 2), 4.0, -2.0, 0.5, flat, description=description)
    description = "A single element is its own mean."
    yield instance_case(
        "one_pixel", (2, 1, 1, 2), 4.0, 0.75, 0.5, [1.0, -7.5, 3.0, 2.0], description=description
    )
    fine = [float32(1.0e-3 * value + 0.1) for value in LinearCongruentialGenerator(3601).integers(24, -3000, 3000)]
    versions: dict[str, list[Variation]] = {"V1_2": [DEFAULT]}
    yield instance_case("full_precision", (2, 2, 3, 2), 1.2345, 0.4321, 1.0e-4, fine, versions)


_AXES = "one, several and all axes, negative, repeated and unsorted ones"
_INDICES = (
    "every axis of up to five dimensions, ties, all types. Indices lie far apart, because a "
    "comparison lets INT32 be one off."
)
ABOUT: dict[str, tuple[Callable[[], Iterator[SpecCase]], str]] = {}
for _operation, _what in {
    "REDUCE_ALL": "truth values",
    "REDUCE_ANY": "truth values",
    "REDUCE_MAX": "all types and the whole code range",
    "REDUCE_MIN": "all types and the whole code range",
    "REDUCE_PROD": "float types",
    "REDUCE_SUM": "float types",
}.items():
    ABOUT[_operation] = (
        partial(reduce_cases, _operation),
        f"{_AXES}, kept and removed dimensions, {_what}.",
    )
for _operation in BEST:
    ABOUT[_operation] = (
        partial(place_cases, _operation),
        _INDICES,
    )
ABOUT["LOG_SOFTMAX"] = (
    log_softmax_cases,
    "every axis of up to five dimensions, several beta, logits far apart.",
)
ABOUT["INSTANCE_NORMALIZATION"] = (
    instance_cases,
    "both layouts, several images and channels, constant planes.",
)


def files() -> dict[str, str]:
    """Return the spec files by path."""
    specs = []
    for operation, (cases, description) in ABOUT.items():
        spec = GeneratedSpecFile(f"V1_2/{operation.lower()}.mod.py", f"{operation}: {description}", SOURCE)
        spec.add(*cases())
        specs.append(spec)
    return collect_files(*specs)


def cross_check() -> str:
    """Compare with LiteRT; LOG_SOFTMAX and INSTANCE_NORMALIZATION with PyTorch."""
    import torch  # noqa: PLC0415 - optional

    tally = _litert_runner.ComparisonTally()
    for operation in RULE:
        for case in reduce_cases(operation):
            axes = next(item for item in case.operands() if item.name == "axes")
            _litert_runner.check_case(
                tally,
                case,
                "SUM" if operation == "REDUCE_SUM" else operation,
                "ReducerOptions",
                {"keepDims": case.steps[0][1][2]},
                tensors=["x", np.array(axes.value)],
                code_limit=0,
            )
    for operation, name in {"ARGMAX": "ARG_MAX", "ARGMIN": "ARG_MIN"}.items():
        for case in place_cases(operation):
            axis = np.array([case.steps[0][1][1]])
            options = f"Arg{operation[3:].title()}Options"
            values = {"outputType": 2}  # INT32
            _litert_runner.check_case(
                tally, case, name, options, values, tensors=["x", axis], code_limit=0
            )
    arguments: Any
    for case in log_softmax_cases():
        arguments = case.steps[0][1]
        x, beta, dim = arguments
        logits = torch.tensor(case.feeds[0]["x"], dtype=torch.float64).reshape(x.dims)
        y = torch.log_softmax(logits * beta.value, dim=dim)
        tally.floats(f"LOG_SOFTMAX {case.name}", case.feeds[0]["y"], y.numpy())
    for case in instance_cases():
        arguments = case.steps[0][1]
        x, gamma, beta, epsilon, _ = arguments
        if x.dims[1:3] == (1, 1):
            continue  # PyTorch refuses planes of one element
        image = torch.tensor(case.feeds[0]["x"], dtype=torch.float64).reshape(x.dims)
        y = torch.nn.functional.instance_norm(image.permute(0, 3, 1, 2), eps=epsilon.value)
        y = y.permute(0, 2, 3, 1) * gamma.value + beta.value
        tally.floats(f"INSTANCE_NORMALIZATION {case.name}", case.feeds[0]["y"], y.numpy())
    return str(tally)
