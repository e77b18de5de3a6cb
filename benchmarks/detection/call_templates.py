"""The operands of each operation: elementwise, shape, reduction and lookup operations."""

from __future__ import annotations

import math

import numpy as np

from benchmarks.detection.call_sampler import CallSampler, template
from conformance.hal import OperandType as T
from conformance.hal import SymmPerChannelQuantParams

_COMPARED = ("EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL")


def _pair(s: CallSampler) -> tuple[int, ...]:
    """Append two tensors whose shapes broadcast."""
    shape = s.shape()
    other = shape
    if s.chance(0.5):
        other = tuple(1 if s.chance(0.4) else size for size in shape)
        other = other[int(s.random.integers(0, len(shape))) :] if s.chance(0.5) else other
    pair = (other, shape) if s.chance(0.4) else (shape, other)
    for each in pair:
        s.tensor(each)
    if s.chance(0.25) and pair[0] == pair[1]:
        s.operands[1].array = np.copy(s.operands[0].array)
    return shape


@template("ADD", "SUB", "MUL", "DIV")
def _arithmetic(s: CallSampler) -> None:
    _pair(s)
    s.scalars(0 if s.type == T.TENSOR_INT32 else s.pick(0, 0, 1, 2, 3))


@template("MAXIMUM", "MINIMUM", *_COMPARED, "LOGICAL_AND", "LOGICAL_OR")
def _binary(s: CallSampler) -> None:
    _pair(s)


@template("POW")
def _pow(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape, low=s.pick(-6, 0.1), high=6 if s.chance(0.5) else 5)
    s.tensor(s.pick(shape, shape[-1:], (1,)))
    if s.chance(0.3):
        s.operands[1].array = np.trunc(s.operands[1].array)


@template("PRELU")
def _prelu(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape)
    s.tensor(s.pick(shape, shape[-1:], (1,)))


@template("RELU", "RELU1", "RELU6", "LOGISTIC", "TANH", "FLOOR", "ABS", "EXP", "LOG", "NEG", "SIN")
@template("SQRT", "RSQRT", "LOGICAL_NOT", "HARD_SWISH", "CAST", "RANK", "QUANTIZE", "DEQUANTIZE")
def _unary(s: CallSampler) -> None:
    operand = s.tensor(s.shape(), low=s.pick(-6, -6, 0, -2), high=s.pick(6, 6, 300))
    if s.type == T.TENSOR_QUANT8_SYMM_PER_CHANNEL:
        dim = int(s.random.integers(operand.array.ndim))
        scales = tuple(
            float(np.float32(s.random.uniform(0.01, 1))) for _ in range(operand.array.shape[dim])
        )
        operand.extra, operand.scale = SymmPerChannelQuantParams(scales, dim), 0.0


@template("ELU")
def _elu(s: CallSampler) -> None:
    s.tensor(s.shape())
    s.scalars(s.pick(1.0, 0.5, 2.0))


@template("SELECT")
def _select(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape, T.TENSOR_BOOL8)
    s.tensor(shape)
    s.tensor(shape)


def _tensor_with_ties(s: CallSampler) -> tuple[int, ...]:
    """Add a tensor that often has equal elements, and return its shape."""
    shape = s.shape()
    s.tensor(shape)
    if s.chance(0.4):
        s.operands[0].array = np.round(s.operands[0].array / 4).astype(s.operands[0].array.dtype)
    return shape


@template("ARGMAX", "ARGMIN")
def _arg(s: CallSampler) -> None:
    shape = _tensor_with_ties(s)
    s.scalars(s.axis(len(shape)))


@template(
    "REDUCE_ALL", "REDUCE_ANY", "REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD", "REDUCE_SUM", "MEAN"
)
def _reduce(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape, low=s.pick(-6, 0.5), high=s.pick(6, 2))
    count = int(s.random.integers(1, len(shape) + 1))
    s.ints(
        s.random.choice(np.arange(len(shape)), count, replace=s.chance(0.2)) - s.pick(0, len(shape))
    )
    keep = s.chance(0.5)
    s.scalars(int(keep) if _is_mean(s) else keep)


def _is_mean(s: CallSampler) -> bool:
    return s.operation == "MEAN"


@template("SOFTMAX", "LOG_SOFTMAX")
def _softmax(s: CallSampler) -> None:
    log = s.operation == "LOG_SOFTMAX"
    shape = s.shape() if log or s.chance(0.6) else s.shape(2, 2)
    s.tensor(shape)
    if s.chance(0.2) and not s.quantized:
        s.operands[0].array = (s.operands[0].array + s.pick(90, -150)).astype(
            s.operands[0].array.dtype
        )
    s.scalars(s.pick(1.0, 1.0, 0.5, 2.0))
    if log or s.chance(0.5):
        s.scalars(s.axis(len(shape)))


@template("L2_NORMALIZATION")
def _l2(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape)
    if s.chance(0.6):
        s.scalars(s.axis(len(shape)))


@template("LOCAL_RESPONSE_NORMALIZATION")
def _lrn(s: CallSampler) -> None:
    shape = s.shape() if s.chance(0.5) else s.shape(4)
    s.tensor(shape)
    s.scalars(int(s.pick(0, 1, 2, 5)), s.pick(1.0, 2.0), s.pick(0.5, 0.01, 1.0), s.pick(0.5, 0.75))
    if s.chance(0.5) or len(shape) != 4:
        s.scalars(s.axis(len(shape)))


@template("CONCATENATION", "PACK")
def _join(s: CallSampler) -> None:
    pack = s.operation == "PACK"
    shape = s.shape(1, 3 if pack else 4)
    rank = len(shape) + pack
    axis = s.axis(rank)
    if pack:
        s.scalars(axis)
    first = None
    for _ in range(int(s.pick(1, 2, 2, 3, 4, 5, 7, 9))):
        part = list(shape)
        if not pack:
            part[axis] = s.size(high=5)
        first = (
            s.like(first, tuple(part))
            if first and (pack or s.chance(0.6))
            else s.tensor(tuple(part))
        )
    if not pack:
        s.scalars(axis)


