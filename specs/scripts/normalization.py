"""SOFTMAX, L2_NORMALIZATION and LOCAL_RESPONSE_NORMALIZATION along any axis, in float64.

SOFTMAX: exp(beta * (x - max)) / sum. L2_NORMALIZATION: x / sqrt(sum of squares).
LOCAL_RESPONSE_NORMALIZATION: x / (bias + alpha * sum of squares within the radius) ** beta.
"""

from __future__ import annotations

import itertools
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
    DataTypeVariation,
    Variation,
    collect_files,
    dequantize,
    float32,
    float32_scalar,
    int32_scalar,
    output,
    quantize,
    tensor_input,
)

SOURCE = "specs/scripts/normalization.py (closed formula in float64)."

Slice = Callable[[Sequence[float]], list[float]]


def softmax(beta: float) -> Slice:
    """Return the formula for a slice, relative to the maximum, which does not change the quotient.
    """

    def on(x: Sequence[float]) -> list[float]:
        powers = [math.exp(beta * (value - max(x))) for value in x]
        return [power / math.fsum(powers) for power in powers]

    return on


def l2_normalization(x: Sequence[float]) -> list[float]:
    """Return a slice divided by its norm; a slice of zeros remains zero."""
    norm = math.sqrt(math.fsum(value * value for value in x))
    return [value / norm if norm else 0.0 for value in x]


def local_response(radius: int, bias: float, alpha: float, beta: float) -> Slice:
    """Return the formula for a slice; the window is cut at both ends of the slice."""

    def on(x: Sequence[float]) -> list[float]:
        out = []
        for d, value in enumerate(x):
            window = x[max(0, d - radius) : d + radius + 1]
            out.append(value / (bias + alpha * math.fsum(w * w for w in window)) ** beta)
        return out

    return on


def along(x: Sequence[float], dims: Sequence[int], axis: int, on: Slice) -> list[float]:
    """Apply a function of slices along one axis."""
    axis %= len(dims)
    inner = prod(dims[axis + 1 :])
    out = [0.0] * len(x)
    for outer, i in itertools.product(range(prod(dims[:axis])), range(inner)):
        where = [(outer * dims[axis] + d) * inner + i for d in range(dims[axis])]
        for position, value in zip(where, on([x[w] for w in where]), strict=True):
            out[position] = float32(value)
    return out


def quantized(
    fixed: tuple[float, int, int], scale: float = 0.125, zero_point: int = 128
) -> tuple[DataTypeVariation, DataTypeVariation]:
    """Return the two quantized variations with the prescribed output quantization."""
    out, unsigned, signed = fixed
    return (
        DataTypeVariation("quant8", {"x": (Q8, scale, zero_point), "y": (Q8, out, unsigned)}),
        DataTypeVariation("quant8_signed", {"x": (Q8S, scale, zero_point - 128), "y": (Q8S, out, signed)}),
    )


SOFTMAX_OUT = (1 / 256, 0, -128)
L2_OUT = (1 / 128, 128, 0)
BASIC: Mapping[str, Sequence[Variation]] = {"V1_0": [DEFAULT, RELAXED], "V1_2": [FLOAT16]}
LATER: Mapping[str, Sequence[Variation]] = {"V1_2": [DEFAULT, RELAXED, FLOAT16]}


def with_quantized(
    types: Mapping[str, Sequence[Variation]], since: str, pair: tuple[DataTypeVariation, DataTypeVariation]
) -> dict[str, list[Variation]]:
    """Add both quantized variations to the float ones."""
    out = {version: list(variations) for version, variations in types.items()}
    out[since].append(pair[0])
    out["V1_3"] = [pair[1]]
    return out


