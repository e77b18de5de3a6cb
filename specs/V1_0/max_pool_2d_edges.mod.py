# MAX_POOL_2D: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [1, 3, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [1, 3, 2, 1]))
model = Model("float32_5").IntroducedIn("V1_0")
model.Operation("MAX_POOL_2D", x0, 0, 0, 0, 0, 1, 1, 2, 1, 0).To(y0)
Example({
    x0: [
        5.9700303,  -4.4100814,  3.9647887,  14.998422,
        -11.420754,  5.890018,  2.1185505,  -17.783678,
        28.03641,
    ],
    y0: [5.9700303, 3.9647887, 14.998422, 5.890018, 2.1185505, 28.03641],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [1, 3, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [1, 3, 2, 1]))
model = Model("float16_5").IntroducedIn("V1_2")
model.Operation("MAX_POOL_2D", x0, 0, 0, 0, 0, 1, 1, 2, 1, 0).To(y0)
Example({
    x0: [
        6.4882812,  -7.3867188,  3.5488281,  11.0703125,
        -14.8203125,  7.0273438,  3.1660156,  -19.890625,
        26.265625,
    ],
    y0: [6.4882812, 3.5488281, 11.0703125, 7.0273438, 3.1660156, 26.265625],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [1, 3, 3, 1], 0.5, 100))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM", [1, 3, 2, 1], 0.5, 100))
model = Model("quant8_5").IntroducedIn("V1_0")
model.Operation("MAX_POOL_2D", x0, 0, 0, 0, 0, 1, 1, 2, 1, 0).To(y0)
Example({
    x0: [255, 0, 254, 1, 62, 57, 177, 165, 140],
    y0: [255, 254, 62, 62, 177, 165],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 3, 1], 0.5, -28))
y0 = Output("y0", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 2, 1], 0.5, -28))
model = Model("quant8_signed_5").IntroducedIn("V1_3")
model.Operation("MAX_POOL_2D", x0, 0, 0, 0, 0, 1, 1, 2, 1, 0).To(y0)
Example({
    x0: [127, -128, 126, -127, -66, -71, 49, 37, 12],
    y0: [127, 126, -66, -66, 49, 37],
}, model=model)
