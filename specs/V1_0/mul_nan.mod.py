# MUL of NaN, or of numbers for which IEEE 754 defines NaN as the result.
# Expected values: specs/scripts/nan_values.py, the rules of IEEE 754 for NaN.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_FLOAT32", [1, 6])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT32", [1, 6])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [1, 6]))
model = Model("nan").IntroducedIn("V1_0")
model.Operation("MUL", a, b, 0).To(y)
example = Example({
    a: [float("nan"), 1.5, 3.0, float("nan"), 2.0, 4.0],
    b: [2.0, 2.0, float("nan"), float("nan"), 0.5, 2.0],
    y: [float("nan"), 3.0, float("nan"), float("nan"), 1.0, 8.0],
}, model=model)
example.AddVariations("relaxed")

a = Input("a", ("TENSOR_FLOAT32", [1, 2])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT32", [1, 2])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [1, 2]))
model = Model("invalid").IntroducedIn("V1_0")
model.Operation("MUL", a, b, 0).To(y)
example = Example({
    a: [0.0, float("-inf")],
    b: [float("inf"), 0.0],
    y: [float("nan"), float("nan")],
}, model=model)
example.AddVariations("relaxed")

a = Input("a", ("TENSOR_FLOAT16", [1, 6])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT16", [1, 6])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT16", [1, 6]))
model = Model("nan_half").IntroducedIn("V1_2")
model.Operation("MUL", a, b, 0).To(y)
Example({
    a: [float("nan"), 1.5, 3.0, float("nan"), 2.0, 4.0],
    b: [2.0, 2.0, float("nan"), float("nan"), 0.5, 2.0],
    y: [float("nan"), 3.0, float("nan"), float("nan"), 1.0, 8.0],
}, model=model)

a = Input("a", ("TENSOR_FLOAT16", [1, 2])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT16", [1, 2])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT16", [1, 2]))
model = Model("invalid_half").IntroducedIn("V1_2")
model.Operation("MUL", a, b, 0).To(y)
Example({
    a: [0.0, float("-inf")],
    b: [float("inf"), 0.0],
    y: [float("nan"), float("nan")],
}, model=model)
