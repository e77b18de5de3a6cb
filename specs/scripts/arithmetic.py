"""ADD, SUB, MUL and DIV with broadcasting: exact rational arithmetic on every pair of elements.

Float results are the exact result rounded to float32. Quantized results are the exact real result
of the dequantized operands, rounded to nearest with ties away from zero, and clamped. INT32 DIV
rounds towards minus infinity.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
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
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    Variation,
    all_types,
    collect_files,
    dequantize,
    float32,
    ignored_output,
    int32_scalar,
    output,
    quantize,
    tensor_input,
)

SOURCE = "specs/scripts/arithmetic.py (exact rational arithmetic)."

EXACT: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "ADD": lambda a, b: a + b,
    "SUB": lambda a, b: a - b,
    "MUL": lambda a, b: a * b,
    "DIV": lambda a, b: a / b,
}
SINCE = {"ADD": "V1_0", "MUL": "V1_0", "SUB": "V1_1", "DIV": "V1_1"}
QUANT8_SINCE = {"ADD": "V1_0", "MUL": "V1_0", "SUB": "V1_2"}

BROADCASTS = (
    ((2, 3), (3,)),
    ((3,), (2, 3)),
    ((2, 2, 3), (2, 1)),
    ((2, 1, 3), (2, 1)),
    ((1,), (2, 2, 1, 2)),
    ((2, 1, 1, 2), (3, 1)),
    ((1, 2, 1, 3), (2, 1, 2, 1)),
    ((1, 1, 1, 1), (1,)),
)


def pairs(left: Sequence[int], right: Sequence[int]) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the broadcast shape, and for each element its flat index in both operands."""
    rank = max(len(left), len(right))
    a = [1] * (rank - len(left)) + list(left)
    b = [1] * (rank - len(right)) + list(right)
    dims = [max(x, y) for x, y in zip(a, b, strict=True)]
    found = []
    for index in itertools.product(*map(range, dims)):
        flat_a = flat_b = 0
        for axis, i in enumerate(index):
            flat_a = flat_a * a[axis] + (i if a[axis] > 1 else 0)
            flat_b = flat_b * b[axis] + (i if b[axis] > 1 else 0)
        found.append((flat_a, flat_b))
    return dims, found


def shape_name(dims: Sequence[int]) -> str:
    """Return the shape as text: ``2x3`` for (2, 3)."""
    return "x".join(map(str, dims))


def types_of(operation: str) -> Mapping[str, Sequence[Variation]]:
    """Return all tensor types in which the float case can also run."""
    if operation == "DIV":
        return {"V1_1": [DEFAULT, RELAXED], "V1_2": [FLOAT16]}
    tensors = [tensor_input(n, F32, ()) for n in ("a", "b")] + [output("y", F32, ())]
    fixed = {"a": (0.5, 100, -28), "b": (0.25, 127, -1), "y": (0.5, 120, -8)}
    since, quant8 = SINCE[operation], QUANT8_SINCE[operation]
    return all_types(tensors, 0.5, 100, since, quant8_since=quant8, fixed=fixed)


def real_case(
    operation: str,
    name: str,
    left: Sequence[int],
    right: Sequence[int],
    seed: int,
    *,
    activations: bool = False,
) -> SpecCase:
    """Return a case whose operands are on a grid that every type represents exactly."""
    random = LinearCongruentialGenerator(seed)
    dims, positions = pairs(left, right)
    a = random.grid(prod(left), -6, 6, 0.5)
    b = random.grid(prod(right), -4, 4, 1.0 if operation == "MUL" else 0.5)
    if operation == "DIV":
        b = [(0.25, 0.5, 3.0, 4.0, 6.0)[random.integer(0, 4)] * (-1) ** i for i in range(len(b))]
    exact = [EXACT[operation](Fraction(a[i]), Fraction(b[j])) for i, j in positions]
    operands = [tensor_input("a", F32, left), tensor_input("b", F32, right)]
    act = int32_scalar("act", 0)
    y = output("y", F32, dims)
    return SpecCase(
        name,
        [(operation, [*operands, act if activations else 0], [y])],
        [{"a": a, "b": b, "y": [float32(value) for value in exact]}],
        types_of(operation),
        variation_groups=["AddAllActivations(y, act)"] if activations else [],
    )


def quantized_case(operation: str, type_: str) -> SpecCase:
    """Return a case with three quantizations, codes over the whole range, and saturation."""
    random = LinearCongruentialGenerator(2027)
    shift = 128 if type_ == Q8S else 0
    scales = {"a": (0.15, 113 - shift), "b": (0.4, 64 - shift), "y": (0.29, 131 - shift)}
    a = random.integers(32, 0, 255)
    b = random.integers(32, 0, 255)
    a[:4], b[:4] = [0, 255, 255, 113], [0, 255, 0, 64]
    codes, real = [], []
    for x, z in zip(a, b, strict=True):
        exact = EXACT[operation](
            dequantize(x - shift, *scales["a"]), dequantize(z - shift, *scales["b"])
        )
        real.append(exact)
        codes.append(quantize(exact, type_, *scales["y"]))
    operands = [tensor_input(n, type_, (2, 16), *scales[n]) for n in ("a", "b")]
    act, y = int32_scalar("act", 0), output("y", type_, (2, 16), *scales["y"])
    signed = "_signed" if shift else ""
    version = "V1_3" if shift else QUANT8_SINCE[operation]
    return SpecCase(
        f"mixed_scales{signed}",
        [(operation, [*operands, act], [y])],
        [{"a": [x - shift for x in a], "b": [z - shift for z in b], "y": codes}],
        {version: [DEFAULT]},
        description="Different scales and zero points, all codes, results that saturate.",
        variation_groups=["AddAllActivations(y, act)"],
    )


