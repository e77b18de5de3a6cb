# RELU6: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 3, 1]))
model = Model("float32_8").IntroducedIn("V1_0")
model.Operation("RELU6", x0).To(y0)
Example({
    x0: [3.092306, -0.27760372, 1.4757515, 0.4607019, -2.991011, 2.3372962],
    y0: [3.092306, 0, 1.4757515, 0.4607019, 0, 2.3372962],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 3, 1]))
model = Model("float16_8").IntroducedIn("V1_2")
model.Operation("RELU6", x0).To(y0)
Example({
    x0: [2.1699219, -0.37963867, 1.3564453, 0.32006836, -2.3613281, 3.1308594],
    y0: [2.1699219, 0, 1.3564453, 0.32006836, 0, 3.1308594],
}, model=model)
