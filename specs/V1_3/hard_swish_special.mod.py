# HARD_SWISH of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [7]))
y = Output("y", ("TENSOR_FLOAT32", [7]))
model = Model("special").IntroducedIn("V1_3")
model.Operation("HARD_SWISH", x).To(y)
example = Example({
    x: [float("inf"), 1e+30, -1e+30, 65504.0, -65504.0, 3.0, -3.0],
    y: [float("inf"), 1e+30, 0.0, 65504.0, 0.0, 3.0, 0.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [7]))
y = Output("y", ("TENSOR_FLOAT16", [7]))
model = Model("special_half").IntroducedIn("V1_3")
model.Operation("HARD_SWISH", x).To(y)
Example({
    x: [8192.0, 10000.0, -10000.0, float("inf"), 3.0, -3.0, 1.0],
    y: [8192.0, 10000.0, 0.0, float("inf"), 3.0, 0.0, 0.6665039],
}, model=model)
