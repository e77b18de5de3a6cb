# WHILE: no iteration, one and several; results, state and operands that never change; every type;
# loops and branches within loops; an infinite loop.
# Expected values: by hand (counting, sums and products of small numbers, shown with each example).

FLAG = ("TENSOR_BOOL8", [1])
REAL, WHOLE = ("TENSOR_FLOAT32", [1]), ("TENSOR_INT32", [1])


def graph(name, inputs, outputs, *operations):
    """Return a subgraph of the operations (name, inputs, output)."""
    made = Model(name)
    made.IdentifyInputs(*inputs)
    made.IdentifyOutputs(*outputs)
    for operation, arguments, result in operations:
        made.Operation(operation, *arguments).To(result)
    return made


# ---- count from a start up to a limit; the limit never changes

TYPES = {
    "float32": (REAL, 0),
    "float16": (("TENSOR_FLOAT16", [1]), 0),
    "int32": (WHOLE, 0),
    "quant8": (("TENSOR_QUANT8_ASYMM", [1], 1.0, 100), 100),
    "quant8_signed": (("TENSOR_QUANT8_ASYMM_SIGNED", [1], 1.0, -20), -20),
}


def below(type):
    i, limit, more = Input("i", type), Input("limit", type), Output("more", FLAG)
    return graph("below", [i, limit], [more], ("LESS", [i, limit], more))


def plus(type, step):
    i, limit, after = Input("i", type), Input("limit", type), Output("after", type)
    one = Parameter("one", type, [step])
    return graph("plus", [i, limit], [after], ("ADD", [i, one, 0], after))


for name, (type, zero) in TYPES.items():
    convert = (lambda v: v + zero) if name.startswith(("quant8", "int32")) else float
    start, limit = Input("start", type), Input("limit", type)
    end = Output("end", type)
    model = Model("count_" + name)
    model.Operation("WHILE", below(type), plus(type, convert(3)), start, limit).To(end)
    # 2, 5, 8, 11 is not below 10; 9 takes one iteration; 10 takes none
    for first, last in ((2, 11), (9, 12), (10, 10)):
        example = Example({start: [convert(first)], limit: [convert(10)], end: [convert(last)]},
                          model=model, name="from_%d" % first)
        if name == "float32":
            example.AddVariations("relaxed")


# ---- two results, one of which ends the loop; booleans are inverted in each iteration

i, switch = Input("i", WHOLE), Input("switch", ("TENSOR_BOOL8", [3]))
more = Output("more", FLAG)
four = Parameter("four", WHOLE, [4])
condition = graph("below_four", [i, switch], [more], ("LESS", [i, four], more))

i, switch = Input("i", WHOLE), Input("switch", ("TENSOR_BOOL8", [3]))
next_i, turned = Output("next_i", WHOLE), Output("turned", ("TENSOR_BOOL8", [3]))
one = Parameter("one", WHOLE, [1])
body = graph("turn", [i, switch], [next_i, turned],
             ("ADD", [i, one, 0], next_i), ("LOGICAL_NOT", [switch], turned))

start, first = Input("start", WHOLE), Input("first", ("TENSOR_BOOL8", [3]))
end, last = Output("end", WHOLE), Output("last", ("TENSOR_BOOL8", [3]))
model = Model("truth_values").Operation("WHILE", condition, body, start, first).To([end, last])
Example({start: [1], first: [True, False, True], end: [4], last: [False, True, False]}, model=model,
        name="three_rounds")
Example({start: [0], first: [True, False, True], end: [4], last: [True, False, True]}, model=model,
        name="four_rounds")


# ---- powers: the result is the product, the counter is state, base and count never change

def operands():
    return [Input("product", REAL), Input("i", WHOLE), Input("base", REAL), Input("count", WHOLE)]


product, i, base, count = operands()
more = Output("more", FLAG)
condition = graph("below_count", [product, i, base, count], [more], ("LESS", [i, count], more))

product, i, base, count = operands()
next_product, next_i = Output("next_product", REAL), Output("next_i", WHOLE)
one = Parameter("one", WHOLE, [1])
body = graph("times_base", [product, i, base, count], [next_product, next_i],
             ("MUL", [product, base, 0], next_product), ("ADD", [i, one, 0], next_i))

base, count = Input("base", REAL), Input("count", WHOLE)
unit, none = Parameter("unit", REAL, [1.0]), Parameter("none", WHOLE, [0])
power = Output("power", REAL)
model = Model("power").Operation("WHILE", condition, body, unit, none, base, count).To(power)
for x, n, result, name in ((3.0, 4, 81.0, "3_4"), (-1.5, 3, -3.375, "minus_3_halves_3"),
                           (7.0, 0, 1.0, "7_0"), (0.5, 1, 0.5, "half_1")):
    Example({base: [x], count: [n], power: [result]}, model=model, name=name).AddVariations(
        "relaxed")


# ---- a loop within a loop: the sum of 1 to i for each i up to n, that is 1, 4, 10, 20

