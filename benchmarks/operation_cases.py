"""Models for the benchmark of operations: one for each operation and type, 100 000 elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.operation_case_builder import Array, OperationCaseBuilder
from conformance.hal import INFO, Model, OperandLifeTime, Version
from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperationDefinition, definitions, find_definition
from conformance.oracle.expected import input_arrays
from generators.construction.profiles import Profile
from generators.generate import OperationCell, encode_seed, generate

TYPES = (
    T.TENSOR_FLOAT32,
    T.TENSOR_FLOAT16,
    T.TENSOR_QUANT8_ASYMM,
    T.TENSOR_QUANT8_ASYMM_SIGNED,
    T.TENSOR_INT32,
    T.TENSOR_BOOL8,
)
LENGTH = (100, 1000)
IMAGE = (1, 56, 56, 32)


BuildCase = Callable[[OperationCaseBuilder], None]


def _pair(*more: int, high: float = 4, low: float = -4) -> BuildCase:
    def fill(case: OperationCaseBuilder) -> None:
        case.random_input(LENGTH, low=low, high=high)
        case.random_input(LENGTH, low=low, high=high)
        case.scalars(*more)
        if case.quantized and more:
            case.output = (0.2, 0 if case.type == T.TENSOR_QUANT8_ASYMM_SIGNED else 128)

    return fill


def _one(*more: float | int, low: float = -4, high: float = 4) -> BuildCase:
    def fill(case: OperationCaseBuilder) -> None:
        if case.quantized and low >= 0:
            codes = case.data(LENGTH, case.type)
            zero = case.quantization(case.type)[1]
            case.add_input(np.maximum(codes, zero + 1).astype(codes.dtype), case.type)
        else:
            case.random_input(LENGTH, low=low, high=high)
        case.scalars(*more)

    return fill


def _steps(scale: float, unsigned: int, *more: float | int, shape: Any = LENGTH) -> BuildCase:
    """Return a builder of models with one input and an output with fixed quantization."""

    def fill(case: OperationCaseBuilder) -> None:
        case.random_input(shape)
        case.scalars(*more)
        if case.quantized:
            zero = unsigned - 128 if case.type == T.TENSOR_QUANT8_ASYMM_SIGNED else unsigned
            case.output = (scale, zero)

    return fill


def _reduce(keep: bool | int) -> BuildCase:
    def fill(case: OperationCaseBuilder) -> None:
        case.random_input(LENGTH, low=0.9, high=1.1)
        case.ints(1)
        case.scalars(keep)

    return fill


def _image(*more: Any, shape: tuple[int, ...] = IMAGE) -> BuildCase:
    def fill(case: OperationCaseBuilder) -> None:
        case.random_input(shape)
        case.scalars(*more)

    return fill


def _ints(shape: tuple[int, ...], *rows: Any, more: tuple[Any, ...] = ()) -> BuildCase:
    """Return a builder of models with one input, int32 tensors and scalars."""

    def fill(case: OperationCaseBuilder) -> None:
        case.random_input(shape)
        for row in rows:
            case.ints(*row)
        case.scalars(*more)

    return fill


def _joined(axis: int, *, first: bool = False) -> BuildCase:
    def fill(case: OperationCaseBuilder) -> None:
        if first:
            case.scalars(axis)
        for _ in range(2):
            case.random_input((100, 500))
        if not first:
            case.scalars(axis)

    return fill


def _layer(filter_: tuple[int, ...], units: int, *more: Any, shape: Any = IMAGE) -> BuildCase:
    """Return a builder of layers with weights and bias."""

    def fill(case: OperationCaseBuilder) -> None:
        case.random_input(shape)
        zero = 0 if case.type == T.TENSOR_QUANT8_ASYMM_SIGNED else 128
        case.weights(filter_, quantization=(0.01, zero) if case.quantized else None)
        case.bias(units, float(np.float32(0.05) * np.float32(0.01)))
        case.scalars(*more)
        if case.quantized:
            case.output = (1.0, case.quantization(case.type)[1])

    return fill


def _prelu(case: OperationCaseBuilder) -> None:
    case.random_input(IMAGE)
    case.weights((32,))


def _select(case: OperationCaseBuilder) -> None:
    case.random_input(LENGTH, T.TENSOR_BOOL8)
    case.random_input(LENGTH)
    case.random_input(LENGTH)


def _lookup(case: OperationCaseBuilder) -> None:
    case.add_input(case.random.integers(0, 500, 1000).astype(np.int32), T.TENSOR_INT32)
    case.random_input((500, 100))


def _hashtable(case: OperationCaseBuilder) -> None:
    case.add_input(case.random.integers(0, 1000, 1000).astype(np.int32), T.TENSOR_INT32)
    case.ints(*range(0, 1000, 2))
    case.random_input((500, 100))


def _gather(case: OperationCaseBuilder) -> None:
    case.random_input((500, 100))
    case.scalars(0)
    case.add_input(case.random.integers(0, 500, 1000).astype(np.int32), T.TENSOR_INT32)


def _fill(case: OperationCaseBuilder) -> None:
    case.ints(*LENGTH)
    case.scalars(3 if case.type == T.TENSOR_INT32 else 2.5)


def _pad_v2(case: OperationCaseBuilder) -> None:
    case.random_input(LENGTH)
    case.ints((1, 1), (2, 2))
    case.scalars(7 if case.quantized else 1.5)


def _matmul(case: OperationCaseBuilder) -> None:
    case.random_input((2, 200, 250))
    case.random_input((2, 250, 200))
    case.scalars(False, False)
    if case.quantized:
        case.output = (2.0, 0)


def _lrn(case: OperationCaseBuilder) -> None:
    case.random_input(IMAGE)
    case.scalars(2, 1.0, 0.5, 0.5)


def _rnn(case: OperationCaseBuilder, *, steps: int = 0) -> None:
    shape = (100, 1000) if not steps else (steps, 10, 1000)
    case.random_input(shape)
    case.weights((100, 1000))
    case.weights((100, 100))
    case.bias(100)
    case.random_input((shape[-2], 100))
    case.scalars(4)
    if steps:
        case.scalars(1)


def _sequence_rnn(case: OperationCaseBuilder) -> None:
    _rnn(case, steps=10)


def _two_way_rnn(case: OperationCaseBuilder) -> None:
    case.random_input((10, 10, 1000))
    for _ in range(2):
        case.weights((100, 1000))
        case.weights((100, 100))
        case.bias(100)
        case.random_input((10, 100))
    for rank in (3, 2, 2):
        case.absent(rank)
    case.scalars(4, True, True)


def _cell(case: OperationCaseBuilder, inputs: int, units: int) -> None:
    for _ in range(4):
        case.weights((units, inputs))
    for _ in range(4):
        case.weights((units, units))
    for _ in range(3):
        case.absent(1)
    for _ in range(4):
        case.bias(units)
    case.absent(2)
    case.absent(1)


def _lstm(case: OperationCaseBuilder) -> None:
    case.random_input((100, 1000))
    _cell(case, 1000, 64)
    case.random_input((100, 64))
    case.random_input((100, 64))
    case.scalars(4, 0.0, 0.0)


def _sequence_lstm(case: OperationCaseBuilder) -> None:
    case.random_input((10, 10, 1000))
    _cell(case, 1000, 64)
    case.random_input((10, 64))
    case.random_input((10, 64))
    case.scalars(4, 0.0, 0.0, True)
    for _ in range(4):
        case.absent(1)


def _two_way_lstm(case: OperationCaseBuilder) -> None:
    case.random_input((10, 10, 1000))
    for _ in range(2):
        _cell(case, 1000, 64)
    for _ in range(4):
        case.random_input((10, 64))
    case.absent(3)
    for _ in range(8):
        case.absent(2)
    case.scalars(4, 0.0, 0.0, False, True)
    for _ in range(8):
        case.absent(1)


def _svdf(case: OperationCaseBuilder) -> None:
    case.random_input((100, 1000))
    case.weights((64, 1000))
    case.weights((64, 10))
    case.bias(64)
    case.random_input((100, 640))
    case.scalars(1, 0)


def _detection(regular: bool) -> BuildCase:
    def fill(case: OperationCaseBuilder) -> None:
        boxes, classes = 1200, 80
        case.random_input((1, boxes, classes + 1), low=0, high=1)
        case.random_input((1, boxes, 4), low=-0.5, high=0.5)
        anchors = case.random.uniform(0, 100, (boxes, 4)).astype(INFO[case.type].dtype)
        anchors[:, 2:] = anchors[:, 2:] / 10 + 1
        case.operand(case.type, anchors, (0.0, 0), OperandLifeTime.CONSTANT_COPY)
        case.scalars(10.0, 10.0, 5.0, 5.0, regular, 100, 1, 100, 0.3, 0.5, False)

    return fill


def _regions(*samples: int) -> BuildCase:
    def fill(case: OperationCaseBuilder) -> None:
        case.random_input(IMAGE)
        start = case.random.integers(0, 200, (64, 2))
        corners = np.concatenate([start, start + case.random.integers(8, 240, (64, 2))], axis=1)
        if case.quantized:
            codes = (corners * 4).astype(np.uint16)
            case.add_input(codes, T.TENSOR_QUANT16_ASYMM, (0.125, 0))
        else:
            case.add_input((corners / 2).astype(INFO[case.type].dtype), case.type)
        case.add_input(np.zeros(64, np.int32), T.TENSOR_INT32)
        case.scalars(7, 7, 4.0, 4.0, *samples, False)

    return fill


def _multinomial(case: OperationCaseBuilder) -> None:
    case.random_input((100, 100))
    case.scalars(1000)
    case.ints(1, 2)


def _instance(case: OperationCaseBuilder) -> None:
    case.random_input(IMAGE)
    case.scalars(1.5, 0.5, 1e-3, False)


_COMPARED = ("EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL")
_SAME, _VALID = 1, 2
_WINDOW = (_SAME, 1, 1)

CASES: dict[str, tuple[Op, BuildCase]] = {
    **{name: (Op[name], _pair(0)) for name in ("ADD", "SUB", "MUL")},
    "DIV": (Op.DIV, _pair(0, low=0.5)),
    "POW": (Op.POW, _pair(low=0.5, high=3)),
    **{name: (Op[name], _pair()) for name in ("MAXIMUM", "MINIMUM", *_COMPARED)},
    **{name: (Op[name], _pair()) for name in ("LOGICAL_AND", "LOGICAL_OR")},
    **{
        name: (Op[name], _one())
        for name in ("ABS", "CAST", "EXP", "FLOOR", "HARD_SWISH", "LOGICAL_NOT", "NEG")
    },
    **{name: (Op[name], _one()) for name in ("QUANTIZE", "RELU", "RELU1", "RELU6", "SIN", "RANK")},
    **{name: (Op[name], _one(low=0.1)) for name in ("LOG", "RSQRT", "SQRT")},
    "DEQUANTIZE": (Op.DEQUANTIZE, _one()),
    "ELU": (Op.ELU, _one(1.0)),
    "LOGISTIC": (Op.LOGISTIC, _steps(1 / 256, 0)),
    "TANH": (Op.TANH, _steps(1 / 128, 128)),
    "PRELU": (Op.PRELU, _prelu),
    "SELECT": (Op.SELECT, _select),
    "ARGMAX": (Op.ARGMAX, _one(1)),
    "ARGMIN": (Op.ARGMIN, _one(1)),
    "TOPK_V2": (Op.TOPK_V2, _one(10)),
    **{f"REDUCE_{kind}": (Op[f"REDUCE_{kind}"], _reduce(False)) for kind in ("ALL", "ANY", "MAX")},
    **{f"REDUCE_{kind}": (Op[f"REDUCE_{kind}"], _reduce(False)) for kind in ("MIN", "PROD", "SUM")},
    "MEAN": (Op.MEAN, _reduce(0)),
    "SOFTMAX": (Op.SOFTMAX, _steps(1 / 256, 0, 1.0)),
    "LOG_SOFTMAX": (Op.LOG_SOFTMAX, _one(1.0, -1)),
    "L2_NORMALIZATION": (Op.L2_NORMALIZATION, _steps(1 / 128, 128, shape=IMAGE)),
    "LOCAL_RESPONSE_NORMALIZATION": (Op.LOCAL_RESPONSE_NORMALIZATION, _lrn),
    "INSTANCE_NORMALIZATION": (Op.INSTANCE_NORMALIZATION, _instance),
    "CONCATENATION": (Op.CONCATENATION, _joined(1)),
    "PACK": (Op.PACK, _joined(1, first=True)),
    "SPLIT": (Op.SPLIT, _one(1, 4)),
    "RESHAPE": (Op.RESHAPE, _ints(LENGTH, (1000, 100))),
    "SQUEEZE": (Op.SQUEEZE, _ints((1, *LENGTH), (0,))),
    "EXPAND_DIMS": (Op.EXPAND_DIMS, _one(0)),
    "TRANSPOSE": (Op.TRANSPOSE, _ints(IMAGE, (0, 3, 1, 2))),
    "REVERSE": (Op.REVERSE, _ints(LENGTH, (1,))),
    "SLICE": (Op.SLICE, _ints((110, 1100), (5, 50), LENGTH)),
    "STRIDED_SLICE": (
        Op.STRIDED_SLICE,
        _ints((200, 1000), (0, 0), (200, 1000), (2, 1), more=(0, 0, 0)),
    ),
    "GATHER": (Op.GATHER, _gather),
    "EMBEDDING_LOOKUP": (Op.EMBEDDING_LOOKUP, _lookup),
    "HASHTABLE_LOOKUP": (Op.HASHTABLE_LOOKUP, _hashtable),
    "TILE": (Op.TILE, _ints((50, 500), (2, 2))),
    "FILL": (Op.FILL, _fill),
    "PAD": (Op.PAD, _ints(LENGTH, ((1, 1), (2, 2)))),
    "PAD_V2": (Op.PAD_V2, _pad_v2),
    "MIRROR_PAD": (Op.MIRROR_PAD, _ints(LENGTH, ((1, 1), (2, 2)), more=(0,))),
    "CHANNEL_SHUFFLE": (Op.CHANNEL_SHUFFLE, _image(4, 3)),
    "DEPTH_TO_SPACE": (Op.DEPTH_TO_SPACE, _image(2)),
    "SPACE_TO_DEPTH": (Op.SPACE_TO_DEPTH, _image(2)),
    "BATCH_TO_SPACE_ND": (Op.BATCH_TO_SPACE_ND, _ints((4, 28, 28, 32), (2, 2))),
    "SPACE_TO_BATCH_ND": (Op.SPACE_TO_BATCH_ND, _ints(IMAGE, (2, 2), ((0, 0), (0, 0)))),
    "RESIZE_BILINEAR": (
        Op.RESIZE_BILINEAR,
        _image(56, 56, False, False, True, shape=(1, 28, 28, 32)),
    ),
    "RESIZE_NEAREST_NEIGHBOR": (
        Op.RESIZE_NEAREST_NEIGHBOR,
        _image(56, 56, False, False, True, shape=(1, 28, 28, 32)),
    ),
    "AVERAGE_POOL_2D": (Op.AVERAGE_POOL_2D, _image(*_WINDOW, 3, 3, 0)),
    "L2_POOL_2D": (Op.L2_POOL_2D, _image(*_WINDOW, 3, 3, 0)),
    "MAX_POOL_2D": (Op.MAX_POOL_2D, _image(*_WINDOW, 3, 3, 0)),
    "CONV_2D": (Op.CONV_2D, _layer((32, 3, 3, 32), 32, *_WINDOW, 0)),
    "DEPTHWISE_CONV_2D": (Op.DEPTHWISE_CONV_2D, _layer((1, 3, 3, 32), 32, *_WINDOW, 1, 0)),
    "GROUPED_CONV_2D": (Op.GROUPED_CONV_2D, _layer((32, 3, 3, 8), 32, *_WINDOW, 4, 0, False)),
    "TRANSPOSE_CONV_2D": (
        Op.TRANSPOSE_CONV_2D,
        _layer((32, 3, 3, 32), 32, 0, 0, 0, 0, 1, 1, 0, False),
    ),
    "FULLY_CONNECTED": (Op.FULLY_CONNECTED, _layer((100, 1000), 100, 0, shape=LENGTH)),
    "BATCH_MATMUL": (Op.BATCH_MATMUL, _matmul),
    "RNN": (Op.RNN, _rnn),
    "UNIDIRECTIONAL_SEQUENCE_RNN": (Op.UNIDIRECTIONAL_SEQUENCE_RNN, _sequence_rnn),
    "BIDIRECTIONAL_SEQUENCE_RNN": (Op.BIDIRECTIONAL_SEQUENCE_RNN, _two_way_rnn),
    "LSTM": (Op.LSTM, _lstm),
    "UNIDIRECTIONAL_SEQUENCE_LSTM": (Op.UNIDIRECTIONAL_SEQUENCE_LSTM, _sequence_lstm),
    "BIDIRECTIONAL_SEQUENCE_LSTM": (Op.BIDIRECTIONAL_SEQUENCE_LSTM, _two_way_lstm),
    "SVDF": (Op.SVDF, _svdf),
    "DETECTION_POSTPROCESSING": (Op.DETECTION_POSTPROCESSING, _detection(False)),
    "DETECTION_POSTPROCESSING, regular": (Op.DETECTION_POSTPROCESSING, _detection(True)),
    "ROI_ALIGN": (Op.ROI_ALIGN, _regions(2, 2)),
    "ROI_POOLING": (Op.ROI_POOLING, _regions()),
    "RANDOM_MULTINOMIAL": (Op.RANDOM_MULTINOMIAL, _multinomial),
}
"""Operations and their builders, by the name in the result table.

