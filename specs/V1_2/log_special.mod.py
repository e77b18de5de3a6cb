# LOG of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [6]))
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("special").IntroducedIn("V1_2")
model.Operation("LOG", x).To(y)
example = Example({
    x: [0.0, float("inf"), 3e+38, 1e-30, 65504.0, 1.0],
    y: [float("-inf"), float("inf"), 88.59685, -69.07755, 11.089867, 0.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [6]))
y = Output("y", ("TENSOR_FLOAT16", [6]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("LOG", x).To(y)
Example({
    x: [0.0, float("inf"), 65504.0, 0.00012207031, 16384.0, 1.0],
    y: [float("-inf"), float("inf"), 11.09375, -9.0078125, 9.703125, 0.0],
}, model=model)
