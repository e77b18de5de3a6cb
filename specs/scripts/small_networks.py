"""Specs of small graphs of several operations.

The formulas of the single operations are applied one after another. Quantized intermediate results
are rounded to their codes; data are drawn until none of them is near a rounding tie, so that a
rounding difference that one operation permits does not cause a failure at the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, fsum, prod

import numpy as np

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    DEFAULT,
    F32,
    FLOAT16,
    I32,
    Q8,
    Q8S,
    RELAXED,
    SpecCase,
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    Variation,
    collect_files,
    internal,
    output,
    parameter,
    quantize,
    round_half_away,
    tensor_input,
)
from specs.scripts._sliding_windows import SAME, VALID, clamp, conv2d, pool2d
from specs.scripts.fully_connected import fully_connected

SOURCE = (
    "specs/scripts/small_networks.py, the formulas of the operations one after the other, "
    "quantized results rounded after each; the classifiers are checked against PyTorch and "
    "LiteRT's reference kernels."
)
EVERYWHERE: dict[str, list[Variation]] = {"V1_0": [DEFAULT, RELAXED], "V1_2": [FLOAT16]}
IMAGE, KERNEL, CLASSES = (1, 5, 6, 2), (3, 3, 2, 2), 4
STRIDE, WINDOW = (1, 2), (2, 3)
COPY = "Configuration.use_shm_for_weights = False"
REFERENCE = "Configuration.use_shm_for_weights = True"


def softmax(logits: Sequence[float], row: int) -> list[float]:
    """Return exp(v) divided by the sum of its row."""
    out = []
    for start in range(0, len(logits), row):
        powers = [exp(v - max(logits[start : start + row])) for v in logits[start : start + row]]
        out += [p / fsum(powers) for p in powers]
    return out


# ------------------------------------------------------------------------------ classifiers


@dataclass(frozen=True)
class Classifier:
    """Real data of convolution, RELU, MAX_POOL_2D, FULLY_CONNECTED, SOFTMAX."""

    x: list[float]
    filters: list[float]
    bias: list[float]
    dense: list[float]
    dense_bias: list[float]


MAP, POOLED = (1, 3, 6, 3), (1, 1, 5, 3)
X_SCALE, W_SCALE, MAP_SCALE, DENSE_SCALE = 0.125, 0.125, 0.0234375, 0.0625
LOGIT_SCALE = MAP_SCALE * DENSE_SCALE * 1.5
"""MAP_SCALE and LOGIT_SCALE are 3/2 of the products of the operands' scales."""
ZERO_X, ZERO_W, ZERO_MAP, ZERO_DENSE, ZERO_LOGIT = 128, 120, 100, 140, 125


def _draw(seed: int) -> Classifier:
    draw = LinearCongruentialGenerator(seed)
    return Classifier(
        draw.grid(prod(IMAGE), -1.0, 1.0, X_SCALE), draw.grid(prod(KERNEL), -0.5, 0.5, W_SCALE),
        draw.grid(KERNEL[0], -0.5, 0.5, X_SCALE * W_SCALE),
        draw.grid(CLASSES * prod(POOLED), -0.125, 0.125, DENSE_SCALE),
        draw.grid(CLASSES, -0.0625, 0.0625, MAP_SCALE * DENSE_SCALE),
    )  # fmt: skip


def _off_ties(values: Sequence[Fraction], scale: float) -> bool:
    def distance(value: Fraction) -> float:
        steps = value / Fraction(scale)
        return abs(float(abs(steps - round_half_away(steps))) - 0.5)

    return min(map(distance, values)) > 0.1


def _layer_results(
    data: Classifier, rounding: bool
) -> tuple[list[Fraction], list[Fraction], list[float], bool]:
    """Return convolution, logits and probabilities; with ``rounding``, each rounded to its codes.
    """

    def rounded(values: list[Fraction], scale: float) -> list[Fraction]:
        if not rounding:
            return values
        return [round_half_away(v / Fraction(scale)) * Fraction(scale) for v in values]

    _, sums = conv2d(data.x, IMAGE, data.filters, KERNEL, data.bias, SAME, STRIDE)
    features = rounded(sums, MAP_SCALE)
    _, pooled = pool2d(clamp(features, 1), MAP, WINDOW, VALID, (1, 1), max)
    raw = fully_connected(pooled, data.dense, CLASSES, data.dense_bias)
    logits = rounded(raw, LOGIT_SCALE)
    y = softmax([float(v) for v in logits], CLASSES)
    safe = _off_ties(sums, MAP_SCALE) and _off_ties(raw, LOGIT_SCALE)
    limit = (max(map(abs, features)), max(map(abs, logits)))
    return features, logits, y, safe and limit[0] < 2.3 and limit[1] < 0.26