def sum_to_i():
    """Return a body that computes total += 1 + ... + i in an inner loop."""
    total, k, i = Input("total", WHOLE), Input("k", WHOLE), Input("i", WHOLE)
    more = Output("more", FLAG)
    condition = graph("k_up_to_i", [total, k, i], [more], ("LESS_EQUAL", [k, i], more))
    total, k, i = Input("total", WHOLE), Input("k", WHOLE), Input("i", WHOLE)
    grown, next_k = Output("grown", WHOLE), Output("next_k", WHOLE)
    one = Parameter("one", WHOLE, [1])
    body = graph("add_k", [total, k, i], [grown, next_k],
                 ("ADD", [total, k, 0], grown), ("ADD", [k, one, 0], next_k))
    total, i, n = Input("total", WHOLE), Input("i", WHOLE), Input("n", WHOLE)
    grown, next_i = Output("grown", WHOLE), Output("next_i", WHOLE)
    first, one = Parameter("first", WHOLE, [1]), Parameter("one", WHOLE, [1])
    return graph("sum_to_i", [total, i, n], [grown, next_i],
                 ("WHILE", [condition, body, total, first, i], grown),
                 ("ADD", [i, one, 0], next_i))


total, i, n = Input("total", WHOLE), Input("i", WHOLE), Input("n", WHOLE)
more = Output("more", FLAG)
condition = graph("i_up_to_n", [total, i, n], [more], ("LESS_EQUAL", [i, n], more))
n, result = Input("n", WHOLE), Output("result", WHOLE)
nothing, first = Parameter("nothing", WHOLE, [0]), Parameter("first", WHOLE, [1])
model = Model("sums_of_sums")
model.Operation("WHILE", condition, sum_to_i(), nothing, first, n).To(result)
for limit, sum_ in ((0, 0), (1, 1), (2, 4), (4, 20)):
    Example({n: [limit], result: [sum_]}, model=model, name="up_to_%d" % limit)


# ---- a branch within a loop: 6, 3, 10, 5, 16, 8, 4, 2, 1 takes eight iterations

def half():
    x, y = Input("x", WHOLE), Output("y", WHOLE)
    two = Parameter("two", WHOLE, [2])
    return graph("half", [x], [y], ("DIV", [x, two, 0], y))


def three_times_plus_one():
    x, y, triple = Input("x", WHOLE), Output("y", WHOLE), Internal("triple", WHOLE)
    three, one = Parameter("three", WHOLE, [3]), Parameter("one", WHOLE, [1])
    return graph("three_times_plus_one", [x], [y],
                 ("MUL", [x, three, 0], triple), ("ADD", [triple, one, 0], y))


x, rounds, more = Input("x", WHOLE), Input("rounds", WHOLE), Output("more", FLAG)
one = Parameter("one", WHOLE, [1])
condition = graph("not_one", [x, rounds], [more], ("NOT_EQUAL", [x, one], more))

x, rounds = Input("x", WHOLE), Input("rounds", WHOLE)
next_x, next_rounds = Output("next_x", WHOLE), Output("next_rounds", WHOLE)
two, one = Parameter("two", WHOLE, [2]), Parameter("one", WHOLE, [1])
halved, doubled = Internal("halved", WHOLE), Internal("doubled", WHOLE)
even = Internal("even", FLAG)
body = graph("one_step", [x, rounds], [next_x, next_rounds],
             ("DIV", [x, two, 0], halved), ("MUL", [halved, two, 0], doubled),
             ("EQUAL", [doubled, x], even),
             ("IF", [even, half(), three_times_plus_one(), x], next_x),
             ("ADD", [rounds, one, 0], next_rounds))

start, none = Input("start", WHOLE), Parameter("none", WHOLE, [0])
end, count = Output("end", WHOLE), Output("count", WHOLE)
model = Model("halve_or_triple").Operation("WHILE", condition, body, start, none).To([end, count])
for first, steps in ((1, 0), (2, 1), (6, 8), (7, 16)):
    Example({start: [first], end: [1], count: [steps]}, model=model, name="from_%d" % first)


# ---- a loop within a branch: count to the limit, or not at all

def counted():
    i, limit, end = Input("i", REAL), Input("limit", REAL), Output("end", REAL)
    return graph("counted", [i, limit], [end],
                 ("WHILE", [below(REAL), plus(REAL, 1.0), i, limit], end))


def left():
    i, limit, end = Input("i", REAL), Input("limit", REAL), Output("end", REAL)
    return graph("left", [i, limit], [end], ("MAXIMUM", [i, i], end))


flag, i, limit = Input("flag", FLAG), Input("i", REAL), Input("limit", REAL)
end = Output("end", REAL)
model = Model("loop_in_branch").Operation("IF", flag, counted(), left(), i, limit).To(end)
Example({flag: [True], i: [0.5], limit: [3.0], end: [3.5]}, model=model, name="counts")
Example({flag: [False], i: [0.5], limit: [3.0], end: [0.5]}, model=model, name="leaves")


# ---- infinite: 0 is always below 1; the driver must abort after the loop timeout

i, limit, after = Input("i", REAL), Input("limit", REAL), Output("after", REAL)
still = Parameter("still", REAL, [0.0])
stay = graph("stay", [i, limit], [after], ("MUL", [i, still, 0], after))
start, limit, end = Input("start", REAL), Input("limit", REAL), Output("end", REAL)
model = Model("endless").Operation("WHILE", below(REAL), stay, start, limit).To(end)
Example({start: [0.0], limit: [1.0], end: [0.0]}, model=model).AddVariations(
    "relaxed").DisableLifeTimeVariation().ExpectFailure()
