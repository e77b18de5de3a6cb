# MAX_POOL_2D of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 1]))
model = Model("padded_negative").IntroducedIn("V1_0")
model.Operation("MAX_POOL_2D", x, 1, 1, 1, 1, 1, 1, 2, 2, 0).To(y)
Example({
    x: [-4.0, -3e+38, -1e+10, -2.5],
    y: [-4.0, -4.0, -3e+38, -4.0, -2.5, -2.5, -1e+10, -2.5, -2.5],
}, model=model)
