# SIN of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [6]))
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("special").IntroducedIn("V1_2")
model.Operation("SIN", x).To(y)
example = Example({
    x: [100.5, -1000.25, 3000.125, -12345.5, 65504.0, 0.0],
    y: [-0.030959968, -0.9403087, 0.09583686, 0.8186915, 0.9753761, 0.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [5]))
y = Output("y", ("TENSOR_FLOAT16", [5]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("SIN", x).To(y)
Example({
    x: [100.5, -1000.5, 3000.0, -12344.0, 0.0],
    y: [-0.030960083, -0.9951172, 0.21923828, 0.6308594, 0.0],
}, model=model)
