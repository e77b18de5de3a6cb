"""Edge values and sizes for operations that compute.

The last dimension of tensors has size 1, codes are the lowest and highest ones, and filters have
one element, so that each result is a short sum of products in exact fractions, or the operation's
formula.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from specs.scripts import detections, lsh_projection, rnn_svdf
from specs.scripts._spec_writer import (
    BOOL8,
    DEFAULT,
    F16,
    F32,
    I32,
    Q8,
    Q8_PER_CHANNEL,
    Q8_SYMM,
    Q8S,
    SpecCase,
    WrittenOperand,
    PerChannelScales,
    GeneratedSpecFile,
    Step,
    collect_files,
    dequantize,
    int32_vector,
    internal,
    output,
    parameter,
    quantize,
    tensor_input,
)

SOURCE = "specs/scripts/edges_computed.py (formulas in exact fractions or double precision)."
SHORT = {
    F32: "float32", F16: "float16", I32: "int32", Q8: "quant8", Q8S: "quant8_signed",
    Q8_SYMM: "symm", Q8_PER_CHANNEL: "per_channel", BOOL8: "bool8",
}  # fmt: skip
IN, OUT = (0.5, 100), (0.7, 90)
SINCE = {F32: "V1_0", I32: "V1_0", Q8: "V1_0", F16: "V1_2", Q8S: "V1_3"}
ORDER = ("V1_0", "V1_1", "V1_2", "V1_3", "AIDL_V2", "AIDL_V3")
CODES = (255, 0, 254, 1, 37, 130)
REALS = (1.5, -2.25, 0.125, 3.0, -0.5, 6.0)
WHOLE = (2**31 - 1, -(2**31) + 1, 7, -40, 0, 70001)


def later(*versions: str) -> str:
    """Return the newest of some versions."""
    return max(versions, key=ORDER.index)


def params(type_: str, scale: float, zero: int) -> tuple[float, int]:
    """Return scale and zero point of a type, from those of the unsigned type."""
    if type_ == Q8:
        return scale, zero
    return (scale, zero - 128) if type_ == Q8S else (0.0, 0)


def codes(type_: str, count: int) -> list[Any]:
    """Return the values of an input: both ends of the codes, or exact floats."""
    if type_ in (Q8, Q8S):
        return [code - (128 if type_ == Q8S else 0) for code in CODES[:count]]
    return list((WHOLE if type_ == I32 else REALS)[:count])


def real(code: Any, type_: str, scale: float, zero: int) -> Fraction:
    """Return the number that a value represents."""
    return dequantize(code, scale, zero) if type_ in (Q8, Q8S) else Fraction(code)


def stored(value: Any, type_: str, scale: float, zero: int) -> Any:
    """Return a result as the output stores it."""
    return quantize(value, type_, scale, zero) if type_ in (Q8, Q8S) else float(value)


def typed(
    operation: str,
    type_: str,
    since: str,
    dims: tuple[int, ...],
    out: tuple[int, ...],
    arguments: Sequence[object],
    rule: Callable[[list[Fraction]], Sequence[Any]],
    *,
    target: tuple[float, int] = OUT,
    name: str = "",
    x: Sequence[Any] | None = None,
) -> SpecCase:
    """Return a case of one input ``x``, placed first, and one output of the same type."""
    scale, zero = params(type_, *IN)
    kept = params(type_, *target)
    values = list(x) if x is not None else codes(type_, math.prod(dims))
    y = [stored(v, type_, *kept) for v in rule([real(v, type_, scale, zero) for v in values])]
    step = (
        operation,
        [tensor_input("x", type_, dims, scale, zero), *arguments],
        [output("y", type_, out, *kept)],
    )
    version = later(since, SINCE[type_])
    return SpecCase(name or SHORT[type_], [step], [{"x": values, "y": y}], {version: [DEFAULT]})


def weights(type_: str, dims: Sequence[int], values: Sequence[int]) -> WrittenOperand:
    """Return whole numbers as a filter: codes around 120 with scale 0.25 if it is quantized."""
    scale, zero = params(type_, 0.25, 120)
    held = [v * 4 + zero for v in values] if scale else [float(v) for v in values]
    return parameter("w", type_, dims, held, scale, zero)


def bias(type_: str, value: int) -> WrittenOperand:
    """Return a bias of one whole number, in the scale of the products."""
    if type_ in (Q8, Q8S):
        return parameter("b", I32, (1,), [value * 8], IN[0] * 0.25)
    return parameter("b", type_, (1,), [float(value)])


ROW = (1, 1, 6, 1)
COLUMN = (1, 2, 3, 1)


def tripled(values: list[Fraction]) -> list[Fraction]:
    return [3 * v + 2 for v in values]


def convolutions(operation: str) -> Iterator[SpecCase]:
    """Return cases with one channel and a filter of one element; GROUPED_CONV_2D pads at the end.
    """
    types = (F32, Q8, F16, Q8S)
    if operation == "GROUPED_CONV_2D":

        def neighbours(v: list[Fraction]) -> list[Fraction]:
            return [2 * a - b + 1 for a, b in zip(v, [*v[1:], Fraction(0)], strict=True)]

        for type_ in types:
            arguments = [weights(type_, (1, 1, 2, 1), [2, -1]), bias(type_, 1),
                         0, 1, 0, 0, 1, 1, 1, 0, False]  # fmt: skip
            yield typed(operation, type_, "V1_2", ROW, ROW, arguments, neighbours,
                        target=(2.3, 120), name=f"{SHORT[type_]}_padded_at_the_end")  # fmt: skip
        return
    if operation == "TRANSPOSE_CONV_2D":

        def cropped(v: list[Fraction]) -> list[Fraction]:
            above, below = v[:3], v[3:]
            return [2 * b - a + 1 for a, b in zip(above, below, strict=True)] + [
                1 - b for b in below
            ]

        for type_ in types:
            arguments = [weights(type_, (1, 2, 1, 1), [2, -1]), bias(type_, 1),
                         0, 0, 1, 0, 1, 1, 0, False]  # fmt: skip
            yield typed(operation, type_, "V1_2", COLUMN, COLUMN, arguments, cropped,
                        target=(2.3, 120), name=f"{SHORT[type_]}_cropped_at_the_top")  # fmt: skip

        def apart(v: list[Fraction]) -> list[Fraction]:
            rows = [[f * e + 1 for e in row] for row in (v[:3], v[3:]) for f in (2, -1)]
            return [max(e, Fraction(0)) for row in rows for e in row]

        arguments = [weights(F32, (1, 2, 1, 1), [2, -1]), bias(F32, 1), 0, 0, 0, 0, 1, 2, 1, False]
        yield typed(operation, F32, "V1_2", COLUMN, (1, 4, 3, 1), arguments, apart,
                    name="stride_2_relu")  # fmt: skip
        return
    more = [1] if operation == "DEPTHWISE_CONV_2D" else []
    for type_ in types:
        arguments = [weights(type_, (1, 1, 1, 1), [3]), bias(type_, 2), 0, 0, 0, 0, 1, 1, *more, 0]
        yield typed(operation, type_, "V1_0", ROW, ROW, arguments, tripled, target=(1.9, 120))


def pools(operation: str) -> Iterator[SpecCase]:
    def rule(values: list[Fraction]) -> list[Fraction]:
        return [abs(v) for v in values] if operation == "L2_POOL_2D" else values

    yield typed(operation, F16, "V1_2", ROW, ROW, [0, 0, 0, 0, 1, 1, 1, 1, 0], rule)


def fully_connected(operation: str) -> Iterator[SpecCase]:
    for type_ in (F16, Q8, Q8S):
        arguments = [weights(type_, (1, 1), [3]), bias(type_, 2), 0]
        yield typed(operation, type_, "V1_0", (6, 1), (6, 1), arguments, tripled, target=(1.9, 120))


def unary(operation: str) -> Iterator[SpecCase]:
    """Return cases of operations on one tensor, element by element or along an axis."""
    three = (6, 1)
    if operation == "L2_NORMALIZATION":

        def normal(v: list[Fraction]) -> list[float]:
            pairs = [v[i : i + 2] for i in range(0, len(v), 2)]
            return [float(e) / math.hypot(*map(float, pair)) for pair in pairs for e in pair]

        yield typed(operation, Q8, "V1_2", (3, 2), (3, 2), [], normal, target=(1 / 128, 128))
    elif operation == "SOFTMAX":

        def powers(v: list[Fraction]) -> list[float]:
            pairs = [v[i : i + 2] for i in range(0, len(v), 2)]
            sums = [sum(math.exp(float(e) * 0.0625) for e in pair) for pair in pairs]
            return [math.exp(float(e) * 0.0625) / sums[i // 2] for i, e in enumerate(v)]

        x = [255, 250, 0, 30, 100, 110]
        yield typed(operation, Q8, "V1_0", (3, 2), (3, 2), [0.0625], powers,
                    target=(1 / 256, 0), x=x)  # fmt: skip
    elif operation == "RESIZE_BILINEAR":
        yield typed(operation, Q8, "V1_2", ROW, ROW, [6, 1], lambda v: v, target=IN)
    elif operation == "MEAN":
        x = [0, 0, 4, 255, 255, 251]
        axes = int32_vector("axes", [1])
        yield typed(operation, Q8, "V1_1", (2, 3), (2,), [axes, 0],
                    lambda v: [sum(v[:3]) / 3, sum(v[3:]) / 3], target=IN, x=x)  # fmt: skip
        # The sum of the codes needs 17 bits.
        yield typed(operation, Q8, "V1_1", (1, 300), (1,), [axes, 0], lambda v: [sum(v) / 300],
                    target=IN, name="quant8_300", x=[255 - i % 7 for i in range(300)])  # fmt: skip
    elif operation in ("REDUCE_MAX", "REDUCE_MIN"):
        chosen = max if operation == "REDUCE_MAX" else min
        x = [0, 0, 0, 255, 255, 255]
        axes = int32_vector("axes", [1])
        yield typed(operation, Q8, "V1_2", (2, 3), (2,), [axes, False],
                    lambda v: [chosen(v[:3]), chosen(v[3:])], target=IN, x=x)  # fmt: skip
    elif operation == "STRIDED_SLICE":
        vectors = [int32_vector(n, v) for n, v in (("b", [1]), ("e", [6]), ("s", [2]))]
        x = [1, 255, 2, 0, 3, 254]
        yield typed(operation, Q8, "V1_1", (6,), (3,), [*vectors, 0, 0, 0],
                    lambda v: v[1::2], target=IN, x=x)  # fmt: skip
    elif operation == "GATHER":
        yield typed(operation, Q8, "V1_2", (6,), (2,), [0, int32_vector("at", [1, 0])],
                    lambda v: [v[1], v[0]], target=IN)  # fmt: skip
    elif operation in ("ABS", "NEG"):

        def whole(v: list[Fraction]) -> list[Fraction]:
            return [abs(e) if operation == "ABS" else -e for e in v]

        since = "V1_3" if operation == "ABS" else "V1_2"
        case = typed(operation, I32, since, (1, 6, 1), (1, 6, 1), [], whole)
        y = [int(e) for e in case.feeds[0]["y"]]  # type: ignore[call-overload]
        yield SpecCase(case.name, case.steps, [{**case.feeds[0], "y": y}], case.versions)
    elif operation == "ELU":

        def elu(v: list[Fraction]) -> list[float]:
            return [float(e) if e >= 0 else 0.75 * math.expm1(e) for e in v]

        for type_ in (F32, F16):
            alpha = WrittenOperand("Float32Scalar" if type_ == F32 else "Float16Scalar", "a", value=0.75)
            yield typed(operation, type_, "V1_3", three, three, [alpha], elu)
    elif operation == "RSQRT":
        for type_ in (Q8, Q8S):
            shift = 128 if type_ == Q8S else 0
            x = [code - shift for code in (255, 101, 130, 104, 200, 254)]
            yield typed(operation, type_, "AIDL_V3", three, three, [],
                        lambda v: [1 / math.sqrt(e) for e in v],
                        target=(0.0071, 3), x=x)  # fmt: skip


def picked(operation: str) -> Iterator[SpecCase]:
    """Return ARGMAX and ARGMIN cases; indexes differ by two, as the tolerance accepts one."""
    for type_ in (F32, F16, I32, Q8, Q8S):
        scale, zero = params(type_, *IN)
        best = max if operation == "ARGMAX" else min
        x = codes(type_, 6)
        step = (operation, [tensor_input("x", type_, (6, 1), scale, zero), 0],
                [output("y", I32, (1,))])  # fmt: skip
        feed = {"x": x, "y": [x.index(best(x))]}
        yield SpecCase(SHORT[type_], [step], [feed], {later("V1_2", SINCE[type_]): [DEFAULT]})
    # a misinterpreted lowest or highest code changes the index by two
    ends = {"ARGMAX": ([255, 200, 220], [0, 20, 40]), "ARGMIN": ([0, 70, 30], [255, 250, 200])}
    for name, x, place in zip(("best", "worst"), ends[operation], (0, 2), strict=True):
        step = (operation, [tensor_input("x", I32, (1, 3)), 1], [output("y", I32, (1,))])
        yield SpecCase(f"{name}_number", [step], [{"x": x, "y": [place]}], {"V1_2": [DEFAULT]})
        step = (operation, [tensor_input("x", Q8, (1, 3), *IN), 1], [output("y", I32, (1,))])
        yield SpecCase(f"{name}_code", [step], [{"x": x, "y": [place]}], {"V1_2": [DEFAULT]})


RULES: Mapping[str, Callable[[Any, Any], Any]] = {
    "ADD": lambda a, b: a + b, "MUL": lambda a, b: a * b, "SUB": lambda a, b: a - b,
    "DIV": lambda a, b: a // b,
    "EQUAL": lambda a, b: a == b,
    "NOT_EQUAL": lambda a, b: a != b, "LESS": lambda a, b: a < b,
    "LESS_EQUAL": lambda a, b: a <= b, "GREATER": lambda a, b: a > b,
    "GREATER_EQUAL": lambda a, b: a >= b,
}  # fmt: skip


def whole_pairs(operation: str) -> Iterator[SpecCase]:
    """Return cases with integers, and with comparable truth values, in one row."""
    arithmetic = operation in ("ADD", "SUB", "MUL", "DIV")
    feeds: dict[str, tuple[list[Any], list[Any]]] = {I32: ([70001, -9, 8], [3, 2, 8])}
    if not arithmetic:
        feeds[BOOL8] = ([True, False, True], [True, True, False])
    for type_, (a, b) in feeds.items():
        y = [RULES[operation](one, two) for one, two in zip(a, b, strict=True)]
        operands = [tensor_input("a", type_, (1, 3)), tensor_input("b", type_, (1, 3))]
        result = output("y", I32 if arithmetic else BOOL8, (1, 3))
        step: Step = (operation, [*operands, *([0] if arithmetic else [])], [result])
        feed = {"a": a, "b": b, "y": y}
        version = "V1_3" if arithmetic else "V1_2"
        yield SpecCase(f"{SHORT[type_]}_one_row", [step], [feed], {version: [DEFAULT]})


def pairs(operation: str) -> Iterator[SpecCase]:
    """Return cases with two operands of the same shape."""
    rule = RULES[operation]
    if operation == "DIV":
        a, b = [2**31 - 1, -(2**31), 70001, -9, 8, 0], [7, 3, -30011, 2, 3, 5]
        y: list[Any] = [rule(one, two) for one, two in zip(a, b, strict=True)]
        operands = [tensor_input("a", I32, (6, 1)), tensor_input("b", I32, (6, 1)), 0]
        step: Step = (operation, operands, [output("y", I32, (6, 1))])
        yield SpecCase("int32", [step], [{"a": a, "b": b, "y": y}], {"V1_3": [DEFAULT]})
        yield from whole_pairs(operation)
        return
    yield from whole_pairs(operation)
    if operation == "ADD":
        return
    compared = operation not in ("MUL", "SUB")
    a, b = [255, 0, 254, 255, 0, 0], [255, 0, 255, 255, 20, 1]
    if not compared:
        b = [101, 99, 102, 104, 97, 96]
    more, other = ([], IN) if compared else ([0], (0.25, 100))
    exact = [rule(dequantize(one, *IN), dequantize(two, *other))
             for one, two in zip(a, b, strict=True)]  # fmt: skip
    target = (0.83, 111)
    y = list(exact) if compared else [quantize(value, Q8, *target) for value in exact]
    result = output("y", BOOL8, (6, 1)) if compared else output("y", Q8, (6, 1), *target)
    operands = [tensor_input("a", Q8, (6, 1), *IN), tensor_input("b", Q8, (6, 1), *other), *more]
    version = "V1_2" if operation != "MUL" else "V1_0"
    step = (operation, operands, [result])
    yield SpecCase("quant8", [step], [{"a": a, "b": b, "y": y}], {version: [DEFAULT]})
    if compared:
        yield _other_zero_point(operation)


def _other_zero_point(operation: str) -> SpecCase:
    """Return a comparison of operands with the same scale and different zero points."""
    a, b, other = [110, 100, 105, 90, 255, 0], [100, 95, 105, 80, 246, 1], (IN[0], 90)
    rule = RULES[operation]
    y = [rule(dequantize(one, *IN), dequantize(two, *other))
         for one, two in zip(a, b, strict=True)]  # fmt: skip
    operands = [tensor_input("a", Q8, (6, 1), *IN), tensor_input("b", Q8, (6, 1), *other)]
    step: Step = (operation, operands, [output("y", BOOL8, (6, 1))])
    feed = {"a": a, "b": b, "y": y}
    return SpecCase("quant8_zero_points", [step], [feed], {"V1_2": [DEFAULT]})


def conversions(operation: str) -> Iterator[SpecCase]:
    """Return CAST, DEQUANTIZE, QUANTIZE and LOGICAL_NOT cases with a last dimension of size 1."""
    dims = (3, 1)
    if operation == "LOGICAL_NOT":
        step: Step = (operation, [tensor_input("x", BOOL8, dims)], [output("y", BOOL8, dims)])
        feed = {"x": [True, False, True], "y": [False, True, False]}
        yield SpecCase("bool8", [step], [feed], {"V1_2": [DEFAULT]})
    elif operation == "CAST":
        dims = (1, 3, 1)
        for type_ in (F32, F16, I32, Q8):
            x = [1, 200, 0] if type_ in (I32, Q8) else [1.75, 200.5, 0.0]
            to = F32 if type_ == I32 else I32
            y = [float(v) if to == F32 else int(v) for v in x]
            scale, zero = params(type_, *IN)
            step = (operation, [tensor_input("x", type_, dims, scale, zero)],
                    [output("y", to, dims)])  # fmt: skip
            yield SpecCase(SHORT[type_], [step], [{"x": x, "y": y}], {"V1_2": [DEFAULT]})
    elif operation == "QUANTIZE":
        for type_ in (F32, F16):
            y = [quantize(v, Q8, *IN) for v in (1.5, -200.0, 63.5)]
            step = (operation, [tensor_input("x", type_, dims)], [output("y", Q8, dims, *IN)])
            feed = {"x": [1.5, -200.0, 63.5], "y": y}
            yield SpecCase(SHORT[type_], [step], [feed], {"V1_2": [DEFAULT]})
    elif operation == "DEQUANTIZE":
        x = [127, -127, 5]
        dims = (1, 3, 1)
        for type_, scale, zero, since in ((Q8_SYMM, 0.5, 0, "V1_2"), (Q8S, 0.5, -28, "V1_3")):
            y = [float(dequantize(code, scale, zero)) for code in x]
            step = (operation, [tensor_input("x", type_, dims, scale, zero)],
                    [output("y", F32, dims)])  # fmt: skip
            yield SpecCase(SHORT[type_], [step], [{"x": x, "y": y}], {since: [DEFAULT]})
        scales, dims = [0.5, 0.25, 2.0], (3, 1)
        one = tensor_input("x", Q8_PER_CHANNEL, dims, extra=PerChannelScales(0, scales))
        y = [code * scale for code, scale in zip(x, scales, strict=True)]
        step = (operation, [one], [output("y", F32, dims)])
        yield SpecCase(SHORT[Q8_PER_CHANNEL], [step], [{"x": x, "y": y}], {"V1_2": [DEFAULT]})


def hashtable(operation: str) -> Iterator[SpecCase]:
    """Return cases with extreme codes, floats beyond float16's precision, and hits that are used.
    """
    keys = int32_vector("keys", [2, 5, 9])
    rows = {F32: [1.0000001, -3.1415927, 0.1, 2.7182817, 65537.0, 1e-9],
            Q8: [255, 0, 37, 200, 254, 1]}  # fmt: skip
    for type_, values in rows.items():
        scale, zero = params(type_, *IN)
        lookups = tensor_input("lookups", I32, (4,))
        table = parameter("table", type_, (3, 2), values, scale, zero)
        found = output("found", type_, (4, 2), scale, zero)
        hits = internal("hits", Q8, (4,), 1.0)
        steps: list[Step] = [
            (operation, [lookups, keys, table], [found, hits]),
            ("DEQUANTIZE", [hits], [output("seen", F32, (4,))]),
        ]
        feed = {"lookups": [9, 5, 2, 7], "found": [*values[4:], *values[2:4], *values[:2], 0, 0],
                "seen": [1.0, 1.0, 1.0, 0.0]}  # fmt: skip
        yield SpecCase(f"{SHORT[type_]}_hits_read", steps, [feed], {"V1_0": [DEFAULT]})


def matrices(operation: str) -> Iterator[SpecCase]:
    """Return cases with square matrices, whose shape does not reveal an incorrect adjoint."""
    a, b = [127, -128, 5, 126], [1, 2, -3, 4]
    rows = [[dequantize(v, 0.5, 7) for v in a[i : i + 2]] for i in (0, 2)]
    others = [[dequantize(v, 1.0, 0) for v in b[i : i + 2]] for i in (0, 2)]
    for x, y in ((False, False), (True, False), (False, True), (True, True)):
        left = [list(r) for r in zip(*rows, strict=True)] if x else rows
        right = [list(r) for r in zip(*others, strict=True)] if y else others
        product = [sum(left[i][k] * right[k][j] for k in (0, 1)) for i in (0, 1) for j in (0, 1)]
        step = (operation, [tensor_input("a", Q8S, (2, 2), 0.5, 7),
                            tensor_input("b", Q8S, (2, 2), 1.0), x, y],
                [output("y", Q8S, (2, 2), 3.3, 2)])  # fmt: skip
        feed = {"a": a, "b": b, "y": [quantize(v, Q8S, 3.3, 2) for v in product]}
        name = f"square{'_adj_x' * x}{'_adj_y' * y}"
        yield SpecCase(name, [step], [feed], {"AIDL_V2": [DEFAULT]})


def others(operation: str) -> Iterator[SpecCase]:
    """Return cases of the other scripts with additional sizes."""
    if operation == "SVDF":
        plan = ("one_input", "A single input.", 2, 1, 3, 1, 4, True, 21)
        yield rnn_svdf.SvdfCase(*plan).case()
    elif operation == "DETECTION_POSTPROCESSING":
        yield detections.DetectionsCase(
            "counts_apart", "Two images with different numbers of boxes, compared "
                "exactly.", 2, 3, False, 9,
            seed=504, score_threshold=0.8, iou_threshold=0.25, as_floats=True,
        ).case()  # fmt: skip
    else:
        old = {"V1_0": [DEFAULT]}
        dense = lsh_projection.DENSE
        yield lsh_projection.case("quant8_looked_up", dense, Q8, (4, 3), (3, 3), 700, old,
                                  looked_up=True)  # fmt: skip
        yield lsh_projection.case("one_bit", dense, I32, (3, 2), (5, 1), 700, old, looked_up=True)
        for type_, version in ((F32, "V1_0"), (F16, "V1_2")):
            yield lsh_projection.case(f"one_hash_{SHORT[type_]}", dense, I32, (3, 2), (1, 4), 701,
                                      {version: [DEFAULT]}, looked_up=True,
                                      hash_type=type_)  # fmt: skip
        yield lsh_projection.case("one_bit_float16", dense, I32, (3, 2), (5, 1), 700,
                                  {"V1_2": [DEFAULT]}, looked_up=True, hash_type=F16)  # fmt: skip


def space(operation: str) -> Iterator[SpecCase]:
    """Return cases in which swapped or larger block sides would still fit the data."""
    if operation == "SPACE_TO_BATCH_ND":
        plans = (((1, 6, 6, 1), (2, 3), (0, 0, 0, 0)), ((1, 4, 4, 1), (2, 2), (1, 1, 1, 1)))
        for number, (dims, block, around) in enumerate(plans):
            x = [0.5 * (i + 1) for i in range(math.prod(dims))]
            height, width = (n + a + b for n, a, b in
                             zip(dims[1:3], around[::2], around[1::2], strict=True))  # fmt: skip

            def pixel(row: int, column: int, x: list[float] = x, dims: Any = dims,
                      around: Any = around) -> float:  # fmt: skip
                row, column = row - around[0], column - around[2]
                inside = 0 <= row < dims[1] and 0 <= column < dims[2]
                return x[row * dims[2] + column] if inside else 0.0

            y = [pixel(i, j) for down in range(block[0]) for right in range(block[1])
                 for i in range(down, height, block[0])
                 for j in range(right, width, block[1])]  # fmt: skip
            out = (block[0] * block[1], height // block[0], width // block[1], 1)
            inputs = [tensor_input("x", F32, dims), int32_vector("block", list(block)),
                      parameter("around", I32, (2, 2), list(around))]  # fmt: skip
            step: Step = (operation, inputs, [output("y", F32, out)])
            yield SpecCase(f"blocks_{number}", [step], [{"x": x, "y": y}], {"V1_1": [DEFAULT]})
        return
    whole = [0.5 * (i + 1) for i in range(36)]
    if operation == "SPACE_TO_DEPTH":
        dims, out = (1, 6, 6, 1), (1, 3, 3, 4)
        y = [whole[(2 * i + down) * 6 + 2 * j + right] for i in range(3) for j in range(3)
             for down in (0, 1) for right in (0, 1)]  # fmt: skip
    else:
        dims, out = (1, 1, 1, 36), (1, 2, 2, 9)
        y = whole
    step = (operation, [tensor_input("x", F32, dims), 2], [output("y", F32, out)])
    yield SpecCase("size_2_or_3", [step], [{"x": whole, "y": y}], {"V1_0": [DEFAULT]})


Maker = Callable[[str], Iterator[SpecCase]]
FILES: Mapping[Maker, Mapping[str, str]] = {
    convolutions: {"CONV_2D": "V1_0", "DEPTHWISE_CONV_2D": "V1_0", "GROUPED_CONV_2D": "V1_2",
                   "TRANSPOSE_CONV_2D": "V1_2"},
    pools: {"AVERAGE_POOL_2D": "V1_0", "L2_POOL_2D": "V1_0"},
    fully_connected: {"FULLY_CONNECTED": "V1_0"},
    unary: {"L2_NORMALIZATION": "V1_0", "SOFTMAX": "V1_0", "RESIZE_BILINEAR": "V1_0",
            "MEAN": "V1_1", "REDUCE_MAX": "V1_2", "REDUCE_MIN": "V1_2", "STRIDED_SLICE": "V1_1",
            "GATHER": "V1_2", "ABS": "V1_2", "NEG": "V1_2", "ELU": "V1_3", "RSQRT": "V1_2"},
    picked: {"ARGMAX": "V1_2", "ARGMIN": "V1_2"},
    pairs: {"ADD": "V1_0", "MUL": "V1_0", "SUB": "V1_1", "DIV": "V1_1",
            "EQUAL": "V1_2", "NOT_EQUAL": "V1_2", "LESS": "V1_2", "LESS_EQUAL": "V1_2",
            "GREATER": "V1_2", "GREATER_EQUAL": "V1_2"},
    conversions: {"CAST": "V1_2", "DEQUANTIZE": "V1_0", "QUANTIZE": "V1_2", "LOGICAL_NOT": "V1_2"},
    hashtable: {"HASHTABLE_LOOKUP": "V1_0"},
    matrices: {"BATCH_MATMUL": "AIDL_V2"},
    others: {"SVDF": "V1_0", "DETECTION_POSTPROCESSING": "V1_2", "LSH_PROJECTION": "V1_0"},
    space: {"SPACE_TO_BATCH_ND": "V1_1", "SPACE_TO_DEPTH": "V1_0", "DEPTH_TO_SPACE": "V1_0"},
}  # fmt: skip


def files() -> Mapping[str, str]:
    """Return the spec files by path."""
    specs = []
    for maker, operations in FILES.items():
        for operation, folder in operations.items():
            description = f"{operation}: extreme codes, a last dimension of size 1, short sums."
            spec = GeneratedSpecFile(f"{folder}/{operation.lower()}_ends.mod.py", description, SOURCE)
            spec.add(*maker(operation))
            specs.append(spec)
    return collect_files(*specs)
