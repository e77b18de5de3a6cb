"""Emit spec files: operands, models, variations and numbers, formatted for readers.

A generating script describes its test cases as ``SpecCase`` values, with expected numbers that it
computes itself, and returns ``{path: text}`` from ``files()``; ``specs.scripts.regenerate`` writes
or compares them. This module computes no operation. It uses only the standard library and numpy.
"""

from __future__ import annotations

import struct
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor, isfinite, prod

import numpy as np

from specs.scripts._unknown_shapes import CASES as CASES_WITH_UNKNOWN_SHAPES

Number = int | float | bool | Fraction
WIDTH = 96

F32 = "TENSOR_FLOAT32"
F16 = "TENSOR_FLOAT16"
I32 = "TENSOR_INT32"
Q8 = "TENSOR_QUANT8_ASYMM"
Q8S = "TENSOR_QUANT8_ASYMM_SIGNED"
BOOL8 = "TENSOR_BOOL8"
Q8_SYMM = "TENSOR_QUANT8_SYMM"
Q8_PER_CHANNEL = "TENSOR_QUANT8_SYMM_PER_CHANNEL"
RANGES = {Q8: (0, 255), Q8S: (-128, 127), Q8_SYMM: (-128, 127), Q8_PER_CHANNEL: (-127, 127)}

DEFAULT = "default"
"""The example without a variation."""
RELAXED = "relaxed"
FLOAT16 = "float16"


# ---------------------------------------------------------------------------------- numbers


def float32(real: Number) -> float:
    """Return the nearest float32 (ties to even)."""
    return float(struct.unpack("<f", struct.pack("<f", float(real)))[0])


def float16(real: Number) -> float:
    """Return the nearest float16 (ties to even)."""
    return float(struct.unpack("<e", struct.pack("<e", float(real)))[0])


def require_beyond_float16(name: str, values: Sequence[Number]) -> None:
    """Raise ``ValueError`` unless at least half of the results need more precision than float16.

    A result counts if rounding it to float16 changes it by more than 1e-4 of its magnitude.
    """
    far = sum(abs(float16(v) - float(v)) > 1e-4 * abs(float(v)) for v in values)
    if 2 * far < len(values):
        raise ValueError(
            f"{name}: float16 represents all but {far} of {len(values)} results; choose finer "
            "values"
        )


def round_half_away(real: Number) -> int:
    """Return the nearest integer, ties away from zero."""
    exact = Fraction(real)
    nearest = floor(abs(exact) + Fraction(1, 2))
    return nearest if exact >= 0 else -nearest


def quantize(
    real: Number, type_: str, scale: float, zero_point: int = 0, *, allow_tie: bool = False
) -> int:
    """Return the code of a real value: round(real / scale) + zero_point, clamped to the type.

    Raises ``ValueError`` for a value within 1e-6 of a rounding tie inside the type's range, because
    drivers may round it either way; ``allow_tie`` is for cases that test an exact tie.
    """
    low, high = RANGES[type_]
    steps = Fraction(real) / Fraction(scale)
    code = round_half_away(steps) + zero_point
    inside = low <= code <= high or low <= floor(steps) + zero_point < high
    if not allow_tie and inside and abs(abs(steps - floor(steps)) - Fraction(1, 2)) < 1e-6:
        raise ValueError(f"{float(real)} / {scale} is too close to a rounding tie")
    return max(low, min(high, code))


def dequantize(code: int, scale: float, zero_point: int = 0) -> Fraction:
    """Return the exact real value of a code."""
    return (code - zero_point) * Fraction(scale)


