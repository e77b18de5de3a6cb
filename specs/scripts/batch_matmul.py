"""Specs of BATCH_MATMUL: sums of products in exact fractions, computed in plain loops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    I32,
    Q8S,
    RELAXED,
    SpecCase,
    LinearCongruentialGenerator,
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

SOURCE = (
    "specs/scripts/batch_matmul.py (sums of products in exact fractions); checked against LiteRT's "
    "reference kernels."
)
LHS, RHS, OUT = (Q8S, 0.5, 7), (Q8S, 1.0, -20), (Q8S, 1.7, -11)


@dataclass(frozen=True)
class MatmulSizes:
    """The sizes of one call: [*batch, rows, depth] times [*batch, depth, columns]."""

    batch: tuple[int, ...]
    rows: int
    depth: int
    columns: int
    adjoint: tuple[bool, bool] = (False, False)

    @property
    def name(self) -> str:
        """The name of the model."""
        sizes = "x".join(map(str, (*self.batch, self.rows, self.depth, self.columns)))
        return f"of_{sizes}" + "".join(
            f"_adj_{side}" for side, flag in zip("xy", self.adjoint, strict=True) if flag
        )

    @property
    def dims(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """Return the shapes of both inputs and the output."""
        left, right = (self.rows, self.depth), (self.depth, self.columns)
        return (
            (*self.batch, *(left[::-1] if self.adjoint[0] else left)),
            (*self.batch, *(right[::-1] if self.adjoint[1] else right)),
            (*self.batch, self.rows, self.columns),
        )

    def multiply(
        self, left: Sequence[float | Fraction], right: Sequence[float | Fraction]
    ) -> list[Fraction]:
        """Return the row-major output."""
        out = []
        for batch, row, column in product(
            range(prod(self.batch)), range(self.rows), range(self.columns)
        ):
            total = Fraction(0)
            for i in range(self.depth):
                a = i * self.rows + row if self.adjoint[0] else row * self.depth + i
                b = column * self.depth + i if self.adjoint[1] else i * self.columns + column
                total += Fraction(left[batch * self.rows * self.depth + a]) * Fraction(
                    right[batch * self.depth * self.columns + b]
                )
            out.append(total)
        return out


PRODUCTS = [
    MatmulSizes((), 2, 3, 4),
    MatmulSizes((), 1, 4, 1),
    MatmulSizes((), 3, 1, 2),
    *(MatmulSizes((), 2, 3, 4, flags) for flags in ((True, False), (False, True), (True, True))),
    MatmulSizes((2,), 2, 3, 2),
    MatmulSizes((3,), 1, 2, 3, (True, False)),
    MatmulSizes((2,), 3, 2, 2, (False, True)),
    MatmulSizes((2, 2), 2, 2, 3),
    MatmulSizes((1, 3), 2, 3, 1, (True, True)),
    MatmulSizes((2, 1), 1, 1, 1),
]


def whole_case(multiplied: MatmulSizes, seed: int) -> SpecCase:
    """Return a case with small whole numbers, in every type."""
    left_dims, right_dims, out_dims = multiplied.dims
    random = LinearCongruentialGenerator(seed)
    left = random.grid(prod(left_dims), -6, 6, 1)
    right = random.grid(prod(right_dims), -6, 6, 1)
    variations: list[Variation] = [
        DEFAULT,
        RELAXED,
        FLOAT16,
        DataTypeVariation("quant8_signed", {"x": LHS, "y": RHS, "z": OUT}),
        DataTypeVariation("int32", dict.fromkeys(("x", "y", "z"), (I32,))),
    ]
    step = (
        "BATCH_MATMUL",
        [
            tensor_input("x", F32, left_dims),
            tensor_input("y", F32, right_dims),
            *multiplied.adjoint,
        ],
        [output("z", F32, out_dims)],
    )
    feed = {"x": left, "y": right, "z": [float(v) for v in multiplied.multiply(left, right)]}
    return SpecCase(multiplied.name, [step], [feed], {"AIDL_V2": variations})


def typed_case(
    name: str,
    multiplied: MatmulSizes,
    left: Sequence[float],
    right: Sequence[float],
    out: Sequence[float],
    type_: str,
    description: str,
    quantization: Sequence[tuple[float, int]] = ((0.0, 0),) * 3,
) -> SpecCase:
    """Return a case with values as they are stored."""
    operands = [
        tensor_input(name, type_, dims, *quantization[i])
        for i, (name, dims) in enumerate(zip("xy", multiplied.dims, strict=False))
    ]
    result = output("z", type_, multiplied.dims[2], *quantization[2])
    step = ("BATCH_MATMUL", [*operands, *multiplied.adjoint], [result])
    feed = {"x": left, "y": right, "z": out}
    return SpecCase(name, [step], [feed], {"AIDL_V2": [DEFAULT]}, description)


def codes_case(
    name: str, multiplied: MatmulSizes, parameters: Sequence[tuple[float, int]], seed: int, description: str
) -> SpecCase:
    """Return a case with codes over the whole range."""
    parameters = [(float32(scale), zero) for scale, zero in parameters]
    random = LinearCongruentialGenerator(seed)
    left = random.integers(prod(multiplied.dims[0]), -128, 127)
    right = random.integers(prod(multiplied.dims[1]), -128, 127)
    exact = multiplied.multiply(
        [dequantize(code, *parameters[0]) for code in left],
        [dequantize(code, *parameters[1]) for code in right],
    )
    out = [quantize(value, Q8S, *parameters[2]) for value in exact]
    return typed_case(name, multiplied, left, right, out, Q8S, description, parameters)


def cases() -> Iterator[SpecCase]:
    """Return all cases."""
    for seed, multiplied in enumerate(PRODUCTS):
        yield whole_case(multiplied, seed)
    shape = MatmulSizes((2,), 2, 3, 2, (False, True))
    random = LinearCongruentialGenerator(77)
    left = [float32(v / 7) for v in random.integers(prod(shape.dims[0]), -40, 40)]
    right = [float32(v / 11) for v in random.integers(prod(shape.dims[1]), -40, 40)]
    exact = [float32(v) for v in shape.multiply(left, right)]
    require_beyond_float16("full_precision", exact)
    yield typed_case("full_precision", shape, left, right, exact, F32,
                     "Results that float16 does not represent.")  # fmt: skip
    square = MatmulSizes((), 2, 2, 2)
    large = [32767, 2, -32768, 1], [65536, -46340, 32767, 5]
    yield typed_case("int32_large", square, *large, [int(v) for v in square.multiply(*large)], I32,
                     "Sums near both ends of the range.")  # fmt: skip
    yield codes_case("codes", MatmulSizes((2,), 2, 4, 3), [(0.02, 3), (0.03, -40), (0.11, 9)], 5,
                     "Codes over the whole range.")  # fmt: skip
    yield codes_case("codes_saturate", MatmulSizes((2,), 2, 4, 3, (True, True)),
                     [(0.5, 127), (0.5, -128), (0.25, 0)], 6,
                     "Most sums are outside the output's range.")  # fmt: skip
    yield codes_case("output_scale_below_product", MatmulSizes((), 2, 2, 2),
                     [(0.7, 0), (0.9, 0), (0.3, 1)], 7,
                     "The output's scale is smaller than the product of the input "
                         "scales.")  # fmt: skip
    ties = MatmulSizes((), 1, 1, 4)
    codes = [3, 5, -3, -5], [2, 3, -2, -3]
    yield typed_case("codes_ties", ties, [1], *codes, Q8S,
                     "Ties are rounded away from zero.",
                     ((0.5, 0), (1.0, 0), (1.0, 0)))  # fmt: skip


def files() -> Mapping[str, str]:
    """Return the spec file."""
    description = (
        "BATCH_MATMUL: ranks 2 to 4, both adjoint flags, every data type, codes of the whole "
        "range, saturation, ties."
    )
    spec = GeneratedSpecFile("AIDL_V2/batch_matmul.mod.py", description, SOURCE)
    spec.add(*cases())
    return collect_files(spec)


def cross_check() -> str:
    """Compare floats and codes with LiteRT."""
    tally = _litert_runner.ComparisonTally()
    for made in cases():
        operands = made.operands()
        if operands[0].type_ == I32:
            continue
        x, y = made.steps[0][1][2:]
        only = [v for v in made.versions["AIDL_V2"] if not (isinstance(v, DataTypeVariation)
                and v.name == "int32")]  # fmt: skip
        _litert_runner.check_case(
            tally,
            replace(made, versions={"AIDL_V2": only}),
            "BATCH_MATMUL",
            "BatchMatMulOptions",
            {"adjX": x, "adjY": y},
            version=2,
        )
    return str(tally)
