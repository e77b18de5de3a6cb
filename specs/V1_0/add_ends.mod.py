# ADD: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_INT32", [1, 3]))
b = Input("b", ("TENSOR_INT32", [1, 3]))
y = Output("y", ("TENSOR_INT32", [1, 3]))
model = Model("int32_one_row").IntroducedIn("V1_3")
model.Operation("ADD", a, b, 0).To(y)
Example({
    a: [70001, -9, 8],
    b: [3, 2, 8],
    y: [70004, -7, 16],
}, model=model)
