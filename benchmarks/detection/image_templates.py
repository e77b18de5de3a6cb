"""The operands of each operation on images, regions and sequences."""

from __future__ import annotations

import numpy as np

from benchmarks.detection.call_sampler import CallSampler, SampledOperand, template
from conformance.hal import OperandType as T
from conformance.hal import SymmPerChannelQuantParams


def _image(
    s: CallSampler, nchw: bool, channels: int = 0, low: int = 1
) -> tuple[int, int, int, int]:
    """Append an image and return its sizes: batch, height, width, channels."""
    if s.forced is not None and len(s.forced.shape) == 4:
        n, h, w, c = s.forced.shape
        if nchw:
            c, h, w = h, w, c
        s.tensor(s.forced.shape)
        return n, h, w, c
    n, h, w, c = s.pick(1, 1, 2, 3), s.size(low, 8), s.size(low, 8), channels or s.size(1, 9)
    if n * h * w * c > 6000:
        n, h = 1, min(h, 6)
    s.tensor((n, c, h, w) if nchw else (n, h, w, c), constant=0.1)
    return n, h, w, c


def _padding(s: CallSampler, fh: int, fw: int) -> None:
    if s.chance(0.5):
        s.scalars(int(s.pick(1, 2)))
    else:
        s.scalars(*(int(s.random.integers(0, fw)) for _ in "lr"))
        s.scalars(*(int(s.random.integers(0, fh)) for _ in "tb"))


def _strides(s: CallSampler) -> tuple[int, int]:
    return int(s.pick(1, 1, 2, 3)), int(s.pick(1, 1, 2, 3))


def _filter(s: CallSampler, shape: tuple[int, ...], channel: int, units: int) -> None:
    """Append filter and bias."""
    source = s.operands[0]
    per_channel = s.quantized and s.chance(0.4)
    if per_channel:
        filter_ = s.tensor(shape, T.TENSOR_QUANT8_SYMM_PER_CHANNEL, constant=0.8)
        filter_.array = np.maximum(filter_.array, -127)
        scales = tuple(float(np.float32(x)) for x in s.random.uniform(0.005, 0.3, shape[channel]))
        filter_.extra, filter_.scale = SymmPerChannelQuantParams(scales, channel), 0.0
    else:
        filter_ = s.tensor(shape, low=-1, high=1, constant=0.7)
    kind = T.TENSOR_INT32 if s.quantized else s.type
    scale = source.scale * filter_.scale if s.quantized and not per_channel else 0.0
    bias = s.random.integers(-3000, 3000, units) if s.quantized else s.random.uniform(-5, 5, units)
    s.tensor((units,), kind, array=bias, quantization=(float(np.float32(scale)), 0), constant=0.7)


