"""Edge values and sizes for operations that copy elements unchanged.

Float values use every bit of their type, codes and integers are the lowest and highest ones, and
the last dimension of tensors has size 1. numpy's functions determine which element goes where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ldexp, prod
from typing import Any

import numpy as np

from specs.scripts._spec_writer import (
    BOOL8,
    DEFAULT,
    F16,
    F32,
    I32,
    Q8,
    Q8S,
    SpecCase,
    LinearCongruentialGenerator,
    WrittenOperand,
    GeneratedSpecFile,
    collect_files,
    float16,
    float32,
    int32_vector,
    output,
    parameter,
    tensor_input,
)

SOURCE = "specs/scripts/edges.py (numpy's corresponding functions; values are only copied)."
NAMES = {F32: "float32", F16: "float16", Q8: "quant8", Q8S: "quant8_signed", I32: "int32"}
SCALE = 0.5
ZERO = {Q8: 100, Q8S: -28}
ORDER = ("V1_0", "V1_1", "V1_2", "V1_3", "AIDL_V2", "AIDL_V3")
TYPE_SINCE = {F32: "V1_0", Q8: "V1_0", I32: "V1_0", F16: "V1_2", Q8S: "V1_3"}
ALL = (F32, F16, Q8, Q8S)
WITH_INT32 = (*ALL, I32)


def full_precision_values(count: int, type_: str, seed: int, within: int = 5) -> list[Any]:
    """Return values of both signs that use every bit, below 2 ** ``within``; codes at both ends."""
    random = LinearCongruentialGenerator(seed)
    if type_ in (F32, F16):
        bits, narrow = (23, float32) if type_ == F32 else (10, float16)
        out: list[Any] = []
        for i in range(count):
            odd = 2**bits + 2 * random.integer(0, 2 ** (bits - 1) - 1) + 1
            value = ldexp(odd, random.integer(within - 4, within - 1) - bits)
            out.append(narrow(-value if i % 3 == 1 else value))
        return out
    low, high = {Q8: (0, 255), Q8S: (-128, 127), I32: (-(2**31), 2**31 - 1)}[type_]
    ends = [high, low, high - 1, low + 1]
    return [ends[i] if i < 4 else random.integer(low, high) for i in range(count)]


def named(kind: str, name: str, type_: str, dims: Sequence[int]) -> WrittenOperand:
    """Return an input or output with the scale and zero point of its type."""
    make = {"Input": tensor_input, "Output": output}[kind]
    if type_ in ZERO:
        return make(name, type_, dims, SCALE, ZERO[type_])
    return make(name, type_, dims)


@dataclass(frozen=True)
class ExtremeValuesCase:
    """One operation on inputs of given shapes; ``rule`` maps their arrays to the outputs'.

    ``arguments`` places the operands (``"x0"`` and so on) among the others. ``since`` is the
    version that the call needs for all types, ``later`` the version that a particular type needs.
    """

    folder: str
    operation: str
    shapes: Sequence[tuple[int, ...]]
    arguments: Sequence[object]
    rule: Callable[..., Any]
    types: Sequence[str] = WITH_INT32
    since: str = ""
    within: int = 5
    later: Mapping[str, str] = field(default_factory=dict)

    def version(self, type_: str) -> str:
        """Return the version that the call needs with a type."""
        own = self.later.get(type_, TYPE_SINCE[type_])
        return max(self.folder, self.since or self.folder, own, key=ORDER.index)

    def case(self, number: int, type_: str) -> SpecCase:
        feed: dict[str, Any] = {}
        places: dict[str, WrittenOperand] = {}
        arrays = []
        for i, dims in enumerate(self.shapes):
            name = f"x{i}"
            feed[name] = full_precision_values(prod(dims), type_, 100 * number + i, self.within)
            places[name] = named("Input", name, type_, dims)
            arrays.append(np.array(feed[name], object).reshape(dims))
        results = self.rule(*arrays)
        results = results if isinstance(results, list) else [results]
        outputs = []
        for i, result in enumerate(results):
            outputs.append(named("Output", f"y{i}", type_, result.shape))
            feed[f"y{i}"] = result.reshape(-1).tolist()
        inputs = [places.get(a, a) if isinstance(a, str) else a for a in self.arguments]
        step = (self.operation, inputs, outputs)
        return SpecCase(f"{NAMES[type_]}_{number}", [step], [feed], {self.version(type_): [DEFAULT]})


def table(name: str, rows: Sequence[Sequence[int]]) -> WrittenOperand:
    """Return a constant INT32 matrix."""
    return parameter(name, I32, (len(rows), len(rows[0])), [n for row in rows for n in row])


def blocks(x: Any, size: int) -> Any:
    """Return SPACE_TO_DEPTH of an NHWC image."""
    n, h, w, c = x.shape
    split = x.reshape(n, h // size, size, w // size, size, c)
    return split.transpose(0, 1, 3, 2, 4, 5).reshape(n, h // size, w // size, -1)


def to_space(x: Any, size: int) -> Any:
    """Return DEPTH_TO_SPACE of an NHWC image."""
    n, h, w, c = x.shape
    split = x.reshape(n, h, w, size, size, c // size**2)
    return split.transpose(0, 1, 3, 2, 4, 5).reshape(n, h * size, w * size, -1)


def to_batch(x: Any, size: int) -> Any:
    """Return SPACE_TO_BATCH_ND of an NHWC image without padding."""
    n, h, w, c = x.shape
    split = x.reshape(n, h // size, size, w // size, size, c)
    return split.transpose(2, 4, 0, 1, 3, 5).reshape(-1, h // size, w // size, c)


def from_batch(x: Any, size: int) -> Any:
    """Return BATCH_TO_SPACE_ND to an NHWC image."""
    n, h, w, c = x.shape
    split = x.reshape(size, size, n // size**2, h, w, c)
    return split.transpose(2, 3, 0, 4, 1, 5).reshape(-1, h * size, w * size, c)


def clamped(low: float, high: float) -> Callable[[Any], Any]:
    """Return values clamped to two bounds."""
    return lambda x: np.minimum(np.maximum(x, low), high)


def nchw(rule: Callable[[Any, int], Any]) -> Callable[[Any], Any]:
    """Return a rule for NCHW images from a rule for NHWC images with blocks of 2."""
    return lambda x: rule(x.transpose(0, 2, 3, 1), 2).transpose(0, 3, 1, 2)


THREE = (2, 3, 1)
FLOATS = (F32, F16)
PADDINGS = ((0, 1), (2, 0), (0, 0))
PLACES = int32_vector("places", [3, 0, 2])
BLOCK = int32_vector("block", [2, 2])
ZEROS = table("zeros", ((0, 0), (0, 0)))
NEIGHBOUR = "RESIZE_NEAREST_NEIGHBOR"


def mirrored(mode: str) -> Callable[[Any], Any]:
    """Return MIRROR_PAD by numpy's name of the mode."""
    return lambda x: np.pad(x, (*PADDINGS[:2], (0, 0)), mode=mode)  # type: ignore[call-overload]


