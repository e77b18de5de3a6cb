# TANH of NaN, or of numbers for which IEEE 754 defines NaN as the result.
# Expected values: specs/scripts/nan_values.py, the rules of IEEE 754 for NaN.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 7]))
y = Output("y", ("TENSOR_FLOAT32", [1, 7]))
model = Model("nan").IntroducedIn("V1_0")
model.Operation("TANH", x).To(y)
example = Example({
    x: [float("nan"), 1.0, 0.25, 4.0, 2.5, float("nan"), 2.0],
    y: [
        float("nan"), 0.7615942, 0.24491866, 0.9993293, 0.9866143, float("nan"), 0.9640276,
    ],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [1, 7]))
y = Output("y", ("TENSOR_FLOAT16", [1, 7]))
model = Model("nan_half").IntroducedIn("V1_2")
model.Operation("TANH", x).To(y)
Example({
    x: [float("nan"), 1.0, 0.25, 4.0, 2.5, float("nan"), 2.0],
    y: [
        float("nan"), 0.76171875, 0.24487305, 0.9995117, 0.9868164, float("nan"), 0.9638672,
    ],
}, model=model)
