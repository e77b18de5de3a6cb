# RSQRT of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [6]))
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("special").IntroducedIn("V1_2")
model.Operation("RSQRT", x).To(y)
example = Example({
    x: [0.0, float("inf"), 3e+38, 1e-30, 65504.0, 1.0],
    y: [float("inf"), 0.0, 5.773503e-20, 1e+15, 0.003907204, 1.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [6]))
y = Output("y", ("TENSOR_FLOAT16", [6]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("RSQRT", x).To(y)
Example({
    x: [0.0, float("inf"), 65504.0, 0.00012207031, 16384.0, 1.0],
    y: [float("inf"), 0.0, 0.00390625, 90.5, 0.0078125, 1.0],
}, model=model)
