# NEG of NaN, or of numbers for which IEEE 754 defines NaN as the result.
# Expected values: specs/scripts/nan_values.py, the rules of IEEE 754 for NaN.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 7]))
y = Output("y", ("TENSOR_FLOAT32", [1, 7]))
model = Model("nan").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
example = Example({
    x: [float("nan"), 1.0, 0.25, 4.0, 2.5, float("nan"), 2.0],
    y: [float("nan"), -1.0, -0.25, -4.0, -2.5, float("nan"), -2.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [1, 7]))
y = Output("y", ("TENSOR_FLOAT16", [1, 7]))
model = Model("nan_half").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
Example({
    x: [float("nan"), 1.0, 0.25, 4.0, 2.5, float("nan"), 2.0],
    y: [float("nan"), -1.0, -0.25, -4.0, -2.5, float("nan"), -2.0],
}, model=model)
