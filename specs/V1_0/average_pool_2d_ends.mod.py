# AVERAGE_POOL_2D: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT16", [1, 1, 6, 1]))
y = Output("y", ("TENSOR_FLOAT16", [1, 1, 6, 1]))
model = Model("float16").IntroducedIn("V1_2")
model.Operation("AVERAGE_POOL_2D", x, 0, 0, 0, 0, 1, 1, 1, 1, 0).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
}, model=model)
