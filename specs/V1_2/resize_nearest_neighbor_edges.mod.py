# RESIZE_NEAREST_NEIGHBOR: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [1, 2, 4, 1]))
model = Model("float32_32").IntroducedIn("V1_2")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x0, 4, 2, False).To(y0)
Example({
    x0: [15.8025255, -2.3471415, 22.761747, 25.389551],
    y0: [
        15.8025255,  15.8025255,  -2.3471415,  -2.3471415,
        22.761747,  22.761747,  25.389551,  25.389551,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [1, 2, 2, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [1, 2, 4, 1]))
model = Model("float16_32").IntroducedIn("V1_2")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x0, 4, 2, False).To(y0)
Example({
    x0: [14.2890625, -3.7832031, 16.234375, 23.203125],
    y0: [
        14.2890625,  14.2890625,  -3.7832031,  -3.7832031,
        16.234375,  16.234375,  23.203125,  23.203125,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [1, 2, 4, 1], 0.5, 100))
model = Model("quant8_32").IntroducedIn("V1_2")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x0, 4, 2, False).To(y0)
Example({
    x0: [255, 0, 254, 1],
    y0: [255, 255, 0, 0, 254, 254, 1, 1],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 2, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 4, 1], 0.5, -28))
model = Model("quant8_signed_32").IntroducedIn("V1_3")
model.Operation("RESIZE_NEAREST_NEIGHBOR", x0, 4, 2, False).To(y0)
Example({
    x0: [127, -128, 126, -127],
    y0: [127, 127, -128, -128, 126, 126, -127, -127],
}, model=model)
