# FLOOR of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 6]))
y = Output("y", ("TENSOR_FLOAT32", [1, 6]))
model = Model("special").IntroducedIn("V1_0")
model.Operation("FLOOR", x).To(y)
example = Example({
    x: [
        float("inf"), float("-inf"), 3e+38, -3e+38, 8.3886075e+06, -8.3886075e+06,
    ],
    y: [float("inf"), float("-inf"), 3e+38, -3e+38, 8388607.0, -8388608.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [1, 6]))
y = Output("y", ("TENSOR_FLOAT16", [1, 6]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("FLOOR", x).To(y)
Example({
    x: [float("inf"), float("-inf"), 65504.0, -65504.0, 1023.5, -1023.5],
    y: [float("inf"), float("-inf"), 65504.0, -65504.0, 1023.0, -1024.0],
}, model=model)
