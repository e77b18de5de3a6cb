# DIV: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_INT32", [6, 1]))
b = Input("b", ("TENSOR_INT32", [6, 1]))
y = Output("y", ("TENSOR_INT32", [6, 1]))
model = Model("int32").IntroducedIn("V1_3")
model.Operation("DIV", a, b, 0).To(y)
Example({
    a: [2147483647, -2147483648, 70001, -9, 8, 0],
    b: [7, 3, -30011, 2, 3, 5],
    y: [306783378, -715827883, -3, -5, 2, 0],
}, model=model)

a = Input("a", ("TENSOR_INT32", [1, 3]))
b = Input("b", ("TENSOR_INT32", [1, 3]))
y = Output("y", ("TENSOR_INT32", [1, 3]))
model = Model("int32_one_row").IntroducedIn("V1_3")
model.Operation("DIV", a, b, 0).To(y)
Example({
    a: [70001, -9, 8],
    b: [3, 2, 8],
    y: [23333, -5, 1],
}, model=model)
