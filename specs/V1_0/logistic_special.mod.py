# LOGISTIC of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 9]))
y = Output("y", ("TENSOR_FLOAT32", [1, 9]))
model = Model("special").IntroducedIn("V1_0")
model.Operation("LOGISTIC", x).To(y)
example = Example({
    x: [
        float("inf"), float("-inf"), 1000.0, -1000.0, 3e+38, -3e+38, 89.0, -89.0, 0.0,
    ],
    y: [1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 2.227364e-39, 0.5],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [1, 9]))
y = Output("y", ("TENSOR_FLOAT16", [1, 9]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("LOGISTIC", x).To(y)
Example({
    x: [
        float("inf"), float("-inf"), 65504.0, -65504.0, 89.0, -89.0, 12.0, -12.0, 0.0,
    ],
    y: [1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 6.1392784e-06, 0.5],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [1, 8]))
y = Output("y", ("TENSOR_FLOAT32", [1, 8]))
model = Model("huge").IntroducedIn("V1_0")
model.Operation("LOGISTIC", x).To(y)
example = Example({
    x: [1e+26, -1e+26, 3e+30, -3e+30, 1e+37, -1e+37, 1e+20, -1e+20],
    y: [1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0],
}, model=model)
example.AddVariations("relaxed")
