# IF: branches whose results are in another order, come from other inputs, or are inputs that pass
# through; the same operand as two inputs; three levels.
# Expected values: by hand (sums and differences of small numbers, shown with each example).

FLAG, PAIR = ("TENSOR_BOOL8", [1]), ("TENSOR_FLOAT32", [2])


def graph(name, inputs, outputs, *operations):
    """Return a subgraph of the operations (name, inputs, output)."""
    made = Model(name)
    made.IdentifyInputs(*inputs)
    made.IdentifyOutputs(*outputs)
    for operation, arguments, result in operations:
        made.Operation(operation, *arguments).To(result)
    return made


def branch(name, *operations):
    """Return a branch of inputs a and b with one result of each operation (name, operands)."""
    a, b = Input("a", PAIR), Input("b", PAIR)
    operands = {"a": a, "b": b}
    outputs, rows = [], []
    for number, (operation, used) in enumerate(operations):
        result = Output("result%d" % number, PAIR)
        none = [0] if operation in ("ADD", "SUB", "MUL") else []
        outputs.append(result)
        rows.append((operation, [operands[each] for each in used] + none, result))
    return graph(name, [a, b], outputs, *rows)


def both(name, one, other, when_true, when_false, a, b):
    """Add examples with both values of the condition; the expected results are two lists each."""
    flag, left, right = Input("flag", FLAG), Input("left", PAIR), Input("right", PAIR)
    first, second = Output("first", PAIR), Output("second", PAIR)
    model = Model(name)
    model.Operation("IF", flag, one, other, left, right).To([first, second])
    for value, (x, y) in ((True, when_true), (False, when_false)):
        Example({flag: [value], left: a, right: b, first: x, second: y},
                model=model, name="%s_%s" % (name, str(value).lower()))


# ---- one branch keeps the order of its inputs, the other exchanges them (MAXIMUM(x, x) is x)
both("exchanged",
     branch("kept", ("MAXIMUM", "aa"), ("MAXIMUM", "bb")),
     branch("turned", ("MAXIMUM", "bb"), ("MAXIMUM", "aa")),
     ([1, 2], [5, -7]), ([5, -7], [1, 2]), [1, 2], [5, -7])

# ---- one branch computes both results of b alone, the other of a alone
both("other_inputs",
     branch("of_b", ("ADD", "bb"), ("MAXIMUM", "bb")),
     branch("of_a", ("MAXIMUM", "aa"), ("ADD", "aa")),
     ([10, -14], [5, -7]), ([1, 2], [2, 4]), [1, 2], [5, -7])

# ---- the same operand is both inputs: twice x, or 0; x * x, or x
flag, x = Input("flag", FLAG), Input("x", PAIR)
first, second = Output("first", PAIR), Output("second", PAIR)
model = Model("same_operand")
model.Operation("IF", flag, branch("double_and_square", ("ADD", "ab"), ("MUL", "ab")),
                branch("none_and_same", ("SUB", "ab"), ("MAXIMUM", "ab")), x, x).To([first, second])
Example({flag: [True], x: [3, -4], first: [6, -8], second: [9, 16]}, model=model, name="square")
Example({flag: [False], x: [3, -4], first: [0, 0], second: [3, -4]}, model=model, name="same")

ONE = ("TENSOR_FLOAT32", [1])

# ---- three levels: the number of true flags before the first false one is added to x


def level(depth):
    """Return a branch that tests the flags from this one on; its inputs are x and the flags."""
    x = Input("x", ONE)
    flags = [Input("flag%d" % number, FLAG) for number in range(depth, 3)]
    y, added, one = Output("y", ONE), Internal("added", ONE), Parameter("one", ONE, [1.0])
    if not flags:
        return graph("level3", [x], [y], ("ADD", [x, one, 0], y))
    return graph("level%d" % depth, [x] + flags, [y],
                 ("ADD", [x, one, 0], added),
                 ("IF", [flags[0], level(depth + 1), stay(depth + 1), added] + flags[1:], y))


def stay(depth):
    """Return a branch with the same inputs whose result is x."""
    x, y = Input("x", ONE), Output("y", ONE)
    flags = [Input("flag%d" % number, FLAG) for number in range(depth, 3)]
    return graph("stay%d" % depth, [x] + flags, [y], ("MAXIMUM", [x, x], y))


x, y = Input("x", ONE), Output("y", ONE)
flags = [Input("flag%d" % number, FLAG) for number in range(3)]
model = Model("three_levels")
model.Operation("IF", flags[0], level(1), stay(1), x, flags[1], flags[2]).To(y)
for number, values in enumerate(((True, True, True), (True, True, False), (True, False, True),
                                 (False, True, True))):
    given = dict(zip(flags, ([value] for value in values)))
    # 3, 2, 1 and 0 true flags come before the first false one
    Example({x: [10.0], y: [13.0 - number], **given}, model=model, name="true_flags_%d" % (3 - number))
