"""Specs of NaN: as an input, and as the result of an invalid operation of IEEE 754.

IEEE 754-2019 determines these results. Section 6.2.3: an operation with a quiet NaN as an input
delivers a quiet NaN. Section 7.2: the invalid operations, such as infinity minus infinity, 0 times
infinity, 0 / 0 and the square root of a negative number, deliver a quiet NaN; section 9.2 states
the same for the logarithm of a negative number and the sine of infinity. Section 5.11: NaN is
unordered, so that every comparison with it is false except NOT_EQUAL. Section 5.5.1: an operation
that copies passes NaN on. Operations for which only the contract's formula decides, such as the
maximum of NaN and a number, do not occur.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from specs.scripts._spec_writer import (
    BOOL8,
    DEFAULT,
    F16,
    F32,
    I32,
    RELAXED,
    GeneratedSpecFile,
    SpecCase,
    collect_files,
    float16,
    float32,
    output,
    parameter,
    tensor_input,
)

SOURCE = "specs/scripts/nan_values.py, the rules of IEEE 754 for NaN."
INF: Final = math.inf
NAN: Final = math.nan

UNARY: Final[Mapping[str, tuple[str, Callable[[float], float], Sequence[float]]]] = {
    "ABS": ("V1_2", abs, ()),
    "EXP": ("V1_2", math.exp, ()),
    "FLOOR": ("V1_0", lambda x: float(math.floor(x)), ()),
    "LOG": ("V1_2", math.log, (-1.0, -INF)),
    "LOGISTIC": ("V1_0", lambda x: 1 / (1 + math.exp(-x)), ()),
    "NEG": ("V1_2", operator.neg, ()),
    "RSQRT": ("V1_2", lambda x: 1 / math.sqrt(x), (-1.0, -INF)),
    "SIN": ("V1_2", math.sin, (INF, -INF)),
    "SQRT": ("V1_2", math.sqrt, (-1.0, -INF)),
    "TANH": ("V1_0", math.tanh, ()),
}
"""The folder of each operation, its formula, and the other inputs whose result is NaN."""
_NUMBERS: Final = (1.0, 0.25, 4.0, 2.5)

BINARY: Final[
    Mapping[str, tuple[str, Callable[[float, float], float], Sequence[tuple[float, float]]]]
]
BINARY = {
    "ADD": ("V1_0", operator.add, ((INF, -INF), (-INF, INF))),
    "SUB": ("V1_1", operator.sub, ((INF, INF), (-INF, -INF))),
    "MUL": ("V1_0", operator.mul, ((0.0, INF), (-INF, 0.0))),
    "DIV": ("V1_1", operator.truediv, ((INF, INF), (0.0, 0.0))),
    "POW": ("V1_2", operator.pow, ((-2.0, 0.5), (-0.5, 1.5))),
}
"""As ``UNARY``, for pairs of inputs."""
COMPARISONS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "EQUAL": operator.eq,
    "NOT_EQUAL": operator.ne,
    "LESS": operator.lt,
    "LESS_EQUAL": operator.le,
    "GREATER": operator.gt,
    "GREATER_EQUAL": operator.ge,
}


def _later(folder: str, *, half: bool) -> str:
    return max(folder, "V1_2") if half else folder


def _name(half: bool) -> str:
    return "nan_half" if half else "nan"


def _rounded(x: float, *, half: bool) -> float:
    return x if math.isnan(x) else float16(x) if half else float32(x)


def _variations(half: bool) -> list[str]:
    return [DEFAULT] if half else [DEFAULT, RELAXED]


def _unary(operation: str, *, half: bool) -> SpecCase:
    folder, formula, invalid = UNARY[operation]
    numbers = [NAN, *_NUMBERS, NAN, *invalid, 2.0]
    results = [
        NAN if math.isnan(x) or x in invalid else _rounded(formula(x), half=half) for x in numbers
    ]
    type_, shape = F16 if half else F32, (1, len(numbers))
    x, y = tensor_input("x", type_, shape), output("y", type_, shape)
    feed = {"x": numbers, "y": results}
    versions = {_later(folder, half=half): _variations(half)}
    return SpecCase(_name(half), [(operation, [x], [y])], [feed], versions)


_PAIRS: Final = ((NAN, 2.0), (1.5, 2.0), (3.0, NAN), (NAN, NAN), (2.0, 0.5), (4.0, 2.0))


def _binary(operation: str, *, half: bool) -> Iterator[SpecCase]:
    """Yield a case with NaN as an input, and one with the invalid operations of IEEE 754."""
    folder, formula, invalid = BINARY[operation]
    for name, pairs in (("nan", _PAIRS), ("invalid", invalid)):
        results = [
            NAN
            if math.isnan(a) or math.isnan(b) or (a, b) in invalid
            else _rounded(formula(a, b), half=half)
            for a, b in pairs
        ]
        type_, shape = F16 if half else F32, (1, len(pairs))
        # An ADD before an input is itself one of the operations that the case tests.
        a, b = (replace(tensor_input(operand, type_, shape), never_internal=True) for operand in "ab")
        y = output("y", type_, shape)
        feed = {"a": [p[0] for p in pairs], "b": [p[1] for p in pairs], "y": results}
        arguments = [a, b] if operation == "POW" else [a, b, 0]
        versions = {_later(folder, half=half): _variations(half)}
        full = f"{name}_half" if half else name
        yield SpecCase(full, [(operation, arguments, [y])], [feed], versions)


def _comparison(operation: str, *, half: bool) -> SpecCase:
    pairs = [
        (NAN, 1.0),
        (1.0, NAN),
        (NAN, NAN),
        (1.0, 1.0),
        (1.0, 2.0),
        (2.0, 1.0),
        (NAN, INF),
        (-INF, NAN),
    ]
    type_, shape = F16 if half else F32, (len(pairs),)
    a, b, y = (
        tensor_input("a", type_, shape),
        tensor_input("b", type_, shape),
        output("y", BOOL8, shape),
    )
    compare = COMPARISONS[operation]
    feed = {
        "a": [p[0] for p in pairs],
        "b": [p[1] for p in pairs],
        "y": [compare(*p) for p in pairs],
    }  # fmt: skip
    return SpecCase(_name(half), [(operation, [a, b], [y])], [feed], {"V1_2": _variations(half)})


_ROWS: Final = (NAN, 1.0, -2.0, 3.0, NAN, 0.5)
"""The elements of a 2 x 3 tensor; operations that copy pass NaN on."""


def _copies(*, half: bool) -> dict[str, SpecCase]:
    type_ = F16 if half else F32
    x = tensor_input("x", type_, (2, 3))

    def case(
        folder: str,
        operation: str,
        arguments: Sequence[object],
        shape: Sequence[int],
        places: Sequence[int],
    ) -> None:
        y = output("y", type_, shape)
        feed = {"x": list(_ROWS), "y": [_ROWS[i] for i in places]}
        versions = {_later(folder, half=half): _variations(half)}
        found[f"{folder}/{operation.lower()}_nan"] = SpecCase(
            _name(half), [(operation, [x, *arguments], [y])], [feed], versions
        )

    found: dict[str, SpecCase] = {}
    case("V1_0", "RESHAPE", [parameter("shape", I32, (2,), [3, 2])], (3, 2), range(6))
    case("V1_1", "TRANSPOSE", [parameter("perm", I32, (2,), [1, 0])], (3, 2), (0, 3, 1, 4, 2, 5))
    case("V1_2", "GATHER", [0, parameter("indices", I32, (2,), [1, 0])], (2, 3), (3, 4, 5, 0, 1, 2))
    case(
        "V1_2",
        "TILE",
        [parameter("multiples", I32, (2,), [1, 2])],
        (2, 6),
        (0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5),
    )
    case(
        "V1_2",
        "SLICE",
        [parameter("begin", I32, (2,), [0, 0]), parameter("size", I32, (2,), [2, 2])],
        (2, 2),
        (0, 1, 3, 4),
    )
    z = tensor_input("z", type_, (2, 1))
    y = output("y", type_, (2, 4))
    feed = {"x": list(_ROWS), "z": [4.0, NAN], "y": [NAN, 1.0, -2.0, 4.0, 3.0, NAN, 0.5, NAN]}
    found["V1_0/concatenation_nan"] = SpecCase(
        _name(half), [("CONCATENATION", [x, z, 1], [y])], [feed],
        {_later("V1_0", half=half): _variations(half)},
    )  # fmt: skip
    return found


def _select(*, half: bool) -> SpecCase:
    """Return a case in which the chosen NaN is passed on, and the other one has no effect."""
    type_ = F16 if half else F32
    c = tensor_input("c", BOOL8, (6,))
    a, b, y = (
        tensor_input("a", type_, (6,)),
        tensor_input("b", type_, (6,)),
        output("y", type_, (6,)),
    )
    feed = {
        "c": [True, False, True, False, True, False],
        "a": [NAN, NAN, 1.0, 2.0, -3.0, NAN],
        "b": [5.0, 6.0, NAN, NAN, 7.0, NAN],
        "y": [NAN, 6.0, 1.0, NAN, -3.0, NAN],
    }
    return SpecCase(_name(half), [("SELECT", [c, a, b], [y])], [feed], {"V1_2": _variations(half)})


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    contents: dict[str, list[SpecCase]] = {}
    for half in (False, True):
        for operation, (folder, *_) in UNARY.items():
            contents.setdefault(f"{folder}/{operation.lower()}_nan", []).append(
                _unary(operation, half=half)
            )
        for operation, (folder, *_) in BINARY.items():
            contents.setdefault(f"{folder}/{operation.lower()}_nan", []).extend(
                _binary(operation, half=half)
            )
        for operation in COMPARISONS:
            contents.setdefault(f"V1_2/{operation.lower()}_nan", []).append(
                _comparison(operation, half=half)
            )
        for path, case in _copies(half=half).items():
            contents.setdefault(path, []).append(case)
        contents.setdefault("V1_2/select_nan", []).append(_select(half=half))
    specs = []
    for path, cases in contents.items():
        operation = path.partition("/")[2].removesuffix("_nan").upper()
        description = (
            f"{operation} of NaN, or of numbers for which IEEE 754 defines NaN as the result."
        )
        spec = GeneratedSpecFile(f"{path}.mod.py", description, SOURCE)
        spec.add(*cases)
        specs.append(spec)
    return collect_files(*specs)