def softmax_cases() -> Iterator[SpecCase]:
    """Return cases by rank, beta and axis."""
    pair = quantized(SOFTMAX_OUT)

    def case(
        name: str,
        dims: Sequence[int],
        x: Sequence[float],
        beta: float,
        types: Mapping[str, Sequence[Variation]],
        description: str = "",
    ) -> SpecCase:
        y = along(x, dims, -1, softmax(beta))
        operands = [tensor_input("x", F32, dims), float32_scalar("beta", beta)]
        step = ("SOFTMAX", operands, [output("y", F32, dims)])
        return SpecCase(name, [step], [{"x": x, "y": y}], types, description)

    old = with_quantized(BASIC, "V1_0", pair)
    new = with_quantized(LATER, "V1_2", pair)
    for index, beta in enumerate((1.0, 0.25, 3.0)):
        x = LinearCongruentialGenerator(300 + index).grid(10, -2, 2, 0.125)
        yield case(f"rank_2_beta_{index}", (2, 5), x, beta, old)
        x = LinearCongruentialGenerator(310 + index).grid(24, -2, 2, 0.125)
        yield case(f"rank_4_beta_{index}", (2, 1, 3, 4), x, beta, old)
    yield case("rank_1", (6,), [1.0, -1.0, 0.5, 2.0, 2.0, -3.0], 1.0, new)
    yield case("rank_3", (2, 2, 3), LinearCongruentialGenerator(320).grid(12, -2, 2, 0.125), 0.5, new)
    yield case("equal_values", (1, 8), [2.5] * 8, 1.0, old)
    yield case("one_class", (3, 1), [-4.0, 0.0, 7.0], 2.0, old)
    yield case(
        "no_overflow",
        (2, 3),
        [1000.0, 999.0, 990.0, -1000.0, -1001.0, -1000.5],
        1.0,
        BASIC,
        "Values whose exponentials would overflow or underflow.",
    )
    dims = (2, 3, 2, 4)
    x = LinearCongruentialGenerator(330).grid(48, -2, 2, 0.125)
    operands = [
        tensor_input("x", F32, dims),
        float32_scalar("beta", 1.0),
        int32_scalar("axis", -1),
    ]
    step = ("SOFTMAX", operands, [output("y", F32, dims)])
    feed = {"x": x, "y": along(x, dims, -1, softmax(1.0))}
    yield SpecCase(
        "axis",
        [step],
        [feed],
        new,
        "Every rank with every axis, counted from both ends.",
        variation_groups=["AddAllDimsAndAxis(x, y, axis)"],
    )
    for type_, scale, zero in ((Q8, 0.02, 200), (Q8S, 0.02, 72)):
        codes = LinearCongruentialGenerator(340).integers(20, 0, 255)
        low = -128 if type_ == Q8S else 0
        codes = [code + low for code in codes]
        real = [float(dequantize(code, scale, zero)) for code in codes]
        fixed = (SOFTMAX_OUT[0], SOFTMAX_OUT[2] if type_ == Q8S else SOFTMAX_OUT[1])
        y = [quantize(value, type_, *fixed) for value in along(real, (4, 5), -1, softmax(2.0))]
        signed = "_signed" if low else ""
        operands = [tensor_input("x", type_, (4, 5), scale, zero), float32_scalar("beta", 2.0)]
        step = ("SOFTMAX", operands, [output("y", type_, (4, 5), *fixed)])
        types = {"V1_3" if low else "V1_0": [DEFAULT]}
        yield SpecCase(f"codes{signed}", [step], [{"x": codes, "y": y}], types)


def l2_cases() -> Iterator[SpecCase]:
    """Return cases by rank and axis, and a slice of zeros."""
    pair = quantized(L2_OUT)

    def case(
        name: str,
        dims: Sequence[int],
        x: Sequence[float],
        types: Mapping[str, Sequence[Variation]],
        description: str = "",
    ) -> SpecCase:
        y = along(x, dims, -1, l2_normalization)
        step = ("L2_NORMALIZATION", [tensor_input("x", F32, dims)], [output("y", F32, dims)])
        return SpecCase(name, [step], [{"x": x, "y": y}], types, description)

    old = with_quantized(BASIC, "V1_2", pair)
    new = with_quantized(LATER, "V1_2", pair)
    yield case("rank_4", (2, 2, 1, 3), LinearCongruentialGenerator(400).grid(12, -4, 4, 0.125), old)
    yield case("depth_1", (1, 2, 2, 1), [0.5, -3.0, 8.0, -0.125], old)
    yield case(
        "pythagorean",
        (1, 1, 3, 2),
        [3.0, 4.0, -5.0, 12.0, 8.0, -15.0],
        old,
        "Norms that are whole numbers: 5, 13 and 17.",
    )
    yield case("rank_1", (4,), [1.0, -2.0, 4.0, -10.0], new)
    yield case("rank_2", (2, 3), [0.0, 0.0, -7.0, 1.0, 2.0, 2.0], new)
    yield case("rank_3", (2, 1, 4), LinearCongruentialGenerator(401).grid(8, -4, 4, 0.125), new)
    dims = (2, 3, 2, 4)
    x = [value or 0.125 for value in LinearCongruentialGenerator(402).grid(48, -4, 4, 0.125)]
    operands = [tensor_input("x", F32, dims), int32_scalar("axis", -1)]
    step = ("L2_NORMALIZATION", operands, [output("y", F32, dims)])
    feed = {"x": x, "y": along(x, dims, -1, l2_normalization)}
    yield SpecCase(
        "axis",
        [step],
        [feed],
        new,
        "Every rank with every axis, counted from both ends.",
        variation_groups=["AddAllDimsAndAxis(x, y, axis)"],
    )
    yield case(
        "zero_slice",
        (1, 1, 3, 2),
        [0.0, 0.0, 6.0, -8.0, 0.0, 0.0],
        {"V1_3": [DEFAULT, RELAXED, FLOAT16, *pair]},
        "A slice of zeros gives zeros; before 1.3 the result is undefined.",
    )


