# IF: both branches, conditions from every source, every type passed through, one and several results,
# no operands, nested branches, results whose size depends on the branch.
# Expected values: by hand (sums and differences of small numbers, shown with each example).

FLAG = ("TENSOR_BOOL8", [1])
TYPES = {
    "float32": ("TENSOR_FLOAT32", [2, 3]),
    "float16": ("TENSOR_FLOAT16", [2, 3]),
    "int32": ("TENSOR_INT32", [2, 3]),
    "quant8": ("TENSOR_QUANT8_ASYMM", [2, 3], 1.0, 100),
    "quant8_signed": ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 1.0, -20),
}


def branch(name, type, *steps):
    """Return a subgraph of two operands; each step is (operation, ...) on the last result and ``b``."""
    a, b = Input("a", type), Input("b", type)
    made = [Internal("t%d" % number, type) for number in range(len(steps) - 1)] + [Output("y", type)]
    graph = Model(name)
    graph.IdentifyInputs(a, b)
    graph.IdentifyOutputs(made[-1])
    value = a
    for number, operation in enumerate(steps):
        graph.Operation(operation, value, b, 0).To(made[number])
        value = made[number]
    return graph


# ---- y = a + b or a - b, in every type; quantized values are codes minus zero point

A, B = [5, 7, 1, 0, -3, 12], [2, -4, 1, 0, 6, 12]
SUM, DIFFERENCE = [7, 3, 2, 0, 3, 24], [3, 11, 0, 0, -9, 0]

for name, type in TYPES.items():
    zero = type[3] if len(type) > 2 else 0
    convert = (lambda v: v + zero) if zero or name == "int32" else float
    a, b = Input("a", type), Input("b", type)
    condition = Input("condition", FLAG)
    y = Output("y", type)
    model = Model("sum_or_difference_" + name)
    model.Operation("IF", condition, branch("then", type, "ADD"), branch("otherwise", type, "SUB"),
                    a, b).To(y)
    feed = {a: [convert(v) for v in A], b: [convert(v) for v in B]}
    for flag, result in ((True, SUM), (False, DIFFERENCE)):
        example = Example({condition: [flag], y: [convert(v) for v in result], **feed}, model=model,
                          name=str(flag).lower())
        if name == "float32":
            example.AddVariations("relaxed")


# ---- booleans: and, or

def logic(operation):
    a, b, y = Input("a", ("TENSOR_BOOL8", [4])), Input("b", ("TENSOR_BOOL8", [4])), Output(
        "y", ("TENSOR_BOOL8", [4]))
    graph = Model(operation.lower())
    graph.IdentifyInputs(a, b)
    graph.IdentifyOutputs(y)
    graph.Operation(operation, a, b).To(y)
    return graph


condition = Input("condition", FLAG)
a, b = Input("a", ("TENSOR_BOOL8", [4])), Input("b", ("TENSOR_BOOL8", [4]))
y = Output("y", ("TENSOR_BOOL8", [4]))
model = Model("truth_values")
model.Operation("IF", condition, logic("LOGICAL_AND"), logic("LOGICAL_OR"), a, b).To(y)
pairs = {a: [False, False, True, True], b: [False, True, False, True]}
Example({condition: [True], y: [False, False, False, True], **pairs}, model=model, name="and")
Example({condition: [False], y: [False, True, True, True], **pairs}, model=model, name="or")


# ---- a condition that is a constant, and one that is the result of an operation

REAL = TYPES["float32"]

for flag, result in ((True, SUM), (False, DIFFERENCE)):
    condition = Parameter("condition", FLAG, [flag])
    a, b, y = Input("a", REAL), Input("b", REAL), Output("y", REAL)
    model = Model("constant_" + str(flag).lower())
    model.Operation("IF", condition, branch("then", REAL, "ADD"), branch("otherwise", REAL, "SUB"),
                    a, b).To(y)
    Example({a: A, b: B, y: result}, model=model).DisableLifeTimeVariation()

# the larger of two numbers minus the smaller
first, second = Input("first", ("TENSOR_FLOAT32", [1])), Input("second", ("TENSOR_FLOAT32", [1]))
condition = Internal("condition", FLAG)
distance = Output("distance", ("TENSOR_FLOAT32", [1]))


def less(swap):
    a, b = Input("a", ("TENSOR_FLOAT32", [1])), Input("b", ("TENSOR_FLOAT32", [1]))
    y = Output("y", ("TENSOR_FLOAT32", [1]))
    graph = Model("swapped" if swap else "straight")
    graph.IdentifyInputs(a, b)
    graph.IdentifyOutputs(y)
    graph.Operation("SUB", b if swap else a, a if swap else b, 0).To(y)
    return graph


model = Model("distance")
model.Operation("GREATER_EQUAL", first, second).To(condition)
model.Operation("IF", condition, less(False), less(True), first, second).To(distance)
for x, z, result, name in ((7.5, 3.0, 4.5, "falling"), (-2.0, 6.25, 8.25, "rising"),
                           (3.0, 3.0, 0.0, "equal")):
    Example({first: [x], second: [z], distance: [result]}, model=model, name=name).AddVariations(
        "relaxed")


# ---- several results, swapped in the other branch; a result that is simply an operand

def two_results(swap):
    a, b = Input("a", REAL), Input("b", REAL)
    total, difference = Output("total", REAL), Output("difference", REAL)
    graph = Model("difference_first" if swap else "sum_first")
    graph.IdentifyInputs(a, b)
    graph.IdentifyOutputs(*((difference, total) if swap else (total, difference)))
    graph.Operation("ADD", a, b, 0).To(total)
    graph.Operation("SUB", a, b, 0).To(difference)
    return graph


