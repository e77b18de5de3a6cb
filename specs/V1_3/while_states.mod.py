# WHILE: states whose next values depend on each other; all next values are computed from the states
# before the iteration. Exchanged and rotated states, Fibonacci numbers, differences, states of
# different shapes and types, a counter that is not the first state, many iterations.
# Expected values: by hand (Fibonacci numbers, triangular numbers, doubling; shown with each example).

FLAG, WHOLE = ("TENSOR_BOOL8", [1]), ("TENSOR_INT32", [1])


def graph(name, inputs, outputs, *operations):
    """Return a subgraph of the operations (name, inputs, output)."""
    made = Model(name)
    made.IdentifyInputs(*inputs)
    made.IdentifyOutputs(*outputs)
    for operation, arguments, result in operations:
        made.Operation(operation, *arguments).To(result)
    return made


def below(position, types, limit):
    """Return the condition that the state at the position is below the limit."""
    states = [Input("s%d" % number, type) for number, type in enumerate(types)]
    more, bound = Output("more", FLAG), Parameter("bound", WHOLE, [limit])
    return graph("below", states, [more], ("LESS", [states[position], bound], more))


def loop(name, types, limit, body, firsts, lasts, position=0):
    """Add an example of a loop that ends when the state at the position reaches the limit."""
    starts = [Input("first%d" % number, type) for number, type in enumerate(types)]
    ends = [Output("last%d" % number, type) for number, type in enumerate(types)]
    model = Model(name)
    model.Operation("WHILE", below(position, types, limit), body, *starts).To(ends)
    values = dict(zip(starts, firsts))
    values.update(zip(ends, lasts))
    Example(values, model=model, name=name)


def counted(types, *operations):
    """Return a body whose first state is a counter; an operation (name, positions) per other one."""
    old = [Input("old%d" % number, type) for number, type in enumerate(types)]
    new = [Output("new%d" % number, type) for number, type in enumerate(types)]
    one = Parameter("one", WHOLE, [1])
    rows = [("ADD", [old[0], one, 0], new[0])]
    for (operation, positions), result in zip(operations, new[1:]):
        none = [0] if operation in ("ADD", "SUB", "MUL") else []
        rows.append((operation, [old[p] for p in positions] + none, result))
    return graph("body", old, new, *rows)


# ---- two states exchange their values: after an odd number of iterations they are exchanged
# MAXIMUM of a state and itself is the state.

PAIRS = {
    "float32": ("TENSOR_FLOAT32", [2]),
    "float16": ("TENSOR_FLOAT16", [2]),
    "int32": ("TENSOR_INT32", [2]),
    "quant8": ("TENSOR_QUANT8_ASYMM", [2], 0.5, 7),
    "quant8_signed": ("TENSOR_QUANT8_ASYMM_SIGNED", [2], 0.25, -3),
}
for name, type in PAIRS.items():
    types = [WHOLE, type, type]
    for limit in (0, 1, 2, 3) if name == "float32" else (3,):
        a, b = [3, 4], [10, 20]
        exchange = counted(types, ("MAXIMUM", (2, 2)), ("MAXIMUM", (1, 1)))
        lasts = [[limit], b, a] if limit % 2 else [[limit], a, b]
        loop("exchange_%s_%d" % (name, limit), types, limit, exchange, [[0], a, b], lasts)

types = [WHOLE, ("TENSOR_BOOL8", [3]), ("TENSOR_BOOL8", [3])]
loop("exchange_bool", types, 5,
     counted(types, ("LOGICAL_OR", (2, 2)), ("LOGICAL_OR", (1, 1))),
     [[0], [True, False, False], [False, False, True]],
     [[5], [False, False, True], [True, False, False]])

# ---- Fibonacci numbers: (a, b) becomes (b, a + b); 0, 1, 1, 2, 3, 5, 8, ..., F(20) = 6765,
# F(21) = 10946. In a = [0, 2] and b = [1, 1] the second element starts the Lucas numbers:
# 2, 1, 3, 4, 7, 11, ..., L(20) = 15127, L(21) = 24476.

