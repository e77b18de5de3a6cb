"""ABS, NEG, EXP, LOG, SQRT, RSQRT, SIN, ELU and HARD_SWISH: the closed formula on every element.

The functions are those of ``math`` in float64; HARD_SWISH is x * max(0, min(6, x + 3)) / 6 in exact
rational arithmetic. Quantized results are the real result of the dequantized code, rounded to
nearest with ties away from zero, and clamped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod

import numpy as np

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
    WrittenOperand,
    GeneratedSpecFile,
    DataTypeVariation,
    Variation,
    require_beyond_float16,
    collect_files,
    dequantize,
    float32,
    float32_scalar,
    output,
    quantize,
    tensor_input,
)

SOURCE = "specs/scripts/unary_math.py (closed formula in float64)."


def hard_swish(x: float) -> float:
    """Return the formula in exact arithmetic, rounded once."""
    exact = Fraction(x)
    return float(exact * max(Fraction(0), min(Fraction(6), exact + 3)) / 6)


def elu(alpha: float) -> Callable[[float], float]:
    """Return max(0, x) + min(0, alpha * (exp(x) - 1))."""
    return lambda x: max(0.0, x) + min(0.0, alpha * math.expm1(x))


FORMULA: dict[str, Callable[[float], float]] = {
    "ABS": abs,
    "NEG": lambda x: -x,
    "EXP": math.exp,
    "LOG": math.log,
    "SQRT": math.sqrt,
    "RSQRT": lambda x: 1 / math.sqrt(x),
    "SIN": math.sin,
    "HARD_SWISH": hard_swish,
}
SINCE = {**dict.fromkeys(FORMULA, "V1_2"), "HARD_SWISH": "V1_3", "ELU": "V1_3"}
POSITIVE = ("LOG", "SQRT", "RSQRT")
SHAPES = {1: (5,), 2: (3, 4), 3: (2, 1, 5), 4: (2, 3, 1, 3), 5: (1, 2, 2, 1, 3)}
WIDE: dict[str, Sequence[float]] = {
    "ABS": [-1.0e20, 3.0e30, -123456.789, -1.0e-30, 0.1, -0.3],
    "NEG": [-1.0e20, 3.0e30, -123456.789, 1.0e-30, 0.1, -0.3],
    "EXP": [-60.0, 60.0, 11.5, 87.0, 0.001, 1.2345678],
    "LOG": [1.0e-30, 3.0e30, 123456.789, 1.0001, 0.1, 1234.5],
    "SQRT": [1.0e-30, 3.0e30, 123456.789, 1.0001, 0.1, 1234.5],
    "RSQRT": [1.0e-30, 3.0e30, 123456.789, 1.0001, 0.1, 1234.5],
    "SIN": [3.1415927, 6.2831855, -1.5707964, 0.001, 0.1, 1.2345678],
    "ELU": [-0.001, -1.2345678, -0.3, 333.33, 0.1, -7.7],
    "HARD_SWISH": [-0.001, -1.2345678, -2.99, 70000.1, 0.1, 2.34],
}


def x_operand(dims: Sequence[int]) -> WrittenOperand:
    """Return the input; at most four dimensions may become internal, as ADD takes no more."""
    return WrittenOperand("Input", "x", F32, tuple(dims), never_internal=len(dims) > 4)


def real_types(operation: str, *more: DataTypeVariation) -> Mapping[str, Sequence[Variation]]:
    """Return the float types, and quantized ones of the same version."""
    return {SINCE[operation]: [DEFAULT, RELAXED, FLOAT16, *more]}


def grid(operation: str, count: int, seed: int) -> list[float]:
    """Return inputs in the function's domain that float16 represents exactly."""
    low = 0.0625 if operation in POSITIVE else -7.5
    return LinearCongruentialGenerator(seed).grid(count, low, 8, 0.0625)


def one_input(
    operation: str,
    name: str,
    dims: Sequence[int],
    x: Sequence[float],
    versions: Mapping[str, Sequence[Variation]],
    description: str = "",
) -> SpecCase:
    """Return a case with one float tensor."""
    y = [float32(FORMULA[operation](value)) for value in x]
    step = (operation, [x_operand(dims)], [output("y", F32, dims)])
    return SpecCase(name, [step], [{"x": x, "y": y}], versions, description)