class LinearCongruentialGenerator:
    """A small deterministic generator (64-bit linear congruential; the high bits are used).

    It is written out here so that the generated files do not depend on the version of a library.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed
        self._next()

    def _next(self) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return self._state >> 33

    def integer(self, low: int, high: int) -> int:
        """Return an integer in [low, high]."""
        return low + self._next() % (high - low + 1)

    def integers(self, count: int, low: int, high: int) -> list[int]:
        """Return ``count`` integers in [low, high]."""
        return [self.integer(low, high) for _ in range(count)]

    def grid(self, count: int, low: float, high: float, step: float) -> list[float]:
        """Return multiples of ``step`` in [low, high].

        They are exact in every type if the step is a power of 2.
        """
        first, last = round(low / step), round(high / step)
        return [self.integer(first, last) * step for _ in range(count)]


# ---------------------------------------------------------------------------------- literals


@dataclass(frozen=True)
class PerChannelScales:
    """Per-channel scales, as ``SymmPerChannelQuantParams``."""

    channel_dim: int
    scales: Sequence[float]
    hide: bool = False


def literal(value: object) -> str:
    """Return Python source of a value; floats as the shortest text that gives the same float32."""
    if value is None or isinstance(value, bool | str):
        return '"' + value + '"' if isinstance(value, str) else repr(value)
    if isinstance(value, PerChannelScales):
        hide = ", hide=True" if value.hide else ""
        return (
            f"SymmPerChannelQuantParams(channelDim={value.channel_dim}, "
            f"scales={literal(list(value.scales))}{hide})"
        )
    if isinstance(value, int | np.integer):
        return str(int(value))
    if isinstance(value, float | np.floating | Fraction):
        real = float(value)
        if not isfinite(real):
            return f'float("{real}")'
        if real == int(real) and abs(real) < 1e7:
            return f"{real:.1f}"
        if float32(real) == real or not isinstance(value, float):
            return str(np.float32(real))
        return repr(real)
    if isinstance(value, tuple):
        return "(" + ", ".join(map(literal, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    raise TypeError(f"no literal for {value!r}")


def value_list(values: Sequence[object], dims: Sequence[int] = (), indent: int = 0) -> str:
    """Return a list literal, broken at the rows of the last dimension if that fits the line."""
    texts = [literal(value) for value in values]
    flat = "[" + ", ".join(texts) + "]"
    if len(flat) + indent <= WIDTH - 20:
        return flat
    pad = " " * (indent + 4)
    row = dims[-1] if dims and prod(dims) == len(texts) else 0
    lines = [", ".join(texts[i : i + row]) + "," for i in range(0, len(texts), row)] if row else []
    longest = max(map(len, lines), default=WIDTH)
    if longest + len(pad) > WIDTH:
        lines = textwrap.wrap(", ".join(texts) + ",", WIDTH - len(pad))
    elif longest < 30 and len(dims) > 1:
        # short rows: put 2, 4 or 8 of them on a line, so that columns remain aligned
        group = max(n for n in (1, 2, 4, 8) if longest * n + 2 * n + len(pad) <= WIDTH)
        lines = ["  ".join(lines[i : i + group]) for i in range(0, len(lines), group)]
    return "[\n" + "".join(f"{pad}{line}\n" for line in lines) + " " * indent + "]"


# ---------------------------------------------------------------------------------- operands


@dataclass(frozen=True)
class WrittenOperand:
    """A declared operand.

    ``type_`` is empty for scalars and vectors, whose kind implies the type.
    """

    kind: str
    name: str
    type_: str = ""
    dims: tuple[int, ...] = ()
    scale: float = 0.0
    zero_point: int = 0
    value: object = None
    extra: PerChannelScales | None = None
    never_internal: bool = False
    """Whether no variation may insert an ADD before it, which could change bytes that are
    hashed."""

    def declaration(self, indent: int) -> str:
        """Return the declaration, such as ``x = Input("x", ("TENSOR_FLOAT32", [2, 3]))``."""
        parts = [literal(self.name)]
        if self.type_:
            kind: list[object] = [self.type_, list(self.dims)]
            if self.scale:
                kind.append(self.scale)
                if self.zero_point:
                    kind.append(self.zero_point)
            parts.append(literal(tuple(kind)))
        if self.kind == "Parameter" or not self.type_:
            wide = isinstance(self.value, list)
            parts.append(
                value_list(self.value, self.dims, indent)  # type: ignore[arg-type]
                if wide
                else literal(self.value)
            )
        if self.extra is not None:
            parts.append(f"extraParams={literal(self.extra)}")
        never = ".ShouldNeverBeInternal()" if self.never_internal else ""
        return f"{self.name} = {self.kind}({', '.join(parts)}){never}"


def tensor_input(
    name: str,
    type_: str,
    dims: Sequence[int],
    scale: float = 0.0,
    zero_point: int = 0,
    *,
    extra: PerChannelScales | None = None,
) -> WrittenOperand:
    """Return a model input."""
    return WrittenOperand("Input", name, type_, tuple(dims), scale, zero_point, extra=extra)


def output(
    name: str, type_: str, dims: Sequence[int], scale: float = 0.0, zero_point: int = 0
) -> WrittenOperand:
    """Return a model output."""
    return WrittenOperand("Output", name, type_, tuple(dims), scale, zero_point)


def ignored_output(
    name: str, type_: str, dims: Sequence[int], scale: float = 0.0, zero_point: int = 0
) -> WrittenOperand:
    """Return a model output whose values are not compared."""
    return WrittenOperand("IgnoredOutput", name, type_, tuple(dims), scale, zero_point)


def internal(
    name: str, type_: str, dims: Sequence[int], scale: float = 0.0, zero_point: int = 0
) -> WrittenOperand:
    """Return a tensor between two operations."""
    return WrittenOperand("Internal", name, type_, tuple(dims), scale, zero_point)


def parameter(
    name: str,
    type_: str,
    dims: Sequence[int],
    values: Sequence[object] | None,
    scale: float = 0.0,
    zero_point: int = 0,
    *,
    extra: PerChannelScales | None = None,
) -> WrittenOperand:
    """Return a constant tensor; with ``None`` as values, an omitted operand (NO_VALUE)."""
    data = None if values is None else list(values)
    return WrittenOperand("Parameter", name, type_, tuple(dims), scale, zero_point, data, extra)


def int32_scalar(name: str, value: int) -> WrittenOperand:
    """Return a named INT32 constant; use a plain int if no variation needs its name."""
    return WrittenOperand("Int32Scalar", name, value=value)


def float32_scalar(name: str, value: float) -> WrittenOperand:
    """Return a named FLOAT32 constant; the float16 variation converts it to FLOAT16."""
    return WrittenOperand("Float32Scalar", name, value=value)


def float16_scalar(name: str, value: float) -> WrittenOperand:
    """Return a named FLOAT16 constant, for operations on float16 tensors."""
    return WrittenOperand("Float16Scalar", name, value=value)


def bool_scalar(name: str, value: bool) -> WrittenOperand:
    """Return a named BOOL constant, for layout flags that AddNchw converts."""
    return WrittenOperand("BoolScalar", name, value=value)


def int32_vector(name: str, values: Sequence[int]) -> WrittenOperand:
    """Return a named constant INT32 vector; it remains constant in every variation."""
    return WrittenOperand("Int32Vector", name, value=list(values))


# ---------------------------------------------------------------------------------- variations


@dataclass(frozen=True)
class DataTypeVariation:
    """A data type variation, by operand name: (type, scale, zero point[, ``PerChannelScales``])."""

    name: str
    targets: Mapping[str, tuple[object, ...]]

    def source(self, indent: int) -> str:
        """Return the source, such as ``DataTypeConverter(name="quant8").Identify({...})``."""
        pad = " " * (indent + 4)
        rows = "".join(f"{pad}{name}: {literal(t)},\n" for name, t in self.targets.items())
        closing = " " * indent
        return f"DataTypeConverter(name={literal(self.name)}).Identify({{\n{rows}{closing}}})"


Variation = str | DataTypeVariation
Argument = WrittenOperand | int | float | bool | list[int] | list[float]
Step = tuple[str, Sequence[object], Sequence[WrittenOperand]]
"""An operation, its arguments (operands; numbers and lists for constants), and its outputs."""


@dataclass(frozen=True)
class SpecCase:
    """One model with its examples.

    ``versions`` maps each HAL version to the variations that need it: ``DEFAULT``, ``RELAXED``,
    ``FLOAT16``, other variation names, or a ``DataTypeVariation``. Each version gets a separate
    model, so that an example declares exactly the version that it needs. ``variation_groups`` are
    further calls on the example, for instance ``"AddAllActivations(y, act)"`` or
    ``"AddNchw(x, y, layout)"``. ``feeds`` map operand names to values; each feed is an example of
    the same model. ``description`` becomes a comment in the spec file.
    """

    name: str
    steps: Sequence[Step]
    feeds: Sequence[Mapping[str, Sequence[object]]]
    versions: Mapping[str, Sequence[Variation]]
    description: str = ""
    variation_groups: Sequence[str] = ()
    example_names: Sequence[str] = ()
    preamble: Sequence[str] = field(default=())

    def operands(self) -> list[WrittenOperand]:
        """Return all declared operands in order of first use."""
        found: dict[str, WrittenOperand] = {}
        for _, inputs, outputs in self.steps:
            for item in (*inputs, *outputs):
                if isinstance(item, WrittenOperand) and found.setdefault(item.name, item) != item:
                    raise ValueError(f"{self.name}: two operands named {item.name}")
        return list(found.values())

    def source(self, *, unknown_shapes: bool = False) -> str:
        """Return the spec source of the case.

        With ``unknown_shapes``, the first example of the oldest version that has the case without a
        variation also gets the examples of ``AddUnknownShapes``.
        """
        self._check()
        lines = [f"# {line}" for line in textwrap.wrap(self.description, WIDTH - 2)]
        several = len(self.versions) > 1
        indent = 4 if several else 0
        if several:
            lines.append(f"for version in {literal(tuple(self.versions))}:")
        body = self._model("version" if several else literal(next(iter(self.versions))), indent)
        for position in range(len(self.feeds)):
            body += self._example(position, indent, unknown_shapes and position == 0)
        lines += [" " * indent + line for line in body]
        return "\n".join(lines) + "\n"

    def _check(self) -> None:
        for feed in self.feeds:
            for item in self.operands():
                fed = item.kind in ("Input", "Output")
                if fed != (item.name in feed) and item.kind != "IgnoredOutput":
                    raise ValueError(
                        f"{self.name}: operand {item.name} must be in the feed if and only if it "
                        "is an input or output"
                    )
                values = feed[item.name] if fed else item.value
                given = item.type_ and isinstance(values, Sequence) and values
                count = len(values) if given else 0  # type: ignore[arg-type]
                if given and count != (size := prod(item.dims)):
                    raise ValueError(f"{self.name}: {item.name} has {count} values, not {size}")
        for variations in self.versions.values():
            for variation in variations:
                if isinstance(variation, DataTypeVariation):
                    self._check_typed(variation)

    def _check_typed(self, variation: DataTypeVariation) -> None:
        """Check that quantized inputs are exact, and that no output is near a rounding tie."""
        for item in self.operands():
            target = variation.targets.get(item.name, ())
            if len(target) not in (2, 3) or target[0] not in RANGES:
                continue
            type_, scale, zero = str(target[0]), float(str(target[1])), int(str((*target, 0)[2]))
            for feed in self.feeds:
                values = feed.get(item.name, item.value)
                for value in values if isinstance(values, Sequence) else ():
                    code = quantize(value, type_, scale, zero, allow_tie=item.kind != "Output")
                    if item.kind != "Output" and dequantize(code, scale, zero) != value:
                        raise ValueError(
                            f"{self.name}: {variation.name} cannot represent the value {value} of "
                            f"{item.name} exactly"
                        )

    def _model(self, version: str, indent: int) -> list[str]:
        lines = [*self.preamble, *(op.declaration(indent) for op in self.operands())]
        lines.append(f"model = Model({literal(self.name)}).IntroducedIn({version})")
        for operation, inputs, outputs in self.steps:
            names = [i.name if isinstance(i, WrittenOperand) else literal(i) for i in inputs]
            targets = ", ".join(item.name for item in outputs)
            call = f"model.Operation({', '.join([literal(operation), *names])}).To({targets})"
            lines.append(call)
        return lines

    def _example(self, position: int, indent: int, unknown_shapes: bool) -> list[str]:
        pad, feed = " " * (indent + 4), self.feeds[position]
        rows = "".join(
            f"{pad}{item.name}: {value_list(list(feed[item.name]), item.dims, indent + 4)},\n"
            for item in self.operands()
            if item.name in feed
        )
        named = f", name={literal(self.example_names[position])}" if self.example_names else ""
        calls = self._variations(indent, unknown_shapes)
        target = "example = " if calls else ""
        return [f"{target}Example({{\n{rows}{' ' * indent}}}, model=model{named})", *calls]

    def _variations(self, indent: int, unknown_shapes: bool) -> list[str]:
        lines = []
        several = len(self.versions) > 1
        keyword = "if"
        for version, variations in self.versions.items():
            call = _add_variations(variations, indent + 4 if several else indent)
            calls = [call] if call else []
            if unknown_shapes and DEFAULT in variations:
                calls.append("example.AddUnknownShapes()")
                unknown_shapes = False
            if several and calls:
                lines.append(f"{keyword} version == {literal(version)}:")
                keyword = "elif"
            lines += [(" " * 4 if several else "") + call for call in calls]
        return lines + [f"example.{group}" for group in self.variation_groups]


def all_types(
    operands: Sequence[WrittenOperand],
    scale: float,
    zero_point: int,
    since: str = "V1_0",
    *,
    quant8_since: str = "",
    fixed: Mapping[str, tuple[float, int, int]] | None = None,
) -> dict[str, list[Variation]]:
    """Return the usual versions: float32, relaxed, quant8, float16 (1.2) and signed quant8 (1.3).

    Every operand gets the same quantization (signed: the zero point minus 128), except that
    ``fixed`` names operands with their own (scale, zero point, signed zero point).
    """
    unsigned: dict[str, tuple[object, ...]] = {}
    signed: dict[str, tuple[object, ...]] = {}
    for item in operands:
        own = (fixed or {}).get(item.name, (scale, zero_point, zero_point - 128))
        unsigned[item.name] = (Q8, own[0], own[1])
        signed[item.name] = (Q8S, own[0], own[2])
    out: dict[str, list[Variation]] = {since: [DEFAULT, RELAXED]}
    out.setdefault("V1_2", []).append(FLOAT16)
    out.setdefault(quant8_since or since, []).append(DataTypeVariation("quant8", unsigned))
    out["V1_3"] = [DataTypeVariation("quant8_signed", signed)]
    return out


def _add_variations(variations: Sequence[Variation], indent: int) -> str:
    chosen = [v for v in variations if v != DEFAULT]
    if not chosen:
        return ""
    sources = [v.source(indent) if isinstance(v, DataTypeVariation) else literal(v) for v in chosen]
    without = "" if DEFAULT in variations else ", includeDefault=False"
    return f"example.AddVariations({', '.join(sources)}{without})"


@dataclass
class GeneratedSpecFile:
    """A spec file.

    It has a path under ``specs/``, a text on what it tests, and the source of the expected values.
    """

    path: str
    description: str
    source: str
    sections: list[str] = field(default_factory=list)

    def add(self, *cases: SpecCase) -> None:
        """Append cases."""
        chosen = CASES_WITH_UNKNOWN_SHAPES.get(self.path, ())
        self.sections += [case.source(unknown_shapes=case.name in chosen) for case in cases]

    def add_code(self, text: str) -> None:
        """Append hand-written spec source."""
        self.sections.append(textwrap.dedent(text).strip("\n") + "\n")

    def text(self) -> str:
        """Return the text of the file."""
        header = textwrap.wrap(self.description, WIDTH - 2) + textwrap.wrap(
            f"Expected values: {self.source}", WIDTH - 2
        )
        header.append("Generated: do not edit; run `python -m specs.scripts.regenerate`.")
        return "\n".join([*(f"# {line}" for line in header), "", "\n".join(self.sections)])


Files = Callable[[], Mapping[str, str]]


def collect_files(*specs: GeneratedSpecFile) -> dict[str, str]:
    """Return the result of a script's ``files()``: the texts by path."""
    out = {spec.path: spec.text() for spec in specs}
    if len(out) != len(specs):
        raise ValueError("two spec files with the same path")
    return out