def lrn_cases() -> Iterator[SpecCase]:
    """Return cases with radius 0, 1 and wider than the depth, several axes and exponents."""

    def operands(
        dims: Sequence[int], radius: int, bias: float, alpha: float, beta: float
    ) -> list[object]:
        scalars = (("bias", bias), ("alpha", alpha), ("beta", beta))
        head = [tensor_input("x", F32, dims), int32_scalar("radius", radius)]
        return [*head, *(float32_scalar(name, value) for name, value in scalars)]

    settings: dict[str, tuple[tuple[int, ...], int, float, float, float]] = {
        "radius_0": ((1, 2, 2, 3), 0, 1.0, 1.0, 1.0),
        "radius_1": ((2, 1, 2, 5), 1, 2.0, 0.25, 0.5),
        "radius_2_beta_075": ((1, 1, 3, 6), 2, 1.5, 0.125, 0.75),
        "wider_than_depth": ((1, 2, 1, 4), 20, 4.0, 0.5, 0.5),
        "alpha_0": ((1, 1, 1, 4), 1, 4.0, 0.0, 0.5),
        "depth_1": ((2, 2, 1, 1), 3, 1.0, 2.0, 1.0),
    }
    for index, (name, (dims, radius, bias, alpha, beta)) in enumerate(settings.items()):
        x = LinearCongruentialGenerator(500 + index).grid(prod(dims), -4, 4, 0.25)
        y = along(x, dims, -1, local_response(radius, bias, alpha, beta))
        step = (
            "LOCAL_RESPONSE_NORMALIZATION",
            operands(dims, radius, bias, alpha, beta),
            [output("y", F32, dims)],
        )
        yield SpecCase(name, [step], [{"x": x, "y": y}], BASIC)
    for rank in (1, 2, 3):
        dims = (2, 3, 4)[-rank:]
        x = LinearCongruentialGenerator(520 + rank).grid(prod(dims), -4, 4, 0.25)
        y = along(x, dims, -1, local_response(1, 1.0, 0.5, 0.5))
        arguments = operands(dims, 1, 1.0, 0.5, 0.5)
        step = ("LOCAL_RESPONSE_NORMALIZATION", arguments, [output("y", F32, dims)])
        yield SpecCase(f"rank_{rank}", [step], [{"x": x, "y": y}], LATER)
    dims = (2, 3, 2, 4)
    x = LinearCongruentialGenerator(530).grid(48, -4, 4, 0.25)
    y = along(x, dims, -1, local_response(1, 1.0, 0.5, 0.5))
    arguments = [*operands(dims, 1, 1.0, 0.5, 0.5), int32_scalar("axis", -1)]
    step = ("LOCAL_RESPONSE_NORMALIZATION", arguments, [output("y", F32, dims)])
    yield SpecCase(
        "axis",
        [step],
        [{"x": x, "y": y}],
        LATER,
        "Every rank with every axis, counted from both ends.",
        variation_groups=["AddAllDimsAndAxis(x, y, axis)"],
    )


CASES: dict[str, tuple[Callable[[], Iterator[SpecCase]], str]] = {
    "SOFTMAX": (
        softmax_cases,
        (
            "SOFTMAX: ranks, beta, axis (1.2), equal values, a single class, an exponential that "
            "overflows, both quantized types."
        ),
    ),
    "L2_NORMALIZATION": (
        l2_cases,
        (
            "L2_NORMALIZATION: ranks and axis (1.2), exact norms, a depth of 1, zeros (1.3), "
            "both quantized types."
        ),
    ),
    "LOCAL_RESPONSE_NORMALIZATION": (
        lrn_cases,
        (
            "LOCAL_RESPONSE_NORMALIZATION: radius 0 and wider than the depth, exponents, alpha 0, "
            "ranks and axis (1.2)."
        ),
    ),
}


def files() -> dict[str, str]:
    """Return the spec files by path."""
    specs = []
    for operation, (cases, description) in CASES.items():
        spec = GeneratedSpecFile(f"V1_0/{operation.lower()}.mod.py", description, SOURCE)
        spec.add(*cases())
        specs.append(spec)
    return collect_files(*specs)


def cross_check() -> str:
    """Compare with LiteRT, and with PyTorch where LiteRT's window lacks its last element."""
    import torch  # noqa: PLC0415 - optional

    tally = _litert_runner.ComparisonTally()
    for case in softmax_cases():
        scalars = {item.name: item.value for item in case.operands()}
        _litert_runner.check_case(
            tally, case, "SOFTMAX", "SoftmaxOptions", {"beta": scalars["beta"]}, tensors=["x"]
        )
    for case in l2_cases():
        _litert_runner.check_case(tally, case, "L2_NORMALIZATION", "L2NormOptions", {}, tensors=["x"])
    for case in lrn_cases():
        scalars = {item.name: item.value for item in case.operands()}
        radius, bias, alpha, beta = (scalars[n] for n in ("radius", "bias", "alpha", "beta"))
        dims, (feed,) = case.operands()[0].dims, case.feeds
        x = torch.tensor(feed["x"], dtype=torch.float64).reshape(1, prod(dims[:-1]), dims[-1])
        size = 2 * int(str(radius)) + 1
        # PyTorch divides alpha by the window size and normalizes the second dimension
        actual = torch.nn.functional.local_response_norm(
            x.transpose(1, 2), size, float(str(alpha)) * size, float(str(beta)), float(str(bias))
        )
        tally.floats(case.name, feed["y"], actual.transpose(1, 2).numpy(), 1e-6)
    return str(tally)