def ordered(x: Any, count: int) -> Any:
    """Return the largest elements of each row in descending order."""
    return np.sort(x, axis=-1)[..., ::-1][..., :count]


MOVES: Sequence[ExtremeValuesCase] = (
    ExtremeValuesCase("V1_0", "CONCATENATION", (THREE, THREE), ("x0", "x1", 1),
          lambda a, b: np.concatenate([a, b], 1), ALL),
    ExtremeValuesCase("V1_0", "DEPTH_TO_SPACE", ((1, 2, 1, 4),), ("x0", 2), lambda x: to_space(x, 2), ALL),
    ExtremeValuesCase("V1_0", "DEPTH_TO_SPACE", ((1, 4, 3, 1),), ("x0", 2, True), nchw(to_space), ALL, "V1_2"),
    ExtremeValuesCase("V1_0", "SPACE_TO_DEPTH", ((1, 4, 2, 1),), ("x0", 2), lambda x: blocks(x, 2), ALL),
    ExtremeValuesCase("V1_0", "EMBEDDING_LOOKUP", ((4, 3, 1),), (PLACES, "x0"),
          lambda x: x[[3, 0, 2]], later={F16: "V1_3", Q8: "V1_2", I32: "V1_2"}),
    ExtremeValuesCase("V1_0", "MAX_POOL_2D", ((1, 3, 3, 1),), ("x0", 0, 0, 0, 0, 1, 1, 2, 1, 0),
          lambda x: np.maximum(x[:, :, :-1], x[:, :, 1:]), ALL),
    ExtremeValuesCase("V1_0", "RELU", (THREE,), ("x0",), clamped(0, 2.0**40), FLOATS),
    ExtremeValuesCase("V1_0", "RELU1", (THREE,), ("x0",), clamped(-1, 1), FLOATS, within=0),
    ExtremeValuesCase("V1_0", "RELU6", (THREE,), ("x0",), clamped(0, 6), FLOATS, within=2),
    ExtremeValuesCase("V1_0", "RESHAPE", (THREE,), ("x0", int32_vector("shape", [3, 2, 1])),
          lambda x: x.reshape(3, 2, 1), later={I32: "AIDL_V2"}),
    ExtremeValuesCase("V1_1", "BATCH_TO_SPACE_ND", ((4, 1, 2, 1),), ("x0", BLOCK),
          lambda x: from_batch(x, 2), ALL),
    ExtremeValuesCase("V1_1", "SPACE_TO_BATCH_ND", ((1, 2, 4, 1),), ("x0", BLOCK, ZEROS),
          lambda x: to_batch(x, 2), ALL, later={Q8: "V1_2"}),
    ExtremeValuesCase("V1_1", "PAD", (THREE,), ("x0", table("paddings", PADDINGS)),
          lambda x: np.pad(x, PADDINGS, constant_values=0), FLOATS),
    ExtremeValuesCase("V1_1", "PAD", ((2, 4, 1),), ("x0", table("paddings", PADDINGS[:1] + PADDINGS[:1] +
          PADDINGS[2:])), lambda x: np.pad(x, (*PADDINGS[:1], *PADDINGS[:1], (0, 0)),
          constant_values=100), (Q8,), later={Q8: "V1_2"}),
    ExtremeValuesCase("V1_1", "SQUEEZE", ((2, 1, 3, 1),), ("x0", int32_vector("axes", [1])),
          lambda x: x.squeeze(1), ALL),
    ExtremeValuesCase("V1_1", "STRIDED_SLICE", ((3, 4, 1),),
          ("x0", int32_vector("begin", [0, 3, 0]), int32_vector("end", [3, 0, 1]),
           int32_vector("strides", [1, -1, 1]), 0, 0, 0),
          lambda x: x[:, 3:0:-1], ALL),
    ExtremeValuesCase("V1_1", "TRANSPOSE", (THREE,), ("x0", int32_vector("perm", [1, 0, 2])),
          lambda x: x.transpose(1, 0, 2), ALL),
    ExtremeValuesCase("V1_1", "BATCH_TO_SPACE_ND", ((1, 2, 2, 1),), ("x0", int32_vector("one", [1, 1])),
          lambda x: x, ALL),
    ExtremeValuesCase("V1_1", "TRANSPOSE", ((1, 3, 2, 1),), ("x0", int32_vector("perm", [0, 2, 1, 3])),
          lambda x: x.transpose(0, 2, 1, 3), ALL),
    ExtremeValuesCase("V1_2", "MAXIMUM", ((1, 3), (1, 3)), ("x0", "x1"), np.maximum, (I32,)),
    ExtremeValuesCase("V1_2", "MINIMUM", ((1, 3), (1, 3)), ("x0", "x1"), np.minimum, (I32,)),
    ExtremeValuesCase("V1_2", "SELECT", ((1, 2), (1, 2)),
          (parameter("mask", BOOL8, (1, 2), [False, True]), "x0", "x1"),
          lambda a, b: np.where(np.array([[0, 1]]), a, b), (I32,)),
    ExtremeValuesCase("V1_2", "CHANNEL_SHUFFLE", ((2, 6, 1),), ("x0", 3, 1),
          lambda x: x.reshape(2, 3, 2, 1).swapaxes(1, 2).reshape(2, 6, 1), ALL),
    ExtremeValuesCase("V1_2", "EXPAND_DIMS", (THREE,), ("x0", 1), lambda x: np.expand_dims(x, 1)),
    ExtremeValuesCase("V1_2", "GATHER", ((2, 4, 1),), ("x0", 1, PLACES), lambda x: x[:, [3, 0, 2]]),
    ExtremeValuesCase("V1_2", "GATHER", ((3, 3, 3),), ("x0", 1, int32_vector("some", [2, 0, 0])),
          lambda x: x[:, [2, 0, 0]], (F32,)),
    ExtremeValuesCase("V1_2", "MAXIMUM", (THREE, THREE), ("x0", "x1"), np.maximum),
    ExtremeValuesCase("V1_2", "MINIMUM", (THREE, THREE), ("x0", "x1"), np.minimum),
    ExtremeValuesCase("V1_2", "PAD_V2", (THREE,), ("x0", table("paddings", PADDINGS), 1.5),
          lambda x: np.pad(x, PADDINGS, constant_values=1.5), (F32,)),
    ExtremeValuesCase("V1_2", "PAD_V2", ((2, 4, 1),), ("x0", table("paddings", PADDINGS), 7),
          lambda x: np.pad(x, PADDINGS, constant_values=7), (Q8, Q8S)),
    ExtremeValuesCase("V1_2", "REDUCE_MAX", (THREE,), ("x0", int32_vector("axes", [1]), False),
          lambda x: x.max(1), ALL),
    ExtremeValuesCase("V1_2", "REDUCE_MIN", (THREE,), ("x0", int32_vector("axes", [1]), False),
          lambda x: x.min(1), ALL),
    ExtremeValuesCase("V1_2", NEIGHBOUR, ((1, 2, 2, 1),), ("x0", 4, 2, False),
          lambda x: x.repeat(2, 2), ALL),
    ExtremeValuesCase("V1_2", "SELECT", (THREE, THREE),
          (parameter("mask", BOOL8, THREE, [True, False, False, True, True, False]), "x0", "x1"),
          lambda a, b: np.where(np.array([1, 0, 0, 1, 1, 0]).reshape(THREE), a, b)),
    ExtremeValuesCase("V1_2", "SLICE", ((3, 4, 1),),
          ("x0", int32_vector("begin", [0, 0, 0]), int32_vector("size", [2, 3, 1])),
          lambda x: x[:2, :3]),
    ExtremeValuesCase("V1_2", "SPLIT", ((2, 4, 1),), ("x0", 1, 2), lambda x: [x[:, :2], x[:, 2:]]),
    ExtremeValuesCase("V1_2", "TILE", (THREE,), ("x0", int32_vector("multiples", [1, 2, 1])),
          lambda x: np.tile(x, (1, 2, 1))),
    ExtremeValuesCase("AIDL_V2", "PACK", (THREE, THREE), (1, "x0", "x1"), lambda a, b: np.stack([a, b], 1)),
    ExtremeValuesCase("AIDL_V3", "MIRROR_PAD", (THREE,), ("x0", table("paddings", PADDINGS), 0),
          mirrored("reflect")),
    ExtremeValuesCase("AIDL_V3", "MIRROR_PAD", (THREE,), ("x0", table("paddings", PADDINGS), 1),
          mirrored("symmetric")),
    ExtremeValuesCase("AIDL_V3", "REVERSE", (THREE,), ("x0", int32_vector("axis", [1])),
          lambda x: x[:, ::-1]),
)  # fmt: skip
"""Each row is a file's case in each of its types; rows of one operation share a file."""


