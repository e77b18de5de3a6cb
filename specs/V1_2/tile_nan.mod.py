# TILE of NaN, or of numbers for which IEEE 754 defines NaN as the result.
# Expected values: specs/scripts/nan_values.py, the rules of IEEE 754 for NaN.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
multiples = Parameter("multiples", ("TENSOR_INT32", [2]), [1, 2])
y = Output("y", ("TENSOR_FLOAT32", [2, 6]))
model = Model("nan").IntroducedIn("V1_2")
model.Operation("TILE", x, multiples).To(y)
example = Example({
    x: [float("nan"), 1.0, -2.0, 3.0, float("nan"), 0.5],
    y: [
        float("nan"), 1.0, -2.0, float("nan"), 1.0, -2.0,
        3.0, float("nan"), 0.5, 3.0, float("nan"), 0.5,
    ],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
multiples = Parameter("multiples", ("TENSOR_INT32", [2]), [1, 2])
y = Output("y", ("TENSOR_FLOAT16", [2, 6]))
model = Model("nan_half").IntroducedIn("V1_2")
model.Operation("TILE", x, multiples).To(y)
Example({
    x: [float("nan"), 1.0, -2.0, 3.0, float("nan"), 0.5],
    y: [
        float("nan"), 1.0, -2.0, float("nan"), 1.0, -2.0,
        3.0, float("nan"), 0.5, 3.0, float("nan"), 0.5,
    ],
}, model=model)
