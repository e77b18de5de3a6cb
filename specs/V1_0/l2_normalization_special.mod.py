# L2_NORMALIZATION of special values: infinities, 0, and numbers at the ends of float32 and
# float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4, 1, 1, 2]))
y = Output("y", ("TENSOR_FLOAT32", [4, 1, 1, 2]))
model = Model("large").IntroducedIn("V1_0")
model.Operation("L2_NORMALIZATION", x).To(y)
Example({
    x: [3000.0, 4000.0, -6000.0, 8000.0, 0.005, -0.012, 750000.0, 1000000.0],
    y: [0.6, 0.8, -0.6, 0.8, 0.3846153846153846, -0.923076923076923, 0.6, 0.8],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [4, 1, 1, 2]))
y = Output("y", ("TENSOR_FLOAT16", [4, 1, 1, 2]))
model = Model("large_half").IntroducedIn("V1_2")
model.Operation("L2_NORMALIZATION", x).To(y)
Example({
    x: [300.0, 400.0, -6000.0, 8000.0, 48.0, -14.0, 30000.0, 40000.0],
    y: [0.6, 0.8, -0.6, 0.8, 0.96, -0.28, 0.6, 0.8],
}, model=model)
