"""Reference kernels against long doubles and exact fractions.

Floats: apart from rounding to the output's type (at most half a unit in its last place), the error
of a result is at most a tenth of the public tolerance of its type, for random and extreme inputs.
Quantized: results are the exact rational result, rounded to nearest with ties away from zero, and
clamped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType
from conformance.operations import OperandView, definitions
from tests.operations import oracles
from tests.operations.op_runner import code_of, given, out, run

Op, T = OperationType, OperandType
F32, F16, Q8, Q8S = (
    T.TENSOR_FLOAT32,
    T.TENSOR_FLOAT16,
    T.TENSOR_QUANT8_ASYMM,
    T.TENSOR_QUANT8_ASYMM_SIGNED,
)
TOLERANCE = {F32: (1e-5, 5 * 2.0**-23), F16: (5e-3, 5 * 2.0**-10)}
"""Absolute and relative part of the public tolerance of each type."""
Draw = Callable[[np.random.Generator, tuple[int, ...]], Any]


def normal(random: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return random.normal(0, 2, shape)


def positive(random: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return random.uniform(0.01, 9, shape)


def extreme(random: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """Return extreme values.

    They range from subnormal float16 numbers to large ones, with zeros of both signs and cancelling
    pairs.
    """
    values = np.array([0.0, -0.0, 6e-8, -6e-8, 1e-4, -1e-4, 1, -1, 15.5, -15.5, 60.0, -59.9375])
    return random.choice(values, shape)


def extreme_positive(random: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return random.choice(np.array([6e-8, 1e-4, 0.99951171875, 1, 300.0, 60000.0]), shape)


SIGNED = (normal, extreme)
POSITIVE = (positive, extreme_positive)


@dataclass(frozen=True)
class Row:
    """One operation: the shapes of its tensors, its further operands, and the oracle.

    ``arguments`` are the operands after the tensors: an int, a bool, a float (as wide as the
    tensors), a list of ints, or ``None`` for an omitted tensor; ``absent`` are the positions of
    omitted operands among the tensors. ``result`` is the index of the output to compare, out of
    ``outputs``. ``quantized`` rows are also measured in both 8-bit types, with ``scales`` of the
    tensors and, last, of the output.
    """

    oracle: Callable[..., Any]
    shapes: Sequence[tuple[int, ...]]
    arguments: Sequence[Any] = ()
    draws: Sequence[Draw] = SIGNED
    result: int = 0
    outputs: int = 1
    quantized: bool = False
    scales: Sequence[float] = (0.25, 0.5, 0.7)
    bias: bool = False
    absent: Sequence[int] = ()
    same_scale: bool = False


PAD = (1, 0, 0, 1)
"""Top, bottom, left, right."""
IMAGE = (2, 4, 5, 4)
PAIR = ((2, 3, 5), (2, 3, 5))
RELU = oracles.clamped(0, None)


def window(filter_: tuple[int, ...], *more: int) -> list[int]:
    """Return the operands after the tensors for explicit padding.

    These are the paddings ``PAD``, the strides (width 2, height 1), and the rest.
    """
    return [PAD[2], PAD[3], PAD[0], PAD[1], 2, 1, *filter_, *more]


def stepped(function: Callable[..., Any], which: int) -> Callable[..., Any]:
    """Return the outputs of a cell over time (first axis), forward."""

    def layer(x: Any, *more: Any) -> Any:
        *weights, h, c = more
        found = []
        for step in x:
            h, c = function(step, weights, h, c)
            found.append((h, c)[which])
        return np.stack(found)

    return layer


def recurrent(x: Any, w: Any, r: Any, b: Any, h: Any) -> Any:
    found = []
    for step in x:
        h = oracles.rnn(step, w, r, b, h)
        found.append(h)
    return np.stack(found)


def both_ways(x: Any, *more: Any) -> Any:
    """Return an RNN forward and backward, concatenated."""
    forward, backward = recurrent(x, *more[:4]), recurrent(x[::-1], *more[4:])[::-1]
    return np.concatenate([forward, backward], -1)


def lstm_both_ways(x: Any, *more: Any) -> Any:
    """Return an LSTM forward and backward, concatenated."""
    layer = stepped(oracles.lstm, 0)
    forward = layer(x, *more[:12], *more[24:26])
    backward = layer(x[::-1], *more[12:24], *more[26:28])[::-1]
    return np.concatenate([forward, backward], -1)


LSTM_WEIGHTS = (*[(3, 4)] * 4, *[(3, 3)] * 4, *[(3,)] * 4)
RNN_SHAPES = ((3, 4), (3, 3), (3,), (2, 3))
LSTM_SHAPES = (*LSTM_WEIGHTS, (2, 3), (2, 3))

ROWS: dict[str, Row] = {
    "ADD": Row(np.add, PAIR, [0], quantized=True),
    "SUB": Row(np.subtract, PAIR, [0], quantized=True),
    "MUL": Row(np.multiply, PAIR, [0], quantized=True),
    "DIV": Row(np.divide, PAIR, [0], POSITIVE),
    "ABS": Row(np.abs, [(3, 5)]),
    "NEG": Row(np.negative, [(3, 5)]),
    "EXP": Row(np.exp, [(3, 5)], draws=[normal]),
    "LOG": Row(np.log, [(3, 5)], draws=POSITIVE),
    "SIN": Row(np.sin, [(3, 5)]),
    "SQRT": Row(np.sqrt, [(3, 5)], draws=POSITIVE),
    "RSQRT": Row(lambda x: 1 / np.sqrt(x), [(3, 5)], draws=POSITIVE),
    "POW": Row(np.power, PAIR, draws=[positive]),
    "LOGISTIC": Row(oracles.sigmoid, [(3, 5)]),
    "TANH": Row(np.tanh, [(3, 5)]),
    "ELU": Row(lambda x: np.where(x > 0, x, 0.5 * np.expm1(x)), [(3, 5)], [0.5]),
    "HARD_SWISH": Row(
        lambda x: x * oracles.clamped(0, 6)(x + 3) / 6, [(3, 5)], quantized=True,
        scales=(0.0625, 0.03),
    ),
    "RELU": Row(RELU, [(3, 5)], quantized=True, scales=(0.25,), same_scale=True),
    "RELU1": Row(oracles.clamped(-1, 1), [(3, 5)], quantized=True, scales=(0.25,), same_scale=True),
    "RELU6": Row(oracles.clamped(0, 6), [(3, 5)], quantized=True, scales=(0.25,), same_scale=True),
    "PRELU": Row(lambda x, a: np.where(x < 0, a * x, x), PAIR, quantized=True),
    "FLOOR": Row(np.floor, [(3, 5)]),
    "MAXIMUM": Row(np.maximum, PAIR, quantized=True),
    "MINIMUM": Row(np.minimum, PAIR, quantized=True),
    "MEAN": Row(lambda x: x.sum(1) / x.shape[1], [(3, 7, 2)], [[1], 0], quantized=True,
                scales=(0.25, 0.25)),
    "REDUCE_SUM": Row(lambda x: x.sum(1), [(3, 7, 2)], [[1], False]),
    "REDUCE_PROD": Row(lambda x: x.prod(1), [(3, 4, 2)], [[1], False], [positive]),
    "REDUCE_MAX": Row(lambda x: x.max(1), [(3, 7, 2)], [[1], False], quantized=True,
                      scales=(0.25,), same_scale=True),
    "REDUCE_MIN": Row(lambda x: x.min(1), [(3, 7, 2)], [[1], False], quantized=True,
                      scales=(0.25,), same_scale=True),
    "SOFTMAX": Row(partial(oracles.softmax, beta=0.75), [(3, 6)], [0.75]),
    "LOG_SOFTMAX": Row(partial(oracles.log_softmax, beta=0.75), [(3, 6)], [0.75, 1]),
    "L2_NORMALIZATION": Row(oracles.l2_normalized, [(2, 3, 2, 5)], draws=[normal]),
    "LOCAL_RESPONSE_NORMALIZATION": Row(
        partial(oracles.local_response, radius=2, bias=1.5, alpha=0.5, beta=0.75),
        [(1, 2, 2, 7)], [2, 1.5, 0.5, 0.75],
    ),
    "INSTANCE_NORMALIZATION": Row(
        partial(oracles.instance_normalized, gamma=1.5, beta=-0.25, epsilon=0.0078125),
        [(2, 3, 4, 2)], [1.5, -0.25, 0.0078125, False],
    ),
    "CONV_2D": Row(
        lambda x, w, b: oracles.convolution(x, w, b, (1, 2), PAD),
        [IMAGE, (3, 2, 3, 4), (3,)], window((), 0), quantized=True, bias=True,
        scales=(0.25, 0.5, 3.3),
    ),
    "GROUPED_CONV_2D": Row(
        lambda x, w, b: oracles.convolution(x, w, b, (1, 2), PAD, 2),
        [IMAGE, (6, 2, 3, 2), (6,)], [*window((), 2, 0), False], quantized=True, bias=True,
        scales=(0.25, 0.5, 3.3),
    ),
    "DEPTHWISE_CONV_2D": Row(
        lambda x, w, b: oracles.depthwise(x, w, b, (1, 2), PAD),
        [IMAGE, (1, 2, 3, 8), (8,)], window((), 2, 0), quantized=True, bias=True,
        scales=(0.25, 0.5, 3.3),
    ),
    "TRANSPOSE_CONV_2D": Row(
        oracles.transposed_convolution, [(1, 3, 2, 2), (3, 3, 3, 2), (3,)],
        [0, 0, 0, 0, 2, 2, 0, False], quantized=True, bias=True, scales=(0.25, 0.5, 3.3),
    ),
    "FULLY_CONNECTED": Row(
        oracles.dense, [(3, 5), (4, 5), (4,)], [0], quantized=True, bias=True,
        scales=(0.25, 0.5, 3.3),
    ),
    "BATCH_MATMUL": Row(oracles.multiplied, [(2, 3, 4), (2, 4, 5)], [False, False]),
    "AVERAGE_POOL_2D": Row(
        lambda x: oracles.pooled(x, "average", (2, 3), (1, 2), PAD), [IMAGE],
        window((3, 2), 0), quantized=True, scales=(0.25,), same_scale=True,
    ),
    "L2_POOL_2D": Row(
        lambda x: oracles.pooled(x, "l2", (2, 3), (1, 2), PAD), [IMAGE], window((3, 2), 0)
    ),
    "MAX_POOL_2D": Row(
        lambda x: oracles.pooled(x, "max", (2, 3), (1, 2), PAD), [IMAGE],
        window((3, 2), 0), quantized=True, scales=(0.25,), same_scale=True,
    ),
    "RESIZE_BILINEAR": Row(
        lambda x: oracles.resized(x, 4, 10), [(1, 4, 5, 2)], [10, 4], quantized=True,
        scales=(0.25,), same_scale=True,
    ),
    "RNN": Row(oracles.rnn, [(2, 4), (3, 4), (3, 3), (3,), (2, 3)], [1], result=1, outputs=2),
    "SVDF": Row(
        oracles.svdf, [(2, 3), (4, 3), (4, 5), (4,), (2, 20)], [1, 0], result=1, outputs=2
    ),
    "LSTM": Row(
        lambda x, *more: oracles.lstm(x, more[:12], *more[12:])[0],
        [(2, 4), *LSTM_SHAPES], [4, 0.0, 0.0], result=3, outputs=4, absent=(9, 10, 11, 16, 17),
    ),
    "UNIDIRECTIONAL_SEQUENCE_LSTM": Row(
        stepped(oracles.lstm, 0), [(3, 2, 4), *LSTM_SHAPES],
        [4, 0.0, 0.0, True, None, None, None, None], absent=(9, 10, 11, 16, 17),
    ),
    "UNIDIRECTIONAL_SEQUENCE_RNN": Row(recurrent, [(3, 2, 4), *RNN_SHAPES], [1, 1]),
    "BIDIRECTIONAL_SEQUENCE_RNN": Row(
        both_ways, [(3, 2, 4), *RNN_SHAPES, *RNN_SHAPES],
        [None, None, None, 1, True, True],
    ),
    "BIDIRECTIONAL_SEQUENCE_LSTM": Row(
        lstm_both_ways, [(3, 2, 4), *LSTM_WEIGHTS, *LSTM_WEIGHTS, *[(2, 3)] * 4],
        [*[None] * 9, 4, 0.0, 0.0, True, True, *[None] * 8],
        absent=(9, 10, 11, 16, 17, 26, 27, 28, 33, 34),
    ),
}  # fmt: skip

ELSEWHERE = {
    "QUANTIZED_LSTM": "the contract prescribes intermediate formats",
    "QUANTIZED_16BIT_LSTM": "the contract prescribes intermediate formats",
    "DEQUANTIZE": "measured below",
    "QUANTIZE": "measured below",
    "AXIS_ALIGNED_BBOX_TRANSFORM": "specs/scripts/_boxes.py states the formula",
    "ROI_ALIGN": "specs/scripts/_boxes.py states the formula",
    "HEATMAP_MAX_KEYPOINT": "specs/scripts/_boxes.py states the formula",
    "DETECTION_POSTPROCESSING": "specs/scripts/_boxes.py states the formula",
    "GENERATE_PROPOSALS": "specs/scripts/_boxes.py states the formula",
    "BOX_WITH_NMS_LIMIT": "specs/scripts/_boxes.py states the formula",
    "ROI_POOLING": "copies pixels",
    "RANDOM_MULTINOMIAL": "compared by its distribution",
    "LSH_PROJECTION": "gives bits",
    "CAST": "exact by definition; test_cast",
}
EXACT = {
    "ARGMAX", "ARGMIN", "BATCH_TO_SPACE_ND", "CHANNEL_SHUFFLE", "CONCATENATION", "DEPTH_TO_SPACE",
    "EMBEDDING_LOOKUP", "EQUAL", "EXPAND_DIMS", "FILL", "GATHER", "GREATER", "GREATER_EQUAL",
    "HASHTABLE_LOOKUP", "LESS", "LESS_EQUAL", "LOGICAL_AND", "LOGICAL_NOT", "LOGICAL_OR",
    "MIRROR_PAD", "NOT_EQUAL", "PACK", "PAD", "PAD_V2", "RANK", "REDUCE_ALL", "REDUCE_ANY",
    "RESHAPE", "RESIZE_NEAREST_NEIGHBOR", "REVERSE", "SELECT", "SLICE", "SPACE_TO_BATCH_ND",
    "SPACE_TO_DEPTH", "SPLIT", "SQUEEZE", "STRIDED_SLICE", "TILE", "TOPK_V2", "TRANSPOSE",
}  # fmt: skip
"""Operations that compute nothing: elements are moved or compared."""


def argument(value: Any, type_: OperandType) -> OperandView:
    """Return a scalar or a vector as an operand; ``None`` is an omitted tensor."""
    if value is None:
        return OperandView(type_, None, omitted=True)
    if isinstance(value, bool):
        return given(T.BOOL, value)
    if isinstance(value, float):
        return given(T.FLOAT16 if type_ == F16 else T.FLOAT32, value)
    return given(T.TENSOR_INT32 if isinstance(value, list) else T.INT32, value)


def operand_list(row: Row, tensors: list[OperandView], type_: OperandType) -> list[OperandView]:
    places = list(tensors)
    for place in row.absent:
        places.insert(place, OperandView(type_, None, omitted=True))
    return [*places, *(argument(value, type_) for value in row.arguments)]


def worst_ratio(found: Any, exact: Any, type_: OperandType) -> float:
    """Return the largest error, apart from rounding, divided by the tolerance."""
    absolute, relative = TOLERANCE[type_]
    wide = found.astype(np.longdouble)
    with np.errstate(all="ignore"):
        half = np.spacing(np.abs(found)).astype(np.longdouble) / 2
        error = np.maximum(np.abs(wide - exact) - half, 0)
        ratios = error / (absolute + relative * np.abs(exact))
    same = (wide == exact) | (np.isnan(wide) & np.isnan(exact))
    return float(np.where(same, 0, ratios).max())


@pytest.mark.parametrize("type_", [F32, F16], ids=["float32", "float16"])
@pytest.mark.parametrize("name", list(ROWS))
def test_float_errors_are_below_a_tenth_of_the_tolerance(name: str, type_: OperandType) -> None:
    row = ROWS[name]
    for seed, draw in enumerate(row.draws):
        random = np.random.default_rng([seed, *name.encode()])
        tensors = [given(type_, draw(random, shape)) for shape in row.shapes]
        outputs = [out(type_) for _ in range(row.outputs)]
        results = run(Op[name], operand_list(row, tensors, type_), outputs)
        with np.errstate(all="ignore"):
            wide = [view.value.astype(np.longdouble) for view in tensors]  # type: ignore[union-attr]
            exact = row.oracle(*wide)
            limit = np.finfo(results[row.result].dtype).max
            exact = np.where(np.abs(exact) > limit, np.sign(exact) * np.inf, exact)
        ratio = worst_ratio(results[row.result], exact, type_)
        assert ratio <= 0.1, f"{draw.__name__}: {ratio:.3g} of the tolerance"


LONG: dict[str, Row] = {
    "FULLY_CONNECTED": Row(oracles.dense, [(2, 4096), (3, 4096), (3,)], [0]),
    "BATCH_MATMUL": Row(oracles.multiplied, [(2, 2, 4096), (2, 4096, 3)], [False, False]),
    "CONV_2D": Row(
        lambda x, w, b: oracles.convolution(x, w, b),
        [(1, 4, 4, 512), (2, 3, 3, 512), (2,)], [0, 0, 0, 0, 1, 1, 0],
    ),
    "REDUCE_SUM": Row(lambda x: x.sum(1), [(2, 8192)], [[1], False]),
    "MEAN": Row(lambda x: x.sum(1) / x.shape[1], [(2, 8192)], [[1], 0]),
    "SOFTMAX": Row(partial(oracles.softmax, beta=0.75), [(2, 4096)], [0.75]),
    "LOG_SOFTMAX": Row(partial(oracles.log_softmax, beta=0.75), [(2, 4096)], [0.75, 1]),
    "L2_NORMALIZATION": Row(oracles.l2_normalized, [(1, 1, 2, 4096)], draws=[normal]),
}  # fmt: skip


@pytest.mark.parametrize("type_", [F32, F16], ids=["float32", "float16"])
@pytest.mark.parametrize("name", list(LONG))
def test_long_sums_are_no_less_exact(
    name: str, type_: OperandType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ROWS, name, LONG[name])
    test_float_errors_are_below_a_tenth_of_the_tolerance(name, type_)


QUANTIZED = [name for name, row in ROWS.items() if row.quantized]


def fractions(view: OperandView) -> Any:
    assert view.value is not None
    scale = Fraction(view.scale)
    reals = [(int(code) - view.zero_point) * scale for code in view.value.reshape(-1)]
    return np.array(reals, object).reshape(view.value.shape)


@pytest.mark.parametrize("type_", [Q8, Q8S], ids=["quant8", "quant8_signed"])
@pytest.mark.parametrize("name", QUANTIZED)
def test_quantized_results_are_the_exact_ones_rounded(name: str, type_: OperandType) -> None:
    row = ROWS[name]
    random = np.random.default_rng([7, *name.encode()])
    shift = 128 if type_ == Q8S else 0
    tensors: list[OperandView] = []
    for place, shape in enumerate(row.shapes):
        if row.bias and place == 2:
            scale = tensors[0].scale * tensors[1].scale
            tensors.append(given(T.TENSOR_INT32, random.integers(-900, 900, shape), scale=scale))
            continue
        codes = random.integers(0, 256, shape)
        codes.reshape(-1)[:2] = 0, 255
        scale, zero = row.scales[min(place, len(row.scales) - 1)], (120, 131)[place % 2]
        tensors.append(given(type_, codes - shift, scale=scale, zero_point=zero - shift))
    first = tensors[0]
    zero = first.zero_point if row.same_scale or name == "MEAN" else 117 - shift
    target = out(type_, scale=first.scale if row.same_scale else row.scales[-1], zero_point=zero)
    (found,) = run(Op[name], operand_list(row, tensors, F32), [target])
    exact = row.oracle(*[fractions(view) for view in tensors])
    wanted = [code_of(Fraction(value), target) for value in exact.reshape(-1)]
    np.testing.assert_array_equal(found.reshape(-1), wanted)


@pytest.mark.parametrize("type_", [F32, F16], ids=["float32", "float16"])
def test_quantize_and_dequantize_are_exact(type_: OperandType) -> None:
    codes = given(Q8, np.arange(256), scale=0.0371, zero_point=77)
    (found,) = run(Op.DEQUANTIZE, [codes], [out(type_)])
    exact = np.array([float(value) for value in fractions(codes)], np.longdouble)
    assert worst_ratio(found, exact, type_) <= 0.1
    reals = given(type_, np.random.default_rng(5).normal(0, 3, 200))
    target = out(Q8, scale=0.0371, zero_point=77)
    (stored,) = run(Op.QUANTIZE, [reals], [target])
    assert reals.value is not None
    wanted = [code_of(Fraction(float(value)), target) for value in reals.value]
    np.testing.assert_array_equal(stored, wanted)


def test_every_operation_is_measured_or_has_a_reason() -> None:
    every = {one.name for one in definitions().values()}
    assert every == set(ROWS) | set(ELSEWHERE) | EXACT
    assert len(every) == len(ROWS) + len(ELSEWHERE) + len(EXACT)