def _quantized_data() -> Classifier:
    for seed in range(1, 4000):
        data = _draw(seed)
        if _layer_results(data, True)[3]:
            return data
    raise ValueError("every seed gives a result near a rounding tie")


def classifier() -> SpecCase:
    """Return the float network."""
    data = _draw(5)
    x = tensor_input("x", F32, IMAGE)
    filters = parameter("filters", F32, KERNEL, data.filters)
    bias = parameter("bias", F32, (KERNEL[0],), data.bias)
    dense = parameter("dense", F32, (CLASSES, prod(POOLED)), data.dense)
    dense_bias = parameter("dense_bias", F32, (CLASSES,), data.dense_bias)
    features, positive = internal("features", F32, MAP), internal("positive", F32, MAP)
    pooled, logits = internal("pooled", F32, POOLED), internal("logits", F32, (1, CLASSES))
    y = output("y", F32, (1, CLASSES))
    return SpecCase(
        "classifier",
        [("CONV_2D", [x, filters, bias, SAME, *STRIDE, 0], [features]),
         ("RELU", [features], [positive]),
         ("MAX_POOL_2D", [positive, VALID, 1, 1, *WINDOW, 0], [pooled]),
         ("FULLY_CONNECTED", [pooled, dense, dense_bias, 0], [logits]),
         ("SOFTMAX", [logits, 1.0], [y])],
        [{"x": data.x, "y": _layer_results(data, False)[2]}], EVERYWHERE,
        "Convolution, RELU, pooling, a layer over the flattened map, SOFTMAX.",
    )  # fmt: skip


def _codes(values: Sequence[float], scale: float, zero: int, type_: str) -> list[int]:
    return [quantize(v, type_, scale, zero - (128 if type_ == Q8S else 0)) for v in values]


def quantized_classifier(type_: str) -> SpecCase:
    """Return the quantized network."""
    data = _quantized_data()
    shift = 128 if type_ == Q8S else 0
    x = tensor_input("x", type_, IMAGE, X_SCALE, ZERO_X - shift)
    filters = parameter(
        "filters",
        type_,
        KERNEL,
        _codes(data.filters, W_SCALE, ZERO_W, type_),
        W_SCALE,
        ZERO_W - shift,
    )
    first = X_SCALE * W_SCALE
    bias = parameter("bias", I32, (KERNEL[0],), [round(v / first) for v in data.bias], first)
    dense = parameter(
        "dense",
        type_,
        (CLASSES, prod(POOLED)),
        _codes(data.dense, DENSE_SCALE, ZERO_DENSE, type_),
        DENSE_SCALE,
        ZERO_DENSE - shift,
    )
    second = MAP_SCALE * DENSE_SCALE
    dense_bias = parameter(
        "dense_bias", I32, (CLASSES,), [round(v / second) for v in data.dense_bias], second
    )
    on_map = (MAP_SCALE, ZERO_MAP - shift)
    features, positive = (
        internal("features", type_, MAP, *on_map),
        internal("positive", type_, MAP, *on_map),
    )
    pooled = internal("pooled", type_, POOLED, *on_map)
    logits = internal("logits", type_, (1, CLASSES), LOGIT_SCALE, ZERO_LOGIT - shift)
    y = output("y", type_, (1, CLASSES), 1 / 256, -shift)
    results = _layer_results(data, True)[2]
    return SpecCase(
        "classifier_quant8" + ("_signed" if shift else ""),
        [("CONV_2D", [x, filters, bias, SAME, *STRIDE, 0], [features]),
         ("RELU", [features], [positive]),
         ("MAX_POOL_2D", [positive, VALID, 1, 1, *WINDOW, 0], [pooled]),
         ("FULLY_CONNECTED", [pooled, dense, dense_bias, 0], [logits]),
         ("SOFTMAX", [logits, 1.0], [y])],
        [{"x": _codes(data.x, X_SCALE, ZERO_X, type_),
          "y": [quantize(v, type_, 1 / 256, -shift) for v in results]}],
        {"V1_3" if shift else "V1_0": [DEFAULT]},
        "The same on codes; no result of any operation is near a rounding tie.",
    )  # fmt: skip


