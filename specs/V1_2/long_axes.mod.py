# Operations along an axis of 300 elements that is not the last one.
# Expected values: by hand, the formulas below. From element 256 on, the values are larger, and each
# column has its own peak and trough there, so that a result from 256 elements is wrong.

from math import exp, log, prod, sqrt

COUNT = 300
SHAPES = ((0, [COUNT, 2]), (1, [2, COUNT, 2]))
FLOATS = ("TENSOR_FLOAT32", "TENSOR_FLOAT16")
CODES = ("TENSOR_QUANT8_ASYMM", "TENSOR_QUANT8_ASYMM_SIGNED")


def columns(dims):
    """Return the values of each column along the long axis."""
    found = []
    for number in range(prod(dims) // COUNT):
        column = [0.25] * 256 + [4.0] * (COUNT - 256)
        column[290 - 7 * number], column[260 + 3 * number] = 8.0, -4.0
        found.append(column)
    return found


def flat(each, dims, axis):
    """Return columns of equal length as the data of a tensor in which ``axis`` is theirs."""
    outer, inner = prod(dims[:axis]), prod(dims[axis + 1:])
    return [each[o * inner + i][k] for o in range(outer) for k in range(len(each[0])) for i in range(inner)]


def tensor(kind, name, type, dims, quantization):
    return kind(name, (type, dims, *quantization) if type in CODES else (type, dims))


def stored(values, type, quantization):
    if type not in CODES:
        return values
    scale, zero = quantization
    low = 0 if type == CODES[0] else -128
    return [max(low, min(low + 255, int(v / scale + zero - low + 0.5) + low)) for v in values]


def example(operation, rule, types, arguments, target=None, out_type=None, kept=None, since="V1_2"):
    """Add an example of each type and axis; ``rule`` computes a column of the result."""
    for type in types:
        signed = type == CODES[1]
        shift = 128 if signed else 0
        source = (0.25, 100 - shift)
        quantization = source if target is None else (target[0], target[1] - shift)
        for axis, dims in SHAPES:
            results = [rule(column) for column in columns(dims)]
            out = [*dims[:axis], *([len(results[0])] if kept is None else kept), *dims[axis + 1:]]
            x = tensor(Input, "x", type, dims, source).ShouldNeverBeInternal()
            y = tensor(Output, "y", out_type or type, out, quantization)
            model = Model(f"{operation}_{type}_axis_{axis}").IntroducedIn(
                "V1_3" if signed else "V1_2" if type == FLOATS[1] else since)
            given = [Float16Scalar(f"p{i}", a) if isinstance(a, float) and type == FLOATS[1] else a
                     for i, a in enumerate(arguments(axis, axis - len(dims)))]
            model.Operation(operation, x, *given).To(y)
            data = flat(results, dims, axis)
            Example({
                x: stored(flat(columns(dims), dims, axis), type, source),
                y: data if out_type else stored(data, type, quantization),
            }, model=model)


def normalized(column):
    length = sqrt(sum(v * v for v in column))
    return [v / length for v in column]


def softmax(column):
    powers = [exp(0.625 * (v - 8)) for v in column]
    return [power / sum(powers) for power in powers]


def response(column):
    windows = [column[max(0, i - 3):i + 4] for i in range(COUNT)]
    return [v / sqrt(1 + 0.5 * sum(w * w for w in window)) for v, window in zip(column, windows)]


example("L2_NORMALIZATION", normalized, FLOATS + CODES, lambda axis, last: [last], (1 / 128, 128))
example("SOFTMAX", softmax, FLOATS + CODES, lambda axis, last: [0.625, axis], (1 / 256, 0))
example("LOG_SOFTMAX", lambda column: [log(v) for v in softmax(column)], FLOATS,
        lambda axis, last: [0.625, last])
example("LOCAL_RESPONSE_NORMALIZATION", response, FLOATS, lambda axis, last: [3, 1.0, 0.5, 0.5, axis])
example("MEAN", lambda column: [sum(column) / COUNT], FLOATS + CODES, lambda axis, last: [[last], 0], kept=[],
        since="V1_1")
example("REDUCE_SUM", lambda column: [sum(column)], FLOATS, lambda axis, last: [[axis], False], kept=[])
example("REDUCE_MAX", lambda column: [max(column)], FLOATS + CODES, lambda axis, last: [[last], False], kept=[])
example("REDUCE_MIN", lambda column: [min(column)], FLOATS + CODES, lambda axis, last: [[axis], True])
for operation, choose in (("ARGMAX", max), ("ARGMIN", min)):
    example(operation, lambda column: [column.index(choose(column))], (*FLOATS, *CODES),
            lambda axis, last: [axis], out_type="TENSOR_INT32", kept=[])
example("GATHER", lambda column: [column[290], column[3], column[283]], FLOATS + CODES,
        lambda axis, last: [axis, [290, 3, 283]])
