"""Specs of special and large values: infinities, zeros, ends of the float types.

The expected values follow from the formula as a limit: the logarithm of 0 is minus infinity, the
exponential of minus infinity is 0, the largest of some numbers is the largest one. Inputs for which
the contract's formula has no limit, such as infinity minus infinity, do not occur, and no sum or
product leaves the range of its type on the way to the result, except squares of float16 in norms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from specs.scripts._spec_writer import (
    DEFAULT,
    F16,
    F32,
    I32,
    Q8,
    Q8S,
    RELAXED,
    GeneratedSpecFile,
    SpecCase,
    WrittenOperand,
    bool_scalar,
    float16_scalar,
    collect_files,
    float32,
    float16,
    output,
    parameter,
    tensor_input,
)

SOURCE = "specs/scripts/special_values.py, the formulas and their limits."
INF = math.inf


def _sqrt(x: float) -> float:
    return math.sqrt(x)


def _log(x: float) -> float:
    return -INF if x == 0 else math.log(x)


def _rsqrt(x: float) -> float:
    return INF if x == 0 else 1 / math.sqrt(x)


def _exp(x: float) -> float:
    return INF if x > 700 else math.exp(x)


def _logistic(x: float) -> float:
    return 1 / (1 + _exp(-x))


def _elu(x: float) -> float:
    return x if x > 0 else math.expm1(x)


def _hard_swish(x: float) -> float:
    return x if x >= 3 else 0.0 if x <= -3 else x * (x + 3) / 6


@dataclass(frozen=True)
class Unary:
    """An operation of one tensor; the values are those of float32 and of float16."""

    operation: str
    folder: str
    formula: Callable[[float], float]
    single: Sequence[float]
    half: Sequence[float]
    arguments: Sequence[float] = ()


_POSITIVE = [0.0, INF, 3.0e38, 1.0e-30, 65504.0, 1.0]
_POSITIVE_HALF = [0.0, INF, 65504.0, 0.00012207031, 16384.0, 1.0]
_SIGNED = [INF, -INF, 1000.0, -1000.0, 3.0e38, -3.0e38, 89.0, -89.0, 0.0]
_SIGNED_HALF = [INF, -INF, 65504.0, -65504.0, 89.0, -89.0, 12.0, -12.0, 0.0]
UNARY = (
    Unary("SQRT", "V1_2", _sqrt, [0.0, INF, 8.0e37, 1.0e-30, 65504.0, 1.0], _POSITIVE_HALF),
    Unary("LOG", "V1_2", _log, _POSITIVE, _POSITIVE_HALF),
    Unary("RSQRT", "V1_2", _rsqrt, _POSITIVE, _POSITIVE_HALF),
    Unary("EXP", "V1_2", _exp, _SIGNED, _SIGNED_HALF),
    Unary("LOGISTIC", "V1_0", _logistic, _SIGNED, _SIGNED_HALF),
    Unary("TANH", "V1_0", math.tanh, _SIGNED, _SIGNED_HALF),
    Unary("ELU", "V1_3", _elu, _SIGNED, _SIGNED_HALF, [1.0]),
    Unary(
        "HARD_SWISH", "V1_3", _hard_swish,
        [INF, 1.0e30, -1.0e30, 65504.0, -65504.0, 3.0, -3.0],
        [8192.0, 10000.0, -10000.0, INF, 3.0, -3.0, 1.0],
    ),
    Unary(
        "SIN", "V1_2", math.sin,
        [100.5, -1000.25, 3000.125, -12345.5, 65504.0, 0.0], [100.5, -1000.5, 3000.0, -12344.0, 0.0],
    ),
    Unary("ABS", "V1_2", abs, _SIGNED, _SIGNED_HALF),
    Unary("NEG", "V1_2", lambda x: -x, _SIGNED, _SIGNED_HALF),
    Unary("FLOOR", "V1_0", lambda x: x if abs(x) > 1e6 and x != 8388607.5 and x != -8388607.5 else float(math.floor(x)),
          [INF, -INF, 3.0e38, -3.0e38, 8388607.5, -8388607.5], [INF, -INF, 65504.0, -65504.0, 1023.5, -1023.5]),
)  # fmt: skip


def _later(folder: str, version: str) -> str:
    return max(folder, version)


def _limited(x: float, half: bool) -> float:
    """Return the nearest number of the type, infinite beyond its range."""
    if math.isinf(x):
        return x
    if abs(x) > (65520 if half else 3.4028236e38):
        return math.copysign(INF, x)
    return float16(x) if half else float32(x)


def _models(
    name: str,
    operation: str,
    folder: str,
    first: tuple[Sequence[int], Sequence[float]],
    result: tuple[Sequence[int], Sequence[float]],
    arguments: Sequence[object],
    *,
    half: bool,
    description: str = "",
) -> SpecCase:
    """Return the case of one operation with a float input and output."""
    type_ = F16 if half else F32
    typed = [
        float16_scalar(f"scalar{i}", a) if half and isinstance(a, float) else a
        for i, a in enumerate(arguments)
    ]
    x, y = tensor_input("x", type_, first[0]), output("y", type_, result[0])
    versions = {_later(folder, "V1_2") if half else folder: [DEFAULT] if half else [DEFAULT, RELAXED]}
    values = {"x": list(first[1]), "y": [_limited(v, half) for v in result[1]]}
    suffix = "_half" if half else ""
    return SpecCase(f"{name}{suffix}", [(operation, [x, *typed], [y])], [values], versions, description)


def _unary() -> dict[str, list[SpecCase]]:
    found = {}
    for entry in UNARY:
        cases = []
        for half, numbers in ((False, entry.single), (True, entry.half)):
            shape = (len(numbers),) if entry.folder != "V1_0" else (1, len(numbers))
            results = [entry.formula(v) for v in numbers]
            arguments = list(entry.arguments)
            cases.append(
                _models("special", entry.operation, entry.folder, (shape, numbers), (shape, results), arguments, half=half)
            )
        found[f"{entry.folder}/{entry.operation.lower()}_special"] = cases
    return found


# ----------------------------------------------------------------------------------- softmax


def _softmax(row: Sequence[float]) -> list[float]:
    powers = [math.exp(v - max(row)) for v in row]
    return [p / math.fsum(powers) for p in powers]


def _log_softmax(row: Sequence[float]) -> list[float]:
    total = math.log(math.fsum(math.exp(v - max(row)) for v in row))
    return [v - max(row) - total for v in row]


_ROWS = ([100.0, 101.0, 99.5], [1000.0, -1000.0, 999.0], [-120.0, -121.0, -119.0], [89.0, 89.0, 89.0])
_ROWS_WITH_INFINITY = ([-INF, 1.0, 2.0], [100.0, -INF, 100.0])


def _softmaxes() -> dict[str, list[SpecCase]]:
    found: dict[str, list[SpecCase]] = {"V1_0/softmax_special": []}
    for half in (False, True):
        for name, rows in (("large", _ROWS), ("with_infinity", _ROWS_WITH_INFINITY)):
            flat = [v for row in rows for v in row]
            shape = (len(rows), 3)
            results = [v for row in rows for v in _softmax(row)]
            found["V1_0/softmax_special"].append(
                _models(name, "SOFTMAX", "V1_0", (shape, flat), (shape, results), [1.0], half=half)
            )
    flat = [v for row in _ROWS for v in row]
    results = [v for row in _ROWS for v in _log_softmax(row)]
    shape = (len(_ROWS), 3)
    found["V1_2/log_softmax_special"] = [
        _models("large", "LOG_SOFTMAX", "V1_2", (shape, flat), (shape, results), [1.0, 1], half=half)
        for half in (False, True)
    ]
    return found


# -------------------------------------------------------------------------------- reductions

_LARGE = ([3.0e38, -3.0e38, 1.0], [INF, 1.0, 3.0e38], [-INF, -3.0e38, -1.0], [-3.0e38, -1.0e38, -2.0e38])
_LARGE_HALF = ([65504.0, -65504.0, 1.0], [INF, 1.0, 65504.0], [-INF, -65504.0, -1.0], [-65504.0, -32752.0, -1000.0])
_SUMMANDS = ([1.0e38, 1.0e38, -3.0e37], [INF, 1.0, 2.0], [-INF, 1.0e38, 2.0], [1.0e-30, 2.0e-30, 5.0e-31])
_SUMMANDS_HALF = ([20000.0, 20000.0, 16.0], [INF, 1.0, 2.0], [-INF, 1000.0, 2.0], [32768.0, 16384.0, 16352.0])
_FACTORS = ([1.0e19, 1.0e19, 2.0], [INF, 2.0, -1.0], [0.0, 3.0e38, 0.5], [-3.0e38, 1.0, 1.0])
_FACTORS_HALF = ([128.0, 128.0, 2.0], [INF, 2.0, -1.0], [0.0, 65504.0, 0.5], [-65504.0, 1.0, 1.0])


def _reductions() -> dict[str, list[SpecCase]]:
    table: tuple[tuple[str, str, Callable[[Sequence[float]], float], tuple[Sequence[Sequence[float]], ...]], ...] = (
        ("REDUCE_MAX", "V1_2", max, (_LARGE, _LARGE_HALF)),
        ("REDUCE_MIN", "V1_2", min, (_LARGE, _LARGE_HALF)),
        ("REDUCE_SUM", "V1_2", sum, (_SUMMANDS, _SUMMANDS_HALF)),
        ("REDUCE_PROD", "V1_2", math.prod, (_FACTORS, _FACTORS_HALF)),
        ("MEAN", "V1_1", lambda row: sum(row) / len(row), (_SUMMANDS, _SUMMANDS_HALF)),
    )
    found = {}
    for operation, folder, reduce, both in table:
        keep: WrittenOperand | int = bool_scalar("keep", False) if operation != "MEAN" else 0
        axes = parameter("axes", I32, (1,), [1])
        found[f"{folder}/{operation.lower()}_special"] = [
            _models(
                "special", operation, folder, ((4, 3), [v for row in rows for v in row]),
                ((4,), [reduce(row) for row in rows]), [axes, keep], half=half,
            )
            for half, rows in zip((False, True), both, strict=True)
        ]  # fmt: skip
    return found


# -------------------------------------------------------------------------- powers, conversions


def _powers() -> list[SpecCase]:
    cases = []
    for half in (False, True):
        large = 65504.0 if half else 3.0e38
        pairs = [
            (0.0, 2.0, 0.0), (0.0, 0.5, 0.0), (INF, 2.0, INF), (INF, 0.5, INF), (INF, -1.0, 0.0),
            (large, 1.0, large), (large, 2.0, INF), (large, -2.0, 0.0), (1.0, 1000.0, 1.0),
            (0.5, INF, 0.0), (2.0, INF, INF), (2.0, -INF, 0.0), (4.0, 0.0, 1.0),
        ]  # fmt: skip
        type_, shape = (F16 if half else F32), (len(pairs),)
        x, e, y = tensor_input("x", type_, shape), tensor_input("e", type_, shape), output("y", type_, shape)
        feed = dict(zip(("x", "e", "y"), map(list, zip(*pairs, strict=True)), strict=True))
        variations = [DEFAULT] if half else [DEFAULT, RELAXED]
        name = "special_half" if half else "special"
        cases.append(SpecCase(name, [("POW", [x, e], [y])], [feed], {"V1_2": variations}))
    return cases


def _quantizations() -> list[SpecCase]:
    cases = []
    for half in (False, True):
        for type_, zero in ((Q8, 30), (Q8S, -20)):
            low, high = (0, 255) if type_ == Q8 else (-128, 127)
            version = "V1_3" if type_ == Q8S else "V1_2"
            for name, numbers, codes in (
                ("saturated", [65504.0, -65504.0, 1000.0, -1000.0, 0.0, 8.0],
                 [high, low, high, low, zero, zero + 16]),
                ("infinite", [INF, -INF, 1.0, 4.0], [high, low, zero + 2, zero + 8]),
            ):
                x = tensor_input("x", F16 if half else F32, (len(numbers),))
                y = output("y", type_, (len(numbers),), 0.5, zero)
                full = f"{name}{'_half' if half else ''}{'_signed' if type_ == Q8S else ''}"
                feed = {"x": numbers, "y": codes}
                cases.append(SpecCase(full, [("QUANTIZE", [x], [y])], [feed], {version: [DEFAULT]}))
    return cases


def _huge_logistic() -> list[SpecCase]:
    """Return inputs whose square, or whose product with a factor, may exceed float32's range."""
    numbers = [1.0e26, -1.0e26, 3.0e30, -3.0e30, 1.0e37, -1.0e37, 1.0e20, -1.0e20]
    results = [1.0 if v > 0 else 0.0 for v in numbers]
    shape = (1, len(numbers))
    return [_models("huge", "LOGISTIC", "V1_0", (shape, numbers), (shape, results), [], half=False)]