# ------------------------------------------------------------------------- shapes of graphs


def diamond() -> SpecCase:
    """Return two branches of one tensor that join again; one operation reads a branch twice."""
    values = LinearCongruentialGenerator(31).grid(6, -2.0, 2.0, 0.25)
    offsets = [0.5, -0.25, 1.0]
    shape = (2, 3)
    x = tensor_input("x", F32, shape)
    offset = parameter("offset", F32, (3,), offsets)
    shifted, squared = internal("shifted", F32, shape), internal("squared", F32, shape)
    positive, y = internal("positive", F32, shape), output("y", F32, shape)
    moved = [v + offsets[i % 3] for i, v in enumerate(values)]
    return SpecCase(
        "diamond",
        [("ADD", [x, offset, 0], [shifted]), ("MUL", [shifted, shifted, 0], [squared]),
         ("RELU", [shifted], [positive]), ("ADD", [squared, positive, 0], [y])],
        [{"x": values, "y": [v * v + max(0.0, v) for v in moved]}], EVERYWHERE,
        "Two branches read one result, one of them twice, and then join.",
    )  # fmt: skip


def intermediate_output() -> SpecCase:
    """Return a model output that a later operation also reads."""
    values = LinearCongruentialGenerator(32).grid(8, -3.0, 3.0, 0.25)
    shape = (1, 2, 2, 2)
    x, early = tensor_input("x", F32, shape), output("early", F32, shape)
    late = output("late", F32, (1, 1, 1, 2))
    positive = [max(0.0, v) for v in values]
    means = [fsum(positive[c::2]) / 4 for c in (0, 1)]
    return SpecCase(
        "tapped",
        [("RELU", [x], [early]), ("AVERAGE_POOL_2D", [early, VALID, 1, 1, 2, 2, 0], [late])],
        [{"x": values, "early": positive, "late": means}], EVERYWHERE,
        "A model output that a later operation also reads.",
    )  # fmt: skip


def unused_output() -> SpecCase:
    """Return two RNN steps in one model; the first outputs of both are not used."""
    draw = LinearCongruentialGenerator(33)
    weights, recurrent = draw.grid(6, -1.0, 1.0, 0.125), draw.grid(4, -0.5, 0.5, 0.125)
    bias = [0.25, -0.5]
    one, two = draw.grid(3, -2.0, 2.0, 0.25), draw.grid(3, -2.0, 2.0, 0.25)
    start = [0.5, -1.0]

    def step(x: Sequence[float], state: Sequence[float]) -> list[float]:
        return [
            max(0.0, fsum([
                *(weights[u * 3 + k] * x[k] for k in range(3)),
                *(recurrent[u * 2 + k] * state[k] for k in range(2)), bias[u],
            ]))
            for u in range(2)
        ]  # fmt: skip

    w = parameter("weights", F32, (2, 3), weights)
    r = parameter("recurrent", F32, (2, 2), recurrent)
    b = parameter("bias", F32, (2,), bias)
    state = tensor_input("state", F32, (1, 2))
    x1, x2 = tensor_input("x1", F32, (1, 3)), tensor_input("x2", F32, (1, 3))
    middle, dropped = internal("middle", F32, (1, 2)), internal("dropped", F32, (1, 2))
    end, y = internal("end", F32, (1, 2)), output("y", F32, (1, 2))
    return SpecCase(
        "unused_output",
        [("RNN", [x1, w, r, b, state, 1], [middle, dropped]),
         ("RNN", [x2, w, r, b, middle, 1], [end, y])],
        [{"x1": one, "x2": two, "state": start, "y": step(two, step(one, start))}], EVERYWHERE,
        "Two RNN steps that share all constants; one output of each is not used.",
    )  # fmt: skip