for name, type, limit, a, b in (
        ("int32", ("TENSOR_INT32", [2]), 1, [1, 1], [1, 3]),
        ("float32", ("TENSOR_FLOAT32", [2]), 5, [5, 11], [8, 18]),
        ("int32", ("TENSOR_INT32", [2]), 20, [6765, 15127], [10946, 24476])):
    types = [WHOLE, type, type]
    fibonacci = counted(types, ("MAXIMUM", (2, 2)), ("ADD", (1, 2)))
    loop("fibonacci_%s_%d" % (name, limit), types, limit, fibonacci,
         [[0], [0, 2], [1, 1]], [[limit], a, b])
    # the sum is the first state of the two: (a, b) becomes (a + b, a)
    types = [WHOLE, type, type]
    reverse = counted(types, ("ADD", (1, 2)), ("MAXIMUM", (1, 1)))
    loop("fibonacci_sum_first_%s_%d" % (name, limit), types, limit, reverse,
         [[0], [1, 1], [0, 2]], [[limit], b, a])

# ---- (a, b) becomes (a - b, a): 5, 3 gives 2, 5; -3, 2; -5, -3; -2, -5; 3, -2; 5, 3 again

real = ("TENSOR_FLOAT32", [1])
types = [WHOLE, real, real]
for limit, a, b in ((1, 2, 5), (4, -2, -5), (6, 5, 3)):
    loop("difference_%d" % limit, types, limit,
         counted(types, ("SUB", (1, 2)), ("MAXIMUM", (1, 1))),
         [[0], [5], [3]], [[limit], [a], [b]])

# ---- three states rotate

for limit, (x, y, z) in ((1, "bca"), (2, "cab"), (3, "abc")):
    values = {"a": [1.5, 2.5], "b": [-3.0, 4.0], "c": [8.0, -16.0]}
    pair = ("TENSOR_FLOAT32", [2])
    types = [WHOLE, pair, pair, pair]
    rotate = counted(types, ("MAXIMUM", (2, 2)), ("MAXIMUM", (3, 3)), ("MAXIMUM", (1, 1)))
    loop("rotate_%d" % limit, types, limit, rotate,
         [[0], values["a"], values["b"], values["c"]],
         [[limit], values[x], values[y], values[z]])

# ---- states of different shapes and types: a matrix, to which a row is added, the row, which
# doubles, a flag, which is inverted, and the sum of the counter's old values 0 + 1 + 2 = 3.
# The rows that are added are [1, 2], [2, 4] and [4, 8], together [7, 14].

matrix, row = ("TENSOR_FLOAT32", [2, 2]), ("TENSOR_FLOAT32", [2])
types = [WHOLE, matrix, row, ("TENSOR_BOOL8", [2]), WHOLE]
mixed = counted(types, ("ADD", (1, 2)), ("ADD", (2, 2)), ("LOGICAL_NOT", (3,)), ("ADD", (4, 0)))
loop("shapes_and_types", types, 3, mixed,
     [[0], [10, 20, 30, 40], [1, 2], [True, False], [0]],
     [[3], [17, 34, 37, 54], [8, 16], [False, True], [3]])
loop("shapes_and_types_once", types, 1, mixed,
     [[0], [10, 20, 30, 40], [1, 2], [True, False], [5]],
     [[1], [11, 22, 31, 42], [2, 4], [False, True], [5]])
loop("shapes_and_types_never", types, 0, mixed,
     [[0], [10, 20, 30, 40], [1, 2], [True, False], [5]],
     [[0], [10, 20, 30, 40], [1, 2], [True, False], [5]])

# ---- the counter is the last state; the first two are exchanged in each of three iterations, and
# the third is the sum of the counter's old values 2 + 3 + 4 = 9

pair = ("TENSOR_FLOAT32", [2])
old = [Input("old0", pair), Input("old1", pair), Input("old2", WHOLE), Input("old3", WHOLE)]
new = [Output("new0", pair), Output("new1", pair), Output("new2", WHOLE), Output("new3", WHOLE)]
one = Parameter("one", WHOLE, [1])
last = graph("counter_last", old, new,
             ("ADD", [old[3], one, 0], new[3]),
             ("ADD", [old[2], old[3], 0], new[2]),
             ("MAXIMUM", [old[0], old[0]], new[1]),
             ("MAXIMUM", [old[1], old[1]], new[0]))
loop("counter_is_last", [pair, pair, WHOLE, WHOLE], 5, last,
     [[1, 2], [3, 4], [0], [2]], [[3, 4], [1, 2], [9], [5]], position=3)

# ---- 300 iterations, more than a byte counts: the sum of 0 to 299 is 299 * 300 / 2 = 44850

types = [WHOLE, WHOLE]
loop("three_hundred", types, 300, counted(types, ("ADD", (1, 0))), [[0], [0]], [[300], [44850]])
