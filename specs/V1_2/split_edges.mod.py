# SPLIT: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 4, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 2, 1]))
y1 = Output("y1", ("TENSOR_FLOAT32", [2, 2, 1]))
model = Model("float32_35").IntroducedIn("V1_2")
model.Operation("SPLIT", x0, 1, 2).To(y0, y1)
Example({
    x0: [
        2.0579221,  -18.90344,  7.6638665,  6.2194076,
        -17.707308,  5.7357583,  11.920272,  -22.963568,
    ],
    y0: [2.0579221, -18.90344, -17.707308, 5.7357583],
    y1: [7.6638665, 6.2194076, 11.920272, -22.963568],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 4, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 2, 1]))
y1 = Output("y1", ("TENSOR_FLOAT16", [2, 2, 1]))
model = Model("float16_35").IntroducedIn("V1_2")
model.Operation("SPLIT", x0, 1, 2).To(y0, y1)
Example({
    x0: [
        2.4980469,  -24.984375,  6.3945312,  5.3867188,
        -18.265625,  7.3320312,  10.8671875,  -21.546875,
    ],
    y0: [2.4980469, -24.984375, -18.265625, 7.3320312],
    y1: [6.3945312, 5.3867188, 10.8671875, -21.546875],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 4, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [2, 2, 1], 0.5, 100))
y1 = Output("y1", ("TENSOR_QUANT8_ASYMM", [2, 2, 1], 0.5, 100))
model = Model("quant8_35").IntroducedIn("V1_2")
model.Operation("SPLIT", x0, 1, 2).To(y0, y1)
Example({
    x0: [255, 0, 254, 1, 127, 44, 31, 247],
    y0: [255, 0, 127, 44],
    y1: [254, 1, 31, 247],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2, 1], 0.5, -28))
y1 = Output("y1", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2, 1], 0.5, -28))
model = Model("quant8_signed_35").IntroducedIn("V1_3")
model.Operation("SPLIT", x0, 1, 2).To(y0, y1)
Example({
    x0: [127, -128, 126, -127, -1, -84, -97, 119],
    y0: [127, -128, -1, -84],
    y1: [126, -127, -97, 119],
}, model=model)

x0 = Input("x0", ("TENSOR_INT32", [2, 4, 1]))
y0 = Output("y0", ("TENSOR_INT32", [2, 2, 1]))
y1 = Output("y1", ("TENSOR_INT32", [2, 2, 1]))
model = Model("int32_35").IntroducedIn("V1_2")
model.Operation("SPLIT", x0, 1, 2).To(y0, y1)
Example({
    x0: [
        2147483647,  -2147483648,  2147483646,  -2147483647,
        -1971201409,  -1650184404,  -1790206689,  -514408201,
    ],
    y0: [2147483647, -2147483648, -1971201409, -1650184404],
    y1: [2147483646, -2147483647, -1790206689, -514408201],
}, model=model)
