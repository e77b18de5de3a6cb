# TRANSPOSE of NaN, or of numbers for which IEEE 754 defines NaN as the result.
# Expected values: specs/scripts/nan_values.py, the rules of IEEE 754 for NaN.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
perm = Parameter("perm", ("TENSOR_INT32", [2]), [1, 0])
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("nan").IntroducedIn("V1_1")
model.Operation("TRANSPOSE", x, perm).To(y)
example = Example({
    x: [float("nan"), 1.0, -2.0, 3.0, float("nan"), 0.5],
    y: [float("nan"), 3.0, 1.0, float("nan"), -2.0, 0.5],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
perm = Parameter("perm", ("TENSOR_INT32", [2]), [1, 0])
y = Output("y", ("TENSOR_FLOAT16", [3, 2]))
model = Model("nan_half").IntroducedIn("V1_2")
model.Operation("TRANSPOSE", x, perm).To(y)
Example({
    x: [float("nan"), 1.0, -2.0, 3.0, float("nan"), 0.5],
    y: [float("nan"), 3.0, 1.0, float("nan"), -2.0, 0.5],
}, model=model)