def residual() -> SpecCase:
    """Return a padded convolution added to its input, with two model inputs and two outputs."""
    draw = LinearCongruentialGenerator(34)
    image, kernel = (1, 3, 4, 2), (2, 3, 3, 2)
    values, gain = draw.grid(24, -2.0, 2.0, 0.25), draw.grid(2, 0.25, 2.0, 0.25)
    filters, bias = draw.grid(36, -0.5, 0.5, 0.125), [0.125, -0.25]
    _, sums = conv2d(values, image, filters, kernel, bias, (1, 1, 1, 1), (1, 1))
    scaled = [v * Fraction(gain[i % 2]) for i, v in enumerate(sums)]
    total = clamp([v + Fraction(values[i]) for i, v in enumerate(scaled)], 3)
    x, g = tensor_input("x", F32, image), tensor_input("gain", F32, (2,))
    f = parameter("filters", F32, kernel, filters)
    b = parameter("bias", F32, (2,), bias)
    convolved = internal("convolved", F32, image)
    product, y = output("product", F32, image), output("y", F32, image)
    return SpecCase(
        "residual",
        [("CONV_2D", [x, f, b, 1, 1, 1, 1, 1, 1, 0], [convolved]),
         ("MUL", [convolved, g, 0], [product]), ("ADD", [product, x, 3], [y])],
        [{"x": values, "gain": gain, "product": scaled, "y": total}], EVERYWHERE,
        "A residual block: a model input read at both ends, and two model outputs.",
    )  # fmt: skip


def shared_constants(name: str, description: str, preamble: Sequence[str]) -> SpecCase:
    """Return two layers with the same weights and bias."""
    draw = LinearCongruentialGenerator(35)
    values, weights = draw.grid(6, -2.0, 2.0, 0.25), draw.grid(9, -1.0, 1.0, 0.125)
    bias = [0.5, -0.25, 0.125]
    first = clamp(fully_connected(values, weights, 3, bias), 1)
    second = fully_connected(first, weights, 3, bias)
    x, hidden = tensor_input("x", F32, (2, 3)), internal("hidden", F32, (2, 3))
    w, b = parameter("weights", F32, (3, 3), weights), parameter("bias", F32, (3,), bias)
    y = output("y", F32, (2, 3))
    return SpecCase(
        name,
        [("FULLY_CONNECTED", [x, w, b, 1], [hidden]), ("FULLY_CONNECTED", [hidden, w, b, 0], [y])],
        [{"x": values, "y": second}], EVERYWHERE, description, preamble=preamble,
    )  # fmt: skip


def files() -> Mapping[str, str]:
    """Return all spec files of this script by path."""
    spec = GeneratedSpecFile(
        "V1_0/small_networks.mod.py",
        "Graphs of several operations: chains in every data type, branches that part and meet, "
        "outputs that are also inputs or not used, shared constants, and constants that "
        "live in memory pools.", SOURCE,
    )  # fmt: skip
    spec.add(
        classifier(), quantized_classifier(Q8), quantized_classifier(Q8S), diamond(), intermediate_output(),
        unused_output(), residual(),
        shared_constants("shared_constants", "Two layers with the same weights and bias.", [COPY]),
        shared_constants(
            "shared_in_pool",
            "The same with every constant in a memory pool (CONSTANT_REFERENCE).", [REFERENCE],
        ),
    )  # fmt: skip
    spec.add_code("""
        # The first layer's constants are copied into the model, the second's are in a memory pool.
        Configuration.use_shm_for_weights = False
        x = Input("x", ("TENSOR_FLOAT32", [1, 2]))
        copied = Parameter("copied", ("TENSOR_FLOAT32", [3, 2]), [1.0, 2.0, -0.5, 1.5, 0.25, -1.0])
        copied_bias = Parameter("copied_bias", ("TENSOR_FLOAT32", [3]), [0.5, 0.0, -0.5])
        hidden = Internal("hidden", ("TENSOR_FLOAT32", [1, 3]))
        Configuration.use_shm_for_weights = True
        pooled = Parameter("pooled", ("TENSOR_FLOAT32", [1, 3]), [2.0, -1.0, 4.0])
        pooled_bias = Parameter("pooled_bias", ("TENSOR_FLOAT32", [1]), [-0.25])
        y = Output("y", ("TENSOR_FLOAT32", [1, 1]))
        Configuration.use_shm_for_weights = False
        model = Model("copied_and_in_pool").IntroducedIn("V1_0")
        model.Operation("FULLY_CONNECTED", x, copied, copied_bias, 0).To(hidden)
        model.Operation("FULLY_CONNECTED", hidden, pooled, pooled_bias, 0).To(y)
        # hidden = (3 + 8 + 0.5, -1.5 + 6, 0.75 - 4 - 0.5) = (11.5, 4.5, -3.75)
        # y = 23 - 4.5 - 15 - 0.25
        Example({x: [3.0, 4.0], y: [3.25]}, model=model)
    """)
    return collect_files(spec)