# ----------------------------------------------------------- selections, norms and windows


_SELECTED_ROWS = (
    [1.0, INF, 65504.0, 2.0],
    [-INF, -65504.0, -1.0, -2.0],
    [-3.0, -2.0, -INF, -4.0],
    [5.0, 65504.0, INF, -INF],
)
"""Rows whose largest and smallest elements are unique."""


def _selections() -> dict[str, list[SpecCase]]:
    found: dict[str, list[SpecCase]] = {}
    flat = [v for row in _SELECTED_ROWS for v in row]
    for half in (False, True):
        type_ = F16 if half else F32
        name = "special_half" if half else "special"
        variations = {"V1_2": [DEFAULT] if half else [DEFAULT, RELAXED]}
        x = tensor_input("x", type_, (4, 4))
        for operation, choose in (("ARGMAX", max), ("ARGMIN", min)):
            places = [row.index(choose(row)) for row in _SELECTED_ROWS]
            feed = {"x": flat, "y": places}
            step = (operation, [x, 1], [output("y", I32, (4,))])
            found.setdefault(f"V1_2/{operation.lower()}_special", []).append(
                SpecCase(name, [step], [feed], variations)
            )
        ranked = [sorted(row, reverse=True)[:2] for row in _SELECTED_ROWS]
        indexes = [row.index(v) for row, best in zip(_SELECTED_ROWS, ranked, strict=True) for v in best]
        feed = {"x": flat, "y": [v for best in ranked for v in best], "i": indexes}
        outputs = [output("y", type_, (4, 2)), output("i", I32, (4, 2))]
        found.setdefault("V1_2/topk_v2_special", []).append(
            SpecCase(name, [("TOPK_V2", [x, 2], outputs)], [feed], variations)
        )
    return found