def wide(operation: str, function: Callable[[float], float], *scalars: WrittenOperand) -> SpecCase:
    """Return a case with numbers that only float32 represents."""
    x = [float32(value) for value in WIDE[operation]]
    exact = [function(value) for value in x]
    require_beyond_float16(operation, [value for value in exact if abs(value) < 65504])
    dims = (2, 3)
    step = (operation, [x_operand(dims), *scalars], [output("y", F32, dims)])
    return SpecCase(
        "full_precision",
        [step],
        [{"x": x, "y": [float32(value) for value in exact]}],
        {SINCE[operation]: [DEFAULT]},
        "Results that float16 does not represent.",
    )


def int32_case(operation: str) -> SpecCase:
    """Return a case with whole numbers up to both ends of the range."""
    x = [0, 1, -1, 2**31 - 1, -(2**31) + 1, 16777217, -16777217, 65536]
    step = (operation, [tensor_input("x", I32, (2, 4))], [output("y", I32, (2, 4))])
    y = [int(FORMULA[operation](value)) for value in x]
    version = "V1_3" if operation == "ABS" else "V1_2"
    description = (
        "Up to the largest numbers that have a result, and numbers that float32 does not "
        "represent."
    )
    return SpecCase("int32", [step], [{"x": x, "y": y}], {version: [DEFAULT]}, description)


def all_codes(
    operation: str,
    type_: str,
    name: str,
    source: tuple[float, int],
    target: tuple[float, int],
    version: str,
) -> SpecCase:
    """Return a case with each of the 256 codes; zero points are those of the unsigned type."""
    shift = 128 if type_ == Q8S else 0
    scale, zero = source[0], source[1] - shift
    out = (target[0], target[1] - shift)
    first = 1 - shift if operation == "RSQRT" else -shift  # 1 / sqrt(0) has no value
    x = list(range(first, 256 - shift))
    if len(x) < 256:
        x.insert(0, x[0])
    y = [
        quantize(FORMULA[operation](float(dequantize(code, scale, zero))), type_, *out)
        for code in x
    ]
    dims = (1, 4, 8, 8)
    step = (
        operation,
        [tensor_input("x", type_, dims, scale, zero)],
        [output("y", type_, dims, *out)],
    )
    signed = "_signed" if shift else ""
    return SpecCase(f"all_codes_{name}{signed}", [step], [{"x": x, "y": y}], {version: [DEFAULT]})


CODES = {
    "HARD_SWISH": {
        "same_scale": ((0.0476, 128), (0.0476, 128)),
        "finer": ((0.0571, 100), (0.0211, 20)),
        "coarser": ((0.0123, 255), (0.0345, 0)),
        "saturating": ((0.173, 7), (0.0391, 99)),
    },
    "RSQRT": {
        "fine": ((0.0213, 0), (0.0371, 3)),
        "coarse": ((3.17, 0), (0.00217, 0)),
    },
}
"""Scale and zero point of the input and of the output, unsigned."""


def cases(operation: str) -> Iterator[SpecCase]:
    """Return all cases of one operation without further operands."""
    quantized: list[DataTypeVariation] = []
    if operation == "HARD_SWISH":
        pairs = {"quant8": (Q8, 0), "quant8_signed": (Q8S, 128)}
        for name, (type_, shift) in pairs.items():
            targets = {"x": (type_, 0.0625, 120 - shift), "y": (type_, 0.0531, 30 - shift)}
            quantized.append(DataTypeVariation(name, targets))
    versions = real_types(operation, *quantized)
    for rank, dims in SHAPES.items():
        x = grid(operation, prod(dims), 700 + rank)
        yield one_input(operation, f"rank_{rank}", dims, x, versions)
    yield one_input(operation, "one_element", (1, 1, 1, 1), [2.25], versions)
    yield wide(operation, FORMULA[operation])
    if operation in ("ABS", "NEG"):
        yield int32_case(operation)
    if operation == "EXP":
        far = [-1000.0, -500.0, 0.0, -0.0625]
        description = "Results that underflow."
        yield one_input(operation, "far_below_zero", (4,), far, versions, description)
    if operation == "SIN":
        turns = [100.0, -100.0, 31.5, -31.5, 12.75, 0.0]
        yield one_input(operation, "several_turns", (6,), turns, versions)
    if operation == "HARD_SWISH":
        edges = [-7.5, -3.0625, -3.0, -2.9375, -1.5, 0.0, 2.9375, 3.0, 3.0625, 6.0]
        yield one_input(operation, "bounds", (1, 5, 1, 2), edges, versions)
    for name, (source, target) in CODES.get(operation, {}).items():
        version = "AIDL_V3" if operation == "RSQRT" else SINCE[operation]
        yield all_codes(operation, Q8, name, source, target, version)
        yield all_codes(operation, Q8S, name, source, target, version)


