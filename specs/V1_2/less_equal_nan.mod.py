# LESS_EQUAL of NaN, or of numbers for which IEEE 754 defines NaN as the result.
# Expected values: specs/scripts/nan_values.py, the rules of IEEE 754 for NaN.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_FLOAT32", [8]))
b = Input("b", ("TENSOR_FLOAT32", [8]))
y = Output("y", ("TENSOR_BOOL8", [8]))
model = Model("nan").IntroducedIn("V1_2")
model.Operation("LESS_EQUAL", a, b).To(y)
example = Example({
    a: [
        float("nan"), 1.0, float("nan"), 1.0, 1.0, 2.0, float("nan"), float("-inf"),
    ],
    b: [
        1.0, float("nan"), float("nan"), 1.0, 2.0, 1.0, float("inf"), float("nan"),
    ],
    y: [False, False, False, True, True, False, False, False],
}, model=model)
example.AddVariations("relaxed")

a = Input("a", ("TENSOR_FLOAT16", [8]))
b = Input("b", ("TENSOR_FLOAT16", [8]))
y = Output("y", ("TENSOR_BOOL8", [8]))
model = Model("nan_half").IntroducedIn("V1_2")
model.Operation("LESS_EQUAL", a, b).To(y)
Example({
    a: [
        float("nan"), 1.0, float("nan"), 1.0, 1.0, 2.0, float("nan"), float("-inf"),
    ],
    b: [
        1.0, float("nan"), float("nan"), 1.0, 2.0, 1.0, float("inf"), float("nan"),
    ],
    y: [False, False, False, True, True, False, False, False],
}, model=model)
