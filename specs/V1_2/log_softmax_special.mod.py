# LOG_SOFTMAX of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4, 3]))
y = Output("y", ("TENSOR_FLOAT32", [4, 3]))
model = Model("large").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, 1.0, 1).To(y)
example = Example({
    x: [
        100.0, 101.0, 99.5,  1000.0, -1000.0, 999.0,
        -120.0, -121.0, -119.0,  89.0, 89.0, 89.0,
    ],
    y: [
        -1.4643688, -0.4643688, -1.9643688,
        -0.3132617, -2000.3132, -1.3132616,
        -1.407606, -2.407606, -0.40760598,
        -1.0986123, -1.0986123, -1.0986123,
    ],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [4, 3]))
scalar0 = Float16Scalar("scalar0", 1.0)
y = Output("y", ("TENSOR_FLOAT16", [4, 3]))
model = Model("large_half").IntroducedIn("V1_2")
model.Operation("LOG_SOFTMAX", x, scalar0, 1).To(y)
Example({
    x: [
        100.0, 101.0, 99.5,  1000.0, -1000.0, 999.0,
        -120.0, -121.0, -119.0,  89.0, 89.0, 89.0,
    ],
    y: [
        -1.4648438, -0.46435547, -1.9648438,
        -0.31323242, -2000.0, -1.3134766,
        -1.4072266, -2.4082031, -0.40771484,
        -1.0986328, -1.0986328, -1.0986328,
    ],
}, model=model)
