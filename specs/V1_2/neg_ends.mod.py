# NEG: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_INT32", [1, 6, 1]))
y = Output("y", ("TENSOR_INT32", [1, 6, 1]))
model = Model("int32").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
Example({
    x: [2147483647, -2147483647, 7, -40, 0, 70001],
    y: [-2147483647, 2147483647, -7, 40, 0, -70001],
}, model=model)