def int32_cases(operation: str) -> Iterator[SpecCase]:
    """Return INT32 cases, which have no activation; quotients are rounded towards minus infinity.
    """
    a = [7, -7, 7, -7, 6, -6, 0, 1, -1, 1000003, -1000003, 2147483, -8, 8]
    b = [2, 2, -2, -2, 3, 3, 5, -1, 7, 997, 997, -1000, 8, -9]
    exact = [EXACT[operation](Fraction(x), Fraction(z)) for x, z in zip(a, b, strict=True)]
    dims = (2, 7)
    operands = [tensor_input("a", I32, dims), tensor_input("b", I32, dims)]
    step = (operation, [*operands, 0], [output("y", I32, dims)])
    feed = {"a": a, "b": b, "y": [value.numerator // value.denominator for value in exact]}
    yield SpecCase("int32", [step], [feed], {"V1_3": [DEFAULT]})
    shape, positions = pairs((3, 1), (1, 4))
    left, right = [9, -10, 24], [1, -2, 3, -5]
    exact = [EXACT[operation](Fraction(left[i]), Fraction(right[j])) for i, j in positions]
    operands = [tensor_input("a", I32, (3, 1)), tensor_input("b", I32, (1, 4))]
    step = (operation, [*operands, 0], [output("y", I32, shape)])
    feed = {"a": left, "b": right, "y": [value.numerator // value.denominator for value in exact]}
    yield SpecCase("int32_broadcast", [step], [feed], {"V1_3": [DEFAULT]})


def wide_case(operation: str) -> SpecCase:
    """Return a case with magnitudes that float16 does not represent, and with cancellation."""
    a = [1.0e20, -1.0e20, 3.0e-3, 16777216.0, 123456.789, 1.0, 0.0, 65536.0]
    b = [1.0e4, 3.0e5, 7.0e-4, 1.0, -123456.7, 3.0, -8.0, -65535.0]
    a, b = [float32(x) for x in a], [float32(x) for x in b]
    exact = [EXACT[operation](Fraction(x), Fraction(z)) for x, z in zip(a, b, strict=True)]
    dims = (1, 2, 2, 2)
    operands = [tensor_input("a", F32, dims), tensor_input("b", F32, dims)]
    return SpecCase(
        "wide_range",
        [(operation, [*operands, 0], [output("y", F32, dims)])],
        [{"a": a, "b": b, "y": [float32(value) for value in exact]}],
        {SINCE[operation]: [DEFAULT]},
        description="Magnitudes beyond the range of float16, and cancellation.",
    )


def division_by_zero() -> Iterator[SpecCase]:
    """Return a case whose result is not compared; the driver must not crash."""
    for type_, versions in (
        (F32, {"V1_1": [DEFAULT, RELAXED], "V1_2": [FLOAT16]}),
        (I32, {"V1_3": [DEFAULT]}),
    ):
        operands = [tensor_input("a", type_, (4,)), tensor_input("b", type_, (4,))]
        y = ignored_output("y", type_, (4,))
        one = 1 if type_ == I32 else 1.0
        yield SpecCase(
            "by_zero_int32" if type_ == I32 else "by_zero",
            [("DIV", [*operands, 0], [y])],
            [{"a": [one, -one, 0 * one, 5 * one], "b": [0 * one] * 3 + [one], "y": [0] * 4}],
            versions,
            description="A zero divisor: the values are not compared, but the execution must return.",
        )


def cases(operation: str) -> Iterator[SpecCase]:
    """Return all cases of one operation."""
    yield real_case(operation, "same_shape", (2, 3), (2, 3), 11, activations=True)
    for rank in (1, 3, 4):
        dims = (2, 1, 3, 2)[-rank:]
        yield real_case(operation, f"rank_{rank}", dims, dims, 20 + rank)
    for seed, (left, right) in enumerate(BROADCASTS):
        name = f"broadcast_{shape_name(left)}_{shape_name(right)}"
        yield real_case(operation, name, left, right, 40 + seed)
    yield wide_case(operation)
    if operation != "DIV":
        yield quantized_case(operation, Q8)
        yield quantized_case(operation, Q8S)
    yield from int32_cases(operation)
    if operation == "DIV":
        yield from division_by_zero()


ABOUT = {
    "ADD": "ADD: sums with broadcasting, fused activations, all tensor types, different "
    "quantizations, saturation.",
    "SUB": "SUB: differences with broadcasting, fused activations, all tensor types, different "
    "quantizations, saturation.",
    "MUL": "MUL: products with broadcasting, fused activations, all tensor types, saturation. The "
    "output scale is above the product of the input scales, as every version demands.",
    "DIV": "DIV: quotients with broadcasting and fused activations; INT32 rounds towards minus "
    "infinity; division by zero is executed but not compared.",
}


def files() -> dict[str, str]:
    """Return the spec files by path."""
    specs = []
    for operation, description in ABOUT.items():
        spec = GeneratedSpecFile(f"{SINCE[operation]}/{operation.lower()}.mod.py", description, SOURCE)
        spec.add(*cases(operation))
        specs.append(spec)
    return collect_files(*specs)


def cross_check() -> str:
    """Compare the expected values with LiteRT."""
    tally = _litert_runner.ComparisonTally()
    tables = {"ADD": "AddOptions", "SUB": "SubOptions", "MUL": "MulOptions", "DIV": "DivOptions"}
    for operation in ABOUT:
        for case in cases(operation):
            if case.name.startswith(("by_zero", "int32")) and operation == "DIV":
                continue  # LiteRT divides INT32 towards zero and refuses zero divisors
            _litert_runner.check_case(tally, case, operation, tables[operation], {})
    return str(tally)
