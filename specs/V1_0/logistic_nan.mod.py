# LOGISTIC of NaN, or of numbers for which IEEE 754 defines NaN as the result.
# Expected values: specs/scripts/nan_values.py, the rules of IEEE 754 for NaN.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 7]))
y = Output("y", ("TENSOR_FLOAT32", [1, 7]))
model = Model("nan").IntroducedIn("V1_0")
model.Operation("LOGISTIC", x).To(y)
example = Example({
    x: [float("nan"), 1.0, 0.25, 4.0, 2.5, float("nan"), 2.0],
    y: [
        float("nan"), 0.7310586, 0.5621765, 0.98201376, 0.9241418, float("nan"), 0.8807971,
    ],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [1, 7]))
y = Output("y", ("TENSOR_FLOAT16", [1, 7]))
model = Model("nan_half").IntroducedIn("V1_2")
model.Operation("LOGISTIC", x).To(y)
Example({
    x: [float("nan"), 1.0, 0.25, 4.0, 2.5, float("nan"), 2.0],
    y: [
        float("nan"), 0.73095703, 0.5620117, 0.9819336, 0.9243164, float("nan"), 0.8808594,
    ],
}, model=model)
