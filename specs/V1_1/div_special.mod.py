# DIV of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("infinite").IntroducedIn("V1_1")
model.Operation("DIV", a, b, 0).To(y)
example = Example({
    a: [float("inf"), float("-inf"), 1.0, 1.0],
    b: [2.0, 2.0, float("inf"), 2.0],
    y: [float("inf"), float("-inf"), 0.0, 0.5],
}, model=model)
example.AddVariations("relaxed")

a = Input("a", ("TENSOR_FLOAT16", [4])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT16", [4])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT16", [4]))
model = Model("infinite_half").IntroducedIn("V1_2")
model.Operation("DIV", a, b, 0).To(y)
Example({
    a: [float("inf"), float("-inf"), 1.0, 1.0],
    b: [2.0, 2.0, float("inf"), 2.0],
    y: [float("inf"), float("-inf"), 0.0, 0.5],
}, model=model)
