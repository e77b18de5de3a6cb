"""FLOOR, RELU, RELU1, RELU6, LOGISTIC and TANH: the closed formula on every element.

LOGISTIC is 1 / (1 + exp(-x)) and TANH is (exp(2x) - 1) / (exp(2x) + 1), both computed with ``math``
in float64. Quantized results are the real result of the dequantized code, rounded to nearest with
ties away from zero, and clamped; RELU1 and RELU6 clamp to the nearest codes of their bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
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
    output,
    quantize,
    round_half_away,
    tensor_input,
)

SOURCE = "specs/scripts/elementwise.py (closed formula in float64)."


def logistic(x: float) -> float:
    """Return 1 / (1 + exp(-x)), in a form that does not overflow for either sign."""
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


FORMULA: dict[str, Callable[[float], float]] = {
    "FLOOR": lambda x: float(math.floor(x)),
    "RELU": lambda x: max(0.0, x),
    "RELU1": lambda x: max(-1.0, min(1.0, x)),
    "RELU6": lambda x: max(0.0, min(6.0, x)),
    "LOGISTIC": logistic,
    "TANH": math.tanh,
}
BOUNDS = {"RELU": (0.0, None), "RELU1": (-1.0, 1.0), "RELU6": (0.0, 6.0)}
FIXED = {"LOGISTIC": (1 / 256, 0, -128), "TANH": (1 / 128, 128, 0)}
"""Prescribed output scale, zero point and signed zero point."""

SHAPES = {1: (5,), 2: (3, 4), 3: (2, 1, 5), 4: (2, 3, 1, 3)}


def versions(operation: str) -> Mapping[str, Sequence[Variation]]:
    """Return the types of the real-valued cases, by version."""
    if operation == "FLOOR":
        return {"V1_0": [DEFAULT, RELAXED], "V1_2": [FLOAT16]}
    tensors = [tensor_input("x", F32, ()), output("y", F32, ())]
    fixed = {"y": FIXED[operation]} if operation in FIXED else {}
    quant8_since = "V1_2" if operation == "TANH" else "V1_0"
    return all_types(tensors, 0.0625, 120, "V1_0", quant8_since=quant8_since, fixed=fixed)


def real_case(operation: str, name: str, dims: Sequence[int], x: Sequence[float]) -> SpecCase:
    """Return a case of one tensor, in all types."""
    y = [float32(FORMULA[operation](value)) for value in x]
    step = (operation, [tensor_input("x", F32, dims)], [output("y", F32, dims)])
    return SpecCase(name, [step], [{"x": x, "y": y}], versions(operation))


def all_codes(operation: str, type_: str, scale: float, zero_point: int) -> SpecCase:
    """Return each of the 256 codes once."""
    low = -128 if type_ == Q8S else 0
    shift = zero_point - 128 if type_ == Q8S else zero_point
    x = list(range(low, low + 256))
    if operation in FIXED:
        out_scale, unsigned, signed = FIXED[operation]
        out = (out_scale, signed if type_ == Q8S else unsigned)
        y = [
            quantize(FORMULA[operation](float(dequantize(code, scale, shift))), type_, *out)
            for code in x
        ]
    else:
        lower, upper = BOUNDS[operation]
        out = (scale, shift)
        least = shift + round_half_away(lower / scale)
        most = low + 255 if upper is None else shift + round_half_away(upper / scale)
        y = [max(least, min(most, code)) for code in x]
    dims = (1, 4, 8, 8)
    step = (
        operation,
        [tensor_input("x", type_, dims, scale, shift)],
        [output("y", type_, dims, *out)],
    )
    quant8_since = "V1_2" if operation == "TANH" else "V1_0"
    signed_name = "_signed" if type_ == Q8S else ""
    return SpecCase(
        f"all_codes_zero_point_{zero_point}{signed_name}",
        [step],
        [{"x": x, "y": y}],
        {"V1_3" if type_ == Q8S else quant8_since: [DEFAULT]},
    )


def cases(operation: str) -> Iterator[SpecCase]:
    """Return all cases of one operation."""
    for rank, dims in SHAPES.items():
        x = LinearCongruentialGenerator(100 + rank).grid(prod(dims), -7.4, 8, 0.0625)
        yield real_case(operation, f"rank_{rank}", dims, x)
    edges = [-7.5, -6.0, -1.0625, -1.0, -0.9375, 0.0, 0.9375, 1.0, 1.0625, 5.9375, 6.0, 6.0625]
    yield real_case(operation, "bounds", (1, 3, 2, 2), edges)
    yield real_case(operation, "one_element", (1, 1, 1, 1), [-0.5])
    if operation == "FLOOR":
        large = [8388607.5, -8388607.5, 16777216.0, -1.0e10, 1.0e-20, -1.0e-20, 0.99999994, -2.0]
        x = [float32(value) for value in large]
        step = (operation, [tensor_input("x", F32, (2, 4))], [output("y", F32, (2, 4))])
        feed = {"x": x, "y": [float(math.floor(value)) for value in x]}
        yield SpecCase("large_and_tiny", [step], [feed], {"V1_0": [DEFAULT]})
        return
    far = [-100.0, -30.0, -15.0, 15.0, 30.0, 100.0]
    step = (operation, [tensor_input("x", F32, (6,))], [output("y", F32, (6,))])
    feed = {"x": far, "y": [float32(FORMULA[operation](value)) for value in far]}
    types = {"V1_0": [DEFAULT, RELAXED], "V1_2": [FLOAT16]}
    yield SpecCase("far_from_zero", [step], [feed], types)
    for zero_point in (0, 7, 128, 255):
        scale = {"LOGISTIC": 0.0525, "TANH": 0.0175}.get(operation, 0.035)
        yield all_codes(operation, Q8, scale, zero_point)
        yield all_codes(operation, Q8S, scale, zero_point)


ABOUT = {
    "FLOOR": "FLOOR: integers, fractions of both signs, values beyond 2^23.",
    "RELU": "RELU: both sides of the bound, every code of both quantized types.",
    "RELU1": "RELU1: both sides of both bounds, every code of both quantized types, with a scale "
    "that does not divide the bounds.",
    "RELU6": "RELU6: both sides of both bounds, every code of both quantized types, with a scale "
    "that does not divide the bound.",
    "LOGISTIC": "LOGISTIC: near zero and saturated, every code of both quantized types.",
    "TANH": "TANH: near zero and saturated, every code of both quantized types.",
}


def files() -> dict[str, str]:
    """Return the spec files by path."""
    specs = []
    for operation, description in ABOUT.items():
        spec = GeneratedSpecFile(f"V1_0/{operation.lower()}.mod.py", description, SOURCE)
        spec.add(*cases(operation))
        specs.append(spec)
    return collect_files(*specs)


def cross_check() -> str:
    """Compare with LiteRT; its quantized RELU1 and RELU6 are compared where they exist."""
    tally = _litert_runner.ComparisonTally()
    names = {"RELU1": "RELU_N1_TO_1"}
    for operation in ABOUT:
        for case in cases(operation):
            native = case.operands()[0].type_ != F32
            if native and operation == "RELU1":
                continue  # LiteRT supports it for real values only
            _litert_runner.check_case(
                tally, case, names.get(operation, operation), quantized=operation != "RELU1"
            )
    return str(tally)
