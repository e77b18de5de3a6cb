# Models with three operations of one kind that read one tensor: the second has another parameter than
# the first and the third, such as another axis, layout or order of time.
# Expected values: by hand, the formulas below.

from math import exp

FLOAT32, INT32 = "TENSOR_FLOAT32", "TENSOR_INT32"


def example(name, version, dims, data, one, other):
    """Add an example of an operation; ``one`` and ``other`` are (arguments, [(type, dims, data)])."""
    operation = name.partition(" ")[0]
    model = Model(name.replace(" ", "_").lower()).IntroducedIn(version)
    x = Input("x", (FLOAT32, dims)).ShouldNeverBeInternal()
    feed = {x: data}
    for number, (arguments, results) in enumerate((one, other, one)):
        outputs = [Output(f"y{number}{i}", (type, out)) for i, (type, out, _) in enumerate(results)]
        given = [a(number) if callable(a) else a for a in arguments]
        model.Operation(operation, *([x, *given] if operation != "CONCATENATION" else [x, x, *given])).To(*outputs)
        feed.update({y: values for y, (_, _, values) in zip(outputs, results)})
    Example(feed, model=model)


def result(dims, data, type=FLOAT32):
    return [(type, dims, data)]


cube = [3.0, -1.0, 0.5, 7.0, 2.0, 4.0, -6.0, 1.5]  # [1, 2, 2, 2]: at (a, b, c), element 4a + 2b + c
example("MAX_POOL_2D layout", "V1_2", [1, 2, 2, 2], cube,
        ([2, 1, 1, 1, 2, 0, False], result([1, 1, 2, 2], [max(cube[i], cube[4 + i]) for i in range(4)])),
        ([2, 1, 1, 1, 2, 0, True],
         result([1, 2, 1, 2], [max(cube[4 * a + c], cube[4 * a + 2 + c]) for a in (0, 1) for c in (0, 1)])))
example("AVERAGE_POOL_2D padding", "V1_0", [1, 2, 2, 2], cube,
        ([1, 1, 1, 1, 2, 0],
         result([1, 2, 2, 2], [(cube[i] + cube[4 + i]) / 2 for i in range(4)] + cube[4:])),
        ([2, 1, 1, 1, 2, 0], result([1, 1, 2, 2], [(cube[i] + cube[4 + i]) / 2 for i in range(4)])))
example("SPACE_TO_DEPTH layout", "V1_2", [1, 2, 2, 2], cube,
        ([2, False], result([1, 1, 1, 8], cube)),
        ([2, True], result([1, 8, 1, 1], [cube[4 * a + i] for i in range(4) for a in (0, 1)])))
example("RESIZE_NEAREST_NEIGHBOR corners", "V1_3", [1, 1, 5, 1], [1.0, 2.0, 4.0, 8.0, 16.0],
        ([2, 1, False, True, False], result([1, 1, 2, 1], [1.0, 16.0])),
        ([2, 1, False, False, False], result([1, 1, 2, 1], [1.0, 4.0])))
example("RESIZE_NEAREST_NEIGHBOR centers", "V1_3", [1, 1, 5, 1], [1.0, 2.0, 4.0, 8.0, 16.0],
        ([2, 1, False, False, True], result([1, 1, 2, 1], [2.0, 8.0])),
        ([2, 1, False, False, False], result([1, 1, 2, 1], [1.0, 4.0])))

square = [2.0, -1.0, 0.5, 1.0]  # [2, 2]
shares = [exp(v) for v in square]
halves = [exp(v / 2) for v in square]
rows = [shares[i] / (shares[i // 2 * 2] + shares[i // 2 * 2 + 1]) for i in range(4)]
example("SOFTMAX axis", "V1_2", [2, 2], square,
        ([1.0, 1], result([2, 2], rows)),
        ([1.0, 0], result([2, 2], [shares[i] / (shares[i % 2] + shares[i % 2 + 2]) for i in range(4)])))
example("SOFTMAX beta", "V1_0", [2, 2], square,
        ([1.0], result([2, 2], rows)),
        ([0.5], result([2, 2], [halves[i] / (halves[i // 2 * 2] + halves[i // 2 * 2 + 1]) for i in range(4)])))
example("L2_NORMALIZATION axis", "V1_2", [2, 2], [3.0, 4.0, 0.0, 3.0],
        ([1], result([2, 2], [0.6, 0.8, 0.0, 1.0])), ([0], result([2, 2], [1.0, 0.8, 0.0, 0.6])))
example("ARGMAX axis", "V1_2", [2, 2], [2.0, -1.0, 3.0, 1.0],
        ([0], result([2], [1, 1], INT32)), ([1], result([2], [0, 0], INT32)))
example("REDUCE_SUM axes", "V1_2", [2, 2], square,
        ([[0], False], result([2], [2.5, 0.0])), ([[1], False], result([2], [1.0, 1.5])))
example("MEAN dimensions", "V1_1", [2, 2], square,
        ([[1], 1], result([2, 1], [0.5, 0.75])), ([[1], 0], result([2], [0.5, 0.75])))
example("GATHER axis", "V1_2", [2, 2], square,
        ([0, [1]], result([1, 2], [0.5, 1.0])), ([1, [1]], result([2, 1], [-1.0, 1.0])))
example("CONCATENATION axis", "V1_0", [2, 2], square,
        ([0], result([4, 2], square + square)),
        ([1], result([2, 4], square[:2] * 2 + square[2:] * 2)))
example("TRANSPOSE order", "V1_1", [1, 2, 2], square,
        ([[0, 2, 1]], result([1, 2, 2], [2.0, 0.5, -1.0, 1.0])),
        ([[1, 0, 2]], result([2, 1, 2], square)))
example("STRIDED_SLICE mask", "V1_1", [4], square,
        ([[1], [4], [1], 0, 0, 0], result([3], square[1:])),
        ([[1], [4], [1], 1, 0, 0], result([4], square)))
for operation, version, compute in (
    ("ADD", "V1_0", lambda v: v + 4),
    ("SUB", "V1_1", lambda v: v - 4),
    ("MUL", "V1_0", lambda v: v * 4),
    ("DIV", "V1_1", lambda v: v / 0.25),
):
    def constant(number, operation=operation):
        return Parameter(f"c{number}", (FLOAT32, [1]), [0.25 if operation == "DIV" else 4.0])

    values = [compute(v) for v in square]
    for code, low, high in ((1, 0, 1e9), (2, -1, 1), (3, 0, 6)):
        example(f"{operation} activation {code}", version, [2, 2], square,
                ([constant, 0], result([2, 2], values)),
                ([constant, code], result([2, 2], [min(max(v, low), high) for v in values])))

series = [1.0, 2.0, -3.0, 0.5]  # [2, 2, 1]


def weights(name, dims, data):
    return lambda number: Parameter(f"{name}{number}", (FLOAT32, dims), data)


cell = [weights("w", [1, 1], [1.0]), weights("r", [1, 1], [0.5]), weights("b", [1], [0.0]),
        weights("h", [2, 1], [0.0, 0.0]), 0]
example("UNIDIRECTIONAL_SEQUENCE_RNN time", "V1_2", [2, 2, 1], series,
        ([*cell, 1], result([2, 2, 1], [1.0, 2.0, -3.0 + 0.5, 0.5 + 1.0])),
        ([*cell, 0], result([2, 2, 1], [1.0, 2.0 + 0.5, -3.0, 0.5 - 1.5])))
