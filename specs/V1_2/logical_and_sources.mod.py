# LOGICAL_AND: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/binary_elementwise.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_BOOL8", [3, 2]))
b = Parameter("b", ("TENSOR_BOOL8", [3, 2]), [False, True, True, False, True, True])
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("rank_2_constant_b").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [True, True, False, True, True, False],
    y: [False, True, False, False, True, False],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [2, 1]))
b = Parameter("b", ("TENSOR_BOOL8", [2]), [False, True])
y = Output("y", ("TENSOR_BOOL8", [2, 2]))
model = Model("bool8_constant_b").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [False, True],
    y: [False, False, False, True],
}, model=model)