# ---------------------------------------------------------------------------- cross-check


def cross_check() -> str:
    """Compare the float classifier with PyTorch and the quantized one with LiteRT."""
    import torch

    tally, tensor = _litert_runner.ComparisonTally(), _litert_runner.LitertTensor
    data, layers = _draw(5), torch.nn.functional
    x = torch.tensor(data.x, dtype=torch.float64).reshape(IMAGE).permute(0, 3, 1, 2)
    # height 5, stride 2, window 3 needs 1 above and below; width 6, window 2 needs 1 on the right
    x = layers.pad(x, (0, 1, 1, 1))
    filters = torch.tensor(data.filters, dtype=torch.float64).reshape(KERNEL).permute(0, 3, 1, 2)
    bias = torch.tensor(data.bias, dtype=torch.float64)
    features = torch.relu(layers.conv2d(x, filters, bias, STRIDE[::-1]))
    pooled = layers.max_pool2d(features, WINDOW[::-1], 1).permute(0, 2, 3, 1).reshape(1, -1)
    dense = torch.tensor(data.dense, dtype=torch.float64).reshape(CLASSES, -1)
    logits = pooled @ dense.T + torch.tensor(data.dense_bias, dtype=torch.float64)
    tally.floats("classifier", _layer_results(data, False)[2], torch.softmax(logits, 1).numpy())

    data = _quantized_data()
    first, second = X_SCALE * W_SCALE, MAP_SCALE * DENSE_SCALE
    on_map = ("uint8", MAP_SCALE, ZERO_MAP)
    found = _litert_runner.run_operation(
        "CONV_2D",
        [tensor(IMAGE, "uint8", X_SCALE, ZERO_X, np.array(_codes(data.x, X_SCALE, ZERO_X, Q8))),
         tensor(KERNEL, "uint8", W_SCALE, ZERO_W,
                np.array(_codes(data.filters, W_SCALE, ZERO_W, Q8)), True),
         tensor((KERNEL[0],), "int32", first, 0, np.round(np.array(data.bias) / first), True)],
        [tensor(MAP, *on_map)], "Conv2DOptions",
        {"padding": 0, "strideW": STRIDE[0], "strideH": STRIDE[1]},
    )[0]  # fmt: skip
    found = _litert_runner.run_operation("RELU", [tensor(MAP, *on_map, found)], [tensor(MAP, *on_map)])[0]
    found = _litert_runner.run_operation(
        "MAX_POOL_2D", [tensor(MAP, *on_map, found)], [tensor(POOLED, *on_map)], "Pool2DOptions",
        {"padding": 1, "strideW": 1, "strideH": 1, "filterWidth": WINDOW[0],
         "filterHeight": WINDOW[1]},
    )[0]  # fmt: skip
    found = _litert_runner.run_operation(
        "FULLY_CONNECTED",
        [tensor(POOLED, *on_map, found),
         tensor((CLASSES, prod(POOLED)), "uint8", DENSE_SCALE, ZERO_DENSE,
                np.array(_codes(data.dense, DENSE_SCALE, ZERO_DENSE, Q8)), True),
         tensor((CLASSES,), "int32", second, 0, np.round(np.array(data.dense_bias) / second),
                True)],
        [tensor((1, CLASSES), "uint8", LOGIT_SCALE, ZERO_LOGIT)], "FullyConnectedOptions",
    )[0]  # fmt: skip
    logit_codes = _codes([float(v) for v in _layer_results(data, True)[1]], LOGIT_SCALE, ZERO_LOGIT, Q8)
    tally.codes("logits", logit_codes, found, 0)
    found = _litert_runner.run_operation(
        "SOFTMAX", [tensor((1, CLASSES), "uint8", LOGIT_SCALE, ZERO_LOGIT, found)],
        [tensor((1, CLASSES), "uint8", 1 / 256, 0)], "SoftmaxOptions", {"beta": 1.0},
    )[0]  # fmt: skip
    expected = [quantize(v, Q8, 1 / 256, 0) for v in _layer_results(data, True)[2]]
    tally.codes("classifier_quant8", expected, found)
    return str(tally)
