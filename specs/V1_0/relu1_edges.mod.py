# RELU1: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 3, 1]))
model = Model("float32_7").IntroducedIn("V1_0")
model.Operation("RELU1", x0).To(y0)
Example({
    x0: [0.11635027, -0.887225, 0.3278248, 0.19001742, -0.07122094, 0.1587417],
    y0: [0.11635027, -0.887225, 0.3278248, 0.19001742, -0.07122094, 0.1587417],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 3, 1]))
model = Model("float16_7").IntroducedIn("V1_2")
model.Operation("RELU1", x0).To(y0)
Example({
    x0: [
        0.07891846,  -0.64697266,  0.29077148,  0.24768066,
        -0.06695557,  0.1619873,
    ],
    y0: [
        0.07891846,  -0.64697266,  0.29077148,  0.24768066,
        -0.06695557,  0.1619873,
    ],
}, model=model)
