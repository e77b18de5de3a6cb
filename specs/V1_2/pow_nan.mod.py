# POW of NaN, or of numbers for which IEEE 754 defines NaN as the result.
# Expected values: specs/scripts/nan_values.py, the rules of IEEE 754 for NaN.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_FLOAT32", [1, 6])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT32", [1, 6])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [1, 6]))
model = Model("nan").IntroducedIn("V1_2")
model.Operation("POW", a, b).To(y)
example = Example({
    a: [float("nan"), 1.5, 3.0, float("nan"), 2.0, 4.0],
    b: [2.0, 2.0, float("nan"), float("nan"), 0.5, 2.0],
    y: [float("nan"), 2.25, float("nan"), float("nan"), 1.4142135, 16.0],
}, model=model)
example.AddVariations("relaxed")

a = Input("a", ("TENSOR_FLOAT32", [1, 2])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT32", [1, 2])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [1, 2]))
model = Model("invalid").IntroducedIn("V1_2")
model.Operation("POW", a, b).To(y)
example = Example({
    a: [-2.0, -0.5],
    b: [0.5, 1.5],
    y: [float("nan"), float("nan")],
}, model=model)
example.AddVariations("relaxed")

a = Input("a", ("TENSOR_FLOAT16", [1, 6])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT16", [1, 6])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT16", [1, 6]))
model = Model("nan_half").IntroducedIn("V1_2")
model.Operation("POW", a, b).To(y)
Example({
    a: [float("nan"), 1.5, 3.0, float("nan"), 2.0, 4.0],
    b: [2.0, 2.0, float("nan"), float("nan"), 0.5, 2.0],
    y: [float("nan"), 2.25, float("nan"), float("nan"), 1.4140625, 16.0],
}, model=model)

a = Input("a", ("TENSOR_FLOAT16", [1, 2])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT16", [1, 2])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT16", [1, 2]))
model = Model("invalid_half").IntroducedIn("V1_2")
model.Operation("POW", a, b).To(y)
Example({
    a: [-2.0, -0.5],
    b: [0.5, 1.5],
    y: [float("nan"), float("nan")],
}, model=model)