def elu_cases() -> Iterator[SpecCase]:
    """Return ELU cases with several values of alpha, including 0 and a negative one."""
    for name, dims, alpha in (
        ("rank_1", (6,), 1.0),
        ("rank_2", (3, 4), 0.5),
        ("rank_3", (2, 1, 5), 2.0),
        ("rank_4", (2, 3, 1, 3), 0.125),
        ("rank_5", (1, 2, 2, 1, 3), 1.5),
        ("alpha_0", (2, 5), 0.0),
        ("alpha_negative", (2, 5), -0.5),
    ):
        high = 3.0 if alpha < 0 else 6.0
        x = LinearCongruentialGenerator(760 + len(dims)).grid(prod(dims), -6, high, 0.0625)
        x[0] = 0.0
        y = [float32(elu(alpha)(value)) for value in x]
        scalar = float32_scalar("alpha", alpha)
        step = ("ELU", [x_operand(dims), scalar], [output("y", F32, dims)])
        yield SpecCase(name, [step], [{"x": x, "y": y}], real_types("ELU"))
    yield wide("ELU", elu(0.75), float32_scalar("alpha", 0.75))


ABOUT = {
    "ABS": "ABS: both signs, every rank up to 5, float types and INT32.",
    "NEG": "NEG: both signs, every rank up to 5, float types and INT32.",
    "EXP": "EXP: both signs, every rank up to 5, results that vanish.",
    "LOG": "LOG: both sides of 1, every rank up to 5, numbers beyond float16.",
    "SQRT": "SQRT: both sides of 1, every rank up to 5, numbers beyond float16.",
    "RSQRT": "RSQRT: both sides of 1, every rank up to 5, numbers beyond float16, every positive "
    "code of both quantized types (AIDL_V3), saturating at the top.",
    "SIN": "SIN: several turns of both signs, every rank up to 5.",
    "ELU": "ELU: both sides of zero with several alpha, zero and a negative one among them.",
    "HARD_SWISH": "HARD_SWISH: both bounds, every code of both quantized types with equal, finer "
    "and coarser output scales.",
}


def files() -> dict[str, str]:
    """Return the spec files by path."""
    specs = []
    for operation, description in ABOUT.items():
        spec = GeneratedSpecFile(f"{SINCE[operation]}/{operation.lower()}.mod.py", description, SOURCE)
        spec.add(*(elu_cases() if operation == "ELU" else cases(operation)))
        specs.append(spec)
    return collect_files(*specs)


def cross_check() -> str:
    """Compare with LiteRT (float32, INT32, quantized HARD_SWISH) and PyTorch (ELU, RSQRT)."""
    import torch  # noqa: PLC0415 - optional

    tally = _litert_runner.ComparisonTally()
    for operation in ABOUT:
        if operation == "ELU":
            continue
        for case in cases(operation):
            native = case.operands()[0].type_
            if native == I32 and operation == "ABS":
                continue  # LiteRT supports it for real numbers only
            if operation == "RSQRT" and native in (Q8, Q8S):
                feed = case.feeds[0]
                source, target = case.operands()
                x = torch.tensor(feed["x"], dtype=torch.float64) - source.zero_point
                real = torch.rsqrt(x * source.scale).numpy() / target.scale + target.zero_point
                low = -128 if native == Q8S else 0
                codes = np.clip(np.rint(real), low, low + 255)
                tally.codes(f"{operation} {case.name}", feed["y"], codes, 0)
                continue
            _litert_runner.check_case(tally, case, operation)
    for case in elu_cases():
        feed, alpha = case.feeds[0], float(str(case.operands()[1].value))
        y = torch.nn.functional.elu(torch.tensor(feed["x"], dtype=torch.float64), alpha)
        if alpha >= 0:  # PyTorch applies a negative alpha to negative inputs
            tally.floats(f"ELU {case.name}", feed["y"], y.numpy())
    return str(tally)
