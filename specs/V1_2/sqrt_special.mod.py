# SQRT of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [6]))
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("special").IntroducedIn("V1_2")
model.Operation("SQRT", x).To(y)
example = Example({
    x: [0.0, float("inf"), 8e+37, 1e-30, 65504.0, 1.0],
    y: [0.0, float("inf"), 8.944272e+18, 1e-15, 255.93748, 1.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [6]))
y = Output("y", ("TENSOR_FLOAT16", [6]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("SQRT", x).To(y)
Example({
    x: [0.0, float("inf"), 65504.0, 0.00012207031, 16384.0, 1.0],
    y: [0.0, float("inf"), 255.875, 0.011047363, 128.0, 1.0],
}, model=model)
