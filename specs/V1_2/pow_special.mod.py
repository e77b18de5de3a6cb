# POW of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [13]))
e = Input("e", ("TENSOR_FLOAT32", [13]))
y = Output("y", ("TENSOR_FLOAT32", [13]))
model = Model("special").IntroducedIn("V1_2")
model.Operation("POW", x, e).To(y)
example = Example({
    x: [
        0.0, 0.0, float("inf"), float("inf"), float("inf"), 3e+38, 3e+38, 3e+38, 1.0, 0.5, 2.0,
        2.0, 4.0,
    ],
    e: [
        2.0, 0.5, 2.0, 0.5, -1.0, 1.0, 2.0, -2.0, 1000.0, float("inf"), float("inf"),
        float("-inf"), 0.0,
    ],
    y: [
        0.0, 0.0, float("inf"), float("inf"), 0.0, 3e+38, float("inf"), 0.0, 1.0, 0.0,
        float("inf"), 0.0, 1.0,
    ],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [13]))
e = Input("e", ("TENSOR_FLOAT16", [13]))
y = Output("y", ("TENSOR_FLOAT16", [13]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("POW", x, e).To(y)
Example({
    x: [
        0.0, 0.0, float("inf"), float("inf"), float("inf"), 65504.0, 65504.0, 65504.0, 1.0, 0.5,
        2.0, 2.0, 4.0,
    ],
    e: [
        2.0, 0.5, 2.0, 0.5, -1.0, 1.0, 2.0, -2.0, 1000.0, float("inf"), float("inf"),
        float("-inf"), 0.0,
    ],
    y: [
        0.0, 0.0, float("inf"), float("inf"), 0.0, 65504.0, float("inf"), 0.0, 1.0, 0.0,
        float("inf"), 0.0, 1.0,
    ],
}, model=model)