The other operations are measured with a model of their constructor in ``generators``.
"""


OUTPUTS = {Op.SPLIT: 4, Op.BIDIRECTIONAL_SEQUENCE_LSTM: 2}
"""Number of outputs of operations with more than the minimum."""


def cases(only: str = "") -> Iterator[tuple[str, T, Model, list[Array]]]:
    """Yield name, type, model and inputs of every case whose name contains ``only``."""
    for name, (operation, fill) in CASES.items():
        found = find_definition(operation)
        assert found is not None
        if only and only not in name:
            continue
        for type_ in TYPES:
            if type_ not in found.types:
                continue
            case = OperationCaseBuilder(type_)
            fill(case)
            yield name, type_, case.model(operation, OUTPUTS.get(operation)), case.arrays
    covered = {operation for operation, _ in CASES.values()}
    for code, definition in definitions().items():
        if code not in covered and only in definition.name:
            for type_ in definition.types:
                yield definition.name, type_, *generated_case(definition, type_)


_PROFILE = Profile(
    name="benchmark",
    min_operations=1,
    max_operations=1,
    sizes=(16, 32, 64),
    max_elements=100_000,
    constant_reference=0,
    unknown_shape=0,
    unused_operand=0,
    zero_size=0,
)


def generated_case(definition: OperationDefinition, type_: T) -> tuple[Model, list[Array]]:
    """Return a model of one call, as large as the operation's constructor makes it, with inputs."""
    cell = OperationCell(definition.type, type_)
    made = generate(_PROFILE, encode_seed(0, [cell]), Version.AIDL_V3)
    arrays = input_arrays(made.model, made.inputs)
    return made.model, [array for array in arrays if array is not None]
