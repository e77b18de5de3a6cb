# SOFTMAX of special values: infinities, 0, and numbers at the ends of float32 and float16.
# Expected values: specs/scripts/special_values.py, the formulas and their limits.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4, 3]))
y = Output("y", ("TENSOR_FLOAT32", [4, 3]))
model = Model("large").IntroducedIn("V1_0")
model.Operation("SOFTMAX", x, 1.0).To(y)
example = Example({
    x: [
        100.0, 101.0, 99.5,  1000.0, -1000.0, 999.0,
        -120.0, -121.0, -119.0,  89.0, 89.0, 89.0,
    ],
    y: [
        0.2312239, 0.6285317, 0.14024438,
        0.7310586, 0.0, 0.26894143,
        0.24472848, 0.09003057, 0.66524094,
        0.33333334, 0.33333334, 0.33333334,
    ],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("with_infinity").IntroducedIn("V1_0")
model.Operation("SOFTMAX", x, 1.0).To(y)
example = Example({
    x: [float("-inf"), 1.0, 2.0, 100.0, float("-inf"), 100.0],
    y: [0.0, 0.26894143, 0.7310586, 0.5, 0.0, 0.5],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [4, 3]))
scalar0 = Float16Scalar("scalar0", 1.0)
y = Output("y", ("TENSOR_FLOAT16", [4, 3]))
model = Model("large_half").IntroducedIn("V1_2")
model.Operation("SOFTMAX", x, scalar0).To(y)
Example({
    x: [
        100.0, 101.0, 99.5,  1000.0, -1000.0, 999.0,
        -120.0, -121.0, -119.0,  89.0, 89.0, 89.0,
    ],
    y: [
        0.23120117, 0.62841797, 0.14025879,
        0.73095703, 0.0, 0.26904297,
        0.24475098, 0.090026855, 0.66503906,
        0.33325195, 0.33325195, 0.33325195,
    ],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2, 3]))
scalar0 = Float16Scalar("scalar0", 1.0)
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
model = Model("with_infinity_half").IntroducedIn("V1_2")
model.Operation("SOFTMAX", x, scalar0).To(y)
Example({
    x: [float("-inf"), 1.0, 2.0, 100.0, float("-inf"), 100.0],
    y: [0.0, 0.26904297, 0.73095703, 0.5, 0.0, 0.5],
}, model=model)
