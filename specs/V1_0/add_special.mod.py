# ADD of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("infinite").IntroducedIn("V1_0")
model.Operation("ADD", a, b, 0).To(y)
example = Example({
    a: [float("inf"), 2.0, float("inf"), 1.0],
    b: [1.0, float("-inf"), float("inf"), 2.0],
    y: [float("inf"), float("-inf"), float("inf"), 3.0],
}, model=model)
example.AddVariations("relaxed")

a = Input("a", ("TENSOR_FLOAT16", [4])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT16", [4])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT16", [4]))
model = Model("infinite_half").IntroducedIn("V1_2")
model.Operation("ADD", a, b, 0).To(y)
Example({
    a: [float("inf"), 2.0, float("inf"), 1.0],
    b: [1.0, float("-inf"), float("inf"), 2.0],
    y: [float("inf"), float("-inf"), float("inf"), 3.0],
}, model=model)
