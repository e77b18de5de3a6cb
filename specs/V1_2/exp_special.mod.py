# EXP of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [9]))
y = Output("y", ("TENSOR_FLOAT32", [9]))
model = Model("special").IntroducedIn("V1_2")
model.Operation("EXP", x).To(y)
example = Example({
    x: [
        float("inf"), float("-inf"), 1000.0, -1000.0, 3e+38, -3e+38, 89.0, -89.0, 0.0,
    ],
    y: [
        float("inf"), 0.0, float("inf"), 0.0, float("inf"), 0.0, float("inf"), 2.227364e-39,
        1.0,
    ],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [9]))
y = Output("y", ("TENSOR_FLOAT16", [9]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("EXP", x).To(y)
Example({
    x: [
        float("inf"), float("-inf"), 65504.0, -65504.0, 89.0, -89.0, 12.0, -12.0, 0.0,
    ],
    y: [
        float("inf"), 0.0, float("inf"), 0.0, float("inf"), 0.0, float("inf"), 6.1392784e-06,
        1.0,
    ],
}, model=model)