@template("CONV_2D", "GROUPED_CONV_2D", "DEPTHWISE_CONV_2D")
def _convolution(s: CallSampler) -> None:
    name, nchw = s.operation, s.chance(0.3)
    groups = int(s.pick(1, 2, 3)) if name.startswith("GROUPED") else 1
    depth = groups * int(s.random.integers(1, 4)) if groups > 1 else s.size(1, 9)
    image = _image(s, nchw, depth, s.pick(1, 3, 3))
    fh, fw = int(s.pick(1, 2, 3, 3)), int(s.pick(1, 2, 3, 3))
    multiplier = int(s.pick(1, 1, 2, 3))
    if name.startswith("DEPTH"):
        units = image[3] * multiplier
        _filter(s, (1, fh, fw, units), 3, units)
    else:
        units = groups * int(s.random.integers(1, 5)) if groups > 1 else s.size(1, 9)
        _filter(s, (units, fh, fw, depth // groups), 0, units)
    _padding(s, fh, fw)
    s.scalars(*_strides(s))
    if name.startswith("GROUPED"):
        s.scalars(groups, int(s.pick(0, 0, 1, 2, 3)), nchw)
        return
    if name.startswith("DEPTH"):
        s.scalars(multiplier)
    s.scalars(int(s.pick(0, 0, 1, 2, 3)))
    if nchw or s.chance(0.5):
        s.scalars(nchw)
        if s.chance(0.6):
            s.scalars(int(s.pick(1, 1, 2, 3)), int(s.pick(1, 1, 2, 3)))


@template("TRANSPOSE_CONV_2D")
def _transpose_convolution(s: CallSampler) -> None:
    nchw = s.chance(0.3)
    n, h, w, c = _image(s, nchw, 0, 1)
    fh, fw, units = int(s.pick(1, 2, 3)), int(s.pick(1, 2, 3)), s.size(1, 5)
    _filter(s, (units, fh, fw, c), 0, units)
    sw, sh = _strides(s)
    if s.chance(0.5):
        scheme = int(s.pick(1, 2))
        out = (h * sh, w * sw) if scheme == 1 else ((h - 1) * sh + fh, (w - 1) * sw + fw)
        s.ints((n, units, *out) if nchw else (n, *out, units))
        s.scalars(scheme)
    else:
        s.scalars(*(int(s.random.integers(0, 2)) for _ in range(4)))
    s.scalars(sw, sh, int(s.pick(0, 0, 1, 2, 3)), nchw)


@template("AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D")
def _pool(s: CallSampler) -> None:
    nchw = s.chance(0.3)
    _, h, w, _ = _image(s, nchw, 0, 1)
    fh, fw = min(h, int(s.pick(1, 2, 3, 5))), min(w, int(s.pick(1, 2, 3, 5)))
    _padding(s, fh, fw)
    s.scalars(*_strides(s), fw, fh, int(s.pick(0, 0, 1, 2, 3)))
    if nchw or s.chance(0.3):
        s.scalars(nchw)


@template("FULLY_CONNECTED")
def _connected(s: CallSampler) -> None:
    inputs, units = s.size(1, 12), s.size(1, 12)
    if s.forced is not None:
        inputs = s.forced.shape[-1]
        s.tensor(s.forced.shape)
    else:
        s.tensor(s.pick((s.size(), inputs), (2, 3, inputs), (1, 1, 2, inputs)))
    _filter(s, (units, inputs), 0, units)
    if s.operands[1].extra is not None:
        raise ValueError("no per-channel weights")
    s.scalars(int(s.pick(0, 0, 1, 2, 3)))


@template("DEPTH_TO_SPACE", "SPACE_TO_DEPTH")
def _blocks(s: CallSampler) -> None:
    name, nchw, block = s.operation, s.chance(0.4), int(s.pick(1, 2, 3))
    n, h, w, c = int(s.pick(1, 2)), s.size(1, 4), s.size(1, 4), s.size(1, 4)
    if name == "DEPTH_TO_SPACE":
        c *= block * block
    else:
        h, w = h * block, w * block
    s.tensor((n, c, h, w) if nchw else (n, h, w, c))
    s.scalars(block)
    if nchw or s.chance(0.3):
        s.scalars(nchw)


@template("SPACE_TO_BATCH_ND", "BATCH_TO_SPACE_ND")
def _batches(s: CallSampler) -> None:
    name, nchw = s.operation, s.chance(0.4)
    bh, bw = int(s.pick(1, 2, 3)), int(s.pick(1, 2, 3))
    n, h, w, c = int(s.pick(1, 2)), s.size(1, 4), s.size(1, 4), s.size(1, 5)
    pads = [[0, 0], [0, 0]]
    if name.startswith("BATCH"):
        n *= bh * bw
    else:
        pads = [[int(s.random.integers(0, b)), 0] if s.chance(0.4) else [0, 0] for b in (bh, bw)]
        h, w = h * bh - sum(pads[0]), w * bw - sum(pads[1])
    s.tensor((n, c, h, w) if nchw else (n, h, w, c))
    s.ints((bh, bw))
    if not name.startswith("BATCH"):
        s.ints(pads)
    if nchw or s.chance(0.3):
        s.scalars(nchw)


@template("RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR")
def _resize(s: CallSampler) -> None:
    nchw = s.chance(0.4)
    _image(s, nchw, 0, 1)
    if s.chance(0.7):
        s.scalars(s.size(1, 12), s.size(1, 12))
    else:
        s.scalars(s.pick(0.5, 1.5, 2.0), s.pick(0.75, 2.0, 3.0))
    nearest = s.operation.endswith("NEIGHBOR")
    if nearest or nchw or s.chance(0.6):
        s.scalars(nchw)
        if s.chance(0.6):
            align = s.chance(0.4)
            s.scalars(align, not align and s.chance(0.6))


@template("CHANNEL_SHUFFLE")
def _shuffle(s: CallSampler) -> None:
    shape, groups = list(s.shape()), int(s.pick(1, 2, 3))
    axis = s.axis(len(shape))
    shape[axis] = groups * int(s.random.integers(1, 5))
    s.tensor(tuple(shape))
    s.scalars(groups, axis)


@template("INSTANCE_NORMALIZATION")
def _instance(s: CallSampler) -> None:
    nchw = s.chance(0.4)
    _image(s, nchw)
    s.scalars(s.pick(1.0, 1.5, -0.5), s.pick(0.0, 0.5), s.pick(1e-3, 1e-2), nchw)


@template("ROI_ALIGN", "ROI_POOLING")
def _regions(s: CallSampler) -> None:
    nchw = s.chance(0.4)
    n, h, w, _ = _image(s, nchw, int(s.pick(1, 2, 3)), 4)
    count, sy, sx = s.size(1, 5), s.pick(1.0, 2.0, 4.0), s.pick(1.0, 2.0, 4.0)
    start = s.random.uniform(0, 0.7, (count, 2)) * (w * sx, h * sy)
    extent = s.random.uniform(0.1, 0.9, (count, 2)) * (w * sx, h * sy)
    boxes = np.round(np.concatenate([start, start + extent], 1) * 8) / 8
    if s.quantized:
        s.tensor(boxes.shape, T.TENSOR_QUANT16_ASYMM, array=boxes * 8, quantization=(0.125, 0))
    else:
        s.tensor(boxes.shape, array=boxes)
    s.ints(np.sort(s.random.integers(0, n, count)), constant=0.3)
    kinds = T.FLOAT16 if s.type == T.TENSOR_FLOAT16 else T.FLOAT32
    s.scalars(s.size(1, 4), s.size(1, 4))
    for value in (sy, sx):
        s.operands.append(
            SampledOperand(
                kinds,
                np.array(value, np.float16 if kinds == T.FLOAT16 else np.float32),
                constant=True,
            )
        )
    if s.operation == "ROI_ALIGN":
        s.scalars(int(s.pick(0, 1, 2, 3)), int(s.pick(0, 1, 2, 3)))
    s.scalars(nchw)


@template("RNN", "UNIDIRECTIONAL_SEQUENCE_RNN")
def _rnn(s: CallSampler) -> None:
    sequence = s.operation != "RNN"
    batch, inputs, units = s.size(1, 4), s.size(1, 6), s.size(1, 6)
    steps, time_major = int(s.pick(1, 2, 3, 5)), int(s.pick(0, 1))
    shape = ((steps, batch) if time_major else (batch, steps)) if sequence else (batch,)
    s.tensor((*shape, inputs), low=-2, high=2, constant=0)
    for weights in ((units, inputs), (units, units), (units,)):
        s.tensor(weights, low=-1, high=1, constant=0.7)
    s.tensor((batch, units), low=-1, high=1, constant=0)
    s.scalars(int(s.pick(0, 1, 3, 4, 6)))
    if sequence:
        s.scalars(time_major)


@template("SVDF")
def _svdf(s: CallSampler) -> None:
    batch, inputs, units, rank, memory = (
        s.size(1, 4),
        s.size(1, 6),
        s.size(1, 5),
        int(s.pick(1, 2, 3)),
        s.size(1, 5),
    )
    s.tensor((batch, inputs), low=-2, high=2)
    s.tensor((units * rank, inputs), low=-1, high=1)
    s.tensor((units * rank, memory), low=-1, high=1)
    if s.chance(0.7):
        s.tensor((units,), low=-2, high=2)
    else:
        s.omitted()
    s.tensor((batch, memory * units * rank), low=-1, high=1)
    s.scalars(rank, int(s.pick(0, 1, 3)))


@template("LSTM", "UNIDIRECTIONAL_SEQUENCE_LSTM")
def _lstm(s: CallSampler) -> None:
    sequence = s.operation != "LSTM"
    batch, inputs, units = s.size(1, 3), s.size(1, 5), s.size(1, 5)
    coupled, peephole, project, norm = (s.chance(share) for share in (0.3, 0.4, 0.4, 0.3))
    outputs = s.size(1, 4) if project else units
    steps, time_major = int(s.pick(1, 2, 3)), s.chance(0.5)
    shape = ((steps, batch) if time_major else (batch, steps)) if sequence else (batch,)

    def maybe(present: bool, *tensor: int) -> None:
        if present:
            s.tensor(tensor, low=-1, high=1, constant=0.7)
        else:
            s.omitted()

    s.tensor((*shape, inputs), low=-2, high=2, constant=0)
    for size in (inputs, outputs):
        maybe(not coupled, units, size)
        for _ in range(3):
            maybe(True, units, size)
    maybe(peephole and not coupled, units)
    maybe(peephole, units)
    maybe(peephole, units)
    maybe(not coupled, units)
    for _ in range(3):
        maybe(True, units)
    bias = project and s.chance(0.5)
    maybe(project, outputs, units)
    maybe(bias, outputs)
    s.tensor((batch, outputs), low=-1, high=1, constant=0)
    s.tensor((batch, units), low=-1, high=1, constant=0)
    s.scalars(
        int(s.pick(0, 1, 3, 4, 6)), s.pick(0.0, 0.0, 0.5), s.pick(0.0, 0.0, 0.3) if project else 0.0
    )
    if sequence:
        s.scalars(time_major)
    if norm:
        maybe(not coupled, units)
        for _ in range(3):
            maybe(True, units)
    elif sequence:
        s.omitted(4)