def _more(operation: str) -> Sequence[SpecCase]:
    """Return cases whose operands have separate types."""
    if operation == "TOPK_V2":
        x = full_precision_values(8, F16, 900)
        rows = np.array(x).reshape(2, 4)
        order = np.argsort(-rows, 1, "stable")[:, :3]
        best = np.take_along_axis(rows, order, 1)
        feed = {"x": x, "y": best.reshape(-1).tolist(), "at": order.reshape(-1).tolist()}
        outputs = [output("y", F16, (2, 3)), output("at", I32, (2, 3))]
        step = (operation, [tensor_input("x", F16, (2, 4)), 3], outputs)
        return [SpecCase("float16_all_bits", [step], [feed], {"V1_2": [DEFAULT]})]
    if operation == "FLOOR":
        x = [1025.0, 1027.0, -1029.0, 515.5, -513.5, 1031.0]
        y = [1025.0, 1027.0, -1029.0, 515.0, -514.0, 1031.0]
        step = (operation, [tensor_input("x", F16, THREE)], [output("y", F16, THREE)])
        return [SpecCase("float16_all_bits", [step], [{"x": x, "y": y}], {"V1_2": [DEFAULT]})]
    if operation == "FILL":
        value = full_precision_values(1, F16, 902)[0]
        kind = WrittenOperand("Float16Scalar", "value", value=value)
        step = (operation, [int32_vector("dims", [3, 1]), kind], [output("y", F16, (3, 1))])
        return [SpecCase("float16_all_bits", [step], [{"y": [value] * 3}], {"V1_3": [DEFAULT]})]
    return []


MORE: Mapping[str, str] = {"TOPK_V2": "V1_2", "FLOOR": "V1_0", "FILL": "V1_3"}


def files() -> Mapping[str, str]:
    """Return the spec files by path."""
    specs: dict[str, GeneratedSpecFile] = {}

    def spec(folder: str, operation: str) -> GeneratedSpecFile:
        description = f"{operation}: floats that use all bits, extreme codes, a last dimension of size 1."
        path = f"{folder}/{operation.lower()}_edges.mod.py"
        return specs.setdefault(operation, GeneratedSpecFile(path, description, SOURCE))

    for number, row in enumerate(MOVES):
        for type_ in row.types:
            spec(row.folder, row.operation).add(row.case(number, type_))
    for operation, folder in MORE.items():
        spec(folder, operation).add(*_more(operation))
    return collect_files(*specs.values())
