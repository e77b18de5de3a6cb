# LOGICAL_NOT: extreme codes, tensors that end on one element, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions, or in double
# precision).

x = Input("x", ("TENSOR_BOOL8", [3, 1]))
y = Output("y", ("TENSOR_BOOL8", [3, 1]))
model = Model("bool8").IntroducedIn("V1_2")
model.Operation("LOGICAL_NOT", x).To(y)
Example({
    x: [True, False, True],
    y: [False, True, False],
}, model=model)
