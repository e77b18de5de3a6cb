# PAD_V2: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_FLOAT32", [3, 5, 1]))
model = Model("float32_28").IntroducedIn("V1_2")
model.Operation("PAD_V2", x0, paddings, 1.5).To(y0)
Example({
    x0: [4.9484878, -7.3188453, 14.118398, 5.184695, -6.4596553, 9.143506],
    y0: [
        1.5,  1.5,  4.9484878,  -7.3188453,
        14.118398,  1.5,  1.5,  5.184695,
        -6.4596553,  9.143506,  1.5,  1.5,
        1.5,  1.5,  1.5,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 4, 1], 0.5, 100))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [3, 6, 1], 0.5, 100))
model = Model("quant8_29").IntroducedIn("V1_2")
model.Operation("PAD_V2", x0, paddings, 7).To(y0)
Example({
    x0: [255, 0, 254, 1, 165, 200, 112, 26],
    y0: [7, 7, 255, 0, 254, 1, 7, 7, 165, 200, 112, 26, 7, 7, 7, 7, 7, 7],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4, 1], 0.5, -28))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 1, 2, 0, 0, 0])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 6, 1], 0.5, -28))
model = Model("quant8_signed_29").IntroducedIn("V1_3")
model.Operation("PAD_V2", x0, paddings, 7).To(y0)
Example({
    x0: [127, -128, 126, -127, 37, 72, -16, -102],
    y0: [7, 7, 127, -128, 126, -127, 7, 7, 37, 72, -16, -102, 7, 7, 7, 7, 7, 7],
}, model=model)
