# REDUCE_MAX of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4, 3]))
axes = Parameter("axes", ("TENSOR_INT32", [1]), [1])
keep = BoolScalar("keep", False)
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("special").IntroducedIn("V1_2")
model.Operation("REDUCE_MAX", x, axes, keep).To(y)
example = Example({
    x: [
        3e+38, -3e+38, 1.0,  float("inf"), 1.0, 3e+38,
        float("-inf"), -3e+38, -1.0,  -3e+38, -1e+38, -2e+38,
    ],
    y: [3e+38, float("inf"), -1.0, -1e+38],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [4, 3]))
axes = Parameter("axes", ("TENSOR_INT32", [1]), [1])
keep = BoolScalar("keep", False)
y = Output("y", ("TENSOR_FLOAT16", [4]))
model = Model("special_half").IntroducedIn("V1_2")
model.Operation("REDUCE_MAX", x, axes, keep).To(y)
Example({
    x: [
        65504.0, -65504.0, 1.0,
        float("inf"), 1.0, 65504.0,
        float("-inf"), -65504.0, -1.0,
        -65504.0, -32752.0, -1000.0,
    ],
    y: [65504.0, float("inf"), -1.0, -1000.0],
}, model=model)
