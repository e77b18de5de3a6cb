# GATHER of NaN, or of numbers for which IEEE 754 defines NaN as the result.
# Expected values: specs/scripts/nan_values.py, the rules of IEEE 754 for NaN.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
indices = Parameter("indices", ("TENSOR_INT32", [2]), [1, 0])
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("nan").IntroducedIn("V1_2")
model.Operation("GATHER", x, 0, indices).To(y)
example = Example({
    x: [float("nan"), 1.0, -2.0, 3.0, float("nan"), 0.5],
    y: [3.0, float("nan"), 0.5, float("nan"), 1.0, -2.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
indices = Parameter("indices", ("TENSOR_INT32", [2]), [1, 0])
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
model = Model("nan_half").IntroducedIn("V1_2")
model.Operation("GATHER", x, 0, indices).To(y)
Example({
    x: [float("nan"), 1.0, -2.0, 3.0, float("nan"), 0.5],
    y: [3.0, float("nan"), 0.5, float("nan"), 1.0, -2.0],
}, model=model)
