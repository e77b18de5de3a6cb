"""Specs of two- and three-operation patterns that drivers often fuse or rewrite.

Each case applies the formulas of its operations one after the other. The numbers are own ones, drawn
so that a wrong fusion changes them: no channel, row or side has the same values as another.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from specs.scripts._pattern_builder import (
    EVERYWHERE,
    SINCE_1_1,
    SINCE_1_2,
    SINCE_1_3,
    Pattern,
    Value,
    batch_to_space,
    convolution,
    depthwise,
    logistic,
    padded,
    pooled,
    relu,
    softmax,
    space_to_batch,
    space_to_depth,
)
from specs.scripts._spec_writer import (
    DEFAULT,
    I32,
    Q8,
    RELAXED,
    GeneratedSpecFile,
    SpecCase,
    bool_scalar,
    collect_files,
)

SOURCE = (
    "specs/scripts/patterns.py, the formulas of the operations one after the other in double "
    "precision, with numpy."
)
SAME, VALID = 1, 2
_WITH_MATRICES = {"AIDL_V2": [DEFAULT, RELAXED]}


def _convolved(g: Pattern, x: Value, out: int, side: int = 2, code: int = 0) -> Value:
    """Add CONV_2D without padding and with a fused activation."""
    filters = g.constant(g.numbers(out, side, side, x.real.shape[3], step=0.125, most=1.0))
    bias = g.constant(g.numbers(out))
    low, high = {0: (-np.inf, np.inf), 1: (0, np.inf), 2: (-1, 1), 3: (0, 6)}[code]
    result = relu(convolution(x.real, filters.real, bias.real), low, high)
    return g.apply("CONV_2D", [x, filters, bias, VALID, 1, 1, code], result)


def _depthwise(g: Pattern, x: Value, side: int = 2) -> Value:
    channels = x.real.shape[3]
    filters = g.constant(g.numbers(1, side, side, channels, step=0.125, most=1.0))
    bias = g.constant(g.numbers(channels))
    result = depthwise(x.real, filters.real, bias.real)
    return g.apply("DEPTHWISE_CONV_2D", [x, filters, bias, VALID, 1, 1, 1, 0], result)


def _binary(g: Pattern, operation: str, first: Value, second: Value, code: int = 0) -> Value:
    formula = {"ADD": np.add, "MUL": np.multiply, "SUB": np.subtract}[operation]
    result = formula(first.real, second.real)
    if code:
        result = relu(result, *{1: (0, np.inf), 2: (-1, 1), 3: (0, 6)}[code])
    return g.apply(operation, [first, second, code], result)


def _dense(g: Pattern, x: Value, units: int, code: int = 0) -> Value:
    rows = x.real.reshape(x.real.shape[0], -1)
    weights = g.constant(g.numbers(units, rows.shape[1], step=0.125, most=1.0))
    bias = g.constant(g.numbers(units))
    result = rows @ weights.real.T + bias.real
    if code:
        result = relu(result, 0, np.inf)
    return g.apply("FULLY_CONNECTED", [x, weights, bias, code], result)


def _unary(g: Pattern, operation: str, x: Value) -> Value:
    formulas = {
        "RELU": relu,
        "RELU1": lambda v: relu(v, -1, 1),
        "RELU6": lambda v: relu(v, 0, 6),
        "LOGISTIC": logistic,
        "TANH": np.tanh,
    }
    return g.apply(operation, [x], formulas[operation](x.real))  # type: ignore[operator]


def _reshaped(g: Pattern, x: Value, *dims: int) -> Value:
    shape = g.constant(np.array(dims, float), I32)
    return g.apply("RESHAPE", [x, shape], x.real.reshape(dims))


def _transposed(g: Pattern, x: Value, *order: int) -> Value:
    permutation = g.constant(np.array(order, float), I32)
    return g.apply("TRANSPOSE", [x, permutation], x.real.transpose(order))


# ------------------------------------------------------------------------------ convolutions


def _convolutions() -> list[SpecCase]:
    cases = []
    for number, operation in enumerate(("RELU", "RELU1", "RELU6", "LOGISTIC", "TANH")):
        g = Pattern(f"conv_{operation.lower()}_add", 100 + number)
        x = g.input(g.numbers(1, 3, 4, 2))
        active = _unary(g, operation, _convolved(g, x, 3))
        total = _binary(g, "ADD", active, g.input(g.numbers(1, 2, 3, 3)))
        cases.append(g.case(EVERYWHERE, total))
    for number, operation in enumerate(("ADD", "MUL")):
        g = Pattern(f"conv_{operation.lower()}_constant", 110 + number, "A constant per channel.")
        made = _convolved(g, g.input(g.numbers(1, 3, 4, 2)), 3)
        cases.append(g.case(EVERYWHERE, _binary(g, operation, made, g.constant(g.numbers(3)))))
    g = Pattern("conv_relu6_mul_constant", 112, "A fused activation must precede the product.")
    made = _convolved(g, g.input(g.numbers(1, 3, 4, 2)), 3, code=3)
    cases.append(g.case(EVERYWHERE, _binary(g, "MUL", made, g.constant(g.numbers(3)))))
    g = Pattern("conv_batch_norm", 113, "A scale and an offset per channel after a convolution.")
    scaled = _binary(
        g, "MUL", _convolved(g, g.input(g.numbers(1, 3, 4, 2)), 3), g.constant(g.numbers(3))
    )
    cases.append(g.case(EVERYWHERE, _binary(g, "ADD", scaled, g.constant(g.numbers(3)), 1)))
    g = Pattern("batch_norm_conv", 114, "A scale and an offset per channel before a convolution.")
    scaled = _binary(g, "MUL", g.input(g.numbers(1, 3, 4, 2)), g.constant(g.numbers(2)))
    shifted = _binary(g, "ADD", scaled, g.constant(g.numbers(2)))
    cases.append(g.case(EVERYWHERE, _convolved(g, shifted, 3)))
    g = Pattern("depthwise_pointwise", 115)
    cases.append(
        g.case(EVERYWHERE, _convolved(g, _depthwise(g, g.input(g.numbers(1, 3, 4, 3))), 4, 1))
    )
    g = Pattern("pointwise_depthwise_relu6", 116)
    made = _depthwise(g, _convolved(g, g.input(g.numbers(1, 3, 4, 2)), 3, 1, 1))
    cases.append(g.case(EVERYWHERE, _unary(g, "RELU6", made)))
    g = Pattern("conv_conv_residual", 117, "The sum reads the input of the first convolution.")
    x = g.input(g.numbers(1, 3, 3, 2))
    made = _convolved(g, _convolved(g, x, 3, 1, 1), 2, 1)
    cases.append(g.case(EVERYWHERE, _binary(g, "ADD", made, x, 1)))
    g = Pattern("conv_read_twice", 118, "The convolution is an output, so it cannot be fused away.")
    made = _convolved(g, g.input(g.numbers(1, 3, 4, 2)), 3)
    cases.append(g.case(EVERYWHERE, made, _unary(g, "RELU", made)))
    g = Pattern("pool_conv", 119)
    x = g.input(g.numbers(1, 4, 4, 2))
    made = g.apply("AVERAGE_POOL_2D", [x, VALID, 1, 1, 2, 2, 0], pooled(x.real, 2, 2, np.mean))
    cases.append(g.case(EVERYWHERE, _convolved(g, made, 3)))
    g = Pattern("conv_relu_pool", 120)
    made = _unary(g, "RELU", _convolved(g, g.input(g.numbers(1, 4, 5, 2)), 3))
    top = pooled(made.real, 2, 2, np.max)
    cases.append(g.case(EVERYWHERE, g.apply("MAX_POOL_2D", [made, VALID, 1, 1, 2, 2, 0], top)))
    return [*cases, *_padded_convolutions()]


def _padded_convolutions() -> list[SpecCase]:
    cases = []
    for number, amounts in enumerate(((1, 1, 1, 1), (0, 2, 1, 0))):
        g = Pattern(f"pad_conv_{number}", 130 + number, "Padding above, below, left and right.")
        x = g.input(g.numbers(1, 3, 3, 2))
        rows = np.array([0, 0, *amounts, 0, 0], float).reshape(4, 2)
        around = g.apply("PAD", [x, g.constant(rows, I32)], padded(x.real, *amounts))
        cases.append(g.case(SINCE_1_1, _convolved(g, around, 3)))
    g = Pattern("pad_v2_max_pool", 132, "Padding with a value that is not that of the pool.")
    x = g.input(g.numbers(1, 3, 3, 2))
    rows = np.array([0, 0, 1, 0, 0, 1, 0, 0], float).reshape(4, 2)
    around = np.pad(x.real, rows.astype(int), constant_values=0.5)
    made = g.apply("PAD_V2", [x, g.constant(rows, I32), 0.5], around)
    top = pooled(made.real, 2, 2, np.max)
    # A FLOAT32 scalar has no float16 form without a name, so the case has no variation of it.
    made = g.apply("MAX_POOL_2D", [made, VALID, 1, 1, 2, 2, 0], top)
    cases.append(g.case({"V1_2": [DEFAULT]}, made))
    g = Pattern("dilated_by_batches", 133, "A dilated convolution that is written with blocks.")
    x = g.input(g.numbers(1, 6, 4, 2))
    block, none = g.constant(np.array([2.0, 2.0]), I32), np.zeros((2, 2))
    parts = space_to_batch(x.real, 2, 2)
    blocks = g.apply("SPACE_TO_BATCH_ND", [x, block, g.constant(none, I32)], parts)
    made = _convolved(g, blocks, 3)
    joined = g.apply("BATCH_TO_SPACE_ND", [made, block], batch_to_space(made.real, 2, 2))
    cases.append(g.case(SINCE_1_1, joined))
    return cases


# ------------------------------------------------------------------------------- element-wise


def _elementwise() -> list[SpecCase]:
    cases = []
    for number, (first, second) in enumerate(
        (("MUL", "ADD"), ("ADD", "MUL"), ("SUB", "MUL"), ("MUL", "SUB"))
    ):
        g = Pattern(f"{first.lower()}_{second.lower()}", 200 + number)
        made = _binary(g, first, g.input(g.numbers(2, 3)), g.input(g.numbers(2, 3)))
        made = _binary(g, second, made, g.input(g.numbers(3)))
        cases.append(g.case(SINCE_1_1 if "SUB" in (first, second) else EVERYWHERE, made))
    for number, operation in enumerate(("ADD", "MUL")):
        g = Pattern(f"{operation.lower()}_constants", 210 + number, "Two constants in a row.")
        made = _binary(g, operation, g.input(g.numbers(2, 3)), g.constant(g.numbers(3)))
        cases.append(g.case(EVERYWHERE, _binary(g, operation, made, g.constant(g.numbers(2, 1)))))
    g = Pattern("add_relu_add_relu1", 212, "A fused activation between two sums.")
    made = _binary(g, "ADD", g.input(g.numbers(2, 3)), g.input(g.numbers(2, 3)), 1)
    cases.append(g.case(EVERYWHERE, _binary(g, "ADD", made, g.input(g.numbers(2, 3)), 2)))
    g = Pattern("swish", 213, "A tensor times its own logistic function.")
    x = g.input(g.numbers(2, 4))
    cases.append(g.case(EVERYWHERE, _binary(g, "MUL", _unary(g, "LOGISTIC", x), x)))
    g = Pattern("hard_swish_by_parts", 214)
    x = g.input(g.numbers(2, 4, most=5.0))
    made = _unary(g, "RELU6", _binary(g, "ADD", x, g.constant(np.array([3.0]))))
    cases.append(g.case(EVERYWHERE, _binary(g, "MUL", made, x)))
    for number, order in enumerate((("RELU", "RELU1"), ("RELU1", "RELU6"), ("RELU6", "RELU1"))):
        g = Pattern("_".join(order).lower(), 220 + number)
        x = g.input(g.numbers(3, 4, most=8.0))
        cases.append(g.case(EVERYWHERE, _unary(g, order[1], _unary(g, order[0], x))))
    g = Pattern("relu_residual", 223)
    x = g.input(g.numbers(2, 4))
    cases.append(g.case(EVERYWHERE, _binary(g, "ADD", _unary(g, "RELU", x), x)))
    return cases


# ------------------------------------------------------------------------ shapes and layouts


def _layouts() -> list[SpecCase]:
    cases = []
    pairs = {
        "back": ((1, 2, 0), (2, 0, 1)),
        "same_twice": ((1, 2, 0), (1, 2, 0)),
        "swapped": ((2, 1, 0), (0, 2, 1)),
    }
    for number, (name, (first, second)) in enumerate(pairs.items()):
        g = Pattern(f"transposes_{name}", 300 + number)
        made = _transposed(g, g.input(g.numbers(2, 3, 4)), *first)
        cases.append(g.case(SINCE_1_1, _transposed(g, made, *second)))
    g = Pattern(
        "transposes_of_a_cube", 308, "The shape stays the same, and the pair is no identity."
    )
    made = _transposed(g, g.input(g.numbers(3, 3, 3)), 1, 2, 0)
    cases.append(g.case(SINCE_1_1, _transposed(g, made, 1, 2, 0)))
    g = Pattern("transpose_relu_transpose", 303)
    made = _unary(g, "RELU", _transposed(g, g.input(g.numbers(2, 3, 4)), 2, 0, 1))
    cases.append(g.case(SINCE_1_1, _transposed(g, made, 1, 2, 0)))
    g = Pattern("nchw_conv_by_transposes", 304)
    made = _convolved(g, _transposed(g, g.input(g.numbers(1, 2, 3, 4)), 0, 2, 3, 1), 3)
    cases.append(g.case(SINCE_1_1, _transposed(g, made, 0, 3, 1, 2)))
    g = Pattern("reshape_transpose_reshape", 305, "A shuffle of channels.")
    made = _transposed(g, _reshaped(g, g.input(g.numbers(2, 6)), 2, 2, 3), 0, 2, 1)
    cases.append(g.case(SINCE_1_1, _reshaped(g, made, 2, 6)))
    g = Pattern("reshape_reshape", 306)
    cases.append(
        g.case(EVERYWHERE, _reshaped(g, _reshaped(g, g.input(g.numbers(2, 6)), 3, 4), 4, 3))
    )
    g = Pattern("reshape_add_reshape", 307, "The sum broadcasts in the middle shape.")
    made = _binary(g, "ADD", _reshaped(g, g.input(g.numbers(2, 6)), 4, 3), g.constant(g.numbers(3)))
    cases.append(g.case(EVERYWHERE, _reshaped(g, made, 2, 6)))
    for name, operation in (("mean", "MEAN"), ("max", "REDUCE_MAX")):
        for keep in (False, True):
            g = Pattern(f"{name}_{'kept' if keep else 'removed'}_reshape", 310 + len(cases))
            x = g.input(g.numbers(2, 4, 3))
            reduce = np.mean if name == "mean" else np.max
            axes = g.constant(np.array([1.0]), I32)
            flag: object = int(keep) if name == "mean" else bool_scalar("keep", keep)
            made = g.apply(operation, [x, axes, flag], reduce(x.real, axis=1, keepdims=keep))
            cases.append(
                g.case(SINCE_1_1 if name == "mean" else SINCE_1_2, _reshaped(g, made, 3, 2))
            )
    g = Pattern("space_to_depth_and_back", 320)
    x = g.input(g.numbers(1, 4, 6, 2))
    deep = g.apply("SPACE_TO_DEPTH", [x, 2], space_to_depth(x.real, 2))
    cases.append(g.case(EVERYWHERE, g.apply("DEPTH_TO_SPACE", [deep, 2], x.real)))
    g = Pattern("space_to_depth_conv", 321)
    x = g.input(g.numbers(1, 4, 6, 2))
    cases.append(
        g.case(
            EVERYWHERE,
            _convolved(g, g.apply("SPACE_TO_DEPTH", [x, 2], space_to_depth(x.real, 2)), 3),
        )
    )
    g = Pattern(
        "space_to_batch_other_blocks", 322, "The blocks differ, so the pair is no identity."
    )
    x = g.input(g.numbers(1, 4, 6, 2))
    first, second = g.constant(np.array([2.0, 1.0]), I32), np.array([1.0, 2.0])
    made = g.apply(
        "SPACE_TO_BATCH_ND",
        [x, first, g.constant(np.zeros((2, 2)), I32)],
        space_to_batch(x.real, 2, 1),
    )
    back = g.apply(
        "BATCH_TO_SPACE_ND", [made, g.constant(second, I32)], batch_to_space(made.real, 1, 2)
    )
    cases.append(g.case(SINCE_1_1, back))
    return cases


def _views() -> list[SpecCase]:
    """Return graphs that use a tensor again after an operation on its reshaped form."""
    cases = []
    views = {
        "RESHAPE": (EVERYWHERE, (3, 4), lambda g: g.constant(np.array([3.0, 4.0]), I32)),
        "SQUEEZE": (SINCE_1_1, (2, 6), lambda g: g.constant(np.array([1.0]), I32)),
        "EXPAND_DIMS": (SINCE_1_2, (2, 1, 1, 6), lambda _: 1),
    }
    for number, (operation, (since, dims, argument)) in enumerate(views.items()):
        for is_output in (False, True):
            g = Pattern(
                f"{operation.lower()}_relu1_{'and_output' if is_output else 'and_reader'}",
                330 + 2 * number + is_output,
                "If both tensors share memory, RELU1 must not be computed in place.",
            )
            made = _binary(g, "ADD", g.input(g.numbers(2, 1, 6)), g.constant(g.numbers(6)))
            viewed = g.apply(operation, [made, argument(g)], made.real.reshape(dims))
            changed = _unary(g, "RELU1", viewed)
            again = made if is_output else _binary(g, "MUL", made, g.constant(g.numbers(6)))
            cases.append(g.case(since, changed, again))
    return cases


# ----------------------------------------------------------------------- joining and splitting


def _joining() -> list[SpecCase]:
    cases = []
    for number, order in enumerate(((0, 1, 2), (2, 0, 1))):
        g = Pattern(f"split_concatenation_{'back' if not number else 'rotated'}", 400 + number)
        x = g.input(g.numbers(2, 6))
        parts = g.apply_all("SPLIT", [x, 1, 3], np.split(x.real, 3, axis=1))
        chosen = [parts[i] for i in order]
        joined = np.concatenate([part.real for part in chosen], axis=1)
        cases.append(g.case(SINCE_1_2, g.apply("CONCATENATION", [*chosen, 1], joined)))
    g = Pattern("split_mul", 402, "The two results of SPLIT are multiplied.")
    x = g.input(g.numbers(2, 6))
    first, second = g.apply_all("SPLIT", [x, 1, 2], np.split(x.real, 2, axis=1))
    cases.append(g.case(SINCE_1_2, _binary(g, "MUL", first, second)))
    for number, count in enumerate((2, 5, 9)):
        g = Pattern(f"concatenation_of_{count}_relu", 410 + number)
        members = [g.input(g.numbers(2, 1 + i % 3)) for i in range(count)]
        joined = np.concatenate([m.real for m in members], axis=1)
        made = g.apply("CONCATENATION", [*members, 1], joined)
        cases.append(g.case(EVERYWHERE, _unary(g, "RELU", made)))
    g = Pattern("concatenation_conv", 413, "Channels of two images.")
    members = [g.input(g.numbers(1, 3, 3, depth)) for depth in (1, 2)]
    joined = np.concatenate([m.real for m in members], axis=3)
    cases.append(
        g.case(EVERYWHERE, _convolved(g, g.apply("CONCATENATION", [*members, 3], joined), 3))
    )
    g = Pattern("concatenation_gather", 414, "Rows of both members, in another order.")
    members = [g.input(g.numbers(rows, 3)) for rows in (2, 3)]
    joined = np.concatenate([m.real for m in members])
    made = g.apply("CONCATENATION", [*members, 0], joined)
    rows = np.array([4, 0, 3, 1])
    found = g.apply("GATHER", [made, 0, g.constant(rows.astype(float), I32)], joined[rows])
    cases.append(g.case(SINCE_1_2, found))
    g = Pattern("concatenation_slice", 415, "The slice reads a part of both members.")
    members = [g.input(g.numbers(2, columns)) for columns in (3, 4)]
    joined = np.concatenate([m.real for m in members], axis=1)
    made = g.apply("CONCATENATION", [*members, 1], joined)
    begin, size = (g.constant(np.array(v, float), I32) for v in ((0, 2), (2, 3)))
    cases.append(g.case(SINCE_1_2, g.apply("SLICE", [made, begin, size], joined[:, 2:5])))
    g = Pattern("concatenation_concatenation", 416)
    x, y, z = (g.input(g.numbers(2, 2)) for _ in range(3))
    inner = g.apply("CONCATENATION", [x, y, 1], np.concatenate([x.real, y.real], axis=1))
    joined = np.concatenate([z.real, inner.real], axis=1)
    cases.append(g.case(EVERYWHERE, g.apply("CONCATENATION", [z, inner, 1], joined)))
    return cases


# ------------------------------------------------------------------------ matrices, conversions


def _matrices() -> list[SpecCase]:
    cases = []
    for number, code in enumerate((0, 1)):
        g = Pattern(f"dense_{'relu_' if code else ''}dense", 500 + number)
        cases.append(g.case(EVERYWHERE, _dense(g, _dense(g, g.input(g.numbers(2, 3)), 4, code), 2)))
    g = Pattern("reshape_dense", 502)
    cases.append(g.case(EVERYWHERE, _dense(g, _reshaped(g, g.input(g.numbers(2, 2, 3)), 2, 6), 3)))
    g = Pattern("dense_softmax", 503)
    made = _dense(g, g.input(g.numbers(2, 3, most=1.0)), 4)
    cases.append(g.case(EVERYWHERE, g.apply("SOFTMAX", [made, 1.0], softmax(made.real))))
    g = Pattern("dense_add_constant", 504)
    cases.append(
        g.case(
            EVERYWHERE,
            _binary(g, "ADD", _dense(g, g.input(g.numbers(2, 3)), 4), g.constant(g.numbers(4))),
        )
    )
    g = Pattern("mul_constant_dense", 505)
    made = _binary(g, "MUL", g.input(g.numbers(2, 3)), g.constant(g.numbers(3)))
    cases.append(g.case(EVERYWHERE, _dense(g, made, 4)))
    g = Pattern("mean_dense", 506, "A pooled image and a layer.")
    x = g.input(g.numbers(1, 2, 2, 3))
    axes = g.constant(np.array([1.0, 2.0]), I32)
    made = g.apply("MEAN", [x, axes, 0], x.real.mean(axis=(1, 2)))
    cases.append(g.case(SINCE_1_1, _dense(g, made, 4)))
    return cases


def _conversions() -> list[SpecCase]:
    cases = []
    scale, zero = 0.25, 100
    for number, operation in enumerate(("RELU", "RELU1", "RELU6", "ADD", "MUL")):
        g = Pattern(f"dequantize_{operation.lower()}_quantize", 600 + number)
        x = g.input(g.numbers(2, 4, most=4.0), Q8, scale, zero)
        real = g.apply("DEQUANTIZE", [x], x.real)
        if operation.startswith("RELU"):
            made = _unary(g, operation, real)
        else:
            made = _binary(
                g,
                operation,
                real,
                g.constant(np.round(g.numbers(4, step=1.0)) + 0.5 * (operation == "MUL")),
            )
        target = {"scale": 0.125, "zero": 77, "type_": Q8}
        cases.append(g.case({"V1_2": [DEFAULT]}, g.apply("QUANTIZE", [made], made.real, **target)))  # type: ignore[arg-type]
    g = Pattern("dequantize_quantize", 610, "Another quantization: the pair is no identity.")
    x = g.input(g.numbers(2, 6, most=8.0), Q8, scale, zero)
    real = g.apply("DEQUANTIZE", [x], x.real)
    made = g.apply(
        "QUANTIZE",
        [real],
        np.clip(real.real, -9 * 0.125, (255 - 9) * 0.125),
        type_=Q8,
        scale=0.125,
        zero=9,
    )
    cases.append(g.case({"V1_2": [DEFAULT]}, made))
    g = Pattern("quantize_dequantize", 611, "The pair rounds and saturates.")
    x = g.input(g.numbers(2, 6, step=0.125, most=8.0) + 0.0625)
    codes = np.clip(np.rint(x.real / scale) + 16, 0, 255)
    made = g.apply("QUANTIZE", [x], (codes - 16) * scale, type_=Q8, scale=scale, zero=16)
    cases.append(g.case({"V1_2": [DEFAULT]}, g.apply("DEQUANTIZE", [made], made.real)))
    g = Pattern("cast_int32_cast", 612, "The first CAST truncates, so the pair is no identity.")
    x = g.input(g.numbers(2, 6, most=8.0))
    whole = g.apply("CAST", [x], np.trunc(x.real), type_=I32)
    cases.append(g.case({"V1_2": [DEFAULT]}, g.apply("CAST", [whole], whole.real)))
    return cases


# ----------------------------------------------------------------------- parts of networks


def _mean(g: Pattern, x: Value, *axes: int) -> Value:
    """Add MEAN that keeps the axes."""
    numbers = g.constant(np.array(axes, float), I32)
    return g.apply("MEAN", [x, numbers, 1], x.real.mean(axis=axes, keepdims=True))


def _gelus() -> list[SpecCase]:
    """Return a tensor times a function of it, with factors that are not those of a known name."""
    cases = []
    for number, factor in enumerate((1.702, 0.75, -1.25)):
        g = Pattern(f"sigmoid_of_a_multiple_{number}", 700 + number, f"x * logistic({factor} x).")
        x = g.input(g.numbers(3, 4))
        gate = _unary(g, "LOGISTIC", _binary(g, "MUL", x, g.constant(np.array([factor]))))
        cases.append(g.case(EVERYWHERE, _binary(g, "MUL", x, gate)))
    for number, (cubic, outer, one, half) in enumerate(
        ((0.044715, 0.7978846, 1.0, 0.5), (0.0625, 1.25, 0.75, 0.25))
    ):
        g = Pattern(
            f"tangent_of_a_cubic_{number}",
            710 + number,
            f"{half} x * ({one} + tanh({outer} (x + {cubic} x^3))).",
        )
        x = g.input(g.numbers(3, 4))
        cube = _binary(g, "MUL", _binary(g, "MUL", x, x), x)
        inner = _binary(g, "ADD", x, _binary(g, "MUL", cube, g.constant(np.array([cubic]))))
        bent = _unary(g, "TANH", _binary(g, "MUL", inner, g.constant(np.array([outer]))))
        raised = _binary(g, "ADD", bent, g.constant(np.array([one])))
        scaled = _binary(g, "MUL", x, g.constant(np.array([half])))
        cases.append(g.case(EVERYWHERE, _binary(g, "MUL", scaled, raised)))
    return cases


def _normalizations() -> list[SpecCase]:
    cases = []
    for number, axis in enumerate((1, 2)):
        g = Pattern(
            f"layer_normalization_{number}",
            720 + number,
            f"Over axis {axis} of a cube, with an epsilon, a gain and a shift that matter.",
        )
        x = g.input(g.numbers(3, 3, 3))
        centred = _binary(g, "SUB", x, _mean(g, x, axis))
        variance = _mean(g, _binary(g, "MUL", centred, centred), axis)
        raised = _binary(g, "ADD", variance, g.constant(np.array([0.5])))
        root = g.apply("RSQRT", [raised], 1 / np.sqrt(raised.real))
        scaled = _binary(g, "MUL", _binary(g, "MUL", centred, root), g.constant(g.numbers(3)))
        cases.append(g.case(SINCE_1_2, _binary(g, "ADD", scaled, g.constant(g.numbers(3)))))
    g = Pattern("variance_by_squares", 725, "The mean of the squares less the square of the mean.")
    x = g.input(g.numbers(2, 5))
    mean = _mean(g, x, 1)
    squares = _mean(g, _binary(g, "MUL", x, x), 1)
    cases.append(g.case(SINCE_1_1, _binary(g, "SUB", squares, _binary(g, "MUL", mean, mean))))
    g = Pattern("length_by_parts", 726, "Rows divided by their lengths.")
    x = g.input(g.numbers(3, 3))
    axes, keep = g.constant(np.array([1.0]), I32), bool_scalar("keep", True)
    squares = _binary(g, "MUL", x, x)
    total = squares.real.sum(axis=1, keepdims=True)
    raised = _binary(
        g,
        "ADD",
        g.apply("REDUCE_SUM", [squares, axes, keep], total),
        g.constant(np.array([0.25])),
    )
    root = g.apply("RSQRT", [raised], 1 / np.sqrt(raised.real))
    cases.append(g.case(SINCE_1_2, _binary(g, "MUL", x, root)))
    return cases


def _gates() -> list[SpecCase]:
    g = Pattern("squeeze_and_excite", 730, "Channels times a gate from the mean of the image.")
    x = g.input(g.numbers(2, 3, 3, 3))
    pooled_ = _mean(g, x, 1, 2)
    gate = _unary(g, "LOGISTIC", _convolved(g, _convolved(g, pooled_, 2, 1, 1), 3, 1))
    cases = [g.case(SINCE_1_1, _binary(g, "MUL", x, gate))]
    for number, (column, code) in enumerate(((True, 0), (True, 1), (False, 2))):
        g = Pattern(
            f"conv_negative_{'column' if column else 'row'}_{number}",
            731 + number,
            "The negative factors must not become part of a fused activation.",
        )
        made = _convolved(g, g.input(g.numbers(1, 4, 4, 2)), 3, code=code)
        factors = -1 - np.abs(g.numbers(*((3, 1) if column else (3,))))
        scaled = _binary(g, "MUL", made, g.constant(factors))
        cases.append(g.case(EVERYWHERE, _binary(g, "ADD", scaled, g.constant(g.numbers(3)))))
    g = Pattern("conv_from_constant", 735, "A constant less the result of a convolution.")
    made = _convolved(g, g.input(g.numbers(1, 4, 4, 2)), 3)
    cases.append(g.case(SINCE_1_1, _binary(g, "SUB", g.constant(g.numbers(3)), made)))
    return cases


def _attention() -> list[SpecCase]:
    """Return attention of equal numbers of queries, keys and features."""
    cases = []
    for number, masked in enumerate((False, True)):
        g = Pattern(f"attention_{'masked' if masked else 'scaled'}", 740 + number)
        queries, keys, values = (g.input(g.numbers(2, 3, 3)) for _ in range(3))
        flags = [bool_scalar(f"adj{n}", n == 1) for n in range(4)]
        logits = g.apply(
            "BATCH_MATMUL",
            [queries, keys, *flags[:2]],
            queries.real @ keys.real.swapaxes(1, 2),
        )
        made = _binary(g, "MUL", logits, g.constant(np.array([0.375])))
        if masked:
            made = _binary(g, "ADD", made, g.constant(g.numbers(3, 3, most=4.0)))
        chances = g.apply("SOFTMAX", [made, 1.0], softmax(made.real))
        joined = chances.real @ values.real
        found = g.apply("BATCH_MATMUL", [chances, values, *flags[2:3], flags[0]], joined)
        cases.append(g.case(_WITH_MATRICES, found))
    return cases


def _networks() -> list[SpecCase]:
    return [*_gelus(), *_normalizations(), *_gates(), *_attention()]


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    contents = {
        "convolutions": ("Convolutions with what is folded into them.", _convolutions),
        "elementwise": ("Chains of element-wise operations.", _elementwise),
        "layouts": ("Pairs of operations that change shapes and layouts.", _layouts),
        "views": ("Tensors that are used again after a reshaping.", _views),
        "joining": ("Joining, splitting and selecting.", _joining),
        "matrices": ("Layers and what is folded into them.", _matrices),
        "networks": ("Activations, normalizations and attention by parts.", _networks),
        "conversions": ("Conversions of types before, after and between operations.", _conversions),
    }
    specs = []
    for name, (text, cases) in contents.items():
        count = "Three to nine" if name == "networks" else "Two and three"
        spec = GeneratedSpecFile(
            f"patterns/{name}.mod.py",
            f"{count} operations that drivers often fuse or rewrite: {text}", SOURCE,
        )  # fmt: skip
        spec.add(*cases())
        specs.append(spec)
    return collect_files(*specs)
