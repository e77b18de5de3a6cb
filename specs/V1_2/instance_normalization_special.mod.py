# INSTANCE_NORMALIZATION of special values: infinities, 0, and numbers at the ends of float32
# and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 5, 1]))
layout = BoolScalar("layout", False)
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 5, 1]))
model = Model("large_mean").IntroducedIn("V1_2")
model.Operation("INSTANCE_NORMALIZATION", x, 1.0, 0.5, 0.001, layout).To(y)
Example({
    x: [99.0, 101.0, 98.0, 102.0, 100.0, 100.0, 99.0, 101.0, 102.0, 98.0],
    y: [
        -0.20693007075490233,  1.2069300707549022,
        -0.9138601415098047,  1.9138601415098047,
        0.5,  0.5,
        -0.20693007075490233,  1.2069300707549022,
        1.9138601415098047,  -0.9138601415098047,
    ],
}, model=model)
