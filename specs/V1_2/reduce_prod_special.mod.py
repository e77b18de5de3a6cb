# REDUCE_PROD of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4, 3]))
axes = Parameter("axes", ("TENSOR_INT32", [1]), [1])
keep = BoolScalar("keep", False)
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("special").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, keep).To(y)
example = Example({
    x: [
        1e+19, 1e+19, 2.0,  float("inf"), 2.0, -1.0,
        0.0, 3e+38, 0.5,  -3e+38, 1.0, 1.0,
    ],
    y: [2e+38, float("-inf"), 0.0, -3e+38],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [4, 3]))
axes = Parameter("axes", ("TENSOR_INT32", [1]), [1])
keep = BoolScalar("keep", False)
y = Output("y", ("TENSOR_FLOAT16", [4]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, keep).To(y)
Example({
    x: [
        128.0, 128.0, 2.0,  float("inf"), 2.0, -1.0,
        0.0, 65504.0, 0.5,  -65504.0, 1.0, 1.0,
    ],
    y: [32768.0, float("-inf"), 0.0, -65504.0],
}, model=model)
