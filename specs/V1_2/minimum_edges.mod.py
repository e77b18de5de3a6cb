# MINIMUM: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_INT32", [1, 3]))
x1 = Input("x1", ("TENSOR_INT32", [1, 3]))
y0 = Output("y0", ("TENSOR_INT32", [1, 3]))
model = Model("int32_20").IntroducedIn("V1_2")
model.Operation("MINIMUM", x0, x1).To(y0)
Example({
    x0: [2147483647, -2147483648, 2147483646],
    x1: [2147483647, -2147483648, 2147483646],
    y0: [2147483647, -2147483648, 2147483646],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 3, 1]))
model = Model("float32_27").IntroducedIn("V1_2")
model.Operation("MINIMUM", x0, x1).To(y0)
Example({
    x0: [12.420587, -2.9874933, 25.605558, 7.8940215, -10.0715475, 2.4884474],
    x1: [5.197675, -4.3884244, 13.615935, 9.653857, -9.7000265, 12.585687],
    y0: [5.197675, -4.3884244, 13.615935, 7.8940215, -10.0715475, 2.4884474],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_FLOAT16", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 3, 1]))
model = Model("float16_27").IntroducedIn("V1_2")
model.Operation("MINIMUM", x0, x1).To(y0)
Example({
    x0: [13.4453125, -3.5449219, 16.734375, 7.8242188, -10.1171875, 3.3613281],
    x1: [7.3554688, -5.9726562, 13.7421875, 12.3984375, -14.6171875, 13.9453125],
    y0: [7.3554688, -5.9726562, 13.7421875, 7.8242188, -14.6171875, 3.3613281],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 3, 1], 0.5, 100))
model = Model("quant8_27").IntroducedIn("V1_2")
model.Operation("MINIMUM", x0, x1).To(y0)
Example({
    x0: [255, 0, 254, 1, 92, 82],
    x1: [255, 0, 254, 1, 173, 13],
    y0: [255, 0, 254, 1, 92, 13],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
x1 = Input("x1", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1], 0.5, -28))
model = Model("quant8_signed_27").IntroducedIn("V1_3")
model.Operation("MINIMUM", x0, x1).To(y0)
Example({
    x0: [127, -128, 126, -127, -36, -46],
    x1: [127, -128, 126, -127, 45, -115],
    y0: [127, -128, 126, -127, -36, -115],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [2, 3, 1]))
x1 = Input("x1", ("TENSOR_INT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_INT32", [2, 3, 1]))
model = Model("int32_27").IntroducedIn("V1_2")
model.Operation("MINIMUM", x0, x1).To(y0)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -182231716,  -423664302,
    ],
    x1: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -1454167635,  -331245043,
    ],
    y0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -1454167635,  -423664302,
    ],
}, model=model)
