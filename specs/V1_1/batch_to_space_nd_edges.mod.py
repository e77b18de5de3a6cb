# BATCH_TO_SPACE_ND: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [4, 1, 2, 1]))
block = Int32Vector("block", [2, 2])
y0 = Output("y0", ("TENSOR_FLOAT32", [1, 2, 4, 1]))
model = Model("float32_10").IntroducedIn("V1_1")
model.Operation("BATCH_TO_SPACE_ND", x0, block).To(y0)
Example({
    x0: [
        15.321998,  -7.129378,  3.6093128,  23.810305,
        -9.659572,  3.932154,  5.1909404,  -7.9950814,
    ],
    y0: [
        15.321998,  3.6093128,  -7.129378,  23.810305,
        -9.659572,  5.1909404,  3.932154,  -7.9950814,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [4, 1, 2, 1]))
block = Int32Vector("block", [2, 2])
y0 = Output("y0", ("TENSOR_FLOAT16", [1, 2, 4, 1]))
model = Model("float16_10").IntroducedIn("V1_2")
model.Operation("BATCH_TO_SPACE_ND", x0, block).To(y0)
Example({
    x0: [
        13.8046875,  -7.8632812,  3.4902344,  30.015625,
        -11.2109375,  2.2050781,  4.1835938,  -7.7070312,
    ],
    y0: [
        13.8046875,  3.4902344,  -7.8632812,  30.015625,
        -11.2109375,  4.1835938,  2.2050781,  -7.7070312,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [4, 1, 2, 1], 0.5, 100))
block = Int32Vector("block", [2, 2])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [1, 2, 4, 1], 0.5, 100))
model = Model("quant8_10").IntroducedIn("V1_1")
model.Operation("BATCH_TO_SPACE_ND", x0, block).To(y0)
Example({
    x0: [255, 0, 254, 1, 115, 98, 238, 221],
    y0: [255, 254, 0, 1, 115, 238, 98, 221],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [4, 1, 2, 1], 0.5, -28))
block = Int32Vector("block", [2, 2])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 4, 1], 0.5, -28))
model = Model("quant8_signed_10").IntroducedIn("V1_3")
model.Operation("BATCH_TO_SPACE_ND", x0, block).To(y0)
Example({
    x0: [127, -128, 126, -127, -13, -30, 110, 93],
    y0: [127, 126, -128, -127, -13, 110, -30, 93],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
one = Int32Vector("one", [1, 1])
y0 = Output("y0", ("TENSOR_FLOAT32", [1, 2, 2, 1]))
model = Model("float32_17").IntroducedIn("V1_1")
model.Operation("BATCH_TO_SPACE_ND", x0, one).To(y0)
Example({
    x0: [6.8283553, -18.145575, 31.293173, 27.949156],
    y0: [6.8283553, -18.145575, 31.293173, 27.949156],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [1, 2, 2, 1]))
one = Int32Vector("one", [1, 1])
y0 = Output("y0", ("TENSOR_FLOAT16", [1, 2, 2, 1]))
model = Model("float16_17").IntroducedIn("V1_2")
model.Operation("BATCH_TO_SPACE_ND", x0, one).To(y0)
Example({
    x0: [5.8867188, -24.546875, 17.671875, 31.484375],
    y0: [5.8867188, -24.546875, 17.671875, 31.484375],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 1], 0.5, 100))
one = Int32Vector("one", [1, 1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [1, 2, 2, 1], 0.5, 100))
model = Model("quant8_17").IntroducedIn("V1_1")
model.Operation("BATCH_TO_SPACE_ND", x0, one).To(y0)
Example({
    x0: [255, 0, 254, 1],
    y0: [255, 0, 254, 1],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 2, 1], 0.5, -28))
one = Int32Vector("one", [1, 1])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 2, 1], 0.5, -28))
model = Model("quant8_signed_17").IntroducedIn("V1_3")
model.Operation("BATCH_TO_SPACE_ND", x0, one).To(y0)
Example({
    x0: [127, -128, 126, -127],
    y0: [127, -128, 126, -127],
}, model=model)
