# ARGMAX of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4, 4]))
y = Output("y", ("TENSOR_INT32", [4]))
model = Model("special").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 1).To(y)
example = Example({
    x: [
        1.0, float("inf"), 65504.0, 2.0,
        float("-inf"), -65504.0, -1.0, -2.0,
        -3.0, -2.0, float("-inf"), -4.0,
        5.0, 65504.0, float("inf"), float("-inf"),
    ],
    y: [1, 2, 1, 2],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [4, 4]))
y = Output("y", ("TENSOR_INT32", [4]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 1).To(y)
Example({
    x: [
        1.0, float("inf"), 65504.0, 2.0,
        float("-inf"), -65504.0, -1.0, -2.0,
        -3.0, -2.0, float("-inf"), -4.0,
        5.0, 65504.0, float("inf"), float("-inf"),
    ],
    y: [1, 2, 1, 2],
}, model=model)
