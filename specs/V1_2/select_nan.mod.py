# SELECT of NaN, or of numbers for which IEEE 754 defines NaN as the result.
# Expected values: specs/scripts/nan_values.py, the rules of IEEE 754 for NaN.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

c = Input("c", ("TENSOR_BOOL8", [6]))
a = Input("a", ("TENSOR_FLOAT32", [6]))
b = Input("b", ("TENSOR_FLOAT32", [6]))
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("nan").IntroducedIn("V1_2")
model.Operation("SELECT", c, a, b).To(y)
example = Example({
    c: [True, False, True, False, True, False],
    a: [float("nan"), float("nan"), 1.0, 2.0, -3.0, float("nan")],
    b: [5.0, 6.0, float("nan"), float("nan"), 7.0, float("nan")],
    y: [float("nan"), 6.0, 1.0, float("nan"), -3.0, float("nan")],
}, model=model)
example.AddVariations("relaxed")

c = Input("c", ("TENSOR_BOOL8", [6]))
a = Input("a", ("TENSOR_FLOAT16", [6]))
b = Input("b", ("TENSOR_FLOAT16", [6]))
y = Output("y", ("TENSOR_FLOAT16", [6]))
model = Model("nan_half").IntroducedIn("V1_2")
model.Operation("SELECT", c, a, b).To(y)
Example({
    c: [True, False, True, False, True, False],
    a: [float("nan"), float("nan"), 1.0, 2.0, -3.0, float("nan")],
    b: [5.0, 6.0, float("nan"), float("nan"), 7.0, float("nan")],
    y: [float("nan"), 6.0, 1.0, float("nan"), -3.0, float("nan")],
}, model=model)