def _norms() -> dict[str, list[SpecCase]]:
    """Return norms whose squares exceed float16, and a large mean with a small variance."""
    rows = ([3000.0, 4000.0], [-6000.0, 8000.0], [5.0e-3, -12.0e-3], [0.75e6, 1.0e6])
    rows_half = ([300.0, 400.0], [-6000.0, 8000.0], [48.0, -14.0], [30000.0, 40000.0])
    found = {
        "V1_0/l2_normalization_special": [
            SpecCase(
                "large_half" if half else "large",
                [(
                    "L2_NORMALIZATION",
                    [tensor_input("x", F16 if half else F32, (4, 1, 1, 2))],
                    [output("y", F16 if half else F32, (4, 1, 1, 2))],
                )],
                [{"x": [v for row in rows for v in row], "y": [v / math.hypot(*row) for row in rows for v in row]}],
                {"V1_2" if half else "V1_0": [DEFAULT]},
            )
            for half, rows in ((False, rows), (True, rows_half))
        ]
    }  # fmt: skip
    image = [300.0, -400.0, 500.0, 1200.0]
    found["V1_0/l2_pool_2d_special"] = [
        SpecCase(
            f"large_{name}{'_half' if half else ''}",
            [(
                "L2_POOL_2D",
                [tensor_input("x", F16 if half else F32, (1, 1, 4, 1)), scheme, 1, 1, 2, 1, 0],
                [output("y", F16 if half else F32, (1, 1, len(windows), 1))],
            )],
            [{"x": image, "y": [math.sqrt(sum(v * v for v in w) / len(w)) for w in windows]}],
            {"V1_2" if half else "V1_0": [DEFAULT]},
        )
        for half in (False, True)
        for name, scheme, windows in (
            ("valid", 2, [image[:2], image[1:3], image[2:]]),
            ("same", 1, [image[:2], image[1:3], image[2:], image[3:]]),
        )
    ]
    rows = ([300.0, -400.0, 0.5], [0.25, 1000.0, -1000.0])
    found["V1_0/local_response_normalization_special"] = [
        SpecCase(
            "large_half" if half else "large",
            [(
                "LOCAL_RESPONSE_NORMALIZATION",
                [
                    tensor_input("x", F16 if half else F32, (1, 1, 2, 3)), 2,
                    *([float16_scalar(n, v) for n, v in (("bias", 1.0), ("alpha", 0.25), ("beta", 0.5))]
                      if half else [1.0, 0.25, 0.5]),
                ],
                [output("y", F16 if half else F32, (1, 1, 2, 3))],
            )],
            [{
                "x": [v for row in rows for v in row],
                "y": [v / math.sqrt(1 + sum(w * w for w in row) / 4) for row in rows for v in row],
            }],
            {"V1_2" if half else "V1_0": [DEFAULT]},
        )
        for half in (False, True)
    ]
    # Mean 100, variance 2: the square of the mean is 5,000 times the variance. With a larger mean, a
    # driver that computes x * scale + shift in float32 exceeds the tolerance.
    deviations = (-1.0, 1.0, -2.0, 2.0, 0.0, 0.0, -1.0, 1.0, 2.0, -2.0)
    variance = math.fsum(d * d for d in deviations) / len(deviations)
    x, y = tensor_input("x", F32, (1, 2, 5, 1)), output("y", F32, (1, 2, 5, 1))
    feed = {
        "x": [100 + d for d in deviations],
        "y": [d / math.sqrt(variance + 1e-3) + 0.5 for d in deviations],
    }
    arguments = [x, 1.0, 0.5, 1e-3, bool_scalar("layout", False)]
    found["V1_2/instance_normalization_special"] = [
        SpecCase("large_mean", [("INSTANCE_NORMALIZATION", arguments, [y])], [feed], {"V1_2": [DEFAULT]})
    ]
    return found