condition = Input("condition", FLAG)
a, b = Input("a", REAL), Input("b", REAL)
y, z = Output("y", REAL), Output("z", REAL)
model = Model("two_results")
model.Operation("IF", condition, two_results(False), two_results(True), a, b).To([y, z])
Example({condition: [True], a: A, b: B, y: SUM, z: DIFFERENCE}, model=model, name="sum_first")
Example({condition: [False], a: A, b: B, y: DIFFERENCE, z: SUM}, model=model,
        name="difference_first")


# ---- no operands: the branches add constants, 2 + 3 and 10 + 20

def numbers(left, right):
    one = Parameter("one", ("TENSOR_FLOAT32", [2]), left)
    other = Parameter("other", ("TENSOR_FLOAT32", [2]), right)
    y = Output("y", ("TENSOR_FLOAT32", [2]))
    graph = Model("numbers")
    graph.IdentifyInputs()
    graph.IdentifyOutputs(y)
    graph.Operation("ADD", one, other, 0).To(y)
    return graph


condition = Input("condition", FLAG)
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("no_operands")
model.Operation("IF", condition, numbers([2, 4], [3, 6]), numbers([10, 30], [20, 40])).To(y)
Example({condition: [True], y: [5, 10]}, model=model, name="then")
Example({condition: [False], y: [30, 70]}, model=model, name="otherwise")


# ---- a branch within a branch: four combinations

def inner(then, otherwise):
    condition = Input("inner_condition", FLAG)
    a, b, y = Input("a", REAL), Input("b", REAL), Output("y", REAL)
    graph = Model("inner")
    graph.IdentifyInputs(condition, a, b)
    graph.IdentifyOutputs(y)
    graph.Operation("IF", condition, branch("then", REAL, *then),
                    branch("otherwise", REAL, *otherwise), a, b).To(y)
    return graph


outer, second = Input("outer_condition", FLAG), Input("second_condition", FLAG)
a, b, y = Input("a", REAL), Input("b", REAL), Output("y", REAL)
model = Model("nested")
model.Operation("IF", outer, inner(["ADD"], ["SUB"]), inner(["ADD", "ADD"], ["SUB", "SUB"]),
                second, a, b).To(y)
# a + b, a - b, a + 2b, a - 2b
for one, two, result in ((True, True, SUM), (True, False, DIFFERENCE),
                         (False, True, [9, -1, 3, 0, 9, 36]),
                         (False, False, [1, 15, -1, 0, -15, -12])):
    Example({outer: [one], second: [two], a: A, b: B, y: result}, model=model,
            name=("%s_%s" % (one, two)).lower()).AddVariations("relaxed")


# ---- the branch determines the number of elements, [3] or [6]; their sum has a known size

def repeated(times):
    x = Input("x", ("TENSOR_FLOAT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [3 * times]))
    graph = Model("repeated_%d" % times)
    graph.IdentifyInputs(x)
    graph.IdentifyOutputs(y)
    graph.Operation("TILE", x, [times]).To(y)
    return graph


condition = Input("condition", FLAG)
x = Input("x", ("TENSOR_FLOAT32", [3]))
some = Internal("some", ("TENSOR_FLOAT32", [0]))
total = Output("total", ("TENSOR_FLOAT32", [1]))
model = Model("size_of_the_branch")
model.Operation("IF", condition, repeated(1), repeated(2), x).To(some)
model.Operation("REDUCE_SUM", some, [0], True).To(total)
Example({condition: [True], x: [1.5, 2.0, -1.0], total: [2.5]}, model=model, name="once")
Example({condition: [False], x: [1.5, 2.0, -1.0], total: [5.0]}, model=model, name="twice")


# ---- one subgraph for both branches: the condition has no effect

both = branch("both", REAL, "ADD")
condition = Input("condition", FLAG)
a, b, y = Input("a", REAL), Input("b", REAL), Output("y", REAL)
model = Model("same_branch")
model.Operation("IF", condition, both, both, a, b).To(y)
Example({condition: [True], a: A, b: B, y: SUM}, model=model, name="then")
Example({condition: [False], a: A, b: B, y: SUM}, model=model, name="otherwise")


# ---- an omitted operand is passed on: without a permutation a matrix is transposed

def turned():
    x, order = Input("x", REAL), Input("order", ("TENSOR_INT32", [0]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
    graph = Model("turned")
    graph.IdentifyInputs(x, order)
    graph.IdentifyOutputs(y)
    graph.Operation("TRANSPOSE", x, order).To(y)
    return graph


def cut():
    x, order = Input("x", REAL), Input("order", ("TENSOR_INT32", [0]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
    graph = Model("cut")
    graph.IdentifyInputs(x, order)
    graph.IdentifyOutputs(y)
    graph.Operation("RESHAPE", x, [3, 2]).To(y)
    return graph


condition = Input("condition", FLAG)
x = Input("x", REAL)
none = Parameter("none", ("TENSOR_INT32", [0]), None)
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("operand_without_value")
model.Operation("IF", condition, turned(), cut(), x, none).To(y)
six = [1, 2, 3, 4, 5, 6]
Example({condition: [True], x: six, y: [1, 4, 2, 5, 3, 6]}, model=model, name="turned")
Example({condition: [False], x: six, y: six}, model=model, name="cut")
