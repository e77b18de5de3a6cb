# REDUCE_SUM of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4, 3]))
axes = Parameter("axes", ("TENSOR_INT32", [1]), [1])
keep = BoolScalar("keep", False)
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("special").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, keep).To(y)
example = Example({
    x: [
        1e+38, 1e+38, -3e+37,  float("inf"), 1.0, 2.0,
        float("-inf"), 1e+38, 2.0,  1e-30, 2e-30, 5e-31,
    ],
    y: [1.7e+38, float("inf"), float("-inf"), 3.5e-30],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [4, 3]))
axes = Parameter("axes", ("TENSOR_INT32", [1]), [1])
keep = BoolScalar("keep", False)
y = Output("y", ("TENSOR_FLOAT16", [4]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, keep).To(y)
Example({
    x: [
        20000.0, 20000.0, 16.0,  float("inf"), 1.0, 2.0,
        float("-inf"), 1000.0, 2.0,  32768.0, 16384.0, 16352.0,
    ],
    y: [40000.0, float("inf"), float("-inf"), 65504.0],
}, model=model)