def _windows() -> dict[str, list[SpecCase]]:
    """Return pools of negative numbers: the padding has no influence."""
    x, y = tensor_input("x", F32, (1, 2, 2, 1)), output("y", F32, (1, 3, 3, 1))
    image = [-4.0, -3.0e38, -1.0e10, -2.5]
    largest = [-4.0, -4.0, -3.0e38, -4.0, -2.5, -2.5, -1.0e10, -2.5, -2.5]
    arguments = [x, 1, 1, 1, 1, 1, 1, 2, 2, 0]
    feed = {"x": image, "y": largest}
    return {
        "V1_0/max_pool_2d_special": [
            SpecCase("padded_negative", [("MAX_POOL_2D", arguments, [y])], [feed], {"V1_0": [DEFAULT]})
        ]
    }


# -------------------------------------------------------------------------------- arithmetic


def _arithmetic() -> dict[str, list[SpecCase]]:
    """Return sums, differences, products and quotients with infinities that have a limit."""
    table: tuple[tuple[str, str, Callable[[float, float], float], Sequence[tuple[float, float]]], ...] = (
        ("ADD", "V1_0", lambda a, b: a + b, ((INF, 1.0), (2.0, -INF), (INF, INF), (1.0, 2.0))),
        ("SUB", "V1_1", lambda a, b: a - b, ((INF, 1.0), (2.0, INF), (-INF, INF), (1.0, 2.0))),
        ("MUL", "V1_0", lambda a, b: a * b, ((INF, 2.0), (-2.0, INF), (-INF, -INF), (1.0, 2.0))),
        ("DIV", "V1_1", lambda a, b: a / b, ((INF, 2.0), (-INF, 2.0), (1.0, INF), (1.0, 2.0))),
    )
    found: dict[str, list[SpecCase]] = {}
    for operation, folder, compute, pairs in table:
        for half in (False, True):
            type_ = F16 if half else F32
            # An ADD before an input is itself one of the operations that the case tests.
            a, b = (replace(tensor_input(name, type_, (4,)), never_internal=True) for name in "ab")
            y = output("y", type_, (4,))
            feed = {"a": [p[0] for p in pairs], "b": [p[1] for p in pairs], "y": [compute(*p) for p in pairs]}
            versions = {_later(folder, "V1_2") if half else folder: [DEFAULT] if half else [DEFAULT, RELAXED]}
            name = "infinite_half" if half else "infinite"
            found.setdefault(f"{folder}/{operation.lower()}_special", []).append(
                SpecCase(name, [(operation, [a, b, 0], [y])], [feed], versions)
            )
    return found


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    contents = {**_unary(), **_softmaxes(), **_reductions()}
    contents |= {**_selections(), **_norms(), **_windows(), **_arithmetic()}
    contents["V1_0/logistic_special"] += _huge_logistic()
    contents["V1_2/pow_special"] = _powers()
    contents["V1_2/quantize_special"] = _quantizations()
    specs = []
    for path, cases in contents.items():
        operation = path.partition("/")[2].removesuffix("_special").upper()
        spec = GeneratedSpecFile(
            f"{path}.mod.py",
            f"{operation} of special values: infinities, 0, and numbers at the ends of float32 "
            "and float16.", SOURCE,
        )  # fmt: skip
        spec.add(*cases)
        specs.append(spec)
    return collect_files(*specs)
