# SPACE_TO_BATCH_ND: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [1, 2, 4, 1]))
block = Int32Vector("block", [2, 2])
zeros = Parameter("zeros", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
y0 = Output("y0", ("TENSOR_FLOAT32", [4, 1, 2, 1]))
model = Model("float32_11").IntroducedIn("V1_1")
model.Operation("SPACE_TO_BATCH_ND", x0, block, zeros).To(y0)
Example({
    x0: [
        6.3991933,  -8.946475,  31.50574,  14.486499,
        -6.2536674,  14.918332,  2.2908537,  -6.304914,
    ],
    y0: [
        6.3991933,  31.50574,  -8.946475,  14.486499,
        -6.2536674,  2.2908537,  14.918332,  -6.304914,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [1, 2, 4, 1]))
block = Int32Vector("block", [2, 2])
zeros = Parameter("zeros", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
y0 = Output("y0", ("TENSOR_FLOAT16", [4, 1, 2, 1]))
model = Model("float16_11").IntroducedIn("V1_2")
model.Operation("SPACE_TO_BATCH_ND", x0, block, zeros).To(y0)
Example({
    x0: [
        6.1914062,  -9.5234375,  31.015625,  9.3984375,
        -6.0429688,  10.9765625,  2.6738281,  -5.8554688,
    ],
    y0: [
        6.1914062,  31.015625,  -9.5234375,  9.3984375,
        -6.0429688,  2.6738281,  10.9765625,  -5.8554688,
    ],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [1, 2, 4, 1], 0.5, 100))
block = Int32Vector("block", [2, 2])
zeros = Parameter("zeros", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [4, 1, 2, 1], 0.5, 100))
model = Model("quant8_11").IntroducedIn("V1_2")
model.Operation("SPACE_TO_BATCH_ND", x0, block, zeros).To(y0)
Example({
    x0: [255, 0, 254, 1, 24, 157, 97, 130],
    y0: [255, 254, 0, 1, 24, 97, 157, 130],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 4, 1], 0.5, -28))
block = Int32Vector("block", [2, 2])
zeros = Parameter("zeros", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [4, 1, 2, 1], 0.5, -28))
model = Model("quant8_signed_11").IntroducedIn("V1_3")
model.Operation("SPACE_TO_BATCH_ND", x0, block, zeros).To(y0)
Example({
    x0: [127, -128, 126, -127, -104, 29, -31, 2],
    y0: [127, 126, -128, -127, -104, -31, 29, 2],
}, model=model)
