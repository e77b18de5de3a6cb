"""POW, MAXIMUM, MINIMUM, PRELU, the six comparisons, LOGICAL_AND, LOGICAL_OR and LOGICAL_NOT.

Every pair of broadcast elements is computed separately: POW with ``math.pow`` in float64, the
others exactly (rational arithmetic, Python's comparisons). Quantized results are the exact real
result of the dequantized codes, rounded to nearest with ties away from zero, and clamped; quantized
operands are compared by their exact real values.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    BOOL8,
    DEFAULT,
    F32,
    FLOAT16,
    I32,
    Q8,
    Q8S,
    RANGES,
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
    output,
    quantize,
    tensor_input,
)
from specs.scripts.arithmetic import BROADCASTS, pairs, shape_name

SOURCE = "specs/scripts/binary_elementwise.py (exact arithmetic on every pair; POW in float64)."

COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "EQUAL": operator.eq,
    "NOT_EQUAL": operator.ne,
    "GREATER": operator.gt,
    "GREATER_EQUAL": operator.ge,
    "LESS": operator.lt,
    "LESS_EQUAL": operator.le,
}
LOGICAL: dict[str, Callable[[Any, Any], Any]] = {
    "LOGICAL_AND": lambda a, b: a and b,
    "LOGICAL_OR": lambda a, b: a or b,
}
RULE: dict[str, Callable[[Any, Any], Any]] = {
    "POW": math.pow,
    "MAXIMUM": max,
    "MINIMUM": min,
    "PRELU": lambda x, alpha: x if x >= 0 else alpha * x,
    **COMPARISONS,
    **LOGICAL,
}
NAMES = {"POW": ("base", "exponent"), "PRELU": ("x", "alpha")}
HIGHER_RANKS = (((2, 1, 2, 1, 2), (3, 2)), ((2, 1, 1, 1, 1, 2), (1, 2, 1, 2, 1, 1)))
QUANTIZED = {"first": (0.5, 100), "second": (0.25, 127), "result": (0.125, 120)}
"""Scale and zero point of the operands in the quantized variations, unsigned."""


def operands(
    operation: str, type_: str, left: Sequence[int], right: Sequence[int]
) -> list[WrittenOperand]:
    """Return the two inputs; at most four dimensions may become internal, as ADD takes no more."""
    names = NAMES.get(operation, ("a", "b"))
    return [
        WrittenOperand("Input", name, type_, tuple(dims), never_internal=len(dims) > 4)
        for name, dims in zip(names, (left, right), strict=True)
    ]


def result(operation: str, type_: str, dims: Sequence[int]) -> WrittenOperand:
    """Return the output operand."""
    return output("y", BOOL8 if operation in COMPARISONS else type_, dims)


def broadcast(
    operation: str, a: Sequence[Any], b: Sequence[Any], left: Sequence[int], right: Sequence[int]
) -> tuple[list[int], list[Any]]:
    """Return the output shape and the value of each pair."""
    dims, positions = pairs(left, right)
    return dims, [RULE[operation](a[i], b[j]) for i, j in positions]


def types_of(operation: str) -> Mapping[str, Sequence[Variation]]:
    """Return all types in which a float case can also run."""
    floats: list[Variation] = [DEFAULT, RELAXED, FLOAT16]
    if operation == "POW":
        return {"V1_2": floats}
    first, second = NAMES.get(operation, ("a", "b"))
    versions: dict[str, list[Variation]] = {}
    for name, version, type_, shift in (
        ("quant8", "V1_2", Q8, 0),
        ("quant8_signed", "V1_3", Q8S, 128),
    ):
        keys = {first: "first", second: "second"}
        if operation not in COMPARISONS:
            keys["y"] = "result"
        targets = {
            key: (type_, QUANTIZED[role][0], QUANTIZED[role][1] - shift)
            for key, role in keys.items()
        }
        versions[version] = [DataTypeVariation(name, targets)]
    versions["V1_2"] = [*floats, *versions["V1_2"]]
    return versions


def values_for(operation: str, count: int, other: int, seed: int) -> tuple[list[Any], list[Any]]:
    """Return operands that every type represents exactly; comparisons get many equal values."""
    random = LinearCongruentialGenerator(seed)
    if operation in LOGICAL:
        return [bool(v) for v in random.integers(count, 0, 1)], [
            bool(v) for v in random.integers(other, 0, 1)
        ]
    if operation == "POW":
        return random.grid(count, 0.5, 4, 0.25), random.grid(other, -2, 2, 0.5)
    if operation in COMPARISONS:
        return random.grid(count, -1.5, 1.5, 0.5), random.grid(other, -1.5, 1.5, 0.5)
    if operation == "PRELU":
        return random.grid(count, -6, 6, 0.5), random.grid(other, -2, 2, 0.25)
    return random.grid(count, -6, 6, 0.5), random.grid(other, -6, 6, 0.5)


def pair_case(
    operation: str, name: str, left: Sequence[int], right: Sequence[int], seed: int
) -> SpecCase:
    """Return a case of two tensors, in all types."""
    a, b = values_for(operation, prod(left), prod(right), seed)
    dims, y = broadcast(operation, a, b, left, right)
    type_ = BOOL8 if operation in LOGICAL else F32
    inputs = operands(operation, type_, left, right)
    if type_ == F32 and operation not in COMPARISONS:
        y = [float32(value) for value in y]
    feed = {inputs[0].name: a, inputs[1].name: b, "y": y}
    versions = {"V1_2": [DEFAULT]} if operation in LOGICAL else types_of(operation)
    step = (operation, inputs, [result(operation, type_, dims)])
    return SpecCase(name, [step], [feed], versions)


def full_precision(operation: str) -> SpecCase:
    """Return a case with numbers that float16 does not represent or does not distinguish."""
    a = [123456.789, 0.1, -0.3, 1.0001, -1.2345678, 3.0e30, -70000.0, 2.7182817]
    b = [123456.8, 0.10001, -0.30001, 1.0, -1.2345679, 1.0e30, -70001.0, 2.7182815]
    if operation == "POW":
        a = [1.0001, 0.1, 123.456, 7.77, 2.0, 0.9999, 1.2345678, 3.3]
        b = [12.5, 1.7, 5.4321, -3.3, 0.1, 1000.0, 9.9, -30.0]
    if operation == "PRELU":
        b = [0.1, 0.1, 0.1, 7.7, 0.0123, -1.1, 1.0e-4, 3.3]
        a = [-value if i % 2 else value for i, value in enumerate(a)]
    a, b = [float32(v) for v in a], [float32(v) for v in b]
    dims, exact = broadcast(operation, a, b, (2, 4), (2, 4))
    if operation not in COMPARISONS:
        require_beyond_float16(operation, [value for value in exact if abs(value) < 65504])
        exact = [float32(value) for value in exact]
    inputs = operands(operation, F32, (2, 4), (2, 4))
    feed = {inputs[0].name: a, inputs[1].name: b, "y": exact}
    step = (operation, inputs, [result(operation, F32, dims)])
    description = "Numbers that float16 does not represent or does not distinguish."
    return SpecCase("full_precision", [step], [feed], {"V1_2": [DEFAULT]}, description)


def int32_cases(operation: str) -> Iterator[SpecCase]:
    """Return cases with both ends of the range and neighbours that float32 does not distinguish."""
    a = [0, -1, 5, 2**31 - 1, -(2**31), 16777217, -16777217, 2**31 - 1, 7, 1]
    b = [0, 1, -5, -(2**31), 2**31 - 1, 16777216, -16777216, 2**31 - 2, 7, 2]
    for name, left, right, first, second in (
        ("int32", (2, 5), (2, 5), a, b),
        ("int32_broadcast", (3, 1), (2, 1, 2), [1, 0, -7], [0, 1, -7, 9]),
    ):
        dims, y = broadcast(operation, first, second, left, right)
        inputs = operands(operation, I32, left, right)
        feed = {inputs[0].name: first, inputs[1].name: second, "y": y}
        step = (operation, inputs, [result(operation, I32, dims)])
        yield SpecCase(name, [step], [feed], {"V1_2": [DEFAULT]})


def mixed_scales(operation: str, type_: str) -> SpecCase:
    """Return a case with three quantizations, codes over the whole range, and saturation."""
    shift = 128 if type_ == Q8S else 0
    scales = {"a": (0.151, 113 - shift), "b": (0.397, 64 - shift), "y": (0.1213, 131 - shift)}
    if operation == "PRELU":
        scales["b"] = (0.0137, 90 - shift)
    random = LinearCongruentialGenerator(2711)
    a, b = random.integers(32, 0, 255), random.integers(32, 0, 255)
    a[:4], b[:4] = [0, 255, 255, 113], [0, 255, 0, 64]
    a[4:6], b[4:6] = [113, 0], [255, 64]
    real = [
        RULE[operation](dequantize(x - shift, *scales["a"]), dequantize(z - shift, *scales["b"]))
        for x, z in zip(a, b, strict=True)
    ]
    names = NAMES.get(operation, ("a", "b"))
    inputs = [
        tensor_input(name, type_, (2, 16), *scales[key])
        for name, key in zip(names, "ab", strict=True)
    ]
    if operation in COMPARISONS:
        y, target = real, output("y", BOOL8, (2, 16))
    else:
        y = [quantize(value, type_, *scales["y"]) for value in real]
        target = output("y", type_, (2, 16), *scales["y"])
    feed = {names[0]: [x - shift for x in a], names[1]: [z - shift for z in b], "y": y}
    signed = "_signed" if shift else ""
    description = "Different scales and zero points, all codes."
    step = (operation, inputs, [target])
    version = "V1_3" if shift else "V1_2"
    return SpecCase(f"mixed_scales{signed}", [step], [feed], {version: [DEFAULT]}, description)


def equal_values(operation: str, type_: str) -> SpecCase:
    """Return a case with equal real values of different codes, and the reverse."""
    shift = 128 if type_ == Q8S else 0
    first, second = (0.125, 128 - shift), (0.5, 100 - shift)
    a = [128, 132, 124, 136, 100, 130, 16, 240, 131, 125]
    b = [100, 101, 99, 103, 100, 130, 72, 128, 101, 99]
    y = [
        RULE[operation](dequantize(x - shift, *first), dequantize(z - shift, *second))
        for x, z in zip(a, b, strict=True)
    ]
    inputs = [tensor_input("a", type_, (2, 5), *first), tensor_input("b", type_, (2, 5), *second)]
    feed = {"a": [x - shift for x in a], "b": [z - shift for z in b], "y": y}
    signed = "_signed" if shift else ""
    description = "Equal real values with different codes, different values with equal codes."
    step = (operation, inputs, [output("y", BOOL8, (2, 5))])
    version = "V1_3" if shift else "V1_2"
    return SpecCase(f"values_not_codes{signed}", [step], [feed], {version: [DEFAULT]}, description)


def bool_case(operation: str) -> SpecCase:
    """Return a case with all pairs of truth values."""
    a, b = [False, True], [False, True]
    dims, y = broadcast(operation, a, b, (2, 1), (2,))
    inputs = [tensor_input("a", BOOL8, (2, 1)), tensor_input("b", BOOL8, (2,))]
    step = (operation, inputs, [output("y", BOOL8, dims)])
    return SpecCase("bool8", [step], [{"a": a, "b": b, "y": y}], {"V1_2": [DEFAULT]})


def special_powers() -> SpecCase:
    """Return cases with powers of 0 and 1 and negative bases with whole exponents."""
    base = [0.0, 0.0, 5.0, 1.0, -2.0, -2.0, -0.5, -3.0, 7.0, 9.0]
    exponent = [0.0, 2.0, 0.0, -7.5, 3.0, 2.0, -3.0, -1.0, 1.0, 0.5]
    dims, y = broadcast("POW", base, exponent, (5, 2), (5, 2))
    inputs = operands("POW", F32, dims, dims)
    feed = {"base": base, "exponent": exponent, "y": [float32(value) for value in y]}
    step = ("POW", inputs, [output("y", F32, dims)])
    description = "Powers of 0 and of 1, negative bases with whole exponents."
    return SpecCase("special", [step], [feed], types_of("POW"), description)


def not_cases() -> Iterator[SpecCase]:
    """Return cases of LOGICAL_NOT with every rank up to 5."""
    for rank, dims in {
        1: (2,),
        2: (3, 4),
        3: (2, 1, 5),
        4: (2, 3, 1, 3),
        5: (1, 2, 2, 1, 3),
    }.items():
        x = [bool(value) for value in LinearCongruentialGenerator(880 + rank).integers(prod(dims), 0, 1)]
        x[:2] = [False, True]
        step = ("LOGICAL_NOT", [tensor_input("x", BOOL8, dims)], [output("y", BOOL8, dims)])
        feed = {"x": x, "y": [not value for value in x]}
        yield SpecCase(f"rank_{rank}", [step], [feed], {"V1_2": [DEFAULT]})


def cases(operation: str) -> Iterator[SpecCase]:
    """Return all cases of one operation."""
    if operation == "LOGICAL_NOT":
        yield from not_cases()
        return
    for rank in (1, 2, 3, 4):
        dims = (2, 1, 3, 2)[-rank:]
        yield pair_case(operation, f"rank_{rank}", dims, dims, 820 + rank)
    for seed, (left, right) in enumerate((*BROADCASTS, *HIGHER_RANKS)):
        name = f"broadcast_{shape_name(left)}_{shape_name(right)}"
        yield pair_case(operation, name, left, right, 840 + seed)
    if operation in LOGICAL:
        yield bool_case(operation)
        return
    yield full_precision(operation)
    if operation == "POW":
        yield special_powers()
        return
    if operation != "PRELU":
        yield from int32_cases(operation)
    for type_ in (Q8, Q8S):
        yield mixed_scales(operation, type_)
        if operation in COMPARISONS:
            yield equal_values(operation, type_)
    if operation in COMPARISONS:
        yield bool_case(operation)


_COMPARED = (
    "broadcasting, equal and nearly equal numbers, all types, quantized operands compared by real "
    "value."
)
ABOUT = {
    "POW": "POW: broadcasting, whole and fractional exponents, powers of 0 and 1.",
    "MAXIMUM": "MAXIMUM: broadcasting, all types, different quantizations.",
    "MINIMUM": "MINIMUM: broadcasting, all types, different quantizations.",
    "PRELU": "PRELU: broadcasting both ways, slopes of both signs, all types, unrelated "
    "quantizations.",
    **{operation: f"{operation}: {_COMPARED}" for operation in COMPARISONS},
    "LOGICAL_AND": "LOGICAL_AND: all pairs of truth values, broadcasting.",
    "LOGICAL_OR": "LOGICAL_OR: all pairs of truth values, broadcasting.",
    "LOGICAL_NOT": "LOGICAL_NOT: both truth values, every rank up to 5.",
}


def files() -> dict[str, str]:
    """Return the spec files by path."""
    specs = []
    for operation, description in ABOUT.items():
        spec = GeneratedSpecFile(f"V1_2/{operation.lower()}.mod.py", description, SOURCE)
        spec.add(*cases(operation))
        specs.append(spec)
    return collect_files(*specs)


def _torch_codes(tally: _litert_runner.ComparisonTally, operation: str, case: SpecCase) -> None:
    """Compare real values with PyTorch.

    LiteRT cannot run these cases: it requires one quantization for all tensors.
    """
    import torch  # noqa: PLC0415 - optional

    functions: dict[str, Callable[[Any, Any], Any]] = {
        "MAXIMUM": torch.maximum,
        "MINIMUM": torch.minimum,
        "PRELU": lambda x, alpha: torch.where(x < 0, alpha * x, x),
    }
    first, second, target = case.operands()
    feed = case.feeds[0]
    a, b = (
        (torch.tensor(feed[item.name], dtype=torch.float64) - item.zero_point) * item.scale
        for item in (first, second)
    )
    steps = torch.round(functions[operation](a, b) / target.scale) + target.zero_point
    low, high = RANGES[target.type_]
    tally.codes(f"{operation} {case.name}", feed["y"], steps.clamp(low, high).numpy(), 0)


def cross_check() -> str:
    """Compare the cases of up to four dimensions with LiteRT or PyTorch.

    PyTorch computes the quantized cases except comparisons, because LiteRT requires one
    quantization for all their tensors.
    """
    tally = _litert_runner.ComparisonTally()
    for operation in ABOUT:
        for case in cases(operation):
            inputs = [item for item in case.steps[0][1] if isinstance(item, WrittenOperand)]
            if any(len(item.dims) > 4 for item in inputs):
                continue
            types = {item.type_ for item in case.operands()}
            if operation not in COMPARISONS and types & {Q8, Q8S}:
                _torch_codes(tally, operation, case)
                continue
            if operation == "PRELU" and inputs[0].dims != case.steps[0][2][0].dims:
                continue  # LiteRT broadcasts only alpha
            ordering = operation in COMPARISONS and operation not in ("EQUAL", "NOT_EQUAL")
            if ordering and types == {BOOL8}:
                continue  # LiteRT has no ordering comparison of booleans
            _litert_runner.check_case(
                tally, case, operation, quantized=operation in COMPARISONS, code_limit=0
            )
    return str(tally)