@template("SPLIT")
def _split(s: CallSampler) -> None:
    shape = list(s.shape())
    axis, parts = s.axis(len(shape)), int(s.pick(1, 2, 3, 4, 6))
    shape[axis] = parts * int(s.random.integers(1, 5))
    s.tensor(tuple(shape))
    s.scalars(axis, parts)


@template("RESHAPE")
def _reshape(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape)
    total = math.prod(shape)
    factor = next((f for f in (2, 3, 5) if total % f == 0 and s.chance(0.7)), 1)
    target = [factor, total // factor] if s.chance(0.7) else [total, 1, 1]
    if s.chance(0.3):
        target[1 if len(target) == 2 else 0] = -1
    if s.chance(0.3):
        target = [1, factor, 1, total // factor]
    s.ints(target)


@template("SQUEEZE")
def _squeeze(s: CallSampler) -> None:
    shape = tuple(1 if s.chance(0.4) else size for size in s.shape(2))
    s.tensor(shape)
    ones = [axis for axis, size in enumerate(shape) if size == 1]
    if ones and s.chance(0.7):
        s.ints(ones[: int(s.random.integers(1, len(ones) + 1))])
    else:
        s.operands.append(type(s.operands[0])(T.TENSOR_INT32, None))


@template("EXPAND_DIMS")
def _expand(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape)
    s.scalars(s.axis(len(shape) + 1))


@template("TRANSPOSE")
def _transpose(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape)
    if s.chance(0.85):
        s.ints(s.random.permutation(len(shape)))
    else:
        s.operands.append(type(s.operands[0])(T.TENSOR_INT32, None))


@template("REVERSE")
def _reverse(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape)
    s.ints([s.axis(len(shape))])


@template("SLICE")
def _slice(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape)
    begin = [int(s.random.integers(0, size)) for size in shape]
    s.ints(begin)
    s.ints(
        [
            -1 if s.chance(0.3) else int(s.random.integers(1, n - b + 1))
            for n, b in zip(shape, begin, strict=True)
        ]
    )


@template("STRIDED_SLICE")
def _strided(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape)
    rows = []
    for size in shape:
        stride = int(s.pick(1, 1, 2, 3, -1, -2))
        low, high = sorted(s.random.integers(0, size + 1, 2))
        begin, end = (low, high) if stride > 0 else (high - 1, low - 1)
        if s.chance(0.4):
            begin, end = begin - size, (end - size if end < size else end + 2)
        rows.append((int(begin), int(end), stride))
    for column in zip(*rows, strict=True):
        s.ints(column)
    top = 1 << len(shape)
    masks = [int(s.random.integers(top)) if s.chance(0.5) else 0 for _ in range(3)]
    s.scalars(*masks)


@template("TILE")
def _tile(s: CallSampler) -> None:
    shape = s.shape(1, 4)
    s.tensor(shape)
    s.ints([int(s.pick(1, 1, 2, 3)) for _ in shape])


@template("FILL")
def _fill(s: CallSampler) -> None:
    s.ints(s.shape(), constant=0)
    s.scalars(int(s.pick(3, -7, 2**30 + 37)) if s.type == T.INT32 else s.pick(1.5, -2.25))


@template("PAD", "PAD_V2", "MIRROR_PAD")
def _pad(s: CallSampler) -> None:
    name = s.operation
    shape = s.shape()
    operand = s.tensor(shape)
    most = [n if name != "MIRROR_PAD" else n - 1 for n in shape]
    s.ints([[int(s.random.integers(0, min(3, m) + 1)) for _ in "lr"] for m in most])
    if name == "PAD_V2":
        code = int(operand.zero_point) if s.chance(0.3) else 7
        s.scalars(code if s.quantized else s.pick(0.0, 2.5, -1.0))
    if name == "MIRROR_PAD":
        s.scalars(int(s.pick(0, 1)))


@template("GATHER")
def _gather(s: CallSampler) -> None:
    shape = s.shape()
    s.tensor(shape)
    axis = s.axis(len(shape))
    s.scalars(axis)
    s.ints(s.random.integers(0, shape[axis], s.shape(1, 2)), constant=0.4)


@template("EMBEDDING_LOOKUP")
def _embedding(s: CallSampler) -> None:
    shape = s.shape(2)
    rows = s.random.integers(0, shape[0], s.size())
    s.ints(rows, constant=0.3)
    s.tensor(shape)


@template("HASHTABLE_LOOKUP")
def _hashtable(s: CallSampler) -> None:
    shape = s.shape(1)
    keys = np.sort(
        s.random.choice(60, shape[0], replace=False) if shape[0] <= 60 else np.arange(shape[0])
    )
    s.ints(s.random.integers(0, 60, s.size()), constant=0.3)
    s.ints(keys)
    s.tensor(shape)


@template("TOPK_V2")
def _topk(s: CallSampler) -> None:
    shape = _tensor_with_ties(s)
    s.scalars(int(s.random.integers(1, shape[-1] + 1)))


@template("BATCH_MATMUL")
def _matmul(s: CallSampler) -> None:
    batch = s.shape(0, 2)
    m, k, n = s.size(), s.size(), s.size()
    left, right = s.chance(0.4), s.chance(0.4)
    ones = tuple(1 if s.chance(0.3) else size for size in batch)
    s.tensor((*batch, *((k, m) if left else (m, k))))
    s.tensor((*ones, *((n, k) if right else (k, n))))
    s.scalars(left, right)
