# L2_POOL_2D of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 4, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 3, 1]))
model = Model("large_valid").IntroducedIn("V1_0")
model.Operation("L2_POOL_2D", x, 2, 1, 1, 2, 1, 0).To(y)
Example({
    x: [300.0, -400.0, 500.0, 1200.0],
    y: [353.5533905932738, 452.76925690687085, 919.2388155425118],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 4, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 4, 1]))
model = Model("large_same").IntroducedIn("V1_0")
model.Operation("L2_POOL_2D", x, 1, 1, 1, 2, 1, 0).To(y)
Example({
    x: [300.0, -400.0, 500.0, 1200.0],
    y: [353.5533905932738, 452.76925690687085, 919.2388155425118, 1200.0],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [1, 1, 4, 1]))
y = Output("y", ("TENSOR_FLOAT16", [1, 1, 3, 1]))
model = Model("large_valid_half").IntroducedIn("V1_2")
model.Operation("L2_POOL_2D", x, 2, 1, 1, 2, 1, 0).To(y)
Example({
    x: [300.0, -400.0, 500.0, 1200.0],
    y: [353.5533905932738, 452.76925690687085, 919.2388155425118],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [1, 1, 4, 1]))
y = Output("y", ("TENSOR_FLOAT16", [1, 1, 4, 1]))
model = Model("large_same_half").IntroducedIn("V1_2")
model.Operation("L2_POOL_2D", x, 1, 1, 1, 2, 1, 0).To(y)
Example({
    x: [300.0, -400.0, 500.0, 1200.0],
    y: [353.5533905932738, 452.76925690687085, 919.2388155425118, 1200.0],
}, model=model)
